/* anneaux.c - the pawns of Three Rings: a ring carries its pawns round, what is taken is out. */
#include "scene.h"
#include "../rules/anneaux.h"

static const char kind[] = "pawn", reserve[] = "@", out[] = "taken";
static const char *const rings[] = {"a", "b", "c", "-"};

static void cell_name(char place[SCENE_NAME], int cell) {
    place[0] = rings[cell / ANNEAUX_SECTORS][0];
    place[1] = (char)('1' + cell % ANNEAUX_SECTORS);
    place[2] = '\0';
}

static bool is_cell(const char *place) { return place[0] != reserve[0] && place[0] != out[0]; }

static void anneaux_pieces(const struct tab_rules *rules, const struct tab_position *position, struct scene *scene) {
    const struct anneaux *anneaux = anneaux_of(position);
    char place[SCENE_NAME];
    for (int player = 0; player < anneaux_players(rules); player++) {
        const int held = anneaux->reserve[player], lost = ANNEAUX_PAWNS - held - anneaux_on_board(anneaux, player);
        for (uint32_t rest = anneaux->pawns[player]; rest != 0; rest &= rest - 1) {
            const int cell = __builtin_ctz(rest);
            cell_name(place, cell);
            scene_add(scene, kind, player + 1, place, 0)->spent = anneaux->spent >> cell & 1;
        }
        place_of(place, reserve, player + 1);
        for (int level = 0; level < held; level++)
            scene_add(scene, kind, player + 1, place, level);
        place_of(place, out, player + 1);
        for (int level = 0; level < lost; level++)
            scene_add(scene, kind, player + 1, place, level);
    }
}

/* All pawns of a ring at once: each takes the place of the next. */
static void ring_travel(int ring, int direction, struct scene *scene, struct scene_motion *motion) {
    const struct scene before = *scene;
    for (int sector = 0; sector < ANNEAUX_SECTORS; sector++) {
        const int next = (sector + (direction == 0 ? 1 : ANNEAUX_SECTORS - 1)) % ANNEAUX_SECTORS;
        char from[SCENE_NAME], to[SCENE_NAME];
        cell_name(from, ring * ANNEAUX_SECTORS + sector);
        cell_name(to, ring * ANNEAUX_SECTORS + next);
        motion_touch(motion, from);
        const int piece = scene_find(&before, from, NULL, 0);
        if (piece >= 0)
            scene_put(&scene->piece[piece], to, 0);
    }
}

/* A pawn is taken; with it goes the reserve of a player it eliminates. */
static void take_travel(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                        struct scene *scene) {
    struct tab_position next = *position;
    char place[SCENE_NAME], lost[SCENE_NAME];
    tab_position_play(rules, &next, move);
    cell_name(place, anneaux_move_to(move));
    const int taken = scene_find(scene, place, NULL, 0), owner = scene->piece[taken].player - 1;
    place_of(lost, out, owner + 1);
    scene_drop(scene, taken, lost);
    place_of(place, reserve, owner + 1);
    for (int level = scene_height(scene, place, NULL) - 1; level >= anneaux_of(&next)->reserve[owner]; level--)
        scene_drop(scene, scene_find(scene, place, NULL, level), lost);
}

static void anneaux_travel(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                           struct scene *scene, struct scene_motion *motion) {
    char from[SCENE_NAME], to[SCENE_NAME];
    switch (anneaux_move_kind(move)) {
    case ANNEAUX_PLACE:
        place_of(from, reserve, anneaux_of(position)->mover + 1);
        cell_name(to, anneaux_move_to(move));
        scene_put(&scene->piece[scene_find(scene, from, NULL, scene_height(scene, from, NULL) - 1)], to, 0);
        break;
    case ANNEAUX_MOVE:
        cell_name(from, anneaux_move_from(move));
        cell_name(to, anneaux_move_to(move));
        scene_put(&scene->piece[scene_find(scene, from, NULL, 0)], to, 0);
        break;
    case ANNEAUX_TURN: ring_travel(anneaux_move_from(move), anneaux_move_to(move), scene, motion); break;
    case ANNEAUX_TAKE: take_travel(rules, position, move, scene); break;
    case ANNEAUX_PASS:
    case ANNEAUX_KIND_COUNT: break;
    }
}

/* ---- Drafts --------------------------------------------------------------------------------------------------- */

static int anneaux_fields(const struct tab_rules *rules, const struct tab_position *position,
                          struct scene_field field[SCENE_FIELDS_MAX]) {
    const struct anneaux *anneaux = anneaux_of(position);
    const int players = anneaux_players(rules);
    char due[SCENE_VALUE];
    struct text text = text_begin(due, sizeof due);
    for (int i = 1; i < players; i++) {
        const int owner = (anneaux->mover + i) % players;
        for (int count = 0; count < anneaux->due[owner]; count++)
            text_number(&text, owner + 1);
    }
    if (text.length == 0)
        text_char(&text, '-');
    text_end(&text);
    field[0] = field_player(rules, position);
    field_choice(&field[0], "=", N_("drawn"));
    field[1] = field_text("turned", N_("ring turned last"), rings[anneaux->turned]);
    for (int ring = 0; ring <= ANNEAUX_NOT_TURNED; ring++)
        field_choice(&field[1], rings[ring], ring < ANNEAUX_NOT_TURNED ? NULL : N_("no ring yet"));
    field[2] = field_text("due", N_("pawns to take now, by owner"), due);
    return 3;
}

static void board_write(const struct scene *scene, struct text *text) {
    for (int cell = 0; cell < ANNEAUX_CELLS; cell++) {
        char place[SCENE_NAME];
        cell_name(place, cell);
        const int found = scene_find(scene, place, NULL, 0);
        const struct scene_piece *piece = &scene->piece[found >= 0 ? found : 0];
        if (cell > 0 && cell % ANNEAUX_SECTORS == 0)
            text_char(text, '/');
        text_char(text, found < 0 ? '.' : (char)((piece->spent ? 'A' : '1') + piece->player - 1));
    }
}

/* The reserve of a player who has too few pawns left counts no more. */
static void reserve_write(const struct scene *scene, int player, struct text *text) {
    int board = 0, held = 0;
    for (int i = 0; i < scene->count; i++) {
        if (scene->piece[i].player != player)
            continue;
        board += is_cell(scene->piece[i].place);
        held += scene->piece[i].place[0] == reserve[0];
    }
    if (board + held <= ANNEAUX_OUT)
        text_char(text, 'x');
    else
        text_number(text, held);
}

static void anneaux_write(const struct tab_rules *rules, const struct scene_draft *draft, const char *status,
                          struct text *text) {
    board_write(&draft->scene, text);
    text_char(text, ' ');
    text_string(text, status);
    for (int player = 1; player <= anneaux_players(rules); player++) {
        text_char(text, player == 1 ? ' ' : ',');
        reserve_write(&draft->scene, player, text);
    }
    text_char(text, ' ');
    text_string(text, draft_value(draft, "turned"));
    text_char(text, ' ');
    text_string(text, draft_value(draft, "due"));
}

const struct scene_game anneaux_scene = {
    .pieces = anneaux_pieces,
    .travel = anneaux_travel,
    .on_board = is_cell,
    .fields = anneaux_fields,
    .write = anneaux_write,
    .statuses = "N N#",
};

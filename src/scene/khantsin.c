/* khantsin.c - the barons of Khan Tsin: a flight carries the top of a pile, in order or turned over. */
#include "scene.h"
#include "../rules/khantsin.h"

#include <string.h>

static const char *const kinds[KHANTSIN_COLOUR_COUNT] = {"red", "black", "white"};
static const char letters[] = "rbw", stock[] = "stock";

static bool khantsin_on_board(const char *place) { return strcmp(place, stock) != 0; }

static void khantsin_pieces(const struct tab_rules *rules, const struct tab_position *position, struct scene *scene) {
    (void)rules;
    const struct khantsin *khantsin = khantsin_of(position);
    int left[KHANTSIN_COLOUR_COUNT] = {KHANTSIN_OF_COLOUR, KHANTSIN_OF_COLOUR, KHANTSIN_OF_COLOUR};
    char place[SCENE_NAME];
    for (int square = 0; square < KHANTSIN_SQUARES; square++) {
        const uint32_t pile = khantsin_pile(khantsin, square);
        place_of(place, "", square + 1);
        for (int level = 0; level < khantsin_height(pile); level++) {
            const enum khantsin_colour colour = khantsin_baron(pile, level);
            scene_add(scene, kinds[colour], 0, place, level);
            left[colour]--;
        }
    }
    for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++)
        for (int level = 0; level < left[colour]; level++)
            scene_add(scene, kinds[colour], 0, stock, level);
}

/* Puts the top baron of a colour in the stock on a square. */
static void baron_place(struct scene *scene, enum khantsin_colour colour, int square) {
    char place[SCENE_NAME];
    const int top = scene_height(scene, stock, kinds[colour]) - 1;
    place_of(place, "", square + 1);
    scene_put(&scene->piece[scene_find(scene, stock, kinds[colour], top)], place, 0);
}

/* The last baron of the set-up brings the white ones with it. */
static void setup_travel(const struct tab_position *position, int square, struct scene *scene) {
    const struct khantsin *khantsin = khantsin_of(position);
    const uint64_t free = KHANTSIN_BOARD & ~khantsin_occupied(khantsin) & ~(UINT64_C(1) << square);
    baron_place(scene, khantsin->mover == 0 ? KHANTSIN_RED : KHANTSIN_BLACK, square);
    if (__builtin_popcountll(free) != KHANTSIN_OF_COLOUR)
        return;
    for (uint64_t rest = free; rest != 0; rest &= rest - 1)
        baron_place(scene, KHANTSIN_WHITE, __builtin_ctzll(rest));
}

static void flight_travel(const struct tab_position *position, tab_move move, struct scene *scene) {
    const struct khantsin *khantsin = khantsin_of(position);
    const int from = khantsin_move_from(move), to = khantsin_move_to(move), taken = khantsin_move_taken(move);
    const int left = khantsin_height(khantsin_pile(khantsin, from)) - taken;
    const int below = khantsin_height(khantsin_pile(khantsin, to)), all = below + taken;
    const unsigned flips = khantsin_move_flips(move);
    char leaving[SCENE_NAME], landing[SCENE_NAME];
    place_of(leaving, "", from + 1);
    place_of(landing, "", to + 1);
    for (int i = 0; i < scene->count; i++) {
        struct scene_piece *piece = &scene->piece[i];
        const bool carried = strcmp(piece->place, leaving) == 0 && piece->level >= left;
        if (!carried && strcmp(piece->place, landing) != 0)
            continue;
        const int order = piece->level - left;
        int level = carried ? below + (flips & KHANTSIN_INVERTED ? taken - 1 - order : order) : piece->level;
        scene_put(piece, landing, flips & KHANTSIN_RETURNED ? all - 1 - level : level);
    }
}

static void khantsin_travel(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                            struct scene *scene, struct scene_motion *motion) {
    (void)rules, (void)motion;
    switch (khantsin_move_kind(move)) {
    case KHANTSIN_FLY: flight_travel(position, move, scene); break;
    case KHANTSIN_PLACE: setup_travel(position, khantsin_move_to(move), scene); break;
    case KHANTSIN_PASS:
    case KHANTSIN_KIND_COUNT: break;
    }
}

/* ---- Drafts --------------------------------------------------------------------------------------------------- */

static int khantsin_fields(const struct tab_rules *rules, const struct tab_position *position,
                           struct scene_field field[SCENE_FIELDS_MAX]) {
    field[0] = field_player(rules, position);
    if (field[0].value[0] == '=')
        field[0].value[0] = '1'; /* whoever is chosen, the board says that nobody can move */
    return 1;
}

static void khantsin_write(const struct tab_rules *rules, const struct scene_draft *draft, const char *status,
                           struct text *text) {
    (void)rules;
    const struct scene *scene = &draft->scene;
    for (int square = 0; square < KHANTSIN_SQUARES; square++) {
        char place[SCENE_NAME];
        place_of(place, "", square + 1);
        int piece = scene_find(scene, place, NULL, 0);
        if (piece < 0)
            text_char(text, '-');
        for (int level = 1; piece >= 0; level++) {
            for (int colour = 0; colour < KHANTSIN_COLOUR_COUNT; colour++)
                if (strcmp(scene->piece[piece].kind, kinds[colour]) == 0)
                    text_char(text, letters[colour]);
            piece = scene_find(scene, place, NULL, level);
        }
        text_char(text, square < KHANTSIN_SQUARES - 1 ? '/' : ' ');
    }
    text_string(text, status);
}

const struct scene_game khantsin_scene = {
    .pieces = khantsin_pieces,
    .travel = khantsin_travel,
    .on_board = khantsin_on_board,
    .fields = khantsin_fields,
    .write = khantsin_write,
    .statuses = "N N# = 1 2",
};

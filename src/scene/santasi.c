/* santasi.c - the cylinders of San Ta Si: each comes from the stock of its colour and size. */
#include "scene.h"
#include "../rules/santasi.h"

#include <string.h>

static const char *const kinds[SANTASI_SIZES] = {"A", "B", "C", "D", "E"};
static const char colours[] = "bs";

static void stock_name(char place[SCENE_NAME], int colour, int size) {
    place[0] = colours[colour];
    place[1] = kinds[size][0];
    place[2] = '\0';
}

static bool santasi_on_board(const char *place) { return place[1] == '\0'; }

static void column_add(const struct tab_rules *rules, const struct santasi *santasi, int column, struct scene *scene) {
    const struct santasi_set *set = santasi_set_of(rules);
    const int size = santasi_size(column), height = set->height[size];
    const int cylinders = santasi_cylinders(santasi, column), visible = santasi_visible(set, santasi, column);
    char place[SCENE_NAME];
    place_of(place, "", santasi_site(column) + 1);
    for (int level = 0; level < cylinders; level++) {
        const int player = (int)santasi_cylinder(santasi, column, level) + 1;
        struct scene_piece *piece = scene_add(scene, kinds[size], player, place, level);
        piece->base = level * height;
        piece->top = piece->base + height;
        piece->visible = level >= cylinders - visible;
    }
}

static void santasi_pieces(const struct tab_rules *rules, const struct tab_position *position, struct scene *scene) {
    const struct santasi *santasi = santasi_of(position);
    const struct santasi_set *set = santasi_set_of(rules);
    char place[SCENE_NAME];
    for (int column = 0; column < SANTASI_COLUMNS; column++)
        column_add(rules, santasi, column, scene);
    for (int colour = 0; colour < SANTASI_COLOUR_COUNT; colour++) {
        for (int size = 0; size < SANTASI_SIZES; size++) {
            stock_name(place, colour, size);
            for (int level = 0; level < santasi_left(santasi, (enum santasi_colour)colour, size); level++)
                scene_add(scene, kinds[size], colour + 1, place, level)->top = set->height[size];
        }
    }
}

static void santasi_travel(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                           struct scene *scene, struct scene_motion *motion) {
    (void)rules, (void)position, (void)motion;
    const int column = santasi_move_column(move), size = santasi_size(column);
    char stock[SCENE_NAME], tower[SCENE_NAME];
    stock_name(stock, (int)santasi_move_colour(move), size);
    place_of(tower, "", santasi_site(column) + 1);
    scene_drop(scene, scene_find(scene, stock, NULL, scene_height(scene, stock, NULL) - 1), tower);
}

/* ---- Drafts --------------------------------------------------------------------------------------------------- */

static int santasi_fields(const struct tab_rules *rules, const struct tab_position *position,
                          struct scene_field field[SCENE_FIELDS_MAX]) {
    (void)rules, (void)position, (void)field;
    return 0; /* the towers say whose turn it is, and who has won */
}

static void santasi_write(const struct tab_rules *rules, const struct scene_draft *draft, const char *status,
                          struct text *text) {
    (void)rules;
    const struct scene *scene = &draft->scene;
    for (int site = 0; site < SANTASI_SITES; site++) {
        char place[SCENE_NAME];
        place_of(place, "", site + 1);
        for (int size = 0; size < SANTASI_SIZES; size++) {
            int piece = scene_find(scene, place, kinds[size], 0);
            if (piece < 0)
                text_char(text, '-');
            for (int level = 1; piece >= 0; level++) {
                text_char(text, scene->piece[piece].player == 1 ? colours[SANTASI_BLUE] : colours[SANTASI_SILVER]);
                piece = scene_find(scene, place, kinds[size], level);
            }
            if (size < SANTASI_SIZES - 1)
                text_char(text, ',');
        }
        text_char(text, site < SANTASI_SITES - 1 ? '/' : ' ');
    }
    text_string(text, status);
}

const struct scene_game santasi_scene = {
    .pieces = santasi_pieces,
    .travel = santasi_travel,
    .on_board = santasi_on_board,
    .fields = santasi_fields,
    .write = santasi_write,
    .statuses = "1 2 1# 2# =",
};

/* page.c - arguments and answers, and what several of them hold. */
#include "page.h"
#include "../scene/scene.h"

#include <stdlib.h>
#include <string.h>

/* ---- Arguments ------------------------------------------------------------------------------------------------ */

/* Room for an argument and the zero that ends it; the page gives it back with `free`. */
PAGE_EXPORT("room") void *page_room(size_t size);
void *page_room(size_t size) { return malloc(size); }

PAGE_EXPORT("free") void page_free(void *room);
void page_free(void *room) { free(room); }

static char *part_next(char **rest, char end) {
    char *part = *rest, *found = strchr(part, end);
    if (found != NULL)
        *found++ = '\0';
    *rest = found != NULL ? found : part + strlen(part);
    return part;
}

char *page_line(char **rest) { return part_next(rest, '\n'); }

char *page_word(char **rest) {
    while (**rest == ' ')
        (*rest)++;
    return **rest != '\0' ? part_next(rest, ' ') : NULL;
}

int64_t page_number(const char *text) {
    const bool negative = *text == '-';
    int64_t number = 0;
    for (text += negative; *text >= '0' && *text <= '9' && number < INT64_MAX / 10 - 1; text++)
        number = number * 10 + (*text - '0');
    return *text != '\0' ? 0 : negative ? -number : number;
}

bool page_number_within(const char *text, int64_t least, int64_t most, int64_t *number) {
    enum { DIGITS_MAX = 18 };
    const size_t digits = strlen(text) - (*text == '-');
    if (digits == 0 || digits > DIGITS_MAX || strspn(text + (*text == '-'), "0123456789") != digits)
        return false;
    *number = page_number(text);
    return *number >= least && *number <= most;
}

bool page_rules_read(char **rest, struct tab_rules *rules, struct json *json) {
    struct tab_error error;
    const char *spec = page_line(rest);
    if (tab_rules_parse(rules, spec, &error))
        return true;
    page_bad(json, &error, "spec", spec);
    return false;
}

/* Plays the moves of a line; an error is at the number of the move. */
static bool moves_play(struct tab_match *match, char *line, struct json *json) {
    const struct tab_rules *rules = tab_match_rules(match);
    struct tab_error error;
    tab_move move;
    const char *word;
    for (size_t count = 0; (word = page_word(&line)) != NULL; count++) {
        if (!tab_move_parse(rules, tab_match_position(match), word, &move, &error)) {
            error.at = count;
            page_bad(json, &error, "moves", NULL);
            return false;
        }
        if (!tab_match_play(match, move)) {
            page_bad_memory(json);
            return false;
        }
    }
    return true;
}

struct page_game page_game_read(char **rest, struct json *json) {
    struct page_game game = {.match = NULL};
    struct tab_position first;
    struct tab_error error;
    if (!page_rules_read(rest, &game.rules, json))
        return game;
    const char *position = page_line(rest);
    if (*position != '\0' && !tab_position_parse(&game.rules, position, &first, &error)) {
        page_bad(json, &error, "position", position);
        return game;
    }
    struct tab_match *match = tab_match_new(&game.rules, *position != '\0' ? &first : NULL);
    if (match == NULL) {
        page_bad_memory(json);
        return game;
    }
    if (moves_play(match, page_line(rest), json))
        game.match = match;
    else
        tab_match_free(match);
    return game;
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

struct json *page_answer(void) {
    static struct json answer;
    json_clear(&answer);
    return &answer;
}

const char *page_done(struct json *json) { return json->failed ? "" : json->bytes; }

void page_good(struct json *json) {
    json_open(json, '{');
    json_member_bool(json, "ok", true);
    json_key(json, "value");
}

const char *page_good_done(struct json *json) {
    json_close(json, '}');
    return page_done(json);
}

/* Where a byte of a text is for the page, which counts in units of UTF-16. */
static size_t unit_of(const char *text, size_t at) {
    size_t units = 0;
    for (size_t i = 0; i < at && text[i] != '\0'; i++)
        units += ((unsigned char)text[i] & 0xC0) != 0x80 ? ((unsigned char)text[i] >= 0xF0 ? 2 : 1) : 0;
    return units;
}

const char *page_bad(struct json *json, const struct tab_error *error, const char *part, const char *text) {
    char message[TAB_ERROR_TEXT];
    translate_error(error, message, sizeof message);
    json_clear(json);
    json_open(json, '{');
    json_member_bool(json, "ok", false);
    json_member_string(json, "message", message);
    json_member_number(json, "at", (int64_t)(text != NULL ? unit_of(text, error->at) : error->at));
    json_member_string(json, "part", part);
    json_close(json, '}');
    return page_done(json);
}

const char *page_bad_memory(struct json *json) {
    struct tab_error error;
    error_set(&error, 0, N_("there is not enough memory"), NULL, NULL);
    return page_bad(json, &error, "memory", NULL);
}

/* ---- Values --------------------------------------------------------------------------------------------------- */

void page_move(struct json *json, const struct tab_rules *rules, const struct tab_position *position, tab_move move) {
    char text[TAB_MOVE_TEXT];
    tab_move_format(rules, position, move, text, sizeof text);
    json_string(json, text);
}

void page_position(struct json *json, const struct tab_rules *rules, const struct tab_position *position) {
    char text[TAB_POSITION_TEXT];
    tab_position_format(rules, position, text, sizeof text);
    json_string(json, text);
}

static void piece_write(struct json *json, const struct scene_piece *piece) {
    const char facing[] = {piece->facing, '\0'};
    json_open(json, '{');
    json_member_string(json, "kind", piece->kind);
    json_member_number(json, "player", piece->player);
    json_member_string(json, "place", piece->place);
    json_member_number(json, "level", piece->level);
    json_member_string(json, "facing", facing);
    json_member_bool(json, "spent", piece->spent);
    json_member_bool(json, "visible", piece->visible);
    json_member_number(json, "base", piece->base);
    json_member_number(json, "top", piece->top);
    json_close(json, '}');
}

void page_pieces(struct json *json, const struct scene *scene) {
    json_open(json, '[');
    for (int i = 0; i < scene->count; i++)
        piece_write(json, &scene->piece[i]);
    json_close(json, ']');
}

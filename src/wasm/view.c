/* view.c - a game at some point: everything that a page shows of it. */
#include "page.h"
#include "../draw/draw.h"
#include "../hand/hand.h"
#include "../scene/scene.h"

#include <stdlib.h>
#include <string.h>

/* ---- Parts ---------------------------------------------------------------------------------------------------- */

static void result_write(struct json *json, const struct tab_match *match) {
    const struct tab_rules *rules = tab_match_rules(match);
    struct tab_result result;
    tab_match_result(match, &result);
    json_key(json, "result");
    json_open(json, '{');
    json_member_bool(json, "over", result.over);
    json_member_number(json, "winner", result.winner);
    json_key(json, "payoff");
    json_open(json, '[');
    for (int i = 0; i < tab_rules_players(rules); i++)
        json_decimal(json, result.over ? result.payoff[i] : 0);
    json_close(json, ']');
    json_member_string(json, "reason", result.reason != NULL ? result.reason : "");
    json_close(json, '}');
}

/* Players who take no part any more in what the game comes to. */
static void out_write(struct json *json, const struct tab_rules *rules, const struct tab_position *position) {
    json_key(json, "out");
    json_open(json, '[');
    for (int player = 1; player <= tab_rules_players(rules); player++)
        if (!rules->game->shares(rules, position, player))
            json_number(json, player);
    json_close(json, ']');
}

static void scores_write(struct json *json, const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_score lines[TAB_SCORES_MAX];
    const int count = tab_position_score(rules, position, lines);
    json_key(json, "scores");
    json_open(json, '[');
    for (int i = 0; i < count; i++) {
        json_open(json, '{');
        json_member_string(json, "label", lines[i].label);
        json_member_number(json, "number", lines[i].number);
        json_key(json, "values");
        json_open(json, '[');
        for (int player = 0; player < tab_rules_players(rules); player++)
            json_number(json, lines[i].value[player]);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void choice_write(struct json *json, const struct tab_rules *rules, const struct tab_position *position,
                         tab_move move) {
    struct step steps[STEPS_MAX];
    char text[TAB_MOVE_TEXT];
    tab_move_format(rules, position, move, text, sizeof text);
    const int count = hand_game_of(rules)->split(rules, position, text, steps);
    json_open(json, '{');
    json_member_string(json, "move", text);
    json_key(json, "steps");
    json_open(json, '[');
    for (int i = 0; i < count; i++) {
        json_open(json, '{');
        json_member_string(json, "name", steps[i].name);
        json_member_bool(json, "item", steps[i].item);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void choices_write(struct json *json, const struct tab_rules *rules, const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(rules, position, moves);
    json_key(json, "choices");
    json_open(json, '[');
    for (int i = 0; i < count; i++)
        choice_write(json, rules, position, moves[i]);
    json_close(json, ']');
}

static void pieces_write(struct json *json, const char *key, const struct tab_rules *rules,
                         const struct tab_position *position) {
    struct scene scene;
    scene_pieces(rules, position, &scene);
    json_key(json, key);
    page_pieces(json, &scene);
}

static void last_write(struct json *json, const struct tab_match *match) {
    const struct tab_rules *rules = tab_match_rules(match);
    const int ply = tab_match_ply(match) - 1;
    json_key(json, "last");
    if (ply < 0) {
        json_null(json);
        return;
    }
    const struct tab_position *before = tab_match_position_at(match, ply);
    const tab_move move = tab_match_move_at(match, ply);
    struct scene_motion motion;
    scene_follow(rules, before, move, &motion);
    json_open(json, '{');
    json_key(json, "move");
    page_move(json, rules, before, move);
    json_member_number(json, "player", tab_position_player(rules, before));
    json_key(json, "motion");
    json_open(json, '[');
    for (int i = 0; i < motion.count; i++)
        json_number(json, motion.to[i]);
    json_close(json, ']');
    json_key(json, "places");
    json_open(json, '[');
    for (int i = 0; i < motion.places; i++)
        json_string(json, motion.place[i]);
    json_close(json, ']');
    pieces_write(json, "before", rules, before);
    json_close(json, '}');
}

/* Whether a set-up is under way that can be completed at random. */
static bool in_setup(const struct tab_rules *rules, const struct tab_position *position) {
    struct tab_position dealt = *position;
    struct tab_random random;
    tab_random_seed(&random, 0);
    return tab_random_deal(&random, rules, &dealt);
}

static struct draw_view view_of(const struct tab_match *match) {
    const int ply = tab_match_ply(match) - 1;
    struct draw_view view = {.translate = translate};
    struct tab_result result;
    tab_match_result(match, &result);
    view.reason = result.reason;
    if (ply >= 0) {
        view.before = tab_match_position_at(match, ply);
        view.last = tab_match_move_at(match, ply);
    }
    return view;
}

static void words_write(struct json *json, const struct tab_match *match) {
    char words[DRAW_WORDS];
    const struct draw_view view = view_of(match);
    draw_words(tab_match_rules(match), tab_match_position(match), &view, words, sizeof words);
    json_member_string(json, "words", words);
}

static void at_write(struct json *json, const struct tab_match *match) {
    const struct tab_rules *rules = tab_match_rules(match);
    const struct tab_position *first = tab_match_position_at(match, 0);
    struct tab_position start;
    char spec[TAB_SPEC_TEXT];
    tab_rules_format(rules, spec, sizeof spec);
    tab_position_start(rules, &start);
    json_key(json, "at");
    json_open(json, '{');
    json_member_string(json, "spec", spec);
    json_key(json, "first");
    if (memcmp(first, &start, sizeof start) == 0)
        json_string(json, "");
    else
        page_position(json, rules, first);
    json_key(json, "moves");
    json_open(json, '[');
    for (int ply = 0; ply < tab_match_ply(match); ply++)
        page_move(json, rules, tab_match_position_at(match, ply), tab_match_move_at(match, ply));
    json_close(json, ']');
    json_close(json, '}');
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

PAGE_EXPORT("view") const char *page_view(char *argument);
const char *page_view(char *argument) {
    struct json *json = page_answer();
    const struct page_game game = page_game_read(&argument, json);
    if (game.match == NULL)
        return page_done(json);
    const struct tab_position *position = tab_match_position(game.match);
    page_good(json);
    json_open(json, '{');
    at_write(json, game.match);
    json_key(json, "position");
    page_position(json, &game.rules, position);
    json_member_number(json, "player", tab_position_player(&game.rules, position));
    json_member_number(json, "players", tab_rules_players(&game.rules));
    out_write(json, &game.rules, position);
    result_write(json, game.match);
    scores_write(json, &game.rules, position);
    choices_write(json, &game.rules, position);
    pieces_write(json, "pieces", &game.rules, position);
    last_write(json, game.match);
    json_member_number(json, "occurrences", tab_match_occurrences(game.match));
    json_member_bool(json, "setup", in_setup(&game.rules, position));
    words_write(json, game.match);
    json_close(json, '}');
    tab_match_free(game.match);
    return page_good_done(json);
}

/* After the game comes a line with the steps chosen, separated by spaces; an item has a colon before it. */
PAGE_EXPORT("prompt") const char *page_prompt(char *argument);
const char *page_prompt(char *argument) {
    struct json *json = page_answer();
    const struct page_game game = page_game_read(&argument, json);
    if (game.match == NULL)
        return page_done(json);
    struct step steps[STEPS_MAX];
    char *line = page_line(&argument), *word;
    int count = 0;
    while (count < STEPS_MAX - 1 && (word = page_word(&line)) != NULL && strlen(word) < STEP_NAME) {
        const bool item = word[0] == ':';
        step_set(&steps[count++], word + item, strlen(word + item), item);
    }
    const struct hand_game *hand = hand_game_of(&game.rules);
    page_good(json);
    json_string(json, translate(hand->prompt(&game.rules, tab_match_position(game.match), steps, count)));
    tab_match_free(game.match);
    return page_good_done(json);
}

/* After the game comes the seed. */
PAGE_EXPORT("deal") const char *page_deal(char *argument);
const char *page_deal(char *argument) {
    struct json *json = page_answer();
    const struct page_game game = page_game_read(&argument, json);
    if (game.match == NULL)
        return page_done(json);
    struct tab_position position = *tab_match_position(game.match);
    struct tab_random random;
    tab_random_seed(&random, (uint64_t)page_number(page_line(&argument)));
    page_good(json);
    json_open(json, '[');
    while (in_setup(&game.rules, &position)) {
        const tab_move move = tab_random_move(&random, &game.rules, &position);
        page_move(json, &game.rules, &position, move);
        tab_position_play(&game.rules, &position, move);
    }
    json_close(json, ']');
    tab_match_free(game.match);
    return page_good_done(json);
}

enum { PERFT_MAX = 100 };

/* After the game comes the depth; the count is a string, for it may be greater than the page's numbers. */
PAGE_EXPORT("perft") const char *page_perft(char *argument);
const char *page_perft(char *argument) {
    struct json *json = page_answer();
    const struct page_game game = page_game_read(&argument, json);
    if (game.match == NULL)
        return page_done(json);
    int64_t depth;
    if (!page_number_within(page_line(&argument), 0, PERFT_MAX, &depth)) {
        struct tab_error error;
        tab_match_free(game.match);
        error_set_number(&error, 0, N_("the number is greater than {1}"), PERFT_MAX, 0);
        return page_bad(json, &error, "depth", NULL);
    }
    const uint64_t count = tab_perft(&game.rules, tab_match_position(game.match), (int)depth);
    page_good(json);
    json_count(json, count);
    tab_match_free(game.match);
    return page_good_done(json);
}

/* After the game comes `turned` for a picture from the other side. */
PAGE_EXPORT("svg") const char *page_svg(char *argument);
const char *page_svg(char *argument) {
    struct json *json = page_answer();
    const struct page_game game = page_game_read(&argument, json);
    if (game.match == NULL)
        return page_done(json);
    const struct tab_position *position = tab_match_position(game.match);
    struct draw_view view = view_of(game.match);
    view.turned = strcmp(page_line(&argument), "turned") == 0;
    const size_t length = draw_svg(&game.rules, position, &view, NULL, 0);
    char *picture = malloc(length + 1);
    if (picture != NULL) {
        draw_svg(&game.rules, position, &view, picture, length + 1);
        page_good(json);
        json_string(json, picture);
        page_good_done(json);
    } else {
        page_bad_memory(json);
    }
    free(picture);
    tab_match_free(game.match);
    return page_done(json);
}

/* engine.c - the engine for the page: engines by handle, and what they think. */
#include "../engine/brain.h"
#include "../engine/engine.h"
#include "../engine/knowledge.h"
#include "../engine/turns.h"
#include "../rules/registry.h"
#include "engine.h"
#include "page.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NEWS_EVERY_MS = 40 };
static const int64_t forever_ms = INT64_C(1) << 50; /* a limit all the same, so that the search looks at the clock */

struct page_engine {
    struct tab_engine *engine;
    struct tab_engine_options options;
};

static struct tab_engine *thinking; /* NULL: none */

void page_engine_stop(void) {
    if (thinking != NULL)
        tab_engine_stop(thinking);
}

PAGE_EXPORT("engine_free") void page_engine_free(struct page_engine *engine);
void page_engine_free(struct page_engine *engine) {
    if (engine == NULL)
        return;
    tab_engine_free(engine->engine);
    free(engine);
}

PAGE_EXPORT("engine_new") struct page_engine *page_engine_new(int mib);
struct page_engine *page_engine_new(int mib) {
    struct page_engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    tab_engine_defaults(&engine->options);
    engine->options.hash_mib = mib;
    engine->engine = tab_engine_new(&engine->options);
    if (engine->engine != NULL)
        return engine;
    page_engine_free(engine);
    return NULL;
}

PAGE_EXPORT("engine_clear") void page_engine_clear(struct page_engine *engine);
void page_engine_clear(struct page_engine *engine) { tab_engine_clear(engine->engine); }

/* Gives an engine San Ta Si's book, in room that is the engine's from now on. */
PAGE_EXPORT("engine_book") bool page_engine_book(struct page_engine *engine, unsigned char *bytes, size_t size);
bool page_engine_book(struct page_engine *engine, unsigned char *bytes, size_t size) {
    struct tab_rules rules;
    struct tab_knowledge *knowledge = tab_knowledge_new();
    if (knowledge == NULL || !tab_rules_parse(&rules, "santasi", NULL)) {
        free(bytes);
        return false;
    }
    const bool good = knowledge_take_book(knowledge, &rules, bytes, size, NULL);
    if (good)
        tab_engine_use(engine->engine, knowledge);
    tab_knowledge_free(knowledge);
    return good;
}

/* ---- Weights -------------------------------------------------------------------------------------------------- */

static bool weighed[GAME_COUNT]; /* games whose weights are there */

/* Takes the weights of a game's evaluation, as weights.mjs writes them; false when they are not those. */
PAGE_EXPORT("weights_take") bool page_weights_take(const char *id, const unsigned char *bytes, size_t size);
bool page_weights_take(const char *id, const unsigned char *bytes, size_t size) {
    const struct tab_game *game = tab_game_find(id);
    const struct brain *brain = game != NULL ? brain_of(game) : NULL;
    if (brain == NULL || size != (size_t)brain->kept_count * (size_t)brain->kept_bits / CHAR_BIT)
        return false;
    memcpy((void *)brain->kept, bytes, size);
    return weighed[game_index(game)] = true;
}

/* ---- News ----------------------------------------------------------------------------------------------------- */

/* What has been found so far. */
struct search {
    const struct tab_rules *rules;
    const struct tab_position *position;
    struct json json;
    int64_t told; /* when news was told last */
    int lines;
    struct tab_line line[TAB_LINES_MAX];
    bool many; /* more than two players: what each can expect is known */
    double payoff[TAB_PLAYERS_MAX];
};

static void moves_write(struct json *json, const struct search *search, const struct tab_line *line) {
    struct tab_position position = *search->position;
    json_key(json, "moves");
    json_open(json, '[');
    for (int i = 0; i < line->length && tab_position_legal(search->rules, &position, line->moves[i]); i++) {
        page_move(json, search->rules, &position, line->moves[i]);
        tab_position_play(search->rules, &position, line->moves[i]);
    }
    json_close(json, ']');
}

static void line_write(struct json *json, const struct search *search, const struct tab_line *line, int depth) {
    json_open(json, '{');
    json_member_number(json, "centi", line->centi);
    json_member_number(json, "mate", line->mate);
    json_member_bool(json, "proven", line->proven);
    json_member_bool(json, "atMost", line->bound != TAB_EXACT);
    json_member_number(json, "depth", depth);
    moves_write(json, search, line);
    json_member_number(json, "turns", line->mate != 0 ? turns_of_line(search->rules, search->position, line) : 0);
    json_close(json, '}');
}

static void news_write(struct json *json, const struct search *search, int depth, uint64_t nodes,
                       int64_t milliseconds) {
    json_open(json, '{');
    json_member_number(json, "depth", depth);
    json_member_number(json, "nodes", (int64_t)nodes);
    json_member_number(json, "ms", milliseconds);
    json_key(json, "lines");
    json_open(json, '[');
    for (int i = 0; i < search->lines; i++)
        line_write(json, search, &search->line[i], depth);
    json_close(json, ']');
    json_key(json, "chances");
    json_open(json, '[');
    for (int i = 0; search->many && i < tab_rules_players(search->rules); i++)
        json_decimal(json, search->payoff[i]);
    json_close(json, ']');
    json_close(json, '}');
}

/* Notes a line. A move that has become better changes places with the one that was there. */
static void line_put(struct search *search, int index, const struct tab_line *line) {
    for (int i = index + 1; i < search->lines; i++)
        if (search->line[i].moves[0] == line->moves[0])
            search->line[i] = search->line[index];
    search->line[index] = *line;
    if (index >= search->lines)
        search->lines = index + 1;
}

static void news_tell(void *context, const struct tab_info *info) {
    struct search *search = context;
    if (info->index >= TAB_LINES_MAX || (info->line->bound != TAB_EXACT && !info->line->proven))
        return;
    line_put(search, info->index, info->line);
    if (search->many && info->payoff != NULL)
        memcpy(search->payoff, info->payoff, sizeof search->payoff);
    if (info->milliseconds - search->told < NEWS_EVERY_MS)
        return;
    search->told = info->milliseconds;
    json_clear(&search->json);
    news_write(&search->json, search, info->depth, info->nodes, info->milliseconds);
    if (!search->json.failed)
        page_news(search->json.bytes);
}

/* ---- Thinking ------------------------------------------------------------------------------------------------- */

/* A number between limits. */
static int number_within(const char *text, int least, int most) {
    const int64_t number = page_number(text);
    return number < least ? least : number > most ? most : (int)number;
}

/* Reads level, milliseconds, nodes, depth, lines, seed, each on a line; 0 is no limit. */
static bool request_read(char **rest, struct page_engine *engine, struct tab_limits *limits) {
    struct tab_engine_options options = engine->options;
    options.level = number_within(page_line(rest), 1, TAB_LEVEL_MAX);
    *limits = (struct tab_limits){.move_ms = page_number(page_line(rest))};
    limits->nodes = (uint64_t)page_number(page_line(rest));
    limits->depth = number_within(page_line(rest), 0, 1000);
    options.lines = number_within(page_line(rest), 1, TAB_LINES_MAX);
    options.seed = (uint64_t)page_number(page_line(rest));
    if (limits->move_ms <= 0 && limits->nodes == 0 && limits->depth == 0)
        limits->move_ms = forever_ms;
    return tab_engine_configure(engine->engine, &options);
}

/* Thinks about a game that is not over. The request comes after the game. */
static const char *game_think(struct page_engine *engine, const struct page_game *game, char *request,
                              struct search *search, struct tab_thought *thought, struct json *json) {
    struct tab_limits limits;
    if (!request_read(&request, engine, &limits))
        return page_bad_memory(json);
    tab_engine_arm(engine->engine);
    thinking = engine->engine;
    tab_engine_think(thinking, &game->rules, search->position, tab_match_past(game->match), tab_match_ply(game->match),
                     &limits, news_tell, search, thought);
    thinking = NULL;
    search->lines = thought->lines;
    memcpy(search->line, thought->line, sizeof search->line);
    memcpy(search->payoff, thought->payoff, sizeof search->payoff);
    page_good(json);
    json_open(json, '{');
    json_key(json, "move");
    page_move(json, &game->rules, search->position, thought->move);
    json_key(json, "news");
    news_write(json, search, thought->depth, thought->nodes, thought->milliseconds);
    json_close(json, '}');
    return page_good_done(json);
}

PAGE_EXPORT("engine_think") const char *page_engine_think(struct page_engine *engine, char *argument);
const char *page_engine_think(struct page_engine *engine, char *argument) {
    struct json *json = page_answer();
    const struct page_game game = page_game_read(&argument, json);
    if (game.match == NULL)
        return page_done(json);
    struct search *search = calloc(1, sizeof *search);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_error error;
    if (search == NULL || thought == NULL) {
        page_bad_memory(json);
    } else if (!weighed[game_index(game.rules.game)]) {
        error_set(&error, 0, N_("the computer has not learnt this game yet: its weights are not loaded"), NULL, NULL);
        page_bad(json, &error, "spec", NULL);
    } else if (tab_position_player(&game.rules, tab_match_position(game.match)) == 0) {
        error_set(&error, 0, N_("the game is over"), NULL, NULL);
        page_bad(json, &error, "position", NULL);
    } else {
        search->rules = &game.rules;
        search->many = tab_rules_players(&game.rules) > 2;
        search->position = tab_match_position(game.match);
        search->told = -NEWS_EVERY_MS;
        game_think(engine, &game, argument, search, thought, json);
        free(search->json.bytes);
    }
    free(search);
    free(thought);
    tab_match_free(game.match);
    return page_done(json);
}

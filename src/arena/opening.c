/* opening.c - how games begin. */
#include "opening.h"
#include "../rules/game.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 1000 }; /* random openings tried before there is none */

/* Even openings: how many are compared, by searches of how many nodes, and which lead is too small to look further, in
 * hundredths of a logit. */
enum { EVEN_CHOICES = 32, EVEN_NODES = 20000, EVEN_DEPTH = 100, EVEN_ENOUGH = 5, EVEN_HASH_MIB = 1 };

static const char blanks[] = " \t\r\n";

/* ---- Reading -------------------------------------------------------------------------------------------------- */

bool openings_parse(struct openings *openings, const char *text, bool *listed, struct tab_error *error) {
    static const char random[] = "random:", even[] = "even:";
    *listed = false;
    if (strcmp(text, "start") == 0) {
        openings->kind = OPENINGS_START;
        return true;
    }
    const bool is_even = strncmp(text, even, strlen(even)) == 0;
    if (!is_even && strncmp(text, random, strlen(random)) != 0) {
        *listed = true;
        openings->kind = OPENINGS_LISTED;
        return true;
    }
    const size_t at = strlen(is_even ? even : random);
    const struct field range = {text + at, strlen(text + at), at};
    if (!text_read_range(&range, OPENING_PLIES_MAX, &openings->least, &openings->most, error))
        return false;
    openings->kind = is_even ? OPENINGS_EVEN : OPENINGS_RANDOM;
    return true;
}

/* Plays the moves of a text. Where it is wrong the match is left in the middle of it. */
static bool moves_play(struct tab_match *match, const char *text, struct tab_error *error) {
    size_t at = strspn(text, blanks);
    while (text[at] != '\0') {
        size_t length = strcspn(text + at, blanks);
        char word[64];
        tab_move move;
        if (length >= sizeof word)
            return error_set_span(error, at, N_("'{1}' is no move"), text + at, length);
        memcpy(word, text + at, length);
        word[length] = '\0';
        if (!tab_move_parse(tab_match_rules(match), tab_match_position(match), word, &move, error)) {
            if (error != NULL)
                error->at += at;
            return false;
        }
        if (!tab_match_play(match, move))
            return error_set(error, at, N_("out of memory"), NULL, NULL);
        at += length + strspn(text + at + length, blanks);
    }
    return true;
}

/* A match as a line of a file says: a position, or else moves. A bad line that begins with a legal move is bad as moves;
 * of another one the complaint is told that comes later in it. */
static struct tab_match *line_begin(const struct tab_rules *rules, const char *line, struct tab_error *error) {
    struct tab_position position;
    struct tab_error as_position = {0}, as_moves = {0};
    bool is_position = tab_position_parse(rules, line, &position, &as_position);
    struct tab_match *match = tab_match_new(rules, is_position ? &position : NULL);
    if (match == NULL) {
        error_set(error, 0, N_("out of memory"), NULL, NULL);
        return NULL;
    }
    if (!is_position && !moves_play(match, line, &as_moves)) {
        bool begins_well = as_moves.at >= strcspn(line, blanks);
        if (error != NULL)
            *error = begins_well || as_moves.at >= as_position.at ? as_moves : as_position;
        tab_match_free(match);
        return NULL;
    }
    if (tab_position_player(rules, tab_match_position(match)) != 0)
        return match;
    tab_match_free(match);
    error_set(error, 0, N_("the game is over after this opening"), NULL, NULL);
    return NULL;
}

bool openings_add(struct openings *openings, const struct tab_rules *rules, const char *line, struct tab_error *error) {
    size_t begin = strspn(line, blanks), end = strlen(line);
    while (end > begin && strchr(blanks, line[end - 1]) != NULL)
        end--;
    if (begin == end || strncmp(line + begin, "# ", 2) == 0 || (end == begin + 1 && line[begin] == '#'))
        return true;
    char *copy = strndup(line + begin, end - begin);
    char **lines = realloc(openings->lines, sizeof *lines * (size_t)(openings->line_count + 1));
    if (lines != NULL)
        openings->lines = lines;
    struct tab_match *match = NULL;
    if (copy == NULL || lines == NULL)
        error_set(error, 0, N_("out of memory"), NULL, NULL);
    else
        match = line_begin(rules, copy, error);
    if (match == NULL) {
        free(copy);
        if (error != NULL)
            error->at += begin;
        return false;
    }
    tab_match_free(match);
    openings->lines[openings->line_count++] = copy;
    return true;
}

void openings_free(struct openings *openings) {
    for (int i = 0; i < openings->line_count; i++)
        free(openings->lines[i]);
    free(openings->lines);
    *openings = (struct openings){0};
}

/* ---- Beginning ------------------------------------------------------------------------------------------------ */

/* Plays random moves; NULL when they end the game. */
static struct tab_match *random_try(const struct tab_rules *rules, struct tab_random *random, int plies) {
    struct tab_position first;
    tab_position_start(rules, &first);
    bool dealt = tab_random_deal(random, rules, &first);
    struct tab_match *match = tab_match_new(rules, dealt ? &first : NULL);
    for (int ply = 0; match != NULL && ply <= plies; ply++) {
        const struct tab_position *position = tab_match_position(match);
        bool over = tab_position_player(rules, position) == 0;
        if (over || (ply < plies && !tab_match_play(match, tab_random_move(random, rules, position)))) {
            tab_match_free(match);
            return NULL;
        }
    }
    return match;
}

static struct tab_match *random_begin(const struct openings *openings, const struct tab_rules *rules,
                                      struct tab_random *random) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        uint32_t span = (uint32_t)(openings->most - openings->least) + 1;
        struct tab_match *match = random_try(rules, random, openings->least + (int)tab_random_below(random, span));
        if (match != NULL)
            return match;
    }
    return NULL;
}

/* By how much one side is ahead, whichever. */
static int lead_of(struct tab_engine *engine, const struct tab_match *match, struct tab_thought *thought) {
    const struct tab_limits limits = {.nodes = EVEN_NODES, .depth = EVEN_DEPTH}; /* with a depth, no proofs are tried */
    tab_engine_clear(engine);
    tab_engine_think(engine, tab_match_rules(match), tab_match_position(match), NULL, 0, &limits, NULL, NULL, thought);
    return thought->line[0].mate != 0 ? INT_MAX : abs(thought->line[0].centi);
}

/* The most even of some random openings. */
static struct tab_match *even_begin(const struct openings *openings, const struct tab_rules *rules,
                                    struct tab_random *random) {
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = EVEN_HASH_MIB;
    struct tab_engine *engine = tab_engine_new(&options);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_match *best = NULL, *match;
    int least = 0;
    for (int i = 0; engine != NULL && thought != NULL && i < EVEN_CHOICES; i++) {
        if ((best != NULL && least <= EVEN_ENOUGH) || (match = random_begin(openings, rules, random)) == NULL)
            break;
        const int lead = lead_of(engine, match, thought);
        struct tab_match *worse = best != NULL && lead >= least ? match : best;
        if (worse != match) {
            best = match;
            least = lead;
        }
        tab_match_free(worse);
    }
    free(thought);
    tab_engine_free(engine);
    return best;
}

struct tab_match *opening_begin(const struct openings *openings, const struct tab_rules *rules, int64_t number) {
    struct tab_random random;
    tab_random_seed(&random, hash_mix(openings->seed, (uint64_t)number + 1));
    switch (openings->kind) {
    case OPENINGS_START: return tab_match_new(rules, NULL);
    case OPENINGS_RANDOM: return random_begin(openings, rules, &random);
    case OPENINGS_EVEN:
        return tab_rules_players(rules) == 2 ? even_begin(openings, rules, &random)
                                             : random_begin(openings, rules, &random);
    case OPENINGS_LISTED: return line_begin(rules, openings->lines[number % openings->line_count], NULL);
    }
    return NULL;
}

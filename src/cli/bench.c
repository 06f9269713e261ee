/* bench.c - how fast the rules of a game are, and a number that changes only when they do. */
#include "bench.h"
#include "../play/listing.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Rules from a spec of our own. */
static struct tab_rules rules_of(const char *spec) {
    struct tab_rules rules;
    bool good = tab_rules_parse(&rules, spec, NULL);
    assert(good);
    (void)good;
    return rules;
}

/* ---- Speeds --------------------------------------------------------------------------------------------------- */

/* What is measured, with depths that take about a second or less. A game that is not in this list is measured with its
 * default options and the greatest depth with at most LEAVES_MEASURED. */
static const struct {
    const char *game, *spec;
    int depth;
} measured[] = {
    {"siam", "siam", 5},
    {"santasi", "santasi", 6},
    {"khantsin", "khantsin:setup=striped", 4}, /* its set-up says nothing about the moves that follow */
    {"anneaux", "anneaux", 6},
};

enum {
    LEAVES_MEASURED = 100000000,
    BASELINE_NUMBERS = 100000000,
    PLAYOUT_LIMIT = 100000, /* moves of one random game */
    GAMES_A_CLOCK = 64,     /* random games played before the clock is read again: that takes as long as ten moves */
    SEED = 1
};

static const double measured_seconds = 1.0; /* at least, for perft and for random games */

/* Processor time of this program: other programs on the machine do not count. */
static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct bench_speed bench_baseline(void) {
    struct tab_random random;
    tab_random_seed(&random, SEED);
    double began = processor_seconds();
    for (int i = 0; i < BASELINE_NUMBERS; i++)
        tab_random_next(&random);
    return (struct bench_speed){BASELINE_NUMBERS, processor_seconds() - began};
}

/* Like tab_perft, but gives up soon after `limit` is passed. */
static uint64_t perft_within(const struct tab_rules *rules, const struct tab_position *position, int depth,
                             uint64_t limit) {
    if (depth <= 2)
        return tab_perft(rules, position, depth);
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    uint64_t sum = 0;
    for (int i = 0; i < count && sum <= limit; i++) {
        struct tab_position next = *position;
        tab_position_play(rules, &next, moves[i]);
        sum += perft_within(rules, &next, depth - 1, limit - sum);
    }
    return sum;
}

/* The greatest depth from the start with at most `limit` leaves. */
static int depth_within(const struct tab_rules *rules, uint64_t limit, uint64_t *leaves) {
    struct tab_position start;
    tab_position_start(rules, &start);
    int depth = 0;
    *leaves = 1;
    for (;;) {
        uint64_t next = perft_within(rules, &start, depth + 1, limit);
        if (next == 0 || next > limit)
            return depth;
        *leaves = next;
        depth++;
    }
}

struct tab_rules bench_rules(const struct tab_game *game) {
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
        if (strcmp(measured[i].game, tab_game_id(game)) == 0)
            return rules_of(measured[i].spec);
    return rules_of(tab_game_id(game));
}

int bench_depth(const struct tab_rules *rules) {
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
        if (strcmp(measured[i].game, tab_game_id(rules->game)) == 0)
            return measured[i].depth;
    uint64_t leaves;
    return depth_within(rules, LEAVES_MEASURED, &leaves);
}

struct bench_speed bench_perft(const struct tab_rules *rules, int depth) {
    struct tab_position start;
    tab_position_start(rules, &start);
    uint64_t leaves = 0;
    int runs = 0;
    double began = processor_seconds(), seconds = 0;
    for (; seconds < measured_seconds; runs++) {
        leaves = tab_perft(rules, &start, depth);
        seconds = processor_seconds() - began;
    }
    return (struct bench_speed){leaves, seconds / runs};
}

struct bench_speed bench_playouts(const struct tab_rules *rules, int *games) {
    struct bench_speed speed = {0};
    struct tab_random random;
    tab_random_seed(&random, SEED);
    double began = processor_seconds();
    for (*games = 0; speed.seconds < measured_seconds; (*games)++) {
        struct tab_position position;
        tab_position_start(rules, &position);
        speed.amount += (uint64_t)tab_random_playout(&random, rules, &position, PLAYOUT_LIMIT);
        if (*games % GAMES_A_CLOCK == 0)
            speed.seconds = processor_seconds() - began;
    }
    return speed;
}

/* ---- Signature ------------------------------------------------------------------------------------------------ */

enum {
    LEAVES_SIGNED = 50000, /* of the perft from each start */
    GAMES_SIGNED = 3,      /* random games of each spec */
    MOVES_SIGNED = 150,    /* at most, of each */
    COUNTED_EVERY = 10     /* moves: there perft 2 is counted, too */
};

/* FNV-1a. */
static void signature_text(struct bench_signature *signature, const char *text) {
    do {
        signature->hash = (signature->hash ^ (unsigned char)*text) * UINT64_C(0x100000001B3);
    } while (*text++ != '\0');
}

static void signature_number(struct bench_signature *signature, int number) {
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    signature_text(signature, text);
}

static void signature_result(struct bench_signature *signature, const struct tab_rules *rules,
                             const struct tab_position *position) {
    struct tab_result result;
    struct tab_score lines[TAB_SCORES_MAX];
    tab_position_result(rules, position, &result);
    signature_number(signature, result.over ? result.winner : -1);
    int count = tab_position_score(rules, position, lines);
    for (int i = 0; i < count; i++)
        for (int player = 0; player < tab_rules_players(rules); player++)
            signature_number(signature, lines[i].value[player]);
}

/* Adds a random game. Its moves are drawn from their sorted texts, so that the order of generation does not show. */
static void signature_game(struct bench_signature *signature, struct tab_match *match, struct tab_random *random) {
    const struct tab_rules *rules = tab_match_rules(match);
    struct listed_move listed[TAB_MOVES_MAX];
    for (int made = 0; made < MOVES_SIGNED; made++) {
        const struct tab_position *position = tab_match_position(match);
        char text[TAB_POSITION_TEXT];
        tab_position_format(rules, position, text, sizeof text);
        signature_text(signature, text);
        if (made % COUNTED_EVERY == 0)
            signature->leaves += tab_perft(rules, position, 2);
        int count = moves_list(rules, position, listed);
        signature_number(signature, count);
        if (count == 0)
            break;
        const struct listed_move *chosen = &listed[tab_random_below(random, (uint32_t)count)];
        signature_text(signature, chosen->text);
        if (!tab_match_play(match, chosen->move))
            break;
    }
    signature_result(signature, rules, tab_match_position(match));
}

static void signature_spec(struct bench_signature *signature, const char *spec) {
    struct tab_rules rules = rules_of(spec);
    struct tab_random random;
    uint64_t leaves;
    depth_within(&rules, LEAVES_SIGNED, &leaves);
    signature->leaves += leaves;
    tab_random_seed(&random, SEED);
    for (int i = 0; i < GAMES_SIGNED; i++) {
        struct tab_match *match = tab_match_new(&rules, NULL);
        if (match == NULL)
            return;
        signature_game(signature, match, &random);
        tab_match_free(match);
    }
}

struct bench_signature bench_signature(const struct tab_game *game) {
    struct bench_signature signature = {0, UINT64_C(0xCBF29CE484222325)};
    signature_spec(&signature, tab_game_id(game));
    for (int i = 0; i < tab_game_option_count(game); i++) {
        const struct tab_option *option = tab_game_option(game, i);
        for (int j = 1; option->choices != NULL && option->choices[j].value != NULL; j++) {
            char spec[TAB_SPEC_TEXT];
            snprintf(spec, sizeof spec, "%s:%s=%s", tab_game_id(game), option->key, option->choices[j].value);
            signature_spec(&signature, spec);
        }
    }
    return signature;
}

/* test_dfpn_follow.c - a proof is followed within limits, also when its table is too small to remember it. */
#include "testing.h"
#include "weights.h"

#include "engine/foresight.h"

#include <stdlib.h>

enum {
    BYTES = 1 << 10,
    NODES = 3000,
    GAMES = 400,
    PLIES_MAX = 20000,
    BACK = 9,
    LONG = 60,
    LOOK = 256 /* at the clock */
};

static struct search_task task_of(const struct tab_rules *rules, const struct tab_position *position,
                                  _Atomic bool *stop, uint64_t nodes) {
    return (struct search_task){.rules = rules,
                                .root = position,
                                .weights = weights_own(brain_of(rules->game)),
                                .stop = stop,
                                .budget = {INT64_MAX, INT64_MAX},
                                .node_limit = nodes,
                                .lines = 1};
}

/* A position with a proof, and one in the middle of it. */
struct proven {
    struct tab_position first, later;
};

static bool position_prove(struct dfpn *dfpn, const struct tab_rules *rules, const struct tab_position *position,
                           struct dfpn_proof *proof) {
    const struct dfpn_question question = {
        .rules = rules, .position = position, .attacker = tab_position_player(rules, position)};
    dfpn_ask(dfpn, &question);
    return dfpn_work(dfpn, &(struct dfpn_limits){.nodes = NODES}, proof) == DFPN_PROVEN;
}

/* Proves the first position and follows the proof in the one after its first two moves; whether that takes long, and
 * across a look at the clock. */
static bool proof_suits(const struct tab_rules *rules, struct proven *proven) {
    struct dfpn *dfpn = dfpn_new(BYTES);
    struct dfpn_proof proof, rest;
    bool suits = false;
    assert_non_null(dfpn);
    if (position_prove(dfpn, rules, &proven->first, &proof) && proof.plies >= 5) {
        proven->later = proven->first;
        for (int i = 0; i < 2; i++)
            tab_position_play(rules, &proven->later, proof.line[i]);
        const uint64_t before = dfpn_nodes(dfpn);
        dfpn_follow(dfpn, &proven->later, &(struct dfpn_limits){0}, &rest);
        suits = dfpn_nodes(dfpn) >= before + LONG && before / LOOK < (dfpn_nodes(dfpn) - 1) / LOOK;
    }
    dfpn_free(dfpn);
    return suits;
}

/* One of random games. */
static struct proven proven_find(const struct tab_rules *rules) {
    static struct tab_position last[BACK + 1];
    struct tab_random random;
    struct proven proven;
    tab_random_seed(&random, 7);
    for (int game = 0; game < GAMES; game++) {
        struct tab_position position;
        int ply = 0;
        tab_position_start(rules, &position);
        for (; tab_position_player(rules, &position) != 0 && ply < PLIES_MAX; ply++) {
            last[ply % (BACK + 1)] = position;
            tab_position_play(rules, &position, tab_random_move(&random, rules, &position));
        }
        for (int back = 5; back <= BACK && back <= ply; back++) {
            proven.first = last[(ply - back) % (BACK + 1)];
            if (proof_suits(rules, &proven))
                return proven;
        }
    }
    fail_msg("no proof takes %d nodes to follow", LONG);
    abort();
}

/* How many nodes it takes to prove the first position, and what the count is after following the proof in the later. */
struct counts {
    uint64_t proven, followed;
};

static struct counts nodes_count(const struct tab_rules *rules, const struct proven *proven, bool stopped,
                                 uint64_t nodes) {
    struct foresight foresight = {0};
    struct tab_thought *thought = calloc(1, sizeof *thought);
    struct counts counts;
    _Atomic bool stop = false;
    assert_non_null(thought);
    const struct search_task first = task_of(rules, &proven->first, &stop, (uint64_t)NODES * 400);
    assert_true(foresight_find(&foresight, &first, BYTES, thought));
    counts.proven = dfpn_nodes(foresight.dfpn);
    stop = stopped;
    const struct search_task second = task_of(rules, &proven->later, &stop, nodes);
    foresight_find(&foresight, &second, BYTES, thought);
    counts.followed = dfpn_nodes(foresight.dfpn);
    foresight_free(&foresight);
    free(thought);
    return counts;
}

static void test_following_ends(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("siam");
    const struct proven proven = proven_find(&rules);
    const struct counts free_of_limits = nodes_count(&rules, &proven, false, 0);
    assert_true(free_of_limits.followed >= free_of_limits.proven + LONG);
    const struct counts few = nodes_count(&rules, &proven, false, LONG / 2);
    assert_true(few.followed <= few.proven + LONG / 4 + 1);
    const struct counts stopped = nodes_count(&rules, &proven, true, 0);
    assert_true(stopped.followed <= (stopped.proven / LOOK + 1) * LOOK);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_following_ends)};
    return cmocka_run_group_tests_name("following a proof", tests, NULL, NULL);
}

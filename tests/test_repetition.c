/* test_repetition.c - what came up twice in a game, however long it was. */
#include "faults.h"
#include "testing.h"

#include "engine/dfpn.h"
#include "engine/repetition.h"

#include <stdlib.h>

enum { ROUNDS = 200, PAST_MAX = 400, DIFFERENT = 300 };

static bool counted_twice(const uint64_t *past, int past_count, uint64_t hash) {
    int times = 0;
    for (int i = 0; i < past_count; i++)
        times += past[i] == hash;
    return times >= 2;
}

/* Hashes that lie far apart, of them 0, or in the same slots. */
static uint64_t hash_at(uint32_t number, bool crowded) {
    return crowded ? (uint64_t)number << 32 : number * UINT64_C(0x9E3779B97F4A7C15);
}

static void repetition_scenario(void *context) {
    struct tab_random *random = context;
    uint64_t past[PAST_MAX];
    struct repetition repetition;
    const bool crowded = tab_random_below(random, 2) == 0;
    const int count = (int)tab_random_below(random, PAST_MAX + 1);
    for (int i = 0; i < count; i++)
        past[i] = hash_at(tab_random_below(random, DIFFERENT), crowded);
    assert_true(repetition_begin(&repetition, past, count) || faults_refused() > 0);
    for (uint32_t number = 0; number < DIFFERENT; number++)
        assert_int_equal(repetition_has(&repetition, hash_at(number, crowded)),
                         counted_twice(past, count, hash_at(number, crowded)));
    repetition_end(&repetition);
    assert_false(repetition_has(&repetition, past[0]));
}

static void test_as_counted(void **state) {
    (void)state;
    struct tab_random random;
    tab_random_seed(&random, 1);
    for (int i = 0; i < ROUNDS; i++)
        faults_run("repetition", repetition_scenario, &random, 2);
}

/* A win is proven, whatever came up twice elsewhere. */
static void test_proof_after_many(void **state) {
    (void)state;
    enum { TWICE = 1000 };
    static uint64_t past[2 * TWICE];
    const struct tab_rules rules = testing_rules("siam");
    const struct tab_position position = testing_position(&rules, "esE#E/2Ns1/1#1w1/2N#w/3N1 1 14 00");
    struct dfpn_proof proof;
    struct dfpn *dfpn = dfpn_new(1 << 20);
    assert_non_null(dfpn);
    for (int i = 0; i < 2 * TWICE; i++)
        past[i] = (uint64_t)(i % TWICE) + 1;
    const struct dfpn_question question = {
        .rules = &rules, .position = &position, .past = past, .past_count = 2 * TWICE, .attacker = 1};
    dfpn_ask(dfpn, &question);
    assert_int_equal(dfpn_work(dfpn, &(struct dfpn_limits){.nodes = 100000}, &proof), DFPN_PROVEN);
    dfpn_free(dfpn);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_counted),
        cmocka_unit_test(test_proof_after_many),
    };
    return cmocka_run_group_tests_name("repetition", tests, NULL, NULL);
}

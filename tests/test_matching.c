/* test_matching.c - heaviest matchings, compared with trying everything. */
#include "testing.h"

#include "server/matching.h"

#include <stdlib.h>
#include <string.h>

enum { SMALL = 12 };

/* The best sum for the players in a set, by trying every partner of the first of them. */
static int64_t best_sum(int count, const int64_t *weights, unsigned left, int64_t *known) {
    if (left == 0)
        return 0;
    if (known[left] >= 0)
        return known[left];
    int first = 0;
    while ((left & 1U << first) == 0)
        first++;
    const unsigned rest = left & ~(1U << first);
    int64_t best = best_sum(count, weights, rest, known);
    for (int other = first + 1; other < count; other++) {
        const int64_t weight = weights[first * count + other];
        if ((rest & 1U << other) == 0 || weight == 0)
            continue;
        const int64_t sum = weight + best_sum(count, weights, rest & ~(1U << other), known);
        best = sum > best ? sum : best;
    }
    return known[left] = best;
}

/* The sum of the pairs, which must fit together and be allowed. */
static int64_t pairs_sum(int count, const int64_t *weights, const int *partner) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) {
        if (partner[i] == MATCHING_ALONE)
            continue;
        assert_in_range(partner[i], 0, count - 1);
        assert_int_equal(partner[partner[i]], i);
        assert_true(weights[i * count + partner[i]] > 0);
        if (partner[i] > i)
            sum += weights[i * count + partner[i]];
    }
    return sum;
}

static void weights_random(struct tab_random *random, int count, uint32_t limit, int64_t scale, int64_t *weights) {
    for (int i = 0; i < count; i++) {
        weights[i * count + i] = 0;
        for (int j = 0; j < i; j++)
            weights[i * count + j] = weights[j * count + i] = (int64_t)tab_random_below(random, limit) * scale;
    }
}

/* Small limits make many ties and many pairs that are not allowed, which is what makes blossoms. */
static void test_small(void **state) {
    (void)state;
    static int64_t known[1U << SMALL];
    static const uint32_t limits[] = {2, 3, 5, 30, 1000000};
    int64_t weights[SMALL * SMALL];
    int partner[SMALL];
    struct tab_random random;
    tab_random_seed(&random, 17);
    for (int round = 0; round < 1500; round++) {
        const int count = (int)tab_random_below(&random, SMALL + 1);
        const uint32_t limit = limits[round % 5];
        weights_random(&random, count, limit, limit == 1000000 ? 1000000000000 : 1, weights);
        memset(known, 0xff, sizeof known);
        assert_true(matching_heaviest(count, weights, partner));
        assert_true(pairs_sum(count, weights, partner) == best_sum(count, weights, (1U << count) - 1, known));
    }
}

/* A perfect pairing that is hidden among worse pairs is found. */
static void test_hidden(void **state) {
    (void)state;
    enum { COUNT = 200 };
    static int64_t weights[COUNT * COUNT];
    int partner[COUNT], order[COUNT];
    struct tab_random random;
    tab_random_seed(&random, 3);
    weights_random(&random, COUNT, 1000, 1, weights);
    for (int i = 0; i < COUNT; i++)
        order[i] = i;
    for (int i = COUNT - 1; i > 0; i--) {
        const int j = (int)tab_random_below(&random, (uint32_t)i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    for (int i = 0; i < COUNT; i += 2)
        weights[order[i] * COUNT + order[i + 1]] = weights[order[i + 1] * COUNT + order[i]] = 2000;
    assert_true(matching_heaviest(COUNT, weights, partner));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(partner[order[i]], order[i ^ 1]);
}

/* Triangles joined by single edges have exactly one perfect pairing, through the joints. */
static void test_triangles(void **state) {
    (void)state;
    enum { COUNT = 12 };
    int64_t weights[COUNT * COUNT] = {0};
    int partner[COUNT];
    for (int corner = 0; corner < COUNT; corner += 3)
        for (int i = 0; i < 3; i++) {
            const int one = corner + i, other = corner + (i + 1) % 3;
            weights[one * COUNT + other] = weights[other * COUNT + one] = 100;
        }
    weights[2 * COUNT + 3] = weights[3 * COUNT + 2] = 1;
    weights[8 * COUNT + 9] = weights[9 * COUNT + 8] = 1;
    assert_true(matching_heaviest(COUNT, weights, partner));
    assert_int_equal(partner[2], 3);
    assert_int_equal(partner[8], 9);
    assert_int_equal(partner[0], 1);
    assert_int_equal(partner[10], 11);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_triangles),
    };
    return cmocka_run_group_tests_name("matching", tests, NULL, NULL);
}

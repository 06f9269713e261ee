/* test_foresight.c - a win once proven is played to its end, whatever the opponent does. */
#include "testing.h"
#include "weights.h"

#include "engine/foresight.h"

#include <stdlib.h>

enum { GAMES = 60, BACK = 8, PLIES_MAX = 20000, NODES = 200000, BYTES = 8 << 20 };

static struct search_task task_of(const struct tab_rules *rules, const struct tab_position *position,
                                  _Atomic bool *stop) {
    return (struct search_task){.rules = rules,
                                .root = position,
                                .weights = weights_own(brain_of(rules->game)),
                                .stop = stop,
                                .budget = {INT64_MAX, INT64_MAX},
                                .node_limit = NODES,
                                .lines = 1};
}

/* The winner makes its moves, the other any; every thought promises an earlier end than the one before. */
static void win_play(struct foresight *foresight, const struct tab_rules *rules, struct tab_position position,
                     struct tab_random *random, struct tab_thought *thought) {
    _Atomic bool stop = false;
    const int winner = tab_position_player(rules, &position);
    int left = thought->line[0].mate;
    while (tab_position_player(rules, &position) != 0) {
        assert_true(left > 0);
        if (tab_position_player(rules, &position) == winner) {
            const struct search_task task = task_of(rules, &position, &stop);
            assert_true(foresight_find(foresight, &task, BYTES, thought));
            assert_in_range(thought->line[0].mate, 1, left);
            left = thought->line[0].mate;
            tab_position_play(rules, &position, thought->move);
        } else
            tab_position_play(rules, &position, tab_random_move(random, rules, &position));
        left--;
    }
    struct tab_result result;
    tab_position_result(rules, &position, &result);
    assert_int_equal(result.winner, winner);
}

static const char *const specs[] = {"siam", "khantsin", "anneaux"};

static const char *spec_name(const void *row) { return *(const char *const *)row; }

/* Random games, taken over shortly before they end. */
static void test_proven_wins_are_won(void **state) {
    const char *spec = *(const char **)*state;
    const struct tab_rules rules = testing_rules(spec);
    static struct tab_position last[BACK];
    struct tab_thought *thought = calloc(1, sizeof *thought);
    struct foresight foresight = {0};
    struct tab_random random;
    _Atomic bool stop = false;
    int wins = 0;
    tab_random_seed(&random, testing_seed(spec));
    for (int game = 0; game < GAMES; game++) {
        struct tab_position position;
        int ply = 0;
        tab_position_start(&rules, &position);
        tab_random_deal(&random, &rules, &position);
        for (; tab_position_player(&rules, &position) != 0 && ply < PLIES_MAX; ply++) {
            last[ply % BACK] = position;
            tab_position_play(&rules, &position, tab_random_move(&random, &rules, &position));
        }
        for (int back = 3; back <= BACK && back <= ply; back++) {
            const struct search_task task = task_of(&rules, &last[(ply - back) % BACK], &stop);
            foresight_clear(&foresight);
            if (!foresight_find(&foresight, &task, BYTES, thought))
                continue;
            win_play(&foresight, &rules, *task.root, &random, thought);
            wins++;
        }
    }
    assert_true(wins >= GAMES / 2); /* or else nothing was tried */
    foresight_free(&foresight);
    free(thought);
}

int main(void) {
    return testing_run_rows("foresight", test_proven_wins_are_won, (void *)(uintptr_t)specs, sizeof *specs,
                            (int)(sizeof specs / sizeof *specs), spec_name);
}

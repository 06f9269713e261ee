/* test_memory_solver.c - the solver of San Ta Si when memory runs out, and when it is there again. */
#include "faults.h"
#include "testing.h"

#include "engine/santasi_solver.h"
#include "engine/santasi_table.h"

enum { SAMPLE = 60, PIECES = 30, LEFT = 8, MEMORY = 8 << 20 };

static const struct santasi_limits no_limits = {0};

/* A position and what it is worth. */
struct question {
    struct tab_rules rules;
    struct tab_position position;
    enum santasi_question kind;
    struct santasi_verdict verdict;
};

static struct question question_make(uint64_t seed, enum santasi_question kind) {
    struct question question = {.rules = testing_rules("santasi"), .kind = kind};
    struct tab_random random;
    tab_random_seed(&random, seed);
    tab_position_start(&question.rules, &question.position);
    for (int ply = 0; ply < PIECES - LEFT; ply++)
        tab_position_play(&question.rules, &question.position,
                          tab_random_move(&random, &question.rules, &question.position));
    struct santasi_solver *solver = santasi_solver_new(&question.rules, MEMORY);
    assert_non_null(solver);
    assert_true(santasi_solver_solve(solver, &question.position, kind, &no_limits, &question.verdict));
    santasi_solver_free(solver);
    return question;
}

static bool question_ask(struct santasi_solver *solver, const struct question *question) {
    struct santasi_verdict verdict;
    if (!santasi_solver_solve(solver, &question->position, question->kind, &no_limits, &verdict))
        return false;
    assert_int_equal(verdict.winner, question->verdict.winner);
    if (question->kind == SANTASI_ASK_MARGIN)
        assert_int_equal(verdict.margin_low, question->verdict.margin_low);
    return true;
}

/* Asks twice while memory is short, and once when it is there again. */
static void solver_scenario(void *context) {
    const struct question *question = context;
    struct santasi_solver *solver = santasi_solver_new(&question->rules, MEMORY);
    if (solver == NULL) {
        assert_true(faults_refused() > 0);
        return;
    }
    for (int i = 0; i < 2; i++)
        if (!question_ask(solver, question)) {
            assert_true(faults_refused() > 0);
            assert_true(santasi_solver_exhausted(solver));
        }
    faults_end();
    assert_true(question_ask(solver, question));
    assert_false(santasi_solver_exhausted(solver));
    santasi_solver_free(solver);
}

static void test_outcome(void **state) {
    (void)state;
    struct question question = question_make(3, SANTASI_ASK_OUTCOME);
    faults_run("outcome", solver_scenario, &question, SAMPLE);
}

static void test_margin(void **state) {
    (void)state;
    struct question question = question_make(4, SANTASI_ASK_MARGIN);
    faults_run("margin", solver_scenario, &question, SAMPLE);
}

/* A table that was not taken out of the allowance gives nothing back to it. */
static void test_allowance(void **state) {
    (void)state;
    enum { BYTES = 1 << 20 };
    const size_t allowed[] = {1000, 2 * (size_t)BYTES};
    for (int refused = 0; refused < 2; refused++) {
        struct santasi_allowance allowance = {allowed[refused]};
        struct santasi_table table;
        faults_begin(refused != 0 ? 1 : 0, true);
        assert_false(santasi_table_begin(&table, BYTES, &allowance));
        faults_end();
        santasi_table_end(&table);
        assert_int_equal(allowance.left, allowed[refused]);
    }
}

/* An allowance without end: an array takes what it needs, and no more. */
static void test_allowance_without_end(void **state) {
    (void)state;
    enum { ITEMS = 4 << 20 };
    struct santasi_allowance allowance = {SIZE_MAX};
    struct santasi_array array;
    santasi_array_begin(&array, 1, &allowance);
    for (int i = 0; i < ITEMS; i++) {
        assert_true(santasi_array_reserve(&array, 1));
        ((unsigned char *)array.items)[array.count++] = (unsigned char)i;
    }
    for (int i = 0; i < ITEMS; i++)
        assert_int_equal(((const unsigned char *)array.items)[i], (unsigned char)i);
    assert_true(array.capacity <= 2 * (size_t)ITEMS);
    santasi_array_end(&array);
    assert_true(allowance.left == SIZE_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcome),
        cmocka_unit_test(test_margin),
        cmocka_unit_test(test_allowance),
        cmocka_unit_test(test_allowance_without_end),
    };
    return cmocka_run_group_tests_name("memory of the solver", tests, NULL, NULL);
}

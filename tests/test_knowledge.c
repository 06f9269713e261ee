/* test_knowledge.c - what is proven beforehand, as the header of the library gives it to engines and solvers. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#define BOOK TEST_DATA "/../../data/santasi.book"

static struct tab_knowledge *knowledge_read(void) {
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_knowledge *knowledge = tab_knowledge_new();
    assert_non_null(knowledge);
    assert_true(tab_knowledge_read_book(knowledge, &rules, BOOK, NULL));
    return knowledge;
}

/* What an engine says of the start with few nodes. */
static struct tab_line start_think(struct tab_engine *engine, bool own_book) {
    const struct tab_rules rules = testing_rules("santasi");
    const struct tab_limits limits = {.nodes = 500};
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_engine_options options;
    struct tab_position position;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    options.own_book = own_book;
    assert_true(tab_engine_configure(engine, &options));
    tab_position_start(&rules, &position);
    assert_true(tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought));
    const struct tab_line line = thought->line[0];
    free(thought);
    return line;
}

/* An engine has a book once it was given one, and uses it unless it is told not to. */
static void test_engines_use_the_book(void **state) {
    (void)state;
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    struct tab_engine *one = tab_engine_new(&options), *other = tab_engine_new(&options);
    assert_true(one != NULL && other != NULL);
    assert_false(start_think(one, true).proven);
    struct tab_knowledge *knowledge = knowledge_read();
    tab_engine_use(one, knowledge);
    tab_engine_use(other, knowledge);
    tab_knowledge_free(knowledge); /* they keep it */
    assert_true(start_think(one, true).proven);
    assert_int_equal(start_think(one, true).mate, 30);
    assert_false(start_think(one, false).proven);
    tab_engine_free(one);
    assert_int_equal(start_think(other, true).mate, 30);
    tab_engine_use(other, NULL);
    assert_false(start_think(other, true).proven);
    tab_engine_free(other);
}

/* A solver answers out of the book, with a line that keeps what it says. */
static void test_solvers_use_the_book(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    const struct tab_limits limits = {.nodes = 1};
    struct tab_solver *solver = tab_solver_new(&rules, 64);
    struct tab_knowledge *knowledge = knowledge_read();
    struct tab_position position;
    struct tab_proof proof;
    tab_position_start(&rules, &position);
    assert_false(tab_solver_solve(solver, &position, NULL, 0, &limits, NULL, NULL, &proof));
    tab_solver_use(solver, knowledge);
    assert_true(tab_solver_solve(solver, &position, NULL, 0, &limits, NULL, NULL, &proof));
    assert_int_equal(proof.winner, 1);
    assert_int_equal(proof.plies, 30);
    assert_true(proof.shortest);
    assert_true(proof.length >= 10 && proof.length <= 30);
    for (int i = 0; i < proof.length; i++) {
        struct tab_proof again;
        assert_true(tab_position_legal(&rules, &position, proof.line[i]));
        tab_position_play(&rules, &position, proof.line[i]);
        if (i < 10) {
            assert_true(tab_solver_solve(solver, &position, NULL, 0, &limits, NULL, NULL, &again));
            assert_int_equal(again.winner, 1);
        }
    }
    tab_knowledge_free(knowledge);
    tab_solver_free(solver);
}

struct bad {
    const char *name, *spec, *path, *what;
};

static const struct bad bad_books[] = {
    {"no such file", "santasi", "/no/such/book", "'/no/such/book' cannot be read: No such file or directory"},
    {"no book", "santasi", TEST_DATA "/siam.vec", "this is no book of San Ta Si"},
    {"another set", "santasi:set=1x46+1x38+1x52+1x30+1x43", BOOK, "the book is for another set"},
    {"another game", "siam", BOOK, "there are books of santasi only"},
};

static const char *bad_name(const void *row) { return ((const struct bad *)row)->name; }

/* What cannot be read is refused, and what was there stays. */
static void test_bad_books(void **state) {
    const struct bad *bad = *state;
    const struct tab_rules rules = testing_rules(bad->spec);
    struct tab_knowledge *knowledge = knowledge_read();
    struct tab_engine_options options;
    struct tab_error error;
    char what[TAB_ERROR_TEXT];
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    assert_false(tab_knowledge_read_book(knowledge, &rules, bad->path, &error));
    tab_error_format(&error, NULL, what, sizeof what);
    assert_string_equal(what, bad->what);
    assert_false(tab_knowledge_read_tables(knowledge, "/no/such/folder", &error));
    tab_error_format(&error, NULL, what, sizeof what);
    assert_string_equal(what, "there is no table");
    struct tab_engine *engine = tab_engine_new(&options);
    tab_engine_use(engine, knowledge);
    assert_true(start_think(engine, true).proven);
    tab_engine_free(engine);
    tab_knowledge_free(knowledge);
}

/* The book of this build, and nothing for a game that needs none. */
static void test_installed(void **state) {
    (void)state;
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    struct tab_engine *engine = tab_engine_new(&options);
    struct tab_knowledge *knowledge = tab_knowledge_new();
    for (int i = 0; i < tab_game_count(); i++) {
        const struct tab_rules rules = testing_rules(tab_game_id(tab_game_at(i)));
        assert_true(tab_knowledge_read_installed(knowledge, &rules, NULL));
    }
    tab_engine_use(engine, knowledge);
    assert_true(start_think(engine, true).proven);
    tab_knowledge_free(knowledge);
    tab_engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_engines_use_the_book),
                                       cmocka_unit_test(test_solvers_use_the_book), cmocka_unit_test(test_installed)};
    return testing_run_rows("books that cannot be read", test_bad_books, (void *)(uintptr_t)bad_books,
                            sizeof *bad_books, (int)(sizeof bad_books / sizeof *bad_books), bad_name) +
           cmocka_run_group_tests_name("what is proven beforehand", tests, NULL, NULL);
}

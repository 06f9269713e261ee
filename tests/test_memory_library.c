/* test_memory_library.c - every part of the library when memory runs out: it says so, and keeps what it had. */
#include "faults.h"
#include "file.h"
#include "testing.h"

#include "engine/brain.h"
#include "engine/santasi_prover.h"
#include "engine/tune.h"
#include "puzzles/collection.h"
#include "record/lesson.h"
#include "record/record.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define BOOK TEST_DATA "/../../data/santasi.book"

enum { SAMPLE = 40, TEXT = 1 << 16, MOVES = 300, NODES = 600, LARGE = 1 << 22 };

static const char no_memory[] = "there is not enough memory";

/* ---- Matches and records -------------------------------------------------------------------------------------- */

/* A move that finds no memory is not played, and can be played later. */
static void match_scenario(void *context) {
    const struct tab_rules rules = testing_rules(context);
    struct tab_random random;
    struct tab_match *match = tab_match_new(&rules, NULL);
    tab_random_seed(&random, 5);
    for (int i = 0; match != NULL && i < MOVES && tab_position_player(&rules, tab_match_position(match)) != 0; i++) {
        const int ply = tab_match_ply(match);
        const uint64_t hash = tab_position_hash(&rules, tab_match_position(match));
        const tab_move move = tab_random_move(&random, &rules, tab_match_position(match));
        if (!tab_match_play(match, move)) {
            assert_true(faults_refused() > 0);
            assert_int_equal(tab_match_ply(match), ply);
            assert_true(tab_position_hash(&rules, tab_match_position(match)) == hash);
            faults_end();
            assert_true(tab_match_play(match, move));
        }
        assert_int_equal(tab_match_length(match), ply + 1);
    }
    assert_true(match != NULL || faults_refused() > 0);
    tab_match_free(match);
}

static void test_match(void **state) {
    (void)state;
    faults_run("match", match_scenario, (void *)(uintptr_t)"siam", SAMPLE);
}

/* A text of a record, and the record that it has to give. */
struct reading {
    char *text;
    size_t length;
    char written[TEXT];
};

static void reading_scenario(void *context) {
    const struct reading *reading = context;
    static char found[TEXT];
    struct tab_error error = {0};
    size_t at = 0;
    struct tab_record *record = tab_record_read(reading->text, reading->length, &at, &error);
    if (record == NULL) {
        assert_true(faults_refused() > 0);
        assert_string_equal(error.what, no_memory);
        return;
    }
    tab_record_format(record, found, sizeof found);
    if (reading->written[0] != '\0')
        assert_string_equal(found, reading->written);
    tab_record_free(record);
}

static void test_read_record(void **state) {
    (void)state;
    struct reading *reading = calloc(1, sizeof *reading);
    struct tab_error error;
    size_t at = 0;
    reading->text = file_read(TEST_DATA "/annotated.pgn", LARGE, &reading->length);
    assert_non_null(reading->text);
    struct tab_record *record = tab_record_read(reading->text, reading->length, &at, &error);
    assert_non_null(record);
    tab_record_format(record, reading->written, sizeof reading->written);
    tab_record_free(record);
    faults_run("reading a record", reading_scenario, reading, 3 * SAMPLE);
    free(reading->text);
    free(reading);
}

/* What a change that finds no memory leaves is what was there before. */
static bool record_change(struct tab_record *record, int step, int *node) {
    const struct tab_match *match = tab_record_match(record, *node);
    struct tab_random random;
    struct tab_error error = {0};
    char name[] = "Name0";
    bool good = match != NULL;
    tab_random_seed(&random, (uint64_t)step);
    if (step % 5 == 0) {
        name[4] = (char)('a' + step / 5 % 26);
        good = tab_record_set_tag(record, name, "a value", &error);
    } else if (step % 5 == 1) {
        good = tab_record_set_comment(record, *node, "what is said of it", &error);
    } else if (match != NULL && tab_position_player(tab_record_rules(record), tab_match_position(match)) != 0) {
        const tab_move move = tab_random_move(&random, tab_record_rules(record), tab_match_position(match));
        const int added = tab_record_add(record, *node, move, &error);
        good = added != TAB_RECORD_NONE;
        *node = good ? added : *node;
    }
    assert_true(good || match == NULL || (faults_refused() > 0 && strcmp(error.what, no_memory) == 0));
    return good;
}

static void record_scenario(void *context) {
    static char before[TEXT], after[TEXT];
    const struct tab_rules rules = testing_rules(context);
    struct tab_record *record = tab_record_new(&rules, NULL);
    int node = TAB_RECORD_ROOT;
    assert_true(record != NULL || faults_refused() > 0);
    for (int step = 0; record != NULL && step < 2 * MOVES / 5; step++) {
        tab_record_format(record, before, sizeof before);
        if (record_change(record, step, &node))
            continue;
        tab_record_format(record, after, sizeof after);
        assert_string_equal(after, before);
        faults_end();
        assert_true(record_change(record, step, &node));
    }
    tab_record_free(record);
}

static void test_change_record(void **state) {
    (void)state;
    faults_run("changing a record", record_scenario, (void *)(uintptr_t)"santasi", SAMPLE);
    faults_run("changing a long record", record_scenario, (void *)(uintptr_t)"anneaux", SAMPLE);
}

static void lesson_scenario(void *context) {
    const struct reading *reading = context;
    struct tab_error error = {0};
    struct lesson *lesson = lesson_read(reading->text, reading->length, &error);
    assert_true(lesson != NULL || (faults_refused() > 0 && strcmp(error.what, no_memory) == 0));
    lesson_free(lesson);
}

static void test_lesson(void **state) {
    (void)state;
    struct reading *reading = calloc(1, sizeof *reading);
    reading->text = file_read(TEST_DATA "/../../data/lessons/siam.lesson", LARGE, &reading->length);
    assert_non_null(reading->text);
    faults_run("lesson", lesson_scenario, reading, SAMPLE);
    free(reading->text);
    free(reading);
}

/* ---- Engine and solver ---------------------------------------------------------------------------------------- */

/* A position late in a game, or early. */
static struct tab_position position_deal(const struct tab_rules *rules, int plies) {
    struct tab_random random;
    struct tab_position position, next;
    tab_random_seed(&random, 11);
    tab_position_start(rules, &position);
    tab_random_deal(&random, rules, &position);
    for (int ply = 0; ply < plies; ply++) {
        next = position;
        tab_position_play(rules, &next, tab_random_move(&random, rules, &next));
        if (tab_position_player(rules, &next) == 0)
            break;
        position = next;
    }
    return position;
}

/* An engine that cannot become larger stays what it was; one that finds no memory for a proof searches. */
static void engine_scenario(void *context) {
    const struct tab_rules rules = testing_rules(context);
    const struct tab_position position = position_deal(&rules, 20);
    const struct tab_limits limits = {.nodes = 40 * NODES};
    struct tab_engine_options options;
    struct tab_thought *thought = malloc(sizeof *thought);
    tab_engine_defaults(&options);
    options.hash_mib = options.proof_mib = 1;
    struct tab_engine *engine = thought != NULL ? tab_engine_new(&options) : NULL;
    assert_true(engine != NULL || faults_refused() > 0);
    for (int i = 0; engine != NULL && i < 2; i++) {
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        assert_true(tab_position_legal(&rules, &position, thought->move));
        options.threads = options.hash_mib = 2;
        assert_true(tab_engine_configure(engine, &options) || faults_refused() > 0);
    }
    tab_engine_free(engine);
    free(thought);
}

static void test_engine(void **state) { faults_run(*state, engine_scenario, *state, SAMPLE); }

/* A solver that finds no memory has no answer, and has it once there is memory. */
static void solver_scenario(void *context) {
    const struct tab_rules rules = testing_rules(context);
    const struct tab_position position = position_deal(&rules, 22);
    const struct tab_limits limits = {.nodes = 100 * NODES};
    struct tab_proof proof, again;
    struct tab_solver *solver = tab_solver_new(&rules, 4);
    assert_true(solver != NULL || faults_refused() > 0);
    const bool found = solver != NULL && tab_solver_solve(solver, &position, NULL, 0, &limits, NULL, NULL, &proof);
    faults_end();
    if (solver != NULL && tab_solver_solve(solver, &position, NULL, 0, &limits, NULL, NULL, &again) && found)
        assert_int_equal(again.winner, proof.winner);
    tab_solver_free(solver);
}

/* What is proven beforehand is read whole or not at all, and lives as long as somebody uses it. */
static void knowledge_scenario(void *context) {
    const struct tab_rules rules = testing_rules("santasi");
    const struct tab_position position = position_deal(&rules, 0);
    const struct tab_limits limits = {.nodes = NODES};
    struct tab_knowledge *knowledge = tab_knowledge_new();
    struct tab_solver *solver = tab_solver_new(&rules, 1);
    struct tab_proof proof;
    struct tab_error error;
    (void)context;
    const bool read = knowledge != NULL && tab_knowledge_read_book(knowledge, &rules, BOOK, &error);
    if (solver != NULL)
        tab_solver_use(solver, knowledge);
    tab_knowledge_free(knowledge);
    const bool found = solver != NULL && tab_solver_solve(solver, &position, NULL, 0, &limits, NULL, NULL, &proof);
    assert_true(found || faults_refused() > 0);
    assert_true(read || !found);
    if (found)
        assert_int_equal(proof.winner, 1);
    tab_solver_free(solver);
}

static void test_knowledge(void **state) {
    (void)state;
    faults_run("knowledge", knowledge_scenario, NULL, SAMPLE);
}

static void test_solver(void **state) { faults_run(*state, solver_scenario, *state, SAMPLE); }

/* ---- Books, weights, puzzles, files --------------------------------------------------------------------------- */

/* Records that were proven are in the book, or there is no book. */
static void book_scenario(void *context) {
    const struct tab_rules rules = testing_rules("santasi:set=1x46+1x38+1x52+1x30+1x43");
    const struct tab_position position = position_deal(&rules, 4);
    const struct santasi_proving proving = {{0}, NULL};
    struct santasi_prover *prover = santasi_prover_new(&rules, LARGE);
    int outcome;
    (void)context;
    assert_true(prover != NULL || faults_refused() > 0);
    if (prover != NULL && !santasi_prover_prove(prover, &position, &proving, &outcome))
        assert_true(faults_refused() > 0);
    const size_t size = prover != NULL ? santasi_prover_write(prover, NULL, 0) : 0;
    unsigned char *bytes = size > 0 ? calloc(1, size) : NULL;
    struct santasi_book book;
    if (bytes != NULL && santasi_prover_write(prover, bytes, size) == size) {
        assert_true(santasi_book_open(&book, &rules, bytes, size, NULL));
        assert_int_equal(book.count, santasi_prover_count(prover));
    } else {
        assert_true(faults_refused() > 0);
    }
    free(bytes);
    santasi_prover_free(prover);
}

static void test_book(void **state) {
    (void)state;
    faults_run("book", book_scenario, NULL, SAMPLE);
}

static void tune_scenario(void *context) {
    const struct tab_rules rules = testing_rules(context);
    struct tune *tune = tune_new(&rules, NULL);
    struct tab_random random;
    const double payoffs[TAB_PLAYERS_MAX] = {1.0};
    size_t added = 0;
    tab_random_seed(&random, 3);
    assert_true(tune != NULL || faults_refused() > 0);
    for (int i = 0; tune != NULL && i < 40; i++) {
        const struct tab_position position = position_deal(&rules, i % 20);
        if (tune_add(tune, &rules, &position, payoffs, i % 5 == 0))
            added++;
        else
            assert_true(faults_refused() > 0);
    }
    assert_true(tune == NULL || tune_positions(tune) == added);
    if (added > 10)
        tune_pass(tune, 0.1, &random);
    tune_free(tune);
}

static void test_tune(void **state) { faults_run(*state, tune_scenario, *state, SAMPLE); }

static void *counted_malloc(size_t size) { return malloc(size); }

/* Nothing is in a collection that could not be read whole. The reader of JSON may take a lack of memory for bad text. */
static void collection_scenario(void *context) {
    const struct reading *reading = context;
    struct collection *collection = calloc(1, sizeof *collection);
    struct tab_error error = {0};
    int number;
    assert_true(collection != NULL || faults_refused() > 0);
    if (collection == NULL)
        return;
    collection->game = tab_game_find("siam");
    if (collection_read(collection, reading->text, reading->length, &number, &error)) {
        char *written = collection_write(collection);
        assert_true(written != NULL || faults_refused() > 0);
        if (written != NULL)
            assert_string_equal(written, reading->text);
        free(written);
    } else {
        assert_true(faults_refused() > 0);
        assert_int_equal(collection->count, 0);
    }
    free(collection);
}

static void test_collection(void **state) {
    (void)state;
    struct reading *reading = calloc(1, sizeof *reading);
    json_set_alloc_funcs(counted_malloc, free);
    reading->text = file_read(TEST_DATA "/../../data/puzzles/siam.json", LARGE, &reading->length);
    assert_non_null(reading->text);
    faults_run("puzzles", collection_scenario, reading, 3 * SAMPLE);
    free(reading->text);
    free(reading);
}

static void file_scenario(void *context) {
    const struct reading *reading = context;
    size_t length;
    char *text = file_read(TEST_DATA "/siam.vec", LARGE, &length);
    assert_true(text != NULL ? length == reading->length : faults_refused() > 0);
    free(text);
}

static void test_file(void **state) {
    (void)state;
    struct reading *reading = calloc(1, sizeof *reading);
    free(file_read(TEST_DATA "/siam.vec", LARGE, &reading->length));
    faults_run("file", file_scenario, reading, SAMPLE);
    free(reading);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match),  cmocka_unit_test(test_read_record), cmocka_unit_test(test_change_record),
        cmocka_unit_test(test_lesson), cmocka_unit_test(test_book),        cmocka_unit_test(test_collection),
        cmocka_unit_test(test_file),   cmocka_unit_test(test_knowledge),
    };
    return cmocka_run_group_tests_name("memory of the library", tests, NULL, NULL) +
           testing_run_games("memory of engines", test_engine) + testing_run_games("memory of solvers", test_solver) +
           testing_run_games("memory of weights", test_tune);
}

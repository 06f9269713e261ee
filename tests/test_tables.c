/* test_tables.c - the tables of endings of Three Rings: numbers of positions, values against the rules and against
 * plain search, and the files. */
#include "testing.h"

#include "engine/ending_build.h"
#include "engine/knowledge.h"
#include "engine/solve.h"
#include "tables/ending_file.h"
#include "ugi/ugi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES = 1000, ENGINE_SAMPLES = 100, DEEP_SAMPLES = 40, DEEP = 4 };

static struct endings *endings;
static struct tab_knowledge *knowledge; /* which has them */
static struct tab_rules rules;

static bool keep_going(void *context, const char *what, uint64_t done, uint64_t total) {
    (void)context;
    assert_non_null(what);
    assert_true(done <= total);
    return true;
}

static void part_build(int part) {
    struct ending_build *build = malloc(sizeof *build);
    assert_non_null(build);
    assert_true(ending_build_begin(build, endings, part, keep_going, NULL));
    while (ending_build_layer(build))
        continue;
    assert_true(ending_build_complete(build));
    ending_build_end(build);
    free(build);
}

/* Three against three; with three against four in long runs. */
static int tables_make(void **state) {
    (void)state;
    rules = testing_rules("anneaux");
    endings = endings_new();
    knowledge = tab_knowledge_new();
    assert_true(endings != NULL && knowledge != NULL);
    knowledge_take_endings(knowledge, endings);
    part_build(0);
    if (testing_soak(1) > 1)
        part_build(1);
    return 0;
}

static int tables_drop(void **state) {
    (void)state;
    tab_knowledge_free(knowledge);
    return 0;
}

/* A random position of a table, as a placement. */
static struct ending random_ending(struct tab_random *random, int own, int other) {
    const uint32_t size = ending_space_size(endings->space, own, other);
    return ending_of_number(endings->space, own, other, tab_random_below(random, size));
}

/* ---- Numbers -------------------------------------------------------------------------------------------------- */

static void test_numbers_and_placements_agree(void **state) {
    (void)state;
    struct tab_random random;
    tab_random_seed(&random, 21);
    for (int own = 2; own <= 4; own++)
        for (int other = 3; other <= 4; other++)
            for (int i = 0; i < SAMPLES; i++) {
                const uint32_t number = tab_random_below(&random, ending_space_size(endings->space, own, other));
                const struct ending ending = ending_of_number(endings->space, own, other, number);
                int symmetry;
                assert_int_equal(__builtin_popcount(ending.first), own);
                assert_int_equal(__builtin_popcount(ending.second), other);
                assert_int_equal(ending.first & ending.second, 0);
                assert_int_equal(ending.spent & ~(ending.first | ending.second), 0);
                assert_int_equal(ending_number(endings->space, &ending, &symmetry), number);
            }
}

static void test_symmetric_placements_share_their_numbers(void **state) {
    (void)state;
    struct tab_random random;
    tab_random_seed(&random, 22);
    for (int i = 0; i < SAMPLES; i++) {
        const struct ending ending = random_ending(&random, 4, 3);
        const int symmetry = (int)tab_random_below(&random, ENDING_SYMMETRIES);
        const struct ending moved = {ending_image(endings->space, symmetry, ending.first),
                                     ending_image(endings->space, symmetry, ending.second),
                                     ending_image(endings->space, symmetry, ending.spent)};
        uint32_t numbers[ENDING_SYMMETRIES];
        uint8_t symmetries[ENDING_SYMMETRIES][2];
        int used, found = 0;
        const int count = ending_numbers(endings->space, &ending, numbers, symmetries);
        const uint32_t number = ending_number(endings->space, &moved, &used);
        for (int j = 0; j < count; j++)
            found += numbers[j] == number;
        assert_true(found > 0);
    }
}

static void test_every_placement_has_a_number(void **state) {
    (void)state;
    static const uint64_t choose_3_3 = 2024 * 1330;
    uint64_t sum = 0;
    for (uint32_t number = 0; number < endings->table[3][3].size; number++)
        sum += (uint64_t)ending_weight(endings->space, 3, 3, number);
    assert_int_equal(sum, choose_3_3 << 6);
}

/* ---- Values --------------------------------------------------------------------------------------------------- */

static void test_values_follow_from_those_after_the_moves(void **state) {
    (void)state;
    struct tab_random random;
    tab_random_seed(&random, 23);
    for (int own = 3; own <= 4; own++)
        for (int other = 3; other <= 4; other++)
            for (int i = 0; i < 3 * SAMPLES && endings->table[own][other].values != NULL; i++) {
                const struct ending ending = random_ending(&random, own, other);
                struct tab_position position;
                endings_position(&rules, &ending, &position);
                assert_true(endings_check(endings, &rules, &position));
            }
}

/* Whether `attacker` can force a win within so many plies, by plain search. */
static bool forces(const struct tab_position *position, int attacker, int plies) {
    struct tab_result result;
    tab_position_result(&rules, position, &result);
    if (result.over)
        return result.winner == attacker;
    if (plies == 0)
        return false;
    tab_move moves[TAB_MOVES_MAX];
    const int count = tab_position_moves(&rules, position, moves);
    const bool attacks = tab_position_player(&rules, position) == attacker;
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        tab_position_play(&rules, &next, moves[i]);
        if (forces(&next, attacker, plies - 1) == attacks)
            return attacks;
    }
    return !attacks;
}

/* A value is right as far as plain search sees: the end comes within so many plies and not within fewer. */
static void check_by_search(const struct tab_position *position, int value, int horizon) {
    const int plies = abs(value), winner = value > 0 ? 1 : 2;
    if (value == 0 || plies > horizon) {
        assert_false(forces(position, 1, horizon));
        assert_false(forces(position, 2, horizon));
        return;
    }
    assert_true(forces(position, winner, plies));
    assert_false(forces(position, winner, plies - 1));
}

static void test_values_agree_with_search(void **state) {
    (void)state;
    struct tab_random random;
    tab_random_seed(&random, 24);
    for (int i = 0; i < SAMPLES; i++) {
        const struct ending ending = random_ending(&random, 3, 3);
        struct tab_position position;
        int value;
        endings_position(&rules, &ending, &position);
        assert_true(endings_probe(endings, &rules, &position, &value));
        check_by_search(&position, value, i < DEEP_SAMPLES ? DEEP : DEEP - 1);
    }
}

static void test_what_is_due_is_taken_best(void **state) {
    (void)state;
    struct tab_random random;
    tab_random_seed(&random, 25);
    for (int i = 0; i < SAMPLES; i++) {
        const struct ending ending = random_ending(&random, 3, 4);
        struct tab_position position;
        endings_position(&rules, &ending, &position);
        ((struct anneaux *)(void *)position.state)->due[1] = 1;
        assert_true(endings_check(endings, &rules, &position));
    }
}

static void test_other_positions_are_not_answered(void **state) {
    (void)state;
    static const struct {
        const char *spec, *position;
    } rows[] = {
        {"anneaux", "1.1.1.../2.2.2.../........ 1 1,0 - -"},             /* a reserve */
        {"anneaux", "1.1.1.11/2.2.2.../........ 1 0,0 - -"},             /* five pawns do not fly */
        {"anneaux", "1.1...../2.2.2.../........ 2# x,0 - -"},            /* over */
        {"anneaux:players=3", "1.1.1.../2.2.2.../3.3..... 1 0,0,x - -"}, /* three players */
        {"anneaux:spent=while-standing", "1.1.1.../2.2.2.../........ 1 0,0 - -"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct tab_rules other = testing_rules(rows[i].spec);
        const struct tab_position position = testing_position(&other, rows[i].position);
        int value;
        assert_false(endings_probe(endings, &other, &position, &value));
    }
}

static void test_the_ring_turned_last_makes_no_difference(void **state) {
    (void)state;
    const struct tab_position one = testing_position(&rules, "1.1..A../2.2..2../........ 1 0,0 - -");
    const struct tab_position two = testing_position(&rules, "1.1..A../2.2..2../........ 1 0,0 b -");
    int first, second;
    assert_true(endings_probe(endings, &rules, &one, &first));
    assert_true(endings_probe(endings, &rules, &two, &second));
    assert_int_equal(first, second);
}

/* The engine says what a position is worth, that it is certain, and keeps it: it wins as soon and loses as late as can be, and holds draws. */
static void test_the_engine_gives_nothing_away(void **state) {
    (void)state;
    struct tab_engine_options options;
    struct tab_random random;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    struct tab_engine *engine = tab_engine_new(&options);
    struct tab_thought *thought = malloc(sizeof *thought);
    assert_non_null(engine);
    assert_non_null(thought);
    tab_engine_use(engine, knowledge);
    tab_random_seed(&random, 26);
    for (int i = 0; i < ENGINE_SAMPLES; i++) {
        const struct ending ending = random_ending(&random, 3, 3);
        const struct tab_limits limits = {.nodes = 5000};
        struct tab_position position;
        int value, after;
        endings_position(&rules, &ending, &position);
        assert_true(endings_probe(endings, &rules, &position, &value));
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        assert_true(thought->line[0].proven);
        assert_int_equal(thought->line[0].mate, value);
        assert_int_equal(thought->line[0].bound, TAB_EXACT);
        tab_position_play(&rules, &position, thought->move);
        assert_true(endings_probe(endings, &rules, &position, &after));
        assert_int_equal(endings_before(after, tab_position_player(&rules, &position) == 1), value);
    }
    free(thought);
    tab_engine_free(engine);
}

/* Moves made before change nothing about a draw. */
static void test_draws_are_known_in_the_course_of_a_game(void **state) {
    (void)state;
    const struct tab_limits limits = {.nodes = 1};
    struct tab_random random;
    struct tab_position position;
    int value = 1;
    tab_random_seed(&random, 8);
    while (value != 0) {
        const struct ending ending = random_ending(&random, 3, 3);
        endings_position(&rules, &ending, &position);
        assert_true(endings_probe(endings, &rules, &position, &value));
    }
    struct tab_solver *solver = tab_solver_new(&rules, 1);
    const uint64_t past[] = {1, tab_position_hash(&rules, &position)};
    for (int past_count = 0; past_count <= 2; past_count++) {
        struct tab_proof proof = {.winner = 7};
        tab_solver_use(solver, knowledge);
        assert_true(tab_solver_solve(solver, &position, past, past_count, &limits, NULL, NULL, &proof));
        assert_int_equal(proof.winner, 0);
        assert_int_equal(proof.length, 1);
        tab_position_play(&rules, &position, proof.line[0]);
        assert_true(endings_probe(endings, &rules, &position, &value));
        assert_int_equal(value, 0);
    }
    tab_solver_free(solver);
}

/* ---- Files ---------------------------------------------------------------------------------------------------- */

static char directory[] = "tables-XXXXXX";

static void file_path(char *path, size_t size) { snprintf(path, size, "%s/anneaux-3v3.endings", directory); }

static int files_make(void **state) {
    (void)state;
    assert_non_null(mkdtemp(directory));
    return ending_file_write(directory, endings, 0) == ENDING_FILE_GOOD ? 0 : 1;
}

static int files_remove(void **state) {
    (void)state;
    char path[128];
    file_path(path, sizeof path);
    remove(path);
    rmdir(directory);
    strcpy(directory, "tables-XXXXXX");
    return 0;
}

static void test_tables_come_back_from_their_files(void **state) {
    (void)state;
    struct endings *read = NULL;
    assert_int_equal(ending_file_read_all(directory, &read), ENDING_FILE_GOOD);
    assert_memory_equal(read->table[3][3].values, endings->table[3][3].values, endings->table[3][3].size);
    assert_null(read->table[endings_parts[1][0]][endings_parts[1][1]].values);
    assert_true(ending_file_size(directory, 3, 3) < endings->table[3][3].size / 2);
    endings_free(read);
}

/* What the protocol answers to some lines. To be freed. */
static char *conversation(char *lines) {
    char *answer = NULL;
    size_t size;
    struct tab_engine_options options;
    FILE *input = fmemopen(lines, strlen(lines), "r"), *output = open_memstream(&answer, &size);
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    assert_true(ugi_serve(input, output, &rules, &options));
    fclose(input);
    fclose(output);
    return answer;
}

static void test_the_protocol_says_which_tables_it_has(void **state) {
    (void)state;
    char lines[256], expected[128];
    snprintf(lines, sizeof lines, "setoption name TablePath value %s\nsetoption name TablePath value %s/nothing\nugi\n",
             directory, directory);
    snprintf(expected, sizeof expected, "option name TablePath type string default %s\n", directory);
    char *answer = conversation(lines);
    assert_non_null(strstr(answer, expected));
    free(answer);
    snprintf(lines, sizeof lines, "setoption name TablePath value %s\nsetoption name TablePath value <empty>\nugi\n",
             directory);
    answer = conversation(lines);
    assert_non_null(strstr(answer, "option name TablePath type string default <empty>\n"));
    free(answer);
}

/* Changes one byte of the file. */
static void file_spoil(long at) {
    char path[128];
    file_path(path, sizeof path);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
}

static void test_damaged_files_are_refused(void **state) {
    (void)state;
    static const long places[] = {0, 9, 13, 16, 21, 5000, 100000};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct endings *read = NULL;
        file_spoil(places[i]);
        assert_int_equal(ending_file_read_all(directory, &read), ENDING_FILE_DAMAGED);
        assert_null(read);
        file_spoil(places[i]);
    }
}

static void test_short_and_missing_files_are_refused(void **state) {
    (void)state;
    char path[128];
    struct endings *read = NULL;
    file_path(path, sizeof path);
    assert_int_equal(truncate(path, 100), 0);
    assert_int_equal(ending_file_read_all(directory, &read), ENDING_FILE_DAMAGED);
    remove(path);
    assert_int_equal(ending_file_read_all(directory, &read), ENDING_FILE_MISSING);
    assert_null(read);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_and_placements_agree),
        cmocka_unit_test(test_symmetric_placements_share_their_numbers),
        cmocka_unit_test(test_every_placement_has_a_number),
        cmocka_unit_test(test_values_follow_from_those_after_the_moves),
        cmocka_unit_test(test_values_agree_with_search),
        cmocka_unit_test(test_what_is_due_is_taken_best),
        cmocka_unit_test(test_other_positions_are_not_answered),
        cmocka_unit_test(test_the_ring_turned_last_makes_no_difference),
        cmocka_unit_test(test_the_engine_gives_nothing_away),
        cmocka_unit_test(test_draws_are_known_in_the_course_of_a_game),
        cmocka_unit_test_setup_teardown(test_tables_come_back_from_their_files, files_make, files_remove),
        cmocka_unit_test_setup_teardown(test_the_protocol_says_which_tables_it_has, files_make, files_remove),
        cmocka_unit_test_setup_teardown(test_damaged_files_are_refused, files_make, files_remove),
        cmocka_unit_test_setup_teardown(test_short_and_missing_files_are_refused, files_make, files_remove),
    };
    return cmocka_run_group_tests_name("tables of endings", tests, tables_make, tables_drop);
}

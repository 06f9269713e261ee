/* test_memory_tables.c - the tables of endings when memory runs out or the disk fails: a table is whole or not there. */
#include "file_faults.h"
#include "testing.h"

#include "engine/ending_build.h"
#include "tables/ending_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 8, FILE_SAMPLE = 40, PART = 0, PAWNS = 3 };

static char folder[] = "/tmp/tablier-tables-XXXXXX";

static int folder_make(void **state) {
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

/* Where nothing can be removed any more, drafts are left. */
static int folder_remove(void **state) {
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command); /* NOLINT(cert-env33-c) */
}

/* Tables of one part whose values follow from a seed; what they say does not matter. */
static struct endings *tables_make(uint64_t seed) {
    struct endings *endings = endings_new();
    struct tab_random random;
    assert_non_null(endings);
    assert_true(endings_allocate(endings, PART));
    tab_random_seed(&random, seed);
    for (uint32_t i = 0; i < endings->table[PAWNS][PAWNS].size; i++)
        endings->table[PAWNS][PAWNS].values[i] = (int8_t)(tab_random_below(&random, 32) == 0);
    return endings;
}

static bool tables_equal(const struct endings *one, const struct endings *other) {
    const struct ending_table *first = &one->table[PAWNS][PAWNS], *second = &other->table[PAWNS][PAWNS];
    return first->size == second->size && memcmp(first->values, second->values, first->size) == 0;
}

/* ---- Building ------------------------------------------------------------------------------------------------- */

static bool keep_going(void *context, const char *what, uint64_t done, uint64_t total) {
    (void)context;
    (void)what;
    (void)done;
    (void)total;
    return true;
}

/* What cannot be built leaves no table behind, which would say that everything is drawn. */
static void build_scenario(void *context) {
    (void)context;
    struct endings *endings = endings_new();
    struct ending_build *build = malloc(sizeof *build);
    if (endings == NULL || build == NULL) {
        assert_true(faults_refused() > 0);
    } else if (ending_build_begin(build, endings, PART, keep_going, NULL)) {
        assert_non_null(endings->table[PAWNS][PAWNS].values);
        ending_build_end(build);
    } else {
        assert_true(faults_refused() > 0);
        ending_build_end(build);
        assert_null(endings->table[PAWNS][PAWNS].values);
    }
    free(build);
    endings_free(endings);
}

static void test_build(void **state) {
    (void)state;
    faults_run("building tables", build_scenario, NULL, SAMPLE);
}

/* ---- Files ---------------------------------------------------------------------------------------------------- */

static struct endings *before, *after;

/* A file that cannot be written is the one that was there. */
static void write_scenario(void *context) {
    (void)context;
    struct endings *read = NULL;
    const enum ending_file_status status = ending_file_write(folder, after, PART);
    assert_true(status == ENDING_FILE_GOOD || faults_refused() > 0);
    faults_end();
    assert_int_equal(ending_file_read_all(folder, &read), ENDING_FILE_GOOD);
    assert_true(tables_equal(read, status == ENDING_FILE_GOOD ? after : before));
    endings_free(read);
    assert_int_equal(ending_file_write(folder, before, PART), ENDING_FILE_GOOD);
}

/* Reading gives the whole table, or none and why. */
static void read_scenario(void *context) {
    (void)context;
    struct endings *read = NULL;
    const enum ending_file_status status = ending_file_read_all(folder, &read);
    if (status == ENDING_FILE_GOOD) {
        assert_true(tables_equal(read, before));
        endings_free(read);
        return;
    }
    assert_true(faults_refused() > 0);
    assert_true(status == ENDING_FILE_NO_MEMORY || status == ENDING_FILE_UNREADABLE);
    assert_null(read);
}

static void test_files(void **state) {
    (void)state;
    before = tables_make(1);
    after = tables_make(2);
    assert_int_equal(ending_file_write(folder, before, PART), ENDING_FILE_GOOD);
    faults_run("writing tables", write_scenario, NULL, FILE_SAMPLE);
    faults_run("reading tables", read_scenario, NULL, FILE_SAMPLE);
    endings_free(before);
    endings_free(after);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_build),
        cmocka_unit_test_setup_teardown(test_files, folder_make, folder_remove),
    };
    return cmocka_run_group_tests_name("memory of tables", tests, NULL, NULL);
}

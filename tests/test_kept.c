/* test_kept.c - the files of the games played here: each game has its own, and none is lost. */
#include "play/kept.h"
#include "testing.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/tablier-kept-XXXXXX";

static int folder_make(void **state) {
    (void)state;
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    return mkdtemp(folder) != NULL && setenv("XDG_STATE_HOME", folder, 1) == 0 ? 0 : -1;
}

static int folder_remove(void **state) {
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command); /* NOLINT(cert-env33-c) */
}

static struct tab_record *record_make(int moves) {
    const struct tab_rules rules = testing_rules("siam");
    struct tab_record *record = tab_record_new(&rules, NULL);
    for (int i = 0, node = TAB_RECORD_ROOT; i < moves; i++) {
        tab_move legal[TAB_MOVES_MAX];
        tab_position_moves(&rules, tab_match_position(tab_record_match(record, node)), legal);
        node = tab_record_add(record, node, legal[0], NULL);
        assert_int_not_equal(node, TAB_RECORD_NONE);
    }
    return record;
}

static void keep(struct kept *kept, int moves, bool over) {
    struct tab_record *record = record_make(moves);
    assert_true(kept_write(kept, record, over));
    tab_record_free(record);
}

static int count_kept(void) {
    static struct kept_list list;
    kept_list(&list, false);
    return list.count;
}

static int moves_kept(const char *name) {
    struct tab_record *record = kept_read(name, false);
    assert_non_null(record);
    const int moves = tab_record_ply(record, tab_record_end(record));
    tab_record_free(record);
    return moves;
}

static void test_games_of_one_moment_have_files_of_their_own(void **state) {
    struct kept one = {0}, other = {0};
    (void)state;
    keep(&one, 1, false);
    keep(&other, 2, false);
    assert_int_equal(count_kept(), 2);
    assert_int_equal(moves_kept(one.name), 1);
    assert_int_equal(moves_kept(other.name), 2);
    keep(&one, 3, false);
    assert_int_equal(count_kept(), 2);
    assert_int_equal(moves_kept(one.name), 3);
    kept_close(&one);
    kept_close(&other);
}

static void test_a_finished_game_is_no_longer_listed_until_its_end_is_taken_back(void **state) {
    struct kept kept = {0};
    (void)state;
    keep(&kept, 1, false);
    keep(&kept, 2, true);
    assert_int_equal(count_kept(), 0);
    keep(&kept, 1, false);
    assert_int_equal(count_kept(), 1);
    kept_close(&kept);
}

static void test_a_game_that_is_open_elsewhere_is_not_opened(void **state) {
    struct kept kept = {0}, again = {0};
    char name[KEPT_NAME];
    int ready[2], status;
    (void)state;
    keep(&kept, 1, false);
    strcpy(name, kept.name);
    kept_close(&kept);
    assert_int_equal(pipe(ready), 0);
    const pid_t other = fork();
    if (other == 0) {
        const bool locked = kept_lock(&kept, name);
        _exit(write(ready[1], locked ? "1" : "0", 1) == 1 ? pause() : 1);
    }
    char answer = 0;
    assert_int_equal(read(ready[0], &answer, 1), 1);
    assert_int_equal(answer, '1');
    assert_false(kept_lock(&again, name));
    kill(other, SIGKILL);
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_true(kept_lock(&again, name));
    kept_close(&again);
}

/* Locks a game many times, and has a folder while it is locked. False when another program had that folder then. */
static bool lock_often(const char *name, const char *owned) {
    enum { LOCKS = 2000 };
    for (int i = 0; i < LOCKS; i++) {
        struct kept kept = {0};
        if (!kept_lock(&kept, name))
            continue;
        const bool alone = mkdir(owned, 0700) == 0;
        if (alone)
            rmdir(owned);
        kept_close(&kept);
        if (!alone)
            return false;
    }
    return true;
}

static void test_a_game_that_many_open_is_open_once(void **state) {
    enum { PROGRAMS = 4 };
    struct kept kept = {0};
    char name[KEPT_NAME], owned[64];
    pid_t program[PROGRAMS];
    int status, alone = 0;
    (void)state;
    keep(&kept, 1, false);
    strcpy(name, kept.name);
    kept_close(&kept);
    snprintf(owned, sizeof owned, "%s/owned", folder);
    for (int i = 0; i < PROGRAMS; i++) {
        program[i] = fork();
        assert_true(program[i] >= 0);
        if (program[i] == 0)
            _exit(lock_often(name, owned) ? 0 : 1);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        assert_int_equal(waitpid(program[i], &status, 0), program[i]);
        alone += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    assert_int_equal(alone, PROGRAMS);
}

static void test_a_write_that_fails_leaves_the_game_as_it_was(void **state) {
    struct kept kept = {0};
    struct rlimit before, none;
    (void)state;
    keep(&kept, 1, false);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none = before;
    none.rlim_cur = 0;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    struct tab_record *longer = record_make(2), *over = record_make(3);
    const bool written = kept_write(&kept, longer, false), finished = kept_write(&kept, over, true);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(written);
    assert_false(finished);
    assert_int_equal(count_kept(), 1);
    assert_int_equal(moves_kept(kept.name), 1);
    tab_record_free(longer);
    tab_record_free(over);
    kept_close(&kept);
}

static void test_the_game_of_an_older_version_is_taken_over(void **state) {
    char path[128];
    static struct kept_list list;
    (void)state;
    snprintf(path, sizeof path, "%s/tablier", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    strcat(path, "/unfinished.record");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("[Game \"siam\"]\n\n1. @c1n @c5s *\n", file);
    fclose(file);
    kept_list(&list, false);
    assert_int_equal(list.count, 1);
    assert_int_equal(moves_kept(list.name[0]), 2);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(count_kept(), 1);
}

#define KEPT_TEST(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int main(void) {
    static const struct CMUnitTest tests[] = {
        KEPT_TEST(test_games_of_one_moment_have_files_of_their_own),
        KEPT_TEST(test_a_finished_game_is_no_longer_listed_until_its_end_is_taken_back),
        KEPT_TEST(test_a_game_that_is_open_elsewhere_is_not_opened),
        KEPT_TEST(test_a_game_that_many_open_is_open_once),
        KEPT_TEST(test_a_write_that_fails_leaves_the_game_as_it_was),
        KEPT_TEST(test_the_game_of_an_older_version_is_taken_over),
    };
    return cmocka_run_group_tests_name("kept", tests, NULL, NULL);
}

/* test_disk.c - the files of the terminal on a disk that fails at any of their calls: what was kept is never lost. */
#include "file_faults.h"
#include "play/files.h"
#include "play/kept.h"
#include "testing.h"

#include "file.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLE = 40, SHORT = 1, LONG = 2, LONGEST = 3 };

static char folder[] = "/tmp/tablier-disk-XXXXXX";
static struct tab_record *records[LONGEST + 1]; /* of so many moves */

static struct tab_record *record_make(int moves) {
    const struct tab_rules rules = testing_rules("siam");
    struct tab_record *record = tab_record_new(&rules, NULL);
    for (int i = 0, node = TAB_RECORD_ROOT; i < moves; i++) {
        tab_move legal[TAB_MOVES_MAX];
        tab_position_moves(&rules, tab_match_position(tab_record_match(record, node)), legal);
        node = tab_record_add(record, node, legal[0], NULL);
    }
    return record;
}

static int folder_make(void **state) {
    (void)state;
    for (int moves = SHORT; moves <= LONGEST; moves++)
        records[moves] = record_make(moves);
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    return mkdtemp(folder) != NULL && setenv("XDG_STATE_HOME", folder, 1) == 0 ? 0 : -1;
}

static void folder_empty(void) {
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s/*", folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
}

static int folder_remove(void **state) {
    (void)state;
    folder_empty();
    for (int moves = SHORT; moves <= LONGEST; moves++)
        tab_record_free(records[moves]);
    return rmdir(folder);
}

/* How many moves the record in a file has; -1: there is none that is whole. */
static int moves_in(const char *path) {
    size_t length, at = 0;
    char *text = file_read(path, FILES_SIZE_MAX, &length);
    struct tab_record *record = text != NULL ? tab_record_read(text, length, &at, NULL) : NULL;
    const int moves = record != NULL ? tab_record_ply(record, tab_record_end(record)) : -1;
    tab_record_free(record);
    free(text);
    return moves;
}

/* How many files of a folder below that of the state have such an end. */
static int files_with(const char *below, const char *end) {
    char path[PATH_MAX];
    int count = 0;
    snprintf(path, sizeof path, "%s%s", folder, below);
    DIR *entries = opendir(path);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        const size_t length = strlen(entry->d_name), more = strlen(end);
        count += length > more && strcmp(entry->d_name + length - more, end) == 0;
    }
    if (entries != NULL)
        closedir(entries);
    return count;
}

/* Keeps a game of so many moves; false, refused, with what was kept before. */
static bool keep(struct kept *kept, int moves, bool over) {
    const bool good = kept_write(kept, records[moves], over);
    assert_true(good || faults_refused() > 0);
    return good;
}

/* ---- Games that are kept -------------------------------------------------------------------------------------- */

/* A game is begun, continued and ended. Whatever was told to be kept is there as a whole afterwards. */
static void kept_scenario(void *context) {
    (void)context;
    struct kept kept = {0};
    char open[PATH_MAX], over[PATH_MAX];
    int least = 0;
    for (int moves = SHORT; moves <= LONG; moves++)
        if (keep(&kept, moves, false))
            least = moves;
    const bool ended = keep(&kept, LONGEST, true);
    faults_end();
    if (least == 0 && !ended) {
        kept_close(&kept);
        folder_empty();
        return;
    }
    kept_path(kept.name, false, open);
    snprintf(over, sizeof over, "%s/tablier/games/finished/%s.record", folder, kept.name);
    assert_true(ended ? moves_in(over) == LONGEST : moves_in(open) >= least);
    assert_true(keep(&kept, LONGEST, true)); /* the disk works again */
    assert_int_equal(moves_in(over), LONGEST);
    assert_int_equal(moves_in(open), -1);
    kept_close(&kept);
    assert_int_equal(files_with("/tablier/games", ".record"), 0);
    assert_int_equal(files_with("/tablier/games/finished", ".record"), 1);
    folder_empty();
}

static void test_kept_games(void **state) {
    (void)state;
    faults_run("kept games", kept_scenario, NULL, SAMPLE);
}

/* A game that is listed can be locked and read, or is left as it is. */
static void list_scenario(void *context) {
    (void)context;
    static struct kept_list list;
    struct kept kept = {0}, again = {0};
    const uint64_t refused = faults_refused();
    kept_list(&list, false);
    if (list.count == 1 && kept_lock(&again, list.name[0])) {
        struct tab_record *record = kept_read(again.name, false);
        assert_true(record != NULL || faults_refused() > refused);
        tab_record_free(record);
    }
    assert_true(again.locked || faults_refused() > 0);
    faults_end();
    kept_close(&again);
    kept_list(&list, false);
    assert_int_equal(list.count, 1);
    assert_true(kept_lock(&kept, list.name[0]));
    kept_close(&kept);
}

static void test_listed_games(void **state) {
    (void)state;
    struct kept kept = {0};
    assert_true(keep(&kept, LONG, false));
    kept_close(&kept);
    faults_run("listed games", list_scenario, NULL, SAMPLE);
    folder_empty();
}

/* ---- Games that are saved ------------------------------------------------------------------------------------- */

/* A file that is saved anew is the old one or the new one, and nothing is left beside it. */
static void save_scenario(void *context) {
    const char *path = context;
    const bool saved = record_save(path, records[LONG]), refused = faults_refused() > 0;
    faults_end();
    assert_true(saved || refused);
    assert_int_equal(moves_in(path), saved ? LONG : SHORT);
    assert_true(record_save(path, records[SHORT]));
    assert_int_equal(moves_in(path), SHORT);
}

static void test_saved_games(void **state) {
    (void)state;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/game.record", folder);
    assert_true(record_save(path, records[SHORT]));
    faults_run("saved games", save_scenario, path, SAMPLE);
    folder_empty();
}

#define DISK_TEST(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

int main(void) {
    static const struct CMUnitTest tests[] = {
        DISK_TEST(test_kept_games),
        DISK_TEST(test_listed_games),
        DISK_TEST(test_saved_games),
    };
    return cmocka_run_group_tests_name("disk", tests, NULL, NULL);
}

/* test_file_shared.c - files written in a folder where others write too. */
#include "file.h"
#include "testing.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGE = 1000 };

static char folder[] = "/tmp/tablier-shared-XXXXXX";

static int folder_enter(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL || chdir(folder) != 0 ? -1 : 0;
}

static int folder_empty(void **state) {
    (void)state;
    DIR *entries = opendir(".");
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
        unlink(entry->d_name);
    closedir(entries);
    return 0;
}

static int folder_leave(void **state) {
    (void)state;
    return rmdir(folder);
}

static void holds(const char *path, const char *expected) {
    size_t length;
    char *text = file_read(path, LARGE, &length);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static int mode_of(const char *path) {
    struct stat made;
    assert_int_equal(stat(path, &made), 0);
    return (int)(made.st_mode & 07777);
}

/* A link that somebody has put where a draft could be. */
static void link_in_the_way(void **state) {
    (void)state;
    char guess[64];
    assert_true(file_write("precious", "stays", 5));
    snprintf(guess, sizeof guess, "file.new-%ld", (long)getpid());
    assert_int_equal(symlink("precious", guess), 0);
    assert_true(file_write("file", "written", 7));
    holds("precious", "stays");
    holds("file", "written");
}

/* Two drafts of one file: each is whole, and the last one to end stays. */
static void two_at_once(void **state) {
    (void)state;
    struct file_draft one, other;
    assert_true(file_begin(&one, "file"));
    assert_true(file_begin(&other, "file"));
    fputs("one", one.stream);
    fputs("the other", other.stream);
    assert_true(file_end(&one));
    holds("file", "one");
    assert_true(file_end(&other));
    holds("file", "the other");
}

/* A new file is for whom the umask says, a replaced one for whom the old was. */
static void permissions(void **state) {
    (void)state;
    struct file_draft draft;
    const mode_t before = umask(027);
    assert_true(file_write("file", "new", 3));
    assert_int_equal(mode_of("file"), 0640);
    assert_int_equal(chmod("file", 0604), 0);
    assert_true(file_begin(&draft, "file"));
    assert_int_equal(mode_of(draft.beside), 0604);
    assert_true(file_end(&draft));
    assert_int_equal(mode_of("file"), 0604);
    umask(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(link_in_the_way, folder_empty),
        cmocka_unit_test_teardown(two_at_once, folder_empty),
        cmocka_unit_test_teardown(permissions, folder_empty),
    };
    return cmocka_run_group_tests_name("files beside others", tests, folder_enter, folder_leave);
}

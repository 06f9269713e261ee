/* test_file.c - whole files: what is read, what is written, and what stays when it cannot be. */
#include "file.h"
#include "testing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGE = 100000 };

static char folder[] = "/tmp/tablier-file-XXXXXX";

/* Each test begins in the empty folder. */
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

static int files_count(void) {
    int count = 0;
    DIR *entries = opendir(".");
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static void holds(const char *path, const char *expected) {
    size_t length;
    char *text = file_read(path, LARGE, &length);
    assert_non_null(text);
    assert_int_equal(length, strlen(expected));
    assert_string_equal(text, expected);
    free(text);
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

static void bounds_of_reading(void **state) {
    (void)state;
    char *bytes = malloc(LARGE);
    size_t length = 1;
    assert_non_null(bytes);
    memset(bytes, 'x', LARGE);
    assert_true(file_write("large", bytes, LARGE));
    char *read = file_read("large", LARGE, &length);
    assert_non_null(read);
    assert_int_equal(length, LARGE);
    assert_memory_equal(read, bytes, LARGE);
    assert_int_equal(read[LARGE], 0);
    free(read);
    assert_null(file_read("large", LARGE - 1, &length));
    assert_int_equal(errno, EFBIG);
    free(bytes);
}

static void no_file_to_read(void **state) {
    (void)state;
    size_t length;
    assert_null(file_read("missing", LARGE, &length));
    assert_int_equal(errno, ENOENT);
    assert_null(file_read(".", LARGE, &length));
    assert_int_equal(errno, EISDIR);
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

static void replaced(void **state) {
    (void)state;
    assert_true(file_write("file", "before", 6));
    assert_int_equal(chmod("file", 0640), 0);
    assert_true(file_write("file", "after", 5));
    holds("file", "after");
    struct stat about;
    assert_int_equal(stat("file", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_int_equal(files_count(), 1);
}

static void before_until_the_end(void **state) {
    (void)state;
    struct file_draft draft;
    assert_true(file_write("file", "before", 6));
    assert_true(file_begin(&draft, "file"));
    fputs("after", draft.stream);
    holds("file", "before");
    assert_true(file_end(&draft));
    holds("file", "after");
    assert_true(file_begin(&draft, "file"));
    fputs("never", draft.stream);
    file_drop(&draft);
    holds("file", "after");
    assert_int_equal(files_count(), 1);
}

static void behind_a_link(void **state) {
    (void)state;
    assert_true(file_write("file", "before", 6));
    assert_int_equal(symlink("file", "link"), 0);
    assert_true(file_write("link", "after", 5));
    holds("file", "after");
    char target[8] = "";
    assert_int_equal(readlink("link", target, sizeof target), 4);
}

static void pipe_in_place(void **state) {
    (void)state;
    char text[8] = "";
    assert_int_equal(mkfifo("pipe", 0600), 0);
    const int pipe = open("pipe", O_RDWR);
    assert_true(pipe >= 0);
    assert_true(file_write("pipe", "text", 4));
    assert_int_equal(read(pipe, text, sizeof text), 4);
    assert_string_equal(text, "text");
    close(pipe);
    struct stat about;
    assert_int_equal(stat("pipe", &about), 0);
    assert_true(S_ISFIFO(about.st_mode));
    assert_int_equal(files_count(), 1);
}

/* What a full disk does, by a limit on the length of files. */
static void no_room(void **state) {
    (void)state;
    static const char bytes[LARGE];
    struct rlimit unlimited, limit;
    assert_true(file_write("file", "before", 6));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    limit = (struct rlimit){.rlim_cur = LARGE / 2, .rlim_max = unlimited.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const bool written = file_write("file", bytes, sizeof bytes), fresh = file_write("fresh", bytes, sizeof bytes);
    const int error = errno;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &unlimited), 0);
    assert_false(written);
    assert_false(fresh);
    assert_int_equal(error, EFBIG);
    holds("file", "before");
    assert_int_equal(files_count(), 1);
}

static void no_place_to_write(void **state) {
    (void)state;
    static const struct row {
        const char *path;
        int error;
    } rows[] = {{"", ENOENT}, {".", EISDIR}, {"nowhere/file", ENOENT}, {"file/file", ENOTDIR}, {"/dev/full", ENOSPC}};
    assert_true(file_write("file", "before", 6));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_false(file_write(rows[i].path, "after", 5));
        assert_int_equal(errno, rows[i].error);
    }
    holds("file", "before");
    assert_int_equal(files_count(), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bounds_of_reading, folder_empty),
        cmocka_unit_test_teardown(no_file_to_read, folder_empty),
        cmocka_unit_test_teardown(replaced, folder_empty),
        cmocka_unit_test_teardown(before_until_the_end, folder_empty),
        cmocka_unit_test_teardown(behind_a_link, folder_empty),
        cmocka_unit_test_teardown(pipe_in_place, folder_empty),
        cmocka_unit_test_teardown(no_room, folder_empty),
        cmocka_unit_test_teardown(no_place_to_write, folder_empty),
    };
    return cmocka_run_group_tests_name("file", tests, folder_enter, folder_leave);
}

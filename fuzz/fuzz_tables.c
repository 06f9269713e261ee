/* fuzz_tables.c - tables of endings. Input: the bytes of the file of three pawns against three. A table is read as a whole
 * or not at all. */
#include "fuzz.h"

#include "tables/ending_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PAWNS = 3, PART = 0, PATH_ROOM = 128 };

static char folder[] = "/tmp/tablier-fuzz-tables-XXXXXX", path[PATH_ROOM];

static void folder_remove(void) {
    unlink(path);
    rmdir(folder);
}

static void folder_make(void) {
    fuzz_check(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/anneaux-3v3.endings", folder);
    atexit(folder_remove);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct endings *endings;
    if (endings == NULL) {
        folder_make();
        endings = endings_new();
        fuzz_check(endings != NULL);
    }
    FILE *file = fopen(path, "wb");
    fuzz_check(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    const enum ending_file_status status = ending_file_read(folder, endings, PART);
    const bool there = endings->table[PAWNS][PAWNS].values != NULL;
    fuzz_check(status == ENDING_FILE_GOOD || status == ENDING_FILE_DAMAGED);
    fuzz_check(there == (status == ENDING_FILE_GOOD));
    endings_release(endings, PART);
    return 0;
}

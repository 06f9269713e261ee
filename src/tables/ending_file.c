/* ending_file.c - see ending_file.h. */
#include "ending_file.h"
#include "../file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { PATH_SIZE = 4096, BLOCK = 1 << 20, HEADER = 16, LEVEL = 6 };

static const char magic[] = "TABEND1\n";

const char *ending_file_text(enum ending_file_status status) {
    static const char *const texts[ENDING_FILE_STATUS_COUNT] = {
        [ENDING_FILE_GOOD] = N_("good"),
        [ENDING_FILE_MISSING] = N_("there is no table"),
        [ENDING_FILE_DAMAGED] = N_("the file is damaged"),
        [ENDING_FILE_NO_MEMORY] = N_("there is not enough memory"),
        [ENDING_FILE_UNREADABLE] = N_("the file cannot be read"),
        [ENDING_FILE_UNWRITABLE] = N_("the file cannot be written"),
    };
    return texts[status];
}

/* Writes the name of a table's file; false when it is too long. */
static bool path_make(char path[PATH_SIZE], const char *directory, int own, int other) {
    const int length = snprintf(path, PATH_SIZE, "%s/anneaux-%dv%d.endings", directory, own, other);
    return length > 0 && length < PATH_SIZE;
}

static void word_put(unsigned char *bytes, uint32_t word) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(word >> 8 * i);
}

static uint32_t word_get(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint32_t block_count(uint32_t size) { return size / BLOCK + (size % BLOCK != 0); }

static uint32_t block_size(uint32_t size, uint32_t block) {
    const uint32_t left = size - block * BLOCK;
    return left < BLOCK ? left : BLOCK;
}

/* ---- Writing -------------------------------------------------------------------------------------------------- */

/* Writes the blocks behind room for the head, and fills the head. */
static enum ending_file_status blocks_write(FILE *file, const struct ending_table *table, unsigned char *head,
                                            unsigned char *packed) {
    const uint32_t blocks = block_count(table->size);
    const size_t head_size = HEADER + 8 * (size_t)blocks;
    memcpy(head, magic, sizeof magic - 1);
    word_put(head + 8, table->size);
    word_put(head + 12, BLOCK);
    if (fwrite(head, 1, head_size, file) != head_size)
        return ENDING_FILE_UNWRITABLE;
    for (uint32_t block = 0; block < blocks; block++) {
        const Bytef *values = (const Bytef *)table->values + (size_t)block * BLOCK;
        const uint32_t size = block_size(table->size, block);
        uLongf length = compressBound(BLOCK);
        if (compress2(packed, &length, values, size, LEVEL) != Z_OK)
            return ENDING_FILE_NO_MEMORY;
        word_put(head + HEADER + 8 * (size_t)block, (uint32_t)length);
        word_put(head + HEADER + 8 * (size_t)block + 4, (uint32_t)crc32(0, values, size));
        if (fwrite(packed, 1, length, file) != length)
            return ENDING_FILE_UNWRITABLE;
    }
    rewind(file);
    return fwrite(head, 1, head_size, file) == head_size ? ENDING_FILE_GOOD : ENDING_FILE_UNWRITABLE;
}

static enum ending_file_status table_write(const char *directory, const struct ending_table *table, int own,
                                           int other) {
    char path[PATH_SIZE];
    struct file_draft draft;
    if (!path_make(path, directory, own, other) || !file_begin(&draft, path))
        return ENDING_FILE_UNWRITABLE;
    unsigned char *head = calloc(1, HEADER + 8 * (size_t)block_count(table->size));
    unsigned char *packed = malloc(compressBound(BLOCK));
    enum ending_file_status status = ENDING_FILE_NO_MEMORY;
    if (head != NULL && packed != NULL)
        status = blocks_write(draft.stream, table, head, packed);
    free(head);
    free(packed);
    if (status != ENDING_FILE_GOOD)
        file_drop(&draft);
    else if (!file_end(&draft))
        status = ENDING_FILE_UNWRITABLE;
    return status;
}

enum ending_file_status ending_file_write(const char *directory, const struct endings *endings, int part) {
    const int fewer = endings_parts[part][0], more = endings_parts[part][1];
    enum ending_file_status status = table_write(directory, &endings->table[fewer][more], fewer, more);
    if (status == ENDING_FILE_GOOD && fewer != more)
        status = table_write(directory, &endings->table[more][fewer], more, fewer);
    return status;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* Reads and unpacks one block; `index` is its line in the head. */
static enum ending_file_status block_read(FILE *file, struct ending_table *table, uint32_t block,
                                          const unsigned char *index, unsigned char *packed) {
    const uint32_t size = block_size(table->size, block), length = word_get(index);
    Bytef *values = (Bytef *)table->values + (size_t)block * BLOCK;
    uLongf unpacked = size;
    if (length > compressBound(BLOCK) || fread(packed, 1, length, file) != length)
        return ENDING_FILE_DAMAGED;
    if (uncompress(values, &unpacked, packed, length) != Z_OK || unpacked != size)
        return ENDING_FILE_DAMAGED;
    return (uint32_t)crc32(0, values, size) == word_get(index + 4) ? ENDING_FILE_GOOD : ENDING_FILE_DAMAGED;
}

static enum ending_file_status blocks_read(FILE *file, struct ending_table *table, unsigned char *head,
                                           unsigned char *packed) {
    const uint32_t blocks = block_count(table->size);
    const size_t head_size = HEADER + 8 * (size_t)blocks;
    if (fread(head, 1, head_size, file) != head_size || memcmp(head, magic, sizeof magic - 1) != 0 ||
        word_get(head + 8) != table->size || word_get(head + 12) != BLOCK)
        return ENDING_FILE_DAMAGED;
    enum ending_file_status status = ENDING_FILE_GOOD;
    for (uint32_t block = 0; block < blocks && status == ENDING_FILE_GOOD; block++)
        status = block_read(file, table, block, head + HEADER + 8 * (size_t)block, packed);
    return status == ENDING_FILE_GOOD && fgetc(file) != EOF ? ENDING_FILE_DAMAGED : status;
}

/* Whether the file of a table is there; what is in it shows when it is read. */
static enum ending_file_status table_find(const char *directory, int own, int other) {
    char path[PATH_SIZE];
    struct stat status;
    if (!path_make(path, directory, own, other))
        return ENDING_FILE_UNREADABLE;
    if (stat(path, &status) == 0)
        return ENDING_FILE_GOOD;
    return errno == ENOENT || errno == ENOTDIR ? ENDING_FILE_MISSING : ENDING_FILE_UNREADABLE;
}

/* Reads a table into the room made for it. */
static enum ending_file_status table_read(const char *directory, struct ending_table *table, int own, int other) {
    char path[PATH_SIZE];
    FILE *file = path_make(path, directory, own, other) ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return ENDING_FILE_UNREADABLE;
    unsigned char *head = malloc(HEADER + 8 * (size_t)block_count(table->size));
    unsigned char *packed = malloc(compressBound(BLOCK));
    enum ending_file_status status = ENDING_FILE_NO_MEMORY;
    if (head != NULL && packed != NULL)
        status = blocks_read(file, table, head, packed);
    free(head);
    free(packed);
    fclose(file);
    return status;
}

enum ending_file_status ending_file_read(const char *directory, struct endings *endings, int part) {
    const int fewer = endings_parts[part][0], more = endings_parts[part][1];
    enum ending_file_status status = table_find(directory, fewer, more);
    if (status == ENDING_FILE_GOOD)
        status = table_find(directory, more, fewer);
    if (status != ENDING_FILE_GOOD)
        return status;
    if (!endings_allocate(endings, part))
        return ENDING_FILE_NO_MEMORY;
    status = table_read(directory, &endings->table[fewer][more], fewer, more);
    if (status == ENDING_FILE_GOOD && fewer != more)
        status = table_read(directory, &endings->table[more][fewer], more, fewer);
    if (status != ENDING_FILE_GOOD)
        endings_release(endings, part);
    return status;
}

enum ending_file_status ending_file_read_all(const char *directory, struct endings **endings) {
    struct endings *read = endings_new();
    if (read == NULL)
        return ENDING_FILE_NO_MEMORY;
    int found = 0;
    for (int part = 0; part < ENDINGS_PARTS; part++) {
        const enum ending_file_status status = ending_file_read(directory, read, part);
        if (status != ENDING_FILE_GOOD && status != ENDING_FILE_MISSING) {
            endings_free(read);
            return status;
        }
        found += status == ENDING_FILE_GOOD;
    }
    if (found == 0) {
        endings_free(read);
        return ENDING_FILE_MISSING;
    }
    *endings = read;
    return ENDING_FILE_GOOD;
}

uint64_t ending_file_size(const char *directory, int own, int other) {
    char path[PATH_SIZE];
    struct stat status;
    if (!path_make(path, directory, own, other) || stat(path, &status) != 0 || status.st_size < 0)
        return 0;
    return (uint64_t)status.st_size;
}

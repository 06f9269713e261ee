/* ending_file.h - tables of endings on disk: one file for each, in a directory.
 *
 *     anneaux-4v3.endings     four pawns of the player to move against three
 *
 *     8 bytes   "TABEND1\n"
 *     4         values in the table
 *     4         values in a block, but for the last one
 *     8 a block its length when compressed, and the CRC-32 of its values
 *     the blocks, compressed by zlib one by one; a value is one byte, see endings.h
 *
 * Numbers are little-endian. A file is written under another name and renamed when it is complete: what has its proper
 * name is whole. */
#ifndef TABLIER_TABLES_ENDING_FILE_H
#define TABLIER_TABLES_ENDING_FILE_H

#include "../engine/endings.h"

enum ending_file_status {
    ENDING_FILE_GOOD,
    ENDING_FILE_MISSING,
    ENDING_FILE_DAMAGED,
    ENDING_FILE_NO_MEMORY,
    ENDING_FILE_UNREADABLE,
    ENDING_FILE_UNWRITABLE,
    ENDING_FILE_STATUS_COUNT
};

/* What a status means, in English. */
const char *ending_file_text(enum ending_file_status status);

/* Writes the tables of a part. */
enum ending_file_status ending_file_write(const char *directory, const struct endings *endings, int part);
/* Reads the tables of a part; on failure the part is not there afterwards. */
enum ending_file_status ending_file_read(const char *directory, struct endings *endings, int part);
/* Reads all parts that are there, into new tables. On failure *endings stays untouched; no table at all is a failure
 * too. */
enum ending_file_status ending_file_read_all(const char *directory, struct endings **endings);
/* The size of the file of a table, 0 when it is not there. */
uint64_t ending_file_size(const char *directory, int own, int other);

#endif

/* santasi_book.h - proven positions of San Ta Si near its start, and the moves that keep what was proven.
 *
 * A record is one word, in ascending order:
 *
 *     | key, 55 | at least, 2 | at most, 2 | move, 5 |
 *
 * The key is the whole position, not a hash of it: the shapes of the three towers in ascending order, as numbers in
 * the mixed radix of the set, then the colour of every cylinder. Towers may stand on any site, and the order of
 * covered cylinders in a column does not matter, so such positions share a key. The outcome for the player to move is
 * 0 lost, 1 drawn, 2 won. The move, where there is one, reaches the `at least`.
 *
 * A book in bytes, all numbers with the lowest byte first:
 *
 *     0   magic    8    TABSTSB1
 *     8   counts   5    of the set
 *     13  heights  10
 *     23  unused   1    zero
 *     24  records  8    their number
 *     32  check    8    sum over all bytes from 8 on, without itself
 *     40  records  8 each */
#ifndef TABLIER_ENGINE_SANTASI_BOOK_H
#define TABLIER_ENGINE_SANTASI_BOOK_H

#include <tablier.h>

enum { SANTASI_BOOK_BUILT_MAX = 12, SANTASI_BOOK_HEAD = 40, SANTASI_BOOK_RECORD = 8 };

/* A proof about one position. */
struct santasi_proof {
    uint64_t key;
    int low, high; /* outcome for the player to move: -1 lost, 0 drawn, 1 won */
    bool has_move;
    tab_move move; /* reaches `low` */
};

/* Whether positions of a set have keys at all: it must not be much larger than the default one. */
bool santasi_book_supports(const struct tab_rules *rules);
/* The key of a position with at most SANTASI_BOOK_BUILT_MAX cylinders. */
uint64_t santasi_book_key(const struct tab_rules *rules, const struct tab_position *position);

/* A proof about a position as a record, and back; a proof that was read speaks of this position's sites. */
uint64_t santasi_book_pack(const struct tab_rules *rules, const struct tab_position *position,
                           const struct santasi_proof *proof);
void santasi_book_unpack(const struct tab_rules *rules, const struct tab_position *position, uint64_t record,
                         struct santasi_proof *proof);
/* Records of the same position have the same. */
static inline uint64_t santasi_record_key(uint64_t record) { return record >> 9; }

/* Records in bytes that someone else keeps. */
struct santasi_book {
    const unsigned char *records;
    size_t count;
};

/* Checks the bytes of a book for these rules. The error says what is wrong with them and at which byte. */
bool santasi_book_open(struct santasi_book *book, const struct tab_rules *rules, const void *bytes, size_t size,
                       struct tab_error *error);
uint64_t santasi_book_record(const struct santasi_book *book, size_t index);
/* What the book knows of a position; false when nothing. */
bool santasi_book_find(const struct santasi_book *book, const struct tab_rules *rules,
                       const struct tab_position *position, struct santasi_proof *proof);
/* A move that keeps the outcome proven for the player to move; false when the book has none. */
bool santasi_book_move(const struct santasi_book *book, const struct tab_rules *rules,
                       const struct tab_position *position, tab_move *move);

/* Writes a book of records, which are in ascending order, and returns its size; nothing is written when the buffer
 * is smaller. */
size_t santasi_book_write(const struct tab_rules *rules, const uint64_t *records, size_t count, unsigned char *buffer,
                          size_t size);

#endif

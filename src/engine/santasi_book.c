/* santasi_book.c - records of proven positions. */
#include "santasi_book.h"

#include "../rules/registry.h"
#include "../rules/santasi.h"

#include <string.h>

enum { MOVE_BITS = 5, OUTCOME_BITS = 2, NO_MOVE = 31, KEY_BITS = 55, KEY_AT = MOVE_BITS + 2 * OUTCOME_BITS };
enum { SET_AT = 8, SET_SIZE = 16, COUNT_AT = 24, CHECK_AT = 32 };

static const unsigned char magic[SET_AT] = {'T', 'A', 'B', 'S', 'T', 'S', 'B', '1'};

/* ---- Keys ----------------------------------------------------------------------------------------------------- */

/* Number of shapes in the mixed radix of the set. */
static uint64_t shape_count(const struct santasi_set *set) {
    uint64_t count = 1;
    for (int size = 0; size < SANTASI_SIZES; size++)
        count *= 2U * set->count[size] + 1;
    return count;
}

bool santasi_book_supports(const struct tab_rules *rules) {
    const uint64_t shapes = shape_count(santasi_set_of(rules));
    const uint64_t room = UINT64_C(1) << (KEY_BITS - SANTASI_BOOK_BUILT_MAX);
    return shapes * shapes <= room / shapes;
}

/* One tower: the number of its shape above the colours of its cylinders, so that shapes come first in any order. */
struct tower {
    uint32_t shape;
    uint32_t colours;
    int cylinders;
    int site;
};

/* The colours of a column with its covered cylinders in order, blue ones below. */
static uint32_t column_colours(const struct santasi_set *set, const struct santasi *santasi, int column) {
    const int seen = santasi_visible(set, santasi, column), cylinders = santasi_cylinders(santasi, column);
    const uint32_t all = santasi->column[column] & ((UINT32_C(1) << cylinders) - 1);
    const uint32_t visible = all & ((UINT32_C(1) << seen) - 1);
    const int silver = __builtin_popcount(all >> seen);
    return ((UINT32_C(1) << silver) - 1) << seen | visible;
}

static struct tower tower_read(const struct santasi_set *set, const struct santasi *santasi, int site) {
    struct tower tower = {.site = site};
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const int column = santasi_column(size, site), cylinders = santasi_cylinders(santasi, column);
        tower.shape = tower.shape * (2U * set->count[size] + 1) + (uint32_t)cylinders;
        tower.colours = tower.colours << cylinders | column_colours(set, santasi, column);
        tower.cylinders += cylinders;
    }
    return tower;
}

static bool tower_less(const struct tower *one, const struct tower *other) {
    return one->shape != other->shape ? one->shape < other->shape : one->colours < other->colours;
}

/* The towers of a position in the order of the key. */
static void towers_read(const struct tab_rules *rules, const struct tab_position *position,
                        struct tower towers[SANTASI_SITES]) {
    for (int site = 0; site < SANTASI_SITES; site++) {
        const struct tower tower = tower_read(santasi_set_of(rules), santasi_of(position), site);
        int place = site;
        for (; place > 0 && tower_less(&tower, &towers[place - 1]); place--)
            towers[place] = towers[place - 1];
        towers[place] = tower;
    }
}

uint64_t santasi_book_key(const struct tab_rules *rules, const struct tab_position *position) {
    assert(santasi_book_supports(rules) && santasi_of(position)->built <= SANTASI_BOOK_BUILT_MAX);
    struct tower towers[SANTASI_SITES];
    uint64_t shapes = 0, colours = 0;
    towers_read(rules, position, towers);
    for (int place = 0; place < SANTASI_SITES; place++) {
        shapes = shapes * shape_count(santasi_set_of(rules)) + towers[place].shape;
        colours = colours << towers[place].cylinders | towers[place].colours;
    }
    return shapes << SANTASI_BOOK_BUILT_MAX | colours;
}

/* ---- Records -------------------------------------------------------------------------------------------------- */

uint64_t santasi_book_pack(const struct tab_rules *rules, const struct tab_position *position,
                           const struct santasi_proof *proof) {
    struct tower towers[SANTASI_SITES];
    uint64_t move = NO_MOVE;
    towers_read(rules, position, towers);
    for (int place = 0; place < SANTASI_SITES && proof->has_move; place++) {
        const int column = santasi_move_column(proof->move);
        const int piece = (int)santasi_move_colour(proof->move) * SANTASI_SIZES + santasi_size(column);
        if (towers[place].site == santasi_site(column))
            move = (uint64_t)piece * SANTASI_SITES + (uint64_t)place;
    }
    return proof->key << KEY_AT | (uint64_t)(proof->low + 1) << (MOVE_BITS + OUTCOME_BITS) |
           (uint64_t)(proof->high + 1) << MOVE_BITS | move;
}

void santasi_book_unpack(const struct tab_rules *rules, const struct tab_position *position, uint64_t record,
                         struct santasi_proof *proof) {
    const int move = (int)(record & NO_MOVE), piece = move / SANTASI_SITES;
    struct tower towers[SANTASI_SITES];
    *proof = (struct santasi_proof){.key = santasi_record_key(record),
                                    .low = (int)(record >> (MOVE_BITS + OUTCOME_BITS) & 3) - 1,
                                    .high = (int)(record >> MOVE_BITS & 3) - 1,
                                    .has_move = piece < SANTASI_COLOUR_COUNT * SANTASI_SIZES};
    if (!proof->has_move)
        return;
    towers_read(rules, position, towers);
    proof->move = santasi_move((enum santasi_colour)(piece / SANTASI_SIZES),
                               santasi_column(piece % SANTASI_SIZES, towers[move % SANTASI_SITES].site));
}

/* ---- Books ---------------------------------------------------------------------------------------------------- */

static uint64_t word_read(const unsigned char *bytes) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

static void word_write(unsigned char *bytes, uint64_t word) {
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(word >> (8 * i));
}

static void set_write(const struct santasi_set *set, unsigned char bytes[SET_SIZE]) {
    memset(bytes, 0, SET_SIZE);
    for (int size = 0; size < SANTASI_SIZES; size++) {
        bytes[size] = set->count[size];
        bytes[SANTASI_SIZES + 2 * size] = (unsigned char)set->height[size];
        bytes[SANTASI_SIZES + 2 * size + 1] = (unsigned char)(set->height[size] >> 8);
    }
}

/* Sum over the words of a book, without the magic and the sum itself. */
static uint64_t check_sum(const unsigned char *bytes, size_t size) {
    uint64_t sum = 0;
    for (size_t at = SET_AT; at < size; at += 8)
        if (at != CHECK_AT)
            sum = hash_mix(sum, word_read(bytes + at));
    return sum;
}

/* Where the first record stands that is not above the one before it, or the size when all are. */
static size_t order_check(const unsigned char *bytes, size_t size) {
    for (size_t at = SANTASI_BOOK_HEAD + SANTASI_BOOK_RECORD; at < size; at += SANTASI_BOOK_RECORD)
        if (santasi_record_key(word_read(bytes + at - SANTASI_BOOK_RECORD)) >=
            santasi_record_key(word_read(bytes + at)))
            return at;
    return size;
}

bool santasi_book_open(struct santasi_book *book, const struct tab_rules *rules, const void *bytes, size_t size,
                       struct tab_error *error) {
    const unsigned char *start = bytes;
    unsigned char set[SET_SIZE];
    set_write(santasi_set_of(rules), set);
    if (size < SANTASI_BOOK_HEAD || memcmp(start, magic, sizeof magic) != 0)
        return error_set(error, 0, N_("this is no book of San Ta Si"), NULL, NULL);
    if (memcmp(start + SET_AT, set, sizeof set) != 0 || !santasi_book_supports(rules))
        return error_set(error, SET_AT, N_("the book is for another set"), NULL, NULL);
    const uint64_t count = word_read(start + COUNT_AT);
    if ((size - SANTASI_BOOK_HEAD) % SANTASI_BOOK_RECORD != 0 ||
        count != (size - SANTASI_BOOK_HEAD) / SANTASI_BOOK_RECORD)
        return error_set(error, COUNT_AT, N_("the book is cut short, or longer than it says"), NULL, NULL);
    if (check_sum(start, size) != word_read(start + CHECK_AT))
        return error_set(error, CHECK_AT, N_("the book is damaged: its sum is wrong"), NULL, NULL);
    if (order_check(start, size) != size)
        return error_set(error, order_check(start, size), N_("the book is damaged: its records are out of order"), NULL,
                         NULL);
    *book = (struct santasi_book){start + SANTASI_BOOK_HEAD, (size_t)count};
    return true;
}

uint64_t santasi_book_record(const struct santasi_book *book, size_t index) {
    return word_read(book->records + index * SANTASI_BOOK_RECORD);
}

bool santasi_book_find(const struct santasi_book *book, const struct tab_rules *rules,
                       const struct tab_position *position, struct santasi_proof *proof) {
    if (santasi_of(position)->outcome != TAB_ONGOING || santasi_of(position)->built > SANTASI_BOOK_BUILT_MAX)
        return false;
    const uint64_t key = santasi_book_key(rules, position);
    size_t low = 0, high = book->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (santasi_record_key(santasi_book_record(book, middle)) < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == book->count || santasi_record_key(santasi_book_record(book, low)) != key)
        return false;
    santasi_book_unpack(rules, position, santasi_book_record(book, low), proof);
    return true;
}

bool santasi_book_move(const struct santasi_book *book, const struct tab_rules *rules,
                       const struct tab_position *position, tab_move *move) {
    struct santasi_proof proof;
    if (!santasi_book_find(book, rules, position, &proof) || !proof.has_move ||
        !tab_position_legal(rules, position, proof.move))
        return false;
    *move = proof.move;
    return true;
}

size_t santasi_book_write(const struct tab_rules *rules, const uint64_t *records, size_t count, unsigned char *buffer,
                          size_t size) {
    const size_t needed = SANTASI_BOOK_HEAD + count * SANTASI_BOOK_RECORD;
    if (size < needed)
        return needed;
    memcpy(buffer, magic, sizeof magic);
    set_write(santasi_set_of(rules), buffer + SET_AT);
    word_write(buffer + COUNT_AT, count);
    for (size_t i = 0; i < count; i++)
        word_write(buffer + SANTASI_BOOK_HEAD + i * SANTASI_BOOK_RECORD, records[i]);
    word_write(buffer + CHECK_AT, check_sum(buffer, needed));
    return needed;
}

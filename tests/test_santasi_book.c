/* test_santasi_book.c - proofs about the opening of San Ta Si, and the books they become. */
#include "testing.h"

#include "engine/santasi_prover.h"
#include "rules/santasi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 24 << 20, LITTLE_MEMORY = 2048 << 10, PLIES = 5 };

static const char *const small = "santasi:set=1x46+1x38+1x52+1x30+1x43";
static const struct santasi_proving no_limits = {0};

/* A proven book of the small set, in bytes to be freed. */
static unsigned char *book_make(const struct tab_rules *rules, size_t memory, int plies, size_t *size) {
    struct santasi_prover *prover = santasi_prover_new(rules, memory);
    assert_non_null(prover);
    assert_true(santasi_prover_extend(prover, plies, &no_limits));
    *size = santasi_prover_write(prover, NULL, 0);
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(santasi_prover_write(prover, bytes, *size), *size);
    santasi_prover_free(prover);
    return bytes;
}

/* ---- What a book says is true --------------------------------------------------------------------------------- */

/* Follows the book as one player against random replies: in every position of the first plies it has a move, or has
 * proven that nothing can be reached. */
static void book_follow(const struct tab_rules *rules, const struct santasi_book *book, struct tab_random *random,
                        int player, int plies) {
    struct tab_position position;
    tab_position_start(rules, &position);
    for (int ply = 0; ply < plies; ply++) {
        struct santasi_proof proof;
        tab_move move = 0;
        if (tab_position_player(rules, &position) != player)
            move = tab_random_move(random, rules, &position);
        else if (!santasi_book_move(book, rules, &position, &move)) {
            assert_true(santasi_book_find(book, rules, &position, &proof));
            assert_int_equal(proof.high, -1);
            return;
        }
        tab_position_play(rules, &position, move);
    }
}

static void test_complete(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules(small);
    size_t size;
    unsigned char *bytes = book_make(&rules, MEMORY, PLIES, &size);
    struct santasi_book book;
    assert_true(santasi_book_open(&book, &rules, bytes, size, NULL));
    struct tab_random random;
    tab_random_seed(&random, 8);
    for (int game = 0; game < 200; game++)
        book_follow(&rules, &book, &random, 1 + game % 2, PLIES);
    free(bytes);
}

/* Every record of the positions after four plies is true. */
static void test_records(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules(small);
    size_t size;
    unsigned char *bytes = book_make(&rules, MEMORY, PLIES, &size);
    struct santasi_book book;
    assert_true(santasi_book_open(&book, &rules, bytes, size, NULL));
    struct tab_random random;
    tab_random_seed(&random, 9);
    int compared = 0;
    for (int game = 0; game < 600 && compared < 30; game++) {
        struct tab_position position;
        struct santasi_proof proof;
        tab_position_start(&rules, &position);
        for (int ply = 0; ply < 4; ply++)
            tab_position_play(&rules, &position, tab_random_move(&random, &rules, &position));
        if (!santasi_book_find(&book, &rules, &position, &proof))
            continue;
        assert_in_range(testing_best_play(&rules, &position, NULL) + 1, proof.low + 1, proof.high + 1);
        if (proof.has_move) {
            tab_position_play(&rules, &position, proof.move);
            assert_true(testing_best_play(&rules, &position, NULL) >= proof.low);
        }
        compared++;
    }
    assert_int_equal(compared, 30);
    free(bytes);
}

/* ---- Keys ----------------------------------------------------------------------------------------------------- */

static void test_sites(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    const struct tab_position one = testing_position(&rules, "b,-,-,s,-/-,s,-,-,-/-,-,-,-,- 2");
    const struct tab_position turned = testing_position(&rules, "-,-,-,-,-/b,-,-,s,-/-,s,-,-,- 2");
    const struct tab_position other = testing_position(&rules, "s,-,-,b,-/-,s,-,-,-/-,-,-,-,- 2");
    assert_true(santasi_book_key(&rules, &one) == santasi_book_key(&rules, &turned));
    assert_true(santasi_book_key(&rules, &one) != santasi_book_key(&rules, &other));
    struct santasi_proof proof = {.key = santasi_book_key(&rules, &one),
                                  .low = 0,
                                  .high = 1,
                                  .has_move = true,
                                  .move = santasi_move(SANTASI_SILVER, santasi_column(4, 1))};
    const uint64_t record = santasi_book_pack(&rules, &one, &proof);
    santasi_book_unpack(&rules, &turned, record, &proof);
    assert_int_equal(proof.low, 0);
    assert_int_equal(proof.high, 1);
    assert_true(proof.has_move);
    assert_int_equal(proof.move, santasi_move(SANTASI_SILVER, santasi_column(4, 2)));
}

static void test_large_set(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi:set=6x46+6x38+6x52+6x30+6x43");
    assert_false(santasi_book_supports(&rules));
}

/* ---- Going on ------------------------------------------------------------------------------------------------- */

static void test_resume(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules(small);
    size_t size, part_size;
    unsigned char *part = book_make(&rules, MEMORY, 2, &part_size);
    unsigned char *whole = book_make(&rules, MEMORY, 3, &size);
    struct santasi_book book;
    struct santasi_prover *prover = santasi_prover_new(&rules, MEMORY);
    assert_true(santasi_book_open(&book, &rules, part, part_size, NULL));
    assert_true(santasi_prover_recall(prover, &book));
    int outcome;
    struct tab_position start;
    tab_position_start(&rules, &start);
    const _Atomic bool stopped = true;
    const struct santasi_proving no_search = {.limits = {.stop = &stopped}};
    assert_true(santasi_prover_prove(prover, &start, &no_search, &outcome)); /* everything was recalled */
    assert_true(santasi_prover_extend(prover, 3, &no_limits));
    assert_int_equal(santasi_prover_write(prover, NULL, 0), size);
    santasi_prover_free(prover);
    free(part);
    free(whole);
}

/* Each question fits into little memory, all that was found out together does not: the prover forgets and goes on. */
static void test_little_memory(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules(small);
    size_t size, little_size;
    unsigned char *bytes = book_make(&rules, MEMORY, 3, &size);
    unsigned char *little = book_make(&rules, LITTLE_MEMORY, 3, &little_size);
    assert_int_equal(little_size, size);
    free(bytes);
    free(little);
}

/* Stops a proof after so many nodes. */
struct stop_at {
    _Atomic bool stop;
    uint64_t nodes;
};

static void stop_look(void *context, uint64_t nodes, uint64_t milliseconds) {
    struct stop_at *at = context;
    (void)milliseconds;
    if (nodes > at->nodes)
        atomic_store(&at->stop, true);
}

/* What is interrupted long before the start is proven leaves records, and does not begin from nothing again. It takes
 * half a minute, so only long runs do it. */
static void test_interrupted_early(void **state) {
    (void)state;
    enum { ROOM = 1 << 29, EARLY = 60000000 };
    if (testing_soak(1) == 1)
        skip();
    const struct tab_rules rules = testing_rules("santasi");
    struct santasi_prover *prover = santasi_prover_new(&rules, ROOM);
    struct stop_at at = {.nodes = EARLY};
    const struct santasi_proving proving = {.limits = {.stop = &at.stop, .progress = stop_look, .context = &at}};
    struct tab_position start;
    int outcome;
    tab_position_start(&rules, &start);
    assert_false(santasi_prover_prove(prover, &start, &proving, &outcome));
    assert_true(santasi_prover_count(prover) > 0);
    santasi_prover_free(prover);
}

static void test_limit(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct santasi_prover *prover = santasi_prover_new(&rules, MEMORY);
    const struct santasi_proving proving = {.limits = {.milliseconds = 1}};
    struct tab_position start;
    int outcome = 77;
    tab_position_start(&rules, &start);
    assert_false(santasi_prover_prove(prover, &start, &proving, &outcome));
    assert_int_equal(outcome, 77);
    santasi_prover_free(prover);
}

/* ---- The book that is shipped --------------------------------------------------------------------------------- */

/* The bytes of a file, to be freed. */
static unsigned char *file_read(const char *path, size_t *size) {
    enum { LIMIT = 1 << 22 };
    unsigned char *bytes = malloc(LIMIT);
    FILE *file = fopen(path, "rb");
    assert_non_null(bytes);
    assert_non_null(file);
    *size = fread(bytes, 1, LIMIT, file);
    fclose(file);
    return bytes;
}

/* Opens the book; the bytes are to be freed. */
static unsigned char *shipped_open(const struct tab_rules *rules, struct santasi_book *book) {
    size_t size;
    unsigned char *bytes = file_read(TEST_DATA "/../../data/santasi.book", &size);
    assert_true(santasi_book_open(book, rules, bytes, size, NULL));
    return bytes;
}

/* It answers whatever the other plays in the first plies, or knows that nothing can be reached any more. */
static void test_shipped_answers(void **state) {
    (void)state;
    enum { SHIPPED_PLIES = 8, GAMES_FOLLOWED = 4000 };
    const struct tab_rules rules = testing_rules("santasi");
    struct santasi_book book;
    unsigned char *bytes = shipped_open(&rules, &book);
    struct tab_random random;
    tab_random_seed(&random, 30);
    for (int game = 0; game < GAMES_FOLLOWED; game++)
        book_follow(&rules, &book, &random, 1 + game % 2, SHIPPED_PLIES);
    free(bytes);
}

/* Player 1 wins, with a move in the start and one against every reply. */
static void test_shipped(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct santasi_book book;
    unsigned char *bytes = shipped_open(&rules, &book);
    struct tab_position position;
    struct santasi_proof proof;
    tab_position_start(&rules, &position);
    assert_true(santasi_book_find(&book, &rules, &position, &proof));
    assert_int_equal(proof.low, 1);
    tab_move move, replies[TAB_MOVES_MAX];
    assert_true(santasi_book_move(&book, &rules, &position, &move));
    tab_position_play(&rules, &position, move);
    const int count = tab_position_moves(&rules, &position, replies);
    for (int i = 0; i < count; i++) {
        struct tab_position next = position;
        tab_position_play(&rules, &next, replies[i]);
        assert_true(santasi_book_find(&book, &rules, &next, &proof));
        assert_int_equal(proof.low, 1);
        assert_true(santasi_book_move(&book, &rules, &next, &move));
    }
    free(bytes);
}

/* What is proven of every first move, for player 2 who answers it. */
static void test_first_moves(void **state) {
    (void)state;
    static const struct {
        const char *move;
        int outcome;
    } rows[] = {{"bA1", 1},  {"bB1", 1}, {"bC1", 1}, {"bD1", 1}, {"bE1", 1},
                {"sA1", -1}, {"sB1", 0}, {"sC1", 0}, {"sD1", 0}, {"sE1", 1}};
    const struct tab_rules rules = testing_rules("santasi");
    struct santasi_book book;
    unsigned char *bytes = shipped_open(&rules, &book);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct tab_position position;
        struct santasi_proof proof;
        tab_move move;
        tab_position_start(&rules, &position);
        assert_true(tab_move_parse(&rules, &position, rows[i].move, &move, NULL));
        tab_position_play(&rules, &position, move);
        assert_true(santasi_book_find(&book, &rules, &position, &proof));
        assert_int_equal(proof.low, rows[i].outcome);
        assert_int_equal(proof.high, rows[i].outcome);
    }
    free(bytes);
}

/* ---- Bad books ------------------------------------------------------------------------------------------------ */

/* A byte changed, or bytes cut off the end. */
struct damage {
    const char *name;
    size_t at;
    unsigned char flip;
    size_t cut;
    const char *spec;
    const char *what;
};

static struct damage damages[] = {
    {"magic", 0, 1, 0, NULL, "this is no book of San Ta Si"},
    {"empty", 0, 0, SIZE_MAX, NULL, "this is no book of San Ta Si"},
    {"set", 9, 1, 0, NULL, "the book is for another set"},
    {"other rules", 0, 0, 0, "santasi", "the book is for another set"},
    {"count", 24, 1, 0, NULL, "the book is cut short, or longer than it says"},
    {"huge count", 31, 0x80, 0, NULL, "the book is cut short, or longer than it says"},
    {"cut in a record", 0, 0, 3, NULL, "the book is cut short, or longer than it says"},
    {"cut after a record", 0, 0, 8, NULL, "the book is cut short, or longer than it says"},
    {"sum", 32, 1, 0, NULL, "the book is damaged: its sum is wrong"},
    {"record", 44, 0x10, 0, NULL, "the book is damaged: its sum is wrong"},
};

static const char *damage_name(const void *row) { return ((const struct damage *)row)->name; }

static void test_damage(void **state) {
    const struct damage *damage = *state;
    const struct tab_rules made = testing_rules(small);
    const struct tab_rules rules = testing_rules(damage->spec != NULL ? damage->spec : small);
    size_t size;
    unsigned char *bytes = book_make(&made, MEMORY, 1, &size);
    struct santasi_book book = {.count = 77};
    struct tab_error error;
    bytes[damage->at] ^= damage->flip;
    size = damage->cut > size ? 0 : size - damage->cut;
    assert_false(santasi_book_open(&book, &rules, bytes, size, &error));
    assert_string_equal(error.what, damage->what);
    assert_int_equal(book.count, 77);
    free(bytes);
}

static void test_order(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules(small);
    const uint64_t records[2] = {UINT64_C(9) << 20, UINT64_C(7) << 20};
    unsigned char bytes[SANTASI_BOOK_HEAD + 2 * SANTASI_BOOK_RECORD];
    struct santasi_book book;
    struct tab_error error;
    assert_int_equal(santasi_book_write(&rules, records, 2, bytes, sizeof bytes), sizeof bytes);
    assert_false(santasi_book_open(&book, &rules, bytes, sizeof bytes, &error));
    assert_string_equal(error.what, "the book is damaged: its records are out of order");
    assert_int_equal(error.at, SANTASI_BOOK_HEAD + SANTASI_BOOK_RECORD);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complete),        cmocka_unit_test(test_records),
        cmocka_unit_test(test_sites),           cmocka_unit_test(test_resume),
        cmocka_unit_test(test_limit),           cmocka_unit_test(test_interrupted_early),
        cmocka_unit_test(test_large_set),       cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_order),           cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_shipped_answers), cmocka_unit_test(test_first_moves),
    };
    int failures = cmocka_run_group_tests_name("books", tests, NULL, NULL);
    failures += testing_run_rows("damage", test_damage, damages, sizeof damages[0], sizeof damages / sizeof damages[0],
                                 damage_name);
    return failures;
}

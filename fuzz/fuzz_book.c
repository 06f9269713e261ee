/* fuzz_book.c - opening books of San Ta Si. Input: the bytes of a book, for the default set. */
#include "fuzz.h"

#include "engine/santasi_book.h"

#include <stdlib.h>
#include <string.h>

/* A book that opens has its records in order, and every move it gives can be played. */
static void check_book(const struct santasi_book *book, const struct tab_rules *rules) {
    struct tab_position position;
    tab_move move;
    for (size_t i = 1; i < book->count; i++)
        fuzz_check(santasi_record_key(santasi_book_record(book, i - 1)) <
                   santasi_record_key(santasi_book_record(book, i)));
    tab_position_start(rules, &position);
    for (int ply = 0; ply < SANTASI_BOOK_BUILT_MAX && santasi_book_move(book, rules, &position, &move); ply++) {
        fuzz_check(tab_position_legal(rules, &position, move));
        tab_position_play(rules, &position, move);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct tab_rules rules;
    struct santasi_book book = {0};
    struct tab_error error = {0};
    uint8_t *bytes = malloc(size + 1);
    fuzz_check(bytes != NULL);
    memcpy(bytes, data, size);
    fuzz_check(fuzz_rules("santasi", &rules));
    if (santasi_book_open(&book, &rules, bytes, size, &error))
        check_book(&book, &rules);
    else
        fuzz_check(error.what != NULL && error.at <= size && book.records == NULL);
    free(bytes);
    return 0;
}

/* fuzz_record.c - files of records. Input: the text. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(const struct tab_record *record) {
    size_t length = tab_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    fuzz_check(text != NULL);
    fuzz_check(tab_record_format(record, text, length + 1) == length && strlen(text) == length);
    return text;
}

/* Every node stands after its parent, and its line can be played. */
static void check_tree(struct tab_record *record) {
    for (int node = 1; node < tab_record_nodes(record); node++) {
        int parent = tab_record_parent(record, node), child = tab_record_child(record, parent);
        fuzz_check(parent >= 0 && parent < node);
        while (child != node && child != TAB_RECORD_NONE)
            child = tab_record_sibling(record, child);
        fuzz_check(child == node);
        const struct tab_match *match = tab_record_match(record, node);
        fuzz_check(match != NULL && tab_match_ply(match) == tab_record_ply(record, node));
        fuzz_check(tab_match_move_at(match, tab_match_ply(match) - 1) == tab_record_move(record, node));
    }
}

/* What is written can be read, and is written the same way again. */
static void check_record(struct tab_record *record) {
    char *text = text_of(record);
    size_t at = 0, length = strlen(text);
    check_tree(record);
    fuzz_check(tab_record_find(text, length, &at) && at == 0);
    struct tab_record *again = tab_record_read(text, length, &at, NULL);
    fuzz_check(again != NULL && !tab_record_find(text, length, &at));
    fuzz_check(tab_record_nodes(again) == tab_record_nodes(record));
    char *text_again = text_of(again);
    fuzz_check(strcmp(text, text_again) == 0);
    free(text_again);
    free(text);
    tab_record_free(again);
}

static void check_refusal(const struct tab_error *error, const char *text, size_t length) {
    char message[TAB_ERROR_TEXT];
    fuzz_check(error->what != NULL && error->at <= length);
    fuzz_check(tab_error_format(error, NULL, message, sizeof message) > 0);
    struct tab_place place = tab_text_place(text, error->at);
    fuzz_check(place.line >= 1 && place.column >= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size); /* without a zero at its end */
    fuzz_check(text != NULL || size == 0);
    if (size > 0)
        memcpy(text, data, size);
    for (size_t at = 0; tab_record_find(text, size, &at);) {
        struct tab_error error = {0};
        size_t from = at;
        struct tab_record *record = tab_record_read(text, size, &at, &error);
        if (record != NULL) {
            check_record(record);
        } else {
            fuzz_check(at == from);
            check_refusal(&error, text, size);
            tab_record_skip(text, size, &at);
        }
        fuzz_check(at > from && at <= size);
        tab_record_free(record);
    }
    free(text);
    return 0;
}

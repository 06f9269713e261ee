/* test_vectors.c - every registered game against what an independent implementation says about it. */
#include "testing.h"
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_texts(const void *one, const void *other) { return strcmp((const char *)one, (const char *)other); }

static void check_legal(const struct vector *vector, const struct tab_rules *rules,
                        const struct tab_position *position) {
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    assert_int_equal(count, vector->legal);
    assert_int_equal(tab_position_count(rules, position), count);
    char(*texts)[TAB_MOVE_TEXT] = calloc((size_t)count + 1, sizeof *texts);
    for (int i = 0; i < count; i++)
        tab_move_format(rules, position, moves[i], texts[i], sizeof texts[i]);
    qsort(texts, (size_t)count, sizeof *texts, compare_texts);
    char *joined = calloc((size_t)count + 1, TAB_MOVE_TEXT + 1);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            strcat(joined, " ");
        strcat(joined, texts[i]);
    }
    assert_string_equal(joined, vector->moves);
    free(joined);
    free(texts);
}

static void test_vector(void **state) {
    const struct vector *vector = *state;
    struct tab_match *match = testing_match(vector->spec, vector->from, vector->play);
    const struct tab_rules *rules = tab_match_rules(match);
    const struct tab_position *position = tab_match_position(match);
    char text[TAB_POSITION_TEXT];
    tab_position_format(rules, position, text, sizeof text);
    assert_string_equal(text, vector->at);
    struct tab_position again = testing_position(rules, vector->at);
    assert_memory_equal(&again, position, sizeof again);
    check_legal(vector, rules, position);
    for (int i = 0; i < vector->perfts; i++)
        assert_int_equal(tab_perft(rules, position, vector->perft[i].depth), vector->perft[i].count);
    tab_match_free(match);
}

static const char *name_of(const void *row) { return ((const struct vector *)row)->name; }

int main(void) {
    int failures = 0;
    for (int i = 0; i < tab_game_count(); i++) {
        static const char *const suffixes[] = {"", "-cases"};
        for (int j = 0; j < 2; j++) {
            char file[64];
            int count;
            snprintf(file, sizeof file, "%s%s.vec", tab_game_id(tab_game_at(i)), suffixes[j]);
            struct vector *vectors = vectors_read(file, &count);
            failures += testing_run_rows(file, test_vector, vectors, sizeof *vectors, count, name_of);
            vectors_free(vectors, count);
        }
    }
    return failures;
}

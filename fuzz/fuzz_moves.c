/* fuzz_moves.c - move texts, and playing. Input: a line with the spec, a line with the first position (empty: the
 * start), then words: a move, or `*N` for the legal move number N (counted round), or `<` and `>` for undo and redo. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* The move a word stands for. */
static bool word_move(const char *word, const struct tab_rules *rules, const struct tab_position *position,
                      tab_move *move) {
    if (word[0] != '*')
        return fuzz_move(rules, position, word, move);
    tab_move moves[TAB_MOVES_MAX];
    int count = tab_position_moves(rules, position, moves);
    if (count == 0)
        return false;
    *move = moves[strtoul(word + 1, NULL, 10) % (unsigned long)count];
    return true;
}

/* Plays a legal move; its text stands for it and no other. */
static void play(struct tab_match *match, const struct tab_rules *rules, tab_move move) {
    const struct tab_position *position = tab_match_position(match);
    char text[TAB_MOVE_TEXT];
    fuzz_check(tab_move_format(rules, position, move, text, sizeof text) < sizeof text);
    tab_move again;
    fuzz_check(fuzz_move(rules, position, text, &again) && again == move);
    fuzz_check(tab_position_legal(rules, position, move));
    int ply = tab_match_ply(match);
    fuzz_check(tab_match_play(match, move));
    fuzz_check(tab_match_ply(match) == ply + 1 && tab_match_length(match) == ply + 1);
    fuzz_check(tab_match_move_at(match, ply) == move);
}

static void follow(struct tab_match *match, const char *word) {
    const struct tab_rules *rules = tab_match_rules(match);
    tab_move move;
    if (strcmp(word, "<") == 0)
        fuzz_check(tab_match_undo(match) || tab_match_ply(match) == 0);
    else if (strcmp(word, ">") == 0)
        fuzz_check(tab_match_redo(match) || tab_match_ply(match) == tab_match_length(match));
    else if (word_move(word, rules, tab_match_position(match), &move))
        play(match, rules, move);
    else
        return;
    fuzz_check_position(rules, tab_match_position(match));
}

/* Going back to the first position and forward again ends where it began. */
static void check_history(struct tab_match *match) {
    while (tab_match_redo(match))
        ;
    struct tab_position last = *tab_match_position(match);
    int occurrences = tab_match_occurrences(match);
    while (tab_match_undo(match))
        ;
    fuzz_check(tab_match_ply(match) == 0 && tab_match_occurrences(match) == 1);
    while (tab_match_redo(match))
        ;
    fuzz_check(memcmp(&last, tab_match_position(match), sizeof last) == 0);
    fuzz_check(tab_match_occurrences(match) == occurrences);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *rest = text;
    const char *spec = fuzz_line(&rest), *from = fuzz_line(&rest);
    struct tab_rules rules;
    struct tab_position first;
    if (fuzz_rules(spec, &rules) && (*from == '\0' || fuzz_position(&rules, from, &first))) {
        struct tab_match *match = tab_match_new(&rules, *from == '\0' ? NULL : &first);
        fuzz_check(match != NULL);
        char *saved = NULL;
        for (char *word = strtok_r(rest, " \n", &saved); word != NULL; word = strtok_r(NULL, " \n", &saved))
            follow(match, word);
        check_history(match);
        tab_match_free(match);
    }
    free(text);
    return 0;
}

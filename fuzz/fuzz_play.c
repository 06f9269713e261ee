/* fuzz_play.c - games of the terminal that begin with a record. Input: the text of one. */
#include "fuzz.h"
#include "play/play.h"

#include <stdlib.h>
#include <string.h>

/* Who is to move, whether it is over, and who gets what agree with each other. */
static void check_play(const struct play *play) {
    const int players = tab_rules_players(tab_match_rules(play->match));
    struct tab_result result;
    play_result(play, &result);
    fuzz_check(result.over == (play_player(play) == 0) && result.over == (result.reason != NULL));
    fuzz_check(result.winner >= 0 && result.winner <= players);
    fuzz_check(result.winner == 0 || result.payoff[result.winner - 1] == 1);
    double sum = 0;
    for (int i = 0; i < players; i++)
        sum += result.payoff[i];
    fuzz_check(result.over ? sum > 0.999 && sum < 1.001 : sum == 0);
}

/* What is saved is opened as the same game. */
static void check_again(const struct play *play) {
    struct tab_record *record = play_record(play);
    fuzz_check(record != NULL);
    struct play *again = play_from_record(record);
    struct tab_result result, result_again;
    fuzz_check(again != NULL && again->end == play->end);
    fuzz_check(tab_match_ply(again->match) == tab_match_ply(play->match));
    play_result(play, &result);
    play_result(again, &result_again);
    fuzz_check(result.winner == result_again.winner);
    fuzz_check(memcmp(result.payoff, result_again.payoff, sizeof result.payoff) == 0);
    play_free(again);
    tab_record_free(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    size_t at = 0;
    struct tab_record *record = tab_record_find(text, size, &at) ? tab_record_read(text, size, &at, NULL) : NULL;
    if (record != NULL) {
        struct play *play = play_from_record(record);
        fuzz_check(play != NULL);
        check_play(play);
        check_again(play);
        while (play_undo_turn(play, 0))
            check_play(play);
        play_free(play);
    }
    tab_record_free(record);
    free(text);
    return 0;
}

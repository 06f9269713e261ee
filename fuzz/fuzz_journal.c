/* fuzz_journal.c - the file of a match that is continued. Input: its text. What is counted are games of the match. */
#include "fuzz.h"

#include "arena/journal.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 4 };

static void contest_make(struct contest *contest) {
    static const char *const words[] = {"random,hash=1,nodes=1", "random,hash=1,nodes=1"};
    int first, second;
    bool listed;
    *contest = (struct contest){.contender_count = 2, .plies_max = 400, .program = "tablier 1"};
    fuzz_check(tab_rules_parse(&contest->rules, "santasi", NULL));
    tab_rules_format(&contest->rules, contest->spec, sizeof contest->spec);
    for (int i = 0; i < 2; i++)
        fuzz_check(contender_parse(&contest->contenders[i], words[i], NULL));
    fuzz_check(contenders_distinguish(contest->contenders, 2, &first, &second));
    fuzz_check(schedule_make(&contest->schedule, 2, 2, false, GAMES));
    fuzz_check(openings_parse(&contest->openings, "start", &listed, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    const size_t length = strlen(text);
    struct contest contest;
    struct tally tally;
    struct tab_error error = {0};
    bool finished[GAMES] = {false};
    size_t kept = 0;
    long games = 0;
    contest_make(&contest);
    fuzz_check(tally_begin(&tally, &contest));
    const bool good = journal_read(text, length, &tally, finished, &kept, &error);
    for (int i = 0; i < GAMES; i++)
        games += finished[i];
    fuzz_check(games == tally.games && kept <= length);
    fuzz_check(good || (error.what != NULL && error.at <= length));
    tally_end(&tally);
    schedule_free(&contest.schedule);
    openings_free(&contest.openings);
    for (int i = 0; i < 2; i++)
        contender_free(&contest.contenders[i]);
    free(text);
    return 0;
}

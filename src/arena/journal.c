/* journal.c - the games of a match as records. */
#include "journal.h"
#include "../rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The player whose engine failed; what it did stands in Termination. */
static const char failed_tag[] = "Failed", cut_word[] = "ply limit", begin_of_record[] = "[Game ";

enum { TAG_TEXT = 512 };

/* ---- Writing -------------------------------------------------------------------------------------------------- */

static void seconds_write(struct text *text, int64_t milliseconds) {
    text_printf(text, "%lld", (long long)(milliseconds / 1000));
    int rest = (int)(milliseconds % 1000), digits = rest % 10 != 0 ? 3 : rest % 100 != 0 ? 2 : 1;
    if (rest != 0)
        text_printf(text, ".%0*d", digits, digits == 3 ? rest : digits == 2 ? rest / 10 : rest / 100);
}

/* Writes limits the way ENGINE words have them; a clock alone as PGN has it. */
static void allowance_write(const struct allowance *allowance, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    if (allowance->clock_ms > 0) {
        seconds_write(&text, allowance->clock_ms);
        text_char(&text, '+');
        seconds_write(&text, allowance->increment_ms);
    }
    const char *names[] = {"st", "nodes", "depth"};
    const uint64_t values[] = {(uint64_t)allowance->move_ms, allowance->nodes, (uint64_t)allowance->depth};
    for (int i = 0; i < 3; i++)
        if (values[i] > 0)
            text_printf(&text, "%s%s=%llu", text.length > 0 ? "," : "", names[i], (unsigned long long)values[i]);
    text_end(&text);
}

static bool tag_set(struct tab_record *record, const char *name, const char *value) {
    struct tab_error error = {0};
    return tab_record_set_tag(record, name, value, &error);
}

/* Names and limits of the players; limits that all have in common stand in one tag. */
static bool players_write(struct tab_record *record, const struct contest *contest, const struct fixture *fixture) {
    char limits[TAB_PLAYERS_MAX][TAG_TEXT], name[TAB_RECORD_TAG_NAME];
    bool common = true, good = true;
    for (int seat = 0; seat < contest->schedule.players && good; seat++) {
        const struct contender *contender = &contest->contenders[fixture->contenders[seat]];
        snprintf(name, sizeof name, "Player%d", seat + 1);
        good = tag_set(record, name, contender->name);
        allowance_write(&contender->allowance, limits[seat], sizeof limits[seat]);
        common = common && strcmp(limits[seat], limits[0]) == 0;
    }
    if (common)
        return good && tag_set(record, "TimeControl", limits[0]);
    for (int seat = 0; seat < contest->schedule.players && good; seat++) {
        snprintf(name, sizeof name, "TimeControl%d", seat + 1);
        good = tag_set(record, name, limits[seat]);
    }
    return good;
}

static bool ending_write(struct tab_record *record, const struct contest *contest, const struct game *game) {
    char result[TAB_RESULT_TEXT], failure[FAILURE_TEXT], culprit[] = {(char)('0' + game->culprit), '\0'};
    tab_result_format(&contest->rules, &game->result, result, sizeof result);
    failure_format(&game->failure, failure);
    const char *why = game->culprit != 0 ? failure : game->cut ? cut_word : game->result.reason;
    return tag_set(record, "Result", result) && tag_set(record, "Termination", why) &&
           (game->culprit == 0 || tag_set(record, failed_tag, culprit));
}

/* What the engines said about their moves. */
static void remarks_write(struct tab_record *record, const struct game *game) {
    int node = TAB_RECORD_ROOT;
    for (int ply = 0; ply < tab_match_ply(game->match); ply++) {
        node = tab_record_child(record, node);
        if (ply < game->opening)
            continue;
        const struct remark *remark = &game->remarks[ply - game->opening];
        struct tab_note note = {.evaluated = remark->reply.scored && abs(remark->reply.mate) <= TAB_RECORD_MATE_MAX,
                                .centi = remark->reply.centi,
                                .mate = remark->reply.mate,
                                .timed = remark->timed,
                                .clock_ms = remark->clock_ms};
        tab_record_set_note(record, node, &note);
    }
}

static char *record_text(const struct tab_record *record) {
    size_t length = tab_record_format(record, NULL, 0);
    char *text = malloc(length + 1);
    if (text != NULL)
        tab_record_format(record, text, length + 1);
    return text;
}

char *journal_format(const struct contest *contest, const struct game *game, const char *date) {
    char number[24], *text = NULL;
    struct tab_record *record = tab_record_from_match(game->match);
    if (record == NULL)
        return NULL;
    snprintf(number, sizeof number, "%ld", game->fixture.number + 1);
    if (tag_set(record, "Date", date) && tag_set(record, "Round", number) &&
        players_write(record, contest, &game->fixture) && ending_write(record, contest, game)) {
        remarks_write(record, game);
        text = record_text(record);
    }
    tab_record_free(record);
    return text;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* The number of a game, -1 when the record does not tell a good one. */
static long number_read(const struct tab_record *record, const struct contest *contest) {
    const char *text = tab_record_tag(record, "Round");
    long number;
    if (text == NULL ||
        !text_read_number(&(struct field){text, strlen(text), 0}, schedule_games(&contest->schedule), &number, NULL))
        return -1;
    return number - 1;
}

/* Whether a record begins with the opening of its game. */
static bool opening_agrees(struct tab_record *record, const struct contest *contest, const struct fixture *fixture) {
    struct tab_match *opening = opening_begin(&contest->openings, &contest->rules, fixture->round);
    const struct tab_match *match = tab_record_match(record, tab_record_end(record));
    bool agrees = opening != NULL && match != NULL && tab_match_ply(opening) <= tab_match_ply(match);
    agrees = agrees &&
             tab_position_repeats(&contest->rules, tab_match_position_at(opening, 0), tab_match_position_at(match, 0));
    for (int ply = 0; agrees && ply < tab_match_ply(opening); ply++)
        agrees = tab_match_move_at(opening, ply) == tab_match_move_at(match, ply);
    tab_match_free(opening);
    return agrees;
}

/* What is wrong with a record for this contest; NULL: nothing. */
static const char *record_mismatch(struct tab_record *record, const struct contest *contest,
                                   const struct fixture *fixture, const bool *finished) {
    char spec[TAB_SPEC_TEXT], name[TAB_RECORD_TAG_NAME];
    tab_rules_format(tab_record_rules(record), spec, sizeof spec);
    if (strcmp(spec, contest->spec) != 0)
        return N_("this game has other rules than the match");
    if (finished[fixture->number])
        return N_("this game has the same number as another one");
    for (int seat = 0; seat < contest->schedule.players; seat++) {
        snprintf(name, sizeof name, "Player%d", seat + 1);
        const char *player = tab_record_tag(record, name);
        if (player == NULL || strcmp(player, contest->contenders[fixture->contenders[seat]].name) != 0)
            return N_("this game has other players than the match has under its number");
    }
    if (!opening_agrees(record, contest, fixture))
        return N_("this game has another opening than the match has under its number");
    return NULL;
}

static bool record_count(struct tab_record *record, struct tally *tally, bool *finished, size_t at,
                         struct tab_error *error) {
    const struct contest *contest = tally->contest;
    const char *failed = tab_record_tag(record, failed_tag), *ending = tab_record_tag(record, "Termination");
    struct tab_result result;
    long number = number_read(record, contest);
    if (number < 0)
        return error_set(error, at, N_("the tag Round of this game has no number of a game of the match"), NULL, NULL);
    struct fixture fixture = schedule_fixture(&contest->schedule, number);
    const char *mismatch = record_mismatch(record, contest, &fixture, finished);
    if (mismatch != NULL)
        return error_set(error, at, mismatch, NULL, NULL);
    if (!tab_result_parse(&contest->rules, tab_record_tag(record, "Result"), &result, NULL) || !result.over)
        return error_set(error, at, N_("this game has no result"), NULL, NULL);
    int culprit = failed != NULL && *failed >= '1' && *failed <= '0' + contest->schedule.players ? *failed - '0' : 0;
    bool cut = ending != NULL && strcmp(ending, cut_word) == 0;
    if (!tally_add(tally, &fixture, result.payoff, culprit, cut))
        return error_set(error, at, N_("out of memory"), NULL, NULL);
    finished[number] = true;
    return true;
}

/* Whether nothing follows a bad record that looks like one of ours: writing it was interrupted. */
static bool record_is_torn(const char *text, size_t length, size_t at) {
    size_t left = length - at, sample = left < strlen(begin_of_record) ? left : strlen(begin_of_record);
    if (memcmp(text + at, begin_of_record, sample) != 0)
        return false;
    tab_record_skip(text, length, &at);
    return !tab_record_find(text, length, &at);
}

bool journal_read(const char *text, size_t length, struct tally *tally, bool *finished, size_t *kept,
                  struct tab_error *error) {
    for (*kept = 0; tab_record_find(text, length, kept);) {
        size_t begin = *kept;
        struct tab_record *record = tab_record_read(text, length, kept, error);
        if (record == NULL)
            return record_is_torn(text, length, begin);
        bool good = record_count(record, tally, finished, begin, error);
        tab_record_free(record);
        if (!good)
            return false;
    }
    return true;
}

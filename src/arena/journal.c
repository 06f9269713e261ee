/* journal.c - the games of a match as records. */
#include "journal.h"
#include "../rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The player whose engine failed; what it did stands in Termination. */
static const char failed_tag[] = "Failed", program_tag[] = "Program", cut_word[] = "ply limit",
                  begin_of_record[] = "[Game ";

/* ---- Writing -------------------------------------------------------------------------------------------------- */

static void seconds_write(struct text *text, int64_t milliseconds) {
    text_printf(text, "%lld", (long long)(milliseconds / 1000));
    int rest = (int)(milliseconds % 1000), digits = rest % 10 != 0 ? 3 : rest % 100 != 0 ? 2 : 1;
    if (rest != 0)
        text_printf(text, ".%0*d", digits, digits == 3 ? rest : digits == 2 ? rest / 10 : rest / 100);
}

/* Writes limits the way ENGINE words have them; a clock alone as PGN has it. */
static void limits_write(const struct contender *contender, char *buffer, size_t size) {
    const struct allowance *allowance = &contender->allowance;
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

/* Writes the options that were set, in their order; of very many only as many as fit. */
static void settings_write(const struct contender *contender, char *buffer, size_t size) {
    struct text text = text_begin(buffer, size);
    for (int i = 0; i < contender->setting_count; i++)
        text_printf(&text, "%s%s=%s", i > 0 ? "," : "", contender->settings[i].name, contender->settings[i].value);
    if (contender->setting_count == 0)
        text_char(&text, '-'); /* as PGN has it: without the tag nobody would know that there were none */
    text_end(&text);
    text_clean(buffer); /* a character may have been cut */
}

/* What a game says of each player beside the name, in a tag for all of them where they agree: else the tag's name is
 * followed by the number of the player. */
static const struct trait {
    const char *tag;
    void (*write)(const struct contender *contender, char *buffer, size_t size);
    const char *mismatch; /* the error of a game with another one than the match has */
} traits[] = {
    {"TimeControl", limits_write, N_("this game has other limits than the match: {1}, not {2}")},
    {"Options", settings_write, N_("this game has other options of an engine than the match: {1}, not {2}")},
};
enum { TRAIT_COUNT = sizeof traits / sizeof *traits };

static bool tag_set(struct tab_record *record, const char *name, const char *value) {
    struct tab_error error = {0};
    return tab_record_set_tag(record, name, value, &error);
}

static const struct contender *contender_at(const struct contest *contest, const struct fixture *fixture, int seat) {
    return &contest->contenders[fixture->contenders[seat]];
}

static bool trait_write(struct tab_record *record, const struct contest *contest, const struct fixture *fixture,
                        const struct trait *trait) {
    char texts[TAB_PLAYERS_MAX][TAB_RECORD_TAG_TEXT], name[TAB_RECORD_TAG_NAME];
    bool common = true, good = true;
    for (int seat = 0; seat < contest->schedule.players; seat++) {
        trait->write(contender_at(contest, fixture, seat), texts[seat], sizeof texts[seat]);
        common = common && strcmp(texts[seat], texts[0]) == 0;
    }
    if (common)
        return tag_set(record, trait->tag, texts[0]);
    for (int seat = 0; seat < contest->schedule.players && good; seat++) {
        snprintf(name, sizeof name, "%s%d", trait->tag, seat + 1);
        good = tag_set(record, name, texts[seat]);
    }
    return good;
}

static bool players_write(struct tab_record *record, const struct contest *contest, const struct fixture *fixture) {
    char name[TAB_RECORD_TAG_NAME];
    bool good = true;
    for (int seat = 0; seat < contest->schedule.players && good; seat++) {
        snprintf(name, sizeof name, "Player%d", seat + 1);
        good = tag_set(record, name, contender_at(contest, fixture, seat)->name);
    }
    for (int i = 0; i < TRAIT_COUNT && good; i++)
        good = trait_write(record, contest, fixture, &traits[i]);
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
    snprintf(number, sizeof number, "%lld", (long long)game->fixture.number + 1);
    if (tag_set(record, "Date", date) && tag_set(record, "Round", number) &&
        players_write(record, contest, &game->fixture) && ending_write(record, contest, game) &&
        (contest->program == NULL || tag_set(record, program_tag, contest->program))) {
        remarks_write(record, game);
        text = record_text(record);
    }
    tab_record_free(record);
    return text;
}

/* ---- Reading -------------------------------------------------------------------------------------------------- */

/* The number of a game, -1 when the record does not tell a good one. */
static int64_t number_read(const struct tab_record *record, const struct contest *contest) {
    const char *text = tab_record_tag(record, "Round");
    int64_t number;
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

/* Whether the players of a record had what those of the match have; what a record does not say is not known. */
static bool trait_agrees(const struct tab_record *record, const struct contest *contest, const struct fixture *fixture,
                         const struct trait *trait, size_t at, struct tab_error *error) {
    char expected[TAB_RECORD_TAG_TEXT], name[TAB_RECORD_TAG_NAME];
    const char *common = tab_record_tag(record, trait->tag);
    for (int seat = 0; seat < contest->schedule.players; seat++) {
        snprintf(name, sizeof name, "%s%d", trait->tag, seat + 1);
        const char *found = common != NULL ? common : tab_record_tag(record, name);
        trait->write(contender_at(contest, fixture, seat), expected, sizeof expected);
        if (found != NULL && strcmp(found, expected) != 0)
            return error_set(error, at, trait->mismatch, found, expected);
    }
    return true;
}

/* Whether the program that played a game is this one, as far as both are known. */
static bool program_agrees(const struct tab_record *record, const struct contest *contest, size_t at,
                           struct tab_error *error) {
    const char *found = tab_record_tag(record, program_tag);
    if (found == NULL || contest->program == NULL || strcmp(found, contest->program) == 0)
        return true;
    return error_set(error, at, N_("this game was played by another version of the program: {1}, not {2}"), found,
                     contest->program);
}

static bool players_agree(const struct tab_record *record, const struct contest *contest, const struct fixture *fixture,
                          size_t at, struct tab_error *error) {
    char name[TAB_RECORD_TAG_NAME];
    for (int seat = 0; seat < contest->schedule.players; seat++) {
        snprintf(name, sizeof name, "Player%d", seat + 1);
        const char *player = tab_record_tag(record, name);
        if (player == NULL || strcmp(player, contender_at(contest, fixture, seat)->name) != 0)
            return error_set(error, at, N_("this game has other players than the match has under its number"), NULL,
                             NULL);
    }
    for (int i = 0; i < TRAIT_COUNT; i++)
        if (!trait_agrees(record, contest, fixture, &traits[i], at, error))
            return false;
    return true;
}

/* Whether a record is of this contest. */
static bool record_agrees(struct tab_record *record, const struct contest *contest, const struct fixture *fixture,
                          const bool *finished, size_t at, struct tab_error *error) {
    char spec[TAB_SPEC_TEXT];
    tab_rules_format(tab_record_rules(record), spec, sizeof spec);
    if (strcmp(spec, contest->spec) != 0)
        return error_set(error, at, N_("this game has other rules than the match"), NULL, NULL);
    if (finished[fixture->number])
        return error_set(error, at, N_("this game has the same number as another one"), NULL, NULL);
    if (!players_agree(record, contest, fixture, at, error) || !program_agrees(record, contest, at, error))
        return false;
    if (!opening_agrees(record, contest, fixture))
        return error_set(error, at, N_("this game has another opening than the match has under its number"), NULL,
                         NULL);
    return true;
}

static bool record_count(struct tab_record *record, struct tally *tally, bool *finished, size_t at,
                         struct tab_error *error) {
    const struct contest *contest = tally->contest;
    const char *failed = tab_record_tag(record, failed_tag), *ending = tab_record_tag(record, "Termination");
    struct tab_result result;
    int64_t number = number_read(record, contest);
    if (number < 0)
        return error_set(error, at, N_("the tag Round of this game has no number of a game of the match"), NULL, NULL);
    struct fixture fixture = schedule_fixture(&contest->schedule, number);
    if (!record_agrees(record, contest, &fixture, finished, at, error))
        return false;
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

/* match_show.c - a match on the screen. */
#include "match_show.h"
#include "../engine/clock.h"
#include "command.h"
#include "json_print.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { REDRAW_MS = 100 };

struct match_screen match_screen_begin(const struct tally *tally, const struct sprt *sprt, bool quiet) {
    return (struct match_screen){
        .tally = tally, .sprt = sprt, .quiet = quiet, .terminal = isatty(STDOUT_FILENO) == 1 && !quiet};
}

void match_screen_free(struct match_screen *screen) { free(screen->faults); }

/* ---- Text ----------------------------------------------------------------------------------------------------- */

/* Draws everything in one piece: what `game` has to be told for good (NULL: nothing), then the table in the place of
 * the last one. */
static void screen_draw(struct match_screen *screen, const struct game *game, bool table) {
    const struct contest *contest = screen->tally->contest;
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    if (stream == NULL)
        return;
    if (screen->lines > 0)
        fprintf(stream, "\x1b[%dA\x1b[J", screen->lines);
    if (game != NULL)
        match_game_print(stream, contest, game);
    screen->lines = 0;
    if (table && screen->terminal) {
        fprintf(stream, _("%s: %ld of %lld games\n"), contest->spec, screen->tally->games,
                (long long)schedule_games(&contest->schedule));
        screen->lines = 1;
    }
    if (table)
        screen->lines += match_table_print(stream, screen->tally, screen->sprt);
    fclose(stream);
    fwrite(text, 1, length, stdout);
    fflush(stdout);
    free(text);
    screen->redrawn = clock_now();
}

static void fault_keep(struct match_screen *screen, const struct game *game) {
    size_t count = (size_t)screen->fault_count + 1;
    struct match_fault *faults = realloc(screen->faults, sizeof *faults * count);
    if (faults == NULL)
        return;
    screen->faults = faults;
    faults[screen->fault_count++] =
        (struct match_fault){game->fixture.number + 1, game->fixture.contenders[game->culprit - 1], game->failure};
}

void match_screen_game(struct match_screen *screen, const struct game *game) {
    if (game->culprit != 0)
        fault_keep(screen, game);
    if (screen->quiet)
        return;
    if (!screen->terminal)
        screen_draw(screen, game, false);
    else if (game->culprit != 0 || clock_now() - screen->redrawn >= REDRAW_MS)
        screen_draw(screen, game->culprit != 0 ? game : NULL, true);
}

void match_screen_end(struct match_screen *screen) {
    if (!screen->quiet)
        screen_draw(screen, NULL, true);
}

/* ---- JSON ----------------------------------------------------------------------------------------------------- */

/* JSON has no word for what is not a number. */
static json_t *real_json(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *engine_json(const struct tally *tally, int contender) {
    const struct standing *standing = &tally->standings[contender];
    int players = tally->contest->schedule.players;
    double score = standing_score(standing);
    return json_pack("{s:s, s:I, s:I, s:I, s:I, s:f, s:f, s:o, s:o, s:I}", "name",
                     tally->contest->contenders[contender].name, "games", (json_int_t)standing->games, "won",
                     (json_int_t)standing->won, "drawn", (json_int_t)standing->drawn, "lost",
                     (json_int_t)standing->lost, "points", standing->points, "score", score, "elo",
                     real_json(elo_of_score(score, players)), "error", real_json(elo_error(&standing->rounds, players)),
                     "failures", (json_int_t)standing->failures);
}

static json_t *meeting_json(const struct tally *tally, int index) {
    const struct contest *contest = tally->contest;
    const struct duel *duel = &tally->duels[index];
    json_t *names = json_array(), *scores = json_array();
    for (int i = 0; i < contest->schedule.players; i++) {
        int contender = contest->schedule.meetings[index].contenders[i];
        json_array_append_new(names, json_string(contest->contenders[contender].name));
    }
    json_t *object = json_pack("{s:o, s:I, s:I, s:I, s:I}", "engines", names, "games", (json_int_t)duel->games, "won",
                               (json_int_t)duel->won, "drawn", (json_int_t)duel->drawn, "lost", (json_int_t)duel->lost);
    for (int i = 0; i < ROUND_SCORES; i++)
        json_array_append_new(scores, json_integer(duel->scores[i]));
    if (contest->schedule.players == 2)
        json_object_set(object, "rounds", scores);
    json_decref(scores);
    return object;
}

static json_t *sprt_json(const struct sprt *sprt, const long *scores) {
    return json_pack("{s:f, s:f, s:f, s:f, s:s, s:f, s:f, s:f, s:s}", "elo0", sprt->elo0, "elo1", sprt->elo1, "alpha",
                     sprt->alpha, "beta", sprt->beta, "model", sprt->normalized ? "normalized" : "logistic", "llr",
                     sprt_llr(sprt, scores), "lower", sprt_lower(sprt), "upper", sprt_upper(sprt), "verdict",
                     verdict_word(sprt_verdict(sprt, scores)));
}

static json_t *fault_json(const struct match_screen *screen, const struct match_fault *fault) {
    char what[FAILURE_TEXT];
    failure_format(&fault->failure, what);
    return json_pack("{s:I, s:s, s:s, s:s}", "game", (json_int_t)fault->game, "engine",
                     screen->tally->contest->contenders[fault->contender].name, "fault",
                     fault_word(fault->failure.fault), "what", what);
}

int match_screen_json(const struct match_screen *screen) {
    const struct tally *tally = screen->tally;
    const struct contest *contest = tally->contest;
    json_t *engines = json_array(), *meetings = json_array(), *failures = json_array();
    for (int i = 0; i < contest->contender_count; i++)
        json_array_append_new(engines, engine_json(tally, i));
    for (int i = 0; i < contest->schedule.meeting_count; i++)
        json_array_append_new(meetings, meeting_json(tally, i));
    for (int i = 0; i < screen->fault_count; i++)
        json_array_append_new(failures, fault_json(screen, &screen->faults[i]));
    json_t *object =
        json_pack("{s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "spec", contest->spec, "seed", (json_int_t)contest->seed,
                  "games", (json_int_t)tally->games, "of", (json_int_t)schedule_games(&contest->schedule), "cut",
                  (json_int_t)tally->drawn_by_length, "engines", engines, "meetings", meetings, "failures", failures);
    if (screen->sprt != NULL)
        json_object_set_new(object, "sprt", sprt_json(screen->sprt, tally->duels[0].scores));
    return json_print(object);
}

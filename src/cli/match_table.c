/* match_table.c - a match in words. */
#include "match_table.h"
#include "../translate.h"
#include "columns.h"
#include "report.h"

#include <math.h>
#include <string.h>

/* ---- Games ---------------------------------------------------------------------------------------------------- */

void match_game_print(FILE *stream, const struct contest *contest, const struct game *game) {
    char result[TAB_RESULT_TEXT];
    const int *seats = game->fixture.contenders;
    tab_result_format(&contest->rules, &game->result, result, sizeof result);
    fprintf(stream, _("game %lld: "), (long long)game->fixture.number + 1);
    for (int seat = 0; seat < contest->schedule.players; seat++)
        fprintf(stream, seat > 0 ? ", %s" : "%s", contest->contenders[seats[seat]].name);
    fprintf(stream, _(": %s, %d moves"), result, tab_match_ply(game->match));
    if (game->opening > 0)
        fprintf(stream, _(", %d of them the opening"), game->opening);
    fprintf(stream, "%s", _(": "));
    if (game->culprit == 0) {
        fprintf(stream, "%s\n", _(game->result.reason));
        return;
    }
    char failure[FAILURE_TEXT];
    failure_translate(&game->failure, failure);
    fprintf(stream, _("%s fails: %s\n"), contest->contenders[seats[game->culprit - 1]].name, failure);
}

/* ---- The table ------------------------------------------------------------------------------------------------ */

static const char *const titles[] = {N_("engine"), N_("games"), N_("points"), N_("score"),  N_("Elo"),
                                     N_("+/-"),    N_("wins"),  N_("draws"),  N_("losses"), N_("faults")};
enum { TITLE_COUNT = sizeof titles / sizeof *titles, NUMBER_WIDTH = 7 };

static int text_columns(const char *text) { return columns_of(text, strlen(text)); }

/* The width of the column with the names. */
static int names_width(const struct contest *contest) {
    int width = text_columns(_(titles[0]));
    for (int i = 0; i < contest->contender_count; i++) {
        int columns = text_columns(contest->contenders[i].name);
        width = columns > width ? columns : width;
    }
    return width;
}

static void titles_print(FILE *stream, int width) {
    fprintf(stream, "%-*s", columns_width(_(titles[0]), width), _(titles[0]));
    for (int i = 1; i < TITLE_COUNT; i++)
        fprintf(stream, " %*s", columns_width(_(titles[i]), NUMBER_WIDTH), _(titles[i]));
    fputc('\n', stream);
}

/* What will look like zero is zero, without a sign. */
static double shown(double value, double unit) { return fabs(value) < unit / 2.0 ? 0.0 : value; }

/* Writes a difference of Elo, or a dash where nothing is known. */
static void elo_print(FILE *stream, double elo, bool is_error) {
    if (isnan(elo))
        fprintf(stream, " %*s", NUMBER_WIDTH, "-");
    else
        fprintf(stream, is_error ? " %*.1f" : " %+*.1f", NUMBER_WIDTH, shown(elo, 0.1));
}

static void standing_print(FILE *stream, const struct tally *tally, int contender, int width) {
    const struct standing *standing = &tally->standings[contender];
    const char *name = tally->contest->contenders[contender].name;
    const int players = tally->contest->schedule.players;
    const double score = standing_score(standing);
    fprintf(stream, "%-*s %*ld %*.1f %*.1f%%", columns_width(name, width), name, NUMBER_WIDTH, standing->games,
            NUMBER_WIDTH, standing->points, NUMBER_WIDTH - 1, 100.0 * score);
    elo_print(stream, standing->games > 0 ? elo_of_score(score, players) : NAN, false);
    elo_print(stream, elo_error(&standing->rounds, players), true);
    const long counts[] = {standing->won, standing->drawn, standing->lost, standing->failures};
    for (int i = 0; i < 4; i++)
        fprintf(stream, " %*ld", NUMBER_WIDTH, counts[i]);
    fputc('\n', stream);
}

/* ---- Below the table ------------------------------------------------------------------------------------------ */

static int duel_print(FILE *stream, const struct tally *tally) {
    const struct contest *contest = tally->contest;
    const struct standing *first = &tally->standings[0];
    if (contest->contender_count != 2 || contest->schedule.players != 2)
        return 0;
    fprintf(stream, _("rounds in which %s won 0, 1/2, 1, 3/2, 2 points:"), contest->contenders[0].name);
    for (int i = 0; i < ROUND_SCORES; i++)
        fprintf(stream, " %ld", tally->duels[0].scores[i]);
    fputc('\n', stream);
    double normalized = elo_normalized(&first->rounds), better = superiority(&first->rounds);
    if (isnan(normalized) || isnan(better))
        return 1;
    fprintf(stream, _("normalized Elo %+.1f, better with a probability of %.1f%%\n"), shown(normalized, 0.1),
            100.0 * better);
    return 2;
}

static int sprt_print(FILE *stream, const struct tally *tally, const struct sprt *sprt) {
    if (sprt == NULL)
        return 0;
    const long *scores = tally->duels[0].scores;
    fprintf(stream, _("SPRT %g against %g Elo (%s): log-likelihood ratio %.2f in %.2f to %.2f, %s\n"), sprt->elo0,
            sprt->elo1, sprt->normalized ? _("normalized") : _("logistic"), shown(sprt_llr(sprt, scores), 0.01),
            sprt_lower(sprt), sprt_upper(sprt), _(verdict_word(sprt_verdict(sprt, scores))));
    return 1;
}

int match_table_print(FILE *stream, const struct tally *tally, const struct sprt *sprt) {
    const struct contest *contest = tally->contest;
    int order[CONTENDERS_MAX], width = names_width(contest), lines = 1 + contest->contender_count;
    tally_rank(tally, order);
    titles_print(stream, width);
    for (int i = 0; i < contest->contender_count; i++)
        standing_print(stream, tally, order[i], width);
    lines += duel_print(stream, tally);
    lines += sprt_print(stream, tally, sprt);
    if (tally->drawn_by_length == 0)
        return lines;
    fprintf(stream, _("games drawn after %d moves: %ld\n"), contest->plies_max, tally->drawn_by_length);
    return lines + 1;
}

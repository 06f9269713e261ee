/* cmd_solve.c - `tablier solve`: what best play leads to, proven. */
#include "at.h"
#include "book_file.h"
#include "interrupt.h"
#include "json_print.h"
#include "progress.h"
#include "report.h"

#include "../engine/santasi_book.h"
#include "../opening.h"
#include "../engine/solve.h"
#include "../engine/turns.h"

#include <stdio.h>
#include <string.h>

enum { DEFAULT_MIB = 1024, TIME_MAX = 1000000000, BOOK_PLIES = 6 };

static void solve_progress(void *context, uint64_t nodes, uint64_t milliseconds) {
    (void)milliseconds;
    progress_count(context, N_("positions"), (double)nodes / 1e6);
}

/* Who wins, in how many turns. */
static void result_print(const struct tab_rules *rules, const struct tab_position *position,
                         const struct tab_proof *proof) {
    const int turns = turns_count(rules, position, proof->winner, proof->plies, proof->line, proof->length);
    if (proof->winner == 0)
        puts(_("draw"));
    else if (proof->plies == 0)
        printf(_("player %d has won\n"), proof->winner);
    else if (turns == 1)
        printf(_("player %d wins in 1 turn\n"), proof->winner);
    else
        printf(proof->shortest ? _("player %d wins in %d turns\n") : _("player %d wins in at most %d turns\n"),
               proof->winner, turns);
}

static void proof_print(const struct tab_rules *rules, const struct tab_position *position,
                        const struct tab_proof *proof) {
    struct tab_position at = *position;
    result_print(rules, position, proof);
    for (int i = 0; i < proof->length; i++) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(rules, &at, proof->line[i], move, sizeof move);
        printf("%s%s", move, i + 1 < proof->length ? " " : "\n");
        tab_position_play(rules, &at, proof->line[i]);
    }
}

static json_t *line_json(const struct tab_rules *rules, const struct tab_position *position,
                         const struct tab_proof *proof) {
    json_t *moves = json_array();
    struct tab_position at = *position;
    for (int i = 0; i < proof->length; i++) {
        char move[TAB_MOVE_TEXT];
        tab_move_format(rules, &at, proof->line[i], move, sizeof move);
        json_array_append_new(moves, json_string(move));
        tab_position_play(rules, &at, proof->line[i]);
    }
    return moves;
}

static int proof_json(const struct tab_rules *rules, const struct tab_position *position, bool known,
                      const struct tab_proof *proof) {
    json_t *object = json_position(rules, position);
    json_object_set_new(object, "known", json_boolean(known));
    if (known) {
        json_object_set_new(object, "winner", json_integer(proof->winner));
        if (proof->winner != 0) {
            json_object_set_new(object, "plies", json_integer(proof->plies));
            json_object_set_new(object, "shortest", json_boolean(proof->shortest));
        }
        json_object_set_new(object, "line", line_json(rules, position, proof));
    }
    json_object_set_new(object, "nodes", json_integer((json_int_t)proof->nodes));
    json_object_set_new(object, "milliseconds", json_integer(proof->milliseconds));
    const int status = json_print(object);
    return status == STATUS_GOOD && !known ? STATUS_OPEN : status;
}

/* Reads what is proven beforehand: the tables of endings in the folder that is given, or what is installed. To be freed. */
static int knowledge_read(const struct arguments *arguments, const struct tab_rules *rules,
                          struct tab_knowledge **knowledge) {
    const char *directory = arguments_text(arguments, "tables");
    char damage[OPENING_DAMAGE], what[TAB_ERROR_TEXT];
    struct tab_error error;
    if (directory == NULL && !arguments_given(arguments, "unaided")) {
        *knowledge = opening_knowledge(rules, damage);
        if (damage[0] != '\0')
            report_failure(N_("%s"), damage);
        return *knowledge != NULL ? STATUS_GOOD : report_no_memory();
    }
    *knowledge = tab_knowledge_new();
    if (*knowledge == NULL)
        return report_no_memory();
    if (directory == NULL || tab_knowledge_read_tables(*knowledge, directory, &error))
        return STATUS_GOOD;
    translate_error(&error, what, sizeof what);
    return report_failure("%s: %s", directory, what);
}

static void solver_stop(void *context) { tab_solver_stop(context); }

static int proof_tell(const struct arguments *arguments, const struct tab_match *match, bool known,
                      const struct tab_proof *proof) {
    if (arguments_given(arguments, "json"))
        return proof_json(tab_match_rules(match), tab_match_position(match), known, proof);
    if (known)
        proof_print(tab_match_rules(match), tab_match_position(match), proof);
    else
        puts(_("not proven within the limits"));
    return known ? STATUS_GOOD : STATUS_OPEN;
}

/* Solves the current position of a match and prints the answer. */
static int match_solve(const struct arguments *arguments, const struct tab_match *match,
                       struct tab_knowledge *knowledge) {
    const struct tab_position *position = tab_match_position(match);
    const struct tab_limits limits = {.move_ms = arguments_number(arguments, "time", 0)};
    struct tab_solver *solver =
        tab_solver_new(tab_match_rules(match), (int)arguments_number(arguments, "memory", DEFAULT_MIB));
    if (solver == NULL)
        return report_no_memory();
    tab_solver_use(solver, knowledge);
    struct tab_proof proof = {0};
    struct progress progress = progress_begin();
    interrupt_begin(1);
    interrupt_call(solver_stop, solver);
    const bool known = tab_solver_solve(solver, position, tab_match_past(match), tab_match_ply(match), &limits,
                                        solve_progress, &progress, &proof);
    interrupt_end();
    progress_end(&progress);
    tab_solver_free(solver);
    const int status = proof_tell(arguments, match, known, &proof);
    const bool open = !known || !proof.shortest;
    return interrupt_count() > 0 && open ? report_failure(N_("interrupted")) : status;
}

/* Proves the opening into a book. */
static int book_solve(const struct arguments *arguments, const struct tab_rules *rules) {
    const struct book_task task = {
        .path = arguments_text(arguments, "book"),
        .plies = (int)arguments_number(arguments, "plies", BOOK_PLIES),
        .mib = (int)arguments_number(arguments, "memory", DEFAULT_MIB),
        .milliseconds = (uint64_t)arguments_number(arguments, "time", 0),
        .json = arguments_given(arguments, "json"),
    };
    if (arguments_given(arguments, "position") || arguments_given(arguments, "moves"))
        return report_call(arguments->command,
                           N_("a book begins at the start: --book goes without --position and --moves"));
    if (strcmp(tab_game_id(rules->game), "santasi") != 0)
        return report_call(arguments->command, N_("there are books of santasi only"));
    if (!santasi_book_supports(rules))
        return report_call(arguments->command, N_("the set is too large for a book"));
    return book_file_prove(rules, &task);
}

static int solve_run(const struct arguments *arguments) {
    struct tab_match *match;
    if (arguments_given(arguments, "plies") && !arguments_given(arguments, "book"))
        return report_call(arguments->command, N_("--%s is for %s"), "plies", "--book");
    int status = at_open(arguments, arguments_text(arguments, "SPEC"), &match);
    if (status != STATUS_GOOD)
        return status;
    struct tab_knowledge *knowledge = NULL;
    if (tab_rules_players(tab_match_rules(match)) != 2)
        status = report_call(arguments->command, N_("only games of two players can be solved"));
    else if (arguments_given(arguments, "tables") && strcmp(tab_game_id(tab_match_rules(match)->game), "anneaux") != 0)
        status = report_call(arguments->command, N_("--%s is for %s"), "tables", "anneaux");
    else if (arguments_given(arguments, "unaided") &&
             (arguments_given(arguments, "tables") || arguments_given(arguments, "book")))
        status = report_call(arguments->command, N_("--%s goes without %s"), "unaided", "--tables, --book");
    else if (arguments_given(arguments, "book"))
        status = book_solve(arguments, tab_match_rules(match));
    else if ((status = knowledge_read(arguments, tab_match_rules(match), &knowledge)) == STATUS_GOOD)
        status = match_solve(arguments, match, knowledge);
    tab_knowledge_free(knowledge);
    tab_match_free(match);
    return status;
}

const struct command solve_command = {
    .name = "solve",
    .summary = N_("prove what best play leads to"),
    .description = N_(
        "Prints who wins and in how many turns, or that it is a draw, then a line of best play by both. A win is "
        "told with its shortest length where that can be proven, else with `at most`. Works until it is proven "
        "unless --time is given. When time or memory runs out it says so, and the exit status is 3. What is installed, "
        "the opening book "
        "of San Ta Si and tables of endings of Three Rings, it uses unless told otherwise; a line out of the book may "
        "end with it.\n"
        "For programs --json gives the length of a win in plies, and whether it is the `shortest`.\n"
        "With --book the opening of San Ta Si is proven into a file, position by position, and printed are the "
        "results of the start and of each first move. Interrupted, even killed, the same command goes on where the "
        "file ends."),
    .words = (const struct parameter[]){WORD_SPEC, PARAMETERS_END},
    .options = (const struct parameter[]){OPTION_POSITION,
                                          OPTION_MOVES,
                                          {.name = "time",
                                           .value = "MS",
                                           .summary = N_("give up after so many milliseconds"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = TIME_MAX},
                                          {.name = "memory",
                                           .value = "MIB",
                                           .summary = N_("use so much memory"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = TAB_HASH_MIB_MAX,
                                           .initial = DEFAULT_MIB},
                                          {.name = "tables",
                                           .value = "DIR",
                                           .summary = N_("use the tables of endings of Three Rings in this folder"),
                                           .kind = PARAMETER_FILE},
                                          {.name = "unaided",
                                           .summary = N_("prove it without the book and the tables that are installed"),
                                           .kind = PARAMETER_SWITCH},
                                          {.name = "book",
                                           .value = "FILE",
                                           .summary = N_("prove the opening into this book, or go on with it"),
                                           .kind = PARAMETER_FILE},
                                          {.name = "plies",
                                           .value = "N",
                                           .summary = N_("prove moves for the first N plies of the book"),
                                           .kind = PARAMETER_NUMBER,
                                           .minimum = 1,
                                           .maximum = SANTASI_BOOK_BUILT_MAX - 1,
                                           .initial = BOOK_PLIES},
                                          OPTION_JSON,
                                          PARAMETERS_END},
    .run = solve_run,
};

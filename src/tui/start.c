/* start.c - the start screen: which game, with which options, who plays, with which clock. */
#include "app.h"
#include "../translate.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* ---- Its lines ------------------------------------------------------------------------------------------------ */

enum row_kind {
    ROW_GAME,
    ROW_OPTION,
    ROW_SEAT,
    ROW_CLOCK,
    ROW_PLAY,
    ROW_RESUME,
    ROW_FINISHED,
    ROW_OPEN,
    ROW_ANALYSE,
    ROW_LEARN,
    ROW_QUIT
};

struct row {
    enum row_kind kind;
    int index; /* of an option or a seat */
};

enum { ROWS_MAX = 24, LABEL_COLUMN = 4, VALUE_COLUMN = 24 };

static const char *const clocks[] = {"none", "3+2", "5+3", "10+5", "15+10", "30+20"};
enum { CLOCKS = sizeof clocks / sizeof *clocks };

static void spec_write(const struct start *start, char *text, size_t size) {
    int length = snprintf(text, size, "%s", tab_game_id(start->game));
    for (int i = 0; i < tab_game_option_count(start->game) && (size_t)length < size; i++)
        length += snprintf(text + length, size - (size_t)length, "%c%s=%s", i == 0 ? ':' : ',',
                           tab_game_option(start->game, i)->key, start->values[i]);
}

static bool rules_make(const struct start *start, struct tab_rules *rules, struct tab_error *error) {
    char spec[TAB_OPTIONS_MAX * TAB_SPEC_TEXT];
    spec_write(start, spec, sizeof spec);
    return tab_rules_parse(rules, spec, error);
}

static int players_of(const struct start *start) {
    struct tab_rules rules;
    return rules_make(start, &rules, NULL) ? tab_rules_players(&rules) : tab_game_players_min(start->game);
}

/* The games that a line is about; NULL: none. */
static const struct kept_choice *kept_of(const struct start *start, enum row_kind kind) {
    if (kind == ROW_RESUME)
        return &start->unfinished;
    return kind == ROW_FINISHED ? &start->finished : NULL;
}

static int rows_list(const struct start *start, struct row rows[ROWS_MAX]) {
    static const enum row_kind actions[] = {ROW_RESUME, ROW_FINISHED, ROW_OPEN, ROW_ANALYSE, ROW_LEARN, ROW_QUIT};
    int count = 0;
    rows[count++] = (struct row){ROW_GAME, 0};
    for (int i = 0; i < tab_game_option_count(start->game); i++)
        if (!tab_game_option(start->game, i)->idle)
            rows[count++] = (struct row){ROW_OPTION, i};
    for (int i = 0; i < players_of(start); i++)
        rows[count++] = (struct row){ROW_SEAT, i};
    rows[count++] = (struct row){ROW_CLOCK, 0};
    rows[count++] = (struct row){ROW_PLAY, 0};
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (kept_of(start, actions[i]) == NULL || kept_of(start, actions[i])->list.count > 0)
            rows[count++] = (struct row){actions[i], 0};
    return count;
}

/* Where the lines begin: a low window has no room for the name of the program. */
static int rows_top(const struct app *app) {
    enum { TITLE_FROM = 24 };
    return app->rows >= TITLE_FROM ? 3 : 0;
}

/* Lines of the screen: an empty one before what can be done. */
static int row_line(const struct app *app, const struct row *rows, int index) {
    return rows_top(app) + index + (rows[index].kind >= ROW_PLAY);
}

/* ---- Values --------------------------------------------------------------------------------------------------- */

static void game_set(struct start *start, const struct tab_game *game) {
    start->game = game;
    for (int i = 0; i < tab_game_option_count(game); i++) {
        const struct tab_option *option = tab_game_option(game, i);
        snprintf(start->values[i], sizeof start->values[i], "%s",
                 option->choices != NULL ? option->choices[0].value : option->initial);
    }
}

static int choice_of(const struct start *start, int option, int *count) {
    const struct tab_choice *choices = tab_game_option(start->game, option)->choices;
    int chosen = 0;
    for (*count = 0; choices[*count].value != NULL; ++*count)
        if (strcmp(choices[*count].value, start->values[option]) == 0)
            chosen = *count;
    return chosen;
}

static void option_change(struct start *start, int option, int step) {
    const struct tab_option *table = tab_game_option(start->game, option);
    int count;
    if (table->choices == NULL)
        return;
    const int chosen = choice_of(start, option, &count);
    assert(count > 0);
    snprintf(start->values[option], sizeof start->values[option], "%s",
             table->choices[(chosen + step + count) % count].value);
}

static void game_change(struct start *start, int step) {
    const int count = tab_game_count();
    int index = 0;
    while (tab_game_at(index) != start->game)
        index++;
    game_set(start, tab_game_at((index + step + count) % count));
}

static void clock_change(struct start *start, int step) {
    char text[TIMING_TEXT];
    timing_format(&start->timing, TIMING_MINUTES, text, sizeof text);
    int index = 0;
    while (index < CLOCKS && strcmp(clocks[index], text) != 0)
        index++;
    timing_parse(&start->timing, clocks[(index + step + CLOCKS) % CLOCKS], TIMING_MINUTES, NULL);
}

static void seat_change(struct seat *seat, int step) {
    seat->level = (seat->level + step + TAB_LEVEL_MAX + 1) % (TAB_LEVEL_MAX + 1);
}

static void kept_change(struct kept_choice *choice, int step);

static void row_change(struct app *app, int step) {
    struct start *start = &app->start;
    struct row rows[ROWS_MAX];
    rows_list(start, rows);
    const struct row row = rows[start->row];
    if (row.kind == ROW_GAME)
        game_change(start, step);
    else if (row.kind == ROW_OPTION)
        option_change(start, row.index, step);
    else if (row.kind == ROW_SEAT)
        seat_change(&start->seats[row.index], step);
    else if (row.kind == ROW_CLOCK)
        clock_change(start, step);
    else if (row.kind == ROW_RESUME)
        kept_change(&start->unfinished, step);
    else if (row.kind == ROW_FINISHED)
        kept_change(&start->finished, step);
}

static void row_next(struct app *app) { row_change(app, 1); }
static void row_previous(struct app *app) { row_change(app, -1); }

/* ---- Texts that are typed ------------------------------------------------------------------------------------- */

static bool option_accept(struct app *app, const char *text) {
    struct start changed = app->start;
    struct row rows[ROWS_MAX];
    struct tab_rules rules;
    struct tab_error error = {0};
    rows_list(&app->start, rows);
    const int option = rows[app->start.row].index;
    snprintf(changed.values[option], sizeof changed.values[option], "%s", text);
    if (!rules_make(&changed, &rules, &error)) {
        app_error(app, &error);
        return false;
    }
    app->start = changed;
    return true;
}

static bool clock_accept(struct app *app, const char *text) {
    struct tab_error error = {0};
    if (timing_parse(&app->start.timing, text, TIMING_MINUTES, &error))
        return true;
    app_error(app, &error);
    return false;
}

static const struct input_kind option_text = {N_("Value:"), option_accept, input_no_complete, false};
static const struct input_kind clock_text = {N_("Minutes+seconds:"), clock_accept, input_no_complete, false};

/* ---- Going on ------------------------------------------------------------------------------------------------- */

static void game_begin(struct app *app) {
    struct tab_rules rules;
    struct tab_error error = {0};
    if (!rules_make(&app->start, &rules, &error)) {
        app_error(app, &error);
        return;
    }
    struct play *play = play_new(&rules, NULL);
    if (play == NULL)
        return;
    memcpy(play->seats, app->start.seats, sizeof play->seats);
    play->timing = app->start.timing;
    board_open(app, play);
}

static void analysis_begin(struct app *app) {
    struct tab_rules rules;
    if (!rules_make(&app->start, &rules, NULL))
        return;
    struct tab_record *record = tab_record_new(&rules, NULL);
    if (record != NULL)
        analysis_open(app, record, TAB_RECORD_ROOT);
}

static void game_resume(struct app *app) {
    const struct kept_choice *choice = &app->start.unfinished;
    const char *name = choice->list.name[choice->at];
    struct kept kept = {0};
    char path[PATH_MAX];
    kept_path(name, false, path);
    if (!kept_lock(&kept, name)) {
        app_say(app, _("This game is open in another program: %s"), path);
        return;
    }
    struct tab_record *record = kept_read(name, false);
    struct play *play = record != NULL ? play_from_record(record) : NULL;
    tab_record_free(record);
    if (play == NULL) {
        app_say(app, _("This game is damaged: %s"), path);
        kept_close(&kept);
        return;
    }
    play->kept = kept;
    board_open(app, play);
}

static void game_look(struct app *app) {
    const struct kept_choice *choice = &app->start.finished;
    const char *name = choice->list.name[choice->at];
    char path[PATH_MAX];
    struct tab_record *record = kept_read(name, true);
    kept_path(name, true, path);
    if (record != NULL)
        analysis_review(app, record);
    else
        app_say(app, _("This game is damaged: %s"), path);
}

/* Puts the game that is chosen into words. */
static void kept_look(struct kept_choice *choice) {
    const int count = choice->list.count;
    char place[LABEL_TEXT] = "";
    choice->text[0] = '\0';
    if (count == 0)
        return;
    struct tab_record *record = kept_read(choice->list.name[choice->at], choice->over);
    if (count > 1)
        snprintf(place, sizeof place, _("%d of %d: "), choice->at + 1, count);
    if (record == NULL) {
        snprintf(choice->text, sizeof choice->text, "%.40s%.80s", place, _("it is damaged"));
        return;
    }
    const char *result = choice->over ? tab_record_tag(record, "Result") : NULL;
    int length =
        snprintf(choice->text, sizeof choice->text, _("%s%s, moves made: %d"), place,
                 _(tab_game_title(tab_record_rules(record)->game)), tab_record_ply(record, tab_record_end(record)));
    if (result != NULL && (size_t)length < sizeof choice->text)
        snprintf(choice->text + length, sizeof choice->text - (size_t)length, ", %s", result);
    tab_record_free(record);
}

static void kept_change(struct kept_choice *choice, int step) {
    choice->at = (choice->at + step + choice->list.count) % choice->list.count;
    kept_look(choice);
}

static void kept_begin(struct kept_choice *choice, bool over) {
    choice->over = over;
    choice->at = 0;
    kept_list(&choice->list, over);
    kept_look(choice);
}

void start_begin(struct app *app) {
    struct start *start = &app->start;
    if (start->game == NULL) {
        game_set(start, tab_game_at(0));
        for (int i = 1; i < TAB_PLAYERS_MAX; i++)
            start->seats[i].level = SEAT_LEVEL_OPPONENT;
    }
    kept_begin(&start->unfinished, false);
    kept_begin(&start->finished, true);
    struct row rows[ROWS_MAX];
    const int count = rows_list(start, rows);
    if (start->row >= count)
        start->row = count - 1;
}

static void program_quit(struct app *app) { app->quit = true; }

static void row_run(struct app *app) {
    struct start *start = &app->start;
    struct row rows[ROWS_MAX];
    char clock[TIMING_TEXT];
    rows_list(start, rows);
    const struct row row = rows[start->row];
    switch (row.kind) {
    case ROW_OPTION:
        if (tab_game_option(start->game, row.index)->choices == NULL)
            input_begin(app, &option_text, start->values[row.index]);
        else
            row_change(app, 1);
        break;
    case ROW_CLOCK:
        timing_format(&start->timing, TIMING_MINUTES, clock, sizeof clock);
        input_begin(app, &clock_text, start->timing.base_ms != 0 ? clock : "");
        break;
    case ROW_GAME:
    case ROW_SEAT: row_change(app, 1); break;
    case ROW_PLAY: game_begin(app); break;
    case ROW_RESUME: game_resume(app); break;
    case ROW_FINISHED: game_look(app); break;
    case ROW_OPEN: records_load(app); break;
    case ROW_ANALYSE: analysis_begin(app); break;
    case ROW_LEARN: learn_open(app, start->game); break;
    case ROW_QUIT: program_quit(app); break;
    }
}

/* ---- Keys and mouse ------------------------------------------------------------------------------------------- */

static void row_step(struct app *app, int step) {
    struct row rows[ROWS_MAX];
    const int count = rows_list(&app->start, rows);
    app->start.row = (app->start.row + step + count) % count;
}

static void row_up(struct app *app) { row_step(app, -1); }
static void row_down(struct app *app) { row_step(app, 1); }

static void start_press(struct app *app, int line, int column) {
    (void)column;
    struct row rows[ROWS_MAX];
    const int count = rows_list(&app->start, rows);
    for (int i = 0; i < count; i++)
        if (row_line(app, rows, i) == line) {
            app->start.row = i;
            row_run(app);
            return;
        }
}

static void help_show(struct app *app) { app_open(app, &help_screen); }

static const struct binding start_bindings[] = {
    {{PRESS_UP, 'k'}, NULL, N_("go to the line above"), row_up, KEY_FREE},
    {{PRESS_DOWN, 'j', PRESS_TAB}, NULL, N_("go to the line below"), row_down, KEY_FREE},
    {{PRESS_RIGHT, 'l'}, N_("change"), N_("take the next value"), row_next, KEY_FREE},
    {{PRESS_LEFT, 'h'}, NULL, N_("take the value before"), row_previous, KEY_FREE},
    {{PRESS_ENTER, ' '}, N_("do it"), N_("do what the line says, or type its value"), row_run, KEY_FREE},
    {{'p'}, N_("play"), N_("begin the game"), game_begin, KEY_FREE},
    {{'?', '/'}, N_("help"), N_("explain the keys"), help_show, KEY_FREE},
    {{'q'}, N_("quit"), N_("end the program"), program_quit, KEY_FREE},
    {{0}, NULL, NULL, NULL, KEY_FREE},
};
static const struct key_table start_keys = {N_("Start"), start_bindings};
static const struct key_table *const start_tables[] = {&start_keys, NULL};

/* ---- View ----------------------------------------------------------------------------------------------------- */

static const char *const action_labels[] = {
    [ROW_PLAY] = N_("Play"),
    [ROW_RESUME] = N_("Resume an unfinished game"),
    [ROW_FINISHED] = N_("Look at a finished game"),
    [ROW_OPEN] = N_("Open a saved game"),
    [ROW_ANALYSE] = N_("Analyse"),
    [ROW_LEARN] = N_("Learn the rules"),
    [ROW_QUIT] = N_("Quit"),
};

static void row_texts(const struct start *start, const struct row *row, char *label, char *value) {
    struct tab_rules rules;
    label[0] = value[0] = '\0';
    if (row->kind == ROW_GAME) {
        snprintf(label, LABEL_TEXT, "%s", _("Game"));
        snprintf(value, LABEL_TEXT, "%s", _(tab_game_title(start->game)));
    } else if (row->kind == ROW_OPTION) {
        snprintf(label, LABEL_TEXT, "%s", tab_game_option(start->game, row->index)->key);
        snprintf(value, LABEL_TEXT, "%.100s", start->values[row->index]);
    } else if (row->kind == ROW_SEAT) {
        const bool known = rules_make(start, &rules, NULL);
        snprintf(label, LABEL_TEXT, "%s", known ? _(draw_player(&rules, row->index + 1)) : "");
        if (start->seats[row->index].level == 0)
            snprintf(value, LABEL_TEXT, "%s", _("a person"));
        else
            snprintf(value, LABEL_TEXT, _("the engine, level %d"), start->seats[row->index].level);
    } else if (row->kind == ROW_CLOCK) {
        snprintf(label, LABEL_TEXT, "%s", _("Clock"));
        if (start->timing.base_ms == 0)
            snprintf(value, LABEL_TEXT, "%s", _("none"));
        else
            timing_format(&start->timing, TIMING_MINUTES, value, LABEL_TEXT);
    } else {
        snprintf(label, LABEL_TEXT, "%s", _(action_labels[row->kind]));
        const struct kept_choice *choice = kept_of(start, row->kind);
        snprintf(value, LABEL_TEXT, "%s", choice != NULL ? choice->text : "");
    }
}

/* What a line is about. */
static void row_explain(const struct start *start, const struct row *row, char *text, size_t size) {
    const struct tab_option *option = row->kind == ROW_OPTION ? tab_game_option(start->game, row->index) : NULL;
    int count;
    text[0] = '\0';
    if (option != NULL && option->choices != NULL)
        snprintf(text, size, _("%s\n%s: %s"), _(option->summary), start->values[row->index],
                 _(option->choices[choice_of(start, row->index, &count)].summary));
    else if (option != NULL)
        snprintf(text, size, "%s\n%s", _(option->summary), _(option->pattern));
    else if (row->kind == ROW_SEAT)
        snprintf(text, size, "%s",
                 _("A person at this terminal, or the engine: from level 1, a first game, to level "
                   "10, all it can."));
    else if (row->kind == ROW_CLOCK)
        snprintf(text, size, "%s",
                 _("Minutes for the whole game, and seconds added for every turn: 10+5. Enter lets "
                   "you type it."));
    else if (kept_of(start, row->kind) != NULL && kept_of(start, row->kind)->list.count > 1)
        snprintf(text, size, "%s", _("Right and Left choose among these games, the latest first."));
    else if (row->kind == ROW_LEARN)
        snprintf(text, size, "%s", _("The rules of the game chosen above, step by step, with moves to try."));
    else if (row->kind == ROW_ANALYSE)
        snprintf(text, size, "%s", _("Try any position of the game chosen above, with the engine's lines beside it."));
}

static void row_draw(const struct app *app, const struct row *rows, int index, struct frame *frame) {
    const struct start *start = &app->start;
    char label[LABEL_TEXT], value[LABEL_TEXT];
    const bool chosen = index == start->row, valued = rows[index].kind < ROW_PLAY;
    const int line = row_line(app, rows, index);
    row_texts(start, &rows[index], label, value);
    if (chosen)
        frame_put(frame, line, LABEL_COLUMN - 2, 0x25BA, '>', DRAW_FIRST, DRAW_BOLD);
    frame_text(frame, line, LABEL_COLUMN, frame->columns, label, DRAW_LABEL, chosen || !valued ? DRAW_BOLD : 0);
    const int column = valued ? VALUE_COLUMN : LABEL_COLUMN + text_columns(label) + 2;
    if (chosen && valued)
        frame_put(frame, line, column - 2, 0x25C4, '<', DRAW_DIM, 0);
    const int end = frame_text(frame, line, column, frame->columns, value, DRAW_FIRST, chosen ? LOOK_REVERSE : 0);
    if (chosen && valued)
        frame_put(frame, line, end + 1, 0x25BA, '>', DRAW_DIM, 0);
}

static void start_draw(const struct app *app, struct frame *frame) {
    const struct start *start = &app->start;
    struct row rows[ROWS_MAX];
    char text[MESSAGE_TEXT];
    if (rows_top(app) > 0)
        frame_text(frame, 1, LABEL_COLUMN, frame->columns, "T A B L I E R", DRAW_LABEL, DRAW_BOLD);
    const int count = rows_list(start, rows);
    for (int i = 0; i < count; i++)
        row_draw(app, rows, i, frame);
    row_explain(start, &rows[start->row], text, sizeof text);
    const int line = row_line(app, rows, count - 1) + 1 + (rows_top(app) > 0);
    frame_wrap(frame, &(struct area){line, LABEL_COLUMN, frame->rows - 1 - line, frame->columns - 2 * LABEL_COLUMN},
               text, DRAW_DIM, 0);
    foot_draw(app, frame, frame->rows - 1);
}

const struct screen start_screen = {
    .title = N_("Start"),
    .tables = start_tables,
    .key = screen_no_key,
    .press = start_press,
    .draw = start_draw,
};

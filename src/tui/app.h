/* app.h - the state of the full-screen program, and what changes it.
 *
 * The state is plain data; nothing in it knows the terminal. An event goes to app_update, which changes the state; then
 * the screen that is on top draws it into a frame. Screens are tables: what their keys do and mean, and how they are
 * drawn. Help and the line of hints come from the same tables. */
#ifndef TABLIER_TUI_APP_H
#define TABLIER_TUI_APP_H

#include "../play/play.h"
#include "../play/thinker.h"
#include "event.h"
#include "frame.h"
#include "../hand/hand.h"

struct app;
struct lesson;

/* ---- Screens -------------------------------------------------------------------------------------------------- */

enum { BINDING_KEYS = 4, SCREENS_MAX = 8 };

/* When keys do what they do: not while someone waits at the board for the engine, or always; and those that only mean
 * something while there is a move to make are not in the line of hints else. */
enum binding_when { KEY_FREE, KEY_ALWAYS, KEY_MOVING };

/* What a few keys do. */
struct binding {
    int keys[BINDING_KEYS]; /* 0: none */
    const char *brief;      /* for the line of hints; NULL: only in the help */
    const char *summary;
    void (*run)(struct app *app); /* NULL ends a table */
    enum binding_when when;
};

struct key_table {
    const char *title;
    const struct binding *bindings;
};

struct screen {
    const char *title;
    const struct key_table *const *tables; /* ended by NULL */
    /* Takes a key before the tables do; false when it does not want it. */
    bool (*key)(struct app *app, int key);
    void (*press)(struct app *app, int row, int column); /* of the mouse */
    void (*draw)(const struct app *app, struct frame *frame);
};

extern const struct screen start_screen, board_screen, analysis_screen, lesson_screen, moves_screen, help_screen;

/* For screens that need no keys or no mouse of their own. */
bool screen_no_key(struct app *app, int key);
void screen_no_press(struct app *app, int row, int column);

/* ---- The state ------------------------------------------------------------------------------------------------ */

enum { MESSAGE_TEXT = 512, NOTICE_TEXT = 4096, INPUT_TEXT = 1024, LABEL_TEXT = 128 };
enum { SMALL_ROWS = 20, SMALL_COLUMNS = 60 }; /* the smallest window */

/* What the program was called with. */
struct app_options {
    bool color, unicode;
    uint64_t seed;
};

/* A line that is being typed, and what happens with it. */
struct input_kind {
    const char *prompt;
    /* What to do with the line; false: it stays, because something is wrong with it. */
    bool (*accept)(struct app *app, const char *text);
    /* Completes the line as far as it is clear. */
    void (*complete)(struct app *app);
    bool candidates; /* show the moves that begin like the line */
};

struct input {
    const struct input_kind *kind; /* NULL: nothing is typed */
    char text[INPUT_TEXT];         /* UTF-8 */
    size_t length, caret;          /* in bytes */
    bool selected;                 /* the whole line is, so that what is typed replaces it */
};

/* A question to be answered with yes or no. */
struct question {
    char text[MESSAGE_TEXT];
    void (*yes)(struct app *app); /* NULL: none is asked */
    void (*no)(struct app *app);  /* NULL: nothing happens */
};

/* What the engine thinks for. */
enum thinking { THINKING_NOTHING, THINKING_MOVE, THINKING_HINT, THINKING_VALUE, THINKING_DRAW, THINKING_LINES };

/* Pointing at the board. */
struct pointing {
    struct hand hand;
    struct hand_next next;
    char cursor[STEP_NAME]; /* name of the spot it is on */
    int item;               /* of the items that can be chosen */
    int hints;              /* places of the move that the engine has shown */
    struct step hint[STEPS_MAX];
};

/* The games that are kept, and which of them is shown. */
struct kept_choice {
    struct kept_list list;
    bool over;
    int at;
    char text[LABEL_TEXT]; /* that one in words; "" when there is none */
};

/* What is being set up on the start screen. */
struct start {
    int row;
    const struct tab_game *game;
    char values[TAB_OPTIONS_MAX][TAB_SPEC_TEXT];
    struct seat seats[TAB_PLAYERS_MAX];
    struct timing timing;
    struct kept_choice unfinished, finished;
};

/* A lesson, and where it stands. */
struct learning {
    struct lesson *lesson; /* NULL: none */
    int step;
    bool done; /* the step has been answered */
    struct tab_match *match;
};

struct app {
    struct app_options options;
    struct tab_random random;
    int rows, columns;
    bool quit;

    const struct screen *stack[SCREENS_MAX];
    int depth;
    int scroll; /* first line shown of a list, or the line chosen in it */

    struct start start;
    struct play *play;         /* NULL: no game */
    struct tab_record *record; /* what is analysed; NULL: nothing */
    int node;                  /* of the record, where the board stands */
    bool review;               /* it is a finished game, or says more than moves */

    struct learning learning;

    struct pointing pointing;
    bool turned; /* the board is seen from the other side */
    bool paused; /* the engines wait */

    struct thinker *thinker;
    enum thinking thinking;
    struct thinker_news news; /* of the search under way, or the last one */
    int news_player;          /* who was to move then */
    bool valued;              /* the news are about the position on the board */
    bool bar;                 /* show what the position is worth */
    int lines;                /* to be found in analysis; 0: the engine rests */

    struct input input;
    struct question question;
    char notice[NOTICE_TEXT]; /* shown in a box until the next key; "": none */
    char message[MESSAGE_TEXT];
};

/* ---- app.c ---------------------------------------------------------------------------------------------------- */

void app_update(struct app *app, const struct event *event);

void app_open(struct app *app, const struct screen *screen);
void app_leave(struct app *app);
const struct screen *app_screen(const struct app *app);

#if defined(__GNUC__)
#define APP_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define APP_FORMAT
#endif
void app_say(struct app *app, const char *format, ...) APP_FORMAT;
void app_notice(struct app *app, const char *format, ...) APP_FORMAT;
/* Tells what is wrong with a text. */
void app_error(struct app *app, const struct tab_error *error);
void app_ask(struct app *app, void (*yes)(struct app *app), void (*no)(struct app *app), const char *text);

/* What is on the board: of a lesson, of the analysis, or of the game. NULL: nothing. */
const struct tab_match *app_match(const struct app *app);
bool app_analysing(const struct app *app);
/* Whether a game is on the board that is over. */
bool app_over(const struct app *app);
const char *app_player(const struct app *app, int player); /* translated */
/* A player who has won, and whether the engine had to go on for them. */
void app_winner(const struct app *app, int player, char *text, size_t size);
/* Whether the window is too small to show anything: then keys do nothing but end the program. */
bool app_small(const struct app *app);

/* ---- input.c -------------------------------------------------------------------------------------------------- */

void input_begin(struct app *app, const struct input_kind *kind, const char *text);
void input_key(struct app *app, int key);
/* Replaces the line. */
void input_set(struct input *input, const char *text);
void input_no_complete(struct app *app);

/* ---- think.c: the engine -------------------------------------------------------------------------------------- */

/* Lets the engine think about the board, or do nothing; what it thought of before is dropped. */
void think_begin(struct app *app, enum thinking thinking);
void think_cancel(struct app *app);
/* Ends the thinking early, and takes what it has. */
void think_hurry(struct app *app);
/* Takes the news that have arrived. */
void think_collect(struct app *app);
/* Starts whatever the engine has to do on the board as it is: a move, a value, lines. */
void think_follow(struct app *app);

/* ---- point.c: moves by pointing and by typing ----------------------------------------------------------------- */

extern const struct key_table point_keys;
/* Begins anew on the board as it is. */
void point_reset(struct app *app);
bool point_key(struct app *app, int key);
void point_press(struct app *app, int row, int column);
/* Marks the places of a move on the board, until another one is made. */
void point_hint(struct app *app, tab_move move);
/* The items that can be chosen, and whether it is a person's turn to choose. */
int point_items(const struct app *app, struct step items[HAND_NEXT_MAX]);
bool point_allowed(const struct app *app);
/* The same; says why not. */
bool point_check(struct app *app);

/* ---- board.c: the game ---------------------------------------------------------------------------------------- */

/* Sits down at a game, which the app then owns. */
void board_open(struct app *app, struct play *play);
/* Gets up from it; its file stays. */
void board_close(struct app *app);
/* Makes a move on the board, of the game or of the analysis. */
void board_move(struct app *app, tab_move move);
/* After every change of the game: keeps it, looks whether it is over, and lets the engine go on. */
void board_changed(struct app *app);
void board_tick(struct app *app);
/* Takes moves back or makes them again up to a ply; the engines wait there. */
void board_go(struct app *app, int ply);
void board_draw_answer(struct app *app);
void board_turn(struct app *app);
extern const struct key_table look_keys; /* of every board */

/* ---- analysis.c ----------------------------------------------------------------------------------------------- */

/* Opens a record, which the app then owns, at one of its nodes. */
void analysis_open(struct app *app, struct tab_record *record, int node);
/* Opens a record that was written before: at its start when there is something to look at, else at its end. */
void analysis_review(struct app *app, struct tab_record *record);
/* Writes what is said about the move that led to the board, and which moves beside the next one are there. */
void analysis_remarks(const struct app *app, char *text, size_t size);
/* Writes who played, and the result. */
void analysis_players(const struct app *app, char *text, size_t size);
void analysis_move(struct app *app, tab_move move);
void analysis_go(struct app *app, int node);

/* ---- learn.c -------------------------------------------------------------------------------------------------- */

/* Opens the lesson of a game, or says why it cannot. */
void learn_open(struct app *app, const struct tab_game *game);
void learn_close(struct app *app);
bool app_learning(const struct app *app);
/* Whether the step waits for a move. */
bool learn_waits(const struct app *app);
/* What the step says to a legal move; and whether it has something to say to an illegal one. */
void learn_move(struct app *app, tab_move move);
bool learn_refuse(struct app *app, const char *move);
/* Number and title of the step, and what it says. */
void learn_title(const struct app *app, char *text, size_t size);
const char *learn_text(const struct app *app);
/* Whether that can be read beside or below the board. */
bool learn_fits(const struct app *app);

/* ---- records.c: saving and loading ---------------------------------------------------------------------------- */

void records_save(struct app *app);
void records_load(struct app *app);

/* ---- start.c -------------------------------------------------------------------------------------------------- */

void start_begin(struct app *app);

/* ---- views ---------------------------------------------------------------------------------------------------- */

/* Where things are on a screen with a board. */
struct layout {
    int title;           /* row, -1: no room */
    int board;           /* row of the drawing, whose column is 0 */
    int rows, columns;   /* room for it */
    int bar;             /* column of the bar beside it */
    int status, message; /* rows */
    struct area side;    /* beside the board; no columns: no room */
    struct area below;   /* lines between board and status; no rows: no room */
};

struct layout layout_of(const struct app *app);
void canvas_of(const struct app *app, struct draw_canvas *canvas);
void board_draw(const struct app *app, struct frame *frame);
/* The moves beside the board. */
void moves_side(const struct app *app, struct frame *frame, const struct area *area);
/* The rows that the places of a hint are on; false when there are none. */
bool hint_area(const struct app *app, struct area *area);
/* Where an item is shown, for the mouse; false when it is not. */
bool item_area(const struct app *app, int item, struct area *area);

/* What every screen shows at its end: what is typed, asked or said, or else hints about keys. */
void foot_draw(const struct app *app, struct frame *frame, int row);
/* The key whose hint, or whose answer to a question, is shown at a place of the screen; 0: none. */
int foot_key(const struct app *app, int row, int column);
/* Whether a board shows something else in place of the hints. */
bool board_foot_taken(const struct app *app);
/* The notice in its box, on top of everything. */
void notice_draw(const struct app *app, struct frame *frame);
/* Says that the window is too small, instead of any screen. */
void small_draw(struct frame *frame);

/* Writes the name of a key. */
enum { KEY_TEXT = 16 };
void key_format(int key, char text[KEY_TEXT]);

#endif

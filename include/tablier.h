/* tablier.h - the public interface of libtablier.
 *
 * Rules of board games as values. A `struct tab_rules` is a game with its options; a `struct tab_position` is a
 * state of that game; a `tab_move` is one legal step from it. All three are plain values: copy them with `=`, keep
 * them where you like, throw them away. The rules functions allocate nothing, print nothing and keep no state, so
 * any number of games can be played at once from any number of threads.
 *
 *     struct tab_rules rules;
 *     struct tab_position position;
 *     struct tab_error error;
 *     if (!tab_rules_parse(&rules, "siam:openings=crossed", &error)) ...
 *     tab_position_start(&rules, &position);
 *     while (tab_position_player(&rules, &position) != 0) {
 *         tab_move moves[TAB_MOVES_MAX];
 *         int count = tab_position_moves(&rules, &position, moves);
 *         tab_position_play(&rules, &position, moves[0]);
 *     }
 *
 * Conventions: players are numbered from 1. A function that reads text returns false on bad input, leaves its result
 * untouched and fills `error` (which may be NULL). A function that writes text takes a buffer and its size, always
 * ends the text with a zero when size is not 0, and returns the length the whole text has, like snprintf. */
#ifndef TABLIER_H
#define TABLIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define TAB_ALIGNED(bytes) alignas(bytes)
extern "C" {
#else
#define TAB_ALIGNED(bytes) _Alignas(bytes)
#endif

#if defined(__GNUC__)
#define TAB_API __attribute__((visibility("default")))
#else
#define TAB_API
#endif

/* ---- Sizes ---------------------------------------------------------------------------------------------------- */

enum {
    TAB_PLAYERS_MAX = 4,
    TAB_OPTIONS_MAX = 8,      /* options of one game */
    TAB_MOVES_MAX = 1536,     /* legal moves of one position */
    TAB_SCORES_MAX = 8,       /* lines of a score */
    TAB_RULES_BYTES = 192,    /* what a game derives from its options */
    TAB_POSITION_BYTES = 192, /* state of one position */
    TAB_MOVE_TEXT = 16,       /* buffers that hold any move, position or game spec */
    TAB_POSITION_TEXT = 256,
    TAB_SPEC_TEXT = 192,
    TAB_ERROR_TEXT = 512
};

/* ---- Errors --------------------------------------------------------------------------------------------------- */

/* What is wrong with a text and where. `what` is a fixed English sentence in which {1} and {2} stand for the two
 * arguments, so that a front end can translate it; it is NULL while no error has been reported. */
struct tab_error {
    const char *what;
    size_t at; /* byte offset in the text read */
    char argument[2][192];
    const char *term; /* when {1} stands for a fixed English word, that word, to be translated too; else NULL */
};

/* Writes the English message, or the same message from a translated `what` (NULL: the error's own). */
TAB_API size_t tab_error_format(const struct tab_error *error, const char *what, char *buffer, size_t size);

/* ---- Games and their options ---------------------------------------------------------------------------------- */

struct tab_game; /* one of the registered games; compare by pointer */

/* One value an option may take, with a one-line explanation. */
struct tab_choice {
    const char *value;
    const char *summary;
};

/* An option of a game: either a list of choices, the default first, or a free text described by `pattern`. */
struct tab_option {
    const char *key;
    const char *summary;
    const struct tab_choice *choices; /* ended by a NULL value; NULL for a free text */
    const char *pattern;              /* what a free text looks like; NULL for choices */
    const char *initial;              /* default of a free text; NULL for choices */
    bool idle;                        /* changes nothing in this game, which takes it because all games do */
};

TAB_API int tab_game_count(void);
TAB_API const struct tab_game *tab_game_at(int index);        /* 0 <= index < tab_game_count() */
TAB_API const struct tab_game *tab_game_find(const char *id); /* NULL when there is none */
TAB_API const char *tab_game_id(const struct tab_game *game);
TAB_API const char *tab_game_title(const struct tab_game *game);
TAB_API int tab_game_players_min(const struct tab_game *game);
TAB_API int tab_game_players_max(const struct tab_game *game);
TAB_API int tab_game_option_count(const struct tab_game *game);
TAB_API const struct tab_option *tab_game_option(const struct tab_game *game, int index);

/* ---- Rules: a game with its options --------------------------------------------------------------------------- */

/* Made once from a game spec, then only read. */
struct tab_rules {
    const struct tab_game *game;
    uint8_t choice[TAB_OPTIONS_MAX];                       /* index of the value of each option with choices */
    TAB_ALIGNED(8) unsigned char derived[TAB_RULES_BYTES]; /* the game's own */
};

/* Reads a game spec, `id` or `id:key=value,key=value`. */
TAB_API bool tab_rules_parse(struct tab_rules *rules, const char *spec, struct tab_error *error);
/* Writes the spec, with the options that differ from their default, in the order of the option table. */
TAB_API size_t tab_rules_format(const struct tab_rules *rules, char *buffer, size_t size);
/* Writes the value of one option. */
TAB_API size_t tab_rules_option(const struct tab_rules *rules, int index, char *buffer, size_t size);
TAB_API int tab_rules_players(const struct tab_rules *rules);

/* ---- Positions and moves -------------------------------------------------------------------------------------- */

struct tab_position {
    TAB_ALIGNED(16) unsigned char state[TAB_POSITION_BYTES]; /* the game's own; unused bytes are zero */
};

typedef uint32_t tab_move; /* meaningful only together with the position it is legal in */

/* How a position stands. */
struct tab_result {
    bool over;
    int winner;                     /* 0: none (drawn or not over) */
    double payoff[TAB_PLAYERS_MAX]; /* of players 1..n, once over; they add up to 1 */
    const char *reason;             /* why it is over, a fixed English phrase; NULL while it is not */
};

/* One line of what the score is made of: a label, completed by a number when that is not 0, and a value for each
 * player. */
struct tab_score {
    const char *label;
    int number;
    int value[TAB_PLAYERS_MAX];
};

TAB_API void tab_position_start(const struct tab_rules *rules, struct tab_position *position);
/* Player to move, 0 when the game is over. */
TAB_API int tab_position_player(const struct tab_rules *rules, const struct tab_position *position);
/* Lists the legal moves, none when the game is over, and returns their number. */
TAB_API int tab_position_moves(const struct tab_rules *rules, const struct tab_position *position,
                               tab_move moves[TAB_MOVES_MAX]);
/* Number of legal moves, without listing them. */
TAB_API int tab_position_count(const struct tab_rules *rules, const struct tab_position *position);
TAB_API bool tab_position_legal(const struct tab_rules *rules, const struct tab_position *position, tab_move move);
/* Plays a legal move; anything else is a mistake of the caller. */
TAB_API void tab_position_play(const struct tab_rules *rules, struct tab_position *position, tab_move move);
TAB_API void tab_position_result(const struct tab_rules *rules, const struct tab_position *position,
                                 struct tab_result *result);
/* Lists what the score is made of and returns the number of lines. */
TAB_API int tab_position_score(const struct tab_rules *rules, const struct tab_position *position,
                               struct tab_score lines[TAB_SCORES_MAX]);
/* Hash of everything that counts for repetition: equal for positions that repeat each other. */
TAB_API uint64_t tab_position_hash(const struct tab_rules *rules, const struct tab_position *position);
/* Whether two positions are the same for the repetition rule. */
TAB_API bool tab_position_repeats(const struct tab_rules *rules, const struct tab_position *one,
                                  const struct tab_position *other);

TAB_API bool tab_position_parse(const struct tab_rules *rules, const char *text, struct tab_position *position,
                                struct tab_error *error);
TAB_API size_t tab_position_format(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                                   size_t size);
/* Reads a move that is legal in the position; the error says why another is not. */
TAB_API bool tab_move_parse(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                            tab_move *move, struct tab_error *error);
TAB_API size_t tab_move_format(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                               char *buffer, size_t size);

/* ---- Counting and random play --------------------------------------------------------------------------------- */

/* Number of sequences of `depth` legal moves; the last ply is counted in bulk. Repetition is ignored. */
TAB_API uint64_t tab_perft(const struct tab_rules *rules, const struct tab_position *position, int depth);

/* A small fast generator (SplitMix64), the same sequence everywhere for the same seed. */
struct tab_random {
    uint64_t state;
};

TAB_API void tab_random_seed(struct tab_random *random, uint64_t seed);
TAB_API uint64_t tab_random_next(struct tab_random *random);
/* A number from 0 to limit - 1; limit > 0. */
TAB_API uint32_t tab_random_below(struct tab_random *random, uint32_t limit);
/* A legal move, each with the same probability; the game must not be over. */
TAB_API tab_move tab_random_move(struct tab_random *random, const struct tab_rules *rules,
                                 const struct tab_position *position);
/* Completes the set-up of a position with random moves, for players who want to start at once. False, and nothing
 * changed, when the game has no set-up or it is complete. */
TAB_API bool tab_random_deal(struct tab_random *random, const struct tab_rules *rules, struct tab_position *position);
/* Plays random moves until the game is over or `limit` moves are made; returns how many. Ignores repetition. */
TAB_API int tab_random_playout(struct tab_random *random, const struct tab_rules *rules, struct tab_position *position,
                               int limit);

/* ---- What is proven beforehand -------------------------------------------------------------------------------- */

/* A book of proven positions of San Ta Si's opening, and tables of endings of Three Rings, for engines and solvers. They
 * may share it, also those of several threads; nothing may be read into it while somebody uses it. Whoever uses it keeps
 * it: it is gone when it was freed and nobody uses it any more. */
struct tab_knowledge;

/* Empty; NULL when there is no memory. */
TAB_API struct tab_knowledge *tab_knowledge_new(void);
TAB_API void tab_knowledge_free(struct tab_knowledge *knowledge);
/* Reads a book of San Ta Si with the set of these rules from a file, as `tablier solve --book` makes it, or tables of
 * endings from a folder, as `tablier tables` does, in the place of what it has. False, and nothing changed, when that is
 * not possible; error->at counts bytes of the book. */
TAB_API bool tab_knowledge_read_book(struct tab_knowledge *knowledge, const struct tab_rules *rules, const char *path,
                                     struct tab_error *error);
TAB_API bool tab_knowledge_read_tables(struct tab_knowledge *knowledge, const char *folder, struct tab_error *error);
/* Reads what is installed for a game: share/tablier/santasi.book, and share/tablier/endings, where such a folder was
 * made. Looked for beside `bin`, where the program is, then where this library was meant to be installed. True also when
 * there is nothing. */
TAB_API bool tab_knowledge_read_installed(struct tab_knowledge *knowledge, const struct tab_rules *rules,
                                          struct tab_error *error);

/* ---- The engine ----------------------------------------------------------------------------------------------- */

/* Finds good moves in any registered game. An engine owns its memory and threads; several can live side by side. */
struct tab_engine;

enum tab_search {
    TAB_SEARCH_AUTO,      /* alpha-beta for two players, tree search by visits for more */
    TAB_SEARCH_ALPHABETA, /* two players only */
    TAB_SEARCH_MCTS,      /* Monte Carlo tree search with the engine's knowledge */
    TAB_SEARCH_UCT,       /* plain Monte Carlo tree search with random play: a reference opponent */
    TAB_SEARCH_GREEDY,    /* the best score after one move, as the rules count it: a reference opponent */
    TAB_SEARCH_RANDOM,    /* any legal move: a reference opponent */
    TAB_SEARCH_COUNT
};

enum { TAB_LINE_MAX = 64, TAB_LINES_MAX = 32, TAB_HASH_MIB_MAX = 65536, TAB_THREADS_MAX = 256, TAB_LEVEL_MAX = 10 };
enum { TAB_CONTEMPT_MAX = 1000 };

struct tab_engine_options {
    int hash_mib;           /* size of the transposition table or tree, 1..TAB_HASH_MIB_MAX */
    int proof_mib;          /* memory for proofs at most, 1..TAB_HASH_MIB_MAX; taken as it is needed */
    int threads;            /* 1..TAB_THREADS_MAX; only one gives reproducible searches */
    int lines;              /* best lines to find, 1..TAB_LINES_MAX */
    enum tab_search search; /* how to search */
    int level;              /* playing strength, 1 (a first game) to TAB_LEVEL_MAX (all it can) */
    int contempt;           /* how much less than a draw a repetition is worth to it, in hundredths of a logit,
                             * 0..TAB_CONTEMPT_MAX */
    uint64_t seed;          /* of everything random */
    bool own_book;          /* whether to use the book, where tab_engine_use gave it one */
    const int16_t *weights; /* evaluation weights to use instead of the game's own; NULL: its own */
};

/* When a search ends, whichever comes first; all zero: only when it is stopped, or when searching longer can teach nothing,
 * since everything is known, or in the set-up of Khan Tsin, which is judged one move ahead. A time or a depth
 * below 0 counts as the least there is, 1; an increment below 0 as none. */
struct tab_limits {
    int64_t move_ms;                   /* time for this move */
    int64_t clock_ms[TAB_PLAYERS_MAX]; /* time left on each player's clock; all 0: no clock */
    int64_t increment_ms[TAB_PLAYERS_MAX];
    uint64_t nodes;
    int depth;
};

enum tab_bound { TAB_EXACT, TAB_LOWER, TAB_UPPER };

/* A line of play with its value for the player who begins it. The evaluation is a hundredth of a logit: the chance to
 * win is 1 / (1 + exp(-centi / 100)). */
struct tab_line {
    int centi;            /* meaningful when `mate` is 0 */
    int mate;             /* plies until the game is won (> 0) or lost (< 0) */
    enum tab_bound bound; /* a win in at most `mate` plies has a lower bound, a loss in at most -`mate` an upper one */
    bool proven;          /* what best play leads to, for certain: a win, a loss, or a draw with `centi` 0 */
    int length;
    tab_move moves[TAB_LINE_MAX];
};

/* News of a search in progress. */
struct tab_info {
    int depth, seldepth;
    int index;    /* which of the best lines, from 0 */
    int hashfull; /* thousandths of the table in use */
    uint64_t nodes;
    int64_t milliseconds;
    const struct tab_line *line;
    const double *payoff; /* what players 1..n can expect, in a tree search; else NULL */
};

typedef void tab_info_function(void *context, const struct tab_info *info);

/* One root move of a tree search, with the part of all visits it got and the payoff its player expects of it. */
struct tab_share {
    tab_move move;
    double visits, payoff;
};

/* What a search found. */
struct tab_thought {
    tab_move move;
    bool move_proven; /* best play may begin with it, for certain; not always known where the value is */
    int lines;        /* best first; at least one */
    struct tab_line line[TAB_LINES_MAX];
    int shares; /* tree searches only */
    struct tab_share share[TAB_MOVES_MAX];
    double payoff[TAB_PLAYERS_MAX]; /* what players 1..n can expect; tree searches only */
    int depth;
    uint64_t nodes;
    int64_t milliseconds;
};

/* The word for a way to search, as in commands and protocols; NULL from TAB_SEARCH_COUNT on. */
TAB_API const char *tab_search_name(enum tab_search search);
TAB_API void tab_engine_defaults(struct tab_engine_options *options);
/* NULL when there is no memory or an option is out of its range. */
TAB_API struct tab_engine *tab_engine_new(const struct tab_engine_options *options);
TAB_API void tab_engine_free(struct tab_engine *engine);
/* Changes options between searches. False, and nothing changed, when there is no memory or an option is out of its
 * range. */
TAB_API bool tab_engine_configure(struct tab_engine *engine, const struct tab_engine_options *options);
/* Forgets everything learned from earlier searches. */
TAB_API void tab_engine_clear(struct tab_engine *engine);
/* Lets an engine use what is proven beforehand, NULL: nothing, between searches; it forgets what it has learned. */
TAB_API void tab_engine_use(struct tab_engine *engine, struct tab_knowledge *knowledge);
/* Whether an engine with these options can think about a game: alpha-beta is for two players. */
TAB_API bool tab_engine_suits(const struct tab_engine_options *options, const struct tab_rules *rules);
/* Searches a position that is not over, in the calling thread, until a limit is reached or the engine is stopped.
 * `past` are the hashes of the positions before it, oldest first, for the repetition rule. `news` may be NULL. False,
 * and `thought` is empty, when its options do not suit the game. */
TAB_API bool tab_engine_think(struct tab_engine *engine, const struct tab_rules *rules,
                              const struct tab_position *position, const uint64_t *past, int past_count,
                              const struct tab_limits *limits, tab_info_function *news, void *context,
                              struct tab_thought *thought);
/* Stops a search from another thread; it returns at once with the best it has. The order stands, also for a search
 * that has not begun yet, until tab_engine_arm takes it back. */
TAB_API void tab_engine_stop(struct tab_engine *engine);
TAB_API void tab_engine_arm(struct tab_engine *engine);

/* ---- Proofs --------------------------------------------------------------------------------------------------- */

/* Finds out what best play leads to, for certain. A solver is for one game with its options and keeps what it has
 * found out from one question to the next. Nothing is known of games of more than two players before they are over. */
struct tab_solver;

enum { TAB_PROOF_MAX = 256 };

/* What best play by both leads to. */
struct tab_proof {
    int winner;    /* 0: drawn */
    int plies;     /* until the game is won, at most; 0 for a draw */
    bool shortest; /* and not less: it is proven that no shorter win can be forced */
    int length;    /* of a line of such play: of a win to its end, but out of a book; of a draw as far as it goes */
    tab_move line[TAB_PROOF_MAX];
    uint64_t nodes; /* what it took; set even when nothing was proven */
    int64_t milliseconds;
};

/* Called now and then in the course of a proof. */
typedef void tab_progress_function(void *context, uint64_t nodes, uint64_t milliseconds);

/* With so much memory, 1..TAB_HASH_MIB_MAX. NULL when there is none, or `mib` is out of its range. */
TAB_API struct tab_solver *tab_solver_new(const struct tab_rules *rules, int mib);
TAB_API void tab_solver_free(struct tab_solver *solver);
/* Lets a solver use what is proven beforehand, NULL: nothing, between questions. A line that begins in a book ends with it
 * where the rest would take long to prove. */
TAB_API void tab_solver_use(struct tab_solver *solver, struct tab_knowledge *knowledge);
/* True when the value of a position is proven, false when it stays unknown: a limit was reached, or the memory did
 * not do. Of the limits `nodes` and `move_ms` count. `past` is as for tab_engine_think; `progress` may be
 * NULL. */
TAB_API bool tab_solver_solve(struct tab_solver *solver, const struct tab_position *position, const uint64_t *past,
                              int past_count, const struct tab_limits *limits, tab_progress_function *progress,
                              void *context, struct tab_proof *proof);
/* Stops a proof from another thread; stands until tab_solver_arm takes it back. */
TAB_API void tab_solver_stop(struct tab_solver *solver);
TAB_API void tab_solver_arm(struct tab_solver *solver);

/* ---- A match: moves, history, repetition ---------------------------------------------------------------------- */

/* A game being played: its first position and the moves made, with undo and redo. Unlike positions it knows the
 * history, and so the repetition rule: it declares the draw in its current position. */
struct tab_match;

/* From `first`, or from the start when that is NULL. Returns NULL when there is no memory. */
TAB_API struct tab_match *tab_match_new(const struct tab_rules *rules, const struct tab_position *first);
TAB_API void tab_match_free(struct tab_match *match);
TAB_API const struct tab_rules *tab_match_rules(const struct tab_match *match);
/* The current position; valid until the match changes. */
TAB_API const struct tab_position *tab_match_position(const struct tab_match *match);
/* Moves made up to the current position, and moves known in all (more after an undo). */
TAB_API int tab_match_ply(const struct tab_match *match);
TAB_API int tab_match_length(const struct tab_match *match);
/* The move made at `ply`, and the position before it; the position after the last move is at the length. */
TAB_API tab_move tab_match_move_at(const struct tab_match *match, int ply);
TAB_API const struct tab_position *tab_match_position_at(const struct tab_match *match, int ply);
/* Plays a move and forgets what was undone. False, and nothing changed, when it is illegal or memory is short. */
TAB_API bool tab_match_play(struct tab_match *match, tab_move move);
TAB_API bool tab_match_undo(struct tab_match *match);
TAB_API bool tab_match_redo(struct tab_match *match);
/* The result at the current position. It knows more than the position does: that it is drawn since it came up for the third
 * time. */
TAB_API void tab_match_result(const struct tab_match *match, struct tab_result *result);
/* Hashes of the positions before the current one, oldest first; valid until the match changes. */
TAB_API const uint64_t *tab_match_past(const struct tab_match *match);
/* How often the current position has occurred up to now, itself included. */
TAB_API int tab_match_occurrences(const struct tab_match *match);

/* ---- Records: games written down ------------------------------------------------------------------------------ */

/* A game as a tree: tags, moves with variations, and for every move an evaluation, a clock, marks and a comment. Its
 * text looks like PGN; docs/records.md describes it exactly. Nodes have numbers: TAB_RECORD_ROOT is the first position,
 * every other node the position after a move. The first child of a node goes on with its line, the other children begin
 * variations; what follows the root by first children is the main line. */
struct tab_record;

enum {
    TAB_RECORD_NONE = -1, /* no node */
    TAB_RECORD_ROOT = 0,
    TAB_RECORD_TAGS_MAX = 64, /* tags of one game */
    TAB_RECORD_TAG_NAME = 40, /* buffers that hold a tag's name, a tag's value, a comment */
    TAB_RECORD_TAG_TEXT = 1024,
    TAB_RECORD_COMMENT_TEXT = 4096,
    TAB_RECORD_MOVES_MAX = 65536, /* in one game, variations included */
    TAB_RECORD_PLIES_MAX = 8192,  /* in one line, from the first position */
    TAB_RECORD_NESTING_MAX = 64,  /* variations within variations */
    TAB_RECORD_MARKS_MAX = 8,     /* of one move */
    TAB_RECORD_CENTI_MAX = 99999,
    TAB_RECORD_MATE_MAX = 9999,
    TAB_RESULT_TEXT = 24
};

/* What is noted about a move. The evaluation is its value for the player who makes it, as in struct tab_line: `centi`
 * in hundredths of a logit, or `mate`, the plies until the game is won (> 0) or lost (< 0), this move included. At the
 * root it is the value of the first position for the player to move. */
struct tab_note {
    bool evaluated;
    int centi; /* meaningful when `mate` is 0 */
    int mate;
    bool timed;
    int64_t clock_ms; /* left to the player after the move */
    int marks;        /* numbers that mark good and bad moves, as in PGN: 1 is !, 2 is ?, 3 !!, 4 ??, 5 !?, 6 ?! */
    uint8_t mark[TAB_RECORD_MARKS_MAX]; /* 1 to 255, each at most once; none at the root */
};

/* From `first`, or from the start when that is NULL. Has the tags Game, Position (when it is not the start) and Result.
 * Returns NULL when there is no memory. */
TAB_API struct tab_record *tab_record_new(const struct tab_rules *rules, const struct tab_position *first);
/* With the moves of a match up to its current position as its main line. NULL also when they are too many. */
TAB_API struct tab_record *tab_record_from_match(const struct tab_match *match);
TAB_API void tab_record_free(struct tab_record *record);
TAB_API const struct tab_rules *tab_record_rules(const struct tab_record *record);

/* A text holds any number of games. Moves *at to the beginning of the next game; false when none is left. */
TAB_API bool tab_record_find(const char *text, size_t length, size_t *at);
/* Reads the game that begins at *at, and moves *at behind it. Returns NULL, and nothing is changed, on bad input or
 * when there is no memory; error->at counts from the beginning of the text. */
TAB_API struct tab_record *tab_record_read(const char *text, size_t length, size_t *at, struct tab_error *error);
/* Whether the reader has put something right in a record: the result `*` of a game that is over by the rules. The
 * remark, which may be NULL, says what, and where in the text that was read. */
TAB_API bool tab_record_mended(const struct tab_record *record, struct tab_error *remark);
/* Moves *at from the beginning of a bad game to where the next one may begin. */
TAB_API void tab_record_skip(const char *text, size_t length, size_t *at);
/* Writes the game. The text ends with an empty line, so that games can be written one after the other. */
TAB_API size_t tab_record_format(const struct tab_record *record, char *buffer, size_t size);

/* Tags, in the order in which they are written. The value of one, NULL when there is none. */
TAB_API int tab_record_tag_count(const struct tab_record *record);
TAB_API void tab_record_tag_at(const struct tab_record *record, int index, const char **name, const char **value);
TAB_API const char *tab_record_tag(const struct tab_record *record, const char *name);
/* Gives a tag a value, or removes it when that is NULL. Game and Position cannot be changed; Result is kept up to date
 * when the main line ends by the rules, and cannot contradict them. */
TAB_API bool tab_record_set_tag(struct tab_record *record, const char *name, const char *value,
                                struct tab_error *error);

/* The tree. */
TAB_API int tab_record_nodes(const struct tab_record *record); /* numbered from 0 */
TAB_API int tab_record_parent(const struct tab_record *record, int node);
TAB_API int tab_record_child(const struct tab_record *record, int node);
TAB_API int tab_record_sibling(const struct tab_record *record, int node);   /* the next one */
TAB_API int tab_record_end(const struct tab_record *record);                 /* of the main line */
TAB_API int tab_record_ply(const struct tab_record *record, int node);       /* moves made to get there */
TAB_API tab_move tab_record_move(const struct tab_record *record, int node); /* that led there; not of the root */
/* Adds a move after a node, as its first child or as a variation, and returns its node, or the one it has already.
 * TAB_RECORD_NONE when the move is illegal, a limit is reached or memory is short. */
TAB_API int tab_record_add(struct tab_record *record, int node, tab_move move, struct tab_error *error);
/* The match up to a node, with its position, history and repetitions; valid until the record is used again. NULL when
 * there is no memory. */
TAB_API const struct tab_match *tab_record_match(struct tab_record *record, int node);

/* What is noted. False, and nothing changed, when a value is out of its range. */
TAB_API const struct tab_note *tab_record_note(const struct tab_record *record, int node);
TAB_API bool tab_record_set_note(struct tab_record *record, int node, const struct tab_note *note);
/* Free text, "" when there is none. Setting it makes every space and line end in it a single space. */
TAB_API const char *tab_record_comment(const struct tab_record *record, int node);
TAB_API bool tab_record_set_comment(struct tab_record *record, int node, const char *text, struct tab_error *error);

/* The word for a result: `*` while it is open; with two players `1-0`, `0-1`, `1/2-1/2`; with more all payoffs, as
 * `0-1-0` or `1/2-0-1/2`. What is read has no reason. */
TAB_API size_t tab_result_format(const struct tab_rules *rules, const struct tab_result *result, char *buffer,
                                 size_t size);
TAB_API bool tab_result_parse(const struct tab_rules *rules, const char *text, struct tab_result *result,
                              struct tab_error *error);

/* Where a byte stands in a text, for error messages: line and column count from 1, columns in characters of UTF-8. */
struct tab_place {
    int line, column;
};
TAB_API struct tab_place tab_text_place(const char *text, size_t at);

#ifdef __cplusplus
}
#endif
#endif

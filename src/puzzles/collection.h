/* collection.h - a varied set of puzzles from games of the engine, easy ones first, and its file.
 *
 * The games are numbered and depend on the seed only. Each gives one puzzle at most, which is named after it, so that
 * a collection can be continued where it ends. */
#ifndef TABLIER_PUZZLES_COLLECTION_H
#define TABLIER_PUZZLES_COLLECTION_H

#include "puzzle.h"

enum { COLLECTION_MAX = 1000, COLLECTION_ID_TEXT = 64 };

struct collection_item {
    char id[COLLECTION_ID_TEXT]; /* GAME-SEED-NUMBER */
    char spec[TAB_SPEC_TEXT];
    char position[TAB_POSITION_TEXT];
    struct puzzle puzzle;
};

struct collection {
    const struct tab_game *game;
    int count;
    struct collection_item items[COLLECTION_MAX]; /* by what they ask of the solver */
};

/* ---- The file: an array of JSON, one puzzle a line ------------------------------------------------------------ */

/* Reads a file's text, whose puzzles must all be of collection->game. When it fails *number says which puzzle is wrong,
 * from 1, or 0 for the file as a whole; nothing is in the collection then that was not before. */
bool collection_read(struct collection *collection, const char *text, size_t length, int *number,
                     struct tab_error *error);
/* The text, which the caller frees; NULL when there is no memory. */
char *collection_write(const struct collection *collection);

/* ---- Making it ------------------------------------------------------------------------------------------------ */

/* Makes one collection larger. */
struct collector;

/* Two players only. NULL when there is no memory. */
struct collector *collector_new(const struct tab_rules *rules, uint64_t seed, int wanted);
void collector_free(struct collector *collector);
/* The number of the first game that the collection has nothing to do with yet. */
uint64_t collector_next(const struct collector *collector, const struct collection *collection);
enum collector_answer { COLLECTOR_NOTHING, COLLECTOR_ADDED, COLLECTOR_NO_MEMORY };
/* Plays a game and adds the puzzle of it that the collection lacks most. */
enum collector_answer collector_play(struct collector *collector, uint64_t number, struct collection *collection);

#endif

/* record.h - a game written down: what its parts share.
 *
 *   record.c   the record itself: tags, the tree of moves, what is noted
 *   tags.c     which tags there are, and what may stand in them
 *   notes.c    comments with evaluations and clocks in them
 *   result.c   words for results
 *   reader.c   from a whole text to a record
 *   writer.c   and back
 *
 * Nodes lie in one array and refer to each other by number. For a tree like
 *
 *     1. a b (1... c) 2. d          root - a - b - d
 *                                            \ c
 *
 * b is the child of a, c its sibling. A match follows along as the cursor: it stands at one node and is moved to another
 * over their common ancestor, so that moves are checked with the history of their own line. */
#ifndef TABLIER_RECORD_RECORD_H
#define TABLIER_RECORD_RECORD_H

#include "../rules/game.h"

struct record_node {
    tab_move move;
    int parent, child, sibling;
    int ply;
    int nesting; /* variations on the way from the root */
    struct tab_note note;
    char *comment; /* NULL: none */
};

struct record_tag {
    char *name, *value;
};

struct tab_record {
    struct tab_rules rules;
    int tag_count;
    struct record_tag tags[TAB_RECORD_TAGS_MAX];
    struct record_node *nodes;
    int *path; /* room for a way from the root to any node */
    int node_count, room;
    int end;   /* of the main line */
    bool over; /* by the rules, at the end of the main line */
    struct tab_match *match;
    int cursor;       /* the node where the match stands */
    bool mended;      /* the word for the result was `*` and is that of the rules now */
    size_t mended_at; /* the offset of that word in the text */
};

/* ---- Tags: tags.c --------------------------------------------------------------------------------------------- */

/* A tag that is not only kept but understood. */
enum tag_meaning {
    TAG_GAME,
    TAG_POSITION,
    TAG_EVENT,
    TAG_SITE,
    TAG_DATE,
    TAG_ROUND,
    TAG_PLAYER1,
    TAG_PLAYER2,
    TAG_PLAYER3,
    TAG_PLAYER4,
    TAG_RESULT,
    TAG_TIME_CONTROL,
    TAG_TERMINATION,
    TAG_OTHER, /* any name not listed above */
    TAG_MEANING_COUNT
};

/* Also the order in which tags are written. */
enum tag_meaning tag_meaning_of(const char *name);
/* Checks name and value for a game with these rules; error->at counts from the beginning of the value. Game and
 * Position are taken as they are. */
bool tag_check(const struct tab_rules *rules, const char *name, const char *value, struct tab_error *error);
/* A byte that can stand in the name of a tag. */
bool tag_name_byte(char byte, bool first);

/* ---- Notes: notes.c ------------------------------------------------------------------------------------------- */

/* Free text being collected from comments. */
struct comment {
    char text[TAB_RECORD_COMMENT_TEXT];
    size_t length;
};

/* Adds the words of a comment, each space or line end as one space, and takes the evaluation and the clock out of it
 * into `note` (NULL: they are refused). error->at counts from the beginning of `text`. */
bool comment_add(struct comment *comment, struct tab_note *note, const char *text, size_t length,
                 struct tab_error *error);

/* Writes `[%eval +0.35]`, `[%clk 0:05:23.4]`; buffers of this size hold them. */
enum { NOTE_TEXT = 32 };
void note_format_eval(const struct tab_note *note, char buffer[NOTE_TEXT]);
void note_format_clock(const struct tab_note *note, char buffer[NOTE_TEXT]);
/* Whether all values are in their ranges; marks are allowed when there is a move to mark. */
bool note_check(const struct tab_note *note, bool move);

/* Whether there is white space at a place of a text; a carriage return is some before a line feed only. */
static inline bool is_space(const char *text, size_t length, size_t at) {
    if (at >= length)
        return false;
    return text[at] == ' ' || text[at] == '\t' || text[at] == '\n' ||
           (text[at] == '\r' && at + 1 < length && text[at + 1] == '\n');
}

static inline bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* ---- Records: record.c ---------------------------------------------------------------------------------------- */

/* The child of a node that a move leads to, TAB_RECORD_NONE when there is none. */
int record_child_by(const struct tab_record *record, int node, tab_move move);
/* Puts a tag that has been checked in its place. False when there is no memory. */
bool record_put_tag(struct tab_record *record, const char *name, const char *value);

/* Report that there is no memory, or that too many variations stand in each other; return false. */
bool record_no_memory(struct tab_error *error);
bool record_too_deep(struct tab_error *error);

#endif

/* reference_siam.h - Siam once more, as slowly and plainly as it can be said: a board of letters, and every text that
 * looks like a move tried in turn. It shares nothing with the library, so that the two can be compared. */
#ifndef TEST_REFERENCE_SIAM_H
#define TEST_REFERENCE_SIAM_H

#include <stdbool.h>
#include <stddef.h>

enum { REFERENCE_SIDE = 5, REFERENCE_MOVES_MAX = 256, REFERENCE_MOVE_TEXT = 6 };

struct reference_siam {
    bool crossed, once, total, draws;           /* options */
    char board[REFERENCE_SIDE][REFERENCE_SIDE]; /* [file][rank]: '.', '#', N E S W an elephant, n e s w a rhino */
    bool drawn;
    int winner; /* 0: none */
    long ply;
    int exits[2];
};

typedef char reference_text[REFERENCE_MOVE_TEXT];

/* Takes the options from a spec and reads a position; false when the rules refuse it. */
bool reference_siam_read(struct reference_siam *siam, const char *spec, const char *text);
void reference_siam_write(const struct reference_siam *siam, char *buffer, size_t size);

/* Lists the texts of the legal moves in bytewise order. */
int reference_siam_moves(const struct reference_siam *siam, reference_text moves[REFERENCE_MOVES_MAX]);
void reference_siam_play(struct reference_siam *siam, const char *move);

#endif

/* notation.h - how the moves of a game are numbered and written for people: as in the text of a record.
 *
 *      1. @a1n! +0.35     the first move, with its mark and its value
 *      1... @e5s?? -1.20  the one after it, whoever makes it */
#ifndef TABLIER_PLAY_NOTATION_H
#define TABLIER_PLAY_NOTATION_H

#include <tablier.h>

/* Writes the number before the move that is made after so many. */
enum { NOTATION_NUMBER = 16 };
void notation_number(int ply, char text[NOTATION_NUMBER]);

/* Writes a move of a record with its marks and its value; returns the length. */
enum { NOTATION_MOVE = 72 };
size_t notation_move(const struct tab_record *record, int node, const struct tab_position *before,
                     char text[NOTATION_MOVE]);

#endif

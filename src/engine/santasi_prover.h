/* santasi_prover.h - long proofs about the opening of San Ta Si, piece by piece.
 *
 * The first plies are searched over positions, the rest by the solver; whatever is proven on the way becomes a record
 * (santasi_book.h) and is never asked again, also in a later run that recalls the records. From the proof a book is
 * made: for each player who can reach something, a move in every position that can arise however the other plays. */
#ifndef TABLIER_ENGINE_SANTASI_PROVER_H
#define TABLIER_ENGINE_SANTASI_PROVER_H

#include "santasi_book.h"
#include "santasi_solver.h"

struct santasi_prover;

/* The set must have a book (santasi_book_supports). NULL when there is no memory. */
struct santasi_prover *santasi_prover_new(const struct tab_rules *rules, size_t bytes);
void santasi_prover_free(struct santasi_prover *prover);

/* Takes the records of a book for granted. False when there is no memory. */
bool santasi_prover_recall(struct santasi_prover *prover, const struct santasi_book *book);
/* Number of records. */
size_t santasi_prover_count(const struct santasi_prover *prover);
/* Writes the records as a book and returns its size, like santasi_book_write; 0, and nothing is written, when there is
 * no memory for that. */
size_t santasi_prover_write(const struct santasi_prover *prover, unsigned char *buffer, size_t size);

/* When to stop, and whom to tell. The progress function of the limits gets the nodes of all questions so far. */
struct santasi_proving {
    struct santasi_limits limits;
    void (*proven)(void *context); /* after every new record, with the context of the limits; may be NULL */
};

/* Proves the outcome of a position for the player to move: 1 won, 0 drawn, -1 lost. False when a limit was met. */
bool santasi_prover_prove(struct santasi_prover *prover, const struct tab_position *position,
                          const struct santasi_proving *proving, int *outcome);
/* Proves moves for the book in all positions with fewer than `plies` cylinders. False when a limit was met. */
bool santasi_prover_extend(struct santasi_prover *prover, int plies, const struct santasi_proving *proving);

#endif

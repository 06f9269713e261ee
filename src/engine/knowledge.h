/* knowledge.h - what is proven beforehand, in memory: the book of San Ta Si's opening, the tables of endings of Three
 * Rings. Those who use it count as its users, and it goes with the last of them. */
#ifndef TABLIER_ENGINE_KNOWLEDGE_H
#define TABLIER_ENGINE_KNOWLEDGE_H

#include <tablier.h>

#include "endings.h"
#include "santasi_book.h"

/* Takes over a book for these rules, in bytes that malloc gave, in the place of the one that was there. False, with what
 * is wrong and at which byte, when they are no such book; they are freed then. */
bool knowledge_take_book(struct tab_knowledge *knowledge, const struct tab_rules *rules, unsigned char *bytes,
                         size_t size, struct tab_error *error);
/* Takes over tables in the place of those that were there; NULL: none. */
void knowledge_take_endings(struct tab_knowledge *knowledge, struct endings *endings);

/* What there is for a game with these rules, NULL: nothing. The knowledge may be NULL. */
const struct santasi_book *knowledge_book(const struct tab_knowledge *knowledge, const struct tab_rules *rules);
const struct endings *knowledge_endings(const struct tab_knowledge *knowledge, const struct tab_rules *rules);

/* Gives a user, whose pointer this is, other knowledge in the place of what it had; both may be NULL. */
void knowledge_hand(struct tab_knowledge **mine, struct tab_knowledge *knowledge);

#endif

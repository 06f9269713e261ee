/* knowledge.c - see knowledge.h. */
#include "knowledge.h"
#include "../rules/registry.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct tab_knowledge {
    atomic_int users;
    struct santasi_book book; /* for these rules, in these bytes; NULL: none */
    struct tab_rules book_rules;
    unsigned char *book_bytes;
    struct endings *endings; /* NULL: none */
};

struct tab_knowledge *tab_knowledge_new(void) {
    struct tab_knowledge *knowledge = calloc(1, sizeof *knowledge);
    if (knowledge != NULL)
        atomic_init(&knowledge->users, 1);
    return knowledge;
}

void tab_knowledge_free(struct tab_knowledge *knowledge) {
    if (knowledge == NULL || atomic_fetch_sub(&knowledge->users, 1) > 1)
        return;
    free(knowledge->book_bytes);
    endings_free(knowledge->endings);
    free(knowledge);
}

void knowledge_hand(struct tab_knowledge **mine, struct tab_knowledge *knowledge) {
    if (knowledge != NULL)
        atomic_fetch_add(&knowledge->users, 1);
    tab_knowledge_free(*mine);
    *mine = knowledge;
}

bool knowledge_take_book(struct tab_knowledge *knowledge, const struct tab_rules *rules, unsigned char *bytes,
                         size_t size, struct tab_error *error) {
    if (!santasi_book_open(&knowledge->book, rules, bytes, size, error)) {
        free(bytes);
        return false;
    }
    free(knowledge->book_bytes);
    knowledge->book_bytes = bytes;
    knowledge->book_rules = *rules;
    return true;
}

void knowledge_take_endings(struct tab_knowledge *knowledge, struct endings *endings) {
    endings_free(knowledge->endings);
    knowledge->endings = endings;
}

const struct santasi_book *knowledge_book(const struct tab_knowledge *knowledge, const struct tab_rules *rules) {
    const bool fits = knowledge != NULL && knowledge->book_bytes != NULL && knowledge->book_rules.game == rules->game &&
                      memcmp(knowledge->book_rules.derived, rules->derived, sizeof rules->derived) == 0;
    return fits ? &knowledge->book : NULL;
}

const struct endings *knowledge_endings(const struct tab_knowledge *knowledge, const struct tab_rules *rules) {
    return knowledge != NULL && rules->game == &anneaux_game ? knowledge->endings : NULL;
}

/* knowledge_file.c - reading what is proven beforehand: a book, and tables of endings. */
#include "../engine/knowledge.h"
#include "../file.h"
#include "../rules/registry.h"
#include "../share.h"
#include "ending_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define INSTALLED_BOOK "tablier/santasi.book"
#define INSTALLED_TABLES "tablier/endings"

enum { BOOK_BYTES_MAX = 1 << 28, PATH_SIZE = 8192 };

bool tab_knowledge_read_book(struct tab_knowledge *knowledge, const struct tab_rules *rules, const char *path,
                             struct tab_error *error) {
    size_t size;
    if (rules->game != &santasi_game)
        return error_set(error, 0, N_("there are books of santasi only"), NULL, NULL);
    unsigned char *bytes = (unsigned char *)file_read(path, BOOK_BYTES_MAX, &size);
    if (bytes == NULL)
        return error_set(error, 0, N_("'{1}' cannot be read: {2}"), path, strerror(errno));
    return knowledge_take_book(knowledge, rules, bytes, size, error);
}

bool tab_knowledge_read_tables(struct tab_knowledge *knowledge, const char *folder, struct tab_error *error) {
    struct endings *endings;
    const enum ending_file_status status = ending_file_read_all(folder, &endings);
    if (status != ENDING_FILE_GOOD)
        return error_set(error, 0, ending_file_text(status), NULL, NULL);
    knowledge_take_endings(knowledge, endings);
    return true;
}

bool tab_knowledge_read_installed(struct tab_knowledge *knowledge, const struct tab_rules *rules,
                                  struct tab_error *error) {
    char path[PATH_SIZE];
    if (rules->game == &santasi_game && share_find(INSTALLED_BOOK, path, sizeof path)) {
        struct tab_rules box;
        return !tab_rules_parse(&box, santasi_game.id, error) || tab_knowledge_read_book(knowledge, &box, path, error);
    }
    if (rules->game == &anneaux_game && tab_rules_players(rules) == 2 &&
        share_find(INSTALLED_TABLES, path, sizeof path))
        return tab_knowledge_read_tables(knowledge, path, error);
    return true;
}

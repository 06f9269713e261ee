/* fuzz_puzzles.c - collections of puzzles. Input: the text of a file, read for each game. */
#include "fuzz.h"

#include "puzzles/collection.h"

#include <stdlib.h>
#include <string.h>

/* What was read is written, and reads as the same again. */
static void check_collection(const struct collection *collection) {
    static struct collection again; /* large */
    struct tab_error error;
    int number;
    char *text = collection_write(collection);
    fuzz_check(text != NULL);
    again.game = collection->game;
    fuzz_check(collection_read(&again, text, strlen(text), &number, &error));
    fuzz_check(again.count == collection->count);
    char *second = collection_write(&again);
    fuzz_check(second != NULL && strcmp(text, second) == 0);
    free(second);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    static struct collection collection; /* large */
    for (int i = 0; i < tab_game_count(); i++) {
        struct tab_error error = {0};
        int number = 0;
        collection.game = tab_game_at(i);
        collection.count = 0;
        if (collection_read(&collection, text, size, &number, &error))
            check_collection(&collection);
        else
            fuzz_check(error.what != NULL && number >= 0 && number <= COLLECTION_MAX && collection.count == 0);
    }
    free(text);
    return 0;
}

/* fuzz_event.c - events of games as the store has them. Input: the text of one. What is read is written as the same. */
#include "fuzz.h"

#include "server/event.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size);
    struct event event, again;
    if (event_decode(&event, text, 1, 1000)) {
        char *written = event_encode(&event);
        fuzz_check(written != NULL && event_decode(&again, written, 1, 1000));
        char *rewritten = event_encode(&again);
        fuzz_check(rewritten != NULL && strcmp(written, rewritten) == 0);
        json_decref(event_json("58HslVyDcVHO", &event));
        free(written);
        free(rewritten);
    }
    free(text);
    return 0;
}

/* fuzz_weights.c - files of weights. Input: the text of one with eight weights. */
#include "cli/weights_text.h"
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

enum { COUNT = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int16_t weights[COUNT], again[COUNT];
    char text[COUNT * 8];
    size_t length = 0;
    int read;
    if (weights_parse((const char *)data, size, COUNT, weights, &read)) {
        fuzz_check(read == COUNT);
        for (int i = 0; i < COUNT; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%d ", weights[i]);
        fuzz_check(weights_parse(text, length, COUNT, again, &read));
        fuzz_check(memcmp(again, weights, sizeof again) == 0);
    }
    fuzz_check(read >= 0 && read <= COUNT);
    return 0;
}

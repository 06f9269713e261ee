/* fuzz_catalogue.c - compiled translations. Input: the file. */
#include "fuzz.h"

#include "catalogue.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *bytes = malloc(size + 1);
    if (bytes == NULL)
        return 0;
    memcpy(bytes, data, size);
    char *file = realloc(bytes, size > 0 ? size : 1); /* exactly as long, so that reading past its end is seen */
    struct catalogue catalogue;
    if (file != NULL && catalogue_open(&catalogue, file, size))
        for (uint32_t i = 0; i < catalogue.count; i++) {
            size_t length;
            const char *original = catalogue_original(&catalogue, i, &length);
            fuzz_check(original[length] == '\0');
            const char *translation = catalogue_translation(&catalogue, i, &length);
            fuzz_check(translation[length] == '\0');
            fuzz_check(catalogue_find(&catalogue, original) == translation);
        }
    free(file != NULL ? file : bytes);
    return 0;
}

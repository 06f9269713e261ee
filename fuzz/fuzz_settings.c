/* fuzz_settings.c - the settings of the service. Input: their file. What is accepted is printed as a file that says the
 * same. */
#include "fuzz.h"

#include "server/settings.h"

#include <stdlib.h>
#include <string.h>

static void printed_check(const struct settings *settings) {
    static struct settings again;
    char *text = NULL;
    size_t length;
    int line;
    struct tab_error error;
    FILE *stream = open_memstream(&text, &length);
    if (stream == NULL)
        return;
    settings_print(settings, stream);
    if (fclose(stream) == 0) {
        settings_initial(&again);
        fuzz_check(settings_parse(&again, text, length, &line, &error));
        fuzz_check(memcmp(again.numbers, settings->numbers, sizeof again.numbers) == 0);
        for (int i = 0; i < SETTING_COUNT; i++)
            fuzz_check(strcmp(again.texts[i], settings->texts[i]) == 0);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct settings settings;
    int line, lines = 1;
    struct tab_error error = {0};
    char *text = fuzz_text(data, size);
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n';
    settings_initial(&settings);
    if (settings_parse(&settings, text, size, &line, &error)) {
        printed_check(&settings);
    } else {
        fuzz_check(line >= 1 && line <= lines);
        fuzz_check(error.what != NULL);
    }
    free(text);
    return 0;
}

/* fuzz_ugi.c - conversations with the engine. Input: the lines it is sent. */
#include "fuzz.h"

#include "ugi/ugi.h"

#include <stdlib.h>
#include <string.h>

/* Searches are stopped at once, for some would take long. Options that take memory, threads or files are left out. */
static char *conversation_make(char *text) {
    static const char *const harmful[] = {"hash", "threads", "tablepath"};
    char *lines = calloc(strlen(text) * 4 + 64, 1);
    fuzz_check(lines != NULL);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char lower[2048];
        size_t length = 0;
        for (; line[length] != '\0' && length + 1 < sizeof lower; length++)
            lower[length] = line[length] >= 'A' && line[length] <= 'Z' ? (char)(line[length] + 32) : line[length];
        lower[length] = '\0';
        bool good = true;
        for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++)
            good = good && strstr(lower, harmful[i]) == NULL;
        if (good)
            strcat(strcat(lines, line), strstr(lower, "go") != NULL ? "\nstop\n" : "\n");
    }
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = fuzz_text(data, size), *lines = conversation_make(text), *said = NULL;
    size_t length = 0;
    struct tab_rules rules;
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    tab_rules_parse(&rules, tab_game_id(tab_game_at(0)), NULL);
    FILE *input = fmemopen(lines, strlen(lines) + 1, "r"), *output = open_memstream(&said, &length);
    fuzz_check(input != NULL && output != NULL);
    fuzz_check(ugi_serve(input, output, &rules, &options));
    fclose(input);
    fclose(output);
    fuzz_check(length == 0 || said[length - 1] == '\n');
    free(said);
    free(lines);
    free(text);
    return 0;
}

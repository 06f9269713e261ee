/* fuzz_page.c - what the browser's page sends. Input: the number of a call, a letter from a on, and its argument. */
#include "fuzz.h"

#include "wasm/page.h"

#include <stdlib.h>
#include <string.h>

const char *page_write_record(char *argument);
const char *page_read_record(char *text);
const char *page_compose(char *argument);
const char *page_draft(char *argument);
const char *page_view(char *argument);
const char *page_prompt(char *argument);

static const char *(*const calls[])(char *argument) = {page_write_record, page_read_record, page_compose,
                                                       page_draft,        page_view,        page_prompt};

enum { CALLS = sizeof calls / sizeof *calls };

/* Every answer is JSON that says whether it went well. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    const char *answer = calls[data[0] % CALLS](text);
    fuzz_check(strncmp(answer, "{\"ok\":true,", 11) == 0 || strncmp(answer, "{\"ok\":false,", 12) == 0);
    fuzz_check(answer[strlen(answer) - 1] == '}');
    free(text);
    return 0;
}

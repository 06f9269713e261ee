/* input.c - a line that is being typed. */
#include "app.h"

#include <stdio.h>
#include <string.h>

void input_set(struct input *input, const char *text) {
    snprintf(input->text, sizeof input->text, "%s", text);
    input->length = input->caret = strlen(input->text);
    input->selected = false;
}

void input_begin(struct app *app, const struct input_kind *kind, const char *text) {
    app->input.kind = kind;
    input_set(&app->input, text);
    app->input.selected = *text != '\0';
}

void input_no_complete(struct app *app) { (void)app; }

/* ---- Editing -------------------------------------------------------------------------------------------------- */

static bool goes_on(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

static size_t before(const struct input *input, size_t at) {
    while (at > 0 && goes_on(input->text[--at]))
        continue;
    return at;
}

static size_t after(const struct input *input, size_t at) {
    if (at < input->length)
        at++;
    while (at < input->length && goes_on(input->text[at]))
        at++;
    return at;
}

static void bytes_remove(struct input *input, size_t from, size_t to) {
    memmove(input->text + from, input->text + to, input->length - to + 1);
    input->length -= to - from;
    input->caret = from;
}

static size_t glyph_encode(int glyph, char bytes[4]) {
    if (glyph < 0x80) {
        bytes[0] = (char)glyph;
        return 1;
    }
    const size_t more = glyph < 0x800 ? 1 : glyph < 0x10000 ? 2 : 3;
    static const int lead[] = {0, 0xC0, 0xE0, 0xF0};
    for (size_t i = more; i > 0; i--, glyph >>= 6)
        bytes[i] = (char)(0x80 | (glyph & 0x3F));
    bytes[0] = (char)(lead[more] | glyph);
    return more + 1;
}

static void glyph_insert(struct input *input, int glyph) {
    char bytes[4];
    const size_t count = glyph_encode(glyph, bytes);
    if (input->length + count >= sizeof input->text)
        return;
    memmove(input->text + input->caret + count, input->text + input->caret, input->length - input->caret + 1);
    memcpy(input->text + input->caret, bytes, count);
    input->length += count;
    input->caret += count;
}

/* ---- Keys ----------------------------------------------------------------------------------------------------- */

enum { CONTROL_A = 1, CONTROL_E = 5, CONTROL_K = 11, CONTROL_U = 21 };

static void line_end(struct app *app) {
    char text[INPUT_TEXT];
    const struct input_kind *kind = app->input.kind;
    snprintf(text, sizeof text, "%s", app->input.text);
    app->input.kind = NULL;
    if (!kind->accept(app, text))
        app->input.kind = kind;
}

/* A text that is selected goes when something is typed, or when it is erased; any other key keeps it. */
static void selection_end(struct input *input, int key) {
    const bool types = key >= ' ' && key < PRESS_UP, erases = key == PRESS_BACKSPACE || key == PRESS_DELETE;
    if (input->selected && (types || erases))
        bytes_remove(input, 0, input->length);
    input->selected = false;
}

void input_key(struct app *app, int key) {
    struct input *input = &app->input;
    selection_end(input, key);
    switch (key) {
    case PRESS_ENTER: line_end(app); break;
    case PRESS_ESCAPE: input->kind = NULL; break;
    case PRESS_TAB: input->kind->complete(app); break;
    case PRESS_LEFT: input->caret = before(input, input->caret); break;
    case PRESS_RIGHT: input->caret = after(input, input->caret); break;
    case PRESS_HOME:
    case CONTROL_A: input->caret = 0; break;
    case PRESS_END:
    case CONTROL_E: input->caret = input->length; break;
    case CONTROL_U: bytes_remove(input, 0, input->caret); break;
    case CONTROL_K: bytes_remove(input, input->caret, input->length); break;
    case PRESS_DELETE: bytes_remove(input, input->caret, after(input, input->caret)); break;
    case PRESS_BACKSPACE: bytes_remove(input, before(input, input->caret), input->caret); break;
    default:
        if (key >= ' ' && key < PRESS_UP)
            glyph_insert(input, key);
    }
}

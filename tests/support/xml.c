/* xml.c - a strict little checker of XML. */
#include "xml.h"

#include <stdbool.h>
#include <string.h>

enum { DEPTH_MAX = 16, ATTRIBUTES_MAX = 16 };

static const char spaces[] = " \t\n";
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const char name_characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:";

struct span {
    const char *text;
    size_t length;
};

struct reader {
    const char *next;
    struct span open[DEPTH_MAX]; /* names of the elements not yet closed */
    int depth;
    const char *fault;
};

static bool fail(struct reader *reader, const char *fault) {
    reader->fault = fault;
    return false;
}

static bool span_equal(struct span one, struct span other) {
    return one.length == other.length && strncmp(one.text, other.text, one.length) == 0;
}

static void skip_spaces(struct reader *reader) { reader->next += strspn(reader->next, spaces); }

static bool read_name(struct reader *reader, struct span *name) {
    if (*reader->next == '\0' || strchr(letters, *reader->next) == NULL)
        return fail(reader, "a name is missing");
    *name = (struct span){reader->next, strspn(reader->next, name_characters)};
    reader->next += name->length;
    return true;
}

static bool read_entity(struct reader *reader) {
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        if (strncmp(reader->next, entities[i], strlen(entities[i])) == 0) {
            reader->next += strlen(entities[i]);
            return true;
        }
    }
    return fail(reader, "a bare &");
}

/* Reads characters up to `end`, none of which may be a control character or stand for markup. */
static bool read_characters(struct reader *reader, char end) {
    while (*reader->next != end) {
        unsigned char character = (unsigned char)*reader->next;
        if (character == '\0')
            return fail(reader, "the text ends too early");
        if (character == '<' || character == '>')
            return fail(reader, "a bare < or >");
        if (character < ' ' && character != '\n' && character != '\t')
            return fail(reader, "a control character");
        if (character != '&')
            reader->next++;
        else if (!read_entity(reader))
            return false;
    }
    return true;
}

static bool read_attribute(struct reader *reader, struct span *name) {
    if (!read_name(reader, name))
        return false;
    if (strncmp(reader->next, "=\"", 2) != 0)
        return fail(reader, "an attribute without a quoted value");
    reader->next += 2;
    if (!read_characters(reader, '"'))
        return false;
    reader->next++;
    return true;
}

static bool read_attributes(struct reader *reader) {
    struct span names[ATTRIBUTES_MAX];
    int count = 0;
    for (;;) {
        size_t gap = strspn(reader->next, spaces);
        reader->next += gap;
        if (*reader->next == '>' || *reader->next == '/')
            return true;
        if (gap == 0)
            return fail(reader, "attributes without a space between them");
        if (count == ATTRIBUTES_MAX)
            return fail(reader, "too many attributes");
        if (!read_attribute(reader, &names[count]))
            return false;
        for (int i = 0; i < count; i++)
            if (span_equal(names[i], names[count]))
                return fail(reader, "an attribute given twice");
        count++;
    }
}

static bool read_open_tag(struct reader *reader) {
    struct span name;
    reader->next++;
    if (!read_name(reader, &name) || !read_attributes(reader))
        return false;
    if (strncmp(reader->next, "/>", 2) == 0) {
        reader->next += 2;
        return true;
    }
    if (*reader->next++ != '>')
        return fail(reader, "a tag that does not end");
    if (reader->depth == DEPTH_MAX)
        return fail(reader, "too deep");
    reader->open[reader->depth++] = name;
    return true;
}

static bool read_close_tag(struct reader *reader) {
    struct span name;
    reader->next += 2;
    if (!read_name(reader, &name))
        return false;
    if (reader->depth == 0 || !span_equal(name, reader->open[reader->depth - 1]))
        return fail(reader, "a closing tag that does not fit");
    if (*reader->next++ != '>')
        return fail(reader, "a tag that does not end");
    reader->depth--;
    return true;
}

static bool read_element(struct reader *reader) {
    if (*reader->next != '<' || reader->next[1] == '/')
        return fail(reader, "an element is missing");
    if (!read_open_tag(reader))
        return false;
    while (reader->depth > 0) {
        if (!read_characters(reader, '<'))
            return false;
        if (!(reader->next[1] == '/' ? read_close_tag(reader) : read_open_tag(reader)))
            return false;
    }
    skip_spaces(reader);
    return *reader->next == '\0' || fail(reader, "something after the element");
}

const char *xml_fault(const char *text, size_t *at) {
    struct reader reader = {.next = text};
    if (read_element(&reader))
        return NULL;
    *at = (size_t)(reader.next - text);
    return reader.fault;
}

/* static.c - answers to requests for pages. */
#include "static.h"

#include <ctype.h>
#include <string.h>

static const char for_ever[] = "public, max-age=31536000, immutable", ask_again[] = "no-cache";
static const char not_found[] = "There is no such file.\n";
static const char *const coding_names[SITE_CODINGS] = {"br", "gzip", NULL};

/* ---- Lists in headers ----------------------------------------------------------------------------------------- */

/* Moves *at behind the next element of a comma separated list, which is without the spaces around it; false at the
 * end. */
static bool list_next(const char **at, const char **element, size_t *length) {
    const char *from = *at + strspn(*at, " \t,");
    if (*from == '\0')
        return false;
    *element = from;
    *length = strcspn(from, ",");
    *at = from + *length;
    while (*length > 0 && (from[*length - 1] == ' ' || from[*length - 1] == '\t'))
        --*length;
    return true;
}

/* A weight like `0.5` in thousandths; not by strtod, whose decimal point depends on the locale. */
static int weight_read(const char *text) {
    int weight = *text == '1' ? 1000 : 0, unit = 100;
    if (text[1] != '.')
        return weight;
    for (text += 2; isdigit((unsigned char)*text) && unit > 0; text++, unit /= 10)
        weight += (*text - '0') * unit;
    return weight <= 1000 ? weight : 1000;
}

/* The weight behind `;q=`: 1000 when there is none. */
static int element_weight(const char *element, size_t length) {
    const char *semicolon = memchr(element, ';', length);
    if (semicolon == NULL)
        return 1000;
    const char *name = semicolon + 1 + strspn(semicolon + 1, " \t");
    return (name[0] == 'q' || name[0] == 'Q') && name[1] == '=' && isdigit((unsigned char)name[2])
               ? weight_read(name + 2)
               : 1000;
}

static bool word_equal(const char *element, size_t length, const char *word) {
    size_t own = 0;
    while (own < length && element[own] != ';' && element[own] != ' ')
        own++;
    if (own != strlen(word))
        return false;
    for (size_t i = 0; i < own; i++)
        if (tolower((unsigned char)element[i]) != word[i])
            return false;
    return true;
}

/* How welcome a coding is, 0 when it is not. */
static int coding_weight(const char *accept_encoding, const char *name) {
    const char *element;
    size_t length;
    int others = 0;
    while (list_next(&accept_encoding, &element, &length)) {
        if (word_equal(element, length, name))
            return element_weight(element, length);
        if (word_equal(element, length, "*"))
            others = element_weight(element, length);
    }
    return others;
}

/* Whether a list of entity tags, or `*`, contains one. That a tag is called weak makes no difference here. */
static bool tags_contain(const char *tags, const char *tag) {
    const char *element;
    size_t length;
    while (list_next(&tags, &element, &length)) {
        if (length == 1 && *element == '*')
            return true;
        if (length > 2 && strncmp(element, "W/", 2) == 0) {
            element += 2;
            length -= 2;
        }
        if (length == strlen(tag) && strncmp(element, tag, length) == 0)
            return true;
    }
    return false;
}

/* ---- Answers -------------------------------------------------------------------------------------------------- */

static const struct site_file *file_choose(const struct site *site, const char *path) {
    const struct site_file *file = site_find(site, path);
    return file != NULL || strchr(path, '.') != NULL ? file : site_find(site, "/index.html");
}

static enum site_coding coding_choose(const struct site_file *file, const char *accept_encoding) {
    enum site_coding best = SITE_PLAIN;
    int best_weight = 0;
    for (enum site_coding coding = SITE_BROTLI; coding < SITE_PLAIN; coding++) {
        const int weight = file->form[coding].bytes != NULL ? coding_weight(accept_encoding, coding_names[coding]) : 0;
        if (weight > best_weight) {
            best = coding;
            best_weight = weight;
        }
    }
    return best;
}

struct static_answer static_answer(const struct site *site, const struct static_request *request) {
    const struct site_file *file = file_choose(site, request->path);
    if (file == NULL)
        return (struct static_answer){.status = 404,
                                      .type = "text/plain; charset=utf-8",
                                      .caching = ask_again,
                                      .body = (const uint8_t *)not_found,
                                      .length = sizeof not_found - 1};
    const enum site_coding coding = coding_choose(file, request->accept_encoding);
    const struct site_bytes *form = &file->form[coding];
    struct static_answer answer = {
        .status = 200,
        .type = file->type,
        .coding = coding_names[coding],
        .caching = file->lasting ? for_ever : ask_again,
        .tag = form->tag,
        .varies = file->form[SITE_BROTLI].bytes != NULL || file->form[SITE_GZIP].bytes != NULL,
        .body = form->bytes,
        .length = form->length,
    };
    if (tags_contain(request->if_none_match, form->tag)) {
        answer.status = 304;
        answer.length = 0;
    }
    return answer;
}

/* translate.c - texts in the language of the person who reads them. */
#include "translate.h"
#include "catalogue.h"
#include "draw/draw.h"
#include "share.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const translate_languages[] = {"en", "fr", NULL};

/* What main chose before anything else; only read from then on. */
static const char *chosen = "en";
static struct catalogue catalogue; /* without texts: everything stays English */

/* ---- Choosing ------------------------------------------------------------------------------------------------- */

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

/* The language that a locale like fr_CA.UTF-8 is for, of those there are; NULL when there is none. */
static const char *language_of(const char *locale, size_t length) {
    length = length < strcspn(locale, "_.@:") ? length : strcspn(locale, "_.@:");
    for (int i = 0; translate_languages[i] != NULL; i++)
        if (strlen(translate_languages[i]) == length && memcmp(translate_languages[i], locale, length) == 0)
            return translate_languages[i];
    return NULL;
}

/* The first known one of a list of languages, separated by colons. */
static const char *language_first(const char *list) {
    const char *language = NULL;
    while (*list != '\0' && language == NULL) {
        const size_t length = strcspn(list, ":");
        language = language_of(list, length);
        list += length + (list[length] == ':');
    }
    return language;
}

/* What the environment asks for. As everywhere, LANGUAGE counts only where the locale is not C. */
static const char *language_wanted(void) {
    const char *locale = variable("LC_ALL"), *list = variable("LANGUAGE"), *language = NULL;
    locale = locale != NULL ? locale : variable("LC_MESSAGES");
    locale = locale != NULL ? locale : variable("LANG");
    if (locale == NULL || strcmp(locale, "POSIX") == 0 || (locale[0] == 'C' && strcspn(locale, ".") == 1))
        return NULL;
    if (list != NULL)
        language = language_first(list);
    return language != NULL ? language : language_of(locale, strlen(locale));
}

/* Whether the environment asks for UTF-8, be the locale installed or not. */
static bool unicode_wanted(void) {
    const char *locale = variable("LC_ALL");
    locale = locale != NULL ? locale : variable("LC_CTYPE");
    locale = locale != NULL ? locale : variable("LANG");
    const char *charset = locale != NULL ? strchr(locale, '.') : NULL;
    static const char *const names[] = {".UTF-8", ".utf8", ".utf-8", ".UTF8"};
    for (size_t i = 0; charset != NULL && i < sizeof names / sizeof *names; i++)
        if (strncmp(charset, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static void locale_begin(void) {
    setlocale(LC_ALL, "");
    if (unicode_wanted())
        setlocale(LC_CTYPE, "C.UTF-8"); /* also where the other is not installed; and in Turkish an i is an i */
    setlocale(LC_NUMERIC, "C");         /* numbers look the same everywhere: programs read them */
    setlocale(LC_MESSAGES, "C");        /* messages of the system are keys of ours */
}

/* ---- Loading -------------------------------------------------------------------------------------------------- */

enum { NO_BREAK_SPACE = 0xA0, QUOTE_BEGIN = 0xAB, CAPITAL_OE = 0x152, SMALL_OE = 0x153 };

/* Rewrites a translation in ASCII, which never takes more room; a zero in it stays. Quotes lose the spaces inside. */
static size_t text_fold(char *text, size_t length) {
    const char *begin = text, *from = text, *end = text + length;
    uint32_t glyph = 0;
    while (from <= end) {
        const uint32_t before = glyph;
        from = glyph_next(from, &glyph);
        if (glyph == NO_BREAK_SPACE && (before == QUOTE_BEGIN || strncmp(from, "\xC2\xBB", 2) == 0))
            continue;
        *text++ = glyph_ascii(glyph);
        if (glyph == CAPITAL_OE || glyph == SMALL_OE)
            *text++ = glyph == CAPITAL_OE ? 'E' : 'e';
    }
    return (size_t)(text - begin) - 1; /* without the zero that ends it */
}

static bool locale_unicode(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

size_t translate_fold(char *text, size_t length) { return locale_unicode() ? length : text_fold(text, length); }

static void catalogue_load(const char *language) {
    char name[64];
    size_t length;
    snprintf(name, sizeof name, "locale/%s/LC_MESSAGES/tablier.mo", language);
    char *bytes = share_read(name, &length);
    if (bytes == NULL)
        return;
    if (!catalogue_open(&catalogue, bytes, length)) {
        free(bytes);
        return;
    }
    if (locale_unicode())
        return;
    for (uint32_t i = 0; i < catalogue.count; i++) {
        char *text = catalogue_translation(&catalogue, i, &length);
        text_fold(text, length);
    }
}

void translate_begin(const char *language) {
    locale_begin();
    const char *wanted = language != NULL ? language_of(language, strlen(language)) : NULL;
    wanted = wanted != NULL ? wanted : language_wanted();
    if (wanted == NULL || wanted == translate_languages[0])
        return;
    chosen = wanted;
    catalogue_load(wanted);
}

/* ---- Translating ---------------------------------------------------------------------------------------------- */

const char *translate_language(void) { return chosen; }

const char *translate(const char *english) {
    const char *text = *english != '\0' ? catalogue_find(&catalogue, english) : NULL;
    return text != NULL ? text : english;
}

const char *translate_errno(int number) {
    static const char *const known[] = {
        N_("No such file or directory"), N_("Permission denied"),     N_("Is a directory"),     N_("Not a directory"),
        N_("No space left on device"),   N_("Read-only file system"), N_("Input/output error"), N_("Broken pipe"),
        N_("Bad file descriptor"),       N_("File name too long"),    N_("File too large"),
    };
    (void)known; /* what people meet; they are here to be translated */
    return translate(strerror(number));
}

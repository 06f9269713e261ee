/* translate.h - texts in the language of the person who reads them.
 *
 * English texts are the keys. A text in a table or a constant is marked with N_ and stays English there; the program
 * that shows it translates it, with _ or translate(). Only programs translate: the library answers in English, and
 * output that other programs read is never translated. po/README.md says where translations come from. */
#ifndef TABLIER_TRANSLATE_H
#define TABLIER_TRANSLATE_H

#include <stddef.h>

struct tab_error;

/* Marks a text that is translated where it is shown. */
#define N_(text) (text)
/* Translates a text, which may be one marked elsewhere. */
#define _(text) translate(text) /* NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): as everywhere */

#if defined(__GNUC__)
#define TRANSLATE_FORMAT(index) __attribute__((format_arg(index)))
#else
#define TRANSLATE_FORMAT(index)
#endif

/* The languages there are, English first; ended by NULL. */
extern const char *const translate_languages[];

/* To be called once, before anything else here and before there are threads. Sets the locale from the environment and
 * chooses the language: the one named, or when that is NULL or unknown the one that LANGUAGE, LC_ALL, LC_MESSAGES or
 * LANG ask for, else English. It does not depend on the locales that the system has installed. */
void translate_begin(const char *language);

/* Which of the languages was chosen. */
const char *translate_language(void);

/* The text in that language, in UTF-8, or in ASCII where the locale has no UTF-8; valid as long as the program runs. */
const char *translate(const char *english) TRANSLATE_FORMAT(1);
/* Writes what is wrong with a text. */
size_t translate_error(const struct tab_error *error, char *buffer, size_t size);
/* Rewrites a text in UTF-8 that was read from elsewhere so that the locale has it, in ASCII where it is not UTF-8, and
 * returns its new length, which is never greater. `text` has a zero after its `length` bytes. */
size_t translate_fold(char *text, size_t length);
/* What an error number of the system means. */
const char *translate_errno(int number);

#endif

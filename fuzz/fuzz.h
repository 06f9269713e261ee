/* fuzz.h - what the fuzz targets share: the input as lines of text, and what must hold whatever the input is.
 *
 * A target is one function that libFuzzer calls with bytes. It reads them as text, hands the text to a parser and
 * checks what the header of the library promises; a broken promise ends the program, which libFuzzer reports. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include <tablier.h>

int LLVMFuzzerTestOneInput(/* NOLINT(readability-identifier-naming): libFuzzer's name */
                           const uint8_t *data, size_t size);

/* Like assert, in every build. */
#define fuzz_check(condition) ((condition) ? (void)0 : fuzz_broken(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_broken(const char *condition, const char *file, int line);

/* The bytes as a zero-ended text in memory of exactly that size, so that reading past its end is seen. To be freed. */
char *fuzz_text(const uint8_t *data, size_t size);
/* Cuts the first line off a text: returns its start, ends it with a zero, and moves `rest` behind it. */
char *fuzz_line(char **rest);

/* Parse, and check that a refusal says what and where and changes nothing. */
bool fuzz_rules(const char *spec, struct tab_rules *rules);
bool fuzz_position(const struct tab_rules *rules, const char *text, struct tab_position *position);
bool fuzz_move(const struct tab_rules *rules, const struct tab_position *position, const char *text, tab_move *move);

/* Checks what holds of every position: its text reads back to the same bytes and hash, and player, moves, result and
 * score agree with each other. */
void fuzz_check_position(const struct tab_rules *rules, const struct tab_position *position);

#endif

/* weights_text.h - evaluation weights as text: one number for each, in any layout. */
#ifndef TABLIER_CLI_WEIGHTS_TEXT_H
#define TABLIER_CLI_WEIGHTS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads exactly `count` weights from a text. False when one is missing or bad, or there are more; *read tells how many
 * are good. */
bool weights_parse(const char *text, size_t length, int count, int16_t *weights, int *read);

#endif

/* json_print.h - values for programs, as JSON on standard output. */
#ifndef TABLIER_CLI_JSON_PRINT_H
#define TABLIER_CLI_JSON_PRINT_H

#include <jansson.h>
#include <tablier.h>

/* Prints a value on one line and frees it; NULL stands for a lack of memory. Returns an exit status. */
int json_print(json_t *root);

/* An object that says which position an answer is about: spec, position, player (0 when the game is over). */
json_t *json_position(const struct tab_rules *rules, const struct tab_position *position);

#endif

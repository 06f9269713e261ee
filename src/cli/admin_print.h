/* admin_print.h - what an action of `tablier admin` has found, for people. */
#ifndef TABLIER_CLI_ADMIN_PRINT_H
#define TABLIER_CLI_ADMIN_PRINT_H

#include <jansson.h>

/* A list becomes a table with a heading, everything else lines of a word and a value. */
void admin_print(const json_t *json);

#endif

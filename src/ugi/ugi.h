/* ugi.h - the Universal Game Interface: the engine as a program that other programs talk to, line by line. */
#ifndef TABLIER_UGI_UGI_H
#define TABLIER_UGI_UGI_H

#include <tablier.h>

#include <stdio.h>

/* Serves one conversation until `quit` or the end of the input. `spec` chooses the first game. Returns false, having
 * written nothing, when there is no memory. */
bool ugi_serve(FILE *input, FILE *output, const struct tab_rules *rules, const struct tab_engine_options *options);

#endif

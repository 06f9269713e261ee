/* text.h - texts that people wrote. */
#ifndef TABLIER_SERVER_TEXT_H
#define TABLIER_SERVER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Whether people may be shown a text: UTF-8 without control characters and without marks that turn the direction of
 * what stands around them, with at most four marks on a letter; not empty, not only spaces, at most `bytes` long. */
bool text_showable(const char *text, size_t bytes);

#endif

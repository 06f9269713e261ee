/* emulator.h - what a terminal of the kind xterm shows, without colours: enough for programs that use ncurses. */
#ifndef TABLIER_TESTS_EMULATOR_H
#define TABLIER_TESTS_EMULATOR_H

#include <stddef.h>
#include <stdint.h>

enum { EMULATOR_ROWS = 100, EMULATOR_COLUMNS = 240 };

struct emulator {
    int rows, columns;
    int row, column;
    int top, bottom; /* rows that scroll */
    uint32_t cell[EMULATOR_ROWS][EMULATOR_COLUMNS];
    uint32_t before; /* the last character written */
    uint8_t pending[64];
    size_t pending_length; /* of a sequence that is not complete */
};

void emulator_clear(struct emulator *emulator, int rows, int columns);
/* Takes what a program has written. */
void emulator_take(struct emulator *emulator, const uint8_t *bytes, size_t count);
/* Writes a row as UTF-8 without the spaces at its end. */
enum { EMULATOR_TEXT = 4 * EMULATOR_COLUMNS + 1 };
void emulator_row(const struct emulator *emulator, int row, char text[EMULATOR_TEXT]);

#endif

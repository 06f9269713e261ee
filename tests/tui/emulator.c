/* emulator.c - what a terminal shows. */
#include "emulator.h"

#include <stdbool.h>
#include <string.h>

enum { ESCAPE = 0x1B, NUMBERS_MAX = 16 };

void emulator_clear(struct emulator *emulator, int rows, int columns) {
    memset(emulator, 0, sizeof *emulator);
    emulator->rows = rows < EMULATOR_ROWS ? rows : EMULATOR_ROWS;
    emulator->columns = columns < EMULATOR_COLUMNS ? columns : EMULATOR_COLUMNS;
    emulator->bottom = emulator->rows - 1;
}

static void cells_erase(struct emulator *emulator, int row, int from, int to) {
    for (int column = from; column < to && column < emulator->columns; column++)
        emulator->cell[row][column] = 0;
}

/* ---- Scrolling ------------------------------------------------------------------------------------------------ */

static void rows_up(struct emulator *emulator, int top, int bottom, int count) {
    for (int row = top; row <= bottom; row++) {
        if (row + count <= bottom)
            memcpy(emulator->cell[row], emulator->cell[row + count], sizeof emulator->cell[row]);
        else
            memset(emulator->cell[row], 0, sizeof emulator->cell[row]);
    }
}

static void rows_down(struct emulator *emulator, int top, int bottom, int count) {
    for (int row = bottom; row >= top; row--) {
        if (row - count >= top)
            memcpy(emulator->cell[row], emulator->cell[row - count], sizeof emulator->cell[row]);
        else
            memset(emulator->cell[row], 0, sizeof emulator->cell[row]);
    }
}

static void line_feed(struct emulator *emulator) {
    if (emulator->row == emulator->bottom)
        rows_up(emulator, emulator->top, emulator->bottom, 1);
    else if (emulator->row < emulator->rows - 1)
        emulator->row++;
}

static void reverse_feed(struct emulator *emulator) {
    if (emulator->row == emulator->top)
        rows_down(emulator, emulator->top, emulator->bottom, 1);
    else if (emulator->row > 0)
        emulator->row--;
}

/* ---- Characters ----------------------------------------------------------------------------------------------- */

static void character_put(struct emulator *emulator, uint32_t character) {
    if (emulator->column >= emulator->columns) {
        emulator->column = 0;
        line_feed(emulator);
    }
    emulator->cell[emulator->row][emulator->column++] = character;
    emulator->before = character;
}

static void control_take(struct emulator *emulator, uint8_t byte) {
    if (byte == '\r')
        emulator->column = 0;
    else if (byte == '\n')
        line_feed(emulator);
    else if (byte == '\b' && emulator->column > 0)
        emulator->column--;
    else if (byte == '\t')
        emulator->column = (emulator->column / 8 + 1) * 8;
}

/* ---- Sequences ------------------------------------------------------------------------------------------------ */

static int clamp(int value, int least, int most) { return value < least ? least : value > most ? most : value; }

static void cursor_set(struct emulator *emulator, int row, int column) {
    emulator->row = clamp(row, 0, emulator->rows - 1);
    emulator->column = clamp(column, 0, emulator->columns - 1);
}

static void screen_erase(struct emulator *emulator, int how) {
    for (int row = 0; row < emulator->rows; row++) {
        const bool whole = how == 2 || (how == 0 && row > emulator->row) || (how == 1 && row < emulator->row);
        if (whole)
            cells_erase(emulator, row, 0, emulator->columns);
    }
    if (how == 0)
        cells_erase(emulator, emulator->row, emulator->column, emulator->columns);
    else if (how == 1)
        cells_erase(emulator, emulator->row, 0, emulator->column + 1);
}

static void line_erase(struct emulator *emulator, int how) {
    cells_erase(emulator, emulator->row, how == 0 ? emulator->column : 0,
                how == 1 ? emulator->column + 1 : emulator->columns);
}

/* Opens a gap of blanks at the cursor, or closes one. */
static void cells_shift(struct emulator *emulator, int count) {
    uint32_t *row = emulator->cell[emulator->row];
    for (int i = 0; i < emulator->columns - emulator->column; i++) {
        const int column = count > 0 ? emulator->columns - 1 - i : emulator->column + i, from = column - count;
        row[column] = from >= emulator->column && from < emulator->columns ? row[from] : 0;
    }
}

static void region_set(struct emulator *emulator, int top, int bottom) {
    emulator->top = clamp(top, 0, emulator->rows - 1);
    emulator->bottom = clamp(bottom, 0, emulator->rows - 1);
    cursor_set(emulator, 0, 0);
}

static void cursor_command(struct emulator *emulator, char final, int first, int second) {
    const int steps = first > 0 ? first : 1;
    switch (final) {
    case 'A': cursor_set(emulator, emulator->row - steps, emulator->column); break;
    case 'B': cursor_set(emulator, emulator->row + steps, emulator->column); break;
    case 'C': cursor_set(emulator, emulator->row, emulator->column + steps); break;
    case 'D': cursor_set(emulator, emulator->row, emulator->column - steps); break;
    case 'G': cursor_set(emulator, emulator->row, steps - 1); break;
    case 'd': cursor_set(emulator, steps - 1, emulator->column); break;
    case 'H': cursor_set(emulator, steps - 1, (second > 0 ? second : 1) - 1); break;
    default: break;
    }
}

static void edit_command(struct emulator *emulator, char final, int first, int second) {
    const int steps = first > 0 ? first : 1;
    switch (final) {
    case 'J': screen_erase(emulator, first); break;
    case 'K': line_erase(emulator, first); break;
    case 'L': rows_down(emulator, emulator->row, emulator->bottom, steps); break;
    case 'M': rows_up(emulator, emulator->row, emulator->bottom, steps); break;
    case 'P': cells_shift(emulator, -steps); break;
    case '@': cells_shift(emulator, steps); break;
    case 'X': cells_erase(emulator, emulator->row, emulator->column, emulator->column + steps); break;
    case 'S': rows_up(emulator, emulator->top, emulator->bottom, steps); break;
    case 'T': rows_down(emulator, emulator->top, emulator->bottom, steps); break;
    case 'r': region_set(emulator, steps - 1, (second > 0 ? second : emulator->rows) - 1); break;
    case 'b':
        for (int i = 0; i < steps; i++)
            character_put(emulator, emulator->before);
        break;
    default: cursor_command(emulator, final, first, second); break;
    }
}

/* Takes `ESC [ ... final`; what begins with a question mark or the like changes nothing that is shown. */
static void command_take(struct emulator *emulator, const uint8_t *bytes, size_t length) {
    int numbers[NUMBERS_MAX] = {0}, count = 0;
    if (bytes[2] >= '<' && bytes[2] <= '?')
        return;
    for (size_t i = 2; i + 1 < length; i++) {
        if (bytes[i] >= '0' && bytes[i] <= '9')
            numbers[count] = numbers[count] * 10 + (bytes[i] - '0');
        else if (bytes[i] == ';' && count + 1 < NUMBERS_MAX)
            count++;
    }
    edit_command(emulator, (char)bytes[length - 1], numbers[0], numbers[1]);
}

/* Length of the sequence or character that the bytes begin with; 0 when it is not complete. */
static size_t token_length(const uint8_t *bytes, size_t count) {
    if (bytes[0] == ESCAPE) {
        if (count < 2)
            return 0;
        if (bytes[1] == '(' || bytes[1] == ')')
            return count >= 3 ? 3 : 0;
        if (bytes[1] != '[')
            return 2;
        for (size_t i = 2; i < count; i++)
            if (bytes[i] >= '@' && bytes[i] <= '~')
                return i + 1;
        return 0;
    }
    const size_t length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : bytes[0] >= 0xC0 ? 2 : 1;
    return count >= length ? length : 0;
}

static void token_take(struct emulator *emulator, const uint8_t *bytes, size_t length) {
    if (bytes[0] == ESCAPE && length > 2 && bytes[1] == '[')
        command_take(emulator, bytes, length);
    else if (bytes[0] == ESCAPE && bytes[1] == 'M')
        reverse_feed(emulator);
    else if (bytes[0] < ' ')
        control_take(emulator, bytes[0]);
    if (bytes[0] < ' ' || length > 4)
        return;
    static const uint8_t lead[] = {0xFF, 0xFF, 0x1F, 0x0F, 0x07};
    uint32_t character = bytes[0] & lead[length];
    for (size_t i = 1; i < length; i++)
        character = character << 6 | (bytes[i] & 0x3F);
    character_put(emulator, character);
}

void emulator_take(struct emulator *emulator, const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (emulator->pending_length == sizeof emulator->pending)
            emulator->pending_length = 0;
        emulator->pending[emulator->pending_length++] = bytes[i];
        const size_t length = token_length(emulator->pending, emulator->pending_length);
        if (length == 0)
            continue;
        token_take(emulator, emulator->pending, length);
        emulator->pending_length = 0;
    }
}

static size_t character_write(uint32_t character, char *text) {
    if (character < 0x80) {
        text[0] = (char)character;
        return 1;
    }
    const size_t more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    static const uint32_t lead[] = {0, 0xC0, 0xE0, 0xF0};
    for (size_t i = more; i > 0; i--, character >>= 6)
        text[i] = (char)(0x80 | (character & 0x3F));
    text[0] = (char)(lead[more] | character);
    return more + 1;
}

void emulator_row(const struct emulator *emulator, int row, char text[EMULATOR_TEXT]) {
    size_t length = 0, end = 0;
    for (int column = 0; column < emulator->columns; column++) {
        const uint32_t character = emulator->cell[row][column] != 0 ? emulator->cell[row][column] : ' ';
        length += character_write(character, text + length);
        if (character != ' ')
            end = length;
    }
    text[end] = '\0';
}

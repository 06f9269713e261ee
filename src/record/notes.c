/* notes.c - comments with evaluations and clocks in them.
 *
 *     {[%eval -1.20] [%clk 0:05:23.4] any other words}
 *
 * Commands with other names stay words of the free text. */
#include "record.h"

#include <stdio.h>
#include <string.h>

enum { CLOCK_HOURS_MAX = 999 };
static const int64_t clock_max = (CLOCK_HOURS_MAX + 1) * INT64_C(3600000) - 1;

/* A part of a comment being read. */
struct piece {
    const char *text;
    size_t length, at;
};

static char piece_peek(const struct piece *piece) { return piece->at < piece->length ? piece->text[piece->at] : '\0'; }

static bool piece_skip(struct piece *piece, char byte) {
    bool found = piece->at < piece->length && piece->text[piece->at] == byte;
    piece->at += found;
    return found;
}

static size_t piece_spaces(struct piece *piece) {
    size_t from = piece->at;
    while (is_space(piece->text, piece->length, piece->at))
        piece->at++;
    return piece->at - from;
}

/* Reads digits, at least one and at most `most`, and returns how many. */
static int piece_digits(struct piece *piece, int most, int *number) {
    int count = 0;
    *number = 0;
    while (count < most && is_digit(piece_peek(piece))) {
        *number = *number * 10 + (piece->text[piece->at++] - '0');
        count++;
    }
    return count;
}

/* A fraction of up to `most` digits, as if all of them were there; nothing is a fraction of 0. */
static bool piece_fraction(struct piece *piece, int most, int *number) {
    *number = 0;
    if (!piece_skip(piece, '.'))
        return true;
    int count = piece_digits(piece, most, number);
    for (int i = count; i < most; i++)
        *number *= 10;
    return count > 0;
}

/* ---- Evaluations ---------------------------------------------------------------------------------------------- */

static bool mate_read(struct piece *piece, struct tab_note *note) {
    bool lost = piece_skip(piece, '-');
    int plies;
    if (piece_digits(piece, 4, &plies) == 0 || plies == 0)
        return false;
    note->centi = 0;
    note->mate = lost ? -plies : plies;
    return true;
}

static bool centi_read(struct piece *piece, struct tab_note *note) {
    bool negative = piece_skip(piece, '-');
    if (!negative)
        piece_skip(piece, '+');
    int whole, hundredths;
    if (piece_digits(piece, 3, &whole) == 0 || !piece_fraction(piece, 2, &hundredths))
        return false;
    int centi = whole * 100 + hundredths;
    note->centi = negative ? -centi : centi;
    note->mate = 0;
    return true;
}

static bool eval_read(struct piece *piece, struct tab_note *note) {
    note->evaluated = true;
    return piece_skip(piece, '#') ? mate_read(piece, note) : centi_read(piece, note);
}

void note_format_eval(const struct tab_note *note, char buffer[NOTE_TEXT]) {
    int size = note->centi < 0 ? -note->centi : note->centi;
    if (note->mate != 0)
        snprintf(buffer, NOTE_TEXT, "[%%eval #%d]", note->mate);
    else
        snprintf(buffer, NOTE_TEXT, "[%%eval %c%d.%02d]", note->centi < 0 ? '-' : '+', size / 100, size % 100);
}

/* ---- Clocks --------------------------------------------------------------------------------------------------- */

static bool clock_read(struct piece *piece, struct tab_note *note) {
    int hours, minutes, seconds, thousandths;
    bool good = piece_digits(piece, 3, &hours) > 0 && piece_skip(piece, ':') && piece_digits(piece, 2, &minutes) == 2 &&
                piece_skip(piece, ':') && piece_digits(piece, 2, &seconds) == 2 &&
                piece_fraction(piece, 3, &thousandths);
    if (!good || minutes >= 60 || seconds >= 60)
        return false;
    note->timed = true;
    note->clock_ms = ((hours * INT64_C(60) + minutes) * 60 + seconds) * 1000 + thousandths;
    return true;
}

void note_format_clock(const struct tab_note *note, char buffer[NOTE_TEXT]) {
    int64_t seconds = note->clock_ms / 1000;
    int thousandths = (int)(note->clock_ms % 1000);
    int length = snprintf(buffer, NOTE_TEXT, "[%%clk %d:%02d:%02d.%03d", (int)(seconds / 3600),
                          (int)(seconds / 60 % 60), (int)(seconds % 60), thousandths);
    while (buffer[length - 1] == '0' && thousandths != 0)
        length--;
    if (thousandths == 0)
        length -= 4;
    snprintf(buffer + length, NOTE_TEXT - (size_t)length, "]");
}

/* ---- Commands ------------------------------------------------------------------------------------------------- */

struct command {
    const char *name;
    bool (*read)(struct piece *piece, struct tab_note *note);
    bool (*given)(const struct tab_note *note);
    const char *bad, *twice;
};

static bool eval_given(const struct tab_note *note) { return note->evaluated; }

static bool clock_given(const struct tab_note *note) { return note->timed; }

static const struct command commands[] = {
    {"[%eval", eval_read, eval_given,
     N_("this is no evaluation; write [%eval +0.35], or [%eval #5] and [%eval #-4] for games won and lost"),
     N_("the move has an evaluation already")},
    {"[%clk", clock_read, clock_given, N_("this is no clock; write [%clk 0:05:23.4]"),
     N_("the move has a clock already")},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

/* The command that stands at the current place, NULL when there is none. */
static const struct command *command_at(const struct piece *piece) {
    for (int i = 0; i < COMMAND_COUNT; i++) {
        size_t length = strlen(commands[i].name), end = piece->at + length;
        if (end <= piece->length && memcmp(commands[i].name, piece->text + piece->at, length) == 0 &&
            (end == piece->length || !tag_name_byte(piece->text[end], false)))
            return &commands[i];
    }
    return NULL;
}

static bool command_read(const struct command *command, struct piece *piece, struct tab_note *note,
                         struct tab_error *error) {
    size_t at = piece->at;
    if (note == NULL)
        return error_set(error, at, N_("an evaluation or a clock is not part of the free text"), NULL, NULL);
    if (command->given(note))
        return error_set(error, at, command->twice, NULL, NULL);
    piece->at += strlen(command->name);
    bool good = piece_spaces(piece) > 0 && command->read(piece, note);
    piece_spaces(piece);
    return (good && piece_skip(piece, ']')) || error_set(error, at, command->bad, NULL, NULL);
}

/* ---- Free text ------------------------------------------------------------------------------------------------ */

/* Adds the character at the current place, after a space if one is due. */
static bool character_add(struct comment *comment, struct piece *piece, bool space, struct tab_error *error) {
    const char *from = piece->text + piece->at;
    size_t size = text_printable(from, piece->length - piece->at);
    if (size == 0)
        return error_set(error, piece->at, N_("only printable characters in UTF-8 may stand in a comment"), NULL, NULL);
    if (*from == '}')
        return error_set(error, piece->at, N_("'}' cannot be part of a comment"), NULL, NULL);
    if (comment->length + size + space >= sizeof comment->text)
        return error_set_number(error, piece->at, N_("the comments of the move are longer than {1} bytes"),
                                TAB_RECORD_COMMENT_TEXT - 1, 0);
    if (space)
        comment->text[comment->length++] = ' ';
    memcpy(comment->text + comment->length, from, size);
    comment->length += size;
    comment->text[comment->length] = '\0';
    piece->at += size;
    return true;
}

bool comment_add(struct comment *comment, struct tab_note *note, const char *text, size_t length,
                 struct tab_error *error) {
    struct piece piece = {text, length, 0};
    bool space = comment->length > 0;
    for (;;) {
        if (piece_spaces(&piece) > 0)
            space = comment->length > 0;
        if (piece.at == piece.length)
            return true;
        const struct command *command = command_at(&piece);
        if (command != NULL && !command_read(command, &piece, note, error))
            return false;
        if (command == NULL && !character_add(comment, &piece, space, error))
            return false;
        space = command != NULL && comment->length > 0;
    }
}

bool note_check(const struct tab_note *note, bool move) {
    if (note->evaluated && (note->centi > TAB_RECORD_CENTI_MAX || note->centi < -TAB_RECORD_CENTI_MAX ||
                            note->mate > TAB_RECORD_MATE_MAX || note->mate < -TAB_RECORD_MATE_MAX))
        return false;
    if (note->timed && (note->clock_ms < 0 || note->clock_ms > clock_max))
        return false;
    if (note->marks < 0 || note->marks > (move ? TAB_RECORD_MARKS_MAX : 0))
        return false;
    bool seen[256] = {[0] = true};
    for (int i = 0; i < note->marks; i++) {
        if (seen[note->mark[i]])
            return false;
        seen[note->mark[i]] = true;
    }
    return true;
}

/* santasi_text.c - sets, positions and moves of San Ta Si as texts. */
#include "santasi.h"

#include <string.h>

static const char colour_letters[] = "bs";
static const char size_letters[] = "ABCDE";

/* The length of the part of a text before one of the characters that end it. */
static size_t span_until(const char *text, size_t length, const char *ends) {
    size_t span = 0;
    while (span < length && (text[span] == '\0' || strchr(ends, text[span]) == NULL))
        span++;
    return span;
}

/* ---- The set -------------------------------------------------------------------------------------------------- */

static bool number_read(const struct field *field, int64_t limit, int64_t *number, struct tab_error *error) {
    if (!text_read_number(field, limit, number, error))
        return false;
    if (*number == 0)
        return error_set(error, field->at, N_("the number must be at least 1"), NULL, NULL);
    return true;
}

/* Reads `COUNTxHEIGHT`. */
static bool term_read(struct santasi_set *set, int size, const struct field *term, struct tab_error *error) {
    size_t cross = span_until(term->text, term->length, "x");
    if (term->length == 0)
        return error_set_char(error, term->at, N_("the term of size {1} is missing; write COUNTxHEIGHT"),
                              size_letters[size]);
    if (cross == term->length)
        return error_set_span(error, term->at, N_("the term '{1}' has no x; write COUNTxHEIGHT"), term->text,
                              term->length);
    const struct field count = {term->text, cross, term->at};
    const struct field height = {term->text + cross + 1, term->length - cross - 1, term->at + cross + 1};
    int64_t pieces, units;
    if (!number_read(&count, SANTASI_COUNT_MAX, &pieces, error) ||
        !number_read(&height, SANTASI_HEIGHT_MAX, &units, error))
        return false;
    set->count[size] = (uint8_t)pieces;
    set->height[size] = (uint16_t)units;
    return true;
}

bool santasi_option_read(struct tab_rules *rules, int option, const char *text, size_t length,
                         struct tab_error *error) {
    (void)option;
    struct santasi_set *set = (struct santasi_set *)(void *)rules->derived;
    size_t next = 0;
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const struct field term = {text + next, span_until(text + next, length - next, "+"), next};
        if (!term_read(set, size, &term, error))
            return false;
        next += term.length;
        bool last = size == SANTASI_SIZES - 1;
        if (last && next < length)
            return error_set(error, next, N_("the set has more than five terms, A to E"), NULL, NULL);
        if (!last && next == length)
            return error_set_number(error, next, N_("the set has only {1} of its five terms, A to E"), size + 1, 0);
        next++;
    }
    return true;
}

size_t santasi_option_write(const struct tab_rules *rules, int option, char *buffer, size_t size) {
    (void)option;
    const struct santasi_set *set = santasi_set_of(rules);
    struct text text = text_begin(buffer, size);
    for (int i = 0; i < SANTASI_SIZES; i++)
        text_printf(&text, "%s%ux%u", i > 0 ? "+" : "", set->count[i], set->height[i]);
    return text_end(&text);
}

/* ---- Position text -------------------------------------------------------------------------------------------- */

static const char *const field_names[] = {N_("board"), N_("status")};

/* Reports a cylinder of which the set has none left. */
static bool report_excess(const struct santasi_set *set, enum santasi_colour colour, int size, size_t at,
                          struct tab_error *error) {
    const char letter[] = {size_letters[size], '\0'}, count[] = {(char)('0' + set->count[size]), '\0'};
    return error_set(error, at,
                     colour == SANTASI_BLUE ? N_("one blue {1} too many; the set has {2}")
                                            : N_("one silver {1} too many; the set has {2}"),
                     letter, count);
}

/* Reads the cylinders of one column from bottom to top, or '-'. */
static bool column_read(const struct santasi_set *set, struct santasi *santasi, int column, const struct field *field,
                        struct tab_error *error) {
    if (field->length == 0)
        return error_set(error, field->at, N_("a column is missing here; an empty one is written -"), NULL, NULL);
    if (field->length == 1 && field->text[0] == '-')
        return true;
    for (size_t i = 0; i < field->length; i++) {
        const char letter = field->text[i];
        const char *found = letter != '\0' ? strchr(colour_letters, letter) : NULL;
        if (letter == '-')
            return error_set(error, field->at + i, N_("'-' stands alone, for an empty column"), NULL, NULL);
        if (found == NULL)
            return error_set_char(error, field->at + i, N_("'{1}' is no cylinder; allowed are b and s"), letter);
        enum santasi_colour colour = (enum santasi_colour)(found - colour_letters);
        if (santasi_left(santasi, colour, santasi_size(column)) == 0)
            return report_excess(set, colour, santasi_size(column), field->at + i, error);
        santasi_add(set, santasi, colour, column);
    }
    return true;
}

/* Reads the five columns of one tower, up to the '/' or the end of the field. */
static bool tower_read(const struct santasi_set *set, struct santasi *santasi, int site, const struct field *board,
                       size_t *next, struct tab_error *error) {
    for (int size = 0; size < SANTASI_SIZES; size++) {
        const char *from = board->text + *next;
        const struct field column = {from, span_until(from, board->length - *next, ",/"), board->at + *next};
        if (!column_read(set, santasi, santasi_column(size, site), &column, error))
            return false;
        *next += column.length;
        bool last = size == SANTASI_SIZES - 1, more = *next < board->length && board->text[*next] == ',';
        if (last && more)
            return error_set_number(error, board->at + *next, N_("tower {1} has more than five columns"), site + 1, 0);
        if (!last && !more)
            return error_set_number(error, board->at + *next, N_("tower {1} has only {2} of its five columns"),
                                    site + 1, size + 1);
        *next += !last;
    }
    return true;
}

static bool board_read(const struct santasi_set *set, struct santasi *santasi, const struct field *board,
                       struct tab_error *error) {
    size_t next = 0;
    for (int site = 0; site < SANTASI_SITES; site++) {
        if (!tower_read(set, santasi, site, board, &next, error))
            return false;
        bool last = site == SANTASI_SITES - 1;
        if (last && next < board->length)
            return error_set(error, board->at + next, N_("the board has more than three towers"), NULL, NULL);
        if (!last && next == board->length)
            return error_set_number(error, board->at + next, N_("the board ends after tower {1}"), site + 1, 0);
        next++;
    }
    return true;
}

/* The board alone says who is to move or who has won; the status must agree. */
static bool status_check(const struct santasi *santasi, const struct field *field, struct status status,
                         struct tab_error *error) {
    const int player = santasi->built % 2 + 1;
    const char *const results[] = {"=", "1#", "2#"};
    if (status.outcome == santasi->outcome && (status.player == 0 || status.player == player))
        return true;
    if (status.outcome == santasi->outcome)
        return error_set_number(error, field->at, N_("player {1} cannot be to move; cylinders built: {2}"),
                                status.player, santasi->built);
    if (santasi->outcome == TAB_ONGOING)
        return error_set(error, field->at, N_("the game is not over: cylinders can still be placed"), NULL, NULL);
    return error_set(error, field->at, N_("nothing can be placed any more; by the board the status is {1}"),
                     results[santasi->outcome], NULL);
}

bool santasi_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                           struct tab_error *error) {
    const struct santasi_set *set = santasi_set_of(rules);
    struct field fields[2];
    struct status status;
    rules->game->start(rules, position);
    struct santasi *santasi = santasi_edit(position);
    if (!text_split(text, fields, 2, field_names, error) || !board_read(set, santasi, &fields[0], error) ||
        !text_read_status(&fields[1], 2, &status, error))
        return false;
    santasi_complete(set, santasi);
    return status_check(santasi, &fields[1], status, error);
}

static void column_write(const struct santasi *santasi, struct text *text, int column) {
    int cylinders = santasi_cylinders(santasi, column);
    for (int level = 0; level < cylinders; level++)
        text_char(text, colour_letters[santasi_cylinder(santasi, column, level)]);
    if (cylinders == 0)
        text_char(text, '-');
}

size_t santasi_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                              size_t size) {
    (void)rules;
    const struct santasi *santasi = santasi_of(position);
    struct text text = text_begin(buffer, size);
    for (int site = 0; site < SANTASI_SITES; site++) {
        for (int i = 0; i < SANTASI_SIZES; i++) {
            column_write(santasi, &text, santasi_column(i, site));
            text_char(&text, i < SANTASI_SIZES - 1 ? ',' : site < SANTASI_SITES - 1 ? '/' : ' ');
        }
    }
    text_status(&text, (struct status){santasi->built % 2 + 1, santasi->outcome});
    return text_end(&text);
}

/* ---- Move text ------------------------------------------------------------------------------------------------ */

size_t santasi_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                          char *buffer, size_t size) {
    (void)rules, (void)position;
    const int column = santasi_move_column(move);
    struct text text = text_begin(buffer, size);
    text_char(&text, colour_letters[santasi_move_colour(move)]);
    text_char(&text, size_letters[santasi_size(column)]);
    text_char(&text, (char)('1' + santasi_site(column)));
    return text_end(&text);
}

/* Reads a well-formed move, legal or not. */
static bool move_read(const char *text, tab_move *move, struct tab_error *error) {
    const int colour = text[0] == 'b' || text[0] == 'B' ? 0 : text[0] == 's' || text[0] == 'S' ? 1 : -1;
    if (colour < 0)
        return error_set_span(error, 0, N_("'{1}' does not begin with a colour, b or s; moves look like bC2"), text,
                              strlen(text));
    const int size = (text[1] & ~0x20) - 'A';
    if (size < 0 || size >= SANTASI_SIZES)
        return error_set(error, 1, N_("a size is missing here: A, B, C, D or E"), NULL, NULL);
    const int site = text[2] - '1';
    if (site < 0 || site >= SANTASI_SITES)
        return error_set(error, 2, N_("a site is missing here: 1, 2 or 3"), NULL, NULL);
    if (text[3] != '\0')
        return error_set(error, 3, N_("nothing may follow here"), NULL, NULL);
    *move = santasi_move((enum santasi_colour)colour, santasi_column(size, site));
    return true;
}

void santasi_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                          struct tab_error *error) {
    (void)rules;
    const struct santasi *santasi = santasi_of(position);
    tab_move move = 0;
    if (!move_read(text, &move, error))
        return;
    const enum santasi_colour colour = santasi_move_colour(move);
    const int column = santasi_move_column(move), size = santasi_size(column);
    const char letter[] = {size_letters[size], '\0'}, site[] = {(char)('1' + santasi_site(column)), '\0'};
    if (santasi_left(santasi, colour, size) == 0)
        error_set(error, 0, colour == SANTASI_BLUE ? N_("no blue {1} is left") : N_("no silver {1} is left"), letter,
                  NULL);
    else
        error_set(error, 0, N_("no {1} can be nested in tower {2} now: no neighbouring column is higher than its own"),
                  letter, site);
}

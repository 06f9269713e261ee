/* siam_text.c - the texts of Siam: positions and moves, read and written, and why a text is refused. */
#include "siam.h"

#include <string.h>

/* ---- Position text -------------------------------------------------------------------------------------------- */

static const char facing_letters[] = "nesw";

static const char *const field_names[] = {N_("board"), N_("status"), N_("ply"), N_("exits")};

static int square_at(int file, int rank) { return rank * SIAM_STRIDE + file; }

/* Puts what a letter of the board stands for on a square; false when it stands for nothing. */
static bool piece_read(struct siam *siam, char letter, int square) {
    if (letter == '#') {
        siam->rocks |= UINT32_C(1) << square;
        return true;
    }
    bool elephant = letter >= 'A' && letter <= 'Z';
    const char *found = strchr(facing_letters, elephant ? letter - 'A' + 'a' : letter);
    if (letter == '\0' || found == NULL)
        return false;
    siam->mover = elephant ? 0 : 1;
    siam_put(siam, UINT32_C(1) << square, (enum siam_facing)(found - facing_letters));
    return true;
}

/* Reads one rank of the board, up to the '/' or the end of the field. */
static bool rank_read(struct siam *siam, const struct field *board, size_t *next, int rank, struct tab_error *error) {
    int file = 0;
    bool after_digit = false;
    for (; *next < board->length && board->text[*next] != '/'; (*next)++) {
        char letter = board->text[*next];
        bool digit = letter >= '1' && letter <= '0' + SIAM_SIZE;
        size_t at = board->at + *next;
        if (digit && after_digit)
            return error_set(error, at, N_("two digits in a row; write their sum"), NULL, NULL);
        if (file + (digit ? letter - '0' : 1) > SIAM_SIZE)
            return error_set_number(error, at, N_("rank {1} has more than five squares"), rank + 1, 0);
        if (!digit && !piece_read(siam, letter, square_at(file, rank)))
            return error_set_char(error, at, N_("'{1}' is no piece; allowed are # N E S W n e s w and 1 to 5"), letter);
        file += digit ? letter - '0' : 1;
        after_digit = digit;
    }
    if (file < SIAM_SIZE)
        return error_set_number(error, board->at + *next, N_("rank {1} has only {2} of its five squares"), rank + 1,
                                file);
    return true;
}

static bool board_read(struct siam *siam, const struct field *board, struct tab_error *error) {
    size_t next = 0;
    for (int rank = SIAM_SIZE - 1; rank >= 0; rank--) {
        if (!rank_read(siam, board, &next, rank, error))
            return false;
        if (rank > 0 && next == board->length)
            return error_set_number(error, board->at + next, N_("the board ends after rank {1}"), rank + 1, 0);
        if (rank > 0)
            next++;
    }
    if (next < board->length)
        return error_set(error, board->at + next, N_("the board has more than five ranks"), NULL, NULL);
    return true;
}

static bool pieces_check(const struct siam *siam, const struct field *board, struct tab_error *error) {
    int elephants = __builtin_popcount(siam->animals[0]), rhinos = __builtin_popcount(siam->animals[1]);
    int rocks = __builtin_popcount(siam->rocks), needed = siam->outcome > 0 ? SIAM_ROCKS - 1 : SIAM_ROCKS;
    if (elephants > SIAM_ANIMALS)
        return error_set_number(error, board->at, N_("{1} elephants, but there are only five"), elephants, 0);
    if (rhinos > SIAM_ANIMALS)
        return error_set_number(error, board->at, N_("{1} rhinos, but there are only five"), rhinos, 0);
    if (rocks != needed)
        return error_set_number(error, board->at,
                                needed == SIAM_ROCKS ? N_("rocks: {1}, but there are three until the game is won")
                                                     : N_("rocks: {1}, but two are left when the game is won"),
                                rocks, 0);
    return true;
}

static bool exits_read(const struct tab_rules *rules, struct siam *siam, const struct field *exits,
                       struct tab_error *error) {
    bool once = rules->choice[SIAM_OPTION_EXITS] != 0;
    for (size_t i = 0; i < exits->length; i++)
        if (i >= 2 || exits->text[i] < '0' || exits->text[i] > (once ? '1' : '0'))
            return error_set_span(error, exits->at,
                                  once ? N_("the exits '{1}' are none of 00 01 10 11")
                                       : N_("the exits '{1}' must be 00 unless the option exits is once"),
                                  exits->text, exits->length);
    if (exits->length != 2)
        return error_set(error, exits->at, N_("the exits are two digits, one for each player"), NULL, NULL);
    siam->exits[0] = (uint8_t)(exits->text[0] - '0');
    siam->exits[1] = (uint8_t)(exits->text[1] - '0');
    return true;
}

bool siam_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                        struct tab_error *error) {
    struct siam *siam = siam_edit(position);
    struct field fields[4];
    struct status status;
    int64_t ply;
    if (!text_split(text, fields, 4, field_names, error) || !board_read(siam, &fields[0], error) ||
        !text_read_status(&fields[1], 2, &status, error) || !text_read_number(&fields[2], SIAM_PLY_MAX, &ply, error) ||
        !exits_read(rules, siam, &fields[3], error))
        return false;
    siam->mover = (uint8_t)(ply % 2);
    siam->outcome = (int8_t)status.outcome;
    siam->ply = (uint32_t)ply;
    if (status.player != 0 && status.player != siam->mover + 1)
        return error_set_number(error, fields[1].at, N_("player {1} cannot be to move at ply {2}"), status.player, ply);
    if (status.outcome == TAB_DRAWN && rules->choice[SIAM_OPTION_REPETITION] != 0)
        return error_set(error, fields[1].at, N_("there are no draws with repetition=none"), NULL, NULL);
    return pieces_check(siam, &fields[0], error);
}

static char piece_letter(const struct siam *siam, int square) {
    uint32_t bit = UINT32_C(1) << square;
    if (siam->rocks & bit)
        return '#';
    char letter = facing_letters[siam_facing_at(siam, square)];
    return siam->animals[0] & bit ? (char)(letter - 'a' + 'A') : letter;
}

static void rank_write(const struct siam *siam, struct text *text, int rank) {
    const uint32_t occupied = siam_occupied(siam);
    int empty = 0;
    for (int file = 0; file < SIAM_SIZE; file++) {
        int square = square_at(file, rank);
        bool piece = occupied >> square & 1;
        empty += !piece;
        if (empty > 0 && (piece || file == SIAM_SIZE - 1)) {
            text_char(text, (char)('0' + empty));
            empty = 0;
        }
        if (piece)
            text_char(text, piece_letter(siam, square));
    }
}

size_t siam_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                           size_t size) {
    (void)rules;
    const struct siam *siam = siam_of(position);
    struct text text = text_begin(buffer, size);
    for (int rank = SIAM_SIZE - 1; rank >= 0; rank--) {
        rank_write(siam, &text, rank);
        text_char(&text, rank > 0 ? '/' : ' ');
    }
    text_status(&text, (struct status){siam->mover + 1, siam->outcome});
    text_printf(&text, " %u %u%u", siam->ply, siam->exits[0], siam->exits[1]);
    return text_end(&text);
}

/* ---- Move text ------------------------------------------------------------------------------------------------ */

static void square_write(struct text *text, int square) {
    text_char(text, (char)('a' + square % SIAM_STRIDE));
    text_char(text, (char)('1' + square / SIAM_STRIDE));
}

size_t siam_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move, char *buffer,
                       size_t size) {
    (void)rules, (void)position;
    struct text text = text_begin(buffer, size);
    enum siam_kind kind = siam_move_kind(move);
    if (kind == SIAM_ENTER || kind == SIAM_ENTER_PUSH)
        text_char(&text, '@');
    else
        square_write(&text, siam_move_from(move));
    if (kind != SIAM_TURN && kind != SIAM_LEAVE)
        square_write(&text, siam_move_to(move));
    text_char(&text, kind == SIAM_LEAVE ? '-' : facing_letters[siam_move_facing(move)]);
    return text_end(&text);
}

/* Reads a square from two characters; -1 when it is none. */
static int square_read(const char *text) {
    int file = (text[0] | 0x20) - 'a';
    if (text[0] == '\0' || file < 0 || file >= SIAM_SIZE || text[1] < '1' || text[1] > '0' + SIAM_SIZE)
        return -1;
    return square_at(file, text[1] - '1');
}

/* A move as it was typed, legal or not. */
struct attempt {
    int from;   /* -1: from the reserve */
    int to;     /* -1: a turn or an exit */
    int facing; /* -1: an exit */
};

static bool attempt_read(const char *text, struct attempt *attempt, struct tab_error *error) {
    bool enters = text[0] == '@';
    size_t next = enters ? 1 : 2;
    *attempt = (struct attempt){enters ? -1 : square_read(text), -1, -1};
    if (!enters && attempt->from < 0)
        return error_set_span(error, 0,
                              N_("'{1}' does not begin with a square or @; moves look like @c1n c1c2e c2w c1-"), text,
                              strlen(text));
    attempt->to = square_read(text + next);
    if (enters && attempt->to < 0)
        return error_set(error, next, N_("after @ comes the square to enter on, as in @c1n"), NULL, NULL);
    if (attempt->to >= 0)
        next += 2;
    bool exits = text[next] == '-' && !enters && attempt->to < 0;
    const char *facing = text[next] != '\0' ? strchr(facing_letters, text[next] | 0x20) : NULL;
    if (!exits && facing == NULL)
        return error_set(error, next, N_("a facing is missing here: n, e, s or w"), NULL, NULL);
    if (text[next + 1] != '\0')
        return error_set(error, next + 1, N_("nothing may follow here"), NULL, NULL);
    attempt->facing = exits ? -1 : (int)(facing - facing_letters);
    return true;
}

/* Why a push that a move asks for is refused. */
static const char *push_refusal(const struct tab_rules *rules, const struct siam *siam, int to, int facing) {
    const int force = siam_push_force(rules, siam, UINT32_C(1) << to, (enum siam_facing)facing);
    return force < 1 ? N_("the push is too weak: an animal stands against it")
                     : N_("the push is too weak: more rocks than animals that push");
}

static const char *entry_refusal(const struct tab_rules *rules, const struct siam *siam,
                                 const struct attempt *attempt) {
    assert(attempt->to >= 0 && attempt->facing >= 0);
    const uint32_t to = UINT32_C(1) << attempt->to;
    if (__builtin_popcount(siam->animals[siam->mover]) == SIAM_ANIMALS)
        return N_("no animal is left in the reserve");
    if (!(to & SIAM_EDGE))
        return N_("animals enter on the edge only");
    if (to & siam_barred(rules, siam))
        return N_("c1 and c5 are barred during the first two turns");
    if (!(to & siam_entrance[attempt->facing]))
        return N_("one enters an occupied square by pushing straight into the board");
    return push_refusal(rules, siam, attempt->to, attempt->facing);
}

static const char *step_refusal(const struct tab_rules *rules, const struct siam *siam, const struct attempt *attempt) {
    const uint32_t from = UINT32_C(1) << attempt->from, to = UINT32_C(1) << attempt->to;
    enum siam_facing direction = SIAM_N;
    while (direction < SIAM_FACING_COUNT && siam_step(from, direction) != to)
        direction++;
    if (direction == SIAM_FACING_COUNT)
        return N_("an animal goes to an adjacent square, not diagonally");
    if (to & siam_barred(rules, siam))
        return N_("c1 and c5 are barred during the first two turns");
    if (siam_facing_at(siam, attempt->from) != direction)
        return N_("the square is occupied, and an animal pushes only the way it faces");
    if (attempt->facing != (int)direction)
        return N_("an animal keeps its facing when it pushes");
    return push_refusal(rules, siam, attempt->to, attempt->facing);
}

static const char *refusal(const struct tab_rules *rules, const struct siam *siam, const struct attempt *attempt) {
    if (attempt->from < 0)
        return entry_refusal(rules, siam, attempt);
    const uint32_t from = UINT32_C(1) << attempt->from;
    if (siam->animals[1 - siam->mover] & from)
        return N_("the animal there is the opponent's");
    if (!(siam->animals[siam->mover] & from))
        return N_("no animal of yours stands there");
    if (attempt->to >= 0)
        return step_refusal(rules, siam, attempt);
    if (attempt->facing >= 0)
        return N_("the animal already faces that way");
    if (!(from & SIAM_EDGE))
        return N_("animals leave from the edge only");
    return N_("you have already used your one exit");
}

void siam_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                       struct tab_error *error) {
    struct attempt attempt;
    if (attempt_read(text, &attempt, error))
        error_set(error, 0, refusal(rules, siam_of(position), &attempt), NULL, NULL);
}

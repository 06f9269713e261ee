/* anneaux_text.c - the texts of Three Rings: positions and moves, read and written, and why a text is refused. */
#include "anneaux.h"

static const char *const field_names[] = {N_("board"), N_("status"), N_("reserves"), N_("turned"), N_("due")};

enum { FIELD_BOARD, FIELD_STATUS, FIELD_RESERVES, FIELD_TURNED, FIELD_DUE, FIELD_COUNT };

/* What may stand on a cell, for two, three and four players: fresh pawns, then spent ones. */
static const char *const pawn_letters[] = {". 1 2 A B", ". 1 2 3 A B C", ". 1 2 3 4 A B C D"};

/* ---- Board ---------------------------------------------------------------------------------------------------- */

/* Puts what a letter stands for on a cell; false when it stands for nothing. */
static bool cell_read(struct anneaux *anneaux, int players, char letter, int cell) {
    const uint32_t bit = UINT32_C(1) << cell;
    const bool spent = letter >= 'A' && letter < 'A' + players;
    if (letter == '.')
        return true;
    if (!spent && (letter < '1' || letter >= '1' + players))
        return false;
    anneaux->pawns[letter - (spent ? 'A' : '1')] |= bit;
    anneaux->spent |= spent ? bit : 0;
    return true;
}

/* Reads one ring of the board, up to the '/' or the end of the field. */
static bool ring_read(struct anneaux *anneaux, int players, const struct field *board, size_t *next, int ring,
                      struct tab_error *error) {
    const char name[] = {(char)('a' + ring), '\0'};
    int sector = 0;
    for (; *next < board->length && board->text[*next] != '/'; (*next)++) {
        const char letter[] = {board->text[*next], '\0'};
        size_t at = board->at + *next;
        if (sector == ANNEAUX_SECTORS)
            return error_set(error, at, N_("ring {1} has more than eight cells"), name, NULL);
        if (!cell_read(anneaux, players, letter[0], ring * ANNEAUX_SECTORS + sector))
            return error_set(error, at, N_("'{1}' cannot stand on a cell; allowed are {2}"), letter,
                             pawn_letters[players - 2]);
        sector++;
    }
    const char cells[] = {(char)('0' + sector), '\0'};
    if (sector < ANNEAUX_SECTORS)
        return error_set(error, board->at + *next, N_("ring {1} has only {2} of its eight cells"), name, cells);
    return true;
}

static bool board_read(struct anneaux *anneaux, int players, const struct field *board, struct tab_error *error) {
    size_t next = 0;
    for (int ring = 0; ring < ANNEAUX_RINGS; ring++) {
        if (!ring_read(anneaux, players, board, &next, ring, error))
            return false;
        if (ring < ANNEAUX_RINGS - 1 && next++ == board->length)
            return error_set_char(error, board->at + board->length, N_("the board ends after ring {1}"),
                                  (char)('a' + ring));
    }
    if (next < board->length)
        return error_set(error, board->at + next, N_("the board has more than three rings"), NULL, NULL);
    for (int player = 0; player < players; player++)
        if (anneaux_on_board(anneaux, player) > ANNEAUX_PAWNS)
            return error_set_number(error, board->at, N_("player {1} has {2} pawns on the board, but only ten in all"),
                                    player + 1, anneaux_on_board(anneaux, player));
    return true;
}

/* ---- Reserves ------------------------------------------------------------------------------------------------- */

static bool reserve_read(struct anneaux *anneaux, int player, const struct field *field, struct tab_error *error) {
    const int pawns = anneaux_on_board(anneaux, player);
    if (field->length == 1 && field->text[0] == 'x') {
        anneaux->out |= (uint8_t)(1 << player);
        if (pawns <= ANNEAUX_OUT)
            return true;
        return error_set_number(error, field->at, N_("player {1} has {2} pawns on the board and is not eliminated"),
                                player + 1, pawns);
    }
    int64_t reserve;
    if (!text_read_number(field, ANNEAUX_PAWNS, &reserve, error))
        return false;
    anneaux->reserve[player] = (uint8_t)reserve;
    if (pawns + reserve > ANNEAUX_PAWNS)
        return error_set_number(error, field->at, N_("player {1} has {2} pawns, but only ten in all"), player + 1,
                                pawns + reserve);
    if (pawns + reserve <= ANNEAUX_OUT)
        return error_set_number(error, field->at,
                                N_("player {1} has only {2} pawns left and is eliminated: the reserve is x"),
                                player + 1, pawns + reserve);
    return true;
}

static bool reserves_read(struct anneaux *anneaux, int players, const struct field *reserves, struct tab_error *error) {
    size_t next = 0;
    for (int player = 0; player < players; player++) {
        size_t length = 0;
        while (next + length < reserves->length && reserves->text[next + length] != ',')
            length++;
        const struct field field = {reserves->text + next, length, reserves->at + next};
        if (!reserve_read(anneaux, player, &field, error))
            return false;
        next += length;
        if (player < players - 1 && next++ == reserves->length)
            return error_set_number(error, reserves->at + reserves->length,
                                    N_("the reserves end after player {1}; there are {2} players"), player + 1,
                                    players);
    }
    if (next < reserves->length)
        return error_set_number(error, reserves->at + next, N_("nothing may follow the reserve of player {1}"), players,
                                0);
    return true;
}

/* ---- Status, turned ring, due --------------------------------------------------------------------------------- */

/* Whether the status agrees with who is eliminated. */
static bool status_check(const struct tab_rules *rules, const struct anneaux *anneaux, const struct status *status,
                         size_t at, struct tab_error *error) {
    int left = 0, last = 0;
    for (int player = 1; player <= anneaux_players(rules); player++) {
        if (anneaux_is_out(anneaux, player - 1))
            continue;
        left++;
        last = player;
    }
    if (left == 0)
        return error_set(error, at, N_("every player is eliminated; the last one left has won"), NULL, NULL);
    if (left == 1 && status->outcome != last)
        return error_set_number(error, at, N_("only player {1} is left and has won: the status is {1}#"), last, 0);
    if (left > 1 && status->outcome > 0)
        return error_set_number(error, at, N_("player {1} has not won: {2} players are left"), status->outcome, left);
    if (status->player > 0 && anneaux_is_out(anneaux, status->player - 1))
        return error_set_number(error, at, N_("player {1} is to move, but eliminated"), status->player, 0);
    if (status->outcome == TAB_DRAWN && rules->choice[ANNEAUX_OPTION_REPETITION] != 0)
        return error_set(error, at, N_("there are no draws with repetition=none"), NULL, NULL);
    return true;
}

static bool turned_read(struct anneaux *anneaux, const struct field *turned, struct tab_error *error) {
    const char letter = turned->text[0];
    if (turned->length != 1 || (letter != '-' && (letter < 'a' || letter >= 'a' + ANNEAUX_RINGS)))
        return error_set_span(error, turned->at, N_("the ring turned last '{1}' is none of a b c -"), turned->text,
                              turned->length);
    anneaux->turned = (uint8_t)(letter == '-' ? ANNEAUX_NOT_TURNED : letter - 'a');
    return true;
}

/* Reads one digit of what is due; `reached` is how far on from the mover the owners before it have come. */
static bool debt_read(struct anneaux *anneaux, int players, char digit, size_t at, int *reached,
                      struct tab_error *error) {
    const int owner = digit - '1';
    if (owner < 0 || owner >= players)
        return error_set_char(error, at, N_("'{1}' is no player pawns are taken from"), digit);
    if (owner == anneaux->mover)
        return error_set_number(error, at, N_("player {1} takes pawns from the others only"), owner + 1, 0);
    const int distance = (owner - anneaux->mover + players) % players;
    if (distance < *reached)
        return error_set_number(error, at, N_("pawns of player {1} are taken earlier in the order"), owner + 1, 0);
    *reached = distance;
    if (++anneaux->due[owner] > anneaux_on_board(anneaux, owner))
        return error_set_number(error, at, N_("player {1} has only {2} pawns on the board to take"), owner + 1,
                                anneaux_on_board(anneaux, owner));
    return true;
}

static bool due_read(struct anneaux *anneaux, int players, const struct field *due, struct tab_error *error) {
    if (due->length == 1 && due->text[0] == '-')
        return true;
    if (anneaux->outcome != TAB_ONGOING)
        return error_set(error, due->at, N_("nothing is due any more when the game is over"), NULL, NULL);
    int reached = 0;
    for (size_t i = 0; i < due->length; i++)
        if (!debt_read(anneaux, players, due->text[i], due->at + i, &reached, error))
            return false;
    return true;
}

bool anneaux_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                           struct tab_error *error) {
    struct anneaux *anneaux = (struct anneaux *)(void *)position->state;
    const int players = anneaux_players(rules);
    struct field fields[FIELD_COUNT];
    struct status status;
    if (!text_split(text, fields, FIELD_COUNT, field_names, error) ||
        !board_read(anneaux, players, &fields[FIELD_BOARD], error) ||
        !text_read_status(&fields[FIELD_STATUS], players, &status, error) ||
        !reserves_read(anneaux, players, &fields[FIELD_RESERVES], error) ||
        !status_check(rules, anneaux, &status, fields[FIELD_STATUS].at, error) ||
        !turned_read(anneaux, &fields[FIELD_TURNED], error))
        return false;
    anneaux->mover = (uint8_t)(status.player > 0 ? status.player - 1 : 0);
    anneaux->outcome = (int8_t)status.outcome;
    return due_read(anneaux, players, &fields[FIELD_DUE], error);
}

/* ---- Writing positions ---------------------------------------------------------------------------------------- */

static char cell_letter(const struct anneaux *anneaux, int cell) {
    const uint32_t bit = UINT32_C(1) << cell;
    for (int player = 0; player < TAB_PLAYERS_MAX; player++)
        if (anneaux->pawns[player] & bit)
            return (char)((anneaux->spent & bit ? 'A' : '1') + player);
    return '.';
}

static void due_write(const struct anneaux *anneaux, struct text *text) {
    if (anneaux_due(anneaux) == 0)
        text_char(text, '-');
    for (int i = 1; i < TAB_PLAYERS_MAX; i++) {
        int owner = (anneaux->mover + i) % TAB_PLAYERS_MAX;
        for (int pawn = 0; pawn < anneaux->due[owner]; pawn++)
            text_char(text, (char)('1' + owner));
    }
}

size_t anneaux_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
                              size_t size) {
    const struct anneaux *anneaux = anneaux_of(position);
    struct text text = text_begin(buffer, size);
    for (int cell = 0; cell < ANNEAUX_CELLS; cell++) {
        text_char(&text, cell_letter(anneaux, cell));
        if (cell % ANNEAUX_SECTORS == ANNEAUX_SECTORS - 1)
            text_char(&text, cell < ANNEAUX_CELLS - 1 ? '/' : ' ');
    }
    text_status(&text, (struct status){anneaux->mover + 1, anneaux->outcome});
    for (int player = 0; player < anneaux_players(rules); player++) {
        text_char(&text, player > 0 ? ',' : ' ');
        if (anneaux_is_out(anneaux, player))
            text_char(&text, 'x');
        else
            text_number(&text, anneaux->reserve[player]);
    }
    text_char(&text, ' ');
    text_char(&text, "abc-"[anneaux->turned]);
    text_char(&text, ' ');
    due_write(anneaux, &text);
    return text_end(&text);
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

static void cell_write(struct text *text, int cell) {
    text_char(text, (char)('a' + cell / ANNEAUX_SECTORS));
    text_char(text, (char)('1' + cell % ANNEAUX_SECTORS));
}

size_t anneaux_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                          char *buffer, size_t size) {
    (void)rules, (void)position;
    const int from = anneaux_move_from(move), to = anneaux_move_to(move);
    struct text text = text_begin(buffer, size);
    switch (anneaux_move_kind(move)) {
    case ANNEAUX_PLACE: cell_write(&text, to); break;
    case ANNEAUX_MOVE:
        cell_write(&text, from);
        text_char(&text, '-');
        cell_write(&text, to);
        break;
    case ANNEAUX_TURN:
        text_char(&text, (char)('a' + from));
        text_char(&text, to == 0 ? '+' : '-');
        break;
    case ANNEAUX_TAKE:
        text_char(&text, 'x');
        cell_write(&text, to);
        break;
    case ANNEAUX_PASS:
    case ANNEAUX_KIND_COUNT: text_string(&text, "pass"); break;
    }
    return text_end(&text);
}

/* ---- Why a move is refused ------------------------------------------------------------------------------------ */

/* Reads a cell from two characters; -1 when it is none. */
static int cell_parse(const char *text) {
    int ring = (text[0] | 0x20) - 'a';
    if (text[0] == '\0' || ring < 0 || ring >= ANNEAUX_RINGS || text[1] < '1' || text[1] > '0' + ANNEAUX_SECTORS)
        return -1;
    return ring * ANNEAUX_SECTORS + text[1] - '1';
}

/* A move as it was typed, legal or not. */
struct attempt {
    enum anneaux_kind kind;
    int from; /* cell or ring */
    int to;
};

static bool word_equals(const char *text, const char *word) {
    while (*word != '\0' && (*text | 0x20) == *word) {
        text++;
        word++;
    }
    return *text == *word;
}

/* Reads a move that begins with a cell: a placement, a slide or a flight. */
static bool arrival_read(const char *text, struct attempt *attempt, struct tab_error *error) {
    *attempt = (struct attempt){ANNEAUX_PLACE, -1, cell_parse(text)};
    if (text[2] == '\0')
        return true;
    if (text[2] != '-')
        return error_set(error, 2, N_("a cell is followed by nothing or by - and another cell, as in b3-b4"), NULL,
                         NULL);
    *attempt = (struct attempt){ANNEAUX_MOVE, attempt->to, cell_parse(text + 3)};
    if (attempt->to < 0)
        return error_set(error, 3, N_("after - comes the cell to go to, a1 to c8"), NULL, NULL);
    if (text[5] != '\0')
        return error_set(error, 5, N_("nothing may follow here"), NULL, NULL);
    return true;
}

/* Reads the form of a move; `attempt` comes as a pass. */
static bool attempt_read(const char *text, struct attempt *attempt, struct tab_error *error) {
    const int ring = (text[0] | 0x20) - 'a';
    if (word_equals(text, "pass"))
        return true;
    if (cell_parse(text) >= 0)
        return arrival_read(text, attempt, error);
    size_t length = 2;
    if (ring >= 0 && ring < ANNEAUX_RINGS && (text[1] == '+' || text[1] == '-')) {
        *attempt = (struct attempt){ANNEAUX_TURN, ring, text[1] == '-'};
    } else if ((text[0] | 0x20) == 'x') {
        *attempt = (struct attempt){ANNEAUX_TAKE, -1, cell_parse(text + 1)};
        length = 3;
        if (attempt->to < 0)
            return error_set(error, 1, N_("after x comes the cell of the pawn to take, a1 to c8"), NULL, NULL);
    } else {
        return error_set_span(error, 0, N_("'{1}' is no move; moves look like b3 b3-b4 a+ c- xa1 pass"), text,
                              strlen(text));
    }
    if (text[length] != '\0')
        return error_set(error, length, N_("nothing may follow here"), NULL, NULL);
    return true;
}

static bool cell_holds(uint32_t cells, int cell) { return cells >> cell & 1; }

static bool refuse_place(const struct anneaux *anneaux, struct tab_error *error) {
    if (anneaux->reserve[anneaux->mover] == 0)
        return error_set(error, 0, N_("your reserve is empty"), NULL, NULL);
    return error_set(error, 0, N_("the cell is occupied"), NULL, NULL);
}

static bool refuse_move(const struct anneaux *anneaux, const struct attempt *attempt, struct tab_error *error) {
    const uint32_t own = anneaux->pawns[anneaux->mover], occupied = anneaux_occupied(anneaux);
    if (!cell_holds(occupied, attempt->from))
        return error_set(error, 0, N_("there is no pawn on this cell"), NULL, NULL);
    if (!cell_holds(own, attempt->from))
        return error_set(error, 0, N_("the pawn on this cell is not yours"), NULL, NULL);
    if (cell_holds(occupied, attempt->to))
        return error_set(error, 3, N_("the cell is occupied"), NULL, NULL);
    return error_set(error, 3,
                     N_("a pawn slides to an adjacent cell; it flies only when the reserve is empty and four pawns or "
                        "fewer are on the board"),
                     NULL, NULL);
}

static bool refuse_turn(const struct anneaux *anneaux, const struct attempt *attempt, struct tab_error *error) {
    if (anneaux_flies(anneaux, anneaux->mover))
        return error_set(error, 0, N_("you have four pawns or fewer and no reserve: you can only fly"), NULL, NULL);
    return error_set_char(error, 0, N_("ring {1} was turned last; another ring has to be turned first"),
                          (char)('a' + attempt->from));
}

static bool refuse(const struct anneaux *anneaux, const struct attempt *attempt, struct tab_error *error) {
    const bool due = anneaux_due(anneaux) != 0;
    if (due && attempt->kind == ANNEAUX_TAKE)
        return error_set_number(error, 1, N_("the pawn to be taken now is one of player {1}'s"),
                                anneaux_due_owner(anneaux) + 1, 0);
    if (due)
        return error_set_number(error, 0, N_("a pawn of player {1} has to be taken first, as in xa1"),
                                anneaux_due_owner(anneaux) + 1, 0);
    switch (attempt->kind) {
    case ANNEAUX_PLACE: return refuse_place(anneaux, error);
    case ANNEAUX_MOVE: return refuse_move(anneaux, attempt, error);
    case ANNEAUX_TURN: return refuse_turn(anneaux, attempt, error);
    case ANNEAUX_TAKE: return error_set(error, 0, N_("no pawn is to be taken now"), NULL, NULL);
    case ANNEAUX_PASS:
    case ANNEAUX_KIND_COUNT: break;
    }
    return error_set(error, 0, N_("you may pass only when you have no other move"), NULL, NULL);
}

void anneaux_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                          struct tab_error *error) {
    (void)rules;
    struct attempt attempt = {ANNEAUX_PASS, -1, -1};
    if (attempt_read(text, &attempt, error))
        refuse(anneaux_of(position), &attempt, error);
}

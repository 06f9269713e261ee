/* reference_siam.c - a plain reading of the rules of Siam. */
#include "reference_siam.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = REFERENCE_SIDE };

static const char facings[] = "nesw";

struct square {
    int file, rank;
};

/* ---- The board ------------------------------------------------------------------------------------------------ */

static bool on_board(struct square square) {
    return square.file >= 0 && square.file < SIDE && square.rank >= 0 && square.rank < SIDE;
}

static bool on_edge(struct square square) {
    return square.file == 0 || square.file == SIDE - 1 || square.rank == 0 || square.rank == SIDE - 1;
}

/* The square `steps` further one way. */
static struct square ahead(struct square square, char facing, int steps) {
    if (facing == 'n')
        square.rank += steps;
    if (facing == 'e')
        square.file += steps;
    if (facing == 's')
        square.rank -= steps;
    if (facing == 'w')
        square.file -= steps;
    return square;
}

static char opposite(char facing) { return "swne"[strchr(facings, facing) - facings]; }

/* What stands on a square; outside the board nothing does. */
static char piece_at(const struct reference_siam *siam, struct square square) {
    return on_board(square) ? siam->board[square.file][square.rank] : '.';
}

static void put(struct reference_siam *siam, struct square square, char piece) {
    if (on_board(square))
        siam->board[square.file][square.rank] = piece;
}

static bool is_animal(char piece) { return isalpha((unsigned char)piece) != 0; }
static int owner_of(char piece) { return isupper((unsigned char)piece) ? 1 : 2; }
static char facing_of(char piece) { return (char)tolower((unsigned char)piece); }

static char animal_of(int player, char facing) { return player == 1 ? (char)toupper((unsigned char)facing) : facing; }

static int count_animals(const struct reference_siam *siam, int player) {
    int count = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        char piece = siam->board[i / SIDE][i % SIDE];
        count += is_animal(piece) && owner_of(piece) == player;
    }
    return count;
}

static int count_rocks(const struct reference_siam *siam) {
    int count = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        count += siam->board[i / SIDE][i % SIDE] == '#';
    return count;
}

static int player_to_move(const struct reference_siam *siam) { return siam->ply % 2 == 0 ? 1 : 2; }

/* ---- Pushing -------------------------------------------------------------------------------------------------- */

/* Whether a push that enters a square is strong enough. */
static bool push_is_strong(const struct reference_siam *siam, struct square entered, char facing) {
    int force = 1, rocks = 0;
    for (int i = 0; piece_at(siam, ahead(entered, facing, i)) != '.'; i++) {
        char piece = piece_at(siam, ahead(entered, facing, i));
        if (piece == '#')
            rocks++;
        else if (facing_of(piece) == facing)
            force++;
        else if (facing_of(piece) == opposite(facing))
            force--;
        if (!siam->total && (force < 1 || force < rocks))
            return false;
    }
    return force >= 1 && force >= rocks;
}

/* Moves everything from a square on one square further, the last piece first. The pusher, of `player`, stands or comes
 * from behind the square entered. */
static void push(struct reference_siam *siam, struct square entered, char facing, int player) {
    int length = 0;
    while (piece_at(siam, ahead(entered, facing, length)) != '.')
        length++;
    struct square last = ahead(entered, facing, length - 1);
    if (piece_at(siam, last) == '#' && !on_board(ahead(last, facing, 1))) {
        siam->winner = player;
        for (int i = 0; i < length; i++) {
            char piece = piece_at(siam, ahead(entered, facing, i));
            if (is_animal(piece) && facing_of(piece) == facing)
                siam->winner = owner_of(piece);
        }
    }
    for (int i = length; i > 0; i--)
        put(siam, ahead(entered, facing, i), piece_at(siam, ahead(entered, facing, i - 1)));
    put(siam, entered, '.');
}

/* ---- Moves ---------------------------------------------------------------------------------------------------- */

static struct square square_of(const char *text) { return (struct square){text[0] - 'a', text[1] - '1'}; }

/* During each player's first two turns nobody acts onto c1 or c5 when the openings are crossed. */
static bool is_barred(const struct reference_siam *siam, struct square square) {
    return siam->crossed && siam->ply < 4 && square.file == 2 && (square.rank == 0 || square.rank == SIDE - 1);
}

static bool may_enter(const struct reference_siam *siam, struct square to, char facing) {
    if (count_animals(siam, player_to_move(siam)) == 5 || !on_edge(to) || is_barred(siam, to))
        return false;
    if (piece_at(siam, to) == '.')
        return true;
    bool from_outside = !on_board(ahead(to, facing, -1));
    return from_outside && push_is_strong(siam, to, facing);
}

static bool may_go(const struct reference_siam *siam, struct square from, struct square to, char facing) {
    int distance = abs(from.file - to.file) + abs(from.rank - to.rank);
    if (distance != 1 || is_barred(siam, to))
        return false;
    if (piece_at(siam, to) == '.')
        return true;
    struct square front = ahead(from, facing, 1);
    bool straight = facing_of(piece_at(siam, from)) == facing && front.file == to.file && front.rank == to.rank;
    return straight && push_is_strong(siam, to, facing);
}

static bool may_leave(const struct reference_siam *siam, struct square from) {
    return on_edge(from) && !(siam->once && siam->exits[player_to_move(siam) - 1] > 0);
}

/* Whether a text of one of the four forms is a legal move. */
static bool is_legal(const struct reference_siam *siam, const char *move) {
    size_t length = strlen(move);
    if (move[0] == '@')
        return may_enter(siam, square_of(move + 1), move[3]);
    struct square from = square_of(move);
    char piece = piece_at(siam, from);
    if (!is_animal(piece) || owner_of(piece) != player_to_move(siam))
        return false;
    if (length == 5)
        return may_go(siam, from, square_of(move + 2), move[4]);
    return move[2] == '-' ? may_leave(siam, from) : facing_of(piece) != move[2];
}

static int compare_texts(const void *one, const void *other) { return strcmp(one, other); }

/* Adds a text when it is a legal move. */
static int try_move(const struct reference_siam *siam, reference_text *moves, int count, const char *move) {
    if (!is_legal(siam, move))
        return count;
    if (count == REFERENCE_MOVES_MAX)
        abort();
    strcpy(moves[count], move);
    return count + 1;
}

int reference_siam_moves(const struct reference_siam *siam, reference_text moves[REFERENCE_MOVES_MAX]) {
    static const char files[] = "abcde", ranks[] = "12345", ends[] = "nesw-";
    int count = 0;
    if (siam->winner != 0 || siam->drawn)
        return 0;
    for (int i = 0; i < SIDE * SIDE * 5; i++) {
        const char file = files[i % 5], rank = ranks[i / 5 % 5], end = ends[i / 25];
        count = try_move(siam, moves, count, (reference_text){file, rank, end});
        if (end == '-')
            continue;
        count = try_move(siam, moves, count, (reference_text){'@', file, rank, end});
        for (int j = 0; j < SIDE * SIDE; j++)
            count = try_move(siam, moves, count, (reference_text){file, rank, files[j % 5], ranks[j / 5], end});
    }
    qsort(moves, (size_t)count, sizeof *moves, compare_texts);
    return count;
}

void reference_siam_play(struct reference_siam *siam, const char *move) {
    const int player = player_to_move(siam);
    const bool enters = move[0] == '@', goes = strlen(move) == 5;
    const struct square from = square_of(move), to = square_of(enters ? move + 1 : goes ? move + 2 : move);
    const char end = move[strlen(move) - 1];
    if (!enters && !goes)
        put(siam, to, '.');
    if (piece_at(siam, to) != '.')
        push(siam, to, end, player);
    if (goes)
        put(siam, from, '.');
    if (end != '-')
        put(siam, to, animal_of(player, end));
    else if (siam->once)
        siam->exits[player - 1]++;
    siam->ply++;
}

/* ---- Position text -------------------------------------------------------------------------------------------- */

void reference_siam_write(const struct reference_siam *siam, char *buffer, size_t size) {
    char board[64], status[3];
    int used = 0;
    for (int rank = SIDE - 1; rank >= 0; rank--) {
        for (int file = 0; file < SIDE; file++) {
            char piece = siam->board[file][rank];
            bool joins = piece == '.' && file > 0 && siam->board[file - 1][rank] == '.';
            if (joins)
                board[used - 1]++;
            else
                board[used++] = piece == '.' ? '1' : piece;
        }
        board[used++] = rank > 0 ? '/' : '\0';
    }
    if (siam->drawn)
        strcpy(status, "=");
    else
        snprintf(status, sizeof status, siam->winner != 0 ? "%d#" : "%d",
                 siam->winner != 0 ? siam->winner : player_to_move(siam));
    snprintf(buffer, size, "%s %s %ld %d%d", board, status, siam->ply, siam->exits[0], siam->exits[1]);
}

/* Fills the board from its text, whatever that is; writing it again shows whether it was right. */
static void board_fill(struct reference_siam *siam, const char *text) {
    memset(siam->board, '.', sizeof siam->board);
    struct square square = {0, SIDE - 1};
    for (; *text != '\0' && *text != ' '; text++) {
        if (*text == '/')
            square = (struct square){0, square.rank - 1};
        else if (isdigit((unsigned char)*text))
            square.file += *text - '0';
        else
            put(siam, (struct square){square.file++, square.rank}, *text);
    }
}

static bool pieces_are_known(const struct reference_siam *siam) {
    for (int i = 0; i < SIDE * SIDE; i++)
        if (strchr(".#NESWnesw", siam->board[i / SIDE][i % SIDE]) == NULL)
            return false;
    return true;
}

/* The text is read without care, written again with care, and must be the same. */
bool reference_siam_read(struct reference_siam *siam, const char *spec, const char *text) {
    *siam = (struct reference_siam){.crossed = strstr(spec, "openings=crossed") != NULL,
                                    .once = strstr(spec, "exits=once") != NULL,
                                    .total = strstr(spec, "push=total") != NULL,
                                    .draws = strstr(spec, "repetition=none") == NULL};
    char status[3] = "", exits[3] = "", again[256];
    board_fill(siam, text);
    if (sscanf(text, "%*s %2s %9ld %2[0-9]", status, &siam->ply, exits) != 3 || siam->ply < 0)
        return false;
    siam->drawn = status[0] == '=';
    siam->winner = status[1] == '#' ? status[0] - '0' : 0;
    siam->exits[0] = exits[0] - '0';
    siam->exits[1] = exits[1] != '\0' ? exits[1] - '0' : 0;
    reference_siam_write(siam, again, sizeof again);
    if (strcmp(again, text) != 0 || !pieces_are_known(siam) || siam->winner > 2)
        return false;
    const int most = siam->once ? 1 : 0;
    return count_animals(siam, 1) <= 5 && count_animals(siam, 2) <= 5 &&
           count_rocks(siam) == (siam->winner != 0 ? 2 : 3) && (siam->draws || !siam->drawn) &&
           siam->exits[0] <= most && siam->exits[1] <= most;
}

/* siam.c - the rules of Siam. siam.h draws the board and the move. */
#include "siam.h"
#include "registry.h"

#include <assert.h>
#include <string.h>

#define FILE_A UINT32_C(0x01041041)
#define RANK_1 UINT32_C(0x0000001F)
#define CROSSED ((UINT32_C(1) << 2) | (UINT32_C(1) << 26)) /* c1 and c5 */

enum { CROSSED_PLIES = 4, PLY_MAX = 999999999 };

/* The edge squares through which one can come in, for each direction of entering. */
static const uint32_t entrance[SIAM_FACING_COUNT] = {RANK_1, FILE_A, RANK_1 << 24, FILE_A << 4};

/* From a square to the next one in each direction. */
static const int stride[SIAM_FACING_COUNT] = {SIAM_STRIDE, 1, -SIAM_STRIDE, -1};

static struct siam *siam_edit(struct tab_position *position) { return (struct siam *)(void *)position->state; }

static int count_bits(uint32_t bits) { return __builtin_popcount(bits); }
static int lowest_bit(uint32_t bits) { return __builtin_ctz(bits); }

static tab_move move_make(enum siam_kind kind, int from, int to, enum siam_facing facing) {
    return (tab_move)from | (tab_move)to << 5 | (tab_move)facing << 10 | (tab_move)kind << 12;
}

/* ---- Pushing -------------------------------------------------------------------------------------------------- */

/* Counts the force of a push up to where the push fails or the run ends. Always inline: where a loop over the facings
 * is unrolled, every step becomes one shift, and compilers do not agree about when that is worth it. */
static inline __attribute__((always_inline)) bool push_measure(const struct tab_rules *rules, const struct siam *siam,
                                                               uint32_t to, enum siam_facing facing, int *end_force) {
    const uint32_t occupied = siam_occupied(siam);
    const uint32_t along = siam_facing_mask(siam, facing);
    const uint32_t against = siam_facing_mask(siam, siam_opposite(facing));
    const bool running = rules->choice[SIAM_OPTION_PUSH] == 0;
    int force = 1, rocks = 0;
    bool strong = true;
    for (uint32_t square = to; square & occupied; square = siam_step(square, facing)) {
        force += ((square & along) != 0) - ((square & against) != 0);
        rocks += (square & siam->rocks) != 0;
        strong = force >= 1 && force >= rocks;
        if (running && !strong)
            break;
    }
    *end_force = force;
    return strong;
}

bool siam_push_legal(const struct tab_rules *rules, const struct siam *siam, uint32_t to, enum siam_facing facing) {
    int force;
    return push_measure(rules, siam, to, facing, &force);
}

/* The owner (1 or 2) of the animal nearest to the far end `last` of a pushed run that faces the push. That is the
 * pusher, of the player `owner`, when no animal of the run does. */
static int run_owner(const struct siam *siam, uint32_t pusher, int owner, uint32_t last, enum siam_facing facing) {
    const uint32_t along = siam_facing_mask(siam, facing);
    uint32_t square = last;
    while (square != pusher && !(square & along))
        square = siam_step(square, siam_opposite(facing));
    if (square == pusher)
        return owner;
    return square & siam->animals[0] ? 1 : 2;
}

/* Moves the run that begins at `to` one square on. What falls off the board leaves it; a rock ends the game. `from`
 * is the pusher's square, or 0 when it comes from outside. */
static void run_shift(struct siam *siam, uint32_t from, uint32_t to, enum siam_facing facing) {
    const uint32_t occupied = siam_occupied(siam);
    uint32_t run = 0, last = to;
    for (uint32_t square = to; square & occupied; square = siam_step(square, facing)) {
        run |= square;
        last = square;
    }
    if (last & siam->rocks && !(siam_step(last, facing) & SIAM_BOARD)) {
        uint32_t pusher = from != 0 ? from : siam_step(to, siam_opposite(facing));
        siam->outcome = (int8_t)run_owner(siam, pusher, siam->mover + 1, last, facing);
    }
    uint32_t *const planes[] = {&siam->animals[0], &siam->animals[1], &siam->rocks, &siam->facing[0], &siam->facing[1]};
    for (size_t i = 0; i < sizeof planes / sizeof *planes; i++) {
        uint32_t moved = siam_step(*planes[i] & run, facing) & SIAM_BOARD;
        *planes[i] = (*planes[i] & ~run) | moved;
    }
}

/* ---- Legal moves ---------------------------------------------------------------------------------------------- */

static bool may_leave(const struct tab_rules *rules, const struct siam *siam) {
    return rules->choice[SIAM_OPTION_EXITS] == 0 || siam->exits[siam->mover] == 0;
}

uint32_t siam_barred(const struct tab_rules *rules, const struct siam *siam) {
    bool crossed = rules->choice[SIAM_OPTION_OPENINGS] != 0 && siam->ply < CROSSED_PLIES;
    return crossed ? CROSSED : 0;
}

/* Squares entered by the pushes of one direction that are strong enough: of the mover's animals, and from outside. */
struct pushes {
    uint32_t inside, outside;
};

static inline struct pushes legal_pushes(const struct tab_rules *rules, const struct siam *siam, uint32_t bar,
                                         bool reserve, enum siam_facing facing) {
    const uint32_t own = siam->animals[siam->mover], occupied = siam_occupied(siam);
    const uint32_t inside = siam_step(own & siam_facing_mask(siam, facing), facing);
    const uint32_t outside = reserve ? entrance[facing] : 0;
    uint32_t legal = 0;
    for (uint32_t rest = (inside | outside) & occupied & ~bar; rest != 0; rest &= rest - 1)
        if (siam_push_legal(rules, siam, rest & -rest, facing))
            legal |= rest & -rest;
    return (struct pushes){legal & inside, legal & outside};
}

static int siam_count(const struct tab_rules *rules, const struct tab_position *position) {
    const struct siam *siam = siam_of(position);
    if (siam->outcome != TAB_ONGOING)
        return 0;
    const uint32_t own = siam->animals[siam->mover], bar = siam_barred(rules, siam);
    const uint32_t free = SIAM_BOARD & ~siam_occupied(siam) & ~bar;
    const bool reserve = count_bits(own) < SIAM_ANIMALS;
    int walks = 0, pushed = 0;
    for (enum siam_facing facing = SIAM_N; facing < SIAM_FACING_COUNT; facing++) {
        struct pushes pushes = legal_pushes(rules, siam, bar, reserve, facing);
        walks += count_bits(siam_step(own, facing) & free);
        pushed += count_bits(pushes.inside) + count_bits(pushes.outside);
    }
    int entries = reserve ? count_bits(free & SIAM_EDGE) : 0;
    int exits = may_leave(rules, siam) ? count_bits(own & SIAM_EDGE) : 0;
    return 4 * (entries + walks) + 3 * count_bits(own) + exits + pushed;
}

/* Adds one move for each of the four facings. */
static tab_move *add_facings(tab_move *out, enum siam_kind kind, int from, int to) {
    const tab_move move = move_make(kind, from, to, SIAM_N);
    for (tab_move facing = 0; facing < SIAM_FACING_COUNT; facing++)
        *out++ = move | facing << 10;
    return out;
}

/* Adds the pushes in one direction that enter the squares `entered`, made from `back` squares behind. */
static tab_move *add_pushes(tab_move *out, enum siam_kind kind, uint32_t entered, int back, enum siam_facing facing) {
    for (; entered != 0; entered &= entered - 1)
        *out++ = move_make(kind, lowest_bit(entered) - back, lowest_bit(entered), facing);
    return out;
}

/* Walks, turns and exit of one animal. Which walks are possible is as good as random, so their moves are written first
 * and then kept or not, without a branch to mispredict. */
static tab_move *add_animal(const struct siam *siam, uint32_t free, bool leaves, int square, tab_move *out) {
    const uint32_t animal = UINT32_C(1) << square;
    const enum siam_facing now = siam_facing_at(siam, square);
    for (enum siam_facing facing = SIAM_N; facing < SIAM_FACING_COUNT; facing++) {
        tab_move *kept = add_facings(out, SIAM_WALK, square, (square + stride[facing]) & 31);
        out = siam_step(animal, facing) & free ? kept : out;
    }
    for (int turn = 1; turn < SIAM_FACING_COUNT; turn++)
        *out++ = move_make(SIAM_TURN, square, square, (enum siam_facing)(((int)now + turn) % SIAM_FACING_COUNT));
    *out = move_make(SIAM_LEAVE, square, square, SIAM_N);
    return out + (leaves && animal & SIAM_EDGE);
}

static int siam_moves(const struct tab_rules *rules, const struct tab_position *position, tab_move *moves) {
    const struct siam *siam = siam_of(position);
    if (siam->outcome != TAB_ONGOING)
        return 0;
    const uint32_t own = siam->animals[siam->mover], bar = siam_barred(rules, siam);
    const uint32_t free = SIAM_BOARD & ~siam_occupied(siam) & ~bar;
    const bool leaves = may_leave(rules, siam), reserve = count_bits(own) < SIAM_ANIMALS;
    tab_move *out = moves;
    for (uint32_t rest = own; rest != 0; rest &= rest - 1)
        out = add_animal(siam, free, leaves, lowest_bit(rest), out);
    for (uint32_t rest = reserve ? free & SIAM_EDGE : 0; rest != 0; rest &= rest - 1)
        out = add_facings(out, SIAM_ENTER, lowest_bit(rest), lowest_bit(rest));
    for (enum siam_facing facing = SIAM_N; facing < SIAM_FACING_COUNT; facing++) {
        struct pushes pushes = legal_pushes(rules, siam, bar, reserve, facing);
        out = add_pushes(out, SIAM_PUSH, pushes.inside, stride[facing], facing);
        out = add_pushes(out, SIAM_ENTER_PUSH, pushes.outside, 0, facing);
    }
    return (int)(out - moves);
}

/* ---- Playing -------------------------------------------------------------------------------------------------- */

static void animal_remove(struct siam *siam, uint32_t square) {
    siam->animals[siam->mover] &= ~square;
    siam->facing[0] &= ~square;
    siam->facing[1] &= ~square;
}

static void animal_put(struct siam *siam, uint32_t square, enum siam_facing facing) {
    siam->animals[siam->mover] |= square;
    siam->facing[0] |= facing & 1 ? square : 0;
    siam->facing[1] |= facing & 2 ? square : 0;
}

static void siam_play(const struct tab_rules *rules, struct tab_position *position, tab_move move) {
    struct siam *siam = siam_edit(position);
    const uint32_t from = UINT32_C(1) << siam_move_from(move), to = UINT32_C(1) << siam_move_to(move);
    const enum siam_facing facing = siam_move_facing(move);
    const enum siam_kind kind = siam_move_kind(move);
    if (kind == SIAM_PUSH || kind == SIAM_ENTER_PUSH)
        run_shift(siam, kind == SIAM_PUSH ? from : 0, to, facing);
    if (kind != SIAM_ENTER && kind != SIAM_ENTER_PUSH)
        animal_remove(siam, from);
    if (kind != SIAM_LEAVE)
        animal_put(siam, to, facing);
    else if (rules->choice[SIAM_OPTION_EXITS] != 0)
        siam->exits[siam->mover]++;
    siam->mover ^= 1;
    /* At the greatest number that can be written the counter swings between the last two, which keeps whose turn
     * it says. */
    siam->ply = siam->ply < PLY_MAX ? siam->ply + 1 : siam->ply - 1;
}

static void siam_start(const struct tab_rules *rules, struct tab_position *position) {
    (void)rules;
    struct siam *siam = siam_edit(position);
    siam->rocks = UINT32_C(7) << (2 * SIAM_STRIDE + 1);
    siam->outcome = TAB_ONGOING;
}

static int siam_player(const struct tab_position *position) {
    const struct siam *siam = siam_of(position);
    return siam->outcome == TAB_ONGOING ? siam->mover + 1 : 0;
}

static int siam_outcome(const struct tab_rules *rules, const struct tab_position *position, const char **reason) {
    (void)rules;
    int outcome = siam_of(position)->outcome;
    if (outcome != TAB_ONGOING)
        *reason = outcome == TAB_DRAWN ? N_("the position occurred three times") : N_("a rock left the board");
    return outcome;
}

static int siam_score(const struct tab_rules *rules, const struct tab_position *position, struct tab_score *lines) {
    (void)rules;
    const struct siam *siam = siam_of(position);
    lines[0] = (struct tab_score){.label = N_("animals on the board")};
    lines[1] = (struct tab_score){.label = N_("animals in reserve")};
    for (int side = 0; side < 2; side++) {
        lines[0].value[side] = count_bits(siam->animals[side]);
        lines[1].value[side] = SIAM_ANIMALS - lines[0].value[side];
    }
    return 2;
}

static void siam_declare_draw(struct tab_position *position) { siam_edit(position)->outcome = TAB_DRAWN; }

/* ---- Identity ------------------------------------------------------------------------------------------------- */

static uint64_t siam_hash(const struct tab_position *position) {
    const struct siam *siam = siam_of(position);
    uint64_t status = (uint64_t)siam->mover | (uint64_t)siam->exits[0] << 8 | (uint64_t)siam->exits[1] << 16 |
                      (uint64_t)(uint8_t)siam->outcome << 24;
    uint64_t hash = hash_mix(0, (uint64_t)siam->animals[0] << 32 | siam->animals[1]);
    hash = hash_mix(hash, (uint64_t)siam->facing[0] << 32 | siam->facing[1]);
    return hash_mix(hash, (uint64_t)siam->rocks << 32 | status);
}

static bool siam_repeats(const struct tab_position *one, const struct tab_position *other) {
    struct siam first = *siam_of(one), second = *siam_of(other);
    first.ply = second.ply = 0;
    return memcmp(&first, &second, sizeof first) == 0;
}

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
    animal_put(siam, UINT32_C(1) << square, (enum siam_facing)(found - facing_letters));
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
    int elephants = count_bits(siam->animals[0]), rhinos = count_bits(siam->animals[1]);
    int rocks = count_bits(siam->rocks), needed = siam->outcome > 0 ? SIAM_ROCKS - 1 : SIAM_ROCKS;
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

static bool siam_position_read(const struct tab_rules *rules, const char *text, struct tab_position *position,
                               struct tab_error *error) {
    struct siam *siam = siam_edit(position);
    struct field fields[4];
    struct status status;
    long ply;
    if (!text_split(text, fields, 4, field_names, error) || !board_read(siam, &fields[0], error) ||
        !text_read_status(&fields[1], 2, &status, error) || !text_read_number(&fields[2], PLY_MAX, &ply, error) ||
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

static size_t siam_position_write(const struct tab_rules *rules, const struct tab_position *position, char *buffer,
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

static size_t siam_move_write(const struct tab_rules *rules, const struct tab_position *position, tab_move move,
                              char *buffer, size_t size) {
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
    int force;
    push_measure(rules, siam, UINT32_C(1) << to, (enum siam_facing)facing, &force);
    return force < 1 ? N_("the push is too weak: an animal stands against it")
                     : N_("the push is too weak: more rocks than animals that push");
}

static const char *entry_refusal(const struct tab_rules *rules, const struct siam *siam,
                                 const struct attempt *attempt) {
    assert(attempt->to >= 0 && attempt->facing >= 0);
    const uint32_t to = UINT32_C(1) << attempt->to;
    if (count_bits(siam->animals[siam->mover]) == SIAM_ANIMALS)
        return N_("no animal is left in the reserve");
    if (!(to & SIAM_EDGE))
        return N_("animals enter on the edge only");
    if (to & siam_barred(rules, siam))
        return N_("c1 and c5 are barred during the first two turns");
    if (!(to & entrance[attempt->facing]))
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

static void siam_move_explain(const struct tab_rules *rules, const struct tab_position *position, const char *text,
                              struct tab_error *error) {
    struct attempt attempt;
    if (attempt_read(text, &attempt, error))
        error_set(error, 0, refusal(rules, siam_of(position), &attempt), NULL, NULL);
}

/* ---- The game ------------------------------------------------------------------------------------------------- */

static const struct tab_choice opening_choices[] = {
    {"free", N_("no restriction")},
    {"crossed", N_("no arrival on c1 or c5 during each player's first two turns")},
    {NULL, NULL},
};

static const struct tab_choice exit_choices[] = {
    {"unlimited", N_("animals leave the board as often as they like")},
    {"once", N_("each player may leave the board once in the game")},
    {NULL, NULL},
};

static const struct tab_choice push_choices[] = {
    {"running", N_("a push must be strong enough after every piece of the run")},
    {"total", N_("a push must be strong enough for the run as a whole")},
    {NULL, NULL},
};

static const struct tab_option options[] = {
    [SIAM_OPTION_OPENINGS] = {.key = "openings", .summary = N_("first turns"), .choices = opening_choices},
    [SIAM_OPTION_EXITS] = {.key = "exits", .summary = N_("leaving the board"), .choices = exit_choices},
    [SIAM_OPTION_PUSH] = {.key = "push", .summary = N_("strength of a push"), .choices = push_choices},
    [SIAM_OPTION_REPETITION] = {.key = "repetition",
                                .summary = N_("repeated positions"),
                                .choices = game_repetition_choices},
    {.key = NULL},
};

const struct tab_game siam_game = {
    .id = "siam",
    .title = "Siam",
    .players_min = 2,
    .players_max = 2,
    .options = options,
    .repetition = SIAM_OPTION_REPETITION,
    .option_read = game_no_option_read,
    .option_write = game_no_option_write,
    .rules_derive = game_nothing_derived,
    .players = game_two_players,
    .start = siam_start,
    .deal = game_no_deal,
    .player = siam_player,
    .moves = siam_moves,
    .count = siam_count,
    .play = siam_play,
    .outcome = siam_outcome,
    .shares = game_all_share,
    .score = siam_score,
    .declare_draw = siam_declare_draw,
    .hash = siam_hash,
    .repeats = siam_repeats,
    .position_read = siam_position_read,
    .position_write = siam_position_write,
    .move_write = siam_move_write,
    .move_explain = siam_move_explain,
};

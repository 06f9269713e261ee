/* santasi_prover.c - proofs about the opening, recorded as they come. */
#include "santasi_prover.h"

#include "../rules/santasi.h"
#include "clock.h"
#include "santasi_store.h"

#include <stdlib.h>
#include <string.h>

/* Positions with fewer cylinders are searched move by move here, so that a proof is made of many small ones. With 4 and
 * 3 GiB the default set has its first record after 15 seconds and its start after 113; with 2 the first record came after
 * 101, with 8 after 10, but the start not within 300. What the memory does not do for is searched move by move, too. */
enum { SPLIT_PLIES = 4, SPLIT_MOST = 10, MOVES_MAX = 30, FIRST_SLOTS = 1024 };

/* A move is searched with as many nodes first as there is memory for, so that one that is easy to prove is found among
 * hard ones, then with more and more. With a million, little was answered before all moves had been tried in vain. What a
 * search finds out before its nodes run out stays in the solver's tables. */
enum { FIRST_BUDGET_LEAST = 1 << 20, BYTES_A_NODE = 64, BUDGET_GROWTH = 8 };

/* How a question ended. */
enum ask { ASK_ANSWERED, ASK_SHORT /* of nodes */, ASK_FULL /* memory */, ASK_STOPPED };

struct santasi_prover {
    struct tab_rules rules;
    struct santasi_solver *solver;
    uint64_t *slots; /* records by key, 0 where free; the number is a power of two */
    size_t slot_count, record_count;
    uint64_t first_budget;                 /* nodes */
    uint64_t nodes;                        /* of finished questions */
    const struct santasi_proving *proving; /* of the call in progress */
    int64_t began;
};

/* ---- Life ----------------------------------------------------------------------------------------------------- */

struct santasi_prover *santasi_prover_new(const struct tab_rules *rules, size_t bytes) {
    assert(santasi_book_supports(rules));
    struct santasi_prover *prover = calloc(1, sizeof *prover);
    if (prover == NULL)
        return NULL;
    prover->rules = *rules;
    prover->slot_count = FIRST_SLOTS;
    prover->first_budget = bytes / BYTES_A_NODE;
    if (prover->first_budget < FIRST_BUDGET_LEAST)
        prover->first_budget = FIRST_BUDGET_LEAST;
    prover->slots = calloc(FIRST_SLOTS, sizeof *prover->slots);
    prover->solver = santasi_solver_new(rules, bytes);
    if (prover->slots != NULL && prover->solver != NULL)
        return prover;
    santasi_prover_free(prover);
    return NULL;
}

void santasi_prover_free(struct santasi_prover *prover) {
    if (prover == NULL)
        return;
    santasi_solver_free(prover->solver);
    free(prover->slots);
    free(prover);
}

size_t santasi_prover_count(const struct santasi_prover *prover) { return prover->record_count; }

/* ---- Records -------------------------------------------------------------------------------------------------- */

/* The slot with the record of a key, or the free one where it belongs. No record is zero: every one says that the
 * outcome is at most something. */
static uint64_t *slot_find(const struct santasi_prover *prover, uint64_t key) {
    size_t slot = (size_t)hash_mix(0, key) & (prover->slot_count - 1);
    while (prover->slots[slot] != 0 && santasi_record_key(prover->slots[slot]) != key)
        slot = (slot + 1) & (prover->slot_count - 1);
    return &prover->slots[slot];
}

static bool slots_grow(struct santasi_prover *prover) {
    uint64_t *old = prover->slots;
    const size_t count = prover->slot_count;
    uint64_t *grown = calloc(count * 2, sizeof *grown);
    if (grown == NULL)
        return false;
    prover->slots = grown;
    prover->slot_count = count * 2;
    for (size_t i = 0; i < count; i++)
        if (old[i] != 0)
            *slot_find(prover, santasi_record_key(old[i])) = old[i];
    free(old);
    return true;
}

/* Puts a record in the place of what is known of its position. */
static bool record_put(struct santasi_prover *prover, uint64_t record) {
    if ((prover->record_count + 1) * 2 > prover->slot_count && !slots_grow(prover))
        return false;
    uint64_t *slot = slot_find(prover, santasi_record_key(record));
    prover->record_count += *slot == 0;
    *slot = record;
    return true;
}

bool santasi_prover_recall(struct santasi_prover *prover, const struct santasi_book *book) {
    for (size_t i = 0; i < book->count; i++)
        if (!record_put(prover, santasi_book_record(book, i)))
            return false;
    return true;
}

static int record_compare(const void *one, const void *other) {
    const uint64_t first = *(const uint64_t *)one, second = *(const uint64_t *)other;
    return (first > second) - (first < second);
}

size_t santasi_prover_write(const struct santasi_prover *prover, unsigned char *buffer, size_t size) {
    const size_t needed = SANTASI_BOOK_HEAD + prover->record_count * SANTASI_BOOK_RECORD;
    if (size < needed)
        return needed;
    uint64_t *records = malloc((prover->record_count + 1) * sizeof *records);
    if (records == NULL)
        return 0;
    size_t count = 0;
    for (size_t i = 0; i < prover->slot_count; i++)
        if (prover->slots[i] != 0)
            records[count++] = prover->slots[i];
    qsort(records, count, sizeof *records, record_compare);
    santasi_book_write(&prover->rules, records, count, buffer, size);
    free(records);
    return needed;
}

/* What is known of a position: at least that someone wins or nobody does. */
static struct santasi_proof proof_of(const struct santasi_prover *prover, const struct tab_position *position) {
    struct santasi_proof proof = {.key = santasi_book_key(&prover->rules, position), .low = -1, .high = 1};
    const uint64_t record = *slot_find(prover, proof.key);
    if (record != 0)
        santasi_book_unpack(&prover->rules, position, record, &proof);
    return proof;
}

static bool proof_keep(struct santasi_prover *prover, const struct tab_position *position,
                       const struct santasi_proof *proof) {
    if (!record_put(prover, santasi_book_pack(&prover->rules, position, proof)))
        return false;
    if (prover->proving->proven != NULL)
        prover->proving->proven(prover->proving->limits.context);
    return true;
}

/* ---- Proofs --------------------------------------------------------------------------------------------------- */

/* Passes progress on with all nodes so far. */
static void progress_pass(void *context, uint64_t nodes, uint64_t milliseconds) {
    const struct santasi_prover *prover = context;
    const struct santasi_limits *limits = &prover->proving->limits;
    (void)milliseconds;
    if (limits->progress != NULL)
        limits->progress(limits->context, prover->nodes + nodes, (uint64_t)(clock_now() - prover->began));
}

/* What is left of the limits, and a budget of nodes (0: any number); false when nothing is. */
static bool limits_left(const struct santasi_prover *prover, uint64_t budget, struct santasi_limits *left) {
    const struct santasi_limits *limits = &prover->proving->limits;
    const uint64_t elapsed = (uint64_t)(clock_now() - prover->began);
    *left = (struct santasi_limits){
        .stop = limits->stop, .nodes = budget, .progress = progress_pass, .context = (void *)prover};
    if (limits->milliseconds != 0 && elapsed >= limits->milliseconds)
        return false;
    left->milliseconds = limits->milliseconds == 0 ? 0 : limits->milliseconds - elapsed;
    return limits->stop == NULL || !atomic_load_explicit(limits->stop, memory_order_relaxed);
}

/* Puts one question to the solver. */
static enum ask solver_try(struct santasi_prover *prover, const struct tab_position *position, int outcome,
                           uint64_t budget, bool *reached, tab_move *move) {
    struct santasi_limits left;
    if (!limits_left(prover, budget, &left))
        return ASK_STOPPED;
    const bool known = santasi_solver_reach(prover->solver, position, outcome, &left, reached, move);
    const uint64_t nodes = santasi_solver_nodes(prover->solver);
    prover->nodes += nodes;
    if (known)
        return ASK_ANSWERED;
    if (santasi_solver_exhausted(prover->solver))
        return ASK_FULL;
    return budget != 0 && nodes >= budget ? ASK_SHORT : ASK_STOPPED;
}

static enum ask solver_ask(struct santasi_prover *prover, const struct tab_position *position, int outcome,
                           uint64_t budget, struct santasi_proof *proof) {
    bool reached;
    enum ask ask = solver_try(prover, position, outcome, budget, &reached, &proof->move);
    /* Memory full of what other positions needed is no reason to give up: the next attempt begins with none of it. */
    if (ask == ASK_FULL)
        ask = solver_try(prover, position, outcome, budget, &reached, &proof->move);
    if (ask != ASK_ANSWERED)
        return ask;
    if (reached) {
        proof->low = outcome;
        proof->has_move = true;
    } else {
        proof->high = outcome - 1;
    }
    return ASK_ANSWERED;
}

/* Lists the legal moves that lead to different positions, those with a piece of the other colour first. */
static int moves_list(const struct tab_rules *rules, const struct tab_position *position, tab_move moves[MOVES_MAX]) {
    const uint32_t legal = santasi_of(position)->legal;
    const bool blue = santasi_of(position)->built % 2 == 0;
    uint64_t keys[MOVES_MAX];
    int count = 0;
    for (int i = 0; i < 32; i++) {
        const tab_move move = (tab_move)(blue ? i ^ 16 : i);
        if (!(legal >> move & 1))
            continue;
        struct tab_position next = *position;
        tab_position_play(rules, &next, move);
        keys[count] = santasi_book_key(rules, &next);
        bool twin = false;
        for (int j = 0; j < count; j++)
            twin = twin || keys[j] == keys[count];
        moves[count] = move;
        count += !twin;
    }
    return count;
}

static enum ask proof_ask(struct santasi_prover *prover, const struct tab_position *position, int outcome,
                          uint64_t budget, struct santasi_proof *proof);

/* Asks move by move. */
static enum ask moves_ask(struct santasi_prover *prover, const struct tab_position *position, int outcome,
                          uint64_t budget, struct santasi_proof *proof) {
    tab_move moves[MOVES_MAX];
    const int count = moves_list(&prover->rules, position, moves);
    bool open = false;
    for (int i = 0; i < count; i++) {
        struct tab_position next = *position;
        struct santasi_proof reply;
        tab_position_play(&prover->rules, &next, moves[i]);
        const enum ask ask = proof_ask(prover, &next, 1 - outcome, budget, &reply);
        if (ask == ASK_STOPPED || ask == ASK_FULL)
            return ask;
        open = open || ask == ASK_SHORT;
        if (ask == ASK_SHORT || -reply.high < outcome)
            continue;
        proof->low = outcome;
        proof->has_move = true;
        proof->move = moves[i];
        return ASK_ANSWERED;
    }
    proof->high = open ? proof->high : outcome - 1;
    return open ? ASK_SHORT : ASK_ANSWERED;
}

/* Takes the result of a game that is over; small sets are built up within the plies that are asked move by move. */
static bool over_known(const struct tab_rules *rules, const struct tab_position *position,
                       struct santasi_proof *proof) {
    struct tab_result result;
    tab_position_result(rules, position, &result);
    if (!result.over)
        return false;
    const int player = 1 + santasi_of(position)->built % 2;
    proof->low = proof->high = result.winner == 0 ? 0 : result.winner == player ? 1 : -1;
    return true;
}

/* Proves whether the player to move reaches an outcome. */
static enum ask proof_ask(struct santasi_prover *prover, const struct tab_position *position, int outcome,
                          uint64_t budget, struct santasi_proof *proof) {
    *proof = proof_of(prover, position);
    if (over_known(&prover->rules, position, proof) || proof->low >= outcome || proof->high < outcome)
        return ASK_ANSWERED;
    const int built = santasi_of(position)->built;
    const bool split = built < SPLIT_PLIES;
    enum ask ask = (split ? moves_ask : solver_ask)(prover, position, outcome, budget, proof);
    if (ask == ASK_FULL && !split && built < SPLIT_MOST)
        ask = moves_ask(prover, position, outcome, budget, proof);
    if (ask != ASK_ANSWERED)
        return ask;
    return proof_keep(prover, position, proof) ? ASK_ANSWERED : ASK_STOPPED;
}

/* Asks with more and more nodes. */
static bool proof_reach(struct santasi_prover *prover, const struct tab_position *position, int outcome,
                        struct santasi_proof *proof) {
    uint64_t budget = prover->first_budget;
    enum ask ask;
    while ((ask = proof_ask(prover, position, outcome, budget, proof)) == ASK_SHORT)
        budget *= BUDGET_GROWTH;
    return ask == ASK_ANSWERED;
}

/* Proves the outcome itself. */
static bool proof_complete(struct santasi_prover *prover, const struct tab_position *position,
                           struct santasi_proof *proof) {
    return proof_reach(prover, position, 1, proof) && (proof->low == 1 || proof_reach(prover, position, 0, proof));
}

bool santasi_prover_prove(struct santasi_prover *prover, const struct tab_position *position,
                          const struct santasi_proving *proving, int *outcome) {
    struct santasi_proof proof;
    prover->proving = proving;
    prover->began = clock_now();
    if (!proof_complete(prover, position, &proof))
        return false;
    *outcome = proof.high;
    return true;
}

/* ---- The book ------------------------------------------------------------------------------------------------- */

/* Positions, each once. */
struct frontier {
    struct tab_position *positions;
    size_t count, capacity;
    struct santasi_store keys;
};

static void frontier_begin(struct frontier *frontier, struct santasi_allowance *allowance) {
    *frontier = (struct frontier){0};
    santasi_store_begin(&frontier->keys, 2, allowance);
}

static void frontier_end(struct frontier *frontier) {
    free(frontier->positions);
    santasi_store_end(&frontier->keys);
}

static bool frontier_add(struct frontier *frontier, uint64_t key, const struct tab_position *position) {
    const uint32_t words[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
    const uint32_t number = santasi_store_add(&frontier->keys, words);
    if (number == SANTASI_NONE)
        return false;
    if (number < frontier->count)
        return true;
    if (frontier->count == frontier->capacity) {
        const size_t capacity = frontier->capacity == 0 ? MOVES_MAX : frontier->capacity * 2;
        struct tab_position *grown = realloc(frontier->positions, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        frontier->positions = grown;
        frontier->capacity = capacity;
    }
    frontier->positions[frontier->count++] = *position;
    return true;
}

/* Adds every position after a reply. */
static bool replies_add(const struct santasi_prover *prover, const struct tab_position *position,
                        struct frontier *next) {
    tab_move moves[MOVES_MAX];
    const int count = moves_list(&prover->rules, position, moves);
    for (int i = 0; i < count; i++) {
        struct tab_position after = *position;
        tab_position_play(&prover->rules, &after, moves[i]);
        if (tab_position_player(&prover->rules, &after) != 0 &&
            !frontier_add(next, santasi_book_key(&prover->rules, &after), &after))
            return false;
    }
    return true;
}

/* Proves a move in every position of a frontier, where something can be reached, and collects what can follow. */
static bool frontier_prove(struct santasi_prover *prover, const struct frontier *frontier, struct frontier *next) {
    for (size_t i = 0; i < frontier->count; i++) {
        struct santasi_proof proof;
        struct tab_position after = frontier->positions[i];
        if (!proof_complete(prover, &after, &proof))
            return false;
        if (!proof.has_move)
            continue;
        tab_position_play(&prover->rules, &after, proof.move);
        if (tab_position_player(&prover->rules, &after) != 0 && !replies_add(prover, &after, next))
            return false;
    }
    return true;
}

/* Proves the moves of a frontier and puts what follows in its place. */
static bool frontier_advance(struct santasi_prover *prover, struct frontier *frontier,
                             struct santasi_allowance *allowance) {
    struct frontier next;
    frontier_begin(&next, allowance);
    const bool good = frontier_prove(prover, frontier, &next);
    frontier_end(frontier);
    *frontier = next;
    return good;
}

bool santasi_prover_extend(struct santasi_prover *prover, int plies, const struct santasi_proving *proving) {
    assert(plies < SANTASI_BOOK_BUILT_MAX);
    struct santasi_allowance allowance = {SIZE_MAX};
    struct frontier frontier[2]; /* positions in which each player is to move */
    struct tab_position start;
    prover->proving = proving;
    prover->began = clock_now();
    tab_position_start(&prover->rules, &start);
    frontier_begin(&frontier[0], &allowance);
    frontier_begin(&frontier[1], &allowance);
    struct santasi_proof proof = {0};
    bool good = frontier_add(&frontier[0], santasi_book_key(&prover->rules, &start), &start) &&
                replies_add(prover, &start, &frontier[1]) && proof_complete(prover, &start, &proof);
    /* Whoever has more from the start comes first: that half of the book is the one that wins. */
    for (int turn = 0; turn < 2; turn++) {
        const int player = proof.high >= 0 ? turn : 1 - turn;
        for (int built = player; good && built < plies; built += 2)
            good = frontier_advance(prover, &frontier[player], &allowance);
    }
    frontier_end(&frontier[0]);
    frontier_end(&frontier[1]);
    return good;
}

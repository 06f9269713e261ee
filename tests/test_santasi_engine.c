/* test_santasi_engine.c - the engine plays the end of San Ta Si exactly, and out of a book where it has one. */
#include "testing.h"

#include "engine/brain.h"
#include "engine/knowledge.h"
#include "engine/santasi_solver.h"
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
size_t __sanitizer_get_current_allocated_bytes(void); /* in the library of the sanitizers, without a header of gcc's */
#endif

enum { POSITIONS = 12, LEFT = 11, LEFT_MANY = 20, PLIES = 30 };

static struct tab_engine *engine_new_with(int proof_mib) {
    struct tab_engine_options options;
    tab_engine_defaults(&options);
    options.hash_mib = 1;
    if (proof_mib > 0)
        options.proof_mib = proof_mib;
    struct tab_engine *engine = tab_engine_new(&options);
    assert_non_null(engine);
    return engine;
}

static struct tab_engine *engine_new(void) { return engine_new_with(0); }

/* A random game, played until so many pieces are left. */
static struct tab_position position_deal(const struct tab_rules *rules, struct tab_random *random, int left) {
    struct tab_position position;
    tab_position_start(rules, &position);
    tab_random_playout(random, rules, &position, PLIES - left);
    return position;
}

static int winner_of(struct santasi_solver *solver, const struct tab_position *position) {
    const struct santasi_limits limits = {0};
    struct santasi_verdict verdict;
    assert_true(santasi_solver_solve(solver, position, SANTASI_ASK_OUTCOME, &limits, &verdict));
    return verdict.winner;
}

/* Whoever the solver says wins, the engine's move keeps it so. */
static void test_the_end_is_played_exactly(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct santasi_solver *solver = santasi_solver_new(&rules, (size_t)256 << 20);
    struct tab_engine *engine = engine_new();
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_random random;
    int kept = 0;
    tab_random_seed(&random, 23);
    for (int number = 0; number < POSITIONS; number++) {
        struct tab_position position = position_deal(&rules, &random, LEFT);
        const int player = tab_position_player(&rules, &position), winner = winner_of(solver, &position);
        const struct tab_limits limits = {.nodes = 1000000};
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        assert_true(tab_position_legal(&rules, &position, thought->move));
        assert_int_equal(thought->depth, LEFT); /* all of it is seen, whoever wins */
        if (winner == player)
            assert_int_equal(thought->line[0].mate, LEFT);
        tab_position_play(&rules, &position, thought->move);
        if (winner == player || winner == 0) {
            assert_int_equal(winner_of(solver, &position), winner);
            kept++;
        }
    }
    assert_true(kept > POSITIONS / 4);
    free(thought);
    tab_engine_free(engine);
    santasi_solver_free(solver);
}

/* What a line says of who wins; 0 when nobody does. */
static int line_winner(const struct tab_line *line, int player) {
    return line->mate == 0 ? 0 : line->mate > 0 ? player : 3 - player;
}

/* Each of several lines says what its move leads to, and none that leads to more is left out. */
static void test_several_lines_are_exact(void **state) {
    (void)state;
    enum { LINES = 4 };
    const struct tab_rules rules = testing_rules("santasi");
    const struct tab_limits limits = {.nodes = 10000000};
    struct santasi_solver *solver = santasi_solver_new(&rules, (size_t)256 << 20);
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_engine *engine = engine_new();
    struct tab_engine_options options;
    struct tab_random random;
    tab_engine_defaults(&options);
    options.lines = LINES;
    assert_true(tab_engine_configure(engine, &options));
    tab_random_seed(&random, 29);
    for (int number = 0; number < POSITIONS; number++) {
        struct tab_position position = position_deal(&rules, &random, LEFT);
        const int player = tab_position_player(&rules, &position);
        const int best = winner_of(solver, &position);
        tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
        assert_int_equal(thought->lines, LINES);
        assert_int_equal(line_winner(&thought->line[0], player), best);
        for (int i = 0; i < LINES; i++) {
            struct tab_position next = position;
            tab_position_play(&rules, &next, thought->line[i].moves[0]);
            assert_int_equal(winner_of(solver, &next), line_winner(&thought->line[i], player));
            assert_int_equal(thought->line[i].length, LEFT);
        }
    }
    free(thought);
    tab_engine_free(engine);
    santasi_solver_free(solver);
}

/* Bytes of memory in use: what was allocated, by the sanitizers' count, or else what the process has touched. */
static size_t memory_used(void) {
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    return __sanitizer_get_current_allocated_bytes();
#else
    unsigned long all, resident;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu %lu", &all, &resident), 2);
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
#endif
}

/* What an engine holds after it has thought about a position early enough that there is much to prove. */
static size_t memory_after_thinking(int proof_mib) {
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_random random;
    const struct tab_limits limits = {.nodes = 100000};
    tab_random_seed(&random, 5);
    const struct tab_position position = position_deal(&rules, &random, LEFT_MANY);
    const size_t before = memory_used();
    struct tab_engine *engine = engine_new_with(proof_mib);
    tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
    assert_true(tab_position_legal(&rules, &position, thought->move));
    const size_t held = memory_used() - before;
    tab_engine_free(engine);
    free(thought);
    return held;
}

static void test_proofs_keep_to_their_memory(void **state) {
    (void)state;
    assert_true(memory_after_thinking(2) < (size_t)16 << 20); /* with its table and the rest of the engine */
    assert_true(memory_after_thinking(64) > (size_t)16 << 20);
}

/* What an engine told first, and how often. */
struct hearing {
    struct tab_engine *engine;
    int depth, news;
};

static void first_hear(void *context, const struct tab_info *info) {
    struct hearing *hearing = context;
    if (hearing->news++ == 0)
        hearing->depth = info->depth;
    if (info->depth >= 4)
        tab_engine_stop(hearing->engine);
}

/* The proof of a position in the opening takes long: whoever has set no limit hears of a search before it is there, and
 * gets its move when he stops. */
static void test_an_endless_search_tells_what_it_sees(void **state) {
    (void)state;
    enum { LEFT_MOST = 24 };
    const struct tab_rules rules = testing_rules("santasi");
    const struct tab_limits limits = {0};
    struct hearing hearing = {.engine = engine_new()};
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_random random;
    tab_random_seed(&random, 7);
    const struct tab_position position = position_deal(&rules, &random, LEFT_MOST);
    tab_engine_arm(hearing.engine);
    tab_engine_think(hearing.engine, &rules, &position, NULL, 0, &limits, first_hear, &hearing, thought);
    assert_int_equal(hearing.depth, 1);
    assert_true(thought->depth >= 4 && thought->depth < LEFT_MOST);
    assert_true(tab_position_legal(&rules, &position, thought->move));
    free(thought);
    tab_engine_free(hearing.engine);
}

/* A book of one record: the move it holds is played at the start. */
static void test_the_book_is_followed(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_position position;
    tab_position_start(&rules, &position);
    struct santasi_proof proof = {.key = santasi_book_key(&rules, &position), .low = 1, .high = 1, .has_move = true};
    assert_true(tab_move_parse(&rules, &position, "sC2", &proof.move, NULL));
    const uint64_t record = santasi_book_pack(&rules, &position, &proof);
    const size_t size = SANTASI_BOOK_HEAD + SANTASI_BOOK_RECORD;
    unsigned char *bytes = malloc(size);
    assert_int_equal(santasi_book_write(&rules, &record, 1, bytes, size), size);
    struct tab_engine *engine = engine_new();
    struct tab_thought *thought = malloc(sizeof *thought);
    struct tab_knowledge *knowledge = tab_knowledge_new();
    assert_true(knowledge_take_book(knowledge, &rules, bytes, size, NULL));
    tab_engine_use(engine, knowledge);
    tab_knowledge_free(knowledge);
    const struct tab_limits limits = {.nodes = 100};
    tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
    char text[TAB_MOVE_TEXT];
    tab_move_format(&rules, &position, thought->move, text, sizeof text);
    assert_int_equal(strncmp(text, "sC", 2), 0);
    assert_true(thought->line[0].mate > 0);

    /* Another set is another game. */
    const struct tab_rules other = testing_rules("santasi:set=3x60+3x20+2x60+4x20+3x60");
    tab_position_start(&other, &position);
    tab_engine_think(engine, &other, &position, NULL, 0, &limits, NULL, NULL, thought);
    assert_int_equal(thought->line[0].mate, 0);
    free(thought);
    tab_engine_free(engine);
}

/* The book that is installed, for an engine. */
static void book_give(struct tab_engine *engine, const struct tab_rules *rules) {
    struct tab_knowledge *knowledge = tab_knowledge_new();
    assert_non_null(knowledge);
    assert_true(tab_knowledge_read_book(knowledge, rules, TEST_DATA "/../../data/santasi.book", NULL));
    tab_engine_use(engine, knowledge);
    tab_knowledge_free(knowledge);
}

/* A position of the opening, what best play leads to for the player to move, and who wins after its moves. */
struct opening {
    const char *name, *moves;
    int outcome; /* 1 won, 0 drawn, -1 lost */
};

static const struct opening openings[] = {
    {"the start is won", "", 1},
    {"after sA1 everything loses", "sA1", -1},
    {"after sA1 and its reply the game is won", "sA1 bA2", 1},
    {"after sB1 it is drawn", "sB1", 0},
    {"after bC1 it is won", "bC1", 1},
};

static const char *opening_name(const void *row) { return ((const struct opening *)row)->name; }

/* What the engine has told of a position. */
struct telling {
    const struct opening *opening;
    int left, lines, news;
};

/* No line contradicts the proof: the best one says what it is, the others no more than that. */
static void line_check(const struct telling *telling, int index, const struct tab_line *line) {
    const int outcome = telling->opening->outcome;
    if (index == 0 || outcome < 0) {
        assert_true(line->proven);
        assert_int_equal(line->mate, outcome * telling->left);
        assert_int_equal(line->bound, TAB_EXACT);
    }
    if (line->mate == 0)
        assert_true(outcome > 0 || line->centi <= 0);
    else
        assert_true(outcome > 0 || line->mate < 0);
}

static void telling_check(void *context, const struct tab_info *info) {
    struct telling *telling = context;
    telling->news++;
    line_check(telling, info->index, info->line);
}

static void test_openings_agree_with_the_proof(void **state) {
    enum { NODES_FEW = 3000, LINES_MOST = 5 };
    const struct opening *opening = *state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_match *match = testing_match("santasi", NULL, opening->moves);
    struct tab_thought *thought = malloc(sizeof *thought);
    for (int lines = 1; lines <= LINES_MOST; lines++) {
        struct telling telling = {opening, PLIES - tab_match_ply(match), lines, 0};
        const struct tab_limits limits = {.nodes = NODES_FEW};
        struct tab_engine_options options;
        struct tab_engine *engine = engine_new();
        book_give(engine, &rules);
        tab_engine_defaults(&options);
        options.lines = lines;
        assert_true(tab_engine_configure(engine, &options));
        tab_engine_think(engine, &rules, tab_match_position(match), tab_match_past(match), tab_match_ply(match),
                         &limits, telling_check, &telling, thought);
        assert_true(telling.news > 0);
        assert_int_equal(thought->lines, lines);
        assert_int_equal(thought->move, thought->line[0].moves[0]);
        for (int i = 0; i < thought->lines; i++)
            line_check(&telling, i, &thought->line[i]);
        tab_engine_free(engine);
    }
    free(thought);
    tab_match_free(match);
}

/* A random game from each first move on: as long as the book knows the position, every value is what it says. */
static void test_games_agree_with_the_book(void **state) {
    enum { GAMES = 12, DEEP = 8, NODES_FEW = 1000 };
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_engine *engine = engine_new();
    struct tab_thought *thought = malloc(sizeof *thought);
    struct santasi_book book;
    struct tab_random random;
    size_t size;
    int known = 0;
    char *bytes = file_read(TEST_DATA "/../../data/santasi.book", 1 << 24, &size);
    assert_true(bytes != NULL && santasi_book_open(&book, &rules, bytes, size, NULL));
    book_give(engine, &rules);
    tab_random_seed(&random, 31);
    for (int game = 0; game < GAMES; game++) {
        struct tab_position position;
        tab_position_start(&rules, &position);
        for (int ply = 0; ply < DEEP; ply++) {
            const struct tab_limits limits = {.nodes = NODES_FEW};
            struct santasi_proof proof;
            tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
            if (santasi_book_find(&book, &rules, &position, &proof) && proof.low == proof.high) {
                assert_true(thought->line[0].proven);
                assert_int_equal(thought->line[0].mate, proof.low * (PLIES - ply));
                known++;
            }
            tab_position_play(&rules, &position,
                              tab_random_below(&random, 2) == 0 ? thought->move
                                                                : tab_random_move(&random, &rules, &position));
        }
    }
    assert_true(known > 2 * GAMES);
    free(bytes);
    free(thought);
    tab_engine_free(engine);
}

static void test_a_damaged_book_is_refused(void **state) {
    (void)state;
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_knowledge *knowledge = tab_knowledge_new();
    struct tab_error error = {0};
    unsigned char *bytes = calloc(1, 64);
    assert_false(knowledge_take_book(knowledge, &rules, bytes, 64, &error));
    assert_non_null(error.what);
    tab_knowledge_free(knowledge);
}

static int start_value(struct tab_engine *engine, int hash_mib, const int16_t *weights) {
    const struct tab_rules rules = testing_rules("santasi");
    struct tab_engine_options options;
    struct tab_position position;
    const struct tab_limits limits = {.depth = 2};
    struct tab_thought *thought = malloc(sizeof *thought);
    tab_engine_defaults(&options);
    options.hash_mib = hash_mib; /* another size empties the table */
    options.weights = weights;
    assert_true(tab_engine_configure(engine, &options));
    tab_position_start(&rules, &position);
    tab_engine_think(engine, &rules, &position, NULL, 0, &limits, NULL, NULL, thought);
    const int centi = thought->line[0].centi;
    free(thought);
    return centi;
}

/* What the evaluation remembers of towers is not that of weights it no longer has. */
static void test_new_weights_count_at_once(void **state) {
    (void)state;
    const struct brain *brain = brain_of(testing_rules("santasi").game);
    int16_t *weights = malloc(sizeof *weights * (size_t)brain->weight_count);
    struct tab_engine *used = engine_new(), *fresh = engine_new();
    brain_unpack(brain, weights);
    const int before = start_value(used, 2, weights);
    for (int i = 0; i < brain->weight_count / 2; i++)
        weights[i] = (int16_t)-weights[i];
    const int after = start_value(used, 3, weights);
    assert_int_not_equal(before, after);
    assert_int_equal(after, start_value(fresh, 2, weights));
    tab_engine_free(used);
    tab_engine_free(fresh);
    free(weights);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_end_is_played_exactly),
        cmocka_unit_test(test_proofs_keep_to_their_memory),
        cmocka_unit_test(test_an_endless_search_tells_what_it_sees),
        cmocka_unit_test(test_several_lines_are_exact),
        cmocka_unit_test(test_the_book_is_followed),
        cmocka_unit_test(test_games_agree_with_the_book),
        cmocka_unit_test(test_a_damaged_book_is_refused),
        cmocka_unit_test(test_new_weights_count_at_once),
    };
    return testing_run_rows("openings", test_openings_agree_with_the_proof, (void *)(uintptr_t)openings,
                            sizeof *openings, (int)(sizeof openings / sizeof *openings), opening_name) +
           cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_game.c - games as the sum of their events, also of such as are not written any more. */
#include "server/game.h"
#include "testing.h"

/* Lets the next event of a game happen. */
static bool happen(struct game *game, struct event event) {
    event.number = game->number + 1;
    return game_apply(game, &event, 0);
}

static struct game *game_of_two(void) {
    struct game *game = game_make("CwRutuCjjj6J");
    struct event create = {.kind = EVENT_CREATE, .setup = {.spec = "siam", .players = 2}};
    for (int i = 0; i < 2; i++)
        create.setup.seats[i] = (struct game_seat){.kind = SEAT_PERSON, .owner = {{(unsigned char)(i + 1)}}};
    assert_true(happen(game, create));
    return game;
}

static void test_nothing_to_decline(void **state) {
    (void)state;
    struct game *game = game_of_two();
    assert_false(happen(game, (struct event){.kind = EVENT_DECLINE, .seat = 2, .offer = OFFER_DRAW}));
    game_drop(game);
}

/* Offers did not always end with their game. */
static void test_declined_after_the_end(void **state) {
    (void)state;
    struct game *game = game_of_two();
    assert_true(happen(game, (struct event){.kind = EVENT_OFFER, .seat = 1, .offer = OFFER_DRAW}));
    assert_true(happen(game, (struct event){.kind = EVENT_END, .reason = END_RESIGNED, .winner = 1}));
    assert_int_equal(game->asked_by[OFFER_DRAW], 0);
    assert_true(happen(game, (struct event){.kind = EVENT_DECLINE, .seat = 2, .offer = OFFER_DRAW}));
    assert_true(happen(game, (struct event){.kind = EVENT_OFFER, .seat = 2, .offer = OFFER_REMATCH}));
    game_drop(game);
}

/* A move once passed over offers without a word. */
static void test_move_over_an_offer(void **state) {
    (void)state;
    struct game *game = game_of_two();
    assert_true(happen(game, (struct event){.kind = EVENT_MOVE, .seat = 1, .move = "@c1n"}));
    assert_true(happen(game, (struct event){.kind = EVENT_OFFER, .seat = 1, .offer = OFFER_DRAW}));
    assert_true(happen(game, (struct event){.kind = EVENT_OFFER, .seat = 1, .offer = OFFER_TAKEBACK}));
    assert_true(happen(game, (struct event){.kind = EVENT_MOVE, .seat = 2, .move = "@c5s"}));
    assert_int_equal(game->asked_by[OFFER_DRAW], 0);
    assert_int_equal(game->asked_by[OFFER_TAKEBACK], 0);
    assert_true(happen(game, (struct event){.kind = EVENT_OFFER, .seat = 1, .offer = OFFER_DRAW}));
    assert_true(happen(game, (struct event){.kind = EVENT_DECLINE, .seat = 2, .offer = OFFER_DRAW}));
    assert_true(happen(game, (struct event){.kind = EVENT_MOVE, .seat = 1, .move = "@b1n"}));
    game_drop(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_to_decline),
        cmocka_unit_test(test_declined_after_the_end),
        cmocka_unit_test(test_move_over_an_offer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

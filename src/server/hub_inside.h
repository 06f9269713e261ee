/* hub_inside.h - what the files of the hub share. */
#ifndef TABLIER_SERVER_HUB_INSIDE_H
#define TABLIER_SERVER_HUB_INSIDE_H

#include "address_book.h"
#include "game.h"
#include "game_request.h"
#include "hub.h"
#include "refusal.h"
#include "text.h"

enum {
    BUCKETS = 1 << 14, /* of the table of rooms */
    WATCH_MAX = 16,    /* games a client watches */
    WAITING_MAX = 16,  /* requests that wait for one game */
    MUTES_MAX = 16,
    CHAT_KEPT = 60, /* lines a newcomer sees */
    LOBBY_MAX = 50, /* lines of each of its lists */
    NO_ID = -1
};

struct message;

/* A request: a message on its way through the hub. */
struct request {
    struct hub *hub;
    struct client *client;
    const struct message *message;
    const json_t *json;
    int64_t id; /* of the client's, NO_ID: none */
    int64_t at; /* when it came */
    bool again; /* for the second time: somebody else was faster with an event */
};

/* A request that waits until the game's event is written down. */
struct waiting {
    struct waiting *next;
    struct client *client;
    const struct message *message;
    json_t *json;
    int64_t id, at;
    bool again;
};

struct chat_line {
    int64_t number, at;
    int seat; /* 0: a spectator, and for spectators only */
    char who[HANDLE_TEXT];
    char name[NAME_TEXT];
    char *text;
};

/* Those who hear each other. */
enum chat_kind { CHAT_SPECTATORS, CHAT_PLAYERS, CHAT_COUNT };

/* What was said among them. */
struct chat {
    struct chat_line *lines[CHAT_KEPT]; /* the last ones, in the order of their numbers */
    int count;
};

/* How much was said from a seat. All spectators have one voice together: there may be any number of them, and what they
 * use up is theirs alone, as what a player uses up is that player's. */
struct voice {
    int lines;
    int64_t paid; /* up to when what was said takes up the time it has; see voice_rests */
};

/* Who watches a game on another server. */
struct presence {
    char node[NODE_TEXT];
    unsigned seats; /* of the players there, a bit each */
    int watchers;
};

/* Names of games. */
struct names {
    char (*ids)[GAME_ID_TEXT];
    int count, room;
};

/* A game in memory, and who is around it. */
struct room {
    struct room *chained;         /* in the same bucket */
    struct room *previous, *next; /* in the list of all */
    struct game *game;
    struct client **watchers;
    int watcher_count, watcher_room;

    uint64_t pending; /* the ticket of the event on its way, 0: none */
    bool unheard;     /* somebody else may have written events that are not read yet */
    bool unheard_chat;
    bool kept; /* this server looks after its clock and its engines */
    struct waiting *waiting, **waiting_end;
    int waiting_count;

    int64_t asked;   /* `moved` of the position an engine was asked about */
    int64_t touched; /* when somebody last looked at it */
    struct {
        int ply;
        char move[TAB_MOVE_TEXT]; /* "": none */
        char node[NODE_TEXT];     /* who plays it: the server where it was made */
    } premove[TAB_PLAYERS_MAX];
    int64_t away_since[TAB_PLAYERS_MAX]; /* 0: here */
    bool presence_changed;
    struct presence *presence; /* on other servers */
    int presence_count;
    unsigned told_seats; /* what they were told last */
    int told_watchers;

    struct chat chats[CHAT_COUNT];
    struct voice voices[1 + TAB_PLAYERS_MAX]; /* by seat */
    int64_t chat_number;                      /* the last that was given to a line */
    int64_t chat_heard;                       /* the last that is kept */
};

/* Somebody who waits for anybody to play a game with. */
struct seek {
    struct seek *next;
    char node[NODE_TEXT]; /* where they wait, and its number there */
    int64_t number;
    struct client *client;   /* NULL: on another server, or gone */
    struct game_setup setup; /* who waits has the first seat */
    int64_t at;
    bool bots; /* a program will do as well */
    bool busy; /* on its way to the store, or into a game */
    bool gone; /* another server was faster */
    bool seen; /* when the list was last read */
};

struct client {
    struct client *previous, *next;
    struct hub *hub;
    void *socket;
    struct visitor visitor;
    int64_t account; /* 0: a guest */
    bool bot;        /* an account that is a program's */
    char handle[HANDLE_TEXT];
    char name[NAME_TEXT]; /* of an account, it stays as it is */
    struct address *address;
    bool greeted, lobby;
    char tournament[GAME_ID_TEXT]; /* that it looks at; "": none */
    int64_t lag;                   /* smoothed time there and back */
    int64_t credit_at;             /* message credit: see rate_take */
    int credit, excess;
    int64_t chat_paid; /* as of a voice */
    struct room *rooms[WATCH_MAX];
    int room_count;
    int waiting;       /* requests of its that wait for a game */
    struct seek *seek; /* NULL: none */
    char mutes[MUTES_MAX][HANDLE_TEXT];
    int mute_count;
};

/* One event on its way to the store: with what it declines when it is a move, with the new game when it is a rematch. */
struct pending {
    struct pending *next;
    uint64_t ticket;
    enum store_kind kind;
    struct room *room;                  /* NULL for what belongs to none */
    struct event declines[OFFER_COUNT]; /* come before it */
    int decline_count;
    struct event event;
    struct room *other; /* the new game of a rematch */
    struct event other_event;
    struct client *client; /* who is told, NULL: nobody */
    int64_t id;
    struct chat_line *line;              /* a line of chat for `room` */
    struct seek *seeks[TAB_PLAYERS_MAX]; /* that are written, or become a game */
    int seek_count;
    const struct message *message; /* what was asked, to be asked again; NULL: nothing */
    json_t *json;
    int64_t at;
    int64_t sent; /* when it was handed to the store */
    bool again;
};

/* Another server that shares the store. */
struct peer {
    char node[NODE_TEXT];
    int64_t alive; /* its last sign of life, and when that was seen here */
    int64_t seen;
    int players, playing;
    bool dead;
    bool listed; /* when the list was last read */
};

/* A time for which nobody is charged: no server was running, the store failed, or the clock was put forward over it. */
struct gap {
    int64_t began, ended;
};

struct hub {
    struct hub_ports ports;
    struct hub_limits limits;
    struct secret secret;
    struct room *buckets[BUCKETS];
    struct room *rooms; /* all */
    int reads;          /* of games, that this tick may still make */
    int unfinished;     /* of their games, when they were last gone through or read */
    struct client *clients;
    struct address_book *addresses;
    struct pending *pending, **pending_end;
    uint64_t ticket;
    uint64_t last_ticket; /* as it was told to stop */
    bool stopping, lobby_changed;
    int64_t lobby_at, alive_at;
    struct gap *gaps; /* none meets another */
    int gap_count;
    int64_t failing_since; /* the store writes nothing; 0: it does */

    struct seek *seeks;
    int64_t seek_number, paired_at;

    /* Where the store is shared: */
    struct peer *peers;
    int peer_count;
    int64_t steady_since; /* our signs of life are written; 0: the last was not */
    int64_t beaten_at;    /* when the last was */
    int64_t ticked_at;    /* when the last tick ended */
    int64_t keep_at;
    bool keep_due;        /* there may be games that nobody keeps */
    bool missed;          /* there may be news that we have not heard */
    bool lobby_stale;     /* there may be listed games that are not in memory */
    struct names keeping; /* games to be kept, not in memory yet */
    struct names begun;
    struct hub_counts counts;
};

static inline int64_t hub_now(const struct hub *hub) { return hub->ports.now(hub->ports.context); }

/* ---- Sending: hub_send.c -------------------------------------------------------------------------------------- */

/* Sends and frees a message. */
void client_send(struct client *client, json_t *json);
/* To everybody who watches a room. */
void room_send(struct room *room, json_t *json);
/* Answers a request: with {"t":"ok"} and the fields given (NULL: none), which are freed. */
void request_answer(const struct request *request, json_t *fields);
void request_refuse(const struct request *request, enum refusal refusal);
/* The same with which field or what of the game is wrong. */
void request_refuse_field(const struct request *request, const char *field);
void request_refuse_text(const struct request *request, enum refusal refusal, const struct tab_error *error);
/* The seat a client has in a room's game, 0: none. */
int room_seat(const struct room *room, const struct client *client);
/* The game as a client sees it. */
void room_send_game(struct room *room, struct client *client, const struct request *request);

/* ---- Rooms: hub_rooms.c --------------------------------------------------------------------------------------- */

/* A room by the name of its game, from the store when it is not in memory. NULL, and `why`, when there is none
 * (REFUSE_GAME), it cannot be read (REFUSE_STORE), or there is no room for it (REFUSE_FULL): it is over, and so are others
 * in memory, all of which somebody watches. */
struct room *room_find(struct hub *hub, const char *id, enum refusal *why);
struct room *room_loaded(struct hub *hub, const char *id); /* only in memory */
struct room *room_new(struct hub *hub, const char *id);
void room_free(struct hub *hub, struct room *room);
void names_clear(struct names *names);
bool name_note(void *context, const struct store_row *row); /* of a struct names */
/* Reads a game from the store that is not in memory; NULL, and `why`, as above. */
struct room *room_load(struct hub *hub, const char *id, enum refusal *why);
bool rooms_load(struct hub *hub);
bool room_watch(struct room *room, struct client *client);
void room_unwatch(struct room *room, struct client *client);
/* Goes through the rooms: clocks, expiry, presence, what nobody needs any more. */
void rooms_tick(struct hub *hub);

/* Has the games in memory that a visitor has not finished; false when it cannot be read which. */
bool rooms_owned(struct hub *hub, const struct visitor *visitor);

/* ---- The clock: hub_clock.c ----------------------------------------------------------------------------------- */

bool gaps_read(struct hub *hub);
/* Nobody is charged for the gaps since their turn began, as the store has it. */
void gaps_skip(const struct hub *hub, struct game *game);
/* Another server has noted a gap; may have. False when they cannot be read. */
void gap_hear(struct hub *hub, int64_t began, int64_t ended);
bool gaps_hear(struct hub *hub);
/* What was handed to the store at `since` could not be written; the store has answered. What lies between is a gap. */
void store_failed(struct hub *hub, int64_t since);
void store_works(struct hub *hub);
/* Up to when time is charged for what comes at `at`: no further than to where the store began to fail. */
int64_t hub_charged(const struct hub *hub, int64_t at);

/* ---- Who is here: hub_presence.c ------------------------------------------------------------------------------ */

/* Looks again who of the players is here. */
void room_presence(struct room *room);
int room_watchers(const struct room *room); /* on all servers */
/* Adds who is here, from when on the others may claim the game, and how many watch. */
void presence_write(const struct hub *hub, const struct room *room, json_t *json);
void presence_tell(struct hub *hub, struct room *room);
/* Another server tells who watches there; asks; is gone (NULL: all of them). */
void presence_hear(struct hub *hub, const char *node, const json_t *json);
void presence_answer(struct hub *hub, struct room *room);
void presence_forget(struct hub *hub, const char *node);
/* Asks the other servers who watches a game; NULL: any game. */
void presence_ask(struct hub *hub, const struct room *room);

/* ---- Quick pairing: hub_seek.c -------------------------------------------------------------------------------- */

void seek_end(struct client *client);
char *seek_encode(const struct seek *seek); /* the caller frees it */
void seeks_free(struct hub *hub);
void seeks_tick(struct hub *hub);
/* The store has written a seek, or could not. */
void seek_written(struct hub *hub, struct seek *seek, const struct request *request, bool good);
/* Seeks have become a game, or still wait. */
void seeks_settle(struct hub *hub, struct seek *const *seeks, int count, bool paired);
void seek_hear(struct hub *hub, const struct store_news *news);
void seeks_read(struct hub *hub);
void seeks_drop(struct hub *hub, const char *node);

/* ---- Several servers: hub_nodes.c ----------------------------------------------------------------------------- */

bool nodes_begin(struct hub *hub);
void nodes_end(struct hub *hub);
void nodes_leave(struct hub *hub);
void nodes_collect(struct hub *hub);
/* When this tick began, and whether somebody has only so much time to move. */
void nodes_tick(struct hub *hub, int64_t began, bool timed);
bool peer_alive(struct hub *hub, const char *node);
int nodes_players(const struct hub *hub); /* people connected, and games being played, on all servers */
int nodes_playing(const struct hub *hub);
void tell_submit(struct hub *hub, json_t *json); /* to the other servers; frees it */
void alive_submit(struct hub *hub);
void kept_settle(struct hub *hub, const struct store_result *result);
void beat_settle(struct hub *hub, bool good);

/* ---- Events on their way: hub_commit.c ------------------------------------------------------------------------ */

/* Hands an event to the store, a move together with what it declines; `request` (NULL: none) is answered when it is confirmed, or refused at once. */
void room_submit(struct hub *hub, struct room *room, const struct event *event, const struct request *request);
/* Begins a new game; its room is made and its name chosen. */
void game_submit(struct hub *hub, const struct game_setup *setup, const struct request *request);
/* A rematch: the event in the old room and the new game, together. */
void rematch_submit(struct hub *hub, struct room *room, struct event *event, const struct request *request);
void chat_submit(struct hub *hub, struct room *room, struct chat_line *line, const struct request *request);
/* A game from seeks, which end with it; false when it cannot be submitted. */
bool pairing_submit(struct hub *hub, const struct game_setup *setup, struct seek *const *seeks);
bool seek_submit(struct hub *hub, struct seek *seek, const struct request *request);
void change_submit(struct hub *hub, const struct store_change *change);
/* Applies an event that is written down and tells everybody who watches. False when it does not fit. */
bool event_take(struct hub *hub, struct room *room, const struct event *event);
/* Everybody who has a seat in a new game, and is connected, is told of it. */
void created_tell(struct hub *hub, const struct room *room, const struct client *except);
/* Forgets a client that is gone. */
void pending_forget(struct hub *hub, const struct client *client);
void pending_free(struct hub *hub);

/* ---- Events of others: hub_hear.c ----------------------------------------------------------------------------- */

/* Reads what is not known yet of a game none of whose events is on its way. */
void room_hear(struct hub *hub, struct room *room);
/* Somebody knows more of a game than we do: they have heard it on another server, whose news are still on their way. */
void room_catch_up(struct hub *hub, struct room *room);
/* Before a request is refused for the state of its game: when others have changed that, looks at it anew; true then. */
bool request_renew(const struct request *request, struct room *room);
/* News of an event or of a line of chat. */
void event_hear(struct hub *hub, const struct store_news *news);
void line_hear(struct hub *hub, const struct store_news *news);
/* An event was not written because somebody else was faster: asks again what was asked, once. */
void pending_yield(struct hub *hub, struct pending *pending);

/* ---- After an event: hub_follow.c ----------------------------------------------------------------------------- */

/* What follows when a room's game has changed: premoves, engines, requests that waited. */
void room_follow(struct hub *hub, struct room *room);
/* Moves made in advance are known to every server that has the game in memory. */
void premove_set(struct hub *hub, struct room *room, int seat, int ply, const char *move);
void premove_hear(struct hub *hub, const char *node, const json_t *json);
void premoves_answer(struct hub *hub, struct room *room);
void premoves_drop(struct room *room);

/* ---- Rated games: hub_rated.c --------------------------------------------------------------------------------- */

/* Whether a game may be rated that a client wants to be; else refuses. */
bool rated_allows(const struct request *request, const struct game_setup *setup);
/* What a client's rating in such a game is; 0: none is shown. */
int client_rating(const struct client *client, const struct game_setup *setup);

/* ---- Messages: hub_messages.c, hub_play.c, hub_lobby.c, hub_chat.c -------------------------------------------- */

/* Does what a message asks for; one that changes a game waits while an event of that game is on its way. */
void message_run(const struct request *request);
/* Lets a request wait for its room; false when too many do. */
bool room_wait(struct room *room, const struct request *request);
void waiting_run(struct hub *hub, struct room *room);
void waiting_free(struct room *room);
/* What a client that is gone has asked for is not carried out. */
void waiting_forget(struct hub *hub, struct client *client);

/* The room a request names. Refuses it, and returns NULL, when there is none. */
struct room *request_room(const struct request *request);
const char *request_text(const struct request *request, const char *key); /* "" when it is not there */
int64_t request_number(const struct request *request, const char *key, int64_t otherwise);

typedef void message_function(const struct request *request);
message_function message_create, message_join, message_leave, message_watch, message_unwatch, message_move,
    message_premove, message_resign, message_abort, message_claim, message_offer, message_decline, message_chat,
    message_mute, message_link, message_device, message_lobby, message_seek, message_unseek, message_games,
    message_record, message_look, message_challenges, message_tournament, message_hello, message_name, message_ping;

/* The lobby's lists, to everybody who looks at them, when they have changed. */
void lobby_tick(struct hub *hub);
/* Whether this client may begin another game, or look for one; else refuses. */
bool lobby_allows(const struct request *request);
/* The same, and the game is counted for its address. */
bool game_allows(const struct request *request);
/* A seat of a game for a client. */
void seat_take(struct game_seat *seat, const struct client *client, const struct game_setup *setup);
/* Reads spec and clock of a request; refuses it when they are not good. */
bool setup_read(const struct request *request, struct game_setup *setup, struct tab_rules *rules);

/* The lines of chat that a client may read. */
json_t *chat_json(const struct room *room, const struct client *client);
/* Sends those of them that come after a number. */
void chat_send_after(const struct room *room, struct client *client, int64_t number);
/* Tells who may hear a line that is written down, unless they know it, and keeps it. */
void chat_take(struct room *room, struct chat_line *line);
/* Reads the lines that are not known yet; `tell` says whether anybody is told. */
bool chat_read(struct hub *hub, struct room *room, bool tell);
/* A line as the store has it; NULL when it is none. */
struct chat_line *chat_decode(const struct store_row *row);
char *chat_encode(const struct chat_line *line);
void line_free(struct chat_line *line); /* or NULL */
void chats_free(struct room *room);

#endif

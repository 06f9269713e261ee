/* load.c - a load for the service on this machine: games played over WebSocket at a given pace, among many connections
 * that do nothing. Bounded in number and time, and only ever at 127.0.0.1.
 *
 *     load [--accounts FILE] [--plies N] [--second PORT] PORT CONNECTIONS GAMES MOVES-PER-SECOND SECONDS [SPEC [NOTES]]
 *
 * The file has a cookie of an account in each line, two for each game; without it guests play. Games of accounts are
 * rated. Games are given up after N plies. The second player of each game connects to another server of the same store
 * when its port is given.
 *
 * Prints one line of JSON: what was reached, and how long it took from sending a move to the opponent knowing of it.
 * SIGTERM ends it early. NOTES gets a line `GAME PLY MOVE` for every move the server has acknowledged, and at the end the
 * cookies of all players; a server that goes away ends the load, and is no failure when there are notes. */
#include "table.h"

#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum {
    OPENING_AT_ONCE = 100,
    CONNECTIONS_MAX = 20000,
    SECONDS_MAX = 600,
    RATE_MAX = 20000,
    EVENTS = 256,
    PATIENCE = 60,
    PLIES = 120
};

/* One of the connections that are waited for. */
struct wait {
    struct link *link;
    struct table *table; /* NULL: an idle one */
    int index;
};

struct load {
    int port, second, connections, games;
    double rate, seconds;
    const char *spec;
    FILE *accounts; /* NULL: guests play */
    struct table *tables;
    struct link *idle;
    struct wait *waits;
    int epoll;
    int wait_count, idle_open;
    struct score score;
    int next; /* table to look at for the next move */
};

static volatile sig_atomic_t ending;

static void end_note(int signal) {
    (void)signal;
    ending = 1;
}

static double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- Waiting -------------------------------------------------------------------------------------------------- */

static void wait_add(struct load *load, struct link *link, struct table *table, int index) {
    struct wait *wait = &load->waits[load->wait_count++];
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = wait};
    *wait = (struct wait){.link = link, .table = table, .index = index};
    epoll_ctl(load->epoll, EPOLL_CTL_ADD, link->socket, &event);
}

static void message_take(void *context, const char *text, size_t length) {
    struct wait *wait = context;
    (void)length;
    if (wait->table != NULL)
        table_message(wait->table, wait->index, text, clock_seconds());
}

/* Waits up to some milliseconds, then reads and writes what can be. False when a connection of a game is lost. */
static bool links_serve(struct load *load, int milliseconds) {
    struct epoll_event events[EVENTS];
    bool good = true;
    const int count = epoll_wait(load->epoll, events, EVENTS, milliseconds);
    for (int i = 0; i < count; i++) {
        struct wait *wait = events[i].data.ptr;
        if ((events[i].events & EPOLLOUT) != 0)
            link_write(wait->link);
        if ((events[i].events & ~(uint32_t)EPOLLOUT) != 0)
            link_read(wait->link, message_take, wait);
        good = good && (wait->table == NULL || wait->link->state != LINK_LOST);
    }
    return good;
}

/* ---- Phases --------------------------------------------------------------------------------------------------- */

static bool idle_begin(struct load *load) {
    static const char hello[] = "{\"t\":\"hello\",\"version\":1}";
    const int idle = load->connections - 2 * load->games;
    for (int i = 0; i < idle; i++) {
        if (!link_open(&load->idle[i], load->port))
            return false;
        link_send(&load->idle[i], hello, sizeof hello - 1);
        wait_add(load, &load->idle[i], NULL, 0);
        if (i % OPENING_AT_ONCE == OPENING_AT_ONCE - 1)
            links_serve(load, 50);
    }
    const double until = clock_seconds() + (double)PATIENCE;
    while (load->idle_open < idle && clock_seconds() < until) {
        links_serve(load, 25);
        load->idle_open = 0;
        for (int i = 0; i < idle; i++)
            load->idle_open += load->idle[i].state == LINK_OPEN;
    }
    return load->idle_open == idle;
}

static int tables_playing(const struct load *load) {
    int playing = 0;
    for (int i = 0; i < load->games; i++)
        playing += load->tables[i].state == TABLE_PLAYING;
    return playing;
}

/* Who plays at a table; false when there are not enough accounts. */
static bool people_read(struct load *load, struct table *table) {
    char cookie[COOKIE_ROOM];
    for (int link = 0; load->accounts != NULL && link < 2; link++) {
        if (fgets(cookie, sizeof cookie, load->accounts) == NULL)
            return false;
        cookie[strcspn(cookie, "\n")] = '\0';
        table_person(table, link, cookie);
    }
    return true;
}

static bool tables_begin(struct load *load) {
    for (int i = 0; i < load->games; i++) {
        if (!people_read(load, &load->tables[i]))
            return false;
        table_begin(&load->tables[i], &load->score, load->spec, (int[]){load->port, load->second}, (uint64_t)i);
        for (int link = 0; link < 2; link++)
            wait_add(load, &load->tables[i].links[link], &load->tables[i], link);
        if (i % (OPENING_AT_ONCE / 2) == 0 && !links_serve(load, 10))
            return false;
    }
    const double until = clock_seconds() + (double)PATIENCE;
    while (tables_playing(load) < load->games && clock_seconds() < until)
        if (!links_serve(load, 10))
            return false;
    return tables_playing(load) == load->games;
}

/* Makes as many moves as are due by now, at tables that are ready. */
static void moves_make(struct load *load, double due, double now) {
    for (int tried = 0; (double)load->score.sent < due && tried < load->games; tried++) {
        struct table *table = &load->tables[load->next++ % load->games];
        if (table_ready(table))
            table_move(table, now);
    }
}

static double tables_play(struct load *load) {
    const double begun = clock_seconds();
    double now = begun;
    while (now - begun < load->seconds && !ending) {
        moves_make(load, (now - begun) * load->rate, now);
        if (!links_serve(load, 1))
            break;
        now = clock_seconds();
    }
    return now - begun;
}

/* ---- The end -------------------------------------------------------------------------------------------------- */

static double latency_at(const struct score *score, double part) {
    uint64_t seen = 0;
    for (int i = 0; i < LATENCIES; i++) {
        seen += score->latency[i];
        if ((double)seen >= part * (double)score->informed && seen > 0)
            return (i + 1) / 10.0;
    }
    return 0;
}

static void report_print(const struct load *load, double seconds) {
    const struct score *score = &load->score;
    printf("{\"connections\":%d,\"games\":%d,\"idle\":%d,\"seconds\":%.1f,\"wanted\":%.0f,\"moves\":%llu,"
           "\"per_second\":%.1f,\"finished\":%llu,\"errors\":%llu,\"p50_ms\":%.1f,\"p90_ms\":%.1f,\"p99_ms\":%.1f,"
           "\"p999_ms\":%.1f,\"max_ms\":%.1f}\n",
           load->connections, load->games, load->idle_open, seconds, load->rate,
           (unsigned long long)score->acknowledged, (double)score->acknowledged / seconds,
           (unsigned long long)score->games, (unsigned long long)score->errors, latency_at(score, 0.5),
           latency_at(score, 0.9), latency_at(score, 0.99), latency_at(score, 0.999), latency_at(score, 1));
}

/* Who plays where: a line `= GAME SEAT COOKIE` for each player. */
static void cookies_note(const struct load *load) {
    for (int i = 0; i < load->games; i++)
        for (int link = 0; link < 2; link++)
            if (load->tables[i].game[0] != '\0')
                fprintf(load->score.notes, "= %s %d %s\n", load->tables[i].game, load->tables[i].seat_of[link],
                        load->tables[i].links[link].cookie);
    fclose(load->score.notes);
}

static bool options_read(struct load *load, int count, char **words) {
    static const struct option options[] = {{"accounts", required_argument, NULL, 'a'},
                                            {"plies", required_argument, NULL, 'p'},
                                            {"second", required_argument, NULL, 's'},
                                            {NULL, 0, NULL, 0}};
    load->score.plies = PLIES;
    for (int option; (option = getopt_long(count, words, "", options, NULL)) != -1;) {
        if (option == 'a')
            load->accounts = fopen(optarg, "r");
        else if (option == 'p')
            load->score.plies = (int)strtol(optarg, NULL, 10);
        else if (option == 's')
            load->second = (int)strtol(optarg, NULL, 10);
        if (option == '?' || (option == 'a' && load->accounts == NULL))
            return false;
    }
    load->score.rated = load->accounts != NULL;
    return load->score.plies >= 2;
}

static bool load_read(struct load *load, int count, char **words) {
    if (!options_read(load, count, words) || count - optind < 5 || count - optind > 7)
        return false;
    words += optind;
    load->port = (int)strtol(words[0], NULL, 10);
    load->second = load->second > 0 ? load->second : load->port;
    load->connections = (int)strtol(words[1], NULL, 10);
    load->games = (int)strtol(words[2], NULL, 10);
    load->rate = strtod(words[3], NULL);
    load->seconds = strtod(words[4], NULL);
    load->spec = count - optind > 5 ? words[5] : "siam";
    load->score.notes = count - optind > 6 ? fopen(words[6], "w") : NULL;
    return load->games >= 1 && load->connections >= 2 * load->games && load->connections <= CONNECTIONS_MAX &&
           load->rate > 0 && load->rate <= (double)RATE_MAX && load->seconds > 0 && load->seconds <= (double)SECONDS_MAX;
}

static void load_free(struct load *load) {
    for (int i = 0; i < load->games; i++)
        table_end(&load->tables[i]);
    for (int i = 0; i < load->connections; i++)
        if (load->idle[i].port != 0)
            link_close(&load->idle[i]);
    if (load->accounts != NULL)
        fclose(load->accounts);
    free(load->tables);
    free(load->idle);
    free(load->waits);
    close(load->epoll);
}

int main(int count, char **words) {
    static struct load load;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, end_note);
    if (!load_read(&load, count, words)) {
        fprintf(stderr, "usage: load [--accounts FILE] [--plies N] [--second PORT] PORT CONNECTIONS GAMES "
                        "MOVES-PER-SECOND SECONDS [SPEC "
                        "[NOTES]]\n");
        return 2;
    }
    load.tables = calloc((size_t)load.games, sizeof *load.tables);
    load.idle = calloc((size_t)load.connections, sizeof *load.idle);
    load.waits = calloc((size_t)load.connections, sizeof *load.waits);
    load.epoll = epoll_create1(0);
    if (!idle_begin(&load) || !tables_begin(&load)) {
        fprintf(stderr, "load: the games did not begin; are the limits of the server and of open files high enough?\n");
        return 1;
    }
    const double seconds = tables_play(&load);
    report_print(&load, seconds);
    const bool broken = seconds < load.seconds && !ending, noted = load.score.notes != NULL;
    if (noted)
        cookies_note(&load);
    load_free(&load);
    return (broken && !noted) || load.score.errors > 0 ? 1 : 0;
}

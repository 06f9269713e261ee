/* misbehave.c - a UGI engine that plays the first legal move, until it does not.
 *
 *     misbehave HOW [MOVES [GATE]]   plays MOVES moves in all its games together, then does it once
 *
 * What it can do stands in the table below. */
#include <tablier.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_S = 60 };

static const char *gate; /* a named pipe */

static void sleep_forever(void) {
    for (;;)
        pause();
}

/* Children that inherit our output must not keep anybody waiting. */
static void leave_child(void) {
    if (fork() == 0)
        sleep_forever();
    exit(3);
}

static void write_without_end(void) {
    for (;;)
        puts("info string and another thing");
}

static void write_a_long_line(void) {
    for (int i = 0; i < 3000000; i++)
        putchar('x');
    putchar('\n');
}

static void write_bytes(void) {
    for (int i = 0; i < 100000; i++)
        putchar(i * 7919 % 251);
    fputs("\nbestmove \xff\xfe\x01\n", stdout);
}

static void say_nothing(void) { puts("bestmove"); }
static void say_something_else(void) { puts("bestmove e2e4"); }
static void end_well(void) { exit(0); }
static void end_badly(void) { abort(); }

/* Closes the output, but lives on. */
static void fall_silent(void) {
    close(STDOUT_FILENO);
    sleep_forever();
}

/* Until somebody has opened the other end of the gate, and closed it. */
static void wait_at_gate(void) {
    char byte;
    alarm(PATIENCE_S);
    const int end = open(gate, O_RDONLY);
    if (end < 0 || read(end, &byte, 1) != 0)
        exit(4);
    alarm(0);
    close(end);
}

struct way {
    const char *word;
    void (*act)(void);   /* instead of a good move, or before it */
    void (*after)(void); /* what it does after a good move; NULL: it gives none */
};

static void be_content(void) {}

static const struct way ways[] = {
    {"crash", end_badly, NULL},
    {"quit", end_well, NULL},
    {"hang", sleep_forever, NULL},
    {"illegal", say_something_else, NULL},
    {"empty", say_nothing, NULL},
    {"garbage", write_bytes, NULL},
    {"flood", write_without_end, NULL},
    {"silence", fall_silent, NULL},
    {"orphan", leave_child, NULL},
    {"long", write_a_long_line, be_content},
    {"twice", be_content, say_something_else},
    {"nothing", be_content, be_content},
    {"wait", wait_at_gate, be_content},
    {"greeting", sleep_forever, NULL}, /* at once */
};

static const struct way *way_find(const char *word) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].word, word) == 0)
            return &ways[i];
    fprintf(stderr, "misbehave: unknown way '%s'\n", word);
    exit(2);
}

/* ---- A decent engine ------------------------------------------------------------------------------------------ */

static struct tab_rules rules;
static struct tab_position position;

static void position_read(char *line) {
    char *moves = strstr(line, " moves "), *fen = strstr(line, "fen ");
    if (moves != NULL) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    tab_position_start(&rules, &position);
    if (fen != NULL && !tab_position_parse(&rules, fen + strlen("fen "), &position, NULL))
        exit(4);
    for (char *word = moves != NULL ? strtok(moves, " ") : NULL; word != NULL; word = strtok(NULL, " ")) {
        tab_move move;
        if (!tab_move_parse(&rules, &position, word, &move, NULL))
            exit(4);
        tab_position_play(&rules, &position, move);
    }
}

static void move_say(void) {
    tab_move moves[TAB_MOVES_MAX];
    char text[TAB_MOVE_TEXT];
    tab_position_moves(&rules, &position, moves);
    tab_move_format(&rules, &position, moves[0], text, sizeof text);
    printf("info depth 1 score cp 7 pv %s\nbestmove %s\n", text, text);
}

static void think(const struct way *way, int *left) {
    bool now = *left == 0;
    *left -= *left >= 0;
    if (now)
        way->act();
    if (!now || way->after != NULL)
        move_say();
    if (now && way->after != NULL)
        way->after();
}

static void line_answer(char *line, const struct way *way, int *left) {
    static const char game[] = "setoption name Game value ";
    if (strcmp(line, "ugi") == 0)
        puts("id name misbehave\noption name Game type string default siam\nugiok");
    else if (strncmp(line, game, strlen(game)) == 0 && !tab_rules_parse(&rules, line + strlen(game), NULL))
        exit(4);
    else if (strcmp(line, "isready") == 0)
        puts("readyok");
    else if (strncmp(line, "position", strlen("position")) == 0)
        position_read(line);
    else if (strncmp(line, "go", 2) == 0)
        think(way, left);
    else if (strcmp(line, "quit") == 0)
        exit(0);
}

int main(int count, char **words) {
    const struct way *way = way_find(count > 1 ? words[1] : "");
    int left = count > 2 ? atoi(words[2]) : 0;
    gate = count > 3 ? words[3] : "";
    char *line = NULL;
    size_t room = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strcmp(way->word, "greeting") == 0)
        way->act();
    tab_rules_parse(&rules, tab_game_id(tab_game_at(0)), NULL);
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        line_answer(line, way, &left);
    }
    free(line);
    return 0;
}

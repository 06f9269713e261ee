/* conversation.c - runs a file of conversations with the hub: conversation FILE [sqlite|postgresql]. README.md describes
 * them. */
#include "server/game.h"
#include "stage.h"
#include "stage_sql.h"
#include "store_memory.h"
#include "testing.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 4096, TESTS_MAX = 256, VARIABLES = 24, TEXT_ROOM = 16384 };

struct scene {
    const char *file;
    char title[128];
    int first, end; /* its lines */
};

static char *lines[LINES_MAX];
static struct scene scenes[TESTS_MAX];
static const struct stage_stores *stores = &stage_memory;

/* ---- Variables: $name in a text ------------------------------------------------------------------------------- */

struct variables {
    char names[VARIABLES][STAGE_NAME], values[VARIABLES][128];
    int count;
};

static char *variable_find(struct variables *variables, const char *name) {
    for (int i = 0; i < variables->count; i++)
        if (strcmp(variables->names[i], name) == 0)
            return variables->values[i];
    return NULL;
}

static void variable_set(struct variables *variables, const char *name, const char *value) {
    assert_in_range(variables->count, 0, VARIABLES - 1);
    snprintf(variables->names[variables->count], STAGE_NAME, "%s", name);
    snprintf(variables->values[variables->count++], 128, "%s", value);
}

/* Puts the values of variables that have one into a text. */
static void variables_fill(struct variables *variables, const char *text, char *filled) {
    size_t used = 0;
    while (*text != '\0' && used < TEXT_ROOM - 256) {
        char name[STAGE_NAME] = "";
        size_t length = 0;
        if (*text == '$')
            while (length + 1 < sizeof name && isalnum((unsigned char)text[length + 1])) {
                name[length] = text[length + 1];
                name[++length] = '\0';
            }
        const char *value = length > 0 ? variable_find(variables, name) : NULL;
        if (value != NULL) {
            used += (size_t)sprintf(filled + used, "%s", value);
            text += length + 1;
        } else
            filled[used++] = *text++;
    }
    filled[used] = '\0';
}

/* ---- Comparing ------------------------------------------------------------------------------------------------ */

/* Whether a message has at least what is expected; "*" stands for anything, "$new" for any text that is remembered. */
static bool json_fits(struct variables *variables, const json_t *expected, const json_t *found) {
    const char *text = json_string_value(expected), *key;
    json_t *value;
    if (found == NULL)
        return text != NULL && strcmp(text, "-") == 0; /* "-": not there */
    if (text != NULL && strcmp(text, "*") == 0)
        return true;
    if (text != NULL && text[0] == '$' && json_is_string(found)) {
        variable_set(variables, text + 1, json_string_value(found));
        return true;
    }
    if (json_is_object(expected)) {
        json_object_foreach((json_t *)expected, key, value) {
            if (!json_fits(variables, value, json_object_get(found, key)))
                return false;
        }
        return json_is_object(found);
    }
    if (!json_is_array(expected))
        return json_equal(expected, found) != 0;
    bool fits = json_is_array(found) && json_array_size(expected) == json_array_size(found);
    for (size_t i = 0; fits && i < json_array_size(expected); i++)
        fits = json_fits(variables, json_array_get(expected, i), json_array_get(found, i));
    return fits;
}

/* ---- Lines ---------------------------------------------------------------------------------------------------- */

struct run {
    struct stage stage;
    struct variables variables;
    int line;
};

static void expect(struct run *run, struct person *person, const char *text) {
    char filled[TEXT_ROOM];
    json_error_t error;
    variables_fill(&run->variables, text, filled);
    json_t *expected = json_loads(filled, 0, &error);
    if (expected == NULL)
        fail_msg("line %d: %s", run->line, error.text);
    json_t *found = json_incref(json_array_get(person->inbox, 0));
    json_array_remove(person->inbox, 0);
    const bool fits = found != NULL && json_fits(&run->variables, expected, found);
    char *shown = found != NULL ? json_dumps(found, JSON_COMPACT) : NULL;
    if (!fits)
        fail_msg("line %d: %s gets %s\ninstead of %s", run->line, person->name, shown != NULL ? shown : "nothing",
                 filled);
    free(shown);
    json_decref(found);
    json_decref(expected);
}

/* NAME + [VISITOR [ADDRESS]] connects and greets. */
static void enter(struct run *run, struct person *person, const char *words) {
    char visitor[STAGE_NAME] = "", address[STAGE_NAME] = "192.0.2.1", hello[128];
    sscanf(words, "%23s %23s", visitor, address);
    if (!stage_connect(&run->stage, person, visitor[0] != '\0' ? visitor : person->name, address))
        fail_msg("line %d: the connection is refused", run->line);
    const int length = snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"version\":1,\"name\":\"%s\"}", person->name);
    stage_say(&run->stage, person, hello, (size_t)length);
    json_array_clear(person->inbox);
}

/* NAME chats VAR N says so many lines in a game, slowly enough for everybody. */
static void chats_line(struct run *run, struct person *person, const char *words) {
    char variable[STAGE_NAME], text[TEXT_ROOM], filled[TEXT_ROOM];
    int count;
    assert_int_equal(sscanf(words, "%23s %d", variable, &count), 2);
    for (int i = 1; i <= count; i++) {
        snprintf(text, sizeof text, "{\"t\":\"chat\",\"game\":\"$%s\",\"text\":\"line %d\"}", variable, i);
        variables_fill(&run->variables, text, filled);
        stage_say(&run->stage, person, filled, strlen(filled));
        stage_wait(&run->stage, 2000);
    }
}

static void person_line(struct run *run, struct person *person, const char *mark, const char *rest) {
    char filled[TEXT_ROOM];
    struct stage *stage = &run->stage;
    if (strcmp(mark, "+") == 0)
        enter(run, person, rest);
    else if (strcmp(mark, "-") == 0)
        stage_disconnect(stage, person);
    else if (strcmp(mark, ">") == 0) {
        variables_fill(&run->variables, rest, filled);
        stage_say(stage, person, filled, strlen(filled));
    } else if (strcmp(mark, "<") == 0)
        expect(run, person, rest);
    else if (strcmp(mark, "~") == 0)
        json_array_clear(person->inbox);
    else if (strcmp(mark, ".") == 0) {
        char *shown = json_dumps(person->inbox, JSON_COMPACT);
        if (json_array_size(person->inbox) != 0)
            fail_msg("line %d: %s gets %s instead of nothing", run->line, person->name, shown);
        free(shown);
    } else if (strcmp(mark, "account") == 0)
        hub_account(person->client, strtol(rest, NULL, 10), person->name, false);
    else if (strcmp(mark, "chats") == 0)
        chats_line(run, person, rest);
    else if (strcmp(mark, "lag") == 0)
        hub_lag(person->client, strtol(rest, NULL, 10));
    else if (strcmp(mark, "closed") == 0)
        assert_true(person->closed);
    else if (strcmp(mark, "refused") == 0)
        assert_false(stage_connect(stage, person, person->name, rest));
    else
        fail_msg("line %d: what is '%s'?", run->line, mark);
}

static void limit_set(struct run *run, const char *words) {
    char name[STAGE_NAME] = "";
    long value = 0;
    struct hub_limits *limits = &run->stage.limits;
    sscanf(words, "%23s %ld", name, &value);
    if (strcmp(name, "connections") == 0)
        limits->connections = (int)value;
    else if (strcmp(name, "per-address") == 0)
        limits->connections_per_address = (int)value;
    else if (strcmp(name, "games") == 0)
        limits->games = (int)value;
    else if (strcmp(name, "per-visitor") == 0)
        limits->games_per_visitor = (int)value;
    else if (strcmp(name, "per-hour") == 0)
        limits->games_per_address_hour = (int)value;
    else if (strcmp(name, "reads") == 0)
        limits->reads_per_tick = (int)value;
    else if (strcmp(name, "chat-lines") == 0)
        limits->chat_lines = (int)value;
    else if (strcmp(name, "linger") == 0)
        limits->linger_ms = value;
    else
        fail_msg("line %d: no such limit", run->line);
    assert_true(stage_restart(&run->stage, 0));
}

static void engine_line(struct run *run, const char *words) {
    struct stage *stage = &run->stage;
    char move[STAGE_NAME] = "", game[GAME_ID_TEXT];
    int level = 0;
    if (sscanf(words, "%d %23s", &level, move) < 1 || stage->job_game[0] == '\0')
        fail_msg("line %d: the engine was not asked", run->line);
    assert_int_equal(stage->job_level, level);
    memcpy(game, stage->job_game, sizeof game);
    stage->job_game[0] = '\0';
    hub_thought(stage->node->hub, game, stage->job_moved, move);
    stage_collect(stage);
}

/* VARIABLE [CODE]: the record of a game is there, or not for that reason. */
static void record_line(struct run *run, const char *words) {
    char variable[STAGE_NAME] = "", code[STAGE_NAME] = "";
    enum refusal why = REFUSE_NOTHING;
    sscanf(words, "%23s %23s", variable, code);
    const char *game = variable_find(&run->variables, variable);
    assert_non_null(game);
    char *record = hub_record(run->stage.node->hub, game, &why);
    assert_string_equal(record == NULL ? refusal_code(why) : "", code);
    free(record);
}

static void say(struct run *run, struct person *person, const char *format, const char *game) {
    char text[TEXT_ROOM];
    const int length = snprintf(text, sizeof text, format, game);
    stage_say(&run->stage, person, text, (size_t)length);
}

/* VARIABLE SPEC CLOCK NAME...: the first creates a game, the others join, all watch it, and nothing is left to read. A
 * number is an engine of that level. */
static void game_begin(struct run *run, const char *words) {
    char variable[STAGE_NAME], spec[128], clock[128], name[STAGE_NAME], text[TEXT_ROOM];
    struct person *people[TAB_PLAYERS_MAX];
    int used = 0, count = 0, length;
    assert_int_equal(sscanf(words, "%23s %127s %127s%n", variable, spec, clock, &used), 3);
    length = snprintf(text, sizeof text, "{\"t\":\"create\",\"spec\":\"%s\",\"clock\":%s,\"seats\":[", spec, clock);
    for (words += used; sscanf(words, "%23s%n", name, &used) == 1; words += used) {
        const bool engine = isdigit((unsigned char)name[0]) != 0;
        length += snprintf(text + length, sizeof text - (size_t)length, "%s{\"kind\":\"%s\"%s%s}", count > 0 ? "," : "",
                           engine       ? "engine"
                           : count == 0 ? "me"
                                        : "open",
                           engine ? ",\"level\":" : "", engine ? name : "");
        if (!engine)
            people[count++] = stage_person(&run->stage, name);
    }
    snprintf(text + length, sizeof text - (size_t)length, "]}");
    assert_true(count > 0);
    say(run, people[0], "%s", text);
    const json_t *answer = json_array_get(people[0]->inbox, json_array_size(people[0]->inbox) - 1);
    const char *game = json_string_value(json_object_get(answer, "game"));
    if (game == NULL)
        fail_msg("line %d: no game: %s", run->line, text);
    variable_set(&run->variables, variable, game);
    game = variable_find(&run->variables, variable);
    for (int i = 0; i < count; i++) {
        say(run, people[i], "{\"t\":\"watch\",\"game\":\"%s\"}", game);
        if (i > 0)
            say(run, people[i], "{\"t\":\"join\",\"game\":\"%s\"}", game);
    }
    for (int i = 0; i < count; i++)
        json_array_clear(people[i]->inbox);
}

/* hear VARIABLE: the server of this moment is told that others have written events of a game. */
static void hear_line(struct run *run, const char *words) {
    const char *game = variable_find(&run->variables, words);
    if (game == NULL)
        fail_msg("line %d: no game %s", run->line, words);
    hub_hear(run->stage.node->hub, game);
    hub_collect(run->stage.node->hub);
}

/* paired VARIABLE SPEC CLOCK NAME NAME: a tournament has begun a game of these two. */
static void paired_line(struct run *run, const char *words) {
    char variable[STAGE_NAME], clock[128], names[2][STAGE_NAME], id[GAME_ID_TEXT];
    const char *wrong;
    struct event event = {.kind = EVENT_CREATE, .number = 1, .at = run->stage.now, .setup = {.players = 2}};
    struct game_setup *setup = &event.setup;
    assert_int_equal(sscanf(words, "%23s %127s %127s %23s %23s", variable, setup->spec, clock, names[0], names[1]), 5);
    json_t *json = json_loads(clock, 0, NULL);
    assert_true(time_read(&setup->time, json, &wrong));
    json_decref(json);
    snprintf(id, sizeof id, "paired%06d", run->variables.count);
    snprintf(setup->tournament, sizeof setup->tournament, "tournament01");
    struct store_change change = {.kind = STORE_EVENT, .number = 1, .at = event.at};
    for (int i = 0; i < 2; i++) {
        setup->seats[i] = (struct game_seat){.kind = SEAT_PERSON, .owner = stage_visitor(names[i])};
        snprintf(setup->seats[i].name, sizeof setup->seats[i].name, "%s", names[i]);
        change.owners[i] = setup->seats[i].owner;
    }
    char *data = event_encode(&event);
    change.data = data;
    memcpy(change.game, id, sizeof id);
    stores->elsewhere(run->stage.node->store, &change);
    free(data);
    variable_set(&run->variables, variable, id);
    hear_line(run, variable);
}

/* changed NAME REVISION: a tournament has changed. */
static void changed_line(struct run *run, const char *words) {
    char name[STAGE_NAME];
    long revision;
    assert_int_equal(sscanf(words, "%23s %ld", name, &revision), 2);
    hub_tournament(run->stage.node->hub, name, revision);
}

static void tell_line(struct stage *stage, const char *words) {
    hub_tell(stage->node->hub, json_pack("{s:s}", "tell", words));
    stage_collect(stage);
}

static void stage_stop(struct stage *stage) {
    hub_stop(stage->node->hub);
    stage_collect(stage);
}

/* ---- Memory that runs out ------------------------------------------------------------------------------------- */

static int starving; /* so many events find no memory */

/* The linker puts this in the place of game_apply, by these names. NOLINTBEGIN(readability-identifier-naming) */
bool __real_game_apply(struct game *game, const struct event *event, int64_t now);
bool __wrap_game_apply(struct game *game, const struct event *event, int64_t now);

bool __wrap_game_apply(struct game *game, const struct event *event, int64_t now) {
    if (starving > 0) {
        starving--;
        return false;
    }
    return __real_game_apply(game, event, now);
}
/* NOLINTEND(readability-identifier-naming) */

/* Lines about several servers; README.md lists them. */
static bool cluster_line(struct run *run, const char *word, const char *rest) {
    struct stage *stage = &run->stage;
    if (strcmp(word, "node") == 0)
        assert_true(stage_node(stage, (int)strtol(rest, NULL, 10)));
    else if (strcmp(word, "cluster") == 0)
        stage_cluster(stage);
    else if (strcmp(word, "kill") == 0)
        stage_kill(stage);
    else if (strcmp(word, "slow") == 0)
        store_memory_slow(stage->node->store, &stage->now, strtol(rest, NULL, 10));
    else if (strcmp(word, "deaf") == 0 || strcmp(word, "hearing") == 0)
        store_memory_deafen(stage->node->store, word[0] == 'd');
    else if (strcmp(word, "tell") == 0)
        tell_line(stage, rest);
    else if (strcmp(word, "told") == 0) {
        assert_string_equal(stage->told, rest);
        stage->told[0] = '\0';
    } else if (strcmp(word, "hear") == 0)
        hear_line(run, rest);
    else if (strcmp(word, "paired") == 0)
        paired_line(run, rest);
    else
        return false;
    return true;
}

/* Lines that are about nobody; README.md lists them. */
static bool stage_line(struct run *run, const char *word, const char *rest) {
    struct stage *stage = &run->stage;
    if (strcmp(word, "game") == 0)
        game_begin(run, rest);
    else if (strcmp(word, "wait") == 0)
        stage_wait(stage, strtol(rest, NULL, 10));
    else if (strcmp(word, "clock") == 0)
        stage_set_clock(stage, strtol(rest, NULL, 10));
    else if (strcmp(word, "hold") == 0)
        stores->hold(stage->node->store, true);
    else if (strcmp(word, "release") == 0) {
        stores->hold(stage->node->store, false);
        stage_collect(stage);
    } else if (strcmp(word, "fail") == 0 || strcmp(word, "good") == 0)
        stores->refuse(stage->node->store, word[0] == 'f');
    else if (strcmp(word, "blind") == 0 || strcmp(word, "seeing") == 0)
        stores->blind(stage->node->store, word[0] == 'b');
    else if (strcmp(word, "restart") == 0)
        assert_true(stage_restart(stage, strtol(rest, NULL, 10)));
    else if (strcmp(word, "stop") == 0)
        stage_stop(stage);
    else if (strcmp(word, "limit") == 0)
        limit_set(run, rest);
    else if (strcmp(word, "starve") == 0)
        starving = (int)strtol(rest, NULL, 10);
    else if (strcmp(word, "engine") == 0)
        engine_line(run, rest);
    else if (strcmp(word, "changed") == 0)
        changed_line(run, rest);
    else if (strcmp(word, "record") == 0)
        record_line(run, rest);
    else if (strcmp(word, "engine-idle") == 0)
        assert_string_equal(stage->job_game, "");
    else
        return cluster_line(run, word, rest);
    return true;
}

static void line_run(struct run *run, const char *line) {
    char word[STAGE_NAME] = "", mark[STAGE_NAME] = "";
    int used = 0, more = 0;
    if (line[0] == '#' || sscanf(line, "%23s%n", word, &used) < 1)
        return;
    const char *rest = line + used + strspn(line + used, " ");
    if (stage_line(run, word, rest))
        return;
    if (sscanf(rest, "%23s%n", mark, &more) < 1)
        fail_msg("line %d: what is that?", run->line);
    rest += more;
    rest += strspn(rest, " ");
    struct person *person = stage_person(&run->stage, word);
    assert_non_null(person);
    person_line(run, person, mark, rest);
}

static void scene_run(void **state) {
    const struct scene *scene = *state;
    struct run run = {.line = scene->first};
    stage_begin(&run.stage, &hub_limits_usual, stores);
    for (; run.line < scene->end; run.line++)
        line_run(&run, lines[run.line - 1]);
    stage_end(&run.stage);
}

/* ---- The file ------------------------------------------------------------------------------------------------- */

static const char *scene_name(const void *row) { return ((const struct scene *)row)->title; }

/* Several servers in one program hear of each other without delay only in memory. */
static bool scene_possible(const struct scene *scene) {
    for (int i = scene->first; i < scene->end && stores != &stage_memory; i++)
        if (strncmp(lines[i - 1], "cluster", 7) == 0 || strncmp(lines[i - 1], "node ", 5) == 0)
            return false;
    return true;
}

static int scenes_filter(int count) {
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (scene_possible(&scenes[i]))
            scenes[kept++] = scenes[i];
    return kept;
}

int main(int count, char **words) {
    FILE *file = count == 2 || count == 3 ? fopen(words[1], "r") : NULL;
    char text[TEXT_ROOM];
    int line = 0, scene = 0;
    if (file == NULL)
        return 2;
    while (line < LINES_MAX && fgets(text, sizeof text, file) != NULL) {
        text[strcspn(text, "\n")] = '\0';
        lines[line++] = strdup(text);
        if (strncmp(text, "== ", 3) == 0 && scene < TESTS_MAX) {
            scenes[scene].first = line + 1;
            snprintf(scenes[scene++].title, sizeof scenes->title, "%.120s", text + 3);
        }
        if (scene > 0)
            scenes[scene - 1].end = line + 1;
    }
    for (int i = 0; i + 1 < scene; i++)
        scenes[i].end = scenes[i + 1].first - 1;
    fclose(file);
    if (count == 3)
        stores = stage_sql_begin(words[2]);
    scene = scenes_filter(scene);
    const int failures = testing_run_rows(words[1], scene_run, scenes, sizeof *scenes, scene, scene_name);
    for (int i = 0; i < line; i++)
        free(lines[i]);
    if (count == 3)
        stage_sql_end();
    return failures;
}

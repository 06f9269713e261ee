/* contender.c - who plays: reading ENGINE words. */
#include "contender.h"
#include "../rules/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MS_MAX = 1000000000 };

/* ---- Clocks --------------------------------------------------------------------------------------------------- */

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* Reads seconds with up to three decimals as milliseconds, and moves *at behind them. */
static bool seconds_read(const char *text, size_t *at, int64_t *milliseconds) {
    int64_t sum = 0;
    int decimals = 0;
    if (!is_digit(text[*at]))
        return false;
    for (; is_digit(text[*at]) && sum <= MS_MAX; ++*at)
        sum = sum * 10 + (text[*at] - '0');
    if (text[*at] == '.' && !is_digit(text[++*at]))
        return false;
    for (; is_digit(text[*at]) && decimals < 3; ++*at, decimals++)
        sum = sum * 10 + (text[*at] - '0');
    for (; decimals < 3; decimals++)
        sum *= 10;
    *milliseconds = sum;
    return sum <= MS_MAX;
}

const char *const clock_shape = N_("a clock is SECONDS or SECONDS+INCREMENT, as in 60+0.6");

bool clock_parse(struct allowance *allowance, const char *text, struct tab_error *error) {
    int64_t clock, increment = 0;
    size_t at = 0;
    if (!seconds_read(text, &at, &clock))
        return error_set(error, at, clock_shape, NULL, NULL);
    if (text[at] == '+') {
        at++;
        if (!seconds_read(text, &at, &increment))
            return error_set(error, at, clock_shape, NULL, NULL);
    }
    if (text[at] != '\0')
        return error_set(error, at, clock_shape, NULL, NULL);
    if (clock == 0)
        return error_set(error, 0, N_("a clock needs some time to begin with"), NULL, NULL);
    allowance->clock_ms = clock;
    allowance->increment_ms = increment;
    return true;
}

bool allowance_is_none(const struct allowance *allowance) {
    return allowance->clock_ms == 0 && allowance->move_ms == 0 && allowance->nodes == 0 && allowance->depth == 0;
}

/* ---- Words ---------------------------------------------------------------------------------------------------- */

/* Reads `text`, and copies words without their quotes to `out`. There is room for all of them: the zero that ends a word
 * takes the place of what stopped it. */
struct scanner {
    const char *text;
    size_t at;
    char *out;
};

/* Copies up to the first byte of `stops` that is not quoted. */
static bool word_scan(struct scanner *scanner, const char *stops, char **word, struct tab_error *error) {
    const char *text = scanner->text;
    char quote = '\0';
    size_t opened = 0;
    *word = scanner->out;
    for (; text[scanner->at] != '\0'; scanner->at++) {
        char byte = text[scanner->at];
        if (quote == '\0' && strchr(stops, byte) != NULL)
            break;
        if (byte == quote) {
            quote = '\0';
        } else if (quote == '\0' && (byte == '\'' || byte == '"')) {
            quote = byte;
            opened = scanner->at;
        } else if (byte == '\\' && quote != '\'' && text[scanner->at + 1] != '\0') {
            *scanner->out++ = text[++scanner->at];
        } else {
            *scanner->out++ = byte;
        }
    }
    *scanner->out++ = '\0';
    return quote == '\0' || error_set(error, opened, N_("this quote is not closed"), NULL, NULL);
}

/* ---- Keys ----------------------------------------------------------------------------------------------------- */

enum key_kind { KEY_NAME, KEY_CLOCK, KEY_MOVE, KEY_NODES, KEY_DEPTH, KEY_SETTING };

static const struct key {
    const char *word;
    enum key_kind kind;
    const char *setting; /* name of the option it stands for */
} keys[] = {
    {"name", KEY_NAME, NULL},        {"tc", KEY_CLOCK, NULL},
    {"st", KEY_MOVE, NULL},          {"nodes", KEY_NODES, NULL},
    {"depth", KEY_DEPTH, NULL},      {"hash", KEY_SETTING, "Hash"},
    {"level", KEY_SETTING, "Level"}, {"threads", KEY_SETTING, "Threads"},
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };

static const char setting_prefix[] = "option.";

static bool name_set(struct contender *contender, const char *value, struct tab_error *error) {
    if (*value == '\0' || strlen(value) >= CONTENDER_NAME)
        return error_set_number(error, 0, N_("a name has 1 to {1} bytes"), CONTENDER_NAME - 1, 0);
    snprintf(contender->name, sizeof contender->name, "%s", value);
    contender->named = true;
    return true;
}

static bool setting_add(struct contender *contender, const char *name, const char *value, struct tab_error *error) {
    if (*name == '\0')
        return error_set(error, 0, N_("the option has no name"), NULL, NULL);
    for (int i = 0; i < contender->setting_count; i++)
        if (strcmp(contender->settings[i].name, name) == 0)
            return error_set(error, 0, N_("the option {1} is given twice"), name, NULL);
    if (contender->setting_count == CONTENDER_SETTINGS_MAX)
        return error_set_number(error, 0, N_("there are more than {1} options"), CONTENDER_SETTINGS_MAX, 0);
    contender->settings[contender->setting_count++] = (struct setting){name, value};
    return true;
}

static bool amount_set(struct allowance *allowance, enum key_kind kind, const char *value, struct tab_error *error) {
    static const int64_t depth_most = 100;
    int64_t number, most = kind == KEY_DEPTH ? depth_most : kind == KEY_MOVE ? MS_MAX : 1000000000000000;
    if (!text_read_number(&(struct field){value, strlen(value), 0}, most, &number, error))
        return false;
    if (number == 0)
        return error_set(error, 0, N_("the limit must be greater than 0"), NULL, NULL);
    if (kind == KEY_MOVE)
        allowance->move_ms = number;
    else if (kind == KEY_NODES)
        allowance->nodes = (uint64_t)number;
    else
        allowance->depth = (int)number;
    return true;
}

static bool key_apply(struct contender *contender, const struct key *key, const char *value, struct tab_error *error) {
    switch (key->kind) {
    case KEY_NAME: return name_set(contender, value, error);
    case KEY_CLOCK: return clock_parse(&contender->allowance, value, error);
    case KEY_MOVE:
    case KEY_NODES:
    case KEY_DEPTH: return amount_set(&contender->allowance, key->kind, value, error);
    case KEY_SETTING: return setting_add(contender, key->setting, value, error);
    }
    return false;
}

static bool report_key(struct tab_error *error, size_t at, const char *word) {
    char list[192] = "";
    for (int i = 0; i < KEY_COUNT; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s, ", keys[i].word);
    snprintf(list + strlen(list), sizeof list - strlen(list), "%sNAME", setting_prefix);
    return error_set(error, at, N_("unknown key '{1}'; the keys are: {2}"), word, list);
}

/* Reads one `key=value`; `seen` has a bit for every key met. */
static bool pair_read(struct contender *contender, struct scanner *scanner, unsigned *seen, struct tab_error *error) {
    char *word, *value;
    size_t at = scanner->at;
    if (!word_scan(scanner, "=,", &word, error))
        return false;
    if (scanner->text[scanner->at] != '=')
        return error_set(error, at, N_("expected key=value, not '{1}'"), word, NULL);
    size_t value_at = ++scanner->at;
    if (!word_scan(scanner, ",", &value, error))
        return false;
    int index = 0;
    while (index < KEY_COUNT && strcmp(keys[index].word, word) != 0)
        index++;
    bool free_setting = strncmp(word, setting_prefix, strlen(setting_prefix)) == 0;
    if (index == KEY_COUNT && !free_setting)
        return report_key(error, at, word);
    if (index < KEY_COUNT && (*seen & 1U << index) != 0)
        return error_set(error, at, N_("the key {1} is given twice"), word, NULL);
    *seen |= index < KEY_COUNT ? 1U << index : 0;
    bool good = free_setting ? setting_add(contender, word + strlen(setting_prefix), value, error)
                             : key_apply(contender, &keys[index], value, error);
    if (!good && error != NULL)
        error->at += value_at;
    return good;
}

/* How many bytes of a name can be used before a number, without cutting a character. */
static int name_fitting(const char *name) {
    size_t length = strlen(name), most = CONTENDER_NAME - 12;
    if (length <= most)
        return (int)length;
    while (((unsigned char)name[most] & 0xC0) == 0x80)
        most--;
    return (int)most;
}

/* ---- Programs ------------------------------------------------------------------------------------------------- */

/* This very program, also when its file is replaced while it runs. */
static char own_program[] = "/proc/self/exe", own_command[] = "engine";

static const struct {
    const char *word, *search; /* what the option Search is set to; NULL: not at all */
} built_in[] = {{"tablier", NULL}, {"uct", "uct"}, {"mcts", "mcts"}, {"greedy", "greedy"}, {"random", "random"}};
enum { BUILT_IN_COUNT = sizeof built_in / sizeof *built_in };

static bool built_in_read(struct contender *contender, struct scanner *scanner, struct tab_error *error) {
    char *word, list[128] = "";
    if (!word_scan(scanner, ",", &word, error))
        return false;
    for (int i = 0; i < BUILT_IN_COUNT; i++) {
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s, ", built_in[i].word);
        if (strcmp(built_in[i].word, word) != 0)
            continue;
        contender->arguments[0] = own_program;
        contender->arguments[1] = own_command;
        contender->built_in = true;
        if (built_in[i].search != NULL)
            setting_add(contender, "Search", built_in[i].search, NULL);
        snprintf(contender->name, sizeof contender->name, "%s", word);
        return true;
    }
    snprintf(list + strlen(list), sizeof list - strlen(list), "cmd=PROGRAM");
    return error_set(error, 0, N_("unknown engine '{1}'; the engines are: {2}"), word, list);
}

/* Reads the words of a command. */
static bool command_read(struct contender *contender, struct scanner *scanner, struct tab_error *error) {
    int count = 0;
    for (;;) {
        scanner->at += strspn(scanner->text + scanner->at, " ");
        if (scanner->text[scanner->at] == '\0' || scanner->text[scanner->at] == ',')
            break;
        if (count == CONTENDER_WORDS_MAX)
            return error_set_number(error, scanner->at, N_("the command has more than {1} words"), CONTENDER_WORDS_MAX,
                                    0);
        if (!word_scan(scanner, " ,", &contender->arguments[count++], error))
            return false;
    }
    if (count == 0 || contender->arguments[0][0] == '\0')
        return error_set(error, scanner->at, N_("a program is missing after cmd="), NULL, NULL);
    const char *slash = strrchr(contender->arguments[0], '/');
    bool named = slash != NULL && slash[1] != '\0';
    const char *name = named ? slash + 1 : contender->arguments[0];
    snprintf(contender->name, sizeof contender->name, "%.*s", name_fitting(name), name);
    return true;
}

/* ---- Contenders ----------------------------------------------------------------------------------------------- */

/* Names stand in records and settings in lines of the protocol: neither may contain anything that ends them. */
static bool text_check(const char *text, struct tab_error *error) {
    for (size_t at = 0, left = strlen(text), size; left > 0; at += size, left -= size) {
        size = text_printable(text + at, left);
        if (size == 0)
            return error_set(error, at, N_("only printable characters in UTF-8 may stand here"), NULL, NULL);
    }
    return true;
}

bool contender_parse(struct contender *contender, const char *text, struct tab_error *error) {
    static const char command_prefix[] = "cmd=";
    struct contender made = {0};
    unsigned seen = 0;
    if (!text_check(text, error))
        return false;
    char *storage = calloc(strlen(text) + 1, 1);
    struct scanner scanner = {text, 0, storage};
    if (storage == NULL)
        return error_set(error, 0, N_("out of memory"), NULL, NULL);
    bool command = strncmp(text, command_prefix, strlen(command_prefix)) == 0;
    scanner.at = command ? strlen(command_prefix) : 0;
    bool good = command ? command_read(&made, &scanner, error) : built_in_read(&made, &scanner, error);
    while (good && text[scanner.at] == ',') {
        scanner.at++;
        good = pair_read(&made, &scanner, &seen, error);
    }
    if (!good) {
        free(storage);
        return false;
    }
    *contender = made;
    contender->storage = storage;
    return true;
}

void contender_free(struct contender *contender) {
    free(contender->storage);
    *contender = (struct contender){0};
}

/* Whether someone before a contender has a name, or anyone who chose it. */
static bool name_taken(const struct contender *contenders, int count, int index, const char *name) {
    for (int i = 0; i < count; i++)
        if ((i < index || (i > index && contenders[i].named)) && strcmp(contenders[i].name, name) == 0)
            return true;
    return false;
}

bool contenders_distinguish(struct contender *contenders, int count, int *first, int *second) {
    for (*second = 0; *second < count; ++*second)
        for (*first = 0; *first < *second; ++*first)
            if (contenders[*first].named && contenders[*second].named &&
                strcmp(contenders[*first].name, contenders[*second].name) == 0)
                return false;
    for (int i = 0; i < count; i++) {
        char name[CONTENDER_NAME];
        snprintf(name, sizeof name, "%s", contenders[i].name);
        for (int number = 2; !contenders[i].named && name_taken(contenders, count, i, name); number++)
            snprintf(name, sizeof name, "%.*s-%d", name_fitting(contenders[i].name), contenders[i].name, number);
        memcpy(contenders[i].name, name, sizeof name);
    }
    return true;
}

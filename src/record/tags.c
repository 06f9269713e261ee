/* tags.c - which tags there are, and what may stand in them. */
#include "record.h"

#include <string.h>

static const char *const names[TAG_OTHER] = {
    [TAG_GAME] = "Game",
    [TAG_POSITION] = "Position",
    [TAG_EVENT] = "Event",
    [TAG_SITE] = "Site",
    [TAG_DATE] = "Date",
    [TAG_ROUND] = "Round",
    [TAG_PLAYER1] = "Player1",
    [TAG_PLAYER2] = "Player2",
    [TAG_PLAYER3] = "Player3",
    [TAG_PLAYER4] = "Player4",
    [TAG_RESULT] = "Result",
    [TAG_TIME_CONTROL] = "TimeControl",
    [TAG_TERMINATION] = "Termination",
};

enum tag_meaning tag_meaning_of(const char *name) {
    for (int i = 0; i < TAG_OTHER; i++)
        if (strcmp(names[i], name) == 0)
            return (enum tag_meaning)i;
    return TAG_OTHER;
}

bool tag_name_byte(char byte, bool first) {
    bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    return letter || (!first && (is_digit(byte) || byte == '_'));
}

static bool name_check(const char *name, struct tab_error *error) {
    size_t length = strlen(name);
    bool good = length > 0 && length < TAB_RECORD_TAG_NAME;
    for (size_t i = 0; i < length && good; i++)
        good = tag_name_byte(name[i], i == 0);
    if (good)
        return true;
    return error_set(error, 0, N_("'{1}' is no name of a tag: a letter, then letters, digits and _"), name, NULL);
}

static bool text_check(const char *value, struct tab_error *error) {
    size_t length = strlen(value), size;
    if (length >= TAB_RECORD_TAG_TEXT)
        return error_set_number(error, 0, N_("the value of a tag is longer than {1} bytes"), TAB_RECORD_TAG_TEXT - 1,
                                0);
    for (size_t at = 0; at < length; at += size) {
        size = text_printable(value + at, length - at);
        if (size == 0)
            return error_set(error, at, N_("only printable characters in UTF-8 may stand in a tag"), NULL, NULL);
    }
    return true;
}

/* YYYY.MM.DD, with question marks for what is not known. */
static bool date_check(const char *value, struct tab_error *error) {
    static const char pattern[] = "dddd.dd.dd";
    bool good = strlen(value) == strlen(pattern);
    for (size_t i = 0; i < strlen(pattern) && good; i++)
        good = pattern[i] == 'd' ? is_digit(value[i]) || value[i] == '?' : value[i] == pattern[i];
    if (good)
        return true;
    return error_set(error, 0, N_("'{1}' is no date; write 2024.05.31, or ? for digits that are not known"), value,
                     NULL);
}

static bool player_check(const struct tab_rules *rules, const char *name, enum tag_meaning meaning,
                         struct tab_error *error) {
    int players = tab_rules_players(rules);
    if ((int)(meaning - TAG_PLAYER1) < players)
        return true;
    char count[] = {(char)('0' + players), '\0'};
    return error_set(error, 0, N_("the tag {1} is for a player this game does not have; there are {2}"), name, count);
}

bool tag_check(const struct tab_rules *rules, const char *name, const char *value, struct tab_error *error) {
    struct tab_result result;
    if (!name_check(name, error) || !text_check(value, error))
        return false;
    enum tag_meaning meaning = tag_meaning_of(name);
    if (meaning == TAG_DATE)
        return date_check(value, error);
    if (meaning == TAG_RESULT)
        return tab_result_parse(rules, value, &result, error);
    if (meaning >= TAG_PLAYER1 && meaning <= TAG_PLAYER4)
        return player_check(rules, name, meaning, error);
    return true;
}

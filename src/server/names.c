/* names.c - names of accounts. */
#include "names.h"

#include <string.h>

enum script { SCRIPT_NONE, SCRIPT_LATIN, SCRIPT_GREEK, SCRIPT_CYRILLIC };

/* What the letters from U+00C0 to U+017F are without their accents; a space: no letter. */
enum { LATIN_FIRST = 0xC0, LATIN_LAST = 0x17F };
static const char latin[LATIN_LAST - LATIN_FIRST + 2] =
    "aaaaaaaceeeelllldnooooo ouuuuytsaaaaaaaceeeelllldnooooo ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhlllllllllllljjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

/* Small letters of Greek and Cyrillic that look like Latin ones. */
static const struct {
    uint16_t letter;
    char alike;
} alike[] = {
    {0x3B1, 'a'}, {0x3B5, 'e'}, {0x3B7, 'n'}, {0x3B9, 'l'}, {0x3BA, 'k'}, {0x3BD, 'v'}, {0x3BF, 'o'},
    {0x3C1, 'p'}, {0x3C4, 't'}, {0x3C5, 'u'}, {0x3C7, 'x'}, {0x3C9, 'w'}, {0x430, 'a'}, {0x432, 'b'},
    {0x435, 'e'}, {0x43A, 'k'}, {0x43C, 'm'}, {0x43D, 'h'}, {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'},
    {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'}, {0x455, 's'}, {0x456, 'l'}, {0x457, 'l'}, {0x458, 'j'},
};

/* Greek letters with an accent, and without. */
static const struct {
    uint16_t accented, plain;
} greek[] = {
    {0x386, 0x3B1}, {0x388, 0x3B5}, {0x389, 0x3B7}, {0x38A, 0x3B9}, {0x38C, 0x3BF}, {0x38E, 0x3C5}, {0x38F, 0x3C9},
    {0x390, 0x3B9}, {0x3AA, 0x3B9}, {0x3AB, 0x3C5}, {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7}, {0x3AF, 0x3B9},
    {0x3B0, 0x3C5}, {0x3C2, 0x3C3}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5}, {0x3CC, 0x3BF}, {0x3CD, 0x3C5}, {0x3CE, 0x3C9},
};

/* ---- Letters -------------------------------------------------------------------------------------------------- */

static enum script script_of(uint32_t letter) {
    if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'))
        return SCRIPT_LATIN;
    if (letter >= LATIN_FIRST && letter <= LATIN_LAST)
        return latin[letter - LATIN_FIRST] != ' ' ? SCRIPT_LATIN : SCRIPT_NONE;
    if (letter >= 0x386 && letter <= 0x3CE && letter != 0x387 && letter != 0x38B && letter != 0x38D && letter != 0x3A2)
        return SCRIPT_GREEK;
    return letter >= 0x400 && letter <= 0x45F ? SCRIPT_CYRILLIC : SCRIPT_NONE;
}

static uint32_t letter_small(uint32_t letter) {
    if (letter >= 'A' && letter <= 'Z')
        return letter + 0x20;
    for (size_t i = 0; i < sizeof greek / sizeof *greek; i++)
        if (greek[i].accented == letter)
            return greek[i].plain;
    if ((letter >= 0x391 && letter <= 0x3A9) || (letter >= 0x410 && letter <= 0x42F))
        return letter + 0x20;
    return letter >= 0x400 && letter <= 0x40F ? letter + 0x50 : letter;
}

/* A letter or digit as it is compared. */
static uint32_t letter_fold(uint32_t letter) {
    letter = letter_small(letter);
    if (letter >= LATIN_FIRST && letter <= LATIN_LAST)
        return (unsigned char)latin[letter - LATIN_FIRST];
    if (letter == 0x451 || letter == 0x450) /* e with dots, or a grave accent */
        letter = 0x435;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i].letter == letter)
            return (unsigned char)alike[i].alike;
    if (letter == 'i' || letter == '1')
        return 'l';
    return letter == '0' ? 'o' : letter;
}

/* ---- Names ---------------------------------------------------------------------------------------------------- */

/* Reads a character of one or two bytes, all there is in names; 0 for anything else. */
static uint32_t character_read(const unsigned char **at) {
    const unsigned char first = *(*at)++;
    if (first < 0x80)
        return first;
    if (first < 0xC2 || first > 0xDF || (**at & 0xC0) != 0x80)
        return 0;
    return (uint32_t)(first & 0x1F) << 6 | (*(*at)++ & 0x3FU);
}

static char *character_write(char *at, uint32_t character) {
    if (character < 0x80) {
        *at++ = (char)character;
        return at;
    }
    *at++ = (char)(0xC0 | character >> 6);
    *at++ = (char)(0x80 | (character & 0x3F));
    return at;
}

bool name_fold(const char *name, char folded[NAME_TEXT]) {
    const unsigned char *at = (const unsigned char *)name;
    char room[NAME_TEXT], *end = room;
    enum script script = SCRIPT_NONE;
    bool separated = true; /* nothing, or a separator, stands before */
    int count = 0;
    if (strlen(name) >= NAME_TEXT)
        return false;
    for (; *at != '\0'; count++) {
        const uint32_t character = character_read(&at);
        const bool separator = character == '-' || character == '_';
        const bool digit = character >= '0' && character <= '9';
        const enum script own = script_of(character);
        if (separator ? separated : !digit && (own == SCRIPT_NONE || (script != SCRIPT_NONE && script != own)))
            return false;
        separated = separator;
        if (separator)
            continue;
        script = digit ? script : own;
        end = character_write(end, letter_fold(character));
    }
    *end = '\0';
    if (separated || script == SCRIPT_NONE || count < NAME_LEAST || count > NAME_MOST)
        return false;
    memcpy(folded, room, (size_t)(end - room) + 1);
    return true;
}

bool name_free(const char *folded) {
    static const char *const reserved[] = {"admin",   "administrator", "moderator", "root",      "system",
                                           "tablier", "engine",        "guest",     "anonymous", "deleted",
                                           "nobody",  "server",        "support",   "me",        "bot",
                                           "robot",   "official",      "anonyme",   "invite"};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        char word[NAME_TEXT];
        if (name_fold(reserved[i], word) && strcmp(word, folded) == 0)
            return false;
    }
    return true;
}

/* text.c - texts that people write for each other. */
#include "text.h"

#include <stdint.h>
#include <string.h>

enum { MARKS_MAX = 4 }; /* on one letter: more reach over the lines around it */

/* Reads one character of a text that is known to be UTF-8. */
static uint32_t character_read(const unsigned char **at) {
    const unsigned char first = *(*at)++;
    const int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    uint32_t character = more > 0 ? first & (0x3FU >> more) : first;
    for (int i = 0; i < more && **at != '\0'; i++)
        character = character << 6 | (*(*at)++ & 0x3FU);
    return character;
}

/* Controls, separators of lines, and what turns the direction of the text around it. */
static bool character_hidden(uint32_t character) {
    return character < 0x20 || (character >= 0x7F && character < 0xA0) || character == 0xAD || character == 0x061C ||
           (character >= 0x200B && character <= 0x200F) || (character >= 0x2028 && character <= 0x202E) ||
           (character >= 0x2060 && character <= 0x206F) || character == 0xFEFF || character == 0x115F ||
           character == 0x3164 || (character >= 0xE0000 && character <= 0xE0FFF);
}

/* Marks that are written above or below the letter before them: blocks of Latin and common ones, and of those scripts
 * whose marks programs stack as high as one likes. */
static bool character_mark(uint32_t character) {
    static const struct {
        uint32_t first, last;
    } blocks[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5C7},   {0x610, 0x61A},   {0x64B, 0x65F},
                  {0x6D6, 0x6ED},   {0x730, 0x74A},   {0x7EB, 0x7F3},   {0x816, 0x82D},   {0x8CA, 0x902},
                  {0x951, 0x957},   {0xE31, 0xE31},   {0xE34, 0xE3A},   {0xE47, 0xE4E},   {0xEB1, 0xEBC},
                  {0xEC8, 0xECD},   {0xF71, 0xFBC},   {0x1AB0, 0x1B03}, {0x1CD0, 0x1CFA}, {0x1DC0, 0x1DFF},
                  {0x20D0, 0x20F0}, {0x2DE0, 0x2DFF}, {0x302A, 0x302F}, {0xA66F, 0xA67D}, {0xA8E0, 0xA8F1},
                  {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (character >= blocks[i].first && character <= blocks[i].last)
            return true;
    return false;
}

bool text_showable(const char *text, size_t bytes) {
    bool visible = false;
    int marks = 0;
    if (strlen(text) > bytes)
        return false;
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
        const uint32_t character = character_read(&at);
        marks = character_mark(character) ? marks + 1 : 0;
        if (character_hidden(character) || marks > MARKS_MAX)
            return false;
        visible = visible || (character != ' ' && character != 0xA0 && character != 0x3000);
    }
    return visible;
}

/* text.c - texts that people write for each other. */
#include "text.h"

#include <stdint.h>
#include <string.h>

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

bool text_showable(const char *text, size_t bytes) {
    bool visible = false;
    if (strlen(text) > bytes)
        return false;
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
        const uint32_t character = character_read(&at);
        if (character_hidden(character))
            return false;
        visible = visible || (character != ' ' && character != 0xA0 && character != 0x3000);
    }
    return visible;
}

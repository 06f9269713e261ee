/* passwords.c - passwords. */
#include "passwords.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

_Static_assert(PASSWORD_HASH_TEXT == crypto_pwhash_STRBYTES, "a hash is what libsodium writes");

/* Long enough, and still among the first that are tried; without case. Each also with digits or marks after it. */
static const char *const common[] = {
    "password",   "passwort",   "motdepasse", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl",     "qsdfghjklm",
    "1q2w3e4r5t", "1qaz2wsx",   "zaq12wsx",   "qwerty",     "azerty",     "abcdefghij", "abcdefgh",      "abc",
    "letmein",    "welcome",    "bienvenue",  "iloveyou",   "jetaime",    "monkey",     "dragon",        "football",
    "baseball",   "basketball", "superman",   "batman",     "starwars",   "pokemon",    "princess",      "princesse",
    "sunshine",   "soleil",     "chocolate",  "chocolat",   "computer",   "ordinateur", "internet",      "whatever",
    "trustno",    "changeme",   "secret",     "master",     "shadow",     "michael",    "administrator", "admin",
    "tablier",    "elephant",   "rhinoceros", "threerings", "khantsin",   "santasi",    "boardgame",     "boardgames",
    "loulou",     "doudou",     "marseille",  "pssword",    "passw0rd",   "p@ssword",   "p@ssw0rd",      "test",
    "asdfasdf",   "qwerqwer",   "aaa",        "google",     "facebook",   "liverpool",  "chelsea",       "arsenal",
};

/* So many of its first characters are all there is to a password, but for digits and marks. */
static size_t stem_length(const char *password) {
    size_t length = strlen(password);
    while (length > 0 && !isalpha((unsigned char)password[length - 1]) && (unsigned char)password[length - 1] < 0x80)
        length--;
    return length;
}

static bool password_common(const char *password) {
    const size_t stem = stem_length(password);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strcasecmp(password, common[i]) == 0 ||
            (stem == strlen(common[i]) && strncasecmp(password, common[i], stem) == 0))
            return true;
    return false;
}

/* Made of few different characters, or of one row of them: 1234567890, abcdefghij, aaaaaaaaaa, 1212121212. */
static bool password_plain(const char *password) {
    bool seen[256] = {false};
    int different = 0, steps = 0;
    const size_t length = strlen(password);
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)password[i];
        different += !seen[byte];
        seen[byte] = true;
        const int step = i > 0 ? password[i] - password[i - 1] : 0;
        steps += step == 1 || step == -1 || step == 0;
    }
    return different < 4 || (size_t)steps + 2 >= length;
}

static size_t character_count(const char *text) {
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

bool password_good(const char *password, const char *name) {
    const size_t length = strlen(password);
    if (length > PASSWORD_MOST || character_count(password) < PASSWORD_LEAST)
        return false;
    const bool named = strncasecmp(password, name, strlen(name)) == 0 && stem_length(password) <= strlen(name);
    return !named && !password_common(password) && !password_plain(password);
}

/* ---- Hashes --------------------------------------------------------------------------------------------------- */

bool password_hash(const char *password, char hash[PASSWORD_HASH_TEXT]) {
    return crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

bool password_check(const char *password, const char *hash) {
    /* Nobody's: as much work as a real one, so that a name nobody has takes as long as one that somebody has. */
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$dGFibGllci5ub2JvZHkuLg"
                                 "$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const bool good =
        crypto_pwhash_str_verify(hash != NULL && hash[0] != '\0' ? hash : nobody, password, strlen(password)) == 0;
    return good && hash != NULL;
}

bool password_outdated(const char *hash) {
    return crypto_pwhash_str_needs_rehash(hash, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0;
}

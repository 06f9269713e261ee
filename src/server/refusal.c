/* refusal.c - why the server does not do what a message asks for. */
#include "refusal.h"

static const char *const codes[REFUSAL_COUNT] = {
    "",
#define REFUSAL(name, code, meaning) code,
#include "refusals.def"
#undef REFUSAL
};

static const char *const meanings[REFUSAL_COUNT] = {
    "",
#define REFUSAL(name, code, meaning) meaning,
#include "refusals.def"
#undef REFUSAL
};

const char *refusal_code(enum refusal refusal) { return codes[refusal]; }

const char *refusal_meaning(enum refusal refusal) { return meanings[refusal]; }

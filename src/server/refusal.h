/* refusal.h - why the server does not do what a message asks for. */
#ifndef TABLIER_SERVER_REFUSAL_H
#define TABLIER_SERVER_REFUSAL_H

enum refusal {
    REFUSE_NOTHING,
#define REFUSAL(name, code, meaning) REFUSE_##name,
#include "refusals.def"
#undef REFUSAL
    REFUSAL_COUNT
};

const char *refusal_code(enum refusal refusal);
const char *refusal_meaning(enum refusal refusal); /* English, for who writes programs */

#endif

/* claim.h - games of a guest become those of an account: in each the guest's seat goes to the account, under its name.
 * What the guest has said and reported is the account's from then on, so that it is found and goes with the account. */
#ifndef TABLIER_SERVER_CLAIM_H
#define TABLIER_SERVER_CLAIM_H

#include "accounts.h"

enum { CLAIM_MAX = 500 }; /* games at a time, the latest */

/* Returns how many. A game in which the account plays already stays as it is, and so does one that counts for ratings. */
int games_claim(const struct desk_request *request, const struct visitor *guest, const struct account *account);

#endif

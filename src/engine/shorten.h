/* shorten.h - how soon a win can be forced that is proven already.
 *
 * A proof of a win says little about its length. Here the same question is asked again with a horizon: whether the win
 * can be forced within so many plies. From below it is asked whether the fewest plies that nobody has refuted do, from
 * above whether a little less than the proof at hand does, in turn and a little longer every time. */
#ifndef TABLIER_ENGINE_SHORTEN_H
#define TABLIER_ENGINE_SHORTEN_H

#include "dfpn.h"

/* Replaces a proof that answers the question by shorter ones, as far as the limits allow. True when no shorter win can
 * be forced. `dfpn` is a search of its own. */
bool shorten_win(struct dfpn *dfpn, const struct dfpn_question *question, const struct dfpn_limits *limits,
                 struct dfpn_proof *proof);

#endif

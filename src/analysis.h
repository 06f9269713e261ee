/* analysis.h - the engine's opinion about the moves of a record. */
#ifndef TABLIER_ANALYSIS_H
#define TABLIER_ANALYSIS_H

#include <tablier.h>

struct analysis {
    struct tab_engine *engine;
    struct tab_limits limits;    /* for each position */
    struct tab_thought *thought; /* room to work in */
    /* Called after each position, with how many moves led there and what the engine thinks of it; false ends it there. */
    bool (*step)(void *context, int ply, const struct tab_thought *thought);
    void *context;
    bool *proven; /* by move: filled with whether its value is certain; NULL: not wanted */
};

/* How many positions of a record the engine has to look at. */
int analysis_positions(struct tab_record *record);

/* Goes through the main line of a record from its end to its beginning, so that the engine knows what follows. Gives
 * every move its value for the player who made it, and marks those that lost much of the chance to win (of the payoff
 * expected, with more than two players), with the line that would have been best as a variation. Marks of these three
 * kinds that were there before go. What is proven of a position, nothing that is said of its moves contradicts: none is
 * worth more, and where all lose none is marked. False, and nothing written, when it was ended before or there is no
 * memory. */
bool analysis_run(const struct analysis *analysis, struct tab_record *record);

#endif

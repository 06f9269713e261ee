/* matching.c - Edmonds' algorithm for a heaviest matching, in time that grows with the third power of the players.
 *
 * Nodes are vertices, numbered from 1, and blossoms after them: rings of an odd number of nodes that are treated as one.
 * Every vertex and every blossom has a price; an edge is tight when the prices of its ends pay exactly for its weight.
 * A stage grows trees of tight edges from all vertices without a mate. Nodes at an even distance from a root are OUTER,
 * the others in trees INNER. A tight edge between two OUTER nodes of one tree closes a ring, which becomes a blossom;
 * between two trees it is a way to one more pair. When there is no tight edge, prices change until there is one. The
 * stages end when the price of the vertices without a mate is down to nothing: no other pairs are worth more.
 *
 * Weights count twice and prices with them, so that halves are whole numbers. */
#include "matching.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { VERTICES = MATCHING_MAX + 1, NODES = VERTICES + MATCHING_MAX / 2 + 1, NOBODY = 0 };

enum role { LOOSE, OUTER, INNER };

/* The best edge between two nodes: its ends are vertices. */
struct edge {
    int from, to;
    int64_t weight; /* 0: there is none */
};

struct ring {
    int nodes[VERTICES];
    int size;
};

struct solver {
    int vertices, nodes; /* the highest numbers in use */
    struct edge edges[NODES][NODES];
    int64_t price[NODES];
    int mate[NODES];    /* the vertex at the other end, also of a blossom */
    int around[NODES];  /* the outermost blossom a node is in, itself when it is in none; NOBODY: not in use */
    int parent[NODES];  /* the vertex from which an INNER node was reached */
    int nearest[NODES]; /* the OUTER vertex whose edge to this node is nearest to being tight */
    enum role role[NODES];
    int mark[NODES], marks; /* of the search for a common ancestor */
    struct ring rings[NODES];
    int member[NODES][VERTICES]; /* of a blossom, which of its nodes a vertex is in */
    int queue[VERTICES], queue_head, queue_tail;
};

/* What the prices at the ends of an edge are more than its weight. */
static int64_t excess(const struct solver *solver, const struct edge *edge) {
    return solver->price[edge->from] + solver->price[edge->to] - 2 * edge->weight;
}

/* ---- Which edge is nearest to being tight --------------------------------------------------------------------- */

static void nearest_offer(struct solver *solver, int vertex, int node) {
    const int nearest = solver->nearest[node];
    if (nearest == NOBODY ||
        excess(solver, &solver->edges[vertex][node]) < excess(solver, &solver->edges[nearest][node]))
        solver->nearest[node] = vertex;
}

static void nearest_find(struct solver *solver, int node) {
    solver->nearest[node] = NOBODY;
    for (int vertex = 1; vertex <= solver->vertices; vertex++)
        if (solver->edges[vertex][node].weight > 0 && solver->around[vertex] != node &&
            solver->role[solver->around[vertex]] == OUTER)
            nearest_offer(solver, vertex, node);
}

/* ---- Nodes and the vertices in them --------------------------------------------------------------------------- */

static void queue_add(struct solver *solver, int node) {
    if (node <= solver->vertices) {
        solver->queue[solver->queue_tail++] = node;
        return;
    }
    for (int i = 0; i < solver->rings[node].size; i++)
        queue_add(solver, solver->rings[node].nodes[i]);
}

static void surround(struct solver *solver, int node, int blossom) {
    solver->around[node] = blossom;
    if (node <= solver->vertices)
        return;
    for (int i = 0; i < solver->rings[node].size; i++)
        surround(solver, solver->rings[node].nodes[i], blossom);
}

/* The node at the top of the pair that a node hangs from in its tree, NOBODY at a root. */
static int tree_up(const struct solver *solver, int node) {
    const int inner = solver->around[solver->mate[node]];
    return inner == NOBODY ? NOBODY : solver->around[solver->parent[inner]];
}

static void nodes_reverse(int *nodes, int count) {
    for (int i = 0; i < count / 2; i++) {
        const int node = nodes[i];
        nodes[i] = nodes[count - 1 - i];
        nodes[count - 1 - i] = node;
    }
}

/* Where a node stands in a ring, after turning the ring's direction if that is needed to make it an even place. */
static int ring_even_place(struct ring *ring, int node) {
    int place = 0;
    while (ring->nodes[place] != node)
        place++;
    if (place % 2 == 0)
        return place;
    nodes_reverse(ring->nodes + 1, ring->size - 1);
    return ring->size - place;
}

/* Makes the node at `place` the first one: three reversals turn a list. */
static void ring_turn(struct ring *ring, int place) {
    nodes_reverse(ring->nodes, place);
    nodes_reverse(ring->nodes + place, ring->size - place);
    nodes_reverse(ring->nodes, ring->size);
}

/* ---- One more pair -------------------------------------------------------------------------------------------- */

/* Pairs a node with another; inside a blossom the nodes between its old and its new way out are paired anew. */
static void mate_set(struct solver *solver, int node, int other) {
    const struct edge edge = solver->edges[node][other];
    solver->mate[node] = edge.to;
    if (node <= solver->vertices)
        return;
    struct ring *ring = &solver->rings[node];
    const int exit = solver->member[node][edge.from];
    const int place = ring_even_place(ring, exit);
    for (int i = 0; i < place; i++)
        mate_set(solver, ring->nodes[i], ring->nodes[i ^ 1]);
    mate_set(solver, exit, other);
    ring_turn(ring, place);
}

/* Pairs `node` with `other` and swaps the pairs from there up to the root of its tree. */
static void augment(struct solver *solver, int node, int other) {
    for (;;) {
        const int left = solver->around[solver->mate[node]];
        mate_set(solver, node, other);
        if (left == NOBODY)
            return;
        const int up = solver->around[solver->parent[left]];
        mate_set(solver, left, up);
        node = up;
        other = left;
    }
}

/* ---- Blossoms ------------------------------------------------------------------------------------------------- */

/* The node where the ways from two nodes to their roots meet, NOBODY when these are different. */
static int tree_meet(struct solver *solver, int one, int other) {
    solver->marks++;
    while (one != NOBODY || other != NOBODY) {
        if (one != NOBODY) {
            if (solver->mark[one] == solver->marks)
                return one;
            solver->mark[one] = solver->marks;
            one = tree_up(solver, one);
        }
        const int next = other;
        other = one;
        one = next;
    }
    return NOBODY;
}

/* Appends the nodes from `node` up to, but without, `top`. */
static void ring_climb(struct solver *solver, struct ring *ring, int node, int top) {
    while (node != top) {
        const int inner = solver->around[solver->mate[node]];
        ring->nodes[ring->size++] = node;
        ring->nodes[ring->size++] = inner;
        queue_add(solver, inner);
        node = solver->around[solver->parent[inner]];
    }
}

/* The edges of a blossom are the best of those of its nodes. */
static void blossom_connect(struct solver *solver, int blossom) {
    const struct ring *ring = &solver->rings[blossom];
    for (int node = 1; node <= solver->nodes; node++)
        solver->edges[blossom][node].weight = solver->edges[node][blossom].weight = 0;
    memset(solver->member[blossom], 0, sizeof solver->member[blossom]);
    for (int i = 0; i < ring->size; i++) {
        const int part = ring->nodes[i];
        for (int node = 1; node <= solver->nodes; node++) {
            const struct edge *edge = &solver->edges[part][node], *best = &solver->edges[blossom][node];
            if (edge->weight > 0 && (best->weight == 0 || excess(solver, edge) < excess(solver, best))) {
                solver->edges[blossom][node] = *edge;
                solver->edges[node][blossom] = solver->edges[node][part];
            }
        }
        for (int vertex = 1; vertex <= solver->vertices; vertex++)
            if (solver->member[part][vertex] != NOBODY)
                solver->member[blossom][vertex] = part;
    }
}

static void blossom_make(struct solver *solver, int one, int top, int other) {
    int blossom = solver->vertices + 1;
    while (blossom <= solver->nodes && solver->around[blossom] != NOBODY)
        blossom++;
    assert(blossom < NODES);
    if (blossom > solver->nodes)
        solver->nodes = blossom;
    struct ring *ring = &solver->rings[blossom];
    solver->price[blossom] = 0;
    solver->role[blossom] = OUTER;
    solver->mate[blossom] = solver->mate[top];
    ring->size = 0;
    ring->nodes[ring->size++] = top;
    ring_climb(solver, ring, one, top);
    nodes_reverse(ring->nodes + 1, ring->size - 1);
    ring_climb(solver, ring, other, top);
    surround(solver, blossom, blossom);
    blossom_connect(solver, blossom);
    nearest_find(solver, blossom);
}

/* Takes an INNER blossom apart: the nodes on the even way from where it was reached to its mate stay in the tree. */
static void blossom_open(struct solver *solver, int blossom) {
    struct ring *ring = &solver->rings[blossom];
    for (int i = 0; i < ring->size; i++)
        surround(solver, ring->nodes[i], ring->nodes[i]);
    const int entry = solver->member[blossom][solver->edges[blossom][solver->parent[blossom]].from];
    const int place = ring_even_place(ring, entry);
    for (int i = 0; i < place; i += 2) {
        const int inner = ring->nodes[i], outer = ring->nodes[i + 1];
        solver->parent[inner] = solver->edges[outer][inner].from;
        solver->role[inner] = INNER;
        solver->role[outer] = OUTER;
        solver->nearest[inner] = NOBODY;
        nearest_find(solver, outer);
        queue_add(solver, outer);
    }
    solver->role[entry] = INNER;
    solver->parent[entry] = solver->parent[blossom];
    for (int i = place + 1; i < ring->size; i++) {
        solver->role[ring->nodes[i]] = LOOSE;
        nearest_find(solver, ring->nodes[i]);
    }
    solver->around[blossom] = NOBODY;
}

/* ---- Stages --------------------------------------------------------------------------------------------------- */

/* Takes a tight edge from an OUTER node; true when there is one more pair. */
static bool edge_take(struct solver *solver, const struct edge *edge) {
    const int one = solver->around[edge->from], other = solver->around[edge->to];
    if (solver->role[other] == LOOSE) {
        const int mate = solver->around[solver->mate[other]];
        solver->parent[other] = edge->from;
        solver->role[other] = INNER;
        solver->role[mate] = OUTER;
        solver->nearest[other] = solver->nearest[mate] = NOBODY;
        queue_add(solver, mate);
    } else if (solver->role[other] == OUTER) {
        const int top = tree_meet(solver, one, other);
        if (top == NOBODY) {
            augment(solver, one, other);
            augment(solver, other, one);
            return true;
        }
        blossom_make(solver, one, top, other);
    }
    return false;
}

/* Looks at the edges of all vertices in the queue; true when there is one more pair. */
static bool queue_run(struct solver *solver) {
    while (solver->queue_head < solver->queue_tail) {
        const int vertex = solver->queue[solver->queue_head++];
        if (solver->role[solver->around[vertex]] == INNER)
            continue;
        for (int other = 1; other <= solver->vertices; other++) {
            const struct edge edge = solver->edges[vertex][other];
            if (edge.weight == 0 || solver->around[vertex] == solver->around[other])
                continue;
            if (excess(solver, &edge) > 0)
                nearest_offer(solver, vertex, solver->around[other]);
            else if (edge_take(solver, &edge))
                return true;
        }
    }
    return false;
}

static int64_t smaller(int64_t one, int64_t other) { return one < other ? one : other; }

/* How far prices can change before an edge becomes tight or a blossom has to be taken apart. */
static int64_t change_find(const struct solver *solver) {
    int64_t change = INT64_MAX;
    for (int node = 1; node <= solver->nodes; node++) {
        if (solver->around[node] != node)
            continue;
        if (node > solver->vertices && solver->role[node] == INNER)
            change = smaller(change, solver->price[node] / 2);
        if (solver->nearest[node] == NOBODY || solver->role[node] == INNER)
            continue;
        const int64_t distance = excess(solver, &solver->edges[solver->nearest[node]][node]);
        change = smaller(change, solver->role[node] == OUTER ? distance / 2 : distance);
    }
    return change;
}

/* Changes the prices; false when a vertex without a mate has none left. */
static bool prices_change(struct solver *solver, int64_t change) {
    for (int vertex = 1; vertex <= solver->vertices; vertex++)
        if (solver->role[solver->around[vertex]] == OUTER && solver->price[vertex] <= change)
            return false;
    for (int node = 1; node <= solver->nodes; node++) {
        const int around = solver->around[node];
        if (around == NOBODY || (node > solver->vertices && around != node))
            continue;
        const int64_t step = node > solver->vertices ? -2 * change : change;
        if (solver->role[around] == OUTER)
            solver->price[node] -= step;
        else if (solver->role[around] == INNER)
            solver->price[node] += step;
    }
    return true;
}

/* Takes the edges that have become tight, and blossoms apart that have no price left; true when there is one more pair. */
static bool tight_take(struct solver *solver) {
    solver->queue_head = solver->queue_tail = 0;
    for (int node = 1; node <= solver->nodes; node++) {
        const int nearest = solver->nearest[node];
        if (solver->around[node] == node && nearest != NOBODY && solver->around[nearest] != node &&
            excess(solver, &solver->edges[nearest][node]) == 0 && edge_take(solver, &solver->edges[nearest][node]))
            return true;
    }
    for (int node = solver->vertices + 1; node <= solver->nodes; node++)
        if (solver->around[node] == node && solver->role[node] == INNER && solver->price[node] == 0)
            blossom_open(solver, node);
    return false;
}

static bool stage_run(struct solver *solver) {
    bool unpaired = false;
    solver->queue_head = solver->queue_tail = 0;
    for (int node = 1; node <= solver->nodes; node++) {
        solver->role[node] = LOOSE;
        solver->nearest[node] = NOBODY;
    }
    for (int node = 1; node <= solver->nodes; node++)
        if (solver->around[node] == node && solver->mate[node] == NOBODY) {
            solver->parent[node] = NOBODY;
            solver->role[node] = OUTER;
            queue_add(solver, node);
            unpaired = true;
        }
    while (unpaired) {
        if (queue_run(solver))
            return true;
        if (!prices_change(solver, change_find(solver)))
            return false;
        if (tight_take(solver))
            return true;
    }
    return false;
}

static void solver_begin(struct solver *solver, int count, const int64_t *weights) {
    int64_t heaviest = 0;
    solver->vertices = solver->nodes = count;
    for (int one = 1; one <= count; one++) {
        solver->around[one] = one;
        solver->member[one][one] = one;
        for (int other = 1; other <= count; other++) {
            const int64_t weight = one != other ? weights[(one - 1) * count + other - 1] : 0;
            assert(weight >= 0 && weight <= MATCHING_WEIGHT_MAX);
            solver->edges[one][other] = (struct edge){.from = one, .to = other, .weight = weight};
            heaviest = weight > heaviest ? weight : heaviest;
        }
    }
    for (int vertex = 1; vertex <= count; vertex++)
        solver->price[vertex] = heaviest;
}

bool matching_heaviest(int count, const int64_t *weights, int *partner) {
    assert(count >= 0 && count <= MATCHING_MAX);
    struct solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL)
        return false;
    solver_begin(solver, count, weights);
    while (stage_run(solver))
        continue;
    for (int i = 0; i < count; i++)
        partner[i] = solver->mate[i + 1] == NOBODY ? MATCHING_ALONE : solver->mate[i + 1] - 1;
    free(solver);
    return true;
}

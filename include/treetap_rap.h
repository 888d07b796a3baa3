/* treetap: range adaptive profiling for C programs. docs/reference/c-api.md explains every call; docs/reference/rap.md the numbers.
 *
 * Every function returns TREETAP_RAP_OK or a negative error; a call that fails changes nothing. A profiler may be used by one thread at
 * a time; different profilers are independent. Link with libtreetap.a (and -lm -lpthread -ldl) or libtreetap.so. */
#ifndef TREETAP_RAP_H
#define TREETAP_RAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Success. */
#define TREETAP_RAP_OK 0
/* A pointer that is needed is NULL. */
#define TREETAP_RAP_ERROR_NULL (-1)
/* Key width, nodes or an option is out of range. */
#define TREETAP_RAP_ERROR_CONFIG (-2)
/* A point has bits above the key width; none of the call's points was counted. */
#define TREETAP_RAP_ERROR_POINT (-3)
/* A weight is 0; none of the call's points was counted. */
#define TREETAP_RAP_ERROR_WEIGHT (-4)
/* The first key of a range is above the last, or a share is not above 0 and at most 1. */
#define TREETAP_RAP_ERROR_RANGE (-5)
/* The buffer is too small; the size that is needed was stored. */
#define TREETAP_RAP_ERROR_SPACE (-6)
/* A defect in the library; free the profiler. */
#define TREETAP_RAP_ERROR_INTERNAL (-7)

/* A hand goes round the nodes, some at every point, and nothing ever stops. */
#define TREETAP_RAP_COLLAPSE_HAND 0
/* Where a node is wanted and none is free, the threshold rises and the whole tree is swept. */
#define TREETAP_RAP_COLLAPSE_STOP 1

/* A profiler. */
typedef struct treetap_rap treetap_rap;

/* What can be chosen beyond key width and nodes; a field that is 0 takes its default. */
typedef struct treetap_rap_options {
    uint64_t t0;                   /* first threshold; default 1 */
    uint32_t count_bits;           /* count width, 16 to 48; default 48 */
    uint32_t coalescer_entries;    /* entries of the coalescer, a power of two, 16 to 4096; default none */
    uint16_t coalescer_weight_max; /* largest weight of an entry; default 65535 */
    uint8_t eps_m;                 /* EPS mode: the error stays within levels * m / 2^s; m 1 to 7, default off */
    uint8_t eps_s;                 /* s, 0 to 63 */
    uint8_t collapse;              /* how the tree makes room; default TREETAP_RAP_COLLAPSE_HAND */
} treetap_rap_options;

/* State of a profiler. */
typedef struct treetap_rap_stats {
    uint64_t n;         /* sum of the weights counted */
    uint64_t t;         /* threshold in force */
    uint64_t lost;      /* sum of the weights that no longer fitted the count width */
    uint64_t cert;      /* no lower bound of a range of the tree is further below the true count than this */
    uint32_t live;      /* nodes */
    uint32_t creates;   /* nodes created since init */
    uint32_t collapses; /* collapses since init; 0 with a hand */
    uint64_t over;      /* sum of the weights counted above the threshold, as no node was free; 0 with collapses */
} treetap_rap_stats;

/* A hot range. */
typedef struct treetap_rap_range {
    uint64_t first;  /* smallest key */
    uint64_t last;   /* largest key */
    uint64_t lo;     /* lower bound of its events, hot ranges inside included */
    uint64_t hi;     /* upper bound */
    uint64_t weight; /* the part of lo outside the hot ranges inside */
    uint32_t depth;  /* number of hot ranges around it */
} treetap_rap_range;

/* Makes a profiler for keys of key_bits bits (even, 2 to 64) with a pool of nodes nodes (key_bits / 2 + 2 or more). options may be NULL. */
int treetap_rap_init(treetap_rap **out, uint32_t key_bits, uint32_t nodes, const treetap_rap_options *options);

/* Counts count points, each once. points may be NULL if count is 0. */
int treetap_rap_add_points(treetap_rap *rap, const uint64_t *points, size_t count);

/* Counts count points, points[i] with weights[i]. */
int treetap_rap_add_weighted(treetap_rap *rap, const uint64_t *points, const uint16_t *weights, size_t count);

/* Stores bounds of the number of events with a key from first to last, both included. */
int treetap_rap_query(treetap_rap *rap, uint64_t first, uint64_t last, uint64_t *lo, uint64_t *hi);

/* Stores the state of the profiler. */
int treetap_rap_get_stats(treetap_rap *rap, treetap_rap_stats *stats);

/* Stores the ranges that hold at least the share phi of all events, in the order of their first key, and their number in *count, which
 * must hold the number of elements of ranges before the call. With TREETAP_RAP_ERROR_SPACE only *count is stored. */
int treetap_rap_get_hot(treetap_rap *rap, double phi, treetap_rap_range *ranges, size_t *count);

/* Writes the tree as text with a terminating NUL and its length without it to *length. text has room for size bytes; with size 0 it may
 * be NULL. With TREETAP_RAP_ERROR_SPACE only *length is stored. The profiler can still be used. */
int treetap_rap_finalize(treetap_rap *rap, char *text, size_t size, size_t *length);

/* Frees a profiler; NULL is ignored. */
void treetap_rap_free(treetap_rap *rap);

/* What an error means, in English. Never NULL. */
const char *treetap_rap_error_text(int error);

#ifdef __cplusplus
}
#endif

#endif

// The host of value profiling by the co-processor, for a 32-bit host of its own (docs/reference/coproc.md, D.1 to D.4
// and D.6). It needs no C library and allocates nothing. Estimates (D.5) are made elsewhere, of the records.
#ifndef TREETAP_COPROC_HANDLER_H
#define TREETAP_COPROC_HANDLER_H
#include <stdint.h>

// Indices that begin anew with every interval: RSLOT, FAILED and DROPPED.
#define TREETAP_REARMED 3
// A partition for each value of the first filter's hash.
#define TREETAP_PARTITIONS 256

// A slot that was copied: the load, as bits 32 to 1 of its address, and the entry of the data memory.
struct treetap_record {
    uint32_t pct;
    uint32_t active; // the value that was counted
    uint32_t counts; // total in bits 31 to 16, misses in 15 to 8, hits in 7 to 0
};

// Why a load is left out (D.2).
enum treetap_reason { TREETAP_KNOWN_LITTLE, TREETAP_INVARIANT, TREETAP_VARIANT, TREETAP_SAMPLED };

// What is known of a load since everything was last sampled again.
struct treetap_load {
    uint32_t pct;
    uint16_t round; // of `treetap_host`; another one: the place is free
    uint8_t copies; // those that count, up to 255
    uint8_t reason; // an enum treetap_reason
};

// A part of the program, by the first filter's hash (D.3).
struct treetap_partition {
    uint8_t mask, match;
    uint8_t quiet; // its last interval had nothing left to profile
};

// When the host acts by itself, in instructions or interrupts; 0 is never.
struct treetap_policy {
    uint32_t timer;    // instructions after which the slots are taken although the program has not asked; not 0
    uint32_t resample; // interrupts after which everything is sampled again
    uint32_t renew;    // instructions after which it is, also when the profile was complete; below 2^32
    uint32_t lossless; // 1: the core is held back instead of dropping a sample
};

// What a call did.
enum treetap_event {
    TREETAP_NOTHING,  // it was not time to do anything
    TREETAP_COPIED,   // it copied slots
    TREETAP_THRASHED, // the program thrashed: the partition was cut
    TREETAP_COMPLETE, // the profile is complete, and profiling over
    TREETAP_FAILED,   // an error of the microcode, which ends it
    TREETAP_DECLINED  // the co-processor refused an access or is not done with a command, which ends it
};

// Where the microcode stopped for good.
struct treetap_failure {
    uint8_t code, word;
};

// Counters of the filters and the sample buffer that decide.
struct treetap_counted {
    uint32_t popped, candidates, rejected;
};

// The host. What is above `device` is set before `treetap_host_start`, and stays.
struct treetap_host {
    struct treetap_record *records; // room for what is copied
    uint32_t records_max;
    struct treetap_load *loads; // room for what is known, zero; a power of two
    uint32_t loads_max;
    struct treetap_policy policy;
    volatile uint32_t *device; // the registers of the co-processor

    uint32_t entries;
    uint32_t copied;     // records
    uint32_t lost;       // slots that found no room among the records, or loads among what is known
    uint32_t interrupts; // of the timer too
    uint32_t rearmed, thrashed, timed, resampled;
    uint32_t retired; // instructions, when it was last called
    uint32_t renewed; // of them, when everything was last sampled again by the time
    uint32_t since;   // of them, when the co-processor was last set going
    uint32_t over;    // of them, when profiling was over, if it is
    uint8_t is_over, is_complete, declined;
    uint8_t select; // the hash of both filters
    uint16_t round;
    struct treetap_failure failure;
    struct treetap_counted before;
    struct {
        uint8_t at;
        uint16_t first;
    } rearm[TREETAP_REARMED];
    uint16_t partitions, current;
    struct treetap_partition partition[TREETAP_PARTITIONS];
};

// Loads microcode, an image as `treetap asm` writes it (C.5), and sets the co-processor going. Only TREETAP_NOTHING is
// success.
enum treetap_event treetap_host_start(struct treetap_host *host, const uint32_t *image);

// The co-processor asks for the host, or some time is over. Not to be interrupted by itself.
enum treetap_event treetap_host_poll(struct treetap_host *host);

// Takes what is in the slots, and ends it.
enum treetap_event treetap_host_finish(struct treetap_host *host);

#endif

// The C interface between src/cosim/profiler.rs and a verilated profiler: bulk calls, as in abi.h. Every structure here
// has its twin there; TT_PROFILER_ABI changes when one of them does.
#ifndef TREETAP_PROFILER_ABI_H
#define TREETAP_PROFILER_ABI_H
#include "core_abi.h"

#define TT_PROFILER_ABI 5

extern "C" {

// How the testbench behaves. Probabilities are in 1/65536; 0 switches the generator off.
struct tt_profiler_setup {
    uint64_t seed;        // power-up contents and generators
    uint64_t idle;        // chance that the core pauses after a retirement, besides what it does by itself
    uint64_t idle_max;    // longest pause, in cycles
    uint64_t wait;        // chance, in a cycle, that the reader of a monitor's stream or of a log pauses
    uint64_t wait_max;    // longest pause, in cycles
    uint64_t hang_cycles; // give up when a retirement is not taken, or the bus does not answer, for so many cycles
};

// Counters since tt_profiler_open.
struct tt_profiler_state {
    uint64_t cycles;   // clock cycles of the profiler
    uint64_t retired;  // retirements taken
    uint64_t held;     // cycles in which a retirement waited
    uint64_t accepted; // candidates that the sample buffer took, or words of a monitor's stream
    uint64_t broken;   // 1: gave up, see hang_cycles, or a stream broke the stream rules
};

// How time passes between two retirements of tt_profiler_feed.
enum tt_profiler_pace : uint64_t {
    TT_PACE_DENSE = 0, // as fast as the profiler takes them
    TT_PACE_CORE = 1,  // as the core had them: tt_rvfi::cycle says when
    TT_PACE_LATER = 2, // while the clock runs for something else: transfers and idle cycles; nothing is fed otherwise meanwhile
};

// Answers of the bus.
enum tt_bus : uint32_t { TT_BUS_OK = 0, TT_BUS_ERROR = 1, TT_BUS_SILENT = 2 };

struct tt_profiler;

uint32_t tt_profiler_abi();
// Powers a profiler up and resets it.
tt_profiler* tt_profiler_open(const tt_profiler_setup* setup);
void tt_profiler_close(tt_profiler* profiler);
// Offers retirements in order; tells how many were taken: fewer than `count` if it gave up, or a phase tracker's `irq`
// asks a host to look while one waits.
size_t tt_profiler_feed(tt_profiler* profiler, const tt_rvfi* records, size_t count, uint64_t pace);
// One cycle beside a core (tt_beside of core_abi.h): whether the retirement is taken.
uint32_t tt_profiler_beside(void* profiler, const tt_rvfi* record);
// Likewise in the shortest loop that there is, without checks or counters; tells how many cycles it took.
uint64_t tt_profiler_bare(tt_profiler* profiler, const tt_rvfi* records, size_t count);
// Clocks without a retirement.
void tt_profiler_idle(tt_profiler* profiler, uint64_t cycles);
// One cycle with a pulse at the burst sampler: 0 ext_on, 1 ext_off, 2 ext_tick.
void tt_profiler_pulse(tt_profiler* profiler, uint32_t which);
// One transfer on the bus that the top has.
uint32_t tt_profiler_read(tt_profiler* profiler, uint32_t address, uint32_t* data);
uint32_t tt_profiler_write(tt_profiler* profiler, uint32_t address, uint32_t data);
// Retire ordinals of the candidates that were accepted, or words of a monitor's stream, since the last call, in order;
// valid until the next call of any function.
size_t tt_profiler_accepted(tt_profiler* profiler, const uint32_t** out);
// Words of the phase tracker's log since the last call, in order, likewise; none without a tracker.
size_t tt_profiler_logged(tt_profiler* profiler, const uint32_t** out);
void tt_profiler_get_state(tt_profiler* profiler, tt_profiler_state* out);
}
#endif

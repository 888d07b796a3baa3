// The C interface between src/cosim/library.rs and a verilated top: bulk calls only, so that the loop over clock cycles
// never leaves C++. Every structure here has its twin in library.rs; TT_ABI changes when one of them does.
#ifndef TREETAP_ABI_H
#define TREETAP_ABI_H
#include <cstddef>
#include <cstdint>

#define TT_ABI 7
#define TT_STALLS 16 // values of stat_stall

extern "C" {

// One event of the input stream: spec::event::Event.
struct tt_event {
    uint64_t key;
    uint16_t weight;
};

// A command, offered once `position` events of the same call have been accepted.
struct tt_command {
    uint64_t position;
    uint64_t op;
};

// Values of the configuration ports. The top samples them at a reset; a port that a build lacks is skipped.
struct tt_config {
    uint64_t t0;
    uint64_t eps_m;
    uint64_t eps_s;
    uint64_t weight_max;
    uint64_t mutant; // which fault of a netlist with selectable faults is active (tests/rap/support/selector.rs); 0: none
};

// What is built, as far as it decides why an event waits (stalls.h).
struct tt_built {
    uint64_t engine;     // tt_engine
    uint64_t clear_min;  // fewest cycles in which the engine clears its memories (R12)
    uint64_t clear_max;  // most
    uint64_t cleared;    // most cycles in which all memories are cleared, those of a coalescer too; 0: nobody knows
    uint64_t front;      // 1: a coalescer or a queue before the engine
    uint64_t queue;      // 1: the serial engine, after a queue
    uint64_t near_end;   // from this n on an engine that takes an event per cycle takes one at a time
};

enum tt_engine : uint64_t {
    TT_UNKNOWN = 0, // reasons are counted, and not judged
    TT_SERIAL = 1,
    TT_PIPELINED = 2,
    TT_CAM = 3,
};

// How the bench behaves. Probabilities are in 1/65536; 0 switches the generator off.
struct tt_setup {
    uint64_t seed;
    uint64_t idle;         // chance, after a transfer, that the source pauses
    uint64_t idle_max;     // longest pause of the source, in cycles
    uint64_t rate;         // events that come to the source in 65536 cycles, at even distances; 0: there is always one
    uint64_t stall;        // chance, after a cycle of readiness, that the sink becomes unready
    uint64_t stall_max;    // longest stall of the sink, in cycles
    uint64_t together;     // chance that the event after a command is offered in the same cycle as the command
    uint64_t hang_cycles;  // give up after this many cycles without a transfer on any stream
    uint64_t words_max;    // longest legal answer to one command, in words
    uint64_t sample_every; // sample the statistics ports every so many finished events; 0: never
    tt_config config;
    tt_built built;
};

// The statistics ports, read in one cycle.
struct tt_stats {
    uint64_t n;
    uint64_t t;
    uint64_t lost;
    uint64_t live;
    uint64_t creates;
    uint64_t over;
    uint64_t zero_weight;
    uint64_t lost_flag;
    uint64_t near_full;
};

// A command that took effect, with the words that answered it.
struct tt_record {
    uint64_t op;
    uint64_t position;   // events accepted before it was offered, since tt_open or the last tt_rst
    uint64_t first_word; // index into tt_words
    uint64_t words;
    uint64_t cycle;      // cycle in which it was first offered
    tt_stats stats;      // at the first word of the answer
};

// The statistics ports after the `emitted`-th event finished since tt_open or the last tt_rst.
struct tt_sample {
    uint64_t emitted;
    tt_stats stats;
};

// Cycles from the end of one event in the engine to that of the next: those in which an event waited at the input, by the
// reason that was given, and all others.
struct tt_waits {
    uint64_t emitted; // number of the event that ends them, since tt_open or the last tt_rst
    uint32_t free;    // nothing waited, or for a command or clearing
    uint32_t walk;
    uint32_t create;
    uint32_t visit;
    uint32_t queue;
    uint32_t refill;
};

// Counters since tt_open.
struct tt_totals {
    uint64_t cycles;          // clock cycles simulated
    uint64_t first_cycle;     // cycle of the first ev_valid
    uint64_t last_cycle;      // cycle of the last answered word
    uint64_t events;          // events accepted
    uint64_t emitted;         // events the engine finished (rap) or that left the unit (coalescer)
    uint64_t stall_cycles;    // ev_valid & !ev_ready, without injected stalls
    uint64_t answer_cycles;   // from the first to the last word of every answer
    uint64_t idle_cycles;     // injected: source had an event and did not offer it
    uint64_t injected_stalls; // injected: sink unready while a word was offered
    uint64_t backlog;         // most events that had come to the source and were not accepted (tt_setup.rate)
    uint64_t blocked_events;  // events that were not accepted in the first cycle of their offer
    uint64_t together;        // commands accepted in a cycle in which an event was offered too
    uint64_t longest_pause;   // longest time one event held the engine, in cycles
    uint64_t status_faults;   // cycles in which the status ports contradicted each other
    uint64_t resets;          // pulses on rst
    uint64_t stall_faults;    // cycles with a reason that they cannot have (stalls.h)
    uint64_t stall_cycle;     // the first of them, counted from 1
    uint64_t stall_said;      // the reason it gave
    uint64_t stall_allowed;   // those it may have, a bit for each
    uint64_t stalls[TT_STALLS]; // cycles of stall_cycles and of injected stalls, by the reason on the status port
};

// Outcome of a call.
enum tt_status : int32_t {
    TT_OK = 0,
    TT_HANG = 1,     // no stream moved for hang_cycles
    TT_PROTOCOL = 2, // a stream rule was broken (docs/reference/stream_rules.md)
    TT_OVERRUN = 3,  // an answer grew beyond words_max, or words came unasked
    TT_NO_TRACE = 4, // built without waveforms
    TT_ENDED = 5,    // the design ended the simulation, in this call or an earlier one
};

struct tt_sim;

// Interface version of the library.
uint32_t tt_abi();
// Builds the design with random power-up contents (from the seed), and pulses rst.
tt_sim* tt_open(const tt_setup* setup);
void tt_close(tt_sim* sim);
// Drives the configuration ports from now on; the top samples them at its next reset.
void tt_configure(tt_sim* sim, const tt_config* config);
// Pulses rst at once, whatever is in flight, and restarts the count of positions.
int32_t tt_rst(tt_sim* sim);
// Streams events and commands until all of them are accepted and answered, or for `limit` cycles if that is not 0.
int32_t tt_run(tt_sim* sim, const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit);
// What the calls since the last tt_clear have produced.
size_t tt_records(tt_sim* sim, const tt_record** out);
size_t tt_words(tt_sim* sim, const uint64_t** out);
size_t tt_samples(tt_sim* sim, const tt_sample** out);
size_t tt_get_waits(tt_sim* sim, const tt_waits** out);
void tt_clear(tt_sim* sim);
void tt_get_totals(tt_sim* sim, tt_totals* out);
// What went wrong, for TT_PROTOCOL, TT_OVERRUN and TT_ENDED.
const char* tt_message(tt_sim* sim);
// Writes every following cycle to an FST file.
int32_t tt_trace(tt_sim* sim, const char* path);
}
#endif

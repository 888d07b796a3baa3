// The C interface between src/cosim/core/machine.rs and a verilated core: bulk calls, as in abi.h. Every structure here
// has its twin there; TT_CORE_ABI changes when one of them does.
#ifndef TREETAP_CORE_ABI_H
#define TREETAP_CORE_ABI_H
#include <cstddef>
#include <cstdint>

#define TT_CORE_ABI 1

extern "C" {

// One retirement: spec::retire::Rvfi.
struct tt_rvfi {
    uint64_t order;
    uint64_t cycle;
    uint64_t pc;
    uint64_t next_pc;
    uint64_t rs1;
    uint64_t rd;
    uint64_t mem_addr;
    uint64_t mem_rdata;
    uint64_t mem_wdata;
    uint32_t insn;
    uint16_t lat;
    uint8_t evt;
    uint8_t flags;
    uint8_t rmask;
    uint8_t wmask;
    uint8_t rd_addr;
    uint8_t reserved[5];
};

#define TT_TRAP 1 // bits of tt_rvfi::flags
#define TT_INTR 2
#define TT_BELOW_MACHINE 2 // lowest bit of 3 less rvfi_mode

// The machine around the core. Probabilities are in 1/65536; 0 switches the generator off.
struct tt_core_setup {
    uint64_t ram;         // first byte of memory
    uint64_t ram_bytes;
    uint64_t console;     // addresses of the devices: a byte to the console, the exit code, the end of a timer interrupt
    uint64_t exit;
    uint64_t timer;
    uint64_t seed;        // seeds the generators
    uint64_t wait;        // chance, at an access, that memory makes the core wait
    uint64_t wait_max;    // longest wait, in cycles
    uint64_t stall;       // chance, in a cycle, that the core's clock is held
    uint64_t stall_max;   // longest hold, in cycles
    uint64_t timer_every; // the timer interrupts every so many cycles; 0: never
    uint64_t hang_cycles; // give up after this many cycles without a retirement
    uint64_t cycles_max;  // give up after this many cycles of the core
};

// Counters since tt_core_open, and how the run stands.
struct tt_core_state {
    uint64_t records;         // records given
    uint64_t cycles;          // cycles of the core, without those in which its clock was held
    uint64_t held;            // cycles in which its clock was held
    uint64_t waits;           // cycles in which memory made it wait
    uint64_t interrupts;      // timer interrupts raised
    uint64_t outside;         // accesses to addresses where nothing is: they read 0, and writes are lost
    uint64_t outside_address; // the first of them
    uint64_t status;          // tt_core_status
    uint64_t exit_code;
};

enum tt_core_status : uint64_t {
    TT_CORE_MORE = 0,   // the records asked for were given
    TT_CORE_EXIT = 1,   // the program wrote its exit code
    TT_CORE_HALTED = 2, // the core stopped at a trap that it cannot take
    TT_CORE_HUNG = 3,   // no retirement for hang_cycles
    TT_CORE_LIMIT = 4,  // cycles_max is over
};

// What is clocked beside the core: called once a cycle with what the RVFI ports show, null if rvfi_valid is low, and
// answers whether it takes it. While it answers 0 the core's clock is held and the same is shown again.
typedef uint32_t (*tt_beside)(void* context, const tt_rvfi* record);

struct tt_core;

uint32_t tt_core_abi();
// Powers a core up with memory that is all zero, and resets it.
tt_core* tt_core_open(const tt_core_setup* setup);
void tt_core_close(tt_core* core);
// Copies bytes into and out of memory; 0 if they are not all in it.
uint32_t tt_core_write(tt_core* core, uint64_t address, const uint8_t* bytes, size_t count);
uint32_t tt_core_read(tt_core* core, uint64_t address, uint8_t* bytes, size_t count);
// Clocks `beside` with the core from now on; null: nothing.
void tt_core_attach(tt_core* core, tt_beside beside, void* context);
// Runs until `count` records have been given or the run is over, and tells how many were; `out` may be null.
size_t tt_core_run(tt_core* core, tt_rvfi* out, size_t count);
void tt_core_get_state(tt_core* core, tt_core_state* out);
// What the program wrote to the console since the last call; valid until the next call of any function.
size_t tt_core_console(tt_core* core, const uint8_t** out);
}
#endif

// The program in the boot ROM of the systems of docs/user/soc-up5k.md: it profiles itself. It switches the profiler on,
// runs three small loops, switches it off, asks for a snapshot and sends what it reads back: for blocks of code
// weighted by their cycles, for addresses of loads and stores, and for every instruction.
// `programs/soc/build.sh` made selfprofile.hex of it.
#include "loops.h"
#include "treetap_regs.h"

#define PROFILER ((volatile uint32_t *)0x80000000)

#define REGISTER(name) PROFILER[TREETAP_##name / 4]
#define MASK(field) TREETAP_##field##_MASK
#define AT(field, value) ((value) << TREETAP_##field##_LSB)

// What becomes an event, and what it weighs (docs/reference/select.md); where addresses come from
// (docs/reference/tap.md).
enum { CODE = 0, PC = 1, ADDRESSES = 4 };
enum { ONE = 0, CYCLES = 2 };
enum { RS1_IMM = 2 };

// Instructions around a write of CTRL that are no events: where exactly in the stream of retirements it takes effect
// makes no difference.
#define SETTLE() __asm__ volatile("nop; nop; nop; nop; nop; nop; nop; nop" ::: "memory")

static void profile(uint32_t kind, uint32_t weight) {
    REGISTER(SELECT) = AT(SELECT__SELECT_KIND, kind) | AT(SELECT__SELECT_WEIGHT, weight);
    SETTLE();
    REGISTER(CTRL) = MASK(CTRL__ENABLE) | MASK(CTRL__LOSSLESS) | MASK(CTRL__FEN);
    SETTLE();
    fill();
    sort();
    uint32_t sum = checksum();
    SETTLE();
    REGISTER(CTRL) = MASK(CTRL__ENABLE) | MASK(CTRL__LOSSLESS);
    // The block that is under way gets its weight when the next one begins.
    __asm__ volatile("j 1f; nop; 1:");
    SETTLE();
    // From here on the core may wait for the profiler, which cannot wait for the core.
    REGISTER(COMMAND) = TREETAP_OP_SNAPSHOT_RESET;
    send(sum);
    uint32_t state;
    do {
        while (!((state = REGISTER(DUMP)) & MASK(DUMP__VALID))) {}
        send(REGISTER(DUMP_LO));
        send(REGISTER(DUMP_TAKE));
    } while (!(state & MASK(DUMP__LAST)));
}

int main(void) {
    REGISTER(CLASS_EN) = MASK(CLASS_EN__CLASS_EN);
    REGISTER(TAP) = AT(TAP__ADDR_SRC, RS1_IMM);
    profile(CODE, CYCLES);
    // The reset after the next dump makes the coalescer pass every event on: more than the engine takes of a core that
    // runs at its own speed.
    REGISTER(WEIGHT_MAX) = 1;
    profile(ADDRESSES, ONE);
    profile(PC, ONE);
    for (uint32_t at = TREETAP_RETIRED; at <= TREETAP_OCC; at += 4) send(PROFILER[at / 4]);
    DONE = 1;
    for (;;) {}
}

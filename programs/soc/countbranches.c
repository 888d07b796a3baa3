// The program in the boot ROM of a system with a co-processor (docs/user/soc-up5k.md): it loads microcode, has its own
// branches profiled while it sorts, and sends what the microcode has counted. `programs/soc/build.sh` made
// countbranches.hex of it; src/lang/coproc/boot.rs makes the words that follow it in the ROM.
//
// Half of a ROM has to hold both. Loops of GCC that count in pointers are longer.
#pragma GCC optimize("no-tree-loop-optimize")
#include "loops.h"
#include "treetap_coproc.h"

#define COPROC ((volatile uint32_t *)0x80000000)
#define REGISTER(name) COPROC[TREETAP_COPROC_##name / 4]

enum { RUN = 1, ROUNDS = 6 };
// A register: bits 7 to 0 are its number, from bit 9 on is its value; LAST says that ranges follow. A range that is
// sent: bits 10 to 0 are the number of the first word, from bit 11 on are how many.
enum { REGISTER_BITS = 0xff, LAST = 1 << 8, VALUE_LSB = 9 };
enum { WORD_BITS = 0x7ff, WORDS_LSB = 11 };

// What follows the program: the number of microwords, microwords of 48 bits, registers, ranges, 0.
extern const uint32_t table[];

// While an array is cleared, as after a reset, what is written is lost.
static inline void wait(void) {
    while (REGISTER(STATUS) & TREETAP_COPROC_STATUS__BUSY_MASK) {}
}

static inline const uint32_t *load_microcode(void) {
    volatile uint32_t *to = &REGISTER(UC);
    const uint16_t *half = (const uint16_t *)(table + 1);
    uint32_t left = table[0];
    do {
        to[0] = half[0] | (uint32_t)half[1] << 16;
        to[1] = half[2];
        half += 3;
        to += 2;
    } while (--left);
    return (const uint32_t *)half;
}

// Sets registers; some of them are commands that clear an array.
static inline const uint32_t *set(const uint32_t *at) {
    uint32_t word;
    do {
        word = *at++;
        COPROC[word & REGISTER_BITS] = word >> VALUE_LSB;
        wait();
    } while (!(word & LAST));
    return at;
}

static inline void send_ranges(const uint32_t *at) {
    do {
        volatile const uint32_t *from = COPROC + (*at & WORD_BITS);
        uint32_t left = *at++ >> WORDS_LSB;
        do send(*from++);
        while (--left);
    } while (*at);
}

// Sorts words while it makes them.
static inline void work(void) {
    uint32_t x = 1, *end = words;
    do {
        x = mixed(x);
        uint32_t *at = end;
        for (; at != words && at[-1] > x; at--) *at = at[-1];
        *at = x;
    } while (++end != words + WORDS);
}

int main(void) {
    wait();
    const uint32_t *settings = load_microcode();
    int left = ROUNDS;
    do {
        const uint32_t *ranges = set(settings);
        // Until it has stopped: in the end, or when the microcode asks for its host for want of a free entry.
        do {
            work();
            if (--left == 0) REGISTER(CMD) = TREETAP_COPROC_CMD_STOP;
        } while ((REGISTER(STATUS) & TREETAP_COPROC_STATUS__STATE_MASK) == RUN);
        REGISTER(CTRL) = 0;
        send_ranges(ranges);
    } while (left > 0);
    DONE = 1;
    for (;;) {}
}

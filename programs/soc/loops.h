// What the programs of the systems of docs/user/soc-up5k.md share: their way out, three small loops, and where they
// begin.
#include <stdint.h>

#define OUT (*(volatile uint32_t *)0xc0000000)
#define DONE (*(volatile uint32_t *)0xc0000004)

// The memory of the loops. Nothing sets it to 0 before `fill` writes it.
#define WORDS 64
static uint32_t words[WORDS];

static void send(uint32_t word) {
    for (int i = 0; i < 4; i++, word >>= 8) OUT = word;
}

// The next of pseudo-random numbers.
static inline uint32_t mixed(uint32_t x) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

// The loops that not every program uses.
#define LOOP __attribute__((noinline, unused)) static

LOOP void fill(void) {
    uint32_t x = 1;
    for (int i = 0; i < WORDS; i++) {
        x = mixed(x);
        words[i] = x;
    }
}

LOOP void sort(void) {
    for (int i = 1; i < WORDS; i++) {
        uint32_t word = words[i];
        int at = i;
        for (; at > 0 && words[at - 1] > word; at--) words[at] = words[at - 1];
        words[at] = word;
    }
}

LOOP uint32_t checksum(void) {
    uint32_t sum = ~0u;
    for (int i = 0; i < WORDS; i++) {
        sum ^= words[i];
        for (int bit = 0; bit < 32; bit++) sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
    }
    return ~sum;
}

int main(void);

__attribute__((naked, section(".init"))) void _start(void) {
    __asm__ volatile("lui sp, 0x40010\n j main");
}

// The program in the boot ROM of a system with a phase tracker alone (docs/user/soc-up5k.md): it has its own phases
// tracked, sends the log of its intervals, and then what the registers say. `programs/soc/build.sh` made trackphases.hex
// of it.
#include "loops.h"
#include "treetap_phase.h"

#define TRACKER ((volatile uint32_t *)0x80000000)
#define LOG_VALID DONE
#define LOG (*(volatile uint32_t *)0xc0000008)

#define REGISTER(name) TRACKER[TREETAP_PHASE_##name / 4]
#define MASK(field) TREETAP_PHASE_##field##_MASK

// Words of an interval in the log.
#define WORDS_EACH 3

static uint32_t drain(void) {
    uint32_t taken = 0;
    for (; LOG_VALID & 1; taken++) send(LOG);
    return taken;
}

int main(void) {
    REGISTER(LEN) = 1024;
    REGISTER(THR) = 300;
    REGISTER(K) = 1;
    REGISTER(CTRL) = MASK(CTRL__TRK) | MASK(CTRL__AUTO) | MASK(CTRL__BEST);
    uint32_t taken = 0, sum = 0;
    for (int round = 0; round < 3; round++) {
        fill();
        sort();
        sum += checksum();
        taken += drain();
    }
    REGISTER(CTRL) = 0;
    while (taken < WORDS_EACH * REGISTER(IV)) taken += drain();
    for (uint32_t at = TREETAP_PHASE_STATUS; at <= TREETAP_PHASE_LATE_INSNS; at += 4) send(TRACKER[at / 4]);
    send(REGISTER(LOST));
    send(sum);
    DONE = 1;
    for (;;) {}
}

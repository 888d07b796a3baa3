// The program of the core beside the co-processor in the system of fpga/soc/coproc.v: it profiles the loads of what the
// other core runs, by the handler, and sends what that copied. programs/coproc/build.sh makes service.hex of it.
#include "handler.h"
#include "treetap_coproc.h"
#include "treetap_coproc_profiler.h"

#define WORD(address) (*(volatile uint32_t *)(address))
#define CORE WORD(0x40000000) // 1 lets the other core run; reads 1 when its program has ended
#define OUT WORD(0x40000004)  // sends a word
#define DONE WORD(0x40000008) // 1: nothing more is sent
#define DEVICE 0x80000000u
#define UNIT(name) WORD(DEVICE + TREETAP_COPROC_PROFILER_##name)

// What the bench puts there: settings, and then the microcode.
static const struct {
    uint32_t tick; // cycles from one look at the instructions retired to the next
    uint32_t tap;  // the word of TAP for the other core
    uint32_t records, loads; // for how many of each there is room; loads a power of two
    struct treetap_policy policy;
    uint32_t image[];
} *const given = (void *)0x10000;

#define RECORDS 65536
#define LOADS 8192
static struct treetap_record records[RECORDS];
static struct treetap_load loads[LOADS];
static struct treetap_host host;

// Interrupts that are not let in, by bit; the timer, which is the core's own, in so many cycles.
static void mask(uint32_t bits) { __asm__ volatile(".insn r 0x0b, 6, 3, x0, %0, x0" : : "r"(bits) : "memory"); }
static void tick(uint32_t cycles) { __asm__ volatile(".insn r 0x0b, 6, 5, x0, %0, x0" : : "r"(cycles) : "memory"); }
enum { NOT_TIMER_AND_COPROC = ~(1u << 0 | 1u << 5) };

// What the core does when the co-processor asks for it, and from time to time.
void interrupt(void) {
    enum treetap_event event = treetap_host_poll(&host);
    // After an error it asks for ever.
    if (event == TREETAP_FAILED || event == TREETAP_DECLINED) mask(~0u);
    tick(given->tick);
}

static void clear(void *from, uint32_t bytes) {
    for (uint32_t *word = from; bytes > 0; bytes -= 4) *word++ = 0;
}

// Sends all that the host knows, in the order in which src/cosim/serviced/collected.rs reads it.
static void send(void) {
    OUT = host.copied;
    for (uint32_t i = 0; i < host.copied; i++) {
        OUT = host.records[i].pct;
        OUT = host.records[i].active;
        OUT = host.records[i].counts;
    }
    uint32_t masked = 0;
    for (uint32_t i = 0; i < LOADS; i++) masked += loads[i].round == host.round && loads[i].reason != 0;
    OUT = masked;
    for (uint32_t i = 0; i < LOADS; i++) {
        if (loads[i].round != host.round || loads[i].reason == 0) continue;
        OUT = loads[i].pct;
        OUT = loads[i].reason;
    }
    OUT = host.partitions;
    for (uint32_t i = 0; i < host.partitions; i++)
        OUT = (uint32_t)host.partition[i].mask << 8 | host.partition[i].match;
    OUT = host.current;
    OUT = host.interrupts;
    OUT = host.rearmed;
    OUT = host.thrashed;
    OUT = host.timed;
    OUT = host.resampled;
    OUT = host.over;
    OUT = host.is_complete;
    OUT = (uint32_t)host.failure.code << 8 | host.failure.word;
    OUT = host.declined;
    OUT = host.lost;
}

int main(void) {
    // Nothing has cleared the memory.
    clear(&host, sizeof host);
    clear(loads, sizeof loads);
    host.records = records;
    host.records_max = given->records < RECORDS ? given->records : RECORDS;
    host.loads = loads;
    host.loads_max = given->loads < LOADS ? given->loads : LOADS;
    host.policy = given->policy;
    host.device = (volatile uint32_t *)DEVICE;
    UNIT(TAP) = given->tap;
    if (treetap_host_start(&host, given->image) == TREETAP_NOTHING) {
        CORE = 1;
        tick(given->tick);
        mask(NOT_TIMER_AND_COPROC);
        while (!(CORE & 1)) {
        }
        mask(~0u);
        // The tap holds the last retirement.
        UNIT(COMMAND) = TREETAP_COPROC_PROFILER_COMMAND__FLUSH_MASK;
        for (int i = 0; i < 32; i++) (void)CORE;
        treetap_host_poll(&host);
        treetap_host_finish(&host);
    }
    send();
    for (uint32_t i = 0; i < TREETAP_COPROC_COUNTS_WORDS; i++) OUT = host.device[TREETAP_COPROC_COUNTS / 4 + i];
    DONE = 1;
    for (;;) {
    }
}

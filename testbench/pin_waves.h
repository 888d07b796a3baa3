// Waveforms of a top that is driven pin by pin: a part of `ports.h` in a build that can write them (src/cosim/pins.rs).
// `clock` of `ports.h` calls `dump` before it changes the clock, so what stands at the end of each half of a cycle is
// written.
#include <memory>
#include <string>
#include "verilated_fst_c.h"

static std::string waves_wanted; // the file that is to begin with the next half cycle
static std::unique_ptr<VerilatedFstC> waves;
static uint64_t waves_time = 0;

static inline void dump(TREETAP_TOP& top) {
    if (!waves_wanted.empty()) {
        top.contextp()->traceEverOn(true);
        waves = std::make_unique<VerilatedFstC>();
        top.trace(waves.get(), 99);
        waves->open(waves_wanted.c_str());
        waves_wanted.clear();
    }
    if (waves) {
        waves->dump(waves_time++);
    }
}

// Begins a file; with no name ends it, and says whether there was one.
extern "C" __attribute__((visibility("default"))) int32_t tt_pins_trace(const char* path) {
    if (path) {
        waves_wanted = path;
        return 0;
    }
    const bool open = waves && waves->isOpen();
    if (waves) {
        waves->close();
    }
    waves.reset();
    return open;
}

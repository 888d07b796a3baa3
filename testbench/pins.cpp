// Any top, pin by pin: a row of inputs is driven, a row of outputs is sampled before the rising edge, once per cycle.
// `ports.h`, made from the top's ports, has the numbers of words in a row and how they map to pins.
#include "bench.h"
#include TREETAP_TOP_HEADER
#include "ports.h"

namespace treetap {

struct Pins {
    using Top = TREETAP_TOP;
    explicit Pins(uint64_t seed) : random(seed) {
        context.randReset(2);
        context.randSeed(static_cast<int>(random.next() >> 33) | 1);
        Verilated::threadContextp(&context); // the generators of power-up contents look here
        top = std::make_unique<Top>(&context);
    }
    ~Pins() { top->final(); }
    void run(const uint64_t* inputs, uint64_t* outputs, uint64_t cycles) {
        for (; cycles > 0; --cycles, inputs += INPUT_WORDS, outputs += OUTPUT_WORDS) {
            clock(*top, 0);
            drive(*top, inputs);
            top->eval();
            sample(*top, outputs);
            clock(*top, 1);
            top->eval();
        }
    }
    Random random;
    VerilatedContext context;
    std::unique_ptr<Top> top;
};

} // namespace treetap

#define TREETAP_PINS extern "C" __attribute__((visibility("default")))
TREETAP_PINS treetap::Pins* tt_pins_open(uint64_t seed) { return new treetap::Pins(seed); }
TREETAP_PINS void tt_pins_close(treetap::Pins* pins) { delete pins; }
TREETAP_PINS void tt_pins_run(treetap::Pins* pins, const uint64_t* inputs, uint64_t* outputs, uint64_t cycles) {
    pins->run(inputs, outputs, cycles);
}

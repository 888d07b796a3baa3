// The self-test: a clock, and outputs that say how it stands. The same for the tops of boards, which have a clock pin and lights.
#include "bench.h"
#include TREETAP_TOP_HEADER
#include <type_traits>
#include <utility>

namespace treetap {

template <class T, class = void> struct IsBoard : std::false_type {};
template <class T> struct IsBoard<T, std::void_t<decltype(std::declval<T&>().led_pass)>> : std::true_type {};

struct Verdict {
    uint64_t cycles, running, rounds, pass, fail;
};

// Cycles of reset, where the top has a reset.
constexpr uint64_t RESET_CYCLES = 4;

template <class Top> Verdict run(uint64_t seed, uint64_t rounds, uint64_t limit, uint64_t dark) {
    Clock<Top> clock(seed);
    Verdict verdict{};
    if constexpr (!IsBoard<Top>::value) {
        clock->rst = 1;
        for (uint64_t i = 0; i < RESET_CYCLES; ++i) {
            clock.low();
            clock.high();
        }
        clock->rst = 0;
    }
    while (verdict.cycles < limit) {
        clock.low();
        if constexpr (IsBoard<Top>::value) {
            verdict.running += clock->led_running != dark;
            verdict.pass = clock->led_pass != dark;
            verdict.fail = clock->led_fail != dark;
            verdict.rounds = verdict.pass || verdict.fail;
        } else {
            verdict.running += clock->running;
            verdict.pass = clock->pass;
            verdict.fail = clock->fail;
        }
        if (verdict.fail || verdict.rounds >= rounds) {
            break;
        }
        if constexpr (!IsBoard<Top>::value) {
            verdict.rounds += clock->round;
        }
        clock.high();
        ++verdict.cycles;
    }
    return verdict;
}

} // namespace treetap

extern "C" __attribute__((visibility("default"))) void tt_selftest(uint64_t seed, uint64_t rounds, uint64_t limit, uint64_t dark,
                                                                   treetap::Verdict* out) {
    *out = treetap::run<TREETAP_TOP>(seed, rounds, limit, dark);
}

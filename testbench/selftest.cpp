// The self-test: a clock, and outputs that say how it stands. The same for the tops of boards, which have a clock pin
// and lights.
#include "bench.h"
#include TREETAP_TOP_HEADER
#include <type_traits>
#include <utility>

namespace treetap {

template <class T, class = void> struct IsBoard : std::false_type {};
template <class T> struct IsBoard<T, std::void_t<decltype(std::declval<T&>().led_pass)>> : std::true_type {};

// A board's top, whose clock is a pin.
template <class Top> struct Board : Top {
    explicit Board(VerilatedContext* context) : Top(context), clk(this->clk_in) {}
    CData& clk;
};

struct Verdict {
    uint64_t cycles, running, rounds, pass, fail;
};

// Cycles of reset, where the top has a reset.
constexpr uint64_t RESET_CYCLES = 4;

// Bits of `dark`: levels of the lights when they are off.
enum Light { RUNNING, PASS, FAIL, STATUS };

template <class Top> void look(Top& top, uint64_t, Verdict& verdict, std::false_type) {
    verdict.running += top.running;
    verdict.pass = top.pass;
    verdict.fail = top.fail;
}

template <class Top> void look(Top& top, uint64_t dark, Verdict& verdict, std::true_type) {
    const auto lit = [dark](uint64_t level, Light light) { return level != (dark >> light & 1); };
    verdict.running += lit(top.led_running, RUNNING);
    verdict.pass = lit(top.led_pass, PASS);
    verdict.fail = lit(top.led_fail, FAIL);
    // The light that stands for all is steady once the first round is right.
    if (verdict.pass && !lit(top.led_status, STATUS)) {
        verdict.pass = 0;
    }
    verdict.rounds = verdict.pass || verdict.fail;
}

template <class Top> Verdict run(uint64_t seed, uint64_t rounds, uint64_t limit, uint64_t dark) {
    using Board = IsBoard<Top>;
    Clock<Top> clock(seed);
    Verdict verdict{};
    if constexpr (!Board::value) {
        clock->rst = 1;
        for (uint64_t i = 0; i < RESET_CYCLES; ++i) {
            clock.low();
            clock.high();
        }
        clock->rst = 0;
    }
    while (verdict.cycles < limit) {
        clock.low();
        look(*clock, dark, verdict, Board{});
        if (verdict.fail || verdict.rounds >= rounds) {
            break;
        }
        if constexpr (!Board::value) {
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
    using Top = std::conditional_t<treetap::IsBoard<TREETAP_TOP>::value, treetap::Board<TREETAP_TOP>, TREETAP_TOP>;
    *out = treetap::run<Top>(seed, rounds, limit, dark);
}

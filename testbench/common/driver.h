// The loop over clock cycles: offers events and commands, takes words, counts. A unit is a port map, see rap.cpp.
//
// Unit must have: `Top`; `configure(Top&, tt_config)`; `command_valid(Top&)`, `command_ready(Top&)`, `command_op(Top&, op)`;
// `sink_valid(Top&)`, `sink_ready(Top&)`, `sink_payload(Top&)`, `sink_more(Top&)`; `stats(Top&)`; and
// `observe(Driver&, op)` and `word(Driver&)`: what a cycle, and a word that was taken, mean.
#ifndef TREETAP_DRIVER_H
#define TREETAP_DRIVER_H
#include "bench.h"

namespace treetap {

template <class Unit> class Driver {
  public:
    using Top = typename Unit::Top;

    explicit Driver(const tt_setup& setup)
        : setup(setup), clock(setup.seed), idle(setup.seed ^ 0x1d1e, setup.idle, setup.idle_max),
          stall(setup.seed ^ 0x57a11, setup.stall, setup.stall_max), together(setup.seed ^ 0x7063) {
        Top& top = *clock;
        top.ev_key = 0;
        top.ev_weight = 0;
        Unit::command_op(top, 0);
        quiesce();
        Unit::configure(top, setup.config);
        rst();
        totals = tt_totals{};
        clock.cycle = 0;
    }

    int32_t rst() {
        Top& top = *clock;
        top.rst = 1;
        for (int i = 0; i < RESET_CYCLES; ++i) {
            clock.low();
            clock.high();
        }
        top.rst = 0;
        quiesce();
        answers.clear();
        monitor.reset();
        unit = Unit();
        position = 0;
        offering = false;
        quiet = 0;
        ++totals.resets;
        return TT_OK;
    }

    void configure(const tt_config& config) { Unit::configure(*clock, config); }

    int32_t run(const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit) {
        const bool random = setup.idle || setup.stall || setup.together;
        return random ? stream<true>(events, count, commands, command_count, limit)
                      : stream<false>(events, count, commands, command_count, limit);
    }

    tt_totals total() {
        totals.cycles = clock.cycle;
        return totals;
    }

    // The last word of an answer has been taken in this cycle.
    void answered() { totals.last_cycle = clock.cycle + 1; }

    tt_setup setup;
    Clock<Top> clock;
    Answers answers;
    tt_totals totals{};
    std::string message;
    uint64_t position = 0; // events accepted since the last reset

  private:
    static constexpr int RESET_CYCLES = 3;

    template <bool RANDOM>
    int32_t stream(const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit);

    void quiesce() {
        Top& top = *clock;
        top.ev_valid = 0;
        Unit::command_valid(top) = 0;
        Unit::sink_ready(top) = 0;
    }

    int32_t fail(tt_status status, const char* what) {
        message = what;
        return status;
    }

    Unit unit;
    Gate idle;
    Gate stall;
    Random together;
    StreamMonitor monitor;
    uint64_t quiet = 0;    // cycles since a stream moved
    bool offering = false; // an event has been offered before and was not accepted
};

template <class Unit>
template <bool RANDOM>
int32_t Driver<Unit>::stream(const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit) {
    size_t taken = 0;
    size_t sent = 0;
    Top& top = *clock;
    top.ev_valid = 0;
    auto& command_valid = Unit::command_valid(top);
    command_valid = 0;
    const uint64_t end = limit ? clock.cycle + limit : UINT64_MAX;
    while ((taken < count || sent < command_count || answers.asking()) && clock.cycle < end) {
        if (!command_valid && !top.ev_valid && sent < command_count && commands[sent].position <= taken) {
            command_valid = 1;
            Unit::command_op(top, commands[sent].op);
        }
        if (!top.ev_valid && taken < count) {
            bool offer = true;
            if (command_valid) {
                offer = RANDOM && together.chance(setup.together);
            } else if (RANDOM && idle.closed()) {
                offer = false;
                ++totals.idle_cycles;
            }
            if (offer) {
                top.ev_valid = 1;
                top.ev_key = events[taken].key;
                top.ev_weight = events[taken].weight;
                if (totals.first_cycle == 0) {
                    totals.first_cycle = clock.cycle + 1;
                }
            }
        }
        Unit::sink_ready(top) = !(RANDOM && stall.closed());
        clock.low();

        const bool event = top.ev_valid && top.ev_ready;
        const bool command = command_valid && Unit::command_ready(top);
        const bool word = Unit::sink_valid(top);
        const bool held = word && !Unit::sink_ready(top);
        ++quiet;
        if (word && !held) {
            const int32_t status = unit.word(*this);
            if (status != TT_OK) {
                return status;
            }
            quiet = 0;
        }
        totals.injected_stalls += held;
        unit.observe(*this, command ? commands[sent].op : 0);
        if (command) {
            totals.together += top.ev_valid;
        }
        if (event) {
            totals.blocked_events += offering;
            offering = false;
            ++position;
            ++totals.events;
            quiet = 0;
        } else if (top.ev_valid) {
            offering = true;
            totals.stall_cycles += !held;
        }
        if (!monitor.check(word, !held, Unit::sink_payload(top), Unit::sink_more(top))) {
            return fail(TT_PROTOCOL, "an offered word was withdrawn or changed before it was taken (S2, S3)");
        }
        if (quiet > setup.hang_cycles) {
            return fail(TT_HANG, "no stream moved");
        }
        clock.high();

        if (event) {
            ++taken;
            top.ev_valid = 0;
        }
        if (command) {
            ++sent;
            command_valid = 0;
            quiet = 0;
        }
    }
    quiesce();
    return TT_OK;
}

} // namespace treetap
#endif

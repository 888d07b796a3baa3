// The loop over clock cycles: offers events and commands, takes words, counts. A unit is a port map, see rap.cpp.
//
// Unit must have: `Top`; `configure(Top&, tt_config)`; `command_valid(Top&)`, `command_ready(Top&)`,
// `command_op(Top&, op)`; `sink_valid(Top&)`, `sink_ready(Top&)`, `sink_payload(Top&)`, `sink_more(Top&)`; and
// `cleared()`: the machine is ready after `rst`; `offer(Driver&, op)`, `accepted(Driver&)`, `settled(Driver&)`,
// `observe(Driver&)` and `word(Driver&)`: what a command that is offered, one that is accepted, the edge with which that
// happens, a cycle, and a word that is taken, mean.
#ifndef TREETAP_DRIVER_H
#define TREETAP_DRIVER_H
#include "bench.h"
#include <algorithm>

namespace treetap {

template <class Unit> class Driver {
  public:
    using Top = typename Unit::Top;

    explicit Driver(const tt_setup& setup)
        : setup(setup), clock(setup.seed), idle(setup.seed ^ 0x1d1e, setup.idle, setup.idle_max),
          stall(setup.seed ^ 0x57a11, setup.stall, setup.stall_max), together(setup.seed ^ 0x7063), noise(setup.seed ^ 0x4015e) {
        Top& top = *clock;
        top.ev_key = 0;
        mumble(0);
        quiesce();
        Unit::configure(top, setup.config);
        rst();
        guarded([&] {
            // Figures begin with a cleared machine; random runs offer events while it is being cleared. Some tops show
            // ev_ready only to an event.
            const uint64_t cleared = setup.built.cleared ? setup.built.cleared : setup.hang_cycles;
            for (uint64_t i = 0; !is_random() && i < cleared && !top.ev_ready; ++i) {
                clock.low();
                clock.high();
            }
            return TT_OK;
        });
        if (!is_random()) {
            unit.cleared();
        }
        totals = tt_totals{};
        clock.cycle = 0;
    }

    int32_t rst() {
        Top& top = *clock;
        mumble(top.ev_key);
        top.rst = 1;
        const int32_t status = guarded([&] {
            for (int i = 0; i < RESET_CYCLES; ++i) {
                clock.low();
                clock.high();
            }
            return TT_OK;
        });
        top.rst = 0;
        quiesce();
        answers.clear();
        monitor.reset();
        unit = Unit();
        position = 0;
        coming = 0;
        offering = false;
        ++totals.resets;
        return status;
    }

    void configure(const tt_config& config) { Unit::configure(*clock, config); }

    int32_t run(const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit) {
        return guarded([&] {
            return is_random() || setup.rate ? stream<true>(events, count, commands, command_count, limit)
                                             : stream<false>(events, count, commands, command_count, limit);
        });
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

    // Runs the clock; once the design has ended the simulation nothing runs any more.
    template <class Run> int32_t guarded(Run run) {
        if (ended) {
            return TT_ENDED;
        }
        catches_ended = true;
        int32_t status = TT_ENDED;
        try {
            status = run();
        } catch (const Ended& what) {
            ended = true;
            message = what.what();
        }
        catches_ended = false;
        return status;
    }

    // A payload has no meaning while valid is low (S4): show the design that there is none.
    void mumble(uint64_t key) {
        const uint64_t bits = noise.next();
        clock->ev_key = key;
        clock->ev_weight = bits >> 8 & 0xffff;
        Unit::command_op(*clock, bits & 3);
    }

    bool is_random() const { return setup.idle || setup.stall || setup.together; }

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
    Random noise;
    StreamMonitor monitor;
    uint64_t coming = 0;   // events that have come to the source since the last reset, in 1/65536 (tt_setup.rate)
    bool ended = false;    // the design ended the simulation
    bool offering = false; // an event has been offered before and was not accepted
};

template <class Unit>
template <bool RANDOM>
int32_t Driver<Unit>::stream(const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit) {
    size_t taken = 0;
    size_t sent = 0;
    Top& top = *clock;
    // The ports of a verilated top are references: read them once, not in every cycle.
    auto& ev_valid = top.ev_valid;
    auto& command_valid = Unit::command_valid(top);
    auto& sink_ready = Unit::sink_ready(top);
    const auto& ev_ready = top.ev_ready;
    const auto& sink_valid = Unit::sink_valid(top);
    uint64_t blocked = 0;
    uint64_t stalled = 0;
    uint64_t quiet = 0; // cycles since a stream moved
    const uint64_t first = position;
    const auto settle = [&] {
        totals.blocked_events += blocked;
        totals.stall_cycles += stalled;
        totals.events += position - first;
    };
    ev_valid = 0;
    command_valid = 0;
    sink_ready = 1;
    const uint64_t end = limit ? clock.cycle + limit : UINT64_MAX;
    while ((taken < count || sent < command_count || answers.asking()) && clock.cycle < end) {
        if (!RANDOM && !command_valid && !answers.asking()) {
            // The next command is `stop - taken` events away: nothing to do but to keep the input saturated.
            const size_t stop = sent < command_count && commands[sent].position < count ? commands[sent].position : count;
            const uint64_t from = clock.cycle;
            const size_t begin = taken;
            if (totals.first_cycle == 0 && taken < stop) {
                totals.first_cycle = clock.cycle + 1;
            }
            while (taken < stop && clock.cycle < end && quiet <= setup.hang_cycles && !sink_valid) {
                ev_valid = 1;
                top.ev_key = events[taken].key;
                top.ev_weight = events[taken].weight;
                clock.low();
                const bool event = ev_ready;
                taken += event;
                blocked += offering & event;
                offering = !event;
                quiet = event ? 0 : quiet + 1;
                unit.observe(*this);
                clock.high();
            }
            ev_valid = offering;
            position += taken - begin;
            stalled += clock.cycle - from - (taken - begin);
            if (taken == count && sent == command_count) {
                break;
            }
        }
        if (!command_valid && !ev_valid && sent < command_count && commands[sent].position <= taken) {
            command_valid = 1;
            Unit::command_op(top, commands[sent].op);
            // From here on the command comes before every event that has not been accepted yet (R11).
            unit.offer(*this, commands[sent].op);
        }
        coming += RANDOM && taken < count ? setup.rate : 0;
        if (!ev_valid && taken < count) {
            bool offer = !RANDOM || setup.rate == 0 || (coming >> 16) > position;
            if (!offer) {
                ++totals.idle_cycles;
            } else if (command_valid) {
                offer = RANDOM && together.chance(setup.together);
            } else if (RANDOM && idle.closed()) {
                offer = false;
                ++totals.idle_cycles;
            }
            if (offer) {
                ev_valid = 1;
                top.ev_key = events[taken].key;
                top.ev_weight = events[taken].weight;
                if (totals.first_cycle == 0) {
                    totals.first_cycle = clock.cycle + 1;
                }
            }
        }
        if (RANDOM) {
            sink_ready = !stall.closed();
            if (!ev_valid && !command_valid) {
                mumble(count ? events[noise.next() % count].key : 0);
            }
        }
        clock.low();

        const bool event = ev_valid && ev_ready;
        const bool command = command_valid && Unit::command_ready(top);
        const bool word = sink_valid;
        const bool held = RANDOM && word && !sink_ready;
        ++quiet;
        if (word && !held) {
            const int32_t status = unit.word(*this);
            if (status != TT_OK) {
                settle();
                return status;
            }
            quiet = 0;
        }
        unit.observe(*this);
        if (command) {
            unit.accepted(*this);
        }
        if (RANDOM) {
            // Without stalls no word ever waits, and the rules S2 and S3 have nothing to say.
            totals.injected_stalls += held;
            if (!monitor.check(word, !held, Unit::sink_payload(top), Unit::sink_more(top))) {
                settle();
                return fail(TT_PROTOCOL, "an offered word was withdrawn or changed before it was taken (S2, S3)");
            }
        }
        if (event) {
            blocked += offering;
            offering = false;
            ++position;
            quiet = 0;
        } else if (ev_valid) {
            offering = true;
            stalled += !held;
        }
        if (quiet > setup.hang_cycles) {
            settle();
            return fail(TT_HANG, "no stream moved");
        }
        clock.high();

        if (event) {
            ++taken;
            ev_valid = 0;
        }
        if (RANDOM && setup.rate && taken < count) {
            totals.backlog = std::max(totals.backlog, (coming >> 16) - position);
        }
        if (command) {
            unit.settled(*this);
            totals.together += event || offering;
            ++sent;
            command_valid = 0;
            quiet = 0;
        }
    }
    settle();
    quiesce();
    return TT_OK;
}

} // namespace treetap
#endif

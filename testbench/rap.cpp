// The `rap` top: an event stream, a command stream, a dump stream and statistics.
#include "bench.h"
#include "rap_ports.h"
#include TREETAP_TOP_HEADER

namespace treetap {
namespace {

using Top = TREETAP_TOP;

enum Op : uint64_t { SNAPSHOT = 1, RESET = 2, SNAPSHOT_RESET = 3 };
constexpr int RESET_CYCLES = 3;

class Bench {
  public:
    explicit Bench(const tt_setup& setup)
        : setup(setup), clock(setup.seed), idle(setup.seed ^ 0x1d1e, setup.idle, setup.idle_max),
          stall(setup.seed ^ 0x57a11, setup.stall, setup.stall_max), together(setup.seed ^ 0x7063) {
        clock->ev_valid = 0;
        clock->cmd_valid = 0;
        clock->dump_ready = 0;
        clock->ev_key = 0;
        clock->ev_weight = 0;
        clock->cmd_op = 0;
        configure(*clock, setup.config);
        rst();
        totals = tt_totals{};
        clock.cycle = 0;
    }

    int32_t rst() {
        clock->rst = 1;
        for (int i = 0; i < RESET_CYCLES; ++i) {
            clock.low();
            clock.high();
        }
        clock->rst = 0;
        clock->ev_valid = 0;
        clock->cmd_valid = 0;
        clock->dump_ready = 0;
        answers.clear();
        monitor.reset();
        position = 0;
        answering = false;
        offering = false;
        held = 0;
        quiet = 0;
        ++totals.resets;
        return TT_OK;
    }

    int32_t run(const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit) {
        const bool random = setup.idle || setup.stall || setup.together;
        return random ? stream<true>(events, count, commands, command_count, limit)
                      : stream<false>(events, count, commands, command_count, limit);
    }

    tt_totals total() {
        totals.cycles = clock.cycle;
        return totals;
    }

    tt_setup setup;
    Clock<Top> clock;
    Answers answers;
    std::string message;

  private:
    template <bool RANDOM> int32_t stream(const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit);
    template <bool RANDOM> int32_t answer();

    tt_stats stats() {
        return tt_stats{clock->stat_n,         clock->stat_t,           clock->stat_lost,
                        clock->stat_live,      clock->stat_creates,     clock->stat_collapses,
                        clock->stat_zero_weight, clock->stat_lost_flag, clock->stat_near_full};
    }

    void engine() {
        if (clock->stat_active) {
            ++held;
        }
        totals.collapse_cycles += clock->stat_collapsing;
        if (clock->stat_event) {
            if (held > totals.longest_pause) {
                totals.longest_pause = held;
            }
            held = 0;
            ++totals.emitted;
            sample_due = setup.sample_every && totals.emitted % setup.sample_every == 0;
        } else if (!clock->stat_active) {
            held = 0;
        }
    }

    Gate idle;
    Gate stall;
    Random together;
    StreamMonitor monitor;
    tt_totals totals{};
    uint64_t position = 0;
    uint64_t held = 0;      // cycles the present event has held the engine
    uint64_t quiet = 0;     // cycles since a stream moved
    bool answering = false; // the first word of an answer has been offered, the last one not yet taken
    bool offering = false;  // an event has been offered before and was not accepted
    bool sample_due = false;
};

template <bool RANDOM> int32_t Bench::stream(const tt_event* events, size_t count, const tt_command* commands, size_t command_count, uint64_t limit) {
    size_t taken = 0;
    size_t sent = 0;
    Top& top = *clock;
    top.ev_valid = 0;
    top.cmd_valid = 0;
    const uint64_t end = limit ? clock.cycle + limit : UINT64_MAX;
    while ((taken < count || sent < command_count || answers.asking()) && clock.cycle < end) {
        if (!top.cmd_valid && !top.ev_valid && sent < command_count && commands[sent].position <= taken) {
            top.cmd_valid = 1;
            top.cmd_op = commands[sent].op;
        }
        if (!top.ev_valid && taken < count) {
            bool offer = true;
            if (top.cmd_valid) {
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
        top.dump_ready = !(RANDOM && stall.closed());
        clock.low();

        const bool event = top.ev_valid && top.ev_ready;
        const bool command = top.cmd_valid && top.cmd_ready;
        if (sample_due) {
            answers.samples.push_back(tt_sample{totals.emitted, stats()});
            sample_due = false;
        }
        engine();
        ++quiet;
        if (command) {
            const uint64_t op = commands[sent].op;
            answers.accept(op, op != RESET, position, clock.cycle);
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
            totals.stall_cycles += !(top.dump_valid && !top.dump_ready);
        }
        if (top.dump_valid || answering) {
            const int32_t status = answer<RANDOM>();
            if (status != TT_OK) {
                return status;
            }
        }
        if (quiet > setup.hang_cycles) {
            message = "no stream moved";
            return TT_HANG;
        }
        clock.high();

        if (event) {
            ++taken;
            top.ev_valid = 0;
        }
        if (command) {
            ++sent;
            top.cmd_valid = 0;
            quiet = 0;
        }
    }
    top.ev_valid = 0;
    top.cmd_valid = 0;
    top.dump_ready = 0;
    return TT_OK;
}

// One cycle in which the dump stream offers a word, or is expected to.
template <bool RANDOM> int32_t Bench::answer() {
    Top& top = *clock;
    if (!monitor.check(top.dump_valid, top.dump_ready, top.dump_data, top.dump_last)) {
        message = "dump: an offered word was withdrawn or changed before it was taken";
        return TT_PROTOCOL;
    }
    totals.answer_cycles += 1;
    if (!top.dump_valid) {
        return TT_OK;
    }
    tt_record* record = answers.asking();
    if (record == nullptr) {
        message = "dump: a word that no command asked for";
        return TT_OVERRUN;
    }
    if (!answering) {
        record->stats = stats();
        answering = true;
    }
    if (!top.dump_ready) {
        ++totals.injected_stalls;
        return TT_OK;
    }
    answers.words.push_back(top.dump_data);
    quiet = 0;
    if (answers.length() > setup.words_max) {
        message = "dump: longer than any legal dump";
        return TT_OVERRUN;
    }
    if (top.dump_last) {
        answers.close();
        answering = false;
        totals.last_cycle = clock.cycle + 1;
    }
    return TT_OK;
}

} // namespace
} // namespace treetap

#include "exports.h"

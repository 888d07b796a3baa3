// The `rap` top: an event stream, a command stream, a dump stream and statistics.
#include "driver.h"
#include "rap_ports.h"
#include "stalls.h"
#include TREETAP_TOP_HEADER

namespace treetap {

class Rap {
  public:
    using Top = TREETAP_TOP;
    enum Op : uint64_t { SNAPSHOT = 1, RESET = 2 }; // or both, or 0: no command

    static void configure(Top& top, const tt_config& config) { treetap::configure(top, config); }
    static auto& command_valid(Top& top) { return top.cmd_valid; }
    static bool command_ready(Top& top) { return top.cmd_ready; }
    static void command_op(Top& top, uint64_t op) { top.cmd_op = op; }
    static const auto& sink_valid(Top& top) { return top.dump_valid; }
    static auto& sink_ready(Top& top) { return top.dump_ready; }
    static uint64_t sink_payload(Top& top) { return top.dump_data; }
    static uint64_t sink_more(Top& top) { return top.dump_last; }

    static tt_stats stats(Top& top) {
        return tt_stats{top.stat_n,         top.stat_t,           top.stat_lost,        top.stat_live,     top.stat_creates,
                        top.stat_over, top.stat_zero_weight, top.stat_lost_flag,   top.stat_near_full};
    }

    void cleared() { stalls.cleared(); }
    // The dump may come before the command is accepted (the serial engine accepts a command when it is finished) or
    // after.
    template <class D> void offer(D& driver, uint64_t op) {
        driver.answers.ask(op, op & SNAPSHOT, driver.position, driver.clock.cycle);
    }
    template <class D> void accepted(D&) {}
    template <class D> void settled(D&) {}

    // One cycle, seen just before its rising edge.
    template <class D> void observe(D& driver) {
        Top& top = *driver.clock;
        tt_totals& totals = driver.totals;
        if (sample_due) {
            driver.answers.samples.push_back(tt_sample{emitted, stats(top)});
            sample_due = false;
        }
        held += top.stat_active;
        if (top.stat_event) {
            if (held > totals.longest_pause) {
                totals.longest_pause = held;
            }
            held = 0;
            totals.status_faults += !top.stat_active; // an event is finished that the engine does not hold
            ++totals.emitted;
            ++emitted;
            sample_due = driver.setup.sample_every && emitted % driver.setup.sample_every == 0;
        } else if (!top.stat_active) {
            held = 0;
        }
        if (top.dump_valid && !answering && driver.answers.asking()) {
            driver.answers.asking()->stats = stats(top);
            answering = true;
        }
        if constexpr (HasStall<Top>::value) {
            tt_waits waits;
            if (stalls.observe(top, driver.setup.built, driver.clock.cycle, totals, waits)) {
                waits.emitted = emitted;
                driver.answers.waits.push_back(waits);
            }
        }
        totals.status_faults += answering && top.stat_active; // a dump under way is all there is
        totals.answer_cycles += answering;
        if (closing) {
            answering = closing = false;
        }
    }

    // A word of a dump that is taken in this cycle.
    template <class D> int32_t word(D& driver) {
        Top& top = *driver.clock;
        Answers& answers = driver.answers;
        tt_record* record = answers.asking();
        if (record == nullptr) {
            driver.message = "a word that no command asked for";
            return TT_OVERRUN;
        }
        if (answers.length() >= driver.setup.words_max) {
            driver.message = "an answer longer than any legal dump";
            return TT_OVERRUN;
        }
        if (!answering) {
            record->stats = stats(top);
            answering = true;
        }
        answers.words.push_back(top.dump_data);
        if (top.dump_last) {
            answers.close();
            driver.answered();
            closing = true;
        }
        return TT_OK;
    }

  private:
    Stalls stalls;
    uint64_t emitted = 0;   // events finished since the last rst
    uint64_t held = 0;      // cycles the present event has held the engine
    bool answering = false; // the first word of an answer has been offered, the last one not yet taken
    bool closing = false;   // the last word is taken in this cycle
    bool sample_due = false;
};

using Bench = Driver<Rap>;

} // namespace treetap

#include "exports.h"

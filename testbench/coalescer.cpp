// The `coalescer` top: events in, coalesced events out as pairs of words (key, weight), and operations on all entries.
#include "driver.h"
#include TREETAP_TOP_HEADER

namespace treetap {

class Coalescer {
  public:
    using Top = TREETAP_TOP;

    static void configure(Top& top, const tt_config& config) { top.cfg_weight_max = config.weight_max; }
    static auto& command_valid(Top& top) { return top.flush_valid; }
    static bool command_ready(Top& top) { return top.flush_ready; }
    static void command_op(Top& top, uint64_t op) { top.flush_op = op; }
    static const auto& sink_valid(Top& top) { return top.out_valid; }
    static auto& sink_ready(Top& top) { return top.out_ready; }
    static uint64_t sink_payload(Top& top) { return top.out_key; }
    static uint64_t sink_more(Top& top) { return top.out_weight; }

    void cleared() {}
    template <class D> void offer(D& driver, uint64_t op) { driver.answers.ask(op, false, driver.position, driver.clock.cycle); }

    // An operation is finished when it is accepted; everything it sent has left by then.
    template <class D> void accepted(D& driver) {
        driver.answers.records.back().first_word = driver.answers.words.size();
        driver.answered();
    }

    // Its own count is right from the edge on that ends the operation.
    template <class D> void settled(D& driver) {
        driver.answers.records.back().stats.zero_weight = driver.clock->stat_zero_weight;
    }

    template <class D> void observe(D&) {}

    template <class D> int32_t word(D& driver) {
        driver.answers.words.push_back(driver.clock->out_key);
        driver.answers.words.push_back(driver.clock->out_weight);
        ++driver.totals.emitted;
        return TT_OK;
    }
};

using Bench = Driver<Coalescer>;

} // namespace treetap

#include "exports.h"

// Why an event waits at the input of a `rap` top, recomputed from everything else that its ports show; stat_stall is only
// compared with the result. src/cosim/stalls.rs holds the sums of each event against what the model says it asks for.
#ifndef TREETAP_STALLS_H
#define TREETAP_STALLS_H
#include "abi.h"
#include <algorithm>

namespace treetap {

class Stalls {
  public:
    // spec::rap::Stall
    enum Reason : uint32_t { NONE = 0, CLEAR = 1, COMMAND = 2, WALK = 3, CREATE = 4, VISIT = 5, QUEUE = 7, REFILL = 8 };

    // One cycle, seen just before its rising edge. True when an event of the engine ends in it: `waits` has its cycles.
    template <class Top> bool observe(Top& top, const tt_built& built, uint64_t cycle, tt_totals& totals, tt_waits& waits) {
        const bool waiting = top.ev_valid && !top.ev_ready;
        const uint32_t said = top.stat_stall;
        totals.stalls[said] += waiting;
        if (built.engine == TT_UNKNOWN) {
            return false;
        }
        const uint64_t now = said | uint64_t(waiting) << 4 | uint64_t(top.ev_valid) << 5 | uint64_t(top.stat_active) << 6 |
                             uint64_t(top.stat_event) << 7 | uint64_t(top.stat_live) << 8 | uint64_t(top.stat_creates) << 32;
        const bool ends = top.stat_event;
        const bool same = now == steady && !top.cmd_valid;
        const uint32_t then = same ? 0 : remembered();
        const uint64_t faults = totals.stall_faults;
        if (same) {
            // A cycle like the one before, which changed nothing but a sum.
            ++age;
            ++*counted;
        } else {
            judge(top, built, cycle, totals, waiting, said);
        }
        if (ends) {
            waits = sum;
            sum = tt_waits{};
        }
        if (!same) {
            const bool settled = wipe == DONE && creating == 0 && remembered() == then && totals.stall_faults == faults;
            steady = settled && !top.cmd_valid ? now : NEVER;
        }
        return ends;
    }

    // Memories have been cleared after rst.
    void cleared() {
        wipe = DONE;
        steady = NEVER;
    }

  private:
    // What is being cleared.
    enum Wipe {
        DONE,
        STARTING,   // after rst
        MAY_WIPE,   // a command that resets, and no word of it is missing: it may still flush
        WIPES,      // and it has said that it clears
    };
    static uint32_t bit(uint32_t reason) { return 1u << reason; }

    // What the next cycle is judged by, except for the ports.
    uint32_t remembered() const {
        return before | uint32_t(wipe) << 4 | creating << 8 | uint32_t(made) << 16 | uint32_t(stopped) << 17 |
               uint32_t(passed) << 18 | uint32_t(ended_visiting) << 19 | uint32_t(sum.free > 0) << 20 |
               uint32_t(sum.visit > 0) << 21 | uint32_t(sum.queue > 0) << 22;
    }

    template <class Top>
    void judge(Top& top, const tt_built& built, uint64_t cycle, tt_totals& totals, bool waiting, uint32_t said) {
        const auto fault = [&](uint32_t what, uint32_t allowed) {
            if (totals.stall_faults++ == 0) {
                totals.stall_cycle = cycle + 1;
                totals.stall_said = what;
                totals.stall_allowed = allowed;
            }
        };
        const bool commanded = top.cmd_valid && top.cmd_op != 0;
        const bool counts = !commanded && wipe == DONE;
        // A create shows at the ports in this cycle.
        const bool step = counts && (built.engine == TT_SERIAL ? top.stat_live > live : top.stat_creates != creates);
        live = top.stat_live;
        creates = top.stat_creates;
        creating = step ? CREATE_CYCLES : creating - (creating > 0);
        made |= step;
        if (step && built.engine != TT_SERIAL && before != NONE && before != CREATE && !(built.front && before == QUEUE)) {
            fault(before, bit(CREATE)); // the node was made in the cycle before
        }
        if (top.ev_valid && top.ev_ready && built.queue && before != NONE && before != QUEUE) {
            fault(before, bit(QUEUE)); // the engine took an event out of the queue, so that there is room now
        }
        if (waiting) {
            const uint32_t allowed = commanded || wipe != DONE ? beside(top, built, commanded) : engine(top, built, step);
            if (!(allowed & bit(said))) {
                fault(said, allowed);
            }
        }
        // An engine that holds no event has nothing under way. The serial engine ends an event of a round that is lost
        // while it says visit, and says so for a cycle more.
        const bool tail = built.engine == TT_SERIAL && ended_visiting && said == VISIT;
        add(!waiting || !counts || (!top.stat_active && built.front) ? uint32_t{NONE} : tail ? uint32_t{WALK} : said);
        ended_visiting = top.stat_event && said == VISIT;
        if (waiting && commanded && said == COMMAND && !top.cmd_ready) {
            commanded_at = age;
        }
        if (commanded && top.cmd_ready && wipe >= MAY_WIPE && age - commanded_at < built.clear_min) {
            fault(COMMAND, bit(CLEAR)); // no memory is cleared in so few cycles
        }
        phase(top, built, commanded, waiting, said);
        before = waiting && counts ? said : uint32_t{NONE};
        ++age;
        if (top.stat_event) {
            stopped = passed = made = false;
        }
    }

    // Reasons beside a command, or after rst.
    template <class Top> uint32_t beside(Top& top, const tt_built& built, bool commanded) const {
        // Without an event the serial engine says walk.
        const uint32_t walk = built.engine == TT_SERIAL ? bit(WALK) : 0;
        const bool late = age > std::max(built.cleared, built.clear_max + SETTLE);
        const uint32_t later = commanded ? bit(COMMAND) : late ? 0 : walk | (built.front ? bit(QUEUE) : 0);
        switch (wipe) {
        case STARTING:
            return (age < built.clear_min ? 0 : later) | (age > built.clear_max ? 0 : bit(CLEAR));
        case MAY_WIPE:
            return bit(COMMAND) | bit(CLEAR);
        case WIPES:
            return bit(CLEAR) | (top.cmd_ready ? bit(COMMAND) : 0);
        default:
            return bit(COMMAND);
        }
    }

    // Reasons while the engine counts events. What is before the engine may not be ready when it is.
    template <class Top> uint32_t engine(Top& top, const tt_built& built, bool step) const {
        const uint32_t stops = bit(CREATE) | bit(VISIT);
        const uint32_t front = built.front ? bit(QUEUE) : 0;
        const bool near = top.stat_n + NEAR >= built.near_end;
        switch (built.engine) {
        case TT_SERIAL:
            if (!top.stat_active) {
                // The event on offer is compared with the one before for some cycles.
                return bit(WALK) | front | (ended_visiting ? bit(VISIT) : 0);
            }
            // Visits come before the walk, without a break.
            return front | (creating ? bit(CREATE) : bit(WALK) | (made || passed ? 0 : bit(VISIT)));
        case TT_PIPELINED:
            if (step) {
                return bit(REFILL) | front;
            }
            return stops | front | (stopped || unseen(built) ? bit(REFILL) : 0) | (stopped ? 0 : bit(QUEUE) | (near ? bit(WALK) : 0));
        default:
            if (step) {
                return bit(CREATE) | front;
            }
            return top.stat_event ? bit(QUEUE) : stops | bit(REFILL) | front;
        }
    }

    // A cycle of the event under way, in which nothing waits for the engine, or for this reason.
    void add(uint32_t said) {
        counted = said == NONE     ? &sum.free
                  : said == WALK   ? &sum.walk
                  : said == CREATE ? &sum.create
                  : said == VISIT  ? &sum.visit
                  : said == QUEUE  ? &sum.queue
                  : said == REFILL ? &sum.refill
                                   : &other;
        ++*counted;
        // What is before the engine sends an event on within the visits of one that is lost.
        passed |= sum.visit && (said == WALK || said == CREATE);
        stopped |= said == VISIT || said == CREATE;
    }

    // Creates or visits may have been made while nothing waited, or only for what is before the engine.
    bool unseen(const tt_built& built) const { return sum.free > 0 || (built.front && sum.queue > 0); }

    void forget() {
        sum = tt_waits{};
        stopped = passed = made = false;
    }

    template <class Top> void phase(Top& top, const tt_built&, bool commanded, bool waiting, uint32_t said) {
        if (wipe == STARTING && ((top.ev_ready && !commanded) || (waiting && commanded && said == COMMAND))) {
            wipe = DONE; // what clears takes neither events nor commands
        }
        if (!commanded) {
            return;
        }
        const bool resets = top.cmd_op & 2;
        const bool last_word = top.dump_valid && top.dump_ready && top.dump_last;
        if (wipe == DONE && resets && (!(top.cmd_op & 1) || last_word)) {
            wipe = MAY_WIPE;
            commanded_at = age;
        }
        if (wipe == MAY_WIPE && waiting && said == CLEAR) {
            wipe = WIPES;
        }
        if (top.cmd_ready) {
            wipe = DONE;
            forget();
        }
    }

    static constexpr uint64_t NEAR = 1u << 18;   // weight of events on their way, which n may not know yet
    static constexpr uint64_t SETTLE = 8;        // cycles from the end of clearing to the first event
    static constexpr uint32_t CREATE_CYCLES = 5; // of the serial engine: the link of the free node, its four slots

    static constexpr uint64_t NEVER = ~uint64_t{0};

    Wipe wipe = STARTING;
    uint64_t steady = NEVER;     // ports of a cycle that changed nothing but a sum
    uint32_t* counted = nullptr; // that sum
    uint32_t other = 0;          // cycles of reasons beside the engine
    uint64_t age = 0;          // cycles since rst
    uint64_t commanded_at = 0; // last cycle that was said to belong to a command, and not to its clearing
    uint64_t live = 0;         // stat_live in the cycle before
    uint64_t creates = 0;      // stat_creates in the cycle before
    uint32_t creating = 0;     // cycles of a create that are left
    uint32_t before = NONE;    // what was said in the cycle before, if an event waited for the engine
    bool made = false;         // a create of the event under way
    bool stopped = false;      // the event under way has been said to wait for a create or a visit
    bool passed = false;       // what was said after visits
    bool ended_visiting = false; // the event that ended in the cycle before ended in a visit: it was lost
    tt_waits sum{};
};

} // namespace treetap
#endif

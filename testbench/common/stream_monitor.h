// Watches one valid/ready stream of a verilated model, once per clock cycle, and counts what it saw.
//
// The rules are those of docs/stream_rules.md; `hw::lib::Monitor` is the same checker for the Rust evaluator.
// Call `cycle` with the values that stand just before the rising edge, after the model has settled on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace treetap {

enum class StreamFault {
    none,
    withdrawn,  // S2: valid fell before the word was taken
    changed,    // S3: the payload changed while it waited
};

/// `Words` is the number of 64-bit words that hold the payload.
template <std::size_t Words = 1>
class StreamMonitor {
  public:
    /// Counters since construction: they let a test prove that its stimulus happened.
    std::uint64_t cycles = 0;
    std::uint64_t transfers = 0;  // valid and ready
    std::uint64_t waits = 0;      // valid without ready
    std::uint64_t idle = 0;       // no valid
    /// The first fault and the cycle it happened in.
    StreamFault fault = StreamFault::none;
    std::uint64_t fault_cycle = 0;

    /// One cycle. Returns false from the first fault on.
    bool cycle(bool reset, bool valid, bool ready, const std::array<std::uint64_t, Words>& payload) {
        const std::uint64_t now = cycles++;
        if (reset) {
            waiting_ = false;
            return fault == StreamFault::none;
        }
        if (waiting_ && fault == StreamFault::none) {
            if (!valid) {
                fault = StreamFault::withdrawn;
            } else if (payload != held_) {
                fault = StreamFault::changed;
            }
            if (fault != StreamFault::none) fault_cycle = now;
        }
        waiting_ = valid && !ready;
        if (waiting_) {
            ++waits;
            held_ = payload;
        } else if (valid) {
            ++transfers;
        } else {
            ++idle;
        }
        return fault == StreamFault::none;
    }

    /// For messages: the rule that was broken.
    const char* fault_text() const {
        switch (fault) {
            case StreamFault::withdrawn: return "valid was withdrawn before ready (rule S2)";
            case StreamFault::changed: return "the payload changed before ready (rule S3)";
            case StreamFault::none: break;
        }
        return "no fault";
    }

  private:
    bool waiting_ = false;
    std::array<std::uint64_t, Words> held_{};
};

}  // namespace treetap

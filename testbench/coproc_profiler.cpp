// A co-processor after a tap in the testbench of profilers (profiler.cpp). What became of each candidate stands for the
// ordinal of what was accepted; the log has a word when the co-processor answers a request, with the number of
// retirements that came before it, and one when it asks for the host.
#include TREETAP_TOP_HEADER

namespace treetap {

using Coproc = TREETAP_TOP;

struct AsProfiler : Coproc {
    using Coproc::Coproc;

    void eval() {
        Coproc::eval();
        // The codes of src/cosim/coproc_profiler.rs.
        const uint32_t outcome = Coproc::acc_full ? 1 : Coproc::acc_off ? 2 : 0;
        acc_ord = (Coproc::acc_ord & BELOW) | outcome << 30;
        acc_valid = Coproc::acc_valid | Coproc::acc_full | Coproc::acc_off;
        if (clk && !was_high) {
            before = taken;
            taken += takes && !rst;
            asked = asks_now;
        }
        was_high = clk;
        if (!clk) {
            takes = rvfi_valid && rvfi_ready;
            asks_now = irq;
        }
        const bool asks = irq && !asked;
        log_valid = (acc_set || asks) && !rst;
        log_data = (before & BELOW) | uint32_t(acc_set) << 30 | uint32_t(asks) << 31;
    }

    uint32_t acc_ord = 0;
    bool acc_valid = false;
    bool log_valid = false, log_ready = false, log_last = false;
    uint32_t log_data = 0;
    bool ext_on = false, ext_off = false, ext_tick = false;
    uint16_t ret_cycles = 0;

  private:
    static constexpr uint32_t BELOW = (1U << 30) - 1;
    bool was_high = false, takes = false, asks_now = false, asked = false;
    // Retirements taken until the cycle before, and until the one before that: a record leaves the tap a cycle after
    // the retirement that releases it, and what is written counts for the records of the cycle with acc_set.
    uint32_t taken = 0, before = 0;
};

} // namespace treetap

#undef TREETAP_TOP
#define TREETAP_TOP treetap::AsProfiler
#include "profiler.cpp"

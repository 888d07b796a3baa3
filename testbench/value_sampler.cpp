// A value sampler in the testbench of profilers (profiler.cpp). What the top has in other forms is given here: where a
// tuple entered stands for the ordinal of what was accepted, the raw stream for the log, and what a profiler asks for
// besides is nowhere.
#include TREETAP_TOP_HEADER

namespace treetap {

using Sampler = TREETAP_TOP;

struct AsProfiler : Sampler {
    using Sampler::Sampler;

    void eval() {
        r_ready = log_ready;
        Sampler::eval();
        // The bits TABLE and RAW of src/cosim/profiler.rs.
        acc_ord = acc_hot | acc_raw << 1;
        log_valid = r_valid;
        log_data = r_data;
    }

    bool log_valid = false, log_ready = false, log_last = false;
    uint32_t log_data = 0;
    uint32_t acc_ord = 0;
    bool ext_on = false, ext_off = false, ext_tick = false;
    uint16_t ret_cycles = 0;
    const bool irq = false; // no host is asked to look
};

} // namespace treetap

#undef TREETAP_TOP
#define TREETAP_TOP treetap::AsProfiler
#include "profiler.cpp"

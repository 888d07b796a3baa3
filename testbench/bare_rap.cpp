// The yardstick of benches/cosim.rs: the shortest loop that streams events into the `rap` top. It checks nothing.
#include "rap_ports.h"
#include <memory>
#include <verilated.h>
#include TREETAP_TOP_HEADER

// Streams the events and one snapshot; returns the number of clock cycles after reset.
extern "C" __attribute__((visibility("default"))) uint64_t tt_bare(const tt_event* events, size_t count, const tt_config* config) {
    VerilatedContext context;
    auto top = std::make_unique<TREETAP_TOP>(&context);
    uint64_t cycles = 0;
    const auto step = [&] {
        top->clk = 1;
        top->eval();
        ++cycles;
        top->clk = 0;
        top->eval();
    };
    treetap::configure(*top, *config);
    top->rst = 1;
    top->dump_ready = 1;
    step();
    step();
    top->rst = 0;
    top->clk = 0;
    top->eval();
    cycles = 0;
    for (size_t taken = 0; taken < count;) {
        top->ev_valid = 1;
        top->ev_key = events[taken].key;
        top->ev_weight = events[taken].weight;
        top->clk = 0;
        top->eval();
        taken += top->ev_ready;
        top->clk = 1;
        top->eval();
        ++cycles;
    }
    top->ev_valid = 0;
    top->cmd_valid = 1;
    top->cmd_op = 1;
    for (bool last = false; !last;) {
        top->clk = 0;
        top->eval();
        const bool taken = top->cmd_valid && top->cmd_ready;
        last = top->dump_valid && top->dump_last;
        top->clk = 1;
        top->eval();
        ++cycles;
        if (taken) {
            top->cmd_valid = 0;
        }
    }
    return cycles;
}

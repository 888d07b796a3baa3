// PicoRV32: memory answers within the cycle of the request.
#include "core.h"
#include TREETAP_TOP_HEADER

namespace treetap {

class Picorv32 {
  public:
    explicit Picorv32(Memory& memory) : memory(memory) {
        core.top.resetn = 0;
        for (int i = 0; i < RESET_CYCLES; ++i) {
            core.top.clk = 1;
            core.top.eval();
            core.top.clk = 0;
            core.top.eval();
        }
        core.top.resetn = 1;
    }

    void cycle(bool) {
        TREETAP_TOP& top = core.top;
        top.clk = 1;
        top.eval();
        top.mem_ready = top.mem_valid && !memory.waits();
        if (top.mem_ready) {
            if (top.mem_wstrb) {
                memory.write(top.mem_addr, top.mem_wdata, top.mem_wstrb);
            } else {
                top.mem_rdata = memory.read(top.mem_addr);
            }
        }
        top.clk = 0;
        top.eval();
    }

    // It has no trap handler: the first trap stops it.
    bool halted() const { return core.top.trap; }
    const TREETAP_TOP& top() const { return core.top; }

  private:
    Memory& memory;
    Alone<TREETAP_TOP> core;
};

} // namespace treetap

TREETAP_CORE(treetap::Picorv32)

// Ibex: two buses; memory grants a request in its cycle and answers in the next.
#include "core.h"
#include TREETAP_TOP_HEADER

namespace treetap {

class Ibex {
  public:
    explicit Ibex(Memory& memory) : memory(memory) {
        TREETAP_TOP& top = core.top;
        top.boot_addr_i = static_cast<IData>(memory.setup.ram);
        top.fetch_enable_i = 5; // IbexMuBiOn
        top.scan_rst_ni = 1;
        // Registers behind the gated clock are reset by the falling edge only.
        top.rst_ni = 1;
        top.eval();
        top.rst_ni = 0;
        top.eval();
        for (int i = 0; i < RESET_CYCLES; ++i) {
            top.clk_i = 1;
            top.eval();
            top.clk_i = 0;
            top.eval();
        }
        top.rst_ni = 1;
    }

    void cycle(bool interrupt) {
        TREETAP_TOP& top = core.top;
        top.clk_i = 1;
        top.eval();
        top.instr_rvalid_i = fetched;
        top.instr_rdata_i = instruction;
        top.data_rvalid_i = answered;
        top.data_rdata_i = data;
        top.irq_timer_i = interrupt;
        top.instr_gnt_i = !memory.waits();
        top.data_gnt_i = !memory.waits();
        top.clk_i = 0;
        top.eval();
        fetched = top.instr_req_o && top.instr_gnt_i;
        if (fetched) {
            instruction = memory.read(top.instr_addr_o);
        }
        answered = top.data_req_o && top.data_gnt_i;
        if (answered) {
            if (top.data_we_o) {
                memory.write(top.data_addr_o, top.data_wdata_o, top.data_be_o);
            } else {
                data = memory.read(top.data_addr_o);
            }
        }
    }

    bool halted() const { return false; }
    const TREETAP_TOP& top() const { return core.top; }

  private:
    Memory& memory;
    Alone<TREETAP_TOP> core;
    bool fetched = false;
    bool answered = false;
    uint32_t instruction = 0;
    uint32_t data = 0;
};

} // namespace treetap

TREETAP_CORE(treetap::Ibex)

// SERV: memory answers each bus in the cycle after the request begins, for one cycle.
#include "core.h"
#include TREETAP_TOP_HEADER

namespace treetap {

class Serv {
  public:
    explicit Serv(Memory& memory) : memory(memory) {
        TREETAP_TOP& top = core.top;
        top.i_rst = 1;
        for (int i = 0; i < RESET_CYCLES; ++i) {
            top.clk = 1;
            top.eval();
            top.clk = 0;
            top.eval();
        }
        top.i_rst = 0;
    }

    void cycle(bool interrupt) {
        TREETAP_TOP& top = core.top;
        top.clk = 1;
        top.eval();
        const bool fetch = top.o_ibus_cyc && !top.i_ibus_ack && !memory.waits();
        const bool access = top.o_dbus_cyc && !top.i_dbus_ack && !memory.waits();
        if (fetch) {
            top.i_ibus_rdt = memory.read(top.o_ibus_adr);
        }
        if (access) {
            if (top.o_dbus_we) {
                memory.write(top.o_dbus_adr, top.o_dbus_dat, top.o_dbus_sel);
            } else {
                top.i_dbus_rdt = memory.read(top.o_dbus_adr);
            }
        }
        top.i_ibus_ack = fetch;
        top.i_dbus_ack = access;
        top.i_timer_irq = interrupt;
        top.clk = 0;
        top.eval();
    }

    bool halted() const { return false; }
    const TREETAP_TOP& top() const { return core.top; }

  private:
    Memory& memory;
    Alone<TREETAP_TOP> core;
};

} // namespace treetap

TREETAP_CORE(treetap::Serv)

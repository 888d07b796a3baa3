"""A treetap profiler in a LiteX SoC.

    self.profiler = Treetap(platform, preset="nano")
    self.bus.add_slave("profiler", self.profiler.bus, SoCRegion(origin=0x9000_0000, size=Treetap.SIZE, cached=False))
    self.comb += self.profiler.rvfi_valid.eq(core.rvfi_valid)  # and the other ports `rvfi_*`

The ports that are not the bus are signals under their own names (docs/reference/tap.md); those that nobody drives are 0. The registers are those of
include/treetap_regs.h from the origin of the region on.
"""

import json
import os

from litex.gen import LiteXModule
from litex.soc.interconnect import axi, wishbone
from migen import C, Cat, ClockSignal, Instance, ResetSignal, Signal


class Treetap(LiteXModule):
    """The profiler `treetap_profiler_<preset>` from `folder`: rtl/ of the repository, or where `treetap gen profiler` has written."""

    # Bytes of the window of registers.
    SIZE = 0x1000

    def __init__(self, platform, preset="nano", folder=None):
        top = f"treetap_profiler_{preset}"
        folder = folder or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "rtl")
        with open(os.path.join(folder, f"{top}.json")) as file:
            ports = json.load(file)["ports"]
        names = {port["name"] for port in ports}

        ends = {"i_clk": ClockSignal("sys"), "i_rst": ResetSignal("sys")}
        if "wb_cyc_i" in names:
            self.bus, of_bus = self.wishbone()
        else:
            self.bus, of_bus = self.axi_lite()
        ends.update(of_bus)
        for port in ports:
            direction = {"input": "i", "output": "o"}[port["dir"]]
            if f"{direction}_{port['name']}" in ends:
                continue
            signal = Signal(port["width"], name=port["name"])
            setattr(self, port["name"], signal)
            ends[f"{direction}_{port['name']}"] = signal
        self.specials += Instance(top, **ends)
        platform.add_source(os.path.join(folder, f"{top}.v"))

    @staticmethod
    def wishbone():
        # LiteX counts words, the profiler bytes.
        bus = wishbone.Interface(data_width=32, adr_width=30)
        return bus, {
            "i_wb_cyc_i": bus.cyc,
            "i_wb_stb_i": bus.stb,
            "i_wb_we_i": bus.we,
            "i_wb_adr_i": Cat(C(0, 2), bus.adr[:10]),
            "i_wb_dat_i": bus.dat_w,
            "i_wb_sel_i": bus.sel,
            "o_wb_dat_o": bus.dat_r,
            "o_wb_ack_o": bus.ack,
            "o_wb_err_o": bus.err,
        }

    @staticmethod
    def axi_lite():
        bus = axi.AXILiteInterface(data_width=32, address_width=32)
        ends = {}
        for channel in ("aw", "w", "b", "ar", "r"):
            source = channel in ("b", "r")
            wires = getattr(bus, channel)
            ends[f"{'o' if source else 'i'}_s_axil_{channel}valid"] = wires.valid
            ends[f"{'i' if source else 'o'}_s_axil_{channel}ready"] = wires.ready
        for channel in ("aw", "ar"):
            ends[f"i_s_axil_{channel}addr"] = getattr(bus, channel).addr[:12]
            ends[f"i_s_axil_{channel}prot"] = C(0, 3)
        ends["i_s_axil_wdata"], ends["i_s_axil_wstrb"] = bus.w.data, bus.w.strb
        ends["o_s_axil_bresp"] = bus.b.resp
        ends["o_s_axil_rdata"], ends["o_s_axil_rresp"] = bus.r.data, bus.r.resp
        return bus, ends

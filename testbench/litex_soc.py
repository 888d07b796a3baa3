"""Writes the Verilog of a LiteX SoC that holds a profiler: python3 litex_soc.py PRESET RTL_FOLDER OUT.v

There is no processor in it: a Wishbone master on pins takes its place.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fpga", "litex"))

from litex.build.generic_platform import Pins, Subsignal  # noqa: E402
from litex.build.sim import SimPlatform  # noqa: E402
from litex.gen import LiteXModule  # noqa: E402
from litex.soc.integration.soc import SoCRegion  # noqa: E402
from litex.soc.integration.soc_core import SoCMini  # noqa: E402
from litex.soc.interconnect import wishbone  # noqa: E402
from migen import ClockDomain  # noqa: E402
from treetap import Treetap  # noqa: E402

ORIGIN = 0x9000_0000

HOST = [("cyc", 1), ("stb", 1), ("we", 1), ("adr", 30), ("dat_w", 32), ("sel", 4), ("dat_r", 32), ("ack", 1), ("err", 1)]
IO = [
    ("clk", 0, Pins(1)),
    ("rst", 0, Pins(1)),
    ("retire", 0, Subsignal("valid", Pins(1)), Subsignal("pc", Pins(32)), Subsignal("insn", Pins(32))),
    ("host", 0, *[Subsignal(name, Pins(width)) for name, width in HOST]),
]


class Clock(LiteXModule):
    def __init__(self, platform):
        self.cd_sys = ClockDomain()
        self.comb += [self.cd_sys.clk.eq(platform.request("clk")), self.cd_sys.rst.eq(platform.request("rst"))]


class Soc(SoCMini):
    def __init__(self, platform, preset, folder):
        self.crg = Clock(platform)
        SoCMini.__init__(self, platform, clk_freq=int(1e6), ident="", ident_version=False)
        self.profiler = Treetap(platform, preset, folder)
        region = SoCRegion(origin=ORIGIN, size=Treetap.SIZE, cached=False)
        self.bus.add_slave("profiler", self.profiler.bus, region)
        host, pins = wishbone.Interface(data_width=32, adr_width=30), platform.request("host")
        self.bus.add_master("host", host)
        for name, _ in HOST:
            inside, outside = getattr(host, name), getattr(pins, name)
            self.comb += outside.eq(inside) if name in ("dat_r", "ack", "err") else inside.eq(outside)
        retire = platform.request("retire")
        self.comb += [
            self.profiler.rvfi_valid.eq(retire.valid),
            self.profiler.rvfi_pc_rdata.eq(retire.pc),
            self.profiler.rvfi_pc_wdata.eq(retire.pc + 4),
            self.profiler.rvfi_insn.eq(retire.insn),
        ]


def main():
    preset, folder, out = sys.argv[1:]
    platform = SimPlatform("SIM", IO, toolchain="verilator")
    soc = Soc(platform, preset, folder)
    soc.finalize()
    platform.get_verilog(soc, name="litex_soc").write(out)


if __name__ == "__main__":
    main()

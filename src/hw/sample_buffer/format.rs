//! Records as lanes (docs/reference/sample_buffer.md).
use super::LANE;
use crate::hw::bundles::RecordRx;
use crate::hw::lib::Reg;
use crate::spec::sample_buffer::LANES_MAX;
use rust_hdl::prelude::*;

const ALL: usize = LANES_MAX as usize * LANE;

#[treetap_hdl::unit]
mod sample_format {
    //! The lanes and the sideband of a record, one cycle after it.

    /// The lanes and the sideband of a record, one cycle after it. `X` is the width of the core's registers.
    #[clocked]
    pub struct SampleFormat<#[range(32..=64, step = 32)] const X: usize> {
        #[group("a record of the tap")]
        #[only(class, rvc, taken, insn, pc, npc, val, addr, evt, lat, ord)]
        pub rec: RecordRx<X>,
        /// Four selectors of four bits, lane 0 low.
        #[group(
            "cfg_recfmt: selectors of the lanes: 0 none, 1 pc[32:1], 2 pc[63:33], 3 insn, 4 val, 5 val[63:32], 6 addr, \
             7 addr[63:32], 8 npc[32:1], 9 npc[63:33], 10 lat, 11 ord"
        )]
        pub cfg_recfmt: Signal<In, Bits<16>>,
        /// Lanes of the record.
        #[group("the record; stride is the number of its lanes, log2")]
        pub fmt_lanes: Signal<Out, Bits<ALL>>,
        /// Sideband of the record.
        pub fmt_side: Signal<Out, Bits<16>>,
        /// Lanes that a record takes, log2; depends on `cfg_recfmt` only.
        pub fmt_stride: Signal<Out, Bits<2>>,
        lane: [Reg<Bits<LANE>>; LANES_MAX as usize],
        side: Reg<Bits<16>>,
    }

    impl SampleFormat {
        fn update(&mut self) {
            let pc: Bits<64> = bit_cast::<64, X>(self.rec.pc.val());
            let npc: Bits<64> = bit_cast::<64, X>(self.rec.npc.val());
            let val: Bits<64> = bit_cast::<64, X>(self.rec.val.val());
            let addr: Bits<64> = bit_cast::<64, X>(self.rec.addr.val());
            for i in 0..4 {
                self.lane[i].d.next = 0.into();
                match self.cfg_recfmt.val().get_bits::<4>(i * 4).index() {
                    1 => {
                        self.lane[i].d.next = pc.get_bits::<LANE>(1);
                    }
                    2 => {
                        self.lane[i].d.next = bit_cast::<LANE, 64>(pc >> 33);
                    }
                    3 => {
                        self.lane[i].d.next = self.rec.insn.val();
                    }
                    4 => {
                        self.lane[i].d.next = val.get_bits::<LANE>(0);
                    }
                    5 => {
                        self.lane[i].d.next = val.get_bits::<LANE>(32);
                    }
                    6 => {
                        self.lane[i].d.next = addr.get_bits::<LANE>(0);
                    }
                    7 => {
                        self.lane[i].d.next = addr.get_bits::<LANE>(32);
                    }
                    8 => {
                        self.lane[i].d.next = npc.get_bits::<LANE>(1);
                    }
                    9 => {
                        self.lane[i].d.next = bit_cast::<LANE, 64>(npc >> 33);
                    }
                    10 => {
                        self.lane[i].d.next = bit_cast::<LANE, 16>(self.rec.lat.val());
                    }
                    11 => {
                        self.lane[i].d.next = self.rec.ord.val();
                    }
                    _ => {
                        self.lane[i].d.next = 0.into();
                    }
                }
            }
            self.side.d.next = (bit_cast::<16, 8>(self.rec.evt.val()) << 8)
                | (bit_cast::<16, 1>(self.rec.rvc.val().into()) << 6)
                | (bit_cast::<16, 1>(self.rec.taken.val().into()) << 5)
                | bit_cast::<16, 5>(self.rec.class.val());
            self.fmt_side.next = self.side.q.val();
            self.fmt_lanes.next = bit_cast::<ALL, LANE>(self.lane[0].q.val())
                | (bit_cast::<ALL, LANE>(self.lane[1].q.val()) << 32)
                | (bit_cast::<ALL, LANE>(self.lane[2].q.val()) << 64)
                | (bit_cast::<ALL, LANE>(self.lane[3].q.val()) << 96);
            self.fmt_stride.next = 0.into();
            if self.cfg_recfmt.val().get_bits::<8>(8).any() {
                self.fmt_stride.next = 2.into();
            } else if self.cfg_recfmt.val().get_bits::<4>(4).any() {
                self.fmt_stride.next = 1.into();
            }
        }
    }
}

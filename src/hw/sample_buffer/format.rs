//! Records as lanes (docs/reference/sample_buffer.md).
use super::LANE;
use crate::hw::lib::{Reg, several};
use crate::spec::sample_buffer::LANES_MAX;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

const ALL: usize = LANES_MAX as usize * LANE;

/// The lanes and the sideband of a record, one cycle after it. `X` is the width of the core's registers.
#[derive(LogicBlock, SmartDefault)]
pub struct SampleFormat<const X: usize> {
    #[default(const { assert!(X == 32 || X == 64, "SampleFormat<X> wants 32 or 64") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Class of the instruction.
    pub rec_class: Signal<In, Bits<5>>,
    /// It was compressed.
    pub rec_rvc: Signal<In, Bit>,
    /// The next instruction is not the one that follows in memory.
    pub rec_taken: Signal<In, Bit>,
    /// The instruction, expanded.
    pub rec_insn: Signal<In, Bits<32>>,
    /// Its address.
    pub rec_pc: Signal<In, Bits<X>>,
    /// Address of the next instruction.
    pub rec_npc: Signal<In, Bits<X>>,
    /// What was loaded or stored, or the result.
    pub rec_val: Signal<In, Bits<X>>,
    /// Address of the access.
    pub rec_addr: Signal<In, Bits<X>>,
    /// Events.
    pub rec_evt: Signal<In, Bits<8>>,
    /// Cycles of the access.
    pub rec_lat: Signal<In, Bits<16>>,
    /// Retire ordinal.
    pub rec_ord: Signal<In, Bits<32>>,
    /// Four selectors of four bits, lane 0 low.
    pub cfg_recfmt: Signal<In, Bits<16>>,
    /// Lanes of the record.
    pub fmt_lanes: Signal<Out, Bits<ALL>>,
    /// Its sideband.
    pub fmt_side: Signal<Out, Bits<16>>,
    /// Lanes that a record takes, log2; depends on `cfg_recfmt` only.
    pub fmt_stride: Signal<Out, Bits<2>>,
    #[default(several(LANES_MAX as usize))]
    lane: Vec<Reg<Bits<LANE>>>,
    side: Reg<Bits<16>>,
    pc: Signal<Local, Bits<64>>,
    npc: Signal<Local, Bits<64>>,
    val: Signal<Local, Bits<64>>,
    addr: Signal<Local, Bits<64>>,
}

impl<const X: usize> Logic for SampleFormat<X> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module sample_format");
        comment!("@doc The lanes and the sideband of a record, one cycle after it.");
        comment!("@ports rec: a record of the tap");
        comment!(
            "@ports cfg_recfmt: selectors of the lanes: 0 none, 1 pc[32:1], 2 pc[63:33], 3 insn, 4 val, 5 val[63:32], 6 addr, 7 addr[63:32], 8 npc[32:1], 9 npc[63:33], 10 lat, 11 ord"
        );
        comment!("@ports fmt: the record; stride is the number of its lanes, log2");
        dff_setup!(self, clock, side);
        self.pc.next = bit_cast::<64, X>(self.rec_pc.val());
        self.npc.next = bit_cast::<64, X>(self.rec_npc.val());
        self.val.next = bit_cast::<64, X>(self.rec_val.val());
        self.addr.next = bit_cast::<64, X>(self.rec_addr.val());
        for i in 0..4 {
            self.lane[i].clock.next = self.clock.val();
            self.lane[i].d.next = 0.into();
            match self.cfg_recfmt.val().get_bits::<4>(i * 4).index() {
                1 => {
                    self.lane[i].d.next = self.pc.val().get_bits::<LANE>(1);
                }
                2 => {
                    self.lane[i].d.next = bit_cast::<LANE, 64>(self.pc.val() >> 33);
                }
                3 => {
                    self.lane[i].d.next = self.rec_insn.val();
                }
                4 => {
                    self.lane[i].d.next = self.val.val().get_bits::<LANE>(0);
                }
                5 => {
                    self.lane[i].d.next = self.val.val().get_bits::<LANE>(32);
                }
                6 => {
                    self.lane[i].d.next = self.addr.val().get_bits::<LANE>(0);
                }
                7 => {
                    self.lane[i].d.next = self.addr.val().get_bits::<LANE>(32);
                }
                8 => {
                    self.lane[i].d.next = self.npc.val().get_bits::<LANE>(1);
                }
                9 => {
                    self.lane[i].d.next = bit_cast::<LANE, 64>(self.npc.val() >> 33);
                }
                10 => {
                    self.lane[i].d.next = bit_cast::<LANE, 16>(self.rec_lat.val());
                }
                11 => {
                    self.lane[i].d.next = self.rec_ord.val();
                }
                _ => {
                    self.lane[i].d.next = 0.into();
                }
            }
        }
        self.side.d.next = (bit_cast::<16, 8>(self.rec_evt.val()) << 8)
            | (bit_cast::<16, 1>(self.rec_rvc.val().into()) << 6)
            | (bit_cast::<16, 1>(self.rec_taken.val().into()) << 5)
            | bit_cast::<16, 5>(self.rec_class.val());
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

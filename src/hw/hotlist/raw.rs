//! The raw stream (docs/reference/hotlist.md, V7).
use super::ONLY_HOT;
use crate::hw::lib::{FastRamRe, Reg};
use crate::spec::sample_buffer::{LANE_BITS, LANES_MAX};
use rust_hdl::prelude::*;

/// Bits of a lane.
const LANE: usize = LANE_BITS as usize;
/// Bits of all lanes of a formatted record.
const ALL: usize = LANES_MAX as usize * LANE;
/// Bits of the number of words that wait.
pub const GRANULES: usize = 11;

#[treetap_hdl::unit]
mod raw {
    //! Queue of raw records that drops the newest; they leave word by word.

    /// Queue of `2^A` records of at most `L` lanes, which drops the newest: one record per cycle in, one word out. Up
    /// to `F` records may be under way to it.
    #[clocked(reset)]
    #[derived(C = A + 1)]
    #[fits(L.is_power_of_two(), "1, 2 or 4 lanes")]
    pub struct Raw<#[range(1..=4)] const L: usize, #[range(4..=8)] const A: usize, #[range(1..=15)] const F: usize> {
        /// A tuple.
        #[group("a tuple, its place in the burst, its record")]
        pub hit_valid: Signal<In, Bit>,
        /// Place in the burst.
        pub hit_position: Signal<In, Bits<8>>,
        /// Lanes of the record.
        pub fmt_lanes: Signal<In, Bits<ALL>>,
        /// Sideband of the record.
        pub fmt_side: Signal<In, Bits<16>>,
        /// Lanes that it takes, log2; steady while there are records.
        pub fmt_stride: Signal<In, Bits<2>>,
        /// Where tuples go.
        #[group("where tuples go")]
        pub cfg_mode: Signal<In, Bits<2>>,
        /// The host takes a word; what is on offer is withdrawn.
        #[group("raw_pop raw_word raw_any: the host takes a word, the oldest, if there is any")]
        pub raw_pop: Signal<In, Bit>,
        /// The oldest word.
        pub raw_word: Signal<Out, Bits<LANE>>,
        /// There is one.
        pub raw_any: Signal<Out, Bit>,
        /// A word is on offer.
        #[group("words of raw records: sideband and place in the burst, then the lanes")]
        pub r_valid: Signal<Out, Bit>,
        /// The word is taken.
        pub r_ready: Signal<In, Bit>,
        /// The word.
        pub r_data: Signal<Out, Bits<LANE>>,
        /// Words that wait.
        #[group("words that wait; there is room for what may be under way; the tuple's record enters")]
        pub stat_granules: Signal<Out, Bits<GRANULES>>,
        /// There is room for what may be under way.
        pub room_raw: Signal<Out, Bit>,
        /// The tuple's record enters.
        pub acc_raw: Signal<Out, Bit>,
        /// A record is offered.
        #[group("what is counted")]
        pub step_raws: Signal<Out, Bit>,
        /// The record finds no room.
        pub step_rawdrop: Signal<Out, Bit>,
        heads: FastRamRe<24, A>,
        lanes: [FastRamRe<LANE, A>; L],
        #[also(read)]
        write: Reg<Bits<A>>,
        // records, the one on offer included; there is one; which of its words
        held: Reg<Bits<C>>,
        offered: Reg<Bit>,
        turn: Reg<Bits<3>>,
        words: Reg<Bits<GRANULES>>,
        room: Reg<Bit>,
        word: Signal<Local, Bits<LANE>>,
    }

    impl Raw {
        fn update(&mut self) {
            const NOT_HERE: Bits<2> = ONLY_HOT;
            const FULL_BIT: Bits<4> = A as u64;
            const FITS: Bits<C> = (1 << A) - F as u64;

            comment!("Words of a record but the first.");
            let beyond: Bits<3> = 1.into();
            if self.fmt_stride.val().get_bit(1) {
                beyond = 4.into();
            } else if self.fmt_stride.val().get_bit(0) {
                beyond = 2.into();
            }

            comment!("A record enters where there is room.");
            let offers: Bit = self.hit_valid.val() & (self.cfg_mode.val() != NOT_HERE);
            let full: Bit = self.held.q.val().get_bit(FULL_BIT.index());
            let enters: Bit = offers & !full;
            self.step_raws.next = offers;
            self.step_rawdrop.next = offers & full;
            self.acc_raw.next = enters;
            if enters {
                self.write.d.next = self.write.q.val() + 1;
            }
            self.heads.we.next = enters;
            self.heads.wa.next = self.write.q.val();
            self.heads.wd.next =
                bit_cast::<24, 16>(self.fmt_side.val()) | (bit_cast::<24, 8>(self.hit_position.val()) << 16);

            comment!("Its words leave; then the next one is fetched.");
            let pops: Bit = self.offered.q.val() & (self.r_ready.val() | self.raw_pop.val());
            let leaves: Bit = pops & (self.turn.q.val() == beyond);
            let more: Bit = (self.held.q.val() >> 1).any();
            let fetch: Bit = (self.held.q.val().any() & !self.offered.q.val()) | (more & leaves);
            self.offered.d.next = fetch | (self.offered.q.val() & !leaves);
            if pops {
                self.turn.d.next = self.turn.q.val() + 1;
            }
            if leaves {
                self.turn.d.next = 0.into();
            }
            if fetch {
                self.read.d.next = self.read.q.val() + 1;
            }
            self.heads.re.next = fetch;
            self.heads.ra.next = self.read.q.val();
            let oldest: Bits<LANE> = bit_cast::<LANE, 24>(self.heads.rd.val());
            for i in 1..L + 1 {
                self.lanes[i - 1].we.next = enters;
                self.lanes[i - 1].wa.next = self.write.q.val();
                self.lanes[i - 1].wd.next = self.fmt_lanes.val().get_bits::<LANE>((i - 1) * 32);
                self.lanes[i - 1].re.next = fetch;
                self.lanes[i - 1].ra.next = self.read.q.val();
                self.word.next = self.lanes[i - 1].rd.val();
                if self.turn.q.val() == i.to_bits() {
                    oldest = self.word.val();
                }
            }
            self.r_valid.next = self.offered.q.val() & !self.raw_pop.val();
            drive!(self: raw_any = offered.q);
            self.r_data.next = oldest;
            self.raw_word.next = oldest;

            comment!("What is held.");
            if enters & !leaves {
                self.held.d.next = self.held.q.val() + 1;
            }
            if leaves & !enters {
                self.held.d.next = self.held.q.val() - 1;
            }
            let gained: Bits<GRANULES> = 0.into();
            if enters {
                gained = bit_cast::<GRANULES, 3>(beyond) + 1;
            }
            let kept: Bits<GRANULES> = self.words.q.val();
            if pops {
                kept = self.words.q.val() - 1;
            }
            self.words.d.next = kept + gained;
            self.room.d.next = self.held.q.val() <= FITS;
            drive!(self: stat_granules = words.q, room_raw = room.q);
            if self.reset.val() {
                zero!(self: write, read, held, offered, turn, words, room);
            }
        }
    }
}

//! What the registers of the engine do with a request.
use super::{Host, SHADOW, STATISTICS};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

impl<const N: usize> Logic for Host<N> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module host");
        comment!(
            "@doc The registers of the engine: requests, switches, what has happened, the CRC-32 of the tables, statistics."
        );
        comment!("@ports bus: requests, held until bus_ready");
        comment!("@ports wr: a host writes, in this cycle");
        comment!("@ports rd: what it reads elsewhere");
        comment!("@ports flag: of the counters");
        comment!("@ports cfg set: switches; every counter becomes 1");
        comment!("@ports edit step op_done: for statistics");
        comment!("@ports raise: bits 3 to 6 of STATUS");
        comment!("@ports busy: a replacement or a handler is under way");
        comment!("@ports settling: a pattern that was written goes into its table");
        dff_setup!(
            self, clock, enabled, flagsel, be_taken, good, status, answers, answer, crc, bytes, left, settle, clearing,
            shadowed, dropped
        );
        comment!(
            "A write is answered at once, a read in the next cycle; both wait while a word goes into the CRC, and the CRC of a host until every pattern has its condition."
        );
        self.word.next = self.bus_addr.val().get_bits::<13>(2);
        self.free.next = !self.left.q.val().any()
            & !self.settling.val()
            & !self.clearing.q.val().any()
            & !self.answers.q.val()
            & !(self.bus_we.val() & (self.word.val() == self.crc_at.val()) & self.settle.q.val().any());
        self.write.next = self.bus_valid.val() & self.bus_we.val() & self.free.val();
        self.read.next = self.bus_valid.val() & !self.bus_we.val() & self.free.val();
        self.bus_ready.next = (self.bus_we.val() & self.free.val()) | self.answers.q.val();
        self.bus_rdata.next = self.answer.q.val();
        if self.shadowed.q.val() {
            self.bus_rdata.next = self.shadow.rd.val();
        }
        self.answers.d.next = self.read.val();

        comment!("Which register.");
        self.at_param.next = self.word.val() == self.param_at.val();
        self.at_control.next = self.word.val() == self.control_at.val();
        self.at_status.next = self.word.val() == self.status_at.val();
        self.at_crc.next = self.word.val() == self.crc_at.val();
        self.at_counter.next = (self.word.val() - self.counter_at.val()) < self.counters.val();
        self.at_source.next = (self.word.val() - self.source_at.val()) < self.sources.val();
        self.at_range.next = (self.word.val() - self.range_at.val()) < self.bounds.val();
        self.at_condition.next = (self.word.val() - self.condition_at.val()) < self.conditions.val();
        self.at_pattern.next = (self.word.val() - self.pattern_at.val()) < self.patterns.val();
        self.at_replacement.next = (self.word.val() - self.replacement_at.val()) < self.halves.val();
        self.table.next = self.at_condition.val() | self.at_pattern.val() | self.at_replacement.val();
        self.known.next = self.table.val()
            | self.at_param.val()
            | self.at_control.val()
            | self.at_status.val()
            | self.at_crc.val()
            | self.at_counter.val()
            | self.at_source.val()
            | self.at_range.val()
            | !self.word.val().any()
            | (self.word.val() == self.flags_at.val())
            | (self.word.val() == self.seed_at.val())
            | (self.word.val() == self.mask_at.val())
            | (self.word.val() == self.dropped_at.val());
        self.flags.next = 0.into();
        for n in 0..N {
            if self.flag_zero.val().get_bit(n) {
                self.flags.next = self.flags.val() | self.zero_bit[n].val();
            }
            if self.flag_over.val().get_bit(n) {
                self.flags.next = self.flags.val() | self.over_bit[n].val();
            }
        }
        comment!("Which of several: counters and ranges begin in the middle of eight.");
        self.number.next = self.word.val();
        if self.at_counter.val() {
            self.number.next = self.word.val() - self.counter_at.val();
        }
        if self.at_range.val() {
            self.number.next = self.word.val() - self.range_at.val();
        }
        self.rd_index.next = self.number.val().get_bits::<3>(0);
        self.reads.next = 0.into();
        if !self.word.val().any() {
            self.reads.next = self.id_word.val();
        }
        if self.at_param.val() {
            self.reads.next = self.param_word.val();
        }
        if self.at_control.val() {
            self.reads.next = bit_cast::<32, 1>(self.enabled.q.val().into())
                | (bit_cast::<32, 1>(self.flagsel.q.val().into()) << 3)
                | (bit_cast::<32, 1>(self.be_taken.q.val().into()) << 4);
        }
        if self.at_status.val() {
            self.reads.next = bit_cast::<32, 9>(self.status.q.val()) | bit_cast::<32, 1>(self.busy.val().into());
        }
        if self.at_counter.val() {
            self.reads.next = self.rd_counter.val();
        }
        if self.word.val() == self.flags_at.val() {
            self.reads.next = bit_cast::<32, 16>(self.flags.val());
        }
        if self.word.val() == self.seed_at.val() {
            self.reads.next = self.rd_seed.val();
        }
        if self.word.val() == self.mask_at.val() {
            self.reads.next = self.rd_mask.val();
        }
        if self.word.val() == self.dropped_at.val() {
            self.reads.next = self.dropped.q.val();
        }
        if self.at_crc.val() {
            self.reads.next = !self.crc.q.val();
        }
        for i in 0..STATISTICS {
            if self.word.val() == (self.statistic_at.val() + i.to_bits()) {
                self.reads.next = self.counts[i].q.val();
                self.known.next = true;
            }
        }
        for n in 0..N {
            if self.word.val() == (self.hit_at.val() + n.to_bits()) {
                self.reads.next = self.hits[n].q.val();
                self.known.next = true;
            }
        }

        comment!("HPS_R and RANGE are read from a memory of what was written, which a reset clears.");
        self.shadowed.d.next = self.at_source.val() | self.at_range.val();
        self.shadow.clock.next = self.clock.val();
        self.shadow.ra.next = self.word.val().get_bits::<SHADOW>(0);
        self.shadow.wa.next = self.word.val().get_bits::<SHADOW>(0);
        self.shadow.wd.next = self.bus_wdata.val();
        self.shadow.we.next = self.write.val() & (self.at_source.val() | self.at_range.val());
        if self.clearing.q.val().any() {
            self.clearing.d.next = self.clearing.q.val() - 1;
            self.shadow.wa.next = self.clearing.q.val().get_bits::<SHADOW>(0);
            self.shadow.wd.next = 0.into();
            self.shadow.we.next = true;
        }

        comment!("Writes that others see.");
        self.wr_index.next = self.number.val().get_bits::<12>(0);
        self.wr_data.next = self.bus_wdata.val();
        self.wr_condition.next = self.write.val() & self.at_condition.val() & !self.enabled.q.val();
        self.wr_pattern.next = self.write.val() & self.at_pattern.val() & !self.enabled.q.val();
        self.wr_word.next = self.write.val() & self.at_replacement.val() & !self.enabled.q.val();
        self.wr_range.next = self.write.val() & self.at_range.val();
        self.wr_counter.next = self.write.val() & self.at_counter.val();
        self.wr_source.next = self.write.val() & self.at_source.val();
        self.wr_seed.next = self.write.val() & (self.word.val() == self.seed_at.val());
        self.wr_mask.next = self.write.val() & (self.word.val() == self.mask_at.val());

        comment!("What has happened stays until 1 is written.");
        self.raised.next = bit_cast::<9, 4>(self.raise.val()) << 3;
        if self.step_dropped.val() {
            self.raised.next = self.raised.val() | 0x80;
        }
        if (self.write.val() | self.read.val()) & !self.known.val() {
            self.raised.next = self.raised.val() | 0x02;
        }
        if self.write.val() & (self.table.val() | self.at_crc.val()) & self.enabled.q.val() {
            self.raised.next = self.raised.val() | 0x04;
        }

        comment!("The CRC of the tables: a byte in each of the four cycles behind a word.");
        self.next_crc.next = self.crc.q.val() ^ bit_cast::<32, 8>(self.bytes.q.val().get_bits::<8>(0));
        for _bit in 0..8 {
            if self.next_crc.val().get_bit(0) {
                self.next_crc.next = (self.next_crc.val() >> 1) ^ self.polynomial.val();
            } else {
                self.next_crc.next = self.next_crc.val() >> 1;
            }
        }
        if self.settle.q.val().any() {
            self.settle.d.next = self.settle.q.val() - 1;
        }
        if self.left.q.val().any() {
            self.left.d.next = self.left.q.val() - 1;
            self.bytes.d.next = self.bytes.q.val() >> 8;
            self.crc.d.next = self.next_crc.val();
        }
        if self.write.val() & self.table.val() & !self.enabled.q.val() {
            self.left.d.next = 4.into();
            self.settle.d.next = self.pass.val();
            self.bytes.d.next = self.bus_wdata.val();
            self.good.d.next = false;
        }
        if self.write.val() & self.at_crc.val() & !self.enabled.q.val() {
            self.good.d.next = !self.crc.q.val() == self.bus_wdata.val();
            self.crc.d.next = self.ones.val();
            if !self.crc.q.val() != self.bus_wdata.val() {
                self.raised.next = self.raised.val() | 0x100;
            }
        }

        comment!("Switches. Patterns count only if the tables are known to be good.");
        self.cfg_en.next = self.enabled.q.val();
        self.cfg_flagsel.next = self.flagsel.q.val();
        self.cfg_be_taken.next = self.be_taken.q.val();
        self.set_counters.next = false;
        self.cleared.next = false;
        if self.write.val() & self.at_control.val() {
            self.enabled.d.next = self.bus_wdata.val().get_bit(0) & self.good.q.val();
            if self.bus_wdata.val().get_bit(0) & !self.good.q.val() {
                self.raised.next = self.raised.val() | 0x100;
            }
            if self.enabled.q.val() & !self.bus_wdata.val().get_bit(0) {
                self.crc.d.next = self.ones.val();
            }
            self.cleared.next = self.bus_wdata.val().get_bit(1);
            self.set_counters.next = self.bus_wdata.val().get_bit(2);
            self.flagsel.d.next = self.bus_wdata.val().get_bit(3);
            self.be_taken.d.next = self.bus_wdata.val().get_bit(4);
        }
        self.lowered.next = 0.into();
        if self.write.val() & self.at_status.val() {
            self.lowered.next = self.bus_wdata.val().get_bits::<9>(0);
        }
        self.status.d.next = (self.status.q.val() | self.raised.val()) & !self.lowered.val();

        comment!("Statistics: instructions, replaced ones, words or events, cycles; then those of the counters.");
        self.steps[0].next = bit_cast::<9, 1>(self.edit.val().into());
        self.steps[1].next = bit_cast::<9, 1>(self.step_replaced.val().into());
        self.steps[2].next = bit_cast::<9, 1>(self.step_word.val().into());
        self.steps[3].next = self.step_cycles.val();
        for i in 0..STATISTICS {
            self.amount.next = self.steps[i].val();
            self.counts[i].clock.next = self.clock.val();
            self.counts[i].d.next = self.counts[i].q.val() + bit_cast::<32, 9>(self.amount.val());
            if self.cleared.val() | self.reset.val() {
                self.counts[i].d.next = 0.into();
            }
        }
        for n in 0..N {
            self.hits[n].clock.next = self.clock.val();
            self.hits[n].d.next = self.hits[n].q.val();
            if self.op_done.val().get_bit(n) {
                self.hits[n].d.next = self.hits[n].q.val() + 1;
            }
            if self.cleared.val() | self.reset.val() {
                self.hits[n].d.next = 0.into();
            }
        }
        if self.step_dropped.val() & !self.dropped.q.val().all() {
            self.dropped.d.next = self.dropped.q.val() + 1;
        }
        if self.cleared.val() {
            self.dropped.d.next = 0.into();
        }
        self.answer.d.next = self.reads.val();
        if self.reset.val() {
            self.enabled.d.next = false;
            self.flagsel.d.next = false;
            self.be_taken.d.next = self.taken_default.val();
            self.good.d.next = false;
            self.status.d.next = 0.into();
            self.answers.d.next = false;
            self.crc.d.next = self.ones.val();
            self.left.d.next = 0.into();
            self.settle.d.next = 0.into();
            self.clearing.d.next = 64.into();
            self.dropped.d.next = 0.into();
        }
    }
}

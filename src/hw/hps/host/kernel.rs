//! What the registers of the engine do with a request.
use super::{Host, OTHERS};
use crate::hw::hps::statistics::KEPT;
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
        comment!("@ports step_dropped: an event was dropped");
        comment!("@ports kept cleared: the memory of statistics and of what was written");
        comment!("@ports raise: bits 3 to 6 of STATUS");
        comment!("@ports busy: a replacement or a handler is under way");
        comment!("@ports settling: a pattern that was written goes into its table");
        dff_setup!(self, clock, enabled, flagsel, be_taken, good, status, answers, answer, crc, bytes, left, settle);
        self.word.next = self.bus_addr.val().get_bits::<13>(2);

        comment!("Which register. Arrays are aligned, or begin in the middle of eight words.");
        self.at_param.next = self.word.val() == self.param_at.val();
        self.at_control.next = self.word.val() == self.control_at.val();
        self.at_status.next = self.word.val() == self.status_at.val();
        self.at_crc.next = self.word.val() == self.crc_at.val();
        self.at_seed.next = self.word.val() == self.seed_at.val();
        self.at_mask.next = self.word.val() == self.mask_at.val();
        self.at_source.next = (self.word.val() & self.of_sources.val()) == self.source_at.val();
        self.at_range.next = ((self.word.val() & self.of_half_ranges.val()) == self.range_at.val())
            | ((self.word.val() & self.of_half_ranges.val()) == self.range_end.val());
        self.at_condition.next = (self.word.val() & self.of_conditions.val()) == self.condition_at.val();
        self.at_pattern.next = (self.word.val() & self.of_patterns.val()) == self.pattern_at.val();
        self.at_replacement.next = (self.word.val() & self.of_replacements.val()) == self.replacement_at.val();
        self.at_counter.next = false;
        for n in 0..N {
            if self.word.val() == self.counter_at[n].val() {
                self.at_counter.next = true;
            }
        }
        self.at_statistic.next = false;
        for i in 0..(N + OTHERS) {
            if self.word.val() == self.statistic_at[i].val() {
                self.at_statistic.next = true;
            }
        }
        self.own.next = self.at_source.val() | self.at_mask.val() | self.at_range.val();
        self.kept.next = self.own.val() | self.at_statistic.val();
        self.table.next = self.at_condition.val() | self.at_pattern.val() | self.at_replacement.val();
        self.known.next = self.table.val()
            | self.kept.val()
            | self.at_param.val()
            | self.at_control.val()
            | self.at_status.val()
            | self.at_crc.val()
            | self.at_counter.val()
            | self.at_seed.val()
            | !self.word.val().any()
            | (self.word.val() == self.flags_at.val());

        comment!(
            "A write is answered at once, a read in the next cycle, but both wait for the memory of statistics and of what was written, and while a word goes into the CRC or a table; the CRC of a host until every pattern has its condition."
        );
        self.idle.next = !self.left.q.val().any()
            & !self.settling.val()
            & !self.kept_clearing.val()
            & !self.answers.q.val()
            & !(self.bus_we.val() & (self.word.val() == self.crc_at.val()) & self.settle.q.val().any());
        self.free.next = self.idle.val();
        if self.bus_we.val() & self.own.val() {
            self.free.next = self.idle.val() & self.kept_open.val();
        }
        if !self.bus_we.val() & self.kept.val() {
            self.free.next = self.idle.val() & self.kept_there.val();
        }
        self.write.next = self.bus_valid.val() & self.bus_we.val() & self.free.val();
        self.read.next = self.bus_valid.val() & !self.bus_we.val() & self.free.val();
        self.bus_ready.next = (self.bus_we.val() & self.free.val()) | self.answers.q.val();
        self.bus_rdata.next = self.answer.q.val();
        self.answers.d.next = self.read.val();

        comment!("What is read.");
        self.flags.next = 0.into();
        for n in 0..N {
            if self.flag_zero.val().get_bit(n) {
                self.flags.next = self.flags.val() | self.zero_bit[n].val();
            }
            if self.flag_over.val().get_bit(n) {
                self.flags.next = self.flags.val() | self.over_bit[n].val();
            }
        }
        self.number.next = self.word.val();
        if self.at_counter.val() | self.at_range.val() {
            self.number.next = self.word.val() ^ 4;
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
            self.reads.next = (bit_cast::<32, 1>(self.enabled.q.val().into()) << self.enable_bit.val())
                | (bit_cast::<32, 1>(self.flagsel.q.val().into()) << self.flagsel_bit.val())
                | (bit_cast::<32, 1>(self.be_taken.q.val().into()) << self.be_taken_bit.val());
        }
        if self.at_status.val() {
            self.reads.next = bit_cast::<32, 9>(self.status.q.val())
                | (bit_cast::<32, 1>(self.busy.val().into()) << self.busy_bit.val());
        }
        if self.at_counter.val() {
            self.reads.next = self.rd_counter.val();
        }
        if self.word.val() == self.flags_at.val() {
            self.reads.next = bit_cast::<32, 16>(self.flags.val());
        }
        if self.at_seed.val() {
            self.reads.next = self.rd_seed.val();
        }
        if self.at_crc.val() {
            self.reads.next = !self.crc.q.val();
        }
        self.kept_word.next = self.word.val().get_bits::<KEPT>(0);
        self.kept_own.next = self.own.val();
        self.rd_kept.next = self.bus_valid.val() & !self.bus_we.val() & self.kept.val() & self.idle.val();
        self.wr_kept.next = self.write.val() & self.own.val();

        comment!("Writes that others see.");
        self.wr_index.next = self.number.val().get_bits::<12>(0);
        self.wr_data.next = self.bus_wdata.val();
        self.wr_condition.next = self.write.val() & self.at_condition.val() & !self.enabled.q.val();
        self.wr_pattern.next = self.write.val() & self.at_pattern.val() & !self.enabled.q.val();
        self.wr_word.next = self.write.val() & self.at_replacement.val() & !self.enabled.q.val();
        self.wr_range.next = self.write.val() & self.at_range.val();
        self.wr_counter.next = self.write.val() & self.at_counter.val();
        self.wr_source.next = self.write.val() & self.at_source.val();
        self.wr_seed.next = self.write.val() & self.at_seed.val();
        self.wr_mask.next = self.write.val() & self.at_mask.val();

        comment!("What has happened stays until 1 is written.");
        self.raised.next = bit_cast::<9, 4>(self.raise.val()) << self.raise_bit.val();
        if self.step_dropped.val() {
            self.raised.next = self.raised.val() | self.dropped_bits.val();
        }
        if (self.write.val() | self.read.val()) & !self.known.val() {
            self.raised.next = self.raised.val() | self.address_bits.val();
        }
        if self.write.val() & (self.table.val() | self.at_crc.val()) & self.enabled.q.val() {
            self.raised.next = self.raised.val() | self.busy_bits.val();
        }

        comment!("The CRC of the tables: four bits in each of the eight cycles behind a word.");
        self.next_crc.next = self.crc.q.val() ^ bit_cast::<32, 4>(self.bytes.q.val().get_bits::<4>(0));
        for _bit in 0..4 {
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
            self.bytes.d.next = self.bytes.q.val() >> 4;
            self.crc.d.next = self.next_crc.val();
        }
        if self.write.val() & self.table.val() & !self.enabled.q.val() {
            self.left.d.next = 8.into();
            self.settle.d.next = self.pass.val();
            self.bytes.d.next = self.bus_wdata.val();
            self.good.d.next = false;
        }
        if self.write.val() & self.at_crc.val() & !self.enabled.q.val() {
            self.good.d.next = !self.crc.q.val() == self.bus_wdata.val();
            self.crc.d.next = self.ones.val();
            if !self.crc.q.val() != self.bus_wdata.val() {
                self.raised.next = self.raised.val() | self.image_bits.val();
            }
        }

        comment!("Switches. Patterns count only if the tables are known to be good.");
        self.cfg_en.next = self.enabled.q.val();
        self.cfg_flagsel.next = self.flagsel.q.val();
        self.cfg_be_taken.next = self.be_taken.q.val();
        self.set_counters.next = false;
        self.cleared.next = false;
        if self.write.val() & self.at_control.val() {
            self.enabled.d.next = self.bus_wdata.val().get_bit(self.enable_bit.val().index()) & self.good.q.val();
            if self.bus_wdata.val().get_bit(self.enable_bit.val().index()) & !self.good.q.val() {
                self.raised.next = self.raised.val() | self.image_bits.val();
            }
            if self.enabled.q.val() & !self.bus_wdata.val().get_bit(self.enable_bit.val().index()) {
                self.crc.d.next = self.ones.val();
            }
            self.cleared.next = self.bus_wdata.val().get_bit(self.clear_bit.val().index());
            self.set_counters.next = self.bus_wdata.val().get_bit(self.reset_bit.val().index());
            self.flagsel.d.next = self.bus_wdata.val().get_bit(self.flagsel_bit.val().index());
            self.be_taken.d.next = self.bus_wdata.val().get_bit(self.be_taken_bit.val().index());
        }
        self.lowered.next = 0.into();
        if self.write.val() & self.at_status.val() {
            self.lowered.next = self.bus_wdata.val().get_bits::<9>(0);
        }
        self.status.d.next = (self.status.q.val() | self.raised.val()) & !self.lowered.val();

        self.answer.d.next = self.reads.val();
        if self.kept.val() {
            self.answer.d.next = self.kept_data.val();
        }
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
        }
    }
}

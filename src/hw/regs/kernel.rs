//! What the registers do with a request.
use super::{COUNTER, DONE, FLAGS, IDENTITIES, PAGE, PAGES, POSITION, RESETS, Regs, SLOT, State, VIOLATIONS, WORD};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

impl<const READBACK: usize> Logic for Regs<READBACK> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module regs");
        comment!(
            "@doc The registers of a profiler behind a simple port. docs/reference/registers.md has the table, docs/reference/regs.md the rules."
        );
        comment!("@ports bus: requests; held until bus_ready, whose rdata and err stay until the next request");
        comment!("@ports cfg: fields of the configuration registers");
        comment!("@ports set: a register was written that starts something; set_data is the word");
        comment!("@ports cmd: a command, until it is finished");
        comment!("@ports dump: the dump that the window shows");
        comment!("@ports cnt: statistics and counters: an address, the word in the next cycle, and that it was read");
        comment!("@ports stat: shown in STATUS");
        comment!("@ports flag: kept in FLAGS");
        dff_setup!(
            self, clock, state, word, we, whole, data, rdata, err, busy, op, done, position, violations, flags, decim,
            burst, seed, setign, ign, map_waddr, map_wdata, narrow, at_flags, at_command, at_low, at_high, at_take,
            at_config, at_counter, granted
        );
        self.bank.clock.next = self.clock.val();
        self.bank.reset.next = self.reset.val();

        comment!("Which register the request is for, found out in a cycle of its own: no address in the words' way.");
        self.request.next = self.bus_addr.val().get_bits::<WORD>(2);
        self.slot.next = self.word.q.val().get_bits::<SLOT>(0);
        self.page.next = self.word.q.val().get_bits::<PAGE>(5);
        self.number.next = self.word.q.val().get_bits::<3>(0);
        self.on_core.next = self.page.val() == self.core_page.val();
        self.on_config.next = self.page.val() == self.config_page.val();
        self.at_flags.d.next = self.on_core.val() & (self.slot.val() == self.flags_at.val());
        self.at_command.d.next = self.on_core.val() & (self.slot.val() == self.command_at.val());
        self.at_low.d.next = self.on_core.val() & (self.slot.val() == self.dump_lo_at.val()) & self.dump_valid.val();
        self.at_take.d.next = self.on_core.val() & (self.slot.val() == self.dump_take_at.val()) & self.dump_valid.val();
        self.at_high.d.next = self.on_core.val()
            & ((self.slot.val() == self.dump_hi_at.val()) | (self.slot.val() == self.dump_take_at.val()))
            & self.dump_valid.val();
        self.at_config.d.next = self.on_config.val();

        self.may_read.next = false;
        self.may_write.next = false;
        for i in 0..PAGES {
            if self.page.val() == i.to_bits() {
                self.may_read.next = self.readable[i].val().get_bit(self.slot.val().index());
                self.may_write.next = self.writable[i].val().get_bit(self.slot.val().index());
            }
        }
        self.at_counter.d.next = self.may_read.val()
            & ((self.page.val() == self.statistics_page.val()) | (self.page.val() == self.counter_page.val()));
        comment!("Some accesses are refused at some times.");
        self.refused.next = false;
        if self.on_core.val() & (self.slot.val() == self.dump_take_at.val()) {
            self.refused.next = !self.dump_valid.val();
        }
        if self.on_core.val() & (self.slot.val() == self.command_at.val()) {
            self.refused.next = self.busy.q.val()
                | !self.data.q.val().get_bits::<3>(0).any()
                | (self.data.q.val().get_bits::<3>(0) > self.last_op.val())
                | (self.stat_queued.val() & (self.data.q.val().get_bits::<3>(0) == self.clear_op.val()));
        }
        if self.on_config.val() & (self.slot.val() == self.recfmt_at.val()) & self.we.q.val() {
            self.refused.next = self.stat_queued.val();
        }
        if self.on_config.val() & (self.slot.val() == self.map_wdata_at.val()) {
            self.refused.next = self.bank.cfg_map_en.val();
        }
        self.granted.d.next = !self.refused.val()
            & ((!self.we.q.val() & self.may_read.val())
                | (self.we.q.val() & self.may_write.val() & self.whole.q.val()));

        comment!("Configuration registers; if they can be read, then from a memory of what was written.");
        self.look.next = self.state.q.val() == State::Look;
        self.config_write.next = self.look.val() & self.granted.q.val() & self.we.q.val() & self.at_config.q.val();
        self.bank.write.next = self.config_write.val();
        self.bank.slot.next = self.slot.val();
        self.bank.data.next = self.data.q.val();
        self.memory.next = 0.into();
        for i in 0..READBACK {
            self.shadow[i].clock.next = self.clock.val();
            self.shadow[i].we.next = self.config_write.val() | (self.state.q.val() == State::Store);
            self.shadow[i].wa.next = self.slot.val();
            self.shadow[i].wd.next = self.data.q.val();
            self.shadow[i].ra.next = self.slot.val();
            if self.at_config.q.val() & self.granted.q.val() {
                self.memory.next = self.shadow[i].rd.val();
            }
        }
        self.cfg_enable.next = self.bank.cfg_enable.val();
        self.cfg_fen.next = self.bank.cfg_fen.val();
        self.cfg_lossless.next = self.bank.cfg_lossless.val();
        self.cfg_freeze.next = self.bank.cfg_freeze.val();
        self.cfg_annotate.next = self.bank.cfg_annotate.val();
        self.cfg_class_en.next = self.bank.cfg_class_en.val();
        self.cfg_f1_match.next = self.bank.cfg_f1_match.val();
        self.cfg_f1_mask.next = self.bank.cfg_f1_mask.val();
        self.cfg_f1_hsel.next = self.bank.cfg_f1_hsel.val();
        self.cfg_f2_hsel.next = self.bank.cfg_f2_hsel.val();
        self.cfg_decim.next = self.bank.cfg_decim.val();
        self.cfg_recfmt.next = self.bank.cfg_recfmt.val();
        self.cfg_select_kind.next = self.bank.cfg_select_kind.val();
        self.cfg_select_weight.next = self.bank.cfg_select_weight.val();
        self.cfg_burst_mode.next = self.bank.cfg_burst_mode.val();
        self.cfg_entry_post.next = self.bank.cfg_entry_post.val();
        self.cfg_by_chance.next = self.bank.cfg_by_chance.val();
        self.cfg_be_taken.next = self.bank.cfg_be_taken.val();
        self.cfg_check_calls.next = self.bank.cfg_check_calls.val();
        self.cfg_ncheck0.next = self.bank.cfg_ncheck0.val();
        self.cfg_ninstr0.next = self.bank.cfg_ninstr0.val();
        self.cfg_period.next = self.bank.cfg_period.val();
        self.cfg_pthr.next = self.bank.cfg_pthr.val();
        self.cfg_addr_src.next = self.bank.cfg_addr_src.val();
        self.cfg_mdata_ok.next = self.bank.cfg_mdata_ok.val();
        self.cfg_eps_m.next = self.bank.cfg_eps_m.val();
        self.cfg_eps_s.next = self.bank.cfg_eps_s.val();
        self.cfg_weight_max.next = self.bank.cfg_weight_max.val();
        self.cfg_map_base.next = self.bank.cfg_map_base.val();
        self.cfg_map_en.next = self.bank.cfg_map_en.val();
        self.cfg_t0.next =
            (bit_cast::<48, 16>(self.bank.cfg_t0_hi.val()) << 32) | bit_cast::<48, 32>(self.bank.cfg_t0_lo.val());

        comment!("Writes that start something are told a cycle later, when the fields have their values.");
        self.decim.d.next = self.config_write.val() & (self.slot.val() == self.decim_at.val());
        self.burst.d.next = self.config_write.val() & (self.slot.val() == self.burst_at.val());
        self.seed.d.next = self.config_write.val() & (self.slot.val() == self.seed_at.val());
        self.setign.d.next = self.config_write.val() & (self.slot.val() == self.setign_at.val());
        self.map_waddr.d.next = self.config_write.val() & (self.slot.val() == self.map_waddr_at.val());
        self.map_wdata.d.next = self.config_write.val() & (self.slot.val() == self.map_wdata_at.val());
        self.ign.d.next = self.look.val() & self.granted.q.val() & self.we.q.val() & self.page.val().get_bit(2);
        self.set_decim.next = self.decim.q.val();
        self.set_burst.next = self.burst.q.val();
        self.set_seed.next = self.seed.q.val();
        self.set_setign.next = self.setign.q.val();
        self.set_map_waddr.next = self.map_waddr.q.val();
        self.set_map_wdata.next = self.map_wdata.q.val();
        self.set_ign.next = self.ign.q.val();
        self.set_addr.next = self.word.q.val().get_bits::<7>(0);
        self.set_data.next = self.data.q.val();

        comment!("Commands and the words of their dumps.");
        if self.busy.q.val() & self.cmd_ready.val() {
            self.busy.d.next = false;
            self.done.d.next = self.done.q.val() + 1;
        }
        self.take.next = self.look.val() & self.at_take.q.val() & !self.we.q.val();
        if self.take.val() {
            self.position.d.next = self.position.q.val() + 1;
        }
        if self.look.val() & !self.granted.q.val() & !self.violations.q.val().all() {
            self.violations.d.next = self.violations.q.val() + 1;
        }
        if self.look.val() & self.granted.q.val() & self.at_command.q.val() {
            self.busy.d.next = true;
            self.op.d.next = self.data.q.val().get_bits::<3>(0);
            self.position.d.next = 0.into();
            if self.data.q.val().get_bits::<3>(0) == self.clear_op.val() {
                self.violations.d.next = 0.into();
            }
        }
        self.cmd_valid.next = self.busy.q.val();
        self.cmd_op.next = self.op.q.val();
        self.dump_ready.next = self.take.val();

        comment!("What has happened stays, and wins over a 1 that is written in the same cycle.");
        self.happened.next = bit_cast::<FLAGS, 1>(self.flag_near_full.val().into())
            | (bit_cast::<FLAGS, 1>(self.flag_lost.val().into()) << 1)
            | (bit_cast::<FLAGS, 1>(self.flag_weight.val().into()) << 2)
            | (bit_cast::<FLAGS, 1>(self.flag_dropped.val().into()) << 3)
            | (bit_cast::<FLAGS, 1>(self.flag_counter.val().into()) << 4);
        self.cleared.next = 0.into();
        if self.look.val() & self.at_flags.q.val() & self.we.q.val() & self.granted.q.val() {
            self.cleared.next = self.data.q.val().get_bits::<FLAGS>(24);
        }
        self.flags.d.next = (self.flags.q.val() & !self.cleared.val()) | self.happened.val();

        comment!("Reading: every part is 0 unless it is wanted.");
        self.identity.next = 0.into();
        if self.on_core.val() & (self.slot.val() < self.status_at.val()) {
            for i in 0..IDENTITIES {
                if self.number.val() == i.to_bits() {
                    self.identity.next = self.identities[i].val();
                }
            }
        }
        self.status.next = 0.into();
        if self.on_core.val() & (self.slot.val() == self.status_at.val()) {
            self.status.next = bit_cast::<32, 1>(self.busy.q.val().into())
                | (bit_cast::<32, 1>(self.dump_valid.val().into()) << 1)
                | (bit_cast::<32, 1>(self.stat_queued.val().into()) << 2)
                | (bit_cast::<32, 1>(self.stat_collapsing.val().into()) << 3)
                | (bit_cast::<32, 1>(self.stat_active.val().into()) << 4)
                | (bit_cast::<32, 1>(self.stat_clearing.val().into()) << 5)
                | (bit_cast::<32, DONE>(self.done.q.val()) << 8)
                | (bit_cast::<32, VIOLATIONS>(self.violations.q.val()) << 16)
                | (bit_cast::<32, FLAGS>(self.flags.q.val()) << 24);
        }
        self.place.next = 0.into();
        if self.on_core.val() & (self.slot.val() == self.dump_at.val()) {
            self.place.next = bit_cast::<32, POSITION>(self.position.q.val())
                | (bit_cast::<32, 1>((self.dump_valid.val() & self.dump_last.val()).into()) << 30)
                | (bit_cast::<32, 1>(self.dump_valid.val().into()) << 31);
        }
        self.narrow.d.next = self.identity.val() | self.status.val() | self.place.val();
        self.low.next = 0.into();
        if self.at_low.q.val() {
            self.low.next = self.dump_data.val().get_bits::<32>(0);
        }
        self.high.next = 0.into();
        if self.at_high.q.val() {
            self.high.next = self.dump_data.val().get_bits::<32>(32);
        }
        self.counter.next = 0.into();
        if self.at_counter.q.val() {
            self.counter.next = self.cnt_data.val();
        }
        self.cnt_addr.next = self.word.q.val().get_bits::<COUNTER>(0);
        self.reading.next = self.look.val() & self.at_counter.q.val() & !self.we.q.val();
        self.cnt_read.next = self.reading.val();
        self.cnt_take.next = self.reading.val() & self.cnt_valid.val();

        comment!("One access after the other.");
        match self.state.q.val() {
            State::Fetch => {
                self.data.d.next = 0.into();
                for i in 0..RESETS {
                    if self.slot.val() == self.reset_at[i].val() {
                        self.data.d.next = self.reset_word[i].val();
                    }
                }
                self.state.d.next = State::Store;
            }
            State::Store => {
                self.word.d.next = self.word.q.val() + 1;
                if self.slot.val().all() {
                    self.state.d.next = State::Idle;
                } else {
                    self.state.d.next = State::Fetch;
                }
            }
            State::Idle => {
                if self.bus_valid.val() {
                    self.word.d.next = self.request.val();
                    self.we.d.next = self.bus_we.val();
                    self.whole.d.next = self.bus_wstrb.val().all();
                    self.data.d.next = self.bus_wdata.val();
                    self.state.d.next = State::Decode;
                }
            }
            State::Decode => {
                self.state.d.next = State::Look;
            }
            State::Look => {
                self.rdata.d.next =
                    self.narrow.q.val() | (self.low.val() | self.high.val()) | (self.memory.val() | self.counter.val());
                self.err.d.next = self.bank.cfg_bus_error.val() & !self.granted.q.val();
                if !self.reading.val() | self.cnt_valid.val() {
                    self.state.d.next = State::Answer;
                }
            }
            State::Answer => {
                self.state.d.next = State::Idle;
            }
        }
        self.bus_ready.next = self.state.q.val() == State::Answer;
        self.bus_rdata.next = self.rdata.q.val();
        self.bus_err.next = self.err.q.val();
        if self.reset.val() {
            self.state.d.next = State::Idle;
            self.word.d.next = 0.into();
            for _i in 0..READBACK {
                self.state.d.next = State::Fetch;
            }
            self.busy.d.next = false;
            self.decim.d.next = false;
            self.burst.d.next = false;
            self.seed.d.next = false;
            self.setign.d.next = false;
            self.ign.d.next = false;
            self.map_waddr.d.next = false;
            self.map_wdata.d.next = false;
            self.op.d.next = 0.into();
            self.done.d.next = 0.into();
            self.position.d.next = 0.into();
            self.violations.d.next = 0.into();
            self.flags.d.next = 0.into();
        }
    }
}

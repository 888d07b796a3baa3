//! From verdicts to candidates, and what a host starts there (docs/reference/coproc_profiler.md, K2 to K5).
use crate::hw::lib::Reg;
use crate::spec::coproc_profiler::format_mask;
use crate::spec::pcfilter::Verdict;
use crate::spec::sample_buffer::{LANE_BITS, LANES, LANES_MAX};
use rust_hdl::prelude::*;

const ALL: usize = (LANES_MAX * LANE_BITS) as usize;
const LANE: usize = LANE_BITS as usize;
/// Bits of the number of records in a sample buffer for the shortest of them.
const OCC: usize = LANES.ilog2() as usize + 1;

#[treetap_hdl::unit]
mod intake {
    //! Makes candidates of verdicts and formatted records, counts the rest, and orders what a host starts after the
    //! records that came before it. docs/reference/coproc_profiler.md K2 to K5

    /// Makes candidates of what passed the filters, for a buffer of records of up to `L` lanes.
    ///
    /// A record is formatted in a cycle and judged in two, so lanes wait a cycle. What a host starts with the counters
    /// and the buffer is done when every record that the filters saw before it has come as far.
    #[clocked(reset)]
    #[derived(W = L * LANE)]
    #[fits(L.is_power_of_two(), "1, 2 or 4 lanes")]
    pub struct Intake<#[range(1..=4)] const L: usize> {
        /// A verdict is here.
        #[group("the verdict on the record of two cycles before")]
        pub pcf_valid: Signal<In, Bit>,
        /// Its code.
        pub pcf_verdict: Signal<In, Bits<{ Verdict::BITS }>>,
        /// Lanes of the record of the cycle before.
        #[group("the record of the cycle before")]
        pub fmt_lanes: Signal<In, Bits<ALL>>,
        /// Its sideband.
        pub fmt_side: Signal<In, Bits<16>>,
        /// Lanes of a record, log2.
        pub fmt_stride: Signal<In, Bits<2>>,
        /// Format of records, without the lanes that the build does not have.
        pub fmt_recfmt: Signal<Out, Bits<16>>,
        /// A candidate.
        #[group("candidates")]
        pub cand_valid: Signal<Out, Bit>,
        /// Its lanes.
        pub cand_lanes: Signal<Out, Bits<W>>,
        /// Its sideband.
        pub cand_side: Signal<Out, Bits<16>>,
        /// Its retire ordinal.
        pub cand_ord: Signal<Out, Bits<32>>,
        /// RECFMT.
        #[group("settings of the host, and what filter and buffer see of them")]
        pub cfg_recfmt: Signal<In, Bits<16>>,
        /// CTRL: FEN, LOSSLESS, FREEZE.
        pub cfg_ctrl: Signal<In, Bits<3>>,
        /// F1CFG.
        pub cfg_f1: Signal<In, Bits<18>>,
        /// Lanes of a record, log2.
        pub cfg_stride: Signal<Out, Bits<2>>,
        /// The filters let anything through.
        pub cfg_fen: Signal<Out, Bit>,
        /// The core is held back instead of dropping a candidate.
        pub cfg_lossless: Signal<Out, Bit>,
        /// Nothing is taken while the co-processor does not run.
        pub cfg_freeze: Signal<Out, Bit>,
        /// With what the first filter's hash is compared.
        pub cfg_f1_match: Signal<Out, Bits<8>>,
        /// Bits of it that are compared.
        pub cfg_f1_mask: Signal<Out, Bits<8>>,
        /// Hash of the first filter.
        pub cfg_f1_hsel: Signal<Out, Bits<2>>,
        /// DECIM is written.
        #[group("what the host starts")]
        pub set_decim: Signal<In, Bit>,
        /// The sample buffer is to be emptied.
        pub set_flush: Signal<In, Bit>,
        /// Counters become 0.
        pub set_clear: Signal<In, Bit>,
        /// The co-processor was reset.
        pub set_restart: Signal<In, Bit>,
        /// The decimator starts anew.
        #[group("when it is done")]
        pub now_decim: Signal<Out, Bit>,
        /// Counters become 0.
        pub now_clear: Signal<Out, Bit>,
        /// Records leave unseen.
        pub now_flush: Signal<Out, Bit>,
        /// A flush is under way.
        #[group("busy: the host waits")]
        pub busy: Signal<Out, Bit>,
        /// The ignore table is being cleared.
        pub pcf_clearing: Signal<In, Bit>,
        /// Records in the buffer.
        #[group("records in the buffer; whether there are any")]
        pub occ: Signal<In, Bits<OCC>>,
        /// There are.
        pub queued: Signal<Out, Bit>,
        /// Lanes of the oldest one.
        #[group("its oldest record, for the co-processor")]
        pub smp_rec: Signal<In, Bits<W>>,
        /// All lanes of a sample; those that the build does not have are 0.
        pub smp_lanes: Signal<Out, Bits<ALL>>,
        /// A record.
        #[group("what happens in this cycle, for the counters")]
        pub step_retired: Signal<Out, Bit>,
        /// It did not execute.
        pub step_trap: Signal<Out, Bit>,
        /// Rejected for its class.
        pub step_rej_class: Signal<Out, Bit>,
        /// Rejected by filter 1.
        pub step_rej_pc1: Signal<Out, Bit>,
        /// Rejected by filter 2.
        pub step_rej_pc2: Signal<Out, Bit>,
        /// Rejected by the decimator.
        pub step_rej_dec: Signal<Out, Bit>,
        /// A candidate.
        pub step_cand: Signal<Out, Bit>,
        /// It found the buffer full.
        pub step_drop_full: Signal<In, Bit>,
        /// It found it off.
        pub step_drop_off: Signal<In, Bit>,
        /// A record is flushed.
        pub step_flushed: Signal<In, Bit>,
        /// A candidate found the buffer full.
        #[group("for simulations: the candidate acc_ord is dropped; a request of the host was obeyed")]
        pub acc_full: Signal<Out, Bit>,
        /// A candidate found it off.
        pub acc_off: Signal<Out, Bit>,
        /// A request was obeyed.
        pub acc_set: Signal<Out, Bit>,
        /// The co-processor answers.
        #[group("machine: a request to the co-processor is answered")]
        pub machine_ready: Signal<In, Bit>,
        /// The buffer has room for what is under way.
        #[group("the core is held back, unless a retirement is taken in any case (static)")]
        pub ready: Signal<In, Bit>,
        /// Retirements are taken whether the core was to be held or not.
        pub ret_always: Signal<In, Bit>,
        /// Hold the core back.
        pub ret_stall: Signal<Out, Bit>,
        /// What the tap sees of it.
        pub buffer_ready: Signal<Out, Bit>,
        lanes: Reg<Bits<W>>,
        side: Reg<Bits<16>>,
        ord: Reg<Bits<32>>,
        // what was started so many cycles ago
        #[also(clear1, clear2, flush1, flush2, flush3)]
        decim1: Reg<Bit>,
        left: Reg<Bits<OCC>>,
    }

    impl Intake {
        fn update(&mut self) {
            const PASS_CODE: Bits<{ Verdict::BITS }> = Verdict::Pass as u64;
            const TRAP_CODE: Bits<{ Verdict::BITS }> = Verdict::Trap as u64;
            const CLASS_CODE: Bits<{ Verdict::BITS }> = Verdict::Class as u64;
            const PC1_CODE: Bits<{ Verdict::BITS }> = Verdict::Pc1 as u64;
            const PC2_CODE: Bits<{ Verdict::BITS }> = Verdict::Pc2 as u64;
            const DECIM_CODE: Bits<{ Verdict::BITS }> = Verdict::Decim as u64;
            const BUILT_LANES: Bits<16> = format_mask(L as u32).into();

            comment!("Candidates. The ordinal counts what executed.");
            let verdict: Bits<{ Verdict::BITS }> = self.pcf_verdict.val();
            let valid: Bit = self.pcf_valid.val();
            let passed: Bit = valid & (verdict == PASS_CODE);
            self.fmt_recfmt.next = self.cfg_recfmt.val() & BUILT_LANES;
            self.lanes.d.next = self.fmt_lanes.val().get_bits::<W>(0);
            self.side.d.next = self.fmt_side.val();
            self.cand_valid.next = passed;
            drive!(self: cand_lanes = lanes.q, cand_side = side.q, cand_ord = ord.q, cfg_stride = fmt_stride);
            if valid & (verdict != TRAP_CODE) {
                self.ord.d.next = self.ord.q.val() + 1;
            }
            self.step_retired.next = valid;
            self.step_trap.next = valid & (verdict == TRAP_CODE);
            self.step_rej_class.next = valid & (verdict == CLASS_CODE);
            self.step_rej_pc1.next = valid & (verdict == PC1_CODE);
            self.step_rej_pc2.next = valid & (verdict == PC2_CODE);
            self.step_rej_dec.next = valid & (verdict == DECIM_CODE);
            self.step_cand.next = passed;
            drive!(self: acc_full = step_drop_full, acc_off = step_drop_off, acc_set = machine_ready);
            self.smp_lanes.next = bit_cast::<ALL, W>(self.smp_rec.val());

            comment!("Fields of the registers.");
            self.cfg_fen.next = self.cfg_ctrl.val().get_bit(0);
            self.cfg_lossless.next = self.cfg_ctrl.val().get_bit(1);
            self.cfg_freeze.next = self.cfg_ctrl.val().get_bit(2);
            self.cfg_f1_match.next = self.cfg_f1.val().get_bits::<8>(0);
            self.cfg_f1_mask.next = self.cfg_f1.val().get_bits::<8>(8);
            self.cfg_f1_hsel.next = self.cfg_f1.val().get_bits::<2>(16);
            self.buffer_ready.next = self.ready.val() | self.ret_always.val();
            self.ret_stall.next = !self.ready.val();

            comment!(
                "What the host starts: the decimator with its new period, counters and buffer when the records from \
                 before have come there."
            );
            drive!(self: decim1 = set_decim, clear1 = set_clear, clear2 = clear1.q, flush1 = set_flush,
                flush2 = flush1.q, flush3 = flush2.q, now_clear = clear2.q);
            self.now_decim.next = self.decim1.q.val() | self.set_restart.val();
            let leaving: Bit = self.left.q.val().any();
            self.now_flush.next = leaving;
            if self.step_flushed.val() {
                self.left.d.next = self.left.q.val() - 1;
            }
            if self.flush3.q.val() {
                self.left.d.next = self.occ.val();
            }
            comment!("In the cycle after its start the request for a flush is still being answered.");
            let flushing: Bit = leaving | self.flush2.q.val() | self.flush3.q.val();
            self.busy.next = flushing | self.pcf_clearing.val();
            self.queued.next = self.occ.val().any();
            if self.reset.val() {
                zero!(self: ord, decim1, clear1, clear2, flush1, flush2, flush3, left);
            }
        }
    }
}

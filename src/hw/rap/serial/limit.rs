//! The threshold, and EPS mode where it is built.
use super::eps::Eps;
use super::ladder::Ladder;
use crate::hw::lib::Reg;
use crate::hw::rap::widths::parts;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod limit {
    //! The threshold T, set by the engine, and following n where EPS mode is built.

    /// [`Ladder`], which in EPS mode ([`Eps`], `EPS` 1) also follows n.
    ///
    /// `load`, `step` and `far` are as there; `load` takes bits from `serial_in`, with `rotate` from itself. `count`
    /// says that an event is being added to n, `counted` that n is complete, `refused` that it was not added; from the
    /// first to the end of the computation `follows` is high.
    ///
    /// `W` is the width of a count in whole parts.
    #[clocked(reset)]
    #[derived(W = 16 * parts(C))]
    pub struct Limit<const C: usize, #[range(0..=1)] const EPS: usize, #[range(1..=60)] const J: usize> {
        /// Take the configuration of EPS mode.
        #[group("sample cfg: configuration of EPS mode")]
        pub sample: Signal<In, Bit>,
        /// m of rule R4.
        pub cfg_m: Signal<In, Bits<3>>,
        /// s of rule R4.
        pub cfg_s: Signal<In, Bits<6>>,
        /// Shift a value in.
        #[group("load rotate serial_in step far: requests for the threshold")]
        pub load: Signal<In, Bit>,
        /// Bits come from the value itself; with and after `load`.
        pub rotate: Signal<In, Bit>,
        /// New bit during a load.
        pub serial_in: Signal<In, Bit>,
        /// Next value of the ladder.
        pub step: Signal<In, Bit>,
        /// Several steps.
        pub far: Signal<In, Bit>,
        /// An event is being added to n.
        #[group("count counted refused n weight follows: an event is added to n; T follows")]
        pub count: Signal<In, Bit>,
        /// Nothing is being added to n.
        pub counted: Signal<In, Bit>,
        /// The event was not added.
        pub refused: Signal<In, Bit>,
        /// Weight counted so far.
        pub n: Signal<In, Bits<C>>,
        /// Weight of the event.
        pub weight: Signal<In, Bits<16>>,
        /// T is not yet what n asks for.
        pub follows: Signal<Out, Bit>,
        /// A merge point: a round begins after this event.
        #[group("due taken: a merge point")]
        pub due: Signal<Out, Bit>,
        /// The round has begun.
        pub taken: Signal<In, Bit>,
        /// T is being shifted.
        #[group("busy serial_out inverted: the threshold")]
        pub busy: Signal<Out, Bit>,
        /// The bit of T at hand while it is, else zero.
        pub serial_out: Signal<Out, Bit>,
        /// `~T`.
        pub inverted: Signal<Out, Bits<W>>,
        threshold: Ladder<C, J>,
        #[when(EPS > 0)]
        eps: Eps<C>,
        #[when(EPS > 0)]
        counting: Reg<Bit>,
    }

    impl Limit {
        fn update(&mut self) {
            const UNUSED: Bits<W> = ((1 << W) - 1) & !((1 << C) - 1);

            pass!(threshold: load, step, far);
            zero!(threshold: open);
            self.threshold.serial_in.next = self.serial_in.val();
            if self.rotate.val() {
                self.threshold.serial_in.next = self.threshold.serial_out.val();
            }
            self.follows.next = false;
            self.due.next = false;
            if EPS > 0 {
                self.counting.d.next = (self.count.val()
                    | (self.counting.q.val() & !self.counted.val() & !self.refused.val()))
                    & !self.reset.val();
                drive!(eps: sample = sample, cfg_m = cfg_m, cfg_s = cfg_s, counting = counting.q);
                self.eps.start.next = self.counting.q.val() & self.counted.val();
                drive!(eps: n = n, weight = weight, taken = taken, t_busy = threshold.busy,
                    position = threshold.position, t_bit = threshold.serial_out);
                if self.eps.t_load.val() {
                    self.threshold.load.next = true;
                }
                if self.eps.t_open.val() {
                    self.threshold.open.next = true;
                }
                if self.eps.busy.val() {
                    self.threshold.serial_in.next = self.eps.t_in.val();
                }
                self.follows.next = self.counting.q.val() | self.eps.busy.val();
                self.due.next = self.eps.due.val();
            }
            self.busy.next = self.threshold.busy.val();
            self.serial_out.next = self.threshold.serial_out.val() & self.threshold.busy.val();
            self.inverted.next = bit_cast::<W, C>(self.threshold.inverted.val());
            if C < W {
                self.inverted.next = bit_cast::<W, C>(self.threshold.inverted.val()) | UNUSED;
            }
        }
    }
}

//! EPS mode: a threshold that follows n, and the merge points (rules R4, R7).
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

/// Where the computation of `T = max(T, (m * tr3(n)) >> s)` stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Step {
    /// Nothing to do.
    Idle,
    /// Scan n for its leading one and the two bits after it.
    Find,
    /// Multiply three bits by three.
    Multiply,
    /// Drop the product's bits that fall below bit 0.
    Align,
    /// Compare the product with T.
    Compare,
    /// Shift the product into T.
    Replace,
}

#[treetap_hdl::unit]
mod eps {
    //! EPS mode: T = max(T, (m * tr3(n)) >> s) and the merge points at n = 1024, 2048, ..

    /// Threshold and merge points of EPS mode, one bit per cycle, while the engine walks.
    ///
    /// `tr3(n)` changes four times per octave only. `watch` is the weight of its last bit, and one register remembers
    /// that bit of n: as long as it does not toggle, nothing is computed. Below n = 1024, and for weights of 256 and
    /// more below n = 2^18, where one event may skip a change, it is computed for every event.
    ///
    /// * `start`: n has just grown by `weight`. `busy` follows until T is in place. Registers hold the bit of n at hand
    ///   and what belongs to it: which of C bits is wanted is known in one cycle, it is taken in the next, and used in
    ///   the third.
    /// * The passes run inside the threshold's `load`, which lends its bit counter: `position`, `t_bit` and `t_busy`
    ///   come from there; `t_load`, `t_in` and `t_open` go there.
    /// * `due`: n has reached the next merge point (1024, 2048, ..) and a round of the hand begins after this event
    ///   (R7, R15 H5); `taken` acknowledges.
    /// * `sample` takes `cfg_m` and `cfg_s` and forgets everything else; `cfg_m` 0 switches EPS mode off.
    #[clocked(reset)]
    pub struct Eps<const C: usize> {
        /// Take the configuration.
        #[group("sample cfg: configuration; m = 0 switches the mode off")]
        pub sample: Signal<In, Bit>,
        /// m of rule R4.
        pub cfg_m: Signal<In, Bits<3>>,
        /// s of rule R4.
        pub cfg_s: Signal<In, Bits<6>>,
        /// n is about to change; up to and including `start`.
        #[group("counting start n weight busy: an event is being counted, has been; busy until T is in place")]
        pub counting: Signal<In, Bit>,
        /// An event has been counted.
        pub start: Signal<In, Bit>,
        /// Weight counted so far.
        pub n: Signal<In, Bits<C>>,
        /// Weight of the event.
        pub weight: Signal<In, Bits<16>>,
        /// T is being computed.
        pub busy: Signal<Out, Bit>,
        /// A merge point: a round begins after this event.
        #[group("due taken: a merge point")]
        pub due: Signal<Out, Bit>,
        /// The round has begun.
        pub taken: Signal<In, Bit>,
        /// The threshold shifts.
        #[group("t position: the threshold's bit-serial pass")]
        pub t_busy: Signal<In, Bit>,
        /// Bit of T and n at hand.
        pub position: Signal<In, Bits<6>>,
        /// The bit of T at hand.
        pub t_bit: Signal<In, Bit>,
        /// Start a shift.
        pub t_load: Signal<Out, Bit>,
        /// New bit of T.
        pub t_in: Signal<Out, Bit>,
        /// T becomes the largest value.
        pub t_open: Signal<Out, Bit>,
        m: Reg<Bits<3>>,
        s: Reg<Bits<6>>,
        step: Reg<Step>,
        watch: Reg<Bits<8>>,
        merged: Reg<Bits<8>>,
        seen: Reg<Bit>,
        merge: Reg<Bit>,
        older: Reg<Bits<2>>,
        mantissa: Reg<Bits<2>>,
        product: Reg<Bits<6>>,
        offset: Reg<Bits<8>>,
        above: Reg<Bit>,
        // a cycle later: start, where EPS mode is on; a weight of 256 or more
        begin: Reg<Bit>,
        heavy: Reg<Bit>,
        // which bit of n; that bit and its place a cycle later; a pass is under way, one and two cycles later
        select: Reg<Bits<6>>,
        bit: Reg<Bit>,
        place: Reg<Bits<6>>,
        passing: Reg<Bits<2>>,
    }

    impl Eps {
        fn update(&mut self) {
            self.busy.next = true;
            self.t_load.next = false;
            self.t_in.next = self.t_bit.val();
            self.t_open.next = false;

            comment!("The bit of n at hand; between passes the last bit of tr3(n).");
            self.select.d.next = self.position.val();
            if self.step.q.val() == Step::Idle {
                self.select.d.next = bit_cast::<6, 8>(self.watch.q.val());
            }
            let n_bit: Bit = self.n.val().get_bit(self.select.q.val().index());
            self.bit.d.next = n_bit;
            self.place.d.next = self.select.q.val();
            self.passing.d.next = (self.passing.q.val() << 1) | bit_cast::<2, 1>(self.t_busy.val().into());
            self.begin.d.next = self.start.val() & self.m.q.val().any();
            self.heavy.d.next = (self.weight.val() >> 8).any();
            let large: Bit = !self.watch.q.val().get_bit(7) & (self.watch.q.val() >> 3).any();
            let change: Bit = !large
                | (self.bit.q.val() != self.seen.q.val())
                | (!(self.watch.q.val() >> 4).any() & self.heavy.q.val());

            comment!("m * {1, mantissa}");
            let one: Bits<6> = 0.into();
            let two: Bits<6> = 0.into();
            let four: Bits<6> = bit_cast::<6, 3>(self.m.q.val()) << 2;
            if self.mantissa.q.val().get_bit(0) {
                one = bit_cast::<6, 3>(self.m.q.val());
            }
            if self.mantissa.q.val().get_bit(1) {
                two = bit_cast::<6, 3>(self.m.q.val()) << 1;
            }
            let six: Bits<6> = four + two;

            comment!("Bit of the product: zeros until offset has counted up to 0.");
            let v_bit: Bit = !self.offset.q.val().get_bit(7) & self.product.q.val().get_bit(0);
            match self.step.q.val() {
                Step::Idle => {
                    self.busy.next = self.begin.q.val();
                    if !self.counting.val() {
                        self.seen.d.next = n_bit;
                    }
                    self.older.d.next = 0.into();
                    if self.begin.q.val() & change {
                        self.t_load.next = true;
                        self.step.d.next = Step::Find;
                    }
                }
                Step::Find => {
                    if self.passing.q.val().get_bit(1) {
                        self.older.d.next =
                            (self.older.q.val() >> 1) | (bit_cast::<2, 1>(self.bit.q.val().into()) << 1);
                        if self.bit.q.val() {
                            self.watch.d.next = bit_cast::<8, 6>(self.place.q.val()) - 2;
                            self.mantissa.d.next = self.older.q.val();
                        }
                    } else if !self.t_busy.val() & !self.passing.q.val().any() {
                        self.above.d.next = false;
                        self.merged.d.next = self.watch.q.val();
                        if large & (self.watch.q.val() != self.merged.q.val()) {
                            self.merge.d.next = true;
                        }
                        self.step.d.next = Step::Multiply;
                    }
                }
                Step::Multiply => {
                    self.product.d.next = six + one;
                    self.offset.d.next = bit_cast::<8, 6>(self.s.q.val()) - self.watch.q.val();
                    self.step.d.next = Step::Align;
                }
                Step::Align => {
                    if self.offset.q.val().any() & !self.offset.q.val().get_bit(7) {
                        self.product.d.next = self.product.q.val() >> 1;
                        self.offset.d.next = self.offset.q.val() - 1;
                    } else {
                        self.t_load.next = true;
                        if self.above.q.val() {
                            self.step.d.next = Step::Replace;
                        } else {
                            self.step.d.next = Step::Compare;
                        }
                    }
                }
                Step::Compare => {
                    if self.t_busy.val() {
                        if v_bit != self.t_bit.val() {
                            self.above.d.next = v_bit;
                        }
                    } else {
                        comment!("What is left of the product does not fit T.");
                        self.t_open.next = self.product.q.val().any();
                        if self.above.q.val() & !self.t_open.val() {
                            self.step.d.next = Step::Multiply;
                        } else {
                            self.step.d.next = Step::Idle;
                        }
                    }
                }
                Step::Replace => {
                    self.t_in.next = v_bit;
                    if !self.t_busy.val() {
                        self.step.d.next = Step::Idle;
                    }
                }
            }
            if self.t_busy.val() & ((self.step.q.val() == Step::Compare) | (self.step.q.val() == Step::Replace)) {
                if self.offset.q.val().get_bit(7) {
                    self.offset.d.next = self.offset.q.val() + 1;
                } else {
                    self.product.d.next = self.product.q.val() >> 1;
                }
            }
            self.due.next = self.merge.q.val();
            if self.taken.val() {
                self.merge.d.next = false;
            }
            if self.sample.val() {
                drive!(self: m = cfg_m, s = cfg_s);
                zero!(self: watch, merged, merge);
            }
            if self.reset.val() {
                self.step.d.next = Step::Idle;
                self.begin.d.next = false;
            }
        }
    }
}

//! The trip through the tree that makes the dump (rule R8).
use super::words::Words;
use crate::hw::lib::Reg;
use crate::hw::tally::TALLY_BITS;
use crate::spec::rap::DUMP_HEADER_WORDS;
use rust_hdl::prelude::*;

/// Cycles from `node` to what the memories say about it, with some to spare.
const LOOK: u64 = 10;

#[treetap_hdl::unit]
mod tour {
    //! The dump in pre-order, with the memories and the walk of the events.

    /// The dump, with the memories and the walk of the event path.
    ///
    /// Walks of keys with zeros below a digit find the next node in pre-order. The walk of such a key ends in the
    /// deepest node along it; the nodes on the way down to it that have not been sent yet are sent, from the upper one
    /// on, each found by climbing from the end. Then the digit at the last one's level is increased; where it overflows
    /// the trip goes on one level up.
    ///
    /// `node` addresses the memories; what they say is there `LOOK` cycles later. A walk takes `WALK` cycles.
    #[clocked(reset)]
    #[derived(K2 = K + 2, PD = AW + 1)]
    pub struct Tour<
        const K: usize,
        const C: usize,
        const AW: usize,
        const LV: usize,
        #[range(0..=119)] const WALK: usize,
    > {
        /// Send a dump; high until `done`.
        #[group("start done: one trip")]
        pub start_dump: Signal<In, Bit>,
        /// Finished.
        pub done: Signal<Out, Bit>,
        /// Node to look at.
        #[group("node level parent own: look at a node")]
        pub node: Signal<Out, Bits<AW>>,
        /// Level of the node to look at.
        pub level: Signal<In, Bits<LV>>,
        /// Parent of the node to look at.
        pub parent: Signal<In, Bits<AW>>,
        /// Count of the node to look at.
        pub own: Signal<In, Bits<C>>,
        /// Put `probe` into the history.
        #[group("probe walked: walk of a key")]
        pub probe_we: Signal<Out, Bit>,
        /// A key.
        pub probe: Signal<Out, Bits<K>>,
        /// Where its walk ends.
        pub walked: Signal<In, Bits<AW>>,
        /// Level of unit nodes.
        pub unit_level: Signal<In, Bits<LV>>,
        /// Word 0 of the dump.
        pub n: Signal<In, Bits<C>>,
        /// Word 1.
        pub t: Signal<In, Bits<C>>,
        /// Word 2.
        pub lost: Signal<In, Bits<C>>,
        /// Word 3.
        pub live: Signal<In, Bits<PD>>,
        /// Word 4.
        pub creates: Signal<In, Bits<TALLY_BITS>>,
        /// Word 5.
        pub over: Signal<In, Bits<C>>,
        /// Send `word`.
        #[group("send word writer: the dump's words")]
        pub send_word: Signal<Out, Bit>,
        /// The word.
        pub word: Signal<Out, Bits<64>>,
        /// Send the last word.
        pub send_tail: Signal<Out, Bit>,
        /// The writer is ready.
        pub writer_idle: Signal<In, Bit>,
        // where the trip stands: one of these
        // at home.
        #[init(true)]
        in_idle: Reg<Bit>,
        // header words.
        in_header: Reg<Bit>,
        // put a key into the history.
        in_probe: Reg<Bit>,
        // wait until its walk has ended.
        in_walk: Reg<Bit>,
        // how deep is that?
        in_depth: Reg<Bit>,
        // climb from there to the node to be sent.
        in_ascend: Reg<Bit>,
        // send its prefix.
        in_prefix: Reg<Bit>,
        // send its level and count.
        in_own: Reg<Bit>,
        // the next key, one digit further at this level.
        in_next: Reg<Bit>,
        // has that digit overflowed?
        in_carry: Reg<Bit>,
        // then one level up.
        in_up: Reg<Bit>,
        // last word.
        in_tail: Reg<Bit>,
        // wait until it has left.
        in_finish: Reg<Bit>,
        packer: Words<K, C, PD, LV>,
        wait: Reg<Bits<7>>,
        #[also(end)]
        at: Reg<Bits<AW>>,
        home: Reg<Bit>,
        words: Reg<Bits<3>>,
        key: Reg<Bits<K>>,
        unit: Reg<Bits<K2>>,
        #[also(sending, deepest)]
        sent: Reg<Bits<LV>>,
        #[also(higher, deeper)]
        at_unit: Reg<Bit>,
        counted_up: Reg<Bits<K>>,
        overflow: Reg<Bit>,
        // the third cycle of in_next and in_carry
        #[also(third)]
        looked: Reg<Bit>,
        // what the memories say of the node: they may be far away
        saw_level: Reg<Bits<LV>>,
        saw_parent: Reg<Bits<AW>>,
        saw_own: Reg<Bits<C>>,
        // the node that a walk gives
        given: Reg<Bits<AW>>,
        #[also(at_next, at_end)]
        above_next: Reg<Bit>,
    }

    impl Tour {
        fn update(&mut self) {
            const LOOK: Bits<7> = LOOK - 1;
            const WALK: Bits<7> = WALK + 5;
            const HEADER_WORDS: Bits<3> = DUMP_HEADER_WORDS as u64;
            const ROOT_UNIT: Bits<K2> = 1u128 << K;

            self.requests();
            self.comparisons();
            self.dump_stream();
            self.outputs();
            if self.reset.val() {
                self.in_idle.d.next = true;
                zero!(self: in_header, in_probe, in_walk,
                    in_depth, in_ascend, in_prefix, in_own, in_next, in_carry, in_up, in_tail, in_finish);
            }
        }

        fn requests(&mut self) {
            self.done.next = self.home.q.val();
            self.home.d.next = false;
            self.probe_we.next = false;
            let send_now: Bit = false;
            let tail_now: Bit = false;
        }

        fn comparisons(&mut self) {
            comment!("Comparisons, a cycle late: what is looked at stays for longer.");
            drive!(self: saw_level = level, saw_parent = parent, saw_own = own, given = walked);
            self.looked.d.next = self.wait.q.val() == LOOK;
            self.third.d.next = (self.in_next.q.val() | self.in_carry.q.val()) & (self.wait.q.val() == 1);
            self.above_next.d.next = self.saw_level.q.val() < self.sending.q.val();
            self.at_next.d.next = self.saw_level.q.val() == self.sending.q.val();
            self.at_end.d.next = self.sending.q.val() == self.deepest.q.val();
            self.wait.d.next = self.wait.q.val() + 1;
            self.at_unit.d.next = self.sent.q.val() == self.unit_level.val();
            comment!("One digit further at the level sent last; a change of level takes effect a cycle late.");
            zero!(self: deeper, higher);
            if self.deeper.q.val() {
                self.unit.d.next = self.unit.q.val() >> 2;
            }
            if self.higher.q.val() {
                self.unit.d.next = self.unit.q.val() << 2;
            }
            let one: Bits<K> = bit_cast::<K, K2>(self.unit.q.val() >> 2);
            self.counted_up.d.next = self.key.q.val() & (one | (one << 1));
            self.overflow.d.next = !self.counted_up.q.val().any();
        }

        fn dump_stream(&mut self) {
            if self.in_idle.q.val() {
                zero!(self: wait, words, key);
                self.unit.d.next = ROOT_UNIT;
                zero!(self: sent, sending);
                if self.start_dump.val() & !self.home.q.val() {
                    self.in_idle.d.next = false;
                    self.in_header.d.next = true;
                }
            }
            if self.in_header.q.val() {
                if self.packer.ready.val() {
                    self.words.d.next = self.words.q.val() + 1;
                    if self.words.q.val() == HEADER_WORDS {
                        self.in_header.d.next = false;
                        self.in_probe.d.next = true;
                    } else {
                        send_now = true;
                    }
                }
            }
            if self.in_probe.q.val() {
                self.probe_we.next = true;
                zero!(self: wait, in_probe);
                self.in_walk.d.next = true;
            }
            if self.in_walk.q.val() {
                drive!(self: end = given.q, at = given.q);
                if self.wait.q.val() == WALK {
                    zero!(self: wait, in_walk);
                    self.in_depth.d.next = true;
                }
            }
            if self.in_depth.q.val() {
                self.deepest.d.next = self.saw_level.q.val();
                if self.looked.q.val() {
                    self.wait.d.next = 0.into();
                    if self.above_next.q.val() {
                        self.in_depth.d.next = false;
                        self.in_next.d.next = true;
                    } else {
                        self.in_depth.d.next = false;
                        self.in_ascend.d.next = true;
                    }
                }
            }
            if self.in_ascend.q.val() {
                if self.looked.q.val() {
                    self.wait.d.next = 0.into();
                    if self.at_next.q.val() {
                        self.in_ascend.d.next = false;
                        self.in_prefix.d.next = true;
                    } else {
                        self.at.d.next = self.saw_parent.q.val();
                    }
                }
            }
            if self.in_prefix.q.val() {
                if self.packer.ready.val() {
                    send_now = true;
                    self.in_prefix.d.next = false;
                    self.in_own.d.next = true;
                }
            }
            if self.in_own.q.val() {
                self.wait.d.next = 0.into();
                if self.packer.ready.val() {
                    send_now = true;
                    drive!(self: at = end.q, sent = sending.q);
                    self.sending.d.next = self.sending.q.val() + 1;
                    self.deeper.d.next = self.sending.q.val().any();
                    if self.at_end.q.val() {
                        self.in_own.d.next = false;
                        self.in_next.d.next = true;
                    } else {
                        self.in_own.d.next = false;
                        self.in_ascend.d.next = true;
                    }
                }
            }
            if self.in_next.q.val() {
                comment!("Below a unit node there is nothing: one level up at once.");
                if self.third.q.val() {
                    self.wait.d.next = 0.into();
                    if self.at_unit.q.val() {
                        self.sent.d.next = self.sent.q.val() - 1;
                        self.higher.d.next = true;
                    } else {
                        self.key.d.next = self.key.q.val() + one;
                        self.in_next.d.next = false;
                        self.in_carry.d.next = true;
                    }
                }
            }
            if self.in_carry.q.val() {
                if self.third.q.val() {
                    self.in_carry.d.next = false;
                    self.in_up.d.next = true;
                }
            }
            if self.in_up.q.val() {
                self.wait.d.next = 0.into();
                self.sending.d.next = self.sent.q.val() + 1;
                if !self.overflow.q.val() {
                    self.in_up.d.next = false;
                    self.in_probe.d.next = true;
                } else if !self.sent.q.val().any() {
                    self.in_up.d.next = false;
                    self.in_tail.d.next = true;
                } else {
                    self.sent.d.next = self.sent.q.val() - 1;
                    self.higher.d.next = true;
                    self.in_up.d.next = false;
                    self.in_carry.d.next = true;
                }
            }
            if self.in_tail.q.val() {
                if self.packer.ready.val() {
                    tail_now = true;
                    self.in_tail.d.next = false;
                    self.in_finish.d.next = true;
                }
            }
            if self.in_finish.q.val() {
                if self.packer.ready.val() {
                    self.home.d.next = true;
                    self.in_finish.d.next = false;
                    self.in_idle.d.next = true;
                }
            }
        }

        fn outputs(&mut self) {
            drive!(self: node = at.q, probe = key.q);

            comment!("Words.");
            self.packer.number.next = self.words.q.val();
            pass!(packer: n, t, lost, live, creates, over);
            drive!(packer: prefix = in_prefix.q, key = key.q, count = in_own.q, level = sending.q, own = saw_own.q);
            self.packer.send.next = send_now;
            self.packer.tail.next = tail_now;
            pass!(packer: writer_idle, word, send_word, send_tail);
        }
    }
}

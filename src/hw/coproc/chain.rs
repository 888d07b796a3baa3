//! The associative array whose valid entries are chained (docs/reference/coproc.md, B.5).
use crate::hw::lib::{FastRam, OutRegRam, Reg};
use rust_hdl::prelude::*;

/// What is done.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum State {
    /// Nothing.
    Idle,
    /// A key is looked for along its chain.
    Find,
    /// The link to the entry is looked for, along the chain of the key that it has.
    Lose,
    /// That link passes the entry over.
    Close,
    /// The link that is to lead to the entry is looked for, along the chain of its new key.
    Enter,
    /// The entry links to what that link leads to.
    Link,
    /// That link leads to the entry.
    Tie,
}

#[treetap_hdl::unit]
mod chain {
    //! Associative array: valid entries whose keys have the same hash are chained, the lowest first.

    /// An associative array of `2^LG` entries, in which the valid entries of a hash are a list in ascending order. The
    /// memory of links has a word for each list, where it begins, and one for each entry, where it goes on. A link is
    /// followed in two cycles.
    ///
    /// Ports and their meaning are those of the array whose keys are compared one after the other, except that a write
    /// and a removal, too, have their effect when `idle` is high again, and that `entry` is the same in the two cycles
    /// before them. `clear` makes the entry not valid and the list of its number empty; when that was done for all,
    /// there is no entry.
    #[clocked(reset)]
    #[derived(PLACE = LG + 1)]
    pub struct Chain<#[range(5..=8)] const LG: usize, #[range(0..=1)] const D: usize> {
        /// The entry; of a range the first.
        #[group("entry last key outside: what is asked for")]
        pub entry: Signal<In, Bits<LG>>,
        /// The last entry of the range.
        pub last: Signal<In, Bits<LG>>,
        /// There is no entry in the range.
        pub outside: Signal<In, Bit>,
        /// The key.
        pub key: Signal<In, Bits<32>>,
        /// The lowest valid entry of the range that has the key is looked for.
        #[group("search write remove clear: it is looked for, written, not valid any more; all are removed")]
        pub search: Signal<In, Bit>,
        /// The entry takes the key, and is valid.
        pub write: Signal<In, Bit>,
        /// The entry is not valid any more.
        pub remove: Signal<In, Bit>,
        /// Neither is it, nor does the list of its number have a first entry.
        pub clear: Signal<In, Bit>,
        /// Nothing is under way.
        #[group("idle: nothing is under way")]
        pub idle: Signal<Out, Bit>,
        /// The last search found one.
        #[group("hit found: what the last search found")]
        pub hit: Signal<Out, Bit>,
        /// It.
        pub found: Signal<Out, Bits<LG>>,
        /// Key of the entry one cycle before, two in a deep build, if nothing was under way.
        #[group("held valid: key of the entry one cycle before, two in a deep build; it was valid two cycles before")]
        pub held: Signal<Out, Bits<32>>,
        /// The entry of two cycles before was valid.
        pub valid: Signal<Out, Bit>,
        #[when(D == 0)]
        keys: FastRam<32, LG>,
        // in a deep build a key is compared after a register of the memory's own
        #[when(D == 1)]
        late_keys: OutRegRam<32, LG>,
        // more addresses than it needs: smaller ones become flip-flops
        marks: FastRam<1, 8>,
        // whether a link leads to an entry, and to which: first those of the lists, then those of the entries
        links: FastRam<PLACE, PLACE>,
        #[init(State::Idle)]
        state: Reg<State>,
        // the place of the link that is followed, which may not lead there; the one before it; the list of the key that
        // the entry of two cycles before has
        #[also(before)]
        place: Reg<Bits<PLACE>>,
        // the place is one; its link is there; a key is compared; what a search found, whether a write is meant; the
        // entry before has the key, the place is beyond the entry, is its own
        #[also(arrived, judges, met, writes, there, hits, over, own)]
        alive: Reg<Bit>,
        #[when(D == 0)]
        home: Reg<Bits<PLACE>>,
        #[when(D == 0)]
        differs: Reg<Bits<16>>,
        // in a deep build the place to which a link led, or 0
        #[when(D == 1)]
        led_to: Reg<Bits<PLACE>>,
    }

    impl Chain {
        fn update(&mut self) {
            const ENTRIES_AT: Bits<PLACE> = 1 << LG;

            comment!("The entry to which the last link led. The first place of a list leads to none.");
            let resting: Bit = self.state.q.val() == State::Idle;
            let here: Bits<PLACE> = self.place.q.val();
            if D == 1 {
                here = self.place.q.val() | self.led_to.q.val();
            }
            let at: Bits<LG> = here.get_bits::<LG>(0);
            let led: Bit = here.get_bit(LG);
            let arrives: Bit = self.arrived.q.val();
            self.idle.next = resting;

            comment!("Keys, valid marks, lists of keys.");
            let key_at: Bits<LG> = at;
            if resting {
                key_at = self.entry.val();
            }
            self.marks.ra.next = bit_cast::<8, LG>(self.entry.val());
            self.links.ra.next = here;
            let bytes: Bits<32> = self.key.val();
            let mixed: Bits<8> =
                bytes.get_bits::<8>(0) ^ bytes.get_bits::<8>(8) ^ bytes.get_bits::<8>(16) ^ bytes.get_bits::<8>(24);
            let list: Bits<PLACE> = bit_cast::<PLACE, LG>(mixed.get_bits::<LG>(0));
            let old: Bits<32> = 0.into();
            if D == 0 {
                drive!(keys: ra = key_at, wa = entry, wd = key);
                old = self.keys.rd.val();
            } else {
                drive!(late_keys: ra = key_at, wa = entry, wd = key);
                old = self.late_keys.rd.val();
            }
            let old_mixed: Bits<8> =
                old.get_bits::<8>(0) ^ old.get_bits::<8>(8) ^ old.get_bits::<8>(16) ^ old.get_bits::<8>(24);
            let home_now: Bits<PLACE> = bit_cast::<PLACE, LG>(old_mixed.get_bits::<LG>(0));
            let linked: Bits<PLACE> = self.links.rd.val();
            let apart: Bits<32> = old ^ self.key.val();
            let differs_now: Bits<16> = apart.get_bits::<16>(0) | apart.get_bits::<16>(16);
            if D == 0 {
                drive!(self: differs = differs_now, home = home_now);
                differs_now = self.differs.q.val();
                home_now = self.home.q.val();
            }
            self.there.d.next = self.marks.rd.val().get_bit(0);
            drive!(self: held = old, valid = there.q, hit = met.q);
            self.found.next = self.before.q.val().get_bits::<LG>(0);

            comment!("A link is read in a cycle and followed in the next; whether to follow it is found in the first.");
            let walks: Bit = (self.state.q.val() == State::Find)
                | (self.state.q.val() == State::Lose)
                | (self.state.q.val() == State::Enter);
            self.arrived.d.next = !arrives & walks;
            self.judges.d.next = arrives & led;
            let same: Bit = self.judges.q.val() & !differs_now.any();
            let lower: Bits<LG> = self.entry.val() ^ self.last.val();
            let within: Bit =
                ((self.before.q.val().get_bits::<LG>(0) | lower) == self.last.val()) & !self.outside.val();
            self.hits.d.next = same & within;
            self.over.d.next = led & (at > self.entry.val());
            self.own.d.next = led & (at == self.entry.val());
            let loses: Bit = (self.write.val() & self.there.q.val()) | (self.remove.val() & self.there.q.val());
            let begins: Bit = false;
            let lists: Bits<PLACE> = list;
            let follows: Bit = arrives;
            let passes: Bit = arrives;
            match self.state.q.val() {
                State::Idle => {
                    drive!(self: writes = write);
                    if self.write.val() {
                        self.state.d.next = State::Enter;
                        begins = true;
                    }
                    if loses {
                        self.state.d.next = State::Lose;
                        lists = home_now;
                        begins = true;
                    }
                    if self.search.val() {
                        self.state.d.next = State::Find;
                        self.met.d.next = false;
                        begins = true;
                    }
                }
                State::Find => {
                    if self.hits.q.val() | !self.alive.q.val() {
                        passes = false;
                        if arrives {
                            drive!(self: met = hits.q);
                            self.state.d.next = State::Idle;
                        }
                    }
                }
                State::Lose => {
                    if self.own.q.val() {
                        passes = false;
                        if arrives {
                            self.state.d.next = State::Close;
                        }
                    }
                }
                State::Close => {
                    self.state.d.next = State::Idle;
                    if self.writes.q.val() {
                        self.state.d.next = State::Enter;
                        begins = true;
                    }
                }
                State::Enter => {
                    if self.over.q.val() | !self.alive.q.val() {
                        passes = false;
                        follows = false;
                        if arrives {
                            self.state.d.next = State::Link;
                        }
                    }
                }
                State::Link => {
                    self.state.d.next = State::Tie;
                    self.place.d.next = bit_cast::<PLACE, LG>(self.entry.val()) | ENTRIES_AT;
                    if D == 0 {
                        self.alive.d.next = true;
                    }
                }
                State::Tie => {
                    self.state.d.next = State::Idle;
                }
            }
            if passes {
                drive!(self: before = here);
            }
            if begins {
                drive!(self: place = lists);
                if D == 0 {
                    self.alive.d.next = true;
                }
            }
            comment!("What memories give comes last.");
            if follows {
                if D == 0 {
                    self.place.d.next = linked | ENTRIES_AT;
                } else {
                    self.place.d.next = ENTRIES_AT;
                    self.led_to.d.next = linked;
                }
                self.alive.d.next = linked.get_bit(LG);
            }
            if D == 1 {
                comment!("Nothing is followed where something begins, so that there is no gate between both.");
                if begins | (self.state.q.val() == State::Link) {
                    zero!(self: led_to);
                    self.alive.d.next = true;
                }
            }

            comment!("What is written: the link to where the last one led, the entry.");
            let link: Bit = self.state.q.val() == State::Link;
            let ties: Bit = (self.state.q.val() == State::Close) | (self.state.q.val() == State::Tie);
            self.links.we.next = link | ties | self.clear.val();
            self.links.wa.next = self.before.q.val();
            if !ties {
                self.links.wa.next = bit_cast::<PLACE, LG>(self.entry.val());
                if link {
                    self.links.wa.next = bit_cast::<PLACE, LG>(self.entry.val()) | ENTRIES_AT;
                }
            }
            self.links.wd.next = bit_cast::<PLACE, LG>(at);
            if self.alive.q.val() & !resting {
                self.links.wd.next = bit_cast::<PLACE, LG>(at) | ENTRIES_AT;
            }
            if D == 0 {
                self.keys.we.next = link;
            } else {
                self.late_keys.we.next = link;
            }
            self.marks.wa.next = bit_cast::<8, LG>(self.entry.val());
            self.marks.we.next = link | self.remove.val() | self.clear.val();
            self.marks.wd.next = bit_cast::<1, 1>(link.into());
            if self.reset.val() {
                self.state.d.next = State::Idle;
                zero!(self: met);
            }
        }
    }
}

//! Slow trips through the tree: the dump (rule R8), and the top table after a collapse.
use crate::hw::lib::Reg;
use crate::hw::tally::TALLY_BITS;
use crate::spec::rap::DUMP_HEADER_WORDS;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// Where the trip stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Stop {
    /// At home.
    Idle,
    /// Top table: read a node that was absorbed.
    Fetch,
    /// Top table: climb from it to the root, collecting its digits.
    Climb,
    /// Top table: write its parent to its range.
    Enter,
    /// Top table: wait until that is done.
    Entering,
    /// Dump: header words.
    Header,
    /// Dump: put a key into the history.
    Probe,
    /// Dump: wait until its walk has ended.
    Walk,
    /// Dump: how deep is that?
    Depth,
    /// Dump: climb from there to the node to be sent.
    Ascend,
    /// Dump: send its prefix.
    Prefix,
    /// Dump: send its level and count.
    Own,
    /// Dump: the next key, one digit further at this level.
    Next,
    /// Dump: has that digit overflowed?
    Carry,
    /// Dump: then one level up.
    Up,
    /// Dump: last word.
    Tail,
    /// Dump: wait until it has left.
    Finish,
}

/// Cycles from `node` to what the memories say about it, with some to spare.
const LOOK: u64 = 7;

/// The dump, and the repair of the top table after a collapse, both with the memories and the walk of the event path.
///
/// * Dump: walks of keys with zeros below a digit find the next node in pre-order. The walk of such a key ends in the deepest node along
///   it; the nodes on the way down to it that have not been sent yet are sent, from the upper one on, each found by
///   climbing from the end. Then the digit at the last one's level is increased; where it overflows the trip goes on one level up.
/// * Repair: of the nodes absorbed by the sweep, on the free stack from `fix_from` to `fix_to`, those at levels that
///   the top table covers give their range to their parent, in the order they were absorbed.
///
/// `node` addresses the memories; what they say is there `LOOK` cycles later. A walk takes `WALK` cycles. `K2 = K + 2`.
#[derive(LogicBlock)]
pub struct Tour<
    const K: usize,
    const K2: usize,
    const C: usize,
    const AW: usize,
    const PD: usize,
    const LV: usize,
    const T2: usize,
    const WALK: usize,
> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Back home.
    pub reset: Signal<In, Bit>,
    /// Send a dump.
    pub start_dump: Signal<In, Bit>,
    /// Repair the top table.
    pub start_fix: Signal<In, Bit>,
    /// First node on the stack.
    pub fix_from: Signal<In, Bits<AW>>,
    /// Behind the last.
    pub fix_to: Signal<In, Bits<AW>>,
    /// Finished.
    pub done: Signal<Out, Bit>,
    /// Node to look at.
    pub node: Signal<Out, Bits<AW>>,
    /// Its level.
    pub level: Signal<In, Bits<LV>>,
    /// Its parent.
    pub parent: Signal<In, Bits<AW>>,
    /// Its digit.
    pub digit: Signal<In, Bits<2>>,
    /// Its count.
    pub own: Signal<In, Bits<C>>,
    /// Place on the free stack.
    pub stack_at: Signal<Out, Bits<AW>>,
    /// Node there, two cycles later.
    pub stacked: Signal<In, Bits<AW>>,
    /// Write the top table.
    pub top_start: Signal<Out, Bit>,
    /// Level of the range.
    pub top_level: Signal<Out, Bits<LV>>,
    /// Its prefix.
    pub top_prefix: Signal<Out, Bits<T2>>,
    /// Node to write.
    pub top_node: Signal<Out, Bits<AW>>,
    /// It is being written.
    pub top_busy: Signal<In, Bit>,
    /// Put `probe` into the history.
    pub probe_we: Signal<Out, Bit>,
    /// A key.
    pub probe: Signal<Out, Bits<K>>,
    /// Where its walk ends.
    pub walked: Signal<In, Bits<AW>>,
    /// Level of unit nodes.
    pub unit_level: Signal<In, Bits<LV>>,
    /// Highest level with a pointer table of its own.
    pub top_levels: Signal<In, Bits<LV>>,
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
    pub collapses: Signal<In, Bits<TALLY_BITS>>,
    /// Send `word`.
    pub send_word: Signal<Out, Bit>,
    /// The word.
    pub word: Signal<Out, Bits<64>>,
    /// Send the last word.
    pub send_tail: Signal<Out, Bit>,
    /// The writer is ready.
    pub writer_idle: Signal<In, Bit>,
    stop: Reg<Stop>,
    wait: Reg<Bits<7>>,
    at: Reg<Bits<AW>>,
    end: Reg<Bits<AW>>,
    index: Reg<Bits<AW>>,
    climbing: Reg<Bit>,
    range_level: Reg<Bits<LV>>,
    range_node: Reg<Bits<AW>>,
    prefix: Reg<Bits<T2>>,
    words: Reg<Bits<3>>,
    key: Reg<Bits<K>>,
    unit: Reg<Bits<K2>>,
    sent: Reg<Bits<LV>>,
    sending: Reg<Bits<LV>>,
    deepest: Reg<Bits<LV>>,
    overflow: Reg<Bit>,
    looked: Signal<Local, Bit>,
    one: Signal<Local, Bits<K>>,
    advance: Signal<Local, Bit>,
    look: Constant<Bits<7>>,
    walk: Constant<Bits<7>>,
    top_digit: Constant<Bits<7>>,
    header_words: Constant<Bits<3>>,
    root_unit: Constant<Bits<K2>>,
}

impl<
    const K: usize,
    const K2: usize,
    const C: usize,
    const AW: usize,
    const PD: usize,
    const LV: usize,
    const T2: usize,
    const WALK: usize,
> Default for Tour<K, K2, C, AW, PD, LV, T2, WALK>
{
    fn default() -> Self {
        const { assert!(K2 == K + 2 && PD == AW + 1 && WALK < 120, "widths of Tour") };
        Self {
            clock: Default::default(),
            reset: Default::default(),
            start_dump: Default::default(),
            start_fix: Default::default(),
            fix_from: Default::default(),
            fix_to: Default::default(),
            done: Default::default(),
            node: Default::default(),
            level: Default::default(),
            parent: Default::default(),
            digit: Default::default(),
            own: Default::default(),
            stack_at: Default::default(),
            stacked: Default::default(),
            top_start: Default::default(),
            top_level: Default::default(),
            top_prefix: Default::default(),
            top_node: Default::default(),
            top_busy: Default::default(),
            probe_we: Default::default(),
            probe: Default::default(),
            walked: Default::default(),
            unit_level: Default::default(),
            top_levels: Default::default(),
            n: Default::default(),
            t: Default::default(),
            lost: Default::default(),
            live: Default::default(),
            creates: Default::default(),
            collapses: Default::default(),
            send_word: Default::default(),
            word: Default::default(),
            send_tail: Default::default(),
            writer_idle: Default::default(),
            stop: Default::default(),
            wait: Default::default(),
            at: Default::default(),
            end: Default::default(),
            index: Default::default(),
            climbing: Default::default(),
            range_level: Default::default(),
            range_node: Default::default(),
            prefix: Default::default(),
            words: Default::default(),
            key: Default::default(),
            unit: Default::default(),
            sent: Default::default(),
            sending: Default::default(),
            deepest: Default::default(),
            overflow: Default::default(),
            looked: Default::default(),
            one: Default::default(),
            advance: Default::default(),
            look: Constant::new(bits(LOOK)),
            walk: Constant::new(bits(WALK as u64 + 4)),
            top_digit: Constant::new(bits(T2 as u64 - 2)),
            header_words: Constant::new(bits(DUMP_HEADER_WORDS as u64)),
            root_unit: Constant::new({
                let one: Bits<K2> = bits(1);
                one << (K as u64)
            }),
        }
    }
}

impl<
    const K: usize,
    const K2: usize,
    const C: usize,
    const AW: usize,
    const PD: usize,
    const LV: usize,
    const T2: usize,
    const WALK: usize,
> Logic for Tour<K, K2, C, AW, PD, LV, T2, WALK>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module tour");
        comment!(
            "@doc The dump in pre-order, and the top table after a collapse, with the memories and the walk of the events."
        );
        comment!("@ports start done: one trip");
        comment!("@ports node level parent digit own: look at a node");
        comment!("@ports probe walked: walk of a key");
        comment!("@ports top: write the top table");
        comment!("@ports send word writer: the dump's words");
        dff_setup!(
            self,
            clock,
            stop,
            wait,
            at,
            end,
            index,
            climbing,
            range_level,
            range_node,
            prefix,
            words,
            key,
            unit,
            sent,
            sending,
            deepest,
            overflow
        );
        self.done.next = false;
        self.probe_we.next = false;
        self.send_word.next = false;
        self.send_tail.next = false;
        self.top_start.next = false;
        self.advance.next = false;
        self.looked.next = self.wait.q.val() == self.look.val();
        self.wait.d.next = self.wait.q.val() + 1;
        comment!("One digit further at the level sent last.");
        self.one.next = bit_cast::<K, K2>(self.unit.q.val() >> 2);
        self.overflow.d.next = !(self.key.q.val() & (self.one.val() | (self.one.val() << 1))).any();
        match self.stop.q.val() {
            Stop::Idle => {
                self.wait.d.next = 0.into();
                self.words.d.next = 0.into();
                self.key.d.next = 0.into();
                self.unit.d.next = self.root_unit.val();
                self.sent.d.next = 0.into();
                self.sending.d.next = 0.into();
                self.index.d.next = self.fix_from.val();
                if self.start_dump.val() {
                    self.stop.d.next = Stop::Header;
                } else if self.start_fix.val() {
                    self.stop.d.next = Stop::Fetch;
                }
            }
            Stop::Fetch => {
                self.at.d.next = self.stacked.val();
                self.climbing.d.next = false;
                self.prefix.d.next = 0.into();
                if self.looked.val() {
                    self.wait.d.next = 0.into();
                    self.stop.d.next = Stop::Climb;
                }
            }
            Stop::Climb => {
                if self.looked.val() {
                    self.wait.d.next = 0.into();
                    self.climbing.d.next = true;
                    if !self.climbing.q.val() {
                        self.range_level.d.next = self.level.val();
                        self.range_node.d.next = self.parent.val();
                    }
                    self.prefix.d.next =
                        (self.prefix.q.val() >> 2) | (bit_cast::<T2, 2>(self.digit.val()) << self.top_digit.val());
                    self.at.d.next = self.parent.val();
                    if !self.climbing.q.val() & (self.level.val() > self.top_levels.val()) {
                        self.advance.next = true;
                    } else if self.level.val() == 1 {
                        self.stop.d.next = Stop::Enter;
                    }
                }
            }
            Stop::Enter => {
                self.top_start.next = true;
                self.stop.d.next = Stop::Entering;
            }
            Stop::Entering => {
                self.wait.d.next = 0.into();
                if !self.top_busy.val() {
                    self.advance.next = true;
                }
            }
            Stop::Header => {
                if self.writer_idle.val() {
                    self.words.d.next = self.words.q.val() + 1;
                    if self.words.q.val() == self.header_words.val() {
                        self.stop.d.next = Stop::Probe;
                    } else {
                        self.send_word.next = true;
                    }
                }
            }
            Stop::Probe => {
                self.probe_we.next = true;
                self.wait.d.next = 0.into();
                self.stop.d.next = Stop::Walk;
            }
            Stop::Walk => {
                self.end.d.next = self.walked.val();
                self.at.d.next = self.walked.val();
                if self.wait.q.val() == self.walk.val() {
                    self.wait.d.next = 0.into();
                    self.stop.d.next = Stop::Depth;
                }
            }
            Stop::Depth => {
                self.deepest.d.next = self.level.val();
                if self.looked.val() {
                    self.wait.d.next = 0.into();
                    if self.level.val() < self.sending.q.val() {
                        self.stop.d.next = Stop::Next;
                    } else {
                        self.stop.d.next = Stop::Ascend;
                    }
                }
            }
            Stop::Ascend => {
                if self.looked.val() {
                    self.wait.d.next = 0.into();
                    if self.level.val() == self.sending.q.val() {
                        self.stop.d.next = Stop::Prefix;
                    } else {
                        self.at.d.next = self.parent.val();
                    }
                }
            }
            Stop::Prefix => {
                if self.writer_idle.val() {
                    self.send_word.next = true;
                    self.stop.d.next = Stop::Own;
                }
            }
            Stop::Own => {
                self.wait.d.next = 0.into();
                if self.writer_idle.val() {
                    self.send_word.next = true;
                    self.at.d.next = self.end.q.val();
                    self.sent.d.next = self.sending.q.val();
                    self.sending.d.next = self.sending.q.val() + 1;
                    if self.sending.q.val().any() {
                        self.unit.d.next = self.unit.q.val() >> 2;
                    }
                    if self.sending.q.val() == self.deepest.q.val() {
                        self.stop.d.next = Stop::Next;
                    } else {
                        self.stop.d.next = Stop::Ascend;
                    }
                }
            }
            Stop::Next => {
                comment!("Below a unit node there is nothing: one level up at once.");
                if self.sent.q.val() == self.unit_level.val() {
                    self.sent.d.next = self.sent.q.val() - 1;
                    self.unit.d.next = self.unit.q.val() << 2;
                } else {
                    self.key.d.next = self.key.q.val() + self.one.val();
                    self.stop.d.next = Stop::Carry;
                }
            }
            Stop::Carry => {
                self.stop.d.next = Stop::Up;
            }
            Stop::Up => {
                self.sending.d.next = self.sent.q.val() + 1;
                if !self.overflow.q.val() {
                    self.stop.d.next = Stop::Probe;
                } else if !self.sent.q.val().any() {
                    self.stop.d.next = Stop::Tail;
                } else {
                    self.sent.d.next = self.sent.q.val() - 1;
                    self.unit.d.next = self.unit.q.val() << 2;
                    self.stop.d.next = Stop::Carry;
                }
            }
            Stop::Tail => {
                if self.writer_idle.val() {
                    self.send_tail.next = true;
                    self.stop.d.next = Stop::Finish;
                }
            }
            Stop::Finish => {
                if self.writer_idle.val() {
                    self.done.next = true;
                    self.stop.d.next = Stop::Idle;
                }
            }
        }
        comment!("The next absorbed node.");
        if self.advance.val() {
            self.index.d.next = self.index.q.val() + 1;
            self.stop.d.next = Stop::Fetch;
            if self.index.q.val() + 1 == self.fix_to.val() {
                self.done.next = true;
                self.stop.d.next = Stop::Idle;
            }
        }
        self.node.next = self.at.q.val();
        self.stack_at.next = self.index.q.val();
        self.top_level.next = self.range_level.q.val();
        self.top_prefix.next = self.prefix.q.val();
        self.top_node.next = self.range_node.q.val();
        self.probe.next = self.key.q.val();

        comment!("Words.");
        match self.words.q.val().index() {
            0 => self.word.next = bit_cast::<64, C>(self.n.val()),
            1 => self.word.next = bit_cast::<64, C>(self.t.val()),
            2 => self.word.next = bit_cast::<64, C>(self.lost.val()),
            3 => self.word.next = bit_cast::<64, PD>(self.live.val()),
            4 => self.word.next = bit_cast::<64, 32>(self.creates.val()),
            _ => self.word.next = bit_cast::<64, 32>(self.collapses.val()),
        }
        if self.stop.q.val() == Stop::Prefix {
            self.word.next = bit_cast::<64, K>(self.key.q.val());
        }
        if self.stop.q.val() == Stop::Own {
            self.word.next = (bit_cast::<64, LV>(self.sending.q.val()) << 56) | bit_cast::<64, C>(self.own.val());
        }
        if self.reset.val() {
            self.stop.d.next = Stop::Idle;
        }
    }
}

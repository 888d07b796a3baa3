//! The dump of the CAM engine (rule R8): header, nodes in pre-order, checksum.
use crate::hw::lib::Reg;
use crate::spec::rap::DUMP_HEADER_WORDS;
use rust_hdl::prelude::*;

/// Where a dump stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Stop {
    /// No dump.
    Home,
    /// Header words.
    Header,
    /// The longest match of the cursor's key is on its way.
    Match,
    /// It is here.
    Look,
    /// Its level and its parent are on their way.
    Read,
    /// They are here: this node, one above it, or none?
    Judge,
    /// Prefix of a node.
    Prefix,
    /// Level and count of a node.
    Own,
    /// A unit node has no children.
    Unit,
    /// The next key.
    Advance,
    /// On the way there.
    Turn,
    /// Last word.
    Tail,
    /// Wait until it has left.
    Finish,
}

#[treetap_hdl::unit]
mod tour {
    //! Goes through the tree in pre-order,
    //! by longest matches of growing keys and the links from nodes to their parents.

    /// Leads the [`super::cursor::Cursor`] through the tree and says what is to be sent.
    ///
    /// All nodes whose prefix, filled with zeros, is the cursor's key lie on the way to its longest match, from the
    /// cursor's level on downwards. Each of them is found from there by going up the links (`climb`) to that level.
    /// After the last one the key advances.
    #[clocked(reset)]
    pub struct Tour<const LV: usize, const LAST: usize> {
        /// Begin.
        #[group("start end: begin; the last word has left")]
        pub start: Signal<In, Bit>,
        /// The last word has left.
        pub end: Signal<Out, Bit>,
        /// Level of the node at hand, three cycles after it changed.
        #[group("found level busy: level of the node at hand, and the cursor")]
        pub found: Signal<In, Bits<LV>>,
        /// Level of the cursor.
        pub level: Signal<In, Bits<LV>>,
        /// The cursor is on its way to the next key.
        pub busy: Signal<In, Bit>,
        /// The longest match is the node at hand.
        #[group("look climb clear down advance up: to node and cursor")]
        pub look: Signal<Out, Bit>,
        /// Its parent is the node at hand.
        pub climb: Signal<Out, Bit>,
        /// The cursor goes to the root.
        pub clear: Signal<Out, Bit>,
        /// The cursor goes one level down.
        pub down: Signal<Out, Bit>,
        /// The cursor goes to the next key.
        pub advance: Signal<Out, Bit>,
        /// The cursor goes one level up.
        pub up: Signal<Out, Bit>,
        /// The writer takes a word.
        #[group("idle header prefix send tail: to the writer of words")]
        pub idle: Signal<In, Bit>,
        /// A word of the header is next, its number the level of the cursor.
        pub header: Signal<Out, Bit>,
        /// A prefix is next.
        pub prefix: Signal<Out, Bit>,
        /// Send it, in the cycle after it is next.
        pub send: Signal<Out, Bit>,
        /// Send the checksum.
        pub tail: Signal<Out, Bit>,
        stop: Reg<Stop>,
        wait: Reg<Bits<3>>,
        ready: Reg<Bit>,
    }

    impl Tour {
        fn update(&mut self) {
            const LAST: Bits<LV> = LAST;
            const HEADER_WORDS: Bits<LV> = DUMP_HEADER_WORDS as u64;

            self.end.next = false;
            self.look.next = false;
            self.climb.next = false;
            self.clear.next = false;
            self.down.next = false;
            self.advance.next = false;
            self.up.next = false;
            self.send.next = false;
            self.tail.next = false;
            self.ready.d.next = false;
            self.wait.d.next = self.wait.q.val() + 1;
            match self.stop.q.val() {
                Stop::Home => {
                    if self.start.val() {
                        self.clear.next = true;
                        self.stop.d.next = Stop::Header;
                    }
                }
                Stop::Header => {
                    self.ready.d.next = self.idle.val() & !self.ready.q.val();
                    if self.ready.q.val() {
                        if self.level.val() == HEADER_WORDS {
                            self.clear.next = true;
                            zero!(self: wait);
                            self.stop.d.next = Stop::Match;
                        } else {
                            self.send.next = true;
                            self.down.next = true;
                        }
                    }
                }
                Stop::Match => {
                    if self.wait.q.val().all() {
                        self.stop.d.next = Stop::Look;
                    }
                }
                Stop::Look => {
                    self.look.next = true;
                    zero!(self: wait);
                    self.stop.d.next = Stop::Read;
                }
                Stop::Read => {
                    if self.wait.q.val().get_bit(1) {
                        self.stop.d.next = Stop::Judge;
                    }
                }
                Stop::Judge => {
                    zero!(self: wait);
                    if self.found.val() == self.level.val() {
                        self.stop.d.next = Stop::Prefix;
                    } else if self.found.val() < self.level.val() {
                        self.stop.d.next = Stop::Unit;
                    } else {
                        self.climb.next = true;
                        self.stop.d.next = Stop::Read;
                    }
                }
                Stop::Prefix => {
                    self.ready.d.next = self.idle.val() & !self.ready.q.val();
                    if self.ready.q.val() {
                        self.send.next = true;
                        self.stop.d.next = Stop::Own;
                    }
                }
                Stop::Own => {
                    self.ready.d.next = self.idle.val() & !self.ready.q.val();
                    if self.ready.q.val() {
                        self.send.next = true;
                        self.down.next = true;
                        self.stop.d.next = Stop::Look;
                    }
                }
                Stop::Unit => {
                    self.up.next = self.level.val() > LAST;
                    self.stop.d.next = Stop::Advance;
                }
                Stop::Advance => {
                    self.advance.next = true;
                    self.stop.d.next = Stop::Turn;
                }
                Stop::Turn => {
                    zero!(self: wait);
                    if !self.busy.val() {
                        self.stop.d.next = Stop::Match;
                        if !self.level.val().any() {
                            self.stop.d.next = Stop::Tail;
                        }
                    }
                }
                Stop::Tail => {
                    if self.idle.val() {
                        self.tail.next = true;
                        self.stop.d.next = Stop::Finish;
                    }
                }
                Stop::Finish => {
                    if self.idle.val() {
                        self.end.next = true;
                        self.stop.d.next = Stop::Home;
                    }
                }
            }
            self.header.next = self.stop.q.val() == Stop::Header;
            self.prefix.next = self.stop.q.val() == Stop::Prefix;
            if self.reset.val() {
                self.stop.d.next = Stop::Home;
            }
        }
    }
}

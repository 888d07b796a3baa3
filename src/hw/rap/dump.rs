//! The dump stream: words, their order within one, and the CRC-32 (docs/reference/rap-serial.md, "Dump").
use crate::hw::bundles::DumpTx;
use crate::hw::lib::{CRC32_POLYNOMIAL, Reg};
use rust_hdl::prelude::*;

/// What the shift register takes in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
enum Feed {
    /// Idle: the last word has left.
    Idle,
    /// Wait for the first digit of the path.
    Prime,
    /// Its own bits: after 32 cycles the loaded word is back in place.
    Rotate,
    /// Digits of the path, the deepest level first, then zeros.
    Path,
    /// The complement of the CRC, then zeros.
    Tail,
    /// A word is on offer.
    Offer,
}

#[treetap_hdl::unit]
mod dump_writer {
    //! Sends the dump word by word and ends it with the CRC-32 of all bytes before.
    //! Each word passes once through a 64-bit register, two bits a cycle, and through the CRC on its way.

    /// Sends the dump: one 64-bit register that shifts two bits a cycle, and the CRC-32 over the same two bits.
    ///
    /// Every word takes 32 shifts, its least significant bits first, whichever way it came: `word` is loaded in
    /// parallel and rotated once around, the prefix of a node is shifted in from the digits on the stack, and the
    /// CRC-32 of all bytes before is shifted in from the CRC register, which leaves that register ready for the next
    /// dump.
    ///
    /// * `send_word`, `send_path`, `send_tail`: send `word`, the path of `depth` digits, the last word. Only while
    ///   `idle`.
    /// * `path_address` reads the stack (digit of level `l` at address `l + 1`) one cycle before `path_digit`;
    ///   `path_busy` says that the stack has to follow it.
    ///
    /// CRC-32 is the reflected polynomial 0xedb88320 with initial value and final complement of all ones (zip,
    /// Ethernet). `LV` is the width of `depth`.
    #[clocked(reset)]
    pub struct DumpWriter<const LV: usize, const LEVELS: usize> {
        /// Send `word`.
        #[group("send_word word: send a word given in parallel")]
        pub send_word: Signal<In, Bit>,
        /// The word.
        pub word: Signal<In, Bits<64>>,
        /// Send the prefix of the node at `depth`.
        #[group("send_path depth path: send the prefix of a node, read digit by digit from the stack")]
        pub send_path: Signal<In, Bit>,
        /// Level of the node.
        pub depth: Signal<In, Bits<LV>>,
        /// Stack address of the next digit.
        pub path_address: Signal<Out, Bits<LV>>,
        /// The stack follows `path_address`.
        pub path_busy: Signal<Out, Bit>,
        /// Digit read from the stack.
        pub path_digit: Signal<In, Bits<2>>,
        /// Send the CRC as the last word.
        #[group("send_tail: send the CRC as the last word")]
        pub send_tail: Signal<In, Bit>,
        /// Ready for a request.
        pub idle: Signal<Out, Bit>,
        #[group("dump stream")]
        pub dump: DumpTx,
        feed: Reg<Feed>,
        tail: Reg<Bit>,
        shifter: Reg<Bits<64>>,
        crc: Reg<Bits<32>>,
        left: Reg<Bits<5>>,
        address: Reg<Bits<LV>>,
        on_path: Reg<Bit>,
        crc0: Signal<Local, Bits<32>>,
        crc1: Signal<Local, Bits<32>>,
    }

    impl DumpWriter {
        fn update(&mut self) {
            const LEVELS: Bits<LV> = LEVELS;
            const POLY: Bits<32> = CRC32_POLYNOMIAL;
            const HALF_POLY: Bits<32> = CRC32_POLYNOMIAL >> 1;
            const ONES: Bits<32> = 0xffff_ffff;
            const FILLING: Bits<32> = 0xc000_0000;

            let two: Bits<2> = bit_cast::<2, 64>(self.shifter.q.val());
            let step: Bit = false;
            self.path_busy.next = false;
            self.idle.next = false;
            self.dump.valid.next = false;
            match self.feed.q.val() {
                Feed::Idle => {
                    self.idle.next = true;
                    self.left.d.next = 0.into();
                    self.address.d.next = LEVELS;
                    self.tail.d.next = self.send_tail.val();
                    comment!(
                        "Before it is known whether the word is wanted: the enable of 64 registers is in a hurry."
                    );
                    self.shifter.d.next = self.word.val();
                    if self.send_word.val() {
                        self.feed.d.next = Feed::Rotate;
                    } else if self.send_path.val() {
                        self.feed.d.next = Feed::Prime;
                    } else if self.send_tail.val() {
                        self.feed.d.next = Feed::Tail;
                    }
                }
                Feed::Prime => {
                    self.path_busy.next = true;
                    self.feed.d.next = Feed::Path;
                }
                Feed::Rotate => {
                    step = true;
                }
                Feed::Path => {
                    self.path_busy.next = true;
                    step = true;
                    if self.on_path.q.val() {
                        two = self.path_digit.val();
                    } else {
                        two = 0.into();
                    }
                }
                Feed::Tail => {
                    step = true;
                    two = !bit_cast::<2, 32>(self.crc.q.val());
                }
                Feed::Offer => {
                    self.dump.valid.next = true;
                    if self.dump.ready.val() {
                        self.feed.d.next = Feed::Idle;
                    }
                }
            }
            self.path_address.next = self.address.q.val();
            if self.path_busy.val() & self.address.q.val().any() {
                self.address.d.next = self.address.q.val() - 1;
            }
            self.on_path.d.next = self.address.q.val().any() & (self.address.q.val() <= self.depth.val());

            comment!(
                "Two steps of the CRC; its polynomial has no bit 0, so the second feedback does not wait for the first."
            );
            let feedback0: Bit = self.crc.q.val().get_bit(0) ^ two.get_bit(0);
            let feedback1: Bit = self.crc.q.val().get_bit(1) ^ two.get_bit(1);
            if feedback0 {
                self.crc0.next = (self.crc.q.val() >> 2) ^ HALF_POLY;
            } else {
                self.crc0.next = self.crc.q.val() >> 2;
            }
            if feedback1 {
                self.crc1.next = self.crc0.val() ^ POLY;
            } else {
                self.crc1.next = self.crc0.val();
            }
            if step {
                self.shifter.d.next = (self.shifter.q.val() >> 2) | (bit_cast::<64, 2>(two) << 62);
                self.left.d.next = self.left.q.val() + 1;
                if self.tail.q.val() {
                    self.crc.d.next = (self.crc.q.val() >> 2) | FILLING;
                } else {
                    self.crc.d.next = self.crc1.val();
                }
                if self.left.q.val().all() {
                    self.feed.d.next = Feed::Offer;
                }
            }
            drive!(dump: data = shifter.q, last = tail.q);
            if self.reset.val() {
                self.feed.d.next = Feed::Idle;
                self.crc.d.next = ONES;
            }
        }
    }
}

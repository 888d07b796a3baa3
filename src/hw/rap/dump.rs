//! The dump stream: words, their order within one, and the CRC-32 (docs/reference/rap-serial.md, "Dump").
use crate::hw::lib::{CRC32_POLYNOMIAL, Reg};
use crate::{comment, dff_setup};
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

/// Sends the dump: one 64-bit register that shifts two bits a cycle, and the CRC-32 over the same two bits.
///
/// Every word takes 32 shifts, its least significant bits first, whichever way it came: `word` is loaded in parallel
/// and rotated once around, the prefix of a node is shifted in from the digits on the stack, and the CRC-32 of all
/// bytes before is shifted in from the CRC register, which leaves that register ready for the next dump.
///
/// * `send_word`, `send_path`, `send_tail`: send `word`, the path of `depth` digits, the last word. Only while `idle`.
/// * `path_address` reads the stack (digit of level `l` at address `l + 1`) one cycle before `path_digit`;
///   `path_busy` says that the stack has to follow it.
///
/// CRC-32 is the reflected polynomial 0xedb88320 with initial value and final complement of all ones (zip, Ethernet).
/// `LV` is the width of `depth`.
#[derive(LogicBlock)]
pub struct DumpWriter<const LV: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// Send `word`.
    pub send_word: Signal<In, Bit>,
    /// The word.
    pub word: Signal<In, Bits<64>>,
    /// Send the prefix of the node at `depth`.
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
    pub send_tail: Signal<In, Bit>,
    /// Ready for a request.
    pub idle: Signal<Out, Bit>,
    /// A word is on offer.
    pub dump_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub dump_ready: Signal<In, Bit>,
    /// The word.
    pub dump_data: Signal<Out, Bits<64>>,
    /// It is the last one.
    pub dump_last: Signal<Out, Bit>,
    feed: Reg<Feed>,
    tail: Reg<Bit>,
    shifter: Reg<Bits<64>>,
    crc: Reg<Bits<32>>,
    left: Reg<Bits<5>>,
    address: Reg<Bits<LV>>,
    on_path: Reg<Bit>,
    two: Signal<Local, Bits<2>>,
    step: Signal<Local, Bit>,
    feedback0: Signal<Local, Bit>,
    feedback1: Signal<Local, Bit>,
    crc0: Signal<Local, Bits<32>>,
    crc1: Signal<Local, Bits<32>>,
    levels: Constant<Bits<LV>>,
    poly: Constant<Bits<32>>,
    half_poly: Constant<Bits<32>>,
    ones: Constant<Bits<32>>,
    filling: Constant<Bits<32>>,
}

impl<const LV: usize> DumpWriter<LV> {
    /// A writer for keys of `levels` digits.
    pub fn new(levels: u64) -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            send_word: Default::default(),
            word: Default::default(),
            send_path: Default::default(),
            depth: Default::default(),
            path_address: Default::default(),
            path_busy: Default::default(),
            path_digit: Default::default(),
            send_tail: Default::default(),
            idle: Default::default(),
            dump_valid: Default::default(),
            dump_ready: Default::default(),
            dump_data: Default::default(),
            dump_last: Default::default(),
            feed: Default::default(),
            tail: Default::default(),
            shifter: Default::default(),
            crc: Default::default(),
            left: Default::default(),
            address: Default::default(),
            on_path: Default::default(),
            two: Default::default(),
            step: Default::default(),
            feedback0: Default::default(),
            feedback1: Default::default(),
            crc0: Default::default(),
            crc1: Default::default(),
            levels: Constant::new(bits(levels)),
            poly: Constant::new(bits(CRC32_POLYNOMIAL)),
            half_poly: Constant::new(bits(CRC32_POLYNOMIAL >> 1)),
            ones: Constant::new(bits(0xffff_ffff)),
            filling: Constant::new(bits(0xc000_0000)),
        }
    }
}

impl<const LV: usize> Logic for DumpWriter<LV> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module dump_writer");
        comment!("@doc Sends the dump word by word and ends it with the CRC-32 of all bytes before.");
        comment!(
            "@doc Each word passes once through a 64-bit register, two bits a cycle, and through the CRC on its way."
        );
        comment!("@ports send_word word: send a word given in parallel");
        comment!("@ports send_path depth path: send the prefix of a node, read digit by digit from the stack");
        comment!("@ports send_tail: send the CRC as the last word");
        dff_setup!(self, clock, feed, tail, shifter, crc, left, address, on_path);
        self.two.next = bit_cast::<2, 64>(self.shifter.q.val());
        self.step.next = false;
        self.path_busy.next = false;
        self.idle.next = false;
        self.dump_valid.next = false;
        match self.feed.q.val() {
            Feed::Idle => {
                self.idle.next = true;
                self.left.d.next = 0.into();
                self.address.d.next = self.levels.val();
                self.tail.d.next = self.send_tail.val();
                comment!("Before it is known whether the word is wanted: the enable of 64 registers is in a hurry.");
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
                self.step.next = true;
            }
            Feed::Path => {
                self.path_busy.next = true;
                self.step.next = true;
                if self.on_path.q.val() {
                    self.two.next = self.path_digit.val();
                } else {
                    self.two.next = 0.into();
                }
            }
            Feed::Tail => {
                self.step.next = true;
                self.two.next = !bit_cast::<2, 32>(self.crc.q.val());
            }
            Feed::Offer => {
                self.dump_valid.next = true;
                if self.dump_ready.val() {
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
        self.feedback0.next = self.crc.q.val().get_bit(0) ^ self.two.val().get_bit(0);
        self.feedback1.next = self.crc.q.val().get_bit(1) ^ self.two.val().get_bit(1);
        if self.feedback0.val() {
            self.crc0.next = (self.crc.q.val() >> 2) ^ self.half_poly.val();
        } else {
            self.crc0.next = self.crc.q.val() >> 2;
        }
        if self.feedback1.val() {
            self.crc1.next = self.crc0.val() ^ self.poly.val();
        } else {
            self.crc1.next = self.crc0.val();
        }
        if self.step.val() {
            self.shifter.d.next = (self.shifter.q.val() >> 2) | (bit_cast::<64, 2>(self.two.val()) << 62);
            self.left.d.next = self.left.q.val() + 1;
            if self.tail.q.val() {
                self.crc.d.next = (self.crc.q.val() >> 2) | self.filling.val();
            } else {
                self.crc.d.next = self.crc1.val();
            }
            if self.left.q.val().all() {
                self.feed.d.next = Feed::Offer;
            }
        }
        self.dump_data.next = self.shifter.q.val();
        self.dump_last.next = self.tail.q.val();
        if self.reset.val() {
            self.feed.d.next = Feed::Idle;
            self.crc.d.next = self.ones.val();
        }
    }
}

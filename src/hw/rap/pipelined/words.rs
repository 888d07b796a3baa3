//! The words of a dump, one at a time (rule R8).
use crate::hw::lib::Reg;
use crate::hw::tally::TALLY_BITS;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod words {
    //! The words of a dump: header, prefix, level and count.

    /// Picks the next word of a dump, in two steps, and hands it to the writer.
    #[clocked]
    pub struct Words<const K: usize, const C: usize, const PD: usize, const LV: usize> {
        /// Which word of the header is next; long before it is sent.
        #[group("number prefix count: which word")]
        pub number: Signal<In, Bits<3>>,
        /// Word 0 of the header.
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
        /// The first word of a node.
        pub prefix: Signal<In, Bit>,
        /// Prefix of the node.
        pub key: Signal<In, Bits<K>>,
        /// The second word of a node.
        pub count: Signal<In, Bit>,
        /// Level of the node.
        pub level: Signal<In, Bits<LV>>,
        /// Count of the node.
        pub own: Signal<In, Bits<C>>,
        /// Send the word; only while `ready`.
        #[group("send tail ready: one word")]
        pub send: Signal<In, Bit>,
        /// Send the last word; only while `ready`.
        pub tail: Signal<In, Bit>,
        /// A word may be sent.
        pub ready: Signal<Out, Bit>,
        /// To the writer: send `word`.
        pub send_word: Signal<Out, Bit>,
        /// The word.
        pub word: Signal<Out, Bits<64>>,
        /// To the writer: send the last word.
        pub send_tail: Signal<Out, Bit>,
        /// The writer is ready.
        pub writer_idle: Signal<In, Bit>,
        header: Reg<Bits<64>>,
        word_out: Reg<Bits<64>>,
        #[also(tail_out, free)]
        send_out: Reg<Bit>,
    }

    impl Words {
        fn update(&mut self) {
            match self.number.val().index() {
                0 => self.header.d.next = bit_cast::<64, C>(self.n.val()),
                1 => self.header.d.next = bit_cast::<64, C>(self.t.val()),
                2 => self.header.d.next = bit_cast::<64, C>(self.lost.val()),
                3 => self.header.d.next = bit_cast::<64, PD>(self.live.val()),
                4 => self.header.d.next = bit_cast::<64, 32>(self.creates.val()),
                _ => self.header.d.next = bit_cast::<64, C>(self.over.val()),
            }
            let picked: Bits<64> = self.header.q.val();
            if self.prefix.val() {
                picked = bit_cast::<64, K>(self.key.val());
            }
            if self.count.val() {
                picked = (bit_cast::<64, LV>(self.level.val()) << 56) | bit_cast::<64, C>(self.own.val());
            }
            self.word_out.d.next = picked;
            drive!(self: send_out = send, tail_out = tail, word = word_out.q, send_word = send_out.q,
                send_tail = tail_out.q);
            self.free.d.next = self.writer_idle.val()
                & !self.send.val()
                & !self.tail.val()
                & !self.send_out.q.val()
                & !self.tail_out.q.val();
            self.ready.next = self.free.q.val();
        }
    }
}

//! Stages 1 and 2 of the CAM engine: the ternary memory.
use super::bank::Bank;
use super::editor::Editor;
use crate::hw::lib::Reg;
use rust_hdl::prelude::*;

#[treetap_hdl::unit]
mod matcher {
    //! Ternary memory: the longest of the stored prefixes that a key begins with, one key per cycle.

    /// The ternary memory of `2^AW` entries: the longest prefix that matches a key, one key per cycle.
    ///
    /// `NB` banks of `2^BA` entries; entry 0 is the root, which has no prefix. A key given in cycle `t` has its entry
    /// in cycle `t + 6`. [`Editor`] has the protocol of `toggle` and `wipe`.
    #[clocked(reset)]
    #[derived(B = 1 << BA, NB = 1 << (AW - BA), M = K / 8, H = M.div_ceil(2))]
    pub struct Matcher<const K: usize, const AW: usize, const LV: usize, const BA: usize> {
        /// The key.
        #[group("key index: the entry of a key, six cycles later")]
        pub key: Signal<In, Bits<K>>,
        /// Number of the longest match, six cycles later.
        pub index: Signal<Out, Bits<AW>>,
        /// Forget all entries but the root; the key must be 0.
        #[group("wipe toggle busy: change of the entries")]
        pub wipe: Signal<In, Bit>,
        /// Make an entry come or go whose prefix the key begins with.
        pub toggle: Signal<In, Bit>,
        /// The entry.
        #[group("child parent slot: the entry that comes or goes, its parent, the number of its last digit")]
        pub child: Signal<In, Bits<AW>>,
        /// Parent of the entry.
        pub parent: Signal<In, Bits<AW>>,
        /// Number of its last digit, 0 for the least significant one of the key.
        pub slot: Signal<In, Bits<LV>>,
        /// Being changed: no answers.
        pub busy: Signal<Out, Bit>,
        editor: Editor<AW, LV, M>,
        banks: [Bank<K, BA, { usize::from(at == 0) }>; NB],
        row1: Reg<Bits<K>>,
        row2: Reg<Bits<K>>,
        entry: Reg<Bits<AW>>,
        code: Signal<Local, Bits<BA>>,
    }

    impl Matcher {
        fn update(&mut self) {
            const BA: Bits<4> = BA;

            self.editor.start_wipe.next = self.wipe.val();
            pass!(editor: toggle, child, parent, slot, busy);

            let exchange: Bits<K> = 0.into();
            for _i in 0..M {
                exchange = (exchange << 8) | bit_cast::<K, 8>(self.editor.exchange.val());
            }
            let row: Bits<K> = self.key.val() ^ exchange;
            self.row1.d.next = row;
            self.row2.d.next = self.row1.q.val();

            let child_bank: Bits<AW> = self.editor.child_now.val() >> BA;
            let parent_bank: Bits<AW> = self.editor.parent_now.val() >> BA;
            let low: Bits<AW> = 0.into();
            let high: Bits<AW> = 0.into();
            for i in 0..NB {
                self.banks[i].row.next = row;
                self.banks[i].old_row.next = self.row2.q.val();
                self.banks[i].invert.next = self.editor.invert.val();
                self.banks[i].wipe.next = self.editor.wipe.val();
                self.banks[i].child_here.next = self.editor.child_on.val() & (child_bank == i.to_bits());
                self.banks[i].child.next = bit_cast::<BA, AW>(self.editor.child_now.val());
                self.banks[i].parent_here.next = self.editor.parent_on.val() & (parent_bank == i.to_bits());
                self.banks[i].parent.next = bit_cast::<BA, AW>(self.editor.parent_now.val());
                self.banks[i].set_wild.next = self.editor.set_wild.val();
                self.banks[i].wild.next = self.editor.wild.val();
                self.code.next = self.banks[i].code.val();
                low = low | bit_cast::<AW, BA>(self.code.val());
                if self.banks[i].any.val() {
                    high = high | i.to_bits();
                }
            }
            self.entry.d.next = low | (high << BA);
            self.index.next = self.entry.q.val();
        }
    }
}

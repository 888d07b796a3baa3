//! Stages 1 and 2 of the CAM engine: the ternary memory.
use super::bank::Bank;
use super::editor::Editor;
use crate::hw::lib::Reg;
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;
use smart_default::SmartDefault;

/// The ternary memory of `2^AW` entries: the longest prefix that matches a key, one key per cycle.
///
/// `NB` banks of `B = 2^BA` entries; entry 0 is the root, which has no prefix. A key given in cycle `t` has its entry in
/// cycle `t + 6`. [`Editor`] has the protocol of `toggle` and `wipe`.
#[derive(LogicBlock, SmartDefault)]
pub struct Matcher<
    const K: usize,
    const AW: usize,
    const LV: usize,
    const B: usize,
    const BA: usize,
    const NB: usize,
    const M: usize,
    const H: usize,
> {
    #[default(const { assert!(NB << BA == 1 << AW, "derived widths of Matcher") })]
    _fits: (),
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    /// The key.
    pub key: Signal<In, Bits<K>>,
    /// Number of the longest match, six cycles later.
    pub index: Signal<Out, Bits<AW>>,
    /// Forget all entries but the root; the key must be 0.
    pub wipe: Signal<In, Bit>,
    /// Make an entry come or go whose prefix the key begins with.
    pub toggle: Signal<In, Bit>,
    /// The entry.
    pub child: Signal<In, Bits<AW>>,
    /// Its parent.
    pub parent: Signal<In, Bits<AW>>,
    /// Number of its last digit, 0 for the least significant one of the key.
    pub slot: Signal<In, Bits<LV>>,
    /// Being changed: no answers.
    pub busy: Signal<Out, Bit>,
    editor: Editor<AW, LV, M>,
    #[default((0..NB).map(|i| Bank::new(i == 0)).collect())]
    banks: Vec<Bank<K, B, BA, M, H>>,
    row1: Reg<Bits<K>>,
    row2: Reg<Bits<K>>,
    entry: Reg<Bits<AW>>,
    exchange: Signal<Local, Bits<K>>,
    row: Signal<Local, Bits<K>>,
    code: Signal<Local, Bits<BA>>,
    low: Signal<Local, Bits<AW>>,
    high: Signal<Local, Bits<AW>>,
    child_bank: Signal<Local, Bits<AW>>,
    parent_bank: Signal<Local, Bits<AW>>,
    #[default(Constant::new(bits(BA as u64)))]
    ba: Constant<Bits<4>>,
}

impl<
    const K: usize,
    const AW: usize,
    const LV: usize,
    const B: usize,
    const BA: usize,
    const NB: usize,
    const M: usize,
    const H: usize,
> Logic for Matcher<K, AW, LV, B, BA, NB, M, H>
{
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module matcher");
        comment!("@doc Ternary memory: the longest of the stored prefixes that a key begins with, one key per cycle.");
        comment!("@ports key index: the entry of a key, six cycles later");
        comment!("@ports wipe toggle busy: change of the entries");
        comment!("@ports child parent slot: the entry that comes or goes, its parent, the number of its last digit");
        dff_setup!(self, clock, row1, row2, entry);
        self.editor.clock.next = self.clock.val();
        self.editor.reset.next = self.reset.val();
        self.editor.start_wipe.next = self.wipe.val();
        self.editor.toggle.next = self.toggle.val();
        self.editor.child.next = self.child.val();
        self.editor.parent.next = self.parent.val();
        self.editor.slot.next = self.slot.val();
        self.busy.next = self.editor.busy.val();

        self.exchange.next = 0.into();
        for _i in 0..M {
            self.exchange.next = (self.exchange.val() << 8) | bit_cast::<K, 8>(self.editor.exchange.val());
        }
        self.row.next = self.key.val() ^ self.exchange.val();
        self.row1.d.next = self.row.val();
        self.row2.d.next = self.row1.q.val();

        self.child_bank.next = self.editor.child_now.val() >> self.ba.val();
        self.parent_bank.next = self.editor.parent_now.val() >> self.ba.val();
        self.low.next = 0.into();
        self.high.next = 0.into();
        for i in 0..NB {
            self.banks[i].clock.next = self.clock.val();
            self.banks[i].row.next = self.row.val();
            self.banks[i].old_row.next = self.row2.q.val();
            self.banks[i].invert.next = self.editor.invert.val();
            self.banks[i].wipe.next = self.editor.wipe.val();
            self.banks[i].child_here.next = self.editor.child_on.val() & (self.child_bank.val() == i.to_bits());
            self.banks[i].child.next = bit_cast::<BA, AW>(self.editor.child_now.val());
            self.banks[i].parent_here.next = self.editor.parent_on.val() & (self.parent_bank.val() == i.to_bits());
            self.banks[i].parent.next = bit_cast::<BA, AW>(self.editor.parent_now.val());
            self.banks[i].set_wild.next = self.editor.set_wild.val();
            self.banks[i].wild.next = self.editor.wild.val();
            self.code.next = self.banks[i].code.val();
            self.low.next = self.low.val() | bit_cast::<AW, BA>(self.code.val());
            if self.banks[i].any.val() {
                self.high.next = self.high.val() | i.to_bits();
            }
        }
        self.entry.d.next = self.low.val() | (self.high.val() << self.ba.val());
        self.index.next = self.entry.q.val();
    }
}

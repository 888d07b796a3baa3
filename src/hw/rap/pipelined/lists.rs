//! Lists of edges, what a sweep walks along.
use crate::hw::lib::{OutRegRam, Reg};
use crate::{comment, dff_setup};
use rust_hdl::prelude::*;

/// The edges of the tree as linked lists of children, one list for each level and digit of the child and parity of its parent.
///
/// A parent occurs at most once in a list, so the edges of a list do not depend on each other, nor do those of two lists of
/// different parity: a sweep reads one list of each parity in turns, which hides the two cycles of the link RAM.
///
/// * `heads` puts the list at `head_at` on `chain` two cycles later (`take_head`); without `take_head` `chain` is the link of the
///   child that was on it two cycles before. Node 0 is the end.
/// * A list is linked anew while it is swept: `visited` with the child, whether it `survived`, and whether it was the `first` of its
///   list.
/// * `put` inserts `put_child` in the list at `head_at` of two cycles before.
///
/// `LA` is the width of a list's number.
#[derive(LogicBlock, Default)]
pub struct Lists<const AW: usize, const LA: usize> {
    /// Rising edge active.
    pub clock: Signal<In, Clock>,
    /// List to read.
    pub head_at: Signal<In, Bits<LA>>,
    /// The head is wanted on `chain`.
    pub take_head: Signal<In, Bit>,
    /// A child, 0 for none.
    pub chain: Signal<Out, Bits<AW>>,
    /// An edge has been swept.
    pub visited: Signal<In, Bit>,
    /// It was the first of its list.
    pub first: Signal<In, Bit>,
    /// It stays.
    pub survived: Signal<In, Bit>,
    /// Its child.
    pub child: Signal<In, Bits<AW>>,
    /// Its list.
    pub list: Signal<In, Bits<LA>>,
    /// Insert a child.
    pub put: Signal<In, Bit>,
    /// Its list.
    pub put_list: Signal<In, Bits<LA>>,
    /// The child.
    pub put_child: Signal<In, Bits<AW>>,
    /// Write zeros to list `put_list` and node `put_child`.
    pub clear: Signal<In, Bit>,
    heads: OutRegRam<AW, LA>,
    links: OutRegRam<AW, AW>,
    after1: Reg<Bits<AW>>,
    after2: Reg<Bits<AW>>,
    before: Signal<Local, Bits<AW>>,
    after: Signal<Local, Bits<AW>>,
    child_now: Signal<Local, Bits<AW>>,
}

impl<const AW: usize, const LA: usize> Logic for Lists<AW, LA> {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module lists");
        comment!(
            "@doc Edges as linked lists, by level, digit and parity of the parent; linked anew while they are swept."
        );
        comment!("@ports head_at take_head chain: follow two lists in turns");
        comment!("@ports visited first survived child list: what became of an edge");
        comment!("@ports put clear: insert a child, or write zeros");
        dff_setup!(self, clock, after1, after2);
        self.heads.clock.next = self.clock.val();
        self.links.clock.next = self.clock.val();
        self.heads.ra.next = self.head_at.val();
        if self.take_head.val() {
            self.child_now.next = self.heads.rd.val();
        } else {
            self.child_now.next = self.links.rd.val();
        }
        self.chain.next = self.child_now.val();
        self.links.ra.next = self.child_now.val();

        comment!(
            "Each parity has its turn every other cycle, so the end of the new list is that of two cycles before."
        );
        if self.first.val() {
            self.before.next = 0.into();
        } else {
            self.before.next = self.after2.q.val();
        }
        if self.survived.val() {
            self.after.next = self.child.val();
        } else {
            self.after.next = self.before.val();
        }
        self.after1.d.next = self.after.val();
        self.after2.d.next = self.after1.q.val();
        self.heads.we.next = self.visited.val() | self.put.val() | self.clear.val();
        self.links.we.next = self.survived.val() | self.put.val() | self.clear.val();
        self.heads.wa.next = self.list.val();
        self.heads.wd.next = self.after.val();
        self.links.wa.next = self.child.val();
        self.links.wd.next = self.before.val();
        if self.put.val() | self.clear.val() {
            self.heads.wa.next = self.put_list.val();
            self.links.wa.next = self.put_child.val();
        }
        if self.put.val() {
            self.heads.wd.next = self.put_child.val();
            self.links.wd.next = self.heads.rd.val();
        }
        if self.clear.val() {
            self.heads.wd.next = 0.into();
            self.links.wd.next = 0.into();
        }
    }
}

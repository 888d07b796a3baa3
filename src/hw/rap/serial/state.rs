//! Where the serial engine stands.
use rust_hdl::prelude::*;

/// Where the walker stands; docs/reference/rap-serial.md has the diagram. Yosys gives each state a flip-flop only if there are fewer than 32.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
pub(super) enum State {
    /// After reset: registers.
    Init,
    /// After reset: free list.
    Link,
    /// After reset: the root, and wait for the first threshold.
    Root,
    /// Wait for an event or a command.
    Idle,
    /// Read a pointer of the walk.
    Issue,
    /// The pointer is here: follow it, or stop.
    Walk,
    /// n is full: the weight is lost.
    Refuse,
    /// The event is finished, as soon as nothing is being added.
    Finish,
    /// The command is finished.
    Done,
    /// Next part of own + w, or of two counts; compare the part before.
    Add,
    /// Compare the last part.
    Compare,
    /// Count, collapse or create.
    Decide,
    /// New node: read its link.
    Fetch,
    /// New node: clear its four slots and its count.
    Clear,
    /// Raise the threshold.
    Step,
    /// Wait for it.
    Raise,
    /// Go to the root for a traversal.
    Begin,
    /// Read the first slot of a node.
    Enter,
    /// A slot is here: descend, or next slot.
    Scan,
    /// All slots of a node seen: back to its parent, or read its count.
    Leave,
    /// All nodes seen.
    Top,
    /// Count of the leaf.
    Lift,
    /// Back to the parent.
    Up,
    /// Count of its parent: first part, and their sum.
    Pair,
    /// Absorb the leaf, or keep it.
    Absorb,
    /// A new minimum: shift it into the threshold.
    Lower,
    /// Next slot of the parent.
    Back,
    /// Dump: header words.
    Header,
    /// Dump: prefix of a node.
    Prefix,
    /// Dump: level and count of a node.
    Own,
    /// Dump: last word.
    Tail,
}

//! Where the serial engine stands.
use rust_hdl::prelude::*;

/// Where the walker stands; docs/reference/rap-serial.md has the diagram. Yosys gives each state a flip-flop only if
/// there are fewer than 32.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
pub(super) enum State {
    /// After reset: registers.
    Init,
    /// After reset: free list.
    Thread,
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
    /// Count or create.
    Decide,
    /// New node: read its link.
    Fetch,
    /// New node: clear its four slots and its count.
    Clear,
    /// Before the visits: the event is being added to n.
    Turn,
    /// Wait for the threshold.
    Raise,
    /// The hand has its goal: does the eye have to go on?
    Aim,
    /// The eye of the hand goes on, the walker to its slot, or back to the event.
    Visit,
    /// The slot has a leaf: the parts of its count.
    Look,
    /// Count of its parent: first part, and their sum.
    Pair,
    /// A leaf fits: its parent gets the count, the eye goes back to it.
    Fit,
    /// To the leaf.
    Absorb,
    /// It gets the link of the free list.
    Link,
    /// Its pointer goes, and it is the head of the free list.
    Push,
    /// Dump: header words.
    Header,
    /// Dump: prefix of a node.
    Prefix,
    /// Dump: level and count of a node.
    Own,
    /// Dump: a pointer is here, descend, or next pointer.
    Scan,
    /// Dump: the node is done, to its parent.
    Up,
    /// Dump: back in a parent, next pointer.
    Back,
    /// Dump: last word.
    Tail,
}

//! Where the CAM engine stands.
use rust_hdl::prelude::*;

/// Who has the memories; docs/reference/rap-cam.md has the diagram.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
pub(super) enum State {
    /// After reset: registers.
    Init,
    /// After reset: free list.
    Link,
    /// After reset: the root, and wait for the ternary memory and the first threshold.
    Root,
    /// The pipeline counts events, or waits for a command.
    Run,
    /// An event does not fit: create or collapse?
    Judge,
    /// Create: the event's key and the level of its node are on their way.
    Wait,
    /// Create: they are here.
    Fetch,
    /// Create: the key's digit at that level.
    Pick,
    /// Create: link the new node.
    Make,
    /// Create: read its link, clear its count.
    Take,
    /// Create: clear its four slots.
    Clear,
    /// Create: wait for the ternary memory.
    Settle,
    /// Wait for the threshold.
    Raise,
    /// Go to the root for a traversal.
    Begin,
    /// Read the first slot of a node.
    Enter,
    /// A slot is being read.
    Scan,
    /// A slot is here: descend, or next slot.
    Look,
    /// All slots of a node seen: back to its parent.
    Leave,
    /// Read the count of the parent after that of the leaf.
    Child,
    /// Count of the leaf.
    Pair,
    /// Count of the parent.
    Parent,
    /// Add them.
    Add,
    /// Compare their sum.
    Compare,
    /// Absorb the leaf, or keep it?
    Absorb,
    /// The leaf goes.
    Store,
    /// Wait for the ternary memory.
    Remove,
    /// Node with children kept: next slot of its parent.
    Back,
    /// Dump: header words.
    Header,
    /// Dump: prefix of a node.
    Prefix,
    /// Dump: level and count of a node.
    Own,
    /// Dump: last word.
    Tail,
    /// Dump: wait until it has left.
    Finish,
    /// The command is finished.
    Done,
}

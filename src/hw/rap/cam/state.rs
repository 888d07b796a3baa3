//! Where the CAM engine stands.
use rust_hdl::prelude::*;

/// Who has the memories; docs/reference/rap-cam.md has the diagram.
#[derive(Copy, Clone, PartialEq, Eq, Debug, LogicState)]
pub(super) enum State {
    /// After reset: registers.
    Init,
    /// After reset: list of free slots.
    Link,
    /// After reset: the root, and wait for the ternary memory and the first threshold.
    Root,
    /// The pipeline counts events, or waits for a command.
    Run,
    /// Create: the event's key, the level and the link of its node are on their way.
    Split,
    /// Create: its node has one child more; and the link of the free slot.
    Wait,
    /// Create: key and level are here.
    Fetch,
    /// Create: link the new node.
    Make,
    /// Create: its level and its count.
    Fill,
    /// Wait for the ternary memory.
    Settle,
    /// A round begins: wait for the threshold.
    Raise,
    /// An event waits until the slots that the hand visits for it are known to stay.
    Visit,
    /// Absorption: link and level of the leaf are on their way.
    Meet,
    /// Absorption: the slot is free.
    Close,
    /// Absorption: the digits of its key, from below.
    Climb,
    /// Absorption: out of the ternary memory.
    Edit,
    /// Before visits: wait for the ternary memory after an absorption.
    Clear,
    /// A dump.
    Dump,
    /// The command is finished.
    Done,
}

//! Events, commands and their order (rules R3, R8, R11 in docs/reference/rap.md).

/// One weighted occurrence of a key. Keys are right-aligned: a `K`-bit key uses bits `K-1..0`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Event {
    /// What occurred: a code address, a load value, a data address, ...
    pub key: u64,
    /// How many occurrences this event stands for, in `1..=65535`.
    pub weight: u16,
}

impl Event {
    /// An event of weight 1.
    pub const fn unit(key: u64) -> Self {
        Self { key, weight: 1 }
    }
}

/// In-order commands of the event stream (rule R11). The discriminants are the codes of the `cmd_op` port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Command {
    /// Flush the coalescer as ordinary events, then dump the profile.
    Snapshot = 1,
    /// Return to the reset state; whatever the coalescer holds is dropped without being emitted.
    Reset = 2,
    /// [`Command::Snapshot`] followed by [`Command::Reset`], atomically.
    SnapshotReset = 3,
}

impl Command {
    /// Every command, in the order of its code.
    pub const ALL: [Command; 3] = [Command::Snapshot, Command::Reset, Command::SnapshotReset];

    /// Whether the command sends a dump.
    pub const fn dumps(self) -> bool {
        !matches!(self, Command::Reset)
    }

    /// Whether the command leaves the reset state behind.
    pub const fn resets(self) -> bool {
        !matches!(self, Command::Snapshot)
    }
}

/// One item of the stream that a profiler consumes: results depend on the order of items, never on clock timing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An event to count.
    Event(Event),
    /// A command, ordered between the events around it.
    Command(Command),
}

//! What the numbers of a profile mean for the program that ran: names for addresses (docs/user/names.md).
//!
//! * [`symbols`]: an ELF file as a map of the address space: functions, objects, heap, stack; source lines and inlined
//!   frames.
//! * [`chkplan`]: where checks of bursty tracing are needed, by what is known of a program before it runs.
//! * [`codemap`]: a block of keys for every function, for the map of code.
//! * [`coproc`]: values of loads by the co-processor, and what other programs of it count, beside all of them.
//! * [`farm`]: a sweep as many tasks, the names of their results, and what of them is done.
//! * [`fit`]: configurations of a tree on traces: how good the profile of each is, and how long it takes.
//! * [`grow`]: a trace through the models that grow trees, with what is to be known beside the profile.
//! * [`hotlist`]: the values that instructions have most often.
//! * [`hotstream`]: hot data streams that sampling finds, beside those of all references.
//! * [`hps`]: names for the events of the engine `hps`, and what a trial of it found.
//! * [`instructions`]: instructions in the words of their program.
//! * [`merge`]: one profile of many, and what each is of.
//! * [`phaseeval`]: how good profiles of sampled intervals are, and what they cost.
//! * [`service`]: what an engine guarantees on any stream: cycles of an event, lengths of queues.
//! * [`shards`]: parts of a trace, each through a model of its own.
//! * [`worst`]: how many nodes the paper's tree can need.
//! * [`bounds`]: how much of a profile each part of such a map surely holds, and may hold.
pub mod bounds;
pub mod chkplan;
pub mod codemap;
pub mod coproc;
mod debug;
mod elf;
pub mod farm;
pub mod fit;
pub mod grow;
mod history;
pub mod hotlist;
pub mod hotstream;
pub mod hps;
pub mod instructions;
mod map;
pub mod merge;
pub mod phaseeval;
pub mod service;
pub mod shards;
mod survey;
pub mod symbols;
mod text;
pub mod worst;

pub use debug::{Frame, Piece};
pub use elf::Error;
pub use history::History;
pub use map::{Kind, Place};
pub use symbols::{Keys, Options, Symbols};

//! The host of the co-processor: it loads programs, takes what they found, and makes values of loads of it
//! (docs/reference/coproc.md, D).
//!
//! [`Handler`] is what runs on an interrupt of value profiling. It talks to a [`Device`], which is any
//! [`Transport`](super::Transport): a bus, or the golden model [`Top`](crate::model::coproc::Top). [`Plain`] is the
//! host of microcode of which nothing is known.
//!
//! ```
//! use treetap::host::coproc::{Handler, Policy};
//! use treetap::model::coproc::{Pace, Top};
//! use treetap::spec::{classify::Opclass, coproc::Config, retire::Record};
//!
//! let top = Top::new(Config::rv32(64), Pace::Instant);
//! let mut host = Handler::start(top, Policy::default()).unwrap();
//! let load = Record { trap: false, class: Opclass::Load, rvc: false, taken: false, start: false, insn: 3, pc: 0x80,
//!     npc: 0x84, val: 7, addr: 0, evt: 0, lat: 0, cycles: 1, ord: 0 };
//! for ord in 0..300 {
//!     host.device().retire(&Record { ord, ..load });
//!     host.poll(1).unwrap();
//! }
//! host.finish().unwrap();
//! let values = host.profile().values(0x40).unwrap();
//! assert_eq!((values[0].value, values[0].invariance), (7, 1.0));
//! ```
mod device;
mod estimate;
mod handler;
mod host;
mod masks;
mod overhead;
mod partitions;
mod plain;
mod profile;
mod simple;
mod slot;

pub use device::{Device, Stopped};
pub use estimate::{Estimate, estimate};
pub use handler::{Event, Handler, Policy, Totals};
pub use host::Host;
pub use masks::{Masks, Reason};
pub use overhead::{Cost, EACH, EACH_DEFAULT, Simple as SimpleCost};
pub use partitions::{Partition, Partitions};
pub use plain::{Contents, Entry, Labels, Plain};
pub use profile::Profile;
pub use simple::Simple;
pub use slot::Slot;

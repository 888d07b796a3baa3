//! A profiling co-processor after a tap under Verilator with its golden model beside it, and everything compared
//! (docs/reference/coproc_profiler.md).
//!
//! [`Beside`] is a transport: what a host reads and writes goes to the hardware, and then to the model, which has come
//! as far as the hardware was. The host sees the hardware's answers. When it works depends on the clock, what it does
//! is in the order of the retirements: the hardware tells after how many of them a write counts (`acc_set`), what
//! became of each candidate (`acc_*`), and, once it rests, how many samples it has taken (POPPED).
mod beside;
mod follow;
mod options;
mod run;

pub use beside::{Beside, Found, LAWS};
pub use follow::{Follower, SETTLED, counter_at, fate};
pub use options::{Options, hardware};
pub use run::{Report, run};

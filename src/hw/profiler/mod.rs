//! What joins the units of a profiler (docs/reference/profiler.md): where every retirement goes, the order of commands,
//! who has which counter.
mod arrival;
mod boundary;
mod commander;
mod gate;
mod hand_over;
mod late;
mod pages;
mod readout;
mod relay;
mod steer;
mod trail;
mod turn;
mod turnaround;
mod verdict;

pub use arrival::Arrival;
pub use boundary::Boundary;
pub use commander::Commander;
pub use gate::Gate;
pub use hand_over::HandOver;
pub use late::Late;
pub use pages::Pages;
pub use readout::Readout;
pub use relay::Relay;
pub use steer::Steer;
pub use trail::Trail;
pub use turn::Turn;
pub use turnaround::Turnaround;
pub use verdict::Verdict;

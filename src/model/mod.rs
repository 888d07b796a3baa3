//! Golden models: what the hardware must do, in plain integers, without clocks; also the software profiler.
//!
//! * [`rap`]: the range tree of docs/reference/rap.md, tuned for speed; [`rap::Top`]: the tree with its coalescer and
//!   in-order commands, as it is emitted.
//! * [`coalescer`]: the direct-mapped combiner of equal keys before it (docs/reference/coalescer.md).
//! * [`profiler`]: the whole profiler, from retirements to the tree.
//! * [`events`]: the events of retirements for a profiler that sees every one of them.
//! * [`profile`]: a snapshot: queries, hot ranges, dump words, union and refit.
//! * [`exact`]: exact counts of every key, and [`accuracy`]: percent errors of a profile against them.
//! * [`classify`]: compressed instructions expanded, and the class of every instruction.
//! * [`cycles`]: cycles of a core between two retirements.
//! * [`classic`]: the tree of the paper, literally, and [`bounds`]: how many nodes it can need at worst.
//! * [`regs`]: the registers as a host sees them.
//! * [`select`]: which records become events, and what they weigh.
//! * [`annotate`]: misses, mispredictions and latencies where the core tells none.
//! * [`sample_buffer`]: formats of records, and the queue they wait in.
//! * [`selftest`]: the event stream of the on-chip self-test and the answer to it.
//! * [`hps`]: the engine that edits the instruction stream.
//! * [`monitor`]: tap, map of checks and that engine together.
//! * [`iss`]: instructions executed: the core that this engine stands in; [`retirements`]: what it retires, for units
//!   after the tap.
//! * [`burst`]: which of the events count; [`checks`]: where its bursts may begin and end, [`checkmap`]: what is known
//!   of that before.
//! * [`codemap`]: keys of lines of code.
//! * [`tap`]: raw retirements of a core, normalised; [`pcfilter`]: which of them a profile is about.
//! * [`hotstream`]: sequences of data references that come again and again.
//! * [`phase`]: which phase of the program each interval of its instructions belongs to.
//! * [`hotlist`]: which values the instructions have most often, of those in bursts.
//! * [`value_sampler`]: tap and hotlist together.
//! * [`coproc`]: the profiling co-processor, with filters and sample buffer; [`coproc_profiler`]: with the tap.
//! * [`c_api`]: the C interface.
pub mod accuracy;
pub mod annotate;
pub mod bounds;
pub mod burst;
pub mod c_api;
pub mod checkmap;
pub mod checks;
pub mod classic;
pub mod classify;
pub mod coalescer;
pub mod codemap;
pub mod coproc;
pub mod coproc_profiler;
pub mod cycles;
pub mod events;
pub mod exact;
pub mod hotlist;
pub mod hotstream;
pub mod hps;
pub mod iss;
pub mod monitor;
mod occupancy;
pub mod pcfilter;
pub mod phase;
pub mod profile;
pub mod profiler;
pub mod rap;
pub mod regs;
pub mod retirements;
pub mod sample_buffer;
pub mod select;
pub mod selftest;
pub mod tap;
pub mod value_sampler;

//! Programs with phases, made of blocks of instructions.
#[path = "../../support/configurations.rs"]
pub mod configurations;
#[path = "../../support/edits.rs"]
pub mod edits;
#[path = "../../support/long.rs"]
pub mod long;
#[path = "../../support/planted.rs"]
pub mod planted;
pub mod programs;
#[path = "../../support/volume.rs"]
pub mod volume;

use treetap::catalog::Emitted;
use treetap::cosim::build::Effort;
use treetap::cosim::phase::Bench;
use treetap::spec::lfsr;
use treetap::spec::phase::Build;
use treetap::spec::phase::record::Retired;

/// A tracker beside its model, after a reset.
pub fn bench(emitted: &Emitted, effort: Effort, build: Build, seed: u64) -> Bench {
    Bench::open(emitted, effort, build, seed).unwrap_or_else(|e| panic!("{e}"))
}

/// The script of the published vectors: phases, and how many intervals each goes on.
pub const SCRIPT: [(u32, u32); 10] = [(0, 6), (1, 4), (0, 6), (2, 5), (0, 6), (1, 4), (0, 6), (2, 5), (0, 6), (1, 4)];

/// The retirements of a script with intervals of `len` instructions. A phase has twelve blocks of 2 to 13 instructions
/// that end with a branch, and each time the random generator says which comes next; what is cut off at the end of a
/// phase has no branch.
pub fn program(script: &[(u32, u32)], len: u32) -> Vec<Retired> {
    let (mut state, mut out) = (1, vec![]);
    for &(phase, intervals) in script {
        let end = out.len() + (intervals * len) as usize;
        while out.len() < end {
            state = lfsr::step(state);
            let block = ((state & 0xffff) * 12) >> 16;
            let size = 2 + (5 * block + 3 * phase) % 12;
            let branch = 0x10000 + 0x4000 * phase + 0x94 * block;
            let retired = |left: u32| Retired { pc: branch - 4 * left, control: left == 0, trap: false };
            out.extend((0..size).rev().map(retired));
        }
        out.truncate(end);
    }
    out
}

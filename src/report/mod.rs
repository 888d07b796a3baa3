//! What people and scripts read: hot ranges as a tree, JSON contracts, drawings.
//!
//! * [`hot`]: the hot ranges of a profile, beside exact counts where there are some, as a text tree.
//! * [`json`]: the machine contracts of `treetap profile`.
//! * [`icicle`]: the range tree as a drawing; [`nodes`]: node count over time (the paper's Fig. 6).
//! * [`names`]: functions, lines and objects with their bounds; [`folded`]: stacks for flame graphs.
//! * [`edges`]: transfers from one line to another.
//! * [`html`]: a profile as one page that needs nothing else.
//! * [`plots`]: charts of measurements; [`table`]: tables of text.
//! * What verbs show, for people and as their JSON contracts: [`profile`], [`run`], [`monitor`] (`run --hps`),
//!   [`saved`] (`report`), [`sim`],
//!   [`synth`], [`hps`], [`coproc`] and [`pairs`] (`coproc`), [`hotlist`], [`hotstream`], [`phaseeval`],
//!   [`phaselog`], [`chkplan`], [`farm`], [`fit`], [`worst`] and [`service`] (`bounds`), [`trace`] (`trace info`).
mod canvas;
pub mod chkplan;
pub mod coproc;
pub mod edges;
pub mod farm;
pub mod fit;
pub mod fleet;
pub mod folded;
pub mod hot;
pub mod hotlist;
pub mod hotstream;
pub mod hps;
pub mod html;
pub mod icicle;
mod instructions;
pub mod json;
pub mod merge;
pub mod microcode;
pub mod monitor;
pub mod names;
pub mod nodes;
pub mod pairs;
pub mod phaseeval;
pub mod phaselog;
pub mod phases;
pub mod plots;
pub mod profile;
pub mod run;
pub mod saved;
pub mod service;
mod shares;
pub mod sim;
pub mod synth;
pub mod table;
mod text;
pub mod trace;
pub mod worst;

pub use text::{as_percent, grouped, hex, percent, prefix};

use crate::analysis::History;
use crate::model::profile::Profile;

/// The whole drawing of a profile as SVG: icicle and, if there is a history, node count over time below it.
/// `pool` is the limit of nodes, if there is one.
pub fn drawing(name: &str, profile: &Profile, history: Option<&History>, pool: Option<u32>) -> String {
    let below = if history.is_some() { nodes::height() } else { 0.0 };
    let description = format!("Range tree of {name}: {} events in {} nodes", profile.n, profile.live);
    let mut canvas = canvas::Canvas::new(icicle::width(), icicle::height(profile) + below, &description);
    let end = icicle::draw(&mut canvas, 0.0, &format!("Where {name} spends its events"), profile, pool);
    if let Some(history) = history {
        nodes::draw(&mut canvas, end, icicle::width(), history, pool);
    }
    canvas.finish()
}

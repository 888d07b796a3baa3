//! `treetap run --guide`: a program of the engine `hps` says which events of a profiler count.
use super::monitor::{loaded, retired};
use crate::cli::{Failure, input};
use crate::cosim::session::Guide;
use crate::spec::profiler::Preset;
use std::path::PathBuf;

/// What makes bursts.
#[derive(clap::Args, Debug)]
pub struct Guided {
    /// Let this image of mode retire (treetap hps compile) say which events count: those whose instructions meet its
    /// sampling flag. Needs a profiler with the engine (preset nano_hps, the default then). --check-map is the map of
    /// the image.
    #[arg(long, value_name = "IMG", conflicts_with_all = [
        "hps", "hotlist", "coproc", "phases", "sample", "entry_post", "annotate",
    ])]
    pub guide: Option<PathBuf>,
}

/// What the engine of a profiler does, if that is asked for.
pub fn guide(args: &super::Args, preset: &Preset) -> Result<Option<Guide>, Failure> {
    let Some(file) = &args.guided.guide else { return Ok(None) };
    let build = preset.engine().ok_or_else(|| {
        Failure::Usage(format!(
            "--guide: profiler {} has no engine: --preset nano_hps, or --hps-engine up5k_serial",
            preset.name
        ))
    })?;
    let program = loaded(args, file, retired(file)?, &build, None)?;
    Ok(Some(Guide { program, map: args.check_map.as_deref().map(input::check_map).transpose()?, hold: !args.drop }))
}

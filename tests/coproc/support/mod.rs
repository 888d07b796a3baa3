//! Whole co-processors after a tap, beside what a core retired.
#[path = "../../support/configurations.rs"]
pub mod configurations;
#[path = "../../support/disturbed.rs"]
pub mod disturbed;
#[path = "../../support/edits.rs"]
pub mod edits;
#[path = "../../support/late.rs"]
pub mod late;
#[path = "../../support/planted.rs"]
pub mod planted;
#[path = "../../support/retired.rs"]
pub mod retired;
pub mod script;

use retired::Recorded;
use treetap::cosim::Error;
use treetap::cosim::build::Effort;
use treetap::cosim::coproc_profiler::{self, Found, Options};
use treetap::cosim::core::Core;
use treetap::host::coproc::{Handler, Policy, Profile, Totals};
use treetap::lang::coproc::{Image, Target, assemble, programs};
use treetap::lang::source::Source;
use treetap::spec::retire::Rvfi;
use treetap::spec::{coproc_profiler as spec, tap, variant};

/// A preset beside a core, whose host comes often.
pub fn options(preset: &str, core: Core) -> Options {
    Options {
        effort: Effort::Test,
        policy: Policy { timer: 20_000, ..Policy::default() },
        ..Options::new(*variant::find(&spec::VARIANTS, preset).unwrap(), tap::preset(core).config)
    }
}

/// Microcode that comes with treetap.
pub fn image(name: &str, entries: u32) -> Image {
    let program = programs::find(name).unwrap();
    assemble(&Source::new(program.name, program.text), &Target::new(entries)).unwrap().image
}

/// What a run of value profiling left.
pub struct Ran {
    pub found: Found,
    pub profile: Profile,
    pub totals: Totals,
    pub masked: usize,
    pub records: u64,
}

/// Value profiling of retirements by hardware, model and host.
pub fn run(options: &Options, records: &[Rvfi]) -> Result<Ran, Error> {
    let hardware = coproc_profiler::hardware(options)?;
    let image = image("valprof", options.build().coproc.entries);
    let start = |device| Handler::with_program(device, &image, options.policy);
    let mut seen = 0;
    let watch = &mut |_: &_| seen += 1;
    let report = coproc_profiler::run(options, hardware, start, &mut Recorded(records), watch, &mut |_| {})?;
    let (profile, totals) = (report.host.profile().clone(), *report.host.totals());
    let (found, masked) = (report.found, report.host.masks().masked().count());
    drop(report.host);
    Ok(Ran { found, profile, totals, masked, records: seen })
}

/// Runs, and demands that hardware and model agree and that the laws hold.
pub fn agrees(options: &Options, records: &[Rvfi], what: &str) -> Ran {
    let ran = run(options, records).unwrap_or_else(|e| panic!("{what}: {e}"));
    let Found { mismatches, first, broken, .. } = &ran.found;
    assert_eq!((*mismatches, first.as_ref(), &broken[..]), (0, None, &[][..]), "{what}");
    assert_eq!(ran.records as usize, records.len(), "{what}");
    ran
}

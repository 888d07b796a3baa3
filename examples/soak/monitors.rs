//! Sessions of monitors, and programs of their engines.
use crate::elsewhere::any_checks;
use crate::records::pick;
use crate::sources::{Anything, pauses, source};
use crate::{SESSION, Sum};
use std::error::Error;
use treetap::cosim::core::Core;
use treetap::cosim::monitor::{Options, monitor, run};
use treetap::cosim::profiler::Pace;
use treetap::host::monitor::{Program, Switches};
use treetap::lang::hps::programs::{PROGRAMS, Part, Shipped};
use treetap::lang::hps::{Target, compile};
use treetap::lang::source::Source;
use treetap::spec::monitor::{Build, VARIANTS};
use treetap::spec::tap::{AddrSrc, preset};
use treetap::spec::variant;
use treetap::trace::shapes::Random;

/// Programs that are drawn until one fits an engine.
const DRAWN: usize = 100;

/// Parameters of a program, each of them anything.
fn parameters(program: &Shipped, random: &mut Random) -> Vec<(String, i128)> {
    // Many are small: then events come one after the other.
    let mut most = |bits| 2 << random.below(bits);
    let [checks, sampled, period, gap] = [most(8), most(6), most(6), most(8)];
    let drawn = [
        ("nCheck0", 1 + random.below(checks)),
        ("nInstr0", 1 + random.below(sampled)),
        ("period", 1 + random.below(period)),
        ("gap", gap - 1),
        ("seed", 1 + random.below(1_000)),
    ];
    let declared = drawn.iter().filter(|(name, _)| program.text.contains(&format!("param {name} ")));
    declared.map(|(name, value)| (name.to_string(), (*value).into())).collect()
}

/// Programs that come with treetap, with any parameters: a sampler and a profile, or one that is both.
pub fn program(build: &Build, random: &mut Random) -> Result<Program, Box<dyn Error>> {
    let of = |part| PROGRAMS.iter().filter(move |one| one.part == part).collect::<Vec<&Shipped>>();
    for _ in 0..DRAWN {
        let parts = pick(random, &[&[Part::Whole][..], &[Part::Sampler, Part::Profile]]);
        let (mut source, mut given) = (Source::default(), vec![]);
        for part in parts {
            let one = pick(random, &of(*part));
            source.push(one.name, one.text);
            given.extend(parameters(one, random));
        }
        if let Ok(compiled) = compile(&source, &Target::new(build.engine), &given) {
            return Ok(Program { image: compiled.image, control: compiled.control });
        }
    }
    Err(format!("none of {DRAWN} programs fits the engine").into())
}

/// A session of a monitor, after `core` or a core that retires anything, which is added to `sum`.
pub fn session(name: &str, core: Option<Core>, random: &mut Random, sum: &mut Sum) -> Result<(), Box<dyn Error>> {
    let hardware = *variant::find(&VARIANTS, name).ok_or_else(|| format!("no preset `{name}` of monitor"))?;
    let build = Build::of(&hardware);
    let mut tap = preset(core.unwrap_or(Core::Ibex)).config;
    tap.addr_src = pick(random, &AddrSrc::ALL);
    let mut options = Options::new(hardware, tap, program(&build, random)?);
    let base = random.next() as u32 & !(2 * build.codes - 1);
    options.map = Some(any_checks(base, build.codes, random));
    options.switches = Switches { hold: random.below(2) == 0, stream: random.below(4) > 0 };
    options.pace = pick(random, &[Pace::Dense, Pace::Core]);
    (options.limit, options.seed) = (SESSION, random.next());
    (options.idle, options.wait) = (pauses(random), pauses(random));
    let mut source = source(core, Anything::new(base, build.codes, random))?;
    let report = run(&options, monitor(&options)?, source.as_mut(), &mut |_| {})?;
    if report.mismatches > 0 || !report.broken.is_empty() {
        let found = (&report.first, &report.broken, options.switches, options.pace, options.tap);
        return Err(format!("{} differences, {found:?}", report.mismatches).into());
    }
    sum.retired += report.retired;
    sum.cycles += report.hardware.cycles;
    sum.held += report.hardware.held;
    sum.events += report.events;
    sum.dropped += report.dropped;
    sum.bursts += u64::from(report.bursts);
    sum.compared += report.compared;
    Ok(())
}

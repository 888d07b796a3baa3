//! A handler in C, which runs on a core and services the co-processor of another core, does what the host of this
//! repository does, access by access, and the hardware answers it as the model does
//! (docs/reference/coproc_profiler.md).
use crate::tools::{self, installed};
use std::fs;
use std::path::Path;
use treetap::catalog::{Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Program;
use treetap::cosim::serviced::{self, Collected, Options, Report, Seen};
use treetap::host::coproc::{Event, Handler, Policy};
use treetap::lang::coproc::{Image, Target, assemble, programs};
use treetap::lang::source::Source;
use treetap::spec::classify::Opclass;
use treetap::spec::coproc_profiler::VARIANTS;
use treetap::spec::retire::Record;

fn options(preset: &str, policy: Policy) -> Options {
    let hardware = *VARIANTS.iter().find(|variant| variant.name == preset).unwrap();
    Options { policy, limit: 150_000, cycles: 40_000_000, effort: Effort::Test, ..Options::new(hardware) }
}

/// Microcode of value profiling; `nervous`: it calls some replacements thrashing, so that small programs thrash.
fn valprof(entries: u32, nervous: bool) -> Image {
    let program = programs::find("valprof").unwrap();
    let many = "8*N-1-(4*N+1)";
    assert!(program.text.contains(many));
    let text = if nervous { program.text.replace(many, "8*N-1-9") } else { program.text.into() };
    assemble(&Source::new(program.name, &text), &Target::new(entries)).unwrap().image
}

fn simulated(options: &Options, image: &Image) -> Seen {
    let program = Program::read(Path::new("programs/demo/demo.elf")).unwrap();
    serviced::simulate(options, &program, &image.bytes()).unwrap()
}

/// Is told of records, and does nothing.
fn nobody() -> &'static mut (dyn FnMut(&Record) + Send) {
    Box::leak(Box::new(|_: &Record| {}))
}

/// How many interrupts did this.
fn count(report: &Report, which: impl Fn(&Event) -> bool) -> usize {
    report.served.iter().filter_map(|served| served.event.as_ref()).filter(|event| which(event)).count()
}

#[test]
fn the_handler_in_c_does_what_the_host_does() {
    for (preset, policy, lossless) in [
        ("up5k", Policy { timer: 15_000, ..Policy::default() }, true),
        ("nano", Policy { timer: 15_000, resample: 7, renew: 0 }, true),
        ("nano", Policy { timer: 9_000, resample: 0, renew: 110_000 }, false),
    ] {
        // What is dropped makes it take longer to know enough of a load.
        let limit = if lossless { 150_000 } else { 300_000 };
        let options = Options { lossless, limit, ..options(preset, policy) };
        let image = valprof(options.build().coproc.entries, preset == "nano");
        let seen = simulated(&options, &image);
        let start = |device| Handler::with_program(device, &image, policy);
        let mut loads = 0;
        let mut watch = |record: &Record| loads += u32::from(record.class == Opclass::Load);
        let report = serviced::replay(&seen, &options, start, &mut watch).unwrap();
        assert_eq!((report.mismatches, report.first.as_ref()), (0, None), "{preset}");
        assert_eq!(report.differences, Vec::<&str>::new(), "{preset}");
        let collected = &report.collected;
        let copied = count(&report, |event| matches!(event, Event::Copied(slots) if *slots > 0));
        let thrashed = count(&report, |event| *event == Event::Thrashed);
        let looks = report.served.iter().filter(|served| served.event.is_none()).count();
        let dropped = report.collected.counts[7 + 1] + report.collected.counts[7 + 2];
        println!(
            "{preset}: {} retired in {} cycles, {} held; {copied} copied, {thrashed} thrashed, {looks} looks, {} \
             records, {} masked, {} partitions, {} resampled, {dropped} dropped, {} compared",
            seen.records.len(),
            seen.cycles,
            seen.held,
            collected.profile.copied(),
            collected.masked.len(),
            collected.partitions.0.len(),
            collected.done[4],
            report.compared
        );
        assert!(seen.records.len() >= 150_000 && looks > 50, "{looks} looks");
        assert!(copied >= 3 && collected.profile.copied() > 20 && collected.masked.len() >= 2, "{copied} copied");
        assert_eq!(dropped > 0, !lossless);
        assert_eq!((collected.done[4] > 0, seen.held > 0), (policy.resample > 0 || policy.renew > 0, lossless));
        assert!(preset == "up5k" || thrashed > 0 && collected.partitions.0.len() > 1, "{thrashed} thrashed");
        // It takes more than looking, and the co-processor waits for less than that.
        let work = report.served.iter().filter(|served| served.stopped > 0);
        assert!(work.clone().all(|served| served.service.to - served.service.from > served.stopped / 2));
        assert_eq!(work.count(), count(&report, |event| matches!(event, Event::Copied(_) | Event::Thrashed)));
        let compared = report.compared;
        drop(report);
        assert!(compared > 4_000 && loads > 10_000, "{compared} compared, {loads} loads");
    }
}

#[test]
fn a_fault_in_the_hardware_or_another_host_is_found() {
    let policy = Policy { timer: 15_000, ..Policy::default() };
    let options = Options { limit: 60_000, ..options("nano", policy) };
    let image = valprof(32, true);
    let good = emit(Unit::CoprocProfiler, "nano").unwrap().verilog;
    let (before, after) = good.rsplit_once("u_format (").unwrap();
    let wrong = after.replacen(".rec_val(rec_val)", ".rec_val(rec_addr)", 1);
    assert!(wrong != after);
    let planted = Options { rtl: Some(format!("{before}u_format ({wrong}")), ..options.clone() };
    let seen = simulated(&planted, &image);
    let start = |device| Handler::with_program(device, &image, policy);
    let report = serviced::replay(&seen, &options, start, nobody()).unwrap();
    assert!(report.mismatches > 0, "values of addresses are not seen");

    let mut seen = simulated(&options, &image);
    let first = seen.accesses.iter().position(|access| access.offset == 0x054).expect("a load is left out");
    let mut other = seen.clone();
    other.accesses.remove(first);
    let diverged = serviced::replay(&other, &options, start, nobody()).err().unwrap().to_string();
    assert!(diverged.contains("0x54"), "{diverged}");
    // A record that the C lost.
    let records = seen.sent[0] as usize;
    assert!(records > 5);
    seen.sent.drain(1..4);
    seen.sent[0] -= 1;
    let report = serviced::replay(&seen, &options, start, nobody()).unwrap();
    assert_eq!((report.differences, report.mismatches), (vec!["records"], 0));
}

/// What finds no room among the records is counted, each slot once, and changes nothing else.
#[test]
fn slots_without_room_are_counted_as_lost() {
    let policy = Policy { timer: 15_000, ..Policy::default() };
    let ample = Options { limit: 100_000, ..options("up5k", policy) };
    let image = valprof(ample.build().coproc.entries, false);
    let whole = Collected::parse(&simulated(&ample, &image).sent).unwrap();
    let copied = whole.profile.copied();
    assert!(copied > 20 && whole.lost == 0, "{copied} copied, {} lost", whole.lost);

    const ROOM: usize = 9;
    let small = Options { room: (ROOM as u32, 1 << 13), ..ample.clone() };
    let seen = simulated(&small, &image);
    let start = |device| Handler::with_program(device, &image, policy);
    let report = serviced::replay(&seen, &small, start, nobody()).unwrap();
    assert_eq!((report.differences, report.mismatches), (vec!["records", "slots lost"], 0));
    let found = &report.collected;
    assert_eq!((found.profile.copied(), found.lost as usize + ROOM), (ROOM, report.host.profile().copied()));
    for (pct, slots) in found.profile.loads() {
        assert_eq!(*slots, report.host.profile().records(pct)[..slots.len()], "{pct:x}");
    }
    assert_eq!((found.masked.clone(), found.done), (whole.masked, whole.done));

    // A load beyond those that are known is lost with each of its slots, and is still left out by what one slot says.
    const KNOWN: usize = 2;
    let few = Options { room: (1 << 16, KNOWN as u32), ..ample };
    let seen = simulated(&few, &image);
    let sent = Collected::parse(&seen.sent).unwrap();
    let pcts: Vec<u32> = (0..seen.sent[0] as usize).map(|at| seen.sent[1 + 3 * at]).collect();
    let mut known = vec![];
    for pct in &pcts {
        if known.len() < KNOWN && !known.contains(pct) {
            known.push(*pct);
        }
    }
    let lost = pcts.iter().filter(|pct| !known.contains(pct)).count();
    assert!(lost > 10 && pcts.iter().filter(|pct| known.contains(pct)).count() > 1, "{lost} of {}", pcts.len());
    assert_eq!((sent.lost as usize, sent.declined), (lost, false));
    assert!(sent.masked.iter().all(|(pct, _)| known.contains(pct)), "{:?}", sent.masked);
}

#[test]
fn our_part_of_the_system_is_clean() {
    if !installed(&["verilator"]) {
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let options = options("up5k", Policy::default());
    let all = serviced::emitted(&options).unwrap().verilog;
    let (core, own) = all.split_at(all.find("module treetap_coproc_profiler_up5k_").unwrap());
    // The core's own code is not ours to judge.
    let config = file("core.vlt", "`verilator_config\nlint_off -file \"*/core.v\"\n");
    let [core, own] = [("core.v", core), ("own.v", own)].map(|(name, text)| file(name, text));
    let mut lint = tools::verilator();
    lint.args(["--lint-only", "-Wall", "--top-module", serviced::TOP]).arg(tools::waivers());
    let output = lint.args([config, core, own]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
}

//! Co-processors beside a core in four-state simulation.
use super::drivers::{Beside, retirements};
use super::knows;
use crate::support::four_state::Idle;
use crate::support::tools;
use crate::support::volume::on_two_threads;
use treetap::catalog::{self, Unit, emit};
use treetap::host::Transport;
use treetap::host::coproc::{Device, Stopped};
use treetap::lang::coproc::{Target, assemble, programs};
use treetap::lang::source::Source;
use treetap::model::coproc_profiler::CoprocProfiler;
use treetap::spec::classify::Xlen;
use treetap::spec::coproc::Command;
use treetap::spec::coproc::regs::{CLASS_EN, CMD, CTRL, KEY};
use treetap::spec::coproc_profiler::{self as spec, Build};
use treetap::spec::counters::Counter;
use treetap::spec::tap::{self, AddrSrc};
use treetap::spec::variant;

/// Samples of every instruction through value profiling, whose slots are read over the bus.
fn coprocessors(names: &[&'static str]) {
    if !tools::installed(&["iverilog", "vvp"]) {
        return;
    }
    on_two_threads(names, |name| {
        let emitted = emit(Unit::CoprocProfiler, name).unwrap();
        let build = Build::of(variant::find(&spec::VARIANTS, name).unwrap());
        let records = retirements(150);
        let program = programs::find("valprof").unwrap();
        let target = Target::new(build.coproc.entries);
        let image = assemble(&Source::new(program.name, program.text), &target).unwrap().image;
        let mut device = Device::connect(Beside::new(&emitted, Idle::Unknown, &[])).unwrap().lossless();
        device.transport().write(spec::TAP.offset, spec::TAP.field("MDATA_OK").mask()).unwrap();
        device.load(&image).unwrap();
        let mut model =
            CoprocProfiler::new(&build, tap::Config { xlen: Xlen::Rv32, addr_src: AddrSrc::Mem, mdata_ok: true });
        image.writes().iter().for_each(|(word, value)| model.top.write(4 * *word as u16, *value));
        // Every class starts at word 0, as the program's own.
        device.write(&CLASS_EN, 0, u32::MAX).unwrap();
        model.top.write(CLASS_EN.offset, u32::MAX);
        device.filter(true).unwrap();
        let on = ["FEN", "LOSSLESS", "FREEZE"].iter().fold(0, |word, name| word | CTRL.field(name).mask());
        model.top.write(CTRL.offset, on);
        device.command(Command::Run).unwrap();
        model.top.write(CMD.offset, Command::Run as u32);
        assert!(device.transport().feed(&records), "{name}");
        device.transport().write(spec::COMMAND.offset, spec::COMMAND.field("FLUSH").mask()).unwrap();
        records.iter().for_each(|record| model.push(record));
        model.flush();
        while model.next(|_, _| Counter::Accepted).is_some() {}
        let candidates = model.top.counts().get(Counter::Candidates);
        while device.status().unwrap() == Stopped::Running && device.count(Counter::Popped).unwrap() < candidates {}
        device.command(Command::Stop).unwrap();
        model.top.work_until(Some(candidates));
        // The smallest one asks for the host, which does not come.
        let asks = matches!(device.status().unwrap(), Stopped::Interrupt(_));
        assert_eq!((asks, asks), (model.top.coproc().irq(), name == &"nano"), "{name}");
        let slots = device.slots().unwrap();
        let memory = model.top.coproc().memory().iter().filter(|entry| **entry != 0).copied().collect::<Vec<_>>();
        assert!(slots.len() > 4 && slots.iter().map(|slot| slot.1).eq(memory), "{name}: {slots:x?}");
        for (at, key) in model.top.coproc().keys().enumerate() {
            assert!(key.is_none_or(|key| device.read(&KEY, at).unwrap() == key), "{name}: key {at}");
        }
        let beside = device.transport();
        knows(&beside.bench, name);
        let accepted = beside.accepted.len();
        assert!(accepted as u32 == candidates && candidates > 100, "{name}: {accepted} of {candidates}");
        println!("{name}: {} cycles, {accepted} samples, {} slots", beside.bench.cycles, slots.len());
    });
}

#[test]
fn a_coprocessor_beside_a_core_knows_what_it_says() {
    coprocessors(&["nano"]);
}

#[test]
#[ignore = "half a minute: `make four-state`"]
fn every_coprocessor_beside_a_core_knows_what_it_says() {
    coprocessors(&catalog::presets(Unit::CoprocProfiler).iter().map(|preset| preset.name).collect::<Vec<_>>());
}

//! Bursty tracing by a shipped program on the emitted engine: which instructions are sampled, against Fig. 3 of the
//! paper (docs/reference/hps.md, H10).
use crate::support::checks::{Walk, setting};
use crate::support::hps::compiled;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::lang::hps::{Image, Target, programs};
use treetap::model::hps::fig3::Fig3;
use treetap::spec::checkmap::Code;
use treetap::spec::hps::record::Insn;
use treetap::spec::hps::{Config, VARIANTS, built, regs};
use treetap::trace::shapes::Random;

/// Cycles within which a word of a table is taken over, or an event has left.
const SETTLED: usize = 600;

/// Pins of a core, a host, and where events come out.
struct Hardware {
    pins: Pins,
    config: Config,
    row: Vec<u64>,
}

impl Hardware {
    fn new(name: &str, emitted: &Emitted, effort: Effort) -> Self {
        let pins = Pins::open(emitted, effort, 5).unwrap();
        let config = built(VARIANTS.iter().find(|variant| variant.name == name).unwrap());
        let row = vec![0; pins.input_words()];
        Self { pins, config, row }
    }

    fn set(&mut self, name: &str, value: u64) {
        let at = self.pins.input(name);
        self.row[at] = value;
    }

    fn cycle(&mut self) -> Vec<u64> {
        self.pins.run(&self.row)
    }

    /// A reset, so that nothing is left of what was before, and a program as a host would load it.
    fn load(&mut self, image: &Image, control: u32) {
        self.row.fill(0);
        self.set("rst", 1);
        self.cycle();
        self.set("rst", 0);
        self.set("ev_ready", 1);
        for (address, word) in image.writes(&self.config).into_iter().chain([(regs::CTRL.offset, control)]) {
            for (name, value) in
                [("bus_valid", 1), ("bus_we", 1), ("bus_addr", address.into()), ("bus_wdata", word.into())]
            {
                self.set(name, value);
            }
            let ready = self.pins.output("bus_ready");
            assert!((0..SETTLED).any(|_| self.cycle()[ready] == 1), "{address:03x} is not written");
            self.set("bus_valid", 0);
        }
    }

    /// Drives instructions, some with idle cycles before them: address and burst of each event.
    fn run(&mut self, insns: &[(Insn, u32)]) -> Vec<(u32, u16)> {
        let names = ["in_valid", "in_pc", "in_insn", "in_class", "in_privilege", "in_next", "in_filter"];
        let [valid, pc, insn, class, privilege, next, filter] = names.map(|name| self.pins.input(name));
        let mut rows = vec![];
        for (record, idle) in insns {
            rows.extend(self.row.repeat(*idle as usize));
            let mut row = self.row.clone();
            row[valid] = 1;
            row[pc] = record.pc.into();
            row[insn] = record.insn.into();
            row[class] = record.class.code().into();
            row[privilege] = record.privilege.into();
            row[next] = record.next.expect("they are retired").into();
            row[filter] = record.filter as u64;
            rows.extend(row);
        }
        rows.extend(self.row.repeat(SETTLED));
        let names = ["ev_valid", "ev_pc", "ev_burst"];
        let [valid, pc, burst] = names.map(|name| self.pins.output(name));
        let out = self.pins.run(&rows);
        let events = out.chunks_exact(self.pins.output_words()).filter(|out| out[valid] == 1);
        events.map(|out| (out[pc] as u32, out[burst] as u16)).collect()
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Seen {
    settings: u64,
    instructions: u64,
    checks: u64,
    events: u64,
    bursts: u64,
}

/// A sampler before a production that reports every instruction while sampling goes on, so that each decision is seen.
fn against_fig3(
    hardware: &mut Hardware,
    sampler: &str,
    filter: bool,
    settings: u64,
    volume: usize,
    seen: &mut Seen,
) -> Result<(), String> {
    let mut target = Target { filter, ..Target::new(hardware.config) };
    target.taken_only = true;
    let mut random = Random(78);
    for number in 0..settings {
        let (checks, instrumented) = setting(number, &mut random);
        let instrumented = if sampler == "arnold-ryder" { 1 } else { instrumented };
        let text = programs::find(sampler, &[]).unwrap().text.replace("1000", &checks.to_string());
        let text = text.replace("nInstr0 = 50", &format!("nInstr0 = {instrumented}"));
        let every = "handler H = 1; R1: call(H, T.INSN); T.INSN; P9: zero_0 => null, R1;";
        let compiled = compiled(&format!("{text}\n{every}"), &target);
        hardware.load(&compiled.image, compiled.control);

        let (mut walk, mut golden) = (Walk::new(number), Fig3::new(checks, instrumented));
        let (mut insns, mut expected) = (vec![], vec![]);
        let mut before = false;
        let mut bursts = 0_u16;
        for _ in 0..volume {
            let (insn, check) = walk.step(&target);
            let on = golden.on();
            bursts = bursts.wrapping_add((on && !before).into());
            before = on;
            // A map of checks mutes.
            if on && !(filter && insn.filter == Code::Mute) {
                expected.push((insn.pc, bursts));
            }
            if check {
                golden.check();
                seen.checks += 1;
            }
            let idle = if number % 4 == 3 && random.below(4) == 0 { 1 + random.below(3) as u32 } else { 0 };
            insns.push((insn, idle));
        }
        let found = hardware.run(&insns);
        if let Some(at) = found.iter().zip(&expected).position(|(a, b)| a != b) {
            return Err(format!(
                "{sampler} {checks}:{instrumented}, event {at}: {:x?}, expected {:x?}",
                found[at], expected[at]
            ));
        }
        if found.len() != expected.len() {
            return Err(format!(
                "{sampler} {checks}:{instrumented}: {} events, expected {}",
                found.len(),
                expected.len()
            ));
        }
        seen.settings += 1;
        seen.instructions += volume as u64;
        seen.events += found.len() as u64;
        seen.bursts += u64::from(bursts);
    }
    Ok(())
}

#[test]
fn the_emitted_engine_samples_as_the_paper_does() {
    let mut hardware = Hardware::new("up5k", &emit(Unit::Hps, "up5k").unwrap(), Effort::Test);
    let mut seen = Seen::default();
    against_fig3(&mut hardware, "bursty", false, 220, 20_000, &mut seen).unwrap();
    println!("bursty: {seen:?}");
    assert!(seen.settings >= 200 && seen.checks > 1_000_000 && seen.events > 100_000 && seen.bursts > 10_000);
    for (sampler, filter) in [("bursty", true), ("arnold-ryder", false)] {
        let mut seen = Seen::default();
        against_fig3(&mut hardware, sampler, filter, 24, 8_000, &mut seen).unwrap();
        println!("{sampler}: {seen:?}");
        assert!(seen.checks > 30_000 && seen.events > 1_000 && seen.bursts > 500, "{seen:?}");
    }
}

#[test]
fn a_fault_of_the_engine_is_seen() {
    let right = emit(Unit::Hps, "up5k").unwrap();
    for (name, pattern, replacement) in [
        ("a decrement that does nothing at 2", "now - 24'd1", "now - {23'd0, now != 24'd2}"),
        ("entries are no checks", "entry = pending & ", "entry = 1'b0 & "),
    ] {
        assert!(right.verilog.contains(pattern), "{name}: its pattern");
        let wrong = Emitted { verilog: right.verilog.replace(pattern, replacement), ..right.clone() };
        let mut hardware = Hardware::new("up5k", &wrong, Effort::Quick);
        let found = against_fig3(&mut hardware, "bursty", false, 4, 4_000, &mut Seen::default());
        assert!(found.is_err(), "{name} is not seen");
    }
}

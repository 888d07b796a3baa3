//! Every register of the seven tables is decoded at its address, and at no other: the units that
//! `treetap_hdl::registers!` makes of the tables, word by word through the whole window (docs/contributing/layer.md).
use std::collections::{BTreeMap, BTreeSet};
use treetap::catalog::{Emitted, Port, Role};
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::emit::describe::Design;
use treetap::emit::{Dir, Options};
use treetap::hw::coproc_profiler::CoprocProfilerBank;
use treetap::hw::hotlist::HotlistBank;
use treetap::hw::hps::HostBank;
use treetap::hw::monitor::WindowBank;
use treetap::hw::phase::PhaseBank;
use treetap::hw::regs::Bank;
use treetap::hw::value_sampler::SamplerBank;
use treetap::spec::coproc_profiler;
use treetap::spec::hotlist;
use treetap::spec::hps::{self, Mode};
use treetap::spec::monitor;
use treetap::spec::phase;
use treetap::spec::regs::{Built, Capabilities, Home, Made};
use treetap::spec::value_sampler;
use treetap::trace::shapes::Random;
use treetap_hdl::design;

/// A design as a top that is driven pin by pin.
fn top(design: &Design, name: &str, edit: impl Fn(&str) -> String) -> Emitted {
    let out = design.emit(&Options::new(name)).unwrap();
    let dir = |dir| if dir == Dir::In { "input" } else { "output" };
    let role = |name: &str| if name == "clk" { Role::Clock } else { Role::Status };
    let ports = out.ports.iter().map(|port| Port {
        name: port.name.clone(),
        dir: dir(port.dir),
        width: port.width,
        role: role(&port.name),
    });
    Emitted { top: name.into(), verilog: edit(&out.verilog), ports: ports.collect(), json: String::new() }
}

/// A table as hardware, and what its unit was told.
struct Case {
    name: &'static str,
    design: Design,
    built: Built,
    address_bits: u32,
    /// Fields that are kept are read here; `word` counts a cycle late, but for `reads` and `writes`, and so do `set_*`.
    reads: bool,
    late: bool,
}

fn cases() -> [Case; 7] {
    let engine = hps::Config { mode: Mode::Retire, patterns: 8, conditions: 16, words: 256, counters: 5, width: 24 };
    // With engine `serial` it has every register of its table.
    let monitors = monitor::VARIANTS.iter().map(monitor::Build::of);
    let build = monitors.into_iter().find(|build| build.built == hps::Engine::Serial).expect("a monitor with it");
    let tracker = phase::Build::of(&phase::VARIANTS[0]);
    let sampler = hotlist::Build::of(&hotlist::VARIANTS[0]);
    let coproc = coproc_profiler::Build::of(&coproc_profiler::VARIANTS[0]);
    let profiler = Capabilities { readback: false, ..Capabilities::FAST }.registers();
    [
        Case {
            name: "bank",
            design: design!(Bank<10, 0, 2>, profiler.clone()),
            built: profiler,
            address_bits: treetap::spec::regs::ADDRESS_BITS,
            reads: false,
            late: true,
        },
        Case {
            name: "host_bank",
            design: design!(HostBank<13, 1, 0>, hps::regs::built(&engine)),
            built: hps::regs::built(&engine),
            address_bits: hps::regs::ADDRESS_BITS,
            reads: true,
            late: false,
        },
        Case {
            name: "window_bank",
            design: design!(WindowBank<14, 1, 0>, build.registers()),
            built: build.registers(),
            address_bits: monitor::ADDRESS_BITS,
            reads: true,
            late: false,
        },
        Case {
            name: "phase_bank",
            design: design!(PhaseBank<9, 1, 0>, phase::regs::built(&tracker)),
            built: phase::regs::built(&tracker),
            address_bits: phase::regs::ADDRESS_BITS,
            reads: true,
            late: false,
        },
        Case {
            name: "hotlist_bank",
            design: design!(HotlistBank<8, 1, 0>, hotlist::regs::built(&sampler)),
            built: hotlist::regs::built(&sampler),
            address_bits: hotlist::regs::ADDRESS_BITS,
            reads: true,
            late: false,
        },
        Case {
            name: "sampler_bank",
            design: design!(SamplerBank<10, 1, 0>, value_sampler::Build::registers()),
            built: value_sampler::Build::registers(),
            address_bits: value_sampler::ADDRESS_BITS,
            reads: true,
            late: false,
        },
        Case {
            name: "coproc_profiler_bank",
            design: design!(CoprocProfilerBank<12, 1, 0>, coproc.registers()),
            built: coproc.registers(),
            address_bits: coproc_profiler::ADDRESS_BITS,
            reads: true,
            late: false,
        },
    ]
}

/// What is seen of a table from outside: values by the names of ports.
#[derive(Default)]
struct Model {
    kept: BTreeMap<String, u32>,
    flags: BTreeMap<String, bool>,
    /// Ports `set_*` that are high in the next cycle, where they come late.
    told: BTreeSet<String>,
}

fn port(start: &str, name: &str) -> String {
    format!("{start}_{}", name.to_lowercase())
}

impl Model {
    fn new(built: &Built) -> Self {
        let mut model = Self::default();
        for made in built.registers() {
            for field in made.register.fields {
                match field.home {
                    Home::Kept => {
                        let value = field.of(made.word & made.bits);
                        assert!(model.kept.insert(port("cfg", field.name), value).is_none(), "{} twice", field.name);
                    }
                    Home::Flag => assert!(model.flags.insert(port("raise", field.name), false).is_none()),
                    _ => {}
                }
            }
        }
        model
    }

    /// What the word reads as.
    fn value(&self, made: &Made, reads: bool, input: &BTreeMap<String, u64>) -> u32 {
        if made.register.fixed {
            return made.word;
        }
        let field = |field: &treetap::spec::regs::Field| match field.home {
            Home::Kept if reads => field.at(self.kept[&port("cfg", field.name)]),
            Home::Flag => field.at(self.flags[&port("raise", field.name)].into()),
            Home::Shown => field.at(input[&port("stat", field.name)] as u32),
            _ => 0,
        };
        made.register.fields.iter().map(field).sum()
    }

    /// A cycle ends; the ports `set_*` that the write is told on.
    fn step(&mut self, written: Option<(&Made, u32)>, input: &BTreeMap<String, u64>) -> BTreeSet<String> {
        self.flags.iter_mut().for_each(|(port, flag)| *flag |= input[port] == 1);
        let mut told = BTreeSet::new();
        let Some((made, data)) = written else { return told };
        if made.register.told {
            told.insert(port("set", made.register.name));
        }
        for field in made.register.fields {
            let one = field.of(data) & 1 == 1;
            match field.home {
                Home::Kept => *self.kept.get_mut(&port("cfg", field.name)).unwrap() = field.of(data & made.bits),
                Home::Flag if one => *self.flags.get_mut(&port("raise", field.name)).unwrap() = false,
                Home::Pulse if one => {
                    told.insert(port("set", field.name));
                }
                _ => {}
            }
        }
        told
    }
}

/// Drives every word of the window, read and written; the first thing that is wrong, or what was seen to happen.
fn run(case: &Case, emitted: &Emitted) -> Result<BTreeSet<String>, String> {
    let mut pins = Pins::open(emitted, Effort::Quick, 5).unwrap();
    let mut random = Random(17);
    let (mut model, mut seen) = (Model::new(&case.built), BTreeSet::new());
    let [inputs, outputs] = ["input", "output"].map(|dir| {
        let ports = emitted.ports.iter().filter(move |port| port.dir == dir && port.role != Role::Clock);
        ports.collect::<Vec<_>>()
    });
    // A word of the table is read and written so often that each of its fields changes; a hole twice.
    let words = 0..1u64 << (case.address_bits - 2);
    let turns = words.flat_map(|word| {
        let turns = if case.built.at((4 * word) as u16).is_some_and(|made| made.words == 1) { 40 } else { 4 };
        (0..turns).map(move |turn| (word, turn))
    });
    let mut word_before = 0;
    for (word, turn) in turns {
        let (reset, write) = ((word, turn) == (0, 0), turn % 2 == 1);
        let mut input = BTreeMap::new();
        for port in &inputs {
            let rare = port.name.starts_with("raise_") && !random.next().is_multiple_of(8);
            input.insert(port.name.clone(), if rare { 0 } else { random.next() >> (64 - port.width) });
        }
        input.extend([("rst".to_string(), reset.into()), ("word".into(), word), ("write".into(), write.into())]);
        let row: Vec<u64> = inputs.iter().map(|port| input[&port.name]).collect();
        let out = pins.run(&row);
        if reset {
            continue;
        }
        let asked = case.built.at((4 * word) as u16);
        let meant = if case.late { std::mem::replace(&mut word_before, word) } else { word };
        let made = case.built.at((4 * meant) as u16);
        let data = input["data"] as u32;
        let value = made.map_or(0, |made| model.value(made, case.reads, &input));
        let before = Model { kept: model.kept.clone(), ..Model::default() };
        let told = model.step(made.filter(|_| write).map(|made| (made, data)), &input);
        let told = if case.late { std::mem::replace(&mut model.told, told) } else { told };
        for port in &outputs {
            let got = out[pins.output(&port.name)];
            let access = asked.and_then(|made| made.access);
            let wanted: u64 = match (port.name.split_once('_'), port.name.as_str()) {
                (_, "value") => value.into(),
                (_, "reads") => access.is_some_and(|access| access.reads()).into(),
                (_, "writes") => access.is_some_and(|access| access.writes()).into(),
                (Some(("cfg", _)), name) => before.kept[name].into(),
                (Some(("set", _)), name) => told.contains(name).into(),
                (Some(("at", name)), _) => made.is_some_and(|made| made.register.name.to_lowercase() == name).into(),
                (_, name) => return Err(format!("nobody knows the port {name}")),
            };
            if got != wanted {
                return Err(format!("{} at word {word:#x}: {got:#x}, not {wanted:#x}", port.name));
            }
            if got != 0 && port.width == 1 {
                seen.insert(port.name.clone());
            }
        }
        seen.extend(
            model.kept.iter().filter(|(name, value)| before.kept[*name] != **value).map(|(name, _)| name.clone()),
        );
        if let Some(made) = made.filter(|_| value != 0) {
            seen.insert(made.register.name.to_string());
        }
        seen.extend(model.flags.iter().filter(|(_, flag)| **flag).map(|(name, _)| name.clone()));
        seen.extend(
            model
                .flags
                .iter()
                .filter(|(name, flag)| !**flag && seen.contains(*name))
                .map(|(name, _)| format!("{name} cleared"))
                .collect::<Vec<_>>(),
        );
    }
    Ok(seen)
}

#[test]
fn every_register_is_decoded_at_its_address_and_nowhere_else() {
    for case in cases() {
        let seen = run(&case, &top(&case.design, case.name, str::to_string)).unwrap();
        let mut wanted = BTreeSet::new();
        for made in case.built.registers() {
            for field in made.register.fields {
                match field.home {
                    Home::Kept => wanted.insert(port("cfg", field.name)),
                    Home::Pulse => wanted.insert(port("set", field.name)),
                    Home::Shown => wanted.insert(made.register.name.to_string()),
                    Home::Flag => {
                        wanted.insert(port("raise", field.name));
                        wanted.insert(format!("{} cleared", port("raise", field.name)))
                    }
                    Home::Elsewhere => false,
                };
            }
            if made.register.told {
                wanted.insert(port("set", made.register.name));
            }
            if made.register.fixed {
                wanted.insert(made.register.name.to_string());
            }
        }
        wanted.extend(["reads", "writes"].map(String::from));
        let missing: Vec<_> = wanted.difference(&seen).collect();
        println!("{}: {} things of the table happened", case.name, wanted.len());
        assert!(missing.is_empty() && wanted.len() >= 9, "{}: {missing:?} did not happen", case.name);
    }
}

#[test]
fn a_register_at_a_wrong_address_is_found() {
    let [profiler, host, window, phase, hotlist, sampler, coproc] = cases();
    for (case, from, to) in [
        (&profiler, "(slot == f2cfg_at)", "(slot == f1cfg_at)"),
        (&profiler, "row_mask4 = 5'd28", "row_mask4 = 5'd30"),
        (&host, "be_taken <= be_taken_reset;", "be_taken <= 1'b0;"),
        (&window, "wire is_irq_at = (page == ", "wire is_irq_at = 1'b0 & (page == "),
        (&phase, "best <= best_reset;", "best <= 1'b0;"),
        (&hotlist, "gmmode <= gmmode_reset;", "gmmode <= 1'b0;"),
        (&sampler, "addr_src <= addr_src_reset;", "addr_src <= 2'd0;"),
        (&coproc, "row_page0 = 7'd96", "row_page0 = 7'd97"),
    ] {
        let edit = |text: &str| {
            assert!(text.contains(from), "{}: no `{from}` in\n{text}", case.name);
            text.replace(from, to)
        };
        let found = run(case, &top(&case.design, case.name, edit));
        println!("{}: {:?}", case.name, found.as_ref().err());
        assert!(found.is_err(), "{}: {from} is not found", case.name);
    }
}

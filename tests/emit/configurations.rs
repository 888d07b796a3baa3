//! Any configuration, not only presets: emitted, linted, read by Yosys; what is outside a range is refused with what
//! works.
use crate::support::configurations::{Draw, drawn, engines, legal, summary};
use crate::support::tools;
use crate::support::volume::{on_two_threads, volume};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Mutex;
use treetap::catalog::parameters::{self, Range};
use treetap::catalog::{Chosen, Error, Settings, Unit};
use treetap::trace::shapes::Random;

/// Random configurations of one run besides the corners; `TREETAP_VOLUME` makes it more.
const RANDOM: usize = 30;
/// The seed is new for every version, and the same on every machine.
const SEED: u64 = 0x7265_6174;

/// Corners of every unit, then random ones; every configuration once.
fn configurations() -> Vec<Chosen> {
    let random = &mut Random(SEED);
    let mut out: BTreeMap<String, Chosen> = BTreeMap::new();
    for unit in Unit::ALL.iter().copied() {
        for draw in [Draw::Least, Draw::Most] {
            // The values of a corner may not go together with every engine.
            (0..4).filter_map(|_| drawn(unit, draw, random).ok()).for_each(|chosen| {
                out.insert(chosen.top(), chosen);
            });
        }
    }
    let wanted = out.len() + RANDOM * volume() as usize;
    for _ in 0..100_000 {
        // Units with more to choose come more often.
        let unit = Unit::ALL[random.below(Unit::ALL.len() as u64) as usize];
        let weight = 1 + parameters::of(unit).len() as u64;
        if random.below(9) < weight {
            let chosen = legal(unit, random);
            out.insert(chosen.top(), chosen);
        }
        if out.len() >= wanted {
            break;
        }
    }
    assert!(out.len() >= wanted, "{} of {wanted} configurations", out.len());
    out.into_values().collect()
}

/// Whether the JSON has every parameter and every word with its value, the same configuration comes of it again, and
/// the header names each.
fn says_its_configuration(chosen: &Chosen, json: &str, header: &str) -> Result<(), String> {
    let json: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let said = json["configuration"].as_object().ok_or("the JSON has no configuration")?;
    let asked = |name: &str, is: Value| match said.get(name) == Some(&is) {
        true => Ok(()),
        false => Err(format!("the JSON has {:?} as {name}, which is {is}", said.get(name))),
    };
    parameters::of(chosen.unit()).iter().zip(chosen.numbers()).try_for_each(|(parameter, (name, value))| {
        assert_eq!(parameter.name, name);
        asked(name, value.into())
    })?;
    chosen.words().into_iter().try_for_each(|(name, word)| asked(name, word.into()))?;
    let parts = parameters::of(chosen.unit()).len() + chosen.words().len();
    if said.len() != parts {
        return Err(format!("{} entries of {parts} in the JSON's configuration", said.len()));
    }
    let toml = toml::to_string(said).map_err(|error| error.to_string())?;
    let (_, settings) = Settings::read(&toml)?;
    // A unit without parameters is its preset; what a configuration is called is no part of it.
    if parts > 0 {
        let settings = Settings { name: Some(chosen.name().into()), ..settings };
        let again = Chosen::of(chosen.unit(), None, &settings).map_err(|error| error.to_string())?;
        if again != *chosen {
            return Err(format!("its JSON makes {again:?}"));
        }
    }
    let line = header.split_once("Configuration:").and_then(|(_, rest)| rest.split_once(". Made by"));
    let (line, _) = line.ok_or_else(|| format!("no line `Configuration:` in {header}"))?;
    let line: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    // 0 is `no`, `not` or what the rules choose.
    let numbers = chosen.numbers().into_iter().filter(|(name, value)| *value > 1 && *name != "eps");
    let texts = numbers
        .map(|(_, value)| value.to_string())
        .chain(chosen.words().into_iter().filter(|(_, word)| *word != "none").map(|(_, word)| word.to_string()));
    let missing: Vec<String> = texts.filter(|text| !line.contains(&text.as_str())).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("the header does not say {missing:?}: {}", line.join(" "))) }
}

#[test]
fn random_configurations_are_emitted_linted_and_read_by_yosys() {
    assert!(tools::installed(&["verilator", "yosys"]));
    let dir = tempfile::tempdir().unwrap();
    let configurations = configurations();
    let (faults, counts) = (Mutex::new(vec![]), Mutex::new(BTreeMap::new()));
    on_two_threads(&configurations, |chosen| {
        let fault = |what: String| faults.lock().unwrap().push(format!("{}: {what}", chosen.command()));
        let emitted = match chosen.emit() {
            Ok(emitted) => emitted,
            Err(error) => return fault(error.to_string()),
        };
        let header: String = emitted.verilog.lines().take_while(|line| line.starts_with("//")).collect();
        let words = |text: &str| text.replace("//", " ").split_whitespace().collect::<Vec<_>>().join(" ");
        if !words(&header).contains(&words(&format!("treetap gen {}", chosen.command()))) {
            fault(format!("the file does not say how it was made: {header}"));
        }
        if let Err(what) = says_its_configuration(chosen, &emitted.json, &words(&header)) {
            fault(what);
        }
        let path = dir.path().join(format!("{}.v", emitted.top));
        std::fs::write(&path, &emitted.verilog).unwrap();
        if let Err(said) = tools::verilator_lint(&path, &emitted.top) {
            fault(said);
        }
        let script = format!("read_verilog {}; hierarchy -check -top {}", path.display(), emitted.top);
        if let Err(said) = tools::yosys(&script) {
            fault(said);
        }
        std::fs::remove_file(&path).unwrap();
        *counts.lock().unwrap().entry(chosen.unit().name()).or_insert(0) += 1;
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {} configurations:\n{}", faults.len(), configurations.len(), faults.join("\n"));
    let counts = counts.into_inner().unwrap();
    for (unit, count) in &counts {
        summary(unit, *count, "emitted, linted, read by Yosys, 0 faults");
    }
    assert!(Unit::ALL.iter().all(|unit| counts.contains_key(unit.name())), "{counts:?}");
    assert!(counts["rap"] >= 4 && counts["profiler"] >= 4 && counts["hps"] >= 4, "{counts:?}");
}

#[test]
fn a_number_outside_its_range_is_refused_with_one_that_works() {
    let mut refused = 0;
    for unit in Unit::ALL.iter().copied() {
        for parameter in parameters::of(unit) {
            let wrong = match parameter.range {
                Range::Switch => vec![2, u32::MAX],
                Range::Steps { from, to, step } => {
                    let between = (step > 1).then_some(from + 1);
                    [from.wrapping_sub(1), to + 1, u32::MAX].into_iter().chain(between).collect()
                }
                Range::Powers { from, to, .. } => [from - 1, to + 1, to * 2 - 1, u32::MAX]
                    .into_iter()
                    .chain((from > 2).then_some(from + 1))
                    .filter(|value| *value != 0)
                    .collect(),
            };
            for value in wrong {
                let settings = |value| Settings {
                    numbers: BTreeMap::from([(parameter.name.to_string(), value)]),
                    ..Settings::default()
                };
                let error = Chosen::of(unit, None, &settings(value)).unwrap_err();
                let Error::Parameter { name, value: told, expected, nearest, .. } = &error else {
                    panic!("{unit} {} {value}: {error}", parameter.name)
                };
                assert_eq!((name.replace('-', "_"), *told), (parameter.name.to_string(), value));
                assert_eq!(*expected, parameter.range.to_string());
                assert!(error.to_string().contains(&format!("the nearest that works is {nearest}")));
                assert_eq!(parameter.range.nearest(*nearest), *nearest);
                refused += 1;
            }
        }
    }
    assert!(refused >= 150, "{refused}");
}

/// Builds for a fast clock, and the engine of several cycles an instruction, are not there with every value.
#[test]
fn values_that_a_build_of_a_part_does_not_have_are_refused() {
    let of = |unit, preset: &str, settings: Settings| Chosen::of(unit, Some(preset), &settings);
    let with = |unit, preset: &str, numbers: &[(&str, u32)]| {
        let numbers = numbers.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        of(unit, preset, Settings { numbers, ..Settings::default() })
    };
    let no_table = with(Unit::Pcfilter, "rv32", &[("deep", 1), ("table", 0)]).unwrap_err().to_string();
    assert!(no_table.contains("--table 0 is outside its range: expected 1 with --deep 1"), "{no_table}");
    assert!(with(Unit::Pcfilter, "rv32", &[("deep", 0), ("table", 0)]).unwrap().emit().is_ok());
    let large = with(Unit::Checkmap, "k8", &[("deep", 1), ("slots", 1 << 19)]).unwrap_err().to_string();
    assert!(large.contains("at most 262144 with --deep 1; the nearest that works is 262144"), "{large}");
    assert!(with(Unit::Checkmap, "k8", &[("deep", 1), ("slots", 1 << 18)]).unwrap().emit().is_ok());
    let small = with(Unit::Coproc, "ecp5", &[("entries", 128)]).unwrap_err().to_string();
    assert!(small.contains("--entries 128 is outside its range: expected 256 with --deep 1"), "{small}");
    assert!(with(Unit::Coproc, "ecp5", &[("entries", 128), ("deep", 0)]).unwrap().emit().is_ok());
    let serial = || Settings { engine: Some("serial".into()), ..Settings::default() };
    let tracker = Settings { phase_tracker: Some("small".into()), ..serial() };
    let beside = of(Unit::Monitor, "up5k", tracker).unwrap_err().to_string();
    assert!(beside.contains("none with engine serial"), "{beside}");
    let decode = of(Unit::Hps, "up5k_decode", serial()).unwrap_err().to_string();
    assert!(decode.contains("--retire 0 is outside its range: expected 1 with engine serial"), "{decode}");
    assert!(of(Unit::Hps, "up5k_ff", serial()).unwrap().emit().is_ok(), "its patterns go to block RAM");
}

#[test]
fn values_that_do_not_go_together_are_refused() {
    let of = |engine: &str, numbers: &[(&str, u32)]| {
        let numbers = numbers.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        Chosen::of(Unit::Rap, None, &Settings { engine: Some(engine.into()), numbers, ..Settings::default() })
    };
    let said = |engine: &str, numbers: &[(&str, u32)]| of(engine, numbers).unwrap_err().to_string();
    assert_eq!(
        said("serial", &[("key_bits", 64), ("nodes", 32)]),
        "`rap`: --nodes 32 is outside its range: expected a power of two from 64 (key bits / 2 + 2) to 4096 with 64 \
         key bits; \
         the nearest that works is 64"
    );
    assert!(said("cam", &[("nodes", 512)]).contains("at most 256 with engine cam; the nearest that works is 256"));
    assert!(said("cam", &[("nodes", 64), ("key_bits", 20)]).contains("in steps of 8 with engine cam"));
    assert!(
        said("pipelined", &[("key_bits", 4)])
            .contains("6 to 64 in steps of 2 with engine pipelined; the nearest that works is 6")
    );
    assert!(said("pipelined", &[("eps", 1)]).contains("EPS mode is built with engine serial"));
    assert!(said("serail", &[]).contains("serail"));
    let beside = |model: &str| {
        let settings = Settings { cache_model: Some(model.into()), ..Settings::default() };
        Chosen::of(Unit::Profiler, None, &settings)
    };
    assert!(beside("twoway8k").unwrap().emit().is_ok());
    let wide = beside("fourway16k64").unwrap_err().to_string();
    assert!(wide.contains("expected none, direct4k, twoway8k or tiny"), "{wide}");
    let with = |unit, preset: &str, tracker: &str| {
        let settings = Settings { phase_tracker: Some(tracker.into()), ..Settings::default() };
        Chosen::of(unit, Some(preset), &settings)
    };
    for (unit, preset) in [(Unit::Profiler, "nano"), (Unit::Monitor, "up5k"), (Unit::Monitor, "phases")] {
        for (tracker, there) in [("full", true), ("none", false)] {
            let emitted = with(unit, preset, tracker).unwrap().emit().unwrap();
            assert_eq!(emitted.verilog.contains("sample_flag"), there, "{unit} {preset} {tracker}");
        }
        assert!(with(unit, preset, "large").unwrap_err().to_string().contains("expected none, small or full"));
    }
    assert!(with(Unit::Hps, "up5k", "small").unwrap_err().to_string().contains("no parameter --phase-tracker"));
    let tracked = |preset: &str, tracker: &str| with(Unit::Profiler, preset, tracker);
    assert!(tracked("annotate", "small").unwrap_err().to_string().contains("come too late to be held back"));
    assert!(tracked("rv64", "small").unwrap_err().to_string().contains("addresses of 32 bits"));
    assert!(of("cam", &[("nodes", 64), ("key_bits", 24)]).unwrap().emit().is_ok());
    let unknown = |unit, name: &str| {
        let numbers = BTreeMap::from([(name.to_string(), 1)]);
        Chosen::of(unit, None, &Settings { numbers, ..Settings::default() }).unwrap_err().to_string()
    };
    assert_eq!(unknown(Unit::Rap, "knodes"), "`rap` has no parameter --knodes; the nearest is --nodes");
    assert!(Chosen::of(Unit::Rap, None, &Settings::default()).unwrap_err().to_string().contains("--preset P"));
    for engine in engines(Unit::Rap) {
        assert!(of(engine, &[("nodes", 128)]).unwrap().emit().is_ok(), "{engine}");
    }
}

#[test]
fn the_command_in_a_file_and_its_toml_make_the_same_configuration_again() {
    let random = &mut Random(SEED + 1);
    let mut again = 0;
    for unit in Unit::ALL.iter().copied().filter(|unit| !parameters::of(*unit).is_empty()) {
        for _ in 0..4 {
            let chosen = legal(unit, random);
            let numbers = chosen.numbers().into_iter().map(|(name, value)| (name.to_string(), value)).collect();
            let words: BTreeMap<_, _> = chosen.words().into_iter().collect();
            let word = |name: &str| words.get(name).map(|word| word.to_string());
            let settings = Settings {
                engine: word("engine"),
                bus: word("bus"),
                cache_model: word("cache_model"),
                phase_tracker: word("phase_tracker"),
                hps_engine: word("hps_engine"),
                numbers,
                name: None,
            };
            assert_eq!(Chosen::of(unit, None, &settings).unwrap(), chosen, "{}", chosen.command());
            for (name, value) in chosen.numbers() {
                assert!(chosen.toml().contains(&format!("{name} = {value}")), "{}", chosen.toml());
            }
            again += 1;
        }
    }
    assert!(again >= 60, "{again}");
}

//! A unit in one configuration: a preset, or numbers of one's own.
use super::parameters::{self, NONE, OF_HAND, Parameter, Range};
use super::settings::{Settings, engine_of, kept, no_word, option, outside, tracker_of};
use super::{
    Emitted, Error, Unit, blocks, coproc_profiler, describe, described, hotlist, hps, lines, monitor, nearest, parts,
    phase, presets, profiler, unknown, value_sampler, variants,
};
use crate::emit::Options;
use crate::spec::classify::Xlen;
use crate::spec::coalescer::Microarchitecture;
use crate::spec::monitor::PHASE_TRACKER;
use crate::spec::rap::Engine;
use crate::spec::regs::Bus;
use crate::spec::variant::{self, Variant};
use crate::spec::{annotate, coalescer, hps as hybrid, phase as trackers, profiler as profilers, rap};
use std::collections::BTreeMap;

/// Name of a configuration that no value gives a name: all of them are 0.
const PLAIN: &str = "plain";

/// A unit with values for everything that can be chosen of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chosen {
    /// Of unit `rap`.
    Rap(rap::Preset),
    /// Of unit `coalescer`.
    Coalescer(coalescer::Preset),
    /// Of unit `profiler`.
    Profiler(profilers::Preset),
    /// Of any other unit.
    Part(Unit, Variant),
}

impl Chosen {
    /// The preset of a unit, with what is asked for in the place of its values; without a preset the unit's first one,
    /// unless nothing else is asked for.
    ///
    /// # Errors
    /// [`Error::UnknownPreset`], [`Error::NoEngine`]; [`Error::Parameter`] with name, value, range and the nearest
    /// value that works.
    pub fn of(unit: Unit, preset: Option<&str>, settings: &Settings) -> Result<Self, Error> {
        if preset.is_none() && *settings == Settings::default() {
            return Err(Error::Nothing { unit });
        }
        let first = presets(unit)[0].name;
        let base = preset.unwrap_or(first);
        check(unit, settings)?;
        let mut chosen = match unit {
            Unit::Rap => Self::Rap(tree(*rap::preset(base).ok_or_else(|| unknown(unit, base))?, settings, unit)?),
            Unit::Coalescer => Self::Coalescer(coalescer_of(base, settings)?),
            Unit::Profiler => Self::Profiler(profiler_of(base, settings)?),
            part => Self::Part(part, variants::chosen(part, base, settings)?),
        };
        if !settings.is_preset() || matches!(chosen, Self::Part(..)) && !chosen.is_preset() {
            let name = settings.name.clone().unwrap_or_else(|| chosen.own_name());
            if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return Err(Error::Name(name));
            }
            chosen.rename(kept(name));
        }
        Ok(chosen)
    }

    /// The unit.
    pub fn unit(&self) -> Unit {
        match self {
            Self::Rap(_) => Unit::Rap,
            Self::Coalescer(_) => Unit::Coalescer,
            Self::Profiler(_) => Unit::Profiler,
            Self::Part(unit, _) => *unit,
        }
    }

    /// The preset's name, or the one that stands in its place.
    pub fn name(&self) -> &'static str {
        self.labels().0
    }

    /// What it is for.
    pub fn doc(&self) -> &'static str {
        self.labels().1
    }

    fn labels(&self) -> (&'static str, &'static str) {
        match self {
            Self::Rap(preset) => (preset.name, preset.doc),
            Self::Coalescer(preset) => (preset.name, preset.doc),
            Self::Profiler(preset) => (preset.name, preset.doc),
            Self::Part(_, variant) => (variant.name, variant.doc),
        }
    }

    /// The engine of its tree, if it has one.
    pub fn engine(&self) -> Option<Engine> {
        match self {
            Self::Rap(preset) => Some(preset.engine),
            Self::Profiler(preset) => Some(preset.tree().engine),
            Self::Coalescer(_) | Self::Part(..) => None,
        }
    }

    fn rename(&mut self, name: &'static str) {
        let (to, doc) = match self {
            Self::Rap(preset) => (&mut preset.name, &mut preset.doc),
            Self::Coalescer(preset) => (&mut preset.name, &mut preset.doc),
            Self::Profiler(preset) => (&mut preset.name, &mut preset.doc),
            Self::Part(_, variant) => (&mut variant.name, &mut variant.doc),
        };
        (*to, *doc) = (name, "a configuration of one's own");
    }

    /// Numbers by their names, in the order of [`parameters::of`].
    pub fn numbers(&self) -> Vec<(&'static str, u32)> {
        let of_tree = |preset: &rap::Preset, name| match name {
            "key_bits" => preset.config.key_bits,
            "nodes" => preset.config.nodes,
            "count_bits" => preset.config.count_bits,
            "entries" => preset.config.coalescer.map_or(0, |coalescer| coalescer.entries),
            "fifo" => preset.fifo_depth,
            "eps" => preset.eps_built.into(),
            name => hand_number(&preset.config, name),
        };
        let value = |parameter: &Parameter| match self {
            Self::Rap(preset) => of_tree(preset, parameter.name),
            Self::Coalescer(preset) if parameter.name == "entries" => preset.config.entries,
            Self::Coalescer(preset) => preset.key_bits,
            Self::Profiler(preset) => match parameter.name {
                "map_codes" => preset.map.unwrap_or(0),
                "small" => preset.small.into(),
                "code_lines" => preset.lines.map_or(0, |build| build.entries),
                "spram" => preset.lines.is_some_and(|build| build.spram).into(),
                name => of_tree(&preset.tree(), name),
            },
            Self::Part(_, variant) => variant.parameter(parameter.name),
        };
        parameters::of(self.unit()).iter().map(|parameter| (parameter.name, value(parameter))).collect()
    }

    /// What can be chosen besides numbers, by its names.
    pub fn words(&self) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::Rap(preset) => vec![("engine", preset.engine.name())],
            Self::Coalescer(preset) => vec![("engine", preset.built.name())],
            Self::Profiler(preset) => vec![
                ("engine", preset.tree().engine.name()),
                ("bus", preset.bus.name()),
                ("cache_model", preset.annotate.unwrap_or(NONE)),
                ("phase_tracker", preset.phase.unwrap_or(NONE)),
                ("hps_engine", preset.hps.unwrap_or(NONE)),
            ],
            Self::Part(Unit::Monitor, variant) => {
                let tracker = trackers::numbered(variant.parameter(PHASE_TRACKER));
                let engine = ("engine", hybrid::Engine::of(variant).name());
                vec![engine, ("phase_tracker", tracker.map_or(NONE, |tracker| tracker.name))]
            }
            Self::Part(Unit::Hps, variant) => vec![("engine", hybrid::Engine::of(variant).name())],
            Self::Part(..) => vec![],
        }
    }

    /// Words and numbers by their names: what `--config` takes, and the JSON beside the Verilog has.
    pub fn configuration(&self) -> BTreeMap<&'static str, serde_json::Value> {
        let words = self.words().into_iter().map(|(name, word)| (name, word.into()));
        let numbers = self.numbers().into_iter().map(|(name, value)| (name, value.into()));
        words.chain(numbers).collect()
    }

    /// The configuration in one line, as the header of the file has it.
    pub fn summary(&self) -> String {
        describe::describe(self).summary().to_string()
    }

    /// Whether it is a preset of the tables, perhaps on another engine.
    pub fn is_preset(&self) -> bool {
        self.preset().is_some()
    }

    /// The preset of the tables that this is, if it is one, and its own engine.
    fn preset(&self) -> Option<Option<Engine>> {
        match self {
            Self::Rap(preset) => {
                let own = rap::preset(preset.name)?;
                (own.with_engine(preset.engine) == *preset).then_some(Some(own.engine))
            }
            Self::Coalescer(preset) => (coalescer::preset(preset.name)? == preset).then_some(None),
            Self::Profiler(preset) => (profilers::preset(preset.name)? == preset).then_some(self.engine()),
            Self::Part(unit, variant) => {
                (variant::find(parts::variants(*unit)?, variant.name)? == variant).then_some(None)
            }
        }
    }

    fn is_switch(&self, name: &str) -> bool {
        let of = parameters::of(self.unit()).iter().find(|parameter| parameter.name == name);
        of.is_some_and(|parameter| parameter.range == Range::Switch)
    }

    /// A name made of the values; [`PLAIN`] where all of them are 0.
    fn own_name(&self) -> String {
        let letter = |name: &str| match name {
            "key_bits" => "k".to_string(),
            "nodes" => "n".to_string(),
            "count_bits" => "c".to_string(),
            "entries" => "e".to_string(),
            "fifo" => "f".to_string(),
            // The letters of rule R15: Verilator takes no top whose name has more than 127 characters.
            "hand_reserve" => "s".to_string(),
            "hand_weight" => "wc".to_string(),
            "hand_creates" => "vc".to_string(),
            "hand_jump" => "j".to_string(),
            name => name.to_string(),
        };
        let plain = |word| word == NONE || word == hybrid::Engine::Parallel.name();
        let words = self.words().into_iter().filter(|(_, word)| !plain(*word)).map(|(_, word)| word.to_string());
        let numbers = self.numbers().into_iter().filter(|(name, value)| *value != 0 || *name == "retire");
        let numbers = numbers.map(|(name, value)| match name {
            _ if self.is_switch(name) && value == 1 => name.to_string(),
            _ => format!("{}{value}", letter(name)),
        });
        let name = words.chain(numbers).collect::<Vec<_>>().join("_");
        if name.is_empty() { PLAIN.into() } else { name }
    }

    /// Name of the top module: `treetap_<unit>_<name>`, with the engine at the end where it is not the preset's own.
    pub fn top(&self) -> String {
        let (unit, name) = (self.unit(), self.name());
        match (self.preset().flatten(), self.engine()) {
            (Some(own), Some(engine)) if own != engine => format!("treetap_{unit}_{name}_{}", engine.name()),
            _ => format!("treetap_{unit}_{name}"),
        }
    }

    /// The words after `treetap gen` that ask for it.
    pub fn command(&self) -> String {
        let unit = self.unit();
        match (self.preset(), self.engine()) {
            (Some(own), engine) if own == engine => format!("{unit} --preset {}", self.name()),
            (Some(_), Some(engine)) => format!("{unit} --preset {} --engine {}", self.name(), engine.name()),
            _ => {
                let words = self.words().into_iter().map(|(name, word)| format!(" --{} {word}", option(name)));
                let numbers = self.numbers().into_iter().filter(|(name, value)| *value != 0 || !is_left_out(name));
                let numbers = numbers.map(|(name, value)| match name {
                    "eps" if value == 1 => " --eps".to_string(),
                    "eps" => String::new(),
                    _ if self.is_switch(name) => format!(" --{}={value}", option(name)),
                    _ => format!(" --{} {value}", option(name)),
                });
                let all: String = words.chain(numbers).collect();
                let name =
                    if self.name() == self.own_name() { String::new() } else { format!(" --name {}", self.name()) };
                format!("{unit}{all}{name}")
            }
        }
    }

    /// The configuration as TOML, which `--config` reads.
    pub fn toml(&self) -> String {
        let mut out = format!("# treetap gen {} --config FILE.toml\n", self.unit());
        if self.preset().is_none() && self.name() != self.own_name() {
            out += &format!("name = \"{}\"\n", self.name());
        }
        let (words, numbers) = (self.words(), self.numbers());
        if self.preset().is_some() && words.is_empty() && numbers.is_empty() {
            // A unit without parameters is chosen by its preset alone: a file that chooses nothing is refused.
            out += &format!("preset = \"{}\"\n", self.name());
        }
        for (name, word) in words {
            out += &format!("{name} = \"{word}\"\n");
        }
        for (name, value) in numbers {
            let parameter = parameters::of(self.unit()).iter().find(|parameter| parameter.name == name);
            let doc = parameter.map_or(String::new(), |p| format!("{}; {}", p.doc, p.range));
            out += &format!("{:<24} # {doc}\n", format!("{name} = {value}"));
        }
        out
    }

    /// The Verilog of it and the JSON beside it. The same configuration gives the same bytes.
    ///
    /// # Errors
    /// [`Error::Refused`] when the emitter refuses it; a test keeps that from happening within the ranges.
    pub fn emit(&self) -> Result<Emitted, Error> {
        let design = match self {
            Self::Rap(preset) => blocks::rap(preset),
            Self::Coalescer(preset) => blocks::coalescer(preset.key_bits, &preset.config, preset.built),
            Self::Profiler(preset) => profiler::design(preset)?,
            Self::Part(Unit::Hps, variant) => hps::variant(variant),
            Self::Part(Unit::Phase, variant) => phase::variant(variant),
            Self::Part(Unit::Hotlist, variant) => hotlist::variant(variant),
            Self::Part(Unit::Monitor, variant) => monitor::design(variant)?,
            Self::Part(Unit::ValueSampler, variant) => value_sampler::design(variant)?,
            Self::Part(Unit::CoprocProfiler, variant) => coproc_profiler::design(variant)?,
            Self::Part(unit, variant) => parts::part(*unit, variant)
                .ok_or_else(|| Error::NoBlock { unit: *unit, preset: variant.name.into() })?,
        };
        let (description, top) = (describe::describe(self), self.top());
        let options = Options { header: description.header(&top), ..Options::new(&top) };
        let emitted = design.emit(&options).map_err(Error::Refused)?;
        Ok(described(&description, top, emitted))
    }
}

/// A parameter that a command leaves out where it is 0.
fn is_left_out(name: &str) -> bool {
    name.starts_with(OF_HAND) || matches!(name, "code_lines" | "spram")
}

/// Refuses numbers that the unit does not have, and those outside their ranges.
fn check(unit: Unit, settings: &Settings) -> Result<(), Error> {
    let known = parameters::of(unit);
    for (name, value) in &settings.numbers {
        let Some(parameter) = known.iter().find(|parameter| parameter.name == *name) else {
            let nearest = nearest(name, known.iter().map(|parameter| parameter.name));
            return Err(Error::NoParameter { unit, name: option(name).into(), nearest: option(nearest).into() });
        };
        let near = parameter.range.nearest(*value);
        if near != *value {
            return Err(outside(unit, name, *value, parameter.range.to_string(), near));
        }
    }
    let word = |name: &str, there: bool, units: &[Unit]| match there && !units.contains(&unit) {
        true => Err(Error::NoParameter { unit, name: name.into(), nearest: "engine".into() }),
        false => Ok(()),
    };
    word("bus", settings.bus.is_some(), &[Unit::Profiler])?;
    word("cache-model", settings.cache_model.is_some(), &[Unit::Profiler])?;
    word("hps-engine", settings.hps_engine.is_some(), &[Unit::Profiler])?;
    word("phase-tracker", settings.phase_tracker.is_some(), &[Unit::Profiler, Unit::Monitor])
}

/// The tree with the settings of unit `rap` in the place of its own.
fn tree(base: rap::Preset, settings: &Settings, unit: Unit) -> Result<rap::Preset, Error> {
    let mut preset = base;
    if let Some(name) = &settings.engine {
        let engine = Engine::from_name(name);
        let missing = || no_word("engine", name, Engine::ALL.iter().map(|engine| engine.name()));
        preset = base.with_engine(engine.ok_or_else(missing)?);
    }
    let config = &mut preset.config;
    config.key_bits = settings.number("key_bits", config.key_bits);
    config.nodes = settings.number("nodes", config.nodes);
    config.count_bits = settings.number("count_bits", config.count_bits);
    config.coalescer = match settings.number("entries", config.coalescer.map_or(0, |coalescer| coalescer.entries)) {
        0 => None,
        entries => Some(coalescer::Config::new(entries)),
    };
    config.collapse = hand_of(&base.config, config, settings, unit)?;
    preset.fifo_depth = settings.number("fifo", preset.fifo_depth);
    preset.eps_built = settings.number("eps", preset.eps_built.into()) == 1;
    let (keys, nodes, engine) = (preset.config.key_bits, preset.config.nodes, preset.engine);
    let least = (keys / 2 + 2).next_power_of_two();
    if nodes < keys / 2 + 2 {
        let expected = format!("a power of two from {least} (key bits / 2 + 2) to 4096 with {keys} key bits");
        return Err(outside(unit, "nodes", nodes, expected, least));
    }
    let refused = |name, value, expected: &str, nearest| Err(outside(unit, name, value, expected.into(), nearest));
    match engine {
        Engine::Cam if nodes > 256 => refused("nodes", nodes, "at most 256 with engine cam", 256),
        Engine::Cam if !keys.is_multiple_of(8) => {
            refused("key_bits", keys, "8 to 64 in steps of 8 with engine cam", (keys / 8 * 8).max(8))
        }
        Engine::Pipelined if keys < 6 => refused("key_bits", keys, "6 to 64 in steps of 2 with engine pipelined", 6),
        Engine::Pipelined | Engine::Cam if preset.eps_built => {
            refused("eps", 1, "0 with this engine: EPS mode is built with engine serial", 0)
        }
        _ => Ok(preset),
    }
}

/// How the tree of this configuration makes room: as the one that it was made from, with the settings in the place of
/// that one's.
fn hand_of(base: &rap::Config, config: &rap::Config, settings: &Settings, unit: Unit) -> Result<rap::Collapse, Error> {
    let number = |name| match settings.number(name, hand_number(base, name)) {
        0 => None,
        value => Some(value),
    };
    let reserve = number("hand_reserve");
    if let Some(reserve) = reserve.filter(|reserve| *reserve > config.nodes / 2) {
        let most = config.nodes / 2;
        return Err(outside(unit, "hand_reserve", reserve, format!("at most {most}, half of the nodes"), most));
    }
    let narrow = |name| number(name).map(|value| value as u16);
    let choice = rap::HandChoice {
        reserve,
        weight_cap: narrow("hand_weight"),
        per_create: narrow("hand_creates"),
        jump: narrow("hand_jump"),
    };
    Ok(rap::Collapse::Hand(choice.hand(config.coalescer.is_some())))
}

/// A parameter of the hand by its name; 0 for the one that the rules choose.
fn hand_number(config: &rap::Config, name: &str) -> u32 {
    let rap::Collapse::Hand(hand) = config.collapse else { return 0 };
    let choice = rap::HandChoice::of(hand, config.coalescer.is_some());
    match name {
        "hand_reserve" => choice.reserve.unwrap_or(0),
        "hand_weight" => choice.weight_cap.unwrap_or(0).into(),
        "hand_creates" => choice.per_create.unwrap_or(0).into(),
        "hand_jump" => choice.jump.unwrap_or(0).into(),
        name => unreachable!("{name} is no parameter of a tree"),
    }
}

fn coalescer_of(base: &str, settings: &Settings) -> Result<coalescer::Preset, Error> {
    let unit = Unit::Coalescer;
    let mut preset = *coalescer::preset(base).ok_or_else(|| unknown(unit, base))?;
    if let Some(name) = &settings.engine {
        let built = Microarchitecture::ALL.into_iter().find(|built| built.name() == name);
        let missing = || no_word("engine", name, Microarchitecture::ALL.iter().map(|built| built.name()));
        preset.built = built.ok_or_else(missing)?;
    }
    preset.key_bits = settings.number("key_bits", preset.key_bits);
    preset.config = coalescer::Config::new(settings.number("entries", preset.config.entries));
    Ok(preset)
}

/// What `--cache-model` takes: the tap of a profiler is one of 32 bits, and so is the model after it.
pub(super) fn cache_models() -> impl Iterator<Item = &'static str> {
    let models = annotate::PRESETS.iter().filter(|known| known.parameter("xlen") == 32).map(|known| known.name);
    std::iter::once(NONE).chain(models)
}

fn profiler_of(base: &str, settings: &Settings) -> Result<profilers::Preset, Error> {
    let unit = Unit::Profiler;
    let own = profilers::preset(base).ok_or_else(|| unknown(unit, base))?;
    let mut preset = *own;
    let mut tree = tree(own.tree(), settings, unit)?;
    preset.lines = lines::of(own.lines, &settings.numbers);
    let asked = settings.numbers.get("key_bits").copied();
    tree.config.key_bits = lines::key_bits(preset.lines, tree.config.key_bits, asked)
        .map_err(|near| outside(unit, "key_bits", tree.config.key_bits, lines::EXPECTED.into(), near))?;
    if tree != own.tree() {
        preset.own = Some(tree);
    }
    if let Some(bus) = &settings.bus {
        let word = |bus: &Bus| bus.name();
        let found = [Bus::Axil, Bus::Wishbone].into_iter().find(|known| word(known) == bus);
        preset.bus =
            found.ok_or_else(|| Error::Word { name: "bus", word: bus.clone(), expected: "axil or wishbone".into() })?;
    }
    if let Some(model) = &settings.cache_model {
        let found = cache_models().find(|name| name == model);
        let found = found.ok_or_else(|| no_word("cache-model", model, cache_models()))?;
        preset.annotate = (found != NONE).then_some(found);
    }
    if let Some(tracker) = &settings.phase_tracker {
        preset.phase = tracker_of(tracker)?;
    }
    if let Some(engine) = &settings.hps_engine {
        preset.hps = engine_of(engine)?;
    }
    if let Some(codes) = settings.numbers.get("map_codes") {
        preset.map = (*codes > 0).then_some(*codes);
    }
    if let Some(small) = settings.numbers.get("small") {
        preset.small = *small == 1;
    }
    fits(&preset)?;
    Ok(preset)
}

/// What a profiler cannot have, with a core of 64 bits or with something else that it has.
fn fits(preset: &profilers::Preset) -> Result<(), Error> {
    if preset.xlen != Xlen::Rv32 {
        let refused = |name, word: &str, none: &str| Error::Word {
            name,
            word: word.into(),
            expected: format!("{none}: what it models has addresses of 32 bits"),
        };
        if let Some(model) = preset.annotate {
            return Err(refused("cache-model", model, NONE));
        }
        if let Some(codes) = preset.map {
            return Err(refused("map-codes", &codes.to_string(), "0"));
        }
        if let Some(tracker) = preset.phase {
            return Err(refused("phase-tracker", tracker, NONE));
        }
        if let Some(engine) = preset.hps {
            return Err(refused("hps-engine", engine, NONE));
        }
        if let Some(build) = preset.lines {
            return Err(refused("code-lines", &build.entries.to_string(), "0"));
        }
    }
    let (tracker, engine) = (("phase-tracker", preset.phase), ("hps-engine", preset.hps));
    let (phase, lines, model) = (preset.phase.is_some(), preset.lines.is_some(), preset.annotate.is_some());
    let pairs = [
        (engine, phase, "a phase tracker, which wants records as early as they can be had"),
        (engine, lines, "a map of code, whose registers are not among those of the engine"),
        (engine, model, "a model of cache and branches, whose records come two cycles later"),
        (tracker, lines, "a map of code, whose registers are where the tracker's would be"),
        (tracker, model, "a model of cache and branches, whose records come too late to be held back"),
    ];
    for ((name, asked), there, what) in pairs {
        if let Some(word) = asked.filter(|_| there) {
            return Err(Error::Word { name, word: word.into(), expected: format!("{NONE} with {what}") });
        }
    }
    Ok(())
}

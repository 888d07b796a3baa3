//! What is asked for of a unit, and how a word or a number is refused.
use super::parameters::NONE;
use super::{Error, Unit};
use crate::spec::phase as trackers;
use crate::spec::variant::Variant;
use crate::spec::{hps as hybrid, monitor};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// Values that are asked for: instead of those of a preset, or of the unit's first preset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Microarchitecture: of a tree an engine, of a coalescer `compact`, `serial` or `pipelined`.
    pub engine: Option<String>,
    /// Bus of a profiler: `axil` or `wishbone`.
    pub bus: Option<String>,
    /// Model of cache and branches of a profiler: a preset of `annotate`, or `none`.
    pub cache_model: Option<String>,
    /// Phase tracker of a profiler or a monitor: a preset of `phase`, or `none`.
    pub phase_tracker: Option<String>,
    /// Engine for hybrid profiling support of a profiler: a preset of `monitor` that has it, or `none`.
    pub hps_engine: Option<String>,
    /// Numbers, by the names of [`super::parameters::of`].
    pub numbers: BTreeMap<String, u32>,
    /// Takes the place of the preset's name in the names of files and modules.
    pub name: Option<String>,
}

/// A file of settings: the names of a [`Settings`], and the preset that they begin with.
#[derive(serde::Deserialize)]
struct File {
    preset: Option<String>,
    engine: Option<String>,
    bus: Option<String>,
    cache_model: Option<String>,
    phase_tracker: Option<String>,
    hps_engine: Option<String>,
    name: Option<String>,
    #[serde(flatten)]
    numbers: BTreeMap<String, u32>,
}

impl Settings {
    /// Reads the text of a TOML file, such as [`super::Chosen::toml`] writes: the preset, if it names one, and what is
    /// asked for.
    ///
    /// # Errors
    /// What is wrong with the text, and where. Whether a unit has such parameters is not looked at.
    pub fn read(text: &str) -> Result<(Option<String>, Self), String> {
        let File { preset, engine, bus, cache_model, phase_tracker, hps_engine, name, numbers } =
            toml::from_str(text).map_err(|error| error.to_string())?;
        Ok((preset, Self { engine, bus, cache_model, phase_tracker, hps_engine, numbers, name }))
    }

    /// Nothing is asked for but the preset, or its microarchitecture.
    pub(super) fn is_preset(&self) -> bool {
        Self { engine: None, ..self.clone() } == Self::default()
    }

    /// The number that is asked for, or the one that is there.
    pub(super) fn number(&self, name: &str, own: u32) -> u32 {
        self.numbers.get(name).copied().unwrap_or(own)
    }
}

/// A text that lives as long as the program: configurations are plain data with names in them, whether they come from a
/// table or from a user. The same text is kept once.
pub(super) fn kept(text: String) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(known) = texts.get(text.as_str()) {
        return known;
    }
    let text: &'static str = Box::leak(text.into_boxed_str());
    texts.insert(text);
    text
}

/// A parameter's name as an option.
pub fn option(name: &str) -> &'static str {
    kept(name.replace('_', "-"))
}

/// A word that is none of those that there are.
pub(super) fn no_word<'a>(name: &'static str, word: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let known: Vec<&str> = known.collect();
    let expected = match known.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    };
    Error::Word { name, word: word.into(), expected }
}

pub(super) fn outside(unit: Unit, name: &str, value: u32, expected: String, nearest: u32) -> Error {
    Error::Parameter { unit, name: option(name).into(), value, expected, nearest }
}

/// The preset of `phase` that is asked for, if it is not to be none.
pub(super) fn tracker_of(word: &str) -> Result<Option<&'static str>, Error> {
    let found = phase_trackers().find(|name| *name == word);
    let found = found.ok_or_else(|| no_word("phase-tracker", word, phase_trackers()))?;
    Ok((found != NONE).then_some(found))
}

/// The preset of `monitor` whose engine is asked for, if it is not to be none.
pub(super) fn engine_of(word: &str) -> Result<Option<&'static str>, Error> {
    let found = hps_engines().find(|name| *name == word);
    let found = found.ok_or_else(|| no_word("hps-engine", word, hps_engines()))?;
    Ok((found != NONE).then_some(found))
}

/// What `--hps-engine` takes: an instruction that may wait keeps its record waiting.
pub(super) fn hps_engines() -> impl Iterator<Item = &'static str> {
    let waits = |variant: &&Variant| hybrid::Engine::of(variant) != hybrid::Engine::Parallel;
    std::iter::once(NONE).chain(monitor::VARIANTS.iter().filter(waits).map(|known| known.name))
}

/// What `--phase-tracker` takes.
pub(super) fn phase_trackers() -> impl Iterator<Item = &'static str> {
    std::iter::once(NONE).chain(trackers::VARIANTS.iter().map(|known| known.name))
}

//! What an emitted file says about itself: the header of the Verilog and the JSON beside it.
use super::parameters::NONE;
use super::{Chosen, Port};
use crate::spec::{coalescer, rap};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A configuration under the names of the JSON contract.
#[derive(Serialize)]
pub struct Description {
    unit: &'static str,
    preset: &'static str,
    doc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    /// Everything that can be chosen: what `--config` takes.
    configuration: BTreeMap<&'static str, Value>,
    #[serde(flatten)]
    built: Option<Built>,
    /// The configuration in one line.
    #[serde(skip)]
    summary: String,
    /// The words after `treetap gen` that make the files.
    #[serde(skip)]
    command: String,
}

/// What is built of a tree and a coalescer, with what the rules choose where nothing was chosen.
#[derive(Serialize)]
struct Built {
    key_bits: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Tree>,
    coalescer: Option<Coalescer>,
}

/// The tree's values, of unit `rap`.
#[derive(Serialize)]
struct Tree {
    nodes: u32,
    count_bits: u32,
    t0: u64,
    eps_built: bool,
    fifo_depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand: Option<Hand>,
}

/// The hand's parameters `S`, `WC`, `VC` and `J` (rule R15).
#[derive(Serialize)]
struct Hand {
    reserve: u32,
    weight: u16,
    creates: u16,
    jump: u16,
}

impl Hand {
    fn of(config: &rap::Config) -> Option<Self> {
        let rap::Collapse::Hand(hand) = config.collapse else { return None };
        let (weight, creates, jump) = (hand.weight_cap, hand.per_create, hand.jump);
        Some(Self { reserve: hand.reserve(config.nodes), weight, creates, jump })
    }
}

#[derive(Serialize)]
struct Coalescer {
    entries: u32,
    weight_max: u16,
}

impl From<coalescer::Config> for Coalescer {
    fn from(config: coalescer::Config) -> Self {
        Coalescer { entries: config.entries, weight_max: config.weight_max }
    }
}

/// The whole JSON file.
#[derive(Serialize)]
struct File<'a> {
    top: &'a str,
    version: &'static str,
    #[serde(flatten)]
    description: &'a Description,
    ports: &'a [Port],
}

/// The description of a configuration.
pub fn describe(chosen: &Chosen) -> Description {
    let built = match chosen {
        Chosen::Rap(preset) => Some(Built::of_tree(preset)),
        Chosen::Profiler(preset) => Some(Built::of_tree(&preset.tree())),
        Chosen::Coalescer(preset) => {
            Some(Built { key_bits: preset.key_bits, tree: None, coalescer: Some(preset.config.into()) })
        }
        Chosen::Part(..) => None,
    };
    let engine = chosen.words().into_iter().find(|(name, _)| *name == "engine").map(|(_, word)| word);
    Description {
        unit: chosen.unit().name(),
        preset: chosen.name(),
        doc: chosen.doc(),
        engine,
        summary: summary(chosen, engine, built.as_ref()),
        configuration: chosen.configuration(),
        built,
        command: chosen.command(),
    }
}

/// The configuration in one line: all that can be chosen, with what the rules choose where nothing was.
fn summary(chosen: &Chosen, engine: Option<&str>, built: Option<&Built>) -> String {
    let Some(Built { key_bits, tree, coalescer }) = built else {
        let mut numbers = chosen.numbers();
        numbers.sort_unstable();
        let numbers = numbers.into_iter().map(|(name, value)| format!("{name} {value}"));
        let words = chosen.words().into_iter().filter(|(_, word)| *word != NONE);
        let words = words.map(|(name, word)| format!("{} {word}", name.replace('_', " ")));
        return numbers.chain(words).collect::<Vec<_>>().join(", ");
    };
    let mut parts = vec![format!("{key_bits}-bit keys")];
    if let Some(tree) = tree {
        parts.push(format!("{} nodes", tree.nodes));
        parts.push(format!("{}-bit counts", tree.count_bits));
        parts.extend(engine.map(|engine| format!("{engine} engine")));
        parts.push(format!("EPS mode {}", if tree.eps_built { "built in" } else { "not built" }));
        parts.push(match tree.fifo_depth {
            0 => "no FIFO".to_string(),
            depth => format!("FIFO of {depth} events"),
        });
    }
    parts.push(match (coalescer, tree) {
        (None, _) => "no coalescer".to_string(),
        (Some(coalescer), Some(_)) => format!("coalescer of {} entries", coalescer.entries),
        (Some(coalescer), None) => format!("{} coalescer of {} entries", engine.unwrap_or_default(), coalescer.entries),
    });
    if let Some(Hand { reserve, weight, creates, jump }) = tree.as_ref().and_then(|tree| tree.hand.as_ref()) {
        parts.push(format!("hand with reserve {reserve}, weight {weight}, creates {creates} and jump {jump}"));
    }
    if let Chosen::Profiler(preset) = chosen {
        parts.push(format!("bus {}", preset.bus.name()));
        parts.push(preset.annotate.map_or("no cache model".into(), |model| format!("cache model {model}")));
        parts.extend(preset.phase.map(|tracker| format!("phase tracker {tracker}")));
        parts.extend(preset.hps.map(|engine| format!("hps engine {engine}")));
        parts.push(preset.map.map_or("no map of checks".into(), |codes| format!("map of checks of {codes} codes")));
        parts.extend(preset.lines.map(|build| {
            let place = if build.spram { "a single-port RAM" } else { "block RAM" };
            format!("map of code of {} lines in {place}", build.entries)
        }));
        parts.push(if preset.small { "small" } else { "not small" }.into());
    }
    parts.join(", ")
}

impl Built {
    fn of_tree(preset: &rap::Preset) -> Self {
        let config = &preset.config;
        let tree = Tree {
            nodes: config.nodes,
            count_bits: config.count_bits,
            t0: config.t0,
            eps_built: preset.eps_built,
            fifo_depth: preset.fifo_depth,
            hand: Hand::of(config),
        };
        Self { key_bits: config.key_bits, tree: Some(tree), coalescer: config.coalescer.map(Coalescer::from) }
    }
}

impl Description {
    /// The description of what is called `unit` and holds this preset of `rap`.
    pub fn within(self, unit: &'static str, doc: &'static str) -> Self {
        Self { unit, doc, command: self.command.replacen(self.unit, unit, 1), ..self }
    }

    /// What the preset is for.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// The configuration in one line.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Lines of the Verilog file's header.
    pub fn header(&self, top: &str) -> Vec<String> {
        vec![
            format!("{top}: {}", self.doc),
            format!("Configuration: {}.", self.summary),
            format!("Made by treetap {} with: treetap gen {}", env!("CARGO_PKG_VERSION"), self.command),
        ]
    }

    /// The JSON file.
    pub fn json(&self, top: &str, ports: &[Port]) -> String {
        let file = File { top, version: env!("CARGO_PKG_VERSION"), description: self, ports };
        let mut text = serde_json::to_string_pretty(&file).expect("plain data has a JSON form");
        text.push('\n');
        text
    }
}

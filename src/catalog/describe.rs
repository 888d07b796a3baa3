//! What an emitted file says about itself: the header of the Verilog and the JSON beside it.
use super::{Chosen, Port, Unit, selftest};
use crate::spec::variant::Variant;
use crate::spec::{coalescer, profiler, rap};
use serde::Serialize;
use std::collections::BTreeMap;

/// A preset's values under the names of the JSON contract.
#[derive(Serialize)]
pub struct Description {
    unit: &'static str,
    preset: &'static str,
    doc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    #[serde(flatten)]
    values: Values,
}

/// What a unit's presets choose.
#[derive(Serialize)]
#[serde(untagged)]
enum Values {
    /// Of `rap` and `coalescer`.
    Profiler {
        key_bits: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        tree: Option<Tree>,
        coalescer: Option<Coalescer>,
    },
    /// Of a part: its parameters under their names.
    Part(BTreeMap<&'static str, u32>),
}

/// The tree's values, of unit `rap`.
#[derive(Serialize)]
struct Tree {
    nodes: u32,
    count_bits: u32,
    t0: u64,
    eps_built: bool,
    fifo_depth: u32,
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

/// The description of a preset.
pub fn describe(chosen: &Chosen) -> Description {
    match chosen {
        Chosen::Rap(preset) => of_rap(preset),
        Chosen::Coalescer(preset) => of_coalescer(preset),
        Chosen::Profiler(preset) => of_profiler(preset),
        Chosen::Part(unit, variant) => of_part(*unit, variant),
    }
}

fn of_rap(preset: &rap::Preset) -> Description {
    let config = &preset.config;
    Description {
        unit: Unit::Rap.name(),
        preset: preset.name,
        doc: preset.doc,
        engine: Some(preset.engine.name()),
        values: Values::Profiler {
            key_bits: config.key_bits,
            tree: Some(Tree {
                nodes: config.nodes,
                count_bits: config.count_bits,
                t0: config.t0,
                eps_built: preset.eps_built,
                fifo_depth: preset.fifo_depth,
            }),
            coalescer: config.coalescer.map(Coalescer::from),
        },
    }
}

/// The description of a preset's self-test: that of its profiler under another name.
pub fn of_selftest(preset: &rap::Preset) -> Description {
    Description { unit: selftest::NAME, doc: selftest::DOC, ..of_rap(preset) }
}

fn of_coalescer(preset: &coalescer::Preset) -> Description {
    Description {
        unit: Unit::Coalescer.name(),
        preset: preset.name,
        doc: preset.doc,
        engine: None,
        values: Values::Profiler { key_bits: preset.key_bits, tree: None, coalescer: Some(preset.config.into()) },
    }
}

/// The description of a whole profiler: that of its tree, with its own name.
pub fn of_profiler(preset: &profiler::Preset) -> Description {
    Description { unit: Unit::Profiler.name(), preset: preset.name, doc: preset.doc, ..of_rap(preset.tree()) }
}

/// The description of a part.
pub fn of_part(unit: Unit, variant: &Variant) -> Description {
    let parameters = variant.parameters.iter().copied().collect();
    Description {
        unit: unit.name(),
        preset: variant.name,
        doc: variant.doc,
        engine: None,
        values: Values::Part(parameters),
    }
}

impl Description {
    /// What the preset is for.
    pub fn doc(&self) -> &'static str {
        self.doc
    }

    /// The configuration in one line.
    pub fn summary(&self) -> String {
        let (key_bits, tree, coalescer) = match &self.values {
            Values::Profiler { key_bits, tree, coalescer } => (key_bits, tree, coalescer),
            Values::Part(parameters) => {
                let words: Vec<String> = parameters.iter().map(|(name, value)| format!("{name} {value}")).collect();
                return words.join(", ");
            }
        };
        let mut parts = vec![format!("{key_bits}-bit keys")];
        if let Some(tree) = tree {
            parts.push(format!("{} nodes", tree.nodes));
            parts.push(format!("{}-bit counts", tree.count_bits));
            parts.extend(self.engine.map(|engine| format!("{engine} engine")));
            parts.push(format!("EPS mode {}", if tree.eps_built { "built in" } else { "not built" }));
            parts.push(match tree.fifo_depth {
                0 => "no FIFO".to_string(),
                depth => format!("FIFO of {depth} events"),
            });
        }
        parts.push(match coalescer {
            Some(coalescer) => format!("coalescer of {} entries", coalescer.entries),
            None => "no coalescer".to_string(),
        });
        parts.join(", ")
    }

    /// Lines of the Verilog file's header.
    pub fn header(&self, top: &str) -> Vec<String> {
        vec![
            format!("{top}: {}", self.doc),
            format!("Configuration: {}.", self.summary()),
            format!("Made by treetap {} with: {}", env!("CARGO_PKG_VERSION"), self.command(top)),
        ]
    }

    /// The command that makes the files; names the engine where the name of the top does.
    fn command(&self, top: &str) -> String {
        let command = format!("treetap gen {} --preset {}", self.unit, self.preset);
        match self.engine {
            Some(engine) if top.ends_with(&format!("_{engine}")) => format!("{command} --engine {engine}"),
            _ => command,
        }
    }

    /// The JSON file.
    pub fn json(&self, top: &str, ports: &[Port]) -> String {
        let file = File { top, version: env!("CARGO_PKG_VERSION"), description: self, ports };
        let mut text = serde_json::to_string_pretty(&file).expect("plain data has a JSON form");
        text.push('\n');
        text
    }
}

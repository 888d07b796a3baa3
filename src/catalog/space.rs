//! Configurations of `rap` in every combination of some values, those that cannot be built left out.
use super::{Chosen, Settings, Unit};
use crate::spec::rap::{Engine, Preset};

/// Values of each parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// Engines.
    pub engines: Vec<Engine>,
    /// Bits of a key.
    pub key_bits: Vec<u32>,
    /// Nodes.
    pub nodes: Vec<u32>,
    /// Bits of a count.
    pub count_bits: Vec<u32>,
    /// Entries of the coalescer, 0 for none.
    pub entries: Vec<u32>,
    /// Events that the queue before the engine holds, 0 for none.
    pub fifo: Vec<u32>,
    /// With the hardware of EPS mode or without.
    pub eps: Vec<bool>,
}

impl Space {
    /// Every configuration that can be built, in a fixed order; those that rules between parameters forbid are left out
    /// (docs/reference/parameters.md).
    pub fn presets(&self) -> Vec<Preset> {
        let mut all = vec![];
        for (engine, key_bits) in pairs(&self.engines, &self.key_bits) {
            for (nodes, count_bits) in pairs(&self.nodes, &self.count_bits) {
                for (entries, fifo) in pairs(&self.entries, &self.fifo) {
                    for eps in &self.eps {
                        let numbers = [key_bits, nodes, count_bits, entries, fifo, u32::from(*eps)];
                        all.extend(preset(engine, numbers));
                    }
                }
            }
        }
        all
    }
}

/// Every one of some things with every one of others.
fn pairs<A: Copy, B: Copy>(first: &[A], second: &[B]) -> Vec<(A, B)> {
    first.iter().flat_map(|a| second.iter().map(|b| (*a, *b))).collect()
}

/// The configuration of these numbers, if there can be one. A queue before an engine that has its own is another name
/// for none.
fn preset(engine: Engine, [key_bits, nodes, count_bits, entries, fifo, eps]: [u32; 6]) -> Option<Preset> {
    if fifo > 0 && engine.has_queue() {
        return None;
    }
    let names = ["key_bits", "nodes", "count_bits", "entries", "fifo", "eps"];
    let numbers = names.into_iter().map(String::from).zip([key_bits, nodes, count_bits, entries, fifo, eps]).collect();
    let settings = Settings { engine: Some(engine.name().into()), numbers, ..Settings::default() };
    match Chosen::of(Unit::Rap, None, &settings) {
        Ok(Chosen::Rap(preset)) => Some(preset),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_built_is_left_out() {
        let space = Space {
            engines: Engine::ALL.to_vec(),
            key_bits: vec![20, 32],
            nodes: vec![16, 256, 512],
            count_bits: vec![32],
            entries: vec![0, 64],
            fifo: vec![0, 16],
            eps: vec![false, true],
        };
        let all = space.presets();
        let count = |engine| all.iter().filter(|preset| preset.engine == engine).count();
        // 16 nodes are too few for 32 bits; the match memory has 256 nodes at most and whole bytes of keys.
        assert_eq!(Engine::ALL.iter().map(|engine| count(*engine)).collect::<Vec<_>>(), [40, 10, 2]);
    }
}

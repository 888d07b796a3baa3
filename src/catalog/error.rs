//! What is refused before anything is emitted, in words: unknown names with the nearest one, parameters outside their
//! ranges.
use super::{Unit, presets};
use crate::emit;
use strsim::levenshtein;

/// Why there is nothing to emit.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// No such unit.
    #[error("no unit is called `{name}`; the nearest is `{nearest}` (`treetap gen --list` prints all)")]
    UnknownUnit {
        /// What was asked for.
        name: String,
        /// The nearest name there is.
        nearest: &'static str,
    },
    /// No such preset.
    #[error("unit `{unit}` has no preset `{name}`; the nearest is `{nearest}` (`treetap gen --list` prints all)")]
    UnknownPreset {
        /// The unit.
        unit: Unit,
        /// What was asked for.
        name: String,
        /// The nearest name there is.
        nearest: &'static str,
    },
    /// The unit is joined of others and was asked for as a part, or has a bus that leads nowhere.
    #[error("`{unit}` {preset}: a part of it has no hardware of its own")]
    NoBlock {
        /// The unit.
        unit: Unit,
        /// The preset.
        preset: String,
    },
    /// The preset is not built on this engine.
    #[error(
        "preset `{preset}` of `{unit}` is not built with engine `{engine}` (`treetap gen --list` prints the engines of \
         each)"
    )]
    NoEngine {
        /// The unit.
        unit: Unit,
        /// The preset.
        preset: String,
        /// The engine that was asked for.
        engine: String,
    },
    /// No preset and nothing else either.
    #[error("which `{unit}`? --preset P, or parameters such as --key-bits (`treetap gen --list` prints the presets)")]
    Nothing {
        /// The unit.
        unit: Unit,
    },
    /// The unit has no such parameter.
    #[error("`{unit}` has no parameter --{name}; the nearest is --{nearest}")]
    NoParameter {
        /// The unit.
        unit: Unit,
        /// What was given.
        name: String,
        /// The nearest name there is.
        nearest: String,
    },
    /// A parameter outside its range.
    #[error(
        "`{unit}`: --{name} {value} is outside its range: expected {expected}; the nearest that works is {nearest}"
    )]
    Parameter {
        /// The unit.
        unit: Unit,
        /// The parameter.
        name: String,
        /// What was asked for.
        value: u32,
        /// What it may be.
        expected: String,
        /// The nearest that works.
        nearest: u32,
    },
    /// A parameter that is a word.
    #[error("--{name} {word}: expected {expected}")]
    Word {
        /// The parameter.
        name: &'static str,
        /// What was asked for.
        word: String,
        /// What it may be.
        expected: String,
    },
    /// A name that is none of a module.
    #[error("--name `{0}`: expected letters, digits and underscores")]
    Name(String),
    /// The emitter refuses the block.
    #[error("{0}")]
    Refused(emit::Refusal),
}

/// No preset of the unit is called so.
pub(super) fn unknown(unit: Unit, preset: &str) -> Error {
    let nearest = nearest(preset, presets(unit).into_iter().map(|p| p.name));
    Error::UnknownPreset { unit, name: preset.to_string(), nearest }
}

/// The candidate with the smallest edit distance.
pub(super) fn nearest(name: &str, candidates: impl Iterator<Item = &'static str>) -> &'static str {
    candidates.min_by_key(|candidate| levenshtein(name, candidate)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::emit;
    use super::*;

    #[test]
    fn an_unknown_name_gets_the_nearest_one() {
        assert!(matches!(Unit::from_name("rapp"), Err(Error::UnknownUnit { nearest: "rap", .. })));
        assert!(matches!(Unit::from_name("selftst"), Err(Error::UnknownUnit { nearest: "selftest", .. })));
        assert!(matches!(emit(Unit::Rap, "nanno"), Err(Error::UnknownPreset { nearest: "nano", .. })));
        assert!(matches!(emit(Unit::Coalescer, "x68"), Err(Error::UnknownPreset { nearest: "x86", .. })));
        assert_eq!(levenshtein("kitten", "sitting"), 3);
    }
}

//! Productions of the engine for hybrid profiling support: compiler, image files, listings
//! (docs/reference/hps-language.md).
//!
//! ```
//! use treetap::lang::{hps::{Target, compile, Image}, source::Source};
//! use treetap::spec::hps::{Mode, preset};
//!
//! let text = "handler Region = 1;
//! P2: T.OPCLASS == branch && zero_0 => null, R1;  R1: call(Region, T.INSN); T.INSN;";
//! let target = Target::new(preset("up5k").unwrap().config(Mode::Retire));
//! let compiled = compile(&Source::new("region.hps", text), &target, &[]).unwrap();
//! assert_eq!(compiled.image.patterns, [[0, 0, 0x8000_0003, 0]]);
//! assert_eq!(compiled.image.conditions, [0x0008_aaaa]);
//! assert_eq!(Image::load(&compiled.image.bytes(), &target.config), Ok(compiled.image));
//! ```
mod ast;
mod classes;
mod compile;
mod condition;
mod diagnostic;
mod image;
mod lex;
mod listing;
mod parse;
mod parse_items;
mod parse_test;
mod pattern;
pub mod programs;
mod replace;
mod rows;

use crate::lang::source::Source;
use crate::spec::hps::{Config, Mode};
use compile::Compiler;
pub use diagnostic::{Code, Diagnostic, Diagnostics};
pub use image::{Image, Refusal, Why};
pub use listing::listing;

/// What a program is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The engine.
    pub config: Config,
    /// Triggers are instructions of custom-0, not hints.
    pub custom_triggers: bool,
    /// The core has no registers d0 to d7 and no handlers.
    pub native: bool,
    /// A map of checks is loaded: `check` asks for its codes, and what is muted is not replaced.
    pub filter: bool,
    /// Back edges count only when they are taken.
    pub taken_only: bool,
    /// Replacements for one instruction are joined.
    pub merge: bool,
}

impl Target {
    /// An engine without any option.
    pub const fn new(config: Config) -> Self {
        let taken_only = matches!(config.mode, Mode::Retire);
        Self { config, custom_triggers: false, native: false, filter: false, taken_only, merge: false }
    }
}

/// A row of the pattern table and what it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Label of the production, or of the two that were merged.
    pub label: String,
    /// File and line of the first.
    pub place: String,
}

/// A program that can be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The tables.
    pub image: Image,
    /// Where each row of the pattern table came from.
    pub origins: Vec<Origin>,
    /// What else should be known.
    pub warnings: Vec<Diagnostic>,
    /// The word for register CTRL, with EN.
    pub control: u32,
}

/// Compiles a program. `parameters` replace what the program declares for them.
///
/// # Errors
/// Everything that was found, errors and warnings, in the order of the text: at least one is an error.
pub fn compile(source: &Source, target: &Target, parameters: &[(String, i128)]) -> Result<Compiled, Diagnostics> {
    let mut found = Diagnostics::default();
    let compiled = parse::parse(source.text(), target, parameters, &mut found)
        .map(|program| Compiler { source, target, program: &program, found: &mut found }.image());
    found.0.sort_by_key(|one| one.span);
    match compiled {
        Some(mut compiled) if !found.failed() => {
            compiled.warnings = found.0;
            Ok(compiled)
        }
        _ => Err(found),
    }
}

//! Programs of the engine for hybrid profiling support, compiled and loaded, and instructions for them.
use treetap::lang::hps::{Code, Compiled, Image, Target, compile, programs};
use treetap::lang::source::Source;
use treetap::model::classify::classify;
use treetap::model::hps::Engine;
use treetap::spec::checkmap::Code as Check;
use treetap::spec::hps::record::{Insn, MACHINE};
use treetap::spec::hps::{Config, Mode, preset, regs};

pub const NOP: u32 = 0x13;
/// `add x5, x6, x7`
pub const ADD: u32 = 0x0073_02b3;
/// `lw x1, -4(x2)`
pub const LW: u32 = 0xffc1_2083;
/// `jal x1, -16`
pub const CALL: u32 = 0xff1f_f0ef;
/// `jal x0, 16`
pub const JUMP: u32 = 0x0100_006f;
/// `jalr x0, 0(x1)`
pub const RET: u32 = 0x0000_8067;
/// `jalr x1, 0(x2)`
pub const CALL_REGISTER: u32 = 0x0001_00e7;
/// `beq x0, x0, -8`
pub const BACK: u32 = 0xfe00_0ce3;
/// `beq x0, x0, 8`
pub const FORWARD: u32 = 0x0000_0463;

pub fn config(mode: Mode) -> Config {
    preset("ecp5").unwrap().config(mode)
}

pub fn retire() -> Target {
    Target::new(config(Mode::Retire))
}

pub fn decode() -> Target {
    Target::new(config(Mode::Decode))
}

/// A text compiled, which has to go well.
pub fn compiled(text: &str, target: &Target) -> Compiled {
    let source = Source::new("test.hps", text);
    compile(&source, target, &[]).unwrap_or_else(|found| {
        let shown: Vec<String> = found.0.iter().map(|found| found.show(&source)).collect();
        panic!("{}", shown.join("\n"))
    })
}

/// What is said about a text, whether it goes well or not.
pub fn said(text: &str, target: &Target) -> Vec<Code> {
    match compile(&Source::new("test.hps", text), target, &[]) {
        Ok(compiled) => treetap::lang::diagnostic::Diagnostics(compiled.warnings).codes(),
        Err(found) => found.codes(),
    }
}

/// Shipped programs, one after the other.
pub fn shipped(names: &[&str], parameters: &[(&str, i128)], target: &Target) -> Compiled {
    let parameters: Vec<(String, i128)> = parameters.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let mut source = Source::default();
    for name in names {
        source.push(name, programs::find(name, &parameters).unwrap().text);
    }
    compile(&source, target, &parameters).unwrap_or_else(|found| panic!("{names:?}: {found:?}"))
}

/// An engine with this program loaded and begun.
pub fn loaded(image: &Image, control: u32) -> Engine {
    let mut engine = Engine::new(image.config);
    for (address, word) in image.writes(&image.config) {
        engine.write(address, word);
    }
    engine.write(regs::CTRL.offset, control);
    assert_eq!(engine.read(regs::STATUS.offset), 0, "a load raises nothing");
    engine
}

/// An instruction at an address, followed by the next one in memory.
pub fn at(pc: u32, insn: u32) -> Insn {
    let class = classify(insn);
    let (short, trap, address, filter) = (false, false, 0, Check::None);
    Insn { pc, insn, class, short, privilege: MACHINE, trap, next: Some(pc.wrapping_add(4)), address, filter }
}

/// The instruction as fetch sees it: nothing is known of what follows.
pub fn fetched(pc: u32, insn: u32) -> Insn {
    Insn { next: None, ..at(pc, insn) }
}

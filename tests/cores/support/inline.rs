//! Programs with an engine in line: on its model and on the emitted one, beside the same program alone.
use treetap::cosim::build::Effort;
use treetap::cosim::iss::Hardware;
use treetap::host::inline::{self as host, Reference};
use treetap::lang::hps::{Compiled, Target, compile, programs};
use treetap::lang::rv32;
use treetap::lang::source::Source;
use treetap::model::hps::Engine;
use treetap::model::iss::Hart;
use treetap::model::iss::inline::{Editor, Inline};
use treetap::spec::core::{EXIT, RESET_PC};
use treetap::spec::hps::{Mode, preset};

/// The engine that is built: the smallest one.
pub const BUILT: &str = "up5k_decode";

pub fn target() -> Target {
    Target::new(preset("up5k").unwrap().config(Mode::Decode))
}

/// A text compiled, which has to go well.
pub fn compiled(text: &str, target: &Target) -> Compiled {
    let source = Source::new("test.hps", text);
    compile(&source, target, &[]).unwrap_or_else(|found| {
        let shown: Vec<String> = found.0.iter().map(|found| found.show(&source)).collect();
        panic!("{}", shown.join("\n"))
    })
}

/// Programs that come with treetap, one after the other, with values for what they declare.
pub fn shipped(names: &[&str], parameters: &[(&str, i128)]) -> Compiled {
    let parameters: Vec<(String, i128)> = parameters.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let mut source = Source::default();
    for name in names {
        source.push(name, programs::find(name, &parameters).unwrap().text);
    }
    compile(&source, &target(), &parameters).unwrap_or_else(|found| panic!("{names:?}: {found:?}"))
}

/// The register writes that load and begin a program.
fn writes(program: &Compiled) -> Vec<(u16, u32)> {
    host::writes(&program.image, &program.image.config, program.control)
}

pub fn model(program: &Compiled) -> Engine {
    let mut engine = Engine::new(program.image.config);
    writes(program).into_iter().for_each(|(offset, word)| engine.write(offset, word));
    engine
}

pub fn hardware(program: &Compiled) -> Hardware {
    let mut hardware = Hardware::open(BUILT, Effort::Test).unwrap();
    set_up(&mut hardware, program);
    hardware
}

pub fn set_up(hardware: &mut Hardware, program: &Compiled) {
    assert_eq!(*hardware.config(), program.image.config);
    writes(program).into_iter().for_each(|(offset, word)| hardware.write(offset, word).unwrap());
}

/// A core with handlers and this engine, and the same program alone.
pub fn pair<E: Editor>(hart: &Hart, program: &Compiled, engine: E) -> (Inline<E>, Reference) {
    let alone = Reference::new(hart.clone(), model(program), host::called(&program.image));
    let mut hart = hart.clone();
    host::load(&mut hart.memory);
    (Inline::new(hart, engine), alone)
}

/// Runs both, for so many instructions of the program or to its end: each has to do the same, and at the end everything
/// has to be the same. Gives how many there were, or the first difference.
pub fn together<E: Editor>(core: &mut Inline<E>, alone: &mut Reference, limit: u64) -> Result<u64, String> {
    let mut done = 0;
    while done < limit && core.hart.memory.exit().is_none() {
        let Some(retired) = core.step().map_err(|stop| stop.to_string())? else { continue };
        let expected = alone.step().map_err(|wrong| wrong.to_string())?;
        if retired != expected {
            return Err(format!("instruction {done}: {retired:x?}, without the engine {expected:x?}"));
        }
        done += 1;
    }
    // A handler that has begun ends.
    host::difference(&core.hart, &alone.hart).map_or(Ok(done), Err)
}

/// One instruction in assembly: `addi x5, x6, -1`, `lw x5, 8(x6)`.
pub fn insn(text: &str) -> u32 {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let opcode = rv32::opcode(name).unwrap_or_else(|| panic!("{text}"));
    let letters = opcode.operands.chars().filter(char::is_ascii_alphabetic);
    let words = operands.split([',', '(', ')', ' ']).filter(|word| !word.is_empty());
    letters.zip(words).fold(opcode.value, |insn, (letter, word)| {
        let number = |word: &str| match word.strip_prefix("0x") {
            Some(digits) => i64::from_str_radix(digits, 16).unwrap(),
            None => word.parse().unwrap_or_else(|_| panic!("{text}: {word}")),
        };
        let register = || number(word.strip_prefix('x').unwrap_or_else(|| panic!("{text}: {word}"))) as u32;
        insn | match letter {
            'd' => register() << 7,
            's' => register() << 15,
            't' => register() << 20,
            _ => rv32::place(letter, number(word)).unwrap(),
        }
    })
}

/// A core with these instructions at its reset address; after them the program ends with code 0, by way of x31.
pub fn assembled(lines: &[&str]) -> Hart {
    let ends = [format!("lui x31, {}", EXIT >> 12), "sw x0, 4(x31)".into(), "jal x0, 0".into()];
    let code = lines.iter().map(|line| insn(line)).chain(ends.iter().map(|line| insn(line)));
    let bytes: Vec<u8> = code.flat_map(u32::to_le_bytes).collect();
    with(RESET_PC, &bytes)
}

/// A core with these bytes in its memory.
pub fn with(address: u32, bytes: &[u8]) -> Hart {
    let mut hart = Hart::default();
    assert!(hart.memory.load(address, bytes));
    hart
}

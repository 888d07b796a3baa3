//! From the items of a replacement to words of the table.
use super::Target;
use super::ast::{Item, Operand, Program, Replacement, Whole};
use super::diagnostic::{Code, Diagnostics};
use crate::lang::rv32::{self, Opcode};
use crate::lang::source::Span;
use crate::spec::hps::words::{Immediate, Kind, Register, Replacement as Word};
use crate::spec::hps::{MAX_SEQUENCE, Mode};

/// Instructions that a call with T.INSN as its argument takes in line: two that load the argument, and the call.
const CALL_WITH_ARGUMENT: u8 = 3;
/// `lui d1, 0` and `addi d1, d1, 0`: d1 holds the argument.
const ARGUMENT_HIGH: u32 = 0x0000_00b7;
const ARGUMENT_LOW: u32 = 0x0000_8093;
/// Bits of [`Word::private`].
const RD: u8 = 1;
const RS1: u8 = 2;
const RS2: u8 = 4;

/// The words of a replacement; told where it has none.
pub(super) fn words(
    replacement: &Replacement,
    program: &Program,
    target: &Target,
    found: &mut Diagnostics,
) -> Option<Vec<Word>> {
    let errors = |found: &Diagnostics| found.0.iter().filter(|found| !found.code.warns()).count();
    let before = errors(found);
    let mut words: Vec<Word> = vec![];
    let mut length = 0;
    for (item, span) in &replacement.items {
        match item {
            Item::Original => {
                words.push(Word { kind: Kind::Original, ..Word::default() });
                length += 1;
            }
            Item::Call { handler, argument } => {
                if target.native {
                    found.push(Code::PrivNative, *span, "a native program cannot call a handler");
                }
                let Some(number) = handler_of(handler, program, found) else { continue };
                if *argument && target.config.mode == Mode::Decode {
                    let high = Immediate::InsnHigh;
                    words.push(Word { template: ARGUMENT_HIGH, private: RD, immediate: high, ..Word::default() });
                    let (private, low) = (RD | RS1, Immediate::InsnLow);
                    words.push(Word { template: ARGUMENT_LOW, private, immediate: low, ..Word::default() });
                }
                words.push(Word { kind: Kind::Call, handler: number, ..Word::default() });
                length += if *argument { CALL_WITH_ARGUMENT.into() } else { 1 };
            }
            Item::Insn { name, operands } => {
                words.extend(instruction(name, operands, *span, target, found));
                length += 1;
            }
        }
    }
    let originals = words.iter().filter(|word| word.kind == Kind::Original).count();
    if target.config.mode == Mode::Retire && !is_report(&words) {
        let why = "in mode retire a replacement is `call(h, T.INSN);` or `call(h);`, alone or with `T.INSN;` after it";
        found.push(Code::Retire, replacement.span, why);
    } else if originals == 0 {
        found.push(Code::DropsInsn, replacement.span, "without T.INSN the instruction itself is not executed");
    }
    if words.len() > MAX_SEQUENCE {
        let why = format!("{} words: a replacement has {MAX_SEQUENCE} at most", words.len());
        found.push(Code::Seq, replacement.span, why);
    }
    if errors(found) > before {
        return None;
    }
    words.first_mut()?.length = length as u8;
    words.last_mut()?.last = true;
    Some(words)
}

/// Whether mode retire can have this sequence: a call, alone or before the instruction itself.
pub(super) fn is_report(words: &[Word]) -> bool {
    match words {
        [call] => call.kind == Kind::Call,
        [call, original] => call.kind == Kind::Call && original.kind == Kind::Original,
        _ => false,
    }
}

fn handler_of((name, span): &(String, Span), program: &Program, found: &mut Diagnostics) -> Option<u8> {
    let Some(handler) = program.handlers.iter().find(|handler| handler.name == *name) else {
        found.push(Code::Undef, *span, format!("no handler is called `{name}`: declare it, `handler {name} = 1;`"));
        return None;
    };
    // A value out of range is told at the declaration.
    u8::try_from(handler.value).ok()
}

/// One instruction with its operands.
fn instruction(
    (name, place): &(String, Span),
    operands: &[(Operand, Span)],
    span: Span,
    target: &Target,
    found: &mut Diagnostics,
) -> Option<Word> {
    if name == "nop" && operands.is_empty() {
        return Some(Word { kind: Kind::Nop, ..Word::default() });
    }
    let Some(opcode) = rv32::opcode(name) else {
        found.push(
            Code::Undef,
            *place,
            format!("`{name}` is no item: expected T.INSN, call(..), nop or an instruction of RV32IMAF"),
        );
        return None;
    };
    let letters: Vec<char> = opcode.operands.chars().filter(char::is_ascii_alphabetic).collect();
    if letters.len() != operands.len() {
        let shown = usage(opcode);
        found.push(Code::Syntax, span, format!("{} operands, expected {}: `{shown}`", operands.len(), letters.len()));
        return None;
    }
    let mut word = Word { template: opcode.value, ..Word::default() };
    // The rounding mode is the dynamic one where there is one.
    if opcode.value & 0x7f >= 0x43 && opcode.value & 0x7f <= 0x53 && opcode.mask & 0x7000 == 0 {
        word.template |= 7 << 12;
    }
    for (letter, (operand, span)) in letters.iter().zip(operands) {
        if target.native && matches!(operand, Operand::Private(_)) {
            found.push(Code::PrivNative, *span, "a native program has no registers d0 to d7");
            return None;
        }
        if let Err(expected) = fill(&mut word, *letter, *operand) {
            let code = if matches!(operand, Operand::Number(_)) { Code::Range } else { Code::Dir };
            found.push(code, *span, format!("`{}`: expected {expected}", usage(opcode)));
            return None;
        }
    }
    Some(word)
}

/// How an instruction is written.
fn usage(opcode: &Opcode) -> String {
    let spelled = opcode.operands.chars().map(|letter| match letter {
        'd' | 'D' => "rd".to_string(),
        's' | 'S' => "rs1".into(),
        't' | 'T' => "rs2".into(),
        'R' => "rs3".into(),
        'E' => "csr".into(),
        'h' => "shamt".into(),
        'j' | 'o' | 'q' | 'p' | 'u' | 'a' | 'Z' => "imm".into(),
        other => other.to_string(),
    });
    format!("{} {}", opcode.name, spelled.collect::<String>())
}

/// Puts an operand into its place.
fn fill(word: &mut Word, letter: char, operand: Operand) -> Result<(), &'static str> {
    const INTEGER: &str = "an integer register, d0 to d7, T.RD, T.RS1 or T.RS2";
    const FLOAT: &str = "a register of floating point, T.RD, T.RS1 or T.RS2";
    let place = match letter {
        'd' | 'D' => (7, RD),
        's' | 'S' => (15, RS1),
        't' | 'T' => (20, RS2),
        'R' => (27, 0),
        _ => return immediate(word, letter, operand),
    };
    let (lsb, private) = place;
    let float = letter.is_ascii_uppercase();
    match operand {
        Operand::Integer(number) if !float => word.template |= u32::from(number) << lsb,
        Operand::Float(number) if float => word.template |= u32::from(number) << lsb,
        Operand::Private(number) if !float => {
            word.template |= u32::from(number) << lsb;
            word.private |= private;
        }
        Operand::Field(field) if letter != 'R' => {
            let source = Register::ALL[usize::from(field)];
            match private {
                RD => word.rd = source,
                RS1 => word.rs1 = source,
                _ => word.rs2 = source,
            }
        }
        _ if float => return Err(FLOAT),
        _ => return Err(INTEGER),
    }
    Ok(())
}

fn immediate(word: &mut Word, letter: char, operand: Operand) -> Result<(), &'static str> {
    word.immediate = match (letter, operand) {
        (_, Operand::Number(value)) => {
            word.template |= rv32::place(letter, i64::try_from(value).unwrap_or(i64::MAX))?;
            return Ok(());
        }
        ('j' | 'o' | 'q', Operand::Same) => Immediate::Same,
        ('j' | 'o' | 'q', Operand::Part { high: false, of }) => match of {
            Whole::Pc => Immediate::PcLow,
            Whole::Insn => Immediate::InsnLow,
            Whole::Target => Immediate::TargetLow,
        },
        ('u', Operand::Part { high: true, of }) => match of {
            Whole::Pc => Immediate::PcHigh,
            Whole::Insn => Immediate::InsnHigh,
            Whole::Target => Immediate::TargetHigh,
        },
        ('j' | 'o' | 'q', _) => return Err("a number, T.IMM or %lo(..)"),
        ('u', _) => return Err("a number or %hi(..)"),
        _ => return Err("a number"),
    };
    Ok(())
}

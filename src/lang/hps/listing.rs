//! An image as people read it: each row with where it came from, its tests, its condition, and what comes out.
use super::{Image, Origin};
use crate::lang::rv32;
use crate::spec::checkmap::Code as Check;
use crate::spec::hps::class::NAMES;
use crate::spec::hps::words::{
    Condition, Direction, Immediate, Kind, Operation, Pattern, RANDOM, Register, Replacement, Sign,
};
use crate::spec::hps::{MAX_SEQUENCE, OFF_TRIGGER, OFF_TRIGGER_CUSTOM, ON_TRIGGER, ON_TRIGGER_CUSTOM};

/// The listing: the size of the engine, the rows with their words, the counters. `origins` are those of the rows, as
/// far as they are known.
pub fn listing(image: &Image, origins: &[Origin]) -> String {
    let config = &image.config;
    let mut out = String::new();
    let mut line = |text: String| {
        out += text.trim_end();
        out.push('\n');
    };
    line(format!(
        "mode {}, {} of {} patterns, {} of {} conditions, {} of {} words of replacements, {} counters of {} bits",
        config.mode.name(),
        image.patterns.len(),
        config.patterns,
        image.conditions.len(),
        config.conditions,
        image.words.len(),
        config.words,
        config.counters,
        config.width
    ));
    for (number, words) in image.patterns.iter().enumerate() {
        let pattern = Pattern::from_words(*words);
        let origin =
            origins.get(number).map_or(String::new(), |origin| format!("  {} ({})", origin.label, origin.place));
        let hex: Vec<String> = words.iter().map(|word| format!("{word:08x}")).collect();
        line(format!("\nPT[{number}]{origin}"));
        line(format!("  {}", hex.join(" ")));
        if !pattern.valid {
            line("  not in use".into());
            continue;
        }
        line(format!("  when  {}", tests(&pattern)));
        match image.conditions.get(usize::from(pattern.condition)) {
            None => line(format!("  CT[{}] does not exist", pattern.condition)),
            Some(word) => {
                let condition = Condition::from_word(*word);
                line(format!("  and   {}    CT[{}] {word:08x}", flags(&condition), pattern.condition));
                line(format!("  then  {}", operation(&condition)));
            }
        }
        if pattern.null {
            continue;
        }
        let first = usize::from(pattern.replacement);
        for (step, words) in image.words.iter().skip(first).take(MAX_SEQUENCE).enumerate() {
            let word = Replacement::from_words(*words);
            let place = first + step;
            line(format!("  RT[{place}] {:08x}{:08x}  {}", words[1], words[0], item(&word)));
            if word.last {
                break;
            }
        }
    }
    line(String::new());
    for (number, value) in image.counters.iter().enumerate() {
        line(format!("ctr {number} = {value}"));
    }
    for (number, value) in image.sources.iter().enumerate().filter(|(_, value)| **value != 0) {
        line(format!("HPS_R{number} = {value}"));
    }
    for (number, [low, high]) in image.ranges.iter().enumerate().filter(|(_, range)| **range != [0; 2]) {
        line(format!("range {number} = [{low:#010x}, {high:#010x})"));
    }
    if image.mask != 0 {
        line(format!("rnd seed = {:#x} mask = {:#x}", image.seed, image.mask));
    }
    out
}

/// The tests of a pattern, in the language.
fn tests(pattern: &Pattern) -> String {
    let mut parts = vec![];
    let trigger = match pattern.value {
        ON_TRIGGER | ON_TRIGGER_CUSTOM => Some("on_trig_inst"),
        OFF_TRIGGER | OFF_TRIGGER_CUSTOM => Some("off_trig_inst"),
        _ => None,
    };
    let named = rv32::OPCODES.iter().find(|opcode| (opcode.mask, opcode.value) == (pattern.mask, pattern.value));
    match (trigger, named) {
        (Some(name), _) if pattern.mask == u32::MAX => parts.push(format!("T.OP == {name}")),
        (_, Some(opcode)) => parts.push(format!("T.OP == {}", opcode.name)),
        _ if pattern.mask != 0 => parts.push(format!("T.INSN & {:#010x} == {:#010x}", pattern.mask, pattern.value)),
        _ => {}
    }
    if pattern.classes != 0 {
        let whole = NAMES.iter().find(|(_, mask)| *mask == pattern.classes);
        let single =
            || NAMES[..16].iter().filter(|(_, mask)| mask & pattern.classes != 0).map(|(name, _)| *name).collect();
        let names: Vec<&str> = whole.map_or_else(single, |(name, _)| vec![*name]);
        let asked: Vec<String> = names.iter().map(|name| format!("T.OPCLASS == {name}")).collect();
        parts.push(if asked.len() == 1 { asked.concat() } else { format!("({})", asked.join(" || ")) });
    }
    let ranges: Vec<String> = (0..4).filter(|bit| pattern.ranges >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
    if !ranges.is_empty() {
        parts.push(format!("T.PC in range {}", ranges.join(" or ")));
    }
    match pattern.direction {
        Direction::Any => {}
        Direction::Backward => parts.push("T.Target <= T.PC".into()),
        Direction::Forward => parts.push("T.Target > T.PC".into()),
        Direction::Illegal => parts.push("direction 3".into()),
    }
    match pattern.sign {
        Sign::Any => {}
        Sign::Negative => parts.push("T.IMM < 0".into()),
        Sign::NonNegative => parts.push("T.IMM >= 0".into()),
        Sign::Illegal => parts.push("sign 3".into()),
    }
    if pattern.filters != 0 {
        let codes = Check::ALL.into_iter().filter(|code| pattern.filters >> (*code as u8) & 1 == 1);
        parts.push(format!("T.FLT in {{{}}}", codes.map(Check::name).collect::<Vec<_>>().join(", ")));
    }
    match pattern.privilege {
        0 => {}
        1 => parts.push("T.PRIV >= S".into()),
        3 => parts.push("T.PRIV >= M".into()),
        other => parts.push(format!("T.PRIV >= {other}")),
    }
    if pattern.taken {
        parts.push("T.TAKEN".into());
    }
    if parts.is_empty() { "any".into() } else { parts.join(" && ") }
}

/// When a condition holds: a conjunction of flags where it is one, otherwise its rows.
fn flags(condition: &Condition) -> String {
    let names = [("zero", condition.a), ("overflow", condition.a), ("zero", condition.b), ("overflow", condition.b)];
    if condition.table == u16::MAX {
        return "always".into();
    }
    // A conjunction fixes some bits of the row: those in which all its rows agree.
    let rows: Vec<u16> = (0..16).filter(|row| condition.table >> row & 1 == 1).collect();
    let (ones, zeros) = rows.iter().fold((15, 15), |(ones, zeros), row| (ones & row, zeros & !row));
    let fixed = ones | zeros;
    if rows.is_empty() || rows.len() != 1 << (4 - fixed.count_ones()) {
        return format!("rows {rows:?} of counters {} and {}", condition.a, condition.b);
    }
    let parts = (0..4).filter(|bit| fixed >> bit & 1 == 1).map(|bit| {
        let (name, counter) = names[bit];
        format!("{}{name}_{counter}", if ones >> bit & 1 == 1 { "" } else { "!" })
    });
    parts.collect::<Vec<_>>().join(" && ")
}

fn operation(condition: &Condition) -> String {
    let counter = condition.counter;
    match condition.operation {
        Operation::None => "null".into(),
        Operation::Increment => format!("inc_{counter}"),
        Operation::Decrement => format!("dec_{counter}"),
        Operation::Set if condition.source == RANDOM => format!("set_{counter}(RND)"),
        Operation::Set => format!("set_{counter}(HPS_R{})", condition.source),
    }
}

/// A word of a replacement in the language.
fn item(word: &Replacement) -> String {
    match word.kind {
        Kind::Original => "T.INSN".into(),
        Kind::Call => format!("call({})", word.handler),
        Kind::Nop => "nop".into(),
        Kind::Instruction => {
            let immediate = match word.immediate {
                Immediate::Literal => None,
                Immediate::Same => Some("T.IMM"),
                Immediate::PcHigh => Some("%hi(T.PC)"),
                Immediate::PcLow => Some("%lo(T.PC)"),
                Immediate::InsnHigh => Some("%hi(T.INSN)"),
                Immediate::InsnLow => Some("%lo(T.INSN)"),
                Immediate::TargetHigh => Some("%hi(T.TARGET)"),
                Immediate::TargetLow => Some("%lo(T.TARGET)"),
            };
            let register = |field: u32, number: u32| match [word.rd, word.rs1, word.rs2][field as usize] {
                Register::Rd => Some("T.RD".to_string()),
                Register::Rs1 => Some("T.RS1".into()),
                Register::Rs2 => Some("T.RS2".into()),
                Register::Literal => (word.private >> field & 1 == 1).then(|| format!("d{}", number & 7)),
            };
            rv32::disassemble(word.template, register, immediate)
        }
    }
}

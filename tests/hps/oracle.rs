//! Random productions, compiled and run on the model, against their own text: a second reading of the language
//! (docs/reference/hps-language.md) and of the order in which things happen (docs/reference/hps.md, H6), with an
//! independent decoder of instructions.
use crate::support::hps::{at, config, loaded};
use rvdasm::disassembler::{Disassembler, Xlen as Width};
use treetap::lang::hps::{Compiled, Image, Target, compile};
use treetap::lang::rv32::OPCODES;
use treetap::lang::source::Source;
use treetap::spec::checkmap::Code as Check;
use treetap::spec::hps::record::Insn;
use treetap::spec::hps::{Config, Mode};
use treetap::trace::shapes::Random;

/// A test of the instruction, as text and as what it means.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(Leaf),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

#[derive(Clone, Debug)]
enum Leaf {
    Any,
    Class(&'static str),
    Op(&'static str),
    Rd(u32),
    Negative,
    Backward,
    Range,
    Codes(u8),
    Supervisor,
    Taken,
    Zero(usize),
    Overflow(usize),
}

const RANGE: std::ops::Range<u32> = 0x1000..0x8000_0000;
const CLASSES: [&str; 22] = [
    "cbranch",
    "jump",
    "call",
    "ret",
    "ijump",
    "load",
    "store",
    "amo",
    "alu",
    "muldiv",
    "fp",
    "system",
    "fence",
    "trig",
    "entry",
    "backedge",
    "branch",
    "cti",
    "mem",
    "check_ins",
    "check_entry",
    "check",
];

/// An instruction as the independent decoder reads it.
struct Seen {
    name: String,
    rd: String,
    rs1: String,
    target: Option<u32>,
}

fn seen(decoder: &Disassembler, insn: &Insn) -> Option<Seen> {
    let text = decoder.disassmeble_one(insn.insn)?.asm_no_aliases(insn.pc.into());
    let (name, operands) = text.split_once([' ', '\t']).unwrap_or((&text, ""));
    let mut operands: Vec<&str> = operands.split([',', '(', ')']).map(str::trim).collect();
    operands.retain(|operand| !operand.is_empty());
    let jump = name == "jal" || name.starts_with('b');
    let hex = |text: &&str| u64::from_str_radix(text.trim_start_matches("0x"), 16).ok().map(|target| target as u32);
    let register = |at: usize| operands.get(at).map_or(String::new(), |name| name.to_string());
    let target = if jump { operands.last().and_then(hex) } else { None };
    let target = if name == "jalr" { insn.next } else { target };
    // jalr rd,imm(rs1)
    let rs1 = if name == "jalr" { register(operands.len() - 1) } else { String::new() };
    Some(Seen { name: name.into(), rd: register(0), rs1, target })
}

impl Seen {
    fn class(&self) -> &'static str {
        let link = |register: &str| register == "ra" || register == "t0";
        match &self.name[..] {
            "beq" | "bne" | "blt" | "bge" | "bltu" | "bgeu" => "cbranch",
            "jal" | "jalr" if link(&self.rd) => "call",
            "jal" => "jump",
            "jalr" if link(&self.rs1) => "ret",
            "jalr" => "ijump",
            "lb" | "lh" | "lw" | "lbu" | "lhu" | "flw" => "load",
            "sb" | "sh" | "sw" | "fsw" => "store",
            "slti" if self.rd == "zero" => "trig",
            "mul" | "mulh" | "mulhsu" | "mulhu" | "div" | "divu" | "rem" | "remu" => "muldiv",
            "ecall" | "ebreak" | "mret" | "sret" | "wfi" => "system",
            name if name.starts_with("csr") => "system",
            name if name.starts_with("fence") => "fence",
            name if name.starts_with('f') => "fp",
            name if name.starts_with("amo") || name.starts_with("lr.") || name.starts_with("sc.") => "amo",
            _ => "alu",
        }
    }

    fn has_immediate(&self) -> bool {
        match self.class() {
            "muldiv" | "fp" | "fence" | "amo" => false,
            "alu" => !["add", "sub", "sll", "slt", "sltu", "xor", "srl", "sra", "or", "and"].contains(&&self.name[..]),
            _ => true,
        }
    }
}

/// What a test is held against.
struct World<'a> {
    insn: &'a Insn,
    seen: &'a Seen,
    entry: bool,
    back: bool,
    code: Check,
    taken: bool,
    mode: Mode,
    counters: &'a [(u64, bool)],
}

impl World<'_> {
    fn is(&self, class: &str) -> bool {
        let own = self.seen.class();
        match class {
            "entry" => self.entry,
            "backedge" => self.back,
            "branch" => matches!(own, "cbranch" | "jump"),
            "cti" => matches!(own, "cbranch" | "jump" | "call" | "ret" | "ijump"),
            "mem" => matches!(own, "load" | "store" | "amo"),
            "check_ins" => own == "call" || self.back,
            "check_entry" => self.entry || self.back,
            "check" if self.mode == Mode::Retire => self.entry || self.back,
            "check" => own == "call" || self.back,
            single => own == single,
        }
    }

    /// Whether a leaf holds, or its opposite, as the language says it for each of them.
    fn leaf(&self, leaf: &Leaf, negated: bool) -> bool {
        let pc = self.insn.pc;
        match leaf {
            Leaf::Negative => self.seen.has_immediate() && (self.insn.insn >> 31 == 1) != negated,
            Leaf::Backward => self.seen.target.is_some_and(|target| (target <= pc) != negated),
            _ => {
                let holds = match leaf {
                    Leaf::Class(class) => self.is(class),
                    Leaf::Op(name) => {
                        // Atomics have their order in the name.
                        let order = [".aqrl", ".aq", ".rl", ""];
                        order.iter().any(|order| self.seen.name.strip_suffix(order) == Some(name))
                    }
                    Leaf::Rd(rd) => self.insn.insn >> 7 & 0x1f == *rd,
                    Leaf::Range => RANGE.contains(&pc),
                    Leaf::Codes(codes) => codes >> (self.code as u8) & 1 == 1,
                    Leaf::Supervisor => self.insn.privilege >= 1,
                    Leaf::Taken => self.taken,
                    Leaf::Zero(counter) => self.counters[*counter].0 == 0,
                    Leaf::Overflow(counter) => self.counters[*counter].1,
                    _ => true,
                };
                holds != negated
            }
        }
    }

    fn holds(&self, tree: &Tree, negated: bool) -> bool {
        match tree {
            Tree::Leaf(leaf) => self.leaf(leaf, negated),
            Tree::Not(inner) => self.holds(inner, !negated),
            Tree::And(a, b) if negated => self.holds(a, true) || self.holds(b, true),
            Tree::And(a, b) => self.holds(a, false) && self.holds(b, false),
            Tree::Or(a, b) if negated => self.holds(a, true) && self.holds(b, true),
            Tree::Or(a, b) => self.holds(a, false) || self.holds(b, false),
        }
    }
}

impl World<'_> {
    /// The first production that replaces, and what those up to it do to each counter: the first one has its way.
    fn judge(&self, productions: &[Production]) -> (Option<usize>, Vec<Option<(u32, usize)>>) {
        let mut actions = vec![None; COUNTERS];
        for (at, production) in productions.iter().enumerate() {
            if self.holds(&production.insn, false) && self.holds(&production.flags, false) {
                if let Some((action, counter, source)) = production.action {
                    actions[counter].get_or_insert((action, source));
                }
                if production.replaced {
                    return (Some(at), actions);
                }
            }
        }
        (None, actions)
    }
}

/// A counter and its overflow after an action; `largest` is the counter's largest value.
fn operated((value, overflow): (u64, bool), action: u32, source: u64, largest: u64, lfsr: &mut u32) -> (u64, bool) {
    match action {
        1 if value == largest => (0, true),
        1 => (value + 1, overflow),
        2 if value == 0 => (largest, true),
        2 => (value - 1, overflow),
        3 => (source, false),
        _ => {
            *lfsr = *lfsr >> 1 ^ if *lfsr & 1 == 1 { 0x8020_0003 } else { 0 };
            (u64::from(*lfsr & 7), false)
        }
    }
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Tree::Not(inner) => format!("!{}", inner.text()),
            Tree::And(a, b) => format!("({} && {})", a.text(), b.text()),
            Tree::Or(a, b) => format!("({} || {})", a.text(), b.text()),
            Tree::Leaf(leaf) => match leaf {
                Leaf::Any => "any".into(),
                Leaf::Class(class) => format!("T.OPCLASS == {class}"),
                Leaf::Op(name) => format!("T.OP == {name}"),
                Leaf::Rd(rd) => format!("T.RD == x{rd}"),
                Leaf::Negative => "T.IMM < 0".into(),
                Leaf::Backward => "T.Target <= T.PC".into(),
                Leaf::Range => "T.PC in A".into(),
                Leaf::Codes(codes) => {
                    let names = Check::ALL.into_iter().filter(|code| codes >> (*code as u8) & 1 == 1).map(Check::name);
                    format!("T.FLT in {{{}}}", names.collect::<Vec<_>>().join(", "))
                }
                Leaf::Supervisor => "T.PRIV >= S".into(),
                Leaf::Taken => "T.TAKEN".into(),
                Leaf::Zero(counter) => format!("zero_{counter}"),
                Leaf::Overflow(counter) => format!("overflow_{counter}"),
            },
        }
    }

    fn random(random: &mut Random, depth: u32, leaf: &impl Fn(&mut Random) -> Leaf) -> Self {
        let inner = |random: &mut Random| Box::new(Self::random(random, depth - 1, leaf));
        match random.next() % 8 {
            0 if depth > 0 => Self::Not(inner(random)),
            1 | 2 if depth > 0 => Self::And(inner(random), inner(random)),
            3 | 4 if depth > 0 => Self::Or(inner(random), inner(random)),
            _ => Self::Leaf(leaf(random)),
        }
    }
}

/// What happens to which counter: 0 nothing, 1 up, 2 down, 3 from a register, 4 random.
#[derive(Clone, Debug)]
struct Production {
    insn: Tree,
    flags: Tree,
    action: Option<(u32, usize, usize)>,
    replaced: bool,
}

fn leaf(random: &mut Random, mode: Mode, taken_only: bool) -> Leaf {
    let pick = random.next() as usize;
    match random.next() % 12 {
        0 => Leaf::Any,
        1..=4 => Leaf::Class(CLASSES[pick % CLASSES.len()]),
        5 => Leaf::Op(OPCODES[pick % OPCODES.len()].name),
        6 => Leaf::Rd([0, 1, 5, 7][pick % 4]),
        7 => Leaf::Negative,
        // With back edges that have to be taken `branch && backward` is one of them, which is more than the text says.
        8 if !taken_only => Leaf::Backward,
        9 => Leaf::Range,
        10 => Leaf::Codes(1 + pick as u8 % 15),
        11 if mode == Mode::Retire => Leaf::Taken,
        _ => Leaf::Supervisor,
    }
}

const COUNTERS: usize = 3;
const SOURCES: [u64; 2] = [0, 14];

fn program(random: &mut Random, mode: Mode, taken_only: bool) -> (Vec<Production>, String) {
    let mut text = format!(
        "range A = [{:#x}, {:#x}); rnd seed = 9 mask = 7; reg HPS_R0 = 0; reg HPS_R1 = 14;\n",
        RANGE.start, RANGE.end
    );
    let count = 1 + random.next() % 6;
    let productions: Vec<Production> = (0..count)
        .map(|_| {
            let pair = [random.next() as usize % COUNTERS, random.next() as usize % COUNTERS];
            let flag = |random: &mut Random| {
                let counter = pair[random.next() as usize % 2];
                if random.next().is_multiple_of(2) { Leaf::Zero(counter) } else { Leaf::Overflow(counter) }
            };
            let action = (random.next() % 5) as u32;
            let (counter, source) = (random.next() as usize % COUNTERS, random.next() as usize % 2);
            Production {
                insn: Tree::random(random, 3, &|random| leaf(random, mode, taken_only)),
                flags: Tree::random(random, 2, &flag),
                action: (action > 0).then_some((action, counter, source)),
                replaced: random.next().is_multiple_of(3),
            }
        })
        .collect();
    for (number, production) in productions.iter().enumerate() {
        let action = match production.action {
            None => "null".into(),
            Some((1, counter, _)) => format!("inc_{counter}"),
            Some((2, counter, _)) => format!("dec_{counter}"),
            Some((3, counter, source)) => format!("set_{counter}(HPS_R{source})"),
            Some((_, counter, _)) => format!("set_{counter}(RND)"),
        };
        let replacement = if production.replaced { format!("R{number}") } else { "null".into() };
        text += &format!(
            "P{number}: {} && {} => {action}, {replacement};\n",
            production.insn.text(),
            production.flags.text()
        );
        text += &match mode {
            Mode::Retire => format!("handler H{number} = {number}; R{number}: call(H{number}, T.INSN); T.INSN;\n"),
            Mode::Decode => format!("R{number}: addi x0, x0, {}; T.INSN;\n", number + 1),
        };
    }
    (productions, text)
}

/// An instruction with registers that matter.
fn word(random: &mut Random) -> u32 {
    let row = match random.next() % 3 {
        0 => OPCODES[random.next() as usize % 10],
        _ => OPCODES[random.next() as usize % OPCODES.len()],
    };
    let registers = [0, 1, 5, 7];
    let free = (random.next() as u32 & !0x000f_8f80)
        | registers[random.next() as usize % 4] << 7
        | registers[random.next() as usize % 4] << 15;
    row.value | free & !row.mask
}

/// How much was compared.
#[derive(Debug, Default)]
struct Sum {
    instructions: u64,
    replaced: u64,
    operations: u64,
    entries: u64,
    backs: u64,
    overflows: u64,
    bursts: u64,
}

/// An instruction at `pc`, what it is, and where it leads; none where the decoder knows none.
fn drawn(random: &mut Random, decoder: &Disassembler, pc: u32, mode: Mode) -> Option<(Insn, Seen, u32)> {
    let short = random.next().is_multiple_of(8);
    let after = pc.wrapping_add(if short { 2 } else { 4 });
    let mut insn = Insn { short, ..at(pc, word(random)) };
    insn.privilege = [0, 1, 3][random.next() as usize % 3];
    insn.filter = Check::ALL[random.next() as usize % 4];
    insn.trap = random.next().is_multiple_of(16);
    let jumps = random.next().is_multiple_of(2);
    let mut view = seen(decoder, &insn)?;
    let next = match view.class() {
        "cbranch" if jumps => view.target.unwrap_or(after),
        "jump" => view.target.unwrap_or(after),
        "call" if view.name == "jal" => view.target.unwrap_or(after),
        "call" | "ret" | "ijump" => random.next() as u32 & !1,
        _ => after,
    };
    insn.next = (mode == Mode::Retire).then_some(next);
    if view.name == "jalr" {
        view.target = insn.next;
    }
    Some((insn, view, next))
}

/// Runs a program on the model beside its text; gives the instruction at which they differ.
fn run(
    image: &Image,
    control: u32,
    productions: &[Production],
    mode: Mode,
    taken_only: bool,
    seed: u64,
    sum: &mut Sum,
) -> Result<(), String> {
    let decoder = Disassembler::new(Width::XLEN32);
    let mut random = Random(seed);
    let mut engine = loaded(image, control);
    let mut counters: Vec<(u64, bool)> = image.counters.iter().map(|value| (u64::from(*value), false)).collect();
    let largest = (1_u64 << image.config.width) - 1;
    let (mut pc, mut call, mut since, mut bursts, mut before, mut lfsr) =
        (0x1000_u32, None, 0_u32, 0_u32, false, 9_u32);
    for number in 0..1500 {
        let Some((insn, view, next)) = drawn(&mut random, &decoder, pc, mode) else { continue };
        let words = engine.step(&insn);
        let event = engine.pop();
        sum.instructions += 1;
        if insn.trap {
            if event.is_some() || words.len() != usize::from(mode == Mode::Decode) {
                return Err(format!("{number}: a trap"));
            }
            continue;
        }
        let taken = mode == Mode::Retire && next != pc.wrapping_add(if insn.short { 2 } else { 4 });
        let entry = call.is_some_and(|target: Option<u32>| target.is_none_or(|address| address == pc));
        call = if entry { None } else { call };
        if view.class() == "call" {
            call = Some(view.target);
        }
        let direct = matches!(view.class(), "cbranch" | "jump");
        let untaken = taken_only && mode == Mode::Retire && !taken;
        let back = direct && view.target.is_some_and(|target| target <= pc) && !untaken;
        let code = if insn.filter == Check::Back && direct && untaken { Check::None } else { insn.filter };
        let flag = if control >> 3 & 1 == 1 { counters[0].1 } else { counters[0].0 == 0 };
        bursts += u32::from(flag && !before);
        before = flag;
        since += 1;
        sum.entries += u64::from(entry);
        sum.backs += u64::from(back);
        let world = World { insn: &insn, seen: &view, entry, back, code, taken, mode, counters: &counters };
        let (winner, actions) = world.judge(productions);
        for (counter, action) in actions.into_iter().enumerate() {
            let Some((action, source)) = action else { continue };
            sum.operations += 1;
            let overflow = counters[counter].1;
            counters[counter] = operated(counters[counter], action, SOURCES[source], largest, &mut lfsr);
            sum.overflows += u64::from(counters[counter].1 && !overflow);
        }
        sum.replaced += u64::from(winner.is_some());
        let same = match mode {
            Mode::Retire => {
                event.map(|event| (event.handler, event.pc, event.target, event.taken, event.instructions, event.burst))
                    == winner.map(|at| (at as u8, pc, view.target, taken, since as u16, bursts as u16))
            }
            Mode::Decode => {
                let out: Vec<u32> = words.iter().map(|word| word.insn).collect();
                out == winner.map_or(vec![insn.insn], |at| vec![(at as u32 + 1) << 20 | 0x13, insn.insn])
            }
        };
        if !same {
            return Err(format!("{number}: {insn:x?} {}: {event:?} {words:?}, expected {winner:?}", view.name));
        }
        let own: Vec<(u64, bool)> =
            engine.counters().iter().map(|counter| (u64::from(counter.value), counter.overflow)).collect();
        if own != counters {
            return Err(format!("{number}: counters {own:?}, expected {counters:?}"));
        }
        since = if matches!(view.class(), "cbranch" | "jump" | "call" | "ret" | "ijump") { 0 } else { since };
        pc = if random.next().is_multiple_of(32) { random.next() as u32 & !1 } else { next };
    }
    sum.bursts += u64::from(bursts);
    Ok(())
}

/// Random programs that compile, with what they were compiled from.
fn programs(count: usize, mode: Mode, seed: u64) -> Vec<(Compiled, Vec<Production>, String, bool)> {
    let mut random = Random(seed);
    let mut found = vec![];
    let mut tried = 0;
    while found.len() < count {
        let taken_only = mode == Mode::Retire && random.next().is_multiple_of(2);
        let size = Config { counters: COUNTERS as u32, width: 4, ..config(mode) };
        let target = Target { taken_only, ..Target::new(size) };
        let (productions, text) = program(&mut random, mode, taken_only);
        tried += 1;
        if let Ok(compiled) = compile(&Source::new("random", &text), &target, &[]) {
            found.push((compiled, productions, text, taken_only));
        }
    }
    println!("{}: {count} of {tried} programs can be compiled", mode.name());
    found
}

#[test]
fn programs_do_what_their_text_says() {
    for (mode, seed) in [(Mode::Retire, 1), (Mode::Decode, 2)] {
        let mut sum = Sum::default();
        let mut rows = 0;
        for (number, (compiled, productions, text, taken_only)) in programs(300, mode, seed).into_iter().enumerate() {
            rows += compiled.image.patterns.len();
            let result =
                run(&compiled.image, compiled.control, &productions, mode, taken_only, number as u64, &mut sum);
            if let Err(why) = result {
                panic!("{text}\n{}\n{why}", treetap::lang::hps::listing(&compiled.image, &compiled.origins));
            }
        }
        println!("{}: {rows} rows, {sum:?}", mode.name());
        assert!(sum.instructions > 400_000 && sum.replaced > 10_000 && sum.operations > 20_000, "{sum:?}");
        assert!(sum.entries > 5_000 && sum.backs > 10_000 && sum.overflows > 50 && sum.bursts > 200, "{sum:?}");
    }
}

#[test]
fn a_bit_that_flips_in_a_table_is_seen() {
    let mut random = Random(8);
    let (mut planted, mut noticed) = (0, 0);
    for (number, (compiled, productions, _, taken_only)) in programs(60, Mode::Retire, 4).into_iter().enumerate() {
        let mut image = compiled.image;
        let at = random.next() as usize % image.conditions.len();
        // Rows without flags of counter B are those that come by most.
        image.conditions[at] ^= 1 << (random.next() % 2);
        let result =
            run(&image, compiled.control, &productions, Mode::Retire, taken_only, number as u64, &mut Sum::default());
        planted += 1;
        noticed += u32::from(result.is_err());
    }
    println!("{noticed} of {planted} flipped bits of truth tables were noticed");
    // Some rows are never reached, and some productions match nothing that comes by.
    assert!(noticed * 3 > planted, "{noticed} of {planted}");
}

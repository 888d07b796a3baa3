//! Words and images as text that assembles to them.
use super::image::Image;
use super::names::Names;
use crate::spec::classify::Opclass;
use crate::spec::coproc::Part;
use crate::spec::coproc::word::{
    A_BEYOND, ALWAYS, Alu, Branch, Condition, Field, INVERT, Index, Memory, PLACES, SourceA, SourceB, Word,
};
use std::fmt::Write;

/// Names for what a word says.
struct Namer<'a> {
    names: &'a Names,
    /// The word's own number, and how many words there are, if it stands in a program.
    at: Option<(usize, usize)>,
}

/// The name of register `number` of a kind.
fn register(names: &[String], letter: char, number: u8) -> String {
    names.get(usize::from(number)).cloned().unwrap_or_else(|| format!("{letter}{number}"))
}

/// The label of a word: its name, or one that no other word has.
fn label(names: &Names, at: usize) -> String {
    let known = names.labels.iter().find(|(word, _)| usize::from(*word) == at);
    if let Some((_, name)) = known {
        return name.clone();
    }
    let mut name = format!("L{at}");
    while names.labels.iter().map(|(_, other)| other).chain(&names.targets).any(|other| *other == name) {
        name.push('_');
    }
    name
}

impl Namer<'_> {
    fn index(&self, number: u8) -> String {
        register(&self.names.indices, 'X', number)
    }

    fn a(&self, word: Word, said: &mut Word) -> String {
        said.sa = word.sa;
        if word.sa < A_BEYOND {
            return Field::from_code(word.sa).map_or("?", Field::name).into();
        }
        if word.sa == SourceA::Ix as u8 {
            said.rx = word.rx;
            return self.index(word.rx);
        }
        SourceA::from_code(word.sa).map_or("?", SourceA::name).into()
    }

    fn b(&self, word: Word, said: &mut Word) -> String {
        said.sb = word.sb;
        match word.sb.checked_sub(SourceB::K0 as u8) {
            Some(number @ 0..4) => register(&self.names.constants, 'K', number),
            _ if word.sb == SourceB::Ix as u8 => {
                said.rx = word.rx;
                self.index(word.rx)
            }
            _ => SourceB::from_code(word.sb).map_or("?", SourceB::name).into(),
        }
    }

    fn alu(&self, word: Word, said: &mut Word) -> Option<String> {
        let op = Alu::from_code(word.aop).filter(|op| *op != Alu::Nop)?;
        (said.aop, said.vd) = (word.aop, word.vd);
        let (a, b) = (self.a(word, said), self.b(word, said));
        let alone = word.sb == SourceB::Zero as u8;
        let text = match op {
            Alu::Mov if word.vd == 0 && alone => format!("out {a}"),
            Alu::Mov if word.vd == 0 => format!("cmp {a}, {b}"),
            Alu::Or if word.sa == SourceA::Zero as u8 => format!("movb {b}"),
            _ if alone => format!("{} {a}", op.name()),
            _ => format!("{} {a}, {b}", op.name()),
        };
        Some(if word.vd == 0 { text } else { format!("V{} = {text}", word.vd - 1) })
    }

    fn memory(&self, word: Word, said: &mut Word) -> Option<String> {
        let op = word.memory().filter(|op| *op != Memory::Nop)?;
        (said.mop, said.mb) = (word.mop, word.mb);
        let base = register(&self.names.bases, 'B', word.mb);
        if op == Memory::Match {
            return Some(format!("match {base}, {}", self.a(word, said)));
        }
        said.rx = word.rx;
        let text = format!("{} {base}[{}]", op.name(), self.index(word.rx));
        Some(if op == Memory::Write { format!("{text}, {}", self.a(word, said)) } else { text })
    }

    fn step(&self, word: Word, said: &mut Word) -> Option<String> {
        let op = Index::from_code(word.iop).filter(|op| *op != Index::Nop)?;
        (said.iop, said.wx) = (word.iop, word.wx);
        let name = self.index(word.wx);
        if matches!(op, Index::Alu | Index::Match) {
            return Some(format!("{name} = {}", op.name()));
        }
        said.rx = word.rx;
        Some(format!("{name} = {} {}", op.name(), self.index(word.rx)))
    }

    fn branch(&self, word: Word, said: &mut Word) -> Option<String> {
        if word.bc == 0 {
            return None;
        }
        (said.bc, said.bt, said.tag) = (word.bc, word.bt, word.tag);
        let place = match word.branch()? {
            Branch::Done => "done".into(),
            Branch::Interrupt => "int".into(),
            Branch::Far(number) => register(&self.names.targets, 'T', number),
            Branch::Near(offset) => {
                let inside = self
                    .at
                    .and_then(|(at, words)| at.checked_add_signed(offset.into()).filter(|target| *target < words));
                inside.map_or_else(|| format!(".{offset:+}"), |target| label(self.names, target))
            }
        };
        let tag = if word.tag == 0 { String::new() } else { format!(",{}", word.tag) };
        if word.bc == ALWAYS {
            return Some(format!("goto {place}{tag}"));
        }
        let not = if word.bc & INVERT != 0 { "!" } else { "" };
        let flag = Condition::from_code(word.bc & !INVERT).map_or("?", Condition::name);
        Some(format!("if {not}{flag} -> {place}{tag}"))
    }

    fn word(&self, word: Word) -> String {
        let mut said = Word::default();
        let slots = [
            self.alu(word, &mut said),
            self.memory(word, &mut said),
            self.step(word, &mut said),
            self.branch(word, &mut said),
        ];
        let mut slots: Vec<String> = slots.into_iter().flatten().collect();
        // What no slot says: fields without effect, and the hint.
        let rest = PLACES.iter().filter(|place| place.of(said.bits()) != place.of(word.bits()));
        let rest: Vec<String> = rest.map(|place| format!("{}={}", place.name, place.of(word.bits()))).collect();
        if !rest.is_empty() {
            slots.push(format!("set {}", rest.join(" ")));
        }
        if slots.is_empty() { "nop".into() } else { slots.join(" | ") }
    }
}

/// A legal word by itself, in the language; branches to words near by are `.+3`.
pub fn word_text(word: Word) -> String {
    Namer { names: &Names::default(), at: None }.word(word)
}

/// A program that assembles to the image.
pub fn text(image: &Image) -> String {
    let mut out = String::new();
    let names = &image.names;
    let mut line = |text: std::fmt::Arguments| {
        let _ = writeln!(out, "{text}");
    };
    line(format_args!(
        "; {} entries, values of {} bits, RECFMT {:#06x}",
        image.entries, image.value_bits, image.recfmt
    ));
    for (number, base) in (0..).zip(&image.bases) {
        let (name, lane) = (register(&names.bases, 'B', number), Part::NAMES[usize::from(base.lane_code())]);
        line(format_args!(".base {name} = {} {} {lane}", base.first(), base.size()));
    }
    for (number, value) in (0..).zip(&image.constants) {
        line(format_args!(".const {} = {value:#x}", register(&names.constants, 'K', number)));
    }
    for (number, (width, first)) in (0..).zip(&image.indices) {
        line(format_args!(".index {} {width} {first}", register(&names.indices, 'X', number)));
    }
    for (number, at) in (0..).zip(&image.targets) {
        line(format_args!(".target {} = {}", register(&names.targets, 'T', number), label(names, usize::from(*at))));
    }
    for (class, at) in Opclass::ALL.iter().zip(image.starts) {
        if let Some(at) = at {
            line(format_args!(".start {class} = {}", label(names, usize::from(at))));
        }
    }
    for (at, word) in image.decoded() {
        for name in labels(image, at) {
            line(format_args!("{name}:"));
        }
        let namer = Namer { names, at: Some((at, image.words.len())) };
        line(format_args!("    {}", namer.word(word)));
    }
    out
}

/// Every label of a word that the program names, or needs and has no name for.
fn labels(image: &Image, at: usize) -> Vec<String> {
    let named = image.names.labels.iter().filter(|(word, _)| usize::from(*word) == at);
    let named: Vec<String> = named.map(|(_, name)| name.clone()).collect();
    let near = |(from, word): (usize, Word)| match word.branch() {
        Some(Branch::Near(offset)) if word.bc != 0 => from.checked_add_signed(offset.into()) == Some(at),
        _ => false,
    };
    let mut far = image.starts.iter().flatten().chain(&image.targets);
    if named.is_empty() && (far.any(|target| usize::from(*target) == at) || image.decoded().any(near)) {
        return vec![label(&image.names, at)];
    }
    named
}

/// Number, 48 bits and text of every word.
pub fn listing(image: &Image) -> String {
    let mut out = String::new();
    for (at, word) in image.decoded() {
        let namer = Namer { names: &image.names, at: Some((at, image.words.len())) };
        let label = labels(image, at).first().map_or(String::new(), |name| format!("{name}:"));
        let _ = writeln!(out, "{at:02} {:012x}  {label:<6} {}", word.bits(), namer.word(word));
    }
    out
}

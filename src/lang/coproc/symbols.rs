//! Names of a program and what they stand for.
use super::diagnostic::{Code, Diagnostics};
use super::lex::Token;
use super::names::Names;
use crate::lang::source::Span;
use crate::spec::classify::Opclass;
use crate::spec::coproc::word::{Field, SourceA, SourceB};
use crate::spec::coproc::{BASES, Base, CONSTANTS, INDICES, TARGETS};

/// Width and first value of an index register.
pub(super) type Index = (u8, u16);

/// Registers of a kind that a program has named, in the order of their numbers.
#[derive(Debug)]
pub(super) struct Table<T> {
    /// What they are called in messages.
    kind: &'static str,
    /// `B` of `B0`, the name that every one has.
    letter: char,
    /// How many there are.
    room: usize,
    rows: Vec<(String, T)>,
}

impl<T: Copy> Table<T> {
    const fn new(kind: &'static str, letter: char, room: usize) -> Self {
        Self { kind, letter, room, rows: vec![] }
    }

    /// What register `number` begins with, if the program has named it.
    pub(super) fn get(&self, number: u8) -> Option<T> {
        self.rows.get(usize::from(number)).map(|(_, value)| *value)
    }

    /// Its name.
    pub(super) fn name(&self, number: u8) -> String {
        let named = self.rows.get(usize::from(number)).map(|(name, _)| name.clone());
        named.unwrap_or_else(|| format!("{}{number}", self.letter))
    }

    /// The register of a name: one of the program, or `B0` and so on.
    pub(super) fn find(&self, name: &str) -> Option<u8> {
        let named = self.rows.iter().position(|(known, _)| known == name).map(|at| at as u8);
        named.or_else(|| plain(name, self.letter, self.room))
    }

    pub(super) fn values(&self) -> Vec<T> {
        self.rows.iter().map(|(_, value)| *value).collect()
    }

    fn names(&self) -> Vec<String> {
        self.rows.iter().map(|(name, _)| name.clone()).collect()
    }

    /// The next register gets a name. A name such as `B0` is only that of its own register.
    fn push(&mut self, name: &str, span: Span, value: T, found: &mut Diagnostics) {
        if self.rows.len() == self.room {
            found.push(Code::Many, span, format!("there are {} {}", self.room, self.kind));
        } else if plain(name, self.letter, self.room).is_some_and(|number| usize::from(number) != self.rows.len()) {
            found.push(
                Code::Dup,
                span,
                format!("`{name}` is another register: this one is number {}", self.rows.len()),
            );
        } else {
            self.rows.push((name.to_string(), value));
        }
    }
}

/// The number of `B0`, below `room`.
fn plain(name: &str, letter: char, room: usize) -> Option<u8> {
    let digit = name.strip_prefix(letter)?;
    let number = digit.chars().next().filter(|_| digit.len() == 1)?.to_digit(10)?;
    u8::try_from(number).ok().filter(|number| usize::from(*number) < room)
}

/// Names of a program.
#[derive(Debug)]
pub(super) struct Symbols {
    pub(super) bases: Table<Base>,
    pub(super) constants: Table<u64>,
    pub(super) indices: Table<Index>,
    /// Far targets: the place of the label's name.
    targets: Table<Span>,
    /// The labels that the targets name.
    target_labels: Vec<(String, Span)>,
    starts: Vec<(Opclass, String, Span)>,
    labels: Vec<(String, usize, Span)>,
}

impl Default for Symbols {
    fn default() -> Self {
        Self {
            bases: Table::new("bases", 'B', BASES),
            constants: Table::new("constants", 'K', CONSTANTS),
            indices: Table::new("indices", 'X', INDICES),
            targets: Table::new("targets", 'T', TARGETS),
            target_labels: vec![],
            starts: vec![],
            labels: vec![],
        }
    }
}

/// Whether a name is one of the operands that every program has.
fn is_operand(name: &str) -> bool {
    Field::ALL.iter().any(|field| field.name() == name)
        || SourceA::ALL.iter().any(|source| source.name() == name)
        || SourceB::ALL.iter().any(|source| source.name() == name && !name.starts_with('K'))
}

/// Whether a name can be defined.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.len() <= Names::LONGEST
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl Symbols {
    fn check_new(&self, name: &str, span: Span, known: bool, found: &mut Diagnostics) -> bool {
        if !is_name(name) {
            let why = format!("`{name}` is no name: letters, digits and _, {} at most", Names::LONGEST);
            found.push(Code::Syntax, span, why);
        } else if known {
            found.push(Code::Dup, span, format!("`{name}` is defined before, or is a word of the language"));
        } else {
            return true;
        }
        false
    }

    pub(super) fn base(&mut self, name: &str, span: Span, value: Base, found: &mut Diagnostics) {
        let known = self.bases.rows.iter().any(|(known, _)| known == name);
        if self.check_new(name, span, known, found) {
            self.bases.push(name, span, value, found);
        }
    }

    /// Constants and indices are both operands: no name is both.
    fn operand_known(&self, name: &str) -> bool {
        let constants = self.constants.rows.iter().map(|(known, _)| known);
        constants.chain(self.indices.rows.iter().map(|(known, _)| known)).any(|known| known == name) || is_operand(name)
    }

    pub(super) fn constant(&mut self, name: &str, span: Span, value: u64, found: &mut Diagnostics) {
        let known = self.operand_known(name) || plain(name, 'X', INDICES).is_some();
        if self.check_new(name, span, known, found) {
            self.constants.push(name, span, value, found);
        }
    }

    pub(super) fn index(&mut self, name: &str, span: Span, value: Index, found: &mut Diagnostics) {
        // A slot may begin with the name of an index.
        let begins = ["if", "goto", "set"].contains(&name);
        let known = begins || self.operand_known(name) || plain(name, 'K', CONSTANTS).is_some();
        if self.check_new(name, span, known, found) {
            self.indices.push(name, span, value, found);
        }
    }

    /// Labels and targets are both where branches lead: no name is both.
    fn place_known(&self, name: &str) -> bool {
        let labels = self.labels.iter().map(|(known, ..)| known);
        labels.chain(self.targets.rows.iter().map(|(known, _)| known)).any(|known| known == name)
            || ["done", "int"].contains(&name)
    }

    pub(super) fn target(&mut self, [name, label]: [(&str, Span); 2], found: &mut Diagnostics) {
        let known = self.place_known(name.0);
        if self.check_new(name.0, name.1, known, found) {
            let before = self.targets.rows.len();
            self.targets.push(name.0, name.1, label.1, found);
            if self.targets.rows.len() > before {
                self.target_labels.push((label.0.to_string(), label.1));
            }
        }
    }

    pub(super) fn start(&mut self, class: (&str, Span), label: (&str, Span), found: &mut Diagnostics) {
        let Some(known) = Opclass::ALL.into_iter().find(|known| known.name() == class.0) else {
            let names = Opclass::ALL.map(Opclass::name).join(" ");
            found.push(Code::Undef, class.1, format!("no class is called `{}`; there are {names}", class.0));
            return;
        };
        if self.starts.iter().any(|(before, ..)| *before == known) {
            found.push(Code::Dup, class.1, format!("class {known} has its start before"));
        }
        self.starts.push((known, label.0.to_string(), label.1));
    }

    /// Takes the label in front of a line, if there is one; gives what comes after it.
    pub(super) fn label<'a, 'b>(
        &mut self,
        tokens: &'b [(Token<'a>, Span)],
        at: usize,
        found: &mut Diagnostics,
    ) -> &'b [(Token<'a>, Span)] {
        let [(Token::Name(name), span), (Token::Symbol(":"), _), rest @ ..] = tokens else { return tokens };
        self.place(name, at, *span, found);
        rest
    }

    /// A label of word `at`.
    pub(super) fn place(&mut self, name: &str, at: usize, span: Span, found: &mut Diagnostics) {
        let known = self.place_known(name) || plain(name, 'T', TARGETS).is_some();
        if self.check_new(name, span, known, found) {
            self.labels.push((name.to_string(), at, span));
        }
    }

    /// Every label has to have a word after it.
    pub(super) fn check_labels(&self, words: usize, found: &mut Diagnostics) {
        for (name, _, span) in self.labels.iter().filter(|(_, at, _)| *at >= words) {
            found.push(Code::Label, *span, format!("no word follows label `{name}`"));
        }
    }

    /// The word of a label.
    pub(super) fn find_label(&self, name: &str) -> Option<usize> {
        self.labels.iter().find(|(known, ..)| known == name).map(|(_, at, _)| *at)
    }

    /// The far target of a name.
    pub(super) fn find_target(&self, name: &str) -> Option<u8> {
        self.targets.find(name)
    }

    fn resolve(&self, name: &str, span: Span, found: &mut Diagnostics) -> u8 {
        let at = self.find_label(name);
        if at.is_none() {
            found.push(Code::Undef, span, format!("no label is called `{name}`"));
        }
        at.and_then(|at| u8::try_from(at).ok()).unwrap_or(0)
    }

    pub(super) fn resolve_targets(&self, found: &mut Diagnostics) -> Vec<u8> {
        self.target_labels.iter().map(|(name, span)| self.resolve(name, *span, found)).collect()
    }

    pub(super) fn resolve_starts(&self, found: &mut Diagnostics) -> [Option<u8>; Opclass::COUNT] {
        let mut starts = [None; Opclass::COUNT];
        for (class, name, span) in &self.starts {
            starts[*class as usize] = Some(self.resolve(name, *span, found));
        }
        starts
    }

    pub(super) fn names(&self) -> Names {
        Names {
            bases: self.bases.names(),
            constants: self.constants.names(),
            indices: self.indices.names(),
            targets: self.targets.names(),
            labels: self.labels.iter().map(|(name, at, _)| (*at as u8, name.clone())).collect(),
        }
    }
}

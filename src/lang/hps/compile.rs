//! From a program to the words of its tables.
use super::ast::{Program, Test};
use super::{Code, Compiled, Diagnostics, Image, Origin, Target, condition, pattern, replace, rows};
use crate::lang::source::{Source, Span};
use crate::spec::hps::words::{Pattern, Replacement as Word};
use crate::spec::hps::{MAX_SEQUENCE, Mode, RANGES, SOURCES, regs};
use rows::Row;
use std::collections::BTreeMap;

/// A program on its way to words.
pub(super) struct Compiler<'a> {
    pub source: &'a Source,
    pub target: &'a Target,
    pub program: &'a Program,
    pub found: &'a mut Diagnostics,
}

impl<'a> Compiler<'a> {
    /// The program in words; what is wrong is told on the way.
    pub fn image(mut self) -> Compiled {
        let config = &self.target.config;
        if self.target.taken_only && config.mode == Mode::Decode {
            let why = "back edges that count only when taken: that is not known at decode";
            self.found.push(Code::Taken, Span::default(), why);
        }
        let (mut image, asked) = self.declarations();
        let mut rows = self.rows(&asked);
        rows::sort(&mut rows, self.program.order);
        if self.target.merge {
            rows::merge(&mut rows, &image.ranges, config, self.found);
            self.check_merged(&rows);
        }
        rows::warn(&rows, &image.ranges, self.found);
        self.lay(&rows, &mut image);
        let origins = rows.iter().map(|row| Origin { label: row.label.clone(), place: self.place(row.span) }).collect();
        let overflow = samples_by_overflow(&rows);
        let control = regs::CTRL.field("EN").at(1)
            | regs::CTRL.field("FLAGSEL").at(overflow.into())
            | regs::CTRL.field("BE_TAKEN").at(self.target.taken_only.into());
        Compiled { image, origins, warnings: vec![], control }
    }

    fn place(&self, span: Span) -> String {
        let place = self.source.place(span.start);
        format!("{}:{}", place.file, place.line)
    }

    /// A value that fits: told where it does not.
    fn value(&mut self, value: i128, limit: u64, span: Span, what: &str) -> u32 {
        if !(0..i128::from(limit)).contains(&value) {
            self.found.push(Code::Range, span, format!("{what} {value}: expected 0 to {:#x}", limit - 1));
        }
        value as u32
    }

    /// What is declared, as values of registers, and the mask of each range that a test asks for.
    fn declarations(&mut self) -> (Image, Vec<u8>) {
        let (program, config) = (self.program, self.target.config);
        let mut image = Image::empty(config);
        let mut names: BTreeMap<String, Span> = BTreeMap::new();
        let source = self.source;
        let mut twice = |found: &mut Diagnostics, name: String, span: Span| match names.get(&name) {
            None => {
                names.insert(name, span);
            }
            Some(first) => {
                let place = source.place(first.start);
                found.push(Code::Dup, span, format!("{name} is defined twice, first in {}:{}", place.file, place.line));
            }
        };
        for register in &program.registers {
            twice(self.found, format!("HPS_R{}", register.name), register.span);
            let value = self.value(register.value, config.modulus(), register.span, "a counter's value");
            image.sources[register.name as usize % SOURCES] = value;
        }
        for counter in &program.counters {
            twice(self.found, format!("ctr {}", counter.name), counter.span);
            let value = self.value(counter.value, config.modulus(), counter.span, "a counter's value");
            if let Some(number) = condition::existing(counter.name, counter.span, &config, self.found) {
                image.counters[usize::from(number)] = value;
            }
        }
        for handler in &program.handlers {
            twice(self.found, format!("handler {}", handler.name), handler.span);
            self.value(handler.value, 256, handler.span, "the number of a handler");
        }
        for (number, range) in program.ranges.iter().enumerate() {
            twice(self.found, format!("range {}", range.name), range.span);
            let bounds = range.bounds.map(|bound| self.value(bound, 1 << 32, range.span, "an address"));
            if number == RANGES {
                let why = format!("{} ranges of addresses: this engine has {RANGES}", program.ranges.len());
                self.found.push(Code::Ranges, range.span, why);
            }
            if let Some(room) = image.ranges.get_mut(number) {
                *room = bounds;
            }
            if bounds[1] <= bounds[0] {
                self.found.push(Code::EmptyPart, range.span, "this range holds no address");
            }
        }
        for production in &program.productions {
            twice(self.found, format!("production {}", production.label), production.span);
        }
        for replacement in &program.replacements {
            twice(self.found, format!("replacement R{}", replacement.number), replacement.span);
        }
        if let Some(([seed, mask], span)) = program.random {
            image.seed = self.value(seed, 1 << 32, span, "a seed");
            image.mask = self.value(mask, 1 << 32, span, "a mask");
        }
        let asked = program.asked.iter().map(|(name, span)| {
            let number = program.ranges.iter().position(|range| range.name == *name);
            if number.is_none() {
                self.found.push(Code::Undef, *span, format!("no range is called `{name}`"));
            }
            number.map_or(0, |number| 1_u8.checked_shl(number as u32).unwrap_or(0))
        });
        let asked = asked.collect();
        (image, asked)
    }

    /// The rows of every production, as they stand in the text; told where a production has none.
    fn rows(&mut self, asked: &[u8]) -> Vec<Row<'a>> {
        let (program, target) = (self.program, self.target);
        let mut rows: Vec<Row> = vec![];
        for (number, production) in program.productions.iter().enumerate() {
            let span = production.span;
            let Some([insns, flags]) = condition::split(&production.test, self.found) else { continue };
            let entries = pattern::entries(&insns, span, target, asked, self.found);
            let condition = condition::condition(&flags, production.action, span, &target.config, self.found);
            let replacement = production.replacement.map(|(number, span)| self.replacement(number, span));
            let (Some(entries), Some(condition)) = (entries, condition) else { continue };
            if replacement == Some(None) {
                continue;
            }
            rows.extend(entries.into_iter().map(|entry| Row {
                label: production.label.clone(),
                span,
                entry,
                tests: flags.clone(),
                action: production.action,
                condition,
                replacement: replacement.clone().flatten(),
                productions: vec![number],
            }));
        }
        if target.filter {
            leave_out_muted(&mut rows);
        }
        rows
    }

    /// The words of a replacement that is asked for.
    fn replacement(&mut self, number: u64, span: Span) -> Option<Vec<Word>> {
        let known = self.program.replacements.iter().find(|replacement| replacement.number == number);
        let Some(replacement) = known else {
            self.found.push(Code::Undef, span, format!("there is no replacement R{number}"));
            return None;
        };
        replace::words(replacement, self.program, self.target, self.found)
    }

    /// Joined replacements have to be such as the engine can have.
    fn check_merged(&mut self, rows: &[Row]) {
        for row in rows.iter().filter(|row| row.productions.len() > 1) {
            let words = row.replacement.as_deref().unwrap_or_default();
            if self.target.config.mode == Mode::Retire && !replace::is_report(words) {
                let why = format!(
                    "{} would call two handlers: in mode retire there is one event for an instruction",
                    row.label
                );
                self.found.push(Code::Retire, row.span, why);
            }
            if words.len() > MAX_SEQUENCE {
                let why = format!("{}: {} words: a replacement has {MAX_SEQUENCE} at most", row.label, words.len());
                self.found.push(Code::Seq, row.span, why);
            }
        }
    }

    /// Gives every row, condition and replacement its place; equal ones share theirs.
    fn lay(&mut self, rows: &[Row], image: &mut Image) {
        let config = &self.target.config;
        let mut laid: Vec<(&[Word], usize)> = vec![];
        let mut words: Vec<Word> = vec![];
        for row in rows {
            let word = row.condition.word();
            let condition = image.conditions.iter().position(|known| *known == word).unwrap_or_else(|| {
                image.conditions.push(word);
                image.conditions.len() - 1
            });
            let replacement = row.replacement.as_deref().map(|sequence| {
                let known = laid.iter().find(|(known, _)| *known == sequence).map(|(_, at)| *at);
                known.unwrap_or_else(|| {
                    laid.push((sequence, words.len()));
                    words.extend(sequence);
                    words.len() - sequence.len()
                })
            });
            let pattern = Pattern {
                replacement: replacement.unwrap_or(0) as u16,
                null: replacement.is_none(),
                condition: condition as u8,
                ..row.entry.pattern()
            };
            image.patterns.push(pattern.words());
        }
        image.words = words.iter().map(Word::words).collect();
        let end = rows.last().map_or(Span::default(), |row| row.span);
        let tables = [
            (Code::Pt, "patterns", image.patterns.len(), config.patterns),
            (Code::Ct, "conditions", image.conditions.len(), config.conditions),
            (Code::Rt, "words of replacements", image.words.len(), config.words),
        ];
        for (code, what, needed, available) in tables {
            if needed > available as usize {
                self.found.push(code, end, format!("{needed} {what} are needed, {available} are available"));
            }
        }
    }
}

/// Rows with a replacement, and those that ask for the same instructions, leave out what the map of checks mutes.
fn leave_out_muted(rows: &mut [Row]) {
    let replaced: Vec<pattern::Entry> =
        rows.iter().filter(|row| row.replacement.is_some()).map(|row| row.entry).collect();
    for row in rows.iter_mut().filter(|row| replaced.contains(&row.entry)) {
        row.entry.leave_out_muted();
    }
}

/// Whether what is replaced depends on the overflow flag of counter 0, and nothing of it on the zero flag.
fn samples_by_overflow(rows: &[Row]) -> bool {
    fn asks(test: &Test, wanted: bool) -> bool {
        match test {
            Test::Atom(..) => false,
            Test::Flag { counter, overflow, .. } => *counter == 0 && *overflow == wanted,
            Test::Not(inner, _) => asks(inner, wanted),
            Test::And(parts) | Test::Or(parts) => parts.iter().any(|part| asks(part, wanted)),
        }
    }
    let asked = |overflow| {
        let mut tests = rows.iter().filter(|row| row.replacement.is_some()).flat_map(|row| &row.tests);
        tests.any(|test| asks(test, overflow))
    };
    asked(true) && !asked(false)
}

//! From words to a program (docs/reference/hps-language.md has the grammar).
use super::Target;
use super::ast::{Action, Declared, Order, Production, Program, Range, Verb};
use super::diagnostic::{Code, Diagnostics};
use super::lex::{Token, lex};
use crate::lang::rv32::numbered;
use crate::lang::source::Span;
use std::collections::HashMap;

/// How deep parentheses and negations may go.
const DEPTH: u32 = 64;

/// An error was found and told.
#[derive(Debug)]
pub(super) struct Stop;

pub(super) struct Parser<'a> {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: u32,
    pub(super) target: &'a Target,
    pub(super) found: &'a mut Diagnostics,
    pub(super) program: Program,
    parameters: HashMap<String, i128>,
    given: &'a [(String, i128)],
}

/// Reads a program. `given` are parameters whose declared values do not count.
pub(super) fn parse(text: &str, target: &Target, given: &[(String, i128)], found: &mut Diagnostics) -> Option<Program> {
    let tokens = match lex(text) {
        Ok(tokens) => tokens,
        Err(wrong) => {
            found.0.push(wrong);
            return None;
        }
    };
    let parameters = HashMap::from([("W".to_string(), i128::from(target.config.width))]);
    let program = Program::default();
    let mut parser = Parser { tokens, at: 0, depth: 0, target, found, program, parameters, given };
    while *parser.peek() != Token::End {
        parser.statement().ok()?;
    }
    Some(parser.program)
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    /// The word after the next one.
    pub(super) fn second(&self) -> &Token {
        self.tokens.get(self.at + 1).map_or(&Token::End, |(token, _)| token)
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// From `start` up to the word that was taken last.
    pub(super) fn since(&self, start: Span) -> Span {
        start.to(self.tokens[self.at.saturating_sub(1)].1)
    }

    pub(super) fn take(&mut self) -> (Token, Span) {
        let taken = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        taken
    }

    pub(super) fn fail<T>(&mut self, code: Code, span: Span, message: impl Into<String>) -> Result<T, Stop> {
        self.found.push(code, span, message);
        Err(Stop)
    }

    /// What stands here is not what was expected.
    pub(super) fn expected<T>(&mut self, what: &str) -> Result<T, Stop> {
        let seen = match self.peek() {
            Token::Name(name) => format!("`{name}`"),
            Token::Number(value) => format!("`{value}`"),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end of the program".into(),
        };
        let span = self.span();
        self.fail(Code::Syntax, span, format!("expected {what}, found {seen}"))
    }

    pub(super) fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(found) if *found == symbol)
    }

    pub(super) fn accept(&mut self, symbol: &str) -> bool {
        let there = self.is(symbol);
        if there {
            self.take();
        }
        there
    }

    pub(super) fn symbol(&mut self, symbol: &str) -> Result<(), Stop> {
        if self.accept(symbol) { Ok(()) } else { self.expected(&format!("`{symbol}`")) }
    }

    pub(super) fn name(&mut self, what: &str) -> Result<(String, Span), Stop> {
        match self.peek() {
            Token::Name(_) => match self.take() {
                (Token::Name(name), span) => Ok((name, span)),
                _ => Err(Stop),
            },
            _ => self.expected(what),
        }
    }

    /// Goes one level deeper into parentheses.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        if self.depth == DEPTH {
            let span = self.span();
            return self.fail(Code::Syntax, span, format!("more than {DEPTH} levels of parentheses and negations"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn statement(&mut self) -> Result<(), Stop> {
        if let (Token::Name(name), Token::Symbol(":")) = (self.peek(), self.second()) {
            return match numbered_label(name) {
                Some(number) => self.replacement(number),
                None => self.production(),
            };
        }
        let (word, start) = self.name("a declaration, production or replacement")?;
        match word.as_str() {
            "param" => {
                let (name, span) = self.name("the name of a parameter")?;
                self.symbol("=")?;
                let value = self.expression()?;
                if self.parameters.contains_key(&name) {
                    return self.fail(Code::Dup, span, format!("parameter `{name}` is defined twice"));
                }
                let given = self.given.iter().find(|(known, _)| *known == name);
                self.parameters.insert(name, given.map_or(value, |(_, value)| *value));
            }
            "reg" => {
                let (name, span) = self.name("HPS_R0 to HPS_R7")?;
                let Some(number) = register(&name) else {
                    return self.fail(Code::Reg, span, format!("`{name}`: expected HPS_R0 to HPS_R7"));
                };
                self.symbol("=")?;
                let value = self.expression()?;
                let span = self.since(start);
                self.program.registers.push(Declared { name: number, span, value });
            }
            "ctr" => {
                let Token::Number(number) = *self.peek() else { return self.expected("the number of a counter") };
                self.take();
                self.symbol("=")?;
                let value = self.expression()?;
                let (name, span) = (u64::try_from(number).unwrap_or(u64::MAX), self.since(start));
                self.program.counters.push(Declared { name, span, value });
            }
            "range" => {
                let (name, span) = self.name("the name of a range")?;
                self.symbol("=")?;
                self.symbol("[")?;
                let low = self.expression()?;
                self.symbol(",")?;
                let high = self.expression()?;
                self.symbol(")")?;
                self.program.ranges.push(Range { name, span, bounds: [low, high] });
            }
            "handler" => {
                let (name, span) = self.name("the name of a handler")?;
                self.symbol("=")?;
                let value = self.expression()?;
                self.program.handlers.push(Declared { name, span, value });
            }
            "rnd" => {
                let seed = self.keyed("seed")?;
                let mask = self.keyed("mask")?;
                let span = self.since(start);
                if self.program.random.is_some() {
                    return self.fail(Code::Dup, span, "the random generator is set up twice");
                }
                self.program.random = Some(([seed, mask], span));
            }
            "order" => {
                let (order, span) = self.name("text, auto or specific")?;
                self.program.order = match order.as_str() {
                    "text" => Order::Text,
                    "auto" => Order::Auto,
                    "specific" => Order::Specific,
                    _ => return self.fail(Code::Syntax, span, "expected text, auto or specific"),
                };
            }
            _ => {
                let message = format!(
                    "`{word}` begins no statement: expected param, reg, ctr, range, handler, rnd, order, `P0:` or `R0:`"
                );
                return self.fail(Code::Syntax, start, message);
            }
        }
        self.symbol(";")
    }

    fn keyed(&mut self, key: &str) -> Result<i128, Stop> {
        if !matches!(self.peek(), Token::Name(name) if name == key) {
            return self.expected(&format!("`{key}`"));
        }
        self.take();
        self.symbol("=")?;
        self.expression()
    }

    fn production(&mut self) -> Result<(), Stop> {
        let (label, span) = self.name("a label")?;
        self.symbol(":")?;
        let test = self.test()?;
        self.symbol("=>")?;
        let (mut action, mut replacement) = (None, None);
        let mut given = [false; 2];
        for position in 0..2 {
            if position == 1 {
                self.symbol(",")?;
            }
            let (name, span) = self.name("null, inc_N, dec_N, set_N(..) or R N")?;
            if name == "null" {
                continue;
            }
            let kind = if let Some(number) = numbered_label(&name) {
                replacement = Some((number, span));
                1
            } else if let Some(found) = self.action(&name, span)? {
                action = Some(found);
                0
            } else {
                return self.fail(
                    Code::Syntax,
                    span,
                    format!("`{name}`: expected null, inc_N, dec_N, set_N(..) or R N"),
                );
            };
            if std::mem::replace(&mut given[kind], true) {
                let what = ["micro-operation", "replacement"][kind];
                return self.fail(Code::Syntax, span, format!("a production has one {what} at most"));
            }
        }
        self.symbol(";")?;
        self.program.productions.push(Production { label, span, test, action, replacement });
        Ok(())
    }

    fn action(&mut self, name: &str, start: Span) -> Result<Option<Action>, Stop> {
        let counter = |prefix| name.strip_prefix(prefix).and_then(number);
        let (counter, verb) = if let Some(counter) = counter("inc_") {
            (counter, Verb::Increment)
        } else if let Some(counter) = counter("dec_") {
            (counter, Verb::Decrement)
        } else if let Some(counter) = counter("set_") {
            self.symbol("(")?;
            let (source, span) = self.name("HPS_R0 to HPS_R7, or RND")?;
            self.symbol(")")?;
            let verb = match register(&source) {
                _ if source == "RND" => Verb::Random,
                Some(number) => Verb::Set(number),
                None => {
                    let code = if source.starts_with("HPS_R") { Code::Reg } else { Code::Syntax };
                    return self.fail(code, span, format!("`{source}`: expected HPS_R0 to HPS_R7, or RND"));
                }
            };
            (counter, verb)
        } else {
            return Ok(None);
        };
        Ok(Some(Action { verb, counter, span: self.since(start) }))
    }

    /// A value: `|`, `^`, `&`, shifts, sums, products, from loose to tight.
    pub(super) fn expression(&mut self) -> Result<i128, Stop> {
        self.deeper(|parser| parser.level(0))
    }

    fn level(&mut self, level: usize) -> Result<i128, Stop> {
        const LEVELS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];
        let Some(symbols) = LEVELS.get(level) else { return self.factor() };
        let start = self.span();
        let mut value = self.level(level + 1)?;
        while let Token::Symbol(symbol) = *self.peek() {
            if !symbols.contains(&symbol) {
                break;
            }
            self.take();
            let right = self.level(level + 1)?;
            let shift = u32::try_from(right).ok().filter(|shift| *shift < 64);
            let result = match symbol {
                "|" => Some(value | right),
                "^" => Some(value ^ right),
                "&" => Some(value & right),
                "<<" => shift.and_then(|shift| value.checked_mul(1 << shift)),
                ">>" => shift.map(|shift| value >> shift),
                "+" => value.checked_add(right),
                "-" => value.checked_sub(right),
                "*" => value.checked_mul(right),
                "/" => value.checked_div(right),
                _ => value.checked_rem(right),
            };
            match result {
                Some(result) => value = result,
                None => {
                    let span = self.since(start);
                    return self.fail(Code::Range, span, "a value that cannot be computed");
                }
            }
        }
        Ok(value)
    }

    fn factor(&mut self) -> Result<i128, Stop> {
        match self.peek().clone() {
            Token::Number(value) => {
                self.take();
                Ok(value)
            }
            Token::Symbol("-") => {
                self.take();
                self.deeper(|parser| parser.factor().map(i128::wrapping_neg))
            }
            Token::Symbol("~") => {
                self.take();
                // Of 32 bits, as everything that is masked here.
                self.deeper(|parser| parser.factor().map(|value| !value & 0xffff_ffff))
            }
            Token::Symbol("(") => {
                self.take();
                let value = self.expression()?;
                self.symbol(")")?;
                Ok(value)
            }
            Token::Name(name) => {
                let (_, span) = self.take();
                match self.parameters.get(&name) {
                    Some(value) => Ok(*value),
                    None => self.fail(Code::Undef, span, format!("no parameter `{name}` was defined before")),
                }
            }
            _ => self.expected("a number, a parameter or `(`"),
        }
    }
}

/// A number in a name, without leading zeros.
pub(super) fn number(digits: &str) -> Option<u64> {
    let plain = digits == "0" || digits.bytes().all(|c| c.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| plain)
}

/// The number of `R12`.
fn numbered_label(name: &str) -> Option<u64> {
    name.strip_prefix('R').and_then(number)
}

fn register(name: &str) -> Option<u64> {
    numbered(name, "HPS_R", 8).map(u64::from)
}

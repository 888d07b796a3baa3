//! Tests of instructions and flags.
use super::ast::{Atom, Test};
use super::diagnostic::Code;
use super::lex::Token;
use super::parse::{Parser, Stop, number};
use crate::lang::rv32;
use crate::lang::source::Span;
use crate::spec::checkmap::Code as Check;
use crate::spec::hps::{OFF_TRIGGER, OFF_TRIGGER_CUSTOM, ON_TRIGGER, ON_TRIGGER_CUSTOM, class};

impl Parser<'_> {
    /// Tests joined by `||`, and more tightly by `&&`.
    pub(super) fn test(&mut self) -> Result<Test, Stop> {
        self.deeper(|parser| {
            let mut parts = vec![parser.all()?];
            while parser.accept("||") {
                parts.push(parser.all()?);
            }
            Ok(if parts.len() == 1 { parts.remove(0) } else { Test::Or(parts) })
        })
    }

    fn all(&mut self) -> Result<Test, Stop> {
        let mut parts = vec![self.single()?];
        while self.accept("&&") {
            parts.push(self.single()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Test::And(parts) })
    }

    fn single(&mut self) -> Result<Test, Stop> {
        let start = self.span();
        if self.accept("!") {
            let inner = self.deeper(Self::single)?;
            return Ok(Test::Not(Box::new(inner), self.since(start)));
        }
        if self.accept("(") {
            let inner = self.test()?;
            self.symbol(")")?;
            return Ok(inner);
        }
        let (name, span) = self.name("a test")?;
        let flag = |prefix| name.strip_prefix(prefix).and_then(number);
        if let Some(counter) = flag("zero_") {
            return Ok(Test::Flag { counter, overflow: false, span });
        }
        if let Some(counter) = flag("overflow_") {
            return Ok(Test::Flag { counter, overflow: true, span });
        }
        match name.as_str() {
            "T.PC" => return self.address(start),
            "T.OP" if self.accept("!=") => {
                let atom = self.opcode()?;
                let span = self.since(start);
                return Ok(Test::Not(Box::new(Test::Atom(atom, span)), span));
            }
            _ => {}
        }
        let atom = self.atom(&name, span)?;
        Ok(Test::Atom(atom, self.since(start)))
    }

    /// A test of what has this name; the name at `span` is read.
    fn atom(&mut self, name: &str, span: Span) -> Result<Atom, Stop> {
        Ok(match name {
            "any" => Atom::Any,
            "T.OPCLASS" => {
                self.symbol("==")?;
                self.class()?
            }
            "T.OP" => {
                self.symbol("==")?;
                self.opcode()?
            }
            "T.INSN" => {
                self.symbol("&")?;
                let mask = self.word()?;
                self.symbol("==")?;
                Atom::Bits { mask, value: self.word()? }
            }
            "T.RD" => self.register(7)?,
            "T.RS1" => self.register(15)?,
            "T.RS2" => self.register(20)?,
            "T.IMM" => self.sign()?,
            "T.Target" | "T.TARGET" => self.direction()?,
            "T.FLT" => Atom::Filters(self.filters()?),
            "T.PRIV" => self.privilege()?,
            "T.TAKEN" => Atom::Taken,
            _ => {
                let message = format!(
                    "`{name}` is no test: expected T.OPCLASS, T.OP, T.INSN, T.RD, T.RS1, T.RS2, T.IMM, T.Target, T.PC, \
                     T.FLT, T.PRIV, T.TAKEN, any, zero_N or overflow_N"
                );
                return self.fail(Code::Syntax, span, message);
            }
        })
    }

    /// What follows `T.IMM`.
    fn sign(&mut self) -> Result<Atom, Stop> {
        let negative = self.accept("<");
        if !negative {
            self.symbol(">=")?;
        }
        if *self.peek() != Token::Number(0) {
            return self.expected("0");
        }
        self.take();
        Ok(Atom::Sign { negative })
    }

    /// What follows `T.Target`.
    fn direction(&mut self) -> Result<Atom, Stop> {
        let backward = self.accept("<=");
        if !backward {
            self.symbol(">")?;
        }
        self.exactly(&["T.PC"])?;
        Ok(Atom::Direction { backward })
    }

    /// What follows `T.PRIV`.
    fn privilege(&mut self) -> Result<Atom, Stop> {
        self.symbol(">=")?;
        let (name, span) = self.name("U, S or M")?;
        Ok(Atom::Privilege(match name.as_str() {
            "U" => 0,
            "S" => 1,
            "M" => 3,
            _ => return self.fail(Code::Syntax, span, "expected U, S or M"),
        }))
    }

    /// What follows `T.PC`.
    fn address(&mut self, start: Span) -> Result<Test, Stop> {
        if matches!(self.peek(), Token::Name(name) if name == "in") {
            self.take();
            let name = self.name("the name of a range")?;
            self.program.asked.push(name);
            return Ok(Test::Atom(Atom::Range(self.program.asked.len() - 1), self.since(start)));
        }
        let backward = self.accept(">=");
        if !backward && !self.accept("<") {
            return self.expected("`<`, `>=` or `in`");
        }
        self.exactly(&["T.Target", "T.TARGET"])?;
        let span = self.since(start);
        if !backward {
            let message = "the target lies after the branch: forward; for loops write T.Target <= T.PC";
            self.found.push(Code::Fwd, span, message);
        }
        Ok(Test::Atom(Atom::Direction { backward }, span))
    }

    fn exactly(&mut self, names: &[&str]) -> Result<(), Stop> {
        if !matches!(self.peek(), Token::Name(name) if names.contains(&name.as_str())) {
            return self.expected(&format!("`{}`", names[0]));
        }
        self.take();
        Ok(())
    }

    fn class(&mut self) -> Result<Atom, Stop> {
        let (name, span) = self.name("a class")?;
        if name == "check" {
            return Ok(Atom::Check);
        }
        match class::NAMES.into_iter().find(|(known, _)| *known == name) {
            Some((_, classes)) => Ok(Atom::Classes(classes)),
            None => {
                let known: Vec<&str> = class::NAMES.iter().map(|(name, _)| *name).collect();
                let message = format!("no class is called `{name}`: expected {} or check", known.join(", "));
                self.fail(Code::Undef, span, message)
            }
        }
    }

    fn opcode(&mut self) -> Result<Atom, Stop> {
        let (name, span) = self.name("an instruction")?;
        let custom = self.target.custom_triggers;
        let trigger = match name.as_str() {
            "on_trig_inst" => Some(if custom { ON_TRIGGER_CUSTOM } else { ON_TRIGGER }),
            "off_trig_inst" => Some(if custom { OFF_TRIGGER_CUSTOM } else { OFF_TRIGGER }),
            _ => None,
        };
        match trigger.map(|value| (u32::MAX, value)).or_else(|| rv32::fixed_bits(&name)) {
            Some((mask, value)) => Ok(Atom::Bits { mask, value }),
            None => self.fail(Code::Undef, span, format!("RV32IMAFC has no instruction `{name}`")),
        }
    }

    fn register(&mut self, lsb: u32) -> Result<Atom, Stop> {
        self.symbol("==")?;
        let (name, span) = self.name("a register")?;
        match rv32::register(&name).or_else(|| rv32::numbered(&name, "f", 32)) {
            Some(number) => Ok(Atom::Bits { mask: 0x1f << lsb, value: u32::from(number) << lsb }),
            None => self.fail(Code::Undef, span, format!("`{name}` is no register")),
        }
    }

    fn filters(&mut self) -> Result<u8, Stop> {
        self.exactly(&["in"])?;
        self.symbol("{")?;
        let mut codes = 0;
        loop {
            let (name, span) = self.name("none, entry, back or mute")?;
            match Check::ALL.into_iter().find(|code| code.name() == name) {
                Some(code) => codes |= 1 << code as u8,
                None => return self.fail(Code::Undef, span, format!("`{name}`: expected none, entry, back or mute")),
            }
            if !self.accept(",") {
                self.symbol("}")?;
                return Ok(codes);
            }
        }
    }

    /// A value of 32 bits.
    fn word(&mut self) -> Result<u32, Stop> {
        let start = self.span();
        let value = self.expression()?;
        let span = self.since(start);
        u32::try_from(value).or_else(|_| self.fail(Code::Range, span, format!("{value}: expected 0 to 0xffffffff")))
    }
}

//! Replacements.
use super::ast::{Item, Operand, Replacement, Whole};
use super::diagnostic::Code;
use super::lex::Token;
use super::parse::{Parser, Stop};
use crate::lang::rv32;

/// Names that begin a statement, and therefore no instruction.
const STATEMENTS: [&str; 7] = ["param", "reg", "ctr", "range", "handler", "rnd", "order"];

impl Parser<'_> {
    pub(super) fn replacement(&mut self, number: u64) -> Result<(), Stop> {
        let (_, span) = self.name("a label")?;
        self.symbol(":")?;
        let mut items = vec![];
        loop {
            let start = self.span();
            let item = self.item()?;
            items.push((item, self.since(start)));
            self.symbol(";")?;
            let over = match self.peek() {
                Token::Name(name) => STATEMENTS.contains(&name.as_str()) || *self.second() == Token::Symbol(":"),
                _ => true,
            };
            if over {
                break;
            }
        }
        self.program.replacements.push(Replacement { number, span, items });
        Ok(())
    }

    fn item(&mut self) -> Result<Item, Stop> {
        let (name, span) = self.name("T.INSN, call(..) or an instruction")?;
        if name == "T.INSN" {
            return Ok(Item::Original);
        }
        if name == "call" {
            self.symbol("(")?;
            let handler = self.name("the name of a handler")?;
            let argument = self.accept(",");
            if argument {
                let (name, span) = self.name("T.INSN")?;
                if name != "T.INSN" {
                    return self.fail(Code::Syntax, span, format!("expected T.INSN, found `{name}`"));
                }
            }
            self.symbol(")")?;
            return Ok(Item::Call { handler, argument });
        }
        let mut operands = vec![];
        if !self.is(";") {
            loop {
                self.operand(&mut operands)?;
                if !self.accept(",") {
                    break;
                }
            }
        }
        Ok(Item::Insn { name: (name, span), operands })
    }

    /// One operand, or two: an offset and the register after it in parentheses.
    fn operand(&mut self, operands: &mut Vec<(Operand, crate::lang::source::Span)>) -> Result<(), Stop> {
        let start = self.span();
        let base = self.is("(") && matches!(self.second(), Token::Name(name) if named(name).is_some());
        if !base {
            let operand = self.value()?;
            operands.push((operand, self.since(start)));
        }
        if self.is("(") {
            self.take();
            let (name, span) = self.name("a register")?;
            let Some(register) = named(&name) else {
                return self.fail(Code::Syntax, span, format!("`{name}`: expected a register"));
            };
            operands.push((register, span));
            self.symbol(")")?;
        }
        Ok(())
    }

    fn value(&mut self) -> Result<Operand, Stop> {
        if self.accept("%") {
            let (part, span) = self.name("hi or lo")?;
            let high = match part.as_str() {
                "hi" => true,
                "lo" => false,
                _ => return self.fail(Code::Syntax, span, format!("`%{part}`: expected %hi or %lo")),
            };
            self.symbol("(")?;
            let (name, span) = self.name("T.PC, T.INSN or T.TARGET")?;
            let of = match name.as_str() {
                "T.PC" => Whole::Pc,
                "T.INSN" => Whole::Insn,
                "T.TARGET" | "T.Target" => Whole::Target,
                _ => return self.fail(Code::Syntax, span, format!("`{name}`: expected T.PC, T.INSN or T.TARGET")),
            };
            self.symbol(")")?;
            return Ok(Operand::Part { high, of });
        }
        if let Token::Name(name) = self.peek()
            && let Some(operand) = named(name)
        {
            self.take();
            return Ok(operand);
        }
        self.expression().map(Operand::Number)
    }
}

/// An operand that is one word.
fn named(name: &str) -> Option<Operand> {
    Some(match name {
        "T.RD" => Operand::Field(1),
        "T.RS1" => Operand::Field(2),
        "T.RS2" => Operand::Field(3),
        "T.IMM" => Operand::Same,
        _ => {
            let integer = rv32::register(name).map(Operand::Integer);
            let private = || rv32::numbered(name, "d", 8).map(Operand::Private);
            integer.or_else(private).or_else(|| rv32::numbered(name, "f", 32).map(Operand::Float))?
        }
    })
}

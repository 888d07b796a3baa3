//! `.base`, `.const`, `.index`, `.target`, `.start`.
use super::Target;
use super::diagnostic::{Code, Diagnostics};
use super::expression::value;
use super::symbols::Symbols;
use crate::lang::source::Span;
use crate::spec::coproc::{Base, INDEX_BITS, Part};

type Words<'a> = [(&'a str, Span)];

/// Does what a directive says.
pub(super) fn directive(words: &Words, target: &Target, symbols: &mut Symbols, found: &mut Diagnostics) {
    let Some(((name, span), rest)) = words.split_first() else { return };
    let form = match (*name, rest) {
        (".base", [name, ("=", _), first, size, lane]) => {
            return base(*name, [*first, *size, *lane], target, symbols, found);
        }
        (".const", [name, ("=", _), at]) => {
            let largest = u64::MAX >> (64 - target.value_bits);
            if let Some(value) = number(*at, target, largest, found) {
                symbols.constant(name.0, name.1, value, found);
            }
            return;
        }
        (".index", [name, width, init @ ..]) if init.len() <= 1 => {
            return index(*name, *width, init.first().copied(), target, symbols, found);
        }
        (".target", [name, ("=", _), label]) => return symbols.target([*name, *label], found),
        (".start", [class, ("=", _), label]) => return symbols.start(*class, *label, found),
        (".base", _) => ".base NAME = first size lane",
        (".const", _) => ".const NAME = value",
        (".index", _) => ".index NAME width [first value]",
        (".target", _) => ".target NAME = label",
        (".start", _) => ".start CLASS = label",
        _ => {
            let why = format!("`{name}` is no directive; there are .base .const .index .target .start");
            found.push(Code::Syntax, *span, why);
            return;
        }
    };
    let whole = words.last().map_or(*span, |(_, last)| span.to(*last));
    found.push(Code::Syntax, whole, format!("expected {form}, expressions without spaces"));
}

/// A value from 0 to `largest`.
fn number((text, span): (&str, Span), target: &Target, largest: u64, found: &mut Diagnostics) -> Option<u64> {
    match value(text, target) {
        Err(why) => found.push(Code::Syntax, span, why),
        Ok(value) => match u64::try_from(value).ok().filter(|value| *value <= largest) {
            Some(value) => return Some(value),
            None => found.push(Code::Range, span, format!("{value}: expected 0 to {largest}")),
        },
    }
    None
}

fn base(
    (name, span): (&str, Span),
    [first, size, lane]: [(&str, Span); 3],
    target: &Target,
    symbols: &mut Symbols,
    found: &mut Diagnostics,
) {
    let all = u64::from(target.entries);
    let code = Part::NAMES.iter().position(|known| *known == lane.0);
    if code.is_none() {
        found.push(Code::Undef, lane.1, format!("no lane is called `{}`; there are {}", lane.0, Part::NAMES.join(" ")));
    }
    let numbers = (number(first, target, u64::MAX, found), number(size, target, u64::MAX, found));
    let (Some(code), (Some(from), Some(count))) = (code, numbers) else { return };
    if !count.is_power_of_two() {
        found.push(Code::Base, size.1, format!("{count} entries: expected a power of two"));
    } else if from % count != 0 {
        found.push(Code::Base, first.1, format!("entry {from} is no multiple of {count}"));
    } else if from.checked_add(count).is_none_or(|end| end > all) {
        let why = format!("entries {from} to {}: the array has {all}", u128::from(from) + u128::from(count) - 1);
        found.push(Code::Base, first.1.to(size.1), why);
    } else {
        symbols.base(name, span, Base::new(from as u8, count.ilog2() as u8, code as u8), found);
    }
}

fn index(
    (name, span): (&str, Span),
    width: (&str, Span),
    init: Option<(&str, Span)>,
    target: &Target,
    symbols: &mut Symbols,
    found: &mut Diagnostics,
) {
    let bits = number(width, target, INDEX_BITS.into(), found);
    if bits == Some(0) {
        found.push(Code::Range, width.1, format!("0 bits: expected 1 to {INDEX_BITS}"));
        return;
    }
    let Some(bits) = bits else { return };
    let first = init.map_or(Some(0), |init| number(init, target, (1 << bits) - 1, found));
    if let Some(first) = first {
        symbols.index(name, span, (bits as u8, first as u16), found);
    }
}

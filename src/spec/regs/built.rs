//! A table of registers as one build has it: what a build decides stands beside what the table says.
use super::{Access, PAGE_WORDS, Register, SLOT_BITS};

/// A register of a build.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    /// What the table says.
    pub register: &'static Register,
    /// What a host may do; `None` when the build does not have the register.
    pub access: Option<Access>,
    /// How many words the build has of it.
    pub words: u16,
    /// The word after a reset.
    pub word: u32,
    /// The bits that the build has of its fields.
    pub bits: u32,
}

/// The registers of a build.
#[derive(Clone, Debug)]
pub struct Built(Vec<Made>);

/// Words that have some bits of their numbers in common: the number of a page, and of a place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The bits of the page's number.
    pub page: u64,
    /// Which of them there are.
    pub page_mask: u64,
    /// The bits of the place's number.
    pub slot: u64,
    /// Which of them there are.
    pub slot_mask: u64,
}

/// What may be done with the words of a page, or of several that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The pages.
    pub span: Span,
    /// Bit n: word n can be read.
    pub reads: u64,
    /// Bit n: word n can be written.
    pub writes: u64,
}

impl Built {
    /// The registers as the table has them.
    pub fn of(table: &'static [Register]) -> Self {
        let made = |register: &'static Register| Made {
            register,
            access: Some(register.access),
            words: register.words,
            word: register.reset(),
            bits: u32::MAX,
        };
        Self(table.iter().map(made).collect())
    }

    /// The same with one register changed.
    #[must_use]
    pub fn with(mut self, register: &Register, change: impl FnOnce(&mut Made)) -> Self {
        let made = self.0.iter_mut().find(|made| made.register.name == register.name);
        change(made.expect("the table has the register"));
        self
    }

    /// Every register, from the lowest offset up.
    pub fn registers(&self) -> impl Iterator<Item = &Made> {
        self.0.iter()
    }

    /// A register of the table.
    ///
    /// # Panics
    /// When it is none of this table.
    pub fn get(&self, register: &Register) -> &Made {
        self.0.iter().find(|made| made.register.name == register.name).expect("the table has the register")
    }

    /// The word of a register after a reset.
    pub fn word(&self, register: &Register) -> u64 {
        self.get(register).word.into()
    }

    /// A field after a reset.
    pub fn reset(&self, register: &Register, field: &str) -> u64 {
        let made = self.get(register);
        register.field(field).of(made.word & made.bits).into()
    }

    /// Bits of a field that the build has.
    pub fn width(&self, register: &Register, field: &str) -> usize {
        (register.field(field).mask() & self.get(register).bits).count_ones() as usize
    }

    /// The words of a register, as few spans as there are. Numbers of pages have `page_bits` bits.
    pub fn spans(&self, register: &Register, page_bits: usize) -> Vec<Span> {
        let (mut from, end) =
            (u32::from(register.offset / 4), u32::from(register.offset / 4 + self.get(register).words));
        let mut out = vec![];
        while from < end {
            let mut size = 1;
            while from.is_multiple_of(2 * size) && from + 2 * size <= end {
                size *= 2;
            }
            let mask = !(u64::from(size) - 1);
            let slots = u64::from(PAGE_WORDS) - 1;
            out.push(Span {
                page: u64::from(from) >> SLOT_BITS,
                page_mask: mask >> SLOT_BITS & ((1 << page_bits) - 1),
                slot: u64::from(from) & slots,
                slot_mask: mask & slots,
            });
            from += size;
        }
        out
    }

    /// What may be done with the words, page by page; pages that are alike are one row where their numbers allow it.
    pub fn rows(&self, page_bits: usize) -> Vec<Row> {
        let all = (1u64 << page_bits) - 1;
        let mut rows: Vec<Row> = vec![];
        for made in &self.0 {
            let Some(access) = made.access else { continue };
            for word in made.register.offset / 4..made.register.offset / 4 + made.words {
                let (page, bit) = (u64::from(word / PAGE_WORDS), 1 << (word % PAGE_WORDS));
                if rows.last().is_none_or(|row| row.span.page != page) {
                    let span = Span { page, page_mask: all, slot: 0, slot_mask: 0 };
                    rows.push(Row { span, reads: 0, writes: 0 });
                }
                let row = rows.last_mut().expect("there is one now");
                row.reads |= if access.reads() { bit } else { 0 };
                row.writes |= if access.writes() { bit } else { 0 };
            }
        }
        for bit in (0..page_bits).map(|bit| 1u64 << bit) {
            let mut at = 0;
            while at + 1 < rows.len() {
                let (low, high) = (rows[at], rows[at + 1]);
                let span = Span { page: low.span.page | bit, ..low.span };
                if low.span.page & bit == 0 && (Row { span, ..low }) == high {
                    rows[at].span.page_mask &= !bit;
                    rows.remove(at + 1);
                }
                at += 1;
            }
        }
        rows
    }

    /// What the build has at byte offset `address`; bits 1 and 0 have no meaning.
    pub fn at(&self, address: u16) -> Option<&Made> {
        let word = address / 4;
        let holds = |made: &&Made| {
            let first = made.register.offset / 4;
            made.access.is_some() && (first..first + made.words).contains(&word)
        };
        self.0.iter().find(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{hps, monitor, regs};

    /// Every word of a table is in the rows and spans as the table has it.
    fn covers(built: &Built, address_bits: u32, least: usize) {
        let page_bits = (address_bits - 2 - SLOT_BITS) as usize;
        let rows = built.rows(page_bits);
        let mut seen = 0;
        for word in 0..1u64 << (address_bits - 2) {
            let (page, slot) = (word >> SLOT_BITS, word & 31);
            let made = built.at((4 * word) as u16);
            let row: Vec<_> = rows.iter().filter(|row| page & row.span.page_mask == row.span.page).collect();
            assert!(row.len() <= 1, "{word:x}");
            let bit = |of: fn(&Row) -> u64| row.first().is_some_and(|row| of(row) >> slot & 1 == 1);
            let may = |of: fn(Access) -> bool| made.and_then(|made| made.access).is_some_and(of);
            assert_eq!((bit(|r| r.reads), bit(|r| r.writes)), (may(Access::reads), may(Access::writes)), "{word:x}");
            for of in built.registers().filter(|made| made.access.is_some()) {
                let inside = built
                    .spans(of.register, page_bits)
                    .iter()
                    .any(|span| page & span.page_mask == span.page && slot & span.slot_mask == span.slot);
                assert_eq!(inside, made.is_some_and(|made| made.register == of.register), "{word:x}");
            }
            seen += usize::from(made.is_some());
        }
        assert!(seen >= least && rows.len() < 12, "{seen} words in {} rows", rows.len());
    }

    #[test]
    fn rows_and_spans_are_the_words_of_the_table() {
        covers(&Built::of(regs::REGISTERS), regs::ADDRESS_BITS, 150);
        covers(&Built::of(monitor::REGISTERS), monitor::ADDRESS_BITS, 18);
        let few = Built::of(hps::regs::REGISTERS)
            .with(&hps::regs::CTR, |made| made.words = 3)
            .with(&hps::regs::RT, |made| made.words = 64)
            .with(&hps::regs::N_IN, |made| made.access = None);
        covers(&few, hps::regs::ADDRESS_BITS, 200);
        covers(&Built::of(hps::regs::REGISTERS), hps::regs::ADDRESS_BITS, 4000);
    }

    #[test]
    fn a_build_changes_what_a_table_says() {
        let built = Built::of(monitor::REGISTERS).with(&monitor::IRQ_AT, |made| (made.bits, made.word) = (0x3f, 0xff));
        assert_eq!(built.width(&monitor::IRQ_AT, "IRQ_AT"), 6);
        assert_eq!(built.reset(&monitor::IRQ_AT, "IRQ_AT"), 0x3f);
        assert_eq!(built.width(&monitor::TAP, "ADDR_SRC"), 2);
        assert_eq!(built.reset(&monitor::TAP, "ADDR_SRC"), 2);
    }
}

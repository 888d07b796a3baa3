//! What microcode of one's own has left behind, under the names that the program gives
//! (docs/reference/coproc.md, D.13).
use crate::host::coproc::{Contents, Entry};
use crate::spec::coproc::{Base, Flags};

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its own name.
    pub register: String,
    /// The program's name for it.
    pub name: Option<String>,
    /// What it holds.
    pub value: u64,
}

/// An entry of both arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number, key and data memory.
    pub entry: Entry,
    /// Parts of the data memory under the names of the bases that lead to them.
    pub parts: Vec<(String, u64)>,
}

/// The index registers, then the value registers and what else there is.
pub fn registers(contents: &Contents) -> Vec<Named> {
    let named = |letter: char, at: usize, name: Option<&String>, value| Named {
        register: format!("{letter}{at}"),
        name: name.cloned(),
        value,
    };
    let indices = contents.indices.iter().enumerate();
    let indices = indices.map(|(at, value)| named('X', at, contents.labels.indices.get(at), u64::from(*value)));
    let values = contents.values.iter().enumerate().map(|(at, value)| named('V', at, None, *value));
    let rest = [
        ("MD", contents.read),
        ("MI", contents.matched.into()),
        ("FLAGS", contents.flags.into()),
        ("LFSR16", contents.random.into()),
    ];
    let rest = rest.map(|(register, value)| Named { register: register.into(), name: None, value });
    indices.chain(values).chain(rest).collect()
}

/// The flags that are set.
pub fn flags(contents: &Contents) -> Vec<&'static str> {
    (0..).zip(Flags::NAMES).filter(|(bit, _)| contents.flags >> bit & 1 == 1).map(|(_, name)| name).collect()
}

/// The entries that hold something.
pub fn entries(contents: &Contents) -> Vec<Row> {
    let parts = |entry: &Entry| {
        let here = |base: &Base| (base.first()..base.first() + base.size()).contains(&entry.at);
        let bases = contents.labels.bases.iter().filter(|(_, base)| here(base));
        bases
            .filter_map(|(name, base)| {
                let part = base.lane(contents.labels.value_bits)?;
                Some((name.clone(), part.of(entry.memory)))
            })
            .collect()
    };
    contents.entries.iter().map(|entry| Row { entry: *entry, parts: parts(entry) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::coproc::Labels;

    #[test]
    fn what_is_left_has_the_names_of_the_program() {
        // All entries, whole: no lane of a build with values of 32 bits; 16 of them, upper halves.
        let bases = [("TAG", Base::new(0, 5, 0)), ("SUM", Base::new(16, 4, 2))].map(|(name, base)| (name.into(), base));
        let labels = Labels { indices: vec!["AT".into()], bases: bases.into(), value_bits: 32 };
        let entry = |at, key, memory| Entry { at, key, memory };
        let contents = Contents {
            entries: vec![entry(3, Some(9), 7), entry(16, None, 5 << 32 | 1)],
            indices: vec![4, 1],
            flags: 0x41,
            labels,
            ..Contents::default()
        };
        let rows = entries(&contents);
        assert_eq!((rows[0].parts.len(), &rows[1].parts[..]), (0, &[("SUM".to_string(), 5)][..]));
        let shown = registers(&contents);
        assert_eq!((shown[0].register.as_str(), shown[0].name.as_deref(), shown[0].value), ("X0", Some("AT"), 4));
        assert_eq!((shown[1].name.as_ref(), flags(&contents)), (None, vec!["eq", "hit"]));
    }
}

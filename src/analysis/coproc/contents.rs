//! What microcode of one's own has left behind, under the names that the program gives (docs/reference/coproc.md, D.13).
use crate::host::coproc::{Contents, Entry};
use crate::lang::coproc::Image;
use crate::spec::coproc::Flags;

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
pub fn registers(contents: &Contents, image: &Image) -> Vec<Named> {
    let named = |letter: char, at: usize, name: Option<&String>, value| Named {
        register: format!("{letter}{at}"),
        name: name.cloned(),
        value,
    };
    let indices = contents.indices.iter().enumerate();
    let indices = indices.map(|(at, value)| named('X', at, image.names.indices.get(at), u64::from(*value)));
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
pub fn entries(contents: &Contents, image: &Image) -> Vec<Row> {
    let parts = |entry: &Entry| {
        let bases = image.bases.iter().zip(&image.names.bases);
        let here = bases.filter(|(base, _)| (base.first()..base.first() + base.size()).contains(&entry.at));
        here.filter_map(|(base, name)| {
            let part = base.lane(image.value_bits)?;
            Some((name.clone(), part.of(entry.memory)))
        })
        .collect()
    };
    contents.entries.iter().map(|entry| Row { entry: *entry, parts: parts(entry) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::coproc::{Target, assemble};
    use crate::lang::source::Source;

    #[test]
    fn what_is_left_has_the_names_of_the_program() {
        let text = ".base TAG = 0 32 D\n.base SUM = 16 16 W1\n.index AT 5 3\nA: nop | goto done\n.start LOAD = A\n";
        let image = assemble(&Source::new("mine", text), &Target::new(32)).unwrap().image;
        let entry = |at, key, memory| Entry { at, key, memory };
        let contents = Contents {
            entries: vec![entry(3, Some(9), 7), entry(16, None, 5 << 32 | 1)],
            indices: vec![4, 1],
            flags: 0x41,
            ..Contents::default()
        };
        let rows = entries(&contents, &image);
        assert_eq!((rows[0].parts.len(), &rows[1].parts[..]), (0, &[("SUM".to_string(), 5)][..]));
        let shown = registers(&contents, &image);
        assert_eq!((shown[0].register.as_str(), shown[0].name.as_deref(), shown[0].value), ("X0", Some("AT"), 4));
        assert_eq!((shown[1].name.as_ref(), flags(&contents)), (None, vec!["eq", "hit"]));
    }
}

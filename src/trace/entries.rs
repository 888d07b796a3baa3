//! Names with their counts, as interval logs and logs of profiles have them: differences between neighbours.
use super::uleb::{difference, differing, put, take};
use crate::spec::interval::{Entry, Key, Kind};

/// Appends an entry after one whose site is `last`.
pub fn append(entry: &Entry, kind: Kind, last: u64, out: &mut Vec<u8>) {
    let Entry { key: Key { site, callee }, count, weight } = *entry;
    put(out, site.wrapping_sub(last));
    if kind == Kind::CallPair {
        put(out, difference(callee, site));
    }
    put(out, count);
    if kind == Kind::Region {
        put(out, weight);
    }
}

/// Takes so many entries; none if they are not in the order of their names.
pub fn read(content: &mut &[u8], kind: Kind) -> Option<Vec<Entry>> {
    let mut entries: Vec<Entry> = vec![];
    let mut last = Key::default();
    // Each takes two bytes at least: what is declared is not believed.
    for number in 0..take(content)? {
        let site = last.site.checked_add(take(content)?)?;
        let callee = if kind == Kind::CallPair { differing(take(content)?, site) } else { 0 };
        let key = Key { site, callee };
        if number > 0 && key <= last {
            return None;
        }
        let count = take(content)?;
        let weight = if kind == Kind::Region { take(content)? } else { 0 };
        entries.push(Entry { key, count, weight });
        last = key;
    }
    Some(entries)
}

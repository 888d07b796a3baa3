//! The range tree as the page's script reads it.
use super::{COLOURS, Page};
use crate::model::profile::Node;
use crate::report::edges::{self, Several};
use crate::report::shares;
use crate::report::text::hex;
use serde::Serialize;
use std::collections::HashMap;

/// What the script gets.
#[derive(Serialize)]
pub struct Data {
    n: u64,
    /// What an event is, in the plural.
    events: String,
    /// What ranges are called; many share a name.
    names: Vec<String>,
    nodes: Vec<Bar>,
}

/// A node: short names, there are thousands of them.
#[derive(Serialize)]
struct Bar {
    /// Level.
    l: u8,
    /// First and last key; of edges both are the range in words.
    a: String,
    z: String,
    /// Events it holds itself.
    own: u64,
    /// What its keys are called: index into the names.
    name: usize,
    /// Class of its colour: `c0` to `c7` for the hottest places, `named`, `several` or `keys`.
    c: String,
}

/// All nodes in pre-order.
pub fn data(page: &Page) -> Data {
    let profile = page.profile;
    let ranks: HashMap<u32, usize> = match page.names {
        Some(names) => names.table.places.iter().take(COLOURS).map(|row| row.place).zip(0..).collect(),
        None => HashMap::new(),
    };
    let pairs = page.names.filter(|names| names.keys.is_pairs());
    let targets = pairs.map(|names| names.symbols.targets(profile, names.keys));
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut all_names = vec![];
    let mut bar = |node: &Node| {
        let last = profile.last_key(node);
        let (name, c) = match page.names {
            None => (String::new(), "keys".to_owned()),
            Some(found) => {
                let (first, last) = found.keys.addresses(node.prefix, last);
                let places = found.symbols.within(first, last);
                let (listed, more) = shares::names(found.symbols, &found.table.bounds, &places);
                let class = match places[..] {
                    [place] => ranks.get(&place).map_or("named".to_owned(), |rank| format!("c{rank}")),
                    _ => "several".to_owned(),
                };
                let from = shares::label(&listed, more);
                let name = match &targets {
                    Some(_) if edges::is_one(profile, node) => edges::name(profile, node, found.symbols, found.keys),
                    Some(bounds) => {
                        let to = Several::to(profile, node, found.symbols, found.keys, bounds);
                        edges::arrow(&from, &to.label())
                    }
                    None => from,
                };
                (name, class)
            }
        };
        let name = *numbers.entry(name).or_insert_with_key(|name| {
            all_names.push(name.clone());
            all_names.len() - 1
        });
        let (a, z) = match pairs {
            Some(names) => {
                let range = edges::range(profile, node, names.keys);
                (range.clone(), range)
            }
            None => (hex(node.prefix, profile.key_bits), hex(last, profile.key_bits)),
        };
        Bar { l: node.level, a, z, own: node.own, name, c }
    };
    let nodes = profile.tree.iter().map(&mut bar).collect();
    Data { n: profile.n, events: page.events.to_owned(), nodes, names: all_names }
}

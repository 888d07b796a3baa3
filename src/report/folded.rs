//! Folded stacks: a line `frame;frame;frame N` for each stack, as tools that draw flame graphs read them.
use super::shares::{label, names};
use crate::analysis::bounds::Partition;
use crate::analysis::{Keys, Kind, Symbols};
use crate::model::profile::Profile;
use std::collections::{BTreeMap, HashMap};

/// First frame of what is not surely of one place.
const SEVERAL: &str = "[one of several]";

/// The own events of every range, under the frames that all of the range shares: the function, then what was inlined
/// there. A range across several places is a frame that names them. The numbers add up to the events of the profile.
pub fn folded(profile: &Profile, symbols: &Symbols, keys: Keys) -> String {
    let mut stacks: BTreeMap<String, u64> = BTreeMap::new();
    let bounds = symbols.bounds(profile, keys);
    let mut functions: HashMap<u32, Inlined> = HashMap::new();
    for node in profile.tree.iter().filter(|node| node.own > 0) {
        let (first, last) = keys.addresses(node.prefix, profile.last_key(node));
        let places = symbols.within(first, last);
        let mut stack = match places[..] {
            [place] => vec![symbols.places()[place as usize].name.clone()],
            _ => {
                let (names, more) = names(symbols, &bounds, &places);
                vec![SEVERAL.to_owned(), label(&names, more)]
            }
        };
        if let [place] = places[..]
            && symbols.places()[place as usize].kind == Kind::Function
        {
            let inlined = functions.entry(place).or_insert_with(|| Inlined::of(symbols, place));
            stack.extend_from_slice(inlined.common(first, last));
        }
        let stack: Vec<String> = stack.iter().map(|frame| frame_name(frame)).collect();
        *stacks.entry(stack.join(";")).or_default() += node.own;
    }
    stacks.iter().map(|(stack, events)| format!("{stack} {events}\n")).collect()
}

/// The format separates frames by `;` and lines by line ends.
fn frame_name(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| {
            if c == ';' {
                ','
            } else if c.is_whitespace() {
                ' '
            } else {
                c
            }
        })
        .collect();
    if plain.is_empty() { "?".to_owned() } else { plain }
}

/// What was inlined where in a function.
struct Inlined {
    partition: Partition,
    /// For each part of the partition its stack below the function.
    stacks: Vec<Vec<String>>,
}

impl Inlined {
    fn of(symbols: &Symbols, place: u32) -> Self {
        let mut parts: HashMap<Vec<String>, u32> = HashMap::from([(vec![], 0)]);
        let mut stacks = vec![vec![]];
        let mut ranges = vec![];
        for piece in symbols.pieces(place) {
            let stack: Vec<String> = piece.frames.iter().skip(1).map(|frame| frame.function.clone()).collect();
            let part = *parts.entry(stack.clone()).or_insert_with(|| {
                stacks.push(stack);
                stacks.len() as u32 - 1
            });
            ranges.push((piece.first, piece.last, part));
        }
        Self { partition: Partition::of_ranges(ranges), stacks }
    }

    /// The frames that all of `first..=last` shares.
    fn common(&self, first: u64, last: u64) -> &[String] {
        let mut common: Option<&[String]> = None;
        self.partition.touched(first, last, |part| {
            let stack = &self.stacks[part as usize][..];
            let shared = common.map_or(stack.len(), |c| c.iter().zip(stack).take_while(|(a, b)| a == b).count());
            common = Some(&stack[..shared]);
        });
        common.unwrap_or_default()
    }
}

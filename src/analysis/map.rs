//! The address space as disjoint places: every address belongs to exactly one (docs/user/names.md, "Places").
use super::elf::{Elf, Role};
use std::collections::BTreeSet;

/// What a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Nothing that the file knows.
    Outside,
    /// Memory between the end of the data and the stack, or as the user said.
    Heap,
    /// The stack.
    Stack,
    /// A part of a section that no symbol names.
    Section,
    /// A variable or constant.
    Object,
    /// Code.
    Function,
}

/// A part of the address space under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// A symbol's name, demangled; the name of a section, `heap`, `stack`, or `outside the program`.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Other symbols for the same addresses.
    pub aliases: Vec<String>,
    /// Its addresses: disjoint ranges `first..=last`, ascending. More than one if another place lies inside.
    pub ranges: Vec<(u64, u64)>,
}

/// First and last address.
type Range = (u64, u64);

/// A gap up to this size before the next function can be padding, whatever alignment a section claims.
const MOST_PADDING: u64 = 64;

/// Name of [`Kind::Outside`].
pub const OUTSIDE: &str = "outside the program";

/// All places. Place 0 is what is outside.
pub(super) struct Map {
    pub places: Vec<Place>,
    /// Start of every piece with the place it belongs to; ascending, the first starts at 0, a piece ends where the next
    /// starts.
    pieces: Vec<(u64, u32)>,
}

/// A candidate for the addresses `first..=last`. Of those that cover an address the largest wins, by the fields in
/// their order: a symbol goes before the section around it, an inner symbol before the outer one, a shorter one before
/// a longer one with the same start.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Layer {
    rank: Rank,
    first: u64,
    shorter: std::cmp::Reverse<u64>,
    place: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Memory,
    Section,
    Label,
    Symbol,
}

impl Map {
    /// The map of a file whose program runs `bias` above the addresses in it. `heap` and `stack` go before what symbols
    /// say.
    pub fn new(elf: &Elf, bias: u64, heap: Option<Range>, stack: Option<Range>) -> Self {
        let mut builder = Builder { places: vec![place(OUTSIDE, Kind::Outside)], layers: vec![] };
        let (found_heap, found_stack) = memory(elf);
        let moved = |range: Option<Range>| {
            range.and_then(|(first, last)| Some((first.checked_add(bias)?, last.checked_add(bias)?)))
        };
        for (name, kind, range) in
            [("heap", Kind::Heap, heap.or(moved(found_heap))), ("stack", Kind::Stack, stack.or(moved(found_stack)))]
        {
            if let Some((first, last)) = range {
                builder.add(Rank::Memory, place(name, kind), first, last);
            }
        }
        for section in &elf.sections {
            if let Some((first, last)) = moved(Some((section.first, section.last))) {
                let kind = match section.name.trim_start_matches('.') {
                    "heap" => Kind::Heap,
                    "stack" => Kind::Stack,
                    _ => Kind::Section,
                };
                builder.add(Rank::Section, place(&section.name, kind), first, last);
            }
        }
        builder.symbols(elf, bias);
        let mut map = Self { pieces: builder.pieces(), places: builder.places };
        map.pad(elf, bias);
        map.collect_ranges();
        map
    }

    /// The place of an address.
    pub fn at(&self, address: u64) -> u32 {
        self.pieces[self.piece(address)].1
    }

    fn piece(&self, address: u64) -> usize {
        self.pieces.partition_point(|&(first, _)| first <= address) - 1
    }

    /// Starts and places of the pieces, ascending from 0.
    pub fn pieces(&self) -> &[(u64, u32)] {
        &self.pieces
    }

    /// Gaps between functions that alignment explains go to the function before: nobody would look for them under
    /// another name.
    fn pad(&mut self, elf: &Elf, bias: u64) {
        for i in 1..self.pieces.len().saturating_sub(1) {
            let (first, gap) = self.pieces[i];
            let before = self.pieces[i - 1].1;
            let size = self.pieces[i + 1].0 - first;
            let kind = |place: u32| self.places[place as usize].kind;
            if kind(gap) == Kind::Section && kind(before) == Kind::Function && size < MOST_PADDING {
                let section = elf.sections.iter().find(|s| {
                    let start = s.first.wrapping_add(bias);
                    s.executable && start <= first && first <= s.last.wrapping_add(bias)
                });
                if section.is_some_and(|s| size < s.align) {
                    self.pieces[i].1 = before;
                }
            }
        }
        self.pieces.dedup_by_key(|piece| piece.1);
    }

    fn collect_ranges(&mut self) {
        for (i, &(first, place)) in self.pieces.iter().enumerate() {
            let last = self.pieces.get(i + 1).map_or(u64::MAX, |next| next.0 - 1);
            self.places[place as usize].ranges.push((first, last));
        }
    }
}

fn place(name: &str, kind: Kind) -> Place {
    Place { name: name.to_owned(), kind, aliases: vec![], ranges: vec![] }
}

struct Builder {
    places: Vec<Place>,
    layers: Vec<Layer>,
}

impl Builder {
    fn add(&mut self, rank: Rank, place: Place, first: u64, last: u64) {
        if first <= last {
            let shorter = std::cmp::Reverse(last - first);
            self.layers.push(Layer { rank, first, shorter, place: self.places.len() as u32 });
            self.places.push(place);
        }
    }

    fn symbols(&mut self, elf: &Elf, bias: u64) {
        struct Named<'a> {
            rank: Rank,
            first: u64,
            last: u64,
            kind: Kind,
            local: bool,
            name: &'a str,
        }
        // Where labels end: at the next symbol of their section.
        let mut starts: Vec<(usize, u64)> = elf.symbols.iter().filter_map(|s| Some((s.section?, s.address))).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut named: Vec<Named> = vec![];
        for symbol in &elf.symbols {
            let Some(section) = symbol.section.map(|index| &elf.sections[index]) else { continue };
            if symbol.address < section.first || symbol.address > section.last {
                continue;
            }
            let kind = match (symbol.role, section.executable) {
                (Role::Function, _) | (Role::Unsaid, true) => Kind::Function,
                (Role::Object, _) | (Role::Unsaid, false) => Kind::Object,
            };
            let (rank, last) = match (symbol.size, kind) {
                (0, Kind::Function) if is_mark(&symbol.name) => continue,
                (0, Kind::Function) => {
                    let key = (symbol.section.unwrap_or_default(), symbol.address);
                    let next = starts.get(starts.partition_point(|start| *start <= key));
                    let next = next.filter(|(section, _)| *section == key.0).map(|(_, first)| first - 1);
                    (Rank::Label, next.unwrap_or(section.last))
                }
                // In data, a name without a size is a mark of the linker as well.
                (0, _) => continue,
                (size, _) => (Rank::Symbol, symbol.address.saturating_add(size - 1)),
            };
            let moved = (symbol.address.checked_add(bias), last.min(section.last).checked_add(bias));
            if let (Some(first), Some(last)) = moved {
                named.push(Named { rank, first, last, kind, local: !symbol.global, name: &symbol.name });
            }
        }
        // Names of the same addresses next to each other, the one to show first.
        let strokes = |name: &str| name.len() - name.trim_start_matches('_').len();
        named.sort_by_key(|s| (s.first, s.last, s.rank, s.local, strokes(s.name), s.name.len(), s.name));
        let mut previous = None;
        for symbol in named {
            let key = (symbol.first, symbol.last, symbol.rank);
            if previous == Some(key) {
                let place = self.places.last_mut().expect("the one with the same key");
                if place.name != symbol.name && place.aliases.last().is_none_or(|last| last != symbol.name) {
                    place.aliases.push(symbol.name.to_owned());
                }
            } else {
                self.add(symbol.rank, place(symbol.name, symbol.kind), symbol.first, symbol.last);
                previous = Some(key);
            }
        }
    }

    /// Sweeps over all ends of layers; the best layer at each address gets it.
    fn pieces(&self) -> Vec<(u64, u32)> {
        let mut opens: Vec<usize> = (0..self.layers.len()).collect();
        opens.sort_unstable_by_key(|&i| self.layers[i].first);
        let end = |layer: &Layer| layer.first + layer.shorter.0;
        let mut closes = opens.clone();
        closes.sort_unstable_by_key(|&i| end(&self.layers[i]));
        let mut edges: Vec<u64> = self.layers.iter().map(|l| l.first).collect();
        edges.extend(self.layers.iter().filter_map(|l| end(l).checked_add(1)));
        edges.push(0);
        edges.sort_unstable();
        edges.dedup();
        let mut pieces: Vec<(u64, u32)> = vec![];
        let mut active: BTreeSet<&Layer> = BTreeSet::new();
        let (mut open, mut close) = (opens.iter().peekable(), closes.iter().peekable());
        for edge in edges {
            while let Some(&i) = close.next_if(|&&i| end(&self.layers[i]) < edge) {
                active.remove(&self.layers[i]);
            }
            while let Some(&i) = open.next_if(|&&i| self.layers[i].first <= edge) {
                active.insert(&self.layers[i]);
            }
            let place = active.last().map_or(0, |layer| layer.place);
            if pieces.last().is_none_or(|last| last.1 != place) {
                pieces.push((edge, place));
            }
        }
        pieces
    }
}

/// Whether a linker script marks the end of something with this name: `__text_end`, `_etext`, `__init_array_start`.
fn is_mark(name: &str) -> bool {
    let inner = name.strip_prefix("__").unwrap_or_default();
    inner.ends_with("_start") || inner.ends_with("_end") || name.trim_start_matches('_') == "etext"
}

/// Heap and stack as the linker scripts of picolibc, newlib and CMSIS name them, if this file has these names.
fn memory(elf: &Elf) -> (Option<Range>, Option<Range>) {
    let value =
        |names: &[&str]| names.iter().find_map(|name| elf.symbols.iter().find(|s| s.name == *name).map(|s| s.address));
    let range =
        |first: Option<u64>, end: Option<u64>| first.zip(end?.checked_sub(1)).filter(|(first, last)| first <= last);
    let top = value(&["__stack", "_stack", "__stack_top", "_stack_top", "_estack", "__StackTop"]);
    let size = value(&["__stack_size", "_stack_size", "__STACK_SIZE"]);
    let bottom = value(&["__stack_bottom", "_stack_bottom", "__stack_limit", "__StackLimit"])
        .or_else(|| top?.checked_sub(size?));
    let heap_end = value(&["__heap_end", "_heap_end", "__heap_limit", "__HeapLimit"]);
    let heap_first = value(&["__heap_start", "_heap_start", "__HeapBase", "_end", "end"]);
    let stack = range(bottom.or(heap_end), top);
    let heap = range(heap_first, heap_end.or(stack.map(|(first, _)| first)));
    (heap, stack)
}

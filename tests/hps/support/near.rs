//! Retirements near what a program asks for: every bit that is compared decides about one of them.
use treetap::host::monitor::Program;
use treetap::spec::checkmap::{Image, WORD_CODES};
use treetap::spec::hps::words::Pattern;
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// A word, and all that differ from it in one bit.
fn around(word: u32) -> impl Iterator<Item = u32> {
    std::iter::once(word).chain((0..u32::BITS).map(move |bit| word ^ 1 << bit))
}

/// Puts into some of the retirements: for each pattern a word that it matches, for each range its ends, and for the map
/// its ends, with all that differ from one of these in one bit. How many there are.
pub fn near(records: &mut [Rvfi], program: &Program, map: &Image, random: &mut Random) -> usize {
    let mut any = |count: usize| random.below(count as u64) as usize;
    let patterns: Vec<_> = program.image.patterns.iter().map(|words| Pattern::from_words(*words)).collect();
    let words = patterns.iter().filter(|pattern| pattern.valid && pattern.mask != 0);
    let words: Vec<u32> =
        words.flat_map(|pattern| around(pattern.value | any(1 << 30) as u32 & !pattern.mask)).collect();
    let end = map.base.wrapping_add(2 * WORD_CODES * map.words.len() as u32);
    let ends = program.image.ranges.iter().flatten().chain([&map.base, &end]);
    // At an end itself and next to it everything depends on its lowest bits, which then decide several times.
    let beside = |end: u32| [end, end.wrapping_sub(2), end.wrapping_add(2)].into_iter().cycle().take(24);
    let places: Vec<u32> = ends.flat_map(|end| around(*end).chain(beside(*end))).collect();
    words.iter().for_each(|word| records[any(records.len())].insn = *word);
    places.iter().for_each(|place| records[any(records.len())].pc = u64::from(place & !1));
    words.len() + places.len()
}

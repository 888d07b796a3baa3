//! The dump stream: a profile as 64-bit words (docs/reference/rap.md R8).
use super::{Node, Profile, low_mask};
use crate::spec::rap::{Collapse, DUMP_HEADER_WORDS, DUMP_OWN_BITS, DUMP_OWN_MAX};
use std::fmt;

const LEVEL_SHIFT: u32 = 56;

impl Profile {
    /// The dump stream (R8): `n, T, lost, live, creates, over`; per node in pre-order its prefix and
    /// `{level[7:0], 8'd0, own[47:0]}`; last the CRC-32 of all bytes before, each word little-endian. Under R6 the word
    /// of `over` counts collapses.
    ///
    /// ```
    /// # use treetap::{model::{profile::Profile, rap::Rap}, spec::rap::Config};
    /// let config = Config::new(48, 512);
    /// let mut rap = Rap::new(config)?;
    /// rap.add_keys(&[0x40_1000, 0x40_1000, 0x40_2000]);
    /// let profile = rap.snapshot();
    /// assert_eq!(Profile::from_words(&profile.to_words(), 48, 48, 512, config.collapse), Ok(profile));
    /// # Ok::<(), treetap::spec::rap::Error>(())
    /// ```
    pub fn to_words(&self) -> Vec<u64> {
        let last = self.over + u64::from(self.collapses);
        let header = [self.n, self.t, self.lost, self.live.into(), self.creates.into(), last];
        let nodes = self.tree.iter().flat_map(|node| [node.prefix, u64::from(node.level) << LEVEL_SHIFT | node.own]);
        let mut words: Vec<u64> = header.into_iter().chain(nodes).collect();
        words.push(crc(&words).into());
        words
    }

    /// Reads a dump stream of an engine with `K = key_bits`, `C = count_bits` and `N = nodes`, which makes room so.
    ///
    /// Accepts exactly the words that [`Profile::to_words`] can produce for such an engine, so that what it returns can
    /// be worked with: a tree in pre-order whose own counts add up to `n`. Allocates no more than the words take.
    ///
    /// # Errors
    /// The first word that is wrong, and what was expected there. The checksum is checked before the content.
    ///
    /// # Panics
    /// If `key_bits` or `count_bits` are not those of a legal configuration.
    pub fn from_words(
        words: &[u64],
        key_bits: u32,
        count_bits: u32,
        nodes: u32,
        collapse: Collapse,
    ) -> Result<Profile, DumpError> {
        assert!(matches!(key_bits, 2..=64) && key_bits.is_multiple_of(2) && matches!(count_bits, 1..=DUMP_OWN_BITS));
        let fail = |word, expected| Err(DumpError { word, found: words.get(word).copied(), expected });
        let Some((&check, body)) = words.split_last().filter(|(_, body)| body.len() >= DUMP_HEADER_WORDS) else {
            return fail(words.len(), Expected::MoreWords);
        };
        let crc = crc(body);
        if check != u64::from(crc) {
            return fail(body.len(), Expected::Crc(crc));
        }
        let count_max = (1 << count_bits) - 1;
        let (collapses_max, over_max) = match collapse {
            Collapse::Stop => (u64::from(u32::MAX), 0),
            Collapse::Hand(_) => (0, count_max),
        };
        let tally = (0, u64::from(u32::MAX));
        let header =
            [(0, count_max), (1, count_max), (0, count_max), (1, nodes.into()), tally, (0, over_max + collapses_max)];
        for (word, (least, most)) in header.into_iter().enumerate() {
            if !(least..=most).contains(&words[word]) {
                return fail(word, Expected::Between(least, most));
            }
        }
        let pairs = &body[DUMP_HEADER_WORDS..];
        if pairs.len() as u64 != 2 * words[3] {
            return fail(3, Expected::Between(pairs.len() as u64 / 2, pairs.len() as u64 / 2));
        }
        let mut tree: Vec<Node> = Vec::with_capacity(pairs.len() / 2);
        let mut path = [0u64; 33];
        let mut sum = 0u64;
        for (index, pair) in pairs.chunks_exact(2).enumerate() {
            let word = DUMP_HEADER_WORDS + 2 * index;
            let (prefix, level, own) = (pair[0], (pair[1] >> LEVEL_SHIFT) as u8, pair[1] & DUMP_OWN_MAX);
            if u32::from(level) > key_bits / 2 || pair[1] >> DUMP_OWN_BITS & 0xff != 0 || own > count_max {
                return fail(word + 1, Expected::LevelAndOwn);
            }
            if prefix & !low_mask(key_bits, 0) != 0 || prefix & low_mask(key_bits, level) != 0 {
                return fail(word, Expected::Prefix);
            }
            let in_order = match (tree.last(), level) {
                (None, _) => level == 0,
                (Some(_), 0) => false,
                (Some(last), _) => {
                    let parent = prefix & !low_mask(key_bits, level - 1);
                    let (previous, deeper) = (last.level, level > last.level);
                    level <= previous + 1 && path[usize::from(level - 1)] == parent && (deeper || prefix > last.prefix)
                }
            };
            if !in_order {
                return fail(word, Expected::PreOrder);
            }
            path[usize::from(level)] = prefix;
            sum = sum.saturating_add(own);
            tree.push(Node { level, prefix, own });
        }
        if sum != words[0] {
            return fail(0, Expected::Between(sum, sum));
        }
        Ok(Profile {
            key_bits,
            count_bits,
            nodes,
            n: words[0],
            t: words[1],
            lost: words[2],
            live: words[3] as u32,
            creates: words[4] as u32,
            collapses: words[5].min(collapses_max) as u32,
            over: words[5].min(over_max),
            tree,
        })
    }
}

/// CRC-32 (IEEE 802.3) of the little-endian bytes of `words`.
fn crc(words: &[u64]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    words.iter().for_each(|word| hasher.update(&word.to_le_bytes()));
    hasher.finalize()
}

/// Words that are not a dump: where, what is there and what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DumpError {
    /// Index of the word, from 0.
    pub word: usize,
    /// The word itself; `None` if the dump ends before it.
    pub found: Option<u64>,
    expected: Expected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    MoreWords,
    Crc(u32),
    Between(u64, u64),
    LevelAndOwn,
    Prefix,
    PreOrder,
}

impl fmt::Display for DumpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dump word {}: ", self.word)?;
        match self.found {
            Some(found) => write!(f, "{found:#x}, expected ")?,
            None => write!(f, "missing, expected ")?,
        }
        match self.expected {
            Expected::MoreWords => write!(f, "{DUMP_HEADER_WORDS} header words, nodes and a checksum"),
            Expected::Crc(crc) => write!(f, "the checksum {crc:#x}"),
            Expected::Between(least, most) if least == most => write!(f, "{least:#x}, which the nodes say"),
            Expected::Between(least, most) => write!(f, "{least:#x} to {most:#x}"),
            Expected::LevelAndOwn => write!(f, "a level and an own count within the widths of the engine"),
            Expected::Prefix => write!(f, "a prefix with nothing beyond the key width or below its level"),
            Expected::PreOrder => write!(f, "the next node in pre-order, below a node that was dumped"),
        }
    }
}

impl std::error::Error for DumpError {}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    fn reseal(mut words: Vec<u64>, change: impl FnOnce(&mut Vec<u64>)) -> Vec<u64> {
        words.pop();
        change(&mut words);
        words.push(crc(&words).into());
        words
    }

    fn error(words: &[u64]) -> String {
        Profile::from_words(words, 4, 32, 8, Collapse::Stop).unwrap_err().to_string()
    }

    #[test]
    fn words_are_the_documented_ones() {
        let words = small().to_words();
        assert_eq!(words[..6], [16, 5, 0, 4, 3, 0]);
        assert_eq!(words[6..10], [0, 1, 0, 1 << 56 | 5]);
        let bytes: Vec<u8> = words[..14].iter().flat_map(|w| w.to_le_bytes()).collect();
        assert_eq!(words[14], u64::from(crc32fast::hash(&bytes)));
        assert_eq!(Profile::from_words(&words, 4, 32, 8, Collapse::Stop), Ok(small()));
    }

    #[test]
    fn every_truncation_and_every_flipped_bit_is_an_error() {
        let words = small().to_words();
        for len in 0..words.len() {
            assert!(Profile::from_words(&words[..len], 4, 32, 8, Collapse::Stop).is_err(), "{len} words");
        }
        for bit in 0..words.len() * 64 {
            let mut bad = words.clone();
            bad[bit / 64] ^= 1 << (bit % 64);
            assert!(Profile::from_words(&bad, 4, 32, 8, Collapse::Stop).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn errors_name_the_word_and_what_was_expected() {
        let words = small().to_words();
        assert_eq!(error(&[]), "dump word 0: missing, expected 6 header words, nodes and a checksum");
        let mut bad = words.clone();
        bad[14] ^= 1;
        assert!(error(&bad).starts_with("dump word 14: "), "{}", error(&bad));
        assert_eq!(
            error(&reseal(words.clone(), |w| w[0] = 17)),
            "dump word 0: 0x11, expected 0x10, which the nodes say"
        );
        assert_eq!(error(&reseal(words.clone(), |w| w[1] = 0)), "dump word 1: 0x0, expected 0x1 to 0xffffffff");
        assert_eq!(error(&reseal(words.clone(), |w| w[3] = 5)), "dump word 3: 0x5, expected 0x4, which the nodes say");
        assert!(error(&reseal(words.clone(), |w| w[3] = 9)).contains("expected 0x1 to 0x8"));
        assert!(error(&reseal(words.clone(), |w| w.swap(8, 12))).starts_with("dump word 10: 0x1, expected"));
        assert!(error(&reseal(words.clone(), |w| w[9] |= 1 << 50)).starts_with("dump word 9: "));
        assert!(error(&reseal(words.clone(), |w| w[10] = 5)).contains("pre-order"), "unit 5 is not below 0..3");
        assert!(error(&reseal(words.clone(), |w| w[8] = 2)).contains("prefix"));
        assert!(error(&reseal(words.clone(), |w| w[12] = 0)).contains("pre-order"), "the same node twice");
        assert!(error(&reseal(words, |w| w[7] = 1 << 56)).contains("dump word 6: 0x0, expected the next node"));
    }
}

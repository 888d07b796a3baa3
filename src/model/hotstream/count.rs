//! How often streams come, exactly: each from left to right, without overlap, within bursts
//! (docs/reference/hotstream.md, G5). The matcher is that of Knuth, Morris and Pratt for all streams at once (Aho and
//! Corasick, CACM 18, 1975).
use hashbrown::HashMap;
use std::collections::VecDeque;

/// Prefixes of patterns as states; the first one is empty.
struct Matcher {
    steps: HashMap<(u32, u32), u32>,
    /// The longest other prefix that a prefix ends in.
    back: Vec<u32>,
    /// The pattern that a prefix is.
    whole: Vec<Option<u32>>,
    /// The longest end of a prefix that is a whole pattern, the prefix itself left out; 0 if none is.
    shorter: Vec<u32>,
}

impl Matcher {
    fn new(patterns: &[Vec<u32>]) -> Self {
        let mut matcher = Self { steps: HashMap::new(), back: vec![0], whole: vec![None], shorter: vec![0] };
        let mut children: Vec<Vec<(u32, u32)>> = vec![vec![]];
        for (number, pattern) in patterns.iter().enumerate() {
            let mut state = 0;
            for symbol in pattern {
                let fresh = matcher.whole.len() as u32;
                let next = *matcher.steps.entry((state, *symbol)).or_insert(fresh);
                if next == fresh {
                    matcher.back.push(0);
                    matcher.whole.push(None);
                    matcher.shorter.push(0);
                    children.push(vec![]);
                    children[state as usize].push((*symbol, fresh));
                }
                state = next;
            }
            matcher.whole[state as usize] = Some(number as u32);
        }
        let mut next = VecDeque::from([0]);
        while let Some(state) = next.pop_front() {
            for &(symbol, child) in &children[state as usize] {
                if state != 0 {
                    let back = matcher.step(matcher.back[state as usize], symbol);
                    matcher.back[child as usize] = back;
                    let is_whole = matcher.whole[back as usize].is_some();
                    matcher.shorter[child as usize] = if is_whole { back } else { matcher.shorter[back as usize] };
                }
                next.push_back(child);
            }
        }
        matcher
    }

    fn step(&self, mut state: u32, symbol: u32) -> u32 {
        loop {
            match self.steps.get(&(state, symbol)) {
                Some(next) => return *next,
                None if state == 0 => return 0,
                None => state = self.back[state as usize],
            }
        }
    }
}

/// Counts each of different patterns, none empty, in a sequence; `separator` is in none of them.
pub fn occurrences(patterns: &[Vec<u32>], sequence: &[u32], separator: u32) -> Vec<u64> {
    let matcher = Matcher::new(patterns);
    let mut counts = vec![0; patterns.len()];
    let mut ends = vec![0; patterns.len()];
    let mut state = 0;
    for (at, &symbol) in sequence.iter().enumerate() {
        if symbol == separator {
            state = 0;
            continue;
        }
        state = matcher.step(state, symbol);
        let mut found = state;
        while found != 0 {
            if let Some(pattern) = matcher.whole[found as usize] {
                let pattern = pattern as usize;
                if at + 1 - patterns[pattern].len() >= ends[pattern] {
                    counts[pattern] += 1;
                    ends[pattern] = at + 1;
                }
            }
            found = matcher.shorter[found as usize];
        }
    }
    counts
}

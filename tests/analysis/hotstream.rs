//! Hot data streams: the grammar, what is hot in it, and how much of two profiles is the same
//! (docs/reference/hotstream.md).
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};
use treetap::model::hotstream::hot::Rules;
use treetap::model::hotstream::sequitur::{Grammar, Symbol};
use treetap::model::hotstream::{Profile, SEPARATOR, Stream, Trace, occurrences};
use treetap::spec::hotstream::{Limits, Reference};

/// The grammar of a text, each letter a terminal.
fn grammar(text: &str) -> Grammar {
    let mut grammar = Grammar::default();
    text.bytes().for_each(|byte| grammar.push(byte.into()));
    grammar
}

/// Rules as the papers print them: `S→A A; A→a b`.
fn printed(text: &str) -> String {
    let name = |rule: usize| if rule == 0 { "S".to_string() } else { char::from(b'A' + rule as u8 - 1).to_string() };
    let symbol = |symbol: &Symbol| match symbol {
        Symbol::Terminal(letter) => char::from(*letter as u8).to_string(),
        Symbol::Rule(rule) => name(*rule),
        Symbol::Separator => "|".to_string(),
    };
    let line = |(rule, body): (usize, &Vec<Symbol>)| {
        format!("{}→{}", name(rule), body.iter().map(symbol).collect::<Vec<_>>().join(" "))
    };
    grammar(text).rules().iter().enumerate().map(line).collect::<Vec<_>>().join("; ")
}

#[test]
fn c1_grammars_of_the_vectors() {
    assert_eq!(printed("abcdbc"), "S→a A d A; A→b c");
    assert_eq!(printed("abcabdabcabd"), "S→A A; A→B c B d; B→a b");
    assert_eq!(printed("aaaaaaa"), "S→A A A a; A→a a");
    assert_eq!(printed("abaabcabcabcabc"), "S→A a B B; A→a b; B→C C; C→A c");
    assert_eq!(printed(""), "S→");
}

/// The symbols that a grammar stands for; separators are [`SEPARATOR`].
fn expansion(rules: &[Vec<Symbol>]) -> Vec<u32> {
    let (mut out, mut open) = (vec![], vec![rules[0].iter()]);
    while let Some(body) = open.last_mut() {
        match body.next() {
            None => _ = open.pop(),
            Some(Symbol::Rule(rule)) => open.push(rules[*rule].iter()),
            Some(Symbol::Terminal(number)) => out.push(*number),
            Some(Symbol::Separator) => out.push(SEPARATOR),
        }
    }
    out
}

/// What holds for every grammar of Sequitur; `input` has [`SEPARATOR`] where bursts end.
fn check(rules: &[Vec<Symbol>], input: &[u32]) {
    assert_eq!(expansion(rules), input);
    let mut uses = vec![0; rules.len()];
    // Each pair with the place where it was last seen: pairs that overlap are those of a run.
    let mut seen: HashMap<(Symbol, Symbol), (usize, usize)> = HashMap::new();
    for (rule, body) in rules.iter().enumerate() {
        assert!(rule == 0 || body.len() >= 2, "rule {rule}: {body:?}");
        assert!(rule == 0 || !body.contains(&Symbol::Separator), "rule {rule}: {body:?}");
        for symbol in body {
            if let Symbol::Rule(used) = symbol {
                uses[*used] += 1;
            }
        }
        for (at, pair) in body.windows(2).enumerate() {
            if pair.contains(&Symbol::Separator) {
                continue;
            }
            if let Some(before) = seen.insert((pair[0], pair[1]), (rule, at)) {
                assert!(pair[0] == pair[1] && before == (rule, at - 1), "{pair:?} of {rule} is at {before:?}, too");
            }
        }
    }
    assert!(uses[1..].iter().all(|uses| *uses >= 2), "{uses:?}");
}

fn reference(burst: u32, number: u32) -> Reference {
    Reference { burst, pc: u64::from(number), ea: 8 * u64::from(number) }
}

/// A trace of bursts; each number is an instruction with an address of its own.
fn traced(bursts: &[Vec<u32>]) -> Trace {
    let mut trace = Trace::default();
    for (burst, numbers) in bursts.iter().enumerate() {
        numbers.iter().for_each(|number| assert!(trace.push(reference(burst as u32, *number))));
    }
    trace
}

/// A generator of numbers below `end`.
fn random(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |end| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % u64::from(end)) as u32
    }
}

#[test]
fn c2_ten_thousand_random_strings_keep_the_invariants() {
    let mut next = random(7);
    let (mut reused, mut runs, mut nested) = (0, 0, 0);
    for _ in 0..10_000 {
        let letters = 1 + next(4);
        let length = next(200);
        let text: Vec<u32> = (0..length).map(|_| next(letters)).collect();
        let mut grammar = Grammar::default();
        text.iter().for_each(|letter| grammar.push(*letter));
        let rules = grammar.rules();
        check(&rules, &text);
        reused += rules.len() - 1;
        nested += rules[1..].iter().filter(|body| body.iter().any(|s| matches!(s, Symbol::Rule(_)))).count();
        runs += usize::from(letters == 1);
    }
    assert!(reused > 50_000 && runs > 1000 && nested > 10_000, "{reused} {runs} {nested}");
}

#[test]
fn a_grammar_grows_with_its_input_and_its_stack_does_not() {
    // Repetitions of repetitions: substitutions bring about others, level by level.
    let mut text = vec![0];
    for level in 1..17 {
        text = [text.clone(), vec![level], text].concat();
    }
    let mut grammar = Grammar::default();
    text.iter().for_each(|letter| grammar.push(*letter));
    let rules = grammar.rules();
    check(&rules, &text);
    assert!(text.len() > 100_000 && rules.iter().map(Vec::len).sum::<usize>() < 200, "{rules:?}");
    // Nothing repeats: a symbol for each, and a bounded number of bytes.
    let mut grammar = Grammar::default();
    (0..100_000).for_each(|number| grammar.push(number));
    assert!(grammar.memory() < 100_000 * 64, "{}", grammar.memory());
}

#[test]
fn c3_heat_of_the_papers_example() {
    let rules = Rules::new(&grammar("abaabcabcabcabc").rules());
    let limits = Limits { min: 2, max: 7, cover: 90 };
    let found = rules.hot(&limits, 8);
    assert_eq!(found.iter().map(|hot| (hot.frequency, hot.heat)).collect::<Vec<_>>(), [(2, 12)]);
    let mut bodies = grammar("abaabcabcabcabc").rules();
    bodies[0] = vec![Symbol::Rule(found[0].rule)];
    assert_eq!(expansion(&bodies), "abcabc".bytes().map(u32::from).collect::<Vec<_>>());
}

/// Planted streams between noise that never comes again.
fn planted(streams: &[Vec<u32>], times: u32, noise: u32) -> Vec<u32> {
    let mut next = random(3);
    let mut fresh = 1_000_000;
    let mut out = vec![];
    for _ in 0..times {
        out.extend(&streams[next(streams.len() as u32) as usize]);
        for _ in 0..1 + next(noise) {
            out.push(fresh);
            fresh += 1;
        }
    }
    out
}

#[test]
fn c4_and_c5_streams_are_found_if_they_are_neither_too_short_nor_too_long() {
    let stream = |from: u32, length: u32| (from..from + length).collect::<Vec<_>>();
    let of = |lengths: &[u32]| {
        let streams: Vec<_> = lengths.iter().map(|length| stream(100 * length, *length)).collect();
        (streams.clone(), traced(&[planted(&streams, 4000, 2)]).profile(&Limits::default()))
    };
    let (streams, found) = of(&[12, 20, 33]);
    let share = 100 * found.heat() / found.references;
    assert!(share >= 90 && !found.short, "{share} % of {}", found.references);
    for stream in streams {
        let signature: Vec<u64> = stream.iter().map(|number| u64::from(*number)).collect();
        let row = found.streams.iter().find(|row| row.signature == signature).expect("found");
        assert!(row.frequency > 1000 && row.exact >= row.frequency, "{row:?}");
    }
    let lengths: HashSet<usize> = found.streams.iter().map(|row| row.signature.len()).collect();
    assert!(lengths.iter().all(|length| (10..=40).contains(length)), "{lengths:?}");
    // One too short, one too long: alone, neither it nor a part of it that comes as often may stand for it.
    let (_, found) = of(&[9]);
    assert!(found.streams.is_empty() && found.short, "{:?}", found.streams);
    let (streams, found) = of(&[41]);
    assert!(found.streams.iter().all(|row| row.signature.len() < streams[0].len()), "{:?}", found.streams);
}

#[test]
fn c6_no_stream_spans_bursts() {
    // x y comes in every pair of bursts, but never in one.
    let x: Vec<u32> = (0..12).collect();
    let y: Vec<u32> = (50..62).collect();
    let bursts: Vec<Vec<u32>> = (0..400).map(|i| if i % 2 == 0 { x.clone() } else { y.clone() }).collect();
    let trace = traced(&bursts);
    let rules = trace.grammar().rules();
    assert!(rules[1..].iter().all(|body| !body.contains(&Symbol::Separator)));
    let found = trace.profile(&Limits::default());
    let of = |numbers: &[u32]| numbers.iter().map(|number| u64::from(*number)).collect::<Vec<_>>();
    let mut signatures: Vec<_> = found.streams.iter().map(|row| row.signature.clone()).collect();
    signatures.sort();
    assert_eq!(signatures, [of(&x), of(&y)]);
    assert!(found.streams.iter().all(|row| (row.frequency, row.exact, row.heat) == (200, 200, 2400)));
    // In one burst each it is another thing: the streams join.
    let joined: Vec<Vec<u32>> = (0..200).map(|_| [&x[..], &y[..]].concat()).collect();
    let found = traced(&joined).profile(&Limits::default());
    assert_eq!((found.streams.len(), found.streams[0].signature.len()), (1, 24));
}

#[test]
fn c7_streams_of_one_signature_are_one_row() {
    let mut trace = Trace::default();
    for turn in 0..200_u32 {
        for pc in 0..12 {
            // The same instructions over one of two tables.
            trace.push(Reference { burst: turn, pc, ea: u64::from(turn % 2) * 4096 + 4 * pc });
        }
    }
    let found = trace.profile(&Limits::default());
    assert_eq!(found.streams.len(), 1);
    let row = &found.streams[0];
    assert_eq!((row.variants, row.frequency, row.exact, row.heat), (2, 200, 200, 2400));
}

/// A profile with these heats of one-letter signatures.
fn profile(references: u64, heats: &[(u64, u64)]) -> Profile {
    let stream = |&(pc, heat): &(u64, u64)| Stream { signature: vec![pc], heat, ..Stream::default() };
    Profile { references, streams: heats.iter().map(stream).collect(), ..Profile::default() }
}

#[test]
fn c8_overlap_is_symmetric_and_of_itself_the_coverage() {
    let (p, q) = (profile(100, &[(1, 30), (2, 40)]), profile(1000, &[(2, 100), (3, 500)]));
    assert_eq!((p.overlap(&p), p.heat()), ((7000, 10_000), 70));
    assert_eq!(p.overlap(&q), (10_000, 100_000));
    assert_eq!(q.overlap(&p), p.overlap(&q));
    assert_eq!(p.overlap(&profile(10, &[(9, 10)])).0, 0);
    assert_eq!(p.overlap(&Profile::default()), (0, 0));
}

#[test]
fn c9_and_c10_a_random_trace_is_covered_by_nothing() {
    let mut next = random(11);
    let numbers: Vec<u32> = (0..20_000).map(|_| next(5000)).collect();
    let found = traced(&[numbers]).profile(&Limits::default());
    assert!(found.short && found.heat() < found.references / 10, "{} {}", found.short, found.heat());
    assert_eq!(found.threshold, 20);
    let empty = Trace::default().profile(&Limits::default());
    assert!(empty.streams.is_empty() && empty.references == 0 && empty.overlap(&empty) == (0, 0));
}

#[test]
fn what_is_too_much_is_left_out_and_counted() {
    let mut trace = Trace::limited(100);
    let taken = (0..250).filter(|i| trace.push(reference(0, i % 25))).count();
    let found = trace.profile(&Limits::default());
    assert_eq!((taken, found.references, found.left_out), (100, 100, 150));
}

/// Occurrences of one pattern, from left to right, without overlap.
fn counted(pattern: &[u32], sequence: &[u32]) -> u64 {
    let (mut at, mut count) = (0, 0);
    while at + pattern.len() <= sequence.len() {
        let found = sequence[at..].starts_with(pattern);
        count += u64::from(found);
        at += if found { pattern.len() } else { 1 };
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn invariants_hold_for_bursts_of_anything(
        bursts in prop::collection::vec(prop::collection::vec(0_u32..6, 1..60), 1..12), min in 2_u64..6,
    ) {
        let trace = traced(&bursts);
        check(&trace.grammar().rules(), trace.symbols());
        let limits = Limits { min, max: 12, cover: 90 };
        let found = trace.profile(&limits);
        prop_assert_eq!(found.references, bursts.iter().map(|burst| burst.len() as u64).sum::<u64>());
        prop_assert!(found.heat() <= found.references);
        for row in &found.streams {
            prop_assert!((min..=12).contains(&(row.signature.len() as u64)));
            prop_assert_eq!(row.heat, row.frequency * row.signature.len() as u64);
            // Occurrences that the grammar has side by side are there.
            prop_assert!(row.exact >= 1 && row.heat >= found.threshold);
        }
        prop_assert_eq!(found.overlap(&found).0, u128::from(found.heat()) * u128::from(found.references));
    }

    #[test]
    fn all_patterns_are_counted_at_once(
        patterns in prop::collection::hash_set(prop::collection::vec(0_u32..3, 1..6), 1..12),
        sequence in prop::collection::vec(0_u32..3, 0..200),
    ) {
        let patterns: Vec<_> = patterns.into_iter().collect();
        let expected: Vec<u64> = patterns.iter().map(|pattern| counted(pattern, &sequence)).collect();
        prop_assert_eq!(occurrences(&patterns, &sequence, SEPARATOR), expected);
    }
}

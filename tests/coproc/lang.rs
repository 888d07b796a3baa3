//! Assembler and disassembler: the published words, every error at its place, any legal word through its text
//! (docs/reference/coproc.md, C).
use proptest::prelude::*;
use std::collections::BTreeSet;
use treetap::lang::coproc::programs::{PROGRAMS, find};
use treetap::lang::coproc::{Code, Image, Target, Why, assemble, listing, text, word_text};
use treetap::lang::source::Source;
use treetap::spec::coproc::ENTRIES;
use treetap::spec::coproc::word::{INVERT, PLACES, Word};

/// The words of value profiling, as published.
const VALPROF: [u64; 22] = [
    0x0000_70e0_5e00,
    0x0000_0070_1880,
    0x0000_0024_0000,
    0x11a0_0028_4460,
    0x0000_0068_5a80,
    0x0000_0120_4280,
    0xbb24_806c_19e0,
    0x1c20_0000_4a80,
    0x1c14_0000_49a0,
    0x11a4_0044_0000,
    0x8aa8_0054_4280,
    0x0000_0030_8000,
    0x1b2c_0000_4a20,
    0x0000_0100_8000,
    0x11a4_0044_8000,
    0x8a90_1258_8000,
    0x0000_4401_0000,
    0x0000_3601_d680,
    0x0000_0000_42a8,
    0x0000_1200_8000,
    0x0000_3401_5680,
    0x0000_0000_42a0,
];

fn assembled(name: &str, entries: u32) -> Image {
    let program = find(name).unwrap();
    assemble(&Source::new(name, program.text), &Target::new(entries)).unwrap_or_else(|e| panic!("{name}: {e:?}")).image
}

#[test]
fn value_profiling_has_the_published_words_on_every_build() {
    for entries in ENTRIES {
        let image = assembled("valprof", entries);
        for (at, (found, expected)) in image.words.iter().zip(VALPROF).enumerate() {
            assert_eq!(*found, expected, "word {at} for {entries} entries: {found:012x}, not {expected:012x}");
        }
        assert_eq!(image.words.len(), VALPROF.len());
        let lg = entries.ilog2() as u8;
        let dropped = (lg + 3, 8 * entries as u16 - 1 - (4 * entries as u16 + 1));
        assert_eq!(image.indices, [(lg, 0), (lg, 0), (lg - 2, 0), dropped]);
        assert_eq!((image.constants.as_slice(), image.classes()), (&[0x0001_0001, 64][..], 1));
    }
}

#[test]
fn programs_have_the_published_sizes_and_records() {
    let rows = [
        ("valprof", 22, 0x0041),
        ("valprof_hm", 24, 0x0041),
        ("edge1", 11, 0x0001),
        ("edge2", 12, 0x0081),
        ("stack", 14, 0x0081),
        ("memdep", 23, 0x0061),
        ("conflict", 10, 0x0061),
    ];
    assert_eq!(rows.map(|row| row.0).to_vec(), PROGRAMS.iter().map(|program| program.name).collect::<Vec<_>>());
    for ((name, words, recfmt), program) in rows.into_iter().zip(PROGRAMS) {
        let image = assembled(name, 256);
        assert_eq!((image.words.len(), image.recfmt), (words, recfmt), "{name}");
        for entries in ENTRIES {
            let fits = assemble(&Source::new(name, program.text), &Target::new(entries));
            assert_eq!(fits.is_ok(), entries >= program.entries, "{name} for {entries}: {fits:?}");
        }
    }
}

#[test]
fn images_and_their_texts_come_back() {
    for program in PROGRAMS {
        for (entries, value_bits) in [(program.entries, 32), (256, 64)] {
            let target = Target { entries, value_bits };
            let image = assemble(&Source::new(program.name, program.text), &target).unwrap().image;
            assert_eq!(Image::load(&image.bytes()).as_ref(), Ok(&image), "{}", program.name);
            let again = text(&image);
            let back = assemble(&Source::new("again", &again), &target);
            assert_eq!(back.as_ref().map(|program| &program.image), Ok(&image), "{again}");
            assert_eq!(listing(&image).lines().count(), image.words.len());
        }
    }
}

#[test]
fn a_listing_is_what_people_read() {
    let text = listing(&assembled("valprof", 256));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "00 000070e05e00  A:     match TAG, PCT | MSLOT = midx | if !hit -> TJ");
    assert_eq!(lines[15], "15 8a9012588000  M1:    movb C_INIT | st CNT[RSLOT] | RSLOT = inc RSLOT");
    assert_eq!(lines[18], "18 0000000042a8         goto int,1");
}

#[test]
fn what_is_no_image_is_refused() {
    let image = assembled("stack", 256);
    let bytes = image.bytes();
    for length in 0..bytes.len() {
        assert!(Image::load(&bytes[..length]).is_err(), "{length} bytes");
    }
    assert!(matches!(Image::load(&[bytes.as_slice(), &[0]].concat()).unwrap_err().why, Why::Length { .. }));
    // What is changed is found by the CRC, and what fits a new CRC by what it says.
    let sealed = |at: usize, value: u32| {
        let mut changed = bytes.clone();
        changed[4 * at..4 * at + 4].copy_from_slice(&value.to_le_bytes());
        let length = changed.len();
        let crc = crc32fast::hash(&changed[..length - 4]);
        changed[length - 4..].copy_from_slice(&crc.to_le_bytes());
        Image::load(&changed).map_err(|refusal| refusal.why)
    };
    let mut changed = bytes.clone();
    changed[50] ^= 1;
    assert_eq!(Image::load(&changed).unwrap_err().why, Why::Crc);
    assert_eq!(sealed(0, 1), Err(Why::Magic(1)));
    assert_eq!(sealed(1, 9), Err(Why::Version(9)));
    assert_eq!(sealed(2, 0x10), Err(Why::Params(0x10)));
    assert_eq!(sealed(3, 1 << 16), Err(Why::Value("RECFMT", 1 << 16)));
    assert_eq!(sealed(4, 1 << 21), Err(Why::Value("CLASS_EN", 1 << 21)));
    assert_eq!(sealed(5, 65), Err(Why::Count { what: "words", found: 65, room: 64 }));
    assert_eq!(sealed(10, u32::MAX), Err(Why::Count { what: "bytes of names", found: u32::MAX, room: 16384 }));
    assert_eq!(sealed(11, 1), Err(Why::Illegal(image.words[0] & !0xffff_ffff | 1)));
    let bases = 11 + 2 * image.words.len();
    assert_eq!(sealed(bases, 0xf000), Err(Why::Value("a base", 0xf000)));
    let indices = bases + image.bases.len() + 2 * image.constants.len();
    assert_eq!(sealed(indices, 17), Err(Why::Value("an index", 17)));
    assert_eq!(sealed(indices + image.indices.len(), 14), Err(Why::Value("a start", 14)));
    assert_eq!(sealed(bytes.len() / 4 - 2, 0x0a0a_0a0a), Err(Why::Names));
    assert_eq!(sealed(3, 0x0018).map(|image| image.recfmt), Ok(0x0018));
}

/// An error with line and column, and a text that has it.
fn wrong_texts() -> Vec<(Code, (usize, usize), String)> {
    use Code::*;
    let many = |kind: &str, n: usize, rest: &str| {
        (0..n).map(|i| format!(".{kind} a{i} {rest}\n")).collect::<String>() + "L: nop"
    };
    let lines = [
        (Syntax, (1, 1), ""),
        (Syntax, (2, 1), "nop\n.nothing a"),
        (Syntax, (1, 1), ".base A = 0 N\nnop"),
        (Syntax, (1, 11), ".base A = 0( N D\nnop"),
        (Syntax, (1, 1), "§"),
        (Syntax, (1, 6), "nop | "),
        (Syntax, (1, 6), "nop | | nop"),
        (Syntax, (1, 1), "V0 ="),
        (Syntax, (1, 5), "out PCT, MD"),
        (Syntax, (1, 6), "V0 = cmp PCT"),
        (Syntax, (1, 7), "match B0"),
        (Syntax, (1, 4), "ld B0"),
        (Syntax, (1, 10), "ld B0[X0], PCT"),
        (Syntax, (1, 1), "if hit TJ"),
        (Syntax, (1, 1), "goto"),
        (Syntax, (1, 11), "goto done 1"),
        (Syntax, (1, 1), "X0 = mov"),
        (Syntax, (1, 6), "X0 = alu X1"),
        (Syntax, (1, 5), "cmp 0xg, MD"),
        (Syntax, (1, 1), "set"),
        (Syntax, (1, 5), "set hint"),
        (Slot, (1, 11), "out PCT | out PCT"),
        (Slot, (1, 19), "X0 = inc X0 | set wx=1"),
        (Operand, (1, 21), "out PCT | match B0, VAL"),
        (Index, (1, 22), "ld B0[X1] | X0 = inc X0"),
        (Index, (1, 17), "ld B0[X1] | cmp X2, MD"),
        (Offset, (1, 9), "A: goto B\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nB: nop"),
        (Offset, (10, 6), "A: nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\ngoto A"),
        (Offset, (1, 6), "goto .+8"),
        (Undef, (1, 6), "goto A"),
        (Undef, (1, 13), ".target T = A\nnop"),
        (Undef, (1, 8), ".start ALL = A\nA: nop"),
        (Undef, (1, 15), ".start LOAD = A\nnop"),
        (Undef, (1, 15), ".base A = 0 N E\nnop"),
        (Undef, (1, 1), "twice PCT"),
        (Undef, (1, 5), "out BAD"),
        (Undef, (1, 10), "cmp PCT, BAD"),
        (Undef, (1, 4), "ld BAD[X0]"),
        (Undef, (1, 7), "ld B0[BAD]"),
        (Undef, (1, 1), "BAD = inc X0"),
        (Undef, (1, 4), "if bad -> done"),
        (Undef, (1, 5), "set bad=1"),
        (Dup, (2, 1), "A: nop\nA: nop"),
        (Dup, (2, 7), ".base A = 0 1 D\n.base A = 0 1 D\nnop"),
        (Dup, (1, 7), ".base B1 = 0 1 D\nnop"),
        (Dup, (1, 8), ".const PCT = 1\nnop"),
        (Dup, (1, 8), ".const X1 = 1\nnop"),
        (Dup, (2, 8), ".const A = 1\n.index A 1\nnop"),
        (Dup, (1, 1), "done: nop"),
        (Dup, (1, 1), "T0: nop"),
        (Dup, (2, 8), ".start LOAD = A\n.start LOAD = A\nA: nop"),
        (Many, (9, 8), &many("index", 9, "4")),
        (Many, (5, 9), &many("target", 5, "= L")),
        (Base, (1, 13), ".base A = 0 3 D\nnop"),
        (Base, (1, 11), ".base A = 4 8 D\nnop"),
        (Base, (1, 11), ".base A = 192 128 D\nnop"),
        (Base, (1, 11), ".base A = N 1 D\nnop"),
        (Lane, (2, 1), ".base A = 0 N D\nld A[X0]"),
        (Range, (1, 12), ".const A = 1<<32\nnop"),
        (Range, (1, 12), ".const A = -1\nnop"),
        (Range, (1, 10), ".index A 17\nnop"),
        (Range, (1, 10), ".index A 0\nnop"),
        (Range, (1, 12), ".index A 4 16\nnop"),
        (Range, (1, 10), "goto int,4"),
        (Range, (1, 9), "set rsv=1"),
        (Label, (2, 1), "nop\nA:"),
        (Illegal, (1, 5), "set vd=1"),
        (Illegal, (1, 1), "set bc=10"),
        (Lanes, (5, 1), "out PCT\nout VAL\nout ADDR\nout NPCT\nout LAT"),
        (Words, (65, 1), &"nop\n".repeat(70)),
    ];
    lines.map(|(code, place, text)| (code, place, text.to_string())).to_vec()
}

#[test]
fn every_error_is_found_where_it_is() {
    let (mut seen, mut wrong) = (BTreeSet::new(), vec![]);
    for (code, place, text) in wrong_texts() {
        let source = Source::new("test.uc", &text);
        let Err(found) = assemble(&source, &Target::new(256)) else {
            wrong.push(format!("assembled: {text:?}"));
            continue;
        };
        let places = found.0.iter().map(|one| {
            let place = source.place(one.span.start);
            (one.code, (place.line, place.column))
        });
        let places: Vec<_> = places.collect();
        if !places.contains(&(code, place)) {
            wrong.push(format!("{code} at {place:?} in {text:?}: {places:?} {:?}", found.0[0].message));
        }
        seen.insert(code);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let missing: Vec<_> = Code::ALL.iter().filter(|code| !seen.contains(code)).collect();
    assert!(missing.is_empty(), "no text raises {missing:?}");
}

#[test]
fn every_error_is_in_the_reference() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/coproc.md")).unwrap();
    for code in Code::ALL {
        assert!(page.contains(&format!("`{code}`")), "docs/reference/coproc.md does not explain {code}");
    }
}

/// Any word that is legal.
fn legal() -> impl Strategy<Value = Word> {
    let fields: Vec<_> = PLACES.iter().map(|place| 0..=place.legal).collect();
    fields.prop_map(|values| {
        let bits = PLACES.iter().zip(values).fold(0, |bits, (place, value)| bits | place.at(value));
        let mut word = Word::from_bits(bits);
        // Flags beyond `taken` mean nothing.
        word.bc = if word.bc & !INVERT > 9 { word.bc & INVERT } else { word.bc };
        word.vd = if word.aop == 0 { 0 } else { word.vd };
        word
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_legal_word_assembles_from_its_text(word in legal()) {
        prop_assert!(word.is_legal());
        let text = word_text(word);
        let back = assemble(&Source::new("word", &text), &Target { entries: 256, value_bits: 64 });
        prop_assert_eq!(back.map(|program| program.image.words), Ok(vec![word.bits()]), "{}", text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_ends_in_a_program_or_in_errors(text in "[a-zA-Z0-9_.:|=,!>\\[\\]\n -]{0,200}") {
        let source = Source::new("any", &text);
        if let Err(found) = assemble(&source, &Target::new(32)) {
            prop_assert!(found.failed());
            for one in &found.0 {
                prop_assert!(one.show(&source).starts_with("any:"));
            }
        }
    }
}

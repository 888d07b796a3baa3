//! What the loader of images refuses, and what the registers do (docs/reference/hps.md).
use crate::support::hps::{ADD, at, compiled, decode, retire, shipped};
use crate::support::twin::{Twin, loaded, status};
use treetap::lang::hps::{Image, Target, Why};
use treetap::model::hps::Engine;
use treetap::spec::hps::words::{Condition, Operation, Replacement};
use treetap::spec::hps::{Config, Mode, PRESETS, regs};
use treetap::trace::shapes::Random;

fn image() -> Image {
    shipped(&["bursty", "method"], &[], &retire()).image
}

/// The file of an image, changed, with the CRC of what it then is.
fn with(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    changed(image().bytes(), change)
}

fn changed(mut bytes: Vec<u8>, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    change(&mut bytes);
    let body = bytes.len() - 4;
    let crc = crc32fast::hash(&bytes[..body]);
    bytes[body..].copy_from_slice(&crc.to_le_bytes());
    bytes
}

fn word(bytes: &mut [u8], at: usize, word: u32) {
    bytes[4 * at..4 * at + 4].copy_from_slice(&word.to_le_bytes());
}

/// Where a changed image is refused, and why.
fn refused(change: impl FnOnce(&mut Image)) -> (usize, Why) {
    let mut image = image();
    change(&mut image);
    let refusal = Image::load(&image.bytes(), &retire().config).unwrap_err();
    assert!(refusal.to_string().starts_with(&format!("byte {}: ", refusal.offset)));
    (refusal.offset / 4, refusal.why)
}

#[test]
fn images_that_are_none_are_refused() {
    let hardware = retire().config;
    let load = |bytes: &[u8]| Image::load(bytes, &hardware).map_err(|refusal| refusal.why);
    assert_eq!(load(&image().bytes()), Ok(image()));
    assert_eq!(load(&[]), Err(Why::Magic(0)));
    assert_eq!(load(&with(|b| word(b, 0, 7))), Err(Why::Magic(7)));
    assert_eq!(load(&with(|b| word(b, 1, 2))), Err(Why::Version(2)));
    assert!(matches!(load(&with(|b| word(b, 2, u32::MAX))), Err(Why::Param(_))));
    for count in 3..6 {
        assert!(matches!(load(&with(|b| word(b, count, u32::MAX))), Err(Why::Param(_))), "no room is made for it");
    }
    let bytes = image().bytes();
    for length in [3, 4, 20, 24, bytes.len() - 4, bytes.len() - 1] {
        let short = load(&bytes[..length]);
        assert!(matches!(short, Err(Why::Length { .. } | Why::Magic(_))), "{length}: {short:?}");
    }
    let long = [&bytes[..], &[0; 4]].concat();
    assert!(matches!(load(&long), Err(Why::Length { .. })));
}

#[test]
fn every_bit_that_flips_is_found() {
    let bytes = image().bytes();
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Image::load(&flipped, &retire().config).is_err(), "bit {bit}");
    }
}

#[test]
fn images_for_other_engines_are_refused() {
    let bytes = image().bytes();
    let own = retire().config;
    for other in [
        Config { mode: Mode::Decode, ..own },
        Config { width: 16, ..own },
        Config { width: 32, ..own },
        Config { patterns: 16, ..own },
        Config { conditions: 8, ..own },
        Config { words: 256, ..own },
    ] {
        assert!(matches!(
            Image::load(&bytes, &other),
            Err(refusal) if matches!(refusal.why, Why::Param(_)) && refusal.offset == 8
        ));
    }
    let many = shipped(&["bursty"], &[], &Target::new(Config { counters: 4, ..own })).image.bytes();
    assert!(Image::load(&many, &own).is_err());
    // A larger engine is no other.
    let small = Target::new(Config { patterns: 8, words: 256, ..own });
    let image = shipped(&["bursty", "method"], &[], &small).image;
    assert_eq!(Image::load(&image.bytes(), &Config { counters: 8, ..own }), Ok(image));
}

#[test]
fn words_that_mean_nothing_are_refused() {
    let conditions = image().conditions.len();
    let pattern = 6 + conditions;
    let words = pattern + 4 * image().patterns.len();
    let counters = words + 2 * image().words.len();
    let condition = |change: fn(&mut Condition)| {
        move |image: &mut Image| {
            let mut condition = Condition::from_word(image.conditions[0]);
            change(&mut condition);
            image.conditions[0] = condition.word();
        }
    };
    let entry = |change: fn(&mut [u32; 4])| move |image: &mut Image| change(&mut image.patterns[4]);
    assert_eq!(refused(|i| i.conditions[0] |= 1 << 31), (6, Why::Reserved("a condition")));
    assert_eq!(refused(condition(|c| c.a = 2)), (6, Why::Selector(2)));
    assert_eq!(refused(condition(|c| c.b = 7)), (6, Why::Selector(7)));
    assert_eq!(refused(condition(|c| c.counter = 3)), (6, Why::Selector(3)));
    assert_eq!(refused(condition(|c| (c.operation, c.source) = (Operation::Set, 8))), (6, Why::Selector(8)));
    let last = pattern + 16;
    assert_eq!(refused(entry(|e| e[3] |= 1 << 16)), (last + 3, Why::Reserved("a pattern")));
    assert_eq!(refused(entry(|e| e[2] |= 3 << 20)), (last + 2, Why::Code));
    assert_eq!(refused(entry(|e| e[2] |= 3 << 22)), (last + 2, Why::Code));
    assert_eq!(
        refused(entry(|e| e[3] |= 15 << 12)),
        (last + 3, Why::Index { table: "condition", index: 15, size: conditions })
    );
    let index = Why::Index { table: "word of a replacement", index: 2, size: 2 };
    assert_eq!(refused(entry(|e| e[3] |= 2)), (last + 3, index));
    assert_eq!(refused(|i| i.words[1][1] |= 1 << 15), (words + 3, Why::Reserved("a word of a replacement")));
    assert_eq!(refused(|i| i.words[1][1] &= !1), (last + 3, Why::Endless(0)));
    assert_eq!(refused(|i| i.words[0] = [0, 0x0100_0006]), (last + 3, Why::NoReport(0)));
    assert_eq!(refused(|i| i.counters[1] = 1 << 24), (counters + 1, Why::Value(1 << 24)));
    assert_eq!(refused(|i| i.sources[7] = u32::MAX), (counters + 2 + 7, Why::Value(u32::MAX)));
    // An entry that is not in use may hold anything but reserved bits.
    let mut unused = image();
    unused.patterns[4][2] = 0x00f0_0000;
    assert!(Image::load(&unused.bytes(), &retire().config).is_ok());
    // More words than a replacement may have.
    let mut long = compiled("R1: nop; T.INSN; P0: any => null, R1;", &decode()).image;
    long.words = vec![Replacement::default().words(); 17];
    long.words[16][1] = 1;
    assert_eq!(Image::open(&long.bytes()).unwrap_err().why, Why::Endless(0));
    long.words[15][1] = 1;
    assert!(Image::open(&long.bytes()).is_ok());
}

#[test]
fn random_bytes_are_no_image_and_no_panic() {
    let mut random = Random(11);
    let base = image().bytes();
    let mut accepted = 0;
    for _ in 0..5000 {
        let mut bytes = changed(base.clone(), |bytes| {
            for _ in 0..1 + random.next() % 3 {
                let at = random.next() as usize % (bytes.len() - 4);
                bytes[at] = random.next() as u8;
            }
        });
        if random.next().is_multiple_of(4) {
            bytes.truncate(random.next() as usize % bytes.len());
        }
        // What is accepted has to be what an engine can have.
        if let Ok(image) = Image::open(&bytes) {
            let mut engine = Engine::new(image.config);
            for (address, word) in image.writes(&image.config) {
                engine.write(address, word);
            }
            engine.write(regs::CTRL.offset, 1);
            engine.step(&at(0, ADD));
            accepted += 1;
        }
    }
    assert!(accepted > 100 && accepted < 4000, "{accepted}");
}

#[test]
fn matching_begins_only_with_tables_that_are_known_to_be_good() {
    for size in PRESETS {
        begins_with_good_tables(&shipped(&["bursty", "method"], &[], &Target::new(size.config(Mode::Retire))).image);
    }
}

fn begins_with_good_tables(image: &Image) {
    let mut engine = Twin::new(image.config);
    let enabled = |engine: &mut Twin| engine.read(regs::CTRL.offset) & 1 == 1;
    let begin = |engine: &mut Twin| engine.write(regs::CTRL.offset, 1);
    begin(&mut engine);
    assert!(!enabled(&mut engine) && status(&mut engine, "IMG_BAD"), "nothing was loaded");
    engine.write(regs::STATUS.offset, u32::MAX);
    let writes = image.writes(&image.config);
    // One word of a table is not what it should be.
    for (number, (address, word)) in writes.iter().enumerate() {
        engine.write(*address, word ^ u32::from(number == 3));
    }
    begin(&mut engine);
    assert!(!enabled(&mut engine) && status(&mut engine, "IMG_BAD"));
    // The next load is a new one.
    engine.write(regs::STATUS.offset, u32::MAX);
    for (address, word) in &writes {
        engine.write(*address, *word);
    }
    begin(&mut engine);
    assert!(enabled(&mut engine) && !status(&mut engine, "IMG_BAD"));
    // While it runs tables cannot be written.
    engine.write(regs::PT.offset, 5);
    assert!(enabled(&mut engine) && status(&mut engine, "TBL_BUSY"));
    // Off and on without a write in between is as before; with one it is not.
    engine.write(regs::CTRL.offset, 0);
    begin(&mut engine);
    assert!(enabled(&mut engine));
    engine.write(regs::CTRL.offset, 0);
    engine.write(regs::CT.offset, 0x0008_ffff);
    begin(&mut engine);
    assert!(!enabled(&mut engine));
    assert_eq!(engine.read(regs::IMG_CRC.offset), crc32fast::hash(&0x0008_ffff_u32.to_le_bytes()));
}

#[test]
fn what_was_in_the_tables_before_is_gone() {
    let many = compiled("P0: T.OP == add => inc_0, null; P1: T.OP == sub => inc_1, null;", &retire()).image;
    let one = compiled("P0: T.OP == lw => inc_0, null;", &retire()).image;
    let mut engine = loaded(&many, 1);
    engine.load(&one, 1);
    engine.step(&at(0, 0x4073_02b3));
    assert_eq!(engine.counters()[1].value, 1);
}

#[test]
fn registers_read_what_they_hold_and_holes_are_told() {
    for size in PRESETS {
        registers_and_holes(size.config(Mode::Retire));
    }
}

fn registers_and_holes(config: Config) {
    let mut engine = Twin::new(config);
    assert_eq!([0, 4, 8].map(|address| engine.read(address)), [0x4850_5331, config.param(), 1 << 4]);
    assert_eq!(Engine::new(decode().config).read(8), 0);
    for register in [regs::HPS_R, regs::RANGE] {
        for index in 0..register.words {
            engine.write(register.offset + 4 * index, 0x100 + u32::from(index));
            assert_eq!(engine.read(register.offset + 4 * index), 0x100 + u32::from(index), "{}", register.name);
        }
    }
    engine.write(regs::RNDSEED.offset, 0);
    assert_eq!(engine.read(regs::RNDSEED.offset), 1);
    engine.write(regs::N_IN.offset, 5);
    engine.write(regs::ID.offset, 5);
    assert_eq!((engine.read(regs::N_IN.offset), engine.read(regs::PT.offset)), (0, 0));
    assert_eq!(engine.read(regs::STATUS.offset), 0, "what is read only or written only is a register");
    // Among them the words after the last one of a table, where that does not fill its place.
    let (patterns, words) = (0x400 + 16 * config.patterns as u16, 0x4000 + 8 * config.words as u16);
    let holes = [0x034, 0x018, 0x090, patterns, words, 0x3ffc, 0x0c8, 0x600];
    for hole in holes.into_iter().filter(|hole| hole >> regs::ADDRESS_BITS == 0) {
        assert_eq!(engine.read(hole), 0);
        assert!(status(&mut engine, "BADADDR"), "{hole:x}");
        engine.write(regs::STATUS.offset, 2);
        engine.write(hole, 1);
        assert!(status(&mut engine, "BADADDR"), "{hole:x}");
        engine.write(regs::STATUS.offset, 2);
        assert!(!status(&mut engine, "BADADDR"));
    }
}

#[test]
fn every_register_is_on_the_page() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/hps.md")).unwrap();
    for register in regs::REGISTERS {
        let row = format!("| {:03X} | `{}`", register.offset, register.name);
        assert!(page.contains(&row), "docs/reference/hps.md has no row {row}");
        for field in register.fields {
            assert!(page.contains(field.name), "docs/reference/hps.md does not name {}.{}", register.name, field.name);
        }
    }
}

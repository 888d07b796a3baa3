//! Microcode of the co-processor: source and image.
use treetap::lang::coproc::{Image, Target, assemble, listing, text};
use treetap::lang::source::Source;
use treetap::model::coproc::{Coproc, Effect};
use treetap::spec::coproc::{Command, Config, ENTRIES, regs};
use treetap::spec::sample_buffer::Sample;

/// Loads what was accepted as a host does, shows it, assembles what is shown, and runs a few samples.
fn load(image: &Image) {
    assert_eq!(Image::load(&image.bytes()).as_ref(), Ok(image));
    assert_eq!(listing(image).lines().count(), image.words.len());
    let target = Target { entries: image.entries, value_bits: image.value_bits };
    let shown = text(image);
    let again = assemble(&Source::new("shown", &shown), &target);
    if let Ok(again) = again {
        assert_eq!(again.image.words, image.words);
    }
    let mut model = Coproc::new(Config { value_bits: image.value_bits, ..Config::rv32(image.entries) });
    for (word, value) in image.writes() {
        assert_eq!(model.write(word, value, 0), Effect::None);
    }
    let command = u32::from(regs::CMD.offset / 4);
    for class in 0..32 {
        model.write(command, Command::Run as u32, 0);
        model.sample(&Sample { lanes: [u32::from(class), 7, 0, 9], side: class }, &mut |_| {});
        model.write(command, Command::Skip as u32, 0);
    }
}

/// With the checksum that is there and with a right one.
pub fn image(bytes: &[u8]) {
    let mut sealed = bytes.to_vec();
    if let Some((body, crc)) = sealed.split_last_chunk_mut::<4>() {
        *crc = crc32fast::hash(body).to_le_bytes();
    }
    for bytes in [bytes, &sealed[..]] {
        match Image::load(bytes) {
            Ok(image) => load(&image),
            Err(why) => assert!(why.offset <= bytes.len() && !why.to_string().is_empty(), "{why:?}"),
        }
    }
}

/// What assembles can be loaded, and comes back from its text; what does not is explained at its place.
pub fn source(bytes: &[u8]) {
    let ([build], rest) = super::head(bytes);
    let Ok(given) = str::from_utf8(rest) else { return };
    let target = Target {
        entries: ENTRIES[usize::from(build) % ENTRIES.len()],
        value_bits: if build & 4 == 0 { 32 } else { 64 },
    };
    let source = Source::new("fuzz.uc", given);
    match assemble(&source, &target) {
        Ok(program) => {
            let shown = text(&program.image);
            let again = assemble(&Source::new("shown", &shown), &target).map(|again| again.image);
            let mut again = again.unwrap_or_else(|found| panic!("{found:?}\n{shown}"));
            // Words that branches lead to have labels in the text.
            again.names.labels.clone_from(&program.image.names.labels);
            assert_eq!(again, program.image, "{shown}");
            load(&program.image);
        }
        Err(found) => {
            assert!(found.failed());
            found.0.iter().for_each(|one| assert!(!one.show(&source).is_empty()));
        }
    }
}

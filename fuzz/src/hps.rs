//! Programs of the engine `hps`: source and image.
use treetap::lang::hps::{Image, Target, compile, listing};
use treetap::lang::source::Source;
use treetap::model::hps::Engine;
use treetap::spec::hps::{Mode, PRESETS};

/// Loads what was accepted as a host does, and shows it.
fn load(image: &Image) {
    let bytes = image.bytes();
    assert_eq!(Image::open(&bytes).as_ref(), Ok(image));
    assert_eq!(Image::load(&bytes, &image.config).as_ref(), Ok(image));
    assert!(!listing(image, &[]).is_empty());
    let mut engine = Engine::new(image.config);
    image.writes(&image.config).into_iter().for_each(|(address, word)| engine.write(address, word));
}

/// With the checksum that is there and with a right one.
pub fn image(bytes: &[u8]) {
    let mut sealed = bytes.to_vec();
    if let Some((body, crc)) = sealed.split_last_chunk_mut::<4>() {
        *crc = crc32fast::hash(body).to_le_bytes();
    }
    for bytes in [bytes, &sealed[..]] {
        match Image::open(bytes) {
            Ok(image) => load(&image),
            Err(why) => assert!(why.offset <= bytes.len() && !why.to_string().is_empty(), "{why:?}"),
        }
    }
}

/// What compiles can be loaded; what does not is explained at its place.
pub fn source(bytes: &[u8]) {
    let ([engine, options], rest) = super::head(bytes);
    let Ok(text) = str::from_utf8(rest) else { return };
    let mode = if engine & 1 == 0 { Mode::Retire } else { Mode::Decode };
    let config = PRESETS[usize::from(engine >> 1) % PRESETS.len()].config(mode);
    let is = |bit: u8| options >> bit & 1 == 1;
    let (custom_triggers, native, filter, taken_only, merge) = (is(0), is(1), is(2), is(3), is(4));
    let target = Target { custom_triggers, native, filter, taken_only, merge, config };
    let parameters: &[(String, i128)] = if is(5) { &[("N".into(), i128::MAX)] } else { &[] };
    let source = Source::new("fuzz.hps", text);
    match compile(&source, &target, parameters) {
        Ok(compiled) => {
            assert_eq!(compiled.origins.len(), compiled.image.patterns.len());
            assert!(!listing(&compiled.image, &compiled.origins).is_empty());
            load(&compiled.image);
            compiled.warnings.iter().for_each(|warning| assert!(!warning.show(&source).is_empty()));
        }
        Err(found) => {
            assert!(found.failed());
            found.0.iter().for_each(|one| assert!(!one.show(&source).is_empty()));
        }
    }
}

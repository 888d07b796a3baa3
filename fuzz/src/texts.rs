//! Specifications and files that people write.
use evidence::table::Table;
use std::collections::BTreeMap;
use treetap::catalog::{Chosen, Settings, Unit, parameters};
use treetap::cosim::traffic::{Commands, Pressure, Rate};
use treetap::flow::board::{Board, Clocking};
use treetap::trace::shapes::{Shape, parse_extent};

/// Events of a shape that are looked at.
const EVENTS: usize = 64;

/// `zipf?events=1e6&seed=3`: keys are as narrow as they were asked for, weights within theirs.
pub fn shape(bytes: &[u8]) {
    let ([width], rest) = super::head(bytes);
    let Ok(text) = str::from_utf8(rest) else { return };
    let key_bits = 1 + u32::from(width) % 64;
    let _ = parse_extent(text).map_err(|error| error.to_string());
    let Ok(shape) = Shape::parse(text) else { return };
    for event in shape.events(key_bits).take(EVENTS) {
        assert!(event.key.checked_shr(key_bits).unwrap_or(0) == 0, "{event:?} of {key_bits} bits");
        assert!(event.weight > 0, "{event:?}");
    }
}

/// `every:100:snapshot`, and the rate of events.
pub fn commands(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    if let Ok(Commands::At(list)) = Commands::parse(text) {
        assert!(list.is_sorted_by_key(|(position, _)| *position));
    }
    if let Ok(rate) = Rate::parse(text) {
        assert!(rate.per_cycle() > 0.0 && rate.per_cycle() <= 1.0, "{rate:?}");
    }
    let _ = Pressure::ALL.into_iter().find(|pressure| pressure.name() == text);
}

/// A board's clock is made, or it is said that it cannot be.
pub fn board(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(board) = Board::parse(text) else { return };
    let verilog = board.verilog("treetap_selftest", "", Clocking::Board);
    assert!(verilog.ends_with("`default_nettype wire\n"));
    let mhz = board.clock_mhz;
    let _ = board.clone().at(mhz / 2.0);
    assert!(board.at(mhz).is_none_or(|same| same.clock_mhz == mhz || mhz.is_nan()));
}

/// What is written of a table is read as the same table.
pub fn table(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(table) = Table::parse(text) else { return };
    assert_eq!(Table::parse(&table.text()).as_ref(), Ok(&table));
}

/// What is written of a configuration gives the same configuration.
pub fn config(bytes: &[u8]) {
    let ([unit], rest) = super::head(bytes);
    let Ok(text) = str::from_utf8(rest) else { return };
    let unit = Unit::ALL[usize::from(unit) % Unit::ALL.len()];
    let Ok((preset, settings)) = Settings::read(text) else { return };
    // Names are kept for as long as the program runs: a few are enough.
    let name = settings.name.map(|name| name.chars().take(2).collect());
    let chosen = Chosen::of(unit, preset.as_deref(), &Settings { name, ..settings });
    let Ok(chosen) = chosen else { return };
    let (preset, settings) = Settings::read(&chosen.toml()).expect("what was written is read");
    let again = Chosen::of(unit, preset.as_deref(), &settings).expect("what was written is a configuration");
    assert_eq!(again.toml(), chosen.toml());
    let known: BTreeMap<_, _> = parameters::of(unit).iter().map(|parameter| (parameter.name, parameter)).collect();
    assert!(settings.numbers.keys().all(|name| known.contains_key(name.as_str())));
}

//! Variants of units with values of one's own, and what of these does not go together.
use super::parameters::NONE;
use super::settings::{Settings, no_word, outside, tracker_of};
use super::{Error, Unit, parts, unknown};
use crate::spec::coproc::MOST_ENTRIES;
use crate::spec::monitor::PHASE_TRACKER;
use crate::spec::variant::{self, DEEP, Variant};
use crate::spec::{hps as hybrid, phase as trackers};

/// A variant of a unit that is a part, with the settings in the place of its own values.
///
/// # Errors
/// [`Error::UnknownPreset`], [`Error::NoEngine`], [`Error::Word`]; [`Error::Parameter`] where values do not go
/// together.
pub(super) fn chosen(unit: Unit, base: &str, settings: &Settings) -> Result<Variant, Error> {
    let own = variant::find(parts::variants(unit).unwrap_or_default(), base).ok_or_else(|| unknown(unit, base))?;
    if let (Some(engine), false) = (&settings.engine, matches!(unit, Unit::Hps | Unit::Monitor)) {
        return Err(Error::NoEngine { unit, preset: base.into(), engine: engine.clone() });
    }
    if settings.numbers.is_empty() && settings.phase_tracker.is_none() && settings.engine.is_none() {
        return Ok(*own);
    }
    let values = own.parameters.iter().map(|(name, value)| (*name, settings.number(name, *value)));
    let mut values: Vec<_> = values.collect();
    if let Some(tracker) = &settings.phase_tracker {
        let number = tracker_of(tracker)?.map_or(0, trackers::number);
        values.iter_mut().filter(|(name, _)| *name == PHASE_TRACKER).for_each(|(_, value)| *value = number);
    }
    if let Some(engine) = &settings.engine {
        let found = hybrid::Engine::ALL.into_iter().find(|known| known.name() == engine);
        let found = found.ok_or_else(|| no_word("engine", engine, hybrid::Engine::ALL.iter().map(|e| e.name())))?;
        values.iter_mut().filter(|(name, _)| *name == hybrid::ENGINE).for_each(|(_, value)| *value = found as u32);
        if let Some(place) = place(found) {
            // Its patterns lie there, whatever those of the preset do.
            let own = values.iter_mut().find(|(name, _)| *name == "ternary" && !settings.numbers.contains_key(*name));
            own.into_iter().for_each(|(_, value)| *value = place);
        }
    }
    serves(unit, &values)?;
    deep(unit, &values)?;
    Ok(Variant { parameters: Box::leak(values.into_boxed_slice()), ..*own })
}

/// Refuses what builds for a fast clock are not there for.
fn deep(unit: Unit, values: &[(&'static str, u32)]) -> Result<(), Error> {
    /// Codes of a map whose memory is one block deep.
    const CODES: u32 = 1 << 18;
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).map_or(0, |(_, value)| *value);
    match unit {
        Unit::Pcfilter if value(DEEP) == 1 && value("table") == 0 => {
            Err(outside(unit, "table", 0, "1 with --deep 1".into(), 1))
        }
        Unit::Checkmap if value(DEEP) == 1 && value("slots") > CODES => {
            Err(outside(unit, "slots", value("slots"), format!("at most {CODES} with --deep 1"), CODES))
        }
        Unit::Coproc | Unit::CoprocProfiler if value(DEEP) == 1 && value("entries") != MOST_ENTRIES => {
            Err(outside(unit, "entries", value("entries"), format!("{MOST_ENTRIES} with --deep 1"), MOST_ENTRIES))
        }
        _ => Ok(()),
    }
}

/// Whether masks and values of an engine's patterns lie in block RAM (1) or in flip-flops (0), if one is all there is.
const fn place(engine: hybrid::Engine) -> Option<u32> {
    match engine {
        hybrid::Engine::Parallel => None,
        hybrid::Engine::Serial => Some(1),
        hybrid::Engine::Pipelined => Some(0),
    }
}

/// Refuses what engines `serial` and `pipelined` are not built for.
fn serves(unit: Unit, values: &[(&'static str, u32)]) -> Result<(), Error> {
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let engine = hybrid::Engine::ALL.into_iter().find(|engine| value(hybrid::ENGINE) == Some(*engine as u32));
    let Some((engine, place)) = engine.and_then(|engine| Some((engine, place(engine)?))) else { return Ok(()) };
    if value(PHASE_TRACKER).is_some_and(|tracker| tracker > 0) {
        let word = trackers::numbered(value(PHASE_TRACKER).unwrap_or(0)).map_or(NONE, |tracker| tracker.name).into();
        return Err(Error::Word {
            name: "phase-tracker",
            word,
            expected: format!("{NONE} with engine {}", engine.name()),
        });
    }
    for (name, wanted) in [("retire", 1), ("ternary", place)] {
        if let Some(other) = value(name).filter(|value| *value != wanted) {
            return Err(outside(unit, name, other, format!("{wanted} with engine {}", engine.name()), wanted));
        }
    }
    Ok(())
}

//! Why events wait in `rap`: what `testbench/common/stalls.h` has to know of a design, and the sums of each event
//! against what the model says that it asks the engine for. No reason that the hardware gave is taken for granted.
use super::library::{Built, Totals, Waits};
use crate::spec::rap::{Config, Demand, Engine, Preset, Service, Stall};
use std::ops::RangeInclusive;

/// Rows of a match memory of `cam`: one for each value of a byte.
const MATCH_ROWS: u64 = 256;
/// Cycles besides one per word in which memories are cleared at most (R12).
pub(super) const CLEAR_SLACK: u64 = 64;
/// Weight before the end of `n` from which on events are counted one at a time, as a power of two.
const NEAR_BITS: [u32; 2] = [21, 22];

/// Events that an engine may hold when one of them stops it: places in the history of the pipelined one. Any of them
/// may have walked to a node that went meanwhile.
const IN_FLIGHT: u64 = 512;

/// Cycles in which the pipelined engine stops for an event that was on its way to a node that is gone.
const LOST_WAY: u64 = 24;

/// Whether something before the engine may not be ready when the engine is.
const fn front(preset: &Preset) -> bool {
    preset.config.coalescer.is_some() || preset.fifo_depth > 0
}

/// What the testbench has to know to judge reasons.
pub(super) fn built(preset: &Preset, config: &Config) -> Built {
    let queue = u64::from(preset.engine == Engine::Serial && preset.fifo_depth > 0);
    let front = front(preset).into();
    let nodes = u64::from(config.nodes);
    let entries = u64::from(config.coalescer.map_or(0, |c| c.entries));
    let near = |bits: u32| (1u64 << config.count_bits).saturating_sub(1 << bits);
    let (engine, words, near_end) = match preset.engine {
        Engine::Serial => (1, nodes, u64::MAX),
        Engine::Pipelined => (2, 4 * nodes, near(NEAR_BITS[0])),
        Engine::Cam => (3, MATCH_ROWS, near(NEAR_BITS[1])),
    };
    // The serial engine shows that it clears a few cycles after it began.
    let (clear_max, cleared) = (words + CLEAR_SLACK, words.max(entries) + CLEAR_SLACK);
    Built { engine, clear_min: words - 4, clear_max, cleared, front, queue, near_end }
}

/// What the testbench saw that contradicts the ports, if it saw anything: what was said, a reason that fits, and both
/// in words.
pub(super) fn contradiction(totals: &Totals) -> Option<(u64, u64, String)> {
    let name = |code: u64| Stall::ALL.into_iter().find(|r| *r as u64 == code).map_or("no reason", Stall::name);
    (totals.stall_faults > 0).then(|| {
        let fits: Vec<u64> = (0..16).filter(|code| totals.stall_allowed >> code & 1 == 1).collect();
        let names: Vec<_> = fits.iter().map(|code| name(*code)).collect();
        let said = name(totals.stall_said);
        let note = format!(
            "cycle {} of {}: an event waits because of `{said}`, where {} fits",
            totals.stall_cycle,
            totals.cycles,
            if names.is_empty() { "nothing".into() } else { names.join(" or ") }
        );
        (totals.stall_said, fits.first().copied().unwrap_or(0), note)
    })
}

/// Holds what events of an engine waited for against what they ask for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge {
    engine: Engine,
    /// What is before the engine may not be ready when the engine is: a coalescer, a queue.
    front: bool,
    /// Events since one that made or absorbed a node, or raised the threshold.
    since: u64,
}

impl Judge {
    pub const fn new(preset: &Preset) -> Self {
        Self { engine: preset.engine, front: front(preset), since: u64::MAX }
    }

    /// The reason whose cycles do not fit an event that asks for `demand`, or is lost: how many there are, and the
    /// nearest number that fits. `service` is what the engine takes with the configuration of the event.
    pub fn judge(&mut self, service: &Service, demand: Option<Demand>, waits: &Waits) -> Option<(Stall, u64, u64)> {
        // The serial engine begins with the visits, and says so, before it knows that n is full.
        let lost = demand.is_none() && self.engine == Engine::Serial;
        let demand = demand.unwrap_or_default();
        let stops = demand.creates + demand.absorbed + demand.steps > 0;
        self.since = if stops { 0 } else { self.since.saturating_add(1) };
        // Nor can be told what the engine does while what is before it is not ready.
        let free = waits.free + if self.front { waits.queue } else { 0 };
        let counted = [
            (Stall::Walk, waits.walk),
            (Stall::Create, waits.create),
            (Stall::Visit, waits.visit),
            (Stall::Queue, waits.queue),
            (Stall::Refill, waits.refill),
        ];
        counted.into_iter().find_map(|(reason, cycles)| {
            let cycles = u64::from(cycles);
            let fits = match reason {
                Stall::Visit if lost => 0..=u64::from(service.event),
                _ => self.cycles(service, reason, demand),
            };
            if cycles > *fits.end() {
                return Some((reason, cycles, *fits.end()));
            }
            (cycles + u64::from(free) < *fits.start()).then_some((reason, cycles, *fits.start()))
        })
    }

    /// Fewest and most cycles of a reason between the end of an event and that of the one before it.
    fn cycles(&self, service: &Service, reason: Stall, demand: Demand) -> RangeInclusive<u64> {
        let hand = Demand { creates: 0, ..demand };
        let turns = hand != Demand::default();
        let (creates, absorbed) = (u64::from(demand.creates), u64::from(demand.absorbed));
        let recent = self.since < IN_FLIGHT;
        let most = |demand| service.cycles(demand);
        match (self.engine, reason) {
            (_, Stall::Clear | Stall::Command) => 0..=0,
            (Engine::Serial, Stall::Create) => 5 * creates..=5 * creates,
            (Engine::Serial, Stall::Visit) if turns => u64::from(demand.visits) + 7 * absorbed..=most(hand),
            (Engine::Serial, Stall::Walk) => 0..=most(Demand { creates: demand.creates, ..Demand::default() }),
            // It is ready for a cycle when it has taken an event.
            (Engine::Serial, Stall::Queue) if self.front => 0..=1,
            (Engine::Serial, _) => 0..=0,
            (Engine::Pipelined, Stall::Create) if creates == 0 && recent => 0..=1,
            (_, Stall::Create) => {
                creates..=most(Demand { creates: demand.creates, ..Demand::default() }) - u64::from(service.event)
            }
            (_, Stall::Visit) if turns => absorbed..=most(hand),
            (Engine::Pipelined, Stall::Visit) if recent => 0..=LOST_WAY,
            (_, Stall::Visit) => 0..=0,
            (_, Stall::Refill) if creates > 0 || turns || recent => 0..=most(demand),
            (Engine::Cam, Stall::Refill) => 0..=16,
            (_, Stall::Refill) => 0..=0,
            (_, Stall::Walk) => 0..=100,
            (Engine::Pipelined, Stall::Queue) if recent => 0..=u64::from(service.event),
            (_, Stall::Queue) => 0..=if self.front { 16 } else { 2 },
        }
    }
}

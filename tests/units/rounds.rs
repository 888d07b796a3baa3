//! Rounds of the hand of a pipelined tree while its core hardly retires: the hand may not look so far ahead of the
//! visits that it passes the parent of a leaf which is not absorbed yet.
use crate::hang::HANG_CYCLES;
use crate::support::planted::Planted;
use crate::support::records::pick;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::cosim::core::Core;
use treetap::cosim::profiler::{Pace, Profiler, Setup};
use treetap::host::Host;
use treetap::model::profile::Profile;
use treetap::model::profiler::Profiler as Model;
use treetap::model::rap::Top;
use treetap::spec::event::Event;
use treetap::spec::profiler::{Config, preset};
use treetap::spec::rap;
use treetap::spec::regs::Op;
use treetap::spec::retire::Rvfi;
use treetap::spec::select::{Kind, Weight};
use treetap::trace::shapes::Random;

/// Keys whose counts are never absorbed: their nodes fill most of the tree, so that the free slots lie far apart.
const HEAVY: usize = 27;
const HEAVY_WEIGHT: u64 = 60_000;
/// Cycles between two retirements: the hand comes to the end of the slots before the next visit.
const PAUSE: u64 = 450;
const LENGTH: usize = 8_000;
/// The first of them come as fast as they can: the leaf whose parent lies far after it comes after these.
const DENSE: usize = 5_000;
/// A seed of the stream with which such a leaf is met during a long pause: few have one.
const SEED: u64 = 1;
/// `addi x0, x0, 0`.
pub const NOP: u32 = 0x13;

/// Retirements at heavy places, and now and then one at a new place, whose nodes are absorbed soon.
fn retirements(tree: rap::Config) -> Vec<Rvfi> {
    let (mut random, mut tree) = (Random(SEED), Top::new(tree).unwrap());
    let (mut records, mut cycle) = (vec![], 0);
    let mut retire = |key: u64, weight: u64| {
        // An event weighs the cycles since the one before.
        cycle += weight;
        records.push(Rvfi { pc: key, cycle, insn: NOP, ..Rvfi::default() });
        tree.add(Event { key, weight: weight as u16 });
        tree.rap().t()
    };
    let place = |random: &mut Random| u64::from(random.next() as u32 & !1);
    (0..3).for_each(|_| _ = retire(place(&mut random), 2));
    let heavy = [(); HEAVY].map(|()| place(&mut random));
    let mut t = 0;
    heavy.iter().for_each(|key| t = retire(*key, HEAVY_WEIGHT));
    for _ in 0..LENGTH {
        t = match random.below(100) {
            // A chain of nodes, the last of which is the only one that counts.
            0 => {
                let key = place(&mut random);
                retire(key, if random.below(10) < 7 { t + 1 } else { (t / 2).max(1) });
                // It leaves the coalescer when the next of its key comes.
                retire(key, 1)
            }
            _ => retire(pick(&mut random, &heavy), 1),
        };
    }
    records
}

/// Places, each event of which comes to the tree by itself.
pub fn alone() -> Config {
    let mut config = Config::new(preset("fast25").unwrap(), Core::Ibex, Kind::Pc);
    config.tree.coalescer.as_mut().unwrap().weight_max = 1;
    config
}

/// Places with their cycles, each event of which comes to the tree by itself.
pub fn cycles() -> Config {
    let mut config = alone();
    config.select.weight = Weight::Cycles;
    config
}

/// A profiler that is set up.
pub fn started(emitted: &Emitted, config: &Config) -> Host<Profiler> {
    let setup = Setup { seed: SEED, idle: 0, idle_max: 0, wait: 0, wait_max: 0, hang_cycles: HANG_CYCLES };
    let mut host = Host::connect(Profiler::open(emitted, Effort::Test, &setup).unwrap()).unwrap();
    host.start(config).unwrap();
    host
}

/// Whether the hardware's profile of retirements, each with a pause after it, equals the model's, and that.
pub fn profile(emitted: &Emitted, config: &Config, records: &[Rvfi], pause: impl Fn(usize) -> u64) -> (bool, Profile) {
    let mut host = started(emitted, config);
    let mut model = Model::new(config).unwrap();
    for (number, record) in records.iter().enumerate() {
        assert_eq!(host.transport().feed(&[*record], Pace::Dense), 1);
        host.transport().idle(pause(number));
        model.push(record);
    }
    host.command(Op::Flush).unwrap();
    model.flush();
    host.transport().idle(PAUSE);
    model.accept(&host.transport().accepted());
    let expected = model.snapshot();
    (host.dump(false).unwrap().words == expected.to_words(), expected)
}

/// Whether a core that first retires in every cycle, and then hardly, has the model's profile, and that.
fn rounds(emitted: &Emitted) -> (bool, Profile) {
    let config = cycles();
    profile(emitted, &config, &retirements(config.tree), |number| if number < DENSE { 0 } else { PAUSE })
}

mod a_hand_that_waits_long_passes_no_parent_of_what_it_may_absorb {
    #[test]
    fn fast25() {
        let (equal, expected) = super::rounds(&super::emit(super::Unit::Profiler, "fast25").unwrap());
        assert!(equal, "{} creates, {} nodes, T {}", expected.creates, expected.live, expected.t);
        // Twice as many as there is room for, and not all of them in one round.
        assert!(expected.creates > 900 && expected.t > 50, "{} creates, T {}", expected.creates, expected.t);
    }
}

#[test]
fn a_hand_that_looks_ahead_without_an_end_is_found() {
    let planted = Planted::of(Unit::Profiler, "fast25", &[("", "ahead <= «ahead + 5'd1»", "ahead")]);
    assert_eq!([0, 1].map(|fault| rounds(planted.with(fault)).0), [true, false]);
}

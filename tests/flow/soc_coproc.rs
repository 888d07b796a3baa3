//! Systems of a core and a co-processor: the program in the boot ROM has its own branches counted, and what it reads
//! back over the bus is what the golden model has, and what really was taken.
use crate::soc_up5k::{PROFILER, Parts, Seen, simulate};
use std::collections::BTreeMap;
use treetap::catalog::Unit;
use treetap::lang::coproc::boot;
use treetap::model::coproc::Top;
use treetap::model::coproc_profiler::CoprocProfiler;
use treetap::spec::classify::Opclass;
use treetap::spec::coproc::{Command, State, regs};
use treetap::spec::coproc_profiler::{Build, VARIANTS};
use treetap::spec::core::Core;
use treetap::spec::counters::Counter;
use treetap::spec::retire::{Record, Rvfi};
use treetap::spec::tap;

/// The build that an UP5K has room for beside a small core.
const PRESET: &str = "up5k";
const ENTRIES: usize = boot::ENTRIES as usize;
/// Words that the program sends each time: keys, entries, counters.
const SENT: usize = 3 * ENTRIES + regs::COUNTS.words as usize;

/// How often a branch was taken, and how often not.
type Branches = BTreeMap<u32, (u32, u32)>;

/// What the co-processor did while the model went along.
#[derive(Default)]
struct Followed {
    /// Words that the core read from the co-processor, each equal to the model's.
    compared: usize,
    /// Times that the core found an array being cleared.
    cleared: usize,
    /// Times that the machine was set going.
    runs: usize,
    /// Times that it asked for its host.
    asked: usize,
    /// Branches that it was shown since it was set going last, by bits 32 to 1 of their addresses.
    branches: Branches,
    /// `branches` of each run but the last, as they were when it ended.
    before: Vec<Branches>,
}

/// What a retirement did on the co-processor's bus: where, and whether it wrote.
fn access(rvfi: &Rvfi) -> Option<(u16, bool)> {
    let offset = rvfi.mem_addr.wrapping_sub(PROFILER);
    (offset < 1 << 14 && rvfi.rmask | rvfi.wmask != 0).then_some((offset as u16, rvfi.wmask != 0))
}

/// A candidate is accepted if the machine runs: a core of 30 cycles an instruction never fills the buffer.
fn outcome(_: &Record, top: &Top) -> Counter {
    if top.mode().run { Counter::Accepted } else { Counter::DroppedOff }
}

/// Whether an offset is that of the key of an entry that is not valid.
fn is_free(model: &mut Top, offset: u16) -> bool {
    let entry = offset.wrapping_sub(regs::KEY.offset) / 4;
    entry < regs::KEY.words && model.read(regs::VLD.offset + entry / 32 * 4) >> (entry % 32) & 1 == 0
}

/// Lets the golden model take all retirements, and what the program asked for where it asked: the tap holds the record
/// of the retirement before.
fn follow(seen: &Seen) -> Followed {
    let variant = VARIANTS.iter().find(|variant| variant.name == PRESET).unwrap();
    let mut model = CoprocProfiler::new(&Build::of(variant), tap::preset(Core::Serv).config);
    let (mut all, busy) = (Followed::default(), regs::STATUS.field("BUSY"));
    for (at, rvfi) in seen.records.iter().enumerate() {
        match access(rvfi) {
            Some((offset, true)) => {
                let value = rvfi.mem_wdata as u32;
                if (offset, value) == (regs::CMD.offset, Command::Run as u32) {
                    all.runs += 1;
                    all.before.push(std::mem::take(&mut all.branches));
                }
                model.top.write(offset, value);
            }
            // While an array is cleared the answer is a matter of time.
            Some((offset, false)) if offset == regs::STATUS.offset && busy.of(rvfi.mem_rdata as u32) == 1 => {
                all.cleared += 1;
            }
            // The key of an entry that is not valid has no meaning.
            Some((offset, false)) if is_free(&mut model.top, offset) => {}
            Some((offset, false)) => {
                let expected = model.top.read(offset);
                assert_eq!(rvfi.mem_rdata, u64::from(expected), "retirement {at}: a read at {offset:#x}");
                all.compared += 1;
            }
            None => {}
        }
        model.push(rvfi);
        while let Some(record) = model.next(outcome) {
            if model.top.occupied() > 0 && record.class == Opclass::Branch {
                let (taken, not) = all.branches.entry((record.pc >> 1) as u32).or_default();
                *(if record.taken { taken } else { not }) += 1;
            }
            let ran = model.top.mode().run;
            model.top.work_until(None);
            all.asked += usize::from(ran && model.top.coproc().state() == State::Interrupt);
        }
    }
    all.before.push(all.branches.clone());
    all.before.remove(0);
    all
}

/// What the program sent: branches with counts, and the counters, each time.
fn sent(seen: &Seen) -> Vec<(Branches, &[u32])> {
    assert!(seen.words.len().is_multiple_of(SENT), "{} words", seen.words.len());
    let each = seen.words.chunks_exact(SENT).map(|words| {
        let (keys, rest) = words.split_at(ENTRIES);
        let (entries, counts) = rest.split_at(2 * ENTRIES);
        let branches = keys.iter().zip(entries.chunks_exact(2)).map(|(key, counts)| (*key, (counts[0], counts[1])));
        (branches.filter(|(_, counts)| *counts != (0, 0)).collect(), counts)
    });
    each.collect()
}

fn count(counts: &[u32], counter: Counter) -> u32 {
    counts[regs::COUNTED.iter().position(|known| *known == counter).unwrap()]
}

#[test]
fn a_program_has_its_own_branches_counted_on_a_core_of_an_up5k() {
    let seen = simulate(Core::Serv, &Parts::of(Unit::CoprocProfiler, PRESET, None), |verilog| verilog);
    let followed = follow(&seen);
    let sent = sent(&seen);
    println!("{} retired in {} cycles, {} words compared", seen.records.len(), seen.took, followed.compared);
    let [(branches, counts)] = &sent[..] else { panic!("sent {} times", sent.len()) };
    println!("{branches:x?}");
    assert_eq!(*branches, followed.branches, "what really was taken");
    let both = branches.values().fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
    assert!(branches.len() >= 6 && both.0 > 5000 && both.1 > 500, "{both:?} of {} branches", branches.len());
    // Every sample was taken, and none was lost.
    let [accepted, popped, full] = [Counter::Accepted, Counter::Popped, Counter::DroppedFull].map(|c| count(counts, c));
    assert_eq!((accepted, popped, full), (both.0 + both.1, both.0 + both.1, 0));
    assert_eq!((followed.runs, followed.asked), (1, 0));
    // Entries, counters and the keys that have a meaning, at the least.
    let least = SENT - ENTRIES + branches.len();
    assert!(followed.compared > least && followed.cleared > 0, "{} words compared", followed.compared);
}

#[test]
fn a_program_serves_the_microcode_when_it_wants_for_entries() {
    // An index of two bits instead of six: the fourth new branch takes the last entry that it reaches.
    let index = |bits: u32| format!("= 16'h{:04x};", (u32::from(regs::XW.offset / 4) + 1) | (bits << 9));
    let seen = simulate(Core::Serv, &Parts::of(Unit::CoprocProfiler, PRESET, None), |verilog| {
        assert_eq!(verilog.matches(&index(6)).count(), 1);
        verilog.replace(&index(6), &index(2))
    });
    let followed = follow(&seen);
    let sent = sent(&seen);
    println!("sent {} times, asked {} times", sent.len(), followed.asked);
    assert!(followed.asked > 2 && followed.asked == followed.runs && sent.len() == followed.runs);
    for ((branches, counts), exact) in sent.iter().zip(&followed.before) {
        assert_eq!((branches, branches.len()), (exact, 4));
        assert!(count(counts, Counter::DroppedOff) > 0, "nothing was dropped after the machine stopped");
    }
}

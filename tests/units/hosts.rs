//! What a host does beside a session of a whole profiler: it clears the flag of a tree that was half full, and reads a
//! register while the words of a dump are made ready.
use crate::rounds::{NOP, alone, cycles, started};
use crate::support::planted::Planted;
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::profiler::{Pace, Profiler};
use treetap::host::Host;
use treetap::spec::regs::{self, Op};
use treetap::spec::retire::Rvfi;
use treetap::trace::shapes::Random;

/// The heaviest event.
const MOST: u64 = u16::MAX as u64;
/// Reads of a register after each word of a dump: about as many as fit before the next word is on offer.
const READS: usize = 8;

/// NEAR_FULL with n below half its range, beyond that, after a 1 is written to it there, after a reset of the tree,
/// after a 1 is written to all other flags, and after a 1 is written to it.
fn near_full(emitted: &Emitted) -> [u32; 6] {
    let config = cycles();
    let half = 1_u64 << (config.tree.count_bits - 1);
    let mut host = started(emitted, &config);
    let mut cycle = 0;
    let mut retire = |host: &mut Host<Profiler>, weight: u64| {
        let until = cycle + weight;
        while cycle < until {
            let records = [(); 0x1000].map(|()| {
                cycle += MOST;
                Rvfi { pc: 0x8000_0000, cycle, insn: NOP, ..Rvfi::default() }
            });
            assert_eq!(host.transport().feed(&records, Pace::Dense), records.len());
        }
        host.command(Op::Flush).unwrap();
    };
    let flag = |host: &mut Host<Profiler>| {
        let status = host.read(&regs::STATUS).unwrap();
        regs::STATUS.field("NEAR_FULL").of(status)
    };
    let own = regs::FLAGS.field("NEAR_FULL").at(1);
    let others = regs::FLAGS.fields.iter().fold(0, |word, field| word | field.at(1)) & !own;
    let clear = |host: &mut Host<Profiler>, word: u32| host.transport().write(regs::FLAGS.offset.into(), word).unwrap();

    retire(&mut host, half / 2);
    let before = flag(&mut host);
    retire(&mut host, half / 2 + MOST);
    let beyond = flag(&mut host);
    clear(&mut host, own);
    let there = flag(&mut host);
    host.command(Op::Reset).unwrap();
    let reset = flag(&mut host);
    clear(&mut host, others);
    let kept = flag(&mut host);
    clear(&mut host, own);
    [before, beyond, there, reset, kept, flag(&mut host)]
}

/// Words of a dump, and whether a register that never changes said so whenever it was read.
fn read_within_a_dump(emitted: &Emitted) -> (Vec<u64>, bool) {
    let mut host = started(emitted, &alone());
    let mut random = Random(2);
    for cycle in 0..2_000 {
        let record = Rvfi { pc: u64::from(random.next() as u32 & !1), cycle, insn: NOP, ..Rvfi::default() };
        assert_eq!(host.transport().feed(&[record], Pace::Dense), 1);
    }
    host.command(Op::Flush).unwrap();
    let version = host.read(&regs::VERSION).unwrap();
    let (mut words, mut same) = (vec![], true);
    host.transport().write(regs::COMMAND.offset.into(), regs::COMMAND.field("OP").at(Op::Snapshot as u32)).unwrap();
    loop {
        let state = host.read(&regs::DUMP).unwrap();
        if regs::DUMP.field("VALID").of(state) == 0 {
            continue;
        }
        let low = host.read(&regs::DUMP_LO).unwrap();
        same &= host.read(&regs::VERSION).unwrap() == version;
        words.push(u64::from(host.read(&regs::DUMP_TAKE).unwrap()) << 32 | u64::from(low));
        for _ in 0..READS {
            same &= host.read(&regs::VERSION).unwrap() == version;
        }
        if regs::DUMP.field("LAST").of(state) == 1 {
            return (words, same);
        }
    }
}

mod a_flag_stays_until_a_1_is_written_to_it {
    #[test]
    fn fast25() {
        assert_eq!(super::near_full(&super::emit(super::Unit::Profiler, "fast25").unwrap()), [0, 1, 1, 1, 1, 0]);
    }
}

mod a_register_read_while_a_dump_goes_on_says_what_it_says {
    #[test]
    fn fast25() {
        let (words, same) = super::read_within_a_dump(&super::emit(super::Unit::Profiler, "fast25").unwrap());
        assert!(same && words.len() > 20, "{} words", words.len());
    }
}

#[test]
fn a_flag_that_nothing_clears_and_a_word_that_leaks_into_another_are_found() {
    let stays = ("", "cleared = (writing & bank_at_flags) ? «data[28:24]»", "{data[28:25], 1'b0}");
    let high = "high = «at_high ? dump_data[63:32] : 32'd0»";
    let leaks = ("", high, "at_high ? dump_data[63:32] : {1'b0, dump_data[62], 30'd0}");
    let planted = Planted::of(Unit::Profiler, "fast25", &[stays, leaks]);
    assert_eq!([0, 1].map(|fault| near_full(planted.with(fault))[5]), [0, 1]);
    assert_eq!([0, 2].map(|fault| read_within_a_dump(planted.with(fault)).1), [true, false]);
}

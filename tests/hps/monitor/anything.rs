//! Monitors with any program after a core that runs anywhere: what no program and no core does equals the model too.
mod irq;

use super::at;
use crate::support::disturbed::disturbed;
use crate::support::elsewhere::{any_checks, elsewhere};
use crate::support::monitors::{agrees, agrees_on, options, text};
use crate::support::near::near;
use crate::support::random::next_to;
use crate::support::tables::{plain_program, random_program, restless_program};
use std::collections::BTreeMap;
use treetap::cosim::core::Core;
use treetap::cosim::monitor::{self, Options};
use treetap::cosim::profiler::Profiler;
use treetap::host::monitor::Switches;
use treetap::model::hps::Engine;
use treetap::spec::hps::regs;
use treetap::spec::monitor as spec;
use treetap::spec::regs::{Access, Home};
use treetap::spec::retire::Rvfi;
use treetap::spec::variant;
use treetap::trace::shapes::Random;

/// Programs of a monitor.
const PROGRAMS: u64 = 64;
/// Retirements of a program.
const LENGTH: usize = 3_000;
/// Accesses of a host before there is a program.
const ACCESSES: usize = 1_000;

/// Retirements of anything, at addresses near `base` and elsewhere, with any data.
fn retirements(base: u32, codes: u32, random: &mut Random) -> Vec<Rvfi> {
    let mut records = disturbed(random)[..LENGTH].to_vec();
    elsewhere(&mut records, base, codes, random);
    for record in &mut records[1..] {
        if random.below(2) == 0 {
            [record.rs1, record.rd, record.mem_addr] = [(); 3].map(|()| u64::from(random.next() as u32));
        }
        // Not on, by one bit, for one instruction.
        if random.below(16) == 0 {
            record.pc ^= 2 << random.below(31);
        }
    }
    records
}

/// Registers of the unit that a host writes and reads, with the bits that they keep and what these are after a reset.
fn kept(build: &spec::Build) -> BTreeMap<u16, [u32; 2]> {
    let built = build.registers();
    let both = built.registers().filter(|made| made.access == Some(Access::ReadWrite));
    let masks = both.map(|made| {
        let fields = made.register.fields.iter().filter(|field| field.home == Home::Kept);
        let mask = fields.fold(0, |mask, field| mask | field.mask()) & made.bits;
        (made.register.offset, [mask, made.word & mask])
    });
    masks.filter(|(_, [mask, _])| *mask != 0).collect()
}

/// Writes and reads any registers of a monitor that was reset, and places next to them where there is none: every word
/// that is read is what the model has. At the end the unit's own are what they were.
fn any_access(hardware: &mut Profiler, options: &Options, random: &mut Random) {
    let build = options.build();
    let (mut engine, kept) = (Engine::new(build.engine), kept(&build));
    let begin: BTreeMap<u16, u32> = kept.iter().map(|(offset, [_, word])| (*offset, *word)).collect();
    let mut unit = begin.clone();
    let words = |offset: u16, words: u16| (0..words).map(move |word| offset + 4 * word);
    let mut places: Vec<u16> =
        regs::REGISTERS.iter().flat_map(|register| words(register.offset, register.words.min(64))).collect();
    // What a run begins with comes more often than tables.
    let alone = regs::REGISTERS.iter().filter(|register| register.access != Access::WriteOnly);
    let alone: Vec<u16> = alone.flat_map(|register| words(register.offset, register.words)).collect();
    places.extend(kept.keys().chain(&alone).flat_map(|offset| [*offset; 8]));
    let looked = |hardware: &mut Profiler, engine: &mut Engine, unit: &BTreeMap<u16, u32>, place: u16| {
        let expected = unit.get(&place).copied().unwrap_or_else(|| engine.read(place));
        assert_eq!(hardware.read(place.into()), Ok(expected), "{place:#x}");
    };
    // After the reset, whatever it was before.
    kept.keys().chain(&alone).for_each(|place| looked(hardware, &mut engine, &unit, *place));
    for _ in 0..ACCESSES {
        let place = places[random.below(places.len() as u64) as usize];
        let next = next_to(place, random);
        let place = if place < spec::BASE && random.below(2) == 0 { next } else { place };
        if random.below(3) == 0 {
            looked(hardware, &mut engine, &unit, place);
            continue;
        }
        // The engine stays off, and no access is answered with an error.
        let off = [
            (regs::CTRL.offset, regs::CTRL.field("EN").mask()),
            (spec::CTRL.offset, spec::CTRL.field("BUS_ERROR").mask()),
        ];
        let any = match random.below(2) {
            // The right one, or not by one bit.
            0 if place == regs::IMG_CRC.offset => engine.read(place) ^ (1_u64 << random.below(64)) as u32,
            _ => random.next() as u32,
        };
        let word = off.iter().filter(|(at, _)| *at == place).fold(any, |word, (_, bits)| word & !bits);
        hardware.write(place.into(), word).unwrap();
        match unit.get_mut(&place) {
            Some(last) => *last = word & kept[&place][0],
            None => engine.write(place, word),
        }
    }
    kept.keys().chain(&alone).for_each(|place| looked(hardware, &mut engine, &unit, *place));
    begin.iter().for_each(|(place, word)| hardware.write((*place).into(), *word).unwrap());
    // The next tables begin anew.
    hardware.write(regs::IMG_CRC.offset.into(), 0).unwrap();
}

#[test]
fn a_monitor_equals_the_model_with_any_program_and_any_code() {
    let mut random = Random(0x6d6f_6e69);
    let build = spec::Build::of(variant::find(&spec::VARIANTS, "up5k").unwrap());
    let (mut events, mut dropped, mut with_bursts, mut close) = (0, 0, 0, 0);
    for number in 0..PROGRAMS {
        let core = [Core::Ibex, Core::Picorv32][number as usize / 2 % 2];
        let base = random.next() as u32 & !1;
        let mut records = retirements(base, build.codes, &mut random);
        let program = match number % 3 {
            2 => random_program(&mut random, build.engine, 1, &records).0,
            1 => restless_program(&mut random, build.engine),
            _ => plain_program(&mut random, build.engine, base),
        };
        let map = any_checks(base, build.codes, &mut random);
        close += near(&mut records, &program, &map, &mut random);
        let mut options = options("up5k", core, program);
        (options.map, options.seed) = (Some(map), 300 + number);
        options.switches = Switches { hold: !number.is_multiple_of(4), stream: number / 2 % 2 == 0 };
        (options.idle, options.wait) = ([(0, 0), (20_000, 9)][number as usize / 4 % 2], (9_000, 60));
        // Whatever is in its registers.
        let mut hardware = monitor::monitor(&options).unwrap();
        any_access(&mut hardware, &options, &mut random);
        let report = agrees_on(hardware, &options, &records, &format!("program {number}"));
        (events, dropped) = (events + report.events, dropped + report.dropped);
        with_bursts += u64::from(report.bursts > 0);
    }
    println!("{events} events, {dropped} dropped, bursts in {with_bursts}, {close} nearly");
    assert!(events > 10_000 && dropped > 1_000 && with_bursts > 5, "{events} {dropped} {with_bursts}");
    assert!(close > 10_000, "{close}");
}

#[test]
fn bursts_have_numbers_of_16_bits() {
    let [on, off, event] = [0x0000_0013, 0x0031_00b3, 0x0070_0313];
    let source = "handler H = 9; reg HPS_R0 = 0; reg HPS_R1 = 1;
        P0: T.INSN & 0xffffffff == 0x00000013 => set_0(HPS_R0), null;
        P1: T.INSN & 0xffffffff == 0x003100b3 => set_0(HPS_R1), null;
        P2: T.INSN & 0xffffffff == 0x00700313 => null, R1;
        R1: call(H, T.INSN); T.INSN;";
    // An event after so many bursts: the two highest bits are different in each.
    let (mut records, mut ends) = (vec![], vec![20_000, 40_000, 60_000].into_iter().peekable());
    for burst in 1..=60_000 {
        let event = ends.next_if_eq(&burst).map(|_| event);
        records.extend([on, off].into_iter().chain(event).map(|insn| at(0x100, insn, 0x104)));
    }
    let report = agrees(&options("up5k", Core::Ibex, text(source)), &records, "many bursts");
    assert_eq!((report.events, report.bursts), (3, 60_000));
}

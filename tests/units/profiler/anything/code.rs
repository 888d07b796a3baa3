//! What instructions say in their words, and a map of checks about their addresses: every bit by itself.
use super::bits::{EARLY, executed, plain, profile, retirements, sampled};
use super::{Built, any_checks, elsewhere};
use treetap::model::checks::offset;
use treetap::model::classify::expand;
use treetap::spec::burst::{self, Mode};
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::profiler::Config;
use treetap::spec::retire::Rvfi;
use treetap::spec::select::Kind;
use treetap::spec::tap::AddrSrc;
use treetap::trace::shapes::Random;

/// `addi x0, x0, 0`
const NOP: u32 = 0x13;
/// `jal x1`, without a distance.
const CALL: u32 = 0xef;

for_each_build! {
    each_bit_of_where_a_call_leads_to_decides: fast25 pairs,
    each_bit_of_the_base_of_a_map_decides: pairs,
    compressed_instructions_of_registers_have_their_class: fast25 pairs,
    compressed_instructions_access_their_address: fast25 pairs,
    compressed_calls_lead_where_they_say: fast25 pairs,
}

/// How a build is set up that has short bursts, which checks begin and end.
fn bursty(built: &Built) -> Config {
    let mut config = plain(built);
    config.burst = burst::Config { mode: Mode::Bursty, outside: EARLY, inside: EARLY, ..config.burst };
    config
}

/// An instruction that executes at `pc` and leads to `next_pc`.
fn at(any: &Rvfi, pc: u64, insn: u32, next_pc: u64) -> Rvfi {
    Rvfi { pc, insn, next_pc, ..*any }
}

/// An instruction after which the next in memory follows.
fn nop(any: &Rvfi, pc: u64) -> Rvfi {
    at(any, pc, NOP, pc.wrapping_add(4) & 0xffff_ffff)
}

/// Calls, direct and by a register, and what comes first after them or second: where the call leads to, or one bit
/// beside.
fn each_bit_of_where_a_call_leads_to_decides(name: &str) {
    const CALL_BY_REGISTER: u32 = 0x0000_80e7;
    let built = Built::of(name);
    let mut config = bursty(&built);
    config.checks.calls = false;
    let (any, mut random, mut records) = (executed(), Random(18), vec![]);
    for bit in 0..64 {
        for call in [CALL, CALL_BY_REGISTER] {
            for beside in [0, 1 << (bit % 32) & !1] {
                let pc = random.next() & 0xffff_fffe;
                // The upper bits of a direct one say how far it leads.
                let insn = if call == CALL { CALL | (random.next() as u32 & 0xffff_f000) } else { call };
                let target = match offset(insn, Opclass::Call).filter(|_| call == CALL) {
                    Some(distance) => pc.wrapping_add_signed(distance) & 0xffff_fffe,
                    None => random.next() & 0xffff_fffe,
                };
                records.push(at(&any, pc, insn, target));
                if bit >= 32 {
                    records.push(nop(&any, target ^ 1 << 20));
                }
                records.push(nop(&any, target ^ beside));
            }
        }
    }
    let (_, found) = sampled(&built, &config, &records);
    assert!(found.checks >= 128, "{name}: {} calls lead somewhere", found.checks);
}

/// Instructions in the code of a map that begins anywhere.
fn each_bit_of_the_base_of_a_map_decides(name: &str) {
    let built = Built::of(name);
    let codes = built.preset.map.unwrap();
    let mut config = bursty(&built);
    let (mut random, mut checks) = (Random(22), 0);
    for bit in 1..u32::BITS {
        let mut records = retirements(300);
        elsewhere(&mut records, 1 << bit, codes, &mut random);
        config.map = Some(any_checks(1 << bit, codes, &mut random));
        checks += sampled(&built, &config, &records).1.checks;
    }
    assert!(checks > 1_000, "{name}: {checks} checks");
}

fn compressed() -> impl Iterator<Item = u16> {
    (0..=u16::MAX).filter(|half| half & 3 != 3)
}

/// Of each class alone, whatever a core gives beside a compressed instruction.
fn compressed_instructions_of_registers_have_their_class(name: &str) {
    let built = Built::of(name);
    let (mut config, any, mut random, mut records) = (plain(&built), executed(), Random(23), vec![]);
    for half in compressed().filter(|half| half & 0xe003 == 0x8002) {
        for beside in [0, u32::MAX, random.next() as u32] {
            records.push(at(&any, 0x100, u32::from(half) | beside << 16, 0x102));
        }
    }
    let mut of_class = vec![];
    for class in 0..u32::BITS {
        config.filter.settings.classes = 1 << class;
        of_class.push(profile(&built, &config, &records).n as usize);
    }
    assert_eq!(of_class.iter().sum::<usize>(), records.len(), "{name}: {of_class:?}");
}

/// Relative to a register that is 0, so that each is a node of its own in the tree.
fn compressed_instructions_access_their_address(name: &str) {
    const CHUNK: usize = 2_048;
    let built = Built::of(name);
    let (mut config, any, mut random) = (plain(&built), executed(), Random(24));
    (config.select.kind, config.tap.addr_src) = (Kind::Addresses, AddrSrc::Rs1Imm);
    let access = |half: u16| Rvfi { rs1: 0, ..at(&any, 0x100, u32::from(half) | (random.next() as u32) << 16, 0x102) };
    let records: Vec<Rvfi> = compressed().map(access).collect();
    let accesses: u64 = records.chunks(CHUNK).map(|records| profile(&built, &config, records).n).sum();
    assert!(accesses > 1 << 14, "{name}: {accesses} accesses");
}

fn compressed_calls_lead_where_they_say(name: &str) {
    let built = Built::of(name);
    let (mut config, any, mut calls) = (bursty(&built), executed(), vec![]);
    config.checks.calls = false;
    for half in compressed() {
        let insn = expand(half, Xlen::Rv32);
        if insn & 0xfff == CALL {
            let target = 0x8000_u64.wrapping_add_signed(offset(insn, Opclass::Call).unwrap());
            calls.extend([at(&any, 0x8000, half.into(), target), nop(&any, target)]);
        }
    }
    let (_, found) = sampled(&built, &config, &calls);
    assert!(found.checks >= 2_048, "{name}: {} of {} calls lead somewhere", found.checks, calls.len() / 2);
}

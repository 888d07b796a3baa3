//! Fields of a sample against the retirement that it was made from (docs/reference/coproc.md, B.4), and the cycles of
//! words (B.6).
use treetap::lang::coproc::{Target, assemble};
use treetap::lang::source::Source;
use treetap::model::coproc::{Coproc, Fields, Step, Timing};
use treetap::model::sample_buffer::sample;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::coproc::word::Field;
use treetap::spec::coproc::{Command, Config, lanes, regs};
use treetap::spec::retire::Record;
use treetap::spec::sample_buffer::{Format, Lane, Sample};
use treetap::trace::shapes::Random;

/// Instructions of every format with their immediates.
const INSTRUCTIONS: [(u32, i64); 8] = [
    (0xfff0_8093, -1),
    (0xfe11_2e23, -4),
    (0xfe00_0ce3, -8),
    (0xff1f_f06f, -16),
    (0x7ff0_a083, 2047),
    (0xffff_f0b7, -4096),
    (0x0031_00b3, 0),
    (0x0000_000f, 0),
];

/// A retirement and the immediate of its instruction.
fn record(random: &mut Random, xlen: Xlen) -> (Record, i64) {
    let mask = u64::MAX >> (64 - xlen.bits());
    let (insn, immediate) = INSTRUCTIONS[random.next() as usize % INSTRUCTIONS.len()];
    // At the ends of the address space sums wrap.
    let pc = if random.next().is_multiple_of(4) { mask - 3 } else { random.next() & mask & !1 };
    let record = Record {
        insn,
        pc,
        npc: random.next() & mask & !1,
        val: random.next() & mask,
        addr: random.next() & mask,
        rvc: random.next().is_multiple_of(2),
        taken: random.next().is_multiple_of(2),
        class: Opclass::ALL[random.next() as usize % Opclass::COUNT],
        evt: random.next() as u8,
        lat: random.next() as u16,
        ord: random.next() as u32,
        trap: false,
        start: false,
        cycles: 0,
    };
    (record, immediate)
}

/// What a field is, from the retirement.
fn expected(field: Field, record: &Record, immediate: i64, xlen: Xlen) -> u64 {
    let mask = u64::MAX >> (64 - xlen.bits());
    let tag = |pc: u64| (pc & mask) >> 1 & 0xffff_ffff;
    let bits = |lsb: u32, count: u32| u64::from(record.insn >> lsb) & ((1 << count) - 1);
    match field {
        Field::Pct => tag(record.pc),
        Field::Pc => record.pc,
        Field::Insn => record.insn.into(),
        Field::Val => record.val & 0xffff_ffff,
        Field::ValWide => record.val,
        Field::Addr => record.addr,
        Field::Npc => record.npc,
        Field::Npct => tag(record.npc),
        Field::Rd => bits(7, 5),
        Field::Rs1 => bits(15, 5),
        Field::Rs2 => bits(20, 5),
        Field::Funct3 => bits(12, 3),
        Field::Funct7 => bits(25, 7),
        Field::Opcode => bits(0, 7),
        Field::Imm => immediate as u64,
        Field::Target => tag(record.pc.wrapping_add(immediate as u64)),
        Field::Fall => tag(record.pc.wrapping_add(if record.rvc { 2 } else { 4 })),
        Field::Taken => record.taken.into(),
        Field::Class => record.class.code().into(),
        Field::Evt => record.evt.into(),
        Field::Lat => record.lat.into(),
    }
}

#[test]
fn fields_are_those_of_the_retirement() {
    let mut random = Random(9);
    let mut absent = 0;
    for (xlen, value_bits) in [(Xlen::Rv32, 32), (Xlen::Rv64, 32), (Xlen::Rv64, 64)] {
        let config = Config { xlen, value_bits, entries: 32, predict: false, chain: false, deep: false };
        for _ in 0..2000 {
            let (record, immediate) = record(&mut random, xlen);
            for field in Field::ALL {
                let needs = lanes(*field, value_bits);
                // The lanes in any place, behind them others, then the first of them again: the lowest lane counts.
                let shift = random.next() as usize % (5 - needs.len());
                let place =
                    |i: usize| if i < shift { Lane::None } else { needs.get(i - shift).copied().unwrap_or(Lane::None) };
                let format = (0..4).rev().fold(0, |format, i| format << 4 | place(i) as u16);
                let made = sample(Format(format), &record);
                let fields = Fields { config: &config, format: Format(format), sample: &made };
                let expected = expected(*field, &record, immediate, xlen) & config.value_max();
                assert_eq!(
                    fields.get(*field),
                    expected,
                    "{} {xlen:?} {value_bits} {format:04x} {record:?}",
                    field.name()
                );
                // Without its lane a field is computed from 0.
                let none =
                    Fields { config: &config, format: Format(0), sample: &Sample { lanes: [!0; 4], side: made.side } };
                let zero = Record { insn: 0, pc: 0, npc: 0, val: 0, addr: 0, lat: 0, ..record };
                if !needs.is_empty() {
                    assert_eq!(none.get(*field), self::expected(*field, &zero, 0, xlen) & config.value_max());
                    absent += 1;
                }
            }
        }
    }
    assert!(absent > 50_000);
    let config = Config::rv32(32);
    let twice = Sample { lanes: [7, 8, 9, 9], side: 0 };
    assert_eq!(Fields { config: &config, format: Format(0x4144), sample: &twice }.get(Field::Val), 7);
    assert_eq!(Fields { config: &config, format: Format(0x4140), sample: &twice }.get(Field::Pct), 9);
}

/// Cycles of a program on a sample, so many times, with a search of one key a cycle.
fn cycles(text: &str, times: u32, predict: bool) -> u64 {
    let image = assemble(&Source::new("timed.uc", text), &Target::new(64)).unwrap().image;
    let mut model = Coproc::new(Config::rv32(64));
    for (word, value) in image.writes() {
        model.write(word, value, 0);
    }
    model.write(u32::from(regs::CMD.offset / 4), Command::Run as u32, 0);
    let mut timing = Timing::new(1, predict);
    for _ in 0..times {
        model.sample(&Sample::default(), &mut |step: &Step| timing.step(step)).unwrap();
    }
    timing.cycles()
}

#[test]
fn words_take_their_cycles() {
    let head = ".base W = 0 N W0\n.base Y = 0 16 B0\n.base E = 16 8 D\n.index I 4\n.start LOAD = A\nA: ";
    let of = |words: &str| cycles(&format!("{head}{words}\ngoto done"), 1, false);
    // The last word and its squashed successor are two.
    let rows = [
        ("nop", 3),
        ("ld W[I]", 3),
        ("st W[I]", 3),
        ("st Y[I]", 4),
        ("minc W[I]", 4),
        ("mdec W[I]", 4),
        ("madd W[I]", 4),
        ("xchg W[I]", 4),
        ("cwrite E[I], PCT", 3),
        ("cinv E[I]", 3),
        ("cread E[I]", 4),
        ("match E, PCT", 3 + 8 + 1),
        ("cwrite E[I], PCT\nmatch E, PCT", 4 + 1 + 1),
        ("goto .+1", 4),
        ("if hit -> .+2", 3),
    ];
    for (words, expected) in rows {
        assert_eq!(of(words), expected, "{words}");
    }
    // A branch that is always taken is predicted from its second time on; done never is.
    let jump = format!("{head}goto .+2\nnop\ngoto done");
    assert_eq!((cycles(&jump, 10, false), cycles(&jump, 10, true)), (40, 31));
}

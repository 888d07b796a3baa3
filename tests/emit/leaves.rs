//! The leaves of `hw::lib` against their contracts, and as what synthesis makes of them. (That evaluator, Icarus and
//! Verilator agree on each is in `tests/emit/idioms.rs`: Memory, MemoryRe, MemoryOutReg, MemoryLut, Table, Queue,
//! Noise, InitialValue, Enabled.)
use crate::support::cosim::Random;
use crate::support::stream::{Monitor, StreamFault};
use crate::support::tools;
use rust_hdl::prelude::*;
use std::collections::VecDeque;
use treetap::emit::{Options, emit};
use treetap::hw::lib::*;

/// Settles the block with its clock low, then gives it one clock.
fn cycle<B: Block>(block: &mut B, clock: impl Fn(&mut B) -> &mut Signal<In, Clock>) {
    assert!(simulate(block, 50));
    for clk in [true, false] {
        clock(block).next = Clock { clk };
        assert!(simulate(block, 50));
    }
}

#[test]
fn a_register_starts_at_its_initial_value_and_follows_by_one_cycle() {
    let mut reg = Reg::<Bits<8>>::new(0x5a.into());
    reg.connect_all();
    assert_eq!(reg.q.val(), 0x5a);
    reg.d.next = 7.into();
    assert!(simulate(&mut reg, 10));
    assert_eq!(reg.q.val(), 0x5a);
    cycle(&mut reg, |reg| &mut reg.clock);
    assert_eq!(reg.q.val(), 7);
}

#[test]
fn a_register_holds_while_its_enable_is_low() {
    let mut reg = RegEn::<Bits<8>>::new(3.into());
    reg.connect_all();
    reg.d.next = 9.into();
    cycle(&mut reg, |reg| &mut reg.clock);
    assert_eq!(reg.q.val(), 3);
    reg.en.next = true;
    cycle(&mut reg, |reg| &mut reg.clock);
    assert_eq!(reg.q.val(), 9);
}

#[test]
fn the_ram_answers_a_collision_with_the_inverted_word_and_then_keeps_the_new_one() {
    let mut ram = FastRam::<8, 4>::default();
    ram.connect_all();
    (ram.we.next, ram.wa.next, ram.wd.next, ram.ra.next) = (true, 5.into(), 0x3c.into(), 5.into());
    cycle(&mut ram, |ram| &mut ram.clock);
    assert_eq!(ram.rd.val(), 0xc3);
    ram.we.next = false;
    cycle(&mut ram, |ram| &mut ram.clock);
    assert_eq!(ram.rd.val(), 0x3c);
}

#[test]
fn the_ram_with_read_enable_holds_its_word() {
    let mut ram = FastRamRe::<8, 4>::default();
    ram.connect_all();
    for (address, word) in [(1, 0x11), (2, 0x22)] {
        (ram.we.next, ram.wa.next, ram.wd.next) = (true, address.into(), word.into());
        cycle(&mut ram, |ram| &mut ram.clock);
    }
    (ram.we.next, ram.re.next, ram.ra.next) = (false, true, 1.into());
    cycle(&mut ram, |ram| &mut ram.clock);
    assert_eq!(ram.rd.val(), 0x11);
    (ram.re.next, ram.ra.next) = (false, 2.into());
    cycle(&mut ram, |ram| &mut ram.clock);
    assert_eq!(ram.rd.val(), 0x11);
}

#[test]
fn the_ram_with_output_register_answers_after_two_cycles_and_collides_when_it_reads() {
    let mut ram = OutRegRam::<8, 4>::default();
    ram.connect_all();
    let mut step = |ra: u64, write: Option<(u64, u64)>| {
        ram.ra.next = ra.into();
        ram.we.next = write.is_some();
        let (wa, wd) = write.unwrap_or_default();
        (ram.wa.next, ram.wd.next) = (wa.into(), wd.into());
        cycle(&mut ram, |ram| &mut ram.clock);
        ram.rd.val().to_u64()
    };
    step(0, Some((5, 0x3c)));
    step(5, Some((6, 0x11)));
    // The word at 5 comes after the second edge; it is overwritten at that edge, and that is no collision.
    assert_eq!(step(6, Some((5, 0x77))), 0x3c);
    assert_eq!(step(5, Some((5, 0x55))), 0x11);
    assert_eq!(step(5, None), 0xaa, "a collision gives the inverted new word");
    assert_eq!(step(0, None), 0x55);
}

#[test]
fn the_small_ram_answers_within_the_cycle_and_shows_what_an_edge_wrote_right_after_it() {
    let mut ram = LutRam::<8, 2>::default();
    ram.connect_all();
    for (address, word) in [(1u64, 0x11u64), (2, 0x22), (1, 0x33)] {
        (ram.we.next, ram.wa.next, ram.wd.next, ram.ra.next) = (true, address.into(), word.into(), address.into());
        cycle(&mut ram, |ram| &mut ram.clock);
        assert_eq!(ram.rd.val(), word);
    }
    (ram.we.next, ram.ra.next) = (false, 2.into());
    assert!(simulate(&mut ram, 10));
    assert_eq!(ram.rd.val(), 0x22, "without a clock edge");
}

#[test]
fn the_rom_holds_its_words_and_zeros_after_them() {
    let mut rom = Rom::<12, 3>::new([5u64, 0xfff, 7].map(Into::into));
    rom.connect_all();
    for (address, word) in [(0u64, 5u64), (1, 0xfff), (2, 7), (3, 0), (7, 0)] {
        rom.ra.next = address.into();
        cycle(&mut rom, |rom| &mut rom.clock);
        assert_eq!(rom.rd.val(), word, "address {address}");
    }
}

#[test]
fn the_rom_with_read_enable_holds_its_word() {
    let mut rom = RomRe::<12, 3>::new([5u64, 0xfff, 7].map(Into::into));
    rom.connect_all();
    for (enable, address, word) in
        [(true, 1u64, 0xfffu64), (false, 2, 0xfff), (true, 2, 7), (false, 0, 7), (true, 5, 0)]
    {
        (rom.re.next, rom.ra.next) = (enable, address.into());
        cycle(&mut rom, |rom| &mut rom.clock);
        assert_eq!(rom.rd.val(), word, "address {address}");
    }
}

#[test]
#[should_panic(expected = "9 words do not fit a ROM of 8")]
fn a_rom_refuses_more_words_than_it_has() {
    let _ = Rom::<8, 3>::new((0..9u64).map(Into::into));
}

#[test]
fn the_queue_is_a_queue_with_one_word_per_cycle_and_a_latency_of_two() {
    const ROOM: usize = 5; // 4 words in the RAM and one in the output register
    let mut fifo = Fifo::<16, 2, 3>::default();
    fifo.connect_all();
    let mut random = Random::new("queue");
    let mut model: VecDeque<(u64, u64)> = VecDeque::new();
    let (mut give, mut take) = (Monitor::default(), Monitor::default());
    let (mut fulls, mut empties, mut both, mut latencies, mut resets) = (0, 0, 0, Vec::new(), 0);
    let mut offer: Option<u64> = None;
    for now in 0..5000u64 {
        let phase = now / 50 % 4;
        if offer.is_none() && (phase == 3 || phase != 1 && !random.one_in(4)) {
            offer = Some(random.bits(16));
        }
        fifo.in_port.valid.next = offer.is_some();
        fifo.in_port.data.next = offer.unwrap_or_default().into();
        fifo.out_port.ready.next = phase == 3 || phase != 0 && !random.one_in(4);
        fifo.reset.next = now % 1009 == 1008;
        assert!(simulate(&mut fifo, 50));
        let (valid, ready) = (fifo.out_port.valid.val(), fifo.out_port.ready.val());
        let (accepts, word) = (fifo.in_port.ready.val(), fifo.out_port.data.val().to_u64());
        let reset = fifo.reset.val();
        give.cycle(reset, offer.is_some(), accepts, &[offer.unwrap_or_default()]).unwrap();
        take.cycle(reset, valid, ready, &[if valid { word } else { 0 }]).unwrap();
        assert_eq!(fifo.level.val(), model.len() as u64, "level in cycle {now}");
        assert_eq!(fifo.full.val(), !accepts);
        fulls += usize::from(model.len() == ROOM);
        empties += usize::from(model.is_empty());
        if reset {
            model.clear();
            offer = None;
            resets += 1;
        } else {
            if valid {
                assert_eq!(Some(word), model.front().map(|item| item.0), "cycle {now}");
                if ready {
                    let (_, since) = model.pop_front().unwrap();
                    latencies.push(now - since);
                }
            }
            if let (Some(word), true) = (offer, accepts) {
                model.push_back((word, now));
                offer = None;
                both += usize::from(valid && ready);
            }
        }
        cycle(&mut fifo, |fifo| &mut fifo.clock);
    }
    assert_eq!(latencies.iter().min(), Some(&2), "first word after two cycles");
    assert!(fulls > 100 && empties > 100 && both > 500 && resets == 4, "{fulls} {empties} {both} {resets}");
    assert!(take.waits > 100 && give.waits > 100 && take.idle > 100, "{give:?} {take:?}");
    assert!(take.transfers > 1000, "the pointers wrapped {} times", take.transfers / 4);
}

#[test]
fn the_shift_register_has_its_full_period() {
    fn period<const W: usize>() -> u64 {
        let mut lfsr = Lfsr::<W>::default();
        lfsr.connect_all();
        lfsr.step.next = true;
        (1..)
            .find(|_| {
                cycle(&mut lfsr, |lfsr| &mut lfsr.clock);
                assert_ne!(lfsr.value.val(), 0);
                lfsr.value.val() == 1
            })
            .unwrap()
    }
    assert_eq!(period::<4>(), 15);
    assert_eq!(period::<8>(), 255);
    assert_eq!(period::<12>(), 4095);
}

#[test]
fn every_feedback_mask_is_a_primitive_polynomial() {
    // x -> x^(2^W - 1) is the identity, and no x^((2^W - 1) / p) is, for the prime factors p.
    let primes: [(usize, &[u64]); 12] = [
        (4, &[3, 5]),
        (7, &[127]),
        (8, &[3, 5, 17]),
        (9, &[7, 73]),
        (10, &[3, 11, 31]),
        (12, &[3, 5, 7, 13]),
        (16, &[3, 5, 17, 257]),
        (20, &[3, 5, 11, 31, 41]),
        (24, &[3, 5, 7, 13, 17, 241]),
        (32, &[3, 5, 17, 257, 65537]),
        (48, &[3, 5, 7, 13, 17, 97, 241, 257, 673]),
        (64, &[3, 5, 17, 257, 641, 65537, 6_700_417]),
    ];
    for (width, factors) in primes {
        let taps = lfsr_taps(width).unwrap();
        let order = if width == 64 { u64::MAX } else { (1 << width) - 1 };
        let step = |state: u64| if state & 1 == 1 { state >> 1 ^ taps } else { state >> 1 };
        // The step as a matrix over GF(2): column i is the image of bit i.
        let one: Vec<u64> = (0..width).map(|bit| 1 << bit).collect();
        let matrix: Vec<u64> = one.iter().map(|column| step(*column)).collect();
        let apply = |m: &[u64], v: u64| (0..width).filter(|bit| v >> bit & 1 == 1).fold(0, |sum, bit| sum ^ m[bit]);
        let times = |a: &[u64], b: &[u64]| b.iter().map(|column| apply(a, *column)).collect::<Vec<u64>>();
        let power = |mut n: u64| {
            let (mut out, mut square) = (one.clone(), matrix.clone());
            while n > 0 {
                if n & 1 == 1 {
                    out = times(&out, &square);
                }
                square = times(&square, &square);
                n >>= 1;
            }
            out
        };
        assert_eq!(power(order), one, "width {width}");
        for factor in factors {
            assert_eq!(order % factor, 0, "{factor} divides 2^{width} - 1");
            assert_ne!(power(order / factor), one, "width {width} has a shorter period");
        }
    }
    assert_eq!(lfsr_taps(5), None);
}

/// A memory of 1024 words of 16 bits and a ROM, to see what synthesis makes of them.
#[derive(LogicBlock)]
struct Memories {
    clock: Signal<In, Clock>,
    re: Signal<In, Bit>,
    ra: Signal<In, Bits<10>>,
    we: Signal<In, Bit>,
    wa: Signal<In, Bits<10>>,
    wd: Signal<In, Bits<16>>,
    a: Signal<Out, Bits<16>>,
    b: Signal<Out, Bits<16>>,
    c: Signal<Out, Bits<16>>,
    fast: FastRam<16, 10>,
    held: FastRamRe<16, 10>,
    rom: Rom<16, 8>,
}

impl Logic for Memories {
    #[hdl_gen]
    fn update(&mut self) {
        self.fast.clock.next = self.clock.val();
        self.fast.ra.next = self.ra.val();
        self.fast.we.next = self.we.val();
        self.fast.wa.next = self.wa.val();
        self.fast.wd.next = self.wd.val();
        self.held.clock.next = self.clock.val();
        self.held.re.next = self.re.val();
        self.held.ra.next = self.ra.val();
        self.held.we.next = self.we.val();
        self.held.wa.next = self.wa.val();
        self.held.wd.next = self.wd.val();
        self.rom.clock.next = self.clock.val();
        self.rom.ra.next = self.ra.val().get_bits::<8>(0);
        self.a.next = self.fast.rd.val();
        self.b.next = self.held.rd.val();
        self.c.next = self.rom.rd.val();
    }
}

#[test]
fn memories_become_block_ram_without_any_logic() {
    fn d<T: Default>() -> T {
        T::default()
    }
    let rom = Rom::new((0..256u64).map(|i| (i * i * 77 % 65536).into()));
    let mut block = Memories {
        clock: d(),
        re: d(),
        ra: d(),
        we: d(),
        wa: d(),
        wd: d(),
        a: d(),
        b: d(),
        c: d(),
        fast: d(),
        held: d(),
        rom,
    };
    block.connect_all();
    let out = emit(&block, &Options::new("memories")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("memories.v");
    std::fs::write(&file, &out.verilog).unwrap();
    tools::verilator_lint(&file, "memories").unwrap_or_else(|said| panic!("{said}"));
    tools::yosys_reads(&file, "memories").unwrap_or_else(|said| panic!("{said}"));
    let cells = |synth: &str| {
        let said = tools::yosys(&format!("read_verilog {}; {synth} -top memories; stat", file.display()))
            .unwrap_or_else(|said| panic!("{said}"));
        let stat = said.rsplit("Number of cells:").next().unwrap().to_string();
        stat.lines()
            .filter_map(|line| {
                let (name, count) = line.trim().split_once(char::is_whitespace)?;
                Some((name.to_string(), count.trim().parse::<usize>().ok()?))
            })
            .collect::<Vec<_>>()
    };
    // 1024 x 16 is four blocks of 4 kbit, twice; the ROM of 256 x 16 is one.
    assert_eq!(cells("synth_ice40"), [("SB_RAM40_4K".to_string(), 9)]);
    // A block of 18 kbit holds each of them.
    assert_eq!(cells("synth_ecp5"), [("DP16KD".to_string(), 3)]);
}

#[test]
fn the_monitor_of_the_harness_says_what_the_monitor_of_the_library_says() {
    const STEPS: usize = 20;
    let mut random = Random::new("monitor");
    let mut runs = String::new();
    let (mut lawful, mut withdrawn, mut changed) = (0, 0, 0);
    for _ in 0..300 {
        let (mut monitor, mut offer) = (Monitor::default(), None);
        let break_rules = random.one_in(2);
        let mut fault = None;
        runs.push_str("{{");
        for step in 0..STEPS {
            let breaks = break_rules && random.one_in(6);
            let word = match offer {
                Some(word) if !breaks => Some(word),
                Some(_) if random.one_in(2) => None,
                _ => (!random.one_in(3)).then(|| random.bits(8)),
            };
            let (reset, ready) = (random.one_in(15), random.one_in(2));
            if fault.is_none()
                && let Err(found) = monitor.cycle(reset, word.is_some(), ready, &[word.unwrap_or_default(), 7])
            {
                fault = Some((step, found));
            }
            offer = word.filter(|_| !ready && !reset);
            let flags = u8::from(reset) | u8::from(word.is_some()) << 1 | u8::from(ready) << 2;
            runs.push_str(&format!("{{{flags}, {}}}, ", word.unwrap_or_default()));
        }
        match fault {
            None => lawful += 1,
            Some((_, StreamFault::Withdrawn(_))) => withdrawn += 1,
            Some((_, StreamFault::Changed(_))) => changed += 1,
        }
        runs.push_str(&format!("}}, {}}},\n", fault.map_or(-1, |fault| fault.0 as i32)));
    }
    assert!(lawful > 30 && withdrawn > 30 && changed > 30, "{lawful} lawful, {withdrawn} withdrawn, {changed} changed");
    let main = format!(
        r#"#include "stream_monitor.h"
#include <cstdio>
struct Step {{ int flags; std::uint64_t word; }};
struct Run {{ Step steps[{STEPS}]; int fault; }};
const Run runs[] = {{
{runs}}};
int main() {{
    int bad = 0;
    for (const Run& run : runs) {{
        treetap::StreamMonitor monitor;
        int fault = -1;
        for (int i = 0; i < {STEPS}; ++i) {{
            const Step& step = run.steps[i];
            if (step.flags & 1) monitor.reset();
            else if (!monitor.check(step.flags & 2, step.flags & 4, step.word, 7) && fault < 0) fault = i;
        }}
        bad += fault != run.fault;
    }}
    std::printf("%d bad\n", bad);
}}
"#
    );
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("main.cpp"), main).unwrap();
    let mut compile = std::process::Command::new("c++");
    compile.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "monitor", "main.cpp"]).current_dir(dir.path());
    compile.arg("-I").arg(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/common"));
    let minute = std::time::Duration::from_secs(60);
    let out = tools::run(&mut compile, minute).unwrap();
    assert!(out.ok, "{}", out.stderr);
    let out = tools::run(&mut std::process::Command::new(dir.path().join("monitor")), minute).unwrap();
    assert_eq!(out.stdout, "0 bad\n");
}

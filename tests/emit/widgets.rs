//! The emitter over designs it was not made for: the blocks of `rust_hdl`'s own widget and bus crates.
//! Each is emitted, linted, and equal to the evaluator in two simulators, or refused for the stated reason.
use crate::support::cosim::{Case, STEPS, clocked, comb, replay, run_case};
use crate::support::tools;
use rust_hdl::prelude::*;
use rust_hdl_full::prelude as widgets;
use std::time::Duration;
use treetap::emit::{Options, emit};
use widgets::*;

/// A FIFO of `rust_hdl`, with its word masked while it is empty: its RAM starts undefined.
#[derive(LogicBlock, Default)]
struct SyncQueue {
    clock: Signal<In, Clock>,
    d: Signal<In, Bits<8>>,
    w: Signal<In, Bit>,
    r: Signal<In, Bit>,
    o: Signal<Out, Bits<8>>,
    empty: Signal<Out, Bit>,
    full: Signal<Out, Bit>,
    fifo: SynchronousFIFO<Bits<8>, 3, 4, 1>,
}

impl Logic for SyncQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.fifo.clock.next = self.clock.val();
        self.fifo.data_in.next = self.d.val();
        self.fifo.write.next = self.w.val() & !self.fifo.full.val();
        self.fifo.read.next = self.r.val() & !self.fifo.empty.val();
        self.empty.next = self.fifo.empty.val();
        self.full.next = self.fifo.full.val();
        self.o.next = 0.into();
        if !self.fifo.empty.val() {
            self.o.next = self.fifo.data_out.val();
        }
    }
}

/// The FIFO of two clocks, with one clock.
#[derive(LogicBlock, Default)]
struct AsyncQueue {
    clock: Signal<In, Clock>,
    d: Signal<In, Bits<8>>,
    w: Signal<In, Bit>,
    r: Signal<In, Bit>,
    o: Signal<Out, Bits<8>>,
    empty: Signal<Out, Bit>,
    full: Signal<Out, Bit>,
    fill: Signal<Out, Bits<4>>,
    fifo: AsynchronousFIFO<Bits<8>, 3, 4, 1>,
}

impl Logic for AsyncQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.fifo.read_clock.next = self.clock.val();
        self.fifo.write_clock.next = self.clock.val();
        self.fifo.data_in.next = self.d.val();
        self.fifo.write.next = self.w.val() & !self.fifo.full.val();
        self.fifo.read.next = self.r.val() & !self.fifo.empty.val();
        self.empty.next = self.fifo.empty.val();
        self.full.next = self.fifo.full.val();
        self.fill.next = self.fifo.read_fill.val();
        self.o.next = 0.into();
        if !self.fifo.empty.val() {
            self.o.next = self.fifo.data_out.val();
        }
    }
}

/// The RAM, written before it is read.
#[derive(LogicBlock)]
struct Memory {
    clock: Signal<In, Clock>,
    ra: Signal<In, Bits<2>>,
    wa: Signal<In, Bits<2>>,
    d: Signal<In, Bits<8>>,
    we: Signal<In, Bit>,
    o: Signal<Out, Bits<8>>,
    ram: RAM<Bits<8>, 2>,
}

impl Logic for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        self.ram.read_address.next = self.ra.val();
        self.ram.write_address.next = self.wa.val();
        self.ram.write_data.next = self.d.val();
        self.ram.write_enable.next = self.we.val();
        self.o.next = self.ram.read_data.val();
    }
}

/// Master and slave, wire to wire.
#[derive(LogicBlock)]
struct SpiPair {
    clock: Signal<In, Clock>,
    send: Signal<In, Bit>,
    out: Signal<In, Bits<16>>,
    back: Signal<In, Bits<16>>,
    busy: Signal<Out, Bit>,
    inbound: Signal<Out, Bits<16>>,
    done: Signal<Out, Bit>,
    slave_inbound: Signal<Out, Bits<16>>,
    master: SPIMaster<16>,
    slave: SPISlave<16>,
}

impl Logic for SpiPair {
    #[hdl_gen]
    fn update(&mut self) {
        SPIWiresMaster::join(&mut self.master.wires, &mut self.slave.wires);
        self.master.clock.next = self.clock.val();
        self.slave.clock.next = self.clock.val();
        self.master.bits_outbound.next = 16.into();
        self.master.data_outbound.next = self.out.val();
        self.master.start_send.next = self.send.val();
        self.master.continued_transaction.next = false;
        self.slave.disabled.next = false;
        self.slave.start_send.next = self.send.val();
        self.slave.data_outbound.next = self.back.val();
        self.slave.bits.next = 16.into();
        self.slave.continued_transaction.next = false;
        self.busy.next = self.master.busy.val();
        self.inbound.next = self.master.data_inbound.val();
        self.done.next = self.master.transfer_done.val();
        self.slave_inbound.next = self.slave.data_inbound.val();
    }
}

/// The chip whose split blocks once woke each other for ever; the word to the host masked while there is none.
#[derive(LogicBlock, Default)]
struct Chip {
    clock: Signal<In, Clock>,
    data: Signal<In, Bits<16>>,
    write: Signal<In, Bit>,
    read: Signal<In, Bit>,
    o: Signal<Out, Bits<16>>,
    empty: Signal<Out, Bit>,
    full: Signal<Out, Bit>,
    chip: test_chip::SoCTestChip,
}

mod test_chip {
    pub use rust_hdl_full::hls::test_helpers::SoCTestChip;
}

impl Logic for Chip {
    #[hdl_gen]
    fn update(&mut self) {
        self.chip.clock.next = self.clock.val();
        self.chip.sys_clock.next = self.clock.val();
        self.chip.from_cpu.data.next = self.data.val();
        self.chip.from_cpu.write.next = self.write.val() & !self.chip.from_cpu.full.val();
        self.chip.to_cpu.read.next = self.read.val() & !self.chip.to_cpu.empty.val();
        self.empty.next = self.chip.to_cpu.empty.val();
        self.full.next = self.chip.from_cpu.full.val();
        self.o.next = 0.into();
        if !self.chip.to_cpu.empty.val() {
            self.o.next = self.chip.to_cpu.data.val();
        }
    }
}

fn spi() -> SPIConfig {
    SPIConfig { clock_speed: 1_000_000, cs_off: true, mosi_off: true, speed_hz: 60_000, cpha: true, cpol: true }
}

fn d<T: Default>() -> T {
    T::default()
}

fn queues() -> Vec<Case> {
    vec![
        clocked(
            "SyncQueue",
            SyncQueue::default(),
            |u| &mut u.clock,
            |u, r| {
                u.d.next = r.bits(8).into();
                u.w.next = r.word() / 7 % 64 < 40;
                u.r.next = r.one_in(2);
            },
        ),
        clocked(
            "AsyncQueue",
            AsyncQueue::default(),
            |u| &mut u.clock,
            |u, r| {
                u.d.next = r.bits(8).into();
                u.w.next = !r.one_in(3);
                u.r.next = r.one_in(2);
            },
        ),
        clocked(
            "RegisterFifo",
            RegisterFIFO::<Bits<8>>::default(),
            |u| &mut u.clock,
            |u, r| {
                u.data_in.next = r.bits(8).into();
                u.write.next = r.one_in(2);
                u.read.next = r.one_in(2);
            },
        ),
        clocked(
            "Reducer",
            FIFOReducer::<16, 8, false>::default(),
            |u| &mut u.clock,
            |u, r| {
                u.data_in.next = r.bits(16).into();
                u.empty.next = r.one_in(3);
                u.full.next = r.one_in(4);
            },
        ),
        clocked(
            "ReducerN",
            FIFOReducerN::<32, 8>::new(WordOrder::LeastSignificantFirst),
            |u| &mut u.clock,
            |u, r| {
                u.data_in.next = r.bits(32).into();
                u.empty.next = r.one_in(3);
                u.full.next = r.one_in(4);
            },
        ),
        clocked(
            "ExpanderN",
            FIFOExpanderN::<4, 16>::new(WordOrder::MostSignificantFirst),
            |u| &mut u.clock,
            |u, r| {
                u.data_in.next = r.bits(4).into();
                u.empty.next = r.one_in(3);
                u.full.next = r.one_in(4);
            },
        ),
    ]
}

fn memories() -> Vec<Case> {
    let table = || (0..16u64).map(|i| Bits::<8>::from((i * 37 + 5) % 256));
    vec![
        clocked(
            "Memory",
            Memory {
                clock: d(),
                ra: d(),
                wa: d(),
                d: d(),
                we: d(),
                o: d(),
                ram: RAM::new((0..4u64).map(|i| (bits(i), bits(i * 7))).collect()),
            },
            |u| &mut u.clock,
            |u, r| {
                u.ra.next = r.bits(2).into();
                u.wa.next = r.bits(2).into();
                u.we.next = r.one_in(2);
                u.d.next = r.bits(8).into();
            },
        ),
        comb("RomWidget", ROM::<Bits<8>, 4>::from(table()), |u, r| u.address.next = r.bits(4).into()),
        clocked(
            "SyncRomWidget",
            SyncROM::<Bits<8>, 4>::from(table()),
            |u| &mut u.clock,
            |u, r| u.address.next = r.bits(4).into(),
        ),
    ]
}

fn pulses() -> Vec<Case> {
    vec![
        clocked(
            "Pwm",
            PulseWidthModulator::<4>::default(),
            |u| &mut u.clock,
            |u, r| {
                u.enable.next = !r.one_in(40);
                if r.one_in(20) {
                    u.threshold.next = r.bits(4).into();
                }
            },
        ),
        clocked("StrobeWidget", Strobe::<32>::new(1000, 150.0), |u| &mut u.clock, |u, r| u.enable.next = !r.one_in(30)),
        clocked(
            "ShotWidget",
            Shot::<32>::new(1000, Duration::from_millis(5)),
            |u| &mut u.clock,
            |u, r| u.trigger.next = r.one_in(12),
        ),
        clocked(
            "PulserWidget",
            Pulser::new(1000, 120.0, Duration::from_millis(3)),
            |u| &mut u.clock,
            |u, r| u.enable.next = !r.one_in(60),
        ),
    ]
}

fn registers() -> Vec<Case> {
    let mut cell = 0u64;
    vec![
        clocked("Edges", EdgeDetector::new(true), |u| &mut u.clock, |u, r| u.input_signal.next = r.one_in(3)),
        clocked(
            "Delay",
            DelayLine::<Bits<8>, 8, 4>::default(),
            |u| &mut u.clock,
            move |u, r| {
                // The line is a RAM: a constant delay until every cell was written.
                cell += 1;
                u.data_in.next = if cell < 12 { 0 } else { r.bits(8) }.into();
                u.delay.next = if cell < 40 { 5 } else { r.bits(3) }.into();
            },
        ),
        clocked("LfsrWidget", LFSRSimple::default(), |u| &mut u.clock, |u, r| u.strobe.next = !r.one_in(4)),
        clocked("BitSync", BitSynchronizer::default(), |u| &mut u.clock, |u, r| u.sig_in.next = r.one_in(3)),
    ]
}

fn buses() -> Vec<Case> {
    let mut word = 0usize;
    // Commands to the chip: ping, write a port, read a port; between them anything.
    let script: Vec<u64> = vec![0x0167, 0x0300, 0x0002, 0xdead, 0xbeef, 0x0200, 0x0001, 0x0145, 0x0301, 0x0001, 0x1234];
    vec![
        run_case(
            "VectorSync",
            VectorSynchronizer::<Bits<8>>::default(),
            |u, r| {
                u.sig_in.next = r.bits(8).into();
                u.send.next = !u.busy.val() && r.one_in(2);
            },
            |u, level| {
                u.clock_in.next = level;
                u.clock_out.next = level;
            },
            &["clock_in", "clock_out"],
        ),
        clocked(
            "Spi",
            SpiPair {
                clock: d(),
                send: d(),
                out: d(),
                back: d(),
                busy: d(),
                inbound: d(),
                done: d(),
                slave_inbound: d(),
                master: SPIMaster::new(spi()),
                slave: SPISlave::new(spi()),
            },
            |u| &mut u.clock,
            |u, r| {
                u.send.next = !u.busy.val() && r.one_in(3);
                u.out.next = r.bits(16).into();
                u.back.next = r.bits(16).into();
            },
        ),
        clocked(
            "Chip",
            Chip::default(),
            |u| &mut u.clock,
            move |u, r| {
                u.write.next = !u.full.val() && !r.one_in(4);
                if u.write.next {
                    u.data.next = script[word % script.len()].into();
                    word += 1;
                }
                u.read.next = r.one_in(2);
            },
        ),
    ]
}

fn cases() -> Vec<Case> {
    [queues(), memories(), pulses(), registers(), buses()].into_iter().flatten().collect()
}

#[test]
fn the_widgets_are_equal_in_the_evaluator_icarus_and_verilator() {
    let cases = cases();
    for case in &cases {
        if let Err(refusal) = &case.emitted {
            panic!("{}: {refusal}", case.name);
        }
        let moved = case.toggles().into_iter().filter(|(_, toggles)| *toggles >= 3).count();
        assert!(moved > 0, "{}: idle, {:?}", case.name, case.toggles());
        println!("{}: toggles {:?}", case.name, case.toggles());
    }
    let verdicts = replay(&cases);
    assert_eq!(verdicts.len(), 2 * cases.len());
    let wrong: Vec<_> = verdicts.iter().filter(|verdict| verdict.wrong > 0).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    println!("{} widgets x {STEPS} steps in 2 simulators, 0 differences", cases.len());
}

#[test]
fn the_widgets_lint_clean() {
    for case in cases() {
        tools::assert_lints(&case.emitted.unwrap().0, &case.name);
    }
}
/// The lines of the refusal of a widget.
fn refusal<B: Block>(mut block: B) -> Vec<String> {
    block.connect_all();
    let refusal = emit(&block, &Options::new("top")).expect_err("refused");
    refusal.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn the_filter_is_refused_for_its_casts_and_for_reading_a_childs_input() {
    let lines = refusal(MultiplyAccumulateSymmetricFiniteImpulseResponseFilter::<4>::new(&[1, 2, 3, 4, 3, 2, 1]));
    assert!(
        lines.iter().any(|line| line.contains("`mac_output` uses signed_bit_cast inside an expression")),
        "{lines:#?}"
    );
    assert!(lines.iter().any(|line| line.contains("`head_ptr.d` is a child's input and is read")), "{lines:#?}");
}

#[test]
fn the_memory_controller_is_refused_for_its_latches_and_a_literal() {
    let timings = MemoryTimings::fast_boot_sim(100e6);
    let lines = refusal(SDRAMBaseController::<5, 8, 64, 16>::new(3, timings, OutputBuffer::Wired));
    assert!(lines.iter().any(|line| line.contains("top.encode: `ras_not` latch")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("literal 8, which does not fit 3 bits")), "{lines:#?}");
}

#[test]
fn blocks_that_could_wake_each_other_for_ever_are_found() {
    let mut chip = Chip::default();
    chip.connect_all();
    let options = Options { clocked: vec!["ram".into()], ..Options::new("chip") };
    let text = emit(&chip, &options).unwrap().verilog;
    assert!(text.contains("_settled"), "the bus of this chip runs through blocks in both directions");
}

#[test]
fn a_text_that_nobody_answers_for_may_pass_anything_on() {
    // The same chip: its queues' memory is a text, through which the bus would feed itself.
    let lines = refusal(Chip::default());
    assert!(lines.iter().any(|line| line.contains("is in a combinational loop")), "{lines:#?}");
}

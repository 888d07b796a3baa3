//! Idioms with state: registers, resets, shift registers, state machines, blocks with parameters, the leaves.
use super::cosim::{Case, clocked};
use rust_hdl::prelude::*;
use treetap::hw::lib::*;
use treetap::{comment, dff_setup};

/// Two widths, an enable, a reset that comes last.
#[derive(LogicBlock, Default)]
struct Counter<const N: usize, const M: usize> {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    en: Signal<In, Bit>,
    o: Signal<Out, Bits<M>>,
    n: Reg<Bits<N>>,
    w: Reg<Bits<M>>,
}

impl<const N: usize, const M: usize> Logic for Counter<N, M> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, n, w);
        if self.en.val() {
            self.n.d.next = self.n.q.val() + 1;
            self.w.d.next = self.w.q.val() + bit_cast::<M, N>(self.n.q.val());
        }
        if self.reset.val() {
            self.n.d.next = 0.into();
            self.w.d.next = 0.into();
        }
        self.o.next = self.w.q.val();
    }
}

#[derive(LogicBlock)]
struct InitialValue {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    r: Reg<Bits<8>>,
}

impl Logic for InitialValue {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.d.next = self.r.q.val() + self.a.val();
        self.o.next = self.r.q.val();
    }
}

#[derive(LogicBlock)]
struct Enabled {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    e: Signal<In, Bit>,
    f: Signal<In, Bit>,
    o: Signal<Out, Bits<8>>,
    r: RegEn<Bits<8>>,
}

impl Logic for Enabled {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.en.next = self.e.val() & self.f.val();
        self.r.d.next = self.r.q.val() ^ self.a.val();
        self.o.next = self.r.q.val();
    }
}

#[derive(LogicBlock, Default)]
struct ShiftArray<const L: usize> {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    r: Vec<Reg<Bits<8>>>,
}

impl<const L: usize> Logic for ShiftArray<L> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..L {
            self.r[i].clock.next = self.clock.val();
            if i == 0 {
                self.r[i].d.next = self.a.val();
            } else {
                self.r[i].d.next = self.r[i - 1].q.val();
            }
        }
        for i in (L - 1)..L {
            self.o.next = self.r[i].q.val();
        }
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    Load,
    Work,
}

/// A state machine that writes registers and outputs in one `match`.
#[derive(LogicBlock, Default)]
struct Machine {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    go: Signal<In, Bit>,
    o: Signal<Out, Bits<4>>,
    busy: Signal<Out, Bit>,
    st: Reg<Step>,
    n: Reg<Bits<4>>,
}

impl Logic for Machine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, st, n);
        self.busy.next = true;
        match self.st.q.val() {
            Step::Idle => {
                self.busy.next = self.go.val();
                if self.go.val() {
                    self.st.d.next = Step::Load;
                }
            }
            Step::Load => {
                self.n.d.next = 9.into();
                self.st.d.next = Step::Work;
            }
            Step::Work => {
                self.n.d.next = self.n.q.val() - 1;
                if self.n.q.val() == 1 {
                    self.st.d.next = Step::Idle;
                }
            }
        }
        if self.reset.val() {
            self.st.d.next = Step::Idle;
        }
        self.o.next = self.n.q.val();
    }
}

/// A register that reads a local before the local's last write: it cannot move to the clocked block as it stands.
#[derive(LogicBlock, Default)]
struct EarlyRead {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    p: Signal<Out, Bits<8>>,
    t: Signal<Local, Bits<8>>,
    r: Reg<Bits<8>>,
    q: Reg<Bits<8>>,
}

impl Logic for EarlyRead {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, r, q);
        self.t.next = self.a.val() + 1;
        if self.t.val().get_bit(0) {
            self.r.d.next = self.t.val();
        }
        self.t.next = self.t.val() + self.r.q.val();
        self.q.d.next = self.t.val();
        self.o.next = self.r.q.val();
        self.p.next = self.q.q.val() ^ self.t.val();
    }
}

/// A stage with a constant of its own: one module, one parameter.
#[derive(LogicBlock)]
struct AddK {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    k: Constant<Bits<8>>,
    at: Constant<Bits<3>>,
    r: Reg<Bits<8>>,
}

impl Logic for AddK {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("@module add_k");
        dff_setup!(self, clock, r);
        self.r.d.next = self.a.val() + self.k.val();
        if self.a.val().get_bit(self.at.val().index()) {
            self.r.d.next = self.a.val();
        }
        self.o.next = self.r.q.val();
    }
}

#[derive(LogicBlock)]
struct Chain {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    o: Signal<Out, Bits<8>>,
    s: Vec<AddK>,
}

impl Logic for Chain {
    #[hdl_gen]
    fn update(&mut self) {
        self.s[0].a.next = self.a.val();
        self.s[0].clock.next = self.clock.val();
        for i in 1..6 {
            self.s[i].clock.next = self.clock.val();
            self.s[i].a.next = self.s[i - 1].o.val();
        }
        self.o.next = self.s[5].o.val();
    }
}

/// Saturating counter, carry by one more bit.
#[derive(LogicBlock, Default)]
struct Saturating {
    clock: Signal<In, Clock>,
    by: Signal<In, Bits<6>>,
    o: Signal<Out, Bits<8>>,
    n: Reg<Bits<8>>,
    sum: Signal<Local, Bits<9>>,
}

impl Logic for Saturating {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, n);
        self.sum.next = bit_cast::<9, 8>(self.n.q.val()) + bit_cast::<9, 6>(self.by.val());
        if self.sum.val().get_bit(8) {
            self.n.d.next = 255.into();
        } else {
            self.n.d.next = bit_cast::<8, 9>(self.sum.val());
        }
        if self.by.val() == 63 {
            self.n.d.next = 0.into();
        }
        self.o.next = self.n.q.val();
    }
}

/// The RAM leaf; collisions happen and return the inverted word in every simulator.
#[derive(LogicBlock, Default)]
struct Memory {
    clock: Signal<In, Clock>,
    ra: Signal<In, Bits<3>>,
    wa: Signal<In, Bits<3>>,
    we: Signal<In, Bit>,
    wd: Signal<In, Bits<9>>,
    rd: Signal<Out, Bits<9>>,
    hit: Signal<Out, Bit>,
    ram: FastRam<9, 3>,
}

impl Logic for Memory {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.clock.next = self.clock.val();
        self.ram.ra.next = self.ra.val();
        self.ram.we.next = self.we.val();
        self.ram.wa.next = self.wa.val();
        self.ram.wd.next = self.wd.val();
        self.rd.next = self.ram.rd.val();
        self.hit.next = self.we.val() & (self.ra.val() == self.wa.val());
    }
}

/// The RAM with the output register; nothing is read before the first word has come through.
#[derive(LogicBlock, Default)]
struct MemoryOutReg {
    clock: Signal<In, Clock>,
    ra: Signal<In, Bits<3>>,
    wa: Signal<In, Bits<3>>,
    we: Signal<In, Bit>,
    wd: Signal<In, Bits<40>>,
    rd: Signal<Out, Bits<40>>,
    ram: OutRegRam<40, 3>,
    one: Reg<Bit>,
    two: Reg<Bit>,
}

impl Logic for MemoryOutReg {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.clock.next = self.clock.val();
        self.ram.ra.next = self.ra.val();
        self.ram.we.next = self.we.val();
        self.ram.wa.next = self.wa.val();
        self.ram.wd.next = self.wd.val();
        dff_setup!(self, clock, one, two);
        self.one.d.next = true;
        self.two.d.next = self.one.q.val();
        self.rd.next = 0.into();
        if self.two.q.val() {
            self.rd.next = self.ram.rd.val();
        }
    }
}

/// The RAM that is read within the cycle.
#[derive(LogicBlock, Default)]
struct MemoryLut {
    clock: Signal<In, Clock>,
    ra: Signal<In, Bits<3>>,
    wa: Signal<In, Bits<3>>,
    we: Signal<In, Bit>,
    wd: Signal<In, Bits<40>>,
    rd: Signal<Out, Bits<40>>,
    ram: LutRam<40, 3>,
}

impl Logic for MemoryLut {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.clock.next = self.clock.val();
        self.ram.ra.next = self.ra.val();
        self.ram.we.next = self.we.val();
        self.ram.wa.next = self.wa.val();
        self.ram.wd.next = self.wd.val();
        self.rd.next = self.ram.rd.val();
    }
}

#[derive(LogicBlock, Default)]
struct MemoryRe {
    clock: Signal<In, Clock>,
    re: Signal<In, Bit>,
    ra: Signal<In, Bits<3>>,
    wa: Signal<In, Bits<3>>,
    we: Signal<In, Bit>,
    wd: Signal<In, Bits<40>>,
    rd: Signal<Out, Bits<40>>,
    ram: FastRamRe<40, 3>,
}

impl Logic for MemoryRe {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.clock.next = self.clock.val();
        self.ram.re.next = self.re.val();
        self.ram.ra.next = self.ra.val();
        self.ram.we.next = self.we.val();
        self.ram.wa.next = self.wa.val();
        self.ram.wd.next = self.wd.val();
        self.rd.next = self.ram.rd.val();
    }
}

#[derive(LogicBlock)]
struct Table {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<4>>,
    x: Signal<Out, Bits<12>>,
    y: Signal<Out, Bits<12>>,
    rom: Rom<12, 4>,
    short: Rom<12, 4>,
}

impl Logic for Table {
    #[hdl_gen]
    fn update(&mut self) {
        self.rom.clock.next = self.clock.val();
        self.rom.ra.next = self.a.val();
        self.short.clock.next = self.clock.val();
        self.short.ra.next = self.a.val();
        self.x.next = self.rom.rd.val();
        self.y.next = self.short.rd.val();
    }
}

/// The queue, with its output word masked: it has a meaning only while `valid` is high.
#[derive(LogicBlock, Default)]
pub struct Queue {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    give: StreamRx<8>,
    take: StreamTx<8>,
    level: Signal<Out, Bits<3>>,
    full: Signal<Out, Bit>,
    fifo: Fifo<8, 2, 3>,
}

impl Logic for Queue {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, fifo);
        self.fifo.reset.next = self.reset.val();
        self.fifo.in_port.valid.next = self.give.valid.val();
        self.fifo.in_port.data.next = self.give.data.val();
        self.give.ready.next = self.fifo.in_port.ready.val();
        self.take.valid.next = self.fifo.out_port.valid.val();
        self.fifo.out_port.ready.next = self.take.ready.val();
        self.take.data.next = 0.into();
        if self.fifo.out_port.valid.val() {
            self.take.data.next = self.fifo.out_port.data.val();
        }
        self.level.next = self.fifo.level.val();
        self.full.next = self.fifo.full.val();
    }
}

fn d<T: Default>() -> T {
    T::default()
}

fn registers() -> Vec<Case> {
    let stage =
        |i: u64| AddK { clock: d(), a: d(), o: d(), k: Constant::new(bits(i * 3)), at: Constant::new(bits(i)), r: d() };
    let shift = ShiftArray::<4> { r: (0..4).map(|_| Reg::default()).collect(), ..d() };
    vec![
        clocked(
            "Counter",
            Counter::<4, 5>::default(),
            |u| &mut u.clock,
            |u, r| {
                u.en.next = r.one_in(2);
                u.reset.next = r.one_in(24);
            },
        ),
        clocked(
            "InitialValue",
            InitialValue { clock: d(), a: d(), o: d(), r: Reg::new(bits(0x5a)) },
            |u| &mut u.clock,
            |u, r| {
                u.a.next = r.bits(8).into();
            },
        ),
        clocked(
            "Enabled",
            Enabled { clock: d(), a: d(), e: d(), f: d(), o: d(), r: RegEn::new(bits(3)) },
            |u| &mut u.clock,
            |u, r| {
                u.a.next = r.bits(8).into();
                u.e.next = r.one_in(2);
                u.f.next = !r.one_in(3);
            },
        ),
        clocked("ShiftArray", shift, |u| &mut u.clock, |u, r| u.a.next = r.bits(8).into()),
        clocked(
            "Machine",
            Machine::default(),
            |u| &mut u.clock,
            |u, r| {
                u.go.next = r.one_in(3);
                u.reset.next = r.one_in(40);
            },
        ),
        clocked("EarlyRead", EarlyRead::default(), |u| &mut u.clock, |u, r| u.a.next = r.bits(8).into()),
        clocked(
            "Chain",
            Chain { clock: d(), a: d(), o: d(), s: (0..6).map(stage).collect() },
            |u| &mut u.clock,
            |u, r| {
                u.a.next = r.bits(8).into();
            },
        ),
        clocked("Saturating", Saturating::default(), |u| &mut u.clock, |u, r| u.by.next = r.bits(6).into()),
    ]
}

fn memories() -> Vec<Case> {
    // They are written before they are read: what they hold before that is nobody's business.
    let (mut cell, mut cell_re, mut cell_out, mut cell_lut) = (0u64, 0u64, 0u64, 0u64);
    vec![
        clocked(
            "Memory",
            Memory::default(),
            |u| &mut u.clock,
            move |u, r| {
                let fill = cell < 8;
                u.we.next = fill || r.one_in(2);
                u.wa.next = if fill { cell } else { r.bits(3) }.into();
                u.ra.next = if fill { cell } else { r.bits(3) }.into();
                u.wd.next = r.bits(9).into();
                cell += 1;
            },
        ),
        clocked(
            "MemoryOutReg",
            MemoryOutReg::default(),
            |u| &mut u.clock,
            move |u, r| {
                let fill = cell_out < 8;
                u.we.next = fill || r.one_in(2);
                u.wa.next = if fill { cell_out } else { r.bits(3) }.into();
                u.ra.next = if fill { cell_out } else { r.bits(3) }.into();
                u.wd.next = r.bits(40).into();
                cell_out += 1;
            },
        ),
        clocked(
            "MemoryLut",
            MemoryLut::default(),
            |u| &mut u.clock,
            move |u, r| {
                let fill = cell_lut < 8;
                u.we.next = fill || r.one_in(2);
                u.wa.next = if fill { cell_lut } else { r.bits(3) }.into();
                u.ra.next = if fill { cell_lut } else { r.bits(3) }.into();
                u.wd.next = r.bits(40).into();
                cell_lut += 1;
            },
        ),
        clocked(
            "MemoryRe",
            MemoryRe::default(),
            |u| &mut u.clock,
            move |u, r| {
                let fill = cell_re < 8;
                u.re.next = fill || r.one_in(2);
                u.we.next = fill || r.one_in(2);
                u.wa.next = if fill { cell_re } else { r.bits(3) }.into();
                u.ra.next = if fill { cell_re } else { r.bits(3) }.into();
                u.wd.next = r.bits(40).into();
                cell_re += 1;
            },
        ),
    ]
}

fn leaves() -> Vec<Case> {
    let table = Table {
        clock: d(),
        a: d(),
        x: d(),
        y: d(),
        rom: Rom::new((0..16u64).map(|i| bits(i * i * 13 + 7))),
        short: Rom::new((0..5u64).map(|i| bits(0xf00 + i))),
    };
    vec![
        clocked("Table", table, |u| &mut u.clock, |u, r| u.a.next = r.bits(4).into()),
        clocked("Queue", Queue::default(), |u| &mut u.clock, {
            // Phases of filling, draining and both, so that it is full, empty and wraps many times.
            let mut step = 0u64;
            move |u, r| {
                let phase = step / 20 % 3;
                u.give.valid.next = phase != 1 && !r.one_in(5);
                u.give.data.next = r.bits(8).into();
                u.take.ready.next = phase != 0 && !r.one_in(5);
                u.reset.next = step % 97 == 96;
                step += 1;
            }
        }),
        clocked(
            "Noise",
            Lfsr::<16>::default(),
            |u| &mut u.clock,
            |u, r| {
                u.step.next = !r.one_in(4);
                u.load.next = r.one_in(50);
                u.seed.next = if r.one_in(3) { 0 } else { r.bits(16) }.into();
            },
        ),
    ]
}

/// Every block of this file, run.
pub fn cases() -> Vec<Case> {
    [registers(), memories(), leaves()].into_iter().flatten().collect()
}

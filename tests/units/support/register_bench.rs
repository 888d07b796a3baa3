//! The bench of the registers: random accesses of a host through a bus, a profiler around, the model beside.
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use treetap::catalog::Emitted;
use treetap::cosim::build::Effort;
use treetap::cosim::pins::Pins;
use treetap::model::regs::{Answer, Around, Regs, Request};
use treetap::spec::regs::{self, Access, Capabilities, REGISTERS};
use treetap::trace::shapes::Random;

/// Rows of pins by name.
pub struct Row<'a> {
    pins: &'a Pins,
    words: Vec<u64>,
}

impl<'a> Row<'a> {
    /// All 0.
    pub fn new(pins: &'a Pins) -> Self {
        Self { pins, words: vec![0; pins.input_words()] }
    }

    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    pub fn set(&mut self, name: &str, value: impl Into<u64>) {
        let at = self.pins.input(name);
        self.words[at] = value.into();
    }
}

/// What came out in a cycle.
pub struct Seen<'a> {
    pins: &'a Pins,
    words: &'a [u64],
}

impl<'a> Seen<'a> {
    pub fn new(pins: &'a Pins, words: &'a [u64]) -> Self {
        Self { pins, words }
    }

    pub fn get(&self, name: &str) -> u64 {
        self.words[self.pins.output(name)]
    }

    pub fn is(&self, name: &str) -> bool {
        self.get(name) != 0
    }
}

/// The master of a bus.
pub trait Master {
    /// Drives its pins for a cycle.
    fn drive(&mut self, random: &mut Random, row: &mut Row);
    /// Looks at what came out; says which request the registers answer in this cycle.
    fn look(&mut self, seen: &Seen) -> Option<Request>;
    /// The answer that the request of this cycle should get. The master has to see it in this cycle (`bus`) or in a
    /// later one.
    fn expect(&mut self, answer: Answer, request: &Request, seen: &Seen);
    /// What it has done, by name: each of them has to be more than 0 at the end.
    fn done(&self) -> Vec<(&'static str, u64)>;
    /// Forgets everything: a reset.
    fn reset(&mut self);
}

pub fn below(random: &mut Random, limit: u64) -> u64 {
    random.next() % limit
}

pub fn one_in(random: &mut Random, count: u64) -> bool {
    below(random, count) == 0
}

/// A request of a host that does everything, much of it wrong.
pub fn request(random: &mut Random) -> Request {
    let special = [
        regs::COMMAND,
        regs::DUMP_LO,
        regs::DUMP_TAKE,
        regs::DUMP_TAKE,
        regs::DUMP,
        regs::STATUS,
        regs::FLAGS,
        regs::CTRL,
    ];
    let register = match below(random, 8) {
        0..3 => special[below(random, special.len() as u64) as usize],
        _ => REGISTERS[below(random, REGISTERS.len() as u64) as usize],
    };
    let mut address = register.offset + 4 * below(random, register.words.into()) as u16;
    if one_in(random, 8) {
        address = below(random, 1 << regs::ADDRESS_BITS) as u16;
    }
    let mut data = random.next() as u32;
    if address == regs::COMMAND.offset {
        data &= 7;
    }
    if address == regs::CTRL.offset && one_in(random, 2) {
        data |= regs::CTRL.field("BUS_ERROR").mask();
    }
    let likely = match register.access {
        Access::ReadOnly | Access::ReadTakes => 8,
        Access::ReadWrite => 2,
        Access::WriteOnly => 1,
    };
    let write = one_in(random, likely);
    let strobe = if one_in(random, 10) { below(random, 16) as u8 } else { 0xf };
    Request { write, address, data, strobe }
}

/// A profiler around the registers: obeys commands, sends dumps, changes its mind about everything else.
#[derive(Default)]
struct Profiler {
    words: VecDeque<(u64, bool)>,
    offered: bool,
    /// Cycles until the command is finished, once its dump is gone.
    rest: Option<u64>,
    statistics: [u64; 7],
    now: Around,
    flags: u32,
    ready: bool,
    counter_address: u64,
    /// Cycles that a counter has been waited for.
    waited: u64,
    here: bool,
}

/// The statistics of the engine in the order of [`Profiler::statistics`], their ports and registers.
const STATISTICS: [(&str, u32, regs::Register); 7] = [
    ("stat_n", 48, regs::N_LO),
    ("stat_t", 48, regs::T_LO),
    ("stat_lost", 48, regs::LOST_LO),
    ("stat_live", 11, regs::LIVE),
    ("stat_creates", 32, regs::CREATES),
    ("stat_over", 48, regs::OVER_LO),
    ("stat_zero_weight", 32, regs::ZERO_WEIGHT),
];

const FLAGS: [(&str, &str); 5] = [
    ("flag_near_full", "NEAR_FULL"),
    ("flag_lost", "LOST"),
    ("flag_weight", "WEIGHT"),
    ("flag_dropped", "DROPPED"),
    ("flag_counter", "COUNTER"),
];

fn counter(address: u64) -> u32 {
    (address as u32 + 1).wrapping_mul(0x9e37_79b1)
}

impl Profiler {
    fn drive(&mut self, random: &mut Random, row: &mut Row, statistics: bool) {
        self.offered |= !self.words.is_empty() && one_in(random, 3);
        self.now = Around {
            dump: self.offered.then(|| self.words[0]),
            queued: if one_in(random, 6) { !self.now.queued } else { self.now.queued },
            open: one_in(random, 2),
            active: one_in(random, 2),
            clearing: one_in(random, 2),
            counter: 0,
        };
        self.ready = self.words.is_empty() && self.rest == Some(0);
        self.rest = self.rest.map(|rest| rest.saturating_sub(u64::from(self.words.is_empty())));
        row.set("dump_valid", self.offered);
        // A word that is not on offer has no meaning.
        row.set("dump_data", self.now.dump.map_or(random.next(), |(word, _)| word));
        row.set("dump_last", self.now.dump.map_or(one_in(random, 2), |(_, last)| last));
        row.set("stat_queued", self.now.queued);
        row.set("stat_open", self.now.open);
        row.set("stat_active", self.now.active);
        row.set("stat_clearing", self.now.clearing);
        row.set("cmd_ready", self.ready);
        self.flags = 0;
        for (port, flag) in FLAGS {
            let happens = one_in(random, 40);
            row.set(port, happens);
            self.flags |= regs::FLAGS.field(flag).at(happens.into());
        }
        if statistics {
            for (value, (port, width, _)) in self.statistics.iter_mut().zip(STATISTICS) {
                *value = random.next() >> (64 - width);
                row.set(port, *value);
            }
        }
        // A counter comes when it likes, within 16 cycles; until then there is anything in its place.
        let here = self.waited == 15 || !one_in(random, 3);
        row.set("cnt_valid", here);
        if !statistics {
            row.set("cnt_data", if here { counter(self.counter_address) } else { 0x5555_5555 });
        }
        self.here = here;
    }

    fn look(&mut self, random: &mut Random, seen: &Seen) {
        self.counter_address = seen.get("cnt_addr");
        self.waited = if seen.is("cnt_read") && !self.here { self.waited + 1 } else { 0 };
        if seen.is("dump_ready") {
            assert!(self.offered, "a word is taken that is not on offer");
            self.words.pop_front();
            self.offered = false;
        }
        if self.ready {
            self.rest = None;
        } else if seen.is("cmd_valid") && self.rest.is_none() {
            self.rest = Some(below(random, 20));
            if matches!(seen.get("cmd_op"), 1 | 3) {
                let words = 1 + below(random, 6);
                self.words = (0..words).map(|i| (random.next(), i + 1 == words)).collect();
            }
        }
    }
}

/// What a cycle had, for the model, which is two cycles late: an access is decided two cycles before its answer and
/// obeyed one before.
#[derive(Clone, Default)]
struct Past {
    around: Around,
    flags: u32,
    finished: bool,
    statistics: [u64; 7],
    answered: Option<(Request, Answer)>,
    outputs: Vec<u64>,
}

/// What happened.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, u64>,
    /// Registers and operations.
    reads: BTreeSet<&'static str>,
    writes: BTreeSet<&'static str>,
    ops: BTreeSet<u8>,
}

impl Tally {
    fn count(&mut self, what: &'static str, happened: bool) {
        *self.counts.entry(what).or_default() += u64::from(happened);
    }

    fn answered(&mut self, request: &Request, answer: &Answer) {
        let register = regs::at(request.address);
        let kind = match (request.write, answer.refused) {
            (true, false) => "writes",
            (false, false) => "reads",
            (true, true) => "refused writes",
            (false, true) => "refused reads",
        };
        self.count(kind, true);
        self.count("errors", answer.error);
        self.count("holes", register.is_none());
        if let (Some(register), false) = (register, answer.refused) {
            if request.write { &mut self.writes } else { &mut self.reads }.insert(register.name);
        }
    }

    /// Everything happened, with every register that is built.
    fn is_complete(&self, build: Capabilities) {
        let Self { counts, reads, writes, ops } = self;
        for what in [
            "resets",
            "counters",
            "reads",
            "writes",
            "refused reads",
            "refused writes",
            "errors",
            "holes",
            "dump words",
            "pulses",
        ] {
            assert!(counts.get(what).is_some_and(|count| *count > 0), "{what}: none");
        }
        assert!(counts.values().all(|count| *count > 0), "{counts:?}");
        assert_eq!(ops.len(), regs::Op::ALL.len(), "{ops:?}");
        for register in REGISTERS {
            let name = register.name;
            let built = build.readback || !register.configures();
            let built = built && (build.statistics || register.page() != regs::STATISTICS_PAGE);
            assert!(!register.access.reads() || !built || reads.contains(name), "{name} was not read");
            assert!(!register.access.writes() || writes.contains(name), "{name} was not written");
        }
    }
}

/// Runs `cycles` cycles with some resets in them.
pub fn run(emitted: &Emitted, build: Capabilities, master: &mut dyn Master, cycles: u64, seed: u64) {
    let mut pins = Pins::open(emitted, Effort::Test, seed).unwrap();
    let statistics = emitted.ports.iter().any(|port| port.name == "stat_n" && port.dir == "input");
    let mut random = Random(seed);
    let (mut model, mut profiler, mut high) = (Regs::new(build), Profiler::default(), 0);
    let (mut before, mut last) = (Past::default(), Past::default());
    let mut reset = 3;
    let mut tally = Tally::default();
    for cycle in 0..cycles {
        if cycle % (cycles / 4) == cycles / 5 {
            reset = 2;
        }
        let mut row = Row::new(&pins);
        if reset > 0 {
            (model, profiler, high) = (Regs::new(build), Profiler::default(), 0);
            (before, last) = (Past::default(), Past::default());
            master.reset();
            reset -= 1;
            row.set("rst", true);
            let words = row.into_words();
            pins.run(&words);
            tally.count("resets", reset == 0);
            continue;
        }
        profiler.drive(&mut random, &mut row, statistics);
        master.drive(&mut random, &mut row);
        let words = row.into_words();
        let outputs = pins.run(&words);
        let seen = Seen::new(&pins, &outputs);
        let mut now = Past {
            around: profiler.now,
            flags: profiler.flags,
            finished: profiler.ready,
            statistics: profiler.statistics,
            answered: None,
            outputs: outputs.clone(),
        };
        profiler.look(&mut random, &seen);
        tally.count("waits for a counter", profiler.waited > 0);

        // The cycle `before`: an access is decided with what was there, then one of the cycle before that is obeyed.
        if let Some(request) = master.look(&seen) {
            let slot = regs::at(request.address).map_or(0, |_| request.address / 4);
            let chosen = STATISTICS.iter().position(|(_, _, r)| r.slot() == slot % regs::PAGE_WORDS);
            let value = match chosen {
                _ if !statistics => counter(u64::from(slot) % 64).into(),
                // It has gone through a register.
                Some(i) => before.statistics[i],
                None => high,
            };
            before.around.counter = value as u32;
            let answer = model.decide(&request, &before.around);
            let paged =
                matches!(regs::at(request.address).map(|r| r.page()), Some(regs::STATISTICS_PAGE | regs::COUNTER_PAGE));
            let taken = paged && !answer.refused;
            if taken && chosen.is_some_and(|i| STATISTICS[i].1 > 32) {
                high = value >> 32;
            }
            let then = Seen::new(&pins, &last.outputs);
            assert_eq!(then.is("cnt_take"), taken, "cycle {cycle}: {request:x?}");
            tally.count("counters", taken);
            master.expect(answer, &request, &seen);
            tally.answered(&request, &answer);
            now.answered = Some((request, answer));
        }
        if let Some((request, answer)) = &last.answered {
            model.obey(request, answer);
        }
        model.happen(before.flags);
        if before.finished {
            tally.ops.extend(model.command().map(|op| op as u8));
            model.finish();
        }
        check(&model, &last, &Seen::new(&pins, &last.outputs), &now, &mut tally.counts, cycle);
        (before, last) = (last, now);
    }
    tally.counts.extend(master.done());
    println!("{}: {:?}", emitted.top, tally.counts);
    tally.is_complete(build);
}

/// What the registers say to the units in the cycle `last`, whose accesses and events the model knows.
fn check(model: &Regs, last: &Past, seen: &Seen, now: &Past, counts: &mut BTreeMap<&str, u64>, cycle: u64) {
    if last.outputs.is_empty() {
        return;
    }
    // The fields change by writes only; looking at all of them in every cycle takes most of the time.
    let due = last.answered.is_some_and(|(request, _)| request.write) || cycle.is_multiple_of(32);
    let configures = |register: &&regs::Register| due && register.configures() && register.access == Access::ReadWrite;
    for register in REGISTERS.iter().filter(configures) {
        for field in register.fields {
            let expected = u64::from(field.of(model.config(register)));
            let shown = match field.name {
                "BUS_ERROR" => continue,
                "T0_LO" => seen.get("cfg_t0") & 0xffff_ffff,
                "T0_HI" => seen.get("cfg_t0") >> 32,
                name => seen.get(&format!("cfg_{}", name.to_lowercase())),
            };
            assert_eq!(shown, expected, "cycle {cycle}: {}", field.name);
        }
    }
    assert_eq!(seen.is("cmd_valid"), model.command().is_some(), "cycle {cycle}");
    if let Some(op) = model.command() {
        assert_eq!(seen.get("cmd_op"), op as u64);
    }
    let written = last.answered.as_ref().filter(|(request, answer)| request.write && !answer.refused);
    let register = written.and_then(|(request, _)| regs::at(request.address));
    for (port, which) in [
        ("set_decim", regs::DECIM),
        ("set_burst", regs::BURST),
        ("set_seed", regs::SEED),
        ("set_setign", regs::SETIGN),
        ("set_map_waddr", regs::MAP_WADDR),
        ("set_map_wdata", regs::MAP_WDATA),
        ("set_ign", regs::IGN),
    ] {
        let expected = register.is_some_and(|register| register.name == which.name);
        assert_eq!(seen.is(port), expected, "cycle {cycle}: {port}");
        if expected {
            let (request, _) = written.unwrap();
            assert_eq!(seen.get("set_data"), u64::from(request.data));
            if port == "set_ign" {
                assert_eq!(seen.get("set_addr"), u64::from(request.address - which.offset) / 4);
            }
            *counts.entry("pulses").or_default() += 1;
        }
    }
    let takes = now.answered.as_ref().is_some_and(|(request, answer)| {
        !request.write && !answer.refused && regs::at(request.address).is_some_and(|r| r.access == Access::ReadTakes)
    });
    assert_eq!(seen.is("dump_ready"), takes, "cycle {cycle}");
    *counts.entry("dump words").or_default() += u64::from(takes);
}

//! A model whose every step is done again by the emitted hardware: what a test of the model says holds for both.
use super::bench::{Bench, Cycle, Host};
use super::hps::compiled;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use treetap::catalog::{Emitted, Unit, emit};
use treetap::cosim::build::Effort;
use treetap::lang::hps::{Image, Target};
use treetap::model::hps::Engine;
use treetap::spec::hps::record::{Event, Insn, Word};
use treetap::spec::hps::{Config, Mode, VARIANTS, built, regs};
use treetap::spec::regs::Register;
use treetap::spec::variant::{Variant, find};

/// Handler 1 after T.INSN's argument, and the instruction itself.
pub const REPORT: &str = "handler H = 1; R1: call(H, T.INSN); T.INSN; ";

/// What an instruction comes out as: instruction words alone.
pub fn insns(words: &[Word]) -> Vec<u32> {
    words.iter().map(|word| word.insn).collect()
}

/// What was done to an engine.
#[derive(Clone, Debug)]
enum Deed {
    /// A program is loaded and begun with this word of CTRL.
    Load(Arc<Image>, u32),
    Accept(Insn),
    /// An instruction, and everything that comes of it.
    Step(Insn),
    Word,
    Pop,
    External(bool, bool),
    Flush,
    Host(Host),
}

/// The model, and what is to be done again when the test is through with it.
pub struct Twin {
    engine: Engine,
    deeds: Vec<Deed>,
}

impl Twin {
    pub fn new(config: Config) -> Self {
        Self { engine: Engine::new(config), deeds: vec![] }
    }

    pub fn load(&mut self, image: &Image, control: u32) {
        self.deeds.push(Deed::Load(Arc::new(image.clone()), control));
        for (address, word) in image.writes(self.engine.config()) {
            self.engine.write(address, word);
        }
        self.engine.write(regs::CTRL.offset, control);
    }

    pub fn accept(&mut self, insn: &Insn) {
        self.deeds.push(Deed::Accept(*insn));
        self.engine.accept(insn);
    }

    pub fn step(&mut self, insn: &Insn) -> Vec<Word> {
        self.deeds.push(Deed::Step(*insn));
        self.engine.step(insn).into_iter().collect()
    }

    pub fn next_word(&mut self) -> Option<Word> {
        self.deeds.push(Deed::Word);
        self.engine.next_word()
    }

    pub fn pop(&mut self) -> Option<Event> {
        self.deeds.push(Deed::Pop);
        self.engine.pop()
    }

    pub fn external(&mut self, on: bool, off: bool) {
        self.deeds.push(Deed::External(on, off));
        self.engine.external(on, off);
    }

    pub fn flush(&mut self) {
        self.deeds.push(Deed::Flush);
        self.engine.flush();
    }

    pub fn write(&mut self, address: u16, word: u32) {
        self.deeds.push(Deed::Host(Host::Write(address, word)));
        self.engine.write(address, word);
    }

    pub fn read(&mut self, address: u16) -> u32 {
        self.deeds.push(Deed::Host(Host::Read(address)));
        self.engine.read(address)
    }

    /// Whether all of it means the same on this build: it is of the same mode with the same counters, and its tables
    /// have room. What writes or reads the tables word by word, or PARAM, means something on builds of its own size
    /// only, and where a table ends is seen by a replacement that has no end, so that of two different tables the
    /// smaller one has to do.
    fn fits(&self, variant: &Variant) -> bool {
        let (own, other) = (self.engine.config(), built(variant));
        if other == *own {
            return true;
        }
        let room = |image: &Image| {
            image.conditions.len() <= other.conditions as usize
                && image.patterns.len() <= other.patterns as usize
                && image.words.len() <= other.words as usize
        };
        let of_size = |address: u16| {
            [regs::PARAM, regs::IMG_CRC].iter().any(|register| register.offset == address)
                || regs::at(address)
                    .is_none_or(|(register, _)| [regs::CT, regs::PT, regs::RT].iter().any(|t| t.name == register.name))
        };
        let portable = |deed: &Deed| match deed {
            Deed::Load(image, _) => room(image),
            Deed::Host(Host::Write(address, _) | Host::Read(address)) => !of_size(*address),
            _ => true,
        };
        (other.mode, other.counters, other.width) == (own.mode, own.counters, own.width)
            && other.words <= own.words
            && self.deeds.iter().all(portable)
    }

    /// Names of the builds on which all of it is done again.
    pub fn builds(&self) -> Vec<&'static str> {
        VARIANTS.iter().filter(|variant| self.fits(variant)).map(|variant| variant.name).collect()
    }

    /// Does it all again, on hardware of a build that it fits: it equals the model of that build in every cycle, and
    /// ends as this one does.
    ///
    /// # Errors
    /// The first difference.
    pub fn again(&self, bench: &mut Bench) -> Result<(), String> {
        for deed in &self.deeds {
            perform(bench, deed).map_err(|e| format!("{deed:x?}: {e}"))?;
        }
        let at_the_end = [
            (&regs::CTR, bench.config.counters as u16),
            (&regs::FLAGS, 1),
            (&regs::N_IN, 1),
            (&regs::N_REPL, 1),
            (&regs::N_WORDS, 1),
            (&regs::VCYC, 1),
            (&regs::DROPPED, 1),
            (&regs::RNDSEED, 1),
            (&regs::HIT, bench.config.counters as u16),
            (&regs::STATUS, 1),
        ];
        for (register, words) in at_the_end {
            for address in (0..words).map(|index| register.offset + 4 * index) {
                perform(bench, &Deed::Host(Host::Read(address)))?;
                let (found, expected) = (bench.model.read(address), self.engine.clone().read(address));
                if found != expected {
                    return Err(format!("{} is {found:x} at the end, expected {expected:x}", register.name));
                }
            }
        }
        Ok(())
    }
}

/// Cycles within which anything has happened.
const PATIENCE: u32 = 3_000;

fn perform(bench: &mut Bench, deed: &Deed) -> Result<(), String> {
    let quiet = Cycle::default();
    // What is done next comes after the instruction before it, which may still be under way.
    if matches!(deed, Deed::Pop | Deed::External(..)) {
        while bench.under_way() {
            bench.cycle(&quiet)?;
        }
    }
    // Events wait until they are asked for; words go where there is room.
    let ready = bench.config.mode == Mode::Decode;
    match *deed {
        Deed::Load(ref image, control) => {
            let begin = (regs::CTRL.offset, control);
            for (address, word) in image.writes(&bench.config).into_iter().chain([begin]) {
                perform(bench, &Deed::Host(Host::Write(address, word)))?;
            }
        }
        Deed::Accept(insn) | Deed::Step(insn) => {
            let mut taken = false;
            for _ in 0..PATIENCE {
                taken = bench.cycle(&Cycle { insn: Some(insn), ready, ..quiet })?.taken;
                if taken {
                    break;
                }
            }
            if !taken {
                return Err("it is not taken".into());
            }
            if ready && bench.staged && matches!(deed, Deed::Accept(_)) {
                // It counts when it leaves the first stage, and no word leaves with it.
                bench.cycle(&quiet)?;
            }
            if ready && matches!(deed, Deed::Step(_)) {
                let mut idle = 0;
                // A bubble is one cycle without a word.
                while idle < 3 {
                    let left = bench.left;
                    bench.cycle(&Cycle { ready, ..Cycle::default() })?;
                    idle = if bench.left > left { 0 } else { idle + 1 };
                }
            }
        }
        Deed::Word => {
            bench.cycle(&Cycle { ready, ..quiet })?;
        }
        Deed::Pop => {
            // The instruction before it leaves the first stage, and finds the queue as it is.
            bench.cycle(&quiet)?;
            let left = bench.left;
            for _ in 0..20 {
                if bench.left > left {
                    break;
                }
                bench.cycle(&Cycle { ready: true, ..quiet })?;
            }
        }
        // After an instruction of mode retire this is the cycle in which it leaves the first stage: both happen at
        // once.
        Deed::External(on, off) => {
            bench.cycle(&Cycle { on, off, ready, ..Cycle::default() })?;
        }
        Deed::Flush => {
            bench.cycle(&Cycle { flush: true, ready, ..quiet })?;
        }
        Deed::Host(host) => {
            for _ in 0..PATIENCE {
                if bench.cycle(&Cycle { host: Some(host), ready, ..quiet })?.host {
                    return Ok(());
                }
            }
            return Err("it is not answered".into());
        }
    }
    Ok(())
}

impl Deref for Twin {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl Drop for Twin {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        // Sizes that are not built have no hardware.
        let mut left = None;
        for name in self.builds() {
            let mut bench = Bench::of(find(&VARIANTS, name).unwrap(), &emitted(name), Effort::Test);
            self.again(&mut bench).unwrap_or_else(|e| panic!("{name}: {e}"));
            let sent = (bench.left, bench.digest.finalize());
            assert_eq!(*left.get_or_insert(sent), sent, "{name} sends something else than the builds before it");
        }
    }
}

/// The file of a variant, emitted once: a test makes hundreds of engines.
fn emitted(name: &'static str) -> Arc<Emitted> {
    static FILES: Mutex<BTreeMap<&str, Arc<Emitted>>> = Mutex::new(BTreeMap::new());
    let mut files = FILES.lock().unwrap();
    files.entry(name).or_insert_with(|| Arc::new(emit(Unit::Hps, name).unwrap())).clone()
}

/// Both with this program loaded and begun.
pub fn loaded(image: &Image, control: u32) -> Twin {
    let mut twin = Twin::new(image.config);
    twin.load(image, control);
    assert_eq!(twin.read(regs::STATUS.offset), 0, "a load raises nothing");
    twin
}

pub fn engine(text: &str, target: &Target) -> Twin {
    let compiled = compiled(text, target);
    loaded(&compiled.image, compiled.control)
}

pub fn values(twin: &Twin) -> Vec<u32> {
    twin.counters().iter().map(|counter| counter.value).collect()
}

pub fn set(twin: &mut Twin, number: u16, value: u32) {
    twin.write(regs::CTR.offset + 4 * number, value);
}

pub fn read(twin: &mut Twin, register: &Register, index: u16) -> u32 {
    twin.read(register.offset + 4 * index)
}

/// A field of STATUS.
pub fn status(twin: &mut Twin, bit: &str) -> bool {
    regs::STATUS.field(bit).of(twin.read(regs::STATUS.offset)) == 1
}

//! What a host does for a core with the engine `hps` in line: it loads the handlers and reads their tables; and the
//! same counts, made without handlers (docs/reference/iss.md, I5).
use super::hps::{Count, Key, Profile};
use crate::lang::hps::Image;
use crate::model::classify::classify;
use crate::model::hps::Engine;
use crate::model::iss::inline::{Counts, Editor, Inline, Stop};
use crate::model::iss::{Hart, Memory, Retired, Unhandled};
use crate::spec::checkmap::Code;
use crate::spec::core::RAM;
use crate::spec::hps::inline::{ENTRY_BYTES, HANDLERS, LOST, TABLE_BYTES, TABLES, TABLES_END};
use crate::spec::hps::record::{Event, Insn, MACHINE, Origin};
use crate::spec::hps::words::{Kind, Replacement};
use crate::spec::hps::{Config, DRET, class, handler, regs};
use std::ops::Range;

/// Where handlers and their tables lie: a program must leave it alone.
pub const PLACE: Range<u32> = HANDLERS..TABLES_END;
/// What `programs/hps/build.sh` makes of `programs/hps/handlers.S`.
const HANDLERS_HEX: &str = include_str!("../../programs/hps/handlers.hex");
/// Instructions after which progress is told.
const BATCH: u64 = 1 << 14;
/// The second key of a branch backward in the table of methods.
const LOOP: u32 = 1;

/// The first of these parts of a program (address, bytes) that lies where handlers do.
pub fn in_the_way(parts: impl IntoIterator<Item = (u32, usize)>) -> Option<u32> {
    let overlaps = |(address, length): &(u32, usize)| {
        *address < PLACE.end && u64::from(*address) + *length as u64 > u64::from(PLACE.start)
    };
    parts.into_iter().find(overlaps).map(|part| part.0)
}

/// Puts the handlers into memory, with empty tables.
///
/// # Panics
/// Never: the file is a part of treetap.
pub fn load(memory: &mut Memory) {
    let mut address = 0;
    for word in HANDLERS_HEX.split_whitespace() {
        if let Some(place) = word.strip_prefix('@') {
            address = u32::from_str_radix(place, 16).expect("an address");
            continue;
        }
        let byte = u8::from_str_radix(word, 16).expect("a byte");
        assert!(PLACE.contains(&address) && memory.load(address, &[byte]), "{address:x}");
        address += 1;
    }
}

/// What the handlers have counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// The counts.
    pub profile: Profile,
    /// Events that found their table full.
    pub lost: u64,
}

/// Reads the tables.
pub fn tables(memory: &Memory) -> Tables {
    let mut tables = Tables::default();
    let word = |address: u32| memory.read(address, 4).unwrap_or(0);
    for number in handler::REGION..=handler::DATA {
        let table = u32::from(number - handler::REGION);
        tables.lost += u64::from(word(LOST + 4 * table));
        let first = TABLES + table * TABLE_BYTES;
        for entry in (first..first + TABLE_BYTES).step_by(ENTRY_BYTES as usize) {
            let [key, second, events] = [0, 4, 8].map(|offset| word(entry + offset));
            let key = match (key, number) {
                (0, _) => continue,
                (_, handler::REGION) => Key::Region(key),
                (_, handler::METHOD) if second == LOOP => Key::Loop(key),
                (_, handler::METHOD) => Key::Entry(key),
                (_, handler::CALL_PAIR) => Key::Pair(key, second),
                _ => Key::Reference(key),
            };
            tables.profile.counts.insert(key, Count { events: events.into(), instructions: 0 });
            tables.profile.events += u64::from(events);
        }
    }
    tables
}

/// The register writes that load an image and begin it.
pub fn writes(image: &Image, hardware: &Config, control: u32) -> Vec<(u16, u32)> {
    let mut writes = image.writes(hardware);
    writes.push((regs::CTRL.offset, control));
    writes
}

/// Numbers of the handlers that an image calls.
pub fn called(image: &Image) -> Vec<u8> {
    let words = image.words.iter().map(|words| Replacement::from_words(*words));
    let mut numbers: Vec<u8> = words.filter(|word| word.kind == Kind::Call).map(|word| word.handler).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// A program without an engine in line, and what handlers would have counted: those that a model of the engine calls,
/// and all.
pub struct Reference {
    /// The core.
    pub hart: Hart,
    /// What the handlers have to have counted.
    pub sampled: Profile,
    /// What they would have without sampling.
    pub exact: Profile,
    engine: Engine,
    handlers: Vec<u8>,
}

impl Reference {
    /// Before the first instruction; `engine` is set up in mode decode.
    pub fn new(hart: Hart, engine: Engine, handlers: Vec<u8>) -> Self {
        Self { hart, sampled: Profile::default(), exact: Profile::default(), engine, handlers }
    }

    /// One instruction.
    ///
    /// # Errors
    /// An exception that the program has no handler for.
    pub fn step(&mut self) -> Result<Retired, Unhandled> {
        let retired = self.hart.step()?;
        if !retired.trap || retired.fetched.raw != 0 {
            self.count(&retired);
        }
        if retired.trap {
            self.engine.flush();
        }
        Ok(retired)
    }

    fn count(&mut self, retired: &Retired) {
        let (pc, insn, next) = (retired.fetched.pc, retired.fetched.insn, retired.next);
        let (class, filter) = (classify(insn), Code::None);
        let short = retired.fetched.short;
        let offered = Insn { pc, insn, class, short, privilege: MACHINE, trap: false, next: None, address: 0, filter };
        let event = |handler| Event {
            handler,
            pc,
            insn,
            target: Some(next),
            address: 0,
            taken: false,
            instructions: 0,
            burst: 0,
            winner: 0,
        };
        let (bits, target) = (class::bits(class, insn), offered.target());
        for handler in &self.handlers {
            let has = |classes: u16| bits & classes != 0;
            let back_edge = has(class::BRANCH) && target.is_some_and(|target| target <= pc);
            let counts = match *handler {
                handler::REGION => has(class::BRANCH),
                handler::METHOD => has(1 << class::CALL) || back_edge,
                handler::CALL_PAIR => has(1 << class::CALL),
                handler::DATA => has(1 << class::LOAD | 1 << class::STORE | 1 << class::ATOMIC),
                _ => false,
            };
            if counts {
                self.exact.push(&event(*handler));
            }
        }
        self.engine.accept(&offered);
        while let Some(word) = self.engine.next_word() {
            if word.origin == Origin::Call {
                self.sampled.push(&event((word.insn >> 20) as u8));
                self.engine.accept(&Insn { insn: DRET, class: classify(DRET), short: false, ..offered });
            }
        }
    }
}

/// What a run with an engine in line did, and left in memory.
#[derive(Clone, Debug)]
pub struct Run {
    /// What the program wrote.
    pub console: Vec<u8>,
    /// Its exit code, if it came to its end.
    pub exit: Option<u32>,
    /// Instructions, exceptions and calls of handlers.
    pub counts: Counts,
    /// What the handlers counted.
    pub tables: Tables,
    /// Events without sampling.
    pub exact: u64,
    /// The part of the tables that is that of all events.
    pub overlap: f64,
}

/// Why a program with an engine in line and the same program alone are not alike.
#[derive(Debug)]
pub enum Apart {
    /// The program cannot run, with or without an engine.
    Unable(Unhandled),
    /// They differ: what, and where.
    Differs(String),
}

/// Runs `limit` instructions of the program with the engine, and beside it alone; afterwards they have to stand alike.
/// `progress` is told now and then how many are done.
///
/// # Errors
/// [`Apart`].
pub fn follow<E: Editor>(
    core: &mut Inline<E>,
    alone: &mut Reference,
    limit: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<Run, Apart> {
    let mut done = 0;
    while done < limit && core.hart.memory.exit().is_none() {
        match core.step() {
            Ok(None) => continue,
            Ok(Some(_)) => (),
            Err(stop) => {
                return Err(match (stop, alone.step()) {
                    (Stop::Unhandled(_), Err(own)) => Apart::Unable(own),
                    (stop, _) => Apart::Differs(format!("after {done} instructions: {stop}")),
                });
            }
        }
        alone.step().map_err(|own| Apart::Differs(format!("after {done} instructions, without the engine: {own}")))?;
        done += 1;
        if done % BATCH == 0 {
            progress(done);
        }
    }
    if let Some(difference) = difference(&core.hart, &alone.hart) {
        return Err(Apart::Differs(difference));
    }
    let tables = tables(&core.hart.memory);
    if tables.lost == 0 && tables.profile != alone.sampled {
        let (found, expected) = (tables.profile.events, alone.sampled.events);
        return Err(Apart::Differs(format!("the tables have {found} events, expected {expected}; or others")));
    }
    Ok(Run {
        console: core.hart.memory.console().to_vec(),
        exit: core.hart.memory.exit(),
        counts: core.counts.clone(),
        overlap: tables.profile.overlap(&alone.exact),
        tables,
        exact: alone.exact.events,
    })
}

/// What differs between a run with an engine in line and one without, if anything does: registers, address, console,
/// exit, memory but for
/// [`PLACE`].
pub fn difference(inline: &Hart, alone: &Hart) -> Option<String> {
    let register = (0..32).find(|number| inline.x[*number] != alone.x[*number]);
    if let Some(number) = register {
        let [found, expected] = [inline, alone].map(|hart| hart.x[number]);
        return Some(format!("register x{number} is {found:#x}, without the engine {expected:#x}"));
    }
    if inline.pc != alone.pc {
        return Some(format!("it stands at {:#x}, without the engine at {:#x}", inline.pc, alone.pc));
    }
    let [inline, alone] = [inline, alone].map(|hart| &hart.memory);
    if (inline.exit(), inline.console()) != (alone.exit(), alone.console()) {
        return Some(format!("exit {:?}, without the engine {:?}; or the console", inline.exit(), alone.exit()));
    }
    let place = (PLACE.start - RAM) as usize..(PLACE.end - RAM) as usize;
    let [inline, alone] = [inline, alone].map(Memory::bytes);
    let same = inline[..place.start] == alone[..place.start] && inline[place.end..] == alone[place.end..];
    if same {
        return None;
    }
    let at = (0..inline.len()).find(|at| !place.contains(at) && inline[*at] != alone[*at]).unwrap_or(0);
    let [found, expected] = [inline[at], alone[at]];
    Some(format!("memory at {:#x} is {found:#x}, without the engine {expected:#x}", at + RAM as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handlers_lie_where_they_are_called() {
        let mut memory = Memory::default();
        load(&mut memory);
        for number in 0..256 {
            let word = memory.read(HANDLERS + 64 * number, 4).unwrap();
            assert_eq!(word != 0, (1..=4).contains(&number), "handler {number}: {word:x}");
        }
        assert_eq!(tables(&memory), Tables::default());
    }
}

//! The host of this repository on what a host in C has asked for, with the golden model beside it.
use super::collected::Collected;
use super::system::{Access, Options, Seen, Service};
use crate::cosim::coproc_profiler::{Follower, counter_at};
use crate::cosim::session::Mismatch;
use crate::host::coproc::{Device, Event, Handler};
use crate::host::{Error, Transport};
use crate::spec::coproc::{Command, regs};
use crate::spec::coproc_profiler as spec;
use crate::spec::counters::Counter;
use crate::spec::retire::Record;

/// The two hosts ask for different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("access {at}: expected {} {offset:#x} of {data:#x}, found {found:x?}", kind(*write))]
pub struct Diverged {
    /// Number of the access.
    pub at: usize,
    /// What the host of this repository asks for.
    pub write: bool,
    /// Where.
    pub offset: u16,
    /// What it writes.
    pub data: u32,
    /// What the other one asked for; nothing more.
    pub found: Option<Access>,
}

const fn kind(write: bool) -> &'static str {
    if write { "a write at" } else { "a read at" }
}

/// What a servicing core asked for, as a device: it has to be asked for the same, and answers as it was answered then.
pub struct Replay<'a> {
    accesses: &'a [Access],
    at: usize,
    follower: Follower<'a>,
}

impl<'a> Replay<'a> {
    /// The accesses of a simulation from its beginning.
    fn new(seen: &'a Seen, options: &Options, watch: &'a mut (dyn FnMut(&Record) + Send)) -> Self {
        let mut follower = Follower::new(&options.build(), options.tap(), watch);
        follower.give(&seen.records);
        follower.decide(seen.fates.iter().copied());
        Self { accesses: &seen.accesses, at: 0, follower }
    }

    fn next(&mut self, write: bool, offset: u16, data: u32) -> Result<Access, Diverged> {
        let found = self.accesses.get(self.at).copied();
        let same =
            |access: &Access| (access.write, access.offset) == (write, offset) && (!write || access.data == data);
        let access = found.filter(same).ok_or(Diverged { at: self.at, write, offset, data, found })?;
        self.at += 1;
        Ok(access)
    }

    /// Whether the next access is this one.
    fn comes(&self, write: bool, offset: u16) -> bool {
        self.accesses.get(self.at).is_some_and(|access| (access.write, access.offset) == (write, offset))
    }

    /// Samples that were taken, as it is read next.
    fn popped(&self) -> Option<Access> {
        let offset = counter_at(Counter::Popped);
        self.accesses[self.at..].iter().copied().find(|access| !access.write && access.offset == offset)
    }
}

impl Transport for Replay<'_> {
    type Error = Diverged;

    fn read(&mut self, offset: u16) -> Result<u32, Diverged> {
        let access = self.next(false, offset, 0)?;
        if let Some(before) = access.before {
            self.follower.answered(before);
        }
        if self.follower.has_stopped(offset, access.data) {
            let popped = self.popped();
            self.follower.advance(popped.and_then(|popped| popped.before).unwrap_or(0));
            self.follower.rest(access.data, popped.map_or(0, |popped| popped.data));
        }
        if offset < spec::BASE {
            self.follower.compare(offset, access.data, access.settled);
        }
        Ok(access.data)
    }

    fn write(&mut self, offset: u16, data: u32) -> Result<(), Diverged> {
        let access = self.next(true, offset, data)?;
        self.follower.wrote(offset, data, access.before.unwrap_or(0));
        Ok(())
    }
}

/// An interrupt of the servicing core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Served {
    /// When.
    pub service: Service,
    /// What the host did; nothing when it was not time.
    pub event: Option<Event>,
    /// Cycles in which the co-processor did not run: from when it asked, or was stopped, until it was set going.
    pub stopped: u64,
}

/// What was found.
pub struct Report<'a> {
    /// The host of this repository.
    pub host: Handler<Replay<'a>>,
    /// What the host in C has collected.
    pub collected: Collected,
    /// In what the two differ.
    pub differences: Vec<&'static str>,
    /// Interrupts.
    pub served: Vec<Served>,
    /// Candidates and words compared with the model, and differences.
    pub compared: u64,
    /// Differences.
    pub mismatches: u64,
    /// The first of them.
    pub first: Option<Mismatch>,
}

/// Lets the host of this repository, which `start` sets going, do what the servicing core did.
///
/// # Errors
/// [`Error::Transport`] where the two ask for different things, and what [`Handler`] says.
pub fn replay<'a>(
    seen: &'a Seen,
    options: &Options,
    start: impl FnOnce(Device<Replay<'a>>) -> Result<Handler<Replay<'a>>, Error<Diverged>>,
    watch: &'a mut (dyn FnMut(&Record) + Send),
) -> Result<Report<'a>, Error<Diverged>> {
    let mut device = Replay::new(seen, options, watch);
    device.write(spec::TAP.offset, options.tap_word())?;
    let device = Device::connect(device)?;
    let device = if options.lossless { device.lossless() } else { device };
    let mut host = start(device)?;
    let retired = regs::COUNTS.offset;
    let (mut served, mut before) = (vec![], 0);
    while !host.device().comes(true, spec::COMMAND.offset) {
        let first = host.device().at;
        let now = host.device().read(retired)?;
        let event = host.poll(now.wrapping_sub(before).into())?;
        before = now;
        let accesses = &seen.accesses[first..host.device().at];
        served.extend(service(seen, accesses[0].cycle).map(|service| served_by(service, event, accesses)));
    }
    host.device().write(spec::COMMAND.offset, spec::COMMAND.field("FLUSH").mask())?;
    let device = host.device();
    device.follower.advance(device.follower.given());
    device.follower.flush();
    device.follower.advance(device.follower.given());
    let now = device.read(retired)?;
    host.poll(now.wrapping_sub(before).into())?;
    host.finish()?;
    let device = host.device();
    let counts = (0..regs::COUNTS.words).map(|at| device.read(retired + 4 * at)).collect::<Result<Vec<_>, _>>()?;
    if device.at < device.accesses.len() {
        let found = device.accesses.get(device.at).copied();
        return Err(Error::Transport(Diverged { at: device.at, write: false, offset: 0, data: 0, found }));
    }
    let ahead = device.follower.ahead() as u64;
    let tally = &mut device.follower.tally;
    tally.compare("candidates that the model does not have", ahead, 0);
    let (compared, mismatches, first) = (tally.compared, tally.mismatches, tally.first.clone());
    let (collected, differences) = match Collected::parse(&seen.sent) {
        Some(collected) => (collected.clone(), collected.differences(&host, &counts)),
        None => (Collected::default(), vec!["the number of words"]),
    };
    Ok(Report { host, collected, differences, served, compared, mismatches, first })
}

/// The interrupt in which a cycle lies.
fn service(seen: &Seen, cycle: u64) -> Option<Service> {
    let at = seen.services.partition_point(|service| service.to <= cycle);
    seen.services.get(at).copied().filter(|service| service.from <= cycle)
}

fn served_by(service: Service, event: Option<Event>, accesses: &[Access]) -> Served {
    let given = |command: Command| {
        let is = |access: &&Access| access.write && access.offset == regs::CMD.offset && access.data == command as u32;
        accesses.iter().find(is).map(|access| access.cycle)
    };
    let from = given(Command::Stop).or(service.asked).unwrap_or(service.from);
    Served { service, event, stopped: given(Command::Run).map_or(0, |run| run.saturating_sub(from)) }
}

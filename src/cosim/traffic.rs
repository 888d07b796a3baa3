//! What happens around the events: idle cycles, back-pressure, commands. All of it follows from a seed.
use super::library::{self, Setup};
use crate::spec::event::Command;
use crate::trace::shapes::Random;

/// Chances are in 65536.
const ONE: u64 = 65536;

/// Longest interval of commands, in events: no sum of intervals in a run leaves 64 bits.
const INTERVAL_MAX: u64 = 1 << 48;

/// Idle cycles of the source and stalls of the sinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pressure {
    /// Everything as fast as the design takes and gives it.
    #[default]
    None,
    /// Now and then a cycle or a few.
    Light,
    /// Half of the time, in stretches that outlast every buffer stage.
    Heavy,
    /// A saturated source, and a sink that is ready one cycle in four.
    Sink,
    /// A source that offers an event every few cycles, and a sink that is always ready.
    Source,
}

impl Pressure {
    /// Every kind.
    pub const ALL: [Pressure; 5] = [Pressure::None, Pressure::Light, Pressure::Heavy, Pressure::Sink, Pressure::Source];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Pressure::None => "none",
            Pressure::Light => "light",
            Pressure::Heavy => "heavy",
            Pressure::Sink => "sink",
            Pressure::Source => "source",
        }
    }

    /// Fills in the generators of the testbench.
    pub(super) fn apply(self, setup: &mut Setup) {
        // (idle, idle_max, stall, stall_max, together)
        let (idle, idle_max, stall, stall_max, together) = match self {
            Pressure::None => (0, 0, 0, 0, 0),
            Pressure::Light => (ONE / 32, 3, ONE / 32, 3, ONE / 2),
            Pressure::Heavy => (ONE / 8, 24, ONE / 8, 24, ONE / 2),
            Pressure::Sink => (0, 0, ONE / 2, 5, ONE),
            Pressure::Source => (ONE / 2, 40, 0, 0, ONE / 4),
        };
        *setup = Setup { idle, idle_max, stall, stall_max, together, ..*setup };
    }
}

/// Events that come to the source per cycle, at even distances, as from a core that does not wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate(u32);

impl Rate {
    /// Reads a number of events per cycle: more than 0, at most 1; kept in steps of 1/65536.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rate: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
        let steps = (rate * ONE as f64).round();
        if rate <= 1.0 && steps >= 1.0 {
            Ok(Self(steps as u32))
        } else {
            Err("expected events per cycle: more than 0, at most 1".into())
        }
    }

    /// Events per cycle.
    pub fn per_cycle(self) -> f64 {
        f64::from(self.0) / ONE as f64
    }

    /// Events in 65536 cycles, for the testbench.
    pub(super) fn setup(self) -> u64 {
        self.0.into()
    }
}

/// Commands in the event stream. The end of a trace is one more snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Commands {
    /// None.
    #[default]
    None,
    /// These, each after so many events; ordered by position.
    At(Vec<(u64, Command)>),
    /// The same command after every so many events.
    Every(u64, Command),
    /// Random commands at random distances of so many events on average, from the seed of the run.
    Random(u64),
}

impl Commands {
    /// Reads `none`, `random:MEAN`, `every:EVENTS:COMMAND` or a list `POSITION:COMMAND,...`, with the commands
    /// `snapshot`, `reset` and `snapshot_reset`.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number of events"));
        let interval = |text: &str| match number(text)? {
            0 => Err("an interval is at least one event".to_string()),
            events if events > INTERVAL_MAX => Err(format!("an interval is at most {INTERVAL_MAX} events")),
            events => Ok(events),
        };
        if text == "none" {
            return Ok(Commands::None);
        }
        if let Some(mean) = text.strip_prefix("random:") {
            return Ok(Commands::Random(interval(mean)?));
        }
        if let Some(rest) = text.strip_prefix("every:") {
            let (events, command) = rest.split_once(':').ok_or("expected every:EVENTS:COMMAND")?;
            return Ok(Commands::Every(interval(events)?, command_named(command)?));
        }
        let mut list = vec![];
        for item in text.split(',') {
            let (position, command) = item
                .split_once(':')
                .ok_or("expected none, random:MEAN, every:EVENTS:COMMAND or POSITION:COMMAND,...")?;
            list.push((number(position)?, command_named(command)?));
        }
        list.sort_by_key(|(position, _)| *position);
        Ok(Commands::At(list))
    }

    pub(super) fn schedule(&self, seed: u64) -> Schedule {
        let mut schedule = Schedule { commands: self.clone(), random: Random(seed ^ 0xc0_3a4d), used: 0, next: None };
        schedule.next = schedule.after(0);
        schedule
    }
}

/// The command called `name`.
fn command_named(name: &str) -> Result<Command, String> {
    match name {
        "snapshot" => Ok(Command::Snapshot),
        "reset" => Ok(Command::Reset),
        "snapshot_reset" => Ok(Command::SnapshotReset),
        _ => Err(format!("no command `{name}`: expected snapshot, reset or snapshot_reset")),
    }
}

/// The commands of one run, in order.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    commands: Commands,
    random: Random,
    used: usize,
    next: Option<(u64, Command)>,
}

impl Schedule {
    fn after(&mut self, position: u64) -> Option<(u64, Command)> {
        match &self.commands {
            Commands::None => None,
            Commands::At(list) => list.get(self.used).copied(),
            Commands::Every(events, command) => Some((position + events, *command)),
            Commands::Random(mean) => {
                let distance = self.random.below(2 * mean + 1);
                let command = Command::ALL[self.random.below(Command::ALL.len() as u64) as usize];
                Some((position + distance, command))
            }
        }
    }

    /// Commands that come before the event at `end`, with positions relative to `start`. Those right before `end` are
    /// left for the next batch.
    pub(super) fn batch(&mut self, start: u64, end: u64) -> Vec<library::Command> {
        let mut commands = vec![];
        while let Some((position, command)) = self.next.filter(|(position, _)| *position < end) {
            commands.push(library::Command { position: position.saturating_sub(start), op: command as u64 });
            self.used += 1;
            self.next = self.after(position);
        }
        commands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        assert_eq!(Commands::parse("none"), Ok(Commands::None));
        assert_eq!(Commands::parse("random:100"), Ok(Commands::Random(100)));
        assert_eq!(Commands::parse("every:64:snapshot_reset"), Ok(Commands::Every(64, Command::SnapshotReset)));
        let list = vec![(2, Command::Reset), (5, Command::Snapshot)];
        assert_eq!(Commands::parse("5:snapshot,2:reset"), Ok(Commands::At(list)));
        for wrong in ["", "every:0:reset", "every:3", "5:restart", "x:reset", "random:0", "random:9223372036854775808"]
        {
            assert!(Commands::parse(wrong).is_err(), "{wrong}");
        }
        let long = Commands::parse("every:18446744073709551615:reset").unwrap_err();
        assert_eq!(long, "an interval is at most 281474976710656 events");
        // The longest ones end.
        for longest in [Commands::Random(INTERVAL_MAX), Commands::Every(INTERVAL_MAX, Command::Reset)] {
            assert_eq!(longest.schedule(5).batch(0, 1 << 20), []);
        }
    }

    #[test]
    fn a_schedule_does_not_depend_on_the_batches() {
        for commands in [
            Commands::Every(7, Command::Snapshot),
            Commands::Random(5),
            Commands::At(vec![(0, Command::Reset), (0, Command::Snapshot), (99, Command::Snapshot)]),
        ] {
            let mut whole = commands.schedule(3);
            let want: Vec<_> = whole.batch(0, 100).iter().map(|c| (c.position, c.op)).collect();
            let mut parts = commands.schedule(3);
            let got: Vec<_> = (0..100)
                .step_by(10)
                .flat_map(|start| parts.batch(start, start + 10).into_iter().map(move |c| (start + c.position, c.op)))
                .collect();
            assert_eq!(got, want);
            assert!(want.len() >= 3);
        }
    }
}

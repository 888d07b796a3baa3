//! Golden model of the emitted `rap` top: coalescer, tree and in-order commands (docs/reference/rap.md R8, R10, R11).
use super::Rap;
use crate::model::coalescer::Coalescer;
use crate::model::profile::Profile;
use crate::spec::event::{Command, Event, Item};
use crate::spec::rap::{Config, Error, Service};

/// A coalescer, if one is configured, in front of a tree, driven by one stream of events and commands.
///
/// ```
/// use treetap::model::rap::Top;
/// use treetap::spec::{coalescer, event::{Command, Event}, rap::Config};
///
/// let config = Config { coalescer: Some(coalescer::Config::new(64)), ..Config::new(32, 128) };
/// let mut rap = Top::new(config)?;
/// for i in 0..10_000u64 {
///     rap.add(Event::unit(0x8000_0000 + 4 * (i % 50)));
/// }
/// let profile = rap.command(Command::Snapshot).expect("a snapshot dumps");
/// assert_eq!((profile.n, profile.lost), (10_000, 0));
/// let (lo, hi) = profile.query(0x8000_0000, 0x8000_00ff);
/// assert!(lo <= 10_000 && 10_000 <= hi);
/// # Ok::<(), treetap::spec::rap::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Top {
    config: Config,
    /// What the next reset command loads (R11).
    next: Config,
    coalescer: Option<Coalescer>,
    rap: Rap,
    emitted: u64,
    zero_weight: u32,
}

impl Top {
    /// The state after reset.
    pub fn new(config: Config) -> Result<Self, Error> {
        let rap = Rap::new(config)?;
        let coalescer = config.coalescer.map(Coalescer::new).transpose().map_err(Error::Coalescer)?;
        Ok(Self { config, next: config, coalescer, rap, emitted: 0, zero_weight: 0 })
    }

    /// The configuration in force.
    pub const fn config(&self) -> Config {
        self.config
    }

    /// The tree.
    pub const fn rap(&self) -> &Rap {
        &self.rap
    }

    /// Begins to add up how long an engine that takes this for each event would be held: [`Rap::longest_service`].
    pub fn measure(&mut self, service: Service) {
        self.rap.measure(service);
    }

    /// Events that have entered the tree since the last reset: what the coalescer sent out, lost events included.
    pub const fn emitted(&self) -> u64 {
        self.emitted
    }

    /// Events of weight 0 that were accepted and ignored since the last reset; saturates (R10).
    pub const fn zero_weight(&self) -> u32 {
        self.zero_weight
    }

    /// One event (R3 to R7, through the coalescer if there is one). Weight 0 is ignored and counted.
    ///
    /// Key bits above `K` are not looked at by the tree but are part of the coalescer's compare: callers keep keys
    /// within `K` bits.
    #[inline]
    pub fn add(&mut self, event: Event) {
        if event.weight == 0 {
            self.zero_weight = self.zero_weight.saturating_add(1);
            return;
        }
        let out = match &mut self.coalescer {
            Some(coalescer) => coalescer.push(event),
            None => Some(event),
        };
        if let Some(out) = out {
            self.emitted += 1;
            self.rap.add(out);
        }
    }

    /// Many events, in order: the same as [`Top::add`] for each, but faster.
    pub fn add_all(&mut self, events: &[Event]) {
        if self.coalescer.is_some() || events.iter().any(|event| event.weight == 0) {
            events.iter().for_each(|&event| self.add(event));
        } else {
            self.emitted += events.len() as u64;
            self.rap.add_all(events);
        }
    }

    /// Many events of weight 1, in order: the same as [`Top::add`] for each, but faster.
    pub fn add_keys(&mut self, keys: &[u64]) {
        if self.coalescer.is_some() {
            keys.iter().for_each(|&key| self.add(Event::unit(key)));
        } else {
            self.emitted += keys.len() as u64;
            self.rap.add_keys(keys);
        }
    }

    /// Sets the registers `T0`, EPS and `WMAX` from `config`; they take effect at the next resetting command and only
    /// there (R11). `weight_max` is ignored without a coalescer.
    ///
    /// # Errors
    /// What [`Config::validate`] finds wrong with the new values. Parameters that are wired into the hardware are not
    /// taken over.
    pub fn configure(&mut self, config: Config) -> Result<(), Error> {
        let mut next = Config { t0: config.t0, eps: config.eps, ..self.config };
        if let (Some(to), Some(from)) = (&mut next.coalescer, &config.coalescer) {
            to.weight_max = from.weight_max;
        }
        next.validate()?;
        self.next = next;
        Ok(())
    }

    /// A command at this position of the stream (R8, R11). A snapshot flushes the coalescer as ordinary events and
    /// returns the profile; a reset empties it without emitting.
    pub fn command(&mut self, command: Command) -> Option<Profile> {
        let profile = command.dumps().then(|| {
            if let Some(coalescer) = &mut self.coalescer {
                coalescer.flush(|event| {
                    self.emitted += 1;
                    self.rap.add(event);
                });
            }
            self.rap.snapshot()
        });
        if command.resets() {
            self.config = self.next;
            self.rap.reconfigure(self.config);
            if let (Some(coalescer), Some(config)) = (&mut self.coalescer, self.config.coalescer) {
                coalescer.clear();
                coalescer.set_weight_max(config.weight_max);
            }
            self.emitted = 0;
            self.zero_weight = 0;
        }
        profile
    }

    /// One item of the stream: an event or a command.
    pub fn item(&mut self, item: Item) -> Option<Profile> {
        match item {
            Item::Event(event) => {
                self.add(event);
                None
            }
            Item::Command(command) => self.command(command),
        }
    }
}

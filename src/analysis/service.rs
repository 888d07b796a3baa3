//! What an engine with the hand guarantees on any stream: how long an event holds it, how many events wait
//! (docs/reference/rap.md#service).
use crate::spec::rap::{Config, Demand, Engine, Preset, Service, ladder_steps};

/// Distances of events, in cycles, for which the longest queue is given.
const DISTANCES: [u64; 5] = [1, 2, 4, 16, 64];

/// The longest that an event may hold the engine.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The heaviest that it may be.
    pub weight: u16,
    /// The most that it asks for.
    pub demand: Demand,
    /// In cycles.
    pub cycles: u64,
}

/// What a whole stream asks for at most.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    /// Its weight.
    pub weight: u64,
    pub rounds: u64,
    pub creates: u64,
    pub absorbed: u64,
    /// Cycles beyond the initiation interval of each event.
    pub waiting: u64,
}

/// The longest queue before the engine.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    /// Cycles from one event to the next.
    pub distance: u64,
    /// Events; `None`: there is no bound, as the engine needs longer for each of them.
    pub entries: Option<u64>,
}

/// What one configuration guarantees.
#[derive(Clone, Debug)]
pub struct Guarantee {
    pub name: &'static str,
    pub engine: Engine,
    pub config: Config,
    pub service: Service,
    /// An event of weight 1 after one of weight 1, and any event.
    pub events: [Event; 2],
    pub stream: Stream,
    pub queues: Vec<Queue>,
}

impl Guarantee {
    /// For streams that weigh `weight` together.
    pub fn of(preset: &Preset, weight: u64) -> Self {
        let config = preset.config;
        let service = Service::of(preset.engine, &config);
        let events = [1, config.coalescer.map_or(u16::MAX, |coalescer| coalescer.weight_max)].map(|weight| {
            let demand = Demand::most(&config, weight);
            Event { weight, demand, cycles: service.cycles(demand) }
        });
        let stream = Stream::of(&config, &service, weight);
        let longest = events[1].cycles;
        let mut distances: Vec<u64> = DISTANCES.into_iter().chain(events.map(|event| event.cycles)).collect();
        distances.sort_unstable();
        distances.dedup();
        let queue = |distance: u64| {
            let entries = if distance >= longest {
                Some(1)
            } else {
                (distance >= u64::from(service.interval)).then(|| (stream.waiting / distance + 1).min(weight))
            };
            Queue { distance, entries }
        };
        let queues = distances.into_iter().map(queue).collect();
        Self { name: preset.name, engine: preset.engine, config, service, events, stream, queues }
    }
}

impl Stream {
    /// A stream that weighs `weight` together, through an engine that takes `service`.
    pub fn of(config: &Config, service: &Service, weight: u64) -> Self {
        let nodes = u64::from(config.nodes);
        let weight = weight.min(config.count_max());
        // While T < n a round raises T; once T >= n nothing is made any more, and every round takes the leaves of a
        // level at least.
        let rounds = ladder_steps(config.t0, weight) + 1 + u64::from(config.levels());
        // A slot is taken back once a round at most, and given out once for each time that it was free.
        let absorbed = rounds * (nodes - 1);
        let creates = nodes - 1 + absorbed;
        let visits = rounds * (nodes - 1);
        let of = |demand: Demand| service.cycles(demand);
        let one = Demand::default();
        let create = of(Demand { creates: 1, ..one });
        let leaf = of(Demand { visits: 1, leaves: 1, absorbed: 1, ..one });
        let climb = of(Demand { steps: Demand::most(config, 1).steps, ..one });
        Self { weight, rounds, creates, absorbed, waiting: creates * create + visits * leaf + rounds * climb }
    }
}

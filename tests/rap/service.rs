//! No event holds an engine longer than its contract says, on any stream (docs/reference/rap.md#service). That each
//! event of a co-simulation keeps to it is a law that every run checks; here is what the bounds rest on, and that the
//! law can fail.
use crate::support::bench::{self, Case, on_two_threads};
use crate::support::properties::{configs, shapes, weight_limits};
use crate::support::shapes::events;
use proptest::prelude::*;
use treetap::analysis::service::Stream;
use treetap::catalog;
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::cosim::traffic::Pressure;
use treetap::model::rap::Rap;
use treetap::spec::rap::{Collapse, Config, Demand, Engine, Hand, Service, preset};
use treetap::trace::shapes::Shape;

/// A service that is nothing but a count of one thing that events ask for.
const NOTHING: Service = Service { interval: 0, event: 0, visit: 0, leaf: 0, absorbed: 0, create: 0, row: 0, step: 0 };
const VISITS: Service = Service { visit: 1, ..NOTHING };
const CREATES: Service = Service { create: 1, ..NOTHING };
const STEPS: Service = Service { step: 1, ..NOTHING };

fn hands() -> impl Strategy<Value = Collapse> {
    (1u32..20, 1u16..400, 0u16..40, 1u16..6).prop_map(|(reserve, weight_cap, per_create, jump)| {
        Collapse::Hand(Hand { reserve: Some(reserve), weight_cap, per_create, jump })
    })
}

/// The most that one event of the stream asks for, of one thing.
fn most(config: Config, stream: &[treetap::spec::event::Event], of: Service) -> u64 {
    let mut rap = Rap::new(config).unwrap();
    rap.measure(of);
    stream.iter().for_each(|event| rap.add(*event));
    rap.longest_service()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_event_and_no_stream_asks_for_more_than_the_rules_let_it(
        config in configs(hands(), 16u32..=48), shape in shapes(), weight_max in weight_limits(), seed: u64,
    ) {
        let config = Config { eps: None, ..config };
        let reserve = |hand: Hand| Hand { reserve: Some(hand.reserve(config.nodes).min(config.nodes - 1)), ..hand };
        let Collapse::Hand(hand) = config.collapse else { unreachable!() };
        let config = Config { collapse: Collapse::Hand(reserve(hand)), ..config };
        let stream = events(shape, config.key_bits, weight_max, 1500, seed);
        let limit = Demand::most(&config, weight_max);
        prop_assert!(most(config, &stream, VISITS) <= u64::from(limit.visits));
        prop_assert!(most(config, &stream, CREATES) <= u64::from(limit.creates));
        prop_assert!(most(config, &stream, STEPS) <= u64::from(limit.steps));

        let mut rap = Rap::new(config).unwrap();
        stream.iter().for_each(|event| rap.add(*event));
        let whole = Stream::of(&config, &NOTHING, rap.n());
        prop_assert!(u64::from(rap.rounds()) <= whole.rounds, "{} rounds of {}", rap.rounds(), whole.rounds);
        prop_assert!(u64::from(rap.creates()) <= whole.creates, "{} creates of {}", rap.creates(), whole.creates);
    }
}

#[test]
fn some_events_ask_for_all_that_the_rules_let_them() {
    let config = Config { collapse: Collapse::hand(true), ..Config::new(32, 1024) };
    let chains: Vec<_> = Shape::parse("uniform?events=20000&weights=60000").unwrap().events(32).collect();
    let limit = Demand::most(&config, 60_000);
    assert_eq!(limit, Demand { visits: 256 + 8 * 16, leaves: 384, absorbed: 384, creates: 16, steps: 4 });
    assert_eq!(most(config, &chains, CREATES), 16);
    assert!(most(config, &chains, VISITS) > 256, "no visits for a chain");
    assert_eq!(most(config, &chains, STEPS), 4);
    let light: Vec<_> = Shape::parse("zipf?events=200000&seed=5").unwrap().events(32).collect();
    let config = Config::new(32, 1024);
    let limit = Demand::most(&config, 1);
    assert_eq!((most(config, &light, VISITS), most(config, &light, CREATES)), (9, 1));
    assert_eq!((limit.visits, limit.creates), (9, 1));
}

/// An edit of the emitted Verilog after which the engine waits 512 cycles, and more, where it need not, and says the
/// same otherwise: a line after which a counter is declared, and a condition that is to wait for it.
struct Late {
    preset: &'static str,
    engine: Engine,
    line: &'static str,
    condition: &'static str,
}

const LATE: [Late; 3] = [
    Late {
        preset: "mini",
        engine: Engine::Serial,
        line: "    wire hand_lose = state == State_Push;\n",
        condition: "if (~limit_busy) state <= State_Visit",
    },
    Late {
        preset: "k32n64",
        engine: Engine::Cam,
        line: "    wire scout_leaf = ~(|below);\n",
        condition: "if (~ladder_busy) goes_settled = State_Run",
    },
    Late {
        preset: "k32n64",
        engine: Engine::Pipelined,
        line: "    wire pace_owing;\n",
        condition: "steady <= ~ladder_busy",
    },
];

#[test]
fn an_engine_that_holds_an_event_longer_than_it_may_is_found() {
    on_two_threads(&LATE, |late| {
        let options = Options::rap(&preset(late.preset).unwrap().with_engine(late.engine));
        let emitted = options.design().unwrap().verilog;
        let workload =
            Workload::Events(Shape::parse("zipf?events=20000&seed=5").unwrap().events(32).collect::<Vec<_>>().into());
        for is_late in [false, true] {
            let rtl = is_late.then(|| {
                let name = late.engine.name();
                assert_eq!(emitted.matches(late.line).count(), 1, "{name}: {}", late.line);
                assert!(emitted.matches(late.condition).count() > 0, "{name}: {}", late.condition);
                let counter = "    reg [8:0] late = 9'd0;\n    always @(posedge clk) late <= late + 9'd1;\n";
                emitted
                    .replace(late.line, &format!("{}{counter}", late.line))
                    .replace(late.condition, &late.condition.replacen("busy", "busy & (&late)", 1))
            });
            let options = Options { rtl, effort: Effort::Quick, locate: false, ..options.clone() };
            let report = Bench::new(&options).unwrap().run(&workload, &mut |_, _| {}).unwrap();
            // The sums of each event's reasons find it first; that the law can fail alone: `cosim::rap::tests`.
            let found = report.fault.map(|fault| fault.field);
            assert!(report.rounds > 5, "{}: {} rounds", late.preset, report.rounds);
            assert_eq!(report.pause_limit > 0, !is_late, "{}", late.engine.name());
            assert_eq!(found.as_deref(), is_late.then_some("stat_stall"), "{}", late.engine.name());
        }
    });
}

#[test]
fn the_end_of_a_round_is_in_the_contract_of_the_serial_engine() {
    // The soak found the event that takes as long as it may, while a round ends: a contract without that is short by
    // one cycle.
    let preset = catalog::rap_preset("x86", Some(Engine::Serial)).unwrap();
    let case = Case { shape: "lcg?events=30000&weights=2&seed=6", pressure: Pressure::None, commands: "random:5000" };
    let report = case.run(&bench::bench(&preset), &Options { seed: 6, ..bench::options(&preset) });
    assert!(report.rounds > 50 && report.longest_pause == 1743, "{report:?}");
}

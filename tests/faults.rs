//! Tests of the tests: faults planted in the emitted Verilog, each of which the co-simulation has to find.
#[path = "support/scenarios.rs"]
mod scenarios;

use scenarios::Difference;
use std::sync::Mutex;
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::spec::rap::preset;

const PRESET: &str = "mini";

/// An edit of the Verilog: `pattern` must be there exactly once.
struct Fault {
    name: &'static str,
    pattern: &'static str,
    replacement: &'static str,
}

const FAULTS: &[Fault] = &[
    Fault {
        name: "coalescer: an entry leaves while the output is taken",
        pattern: "leaving <= (leaving & ~free) | (",
        replacement: "leaving <= (",
    },
    Fault {
        name: "coalescer: a flush leaves the entries where they are",
        pattern: "wire [15:0] new_weight = flushing ? 16'd0 : hit ? sum : ev_weight;",
        replacement: "wire [15:0] new_weight = flushing & flush_op[1] ? 16'd0 : hit ? sum : ev_weight;",
    },
    Fault {
        name: "coalescer: keys that differ in high bits alias",
        pattern: "equal_high <= ~(|(differing >> 16));",
        replacement: "equal_high <= ~(|differing[23:16]);",
    },
    Fault {
        name: "coalescer: weight limit ignored",
        pattern: "fits <= ~beyond[16] & ~excess[16];",
        replacement: "fits <= 1'b1;",
    },
    Fault {
        name: "coalescer: an event of weight 0 takes an entry",
        pattern: "wire taking = flushing | (~flush_valid & ~zero);",
        replacement: "wire taking = flushing | ~flush_valid;",
    },
    Fault {
        name: "coalescer: a reset leaves the entries",
        pattern: "if (~flush_op[0]) begin",
        replacement: "if (1'b0) begin",
    },
    Fault {
        name: "a command overtakes the events in the coalescer",
        pattern: "wire engine_cmd_valid = cmd_valid & drained;",
        replacement: "wire engine_cmd_valid = cmd_valid;",
    },
    Fault {
        name: "an event slips in beside a command",
        pattern: "wire input_valid = ev_valid & ~engine_clearing & ~cmd_valid;",
        replacement: "wire input_valid = ev_valid & ~engine_clearing;",
    },
    Fault {
        name: "threshold off by one: own + w = T does not fit",
        pattern: "wire carry_in = (|part) ? above : dry;",
        replacement: "wire carry_in = (|part) ? above : 1'b1;",
    },
    Fault {
        name: "ladder with two mantissa bits",
        pattern: "below <= |(place >> 2);",
        replacement: "below <= |(place >> 3);",
    },
    Fault {
        name: "weight lost on collapse: the sum is not written to the parent",
        pattern: "put = 1'b1;\n                    if (~dry) cursor_write = 1'b1;",
        replacement: "if (~dry) cursor_write = 1'b1;",
    },
    Fault {
        name: "free-list leak: an absorbed node is not returned",
        pattern: "free <= cursor_child;\n                        live <= census;",
        replacement: "live <= census;",
    },
    Fault {
        name: "wrong child digit: low bit from the level above",
        pattern: "assign below = ({1'd0, high} << 1) | {1'd0, low};",
        replacement: "assign below = ({1'd0, high} << 1) | {1'd0, high};",
    },
    Fault {
        name: "a new node keeps the count of its former life",
        pattern: "wire own_we = clear |",
        replacement: "wire own_we = (clear & ~digit[0]) |",
    },
    Fault {
        name: "the weight of an event loses its high byte",
        pattern: "if (weigh) addends0 <= weight;",
        replacement: "if (weigh) addends0 <= {8'd0, weight[7:0]};",
    },
    Fault {
        name: "n wraps instead of losing weight",
        pattern: "assign refused = verdict & overflow & ~(|chosen);",
        replacement: "assign refused = 1'b0;",
    },
    Fault {
        name: "the flag of lost weight is never set",
        pattern: "any_lost <= (any_lost | (state == State_Refuse)) &",
        replacement: "any_lost <= any_lost &",
    },
    Fault {
        name: "unit nodes are split further",
        pattern: "unit <= depth == below_unit;",
        replacement: "unit <= 1'b0;",
    },
    Fault {
        name: "a reset keeps the threshold",
        pattern: "limit_load = wiping & pump_first_bit;",
        replacement: "limit_load = wiping & pump_first_bit & ~by_command;",
    },
    Fault {
        name: "the checksum of a dump goes on from the dump before",
        pattern: "crc <= (crc >> 1) | ({31'd0, last} << 31);",
        replacement: "crc <= crc >> 1;",
    },
    Fault {
        name: "a word of the dump does not wait for ready",
        pattern: "if (dump_ready & offer) offer <= 1'b0;",
        replacement: "if (offer) offer <= 1'b0;",
    },
    Fault {
        name: "a leaf below a kept node counts as kept",
        pattern: "((state == State_Up) & parent_kept)",
        replacement: "(state == State_Up)",
    },
];

/// The scenario that found a difference, and what differed.
fn caught(rtl: &str) -> Option<Difference> {
    let preset = preset(PRESET).unwrap();
    let options = Options { rtl: Some(rtl.to_string()), effort: Effort::Quick, ..Options::rap(preset) };
    let bench = Bench::new(&options).unwrap_or_else(|e| panic!("the edited design does not build: {e}"));
    scenarios::difference(&bench)
}

fn emitted() -> String {
    Options::rap(preset(PRESET).unwrap()).design().unwrap().verilog
}

#[test]
fn every_planted_fault_is_found() {
    let verilog = emitted();
    assert!(FAULTS.len() >= 12);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let missed = Mutex::new(vec![]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(fault) = FAULTS.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    let found = verilog.matches(fault.pattern).count();
                    if found != 1 {
                        missed.lock().unwrap().push(format!("{}: its pattern is there {found} times", fault.name));
                        continue;
                    }
                    match caught(&verilog.replacen(fault.pattern, fault.replacement, 1)) {
                        Some(found) => println!("{}: {} under {}", fault.name, found.field, found.scenario),
                        None => missed.lock().unwrap().push(format!("{}: not found", fault.name)),
                    }
                }
            });
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn the_design_without_a_fault_passes_all_of_it() {
    assert_eq!(caught(&emitted()), None);
}

#[test]
fn a_difference_is_traced_to_its_first_event_and_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let preset = preset(PRESET).unwrap();
    let fault = FAULTS.iter().find(|f| f.name.starts_with("weight lost")).unwrap();
    let options = Options {
        rtl: Some(emitted().replacen(fault.pattern, fault.replacement, 1)),
        effort: Effort::Quick,
        locate: true,
        waveform: Some(dir.path().join("difference.fst")),
        ..Options::rap(preset)
    };
    let workload = Workload::parse("shape:zipf?events=6000", Default::default(), preset.config).unwrap();
    let bench = Bench::new(&options).unwrap();
    let found = bench.run(&workload, &mut |_, _| {}).unwrap().fault.unwrap();
    assert!(found.exact, "{found:?}");
    let size = std::fs::metadata(found.waveform.as_ref().unwrap()).unwrap().len();
    assert!(size > 500, "{size} bytes");
    // One event less, and hardware and model agree.
    let mut events = vec![];
    workload.open().unwrap().next_batch(&mut events).unwrap();
    events.truncate(found.event as usize - 1);
    let options = Options { locate: false, waveform: None, ..options };
    let report = bench.with(&options).run(&Workload::Events(events.into()), &mut |_, _| {}).unwrap();
    assert_eq!(report.mismatches, 0, "{found:?}");
}

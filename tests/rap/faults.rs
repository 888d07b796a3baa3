//! Tests of the tests: faults planted in the emitted Verilog, each of which the co-simulation has to find.
use crate::support::bench::on_two_threads;
use crate::support::scenarios::{self, Difference};
use std::sync::Mutex;
use treetap::cosim::build::Effort;
use treetap::cosim::run::{Bench, Options};
use treetap::cosim::source::Workload;
use treetap::spec::rap::{Config, Engine, Eps, Preset, preset};

/// An edit of the Verilog: `pattern` must be there exactly once.
struct Fault {
    name: &'static str,
    pattern: &'static str,
    replacement: &'static str,
}

/// Faults, and the design that they are planted in.
struct Planted {
    preset: &'static str,
    engine: Engine,
    eps: Option<Eps>,
    faults: &'static [Fault],
}

/// Every engine with a pool that fills; no coalescer stands before those that take an event per cycle, so that events
/// of one key come one right after the other. And what only the largest pool has, and only EPS mode.
const PLANTED: [Planted; 6] = [
    Planted { preset: "mini", engine: Engine::Serial, eps: None, faults: SERIAL },
    Planted { preset: "k32n64", engine: Engine::Serial, eps: None, faults: LOST },
    Planted { preset: "k32n64", engine: Engine::Pipelined, eps: None, faults: PIPELINED },
    Planted { preset: "k32n64", engine: Engine::Cam, eps: None, faults: CAM },
    Planted { preset: "max", engine: Engine::Pipelined, eps: None, faults: FAR },
    Planted { preset: "k64n512", engine: Engine::Serial, eps: Some(Eps { m: 6, s: 10 }), faults: EPS },
];

impl Planted {
    fn design(&self) -> Preset {
        preset(self.preset).unwrap().with_engine(self.engine)
    }

    fn emitted(&self) -> String {
        Options::rap(&self.design()).design().unwrap().verilog
    }

    /// The scenario that finds a difference in this Verilog, and what differs.
    fn caught(&self, rtl: String) -> Option<Difference> {
        let mut options = Options { rtl: Some(rtl), effort: Effort::Quick, ..Options::rap(&self.design()) };
        options.config = Config { eps: self.eps, ..options.config };
        let bench = Bench::new(&options).unwrap_or_else(|e| panic!("the edited design does not build: {e}"));
        scenarios::difference(&bench)
    }
}

const SERIAL: &[Fault] = &[
    Fault {
        name: "coalescer: an entry leaves while the output is taken",
        pattern: "leaving <= leaves & ~free;",
        replacement: "leaving <= 1'b0;",
    },
    Fault {
        name: "coalescer: a flush leaves the entries where they are",
        pattern: "erases <= flushing;",
        replacement: "erases <= flushing & (flush_op != 2'd1);",
    },
    Fault {
        name: "coalescer: an entry is read while it is written",
        pattern: "ev_valid & ~behind",
        replacement: "ev_valid",
    },
    Fault {
        name: "coalescer: keys that differ in high bits alias",
        pattern: "equal_high <= ~(|(differing >> 16));",
        replacement: "equal_high <= ~(|differing[23:16]);",
    },
    Fault {
        name: "coalescer: weight limit ignored",
        pattern: "fits <= ~beyond[16] & ~excess[16] & ~flushing;",
        replacement: "fits <= ~flushing;",
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
        pattern: "assign engine_cmd_valid = command & flushed & ~queue_waiting;",
        replacement: "assign engine_cmd_valid = command;",
    },
    Fault {
        name: "an event slips in beside a command",
        pattern: "wire open = ~engine_clearing & ~command;",
        replacement: "wire open = ~engine_clearing;",
    },
    Fault {
        name: "threshold off by one: own + w = T does not fit",
        pattern: "wire carry_in = (|part) & above;",
        replacement: "wire carry_in = ~(|part) | above;",
    },
    Fault { name: "ladder with a rung too few", pattern: "top <= leading;", replacement: "top <= leading + 4'd1;" },
    Fault {
        name: "weight lost by an absorption: the sum is not written to the parent",
        pattern: "if (hand_fits) put = 1'b1;",
        replacement: "",
    },
    Fault {
        name: "free-list leak: an absorbed node is not returned",
        pattern: "State_Push: begin\n                free <= cursor_child;",
        replacement: "State_Push: begin",
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
        pattern: "unit <= (depth == unit_level) & ~visiting;",
        replacement: "unit <= 1'b0;",
    },
    Fault {
        name: "hand: every leaf is absorbed after an event of a unit node",
        pattern: "unit <= (depth == unit_level) & ~visiting;",
        replacement: "unit <= depth == unit_level;",
    },
    Fault {
        name: "finger: an absorbed node stays on the path",
        pattern: "if ((state == State_Init) | (state == State_Refuse) | (state == State_Link) | (state == \
            State_Header)",
        replacement: "if ((state == State_Init) | (state == State_Refuse) | (state == State_Header)",
    },
    Fault {
        name: "finger: a walk begins below the end of the path",
        pattern: "if (deepest < {2'd0, common}) start <= deepest[2:0];",
        replacement: "",
    },
    Fault {
        name: "finger: a walk begins where the one before began",
        pattern: "fourth <= stays & third;",
        replacement: "fourth <= stays;",
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
        name: "hand: a node with children is absorbed",
        pattern: "wire leaves_wd = fresh | (lose & (children_rd == 3'd1));",
        replacement: "wire leaves_wd = fresh | lose;",
    },
    Fault {
        name: "hand: a node that has lost all of its children is not absorbed",
        pattern: "wire leaves_wd = fresh | (lose & (children_rd == 3'd1));",
        replacement: "wire leaves_wd = fresh;",
    },
    Fault {
        name: "hand: the eye stays where it is when a leaf fits",
        pattern: "returns <= fitting;",
        replacement: "returns <= 1'b0;",
    },
    Fault {
        name: "hand: the eye goes back by one slot, however far it went",
        pattern: "if (advance) back <= back - 2'd1;",
        replacement: "",
    },
    Fault {
        name: "hand: a free slot is absorbed once more",
        pattern: "wire hand_fresh = (state == State_Clear) | (state == State_Root);",
        replacement: "wire hand_fresh = (state == State_Clear) | (state == State_Root) | (state == State_Link);",
    },
    Fault {
        name: "hand: a leaf is absorbed one slot too early",
        pattern: "if (~hand_owing) begin",
        replacement: "if (1'b0) begin",
    },
    Fault {
        name: "hand: a leaf that does not fit its parent is absorbed",
        pattern: "wire fitting = third & ~over;",
        replacement: "wire fitting = third;",
    },
    Fault {
        name: "hand: an absorbed node stays in its parent",
        pattern: "State_Push: write = 1'b1;",
        replacement: "State_Push: ;",
    },
    Fault {
        name: "hand: its rounds begin when no slot is free",
        pattern: "due <= live[aw[2:0]] | (",
        replacement: "due <= live[aw[2:0]] & (",
    },
    Fault {
        name: "hand: T does not rise with a round",
        pattern: "limit_step = 1'b1;",
        replacement: "limit_step = hand_owing;",
    },
    Fault {
        name: "hand: T rises one step after events went over it",
        pattern: "if (~far | (place == last_step)) begin",
        replacement: "begin",
    },
    Fault {
        name: "hand: T rises several steps for ever after",
        pattern: "exceeded <= (exceeded |",
        replacement: "exceeded <= exceeded | (",
    },
    Fault {
        name: "hand: a round makes a visit too many",
        pattern: "if (forget | clear | ends) goal <= 10'd1;",
        replacement: "if (forget | clear | ends) goal <= 10'd2;",
    },
    Fault {
        name: "hand: a round has no end",
        pattern: "if (ends | clear) on <= 1'b0;",
        replacement: "if (clear) on <= 1'b0;",
    },
    Fault {
        name: "hand: as many visits as an event weighs",
        pattern: "if (|(weight >> cap_bits)) asked <= for_weight;",
        replacement: "",
    },
    Fault {
        name: "hand: creates ask for no visits",
        pattern: "offer ? asked : for_create;",
        replacement: "offer ? asked : 10'd0;",
    },
    Fault {
        name: "hand: visits are owed for ever",
        pattern: "if (forget | clear | ends) goal <= 10'd1;",
        replacement: "if (clear | ends) goal <= 10'd1;",
    },
    Fault {
        name: "hand: weight over T is not added up",
        pattern: "ledger_word = 3'd5;",
        replacement: "ledger_word = 3'd7;",
    },
];

/// What shows only where no coalescer stands before the tree.
const LOST: &[Fault] = &[Fault {
    name: "hand: a lost event is granted visits",
    pattern: "unless it is lost.\n                if (~refused) begin\n                    if (settled) begin",
    replacement: "\n                begin\n                    if (refused | settled) begin",
}];

const PIPELINED: &[Fault] = &[
    Fault {
        name: "an event right after one of its node gets the count from memory",
        pattern: "near <= event3 & apart1_equal;",
        replacement: "near <= 1'b0;",
    },
    Fault {
        name: "an event two after one of its node gets the count from memory",
        pattern: "from2 <= event3 & apart2_equal;",
        replacement: "from2 <= 1'b0;",
    },
    Fault {
        name: "an event five after one of its node gets what a read beside a write gives",
        pattern: "from_older <= is3 | is4 | (event6 & apart5_same);",
        replacement: "from_older <= is3 | is4;",
    },
    Fault {
        name: "unit nodes are split further",
        pattern: "check <= event3 & ~unit & ~drop;",
        replacement: "check <= event3 & ~drop;",
    },
    Fault {
        name: "an event after one that does not fit is counted",
        pattern: "event3 <= event2 & ~drop;",
        replacement: "event3 <= event2 & ~clear;",
    },
    Fault {
        name: "threshold off by one",
        pattern: "wire [32:0] beyond = {1'd0, excess[31:0]} + {1'd0, base};",
        replacement: "wire [32:0] beyond = {1'd0, excess[31:0]} + {1'd0, base} + 33'd1;",
    },
    Fault {
        name: "the second of two new nodes on a path is not found",
        pattern: "(leads13 & met1) | (leads23 & met2);",
        replacement: "(leads13 & met1);",
    },
    Fault {
        name: "hand: a node with children is absorbed",
        pattern: "leaf3 <= ~(|slots_rd[aw[3:0] +: 3]);",
        replacement: "leaf3 <= 1'b1;",
    },
    Fault {
        name: "hand: the parent of an absorbed leaf is passed as it was seen before",
        pattern: "                frozen <= 1'b1;",
        replacement: "",
    },
    Fault {
        name: "hand: a leaf that was seen to fit its parent is absorbed, whatever was counted since",
        pattern: "check <= event3 & ~unit & ~drop;",
        replacement: "check <= event3 & ~unit & ~drop & ~pseudo3;",
    },
    Fault {
        name: "hand: a leaf that was being counted is passed",
        pattern: "wire doubtful = leaf8 & (~heavy8 | unsure8);",
        replacement: "wire doubtful = leaf8 & ~heavy8;",
    },
    Fault {
        name: "hand: a leaf that has got a child is absorbed",
        pattern: "if (edit2 & growing & met_head) head_vain <= 1'b1;",
        replacement: "",
    },
    Fault {
        name: "an event is counted in a node that is gone",
        pattern: "gone3 <= nowhere | (&level);",
        replacement: "gone3 <= nowhere;",
    },
    Fault {
        name: "an event is counted in the node that came in the place of its own",
        pattern: "old2 <= olds;",
        replacement: "old2 <= 1'b0;",
    },
    Fault { name: "hand: creates ask for no visits", pattern: "if (made) owed <= owed + each;", replacement: "" },
    Fault {
        name: "hand: a round begins without an event that stops",
        pattern: "assign stop = charge4 & (negative | due);",
        replacement: "assign stop = charge4 & negative;",
    },
    Fault {
        name: "hand: a lost event turns it",
        pattern: "refund <= fresh4 & refuse;",
        replacement: "refund <= 1'b0;",
    },
    Fault { name: "ladder whose step never doubles", pattern: "octave <= &steps;", replacement: "octave <= 1'b0;" },
    Fault {
        name: "weight that is lost is not added up",
        pattern: "uncounted <= sum[31:0];",
        replacement: "uncounted <= uncounted;",
    },
    Fault {
        name: "n wraps instead of losing weight",
        pattern: "spill <= near & room[near_bits[4:0]];",
        replacement: "spill <= 1'b0;",
    },
    Fault {
        name: "a word of the dump does not wait for ready",
        pattern: "if (dump_ready) feed <= Feed_Idle;",
        replacement: "feed <= Feed_Idle;",
    },
];

const CAM: &[Fault] = &[
    Fault {
        name: "an event right after one of its node gets the count from memory",
        pattern: "follows <= next;",
        replacement: "follows <= 1'b0;",
    },
    Fault {
        name: "an event six after one of its node gets the count from memory",
        pattern: "if (meets[5]) source <= older0;",
        replacement: "",
    },
    Fault {
        name: "threshold off by one",
        pattern: "difference = {1'd0, sums0} + {1'd0, threshold};",
        replacement: "difference = {1'd0, sums0} + {1'd0, threshold} + 33'd1;",
    },
    Fault {
        name: "unit nodes are split further",
        pattern: "wire light = ~counter_over | unit14;",
        replacement: "wire light = ~counter_over;",
    },
    Fault {
        name: "a parent goes on matching the keys of its new child",
        pattern: "mask <= child_bit | parent_bit;",
        replacement: "mask <= child_bit;",
    },
    Fault {
        name: "a new node matches its first key only",
        pattern: "wilds0 <= wilds0 | mask;",
        replacement: "wilds0 <= wilds0;",
    },
    Fault {
        name: "events after one that does not fit are counted",
        pattern: "if (failed) begin\n                    flight <= 16'd0;",
        replacement: "if (failed) begin\n                    flight <= flight << 1;",
    },
    Fault { name: "free-list leak: an absorbed node is not returned", pattern: "free <= node;", replacement: "" },
    Fault {
        name: "hand: a leaf that does not fit its parent is absorbed",
        pattern: "loose <= seen & light;",
        replacement: "loose <= seen & leaves[3];",
    },
    Fault {
        name: "hand: creates ask for no visits",
        pattern: "if (created) debt <= debt - per_create;",
        replacement: "",
    },
    Fault { name: "hand: a lost event turns it", pattern: ".event_(event_),", replacement: ".event_(last)," },
    Fault { name: "hand: an event pays again after a misfit", pattern: "paid <= ~fits;", replacement: "paid <= 1'b0;" },
    Fault {
        name: "weight that is lost is not added up",
        pattern: "uncounted <= sum[31:0];",
        replacement: "uncounted <= uncounted;",
    },
    Fault {
        name: "an event that is lost is counted, too",
        pattern: "wire event_ = last & ~totals_refused;",
        replacement: "wire event_ = last;",
    },
    Fault {
        name: "a word of the dump does not wait for ready",
        pattern: "if (dump_ready) feed <= Feed_Idle;",
        replacement: "feed <= Feed_Idle;",
    },
];

const FAR: &[Fault] = &[
    Fault {
        name: "an event six after one of its node gets what a read beside a write gives",
        pattern: "from_oldest0 <= is5_0 | (event6 & apart6_0_same);",
        replacement: "from_oldest0 <= is5_0;",
    },
    Fault {
        name: "no bubble for the pointer to a new child, which sets out a cycle later",
        pattern: "push_far0 ? 1'b0 : (",
        replacement: "(",
    },
];

const EPS: &[Fault] = &[
    Fault { name: "a merge point starts no round", pattern: "if (merge_taken) hand_begin = 1'b1;", replacement: "" },
    Fault {
        name: "a merge point within a round does not begin anew",
        pattern: "if (merge_taken) hand_begin = 1'b1;",
        replacement: "if (merge_taken & ~hand_going) hand_begin = 1'b1;",
    },
    Fault {
        name: "a merge point raises T by a step",
        pattern: "if (merge_taken) hand_begin = 1'b1;",
        replacement: "if (merge_taken) begin hand_begin = 1'b1; limit_step = 1'b1; end",
    },
    Fault {
        name: "a merge point forgets the visits for creates",
        pattern: "if (merge) goal <= left0 + 10'd1;",
        replacement: "if (merge) goal <= 10'd1;",
    },
    Fault { name: "a merge point of every n", pattern: "merged <= watch;", replacement: "" },
    Fault { name: "T does not follow n", pattern: "begin_ <= start & (|m);", replacement: "begin_ <= 1'b0;" },
    Fault {
        name: "T goes down to what n asks for",
        pattern: "if (v_bit != t_bit) above <= v_bit;",
        replacement: "if (v_bit != t_bit) above <= 1'b1;",
    },
];

/// So that the pages can say how many there are: what `cargo test` prints with `--nocapture`.
#[test]
fn the_faults_of_every_design_are_counted() {
    let counts: Vec<_> = PLANTED.iter().map(|group| group.faults.len()).collect();
    for (group, count) in PLANTED.iter().zip(&counts) {
        let mode = if group.eps.is_some() { " in EPS mode" } else { "" };
        println!("{count} faults in {} on {}{mode}", group.preset, group.engine.name());
    }
    let all: usize = counts.iter().sum();
    println!("{all} faults");
    for page in ["docs/measured/cosim.md", "docs/contributing/cosim.md"] {
        let text = std::fs::read_to_string(page).unwrap();
        assert!(text.contains(&format!(" {all} ")), "{page} does not say that {all} faults are planted");
    }
}

#[test]
fn every_planted_fault_is_found() {
    let planted: Vec<_> = PLANTED.iter().flat_map(|group| group.faults.iter().map(move |f| (group, f))).collect();
    assert!(Engine::ALL.iter().all(|engine| planted.iter().filter(|(group, _)| group.engine == *engine).count() >= 10));
    // `TREETAP_FAULT` narrows a run down to those whose names have it.
    let named = std::env::var("TREETAP_FAULT").unwrap_or_default();
    let planted: Vec<_> = planted.into_iter().filter(|(_, fault)| fault.name.contains(&named)).collect();
    let missed = Mutex::new(vec![]);
    on_two_threads(&planted, |(group, fault)| {
        let name = format!("{} {}: {}", group.preset, group.engine.name(), fault.name);
        let verilog = group.emitted();
        let there = verilog.matches(fault.pattern).count();
        if there != 1 {
            missed.lock().unwrap().push(format!("{name}: its pattern is there {there} times"));
            return;
        }
        match group.caught(verilog.replacen(fault.pattern, fault.replacement, 1)) {
            Some(found) => println!("{name}: {} under {}", found.field, found.scenario),
            None => missed.lock().unwrap().push(format!("{name}: not found")),
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_design_without_a_fault_passes_all_of_it() {
    on_two_threads(&PLANTED, |group| assert_eq!(group.caught(group.emitted()), None));
}

#[test]
fn a_difference_is_traced_to_its_first_event_and_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let group = PLANTED.iter().find(|group| group.engine == Engine::Serial).unwrap();
    let preset = group.design();
    let fault = group.faults.iter().find(|f| f.name.starts_with("weight lost by")).unwrap();
    let options = Options {
        rtl: Some(group.emitted().replacen(fault.pattern, fault.replacement, 1)),
        effort: Effort::Quick,
        locate: true,
        waveform: Some(dir.path().join("difference.fst")),
        ..Options::rap(&preset)
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

#[test]
fn a_design_that_ends_the_simulation_is_a_fault() {
    let group = PLANTED.iter().find(|group| group.engine == Engine::Serial).unwrap();
    let design = group.emitted();
    let (before, end) = design.rsplit_once("endmodule").unwrap();
    let ends = [
        ("reg [15:0] age = 0; always @(posedge clk) begin age <= age + 1; if (age == 3000) $finish; end", "$finish"),
        ("always @(posedge clk) if (dump_valid) $stop;", "$stop"),
        ("wire loop /* verilator public_flat_rd */; assign loop = ~(loop & ev_valid);", "did not converge"),
    ];
    on_two_threads(&ends, |(text, said)| {
        let rtl = Some(format!("{before}{text}\nendmodule{end}"));
        let options = Options { rtl, effort: Effort::Quick, ..Options::rap(&group.design()) };
        let workload = Workload::parse("shape:zipf?events=6000", Default::default(), options.config).unwrap();
        let report = Bench::new(&options).unwrap().run(&workload, &mut |_, _| {}).unwrap();
        let fault = report.fault.unwrap_or_else(|| panic!("{said}: no fault"));
        assert!(fault.field == "ended" && fault.note.as_ref().is_some_and(|note| note.contains(said)), "{fault:?}");
    });
}

//! Proofs over the emitted Verilog: Yosys, yosys-smtbmc and Boolector on the properties in `testbench/formal/`
//! (docs/contributing/proof.md).
//!
//! Every row is proved and then refuted: with the row's fault planted in the design the same proof has to fail. A row
//! prints what it did; `make formal` takes all of them, `cargo test` those that are marked as quick.
use crate::support::provers::{Outcome, Prover};
use std::ops::Range;
use std::time::Instant;
use treetap::catalog::{self, Unit};

/// A claim about an emitted design.
struct Proof {
    name: &'static str,
    /// Unit and preset whose Verilog holds the module; `{}` in the following stands for the name of its top.
    design: (Unit, &'static str),
    /// The wrapper in `testbench/formal/`, and its macros.
    file: &'static str,
    macros: &'static [(&'static str, &'static str)],
    /// Macros for the codes of states: name, state; and the module that has them.
    states: &'static [(&'static str, &'static str)],
    machine: &'static str,
    /// Block RAMs (name of the module, macro of its kind) whose contract stands for them.
    rams: &'static [(&'static str, &'static str)],
    /// Text that joins a module at its end, for the wrapper to see what has no port.
    probe: Option<(&'static str, &'static str)>,
    /// Cells that are cut away: their outputs may be anything at any time.
    cut: Option<&'static str>,
    /// Steps that are checked after power-up.
    bound: u32,
    /// Steps of the induction.
    steps: u32,
    /// If not 0: faults are looked for in so many steps after power-up, with nothing asserted but the properties themselves
    /// (macro BARE), so that a property finds them and not what helps the induction.
    bare: u32,
    /// The planted fault: a text of the design, there once in the module, and its replacement.
    fault: (&'static str, &'static str, &'static str),
    /// More of them, each of which has to be found, too: designs that do nothing, lose what they have, or do it twice. They
    /// take minutes: `make formal`.
    more: &'static [(&'static str, &'static str, &'static str)],
    /// Whether it takes part in `cargo test`.
    quick: bool,
}

const WATCH: &str = "    (* anyconst *) wire [ADDR-1:0] watch;\n    wire [WIDTH-1:0] shown = mem[watch];\n";

const COALESCER_RAM: &[(&str, &str)] = &[("{}_fast_ram_re", "RAM_RE")];

/// States of the compact coalescer.
const COMPACT: &[(&str, &str)] = &[("WIPE", "Wipe"), ("READ", "Read"), ("LOOK", "Look"), ("DRAIN", "Drain")];

/// States of the CAM engine.
const CAM: &[(&str, &str)] = &[
    ("INIT", "Init"),
    ("LINK", "Link"),
    ("ROOT", "Root"),
    ("RUN", "Run"),
    ("SPLIT", "Split"),
    ("WAIT", "Wait"),
    ("FETCH", "Fetch"),
    ("MAKE", "Make"),
    ("VISIT", "Visit"),
    ("MEET", "Meet"),
    ("CLOSE", "Close"),
    ("CLIMB", "Climb"),
    ("EDIT", "Edit"),
];

/// States of the commander.
const COMMANDER: &[(&str, &str)] = &[
    ("IDLE", "Idle"),
    ("DRAIN", "Drain"),
    ("ENGINE", "Engine"),
    ("CLEAR", "Clear"),
    ("FLUSH", "Flush"),
    ("CLOSE", "Close"),
    ("DONE", "Done"),
];

/// States of the dump writer.
const FEED: &[(&str, &str)] = &[
    ("IDLE", "Idle"),
    ("PRIME", "Prime"),
    ("ROTATE", "Rotate"),
    ("PATH", "Path"),
    ("TAIL", "Tail"),
    ("OFFER", "Offer"),
];

/// What most rows have.
const ROW: Proof = Proof {
    name: "",
    design: (Unit::Rap, ""),
    file: "",
    macros: &[],
    states: &[],
    machine: "{}",
    rams: &[],
    probe: None,
    cut: None,
    bound: 4,
    steps: 1,
    bare: 0,
    fault: ("", "", ""),
    more: &[],
    quick: true,
};

/// Of the pipelined engine only the stack of free nodes and the modes stay.
const ALL_BUT_STACK: Option<&str> = Some("{}_engine/c:u_* {}_engine/c:u_stack %d");

const OUTREG_RAM: &[(&str, &str)] = &[("{}_outreg_ram", "RAM_OUTREG")];

/// Free nodes of the CAM engine.
const CAM_FREE: Proof = Proof {
    file: "free_links.sv",
    states: CAM,
    machine: "{}_engine",
    rams: &[("{}_fast_ram_re", "RAM_RE"), ("{}_outreg_ram", "RAM_OUTREG")],
    // The links stay, the buffer's control, and what lets a link be read.
    cut: Some("{}_engine/c:u_* {}_engine/c:u_links %d {}_engine/c:u_buffer %d {}_engine/c:u_scout %d"),
    fault: ("{}_engine", "free <= link;", ""),
    more: &[
        ("{}_engine", "goes_settled = State_Split;", "goes_settled = State_Run;"),
        ("{}_engine", "goes_settled = State_Meet;", "goes_settled = State_Run;"),
        ("{}_engine", "wire fits = light | full;", "wire fits = light;"),
        ("{}_engine", "wire fits = light | full;", "wire fits = 1'b1;"),
        ("{}_engine", "free <= node;", ""),
        ("{}_engine", "linked_settled = free;", "linked_settled = node;"),
    ],
    ..ROW
};

/// The sample buffer.
const SAMPLES: Proof = Proof {
    file: "sample_buffer.sv",
    rams: &[("{}_fast_ram_re", "RAM_RE")],
    fault: ("{}", "assign step_drop_full = cand_valid & ~off & full;", "assign step_drop_full = 1'b0;"),
    more: &[
        ("{}", "wire accept = cand_valid & ~off & ~full;", "wire accept = 1'b0;"),
        ("{}", "wire fetch = stored & (~offered | leave);", "wire fetch = 1'b0;"),
        ("{}", "wire leave = offered & (smp_ready | flush);", "wire leave = offered & smp_ready;"),
        ("{}", "wire off = ~run & cfg_freeze & ~cfg_lossless;", "wire off = ~run & ~cfg_lossless;"),
    ],
    ..ROW
};

const PROOFS: &[Proof] = &[
    Proof {
        name: "FastRam 512 x 32: a written word is read back unless the read meets a write",
        design: (Unit::Rap, "nano"),
        file: "leaf_ram.sv",
        macros: &[("RAM", "{}_fast_ram"), ("WIDTH", "32"), ("ADDR", "9")],
        probe: Some(("{}_fast_ram", WATCH)),
        fault: ("{}_fast_ram", "if (we) mem[wa] <= wd;", "if (we && !wd[5]) mem[wa] <= wd;"),
        ..ROW
    },
    Proof {
        name: "FastRamRe 1024 x 64: the same, and it holds its word",
        design: (Unit::Coalescer, "x86"),
        file: "leaf_ram.sv",
        macros: &[("RAM", "{}_fast_ram_re"), ("RAM_RE", ""), ("WIDTH", "64"), ("ADDR", "10")],
        probe: Some(("{}_fast_ram_re", WATCH)),
        fault: ("{}_fast_ram_re", "if (re) rd <= (we", "rd <= (we"),
        ..ROW
    },
    Proof {
        name: "Fifo 512 x 64: order, occupancy, stream rules, no word waits",
        design: (Unit::Rap, "x86"),
        file: "fifo.sv",
        macros: &[("FIFO", "{}_fifo"), ("WIDTH", "64"), ("ADDR", "9")],
        rams: &[("{}_fast_ram_re", "RAM_RE")],
        steps: 3,
        fault: ("{}_fifo", "stored == depth", "stored == depth + 10'd1"),
        ..ROW
    },
    Proof {
        name: "coalescer 1024 x 32: entries lie at the place of their key",
        design: (Unit::Coalescer, "k32e1024"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "10"), ("PLACES", "")],
        rams: COALESCER_RAM,
        fault: ("{}", "position <= position + 11'd1;", "position <= position + 11'd2;"),
        ..ROW
    },
    Proof {
        name: "coalescer 1024 x 32: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "k32e1024"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "10")],
        rams: COALESCER_RAM,
        fault: ("{}", "if (forward & written) begin", "if (1'b0) begin"),
        ..ROW
    },
    Proof {
        name: "coalescer 4096 x 48: entries lie at the place of their key",
        design: (Unit::Coalescer, "k48e4096"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "48"), ("ENTRY", "12"), ("PLACES", "")],
        rams: COALESCER_RAM,
        fault: ("{}", "busy <= pass_left | (accept & (|ev_weight));", "busy <= pass_left | accept;"),
        quick: false,
        ..ROW
    },
    Proof {
        name: "coalescer 4096 x 48: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "k48e4096"),
        file: "coalescer.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "48"), ("ENTRY", "12")],
        rams: COALESCER_RAM,
        fault: ("{}", "same <= last_busy & (index == last_index);", "same <= 1'b0;"),
        quick: false,
        ..ROW
    },
    Proof {
        name: "compact coalescer 256 x 32: entries lie at the place of their key",
        design: (Unit::Coalescer, "nano"),
        file: "coalescer_compact.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "8"), ("PLACES", "")],
        states: COMPACT,
        rams: COALESCER_RAM,
        fault: ("{}", "if (stuck) begin", "if (1'b0) begin"),
        ..ROW
    },
    Proof {
        name: "compact coalescer 256 x 32: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "nano"),
        file: "coalescer_compact.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "32"), ("ENTRY", "8")],
        states: COMPACT,
        rams: COALESCER_RAM,
        fault: ("{}", "(state == State_Read) & ~stuck;", "state == State_Read;"),
        ..ROW
    },
    Proof {
        name: "compact coalescer 4096 x 64: entries lie at the place of their key",
        design: (Unit::Coalescer, "k64e4096_compact"),
        file: "coalescer_compact.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "64"), ("ENTRY", "12"), ("PLACES", "")],
        states: COMPACT,
        rams: COALESCER_RAM,
        fault: ("{}", "if (stuck) begin", "if (1'b0) begin"),
        quick: false,
        ..ROW
    },
    Proof {
        name: "compact coalescer 4096 x 64: weight in = weight out + weight held, for every key",
        design: (Unit::Coalescer, "k64e4096_compact"),
        file: "coalescer_compact.sv",
        macros: &[("COALESCER", "{}"), ("KEY", "64"), ("ENTRY", "12")],
        states: COMPACT,
        rams: COALESCER_RAM,
        fault: ("{}", "fits <= ~beyond[16] & ~excess[16] & ~flushing;", "fits <= ~beyond[16] & ~flushing;"),
        quick: false,
        ..ROW
    },
    Proof {
        name: "count stage 1024 x 48: each event comes to one verdict, the right one, and counts exactly",
        design: (Unit::Rap, "fast"),
        file: "count.sv",
        macros: &[("STAGE", "{}_count"), ("COUNT", "48"), ("ADDR", "10"), ("LEVEL", "5"), ("TOP", "12")],
        rams: OUTREG_RAM,
        bound: 8,
        bare: 18,
        fault: ("{}_count", "check <= event3 & ~unit & ~drop;", "check <= 1'b0;"),
        more: &[
            ("{}_count", "from_older <= is3 | is4 | (event6 & apart5_same);", "from_older <= is3 | is4;"),
            ("{}_count", "check <= event3 & ~unit & ~drop;", "check <= 1'b1;"),
            ("{}_count", "event1 <= (new_event | absorb) & ~drop;", "event1 <= absorb & ~drop;"),
            ("{}_count", "event2 <= event1 & ~drop;", "event2 <= (event1 | event3) & ~drop;"),
            ("{}_count", "near <= event3 & apart1_equal;", "near <= 1'b0;"),
            ("{}_count", "from2 <= event3 & apart2_equal;", "from2 <= 1'b0;"),
            ("{}_count", "wire is3 = event4 & apart3_same;", "wire is3 = 1'b0;"),
            ("{}_count", "wire is4 = event5 & apart4_same;", "wire is4 = 1'b0;"),
            ("{}_count", "light1 <= weight;", "light1 <= weight | 16'd1;"),
            ("{}_count", "gone3 <= nowhere | (&level);", "gone3 <= nowhere;"),
            ("{}_count", "own_we <= count | put;", "own_we <= put;"),
            ("{}_count", "wire stands = event4 & ~failed5;", "wire stands = 1'b0;"),
        ],
        ..ROW
    },
    Proof {
        name: "count stage 4096 x 48: the same",
        design: (Unit::Rap, "max"),
        file: "count.sv",
        macros: &[("STAGE", "{}_count"), ("COUNT", "48"), ("ADDR", "12"), ("LEVEL", "5"), ("TOP", "12"), ("FAR", "")],
        rams: OUTREG_RAM,
        bound: 8,
        bare: 18,
        fault: ("{}_count", "check <= event3 & ~unit & ~drop;", "check <= 1'b0;"),
        more: &[("{}_count", "from_oldest0 <= is5_0 | (event6 & apart6_0_same);", "from_oldest0 <= is5_0;")],
        ..ROW
    },
    Proof {
        name: "free nodes of the pipelined engine, 1024: none is handed out twice, none while none is free",
        design: (Unit::Rap, "fast"),
        file: "free_stack.sv",
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "10")],
        rams: OUTREG_RAM,
        cut: ALL_BUT_STACK,
        fault: ("{}_engine", "stack_wa_ <= free;", "stack_wa_ <= free - 10'd1;"),
        ..ROW
    },
    Proof {
        name: "free nodes of the pipelined engine, 4096: the same",
        design: (Unit::Rap, "max"),
        file: "free_stack.sv",
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "12"), ("FAR", "")],
        rams: OUTREG_RAM,
        cut: ALL_BUT_STACK,
        fault: ("{}_engine", "none_free <= ~(|free);", "none_free <= 1'b0;"),
        ..ROW
    },
    Proof {
        name: "free nodes of the CAM engine, 64: none is handed out twice, each need is met, the last freed goes first",
        design: (Unit::Rap, "cam64"),
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "6")],
        ..CAM_FREE
    },
    Proof {
        name: "free nodes of the CAM engine, 256: the same",
        design: (Unit::Rap, "cam256"),
        macros: &[("ENGINE", "{}_engine"), ("ADDR", "8")],
        more: &[],
        ..CAM_FREE
    },
    Proof {
        name: "sample buffer, 4 lanes: each record taken leaves once, in order, unchanged; each other one is counted",
        design: (Unit::SampleBuffer, "full"),
        macros: &[("BUFFER", "{}"), ("LANES", "4"), ("PLACES", "8"), ("BANKS2", ""), ("BANKS4", "")],
        more: &[("{}", "wire banks3_we = accept & ~(|other3);", "wire banks3_we = accept & ~(|other3) & ~code[1];")],
        ..SAMPLES
    },
    Proof {
        name: "sample buffer, 2 lanes: the same",
        design: (Unit::SampleBuffer, "pairs"),
        macros: &[("BUFFER", "{}"), ("LANES", "2"), ("PLACES", "8"), ("BANKS2", "")],
        more: &[],
        quick: false,
        ..SAMPLES
    },
    Proof {
        name: "sample buffer, 1 lane: the same",
        design: (Unit::SampleBuffer, "nano"),
        macros: &[("BUFFER", "{}"), ("LANES", "1"), ("PLACES", "8")],
        ..SAMPLES
    },
    Proof {
        name: "events of the HPS: each replaced instruction leaves once, in order, unchanged, or is counted as dropped",
        design: (Unit::Hps, "ecp5"),
        file: "hps_queue.sv",
        macros: &[("EVENTS", "{}_events"), ("WORDS", "11")],
        rams: &[("{}_fast_ram_re", "RAM_RE"), ("{}_fast_ram", "RAM_PLAIN")],
        fault: ("{}_events", "assign step_dropped = waits & ~entered;", "assign step_dropped = 1'b0;"),
        more: &[
            ("{}_events", "wire edited = now_valid & ~now_trap & now_en & win_there;", "wire edited = 1'b0;"),
            ("{}_events", "wire enters = edited & ", "wire enters = 1'b0 & "),
            ("{}_events", "waiting != capacity", "waiting != capacity + 5'd1"),
            ("{}_events", "wire fetch = (|stored) & (~offered | ev_ready);", "wire fetch = 1'b0;"),
            ("{}_events", "offered <= fetch | (offered & ~ev_ready);", "offered <= fetch;"),
            ("{}_events", "address <= in_address;", ""),
        ],
        ..ROW
    },
    Proof {
        name: "commander: the engine is offered a command after the records ahead of it, once, until it takes it",
        design: (Unit::Profiler, "nano"),
        file: "commander.sv",
        macros: &[("COMMANDER", "{}_commander"), ("OCC", "9")],
        states: COMMANDER,
        machine: "{}_commander",
        fault: ("{}_commander", "wire drained = ~(|ahead) | ~cfg_enable;", "wire drained = 1'b1;"),
        more: &[
            ("{}_commander", "wire drained = ~(|ahead) | ~cfg_enable;", "wire drained = 1'b0;"),
            ("{}_commander", "if (popped) ahead <= occ - 9'd1;", ""),
            ("{}_commander", "if (cnt_cleared) state <= State_Done;", "state <= State_Done;"),
            ("{}_commander", "if (arrived) state <= State_Done;", "state <= State_Done;"),
            ("{}_commander", "| (state == State_Engine);", ";"),
        ],
        ..ROW
    },
    Proof {
        name: "queue of the monitor: each event taken leaves once, in order, unchanged, on the stream or to the bus",
        design: (Unit::Monitor, "up5k"),
        file: "monitor_queue.sv",
        macros: &[("QUEUE", "{}_queue"), ("EVENTS", "5")],
        rams: &[("{}_fast_ram", "RAM_PLAIN")],
        fault: ("{}_queue", "wire write = ev_valid & ~full;", "wire write = ev_valid;"),
        more: &[
            ("{}_queue", "wire write = ev_valid & ~full;", "wire write = 1'b0;"),
            ("{}_queue", "assign ev_ready = stored;", "assign ev_ready = ev_valid;"),
            ("{}_queue", "offers <= streams & stay & (|rest);", "offers <= 1'b0;"),
            ("{}_queue", "wire stay = cfg_stream | (|next_place) | (offers & ~sent);", "wire stay = cfg_stream;"),
            ("{}_queue", "{5'd0, evq_place}", "{5'd0, rd_place}"),
            ("{}_queue", "next_event = rd_event + 5'd1;", "next_event = rd_event + 5'd2;"),
        ],
        ..ROW
    },
    Proof {
        name: "dump writer: what is asked for is offered once, within a bound, words as they were; stream rules",
        design: (Unit::Rap, "fast"),
        file: "dump.sv",
        macros: &[("WRITER", "{}_dump_writer"), ("LEVELS", "5")],
        states: FEED,
        machine: "{}_dump_writer",
        fault: ("{}_dump_writer", "if (dump_ready) feed <= Feed_Idle;", "feed <= Feed_Idle;"),
        more: &[
            ("{}_dump_writer", "if (send_word) begin", "if (1'b0) begin"),
            ("{}_dump_writer", "if (&left) feed <= Feed_Offer;", ""),
            ("{}_dump_writer", "| ({62'd0, two} << 62);", ";"),
            ("{}_dump_writer", "tail <= send_tail;", ""),
        ],
        ..ROW
    },
];

/// The emitted Verilog of a row with one module changed: a text in it, there once, replaced.
fn changed(verilog: &str, module: &str, from: &str, to: &str) -> String {
    let body = body(verilog, module);
    let text = &verilog[body.clone()];
    assert_eq!(text.matches(from).count(), 1, "{module}: `{from}`");
    [&verilog[..body.start], &text.replacen(from, to, 1), &verilog[body.end..]].concat()
}

/// Where a module is.
fn body(verilog: &str, module: &str) -> Range<usize> {
    let heads = [format!("\nmodule {module} "), format!("\nmodule {module}(")];
    let start =
        heads.iter().find_map(|head| verilog.find(head.as_str())).unwrap_or_else(|| panic!("no module {module}"));
    start..start + verilog[start..].find("\nendmodule").unwrap() + "\nendmodule".len()
}

/// The code of a state of a module.
fn state(verilog: &str, module: &str, name: &str) -> String {
    let text = &verilog[body(verilog, module)];
    let (_, code) = text
        .split_once(&format!(" State_{name} = "))
        .or_else(|| text.split_once(&format!(" Feed_{name} = ")))
        .unwrap_or_else(|| panic!("no state {name}"));
    code.split(';').next().unwrap_or_default().to_string()
}

impl Proof {
    /// Proves the row on the design as it is, or with a fault.
    fn run(&self, prover: &Prover, fault: Option<(&str, &str, &str)>) -> Outcome {
        let emitted = catalog::emit(self.design.0, self.design.1).unwrap();
        let named = |text: &str| text.replace("{}", &emitted.top);
        let mut verilog = emitted.verilog.clone();
        if let Some((module, from, to)) = fault {
            verilog = changed(&verilog, &named(module), from, to);
        }
        if let Some((module, text)) = self.probe {
            verilog = changed(&verilog, &named(module), "\nendmodule", &format!("\n{text}endmodule"));
        }
        let mut macros: Vec<_> = self.macros.iter().map(|(name, value)| (*name, named(value))).collect();
        macros.extend(self.states.iter().map(|(name, of)| (*name, state(&verilog, &named(self.machine), of))));
        let rams: Vec<_> = self.rams.iter().map(|(module, kind)| (named(module), *kind)).collect();
        let cut = self.cut.map(named);
        let mut depth = (self.bound, self.steps);
        if fault.is_some() && self.bare != 0 {
            macros.push(("BARE", String::new()));
            depth = (self.bare, 0);
        }
        prover.prove(&verilog, self.file, &macros, &rams, cut.as_deref(), depth)
    }
}

/// Proves the rows that are asked for, and refutes them with their first fault; prints a row of Markdown for each. `more`
/// are the rows of which the other faults are planted.
fn prove(wanted: impl Fn(&Proof) -> bool, more: impl Fn(&Proof) -> bool) {
    let Some(prover) = Prover::find() else { return };
    let mut wrong = vec![];
    println!("\n| property | bound | induction | result | faults refuted | seconds |\n|--|--:|--:|--|--:|--:|");
    // TREETAP_PROOF: only rows of which the name has this.
    let only = std::env::var("TREETAP_PROOF").unwrap_or_default();
    for proof in PROOFS.iter().filter(|proof| proof.name.contains(&only)) {
        let started = Instant::now();
        let (mut faults, mut result) = (vec![], None);
        if wanted(proof) {
            let outcome = proof.run(&prover, None);
            result = Some(outcome.to_string());
            if !matches!(outcome, Outcome::Proved) {
                wrong.push(format!("{}: {outcome}", proof.name));
            }
            faults.push(proof.fault);
        }
        if more(proof) {
            faults.extend(proof.more);
        }
        let planted = faults.len();
        let refuted = faults.into_iter().filter(|fault| {
            let outcome = proof.run(&prover, Some(*fault));
            let refuted = matches!(outcome, Outcome::Refuted(_));
            if !refuted {
                wrong.push(format!("{}: with `{}` for `{}`: {outcome}", proof.name, fault.2, fault.1));
            }
            refuted
        });
        let refuted = refuted.count();
        if result.is_some() || planted > 0 {
            let result = result.unwrap_or_else(|| "in the quick rows".into());
            let (bound, steps, seconds) = (proof.bound, proof.steps, started.elapsed().as_secs_f64());
            println!("| {} | {bound} | {steps} | {result} | {refuted} of {planted} | {seconds:.1} |", proof.name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn quick_properties_hold_and_their_faults_are_found() {
    prove(|proof| proof.quick, |_| false);
}

#[test]
#[ignore = "takes minutes: make formal"]
fn the_other_properties_hold_and_all_faults_are_found() {
    prove(|proof| !proof.quick, |_| true);
}

/// Steps of the search in the free list: beyond the second node that is handed out, and beyond the first that the hand
/// returned and that is handed out again.
const FREE_LIST_STEPS: (u32, u32) = (48, 80);

/// Where a node is taken from the head of the free list, and where the link to a node that the hand returns goes.
const FREE_LIST_FAULTS: [(&str, &str); 2] =
    [("if (~(|cursor_digit)) free <= cursor_child;", ""), ("State_Push: cursor_write = 1'b1;", "State_Push: ;")];

/// Looks at the serial engine's free list for `steps` steps, then with a fault.
fn free_list(steps: u32, (from, to): (&str, &str)) {
    let Some(prover) = Prover::find() else { return };
    let emitted = catalog::emit(Unit::Rap, "k8n8").unwrap();
    let engine = format!("{}_engine", emitted.top);
    let state = |name: &str| state(&emitted.verilog, &engine, name);
    let macros = [
        ("ENGINE", engine.clone()),
        ("ADDR", "3".into()),
        ("KEY", "8".into()),
        ("PUSH", state("Push")),
        ("WALK", state("Walk")),
    ];
    // Modules with parameters have names of their own that end in the module's.
    let cells = ["limit", "adder", "source", "dump_pump", "digits"].map(|m| format!("*/t:*{}_{m}", emitted.top));
    let cut = format!("{} */u_own", cells.join(" "));
    let started = Instant::now();
    let outcome = prover.search(&emitted.verilog, "free_list.sv", &macros, &cut, steps);
    println!("free list of 8 nodes, {steps} steps: {outcome}, {:.1} s", started.elapsed().as_secs_f64());
    assert!(matches!(outcome, Outcome::Proved), "{outcome}");
    let refuted = prover.search(&changed(&emitted.verilog, &engine, from, to), "free_list.sv", &macros, &cut, steps);
    println!("with a fault: {refuted}");
    assert!(matches!(refuted, Outcome::Refuted(_)), "{refuted}");
}

#[test]
fn the_free_list_hands_out_no_node_twice_within_some_steps() {
    free_list(FREE_LIST_STEPS.0, FREE_LIST_FAULTS[0]);
}

#[test]
#[ignore = "takes minutes: make formal"]
fn the_free_list_hands_out_what_the_hand_returned_once() {
    free_list(FREE_LIST_STEPS.1, FREE_LIST_FAULTS[1]);
}

//! Rule S5 of docs/reference/stream_rules.md on the flat netlist of emitted tops: no path within a cycle leads from the
//! `ready` of a stream to its `valid`, and none back to itself.
use crate::catalog::all as designs;
use crate::support::flat::Flat;
use crate::support::tools;
use std::sync::Mutex;
use treetap::catalog::{self, Emitted, Unit, emit, emit_on};
use treetap::spec::rap::Engine;

/// What was found in some tops.
#[derive(Debug, Default)]
struct Sum {
    tops: usize,
    streams: usize,
    cells: usize,
}

/// The streams that leave a top: their names before `valid` and `ready`.
fn streams(emitted: &Emitted) -> Vec<String> {
    let has = |name: &str, dir| emitted.ports.iter().any(|port| port.name == name && port.dir == dir);
    let names = emitted.ports.iter().filter_map(|port| port.name.strip_suffix("valid"));
    let leaving = names.filter(|name| has(&format!("{name}valid"), "output") && has(&format!("{name}ready"), "input"));
    leaving.map(str::to_string).collect()
}

/// What breaks a rule in a flat netlist.
fn broken(emitted: &Emitted, flat: &Flat) -> Vec<String> {
    let mut broken: Vec<String> = flat.circle().into_iter().map(|names| format!("a loop: {names}")).collect();
    for stream in streams(emitted) {
        let (ready, valid) = (format!("{stream}ready"), format!("{stream}valid"));
        broken.extend(flat.path(&ready, &valid).map(|names| format!("{ready} to {valid}: {names}")));
    }
    broken
}

fn holds(all: &[Emitted], macros: &[&str]) -> Sum {
    let (next, sum) = (Mutex::new(all.iter()), Mutex::new(Sum::default()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let top = next.lock().unwrap().next();
                    let Some(top) = top else { break };
                    let flat = Flat::of(&top.verilog, &top.top, macros);
                    let found = broken(top, &flat);
                    assert!(found.is_empty(), "{}: {found:?}", top.top);
                    let mut sum = sum.lock().unwrap();
                    sum.tops += 1;
                    sum.streams += streams(top).len();
                    sum.cells += flat.cells;
                }
            });
        }
    });
    sum.into_inner().unwrap()
}

#[test]
fn no_valid_of_a_top_waits_for_its_ready() {
    if !tools::installed(&["yosys"]) {
        return;
    }
    let mut tops: Vec<_> = catalog::KEPT.iter().map(|(unit, preset)| emit(*unit, preset).unwrap()).collect();
    for engine in Engine::ALL {
        for preset in ["k8n8", "k16n256"] {
            tops.push(emit_on(Unit::Rap, preset, Some(*engine)).unwrap());
        }
    }
    let sum = holds(&tops, &[]);
    println!("{sum:?}");
    assert!(sum.tops > 25 && sum.streams > 15 && sum.cells > 20_000, "{sum:?}");
}

#[test]
fn black_boxes_are_no_way_through_and_what_is_around_them_is_seen() {
    if !tools::installed(&["yosys"]) {
        return;
    }
    let top = emit_on(Unit::Rap, "k16n256", Some(Engine::Pipelined)).unwrap();
    let flat = Flat::of(&top.verilog, &top.top, &["TREETAP_ECP5"]);
    assert!(flat.boxes > 0 && broken(&top, &flat).is_empty(), "{} black boxes", flat.boxes);
}

#[test]
#[ignore = "minutes: `make paths`"]
fn no_valid_of_any_top_waits_for_its_ready() {
    let tops: Vec<_> = designs().iter().map(|design| design.file.clone()).collect();
    let sum = holds(&tops, &[]);
    println!("{sum:?}");
    assert!(sum.tops == tops.len() && sum.tops > 80, "{sum:?}");
}

/// The top with something between the part that drives this port of one bit and the port.
fn planted(top: &Emitted, port: &str, between: &str) -> String {
    let start = top.verilog.rfind(&format!("module {} ", top.top)).unwrap();
    let (parts, text) = top.verilog.split_at(start);
    let driven = format!(".{port}({port})");
    assert_eq!(text.matches(&driven).count(), 1, "{}: {driven}", top.top);
    let text = text.replace(&driven, &format!(".{port}(planted)"));
    let end = text.rfind("endmodule").unwrap();
    format!("{parts}{}\nwire planted;\n{between}\nendmodule\n", &text[..end])
}

#[test]
fn a_planted_path_at_a_port_of_a_top_is_found_and_so_is_a_loop() {
    if !tools::installed(&["yosys"]) {
        return;
    }
    let mut found = 0;
    let tops = [
        (emit_on(Unit::Rap, "k8n8", Some(Engine::Serial)).unwrap(), "dump_"),
        (emit_on(Unit::Rap, "k8n8", Some(Engine::Cam)).unwrap(), "dump_"),
        (emit(Unit::Monitor, "up5k").unwrap(), "out_"),
        (emit(Unit::Profiler, "nano_axil").unwrap(), "s_axil_r"),
    ];
    for (top, stream) in tops {
        let (valid, ready) = (format!("{stream}valid"), format!("{stream}ready"));
        // At once; through an arithmetic cell; through a RAM that is read at once; after a register, which is no path.
        let memory = "reg [0:0] m [0:1]; always @(posedge clk) m[0] <= planted;";
        for (between, bad) in [
            (format!("assign {valid} = planted & {ready};"), true),
            (format!("wire [3:0] s = {{3'd0, planted}} + {{3'd0, {ready}}}; assign {valid} = s[1];"), true),
            (format!("{memory} assign {valid} = planted & m[{ready}];"), true),
            (
                format!("reg late = 1'b0; always @(posedge clk) late <= {ready}; assign {valid} = planted & late;"),
                false,
            ),
            (format!("wire a, b; assign a = b | planted; assign b = a & ~rst; assign {valid} = a;"), true),
        ] {
            // All of them in one small top, the first in the others.
            if top.top != "treetap_rap_k8n8" && !between.starts_with(&format!("assign {valid}")) {
                continue;
            }
            let flat = Flat::of(&planted(&top, &valid, &between), &top.top, &[]);
            let broken = broken(&top, &flat);
            assert_eq!(!broken.is_empty(), bad, "{}: {between}: {broken:?}", top.top);
            let is_loop = between.starts_with("wire a");
            assert!(!bad || broken[0].starts_with("a loop") == is_loop, "{broken:?}");
            found += u32::from(bad);
        }
    }
    assert_eq!(found, 4 + 3);
}

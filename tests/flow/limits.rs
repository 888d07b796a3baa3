//! The loops of `fpga/limits/` count right: a limit that a wrong design reaches would be none.
use crate::support::tools::{icarus, installed, numbers};
use std::fs;
use treetap::flow::limits::{Limit, RAM, Sized};

/// Events of a run; with four nodes and a third of the cycles idle, every distance of two events of a node comes often.
const EVENTS: u32 = 20_000;

/// Drives random events and compares with `MODEL`, an update of `own[node]` and `expected`, `LATENCY` cycles later. The
/// memory starts at `START`; a read at the edge of a write gives the simulation nonsense, so that forwarding has to be
/// whole.
const BENCH: &str = "
module bench;
    localparam C = 20, A = 4;
    reg clk = 0, valid = 0;
    reg [A-1:0] node = 0;
    reg [15:0] weight = 0;
    wire [C-1:0] threshold = 20'd300000;
    wire [C-1:0] counted;
    wire above;
    treetap_limit u_dut (.clk(clk), .valid(valid), .node(node), .weight(weight) PORTS);
    reg [C-1:0] own [0:15];
    reg [C:0] sum;
    reg [C-1:0] expected [0:7];
    reg [7:0] due = 0;
    integer i, wrong = 0, checked = 0, high = 0, seed = 1;
    initial begin
        for (i = 0; i < 16; i = i + 1) begin
            own[i] = START;
            MEMORY
        end
        // Undefined nodes in the pipe would forward undefined counts.
        for (i = 0; i < 8; i = i + 1) begin #1 clk = 1; #1 clk = 0; end
        for (i = 0; i < EVENTS; i = i + 1) begin
            valid = $random(seed) % 3 != 0;
            node = $random(seed) & 3;
            weight = $random(seed);
            if (valid) begin MODEL end
            expected[i & 7] = sum;
            due = {due[6:0], valid};
            #1 clk = 1; #1;
            if (i > 8 && due[LATENCY]) begin
                checked = checked + 1;
                if (RESULT !== expected[(i - LATENCY) & 7]) wrong = wrong + 1;
                if (RESULT != 0) high = high + 1;
            end
            clk = 0;
        end
        $display(\"%0d wrong of %0d, %0d not zero\", wrong, checked, high);
    end
endmodule
";

/// The memories of a loop in two slices start at 0.
const SLICES: &str = "u_dut.u_low.u_ram.mem[i] = 0; u_dut.u_high.u_ram.mem[i] = 0;";

fn bench(limit: &str, ports: &str, start: &str, model: &str, (result, latency): (&str, u32)) {
    let ram = treetap::emit::outreg_ram(RAM);
    let sized = Sized { limit: Limit::named(limit).unwrap(), count_bits: 20, address_bits: 4, ram };
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("bench.v");
    let text = BENCH
        .replace("PORTS", ports)
        .replace("MEMORY", if limit == "rmw_skewed" { SLICES } else { "u_dut.u_own.u_ram.mem[i] = START;" })
        .replace("START", start)
        .replace("MODEL", model)
        .replace("RESULT", result)
        .replace("LATENCY", &latency.to_string())
        .replace("EVENTS", &EVENTS.to_string());
    fs::write(&file, format!("{}{text}", sized.verilog())).unwrap();
    let said = icarus(dir.path(), &[file]);
    let [wrong, checked, high] = numbers(&said)[..] else { panic!("{limit}: {said}") };
    assert_eq!(wrong, 0, "{limit}: {said}");
    assert!(checked > u64::from(EVENTS) / 2 && high > 100, "{limit}: the run shows nothing: {said}");
}

#[test]
fn every_loop_counts_right_under_any_distance_of_events() {
    if !installed(&["iverilog"]) {
        return;
    }
    let add = "sum = own[node] + weight;";
    let at = ", .threshold(threshold), .above(above)";
    let write = format!("{add} own[node] = sum; sum[C] = 0;");
    bench("rmw", ", .counted(counted)", "20'd0", &write, ("counted", 4));
    bench("rmw_skewed", ", .counted(counted)", "20'd0", &write, ("counted", 5));
    let stop = format!("{add} if (sum > threshold) sum = 1; else begin own[node] = sum; sum = 0; end");
    bench("count_literal", at, "20'd0", &stop, ("{19'd0, above}", 4));
    let less = "sum = {1'b0, own[node]} - weight; if (sum[C]) sum = 1; else begin own[node] = sum; sum = 0; end";
    bench("count_rem", ", .above(above)", "20'd300000", less, ("{19'd0, above}", 4));
    let speculate = format!("{add} own[node] = sum; sum = sum > threshold;");
    bench("count_spec", at, "20'd0", &speculate, ("{19'd0, above}", 5));
}

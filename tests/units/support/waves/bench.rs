//! The Verilog that drives a unit as its sheet says, and prints what is drawn.
//!
//! Inputs change after the rising edge; values are taken at the falling one, where everything between has settled.
use super::sheet::{Format, Sheet, Show, Step, Wait, Wave};
use std::fmt::Write as _;
use treetap::catalog::{Emitted, Role};

/// Cycles after which a waveform is given up.
const LONGEST: u32 = 100_000;

/// The bench; `+wave=N` chooses what it runs.
pub fn bench(sheet: &Sheet, emitted: &Emitted) -> String {
    let mut text = String::from("`timescale 1ns/1ns\nmodule bench;\n    reg clk = 0;\n    always #5 clk = !clk;\n");
    let mut pins = vec![];
    for port in &emitted.ports {
        pins.push(format!(".{0}({0})", port.name));
        let range = format!("[{}:0]", port.width - 1);
        let range = if port.width == 1 { "" } else { &range };
        match (port.dir, port.role) {
            (_, Role::Clock) => {}
            ("input", _) => drop(writeln!(text, "    reg {range} {} = 0;", port.name)),
            _ => drop(writeln!(text, "    wire {range} {};", port.name)),
        }
    }
    let _ = writeln!(text, "    {} unit({});", emitted.top, pins.join(", "));
    text += "    integer wave, cycle, goal = 0;\n    reg recording = 0, hit = 0;\n";
    let expects: usize = sheet.waves.iter().map(|wave| wave.expects.len()).sum();
    let _ = writeln!(text, "    reg [{expects}:0] met = 0;");
    text += "    task tick; begin\n        @(negedge clk);\n";
    text += "        if (recording) case (wave)\n";
    let mut at = 0;
    for (number, wave) in sheet.waves.iter().enumerate() {
        let _ = writeln!(text, "        {number}: begin\n            {}", display(&wave.shows));
        for expect in &wave.expects {
            let _ = writeln!(text, "            if ({expect}) met[{at}] = 1;");
            at += 1;
        }
        text += "        end\n";
    }
    text += "        endcase\n        case (goal)\n        default: hit = 0;\n";
    let mut goals = 0;
    for condition in sheet.waves.iter().flat_map(|wave| &wave.steps).filter_map(|step| match step {
        Step::Cycle { wait: Wait::Until(condition), .. } => Some(condition),
        _ => None,
    }) {
        goals += 1;
        let _ = writeln!(text, "        {goals}: hit = {condition};");
    }
    let reset = emitted.ports.iter().any(|port| port.role == Role::Reset);
    let resets = if reset { "rst = 1; repeat (2) tick; rst = 0;" } else { "" };
    let start: String = sheet.start.iter().map(|(name, value)| format!("{name} = {value}; ")).collect();
    let _ = write!(
        text,
        "        endcase\n        cycle = cycle + 1;\n        \
         if (cycle > {LONGEST}) begin $display(\"! goal %0d is not reached\", goal); $finish(0); end\n        \
         @(posedge clk); #1;\n    end endtask\n    initial begin\n        \
         if (!$value$plusargs(\"wave=%d\", wave)) wave = 0;\n        \
         cycle = 0; {start}\n        @(posedge clk); #1;\n        {resets}\n        cycle = 0;\n        case (wave)\n"
    );
    let (mut goals, mut met) = (0, 0);
    for (number, wave) in sheet.waves.iter().enumerate() {
        let _ = writeln!(text, "        {number}: begin");
        steps(&mut text, wave, &mut goals);
        for expect in &wave.expects {
            let _ = writeln!(text, "            if (!met[{met}]) $display(\"! %0s\", \"{expect}\");");
            met += 1;
        }
        text += "        end\n";
    }
    text + "        endcase\n        $finish(0);\n    end\nendmodule\n"
}

/// One line for a cycle: its number, then of each signal whether it means something, and its value.
fn display(shows: &[Show]) -> String {
    let parts = |show: &Show| match show.format {
        Format::Hexadecimal | Format::Bit => " %b:%h",
        Format::Decimal | Format::Names(_) => " %b:%0d",
    };
    let format: String = shows.iter().map(parts).collect();
    let values: String = shows
        .iter()
        .map(|show| format!(", ({}) !== 1'b0, {}", show.when.as_deref().unwrap_or("1"), show.value))
        .collect();
    format!("$display(\"= %0d{format}\", cycle{values});")
}

fn steps(text: &mut String, wave: &Wave, goals: &mut u32) {
    for step in &wave.steps {
        let _ = match step {
            Step::Record => writeln!(text, "            recording = 1;"),
            Step::Skip => writeln!(text, "            recording = 0;"),
            Step::Cycle { sets, wait, times } => {
                let sets: String = sets.iter().map(|(name, value)| format!("{name} = {value}; ")).collect();
                let wait = match wait {
                    Wait::Cycles(cycles) => format!("repeat ({cycles}) tick;"),
                    Wait::Until(_) => {
                        *goals += 1;
                        format!("goal = {goals}; hit = 0; while (hit !== 1'b1) tick; goal = 0;")
                    }
                };
                writeln!(text, "            repeat ({times}) begin {sets}{wait} end")
            }
        };
    }
}

//! Traces out of waveforms: another simulator runs the same core, and its VCD and FST files give the records that the
//! core itself gives.
use crate::support::tools::{installed, run};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use treetap::cosim::core::{Core, Machine, Options, Program, Status};
use treetap::spec::core::RAM;
use treetap::spec::retire::Rvfi;
use treetap::trace::Error;
use treetap::trace::rvfi::waves::{Place, Waves};
use treetap::wheels::cores::sources;

/// PicoRV32 with memory that answers at once, as in `testbench/core_picorv32.cpp`. The second clock has another name.
const BENCH: &str = r#"
module bench;
    reg clk = 0, resetn = 0;
    always #5 clk = !clk;
    wire other = clk;
    reg [31:0] memory [0:8191];
    integer cycles = 0;
    wire mem_valid;
    wire [31:0] mem_addr, mem_wdata;
    wire [3:0] mem_wstrb;
    wire [31:0] mem_rdata = memory[mem_addr[14:2]];
    integer lane;
    always @(posedge clk) begin
        cycles = cycles + 1;
        if (cycles == 10) resetn <= 1;
        if (cycles == 1000) $finish;
        for (lane = 0; lane < 4; lane = lane + 1)
            if (resetn && mem_valid && mem_addr[31] && mem_wstrb[lane])
                memory[mem_addr[14:2]][8 * lane +: 8] <= mem_wdata[8 * lane +: 8];
    end
    picorv32 #(.ENABLE_MUL(1), .ENABLE_FAST_MUL(1), .ENABLE_DIV(1), .BARREL_SHIFTER(1), .REGS_INIT_ZERO(1),
               .PROGADDR_RESET(32'h80000080), .COMPRESSED_ISA(1)) core (
        .clk(clk), .resetn(resetn), .mem_valid(mem_valid), .mem_ready(mem_valid), .mem_addr(mem_addr),
        .mem_wdata(mem_wdata),
        .mem_wstrb(mem_wstrb), .mem_rdata(mem_rdata), .pcpi_wr(1'b0), .pcpi_rd(32'b0), .pcpi_wait(1'b0),
        .pcpi_ready(1'b0), .irq(32'b0));
    initial begin
        $readmemh("program.hex", memory);
        $dumpfile(`OUTPUT);
        $dumpvars(0, bench);
    end
endmodule
"#;

fn program() -> Program {
    Program::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/trap/compressed.elf")).unwrap()
}

/// Runs the bench under Icarus Verilog and gives the waveform file.
fn simulate(dir: &Path, format: &str) -> PathBuf {
    let mut hex = String::new();
    for segment in program().segments {
        writeln!(hex, "@{:x}", (segment.address - RAM) / 4).unwrap();
        for word in segment.bytes.chunks(4) {
            let mut bytes = [0; 4];
            bytes[..word.len()].copy_from_slice(word);
            writeln!(hex, "{:08x}", u32::from_le_bytes(bytes)).unwrap();
        }
    }
    std::fs::write(dir.join("program.hex"), hex).unwrap();
    std::fs::write(dir.join("bench.v"), BENCH).unwrap();
    let output = format!("-DOUTPUT=\"core.{format}\"");
    let mut compile = Command::new("iverilog");
    compile.args(["-g2012", "-DRISCV_FORMAL", &output, "-o", "bench", "bench.v"]);
    compile.args(sources(Core::Picorv32).unwrap().files).current_dir(dir);
    let compiled = run(&mut compile, Duration::from_secs(60)).unwrap();
    assert!(compiled.ok, "{}", compiled.stderr);
    let mut simulate = Command::new("vvp");
    simulate.args(["bench", &format!("-{format}")]).current_dir(dir);
    let simulated = run(&mut simulate, Duration::from_secs(60)).unwrap();
    assert!(simulated.ok, "{}", simulated.stderr);
    dir.join(format!("core.{format}"))
}

fn records(file: &Path, place: &Place) -> Result<Vec<Rvfi>, Error> {
    let mut all = vec![];
    let waves = Waves::open(file, place)?;
    assert_eq!((waves.xlen(), waves.missing()), (32, vec![]));
    waves.read(|records| {
        all.extend_from_slice(records);
        Ok(())
    })?;
    Ok(all)
}

#[test]
fn another_simulators_waveforms_give_the_records_of_the_core() {
    if !installed(&["iverilog"]) {
        return;
    }
    let mut own = vec![];
    let mut machine = Machine::build(Core::Picorv32, &program(), &Options::default()).unwrap();
    assert_eq!(machine.run(1000, &mut own), Status::Exit(0));
    let dir = tempfile::tempdir().unwrap();
    for format in ["vcd", "fst"] {
        let file = simulate(dir.path(), format);
        let core = Place { scope: Some("bench.core".into()), clock: None };
        let mut found = records(&file, &core).unwrap();
        assert!(found.len() > own.len(), "{format}: {} records", found.len());
        let other = Place { clock: Some("bench.other".into()), ..core };
        assert_eq!(records(&file, &other).unwrap(), found, "{format}");
        assert_eq!(records(&file, &Place::default()).unwrap(), found, "{format}: the only core is found");
        found.truncate(own.len());
        // Reset takes cycles that the core's own count leaves out.
        let reset = found[0].cycle - own[0].cycle;
        found.iter_mut().for_each(|record| record.cycle -= reset);
        // What the bus reads during a store is nobody's.
        found.iter_mut().chain(&mut own).filter(|record| record.rmask == 0).for_each(|record| record.mem_rdata = 0);
        let different = found.iter().zip(&own).find(|(a, b)| a != b);
        assert_eq!(different, None, "{format}");
    }
}

#[test]
fn what_is_no_waveform_of_a_core_is_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("test.vcd");
    let refused = |text: &str, place: &Place| {
        std::fs::write(&file, text).unwrap();
        records(&file, place).unwrap_err().to_string()
    };
    let any = Place::default();
    let scope = |name: &str, ports: &[(&str, u32)]| {
        let vars = ports.iter().enumerate().map(|(i, (port, width))| {
            let id = char::from(b'!' + (i + 20 * usize::from(name == "b")) as u8);
            format!("$var wire {width} {id} {port} $end\n")
        });
        format!("$scope module {name} $end\n{}$upscope $end\n", vars.collect::<String>())
    };
    let file_of = |scopes: &str| format!("$timescale 1ns $end\n{scopes}$enddefinitions $end\n#0\n");
    let full: &[_] = &[("clk", 1), ("rvfi_valid", 1), ("rvfi_insn", 32), ("rvfi_pc_rdata", 32), ("rvfi_pc_wdata", 32)];
    for (text, want) in [
        (String::new(), "with something in it"),
        ("no waveform".into(), "test.vcd: "),
        (file_of(&scope("a", &full[..1])), "no signal rvfi_valid"),
        (file_of(&scope("a", &full[..3])), "no rvfi_pc_rdata in a"),
        (file_of(&scope("a", &full[1..])), "no clock (clk, clk_i, i_clk, clock) in a"),
        (
            file_of(&scope("a", &[full, &[("rvfi_order", 64)]].concat()).replace("wire 1 \"", "wire 2 \"")),
            "several channels",
        ),
        (file_of(&(scope("a", full) + &scope("b", full))), "several cores: a, b"),
    ] {
        let message = refused(&text, &any);
        assert!(message.contains(want), "{want}: {message}");
    }
    let elsewhere = Place { scope: Some("c".into()), clock: None };
    assert!(refused(&file_of(&scope("a", full)), &elsewhere).contains("no rvfi_valid in c: it is in a"));
    let clock = Place { scope: None, clock: Some("a.tick".into()) };
    assert!(refused(&file_of(&scope("a", full)), &clock).contains("no signal a.tick"));
}

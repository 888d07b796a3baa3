// PicoRV32 as the core of the system in soc.v (docs/user/soc-up5k.md). It comes from its wheel; RISCV_FORMAL gives it
// its RVFI ports.
`default_nettype none

// Outputs of the core that nobody needs stay open.
/* verilator lint_off PINCONNECTEMPTY */
module soc_core (
    input  wire        clk,
    input  wire        rst,
`ifdef RISCV_FORMAL
    output wire        rvfi_valid,
    output wire [31:0] rvfi_insn,
    output wire        rvfi_trap,
    output wire        rvfi_intr,
    output wire [31:0] rvfi_pc_rdata,
    output wire [31:0] rvfi_pc_wdata,
    output wire [31:0] rvfi_rs1_rdata,
    output wire [31:0] rvfi_rd_wdata,
    output wire [31:0] rvfi_mem_addr,
    output wire [ 3:0] rvfi_mem_rmask,
    output wire [ 3:0] rvfi_mem_wmask,
    output wire [31:0] rvfi_mem_rdata,
    output wire [31:0] rvfi_mem_wdata,
`endif
    output wire        valid,
    output wire        fetch,
    output wire [31:0] addr,
    output wire [31:0] wdata,
    output wire [ 3:0] wstrb, // 0 for a read
    input  wire        ready,
    input  wire [31:0] rdata  // in a cycle with `ready`
);
    // RV32I without counters and interrupts; its registers lie in block RAM.
    picorv32 #(
        .ENABLE_COUNTERS(0),
        .ENABLE_COUNTERS64(0),
        .PROGADDR_RESET(32'h0000_0000)
    ) u_core (
        .clk(clk),
        .resetn(~rst),
        .trap(),
        .mem_valid(valid),
        .mem_instr(fetch),
        .mem_ready(ready),
        .mem_addr(addr),
        .mem_wdata(wdata),
        .mem_wstrb(wstrb),
        .mem_rdata(rdata),
        .mem_la_read(),
        .mem_la_write(),
        .mem_la_addr(),
        .mem_la_wdata(),
        .mem_la_wstrb(),
        .pcpi_valid(),
        .pcpi_insn(),
        .pcpi_rs1(),
        .pcpi_rs2(),
        .pcpi_wr(1'b0),
        .pcpi_rd(32'd0),
        .pcpi_wait(1'b0),
        .pcpi_ready(1'b0),
        .irq(32'd0),
        .eoi(),
`ifdef RISCV_FORMAL
        .rvfi_valid(rvfi_valid),
        .rvfi_order(),
        .rvfi_insn(rvfi_insn),
        .rvfi_trap(rvfi_trap),
        .rvfi_halt(),
        .rvfi_intr(rvfi_intr),
        .rvfi_mode(),
        .rvfi_ixl(),
        .rvfi_rs1_addr(),
        .rvfi_rs2_addr(),
        .rvfi_rs1_rdata(rvfi_rs1_rdata),
        .rvfi_rs2_rdata(),
        .rvfi_rd_addr(),
        .rvfi_rd_wdata(rvfi_rd_wdata),
        .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata),
        .rvfi_mem_addr(rvfi_mem_addr),
        .rvfi_mem_rmask(rvfi_mem_rmask),
        .rvfi_mem_wmask(rvfi_mem_wmask),
        .rvfi_mem_rdata(rvfi_mem_rdata),
        .rvfi_mem_wdata(rvfi_mem_wdata),
        .rvfi_csr_mcycle_rmask(),
        .rvfi_csr_mcycle_wmask(),
        .rvfi_csr_mcycle_rdata(),
        .rvfi_csr_mcycle_wdata(),
        .rvfi_csr_minstret_rmask(),
        .rvfi_csr_minstret_wmask(),
        .rvfi_csr_minstret_rdata(),
        .rvfi_csr_minstret_wdata(),
`endif
        .trace_valid(),
        .trace_data()
    );
endmodule
/* verilator lint_on PINCONNECTEMPTY */
`default_nettype wire

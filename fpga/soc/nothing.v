// Nothing beside the core of soc.v (docs/user/soc-up5k.md): the ports of a profiler, and a slave that answers every
// request with 0. What a profiler costs is the system with it less this one.
`default_nettype none

/* verilator lint_off UNUSEDSIGNAL */
module soc_nothing (
    input  wire        clk,
    input  wire        rst,
    input  wire        rvfi_valid,
    output wire        rvfi_ready,
    input  wire [31:0] rvfi_insn,
    input  wire        rvfi_trap,
    input  wire        rvfi_intr,
    input  wire [31:0] rvfi_pc_rdata,
    input  wire [31:0] rvfi_pc_wdata,
    input  wire [31:0] rvfi_rs1_rdata,
    input  wire [31:0] rvfi_rd_wdata,
    input  wire [31:0] rvfi_mem_addr,
    input  wire [ 3:0] rvfi_mem_rmask,
    input  wire [ 3:0] rvfi_mem_wmask,
    input  wire [31:0] rvfi_mem_rdata,
    input  wire [31:0] rvfi_mem_wdata,
    input  wire [ 7:0] ret_evt,
    input  wire [15:0] ret_lat,
    input  wire [15:0] ret_cycles,
    input  wire        ret_always,
    output wire        ret_stall,
    input  wire        ext_on,
    input  wire        ext_off,
    input  wire        ext_tick,
    output wire        acc_valid,
    output wire [31:0] acc_ord,
    input  wire        wb_cyc_i,
    input  wire        wb_stb_i,
    input  wire        wb_we_i,
    input  wire [11:0] wb_adr_i,
    input  wire [31:0] wb_dat_i,
    input  wire [ 3:0] wb_sel_i,
    output wire [31:0] wb_dat_o,
    output wire        wb_ack_o,
    output wire        wb_err_o
);
    assign rvfi_ready = 1'b1;
    assign ret_stall = 1'b0;
    assign acc_valid = 1'b0;
    assign acc_ord = 32'd0;
    assign wb_dat_o = 32'd0;
    assign wb_ack_o = wb_cyc_i & wb_stb_i;
    assign wb_err_o = 1'b0;
endmodule
/* verilator lint_on UNUSEDSIGNAL */
`default_nettype wire

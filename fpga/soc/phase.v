// A phase tracker alone beside the core of soc.v (docs/user/soc-up5k.md): tap and tracker, with the ports that a profiler
// with a tracker has there. What the core need not tell for that falls away.
//
// Its program lets the tracker take records while an interval is judged: neither core can be stopped at once, and in
// intervals of 900 instructions or more nothing is lost.
`default_nettype none

/* verilator lint_off PINCONNECTEMPTY */
/* verilator lint_off UNUSEDSIGNAL */
module soc_phase (
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
    input  wire [10:0] wb_adr_i,
    input  wire [31:0] wb_dat_i,
    input  wire [ 3:0] wb_sel_i,
    output wire [31:0] wb_dat_o,
    output wire        wb_ack_o,
    output wire        wb_err_o,
    output wire        sample_flag,
    output wire        irq,
    output wire        log_valid,
    input  wire        log_ready,
    output wire [31:0] log_data,
    output wire        log_last
);
    wire rec_valid, rec_trap, hold, looks;
    wire [4:0] rec_class;
    wire [31:0] rec_insn, rec_pc;

    treetap_tap_rv32 u_tap (
        .clk(clk), .rst(rst), .rvfi_valid(rvfi_valid), .rvfi_ready(rvfi_ready), .rvfi_insn(rvfi_insn),
        .rvfi_trap(rvfi_trap), .rvfi_intr(rvfi_intr), .rvfi_mode(2'b11), .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata), .rvfi_rs1_rdata(rvfi_rs1_rdata), .rvfi_rd_wdata(rvfi_rd_wdata),
        .rvfi_mem_addr(rvfi_mem_addr), .rvfi_mem_rmask(rvfi_mem_rmask), .rvfi_mem_wmask(rvfi_mem_wmask),
        .rvfi_mem_rdata(rvfi_mem_rdata), .rvfi_mem_wdata(rvfi_mem_wdata), .ret_evt(ret_evt), .ret_lat(ret_lat),
        .ret_cycles(ret_cycles), .ret_flush(1'b0), .buffer_ready(1'b1), .cfg_addr_src(2'd0), .cfg_mdata_ok(1'b0),
        .rec_valid(rec_valid), .rec_trap(rec_trap), .rec_mode(), .rec_class(rec_class), .rec_rvc(), .rec_taken(),
        .rec_start(), .rec_insn(rec_insn), .rec_pc(rec_pc), .rec_npc(), .rec_val(), .rec_addr(), .rec_evt(),
        .rec_lat(), .rec_cycles(), .rec_ord()
    );

    `SOC_PHASE u_phase (
        .clk(clk), .rst(rst), .rec_valid(rec_valid), .rec_trap(rec_trap), .rec_class(rec_class), .rec_insn(rec_insn),
        .rec_pc(rec_pc), .rec_ready(), .rec_end(), .rec_hold(hold), .rec_wait(looks), .rec_must(1'b1),
        .sample_flag(sample_flag), .ext_on(), .ext_off(), .irq(irq), .out_valid(log_valid), .out_ready(log_ready),
        .out_data(log_data), .out_last(log_last), .bus_valid(wb_cyc_i & wb_stb_i), .bus_we(wb_we_i),
        .bus_addr(wb_adr_i), .bus_wdata(wb_dat_i), .bus_ready(wb_ack_o), .bus_rdata(wb_dat_o)
    );
    assign ret_stall = hold | looks;
    assign wb_err_o = 1'b0;
    assign acc_valid = 1'b0;
    assign acc_ord = 32'd0;
endmodule
/* verilator lint_on UNUSEDSIGNAL */
/* verilator lint_on PINCONNECTEMPTY */
`default_nettype wire

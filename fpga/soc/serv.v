// SERV as the core of the system in soc.v (docs/user/soc-up5k.md). It comes from its wheel; RISCV_FORMAL gives it its
// RVFI ports.
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
    // The core fetches, or loads or stores, never both: its two buses share one access. Either is idle in the cycle
    // after its acknowledgement.
    wire access, fetching, store;
    wire [31:0] fetch_addr, access_addr;
    wire [3:0] bytes;
    assign valid = fetching | access;
    assign fetch = ~access;
    assign addr = access ? access_addr : fetch_addr;
    assign wstrb = {4{access & store}} & bytes;

    // RV32I with the registers of traps; all registers lie in block RAM.
    serv_rf_top #(
        .RESET_PC(32'h0000_0000),
        .WITH_CSR(1)
    ) u_core (
        .clk(clk),
        .i_rst(rst),
        .i_timer_irq(1'b0),
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
`endif
        .o_ibus_adr(fetch_addr),
        .o_ibus_cyc(fetching),
        .i_ibus_rdt(rdata),
        .i_ibus_ack(ready & ~access),
        .o_dbus_adr(access_addr),
        .o_dbus_dat(wdata),
        .o_dbus_sel(bytes),
        .o_dbus_we(store),
        .o_dbus_cyc(access),
        .i_dbus_rdt(rdata),
        .i_dbus_ack(ready & access),
        .o_ext_rs1(),
        .o_ext_rs2(),
        .o_ext_funct3(),
        .i_ext_rd(32'd0),
        .i_ext_ready(1'b0),
        .o_mdu_valid()
    );
endmodule
/* verilator lint_on PINCONNECTEMPTY */
`default_nettype wire

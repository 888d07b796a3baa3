// PicoRV32 as `treetap run` builds it, alone and with a profiler as one design. The core has a clock of its own, which
// the testbench holds while a retirement waits.
module core_alone (
    input         clk_core,
    input         resetn,
    output        mem_valid,
    input         mem_ready,
    output [31:0] mem_addr,
    output [31:0] mem_wdata,
    output [3:0]  mem_wstrb,
    input  [31:0] mem_rdata,
    output        rvfi_valid,
    output [31:0] rvfi_insn,
    output        rvfi_trap,
    output        rvfi_intr,
    output [31:0] rvfi_pc_rdata,
    output [31:0] rvfi_pc_wdata,
    output [31:0] rvfi_rs1_rdata,
    output [31:0] rvfi_rd_wdata,
    output [31:0] rvfi_mem_addr,
    output [3:0]  rvfi_mem_rmask,
    output [3:0]  rvfi_mem_wmask,
    output [31:0] rvfi_mem_rdata,
    output [31:0] rvfi_mem_wdata
);
    picorv32 #(
        .ENABLE_MUL(1),
        .ENABLE_FAST_MUL(1),
        .ENABLE_DIV(1),
        .BARREL_SHIFTER(1),
        .REGS_INIT_ZERO(1),
        .PROGADDR_RESET(32'h8000_0080)
    ) u_core (
        .clk(clk_core),
        .resetn, .mem_valid, .mem_ready, .mem_addr, .mem_wdata, .mem_wstrb, .mem_rdata,
        .rvfi_valid, .rvfi_insn, .rvfi_trap, .rvfi_intr, .rvfi_pc_rdata, .rvfi_pc_wdata,
        .rvfi_rs1_rdata, .rvfi_rd_wdata,
        .rvfi_mem_addr, .rvfi_mem_rmask, .rvfi_mem_wmask, .rvfi_mem_rdata, .rvfi_mem_wdata
    );
endmodule

`ifdef PROFILER
module one_design (
    input         clk,
    input         rst,
    input         clk_core,
    input         resetn,
    output        mem_valid,
    input         mem_ready,
    output [31:0] mem_addr,
    output [31:0] mem_wdata,
    output [3:0]  mem_wstrb,
    input  [31:0] mem_rdata,
    output        rvfi_valid,
    output        rvfi_ready
);
    wire [31:0] rvfi_insn, rvfi_pc_rdata, rvfi_pc_wdata, rvfi_rs1_rdata, rvfi_rd_wdata;
    wire [31:0] rvfi_mem_addr, rvfi_mem_rdata, rvfi_mem_wdata;
    wire [3:0] rvfi_mem_rmask, rvfi_mem_wmask;
    wire rvfi_trap, rvfi_intr;
    core_alone u_core (.*);
    `PROFILER u_profiler (
        .clk, .rst, .rvfi_ready,
        .rvfi_valid, .rvfi_insn, .rvfi_trap, .rvfi_intr, .rvfi_pc_rdata, .rvfi_pc_wdata,
        .rvfi_rs1_rdata, .rvfi_rd_wdata,
        .rvfi_mem_addr, .rvfi_mem_rmask, .rvfi_mem_wmask, .rvfi_mem_rdata, .rvfi_mem_wdata,
        .ret_evt(8'd0), .ret_lat(16'd0), .ret_cycles(16'd0), .ret_always(1'b0),
`ifdef BUS_nano
        .wb_cyc_i(1'b0), .wb_stb_i(1'b0), .wb_we_i(1'b0), .wb_adr_i(12'd0), .wb_dat_i(32'd0), .wb_sel_i(4'd0),
`else
        .s_axil_awvalid(1'b0), .s_axil_awaddr(12'd0), .s_axil_awprot(3'd0), .s_axil_wvalid(1'b0), .s_axil_wdata(32'd0),
        .s_axil_wstrb(4'd0), .s_axil_bready(1'b0), .s_axil_arvalid(1'b0), .s_axil_araddr(12'd0), .s_axil_arprot(3'd0),
        .s_axil_rready(1'b0),
`endif
        .ext_on(1'b0), .ext_off(1'b0), .ext_tick(1'b0)
    );
endmodule
`endif

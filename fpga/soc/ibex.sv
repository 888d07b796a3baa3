// Ibex as the core of the system in soc.v (docs/user/soc-up5k.md): RV32IMC without interrupts. It comes from its wheel;
// RVFI gives it its RVFI ports. `ibex_top`, which gates the clock and has caches to offer, is left out: an FPGA does not
// gate clocks. Yosys reads this file with its SystemVerilog front end.
`default_nettype none

module soc_core (
    input  wire        clk,
    input  wire        rst,
`ifdef RVFI
    output logic        rvfi_valid,
    output logic [31:0] rvfi_insn,
    output logic        rvfi_trap,
    output logic        rvfi_intr,
    output logic [31:0] rvfi_pc_rdata,
    output logic [31:0] rvfi_pc_wdata,
    output logic [31:0] rvfi_rs1_rdata,
    output logic [31:0] rvfi_rd_wdata,
    output logic [31:0] rvfi_mem_addr,
    output logic [ 3:0] rvfi_mem_rmask,
    output logic [ 3:0] rvfi_mem_wmask,
    output logic [31:0] rvfi_mem_rdata,
    output logic [31:0] rvfi_mem_wdata,
`endif
    output logic        valid,
    output logic        fetch,
    output logic [31:0] addr,
    output logic [31:0] wdata,
    output logic [ 3:0] wstrb, // 0 for a read
    input  wire        ready,
    input  wire [31:0] rdata  // in a cycle with `ready`
);
    // Ibex begins at 0x80, the system's programs at 0: the first word that it fetches leads there.
    localparam logic [31:0] TO_ZERO = 32'hf81f_f06f; // jal x0, -128
    logic started;

    // Two buses share one access, which stays until it is answered; then it is granted, and its answer is there a cycle
    // later. Loads and stores come first.
    logic fetching, access, store, loads, underway, fetch_kept;
    logic [31:0] fetch_addr, access_addr, answer;
    logic [3:0] bytes;
    logic fetched, accessed;
    assign loads = access & ~(underway & fetch_kept);
    assign valid = fetching | access;
    assign fetch = ~loads;
    assign addr = loads ? access_addr : fetch_addr;
    assign wstrb = {4{loads & store}} & bytes;
    always_ff @(posedge clk) begin
        underway <= valid & ~ready;
        fetch_kept <= fetch;
        fetched <= ready & fetch;
        accessed <= ready & loads;
        if (ready) answer <= (fetch & ~started) ? TO_ZERO : rdata;
        started <= started | (ready & fetch);
        if (rst) begin
            underway <= 1'b0;
            fetched <= 1'b0;
            accessed <= 1'b0;
            started <= 1'b0;
        end
    end

    logic dummy_id, dummy_wb, we;
    logic [4:0] raddr_a, raddr_b, waddr;
    logic [31:0] rdata_a, rdata_b, result;
    ibex_core u_core (
        .clk_i(clk),
        .rst_ni(~rst),
        .hart_id_i(32'd0),
        .boot_addr_i(32'd0),
        .instr_req_o(fetching),
        .instr_gnt_i(ready & fetch),
        .instr_rvalid_i(fetched),
        .instr_addr_o(fetch_addr),
        .instr_rdata_i(answer),
        .instr_err_i(1'b0),
        .data_req_o(access),
        .data_gnt_i(ready & loads),
        .data_rvalid_i(accessed),
        .data_we_o(store),
        .data_be_o(bytes),
        .data_addr_o(access_addr),
        .data_wdata_o(wdata),
        .data_rdata_i(answer),
        .data_err_i(1'b0),
        .dummy_instr_id_o(dummy_id),
        .dummy_instr_wb_o(dummy_wb),
        .rf_raddr_a_o(raddr_a),
        .rf_raddr_b_o(raddr_b),
        .rf_waddr_wb_o(waddr),
        .rf_we_wb_o(we),
        .rf_wdata_wb_ecc_o(result),
        .rf_rdata_a_ecc_i(rdata_a),
        .rf_rdata_b_ecc_i(rdata_b),
        .ic_tag_req_o(),
        .ic_tag_write_o(),
        .ic_tag_addr_o(),
        .ic_tag_wdata_o(),
        .ic_tag_rdata_i('{default: '0}),
        .ic_data_req_o(),
        .ic_data_write_o(),
        .ic_data_addr_o(),
        .ic_data_wdata_o(),
        .ic_data_rdata_i('{default: '0}),
        .ic_scr_key_valid_i(1'b0),
        .ic_scr_key_req_o(),
        .irq_software_i(1'b0),
        .irq_timer_i(1'b0),
        .irq_external_i(1'b0),
        .irq_fast_i(15'd0),
        .irq_nm_i(1'b0),
        .irq_pending_o(),
        .debug_req_i(1'b0),
        .crash_dump_o(),
        .double_fault_seen_o(),
`ifdef RVFI
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
        .rvfi_rs3_addr(),
        .rvfi_rs1_rdata(rvfi_rs1_rdata),
        .rvfi_rs2_rdata(),
        .rvfi_rs3_rdata(),
        .rvfi_rd_addr(),
        .rvfi_rd_wdata(rvfi_rd_wdata),
        .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata),
        .rvfi_mem_addr(rvfi_mem_addr),
        .rvfi_mem_rmask(rvfi_mem_rmask),
        .rvfi_mem_wmask(rvfi_mem_wmask),
        .rvfi_mem_rdata(rvfi_mem_rdata),
        .rvfi_mem_wdata(rvfi_mem_wdata),
        .rvfi_ext_pre_mip(),
        .rvfi_ext_post_mip(),
        .rvfi_ext_nmi(),
        .rvfi_ext_nmi_int(),
        .rvfi_ext_debug_req(),
        .rvfi_ext_debug_mode(),
        .rvfi_ext_rf_wr_suppress(),
        .rvfi_ext_mcycle(),
        .rvfi_ext_mhpmcounters(),
        .rvfi_ext_mhpmcountersh(),
        .rvfi_ext_ic_scr_key_valid(),
        .rvfi_ext_irq_valid(),
`endif
        .fetch_enable_i(ibex_pkg::IbexMuBiOn),
        .alert_minor_o(),
        .alert_major_internal_o(),
        .alert_major_bus_o(),
        .core_busy_o()
    );

    ibex_register_file_fpga u_registers (
        .clk_i(clk),
        .rst_ni(~rst),
        .test_en_i(1'b0),
        .dummy_instr_id_i(dummy_id),
        .dummy_instr_wb_i(dummy_wb),
        .raddr_a_i(raddr_a),
        .rdata_a_o(rdata_a),
        .raddr_b_i(raddr_b),
        .rdata_b_o(rdata_b),
        .waddr_a_i(waddr),
        .wdata_a_i(result),
        .we_a_i(we),
        .err_o()
    );
endmodule
`default_nettype wire

// Two cores and a co-processor as one system, for simulations (docs/reference/coproc_profiler.md): one core runs a
// program, the co-processor profiles what it retires, and another core services the co-processor over its bus. Both
// cores are PicoRV32 with all that rv32im has.
//
// The core that is profiled has the memory and the devices of docs/reference/cores.md. What the other one sees:
//
// address      what
// 0x0000_0000  memory: 2 MB
// 0x4000_0000  a write lets the other core run; reads 1 after its program has ended
// 0x4000_0004  a write sends a word
// 0x4000_0008  a write says that it is done
// 0x8000_0000  the registers of the co-processor: 16 kB
//
// The two highest bits of an address decide; what lies in an area repeats. Memories answer in the cycle after the
// request. They are filled by the bench while `rst` is high.
`default_nettype none

// Outputs of the cores that nobody needs stay open.
/* verilator lint_off PINCONNECTEMPTY */
module treetap_serviced (
    input  wire        clk,
    input  wire        rst,
    // A word into the memory of the core that is profiled (0) or of the servicing one (1).
    input  wire        load_valid,
    input  wire        load_service,
    input  wire [22:0] load_addr,
    input  wire [31:0] load_data,
    // Instructions after which the program is at its end in any case; those that were fetched still retire.
    input  wire [31:0] limit,
    // What the co-processor sees of the core that is profiled.
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
    output wire        ret_stall,
    // Its program: bytes that it writes, and its end.
    output wire        console_valid,
    output wire [ 7:0] console_data,
    output reg         ended,
    output reg  [31:0] exit_code,
    // What becomes of candidates, and accesses of the servicing core to the co-processor, in the cycle of the answer.
    output wire        acc_valid,
    output wire [31:0] acc_ord,
    output wire        acc_full,
    output wire        acc_off,
    output wire        acc_set,
    output wire        bus_valid,
    output wire        bus_write,
    output wire [13:0] bus_addr,
    output wire [31:0] bus_data,
    output wire        bus_error,
    // The co-processor asks for the servicing core; that is in an interrupt; it has retired an instruction.
    output wire        irq,
    output wire        servicing,
    output wire        service_valid,
    // Words that it sends; it is done, or has stopped for good.
    output wire        out_valid,
    output wire [31:0] out_data,
    output reg         done,
    output wire        stuck
);
    // The core that is profiled.
    reg run;
    wire core_rst = rst | ~run;
    wire valid, fetch, core_trap;
    wire [31:0] addr, wdata;
    wire [3:0] wstrb;
    reg ready;
    reg [31:0] rdata;
    picorv32 #(
        .ENABLE_MUL(1),
        .ENABLE_FAST_MUL(1),
        .ENABLE_DIV(1),
        .BARREL_SHIFTER(1),
        .REGS_INIT_ZERO(1),
        .PROGADDR_RESET(32'h8000_0080)
    ) u_core (
        .clk(clk),
        .resetn(~core_rst),
        .trap(core_trap),
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
        .trace_valid(),
        .trace_data()
    );

    // 32 MB, zero at the start as docs/reference/cores.md says.
    reg [31:0] retired;
    localparam WORDS = 1 << 23;
    reg [31:0] memory[0:WORDS-1];
    integer i;
    initial for (i = 0; i < WORDS; i = i + 1) memory[i] = 32'd0;

    // While the co-processor has no room for what the core would retire next, the core's fetches wait: it cannot be
    // held in another way. Loads and stores go on, so that what was fetched is finished. After its end nothing is
    // fetched.
    wire taken = valid & ~ready & ~(fetch & (ret_stall | ended));
    wire device = addr[31:28] == 4'h1;
    wire write = |wstrb;
    assign console_valid = taken & device & write & (addr[3:2] == 2'd0);
    assign console_data = wdata[7:0];
    always @(posedge clk) begin
        ready <= taken;
        rdata <= device ? 32'd0 : memory[addr[24:2]];
        if (taken & ~device & write) begin
            if (wstrb[0]) memory[addr[24:2]][7:0] <= wdata[7:0];
            if (wstrb[1]) memory[addr[24:2]][15:8] <= wdata[15:8];
            if (wstrb[2]) memory[addr[24:2]][23:16] <= wdata[23:16];
            if (wstrb[3]) memory[addr[24:2]][31:24] <= wdata[31:24];
        end
        if (taken & device & write & (addr[3:2] == 2'd1) & ~ended) begin
            ended <= 1'b1;
            exit_code <= wdata;
        end
        if (core_trap & ~core_rst) ended <= 1'b1;
        if (rvfi_valid) retired <= retired + 32'd1;
        if (retired == limit) ended <= 1'b1;
        if (rst) begin
            ready <= 1'b0;
            ended <= 1'b0;
            retired <= 32'd0;
            exit_code <= 32'd0;
            if (load_valid & ~load_service) memory[load_addr] <= load_data;
        end
    end

    // The core that services it. Interrupt 5 is the co-processor's, 0 its own timer's.
    localparam [1:0] MEMORY = 2'd0, SYSTEM = 2'd1, COPROC = 2'd2;
    wire s_valid;
    wire [31:0] s_addr, s_wdata, eoi;
    wire [3:0] s_wstrb;
    wire s_ready;
    reg [31:0] s_rdata;
    picorv32 #(
        .ENABLE_MUL(1),
        .ENABLE_FAST_MUL(1),
        .ENABLE_DIV(1),
        .BARREL_SHIFTER(1),
        .REGS_INIT_ZERO(1),
        .ENABLE_IRQ(1),
        .LATCHED_IRQ(32'h0000_0001),
        .MASKED_IRQ(32'hffff_ffde),
        .PROGADDR_RESET(32'h0000_0000),
        .PROGADDR_IRQ(32'h0000_0010)
    ) u_service (
        .clk(clk),
        .resetn(~rst),
        .trap(stuck),
        .mem_valid(s_valid),
        .mem_instr(),
        .mem_ready(s_ready),
        .mem_addr(s_addr),
        .mem_wdata(s_wdata),
        .mem_wstrb(s_wstrb),
        .mem_rdata(s_rdata),
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
        .irq({26'd0, irq, 5'd0}),
        .eoi(eoi),
        .rvfi_valid(service_valid),
        .rvfi_order(),
        .rvfi_insn(),
        .rvfi_trap(),
        .rvfi_halt(),
        .rvfi_intr(),
        .rvfi_mode(),
        .rvfi_ixl(),
        .rvfi_rs1_addr(),
        .rvfi_rs2_addr(),
        .rvfi_rs1_rdata(),
        .rvfi_rs2_rdata(),
        .rvfi_rd_addr(),
        .rvfi_rd_wdata(),
        .rvfi_pc_rdata(),
        .rvfi_pc_wdata(),
        .rvfi_mem_addr(),
        .rvfi_mem_rmask(),
        .rvfi_mem_wmask(),
        .rvfi_mem_rdata(),
        .rvfi_mem_wdata(),
        .rvfi_csr_mcycle_rmask(),
        .rvfi_csr_mcycle_wmask(),
        .rvfi_csr_mcycle_rdata(),
        .rvfi_csr_mcycle_wdata(),
        .rvfi_csr_minstret_rmask(),
        .rvfi_csr_minstret_wmask(),
        .rvfi_csr_minstret_rdata(),
        .rvfi_csr_minstret_wdata(),
        .trace_valid(),
        .trace_data()
    );
    assign servicing = |eoi;

    reg [31:0] store[0:524287];
    wire [1:0] area = s_addr[31:30];
    wire s_write = |s_wstrb;
    reg answered;
    reg [31:0] stored;
    wire s_taken = s_valid & (area != COPROC) & ~answered;
    wire system = s_taken & (area == SYSTEM);
    assign out_valid = system & s_write & (s_addr[3:2] == 2'd1);
    assign out_data = s_wdata;
    always @(posedge clk) begin
        answered <= s_taken;
        stored <= store[s_addr[20:2]];
        if (s_taken & (area == MEMORY)) begin
            if (s_wstrb[0]) store[s_addr[20:2]][7:0] <= s_wdata[7:0];
            if (s_wstrb[1]) store[s_addr[20:2]][15:8] <= s_wdata[15:8];
            if (s_wstrb[2]) store[s_addr[20:2]][23:16] <= s_wdata[23:16];
            if (s_wstrb[3]) store[s_addr[20:2]][31:24] <= s_wdata[31:24];
        end
        if (system & s_write & (s_addr[3:2] == 2'd0)) run <= s_wdata[0];
        if (system & s_write & (s_addr[3:2] == 2'd2)) done <= s_wdata[0];
        if (rst) begin
            answered <= 1'b0;
            run <= 1'b0;
            done <= 1'b0;
            if (load_valid & load_service) store[load_addr[18:0]] <= load_data;
        end
    end

    wire coproc_selected = s_valid & (area == COPROC);
    wire coproc_ack, coproc_err;
    wire [31:0] coproc_data;
    assign s_ready = (area == COPROC) ? coproc_ack | coproc_err : answered;
    always @* begin
        case (area)
            MEMORY: s_rdata = stored;
            COPROC: s_rdata = coproc_data;
            default: s_rdata = {31'd0, ended};
        endcase
    end
    assign bus_valid = coproc_selected & (coproc_ack | coproc_err);
    assign bus_write = s_write;
    assign bus_addr = s_addr[13:0];
    assign bus_data = s_write ? s_wdata : coproc_data;
    assign bus_error = coproc_err;

    coproc_profiler u_coproc (
        .clk(clk),
        .rst(rst),
        .rvfi_valid(rvfi_valid),
        .rvfi_insn(rvfi_insn),
        .rvfi_trap(rvfi_trap),
        .rvfi_intr(rvfi_intr),
        .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata),
        .rvfi_rs1_rdata(rvfi_rs1_rdata),
        .rvfi_rd_wdata(rvfi_rd_wdata),
        .rvfi_mem_addr(rvfi_mem_addr),
        .rvfi_mem_rmask(rvfi_mem_rmask),
        .rvfi_mem_wmask(rvfi_mem_wmask),
        .rvfi_mem_rdata(rvfi_mem_rdata),
        .rvfi_mem_wdata(rvfi_mem_wdata),
        .rvfi_ready(),
        .ret_evt(8'd0),
        .ret_lat(16'd0),
        .ret_always(1'b1),
        .ret_stall(ret_stall),
        .irq(irq),
        .acc_valid(acc_valid),
        .acc_ord(acc_ord),
        .acc_full(acc_full),
        .acc_off(acc_off),
        .acc_set(acc_set),
        .wb_cyc_i(coproc_selected),
        .wb_stb_i(coproc_selected),
        .wb_we_i(s_write),
        .wb_adr_i(s_addr[13:0]),
        .wb_dat_i(s_wdata),
        .wb_sel_i(s_write ? s_wstrb : 4'b1111),
        .wb_dat_o(coproc_data),
        .wb_ack_o(coproc_ack),
        .wb_err_o(coproc_err)
    );
endmodule
/* verilator lint_on PINCONNECTEMPTY */
`default_nettype wire

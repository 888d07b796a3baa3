// A small core and a profiler, a monitor or a co-processor as one system (docs/user/soc-up5k.md): what is the same
// whatever the core. The module `soc_core` is in a file of its own for each core.
//
// SOC_COMPRESSED: the core has compressed instructions. TREETAP_UNIT is the top beside the core,
// `treetap_profiler_nano` if nobody says; it has a Wishbone slave with byte offsets of TREETAP_OFFSET_BITS bits.
// TREETAP_MONITOR: it is a monitor. TREETAP_TRACKER: it has a phase tracker. TREETAP_COPROC: it is a co-processor.
//
// One access at a time:
//
// address      what
// 0x0000_0000  boot ROM, block RAM: 1 kB (`soc_rom`, made from a program), beside a co-processor 512 bytes
// 0x4000_0000  RAM: 64 kB of single-port RAM, on an ECP5 16 kB of block RAM
// 0x8000_0000  the registers of the profiler: 4 kB, or as many as it has
// 0xc000_0000  a write sends its low byte; the write waits until there is room for it
// 0xc000_0004  a write sets `done` to its lowest bit; with a tracker a read has 1 in its lowest bit if its log has a word
// 0xc000_0008  with a tracker a read takes a word of its log
//
// The two highest bits of an address decide; what lies in an area repeats.
`default_nettype none

`ifndef TREETAP_UNIT
`define TREETAP_UNIT treetap_profiler_nano
`define TREETAP_OFFSET_BITS 12
`endif

module treetap_soc (
    input  wire        clk,
    input  wire        rst,
    // bytes from the program
    output reg         out_valid,
    input  wire        out_ready,
    output reg  [ 7:0] out_data,
    // the program has finished
    output reg         done,
    // What the profiler sees of the core, for whoever watches: left open, it costs nothing.
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
    output wire [15:0] ret_cycles,
    output wire        ret_stall
);
    localparam [1:0] ROM = 2'd0, RAM = 2'd1, PROFILER = 2'd2, OUT = 2'd3;

    // The core's access: `valid` and what belongs to it stay until `ready`; `wstrb` is 0 for a read.
    wire valid, fetch;
    wire [31:0] addr, wdata;
    wire [3:0] wstrb;
    reg ready;
    reg [31:0] rdata;
    soc_core u_core (
        .clk(clk),
        .rst(rst),
        .valid(valid),
        .fetch(fetch),
        .addr(addr),
        .wdata(wdata),
        .wstrb(wstrb),
        .ready(ready),
        .rdata(rdata),
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
        .rvfi_mem_wdata(rvfi_mem_wdata)
    );

    wire [1:0] area = addr[31:30];
    wire write = |wstrb;

    // Memories answer in the cycle after the request. While the profiler has no room for what the core would retire
    // next, the core's fetches wait: none of the cores can be held in another way. Loads and stores go on, so that
    // what was fetched is finished.
    reg answered;
    wire memory = valid & ((area == ROM) | (area == RAM)) & ~(fetch & ret_stall);

    wire [31:0] rom_data, ram_data, profiler_data;
`ifdef TREETAP_COPROC
    // The co-processor and the core leave an UP5K one block RAM: the ROM is half as wide and has 512 bytes, and a word
    // of it comes a cycle later, its low half first.
    reg upper;
    wire [15:0] rom_half;
    reg [15:0] rom_low;
    wire rom_waits = memory & (area == ROM) & ~upper;
    soc_rom u_rom (.clk(clk), .addr({addr[8:2], upper}), .data(rom_half));
    always @(posedge clk) begin
        upper <= rom_waits & ~answered & ~rst;
        if (upper) rom_low <= rom_half;
    end
    assign rom_data = {rom_half, rom_low};
`else
    wire rom_waits = 1'b0;
    soc_rom u_rom (.clk(clk), .addr(addr[9:2]), .data(rom_data));
`endif
    soc_ram u_ram (
        .clk(clk), .enable(valid & (area == RAM)), .addr(addr[15:2]), .wstrb(wstrb), .wdata(wdata), .rdata(ram_data)
    );

    // A byte may be put where one is taken in the same cycle.
    wire output_free = ~out_valid | out_ready;
    wire send = valid & (area == OUT) & write & ~addr[2] & ~answered & output_free;
    wire mark = valid & (area == OUT) & write & addr[2] & ~answered;
    wire nothing = valid & (area == OUT) & ~write;
`ifdef TREETAP_TRACKER
    // A word of the log is taken in the cycle in which the core has it.
    wire log_valid;
    wire [31:0] log_data;
    wire log_ready = valid & (area == OUT) & ~write & addr[3] & answered;
    wire [31:0] told = addr[3] ? log_data : {31'd0, log_valid};
`else
    wire [31:0] told = 32'd0;
`endif
    always @(posedge clk) begin
        answered <= ((memory & ~rom_waits) | send | mark | nothing) & ~answered;
        if (send) begin
            out_valid <= 1'b1;
            out_data <= wdata[7:0];
        end else if (out_ready) out_valid <= 1'b0;
        if (mark) done <= wdata[0];
        if (rst) begin
            answered <= 1'b0;
            out_valid <= 1'b0;
            done <= 1'b0;
        end
    end

    wire profiler_ack, profiler_err;
    always @* begin
        ready = (area == PROFILER) ? profiler_ack | profiler_err : answered;
        case (area)
            ROM: rdata = rom_data;
            RAM: rdata = ram_data;
            PROFILER: rdata = profiler_data;
            default: rdata = told;
        endcase
    end

    treetap_cycles_core u_cycles (
        .clk(clk), .rst(rst), .rvfi_valid(rvfi_valid), .rvfi_ready(1'b1), .ret_cycles(ret_cycles)
    );

    wire profiler_selected = valid & (area == PROFILER);
    `TREETAP_UNIT u_profiler (
        .clk(clk),
        .rst(rst),
        .rvfi_valid(rvfi_valid),
`ifdef SOC_COMPRESSED
        .rvfi_insn(rvfi_insn),
`else
        // A core without compressed instructions: the tap's expander falls away, and with it the longest path beside
        // SERV.
        .rvfi_insn({rvfi_insn[31:2], 2'b11}),
`endif
        .rvfi_trap(rvfi_trap),
        .rvfi_intr(rvfi_intr),
        .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata),
        .rvfi_rs1_rdata(rvfi_rs1_rdata),
        // `nano` makes addresses of rs1 and the immediate and has no use for these: the core's registers behind them
        // fall away.
        .rvfi_mem_addr(rvfi_mem_addr),
        .rvfi_mem_rmask(rvfi_mem_rmask),
        .rvfi_mem_wmask(rvfi_mem_wmask),
        .ret_always(1'b1),
        .ret_stall(ret_stall),
`ifndef TREETAP_COPROC
        .ext_on(1'b0),
        .ext_off(1'b0),
`endif
        .wb_cyc_i(profiler_selected),
        .wb_stb_i(profiler_selected),
        .wb_we_i(write),
        .wb_adr_i(addr[`TREETAP_OFFSET_BITS-1:0]),
        .wb_dat_i(wdata),
        .wb_sel_i(write ? wstrb : 4'b1111),
        .wb_dat_o(profiler_data),
        .wb_ack_o(profiler_ack),
        .wb_err_o(profiler_err),
        /* verilator lint_off PINCONNECTEMPTY */
`ifdef TREETAP_TRACKER
        .sample_flag(),
        .log_valid(log_valid),
        .log_ready(log_ready),
        .log_data(log_data),
        .log_last(),
`endif
`ifdef TREETAP_MONITOR
        // Every core stays in machine mode. Events are read over the bus.
        .rvfi_mode(2'b11),
        .sampling(),
        .irq(),
`ifdef TREETAP_TRACKER
        .phase_irq(),
`endif
        .out_valid(),
        .out_ready(1'b0),
        .out_data(),
        .out_last(),
`else
        .rvfi_rd_wdata(rvfi_rd_wdata),
        .rvfi_mem_rdata(rvfi_mem_rdata),
        .rvfi_mem_wdata(rvfi_mem_wdata),
        .ret_evt(8'd0),
        .ret_lat(16'd0),
`ifdef TREETAP_COPROC
        .irq(),
        .acc_full(),
        .acc_off(),
        .acc_set(),
`else
        .ret_cycles(ret_cycles),
        .ext_tick(1'b0),
`endif
`ifdef TREETAP_TRACKER
        .irq(),
`endif
        .acc_valid(),
        .acc_ord(),
`endif
        // for cores whose clock can be held
        .rvfi_ready()
        /* verilator lint_on PINCONNECTEMPTY */
    );
endmodule

// 64 kB with a write enable for each byte: two of the four single-port RAMs of an UP5K, the lower one with the lower
// halves of words. Their contents are unknown until they are written. An ECP5 has 16 kB of block RAM in their place.
module soc_ram (
    input  wire        clk,
    input  wire        enable,
    input  wire [13:0] addr,
    input  wire [ 3:0] wstrb,
    input  wire [31:0] wdata,
    output wire [31:0] rdata
);
    genvar i;
`ifdef TREETAP_ECP5
    generate
        for (i = 0; i < 4; i = i + 1) begin : lane
            reg [7:0] mem[0:4095];
            reg [7:0] word;
            always @(posedge clk) begin
                if (enable & wstrb[i]) mem[addr[11:0]] <= wdata[8*i+:8];
                if (enable & ~wstrb[i]) word <= mem[addr[11:0]];
            end
            assign rdata[8*i+:8] = word;
        end
    endgenerate
`else
    generate
        for (i = 0; i < 2; i = i + 1) begin : half
            wire [1:0] bytes = wstrb[2*i+:2];
            SB_SPRAM256KA ram (
                .ADDRESS(addr),
                .DATAIN(wdata[16*i+:16]),
                .MASKWREN({{2{bytes[1]}}, {2{bytes[0]}}}),
                .WREN(|wstrb),
                .CHIPSELECT(enable),
                .CLOCK(clk),
                .STANDBY(1'b0),
                .SLEEP(1'b0),
                .POWEROFF(1'b1),
                .DATAOUT(rdata[16*i+:16])
            );
        end
    endgenerate
`endif
endmodule

`ifndef TREETAP_ICE40
// The single-port RAM of an UP5K for simulators, as far as `soc_ram` uses it: the output keeps its value in a cycle
// that writes, where that of the device is unknown.
module SB_SPRAM256KA (
    input  wire [13:0] ADDRESS,
    input  wire [15:0] DATAIN,
    input  wire [ 3:0] MASKWREN,
    input  wire        WREN,
    input  wire        CHIPSELECT,
    input  wire        CLOCK,
    input  wire        STANDBY,
    input  wire        SLEEP,
    input  wire        POWEROFF,
    output reg  [15:0] DATAOUT
);
    reg [15:0] mem[0:16383];
    wire active = CHIPSELECT & ~STANDBY & ~SLEEP & POWEROFF;

    always @(posedge CLOCK) begin
        if (active & ~WREN) DATAOUT <= mem[ADDRESS];
        if (active & WREN & MASKWREN[0]) mem[ADDRESS][3:0] <= DATAIN[3:0];
        if (active & WREN & MASKWREN[1]) mem[ADDRESS][7:4] <= DATAIN[7:4];
        if (active & WREN & MASKWREN[2]) mem[ADDRESS][11:8] <= DATAIN[11:8];
        if (active & WREN & MASKWREN[3]) mem[ADDRESS][15:12] <= DATAIN[15:12];
    end
endmodule
`endif
`default_nettype wire

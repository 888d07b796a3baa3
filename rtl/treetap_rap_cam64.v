// treetap_rap_cam64: the paper's ternary memory on iCE40 HX8K: 32-bit keys, 64 nodes, one event per cycle
// Configuration: 32-bit keys, 64 nodes, 32-bit counts, cam
// engine, EPS mode not built, no FIFO, coalescer of 256 entries.
// Made by treetap 0.1.0 with: treetap gen rap --preset cam64
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Order of commands among events, and why an event waits.
module treetap_rap_cam64_order #(
    parameter [3:0] clear_code = 4'd1,
    parameter [3:0] command_code = 4'd2,
    parameter [3:0] queue_code = 4'd7
) (
    input  wire       clk,
    input  wire       rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire       ev_valid,
    output wire       ev_ready,
    // commands; ready when finished
    input  wire       cmd_valid,
    output wire       cmd_ready,
    // events to the coalescer or the input register
    output wire       front_valid,
    input  wire       front_ready,
    // the operation of the command on what has coalesced
    output wire       flush_valid,
    input  wire       flush_ready,
    // an event waits in the queue
    input  wire       queue_waiting,
    // the command to the engine, and the state of the engine
    output wire       engine_cmd_valid,
    input  wire       engine_cmd_ready,
    input  wire       engine_ready,
    input  wire [3:0] engine_stall,
    input  wire       engine_clearing,
    // statistics and status
    output reg  [3:0] stat_stall
);
    reg flushed = 1'b0;

    // Events enter once the memories are clear, and not beside a command.
    wire open = ~engine_clearing & ~cmd_valid;
    assign front_valid = ev_valid & open;
    assign ev_ready = front_ready & open;
    // A command: flush, wait until the queue is empty, hand over.
    assign flush_valid = cmd_valid & ~flushed;
    assign engine_cmd_valid = cmd_valid & flushed & ~queue_waiting;
    assign cmd_ready = engine_cmd_ready;
    always @* begin
        // The engine's reason while it is not ready, else what lies before it.
        stat_stall = queue_code;
        if (engine_clearing) begin
            stat_stall = clear_code;
        end else if (cmd_valid) begin
            stat_stall = command_code;
        end else if (~engine_ready) begin
            stat_stall = engine_stall;
        end
    end

    always @(posedge clk) begin
        if (flush_ready) flushed <= 1'b1;
        if (engine_cmd_ready | rst) flushed <= 1'b0;
    end
endmodule

// Block RAM with an output register, one read and one write port: rd is the word at ra of two cycles before.
// Reading an address at the edge that writes it is undefined:
// simulations return the inverted new word, so that a
// design that relies on it is found out; synthesis adds no logic for it. No initial contents.
// Define TREETAP_ECP5 to get ECP5 primitives with the register
// inside (REGMODE OUTREG), which is three times as fast
// as a flip-flop behind the RAM and which Yosys does not infer. Otherwise: inferred block RAM and flip-flops.
module treetap_rap_cam64_outreg_ram #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output wire [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
`ifdef TREETAP_ECP5
    // At this depth a primitive is WIDE bits wide, and the word's address begins at its address bit LOW.
    localparam WIDE  = ADDR <= 9 ? 36 : ADDR == 10 ? 18 : ADDR == 11 ? 9 : ADDR == 12 ? 4 : ADDR == 13 ? 2
            : 1;
    localparam LOW   = ADDR <= 9 ? 5 : 14 - ADDR;
    localparam COUNT = (WIDTH + WIDE - 1) / WIDE;

    wire [ADDR+13:0]       wide_ra = {14'd0, ra};
    wire [ADDR+13:0]       wide_wa = {14'd0, wa};
    wire [COUNT*WIDE+35:0] wide_wd = {{COUNT*WIDE+36-WIDTH{1'b0}}, wd};
    wire [COUNT*WIDE-1:0]  wide_rd;
    wire [13:0]            r       = wide_ra[13:0] << LOW;
    // The two lowest address bits of an 18-bit write port are byte enables.
    wire [13:0]            w       = wide_wa[13:0] << LOW | (WIDE == 18 ? 14'd3 : 14'd0);

    assign rd = wide_rd[WIDTH-1:0];

    genvar i;
    generate
        for (i = 0; i < COUNT; i = i + 1) begin : part
            wire [35:0] d = wide_wd[i*WIDE +: 36] & (36'hfffffffff >> (36 - WIDE));
            wire [35:0] q;
            assign wide_rd[i*WIDE +: WIDE] = q[WIDE-1:0];
            if (WIDE == 36) begin : wide
                PDPW16KD #(
                    .DATA_WIDTH_W(36), .DATA_WIDTH_R(36), .REGMODE("OUTREG"), .GSR("DISABLED")
                ) ram (
                    .CLKW(clk), .CEW(we), .BE0(1'b1), .BE1(1'b1), .BE2(1'b1), .BE3(1'b1),
                    .CSW0(1'b0), .CSW1(1'b0), .CSW2(1'b0),
                    .ADW0(w[5]), .ADW1(w[6]), .ADW2(w[7]), .ADW3(w[8]), .ADW4(w[9]), .ADW5(w[10]),
                    .ADW6(w[11]), .ADW7(w[12]), .ADW8(w[13]),
                    .DI0(d[0]), .DI1(d[1]), .DI2(d[2]), .DI3(d[3]), .DI4(d[4]), .DI5(d[5]),
                    .DI6(d[6]), .DI7(d[7]), .DI8(d[8]), .DI9(d[9]), .DI10(d[10]), .DI11(d[11]),
                    .DI12(d[12]), .DI13(d[13]), .DI14(d[14]), .DI15(d[15]), .DI16(d[16]), .DI17(d[17]),
                    .DI18(d[18]), .DI19(d[19]), .DI20(d[20]), .DI21(d[21]), .DI22(d[22]), .DI23(d[23]),
                    .DI24(d[24]), .DI25(d[25]), .DI26(d[26]), .DI27(d[27]), .DI28(d[28]), .DI29(d[29]),
                    .DI30(d[30]), .DI31(d[31]), .DI32(d[32]), .DI33(d[33]), .DI34(d[34]), .DI35(d[35]),
                    .CLKR(clk), .CER(1'b1), .OCER(1'b1), .RST(1'b0),
                    .CSR0(1'b0), .CSR1(1'b0), .CSR2(1'b0),
                    .ADR0(r[0]), .ADR1(r[1]), .ADR2(r[2]), .ADR3(r[3]), .ADR4(r[4]), .ADR5(r[5]),
                    .ADR6(r[6]), .ADR7(r[7]), .ADR8(r[8]), .ADR9(r[9]), .ADR10(r[10]), .ADR11(r[11]),
                    .ADR12(r[12]), .ADR13(r[13]),
                    .DO0(q[0]), .DO1(q[1]), .DO2(q[2]), .DO3(q[3]), .DO4(q[4]), .DO5(q[5]),
                    .DO6(q[6]), .DO7(q[7]), .DO8(q[8]), .DO9(q[9]), .DO10(q[10]), .DO11(q[11]),
                    .DO12(q[12]), .DO13(q[13]), .DO14(q[14]), .DO15(q[15]), .DO16(q[16]), .DO17(q[17]),
                    .DO18(q[18]), .DO19(q[19]), .DO20(q[20]), .DO21(q[21]), .DO22(q[22]), .DO23(q[23]),
                    .DO24(q[24]), .DO25(q[25]), .DO26(q[26]), .DO27(q[27]), .DO28(q[28]), .DO29(q[29]),
                    .DO30(q[30]), .DO31(q[31]), .DO32(q[32]), .DO33(q[33]), .DO34(q[34]), .DO35(q[35])
                );
            end else begin : narrow
                assign q[35:18] = 18'd0;
                DP16KD #(
                    .DATA_WIDTH_A(WIDE), .DATA_WIDTH_B(WIDE), .REGMODE_A("NOREG"), .REGMODE_B("OUTREG"),
                    .WRITEMODE_A("NORMAL"), .WRITEMODE_B("NORMAL"), .GSR("DISABLED")
                ) ram (
                    .CLKA(clk), .CEA(1'b1), .OCEA(1'b1), .RSTA(1'b0), .WEA(we),
                    .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
                    .ADA0(w[0]), .ADA1(w[1]), .ADA2(w[2]), .ADA3(w[3]), .ADA4(w[4]), .ADA5(w[5]),
                    .ADA6(w[6]), .ADA7(w[7]), .ADA8(w[8]), .ADA9(w[9]), .ADA10(w[10]), .ADA11(w[11]),
                    .ADA12(w[12]), .ADA13(w[13]),
                    .DIA0(d[0]), .DIA1(d[1]), .DIA2(d[2]), .DIA3(d[3]), .DIA4(d[4]), .DIA5(d[5]),
                    .DIA6(d[6]), .DIA7(d[7]), .DIA8(d[8]), .DIA9(d[9]), .DIA10(d[10]), .DIA11(d[11]),
                    .DIA12(d[12]), .DIA13(d[13]), .DIA14(d[14]), .DIA15(d[15]), .DIA16(d[16]), .DIA17(d[17]),
                    .CLKB(clk), .CEB(1'b1), .OCEB(1'b1), .RSTB(1'b0), .WEB(1'b0),
                    .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
                    .ADB0(r[0]), .ADB1(r[1]), .ADB2(r[2]), .ADB3(r[3]), .ADB4(r[4]), .ADB5(r[5]),
                    .ADB6(r[6]), .ADB7(r[7]), .ADB8(r[8]), .ADB9(r[9]), .ADB10(r[10]), .ADB11(r[11]),
                    .ADB12(r[12]), .ADB13(r[13]),
                    .DIB0(1'b0), .DIB1(1'b0), .DIB2(1'b0), .DIB3(1'b0), .DIB4(1'b0), .DIB5(1'b0),
                    .DIB6(1'b0), .DIB7(1'b0), .DIB8(1'b0), .DIB9(1'b0), .DIB10(1'b0), .DIB11(1'b0),
                    .DIB12(1'b0), .DIB13(1'b0), .DIB14(1'b0), .DIB15(1'b0), .DIB16(1'b0), .DIB17(1'b0),
                    .DOB0(q[0]), .DOB1(q[1]), .DOB2(q[2]), .DOB3(q[3]), .DOB4(q[4]), .DOB5(q[5]),
                    .DOB6(q[6]), .DOB7(q[7]), .DOB8(q[8]), .DOB9(q[9]), .DOB10(q[10]), .DOB11(q[11]),
                    .DOB12(q[12]), .DOB13(q[13]), .DOB14(q[14]), .DOB15(q[15]), .DOB16(q[16]), .DOB17(q[17])
                );
            end
        end
    endgenerate
`else
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    reg [WIDTH-1:0] word;
    reg [WIDTH-1:0] word_q;
    assign rd = word_q;

    always @(posedge clk) begin
        if (we) mem[wa] <= wd;
`ifdef SYNTHESIS
        word <= mem[ra];
`else
        word <= (we && wa == ra) ? ~wd : mem[ra];
`endif
        word_q <= word;
    end
`endif
endmodule

// RAM of a few words, for logic cells: rd is the word at ra now. No initial contents.
module treetap_rap_cam64_lut_ram #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output wire [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];

    always @(posedge clk) if (we) mem[wa] <= wd;

    assign rd = mem[ra];
endmodule

// Output queue: 16 words and a register. roomy goes low early: 8 more words always fit.
module treetap_rap_cam64_queue (
    input  wire        clk,
    input  wire        rst,
    input  wire        give,
    input  wire [47:0] given,
    output wire        roomy,
    output wire        empty,
    output wire        valid,
    input  wire        ready,
    output wire [47:0] word
);
    reg [3:0] writing = 4'd0;
    reg [3:0] reading = 4'd0;
    reg [4:0] stored = 5'd0;
    reg few = 1'b0;
    reg offered = 1'b0;
    reg [47:0] offer = 48'd0;

    wire [47:0] words_rd;

    wire fetch = (|stored) & (~offered | ready);
    assign roomy = few;
    assign empty = ~(|stored) & ~offered;
    assign valid = offered;
    assign word = offer;

    treetap_rap_cam64_lut_ram #(.WIDTH(48), .ADDR(4)) u_words (
        .clk(clk),
        .ra(reading),
        .rd(words_rd),
        .we(give),
        .wa(writing),
        .wd(given)
    );

    always @(posedge clk) begin
        if (ready) offered <= 1'b0;
        if (fetch) begin
            offered <= 1'b1;
            offer <= words_rd;
            reading <= reading + 4'd1;
        end
        if (give) writing <= writing + 4'd1;
        if (give & ~fetch) stored <= stored + 5'd1;
        if (~give & fetch) stored <= stored - 5'd1;
        few <= ~stored[3] & ~stored[4];
        if (rst) begin
            writing <= 4'd0;
            reading <= 4'd0;
            stored <= 5'd0;
            few <= 1'b0;
            offered <= 1'b0;
        end
    end
endmodule

// Counts the cycles with step high; saturates at the largest value, of which near says that it is
// at most one away. near may be late by a cycle: it matters for odd values only, and there it is right.
module treetap_rap_cam64_tally (
    input  wire        clk,
    input  wire        clear,
    input  wire        step,
    output wire [31:0] count
);
    reg [31:0] total = 32'd0;
    reg near = 1'b0;

    assign count = total;

    always @(posedge clk) begin
        near <= ~(|(~total >> 1));
        if (step & ~(near & total[0])) total <= total + 32'd1;
        if (clear) total <= 32'd0;
    end
endmodule

// Whether two words were equal in the cycle before; differ has one bit for each two of theirs.
module treetap_rap_cam64_compare #(
    parameter [31:0] even = 32'h55555555
) (
    input  wire        clk,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire        equal
);
    reg [31:0] differ = 32'd0;

    wire [31:0] difference = a ^ b;
    assign equal = ~(|differ);

    always @(posedge clk) begin
        differ <= (difference | (difference >> 1)) & even;
    end
endmodule

// Direct-mapped coalescing buffer: sums the weights of repeated keys, one event per cycle.
// An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
// A register's name ends in the number of the stage it belongs to. No stage ever stops.
module treetap_rap_cam64_coalescer #(
    parameter [7:0] e = 8'd8
) (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // operation on all entries (1 send and empty, 2 empty and reset, 3 both); ready when finished
    input  wire        flush_valid,
    output wire        flush_ready,
    input  wire [1:0]  flush_op,
    // largest weight of an entry, sampled at reset and by operations 2 and 3
    input  wire [15:0] cfg_weight_max,
    // coalesced events
    output wire        out_valid,
    input  wire        out_ready,
    output wire [31:0] out_key,
    output wire [15:0] out_weight,
    // events of weight 0 since reset, saturating
    output wire [31:0] stat_zero_weight
);
    reg dropped = 1'b0;
    reg passing = 1'b0;
    reg requested = 1'b0;
    reg restarting = 1'b0;
    reg quiet = 1'b0;
    reg idle = 1'b0;
    reg [8:0] position = 9'd0;
    reg [15:0] weight_max = 16'd0;
    reg valid1 = 1'b0;
    reg pass1 = 1'b0;
    reg valid2 = 1'b0;
    reg pass2 = 1'b0;
    reg valid3 = 1'b0;
    reg pass3 = 1'b0;
    reg valid4 = 1'b0;
    reg pass4 = 1'b0;
    reg valid5 = 1'b0;
    reg pass5 = 1'b0;
    reg valid6 = 1'b0;
    reg pass6 = 1'b0;
    reg valid7 = 1'b0;
    reg [7:0] index1 = 8'd0;
    reg [7:0] index2 = 8'd0;
    reg [7:0] index3 = 8'd0;
    reg [7:0] index4 = 8'd0;
    reg [7:0] index5 = 8'd0;
    reg [7:0] index6 = 8'd0;
    reg [7:0] index7 = 8'd0;
    reg [31:0] key1 = 32'd0;
    reg [31:0] key2 = 32'd0;
    reg [31:0] key3 = 32'd0;
    reg [31:0] key4 = 32'd0;
    reg [31:0] key5 = 32'd0;
    reg [31:0] key6 = 32'd0;
    reg [15:0] weight1 = 16'd0;
    reg [15:0] weight2 = 16'd0;
    reg [15:0] weight3 = 16'd0;
    reg [15:0] weight4 = 16'd0;
    reg [15:0] weight5 = 16'd0;
    reg [15:0] weight6 = 16'd0;
    reg same1_2 = 1'b0;
    reg same2_2 = 1'b0;
    reg same3_2 = 1'b0;
    reg same4_2 = 1'b0;
    reg same5_2 = 1'b0;
    reg same6_2 = 1'b0;
    reg nearest1_3 = 1'b0;
    reg nearest2_3 = 1'b0;
    reg nearest3_3 = 1'b0;
    reg nearest4_3 = 1'b0;
    reg older_3 = 1'b0;
    reg known_3 = 1'b0;
    reg equal1_3 = 1'b0;
    reg equal2_3 = 1'b0;
    reg equal3_3 = 1'b0;
    reg equal4_3 = 1'b0;
    reg older_equal_3 = 1'b0;
    reg [31:0] known_key3 = 32'd0;
    reg [15:0] older_weight3 = 16'd0;
    reg [15:0] room3 = 16'd0;
    reg [15:0] room4 = 16'd0;
    reg [15:0] room5 = 16'd0;
    reg heavy3 = 1'b0;
    reg refuse4 = 1'b0;
    reg near_4 = 1'b0;
    reg nearest3_4 = 1'b0;
    reg nearest2_4 = 1'b0;
    reg nearest1_4 = 1'b0;
    reg never5 = 1'b0;
    reg nearest1_5 = 1'b0;
    reg [31:0] entry_key4 = 32'd0;
    reg [31:0] entry_key5 = 32'd0;
    reg [31:0] old_key6 = 32'd0;
    reg [15:0] entry_weight4 = 16'd0;
    reg [15:0] entry_weight5 = 16'd0;
    reg [15:0] old_weight6 = 16'd0;
    reg [15:0] sum6 = 16'd0;
    reg [17:0] fit6 = 18'd0;
    reg send7 = 1'b0;
    reg [31:0] old_key7 = 32'd0;
    reg [15:0] old_weight7 = 16'd0;
    reg [31:0] key7 = 32'd0;
    reg [15:0] weight7 = 16'd0;
    reg [31:0] key8 = 32'd0;
    reg [15:0] weight8 = 16'd0;

    reg [7:0] event_index;
    reg [31:0] rest;
    wire [47:0] entries_rd;
    wire queue_roomy;
    wire queue_empty;
    wire [47:0] queue_word;
    wire near1_equal;
    wire near2_equal;
    wire near3_equal;
    wire near4_equal;
    wire near5_equal;
    wire near6_equal;
    wire entry_equal;

    always @* begin
        // Into stage 1: an event, or the next position of a pass.
        event_index = 8'd0;
        rest = ev_key;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
    end
    assign ev_ready = queue_roomy & ~passing & ~flush_valid;
    wire accept = ev_valid & ev_ready;
    wire step = passing & ~position[e[3:0]] & queue_roomy;
    wire [16:0] room = {1'd0, weight_max} - {1'd0, weight2};
    // Stage 3: the entry, as read or as the event 6, 5 or 4 before left it.
    wire near = nearest1_3 | nearest2_3 | nearest3_3 | nearest4_3 | older_3;
    wire matching = (nearest1_3 & equal1_3) | (nearest2_3 & equal2_3) | (nearest3_3 & equal3_3) | (nearest4_3
            & equal4_3) | (older_3 & older_equal_3);
    wire [31:0] entry_key = entries_rd[47:16];
    // The decision of stage 6, which the stages before it may need: fit6 is negative after a miss.
    wire missed = fit6[17];
    wire [15:0] new_weight = missed ? weight6 : sum6;
    // Stage 5: does the weight fit? With never5 set the difference is negative whatever room5 is.
    wire [15:0] base = nearest1_5 ? new_weight : entry_weight5;
    wire [17:0] limit = {2'd0, room5} | ({17'd0, never5} << 17) | ({17'd0, never5} << 16);
    wire [47:0] entries_wd = ({16'd0, key7} << 16) | {32'd0, weight7};
    wire [47:0] queue_given = ({16'd0, old_key7} << 16) | {32'd0, old_weight7};
    assign out_key = queue_word[47:16];
    assign out_weight = queue_word[15:0];
    wire pass_done = passing & idle;
    assign flush_ready = pass_done & requested;
    wire zeros_clear = passing & restarting;

    treetap_rap_cam64_outreg_ram #(.WIDTH(48), .ADDR(8)) u_entries (
        .clk(clk),
        .ra(index1),
        .rd(entries_rd),
        .we(valid7),
        .wa(index7),
        .wd(entries_wd)
    );

    treetap_rap_cam64_queue u_queue (
        .clk(clk),
        .rst(rst),
        .give(send7),
        .given(queue_given),
        .roomy(queue_roomy),
        .empty(queue_empty),
        .valid(out_valid),
        .ready(out_ready),
        .word(queue_word)
    );

    treetap_rap_cam64_tally u_zeros (
        .clk(clk),
        .clear(zeros_clear),
        .step(dropped),
        .count(stat_zero_weight)
    );

    treetap_rap_cam64_compare #(.even(32'h55555555)) u_near1 (
        .clk(clk),
        .a(key1),
        .b(key2),
        .equal(near1_equal)
    );

    treetap_rap_cam64_compare #(.even(32'h55555555)) u_near2 (
        .clk(clk),
        .a(key1),
        .b(key3),
        .equal(near2_equal)
    );

    treetap_rap_cam64_compare #(.even(32'h55555555)) u_near3 (
        .clk(clk),
        .a(key1),
        .b(key4),
        .equal(near3_equal)
    );

    treetap_rap_cam64_compare #(.even(32'h55555555)) u_near4 (
        .clk(clk),
        .a(key1),
        .b(key5),
        .equal(near4_equal)
    );

    treetap_rap_cam64_compare #(.even(32'h55555555)) u_near5 (
        .clk(clk),
        .a(key1),
        .b(key6),
        .equal(near5_equal)
    );

    treetap_rap_cam64_compare #(.even(32'h55555555)) u_near6 (
        .clk(clk),
        .a(key1),
        .b(key7),
        .equal(near6_equal)
    );

    treetap_rap_cam64_compare #(.even(32'h55555555)) u_entry (
        .clk(clk),
        .a(entry_key),
        .b(key3),
        .equal(entry_equal)
    );

    always @(posedge clk) begin
        dropped <= accept & ~(|ev_weight);
        valid1 <= step | (accept & (|ev_weight));
        pass1 <= passing;
        key1 <= ev_key;
        if (passing) begin
            index1 <= position[7:0];
            weight1 <= 16'd0;
        end else begin
            index1 <= event_index;
            weight1 <= ev_weight;
        end
        same1_2 <= valid2 & (index1 == index2);
        same2_2 <= valid3 & (index1 == index3);
        same3_2 <= valid4 & (index1 == index4);
        same4_2 <= valid5 & (index1 == index5);
        same5_2 <= valid6 & (index1 == index6);
        same6_2 <= valid7 & (index1 == index7);
        valid2 <= valid1;
        pass2 <= pass1;
        index2 <= index1;
        key2 <= key1;
        weight2 <= weight1;
        // Stage 2: the nearest of those events counts; what those 5 and 6 before left is known.
        nearest1_3 <= same1_2;
        nearest2_3 <= same2_2 & ~same1_2;
        nearest3_3 <= same3_2 & ~(same1_2 | same2_2);
        nearest4_3 <= same4_2 & ~(same1_2 | same2_2 | same3_2);
        older_3 <= (same5_2 | same6_2) & ~(same1_2 | same2_2 | same3_2 | same4_2);
        equal1_3 <= near1_equal;
        equal2_3 <= near2_equal;
        equal3_3 <= near3_equal;
        equal4_3 <= near4_equal;
        if (same5_2) begin
            older_equal_3 <= near5_equal;
            known_key3 <= key7;
            older_weight3 <= weight7;
        end else begin
            older_equal_3 <= near6_equal;
            known_key3 <= key8;
            older_weight3 <= weight8;
        end
        // The key of the event 4 before is known as well; its weight is decided in this cycle.
        if (same4_2) known_key3 <= key6;
        known_3 <= same4_2 | same5_2 | same6_2;
        room3 <= room[15:0];
        heavy3 <= room[16];
        valid3 <= valid2;
        pass3 <= pass2;
        index3 <= index2;
        key3 <= key2;
        weight3 <= weight2;
        refuse4 <= heavy3 | pass3 | (near & ~matching);
        near_4 <= near;
        entry_key4 <= entry_key;
        entry_weight4 <= entries_rd[15:0];
        if (known_3) entry_key4 <= known_key3;
        if (older_3) entry_weight4 <= older_weight3;
        if (nearest4_3) entry_weight4 <= weight7;
        room4 <= room3;
        nearest3_4 <= nearest3_3;
        nearest2_4 <= nearest2_3;
        nearest1_4 <= nearest1_3;
        valid4 <= valid3;
        pass4 <= pass3;
        index4 <= index3;
        key4 <= key3;
        weight4 <= weight3;
        // Stage 4: or as the event 3 or 2 before left it.
        entry_key5 <= entry_key4;
        entry_weight5 <= entry_weight4;
        if (nearest3_4) begin
            entry_key5 <= key7;
            entry_weight5 <= weight7;
        end
        if (nearest2_4) begin
            entry_key5 <= key6;
            entry_weight5 <= new_weight;
        end
        never5 <= refuse4 | (~near_4 & ~entry_equal);
        room5 <= room4;
        nearest1_5 <= nearest1_4;
        valid5 <= valid4;
        pass5 <= pass4;
        index5 <= index4;
        key5 <= key4;
        weight5 <= weight4;
        // Stage 5: does the weight fit? With never5 set the difference is negative whatever room5 is.
        if (nearest1_5) begin
            old_key6 <= key6;
        end else begin
            old_key6 <= entry_key5;
        end
        fit6 <= limit - {2'd0, base};
        sum6 <= base + weight5;
        old_weight6 <= base;
        valid6 <= valid5;
        pass6 <= pass5;
        index6 <= index5;
        key6 <= key5;
        weight6 <= weight5;
        // Stage 6: the new entry, and whether the old one leaves.
        valid7 <= valid6;
        index7 <= index6;
        send7 <= valid6 & missed & (|old_weight6) & ~(pass6 & quiet);
        old_key7 <= old_key6;
        old_weight7 <= old_weight6;
        key7 <= key6;
        weight7 <= new_weight;
        key8 <= key7;
        weight8 <= weight7;
        // Passes over all entries.
        idle <= passing & position[e[3:0]] & ~(valid1 | valid2 | valid3 | valid4 | valid5 | valid6 | valid7
                | send7) & queue_empty;
        if (step) position <= position + 9'd1;
        if (pass_done) begin
            passing <= 1'b0;
            requested <= 1'b0;
        end
        if (pass_done & restarting) weight_max <= cfg_weight_max;
        if (~passing) begin
            position <= 9'd0;
            quiet <= ~flush_op[0];
            restarting <= flush_op[1];
            passing <= flush_valid;
            requested <= flush_valid;
        end
        if (rst) begin
            passing <= 1'b1;
            requested <= 1'b0;
            restarting <= 1'b1;
            quiet <= 1'b1;
            position <= 9'd0;
            dropped <= 1'b0;
            valid1 <= 1'b0;
            valid2 <= 1'b0;
            valid3 <= 1'b0;
            valid4 <= 1'b0;
            valid5 <= 1'b0;
            valid6 <= 1'b0;
            valid7 <= 1'b0;
            send7 <= 1'b0;
        end
    end
endmodule

// Queue of events that stay in it until they are committed and can be issued again from the oldest one.
module treetap_rap_cam64_event_buffer (
    input  wire        clk,
    input  wire        rst,
    input  wire        open,
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // issue in order, one event per cycle or one every 16 cycles
    input  wire        run,
    input  wire        single,
    output wire        issue,
    output wire [31:0] key,
    // the weights, fetched in the same order, later
    input  wire        weigh,
    output wire [15:0] weight,
    // the oldest event is finished; start again with it
    input  wire        commit,
    input  wire        replay,

    output wire        empty
);
    reg [7:0] tail = 8'd0;
    reg [7:0] head = 8'd0;
    reg [7:0] weigher = 8'd0;
    reg [7:0] oldest = 8'd0;
    reg full = 1'b0;
    reg nothing = 1'b0;
    reg [3:0] turn = 4'd0;

    assign ev_ready = open & ~full;
    wire accept = ev_valid & ev_ready;
    assign issue = run & (head != tail) & (~single | ~(|turn));
    // Full comes a cycle late: the last four places are the reserve for it.
    wire [7:0] held = tail - oldest;
    assign empty = nothing;

    treetap_rap_cam64_outreg_ram #(.WIDTH(32), .ADDR(8)) u_keys (
        .clk(clk),
        .ra(head),
        .rd(key),
        .we(accept),
        .wa(tail),
        .wd(ev_key)
    );

    treetap_rap_cam64_outreg_ram #(.WIDTH(16), .ADDR(8)) u_weights (
        .clk(clk),
        .ra(weigher),
        .rd(weight),
        .we(accept),
        .wa(tail),
        .wd(ev_weight)
    );

    always @(posedge clk) begin
        turn <= turn + 4'd1;
        if (accept) tail <= tail + 8'd1;
        if (issue) head <= head + 8'd1;
        if (weigh) weigher <= weigher + 8'd1;
        if (commit) oldest <= oldest + 8'd1;
        if (replay) begin
            head <= oldest;
            weigher <= oldest;
        end
        full <= &held[7:2];
        nothing <= ~(|held) & ~accept;
        if (rst) begin
            tail <= 8'd0;
            head <= 8'd0;
            weigher <= 8'd0;
            oldest <= 8'd0;
        end
    end
endmodule

// Names the rows of the ternary memory that change when an entry comes or goes, and clears them all.
module treetap_rap_cam64_editor #(
    parameter [3:0] ones = 4'd15,
    parameter [3:0] one = 4'd1
) (
    input  wire       clk,
    input  wire       rst,
    // requests, while not busy
    input  wire       start_wipe,
    input  wire       toggle,
    // the entry, its parent, the number of its last digit
    input  wire [5:0] child,
    input  wire [5:0] parent,
    input  wire [4:0] slot,

    output reg        busy,
    // change these bits in every byte of the key
    output wire [7:0] exchange,
    // to the banks
    output reg  [3:0] invert,
    output reg        wipe,
    // the entry, its parent, the number of its last digit
    output wire [5:0] child_now,
    output wire       child_on,
    output wire [5:0] parent_now,
    output reg        parent_on,
    // to the banks
    output wire [3:0] wild,
    output reg        set_wild
);
    localparam [2:0] Step_Idle = 3'd0;
    localparam [2:0] Step_Wipe = 3'd1;
    localparam [2:0] Step_Before = 3'd2;
    localparam [2:0] Step_Wait = 3'd3;
    localparam [2:0] Step_Prefix = 3'd4;
    localparam [2:0] Step_Digit = 3'd5;

    reg [2:0] step = 3'd0;
    reg [5:0] entry = 6'd0;
    reg [5:0] above = 6'd0;
    reg [4:0] place = 5'd0;
    reg [7:0] count = 8'd0;
    reg last = 1'b0;
    reg finish = 1'b0;

    reg [7:0] limit;

    wire [4:0] byte_ = place >> 2;
    assign child_on = 1'b1;
    always @* begin
        // The last of 64, 16, 4 or 1 rows, or of all.
        limit = 8'd255;
        if (step != Step_Wipe) begin
            case (place[1:0])
                2'd0: limit = 8'd0;
                2'd1: limit = 8'd3;
                2'd2: limit = 8'd15;
                default: limit = 8'd63;
            endcase
        end
    end
    always @* begin
        invert = 4'd0;
        wipe = 1'b0;
        parent_on = 1'b0;
        set_wild = 1'b0;
        busy = 1'b1;
        case (step)
            Step_Idle: busy = 1'b0;
            Step_Wipe: wipe = 1'b1;
            Step_Before: ;
            Step_Wait: ;
            Step_Prefix: begin
                set_wild = 1'b1;
                parent_on = 1'b1;
                invert = (ones << byte_) << 1;
            end
            default /* Step_Digit */: begin
                parent_on = 1'b1;
                invert = one << byte_;
            end
        endcase
    end
    assign wild = ~(ones << byte_);
    assign exchange = count;
    assign child_now = entry;
    assign parent_now = above;

    always @(posedge clk) begin
        last <= count == limit;
        finish <= last;
        case (step)
            Step_Idle: begin
                last <= 1'b0;
                count <= 8'd0;
                entry <= child;
                above <= parent;
                place <= slot;
                if (start_wipe) begin
                    step <= Step_Wipe;
                end else if (toggle) begin
                    step <= Step_Before;
                end
            end
            Step_Wipe: begin
                count <= count + 8'd1;
                if (finish) step <= Step_Idle;
            end
            Step_Before: begin
                last <= 1'b0;
                step <= Step_Wait;
            end
            Step_Wait: begin
                count <= count + 8'd1;
                step <= Step_Prefix;
            end
            Step_Prefix: begin
                count <= count + 8'd1;
                step <= Step_Digit;
            end
            default /* Step_Digit */: begin
                count <= count + 8'd1;
                if (finish) step <= Step_Idle;
            end
        endcase
        if (rst) step <= Step_Idle;
    end
endmodule

// Entries of the ternary memory: one column each in a memory per key byte.
// An entry hits when its prefix matches and it has no child on the key's next digit, so at most one does.
module treetap_rap_cam64_bank #(
    parameter [31:0] root = 32'd1,
    parameter [31:0] first = 32'd1,
    parameter [31:0] ones = 32'hffffffff
) (
    input  wire        clk,
    // row of each memory, and the one of two cycles before, which is where writes go
    input  wire [31:0] row,
    input  wire [31:0] old_row,
    // change the memories
    input  wire [3:0]  invert,
    input  wire        wipe,
    // the entries whose bits change
    input  wire        child_here,
    input  wire [4:0]  child,
    input  wire        parent_here,
    input  wire [4:0]  parent,
    // bytes that match whatever they are
    input  wire        set_wild,
    input  wire [3:0]  wild,
    // the hit, five cycles after its row
    output wire        any,
    output wire [4:0]  code
);
    reg [31:0] wilds0 = 32'd0;
    reg [31:0] wilds1 = 32'd0;
    reg [31:0] wilds2 = 32'd0;
    reg [31:0] mask = 32'd0;
    reg [31:0] pairs0 = 32'd0;
    reg [31:0] pairs1 = 32'd0;
    reg [31:0] hit = 32'd0;
    reg any_hit = 1'b0;
    reg [4:0] number = 5'd0;

    reg [31:0] all;
    reg [4:0] encoded;
    wire [31:0] rows0_rd;
    wire [31:0] rows1_rd;
    wire [31:0] rows2_rd;
    wire [31:0] rows3_rd;

    // Bits to invert.
    wire [31:0] child_bit = child_here ? (first << child) : 32'd0;
    wire [31:0] parent_bit = parent_here ? (first << parent) : 32'd0;
    wire rows0_we = invert[0] | wipe;
    wire [31:0] rows0_wd = wipe ? 32'd0 : (rows0_rd ^ mask);
    wire rows1_we = invert[1] | wipe;
    wire [31:0] rows1_wd = wipe ? 32'd0 : (rows1_rd ^ mask);
    wire rows2_we = invert[2] | wipe;
    wire [31:0] rows2_wd = wipe ? 32'd0 : (rows2_rd ^ mask);
    wire rows3_we = invert[3] | wipe;
    wire [31:0] rows3_wd = wipe ? 32'd0 : (rows3_rd ^ mask);
    wire [31:0] terms0 = rows0_rd ^ wilds0;
    wire [31:0] terms1 = rows1_rd ^ wilds1;
    wire [31:0] terms2 = rows2_rd ^ wilds2;
    wire [31:0] terms3 = rows3_rd ^ root;
    always @* begin
        // Two bytes, then all of them, then the number of the one that is left.
        all = ones;
        all = all & pairs0;
        all = all & pairs1;
    end
    always @* begin
        encoded = 5'd0;
        if (hit[0]) encoded = encoded | 5'd0;
        if (hit[1]) encoded = encoded | 5'd1;
        if (hit[2]) encoded = encoded | 5'd2;
        if (hit[3]) encoded = encoded | 5'd3;
        if (hit[4]) encoded = encoded | 5'd4;
        if (hit[5]) encoded = encoded | 5'd5;
        if (hit[6]) encoded = encoded | 5'd6;
        if (hit[7]) encoded = encoded | 5'd7;
        if (hit[8]) encoded = encoded | 5'd8;
        if (hit[9]) encoded = encoded | 5'd9;
        if (hit[10]) encoded = encoded | 5'd10;
        if (hit[11]) encoded = encoded | 5'd11;
        if (hit[12]) encoded = encoded | 5'd12;
        if (hit[13]) encoded = encoded | 5'd13;
        if (hit[14]) encoded = encoded | 5'd14;
        if (hit[15]) encoded = encoded | 5'd15;
        if (hit[16]) encoded = encoded | 5'd16;
        if (hit[17]) encoded = encoded | 5'd17;
        if (hit[18]) encoded = encoded | 5'd18;
        if (hit[19]) encoded = encoded | 5'd19;
        if (hit[20]) encoded = encoded | 5'd20;
        if (hit[21]) encoded = encoded | 5'd21;
        if (hit[22]) encoded = encoded | 5'd22;
        if (hit[23]) encoded = encoded | 5'd23;
        if (hit[24]) encoded = encoded | 5'd24;
        if (hit[25]) encoded = encoded | 5'd25;
        if (hit[26]) encoded = encoded | 5'd26;
        if (hit[27]) encoded = encoded | 5'd27;
        if (hit[28]) encoded = encoded | 5'd28;
        if (hit[29]) encoded = encoded | 5'd29;
        if (hit[30]) encoded = encoded | 5'd30;
        if (hit[31]) encoded = encoded | 5'd31;
    end
    assign any = any_hit;
    assign code = number;

    treetap_rap_cam64_outreg_ram #(.WIDTH(32), .ADDR(8)) u_rows0 (
        .clk(clk),
        .ra(row[7:0]),
        .rd(rows0_rd),
        .we(rows0_we),
        .wa(old_row[7:0]),
        .wd(rows0_wd)
    );

    treetap_rap_cam64_outreg_ram #(.WIDTH(32), .ADDR(8)) u_rows1 (
        .clk(clk),
        .ra(row[15:8]),
        .rd(rows1_rd),
        .we(rows1_we),
        .wa(old_row[15:8]),
        .wd(rows1_wd)
    );

    treetap_rap_cam64_outreg_ram #(.WIDTH(32), .ADDR(8)) u_rows2 (
        .clk(clk),
        .ra(row[23:16]),
        .rd(rows2_rd),
        .we(rows2_we),
        .wa(old_row[23:16]),
        .wd(rows2_wd)
    );

    treetap_rap_cam64_outreg_ram #(.WIDTH(32), .ADDR(8)) u_rows3 (
        .clk(clk),
        .ra(row[31:24]),
        .rd(rows3_rd),
        .we(rows3_we),
        .wa(old_row[31:24]),
        .wd(rows3_wd)
    );

    always @(posedge clk) begin
        mask <= child_bit | parent_bit;
        if (wipe) begin
            wilds0 <= ones;
        end else if (set_wild) begin
            if (wild[0]) begin
                wilds0 <= wilds0 | mask;
            end else begin
                wilds0 <= wilds0 & ~mask;
            end
        end
        if (wipe) begin
            wilds1 <= ones;
        end else if (set_wild) begin
            if (wild[1]) begin
                wilds1 <= wilds1 | mask;
            end else begin
                wilds1 <= wilds1 & ~mask;
            end
        end
        if (wipe) begin
            wilds2 <= ones;
        end else if (set_wild) begin
            if (wild[2]) begin
                wilds2 <= wilds2 | mask;
            end else begin
                wilds2 <= wilds2 & ~mask;
            end
        end
        pairs0 <= terms0 & terms1;
        pairs1 <= terms2 & terms3;
        hit <= all;
        any_hit <= |hit;
        number <= encoded;
    end
endmodule

// Ternary memory: the longest of the stored prefixes that a key begins with, one key per cycle.
module treetap_rap_cam64_matcher #(
    parameter [3:0] ba = 4'd5
) (
    input  wire        clk,
    input  wire        rst,
    // the entry of a key, six cycles later
    input  wire [31:0] key,
    output wire [5:0]  index,
    // change of the entries
    input  wire        wipe,
    input  wire        toggle,
    // the entry that comes or goes, its parent, the number of its last digit
    input  wire [5:0]  child,
    input  wire [5:0]  parent,
    input  wire [4:0]  slot,
    // change of the entries
    output wire        busy
);
    reg [31:0] row1 = 32'd0;
    reg [31:0] row2 = 32'd0;
    reg [5:0] entry = 6'd0;

    reg [4:0] code;
    reg [31:0] exchange;
    reg [5:0] low;
    reg [5:0] high;
    wire [7:0] editor_exchange;
    wire [3:0] editor_invert;
    wire editor_wipe;
    wire [5:0] editor_child_now;
    wire editor_child_on;
    wire [5:0] editor_parent_now;
    wire editor_parent_on;
    wire [3:0] editor_wild;
    wire editor_set_wild;
    wire banks0_any;
    wire [4:0] banks0_code;
    wire banks1_any;
    wire [4:0] banks1_code;

    always @* begin
        exchange = 32'd0;
        exchange = (exchange << 8) | {24'd0, editor_exchange};
        exchange = (exchange << 8) | {24'd0, editor_exchange};
        exchange = (exchange << 8) | {24'd0, editor_exchange};
        exchange = (exchange << 8) | {24'd0, editor_exchange};
    end
    wire [31:0] row = key ^ exchange;
    wire [5:0] child_bank = editor_child_now >> ba;
    wire [5:0] parent_bank = editor_parent_now >> ba;
    wire banks0_child_here = editor_child_on & (child_bank == 6'd0);
    wire banks0_parent_here = editor_parent_on & (parent_bank == 6'd0);
    wire banks1_child_here = editor_child_on & (child_bank == 6'd1);
    wire banks1_parent_here = editor_parent_on & (parent_bank == 6'd1);
    always @* begin
        low = 6'd0;
        code = banks0_code;
        low = low | {1'd0, code};
        code = banks1_code;
        low = low | {1'd0, code};
    end
    always @* begin
        high = 6'd0;
        if (banks0_any) high = high | 6'd0;
        if (banks1_any) high = high | 6'd1;
    end
    assign index = entry;

    treetap_rap_cam64_editor #(.ones(4'd15), .one(4'd1)) u_editor (
        .clk(clk),
        .rst(rst),
        .start_wipe(wipe),
        .toggle(toggle),
        .child(child),
        .parent(parent),
        .slot(slot),
        .busy(busy),
        .exchange(editor_exchange),
        .invert(editor_invert),
        .wipe(editor_wipe),
        .child_now(editor_child_now),
        .child_on(editor_child_on),
        .parent_now(editor_parent_now),
        .parent_on(editor_parent_on),
        .wild(editor_wild),
        .set_wild(editor_set_wild)
    );

    treetap_rap_cam64_bank #(.root(32'd1), .first(32'd1), .ones(32'hffffffff)) u_banks0 (
        .clk(clk),
        .row(row),
        .old_row(row2),
        .invert(editor_invert),
        .wipe(editor_wipe),
        .child_here(banks0_child_here),
        .child(editor_child_now[4:0]),
        .parent_here(banks0_parent_here),
        .parent(editor_parent_now[4:0]),
        .set_wild(editor_set_wild),
        .wild(editor_wild),
        .any(banks0_any),
        .code(banks0_code)
    );

    treetap_rap_cam64_bank #(.root(32'd0), .first(32'd1), .ones(32'hffffffff)) u_banks1 (
        .clk(clk),
        .row(row),
        .old_row(row2),
        .invert(editor_invert),
        .wipe(editor_wipe),
        .child_here(banks1_child_here),
        .child(editor_child_now[4:0]),
        .parent_here(banks1_parent_here),
        .parent(editor_parent_now[4:0]),
        .set_wild(editor_set_wild),
        .wild(editor_wild),
        .any(banks1_any),
        .code(banks1_code)
    );

    always @(posedge clk) begin
        row1 <= row;
        row2 <= row1;
        entry <= low | (high << ba);
    end
endmodule

// Counter memory with one addition per cycle, to the same entry too, and the comparison of the sum with T.
module treetap_rap_cam64_counter #(
    parameter [5:0] c = 6'd32
) (
    input  wire        clk,
    // the pipeline's events
    input  wire        run,
    input  wire [5:0]  index,
    input  wire [5:0]  flight,
    input  wire [15:0] weight,
    // ~T
    input  wire [31:0] threshold,
    // without run, entry and addend
    input  wire [5:0]  address,
    input  wire        take,
    input  wire        zero,

    input  wire        write,
    // results
    output wire [31:0] count,
    output wire [15:0] addend,
    output wire [5:0]  entry,
    output wire [31:0] sum,
    output wire        over
);
    reg [5:0] at0 = 6'd0;
    reg [5:0] at1 = 6'd0;
    reg [5:0] at2 = 6'd0;
    reg [5:0] at3 = 6'd0;
    reg [5:0] at4 = 6'd0;
    reg [5:0] at5 = 6'd0;
    reg [5:0] at6 = 6'd0;
    reg same0 = 1'b0;
    reg same1 = 1'b0;
    reg same2 = 1'b0;
    reg same3 = 1'b0;
    reg next = 1'b0;
    reg known = 1'b0;
    reg follows = 1'b0;
    reg [31:0] own = 32'd0;
    reg [31:0] added = 32'd0;
    reg [31:0] sums0 = 32'd0;
    reg [31:0] sums1 = 32'd0;
    reg [31:0] sums2 = 32'd0;
    reg [31:0] sums3 = 32'd0;
    reg [31:0] sums4 = 32'd0;
    reg larger = 1'b0;

    reg [5:0] meets;
    reg [31:0] newest;
    reg [5:0] counts_ra;
    wire [31:0] counts_rd;
    reg [5:0] counts_wa;

    always @* begin
        counts_ra = address;
        counts_wa = address;
        if (run) begin
            counts_ra = index;
            counts_wa = at5;
        end
    end
    always @* begin
        // Cycle 10: which of the six events ahead goes to the
        // same entry? The memory has the sum of none of them yet.
        meets = 6'd0;
        if (at0 == at1) meets = (meets & ~(6'd1 << 0)) | ({5'd0, flight[0]} << 0);
        if (at0 == at2) meets = (meets & ~(6'd1 << 1)) | ({5'd0, flight[1]} << 1);
        if (at0 == at3) meets = (meets & ~(6'd1 << 2)) | ({5'd0, flight[2]} << 2);
        if (at0 == at4) meets = (meets & ~(6'd1 << 3)) | ({5'd0, flight[3]} << 3);
        if (at0 == at5) meets = (meets & ~(6'd1 << 4)) | ({5'd0, flight[4]} << 4);
        if (at0 == at6) meets = (meets & ~(6'd1 << 5)) | ({5'd0, flight[5]} << 5);
    end
    always @* begin
        // Cycle 11: the nearest of the sums that are known, or the memory's word.
        newest = sums4;
        if (same3) newest = sums3;
        if (same2) newest = sums2;
        if (same1) newest = sums1;
        if (same0) newest = sums0;
    end
    assign count = own;
    assign addend = added[15:0];
    // Cycle 12: add.
    wire [31:0] base = follows ? sums0 : own;
    // Cycle 13: sum > T, by the carry of sum + ~T.
    wire [32:0] difference = {1'd0, sums0} + {1'd0, threshold};
    assign over = larger;
    assign sum = sums1;
    assign entry = at4;

    treetap_rap_cam64_outreg_ram #(.WIDTH(32), .ADDR(6)) u_counts (
        .clk(clk),
        .ra(counts_ra),
        .rd(counts_rd),
        .we(write),
        .wa(counts_wa),
        .wd(sums2)
    );

    always @(posedge clk) begin
        at0 <= index;
        at1 <= at0;
        at2 <= at1;
        at3 <= at2;
        at4 <= at3;
        at5 <= at4;
        at6 <= at5;
        next <= meets[0];
        known <= |meets[5:1];
        same0 <= meets[1];
        same1 <= meets[2];
        same2 <= meets[3];
        same3 <= meets[4];
        if (known) begin
            own <= newest;
        end else begin
            own <= counts_rd;
        end
        follows <= next;
        if (run) begin
            added <= {16'd0, weight};
        end else if (take) begin
            added <= counts_rd;
        end
        sums0 <= base + added;
        if (zero) sums0 <= 32'd0;
        sums1 <= sums0;
        sums2 <= sums1;
        sums3 <= sums2;
        sums4 <= sums3;
        larger <= difference[c];
    end
endmodule

// Weight that would have taken n beyond its width; stays at its largest value.
module treetap_rap_cam64_lost #(
    parameter [5:0] c = 6'd32,
    parameter [31:0] max = 32'hffffffff
) (
    input  wire        clk,
    // back to zero; a weight, and in the next cycle whether it is lost
    input  wire        clear,
    input  wire [15:0] weight,
    input  wire        take,
    // how much was lost, and that some was
    output wire [31:0] lost,
    output wire        lost_flag
);
    reg [31:0] uncounted = 32'd0;
    reg any_lost = 1'b0;
    reg [32:0] sum = 33'd0;

    assign lost = uncounted;
    assign lost_flag = any_lost;

    always @(posedge clk) begin
        sum <= {1'd0, uncounted} + {17'd0, weight};
        if (take) begin
            any_lost <= 1'b1;
            uncounted <= sum[31:0];
            if (sum[c]) uncounted <= max;
        end
        if (clear) begin
            uncounted <= 32'd0;
            any_lost <= 1'b0;
        end
    end
endmodule

// Weight counted (n) and weight that would have taken n beyond its width (lost, saturating).
module treetap_rap_cam64_commit_totals #(
    parameter [31:0] last_events = 32'h3fffff,
    parameter [31:0] last_weight = 32'hffff
) (
    input  wire        clk,
    input  wire        clear,
    input  wire [15:0] weight,
    // an event is finished; it does not fit n and is added to lost
    input  wire        commit,
    output wire        refused,
    // n has come so close to its end that events have to come alone
    output wire        near,

    output wire [31:0] n,
    output wire [31:0] lost,
    output wire        lost_flag
);
    reg [31:0] counted = 32'd0;
    reg close = 1'b0;
    reg tight = 1'b0;
    reg refuse = 1'b0;
    reg [15:0] weight13 = 16'd0;
    reg [15:0] weight14 = 16'd0;
    reg [15:0] weight15 = 16'd0;
    reg refused15 = 1'b0;

    wire [31:0] wide0_unused_msbs = counted & last_weight;
    wire [16:0] low_sum = wide0_unused_msbs[16:0] + {1'd0, weight13};
    wire lost_weight_take = commit & refused15;
    assign refused = refuse;
    assign near = close;
    assign n = counted;

    treetap_rap_cam64_lost #(.c(6'd32), .max(32'hffffffff)) u_lost_weight (
        .clk(clk),
        .clear(clear),
        .weight(weight14),
        .take(lost_weight_take),
        .lost(lost),
        .lost_flag(lost_flag)
    );

    always @(posedge clk) begin
        weight13 <= weight;
        weight14 <= weight13;
        weight15 <= weight14;
        refused15 <= refuse;
        close <= &(counted | last_events);
        tight <= &(counted | last_weight);
        refuse <= tight & low_sum[16];
        if (commit & ~refused15) counted <= counted + {16'd0, weight15};
        if (clear) counted <= 32'd0;
    end
endmodule

// The threshold T and its ladder: one bit per cycle, least significant first.
module treetap_rap_cam64_threshold #(
    parameter [31:0] msb = 32'h80000000,
    parameter [31:0] largest = 32'hffffffff,
    parameter [5:0] last_place = 6'd31,
    parameter [5:0] first_step_place = 6'd3,
    parameter [5:0] last_step_place = 6'd34
) (
    input  wire        clk,
    input  wire        rst,
    // shift a new value in through serial_in, bit 0 first
    input  wire        load,
    // next value of the ladder, or the ladder value at or above T
    input  wire        step,
    input  wire        round_up,
    // running minimum: start at the largest value, take a smaller one
    input  wire        open,
    input  wire        take,
    input  wire [31:0] minimum,
    // the next bit during a load
    input  wire        serial_in,
    // the bit of T at hand during a pass, and its number
    output wire        serial_out,
    output wire [5:0]  position,
    // a pass is under way
    output wire        busy,
    // ~T
    output wire [31:0] inverted
);
    localparam [1:0] Pass_Idle = 2'd0;
    localparam [1:0] Pass_Load = 2'd1;
    localparam [1:0] Pass_Find = 2'd2;
    localparam [1:0] Pass_Step = 2'd3;

    reg [1:0] pass;
    reg [31:0] value = 32'd0;
    reg [5:0] place = 6'd0;
    reg [5:0] leading = 6'd0;
    reg below = 1'b0;
    reg carry = 1'b0;
    reg overflow = 1'b0;

    reg bit_in;
    reg shift;

    assign serial_out = value[0];
    wire low = below & (place != leading);
    always @* begin
        bit_in = serial_out;
        shift = 1'b1;
        case (pass)
            Pass_Idle: shift = 1'b0;
            Pass_Load: bit_in = serial_in;
            Pass_Find: ;
            default /* Pass_Step */: begin
                if (low) begin
                    bit_in = 1'b0;
                end else begin
                    bit_in = serial_out ^ carry;
                end
            end
        endcase
    end
    assign busy = shift | overflow;
    assign position = place;
    assign inverted = ~value;

    always @(posedge clk) begin
        overflow <= 1'b0;
        place <= place + 6'd1;
        case (pass)
            Pass_Idle: begin
                place <= 6'd0;
                below <= 1'b0;
                if (load) begin
                    pass <= Pass_Load;
                end else if (step) begin
                    pass <= Pass_Find;
                end
            end
            Pass_Load: begin
                if (place == last_place) pass <= Pass_Idle;
            end
            Pass_Find: begin
                carry <= ~round_up;
                // The last one seen leads; its place in the next pass,
                // which starts at 3, is where the mantissa begins.
                if (serial_out) begin
                    leading <= place;
                    below <= |(place >> 2);
                end
                if (place == last_place) begin
                    place <= first_step_place;
                    pass <= Pass_Step;
                end
            end
            default /* Pass_Step */: begin
                below <= low;
                if (low) begin
                    carry <= carry | serial_out;
                end else begin
                    carry <= serial_out & carry;
                end
                if (place == last_step_place) begin
                    overflow <= serial_out & carry;
                    pass <= Pass_Idle;
                end
            end
        endcase
        if (shift) begin
            if (bit_in) begin
                value <= (value >> 1) | msb;
            end else begin
                value <= value >> 1;
            end
        end else if (take) begin
            value <= minimum;
        end
        if (open | overflow) value <= largest;
        if (rst) pass <= Pass_Idle;
    end
endmodule

// Sends the dump word by word and ends it with the CRC-32 of all bytes before.
// Each word passes once through a 64-bit register, two bits a cycle, and through the CRC on its way.
module treetap_rap_cam64_dump_writer #(
    parameter [4:0] levels = 5'd16,
    parameter [31:0] poly = 32'hedb88320,
    parameter [31:0] half_poly = 32'h76dc4190,
    parameter [31:0] ones = 32'hffffffff,
    parameter [31:0] filling = 32'hc0000000
) (
    input  wire        clk,
    input  wire        rst,
    // send a word given in parallel
    input  wire        send_word,
    input  wire [63:0] word,
    // send the prefix of a node, read digit by digit from the stack
    input  wire        send_path,
    input  wire [4:0]  depth,
    output wire [4:0]  path_address,
    output reg         path_busy,
    input  wire [1:0]  path_digit,
    // send the CRC as the last word
    input  wire        send_tail,

    output reg         idle,
    // dump stream
    output reg         dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last
);
    localparam [2:0] Feed_Idle = 3'd0;
    localparam [2:0] Feed_Prime = 3'd1;
    localparam [2:0] Feed_Rotate = 3'd2;
    localparam [2:0] Feed_Path = 3'd3;
    localparam [2:0] Feed_Tail = 3'd4;
    localparam [2:0] Feed_Offer = 3'd5;

    reg [2:0] feed = 3'd0;
    reg tail = 1'b0;
    reg [63:0] shifter = 64'd0;
    reg [31:0] crc = 32'd0;
    reg [4:0] left = 5'd0;
    reg [4:0] address = 5'd0;
    reg on_path = 1'b0;

    reg [1:0] two;
    reg step;

    always @* begin
        two = shifter[1:0];
        step = 1'b0;
        path_busy = 1'b0;
        idle = 1'b0;
        dump_valid = 1'b0;
        case (feed)
            Feed_Idle: idle = 1'b1;
            Feed_Prime: path_busy = 1'b1;
            Feed_Rotate: step = 1'b1;
            Feed_Path: begin
                path_busy = 1'b1;
                step = 1'b1;
                if (on_path) begin
                    two = path_digit;
                end else begin
                    two = 2'd0;
                end
            end
            Feed_Tail: begin
                step = 1'b1;
                two = ~crc[1:0];
            end
            default /* Feed_Offer */: dump_valid = 1'b1;
        endcase
    end
    assign path_address = address;
    // Two steps of the CRC; its polynomial has no bit 0, so the second feedback does not wait for the first.
    wire feedback0 = crc[0] ^ two[0];
    wire feedback1 = crc[1] ^ two[1];
    wire [31:0] crc0 = feedback0 ? ((crc >> 2) ^ half_poly) : (crc >> 2);
    wire [31:0] crc1 = feedback1 ? (crc0 ^ poly) : crc0;
    assign dump_data = shifter;
    assign dump_last = tail;

    always @(posedge clk) begin
        case (feed)
            Feed_Idle: begin
                left <= 5'd0;
                address <= levels;
                tail <= send_tail;
                // Before it is known whether the word is wanted: the enable of 64 registers is in a hurry.
                shifter <= word;
                if (send_word) begin
                    feed <= Feed_Rotate;
                end else if (send_path) begin
                    feed <= Feed_Prime;
                end else if (send_tail) begin
                    feed <= Feed_Tail;
                end
            end
            Feed_Prime: feed <= Feed_Path;
            Feed_Rotate: ;
            Feed_Path: ;
            Feed_Tail: ;
            default /* Feed_Offer */: begin
                if (dump_ready) feed <= Feed_Idle;
            end
        endcase
        if (path_busy & (|address)) address <= address - 5'd1;
        on_path <= (|address) & (address <= depth);
        if (step) begin
            shifter <= (shifter >> 2) | ({62'd0, two} << 62);
            left <= left + 5'd1;
            if (tail) begin
                crc <= (crc >> 2) | filling;
            end else begin
                crc <= crc1;
            end
            if (&left) feed <= Feed_Offer;
        end
        if (rst) begin
            feed <= Feed_Idle;
            crc <= ones;
        end
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_rap_cam64_fast_ram #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output reg  [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];

    always @(posedge clk) begin
        if (we) mem[wa] <= wd;
`ifdef SYNTHESIS
        rd <= mem[ra];
`else
        rd <= (we && wa == ra) ? ~wd : mem[ra];
`endif
    end
endmodule

// Range adaptive profiling engine around a ternary memory: one event per cycle between creates and collapses.
// Rules R1 to R3, R5, R6, R8, R9 and R11 to R14 of docs/reference/rap.md;
// states and cycles are in docs/reference/rap-cam.md.
module treetap_rap_cam64_engine #(
    parameter [4:0] last_slot = 5'd15,
    parameter [4:0] units = 5'd16,
    parameter [31:0] lowest = 32'd3,
    parameter [4:0] minus_level = 5'd31,
    parameter [6:0] minus_live = 7'd127,
    parameter [4:0] header_words = 5'd6,
    parameter [4:0] aw = 5'd6,
    parameter [4:0] kept_bit = 5'd8,
    parameter [5:0] top_bit = 6'd31,
    parameter [3:0] clear_code = 4'd1,
    parameter [3:0] command_code = 4'd2,
    parameter [3:0] create_code = 4'd4,
    parameter [3:0] collapse_code = 4'd5,
    parameter [3:0] queue_code = 4'd7,
    parameter [3:0] refill_code = 4'd8
) (
    input  wire        clk,
    input  wire        rst,
    // coalesced events, taken into a buffer
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // commands, taken when no event is left; ready when the command is finished
    input  wire        cmd_valid,
    output reg         cmd_ready,
    input  wire [1:0]  cmd_op,
    // dump stream
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last,
    // sampled at reset; there is no EPS mode
    input  wire [31:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    // statistics and status
    output wire [31:0] stat_n,
    output wire [31:0] stat_t,
    output wire [31:0] stat_lost,
    output wire [6:0]  stat_live,
    output wire [31:0] stat_creates,
    output wire [31:0] stat_collapses,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active,
    output wire        stat_collapsing,

    output wire        clearing,
    // statistics and status
    output reg  [3:0]  stat_stall
);
    localparam [5:0] State_Init = 6'd0;
    localparam [5:0] State_Link = 6'd1;
    localparam [5:0] State_Root = 6'd2;
    localparam [5:0] State_Run = 6'd3;
    localparam [5:0] State_Judge = 6'd4;
    localparam [5:0] State_Wait = 6'd5;
    localparam [5:0] State_Fetch = 6'd6;
    localparam [5:0] State_Pick = 6'd7;
    localparam [5:0] State_Make = 6'd8;
    localparam [5:0] State_Take = 6'd9;
    localparam [5:0] State_Clear = 6'd10;
    localparam [5:0] State_Settle = 6'd11;
    localparam [5:0] State_Raise = 6'd12;
    localparam [5:0] State_Begin = 6'd13;
    localparam [5:0] State_Enter = 6'd14;
    localparam [5:0] State_Scan = 6'd15;
    localparam [5:0] State_Look = 6'd16;
    localparam [5:0] State_Leave = 6'd17;
    localparam [5:0] State_Child = 6'd18;
    localparam [5:0] State_Pair = 6'd19;
    localparam [5:0] State_Parent = 6'd20;
    localparam [5:0] State_Add = 6'd21;
    localparam [5:0] State_Compare = 6'd22;
    localparam [5:0] State_Absorb = 6'd23;
    localparam [5:0] State_Store = 6'd24;
    localparam [5:0] State_Remove = 6'd25;
    localparam [5:0] State_Back = 6'd26;
    localparam [5:0] State_Header = 6'd27;
    localparam [5:0] State_Prefix = 6'd28;
    localparam [5:0] State_Own = 6'd29;
    localparam [5:0] State_Tail = 6'd30;
    localparam [5:0] State_Finish = 6'd31;
    localparam [5:0] State_Done = 6'd32;

    reg [5:0] state = 6'd0;
    reg running = 1'b0;
    reg ready = 1'b0;
    reg [63:0] word = 64'd0;
    reg taking = 1'b0;
    reg [15:0] flight = 16'd0;
    reg failed = 1'b0;
    reg passed = 1'b0;
    reg counted = 1'b0;
    reg unit12 = 1'b0;
    reg unit13 = 1'b0;
    reg unit14 = 1'b0;
    reg [31:0] path = 32'd0;
    reg [5:0] node = 6'd0;
    reg [5:0] free = 6'd0;
    reg [1:0] digit = 2'd0;
    reg [4:0] depth = 5'd0;
    reg kept = 1'b0;
    reg [6:0] live = 7'd0;
    reg wiping = 1'b0;
    reg dumping = 1'b0;
    reg dry = 1'b0;
    reg round_up = 1'b0;
    reg collapsing = 1'b0;
    reg by_command = 1'b0;

    reg [1:0] read_digit;
    reg link;
    reg wipe;
    reg write;
    reg next_slot;
    reg [5:0] goes;
    wire buffer_issue;
    wire [31:0] buffer_key;
    wire [15:0] buffer_weight;
    wire buffer_empty;
    wire [5:0] matcher_index;
    reg matcher_wipe;
    reg matcher_toggle;
    reg [5:0] matcher_child;
    wire matcher_busy;
    reg counter_take;
    reg counter_zero;
    wire [31:0] counter_count;
    wire [15:0] counter_addend;
    wire [5:0] counter_entry;
    wire [31:0] counter_sum;
    wire counter_over;
    wire totals_refused;
    wire totals_near;
    reg threshold_load;
    reg threshold_step;
    reg threshold_open;
    wire threshold_serial_out_unused;
    wire [5:0] threshold_position;
    wire threshold_busy;
    wire [31:0] threshold_inverted;
    reg creates_step;
    reg collapses_step;
    reg writer_send_word;
    wire [4:0] writer_path_address_unused;
    wire writer_path_busy_unused;
    reg writer_send_tail;
    wire writer_idle;
    wire [4:0] levels_rd;
    reg levels_we;
    wire [6:0] ptr_rd;
    reg ptr_we;
    wire [8:0] stack_rd;
    reg stack_we;

    wire last = flight[13] & ~failed;
    wire fits = ~counter_over | unit14;
    // What the memories say.
    wire present = ptr_rd[aw[2:0]];
    wire [5:0] child = ptr_rd[5:0];
    wire [5:0] parent = stack_rd[5:0];
    wire [1:0] parent_digit = stack_rd[aw[3:0] +: 2];
    wire parent_kept = stack_rd[kept_bit[3:0]];
    wire full = live[aw[2:0]];
    // The digit at this depth: its number from below, its
    // place in the path, and its value. A unit node has none.
    wire [4:0] slot = last_slot - depth;
    wire [5:0] shift = {1'd0, slot} << 1;
    wire [31:0] here = lowest << shift;
    wire [31:0] wide0_unused_msbs = path >> shift;
    wire [1:0] key_digit = wide0_unused_msbs[1:0];
    wire [31:0] digits = {30'd0, digit} << shift;
    wire [1:0] next_digit = digit + 2'd1;
    wire [4:0] level_step = (state == State_Leave) ? minus_level : 5'd1;
    wire [4:0] level = depth + level_step;
    wire [6:0] live_step = (state == State_Store) ? minus_live : 7'd1;
    wire [6:0] census = live + live_step;
    always @* begin
        // Requests, off unless a state makes them.
        read_digit = digit;
        link = 1'b0;
        wipe = 1'b0;
        write = 1'b0;
        next_slot = 1'b0;
        ptr_we = 1'b0;
        levels_we = 1'b0;
        stack_we = 1'b0;
        threshold_load = 1'b0;
        threshold_step = 1'b0;
        threshold_open = 1'b0;
        matcher_wipe = 1'b0;
        matcher_toggle = 1'b0;
        matcher_child = child;
        counter_take = 1'b0;
        counter_zero = 1'b0;
        creates_step = 1'b0;
        collapses_step = 1'b0;
        writer_send_word = 1'b0;
        writer_send_tail = 1'b0;
        cmd_ready = 1'b0;
        goes = state;
        case (state)
            State_Init: begin
                wipe = 1'b1;
                threshold_load = 1'b1;
                matcher_wipe = 1'b1;
                counter_zero = 1'b1;
                goes = State_Link;
            end
            State_Link: begin
                // Thread the free list through slot 0 of every node.
                counter_zero = 1'b1;
                ptr_we = 1'b1;
                if (~(|free)) goes = State_Root;
            end
            State_Root: begin
                // The root has no children and no count.
                counter_zero = 1'b1;
                ptr_we = 1'b1;
                write = 1'b1;
                levels_we = 1'b1;
                if (&digit) begin
                    if (~threshold_busy & ~matcher_busy) begin
                        if (by_command) begin
                            goes = State_Done;
                        end else begin
                            goes = State_Run;
                        end
                    end
                end
            end
            State_Run: begin
                // R5a, or else stop; the event and all after it come again.
                write = counted;
                if (failed) begin
                    goes = State_Judge;
                end else if (buffer_empty & cmd_valid & ~ev_valid) begin
                    if (cmd_op[0]) begin
                        goes = State_Header;
                    end else begin
                        goes = State_Init;
                    end
                end
            end
            State_Judge: begin
                counter_zero = 1'b1;
                if (full) begin
                    // R5b: no node left.
                    collapses_step = 1'b1;
                    threshold_step = 1'b1;
                    goes = State_Raise;
                end else begin
                    goes = State_Wait;
                end
            end
            State_Wait: begin
                counter_zero = 1'b1;
                goes = State_Fetch;
            end
            State_Fetch: begin
                counter_zero = 1'b1;
                goes = State_Pick;
            end
            State_Pick: begin
                counter_zero = 1'b1;
                goes = State_Make;
            end
            State_Make: begin
                // R5c: a new child for the key's digit.
                counter_zero = 1'b1;
                creates_step = 1'b1;
                link = 1'b1;
                ptr_we = 1'b1;
                matcher_toggle = 1'b1;
                matcher_child = free;
                goes = State_Take;
            end
            State_Take: begin
                // Its slot 0 holds the next free node; its count is zero.
                write = 1'b1;
                levels_we = 1'b1;
                goes = State_Clear;
            end
            State_Clear: begin
                ptr_we = 1'b1;
                if (&digit) goes = State_Settle;
            end
            State_Settle: begin
                if (~matcher_busy) goes = State_Run;
            end
            State_Raise: begin
                if (~threshold_busy) goes = State_Begin;
            end
            State_Begin: goes = State_Enter;
            State_Enter: goes = State_Scan;
            State_Scan: goes = State_Look;
            State_Look: begin
                read_digit = next_digit;
                if (present) begin
                    stack_we = 1'b1;
                    if (dumping) begin
                        goes = State_Prefix;
                    end else begin
                        goes = State_Enter;
                    end
                end else begin
                    next_slot = 1'b1;
                end
            end
            State_Leave: begin
                // All slots seen. A leaf gets its link already: it only counts once the leaf is absorbed.
                ptr_we = ~kept;
                if (~(|depth)) begin
                    if (dumping) begin
                        goes = State_Tail;
                    end else if (~full) begin
                        goes = State_Run;
                    end else if (dry) begin
                        threshold_step = 1'b1;
                        goes = State_Raise;
                    end else begin
                        threshold_open = 1'b1;
                        goes = State_Begin;
                    end
                end else if (kept | dumping) begin
                    goes = State_Back;
                end else begin
                    goes = State_Child;
                end
            end
            State_Child: goes = State_Pair;
            State_Pair: begin
                counter_take = 1'b1;
                goes = State_Parent;
            end
            State_Parent: goes = State_Add;
            State_Add: goes = State_Compare;
            State_Compare: goes = State_Absorb;
            State_Absorb: begin
                if (counter_over | dry) begin
                    read_digit = next_digit;
                    next_slot = 1'b1;
                end else begin
                    goes = State_Store;
                end
            end
            State_Store: begin
                write = 1'b1;
                ptr_we = 1'b1;
                matcher_toggle = 1'b1;
                goes = State_Remove;
            end
            State_Remove: begin
                read_digit = next_digit;
                next_slot = ~matcher_busy;
            end
            State_Back: begin
                read_digit = next_digit;
                next_slot = 1'b1;
            end
            State_Header: begin
                if (ready) begin
                    if (depth == header_words) begin
                        goes = State_Prefix;
                    end else begin
                        writer_send_word = 1'b1;
                    end
                end
            end
            State_Prefix: begin
                if (ready) begin
                    writer_send_word = 1'b1;
                    goes = State_Own;
                end
            end
            State_Own: begin
                if (ready) begin
                    writer_send_word = 1'b1;
                    goes = State_Enter;
                end
            end
            State_Tail: begin
                if (writer_idle) begin
                    writer_send_tail = 1'b1;
                    goes = State_Finish;
                end
            end
            State_Finish: begin
                if (writer_idle) begin
                    if (cmd_op[1]) begin
                        goes = State_Init;
                    end else begin
                        goes = State_Done;
                    end
                end
            end
            default /* State_Done */: begin
                cmd_ready = 1'b1;
                goes = State_Run;
            end
        endcase
        // Next slot of this node.
        if (next_slot) begin
            if (&digit) begin
                goes = State_Leave;
            end else begin
                goes = State_Scan;
            end
        end
    end
    // Stages 0 to 4.
    wire buffer_open = ~wiping;
    wire [31:0] wide1_unused_msbs = cfg_t0 >> threshold_position;
    wire threshold_serial_in = wide1_unused_msbs[0];
    // The tree as links, for creates, sweeps and dumps.
    wire [5:0] levels_ra = running ? matcher_index : node;
    wire [7:0] ptr_ra = ({2'd0, node} << 2) | {6'd0, read_digit};
    wire [7:0] ptr_wa = ({2'd0, node} << 2) | {6'd0, digit};
    wire [6:0] ptr_wd = {1'd0, free} | ({6'd0, link} << aw);
    wire [8:0] stack_wd = {3'd0, node} | ({7'd0, digit} << aw) | ({8'd0, kept} << kept_bit);
    // Dump.
    wire [31:0] stat_t_now = ~threshold_inverted;
    assign stat_t = stat_t_now;
    assign stat_live = live;
    assign stat_near_full = stat_n[top_bit[4:0]];
    assign stat_event = passed;
    assign stat_active = ~buffer_empty;
    assign clearing = wiping;
    assign stat_collapsing = collapsing;
    always @* begin
        stat_stall = 4'd0;
        if (~ev_ready) begin
            stat_stall = create_code;
            if (wiping) begin
                stat_stall = clear_code;
            end else if (dumping) begin
                stat_stall = command_code;
            end else if (collapsing) begin
                stat_stall = collapse_code;
            end else if (running) begin
                stat_stall = refill_code;
                if (passed) stat_stall = queue_code;
            end
        end
    end

    treetap_rap_cam64_event_buffer u_buffer (
        .clk(clk),
        .rst(rst),
        .open(buffer_open),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_key(ev_key),
        .ev_weight(ev_weight),
        .run(running),
        .single(totals_near),
        .issue(buffer_issue),
        .key(buffer_key),
        .weigh(flight[8]),
        .weight(buffer_weight),
        .commit(passed),
        .replay(failed),
        .empty(buffer_empty)
    );

    treetap_rap_cam64_matcher #(.ba(4'd5)) u_matcher (
        .clk(clk),
        .rst(rst),
        .key(path),
        .index(matcher_index),
        .wipe(matcher_wipe),
        .toggle(matcher_toggle),
        .child(matcher_child),
        .parent(node),
        .slot(slot),
        .busy(matcher_busy)
    );

    treetap_rap_cam64_counter #(.c(6'd32)) u_counter (
        .clk(clk),
        .run(running),
        .index(matcher_index),
        .flight(flight[15:10]),
        .weight(buffer_weight),
        .threshold(threshold_inverted),
        .address(node),
        .take(counter_take),
        .zero(counter_zero),
        .write(write),
        .count(counter_count),
        .addend(counter_addend),
        .entry(counter_entry),
        .sum(counter_sum),
        .over(counter_over)
    );

    treetap_rap_cam64_commit_totals #(.last_events(32'h3fffff), .last_weight(32'hffff)) u_totals (
        .clk(clk),
        .clear(wipe),
        .weight(counter_addend),
        .commit(passed),
        .refused(totals_refused),
        .near(totals_near),
        .n(stat_n),
        .lost(stat_lost),
        .lost_flag(stat_lost_flag)
    );

    treetap_rap_cam64_threshold #(.msb(32'h80000000), .largest(32'hffffffff), .last_place(6'd31),
            .first_step_place(6'd3), .last_step_place(6'd34)) u_threshold (
        .clk(clk),
        .rst(rst),
        .load(threshold_load),
        .step(threshold_step),
        .round_up(round_up),
        .open(threshold_open),
        .take(taking),
        .minimum(counter_sum),
        .serial_in(threshold_serial_in),
        .serial_out(threshold_serial_out_unused),
        .position(threshold_position),
        .busy(threshold_busy),
        .inverted(threshold_inverted)
    );

    treetap_rap_cam64_tally u_creates (
        .clk(clk),
        .clear(wipe),
        .step(creates_step),
        .count(stat_creates)
    );

    treetap_rap_cam64_tally u_collapses (
        .clk(clk),
        .clear(wipe),
        .step(collapses_step),
        .count(stat_collapses)
    );

    treetap_rap_cam64_dump_writer #(.levels(5'd16), .poly(32'hedb88320), .half_poly(32'h76dc4190),
            .ones(32'hffffffff), .filling(32'hc0000000)) u_writer (
        .clk(clk),
        .rst(rst),
        .send_word(writer_send_word),
        .word(word),
        .send_path(1'b0),
        .depth(5'd0),
        .path_address(writer_path_address_unused),
        .path_busy(writer_path_busy_unused),
        .path_digit(2'd0),
        .send_tail(writer_send_tail),
        .idle(writer_idle),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last)
    );

    treetap_rap_cam64_outreg_ram #(.WIDTH(5), .ADDR(6)) u_levels (
        .clk(clk),
        .ra(levels_ra),
        .rd(levels_rd),
        .we(levels_we),
        .wa(node),
        .wd(depth)
    );

    treetap_rap_cam64_outreg_ram #(.WIDTH(7), .ADDR(8)) u_ptr (
        .clk(clk),
        .ra(ptr_ra),
        .rd(ptr_rd),
        .we(ptr_we),
        .wa(ptr_wa),
        .wd(ptr_wd)
    );

    treetap_rap_cam64_fast_ram #(.WIDTH(9), .ADDR(5)) u_stack (
        .clk(clk),
        .ra(depth),
        .rd(stack_rd),
        .we(stack_we),
        .wa(level),
        .wd(stack_wd)
    );

    always @(posedge clk) begin
        // The pipeline: cycle 0 issues an event, bit i of flight
        // is an event in cycle i + 1, cycle 15 is its last.
        unit12 <= levels_rd == units;
        unit13 <= unit12;
        unit14 <= unit13;
        failed <= last & ~fits & ~totals_refused;
        passed <= last & (fits | totals_refused);
        counted <= last & fits & ~totals_refused;
        flight <= (flight << 1) | {15'd0, buffer_issue};
        taking <= 1'b0;
        ready <= 1'b0;
        case (state)
            State_Init: begin
                wiping <= 1'b1;
                path <= 32'd0;
                node <= 6'd0;
                free <= 6'd1;
                digit <= 2'd0;
                depth <= 5'd0;
                live <= 7'd1;
            end
            State_Link: begin
                node <= free;
                free <= free + 6'd1;
                if (~(|free)) node <= 6'd0;
            end
            State_Root: begin
                free <= 6'd1;
                if (~(&digit)) begin
                    digit <= digit + 2'd1;
                end else if (~threshold_busy & ~matcher_busy) begin
                    wiping <= 1'b0;
                    if (by_command) by_command <= 1'b0;
                end
            end
            State_Run: begin
                path <= buffer_key;
                if (~failed) node <= counter_entry;
                if (failed) begin
                    flight <= 16'd0;
                end else if (buffer_empty & cmd_valid & ~ev_valid) begin
                    depth <= 5'd0;
                    if (cmd_op[0]) begin
                        dumping <= 1'b1;
                    end else begin
                        by_command <= 1'b1;
                    end
                end
            end
            State_Judge: begin
                round_up <= 1'b0;
                if (full) collapsing <= 1'b1;
            end
            State_Wait: ;
            State_Fetch: begin
                path <= buffer_key;
                depth <= levels_rd;
            end
            State_Pick: digit <= key_digit;
            State_Make: begin
                digit <= 2'd0;
                node <= free;
                depth <= level;
                live <= census;
            end
            State_Take: ;
            State_Clear: begin
                if (digit == 2'd1) free <= child;
                digit <= digit + 2'd1;
            end
            State_Settle: ;
            State_Raise: ;
            State_Begin: begin
                path <= 32'd0;
                node <= 6'd0;
                depth <= 5'd0;
                digit <= 2'd0;
                kept <= 1'b0;
            end
            State_Enter: ;
            State_Scan: ;
            State_Look: begin
                if (present) begin
                    path <= (path & ~here) | digits;
                    node <= child;
                    depth <= level;
                    kept <= 1'b0;
                    digit <= 2'd0;
                end
            end
            State_Leave: begin
                path <= path & ~here;
                if (~(|depth)) begin
                    if (~dumping) begin
                        if (~full) begin
                            collapsing <= 1'b0;
                        end else if (dry) begin
                            dry <= 1'b0;
                            round_up <= 1'b1;
                        end else begin
                            dry <= 1'b1;
                        end
                    end
                end else begin
                    node <= parent;
                    digit <= parent_digit;
                    depth <= level;
                    if (kept | dumping) begin
                        kept <= 1'b1;
                    end else begin
                        kept <= parent_kept;
                    end
                end
            end
            State_Child: ;
            State_Pair: ;
            State_Parent: ;
            State_Add: ;
            State_Compare: ;
            State_Absorb: begin
                if (counter_over | dry) begin
                    taking <= ~counter_over;
                    kept <= 1'b1;
                end
            end
            State_Store: begin
                free <= child;
                live <= census;
            end
            State_Remove: ;
            State_Back: ;
            State_Header: begin
                ready <= writer_idle;
                if (ready) begin
                    ready <= 1'b0;
                    if (depth == header_words) begin
                        path <= 32'd0;
                        node <= 6'd0;
                        depth <= 5'd0;
                        digit <= 2'd0;
                        kept <= 1'b0;
                    end else begin
                        depth <= level;
                    end
                end
            end
            State_Prefix: begin
                ready <= writer_idle;
                if (ready) ready <= 1'b0;
            end
            State_Own: begin
                ready <= writer_idle;
                if (ready) ready <= 1'b0;
            end
            State_Tail: ;
            State_Finish: begin
                if (writer_idle) begin
                    dumping <= 1'b0;
                    if (cmd_op[1]) by_command <= 1'b1;
                end
            end
            default /* State_Done */: ;
        endcase
        // Next slot of this node.
        if (next_slot) digit <= next_digit;
        state <= goes;
        running <= goes == State_Run;
        word <= ({59'd0, depth} << 56) | {32'd0, counter_count};
        if (state == State_Prefix) begin
            word <= {32'd0, path};
        end else if (state == State_Header) begin
            case (depth[2:0])
                3'd0: word <= {32'd0, stat_n};
                3'd1: word <= {32'd0, stat_t_now};
                3'd2: word <= {32'd0, stat_lost};
                3'd3: word <= {57'd0, live};
                3'd4: word <= {32'd0, stat_creates};
                default: word <= {32'd0, stat_collapses};
            endcase
        end
        if (rst) begin
            state <= State_Init;
            running <= 1'b0;
            flight <= 16'd0;
            failed <= 1'b0;
            passed <= 1'b0;
            counted <= 1'b0;
            by_command <= 1'b0;
            dumping <= 1'b0;
            dry <= 1'b0;
            collapsing <= 1'b0;
            wiping <= 1'b1;
        end
    end
endmodule

// Range adaptive profiler: counts events over ranges of their key that adapt to where the counts are.
// Results depend on the order of events and commands, never on timing. docs/reference/rap.md has the rules.
module treetap_rap_cam64 (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // commands (1 snapshot, 2 reset, 3 snapshot and reset); a command goes before
    // an event offered in the same cycle. cmd_ready comes only when the command is
    // finished: hold cmd_valid and cmd_op until then, and take the dump meanwhile
    input  wire        cmd_valid,
    output wire        cmd_ready,
    input  wire [1:0]  cmd_op,
    // the profile: n, T, lost, live, creates, collapses, two words per node in pre-order, CRC-32
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last,
    // configuration, sampled at reset and by a reset command; cfg_weight_max: largest weight of an entry
    input  wire [15:0] cfg_weight_max,
    input  wire [31:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    // statistics and status
    output wire [3:0]  stat_stall,
    output wire [31:0] stat_zero_weight,
    output wire [31:0] stat_n,
    output wire [31:0] stat_t,
    output wire [31:0] stat_lost,
    output wire [6:0]  stat_live,
    output wire [31:0] stat_creates,
    output wire [31:0] stat_collapses,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active,
    output wire        stat_collapsing
);
    wire front_valid;
    wire flush_valid;
    wire engine_cmd_valid;
    wire front_ready;
    wire flush_ready;
    wire walk_valid;
    wire [31:0] walk_key;
    wire [15:0] walk_weight;
    wire walk_ready;
    wire engine_cmd_ready;
    wire engine_clearing;
    wire [3:0] engine_stall;

    treetap_rap_cam64_order #(.clear_code(4'd1), .command_code(4'd2), .queue_code(4'd7)) u_order (
        .clk(clk),
        .rst(rst),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .cmd_valid(cmd_valid),
        .cmd_ready(cmd_ready),
        .front_valid(front_valid),
        .front_ready(front_ready),
        .flush_valid(flush_valid),
        .flush_ready(flush_ready),
        .queue_waiting(1'b0),
        .engine_cmd_valid(engine_cmd_valid),
        .engine_cmd_ready(engine_cmd_ready),
        .engine_ready(walk_ready),
        .engine_stall(engine_stall),
        .engine_clearing(engine_clearing),
        .stat_stall(stat_stall)
    );

    treetap_rap_cam64_coalescer #(.e(8'd8)) u_coalescer (
        .clk(clk),
        .rst(rst),
        .ev_valid(front_valid),
        .ev_ready(front_ready),
        .ev_key(ev_key),
        .ev_weight(ev_weight),
        .flush_valid(flush_valid),
        .flush_ready(flush_ready),
        .flush_op(cmd_op),
        .cfg_weight_max(cfg_weight_max),
        .out_valid(walk_valid),
        .out_ready(walk_ready),
        .out_key(walk_key),
        .out_weight(walk_weight),
        .stat_zero_weight(stat_zero_weight)
    );

    treetap_rap_cam64_engine #(.last_slot(5'd15), .units(5'd16), .lowest(32'd3), .minus_level(5'd31),
            .minus_live(7'd127), .header_words(5'd6), .aw(5'd6), .kept_bit(5'd8), .top_bit(6'd31),
            .clear_code(4'd1), .command_code(4'd2), .create_code(4'd4), .collapse_code(4'd5),
            .queue_code(4'd7), .refill_code(4'd8)) u_engine (
        .clk(clk),
        .rst(rst),
        .ev_valid(walk_valid),
        .ev_ready(walk_ready),
        .ev_key(walk_key),
        .ev_weight(walk_weight),
        .cmd_valid(engine_cmd_valid),
        .cmd_ready(engine_cmd_ready),
        .cmd_op(cmd_op),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last),
        .cfg_t0(cfg_t0),
        .cfg_eps_m(cfg_eps_m),
        .cfg_eps_s(cfg_eps_s),
        .stat_n(stat_n),
        .stat_t(stat_t),
        .stat_lost(stat_lost),
        .stat_live(stat_live),
        .stat_creates(stat_creates),
        .stat_collapses(stat_collapses),
        .stat_lost_flag(stat_lost_flag),
        .stat_near_full(stat_near_full),
        .stat_event(stat_event),
        .stat_active(stat_active),
        .stat_collapsing(stat_collapsing),
        .clearing(engine_clearing),
        .stat_stall(engine_stall)
    );
endmodule

`default_nettype wire

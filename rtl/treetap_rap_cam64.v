// treetap_rap_cam64: the paper's ternary memory on iCE40 HX8K: 32-bit keys, 64 nodes, one event per cycle
// Configuration: 32-bit keys, 64 nodes, 32-bit counts, cam engine, EPS mode not built, no
// FIFO, coalescer of 256 entries, hand with reserve 8, weight 256, creates 8 and jump 4.
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
    input  wire [1:0] cmd_op,
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
    wire command = cmd_valid & (|cmd_op);
    wire open = ~engine_clearing & ~command;
    assign front_valid = ev_valid & open;
    assign ev_ready = front_ready & open;
    // A command: flush, wait until the queue is empty, hand over.
    assign flush_valid = command & ~flushed;
    assign engine_cmd_valid = command & flushed & ~queue_waiting;
    assign cmd_ready = engine_cmd_ready | ~(|cmd_op);
    always @* begin
        // The engine's reason while it is not ready, else what lies before it.
        stat_stall = queue_code;
        if (engine_clearing) begin
            stat_stall = clear_code;
        end else if (command) begin
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
        // A reset of one cycle leaves nothing behind that would end the clearing after it.
        if (rst) begin
            step <= Step_Idle;
            last <= 1'b0;
        end
    end
endmodule

// Entries of the ternary memory: one column each in a memory per key byte.
// An entry hits when its prefix matches and it has no child on the key's next digit, so at most one does.
module treetap_rap_cam64_bank #(
    parameter [4:0] even0 = 5'd0,
    parameter [4:0] even1 = 5'd2,
    parameter [4:0] even2 = 5'd4,
    parameter [4:0] even3 = 5'd6,
    parameter [4:0] even4 = 5'd8,
    parameter [4:0] even5 = 5'd10,
    parameter [4:0] even6 = 5'd12,
    parameter [4:0] even7 = 5'd14,
    parameter [4:0] even8 = 5'd16,
    parameter [4:0] even9 = 5'd18,
    parameter [4:0] even10 = 5'd20,
    parameter [4:0] even11 = 5'd22,
    parameter [4:0] even12 = 5'd24,
    parameter [4:0] even13 = 5'd26,
    parameter [4:0] even14 = 5'd28,
    parameter [4:0] even15 = 5'd30,
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
    reg [15:0] either = 16'd0;
    reg [7:0] odd = 8'd0;
    reg any_hit = 1'b0;
    reg [4:0] number = 5'd0;

    reg [31:0] all;
    reg [15:0] pairwise;
    reg [7:0] second;
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
        // Two bytes, then all of them, of two neighbours each, then the number of the one that is left.
        all = ones;
        all = all & pairs0;
        all = all & pairs1;
    end
    always @* begin
        pairwise = 16'd0;
        pairwise = (pairwise & ~(16'd1 << 0)) | ({15'd0, all[0] | all[1]} << 0);
        pairwise = (pairwise & ~(16'd1 << 1)) | ({15'd0, all[2] | all[3]} << 1);
        pairwise = (pairwise & ~(16'd1 << 2)) | ({15'd0, all[4] | all[5]} << 2);
        pairwise = (pairwise & ~(16'd1 << 3)) | ({15'd0, all[6] | all[7]} << 3);
        pairwise = (pairwise & ~(16'd1 << 4)) | ({15'd0, all[8] | all[9]} << 4);
        pairwise = (pairwise & ~(16'd1 << 5)) | ({15'd0, all[10] | all[11]} << 5);
        pairwise = (pairwise & ~(16'd1 << 6)) | ({15'd0, all[12] | all[13]} << 6);
        pairwise = (pairwise & ~(16'd1 << 7)) | ({15'd0, all[14] | all[15]} << 7);
        pairwise = (pairwise & ~(16'd1 << 8)) | ({15'd0, all[16] | all[17]} << 8);
        pairwise = (pairwise & ~(16'd1 << 9)) | ({15'd0, all[18] | all[19]} << 9);
        pairwise = (pairwise & ~(16'd1 << 10)) | ({15'd0, all[20] | all[21]} << 10);
        pairwise = (pairwise & ~(16'd1 << 11)) | ({15'd0, all[22] | all[23]} << 11);
        pairwise = (pairwise & ~(16'd1 << 12)) | ({15'd0, all[24] | all[25]} << 12);
        pairwise = (pairwise & ~(16'd1 << 13)) | ({15'd0, all[26] | all[27]} << 13);
        pairwise = (pairwise & ~(16'd1 << 14)) | ({15'd0, all[28] | all[29]} << 14);
        pairwise = (pairwise & ~(16'd1 << 15)) | ({15'd0, all[30] | all[31]} << 15);
    end
    always @* begin
        second = 8'd0;
        second = (second & ~(8'd1 << 0)) | ({7'd0, all[1] | all[3]} << 0);
        second = (second & ~(8'd1 << 1)) | ({7'd0, all[5] | all[7]} << 1);
        second = (second & ~(8'd1 << 2)) | ({7'd0, all[9] | all[11]} << 2);
        second = (second & ~(8'd1 << 3)) | ({7'd0, all[13] | all[15]} << 3);
        second = (second & ~(8'd1 << 4)) | ({7'd0, all[17] | all[19]} << 4);
        second = (second & ~(8'd1 << 5)) | ({7'd0, all[21] | all[23]} << 5);
        second = (second & ~(8'd1 << 6)) | ({7'd0, all[25] | all[27]} << 6);
        second = (second & ~(8'd1 << 7)) | ({7'd0, all[29] | all[31]} << 7);
    end
    always @* begin
        encoded = 5'd0;
        if (either[0]) encoded = encoded | even0;
        if (either[1]) encoded = encoded | even1;
        if (either[2]) encoded = encoded | even2;
        if (either[3]) encoded = encoded | even3;
        if (either[4]) encoded = encoded | even4;
        if (either[5]) encoded = encoded | even5;
        if (either[6]) encoded = encoded | even6;
        if (either[7]) encoded = encoded | even7;
        if (either[8]) encoded = encoded | even8;
        if (either[9]) encoded = encoded | even9;
        if (either[10]) encoded = encoded | even10;
        if (either[11]) encoded = encoded | even11;
        if (either[12]) encoded = encoded | even12;
        if (either[13]) encoded = encoded | even13;
        if (either[14]) encoded = encoded | even14;
        if (either[15]) encoded = encoded | even15;
        if (|odd) encoded = encoded | 5'd1;
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
        either <= pairwise;
        odd <= second;
        any_hit <= |either;
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

    treetap_rap_cam64_bank #(.even0(5'd0), .even1(5'd2), .even2(5'd4), .even3(5'd6), .even4(5'd8),
            .even5(5'd10), .even6(5'd12), .even7(5'd14), .even8(5'd16), .even9(5'd18), .even10(5'd20),
            .even11(5'd22), .even12(5'd24), .even13(5'd26), .even14(5'd28), .even15(5'd30), .root(32'd1),
            .first(32'd1), .ones(32'hffffffff)) u_banks0 (
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

    treetap_rap_cam64_bank #(.even0(5'd0), .even1(5'd2), .even2(5'd4), .even3(5'd6), .even4(5'd8),
            .even5(5'd10), .even6(5'd12), .even7(5'd14), .even8(5'd16), .even9(5'd18), .even10(5'd20),
            .even11(5'd22), .even12(5'd24), .even13(5'd26), .even14(5'd28), .even15(5'd30), .root(32'd0),
            .first(32'd1), .ones(32'hffffffff)) u_banks1 (
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
    parameter [2:0] older0 = 3'd4,
    parameter [2:0] older1 = 3'd3,
    parameter [2:0] older2 = 3'd2,
    parameter [2:0] older3 = 3'd1,
    parameter [2:0] older4 = 3'd0,
    parameter [5:0] c = 6'd32,
    parameter [2:0] memory = 3'd7
) (
    input  wire        clk,
    // the pipeline's events
    input  wire        run,
    input  wire [5:0]  index,
    input  wire [5:0]  flight,
    input  wire [15:0] weight,
    // ~T
    input  wire [31:0] threshold,
    // without run, entry and what to write
    input  wire [5:0]  address,
    input  wire        zero,
    input  wire        put,
    input  wire [31:0] total,
    input  wire        write,
    // what is being written, and where
    output wire [31:0] written,
    output reg  [5:0]  at_entry,
    // results
    output wire [31:0] count,
    output wire [15:0] addend,
    output wire [5:0]  entry,
    output wire        over
);
    reg [5:0] at0 = 6'd0;
    reg [5:0] at1 = 6'd0;
    reg [5:0] at2 = 6'd0;
    reg [5:0] at3 = 6'd0;
    reg [5:0] at4 = 6'd0;
    reg [5:0] at5 = 6'd0;
    reg [5:0] at6 = 6'd0;
    reg [2:0] source = 3'd0;
    reg next = 1'b0;
    reg follows = 1'b0;
    reg [31:0] own = 32'd0;
    reg [15:0] added = 16'd0;
    reg [31:0] sums0 = 32'd0;
    reg [31:0] sums1 = 32'd0;
    reg [31:0] sums2 = 32'd0;
    reg [31:0] sums3 = 32'd0;
    reg [31:0] sums4 = 32'd0;
    reg larger = 1'b0;

    reg [5:0] meets;
    reg [5:0] counts_ra;
    wire [31:0] counts_rd;

    assign written = sums2;
    always @* begin
        at_entry = address;
        counts_ra = address;
        if (run) begin
            counts_ra = index;
            at_entry = at5;
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
    assign count = own;
    assign addend = added;
    // Cycle 12: add.
    wire [31:0] base = follows ? sums0 : own;
    // Cycle 13: sum > T, by the carry of sum + ~T.
    wire [32:0] difference = {1'd0, sums0} + {1'd0, threshold};
    assign over = larger;
    assign entry = at4;

    treetap_rap_cam64_outreg_ram #(.WIDTH(32), .ADDR(6)) u_counts (
        .clk(clk),
        .ra(counts_ra),
        .rd(counts_rd),
        .we(write),
        .wa(at_entry),
        .wd(written)
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
        source <= memory;
        if (meets[5]) source <= older0;
        if (meets[4]) source <= older1;
        if (meets[3]) source <= older2;
        if (meets[2]) source <= older3;
        if (meets[1]) source <= older4;
        // Cycle 11: the nearest of the sums that are known, or the memory's word.
        case (source)
            3'd0: own <= sums0;
            3'd1: own <= sums1;
            3'd2: own <= sums2;
            3'd3: own <= sums3;
            3'd4: own <= sums4;
            default: own <= counts_rd;
        endcase
        follows <= next;
        added <= weight;
        sums0 <= base + {16'd0, added};
        if (zero) sums0 <= 32'd0;
        sums1 <= sums0;
        if (put) sums1 <= total;
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
    // back to zero, in two cycles; a weight, and in the next cycle whether it is lost
    input  wire        clear,
    input  wire [15:0] weight,
    input  wire        take,
    // how much was lost, and that some was
    output wire [31:0] lost,
    output wire        lost_flag
);
    reg [31:0] uncounted = 32'd0;
    reg any_lost = 1'b0;
    reg cleared = 1'b0;
    reg [32:0] sum = 33'd0;

    assign lost = uncounted;
    assign lost_flag = any_lost;

    always @(posedge clk) begin
        sum <= {1'd0, uncounted} + {17'd0, weight};
        // Zero comes as a sum: a register that is set to its
        // largest value cannot be cleared for nothing, too.
        cleared <= clear;
        if (take) any_lost <= 1'b1;
        if (take | cleared) begin
            uncounted <= sum[31:0];
            if (sum[c]) uncounted <= max;
        end
        if (clear) begin
            sum <= 33'd0;
            any_lost <= 1'b0;
        end
    end
endmodule

// Weight counted (n), weight that would have taken n beyond its width (lost, saturating),
// and weight counted above the threshold (over), which never exceeds n.
module treetap_rap_cam64_commit_totals #(
    parameter [31:0] last_events = 32'h3fffff,
    parameter [31:0] last_weight = 32'hffff
) (
    input  wire        clk,
    input  wire        clear,
    input  wire [15:0] weight,
    // an event is finished; it does not fit n and is added to lost
    input  wire        commit,
    // the event is counted above the threshold
    input  wire        above,
    // an event is finished; it does not fit n and is added to lost
    output wire        refused,
    // n has come so close to its end that events have to come alone
    output wire        near,

    output wire [31:0] n,
    output wire [31:0] lost,
    output wire        lost_flag,
    output wire [31:0] over
);
    reg [31:0] counted = 32'd0;
    reg [31:0] uncovered = 32'd0;
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
    assign over = uncovered;

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
        if (above) uncovered <= uncovered + {16'd0, weight15};
        if (clear) begin
            counted <= 32'd0;
            uncovered <= 32'd0;
        end
    end
endmodule

// The threshold T and its ladder of steps of 1/16 to 1/8.
module treetap_rap_cam64_ladder #(
    parameter [5:0] c = 6'd32,
    parameter [31:0] ones = 32'hffffffff,
    parameter [31:0] one = 32'd1,
    parameter [5:0] first_bit = 6'd31,
    parameter [5:0] top_bit = 6'd31,
    parameter [5:0] further = 6'd3
) (
    input  wire        clk,
    // T becomes first
    input  wire        load,
    input  wire [31:0] first,
    // one step of the ladder, or several
    input  wire        climb,
    input  wire        jump,
    // T is changing, from the cycle after a request on
    output wire        busy,
    // ~T
    output wire [31:0] inverted
);
    localparam [2:0] Rung_Steady = 3'd0;
    localparam [2:0] Rung_Enter = 3'd1;
    localparam [2:0] Rung_Find = 3'd2;
    localparam [2:0] Rung_Trim = 3'd3;
    localparam [2:0] Rung_Climb = 3'd4;
    localparam [2:0] Rung_Wrap = 3'd5;

    reg [2:0] rung = 3'd0;
    reg [31:0] value = 32'd0;
    reg [31:0] step = 32'd0;
    reg [3:0] steps = 4'd0;
    reg [3:0] built = 4'd0;
    reg [5:0] left = 6'd0;
    reg found = 1'b0;
    reg ragged = 1'b0;
    reg overflow = 1'b0;
    reg octave = 1'b0;
    reg full = 1'b0;
    reg adding = 1'b0;
    reg emptying = 1'b0;

    reg add;
    reg double;
    reg none;
    reg fill;

    // T + step, inverted: ~T + ~step + 1. The carry is missing where the sum is too large.
    wire [32:0] sum = {1'd0, value} + {1'd0, step} + 33'd1;
    wire bit_ = ~step[top_bit[4:0]];
    wire last = ~(|left);
    wire enters = ~found & (steps[2] | last);
    always @* begin
        add = 1'b0;
        double = 1'b0;
        none = 1'b0;
        fill = 1'b0;
        case (rung)
            Rung_Steady: begin
                if (climb) begin
                    if (ragged) none = 1'b1;
                end
            end
            Rung_Enter: add = 1'b1;
            Rung_Find: begin
                // The four leading bits, or all, then whether any is
                // left; the step enters with the last of the four.
                double = 1'b1;
            end
            Rung_Trim: begin
                if (~(built == steps)) add = 1'b1;
            end
            Rung_Climb: add = 1'b1;
            default /* Rung_Wrap */: begin
                double = octave;
                if (overflow) begin
                    // The largest T, which is there for good: nothing and a step of all ones.
                    none = 1'b1;
                    fill = 1'b1;
                end
            end
        endcase
    end
    // What is shifted in is no step, except when the step enters.
    wire [31:0] shifted = (enters & (rung == Rung_Find)) ? (step << 1) : ((step << 1) | one);
    assign busy = (rung != Rung_Steady) | adding;
    assign inverted = value;

    always @(posedge clk) begin
        case (rung)
            Rung_Steady: begin
                left <= 6'd0;
                if (jump) left <= further;
                built <= 4'd0;
                if (climb) begin
                    rung <= Rung_Climb;
                    if (ragged) rung <= Rung_Trim;
                end
            end
            Rung_Enter: begin
                left <= first_bit;
                steps <= 4'd0;
                found <= 1'b0;
                ragged <= 1'b0;
                rung <= Rung_Find;
                if (full) rung <= Rung_Steady;
            end
            Rung_Find: begin
                left <= left - 6'd1;
                if (found) begin
                    ragged <= ragged | bit_;
                end else begin
                    steps <= (steps << 1) | {3'd0, bit_};
                end
                found <= found | enters;
                if (last) rung <= Rung_Steady;
            end
            Rung_Trim: begin
                built <= built + 4'd1;
                ragged <= 1'b0;
                if (built == steps) rung <= Rung_Climb;
            end
            Rung_Climb: begin
                steps <= steps + 4'd1;
                if (&steps) steps <= 4'd8;
                rung <= Rung_Wrap;
            end
            default /* Rung_Wrap */: begin
                left <= left - 6'd1;
                rung <= Rung_Climb;
                if (last) rung <= Rung_Steady;
                if (overflow) begin
                    full <= 1'b1;
                    rung <= Rung_Enter;
                end
            end
        endcase
        overflow <= ~sum[c];
        octave <= &steps;
        // T follows a cycle later: which state it is takes its time, and so does the sum.
        adding <= add & ~load;
        emptying <= none;
        if (adding) value <= sum[31:0];
        if (emptying | load) value <= ones;
        if (load) begin
            step <= ~first;
        end else if (double) begin
            step <= shifted;
        end
        if (fill) step <= 32'd0;
        if (load) begin
            full <= 1'b0;
            rung <= Rung_Enter;
        end
    end
endmodule

// Goes ahead of the hand, a slot or a leaf's two counts per cycle,
// and stops at the first node that may have to be absorbed.
// What it finds to stay will stay: counts only grow, and T rises between rounds only.
module treetap_rap_cam64_scout #(
    parameter [4:0] aw = 5'd6,
    parameter [5:0] c = 6'd32,
    parameter [6:0] nowhere = 7'd64
) (
    input  wire        clk,
    // no round; a new round
    input  wire        clear,
    input  wire        begin_,
    // wait at edge, and begin anew there
    input  wire        still,
    // the slot at edge is free now
    input  wire        taken,
    // the link to be read, and that it may be; the one that is read, and what it says in the next cycle
    output wire [5:0]  ahead,
    output wire        move_on,
    input  wire [5:0]  slot,
    input  wire        leaf,
    input  wire [5:0]  parent,
    // counts as they are written
    input  wire        write,
    input  wire [5:0]  entry,
    input  wire [31:0] count,
    // ~T
    input  wire [31:0] threshold,
    // the link that is here is that of the root
    output wire        root,
    // what is known
    output wire [5:0]  edge_,
    output wire        done,
    output wire        stays,
    output wire        may_go,
    output wire [31:0] total
);
    reg [6:0] first = 7'd0;
    reg [6:0] next = 7'd0;
    reg [5:0] here = 6'd0;
    reg linked = 1'b0;
    reg second = 1'b0;
    reg [3:0] looking = 4'd0;
    reg [3:0] leaves = 4'd0;
    reg [3:0] touched = 4'd0;
    reg collided = 1'b0;
    reg [31:0] held = 32'd0;
    reg [31:0] sum = 32'd0;
    reg larger = 1'b0;
    reg steady = 1'b0;
    reg loose = 1'b0;

    wire [31:0] counts_rd;

    // Cycle 0: the link of a slot.
    wire last = next[aw[2:0]];
    assign ahead = next[5:0];
    wire begins = linked & leaf & ~second;
    assign move_on = ~begins | still;
    // Cycles 1 and 2: two counts of a leaf. One that is just being written cannot be read.
    wire [5:0] whose = second ? parent : here;
    wire met = write & (entry == whose);
    wire touch = met | collided;
    wire looks = linked & (second | ~leaf);
    wire [32:0] difference = {1'd0, sum} + {1'd0, threshold};
    // Cycle 6: found to stay, or to be looked at again.
    wire seen = looking[3];
    wire light = leaves[3] & (touched[3] | ~larger);
    // Cycle 7.
    assign stays = steady;
    assign may_go = loose;
    assign edge_ = first[5:0];
    assign done = first[aw[2:0]];
    assign total = sum;
    assign root = ~(|here);

    treetap_rap_cam64_outreg_ram #(.WIDTH(32), .ADDR(6)) u_counts (
        .clk(clk),
        .ra(whose),
        .rd(counts_rd),
        .we(write),
        .wa(entry),
        .wd(count)
    );

    always @(posedge clk) begin
        if (move_on) begin
            here <= slot;
            linked <= ~last;
            if (~last) next <= next + 7'd1;
        end
        second <= begins;
        collided <= met;
        looking <= (looking << 1) | {3'd0, looks};
        leaves <= (leaves << 1) | {3'd0, second};
        touched <= (touched << 1) | {3'd0, touch};
        // Cycles 4 and 5: their sum, and sum > T by the carry of sum + ~T.
        held <= counts_rd;
        sum <= held + counts_rd;
        larger <= difference[c];
        steady <= seen & ~light;
        loose <= seen & light;
        if (still | may_go) begin
            looking <= 4'd0;
            linked <= 1'b0;
            second <= 1'b0;
            steady <= 1'b0;
            loose <= 1'b0;
            next <= first;
        end
        if (steady | taken) first <= first + 7'd1;
        if (begin_) first <= 7'd1;
        if (clear) first <= nowhere;
    end
endmodule

// How many slots ahead of the hand are known to stay, and
// whether they are as many as an event has the hand visit.
module treetap_rap_cam64_visits #(
    parameter [15:0] cap = 16'h100,
    parameter [9:0] minus_cap = 10'h300,
    parameter [9:0] per_create = 10'd8,
    parameter [4:0] sign = 5'd9,
    parameter [9:0] signs = 10'd0
) (
    input  wire        clk,
    // no visit is asked for
    input  wire        clear,
    // the pipeline's events
    input  wire [15:0] weight,
    input  wire        run,
    input  wire        event_,
    input  wire        fits,
    // a node is created
    input  wire        created,
    // one more slot is known; no others are left; few nodes are free
    input  wire        more,
    input  wire        done,
    input  wire        low,
    // an event waits for visits, for a round; no more visits are missing
    output wire        short,
    output wire        due,
    output wire        enough
);
    reg [9:0] known = 10'd0;
    reg [9:0] capped = 10'd0;
    reg [9:0] asked = 10'd0;
    reg [9:0] debt = 10'd0;
    reg paid = 1'b0;
    reg satisfied = 1'b0;

    // Cycle 13: those for nodes, unless they are asked for by the event ahead.
    wire ask = event_ & ~paid;
    wire [9:0] owed = ask ? 10'd0 : debt;
    // Cycle 14: is so much known? The sums begin before it is known whether there is an event that asks.
    wire [9:0] spare = known + {9'd0, more};
    wire [9:0] rest = known + asked;
    wire missing = ask & rest[sign[3:0]];
    wire idle = done & ~(|known);
    assign short = missing & ~done;
    assign due = ask & idle & low;
    wire wait_ = short | due;
    assign enough = satisfied;

    wire [15:0] wide0_unused_msbs = ~weight;
    wire [9:0] wide1_unused_msbs = known + asked;
    always @(posedge clk) begin
        // Cycle 12: at most WC visits for the weight. All that is asked for is negative.
        capped <= wide0_unused_msbs[9:0] + 10'd1;
        if (weight >= cap) capped <= minus_cap;
        known <= spare;
        if (missing & done) begin
            known <= 10'd0;
        end else if (ask & ~missing) begin
            known <= rest + {9'd0, more};
        end
        if (run & ~wait_) asked <= (capped | signs) + owed;
        satisfied <= ~wide1_unused_msbs[9];
        if (created) debt <= debt - per_create;
        if (event_ & ~wait_) begin
            paid <= ~fits;
            if (ask) debt <= 10'd0;
        end
        if (clear) begin
            known <= 10'd0;
            debt <= 10'd0;
            paid <= 1'b0;
        end
    end
endmodule

// A key and a level: the prefix of a node.
// In a dump it goes through the keys at which nodes begin, in order, digit by digit.
module treetap_rap_cam64_cursor #(
    parameter [4:0] units = 5'd16,
    parameter [4:0] last = 5'd15,
    parameter [5:0] top = 6'd30,
    parameter [4:0] minus = 5'd31
) (
    input  wire        clk,
    input  wire        rst,
    // the root
    input  wire        clear,
    // a key; a digit on top of it
    input  wire        take,
    input  wire [31:0] from,
    input  wire        shift,
    input  wire [1:0]  with_,
    // a level
    input  wire        set,
    input  wire [4:0]  to,
    // steps of a dump
    input  wire        down,
    input  wire        up,
    input  wire        advance,
    output wire        busy,
    // where it stands
    output wire [31:0] key,
    output wire [4:0]  level,
    output wire [4:0]  slot,
    output wire [1:0]  digit
);
    reg [31:0] place = 32'd0;
    reg [4:0] depth = 5'd0;
    reg [4:0] turn = 5'd0;
    reg turning = 1'b0;
    reg adds = 1'b0;

    reg [4:0] number;
    reg turns;

    assign slot = units - depth;
    wire [5:0] below = {1'd0, slot} << 1;
    wire [31:0] wide0_unused_msbs = place >> below;
    assign digit = wide0_unused_msbs[1:0];
    // Once round: one is added at the level, and where that is an end, at the one above it, too.
    wire [1:0] least = place[1:0];
    wire [1:0] on_top = turning ? (least + {1'd0, adds}) : with_;
    wire ends = adds & (&least);
    always @* begin
        number = 5'd0;
        turns = advance;
        if (turning) begin
            number = turn + 5'd1;
            turns = turn != last;
        end
    end
    wire [4:0] step = (up | ends) ? minus : 5'd1;
    assign busy = turning;
    assign key = place;
    assign level = depth;

    always @(posedge clk) begin
        turn <= number;
        turning <= turns;
        adds <= turns & (ends | (number == slot));
        if (take) begin
            place <= from;
        end else if (shift | turning) begin
            place <= (place >> 2) | ({30'd0, on_top} << top);
        end
        if (set) begin
            depth <= to;
        end else if (up | down | ends) begin
            depth <= depth + step;
        end
        if (clear) begin
            place <= 32'd0;
            depth <= 5'd0;
        end
        if (rst) begin
            turning <= 1'b0;
            adds <= 1'b0;
        end
    end
endmodule

// Goes through the tree in pre-order,
// by longest matches of growing keys and the links from nodes to their parents.
module treetap_rap_cam64_tour #(
    parameter [4:0] last = 5'd16,
    parameter [4:0] header_words = 5'd6
) (
    input  wire       clk,
    input  wire       rst,
    // begin; the last word has left
    input  wire       start,
    output reg        end_,
    // level of the node at hand, and the cursor
    input  wire [4:0] found,
    input  wire [4:0] level,
    input  wire       busy,
    // to node and cursor
    output reg        look,
    output reg        climb,
    output reg        clear,
    output reg        down,
    output reg        advance,
    output reg        up,
    // to the writer of words
    input  wire       idle,
    output wire       header,
    output wire       prefix,
    output reg        send,
    output reg        tail
);
    localparam [3:0] Stop_Home = 4'd0;
    localparam [3:0] Stop_Header = 4'd1;
    localparam [3:0] Stop_Match = 4'd2;
    localparam [3:0] Stop_Look = 4'd3;
    localparam [3:0] Stop_Read = 4'd4;
    localparam [3:0] Stop_Judge = 4'd5;
    localparam [3:0] Stop_Prefix = 4'd6;
    localparam [3:0] Stop_Own = 4'd7;
    localparam [3:0] Stop_Unit = 4'd8;
    localparam [3:0] Stop_Advance = 4'd9;
    localparam [3:0] Stop_Turn = 4'd10;
    localparam [3:0] Stop_Tail = 4'd11;
    localparam [3:0] Stop_Finish = 4'd12;

    reg [3:0] stop = 4'd0;
    reg [2:0] wait_ = 3'd0;
    reg ready = 1'b0;

    // On a cycle of blocks: the outputs are written once, so that no glitch wakes the others.
    reg end__settled;
    reg look_settled;
    reg climb_settled;
    reg clear_settled;
    reg down_settled;
    reg advance_settled;
    reg up_settled;
    reg send_settled;
    reg tail_settled;
    always @* begin
        end__settled = 1'b0;
        look_settled = 1'b0;
        climb_settled = 1'b0;
        clear_settled = 1'b0;
        down_settled = 1'b0;
        advance_settled = 1'b0;
        up_settled = 1'b0;
        send_settled = 1'b0;
        tail_settled = 1'b0;
        case (stop)
            Stop_Home: begin
                if (start) clear_settled = 1'b1;
            end
            Stop_Header: begin
                if (ready) begin
                    if (level == header_words) begin
                        clear_settled = 1'b1;
                    end else begin
                        send_settled = 1'b1;
                        down_settled = 1'b1;
                    end
                end
            end
            Stop_Match: ;
            Stop_Look: look_settled = 1'b1;
            Stop_Read: ;
            Stop_Judge: begin
                if (~(found == level)) begin
                    if (~(found < level)) climb_settled = 1'b1;
                end
            end
            Stop_Prefix: begin
                if (ready) send_settled = 1'b1;
            end
            Stop_Own: begin
                if (ready) begin
                    send_settled = 1'b1;
                    down_settled = 1'b1;
                end
            end
            Stop_Unit: up_settled = level > last;
            Stop_Advance: advance_settled = 1'b1;
            Stop_Turn: ;
            Stop_Tail: begin
                if (idle) tail_settled = 1'b1;
            end
            default /* Stop_Finish */: begin
                if (idle) end__settled = 1'b1;
            end
        endcase
        end_ = end__settled;
        look = look_settled;
        climb = climb_settled;
        clear = clear_settled;
        down = down_settled;
        advance = advance_settled;
        up = up_settled;
        send = send_settled;
        tail = tail_settled;
    end
    assign header = stop == Stop_Header;
    assign prefix = stop == Stop_Prefix;

    always @(posedge clk) begin
        ready <= 1'b0;
        wait_ <= wait_ + 3'd1;
        case (stop)
            Stop_Home: begin
                if (start) stop <= Stop_Header;
            end
            Stop_Header: begin
                ready <= idle & ~ready;
                if (ready) begin
                    if (level == header_words) begin
                        wait_ <= 3'd0;
                        stop <= Stop_Match;
                    end
                end
            end
            Stop_Match: begin
                if (&wait_) stop <= Stop_Look;
            end
            Stop_Look: begin
                wait_ <= 3'd0;
                stop <= Stop_Read;
            end
            Stop_Read: begin
                if (wait_[1]) stop <= Stop_Judge;
            end
            Stop_Judge: begin
                wait_ <= 3'd0;
                if (found == level) begin
                    stop <= Stop_Prefix;
                end else if (found < level) begin
                    stop <= Stop_Unit;
                end else begin
                    stop <= Stop_Read;
                end
            end
            Stop_Prefix: begin
                ready <= idle & ~ready;
                if (ready) stop <= Stop_Own;
            end
            Stop_Own: begin
                ready <= idle & ~ready;
                if (ready) stop <= Stop_Look;
            end
            Stop_Unit: stop <= Stop_Advance;
            Stop_Advance: stop <= Stop_Turn;
            Stop_Turn: begin
                wait_ <= 3'd0;
                if (~busy) begin
                    stop <= Stop_Match;
                    if (~(|level)) stop <= Stop_Tail;
                end
            end
            Stop_Tail: begin
                if (idle) stop <= Stop_Finish;
            end
            default /* Stop_Finish */: begin
                if (idle) stop <= Stop_Home;
            end
        endcase
        if (rst) stop <= Stop_Home;
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
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_rap_cam64_fast_ram_re #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire             re,
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
        if (re) rd <= mem[ra];
`else
        if (re) rd <= (we && wa == ra) ? ~wd : mem[ra];
`endif
    end
endmodule

// Range adaptive profiling engine around a ternary memory:
// one event per cycle between creates and absorptions.
// Rules R1 to R3, R5, R8, R9, R11 to R13 and R15 of docs/reference/rap.md;
// states and cycles are in docs/reference/rap-cam.md.
module treetap_rap_cam64_engine #(
    parameter [4:0] units = 5'd16,
    parameter [4:0] aw = 5'd6,
    parameter [6:0] enough = 7'd56,
    parameter [6:0] minus_live = 7'd127,
    parameter [4:0] digit_bit = 5'd9,
    parameter [2:0] no_node = 3'd7,
    parameter [2:0] minus_child = 3'd7,
    parameter [5:0] top_bit = 6'd31,
    parameter [3:0] clear_code = 4'd1,
    parameter [3:0] command_code = 4'd2,
    parameter [3:0] create_code = 4'd4,
    parameter [3:0] visit_code = 4'd5,
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
    output wire [31:0] stat_over,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active,

    output wire        clearing,
    // statistics and status
    output reg  [3:0]  stat_stall
);
    localparam [4:0] State_Init = 5'd0;
    localparam [4:0] State_Link = 5'd1;
    localparam [4:0] State_Root = 5'd2;
    localparam [4:0] State_Run = 5'd3;
    localparam [4:0] State_Split = 5'd4;
    localparam [4:0] State_Wait = 5'd5;
    localparam [4:0] State_Fetch = 5'd6;
    localparam [4:0] State_Make = 5'd7;
    localparam [4:0] State_Fill = 5'd8;
    localparam [4:0] State_Settle = 5'd9;
    localparam [4:0] State_Raise = 5'd10;
    localparam [4:0] State_Visit = 5'd11;
    localparam [4:0] State_Meet = 5'd12;
    localparam [4:0] State_Close = 5'd13;
    localparam [4:0] State_Climb = 5'd14;
    localparam [4:0] State_Edit = 5'd15;
    localparam [4:0] State_Clear = 5'd16;
    localparam [4:0] State_Dump = 5'd17;
    localparam [4:0] State_Done = 5'd18;

    reg [4:0] state = 5'd0;
    reg running = 1'b0;
    reg [63:0] word = 64'd0;
    reg [15:0] flight = 16'd0;
    reg [5:0] absorbing = 6'd0;
    reg failed = 1'b0;
    reg passed = 1'b0;
    reg counted = 1'b0;
    reg above = 1'b0;
    reg begins = 1'b0;
    reg unit12 = 1'b0;
    reg unit13 = 1'b0;
    reg unit14 = 1'b0;
    reg [5:0] node = 6'd0;
    reg [5:0] free = 6'd0;
    reg [6:0] live = 7'd0;
    reg wiping = 1'b0;
    reg low = 1'b0;
    reg since = 1'b0;
    reg visiting = 1'b0;
    reg by_command = 1'b0;

    reg [2:0] children;
    reg wipe;
    reg write;
    reg round;
    reg grow;
    reg still;
    reg [5:0] onward;
    reg [1:0] digit;
    reg absorbs;
    reg [5:0] linked;
    reg [4:0] goes;
    reg [5:0] reads;
    wire buffer_issue;
    wire [31:0] buffer_key;
    wire [15:0] buffer_weight;
    wire buffer_empty;
    wire [5:0] matcher_index;
    reg matcher_wipe;
    reg matcher_toggle;
    wire matcher_busy;
    reg counter_zero;
    wire [31:0] counter_written;
    wire [5:0] counter_at_entry;
    wire [31:0] counter_count;
    wire [15:0] counter_addend;
    wire [5:0] counter_entry;
    wire counter_over;
    wire totals_refused;
    wire totals_near;
    reg ladder_load;
    wire ladder_busy;
    wire [31:0] ladder_inverted;
    wire [5:0] scout_ahead;
    wire scout_move_on;
    wire scout_root;
    wire [5:0] scout_edge;
    wire scout_done;
    wire scout_stays;
    wire scout_may_go;
    wire [31:0] scout_total;
    wire visits_short;
    wire visits_due;
    wire visits_enough;
    reg cursor_take;
    reg cursor_shift;
    reg cursor_set;
    wire cursor_busy;
    wire [31:0] cursor_key;
    wire [4:0] cursor_level;
    wire [4:0] cursor_slot;
    wire [1:0] cursor_digit;
    reg tour_start;
    wire tour_end;
    wire tour_look;
    wire tour_climb;
    wire tour_clear;
    wire tour_down;
    wire tour_advance;
    wire tour_up;
    wire tour_header;
    wire tour_prefix;
    wire tour_send;
    wire tour_tail;
    wire [4:0] writer_path_address_unused;
    wire writer_path_busy_unused;
    wire writer_idle;
    wire [4:0] levels_rd;
    reg levels_we;
    wire [10:0] links_rd;
    reg links_we;

    wire full = live[aw[2:0]];
    wire last = flight[13] & ~failed;
    wire event_ = last & ~totals_refused;
    // R5a, and H3: without a free slot everything fits.
    wire light = ~counter_over | unit14;
    wire fits = light | full;
    wire waits = visits_short | visits_due;
    // What the memories say.
    wire [5:0] link = links_rd[5:0];
    wire [2:0] below = links_rd[aw[3:0] +: 3];
    wire [6:0] live_step = (state == State_Close) ? minus_live : 7'd1;
    wire [6:0] census = live + live_step;
    // On a cycle of blocks: the outputs are written once, so that no glitch wakes the others.
    reg cmd_ready_settled;
    reg [2:0] children_settled;
    reg wipe_settled;
    reg write_settled;
    reg round_settled;
    reg grow_settled;
    reg still_settled;
    reg [5:0] onward_settled;
    reg [1:0] digit_settled;
    reg absorbs_settled;
    reg [5:0] linked_settled;
    reg [4:0] goes_settled;
    reg matcher_wipe_settled;
    reg matcher_toggle_settled;
    reg counter_zero_settled;
    reg ladder_load_settled;
    reg cursor_take_settled;
    reg cursor_shift_settled;
    reg cursor_set_settled;
    reg tour_start_settled;
    reg levels_we_settled;
    reg links_we_settled;
    always @* begin
        // Requests, off unless a state makes them.
        wipe_settled = 1'b0;
        write_settled = 1'b0;
        round_settled = 1'b0;
        grow_settled = 1'b0;
        still_settled = 1'b1;
        matcher_wipe_settled = 1'b0;
        matcher_toggle_settled = 1'b0;
        counter_zero_settled = 1'b0;
        cursor_take_settled = 1'b0;
        cursor_shift_settled = 1'b0;
        cursor_set_settled = 1'b0;
        ladder_load_settled = 1'b0;
        tour_start_settled = 1'b0;
        levels_we_settled = 1'b0;
        links_we_settled = 1'b0;
        cmd_ready_settled = 1'b0;
        // A link is as it was, with one child less.
        children_settled = below + minus_child;
        onward_settled = link;
        digit_settled = links_rd[digit_bit[3:0] +: 2];
        absorbs_settled = 1'b0;
        linked_settled = node;
        goes_settled = state;
        case (state)
            State_Init: begin
                wipe_settled = 1'b1;
                ladder_load_settled = 1'b1;
                matcher_wipe_settled = 1'b1;
                goes_settled = State_Link;
            end
            State_Link: begin
                // The list of free slots: each has the next one. The root has no children.
                counter_zero_settled = 1'b1;
                links_we_settled = 1'b1;
                onward_settled = free;
                children_settled = no_node;
                if (~(|node)) children_settled = 3'd0;
                if (~(|free)) goes_settled = State_Root;
            end
            State_Root: begin
                // The root has no count.
                counter_zero_settled = 1'b1;
                write_settled = 1'b1;
                levels_we_settled = 1'b1;
                if (~ladder_busy & ~matcher_busy) begin
                    goes_settled = State_Run;
                    if (by_command) goes_settled = State_Done;
                end
            end
            State_Run: begin
                // R5a, or else stop; the event and all after it come again.
                write_settled = counted;
                still_settled = failed;
                cursor_take_settled = 1'b1;
                if (failed) begin
                    goes_settled = State_Split;
                    if (begins) begin
                        // H1: a round begins.
                        round_settled = 1'b1;
                        goes_settled = State_Raise;
                    end else if (visiting) begin
                        goes_settled = State_Clear;
                    end
                end else if (buffer_empty & cmd_valid & ~ev_valid) begin
                    goes_settled = State_Init;
                    if (cmd_op[0]) begin
                        tour_start_settled = 1'b1;
                        goes_settled = State_Dump;
                    end
                end
            end
            State_Split: begin
                counter_zero_settled = 1'b1;
                goes_settled = State_Wait;
            end
            State_Wait: begin
                counter_zero_settled = 1'b1;
                links_we_settled = 1'b1;
                children_settled = below + 3'd1;
                goes_settled = State_Fetch;
            end
            State_Fetch: begin
                counter_zero_settled = 1'b1;
                cursor_take_settled = 1'b1;
                cursor_set_settled = 1'b1;
                goes_settled = State_Make;
            end
            State_Make: begin
                // R5c: a new child for the key's digit.
                counter_zero_settled = 1'b1;
                grow_settled = 1'b1;
                links_we_settled = 1'b1;
                children_settled = 3'd0;
                onward_settled = node;
                digit_settled = cursor_digit;
                linked_settled = free;
                matcher_toggle_settled = 1'b1;
                goes_settled = State_Fill;
            end
            State_Fill: begin
                write_settled = 1'b1;
                levels_we_settled = 1'b1;
                goes_settled = State_Settle;
            end
            State_Settle: begin
                if (~matcher_busy) goes_settled = State_Run;
            end
            State_Raise: begin
                if (~ladder_busy) goes_settled = State_Run;
            end
            State_Visit: begin
                still_settled = 1'b0;
                if (visits_enough | scout_done) begin
                    goes_settled = State_Run;
                end else if (scout_may_go) begin
                    goes_settled = State_Meet;
                end
            end
            State_Meet: begin
                // Not for this event, if the slots before were enough.
                goes_settled = State_Close;
                if (visits_enough) goes_settled = State_Run;
            end
            State_Close: begin
                // H2: the slot is free.
                absorbs_settled = 1'b1;
                links_we_settled = 1'b1;
                children_settled = no_node;
                onward_settled = free;
                cursor_shift_settled = 1'b1;
                goes_settled = State_Climb;
            end
            State_Climb: begin
                cursor_shift_settled = 1'b1;
                if (scout_root) begin
                    cursor_shift_settled = 1'b0;
                    goes_settled = State_Edit;
                end
            end
            State_Edit: begin
                matcher_toggle_settled = 1'b1;
                goes_settled = State_Clear;
            end
            State_Clear: begin
                if (~matcher_busy) goes_settled = State_Visit;
            end
            State_Dump: begin
                if (tour_end) begin
                    goes_settled = State_Done;
                    if (cmd_op[1]) goes_settled = State_Init;
                end
            end
            default /* State_Done */: begin
                cmd_ready_settled = 1'b1;
                goes_settled = State_Run;
            end
        endcase
        if (absorbing[0]) begin
            links_we_settled = 1'b1;
            cursor_set_settled = 1'b1;
        end
        if (absorbing[5]) write_settled = 1'b1;
        cmd_ready = cmd_ready_settled;
        children = children_settled;
        wipe = wipe_settled;
        write = write_settled;
        round = round_settled;
        grow = grow_settled;
        still = still_settled;
        onward = onward_settled;
        digit = digit_settled;
        absorbs = absorbs_settled;
        linked = linked_settled;
        goes = goes_settled;
        matcher_wipe = matcher_wipe_settled;
        matcher_toggle = matcher_toggle_settled;
        counter_zero = counter_zero_settled;
        ladder_load = ladder_load_settled;
        cursor_take = cursor_take_settled;
        cursor_shift = cursor_shift_settled;
        cursor_set = cursor_set_settled;
        tour_start = tour_start_settled;
        levels_we = levels_we_settled;
        links_we = links_we_settled;
    end
    // Stages 0 to 4.
    wire buffer_open = ~wiping;
    wire scout_leaf = ~(|below);
    wire visits_run = running & ~failed;
    wire visits_more = scout_stays | absorbing[0];
    // Each slot: the level of its node, its key, its parent
    // and the number of its children; a free one: the next.
    wire [5:0] levels_ra = running ? matcher_index : node;
    always @* begin
        reads = node;
        if (~still) begin
            reads = scout_ahead;
        end else if ((state == State_Close) | (state == State_Climb)) begin
            reads = link;
        end else if ((state == State_Wait) | (state == State_Fetch)) begin
            reads = free;
        end
    end
    wire [10:0] links_wd = {5'd0, onward} | ({8'd0, children} << aw) | ({9'd0, digit} << digit_bit);
    wire [4:0] cursor_to = (state == State_Fetch) ? (levels_rd + 5'd1) : levels_rd;
    wire cursor_clear = wipe | tour_clear;
    // Dump.
    wire [31:0] stat_t_now = ~ladder_inverted;
    assign stat_t = stat_t_now;
    assign stat_live = live;
    assign stat_near_full = stat_n[top_bit[4:0]];
    assign stat_event = passed;
    assign stat_active = ~buffer_empty;
    assign clearing = wiping;
    always @* begin
        stat_stall = 4'd0;
        if (~ev_ready) begin
            stat_stall = create_code;
            if (wiping) begin
                stat_stall = clear_code;
            end else if (state == State_Dump) begin
                stat_stall = command_code;
            end else if (running) begin
                stat_stall = refill_code;
                if (passed) stat_stall = queue_code;
            end else if (visiting) begin
                stat_stall = visit_code;
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
        .key(cursor_key),
        .index(matcher_index),
        .wipe(matcher_wipe),
        .toggle(matcher_toggle),
        .child(free),
        .parent(node),
        .slot(cursor_slot),
        .busy(matcher_busy)
    );

    treetap_rap_cam64_counter #(.older0(3'd4), .older1(3'd3), .older2(3'd2), .older3(3'd1), .older4(3'd0),
            .c(6'd32), .memory(3'd7)) u_counter (
        .clk(clk),
        .run(running),
        .index(matcher_index),
        .flight(flight[15:10]),
        .weight(buffer_weight),
        .threshold(ladder_inverted),
        .address(node),
        .zero(counter_zero),
        .put(absorbing[3]),
        .total(scout_total),
        .write(write),
        .written(counter_written),
        .at_entry(counter_at_entry),
        .count(counter_count),
        .addend(counter_addend),
        .entry(counter_entry),
        .over(counter_over)
    );

    treetap_rap_cam64_commit_totals #(.last_events(32'h3fffff), .last_weight(32'hffff)) u_totals (
        .clk(clk),
        .clear(wipe),
        .weight(counter_addend),
        .commit(passed),
        .above(above),
        .refused(totals_refused),
        .near(totals_near),
        .n(stat_n),
        .lost(stat_lost),
        .lost_flag(stat_lost_flag),
        .over(stat_over)
    );

    treetap_rap_cam64_ladder #(.c(6'd32), .ones(32'hffffffff), .one(32'd1), .first_bit(6'd31),
            .top_bit(6'd31), .further(6'd3)) u_ladder (
        .clk(clk),
        .load(ladder_load),
        .first(cfg_t0),
        .climb(round),
        .jump(since),
        .busy(ladder_busy),
        .inverted(ladder_inverted)
    );

    treetap_rap_cam64_scout #(.aw(5'd6), .c(6'd32), .nowhere(7'd64)) u_scout (
        .clk(clk),
        .clear(wipe),
        .begin_(round),
        .still(still),
        .taken(absorbing[0]),
        .ahead(scout_ahead),
        .move_on(scout_move_on),
        .slot(reads),
        .leaf(scout_leaf),
        .parent(link),
        .write(write),
        .entry(counter_at_entry),
        .count(counter_written),
        .threshold(ladder_inverted),
        .root(scout_root),
        .edge_(scout_edge),
        .done(scout_done),
        .stays(scout_stays),
        .may_go(scout_may_go),
        .total(scout_total)
    );

    treetap_rap_cam64_visits #(.cap(16'h100), .minus_cap(10'h300), .per_create(10'd8), .sign(5'd9),
            .signs(10'd0)) u_visits (
        .clk(clk),
        .clear(wipe),
        .weight(counter_addend),
        .run(visits_run),
        .event_(event_),
        .fits(fits),
        .created(grow),
        .more(visits_more),
        .done(scout_done),
        .low(low),
        .short(visits_short),
        .due(visits_due),
        .enough(visits_enough)
    );

    treetap_rap_cam64_cursor #(.units(5'd16), .last(5'd15), .top(6'd30), .minus(5'd31)) u_cursor (
        .clk(clk),
        .rst(rst),
        .clear(cursor_clear),
        .take(cursor_take),
        .from(buffer_key),
        .shift(cursor_shift),
        .with_(digit),
        .set(cursor_set),
        .to(cursor_to),
        .down(tour_down),
        .up(tour_up),
        .advance(tour_advance),
        .busy(cursor_busy),
        .key(cursor_key),
        .level(cursor_level),
        .slot(cursor_slot),
        .digit(cursor_digit)
    );

    treetap_rap_cam64_tour #(.last(5'd16), .header_words(5'd6)) u_tour (
        .clk(clk),
        .rst(rst),
        .start(tour_start),
        .end_(tour_end),
        .found(levels_rd),
        .level(cursor_level),
        .busy(cursor_busy),
        .look(tour_look),
        .climb(tour_climb),
        .clear(tour_clear),
        .down(tour_down),
        .advance(tour_advance),
        .up(tour_up),
        .idle(writer_idle),
        .header(tour_header),
        .prefix(tour_prefix),
        .send(tour_send),
        .tail(tour_tail)
    );

    treetap_rap_cam64_tally u_creates (
        .clk(clk),
        .clear(wipe),
        .step(grow),
        .count(stat_creates)
    );

    treetap_rap_cam64_dump_writer #(.levels(5'd16), .poly(32'hedb88320), .half_poly(32'h76dc4190),
            .ones(32'hffffffff), .filling(32'hc0000000)) u_writer (
        .clk(clk),
        .rst(rst),
        .send_word(tour_send),
        .word(word),
        .send_path(1'b0),
        .depth(5'd0),
        .path_address(writer_path_address_unused),
        .path_busy(writer_path_busy_unused),
        .path_digit(2'd0),
        .send_tail(tour_tail),
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
        .wd(cursor_level)
    );

    treetap_rap_cam64_fast_ram_re #(.WIDTH(11), .ADDR(6)) u_links (
        .clk(clk),
        .re(scout_move_on),
        .ra(reads),
        .rd(links_rd),
        .we(links_we),
        .wa(linked),
        .wd(links_wd)
    );

    always @(posedge clk) begin
        // The pipeline: cycle 0 issues an event, bit i of flight
        // is an event in cycle i + 1, cycle 15 is its last.
        unit12 <= levels_rd == units;
        unit13 <= unit12;
        unit14 <= unit13;
        low <= live > enough;
        failed <= event_ & (waits | ~fits);
        counted <= event_ & ~waits & fits;
        above <= event_ & ~waits & full & ~light;
        passed <= last & (totals_refused | (~waits & fits));
        begins <= visits_due;
        if (running & ~failed) visiting <= waits;
        flight <= (flight << 1) | {15'd0, buffer_issue};
        case (state)
            State_Init: begin
                wiping <= 1'b1;
                node <= 6'd0;
                free <= 6'd1;
                live <= 7'd1;
            end
            State_Link: begin
                node <= free;
                free <= free + 6'd1;
            end
            State_Root: begin
                node <= 6'd0;
                free <= 6'd1;
                if (~ladder_busy & ~matcher_busy) begin
                    wiping <= 1'b0;
                    if (by_command) by_command <= 1'b0;
                end
            end
            State_Run: begin
                if (~failed) node <= counter_entry;
                if (failed) begin
                    flight <= 16'd0;
                end else if (buffer_empty & cmd_valid & ~ev_valid) begin
                    by_command <= 1'b1;
                    if (cmd_op[0]) by_command <= 1'b0;
                end
            end
            State_Split: ;
            State_Wait: ;
            State_Fetch: ;
            State_Make: begin
                node <= free;
                free <= link;
                live <= census;
            end
            State_Fill: ;
            State_Settle: ;
            State_Raise: ;
            State_Visit: node <= scout_edge;
            State_Meet: ;
            State_Close: begin
                free <= node;
                node <= link;
                live <= census;
            end
            State_Climb: ;
            State_Edit: ;
            State_Clear: ;
            State_Dump: begin
                if (tour_look) begin
                    node <= matcher_index;
                end else if (tour_climb) begin
                    node <= link;
                end
                if (tour_end) by_command <= cmd_op[1];
            end
            default /* State_Done */: ;
        endcase
        // The parent has one child less; then the sum of both counts is here; then it is written.
        absorbing <= (absorbing << 1) | {5'd0, absorbs};
        state <= goes;
        running <= goes == State_Run;
        if (round) begin
            since <= 1'b0;
        end else if (above) begin
            since <= 1'b1;
        end
        if (wipe) since <= 1'b0;
        word <= ({59'd0, cursor_level} << 56) | {32'd0, counter_count};
        if (tour_prefix) begin
            word <= {32'd0, cursor_key};
        end else if (tour_header) begin
            case (cursor_level[2:0])
                3'd0: word <= {32'd0, stat_n};
                3'd1: word <= {32'd0, stat_t_now};
                3'd2: word <= {32'd0, stat_lost};
                3'd3: word <= {57'd0, live};
                3'd4: word <= {32'd0, stat_creates};
                default: word <= {32'd0, stat_over};
            endcase
        end
        if (rst) begin
            state <= State_Init;
            running <= 1'b0;
            flight <= 16'd0;
            absorbing <= 6'd0;
            failed <= 1'b0;
            passed <= 1'b0;
            counted <= 1'b0;
            above <= 1'b0;
            by_command <= 1'b0;
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
    // the profile: n, T, lost, live, creates, over, two words per node in pre-order, CRC-32
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
    output wire [31:0] stat_over,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active
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
        .cmd_op(cmd_op),
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

    treetap_rap_cam64_engine #(.units(5'd16), .aw(5'd6), .enough(7'd56), .minus_live(7'd127),
            .digit_bit(5'd9), .no_node(3'd7), .minus_child(3'd7), .top_bit(6'd31), .clear_code(4'd1),
            .command_code(4'd2), .create_code(4'd4), .visit_code(4'd5), .queue_code(4'd7), .refill_code(4'd8))
            u_engine (
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
        .stat_over(stat_over),
        .stat_lost_flag(stat_lost_flag),
        .stat_near_full(stat_near_full),
        .stat_event(stat_event),
        .stat_active(stat_active),
        .clearing(engine_clearing),
        .stat_stall(engine_stall)
    );
endmodule

`default_nettype wire

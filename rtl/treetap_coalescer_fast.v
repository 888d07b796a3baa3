// treetap_coalescer_fast: the one of `rap fast`: 32-bit keys, pipelined for ECP5
// Configuration: 32-bit keys, pipelined coalescer of 1024 entries.
// Made by treetap 0.1.0 with: treetap gen coalescer --preset fast
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Block RAM with an output register, one read and one write port: rd is the word at ra of two cycles before.
// Reading an address at the edge that writes it is undefined:
// simulations return the inverted new word, so that a
// design that relies on it is found out; synthesis adds no logic for it. No initial contents.
// Define TREETAP_ECP5 to get ECP5 primitives with the register
// inside (REGMODE OUTREG), which is three times as fast
// as a flip-flop behind the RAM and which Yosys does not infer. Otherwise: inferred block RAM and flip-flops.
module treetap_coalescer_fast_outreg_ram #(
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
module treetap_coalescer_fast_lut_ram #(
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
module treetap_coalescer_fast_queue (
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

    treetap_coalescer_fast_lut_ram #(.WIDTH(48), .ADDR(4)) u_words (
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
module treetap_coalescer_fast_tally (
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
module treetap_coalescer_fast_compare #(
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
module treetap_coalescer_fast (
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
    localparam [7:0] e = 8'd10;

    reg dropped = 1'b0;
    reg passing = 1'b0;
    reg requested = 1'b0;
    reg restarting = 1'b0;
    reg quiet = 1'b0;
    reg idle = 1'b0;
    reg [10:0] position = 11'd0;
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
    reg [9:0] index1 = 10'd0;
    reg [9:0] index2 = 10'd0;
    reg [9:0] index3 = 10'd0;
    reg [9:0] index4 = 10'd0;
    reg [9:0] index5 = 10'd0;
    reg [9:0] index6 = 10'd0;
    reg [9:0] index7 = 10'd0;
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

    reg [9:0] event_index;
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
        event_index = 10'd0;
        rest = ev_key;
        event_index = event_index ^ rest[9:0];
        rest = rest >> e;
        event_index = event_index ^ rest[9:0];
        rest = rest >> e;
        event_index = event_index ^ rest[9:0];
        rest = rest >> e;
        event_index = event_index ^ rest[9:0];
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

    treetap_coalescer_fast_outreg_ram #(.WIDTH(48), .ADDR(10)) u_entries (
        .clk(clk),
        .ra(index1),
        .rd(entries_rd),
        .we(valid7),
        .wa(index7),
        .wd(entries_wd)
    );

    treetap_coalescer_fast_queue u_queue (
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

    treetap_coalescer_fast_tally u_zeros (
        .clk(clk),
        .clear(zeros_clear),
        .step(dropped),
        .count(stat_zero_weight)
    );

    treetap_coalescer_fast_compare #(.even(32'h55555555)) u_near1 (
        .clk(clk),
        .a(key1),
        .b(key2),
        .equal(near1_equal)
    );

    treetap_coalescer_fast_compare #(.even(32'h55555555)) u_near2 (
        .clk(clk),
        .a(key1),
        .b(key3),
        .equal(near2_equal)
    );

    treetap_coalescer_fast_compare #(.even(32'h55555555)) u_near3 (
        .clk(clk),
        .a(key1),
        .b(key4),
        .equal(near3_equal)
    );

    treetap_coalescer_fast_compare #(.even(32'h55555555)) u_near4 (
        .clk(clk),
        .a(key1),
        .b(key5),
        .equal(near4_equal)
    );

    treetap_coalescer_fast_compare #(.even(32'h55555555)) u_near5 (
        .clk(clk),
        .a(key1),
        .b(key6),
        .equal(near5_equal)
    );

    treetap_coalescer_fast_compare #(.even(32'h55555555)) u_near6 (
        .clk(clk),
        .a(key1),
        .b(key7),
        .equal(near6_equal)
    );

    treetap_coalescer_fast_compare #(.even(32'h55555555)) u_entry (
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
            index1 <= position[9:0];
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
        if (step) position <= position + 11'd1;
        if (pass_done) begin
            passing <= 1'b0;
            requested <= 1'b0;
        end
        if (pass_done & restarting) weight_max <= cfg_weight_max;
        if (~passing) begin
            position <= 11'd0;
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
            position <= 11'd0;
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

`default_nettype wire

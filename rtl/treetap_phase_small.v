// treetap_phase_small: 20 signatures, a phase table of 20, a log of 42 intervals
// Configuration: known_phases 20, log 256, signatures 20.
// Made by treetap 0.1.0 with: treetap gen phase --preset small
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Which instructions count, in which bucket, and where an interval ends.
module treetap_phase_small_intake #(
    parameter [31:0] control = 32'h7f0,
    parameter [4:0] branch = 5'd4
) (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    output wire        rec_ready,
    output wire        rec_end,
    output wire        rec_hold,
    input  wire        rec_wait,
    input  wire        rec_must,
    // switches; instructions of an interval
    input  wire        cfg_trk,
    input  wire        cfg_lossless,
    input  wire [23:0] cfg_len,
    // an instruction that counts, a cycle later
    output wire        count_valid,
    output wire        count_control,
    output wire        count_bank,
    output wire [4:0]  count_index,
    // an interval ends; it is judged, until then; the memories are cleared
    output wire        close,
    output wire        judging,
    input  wire        judged,
    input  wire        clearing,
    // half of the buckets of the interval that goes on; shift of the one that ended
    output wire        bank,
    output wire [3:0]  shift,
    // instructions taken while an interval was judged; one waits; lost
    output wire [11:0] stat_late_insns,

    output wire        raise_late,
    // instructions taken while an interval was judged; one waits; lost
    output wire [15:0] stat_lost
);
    reg [23:0] counted = 24'd0;
    reg [23:0] length = 24'd0;
    reg fresh = 1'b1;
    reg last = 1'b0;
    reg busy = 1'b0;
    reg half = 1'b0;
    reg [3:0] scale = 4'd0;
    reg [3:0] scaled = 4'd0;
    reg delays = 1'b0;
    reg begins = 1'b0;
    reg loses = 1'b0;
    reg [11:0] late = 12'd0;
    reg [15:0] lost = 16'd0;
    reg valid = 1'b0;
    reg controls = 1'b0;
    reg side = 1'b0;
    reg [4:0] index = 5'd0;

    reg [3:0] shifts;
    reg [4:0] place;

    // None is taken while the memories are cleared or a host has to look
    // first, nor the last of an interval while the one before is judged.
    wire stops = clearing | (busy & (cfg_lossless | last)) | (rec_wait & ~rec_must);
    assign rec_ready = ~stops | ~cfg_trk;
    wire executed = rec_valid & ~rec_trap & cfg_trk;
    wire counts = executed & ~stops;
    assign raise_late = executed & busy & ~cfg_lossless & last;
    always @* begin
        // The interval takes its length with its first instruction.
        shifts = 4'd0;
        if (cfg_len[10]) shifts = 4'd1;
        if (cfg_len[11]) shifts = 4'd2;
        if (cfg_len[12]) shifts = 4'd3;
        if (cfg_len[13]) shifts = 4'd4;
        if (cfg_len[14]) shifts = 4'd5;
        if (cfg_len[15]) shifts = 4'd6;
        if (cfg_len[16]) shifts = 4'd7;
        if (cfg_len[17]) shifts = 4'd8;
        if (cfg_len[18]) shifts = 4'd9;
        if (cfg_len[19]) shifts = 4'd10;
        if (cfg_len[20]) shifts = 4'd11;
        if (cfg_len[21]) shifts = 4'd12;
        if (cfg_len[22]) shifts = 4'd13;
        if (cfg_len[23]) shifts = 4'd14;
    end
    wire closes = counts & last;
    assign close = closes;
    assign rec_end = closes;
    assign rec_hold = cfg_trk & (clearing | (cfg_lossless & (closes | busy)));
    assign judging = busy;
    assign bank = half;
    assign shift = scaled;
    // Branches with funct3 2 and 3 are reserved, and no branches.
    wire reserved = (rec_class == branch) & ((rec_insn[14:12] | 3'd1) == 3'd3);
    always @* begin
        place = {4'd0, rec_pc[31]};
        place = place ^ rec_pc[5:1];
        place = place ^ rec_pc[10:6];
        place = place ^ rec_pc[15:11];
        place = place ^ rec_pc[20:16];
        place = place ^ rec_pc[25:21];
        place = place ^ rec_pc[30:26];
    end
    assign count_valid = valid;
    assign count_control = controls;
    assign count_bank = side;
    assign count_index = index;
    assign stat_late_insns = late;
    assign stat_lost = lost;

    always @(posedge clk) begin
        if (counts) begin
            counted <= counted + 24'd1;
            fresh <= closes;
            last <= ~fresh & (counted == length);
        end
        if (counts & fresh) begin
            scale <= shifts;
            length <= cfg_len;
        end
        if (closes | clearing) counted <= 24'd2;
        if (closes) begin
            half <= ~half;
            scaled <= scale;
        end
        busy <= closes | (busy & ~judged);
        if (clearing) begin
            fresh <= 1'b1;
            last <= 1'b0;
            busy <= 1'b0;
        end
        valid <= counts;
        controls <= control[rec_class] & ~reserved;
        side <= half;
        index <= place;
        // What is counted is counted a cycle later.
        delays <= counts & busy;
        begins <= closes | clearing;
        loses <= executed & stops & rec_must;
        if (delays) late <= late + 12'd1;
        if (begins) late <= 12'd0;
        if (loses & ~(&lost)) lost <= lost + 16'd1;
        if (clearing) begin
            loses <= 1'b0;
            lost <= 16'd0;
        end
        if (rst) begin
            last <= 1'b0;
            busy <= 1'b0;
            half <= 1'b0;
            valid <= 1'b0;
            loses <= 1'b0;
            lost <= 16'd0;
            fresh <= 1'b1;
        end
    end
endmodule

// Block RAM with an output register, one read and one write port: rd is the word at ra of two cycles before.
// Reading an address at the edge that writes it is undefined:
// simulations return the inverted new word, so that a
// design that relies on it is found out; synthesis adds no logic for it. No initial contents.
// Define TREETAP_ECP5 to get ECP5 primitives with the register
// inside (REGMODE OUTREG), which is three times as fast
// as a flip-flop behind the RAM and which Yosys does not infer. Otherwise: inferred block RAM and flip-flops.
module treetap_phase_small_outreg_ram #(
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

// The buckets of two intervals, the one that goes on and the one that is judged; an instruction per cycle.
module treetap_phase_small_buckets #(
    parameter [4:0] over_bit = 5'd22,
    parameter [22:0] over = 23'h400000
) (
    input  wire        clk,
    input  wire        rst,
    // an instruction that counts
    input  wire        count_valid,
    input  wire        count_control,
    input  wire        count_bank,
    input  wire [4:0]  count_index,
    // what is not in a bucket yet is forgotten
    input  wire        clearing,
    // a sum of a bucket of the interval that has ended
    input  wire [6:0]  closed_place,
    input  wire        closed_bank,
    input  wire        closed_take,
    input  wire        closed_both,
    output wire [22:0] closed_word
);
    reg [22:0] run = 23'd0;
    reg [1:0] turn = 2'd0;
    reg valid2 = 1'b0;
    reg control2 = 1'b0;
    reg bank2 = 1'b0;
    reg [6:0] place2 = 7'd0;
    reg hit3 = 1'b0;
    reg bank3 = 1'b0;
    reg [6:0] place3 = 7'd0;
    reg [22:0] amount3 = 23'd0;
    reg hits0 = 1'b0;
    reg hits1 = 1'b0;
    reg over0 = 1'b0;
    reg over1 = 1'b0;
    reg [6:0] place4 = 7'd0;
    reg [22:0] sum0 = 23'd0;
    reg [22:0] sum1 = 23'd0;
    reg wipes0 = 1'b0;
    reg wipes1 = 1'b0;
    reg [6:0] emptied = 7'd0;
    reg [22:0] word = 23'd0;

    reg [6:0] halves0_ra;
    wire [22:0] halves0_rd;
    reg [6:0] halves1_ra;
    wire [22:0] halves1_rd;

    wire [6:0] place = ({2'd0, count_index} << 2) | {5'd0, turn};
    always @* begin
        halves0_ra = place;
        halves1_ra = place;
        if (count_bank) begin
            halves0_ra = closed_place;
        end else begin
            halves1_ra = closed_place;
        end
    end
    wire [22:0] ended = closed_bank ? halves1_rd : halves0_rd;
    assign closed_word = word;
    // Instructions since the last change of control, this one included, until they are too many.
    wire goes = ~run[over_bit];
    wire [22:0] since = run + {22'd0, goes};
    wire [21:0] older0 = halves0_rd[21:0];
    wire [21:0] older1 = halves1_rd[21:0];
    wire [22:0] halves0_wd = over0 ? (sum0 | over) : sum0;
    wire [22:0] halves1_wd = over1 ? (sum1 | over) : sum1;
    wire halves0_we = hits0 | wipes0;
    wire halves1_we = hits1 | wipes1;
    wire [6:0] halves0_wa = wipes0 ? emptied : place4;
    wire [6:0] halves1_wa = wipes1 ? emptied : place4;

    treetap_phase_small_outreg_ram #(.WIDTH(23), .ADDR(7)) u_halves0 (
        .clk(clk),
        .ra(halves0_ra),
        .rd(halves0_rd),
        .we(halves0_we),
        .wa(halves0_wa),
        .wd(halves0_wd)
    );

    treetap_phase_small_outreg_ram #(.WIDTH(23), .ADDR(7)) u_halves1 (
        .clk(clk),
        .ra(halves1_ra),
        .rd(halves1_rd),
        .we(halves1_we),
        .wa(halves1_wa),
        .wd(halves1_wd)
    );

    always @(posedge clk) begin
        // The half that an instruction does not read is read for the interval that has ended.
        turn <= turn + 2'd1;
        valid2 <= count_valid;
        place2 <= place;
        control2 <= count_control;
        bank2 <= count_bank;
        word <= ended;
        amount3 <= since;
        if (valid2) run <= since;
        if ((valid2 & control2) | clearing | rst) run <= 23'd0;
        hit3 <= valid2 & control2;
        bank3 <= bank2;
        place3 <= place2;
        // A sum goes into its half; there is 0 for the other one, which may be emptied meanwhile.
        hits0 <= hit3 & ~bank3;
        hits1 <= hit3 & bank3;
        place4 <= place3;
        sum0 <= {1'd0, older0} + amount3;
        sum1 <= {1'd0, older1} + amount3;
        over0 <= halves0_rd[over_bit];
        over1 <= halves1_rd[over_bit];
        if (~(hit3 & ~bank3)) begin
            sum0 <= 23'd0;
            over0 <= 1'b0;
        end
        if (~(hit3 & bank3)) begin
            sum1 <= 23'd0;
            over1 <= 1'b0;
        end
        // A sum that is too large stays so. What was read for the interval that has ended is emptied.
        emptied <= closed_place;
        wipes0 <= closed_take & (closed_both | ~closed_bank);
        wipes1 <= closed_take & (closed_both | closed_bank);
        if (rst) begin
            valid2 <= 1'b0;
            hit3 <= 1'b0;
            hits0 <= 1'b0;
            hits1 <= 1'b0;
        end
    end
endmodule

// Block ROM: rd is the word at ra of the cycle before.
// rd holds its word while re is low. Where TREETAP_ECP5 is defined it is made of logic.
module treetap_phase_small_rom_re (
    input  wire clk,
    input  wire re,
    input  wire [7:0] ra,
    output reg  [31:0] rd
);
`ifdef TREETAP_ECP5
    (* rom_style = "logic" *)
`endif
    reg [31:0] mem [0:255];

    initial begin
        mem[  0] = 32'h00000000; mem[  1] = 32'h00000000; mem[  2] = 32'h00000a00; mem[  3] = 32'h00000000;
        mem[  4] = 32'h00000000; mem[  5] = 32'h00000000; mem[  6] = 32'h00000000; mem[  7] = 32'h00000000;
        mem[  8] = 32'h00000000; mem[  9] = 32'h00000a00; mem[ 10] = 32'h80000000; mem[ 11] = 32'h0040000a;
        mem[ 12] = 32'h00000000; mem[ 13] = 32'h00000000; mem[ 14] = 32'h00000000; mem[ 15] = 32'h00020100;
        mem[ 16] = 32'h00020200; mem[ 17] = 32'h00020500; mem[ 18] = 32'h0042060f; mem[ 19] = 32'h00020700;
        mem[ 20] = 32'h00000000; mem[ 21] = 32'h00020a00; mem[ 22] = 32'h00008700; mem[ 23] = 32'h00008700;
        mem[ 24] = 32'h00408715; mem[ 25] = 32'h00000000; mem[ 26] = 32'h00000000; mem[ 27] = 32'h00007700;
        mem[ 28] = 32'h00013a00; mem[ 29] = 32'h00006700; mem[ 30] = 32'h00013a00; mem[ 31] = 32'h00000000;
        mem[ 32] = 32'h00280020; mem[ 33] = 32'h00080000; mem[ 34] = 32'h00080000; mem[ 35] = 32'h0001fa00;
        mem[ 36] = 32'h00000000; mem[ 37] = 32'h00000000; mem[ 38] = 32'h00000000; mem[ 39] = 32'h00000000;
        mem[ 40] = 32'h00000000; mem[ 41] = 32'h00000000; mem[ 42] = 32'h00000000; mem[ 43] = 32'h00000000;
        mem[ 44] = 32'h00000000; mem[ 45] = 32'h40020800; mem[ 46] = 32'h00000a00; mem[ 47] = 32'h0042092a;
        mem[ 48] = 32'h00000a00; mem[ 49] = 32'h00000000; mem[ 50] = 32'h00000000; mem[ 51] = 32'h00001700;
        mem[ 52] = 32'h00002700; mem[ 53] = 32'h00000000; mem[ 54] = 32'h00000000; mem[ 55] = 32'h0200005b;
        mem[ 56] = 32'h00000000; mem[ 57] = 32'h00000000; mem[ 58] = 32'h00040800; mem[ 59] = 32'h00040800;
        mem[ 60] = 32'h00040800; mem[ 61] = 32'h00040800; mem[ 62] = 32'h00040800; mem[ 63] = 32'h00040800;
        mem[ 64] = 32'h00040800; mem[ 65] = 32'h00040800; mem[ 66] = 32'h00040800; mem[ 67] = 32'h00040800;
        mem[ 68] = 32'h00040800; mem[ 69] = 32'h00040800; mem[ 70] = 32'h00040800; mem[ 71] = 32'h00040800;
        mem[ 72] = 32'h0044083a; mem[ 73] = 32'h00040800; mem[ 74] = 32'h00000000; mem[ 75] = 32'h00000000;
        mem[ 76] = 32'h00000000; mem[ 77] = 32'h00000000; mem[ 78] = 32'h00000000; mem[ 79] = 32'h00000000;
        mem[ 80] = 32'h00000000; mem[ 81] = 32'h0080005b; mem[ 82] = 32'h00000000; mem[ 83] = 32'h00020000;
        mem[ 84] = 32'h00004700; mem[ 85] = 32'h0400006e; mem[ 86] = 32'h00005700; mem[ 87] = 32'h00020a00;
        mem[ 88] = 32'h0010006f; mem[ 89] = 32'h00000000; mem[ 90] = 32'h00000000; mem[ 91] = 32'h00006700;
        mem[ 92] = 32'h00001700; mem[ 93] = 32'h00000000; mem[ 94] = 32'h00000100; mem[ 95] = 32'h00014700;
        mem[ 96] = 32'h02014768; mem[ 97] = 32'h00000000; mem[ 98] = 32'h00000000; mem[ 99] = 32'h00001700;
        mem[100] = 32'h00002700; mem[101] = 32'h00001700; mem[102] = 32'h00001700; mem[103] = 32'h00001700;
        mem[104] = 32'h00005700; mem[105] = 32'h00020a00; mem[106] = 32'h00020000; mem[107] = 32'h00014700;
        mem[108] = 32'h00004700; mem[109] = 32'h00014700; mem[110] = 32'h80040900; mem[111] = 32'h00002700;
        mem[112] = 32'h00000000; mem[113] = 32'h00000000; mem[114] = 32'h00000000; mem[115] = 32'h00000000;
        mem[116] = 32'h20020100; mem[117] = 32'h00020100; mem[118] = 32'h00005700; mem[119] = 32'h00000000;
        mem[120] = 32'h00010700; mem[121] = 32'h00004700; mem[122] = 32'h00010700; mem[123] = 32'h00012700;
        mem[124] = 32'h02000786; mem[125] = 32'h00010700; mem[126] = 32'h02000089; mem[127] = 32'h00000000;
        mem[128] = 32'h00000000; mem[129] = 32'h00020300; mem[130] = 32'h00020200; mem[131] = 32'h00010700;
        mem[132] = 32'h00020400; mem[133] = 32'h00004700; mem[134] = 32'h00100790; mem[135] = 32'h00001a00;
        mem[136] = 32'h00000000; mem[137] = 32'h0800008e; mem[138] = 32'h00000000; mem[139] = 32'h00000000;
        mem[140] = 32'h00020200; mem[141] = 32'h00000a00; mem[142] = 32'h00000700; mem[143] = 32'h00000700;
        mem[144] = 32'h00013a00; mem[145] = 32'h00010700; mem[146] = 32'h00004700; mem[147] = 32'h00000000;
        mem[148] = 32'h00000000; mem[149] = 32'h20020500; mem[150] = 32'h00007700; mem[151] = 32'h00000000;
        mem[152] = 32'h00000000; mem[153] = 32'h00000000; mem[154] = 32'h00000000; mem[155] = 32'h00003700;
        mem[156] = 32'h010000af; mem[157] = 32'h00000000; mem[158] = 32'h00000000; mem[159] = 32'h020000a7;
        mem[160] = 32'h00000000; mem[161] = 32'h00000000; mem[162] = 32'h00003700; mem[163] = 32'h00003700;
        mem[164] = 32'h001037aa; mem[165] = 32'h00000000; mem[166] = 32'h00000000; mem[167] = 32'h00000000;
        mem[168] = 32'h00000000; mem[169] = 32'h00000000; mem[170] = 32'h00020500; mem[171] = 32'h00004700;
        mem[172] = 32'h001206b0; mem[173] = 32'h00000a00; mem[174] = 32'h00000000; mem[175] = 32'h00000000;
        mem[176] = 32'h00000000; mem[177] = 32'h00020600; mem[178] = 32'h00020600; mem[179] = 32'h00000000;
        mem[180] = 32'h00000000; mem[181] = 32'h00020600; mem[182] = 32'h00020600; mem[183] = 32'h00000700;
        mem[184] = 32'h00010700; mem[185] = 32'h00000000; mem[186] = 32'h00000000; mem[187] = 32'h00000000;
        mem[188] = 32'h00020300; mem[189] = 32'h00010700; mem[190] = 32'h00020200; mem[191] = 32'h00012700;
        mem[192] = 32'h00010700; mem[193] = 32'h00000000; mem[194] = 32'h00000000; mem[195] = 32'h180000c8;
        mem[196] = 32'h00000000; mem[197] = 32'h00000000; mem[198] = 32'h00012700; mem[199] = 32'h00020400;
        mem[200] = 32'h00000000; mem[201] = 32'h00000000; mem[202] = 32'h20020500; mem[203] = 32'h0001e700;
        mem[204] = 32'h0001f700; mem[205] = 32'h00010700; mem[206] = 32'h00012700; mem[207] = 32'h00000000;
        mem[208] = 32'h00000a00; mem[209] = 32'h00000000; mem[210] = 32'h00020600; mem[211] = 32'h0001e700;
        mem[212] = 32'h0001e700; mem[213] = 32'h0001f700; mem[214] = 32'h0001f700; mem[215] = 32'h00000000;
        mem[216] = 32'h00016700; mem[217] = 32'h00016700; mem[218] = 32'h00017700; mem[219] = 32'h00017700;
        mem[220] = 32'h00018700; mem[221] = 32'h00018700; mem[222] = 32'h00019700; mem[223] = 32'h00019700;
        mem[224] = 32'h0001a700; mem[225] = 32'h0001a700; mem[226] = 32'h0001b700; mem[227] = 32'h0001b700;
        mem[228] = 32'h00000000; mem[229] = 32'h00100020; mem[230] = 32'h00080000; mem[231] = 32'h00080000;
        mem[232] = 32'h00000000; mem[233] = 32'h00000000; mem[234] = 32'h00000000; mem[235] = 32'h00000000;
        mem[236] = 32'h00000000; mem[237] = 32'h00000000; mem[238] = 32'h00000000; mem[239] = 32'h00000000;
        mem[240] = 32'h00000000; mem[241] = 32'h00000000; mem[242] = 32'h00000000; mem[243] = 32'h00000000;
        mem[244] = 32'h00000000; mem[245] = 32'h00000000; mem[246] = 32'h00000000; mem[247] = 32'h00000000;
        mem[248] = 32'h00000000; mem[249] = 32'h00000000; mem[250] = 32'h00000000; mem[251] = 32'h00000000;
        mem[252] = 32'h00000000; mem[253] = 32'h00000000; mem[254] = 32'h00000000; mem[255] = 32'h00000000;
    end

    always @(posedge clk) if (re) rd <= mem[ra];
endmodule

// Block ROM: rd is the word at ra of the cycle before.
// rd holds its word while re is low. Where TREETAP_ECP5 is defined it is made of logic.
module treetap_phase_small_rom_re_v2 (
    input  wire clk,
    input  wire re,
    input  wire [7:0] ra,
    output reg  [31:0] rd
);
`ifdef TREETAP_ECP5
    (* rom_style = "logic" *)
`endif
    reg [31:0] mem [0:255];

    initial begin
        mem[  0] = 32'h00000000; mem[  1] = 32'h04001022; mem[  2] = 32'h00000000; mem[  3] = 32'h00000000;
        mem[  4] = 32'h00000c00; mem[  5] = 32'h00000c00; mem[  6] = 32'h00000c00; mem[  7] = 32'h00000c00;
        mem[  8] = 32'h00000c00; mem[  9] = 32'h00100000; mem[ 10] = 32'h00000110; mem[ 11] = 32'h00000001;
        mem[ 12] = 32'h00002000; mem[ 13] = 32'h00000000; mem[ 14] = 32'h04000000; mem[ 15] = 32'h00000000;
        mem[ 16] = 32'h00000000; mem[ 17] = 32'h00000000; mem[ 18] = 32'h00000000; mem[ 19] = 32'h00000001;
        mem[ 20] = 32'h00000000; mem[ 21] = 32'h00000000; mem[ 22] = 32'h00100000; mem[ 23] = 32'h00000000;
        mem[ 24] = 32'h00300000; mem[ 25] = 32'h00000001; mem[ 26] = 32'h00000000; mem[ 27] = 32'h00000000;
        mem[ 28] = 32'h00300000; mem[ 29] = 32'h00000000; mem[ 30] = 32'h00300000; mem[ 31] = 32'h00080000;
        mem[ 32] = 32'h00000000; mem[ 33] = 32'h00000000; mem[ 34] = 32'h00000000; mem[ 35] = 32'h100010e2;
        mem[ 36] = 32'h00000000; mem[ 37] = 32'h00000000; mem[ 38] = 32'h00000110; mem[ 39] = 32'h00000110;
        mem[ 40] = 32'h00000110; mem[ 41] = 32'h00000110; mem[ 42] = 32'h00000000; mem[ 43] = 32'h00000000;
        mem[ 44] = 32'h00000000; mem[ 45] = 32'h00000200; mem[ 46] = 32'h00100510; mem[ 47] = 32'h00001d10;
        mem[ 48] = 32'h00100111; mem[ 49] = 32'h00000510; mem[ 50] = 32'h04000000; mem[ 51] = 32'h00000000;
        mem[ 52] = 32'h10000000; mem[ 53] = 32'h00002022; mem[ 54] = 32'h00000000; mem[ 55] = 32'h00000000;
        mem[ 56] = 32'h00000000; mem[ 57] = 32'h00000000; mem[ 58] = 32'h20000010; mem[ 59] = 32'h20000010;
        mem[ 60] = 32'h20000010; mem[ 61] = 32'h20000010; mem[ 62] = 32'h20000010; mem[ 63] = 32'h20000010;
        mem[ 64] = 32'h20000010; mem[ 65] = 32'h20000010; mem[ 66] = 32'h20000010; mem[ 67] = 32'h20000010;
        mem[ 68] = 32'h20000010; mem[ 69] = 32'h20000010; mem[ 70] = 32'h20000010; mem[ 71] = 32'h20000010;
        mem[ 72] = 32'h20000010; mem[ 73] = 32'h20000010; mem[ 74] = 32'h00000001; mem[ 75] = 32'h00000000;
        mem[ 76] = 32'h00000000; mem[ 77] = 32'h00000000; mem[ 78] = 32'h00000000; mem[ 79] = 32'h00000000;
        mem[ 80] = 32'h00000000; mem[ 81] = 32'h00000000; mem[ 82] = 32'h00004004; mem[ 83] = 32'h00100000;
        mem[ 84] = 32'h00000000; mem[ 85] = 32'h00000020; mem[ 86] = 32'h00000000; mem[ 87] = 32'h00100000;
        mem[ 88] = 32'h00000000; mem[ 89] = 32'h00000000; mem[ 90] = 32'h00000000; mem[ 91] = 32'h00104000;
        mem[ 92] = 32'h00000000; mem[ 93] = 32'h04000000; mem[ 94] = 32'h08000000; mem[ 95] = 32'h00000000;
        mem[ 96] = 32'h00300000; mem[ 97] = 32'h00000000; mem[ 98] = 32'h04000000; mem[ 99] = 32'h08000000;
        mem[100] = 32'h00000000; mem[101] = 32'h00100000; mem[102] = 32'h00000000; mem[103] = 32'h00300000;
        mem[104] = 32'h00000000; mem[105] = 32'h00100000; mem[106] = 32'h00000000; mem[107] = 32'h00100000;
        mem[108] = 32'h00000000; mem[109] = 32'h00100020; mem[110] = 32'h00100010; mem[111] = 32'h10000002;
        mem[112] = 32'h00000000; mem[113] = 32'h00000000; mem[114] = 32'h00000000; mem[115] = 32'h00000000;
        mem[116] = 32'h40100001; mem[117] = 32'h00000000; mem[118] = 32'h00100000; mem[119] = 32'h04000000;
        mem[120] = 32'h00000000; mem[121] = 32'h00100000; mem[122] = 32'h00000000; mem[123] = 32'h00000000;
        mem[124] = 32'h00100000; mem[125] = 32'h08000000; mem[126] = 32'h00000000; mem[127] = 32'h00000000;
        mem[128] = 32'h00000000; mem[129] = 32'h00000000; mem[130] = 32'h00000000; mem[131] = 32'h00100000;
        mem[132] = 32'h00000000; mem[133] = 32'h00100000; mem[134] = 32'h00000000; mem[135] = 32'h00100000;
        mem[136] = 32'h00000000; mem[137] = 32'h00000000; mem[138] = 32'h00000000; mem[139] = 32'h00000000;
        mem[140] = 32'h00000000; mem[141] = 32'h00100000; mem[142] = 32'h00000000; mem[143] = 32'h00300000;
        mem[144] = 32'h10000082; mem[145] = 32'h00000000; mem[146] = 32'h00100000; mem[147] = 32'h00000000;
        mem[148] = 32'h00000000; mem[149] = 32'h00000001; mem[150] = 32'h00100000; mem[151] = 32'h00000000;
        mem[152] = 32'h00000000; mem[153] = 32'h00000000; mem[154] = 32'h00000000; mem[155] = 32'h00000000;
        mem[156] = 32'h00000000; mem[157] = 32'h00000000; mem[158] = 32'h00000000; mem[159] = 32'h00000000;
        mem[160] = 32'h04000000; mem[161] = 32'h00000000; mem[162] = 32'h08000000; mem[163] = 32'h00000000;
        mem[164] = 32'h00300000; mem[165] = 32'h00000000; mem[166] = 32'h00000000; mem[167] = 32'h00008000;
        mem[168] = 32'h00000000; mem[169] = 32'h00000008; mem[170] = 32'h00000000; mem[171] = 32'h00100000;
        mem[172] = 32'h00000000; mem[173] = 32'h00100000; mem[174] = 32'h00000000; mem[175] = 32'h00000004;
        mem[176] = 32'h00000000; mem[177] = 32'h00000000; mem[178] = 32'h00300000; mem[179] = 32'h00000000;
        mem[180] = 32'h00000000; mem[181] = 32'h00000000; mem[182] = 32'h80100000; mem[183] = 32'h00100000;
        mem[184] = 32'h08000000; mem[185] = 32'h00000000; mem[186] = 32'h00000000; mem[187] = 32'h00000000;
        mem[188] = 32'h00000000; mem[189] = 32'h00100000; mem[190] = 32'h00000000; mem[191] = 32'h00000000;
        mem[192] = 32'h00100000; mem[193] = 32'h00000000; mem[194] = 32'h00000000; mem[195] = 32'h00000000;
        mem[196] = 32'h00000000; mem[197] = 32'h00000000; mem[198] = 32'h00000000; mem[199] = 32'h00100000;
        mem[200] = 32'h00000082; mem[201] = 32'h00000000; mem[202] = 32'h00000001; mem[203] = 32'h00120000;
        mem[204] = 32'h00100000; mem[205] = 32'h00100000; mem[206] = 32'h00100000; mem[207] = 32'h00000000;
        mem[208] = 32'h00100000; mem[209] = 32'h00000004; mem[210] = 32'h00300000; mem[211] = 32'h00000000;
        mem[212] = 32'h00300000; mem[213] = 32'h00000000; mem[214] = 32'h00500000; mem[215] = 32'h00010000;
        mem[216] = 32'h00000000; mem[217] = 32'h00900000; mem[218] = 32'h00000000; mem[219] = 32'h00500000;
        mem[220] = 32'h00000000; mem[221] = 32'h01100000; mem[222] = 32'h00000000; mem[223] = 32'h00500000;
        mem[224] = 32'h00000000; mem[225] = 32'h02100000; mem[226] = 32'h00000000; mem[227] = 32'h00500000;
        mem[228] = 32'h00000000; mem[229] = 32'h00040000; mem[230] = 32'h00000000; mem[231] = 32'h00000000;
        mem[232] = 32'h00000000; mem[233] = 32'h00000000; mem[234] = 32'h00000000; mem[235] = 32'h00000000;
        mem[236] = 32'h00000000; mem[237] = 32'h00000000; mem[238] = 32'h00000000; mem[239] = 32'h00000000;
        mem[240] = 32'h00000000; mem[241] = 32'h00000000; mem[242] = 32'h00000000; mem[243] = 32'h00000000;
        mem[244] = 32'h00000000; mem[245] = 32'h00000000; mem[246] = 32'h00000000; mem[247] = 32'h00000000;
        mem[248] = 32'h00000000; mem[249] = 32'h00000000; mem[250] = 32'h00000000; mem[251] = 32'h00000000;
        mem[252] = 32'h00000000; mem[253] = 32'h00000000; mem[254] = 32'h00000000; mem[255] = 32'h00000000;
    end

    always @(posedge clk) if (re) rd <= mem[ra];
endmodule

// Block ROM: rd is the word at ra of the cycle before.
// rd holds its word while re is low. Where TREETAP_ECP5 is defined it is made of logic.
module treetap_phase_small_rom_re_v3 (
    input  wire clk,
    input  wire re,
    input  wire [7:0] ra,
    output reg  [15:0] rd
);
`ifdef TREETAP_ECP5
    (* rom_style = "logic" *)
`endif
    reg [15:0] mem [0:255];

    initial begin
        mem[  0] = 16'h0000; mem[  1] = 16'h0000; mem[  2] = 16'h0000; mem[  3] = 16'h0001;
        mem[  4] = 16'h0000; mem[  5] = 16'h0000; mem[  6] = 16'h0000; mem[  7] = 16'h0000;
        mem[  8] = 16'h0000; mem[  9] = 16'h0000; mem[ 10] = 16'h0020; mem[ 11] = 16'h0000;
        mem[ 12] = 16'h0000; mem[ 13] = 16'h0000; mem[ 14] = 16'h0000; mem[ 15] = 16'h0000;
        mem[ 16] = 16'h0001; mem[ 17] = 16'h0001; mem[ 18] = 16'h0001; mem[ 19] = 16'h0001;
        mem[ 20] = 16'h0001; mem[ 21] = 16'h0000; mem[ 22] = 16'h0001; mem[ 23] = 16'h0000;
        mem[ 24] = 16'h0001; mem[ 25] = 16'h0000; mem[ 26] = 16'h0000; mem[ 27] = 16'h0000;
        mem[ 28] = 16'h0001; mem[ 29] = 16'h0000; mem[ 30] = 16'h0001; mem[ 31] = 16'h0000;
        mem[ 32] = 16'h0000; mem[ 33] = 16'h0000; mem[ 34] = 16'h0000; mem[ 35] = 16'h0000;
        mem[ 36] = 16'h0000; mem[ 37] = 16'h0000; mem[ 38] = 16'h0000; mem[ 39] = 16'h0000;
        mem[ 40] = 16'h0000; mem[ 41] = 16'h0000; mem[ 42] = 16'h0000; mem[ 43] = 16'h0000;
        mem[ 44] = 16'h0000; mem[ 45] = 16'h0000; mem[ 46] = 16'h0001; mem[ 47] = 16'h0000;
        mem[ 48] = 16'h0001; mem[ 49] = 16'h0000; mem[ 50] = 16'h0000; mem[ 51] = 16'h0000;
        mem[ 52] = 16'h0000; mem[ 53] = 16'h0000; mem[ 54] = 16'h0000; mem[ 55] = 16'h0000;
        mem[ 56] = 16'h0000; mem[ 57] = 16'h0000; mem[ 58] = 16'h0000; mem[ 59] = 16'h0000;
        mem[ 60] = 16'h0000; mem[ 61] = 16'h0000; mem[ 62] = 16'h0000; mem[ 63] = 16'h0000;
        mem[ 64] = 16'h0000; mem[ 65] = 16'h0000; mem[ 66] = 16'h0000; mem[ 67] = 16'h0000;
        mem[ 68] = 16'h0000; mem[ 69] = 16'h0000; mem[ 70] = 16'h0000; mem[ 71] = 16'h0000;
        mem[ 72] = 16'h0000; mem[ 73] = 16'h0000; mem[ 74] = 16'h1000; mem[ 75] = 16'h0000;
        mem[ 76] = 16'h0000; mem[ 77] = 16'h0000; mem[ 78] = 16'h0000; mem[ 79] = 16'h0000;
        mem[ 80] = 16'h0000; mem[ 81] = 16'h0000; mem[ 82] = 16'h0000; mem[ 83] = 16'h0000;
        mem[ 84] = 16'h0000; mem[ 85] = 16'h0001; mem[ 86] = 16'h0000; mem[ 87] = 16'h0001;
        mem[ 88] = 16'h0000; mem[ 89] = 16'h0000; mem[ 90] = 16'h0000; mem[ 91] = 16'h0000;
        mem[ 92] = 16'h0000; mem[ 93] = 16'h0000; mem[ 94] = 16'h0000; mem[ 95] = 16'h0000;
        mem[ 96] = 16'h0002; mem[ 97] = 16'h0000; mem[ 98] = 16'h0000; mem[ 99] = 16'h0000;
        mem[100] = 16'h0000; mem[101] = 16'h0001; mem[102] = 16'h0000; mem[103] = 16'h0001;
        mem[104] = 16'h2000; mem[105] = 16'h0001; mem[106] = 16'h0000; mem[107] = 16'h0001;
        mem[108] = 16'h0000; mem[109] = 16'h0001; mem[110] = 16'h0020; mem[111] = 16'h0000;
        mem[112] = 16'h0000; mem[113] = 16'h0000; mem[114] = 16'h0000; mem[115] = 16'h0000;
        mem[116] = 16'h0010; mem[117] = 16'h0000; mem[118] = 16'h0001; mem[119] = 16'h0000;
        mem[120] = 16'h0000; mem[121] = 16'h0000; mem[122] = 16'h0000; mem[123] = 16'h0040;
        mem[124] = 16'h0000; mem[125] = 16'h0000; mem[126] = 16'h0000; mem[127] = 16'h0000;
        mem[128] = 16'h0000; mem[129] = 16'h0000; mem[130] = 16'h0001; mem[131] = 16'h0001;
        mem[132] = 16'h0000; mem[133] = 16'h0001; mem[134] = 16'h0000; mem[135] = 16'h0001;
        mem[136] = 16'h0000; mem[137] = 16'h0000; mem[138] = 16'h0000; mem[139] = 16'h0000;
        mem[140] = 16'h0000; mem[141] = 16'h0001; mem[142] = 16'h0000; mem[143] = 16'h0008;
        mem[144] = 16'h0000; mem[145] = 16'h0000; mem[146] = 16'h0001; mem[147] = 16'h0000;
        mem[148] = 16'h0000; mem[149] = 16'h0080; mem[150] = 16'h0000; mem[151] = 16'h0000;
        mem[152] = 16'h0000; mem[153] = 16'h0000; mem[154] = 16'h0000; mem[155] = 16'h0000;
        mem[156] = 16'h0000; mem[157] = 16'h0000; mem[158] = 16'h0000; mem[159] = 16'h0000;
        mem[160] = 16'h0000; mem[161] = 16'h0000; mem[162] = 16'h0000; mem[163] = 16'h0000;
        mem[164] = 16'h0001; mem[165] = 16'h0000; mem[166] = 16'h0000; mem[167] = 16'h0000;
        mem[168] = 16'h0000; mem[169] = 16'h0000; mem[170] = 16'h0000; mem[171] = 16'h0001;
        mem[172] = 16'h0000; mem[173] = 16'h0001; mem[174] = 16'h0000; mem[175] = 16'h0000;
        mem[176] = 16'h0000; mem[177] = 16'h0000; mem[178] = 16'h0004; mem[179] = 16'h0000;
        mem[180] = 16'h0000; mem[181] = 16'h0000; mem[182] = 16'h0001; mem[183] = 16'h0000;
        mem[184] = 16'h0000; mem[185] = 16'h0000; mem[186] = 16'h0000; mem[187] = 16'h0000;
        mem[188] = 16'h0100; mem[189] = 16'h0000; mem[190] = 16'h0200; mem[191] = 16'h0000;
        mem[192] = 16'h0001; mem[193] = 16'h0000; mem[194] = 16'h0000; mem[195] = 16'h0000;
        mem[196] = 16'h0000; mem[197] = 16'h0000; mem[198] = 16'h0000; mem[199] = 16'h0001;
        mem[200] = 16'h0000; mem[201] = 16'h0000; mem[202] = 16'h0080; mem[203] = 16'h0400;
        mem[204] = 16'h0400; mem[205] = 16'h0400; mem[206] = 16'h0400; mem[207] = 16'h0c00;
        mem[208] = 16'h0400; mem[209] = 16'h0000; mem[210] = 16'h0000; mem[211] = 16'h0000;
        mem[212] = 16'h0001; mem[213] = 16'h0000; mem[214] = 16'h0001; mem[215] = 16'h0000;
        mem[216] = 16'h0000; mem[217] = 16'h0001; mem[218] = 16'h0000; mem[219] = 16'h0001;
        mem[220] = 16'h0000; mem[221] = 16'h0001; mem[222] = 16'h0000; mem[223] = 16'h0001;
        mem[224] = 16'h0000; mem[225] = 16'h0001; mem[226] = 16'h0000; mem[227] = 16'h0001;
        mem[228] = 16'h0000; mem[229] = 16'h0000; mem[230] = 16'h0000; mem[231] = 16'h0000;
        mem[232] = 16'h0000; mem[233] = 16'h0000; mem[234] = 16'h0000; mem[235] = 16'h0000;
        mem[236] = 16'h0000; mem[237] = 16'h0000; mem[238] = 16'h0000; mem[239] = 16'h0000;
        mem[240] = 16'h0000; mem[241] = 16'h0000; mem[242] = 16'h0000; mem[243] = 16'h0000;
        mem[244] = 16'h0000; mem[245] = 16'h0000; mem[246] = 16'h0000; mem[247] = 16'h0000;
        mem[248] = 16'h0000; mem[249] = 16'h0000; mem[250] = 16'h0000; mem[251] = 16'h0000;
        mem[252] = 16'h0000; mem[253] = 16'h0000; mem[254] = 16'h0000; mem[255] = 16'h0000;
    end

    always @(posedge clk) if (re) rd <= mem[ra];
endmodule

// Judges an interval: footprint, nearest signature, order
// of use, changes of phase, phase table, prediction, log.
module treetap_phase_small_judge #(
    parameter [5:0] low_bits = 6'd32,
    parameter [5:0] to_at = 6'd0,
    parameter [5:0] always_at = 6'd20,
    parameter [5:0] idle_at = 6'd21,
    parameter [5:0] before_bound_at = 6'd22,
    parameter [5:0] not_found_at = 6'd23,
    parameter [5:0] found_at = 6'd24,
    parameter [5:0] equal_at = 6'd25,
    parameter [5:0] updates_at = 6'd26,
    parameter [5:0] unknown_at = 6'd27,
    parameter [5:0] unasked_at = 6'd28,
    parameter [5:0] stay_before_bound_at = 6'd29,
    parameter [5:0] stay_shifting_at = 6'd30,
    parameter [5:0] stay_before_end_at = 6'd31,
    parameter [5:0] inc_at = 6'd0,
    parameter [5:0] home_at = 6'd1,
    parameter [5:0] to_found_at = 6'd2,
    parameter [5:0] to_random_at = 6'd3,
    parameter [5:0] count_at = 6'd4,
    parameter [5:0] count_home_at = 6'd5,
    parameter [5:0] point_at = 6'd27,
    parameter [5:0] bound_at = 6'd28,
    parameter [5:0] part_at = 6'd8,
    parameter [5:0] place_at = 6'd12,
    parameter [5:0] at_pointer_at = 6'd17,
    parameter [5:0] at_count_at = 6'd18,
    parameter [5:0] at_host_at = 6'd19,
    parameter [5:0] hold_at = 6'd20,
    parameter [5:0] one_at = 6'd21,
    parameter [5:0] carry_at = 6'd22,
    parameter [5:0] if_right_at = 6'd23,
    parameter [5:0] if_sampled_at = 6'd24,
    parameter [5:0] if_vain_at = 6'd25,
    parameter [5:0] zero_at = 6'd26,
    parameter [5:0] sample_at = 6'd31,
    parameter [5:0] write_at = 6'd32,
    parameter [5:0] write_number_at = 6'd33,
    parameter [5:0] write_seen_at = 6'd34,
    parameter [5:0] write_run_at = 6'd35,
    parameter [5:0] write_after_at = 6'd36,
    parameter [5:0] copy_at = 6'd37,
    parameter [5:0] take_at = 6'd8,
    parameter [5:0] shift_at = 6'd9,
    parameter [5:0] push_at = 6'd10,
    parameter [5:0] invert_at = 6'd11,
    parameter [5:0] empty_at = 6'd12,
    parameter [5:0] plain_at = 6'd13,
    parameter [22:0] over = 23'h400000,
    parameter [5:0] begin_at = 6'd6,
    parameter [5:0] look_at = 6'd7,
    parameter [5:0] scan_at = 6'd29,
    parameter [5:0] distance_at = 6'd44,
    parameter [5:0] find_at = 6'd39,
    parameter [5:0] keep_at = 6'd45,
    parameter [5:0] fresh_at = 6'd14,
    parameter [3:0] left_at = 4'd13,
    parameter [5:0] use_at = 6'd30,
    parameter [5:0] right_at = 6'd38,
    parameter [5:0] first_at = 6'd40,
    parameter [5:0] second_at = 6'd41,
    parameter [5:0] random_at = 6'd15,
    parameter [5:0] arm_at = 6'd16,
    parameter [5:0] room_at = 6'd17,
    parameter [5:0] done_at = 6'd18,
    parameter [5:0] log_at = 6'd42,
    parameter [5:0] flags_at = 6'd43,
    parameter [5:0] phases = 6'd20,
    parameter [31:0] taps = 32'h80200003,
    parameter [5:0] ready_at = 6'd19
) (
    input  wire        clk,
    input  wire        rst,
    // an interval ends; it is judged; the memories are cleared
    input  wire        close,
    input  wire        judging,
    output wire        judged,
    output wire        clearing,
    // half of the buckets of the interval that goes on; shift of the one that ended
    input  wire        bank,
    input  wire [3:0]  shift,
    // a bucket of the interval that has ended
    output wire [6:0]  closed_place,
    output wire        closed_bank,
    output wire        closed_take,
    output wire        closed_both,
    input  wire [22:0] closed_word,
    // what a host decides
    input  wire [12:0] cfg_thr,
    input  wire [7:0]  cfg_k,
    input  wire        cfg_auto,
    input  wire        cfg_predmode,
    input  wire        cfg_upd,
    input  wire        cfg_best,
    // a host forgets everything, arms the interval that goes on, or seeds the generator
    input  wire        set_clr,
    input  wire        set_sample_next,
    input  wire        set_seed,
    input  wire [31:0] set_data,
    input  wire        set_none,
    // what a host reads of the memories
    input  wire        peek_valid,
    input  wire        peek_signature,
    input  wire [8:0]  peek_place,
    output wire        peek_open,
    output wire [15:0] peek_element,
    output wire [15:0] peek_word,
    // state of the random generator; a number was given twice, an interval found the log full
    output wire [31:0] stat_seed,

    output wire        raise_id_sat,
    output wire        raise_log_ovf,
    // the interval that goes on is sampled; it begins, ends to be
    output wire        sample_flag,
    output wire        ext_on,
    output wire        ext_off,
    // half words of an interval
    input  wire        log_room,
    output wire        log_put,
    output reg  [15:0] log_half
);
    reg [7:0] number = 8'd0;
    reg [7:0] second = 8'd1;
    reg [31:0] order = 32'd0;
    reg [47:0] deed = 48'd0;
    reg [47:0] deed1 = 48'd0;
    reg [47:0] deed2 = 48'd0;
    reg [47:0] deed3 = 48'd0;
    reg [47:0] deed4 = 48'd0;
    reg [47:0] deed5 = 48'd0;
    reg [47:0] deed6 = 48'd0;
    reg forgets = 1'b0;
    reg goes = 1'b0;
    reg clears = 1'b1;
    reg [4:0] pointer = 5'd0;
    reg [4:0] pointer1 = 5'd0;
    reg [4:0] pointer2 = 5'd0;
    reg [4:0] pointer3 = 5'd0;
    reg [4:0] pointer4 = 5'd0;
    reg [4:0] pointer5 = 5'd0;
    reg [4:0] pointer6 = 5'd0;
    reg [4:0] bound = 5'd0;
    reg [4:0] place = 5'd0;
    reg [6:0] count = 7'd0;
    reg bounded = 1'b0;
    reg [3:0] count1 = 4'd0;
    reg [3:0] count2 = 4'd0;
    reg [3:0] count3 = 4'd0;
    reg [3:0] count4 = 4'd0;
    reg [8:0] asks = 9'd0;
    reg [8:0] asked2 = 9'd0;
    reg [8:0] asked3 = 9'd0;
    reg [8:0] asked4 = 9'd0;
    reg [8:0] asked5 = 9'd0;
    reg [8:0] looks = 9'd0;
    reg [15:0] held = 16'd0;
    reg carry = 1'b0;
    reg turned = 1'b0;
    reg equal = 1'b0;
    reg up = 1'b0;
    reg [22:0] rest = 23'd0;
    reg [3:0] moves = 4'd0;
    reg shifting = 1'b0;
    reg [7:0] element0 = 8'd0;
    reg [7:0] element1 = 8'd0;
    reg [7:0] element2 = 8'd0;
    reg [7:0] element3 = 8'd0;
    reg [7:0] element4 = 8'd0;
    reg [7:0] gap0 = 8'd0;
    reg [7:0] gap1 = 8'd0;
    reg over0 = 1'b0;
    reg over1 = 1'b0;
    reg odd = 1'b0;
    reg [8:0] both = 9'd0;
    reg [12:0] sum = 13'd0;
    reg [12:0] apart = 13'd0;
    reg [12:0] limit = 13'd0;
    reg less = 1'b0;
    reg found = 1'b0;
    reg match5 = 1'b0;
    reg match6 = 1'b0;
    reg fresh = 1'b0;
    reg met = 1'b0;
    reg met_before = 1'b0;
    reg right = 1'b0;
    reg known = 1'b0;
    reg armed = 1'b0;
    reg sampled = 1'b0;
    reg vain = 1'b0;
    reg flag = 1'b0;
    reg room = 1'b0;
    reg wanted = 1'b0;
    reg on = 1'b0;
    reg off = 1'b0;
    reg [4:0] scaled = 5'd0;
    reg [31:0] lfsr = 32'd1;

    reg [4:0] jumps;
    reg [3:0] part;
    reg [4:0] at;
    reg [8:0] look;
    reg [7:0] element;
    reg [21:0] product;
    wire [31:0] orders_rd;
    wire [31:0] low_deeds_rd;
    wire [15:0] high_deeds_rd;

    // Whether one of the tests holds that the step names.
    wire [31:0] now = order;
    wire [47:0] deed0 = deed;
    wire jump = now[always_at[4:0]] | (now[idle_at[4:0]] & ~goes) | (now[before_bound_at[4:0]] & ~bounded)
            | (now[not_found_at[4:0]] & ~found) | (now[found_at[4:0]] & found) | (now[equal_at[4:0]] & equal)
            | (now[updates_at[4:0]] & cfg_upd) | (now[unknown_at[4:0]] & ~known) | (now[unasked_at[4:0]]
            & cfg_predmode);
    wire stays = (now[stay_before_bound_at[4:0]] & ~bounded) | (now[stay_shifting_at[4:0]] & shifting)
            | (now[stay_before_end_at[4:0]] & ~(&count[3:0]));
    wire [7:0] following = jump ? now[to_at[4:0] +: 8] : (number + 8'd1);
    wire orders_re = ~stays;
    wire low_deeds_re = ~stays;
    wire high_deeds_re = ~stays;
    // The pointer: a half word that was looked up and what is held make a place of the table of changes.
    wire [15:0] got = peek_word;
    wire points = deed3[point_at];
    always @* begin
        jumps = 5'd0;
        if (points) jumps = got[4:0] ^ held[4:0] ^ {2'd0, held[7:5]};
        if (deed0[to_found_at]) jumps = jumps | place;
        if (deed0[to_random_at]) jumps = jumps | scaled;
    end
    wire [4:0] stepped = pointer + {4'd0, deed0[inc_at]};
    wire [3:0] counted = count[3:0];
    always @* begin
        // Half words of the memory and of the signatures that the step looks up.
        part = now[part_at[4:0] +: 4];
        at = now[place_at[4:0] +: 5];
        look = ({4'd0, pointer} << 4) | {5'd0, counted};
        if (now[at_pointer_at[4:0]]) at = at | pointer;
        if (now[at_count_at[4:0]]) at = at | ({1'd0, counted} << 1) | 5'd1;
        if (now[at_host_at[4:0]]) begin
            at = at | peek_place[4:0];
            part = part | {1'd0, peek_place[7:5]};
            look = peek_place;
        end
    end
    wire [15:0] elements = {8'd0, element4} | ({8'd0, element1} << 8);
    wire [16:0] more = {1'd0, got} + {1'd0, elements} + {16'd0, up};
    wire samples = deed3[sample_at];
    wire [15:0] marked = {15'd0, samples & armed} << 15;
    // It is written, but numbers and counts that spill stay.
    wire memory_we = deed4[write_at] | (deed4[write_number_at] & ~carry) | (deed4[write_seen_at] & ~turned)
            | (deed4[write_run_at] & ~held[8]) | (deed4[write_after_at] & met_before);
    assign raise_id_sat = deed4[write_number_at] & carry;
    wire signatures_we = deed4[copy_at];
    wire [8:0] signatures_wa = ({4'd0, pointer4} << 4) | {5'd0, count4};
    // The four sums of a bucket are added, and the bucket is shifted bit by bit.
    assign closed_place = count;
    assign closed_bank = ~bank;
    assign closed_take = deed0[take_at];
    assign closed_both = clears;
    wire [22:0] added = {1'd0, rest[21:0]} + {1'd0, closed_word[21:0]};
    wire shifts = deed0[shift_at] & shifting;
    wire [3:0] moved = moves + {3'd0, shifts};
    always @* begin
        // An element is at most 255; it is kept as it is, and
        // then inverted, below one of which no use is made.
        element = rest[7:0];
        if (|rest[22:8]) element = 8'd255;
        if (deed0[invert_at]) element = ~element;
    end
    // Distance of a footprint from a signature: differences of two elements, their sum, the sum of
    // sums. Signatures are kept inverted, so that a sum is the difference less one, or its complement.
    wire [15:0] theirs = peek_element;
    wire [8:0] apart0 = {1'd0, got[7:0]} + {1'd0, theirs[7:0]};
    wire [8:0] apart1 = {1'd0, got[15:8]} + {1'd0, theirs[15:8]};
    // The nearest signature, or the first one that is near enough: the limit becomes its distance.
    wire [13:0] left = {1'd0, sum} + {1'd0, limit} + 14'd1;
    wire near = deed6[distance_at] & less & ~(found & ~cfg_best);
    wire meets = match6 & ~found;
    wire misses = deed0[fresh_at] & ~found;
    always @* begin
        // A random place of the phase table: the low half of the generator's state, scaled.
        product = 22'd0;
        if (phases[0]) product = product + ({6'd0, lfsr[15:0]} << 0);
        if (phases[1]) product = product + ({6'd0, lfsr[15:0]} << 1);
        if (phases[2]) product = product + ({6'd0, lfsr[15:0]} << 2);
        if (phases[3]) product = product + ({6'd0, lfsr[15:0]} << 3);
        if (phases[4]) product = product + ({6'd0, lfsr[15:0]} << 4);
        if (phases[5]) product = product + ({6'd0, lfsr[15:0]} << 5);
    end
    assign raise_log_ovf = deed0[room_at] & ~log_room;
    assign log_put = deed4[log_at] & room;
    always @* begin
        log_half = held;
        if (deed4[flags_at]) log_half = {3'd0, ~limit} | ({15'd0, fresh} << 13) | ({15'd0, sampled} << 14)
                | ({15'd0, vain} << 15);
    end
    assign judged = deed0[done_at];
    // What was held is the entry of the predicted phase with one interval more. The next
    // interval is armed if that phase has no sample yet and would have been seen often enough.
    wire [15:0] seen = held;
    wire often = turned | (|seen[14:8]) | (seen[7:0] >= cfg_k);
    assign stat_seed = lfsr;
    assign sample_flag = flag;
    assign ext_on = on;
    assign ext_off = off;
    assign peek_open = ~judging & ~clears;
    assign clearing = clears;

    treetap_phase_small_rom_re u_orders (
        .clk(clk),
        .re(orders_re),
        .ra(second),
        .rd(orders_rd)
    );

    treetap_phase_small_rom_re_v2 u_low_deeds (
        .clk(clk),
        .re(low_deeds_re),
        .ra(number),
        .rd(low_deeds_rd)
    );

    treetap_phase_small_rom_re_v3 u_high_deeds (
        .clk(clk),
        .re(high_deeds_re),
        .ra(second),
        .rd(high_deeds_rd)
    );

    treetap_phase_small_outreg_ram #(.WIDTH(16), .ADDR(9)) u_memory (
        .clk(clk),
        .ra(asks),
        .rd(peek_word),
        .we(memory_we),
        .wa(asked5),
        .wd(held)
    );

    treetap_phase_small_outreg_ram #(.WIDTH(16), .ADDR(9)) u_signatures (
        .clk(clk),
        .ra(looks),
        .rd(peek_element),
        .we(signatures_we),
        .wa(signatures_wa),
        .wd(held)
    );

    always @(posedge clk) begin
        if (~stays) begin
            order <= orders_rd;
            deed <= {16'd0, low_deeds_rd} | ({32'd0, high_deeds_rd} << low_bits);
            number <= following;
            second <= following;
        end
        deed1 <= deed;
        deed2 <= deed1;
        deed3 <= deed2;
        deed4 <= deed3;
        deed5 <= deed4;
        deed6 <= deed5;
        // A judgement begins when no request of a host is under way.
        goes <= judging & ~peek_valid;
        if (~(now[stay_before_bound_at[4:0]] & bounded)) pointer <= stepped;
        bounded <= stepped == bound;
        if (points | deed0[to_found_at] | deed0[to_random_at]) pointer <= jumps;
        if (deed0[home_at]) pointer <= 5'd0;
        pointer1 <= pointer;
        pointer2 <= pointer1;
        pointer3 <= pointer2;
        pointer4 <= pointer3;
        pointer5 <= pointer4;
        pointer6 <= pointer5;
        if (deed3[bound_at]) bound <= got[4:0];
        if (deed0[count_at]) count <= count + 7'd1;
        if (deed0[count_home_at]) count <= 7'd0;
        count1 <= counted;
        count2 <= count1;
        count3 <= count2;
        count4 <= count3;
        looks <= look;
        asks <= ({5'd0, part} << 5) | {4'd0, at};
        asked2 <= asks;
        asked3 <= asked2;
        asked4 <= asked3;
        asked5 <= asked4;
        // What is held: what was looked up, or one more, or elements while 0 is looked up.
        up <= deed2[one_at] | (deed2[carry_at] & carry) | (deed2[if_right_at] & right) | (deed2[if_sampled_at]
                & sampled) | (deed2[if_vain_at] & vain);
        if (deed3[hold_at]) begin
            held <= more[15:0] | marked;
            carry <= more[16];
            turned <= more[15] ^ got[15];
        end
        if (deed3[zero_at]) held <= 16'd0;
        if (samples) begin
            sampled <= armed & ~got[15];
            vain <= armed & got[15];
        end
        equal <= got == held;
        if (deed3[take_at]) rest <= added | ((rest | closed_word) & over);
        if (shifts) rest <= rest >> 1;
        moves <= moved;
        shifting <= moved != shift;
        if (deed0[empty_at]) begin
            rest <= 23'd0;
            moves <= 4'd0;
        end
        if (deed0[push_at]) begin
            element0 <= element;
            element1 <= element0;
            element2 <= element1;
            element3 <= element2;
            element4 <= element3;
        end
        if (deed0[plain_at]) begin
            element0 <= 8'd0;
            element1 <= 8'd0;
            element2 <= 8'd0;
            element3 <= 8'd0;
            element4 <= 8'd0;
        end
        gap0 <= ~apart0[7:0];
        if (apart0[8]) gap0 <= apart0[7:0];
        gap1 <= ~apart1[7:0];
        if (apart1[8]) gap1 <= apart1[7:0];
        over0 <= apart0[8];
        over1 <= apart1[8];
        // The one that a difference lacks is added where a carry comes in.
        both <= {1'd0, gap0} + {1'd0, gap1} + {8'd0, over0};
        odd <= over1;
        sum <= 13'd0;
        if (deed5[scan_at]) sum <= sum + {4'd0, both} + {12'd0, odd};
        less <= ~left[left_at];
        apart <= sum;
        // Or the first place that has what is held.
        match5 <= equal & deed4[find_at];
        match6 <= match5;
        if (near | meets) found <= 1'b1;
        if (near | meets | deed6[keep_at]) place <= pointer6;
        if (deed0[look_at]) found <= 1'b0;
        if (deed0[fresh_at]) fresh <= ~found;
        if (near | misses | deed0[begin_at]) begin
            limit <= ~apart;
            if (deed0[begin_at]) limit <= ~cfg_thr;
            if (misses) limit <= 13'd0;
        end
        // Whether the place that was found was met before in the order of use.
        met <= deed3[use_at] & (met | (got[4:0] == place));
        met_before <= met;
        if (deed4[right_at]) right <= equal;
        if (deed4[first_at]) known <= equal;
        if (deed4[second_at]) known <= known & equal;
        scaled <= product[20:16];
        if (deed0[random_at]) begin
            lfsr <= lfsr >> 1;
            if (lfsr[0]) lfsr <= (lfsr >> 1) ^ taps;
        end
        // The log: number of the interval, phase, prediction, distance and flags, and nothing.
        if (deed0[room_at]) room <= log_room;
        wanted <= often & (seen[15] == turned);
        on <= 1'b0;
        off <= close;
        if (close) begin
            armed <= flag;
            flag <= 1'b0;
        end
        if (deed0[arm_at] & found & cfg_auto & wanted) begin
            flag <= 1'b1;
            on <= 1'b1;
        end
        // What a host says about an interval that has ended in the meantime is about that one.
        if (set_sample_next) begin
            if (judging | close) begin
                armed <= set_data[0];
            end else begin
                flag <= set_data[0];
                on <= set_data[0];
                off <= ~set_data[0];
            end
        end
        if (set_seed) begin
            lfsr <= set_data;
            if (set_none) lfsr <= set_data | 32'd1;
        end
        if (deed0[ready_at]) clears <= 1'b0;
        forgets <= set_clr | rst;
        if (set_clr) off <= 1'b1;
        if (set_clr | rst) begin
            clears <= 1'b1;
            bound <= 5'd31;
            second <= 8'd1;
            number <= 8'd0;
            flag <= 1'b0;
            known <= 1'b0;
            deed1 <= 48'd0;
            deed2 <= 48'd0;
            deed3 <= 48'd0;
            deed4 <= 48'd0;
        end
        // What was read before is not done.
        if (set_clr | rst | forgets) begin
            order <= 32'd0;
            deed <= 48'd0;
        end
        if (rst) begin
            on <= 1'b0;
            off <= 1'b0;
            lfsr <= 32'd1;
        end
    end
endmodule

// What is known of intervals, queued as half words and sent as words.
module treetap_phase_small_log #(
    parameter [8:0] fits = 9'd250,
    parameter [8:0] all = 9'h1ff,
    parameter [1:0] last = 2'd2,
    parameter [2:0] low_there = 3'd2,
    parameter [2:0] high_there = 3'd5
) (
    input  wire        clk,
    input  wire        rst,
    // half words of an interval, for which there is room
    output wire        log_room,
    input  wire        log_put,
    input  wire [15:0] log_half,
    // words of intervals, of which the last is marked
    output wire        out_valid,
    input  wire        out_ready,
    output wire [31:0] out_data,
    output wire        out_last
);
    reg [7:0] came = 8'd0;
    reg [7:0] left = 8'd0;
    reg [8:0] held = 9'd0;
    reg room = 1'b0;
    reg some = 1'b0;
    reg [2:0] turn = 3'd0;
    reg [15:0] low = 16'd0;
    reg [1:0] place = 2'd0;

    wire [15:0] halves_rd;

    assign log_room = room;
    wire offers = turn == high_there;
    wire takes = offers & out_ready;
    wire goes = (|turn) ? (~offers | out_ready) : some;
    wire leaves = (turn == low_there) | takes;
    wire [8:0] less = leaves ? all : 9'd0;
    assign out_valid = offers;
    assign out_data = {16'd0, low} | ({16'd0, halves_rd} << 16);
    assign out_last = place == last;

    treetap_phase_small_outreg_ram #(.WIDTH(16), .ADDR(8)) u_halves (
        .clk(clk),
        .ra(left),
        .rd(halves_rd),
        .we(log_put),
        .wa(came),
        .wd(log_half)
    );

    always @(posedge clk) begin
        room <= held <= fits;
        if (log_put) came <= came + 8'd1;
        some <= |held;
        if (goes) turn <= turn + 3'd1;
        if (turn == low_there) low <= halves_rd;
        if (leaves) left <= left + 8'd1;
        held <= held + less + {8'd0, log_put};
        if (takes) begin
            place <= place + 2'd1;
            if (place == last) place <= 2'd0;
        end
        if (rst) begin
            came <= 8'd0;
            left <= 8'd0;
            held <= 9'd0;
            room <= 1'b0;
            some <= 1'b0;
            turn <= 3'd0;
            place <= 2'd0;
        end
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_phase_small_phase_bank #(
    parameter [3:0] row_page0 = 4'd0,
    parameter [3:0] row_page1 = 4'd2,
    parameter [3:0] row_page2 = 4'd8,
    parameter [3:0] row_page3 = 4'd12,
    parameter [3:0] row_mask0 = 4'd15,
    parameter [3:0] row_mask1 = 4'd15,
    parameter [3:0] row_mask2 = 4'd12,
    parameter [3:0] row_mask3 = 4'd15,
    parameter [31:0] readable0 = 32'h17fff,
    parameter [31:0] readable1 = 32'hfffff,
    parameter [31:0] readable2 = 32'hffffffff,
    parameter [31:0] readable3 = 32'hffffffff,
    parameter [31:0] writable0 = 32'h807e,
    parameter [31:0] writable1 = 32'd0,
    parameter [31:0] writable2 = 32'd0,
    parameter [31:0] writable3 = 32'd0,
    parameter [4:0] id_at = 5'd0,
    parameter [4:0] ctrl_at = 5'd1,
    parameter [4:0] len_at = 5'd2,
    parameter [4:0] thr_at = 5'd3,
    parameter [4:0] k_at = 5'd4,
    parameter [4:0] seed_at = 5'd5,
    parameter [4:0] status_at = 5'd6,
    parameter [4:0] late_insns_at = 5'd14,
    parameter [4:0] sample_next_at = 5'd15,
    parameter [4:0] lost_at = 5'd16,
    parameter trk_reset = 1'b0,
    parameter auto_reset = 1'b0,
    parameter predmode_reset = 1'b0,
    parameter upd_reset = 1'b0,
    parameter best_reset = 1'b1,
    parameter lossless_reset = 1'b0,
    parameter irq_reset = 1'b0,
    parameter hold_reset = 1'b0,
    parameter [23:0] len_reset = 24'h989680,
    parameter [12:0] thr_reset = 13'd61,
    parameter [7:0] k_reset = 8'd3,
    parameter [31:0] id_word = 32'h50485331
) (
    input  wire        clk,
    input  wire        rst,
    // the word that a request is about, whether it is written now, and with what
    input  wire [8:0]  word,
    input  wire        write,
    input  wire [31:0] data,
    // what the word reads as; whether there is anything to read or to write
    output wire [31:0] value,
    output reg         reads,
    output reg         writes,
    // the word is one of these registers
    output wire        at_ctrl,
    output wire        at_len,
    output wire        at_thr,
    output wire        at_k,
    output wire        at_status,
    // the fields that are kept here
    output wire        cfg_trk,
    output wire        cfg_auto,
    output wire        cfg_predmode,
    output wire        cfg_upd,
    output wire        cfg_best,
    output wire        cfg_lossless,
    output wire        cfg_irq,
    output wire        cfg_hold,
    output wire [23:0] cfg_len,
    output wire [12:0] cfg_thr,
    output wire [7:0]  cfg_k,
    // a register was written that starts something
    output wire        set_seed,
    output wire        set_sample_next,
    output wire        set_clr,
    // what a host reads of the unit
    input  wire [31:0] stat_seed,
    input  wire        stat_interval,
    input  wire        stat_busy,
    input  wire [11:0] stat_late_insns,
    input  wire [15:0] stat_lost,
    // what has happened, and stays until the host writes 1
    input  wire        raise_late,
    input  wire        raise_id_sat,
    input  wire        raise_bad_cfg,
    input  wire        raise_log_ovf,
    input  wire        raise_badaddr
);
    reg trk = 1'b0;
    reg auto = 1'b0;
    reg predmode = 1'b0;
    reg upd = 1'b0;
    reg best = 1'b1;
    reg lossless = 1'b0;
    reg irq = 1'b0;
    reg hold = 1'b0;
    reg [23:0] len = 24'h989680;
    reg [12:0] thr = 13'd61;
    reg [7:0] k = 8'd3;
    reg late = 1'b0;
    reg id_sat = 1'b0;
    reg bad_cfg = 1'b0;
    reg log_ovf = 1'b0;
    reg badaddr = 1'b0;

    reg [31:0] answer;

    wire [3:0] page = word[8:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_id = (page == 4'd0) & (slot == id_at);
    wire is_ctrl = (page == 4'd0) & (slot == ctrl_at);
    assign at_ctrl = is_ctrl;
    wire is_len = (page == 4'd0) & (slot == len_at);
    assign at_len = is_len;
    wire is_thr = (page == 4'd0) & (slot == thr_at);
    assign at_thr = is_thr;
    wire is_k = (page == 4'd0) & (slot == k_at);
    assign at_k = is_k;
    wire is_seed = (page == 4'd0) & (slot == seed_at);
    wire is_status = (page == 4'd0) & (slot == status_at);
    assign at_status = is_status;
    wire is_late_insns = (page == 4'd0) & (slot == late_insns_at);
    wire is_sample_next = (page == 4'd0) & (slot == sample_next_at);
    wire is_lost = (page == 4'd0) & (slot == lost_at);
    always @* begin
        // What may be done.
        reads = 1'b0;
        writes = 1'b0;
        if ((page & row_mask0) == row_page0) begin
            reads = readable0[slot];
            writes = writable0[slot];
        end
        if ((page & row_mask1) == row_page1) begin
            reads = readable1[slot];
            writes = writable1[slot];
        end
        if ((page & row_mask2) == row_page2) begin
            reads = readable2[slot];
            writes = writable2[slot];
        end
        if ((page & row_mask3) == row_page3) begin
            reads = readable3[slot];
            writes = writable3[slot];
        end
    end
    assign cfg_trk = trk;
    assign cfg_auto = auto;
    assign cfg_predmode = predmode;
    assign cfg_upd = upd;
    assign cfg_best = best;
    assign cfg_lossless = lossless;
    assign cfg_irq = irq;
    assign cfg_hold = hold;
    assign set_clr = write & is_ctrl & data[5];
    assign cfg_len = len;
    assign cfg_thr = thr;
    assign cfg_k = k;
    assign set_seed = write & is_seed;
    assign set_sample_next = write & is_sample_next;
    always @* begin
        // Reads.
        answer = 32'd0;
        if (is_id) answer = answer | id_word;
        if (is_ctrl) answer = answer | {31'd0, cfg_trk} | ({31'd0, cfg_auto} << 1) | ({31'd0, cfg_predmode}
                << 2) | ({31'd0, cfg_upd} << 3) | ({31'd0, cfg_best} << 4) | ({31'd0, cfg_lossless} << 6)
                | ({31'd0, cfg_irq} << 7) | ({31'd0, cfg_hold} << 8);
        if (is_len) answer = answer | {8'd0, cfg_len};
        if (is_thr) answer = answer | {19'd0, cfg_thr};
        if (is_k) answer = answer | {24'd0, cfg_k};
        if (is_seed) answer = answer | stat_seed;
        if (is_status) answer = answer | ({31'd0, stat_interval} << 5) | ({31'd0, stat_busy} << 6)
                | {31'd0, late} | ({31'd0, id_sat} << 1) | ({31'd0, bad_cfg} << 2) | ({31'd0, log_ovf} << 3)
                | ({31'd0, badaddr} << 4);
        if (is_late_insns) answer = answer | {20'd0, stat_late_insns};
        if (is_lost) answer = answer | {16'd0, stat_lost};
    end
    assign value = answer;

    always @(posedge clk) begin
        // Writes.
        if (write & is_ctrl) begin
            trk <= data[0];
            auto <= data[1];
            predmode <= data[2];
            upd <= data[3];
            best <= data[4];
            lossless <= data[6];
            irq <= data[7];
            hold <= data[8];
        end
        if (write & is_len) len <= data[23:0];
        if (write & is_thr) thr <= data[12:0];
        if (write & is_k) k <= data[7:0];
        late <= (late | raise_late) & ~(write & is_status & data[0]);
        id_sat <= (id_sat | raise_id_sat) & ~(write & is_status & data[1]);
        bad_cfg <= (bad_cfg | raise_bad_cfg) & ~(write & is_status & data[2]);
        log_ovf <= (log_ovf | raise_log_ovf) & ~(write & is_status & data[3]);
        badaddr <= (badaddr | raise_badaddr) & ~(write & is_status & data[4]);
        if (rst) begin
            trk <= trk_reset;
            auto <= auto_reset;
            predmode <= predmode_reset;
            upd <= upd_reset;
            best <= best_reset;
            lossless <= lossless_reset;
            irq <= irq_reset;
            hold <= hold_reset;
            len <= len_reset;
            thr <= thr_reset;
            k <= k_reset;
            late <= 1'b0;
            id_sat <= 1'b0;
            bad_cfg <= 1'b0;
            log_ovf <= 1'b0;
            badaddr <= 1'b0;
        end
    end
endmodule

// The registers: one request after the other, between the
// end of one interval's judgement and the next interval's
// end.
module treetap_phase_small_host #(
    parameter [2:0] answer = 3'd5,
    parameter [2:0] last_but_one = 3'd4
) (
    input  wire        clk,
    input  wire        rst,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [10:0] bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    // switches and numbers that a host decides
    output wire        cfg_trk,
    output wire        cfg_auto,
    output wire        cfg_predmode,
    output wire        cfg_upd,
    output wire        cfg_best,
    output wire        cfg_lossless,
    output wire [23:0] cfg_len,
    output wire [12:0] cfg_thr,
    output wire [7:0]  cfg_k,
    // what a host starts
    output wire        set_clr,
    output wire        set_sample_next,
    output wire        set_seed,
    output wire [31:0] set_data,
    output wire        set_none,
    // what the memories hold
    output wire        peek_valid,
    output wire        peek_signature,
    output wire [8:0]  peek_place,
    input  wire        peek_open,
    input  wire [15:0] peek_element,
    input  wire [15:0] peek_word,
    // what other parts know
    input  wire [31:0] stat_seed,
    input  wire [11:0] stat_late_insns,
    input  wire [15:0] stat_lost,
    // what happens
    input  wire        raise_late,
    input  wire        raise_id_sat,
    input  wire        raise_log_ovf,
    // an interval is judged, has been; the memories are cleared
    input  wire        judged,
    input  wire        judging,
    input  wire        clearing,
    // no instruction is to be taken until the host has looked
    output wire        rec_wait,
    // an interval has ended, if CTRL.IRQ asks for that
    output wire        irq
);
    reg asked = 1'b0;
    reg [8:0] place = 9'd0;
    reg [2:0] turn = 3'd0;
    reg ended = 1'b0;
    reg refuses = 1'b0;
    reg none = 1'b0;
    reg stored = 1'b0;
    reg clears = 1'b0;
    reg arms = 1'b0;
    reg seeds = 1'b0;
    reg looked = 1'b0;
    reg [15:0] low = 16'd0;
    reg [15:0] before_ = 16'd0;
    reg [15:0] high = 16'd0;

    reg [8:0] half_place;
    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_at_ctrl_unused;
    wire bank_at_len;
    wire bank_at_thr;
    wire bank_at_k;
    wire bank_at_status;
    wire bank_cfg_irq;
    wire bank_cfg_hold;
    wire bank_set_seed;
    wire bank_set_sample_next;
    wire bank_set_clr;

    assign peek_valid = |turn;
    wire answers = turn == answer;
    assign bus_ready = answers;
    assign bus_rdata = {16'd0, low} | ({16'd0, high} << 16);
    wire [8:0] word = place;
    // Signatures, phase table, and pairs of half words under the low bits of their registers' numbers.
    wire second = turn[0];
    wire shadow = word[8];
    wire table_ = word[6] & ~shadow;
    wire counter = (word[8:4] == 5'd0) & (word[3] ^ (&word[2:0])) & ~(&word[3:1]);
    assign peek_signature = shadow;
    always @* begin
        half_place = ({6'd0, word[2:0]} << 1) | 9'd240;
        if (table_) begin
            half_place = {4'd0, word[4:0]} | 9'd160;
            if (second) half_place = {4'd0, word[4:0]} | 9'd192;
        end else begin
            if (shadow) half_place = {1'd0, word[7:0]} << 1;
            if (second) half_place = half_place | 9'd1;
        end
    end
    assign peek_place = half_place;
    wire bank_stat_busy = judging | clearing;
    wire [15:0] half = ~stored ? 16'd0 : shadow ? ~peek_element : peek_word;
    // What is out of range changes nothing. The word is there long before it is obeyed.
    wire [31:0] data = bus_wdata;
    wire long = |data[31:24];
    wire middle = |data[23:13];
    wire wide = long | middle;
    wire short = ~(|data[7:0]);
    wire refused = (bank_at_len & (long | ~(middle | (|data[12:9])))) | (bank_at_thr & wide) | (bank_at_k
            & (wide | (|data[12:8]) | short));
    wire acts = bus_valid & (turn == last_but_one);
    wire obeyed = acts & bus_we & ~refuses;
    assign set_sample_next = arms;
    assign set_seed = seeds;
    assign set_clr = clears;
    assign set_data = bus_wdata;
    assign set_none = none;
    wire bank_raise_bad_cfg = (acts & bus_we & refuses) | (bank_set_clr & cfg_trk);
    wire allowed = bus_we ? bank_writes : bank_reads;
    wire bank_raise_badaddr = acts & ~allowed;
    assign irq = ended & bank_cfg_irq;
    assign rec_wait = ended & bank_cfg_hold;

    treetap_phase_small_phase_bank #(.row_page0(4'd0), .row_page1(4'd2), .row_page2(4'd8), .row_page3(4'd12),
            .row_mask0(4'd15), .row_mask1(4'd15), .row_mask2(4'd12), .row_mask3(4'd15), .readable0(32'h17fff),
            .readable1(32'hfffff), .readable2(32'hffffffff), .readable3(32'hffffffff), .writable0(32'h807e),
            .writable1(32'd0), .writable2(32'd0), .writable3(32'd0), .id_at(5'd0), .ctrl_at(5'd1),
            .len_at(5'd2), .thr_at(5'd3), .k_at(5'd4), .seed_at(5'd5), .status_at(5'd6),
            .late_insns_at(5'd14), .sample_next_at(5'd15), .lost_at(5'd16), .trk_reset(1'b0),
            .auto_reset(1'b0), .predmode_reset(1'b0), .upd_reset(1'b0), .best_reset(1'b1),
            .lossless_reset(1'b0), .irq_reset(1'b0), .hold_reset(1'b0), .len_reset(24'h989680),
            .thr_reset(13'd61), .k_reset(8'd3), .id_word(32'h50485331)) u_bank (
        .clk(clk),
        .rst(rst),
        .word(place),
        .write(obeyed),
        .data(bus_wdata),
        .value(bank_value),
        .reads(bank_reads),
        .writes(bank_writes),
        .at_ctrl(bank_at_ctrl_unused),
        .at_len(bank_at_len),
        .at_thr(bank_at_thr),
        .at_k(bank_at_k),
        .at_status(bank_at_status),
        .cfg_trk(cfg_trk),
        .cfg_auto(cfg_auto),
        .cfg_predmode(cfg_predmode),
        .cfg_upd(cfg_upd),
        .cfg_best(cfg_best),
        .cfg_lossless(cfg_lossless),
        .cfg_irq(bank_cfg_irq),
        .cfg_hold(bank_cfg_hold),
        .cfg_len(cfg_len),
        .cfg_thr(cfg_thr),
        .cfg_k(cfg_k),
        .set_seed(bank_set_seed),
        .set_sample_next(bank_set_sample_next),
        .set_clr(bank_set_clr),
        .stat_seed(stat_seed),
        .stat_interval(ended),
        .stat_busy(bank_stat_busy),
        .stat_late_insns(stat_late_insns),
        .stat_lost(stat_lost),
        .raise_late(raise_late),
        .raise_id_sat(raise_id_sat),
        .raise_bad_cfg(bank_raise_bad_cfg),
        .raise_log_ovf(raise_log_ovf),
        .raise_badaddr(bank_raise_badaddr)
    );

    always @(posedge clk) begin
        place <= bus_addr[10:2];
        asked <= bus_valid & ~answers;
        if ((|turn) | (asked & (peek_open | bank_at_status))) turn <= turn + 3'd1;
        if (answers) turn <= 3'd0;
        // Where the memories answer, the bank says 0.
        stored <= bank_reads & (shadow | table_ | counter);
        // The high half is there three cycles after it was asked for, and
        // in that cycle the low half, which was there a cycle before.
        before_ <= half;
        if (~second) low <= before_ | bank_value[15:0];
        high <= half | bank_value[31:16];
        none <= ~wide & ~(|data[12:8]) & short;
        refuses <= refused;
        // What it starts begins with the answer.
        arms <= bank_set_sample_next;
        seeds <= bank_set_seed;
        clears <= bank_set_clr & ~cfg_trk;
        if (judged) ended <= 1'b1;
        looked <= obeyed & bank_at_status & bus_wdata[5];
        if (looked) ended <= 1'b0;
        if (rst) begin
            asked <= 1'b0;
            turn <= 3'd0;
            ended <= 1'b0;
            clears <= 1'b0;
            arms <= 1'b0;
            seeds <= 1'b0;
            looked <= 1'b0;
        end
    end
endmodule

// Phase tracker: 20 signatures, a phase table of 20, a log of 42 intervals.
module treetap_phase_small (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    output wire        rec_ready,
    output wire        rec_end,
    output wire        rec_hold,
    // no instruction is to be taken until the host has looked
    output wire        rec_wait,
    // a record of the tap
    input  wire        rec_must,
    // the interval that goes on is sampled; it begins, ends to be
    output wire        sample_flag,
    output wire        ext_on,
    output wire        ext_off,
    // an interval has ended, if CTRL.IRQ asks for that
    output wire        irq,
    // words of intervals, of which the last is marked
    output wire        out_valid,
    input  wire        out_ready,
    output wire [31:0] out_data,
    output wire        out_last,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [10:0] bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata
);
    wire count_valid;
    wire count_control;
    wire count_bank;
    wire [4:0] count_index;
    wire close;
    wire judging;
    wire bank;
    wire [3:0] shift;
    wire [11:0] stat_late_insns;
    wire raise_late;
    wire [15:0] stat_lost;
    wire [22:0] closed_word;
    wire judged;
    wire clearing;
    wire [6:0] closed_place;
    wire closed_bank;
    wire closed_take;
    wire closed_both;
    wire peek_open;
    wire [15:0] peek_element;
    wire [15:0] peek_word;
    wire [31:0] stat_seed;
    wire raise_id_sat;
    wire raise_log_ovf;
    wire log_put;
    wire [15:0] log_half;
    wire log_room;
    wire cfg_trk;
    wire cfg_auto;
    wire cfg_predmode;
    wire cfg_upd;
    wire cfg_best;
    wire cfg_lossless;
    wire [23:0] cfg_len;
    wire [12:0] cfg_thr;
    wire [7:0] cfg_k;
    wire set_clr;
    wire set_sample_next;
    wire set_seed;
    wire [31:0] set_data;
    wire set_none;
    wire peek_valid;
    wire peek_signature;
    wire [8:0] peek_place;

    treetap_phase_small_intake #(.control(32'h7f0), .branch(5'd4)) u_intake (
        .clk(clk),
        .rst(rst),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_class(rec_class),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_ready(rec_ready),
        .rec_end(rec_end),
        .rec_hold(rec_hold),
        .rec_wait(rec_wait),
        .rec_must(rec_must),
        .cfg_trk(cfg_trk),
        .cfg_lossless(cfg_lossless),
        .cfg_len(cfg_len),
        .count_valid(count_valid),
        .count_control(count_control),
        .count_bank(count_bank),
        .count_index(count_index),
        .close(close),
        .judging(judging),
        .judged(judged),
        .clearing(clearing),
        .bank(bank),
        .shift(shift),
        .stat_late_insns(stat_late_insns),
        .raise_late(raise_late),
        .stat_lost(stat_lost)
    );

    treetap_phase_small_buckets #(.over_bit(5'd22), .over(23'h400000)) u_buckets (
        .clk(clk),
        .rst(rst),
        .count_valid(count_valid),
        .count_control(count_control),
        .count_bank(count_bank),
        .count_index(count_index),
        .clearing(clearing),
        .closed_place(closed_place),
        .closed_bank(closed_bank),
        .closed_take(closed_take),
        .closed_both(closed_both),
        .closed_word(closed_word)
    );

    treetap_phase_small_judge #(.low_bits(6'd32), .to_at(6'd0), .always_at(6'd20), .idle_at(6'd21),
            .before_bound_at(6'd22), .not_found_at(6'd23), .found_at(6'd24), .equal_at(6'd25),
            .updates_at(6'd26), .unknown_at(6'd27), .unasked_at(6'd28), .stay_before_bound_at(6'd29),
            .stay_shifting_at(6'd30), .stay_before_end_at(6'd31), .inc_at(6'd0), .home_at(6'd1),
            .to_found_at(6'd2), .to_random_at(6'd3), .count_at(6'd4), .count_home_at(6'd5), .point_at(6'd27),
            .bound_at(6'd28), .part_at(6'd8), .place_at(6'd12), .at_pointer_at(6'd17), .at_count_at(6'd18),
            .at_host_at(6'd19), .hold_at(6'd20), .one_at(6'd21), .carry_at(6'd22), .if_right_at(6'd23),
            .if_sampled_at(6'd24), .if_vain_at(6'd25), .zero_at(6'd26), .sample_at(6'd31), .write_at(6'd32),
            .write_number_at(6'd33), .write_seen_at(6'd34), .write_run_at(6'd35), .write_after_at(6'd36),
            .copy_at(6'd37), .take_at(6'd8), .shift_at(6'd9), .push_at(6'd10), .invert_at(6'd11),
            .empty_at(6'd12), .plain_at(6'd13), .over(23'h400000), .begin_at(6'd6), .look_at(6'd7),
            .scan_at(6'd29), .distance_at(6'd44), .find_at(6'd39), .keep_at(6'd45), .fresh_at(6'd14),
            .left_at(4'd13), .use_at(6'd30), .right_at(6'd38), .first_at(6'd40), .second_at(6'd41),
            .random_at(6'd15), .arm_at(6'd16), .room_at(6'd17), .done_at(6'd18), .log_at(6'd42),
            .flags_at(6'd43), .phases(6'd20), .taps(32'h80200003), .ready_at(6'd19)) u_judge (
        .clk(clk),
        .rst(rst),
        .close(close),
        .judging(judging),
        .judged(judged),
        .clearing(clearing),
        .bank(bank),
        .shift(shift),
        .closed_place(closed_place),
        .closed_bank(closed_bank),
        .closed_take(closed_take),
        .closed_both(closed_both),
        .closed_word(closed_word),
        .cfg_thr(cfg_thr),
        .cfg_k(cfg_k),
        .cfg_auto(cfg_auto),
        .cfg_predmode(cfg_predmode),
        .cfg_upd(cfg_upd),
        .cfg_best(cfg_best),
        .set_clr(set_clr),
        .set_sample_next(set_sample_next),
        .set_seed(set_seed),
        .set_data(set_data),
        .set_none(set_none),
        .peek_valid(peek_valid),
        .peek_signature(peek_signature),
        .peek_place(peek_place),
        .peek_open(peek_open),
        .peek_element(peek_element),
        .peek_word(peek_word),
        .stat_seed(stat_seed),
        .raise_id_sat(raise_id_sat),
        .raise_log_ovf(raise_log_ovf),
        .sample_flag(sample_flag),
        .ext_on(ext_on),
        .ext_off(ext_off),
        .log_room(log_room),
        .log_put(log_put),
        .log_half(log_half)
    );

    treetap_phase_small_log #(.fits(9'd250), .all(9'h1ff), .last(2'd2), .low_there(3'd2), .high_there(3'd5))
            u_log (
        .clk(clk),
        .rst(rst),
        .log_room(log_room),
        .log_put(log_put),
        .log_half(log_half),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .out_data(out_data),
        .out_last(out_last)
    );

    treetap_phase_small_host #(.answer(3'd5), .last_but_one(3'd4)) u_host (
        .clk(clk),
        .rst(rst),
        .bus_valid(bus_valid),
        .bus_we(bus_we),
        .bus_addr(bus_addr),
        .bus_wdata(bus_wdata),
        .bus_ready(bus_ready),
        .bus_rdata(bus_rdata),
        .cfg_trk(cfg_trk),
        .cfg_auto(cfg_auto),
        .cfg_predmode(cfg_predmode),
        .cfg_upd(cfg_upd),
        .cfg_best(cfg_best),
        .cfg_lossless(cfg_lossless),
        .cfg_len(cfg_len),
        .cfg_thr(cfg_thr),
        .cfg_k(cfg_k),
        .set_clr(set_clr),
        .set_sample_next(set_sample_next),
        .set_seed(set_seed),
        .set_data(set_data),
        .set_none(set_none),
        .peek_valid(peek_valid),
        .peek_signature(peek_signature),
        .peek_place(peek_place),
        .peek_open(peek_open),
        .peek_element(peek_element),
        .peek_word(peek_word),
        .stat_seed(stat_seed),
        .stat_late_insns(stat_late_insns),
        .stat_lost(stat_lost),
        .raise_late(raise_late),
        .raise_id_sat(raise_id_sat),
        .raise_log_ovf(raise_log_ovf),
        .judged(judged),
        .judging(judging),
        .clearing(clearing),
        .rec_wait(rec_wait),
        .irq(irq)
    );
endmodule

`default_nettype wire

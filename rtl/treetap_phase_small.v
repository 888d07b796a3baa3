// treetap_phase_small: 20 signatures, a phase table of 20, a log of 42 intervals
// Configuration: known_phases 20, log 256, signatures 20.
// Made by treetap 0.1.0 with: treetap gen phase --preset small
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Which instructions count, in which bucket, and where an interval ends.
module treetap_phase_small_intake #(
    parameter [31:0] control = 32'h7f0,
    parameter [4:0] branch = 5'd4,
    parameter [23:0] last_but_one = 24'hfffffd
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
    reg [23:0] left = 24'd0;
    reg fresh = 1'b1;
    reg last = 1'b0;
    reg busy = 1'b0;
    reg half = 1'b0;
    reg [3:0] scale = 4'd0;
    reg [3:0] scaled = 4'd0;
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
    // The interval takes its length with its first instruction.
    wire [23:0] from = fresh ? ~cfg_len : left;
    always @* begin
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
            left <= from + 24'd1;
            fresh <= closes;
            last <= ~fresh & (left == last_but_one);
        end
        if (counts & fresh) scale <= shifts;
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
        if (counts & busy) late <= late + 12'd1;
        if (closes | clearing) late <= 12'd0;
        if (executed & stops & rec_must & ~(&lost)) lost <= lost + 16'd1;
        if (clearing) lost <= 16'd0;
        if (rst) begin
            last <= 1'b0;
            busy <= 1'b0;
            half <= 1'b0;
            valid <= 1'b0;
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
    parameter [23:0] last_but_one = 24'hfffffe,
    parameter [4:0] holds_bit = 5'd25,
    parameter [24:0] over = 25'h1000000,
    parameter [25:0] holds = 26'h2000000
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
    // a bucket of the interval that has ended
    input  wire [4:0]  closed_index,
    input  wire        closed_bank,
    input  wire        closed_wipe,
    input  wire        closed_both,
    output wire [24:0] closed_word
);
    reg [23:0] run = 24'd0;
    reg full = 1'b0;
    reg valid2 = 1'b0;
    reg control2 = 1'b0;
    reg bank2 = 1'b0;
    reg [4:0] index2 = 5'd0;
    reg hit3 = 1'b0;
    reg bank3 = 1'b0;
    reg [4:0] index3 = 5'd0;
    reg [23:0] amount3 = 24'd0;
    reg hit4 = 1'b0;
    reg bank4 = 1'b0;
    reg [4:0] index4 = 5'd0;
    reg [23:0] amount4 = 24'd0;
    reg hit5 = 1'b0;
    reg bank5 = 1'b0;
    reg [4:0] index5 = 5'd0;
    reg [24:0] sum5 = 25'd0;
    reg hit6 = 1'b0;
    reg bank6 = 1'b0;
    reg [4:0] index6 = 5'd0;
    reg [24:0] sum6 = 25'd0;
    reg next3 = 1'b0;
    reg next4 = 1'b0;
    reg two3 = 1'b0;
    reg own3 = 1'b0;
    reg [24:0] older3 = 25'd0;
    reg [24:0] base4 = 25'd0;

    reg [24:0] base;
    reg [24:0] before_;
    reg [4:0] halves0_ra;
    wire [25:0] halves0_rd;
    reg halves0_we;
    reg [4:0] halves0_wa;
    reg [25:0] halves0_wd;
    reg [4:0] halves1_ra;
    wire [25:0] halves1_rd;
    reg halves1_we;
    reg [4:0] halves1_wa;
    reg [25:0] halves1_wd;

    always @* begin
        // The half that an instruction does not read is read for the interval that has ended.
        halves0_ra = count_index;
        halves1_ra = count_index;
        if (count_bank) begin
            halves0_ra = closed_index;
        end else begin
            halves1_ra = closed_index;
        end
    end
    // A bucket that was not written in this interval holds nothing.
    wire [25:0] ended = closed_bank ? halves1_rd : halves0_rd;
    assign closed_word = ended[holds_bit] ? ended[24:0] : 25'd0;
    // Instructions since the last change of control, this one included; they stay at the largest number.
    wire [23:0] since = run + {23'd0, ~full};
    // Which of the four before it, whose sums the memory cannot have given, has the same bucket.
    wire one = hit3 & (bank3 == bank2) & (index3 == index2);
    wire two = hit4 & (bank4 == bank2) & (index4 == index2);
    wire three = hit5 & (bank5 == bank2) & (index5 == index2);
    wire four = hit6 & (bank6 == bank2) & (index6 == index2);
    wire [25:0] own = bank3 ? halves1_rd : halves0_rd;
    always @* begin
        base = older3;
        if (own3 & own[holds_bit]) base = base | own[24:0];
        if (two3) base = base | sum5;
    end
    always @* begin
        before_ = base4;
        if (next4) before_ = before_ | sum5;
    end
    wire [24:0] sum = {1'd0, before_[23:0]} + {1'd0, amount4};
    wire writes0 = hit5 & ~bank5;
    wire writes1 = hit5 & bank5;
    wire wipes0 = closed_both | (closed_wipe & ~closed_bank);
    wire wipes1 = closed_both | (closed_wipe & closed_bank);
    always @* begin
        halves0_we = writes0;
        halves0_wa = index5;
        halves0_wd = {1'd0, sum5} | holds;
        if (wipes0) begin
            halves0_we = 1'b1;
            halves0_wa = closed_index;
            halves0_wd = {1'd0, sum5};
        end
    end
    always @* begin
        halves1_we = writes1;
        halves1_wa = index5;
        halves1_wd = {1'd0, sum5} | holds;
        if (wipes1) begin
            halves1_we = 1'b1;
            halves1_wa = closed_index;
            halves1_wd = {1'd0, sum5};
        end
    end

    treetap_phase_small_outreg_ram #(.WIDTH(26), .ADDR(5)) u_halves0 (
        .clk(clk),
        .ra(halves0_ra),
        .rd(halves0_rd),
        .we(halves0_we),
        .wa(halves0_wa),
        .wd(halves0_wd)
    );

    treetap_phase_small_outreg_ram #(.WIDTH(26), .ADDR(5)) u_halves1 (
        .clk(clk),
        .ra(halves1_ra),
        .rd(halves1_rd),
        .we(halves1_we),
        .wa(halves1_wa),
        .wd(halves1_wd)
    );

    always @(posedge clk) begin
        valid2 <= count_valid;
        control2 <= count_control;
        bank2 <= count_bank;
        index2 <= count_index;
        amount3 <= since;
        if (valid2) begin
            run <= since;
            full <= full | (run == last_but_one);
        end
        if ((valid2 & control2) | clearing | rst) begin
            run <= 24'd0;
            full <= 1'b0;
        end
        hit3 <= valid2 & control2;
        bank3 <= bank2;
        index3 <= index2;
        next3 <= one;
        two3 <= two & ~one;
        own3 <= ~one & ~two & ~three & ~four;
        older3 <= sum6;
        if (three) older3 <= sum5;
        if (one | two | (~three & ~four)) older3 <= 25'd0;
        base4 <= base;
        hit4 <= hit3;
        bank4 <= bank3;
        index4 <= index3;
        amount4 <= amount3;
        next4 <= next3;
        // A bucket that is over stays so.
        sum5 <= sum | (before_ & over);
        hit5 <= hit4;
        bank5 <= bank4;
        index5 <= index4;
        hit6 <= hit5;
        bank6 <= bank5;
        index6 <= index5;
        sum6 <= sum5;
        if (rst) begin
            valid2 <= 1'b0;
            hit3 <= 1'b0;
            hit4 <= 1'b0;
            hit5 <= 1'b0;
            hit6 <= 1'b0;
        end
    end
endmodule

// Judges an interval: footprint, nearest signature, order
// of use, changes of phase, phase table, prediction, log.
module treetap_phase_small_judge #(
    parameter [2:0] ids_part = 3'd0,
    parameter [2:0] order_part = 3'd1,
    parameter [2:0] change_id_part = 3'd2,
    parameter [2:0] change_run_part = 3'd3,
    parameter [2:0] change_next_part = 3'd4,
    parameter [2:0] phase_id_part = 3'd5,
    parameter [2:0] phase_seen_part = 3'd6,
    parameter [2:0] others_part = 3'd7,
    parameter [4:0] current_place = 5'd16,
    parameter [4:0] predicted_place = 5'd18,
    parameter [4:0] given_place = 5'd20,
    parameter [4:0] intervals_place = 5'd30,
    parameter [4:0] last_signature = 5'd19,
    parameter [4:0] last_phase = 5'd19,
    parameter [5:0] phases = 6'd20,
    parameter [31:0] taps = 32'h80200003
) (
    input  wire        clk,
    input  wire        rst,
    // an interval ends; it is judged; the memories are cleared
    input  wire        close,
    input  wire        judging,
    output reg         judged,
    output wire        clearing,
    // half of the buckets of the interval that goes on; shift of the one that ended
    input  wire        bank,
    input  wire [3:0]  shift,
    // a bucket of the interval that has ended
    output wire [4:0]  closed_index,
    output wire        closed_bank,
    output wire        closed_wipe,
    output wire        closed_both,
    input  wire [24:0] closed_word,
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
    // what a host reads of the memories
    input  wire        peek_valid,
    input  wire        peek_signature,
    input  wire [8:0]  peek_place,
    output wire        peek_open,
    output wire [15:0] peek_element,
    output wire [15:0] peek_word,
    // state of the random generator; a number was given twice, an interval found the log full
    output wire [31:0] stat_seed,

    output reg         raise_id_sat,
    output reg         raise_log_ovf,
    // the interval that goes on is sampled; it begins, ends to be
    output wire        sample_flag,
    output wire        ext_on,
    output wire        ext_off,
    // half words of an interval
    input  wire        log_room,
    output wire        log_put,
    output wire [15:0] log_half
);
    localparam [4:0] Step_Clear = 5'd0;
    localparam [4:0] Step_Idle = 5'd1;
    localparam [4:0] Step_Settle = 5'd2;
    localparam [4:0] Step_Fetch = 5'd3;
    localparam [4:0] Step_Shift = 5'd4;
    localparam [4:0] Step_Scan = 5'd5;
    localparam [4:0] Step_Drain = 5'd6;
    localparam [4:0] Step_Pick = 5'd7;
    localparam [4:0] Step_Copy = 5'd8;
    localparam [4:0] Step_Touch = 5'd9;
    localparam [4:0] Step_Learn = 5'd10;
    localparam [4:0] Step_Find = 5'd11;
    localparam [4:0] Step_Enter = 5'd12;
    localparam [4:0] Step_Predict = 5'd13;
    localparam [4:0] Step_Arm = 5'd14;
    localparam [4:0] Step_Report = 5'd15;
    localparam [4:0] Step_Tally = 5'd16;

    reg [4:0] step;
    reg [8:0] n = 9'd0;
    reg [4:0] n1 = 5'd0;
    reg [4:0] n2 = 5'd0;
    reg [4:0] n3 = 5'd0;
    reg [4:0] n4 = 5'd0;
    reg [4:0] which = 5'd0;
    reg wipes = 1'b0;
    reg empties = 1'b0;
    reg [24:0] rest = 25'd0;
    reg [3:0] moves = 4'd0;
    reg [7:0] low = 8'd0;
    reg [7:0] high = 8'd0;
    reg [3:0] spot = 4'd0;
    reg stores = 1'b0;
    reg [8:0] apart0 = 9'd0;
    reg [8:0] apart1 = 9'd0;
    reg [8:0] both = 9'd0;
    reg odd = 1'b0;
    reg [12:0] sum = 13'd0;
    reg [12:0] limit = 13'd0;
    reg [12:0] apart = 13'd0;
    reg begins0 = 1'b0;
    reg begins1 = 1'b0;
    reg begins2 = 1'b0;
    reg begins3 = 1'b0;
    reg begins4 = 1'b0;
    reg ends0 = 1'b0;
    reg ends1 = 1'b0;
    reg ends2 = 1'b0;
    reg ends3 = 1'b0;
    reg ends4 = 1'b0;
    reg ends5 = 1'b0;
    reg ends6 = 1'b0;
    reg less = 1'b0;
    reg found = 1'b0;
    reg fresh = 1'b0;
    reg [4:0] slot = 5'd0;
    reg [4:0] top = 5'd0;
    reg [4:0] scanned = 5'd0;
    reg [4:0] spare = 5'd0;
    reg some = 1'b0;
    reg full = 1'b0;
    reg [4:0] entries = 5'd0;
    reg crowded = 1'b0;
    reg evicts = 1'b0;
    reg [4:0] prior = 5'd0;
    reg met = 1'b0;
    reg [15:0] key = 16'd0;
    reg [7:0] repeats = 8'd0;
    reg [4:0] change = 5'd0;
    reg known = 1'b0;
    reg hit = 1'b0;
    reg same = 1'b0;
    reg begun = 1'b0;
    reg right = 1'b0;
    reg second = 1'b0;
    reg often = 1'b0;
    reg ends_table = 1'b0;
    reg [4:0] scaled = 5'd0;
    reg equal = 1'b0;
    reg [15:0] word = 16'd0;
    reg up = 1'b0;
    reg carry = 1'b0;
    reg [7:0] asks = 8'd0;
    reg [8:0] looks = 9'd0;
    reg puts = 1'b0;
    reg copies = 1'b0;
    reg [7:0] puts_place = 8'd0;
    reg [8:0] copies_place = 9'd0;
    reg [15:0] puts_word = 16'd0;
    reg flag = 1'b0;
    reg armed = 1'b0;
    reg sampled = 1'b0;
    reg vain = 1'b0;
    reg room = 1'b0;
    reg sends = 1'b0;
    reg [15:0] sent = 16'd0;
    reg on = 1'b0;
    reg off = 1'b0;
    reg [31:0] lfsr = 32'd1;

    reg [2:0] part;
    reg [4:0] place;
    reg put;
    reg [2:0] put_part;
    reg [4:0] put_place;
    reg [15:0] put_word;
    reg [8:0] turn;
    reg copy;
    reg [8:0] copy_place;
    reg [21:0] product;
    reg [15:0] half_word;

    // Two memories of half words: what is asked for in a cycle is there three cycles later.
    wire [4:0] cycle = n[4:0];
    wire [3:0] at = n[3:0];
    wire [4:0] pair = n[8:4];
    // What was asked for three cycles before is there, and, compared, what was asked for four before.
    wire later = |n[8:2];
    wire flows = later | (at[1:0] == 2'd3);
    wire [15:0] got = peek_word;
    wire idle = step == Step_Idle;
    wire [16:0] more = {1'd0, word} + {16'd0, up};
    // Distance of a footprint from a signature: differences of two elements, their sum, the sum of sums.
    wire [15:0] ours = got;
    wire [15:0] theirs = peek_element;
    // A difference below zero is the complement less one: the one is added where a carry comes in.
    wire [8:0] gap0 = apart0[8] ? {1'd0, ~apart0[7:0]} : {1'd0, apart0[7:0]};
    wire [8:0] gap1 = apart1[8] ? {1'd0, ~apart1[7:0]} : {1'd0, apart1[7:0]};
    wire [12:0] total = begins4 ? 13'd0 : sum;
    // A bucket that is over has its uppermost bit set, and is more than an element whatever the shift is.
    wire [7:0] element = (|rest[24:8]) ? 8'd255 : rest[7:0];
    wire settled = (step == Step_Settle) & (at == 4'd6);
    wire fetched = (step == Step_Fetch) & (at == 4'd2);
    wire ready = (step == Step_Shift) & ~(|moves);
    wire near = ends6 & less & ~(found & ~cfg_best);
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
    always @* begin
        // The log: number of the interval, phase, prediction, distance and flags, and nothing.
        half_word = got;
        if (at == 4'd7) begin
            half_word = {3'd0, limit} | ({15'd0, fresh} << 13) | ({15'd0, sampled} << 14) | ({15'd0, vain}
                    << 15);
            if (fresh) half_word = half_word | 16'h1fff;
        end
        if (at == 4'd8) half_word = 16'd0;
    end
    assign log_put = sends;
    assign log_half = sent;
    assign stat_seed = lfsr;
    assign sample_flag = flag;
    assign ext_on = on;
    assign ext_off = off;
    assign peek_open = idle & ~judging & ~puts;
    always @* begin
        part = others_part;
        place = cycle;
        put = 1'b0;
        put_part = others_part;
        put_place = slot;
        put_word = key;
        turn = n + 9'd1;
        judged = 1'b0;
        raise_id_sat = 1'b0;
        raise_log_ovf = 1'b0;
        copy = 1'b0;
        copy_place = ({4'd0, slot} << 4) | {5'd0, n3[3:0]};
        if (step == Step_Clear) begin
            put = 1'b1;
            put_part = n[7:5];
            put_place = cycle;
            put_word = 16'd0;
            copy = 1'b1;
            copy_place = n;
        end
        if (idle) turn = 9'd0;
        if (settled) turn = 9'd0;
        if (ready) turn = 9'd0;
        if (stores) begin
            put = 1'b1;
            put_place = {1'd0, spot};
            put_word = {8'd0, low} | ({8'd0, high} << 8);
        end
        if (step == Step_Scan) place = {1'd0, at};
        if ((step == Step_Drain) & (at == 4'd7)) turn = 9'd0;
        if (step == Step_Pick) begin
            case (at)
                4'd0: begin
                    place = given_place;
                    if (found) begin
                        part = ids_part;
                        place = slot;
                    end
                end
                4'd1: begin
                    part = order_part;
                    place = last_signature;
                end
                4'd2: ;
                4'd3: begin
                    if (~fresh) turn = 9'd0;
                end
                4'd4: raise_id_sat = ~up;
                4'd5: ;
                4'd6: begin
                    put = 1'b1;
                    put_place = given_place;
                end
                default: begin
                    put = 1'b1;
                    put_part = ids_part;
                    turn = 9'd0;
                end
            endcase
        end
        if (step == Step_Copy) begin
            copy = flows;
            put_word = got;
            if (cycle == 5'd18) turn = 9'd0;
        end
        if (step == Step_Touch) begin
            // The order of use moves up by one, as far as to where the signature was.
            part = order_part;
            put_part = order_part;
            put_place = n3;
            put_word = {11'd0, prior};
            if (flows) put = ~met;
            if (met) turn = 9'd0;
        end
        // A change of phase is kept under the phase before and how
        // often that came in a row; none removes what was kept there.
        if (step == Step_Learn) begin
            put_place = change;
            place = current_place;
            case (at)
                4'd1: place = predicted_place;
                4'd3: ;
                4'd4: ;
                4'd5: begin
                    put = begun & (~same | known);
                    put_part = change_id_part;
                    put_word = got;
                    if (same) put_word = 16'd0;
                end
                4'd6: begin
                    put = begun & ~same;
                    put_part = change_run_part;
                    put_word = {8'd0, repeats};
                end
                4'd7: begin
                    put = begun & ~same;
                    put_part = change_next_part;
                end
                4'd8: begin
                    put = 1'b1;
                    put_place = current_place;
                    turn = 9'd0;
                end
                default: ;
            endcase
        end
        if (step == Step_Predict) begin
            place = change;
            case (at)
                4'd0: ;
                4'd1: part = change_id_part;
                4'd2: part = change_run_part;
                4'd3: part = change_next_part;
                4'd5: ;
                4'd6: ;
                4'd7: begin
                    put = 1'b1;
                    put_place = predicted_place;
                    turn = 9'd0;
                end
                default: ;
            endcase
        end
        if (step == Step_Find) begin
            part = phase_id_part;
            if (later) begin
                if (ends_table) turn = 9'd0;
            end
        end
        if (step == Step_Enter) begin
            part = phase_seen_part;
            place = slot;
            put_part = phase_seen_part;
            case (at)
                4'd0: ;
                4'd2: ;
                4'd3: begin
                    put = ~found;
                    put_part = phase_id_part;
                end
                4'd4: begin
                    put = ~found;
                    put_word = 16'd0;
                end
                4'd8: ;
                4'd9: ;
                4'd10: begin
                    put = 1'b1;
                    put_word = word;
                    turn = 9'd0;
                end
                default: ;
            endcase
        end
        // The next interval is armed if its phase has no sample yet and would have been seen often enough.
        if (step == Step_Arm) begin
            part = phase_seen_part;
            place = slot;
            case (at)
                4'd4: ;
                4'd5: ;
                4'd6: turn = 9'd0;
                default: ;
            endcase
        end
        if (step == Step_Report) begin
            case (at)
                4'd0: begin
                    place = intervals_place;
                    raise_log_ovf = ~log_room;
                end
                4'd1: place = intervals_place | 5'd1;
                4'd2: place = current_place;
                default: place = predicted_place;
            endcase
            if (at == 4'd8) turn = 9'd0;
        end
        if (step == Step_Tally) begin
            place = which;
            put_place = which;
            put_word = word;
            case (at)
                4'd4: ;
                4'd5: begin
                    put = 1'b1;
                    turn = 9'd0;
                    if (&which) judged = 1'b1;
                end
                default: ;
            endcase
        end
        if (idle) begin
            part = peek_place[7:5];
            place = peek_place[4:0];
        end
    end
    assign clearing = step == Step_Clear;
    assign closed_wipe = wipes;
    assign closed_both = empties;
    assign closed_index = which;
    assign closed_bank = ~bank;

    treetap_phase_small_outreg_ram #(.WIDTH(16), .ADDR(8)) u_memory (
        .clk(clk),
        .ra(asks),
        .rd(peek_word),
        .we(puts),
        .wa(puts_place),
        .wd(puts_word)
    );

    treetap_phase_small_outreg_ram #(.WIDTH(16), .ADDR(9)) u_signatures (
        .clk(clk),
        .ra(looks),
        .rd(peek_element),
        .we(copies),
        .wa(copies_place),
        .wd(puts_word)
    );

    always @(posedge clk) begin
        equal <= got == key;
        n1 <= cycle;
        n2 <= n1;
        n3 <= n2;
        n4 <= n3;
        sends <= 1'b0;
        on <= 1'b0;
        off <= close;
        if (close) begin
            armed <= flag;
            flag <= 1'b0;
        end
        wipes <= 1'b0;
        met <= 1'b0;
        empties <= step == Step_Clear;
        // The increment: a half word of the cycle before. A phase's
        // number and its intervals stay at the largest one.
        word <= got;
        up <= ~(&got[14:0]);
        if (step == Step_Pick) up <= ~(&got);
        if (step == Step_Tally) begin
            // Of a counter's low half by one if it counts this interval, of its high half by the carry.
            case (which)
                5'd22: up <= right;
                5'd24: up <= sampled;
                5'd26: up <= vain;
                5'd28: up <= 1'b0;
                5'd30: up <= 1'b1;
                default: up <= carry;
            endcase
        end
        apart0 <= {1'd0, ours[7:0]} - {1'd0, theirs[7:0]};
        apart1 <= {1'd0, ours[15:8]} - {1'd0, theirs[15:8]};
        both <= gap0 + gap1 + {8'd0, apart0[8]};
        odd <= apart1[8];
        sum <= total + {4'd0, both} + {12'd0, odd};
        begins0 <= (step == Step_Scan) & ~(|at);
        ends0 <= (step == Step_Scan) & (&at);
        begins1 <= begins0;
        begins2 <= begins1;
        begins3 <= begins2;
        begins4 <= begins3;
        ends1 <= ends0;
        ends2 <= ends1;
        ends3 <= ends2;
        ends4 <= ends3;
        ends5 <= ends4;
        ends6 <= ends5;
        if (step == Step_Clear) begin
            which <= which + 5'd1;
            if (&n) step <= Step_Idle;
        end
        if (idle) begin
            if (judging & ~peek_valid) step <= Step_Settle;
        end
        if (settled) begin
            step <= Step_Fetch;
            which <= 5'd0;
        end
        // A bucket is emptied when it is read, and shifted bit by bit.
        if (step != Step_Shift) begin
            rest <= closed_word;
            moves <= shift;
        end else if (|moves) begin
            rest <= rest >> 1;
            moves <= moves - 4'd1;
        end
        if (fetched) begin
            wipes <= 1'b1;
            step <= Step_Shift;
        end
        if (ready) begin
            high <= element;
            low <= high;
            spot <= which[4:1];
            which <= which + 5'd1;
            step <= Step_Fetch;
            if (&which) begin
                step <= Step_Pick;
                if (some) step <= Step_Scan;
            end
        end
        // Two elements go into the memory in the cycle after the second one.
        stores <= ready & which[0];
        if (settled) begin
            found <= 1'b0;
            limit <= cfg_thr;
        end
        // The nearest signature, or the first one that is near enough: the limit becomes its distance.
        less <= sum < limit;
        apart <= sum;
        if (near) begin
            found <= 1'b1;
            limit <= apart;
            slot <= scanned;
        end
        if (step == Step_Scan) begin
            if (&at) scanned <= pair;
            if ((&at) & (pair == top)) step <= Step_Drain;
        end
        if ((step == Step_Drain) & (at == 4'd7)) step <= Step_Pick;
        spare <= top + {4'd0, some};
        if (step == Step_Pick) begin
            case (at)
                4'd0: begin
                    fresh <= ~found;
                    sampled <= 1'b0;
                    vain <= 1'b0;
                end
                4'd1: ;
                4'd2: ;
                4'd3: begin
                    if (~fresh) begin
                        key <= got;
                        step <= Step_Touch;
                        if (cfg_upd) step <= Step_Copy;
                    end
                end
                4'd4: begin
                    // A new phase: the next place, or that of the
                    // signature that was not used for the longest time.
                    word <= more[15:0];
                    slot <= spare;
                    if (full) slot <= got[4:0];
                end
                4'd5: key <= word;
                4'd6: ;
                default: begin
                    if (~full) begin
                        top <= slot;
                        full <= slot == last_signature;
                    end
                    some <= 1'b1;
                    step <= Step_Copy;
                end
            endcase
        end
        if (step == Step_Copy) begin
            if (cycle == 5'd18) step <= Step_Touch;
        end
        if (step == Step_Touch) begin
            prior <= slot;
            if (flows) begin
                prior <= got[4:0];
                met <= (got[4:0] == slot) | (n3 == top);
            end
            if (met) step <= Step_Learn;
        end
        // A change of phase is kept under the phase before and how
        // often that came in a row; none removes what was kept there.
        if (step == Step_Learn) begin
            case (at)
                4'd1: ;
                4'd3: begun <= |got;
                4'd4: same <= equal;
                4'd5: right <= equal;
                4'd6: ;
                4'd7: ;
                4'd8: begin
                    if (~same) begin
                        repeats <= 8'd1;
                    end else if (~(&repeats)) begin
                        repeats <= repeats + 8'd1;
                    end
                    second <= 1'b0;
                    found <= 1'b0;
                    step <= Step_Find;
                end
                default: ;
            endcase
        end
        if (step == Step_Predict) begin
            case (at)
                4'd0: change <= key[4:0] ^ repeats[4:0] ^ {2'd0, repeats[7:5]};
                4'd1: ;
                4'd2: ;
                4'd3: ;
                4'd5: hit <= equal & (got[7:0] == repeats);
                4'd6: begin
                    known <= hit;
                    if (hit & ~cfg_predmode) key <= got;
                end
                4'd7: begin
                    second <= 1'b1;
                    found <= 1'b0;
                    step <= Step_Find;
                end
                default: ;
            endcase
        end
        ends_table <= n3 == last_phase;
        if (step == Step_Find) begin
            if (later) begin
                if (equal) begin
                    found <= 1'b1;
                    slot <= n4;
                end
                if (ends_table) begin
                    step <= Step_Enter;
                    if (second) step <= Step_Arm;
                end
            end
        end
        scaled <= product[20:16];
        if (step == Step_Enter) begin
            case (at)
                4'd0: begin
                    evicts <= crowded;
                    if (~found) begin
                        if (crowded) begin
                            lfsr <= lfsr >> 1;
                            if (lfsr[0]) lfsr <= (lfsr >> 1) ^ taps;
                        end else begin
                            slot <= entries;
                            entries <= entries + 5'd1;
                            crowded <= entries == last_phase;
                        end
                    end
                end
                4'd2: begin
                    if (~found & evicts) slot <= scaled;
                end
                4'd3: ;
                4'd4: ;
                4'd8: begin
                    sampled <= armed & ~got[15];
                    vain <= armed & got[15];
                end
                4'd9: word <= more[15:0] | ({15'd0, armed} << 15);
                4'd10: step <= Step_Predict;
                default: ;
            endcase
        end
        // The next interval is armed if its phase has no sample yet and would have been seen often enough.
        if (step == Step_Arm) begin
            case (at)
                4'd4: word <= more[15:0];
                4'd5: often <= ~word[15] & ((|word[14:8]) | (word[7:0] >= cfg_k));
                4'd6: begin
                    if (found & cfg_auto & often) begin
                        flag <= 1'b1;
                        on <= 1'b1;
                    end
                    step <= Step_Report;
                end
                default: ;
            endcase
        end
        sent <= half_word;
        if (step == Step_Report) begin
            case (at)
                4'd0: room <= log_room;
                4'd1: ;
                4'd2: ;
                default: ;
            endcase
            sends <= room & flows;
            which <= 5'd22;
            if (at == 4'd8) step <= Step_Tally;
        end
        if (step == Step_Tally) begin
            case (at)
                4'd4: begin
                    word <= more[15:0];
                    carry <= more[16];
                end
                4'd5: begin
                    which <= which + 5'd1;
                    if (&which) step <= Step_Idle;
                end
                default: ;
            endcase
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
            if (~(|set_data)) lfsr <= 32'd1;
        end
        looks <= n;
        if (idle) looks <= peek_place;
        asks <= ({5'd0, part} << 5) | {3'd0, place};
        // Addresses and what is written are kept for a cycle: no path goes from a step to a memory.
        puts <= put;
        copies <= copy;
        puts_place <= ({5'd0, put_part} << 5) | {3'd0, put_place};
        copies_place <= copy_place;
        puts_word <= put_word;
        n <= turn;
        if (set_clr) off <= 1'b1;
        if (set_clr | rst) begin
            step <= Step_Clear;
            n <= 9'd0;
            flag <= 1'b0;
            some <= 1'b0;
            full <= 1'b0;
            top <= 5'd0;
            entries <= 5'd0;
            crowded <= 1'b0;
            known <= 1'b0;
            repeats <= 8'd0;
        end
        if (rst) begin
            on <= 1'b0;
            off <= 1'b0;
            sends <= 1'b0;
            lfsr <= 32'd1;
        end
    end
endmodule

// What is known of intervals, queued as half words and sent as words.
module treetap_phase_small_log #(
    parameter [8:0] fits = 9'd250,
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
    reg [8:0] came = 9'd0;
    reg [8:0] left = 9'd0;
    reg room = 1'b0;
    reg some = 1'b0;
    reg [2:0] turn = 3'd0;
    reg [15:0] low = 16'd0;
    reg [1:0] place = 2'd0;

    wire [15:0] halves_rd;

    wire [8:0] held = came - left;
    assign log_room = room;
    wire offers = turn == high_there;
    wire takes = offers & out_ready;
    wire goes = (|turn) ? (~offers | out_ready) : some;
    assign out_valid = offers;
    assign out_data = {16'd0, low} | ({16'd0, halves_rd} << 16);
    assign out_last = place == last;

    treetap_phase_small_outreg_ram #(.WIDTH(16), .ADDR(8)) u_halves (
        .clk(clk),
        .ra(left[7:0]),
        .rd(halves_rd),
        .we(log_put),
        .wa(came[7:0]),
        .wd(log_half)
    );

    always @(posedge clk) begin
        room <= held <= fits;
        if (log_put) came <= came + 9'd1;
        some <= |held;
        if (goes) turn <= turn + 3'd1;
        if (turn == low_there) low <= halves_rd;
        if ((turn == low_there) | takes) left <= left + 9'd1;
        if (takes) begin
            place <= place + 2'd1;
            if (place == last) place <= 2'd0;
        end
        if (rst) begin
            came <= 9'd0;
            left <= 9'd0;
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
    reg clears = 1'b0;
    reg arms = 1'b0;
    reg seeds = 1'b0;
    reg looked = 1'b0;
    reg [15:0] low = 16'd0;
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
    wire [15:0] half = ~bank_reads ? 16'd0 : shadow ? peek_element : peek_word;
    // The low half is there three cycles after it was asked for, the high half in the cycle after that.
    wire stored = shadow | table_ | counter;
    // What is out of range changes nothing. The word is there long before it is obeyed.
    wire [31:0] data = bus_wdata;
    wire long = |data[31:24];
    wire wide = long | (|data[23:13]);
    wire refused = (bank_at_len & (long | ~(|data[23:9]))) | (bank_at_thr & wide) | (bank_at_k & (wide
            | (|data[12:8]) | ~(|data[7:0])));
    wire acts = bus_valid & (turn == last_but_one);
    wire obeyed = acts & bus_we & ~refuses;
    assign set_sample_next = arms;
    assign set_seed = seeds;
    assign set_clr = clears;
    assign set_data = bus_wdata;
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
        if (second) begin
            low <= half;
            if (~stored) low <= bank_value[15:0];
        end
        high <= half;
        if (~stored) high <= bank_value[31:16];
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
    wire [24:0] closed_word;
    wire judged;
    wire clearing;
    wire [4:0] closed_index;
    wire closed_bank;
    wire closed_wipe;
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
    wire peek_valid;
    wire peek_signature;
    wire [8:0] peek_place;

    treetap_phase_small_intake #(.control(32'h7f0), .branch(5'd4), .last_but_one(24'hfffffd)) u_intake (
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

    treetap_phase_small_buckets #(.last_but_one(24'hfffffe), .holds_bit(5'd25), .over(25'h1000000),
            .holds(26'h2000000)) u_buckets (
        .clk(clk),
        .rst(rst),
        .count_valid(count_valid),
        .count_control(count_control),
        .count_bank(count_bank),
        .count_index(count_index),
        .clearing(clearing),
        .closed_index(closed_index),
        .closed_bank(closed_bank),
        .closed_wipe(closed_wipe),
        .closed_both(closed_both),
        .closed_word(closed_word)
    );

    treetap_phase_small_judge #(.ids_part(3'd0), .order_part(3'd1), .change_id_part(3'd2),
            .change_run_part(3'd3), .change_next_part(3'd4), .phase_id_part(3'd5), .phase_seen_part(3'd6),
            .others_part(3'd7), .current_place(5'd16), .predicted_place(5'd18), .given_place(5'd20),
            .intervals_place(5'd30), .last_signature(5'd19), .last_phase(5'd19), .phases(6'd20),
            .taps(32'h80200003)) u_judge (
        .clk(clk),
        .rst(rst),
        .close(close),
        .judging(judging),
        .judged(judged),
        .clearing(clearing),
        .bank(bank),
        .shift(shift),
        .closed_index(closed_index),
        .closed_bank(closed_bank),
        .closed_wipe(closed_wipe),
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

    treetap_phase_small_log #(.fits(9'd250), .last(2'd2), .low_there(3'd2), .high_there(3'd5)) u_log (
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

// treetap_pcfilter_rv32: after the tap of a core of 32 bits
// Configuration: deep 0, table 1, xlen 32.
// Made by treetap 0.1.0 with: treetap gen pcfilter --preset rv32
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// The first filter's hash of bits 32 to 1 of an address: all bytes of x ^ (x >> shift) together.
module treetap_pcfilter_rv32_f1_hash #(
    parameter [3:0] shift0 = 4'd3,
    parameter [3:0] shift1 = 4'd5,
    parameter [3:0] shift2 = 4'd7,
    parameter [3:0] shift3 = 4'd9
) (
    input  wire [31:0] pct,
    input  wire [1:0]  select,
    output wire [7:0]  hash
);
    reg [7:0] low;
    reg [7:0] high;

    wire [7:0] fold0 = pct[7:0] ^ pct[15:8] ^ pct[23:16] ^ pct[31:24];
    wire [7:0] fold1 = pct[15:8] ^ pct[23:16] ^ pct[31:24];
    wire [7:0] fold2 = pct[23:16] ^ pct[31:24];
    wire [23:0] folds = {16'd0, fold0} | ({16'd0, fold1} << 8) | ({16'd0, fold2} << 16);
    always @* begin
        low = folds[{1'd0, shift0} +: 8];
        high = folds[{1'd0, shift2} +: 8];
        if (select[0]) begin
            low = folds[{1'd0, shift1} +: 8];
            high = folds[{1'd0, shift3} +: 8];
        end
    end
    wire [7:0] shifted = select[1] ? high : low;
    assign hash = fold0 ^ shifted;
endmodule

// The second filter's hash of bits 32 to 1 of an address: x ^ (x >> shift) in slices of 12 bits together.
module treetap_pcfilter_rv32_f2_hash #(
    parameter [3:0] shift0 = 4'd5,
    parameter [3:0] shift1 = 4'd7,
    parameter [3:0] shift2 = 4'd9,
    parameter [3:0] shift3 = 4'd11
) (
    input  wire [31:0] pct,
    input  wire [1:0]  select,
    output wire [11:0] hash
);
    reg [11:0] low;
    reg [11:0] high;

    wire [11:0] fold0 = pct[11:0] ^ pct[23:12] ^ {4'd0, pct[31:24]};
    wire [11:0] fold1 = pct[23:12] ^ {4'd0, pct[31:24]};
    wire [23:0] folds = {12'd0, fold0} | ({12'd0, fold1} << 12);
    always @* begin
        low = folds[{1'd0, shift0} +: 12];
        high = folds[{1'd0, shift2} +: 12];
        if (select[0]) begin
            low = folds[{1'd0, shift1} +: 12];
            high = folds[{1'd0, shift3} +: 12];
        end
    end
    wire [11:0] shifted = select[1] ? high : low;
    assign hash = fold0 ^ shifted;
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_pcfilter_rv32_fast_ram #(
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

// Judges the records of one lane by trap, class and both filters of addresses, in two cycles.
module treetap_pcfilter_rv32_lane #(
    parameter [3:0] place_bits = 4'd4
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        valid,
    input  wire        trap,
    input  wire [4:0]  class_,
    input  wire [31:0] pc,
    input  wire        fen,
    input  wire [20:0] class_en,
    input  wire [1:0]  f1_hsel,
    input  wire [7:0]  f1_mask,
    input  wire [7:0]  f1_match,
    input  wire [1:0]  f2_hsel,
    input  wire        we,
    input  wire [7:0]  wa,
    input  wire [15:0] wd,
    input  wire        clearing,
    output wire        judged,
    output wire [2:0]  verdict
);
    reg busy = 1'b0;
    reg [2:0] early = 3'd0;
    reg [3:0] at0 = 4'd0;
    reg known0 = 1'b0;
    reg written0 = 1'b0;

    wire [7:0] f1_hash;
    wire [11:0] f2_0_hash;
    wire [15:0] table0_rd;

    wire [31:0] pct = pc >> 1;
    // First cycle: trap, class, first filter.
    wire [7:0] beside = (f1_hash ^ f1_match) & f1_mask;
    assign judged = busy;
    wire [7:0] word0 = f2_0_hash[place_bits +: 8];
    wire [3:0] place0 = f2_0_hash[3:0];
    // Second cycle: its bit.
    wire ignored0 = known0 ? written0 : table0_rd[at0];
    assign verdict = (ignored0 & ~(|early)) ? 3'd4 : early;

    treetap_pcfilter_rv32_f1_hash #(.shift0(4'd3), .shift1(4'd5), .shift2(4'd7), .shift3(4'd9)) u_f1 (
        .pct(pct),
        .select(f1_hsel),
        .hash(f1_hash)
    );

    treetap_pcfilter_rv32_f2_hash #(.shift0(4'd5), .shift1(4'd7), .shift2(4'd9), .shift3(4'd11)) u_f2_0 (
        .pct(pct),
        .select(f2_hsel),
        .hash(f2_0_hash)
    );

    treetap_pcfilter_rv32_fast_ram #(.WIDTH(16), .ADDR(8)) u_table0 (
        .clk(clk),
        .ra(word0),
        .rd(table0_rd),
        .we(we),
        .wa(wa),
        .wd(wd)
    );

    wire [20:0] wide0_unused_msbs = class_en >> class_;
    always @(posedge clk) begin
        busy <= valid;
        early <= 3'd0;
        if (trap) begin
            early <= 3'd1;
        end else if (~fen | ~wide0_unused_msbs[0]) begin
            early <= 3'd2;
        end else if (|beside) begin
            early <= 3'd3;
        end
        at0 <= place0;
        known0 <= clearing | (we & (wa == word0));
        written0 <= wd[place0];
        if (rst) busy <= 1'b0;
    end
endmodule

// Filters by class and address, and the decimator: the verdict on a record is there two cycles later.
// docs/reference/pcfilter.md has the rules and the codes of verdicts.
module treetap_pcfilter_rv32 (
    input  wire        clk,
    input  wire        rst,
    // records
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire [31:0] rec_pc,
    // settings; they count for the records of the same cycle on
    input  wire        cfg_fen,
    input  wire [20:0] cfg_class_en,
    input  wire [1:0]  cfg_f1_hsel,
    input  wire [7:0]  cfg_f1_mask,
    input  wire [7:0]  cfg_f1_match,
    input  wire [1:0]  cfg_f2_hsel,
    input  wire [15:0] cfg_decim,
    // pulses: DECIM was written; a word of the table, or a bit of it, is written,
    // for the records of two cycles later on, its low half for those of the next one
    input  wire        set_decim,
    input  wire        set_ign,
    input  wire        set_setign,
    input  wire [6:0]  set_addr,
    input  wire [31:0] set_data,
    // the tables are cleared after a reset; writes are lost
    output wire        pcf_clearing,
    // the verdict on the record of two cycles before
    output wire        pcf_valid,
    output wire [2:0]  pcf_verdict
);
    localparam [3:0] all_cleared = 4'd8;
    localparam [3:0] place_bits = 4'd4;
    localparam [4:0] half_bits = 5'd16;
    localparam [2:0] decim_code = 3'd5;
    localparam [15:0] minus_one = 16'hffff;
    localparam [15:0] last = 16'hfffd;

    reg [11:0] hash1_0 = 12'd0;
    reg [11:0] hash0 = 12'd0;
    reg writing1 = 1'b0;
    reg setting1 = 1'b0;
    reg writing = 1'b0;
    reg setting = 1'b0;
    reg [8:0] cleared = 9'd0;
    reg [15:0] count = 16'hffff;
    reg at_end = 1'b1;
    reg valid = 1'b0;
    reg [2:0] verdict = 3'd0;

    reg [7:0] wa;
    reg [15:0] wd;
    wire lane_judged;
    wire [2:0] lane_verdict;
    wire [15:0] table0_rd;
    wire [11:0] f2_0_hash;

    // The tables: cleared, or written: the low half of a word a cycle after the request,
    // the high one two cycles after it, and so is a bit, when its half word has been read.
    wire clearing = ~cleared[all_cleared];
    wire [7:0] table0_ra = hash1_0[place_bits +: 8];
    wire we = (writing1 & ~setting1) | writing | clearing;
    wire [15:0] lowest = 16'd1;
    always @* begin
        wa = {1'd0, set_addr} << 1;
        wd = set_data[15:0];
        if (writing) begin
            wa = ({1'd0, set_addr} << 1) | 8'd1;
            wd = set_data[half_bits +: 16];
        end
        if (setting) begin
            wa = hash0[place_bits +: 8];
            wd = table0_rd | (lowest << hash0[3:0]);
        end
        if (clearing) begin
            wa = cleared[7:0];
            wd = 16'd0;
        end
    end
    assign pcf_clearing = clearing;
    // The decimator counts up, from the complement of the
    // period, to all ones but the lowest bit: then one passes.
    // Period 0 begins there, too.
    wire judged = lane_judged;
    wire counts = judged & ~(|lane_verdict);
    wire full = at_end;
    wire renews = set_decim | full;
    wire [15:0] less = renews ? 16'd0 : minus_one;
    wire [15:0] more = count - less;
    assign pcf_valid = valid;
    assign pcf_verdict = verdict;

    treetap_pcfilter_rv32_lane #(.place_bits(4'd4)) u_lane (
        .clk(clk),
        .rst(rst),
        .valid(rec_valid),
        .trap(rec_trap),
        .class_(rec_class),
        .pc(rec_pc),
        .fen(cfg_fen),
        .class_en(cfg_class_en),
        .f1_hsel(cfg_f1_hsel),
        .f1_mask(cfg_f1_mask),
        .f1_match(cfg_f1_match),
        .f2_hsel(cfg_f2_hsel),
        .we(we),
        .wa(wa),
        .wd(wd),
        .clearing(clearing),
        .judged(lane_judged),
        .verdict(lane_verdict)
    );

    treetap_pcfilter_rv32_fast_ram #(.WIDTH(16), .ADDR(8)) u_table0 (
        .clk(clk),
        .ra(table0_ra),
        .rd(table0_rd),
        .we(we),
        .wa(wa),
        .wd(wd)
    );

    treetap_pcfilter_rv32_f2_hash #(.shift0(4'd5), .shift1(4'd7), .shift2(4'd9), .shift3(4'd11)) u_f2_0 (
        .pct(set_data),
        .select(cfg_f2_hsel),
        .hash(f2_0_hash)
    );

    always @(posedge clk) begin
        hash1_0 <= f2_0_hash;
        hash0 <= hash1_0;
        writing1 <= set_ign | set_setign;
        setting1 <= set_setign;
        writing <= writing1;
        setting <= setting1;
        if (clearing) cleared <= cleared + 9'd1;
        if (set_decim | counts) begin
            count <= more;
            at_end <= count == last;
            if (renews) begin
                count <= ~cfg_decim;
                at_end <= ~(|cfg_decim[15:1]);
            end
        end
        valid <= judged;
        verdict <= lane_verdict;
        if (counts & ~full) verdict <= decim_code;
        if (rst) begin
            writing1 <= 1'b0;
            writing <= 1'b0;
            cleared <= 9'd0;
            count <= 16'hffff;
            at_end <= 1'b1;
            valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire

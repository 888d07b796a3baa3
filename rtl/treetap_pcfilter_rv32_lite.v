// treetap_pcfilter_rv32_lite: the same as `rv32` without
// the second filter of addresses, for the smallest devices
// Configuration: lanes 1, table 0, xlen 32.
// Made by treetap 0.1.0 with: treetap gen pcfilter --preset rv32_lite
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// The first filter's hash of bits 32 to 1 of an address: all bytes of x ^ (x >> shift) together.
module treetap_pcfilter_rv32_lite_f1_hash #(
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

// Judges the records of one lane by trap, class and both filters of addresses, in two cycles.
module treetap_pcfilter_rv32_lite_lane (
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
    input  wire [6:0]  wa,
    input  wire [31:0] wd,
    input  wire        clearing,
    output wire        judged,
    output wire [2:0]  verdict
);
    reg busy = 1'b0;
    reg [2:0] early = 3'd0;

    wire [7:0] f1_hash;

    wire [31:0] pct = pc >> 1;
    // First cycle: trap, class, first filter.
    wire [7:0] beside = (f1_hash ^ f1_match) & f1_mask;
    assign judged = busy;
    assign verdict = early;

    treetap_pcfilter_rv32_lite_f1_hash #(.shift0(4'd3), .shift1(4'd5), .shift2(4'd7), .shift3(4'd9)) u_f1 (
        .pct(pct),
        .select(f1_hsel),
        .hash(f1_hash)
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
        if (rst) busy <= 1'b0;
    end
endmodule

// Filters by class and address, and the decimator: the verdict on a record is there two cycles later.
// docs/reference/pcfilter.md has the rules and the codes of verdicts.
module treetap_pcfilter_rv32_lite (
    input  wire        clk,
    input  wire        rst,
    // records, lane 0 the oldest
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
    // pulses: DECIM was written; a word of the table, or a bit
    // of it, is written, for the records of the next cycle on
    input  wire        set_decim,
    input  wire        set_ign,
    input  wire        set_setign,
    input  wire [6:0]  set_addr,
    input  wire [31:0] set_data,
    // the tables are cleared after a reset; writes are lost
    output wire        pcf_clearing,
    // verdicts on the records of two cycles before
    output wire        pcf_valid,
    output wire [2:0]  pcf_verdict
);
    localparam [3:0] verdict_at0 = 4'd0;

    reg writing = 1'b0;
    reg setting = 1'b0;
    reg [7:0] cleared = 8'd0;
    reg [15:0] count = 16'hffff;
    reg valid = 1'b0;
    reg [2:0] verdict = 3'd0;

    reg full;
    reg [15:0] left;
    reg valids;
    reg [2:0] verdicts;
    wire lanes0_judged;
    wire [2:0] lanes0_verdict;

    wire clearing = 1'b0;
    wire we = 1'b0;
    wire [6:0] wa = set_addr;
    wire [31:0] wd = set_data;
    assign pcf_clearing = clearing;
    // The decimator counts up, from the complement of the
    // period, to all ones but the lowest bit: then one passes.
    // Period 0 begins there, too.
    wire [15:0] restart = ~cfg_decim;
    wire anew = set_decim;
    wire counts = lanes0_judged & ~(|lanes0_verdict);
    wire [2:0] code = (counts & ~full) ? 3'd5 : lanes0_verdict;
    always @* begin
        left = count;
        full = &left[15:1];
        if (counts | anew) begin
            if (full | anew) begin
                left = restart;
            end else begin
                left = left + 16'd1;
            end
        end
    end
    always @* begin
        valids = 1'b0;
        valids = lanes0_judged;
    end
    always @* begin
        verdicts = 3'd0;
        verdicts = verdicts | (code << verdict_at0);
    end
    assign pcf_valid = valid;
    assign pcf_verdict = verdict;

    treetap_pcfilter_rv32_lite_lane u_lanes0 (
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
        .judged(lanes0_judged),
        .verdict(lanes0_verdict)
    );

    always @(posedge clk) begin
        count <= left;
        valid <= valids;
        verdict <= verdicts;
        if (rst) begin
            writing <= 1'b0;
            cleared <= 8'd0;
            count <= 16'hffff;
            valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire

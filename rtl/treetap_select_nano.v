// treetap_select_nano: for a 32-bit core, 32-bit keys
// Configuration: key_bits 32, xlen 32.
// Made by treetap 0.1.0 with: treetap gen select --preset nano
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Marks the records that are to become events, makes their keys and weighs them; one record per cycle.
// A record is here (sel_valid) two cycles after rec_valid; sel_pass says in that cycle whether it stays.
// An event of weight 1 leaves in the cycle after, any other when the next mark or a flush closes it.
module treetap_select_nano (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire        rec_taken,
    input  wire        rec_start,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    input  wire [31:0] rec_npc,
    input  wire [31:0] rec_val,
    input  wire [31:0] rec_addr,
    input  wire [7:0]  rec_evt,
    input  wire [15:0] rec_cycles,
    input  wire [31:0] rec_ord,
    // 0 code, 1 pc, 2 load-values, 3 miss-values, 4 addresses,
    // 5 narrow-operands, 6 zero-loads, 7 edges, 8 calls
    input  wire [3:0]  cfg_kind,
    // 0 one, 1 instructions, 2 cycles
    input  wire [1:0]  cfg_weight,
    // the record of two cycles ago, and what becomes of it
    output wire        sel_valid,
    output wire        sel_trap,
    output wire        sel_mark,
    input  wire        sel_pass,
    input  wire        sel_flush,
    input  wire        sel_clear,
    output wire        sel_held,
    output wire        sel_saturated,
    // an event; there is no ready
    output wire        ev_valid,
    output wire [31:0] ev_key,
    output wire [15:0] ev_weight,
    output wire [31:0] ev_ord
);
    localparam [3:0] code = 4'd0;
    localparam [3:0] misses = 4'd3;
    localparam [3:0] addresses = 4'd4;
    localparam [3:0] narrow = 4'd5;
    localparam [3:0] zeros = 4'd6;
    localparam [3:0] edges = 4'd7;
    localparam [3:0] calls = 4'd8;
    localparam [3:0] every = 4'd1;
    localparam [15:0] value_kinds = 16'd12;
    localparam [15:0] from_pc = 16'd163;
    localparam [15:0] to_npc = 16'h180;
    localparam [15:0] to_addr = 16'd80;
    localparam [1:0] instructions = 2'd1;
    localparam [1:0] cycles = 2'd2;
    localparam [4:0] load_class = 5'd0;
    localparam [31:0] access_classes = 32'h800f;
    localparam [31:0] result_classes = 32'h2f801;
    localparam [31:0] call_classes = 32'h540;
    localparam [5:0] sign_bit = 6'd15;
    localparam [31:0] edge_mask = 32'hffffffff;
    localparam [6:0] edge_left = 7'd15;
    localparam [6:0] edge_right = 7'd17;

    reg valid = 1'b0;
    reg trap = 1'b0;
    reg fits = 1'b0;
    reg taken = 1'b0;
    reg low = 1'b0;
    reg sign = 1'b0;
    reg beyond = 1'b0;
    reg [31:0] from = 32'd0;
    reg [31:0] to = 32'd0;
    reg [15:0] step = 16'd0;
    reg [31:0] ord = 32'd0;
    reg here = 1'b0;
    reg here_trap = 1'b0;
    reg here_mark = 1'b0;
    reg [31:0] here_key = 32'd0;
    reg [15:0] here_step = 16'd0;
    reg [31:0] here_ord = 32'd0;
    reg held = 1'b0;
    reg [31:0] held_key = 32'd0;
    reg [31:0] held_ord = 32'd0;
    reg [15:0] earlier = 16'd0;
    reg [15:0] last = 16'd0;
    reg saturated = 1'b0;

    reg good;
    reg [31:0] origin;
    reg [31:0] goal;

    wire destination = |rec_insn[11:7];
    wire load = (rec_class == load_class) & destination;
    wire values = value_kinds[cfg_kind];
    wire [31:0] unlike_sign = rec_val[sign_bit[4:0]] ? ~rec_val : rec_val;
    wire zero = ~low & ~sign & ~beyond;
    always @* begin
        good = 1'b1;
        if (cfg_kind == edges) begin
            good = taken;
        end else if (cfg_kind == narrow) begin
            good = ~beyond;
        end else if (cfg_kind == zeros) begin
            good = zero;
        end
    end
    always @* begin
        origin = from;
        goal = to;
        if (cfg_kind == edges) begin
            origin = (from << edge_left) | ((from & edge_mask) >> edge_right);
            goal = to & edge_mask;
        end
    end
    assign sel_valid = here;
    assign sel_trap = here_trap;
    assign sel_mark = here_mark;
    // What is held weighs what came before the last record, and what that one adds.
    wire one = (cfg_weight != instructions) & (cfg_weight != cycles);
    wire [16:0] sum = {1'd0, earlier} + {1'd0, last};
    wire cut = sum[16];
    wire [15:0] weight = cut ? 16'hffff : sum[15:0];
    wire leaves = held & (one | here_mark | sel_flush);
    assign sel_held = held;
    assign sel_saturated = saturated;
    assign ev_valid = leaves;
    assign ev_key = held_key;
    assign ev_weight = weight;
    assign ev_ord = held_ord;

    always @(posedge clk) begin
        // First cycle: everything but the value.
        valid <= rec_valid;
        trap <= rec_trap;
        ord <= rec_ord;
        fits <= values & load;
        if (cfg_kind == code) fits <= rec_start;
        if (cfg_kind == every) fits <= 1'b1;
        if (cfg_kind == misses) fits <= load & rec_evt[0];
        if (cfg_kind == addresses) fits <= access_classes[rec_class];
        if (cfg_kind == narrow) fits <= result_classes[rec_class] & destination;
        if (cfg_kind == zeros) fits <= load;
        if (cfg_kind == edges) fits <= 1'b1;
        // What a comparison of addresses says comes late, and is asked for a cycle later.
        taken <= rec_taken;
        if (cfg_kind == calls) fits <= call_classes[rec_class];
        // Of the key there are two halves, one of which is zero for all kinds but edges.
        from <= 32'd0;
        if (from_pc[cfg_kind]) begin
            from <= rec_pc;
        end else if (values) begin
            from <= rec_val;
        end
        to <= 32'd0;
        if (to_npc[cfg_kind]) begin
            to <= rec_npc;
        end else if (to_addr[cfg_kind]) begin
            to <= rec_addr;
        end
        // The value below bit 15, that bit, and whether one above is unlike it.
        low <= |rec_val[14:0];
        sign <= rec_val[sign_bit[4:0]];
        beyond <= |(unlike_sign >> sign_bit);
        step <= rec_cycles;
        if (cfg_weight != cycles) step <= {15'd0, ~rec_trap};
        // Second cycle: the value, and the key.
        here <= valid;
        here_trap <= trap;
        here_ord <= ord;
        here_step <= step;
        here_mark <= valid & ~trap & fits & good;
        here_key <= origin ^ goal;
        earlier <= weight;
        last <= 16'd0;
        if (here) last <= here_step;
        held <= held & ~leaves;
        if (here_mark) begin
            held <= sel_pass;
            earlier <= 16'd0;
        end
        saturated <= (saturated & ~sel_clear) | (held & cut);
        if (rst) begin
            valid <= 1'b0;
            here <= 1'b0;
            here_mark <= 1'b0;
            held <= 1'b0;
            saturated <= 1'b0;
        end
        if (here_mark) held_key <= here_key;
        if (here_mark) held_ord <= here_ord;
    end
endmodule

`default_nettype wire

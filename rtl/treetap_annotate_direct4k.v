// treetap_annotate_direct4k: beside a small 32-bit core: direct-mapped 4 kB
// Configuration: line_bytes 32, predictor 512, sets 128, ways 1, xlen 32.
// Made by treetap 0.1.0 with: treetap gen annotate --preset direct4k
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_annotate_direct4k_fast_ram #(
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

// Passes records on, two cycles later,
// with the events and the latency that a cache and a branch predictor would show.
module treetap_annotate_direct4k (
    input  wire        clk,
    input  wire        rst,
    // replace events and latencies; off forgets what was learnt
    input  wire        cfg_annotate,
    // the memories are being cleared; until they are, records pass as they came
    output wire        ann_clearing,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire        rec_rvc,
    input  wire        rec_taken,
    input  wire        rec_start,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    input  wire [31:0] rec_npc,
    input  wire [31:0] rec_val,
    input  wire [31:0] rec_addr,
    input  wire [15:0] rec_cycles,
    input  wire [31:0] rec_ord,
    input  wire [7:0]  rec_evt,
    input  wire [15:0] rec_lat,
    // latencies in cycles
    input  wire [15:0] cfg_hit_cycles,
    input  wire [15:0] cfg_miss_cycles,
    input  wire [15:0] cfg_mispredict_cycles,
    // the record of two cycles ago
    output wire        ann_valid,
    output wire        ann_trap,

    output wire [4:0]  ann_class,
    output wire        ann_rvc,
    output wire        ann_taken,
    output wire        ann_start,
    output wire [31:0] ann_insn,
    output wire [31:0] ann_pc,
    output wire [31:0] ann_npc,
    output wire [31:0] ann_val,
    output wire [31:0] ann_addr,
    output wire [15:0] ann_cycles,
    output wire [31:0] ann_ord,
    output wire [7:0]  ann_evt,
    output wire [15:0] ann_lat
);
    localparam [31:0] access_classes = 32'h800f;
    localparam [4:0] branch_class = 5'd4;
    localparam [6:0] line_bits = 7'd5;
    localparam [20:0] present = 21'h100000;
    localparam [1:0] fresh = 2'd1;
    localparam [15:0] last_place = 16'h1ff;
    localparam [7:0] rest = 8'd252;

    reg clearing = 1'b1;
    reg [15:0] place = 16'd0;
    reg here = 1'b0;
    reg there = 1'b0;
    reg trap1 = 1'b0;
    reg trap2 = 1'b0;
    reg [4:0] class1 = 5'd0;
    reg [4:0] class2 = 5'd0;
    reg rvc1 = 1'b0;
    reg rvc2 = 1'b0;
    reg taken1 = 1'b0;
    reg taken2 = 1'b0;
    reg start1 = 1'b0;
    reg start2 = 1'b0;
    reg [31:0] insn1 = 32'd0;
    reg [31:0] insn2 = 32'd0;
    reg [31:0] pc1 = 32'd0;
    reg [31:0] pc2 = 32'd0;
    reg [31:0] npc1 = 32'd0;
    reg [31:0] npc2 = 32'd0;
    reg [31:0] val1 = 32'd0;
    reg [31:0] val2 = 32'd0;
    reg [31:0] addr1 = 32'd0;
    reg [31:0] addr2 = 32'd0;
    reg [15:0] cycles1 = 16'd0;
    reg [15:0] cycles2 = 16'd0;
    reg [31:0] ord1 = 32'd0;
    reg [31:0] ord2 = 32'd0;
    reg [7:0] evt1 = 8'd0;
    reg [7:0] evt2 = 8'd0;
    reg [15:0] lat1 = 16'd0;
    reg [15:0] lat2 = 16'd0;
    reg annotates = 1'b0;
    reg access = 1'b0;
    reg branch = 1'b0;
    reg wrote = 1'b0;
    reg [6:0] wrote_set = 7'd0;
    reg [20:0] wrote_ways0 = 21'd0;
    reg learnt = 1'b0;
    reg [8:0] learnt_at = 9'd0;
    reg [1:0] learnt_count = 2'd0;

    reg found0;
    reg hit;
    reg [1:0] new_count;
    reg [7:0] known;
    wire [20:0] ways0_rd;
    reg [6:0] ways0_wa;
    reg [20:0] ways0_wd;
    wire [1:0] predictor_rd;
    reg [8:0] predictor_wa;
    reg [1:0] predictor_wd;

    wire on = cfg_annotate & ~clearing;
    // Second cycle: the record is compared, and what it leaves is
    // written. What the record before left is not in the memories yet.
    wire [6:0] set = addr1[line_bits[4:0] +: 7];
    wire [20:0] line = {1'd0, addr1[31:12]} | present;
    wire again = wrote & (wrote_set == set);
    wire [6:0] ways0_ra = rec_addr[line_bits[4:0] +: 7];
    wire [20:0] way0 = again ? wrote_ways0 : ways0_rd;
    always @* begin
        hit = 1'b0;
        found0 = hit;
        hit = hit | (way0 == line);
    end
    wire [20:0] new_way0 = line;
    wire ways0_we = access | clearing;
    always @* begin
        ways0_wa = set;
        ways0_wd = new_way0;
        if (clearing) begin
            ways0_wa = place[6:0];
            ways0_wd = 21'd0;
        end
    end
    wire [8:0] at = pc1[9:1];
    wire [1:0] count = (learnt & (learnt_at == at)) ? learnt_count : predictor_rd;
    wire right = count[1] == taken1;
    always @* begin
        new_count = count;
        if (taken1) begin
            if (~(&count)) new_count = count + 2'd1;
        end else if (|count) begin
            new_count = count - 2'd1;
        end
    end
    wire predictor_we = branch | clearing;
    always @* begin
        predictor_wa = at;
        predictor_wd = new_count;
        if (clearing) begin
            predictor_wa = place[8:0];
            predictor_wd = fresh;
        end
    end
    assign ann_valid = there;
    assign ann_trap = trap2;
    assign ann_class = class2;
    assign ann_rvc = rvc2;
    assign ann_taken = taken2;
    assign ann_start = start2;
    assign ann_insn = insn2;
    assign ann_pc = pc2;
    assign ann_npc = npc2;
    assign ann_val = val2;
    assign ann_addr = addr2;
    assign ann_cycles = cycles2;
    assign ann_ord = ord2;
    always @* begin
        known = evt1;
        if (annotates) known = evt1 & rest;
        if (access & ~hit) begin
            known = (evt1 & rest) | 8'd1;
        end else if (branch & ~right) begin
            known = (evt1 & rest) | 8'd2;
        end
    end
    assign ann_evt = evt2;
    assign ann_lat = lat2;
    assign ann_clearing = clearing & cfg_annotate;

    treetap_annotate_direct4k_fast_ram #(.WIDTH(21), .ADDR(7)) u_ways0 (
        .clk(clk),
        .ra(ways0_ra),
        .rd(ways0_rd),
        .we(ways0_we),
        .wa(ways0_wa),
        .wd(ways0_wd)
    );

    treetap_annotate_direct4k_fast_ram #(.WIDTH(2), .ADDR(9)) u_predictor (
        .clk(clk),
        .ra(rec_pc[9:1]),
        .rd(predictor_rd),
        .we(predictor_we),
        .wa(predictor_wa),
        .wd(predictor_wd)
    );

    always @(posedge clk) begin
        // First cycle: the set and the counter are read.
        here <= rec_valid;
        trap1 <= rec_trap;
        class1 <= rec_class;
        rvc1 <= rec_rvc;
        taken1 <= rec_taken;
        start1 <= rec_start;
        insn1 <= rec_insn;
        pc1 <= rec_pc;
        npc1 <= rec_npc;
        val1 <= rec_val;
        addr1 <= rec_addr;
        cycles1 <= rec_cycles;
        ord1 <= rec_ord;
        evt1 <= rec_evt;
        lat1 <= rec_lat;
        annotates <= on;
        access <= rec_valid & on & ~rec_trap & access_classes[rec_class];
        branch <= rec_valid & on & ~rec_trap & (rec_class == branch_class);
        wrote <= access;
        wrote_set <= set;
        wrote_ways0 <= new_way0;
        learnt <= branch;
        learnt_at <= at;
        learnt_count <= new_count;
        // Third cycle: the record leaves.
        there <= here;
        trap2 <= trap1;
        class2 <= class1;
        rvc2 <= rvc1;
        taken2 <= taken1;
        start2 <= start1;
        insn2 <= insn1;
        pc2 <= pc1;
        npc2 <= npc1;
        val2 <= val1;
        addr2 <= addr1;
        cycles2 <= cycles1;
        ord2 <= ord1;
        evt2 <= known;
        lat2 <= lat1;
        if (annotates) lat2 <= 16'd0;
        if (access) begin
            lat2 <= cfg_miss_cycles;
            if (hit) lat2 <= cfg_hit_cycles;
        end else if (branch & ~right) begin
            lat2 <= cfg_mispredict_cycles;
        end
        if (clearing) begin
            place <= place + 16'd1;
            if (place == last_place) clearing <= 1'b0;
        end
        if (~cfg_annotate) begin
            clearing <= 1'b1;
            place <= 16'd0;
        end
        if (rst) begin
            clearing <= 1'b1;
            place <= 16'd0;
            here <= 1'b0;
            there <= 1'b0;
            access <= 1'b0;
            branch <= 1'b0;
            wrote <= 1'b0;
            learnt <= 1'b0;
        end
    end
endmodule

`default_nettype wire

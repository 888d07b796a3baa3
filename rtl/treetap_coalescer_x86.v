// treetap_coalescer_x86: the one of `rap x86`
// Configuration: 48-bit keys, coalescer of 1024 entries.
// Made by treetap 0.1.0 with: treetap gen coalescer --preset x86
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_coalescer_x86_fast_ram_re #(
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

// Counts the cycles with step high; saturates at the largest value, of which near says that it is
// at most one away. near may be late by a cycle: it matters for odd values only, and there it is right.
module treetap_coalescer_x86_tally (
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

// Direct-mapped coalescing buffer: sums the weights of repeated keys, one event per cycle.
// An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
module treetap_coalescer_x86 (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [47:0] ev_key,
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
    output wire [47:0] out_key,
    output wire [15:0] out_weight,
    // events of weight 0 since reset, saturating
    output wire [31:0] stat_zero_weight
);
    localparam [7:0] e = 8'd10;

    reg dropped = 1'b0;
    reg passing = 1'b0;
    reg requested = 1'b0;
    reg [10:0] position = 11'd0;
    reg [15:0] weight_max = 16'd0;
    reg busy = 1'b0;
    reg pass = 1'b0;
    reg [9:0] index = 10'd0;
    reg [47:0] key = 48'd0;
    reg [15:0] weight = 16'd0;
    reg forward = 1'b0;
    reg last_busy = 1'b0;
    reg last_pass = 1'b0;
    reg [9:0] last_index = 10'd0;
    reg [47:0] last_key = 48'd0;
    reg [15:0] last_weight = 16'd0;
    reg [16:0] room = 17'd0;
    reg [47:0] entry_key = 48'd0;
    reg [15:0] entry_weight = 16'd0;
    reg same = 1'b0;
    reg same_key = 1'b0;
    reg written = 1'b0;
    reg [47:0] written_key = 48'd0;
    reg [15:0] written_weight = 16'd0;
    reg offered = 1'b0;
    reg [47:0] offered_key = 48'd0;
    reg [15:0] offered_weight = 16'd0;

    reg [47:0] base_key;
    reg [15:0] base_weight;
    reg equal;
    reg [9:0] event_index;
    reg [47:0] rest;
    wire [63:0] entries_rd;

    always @* begin
        // Third stage: the entry, as read or as the event right
        // before left it. It takes the event, or it leaves.
        if (same) begin
            base_key = written_key;
            base_weight = written_weight;
            equal = same_key;
        end else begin
            base_key = entry_key;
            base_weight = entry_weight;
            equal = entry_key == last_key;
        end
    end
    wire [15:0] sum = base_weight + last_weight;
    wire hit = equal & (|base_weight) & ~room[16] & (base_weight <= room[15:0]) & ~last_pass;
    wire [15:0] new_weight = hit ? sum : last_weight;
    wire discard = last_pass & (~requested | ~flush_op[0]);
    wire evict = last_busy & ~hit & (|base_weight) & ~discard;
    wire advance = ~evict | ~offered | out_ready;
    assign out_valid = offered;
    assign out_key = offered_key;
    assign out_weight = offered_weight;
    always @* begin
        // First stage: an event, or the next position of a pass.
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
        event_index = event_index ^ rest[9:0];
        rest = rest >> e;
    end
    assign ev_ready = advance & ~passing & ~flush_valid;
    wire accept = ev_valid & ev_ready;
    wire pass_left = passing & ~position[e[3:0]];
    wire [9:0] read_index = passing ? position[9:0] : event_index;
    wire entries_we = last_busy & advance;
    wire [63:0] entries_wd = ({16'd0, last_key} << 16) | {48'd0, new_weight};
    // Passes over all entries.
    wire pass_done = passing & position[e[3:0]] & ~busy & ~last_busy & ~offered;
    assign flush_ready = pass_done & requested;
    wire restart = passing & (~requested | flush_op[1]);

    treetap_coalescer_x86_fast_ram_re #(.WIDTH(64), .ADDR(10)) u_entries (
        .clk(clk),
        .re(advance),
        .ra(read_index),
        .rd(entries_rd),
        .we(entries_we),
        .wa(last_index),
        .wd(entries_wd)
    );

    treetap_coalescer_x86_tally u_zeros (
        .clk(clk),
        .clear(restart),
        .step(dropped),
        .count(stat_zero_weight)
    );

    always @(posedge clk) begin
        // Output register.
        if (out_ready) offered <= 1'b0;
        if (evict & advance) begin
            offered <= 1'b1;
            offered_key <= base_key;
            offered_weight <= base_weight;
        end
        dropped <= accept & ~(|ev_weight);
        if (advance) begin
            busy <= pass_left | (accept & (|ev_weight));
            pass <= passing;
            index <= read_index;
            key <= ev_key;
            forward <= read_index == last_index;
            if (passing) begin
                weight <= 16'd0;
            end else begin
                weight <= ev_weight;
            end
            // Second stage: the entry, as read or as the event two before left it.
            if (forward & written) begin
                entry_key <= written_key;
                entry_weight <= written_weight;
            end else begin
                entry_key <= entries_rd[63:16];
                entry_weight <= entries_rd[15:0];
            end
            room <= {1'd0, weight_max} - {1'd0, weight};
            same <= last_busy & (index == last_index);
            same_key <= key == last_key;
            last_busy <= busy;
            last_pass <= pass;
            last_index <= index;
            last_key <= key;
            last_weight <= weight;
            written <= last_busy;
            written_key <= last_key;
            written_weight <= new_weight;
        end
        if (pass_left & advance) position <= position + 11'd1;
        if (pass_done) begin
            passing <= 1'b0;
            requested <= 1'b0;
        end
        if (~passing & flush_valid) begin
            passing <= 1'b1;
            requested <= 1'b1;
            position <= 11'd0;
        end
        if (restart) weight_max <= cfg_weight_max;
        if (rst) begin
            passing <= 1'b1;
            requested <= 1'b0;
            position <= 11'd0;
            dropped <= 1'b0;
            busy <= 1'b0;
            last_busy <= 1'b0;
            offered <= 1'b0;
        end
    end
endmodule

`default_nettype wire

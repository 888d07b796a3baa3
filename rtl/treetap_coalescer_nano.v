// treetap_coalescer_nano: the one of `rap nano`
// Configuration: 32-bit keys, compact coalescer of 256 entries.
// Made by treetap 0.1.0 with: treetap gen coalescer --preset nano
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_coalescer_nano_fast_ram_re #(
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
module treetap_coalescer_nano_tally (
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

// Direct-mapped coalescing buffer: sums the weights of repeated keys, one event in two cycles.
// An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
module treetap_coalescer_nano (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // operation on all entries (1 send and empty, 2 empty and reset, 3 both); ready when finished
    input  wire        flush_valid,
    output reg         flush_ready,
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
    localparam [7:0] e = 8'd8;
    localparam [1:0] State_Wipe = 2'd0;
    localparam [1:0] State_Read = 2'd1;
    localparam [1:0] State_Look = 2'd2;
    localparam [1:0] State_Drain = 2'd3;

    reg [1:0] state;
    reg flushing = 1'b0;
    reg requested = 1'b0;
    reg [8:0] position = 9'd0;
    reg [15:0] not_weight_max = 16'd0;
    reg [16:0] excess = 17'd0;
    reg [15:0] sum = 16'd0;
    reg zero = 1'b0;
    reg equal_high = 1'b0;
    reg equal_low = 1'b0;
    reg used = 1'b0;
    reg fits = 1'b0;
    reg leaving = 1'b0;
    reg ignored = 1'b0;
    reg offered = 1'b0;
    reg writes = 1'b0;
    reg erases = 1'b0;
    reg [7:0] place = 8'd0;
    reg [31:0] key = 32'd0;
    reg [15:0] weight = 16'd0;
    reg [31:0] offered_key = 32'd0;
    reg [15:0] offered_weight = 16'd0;

    reg [7:0] event_index;
    reg [31:0] rest;
    reg restart;
    wire [47:0] entries_rd;

    wire free = ~offered | out_ready;
    // The event taken in the cycle before: its entry takes it, or leaves.
    wire hit = equal_high & equal_low & fits;
    wire moved = used & ~hit;
    wire [15:0] new_weight = (hit & used) ? sum : erases ? 16'd0 : weight;
    wire [47:0] entries_wd = ({16'd0, key} << 16) | {32'd0, new_weight};
    wire leaves = moved | leaving;
    wire stuck = leaves & offered;
    always @* begin
        // The entry of the event, or of the position.
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
    wire [7:0] index = flushing ? position[7:0] : event_index;
    // Four bits of the index are enough to tell nearly all entries apart, and sooner.
    wire behind = writes & (event_index[3:0] == place[3:0]) & ~flushing;
    wire read = (state == State_Read) & ~stuck;
    wire [31:0] entry_key = entries_rd[47:16];
    wire [15:0] entry_weight = entries_rd[15:0];
    wire [31:0] differing = entry_key ^ ev_key;
    wire [16:0] beyond = {1'd0, entry_weight} + {1'd0, excess[15:0]};
    assign ev_ready = (state == State_Look) & ~flushing & ~flush_valid;
    wire taking = flushing | (~flush_valid & ~zero);
    wire writing = (state == State_Look) & taking;
    always @* begin
        flush_ready = 1'b0;
        restart = 1'b0;
        case (state)
            State_Wipe: restart = 1'b1;
            State_Read: ;
            State_Look: ;
            default /* State_Drain */: begin
                restart = flush_op[1];
                if (~offered) flush_ready = 1'b1;
            end
        endcase
    end
    // Under way; and asked for, not by a reset.
    wire request = (state == State_Read) & flush_valid & ~stuck & ~position[e[3:0]];
    wire wiped = (state == State_Wipe) & position[e[3:0]] & ~requested;
    assign out_valid = offered;
    assign out_key = offered_key;
    assign out_weight = offered_weight;

    treetap_coalescer_nano_fast_ram_re #(.WIDTH(48), .ADDR(8)) u_entries (
        .clk(clk),
        .re(read),
        .ra(index),
        .rd(entries_rd),
        .we(writes),
        .wa(place),
        .wd(entries_wd)
    );

    treetap_coalescer_nano_tally u_zeros (
        .clk(clk),
        .clear(restart),
        .step(ignored),
        .count(stat_zero_weight)
    );

    always @(posedge clk) begin
        leaving <= leaves & ~free;
        // The event and its index are the same in both of its cycles.
        key <= ev_key;
        weight <= ev_weight;
        place <= index;
        // While the entry is read: weight - limit - 1, modulo
        // 2^16. When it is here: how it relates to the event.
        excess <= {1'd0, not_weight_max} + {1'd0, ev_weight};
        zero <= ~(|ev_weight);
        equal_high <= ~(|(differing >> 16));
        equal_low <= ~(|differing[15:0]);
        fits <= ~beyond[16] & ~excess[16] & ~flushing;
        sum <= entry_weight + ev_weight;
        writes <= (state == State_Wipe) | writing;
        used <= (|entry_weight) & writing;
        erases <= flushing;
        ignored <= ev_ready & zero;
        case (state)
            State_Wipe: begin
                position <= position + 9'd1;
                if (position[e[3:0]]) begin
                    if (requested) begin
                        state <= State_Drain;
                    end else begin
                        position <= 9'd0;
                        state <= State_Read;
                    end
                end
            end
            State_Read: begin
                if (stuck) begin
                    state <= State_Read;
                end else if (position[e[3:0]]) begin
                    state <= State_Drain;
                end else if (flush_valid) begin
                    if (~flush_op[0]) begin
                        state <= State_Wipe;
                    end else if (flushing) begin
                        state <= State_Look;
                    end
                end else if (ev_valid & ~behind) begin
                    state <= State_Look;
                end
            end
            State_Look: begin
                state <= State_Read;
                if (flushing) position <= position + 9'd1;
            end
            default /* State_Drain */: begin
                position <= 9'd0;
                if (~offered) state <= State_Read;
            end
        endcase
        flushing <= (flushing | request) & ~wiped & ~flush_ready;
        requested <= (requested | request) & ~flush_ready;
        // Output register.
        if (free) begin
            offered <= leaves;
            offered_key <= entry_key;
            offered_weight <= entry_weight;
        end
        if (restart) not_weight_max <= ~cfg_weight_max;
        if (rst) begin
            state <= State_Wipe;
            flushing <= 1'b1;
            requested <= 1'b0;
            position <= 9'd0;
            leaving <= 1'b0;
            offered <= 1'b0;
            writes <= 1'b0;
            used <= 1'b0;
        end
    end
endmodule

`default_nettype wire

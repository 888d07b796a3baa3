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

// Direct-mapped coalescing buffer: sums the weights of repeated keys, one event in three cycles.
// An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
module treetap_coalescer_x86 (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output reg         ev_ready,
    input  wire [47:0] ev_key,
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
    output wire [47:0] out_key,
    output wire [15:0] out_weight,
    // events of weight 0 since reset, saturating
    output wire [31:0] stat_zero_weight
);
    localparam [7:0] e = 8'd10;
    localparam [2:0] State_Drain = 3'd5;
    localparam [2:0] State_Hold = 3'd4;
    localparam [2:0] State_Look = 3'd2;
    localparam [2:0] State_Read = 3'd1;
    localparam [2:0] State_Wipe = 3'd0;
    localparam [2:0] State_Write = 3'd3;

    reg [2:0] state;
    reg flushing = 1'b0;
    reg requested = 1'b0;
    reg [10:0] position = 11'd0;
    reg [15:0] not_weight_max = 16'd0;
    reg [16:0] excess = 17'd0;
    reg [15:0] sum = 16'd0;
    reg zero = 1'b0;
    reg equal = 1'b0;
    reg used = 1'b0;
    reg fits = 1'b0;
    reg offered = 1'b0;
    reg [47:0] offered_key = 48'd0;
    reg [15:0] offered_weight = 16'd0;

    reg [9:0] event_index;
    reg [47:0] rest;
    reg act;
    reg restart;
    wire [63:0] entries_rd;
    reg entries_we;
    reg zeros_step;
    reg [2:0] state_next;

    always @* begin
        // The entry of the event, or of the position.
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
    wire [9:0] index = flushing ? position[9:0] : event_index;
    wire entries_re = state == State_Read;
    wire [47:0] entry_key = entries_rd[63:16];
    wire [15:0] entry_weight = entries_rd[15:0];
    wire [16:0] beyond = {1'd0, entry_weight} + {1'd0, excess[15:0]};
    // It takes the event, or it leaves.
    wire hit = equal & fits & used;
    wire [15:0] new_weight = flushing ? 16'd0 : hit ? sum : ev_weight;
    wire [63:0] entries_wd = ({16'd0, ev_key} << 16) | {48'd0, new_weight};
    wire leave = used & (flushing | (~hit & ~zero));
    wire free = ~offered | out_ready;
    wire asked = ev_valid & ~flush_valid;
    assign out_valid = offered;
    assign out_key = offered_key;
    assign out_weight = offered_weight;
    always @* begin
        state_next = state;
        entries_we = 1'b0;
        act = 1'b0;
        ev_ready = 1'b0;
        flush_ready = 1'b0;
        zeros_step = 1'b0;
        restart = 1'b0;
        case (state)
            State_Wipe: begin
                restart = 1'b1;
                entries_we = 1'b1;
                if (&position[9:0]) begin
                    if (requested) begin
                        state_next = State_Drain;
                    end else begin
                        state_next = State_Read;
                    end
                end
            end
            State_Read: begin
                if (position[e[3:0]]) begin
                    state_next = State_Drain;
                end else if (flush_valid) begin
                    if (~flush_op[0]) begin
                        state_next = State_Wipe;
                    end else if (flushing) begin
                        state_next = State_Look;
                    end
                end else if (ev_valid) begin
                    state_next = State_Look;
                end
            end
            State_Look: state_next = State_Write;
            State_Write: begin
                state_next = State_Read;
                if (flushing) begin
                    entries_we = 1'b1;
                    act = leave;
                end else if (asked) begin
                    entries_we = ~zero;
                    ev_ready = 1'b1;
                    act = leave;
                    zeros_step = zero;
                end
                if (act & ~free) state_next = State_Hold;
            end
            State_Hold: begin
                act = 1'b1;
                if (free) state_next = State_Read;
            end
            default /* State_Drain */: begin
                restart = flush_op[1];
                if (~offered) begin
                    flush_ready = 1'b1;
                    state_next = State_Read;
                end
            end
        endcase
        if (rst) state_next = State_Wipe;
    end

    treetap_coalescer_x86_fast_ram_re #(.WIDTH(64), .ADDR(10)) u_entries (
        .clk(clk),
        .re(entries_re),
        .ra(index),
        .rd(entries_rd),
        .we(entries_we),
        .wa(index),
        .wd(entries_wd)
    );

    treetap_coalescer_x86_tally u_zeros (
        .clk(clk),
        .clear(restart),
        .step(zeros_step),
        .count(stat_zero_weight)
    );

    always @(posedge clk) begin
        // While the entry is read: weight - limit - 1, modulo
        // 2^16. When it is here: how it relates to the event.
        excess <= {1'd0, not_weight_max} + {1'd0, ev_weight};
        zero <= ~(|ev_weight);
        equal <= entry_key == ev_key;
        used <= |entry_weight;
        fits <= ~beyond[16] & ~excess[16];
        sum <= entry_weight + ev_weight;
        case (state)
            State_Wipe: begin
                position <= position + 11'd1;
                if (&position[9:0]) begin
                    if (~requested) begin
                        position <= 11'd0;
                        flushing <= 1'b0;
                    end
                end
            end
            State_Read: begin
                if (~position[e[3:0]]) begin
                    if (flush_valid) begin
                        flushing <= 1'b1;
                        requested <= 1'b1;
                    end
                end
            end
            State_Look: ;
            State_Write: begin
                if (flushing) position <= position + 11'd1;
            end
            State_Hold: ;
            default /* State_Drain */: begin
                position <= 11'd0;
                if (~offered) begin
                    flushing <= 1'b0;
                    requested <= 1'b0;
                end
            end
        endcase
        // Output register.
        if (out_ready) offered <= 1'b0;
        if (act & free) offered <= 1'b1;
        if (~offered | out_ready) begin
            offered_key <= entry_key;
            offered_weight <= entry_weight;
        end
        if (restart) not_weight_max <= ~cfg_weight_max;
        if (rst) begin
            flushing <= 1'b1;
            requested <= 1'b0;
            position <= 11'd0;
            offered <= 1'b0;
        end
        state <= state_next;
    end
endmodule

`default_nettype wire

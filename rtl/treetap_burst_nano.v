// treetap_burst_nano: without statistics
// Configuration: statistics 0.
// Made by treetap 0.1.0 with: treetap gen burst --preset nano
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Decides of every event, within its cycle, whether it is taken.
module treetap_burst_nano (
    input  wire        clk,
    input  wire        rst,
    // a record, whether it is an event, and what becomes of it
    input  wire        burst_valid,
    input  wire        burst_trap,
    input  wire        burst_ev,
    output wire        burst_take,
    output wire        burst_samp,
    output wire        burst_start,
    output wire [31:0] burst_id,
    // begin and end a burst from outside, from the next record on
    input  wire        ext_on,
    input  wire        ext_off,

    input  wire        cfg_burst_enable,
    // 0 off, 1 always, 2 external, 3 periodic, 4 random
    input  wire [2:0]  cfg_burst_mode,
    // events of which one is taken; 0 is as 1
    input  wire [23:0] cfg_burst_period,
    // an event is taken if a random number of 16 bits is below
    input  wire [16:0] cfg_burst_threshold,

    input  wire [31:0] cfg_burst_seed,
    // a record, whether it is an event, and what becomes of it
    input  wire        burst_restart,
    // events, and those taken; saturating
    output wire [31:0] stat_burst_ev,
    output wire [31:0] stat_burst_taken
);
    localparam [2:0] always_mode = 3'd1;
    localparam [2:0] external_mode = 3'd2;
    localparam [2:0] periodic_mode = 3'd3;
    localparam [2:0] random_mode = 3'd4;
    localparam [31:0] taps = 32'h80200003;

    reg on = 1'b0;
    reg [23:0] count = 24'd0;
    reg [31:0] random = 32'd0;

    wire restart = burst_restart | rst;
    wire external = cfg_burst_mode == external_mode;
    wire periodic = cfg_burst_mode == periodic_mode;
    wire by_chance = cfg_burst_mode == random_mode;
    // What an event would meet.
    wire due = ~(|(count >> 1));
    wire [31:0] next_random = random[0] ? ((random >> 1) ^ taps) : (random >> 1);
    wire [16:0] number = {1'd0, next_random[15:0]};
    wire lucky = number < cfg_burst_threshold;
    wire samples = (cfg_burst_mode == always_mode) | (external & on) | (periodic & due) | (by_chance & lucky);
    wire event_ = burst_valid & burst_ev & ~burst_trap & cfg_burst_enable;
    assign burst_samp = samples & cfg_burst_enable;
    assign burst_take = event_ & samples;
    wire begins = external & cfg_burst_enable & ext_on & ~ext_off & ~on;
    assign burst_start = begins;
    assign stat_burst_ev = 32'd0;
    assign stat_burst_taken = 32'd0;
    assign burst_id = 32'd0;

    always @(posedge clk) begin
        if (begins) on <= 1'b1;
        if (restart | (ext_off & cfg_burst_enable)) on <= 1'b0;
        if (restart | (event_ & periodic)) count <= (restart | due) ? cfg_burst_period : (count - 24'd1);
        if (restart | (event_ & by_chance)) random <= restart ? (~(|cfg_burst_seed) ? 32'd1 : cfg_burst_seed)
                : next_random;
    end
endmodule

`default_nettype wire

// treetap_burst_full: and with six counters of checks, events and bursts
// Configuration: checks 1, deep 0, statistics 1.
// Made by treetap 0.1.0 with: treetap gen burst --preset full
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Counts the cycles with step high; saturates at the largest value, of which near says that it is
// at most one away. near may be late by a cycle: it matters for odd values only, and there it is right.
module treetap_burst_full_tally (
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

// Which events count: none, all, those of a burst, every n-th, a random share.
// docs/reference/burst.md has the rules.
module treetap_burst_full (
    input  wire        clk,
    input  wire        rst,
    // a record, whether it is a check, the first of a procedure,
    // an event; whether the event counts; the state of bursts
    input  wire        burst_valid,
    input  wire        burst_trap,
    input  wire        burst_chk,
    input  wire        burst_entry,
    input  wire        burst_ev,
    output wire        burst_take,
    output wire        burst_samp,
    output wire        burst_start,
    output wire [31:0] burst_id,
    // begin and end a burst from outside; an interval begins
    input  wire        ext_on,
    input  wire        ext_off,
    input  wire        ext_tick,
    // mode, period, chance, checks between and in bursts
    input  wire [2:0]  cfg_burst_mode,
    input  wire [23:0] cfg_period,
    input  wire [16:0] cfg_pthr,
    input  wire [23:0] cfg_ncheck0,
    input  wire [23:0] cfg_ninstr0,
    input  wire        cfg_entry_post,
    input  wire        cfg_by_chance,
    // mode or seed was written
    input  wire        set_burst,
    input  wire        set_seed,
    input  wire [31:0] set_data,
    // one of the counters
    input  wire [2:0]  stat_which,
    output reg  [31:0] stat_count
);
    localparam [2:0] always_mode = 3'd1;
    localparam [2:0] external_mode = 3'd2;
    localparam [2:0] periodic_mode = 3'd3;
    localparam [2:0] random_mode = 3'd4;
    localparam [2:0] arnold_mode = 3'd5;
    localparam [2:0] bursty_mode = 3'd6;
    localparam [2:0] interval_mode = 3'd7;
    localparam [31:0] taps = 32'h80200003;
    localparam [23:0] minus_one = 24'hffffff;

    reg [31:0] number0 = 32'd0;
    reg fresh0 = 1'b0;
    reg on = 1'b0;
    reg [23:0] left = 24'd0;
    reg [31:0] lfsr = 32'd1;

    reg [23:0] after_rest;
    reg [23:0] after_burst;
    reg goes_on;
    wire [31:0] tallies0_count;
    wire [31:0] tallies1_count;
    wire [31:0] tallies2_count;
    wire [31:0] tallies3_count;
    wire [31:0] tallies4_count;
    wire [31:0] tallies5_count;

    wire event_ = burst_valid & burst_ev & ~burst_trap;
    wire check = burst_valid & burst_chk & ~burst_trap;
    // What the host wrote.
    wire set = set_burst;
    wire always_ = cfg_burst_mode == always_mode;
    wire external = cfg_burst_mode == external_mode;
    wire periodic = cfg_burst_mode == periodic_mode;
    wire chance = cfg_burst_mode == random_mode;
    wire arnold = cfg_burst_mode == arnold_mode;
    wire bursty = cfg_burst_mode == bursty_mode;
    wire interval = cfg_burst_mode == interval_mode;
    wire of_checks = arnold | bursty;
    wire by_chance = cfg_by_chance;
    wire entry_post = cfg_entry_post;
    always @* begin
        // What is left anew: after a rest and after a burst. 0 checks
        // are infinitely many, a period of 0 ends as one of 1 does.
        after_rest = cfg_period;
        after_burst = after_rest;
        if (arnold | bursty) begin
            after_rest = cfg_ninstr0;
            if (arnold) after_rest = 24'd1;
            after_burst = cfg_ncheck0;
        end
    end
    // What is left until something happens: events, intervals or checks.
    wire due = (left & ~24'd1) == 24'd0;
    wire begin_ = (fresh0 | ext_tick) & interval;
    wire counts = (event_ & periodic) | (begin_ & ~by_chance) | (check & of_checks & (|left));
    wire draws = (event_ & chance) | (begin_ & by_chance);
    wire turns = check & of_checks & (|left) & due;
    // A state that ends gives way to the other one.
    wire rests = ~on & ~set;
    wire [23:0] again = rests ? after_rest : after_burst;
    wire renews = due | set;
    wire [23:0] down = renews ? 24'd0 : minus_one;
    wire [23:0] fewer = left + down;
    // Chance: the generator moves with every event or interval of its mode, and the new state decides.
    wire [31:0] shifted = lfsr[0] ? ((lfsr >> 1) ^ taps) : (lfsr >> 1);
    wire [16:0] random = {1'd0, shifted[15:0]};
    wire moves = draws;
    wire hit = random < cfg_pthr;
    // Bursts. What comes from outside counts from the next cycle on, and off wins.
    assign burst_samp = always_ | ((external | of_checks | interval) & on);
    // The state after the record's own check, and the one that it is judged by.
    wire checked = burst_samp ^ turns;
    wire judged = (entry_post & burst_entry) ? checked : burst_samp;
    always @* begin
        goes_on = external & ~ext_off & (ext_on | on);
        if (of_checks) begin
            goes_on = checked;
        end else if (interval) begin
            goes_on = on;
            if (begin_) begin
                goes_on = due;
                if (by_chance) goes_on = hit;
            end
        end
    end
    wire begins = goes_on & ~set & ~on;
    assign burst_start = begins;
    assign burst_id = number0;
    wire take = event_ & (judged | (periodic & due) | (chance & hit));
    assign burst_take = take;
    // Counters, lowest bit first: checks, events, taken, checks outside and inside bursts, bursts.
    wire [5:0] steps = {5'd0, check} | ({5'd0, event_} << 1) | ({5'd0, take} << 2) | ({5'd0, check & ~checked}
            << 3) | ({5'd0, check & checked} << 4) | ({5'd0, begins} << 5);
    wire tallies0_clear = rst | set;
    wire tallies1_clear = rst | set;
    wire tallies2_clear = rst | set;
    wire tallies3_clear = rst | set;
    wire tallies4_clear = rst | set;
    wire tallies5_clear = rst | set;
    always @* begin
        stat_count = 32'd0;
        if (stat_which == 3'd0) stat_count = tallies0_count;
        if (stat_which == 3'd1) stat_count = tallies1_count;
        if (stat_which == 3'd2) stat_count = tallies2_count;
        if (stat_which == 3'd3) stat_count = tallies3_count;
        if (stat_which == 3'd4) stat_count = tallies4_count;
        if (stat_which == 3'd5) stat_count = tallies5_count;
    end

    treetap_burst_full_tally u_tallies0 (
        .clk(clk),
        .clear(tallies0_clear),
        .step(steps[0]),
        .count(tallies0_count)
    );

    treetap_burst_full_tally u_tallies1 (
        .clk(clk),
        .clear(tallies1_clear),
        .step(steps[1]),
        .count(tallies1_count)
    );

    treetap_burst_full_tally u_tallies2 (
        .clk(clk),
        .clear(tallies2_clear),
        .step(steps[2]),
        .count(tallies2_count)
    );

    treetap_burst_full_tally u_tallies3 (
        .clk(clk),
        .clear(tallies3_clear),
        .step(steps[3]),
        .count(tallies3_count)
    );

    treetap_burst_full_tally u_tallies4 (
        .clk(clk),
        .clear(tallies4_clear),
        .step(steps[4]),
        .count(tallies4_count)
    );

    treetap_burst_full_tally u_tallies5 (
        .clk(clk),
        .clear(tallies5_clear),
        .step(steps[5]),
        .count(tallies5_count)
    );

    always @(posedge clk) begin
        // The first interval begins in the cycle after the mode was written.
        fresh0 <= set & ~rst;
        if (counts | set) begin
            left <= fewer;
            if (renews) left <= again;
        end
        if (moves) lfsr <= shifted;
        if (set_seed) begin
            lfsr <= set_data;
            if (~(|set_data)) lfsr <= 32'd1;
        end
        on <= goes_on & ~set;
        if (begins) number0 <= number0 + 32'd1;
        if (rst) number0 <= 32'd0;
        if (rst) begin
            on <= 1'b0;
            left <= 24'd0;
            lfsr <= 32'd1;
        end
    end
endmodule

`default_nettype wire

// treetap_counters_nano: beside a sample buffer, in block RAM
// Configuration: .
// Made by treetap 0.1.0 with: treetap gen counters --preset nano
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Steps of one counter since its last visit, which takes them and leaves those of its own cycle.
module treetap_counters_nano_lately (
    input  wire       clk,
    input  wire       step,
    input  wire       visit,
    output wire [4:0] steps
);
    reg odd = 1'b0;
    reg [3:0] rest = 4'd0;

    assign steps = ({1'd0, rest} << 1) | {4'd0, odd};

    always @(posedge clk) begin
        if (step | visit) odd <= step & (visit | ~odd);
        if (step | visit) rest <= visit ? 4'd0 : (rest + {3'd0, odd});
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_counters_nano_fast_ram #(
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

// Fifteen 32-bit counters in block RAM, any of which may
// step in any cycle: each has a few bits of its own for
// its steps, and the counters are visited in turn, each for
// two cycles: read, the steps added, written, half after
// half.
module treetap_counters_nano (
    input  wire        clk,
    input  wire        rst,
    // what happens in this cycle; the order is that of the addresses
    input  wire        step_retired,
    input  wire        step_trap,
    input  wire        step_rej_class,
    input  wire        step_rej_pc1,
    input  wire        step_rej_pc2,
    input  wire        step_rej_dec,
    input  wire        step_rej_select,
    input  wire        step_rej_burst,
    input  wire        step_cand,
    input  wire        step_acc,
    input  wire        step_drop_full,
    input  wire        step_drop_off,
    input  wire        step_popped,
    input  wire        step_flushed,
    input  wire        step_rej_gate,
    // zero all; cnt_cleared is low from the next cycle on until that is done
    input  wire        cnt_clear,
    // no counter is left to be zeroed
    output wire        cnt_cleared,
    // hold it and cnt_addr until cnt_valid, at most 32 cycles
    input  wire        cnt_read,

    input  wire [3:0]  cnt_addr,
    output wire        cnt_valid,
    output wire [31:0] cnt_data
);
    localparam [3:0] last_place = 4'd14;
    localparam [2:0] place_bits = 3'd4;
    localparam [5:0] half_bits = 6'd16;
    localparam [4:0] zero_word = 5'd15;

    reg clearing = 1'b1;
    reg start = 1'b1;
    reg [14:0] round = 15'd0;
    reg high = 1'b0;
    reg adding_high = 1'b0;
    reg writing_high = 1'b0;
    reg [3:0] place = 4'd0;
    reg [4:0] steps = 5'd0;
    reg adding = 1'b0;
    reg [3:0] adding_at = 4'd0;
    reg [16:0] sum = 17'd0;
    reg writing = 1'b0;
    reg [3:0] writing_at = 4'd0;
    reg [15:0] low = 16'd0;

    reg [4:0] taken;
    wire [4:0] lately0_steps;
    wire [4:0] lately1_steps;
    wire [4:0] lately2_steps;
    wire [4:0] lately3_steps;
    wire [4:0] lately4_steps;
    wire [4:0] lately5_steps;
    wire [4:0] lately6_steps;
    wire [4:0] lately7_steps;
    wire [4:0] lately8_steps;
    wire [4:0] lately9_steps;
    wire [4:0] lately10_steps;
    wire [4:0] lately11_steps;
    wire [4:0] lately12_steps;
    wire [4:0] lately13_steps;
    wire [4:0] lately14_steps;
    wire [15:0] words_rd;

    wire clear = cnt_clear | rst;
    wire last = round[last_place] & high;
    wire lately0_visit = (round[0] & ~high) | start;
    wire lately1_visit = (round[1] & ~high) | start;
    wire lately2_visit = (round[2] & ~high) | start;
    wire lately3_visit = (round[3] & ~high) | start;
    wire lately4_visit = (round[4] & ~high) | start;
    wire lately5_visit = (round[5] & ~high) | start;
    wire lately6_visit = (round[6] & ~high) | start;
    wire lately7_visit = (round[7] & ~high) | start;
    wire lately8_visit = (round[8] & ~high) | start;
    wire lately9_visit = (round[9] & ~high) | start;
    wire lately10_visit = (round[10] & ~high) | start;
    wire lately11_visit = (round[11] & ~high) | start;
    wire lately12_visit = (round[12] & ~high) | start;
    wire lately13_visit = (round[13] & ~high) | start;
    wire lately14_visit = (round[14] & ~high) | start;
    always @* begin
        taken = 5'd0;
        if (round[0]) taken = taken | lately0_steps;
        if (round[1]) taken = taken | lately1_steps;
        if (round[2]) taken = taken | lately2_steps;
        if (round[3]) taken = taken | lately3_steps;
        if (round[4]) taken = taken | lately4_steps;
        if (round[5]) taken = taken | lately5_steps;
        if (round[6]) taken = taken | lately6_steps;
        if (round[7]) taken = taken | lately7_steps;
        if (round[8]) taken = taken | lately8_steps;
        if (round[9]) taken = taken | lately9_steps;
        if (round[10]) taken = taken | lately10_steps;
        if (round[11]) taken = taken | lately11_steps;
        if (round[12]) taken = taken | lately12_steps;
        if (round[13]) taken = taken | lately13_steps;
        if (round[14]) taken = taken | lately14_steps;
    end
    wire [4:0] words_ra = clearing ? zero_word : ({1'd0, place} | ({4'd0, high} << place_bits));
    // Second cycle: they are added, to the high half what the low one carries.
    wire [16:0] more = adding_high ? {16'd0, sum[half_bits[4:0]]} : {12'd0, steps};
    // Third cycle: the half is written, and with the high one whoever wants
    // the counter has it. First of all the word that is always 0 is written.
    wire words_we = writing | start;
    wire [4:0] words_wa = start ? zero_word : ({1'd0, writing_at} | ({4'd0, writing_high} << place_bits));
    assign cnt_valid = cnt_read & ((writing & writing_high & (writing_at == cnt_addr)) | (cnt_addr
            > last_place));
    assign cnt_data = {16'd0, low} | ({16'd0, sum[15:0]} << half_bits);
    assign cnt_cleared = ~clearing;

    treetap_counters_nano_lately u_lately0 (
        .clk(clk),
        .step(step_retired),
        .visit(lately0_visit),
        .steps(lately0_steps)
    );

    treetap_counters_nano_lately u_lately1 (
        .clk(clk),
        .step(step_trap),
        .visit(lately1_visit),
        .steps(lately1_steps)
    );

    treetap_counters_nano_lately u_lately2 (
        .clk(clk),
        .step(step_rej_class),
        .visit(lately2_visit),
        .steps(lately2_steps)
    );

    treetap_counters_nano_lately u_lately3 (
        .clk(clk),
        .step(step_rej_pc1),
        .visit(lately3_visit),
        .steps(lately3_steps)
    );

    treetap_counters_nano_lately u_lately4 (
        .clk(clk),
        .step(step_rej_pc2),
        .visit(lately4_visit),
        .steps(lately4_steps)
    );

    treetap_counters_nano_lately u_lately5 (
        .clk(clk),
        .step(step_rej_dec),
        .visit(lately5_visit),
        .steps(lately5_steps)
    );

    treetap_counters_nano_lately u_lately6 (
        .clk(clk),
        .step(step_rej_select),
        .visit(lately6_visit),
        .steps(lately6_steps)
    );

    treetap_counters_nano_lately u_lately7 (
        .clk(clk),
        .step(step_rej_burst),
        .visit(lately7_visit),
        .steps(lately7_steps)
    );

    treetap_counters_nano_lately u_lately8 (
        .clk(clk),
        .step(step_cand),
        .visit(lately8_visit),
        .steps(lately8_steps)
    );

    treetap_counters_nano_lately u_lately9 (
        .clk(clk),
        .step(step_acc),
        .visit(lately9_visit),
        .steps(lately9_steps)
    );

    treetap_counters_nano_lately u_lately10 (
        .clk(clk),
        .step(step_drop_full),
        .visit(lately10_visit),
        .steps(lately10_steps)
    );

    treetap_counters_nano_lately u_lately11 (
        .clk(clk),
        .step(step_drop_off),
        .visit(lately11_visit),
        .steps(lately11_steps)
    );

    treetap_counters_nano_lately u_lately12 (
        .clk(clk),
        .step(step_popped),
        .visit(lately12_visit),
        .steps(lately12_steps)
    );

    treetap_counters_nano_lately u_lately13 (
        .clk(clk),
        .step(step_flushed),
        .visit(lately13_visit),
        .steps(lately13_steps)
    );

    treetap_counters_nano_lately u_lately14 (
        .clk(clk),
        .step(step_rej_gate),
        .visit(lately14_visit),
        .steps(lately14_steps)
    );

    treetap_counters_nano_fast_ram #(.WIDTH(16), .ADDR(5)) u_words (
        .clk(clk),
        .ra(words_ra),
        .rd(words_rd),
        .we(words_we),
        .wa(words_wa),
        .wd(sum[15:0])
    );

    always @(posedge clk) begin
        // First cycle of a half: it is read; with the low one the steps are
        // taken. After a reset or clear all that stepped before is forgotten.
        start <= 1'b0;
        high <= ~high;
        if (high) begin
            round <= round << 1;
            place <= place + 4'd1;
        end
        if (start | last) begin
            round <= 15'd1;
            place <= 4'd0;
            high <= 1'b0;
        end
        if (last) clearing <= 1'b0;
        steps <= taken;
        adding <= ~start;
        adding_at <= place;
        adding_high <= high;
        sum <= {1'd0, words_rd} + more;
        writing <= adding;
        writing_at <= adding_at;
        writing_high <= adding_high;
        low <= sum[15:0];
        if (clear) begin
            clearing <= 1'b1;
            start <= 1'b1;
            round <= 15'd0;
            sum <= 17'd0;
            adding <= 1'b0;
            writing <= 1'b0;
        end
    end
endmodule

`default_nettype wire

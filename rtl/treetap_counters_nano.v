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
    output wire [3:0] steps
);
    reg odd = 1'b0;
    reg [2:0] rest = 3'd0;

    assign steps = ({1'd0, rest} << 1) | {3'd0, odd};

    always @(posedge clk) begin
        if (step | visit) odd <= step & (visit | ~odd);
        if (step | visit) rest <= visit ? 3'd0 : (rest + {2'd0, odd});
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
// its steps, and the counters are visited in turn, one a cycle: read, the steps added, written.
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
    localparam [3:0] zero_word = 4'd15;
    localparam [14:0] everybody = 15'h7fff;

    reg clearing = 1'b1;
    reg start = 1'b1;
    reg [14:0] stepped = 15'd0;
    reg [14:0] round = 15'd0;
    reg [3:0] place = 4'd0;
    reg [3:0] adding_at = 4'd0;
    reg [3:0] writing_at = 4'd0;
    reg [3:0] steps = 4'd0;
    reg adding = 1'b0;
    reg writing = 1'b0;
    reg [31:0] sum = 32'd0;

    reg [3:0] taken;
    wire [3:0] lately0_steps;
    wire [3:0] lately1_steps;
    wire [3:0] lately2_steps;
    wire [3:0] lately3_steps;
    wire [3:0] lately4_steps;
    wire [3:0] lately5_steps;
    wire [3:0] lately6_steps;
    wire [3:0] lately7_steps;
    wire [3:0] lately8_steps;
    wire [3:0] lately9_steps;
    wire [3:0] lately10_steps;
    wire [3:0] lately11_steps;
    wire [3:0] lately12_steps;
    wire [3:0] lately13_steps;
    wire [3:0] lately14_steps;
    wire [31:0] words_rd;

    wire clear = cnt_clear | rst;
    wire [14:0] now = {14'd0, step_retired} | ({14'd0, step_trap} << 1) | ({14'd0, step_rej_class} << 2)
            | ({14'd0, step_rej_pc1} << 3) | ({14'd0, step_rej_pc2} << 4) | ({14'd0, step_rej_dec} << 5)
            | ({14'd0, step_rej_select} << 6) | ({14'd0, step_rej_burst} << 7) | ({14'd0, step_cand} << 8)
            | ({14'd0, step_acc} << 9) | ({14'd0, step_drop_full} << 10) | ({14'd0, step_drop_off} << 11)
            | ({14'd0, step_popped} << 12) | ({14'd0, step_flushed} << 13) | ({14'd0, step_rej_gate} << 14);
    wire last = round[last_place];
    always @* begin
        taken = 4'd0;
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
    wire [3:0] words_ra = clearing ? zero_word : place;
    // Third cycle: the sum is written, and whoever wants the counter
    // has it. First of all the word that is always 0 is written.
    wire words_we = writing | start;
    wire [3:0] words_wa = start ? zero_word : writing_at;
    assign cnt_valid = cnt_read & ((writing & (writing_at == cnt_addr)) | (cnt_addr > last_place));
    assign cnt_data = sum;
    assign cnt_cleared = ~clearing;

    treetap_counters_nano_lately u_lately0 (
        .clk(clk),
        .step(stepped[0]),
        .visit(round[0]),
        .steps(lately0_steps)
    );

    treetap_counters_nano_lately u_lately1 (
        .clk(clk),
        .step(stepped[1]),
        .visit(round[1]),
        .steps(lately1_steps)
    );

    treetap_counters_nano_lately u_lately2 (
        .clk(clk),
        .step(stepped[2]),
        .visit(round[2]),
        .steps(lately2_steps)
    );

    treetap_counters_nano_lately u_lately3 (
        .clk(clk),
        .step(stepped[3]),
        .visit(round[3]),
        .steps(lately3_steps)
    );

    treetap_counters_nano_lately u_lately4 (
        .clk(clk),
        .step(stepped[4]),
        .visit(round[4]),
        .steps(lately4_steps)
    );

    treetap_counters_nano_lately u_lately5 (
        .clk(clk),
        .step(stepped[5]),
        .visit(round[5]),
        .steps(lately5_steps)
    );

    treetap_counters_nano_lately u_lately6 (
        .clk(clk),
        .step(stepped[6]),
        .visit(round[6]),
        .steps(lately6_steps)
    );

    treetap_counters_nano_lately u_lately7 (
        .clk(clk),
        .step(stepped[7]),
        .visit(round[7]),
        .steps(lately7_steps)
    );

    treetap_counters_nano_lately u_lately8 (
        .clk(clk),
        .step(stepped[8]),
        .visit(round[8]),
        .steps(lately8_steps)
    );

    treetap_counters_nano_lately u_lately9 (
        .clk(clk),
        .step(stepped[9]),
        .visit(round[9]),
        .steps(lately9_steps)
    );

    treetap_counters_nano_lately u_lately10 (
        .clk(clk),
        .step(stepped[10]),
        .visit(round[10]),
        .steps(lately10_steps)
    );

    treetap_counters_nano_lately u_lately11 (
        .clk(clk),
        .step(stepped[11]),
        .visit(round[11]),
        .steps(lately11_steps)
    );

    treetap_counters_nano_lately u_lately12 (
        .clk(clk),
        .step(stepped[12]),
        .visit(round[12]),
        .steps(lately12_steps)
    );

    treetap_counters_nano_lately u_lately13 (
        .clk(clk),
        .step(stepped[13]),
        .visit(round[13]),
        .steps(lately13_steps)
    );

    treetap_counters_nano_lately u_lately14 (
        .clk(clk),
        .step(stepped[14]),
        .visit(round[14]),
        .steps(lately14_steps)
    );

    treetap_counters_nano_fast_ram #(.WIDTH(32), .ADDR(4)) u_words (
        .clk(clk),
        .ra(words_ra),
        .rd(words_rd),
        .we(words_we),
        .wa(words_wa),
        .wd(sum)
    );

    always @(posedge clk) begin
        stepped <= now;
        // First cycle of a visit: the counter is read, and the steps are taken. After a
        // reset or clear all that stepped before is forgotten: everybody is visited at once.
        start <= 1'b0;
        round <= round << 1;
        place <= place + 4'd1;
        if (start | last) begin
            round <= 15'd1;
            place <= 4'd0;
        end
        if (last & ~start) clearing <= 1'b0;
        steps <= taken;
        adding <= ~start;
        adding_at <= place;
        writing_at <= adding_at;
        writing <= adding;
        // Second cycle: they are added.
        sum <= words_rd + {28'd0, steps};
        if (clear) begin
            clearing <= 1'b1;
            start <= 1'b1;
            round <= everybody;
            stepped <= 15'd0;
            sum <= 32'd0;
            adding <= 1'b0;
            writing <= 1'b0;
        end
    end
endmodule

`default_nettype wire

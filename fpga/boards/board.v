// What every board's top has besides its clock and the self-test: reset and lights (docs/user/boards.md).

// High for 64 cycles once the clock is stable. Flip-flops of both families start at their initial value.
module board_reset (
    input  wire clk,
    input  wire locked,
    output wire rst
);
    reg [6:0] count = 7'd0;
    reg [1:0] stable = 2'd0; // the lock knows nothing of the clock
    assign rst = ~count[6];

    always @(posedge clk) begin
        stable <= {stable[0], locked};
        if (!stable[1]) count <= 7'd0;
        else if (!count[6]) count <= count + 7'd1;
    end
endmodule

// Four lights. `status` alone tells all where there is only one: slow blinking while the first round is under way, then steady, or
// eight times as fast for a failure. INVERT has a bit for each light that a low level turns on: status, fail, pass, running.
module board_lights #(
    parameter BEAT = 24,
    parameter [3:0] INVERT = 4'b0000
) (
    input  wire clk,
    input  wire running,
    input  wire pass,
    input  wire fail,
    output wire led_running,
    output wire led_pass,
    output wire led_fail,
    output wire led_status
);
    reg [BEAT-1:0] beat = {BEAT{1'b0}};
    wire status = pass | (fail ? beat[BEAT-4] : beat[BEAT-1]);
    assign {led_status, led_fail, led_pass, led_running} = {status, fail, pass, running} ^ INVERT;

    always @(posedge clk) beat <= beat + {{(BEAT - 1) {1'b0}}, 1'b1};
endmodule

// iCE40: clk = clk_in * (DIVF + 1) / ((DIVR + 1) * 2^DIVQ), simple feedback. PAD is 1 where clk_in is the PLL's own pad.
module board_clock #(
    parameter PAD = 0,
    parameter [3:0] DIVR = 4'd0,
    parameter [6:0] DIVF = 7'd63,
    parameter [2:0] DIVQ = 3'd4,
    parameter [2:0] FILTER_RANGE = 3'd1
) (
    input  wire clk_in,
    output wire clk,
    output wire locked
);
    generate
        if (PAD) begin : pad
            SB_PLL40_PAD #(
                .FEEDBACK_PATH("SIMPLE"),
                .DIVR(DIVR),
                .DIVF(DIVF),
                .DIVQ(DIVQ),
                .FILTER_RANGE(FILTER_RANGE)
            ) u_pll (
                .PACKAGEPIN(clk_in),
                .PLLOUTGLOBAL(clk),
                .LOCK(locked),
                .RESETB(1'b1),
                .BYPASS(1'b0)
            );
        end else begin : core
            SB_PLL40_CORE #(
                .FEEDBACK_PATH("SIMPLE"),
                .DIVR(DIVR),
                .DIVF(DIVF),
                .DIVQ(DIVQ),
                .FILTER_RANGE(FILTER_RANGE)
            ) u_pll (
                .REFERENCECLK(clk_in),
                .PLLOUTGLOBAL(clk),
                .LOCK(locked),
                .RESETB(1'b1),
                .BYPASS(1'b0)
            );
        end
    endgenerate
endmodule

// ECP5: clk = clk_in * CLKFB_DIV / CLKI_DIV, fed back from the output itself; the oscillator inside runs at clk * CLKOP_DIV.
module board_clock #(
    parameter CLKI_DIV = 1,
    parameter CLKFB_DIV = 4,
    parameter CLKOP_DIV = 6
) (
    input  wire clk_in,
    output wire clk,
    output wire locked
);
    (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
    EHXPLLL #(
        .PLLRST_ENA("DISABLED"),
        .INTFB_WAKE("DISABLED"),
        .STDBY_ENABLE("DISABLED"),
        .DPHASE_SOURCE("DISABLED"),
        .OUTDIVIDER_MUXA("DIVA"),
        .OUTDIVIDER_MUXB("DIVB"),
        .OUTDIVIDER_MUXC("DIVC"),
        .OUTDIVIDER_MUXD("DIVD"),
        .CLKOP_ENABLE("ENABLED"),
        .CLKOP_CPHASE(CLKOP_DIV - 1),
        .CLKOP_FPHASE(0),
        .FEEDBK_PATH("CLKOP"),
        .CLKI_DIV(CLKI_DIV),
        .CLKFB_DIV(CLKFB_DIV),
        .CLKOP_DIV(CLKOP_DIV)
    ) u_pll (
        .CLKI(clk_in),
        .CLKFB(clk),
        .CLKOP(clk),
        .LOCK(locked),
        .RST(1'b0),
        .STDBY(1'b0),
        .PHASESEL0(1'b0),
        .PHASESEL1(1'b0),
        .PHASEDIR(1'b1),
        .PHASESTEP(1'b1),
        .PHASELOADREG(1'b1),
        .PLLWAKESYNC(1'b0),
        .ENCLKOP(1'b0)
    );
endmodule

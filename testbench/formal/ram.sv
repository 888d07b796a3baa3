// The contract of the block RAMs of hw::lib, for proofs: a word that was written is read until another is written in
// its place; a read that meets a write of its address gives anything.
//
// Of all words only one is kept, at an address that the solver chooses (`watch`); every other one reads as anything
// each time. That allows more than a real memory does, so what is proved with it holds for real memories of this size.
// RAM is the name of the module; RAM_RE gives it a read enable, RAM_OUTREG an output register. With RAM_LUT it is read
// within the cycle, and a read that meets a write of its address gives the word of before.
module `RAM #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
`ifdef RAM_RE
    input  wire             re,
`endif
    input  wire [ADDR-1:0]  ra,
    output wire [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    (* anyconst *) reg [ADDR-1:0]  watch;
    (* anyseq *)   reg [WIDTH-1:0] noise;
    reg [WIDTH-1:0] kept;
    reg [WIDTH-1:0] word;
    reg [WIDTH-1:0] word_q;
`ifndef RAM_RE
    wire re = 1'b1;
`endif
    always @(posedge clk) begin
        if (we && wa == watch) kept <= wd;
        if (re) word <= ra == watch && !(we && wa == watch) ? kept : noise;
        word_q <= word;
    end
`ifdef RAM_OUTREG
    assign rd = word_q;
`elsif RAM_LUT
    assign rd = ra == watch ? kept : noise;
`else
    assign rd = word;
`endif
endmodule

// The contract of OutRegRam, for proofs: ram.sv with a word that comes a cycle later.
module `RAM #(
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
    (* anyconst *) reg [ADDR-1:0]  watch;
    (* anyseq *)   reg [WIDTH-1:0] noise;
    reg [WIDTH-1:0] kept;
    reg [WIDTH-1:0] word;
    always @(posedge clk) begin
        if (we && wa == watch) kept <= wd;
        word <= ra == watch && !(we && wa == watch) ? kept : noise;
        rd <= word;
    end
endmodule

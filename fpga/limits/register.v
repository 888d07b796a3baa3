// Register to register with nothing between: clock-to-output, one wire, setup. No design is faster.
module treetap_limit #(
    parameter C = 32,
    parameter A = 9
) (
    input  wire         clk,
    input  wire [C-1:0] d,
    output reg  [C-1:0] q
);
    reg [C-1:0] first;
    always @(posedge clk) begin
        first <= d;
        q     <= first;
    end
endmodule

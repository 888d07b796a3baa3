// One carry chain over the whole width: a counter.
module treetap_limit #(
    parameter C = 32,
    parameter A = 9
) (
    input  wire         clk,
    input  wire         rst,
    output reg  [C-1:0] count
);
    always @(posedge clk) count <= rst ? {C{1'b0}} : count + 1'b1;
endmodule

// Read, add, write back, every cycle: own <= own + weight at any address, also the one of the cycle before.
// Reads take two cycles and a write is seen four cycles later, so sums of the last four events are forwarded.
module treetap_limit #(
    parameter C = 32,
    parameter A = 9
) (
    input  wire         clk,
    input  wire         valid,
    input  wire [A-1:0] node,
    input  wire [15:0]  weight,
    output wire [C-1:0] counted
);
    wire [C-1:0] own;
    wire [15:0]  w3;

    wire         v4;
    wire [A-1:0] n4;
    reg  [C-1:0] s4;
    assign counted = s4;
    always @(posedge clk) s4 <= own + w3;

    treetap_limit_own #(.C(C), .A(A)) u_own (
        .clk(clk), .valid(valid), .node(node), .weight(weight), .next(s4),
        .own(own), .w3(w3), .v4(v4), .n4(n4)
    );
endmodule

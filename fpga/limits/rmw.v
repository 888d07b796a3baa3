// Read, add, write back, every cycle: own <= own + weight at any address, also the one of the cycle before.
// Reads take two cycles and a write is seen three cycles later, so sums of the last three events are forwarded.
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
    wire [15:0]  w2;

    wire         v3;
    wire [A-1:0] n3;
    reg  [C-1:0] s3;
    assign counted = s3;
    always @(posedge clk) s3 <= own + w2;

    treetap_limit_own #(.C(C), .A(A)) u_own (
        .clk(clk), .valid(valid), .node(node), .weight(weight), .next(s3),
        .own(own), .w2(w2), .v3(v3), .n3(n3)
    );
endmodule

// The count of a node as the rule says it: own + weight is compared with the threshold T, and is written where it is
// not above; all in the loop.
module treetap_limit #(
    parameter C = 32,
    parameter A = 9
) (
    input  wire         clk,
    input  wire         valid,
    input  wire [A-1:0] node,
    input  wire [15:0]  weight,
    input  wire [C-1:0] threshold,
    output reg          above
);
    wire [C-1:0] own;
    wire [15:0]  w3;
    wire [C:0]   sum = own + w3;
    wire         no  = sum > {1'b0, threshold};

    wire         v4;
    wire [A-1:0] n4;
    reg  [C-1:0] s4;
    always @(posedge clk) begin
        s4    <= no ? own : sum[C-1:0];
        above <= no;
    end

    treetap_limit_own #(.C(C), .A(A)) u_own (
        .clk(clk), .valid(valid), .node(node), .weight(weight), .next(s4),
        .own(own), .w3(w3), .v4(v4), .n4(n4)
    );
endmodule

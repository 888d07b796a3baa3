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
    wire [15:0]  w2;
    wire [C:0]   sum = own + w2;
    wire         no  = sum > {1'b0, threshold};

    wire         v3;
    wire [A-1:0] n3;
    reg  [C-1:0] s3;
    always @(posedge clk) begin
        s3    <= no ? own : sum[C-1:0];
        above <= no;
    end

    treetap_limit_own #(.C(C), .A(A)) u_own (
        .clk(clk), .valid(valid), .node(node), .weight(weight), .next(s3),
        .own(own), .w2(w2), .v3(v3), .n3(n3)
    );
endmodule

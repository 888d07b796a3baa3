// own + weight is written in any case and compared with the threshold a stage later, outside the loop: whoever finds it
// above has to take it back.
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

    wire         v3;
    wire [A-1:0] n3;
    reg  [C:0]   s3;
    reg  [C-1:0] t;
    always @(posedge clk) begin
        s3    <= sum;
        t     <= threshold;
        above <= v3 && s3 > {1'b0, t};
    end

    treetap_limit_own #(.C(C), .A(A)) u_own (
        .clk(clk), .valid(valid), .node(node), .weight(weight), .next(s3[C-1:0]),
        .own(own), .w2(w2), .v3(v3), .n3(n3)
    );
endmodule

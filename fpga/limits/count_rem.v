// The memory holds what remains up to the threshold, T - own: the borrow of remaining - weight is the verdict, so one
// carry chain less is in the loop. (A new threshold has to go through the memory.)
module treetap_limit #(
    parameter C = 32,
    parameter A = 9
) (
    input  wire         clk,
    input  wire         valid,
    input  wire [A-1:0] node,
    input  wire [15:0]  weight,
    output reg          above
);
    wire [C-1:0] remaining;
    wire [15:0]  w3;
    wire [C:0]   less = {1'b0, remaining} - w3;
    wire         no   = less[C];

    wire         v4;
    wire [A-1:0] n4;
    reg  [C-1:0] s4;
    always @(posedge clk) begin
        s4    <= no ? remaining : less[C-1:0];
        above <= no;
    end

    treetap_limit_own #(.C(C), .A(A)) u_own (
        .clk(clk), .valid(valid), .node(node), .weight(weight), .next(s4),
        .own(remaining), .w3(w3), .v4(v4), .n4(n4)
    );
endmodule

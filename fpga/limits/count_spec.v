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
    wire [15:0]  w3;
    wire [C:0]   sum = own + w3;

    wire         v4;
    wire [A-1:0] n4;
    reg  [C:0]   s4;
    reg  [C-1:0] t;
    always @(posedge clk) begin
        s4    <= sum;
        t     <= threshold;
        above <= v4 && s4 > {1'b0, t};
    end

    treetap_limit_own #(.C(C), .A(A)) u_own (
        .clk(clk), .valid(valid), .node(node), .weight(weight), .next(s4[C-1:0]),
        .own(own), .w3(w3), .v4(v4), .n4(n4)
    );
endmodule

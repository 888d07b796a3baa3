// What the read-modify-write loops have in common: the memory of counts, its two read cycles, and forwarding. `own` is
// the count of the event in stage 2, with everything that the events before it did; `next` is the count that the event
// in stage 3 leaves behind.
module treetap_limit_own #(
    parameter C = 32,
    parameter A = 9
) (
    input  wire         clk,
    input  wire         valid,
    input  wire [A-1:0] node,
    input  wire [15:0]  weight,
    input  wire [C-1:0] next,
    output wire [C-1:0] own,
    output reg  [15:0]  w2,
    output reg          v3,
    output reg  [A-1:0] n3
);
    reg          v0, v1, v2;
    reg  [A-1:0] n0, n1, n2;
    reg  [15:0]  w0, w1;
    reg          is3, is4, from3, from_older;
    reg  [C-1:0] s4, older;
    wire [C-1:0] stored;

    // The latest event of the same node wins. Which one that is, and the choice among the older two, is known a stage
    // ahead: three ways are left for the loop.
    assign own = from3 ? next : from_older ? older : stored;

    treetap_limit_ram #(.WIDTH(C), .ADDR(A)) u_ram (
        .clk(clk), .we(v3), .wa(n3), .wd(next), .ra(n0), .rd(stored)
    );

    always @(posedge clk) begin
        {v0, n0, w0} <= {valid, node, weight};
        {v1, n1, w1} <= {v0, n0, w0};
        {v2, n2, w2} <= {v1, n1, w1};
        {v3, n3}     <= {v2, n2};
        s4           <= next;
        // Whether the event now in stage 0 will find its node in stage 3 or 4 when it is in stage 1.
        is3          <= v2 && n0 == n2;
        is4          <= v3 && n0 == n3;
        // For stage 2, where those two are in stages 4 and 5, and the one behind them in stage 3.
        from3        <= v2 && n1 == n2;
        from_older   <= is3 || is4;
        older        <= is3 ? next : s4;
    end
endmodule

// What the read-modify-write loops have in common: the memory of counts, its two read cycles, and forwarding. `own` is
// the count of the event in stage 3, with everything that the events before it did; `next` is the count that the event
// in stage 4 leaves behind.
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
    output reg  [15:0]  w3,
    output reg          v4,
    output reg  [A-1:0] n4
);
    reg          v0, v1, v2, v3;
    reg  [A-1:0] n0, n1, n2, n3;
    reg  [15:0]  w0, w1, w2;
    reg          is3, is4, from_older, from2, from1;
    reg  [C-1:0] s5, older, merged;
    wire [C-1:0] stored;

    // The latest event of the same node wins. All but the one just before are merged with the memory's word a stage ahead: two
    // ways are left for the loop.
    assign own = from1 ? next : merged;

    treetap_limit_ram #(.WIDTH(C), .ADDR(A)) u_ram (
        .clk(clk), .we(v4), .wa(n4), .wd(next), .ra(n0), .rd(stored)
    );

    always @(posedge clk) begin
        {v0, n0, w0} <= {valid, node, weight};
        {v1, n1, w1} <= {v0, n0, w0};
        {v2, n2, w2} <= {v1, n1, w1};
        {v3, n3, w3} <= {v2, n2, w2};
        {v4, n4}     <= {v3, n3};
        s5           <= next;
        // Whether the event in stage 0 comes three or four events after one of the same node.
        is3          <= v3 && n0 == n3;
        is4          <= v4 && n0 == n4;
        from_older   <= is3 || is4;
        older        <= is3 ? next : s5;
        // Two events after.
        from2        <= v3 && n1 == n3;
        merged       <= from2 ? next : from_older ? older : stored;
        // Right after.
        from1        <= v3 && n2 == n3;
    end
endmodule

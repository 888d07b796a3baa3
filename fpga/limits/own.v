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
    reg          v0, v1, v2, v4;
    reg  [A-1:0] n0, n1, n2, n4;
    reg  [15:0]  w0, w1;
    reg          from3, from4, from5;
    reg  [C-1:0] s4, s5;
    wire [C-1:0] stored;

    // The latest event of the same node wins.
    assign own = from3 ? next : from4 ? s4 : from5 ? s5 : stored;

    treetap_limit_ram #(.WIDTH(C), .ADDR(A)) u_ram (
        .clk(clk), .we(v3), .wa(n3), .wd(next), .ra(n0), .rd(stored)
    );

    always @(posedge clk) begin
        {v0, n0, w0} <= {valid, node, weight};
        {v1, n1, w1} <= {v0, n0, w0};
        {v2, n2, w2} <= {v1, n1, w1};
        {v3, n3}     <= {v2, n2};
        {v4, n4}     <= {v3, n3};
        s4           <= next;
        s5           <= s4;
        // Compared a stage ahead: every event moves on by one.
        from3        <= v2 && n1 == n2;
        from4        <= v3 && n1 == n3;
        from5        <= v4 && n1 == n4;
    end
endmodule

// Read, add, write back, every cycle, in two slices: the upper half of the count follows the lower one a cycle later, and the
// carry goes from one to the other through a register. No carry chain is longer than half a count; whoever reads counts has
// to wait a cycle for the upper half.
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
    // A weight has to fit into the lower slice.
    localparam LOW  = C < 32 ? 16 : C / 2;
    localparam HIGH = C - LOW;

    wire [LOW-1:0]  own_low;
    wire [HIGH-1:0] own_high;
    wire [15:0]     w3;
    reg             later;
    reg  [A-1:0]    later_node;
    reg             carry;
    reg  [LOW-1:0]  low, low_then;
    reg  [HIGH-1:0] high;
    assign counted = {high, low_then};
    always @(posedge clk) begin
        {later, later_node} <= {valid, node};
        {carry, low}        <= own_low + w3;
        high                <= own_high + carry;
        low_then            <= low;
    end

    treetap_limit_own #(.C(LOW), .A(A)) u_low (
        .clk(clk), .valid(valid), .node(node), .weight(weight), .next(low),
        .own(own_low), .w3(w3), .v4(), .n4()
    );
    treetap_limit_own #(.C(HIGH), .A(A)) u_high (
        .clk(clk), .valid(later), .node(later_node), .weight(16'd0), .next(high),
        .own(own_high), .w3(), .v4(), .n4()
    );
endmodule

// Block RAM to register: address registers, a read, and a register for the word. Reading and writing one word at one
// edge is undefined, so no logic stands after the memory.
module treetap_limit #(
    parameter C = 32,
    parameter A = 9
) (
    input  wire         clk,
    input  wire         we,
    input  wire [A-1:0] wa,
    input  wire [C-1:0] wd,
    input  wire [A-1:0] ra,
    output wire [C-1:0] q
);
    treetap_limit_ram #(.WIDTH(C), .ADDR(A)) u_ram (
        .clk(clk), .we(we), .wa(wa), .wd(wd), .ra(ra), .rd(q)
    );
endmodule

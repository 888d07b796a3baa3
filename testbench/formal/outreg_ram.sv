// OutRegRam, both its forms: `primitives` (TREETAP_ECP5 defined, over testbench/netlist/dp16kd.v) and `inferred`. The
// word at an address is the one written there last, two cycles after the address, unless the read meets a write of it.
//
// Any address, and it is read in every cycle: a read changes nothing in the memory and its word is gone after two
// cycles, so a fault that shows in some run shows in the run with the same writes in which this address is always read.
// That makes the property inductive without looking into the memories.
module proof (
    input wire clk
);
    localparam WIDTH = `WIDTH;
    localparam ADDR = `ADDR;

    (* anyconst *) wire [ADDR-1:0] address;
    (* anyseq *) wire              we;
    (* anyseq *) wire [ADDR-1:0]   wa;
    (* anyseq *) wire [WIDTH-1:0]  wd;
    wire [WIDTH-1:0] of_primitives;
    wire [WIDTH-1:0] of_inferred;
    primitives #(.WIDTH(WIDTH), .ADDR(ADDR)) u_primitives (clk, address, of_primitives, we, wa, wd);
    inferred #(.WIDTH(WIDTH), .ADDR(ADDR)) u_inferred (clk, address, of_inferred, we, wa, wd);

    // The word written last; which reads may be checked.
    reg [WIDTH-1:0] word, word1, word2;
    reg             written = 0, check1 = 0, check2 = 0;
    always @(posedge clk) begin
        if (we && wa == address) {word, written} <= {wd, 1'b1};
        {word1, word2} <= {word, word1};
        check1 <= written && !(we && wa == address);
        check2 <= check1;
    end

    always @* if (check2) begin
        assert (of_primitives == word2);
        assert (of_inferred == word2);
    end
endmodule

// FastRam, FastRamRe and LutRam keep their contract (the one of ram.sv, which stands for them in the other proofs): a
// word that was written is read until another is written in its place, unless the read meets a write of its address. A
// LutRam (RAM_LUT) reads within the cycle, and what it reads is the word of before.
module proof (
    input wire clk
);
    localparam W = `WIDTH;
    localparam A = `ADDR;

    (* anyseq *) wire         re, we;
    (* anyseq *) wire [A-1:0] ra, wa;
    (* anyseq *) wire [W-1:0] wd;
    wire [W-1:0] rd;

    `RAM #(.WIDTH(W), .ADDR(A)) dut (
        .clk(clk),
`ifdef RAM_RE
        .re(re),
`endif
        .ra(ra), .rd(rd), .we(we), .wa(wa), .wd(wd)
    );

    // Any address; `shown` is the word of the design's memory there.
    (* hierconn *) wire [A-1:0] \dut.watch ;
    (* hierconn *) wire [W-1:0] \dut.shown ;

    reg          known = 0;     // something was written
    reg  [W-1:0] kept = 0;
    reg          promised = 0;  // the read port has to show a word
    reg  [W-1:0] word = 0;
`ifdef RAM_RE
    wire reads = re;
`else
    wire reads = 1'b1;
`endif
    always @(posedge clk) begin
        if (we && wa == \dut.watch ) begin
            known <= 1;
            kept <= wd;
        end
        if (reads) begin
            promised <= known && ra == \dut.watch && !(we && wa == ra);
            word <= kept;
        end
    end
    always @* begin
`ifdef RAM_LUT
        if (known && ra == \dut.watch ) assert (rd == kept);
`else
        if (promised) assert (rd == word);
`endif
        if (known) assert (\dut.shown == kept);
    end
endmodule

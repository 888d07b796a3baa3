// FastRam, FastRamRe and OutRegRam keep their contract (the one of ram.sv, which stands for them in the other proofs): a word that
// was written is read until another is written in its place, unless the read meets a write of its address.
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

    // Any address.
`ifdef BOUNDED
    (* anyconst *) wire [A-1:0] watch;
`else
    (* hierconn *) wire [A-1:0] \dut.watch ;
    (* hierconn *) wire [W-1:0] \dut.shown ;   // the word of the design's memory there
    wire [A-1:0] watch = \dut.watch ;
`endif

    reg          known = 0;     // something was written
    reg  [W-1:0] kept = 0;
    reg          promised = 0;  // the read port, or the register behind it, has to show a word
    reg  [W-1:0] word = 0;
    reg          promised_q = 0;
    reg  [W-1:0] word_q = 0;
`ifdef RAM_RE
    wire reads = re;
`else
    wire reads = 1'b1;
`endif
    always @(posedge clk) begin
        if (we && wa == watch) begin
            known <= 1;
            kept <= wd;
        end
        if (reads) begin
            promised <= known && ra == watch && !(we && wa == ra);
            word <= kept;
        end
        promised_q <= promised;
        word_q <= word;
    end
    always @* begin
`ifdef RAM_OUTREG
        if (promised_q) assert (rd == word_q);
`else
        if (promised) assert (rd == word);
`endif
    end
`ifndef BOUNDED
    // Why it holds at every depth: the memory, and the register between it and the output register.
    always @* if (known) assert (\dut.shown == kept);
`ifdef RAM_OUTREG
    (* hierconn *) wire [W-1:0] \dut.word ;
    always @* if (promised) assert (\dut.word == word);
`endif
`endif
endmodule

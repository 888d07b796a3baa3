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

    // Any address, the word of the design's memory there, and its register in front of the output register.
`ifdef PRIMITIVE
    (* hierconn *) wire [A-1:0] \dut.part[0].wide.ram.ram.watch ;
    (* hierconn *) wire [W-1:0] \dut.part[0].wide.ram.ram.shown ;
    (* hierconn *) wire [W-1:0] \dut.part[0].wide.ram.ram.latch_b ;
    wire [A-1:0] watch = \dut.part[0].wide.ram.ram.watch ;
    wire [W-1:0] shown = \dut.part[0].wide.ram.ram.shown ;
    wire [W-1:0] inner = \dut.part[0].wide.ram.ram.latch_b ;
`else
    (* hierconn *) wire [A-1:0] \dut.watch ;
    (* hierconn *) wire [W-1:0] \dut.shown ;
    wire [A-1:0] watch = \dut.watch ;
    wire [W-1:0] shown = \dut.shown ;
`ifdef RAM_OUTREG
    (* hierconn *) wire [W-1:0] \dut.word ;
    wire [W-1:0] inner = \dut.word ;
`endif
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
    // Why it holds at every depth.
    always @* begin
        if (known) assert (shown == kept);
`ifdef RAM_OUTREG
        if (promised) assert (inner == word);
`endif
    end
endmodule

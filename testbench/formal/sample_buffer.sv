// Sample buffer: a record that the policy takes and that has room leaves exactly once, in order and unchanged, or is
// flushed; every other candidate is counted as lost, for the reason that it has.
//
// Policy, run, flush and both streams may do anything at any time; but the number of lanes of a record changes with a
// reset only. What is taken is decided here, from the ports: one record, chosen by the solver, is followed.
module proof (
    input wire clk
);
    localparam L = `LANES;
    localparam P = `PLACES;
    localparam W = 32 * L;
    localparam B = P - $clog2(L);
    localparam [1:0] CODES = L - 1;
    localparam FLIGHT = 16, LONGEST = 2;

    (* anyseq *) wire [1:0]   stride;

    (* hierconn *) wire [P-1:0] \dut.write , \dut.read , \dut.u_sides.watch ;
    (* hierconn *) wire [P:0]   \dut.lanes ;
    (* hierconn *) wire         \dut.offered ;
    (* hierconn *) wire [1:0]   \dut.from ;
    (* hierconn *) wire [15:0]  \dut.u_sides.kept ;
    (* hierconn *) wire [B-1:0] \dut.u_banks0.watch ;
    (* hierconn *) wire [31:0]  \dut.u_banks0.kept ;
`ifdef BANKS2
    (* hierconn *) wire [B-1:0] \dut.u_banks1.watch ;
    (* hierconn *) wire [31:0]  \dut.u_banks1.kept ;
`endif
`ifdef BANKS4
    (* hierconn *) wire [B-1:0] \dut.u_banks2.watch , \dut.u_banks3.watch ;
    (* hierconn *) wire [31:0]  \dut.u_banks2.kept , \dut.u_banks3.kept ;
    wire [W-1:0] kept = {\dut.u_banks3.kept , \dut.u_banks2.kept , \dut.u_banks1.kept , \dut.u_banks0.kept };
`elsif BANKS2
    wire [W-1:0] kept = {\dut.u_banks1.kept , \dut.u_banks0.kept };
`else
    wire [W-1:0] kept = \dut.u_banks0.kept ;
`endif

    // Lanes of a record, log2; records that there is room for; the bits that belong to a record.
    wire [1:0]   code     = stride & CODES;
    wire [1:0]   shift    = code[1] ? 2'd2 : code;
    wire [P:0]   capacity = (1 << P) >> shift;
    wire [127:0] bits     = code[1] ? ~128'd0 : code[0] ? 128'hffffffffffffffff : 128'hffffffff;
    wire [W-1:0] mask     = bits[W-1:0];

    `include "samples.svh"

    `BUFFER dut (
        .clk(clk), .rst(rst), .cand_valid(cand_valid), .cand_lanes(cand_lanes), .cand_side(cand_side), .cand_ord(cand_ord),
        .cfg_stride(stride), .cfg_lossless(lossless), .cfg_freeze(freeze), .run(run), .flush(flush), .ready(ready),
        .smp_valid(smp_valid), .smp_ready(smp_ready), .smp_rec(smp_rec), .smp_side(smp_side), .occ(occ),
        .step_acc(acc), .step_drop_full(drop_full), .step_drop_off(drop_off), .step_popped(popped), .step_flushed(flushed),
        .acc_valid(acc_valid), .acc_ord(acc_ord)
    );

    reg [1:0] was_stride = 0;
    always @(posedge clk) was_stride <= stride;
    always @* begin
        if (!was_rst) assume (stride == was_stride);
        // The memories watch the record that is followed.
        if (marked || sets) begin
            assume (\dut.u_sides.watch == aim);
            assume (\dut.u_banks0.watch == aim[P-1:P-B]);
`ifdef BANKS2
            assume (\dut.u_banks1.watch == aim[P-1:P-B]);
`endif
`ifdef BANKS4
            assume (\dut.u_banks2.watch == aim[P-1:P-B]);
            assume (\dut.u_banks3.watch == aim[P-1:P-B]);
`endif
        end
    end

    // Why it holds at every depth: where records are.
    wire [P:0]   stored = inside - \dut.offered ;
    wire [P-1:0] next   = \dut.read + (ahead << shift) - (\dut.offered << shift);
    wire [W-1:0] found  = kept >> {place & CODES, 5'd0};
    wire [P-1:0] low    = (1 << shift) - 1;
    always @* begin
        if (!$initstate) begin
            if (was_rst) assert (\dut.lanes == 0 && \dut.write == 0 && \dut.read == 0 && inside == 0 && !marked && !\dut.offered );
            else assert (\dut.lanes == inside << shift);
            assert (!\dut.offered || inside != 0);
            assert (inside <= capacity);
            if (!was_rst) assert ((\dut.read & low) == 0 && (\dut.write & low) == 0);
            if (!was_rst) assert (\dut.write == \dut.read + (stored[P-1:0] << shift));
            if (waited != 0) assert (\dut.offered );
            assert (!marked || ahead < inside);
            if (marked && !(\dut.offered && ahead == 0)) begin
                assert (place == next && side == \dut.u_sides.kept );
                assert ((place & low) == 0);
                assert ((found & mask) == word);
            end
            if (marked && \dut.offered && ahead == 0) assert (smp_rec == word && smp_side == side);
        end
    end
endmodule

// Sample buffer for a fast clock: a record that the policy takes and that has room leaves exactly once, in order and
// unchanged, or is flushed; every other candidate is counted as lost, for the reason that it has.
//
// Policy, run, flush and both streams may do anything at any time. What is taken is decided here, from the ports: one
// record, chosen by the solver, is followed from its memory through two registers and four places to the offer.
module proof (
    input wire clk
);
    localparam P = `PLACES;
    localparam W = 32 * `LANES;
    localparam V = W + 16;
    localparam FLIGHT = 32, LONGEST = 5;
    wire [P:0]   capacity = 1 << P;
    wire [W-1:0] mask     = ~{W{1'b0}};

    (* hierconn *) wire [P-1:0] \dut.write , \dut.read , \dut.u_records.watch ;
    (* hierconn *) wire [P:0]   \dut.count ;
    (* hierconn *) wire [2:0]   \dut.asked , \dut.waiting ;
    (* hierconn *) wire [1:0]   \dut.put , \dut.get , \dut.u_next.watch ;
    (* hierconn *) wire         \dut.coming , \dut.here , \dut.offered ;
    (* hierconn *) wire [V-1:0] \dut.offer , \dut.u_records.kept , \dut.u_records.word , \dut.u_records.word_q ;
    (* hierconn *) wire [V-1:0] \dut.u_next.kept ;

    `include "samples.svh"

    `BUFFER dut (
        .clk(clk), .rst(rst), .cand_valid(cand_valid), .cand_lanes(cand_lanes), .cand_side(cand_side), .cand_ord(cand_ord),
        .cfg_lossless(lossless), .cfg_freeze(freeze), .run(run), .flush(flush), .ready(ready),
        .smp_valid(smp_valid), .smp_ready(smp_ready), .smp_rec(smp_rec), .smp_side(smp_side), .occ(occ),
        .step_acc(acc), .step_drop_full(drop_full), .step_drop_off(drop_off), .step_popped(popped), .step_flushed(flushed),
        .acc_valid(acc_valid), .acc_ord(acc_ord)
    );

    always @* begin
        // The memories watch the record that is followed.
        if (marked || sets) assume (\dut.u_records.watch == aim && \dut.u_next.watch == aim[1:0]);
    end

    // Why it holds at every depth: where records are, from the offer back to the memory.
    wire [V-1:0] whole = {side, word};
    wire [P:0] stored = inside - \dut.asked - \dut.offered ;
    wire [P:0] after_offer = ahead - \dut.offered ;
    wire [P:0] after_waiting = after_offer - \dut.waiting ;
    wire [P:0] after_here = after_waiting - \dut.here ;
    wire       offers = \dut.offered && ahead == 0;
    wire       waits  = !offers && after_offer < \dut.waiting ;
    wire       comes  = !offers && !waits && after_waiting == 0 && \dut.here ;
    wire       is_read = !offers && !waits && !comes && after_here == 0 && \dut.coming ;
    wire [1:0] slot  = \dut.get + after_offer[1:0];
    wire [1:0] drawn = \dut.put + \dut.here + \dut.coming ;
    wire [1:0] full  = \dut.put - \dut.get ;
    wire [P-1:0] found = \dut.read + after_here[P-1:0] - \dut.coming ;
    always @* begin
        if (!$initstate) begin
            if (was_rst) assert (inside == 0 && !marked && \dut.write == 0 && \dut.read == 0 && \dut.put == 0 && \dut.get == 0);
            assert (\dut.count == inside && inside <= capacity);
            assert (\dut.asked == \dut.waiting + \dut.here + \dut.coming );
            assert (\dut.waiting <= \dut.asked && \dut.asked <= 4);
            assert (inside >= \dut.asked + \dut.offered );
            assert (\dut.write == \dut.read + stored[P-1:0]);
            // With more than one in the memory, another one is on its way: so a full memory is not taken for an empty one.
            assert (stored < 2 || \dut.asked != 0);
            assert (full == \dut.waiting [1:0]);
            assert (drawn == \dut.read [1:0]);
            assert (waited < 1 || \dut.offered || \dut.asked != 0);
            assert (waited < 2 || \dut.offered || \dut.here || \dut.waiting != 0);
            assert (waited < 3 || \dut.offered || \dut.waiting != 0);
            assert (waited < 4 || \dut.offered );
            assert (!marked || ahead < inside);
            if (marked) begin
                if (offers) assert (\dut.offer == whole);
                else if (waits) assert (slot == place[1:0] && \dut.u_next.kept == whole);
                else if (comes) assert (\dut.put == place[1:0] && \dut.u_records.word_q == whole);
                else if (is_read) assert (drawn == place[1:0] + 2'd1 && \dut.u_records.word == whole);
                else assert (found == place && \dut.u_records.kept == whole);
            end
        end
    end
endmodule

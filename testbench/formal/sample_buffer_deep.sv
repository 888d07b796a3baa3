// Sample buffer for a fast clock: a record that the policy takes and that has room leaves exactly once, in order and
// unchanged, or is flushed; every other candidate is counted as lost, for the reason that it has.
//
// Policy, run, flush and both streams may do anything at any time. What is taken is decided here, from the ports: one
// record, chosen by the solver, is followed from its memory through two registers and four places to the offer.
module proof (
    input wire clk
);
    localparam A = `PLACES;
    localparam W = 32 * `LANES;
    localparam V = W + 16;
    localparam [A:0] CAPACITY = 1 << A;
    // Records that may be under way when the tap is told to stop (rule B4).
    localparam FLIGHT = 32;

    (* anyseq *) wire         rst, cand_valid, lossless, freeze, run, flush, smp_ready, mark;
    (* anyseq *) wire [W-1:0] cand_lanes;
    (* anyseq *) wire [15:0]  cand_side;
    (* anyseq *) wire [31:0]  cand_ord;
    wire         ready, smp_valid, acc, drop_full, drop_off, popped, flushed, acc_valid;
    wire [W-1:0] smp_rec;
    wire [15:0]  smp_side;
    wire [8:0]   occ;
    wire [31:0]  acc_ord;

    `BUFFER dut (
        .clk(clk), .rst(rst), .cand_valid(cand_valid), .cand_lanes(cand_lanes), .cand_side(cand_side), .cand_ord(cand_ord),
        .cfg_lossless(lossless), .cfg_freeze(freeze), .run(run), .flush(flush), .ready(ready),
        .smp_valid(smp_valid), .smp_ready(smp_ready), .smp_rec(smp_rec), .smp_side(smp_side), .occ(occ),
        .step_acc(acc), .step_drop_full(drop_full), .step_drop_off(drop_off), .step_popped(popped), .step_flushed(flushed),
        .acc_valid(acc_valid), .acc_ord(acc_ord)
    );

    (* hierconn *) wire [A-1:0] \dut.write , \dut.read , \dut.u_records.watch ;
    (* hierconn *) wire [A:0]   \dut.count ;
    (* hierconn *) wire [2:0]   \dut.asked , \dut.waiting ;
    (* hierconn *) wire [1:0]   \dut.put , \dut.get , \dut.u_next.watch ;
    (* hierconn *) wire         \dut.coming , \dut.here , \dut.offered ;
    (* hierconn *) wire [V-1:0] \dut.offer , \dut.u_records.kept , \dut.u_records.word , \dut.u_records.word_q ;
    (* hierconn *) wire [V-1:0] \dut.u_next.kept ;

    // What an observer at the ports knows.
    reg  [A:0]   inside = 0;
    reg          marked = 0;
    reg  [A:0]   ahead = 0;
    reg  [V-1:0] word = 0;
    reg  [A-1:0] place = 0;
    wire off  = !run && freeze && !lossless;
    wire room = inside < CAPACITY;
    wire take = cand_valid && !off && room;
    wire give = popped || flushed;
    wire sets = mark && take && !marked;
    always @(posedge clk) begin
        inside <= inside + take - give;
        if (marked && give) begin
            ahead <= ahead - 1'b1;
            if (ahead == 0) marked <= 0;
        end
        if (sets) begin
            marked <= 1;
            ahead <= inside - give;
            word <= {cand_side, cand_lanes};
            place <= \dut.write ;
        end
        if (rst) begin
            inside <= 0;
            marked <= 0;
        end
    end

    // A held offer, and how long a record inside has not been offered.
    reg         held = 0, was_rst = 1;
    reg [V-1:0] held_word = 0;
    reg [2:0]   waited = 0;
    always @(posedge clk) begin
        held <= smp_valid && !smp_ready && !rst;
        held_word <= {smp_side, smp_rec};
        waited <= rst || smp_valid || flushed || inside == 0 ? 0 : waited + 1'b1;
        was_rst <= rst;
    end

    wire [A-1:0] aim = sets ? \dut.write : place;
    initial assume (rst);
    always @* begin
        // The memories watch the record that is followed, from the cycle in which it is written.
        if (marked || sets) assume (\dut.u_records.watch == aim && \dut.u_next.watch == aim[1:0]);
    end

    // The properties.
    always @* begin
        if (!$initstate && !rst && !was_rst) begin
            assert (acc == take && acc_valid == take && acc_ord == cand_ord);
            assert (drop_off == (cand_valid && off));
            assert (drop_full == (cand_valid && !off && !room));
            assert (popped == (smp_valid && smp_ready));
            assert (!flushed || flush);
            assert (!flush || !smp_valid);
            assert (!give || inside != 0);
            assert (!smp_valid || inside != 0);
            assert (occ == inside && inside <= CAPACITY);
            assert (ready == (!lossless || (run || !freeze) && inside + FLIGHT < CAPACITY));
            if (marked && ahead == 0 && smp_valid) assert ({smp_side, smp_rec} == word);
            if (held && !flush) assert (smp_valid && {smp_side, smp_rec} == held_word);
            assert (waited < 5);
        end
    end

    // Why it holds at every depth: where records are, from the offer back to the memory.
    wire [A:0] stored = inside - \dut.asked - \dut.offered ;
    wire [A:0] after_offer = ahead - \dut.offered ;
    wire [A:0] after_waiting = after_offer - \dut.waiting ;
    wire [A:0] after_here = after_waiting - \dut.here ;
    wire       offers = \dut.offered && ahead == 0;
    wire       waits  = !offers && after_offer < \dut.waiting ;
    wire       comes  = !offers && !waits && after_waiting == 0 && \dut.here ;
    wire       is_read = !offers && !waits && !comes && after_here == 0 && \dut.coming ;
    wire [1:0] slot  = \dut.get + after_offer[1:0];
    wire [1:0] drawn = \dut.put + \dut.here + \dut.coming ;
    wire [1:0] full  = \dut.put - \dut.get ;
    wire [A-1:0] found = \dut.read + after_here[A-1:0] - \dut.coming ;
    always @* begin
        if (!$initstate) begin
            if (was_rst) assert (inside == 0 && !marked && \dut.write == 0 && \dut.read == 0 && \dut.put == 0 && \dut.get == 0);
            assert (\dut.count == inside && inside <= CAPACITY);
            assert (\dut.asked == \dut.waiting + \dut.here + \dut.coming );
            assert (\dut.waiting <= \dut.asked && \dut.asked <= 4);
            assert (inside >= \dut.asked + \dut.offered );
            assert (\dut.write == \dut.read + stored[A-1:0]);
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
                if (offers) assert (\dut.offer == word);
                else if (waits) assert (slot == place[1:0] && \dut.u_next.kept == word);
                else if (comes) assert (\dut.put == place[1:0] && \dut.u_records.word_q == word);
                else if (is_read) assert (drawn == place[1:0] + 2'd1 && \dut.u_records.word == word);
                else assert (found == place && \dut.u_records.kept == word);
            end
        end
    end
endmodule

// Count stage: whatever events follow each other, every event that enters comes to exactly one verdict, in cycle 5, unless
// it falls with one before it; the verdict is the arithmetic one; a counted event adds exactly its weight to the count of
// its node, and nothing else changes it. So does a leaf that is absorbed, with its count for a weight.
//
// The proof has a pipeline of its own: events, nodes, weights and levels are taken from the ports as they enter, and fall
// when the stage says `failed` or is cleared. One node, chosen by the solver, is followed: `total` is what its count has to
// be, and `level_x` its word in META as it was written. What holds for it holds for all of them. Names of the design serve
// the induction only, where they are asserted, but for these: the words of the two memories, and the sum of the event three
// before the parent of a leaf, which is the count of the leaf, another node (that it is right is proved where that node is
// followed).
//
// What the engine around the stage promises is assumed, in terms of the ports, and checked by the co-simulation: counts are
// put (a new node, an absorbed leaf's parent) while no event of theirs is on its way, T does not change under events, META
// of a node is not written in the cycle in which it is read, and near the end of n events come one at a time.
//
// With FAR it is the stage of the largest pool: the node comes a cycle before the rest, a register more stands after
// each memory and in front of META, and the event six before is not in what was read either.
module proof (
    input wire clk
);
    localparam C = `COUNT;
    localparam A = `ADDR;
    localparam L = `LEVEL;
    localparam T2 = `TOP;

    (* anyseq *) wire         clear, new_event, refuse, stop, none_free, own_put, meta_we, absorb, old, gone;
    (* anyseq *) wire [A-1:0] node, own_wa, meta_wa, gone_node;
    (* anyseq *) wire [15:0]  weight;
    (* anyseq *) wire [C-1:0] threshold;
    (* anyseq *) wire [L-1:0] unit_level;
    (* anyseq *) wire [C-1:0] own_wd;
    (* anyseq *) wire [L+T2-1:0] meta_wd;
    wire         failed, counted, refused, idle, absorbed, absorbs;
    wire [A-1:0] failed_node;
    wire [15:0]  weight_now;

    `STAGE dut (
        .clk(clk), .clear(clear), .new_event(new_event), .node(node), .own_node(node), .weight(weight),
        .absorb(absorb), .old(old), .gone(gone), .gone_node(gone_node), .absorbed(absorbed), .absorbs(absorbs), .stop(stop), .none_free(none_free), .threshold(threshold), .unit_level(unit_level), .refuse(refuse),
        .own_put(own_put), .own_wa(own_wa), .own_wd(own_wd), .meta_we(meta_we), .meta_wa(meta_wa), .meta_wd(meta_wd),
        .failed(failed), .failed_node(failed_node), .counted(counted), .refused(refused),
        .weight_now(weight_now), .idle(idle)
    );

    (* hierconn *) wire         \dut.event1 , \dut.event2 , \dut.event3 , \dut.event4 , \dut.event5 , \dut.event6 ;
    (* hierconn *) wire         \dut.from2 , \dut.from_older , \dut.near ;
    (* hierconn *) wire         \dut.apart1_equal , \dut.apart2_equal , \dut.apart3_same , \dut.apart4_same , \dut.apart5_same ;
    (* hierconn *) wire         \dut.own_we , \dut.put , \dut.check , \dut.over , \dut.heavy , \dut.failed5 ;
    (* hierconn *) wire         \dut.pseudo1 , \dut.pseudo2 , \dut.pseudo3 , \dut.pseudo4 , \dut.gone3 , \dut.gone4 , \dut.unit ;
    (* hierconn *) wire         \dut.apart_gone_equal , \dut.old1 , \dut.old2 , \dut.what_we ;
    (* hierconn *) wire [A-1:0] \dut.at1 , \dut.at2 , \dut.at3 , \dut.at4 , \dut.at5 , \dut.own_at , \dut.put_at , \dut.what_at ;
    (* hierconn *) wire [L-1:0] \dut.level ;
    (* hierconn *) wire [L+T2-1:0] \dut.what ;
    (* hierconn *) wire [C:0]   \dut.excess ;
    (* hierconn *) wire [C-1:0] \dut.sum , \dut.sum1 , \dut.sum2 , \dut.older , \dut.base , \dut.own_word , \dut.light2 , \dut.light3 ;
    (* hierconn *) wire [C-1:0] \dut.put_word ;
    (* hierconn *) wire [15:0]  \dut.light1 , \dut.light4 ;
    (* hierconn *) wire [A-1:0] \dut.u_owns.watch , \dut.u_meta.watch ;
    (* hierconn *) wire [C-1:0] \dut.u_owns.kept , \dut.u_owns.word , \dut.u_owns.word_q ;
    (* hierconn *) wire [L+T2-1:0] \dut.u_meta.kept , \dut.u_meta.word , \dut.u_meta.word_q ;

`ifdef FAR
    (* hierconn *) wire [A-1:0] \dut.late_own0 , \dut.far_what_at0 ;
    (* hierconn *) wire         \dut.from_oldest0 , \dut.apart6_0_same , \dut.far_what_we0 ;
    (* hierconn *) wire [L-1:0] \dut.far_level0 ;
    (* hierconn *) wire [L+T2-1:0] \dut.far_what0 ;
    (* hierconn *) wire [C-1:0] \dut.oldest0 , \dut.far_own0 ;
    wire [C-1:0] read = \dut.far_own0 ;
    // The node in the cycle of the rest.
    reg  [A-1:0] here = 0;
    always @(posedge clk) here <= node;
`else
    wire [A-1:0] here = node;
    wire [C-1:0] read = \dut.u_owns.word_q ;
`endif

    wire [A-1:0] x    = \dut.u_owns.watch ;
    wire [C-1:0] kept = \dut.u_owns.kept ;
    always @* assume (\dut.u_meta.watch == x);

    // Nothing is known at power-up. The engine clears the stage for some cycles; what the memories have then they have.
    reg [3:0] age = 0;
    always @(posedge clk) age <= {age[2:0], 1'b1};
    wire started = age[3];
    always @* if (!started) assume (clear && !new_event && !absorb && !own_put && !meta_we);

    // The pipeline of the proof: what is in cycles 1 to 4, and what was in cycle 4 and did not fall.
    wire drop = failed | clear;
    reg         e1 = 0, e2 = 0, e3 = 0, e4 = 0, told = 0;
    reg         p1 = 0, p2 = 0, p3 = 0, p4 = 0;
    reg [A-1:0] n1 = 0, n2 = 0, n3 = 0, n4 = 0, n5 = 0;
    reg [15:0]  w1 = 0;
    reg [C-1:0] w2 = 0, w3 = 0, w4 = 0;
    // Nobody knows the way to it: the walk was old, the node is said to be gone, or META says so.
    reg         o1 = 0, o2 = 0, g2 = 0, g3 = 0, g4 = 0;
    // Levels, as the memory gave them.
    reg [L-1:0] l3 = 0, l4 = 0;
    wire [L-1:0] l2;
    always @(posedge clk) begin
        e1 <= (new_event | absorb) & !drop;
        e2 <= e1 & !drop;
        e3 <= e2 & !drop;
        e4 <= e3 & !drop;
        told <= e4 & !failed;
        {p1, p2, p3, p4} <= {absorb, p1, p2, p3};
        {n1, n2, n3, n4, n5} <= {here, n1, n2, n3, n4};
        w1 <= weight;
        // The leaf that is absorbed was read three cycles before: its count is in cycle 4.
        w2 <= p1 ? \dut.sum : {{(C-16){1'b0}}, w1};
        {w3, w4} <= {w2, w3};
        {o1, o2} <= {old, o1};
        g2 <= n1 == gone_node;
        g3 <= o2 | gone & g2 | &l2;
        g4 <= g3;
        {l3, l4} <= {l2, l3};
    end

    // META of the node that is followed: written a cycle after the port says so (two with FAR), read in cycle 0 (-1).
    reg [L+T2-1:0] meta_x;
    reg            put1 = 0, put2 = 0;
    reg [A-1:0]    put1_at = 0, put2_at = 0;
    reg [L+T2-1:0] put1_word = 0, put2_word = 0;
    always @(posedge clk) begin
        {put1, put1_at, put1_word} <= {meta_we, meta_wa, meta_wd};
        {put2, put2_at, put2_word} <= {put1, put1_at, put1_word};
    end
`ifdef FAR
    wire lands = put2 && put2_at == x;
    wire [L+T2-1:0] landing = put2_word;
`else
    wire lands = put1 && put1_at == x;
    wire [L+T2-1:0] landing = put1_word;
`endif
    always @(posedge clk) if (!started) meta_x <= \dut.u_meta.kept ; else if (lands) meta_x <= landing;
    // What was read: META in the cycle of the address.
    reg [L-1:0] read1 = 0, read2 = 0, read3 = 0;
    always @(posedge clk) {read1, read2, read3} <= {meta_x[L-1:0], read1, read2};
`ifdef FAR
    wire [L-1:0] level_x = read3;
    assign l2 = n2 == x ? level_x : \dut.far_level0 ;
`else
    wire [L-1:0] level_x = read2;
    assign l2 = n2 == x ? level_x : \dut.level ;
`endif

    // What the engine promises.
    reg [C-1:0] last_t = 0;
    reg         last_clear_x = 0, cleared = 0;
    // Nodes of the events that were written in the last cycle and in the one before, and whether the latter is one.
    reg [A-1:0] at6 = 0, at7 = 0;
    reg         event7 = 0, wrote_clear_x = 0, cleared_before = 0;
    reg         own1 = 0;
    reg [A-1:0] own1_at = 0;
    reg [C-1:0] own1_word = 0;
    wire        put_x = own1 && own1_at == x;
    always @(posedge clk) begin
        {own1, own1_at, own1_word} <= {own_put, own_wa, own_wd};
        at6 <= \dut.at5 ;
        at7 <= at6;
        event7 <= \dut.event6 ;
        wrote_clear_x <= last_clear_x;
        last_t <= threshold;
        cleared <= clear;
        cleared_before <= cleared;
        last_clear_x <= put_x;
    end
    always @* begin
        if (cleared) assume (!new_event && !absorb);
        // A leaf is absorbed alone in its cycle, and while an event stands it is not stopped or lost.
        if (absorb) assume (!new_event);
        if (p4) assume (!stop);
        if (!idle) assume (threshold == last_t && unit_level == last_unit);
        if (refuse && e4) assume (!e1 && !e2 && !e3 && !new_event && !absorb);
        if (own1) assume (!(e4 && !failed));
        if (put_x || last_clear_x) assume (idle && !((new_event || absorb) && here == x));
        if (lands) assume (node != x);
`ifdef FAR
        // Its node was read in the cycle before.
        if (wrote_clear_x) assume (!((new_event || absorb) && here == x));
        if (cleared_before) assume (!new_event && !absorb);
`endif
    end
    reg [L-1:0] last_unit = 0;
    always @(posedge clk) last_unit <= unit_level;

    // Events of the node that is followed. In the cycle in which a failure is told, cycles 1 to 4 have what falls with it.
    wire in1 = e1 & n1 == x & !failed;
    wire in2 = e2 & n2 == x & !failed;
    wire in3 = e3 & n3 == x & !failed;
    wire in4 = e4 & n4 == x & !failed;

    // The count of the node, and the verdict on an event of its own in cycle 4.
    reg  [C-1:0] total;
    wire [C:0] with_event = {1'b0, total} + w4;
    wire heavy_x = l4 != unit_level && with_event > threshold;
    wire lost_x = in4 & refuse & !p4;
    wire fails_x = in4 & !lost_x & (heavy_x & (p4 | !none_free) | stop | g4);
    wire counts_x = in4 & !lost_x & !fails_x;
    always @(posedge clk) begin
        if (!started) total <= kept;
        else if (put_x) total <= own1_word;
        else if (counts_x) total <= with_event[C-1:0];
    end
    reg was_x = 0, was_leaf = 0, fails = 0, is_lost = 0, counts = 0;
    always @(posedge clk) begin
        was_x <= in4;
        was_leaf <= p4;
        fails <= fails_x;
        is_lost <= lost_x;
        counts <= counts_x;
    end

    // Writes on their way into the memory: the event in cycle 5, or what is put.
    wire written_x = \dut.own_we && \dut.own_at == x;
    wire in5 = counts & was_x;
    wire in6 = \dut.event6 & at6 == x;
    wire in7 = event7 & at7 == x;

    // The properties.
    wire [2:0] verdicts = failed + counted + refused + absorbed;
    always @* begin
        if (started) begin
            // Every event that stands comes to one verdict, and no verdict is about anything else.
            assert (verdicts == told);
            if (told) assert (failed_node == n5);
            if (was_x) begin
                assert (failed == fails && refused == is_lost);
                assert (counted == (counts && !was_leaf));
                assert (absorbed == (counts && was_leaf));
            end
            if (in4) assert (absorbs == (counts_x && p4));
            if (in4 && !p4) assert (weight_now == w4[15:0]);
            // The memory has the count, or is being given it.
            assert ((written_x ? \dut.own_word : kept) == total);
        end
    end

`ifndef BARE
    // Why it holds at every depth: what every event on its way carries. Faults are looked for without this (BARE), so that a
    // property finds them.
    wire [C-1:0] after4 = in4 ? \dut.sum : total;
    always @* assert (age == 0 || age == 1 || age == 3 || age == 7 || age == 15);
    always @* if (age == 0) assert (!e1 && !e2 && !e3 && !e4 && !told && !own1 && !put1);
    always @* begin
        if (age[0]) begin
            // The design's pipeline is that of the proof.
            assert ({\dut.event1 , \dut.event2 , \dut.event3 , \dut.event4 } == {e1, e2, e3, e4});
            if (age[1]) assert (\dut.event5 == ((counted | absorbed) & !cleared));
            if (age[1]) assert (verdicts == told);
            if (!started) assert (cleared && !own1 && !put1);
            if (age[1] && !started) assert (!\dut.own_we && !put2);
            if (cleared) assert (!e1 && !e2 && !e3 && !e4);
            if (e1) assert (\dut.at1 == n1 && \dut.light1 == w1 && \dut.pseudo1 == p1 && \dut.old1 == o1);
            if (e2) assert (\dut.at2 == n2 && \dut.light2 == w2 && \dut.pseudo2 == p2 && \dut.old2 == o2);
            if (e2) assert (\dut.apart_gone_equal == g2);
            if (e3) assert (\dut.at3 == n3 && \dut.light3 == w3 && \dut.pseudo3 == p3 && \dut.gone3 == g3);
            if (e4) assert (\dut.at4 == n4 && \dut.light4 == w4[15:0] && \dut.pseudo4 == p4 && \dut.gone4 == g4);
            if (told) assert (\dut.at5 == n5);
            assert (was_x == (told && n5 == x));
            assert ({1'b0, fails} + is_lost + counts == was_x);
            assert (\dut.put == own1);
            if (own1) assert (\dut.put_at == own1_at && \dut.put_word == own1_word);
            // META: the memory, what is on its way into it, and what was read.
            if (age[2]) assert (meta_x == \dut.u_meta.kept );
            assert (\dut.what_we == put1);
            if (put1) assert (\dut.what_at == put1_at && \dut.what == put1_word);
`ifdef FAR
            if (age[1]) assert (\dut.far_what_we0 == put2);
            if (put2) assert (\dut.far_what_at0 == put2_at && \dut.far_what0 == put2_word);
            assert (\dut.late_own0 == here);
            if (started && here == x) assert (\dut.u_meta.word [L-1:0] == read1);
            if (e1 && n1 == x) assert (\dut.u_meta.word_q [L-1:0] == read2);
            if (e2 && n2 == x) assert (\dut.far_level0 == read3);
`else
            if (e1 && n1 == x) assert (\dut.u_meta.word [L-1:0] == read1);
            if (e2 && n2 == x) assert (\dut.level == read2);
`endif
            if (e3 && n3 == x) assert (\dut.unit == (l3 == unit_level));
            if (in4) assert (\dut.check == (l4 != unit_level));
        end
        if (started) begin
            // The count.
            assert (written_x == (in5 | last_clear_x));
            assert (!(in5 && last_clear_x));
            if (in5) assert (\dut.sum1 == total);
            if (in4) begin
                assert (\dut.sum == with_event[C-1:0]);
                assert ((\dut.over | \dut.heavy ) == (with_event > threshold));
            end
            if (in3) begin
                assert (\dut.base == after4);
                assert (\dut.near == in4);
            end
            if (e3 && !failed) assert (\dut.excess == {1'b0, ~threshold} + \dut.light3 );
            if (in2) begin
                assert (\dut.from2 == in4);
                if (!in4) begin
                    if (\dut.from_older ) assert (\dut.older == total);
                    else assert (!in5 && read == kept);
                end
            end
            assert (\dut.apart1_equal == (\dut.at2 == \dut.at3 ));
            if (e1) begin
                assert (\dut.apart2_equal == (n1 == \dut.at3 ));
                assert (\dut.apart3_same == (n1 == \dut.at4 ));
                assert (\dut.apart4_same == (n1 == \dut.at5 ));
`ifndef FAR
                assert (\dut.apart5_same == (n1 == at6));
`endif
            end
`ifdef FAR
            assert (\dut.apart5_same == (here == \dut.at5 ));
            assert (\dut.apart6_0_same == (here == at6));
            if (!cleared) begin
                if (in6) assert (\dut.sum2 == kept);
                else if (here == x && !wrote_clear_x && !cleared_before) assert (\dut.u_owns.word == kept);
            end
            if (in1) begin
                assert (\dut.from_oldest0 == (in6 | in7));
                if (\dut.from_oldest0 ) assert (\dut.oldest0 == kept);
                else assert (\dut.u_owns.word_q == kept);
            end
`else
            if (in1) begin
                if (in6) assert (\dut.sum2 == kept);
                else assert (\dut.u_owns.word == kept);
            end
`endif
        end
    end
`endif
endmodule

// Count stage: whatever events follow each other, a counted event adds exactly its weight to the count of its node, and
// an event fails exactly if its node is above the unit level and the sum would exceed T, or if its node is gone. So does
// a leaf that is absorbed, with its count for a weight.
//
// One node, chosen by the solver, is followed: `kept` is its count in memory. What the engine around it promises is
// assumed, and is checked by the co-simulation: counts are put (a new node, an absorbed leaf's parent) while no event of
// theirs is on its way, T does not change under events, and near the end of n events come one at a time.
//
// With FAR it is the stage of the largest pool: the node comes a cycle before the rest, a register more stands after
// the memory, and the event six before is not in what was read either.
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
    (* hierconn *) wire         \dut.own_we , \dut.put , \dut.check , \dut.over , \dut.heavy ;
    (* hierconn *) wire         \dut.pseudo1 , \dut.pseudo2 , \dut.pseudo3 , \dut.pseudo4 , \dut.gone4 ;
    (* hierconn *) wire [A-1:0] \dut.at1 , \dut.at2 , \dut.at3 , \dut.at4 , \dut.at5 , \dut.own_at , \dut.put_at ;
    (* hierconn *) wire [C:0]   \dut.excess ;
    (* hierconn *) wire         \dut.count ;
    (* hierconn *) wire [C-1:0] \dut.sum , \dut.sum1 , \dut.sum2 , \dut.older , \dut.base , \dut.own_word , \dut.light2 , \dut.light3 ;
    (* hierconn *) wire [A-1:0] \dut.u_owns.watch ;
    (* hierconn *) wire [C-1:0] \dut.u_owns.kept , \dut.u_owns.word , \dut.u_owns.word_q ;

`ifdef FAR
    (* hierconn *) wire [A-1:0] \dut.late_own0 ;
    (* hierconn *) wire         \dut.from_oldest0 , \dut.apart6_0_same ;
    (* hierconn *) wire [C-1:0] \dut.oldest0 , \dut.far_own0 ;
    wire [A-1:0] here = \dut.late_own0 ;
    wire [C-1:0] read = \dut.far_own0 ;
`else
    wire [A-1:0] here = node;
    wire [C-1:0] read = \dut.u_owns.word_q ;
`endif

    wire [A-1:0] x    = \dut.u_owns.watch ;
    wire [C-1:0] kept = \dut.u_owns.kept ;

    // What the engine promises. After a reset it clears the stage.
    initial assume (clear);
    reg [C-1:0] last_t = 0;
    reg         last_clear_x = 0, cleared = 0;
    // Nodes of the events that were written in the last cycle and in the one before, and whether the latter is one.
    reg [A-1:0] at6 = 0, at7 = 0;
    reg         event7 = 0, wrote_clear_x = 0, cleared_before = 0;
    always @(posedge clk) begin
        at6 <= \dut.at5 ;
        at7 <= at6;
        event7 <= \dut.event6 ;
        wrote_clear_x <= last_clear_x;
        last_t <= threshold;
        cleared <= clear;
        cleared_before <= cleared;
        last_clear_x <= \dut.put && \dut.put_at == x;
    end
    always @* begin
        if (cleared) assume (!new_event && !absorb);
        // A leaf is absorbed alone in its cycle, and while an event stands it is not stopped or lost.
        if (absorb) assume (!new_event);
        if (\dut.pseudo4 ) assume (!stop);
        if (!idle) assume (threshold == last_t);
        if (refuse && \dut.event4 ) assume (!\dut.event1 && !\dut.event2 && !\dut.event3 && !new_event && !absorb);
        if (\dut.put ) assume (!\dut.count );
        if (\dut.put && \dut.put_at == x || last_clear_x) assume (idle && !((new_event || absorb) && here == x));
`ifdef FAR
        // Its node was read in the cycle before.
        if (wrote_clear_x) assume (!((new_event || absorb) && here == x));
        if (cleared_before) assume (!new_event && !absorb);
`endif
    end

    // In the cycle in which a failure is told, cycles 1 to 4 have what falls with it.
    wire in1 = \dut.event1 & \dut.at1 == x & !failed;
    wire in2 = \dut.event2 & \dut.at2 == x & !failed;
    wire in3 = \dut.event3 & \dut.at3 == x & !failed;
    wire in4 = \dut.event4 & \dut.at4 == x & !failed;
    wire in5 = \dut.event5 & \dut.at5 == x;
    wire in6 = \dut.event6 & at6 == x;
    wire in7 = event7 & at7 == x;
    // The count when everything ahead has been counted: one event may be on its way into the memory.
    wire [C-1:0] after5 = in5 ? \dut.sum1 : kept;

    // The properties: memory and decision.
    reg  [C-1:0] light4 = 0;
    always @(posedge clk) light4 <= \dut.light3 ;
    wire [C:0] with_event = {1'b0, after5} + light4;
    wire         counted_x = (counted || absorbed) && failed_node == x && !cleared;
    reg  [C-1:0] expected;
    // What was in cycle 4, and what is to become of it.
    reg          was_in4 = 0, was_leaf, fails, is_lost;
    wire         heavy = \dut.check && with_event > threshold;
    always @(posedge clk) begin
        expected <= with_event[C-1:0];
        was_in4 <= in4 && !$initstate;
        was_leaf <= \dut.pseudo4 ;
        is_lost <= refuse && !\dut.pseudo4 ;
        if (\dut.pseudo4 ) fails <= heavy || \dut.gone4 ;
        else fails <= (heavy && !none_free || stop || \dut.gone4 ) && !refuse;
    end
    always @* begin
        if (!$initstate) begin
            if (counted_x) assert (\dut.own_we && \dut.own_at == x && \dut.own_word == expected);
            if (\dut.own_we && \dut.own_at == x && !last_clear_x && !cleared) assert (counted_x);
            if (in4 && !\dut.pseudo4 ) assert (weight_now == light4[15:0]);
            if (was_in4) begin
                assert (failed == fails && refused == is_lost);
                assert (counted == (!fails && !is_lost && !was_leaf));
                assert (absorbed == (!fails && was_leaf));
            end
            // The weight of a leaf is the sum that was in cycle 4 three cycles before it.
            if (\dut.pseudo2 ) assert (\dut.light2 == \dut.sum1 );
        end
    end

    // Why it holds at every depth: what every event on its way carries.
    wire [C-1:0] after4 = in4 ? \dut.sum : after5;
    always @* begin
        if (!$initstate) begin
            if (cleared) assert (!\dut.event1 && !\dut.event2 && !\dut.event3 && !\dut.event4 && !\dut.event5 );
            assert (in5 == counted_x);
            if (in5) assert (\dut.own_word == \dut.sum1 );
            if (in4) begin
                assert (\dut.sum == with_event[C-1:0]);
                assert ((\dut.over | \dut.heavy ) == (with_event > threshold));
            end
            if (in3) begin
                assert (\dut.base == after4);
                assert (\dut.near == in4);
            end
            if (\dut.event3 && !failed) assert (\dut.excess == {1'b0, ~threshold} + \dut.light3 );
            if (in2) begin
                assert (\dut.from2 == in4);
                if (!in4) begin
                    if (\dut.from_older ) assert (\dut.older == after5);
                    else assert (!in5 && read == kept);
                end
            end
            assert (\dut.apart1_equal == (\dut.at2 == \dut.at3 ));
            if (\dut.event1 ) begin
                assert (\dut.apart2_equal == (\dut.at1 == \dut.at3 ));
                assert (\dut.apart3_same == (\dut.at1 == \dut.at4 ));
                assert (\dut.apart4_same == (\dut.at1 == \dut.at5 ));
`ifndef FAR
                assert (\dut.apart5_same == (\dut.at1 == at6));
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
endmodule

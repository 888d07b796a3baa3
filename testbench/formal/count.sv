// Count stage: whatever events follow each other, a counted event adds exactly its weight to the count of its node, and an event
// fails exactly if its node is above the unit level and the sum would exceed T.
//
// One node, chosen by the solver, is followed: `kept` is its count in memory. What the engine around it promises is assumed, and
// is checked by the co-simulation: events and sweeps take turns, T and the counts of nodes on the way do not change under events,
// and near the end of n events come one at a time.
module proof (
    input wire clk
);
    localparam C = `COUNT;
    localparam A = `ADDR;
    localparam L = `LEVEL;

    (* anyseq *) wire         clear, new_event, sweeping, refuse, own_clear, meta_we, flag_clear;
    (* anyseq *) wire [A-1:0] node, own_wa, meta_wa;
    (* anyseq *) wire [15:0]  weight;
    (* anyseq *) wire [C-1:0] threshold;
    (* anyseq *) wire [L-1:0] unit_level;
    (* anyseq *) wire [8:0]   sweep;
    (* anyseq *) wire [A+L+1:0] meta_wd;
    wire         failed, counted, refused, idle;
    wire [A-1:0] failed_node;
    wire [15:0]  weight_now;

    `STAGE dut (
        .clk(clk), .clear(clear), .new_event(new_event), .new_edge(1'b0), .node(node), .weight(weight),
        .sweeping(sweeping), .sweep(sweep), .threshold(threshold), .unit_level(unit_level), .refuse(refuse),
        .own_clear(own_clear), .own_wa(own_wa), .meta_we(meta_we), .meta_wa(meta_wa), .meta_wd(meta_wd),
        .flag_clear(flag_clear), .failed(failed), .failed_node(failed_node), .counted(counted), .refused(refused),
        .weight_now(weight_now), .idle(idle)
    );

    (* hierconn *) wire         \dut.event1 , \dut.event2 , \dut.event3 , \dut.event4 , \dut.event5 , \dut.event6 ;
    (* hierconn *) wire         \dut.near1 , \dut.far2 , \dut.far3 , \dut.far4 , \dut.far5 , \dut.near ;
    (* hierconn *) wire         \dut.own_we , \dut.edges6 , \dut.check , \dut.over ;
    (* hierconn *) wire [A-1:0] \dut.at1 , \dut.at2 , \dut.at3 , \dut.at4 , \dut.at5 , \dut.at6 , \dut.write_at ;
    (* hierconn *) wire [15:0]  \dut.light4 ;
    (* hierconn *) wire [C-1:0] \dut.sum , \dut.sum1 , \dut.sum2 , \dut.sum3 , \dut.base , \dut.addend , \dut.write_own ;
    (* hierconn *) wire [A-1:0] \dut.u_owns.watch ;
    (* hierconn *) wire [C-1:0] \dut.u_owns.kept , \dut.u_owns.word , \dut.u_owns.word_q ;

    wire [A-1:0] x    = \dut.u_owns.watch ;
    wire [C-1:0] kept = \dut.u_owns.kept ;

    // What the engine promises. After a reset it clears the stage.
    initial assume (clear);
    reg [C-1:0] last_t = 0;
    always @(posedge clk) last_t <= threshold;
    always @* begin
        if (sweeping) assume (idle && !new_event);
        if (!idle) assume (threshold == last_t);
        if (refuse && \dut.event5 ) assume (!\dut.event1 && !\dut.event2 && !\dut.event3 && !\dut.event4 && !new_event);
        if (own_clear) assume (!counted);
        if (own_clear && own_wa == x) assume (idle && !(new_event && node == x));
    end

    // The properties: memory and decision.
    wire [C-1:0] with_event = kept + weight_now;
    always @* begin
        if (!$initstate) begin
            if (counted && failed_node == x)
                assert (\dut.own_we && \dut.write_at == x && \dut.write_own == with_event);
            if (\dut.own_we && \dut.write_at == x && !own_clear) assert (counted && failed_node == x);
            if (\dut.event5 && failed_node == x) begin
                assert (failed == (\dut.check && with_event > threshold && !refuse));
                assert (counted == (!failed && !refuse));
            end
        end
    end

    // Why it holds at every depth: what every event on its way carries.
    wire in1 = \dut.event1 & \dut.at1 == x;
    wire in2 = \dut.event2 & \dut.at2 == x;
    wire in3 = \dut.event3 & \dut.at3 == x;
    wire in4 = \dut.event4 & \dut.at4 == x;
    wire in5 = \dut.event5 & \dut.at5 == x;
    wire in6 = \dut.event6 & \dut.at6 == x;
    // The count when everything ahead has been counted.
    wire [C-1:0] after5 = in5 ? \dut.sum1 : kept;
    wire [C-1:0] after4 = in4 ? \dut.sum : after5;
    always @* begin
        if (!$initstate) begin
            assert (!\dut.edges6 );
            if (in5) assert (\dut.sum1 == with_event);
            if (\dut.event5 ) assert (\dut.over == (\dut.sum1 > threshold));
            if (in4) assert (\dut.sum == after5 + \dut.light4 );
            if (in3) begin
                assert (\dut.base == after4);
                assert (\dut.addend [C-1:16] == 0);
                assert (\dut.near == in4);
            end
            if (in2) begin
                assert (\dut.near1 == in3 && \dut.far2 == in4 && \dut.far3 == in5);
                if (\dut.far4 ) assert (\dut.sum2 == kept);
                else if (\dut.far5 ) assert (\dut.sum3 == kept);
                else assert (\dut.u_owns.word_q == kept);
            end
            if (in1) begin
                if (in6) assert (\dut.sum2 == kept);
                else assert (\dut.u_owns.word == kept);
            end
        end
    end
endmodule

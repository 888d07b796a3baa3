// CAM engine: no node is handed out twice and none while no node is free, an event that needs a node is given one, and
// a node that was absorbed is the next that is handed out.
//
// Tree, ternary memory, counts and visits are cut away and may give anything at any time; the states, the buffer's
// control and the memory of links stay. The list is last in, first out, so `depth` of a free node is the number of
// nodes that were free before it. The solver follows two nodes, x at whose link the memory is watched, and y. Of the
// link of any other node that is taken it is assumed what is proved of x. What is taken for granted: nodes in use
// alone are split and absorbed, never the root, the parent of a node in use is in use, and a command is obeyed when no
// event is in the pipeline.
module proof (
    input wire clk
);
    localparam A = `ADDR;
    localparam [A:0] N = 1 << A;

    (* anyseq *)   wire         rst, ev_valid, cmd_valid, dump_ready;
    (* anyseq *)   wire [1:0]   cmd_op;
    (* anyconst *) wire [A-1:0] y;
    wire [A:0] live;

    `ENGINE dut (
        .clk(clk), .rst(rst), .ev_valid(ev_valid), .cmd_valid(cmd_valid), .cmd_op(cmd_op), .dump_ready(dump_ready),
        .stat_live(live)
    );

    (* hierconn *) wire [4:0]   \dut.state ;
    (* hierconn *) wire [A-1:0] \dut.node , \dut.free , \dut.link , \dut.u_links.watch ;
    (* hierconn *) wire [A+4:0] \dut.u_links.kept , \dut.u_links.word ;
    (* hierconn *) wire [15:0]  \dut.flight ;
    (* hierconn *) wire [5:0]   \dut.absorbing ;
    (* hierconn *) wire         \dut.running , \dut.failed , \dut.visiting , \dut.buffer_empty , \dut.buffer_issue , \dut.begins , \dut.matcher_toggle , \dut.wiping ;
    (* hierconn *) wire         \dut.counter_over , \dut.unit14 , \dut.totals_refused , \dut.visits_short , \dut.visits_due ;
    (* hierconn *) wire         \dut.visits_enough , \dut.scout_done , \dut.scout_may_go ;

    wire [A-1:0] x    = \dut.u_links.watch ;
    wire [A-1:0] kept = \dut.u_links.kept [A-1:0];
    wire [A-1:0] free = \dut.free ;
    wire [A-1:0] node = \dut.node ;
    wire set_up = \dut.state == `INIT || \dut.state == `LINK || \dut.state == `ROOT ;
    // An entry comes into the ternary memory, or its slot is given back.
    wire make   = \dut.matcher_toggle && \dut.state != `EDIT ;
    wire absorb = \dut.state == `CLOSE ;

    // Which of both is in use, how many were free before one that is not, and how many are free.
    reg         x_used, y_used;
    reg [A-1:0] x_depth, y_depth;
    reg [A:0]   count;
    always @(posedge clk) begin
        if (\dut.state == `INIT ) begin
            x_used <= x == 0;
            x_depth <= ~x;
            y_used <= y == 0;
            y_depth <= ~y;
            count <= N - 1'b1;
        end else if (make) begin
            if (free == x) x_used <= 1;
            if (free == y) y_used <= 1;
            count <= count - 1'b1;
        end else if (absorb) begin
            if (node == x) x_used <= 0;
            if (node == x) x_depth <= count;
            if (node == y) y_used <= 0;
            if (node == y) y_depth <= count;
            count <= count + 1'b1;
        end
    end
    wire [A:0] top = count - 1'b1;
    wire x_is_top = !x_used && x_depth == top;
    wire y_is_top = !y_used && y_depth == top;
    wire y_follows = !y_used && {1'b0, y_depth} + 1'b1 == x_depth;

    wire node_in_use = !(node == x && x_used == 0) && !(node == y && y_used == 0);
    initial assume (rst);
    always @* begin
        if (absorb) assume (node_in_use && node != 0 && count < N - 1'b1);
        if (\dut.state == `WAIT || \dut.absorbing [0]) assume (node_in_use);
        if (\dut.state == `RUN && \dut.buffer_empty && cmd_valid) assume (\dut.flight == 0 && !\dut.failed && !\dut.buffer_issue );
        // What is proved of the links of x holds for every other pair.
        if (make && count >= 2) begin
            if (!(free == x && x == y)) assume ((\dut.link == x) == (!x_used && {1'b0, x_depth} + 1'b1 == top));
            if (free != x) assume ((\dut.link == y) == (!y_used && {1'b0, y_depth} + 1'b1 == top));
        end
    end

    // The properties: who is handed out, that `live` counts, and that whoever needs a node is given it.
    reg [4:0] needs = 0;
    reg [1:0] goes = 0;
    wire need = \dut.flight [13] && !\dut.failed && !\dut.totals_refused && \dut.counter_over && !\dut.unit14
        && !\dut.visits_short && !\dut.visits_due && count != 0;
    wire go = \dut.state == `VISIT && \dut.scout_may_go && !\dut.visits_enough && !\dut.scout_done ;
    always @(posedge clk) begin
        needs <= rst ? 0 : {needs[3:0], need};
        goes <= rst ? 0 : {goes[0] && !\dut.visits_enough , go};
    end
    always @* begin
        if (!$initstate) begin
            if (make) begin
                assert (!set_up && count != 0);
                assert ((free == x) == x_is_top);
                assert (!(free == x && x_used));
            end
            if (needs[4]) assert (make);
            if (goes[1]) assert (absorb);
            if (!set_up) assert (live == N - count);
        end
    end

    // Why it holds at every depth: states, clearing and the list.
    always @* begin
        if (!$initstate) begin
            assert (\dut.running == (\dut.state == `RUN ));
            if (!\dut.running ) assert (\dut.flight == 0 && !\dut.failed );
            if (\dut.failed ) assert (\dut.visiting || count != 0);
            if (needs[0]) assert (\dut.failed && !\dut.begins && !\dut.visiting && \dut.running );
            if (needs[1]) assert (\dut.state == `SPLIT );
            if (needs[2]) assert (\dut.state == `WAIT );
            if (needs[3]) assert (\dut.state == `FETCH );
            if (goes[0]) assert (\dut.state == `MEET );
            if (\dut.absorbing [0]) assert (\dut.state == `CLIMB );
            if (\dut.state == `SPLIT || \dut.state == `WAIT || \dut.state == `FETCH || \dut.state == `MAKE ) assert (count != 0);
            if (\dut.state == `MAKE && free == x) assert (\dut.u_links.word == \dut.u_links.kept );
            if (\dut.state == `LINK || \dut.state == `ROOT ) begin
                assert (x_used == (x == 0) && x_depth == ~x && y_used == (y == 0) && y_depth == ~y && count == N - 1'b1);
                assert (live == 1);
            end
            if (\dut.state == `LINK ) begin
                assert (free == node + 1'b1);
                if (x < node) assert (kept == x + 1'b1);
            end
            if (\dut.state == `ROOT ) assert (free == 1 && kept == x + 1'b1);
            if (!set_up) begin
                assert (count < N);
                if (x == 0) assert (x_used);
                if (y == 0) assert (y_used);
                if (x == y) assert (x_used == y_used && (x_used || x_depth == y_depth));
                if (!x_used) assert (x_depth < count);
                if (!y_used) assert (y_depth < count);
                if (count != 0) assert ((free == x) == x_is_top && (free == y) == y_is_top);
                if (!x_used && x_depth != 0) assert ((kept == y) == y_follows);
            end
        end
    end
endmodule

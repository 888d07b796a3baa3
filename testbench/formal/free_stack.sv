// Pipelined engine: no node is handed out twice, and none while no node is free.
//
// Every other part of the engine is cut away and may give anything at any time; what is left is the sequence of modes
// and the stack of free nodes. A node x and a place q of the stack are chosen by the solver. What is taken for granted:
// only nodes in use are absorbed, never the root; a verdict comes in the fifth cycle of an event, so no misfit comes in
// the first cycles after a create, when no event is in the count stage, and none when a command is obeyed; an absorbed
// leaf keeps the tables busy for four cycles; and an event that does not fit while no node is free counts all the same.
module proof (
    input wire clk
);
    localparam A = `ADDR;
    localparam [A-1:0] LAST = ~`ADDR'd0;

    (* anyseq *)   wire         rst, ev_valid, cmd_valid, dump_ready;
    (* anyseq *)   wire [1:0]   cmd_op;
    (* anyconst *) wire [A-1:0] x;

    `ENGINE dut (
        .clk(clk), .rst(rst), .ev_valid(ev_valid), .cmd_valid(cmd_valid), .cmd_op(cmd_op), .dump_ready(dump_ready)
    );

    (* hierconn *) wire \dut.clear , \dut.settle , \dut.run , \dut.wait_make , \dut.make , \dut.rewalk , \dut.pause , \dut.raise ;
    (* hierconn *) wire \dut.follow , \dut.anew , \dut.can_make , \dut.stuck , \dut.install_busy , \dut.count_absorbed ;
    (* hierconn *) wire \dut.waited , \dut.moved ;
    (* hierconn *) wire \dut.taken , \dut.dumps , \dut.wiping , \dut.settled , \dut.none_free , \dut.obey ;
    (* hierconn *) wire         \dut.count_failed , \dut.count_stopped , \dut.count_absorbs , \dut.stack_we_ ;
    (* hierconn *) wire [A+1:0] \dut.wipe ;
    (* hierconn *) wire [5:0]   \dut.wait_ ;
    (* hierconn *) wire [A-1:0] \dut.gone_node , \dut.free , \dut.stack_at , \dut.stack_wa_ , \dut.stack_wd_ ;
    (* hierconn *) wire [A-1:0] \dut.u_stack.watch , \dut.u_stack.kept , \dut.u_stack.word , \dut.u_stack.word_q ;

    wire [A-1:0] q      = \dut.u_stack.watch ;
    wire [A-1:0] top    = \dut.free - 1'b1;
    wire [A-1:0] first  = ~q;
    wire [A+1:0] w      = \dut.wipe ;
    // Place q when the write on its way is done.
    wire [A-1:0] inside = \dut.stack_we_ && \dut.stack_wa_ == q ? \dut.stack_wd_ : \dut.u_stack.kept ;
`ifdef FAR
    (* hierconn *) wire [A-1:0] \dut.top_far0 , \dut.free_far0 ;
    wire [A-1:0] popped = \dut.free_far0 ;
`else
    (* hierconn *) wire [A-1:0] \dut.stack_rd ;
    wire [A-1:0] popped = \dut.stack_rd ;
`endif

    // Is x in use, and where does it lie if it is not? And how many cycles ago the stack, or what its address follows,
    // changed.
    reg         in_use;
    reg [A-1:0] place;
    reg [2:0]   calm;
    // The latest change was an absorption.
    reg         freed = 0;
    wire absorbs = \dut.count_absorbed && \dut.gone_node == x;
    always @(posedge clk) begin
        if (\dut.clear ) begin
            in_use <= x == 0;
            place <= ~x;
        end else if (\dut.make && popped == x) begin
            in_use <= 1;
        end else if (absorbs) begin
            in_use <= 0;
            place <= \dut.free ;
        end
        if (\dut.make || \dut.count_absorbed || \dut.wiping || \dut.clear || rst) calm <= 0;
        else if (~&calm) calm <= calm + 1'b1;
        if (\dut.make || \dut.wiping || \dut.clear || rst) freed <= 0;
        else if (\dut.count_absorbed ) freed <= 1;
    end

    // A verdict is told a cycle later.
    reg was_none_free = 0, was_absorbs = 0;
    always @(posedge clk) begin
        was_none_free <= \dut.none_free ;
        was_absorbs <= \dut.count_absorbs ;
    end

    initial assume (rst);
    always @* begin
        if (!$initstate) assume (\dut.count_absorbed == was_absorbs);
        if (\dut.count_absorbed ) assume (\dut.free != LAST && (\dut.run || \dut.pause ) && !\dut.obey && !\dut.count_failed && calm >= 4);
        if (freed && calm < 4) assume (\dut.install_busy );
        if (absorbs) assume (in_use && x != 0);
        if (\dut.count_failed ) assume ((calm >= 4 || freed) && !\dut.obey );
        if (\dut.count_failed && !\dut.count_stopped ) assume (!was_none_free);
        // What is proved for place q at this time holds for every other place, too.
        if (\dut.make && top != q) assume ((popped == x) == (!in_use && place == top));
    end

    // The properties.
    always @* begin
        if (!$initstate && \dut.make ) begin
            assert (\dut.free != 0);
            assert (!(popped == x && in_use));
            if (top == q) assert ((popped == x) == (!in_use && place == top));
        end
    end

    // Why it holds at every depth: modes, clearing, the words of the stack, and the way of its top word out of it.
    wire [3:0] modes = \dut.clear + \dut.settle + \dut.run + \dut.wait_make + \dut.make + \dut.rewalk + \dut.pause + \dut.raise
        + \dut.taken + \dut.follow + \dut.dumps ;
    always @* begin
        if (!$initstate) begin
            assert (modes == 1);
            assert (!(\dut.waited && \dut.moved ));
            if (\dut.clear ) begin
                if (w > 0) assert (\dut.wait_ == 0 && \dut.free == LAST);
                if (w > 1) assert (!\dut.settled );
                if (w > 0) assert (in_use == (x == 0) && place == ~x);
                if (w > (q == 0 ? LAST + 1'b1 : q)) assert (inside == first);
                if (w > 0) assert (\dut.wiping );
            end else begin
                assert (w == 0);
                if (\dut.wiping ) assert (\dut.settle && \dut.wait_ == 0 && !\dut.settled );
                if (\dut.settle ) assert (\dut.free == LAST && inside == first);
                if (!in_use) begin
                    assert (place < \dut.free );
                    if (place == q) assert (inside == x);
                end
                if (q < \dut.free && (in_use || place != q)) assert (inside != x);
                if (x == 0) assert (in_use);
            end
            if (\dut.make || \dut.rewalk && \dut.anew ) assert (calm >= 5 && \dut.free != 0);
            if (\dut.wait_make ) assert ((calm >= 5 || freed) && \dut.free != 0);
            if (freed && \dut.can_make ) assert (calm >= 5);
            if (freed && \dut.stuck ) assert (calm >= 5 || calm == 0);
            if (freed && calm == 0) assert (!\dut.none_free && \dut.free != 0 && !\dut.wait_make );
            if (freed && calm == 1) assert (\dut.free != 0);
            if (calm >= 2) assert (was_none_free == (\dut.free == 0));
            if (\dut.anew ) assert (\dut.rewalk );
            if (calm >= 1) begin
                assert (!\dut.stack_we_ );
                if (!was_absorbs) assert (\dut.none_free == (\dut.free == 0));
            end
`ifdef FAR
            if (calm >= 1) assert (\dut.top_far0 == top);
            if (calm >= 2) assert (\dut.stack_at == top);
            if (calm >= 3 && top == q) assert (\dut.u_stack.word == \dut.u_stack.kept );
            if (calm >= 4 && top == q) assert (\dut.u_stack.word_q == \dut.u_stack.kept );
            if (calm >= 5 && top == q) assert (popped == \dut.u_stack.kept );
`else
            if (calm >= 1) assert (\dut.stack_at == top);
            if (calm >= 2 && top == q) assert (\dut.u_stack.word == \dut.u_stack.kept );
            if (calm >= 3 && top == q) assert (popped == \dut.u_stack.kept );
`endif
        end
    end
endmodule

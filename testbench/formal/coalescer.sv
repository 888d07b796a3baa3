// Coalescer: for every key, weight in = weight out + weight held; nothing is lost, nothing invented.
//
// One key, chosen by the solver, is followed; what holds for it holds for all of them.
module proof (
    input wire clk
);
    localparam K = `KEY;
    localparam E = `ENTRY;

    (* anyseq *) wire         rst;
    (* anyseq *) wire         ev_valid;
    (* anyseq *) wire [K-1:0] ev_key;
    (* anyseq *) wire [15:0]  ev_weight;
    (* anyseq *) wire         flush_valid;
    (* anyseq *) wire [1:0]   flush_op;
    (* anyseq *) wire [15:0]  cfg_weight_max;
    (* anyseq *) wire         out_ready;
    wire         ev_ready, flush_ready, out_valid;
    wire [K-1:0] out_key;
    wire [15:0]  out_weight;

    `COALESCER dut (
        .clk(clk), .rst(rst),
        .ev_valid(ev_valid), .ev_ready(ev_ready), .ev_key(ev_key), .ev_weight(ev_weight),
        .flush_valid(flush_valid), .flush_ready(flush_ready), .flush_op(flush_op),
        .cfg_weight_max(cfg_weight_max),
        .out_valid(out_valid), .out_ready(out_ready), .out_key(out_key), .out_weight(out_weight)
    );

    (* hierconn *) wire         \dut.pass_done , \dut.passing , \dut.requested , \dut.advance , \dut.discard ;
    (* hierconn *) wire         \dut.busy , \dut.pass , \dut.forward , \dut.last_busy , \dut.last_pass ;
    (* hierconn *) wire         \dut.written , \dut.offered , \dut.same , \dut.same_key , \dut.equal , \dut.hit , \dut.evict ;
    (* hierconn *) wire [E:0]   \dut.position ;
    (* hierconn *) wire [E-1:0] \dut.index , \dut.last_index ;
    (* hierconn *) wire [K-1:0] \dut.key , \dut.last_key , \dut.written_key , \dut.entry_key , \dut.base_key ;
    (* hierconn *) wire [15:0]  \dut.weight , \dut.last_weight , \dut.written_weight , \dut.entry_weight ;
    (* hierconn *) wire [15:0]  \dut.base_weight ;
    (* hierconn *) wire [16:0]  \dut.room ;
    (* hierconn *) wire [E-1:0]  \dut.u_entries.watch ;
    (* hierconn *) wire [K+15:0] \dut.u_entries.kept , \dut.u_entries.rd ;

    // Commands follow the stream rules and are 1 to 3.
    reg       asked = 0;
    reg [1:0] asked_op = 0;
    always @(posedge clk) begin
        asked <= flush_valid & ~flush_ready & ~rst;
        asked_op <= flush_op;
    end
    initial assume (rst);
    always @* begin
        if (flush_valid) assume (flush_op != 0);
        if (asked) assume (flush_valid && flush_op == asked_op);
    end

    // The place of a key: its digits of E bits, combined (docs/reference/coalescer.md).
    function [E-1:0] fold(input [K-1:0] key);
        integer i;
        begin
            fold = 0;
            for (i = 0; i < K; i = i + E) fold = fold ^ (key >> i);
        end
    endfunction

    (* anyconst *) wire [K-1:0] key;
    wire [E-1:0] place = \dut.u_entries.watch ;

    // From a reset until its pass is done.
    reg dirty = 1;
    always @(posedge clk) begin
        if (\dut.pass_done ) dirty <= 0;
        if (rst) dirty <= 1;
    end

    // Stream rules S2 and S3.
    reg          held = 0;
    reg  [K-1:0] held_key = 0;
    reg  [15:0]  held_weight = 0;
    always @(posedge clk) begin
        held <= out_valid & ~out_ready & ~rst;
        held_key <= out_key;
        held_weight <= out_weight;
    end
    always @* if (!$initstate && held) assert (out_valid && out_key == held_key && out_weight == held_weight);

    // Where things are. After a reset the memory holds anything until the pass that clears it has been everywhere.
    wire in_first = \dut.busy & ~\dut.pass ;
    wire in_last  = \dut.last_busy & ~\dut.last_pass ;
    wire [K-1:0] kept_key    = \dut.u_entries.kept [K+15:16];
    wire [15:0]  kept_weight = \dut.u_entries.kept [15:0];
    wire [K-1:0] read_key    = \dut.forward & \dut.written ? \dut.written_key : \dut.u_entries.rd [K+15:16];
    wire [15:0]  read_weight = \dut.forward & \dut.written ? \dut.written_weight : \dut.u_entries.rd [15:0];
    wire coming  = (\dut.busy & \dut.pass & \dut.index == place) | (\dut.last_busy & \dut.last_pass & \dut.last_index == place);
    wire seen    = \dut.passing & \dut.position > place & ~coming;

    always @* begin
        if (!$initstate) begin
            // Events in the pipeline are at the place of their key.
            if (in_first) assert (\dut.index == fold(\dut.key ));
            if (in_last) assert (\dut.last_index == fold(\dut.last_key ));
            // A pass goes everywhere once, after the events that came before it.
            if (!\dut.passing ) assert (!\dut.requested && !dirty);
            if (!\dut.passing || \dut.position == 0)
                assert (!(\dut.busy && \dut.pass ) && !(\dut.last_busy && \dut.last_pass ));
            if (\dut.passing ) assert (\dut.position <= 1 << E);
            if (\dut.passing && \dut.position == 1) assert (!(\dut.last_busy && \dut.last_pass ));
            if (\dut.passing && \dut.position != 0 && \dut.busy ) assert (\dut.pass );
            if (\dut.passing && \dut.position > 1 && \dut.last_busy ) assert (\dut.last_pass );
            if (\dut.passing && \dut.position != 0 && !\dut.position [E]) assert (\dut.busy );
            if (\dut.busy && \dut.pass ) assert (\dut.index == \dut.position [E-1:0] - 1'b1);
            if (\dut.last_busy && \dut.last_pass )
                assert (\dut.last_index == \dut.position [E-1:0] - 1'b1 - \dut.busy );
            if (\dut.requested ) assert (\dut.passing && asked && !dirty);
            if (\dut.passing && !\dut.requested ) assert (dirty);
            if (dirty) assert (!in_first && !in_last && !out_valid);
            if (seen) assert (kept_weight == 0);
            // An event has a weight; the item of a pass has none.
            if (\dut.busy ) assert ((\dut.weight == 0) == \dut.pass );
            if (\dut.last_busy ) assert ((\dut.last_weight == 0) == \dut.last_pass );
        end
    end

`ifdef PLACES
    // First proof: an entry of some weight is at the place of its key.
    always @* if (!$initstate && !dirty) assert (kept_weight == 0 || fold(kept_key) == place);
`else
    // Second proof, which takes the first one's result for the places that are not watched.
    always @* begin
        assume (place == fold(key));
        if (\dut.last_busy && \dut.last_index != place && !dirty)
            assume (\dut.base_weight == 0 || fold(\dut.base_key ) == \dut.last_index );
    end

    wire take = ev_valid & ev_ready & ev_key == key;
    wire done = flush_valid & flush_ready;

    // Where the weight of the key is: with an event in the first or last stage, in the entry, in the output word, or
    // thrown away by a clearing operation. An amount that leaves one place is the amount that comes to the next (the
    // same wire), so the sum over all places is what came in less what has gone out or was swept away; the proof is
    // that every place of the design holds the amount that the ledger says.
    reg [15:0] first = 0, last = 0, entry = 0, leaving = 0, dropped = 0;
    wire here  = \dut.last_busy & \dut.last_index == place;
    wire [15:0] come = take ? ev_weight : 0;
    wire [15:0] meet = \dut.advance ? last : 0;
    wire [15:0] move = \dut.advance & here & ~\dut.hit ? entry : 0;
    wire [15:0] sent = \dut.discard ? 0 : move;
    wire [15:0] lost = \dut.discard ? move : 0;
    wire [15:0] gone = out_ready ? leaving : 0;
    wire [15:0] swept = done ? dropped : 0;
    always @(posedge clk) begin
        if (\dut.advance ) begin
            first <= come;
            last <= first;
        end
        entry <= entry + meet - move;
        leaving <= leaving - gone + sent;
        dropped <= dropped + lost - swept;
        if (rst) begin
            first <= 0;
            last <= 0;
            entry <= 0;
            leaving <= 0;
            dropped <= 0;
        end
    end

    always @* begin
        if (!$initstate) begin
            // What leaves is what was to leave: nothing is invented.
            assert (leaving == (out_valid && out_key == key ? out_weight : 0));
            // After an operation nothing is inside: nothing is lost; only an operation that sends nothing drops
            // anything.
            if (done) begin
                assert (first == 0 && last == 0 && entry == 0 && leaving == 0);
                if (flush_op[0]) assert (dropped == 0);
            end
            // The amounts that move are there, and have room: the sums of the ledger are those of whole numbers.
            assert (come == 0 || \dut.advance );
            assert (leaving == gone || sent == 0);
            assert ({1'b0, entry} + meet - move <= 65535);
            assert (lost == 0 || dropped == 0);
        end
    end
    // Why it holds at every depth: the weights are those of the design, and the words in the pipeline those of the
    // memory.
    always @* begin
        if (!$initstate) begin
            assert (first == (in_first && \dut.key == key ? \dut.weight : 0));
            assert (last == (in_last && \dut.last_key == key ? \dut.last_weight : 0));
            assert (entry == (!dirty && kept_key == key ? kept_weight : 0));
            if (\dut.busy && \dut.index == place) assert ({read_key, read_weight} == \dut.u_entries.kept );
            if (\dut.last_busy && \dut.last_index == place)
                assert ({\dut.base_key , \dut.base_weight } == \dut.u_entries.kept );
            if (\dut.last_busy ) assert (\dut.equal == (\dut.base_key == \dut.last_key ));
            if (\dut.last_busy && !\dut.room [16]) assert ({1'b0, \dut.room [15:0]} + \dut.last_weight <= 65535);
            if (dropped != 0) assert (seen && \dut.requested && !asked_op[0]);
        end
    end
`endif
endmodule

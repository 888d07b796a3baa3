// Compact coalescer, an event in two cycles: for every key, weight in = weight out + weight held; nothing is lost,
// nothing invented.
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

    (* hierconn *) wire [1:0]   \dut.state ;
    (* hierconn *) wire         \dut.flushing , \dut.requested , \dut.leaving , \dut.hit , \dut.used , \dut.fits ;
    (* hierconn *) wire         \dut.equal_high , \dut.equal_low , \dut.zero , \dut.free , \dut.offered ;
    (* hierconn *) wire         \dut.writes , \dut.erases , \dut.moved , \dut.leaves ;
    (* hierconn *) wire [E:0]   \dut.position ;
    (* hierconn *) wire [E-1:0] \dut.place ;
    (* hierconn *) wire [K-1:0] \dut.key ;
    (* hierconn *) wire [15:0]  \dut.weight ;
    (* hierconn *) wire [K-1:0] \dut.entry_key ;
    (* hierconn *) wire [15:0]  \dut.entry_weight , \dut.sum ;
    (* hierconn *) wire [16:0]  \dut.excess ;
    (* hierconn *) wire [E-1:0]  \dut.u_entries.watch ;
    (* hierconn *) wire [K+15:0] \dut.u_entries.kept , \dut.u_entries.rd ;

    wire wipe  = \dut.state == `WIPE;
    wire read  = \dut.state == `READ;
    wire look  = \dut.state == `LOOK;
    wire drain = \dut.state == `DRAIN;

    // Events and commands follow the stream rules; a command is 1 to 3.
    reg          waits = 0, asked = 0;
    reg  [K-1:0] waits_key = 0;
    reg  [15:0]  waits_weight = 0;
    reg  [1:0]   asked_op = 0;
    always @(posedge clk) begin
        waits <= ev_valid & ~ev_ready & ~rst;
        waits_key <= ev_key;
        waits_weight <= ev_weight;
        asked <= flush_valid & ~flush_ready & ~rst;
        asked_op <= flush_op;
    end
    initial assume (rst);
    always @* begin
        if (flush_valid) assume (flush_op != 0);
        if (asked) assume (flush_valid && flush_op == asked_op);
        if (waits) assume (ev_valid && ev_key == waits_key && ev_weight == waits_weight);
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
    wire [K-1:0] kept_key    = \dut.u_entries.kept [K+15:16];
    wire [15:0]  kept_weight = \dut.u_entries.kept [15:0];

    // From a reset until the memory has been cleared; the first entry is written once more in the next cycle.
    reg dirty = 1, last_dirty = 1;
    // The third cycle of an event.
    reg looked = 0, erased = 0;
    wire pending = \dut.writes && \dut.erases && \dut.place == place;
    always @(posedge clk) begin
        last_dirty <= dirty | rst;
        looked <= look & ~rst;
        erased <= \dut.flushing ;
        if (wipe && !\dut.requested && \dut.position [E]) dirty <= 0;
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

    // Where the control is.
    always @* begin
        if (!$initstate) begin
            assert (wipe || read || look || drain);
            assert (dirty == (wipe && !\dut.requested ));
            if (dirty) assert (\dut.flushing && !out_valid);
            // An entry leaves before the next one is read.
            if (!read) assert (!\dut.leaving );
            // What has been read and what is to be written is the entry of an event, or the one of the position before.
            if (look && !\dut.flushing ) assert (waits && \dut.place == fold(ev_key));
            if (look && !\dut.flushing ) assert (\dut.zero == (ev_weight == 0));
            if (look && \dut.flushing ) assert (\dut.place == \dut.position [E-1:0]);
            if (looked) assert (read && (!\dut.erases || \dut.writes ));
            if (\dut.erases && \dut.writes && \dut.used ) assert (!\dut.fits );
            if (looked && \dut.erases ) assert (\dut.position == \dut.place + 1'b1);
            if (look) assert (!\dut.writes && !\dut.leaving );
            if (\dut.leaving ) assert (\dut.offered && !\dut.writes );
            if (\dut.writes && !\dut.erases ) assert (looked && \dut.place == fold(\dut.key ) && \dut.weight != 0);
            if (\dut.writes && !\dut.erases ) assert (!\dut.flushing );
            if (\dut.used ) assert (\dut.writes && looked);
            if (\dut.writes && !looked) assert (\dut.erases && !\dut.used && (wipe || drain || (last_dirty && !dirty)));
            assert (erased == \dut.erases );
            if (wipe && \dut.position == 0) assert (!\dut.writes );
            if (wipe && \dut.position != 0) assert (\dut.writes && \dut.erases && \dut.place == \dut.position [E-1:0] - 1'b1);
            if (last_dirty && !dirty) assert (read && !looked && !\dut.flushing && \dut.writes && \dut.erases && \dut.place == 0);
            if (drain && \dut.writes ) assert (\dut.erases && \dut.place == 0 && !asked_op[0]);
            // An operation goes everywhere once.
            if (\dut.requested ) assert (asked && \dut.flushing );
            if (\dut.flushing ) assert (\dut.requested || dirty);
            if (\dut.requested && wipe) assert (!asked_op[0]);
            if (\dut.requested && (read || look)) assert (asked_op[0]);
            if (drain) assert (\dut.requested );
            if (!\dut.flushing ) assert (\dut.position == 0);
            assert (\dut.position <= (1 << E) + drain);
            if (look) assert (!\dut.position [E]);
            if ((\dut.flushing && \dut.position > place) || drain || (last_dirty && !dirty))
                assert (kept_weight == 0 || pending);
        end
    end

`ifdef PLACES
    // First proof: an entry of some weight is at the place of its key.
    always @* if (!$initstate && !dirty) assert (kept_weight == 0 || pending || fold(kept_key) == place);
`else
    // Second proof, which takes the first one's result for the places that are not watched.
    always @* begin
        assume (place == fold(key));
        if (looked && \dut.place != place) assume (\dut.entry_weight == 0 || fold(\dut.entry_key ) == \dut.place );
    end

    wire take = ev_valid & ev_ready & ev_key == key;
    wire done = flush_valid & flush_ready;

    // Where the weight of the key is: in the event taken, in the entry, on its way to the output register, in it, or thrown
    // away by a clearing operation. An amount that leaves one place is the amount that comes to the next (the same wire), so
    // the sum over all places is what came in less what has gone out or was swept away; the proof is that every place of the
    // design holds the amount that the ledger says.
    reg [15:0] coming = 0, entry = 0, waiting = 0, leaving = 0, dropped = 0;
    wire here = \dut.place == place;
    wire [15:0] come = take ? ev_weight : 0;
    wire [15:0] move = \dut.moved & here ? entry : 0;
    wire [15:0] lost = \dut.writes & \dut.erases & ~\dut.used & here ? entry : 0;
    wire [15:0] sent = \dut.leaves & \dut.free ? waiting + move : 0;
    wire [15:0] gone = out_ready ? leaving : 0;
    wire [15:0] swept = done ? dropped + lost : 0;
    always @(posedge clk) begin
        coming <= come;
        entry <= entry + coming - move - lost;
        waiting <= waiting + move - sent;
        leaving <= leaving + sent - gone;
        dropped <= dropped + lost - swept;
        if (rst) begin
            coming <= 0;
            entry <= 0;
            waiting <= 0;
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
                assert (coming == 0 && entry == lost && waiting == 0 && leaving == 0);
                if (flush_op[0]) assert (dropped == 0 && lost == 0);
            end
            // The amounts that move have room: the sums of the ledger are those of whole numbers.
            assert ({1'b0, entry} - move - lost + coming <= 65535);
            assert (waiting == 0 || move == 0);
            assert (leaving == gone || sent == 0);
            assert (lost == 0 || dropped == 0);
        end
    end
    // Why it holds at every depth: the weights are those of the design, and the word that was read is the memory's.
    always @* begin
        if (!$initstate) begin
            assert (entry == (!dirty && !(last_dirty && pending) && kept_key == key ? kept_weight : 0));
            assert (coming == (\dut.writes && !\dut.erases && \dut.key == key ? \dut.weight : 0));
            assert (waiting == (\dut.leaving && \dut.entry_key == key ? \dut.entry_weight : 0));
            if ((look || looked) && here) assert (\dut.u_entries.rd == \dut.u_entries.kept );
            if (look && !\dut.flushing && !\dut.excess [16]) assert (\dut.excess [15:0] >= ev_weight);
            if (looked) assert (\dut.used == (\dut.writes && |\dut.entry_weight ));
            if (looked && \dut.writes && !\dut.erases ) begin
                assert ((\dut.equal_high && \dut.equal_low ) == (\dut.entry_key == \dut.key ));
                assert (\dut.sum == \dut.entry_weight + \dut.weight );
                if (\dut.fits ) assert ({1'b0, \dut.entry_weight } + \dut.weight <= 65535);
            end
            if (dropped != 0) assert (\dut.requested && !asked_op[0] && (drain || \dut.position > place));
        end
    end
`endif
endmodule

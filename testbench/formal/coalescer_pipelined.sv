// The pipelined coalescer against rule R10, at an entry of the solver's choice: whatever lies between an event and the
// ones before it, what is written, and what leaves, is what the rule says of the entry as those left it.
//
// The reference takes accepted events from the ports, waits as long as the stages do, and does one step of R10 at a
// time. The RAM is its contract (ram.sv): one word is kept, every other read and every collision gives anything.
module proof (
    input wire clk
);
    localparam K = `KEY;
    localparam E = `ENTRY;
    localparam STAGES = 7;

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

    (* hierconn *) wire          \dut.passing , \dut.step , \dut.idle , \dut.quiet , \dut.send7 ;
    (* hierconn *) wire          \dut.valid1 , \dut.valid2 , \dut.valid3 , \dut.valid4 , \dut.valid5 , \dut.valid6 , \dut.valid7 ;
    (* hierconn *) wire [E:0]    \dut.position ;
    (* hierconn *) wire [15:0]   \dut.weight_max ;
    (* hierconn *) wire [K-1:0]  \dut.old_key7 ;
    (* hierconn *) wire [15:0]   \dut.old_weight7 ;
    (* hierconn *) wire [E-1:0]  \dut.u_entries.watch ;
    (* hierconn *) wire [K+15:0] \dut.u_entries.kept ;
    (* hierconn *) wire [4:0]    \dut.u_queue.stored ;

    // A register that is looked at by name loses its value at power-up here; only this one matters under a reset.
    initial assume (rst && !\dut.valid7 );

    // The place of a key: its digits of E bits, combined (docs/reference/coalescer.md).
    function [E-1:0] fold(input [K-1:0] key);
        integer i;
        begin
            fold = 0;
            for (i = 0; i < K; i = i + E) fold = fold ^ (key >> i);
        end
    endfunction

    // What has been accepted, as old as the stages are long. The item of a pass empties its entry.
    reg  [STAGES-1:0] event_here = 0, pass_here = 0;
    reg  [K-1:0]      keys    [0:STAGES-1];
    reg  [15:0]       weights [0:STAGES-1];
    wire [E-1:0]      place = \dut.u_entries.watch ;
    integer           i;
    always @(posedge clk) begin
        event_here <= {event_here, ev_valid && ev_ready && ev_weight != 0 && fold(ev_key) == place};
        pass_here  <= {pass_here, \dut.step && \dut.position [E-1:0] == place};
        keys[0] <= ev_key;
        weights[0] <= ev_weight;
        for (i = 1; i < STAGES; i = i + 1) begin
            keys[i] <= keys[i-1];
            weights[i] <= weights[i-1];
        end
        if (rst) {event_here, pass_here} <= 0;
    end

    // One step of R10. The entry of weight 0 is empty.
    reg  [K-1:0] entry_key;
    reg  [15:0]  entry_weight;
    wire         is_event = event_here[STAGES-1];
    wire         is_pass  = pass_here[STAGES-1];
    wire [K-1:0] key      = keys[STAGES-1];
    wire [15:0]  weight   = weights[STAGES-1];
    wire [16:0]  sum      = entry_weight + weight;
    wire         hit      = is_event && entry_weight != 0 && entry_key == key && sum <= \dut.weight_max ;
    wire         leaves   = (is_event && !hit || is_pass && !\dut.quiet ) && entry_weight != 0;
    always @(posedge clk) begin
        if (is_event) {entry_key, entry_weight} <= {key, hit ? sum[15:0] : weight};
        if (is_pass) entry_weight <= 0;
    end
    initial assume ({entry_key, entry_weight} == \dut.u_entries.kept );

    always @* begin
        // The RAM holds the entry.
        assert (entry_weight == \dut.u_entries.kept [15:0]);
        if (entry_weight != 0) assert (entry_key == \dut.u_entries.kept [K+15:16]);
        // What has to leave leaves, and nothing else.
        if (is_event || is_pass) assert (\dut.send7 == leaves);
        if (leaves) assert (\dut.old_key7 == entry_key && \dut.old_weight7 == entry_weight);
        if (!$initstate) begin
            // The queue has room for whatever is on its way.
            assert (\dut.u_queue.stored + \dut.valid1 + \dut.valid2 + \dut.valid3 + \dut.valid4 + \dut.valid5
                + \dut.valid6 + \dut.send7 <= 16);
            // Only when nothing is on its way is a pass done, which may change the limit.
            if (\dut.idle ) assert (!(\dut.valid1 | \dut.valid2 | \dut.valid3 | \dut.valid4 | \dut.valid5 | \dut.valid6
                | \dut.valid7 ));
        end
    end

endmodule

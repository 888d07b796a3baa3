// Serial engine: no node is allocated twice, none is freed twice or while it is the root, and `live` counts those in
// use.
//
// Whatever decides where events go and what is absorbed is cut away and may be anything at any time: thresholds, counts,
// comparisons, the dump's pace, merge points. What is left is the walker, the hand, pointers, places and the free list.
module proof (
    input wire clk
);
    localparam N = 1 << `ADDR;

    (* anyseq *) wire            rst, ev_valid, cmd_valid, dump_ready;
    (* anyseq *) wire [`KEY-1:0] ev_key;
    (* anyseq *) wire [1:0]      cmd_op;
    wire             ev_ready, cmd_ready;
    wire [`ADDR:0]   live;

    `ENGINE dut (
        .clk(clk), .rst(rst), .ev_valid(ev_valid), .ev_ready(ev_ready), .ev_key(ev_key), .ev_weight(16'd1),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_op(cmd_op), .dump_ready(dump_ready), .stat_live(live)
    );

    (* hierconn *) wire [4:0]       \dut.state ;
    (* hierconn *) wire [`ADDR-1:0] \dut.free , \dut.cursor_child ;
    (* hierconn *) wire             \dut.cursor_link , \dut.cursor_present , \dut.wiping , \dut.ledger_refused ;

    `include "offers.svh"
    // Events go first.
    always @* begin
        if (cmd_valid) assume (cmd_op != 0);
        // Events are offered after the clearing, and a command comes after every event.
        if (\dut.wiping ) assume (!ev_valid);
        if (cmd_held && !ev_held) assume (!ev_valid);
    end

    // The nodes in use.
    wire create = \dut.cursor_link ;
    wire absorb = \dut.state == `PUSH ;
    reg [N-1:0] used = 0;
    reg [`ADDR:0] count = 0;
    always @(posedge clk) begin
        if (create) used[\dut.free ] <= 1;
        if (absorb) used[\dut.cursor_child ] <= 0;
        count <= count + create - absorb;
        if (\dut.wiping ) begin
            used <= 1;
            count <= 1;
        end
    end
    reg started = 0;
    always @(posedge clk) started <= 1;
    always @* begin
        if (started && !\dut.wiping ) begin
            if (create) assert (!used[\dut.free ]);
            if (absorb) assert (used[\dut.cursor_child ] && \dut.cursor_child != 0);
            if (\dut.state == `WALK && \dut.cursor_present && !\dut.ledger_refused ) assert (used[\dut.cursor_child ]);
            assert (live == count);
        end
    end
endmodule

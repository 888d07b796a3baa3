// Dump writer: whatever is asked for while it is idle is offered once, within 34 cycles, and nothing else is: a word as
// it was given, `last` with the checksum alone; and the stream it drives keeps the rules S2 and S3.
module proof (
    input wire clk
);
    localparam L = `LEVELS;

    (* anyseq *) wire         rst, send_word, send_path, send_tail, dump_ready;
    (* anyseq *) wire [63:0]  word;
    (* anyseq *) wire [L-1:0] depth;
    (* anyseq *) wire [1:0]   path_digit;
    // Any bit of a word.
    (* anyconst *) wire [5:0] which;
    wire        idle, dump_valid, dump_last;
    wire [63:0] dump_data;

    `WRITER dut (
        .clk(clk), .rst(rst), .send_word(send_word), .word(word), .send_path(send_path), .depth(depth),
        .path_digit(path_digit), .send_tail(send_tail), .idle(idle), .dump_valid(dump_valid), .dump_ready(dump_ready),
        .dump_data(dump_data), .dump_last(dump_last)
    );

    (* hierconn *) wire [2:0]  \dut.feed ;
    (* hierconn *) wire [4:0]  \dut.left ;
    (* hierconn *) wire [63:0] \dut.shifter ;
    (* hierconn *) wire        \dut.tail ;

    // What has been asked for, and how long ago.
    reg        was_rst = 1, asked = 0, is_word = 0, is_last = 0, held = 0, held_last = 0;
    reg [63:0] given = 0, held_data = 0;
    reg [5:0]  since = 0;
    always @(posedge clk) begin
        was_rst <= rst;
        held <= dump_valid & ~dump_ready & ~rst;
        held_data <= dump_data;
        held_last <= dump_last;
        if (!asked) begin
            asked <= send_word || send_path || send_tail;
            is_word <= send_word;
            is_last <= send_tail;
            given <= word;
            since <= 0;
        end else if (!dump_valid) begin
            since <= since + 1'b1;
        end
        if (dump_valid && dump_ready || rst) asked <= 0;
    end
    initial assume (rst);
    // One thing is asked for at a time.
    always @* assume (send_word + send_path + send_tail < 2);

    wire [2:0] feed = \dut.feed ;
    wire [5:0] there = which - {\dut.left , 1'b0};
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (idle == !asked);
            assert (!dump_valid || asked);
            assert (since < 34);
            if (dump_valid) assert (dump_last == is_last);
            if (dump_valid && is_word) assert (dump_data[which] == given[which]);
            if (held) assert (dump_valid && dump_data == held_data && dump_last == held_last);
        end
    end

    // Why it holds at every depth: how far it is.
    always @* begin
        if (!$initstate && was_rst) assert (feed == `IDLE && !asked && !held);
        if (!$initstate && !was_rst) begin
            assert (asked == (feed != `IDLE ) && feed <= `OFFER );
            if (asked) assert (\dut.tail == is_last && !(is_word && is_last));
            if (feed == `PRIME ) assert (since == 0 && \dut.left == 0);
            if (feed == `ROTATE || feed == `TAIL ) assert (since == \dut.left );
            if (feed == `PATH ) assert (since == \dut.left + 1'b1);
            if (feed == `ROTATE ) assert (is_word && \dut.shifter [there] == given[which]);
            if (asked && is_word) assert (feed == `ROTATE || feed == `OFFER );
        end
    end
endmodule

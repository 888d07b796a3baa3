// Commander: the engine is offered a command after every record that was in the sample buffer when the command came,
// never before, once, until it takes it, with the operation asked for; the gate is what the last enable or disable made
// it, from the cycle after that command came on, in which the counters are told to be zeroed, too; and a command is
// finished when its work is done.
//
// Records, commands and engine may do anything, within the stream rules. What is ahead of a command is counted here.
module proof (
    input wire clk
);
    localparam O = `OCC;
    // Cycles from the tap to the sample buffer, at most: those of the design, else it does not end in time.
    localparam DEPTH = 13;

    (* anyseq *) wire         rst, cmd_valid, enable, popped, cleared, eng_ready;
    (* anyseq *) wire [2:0]   op;
    (* anyseq *) wire [O-1:0] occ;
    wire       cmd_ready, tap_flush, sel_flush, clear, eng_valid, gate_open;
    wire [1:0] eng_op;

    `COMMANDER dut (
        .clk(clk), .rst(rst), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_op(op), .cfg_enable(enable), .occ(occ),
        .popped(popped), .tap_flush(tap_flush), .sel_flush(sel_flush), .cnt_clear(clear), .cnt_cleared(cleared),
        .eng_valid(eng_valid), .eng_ready(eng_ready), .eng_op(eng_op), .gate_open(gate_open)
    );

    (* hierconn *) wire [2:0]   \dut.state ;
    (* hierconn *) wire [O-1:0] \dut.ahead ;
    (* hierconn *) wire [3:0]   \dut.waited ;
`ifdef DEEP
    (* hierconn *) wire         \dut.idle0 ;
    always @* if (!$initstate) assert (\dut.idle0 == (\dut.state == `IDLE ));
`endif

    // A command is there from the first cycle in which it is offered until the one in which it is ready. What has
    // become of it: records ahead of it, cycles since its last step, and what was done.
    reg         open = 1;
    reg         active = 0, done_eng = 0, done_tap = 0, done_sel = 0, done_clear = 0, due = 0, was_rst = 1, second = 0;
    reg [O-1:0] ahead = 0;
    reg [4:0]   since = 0;
    reg         held_cmd = 0, held_eng = 0, was_enable = 0;
    reg [2:0]   was_op = 0;
    reg [1:0]   was_eng = 0;
    wire first   = cmd_valid && !active;
    wire engine  = op < 4;
    wire flushes = op == 4;
    wire gates   = op >= 6;
    wire done    = flushes ? done_sel && since >= DEPTH : op == 5 ? done_clear : gates ? open == (op == 6) : done_eng;
    always @(posedge clk) begin
        was_rst <= rst;
        second <= first && !rst;
        held_cmd <= cmd_valid && !cmd_ready && !rst;
        was_op <= op;
        was_enable <= enable;
        held_eng <= eng_valid && !eng_ready && !rst;
        was_eng <= eng_op;
        since <= tap_flush || sel_flush ? 0 : since == 31 ? since : since + 1'b1;
        if (first) begin
            active <= 1;
            ahead <= occ - popped;
            {done_eng, done_tap, done_sel, done_clear} <= 0;
        end else if (popped) begin
            ahead <= ahead - 1'b1;
        end
        if (eng_valid && eng_ready) done_eng <= 1;
        if (tap_flush) done_tap <= 1;
        if (sel_flush) done_sel <= 1;
        if (active && cleared && !second) done_clear <= 1;
        // Nothing is ahead: in the next cycle the engine is offered it.
        due <= active && !first && (ahead == 0 || !enable) && engine && !done_eng && !rst;
        if (first && gates) open <= op == 6;
        if (rst) open <= 1;
        if (cmd_valid && cmd_ready || rst) active <= 0;
    end
    wire late = due && !eng_valid && !done_eng;
    // Nothing leaves an empty buffer, and what is inside counts what leaves.
    initial assume (rst);
    always @* begin
        if (held_cmd) assume (cmd_valid && op == was_op);
        if (cmd_valid) assume (op != 0);
        if (first && popped) assume (occ != 0);
        if (eng_ready) assume (eng_valid);
    end

    // The properties.
    always @* begin
        if (!$initstate && !was_rst) begin
            if (eng_valid) assert (active && engine && eng_op == op[1:0] && !done_eng);
            if (eng_valid && !held_eng) assert (ahead == 0 || !was_enable);
            if (held_eng) assert (eng_valid && eng_op == was_eng);
            if (cmd_ready) assert (cmd_valid && active && done);
            assert (!late);
            assert (gate_open == open);
            if (active && gates) assert (cmd_ready);
            if (tap_flush) assert (flushes && first);
            if (sel_flush) assert (flushes && done_tap && !done_sel && since >= DEPTH);
            if (first) assert (tap_flush == flushes);
            assert (clear == (second && op == 5));
        end
    end

    // Why it holds at every depth: what the states stand for.
    wire in_engine = \dut.state == `DRAIN || \dut.state == `ENGINE ;
    always @* begin
        if (!$initstate && was_rst) assert (gate_open && open && !active && !held_eng && \dut.state == `IDLE && !late && !eng_valid && !clear && !sel_flush);
        if (!$initstate && !was_rst) begin
            assert (active == (\dut.state != `IDLE ));
            assert (\dut.state <= `DONE );
            if (active) assert (held_cmd && op != 0);
            if (active && gates) assert (\dut.state == `DONE );
            if (active) assert (in_engine || \dut.state == `DONE || engine == 0);
            if (in_engine) assert (engine && !done_eng && \dut.ahead == ahead);
            if (held_eng) assert (\dut.state == `ENGINE && was_eng == op[1:0]);
            if (eng_valid) assert (in_engine);
            if (\dut.state == `DRAIN && ahead == 0) assert (eng_valid);
            if (\dut.state == `ENGINE ) assert (held_eng);
            if (\dut.state == `CLEAR ) assert (op == 5);
            if (sel_flush) assert (\dut.state == `CLOSE && \dut.waited == 0);
            if (\dut.state == `FLUSH ) assert (flushes && done_tap && !done_sel && since == \dut.waited && since <= DEPTH);
            if (\dut.state == `CLOSE ) assert (flushes && done_tap);
            if (\dut.state == `CLOSE && !sel_flush) assert (done_sel && since == \dut.waited && since <= DEPTH);
            if (\dut.state == `DONE ) assert (done);
        end
    end
endmodule

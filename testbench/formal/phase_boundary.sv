// Boundary of the phase tracker in a monitor or a profiler: between tap and tracker no record is lost and none is
// overtaken. Tap, boundary and the tracker's intake together: a lossless tracker is never given a record that it does
// not take, whatever the core retires and whenever a flush is asked for; a flush that was asked for comes once, as soon
// as it may. The sampling that ends with an interval ends two cycles after its last record left the tap, and no record
// of the next interval has left by then; nor has one when the next interval's sampling begins.
//
// The judge is the solver's: how long an interval is judged, and whether the next one is sampled, which it says before
// it is done. So are the room for events, the host's look, core, flushes, LEN, and pulses from outside.
module proof (
    input wire clk
);
    (* anyseq *)   wire         rst, valid, trap, intr, room, looks, judged, clear_, next_on, ext_on, ext_off;
    (* anyseq *)   wire [31:0]  insn, pc, npc;
    (* anyseq *)   wire [106:0] rest;
    (* anyseq *)   wire [23:0]  len;
    (* anyconst *) wire         trk;
    wire                        always_;
    wire        rvfi_ready, ready, flush, rec_valid, rec_trap, taken, end_, hold, close, judging, sample_on, sample_off;
    wire [4:0]  class_;
    wire [31:0] rec_insn, rec_pc;
    reg         on = 0, off = 0, clearing = 0, was_rst = 1;
    wire        clears = clearing && clear_;

    `TAP tap (
        .clk(clk), .rst(rst), .rvfi_valid(valid), .rvfi_ready(rvfi_ready), .buffer_ready(ready), .rvfi_insn(insn),
        .rvfi_trap(trap), .rvfi_intr(intr), .rvfi_pc_rdata(pc), .rvfi_pc_wdata(npc), .ret_flush(flush),
        .rvfi_mode(rest[1:0]), .rvfi_rs1_rdata(rest[31:0]), .rvfi_rd_wdata(rest[63:32]), .rvfi_mem_addr(rest[95:64]),
        .rvfi_mem_rmask(rest[99:96]), .rvfi_mem_wmask(rest[103:100]), .rvfi_mem_rdata(rest[63:32]),
        .rvfi_mem_wdata(rest[95:64]), .ret_evt(rest[7:0]), .ret_lat(rest[15:0]), .ret_cycles(rest[31:16]),
        .cfg_addr_src(rest[105:104]), .cfg_mdata_ok(rest[106]), .rec_valid(rec_valid), .rec_trap(rec_trap),
        .rec_class(class_), .rec_insn(rec_insn), .rec_pc(rec_pc)
    );
    `INTAKE intake (
        .clk(clk), .rst(rst), .rec_valid(rec_valid), .rec_trap(rec_trap), .rec_class(class_), .rec_insn(rec_insn),
        .rec_pc(rec_pc), .rec_ready(taken), .rec_end(end_), .rec_hold(hold), .rec_wait(looks), .rec_must(1'b1),
        .cfg_trk(trk), .cfg_lossless(1'b1), .cfg_len(len), .close(close), .judging(judging), .judged(judged),
        .clearing(clears)
    );
    // What an observer knows: ends of intervals, records that left since.
    reg  ended1 = 0, ended2 = 0, left1 = 0, was_on = 0;

`ifdef PROFILER
    // A flush is a command, which is offered until it is finished.
    (* anyseq *) wire       op_valid, ext_tick, popped, cleared, eng_ready;
    (* anyseq *) wire [2:0] op;
    (* anyseq *) wire [8:0] occ;
    wire       cmd_valid, cmd_ready, op_ready, tick;
    wire [2:0] cmd_op;
    assign always_ = 0;

    `BOUNDARY boundary (
        .clk(clk), .rst(rst), .ext_on(ext_on), .ext_off(ext_off), .ext_tick(ext_tick), .phase_on(on), .phase_off(off),
        .phase_end(end_), .phase_hold(hold), .phase_wait(looks), .burst_on(sample_on), .burst_off(sample_off),
        .burst_tick(tick), .room(room), .ready(ready), .op_valid(op_valid), .op_ready(op_ready), .op_op(op),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_op(cmd_op)
    );
    `COMMANDER commander (
        .clk(clk), .rst(rst), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_op(cmd_op), .cfg_enable(rest[0]),
        .occ(occ), .popped(popped), .tap_flush(flush), .cnt_cleared(cleared), .eng_ready(eng_ready)
    );

    (* hierconn *) wire       \boundary.tick , \boundary.end_ ;
    (* hierconn *) wire [2:0] \commander.state ;

    reg       done = 0, op_held = 0;
    reg [2:0] op_was = 0;
    always @(posedge clk) begin
        done <= !rst && !op_ready && (done || flush);
        op_held <= !rst && op_valid && !op_ready;
        op_was <= op;
    end
    always @* if (op_held) assume (op_valid && op == op_was);
    always @* begin
        if (!$initstate && !was_rst && !rst) begin
            assert (tick == (ext_tick || ended2));
            assert (!flush || op_valid && op == `FLUSH && !done && !hold);
            if (op_ready && op == `FLUSH) assert (done);
        end
    end
`ifndef BARE
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (\boundary.end_ == ended1 && \boundary.tick == ended2);
            assert (\commander.state <= `DONE);
            if (\commander.state != `IDLE) assert (op_held && done == (op_was == `FLUSH));
            else assert (!done);
        end
    end
`endif
`else
    (* anyseq *)   wire asks;
    (* anyconst *) wire any;
    assign always_ = any;
    reg wants = 0;

    `BOUNDARY boundary (
        .clk(clk), .rst(rst), .ext_on(ext_on), .ext_off(ext_off), .phase_on(on), .phase_off(off), .phase_hold(hold),
        .phase_wait(looks), .sample_on(sample_on), .sample_off(sample_off), .room(room), .room_stall(1'b0),
        .ret_always(always_), .buffer_ready(ready), .asks_flush(asks), .tap_flush(flush)
    );

    (* hierconn *) wire \boundary.owed ;

    always @(posedge clk) wants <= !rst && (wants || asks) && !flush;
    always @* if (!$initstate && !was_rst && !rst) assert (flush == ((wants || asks) && !hold));
`ifndef BARE
    always @* if (!$initstate) assert (\boundary.owed == wants);
`endif
`endif

    wire leaves = rec_valid && !rec_trap && trk;
    wire lost = leaves && !taken;
    always @(posedge clk) begin
        was_rst <= rst;
        ended1 <= close;
        ended2 <= ended1;
        left1 <= leaves;
        // The judge's pulses.
        off <= close;
        on <= judging && next_on && !judged;
        was_on <= on;
        // Memories are cleared after a reset, and then no more.
        clearing <= rst || clears;
        if (rst) {ended1, ended2, left1, off, on, was_on} <= 0;
    end
    initial assume (rst);

    // The properties.
    always @* begin
        if (!$initstate && !was_rst && !rst) begin
            if (!always_) assert (!lost);
            assert (sample_off == (ext_off || ended2));
            if (ended2 && !always_) assert (!left1 && !leaves);
            assert (sample_on == (ext_on || was_on));
            // The record that the engine counts in this cycle left two cycles ago, the next one in the cycle before.
            if (was_on && !always_) assert (!left1);
            if (hold || looks) assert (!ready || always_);
            if (room && !hold && !looks || room && always_) assert (ready);
        end
    end
endmodule

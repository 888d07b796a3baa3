// Intake of the phase tracker: every record that counts and is taken is told once, with its bucket; the interval ends
// with its LEN-th record and with no other, never while the one before it is judged; records are taken unless the rules
// say that they wait, and a lossless one that comes in a cycle after one without `rec_hold` is taken; what is lost, and what comes while an interval is judged, is counted.
//
// Records, switches and the judge may do anything at any time; LEN is what the registers allow.
module proof (
    input wire clk
);
    (* anyseq *) wire        rst, valid, trap, must, trk, lossless, judged, clearing, looks;
    (* anyseq *) wire [4:0]  class_;
    (* anyseq *) wire [31:0] insn, pc;
    (* anyseq *) wire [23:0] len;
    wire        ready, end_, hold, told, control, bank, close, judging, half, late_;
    wire [4:0]  index;
    wire [3:0]  shift;
    wire [11:0] late;
    wire [15:0] lost;

    `INTAKE dut (
        .clk(clk), .rst(rst), .rec_valid(valid), .rec_trap(trap), .rec_class(class_), .rec_insn(insn), .rec_pc(pc),
        .rec_ready(ready), .rec_end(end_), .rec_hold(hold), .rec_wait(looks), .rec_must(must),
        .cfg_trk(trk), .cfg_lossless(lossless), .cfg_len(len),
        .count_valid(told), .count_control(control), .count_bank(bank), .count_index(index), .close(close),
        .judging(judging), .judged(judged), .clearing(clearing), .bank(half), .shift(shift), .stat_late_insns(late),
        .raise_late(late_), .stat_lost(lost)
    );

    (* hierconn *) wire [23:0] \dut.counted , \dut.length ;
    (* hierconn *) wire        \dut.loses , \dut.delays , \dut.begins ;
    (* hierconn *) wire        \dut.fresh , \dut.last ;

    // What an observer at the ports knows: records of the interval so far, and how many it has in all.
    reg  [23:0] n = 0, length = 0;
    reg         busy = 0, side = 0, was_rst = 1, was = 0, was_side = 0, was_free = 0;
    reg  [4:0]  was_index = 0;
    reg  [11:0] meanwhile = 0;
    reg  [15:0] gone = 0;
    wire executed = valid && !trap && trk;
    wire takes = executed && ready;
    wire ends = n != 0 && n + 1 == length;
    wire [4:0] bucket = pc[5:1] ^ pc[10:6] ^ pc[15:11] ^ pc[20:16] ^ pc[25:21] ^ pc[30:26] ^ {4'd0, pc[31]};
    always @(posedge clk) begin
        was_rst <= rst;
        // What the port says of the next cycle.
        was_free <= !hold && lossless && trk && !rst;
        was <= takes;
        was_side <= side;
        was_index <= bucket;
        if (takes) begin
            n <= ends ? 0 : n + 1'b1;
            if (n == 0) length <= len;
            if (ends) side <= !side;
        end
        busy <= takes && ends || busy && !judged;
        meanwhile <= takes && ends ? 0 : meanwhile + (takes && busy);
        if (executed && !ready && must && gone != 16'hffff) gone <= gone + 1'b1;
        if (clearing) begin
            n <= 0;
            busy <= 0;
            meanwhile <= 0;
            gone <= 0;
        end
        if (rst) begin
            n <= 0;
            busy <= 0;
            side <= 0;
            was <= 0;
            gone <= 0;
        end
    end

    // What is counted is counted a cycle later.
    reg  [11:0] meanwhile_was = 0;
    reg  [15:0] gone_was = 0;
    reg         loses = 0, delays = 0, begins = 0;
    always @(posedge clk) begin
        meanwhile_was <= meanwhile;
        gone_was <= clearing || rst ? 0 : gone;
        loses <= executed && !ready && must && !clearing && !rst;
        delays <= takes && busy;
        begins <= takes && ends || clearing;
    end

    initial assume (rst);
    // The memories are cleared for more than a cycle after a reset.
    always @* begin
        assume (len >= 512);
        if (was_rst) assume (clearing);
    end

    // The properties.
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (told == was);
            if (told) assert (bank == was_side && index == was_index);
            assert (close == (takes && ends));
            assert (judging == busy && half == side);
            assert (!(close && judging));
            assert (ready == (!trk || !clearing && !(busy && (lossless || ends)) && !(looks && !must)));
            assert (end_ == close);
            if (lossless && trk && !clearing && was_free) assert (ready || looks && !must);
            assert (late_ == (executed && busy && !lossless && ends));
            assert (lost == gone_was);
            assert (late == meanwhile_was);
        end
    end

    // Why it holds in intervals of any length.
`ifndef BARE
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (\dut.fresh == (n == 0));
            assert (\dut.last == ends);
            assert (\dut.counted == n + 24'd2);
            assert (\dut.loses == loses && \dut.delays == delays && \dut.begins == begins);
            if (loses && gone_was != 16'hffff) assert (gone == gone_was + 16'd1);
            else assert (gone == gone_was);
            assert (meanwhile == (begins ? 12'd0 : meanwhile_was + {11'd0, delays}));
            if (n != 0) assert (length >= 512 && n < length && \dut.length == length);
        end
    end
`endif
endmodule

// Events of the HPS: every instruction that a pattern replaces is an event that leaves once, in order and as it was, or
// one that is counted as dropped because sixteen wait; nothing else leaves.
//
// Instructions, patterns, host and reader may do anything at any time. What is replaced is decided here, from the
// ports. One event is followed, chosen by the solver; the word of its handler is read a cycle later, from a table that
// the host may write at any time, so the followed word of the table is the one that the event names.
module proof (
    input wire clk
);
    localparam A = `WORDS;

    (* anyseq *) wire        rst, valid, en, trap, has_target, taken, there, wr_word, ev_ready, mark;
    (* anyseq *) wire [31:0] pc, insn, target, address, wr_data;
    (* anyseq *) wire [15:0] instructions, burst;
    (* anyseq *) wire [5:0]  number;
    (* anyseq *) wire [10:0] word;
    (* anyseq *) wire [11:0] wr_index;
    wire         ready, s_insn, s_edit, s_replaced, s_word, s_dropped, busy, drop;
    wire         ev_valid, ev_has_target, ev_taken;
    wire [7:0]   ev_handler;
    wire [31:0]  ev_pc, ev_insn, ev_target, ev_address;
    wire [15:0]  ev_instructions, ev_burst;
    wire [5:0]   ev_number;

    `EVENTS dut (
        .clk(clk), .rst(rst), .now_valid(valid), .now_ready(ready), .now_en(en), .now_trap(trap), .now_pc(pc),
        .now_insn(insn), .now_target(target), .now_has_target(has_target), .now_taken(taken), .in_address(address),
        .rec_instructions(instructions), .rec_burst(burst), .win_there(there), .win_number(number), .win_word(word),
        .wr_word(wr_word), .wr_index(wr_index), .wr_data(wr_data),
        .step_insn(s_insn), .step_edit(s_edit), .step_replaced(s_replaced), .step_word(s_word), .step_dropped(s_dropped),
        .busy(busy), .drop(drop), .ev_valid(ev_valid), .ev_ready(ev_ready), .ev_handler(ev_handler), .ev_pc(ev_pc),
        .ev_insn(ev_insn), .ev_target(ev_target), .ev_has_target(ev_has_target), .ev_address(ev_address),
        .ev_taken(ev_taken), .ev_instructions(ev_instructions), .ev_burst(ev_burst), .ev_number(ev_number)
    );

    (* hierconn *) wire [3:0]   \dut.back , \dut.front , \dut.u_queue.watch , \dut.u_handlers.watch ;
    (* hierconn *) wire [4:0]   \dut.stored , \dut.waiting ;
    (* hierconn *) wire         \dut.offered , \dut.entered , \dut.waits ;
    (* hierconn *) wire [31:0]  \dut.address ;
    (* hierconn *) wire [167:0] \dut.u_queue.kept ;
    (* hierconn *) wire [7:0]   \dut.u_handlers.kept ;
    (* hierconn *) wire [A-1:0] \dut.u_table.watch ;
    (* hierconn *) wire [31:0]  \dut.u_table.kept , \dut.u_table.word ;

    // What an observer at the ports knows. The handler's number comes with the word, a cycle after the event.
    wire replaced = valid && en && !trap && there;
    wire give     = ev_valid && ev_ready;
    reg  [4:0]   inside = 0;
    wire take     = replaced && (inside < 16 || give);
    wire sets     = mark && take && !marked;
    reg  [31:0]  before;
    reg          marked = 0, fresh = 0, was_rst = 1, took = 0, lost = 0;
    reg  [4:0]   ahead = 0;
    reg  [167:0] event_ = 0;
    reg  [7:0]   handler = 0;
    reg  [3:0]   place = 0;
    // The table's word is written in the cycle in which it is read: then it may be either.
    reg          unsure = 0;
    always @(posedge clk) begin
        was_rst <= rst;
        before <= address;
        took <= take && !rst;
        lost <= replaced && !take && !rst;
        inside <= inside + take - give;
        fresh <= sets && !rst;
        if (marked && give) begin
            ahead <= ahead - 1'b1;
            if (ahead == 0) marked <= 0;
        end
        if (sets) begin
            marked <= 1;
            ahead <= inside - give;
            event_ <= {taken, has_target, number, burst, instructions, before, target, insn, pc};
            place <= \dut.back ;
            handler <= \dut.u_table.kept [23:16];
            unsure <= wr_word && wr_index[0] && wr_index[A:1] == word[A-1:0];
        end
        if (rst) begin
            inside <= 0;
            marked <= 0;
        end
    end

    initial assume (rst);
    always @* begin
        if (marked || sets) assume (\dut.u_queue.watch == (sets ? \dut.back : place) && \dut.u_handlers.watch == \dut.u_queue.watch );
        if (sets) assume (\dut.u_table.watch == word[A-1:0]);
    end

    // A held offer, and how long an event inside has not been offered.
    reg         held = 0;
    reg [175:0] held_event = 0;
    reg [1:0]   waited = 0;
    wire [167:0] out = {ev_taken, ev_has_target, ev_number, ev_burst, ev_instructions, ev_address, ev_target, ev_insn, ev_pc};
    always @(posedge clk) begin
        held <= ev_valid && !ev_ready && !rst;
        held_event <= {ev_handler, out};
        waited <= rst || ev_valid || inside == 0 ? 0 : waited + 1'b1;
    end

    // The properties.
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (ready && !busy && !drop);
            assert (s_insn == (valid && !trap) && s_edit == (valid && !trap && en) && s_replaced == replaced);
            assert (s_word == took && s_dropped == lost);
            assert (inside <= 16 && (!ev_valid || inside != 0));
            if (marked && ahead == 0 && ev_valid) begin
                assert (out == event_);
                if (!unsure) assert (ev_handler == handler);
            end
            if (held) assert (ev_valid && {ev_handler, out} == held_event);
            assert (waited < 3);
        end
    end

    // Why it holds at every depth: where events are.
    wire [3:0] next = \dut.front + ahead[3:0] - \dut.offered ;
    always @* begin
        if (!$initstate) assert (\dut.address == before);
        if (!$initstate && was_rst) begin
            assert (inside == 0 && !marked && !fresh && !took && !lost && !held && waited == 0);
            assert (\dut.waiting == 0 && \dut.stored == 0 && !\dut.offered  && !\dut.entered  && !\dut.waits );
            assert (\dut.back == 0 && \dut.front == 0);
        end
        if (!$initstate && !was_rst) begin
            assert (\dut.waiting == inside && \dut.entered == took && \dut.waits == (took || lost));
            assert (\dut.stored <= 16 && (\dut.offered || \dut.stored <= 1));
            assert (inside == \dut.stored + \dut.offered + \dut.entered );
            assert (\dut.back == \dut.front + \dut.stored [3:0] + \dut.entered );
            assert (!marked || ahead < inside);
            if (waited == 1) assert (\dut.offered || \dut.stored != 0);
            if (waited == 2) assert (\dut.offered );
            if (took && marked && ahead == inside - 1'b1) assert (fresh);
            if (fresh) assert (marked && \dut.entered && ahead == inside - 1'b1 && (unsure || \dut.u_table.word [23:16] == handler));
            if (marked && !(\dut.offered && ahead == 0)) begin
                assert (place == next && \dut.u_queue.kept == event_);
                if (!fresh && !unsure) assert (\dut.u_handlers.kept == handler);
            end
            if (marked && \dut.offered && ahead == 0) assert (out == event_ && (unsure || ev_handler == handler));
        end
    end
endmodule

// Queue of the monitor: an event that is taken leaves once, in order, word by word and as it was, on the stream or to
// the bus; none is taken while the queue is full, and the level counts them.
//
// Events come through the part that makes words of them, and holds the core back while too many wait in the engine.
// Events, switches, stream and bus may do anything at any time, within the stream rules; the bus takes an event only
// when one is there. One event is followed, and one word of it, both chosen by the solver.
module proof (
    input wire clk
);
    localparam E = `EVENTS;

    (* anyseq *) wire        rst, valid, has_target, taken, hold, stream, always_, take, out_ready, mark, step;
    (* anyseq *) wire [31:0] pc, insn, target, address;
    (* anyseq *) wire [15:0] instructions, burst;
    (* anyseq *) wire [5:0]  number;
    (* anyseq *) wire [7:0]  handler;
    (* anyseq *) wire [2:0]  place;
    (* anyconst *) wire [2:0] which;
    wire        ready, buffer_ready, stall, there, out_valid, out_last;
    wire [E:0]  level;
    wire [31:0] word, out_data, word_data;
    wire        word_valid, word_ready, word_last;

    `SPLIT split (
        .clk(clk), .rst(rst), .ev_valid(valid), .ev_ready(ready), .ev_handler(handler), .ev_pc(pc), .ev_insn(insn),
        .ev_target(target), .ev_has_target(has_target), .ev_address(address), .ev_taken(taken),
        .ev_instructions(instructions), .ev_burst(burst), .ev_number(number), .step_word(step),
        .word_valid(word_valid), .word_ready(word_ready), .word_data(word_data), .word_last(word_last),
        .cfg_hold(hold), .ret_always(always_), .buffer_ready(buffer_ready), .ret_stall(stall)
    );
    `QUEUE dut (
        .clk(clk), .rst(rst), .word_valid(word_valid), .word_ready(word_ready), .word_data(word_data),
        .word_last(word_last), .cfg_stream(stream), .evq_level(level), .evq_place(place), .evq_word(word),
        .evq_take(take), .evq_there(there), .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data),
        .out_last(out_last)
    );

    (* hierconn *) wire [2:0]   \split.place ;
    (* hierconn *) wire [4:0]   \split.level ;
    (* hierconn *) wire [E-1:0] \dut.wr_event , \dut.rd_event ;
    (* hierconn *) wire [2:0]   \dut.wr_place , \dut.rd_place ;
    (* hierconn *) wire         \dut.streams , \dut.offers ;
    (* hierconn *) wire [E+2:0] \dut.u_memory.watch ;
    (* hierconn *) wire [31:0]  \dut.u_memory.kept ;

    // The word that is followed, of the event that is offered.
    wire [31:0] mine = which == 0 ? {instructions, taken, has_target, number, handler} : which == 1 ? pc : which == 2 ? insn
        : which == 3 ? target : which == 4 ? address : {16'd0, burst};

    // What an observer at the ports knows: whole events inside, words of the next one, and the followed event.
    reg  [E:0]    inside = 0, ahead = 0;
    // Events that wait in the engine, as far as it tells.
    reg  [4:0]    queued = 0;
    reg  [2:0]    sent = 0, waited = 0, came = 0;
    reg           marked = 0, was_rst = 1, held = 0, held_ev = 0, held_last = 0;
    reg  [31:0]   kept = 0;
    reg  [175:0]  was_event = 0;
    reg  [E-1:0]  slot = 0;
    wire [175:0]  event_ = {handler, number, has_target, taken, instructions, burst, address, target, insn, pc};
    wire enter = valid && ready;
    wire leave = take || out_valid && out_ready && out_last;
    wire sets  = mark && enter && !marked;
    reg [2:0] place_was = 0;
    reg  there_was = 0;
    always @(posedge clk) begin
        was_rst <= rst;
        inside <= inside + enter - leave;
        queued <= queued + step - enter;
        came <= enter || !valid ? 0 : inside == 1 << E ? came : came + 1'b1;
        sent <= leave ? 0 : sent + (out_valid && out_ready);
        held <= out_valid && !out_ready && !rst;
        held_last <= out_last;
        held_ev <= valid && !ready && !rst;
        was_event <= event_;
        waited <= rst || out_valid || inside == 0 || !stream ? 0 : waited + 1'b1;
        place_was <= place;
        there_was <= there && !leave && !rst;
        if (marked && leave) begin
            ahead <= ahead - 1'b1;
            if (ahead == 0) marked <= 0;
        end
        if (sets) begin
            marked <= 1;
            ahead <= inside - leave;
            kept <= mine;
            slot <= \dut.wr_event ;
        end
        if (rst) begin
            inside <= 0;
            queued <= 0;
            marked <= 0;
            sent <= 0;
            came <= 0;
        end
    end

    initial assume (rst);
    always @* begin
        assume (which < 6);
        if (held_ev) assume (valid && event_ == was_event);
        if (take) assume (there);
        // The memory watches the followed word from the cycle in which it is written.
        assume (!marked || \dut.u_memory.watch == {slot, which});
        if (sets) assume (\dut.u_memory.watch == {\dut.wr_event , which});
    end

    // The properties.
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (level == inside && inside <= 1 << E);
            assert (!ready || valid && inside != 1 << E);
            assert (came < 6);
            assert (stall == (hold && queued >= 7) && buffer_ready == (!stall || always_));
            assert (!out_valid || inside != 0);
            assert (!there || inside != 0);
            assert (!(out_valid && there));
            if (out_valid) assert (out_last == (sent == 5));
            if (marked && ahead == 0 && out_valid && sent == which) assert (out_data == kept);
            if (marked && ahead == 0 && there && there_was && place_was == which) assert (word == kept);
            // A held word stays: any word of any event is the followed one.
            if (held) assert (out_valid && out_last == held_last);
            assert (waited < 4);
        end
    end

    // Why it holds at every depth: where events are, and that the event on its way in has been written so far.
    always @* begin
        if (!$initstate && was_rst) begin
            assert (inside == 0 && !marked && sent == 0 && came == 0 && !held && waited == 0 && level == 0);
            assert (\split.place == 0 && \split.level == 0 && queued == 0);
            assert (\dut.wr_place == 0 && \dut.rd_place == 0 && \dut.wr_event == \dut.rd_event && !\dut.streams && !\dut.offers );
        end
        if (!$initstate && !was_rst) begin
            assert (\dut.wr_event == \dut.rd_event + inside[E-1:0]);
            assert (\dut.rd_place == sent && sent < 6 && \dut.wr_place < 6);
            assert (\dut.wr_place == came && \split.place == came && \split.level == queued);
            if (came != 0) assert (valid);
            if (inside == 1 << E) assert (came == 0);
            assert (!\dut.offers || \dut.streams && inside != 0);
            if (sent != 0) assert (\dut.streams && inside != 0);
            if (waited >= 1) assert (\dut.streams );
            if (waited >= 2) assert (\dut.offers );
            assert (!marked || ahead < inside);
            if (marked) assert (slot == \dut.rd_event + ahead[E-1:0] && \dut.u_memory.kept == kept);
            // A word of the event that is coming in.
            if (!marked && came > which && \dut.u_memory.watch == {\dut.wr_event , which}) assert (\dut.u_memory.kept == mine);
            if (marked && ahead == 0 && out_valid && sent == which) assert (out_data == kept);
            if (marked && ahead == 0 && there_was && place_was == which && !\dut.streams ) assert (word == kept);
        end
    end
endmodule

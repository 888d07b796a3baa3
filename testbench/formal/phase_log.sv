// Log of the phase tracker: every half word that is put leaves once, in order and as it was, two of them as a word, on
// the stream; `out_last` marks the third word of an interval; an offer stays; a word inside is offered within eight
// cycles; there is room exactly if an interval fits, a cycle later, and nothing that was put with room is overwritten.
//
// The judge puts the six half words of an interval in adjacent cycles (phase_judge.sv), after it saw `log_room` once,
// two cycles after the half word before or later. The stream may do anything. One half word is followed, which is the
// solver's choice.
module proof (
    input wire clk
);
    localparam A = `PLACES;
    localparam HALVES = 6;

    (* anyseq *) wire        rst, put, out_ready, mark;
    (* anyseq *) wire [15:0] half;
    wire        room, out_valid, out_last;
    wire [31:0] out_data;

    `LOG dut (
        .clk(clk), .rst(rst), .log_room(room), .log_put(put), .log_half(half), .out_valid(out_valid),
        .out_ready(out_ready), .out_data(out_data), .out_last(out_last)
    );

    (* hierconn *) wire [A:0]   \dut.held ;
    (* hierconn *) wire [A-1:0] \dut.came , \dut.left ;
    (* hierconn *) wire [2:0]   \dut.turn ;
    (* hierconn *) wire [1:0]   \dut.place ;
    (* hierconn *) wire [15:0]  \dut.low , \dut.u_halves.kept , \dut.u_halves.word , \dut.u_halves.word_q ;
    (* hierconn *) wire         \dut.some , \dut.room ;
    (* hierconn *) wire [A-1:0] \dut.u_halves.watch ;

    // What an observer at the ports knows: half words inside, those of the interval that comes in, words of the one
    // that goes out; the followed half word, and the words ahead of it.
    reg  [A:0]   inside = 0, was_inside = 0, ahead = 0;
    reg  [2:0]   halves = 0;
    reg  [1:0]   sent = 0;
    reg  [3:0]   waited = 0;
    reg          put1 = 0, allowed = 0, marked = 0, high = 0, held_ = 0, was_rst = 1;
    reg  [15:0]  kept = 0;
    reg  [A-1:0] slot = 0;
    wire take = out_valid && out_ready;
    wire sets = mark && put && !marked;
    always @(posedge clk) begin
        was_rst <= rst;
        inside <= inside + put - (take ? 2 : 0);
        was_inside <= inside;
        put1 <= put;
        if (put) halves <= halves == HALVES - 1 ? 0 : halves + 1'b1;
        // The judge has seen that there is room for the next interval.
        allowed <= halves == 0 && !put ? allowed || room && !put1 : 1'b0;
        if (take) sent <= sent == 2 ? 0 : sent + 1'b1;
        held_ <= out_valid && !out_ready && !rst;
        waited <= out_valid || inside < 2 ? 0 : waited + 1'b1;
        if (marked && take) begin
            ahead <= ahead - 1'b1;
            if (ahead == 0) marked <= 0;
        end
        if (sets) begin
            marked <= 1;
            high <= halves[0];
            ahead <= (inside >> 1) - take;
            kept <= half;
            slot <= \dut.came ;
        end
        if (rst) begin
            inside <= 0;
            put1 <= 0;
            halves <= 0;
            allowed <= 0;
            sent <= 0;
            waited <= 0;
            marked <= 0;
        end
    end

    initial assume (rst);
    always @* begin
        if (halves != 0) assume (put);
        if (put && halves == 0) assume (allowed);
        // The memory watches the followed half word from the cycle in which it is written.
        assume (!marked || \dut.u_halves.watch == slot);
        if (sets) assume (\dut.u_halves.watch == \dut.came );
    end

    // The properties.
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (!out_valid || inside >= 2);
            if (held_) assert (out_valid);
            if (out_valid) assert (out_last == (sent == 2));
            if (out_valid && marked && ahead == 0) assert ((high ? out_data[31:16] : out_data[15:0]) == kept);
            assert (waited < 8);
            if (was_inside <= (1 << A) - HALVES) assert (room);
        end
    end

    // Why it holds at every depth: where half words are, and what was read of them.
    wire [A:0] held = \dut.held ;
    wire       half_out = \dut.turn >= 3 && \dut.turn <= 5;
    wire [A-1:0] front = \dut.left - half_out;
    wire       first = marked && ahead == 0;
    always @* begin
        if (!$initstate && was_rst) begin
            assert (inside == 0 && halves == 0 && sent == 0 && waited == 0 && !marked && !allowed && !put1);
            assert (\dut.came == 0 && \dut.left == 0 && held == 0 && \dut.turn == 0 && \dut.place == 0 && !\dut.some && !room);
        end
        if (!$initstate && !was_rst) begin
            assert (held[A-1:0] == \dut.came - \dut.left );
            assert (held + half_out == inside && \dut.came [0] == halves[0] && inside[0] == halves[0]);
            assert (halves < HALVES && (halves == 0 || !allowed));
            assert (held + (halves == 0 ? 0 : HALVES - halves) <= 1 << A);
            if (allowed) assert (held <= (1 << A) - HALVES);
            if (room && !put1 && halves == 0) assert (held <= (1 << A) - HALVES);
            assert (\dut.place == sent && sent < 3);
            if (\dut.turn == 0 && \dut.some ) assert (held >= 2);
            if (\dut.turn >= 1 && \dut.turn <= 2) assert (held >= 2);
            if (half_out) assert (held >= 1);
            assert (waited <= (\dut.turn >= 6 ? \dut.turn - 6 : \dut.turn + 2));
            if (inside >= 2 && (\dut.turn == 0 || \dut.turn == 7)) assert (\dut.some );
            assert (!marked || {ahead, high} < inside);
            if (marked) assert (\dut.u_halves.kept == kept);
            if (marked) assert (slot == front + {ahead[A-2:0], high});
            if (first && !high && \dut.turn == 1) assert (\dut.u_halves.word == kept);
            if (first && !high && \dut.turn == 2) assert (\dut.u_halves.word_q == kept);
            if (first && !high && half_out) assert (\dut.low == kept);
            if (first && high && \dut.turn >= 4 && \dut.turn <= 5) assert (\dut.u_halves.word == kept);
            if (first && high && \dut.turn == 5) assert (\dut.u_halves.word_q == kept);
        end
    end
endmodule

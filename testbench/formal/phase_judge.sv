// Judge of the phase tracker: every interval that ends is judged, in less than 2048 cycles in which no host asks, and
// once; it leaves all half words of its record in the log, or none, and then that is told; nothing else enters the log.
// The flag falls with the end of an interval, and the pulses say when it rises and falls.
//
// Intervals end at any time while none is judged; memories, buckets, host and configuration may be anything.
module proof (
    input wire clk
);
    localparam S = `SIGNATURES;
    localparam P = `PHASES;

    (* anyseq *) wire        rst, close_, bank, auto_, predmode, upd, best, clr, sample, seed, peek, signature, room;
    (* anyseq *) wire [3:0]  shift;
    (* anyseq *) wire [12:0] thr;
    (* anyseq *) wire [7:0]  k;
    (* anyseq *) wire [31:0] data;
    (* anyseq *) wire [8:0]  place;
    (* anyseq *) wire [24:0] word;
    reg         busy = 0;
    wire        close = close_ && !busy && !clearing;
    wire        judged, clearing, flag, on, off, put, overflows, wipe, both, open;
    wire [15:0] half;

    `JUDGE dut (
        .clk(clk), .rst(rst), .close(close), .judging(busy), .judged(judged), .clearing(clearing), .bank(bank),
        .shift(shift), .closed_word(word), .closed_wipe(wipe), .closed_both(both), .cfg_thr(thr), .cfg_k(k),
        .cfg_auto(auto_), .cfg_predmode(predmode), .cfg_upd(upd), .cfg_best(best), .set_clr(clr),
        .set_sample_next(sample), .set_seed(seed), .set_data(data), .peek_valid(peek), .peek_place(place),
        .peek_open(open), .raise_log_ovf(overflows), .sample_flag(flag), .ext_on(on), .ext_off(off), .log_room(room),
        .log_put(put), .log_half(half)
    );

    (* hierconn *) wire [`STEP_BITS-1:0] \dut.step ;
    (* hierconn *) wire [8:0] \dut.n ;
    (* hierconn *) wire [4:0] \dut.n1 , \dut.n2 , \dut.n3 , \dut.n4 , \dut.which , \dut.top , \dut.spare ;
    (* hierconn *) wire [3:0] \dut.moves ;
    (* hierconn *) wire [4:0] \dut.slot ;
    (* hierconn *) wire       \dut.second , \dut.room , \dut.some , \dut.full , \dut.met , \dut.ends_table , \dut.sends ;

    // What an observer at the ports knows: half words of this interval, and the flag of the pulses.
    reg [2:0]  puts = 0;
    reg        told = 0, shadow = 0, was_rst = 1, was_busy = 0, was_peek = 0, closed = 0;
    reg [11:0] was_rank = 0;
    always @(posedge clk) begin
        was_rst <= rst;
        busy <= !rst && !clearing && (close || busy && !judged);
        puts <= !busy || judged ? 0 : puts + put;
        told <= busy && !judged && (told || overflows);
        shadow <= !off && (shadow || on);
        closed <= close && !rst;
        was_busy <= busy && !rst && !clr;
        was_peek <= peek;
        was_rank <= rank;
        if (rst) shadow <= 0;
    end
    // A host forgets only what is not being judged, and not while it is being forgotten.
    initial assume (rst);
    always @* begin
        if (busy || close || clearing) assume (!clr);
        if (busy) assume (!sample);
    end

    // How much is left to be done: less in every cycle.
    wire [8:0]  n = \dut.n ;
    wire [4:0]  which = \dut.which ;
    reg  [11:0] rank;
    always @* begin
        rank = 0;
        case (\dut.step )
            `IDLE:    rank = 2000;
            `SETTLE:  rank = 1900 + 6 - n;
            `FETCH:   rank = 1000 + (31 - which) * 20 + 17 + 2 - n;
            `SHIFT:   rank = 1000 + (31 - which) * 20 + \dut.moves ;
            `SCAN:    rank = 400 + 511 - n;
            `DRAIN:   rank = 380 + 8 - n[3:0];
            `PICK:    rank = 360 + 8 - n;
            `COPY:    rank = 330 + 19 - n;
            `TOUCH:   rank = 280 + 36 - n;
            `LEARN:   rank = 260 + 9 - n;
            `FIND:    rank = (\dut.second ? 130 : 220) + 36 - n;
            `ENTER:   rank = 200 + 11 - n;
            `PREDICT: rank = 180 + 8 - n;
            `ARM:     rank = 120 + 7 - n;
            `REPORT:  rank = 100 + 9 - n;
            default:  rank = (31 - which) * 6 + 5 - n;
        endcase
    end

    // The properties.
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (!judged || busy);
            assert (!put || busy);
            if (judged) assert (told ? puts == 0 : puts == 6);
            if (was_busy && busy && !was_peek) assert (rank < was_rank);
            assert (flag == (!off && (shadow || on)));
            if (closed) assert (!flag && off);
            assert (!overflows || busy && !told);
        end
    end

    // Why it holds: each step takes its cycles and no more.
`ifndef BARE
    always @* begin
        if (!$initstate && was_rst) assert (\dut.step == `CLEAR && n == 0 && \dut.top == 0 && !\dut.some );
        if (!$initstate && !was_rst) begin
            assert (\dut.step != `CLEAR || !busy);
            assert (busy || \dut.step == `IDLE || \dut.step == `CLEAR);
            assert (\dut.top < S && \dut.step <= `TALLY);
            assert (\dut.full || \dut.top + \dut.some < S);
            if (\dut.step == `PICK && n >= 1) assert (\dut.spare == \dut.top + \dut.some );
            if (\dut.step == `PICK && n >= 5 && !\dut.full ) assert (\dut.slot == \dut.top + \dut.some );
            if (\dut.step != `CLEAR && \dut.step != `SCAN && \dut.step != `DRAIN) begin
                if (n >= 2) assert (\dut.n2 == n[4:0] - 5'd2);
                if (n >= 3) assert (\dut.n3 == n[4:0] - 5'd3);
                if (n >= 4) assert (\dut.n4 == n[4:0] - 5'd4);
            end
            if (n >= 1) assert (\dut.n1 == n[4:0] - 5'd1 || \dut.step == `DRAIN);
            if (\dut.step == `FIND && n >= 4) assert (\dut.ends_table == (\dut.n4 == P - 1));
            if (\dut.step == `TOUCH && n == \dut.top + 4) assert (\dut.met );
            case (\dut.step )
                `CLEAR:   ;
                `IDLE:    assert (n == 0);
                `SETTLE:  assert (n <= 6);
                `FETCH:   assert (n <= 2);
                `SHIFT:   ;
                `SCAN:    assert (n <= {\dut.top , 4'd15});
                `DRAIN:   assert (n[3:0] <= 7);
                `PICK:    assert (n <= 7);
                `COPY:    assert (n <= 18);
                `TOUCH:   assert (n <= \dut.top + 4);
                `LEARN:   assert (n <= 8);
                `FIND:    assert (n <= P + 3);
                `ENTER:   assert (n <= 10);
                `PREDICT: assert (n <= 7);
                `ARM:     assert (n <= 6);
                `REPORT:  assert (n <= 8);
                default:  assert (n <= 5 && which >= 22);
            endcase
            if (\dut.step == `REPORT && n >= 1) assert (told == !\dut.room );
            if (\dut.step == `REPORT) assert (puts == (\dut.room && n > 4 ? n - 4 : 0));
            else if (\dut.step == `TALLY && which == 22 && n == 0) assert (told ? puts == 0 : puts == 5);
            else if (busy && \dut.step > `REPORT) assert (told ? puts == 0 : puts == 6);
            else if (busy) assert (puts == 0 && !told);
            assert (busy || puts == 0);
            // A half word goes to the log in the cycle after its own.
            if (\dut.step == `REPORT) assert (\dut.sends == (\dut.room && n >= 4));
            else assert (\dut.sends == (\dut.step == `TALLY && which == 22 && n == 0 && !told));
        end
    end
`endif
endmodule

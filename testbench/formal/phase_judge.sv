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
    (* anyseq *) wire [23:0] word;
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
    (* hierconn *) wire [4:0] \dut.n1 , \dut.n2 , \dut.which , \dut.top ;
    (* hierconn *) wire [3:0] \dut.moves ;
    (* hierconn *) wire [4:0] \dut.slot ;
    (* hierconn *) wire       \dut.second , \dut.room , \dut.some , \dut.full ;

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
            `DRAIN:   rank = 380 + 7 - n[3:0];
            `PICK:    rank = 360 + 6 - n;
            `COPY:    rank = 330 + 18 - n;
            `TOUCH:   rank = 280 + 34 - n;
            `LEARN:   rank = 260 + 8 - n;
            `FIND:    rank = (\dut.second ? 130 : 220) + 34 - n;
            `ENTER:   rank = 200 + 9 - n;
            `PREDICT: rank = 180 + 8 - n;
            `ARM:     rank = 120 + 5 - n;
            `REPORT:  rank = 100 + 8 - n;
            default:  rank = (31 - which) * 5 + 4 - n;
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
            if (\dut.step == `PICK && n >= 4 && !\dut.full ) assert (\dut.slot == \dut.top + \dut.some );
            if (was_rank != 0 && n >= 2) assert (\dut.step == `CLEAR || \dut.n2 == n[4:0] - 5'd2 || \dut.step == `SCAN);
            if (n >= 1) assert (\dut.n1 == n[4:0] - 5'd1 || \dut.step == `DRAIN);
            case (\dut.step )
                `CLEAR:   ;
                `IDLE:    assert (n == 0);
                `SETTLE:  assert (n <= 6);
                `FETCH:   assert (n <= 2);
                `SHIFT:   ;
                `SCAN:    assert (n <= {\dut.top , 4'd15});
                `DRAIN:   assert (n[3:0] <= 6);
                `PICK:    assert (n <= 5);
                `COPY:    assert (n <= 17);
                `TOUCH:   assert (n <= \dut.top + 2);
                `LEARN:   assert (n <= 7);
                `FIND:    assert (n <= P + 1);
                `ENTER:   assert (n <= 8);
                `PREDICT: assert (n <= 6);
                `ARM:     assert (n <= 4);
                `REPORT:  assert (n <= 7);
                default:  assert (n <= 4 && which >= 22);
            endcase
            if (\dut.step == `REPORT && n >= 1) assert (told == !\dut.room );
            if (\dut.step == `REPORT) assert (puts == (\dut.room && n > 2 ? n - 2 : 0));
            else if (busy && \dut.step > `REPORT) assert (told ? puts == 0 : puts == 6);
            else if (busy) assert (puts == 0 && !told);
            assert (busy || puts == 0);
        end
    end
`endif
endmodule

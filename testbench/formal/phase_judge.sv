// Judge of the phase tracker, whatever the steps are that its ROMs hold, in any order: a half word goes to the log four
// cycles after the step that sends it, if the log had room when a step looked, which is told if not; the interval is
// judged when a step says so; the flag falls with the end of an interval, and pulses say when it rises and falls. A step
// that stays is done once more, and the next one is neither lost nor done twice.
//
// The program, of which src/hw/phase/judge/program.rs tells that every interval is judged once and leaves all of its
// half words or none, arms and is done only while an interval is judged.
module proof (
    input wire clk
);
    (* anyseq *) wire        rst, close_, bank, auto_, predmode, upd, best, clr, sample, seed, none, peek, signature, room;
    (* anyseq *) wire [3:0]  shift;
    (* anyseq *) wire [12:0] thr;
    (* anyseq *) wire [7:0]  k;
    (* anyseq *) wire [31:0] data;
    (* anyseq *) wire [8:0]  place;
    (* anyseq *) wire [22:0] word;
    reg         busy = 0;
    wire        close = close_ && !busy && !clearing;
    wire        judged, clearing, flag, on, off, put, overflows, open;
    wire [15:0] half;

    `JUDGE dut (
        .clk(clk), .rst(rst), .close(close), .judging(busy), .judged(judged), .clearing(clearing), .bank(bank),
        .shift(shift), .closed_word(word), .cfg_thr(thr), .cfg_k(k), .cfg_auto(auto_), .cfg_predmode(predmode),
        .cfg_upd(upd), .cfg_best(best), .set_clr(clr), .set_sample_next(sample), .set_seed(seed), .set_data(data),
        .set_none(none), .peek_valid(peek), .peek_signature(signature), .peek_place(place), .peek_open(open),
        .raise_log_ovf(overflows), .sample_flag(flag), .ext_on(on), .ext_off(off), .log_room(room), .log_put(put),
        .log_half(half)
    );

    // Bits of a step, as src/hw/phase/judge/program.rs has them.
    localparam ARM = 16, ROOM = 17, DONE = 18, LOG = 42, FLAGS = 43;
    (* hierconn *) wire [47:0] \dut.deed ;
    (* hierconn *) wire [31:0] \dut.low_deeds_rd ;
    (* hierconn *) wire [15:0] \dut.high_deeds_rd ;
    (* hierconn *) wire [15:0] \dut.held ;
    (* hierconn *) wire [7:0]  \dut.number , \dut.second ;
    (* hierconn *) wire        \dut.stays , \dut.room , \dut.goes ;

    // What an observer knows: steps of some cycles ago, what the log said, and the flag of the pulses.
    reg [3:0]  sends = 0, flags = 0;
    reg        seen = 0, shadow = 0, was_rst = 1, closed = 0, stayed = 0, was_busy = 0, was_peek = 0, cleared = 1;
    reg [47:0] was = 0, next = 0;
    reg [7:0]  was_number = 0;
    always @(posedge clk) begin
        was_rst <= rst;
        busy <= !rst && !clearing && (close || busy && !judged);
        sends <= rst || clr ? 0 : {sends[2:0], \dut.deed [LOG]};
        flags <= rst || clr ? 0 : {flags[2:0], \dut.deed [FLAGS]};
        if (\dut.deed [ROOM]) seen <= room;
        shadow <= !off && (shadow || on);
        closed <= close && !rst;
        stayed <= \dut.stays ;
        cleared <= rst || clr;
        was <= \dut.deed ;
        next <= {\dut.high_deeds_rd , \dut.low_deeds_rd };
        was_number <= \dut.number ;
        was_busy <= busy;
        was_peek <= peek;
        if (rst) shadow <= 0;
    end
    // A host forgets only what is not being judged, and not while it is being forgotten.
    initial assume (rst);
    always @* begin
        if (busy || close || clearing) assume (!clr);
        if (busy) assume (!sample);
        if (!busy) assume (!\dut.deed [ARM] && !\dut.deed [DONE]);
    end

    // The properties.
    reg was_cleared = 1;
    always @(posedge clk) was_cleared <= cleared;
    always @* begin
        if (!$initstate && !was_rst) begin
            assert (judged == \dut.deed [DONE]);
            assert (overflows == (\dut.deed [ROOM] && !room));
            assert (put == (sends[3] && \dut.room ));
            if (put && !flags[3]) assert (half == \dut.held );
            assert (flag == (!off && (shadow || on)));
            if (closed) assert (!flag && off);
            if (open) assert (!busy && !clearing);
            if (\dut.goes ) assert (was_busy && !was_peek);
            // Steps: the one that stays, the next one, and which one is read.
            if (!cleared && !was_cleared) begin
                assert (\dut.deed == (stayed ? was : next));
                assert (\dut.number == \dut.second );
                if (stayed) assert (\dut.number == was_number);
            end
        end
    end
    // What the log said is kept from the step that looked.
    reg looked = 0;
    always @(posedge clk) looked <= !rst && (looked || \dut.deed [ROOM]);
    always @* if (!$initstate && !was_rst && looked) assert (\dut.room == seen);
endmodule

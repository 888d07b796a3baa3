// Chained array of the co-processor (docs/reference/coproc.md, B.3, 4 and B.5): an entry holds the key that was written
// there last, until it is removed, and a search finds the lowest valid entry of its range that has the key.
//
// The properties are those of array.svh, for one entry, w. Why they hold: the valid entries of a list are chained in
// ascending order, so a link leads to the lowest of them above it. The solver follows one link, p, and says that of the
// pair: p leads to w or to one below w, if w is in the list of p and above it; and if p leads to w, w is that.
//
// What is believed: what array.svh believes; nothing is valid at first, and no list has a first entry. A link that the
// machine reads is another one than p: the solver is told that it is right, too, for w, for the entry that is asked for
// and for that of p. Those are the same claims for another choice of p and w, one cycle earlier.
//
// Keys come out of a register of their memory, a cycle after links: `word` is what the memory reads, `held` the word of
// the cycle before. The walk does not wait for that, so the bound has nothing for it. The place of the walk is `here`,
// which two registers make.
module proof (
    input wire clk
);
    localparam LG = `LG;

    (* anyconst *) wire [LG-1:0] w;
    (* anyconst *) wire [LG:0]   p;
    (* anyseq *)   wire          rst, search, write, remove, clear;
    (* anyseq *)   wire [LG-1:0] entry, last;
    (* anyseq *)   wire          outside;
    (* anyseq *)   wire [31:0]   key;
    wire          idle, hit, valid;
    wire [LG-1:0] found;
    wire [31:0]   held;

    `ARRAY dut (
        .clk(clk), .rst(rst), .entry(entry), .last(last), .outside(outside), .key(key), .search(search), .write(write),
        .remove(remove), .clear(clear), .idle(idle), .hit(hit), .found(found), .held(held), .valid(valid)
    );

    `include "array.svh"

    // The words that are kept: key and mark of w, the link p; and beside them key and mark of the entry that has it.
    (* hierconn *) wire [LG-1:0] \dut.u_late_keys0.watch ;
    (* hierconn *) wire [7:0]    \dut.u_marks.watch ;
    (* hierconn *) wire [LG:0]   \dut.u_links.watch , \dut.u_links.kept , \dut.u_links.word ;
    (* hierconn *) wire          \dut.u_marks.kept , \dut.u_marks.word , \dut.marks_we , \dut.link ;
    (* hierconn *) wire [31:0]   \dut.u_late_keys0.kept , \dut.u_late_keys0.word ;
    (* hierconn *) wire [LG-1:0] \dut.key_at ;
    always @* assume (\dut.u_late_keys0.watch == w && \dut.u_marks.watch == w && \dut.u_links.watch == p);
    wire         mark = \dut.u_marks.kept ;
    wire [31:0]  has = \dut.u_late_keys0.kept ;
    wire [LG:0]  leads = \dut.u_links.kept ;
    wire         listed = p[LG];
    wire [LG-1:0] n = p[LG-1:0];
    reg          n_mark = 0, n_read = 0, n_shown = 0, n_looked = 0, n_was = 0;
    reg  [31:0]  n_has, n_had, n_shows;
    always @(posedge clk) begin
        if (\dut.marks_we && entry == n) n_mark <= \dut.link ;
        if (\dut.link && entry == n) n_has <= key;
        n_read <= \dut.key_at == n && !(\dut.link && entry == n);
        n_had <= n_has;
        {n_shown, n_shows} <= {n_read, n_had};
        n_looked <= entry == n && !\dut.marks_we ;
        n_was <= n_mark;
    end
    always @* begin
        if (n_read) assume (\dut.u_late_keys0.word == n_had);
        if (n_shown) assert (held == n_shows);
        if (n_looked) assume (\dut.u_marks.word == n_was);
        if (n == w) assert (n_mark == mark && n_has == has);
    end
    initial begin
        assume (!mark && (listed || !leads[LG]));
        if (n == w) assume (n_has == has);
    end

    // Who is in a list: an entry that is taken out is until its link passes it over, one that enters is not until a
    // link leads to it.
    (* hierconn *) wire [2:0] \dut.state ;
    localparam IDLE = `IDLE, FIND = `FIND, LOSE = `LOSE, CLOSE = `CLOSE, ENTER = `ENTER, LINK = `LINK, TIE = `TIE;
    wire [2:0] state = \dut.state ;
    wire       walks = state == FIND || state == LOSE || state == ENTER;
    wire       leaves = state == LOSE || state == CLOSE;
    wire       enters = state == ENTER || state == LINK || state == TIE;
    function [LG-1:0] hash(input [31:0] of);
        hash = of[7:0] ^ of[15:8] ^ of[23:16] ^ of[31:24];
    endfunction
    function chained(input [LG-1:0] number, input marked);
        chained = number == entry && leaves || !(number == entry && enters) && marked;
    endfunction
    wire          w_in = chained(w, mark);
    wire          p_in = !listed || chained(n, n_mark);
    wire [LG-1:0] w_list = hash(has);
    wire [LG-1:0] p_list = listed ? hash(n_has) : n;
    // Whether the second place lies above the first.
    function above(input [LG:0] from, input [LG-1:0] number);
        above = !from[LG] || from[LG-1:0] < number;
    endfunction

    // The walk: its list, whether it has come to its first place only, how often it went on, when it began.
    (* hierconn *) wire        \dut.begins , \dut.arrives , \dut.alive ;
    (* hierconn *) wire [LG:0] \dut.lists , \dut.here , \dut.before_ , \dut.home_now ;
    wire [LG:0]    place = \dut.here , before = \dut.before_ ;
    wire [LG-1:0]  at = place[LG-1:0], past = before[LG-1:0];
    wire           alive = \dut.alive , arrives = \dut.arrives ;
    reg            first = 0;
    reg  [LG-1:0]  list = 0;
    reg  [LG:0]    next = 0;
    reg  [11:0]    turns = 0, base = 0;
    always @(posedge clk) begin
        if (arrives) {first, turns} <= {1'b0, turns + 12'd1};
        if (\dut.begins ) {first, list, turns} <= {1'b1, \dut.lists [LG-1:0], 12'd0};
        if (\dut.begins ) base <= state == IDLE ? 12'd0 : age + 12'd1;
        if (state == LINK) next <= {alive, at};
    end

    // A link that is read is right, for w, for the entry of p and for the one that is asked for.
    wire [LG:0]    link = \dut.u_links.word ;
    function right(input [LG-1:0] number, input in, input [LG-1:0] of);
        right = (!(in && of == list && above(place, number)) || link[LG] && link[LG-1:0] <= number)
            && (!(link[LG] && link[LG-1:0] == number) || in && of == list && above(place, number));
    endfunction
    reg            w_was, p_was;
    reg  [LG-1:0]  w_of, p_of;
    always @(posedge clk) {w_was, p_was, w_of, p_of} <= {w_in, p_in, w_list, p_list};
    always @* begin
        if (walks && arrives && alive) begin
            assume (right(w, w_was, w_of));
            if (listed) assume (right(n, p_was, p_of));
            if (link[LG]) assume (above(place, link[LG-1:0]));
            if (state == LOSE) assume (right(entry, 1'b1, list));
            if (state == ENTER) assume (right(entry, 1'b0, list));
        end
    end

    // Nor does another link than the one before lead to where that leads: the claim about p and the entry of the one
    // before, and about that one and the entry of p.
    wire [LG:0]    beyond = state == CLOSE ? {1'b1, entry} : next;
    wire           other = p != before && p_in && p_list == list && (state == CLOSE || state == TIE);
    reg            apart = 1;
    always @(posedge clk)
        apart <= !(other && before[LG] && above(p, past)) || leads[LG] && leads[LG-1:0] <= past;
    reg            apart_too = 1;
    always @(posedge clk)
        apart_too <= !(other && listed && above(before, n)) || beyond[LG] && beyond[LG-1:0] <= n;
    always @* assume (apart && apart_too);

    initial assume (idle && !arrives);

    // Why it holds at every depth.
    (* hierconn *) wire        \dut.judges , \dut.hits , \dut.over , \dut.own , \dut.met , \dut.there , \dut.writes ;
    (* hierconn *) wire [15:0] \dut.differs_now ;
    wire         wanted = w_in && has == key && within;
    wire [LG:0]  now = state == TIE ? next : {alive, at};
    always @* if (up) begin
        // The claim about p and w.
        if (swept == 0) begin
            if (p_in && w_in && w_list == p_list && above(p, w)) assert (leads[LG] && leads[LG-1:0] <= w);
            if (p_in && leads[LG] && leads[LG-1:0] == w) assert (w_in && w_list == p_list && above(p, w));
        end else begin
            assert (idle && swept < 1 << LG);
            if (swept > w) assert (!mark);
            if (swept > n) assert (!n_mark && (listed || !leads[LG]));
        end
        // What is known at rest.
        if (quieter && quiet && idle && steadier && same) begin
            if (entry == w) assert (\dut.home_now == w_list);
            if (listed && entry == n) assert (\dut.home_now == p_list && valid == n_mark);
        end
        if (idle) begin
            assert (mark == v && (!v || has == kept));
        end else begin
            assert (searching == (state == FIND));
            if (entry != w || state == FIND) assert (mark == v && (!v || has == kept));
        end
        if (!walks) assert (!arrives);
        if (state == FIND) assert (aligned);
        // The walk.
        if (!idle) begin
            if (state == FIND || enters) assert (list == hash(key));
            if (leaves && entry == w) assert (list == w_list);
            if (leaves && listed && entry == n) assert (list == p_list && n_mark == \dut.writes );
            if (enters && entry == w) assert (v && kept == key);
            if (leaves && entry == w) assert (mark == \dut.writes && v == mark && (!v || kept == key));
            if (state == TIE && entry == w) assert (mark && has == key);
            if (state == TIE && listed && entry == n) assert (n_mark && n_has == key);
        end
        if (walks && first) assert (alive && place == {1'b0, list});
        if (walks && !first) assert (place[LG]);
        if (!idle && !(walks && first)) begin
            if (before == p) assert (p_in && p_list == list);
            if (before == {1'b1, w}) assert (w_in && w_list == list);
            if (!before[LG]) assert (past == list);
            if (before[LG] && (leaves || enters)) assert (past < entry);
        end
        if (walks && !first || state == LINK || state == TIE) begin
            if (now[LG] && before[LG]) assert (past < now[LG-1:0]);
            if (now == {1'b1, w}) assert (w_in && w_list == list);
            if (listed && now == p) assert (p_in && p_list == list);
            if (before == p) assert (leads == now);
            if (w_in && w_list == list)
                assert (now[LG] && now[LG-1:0] <= w || before[LG] && w <= past);
        end
        if (state == LOSE && !first) assert (alive && at <= entry);
        if (state == ENTER && !first && alive) assert (at != entry);
        if (state == LINK || state == TIE) assert (!now[LG] || now[LG-1:0] > entry);
        if (state == TIE) begin
            assert (place == {1'b1, entry} && alive);
            if (p == {1'b1, entry}) assert (leads == next);
        end
        if (state == CLOSE) begin
            if (before == p) assert (leads == {1'b1, entry});
            if (p == {1'b1, entry}) assert (leads == {alive, at});
            if (alive) assert (at > entry);
            if (alive && at == w) assert (w_in && w_list == list && w > entry);
            if (w_in && w_list == list && w > entry) assert (alive && at <= w);
        end
        // What is found out in its cycles.
        if (walks && arrives) begin
            assert (\dut.over == (place[LG] && at > entry) && \dut.own == (place[LG] && at == entry));
            if (place == p) assert (link == leads);
            if (at == w) assert (\dut.u_late_keys0.word == has);
        end
        if (state == FIND) begin
            if (first) assert (arrives ? !\dut.hits : !\dut.judges );
            if (!first && !arrives) begin
                assert (\dut.judges == before[LG]);
                if (before == {1'b1, w}) assert (|\dut.differs_now == |(has ^ key));
            end
            if (!first && arrives) begin
                if (before == {1'b1, w}) assert (\dut.hits == (has == key && within));
                if (\dut.hits ) assert (before[LG] && !outside && past >= entry && past <= last);
            end
            if (wanted && !first) assert (alive && at <= w || before == {1'b1, w});
        end
        // It ends: the places of a walk ascend.
        if (walks) assert (age == base + 2 * turns + arrives && first == (turns == 0));
        if (state == CLOSE) assert (base == 0 && age == 2 * turns);
        if (state == FIND || leaves) assert (base == 0);
        if (!idle) assert (base <= 2 * (1 << LG) + 3);
        if (state == LINK || state == TIE) assert (age == base + 2 * turns + (state == TIE));
        if (!idle && !(walks && first)) begin
            assert (turns >= 1 && turns <= (before[LG] ? past + 2 : 1) + !walks);
            if (walks && alive) assert (at + 1 >= turns);
            if (state == CLOSE) assert (turns <= entry + 2);
        end
    end
endmodule

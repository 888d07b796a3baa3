// Count path of the serial engine, at any size and without a bound: every event that is taken comes to one verdict, the
// arithmetic one, which is told once and before the next event is taken. It counts its weight on its node, if that is a
// unit node, or own + weight <= T, or no node is free; it gets a node made otherwise; it is lost if n + weight has no
// room. A leaf is absorbed exactly if both counts fit T, and its parent gets its count. Nothing else changes a count.
// n, lost, creates and over are sums of what was told, in their words of the scratch memory and at the ports.
//
// The proof has events, counts and totals of its own, from the ports of the engine and the write ports of its memories.
// It follows one node, w, of which `total` is what its count has to be, one leaf, u, which is another node, and n with
// one more word, q. Whether an event is over T where its walk ends elsewhere, and what the count of another leaf adds,
// is taken from the design: that it is right is proved where that node is followed. States say where the machine is.
//
// Sums are those of C bits: that none wraps follows from all of it, as what is added to a count was added to n, or was
// the count of another node. In dumps nothing is left but states: a word takes longer than T has bits, and that is all
// that is assumed of their pace.
module proof (
    input wire clk
);
    localparam A = `ADDR, N = 1 << A, LV = `LV, P = `PARTS, C = 16 * P;

    (* anyconst *) wire [A-1:0]    w, u;
    (* anyconst *) wire [2:0]      q;
    (* anyseq *)   wire            rst, ev_valid, cmd_valid, dump_ready;
    (* anyseq *)   wire [`KEY-1:0] ev_key;
    (* anyseq *)   wire [15:0]     ev_weight;
    (* anyseq *)   wire [1:0]      cmd_op;
    wire           ev_ready, cmd_ready, stat_event;
    wire [A:0]     live;
    wire [C-1:0]   stat_n, stat_t, stat_lost, stat_over;
    wire [31:0]    stat_creates;

    `ENGINE dut (
        .clk(clk), .rst(rst), .ev_valid(ev_valid), .ev_ready(ev_ready), .ev_key(ev_key), .ev_weight(ev_weight),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_op(cmd_op), .dump_ready(dump_ready), .stat_n(stat_n),
        .stat_t(stat_t), .stat_lost(stat_lost), .stat_live(live), .stat_creates(stat_creates), .stat_over(stat_over),
        .stat_event(stat_event)
    );

    `include "offers.svh"
    reg [15:0]      held_weight = 0;
    always @(posedge clk) held_weight <= ev_weight;
    always @* if (ev_held) assume (ev_weight == held_weight);
`ifdef BARE
    wire            up = 1;
    always @* assume (!rst);
`else
    reg             up = 0;
    always @(posedge clk) up <= 1;
    always @* if (!up) assume (rst);
`endif

    // Where the machine is.
    (* hierconn *) wire [4:0]    \dut.state ;
    (* hierconn *) wire [A:0]    \dut.live ;
    (* hierconn *) wire [C-1:0]  \dut.u_limit.u_threshold.value ;
    (* hierconn *) wire [1:0]    \dut.u_limit.u_threshold.pass ;
    (* hierconn *) wire [C-1:0]  \dut.u_ledger.n_shown , \dut.u_ledger.lost_shown , \dut.u_ledger.over_shown ;
    (* hierconn *) wire [31:0]   \dut.u_ledger.creates_shown ;
    (* hierconn *) wire [A:0]    \dut.u_hand.eye ;
    (* hierconn *) wire [A:0]    \dut.u_hand.goal ;
    (* hierconn *) wire          \dut.u_hand.on , \dut.u_hand.owes ;
    (* hierconn *) wire [A-1:0]  \dut.u_cursor.here ;
    (* hierconn *) wire [LV-1:0] \dut.depth ;
    (* hierconn *) wire [A-1:0]  \dut.free , \dut.cursor_node , \dut.cursor_base , \dut.hand_slot ;
    (* hierconn *) wire [1:0]    \dut.cursor_digit , \dut.part ;
    (* hierconn *) wire          \dut.visiting , \dut.away , \dut.rising , \dut.taken , \dut.holding ;
    (* hierconn *) wire          \dut.settled , \dut.refused , \dut.in_scratch , \dut.unit , \dut.wiping ;
    (* hierconn *) wire          \dut.adder_over , \dut.hand_fits , \dut.open , \dut.calm , \dut.take , \dut.count ;
    wire [4:0]   state = \dut.state ;
    wire [A-1:0] free = \dut.free , here = \dut.cursor_node ;
    wire [1:0]   side = \dut.cursor_digit ;
    localparam INIT = `INIT, THREAD = `THREAD, ROOT = `ROOT, IDLE = `IDLE, ISSUE = `ISSUE, WALK = `WALK, ADD = `ADD,
        COMPARE = `COMPARE, DECIDE = `DECIDE, FETCH = `FETCH, CLEAR = `CLEAR, TURN = `TURN, RAISE = `RAISE, AIM = `AIM,
        VISIT = `VISIT, LOOK = `LOOK, PAIR = `PAIR, FIT = `FIT, ABSORB = `ABSORB, LINK = `LINK, PUSH = `PUSH,
        DONE = `DONE, PREFIX = `PREFIX, OWN = `OWN, SCAN = `SCAN, UP = `UP, BACK = `BACK, TAIL = `TAIL,
        FINISH = `FINISH, REFUSE = `REFUSE, HEADER = `HEADER;
    wire         threads = state == INIT || state == THREAD || state == ROOT;
    wire         runs = up && !rst && !threads;
    wire         adds = state == ADD && \dut.visiting ;
    wire         stopped = state == ADD && !adds || state == COMPARE || state == DECIDE;
    wire         walking = state == ISSUE || state == WALK || stopped;
    wire         makes = state == FETCH || state == CLEAR;
    wire         looking = state == RAISE || state == AIM || state == VISIT || state == LOOK || state == PAIR || adds
        || state == FIT || state == ABSORB || state == LINK || state == PUSH;
    wire         dumps = state == PREFIX || state == OWN || state == SCAN || state == UP || state == BACK
        || state == HEADER || state == TAIL;

    // The event at hand, from the ports: `pend` once it was taken.
    reg          pend = 0;
    reg  [15:0]  mass;
    wire         accepts = ev_valid && ev_ready;
    always @(posedge clk) begin
        pend <= !rst && (accepts || pend && !stat_event);
        if (accepts) mass <= ev_weight;
    end
    wire [15:0]  weight = pend ? mass : ev_weight;

    // The counts' memory: what was written to w and u, and what is read of them.
    reg  [15:0]  w_own [0:P-1], u_own [0:P-1];
    (* hierconn *) wire [A+P-2:0] \dut.u_counts.own_ra , \dut.u_counts.own_wa ;
    (* hierconn *) wire           \dut.u_counts.own_we ;
    (* hierconn *) wire [15:0]    \dut.counts_data , \dut.adder_sum ;
    wire         writes = \dut.u_counts.own_we ;
    wire [A-1:0] written = \dut.u_counts.own_wa >> (P - 1);
    wire [1:0]   slice = \dut.u_counts.own_wa & ((1 << (P - 1)) - 1);
    reg          w_read = 0, u_read = 0, met = 1;
    reg  [A+P-2:0] at = 0;
    reg  [15:0]  w_word, u_word;
    wire [A-1:0] asked = \dut.u_counts.own_ra >> (P - 1);
    wire [1:0]   asked_slice = \dut.u_counts.own_ra & ((1 << (P - 1)) - 1);
    wire         meets = writes && \dut.u_counts.own_ra == \dut.u_counts.own_wa ;
    integer      i, j, k;
    always @(posedge clk) begin
        for (i = 0; i < P; i = i + 1) if (writes && slice == i) begin
            if (written == w) w_own[i] <= \dut.adder_sum ;
            if (written == u) u_own[i] <= \dut.adder_sum ;
        end
        w_read <= asked == w && asked_slice < P && !meets;
        u_read <= asked == u && asked_slice < P && !meets;
        w_word <= w_own[asked_slice];
        u_word <= u_own[asked_slice];
        met <= meets;
        at <= \dut.u_counts.own_ra ;
    end
    always @* begin
        if (w_read) assume (\dut.counts_data == w_word);
        if (u_read) assume (\dut.counts_data == u_word);
        if (u == w) for (i = 0; i < P; i = i + 1) assume (u_own[i] == w_own[i]);
    end
    wire [C-1:0] w_count, u_count;
    genvar g;
    generate for (g = 0; g < P; g = g + 1) begin
        assign w_count[16*g +: 16] = w_own[g];
        assign u_count[16*g +: 16] = u_own[g];
    end endgenerate

    // T. A word of a dump takes longer than T has bits, so that T is not left half way.
    wire [C-1:0] t = stat_t;
    (* hierconn *) wire \dut.limit_busy , \dut.pump_done , \dut.pump_busy ;
    always @* if (\dut.limit_busy ) assume (!\dut.pump_done && \dut.pump_busy );

    // The verdict on an event.
    reg  [C-1:0] total;
    wire [C-1:0] sum = total + weight;
    wire         over = \dut.depth != `LAST && sum > t;
    always @* if (runs) assume (live >= 1 && live <= N);
    wire         full = live == N;
    wire         decides = state == DECIDE;
    wire         over_here = here == w ? over : \dut.adder_over ;
    // The verdict on a leaf, P + 1 cycles after its count and its parent's met.
    reg  [P:0]   turn = 0;
    reg  [A-1:0] leaf, parent;
    wire [C-1:0] pair = total + u_count;
    wire         both = leaf == u && parent == w;
    wire         fits = pair <= t;
    always @(posedge clk) begin
        turn <= rst || threads ? 0 : {turn, state == PAIR};
        if (state == PAIR) {leaf, parent} <= {\dut.hand_slot , here};
    end
    always @* if (state == PAIR) assume (\dut.hand_slot != here);
    (* hierconn *) wire [15:0] \dut.u_adder.sums0 , \dut.u_adder.sums1 , \dut.u_adder.sums2 ;
    (* hierconn *) wire [15:0] \dut.u_adder.addends0 , \dut.u_adder.addends1 ;
    (* hierconn *) wire        \dut.u_adder.carried , \dut.u_adder.above ;
`ifdef WIDE
    (* hierconn *) wire [15:0] \dut.u_adder.sums3 , \dut.u_adder.addends2 ;
    wire [63:0]  sums = {\dut.u_adder.sums3 , \dut.u_adder.sums2 , \dut.u_adder.sums1 , \dut.u_adder.sums0 };
    wire [47:0]  addends = {\dut.u_adder.addends2 , \dut.u_adder.addends1 , \dut.u_adder.addends0 };
    // The parts that are written one after the other.
    wire [C-1:0] put = {sums[31:16], sums[47:32], sums[63:48]};
`else
    wire [47:0]  sums = {\dut.u_adder.sums2 , \dut.u_adder.sums1 , \dut.u_adder.sums0 };
    wire [31:0]  addends = {\dut.u_adder.addends1 , \dut.u_adder.addends0 };
    wire [C-1:0] put = {sums[31:16], sums[47:32]};
`endif
    wire         carried = \dut.u_adder.carried , above = \dut.u_adder.above ;
    wire         create = decides && over_here && !full;
    wire         counts = decides && !create;
    wire         absorbs = turn[P] && (both ? fits : \dut.hand_fits );
    always @(posedge clk) begin
        if (threads) begin
            total <= 0;
            if (w != 0) for (i = 0; i < P; i = i + 1)
                total[16*i +: 16] <= writes && written == w && slice == i ? \dut.adder_sum : w_own[i];
        end else begin
            if (create && free == w) total <= 0;
            if (counts && here == w) total <= sum;
            if (absorbs && parent == w) total <= leaf == u ? pair : put;
        end
    end

    // Totals: n and another word.
    always @* assume (q == 2 || q == 4 || q == 5);
    reg  [C-1:0] n, other;
    wire         lost = n + weight < n;
    wire [C-1:0] largest = q == 4 ? 32'hffffffff : {C{1'b1}};
    wire [C:0]   more = {1'b0, other} + (q == 4 ? 16'd1 : weight);
    reg          overs = 0;
    wire         tells = q == 4 ? create : stat_event && (q == 2 ? lost : overs);
    always @(posedge clk) begin
        if (decides) overs <= over_here && full;
        if (stat_event && !lost) n <= n + weight;
        if (tells) other <= more > largest ? largest : more[C-1:0];
        if (threads || rst) {n, other, overs} <= 0;
        if (stat_event) overs <= 0;
    end

    // The parts that are on their way into the memory.
    (* hierconn *) wire         \dut.u_counts.following0 ;
    (* hierconn *) wire [A-1:0] \dut.u_counts.at ;
`ifdef WIDE
    (* hierconn *) wire         \dut.u_counts.following1 ;
    wire [1:0]   follow = {\dut.u_counts.following1 , \dut.u_counts.following0 };
`else
    wire         follow = \dut.u_counts.following0 ;
`endif
    reg  [C-1:0] w_kept;
    always @* begin
        w_kept = w_count;
        if (\dut.u_counts.at == w) for (i = 1; i < P; i = i + 1) for (j = i; j < P; j = j + 1)
            if (follow[i-1]) w_kept[16*j +: 16] = sums[16*(P+i-j) +: 16];
    end
    (* hierconn *) wire       \dut.write ;
    (* hierconn *) wire [A:0] \dut.u_cursor.pointers_wd ;

    // Faults are looked for from any two adjacent good steps on, with nothing asserted but the properties (BARE).
`ifdef BARE
    reg [1:0]    begun = 0;
    always @(posedge clk) begun <= {begun, 1'b1};
    `define HELP(claim) assume (begun[1] || (claim ))
    `define CLAIM(claim) if (!begun[1]) assume (claim ); else assert (claim )
`else
    `define HELP(claim) assert (claim )
    `define CLAIM(claim) assert (claim )
`endif

    // The properties.
    reg  told = 0;
    always @(posedge clk) told <= stat_event && !rst;
    always @* if (runs) begin
        // One event at a time, which is told once.
        if (accepts) `CLAIM(!pend);
        if (stat_event) `CLAIM(pend);
        if (pend) `CLAIM(!cmd_ready && !dumps);
        // The verdict is this one, and it is a count or a node.
        if (decides) `CLAIM(pend && !lost && (\dut.write && \dut.u_cursor.pointers_wd [A]) == !writes);
        if (decides && here == w) `CLAIM(writes == (!over || full) && \dut.adder_over == over);
        if (turn[P] && both) `CLAIM(writes == fits && \dut.hand_fits == fits);
        if (told) `CLAIM(stat_n == n);
        if (told) `CLAIM((q == 2 ? stat_lost : q == 4 ? stat_creates : stat_over) == other);
        if (stat_event) `CLAIM(decides ? !over_here : lost || overs);
        // The memory has the count, or is being given it; a node that is made has none when it is ready.
        if (!(state == FETCH && free == w) && !(state == CLEAR && here == w)) `CLAIM(w_kept == total);
    end

    // Reset: the words are wiped in turn, again and again; the root's count is, in ROOT.
    (* hierconn *) wire [2:0]  \dut.u_ledger.chosen ;
    (* hierconn *) wire [1:0]  \dut.u_ledger.stored , \dut.u_ledger.part ;
    (* hierconn *) wire        \dut.u_ledger.fetching , \dut.u_ledger.adds , \dut.u_ledger.added , \dut.u_ledger.full ;
    (* hierconn *) wire        \dut.u_ledger.delay0 , \dut.u_ledger.delay1 , \dut.u_ledger.storing ;
    (* hierconn *) wire        \dut.ledger_start , \dut.ledger_refused ;
    (* hierconn *) wire [7:0]  \dut.u_ledger.memory_ra , \dut.u_ledger.memory_wa ;
    (* hierconn *) wire        \dut.u_ledger.memory_we ;
    (* hierconn *) wire [15:0] \dut.u_ledger.memory_wd , \dut.ledger_data ;
`ifdef WIDE
    (* hierconn *) wire        \dut.u_ledger.delay2 ;
    wire [2:0]   delay = {\dut.u_ledger.delay2 , \dut.u_ledger.delay1 , \dut.u_ledger.delay0 };
`else
    wire [1:0]   delay = {\dut.u_ledger.delay1 , \dut.u_ledger.delay0 };
`endif
    wire [2:0]   chosen = \dut.u_ledger.chosen ;
    wire [1:0]   stored = \dut.u_ledger.stored ;
    reg  [6:0]   age = 0;
    always @(posedge clk) age <= rst || state == INIT || !threads ? 0 : age[6] ? age : age + 1'b1;
    reg          passed = 0, rooted = 0;
    always @(posedge clk) begin
        passed <= state == ROOT && (passed || side == 3);
        rooted <= state == ROOT;
    end
    // The words' memory.
    reg          n_read = 0, q_read = 0, word_met = 1;
    reg  [7:0]   address = 0;
    reg  [15:0]  n_word, q_word;
    wire [7:0]   asks = \dut.u_ledger.memory_ra , puts = \dut.u_ledger.memory_wa ;
    reg  [15:0]  n_own [0:P-1], q_own [0:P-1];
    wire         word_meets = \dut.u_ledger.memory_we && asks == puts;
    always @(posedge clk) begin
        for (i = 0; i < P; i = i + 1) if (\dut.u_ledger.memory_we ) begin
            if (puts == 128 + i) n_own[i] <= \dut.u_ledger.memory_wd ;
            if (puts == 128 + 4 * q + i) q_own[i] <= \dut.u_ledger.memory_wd ;
        end
        n_read <= asks >= 128 && asks < 128 + P && !word_meets;
        q_read <= asks >= 128 + 4 * q && asks < 128 + 4 * q + P && !word_meets;
        n_word <= n_own[asks[1:0]];
        q_word <= q_own[asks[1:0]];
        word_met <= word_meets;
        address <= asks;
    end
    always @* begin
        if (n_read) assume (\dut.ledger_data == n_word);
        if (q_read) assume (\dut.ledger_data == q_word);
    end
    wire [C-1:0] n_stored, q_stored;
    generate for (g = 0; g < P; g = g + 1) begin
        assign n_stored[16*g +: 16] = n_own[g];
        assign q_stored[16*g +: 16] = q_own[g];
    end endgenerate
    wire [4:0]   pass = age - (P + 1);
    wire [4:0]   spot = {chosen, stored};
    wire [C-1:0] q_shown = q == 2 ? stat_lost : q == 4 ? stat_creates : stat_over;
    wire [1:0]   q_parts = q == 4 ? 2 : P;
    function wiped(input [4:0] place, input [4:0] now, input [4:0] passes, input all);
        reg [4:0] since;
        begin
            since = place - now + passes;
            wiped = all || since < passes;
        end
    endfunction
    wire         all = age > P + 32;
    wire [2:0]   n_wiped = wiped(0, spot, pass, all) + wiped(1, spot, pass, all) + wiped(2, spot, pass, all)
        + wiped(3, spot, pass, all);
    wire [2:0]   q_wiped = wiped({q, 2'd0}, spot, pass, all) + wiped({q, 2'd1}, spot, pass, all)
        + wiped({q, 2'd2}, spot, pass, all) + wiped({q, 2'd3}, spot, pass, all);
    always @* if (up && !rst) begin
        if (state != INIT) `HELP(\dut.wiping == threads);
        if (state == THREAD) begin
            `HELP(live >= 1 && live <= N && free == live[A-1:0] && age == (live > 64 ? 64 : live - 1));
            if (live > 1) `HELP(here == live - 1 && side == 0);
        end
        if (state == ROOT) begin
            `HELP(here == 0 && age == 64);
            if (!rooted) `HELP(side == 0 && !passed);
            if (w == 0) for (i = 0; i < P; i = i + 1) if (passed || side > i + 1) `HELP(w_own[i] == 0);
        end
        if (state == THREAD || state == ROOT) begin
            `HELP(!\dut.away && !\dut.rising );
            for (i = 0; i <= P; i = i + 1) if (age > i) `HELP(sums[16*i +: 16] == 0);
            if (age > P) begin
                for (i = 0; i < P; i = i + 1) begin
                    if (wiped(i, spot, pass, all)) `HELP(n_own[i] == 0);
                    if (wiped({q, 2'd0} + i, spot, pass, all)) `HELP(q_own[i] == 0);
                end
                for (i = 0; i < P; i = i + 1) begin
                    if (n_wiped > i) `HELP(stat_n[16*(P-1-i) +: 16] == 0);
                    if (i < q_parts && q_wiped > i) `HELP(q_shown[16*(q_parts-1-i) +: 16] == 0);
                end
            end
        end
    end

    // An addition to a total, step by step: read, added, stored; of a word that is full once more, all ones.
    reg  [4:0]   step = 0;
    reg          redo = 0;
    reg  [2:0]   word = 0;
    reg  [C-1:0] q_before;
    wire         tally = word == 4;
    wire [2:0]   parts = tally ? 2 : P;
    wire [4:0]   verdict = parts + 2, last = P + parts + 2;
    wire         n_full = lost && \dut.holding ;
    wire [C-1:0] n_total = \dut.holding && !lost ? n + weight : n;
    // What the other word is to be: as it was told, or with what is under way.
    reg  [C-1:0] q_total;
    wire [15:0]  amount = q == 4 ? 16'd1 : weight;
    wire [C:0]   q_sum = {1'b0, q_before} + amount;
    wire         q_full = q_sum > largest;
    wire [C:0]   q_next = {1'b0, q_total} + amount;
    wire         starts = \dut.ledger_start ;
    wire [2:0]   starts_word = \dut.count ? 0 : state == REFUSE ? 2 : state == FETCH ? 4 : 5;
        always @(posedge clk) begin
        if (threads || rst) step <= 0;
        else if (starts) step <= 1;
        else if (step == verdict && word == 0 && \dut.ledger_refused ) step <= 0;
        else if (step != 0) step <= step == last + (redo ? verdict : 0) ? 0 : step + 1;
        if (starts) begin
            word <= starts_word;
            redo <= 0;
            if (starts_word == q) q_before <= q_total;
        end
        if (step == verdict && word != 0 && !redo && (word == q ? q_full : carried)) redo <= 1;
        if (threads || rst) q_total <= 0;
        else if (starts && starts_word == q) q_total <= q_next > largest ? largest : q_next[C-1:0];
    end

    // 2^32 - 1 nodes are not created: one more would go astray in the adder.
    always @* if (step == verdict && word == 4) assume (!carried);
    function in(input [4:0] now, input [4:0] from, input [4:0] to);
        in = now >= from && now <= to;
    endfunction
    function [C-1:0] low(input [C-1:0] value, input [2:0] count);
        low = value & ~({C{1'b1}} << 16 * count);
    endfunction
    // Carry into part `count` of a sum.
    function carry(input [C-1:0] a, input [C-1:0] b, input [2:0] count);
        reg [C:0] both_low;
        begin
            both_low = {1'b0, low(a, count)} + low(b, count);
            carry = both_low >> 16 * count;
        end
    endfunction
    wire [4:0]   again = redo ? verdict : 0;
    wire [C-1:0] n_sum = n + weight;
    wire [C-1:0] q_fit = q_full ? largest : q_sum[C-1:0];
    wire         n_adds = step != 0 && word == 0, q_adds = step != 0 && word == q;
    reg  [C-1:0] n_seen, q_seen;
    always @* begin
        // The ports, of which a part is shifted in with each that is stored.
        n_seen = n_total;
        if (n_adds && step <= P + 3) n_seen = n;
        else if (n_adds) n_seen = {n_sum, n} >> 16 * (step - (P + 3));
        q_seen = q_total;
        if (q_adds) begin
            q_seen = step <= P + 3 ? q_before : step <= last
                ? {q_sum[C-1:0], q_before} >> 16 * (step - (P + 3)) : q_sum[C-1:0];
            if (redo && step > verdict + P + 3) q_seen = {{C{1'b1}}, q_sum[C-1:0]} >> 16 * (step - (verdict + P + 3));
            if (q == 4) begin
                q_seen = step <= P + 3 ? q_before : step <= last
                    ? {q_sum[31:0], q_before[31:0]} >> 16 * (step - (P + 3)) : q_sum[31:0];
                if (redo && step > verdict + P + 3)
                    q_seen = {{32{1'b1}}, q_sum[31:0]} >> 16 * (step - (verdict + P + 3));
                q_seen = q_seen & 32'hffffffff;
            end
        end
    end
    always @* if (runs) begin
        `HELP(walking || makes || looking || dumps || state == IDLE || state == TURN || state == REFUSE
            || state == FINISH || state == DONE);
        // The additions.
        `HELP(step <= last + again && (step != 0 || !n_adds));
        `HELP(\dut.u_ledger.fetching == (in(step, 1, parts) || redo && in(step, verdict + 1, verdict + parts)));
        `HELP(\dut.u_ledger.adds == (in(step, 2, parts + 1) || redo && in(step, verdict + 2, verdict + parts + 1)));
        `HELP(\dut.u_ledger.added == (in(step, 3, parts + 2) || redo && in(step, verdict + 3, verdict + parts + 2)));
        for (i = 0; i < P; i = i + 1) `HELP(delay[i] == (in(step, 4 + i, parts + 3 + i)
            || redo && in(step, verdict + 4 + i, verdict + parts + 3 + i)));
        `HELP(\dut.u_ledger.part == (in(step, 1, parts) ? step - 1
            : redo && in(step, verdict + 1, verdict + parts) ? step - verdict - 1 : 0));
        if (step != 0) `HELP(\dut.u_ledger.full == redo);
        if (step != 0) `HELP(chosen == word && (word == 0 || word == 2 || word == 4 || word == 5));
        if (step != 0 && redo) `HELP(step > verdict && word != 0 && word != 4);
        if (in(step, 1, P + 3)) `HELP(stored == 0);
        if (in(step, P + 4, last)) `HELP(stored == step - (P + 3));
        if (redo && step == last + 1) `HELP(stored == parts);
        if (redo && in(step, last + 2, verdict + P + 3)) `HELP(stored == 0);
        if (redo && step > verdict + P + 3) `HELP(stored == step - (verdict + P + 3));
        if (q_adds) `HELP(q_total == q_fit && (step <= verdict || redo == q_full));
        if (n_adds && step > verdict) `HELP(!lost);
        // What was asked for, and what is added.
        if (n_adds || q_adds) for (j = 0; j < P; j = j + 1) if (j < parts) begin
            if (step == 2 + j) begin
                `HELP(\dut.in_scratch && address == 128 + 4 * word + j && !word_met);
                `HELP(addends[15:0] == (j == 0 && !tally ? weight : 0));
                if (n_adds) `HELP(carried == carry(n, weight, j));
                else if (j == 0) `HELP(carried == tally);
                else `HELP(carried == carry(q_before, amount, j));
            end
            for (i = 0; i <= P; i = i + 1) begin
                if (step == 3 + j + i) `HELP(sums[16*i +: 16] == (n_adds ? n_sum[16*j +: 16] : q_sum[16*j +: 16]));
                if (redo && step == verdict + 3 + j + i) `HELP(sums[16*i +: 16] == 16'hffff);
            end
        end
        if (step == verdict && n_adds) `HELP(carried == lost);
        if (step == verdict && q_adds) `HELP(carried == q_full);
        // The words and the ports.
        for (i = 0; i < P; i = i + 1) begin
            if (n_adds) `CLAIM(n_own[i] == (step <= P + 3 + i ? n[16*i +: 16] : n_sum[16*i +: 16]));
            if (q_adds && (step <= P + 3 + i || i < parts)) `CLAIM(q_own[i] == (step <= P + 3 + i ? q_before[16*i +: 16]
                : redo && step > verdict + P + 3 + i ? 16'hffff : q_sum[16*i +: 16]));
        end
        if (q == 4) `HELP(q_total <= 32'hffffffff);
        if (q == 4 && q_adds) `HELP(q_before <= 32'hffffffff);
        if (!n_adds) `CLAIM(n_stored == n_total);
        if (!q_adds) `CLAIM(q_stored == q_total);
        `HELP(stat_n == n_seen && q_shown == q_seen);
        if (q == 4) `HELP(other == (state == FETCH ? (q_next > largest ? largest : q_next[C-1:0]) : q_total));
        else if (state == FINISH && word == q) `HELP(q_total == (more > largest ? largest : more[C-1:0]));
        else `HELP(other == q_total);
        // The event.
        `HELP(\dut.holding == (walking || makes || looking || state == TURN || state == REFUSE || state == FINISH
            || state == IDLE && \dut.u_hand.rests ));
        if (\dut.holding ) `HELP(\dut.u_finger.weights == weight);
        if (\dut.taken ) `HELP(!pend && ev_valid && (state == WALK || state == REFUSE));
        if (walking || makes || state == REFUSE || state == FINISH) `HELP(pend || \dut.taken );
        else `HELP(!pend);
        if (\dut.refused ) `HELP(lost && step == 0 && word == 0
            && (state == WALK || state == ADD && !adds && \dut.part == 0 || state == TURN));
        if (state == REFUSE) `HELP(lost && step == 0);
        if (state == FINISH) `HELP(word == 2 ? lost && !overs : word == 5 && !lost && overs);
        else `HELP(!overs);
        if (\dut.holding && !n_adds && !\dut.refused && state != REFUSE && state != FINISH) `HELP(!lost);
        if (state == IDLE || decides || looking || state == FETCH || state == DONE || dumps) `HELP(step == 0);
        if (state == CLEAR) `HELP(step == side + 1 && word == 4);
        if (state == ISSUE) `HELP(step == 5 && word == 4);
        if (state == WALK) `HELP(step == 0 || word == 0 || word == 4 && step > 5);
        if (state == ADD && !adds) `HELP(step == 0 || (word == 0 || word == 4) && step > again + verdict + \dut.part );
        if (state == COMPARE) `HELP(step == 0 || (word == 0 || word == 4) && step == again + last);
        if (state == TURN) `HELP(step == 0 || word == 0);
        if (state == FINISH) `HELP(step == 0 || word == 2 || word == 5);
        if (\dut.settled && (state == TURN || state == FINISH)) `HELP(step == 0);
        if (walking || makes || dumps || state == DONE) `HELP(!\dut.visiting );
        if (looking) `HELP(\dut.visiting );
        if (P == 2) `HELP(!adds);
        if (walking && !decides || state == CLEAR || looking) `HELP(!\dut.away );
        if (state == IDLE || decides) `HELP(\dut.away );
        if (\dut.rising ) `HELP(state == LOOK && looks == P - 1 || state == LINK || state == FIT);
        if (state == FETCH) `HELP(follow == 0);
        if (state == CLEAR) `HELP(side != 0 || here == free);
        if (looking || state == TURN || \dut.u_hand.rests ) `HELP(\dut.u_finger.fourth && ev_valid && !\dut.taken );
        if (\dut.u_hand.rests ) `HELP(state == IDLE);
        // T stands while it is looked at.
        if (\dut.limit_busy ) `HELP(state == RAISE || state == HEADER);
        // The sum.
        if (!(state == HEADER || state == PREFIX || state == OWN)) `HELP(\dut.in_scratch == \dut.u_ledger.adds );
        if (walking || makes || state == TURN || state == FINISH || state == REFUSE || state == AIM || state == RAISE)
            `HELP(addends[16*P-1:16] == 0);
        if (state == IDLE || state == ISSUE) `HELP(addends[16*P-1:16*P-16] == 0);
        if (state == WALK && !\dut.u_ledger.fetching && !\dut.u_ledger.adds ) begin
            `HELP(addends[15:0] == weight && carried == (step == verdict && word == 0 && lost));
            `HELP(at == at_here && !met && !follow);
        end
        if (state == ADD && !adds && !\dut.refused && here == w) begin
            `HELP(at == at_here + \dut.part + 1 && !met && !follow && addends[15:0] == 0);
            for (j = 0; j + 1 < P; j = j + 1) if (\dut.part == j) begin
                `HELP(carried == carry(total, weight, j + 1));
                for (i = 0; i <= j; i = i + 1) `HELP(sums[16*i +: 16] == sum[16*(j-i) +: 16]);
                if (j > 0) `HELP(above == (low(sum, j) > low(t, j) && !\dut.unit ));
            end
        end
        if (state == ADD && !adds || state == COMPARE) `HELP(\dut.unit == (\dut.depth == `LAST));
        if (state == ADD && !adds) `HELP(\dut.part + 1 < P);
        if (state == COMPARE && here == w) begin
            `HELP(\dut.part == P - 1 && above == (low(sum, P - 1) > low(t, P - 1) && !\dut.unit ));
            for (i = 0; i < P; i = i + 1) `HELP(sums[16*i +: 16] == sum[16*(P-1-i) +: 16]);
        end
        if (decides && here == w)
            for (i = 0; i < P; i = i + 1) `HELP(sums[16*i+16 +: 16] == sum[16*(P-1-i) +: 16]);
        if (decides && here == w) `HELP(above == over);
        // Parts that follow.
        if (follow != 0) `HELP((state == WALK || state == TURN || state == FINISH) && in(step, 1, 2)
            || state == IDLE && !\dut.u_hand.rests || state == FIT || state == ABSORB || state == HEADER);
        `HELP((follow & (follow - 1)) == 0);
    end
    wire [A+P-2:0] at_here = here << (P - 1), at_slot = \dut.hand_slot << (P - 1), at_parent = parent << (P - 1);
    wire [1:0]   looks = \dut.part - (P - 1);
    (* hierconn *) wire \dut.u_hand.rests , \dut.u_hand.first , \dut.u_hand.second , \dut.u_hand.third ;
    (* hierconn *) wire \dut.u_hand.returns ;
    (* hierconn *) wire \dut.u_finger.first , \dut.u_finger.second , \dut.u_finger.third , \dut.u_finger.fourth ;
    (* hierconn *) wire [15:0] \dut.u_finger.weights ;
    wire [2:0]   turns = {\dut.u_hand.third , \dut.u_hand.second , \dut.u_hand.first };
    (* hierconn *) wire \dut.pump_first , \dut.pump_first_bit ;
    always @* begin
        if (\dut.pump_first_bit ) assume (\dut.pump_busy );
        if (\dut.pump_first ) assume (!\dut.pump_done );
    end
    always @* if (up && !rst) begin
        // The offer.
        `HELP(!\dut.u_finger.fourth || \dut.u_finger.third && (ev_valid || \dut.taken ));
        `HELP(!\dut.u_finger.third || \dut.u_finger.second );
        `HELP(!\dut.u_finger.second || \dut.u_finger.first );
        `HELP(!\dut.open || \dut.u_finger.fourth );
        `HELP(!\dut.calm || \dut.open );
    end
    always @* if (up && threads && !rst) begin
        `HELP(turns == 0 && turn == 0 && !\dut.visiting && !\dut.taken && !\dut.holding && !pend);
        `HELP(!\dut.u_ledger.fetching && !\dut.u_ledger.adds && !\dut.u_ledger.added && delay == 0
            && \dut.u_ledger.part == 0 && step == 0);
        if (state != INIT) `HELP(!\dut.u_hand.rests );
        if (state == ROOT || age > 1) `HELP(follow == 0);
        if (state == THREAD && age == 1 && P > 2) `HELP(!follow[0]);
    end
    always @* if (runs) begin
        // A node that is made gets its parts from zeros.
        if (decides) `HELP(sums[15:0] == 0);
        if (state == FETCH) `HELP(sums[31:0] == 0);
        if (state == CLEAR) begin
            for (i = 0; i <= P; i = i + 1)
                if (side == 0 && i < 3 || side == 1 || side == 2 && i > 0 || side == 3 && i > 1)
                    `HELP(sums[16*i +: 16] == 0);
            if (here == w) for (i = 0; i < P; i = i + 1) if (side > i + 1) `HELP(w_own[i] == 0);
            if (here == w) `HELP(total == 0);
        end
        if (state == FETCH && free == w) `HELP(total == 0);
        // The hand.
        `HELP(turns == (turn[P:0] >> (P - 2)));
        if (turn[P:0] != 0) `HELP(state == VISIT || state == LOOK || adds && turn[0]);
        `HELP(adds == (P > 2 && turn[0]));
        `HELP((turn[P:0] & (turn[P:0] - 1)) == 0);
        `HELP(\dut.u_hand.returns == (state == FIT));
        if (state == PAIR) `HELP(turn[P:0] == 0);
        if (state == VISIT || state == LOOK || state == PAIR || adds) `HELP(!\dut.unit && follow == 0);
        if (state == PAIR) begin
            `HELP(at == at_here && !met && !carried);
            if (\dut.hand_slot == u) `HELP(addends == u_count);
        end
        if (state == LOOK) begin
            `HELP(looks < P && at == (at_slot | looks) && !met && !carried);
            for (i = 0; i < P; i = i + 1) if (i <= looks) `HELP(!turn[i + P - 2]);
            if (\dut.hand_slot == u) for (j = 1; j < P; j = j + 1) if (looks == j)
                for (i = 0; i < j; i = i + 1) `HELP(addends[16*(P-j+i) +: 16] == u_own[i]);
        end
        for (i = 0; i < P; i = i + 1) if (turn[i]) begin
            `HELP(\dut.part == i);
            if (i + 1 < P) `HELP(at == at_parent + i + 1 && !met && here == parent || i > 0);
        end
        if (|turn[P:0]) `HELP(\dut.u_counts.at == parent && leaf != parent);
        if (both) for (k = 0; k <= P; k = k + 1) if (turn[k]) begin
            for (i = 0; i <= k; i = i + 1) if (k - i < P) `HELP(sums[16*i +: 16] == pair[16*(k-i) +: 16]);
            if (k > 0) `HELP(above == (low(pair, k) > low(t, k)));
            if (k + 1 < P) `HELP(carried == carry(total, u_count, k + 1));
            for (i = 0; i + k + 1 < P; i = i + 1) `HELP(addends[16*i +: 16] == u_own[i+k+1]);
        end
    end
endmodule

// Nodes of the serial engine, at any size and without a bound: no node is handed out that is in use, none is returned
// that is not or is the root, and a walk stays on nodes in use. One is handed out for each sum beyond T while one is
// free, and each leaf that fits is returned.
//
// Free list and tree are the same memory: slot 0 of a free node leads to the next one, and the four slots of a node in
// use to its children. The solver follows two nodes, u and w, with all their slots. What it proves of every pair of
// them is the shape of both: a slot of u that leads to w is where w says that its place is, and the other way round; a
// free node that follows u in the list is one nearer to its end, and no two are as far from it. What the machine reads
// of other nodes is taken to have that shape, which is the same claim for another pair, a cycle earlier.
//
// Whatever decides where events go and what is absorbed is cut away and may be anything at any time: thresholds,
// counts, sums, the dump's pace, merge points. What is left is the walker, the finger, the hand, pointers, places,
// leaves.
module proof (
    input wire clk
);
    localparam A = `ADDR, N = 1 << A, LV = `LV;

    (* anyconst *) wire [A-1:0]    w, u;
    (* anyconst *) wire [LV-1:0]   level;
    (* anyseq *)   wire            rst, ev_valid, cmd_valid, dump_ready;
    (* anyseq *)   wire [`KEY-1:0] ev_key;
    (* anyseq *)   wire [1:0]      cmd_op;
    wire           ev_ready, cmd_ready;
    wire [A:0]     live;

    `ENGINE dut (
        .clk(clk), .rst(rst), .ev_valid(ev_valid), .ev_ready(ev_ready), .ev_key(ev_key), .ev_weight(16'd1),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_op(cmd_op), .dump_ready(dump_ready), .stat_live(live)
    );

    `include "offers.svh"
    reg             up = 0;
    always @(posedge clk) up <= 1;

    // Where the machine is.
    (* hierconn *) wire [4:0]   \dut.state ;
    (* hierconn *) wire [LV-1:0] \dut.depth ;
    (* hierconn *) wire [A-1:0] \dut.free , \dut.cursor_node , \dut.cursor_child , \dut.cursor_base ;
    (* hierconn *) wire [1:0]   \dut.cursor_digit ;
    (* hierconn *) wire         \dut.cursor_link , \dut.cursor_present , \dut.wiping , \dut.write , \dut.away ;
    (* hierconn *) wire         \dut.rising , \dut.taken , \dut.visiting ;
    wire [4:0]   state = \dut.state ;
    wire [A-1:0] free = \dut.free , here = \dut.cursor_node , child = \dut.cursor_child ;
    wire [1:0]   side = \dut.cursor_digit ;
    wire         present = \dut.cursor_present ;
    localparam INIT = `INIT, THREAD = `THREAD, ROOT = `ROOT, IDLE = `IDLE, ISSUE = `ISSUE, WALK = `WALK, ADD = `ADD,
        COMPARE = `COMPARE, DECIDE = `DECIDE, FETCH = `FETCH, CLEAR = `CLEAR, TURN = `TURN, RAISE = `RAISE, AIM = `AIM,
        VISIT = `VISIT, LOOK = `LOOK, PAIR = `PAIR, FIT = `FIT, ABSORB = `ABSORB, LINK = `LINK, PUSH = `PUSH,
        DONE = `DONE, PREFIX = `PREFIX, OWN = `OWN, SCAN = `SCAN, UP = `UP, BACK = `BACK, TAIL = `TAIL,
        FINISH = `FINISH, REFUSE = `REFUSE, HEADER = `HEADER;
    wire         create = \dut.cursor_link ;
    wire         absorb = state == PUSH;
    wire         threads = state == INIT || state == THREAD || state == ROOT;
    wire         dumps = state == PREFIX || state == OWN || state == SCAN || state == UP || state == BACK;
    // A node that was handed out is being made ready; what it was is the head of the list until the second cycle.
    wire         makes = state == FETCH || state == CLEAR;
    wire         popped = !(state == FETCH || state == CLEAR && side == 0);
    wire [A-1:0] made = state == FETCH ? free : here;

    // The two nodes, in terms of what is handed out and returned: in use or not, and how far from the end of the list.
    reg          w_used, u_used;
    reg [A:0]    w_rank, u_rank;
    wire [A:0]   unused = N - live;
    always @(posedge clk) begin
        if (create && free == w) w_used <= 1;
        if (create && free == u) u_used <= 1;
        if (absorb && child == w) {w_used, w_rank} <= {1'b0, unused + 1'b1};
        if (absorb && child == u) {u_used, u_rank} <= {1'b0, unused + 1'b1};
        if (threads) begin
            {w_used, u_used} <= {w == 0, u == 0};
            w_rank <= N - w;
            u_rank <= N - u;
        end
    end

    // The properties.
    always @* if (up && !rst && !threads) begin
        if (create && free == w) assert (!w_used);
        if (create) assert (free != 0);
        if (absorb && child == w) assert (w_used && w != 0);
        if (state == WALK && here == w) assert (w_used);
        if (state == WALK && present && child == w) assert (w_used && w != 0);
        // A sum beyond T hands one out while one is free; a leaf that fits is returned four cycles later.
        if (state == DECIDE && \dut.adder_over && live != N) assert (create);
        if (fits[3]) assert (absorb && child == tried);
    end
    (* hierconn *) wire \dut.adder_over , \dut.hand_fits , \dut.tries ;
    (* hierconn *) wire [A-1:0] \dut.hand_slot ;
    reg  [3:0]   fits = 0;
    reg  [A-1:0] tried;
    always @(posedge clk) begin
        if (\dut.tries ) tried <= \dut.hand_slot ;
        fits <= rst || threads ? 0 : {fits[2:0], \dut.hand_fits };
    end
    reg [A:0]    count = 0;
    always @(posedge clk) count <= threads || rst ? 1 : count + create - absorb;
    always @* if (up && !rst && !threads) begin
        assert (live == count && live >= 1 && live <= N);
        // The root and the node that is returned are two: `count` is how many are in use, as each that is handed out
        // was not, and each that is returned was.
        if (absorb) assume (count >= 2);
    end

    // Their slots, and what the memories say of them.
    reg  [A:0]   w_slot [0:3], u_slot [0:3];
    (* hierconn *) wire [A+1:0] \dut.u_cursor.pointers_ra , \dut.u_cursor.pointers_wa ;
    (* hierconn *) wire [A:0]   \dut.u_cursor.pointers_rd , \dut.u_cursor.pointers_wd ;
    (* hierconn *) wire [A+1:0] \dut.u_cursor.places_rd , \dut.u_cursor.places_wd ;
    integer i;
    always @(posedge clk) if (\dut.write ) begin
        if (here == w) w_slot[side] <= \dut.u_cursor.pointers_wd ;
        if (here == u) u_slot[side] <= \dut.u_cursor.pointers_wd ;
    end
    reg          w_read = 0, u_read = 0;
    reg  [A:0]   w_word, u_word;
    wire         meets = \dut.write && \dut.u_cursor.pointers_ra == \dut.u_cursor.pointers_wa ;
    reg          met = 1;
    reg  [A+1:0] at = 0;
    always @(posedge clk) begin
        w_read <= \dut.u_cursor.pointers_ra [A+1:2] == w && !meets;
        u_read <= \dut.u_cursor.pointers_ra [A+1:2] == u && !meets;
        w_word <= w_slot[\dut.u_cursor.pointers_ra [1:0]];
        u_word <= u_slot[\dut.u_cursor.pointers_ra [1:0]];
        met <= meets;
        at <= \dut.u_cursor.pointers_ra ;
    end
    always @* begin
        if (w_read) assume ({present, child} == w_word);
        if (u_read) assume ({present, child} == u_word);
        if (up) assert (at == {here, side});
        if (u == w) begin
            assert (w_used == u_used && w_rank == u_rank);
            for (i = 0; i < 4; i = i + 1) assert (w_slot[i] == u_slot[i]);
        end
    end
    initial if (u == w) assume (w_used == u_used && w_rank == u_rank && w_slot[0] == u_slot[0] && w_slot[1] == u_slot[1]
        && w_slot[2] == u_slot[2] && w_slot[3] == u_slot[3]);
    (* hierconn *) wire [A-1:0] \dut.u_cursor.u_places.watch , \dut.u_hand.u_leaves.watch ;
    (* hierconn *) wire [A-1:0] \dut.u_hand.u_children.watch ;
    (* hierconn *) wire [A+1:0] \dut.u_cursor.u_places.kept ;
    (* hierconn *) wire         \dut.u_hand.u_leaves.kept ;
    (* hierconn *) wire [2:0]   \dut.u_hand.u_children.kept ;
    (* hierconn *) wire [LV-1:0] \dut.u_finger.u_path.watch ;
    (* hierconn *) wire [A-1:0] \dut.u_finger.u_path.kept ;
    always @* assume (\dut.u_cursor.u_places.watch == w && \dut.u_hand.u_leaves.watch == w
        && \dut.u_hand.u_children.watch == w && \dut.u_finger.u_path.watch == level);
    wire [A-1:0] w_parent = \dut.u_cursor.u_places.kept [A-1:0];
    wire [1:0]   w_side = \dut.u_cursor.u_places.kept [A+1:A];
    wire         w_leaf = \dut.u_hand.u_leaves.kept ;
    wire [2:0]   w_children = \dut.u_hand.u_children.kept ;

    // The shape. A slot of a node in use leads to a child that knows it; a node in use is where its parent has it; free
    // nodes are a list, of which no two are as far from its end.
    function child_knows(input used, input [A-1:0] node, input [1:0] digit, input [A:0] slot);
        child_knows = !(used && slot[A] && slot[A-1:0] == w) || w_used && w != 0 && w_parent == node && w_side == digit;
    endfunction
    function parent_has(input used, input [A-1:0] node, input [1:0] digit, input [A:0] slot);
        parent_has = !(w_used && w != 0 && w_parent == node && w_side == digit) || used && slot == {1'b1, w};
    endfunction
    function follows(input used, input [A:0] rank, input [A:0] slot);
        follows = used || (slot[A-1:0] == 0 ? rank == 1 : slot[A-1:0] != w || !w_used && w_rank == rank - 1'b1);
    endfunction
    wire         w_made = makes && w == made, u_made = makes && u == made;
    always @* if (up && !rst && !threads) begin
        for (i = 0; i < 4; i = i + 1) begin
            if (!u_made) assert (child_knows(u_used, u, i, u_slot[i]));
            if (!w_made) assert (child_knows(w_used, w, i, w_slot[i]));
            assert (parent_has(u_used, u, i, u_slot[i]));
            assert (parent_has(w_used, w, i, w_slot[i]));
        end
        assert (follows(u_used, u_rank, u_slot[0]));
        assert (follows(w_used, w_rank, w_slot[0]));
        if (!w_used) assert (w != 0 && w_rank >= 1 && w_rank <= unused);
        if (!u_used) assert (u != 0 && u_rank >= 1 && u_rank <= unused);
        if (!u_used && !w_used && u != w) assert (u_rank != w_rank);
        if (w_used && w != 0) assert (w_parent != w);
        if (makes) assert (!(w_used && w != 0 && w_parent == made));
        if (popped) begin
            if (free == 0) assert (unused == 0);
            else if (free == w) assert (!w_used && w_rank == unused);
            if (free == u && u != 0) assert (!u_used && u_rank == unused);
        end else begin
            if (free == w) assert (w_used && w != 0 && w_slot[0][A-1:0] != w && (w_slot[0][A-1:0] != 0 || unused == 0));
            if (free == u) begin
                if (u_slot[0][A-1:0] == 0) assert (unused == 0);
                else if (u_slot[0][A-1:0] == w) assert (!w_used && w_rank == unused);
            end
        end
    end

    wire adds = state == ADD && \dut.visiting ;
    wire stopped = state == ADD && !adds || state == COMPARE || state == DECIDE;
    wire walking = state == ISSUE || state == WALK || stopped;
    wire looking = state == RAISE || state == AIM || state == VISIT || state == LOOK || state == PAIR || adds
        || state == FIT || state == ABSORB || state == LINK || state == PUSH;

    // What is read has that shape.
    reg          w_was, u_was, popped_was, quiet_was = 0;
    reg [A:0]    w_rank_was, u_rank_was, unused_was;
    reg [A-1:0]  w_parent_was;
    reg [1:0]    w_side_was;
    always @(posedge clk) begin
        {w_was, u_was, popped_was} <= {w_used, u_used, popped};
        {w_rank_was, u_rank_was, unused_was} <= {w_rank, u_rank, unused};
        {w_parent_was, w_side_was} <= {w_parent, w_side};
        quiet_was <= up && !rst && !threads;
    end
    wire         w_here = w_was && w != 0 && w_parent_was == here && w_side_was == side;
    always @* if (quiet_was && !met) begin
        if (w_here) assume (present && child == w);
        if (state == WALK && present && child == w) assume (w_here);
        if (state == CLEAR && side == 0) begin
            if (child == 0) assume (unused_was == 0);
            if (child == w && w != 0) assume (!w_was && w_rank_was == unused_was);
            if (child == u && u != 0) assume (!u_was && u_rank_was == unused_was);
        end
    end

    // A walk is on a node in use, if it is on u: the claim about it as w, a cycle earlier.
    reg          stands = 1;
    always @(posedge clk) stands <= !(walking && here == u) || u_used;
    always @* if (quiet_was) assume (stands);
    // The node that is handed out is free and nobody's parent, and no other one is as far from the end: the claims
    // about it as u, and with u, a cycle earlier.
    reg          nobodys = 1;
    always @(posedge clk) nobodys <= !create || !(w_used && w != 0 && w_parent == free)
        && !(!w_used && w != free && w_rank == unused) && !(!u_used && u != free && u_rank == unused);
    always @* if (quiet_was) assume (nobodys);

    // Free slots are threaded, from slot 1 on; then the root gets its slots.
    reg          passed = 0, rooted = 0;
    always @(posedge clk) begin
        passed <= state == ROOT && (passed || side == 3);
        rooted <= state == ROOT;
    end
    (* hierconn *) wire [A-1:0] \dut.finger_place ;
    (* hierconn *) wire [LV-1:0] \dut.finger_level ;
    always @* if (up && !rst) begin
        if (state != INIT) assert (\dut.wiping == threads);
        if (state == THREAD) begin
            assert (live >= 1 && live <= N && free == live[A-1:0] && \dut.depth == 0);
            if (live > 1) assert (here == live - 1 && side == 0);
        end
        if (state == ROOT) begin
            assert (here == 0 && \dut.depth == 0);
            if (!rooted) assert (live == N + 1 && free == 1 && side == 0 && !passed);
            else assert (live == 1 && free == 1);
            if (rooted && level == 0) assert (\dut.u_finger.u_path.kept == 0);
        end
        if (state == THREAD || state == ROOT) begin
            assert (!\dut.away && !\dut.rising );
            if (w != 0 && (w + 1 < live || state == ROOT)) assert (w_slot[0] == {1'b0, w + 1'b1} && !w_leaf);
            if (u != 0 && (u + 1 < live || state == ROOT)) assert (u_slot[0] == {1'b0, u + 1'b1});
        end
        if (state == ROOT) for (i = 0; i < 4; i = i + 1) begin
            if (w == 0 && (passed || side > i)) assert (!w_slot[i][A] && w_children == 0);
            if (u == 0 && (passed || side > i)) assert (!u_slot[i][A]);
        end
    end

    // The walk, and where one begins: on the path of the one before, as far as it was walked since a node was returned.
    (* hierconn *) wire \dut.u_finger.first , \dut.u_finger.second , \dut.u_finger.third , \dut.u_finger.fourth ;
    (* hierconn *) wire \dut.calm , \dut.open , \dut.take , \dut.finger_keep ;
    (* hierconn *) wire [`PAIRS-1:0] \dut.u_finger.different , \dut.u_finger.differing ;
    (* hierconn *) wire [`PB-1:0] \dut.u_finger.common , \dut.u_finger.shared ;
    (* hierconn *) wire          \dut.settled ;
    reg  [LV-1:0] top = 0, level_was = 0, depth_was = 0, depth_before = 0;
    reg          place_ok = 0;
    always @(posedge clk) begin
        level_was <= \dut.finger_level ;
        {depth_was, depth_before} <= {\dut.depth , depth_was};
        if (threads || rst || state == LINK) top <= 0;
        else if (state == WALK && \dut.depth > top) top <= \dut.depth ;
        place_ok <= up && !rst && !threads && \dut.finger_level <= top
            && !(\dut.finger_keep && \dut.depth == \dut.finger_level );
    end
    always @* begin
        assume (\dut.depth <= `LAST);
        if (place_ok && \dut.finger_place == w) assume (w_was);
        if (place_ok && level_was == 0) assume (\dut.finger_place == 0);
    end
    always @* if (up && !rst && !threads) begin
        if (walking && here == w) assert (w_used);
        if (stopped) assert (!(w_used && w != 0 && w_parent == here && w_side == side));
        if (stopped && here == w) assert (!w_slot[side][A]);
        if (stopped && here == u) assert (!u_slot[side][A]);
        if (state == CLEAR) assert (side != 0 || here == free);
        if (state == CLEAR && here == w) assert (w_used && w != 0);
        if (walking || makes) assert (!\dut.visiting );
        if (`PARTS == 2) assert (!adds);
        if (looking) assert (\dut.visiting );
        if (walking && state != DECIDE || state == CLEAR || looking) assert (!\dut.away );
        if (state == IDLE || state == DECIDE) begin
            assert (\dut.away );
            if (\dut.finger_place == w) assert (w_used);
            if (level_was == 0) assert (\dut.finger_place == 0);
        end
        if (\dut.rising ) assert (state == LOOK || state == LINK || state == FIT);
        if (level <= top && \dut.u_finger.u_path.kept == w) assert (w_used);
        if (level == 0) assert (\dut.u_finger.u_path.kept == 0);
        if (state == WALK && \dut.depth == 0) assert (here == 0);
        // The offer was compared for long enough, and where it leaves the path does not change any more.
        if (!\dut.taken ) begin
            if (\dut.u_finger.first ) assert (\dut.u_finger.differing == \dut.u_finger.different );
            if (\dut.u_finger.second ) assert (\dut.u_finger.common == \dut.u_finger.shared );
            if (\dut.u_finger.third ) assert (\dut.finger_level
                == 2 * (\dut.u_finger.common < depth_was[LV-1:1] ? \dut.u_finger.common : depth_was[LV-1:1]));
        end
        if (state == COMPARE || state == DECIDE || state == VISIT || state == LOOK || state == PAIR || state == DONE
            || state == TAIL || state == FINISH && \dut.settled || state == TURN || state == RAISE || state == AIM)
            assert (\dut.depth == depth_was);
        if (state == IDLE || state == DECIDE) begin
            assert (depth_was == depth_before);
            if (\dut.u_finger.fourth && !\dut.taken ) assert (\dut.finger_level == level_was);
        end
        assert (top <= `LAST);
        // A walk that is refused may have gone on.
        if (!dumps) assert (\dut.depth <= top + (state == WALK || state == REFUSE));
        if (!dumps && state != PUSH && !(state == FINISH && !\dut.settled )) assert (\dut.finger_level <= top);
        if (state == TAIL) assert (\dut.depth == 0);
        // The offer on which a walk or a visit waits.
        assert (!\dut.u_finger.fourth || \dut.u_finger.third );
        assert (!\dut.u_finger.third || \dut.u_finger.second );
        assert (!\dut.u_finger.second || \dut.u_finger.first );
        assert (!\dut.open || \dut.u_finger.fourth );
        assert (!\dut.calm || \dut.open );
        if (state == IDLE) assert (!\dut.taken );
        if (looking || state == TURN) assert (ev_valid && !\dut.taken && \dut.u_finger.fourth );
        if (state == IDLE && \dut.take ) assert (\dut.u_finger.fourth );
    end

    // The hand: the leaf that was tried is the one that is returned.
    (* hierconn *) wire [A:0] \dut.u_hand.eye ;
    (* hierconn *) wire [`GOAL-1:0] \dut.u_hand.goal ;
    (* hierconn *) wire [1:0] \dut.u_hand.back , \dut.part ;
    (* hierconn *) wire       \dut.u_hand.first , \dut.u_hand.second , \dut.u_hand.third , \dut.u_hand.returns ;
    (* hierconn *) wire       \dut.u_hand.on , \dut.u_hand.owes , \dut.u_hand.light , \dut.u_hand.rests ;
    (* hierconn *) wire [2:0] \dut.u_hand.children_rd ;
    wire [A:0]   eye = \dut.u_hand.eye ;
    reg  [A+1:0] tried_at;
    reg          tried_known = 0;
    always @(posedge clk) begin
        tried_at <= \dut.u_cursor.places_rd ;
        tried_known <= state == LINK && here == tried;
    end
    // It is in use and has no child, if it is u: the claim about it as w, a cycle earlier.
    reg          childless = 1;
    always @(posedge clk) childless <= !((state == ABSORB || state == LINK) && tried == u)
        || u_used && !(u_slot[0][A] || u_slot[1][A] || u_slot[2][A] || u_slot[3][A]);
    always @* if (quiet_was) assume (childless);
    // It is not its own parent, and its parent has it: the claims about both.
    always @* if (state == LINK && here == tried) assume (\dut.u_cursor.places_rd [A-1:0] != tried);
    always @* if (state == PUSH && tried_known && tried_at == {side, here} && !met) begin
        assume (present && child == tried);
        if (here == w) assume (w_was);
        if (here == u) assume (u_was);
    end
    wire [1:0]   looks = \dut.part - (`PARTS - 1);
    wire [3:0]   turns = {\dut.u_hand.first , \dut.u_hand.second , \dut.u_hand.third , \dut.u_hand.returns };
    wire [2:0]   children = w_slot[0][A] + w_slot[1][A] + w_slot[2][A] + w_slot[3][A];
    wire         before = \dut.u_hand.on && !eye[A] && \dut.u_hand.goal > eye;
    always @* if (up && threads) begin
        assert (turns == 0);
        if (state != INIT) assert (!\dut.u_hand.on && !\dut.u_hand.rests );
    end
    always @* if (up && !rst && !threads) begin
        assert (fits[2:0] == {state == LINK, state == ABSORB, state == FIT} && fits[3] == absorb);
        if (w_leaf && w != 0 && !w_made && !(state == PUSH && tried == w)) assert (w_used && children == 0);
        if (w_used && !w_made && !(state == PUSH && tried == w)) assert (w_children == children);
        if (state == CLEAR) for (i = 0; i < 3; i = i + 1) if (side > i) begin
            if (here == w) assert (w_children == 0 && !w_slot[i][A]);
            if (here == u) assert (!u_slot[i][A]);
        end
        assert ((turns & (turns - 1'b1)) == 0);
        if (|turns[3:1]) assert (state == VISIT || state == LOOK);
        assert (turns[0] == (state == FIT));
        if (|turns) assert ({1'b0, tried} == eye - 4 + \dut.u_hand.back );
        if (|turns[3:1]) assert (\dut.u_hand.back >= {turns[3] | turns[2], turns[3] | turns[1]});
        if (|turns || state == ABSORB || state == LINK) begin
            assert (tried != 0);
            if (tried == w) assert (w_leaf);
        end
        if (state == ABSORB || state == LINK || state == PUSH) assert (eye == {1'b0, tried});
        if (state == LINK) assert (here == tried && side == 0 && \dut.rising );
        if (state == PUSH) begin
            assert (tried_known && tried_at == {side, here} && tried != 0);
            if (tried == w) assert (w_used && children == 0 && !w_leaf && {side, here} == {w_side, w_parent}
                && w_slot[0] == {1'b0, free});
            if (tried == u) assert (u_used && u_slot[0] == {1'b0, free});
            if (here == w) assert (\dut.u_hand.children_rd == w_children);
        end
        if (state == DECIDE && here == w) assert (\dut.u_hand.children_rd == w_children);
        if (\dut.u_hand.on ) assert (eye >= 1 && eye <= N + 1);
        if (looking) assert (\dut.u_hand.on );
        if (state == VISIT && !\dut.u_hand.owes ) assert (!before);
        if (state == VISIT && \dut.u_hand.owes && eye[A-1:0] == w && \dut.u_hand.light ) assert (w_leaf);
        if (state == LOOK) begin
            assert (here == eye[A-1:0] && looks < `PARTS && !\dut.u_hand.first );
            if (eye[A-1:0] == w) assert (w_leaf);
            if (looks > 0) assert (!eye[A] && !\dut.u_hand.second );
            if (looks > 1) assert (!\dut.u_hand.third );
        end
        if (state == PAIR || adds) begin
            assert (!eye[A]);
            if (eye[A-1:0] == w) assert (w_leaf);
        end
        if (\dut.u_hand.rests ) assert (state == IDLE);
    end
endmodule

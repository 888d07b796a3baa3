// Ternary memory of the CAM engine: whatever comes and goes, a key is answered with the longest of the entries that it
// begins with, six cycles later.
//
// The solver chooses a key k, of which every memory keeps the one row that it reads, and an entry x. What x is, and
// whether it has a child that k goes on to, is kept here, from the requests alone. What a tree promises is assumed of
// x: it comes while it is not there and goes while it is a leaf, with its own prefix; a child's prefix is its parent's and
// one digit more. Entries that match and have no child on the digit that follows are alone in a tree, so for the number
// of x it is assumed that no other entry hits; of that other one, x being any, the same is proved.
module proof (
    input wire clk
);
    (* anyseq *)   wire        rst, wipe, toggle;
    (* anyseq *)   wire [31:0] key;
    (* anyseq *)   wire [5:0]  child, parent;
    (* anyseq *)   wire [4:0]  slot;
    (* anyconst *) wire [31:0] k;
    (* anyconst *) wire [5:0]  x;
    wire       busy;
    wire [5:0] index;

    `MATCHER dut (
        .clk(clk), .rst(rst), .key(key), .index(index), .wipe(wipe), .toggle(toggle), .child(child), .parent(parent),
        .slot(slot), .busy(busy)
    );

    (* hierconn *) wire [31:0] \dut.u_banks0.all ;
    (* hierconn *) wire [7:0]  \dut.u_banks0.u_rows0.watch ;
    (* hierconn *) wire [31:0] \dut.u_banks0.u_rows0.kept , \dut.u_banks0.u_rows0.word ;
    (* hierconn *) wire [31:0] \dut.u_banks0.u_rows0.word_q ;
    (* hierconn *) wire [7:0]  \dut.u_banks0.u_rows1.watch ;
    (* hierconn *) wire [31:0] \dut.u_banks0.u_rows1.kept , \dut.u_banks0.u_rows1.word ;
    (* hierconn *) wire [31:0] \dut.u_banks0.u_rows1.word_q ;
    (* hierconn *) wire [7:0]  \dut.u_banks0.u_rows2.watch ;
    (* hierconn *) wire [31:0] \dut.u_banks0.u_rows2.kept , \dut.u_banks0.u_rows2.word ;
    (* hierconn *) wire [31:0] \dut.u_banks0.u_rows2.word_q ;
    (* hierconn *) wire [7:0]  \dut.u_banks0.u_rows3.watch ;
    (* hierconn *) wire [31:0] \dut.u_banks0.u_rows3.kept , \dut.u_banks0.u_rows3.word ;
    (* hierconn *) wire [31:0] \dut.u_banks0.u_rows3.word_q ;
    (* hierconn *) wire [31:0] \dut.u_banks0.wilds0 ;
    (* hierconn *) wire [31:0] \dut.u_banks0.wilds1 ;
    (* hierconn *) wire [31:0] \dut.u_banks0.wilds2 ;
    (* hierconn *) wire [31:0] \dut.u_banks0.mask ;
    (* hierconn *) wire [31:0] \dut.u_banks1.all ;
    (* hierconn *) wire [7:0]  \dut.u_banks1.u_rows0.watch ;
    (* hierconn *) wire [31:0] \dut.u_banks1.u_rows0.kept , \dut.u_banks1.u_rows0.word ;
    (* hierconn *) wire [31:0] \dut.u_banks1.u_rows0.word_q ;
    (* hierconn *) wire [7:0]  \dut.u_banks1.u_rows1.watch ;
    (* hierconn *) wire [31:0] \dut.u_banks1.u_rows1.kept , \dut.u_banks1.u_rows1.word ;
    (* hierconn *) wire [31:0] \dut.u_banks1.u_rows1.word_q ;
    (* hierconn *) wire [7:0]  \dut.u_banks1.u_rows2.watch ;
    (* hierconn *) wire [31:0] \dut.u_banks1.u_rows2.kept , \dut.u_banks1.u_rows2.word ;
    (* hierconn *) wire [31:0] \dut.u_banks1.u_rows2.word_q ;
    (* hierconn *) wire [7:0]  \dut.u_banks1.u_rows3.watch ;
    (* hierconn *) wire [31:0] \dut.u_banks1.u_rows3.kept , \dut.u_banks1.u_rows3.word ;
    (* hierconn *) wire [31:0] \dut.u_banks1.u_rows3.word_q ;
    (* hierconn *) wire [31:0] \dut.u_banks1.wilds0 ;
    (* hierconn *) wire [31:0] \dut.u_banks1.wilds1 ;
    (* hierconn *) wire [31:0] \dut.u_banks1.wilds2 ;
    (* hierconn *) wire [31:0] \dut.u_banks1.mask ;
    (* hierconn *) wire [2:0]  \dut.u_editor.step ;
    (* hierconn *) wire [7:0]  \dut.u_editor.count ;
    (* hierconn *) wire        \dut.u_editor.last , \dut.u_editor.finish ;
    (* hierconn *) wire [5:0]  \dut.u_editor.entry , \dut.u_editor.above ;
    (* hierconn *) wire [4:0]  \dut.u_editor.place ;
    (* hierconn *) wire [31:0] \dut.row1 , \dut.row2 ;
    wire [2:0] step = \dut.u_editor.step ;
    wire [7:0] count = \dut.u_editor.count ;

    wire [63:0] all = {\dut.u_banks1.all , \dut.u_banks0.all };
    wire [63:0] kept0 = {\dut.u_banks1.u_rows0.kept , \dut.u_banks0.u_rows0.kept };
    wire [63:0] word0 = {\dut.u_banks1.u_rows0.word , \dut.u_banks0.u_rows0.word };
    wire [63:0] read0 = {\dut.u_banks1.u_rows0.word_q , \dut.u_banks0.u_rows0.word_q };
    wire [63:0] kept1 = {\dut.u_banks1.u_rows1.kept , \dut.u_banks0.u_rows1.kept };
    wire [63:0] word1 = {\dut.u_banks1.u_rows1.word , \dut.u_banks0.u_rows1.word };
    wire [63:0] read1 = {\dut.u_banks1.u_rows1.word_q , \dut.u_banks0.u_rows1.word_q };
    wire [63:0] kept2 = {\dut.u_banks1.u_rows2.kept , \dut.u_banks0.u_rows2.kept };
    wire [63:0] word2 = {\dut.u_banks1.u_rows2.word , \dut.u_banks0.u_rows2.word };
    wire [63:0] read2 = {\dut.u_banks1.u_rows2.word_q , \dut.u_banks0.u_rows2.word_q };
    wire [63:0] kept3 = {\dut.u_banks1.u_rows3.kept , \dut.u_banks0.u_rows3.kept };
    wire [63:0] word3 = {\dut.u_banks1.u_rows3.word , \dut.u_banks0.u_rows3.word };
    wire [63:0] read3 = {\dut.u_banks1.u_rows3.word_q , \dut.u_banks0.u_rows3.word_q };
    wire [63:0] wilds0 = {\dut.u_banks1.wilds0 , \dut.u_banks0.wilds0 };
    wire [63:0] wilds1 = {\dut.u_banks1.wilds1 , \dut.u_banks0.wilds1 };
    wire [63:0] wilds2 = {\dut.u_banks1.wilds2 , \dut.u_banks0.wilds2 };
    wire [63:0] mask = {\dut.u_banks1.mask , \dut.u_banks0.mask };
    (* hierconn *) wire [15:0] \dut.u_banks0.either ;
    (* hierconn *) wire [7:0]  \dut.u_banks0.odd ;
    (* hierconn *) wire        \dut.u_banks0.any_hit ;
    (* hierconn *) wire [4:0]  \dut.u_banks0.number ;
    (* hierconn *) wire [15:0] \dut.u_banks1.either ;
    (* hierconn *) wire [7:0]  \dut.u_banks1.odd ;
    (* hierconn *) wire        \dut.u_banks1.any_hit ;
    (* hierconn *) wire [4:0]  \dut.u_banks1.number ;
    wire [31:0] either = {\dut.u_banks1.either , \dut.u_banks0.either };
    wire [15:0] odd = {\dut.u_banks1.odd , \dut.u_banks0.odd };
    wire [1:0]  any = {\dut.u_banks1.any_hit , \dut.u_banks0.any_hit };
    wire [9:0]  number = {\dut.u_banks1.number , \dut.u_banks0.number };
    wire [3:0]  kept = {kept3[x], kept2[x], kept1[x], kept0[x]};
    wire [3:0]  word = {word3[x], word2[x], word1[x], word0[x]};
    wire [3:0]  read = {read3[x], read2[x], read1[x], read0[x]};
    wire [3:0]  wild = {x == 0, wilds2[x], wilds1[x], wilds0[x]};

    // Byte i of a prefix of which the last digit has number s begins as that of k does: all of it, a part, or nothing.
    function [3:0] agrees(input [31:0] bits, input [4:0] s);
        integer i;
        reg [31:0] other;
        begin
            other = (bits ^ k) & ~((32'd1 << (2 * s)) - 32'd1);
            for (i = 0; i < 4; i = i + 1) agrees[i] = other[8 * i +: 8] == 0;
        end
    endfunction
    // Bytes above the one of a digit, and that one.
    function [3:0] above(input [4:0] s); above = 4'd14 << (s >> 2); endfunction
    function [3:0] of(input [4:0] s); of = 4'd1 << (s >> 2); endfunction

    // What x is; the root is always there. Whether a child of x is there whose byte with its last digit begins as k.
    reg         known = 0, there = 0, kid = 0;
    reg  [31:0] prefix;
    reg  [4:0]  last;
    wire        is = x == 0 || there;
    wire [4:0]  next = x == 0 ? 5'd15 : last - 5'd1;
    wire [3:0]  mine = x == 0 ? 4'd15 : agrees(prefix, last);
    wire [3:0]  kids = kid ? of(next) : 4'd0;
    wire        hits = is && &mine && !kid;
    // What the memories hold of x in the rows of k, once nothing is under way.
    wire [3:0]  holds = x == 0 ? kids : there ? (mine & (above(last) | of(last))) ^ kids : 4'd0;

    // A request: bytes in which the bit of x is inverted in the row of k.
    wire        asks = toggle && !wipe && !busy;
    wire [3:0]  as_child = agrees(key, slot) & (above(slot) | of(slot));
    wire [3:0]  as_parent = agrees(key, slot) & of(slot);
    reg  [3:0]  due;
    reg  [31:0] held_key;
    reg  [4:0]  held_slot;
    reg  [8:0]  cycles;
    reg         was_busy = 0;
    always @(posedge clk) begin
        was_busy <= busy;
        cycles <= !busy ? 9'd0 : cycles + 9'd1;
        if (asks) begin
            due <= child == x ? as_child : parent == x ? as_parent : 4'd0;
            held_key <= key;
            held_slot <= slot;
            if (child == x && !there) begin
                there <= 1;
                prefix <= key;
                last <= slot;
                kid <= 0;
            end else if (child == x) begin
                there <= 0;
            end else if (parent == x && |as_parent) begin
                kid <= !kid;
            end
        end
        if (wipe && !busy) {known, there, kid} <= 3'b100;
        if (rst) {known, there, kid} <= 3'b000;
    end
    initial assume (rst);
    always @* begin
        assume (\dut.u_banks0.u_rows0.watch == k[7:0]);
        assume (\dut.u_banks0.u_rows1.watch == k[15:8]);
        assume (\dut.u_banks0.u_rows2.watch == k[23:16]);
        assume (\dut.u_banks0.u_rows3.watch == k[31:24]);
        assume (\dut.u_banks1.u_rows0.watch == k[7:0]);
        assume (\dut.u_banks1.u_rows1.watch == k[15:8]);
        assume (\dut.u_banks1.u_rows2.watch == k[23:16]);
        assume (\dut.u_banks1.u_rows3.watch == k[31:24]);
        if (wipe) assume (key == 0);
        if (busy) assume (step == `WIPE ? key == 0 : key == held_key);
        if (asks) begin
            assume (known && slot < 16 && child != 0 && child != parent);
            if (child == x && there) assume (slot == last && !kid && (key ^ prefix) >> (2 * last) == 0);
            if (parent == x) assume (is && (x == 0 || last != 0) && slot == next);
            if (parent == x && x != 0) assume ((key ^ prefix) >> (2 * last) == 0);
        end
    end

    // A key, not in the first cycle after a change and without one in the next two: whether x is to answer it.
    wire      begins = known && !busy && !was_busy && key == k;
    reg [5:0] wants = 0;
    reg [2:0] asked = 0;
    always @(posedge clk) begin
        asked <= rst ? 3'd0 : {asked[1:0] & {2{!busy}}, begins};
        wants <= rst ? 6'd0 : {wants[4:2], wants[1:0] & {2{!busy}}, begins && hits};
    end
    always @* if (wants[2]) assume ((all & ~(64'd1 << x)) == 0);

    // The properties: x hits exactly if it is the longest match, and then its number is the answer.
    reg up = 0;
    always @(posedge clk) up <= up | rst;
    always @* begin
        if (up && !rst) begin
            if (asked[2]) assert (all[x] == wants[2]);
            if (wants[5]) assert (index == x);
            if (cycles > 260) assert (!busy);
        end
    end

`ifndef BARE
    // Why it holds at any time: how far a change has come.
    wire       edits = step == `BEFORE || step == `WAIT || step == `PREFIX || step == `DIGIT;
    wire [5:0] entry = \dut.u_editor.entry ;
    wire [5:0] parent_of = \dut.u_editor.above ;
    wire [4:0] place = \dut.u_editor.place ;
    wire       last_row = \dut.u_editor.last , finish = \dut.u_editor.finish ;
    wire [7:0] limit = step == `WIPE ? 8'd255 : (8'd1 << 2 * place[1:0]) - 8'd1;
    wire [7:0] from = count - 8'd2;
    wire [7:0] gap = held_key[8 * (held_slot >> 2) +: 8] ^ k[8 * (held_slot >> 2) +: 8];
    // Bytes that were or will be inverted in the row of k, of those that are due.
    wire [3:0] left = step == `DIGIT ? due & of(held_slot) & {4{gap >= from}} : due;
    wire [3:0] row1 = agrees(\dut.row1 , 5'd0);
    wire [3:0] row2 = agrees(\dut.row2 , 5'd0);
    wire [31:0] one_ago = {4{count - 8'd1}}, two_ago = {4{from}};
    wire [3:0] here = step == `DIGIT ? of(held_slot) : 4'd15;
    integer n;
    always @* begin
        if (up) begin
            assert (step <= `DIGIT );
            assert (busy == (step != `IDLE ));
            if (known && !edits && step != `WIPE ) assert (kept == holds);
            if (known && step != `WIPE && x == 0) assert (wild[2:0] == 7);
            if (known && step != `WIPE && there && !(edits && step != `DIGIT && entry == x))
                assert (wild[2:0] == ~(4'd15 << (last >> 2)));
            if (x == 0) assert (!there);
            if (there) assert (last < 16);
            if (kid) assert (is && (x == 0 || last != 0) && (mine & of(next)) == of(next));
            if (busy || there || kid || asked != 0) assert (known);
            if (step == `IDLE ) assert (!last_row && (was_busy || count == 0));
            if (step == `WIPE ) begin
                assert (!there && !kid && cycles <= 257 && count == cycles[7:0]);
                assert (last_row == (cycles == 256) && finish == (cycles == 257));
                if (cycles >= 1) assert (wild[2:0] == 7 && \dut.row1 == one_ago);
                if (cycles >= 2) assert (\dut.row2 == two_ago);
                for (n = 0; n < 4; n = n + 1) if (cycles > {1'b0, k[8 * n +: 8]} + 9'd2) assert (!kept[n]);
            end
            if (asked[0] && !busy) assert (word == kept && wants[0] == hits);
            if (asked[1] && !busy) assert (read == kept && wants[1] == hits);
            if (wants[0]) assert (asked[0]);
            if (wants[1]) assert (asked[1]);
            if (wants[2]) assert (asked[2]);
            if (wants[3]) assert (either == 32'd1 << x[5:1] && odd == {15'd0, x[0]} << x[5:2]);
            if (wants[4]) assert (any == 2'd1 << x[5] && number == {5'd0, x[4:0]} << 5 * x[5]);
            if (known && edits) begin
                assert (place == held_slot && held_slot < 16 && entry != parent_of && entry != 0);
                assert (due == (entry == x ? agrees(held_key, held_slot) & (above(held_slot) | of(held_slot))
                    : parent_of == x ? agrees(held_key, held_slot) & of(held_slot) : 4'd0));
                if (entry == x && there) assert (prefix == held_key && last == held_slot && !kid);
                assert (kept == (holds ^ left));
                if (step == `BEFORE || step == `WAIT ) assert (count == 0 && !last_row);
                if (step == `BEFORE ) assert (cycles == 0);
                if (step == `WAIT ) assert (\dut.row1 == held_key && cycles == 1);
                if (step == `WAIT ) for (n = 0; n < 4; n = n + 1) if (row1[n]) assert (word[n] == kept[n]);
                if (step == `PREFIX ) begin
                    assert (count == 1 && cycles == 2 && last_row == (limit == 0) && !finish);
                    assert (\dut.row1 == held_key && \dut.row2 == held_key && mask == 64'd1 << entry);
                    for (n = 0; n < 4; n = n + 1) if (row1[n]) assert (word[n] == kept[n] && read[n] == kept[n]);
                end
                if (step == `DIGIT ) begin
                    assert (count >= 2 && from <= limit);
                    assert (last_row == (count - 8'd1 == limit) && finish == (from == limit));
                    assert (\dut.row1 == (held_key ^ one_ago) && \dut.row2 == (held_key ^ two_ago));
                    assert (mask == (64'd1 << entry | 64'd1 << parent_of) && cycles == count + 9'd1);
                    for (n = 0; n < 4; n = n + 1) begin
                        if (here[n] && row1[n]) assert (word[n] == kept[n]);
                        if (here[n] && row2[n]) assert (read[n] == kept[n]);
                    end
                end
            end
        end
    end
`endif
endmodule

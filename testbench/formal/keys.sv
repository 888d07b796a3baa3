// Searched array of the co-processor (docs/reference/coproc.md, B.3, 4 and B.5): an entry holds the key that was
// written there last, until it is removed, and a search finds the lowest valid entry of its range that has the key.
//
// The solver follows one entry, w, and keeps its key and whether it is valid by itself, from what is asked for. Of what
// a search finds it proves: it is in the range; if it is w, w is valid and has the key; and whenever w is in the range,
// is valid and has the key, something is found, at w or below. Since w is any entry, what is found is the lowest such
// entry, and it is found whenever there is one.
//
// What is believed: one thing is asked for at a time, when nothing is under way; entry, range and key are those of two
// cycles before, and stay until it is done.
module proof (
    input wire clk
);
    localparam LG = `LG;

    (* anyconst *) wire [LG-1:0] w;
    (* anyseq *)   wire          rst, search, write, remove;
    (* anyseq *)   wire [LG-1:0] entry, last;
    (* anyseq *)   wire          outside;
    (* anyseq *)   wire [31:0]   key;
    wire          idle, hit, valid;
    wire [LG-1:0] found;
    wire [31:0]   held;

    `ARRAY dut (
        .clk(clk), .rst(rst), .entry(entry), .last(last), .outside(outside), .key(key), .search(search), .write(write),
        .remove(remove), .idle(idle), .hit(hit), .found(found), .held(held), .valid(valid)
    );

    // What was asked for, and how long nothing has been since: a request is under way from its cycle until `idle`.
    wire         asks = search | write | remove;
    reg          searching = 0, quiet = 0, quieter = 0, up = 0;
    reg          was_idle = 0;
    reg  [9:0]   age = 0;
    reg  [LG-1:0] e, l;
    reg          o;
    reg  [31:0]  k;
    always @(posedge clk) begin
        {e, l, o, k} <= {entry, last, outside, key};
        up <= 1;
        quiet <= idle && !asks && !rst;
        quieter <= quiet && !asks && !rst;
        was_idle <= idle;
        searching <= !rst && (search || (searching && !idle));
        age <= rst || asks ? 0 : age + 1;
    end
    wire         same = {entry, last, outside, key} == {e, l, o, k};
    reg          steady = 0, steadier = 0;
    always @(posedge clk) begin
        steady <= 1;
        steadier <= steady && same;
    end

    // The range of a base register: concatenation.
    wire [LG-1:0] mask = entry ^ last;
    wire          aligned = (mask & (mask + 1'b1)) == 0 && (entry & mask) == 0;
    initial assume (!rst);
    always @* begin
        assume (!rst);
        assume (search + write + remove <= 1);
        if (asks) assume (idle && quiet && quieter && steady && steadier && same);
        if (asks && search) assume (aligned);
        if (up && (searching || !idle || !was_idle)) assume (same);
    end

    // The entry w, as whoever asks knows it.
    reg          v = 0;
    reg  [31:0]  kept;
    always @(posedge clk) begin
        if (write && entry == w) {v, kept} <= {1'b1, key};
        if (remove && entry == w) v <= 0;
    end
    wire within = !outside && w >= entry && w <= last;

    // The properties.
    wire done = up && searching && idle;
    always @* begin
        if (done) begin
            if (hit) assert (!outside && found >= entry && found <= last);
            if (hit && found == w) assert (v && kept == key);
            if (v && kept == key && within) assert (hit && found <= w);
        end
        if (up && quieter && quiet && idle && steadier && same && entry == w) begin
            assert (valid == v);
            if (v) assert (held == kept);
        end
        if (up && !idle) assert (age < `LONGEST);
    end

    // The word of both memories that is kept is that of w, which is not valid at first.
    (* hierconn *) wire [LG-1:0] \dut.u_keys.watch ;
    (* hierconn *) wire [7:0]    \dut.u_marks.watch ;
    (* hierconn *) wire          \dut.u_marks.kept , \dut.busy ;
    initial assume (!\dut.busy && !\dut.u_marks.kept );
    always @* assume (\dut.u_keys.watch == w && \dut.u_marks.watch == w);

`ifndef BARE
    // Why it holds at every depth: where the search is, and that it has not passed w.
    (* hierconn *) wire [LG-1:0] \dut.at , \dut.ahead , \dut.seen ;
    (* hierconn *) wire          \dut.judges , \dut.there ;
    (* hierconn *) wire [15:0]   \dut.differs ;
    (* hierconn *) wire [31:0]   \dut.u_keys.kept , \dut.u_keys.word ;
    (* hierconn *) wire          \dut.u_marks.word ;
    wire [LG:0] passed = w - entry;
    wire [15:0] apart = kept[15:0] ^ key[15:0] | kept[31:16] ^ key[31:16];
    always @* begin
        if (up) begin
            assert (\dut.u_marks.kept == v);
            if (v) assert (\dut.u_keys.kept == kept);
            assert (idle == !\dut.busy );
            if (searching && !idle) begin
                assert (!outside && aligned);
                assert (\dut.at == entry + age[LG-1:0] + 1'b1 && age <= last - entry + 1);
                assert (\dut.judges == (age != 0));
                assert (\dut.ahead == entry + age[LG-1:0]);
                if (age != 0) assert (\dut.seen == entry + age[LG-1:0] - 1'b1);
            end
            if (!idle) assert (searching);
            if (searching && !idle && within) begin
                if (v && kept == key) assert (age <= passed + 1);
                if (age == passed) assert (\dut.u_marks.word == v && (!v || \dut.u_keys.word == kept));
                if (age == passed + 1) assert (\dut.there == v && (!v || |\dut.differs == |(kept ^ key)));
            end
        end
    end
`endif
endmodule

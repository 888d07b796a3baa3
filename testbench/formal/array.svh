// Of the proofs of the co-processor's arrays (docs/reference/coproc.md, B.3, 4 and B.5): what may be asked for, and what
// has to be true of the answers. The proof has the signals of the array, `clear` among them, and the entry `w`.
//
// The solver follows one entry, w, and keeps its key and whether it is valid by itself, from what is asked for. Of what
// a search finds it proves: it is in the range; if it is w, w is valid and has the key; and whenever w is in the range,
// is valid and has the key, something is found, at w or below. Since w is any entry, what is found is the lowest such
// entry, and it is found whenever there is one.
//
// What is believed: one thing is asked for at a time, when nothing is under way; entry, range and key are those of two
// cycles before, and stay until it is done. Clearing goes through all entries from the first to the last, before
// anything else is asked for.
// What was asked for, and how long nothing has been since: a request is under way from its cycle until `idle`.
wire         asks = search | write | remove;
reg          searching = 0, quiet = 0, quieter = 0, up = 0, was_idle = 0;
reg  [11:0]  age = 0;
reg  [LG:0]  swept = 0;    // entries that are cleared, while that is under way
reg  [LG-1:0] e, l;
reg          o;
reg  [31:0]  k;
always @(posedge clk) begin
    {e, l, o, k} <= {entry, last, outside, key};
    up <= 1;
    quiet <= idle && !asks && !clear && !rst;
    quieter <= quiet && !asks && !clear && !rst;
    if (clear) swept <= entry == {LG{1'b1}} ? 0 : swept + 1'b1;
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
always @* begin
    assume (!rst);
    assume (search + write + remove <= 1);
    if (asks) assume (idle && quiet && quieter && steady && steadier && same);
    if (asks && search) assume (aligned);
    if (clear) assume (idle && !asks && entry == swept[LG-1:0]);
    if (swept != 0) assume (!asks);
    if (up && (searching || !idle || !was_idle)) assume (same);
end

// The entry w, as whoever asks knows it.
reg          v = 0;
reg  [31:0]  kept;
always @(posedge clk) begin
    if (write && entry == w) {v, kept} <= {1'b1, key};
    if ((remove || clear) && entry == w) v <= 0;
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

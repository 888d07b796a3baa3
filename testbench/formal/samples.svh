// Of the proofs of sample buffers (docs/reference/sample_buffer.md): what an observer at the ports knows, and what has to
// be true of them. One record, chosen by the solver, is followed.
//
// The proof has before this: P, log2 of the places; W, the bits of a record; `capacity`, the records that there is room
// for; `mask`, the bits that belong to a record; FLIGHT, the places that are free when the tap is stopped (rule B4);
// LONGEST, the cycles after which a record inside is on offer; and the place that is written next, `\dut.write`.
(* anyseq *) wire         rst, cand_valid, lossless, freeze, run, flush, smp_ready, mark;
(* anyseq *) wire [W-1:0] cand_lanes;
(* anyseq *) wire [15:0]  cand_side;
(* anyseq *) wire [31:0]  cand_ord;
wire         ready, smp_valid, acc, drop_full, drop_off, popped, flushed, acc_valid;
wire [W-1:0] smp_rec;
wire [15:0]  smp_side;
wire [8:0]   occ;
wire [31:0]  acc_ord;

// What an observer at the ports knows.
reg  [P:0]   inside = 0;
reg          marked = 0;
reg  [P:0]   ahead = 0;
reg  [W-1:0] word = 0;
reg  [15:0]  side = 0;
reg  [P-1:0] place = 0;
wire off  = !run && freeze && !lossless;
wire room = inside < capacity;
wire take = cand_valid && !off && room;
wire give = popped || flushed;
wire sets = mark && take && !marked;
always @(posedge clk) begin
    inside <= inside + take - give;
    if (marked && give) begin
        ahead <= ahead - 1'b1;
        if (ahead == 0) marked <= 0;
    end
    if (sets) begin
        marked <= 1;
        ahead <= inside - give;
        word <= cand_lanes & mask;
        side <= cand_side;
        place <= \dut.write ;
    end
    if (rst) begin
        inside <= 0;
        marked <= 0;
    end
end

// A held offer, and how long a record inside has not been offered.
reg         held = 0, was_rst = 1;
reg [W-1:0] held_rec = 0;
reg [15:0]  held_side = 0;
reg [2:0]   waited = 0;
always @(posedge clk) begin
    held <= smp_valid && !smp_ready && !rst;
    held_rec <= smp_rec;
    held_side <= smp_side;
    waited <= rst || smp_valid || flushed || inside == 0 ? 0 : waited + 1'b1;
    was_rst <= rst;
end

// The place of the record that is followed, from the cycle in which it is written.
wire [P-1:0] aim = sets ? \dut.write : place;
initial assume (rst);

// The properties.
always @* begin
    if (!$initstate && !rst && !was_rst) begin
        assert (acc == take && acc_valid == take && acc_ord == cand_ord);
        assert (drop_off == (cand_valid && off));
        assert (drop_full == (cand_valid && !off && !room));
        assert (popped == (smp_valid && smp_ready));
        assert (!flushed || flush);
        assert (!flush || !smp_valid);
        assert (!give || inside != 0);
        assert (!smp_valid || inside != 0);
        assert (occ == inside && inside <= capacity);
        assert (ready == (!lossless || (run || !freeze) && inside + FLIGHT < capacity));
        if (marked && ahead == 0 && smp_valid) assert (smp_rec == word && smp_side == side);
        if (held && !flush) assert (smp_valid && smp_rec == held_rec && smp_side == held_side);
        assert (waited < LONGEST);
    end
end

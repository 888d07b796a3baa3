// Searched array of the co-processor (docs/reference/coproc.md, B.3, 4 and B.5): an entry holds the key that was
// written there last, until it is removed, and a search finds the lowest valid entry of its range that has the key.
// The properties are those of array.svh; this array is not cleared at once.
module proof (
    input wire clk
);
    localparam LG = `LG;

    (* anyconst *) wire [LG-1:0] w;
    (* anyseq *)   wire          rst, search, write, remove;
    (* anyseq *)   wire [LG-1:0] entry, last;
    (* anyseq *)   wire          outside;
    (* anyseq *)   wire [31:0]   key;
    wire          clear = 1'b0;
    wire          idle, hit, valid;
    wire [LG-1:0] found;
    wire [31:0]   held;

    `ARRAY dut (
        .clk(clk), .rst(rst), .entry(entry), .last(last), .outside(outside), .key(key), .search(search), .write(write),
        .remove(remove), .idle(idle), .hit(hit), .found(found), .held(held), .valid(valid)
    );

    `include "array.svh"

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

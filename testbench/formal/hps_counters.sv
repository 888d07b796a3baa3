// Counters of the HPS (docs/reference/hps.md, H6): in every cycle the counters, their flags, the random generator and
// `sampling` are those of the rule, applied instruction by instruction.
//
// Instructions, host and switches may do anything at any time. The rule has counters, values to set, a generator and a
// mask of its own, filled from the ports. Nothing is cut down: the memories of the counters are those of the design, with
// a line that shows their words to the induction.
module proof (
    input wire clk
);
    (* anyseq *) wire        rst, edit, on, off, flagsel, set_counters, wr_counter, wr_source, wr_seed, wr_mask;
    (* anyseq *) wire [3:0]  code;
    (* anyseq *) wire [7:0]  source;
    (* anyseq *) wire [11:0] index;
    (* anyseq *) wire [31:0] data;
    (* anyseq *) wire [2:0]  rd_index;
    wire [1:0]  zero, over, done;
    wire        sampling;
    wire [31:0] rd_counter, rd_seed;

    `COUNTERS dut (
        .clk(clk), .rst(rst), .step_edit(edit), .op_code(code), .op_source(source), .ext_on(on), .ext_off(off),
        .cfg_flagsel(flagsel), .set_counters(set_counters), .wr_counter(wr_counter), .wr_source(wr_source),
        .wr_seed(wr_seed), .wr_mask(wr_mask), .wr_index(index), .wr_data(data), .flag_zero(zero), .flag_over(over),
        .sampling(sampling), .op_done(done), .rd_index(rd_index), .rd_counter(rd_counter), .rd_seed(rd_seed)
    );

    // The generator (burst.md, U4).
    function [31:0] step(input [31:0] s);
        step = s[0] ? s >> 1 ^ 32'h80200003 : s >> 1;
    endfunction

    // The rule.
    reg [23:0] value0, value1;
    reg        over0, over1;
    reg [23:0] r [0:7];
    reg [31:0] seed, mask;
    reg        up = 0;
    wire [31:0] draw0 = step(seed);
    wire        draws0 = edit && code[1:0] == 3 && source[3:0] == 15;
    wire        draws1 = edit && code[3:2] == 3 && source[7:4] == 15;
    wire [31:0] draw1 = step(draws0 ? draw0 : seed);
    wire [31:0] used0 = draw0 & mask, used1 = draw1 & mask;
    wire [23:0] load0 = source[3:0] == 15 ? used0[23:0] : source[3] ? 24'd0 : r[source[2:0]];
    wire [23:0] load1 = source[7:4] == 15 ? used1[23:0] : source[7] ? 24'd0 : r[source[6:4]];
    integer i;
    always @(posedge clk) begin
        up <= up | rst;
        if (edit) begin
            case (code[1:0])
                1: {over0, value0} <= {over0 || &value0, value0 + 24'd1};
                2: {over0, value0} <= {over0 || value0 == 0, value0 - 24'd1};
                3: {over0, value0} <= {1'b0, load0};
            endcase
            case (code[3:2])
                1: {over1, value1} <= {over1 || &value1, value1 + 24'd1};
                2: {over1, value1} <= {over1 || value1 == 0, value1 - 24'd1};
                3: {over1, value1} <= {1'b0, load1};
            endcase
        end
        seed <= draws1 ? draw1 : draws0 ? draw0 : seed;
        if (on) {over0, value0} <= 0;
        if (off) {over0, value0} <= 1;
        if (wr_counter && index[2:0] == 0) {over0, value0} <= data[23:0];
        if (wr_counter && index[2:0] == 1) {over1, value1} <= data[23:0];
        if (set_counters) begin
            {over0, value0} <= 1;
            {over1, value1} <= 1;
        end
        if (wr_source) r[index[2:0]] <= data[23:0];
        if (wr_seed) seed <= data == 0 ? 32'd1 : data;
        if (wr_mask) mask <= data;
        if (rst) begin
            {over0, value0} <= 1;
            {over1, value1} <= 1;
            seed <= 1;
            mask <= 0;
            for (i = 0; i < 8; i = i + 1) r[i] <= 0;
        end
    end
    initial assume (rst);

    // The properties.
    always @* begin
        if (up) begin
            assert (zero == {value1 == 0, value0 == 0} && over == {over1, over0});
            assert (sampling == (flagsel ? over0 : value0 == 0));
            assert (rd_counter == (rd_index == 0 ? value0 : rd_index == 1 ? value1 : 0));
            assert (rd_seed == seed);
            assert (done == {edit && code[3:2] != 0, edit && code[1:0] != 0});
        end
    end

`ifndef BARE
    // Why it holds at every depth: both counters, and the place of each value that can be set.
    (* hierconn *) wire [23:0]  \dut.u_counters0.now , \dut.u_counters1.now ;
    (* hierconn *) wire [383:0] \dut.u_counters0.u_memory.words , \dut.u_counters1.u_memory.words ;
    (* hierconn *) wire [31:0]  \dut.mask ;
    (* hierconn *) wire \dut.place0 , \dut.place1 , \dut.place2 , \dut.place3 , \dut.place4 , \dut.place5 , \dut.place6 , \dut.place7 ;
    (* hierconn *) wire \dut.blank0 , \dut.blank1 , \dut.blank2 , \dut.blank3 , \dut.blank4 , \dut.blank5 , \dut.blank6 , \dut.blank7 ;
    wire [383:0] words0 = \dut.u_counters0.u_memory.words , words1 = \dut.u_counters1.u_memory.words ;
    wire [7:0] place = {\dut.place7 , \dut.place6 , \dut.place5 , \dut.place4 , \dut.place3 , \dut.place2 , \dut.place1 , \dut.place0 };
    wire [7:0] blank = {\dut.blank7 , \dut.blank6 , \dut.blank5 , \dut.blank4 , \dut.blank3 , \dut.blank2 , \dut.blank1 , \dut.blank0 };
    always @* begin
        if (up) begin
            assert (\dut.u_counters0.now == value0 && \dut.u_counters1.now == value1 && \dut.mask == mask);
            for (i = 0; i < 8; i = i + 1) begin
                assert (blank[i] == (r[i] == 0));
                if (r[i] != 0) begin
                    assert ((place[i] ? words0[48 * i + 24 +: 24] : words0[48 * i +: 24]) == r[i]);
                    assert ((place[i] ? words1[48 * i + 24 +: 24] : words1[48 * i +: 24]) == r[i]);
                end
            end
        end
    end
`endif
endmodule

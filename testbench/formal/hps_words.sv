// Replacements of the HPS in mode decode (docs/reference/hps.md, H5 and H7): the core is offered exactly the words of the
// rules, in order, each once, in the cycle in which they are due.
//
// Instructions, patterns, host and core may do anything at any time. The rule has a state, an offer and a filled template
// of its own, made from the ports. Of the table it takes the word that the memory shows, and says at which address that
// was read; for an address that the solver chooses it also knows what the host wrote there.
module proof (
    input wire clk
);
    localparam A = `WORDS;
    localparam [1:0] PROGRAM = 0, WORDS = 1, OWN = 2, HANDLER = 3;

    (* anyseq *) wire        rst, valid, en, trap, has_target, flush, there, wr_word, out_ready;
    (* anyseq *) wire [31:0] pc, insn, target, wr_data;
    (* anyseq *) wire [5:0]  number;
    (* anyseq *) wire [10:0] word;
    (* anyseq *) wire [11:0] wr_index;
    wire         ready, s_insn, s_edit, s_replaced, s_word, s_dropped, busy, drop, out_valid, out_first, out_last;
    wire [8:0]   s_cycles;
    wire [3:0]   status;
    wire [31:0]  out_insn, out_pc;
    wire [1:0]   out_kind;
    wire [2:0]   out_private;
    wire [5:0]   out_number;

    `SEQUENCER dut (
        .clk(clk), .rst(rst), .now_valid(valid), .now_ready(ready), .now_en(en), .now_trap(trap), .now_pc(pc),
        .now_insn(insn), .now_target(target), .now_has_target(has_target), .flush(flush), .win_there(there),
        .win_number(number), .win_word(word), .wr_word(wr_word), .wr_index(wr_index), .wr_data(wr_data),
        .step_insn(s_insn), .step_edit(s_edit), .step_replaced(s_replaced), .step_word(s_word), .step_cycles(s_cycles),
        .step_dropped(s_dropped), .raise(status), .busy(busy), .drop(drop), .out_valid(out_valid), .out_ready(out_ready),
        .out_insn(out_insn), .out_pc(out_pc), .out_kind(out_kind), .out_private(out_private), .out_first(out_first),
        .out_last(out_last), .out_number(out_number)
    );

    (* hierconn *) wire [63:0]  \dut.u_table.rd , \dut.u_table.kept , \dut.u_table.word ;
    (* hierconn *) wire [A-1:0] \dut.u_table.ra , \dut.u_table.watch , \dut.index ;
    (* hierconn *) wire         \dut.u_table.re , \dut.original , \dut.has_target ;
    (* hierconn *) wire [1:0]   \dut.stage , \dut.then ;
    (* hierconn *) wire [31:0]  \dut.low , \dut.insn , \dut.pc , \dut.target ;
    (* hierconn *) wire [5:0]   \dut.number ;
    (* hierconn *) wire [3:0]   \dut.count ;

    // What is replaced; the first word, how many were used, whether one was the instruction itself; what comes after a
    // handler.
    reg  [1:0]   doing, later;
    reg  [31:0]  r_pc, r_insn, r_target;
    reg          r_has, had;
    reg  [5:0]   r_number;
    reg  [A-1:0] base;
    reg  [3:0]   used;
    // The offer: word, address, origin, private, first, last, pattern.
    reg          due;
    reg  [76:0]  offer;
    reg          up = 0;

    // Which word of the table the memory shows. What the host wrote to the watched one; that is known; it was not
    // written in the cycle of the read or since.
    reg  [A-1:0] shown;
    reg  [31:0]  low;
    reg  [63:0]  host;
    reg          known = 0, sure = 0;
    wire         writes = wr_word && wr_index[0] && wr_index[A:1] == \dut.u_table.watch ;
    wire [63:0]  w = \dut.u_table.rd ;

    // T.IMM (H2).
    wire signed [31:0] i = $signed(r_insn) >>> 20;
    reg  [31:0]  immediate;
    always @* begin
        case (r_insn[6:0])
            'h03, 'h07, 'h0b, 'h13, 'h1b, 'h67, 'h73: immediate = i;
            'h23, 'h27: immediate = {i[31:5], r_insn[11:7]};
            'h63: immediate = {i[31:12], r_insn[7], i[10:5], r_insn[11:8], 1'b0};
            'h17, 'h37: immediate = {r_insn[31:12], 12'd0};
            'h6f: immediate = {{12{i[31]}}, r_insn[19:12], r_insn[20], i[10:1], 1'b0};
            default: immediate = 0;
        endcase
    end
    wire         large = $signed(immediate) < -2048 || $signed(immediate) > 2047;
    // The template, filled (H5).
    function [4:0] register(input [1:0] from, input [4:0] literal);
        case (from)
            0: register = literal;
            1: register = r_insn[11:7];
            2: register = r_insn[19:15];
            3: register = r_insn[24:20];
        endcase
    endfunction
    wire [31:0]  x = w[43:41] == 1 ? immediate : w[43:42] == 1 ? r_pc : w[43:42] == 2 ? r_insn : r_target;
    wire [31:0]  above = x + 32'h800;
    wire         parts = w[6:0] == 'h23 || w[6:0] == 'h27;
    reg  [31:0]  made;
    always @* begin
        made = w[31:0];
        made[11:7] = register(w[36:35], w[11:7]);
        made[19:15] = register(w[38:37], w[19:15]);
        made[24:20] = register(w[40:39], w[24:20]);
        case (w[43:41])
            0: ;
            2, 4, 6: made[31:12] = above[31:12];
            default: if (parts) {made[31:25], made[11:7]} = x[11:0]; else made[31:20] = x[11:0];
        endcase
    end

    // The rule: an instruction or a word goes to where there is room. What ends a replacement (H7).
    wire         room = !due || out_ready;
    wire         takes = valid && (doing == PROGRAM || doing == HANDLER) && room && !flush;
    wire         executes = takes && doing == PROGRAM && !trap;
    wire         replaces = executes && en && there;
    wire         back = takes && doing == HANDLER && !trap && insn == 32'h100b;
    wire         uses = doing == WORDS && room && !flush;
    wire [1:0]   kind = w[34:33];
    wire         end_ = used == 15 || base + used == {A{1'b1}};
    wire         runaway = end_ && !w[32];
    wire [1:0]   next = !w[32] && !end_ ? WORDS : runaway && !had && kind != 1 ? OWN : PROGRAM;
    always @(posedge clk) begin
        up <= up | rst;
        if (room) due <= 0;
        if (takes && !replaces && !back) begin
            due <= 1;
            offer <= {6'd63, 1'b1, 1'b1, 3'd0, 2'd0, pc, insn};
        end
        if (replaces) begin
            doing <= WORDS;
            {r_pc, r_insn, r_target, r_has, r_number} <= {pc, insn, target, has_target, number};
            {base, used, had} <= {word[A-1:0], 4'd0, 1'b0};
        end
        if (back) doing <= later;
        if (uses) begin
            due <= 1;
            offer <= {r_number, next == PROGRAM, used == 0, kind == 0 ? w[46:44] : 3'd0,
                      kind == 1 ? 2'd0 : kind == 2 ? 2'd2 : 2'd1, r_pc,
                      kind == 0 ? made : kind == 1 ? r_insn : kind == 2 ? {4'd0, w[55:48], 20'h0000b} : 32'h13};
            used <= used + 1'b1;
            had <= had || kind == 1;
            doing <= kind == 2 ? HANDLER : next;
            if (kind == 2) later <= next;
        end
        if (doing == OWN && room) begin
            due <= 1;
            offer <= {r_number, 1'b1, 1'b0, 3'd0, 2'd0, r_pc, r_insn};
            doing <= PROGRAM;
        end
        if (flush || rst) begin
            due <= 0;
            doing <= PROGRAM;
        end
        // The table.
        if (\dut.u_table.re ) shown <= \dut.u_table.ra ;
        if (wr_word && !wr_index[0]) low <= wr_data;
        if (writes) {known, host} <= {1'b1, wr_data, low};
        sure <= !writes && (\dut.u_table.re ? known : sure);
    end
    initial assume (rst);
    // Half words are written in pairs, low half first.
    reg          lows = 0;
    always @(posedge clk) lows <= lows || wr_word && !wr_index[0];
    always @* if (!lows) assume (!(wr_word && wr_index[0]));

    // The properties.
    wire [76:0]  out = {out_number, out_last, out_first, out_private, out_kind, out_pc, out_insn};
    always @* begin
        if (up) begin
            assert (ready == ((doing == PROGRAM || doing == HANDLER) && room && !flush));
            assert (out_valid == due && (!due || out == offer));
            assert (busy == (doing != PROGRAM) && drop == (due && out_ready && offer[65:64] == 2));
            if (doing == WORDS) assert (shown == base + used);
            if (doing == WORDS && shown == \dut.u_table.watch && sure) assert (w == host);
            assert (s_insn == executes && s_edit == (executes && en) && s_replaced == replaces && !s_dropped);
            assert (s_word == (uses || (doing == OWN && room && !flush)));
            assert (s_cycles == (replaces || (uses && kind != 1)));
            assert (status[0] == (uses && kind == 0 && w[43:41] == 1 && large));
            assert (status[1] == (uses && kind == 0 && w[43:41] >= 6 && !r_has));
            assert (status[2] == (uses && runaway));
            assert (status[3] == (executes && insn == 32'h100b));
        end
    end

`ifndef BARE
    // Why it holds at every depth: state for state.
    always @* begin
        if (up) begin
            assert (\dut.stage == (doing == PROGRAM ? `RUN : doing == WORDS ? `SEQUENCE : doing == OWN ? `APPEND : `HANDLER));
            if (doing != PROGRAM) begin
                assert (\dut.pc == r_pc && \dut.insn == r_insn && \dut.target == r_target && \dut.has_target == r_has );
                assert (\dut.number == r_number);
            end
            // While the instruction itself is due the words before it are of the same replacement.
            if (doing == OWN && due) assert (offer[63:32] == r_pc && offer[76:71] == r_number);
            if (doing == WORDS || (doing == HANDLER && later == WORDS)) begin
                assert (\dut.index == base + used && \dut.count == used && \dut.original == had);
            end
            if (doing == HANDLER) begin
                assert (later != HANDLER);
                assert (\dut.then == (later == PROGRAM ? `RUN : later == WORDS ? `SEQUENCE : `APPEND));
            end
        end
        if (lows) assert (\dut.low == low);
        if (known) assert (lows && \dut.u_table.kept == host);
        if (sure) assert (known && (shown != \dut.u_table.watch || \dut.u_table.word == host));
    end
`endif
endmodule

// Gate: whatever is commanded and retired, and whenever, each retirement is judged as the last enable or disable before
// it said, and none is overtaken by such a command or overtakes it: commander, tap and gate together.
//
// The solver picks a retirement. What the gate was when it came is kept here, from the commands alone.
module proof (
    input wire clk
);
    (* anyseq *) wire         rst, cmd_valid, enable, popped, cleared, eng_ready, fen, pick;
    (* anyseq *) wire [2:0]   op;
    (* anyseq *) wire [8:0]   occ;
    (* anyseq *) wire         valid, ready, trap, intr;
    (* anyseq *) wire [31:0]  insn, pc, npc;
    (* anyseq *) wire [103:0] rest;
    wire        cmd_ready, tap_flush, gate_open, rec_valid, rvfi_ready, gate_fen, gate_shut;
    wire [31:0] rec_pc;

    `COMMANDER commander (
        .clk(clk), .rst(rst), .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_op(op), .cfg_enable(enable), .occ(occ),
        .popped(popped), .tap_flush(tap_flush), .cnt_cleared(cleared), .eng_ready(eng_ready), .gate_open(gate_open)
    );
    `TAP tap (
        .clk(clk), .rst(rst), .rvfi_valid(valid), .rvfi_ready(rvfi_ready), .buffer_ready(ready), .rvfi_insn(insn),
        .rvfi_trap(trap), .rvfi_intr(intr), .rvfi_pc_rdata(pc), .rvfi_pc_wdata(npc), .ret_flush(tap_flush),
        .rvfi_mode(rest[1:0]), .rvfi_rs1_rdata(rest[31:0]), .rvfi_rd_wdata(rest[63:32]), .rvfi_mem_addr(rest[95:64]),
        .rvfi_mem_rmask(rest[99:96]), .rvfi_mem_wmask(rest[103:100]), .rvfi_mem_rdata(rest[63:32]),
        .rvfi_mem_wdata(rest[95:64]), .ret_evt(rest[7:0]), .ret_lat(rest[15:0]), .ret_cycles(rest[31:16]),
        .rec_valid(rec_valid), .rec_pc(rec_pc)
    );
    `GATE gate (
        .clk(clk), .rst(rst), .rvfi_valid(valid), .buffer_ready(ready), .gate_open(gate_open), .cfg_fen(fen),
        .gate_fen(gate_fen), .gate_shut(gate_shut)
    );

    (* hierconn *) wire        \tap.taken ;
    (* hierconn *) wire        \tap.held ;
    (* hierconn *) wire [31:0] \tap.taken_pc ;
    (* hierconn *) wire [31:0] \tap.pc ;
    (* hierconn *) wire        \gate.taken ;
    (* hierconn *) wire        \gate.taken_open ;
    (* hierconn *) wire        \gate.held_open ;
    (* hierconn *) wire        \gate.judged_shut ;
    (* hierconn *) wire        \gate.verdict_shut ;
    (* hierconn *) wire [2:0]  \commander.state ;

    // The gate as the commands make it: one takes effect after the cycle in which it comes.
    reg open = 1, active = 0, was_rst = 1, held_cmd = 0;
    reg [2:0] was_op = 0;
    wire first = cmd_valid && !active;
    // The picked retirement: just taken; waits for the one after it; its record has left one and two cycles ago.
    reg taken = 0, waits = 0, judged = 0, verdict = 0, mine = 0;
    reg [31:0] my_pc = 0;
    wire leaves = waits && rec_valid;
    always @(posedge clk) begin
        was_rst <= rst;
        held_cmd <= cmd_valid && !cmd_ready && !rst;
        was_op <= op;
        if (first) active <= 1;
        if (cmd_valid && cmd_ready || rst) active <= 0;
        if (first && op == 6) open <= 1;
        if (first && op == 7) open <= 0;
        if (rst) open <= 1;
        taken <= 0;
        if (valid && rvfi_ready && pick && !taken && !waits) begin
            taken <= 1;
            mine <= open;
            my_pc <= pc;
        end
        waits <= taken || waits && !rec_valid;
        judged <= leaves;
        verdict <= judged;
        if (rst) {taken, waits, judged, verdict} <= 0;
    end
    initial assume (rst);
    always @* begin
        if (held_cmd) assume (cmd_valid && op == was_op);
        // Another retirement is picked when the verdict on the one before is known.
        if (judged || verdict) assume (!pick);
    end

    // The properties.
    always @* begin
        if (!$initstate && !was_rst && !rst) begin
            if (leaves) assert (rec_pc == my_pc && gate_fen == (fen && mine));
            if (verdict) assert (gate_shut == !mine);
            if (cmd_ready && op >= 6) assert (active);
        end
    end

    // Why it holds at any time.
`ifndef BARE
    always @* begin
        if (!$initstate) begin
            assert (gate_open == open && \tap.taken == \gate.taken );
            assert (active == (\commander.state != `IDLE ) && \commander.state <= `DONE );
            assert (taken + waits + judged + verdict <= 1);
            if (active) assert (held_cmd);
            if (taken) assert (\tap.taken && \tap.taken_pc == my_pc && \gate.taken_open == mine);
            if (waits) assert (\tap.held && \tap.pc == my_pc && \gate.held_open == mine);
            if (judged) assert (\gate.judged_shut == !mine);
            if (verdict) assert (\gate.verdict_shut == !mine);
        end
    end
`endif
endmodule

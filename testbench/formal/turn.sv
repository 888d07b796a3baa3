// Records in turn at an engine: each that comes while fewer than two wait, or as one leaves, goes on once, in order and
// unchanged, after the engine was done with its instruction, with the flag of the cycle in which that counted. The
// engine is offered it with the code that came a cycle after it. Each other one is counted.
//
// The solver picks a record. Where it is, is kept here from the ports alone: how many are ahead of it.
module proof (
    input wire clk
);
    (* anyseq *) wire         rst, valid, trap, open, in_ready, in_counts, sampling, taken, buffer, room, asks, pick;
    (* anyseq *) wire [31:0]  insn, pc, npc, val, addr, ord;
    (* anyseq *) wire [33:0]  rest;
    (* anyseq *) wire [1:0]   map_code;
    wire        in_valid, in_trap, in_short, rec_valid, rec_trap, rec_taken, rec_start, rec_open, rec_flag;
    wire        leaves, ready, flushes;
    wire [1:0]  in_privilege, in_filter;
    wire [4:0]  in_class, rec_class;
    wire [6:0]  level;
    wire [7:0]  rec_evt;
    wire [15:0] rec_cycles, lost;
    wire [31:0] in_insn, in_pc, in_next, in_address, rec_insn, rec_pc, rec_npc, rec_val, rec_addr, rec_ord;

    `TURN turn (
        .clk(clk), .rst(rst), .tap_valid(valid), .tap_trap(trap), .tap_mode(rest[1:0]), .tap_class(rest[6:2]),
        .tap_rvc(rest[7]), .tap_taken(rest[8]), .tap_start(rest[9]), .tap_insn(insn), .tap_pc(pc), .tap_npc(npc),
        .tap_val(val), .tap_addr(addr), .tap_evt(rest[17:10]), .tap_cycles(rest[33:18]), .tap_ord(ord), .tap_open(open),
        .map_code(map_code), .in_valid(in_valid), .in_ready(in_ready), .in_counts(in_counts), .in_trap(in_trap),
        .in_privilege(in_privilege), .in_class(in_class), .in_short(in_short), .in_insn(in_insn), .in_pc(in_pc),
        .in_next(in_next), .in_address(in_address), .in_filter(in_filter), .sampling(sampling), .rec_valid(rec_valid),
        .rec_trap(rec_trap), .rec_class(rec_class), .rec_taken(rec_taken), .rec_start(rec_start), .rec_insn(rec_insn),
        .rec_pc(rec_pc), .rec_npc(rec_npc), .rec_val(rec_val), .rec_addr(rec_addr), .rec_evt(rec_evt),
        .rec_cycles(rec_cycles), .rec_ord(rec_ord), .rec_open(rec_open), .rec_flag(rec_flag), .level(level),
        .leaves(leaves), .rvfi_valid(taken), .buffer_ready(buffer), .room(room), .ready(ready), .asks_flush(asks),
        .flushes(flushes), .lost(lost)
    );

    // All of a record that goes on, and all that the engine is offered.
    wire [224:0] came = {open, trap, rest[33:8], rest[6:2], insn, pc, npc, val, addr, ord};
    wire [224:0] went = {
        rec_open, rec_trap, rec_cycles, rec_evt, rec_start, rec_taken, rec_class, rec_insn, rec_pc, rec_npc, rec_val,
        rec_addr, rec_ord
    };
    wire [136:0] given = {trap, rest[7:0], insn, pc, npc, addr};
    wire [136:0] offered = {in_trap, in_short, in_class, in_privilege, in_insn, in_pc, in_next, in_address};

    // Records that wait; cycles in which one did and the engine was offered none; the picked one: it is there, its code
    // has come, how many are ahead of it, its contents, its code and the flag that it met.
    reg [1:0] count = 0, still = 0, my_code = 0;
    reg there = 0, coded = 0, ahead = 0, my_flag = 0, was_rst = 1, was_offered = 0, was_lost = 0;
    reg [15:0] should_lose = 0;
    reg [224:0] mine = 0;
    reg [136:0] my_given = 0;
    reg [138:0] was = 0;
    wire room_here = count < 2 || rec_valid;
    wire comes = valid && room_here;
    always @(posedge clk) begin
        was_rst <= rst;
        count <= count + comes - rec_valid;
        was_lost <= valid && !room_here && !rst;
        if (was_lost && !(&should_lose)) should_lose <= should_lose + 1;
        still <= count == 0 || in_valid || rec_valid ? 0 : still + 1;
        was_offered <= in_valid && !in_ready && !rst;
        was <= {offered, in_filter};
        coded <= 1;
        if (there && !coded) my_code <= map_code;
        if (there && !ahead && in_counts) my_flag <= sampling;
        if (rec_valid) {there, ahead} <= {there && ahead, 1'b0};
        if (comes && pick && !there) begin
            {there, coded, ahead} <= {2'b10, count != rec_valid};
            {mine, my_given} <= {came, given};
        end
        if (rst) {count, still, there, should_lose, was_lost} <= 0;
    end
    initial assume (rst);
    // The engine counts an instruction that it is offered, and then is done with it.
    reg counted = 0;
    always @(posedge clk) counted <= in_valid && !in_ready && !rst && (counted || in_counts);
    always @* begin
        if (in_counts) assume (in_valid && !counted);
        if (in_ready && in_valid) assume (counted || in_counts);
    end

    // The properties.
    always @* begin
        if (!$initstate && !was_rst && !rst) begin
            assert (level == count && leaves == rec_valid && lost == should_lose);
            if (rec_valid) assert (count != 0);
            if (there && !ahead && rec_valid) assert (went == mine && rec_flag == my_flag);
            if (there && !ahead && in_valid) assert (offered == my_given && in_filter == my_code && coded);
            if (was_offered) assert (in_valid && {offered, in_filter} == was);
            assert (still < 2);
            if (ready) assert (room);
        end
    end

    // Why it holds at any time.
    (* hierconn *) wire         \turn.waits ;
    (* hierconn *) wire         \turn.fresh ;
    (* hierconn *) wire         \turn.held ;
    (* hierconn *) wire         \turn.done ;
    (* hierconn *) wire         \turn.misses ;
    (* hierconn *) wire         \turn.flag ;
    (* hierconn *) wire [227:0] \turn.next ;
    (* hierconn *) wire [227:0] \turn.record ;
    (* hierconn *) wire [1:0]   \turn.next_code ;
    (* hierconn *) wire [1:0]   \turn.code ;
`ifndef BARE
    function [227:0] packed_as(input [224:0] r, input [136:0] g);
        // open, trap, cycles, events, start, taken, class, six words
        packed_as = {
            g[135], g[129:128], r[224], r[223], r[197], r[198], r[196:192], r[206:199], r[222:207], r[31:0], r[63:32],
            r[95:64], r[127:96], r[159:128], r[191:160]
        };
    endfunction
    wire [227:0] stored = packed_as(mine, my_given);
    wire at_engine = there && \turn.held && !ahead;
    wire behind = there && (ahead || !\turn.held );
    always @* begin
        if (!$initstate) begin
            assert (count == \turn.waits + \turn.held && !(\turn.done && !\turn.held ) && count <= 2);
            assert (lost == should_lose && \turn.misses == was_lost);
            assert (!\turn.fresh || \turn.waits );
            if (was_offered) assert (\turn.held && !\turn.done && {offered, in_filter} == was);
            if (counted) assert (in_valid && was_offered);
            if (there) begin
                assert (at_engine || \turn.waits );
                assert (coded == !(behind && \turn.fresh ));
                assert (my_given == {mine[223], my_given[135], mine[196:192], my_given[129:128], mine[191:96],
                    mine[63:32]});
            end
            if (there && ahead) assert (\turn.held && \turn.waits );
            if (at_engine) assert (\turn.record == stored && \turn.code == my_code && coded);
            if (at_engine && (counted || \turn.done )) assert (\turn.flag == my_flag);
            if (behind) assert (\turn.next == stored && (\turn.fresh || \turn.next_code == my_code));
            assert (still < 2 && (still == 0 || \turn.held || \turn.waits ));
            if (still == 1) assert (in_valid || rec_valid);
        end
    end
`endif
endmodule

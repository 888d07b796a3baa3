// treetap_profiler_nano: iCE40 UP5K, beside a small soft core: 512 nodes, Wishbone
// Configuration: 32-bit keys, 512 nodes, 32-bit counts, serial engine, EPS mode
// not built, no FIFO, coalescer of 256 entries, hand with reserve 16, weight 256,
// creates 8 and jump 4, bus wishbone, no cache model, no map of checks, small.
// Made by treetap 0.1.0 with: treetap gen profiler --preset nano
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Of a compressed instruction of RV32: its class, the offset of its access, whether its result stays.
module treetap_profiler_nano_short (
    input  wire [15:0] insn,
    output reg  [4:0]  opclass,
    output wire [11:0] offset,
    output wire        writes
);
    reg at2;
    reg at3;
    reg at4;
    reg at6;
    reg at7;
    reg at8;

    wire low = insn[0];
    wire stack = insn[1];
    wire sign = insn[12];
    wire float = insn[13];
    wire word = insn[14];
    wire store = insn[15];
    wire [2:0] function_ = insn[15:13];
    wire [4:0] target = insn[11:7];
    wire names = |target;
    wire other = |insn[6:2];
    // x1 and x5 hold return addresses.
    wire links = (target[1:0] == 2'd1) & ~(|target[4:3]);
    always @* begin
        // Most are ALU.
        opclass = 5'd11;
        if (~low & (float | word)) begin
            // LOAD, STORE, FLOAD, FSTORE; C.LWSP has a register.
            opclass = {4'd0, store} | ({4'd0, float} << 1);
            if (stack & ~store & ~float & ~names) opclass = 5'd20;
        end else if (low) begin
            case (function_)
                3'd1: begin
                    // C.JAL
                    opclass = 5'd6;
                end
                3'd3: begin
                    // C.LUI, C.ADDI16SP
                    if (target != 5'd2) opclass = 5'd12;
                    if (~sign & ~other) opclass = 5'd20;
                end
                3'd4: begin
                    // All but C.ANDI: RV32 has none of 64 bits.
                    if (sign & (insn[11:10] != 2'd2)) opclass = 5'd20;
                end
                3'd5: begin
                    // C.J
                    opclass = 5'd5;
                end
                3'd6: begin
                    // C.BEQZ
                    opclass = 5'd4;
                end
                3'd7: begin
                    // C.BNEZ
                    opclass = 5'd4;
                end
                default: ;
            endcase
        end else if (stack & store) begin
            if (~other) begin
                // C.JR, C.JALR, C.EBREAK
                opclass = 5'd7;
                if (links) opclass = 5'd9;
                if (sign) begin
                    opclass = 5'd8;
                    if (links & target[2]) opclass = 5'd10;
                end
                if (~names) begin
                    opclass = 5'd20;
                    if (sign) opclass = 5'd18;
                end
            end
        end else if (stack) begin
            // C.SLLI
            if (sign) opclass = 5'd20;
        end else if (store | ~(|insn[12:5])) begin
            // C.ADDI4SPN adds something.
            opclass = 5'd20;
        end
    end
    // Bits 8 to 2 of the offset; loads through the stack pointer have a layout of their own.
    wire own = stack & ~store;
    always @* begin
        at2 = insn[6];
        at3 = insn[10];
        at4 = insn[11];
        at6 = insn[5];
        at7 = ~word & insn[6];
        at8 = 1'b0;
        if (own) begin
            at2 = insn[4];
            at3 = insn[5];
            at4 = insn[6];
            at6 = insn[2];
            at7 = insn[3];
            at8 = ~word & insn[4];
        end else if (stack) begin
            at2 = insn[9];
            at6 = insn[7];
            at7 = insn[8];
            at8 = ~word & insn[9];
        end
    end
    assign offset = ({11'd0, word & at2} << 2) | ({11'd0, at3} << 3) | ({11'd0, at4} << 4) | ({11'd0, sign}
            << 5) | ({11'd0, at6} << 6) | ({11'd0, at7} << 7) | ({11'd0, at8} << 8);
    // Some forms know the registers x8 to x15 only.
    assign writes = names | (~low & ~stack) | (low & (function_ == 3'd4));
endmodule

module treetap_profiler_nano_classifier (
    input  wire [31:0] insn,
    output reg  [4:0]  opclass
);
    wire [4:0] major = insn[6:2];
    wire [2:0] function_ = insn[14:12];
    // x1 and x5 link: all but bit 2 of the number says so, and bit 2 which one it is.
    wire saves_link = (insn[8:7] == 2'd1) & ~(|insn[11:10]);
    wire takes_link = (insn[16:15] == 2'd1) & ~(|insn[19:18]);
    wire same_link = insn[9] == insn[17];
    wire product = insn[31:25] == 7'd1;
    wire scalar = (function_ != 3'd0) & (function_ <= 3'd4);
    always @* begin
        // By the major opcode.
        opclass = 5'd20;
        case (major)
            5'd0: begin
                // LOAD
                opclass = 5'd0;
            end
            5'd1: begin
                // FLOAD
                opclass = 5'd2;
            end
            5'd3: begin
                // FENCE
                opclass = 5'd19;
            end
            5'd4: begin
                // ALU with an immediate
                opclass = 5'd11;
            end
            5'd5: begin
                // UPPER: AUIPC
                opclass = 5'd12;
            end
            5'd6: begin
                // ALU with an immediate, of words
                opclass = 5'd11;
            end
            5'd8: begin
                // STORE
                opclass = 5'd1;
            end
            5'd9: begin
                // FSTORE
                opclass = 5'd3;
            end
            5'd11: begin
                // AMO
                opclass = 5'd15;
            end
            5'd12: begin
                // ALU
                opclass = 5'd11;
            end
            5'd13: begin
                // UPPER: LUI
                opclass = 5'd12;
            end
            5'd14: begin
                // ALU, of words
                opclass = 5'd11;
            end
            5'd16: begin
                // FP: FMADD
                opclass = 5'd16;
            end
            5'd17: begin
                // FP: FMSUB
                opclass = 5'd16;
            end
            5'd18: begin
                // FP: FNMSUB
                opclass = 5'd16;
            end
            5'd19: begin
                // FP: FNMADD
                opclass = 5'd16;
            end
            5'd20: begin
                // FP: the others
                opclass = 5'd16;
            end
            5'd24: begin
                // BRANCH
                opclass = 5'd4;
            end
            5'd25: begin
                // JIND
                opclass = 5'd7;
            end
            5'd27: begin
                // JUMP
                opclass = 5'd5;
            end
            5'd28: begin
                // CSR
                opclass = 5'd17;
            end
            default: ;
        endcase
        // What further fields decide: CALLI, CORO, RET; CALL; SYS; MUL, DIV; and OTHER.
        if (major == 5'd25) begin
            if (saves_link) begin
                opclass = 5'd8;
                if (takes_link & ~same_link) opclass = 5'd10;
            end else if (takes_link) begin
                opclass = 5'd9;
            end
        end
        if ((major == 5'd27) & saves_link) opclass = 5'd6;
        if ((major == 5'd28) & ~(|function_[1:0])) opclass = 5'd18;
        if (((major | 5'd2) == 5'd14) & product) begin
            opclass = 5'd13;
            if (function_[2]) opclass = 5'd14;
        end
        if (~(&insn[1:0]) | (((major | 5'd8) == 5'd9) & ~scalar)) opclass = 5'd20;
    end
endmodule

// Normalises the retirements of a core of 32 bits, one per
// cycle: each becomes a record when the next one tells
// where it went on. Addresses are rs1 plus the immediate. docs/reference/tap.md has the rules.
module treetap_profiler_nano_small_tap #(
    parameter [31:0] mret_insn = 32'h30200073,
    parameter [31:0] beyond = 32'hfffff000
) (
    input  wire        clk,
    input  wire        rst,
    // what the core retires, taken with valid and ready
    input  wire        rvfi_valid,
    output wire        rvfi_ready,
    input  wire [31:0] rvfi_insn,
    input  wire        rvfi_trap,
    input  wire        rvfi_intr,
    input  wire [1:0]  rvfi_mode,
    input  wire [31:0] rvfi_pc_rdata,
    input  wire [31:0] rvfi_pc_wdata,
    input  wire [31:0] rvfi_rs1_rdata,
    input  wire [31:0] rvfi_rd_wdata,
    input  wire [31:0] rvfi_mem_addr,
    input  wire [3:0]  rvfi_mem_rmask,
    input  wire [3:0]  rvfi_mem_wmask,
    input  wire [31:0] rvfi_mem_rdata,
    input  wire [31:0] rvfi_mem_wdata,
    // beside it: events, cycles of the access, cycles since the retirement before
    input  wire [7:0]  ret_evt,
    input  wire [15:0] ret_lat,
    input  wire [15:0] ret_cycles,
    input  wire        ret_flush,
    // there is room after the tap
    input  wire        buffer_ready,
    // the record of the retirement before
    output wire        rec_valid,
    output wire        rec_trap,
    output wire [4:0]  rec_class,
    output wire        rec_taken,
    output wire        rec_start,
    output wire [31:0] rec_insn,
    output wire [31:0] rec_pc,
    output wire [31:0] rec_npc,
    output wire [31:0] rec_val,
    output wire [31:0] rec_addr,
    output wire [7:0]  rec_evt,
    output wire [15:0] rec_cycles,
    output wire [31:0] rec_ord
);
    reg taken = 1'b0;
    reg flushed = 1'b0;
    reg taken_rvc = 1'b0;
    reg taken_trap = 1'b0;
    reg taken_intr = 1'b0;
    reg taken_mret = 1'b0;
    reg taken_writes = 1'b0;
    reg [4:0] taken_class = 5'd0;
    reg [11:0] taken_offset = 12'd0;
    reg [31:0] taken_pc = 32'd0;
    reg [31:0] taken_npc = 32'd0;
    reg [31:0] taken_rs1 = 32'd0;
    reg [31:0] taken_rd = 32'd0;
    reg [7:0] taken_evt = 8'd0;
    reg [15:0] taken_cycles = 16'd0;
    reg held = 1'b0;
    reg trap = 1'b0;
    reg mret = 1'b0;
    reg first = 1'b0;
    reg writes = 1'b0;
    reg [4:0] class_ = 5'd0;
    reg [31:0] pc = 32'd0;
    reg [31:0] own_npc = 32'd0;
    reg [31:0] fall = 32'd0;
    reg [31:0] val = 32'd0;
    reg [31:0] addr = 32'd0;
    reg [7:0] evt = 8'd0;
    reg [15:0] cycles = 16'd0;
    reg begins = 1'b1;
    reg [31:0] ord = 32'd0;

    wire [4:0] short_opclass;
    wire [11:0] short_offset;
    wire short_writes;
    wire [4:0] classifier_opclass;

    assign rvfi_ready = buffer_ready;
    // Of its instruction: class, offset of an access, whether a result stays, whether it is MRET.
    wire [31:0] insn = rvfi_insn;
    wire long = &insn[1:0];
    wire release_ = held & (taken | flushed);
    // Where the held instruction went on.
    wire own = flushed | ((taken_intr | trap) & ~mret);
    wire [31:0] npc = own ? own_npc : taken_pc;
    wire leaves = npc != fall;
    assign rec_valid = release_;
    assign rec_taken = leaves;
    assign rec_npc = npc;
    assign rec_start = begins | first;
    assign rec_insn = {31'd0, writes} << 7;
    assign rec_trap = trap;
    assign rec_class = class_;
    assign rec_pc = pc;
    assign rec_val = val;
    assign rec_addr = addr;
    assign rec_evt = evt;
    assign rec_cycles = cycles;
    assign rec_ord = ord;
    wire [31:0] length = taken_rvc ? 32'd2 : 32'd4;
    wire [31:0] offset = taken_offset[11] ? ({20'd0, taken_offset} | beyond) : {20'd0, taken_offset};

    treetap_profiler_nano_short u_short (
        .insn(insn[15:0]),
        .opclass(short_opclass),
        .offset(short_offset),
        .writes(short_writes)
    );

    treetap_profiler_nano_classifier u_classifier (
        .insn(insn),
        .opclass(classifier_opclass)
    );

    always @(posedge clk) begin
        // What the core retires goes into registers first; a flush keeps its place before it.
        taken <= rvfi_valid & buffer_ready;
        flushed <= ret_flush;
        taken_trap <= rvfi_trap;
        taken_intr <= rvfi_intr;
        taken_pc <= rvfi_pc_rdata;
        taken_npc <= rvfi_pc_wdata;
        taken_rs1 <= rvfi_rs1_rdata;
        taken_rd <= rvfi_rd_wdata;
        taken_evt <= ret_evt;
        taken_cycles <= ret_cycles;
        taken_rvc <= ~long;
        taken_mret <= insn == mret_insn;
        taken_class <= short_opclass;
        taken_writes <= short_writes;
        taken_offset <= short_offset;
        if (long) begin
            taken_class <= classifier_opclass;
            taken_writes <= |insn[11:7];
            taken_offset <= ({5'd0, insn[31:25]} << 5) | {7'd0, insn[24:20]};
            if (insn[5]) taken_offset <= ({5'd0, insn[31:25]} << 5) | {7'd0, insn[11:7]};
            // AMO adds nothing.
            if (insn[3]) taken_offset <= 12'd0;
        end
        if (release_) begin
            begins <= leaves | trap;
            // Records leave in order, so what was counted so far is the ordinal of the one that leaves.
            if (~trap) ord <= ord + 32'd1;
        end
        if (taken) begin
            trap <= taken_trap;
            mret <= taken_mret;
            first <= taken_intr;
            writes <= taken_writes;
            class_ <= taken_class;
            pc <= taken_pc;
            own_npc <= taken_npc;
            val <= taken_rd;
            evt <= taken_evt;
            cycles <= taken_cycles;
            fall <= taken_pc + length;
            addr <= taken_rs1 + offset;
        end
        held <= taken | (held & ~flushed);
        if (rst) begin
            taken <= 1'b0;
            flushed <= 1'b0;
            held <= 1'b0;
            ord <= 32'd0;
            begins <= 1'b1;
        end
    end
endmodule

// Marks the records that are to become events, makes their keys and weighs them; one record per cycle.
// A record is here (sel_valid) two cycles after rec_valid; sel_pass says in that cycle whether it stays.
// An event of weight 1 leaves in the cycle after, any other when the next mark or a flush closes it.
module treetap_profiler_nano_select #(
    parameter [3:0] code = 4'd0,
    parameter [3:0] misses = 4'd3,
    parameter [3:0] addresses = 4'd4,
    parameter [3:0] narrow = 4'd5,
    parameter [3:0] zeros = 4'd6,
    parameter [3:0] edges = 4'd7,
    parameter [3:0] calls = 4'd8,
    parameter [3:0] every = 4'd1,
    parameter [15:0] value_kinds = 16'd12,
    parameter [15:0] from_pc = 16'd163,
    parameter [15:0] to_npc = 16'h180,
    parameter [15:0] to_addr = 16'd80,
    parameter [1:0] instructions = 2'd1,
    parameter [1:0] cycles = 2'd2,
    parameter [4:0] load_class = 5'd0,
    parameter [31:0] access_classes = 32'h800f,
    parameter [31:0] result_classes = 32'h2f801,
    parameter [31:0] call_classes = 32'h540,
    parameter [5:0] sign_bit = 6'd15,
    parameter [31:0] edge_mask = 32'hffffffff,
    parameter [6:0] edge_left = 7'd15,
    parameter [6:0] edge_right = 7'd17
) (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire        rec_taken,
    input  wire        rec_start,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    input  wire [31:0] rec_npc,
    input  wire [31:0] rec_val,
    input  wire [31:0] rec_addr,
    input  wire [7:0]  rec_evt,
    input  wire [15:0] rec_cycles,
    input  wire [31:0] rec_ord,
    // 0 code, 1 pc, 2 load-values, 3 miss-values, 4 addresses,
    // 5 narrow-operands, 6 zero-loads, 7 edges, 8 calls
    input  wire [3:0]  cfg_kind,
    // 0 one, 1 instructions, 2 cycles
    input  wire [1:0]  cfg_weight,
    // the record of two cycles ago, and what becomes of it
    output wire        sel_valid,
    output wire        sel_trap,
    output wire        sel_mark,
    input  wire        sel_pass,
    input  wire        sel_flush,
    input  wire        sel_clear,
    output wire        sel_held,
    output wire        sel_saturated,
    // an event; there is no ready
    output wire        ev_valid,
    output wire [31:0] ev_key,
    output wire [15:0] ev_weight,
    output wire [31:0] ev_ord
);
    reg valid = 1'b0;
    reg trap = 1'b0;
    reg fits = 1'b0;
    reg taken = 1'b0;
    reg low = 1'b0;
    reg sign = 1'b0;
    reg beyond = 1'b0;
    reg [31:0] from = 32'd0;
    reg [31:0] to = 32'd0;
    reg [15:0] step = 16'd0;
    reg [31:0] ord = 32'd0;
    reg here = 1'b0;
    reg here_trap = 1'b0;
    reg here_mark = 1'b0;
    reg [31:0] here_key = 32'd0;
    reg [15:0] here_step = 16'd0;
    reg [31:0] here_ord = 32'd0;
    reg held = 1'b0;
    reg [31:0] held_key = 32'd0;
    reg [31:0] held_ord = 32'd0;
    reg [15:0] earlier = 16'd0;
    reg [15:0] last = 16'd0;
    reg saturated = 1'b0;

    reg good;
    reg [31:0] origin;
    reg [31:0] goal;

    wire destination = |rec_insn[11:7];
    wire load = (rec_class == load_class) & destination;
    wire values = value_kinds[cfg_kind];
    wire [31:0] unlike_sign = rec_val[sign_bit[4:0]] ? ~rec_val : rec_val;
    wire zero = ~low & ~sign & ~beyond;
    always @* begin
        good = 1'b1;
        if (cfg_kind == edges) begin
            good = taken;
        end else if (cfg_kind == narrow) begin
            good = ~beyond;
        end else if (cfg_kind == zeros) begin
            good = zero;
        end
    end
    always @* begin
        origin = from;
        goal = to;
        if (cfg_kind == edges) begin
            origin = (from << edge_left) | ((from & edge_mask) >> edge_right);
            goal = to & edge_mask;
        end
    end
    assign sel_valid = here;
    assign sel_trap = here_trap;
    assign sel_mark = here_mark;
    // What is held weighs what came before the last record, and what that one adds.
    wire one = (cfg_weight != instructions) & (cfg_weight != cycles);
    wire [16:0] sum = {1'd0, earlier} + {1'd0, last};
    wire cut = sum[16];
    wire [15:0] weight = cut ? 16'hffff : sum[15:0];
    wire leaves = held & (one | here_mark | sel_flush);
    assign sel_held = held;
    assign sel_saturated = saturated;
    assign ev_valid = leaves;
    assign ev_key = held_key;
    assign ev_weight = weight;
    assign ev_ord = held_ord;

    always @(posedge clk) begin
        // First cycle: everything but the value.
        valid <= rec_valid;
        trap <= rec_trap;
        ord <= rec_ord;
        fits <= values & load;
        if (cfg_kind == code) fits <= rec_start;
        if (cfg_kind == every) fits <= 1'b1;
        if (cfg_kind == misses) fits <= load & rec_evt[0];
        if (cfg_kind == addresses) fits <= access_classes[rec_class];
        if (cfg_kind == narrow) fits <= result_classes[rec_class] & destination;
        if (cfg_kind == zeros) fits <= load;
        if (cfg_kind == edges) fits <= 1'b1;
        // What a comparison of addresses says comes late, and is asked for a cycle later.
        taken <= rec_taken;
        if (cfg_kind == calls) fits <= call_classes[rec_class];
        // Of the key there are two halves, one of which is zero for all kinds but edges.
        from <= 32'd0;
        if (from_pc[cfg_kind]) begin
            from <= rec_pc;
        end else if (values) begin
            from <= rec_val;
        end
        to <= 32'd0;
        if (to_npc[cfg_kind]) begin
            to <= rec_npc;
        end else if (to_addr[cfg_kind]) begin
            to <= rec_addr;
        end
        // The value below bit 15, that bit, and whether one above is unlike it.
        low <= |rec_val[14:0];
        sign <= rec_val[sign_bit[4:0]];
        beyond <= |(unlike_sign >> sign_bit);
        step <= rec_cycles;
        if (cfg_weight != cycles) step <= {15'd0, ~rec_trap};
        // Second cycle: the value, and the key.
        here <= valid;
        here_trap <= trap;
        here_ord <= ord;
        here_step <= step;
        here_mark <= valid & ~trap & fits & good;
        here_key <= origin ^ goal;
        earlier <= weight;
        last <= 16'd0;
        if (here) last <= here_step;
        held <= held & ~leaves;
        if (here_mark) begin
            held <= sel_pass;
            earlier <= 16'd0;
        end
        saturated <= (saturated & ~sel_clear) | (held & cut);
        if (rst) begin
            valid <= 1'b0;
            here <= 1'b0;
            here_mark <= 1'b0;
            held <= 1'b0;
            saturated <= 1'b0;
        end
        if (here_mark) held_key <= here_key;
        if (here_mark) held_ord <= here_ord;
    end
endmodule

// Goes beside the tap: what the gate was when a retirement came is there with its record.
// docs/reference/profiler.md P9.
module treetap_profiler_nano_gate (
    input  wire clk,
    input  wire rst,
    // a retirement is taken
    input  wire rvfi_valid,
    input  wire buffer_ready,
    // the gate is open for a retirement of this cycle
    input  wire gate_open,
    // the filters let anything through; gate_fen: so for the record that is here
    input  wire cfg_fen,

    output wire gate_fen,
    // the record whose verdict is here came while the gate was shut
    output wire gate_shut
);
    reg taken = 1'b0;
    reg taken_open = 1'b1;
    reg held_open = 1'b1;
    reg verdict_shut = 1'b0;
    reg judged_shut = 1'b0;

    wire open = held_open;
    assign gate_fen = cfg_fen & open;
    assign gate_shut = verdict_shut;

    always @(posedge clk) begin
        taken <= rvfi_valid & buffer_ready;
        taken_open <= gate_open;
        if (taken) held_open <= taken_open;
        judged_shut <= ~open;
        verdict_shut <= judged_shut;
        if (rst) begin
            taken <= 1'b0;
            held_open <= 1'b1;
        end
    end
endmodule

// The first filter's hash of bits 32 to 1 of an address: all bytes of x ^ (x >> shift) together.
module treetap_profiler_nano_f1_hash #(
    parameter [3:0] shift0 = 4'd3,
    parameter [3:0] shift1 = 4'd5,
    parameter [3:0] shift2 = 4'd7,
    parameter [3:0] shift3 = 4'd9
) (
    input  wire [31:0] pct,
    input  wire [1:0]  select,
    output wire [7:0]  hash
);
    reg [7:0] low;
    reg [7:0] high;

    wire [7:0] fold0 = pct[7:0] ^ pct[15:8] ^ pct[23:16] ^ pct[31:24];
    wire [7:0] fold1 = pct[15:8] ^ pct[23:16] ^ pct[31:24];
    wire [7:0] fold2 = pct[23:16] ^ pct[31:24];
    wire [23:0] folds = {16'd0, fold0} | ({16'd0, fold1} << 8) | ({16'd0, fold2} << 16);
    always @* begin
        low = folds[{1'd0, shift0} +: 8];
        high = folds[{1'd0, shift2} +: 8];
        if (select[0]) begin
            low = folds[{1'd0, shift1} +: 8];
            high = folds[{1'd0, shift3} +: 8];
        end
    end
    wire [7:0] shifted = select[1] ? high : low;
    assign hash = fold0 ^ shifted;
endmodule

// Judges the records of one lane by trap, class and both filters of addresses, in two cycles.
module treetap_profiler_nano_lane (
    input  wire        clk,
    input  wire        rst,
    input  wire        valid,
    input  wire        trap,
    input  wire [4:0]  class_,
    input  wire [31:0] pc,
    input  wire        fen,
    input  wire [20:0] class_en,
    input  wire [1:0]  f1_hsel,
    input  wire [7:0]  f1_mask,
    input  wire [7:0]  f1_match,
    input  wire [1:0]  f2_hsel,
    input  wire        we,
    input  wire [7:0]  wa,
    input  wire [15:0] wd,
    input  wire        clearing,
    output wire        judged,
    output wire [2:0]  verdict
);
    reg busy = 1'b0;
    reg [2:0] early = 3'd0;

    wire [7:0] f1_hash;

    wire [31:0] pct = pc >> 1;
    // First cycle: trap, class, first filter.
    wire [7:0] beside = (f1_hash ^ f1_match) & f1_mask;
    assign judged = busy;
    assign verdict = early;

    treetap_profiler_nano_f1_hash #(.shift0(4'd3), .shift1(4'd5), .shift2(4'd7), .shift3(4'd9)) u_f1 (
        .pct(pct),
        .select(f1_hsel),
        .hash(f1_hash)
    );

    wire [20:0] wide0_unused_msbs = class_en >> class_;
    always @(posedge clk) begin
        busy <= valid;
        early <= 3'd0;
        if (trap) begin
            early <= 3'd1;
        end else if (~fen | ~wide0_unused_msbs[0]) begin
            early <= 3'd2;
        end else if (|beside) begin
            early <= 3'd3;
        end
        if (rst) busy <= 1'b0;
    end
endmodule

// Filters by class and address, and the decimator: the verdict on a record is there two cycles later.
// docs/reference/pcfilter.md has the rules and the codes of verdicts.
module treetap_profiler_nano_pcfilter #(
    parameter [2:0] decim_code = 3'd5,
    parameter [15:0] minus_one = 16'hffff,
    parameter [15:0] last = 16'hfffd
) (
    input  wire        clk,
    input  wire        rst,
    // records
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire [31:0] rec_pc,
    // settings; they count for the records of the same cycle on
    input  wire        cfg_fen,
    input  wire [20:0] cfg_class_en,
    input  wire [1:0]  cfg_f1_hsel,
    input  wire [7:0]  cfg_f1_mask,
    input  wire [7:0]  cfg_f1_match,
    input  wire [1:0]  cfg_f2_hsel,
    input  wire [15:0] cfg_decim,
    // pulses: DECIM was written; a word of the table, or a bit of it, is written,
    // for the records of two cycles later on, its low half for those of the next one
    input  wire        set_decim,
    input  wire        set_ign,
    input  wire        set_setign,
    input  wire [6:0]  set_addr,
    input  wire [31:0] set_data,
    // the tables are cleared after a reset; writes are lost
    output wire        pcf_clearing,
    // the verdict on the record of two cycles before
    output wire        pcf_valid,
    output wire [2:0]  pcf_verdict
);
    reg writing1 = 1'b0;
    reg setting1 = 1'b0;
    reg writing = 1'b0;
    reg setting = 1'b0;
    reg [8:0] cleared = 9'd0;
    reg [15:0] count = 16'hffff;
    reg at_end = 1'b1;
    reg valid = 1'b0;
    reg [2:0] verdict = 3'd0;

    wire lane_judged;
    wire [2:0] lane_verdict;

    wire clearing = 1'b0;
    wire we = 1'b0;
    wire [7:0] wa = {1'd0, set_addr} << 1;
    wire [15:0] wd = set_data[15:0];
    assign pcf_clearing = clearing;
    // The decimator counts up, from the complement of the
    // period, to all ones but the lowest bit: then one passes.
    // Period 0 begins there, too.
    wire judged = lane_judged;
    wire counts = judged & ~(|lane_verdict);
    wire full = at_end;
    wire renews = set_decim | full;
    wire [15:0] less = renews ? 16'd0 : minus_one;
    wire [15:0] more = count - less;
    assign pcf_valid = valid;
    assign pcf_verdict = verdict;

    treetap_profiler_nano_lane u_lane (
        .clk(clk),
        .rst(rst),
        .valid(rec_valid),
        .trap(rec_trap),
        .class_(rec_class),
        .pc(rec_pc),
        .fen(cfg_fen),
        .class_en(cfg_class_en),
        .f1_hsel(cfg_f1_hsel),
        .f1_mask(cfg_f1_mask),
        .f1_match(cfg_f1_match),
        .f2_hsel(cfg_f2_hsel),
        .we(we),
        .wa(wa),
        .wd(wd),
        .clearing(clearing),
        .judged(lane_judged),
        .verdict(lane_verdict)
    );

    always @(posedge clk) begin
        if (set_decim | counts) begin
            count <= more;
            at_end <= count == last;
            if (renews) begin
                count <= ~cfg_decim;
                at_end <= ~(|cfg_decim[15:1]);
            end
        end
        valid <= judged;
        verdict <= lane_verdict;
        if (counts & ~full) verdict <= decim_code;
        if (rst) begin
            writing1 <= 1'b0;
            writing <= 1'b0;
            cleared <= 9'd0;
            count <= 16'hffff;
            at_end <= 1'b1;
            valid <= 1'b0;
        end
    end
endmodule

// Which events count: none, all, those of a burst, every n-th, a random share.
// docs/reference/burst.md has the rules.
module treetap_profiler_nano_burst #(
    parameter [2:0] always_mode = 3'd1,
    parameter [2:0] external_mode = 3'd2,
    parameter [2:0] periodic_mode = 3'd3,
    parameter [2:0] random_mode = 3'd4,
    parameter [31:0] taps = 32'h80200003,
    parameter [23:0] minus_one = 24'hffffff
) (
    input  wire        clk,
    input  wire        rst,
    // a record, whether it is a check, the first of a procedure,
    // an event; whether the event counts; the state of bursts
    input  wire        burst_valid,
    input  wire        burst_trap,
    input  wire        burst_chk,
    input  wire        burst_entry,
    input  wire        burst_ev,
    output wire        burst_take,
    output wire        burst_samp,
    output wire        burst_start,
    output wire [31:0] burst_id,
    // begin and end a burst from outside; an interval begins
    input  wire        ext_on,
    input  wire        ext_off,
    input  wire        ext_tick,
    // mode, period, chance, checks between and in bursts
    input  wire [2:0]  cfg_burst_mode,
    input  wire [23:0] cfg_period,
    input  wire [16:0] cfg_pthr,
    input  wire [23:0] cfg_ncheck0,
    input  wire [23:0] cfg_ninstr0,
    input  wire        cfg_entry_post,
    input  wire        cfg_by_chance,
    // mode or seed was written
    input  wire        set_burst,
    input  wire        set_seed,
    input  wire [31:0] set_data,
    // one of the counters
    input  wire [2:0]  stat_which,
    output wire [31:0] stat_count
);
    reg on = 1'b0;
    reg [23:0] left = 24'd0;
    reg [31:0] lfsr = 32'd1;
    reg hits0 = 1'b0;
    reg sown0 = 1'b0;
    reg at_end0 = 1'b1;

    reg [23:0] after_rest;
    reg [23:0] after_burst;

    wire event_ = burst_valid & burst_ev & ~burst_trap;
    // What the host wrote.
    wire set = set_burst;
    wire always_ = cfg_burst_mode == always_mode;
    wire external = cfg_burst_mode == external_mode;
    wire periodic = cfg_burst_mode == periodic_mode;
    wire chance = cfg_burst_mode == random_mode;
    wire arnold = 1'b0;
    wire bursty = 1'b0;
    wire interval = 1'b0;
    wire of_checks = arnold | bursty;
    wire entry_post = cfg_entry_post;
    always @* begin
        // What is left anew: after a rest and after a burst. 0 checks
        // are infinitely many, a period of 0 ends as one of 1 does.
        after_rest = cfg_period;
        after_burst = after_rest;
        if (arnold | bursty) begin
            after_rest = cfg_ninstr0;
            if (arnold) after_rest = 24'd1;
            after_burst = cfg_ncheck0;
        end
    end
    // What is left until something happens: events, intervals or checks.
    wire due = at_end0;
    wire counts = event_ & periodic;
    wire draws = event_ & chance;
    wire turns = 1'b0;
    // A state that ends gives way to the other one.
    wire rests = ~on & ~set;
    wire [23:0] again = rests ? after_rest : after_burst;
    wire renews = due | set;
    wire [23:0] down = renews ? 24'd0 : minus_one;
    wire [23:0] fewer = left + down;
    // Chance: the generator moves with every event or interval of its mode, and the new state decides.
    wire [31:0] shifted = lfsr[0] ? ((lfsr >> 1) ^ taps) : (lfsr >> 1);
    // The event in the cycle after a seed was written has none of it.
    wire moves = draws & ~sown0;
    // What it will decide is known a cycle ahead.
    wire hit = hits0;
    wire [31:0] twice = shifted[0] ? ((shifted >> 1) ^ taps) : (shifted >> 1);
    // Bursts. What comes from outside counts from the next cycle on, and off wins.
    assign burst_samp = always_ | ((external | of_checks | interval) & on);
    // The state after the record's own check, and the one that it is judged by.
    wire checked = burst_samp ^ turns;
    wire judged = (entry_post & burst_entry) ? checked : burst_samp;
    wire goes_on = external & ~ext_off & (ext_on | on);
    wire begins = goes_on & ~set & ~on;
    assign burst_start = begins;
    assign burst_id = 32'd0;
    wire take = event_ & (judged | (periodic & due) | (chance & hit));
    assign burst_take = take;
    assign stat_count = 32'd0;

    always @(posedge clk) begin
        if (counts | set) begin
            left <= fewer;
            if (renews) left <= again;
        end
        // Whether one is left is known with the number.
        if (counts | set) begin
            at_end0 <= left == 24'd2;
            if (renews) at_end0 <= (again & ~24'd1) == 24'd0;
        end
        if (rst) at_end0 <= 1'b1;
        if (moves) lfsr <= shifted;
        hits0 <= {1'd0, shifted[15:0]} < cfg_pthr;
        if (moves) hits0 <= {1'd0, twice[15:0]} < cfg_pthr;
        sown0 <= set_seed;
        if (set_seed) begin
            lfsr <= set_data;
            if (~(|set_data)) lfsr <= 32'd1;
        end
        on <= goes_on & ~set;
        if (rst) begin
            on <= 1'b0;
            left <= 24'd0;
            lfsr <= 32'd1;
        end
    end
endmodule

// Where the record that is here goes: filters, selection and bursts joined. docs/reference/profiler.md P1.
module treetap_profiler_nano_verdict #(
    parameter [2:0] pass_code = 3'd0,
    parameter [2:0] trap_code = 3'd1,
    parameter [2:0] class_code = 3'd2,
    parameter [2:0] pc1_code = 3'd3,
    parameter [2:0] pc2_code = 3'd4,
    parameter [2:0] decim_code = 3'd5,
    parameter [3:0] clear_code = 4'd1
) (
    input  wire       clk,
    input  wire       rst,
    // the filters' verdict
    input  wire       pcf_valid,
    input  wire [2:0] pcf_verdict,
    // the record came while the gate was shut
    input  wire       gate_shut,
    // its mark; whether it stays
    input  wire       sel_mark,
    // what the map of checks says of it; it is being cleared
    input  wire       chk_mute,
    // its mark; whether it stays
    output wire       sel_pass,
    // the sampler's question and answer
    output wire       burst_ev,
    input  wire       burst_take,
    // counters
    output wire       step_retired,
    output wire       step_trap,
    output wire       step_rej_gate,
    output wire       step_rej_class,
    output wire       step_rej_pc1,
    output wire       step_rej_pc2,
    output wire       step_rej_dec,
    output wire       step_rej_select,
    output wire       step_rej_burst,

    input  wire       cfg_enable,
    // records that leave the sample buffer
    input  wire       smp_valid,
    output wire       smp_ready,
    // events for the engine
    output wire       ev_valid,
    input  wire       ev_ready,
    // static; take retirements whether there is room or not
    input  wire       ret_always,
    // the sample buffer has room for what is under way
    input  wire       ready,
    // what the tap sees of that
    output wire       buffer_ready,
    // hold the core back
    output wire       ret_stall,

    input  wire [3:0] stat_stall,
    // the filters' verdict
    input  wire       pcf_clearing,

    input  wire       ann_clearing,
    // what the map of checks says of it; it is being cleared
    input  wire       map_clearing,

    output wire       stat_clearing,
    // counters
    input  wire       step_drop_full,
    input  wire       step_drop_off,

    output wire       flag_dropped
);
    reg offered = 1'b0;

    wire passed = pcf_valid & (pcf_verdict == pass_code);
    wire marked = sel_mark & ~chk_mute;
    assign burst_ev = passed & marked;
    assign sel_pass = passed & burst_take;
    assign step_retired = pcf_valid;
    // The filters reject what came while the gate was shut, but for traps; all of it has one place here.
    wire judged = pcf_valid & ~gate_shut;
    assign step_rej_gate = pcf_valid & gate_shut;
    assign step_trap = judged & (pcf_verdict == trap_code);
    assign step_rej_class = judged & (pcf_verdict == class_code);
    assign step_rej_pc1 = pcf_valid & (pcf_verdict == pc1_code);
    assign step_rej_pc2 = pcf_valid & (pcf_verdict == pc2_code);
    assign step_rej_dec = pcf_valid & (pcf_verdict == decim_code);
    assign step_rej_select = passed & ~marked;
    assign step_rej_burst = passed & marked & ~burst_take;
    assign flag_dropped = step_drop_full | step_drop_off;
    // An event that was offered stays so until it is taken, whatever the switch does meanwhile.
    wire offer = smp_valid & (cfg_enable | offered);
    assign ev_valid = offer;
    assign smp_ready = offer & ev_ready;
    assign buffer_ready = ready | ret_always;
    assign ret_stall = ~ready;
    assign stat_clearing = pcf_clearing | map_clearing | ann_clearing | (stat_stall == clear_code);

    always @(posedge clk) begin
        offered <= offer & ~ev_ready & ~rst;
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_profiler_nano_fast_ram_re #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire             re,
    input  wire [ADDR-1:0]  ra,
    output reg  [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];

    always @(posedge clk) begin
        if (we) mem[wa] <= wd;
`ifdef SYNTHESIS
        if (re) rd <= mem[ra];
`else
        if (re) rd <= (we && wa == ra) ? ~wd : mem[ra];
`endif
    end
endmodule

// Queue of records, and 16 bits beside each; drops the newest when it is full.
// A record fills as many banks as it has lanes; one candidate and one record per cycle.
module treetap_profiler_nano_sample_buffer #(
    parameter [1:0] codes = 2'd0,
    parameter [1:0] banks_all = 2'd0,
    parameter [1:0] bank_bits = 2'd0,
    parameter [2:0] flight_bits = 3'd4,
    parameter [3:0] full_bit = 4'd8,
    parameter [31:0] one_lane = 32'hffffffff,
    parameter [31:0] two_lanes = 32'hffffffff
) (
    input  wire        clk,
    input  wire        rst,
    // a candidate; there is no ready
    input  wire        cand_valid,
    input  wire [31:0] cand_lanes,
    input  wire [15:0] cand_side,
    input  wire [31:0] cand_ord,
    // lanes of a record, log2; whether the tap is stopped in
    // time; whether candidates are dropped while run is low
    input  wire [1:0]  cfg_stride,
    input  wire        cfg_lossless,
    input  wire        cfg_freeze,

    input  wire        run,
    // remove one record per cycle; what is on offer is withdrawn
    input  wire        flush,
    // the tap may go on
    output wire        ready,
    // records, the oldest first
    output wire        smp_valid,
    input  wire        smp_ready,
    output wire [31:0] smp_rec,
    output wire [15:0] smp_side,
    // records in the buffer
    output reg  [8:0]  occ,
    // what happens in this cycle, for the counters
    output wire        step_acc,
    output wire        step_drop_full,
    output wire        step_drop_off,
    output wire        step_popped,
    output wire        step_flushed,
    // what enters, for traces
    output wire        acc_valid,
    output wire [31:0] acc_ord
);
    reg [7:0] write = 8'd0;
    reg [7:0] read = 8'd0;
    reg [8:0] lanes = 9'd0;
    reg [1:0] from = 2'd0;
    reg offered = 1'b0;

    reg [8:0] stride;
    reg [7:0] advance;
    reg [1:0] bank_mask;
    reg [31:0] all;
    reg [6:0] at;
    wire [31:0] banks0_rd;
    reg [8:0] lanes_next;
    reg lanes_en;

    // Lanes of a record.
    wire [1:0] code = cfg_stride & codes;
    always @* begin
        stride = 9'd1;
        advance = 8'd1;
        bank_mask = banks_all;
        occ = lanes;
        if (code[1]) begin
            stride = 9'd4;
            advance = 8'd4;
            bank_mask = 2'd0;
            occ = lanes >> 2;
        end else if (code[0]) begin
            stride = 9'd2;
            advance = 8'd2;
            bank_mask = banks_all & 2'd2;
            occ = lanes >> 1;
        end
    end
    // A candidate enters where there is room, unless nobody is there to take it.
    wire full = lanes[full_bit];
    wire off = ~run & cfg_freeze & ~cfg_lossless;
    wire accept = cand_valid & ~off & ~full;
    assign step_acc = accept;
    assign step_drop_full = cand_valid & ~off & full;
    assign step_drop_off = cand_valid & off;
    assign acc_valid = accept;
    assign acc_ord = cand_ord;
    // With room for all that may be under way the tap goes on.
    wire [8:0] margin = stride << flight_bits;
    wire [8:0] reserved = lanes + margin;
    assign ready = ~cfg_lossless | ((run | ~cfg_freeze) & ~reserved[full_bit]);
    // The oldest record is fetched as soon as the one before it leaves.
    wire stored = (read != write) | (full & ~offered);
    wire leave = offered & (smp_ready | flush);
    wire fetch = stored & (~offered | leave);
    assign smp_valid = offered & ~flush;
    assign step_popped = offered & smp_ready & ~flush;
    assign step_flushed = offered & flush;
    wire [8:0] change = leave ? (~stride + 9'd1) : stride;
    wire [7:0] banks0_ra = read >> bank_bits;
    wire [7:0] banks0_wa = write >> bank_bits;
    wire [1:0] other0 = (write[1:0] ^ 2'd0) & bank_mask;
    wire banks0_we = accept & ~(|other0);
    wire [31:0] word = banks0_rd;
    always @* begin
        // Payload: each bank has one lane in as many as there are banks.
        all = 32'd0;
        at = 7'd0;
        all = all | (word << at);
        at = at + 7'd32;
    end
    wire [6:0] first = {5'd0, from} << 5;
    wire [31:0] mine = all >> first;
    assign smp_rec = code[1] ? mine : code[0] ? (mine & two_lanes) : (mine & one_lane);
    always @* begin
        lanes_en = accept ^ leave;
        lanes_next = lanes + change;
        if (rst) begin
            lanes_next = 9'd0;
            lanes_en = 1'b1;
        end
    end

    treetap_profiler_nano_fast_ram_re #(.WIDTH(32), .ADDR(8)) u_banks0 (
        .clk(clk),
        .re(fetch),
        .ra(banks0_ra),
        .rd(banks0_rd),
        .we(banks0_we),
        .wa(banks0_wa),
        .wd(cand_lanes)
    );

    treetap_profiler_nano_fast_ram_re #(.WIDTH(16), .ADDR(8)) u_sides (
        .clk(clk),
        .re(fetch),
        .ra(read),
        .rd(smp_side),
        .we(accept),
        .wa(write),
        .wd(cand_side)
    );

    always @(posedge clk) begin
        if (accept) write <= write + advance;
        offered <= fetch | (offered & ~leave);
        if (fetch) begin
            read <= read + advance;
            from <= read[1:0] & bank_mask;
        end
        if (rst) begin
            write <= 8'd0;
            read <= 8'd0;
            offered <= 1'b0;
        end
        if (lanes_en) lanes <= lanes_next;
    end
endmodule

// Steps of one counter since its last visit, which takes them and leaves those of its own cycle.
module treetap_profiler_nano_lately (
    input  wire       clk,
    input  wire       step,
    input  wire       visit,
    output wire [3:0] steps
);
    reg odd = 1'b0;
    reg [2:0] rest = 3'd0;

    assign steps = ({1'd0, rest} << 1) | {3'd0, odd};

    always @(posedge clk) begin
        if (step | visit) odd <= step & (visit | ~odd);
        if (step | visit) rest <= visit ? 3'd0 : (rest + {2'd0, odd});
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_profiler_nano_fast_ram #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output reg  [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];

    always @(posedge clk) begin
        if (we) mem[wa] <= wd;
`ifdef SYNTHESIS
        rd <= mem[ra];
`else
        rd <= (we && wa == ra) ? ~wd : mem[ra];
`endif
    end
endmodule

// Fifteen 32-bit counters in block RAM, any of which may
// step in any cycle: each has a few bits of its own for
// its steps, and the counters are visited in turn, one a cycle: read, the steps added, written.
module treetap_profiler_nano_counters #(
    parameter [3:0] last_place = 4'd14,
    parameter [3:0] zero_word = 4'd15,
    parameter [14:0] everybody = 15'h7fff
) (
    input  wire        clk,
    input  wire        rst,
    // what happens in this cycle; the order is that of the addresses
    input  wire        step_retired,
    input  wire        step_trap,
    input  wire        step_rej_class,
    input  wire        step_rej_pc1,
    input  wire        step_rej_pc2,
    input  wire        step_rej_dec,
    input  wire        step_rej_select,
    input  wire        step_rej_burst,
    input  wire        step_cand,
    input  wire        step_acc,
    input  wire        step_drop_full,
    input  wire        step_drop_off,
    input  wire        step_popped,
    input  wire        step_flushed,
    input  wire        step_rej_gate,
    // zero all; cnt_cleared is low from the next cycle on until that is done
    input  wire        cnt_clear,
    // no counter is left to be zeroed
    output wire        cnt_cleared,
    // hold it and cnt_addr until cnt_valid, at most 32 cycles
    input  wire        cnt_read,

    input  wire [3:0]  cnt_addr,
    output wire        cnt_valid,
    output wire [31:0] cnt_data
);
    reg clearing = 1'b1;
    reg start = 1'b1;
    reg [14:0] stepped = 15'd0;
    reg [14:0] round = 15'd0;
    reg [3:0] place = 4'd0;
    reg [3:0] adding_at = 4'd0;
    reg [3:0] writing_at = 4'd0;
    reg [3:0] steps = 4'd0;
    reg adding = 1'b0;
    reg writing = 1'b0;
    reg [31:0] sum = 32'd0;

    reg [3:0] taken;
    wire [3:0] lately0_steps;
    wire [3:0] lately1_steps;
    wire [3:0] lately2_steps;
    wire [3:0] lately3_steps;
    wire [3:0] lately4_steps;
    wire [3:0] lately5_steps;
    wire [3:0] lately6_steps;
    wire [3:0] lately7_steps;
    wire [3:0] lately8_steps;
    wire [3:0] lately9_steps;
    wire [3:0] lately10_steps;
    wire [3:0] lately11_steps;
    wire [3:0] lately12_steps;
    wire [3:0] lately13_steps;
    wire [3:0] lately14_steps;
    wire [31:0] words_rd;

    wire clear = cnt_clear | rst;
    wire [14:0] now = {14'd0, step_retired} | ({14'd0, step_trap} << 1) | ({14'd0, step_rej_class} << 2)
            | ({14'd0, step_rej_pc1} << 3) | ({14'd0, step_rej_pc2} << 4) | ({14'd0, step_rej_dec} << 5)
            | ({14'd0, step_rej_select} << 6) | ({14'd0, step_rej_burst} << 7) | ({14'd0, step_cand} << 8)
            | ({14'd0, step_acc} << 9) | ({14'd0, step_drop_full} << 10) | ({14'd0, step_drop_off} << 11)
            | ({14'd0, step_popped} << 12) | ({14'd0, step_flushed} << 13) | ({14'd0, step_rej_gate} << 14);
    wire last = round[last_place];
    always @* begin
        taken = 4'd0;
        if (round[0]) taken = taken | lately0_steps;
        if (round[1]) taken = taken | lately1_steps;
        if (round[2]) taken = taken | lately2_steps;
        if (round[3]) taken = taken | lately3_steps;
        if (round[4]) taken = taken | lately4_steps;
        if (round[5]) taken = taken | lately5_steps;
        if (round[6]) taken = taken | lately6_steps;
        if (round[7]) taken = taken | lately7_steps;
        if (round[8]) taken = taken | lately8_steps;
        if (round[9]) taken = taken | lately9_steps;
        if (round[10]) taken = taken | lately10_steps;
        if (round[11]) taken = taken | lately11_steps;
        if (round[12]) taken = taken | lately12_steps;
        if (round[13]) taken = taken | lately13_steps;
        if (round[14]) taken = taken | lately14_steps;
    end
    wire [3:0] words_ra = clearing ? zero_word : place;
    // Third cycle: the sum is written, and whoever wants the counter
    // has it. First of all the word that is always 0 is written.
    wire words_we = writing | start;
    wire [3:0] words_wa = start ? zero_word : writing_at;
    assign cnt_valid = cnt_read & ((writing & (writing_at == cnt_addr)) | (cnt_addr > last_place));
    assign cnt_data = sum;
    assign cnt_cleared = ~clearing;

    treetap_profiler_nano_lately u_lately0 (
        .clk(clk),
        .step(stepped[0]),
        .visit(round[0]),
        .steps(lately0_steps)
    );

    treetap_profiler_nano_lately u_lately1 (
        .clk(clk),
        .step(stepped[1]),
        .visit(round[1]),
        .steps(lately1_steps)
    );

    treetap_profiler_nano_lately u_lately2 (
        .clk(clk),
        .step(stepped[2]),
        .visit(round[2]),
        .steps(lately2_steps)
    );

    treetap_profiler_nano_lately u_lately3 (
        .clk(clk),
        .step(stepped[3]),
        .visit(round[3]),
        .steps(lately3_steps)
    );

    treetap_profiler_nano_lately u_lately4 (
        .clk(clk),
        .step(stepped[4]),
        .visit(round[4]),
        .steps(lately4_steps)
    );

    treetap_profiler_nano_lately u_lately5 (
        .clk(clk),
        .step(stepped[5]),
        .visit(round[5]),
        .steps(lately5_steps)
    );

    treetap_profiler_nano_lately u_lately6 (
        .clk(clk),
        .step(stepped[6]),
        .visit(round[6]),
        .steps(lately6_steps)
    );

    treetap_profiler_nano_lately u_lately7 (
        .clk(clk),
        .step(stepped[7]),
        .visit(round[7]),
        .steps(lately7_steps)
    );

    treetap_profiler_nano_lately u_lately8 (
        .clk(clk),
        .step(stepped[8]),
        .visit(round[8]),
        .steps(lately8_steps)
    );

    treetap_profiler_nano_lately u_lately9 (
        .clk(clk),
        .step(stepped[9]),
        .visit(round[9]),
        .steps(lately9_steps)
    );

    treetap_profiler_nano_lately u_lately10 (
        .clk(clk),
        .step(stepped[10]),
        .visit(round[10]),
        .steps(lately10_steps)
    );

    treetap_profiler_nano_lately u_lately11 (
        .clk(clk),
        .step(stepped[11]),
        .visit(round[11]),
        .steps(lately11_steps)
    );

    treetap_profiler_nano_lately u_lately12 (
        .clk(clk),
        .step(stepped[12]),
        .visit(round[12]),
        .steps(lately12_steps)
    );

    treetap_profiler_nano_lately u_lately13 (
        .clk(clk),
        .step(stepped[13]),
        .visit(round[13]),
        .steps(lately13_steps)
    );

    treetap_profiler_nano_lately u_lately14 (
        .clk(clk),
        .step(stepped[14]),
        .visit(round[14]),
        .steps(lately14_steps)
    );

    treetap_profiler_nano_fast_ram #(.WIDTH(32), .ADDR(4)) u_words (
        .clk(clk),
        .ra(words_ra),
        .rd(words_rd),
        .we(words_we),
        .wa(words_wa),
        .wd(sum)
    );

    always @(posedge clk) begin
        stepped <= now;
        // First cycle of a visit: the counter is read, and the steps are taken. After a
        // reset or clear all that stepped before is forgotten: everybody is visited at once.
        start <= 1'b0;
        round <= round << 1;
        place <= place + 4'd1;
        if (start | last) begin
            round <= 15'd1;
            place <= 4'd0;
        end
        if (last & ~start) clearing <= 1'b0;
        steps <= taken;
        adding <= ~start;
        adding_at <= place;
        writing_at <= adding_at;
        writing <= adding;
        // Second cycle: they are added.
        sum <= words_rd + {28'd0, steps};
        if (clear) begin
            clearing <= 1'b1;
            start <= 1'b1;
            round <= everybody;
            stepped <= 15'd0;
            sum <= 32'd0;
            adding <= 1'b0;
            writing <= 1'b0;
        end
    end
endmodule

// Order of commands among events, and why an event waits.
module treetap_profiler_nano_order #(
    parameter [3:0] clear_code = 4'd1,
    parameter [3:0] command_code = 4'd2,
    parameter [3:0] queue_code = 4'd7
) (
    input  wire       clk,
    input  wire       rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire       ev_valid,
    output wire       ev_ready,
    // commands; ready when finished
    input  wire       cmd_valid,
    output wire       cmd_ready,
    input  wire [1:0] cmd_op,
    // events to the coalescer or the input register
    output wire       front_valid,
    input  wire       front_ready,
    // the operation of the command on what has coalesced
    output wire       flush_valid,
    input  wire       flush_ready,
    // an event waits in the queue
    input  wire       queue_waiting,
    // the command to the engine, and the state of the engine
    output wire       engine_cmd_valid,
    input  wire       engine_cmd_ready,
    input  wire       engine_ready,
    input  wire [3:0] engine_stall,
    input  wire       engine_clearing,
    // statistics and status
    output reg  [3:0] stat_stall
);
    reg flushed = 1'b0;

    // Events enter once the memories are clear, and not beside a command.
    wire command = cmd_valid & (|cmd_op);
    wire open = ~engine_clearing & ~command;
    assign front_valid = ev_valid & open;
    assign ev_ready = front_ready & open;
    // A command: flush, wait until the queue is empty, hand over.
    assign flush_valid = command & ~flushed;
    assign engine_cmd_valid = command & flushed & ~queue_waiting;
    assign cmd_ready = engine_cmd_ready | ~(|cmd_op);
    always @* begin
        // The engine's reason while it is not ready, else what lies before it.
        stat_stall = queue_code;
        if (engine_clearing) begin
            stat_stall = clear_code;
        end else if (command) begin
            stat_stall = command_code;
        end else if (~engine_ready) begin
            stat_stall = engine_stall;
        end
    end

    always @(posedge clk) begin
        if (flush_ready) flushed <= 1'b1;
        if (engine_cmd_ready | rst) flushed <= 1'b0;
    end
endmodule

// Counts the cycles with step high; saturates at the largest value, of which near says that it is
// at most one away. near may be late by a cycle: it matters for odd values only, and there it is right.
module treetap_profiler_nano_tally (
    input  wire        clk,
    input  wire        clear,
    input  wire        step,
    output wire [31:0] count
);
    reg [31:0] total = 32'd0;
    reg near = 1'b0;

    assign count = total;

    always @(posedge clk) begin
        near <= ~(|(~total >> 1));
        if (step & ~(near & total[0])) total <= total + 32'd1;
        if (clear) total <= 32'd0;
    end
endmodule

// Direct-mapped coalescing buffer: sums the weights of repeated keys, one event in two cycles.
// An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
module treetap_profiler_nano_coalescer #(
    parameter [7:0] e = 8'd8
) (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // operation on all entries (1 send and empty, 2 empty and reset, 3 both); ready when finished
    input  wire        flush_valid,
    output reg         flush_ready,
    input  wire [1:0]  flush_op,
    // largest weight of an entry, sampled at reset and by operations 2 and 3
    input  wire [15:0] cfg_weight_max,
    // coalesced events
    output wire        out_valid,
    input  wire        out_ready,
    output wire [31:0] out_key,
    output wire [15:0] out_weight,
    // events of weight 0 since reset, saturating
    output wire [31:0] stat_zero_weight
);
    localparam [1:0] State_Wipe = 2'd0;
    localparam [1:0] State_Read = 2'd1;
    localparam [1:0] State_Look = 2'd2;
    localparam [1:0] State_Drain = 2'd3;

    reg [1:0] state;
    reg flushing = 1'b0;
    reg requested = 1'b0;
    reg [8:0] position = 9'd0;
    reg [15:0] not_weight_max = 16'd0;
    reg [16:0] excess = 17'd0;
    reg [15:0] sum = 16'd0;
    reg zero = 1'b0;
    reg equal_high = 1'b0;
    reg equal_low = 1'b0;
    reg used = 1'b0;
    reg fits = 1'b0;
    reg leaving = 1'b0;
    reg ignored = 1'b0;
    reg offered = 1'b0;
    reg writes = 1'b0;
    reg erases = 1'b0;
    reg [7:0] place = 8'd0;
    reg [31:0] key = 32'd0;
    reg [15:0] weight = 16'd0;
    reg [31:0] offered_key = 32'd0;
    reg [15:0] offered_weight = 16'd0;

    reg [7:0] event_index;
    reg [31:0] rest;
    reg restart;
    wire [47:0] entries_rd;

    wire free = ~offered | out_ready;
    // The event taken in the cycle before: its entry takes it, or leaves.
    wire hit = equal_high & equal_low & fits;
    wire moved = used & ~hit;
    wire [15:0] new_weight = (hit & used) ? sum : erases ? 16'd0 : weight;
    wire [47:0] entries_wd = ({16'd0, key} << 16) | {32'd0, new_weight};
    wire leaves = moved | leaving;
    wire stuck = leaves & offered;
    always @* begin
        // The entry of the event, or of the position.
        event_index = 8'd0;
        rest = ev_key;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
    end
    wire [7:0] index = flushing ? position[7:0] : event_index;
    // Four bits of the index are enough to tell nearly all entries apart, and sooner.
    wire behind = writes & (event_index[3:0] == place[3:0]) & ~flushing;
    wire read = (state == State_Read) & ~stuck;
    wire [31:0] entry_key = entries_rd[47:16];
    wire [15:0] entry_weight = entries_rd[15:0];
    wire [31:0] differing = entry_key ^ ev_key;
    wire [16:0] beyond = {1'd0, entry_weight} + {1'd0, excess[15:0]};
    assign ev_ready = (state == State_Look) & ~flushing & ~flush_valid;
    wire taking = flushing | (~flush_valid & ~zero);
    wire writing = (state == State_Look) & taking;
    always @* begin
        flush_ready = 1'b0;
        restart = 1'b0;
        case (state)
            State_Wipe: restart = 1'b1;
            State_Read: ;
            State_Look: ;
            default /* State_Drain */: begin
                restart = flush_op[1];
                if (~offered) flush_ready = 1'b1;
            end
        endcase
    end
    // Under way; and asked for, not by a reset.
    wire request = (state == State_Read) & flush_valid & ~stuck & ~position[e[3:0]];
    wire wiped = (state == State_Wipe) & position[e[3:0]] & ~requested;
    assign out_valid = offered;
    assign out_key = offered_key;
    assign out_weight = offered_weight;

    treetap_profiler_nano_fast_ram_re #(.WIDTH(48), .ADDR(8)) u_entries (
        .clk(clk),
        .re(read),
        .ra(index),
        .rd(entries_rd),
        .we(writes),
        .wa(place),
        .wd(entries_wd)
    );

    treetap_profiler_nano_tally u_zeros (
        .clk(clk),
        .clear(restart),
        .step(ignored),
        .count(stat_zero_weight)
    );

    always @(posedge clk) begin
        leaving <= leaves & ~free;
        // The event and its index are the same in both of its cycles.
        key <= ev_key;
        weight <= ev_weight;
        place <= index;
        // While the entry is read: weight - limit - 1, modulo
        // 2^16. When it is here: how it relates to the event.
        excess <= {1'd0, not_weight_max} + {1'd0, ev_weight};
        zero <= ~(|ev_weight);
        equal_high <= ~(|(differing >> 16));
        equal_low <= ~(|differing[15:0]);
        fits <= ~beyond[16] & ~excess[16] & ~flushing;
        sum <= entry_weight + ev_weight;
        writes <= (state == State_Wipe) | writing;
        used <= (|entry_weight) & writing;
        erases <= flushing;
        ignored <= ev_ready & zero;
        case (state)
            State_Wipe: begin
                position <= position + 9'd1;
                if (position[e[3:0]]) begin
                    if (requested) begin
                        state <= State_Drain;
                    end else begin
                        position <= 9'd0;
                        state <= State_Read;
                    end
                end
            end
            State_Read: begin
                if (stuck) begin
                    state <= State_Read;
                end else if (position[e[3:0]]) begin
                    state <= State_Drain;
                end else if (flush_valid) begin
                    if (~flush_op[0]) begin
                        state <= State_Wipe;
                    end else if (flushing) begin
                        state <= State_Look;
                    end
                end else if (ev_valid & ~behind) begin
                    state <= State_Look;
                end
            end
            State_Look: begin
                state <= State_Read;
                if (flushing) position <= position + 9'd1;
            end
            default /* State_Drain */: begin
                position <= 9'd0;
                if (~offered) state <= State_Read;
            end
        endcase
        flushing <= (flushing | request) & ~wiped & ~flush_ready;
        requested <= (requested | request) & ~flush_ready;
        // Output register.
        if (free) begin
            offered <= leaves;
            offered_key <= entry_key;
            offered_weight <= entry_weight;
        end
        if (restart) not_weight_max <= ~cfg_weight_max;
        if (rst) begin
            state <= State_Wipe;
            flushing <= 1'b1;
            requested <= 1'b0;
            position <= 9'd0;
            leaving <= 1'b0;
            offered <= 1'b0;
            writes <= 1'b0;
            used <= 1'b0;
        end
    end
endmodule

// Where the walker stands, and the pointers of the tree.
module treetap_profiler_nano_cursor #(
    parameter [4:0] aw = 5'd9
) (
    input  wire       clk,
    // where it goes; it stays without
    input  wire       follow,
    input  wire       leap,
    input  wire       rise,
    input  wire       grow,
    input  wire       visit,
    input  wire [8:0] slot,
    input  wire [8:0] place,
    input  wire [1:0] place_digit,
    // what is there
    input  wire [8:0] free,
    input  wire [1:0] child_digit,

    input  wire       pick,
    // what is there
    input  wire [1:0] digit_next,
    // writes {link, free} to the pointer at hand, with link {digit, node} to the place of free
    input  wire       write,
    input  wire       link,
    // where it is
    output wire [8:0] node,
    output wire [1:0] digit,
    // where it is in the next cycle
    output wire [8:0] base,
    // the pointer at hand
    output wire       present,
    output wire [8:0] child
);
    reg [8:0] here = 9'd0;
    reg [1:0] side = 2'd0;

    reg [8:0] aside;
    reg [8:0] far;
    reg [1:0] far_digit;
    wire [9:0] pointers_rd;
    wire [10:0] places_rd;

    assign present = pointers_rd[aw[3:0]];
    assign child = pointers_rd[8:0];
    always @* begin
        far = place;
        far_digit = place_digit;
        if (rise) begin
            far = places_rd[8:0];
            far_digit = places_rd[aw[3:0] +: 2];
        end
    end
    always @* begin
        // The pointer at hand comes from the memory: it decides last.
        aside = here;
        if (grow) aside = free;
        if (visit) aside = slot;
        if (leap) aside = far;
    end
    wire down = follow & present;
    wire [8:0] target = down ? child : aside;
    wire [1:0] read_digit = (down | pick) ? child_digit : leap ? far_digit : digit_next;
    assign node = here;
    assign digit = side;
    assign base = target;
    // What is written is always the head of the free list.
    wire [10:0] pointers_ra = ({2'd0, target} << 2) | {9'd0, read_digit};
    wire [10:0] pointers_wa = ({2'd0, here} << 2) | {9'd0, side};
    wire [9:0] pointers_wd = {1'd0, free} | ({9'd0, link} << aw);
    wire [10:0] places_wd = {2'd0, here} | ({9'd0, side} << aw);

    treetap_profiler_nano_fast_ram #(.WIDTH(10), .ADDR(11)) u_pointers (
        .clk(clk),
        .ra(pointers_ra),
        .rd(pointers_rd),
        .we(write),
        .wa(pointers_wa),
        .wd(pointers_wd)
    );

    treetap_profiler_nano_fast_ram #(.WIDTH(11), .ADDR(9)) u_places (
        .clk(clk),
        .ra(target),
        .rd(places_rd),
        .we(link),
        .wa(free),
        .wd(places_wd)
    );

    always @(posedge clk) begin
        here <= target;
        side <= read_digit;
    end
endmodule

// Memory of the nodes' own counts, 16 bits at a time.
module treetap_profiler_nano_counts #(
    parameter [1:0] part_bits = 2'd1,
    parameter [1:0] part_mask = 2'd1
) (
    input  wire        clk,
    // the part to read, and the one read in the cycle before
    input  wire [8:0]  read_node,
    input  wire [1:0]  read_part,
    output wire [15:0] data,
    // writes all parts of a count, one in each cycle
    input  wire [8:0]  node,
    input  wire        keep,
    input  wire        kept,
    input  wire [15:0] sum,
    input  wire        put,
    // writes one part
    input  wire        clear,
    input  wire [1:0]  digit
);
    reg following0 = 1'b0;
    reg [8:0] at = 9'd0;

    reg rest;

    always @* begin
        rest = 1'b0;
        rest = rest | following0;
    end
    wire [1:0] part = clear ? (digit - 2'd1) : following0 ? 2'd1 : 2'd0;
    wire own_we = clear | put | rest;
    wire [8:0] target = (rest | kept) ? at : node;
    wire [9:0] own_ra = ({1'd0, read_node} << part_bits) | {8'd0, read_part & part_mask};
    wire [9:0] own_wa = ({1'd0, target} << part_bits) | {8'd0, part & part_mask};

    treetap_profiler_nano_fast_ram #(.WIDTH(16), .ADDR(10)) u_own (
        .clk(clk),
        .ra(own_ra),
        .rd(data),
        .we(own_we),
        .wa(own_wa),
        .wd(sum)
    );

    always @(posedge clk) begin
        following0 <= put;
        if (keep) at <= node;
    end
endmodule

// The threshold T and its ladder: one bit per cycle, least significant first.
module treetap_profiler_nano_ladder #(
    parameter [31:0] msb = 32'h80000000,
    parameter [31:0] largest = 32'hffffffff,
    parameter [5:0] last_place = 6'd31,
    parameter [5:0] first_write_place = 6'd4,
    parameter [5:0] last_write_place = 6'd36,
    parameter [5:0] highest = 6'd32,
    parameter [5:0] last_step = 6'd3,
    parameter [5:0] top_place = 6'd28,
    parameter [3:0] leading = 4'd8
) (
    input  wire        clk,
    input  wire        rst,
    // shift a new value in through serial_in, bit 0 first
    input  wire        load,
    // next value of the ladder; several steps
    input  wire        step,
    input  wire        far,
    // T becomes the largest value
    input  wire        open,
    // the next bit during a load
    input  wire        serial_in,
    // the bit of T at hand during a load, and its number
    output wire        serial_out,
    output wire [5:0]  position,
    // a pass is under way
    output wire        busy,
    // ~T
    output wire [31:0] inverted
);
    localparam [1:0] Pass_Idle = 2'd0;
    localparam [1:0] Pass_Load = 2'd1;
    localparam [1:0] Pass_Climb = 2'd2;
    localparam [1:0] Pass_Write = 2'd3;

    reg [1:0] pass;
    reg [31:0] value = 32'd0;
    reg [5:0] place = 6'd0;
    reg [3:0] top = 4'd0;
    reg [5:0] mark = 6'd0;
    reg loaded = 1'b0;
    reg passing = 1'b0;
    reg end_ = 1'b0;

    reg bit_in;
    reg shift;

    // What counts up to a value has reached it when it has all of its ones.
    assign serial_out = value[0];
    // The bits of the mantissa pass in the four places after the
    // mark. The bit that is written first falls out at the end.
    wire passes = (place[1:0] == mark[1:0]) ? ((place >> 2) == (mark >> 2)) : passing;
    always @* begin
        bit_in = serial_in;
        shift = 1'b1;
        case (pass)
            Pass_Idle: shift = 1'b0;
            Pass_Load: ;
            Pass_Climb: shift = 1'b0;
            default /* Pass_Write */: bit_in = end_ | (passing & top[0]);
        endcase
    end
    assign busy = ~(pass == Pass_Idle);
    assign position = place;
    assign inverted = ~value;

    always @(posedge clk) begin
        place <= place + 6'd1;
        loaded <= 1'b0;
        passing <= passes & (pass == Pass_Write);
        case (pass)
            Pass_Idle: begin
                place <= 6'd0;
                end_ <= 1'b0;
                if (load) begin
                    pass <= Pass_Load;
                end else if (step) begin
                    pass <= Pass_Climb;
                end
            end
            Pass_Load: begin
                loaded <= 1'b1;
                if ((place & last_place) == last_place) pass <= Pass_Idle;
            end
            Pass_Climb: begin
                if (~(&top)) begin
                    top <= top + 4'd1;
                end else if ((mark & highest) == highest) begin
                    end_ <= 1'b1;
                end else begin
                    top <= leading;
                    mark <= mark + 6'd1;
                end
                if (~far | ((place & last_step) == last_step)) begin
                    place <= first_write_place;
                    pass <= Pass_Write;
                end
            end
            default /* Pass_Write */: begin
                if (passing) top <= (top >> 1) | ({3'd0, top[0]} << 3);
                if ((place & last_write_place) == last_write_place) pass <= Pass_Idle;
            end
        endcase
        // The last one seen leads.
        if (loaded & (value[last_place[4:0]] | (place == first_write_place))) begin
            top <= value[top_place[4:0] +: 4];
            mark <= place;
        end
        if (shift) begin
            value <= value >> 1;
            if (bit_in) value <= (value >> 1) | msb;
        end
        if (open) begin
            value <= largest;
            top <= 4'd15;
            mark <= highest;
        end
        if (rst) pass <= Pass_Idle;
    end
endmodule

// The threshold T, set by the engine, and following n where EPS mode is built.
module treetap_profiler_nano_limit (
    input  wire        clk,
    input  wire        rst,
    // configuration of EPS mode
    input  wire        sample,
    input  wire [2:0]  cfg_m,
    input  wire [5:0]  cfg_s,
    // requests for the threshold
    input  wire        load,
    input  wire        rotate,
    input  wire        serial_in,
    input  wire        step,
    input  wire        far,
    // an event is added to n; T follows
    input  wire        count,
    input  wire        counted,
    input  wire        refused,
    input  wire [31:0] n,
    input  wire [15:0] weight,
    output wire        follows,
    // a merge point
    output wire        due,
    input  wire        taken,
    // the threshold
    output wire        busy,
    output wire        serial_out,
    output wire [31:0] inverted
);
    wire threshold_serial_out;
    wire [5:0] threshold_position_unused;

    wire threshold_serial_in = rotate ? threshold_serial_out : serial_in;
    assign follows = 1'b0;
    assign due = 1'b0;
    assign serial_out = threshold_serial_out & busy;

    treetap_profiler_nano_ladder #(.msb(32'h80000000), .largest(32'hffffffff), .last_place(6'd31),
            .first_write_place(6'd4), .last_write_place(6'd36), .highest(6'd32), .last_step(6'd3),
            .top_place(6'd28), .leading(4'd8)) u_threshold (
        .clk(clk),
        .rst(rst),
        .load(load),
        .step(step),
        .far(far),
        .open(1'b0),
        .serial_in(threshold_serial_in),
        .serial_out(threshold_serial_out),
        .position(threshold_position_unused),
        .busy(busy),
        .inverted(inverted)
    );
endmodule

// The hand: how far it has to go, and the eye that looks at the slots up to there.
module treetap_profiler_nano_hand #(
    parameter [4:0] cap_bits = 5'd8,
    parameter [9:0] for_weight = 10'h100,
    parameter [9:0] for_create = 10'd8,
    parameter [4:0] aw = 5'd9,
    parameter [5:0] gb_bit = 6'd10,
    parameter [4:0] reserve_bits = 5'd4,
    parameter [9:0] reserve_mask = 10'd15,
    parameter [9:0] nearly_all = 10'd31,
    parameter [9:0] far_back = 10'h3fc
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        clear,
    // nodes in use, and the weight of the event
    input  wire [9:0]  live,
    input  wire [15:0] weight,
    // the visits that are owed
    input  wire        grant,
    input  wire        creating,
    input  wire        created,
    input  wire        forget,
    input  wire        rest,
    output wire        rested,
    output wire        owing,
    // the eye
    input  wire        begin_,
    input  wire        merge,
    input  wire        step,
    input  wire        advance,
    output wire [8:0]  slot,
    // how many children a node has
    output wire        light,
    input  wire [8:0]  base,
    input  wire [8:0]  node,
    input  wire        write,
    input  wire        lose,
    input  wire        fresh,
    // a leaf is tried, and fits its parent
    input  wire        tries,
    input  wire        over,
    output wire        pending,
    output wire        fits,
    // a round is under way, or due
    output wire        going,
    output wire        awake
);
    reg [9:0] eye = 10'd0;
    reg [9:0] goal = 10'd0;
    reg [9:0] asked = 10'd0;
    reg [1:0] back = 2'd0;
    reg first = 1'b0;
    reg second = 1'b0;
    reg third = 1'b0;
    reg returns = 1'b0;
    reg on = 1'b0;
    reg due = 1'b0;
    reg owes = 1'b0;
    reg rests = 1'b0;

    wire [2:0] children_rd;

    assign rested = rests;
    wire ends = rests & (|(goal >> aw));
    // The verdict on a leaf, three cycles after it was tried.
    wire fitting = third & ~over;
    assign fits = fitting;
    assign pending = first | second | third;
    wire [9:0] stride = returns ? (far_back | {8'd0, back}) : {9'd0, step};
    wire [9:0] there = eye + stride;
    // goal > eye is the carry of goal + ~eye.
    wire [9:0] not_eye = ~eye;
    wire [10:0] distance = {1'd0, goal} + {1'd0, not_eye};
    assign owing = owes;
    assign slot = eye[8:0];
    // The bit of a slot is read where the eye may be next; where a round begins there is time to read it.
    wire [2:0] count = fresh ? 3'd0 : lose ? (children_rd - 3'd1) : (children_rd + 3'd1);
    wire leaves_wd = fresh | (lose & (children_rd == 3'd1));
    assign going = on;
    assign awake = on | due;

    treetap_profiler_nano_fast_ram #(.WIDTH(1), .ADDR(9)) u_leaves (
        .clk(clk),
        .ra(there[8:0]),
        .rd(light),
        .we(write),
        .wa(node),
        .wd(leaves_wd)
    );

    treetap_profiler_nano_fast_ram #(.WIDTH(3), .ADDR(9)) u_children (
        .clk(clk),
        .ra(base),
        .rd(children_rd),
        .we(write),
        .wa(node),
        .wd(count)
    );

    always @(posedge clk) begin
        asked <= weight[9:0];
        // At least the cap: of a power of two one of the bits from its own on.
        if (|(weight >> cap_bits)) asked <= for_weight;
        if (creating) asked <= for_create;
        if (grant | created) goal <= goal + asked;
        // Between rounds the goal is that of a round that would begin now.
        rests <= rest;
        if (forget | clear | ends) goal <= 10'd1;
        first <= tries;
        second <= first;
        third <= second;
        returns <= fitting;
        if (advance) back <= back - 2'd1;
        if (tries) back <= 2'd3;
        if (begin_) on <= 1'b1;
        if (ends | clear) on <= 1'b0;
        owes <= on & ~eye[aw[3:0]] & distance[gb_bit[3:0]];
        // More than the pool less the reserve, which is a power of two.
        due <= live[aw[3:0]] | (((live >> reserve_bits) == nearly_all) & (|(live & reserve_mask)));
        if (rst) begin
            first <= 1'b0;
            second <= 1'b0;
            third <= 1'b0;
            returns <= 1'b0;
        end
        if (advance | returns | begin_) eye <= begin_ ? 10'd1 : there;
    end
endmodule

// Totals and statistics in the scratch memory, 16 bits at a time.
module treetap_profiler_nano_ledger #(
    parameter [1:0] parts = 2'd1,
    parameter [1:0] tally_parts = 2'd1,
    parameter [5:0] upper_part = 6'd16
) (
    input  wire        clk,
    input  wire        rst,
    // which word of the dump's header; add to it
    input  wire        start,
    input  wire        select,
    input  wire [2:0]  word,
    input  wire        next_word,
    output wire [2:0]  selected,
    // the additions; a tally counts by one
    output wire        fetch,
    output wire        first,
    output wire        tally,
    output wire        adding,
    // what becomes of a word that is full
    input  wire        overflow,
    output wire        saturate,
    output wire        refused,
    // writes
    input  wire [15:0] sum,
    input  wire        wipe,
    // reads
    input  wire        read_word,
    input  wire [5:0]  place,
    input  wire [4:0]  stack_read,
    output wire [15:0] data,
    // the path of a dump, in the same memory
    input  wire [4:0]  stack_write,
    input  wire [1:0]  digit,
    input  wire        push,
    // nothing is under way
    output wire        idle,
    // the words, as last stored
    output wire [31:0] n,
    output wire [31:0] lost,
    output wire [31:0] creates,
    output wire [31:0] over
);
    reg [31:0] n_shown = 32'd0;
    reg [31:0] lost_shown = 32'd0;
    reg [31:0] creates_shown = 32'd0;
    reg [31:0] over_shown = 32'd0;
    reg [2:0] chosen = 3'd0;
    reg fetching = 1'b0;
    reg [1:0] part = 2'd0;
    reg adds = 1'b0;
    reg added = 1'b0;
    reg full = 1'b0;
    reg delay0 = 1'b0;
    reg delay1 = 1'b0;
    reg [1:0] stored = 2'd0;

    reg waiting;
    reg [7:0] memory_ra;
    reg [7:0] memory_wa;
    reg [15:0] memory_wd;

    assign selected = chosen;
    assign tally = chosen[2] & ~chosen[0];
    wire [1:0] last_part = tally ? tally_parts : parts;
    assign fetch = fetching;
    assign first = fetching & ~(|part);
    assign adding = adds;
    assign saturate = full;
    wire verdict = added & ~adds;
    assign refused = verdict & overflow & ~(|chosen);
    wire again = verdict & overflow & (|chosen) & ~full;
    always @* begin
        waiting = delay0;
        waiting = waiting | delay1;
    end
    wire storing = delay1 | wipe;
    assign idle = ~fetching & ~adds & ~added & ~waiting;
    assign n = n_shown;
    assign lost = lost_shown;
    assign over = over_shown;
    assign creates = creates_shown;
    wire [7:0] slot = ({5'd0, chosen} << 2) | 8'd128;
    always @* begin
        memory_ra = {3'd0, stack_read};
        if (fetching) memory_ra = slot | {6'd0, part};
        if (read_word) memory_ra = slot | {2'd0, place >> 4};
    end
    wire memory_we = push | storing;
    always @* begin
        memory_wa = {3'd0, stack_write};
        memory_wd = ({14'd0, digit} << 14) | {2'd0, sum[13:0]};
        if (storing) begin
            memory_wa = slot | {6'd0, stored};
            memory_wd = sum;
        end
    end

    treetap_profiler_nano_fast_ram #(.WIDTH(16), .ADDR(8)) u_memory (
        .clk(clk),
        .ra(memory_ra),
        .rd(data),
        .we(memory_we),
        .wa(memory_wa),
        .wd(memory_wd)
    );

    always @(posedge clk) begin
        adds <= fetching;
        added <= adds;
        if (fetching) begin
            part <= part + 2'd1;
            if (part == last_part) part <= 2'd0;
        end
        if (select) chosen <= word;
        fetching <= start | again | (fetching & ~(part == last_part));
        full <= again | (full & ~start);
        // Sums are stored when they have passed through the sum registers.
        delay0 <= added & ~refused;
        delay1 <= delay0 & ~refused;
        if (storing) begin
            stored <= stored + 2'd1;
        end else begin
            stored <= 2'd0;
        end
        if (next_word | (wipe & (&stored))) chosen <= chosen + 3'd1;
        // The ports show what is stored: the parts come least
        // significant first, and there are always all of them.
        if (storing) begin
            case (chosen)
                3'd0: n_shown <= (n_shown >> 16) | ({16'd0, sum} << upper_part);
                3'd2: lost_shown <= (lost_shown >> 16) | ({16'd0, sum} << upper_part);
                3'd4: creates_shown <= (creates_shown >> 16) | ({16'd0, sum} << 16);
                3'd5: over_shown <= (over_shown >> 16) | ({16'd0, sum} << upper_part);
                default: ;
            endcase
        end
        if (rst) begin
            fetching <= 1'b0;
            part <= 2'd0;
            adds <= 1'b0;
            added <= 1'b0;
            delay0 <= 1'b0;
            delay1 <= 1'b0;
        end
    end
endmodule

// Sends the dump, one bit per cycle, and ends it with the CRC-32 of all bytes before.
module treetap_profiler_nano_dump_pump #(
    parameter [31:0] polynomial = 32'hedb88320,
    parameter [31:0] ones = 32'hffffffff
) (
    input  wire        clk,
    input  wire        rst,
    // a word; bits for somebody else; the CRC
    input  wire        start,
    input  wire        quiet,
    input  wire        last,
    output wire        busy,
    output wire        done,
    // the bit to be addressed in this cycle
    output wire        first,
    output wire        fetching,
    output wire [5:0]  place,
    // the bit addressed one cycle before, and two
    output wire [5:0]  index,
    input  wire        bit_in,
    // the bit to be addressed in this cycle
    output wire        first_bit,

    output wire        bit_out,
    // dump stream
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last
);
    reg active = 1'b0;
    reg taken = 1'b0;
    reg run = 1'b0;
    reg [5:0] number = 6'd0;
    reg feed = 1'b0;
    reg [5:0] lagging = 6'd0;
    reg arriving = 1'b0;
    reg zero = 1'b0;
    reg complete = 1'b0;
    reg shift = 1'b0;
    reg held = 1'b0;
    reg full = 1'b0;
    reg silent = 1'b0;
    reg offer = 1'b0;
    reg [63:0] shifter = 64'd0;
    reg [31:0] crc = 32'd0;

    assign busy = active;
    assign done = taken;
    assign first = run & ~feed;
    assign fetching = run;
    assign place = number;
    assign index = lagging;
    assign first_bit = arriving & ~shift;
    assign bit_out = held;
    wire bit_ = held & ~(last & crc[0]);
    wire feedback = (crc[0] ^ bit_) & ~last;
    wire ending = (dump_ready & offer) | (silent & shift & ~arriving);
    assign dump_valid = offer;
    assign dump_data = shifter;
    assign dump_last = last;

    always @(posedge clk) begin
        feed <= run;
        lagging <= number;
        if (start) begin
            active <= 1'b1;
            run <= 1'b1;
            silent <= quiet;
        end
        if (run) begin
            number <= number + 6'd1;
            if (&number) run <= 1'b0;
        end
        // The bit, held for a cycle; of the CRC 32 bits and then zeros.
        arriving <= feed;
        shift <= arriving;
        complete <= feed & (&lagging) & ~silent;
        full <= complete;
        zero <= lagging[5];
        held <= bit_in;
        if (last) held <= ~zero;
        if (shift & ~silent) begin
            shifter <= (shifter >> 1) | ({63'd0, bit_} << 63);
            if (feedback) begin
                crc <= (crc >> 1) ^ polynomial;
            end else begin
                crc <= (crc >> 1) | ({31'd0, last} << 31);
            end
        end
        if (full) offer <= 1'b1;
        if (dump_ready & offer) offer <= 1'b0;
        taken <= ending;
        if (ending) active <= 1'b0;
        if (rst) begin
            active <= 1'b0;
            taken <= 1'b0;
            run <= 1'b0;
            number <= 6'd0;
            feed <= 1'b0;
            arriving <= 1'b0;
            shift <= 1'b0;
            complete <= 1'b0;
            full <= 1'b0;
            offer <= 1'b0;
            crc <= ones;
        end
    end
endmodule

// Adds counts 16 bits at a time, least significant part first, and compares the sum with T.
module treetap_profiler_nano_adder #(
    parameter [15:0] ones = 16'hffff
) (
    input  wire        clk,
    // operand; addend: the weight, or the count of a leaf
    input  wire [15:0] operand,
    input  wire [15:0] weight,
    input  wire        weigh,
    input  wire [15:0] own,
    input  wire        lift,
    // carry from part to part
    input  wire        chain,
    input  wire        increment,
    // the sum, a few cycles later
    input  wire        clear,
    input  wire        saturate,
    // comparison with the threshold
    input  wire [31:0] inverted,
    input  wire [1:0]  part,
    input  wire        exempt,
    // carry from part to part
    output wire        carry,
    // the sum, a few cycles later
    output wire [15:0] sum,
    // comparison with the threshold
    output wire        over
);
    reg [15:0] addends0 = 16'd0;
    reg [15:0] addends1 = 16'd0;
    reg [15:0] sums0 = 16'd0;
    reg [15:0] sums1 = 16'd0;
    reg [15:0] sums2 = 16'd0;
    reg carried = 1'b0;
    reg above = 1'b0;

    // Sum, with the carry of the part before.
    wire [17:0] total = (({2'd0, operand} << 1) | 18'd1) + (({2'd0, addends0} << 1) | {17'd0, carried});
    wire [15:0] low = total[16:1];
    assign carry = carried;
    assign sum = sums2;
    // sum > T is the carry of sum + ~T.
    wire [15:0] threshold = (part == 2'd1) ? inverted[31:16] : inverted[15:0];
    wire carry_in = (|part) & above;
    wire [17:0] difference = (({2'd0, sums0} << 1) | 18'd1) + (({2'd0, threshold} << 1) | {17'd0, carry_in});
    assign over = above;

    always @(posedge clk) begin
        // The queue of addends.
        addends0 <= addends1;
        if (weigh) addends0 <= weight;
        if (lift) begin
            addends1 <= own;
        end else begin
            addends1 <= 16'd0;
        end
        carried <= increment;
        if (chain) carried <= total[17];
        sums0 <= low;
        if (saturate) sums0 <= ones;
        if (clear) sums0 <= 16'd0;
        sums1 <= sums0;
        sums2 <= sums1;
        above <= difference[17] & ~exempt;
    end
endmodule

// Chooses the next bit of the dump, of the first threshold, or of a word in the scratch memory.
module treetap_profiler_nano_source #(
    parameter [4:0] deepest = 5'd15,
    parameter [1:0] last_part = 2'd1
) (
    input  wire        clk,
    // what is being shifted
    input  wire        first_threshold,
    input  wire        header,
    input  wire        prefix,
    input  wire        own,
    input  wire [2:0]  word,
    // its bits, addressed and one cycle later at hand
    input  wire        fetching,
    input  wire [5:0]  place,
    input  wire [5:0]  index,
    // where they come from
    input  wire [15:0] memory,
    input  wire        threshold,
    input  wire [31:0] cfg_t0,
    input  wire [9:0]  live,
    input  wire [4:0]  depth,

    output wire [4:0]  address,
    output wire        bit_out
);
    reg [4:0] level = 5'd0;
    reg on_path = 1'b0;
    reg in_memory0 = 1'b0;
    reg in_memory1 = 1'b0;
    reg in_memory2 = 1'b0;
    reg in_memory3 = 1'b0;
    reg [1:0] group = 2'd0;
    reg hidden = 1'b0;
    reg in_narrow0 = 1'b0;
    reg in_narrow1 = 1'b0;
    reg in_narrow2 = 1'b0;
    reg in_narrow3 = 1'b0;
    reg [1:0] part = 2'd0;
    reg is_narrow = 1'b0;
    reg serial = 1'b0;
    reg in_live = 1'b0;
    reg is_serial = 1'b0;

    reg memory_bit;
    reg narrow_bit;

    assign address = level;
    wire [3:0] chosen = prefix ? (index[3:0] | 4'd14) : index[3:0];
    // The first threshold and the level are never wanted at the same place.
    wire [63:0] narrow = ({59'd0, depth} << 56) | {32'd0, cfg_t0};
    // Four candidates from the memory and four from elsewhere; one of them in the next cycle.
    wire [3:0] low_index = index[3:0];
    wire [3:0] quarter0 = memory[3:0];
    wire [15:0] narrow_part0 = narrow[15:0];
    wire [3:0] quarter1 = memory[7:4];
    wire [15:0] narrow_part1 = narrow[31:16];
    wire [3:0] quarter2 = memory[11:8];
    wire [15:0] narrow_part2 = narrow[47:32];
    wire [3:0] quarter3 = memory[15:12];
    wire [15:0] narrow_part3 = narrow[63:48];
    // The words 1 and 3 of the header.
    wire [15:0] nodes = {6'd0, live};
    wire of_live = word[1] & ~(|index[5:4]);
    always @* begin
        memory_bit = 1'b0;
        if (group == 2'd0) memory_bit = in_memory0;
        if (group == 2'd1) memory_bit = in_memory1;
        if (group == 2'd2) memory_bit = in_memory2;
        if (group == 2'd3) memory_bit = in_memory3;
    end
    always @* begin
        narrow_bit = 1'b0;
        if (part == 2'd0) narrow_bit = in_narrow0;
        if (part == 2'd1) narrow_bit = in_narrow1;
        if (part == 2'd2) narrow_bit = in_narrow2;
        if (part == 2'd3) narrow_bit = in_narrow3;
    end
    assign bit_out = is_serial ? (serial | in_live) : is_narrow ? narrow_bit : (memory_bit & ~hidden);

    always @(posedge clk) begin
        // The path: two bits a level, the deepest level of the key first, zeros below the node.
        if (fetching & place[0] & ~(&level)) level <= level - 5'd1;
        if (~prefix) level <= deepest;
        on_path <= level < depth;
        in_memory0 <= quarter0[chosen[1:0]];
        in_narrow0 <= narrow_part0[low_index];
        in_memory1 <= quarter1[chosen[1:0]];
        in_narrow1 <= narrow_part1[low_index];
        in_memory2 <= quarter2[chosen[1:0]];
        in_narrow2 <= narrow_part2[low_index];
        in_memory3 <= quarter3[chosen[1:0]];
        in_narrow3 <= narrow_part3[low_index];
        group <= chosen[3:2];
        part <= index[5:4];
        hidden <= prefix & ~on_path;
        is_narrow <= first_threshold | (own & (index[5:4] > last_part));
        in_live <= nodes[low_index] & of_live;
        serial <= threshold & ~word[1];
        is_serial <= header & word[0] & ~word[2];
    end
endmodule

// The digit of a key that decides two levels further down.
module treetap_profiler_nano_digits #(
    parameter [6:0] spare_bits = 7'd4
) (
    input  wire [31:0] key,
    input  wire [4:0]  depth,
    output wire [1:0]  below
);
    wire [31:0] aligned = key << spare_bits;
    wire [3:0] place = ~depth[3:0];
    wire [4:0] high_place = ({1'd0, place} << 1) | 5'd1;
    wire [4:0] low_place = {1'd0, place} << 1;
    wire high = aligned[high_place];
    wire low = aligned[low_place];
    assign below = ({1'd0, high} << 1) | {1'd0, low};
endmodule

// The event under way, the path of its walk, and where the walk of the event on offer leaves that path.
module treetap_profiler_nano_finger #(
    parameter [6:0] spare_bits = 7'd0,
    parameter [4:0] half0 = 5'd4,
    parameter [4:0] half1 = 5'd2,
    parameter [4:0] half2 = 5'd1,
    parameter [6:0] pair_bits0 = 7'd16,
    parameter [6:0] pair_bits1 = 7'd8,
    parameter [6:0] pair_bits2 = 7'd4,
    parameter [4:0] others0 = 5'd4,
    parameter [4:0] others1 = 5'd6,
    parameter [4:0] others2 = 5'd7
) (
    input  wire        clk,
    input  wire        rst,
    // the event on offer
    input  wire        offered,
    input  wire [31:0] offered_key,
    input  wire [15:0] offered_weight,
    // the event under way
    input  wire        count,
    input  wire        take,
    output wire [31:0] key,
    output wire [15:0] weight,
    // the path
    input  wire        keep,
    input  wire [4:0]  depth,
    input  wire [8:0]  node,
    // where the walk of the event on offer begins, its two digits
    input  wire        root,
    output wire        ready,
    output wire        soon,
    output wire [4:0]  level,
    output wire [8:0]  place,
    output wire [3:0]  pair
);
    reg [31:0] keys = 32'd0;
    reg [15:0] weights = 16'd0;
    reg first = 1'b0;
    reg second = 1'b0;
    reg third = 1'b0;
    reg fourth = 1'b0;
    reg [7:0] differing = 8'd0;
    reg [2:0] common = 3'd0;
    reg [2:0] start = 3'd0;
    reg [3:0] digits = 4'd0;

    reg [7:0] different;
    reg [7:0] rest;
    reg [2:0] shared;
    reg [31:0] aligned;

    assign key = keys;
    assign weight = weights;
    // How many pairs, before the first one that differs: half by half.
    wire [31:0] both = (offered_key ^ keys) << spare_bits;
    wire unlike0 = |both[3:0];
    wire unlike1 = |both[7:4];
    wire unlike2 = |both[11:8];
    wire unlike3 = |both[15:12];
    wire unlike4 = |both[19:16];
    wire unlike5 = |both[23:20];
    wire unlike6 = |both[27:24];
    wire unlike7 = |both[31:28];
    always @* begin
        different = 8'd0;
        different = different | ({7'd0, unlike0} << 0);
        different = different | ({7'd0, unlike1} << 1);
        different = different | ({7'd0, unlike2} << 2);
        different = different | ({7'd0, unlike3} << 3);
        different = different | ({7'd0, unlike4} << 4);
        different = different | ({7'd0, unlike5} << 5);
        different = different | ({7'd0, unlike6} << 6);
        different = different | ({7'd0, unlike7} << 7);
    end
    always @* begin
        rest = differing;
        shared = 3'd0;
        shared = shared << 1;
        if (~(|(rest >> others0))) begin
            shared = shared | 3'd1;
            rest = rest << half0;
        end
        shared = shared << 1;
        if (~(|(rest >> others1))) begin
            shared = shared | 3'd1;
            rest = rest << half1;
        end
        shared = shared << 1;
        if (~(|(rest >> others2))) begin
            shared = shared | 3'd1;
            rest = rest << half2;
        end
    end
    // The walk cannot begin deeper than the path has nodes.
    wire [4:0] deepest = depth >> 1;
    assign level = {2'd0, start} << 1;
    always @* begin
        aligned = offered_key << spare_bits;
        if (start[2]) aligned = aligned << pair_bits0;
        if (start[1]) aligned = aligned << pair_bits1;
        if (start[0]) aligned = aligned << pair_bits2;
    end
    assign pair = digits;
    wire stays = offered & ~rst;
    assign soon = stays & third;
    assign ready = fourth;

    treetap_profiler_nano_fast_ram #(.WIDTH(9), .ADDR(5)) u_path (
        .clk(clk),
        .ra(level),
        .rd(place),
        .we(keep),
        .wa(depth),
        .wd(node)
    );

    always @(posedge clk) begin
        differing <= different;
        common <= shared;
        start <= common;
        if (deepest < {2'd0, common}) start <= deepest[2:0];
        digits <= aligned[31:28];
        if (root) digits <= 4'd0;
        first <= stays;
        second <= stays & first;
        third <= stays & second;
        fourth <= soon;
        if (take) keys <= offered_key;
        if (count) weights <= offered_weight;
    end
endmodule

// Serial range adaptive profiling engine, one level of the tree per cycle (docs/reference/rap-serial.md).
module treetap_profiler_nano_engine #(
    parameter [4:0] minus_level = 5'd31,
    parameter [9:0] minus_live = 10'h3ff,
    parameter [4:0] unit_level = 5'd16,
    parameter [4:0] aw = 5'd9,
    parameter [1:0] last_part = 2'd1,
    parameter [1:0] before_looks = 2'd0,
    parameter [5:0] top_bit = 6'd31,
    parameter [3:0] walk_code = 4'd3,
    parameter [3:0] create_code = 4'd4,
    parameter [3:0] visit_code = 4'd5
) (
    input  wire        clk,
    input  wire        rst,
    // coalesced events, taken when their walk begins
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // commands, taken when no event waits; ready when the command is finished
    input  wire        cmd_valid,
    output reg         cmd_ready,
    input  wire [1:0]  cmd_op,
    // dump stream
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last,
    // sampled at reset
    input  wire [31:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    // statistics and status
    output wire [31:0] stat_n,
    output wire [31:0] stat_t,
    output wire [31:0] stat_lost,
    output wire [9:0]  stat_live,
    output wire [31:0] stat_creates,
    output wire [31:0] stat_over,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active,
    output wire [3:0]  stat_stall,

    output wire        clearing
);
    localparam [4:0] State_Init = 5'd0;
    localparam [4:0] State_Thread = 5'd1;
    localparam [4:0] State_Root = 5'd2;
    localparam [4:0] State_Idle = 5'd3;
    localparam [4:0] State_Issue = 5'd4;
    localparam [4:0] State_Walk = 5'd5;
    localparam [4:0] State_Refuse = 5'd6;
    localparam [4:0] State_Finish = 5'd7;
    localparam [4:0] State_Done = 5'd8;
    localparam [4:0] State_Add = 5'd9;
    localparam [4:0] State_Compare = 5'd10;
    localparam [4:0] State_Decide = 5'd11;
    localparam [4:0] State_Fetch = 5'd12;
    localparam [4:0] State_Clear = 5'd13;
    localparam [4:0] State_Turn = 5'd14;
    localparam [4:0] State_Raise = 5'd15;
    localparam [4:0] State_Aim = 5'd16;
    localparam [4:0] State_Visit = 5'd17;
    localparam [4:0] State_Look = 5'd18;
    localparam [4:0] State_Pair = 5'd19;
    localparam [4:0] State_Fit = 5'd20;
    localparam [4:0] State_Absorb = 5'd21;
    localparam [4:0] State_Link = 5'd22;
    localparam [4:0] State_Push = 5'd23;
    localparam [4:0] State_Header = 5'd24;
    localparam [4:0] State_Prefix = 5'd25;
    localparam [4:0] State_Own = 5'd26;
    localparam [4:0] State_Scan = 5'd27;
    localparam [4:0] State_Up = 5'd28;
    localparam [4:0] State_Back = 5'd29;
    localparam [4:0] State_Tail = 5'd30;

    reg [4:0] state;
    reg [8:0] free = 9'd0;
    reg [4:0] depth = 5'd0;
    reg [9:0] live = 10'd0;
    reg [1:0] part = 2'd0;
    reg any_lost = 1'b0;
    reg half = 1'b0;
    reg finished = 1'b0;
    reg [1:0] next_digit = 2'd0;
    reg [1:0] second_digit = 2'd0;
    reg settled = 1'b0;
    reg refused = 1'b0;
    reg in_scratch = 1'b0;
    reg pumping = 1'b0;
    reg unit = 1'b0;
    reg wiping = 1'b0;
    reg holding = 1'b0;
    reg visiting = 1'b0;
    reg exceeded = 1'b0;
    reg by_command = 1'b0;
    reg taken = 1'b0;
    reg fresh = 1'b0;
    reg open = 1'b0;
    reg calm = 1'b0;
    reg away = 1'b0;
    reg rising = 1'b0;

    reg [1:0] own_part;
    reg stop;
    reg put;
    reg write;
    reg add;
    reg rest;
    reg tries;
    reg sending;
    reg merge_taken;
    reg issue;
    reg finish;
    reg cursor_follow;
    reg cursor_grow;
    reg cursor_visit;
    reg cursor_link;
    wire [8:0] cursor_node;
    wire [1:0] cursor_digit;
    wire [8:0] cursor_base;
    wire cursor_present;
    wire [8:0] cursor_child;
    wire [15:0] counts_data;
    reg counts_clear;
    reg limit_load;
    reg limit_step;
    wire limit_follows;
    wire limit_due;
    wire limit_busy;
    wire limit_serial_out;
    wire [31:0] limit_inverted;
    reg hand_grant;
    reg hand_created;
    wire hand_rested;
    wire hand_owing;
    reg hand_begin;
    reg hand_advance;
    wire [8:0] hand_slot;
    wire hand_light;
    wire hand_pending;
    wire hand_fits;
    wire hand_going;
    wire hand_awake;
    reg [2:0] ledger_word;
    reg ledger_next_word;
    wire [2:0] ledger_selected;
    wire ledger_fetch;
    wire ledger_first;
    wire ledger_tally;
    wire ledger_adding;
    wire ledger_saturate;
    wire ledger_refused;
    wire [15:0] ledger_data;
    reg ledger_push;
    wire ledger_idle;
    reg pump_start;
    reg pump_quiet;
    wire pump_busy;
    wire pump_done;
    wire pump_first;
    wire pump_fetching;
    wire [5:0] pump_place;
    wire [5:0] pump_index;
    wire pump_first_bit;
    wire pump_bit_out;
    reg adder_weigh;
    reg adder_clear;
    wire adder_carry;
    wire [15:0] adder_sum;
    wire adder_over;
    wire [4:0] source_address;
    wire source_bit_out;
    wire [1:0] digits_below;
    wire [31:0] finger_key;
    wire [15:0] finger_weight;
    wire finger_ready;
    wire finger_soon;
    wire [4:0] finger_level;
    wire [8:0] finger_place;
    wire [3:0] finger_pair;

    // What the memories say.
    wire full = live[aw[3:0]];
    wire wait_ = ledger_fetch | ledger_adding | limit_follows;
    wire [1:0] digit_below = fresh ? second_digit : next_digit;
    wire last_slot = &cursor_digit;
    wire last_add = (part + 2'd1) == last_part;
    wire last_look = part[1];
    wire look_before_last = part[0];
    wire hand_creating = state == State_Decide;
    // An event begins: it is counted, and its walk begins unless the hand has visits to make before.
    wire counted = (state == State_Decide) & ~adder_over;
    // An event under way is idle for one cycle, when its visits have been made.
    wire count = (counted & open) | ((state == State_Idle) & finger_ready & ~hand_rested);
    wire take = (counted & calm) | ((state == State_Idle) & (calm | hand_rested));
    wire [9:0] live_step = (state == State_Push) ? minus_live : 10'd1;
    wire [9:0] census = live + live_step;
    // Which word comes by the state alone: n, unless the verdict says otherwise.
    wire ledger_select = (state == State_Idle) | (state == State_Decide) | (state == State_Refuse) | (state
            == State_Fetch);
    wire ledger_start = add | count;
    wire hand_forget = taken & ~hand_awake;
    // An event that is lost before its walk is taken, too.
    wire drop = (state == State_Turn) & refused;
    assign ev_ready = taken;
    wire finger_offered = ev_valid & ~taken;
    wire finger_root = state == State_Header;
    wire finger_take = take | drop;
    wire finger_keep = (state == State_Walk) | (state == State_Root);
    // Flags, as sums of what sets and clears them: a clock enable would come after all of these states.
    wire command = (state == State_Idle) & cmd_valid & ~ev_valid;
    wire ended = (state == State_Tail) & pump_done;
    wire hand_step = (state == State_Visit) | tries;
    wire hand_lose = state == State_Push;
    wire hand_fresh = (state == State_Clear) | (state == State_Root);
    wire hand_clear = state == State_Init;
    wire rise = rising | (state == State_Up);
    wire cursor_leap = rise | (away & ~(state == State_Fetch));
    wire cursor_pick = state == State_Issue;
    // The digit beside: the first one of a slot that is new or absorbed, then the next one.
    wire first = (state == State_Thread) | (state == State_Fetch) | (state == State_Absorb);
    wire following = (state == State_Root) | (state == State_Clear) | (state == State_Scan) | (state
            == State_Back);
    wire [1:0] beside = first ? 2'd0 : (cursor_digit + {1'd0, following});
    // A level up, or down, which the pointer decides, last.
    wire [4:0] level_step = (state == State_Up) ? minus_level : 5'd0;
    wire counts_keep = (state == State_Decide) | (state == State_Pair);
    // Sums.
    wire read_word = state == State_Header;
    wire [15:0] operand = in_scratch ? ledger_data : counts_data;
    wire adder_lift = state == State_Look;
    // What a total that is full carries out is nobody's.
    wire adder_chain = (ledger_adding & ~ledger_saturate) | stop | (state == State_Pair) | (state
            == State_Add);
    wire adder_increment = ledger_first & ledger_tally;
    wire adder_saturate = ledger_adding & ledger_saturate;
    // Dump: bit by bit, from the place it has.
    wire pump_last = state == State_Tail;
    always @* begin
        // Requests, off unless a state makes them.
        own_part = 2'd0;
        stop = 1'b0;
        cursor_link = 1'b0;
        cursor_follow = 1'b0;
        cursor_grow = 1'b0;
        cursor_visit = 1'b0;
        put = 1'b0;
        write = 1'b0;
        counts_clear = 1'b0;
        ledger_push = 1'b0;
        ledger_word = 3'd0;
        ledger_next_word = 1'b0;
        add = 1'b0;
        limit_step = 1'b0;
        hand_grant = 1'b0;
        hand_created = 1'b0;
        hand_begin = 1'b0;
        hand_advance = 1'b0;
        rest = 1'b0;
        tries = 1'b0;
        sending = 1'b0;
        pump_start = 1'b0;
        pump_quiet = 1'b0;
        limit_load = wiping & pump_first_bit;
        merge_taken = 1'b0;
        issue = 1'b0;
        adder_clear = 1'b0;
        adder_weigh = 1'b0;
        finish = 1'b0;
        cmd_ready = 1'b0;
        case (state)
            State_Init: begin
                pump_start = 1'b1;
                pump_quiet = 1'b1;
            end
            State_Thread: begin
                // Thread the free list through slot 0 of every
                // node, wherever it begins, and no node is in use.
                adder_clear = 1'b1;
                write = 1'b1;
                cursor_grow = 1'b1;
            end
            State_Root: begin
                // The root, which follows the last node as the free list ends, has no children and no count.
                adder_clear = 1'b1;
                write = 1'b1;
                counts_clear = 1'b1;
            end
            State_Idle: adder_weigh = 1'b1;
            State_Issue: begin
                adder_weigh = 1'b1;
                issue = 1'b1;
            end
            State_Walk: begin
                adder_weigh = cursor_present | wait_;
                cursor_follow = 1'b1;
                issue = cursor_present;
                stop = ~cursor_present & ~wait_;
                own_part = {1'd0, stop};
            end
            State_Refuse: begin
                add = 1'b1;
                ledger_word = 3'd2;
            end
            State_Finish: finish = settled;
            State_Done: cmd_ready = by_command;
            State_Add: begin
                own_part = part + 2'd2;
                // That n is full comes out at the end of the walk, or one cycle later.
                if (~refused) begin
                    if (1'b0 & visiting) begin
                        // The verdict comes while the slots that follow are visited.
                        tries = 1'b1;
                        hand_advance = 1'b1;
                    end
                end
            end
            State_Compare: adder_clear = 1'b1;
            State_Decide: begin
                adder_clear = 1'b1;
                if (adder_over) ledger_word = 3'd5;
                if (~adder_over | full) begin
                    // R5a: it fits; or R15 H3: it has to, as no node is left.
                    put = 1'b1;
                    merge_taken = limit_due;
                    if (adder_over) begin
                        add = 1'b1;
                    end else begin
                        finish = 1'b1;
                    end
                end else begin
                    // R5c: a new child takes the place of the node.
                    cursor_link = 1'b1;
                    write = 1'b1;
                end
            end
            State_Fetch: begin
                // Its slot 0 holds the next free node.
                hand_created = 1'b1;
                cursor_grow = 1'b1;
                adder_clear = 1'b1;
                add = 1'b1;
                ledger_word = 3'd4;
            end
            State_Clear: begin
                adder_clear = ~ledger_adding;
                write = 1'b1;
                counts_clear = 1'b1;
            end
            State_Turn: begin
                // R15 H1, when n and T are what the event makes them, unless it is lost.
                if (~refused) begin
                    if (settled) begin
                        hand_grant = 1'b1;
                        if (~hand_going) begin
                            limit_step = 1'b1;
                            hand_begin = 1'b1;
                        end
                    end
                end
            end
            State_Raise: ;
            State_Aim: ;
            State_Visit: begin
                // R15 H2. A slot without a leaf costs a cycle.
                cursor_visit = 1'b1;
                if (hand_owing) begin
                    if (~hand_light) hand_advance = 1'b1;
                end else if (~hand_pending) begin
                    rest = 1'b1;
                end
            end
            State_Look: begin
                if (~last_look) own_part = part - before_looks;
            end
            State_Pair: begin
                own_part = 2'd1;
                // The verdict comes while the slots that follow are visited.
                tries = 1'b1;
                hand_advance = 1'b1;
            end
            State_Fit: ;
            State_Absorb: cursor_visit = 1'b1;
            State_Link: write = 1'b1;
            State_Push: write = 1'b1;
            State_Header: begin
                // To the root, which is the first node of every path.
                sending = 1'b1;
                if (ledger_selected == 3'd1) limit_load = pump_first;
                if (pump_done) ledger_next_word = 1'b1;
            end
            State_Prefix: sending = 1'b1;
            State_Own: begin
                sending = 1'b1;
                own_part = pump_place[5:4];
            end
            State_Scan: begin
                // The stack entry is written in any case: what lies deeper than this node is free.
                ledger_push = 1'b1;
                // Up after the last slot, unless the pointer at hand leads down, which decides last.
                cursor_follow = 1'b1;
            end
            State_Up: ;
            State_Back: ;
            default /* State_Tail */: sending = 1'b1;
        endcase
        // A leaf fits: the sum is here, and its parent was kept.
        if (hand_fits) put = 1'b1;
        if (merge_taken) hand_begin = 1'b1;
        if (ledger_fetch) adder_weigh = ledger_first & ~ledger_tally;
        if (pumping & ~pump_busy & ~pump_done) pump_start = 1'b1;
    end
    wire source_header = state == State_Header;
    wire source_prefix = state == State_Prefix;
    wire source_own = state == State_Own;
    wire limit_rotate = state == State_Header;
    wire limit_sample = state == State_Init;
    assign stat_t = ~limit_inverted;
    assign stat_live = live;
    assign stat_lost_flag = any_lost;
    // n is what it is in the cycle after an event; else parts of it may be in other places.
    wire near = half | (finished & stat_n[top_bit[4:0]]);
    assign stat_near_full = near;
    assign stat_event = finish;
    assign stat_active = holding | count;
    assign clearing = wiping;
    assign stat_stall = visiting ? visit_code : ((state == State_Fetch) | (state == State_Clear))
            ? create_code : walk_code;

    treetap_profiler_nano_cursor #(.aw(5'd9)) u_cursor (
        .clk(clk),
        .follow(cursor_follow),
        .leap(cursor_leap),
        .rise(rise),
        .grow(cursor_grow),
        .visit(cursor_visit),
        .slot(hand_slot),
        .place(finger_place),
        .place_digit(finger_pair[3:2]),
        .free(free),
        .child_digit(digit_below),
        .pick(cursor_pick),
        .digit_next(beside),
        .write(write),
        .link(cursor_link),
        .node(cursor_node),
        .digit(cursor_digit),
        .base(cursor_base),
        .present(cursor_present),
        .child(cursor_child)
    );

    treetap_profiler_nano_counts #(.part_bits(2'd1), .part_mask(2'd1)) u_counts (
        .clk(clk),
        .read_node(cursor_base),
        .read_part(own_part),
        .data(counts_data),
        .node(cursor_node),
        .keep(counts_keep),
        .kept(visiting),
        .sum(adder_sum),
        .put(put),
        .clear(counts_clear),
        .digit(cursor_digit)
    );

    treetap_profiler_nano_limit u_limit (
        .clk(clk),
        .rst(rst),
        .sample(limit_sample),
        .cfg_m(cfg_eps_m),
        .cfg_s(cfg_eps_s),
        .load(limit_load),
        .rotate(limit_rotate),
        .serial_in(pump_bit_out),
        .step(limit_step),
        .far(exceeded),
        .count(count),
        .counted(ledger_idle),
        .refused(ledger_refused),
        .n(stat_n),
        .weight(finger_weight),
        .follows(limit_follows),
        .due(limit_due),
        .taken(merge_taken),
        .busy(limit_busy),
        .serial_out(limit_serial_out),
        .inverted(limit_inverted)
    );

    treetap_profiler_nano_hand #(.cap_bits(5'd8), .for_weight(10'h100), .for_create(10'd8), .aw(5'd9),
            .gb_bit(6'd10), .reserve_bits(5'd4), .reserve_mask(10'd15), .nearly_all(10'd31),
            .far_back(10'h3fc)) u_hand (
        .clk(clk),
        .rst(rst),
        .clear(hand_clear),
        .live(live),
        .weight(finger_weight),
        .grant(hand_grant),
        .creating(hand_creating),
        .created(hand_created),
        .forget(hand_forget),
        .rest(rest),
        .rested(hand_rested),
        .owing(hand_owing),
        .begin_(hand_begin),
        .merge(merge_taken),
        .step(hand_step),
        .advance(hand_advance),
        .slot(hand_slot),
        .light(hand_light),
        .base(cursor_base),
        .node(cursor_node),
        .write(write),
        .lose(hand_lose),
        .fresh(hand_fresh),
        .tries(tries),
        .over(adder_over),
        .pending(hand_pending),
        .fits(hand_fits),
        .going(hand_going),
        .awake(hand_awake)
    );

    treetap_profiler_nano_ledger #(.parts(2'd1), .tally_parts(2'd1), .upper_part(6'd16)) u_ledger (
        .clk(clk),
        .rst(rst),
        .start(ledger_start),
        .select(ledger_select),
        .word(ledger_word),
        .next_word(ledger_next_word),
        .selected(ledger_selected),
        .fetch(ledger_fetch),
        .first(ledger_first),
        .tally(ledger_tally),
        .adding(ledger_adding),
        .overflow(adder_carry),
        .saturate(ledger_saturate),
        .refused(ledger_refused),
        .sum(adder_sum),
        .wipe(wiping),
        .read_word(read_word),
        .place(pump_place),
        .stack_read(source_address),
        .data(ledger_data),
        .stack_write(depth),
        .digit(cursor_digit),
        .push(ledger_push),
        .idle(ledger_idle),
        .n(stat_n),
        .lost(stat_lost),
        .creates(stat_creates),
        .over(stat_over)
    );

    treetap_profiler_nano_dump_pump #(.polynomial(32'hedb88320), .ones(32'hffffffff)) u_pump (
        .clk(clk),
        .rst(rst),
        .start(pump_start),
        .quiet(pump_quiet),
        .last(pump_last),
        .busy(pump_busy),
        .done(pump_done),
        .first(pump_first),
        .fetching(pump_fetching),
        .place(pump_place),
        .index(pump_index),
        .bit_in(source_bit_out),
        .first_bit(pump_first_bit),
        .bit_out(pump_bit_out),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last)
    );

    treetap_profiler_nano_adder #(.ones(16'hffff)) u_adder (
        .clk(clk),
        .operand(operand),
        .weight(finger_weight),
        .weigh(adder_weigh),
        .own(counts_data),
        .lift(adder_lift),
        .chain(adder_chain),
        .increment(adder_increment),
        .clear(adder_clear),
        .saturate(adder_saturate),
        .inverted(limit_inverted),
        .part(part),
        .exempt(unit),
        .carry(adder_carry),
        .sum(adder_sum),
        .over(adder_over)
    );

    treetap_profiler_nano_source #(.deepest(5'd15), .last_part(2'd1)) u_source (
        .clk(clk),
        .first_threshold(wiping),
        .header(source_header),
        .prefix(source_prefix),
        .own(source_own),
        .word(ledger_selected),
        .fetching(pump_fetching),
        .place(pump_place),
        .index(pump_index),
        .memory(operand),
        .threshold(limit_serial_out),
        .cfg_t0(cfg_t0),
        .live(live),
        .depth(depth),
        .address(source_address),
        .bit_out(source_bit_out)
    );

    treetap_profiler_nano_digits #(.spare_bits(7'd4)) u_digits (
        .key(finger_key),
        .depth(depth),
        .below(digits_below)
    );

    treetap_profiler_nano_finger #(.spare_bits(7'd0), .half0(5'd4), .half1(5'd2), .half2(5'd1),
            .pair_bits0(7'd16), .pair_bits1(7'd8), .pair_bits2(7'd4), .others0(5'd4), .others1(5'd6),
            .others2(5'd7)) u_finger (
        .clk(clk),
        .rst(rst),
        .offered(finger_offered),
        .offered_key(ev_key),
        .offered_weight(ev_weight),
        .count(count),
        .take(finger_take),
        .key(finger_key),
        .weight(finger_weight),
        .keep(finger_keep),
        .depth(depth),
        .node(cursor_node),
        .root(finger_root),
        .ready(finger_ready),
        .soon(finger_soon),
        .level(finger_level),
        .place(finger_place),
        .pair(finger_pair)
    );

    always @(posedge clk) begin
        settled <= ledger_idle & ~limit_follows & ~(state == State_Idle) & ~(state == State_Refuse) & ~(state
                == State_Decide);
        refused <= ledger_refused;
        unit <= (depth == unit_level) & ~visiting;
        part <= 2'd0;
        // What may come before the next event is known before the verdict:
        // `open`, no merge point; `calm`, nor visits. They are a cycle late, and
        // nothing that they say changes in the last cycles before a verdict.
        open <= finger_soon & ~limit_due;
        calm <= finger_soon & ~limit_due & ~hand_awake;
        case (state)
            State_Init: state <= State_Thread;
            State_Thread: begin
                free <= census[8:0];
                live <= census;
                if (full) state <= State_Root;
            end
            State_Root: begin
                if (last_slot & ~pump_busy) state <= State_Done;
            end
            State_Idle: begin
                if (cmd_valid & ~ev_valid) begin
                    if (cmd_op[0]) begin
                        state <= State_Header;
                    end else begin
                        state <= State_Init;
                    end
                end
                if (finger_ready) begin
                    state <= State_Turn;
                    if (calm | hand_rested) state <= State_Walk;
                end
            end
            State_Issue: state <= State_Walk;
            State_Walk: begin
                if (refused) begin
                    state <= State_Refuse;
                end else if (stop) begin
                    state <= State_Add;
                end
            end
            State_Refuse: state <= State_Finish;
            State_Finish: begin
                if (settled) state <= State_Idle;
            end
            State_Done: state <= State_Idle;
            State_Add: begin
                part <= part + 2'd1;
                // That n is full comes out at the end of the walk, or one cycle later.
                if (refused) begin
                    state <= State_Refuse;
                end else if (1'b0 & visiting) begin
                    state <= State_Visit;
                end else if (last_add) begin
                    state <= State_Compare;
                end
            end
            State_Compare: state <= State_Decide;
            State_Decide: begin
                if (~adder_over | full) begin
                    if (adder_over) begin
                        state <= State_Finish;
                    end else begin
                        state <= State_Idle;
                        if (open) begin
                            state <= State_Turn;
                            if (calm) state <= State_Walk;
                        end
                    end
                end else begin
                    live <= census;
                    state <= State_Fetch;
                end
            end
            State_Fetch: state <= State_Clear;
            State_Clear: begin
                if (~(|cursor_digit)) free <= cursor_child;
                if (last_slot) state <= State_Issue;
            end
            State_Turn: begin
                // R15 H1, when n and T are what the event makes them, unless it is lost.
                if (refused) begin
                    state <= State_Refuse;
                end else if (settled) begin
                    state <= State_Aim;
                    if (~hand_going) state <= State_Raise;
                end
            end
            State_Raise: begin
                if (~limit_busy) state <= State_Visit;
            end
            State_Aim: state <= State_Visit;
            State_Visit: begin
                part <= last_part;
                if (hand_owing) begin
                    if (hand_light) state <= State_Look;
                end else if (~hand_pending) begin
                    state <= State_Idle;
                end
                if (hand_fits) state <= State_Fit;
            end
            State_Look: begin
                // The parts of its count are read, and the first one
                // of its parent's; unless the eye was a slot too far.
                part <= part + 2'd1;
                if (~hand_owing) begin
                    state <= State_Visit;
                end else if (last_look) begin
                    state <= State_Pair;
                end
                if (hand_fits) state <= State_Fit;
            end
            State_Pair: state <= State_Visit;
            State_Fit: state <= State_Absorb;
            State_Absorb: state <= State_Link;
            State_Link: state <= State_Push;
            State_Push: begin
                free <= cursor_child;
                live <= census;
                state <= State_Visit;
            end
            State_Header: begin
                if (pump_done) begin
                    if (ledger_selected == 3'd5) state <= State_Prefix;
                end
            end
            State_Prefix: begin
                if (pump_done) state <= State_Own;
            end
            State_Own: begin
                if (pump_done) state <= State_Scan;
            end
            State_Scan: begin
                if (cursor_present) begin
                    state <= State_Prefix;
                end else if (last_slot) begin
                    state <= State_Up;
                    if (~(|depth)) state <= State_Tail;
                end
            end
            State_Up: state <= State_Back;
            State_Back: begin
                state <= State_Scan;
                if (last_slot) begin
                    state <= State_Up;
                    if (~(|depth)) state <= State_Tail;
                end
            end
            default /* State_Tail */: begin
                if (pump_done) begin
                    if (cmd_op[1]) begin
                        state <= State_Init;
                    end else begin
                        state <= State_Done;
                    end
                end
            end
        endcase
        // The offer goes a cycle later, which keeps the verdict away from whoever makes it.
        taken <= take | drop;
        by_command <= (by_command | (command & ~cmd_op[0]) | ended) & ~(state == State_Done);
        wiping <= (state == State_Init) | (wiping & ~((state == State_Root) & last_slot & ~pump_busy));
        any_lost <= (any_lost | (state == State_Refuse)) & ~(state == State_Init);
        visiting <= (visiting | (state == State_Turn)) & ~(state == State_Idle);
        // Weight has been counted over T since T last rose.
        exceeded <= (exceeded | ((state == State_Decide) & adder_over & full)) & ~((state == State_Raise)
                & ~limit_busy) & ~(state == State_Init);
        // The next level of the walk; a node that a dump or the hand goes to begins with its first slot.
        rising <= (state == State_Absorb) | ((state == State_Look) & look_before_last & hand_owing);
        // To its parent; or, while nothing is under way, to
        // where the walk of the next event or a dump begins.
        away <= (away | (state == State_Compare) | (state == State_Finish) | (state == State_Done) | rest)
                & ~(take | (state == State_Init) | (state == State_Turn) | (state == State_Fetch) | (state
                == State_Prefix));
        if ((state == State_Turn) | (state == State_Header)) next_digit <= 2'd0;
        if (issue) next_digit <= digits_below;
        // Below where the walk begins the digit is the second of the
        // pair; a mux before the register would be one too many.
        if (take) second_digit <= finger_pair[1:0];
        fresh <= take | (fresh & ~issue & ~(state == State_Turn) & ~(state == State_Header));
        depth <= depth + level_step;
        if (issue | ((state == State_Scan) & cursor_present)) depth <= depth + 5'd1;
        if (take) depth <= finger_level;
        // To the root; an absorbed node may be the last one of the path, and such walks are rare.
        if ((state == State_Init) | (state == State_Refuse) | (state == State_Link) | (state == State_Header)
                | (state == State_Tail)) depth <= 5'd0;
        in_scratch <= ledger_fetch | read_word | (state == State_Prefix);
        pumping <= sending & ~pump_done;
        holding <= (holding & ~finish) | count;
        // Statistics.
        if ((state == State_Init) | (state == State_Root)) begin
            free <= 9'd1;
            live <= 10'd1;
        end
        finished <= finish;
        half <= near & ~wiping;
        if (rst) begin
            state <= State_Init;
            by_command <= 1'b0;
            visiting <= 1'b0;
            holding <= 1'b0;
            pumping <= 1'b0;
            taken <= 1'b0;
            half <= 1'b0;
            finished <= 1'b0;
            wiping <= 1'b1;
        end
    end
endmodule

// Range adaptive profiler: counts events over ranges of their key that adapt to where the counts are.
// Results depend on the order of events and commands, never on timing. docs/reference/rap.md has the rules.
module treetap_profiler_nano_rap (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // commands (1 snapshot, 2 reset, 3 snapshot and reset); a command goes before
    // an event offered in the same cycle. cmd_ready comes only when the command is
    // finished: hold cmd_valid and cmd_op until then, and take the dump meanwhile
    input  wire        cmd_valid,
    output wire        cmd_ready,
    input  wire [1:0]  cmd_op,
    // the profile: n, T, lost, live, creates, over, two words per node in pre-order, CRC-32
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last,
    // configuration, sampled at reset and by a reset command; cfg_weight_max: largest weight of an entry
    input  wire [15:0] cfg_weight_max,
    input  wire [31:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    // statistics and status
    output wire [3:0]  stat_stall,
    output wire [31:0] stat_zero_weight,
    output wire [31:0] stat_n,
    output wire [31:0] stat_t,
    output wire [31:0] stat_lost,
    output wire [9:0]  stat_live,
    output wire [31:0] stat_creates,
    output wire [31:0] stat_over,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active
);
    wire front_valid;
    wire flush_valid;
    wire engine_cmd_valid;
    wire front_ready;
    wire flush_ready;
    wire walk_valid;
    wire [31:0] walk_key;
    wire [15:0] walk_weight;
    wire walk_ready;
    wire engine_cmd_ready;
    wire [3:0] engine_stall;
    wire engine_clearing;

    treetap_profiler_nano_order #(.clear_code(4'd1), .command_code(4'd2), .queue_code(4'd7)) u_order (
        .clk(clk),
        .rst(rst),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .cmd_valid(cmd_valid),
        .cmd_ready(cmd_ready),
        .cmd_op(cmd_op),
        .front_valid(front_valid),
        .front_ready(front_ready),
        .flush_valid(flush_valid),
        .flush_ready(flush_ready),
        .queue_waiting(1'b0),
        .engine_cmd_valid(engine_cmd_valid),
        .engine_cmd_ready(engine_cmd_ready),
        .engine_ready(walk_ready),
        .engine_stall(engine_stall),
        .engine_clearing(engine_clearing),
        .stat_stall(stat_stall)
    );

    treetap_profiler_nano_coalescer #(.e(8'd8)) u_coalescer (
        .clk(clk),
        .rst(rst),
        .ev_valid(front_valid),
        .ev_ready(front_ready),
        .ev_key(ev_key),
        .ev_weight(ev_weight),
        .flush_valid(flush_valid),
        .flush_ready(flush_ready),
        .flush_op(cmd_op),
        .cfg_weight_max(cfg_weight_max),
        .out_valid(walk_valid),
        .out_ready(walk_ready),
        .out_key(walk_key),
        .out_weight(walk_weight),
        .stat_zero_weight(stat_zero_weight)
    );

    treetap_profiler_nano_engine #(.minus_level(5'd31), .minus_live(10'h3ff), .unit_level(5'd16), .aw(5'd9),
            .last_part(2'd1), .before_looks(2'd0), .top_bit(6'd31), .walk_code(4'd3), .create_code(4'd4),
            .visit_code(4'd5)) u_engine (
        .clk(clk),
        .rst(rst),
        .ev_valid(walk_valid),
        .ev_ready(walk_ready),
        .ev_key(walk_key),
        .ev_weight(walk_weight),
        .cmd_valid(engine_cmd_valid),
        .cmd_ready(engine_cmd_ready),
        .cmd_op(cmd_op),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last),
        .cfg_t0(cfg_t0),
        .cfg_eps_m(cfg_eps_m),
        .cfg_eps_s(cfg_eps_s),
        .stat_n(stat_n),
        .stat_t(stat_t),
        .stat_lost(stat_lost),
        .stat_live(stat_live),
        .stat_creates(stat_creates),
        .stat_over(stat_over),
        .stat_lost_flag(stat_lost_flag),
        .stat_near_full(stat_near_full),
        .stat_event(stat_event),
        .stat_active(stat_active),
        .stat_stall(engine_stall),
        .clearing(engine_clearing)
    );
endmodule

// Commands of the host, one at a time, each between two events. docs/reference/profiler.md has the rules.
module treetap_profiler_nano_commander #(
    parameter [2:0] flush_op = 3'd4,
    parameter [2:0] clear_op = 3'd5,
    parameter [2:0] enable_op = 3'd6,
    parameter [2:0] disable_op = 3'd7,
    parameter [3:0] depth = 4'd13
) (
    input  wire       clk,
    input  wire       rst,
    // a command, until it is finished
    input  wire       cmd_valid,
    output wire       cmd_ready,
    input  wire [2:0] cmd_op,

    input  wire       cfg_enable,
    // records in the sample buffer
    input  wire [8:0] occ,
    // one leaves it
    input  wire       popped,
    // release the record that the tap holds
    output reg        tap_flush,
    // send the event that is held for its weight
    output wire       sel_flush,
    // zero the counters; they are zero
    output wire       cnt_clear,
    input  wire       cnt_cleared,
    // a command for the engine
    output wire       eng_valid,
    input  wire       eng_ready,
    output wire [1:0] eng_op,
    // retirements that come are judged
    output wire       gate_open
);
    localparam [2:0] State_Idle = 3'd0;
    localparam [2:0] State_Drain = 3'd1;
    localparam [2:0] State_Engine = 3'd2;
    localparam [2:0] State_Clear = 3'd3;
    localparam [2:0] State_Flush = 3'd4;
    localparam [2:0] State_Close = 3'd5;
    localparam [2:0] State_Done = 3'd6;

    reg open = 1'b1;
    reg [2:0] state = 3'd0;
    reg [8:0] ahead = 9'd0;
    reg offers = 1'b0;
    reg clears = 1'b0;
    reg closing = 1'b0;
    reg [3:0] waited = 4'd0;

    // The last record ahead of a command may be leaving.
    wire [8:0] before_ = (state == State_Idle) ? occ : ahead;
    wire last = (before_ == 9'd1) & popped;
    // Nothing leaves a buffer that is switched off: then what it holds is not ahead of a command.
    wire drained = ~(|before_) | last | ~cfg_enable;
    wire arrived = waited == depth;
    assign cmd_ready = state == State_Done;
    assign eng_valid = offers;
    assign eng_op = cmd_op[1:0];
    assign cnt_clear = clears;
    assign gate_open = open;
    assign sel_flush = closing;
    always @* begin
        tap_flush = 1'b0;
        case (state)
            State_Idle: begin
                if (cmd_valid) begin
                    if (cmd_op == flush_op) tap_flush = 1'b1;
                end
            end
            State_Drain: ;
            State_Engine: ;
            State_Clear: ;
            State_Flush: ;
            State_Close: ;
            default /* State_Done */: ;
        endcase
    end

    always @(posedge clk) begin
        ahead <= before_;
        if (popped) ahead <= before_ - 9'd1;
        // The engine takes no event while it is offered a command, so what comes later stays after it.
        offers <= 1'b0;
        clears <= 1'b0;
        closing <= 1'b0;
        case (state)
            State_Idle: begin
                waited <= 4'd0;
                if (cmd_valid) begin
                    state <= State_Drain;
                    offers <= drained & ~cmd_op[2];
                    if (cmd_op == flush_op) state <= State_Flush;
                    if (cmd_op == clear_op) begin
                        clears <= 1'b1;
                        state <= State_Clear;
                    end
                    if ((cmd_op == enable_op) | (cmd_op == disable_op)) begin
                        open <= cmd_op == enable_op;
                        state <= State_Done;
                    end
                end
            end
            State_Drain: begin
                offers <= drained;
                if (offers) begin
                    state <= State_Engine;
                    offers <= ~eng_ready;
                    if (eng_ready) state <= State_Done;
                end
            end
            State_Engine: begin
                offers <= ~eng_ready;
                if (eng_ready) state <= State_Done;
            end
            State_Clear: begin
                if (cnt_cleared & ~clears) state <= State_Done;
            end
            State_Flush: begin
                waited <= waited + 4'd1;
                if (arrived) begin
                    waited <= 4'd0;
                    closing <= 1'b1;
                    state <= State_Close;
                end
            end
            State_Close: begin
                waited <= waited + 4'd1;
                if (closing) waited <= 4'd0;
                if (arrived) state <= State_Done;
            end
            default /* State_Done */: state <= State_Idle;
        endcase
        if (rst) begin
            state <= State_Idle;
            offers <= 1'b0;
            clears <= 1'b0;
            closing <= 1'b0;
            open <= 1'b1;
        end
    end
endmodule

// Counters and statistics that the registers show, from whoever has them.
module treetap_profiler_nano_readout #(
    parameter [2:0] page_bit = 3'd5,
    parameter [4:0] occ_at = 5'd14,
    parameter [4:0] gate_at = 5'd15,
    parameter [3:0] gate_counter = 4'd14,
    parameter [3:0] flushed_counter = 4'd13
) (
    input  wire        clk,
    input  wire        rst,
    // a read of the registers
    input  wire [5:0]  cnt_addr,
    input  wire        cnt_read,
    output wire        cnt_valid,
    output wire [31:0] cnt_data,
    // the counters
    output wire        ram_read,
    output wire [3:0]  ram_addr,
    input  wire        ram_valid,
    input  wire [31:0] ram_data,
    // records in the sample buffer
    input  wire [8:0]  occ,
    // what the engine and the burst sampler count
    output wire        stat_queued,
    output wire [2:0]  stat_which,
    input  wire [31:0] stat_count,
    input  wire [31:0] stat_n,
    input  wire [31:0] stat_t,
    input  wire [31:0] stat_lost,
    input  wire [9:0]  stat_live,
    input  wire [31:0] stat_creates,
    input  wire [31:0] stat_over,
    input  wire [31:0] stat_zero_weight,
    // a counter that saturates is at its end
    output wire        flag_counter
);
    reg full = 1'b0;
    reg is_occ = 1'b0;
    reg [3:0] place = 4'd0;

    wire [4:0] slot = cnt_addr[4:0];
    wire counters = cnt_addr[page_bit];
    assign ram_addr = place;
    assign stat_which = place[2:0];
    assign stat_queued = |occ;
    assign flag_counter = full & ~rst;
    wire [31:0] waiting = is_occ ? {23'd0, occ} : 32'd0;
    assign ram_read = cnt_read;
    assign cnt_valid = ram_valid;
    assign cnt_data = ram_data | waiting;

    always @(posedge clk) begin
        // Whose word it is has a cycle of its own.
        is_occ <= counters & (slot == occ_at);
        place <= slot[3:0];
        // For all that is in no RAM a counter answers that never steps.
        if (slot >= occ_at) place <= flushed_counter;
        if (slot == gate_at) place <= gate_counter;
        full <= 1'b0;
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_profiler_nano_bank #(
    parameter [4:0] row_page0 = 5'd0,
    parameter [4:0] row_page1 = 5'd1,
    parameter [4:0] row_page2 = 5'd3,
    parameter [4:0] row_page3 = 5'd4,
    parameter [4:0] row_mask0 = 5'd31,
    parameter [4:0] row_mask1 = 5'd31,
    parameter [4:0] row_mask2 = 5'd31,
    parameter [4:0] row_mask3 = 5'd28,
    parameter [31:0] readable0 = 32'h79ff,
    parameter [31:0] readable1 = 32'd0,
    parameter [31:0] readable2 = 32'h3fdfff,
    parameter [31:0] readable3 = 32'd0,
    parameter [31:0] writable0 = 32'h600,
    parameter [31:0] writable1 = 32'hff7fbf,
    parameter [31:0] writable2 = 32'd0,
    parameter [31:0] writable3 = 32'hffffffff,
    parameter [4:0] id_at = 5'd0,
    parameter [4:0] version_at = 5'd1,
    parameter [4:0] config_hash_at = 5'd2,
    parameter [4:0] cap_core_at = 5'd3,
    parameter [4:0] cap_tree_at = 5'd4,
    parameter [4:0] cap_events_at = 5'd5,
    parameter [4:0] cap_sampling_at = 5'd6,
    parameter [4:0] cap_checkmap_at = 5'd7,
    parameter [4:0] status_at = 5'd8,
    parameter [4:0] flags_at = 5'd9,
    parameter [4:0] command_at = 5'd10,
    parameter [4:0] dump_at = 5'd11,
    parameter [4:0] dump_lo_at = 5'd12,
    parameter [4:0] dump_hi_at = 5'd13,
    parameter [4:0] dump_take_at = 5'd14,
    parameter [4:0] ctrl_at = 5'd0,
    parameter [4:0] class_en_at = 5'd1,
    parameter [4:0] f1cfg_at = 5'd2,
    parameter [4:0] f2cfg_at = 5'd3,
    parameter [4:0] decim_at = 5'd4,
    parameter [4:0] setign_at = 5'd5,
    parameter [4:0] select_at = 5'd7,
    parameter [4:0] burst_at = 5'd8,
    parameter [4:0] ncheck0_at = 5'd9,
    parameter [4:0] ninstr0_at = 5'd10,
    parameter [4:0] period_at = 5'd11,
    parameter [4:0] pthr_at = 5'd12,
    parameter [4:0] seed_at = 5'd13,
    parameter [4:0] tap_at = 5'd14,
    parameter [4:0] t0_lo_at = 5'd16,
    parameter [4:0] t0_hi_at = 5'd17,
    parameter [4:0] eps_at = 5'd18,
    parameter [4:0] weight_max_at = 5'd19,
    parameter [4:0] map_base_at = 5'd20,
    parameter [4:0] map_ctrl_at = 5'd21,
    parameter [4:0] map_waddr_at = 5'd22,
    parameter [4:0] map_wdata_at = 5'd23,
    parameter [4:0] ign_page0 = 5'd4,
    parameter [4:0] ign_page_mask0 = 5'd28,
    parameter [4:0] ign_slot0 = 5'd0,
    parameter [4:0] ign_slot_mask0 = 5'd0,
    parameter enable_reset = 1'b0,
    parameter fen_reset = 1'b0,
    parameter lossless_reset = 1'b0,
    parameter freeze_reset = 1'b1,
    parameter bus_error_reset = 1'b0,
    parameter annotate_reset = 1'b0,
    parameter [20:0] class_en_reset = 21'd0,
    parameter [7:0] f1_match_reset = 8'd0,
    parameter [7:0] f1_mask_reset = 8'd0,
    parameter [1:0] f1_hsel_reset = 2'd0,
    parameter [1:0] f2_hsel_reset = 2'd0,
    parameter [15:0] decim_reset = 16'd0,
    parameter [3:0] select_kind_reset = 4'd0,
    parameter [1:0] select_weight_reset = 2'd0,
    parameter [2:0] burst_mode_reset = 3'd1,
    parameter entry_post_reset = 1'b0,
    parameter by_chance_reset = 1'b0,
    parameter be_taken_reset = 1'b1,
    parameter check_calls_reset = 1'b0,
    parameter [23:0] ncheck0_reset = 24'd0,
    parameter [23:0] ninstr0_reset = 24'd0,
    parameter [23:0] period_reset = 24'd1,
    parameter [16:0] pthr_reset = 17'h10000,
    parameter [1:0] addr_src_reset = 2'd0,
    parameter mdata_ok_reset = 1'b0,
    parameter [31:0] t0_lo_reset = 32'd1,
    parameter [15:0] t0_hi_reset = 16'd0,
    parameter [2:0] eps_m_reset = 3'd0,
    parameter [5:0] eps_s_reset = 6'd0,
    parameter [15:0] weight_max_reset = 16'hffff,
    parameter [30:0] map_base_reset = 31'd0,
    parameter map_en_reset = 1'b0,
    parameter [31:0] id_word = 32'h54545031,
    parameter [31:0] version_word = 32'h100,
    parameter [31:0] config_hash_word = 32'h5f746689,
    parameter [31:0] cap_core_word = 32'h18002120,
    parameter [31:0] cap_tree_word = 32'h20200200,
    parameter [31:0] cap_events_word = 32'h1ff0100,
    parameter [31:0] cap_sampling_word = 32'h100071f,
    parameter [31:0] cap_checkmap_word = 32'd0
) (
    input  wire        clk,
    input  wire        rst,
    // the word that a request is about, whether it is written now, and with what
    input  wire [9:0]  word,
    input  wire        write,
    input  wire [31:0] data,
    // what the word reads as; whether there is anything to read or to write
    output wire [31:0] value,
    output reg         reads,
    output reg         writes,
    // the word is one of these registers
    output wire        at_flags,
    output wire        at_command,
    output wire        at_dump_lo,
    output wire        at_dump_hi,
    output wire        at_dump_take,
    output wire        at_map_wdata,
    // the fields that are kept here
    output wire        cfg_enable,
    output wire        cfg_fen,
    output wire        cfg_lossless,
    output wire        cfg_freeze,
    output wire        cfg_bus_error,
    output wire        cfg_annotate,
    output wire [20:0] cfg_class_en,
    output wire [7:0]  cfg_f1_match,
    output wire [7:0]  cfg_f1_mask,
    output wire [1:0]  cfg_f1_hsel,
    output wire [1:0]  cfg_f2_hsel,
    output wire [15:0] cfg_decim,
    output wire [3:0]  cfg_select_kind,
    output wire [1:0]  cfg_select_weight,
    output wire [2:0]  cfg_burst_mode,
    output wire        cfg_entry_post,
    output wire        cfg_by_chance,
    output wire        cfg_be_taken,
    output wire        cfg_check_calls,
    output wire [23:0] cfg_ncheck0,
    output wire [23:0] cfg_ninstr0,
    output wire [23:0] cfg_period,
    output wire [16:0] cfg_pthr,
    output wire [1:0]  cfg_addr_src,
    output wire        cfg_mdata_ok,
    output wire [31:0] cfg_t0_lo,
    output wire [15:0] cfg_t0_hi,
    output wire [2:0]  cfg_eps_m,
    output wire [5:0]  cfg_eps_s,
    output wire [15:0] cfg_weight_max,
    output wire [30:0] cfg_map_base,
    output wire        cfg_map_en,
    // a register was written that starts something
    output wire        set_decim,
    output wire        set_setign,
    output wire        set_burst,
    output wire        set_seed,
    output wire        set_map_waddr,
    output wire        set_map_wdata,
    output wire        set_ign,
    // what a host reads of the unit
    input  wire        stat_busy,
    input  wire        stat_dump,
    input  wire        stat_queued,
    input  wire        stat_open,
    input  wire        stat_active,
    input  wire        stat_clearing,
    input  wire [7:0]  stat_done,
    input  wire [7:0]  stat_hostviol,
    input  wire        stat_near_full,
    input  wire        stat_lost,
    input  wire        stat_weight,
    input  wire        stat_dropped,
    input  wire        stat_counter,
    input  wire [13:0] stat_position,
    input  wire        stat_last,
    input  wire        stat_valid
);
    reg enable;
    reg fen;
    reg lossless;
    reg freeze;
    reg bus_error;
    reg annotate;
    reg [20:0] class_en;
    reg [7:0] f1_match;
    reg [7:0] f1_mask;
    reg [1:0] f1_hsel;
    reg [1:0] f2_hsel;
    reg [15:0] decim;
    reg [3:0] select_kind;
    reg [1:0] select_weight;
    reg [2:0] burst_mode;
    reg entry_post;
    reg by_chance;
    reg be_taken;
    reg check_calls;
    reg [23:0] ncheck0;
    reg [23:0] ninstr0;
    reg [23:0] period;
    reg [16:0] pthr;
    reg [1:0] addr_src;
    reg mdata_ok;
    reg [31:0] t0_lo;
    reg [15:0] t0_hi;
    reg [2:0] eps_m;
    reg [5:0] eps_s;
    reg [15:0] weight_max;
    reg [30:0] map_base;
    reg map_en;
    reg decim_told0 = 1'b0;
    reg setign_told0 = 1'b0;
    reg burst_told0 = 1'b0;
    reg seed_told0 = 1'b0;
    reg map_waddr_told0 = 1'b0;
    reg map_wdata_told0 = 1'b0;
    reg ign_told0 = 1'b0;

    reg [31:0] answer;

    wire [4:0] page = word[9:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_id = (page == 5'd0) & (slot == id_at);
    wire is_version = (page == 5'd0) & (slot == version_at);
    wire is_config_hash = (page == 5'd0) & (slot == config_hash_at);
    wire is_cap_core = (page == 5'd0) & (slot == cap_core_at);
    wire is_cap_tree = (page == 5'd0) & (slot == cap_tree_at);
    wire is_cap_events = (page == 5'd0) & (slot == cap_events_at);
    wire is_cap_sampling = (page == 5'd0) & (slot == cap_sampling_at);
    wire is_cap_checkmap = (page == 5'd0) & (slot == cap_checkmap_at);
    wire is_status = (page == 5'd0) & (slot == status_at);
    wire is_flags = (page == 5'd0) & (slot == flags_at);
    assign at_flags = is_flags;
    wire is_command = (page == 5'd0) & (slot == command_at);
    assign at_command = is_command;
    wire is_dump = (page == 5'd0) & (slot == dump_at);
    wire is_dump_lo = (page == 5'd0) & (slot == dump_lo_at);
    assign at_dump_lo = is_dump_lo;
    wire is_dump_hi = (page == 5'd0) & (slot == dump_hi_at);
    assign at_dump_hi = is_dump_hi;
    wire is_dump_take = (page == 5'd0) & (slot == dump_take_at);
    assign at_dump_take = is_dump_take;
    wire is_ctrl = (page == 5'd1) & (slot == ctrl_at);
    wire is_class_en = (page == 5'd1) & (slot == class_en_at);
    wire is_f1cfg = (page == 5'd1) & (slot == f1cfg_at);
    wire is_f2cfg = (page == 5'd1) & (slot == f2cfg_at);
    wire is_decim = (page == 5'd1) & (slot == decim_at);
    wire is_setign = (page == 5'd1) & (slot == setign_at);
    wire is_select = (page == 5'd1) & (slot == select_at);
    wire is_burst = (page == 5'd1) & (slot == burst_at);
    wire is_ncheck0 = (page == 5'd1) & (slot == ncheck0_at);
    wire is_ninstr0 = (page == 5'd1) & (slot == ninstr0_at);
    wire is_period = (page == 5'd1) & (slot == period_at);
    wire is_pthr = (page == 5'd1) & (slot == pthr_at);
    wire is_seed = (page == 5'd1) & (slot == seed_at);
    wire is_tap = (page == 5'd1) & (slot == tap_at);
    wire is_t0_lo = (page == 5'd1) & (slot == t0_lo_at);
    wire is_t0_hi = (page == 5'd1) & (slot == t0_hi_at);
    wire is_eps = (page == 5'd1) & (slot == eps_at);
    wire is_weight_max = (page == 5'd1) & (slot == weight_max_at);
    wire is_map_base = (page == 5'd1) & (slot == map_base_at);
    wire is_map_ctrl = (page == 5'd1) & (slot == map_ctrl_at);
    wire is_map_waddr = (page == 5'd1) & (slot == map_waddr_at);
    wire is_map_wdata = (page == 5'd1) & (slot == map_wdata_at);
    assign at_map_wdata = is_map_wdata;
    wire is_ign = (((page & ign_page_mask0) == ign_page0) & ((slot & ign_slot_mask0) == ign_slot0)) ? 1'b1
            : 1'b0;
    always @* begin
        // What may be done.
        reads = 1'b0;
        writes = 1'b0;
        if ((page & row_mask0) == row_page0) begin
            reads = readable0[slot];
            writes = writable0[slot];
        end
        if ((page & row_mask1) == row_page1) begin
            reads = readable1[slot];
            writes = writable1[slot];
        end
        if ((page & row_mask2) == row_page2) begin
            reads = readable2[slot];
            writes = writable2[slot];
        end
        if ((page & row_mask3) == row_page3) begin
            reads = readable3[slot];
            writes = writable3[slot];
        end
    end
    assign cfg_enable = enable;
    assign cfg_fen = fen;
    assign cfg_lossless = lossless;
    assign cfg_freeze = freeze;
    assign cfg_bus_error = bus_error;
    assign cfg_annotate = annotate;
    assign cfg_class_en = class_en;
    assign cfg_f1_match = f1_match;
    assign cfg_f1_mask = f1_mask;
    assign cfg_f1_hsel = f1_hsel;
    assign cfg_f2_hsel = f2_hsel;
    assign cfg_decim = decim;
    assign set_decim = decim_told0;
    assign set_setign = setign_told0;
    assign cfg_select_kind = select_kind;
    assign cfg_select_weight = select_weight;
    assign cfg_burst_mode = burst_mode;
    assign cfg_entry_post = entry_post;
    assign cfg_by_chance = by_chance;
    assign cfg_be_taken = be_taken;
    assign cfg_check_calls = check_calls;
    assign set_burst = burst_told0;
    assign cfg_ncheck0 = ncheck0;
    assign cfg_ninstr0 = ninstr0;
    assign cfg_period = period;
    assign cfg_pthr = pthr;
    assign set_seed = seed_told0;
    assign cfg_addr_src = addr_src;
    assign cfg_mdata_ok = mdata_ok;
    assign cfg_t0_lo = t0_lo;
    assign cfg_t0_hi = t0_hi;
    assign cfg_eps_m = eps_m;
    assign cfg_eps_s = eps_s;
    assign cfg_weight_max = weight_max;
    assign cfg_map_base = map_base;
    assign cfg_map_en = map_en;
    assign set_map_waddr = map_waddr_told0;
    assign set_map_wdata = map_wdata_told0;
    assign set_ign = ign_told0;
    always @* begin
        // Reads.
        answer = 32'd0;
        if (is_id) answer = answer | id_word;
        if (is_version) answer = answer | version_word;
        if (is_config_hash) answer = answer | config_hash_word;
        if (is_cap_core) answer = answer | cap_core_word;
        if (is_cap_tree) answer = answer | cap_tree_word;
        if (is_cap_events) answer = answer | cap_events_word;
        if (is_cap_sampling) answer = answer | cap_sampling_word;
        if (is_cap_checkmap) answer = answer | cap_checkmap_word;
        if (is_status) answer = answer | {31'd0, stat_busy} | ({31'd0, stat_dump} << 1)
                | ({31'd0, stat_queued} << 2) | ({31'd0, stat_open} << 3) | ({31'd0, stat_active} << 4)
                | ({31'd0, stat_clearing} << 5) | ({24'd0, stat_done} << 8) | ({24'd0, stat_hostviol} << 16)
                | ({31'd0, stat_near_full} << 24) | ({31'd0, stat_lost} << 25) | ({31'd0, stat_weight} << 26)
                | ({31'd0, stat_dropped} << 27) | ({31'd0, stat_counter} << 28);
        if (is_dump) answer = answer | {18'd0, stat_position} | ({31'd0, stat_last} << 30)
                | ({31'd0, stat_valid} << 31);
    end
    assign value = answer;

    always @(posedge clk) begin
        // Writes.
        if (write & is_ctrl) begin
            enable <= data[0];
            fen <= data[1];
            lossless <= data[2];
            freeze <= data[3];
            bus_error <= data[4];
            annotate <= data[5];
        end
        if (write & is_class_en) class_en <= data[20:0];
        if (write & is_f1cfg) begin
            f1_match <= data[7:0];
            f1_mask <= data[15:8];
            f1_hsel <= data[17:16];
        end
        if (write & is_f2cfg) f2_hsel <= data[1:0];
        if (write & is_decim) decim <= data[15:0];
        decim_told0 <= write & is_decim;
        setign_told0 <= write & is_setign;
        if (write & is_select) begin
            select_kind <= data[3:0];
            select_weight <= data[5:4];
        end
        if (write & is_burst) begin
            burst_mode <= data[2:0];
            entry_post <= data[3];
            by_chance <= data[4];
            be_taken <= data[5];
            check_calls <= data[6];
        end
        burst_told0 <= write & is_burst;
        if (write & is_ncheck0) ncheck0 <= data[23:0];
        if (write & is_ninstr0) ninstr0 <= data[23:0];
        if (write & is_period) period <= data[23:0];
        if (write & is_pthr) pthr <= data[16:0];
        seed_told0 <= write & is_seed;
        if (write & is_tap) begin
            addr_src <= data[1:0];
            mdata_ok <= data[2];
        end
        if (write & is_t0_lo) t0_lo <= data;
        if (write & is_t0_hi) t0_hi <= data[15:0];
        if (write & is_eps) begin
            eps_m <= data[2:0];
            eps_s <= data[13:8];
        end
        if (write & is_weight_max) weight_max <= data[15:0];
        if (write & is_map_base) map_base <= data[31:1];
        if (write & is_map_ctrl) map_en <= data[0];
        map_waddr_told0 <= write & is_map_waddr;
        map_wdata_told0 <= write & is_map_wdata;
        ign_told0 <= write & is_ign;
        if (rst) begin
            enable <= enable_reset;
            fen <= fen_reset;
            lossless <= lossless_reset;
            freeze <= freeze_reset;
            bus_error <= bus_error_reset;
            annotate <= annotate_reset;
            class_en <= class_en_reset;
            f1_match <= f1_match_reset;
            f1_mask <= f1_mask_reset;
            f1_hsel <= f1_hsel_reset;
            f2_hsel <= f2_hsel_reset;
            decim <= decim_reset;
            select_kind <= select_kind_reset;
            select_weight <= select_weight_reset;
            burst_mode <= burst_mode_reset;
            entry_post <= entry_post_reset;
            by_chance <= by_chance_reset;
            be_taken <= be_taken_reset;
            check_calls <= check_calls_reset;
            ncheck0 <= ncheck0_reset;
            ninstr0 <= ninstr0_reset;
            period <= period_reset;
            pthr <= pthr_reset;
            addr_src <= addr_src_reset;
            mdata_ok <= mdata_ok_reset;
            t0_lo <= t0_lo_reset;
            t0_hi <= t0_hi_reset;
            eps_m <= eps_m_reset;
            eps_s <= eps_s_reset;
            weight_max <= weight_max_reset;
            map_base <= map_base_reset;
            map_en <= map_en_reset;
            decim_told0 <= 1'b0;
            setign_told0 <= 1'b0;
            burst_told0 <= 1'b0;
            seed_told0 <= 1'b0;
            map_waddr_told0 <= 1'b0;
            map_wdata_told0 <= 1'b0;
            ign_told0 <= 1'b0;
        end
    end
endmodule

// The registers of a profiler with a simple port.
// docs/reference/registers.md has the table, docs/reference/regs.md the rules.
module treetap_profiler_nano_regs #(
    parameter [4:0] config_page = 5'd1,
    parameter [4:0] counter_page = 5'd3,
    parameter [4:0] statistics_page = 5'd2,
    parameter [2:0] clear_op = 3'd5
) (
    input  wire        clk,
    input  wire        rst,
    // requests; held until bus_ready, whose rdata and err stay until the next request
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [11:0] bus_addr,
    input  wire [31:0] bus_wdata,
    input  wire [3:0]  bus_wstrb,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    output wire        bus_err,
    // fields of the configuration registers
    output wire        cfg_enable,
    output wire        cfg_fen,
    output wire        cfg_lossless,
    output wire        cfg_freeze,
    output wire        cfg_annotate,
    output wire [20:0] cfg_class_en,
    output wire [7:0]  cfg_f1_match,
    output wire [7:0]  cfg_f1_mask,
    output wire [1:0]  cfg_f1_hsel,
    output wire [1:0]  cfg_f2_hsel,
    output wire [15:0] cfg_decim,
    output wire [3:0]  cfg_select_kind,
    output wire [1:0]  cfg_select_weight,
    output wire [2:0]  cfg_burst_mode,
    output wire        cfg_entry_post,
    output wire        cfg_by_chance,
    output wire        cfg_be_taken,
    output wire        cfg_check_calls,
    output wire [23:0] cfg_ncheck0,
    output wire [23:0] cfg_ninstr0,
    output wire [23:0] cfg_period,
    output wire [16:0] cfg_pthr,
    output wire [1:0]  cfg_addr_src,
    output wire        cfg_mdata_ok,
    output wire [2:0]  cfg_eps_m,
    output wire [5:0]  cfg_eps_s,
    output wire [15:0] cfg_weight_max,
    output wire [30:0] cfg_map_base,
    output wire        cfg_map_en,
    output wire [47:0] cfg_t0,
    // a register was written that starts something; set_data is the word
    output wire        set_decim,
    output wire        set_setign,
    output wire        set_burst,
    output wire        set_seed,
    output wire        set_map_waddr,
    output wire        set_map_wdata,
    output wire        set_ign,
    output wire [6:0]  set_addr,
    output wire [31:0] set_data,
    // a command, until it is finished
    output wire        cmd_valid,
    input  wire        cmd_ready,
    output wire [2:0]  cmd_op,
    // the dump that the window shows
    input  wire        dump_valid,
    output wire        dump_ready,
    input  wire [63:0] dump_data,
    input  wire        dump_last,
    // statistics and counters: an address, the word two cycles later, and that it was read
    output wire [5:0]  cnt_addr,
    output wire        cnt_read,
    input  wire        cnt_valid,
    output wire        cnt_take,
    input  wire [31:0] cnt_data,
    // shown in STATUS
    input  wire        stat_queued,
    input  wire        stat_open,
    input  wire        stat_active,
    input  wire        stat_clearing,
    // kept in FLAGS
    input  wire        flag_near_full,
    input  wire        flag_lost,
    input  wire        flag_weight,
    input  wire        flag_dropped,
    input  wire        flag_counter
);
    localparam [2:0] State_Fetch = 3'd0;
    localparam [2:0] State_Store = 3'd1;
    localparam [2:0] State_Idle = 3'd2;
    localparam [2:0] State_Decode = 3'd3;
    localparam [2:0] State_Judge = 3'd4;
    localparam [2:0] State_Look = 3'd5;
    localparam [2:0] State_Answer = 3'd6;

    reg [2:0] state = 3'd0;
    reg [9:0] word = 10'd0;
    reg we = 1'b0;
    reg whole = 1'b0;
    reg [31:0] data = 32'd0;
    reg [31:0] narrow = 32'd0;
    reg [31:0] rdata = 32'd0;
    reg err = 1'b0;
    reg busy = 1'b0;
    reg [2:0] op = 3'd0;
    reg [7:0] done = 8'd0;
    reg [13:0] position = 14'd0;
    reg [7:0] violations = 8'd0;
    reg [4:0] flags = 5'd0;
    reg reads = 1'b0;
    reg writes = 1'b0;
    reg at_config = 1'b0;
    reg at_counter = 1'b0;
    reg at_low = 1'b0;
    reg at_high = 1'b0;
    reg at_take = 1'b0;
    reg granted = 1'b0;
    reg writing = 1'b0;

    reg refused;
    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_at_flags;
    wire bank_at_command;
    wire bank_at_dump_lo;
    wire bank_at_dump_hi;
    wire bank_at_dump_take;
    wire bank_at_map_wdata;
    wire bank_cfg_bus_error;
    wire [31:0] bank_cfg_t0_lo;
    wire [15:0] bank_cfg_t0_hi;

    // Which register the request is for, found out in a cycle of its own: no address in the words' way.
    wire [9:0] request = bus_addr[11:2];
    wire [4:0] page = word[9:5];
    wire on_config = page == config_page;
    always @* begin
        // Some accesses are refused at some times: a cycle later, when it is known which register it is.
        refused = 1'b0;
        if (bank_at_dump_take) refused = ~dump_valid;
        if (bank_at_command) refused = busy | ~(|data[2:0]) | (stat_queued & (data[2:0] == clear_op));
        if (bank_at_map_wdata) refused = cfg_map_en;
    end
    wire change = we & writes & whole & ~refused;
    wire read = ~we & reads & ~refused;
    // Configuration registers; if they can be read, then from a memory of what was written.
    wire look = state == State_Look;
    wire [31:0] memory = 32'd0;
    assign cfg_t0 = ({32'd0, bank_cfg_t0_hi} << 32) | {16'd0, bank_cfg_t0_lo};
    assign set_addr = word[6:0];
    assign set_data = data;
    wire take = look & at_take & ~we;
    assign cmd_valid = busy;
    assign cmd_op = op;
    assign dump_ready = take;
    // What has happened stays, and wins over a 1 that is written in the same cycle.
    wire [4:0] happened = {4'd0, flag_near_full} | ({4'd0, flag_lost} << 1) | ({4'd0, flag_weight} << 2)
            | ({4'd0, flag_dropped} << 3) | ({4'd0, flag_counter} << 4);
    wire [4:0] cleared = (writing & bank_at_flags) ? data[28:24] : 5'd0;
    wire bank_stat_last = dump_valid & dump_last;
    wire [31:0] low = at_low ? dump_data[31:0] : 32'd0;
    wire [31:0] high = at_high ? dump_data[63:32] : 32'd0;
    wire [31:0] counter = at_counter ? cnt_data : 32'd0;
    assign cnt_addr = word[5:0];
    wire reading = look & at_counter & ~we;
    assign cnt_read = reading;
    assign cnt_take = reading & cnt_valid;
    assign bus_ready = state == State_Answer;
    assign bus_rdata = rdata;
    assign bus_err = err;

    treetap_profiler_nano_bank #(.row_page0(5'd0), .row_page1(5'd1), .row_page2(5'd3), .row_page3(5'd4),
            .row_mask0(5'd31), .row_mask1(5'd31), .row_mask2(5'd31), .row_mask3(5'd28), .readable0(32'h79ff),
            .readable1(32'd0), .readable2(32'h3fdfff), .readable3(32'd0), .writable0(32'h600),
            .writable1(32'hff7fbf), .writable2(32'd0), .writable3(32'hffffffff), .id_at(5'd0),
            .version_at(5'd1), .config_hash_at(5'd2), .cap_core_at(5'd3), .cap_tree_at(5'd4),
            .cap_events_at(5'd5), .cap_sampling_at(5'd6), .cap_checkmap_at(5'd7), .status_at(5'd8),
            .flags_at(5'd9), .command_at(5'd10), .dump_at(5'd11), .dump_lo_at(5'd12), .dump_hi_at(5'd13),
            .dump_take_at(5'd14), .ctrl_at(5'd0), .class_en_at(5'd1), .f1cfg_at(5'd2), .f2cfg_at(5'd3),
            .decim_at(5'd4), .setign_at(5'd5), .select_at(5'd7), .burst_at(5'd8), .ncheck0_at(5'd9),
            .ninstr0_at(5'd10), .period_at(5'd11), .pthr_at(5'd12), .seed_at(5'd13), .tap_at(5'd14),
            .t0_lo_at(5'd16), .t0_hi_at(5'd17), .eps_at(5'd18), .weight_max_at(5'd19), .map_base_at(5'd20),
            .map_ctrl_at(5'd21), .map_waddr_at(5'd22), .map_wdata_at(5'd23), .ign_page0(5'd4),
            .ign_page_mask0(5'd28), .ign_slot0(5'd0), .ign_slot_mask0(5'd0), .enable_reset(1'b0),
            .fen_reset(1'b0), .lossless_reset(1'b0), .freeze_reset(1'b1), .bus_error_reset(1'b0),
            .annotate_reset(1'b0), .class_en_reset(21'd0), .f1_match_reset(8'd0), .f1_mask_reset(8'd0),
            .f1_hsel_reset(2'd0), .f2_hsel_reset(2'd0), .decim_reset(16'd0), .select_kind_reset(4'd0),
            .select_weight_reset(2'd0), .burst_mode_reset(3'd1), .entry_post_reset(1'b0),
            .by_chance_reset(1'b0), .be_taken_reset(1'b1), .check_calls_reset(1'b0), .ncheck0_reset(24'd0),
            .ninstr0_reset(24'd0), .period_reset(24'd1), .pthr_reset(17'h10000), .addr_src_reset(2'd0),
            .mdata_ok_reset(1'b0), .t0_lo_reset(32'd1), .t0_hi_reset(16'd0), .eps_m_reset(3'd0),
            .eps_s_reset(6'd0), .weight_max_reset(16'hffff), .map_base_reset(31'd0), .map_en_reset(1'b0),
            .id_word(32'h54545031), .version_word(32'h100), .config_hash_word(32'h5f746689),
            .cap_core_word(32'h18002120), .cap_tree_word(32'h20200200), .cap_events_word(32'h1ff0100),
            .cap_sampling_word(32'h100071f), .cap_checkmap_word(32'd0)) u_bank (
        .clk(clk),
        .rst(rst),
        .word(word),
        .write(writing),
        .data(data),
        .value(bank_value),
        .reads(bank_reads),
        .writes(bank_writes),
        .at_flags(bank_at_flags),
        .at_command(bank_at_command),
        .at_dump_lo(bank_at_dump_lo),
        .at_dump_hi(bank_at_dump_hi),
        .at_dump_take(bank_at_dump_take),
        .at_map_wdata(bank_at_map_wdata),
        .cfg_enable(cfg_enable),
        .cfg_fen(cfg_fen),
        .cfg_lossless(cfg_lossless),
        .cfg_freeze(cfg_freeze),
        .cfg_bus_error(bank_cfg_bus_error),
        .cfg_annotate(cfg_annotate),
        .cfg_class_en(cfg_class_en),
        .cfg_f1_match(cfg_f1_match),
        .cfg_f1_mask(cfg_f1_mask),
        .cfg_f1_hsel(cfg_f1_hsel),
        .cfg_f2_hsel(cfg_f2_hsel),
        .cfg_decim(cfg_decim),
        .cfg_select_kind(cfg_select_kind),
        .cfg_select_weight(cfg_select_weight),
        .cfg_burst_mode(cfg_burst_mode),
        .cfg_entry_post(cfg_entry_post),
        .cfg_by_chance(cfg_by_chance),
        .cfg_be_taken(cfg_be_taken),
        .cfg_check_calls(cfg_check_calls),
        .cfg_ncheck0(cfg_ncheck0),
        .cfg_ninstr0(cfg_ninstr0),
        .cfg_period(cfg_period),
        .cfg_pthr(cfg_pthr),
        .cfg_addr_src(cfg_addr_src),
        .cfg_mdata_ok(cfg_mdata_ok),
        .cfg_t0_lo(bank_cfg_t0_lo),
        .cfg_t0_hi(bank_cfg_t0_hi),
        .cfg_eps_m(cfg_eps_m),
        .cfg_eps_s(cfg_eps_s),
        .cfg_weight_max(cfg_weight_max),
        .cfg_map_base(cfg_map_base),
        .cfg_map_en(cfg_map_en),
        .set_decim(set_decim),
        .set_setign(set_setign),
        .set_burst(set_burst),
        .set_seed(set_seed),
        .set_map_waddr(set_map_waddr),
        .set_map_wdata(set_map_wdata),
        .set_ign(set_ign),
        .stat_busy(busy),
        .stat_dump(dump_valid),
        .stat_queued(stat_queued),
        .stat_open(stat_open),
        .stat_active(stat_active),
        .stat_clearing(stat_clearing),
        .stat_done(done),
        .stat_hostviol(violations),
        .stat_near_full(flags[0]),
        .stat_lost(flags[1]),
        .stat_weight(flags[2]),
        .stat_dropped(flags[3]),
        .stat_counter(flags[4]),
        .stat_position(position),
        .stat_last(bank_stat_last),
        .stat_valid(dump_valid)
    );

    always @(posedge clk) begin
        reads <= bank_reads;
        writes <= bank_writes;
        at_low <= bank_at_dump_lo & dump_valid;
        at_take <= bank_at_dump_take & dump_valid;
        at_high <= (bank_at_dump_hi | bank_at_dump_take) & dump_valid;
        at_config <= on_config;
        at_counter <= bank_reads & ((page == statistics_page) | (page == counter_page));
        granted <= change | read;
        writing <= change & (state == State_Judge);
        // Commands and the words of their dumps.
        if (busy & cmd_ready) begin
            busy <= 1'b0;
            done <= done + 8'd1;
        end
        if (take) position <= position + 14'd1;
        if (look & ~granted & ~(&violations)) violations <= violations + 8'd1;
        if (writing & bank_at_command) begin
            busy <= 1'b1;
            op <= data[2:0];
            position <= 14'd0;
            if (data[2:0] == clear_op) violations <= 8'd0;
        end
        flags <= (flags & ~cleared) | happened;
        narrow <= bank_value;
        // One access after the other.
        case (state)
            State_Fetch: state <= State_Idle;
            State_Store: state <= State_Idle;
            State_Idle: begin
                if (bus_valid) begin
                    word <= request;
                    we <= bus_we;
                    whole <= &bus_wstrb;
                    data <= bus_wdata;
                    state <= State_Decode;
                end
            end
            State_Decode: state <= State_Judge;
            State_Judge: state <= State_Look;
            State_Look: begin
                rdata <= narrow | (low | high) | (memory | counter);
                err <= bank_cfg_bus_error & ~granted;
                if (~reading | cnt_valid) state <= State_Answer;
            end
            default /* State_Answer */: state <= State_Idle;
        endcase
        if (rst) begin
            state <= State_Idle;
            word <= 10'd0;
            busy <= 1'b0;
            op <= 3'd0;
            done <= 8'd0;
            position <= 14'd0;
            violations <= 8'd0;
            flags <= 5'd0;
            writing <= 1'b0;
        end
    end
endmodule

// Wishbone B4 slave in front of the registers, classic cycles: wires, no state.
module treetap_profiler_nano_wishbone (
    // byte offsets; an access that was refused is answered by err only if CTRL.BUS_ERROR is set
    input  wire        wb_cyc_i,
    input  wire        wb_stb_i,
    input  wire        wb_we_i,
    input  wire [11:0] wb_adr_i,
    input  wire [31:0] wb_dat_i,
    input  wire [3:0]  wb_sel_i,
    output wire [31:0] wb_dat_o,
    output wire        wb_ack_o,
    output wire        wb_err_o,
    // the registers
    output wire        bus_valid,
    output wire        bus_we,
    output wire [11:0] bus_addr,
    output wire [31:0] bus_wdata,
    output wire [3:0]  bus_wstrb,
    input  wire        bus_ready,
    input  wire [31:0] bus_rdata,
    input  wire        bus_err
);
    assign bus_valid = wb_cyc_i & wb_stb_i;
    assign bus_we = wb_we_i;
    assign bus_addr = wb_adr_i;
    assign bus_wdata = wb_dat_i;
    assign bus_wstrb = wb_sel_i;
    assign wb_dat_o = bus_rdata;
    assign wb_ack_o = wb_cyc_i & wb_stb_i & bus_ready & ~bus_err;
    assign wb_err_o = wb_cyc_i & wb_stb_i & bus_ready & bus_err;
endmodule

// The profiler: iCE40 UP5K, beside a small soft core: 512 nodes, Wishbone.
module treetap_profiler_nano (
    input  wire        clk,
    input  wire        rst,
    // what the core retires, taken with valid and ready
    input  wire        rvfi_valid,
    output wire        rvfi_ready,
    input  wire [31:0] rvfi_insn,
    input  wire        rvfi_trap,
    input  wire        rvfi_intr,
    input  wire [31:0] rvfi_pc_rdata,
    input  wire [31:0] rvfi_pc_wdata,
    input  wire [31:0] rvfi_rs1_rdata,
    input  wire [31:0] rvfi_rd_wdata,
    input  wire [31:0] rvfi_mem_addr,
    input  wire [3:0]  rvfi_mem_rmask,
    input  wire [3:0]  rvfi_mem_wmask,
    input  wire [31:0] rvfi_mem_rdata,
    input  wire [31:0] rvfi_mem_wdata,
    // beside it: events, cycles of the access, cycles since the retirement before
    input  wire [7:0]  ret_evt,
    input  wire [15:0] ret_lat,
    input  wire [15:0] ret_cycles,
    // static; take retirements whether there is room or not
    input  wire        ret_always,
    // hold the core back
    output wire        ret_stall,
    // begin and end a burst from outside; an interval begins
    input  wire        ext_on,
    input  wire        ext_off,
    input  wire        ext_tick,
    // what enters, for traces
    output wire        acc_valid,
    output wire [31:0] acc_ord,
    // byte offsets; an access that was refused is answered by err only if CTRL.BUS_ERROR is set
    input  wire        wb_cyc_i,
    input  wire        wb_stb_i,
    input  wire        wb_we_i,
    input  wire [11:0] wb_adr_i,
    input  wire [31:0] wb_dat_i,
    input  wire [3:0]  wb_sel_i,
    output wire [31:0] wb_dat_o,
    output wire        wb_ack_o,
    output wire        wb_err_o
);
    wire rec_valid;
    wire rec_trap;
    wire [4:0] rec_class;
    wire rec_taken;
    wire rec_start;
    wire [31:0] rec_insn;
    wire [31:0] rec_pc;
    wire [31:0] rec_npc;
    wire [31:0] rec_val;
    wire [31:0] rec_addr;
    wire [7:0] rec_evt;
    wire [15:0] rec_cycles;
    wire [31:0] rec_ord;
    wire sel_valid_unused;
    wire sel_trap_unused;
    wire sel_mark;
    wire sel_held_unused;
    wire sel_saturated;
    wire cand_valid;
    wire [31:0] cand_lanes;
    wire [15:0] cand_side;
    wire [31:0] cand_ord;
    wire gate_fen;
    wire gate_shut;
    wire pcf_clearing;
    wire pcf_valid;
    wire [2:0] pcf_verdict;
    wire burst_take;
    wire burst_samp_unused;
    wire burst_start_unused;
    wire [31:0] burst_id_unused;
    wire [31:0] stat_count;
    wire sel_pass;
    wire burst_ev;
    wire step_retired;
    wire step_trap;
    wire step_rej_gate;
    wire step_rej_class;
    wire step_rej_pc1;
    wire step_rej_pc2_unused;
    wire step_rej_dec;
    wire step_rej_select;
    wire step_rej_burst;
    wire smp_ready;
    wire ev_valid;
    wire buffer_ready;
    wire stat_clearing;
    wire flag_dropped;
    wire ready;
    wire smp_valid;
    wire [31:0] smp_rec;
    wire [15:0] smp_side;
    wire [8:0] occ;
    wire step_acc;
    wire step_drop_full;
    wire step_drop_off;
    wire step_popped;
    wire step_flushed;
    wire cnt_cleared;
    wire ram_valid;
    wire [31:0] ram_data;
    wire ev_ready;
    wire eng_ready;
    wire dump_valid;
    wire [63:0] dump_data;
    wire dump_last;
    wire [3:0] stat_stall;
    wire [31:0] stat_zero_weight;
    wire [31:0] stat_n;
    wire [31:0] stat_t;
    wire [31:0] stat_lost;
    wire [9:0] stat_live;
    wire [31:0] stat_creates;
    wire [31:0] stat_over;
    wire stat_lost_flag;
    wire stat_near_full;
    wire stat_event_unused;
    wire stat_active;
    wire cmd_ready;
    wire tap_flush;
    wire sel_flush;
    wire cnt_clear;
    wire eng_valid;
    wire [1:0] eng_op;
    wire gate_open;
    wire cnt_valid;
    wire [31:0] cnt_data;
    wire ram_read;
    wire [3:0] ram_addr;
    wire stat_queued;
    wire [2:0] stat_which;
    wire flag_counter;
    wire bus_ready;
    wire [31:0] bus_rdata;
    wire bus_err;
    wire cfg_enable;
    wire cfg_fen;
    wire cfg_lossless;
    wire cfg_freeze;
    wire cfg_annotate_unused;
    wire [20:0] cfg_class_en;
    wire [7:0] cfg_f1_match;
    wire [7:0] cfg_f1_mask;
    wire [1:0] cfg_f1_hsel;
    wire [1:0] cfg_f2_hsel;
    wire [15:0] cfg_decim;
    wire [3:0] cfg_select_kind;
    wire [1:0] cfg_select_weight;
    wire [2:0] cfg_burst_mode;
    wire cfg_entry_post;
    wire cfg_by_chance;
    wire cfg_be_taken_unused;
    wire cfg_check_calls_unused;
    wire [23:0] cfg_ncheck0;
    wire [23:0] cfg_ninstr0;
    wire [23:0] cfg_period;
    wire [16:0] cfg_pthr;
    wire [1:0] cfg_addr_src_unused;
    wire cfg_mdata_ok_unused;
    wire [2:0] cfg_eps_m;
    wire [5:0] cfg_eps_s;
    wire [15:0] cfg_weight_max;
    wire [30:0] cfg_map_base_unused;
    wire cfg_map_en_unused;
    wire [47:0] cfg_t0;
    wire set_decim;
    wire set_setign;
    wire set_burst;
    wire set_seed;
    wire set_map_waddr_unused;
    wire set_map_wdata_unused;
    wire set_ign;
    wire [6:0] set_addr;
    wire [31:0] set_data;
    wire cmd_valid;
    wire [2:0] cmd_op;
    wire dump_ready;
    wire [5:0] cnt_addr;
    wire cnt_read;
    wire cnt_take_unused;
    wire bus_valid;
    wire bus_we;
    wire [11:0] bus_addr;
    wire [31:0] bus_wdata;
    wire [3:0] bus_wstrb;

    treetap_profiler_nano_small_tap #(.mret_insn(32'h30200073), .beyond(32'hfffff000)) u_tap (
        .clk(clk),
        .rst(rst),
        .rvfi_valid(rvfi_valid),
        .rvfi_ready(rvfi_ready),
        .rvfi_insn(rvfi_insn),
        .rvfi_trap(rvfi_trap),
        .rvfi_intr(rvfi_intr),
        .rvfi_mode(2'd0),
        .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata),
        .rvfi_rs1_rdata(rvfi_rs1_rdata),
        .rvfi_rd_wdata(rvfi_rd_wdata),
        .rvfi_mem_addr(rvfi_mem_addr),
        .rvfi_mem_rmask(rvfi_mem_rmask),
        .rvfi_mem_wmask(rvfi_mem_wmask),
        .rvfi_mem_rdata(rvfi_mem_rdata),
        .rvfi_mem_wdata(rvfi_mem_wdata),
        .ret_evt(ret_evt),
        .ret_lat(ret_lat),
        .ret_cycles(ret_cycles),
        .ret_flush(tap_flush),
        .buffer_ready(buffer_ready),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_class(rec_class),
        .rec_taken(rec_taken),
        .rec_start(rec_start),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_npc(rec_npc),
        .rec_val(rec_val),
        .rec_addr(rec_addr),
        .rec_evt(rec_evt),
        .rec_cycles(rec_cycles),
        .rec_ord(rec_ord)
    );

    treetap_profiler_nano_select #(.code(4'd0), .misses(4'd3), .addresses(4'd4), .narrow(4'd5), .zeros(4'd6),
            .edges(4'd7), .calls(4'd8), .every(4'd1), .value_kinds(16'd12), .from_pc(16'd163),
            .to_npc(16'h180), .to_addr(16'd80), .instructions(2'd1), .cycles(2'd2), .load_class(5'd0),
            .access_classes(32'h800f), .result_classes(32'h2f801), .call_classes(32'h540), .sign_bit(6'd15),
            .edge_mask(32'hffffffff), .edge_left(7'd15), .edge_right(7'd17)) u_select (
        .clk(clk),
        .rst(rst),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_class(rec_class),
        .rec_taken(rec_taken),
        .rec_start(rec_start),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_npc(rec_npc),
        .rec_val(rec_val),
        .rec_addr(rec_addr),
        .rec_evt(rec_evt),
        .rec_cycles(rec_cycles),
        .rec_ord(rec_ord),
        .cfg_kind(cfg_select_kind),
        .cfg_weight(cfg_select_weight),
        .sel_valid(sel_valid_unused),
        .sel_trap(sel_trap_unused),
        .sel_mark(sel_mark),
        .sel_pass(sel_pass),
        .sel_flush(sel_flush),
        .sel_clear(sel_saturated),
        .sel_held(sel_held_unused),
        .sel_saturated(sel_saturated),
        .ev_valid(cand_valid),
        .ev_key(cand_lanes),
        .ev_weight(cand_side),
        .ev_ord(cand_ord)
    );

    treetap_profiler_nano_gate u_gate (
        .clk(clk),
        .rst(rst),
        .rvfi_valid(rvfi_valid),
        .buffer_ready(buffer_ready),
        .gate_open(gate_open),
        .cfg_fen(cfg_fen),
        .gate_fen(gate_fen),
        .gate_shut(gate_shut)
    );

    treetap_profiler_nano_pcfilter #(.decim_code(3'd5), .minus_one(16'hffff), .last(16'hfffd)) u_pcfilter (
        .clk(clk),
        .rst(rst),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_class(rec_class),
        .rec_pc(rec_pc),
        .cfg_fen(gate_fen),
        .cfg_class_en(cfg_class_en),
        .cfg_f1_hsel(cfg_f1_hsel),
        .cfg_f1_mask(cfg_f1_mask),
        .cfg_f1_match(cfg_f1_match),
        .cfg_f2_hsel(cfg_f2_hsel),
        .cfg_decim(cfg_decim),
        .set_decim(set_decim),
        .set_ign(set_ign),
        .set_setign(set_setign),
        .set_addr(set_addr),
        .set_data(set_data),
        .pcf_clearing(pcf_clearing),
        .pcf_valid(pcf_valid),
        .pcf_verdict(pcf_verdict)
    );

    treetap_profiler_nano_burst #(.always_mode(3'd1), .external_mode(3'd2), .periodic_mode(3'd3),
            .random_mode(3'd4), .taps(32'h80200003), .minus_one(24'hffffff)) u_burst (
        .clk(clk),
        .rst(rst),
        .burst_valid(1'b1),
        .burst_trap(1'b0),
        .burst_chk(1'b0),
        .burst_entry(1'b0),
        .burst_ev(burst_ev),
        .burst_take(burst_take),
        .burst_samp(burst_samp_unused),
        .burst_start(burst_start_unused),
        .burst_id(burst_id_unused),
        .ext_on(ext_on),
        .ext_off(ext_off),
        .ext_tick(ext_tick),
        .cfg_burst_mode(cfg_burst_mode),
        .cfg_period(cfg_period),
        .cfg_pthr(cfg_pthr),
        .cfg_ncheck0(cfg_ncheck0),
        .cfg_ninstr0(cfg_ninstr0),
        .cfg_entry_post(cfg_entry_post),
        .cfg_by_chance(cfg_by_chance),
        .set_burst(set_burst),
        .set_seed(set_seed),
        .set_data(set_data),
        .stat_which(stat_which),
        .stat_count(stat_count)
    );

    treetap_profiler_nano_verdict #(.pass_code(3'd0), .trap_code(3'd1), .class_code(3'd2), .pc1_code(3'd3),
            .pc2_code(3'd4), .decim_code(3'd5), .clear_code(4'd1)) u_verdict (
        .clk(clk),
        .rst(rst),
        .pcf_valid(pcf_valid),
        .pcf_verdict(pcf_verdict),
        .gate_shut(gate_shut),
        .sel_mark(sel_mark),
        .chk_mute(1'b0),
        .sel_pass(sel_pass),
        .burst_ev(burst_ev),
        .burst_take(burst_take),
        .step_retired(step_retired),
        .step_trap(step_trap),
        .step_rej_gate(step_rej_gate),
        .step_rej_class(step_rej_class),
        .step_rej_pc1(step_rej_pc1),
        .step_rej_pc2(step_rej_pc2_unused),
        .step_rej_dec(step_rej_dec),
        .step_rej_select(step_rej_select),
        .step_rej_burst(step_rej_burst),
        .cfg_enable(cfg_enable),
        .smp_valid(smp_valid),
        .smp_ready(smp_ready),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ret_always(ret_always),
        .ready(ready),
        .buffer_ready(buffer_ready),
        .ret_stall(ret_stall),
        .stat_stall(stat_stall),
        .pcf_clearing(pcf_clearing),
        .ann_clearing(1'b0),
        .map_clearing(1'b0),
        .stat_clearing(stat_clearing),
        .step_drop_full(step_drop_full),
        .step_drop_off(step_drop_off),
        .flag_dropped(flag_dropped)
    );

    treetap_profiler_nano_sample_buffer #(.codes(2'd0), .banks_all(2'd0), .bank_bits(2'd0),
            .flight_bits(3'd4), .full_bit(4'd8), .one_lane(32'hffffffff), .two_lanes(32'hffffffff))
            u_sample_buffer (
        .clk(clk),
        .rst(rst),
        .cand_valid(cand_valid),
        .cand_lanes(cand_lanes),
        .cand_side(cand_side),
        .cand_ord(cand_ord),
        .cfg_stride(2'd0),
        .cfg_lossless(cfg_lossless),
        .cfg_freeze(cfg_freeze),
        .run(cfg_enable),
        .flush(1'b0),
        .ready(ready),
        .smp_valid(smp_valid),
        .smp_ready(smp_ready),
        .smp_rec(smp_rec),
        .smp_side(smp_side),
        .occ(occ),
        .step_acc(step_acc),
        .step_drop_full(step_drop_full),
        .step_drop_off(step_drop_off),
        .step_popped(step_popped),
        .step_flushed(step_flushed),
        .acc_valid(acc_valid),
        .acc_ord(acc_ord)
    );

    treetap_profiler_nano_counters #(.last_place(4'd14), .zero_word(4'd15), .everybody(15'h7fff)) u_counters (
        .clk(clk),
        .rst(rst),
        .step_retired(step_retired),
        .step_trap(step_trap),
        .step_rej_class(step_rej_class),
        .step_rej_pc1(step_rej_pc1),
        .step_rej_pc2(1'b0),
        .step_rej_dec(step_rej_dec),
        .step_rej_select(step_rej_select),
        .step_rej_burst(step_rej_burst),
        .step_cand(cand_valid),
        .step_acc(step_acc),
        .step_drop_full(step_drop_full),
        .step_drop_off(step_drop_off),
        .step_popped(step_popped),
        .step_flushed(step_flushed),
        .step_rej_gate(step_rej_gate),
        .cnt_clear(cnt_clear),
        .cnt_cleared(cnt_cleared),
        .cnt_read(ram_read),
        .cnt_addr(ram_addr),
        .cnt_valid(ram_valid),
        .cnt_data(ram_data)
    );

    treetap_profiler_nano_rap u_rap (
        .clk(clk),
        .rst(rst),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_key(smp_rec),
        .ev_weight(smp_side),
        .cmd_valid(eng_valid),
        .cmd_ready(eng_ready),
        .cmd_op(eng_op),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last),
        .cfg_weight_max(cfg_weight_max),
        .cfg_t0(cfg_t0[31:0]),
        .cfg_eps_m(cfg_eps_m),
        .cfg_eps_s(cfg_eps_s),
        .stat_stall(stat_stall),
        .stat_zero_weight(stat_zero_weight),
        .stat_n(stat_n),
        .stat_t(stat_t),
        .stat_lost(stat_lost),
        .stat_live(stat_live),
        .stat_creates(stat_creates),
        .stat_over(stat_over),
        .stat_lost_flag(stat_lost_flag),
        .stat_near_full(stat_near_full),
        .stat_event(stat_event_unused),
        .stat_active(stat_active)
    );

    treetap_profiler_nano_commander #(.flush_op(3'd4), .clear_op(3'd5), .enable_op(3'd6), .disable_op(3'd7),
            .depth(4'd13)) u_commander (
        .clk(clk),
        .rst(rst),
        .cmd_valid(cmd_valid),
        .cmd_ready(cmd_ready),
        .cmd_op(cmd_op),
        .cfg_enable(cfg_enable),
        .occ(occ),
        .popped(step_popped),
        .tap_flush(tap_flush),
        .sel_flush(sel_flush),
        .cnt_clear(cnt_clear),
        .cnt_cleared(cnt_cleared),
        .eng_valid(eng_valid),
        .eng_ready(eng_ready),
        .eng_op(eng_op),
        .gate_open(gate_open)
    );

    treetap_profiler_nano_readout #(.page_bit(3'd5), .occ_at(5'd14), .gate_at(5'd15), .gate_counter(4'd14),
            .flushed_counter(4'd13)) u_readout (
        .clk(clk),
        .rst(rst),
        .cnt_addr(cnt_addr),
        .cnt_read(cnt_read),
        .cnt_valid(cnt_valid),
        .cnt_data(cnt_data),
        .ram_read(ram_read),
        .ram_addr(ram_addr),
        .ram_valid(ram_valid),
        .ram_data(ram_data),
        .occ(occ),
        .stat_queued(stat_queued),
        .stat_which(stat_which),
        .stat_count(stat_count),
        .stat_n(stat_n),
        .stat_t(stat_t),
        .stat_lost(stat_lost),
        .stat_live(stat_live),
        .stat_creates(stat_creates),
        .stat_over(stat_over),
        .stat_zero_weight(stat_zero_weight),
        .flag_counter(flag_counter)
    );

    treetap_profiler_nano_regs #(.config_page(5'd1), .counter_page(5'd3), .statistics_page(5'd2),
            .clear_op(3'd5)) u_regs (
        .clk(clk),
        .rst(rst),
        .bus_valid(bus_valid),
        .bus_we(bus_we),
        .bus_addr(bus_addr),
        .bus_wdata(bus_wdata),
        .bus_wstrb(bus_wstrb),
        .bus_ready(bus_ready),
        .bus_rdata(bus_rdata),
        .bus_err(bus_err),
        .cfg_enable(cfg_enable),
        .cfg_fen(cfg_fen),
        .cfg_lossless(cfg_lossless),
        .cfg_freeze(cfg_freeze),
        .cfg_annotate(cfg_annotate_unused),
        .cfg_class_en(cfg_class_en),
        .cfg_f1_match(cfg_f1_match),
        .cfg_f1_mask(cfg_f1_mask),
        .cfg_f1_hsel(cfg_f1_hsel),
        .cfg_f2_hsel(cfg_f2_hsel),
        .cfg_decim(cfg_decim),
        .cfg_select_kind(cfg_select_kind),
        .cfg_select_weight(cfg_select_weight),
        .cfg_burst_mode(cfg_burst_mode),
        .cfg_entry_post(cfg_entry_post),
        .cfg_by_chance(cfg_by_chance),
        .cfg_be_taken(cfg_be_taken_unused),
        .cfg_check_calls(cfg_check_calls_unused),
        .cfg_ncheck0(cfg_ncheck0),
        .cfg_ninstr0(cfg_ninstr0),
        .cfg_period(cfg_period),
        .cfg_pthr(cfg_pthr),
        .cfg_addr_src(cfg_addr_src_unused),
        .cfg_mdata_ok(cfg_mdata_ok_unused),
        .cfg_eps_m(cfg_eps_m),
        .cfg_eps_s(cfg_eps_s),
        .cfg_weight_max(cfg_weight_max),
        .cfg_map_base(cfg_map_base_unused),
        .cfg_map_en(cfg_map_en_unused),
        .cfg_t0(cfg_t0),
        .set_decim(set_decim),
        .set_setign(set_setign),
        .set_burst(set_burst),
        .set_seed(set_seed),
        .set_map_waddr(set_map_waddr_unused),
        .set_map_wdata(set_map_wdata_unused),
        .set_ign(set_ign),
        .set_addr(set_addr),
        .set_data(set_data),
        .cmd_valid(cmd_valid),
        .cmd_ready(cmd_ready),
        .cmd_op(cmd_op),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last),
        .cnt_addr(cnt_addr),
        .cnt_read(cnt_read),
        .cnt_valid(cnt_valid),
        .cnt_take(cnt_take_unused),
        .cnt_data(cnt_data),
        .stat_queued(stat_queued),
        .stat_open(gate_open),
        .stat_active(stat_active),
        .stat_clearing(stat_clearing),
        .flag_near_full(stat_near_full),
        .flag_lost(stat_lost_flag),
        .flag_weight(sel_saturated),
        .flag_dropped(flag_dropped),
        .flag_counter(flag_counter)
    );

    treetap_profiler_nano_wishbone u_bus (
        .wb_cyc_i(wb_cyc_i),
        .wb_stb_i(wb_stb_i),
        .wb_we_i(wb_we_i),
        .wb_adr_i(wb_adr_i),
        .wb_dat_i(wb_dat_i),
        .wb_sel_i(wb_sel_i),
        .wb_dat_o(wb_dat_o),
        .wb_ack_o(wb_ack_o),
        .wb_err_o(wb_err_o),
        .bus_valid(bus_valid),
        .bus_we(bus_we),
        .bus_addr(bus_addr),
        .bus_wdata(bus_wdata),
        .bus_wstrb(bus_wstrb),
        .bus_ready(bus_ready),
        .bus_rdata(bus_rdata),
        .bus_err(bus_err)
    );
endmodule

`default_nettype wire

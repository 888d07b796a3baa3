// treetap_coproc_profiler_up5k: 64 entries, samples of two lanes, Wishbone: for the iCE40 UP5K
// Configuration: axil 0, chain 1, deep 0, entries 64, lanes 2, predict 0, value_bits 32, xlen 32.
// Made by treetap 0.1.0 with: treetap gen coproc_profiler --preset up5k
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

module treetap_coproc_profiler_up5k_expander (
    input  wire [31:0] insn,
    output wire        compressed,
    output wire [31:0] expanded,
    output wire [31:0] joined,
    output reg         legal
);
    reg [6:0] sign;
    reg [6:0] high;
    reg [4:0] sign_field;
    reg [4:0] offset;
    reg [4:0] rs1;
    reg [2:0] funct3;
    reg [6:0] opcode;
    reg [4:0] rd;
    reg [4:0] rs2;

    assign compressed = ~(&insn[1:0]);
    wire [4:0] form = ({3'd0, insn[1:0]} << 3) | {2'd0, insn[15:13]};
    wire [4:0] full_d = insn[11:7];
    wire [4:0] full_s = insn[6:2];
    wire [4:0] short_d = {2'd0, insn[9:7]} | 5'd8;
    wire [4:0] short_s = {2'd0, insn[4:2]} | 5'd8;
    wire [6:0] bit5 = {6'd0, insn[12]};
    always @* begin
        sign = 7'd0;
        sign_field = 5'd0;
        if (insn[12]) begin
            sign = 7'd127;
            sign_field = 5'd31;
        end
    end
    // Loads and stores. RV32 has floating-point words where RV64 has integer double words.
    wire memory = ~insn[0] & (|insn[14:13]);
    wire stack = insn[1];
    wire store = insn[15];
    wire double = ~insn[14];
    wire float = insn[13];
    // All others begin as C.ADDI.
    wire branch = form[4:1] == 4'd7;
    wire words = 1'b0;
    wire shifts = ~insn[12];
    wire jump = (form | 5'd4) == 5'd13;
    always @* begin
        legal = 1'b1;
        offset = {3'd0, insn[11:10]} << 3;
        rs1 = short_d;
        if (stack) begin
            rs1 = 5'd2;
            if (store) begin
                high = ({4'd0, insn[9:7]} << 1) | bit5;
                if (~double) begin
                    high = ({5'd0, insn[8:7]} << 1) | bit5;
                    offset = {2'd0, insn[11:9]} << 2;
                end
            end else begin
                high = ({4'd0, insn[4:2]} << 1) | bit5;
                offset = {3'd0, insn[6:5]} << 3;
                if (~double) begin
                    high = ({5'd0, insn[3:2]} << 1) | bit5;
                    offset = {2'd0, insn[6:4]} << 2;
                end
                legal = float | (|full_d);
            end
        end else begin
            high = ({5'd0, insn[6:5]} << 1) | bit5;
            if (~double) begin
                high = ({6'd0, insn[5]} << 1) | bit5;
                offset = ({3'd0, insn[11:10]} << 3) | ({4'd0, insn[6]} << 2);
            end
        end
        funct3 = 3'd2;
        if (double) funct3 = 3'd3;
        opcode = 7'd3;
        if (float) opcode = 7'd7;
        rd = short_s;
        if (stack) rd = full_d;
        rs2 = offset;
        if (store) begin
            opcode = 7'd35;
            if (float) opcode = 7'd39;
            rs2 = short_s;
            if (stack) rs2 = full_s;
            rd = offset;
        end
        if (~memory) begin
            high = sign;
            rs2 = full_s;
            rs1 = full_d;
            funct3 = 3'd0;
            rd = full_d;
            opcode = 7'd19;
            legal = 1'b1;
        end
        case (form)
            5'd0: begin
                // C.ADDI4SPN
                high = ({3'd0, insn[10:7]} << 1) | bit5;
                rs2 = ({4'd0, insn[11]} << 4) | ({4'd0, insn[5]} << 3) | ({4'd0, insn[6]} << 2);
                rs1 = 5'd2;
                rd = short_s;
                legal = |insn[12:5];
            end
            5'd4: legal = 1'b0;
            5'd9: begin
                // C.JAL
                rd = 5'd1;
            end
            5'd10: begin
                // C.LI
                rs1 = 5'd0;
            end
            5'd11: begin
                // C.LUI, C.ADDI16SP
                opcode = 7'd55;
                rs2 = sign_field;
                rs1 = (sign_field << 2) | {3'd0, insn[6:5]};
                funct3 = insn[4:2];
                if (full_d == 5'd2) begin
                    opcode = 7'd19;
                    high = (sign << 4) | ({5'd0, insn[4:3]} << 2) | ({6'd0, insn[5]} << 1) | {6'd0, insn[2]};
                    rs2 = {4'd0, insn[6]} << 4;
                    rs1 = 5'd2;
                    funct3 = 3'd0;
                end
                legal = insn[12] | (|full_s);
            end
            5'd12: begin
                // C.SRLI, C.SRAI, C.ANDI, C.SUB, C.XOR, C.OR, C.AND, C.SUBW, C.ADDW
                rs1 = short_d;
                rd = short_d;
                case (insn[11:10])
                    2'd0: begin
                        high = bit5;
                        funct3 = 3'd5;
                        legal = shifts;
                    end
                    2'd1: begin
                        high = bit5 | 7'd32;
                        funct3 = 3'd5;
                        legal = shifts;
                    end
                    2'd2: funct3 = 3'd7;
                    default: begin
                        opcode = 7'd51;
                        high = 7'd0;
                        rs2 = short_s;
                        case (insn[6:5])
                            2'd0: high = 7'd32;
                            2'd1: funct3 = 3'd4;
                            2'd2: funct3 = 3'd6;
                            default: funct3 = 3'd7;
                        endcase
                        if (insn[12]) begin
                            opcode = 7'd59;
                            funct3 = 3'd0;
                            legal = words & ~insn[6];
                        end
                    end
                endcase
            end
            5'd13: begin
                // C.J
                rd = 5'd0;
            end
            5'd14: begin
                // C.BEQZ
                rs1 = short_d;
            end
            5'd15: begin
                // C.BNEZ
                rs1 = short_d;
                funct3 = 3'd1;
            end
            5'd16: begin
                // C.SLLI
                high = bit5;
                funct3 = 3'd1;
                legal = shifts;
            end
            5'd20: begin
                // C.MV, C.ADD, C.JR, C.JALR, C.EBREAK
                opcode = 7'd51;
                high = 7'd0;
                if (~insn[12]) rs1 = 5'd0;
                if (~(|full_s)) begin
                    opcode = 7'd103;
                    rs1 = full_d;
                    rd = {4'd0, insn[12]};
                    legal = insn[12] | (|full_d);
                    if (~(|full_d)) begin
                        opcode = 7'd115;
                        rs2 = 5'd1;
                        rd = 5'd0;
                    end
                end
            end
            default: ;
        endcase
        // Jumps and branches share the places of their offsets.
        if (jump) begin
            opcode = 7'd111;
            high = (sign << 6) | ({6'd0, insn[8]} << 5) | ({5'd0, insn[10:9]} << 3) | ({6'd0, insn[6]} << 2)
                    | ({6'd0, insn[7]} << 1) | {6'd0, insn[2]};
            rs2 = ({4'd0, insn[11]} << 4) | ({2'd0, insn[5:3]} << 1) | {4'd0, insn[12]};
            rs1 = sign_field;
            funct3 = sign_field[2:0];
        end
        if (branch) begin
            opcode = 7'd99;
            high = (sign << 3) | ({5'd0, insn[6:5]} << 1) | {6'd0, insn[2]};
            rs2 = 5'd0;
            rd = ({3'd0, insn[11:10]} << 3) | ({3'd0, insn[4:3]} << 1) | {4'd0, insn[12]};
        end
    end
    // The 32-bit form.
    assign joined = ({25'd0, high} << 25) | ({27'd0, rs2} << 20) | ({27'd0, rs1} << 15) | ({29'd0, funct3}
            << 12) | ({27'd0, rd} << 7) | {25'd0, opcode};
    assign expanded = compressed ? (legal ? joined : 32'd0) : insn;
endmodule

module treetap_coproc_profiler_up5k_classifier (
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

// Normalises the retirements of a core, one per cycle:
// each becomes a record when the next one tells where it went on.
// docs/reference/tap.md has the rules.
module treetap_coproc_profiler_up5k_tap #(
    parameter [31:0] mret_insn = 32'h30200073,
    parameter [31:0] byte0 = 32'd255,
    parameter [31:0] byte1 = 32'hff00,
    parameter [31:0] byte2 = 32'hff0000,
    parameter [31:0] byte3 = 32'hff000000,
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
    // what the tap has to know of its core
    input  wire [1:0]  cfg_addr_src,
    input  wire        cfg_mdata_ok,
    // the record of the retirement before
    output wire        rec_valid,
    output wire        rec_trap,
    output wire [1:0]  rec_mode,
    output wire [4:0]  rec_class,
    output wire        rec_rvc,
    output wire        rec_taken,
    output wire        rec_start,
    output wire [31:0] rec_insn,
    output wire [31:0] rec_pc,
    output wire [31:0] rec_npc,
    output wire [31:0] rec_val,
    output wire [31:0] rec_addr,
    output wire [7:0]  rec_evt,
    output wire [15:0] rec_lat,
    output wire [15:0] rec_cycles,
    output wire [31:0] rec_ord
);
    reg taken = 1'b0;
    reg flushed = 1'b0;
    reg [31:0] taken_insn = 32'd0;
    reg taken_rvc = 1'b0;
    reg taken_trap = 1'b0;
    reg taken_intr = 1'b0;
    reg [1:0] taken_mode = 2'd0;
    reg [31:0] taken_pc = 32'd0;
    reg [31:0] taken_npc = 32'd0;
    reg [31:0] taken_rs1 = 32'd0;
    reg [31:0] taken_rd = 32'd0;
    reg [31:0] taken_addr = 32'd0;
    reg [3:0] taken_mask = 4'd0;
    reg [31:0] taken_rdata = 32'd0;
    reg [31:0] taken_wdata = 32'd0;
    reg [7:0] taken_evt = 8'd0;
    reg [15:0] taken_lat = 16'd0;
    reg [15:0] taken_cycles = 16'd0;
    reg held = 1'b0;
    reg trap = 1'b0;
    reg [1:0] mode = 2'd0;
    reg mret = 1'b0;
    reg [4:0] class_ = 5'd0;
    reg rvc = 1'b0;
    reg start = 1'b0;
    reg [31:0] insn = 32'd0;
    reg [31:0] pc = 32'd0;
    reg [31:0] own_npc = 32'd0;
    reg [31:0] fall = 32'd0;
    reg [31:0] val = 32'd0;
    reg [31:0] addr = 32'd0;
    reg [7:0] evt = 8'd0;
    reg [15:0] lat = 16'd0;
    reg [15:0] cycles = 16'd0;
    reg begins = 1'b1;
    reg [31:0] ord = 32'd0;

    reg found;
    reg [2:0] first;
    reg [31:0] accessed;
    reg [11:0] immediate;
    reg [31:0] base;
    reg [31:0] offset;
    wire expander_compressed;
    wire [31:0] expander_expanded;
    wire [31:0] expander_joined_unused;
    wire expander_legal_unused;
    wire [4:0] classifier_opclass;

    assign rvfi_ready = buffer_ready;
    // What the core retires goes into registers first, expanded; a flush keeps its place before it.
    wire taking = rvfi_valid & buffer_ready;
    wire [3:0] mask = rvfi_mem_rmask | rvfi_mem_wmask;
    wire release_ = held & (taken | flushed);
    // Where the held instruction went on: the core's own word
    // counts before handlers and after traps, but not for MRET.
    wire own = flushed | ((taken_intr | trap) & ~mret);
    wire [31:0] npc = own ? own_npc : taken_pc;
    wire leaves = npc != fall;
    wire ends = release_ ? (leaves | trap) : begins;
    assign rec_valid = release_;
    assign rec_start = begins | start;
    assign rec_npc = npc;
    assign rec_trap = trap;
    assign rec_mode = mode;
    assign rec_class = class_;
    assign rec_rvc = rvc;
    assign rec_insn = insn;
    assign rec_pc = pc;
    assign rec_val = val;
    assign rec_addr = addr;
    assign rec_evt = evt;
    assign rec_lat = lat;
    assign rec_cycles = cycles;
    assign rec_ord = ord;
    assign rec_taken = leaves;
    wire [6:0] opcode = taken_insn[6:0];
    // LOAD, STORE, and scalar FLOAD and FSTORE, which are the classes
    // 0 to 3, and AMO: of the opcode, which is there before the class.
    wire [2:0] function_ = taken_insn[14:12];
    wire real_ = opcode[2];
    wire plain = ((opcode & 7'd91) == 7'd3) & (~real_ | ((function_ != 3'd0) & (function_ <= 3'd4)));
    wire atomic = opcode[3];
    wire access = plain | (opcode == 7'd47);
    wire store = opcode[5];
    // STORE, FLOAD, FSTORE: the value is memory's.
    wire moves = plain & (store | real_);
    always @* begin
        // Its data: the bytes of the mask, the first of them lowest.
        found = 1'b0;
        first = 3'd0;
        accessed = 32'd0;
        if (taken_mask[0]) begin
            accessed = accessed | byte0;
            if (~found) first = 3'd0;
            found = 1'b1;
        end
        if (taken_mask[1]) begin
            accessed = accessed | byte1;
            if (~found) first = 3'd1;
            found = 1'b1;
        end
        if (taken_mask[2]) begin
            accessed = accessed | byte2;
            if (~found) first = 3'd2;
            found = 1'b1;
        end
        if (taken_mask[3]) begin
            accessed = accessed | byte3;
            if (~found) first = 3'd3;
            found = 1'b1;
        end
    end
    wire [5:0] skipped = {3'd0, first} << 3;
    wire [31:0] data = store ? taken_wdata : taken_rdata;
    always @* begin
        // Its address: the port, the port and the mask, or the
        // first operand and the immediate of a load or store.
        immediate = ({5'd0, taken_insn[31:25]} << 5) | {7'd0, taken_insn[24:20]};
        if (store) immediate = ({5'd0, taken_insn[31:25]} << 5) | {7'd0, taken_insn[11:7]};
    end
    always @* begin
        base = taken_addr;
        offset = 32'd0;
        if (cfg_addr_src[1]) begin
            base = taken_rs1;
            if (~atomic) begin
                offset = {20'd0, immediate};
                if (immediate[11]) offset = {20'd0, immediate} | beyond;
            end
        end else if (cfg_addr_src[0]) begin
            offset = {29'd0, first};
        end
    end
    wire [31:0] length = taken_rvc ? 32'd2 : 32'd4;

    treetap_coproc_profiler_up5k_expander u_expander (
        .insn(rvfi_insn),
        .compressed(expander_compressed),
        .expanded(expander_expanded),
        .joined(expander_joined_unused),
        .legal(expander_legal_unused)
    );

    treetap_coproc_profiler_up5k_classifier u_classifier (
        .insn(taken_insn),
        .opclass(classifier_opclass)
    );

    always @(posedge clk) begin
        taken <= taking;
        taken_mask <= mask;
        flushed <= ret_flush;
        taken_insn <= expander_expanded;
        taken_rvc <= expander_compressed;
        taken_trap <= rvfi_trap;
        taken_intr <= rvfi_intr;
        taken_mode <= rvfi_mode;
        taken_pc <= rvfi_pc_rdata;
        taken_npc <= rvfi_pc_wdata;
        taken_rs1 <= rvfi_rs1_rdata;
        taken_rd <= rvfi_rd_wdata;
        taken_addr <= rvfi_mem_addr;
        taken_rdata <= rvfi_mem_rdata;
        taken_wdata <= rvfi_mem_wdata;
        taken_evt <= ret_evt;
        taken_lat <= ret_lat;
        taken_cycles <= ret_cycles;
        // Records leave in order, so that what was counted so far is the ordinal of the one that leaves.
        if (release_ & ~trap) ord <= ord + 32'd1;
        begins <= ends;
        if (taken) begin
            trap <= taken_trap;
            mode <= taken_mode;
            mret <= taken_insn == mret_insn;
            class_ <= classifier_opclass;
            rvc <= taken_rvc;
            start <= taken_intr;
            insn <= taken_insn;
            pc <= taken_pc;
            own_npc <= taken_npc;
            fall <= taken_pc + length;
            val <= taken_rd;
            if (moves) begin
                val <= (data & accessed) >> skipped;
                if (~cfg_mdata_ok) val <= 32'd0;
            end
            addr <= base + offset;
            if (~access) addr <= 32'd0;
            evt <= taken_evt;
            lat <= taken_lat;
            cycles <= taken_cycles;
        end
        held <= taken | (held & ~flushed);
        if (rst) begin
            taken <= 1'b0;
            flushed <= 1'b0;
            held <= 1'b0;
            begins <= 1'b1;
            ord <= 32'd0;
        end
    end
endmodule

// The first filter's hash of bits 32 to 1 of an address: all bytes of x ^ (x >> shift) together.
module treetap_coproc_profiler_up5k_f1_hash #(
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

// The second filter's hash of bits 32 to 1 of an address: x ^ (x >> shift) in slices of 12 bits together.
module treetap_coproc_profiler_up5k_f2_hash #(
    parameter [3:0] shift0 = 4'd5,
    parameter [3:0] shift1 = 4'd7,
    parameter [3:0] shift2 = 4'd9,
    parameter [3:0] shift3 = 4'd11
) (
    input  wire [31:0] pct,
    input  wire [1:0]  select,
    output wire [11:0] hash
);
    reg [11:0] low;
    reg [11:0] high;

    wire [11:0] fold0 = pct[11:0] ^ pct[23:12] ^ {4'd0, pct[31:24]};
    wire [11:0] fold1 = pct[23:12] ^ {4'd0, pct[31:24]};
    wire [23:0] folds = {12'd0, fold0} | ({12'd0, fold1} << 12);
    always @* begin
        low = folds[{1'd0, shift0} +: 12];
        high = folds[{1'd0, shift2} +: 12];
        if (select[0]) begin
            low = folds[{1'd0, shift1} +: 12];
            high = folds[{1'd0, shift3} +: 12];
        end
    end
    wire [11:0] shifted = select[1] ? high : low;
    assign hash = fold0 ^ shifted;
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_coproc_profiler_up5k_fast_ram #(
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

// Judges the records of one lane by trap, class and both filters of addresses, in two cycles.
module treetap_coproc_profiler_up5k_lane #(
    parameter [3:0] place_bits = 4'd4
) (
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
    reg [3:0] at0 = 4'd0;
    reg known0 = 1'b0;
    reg written0 = 1'b0;

    wire [7:0] f1_hash;
    wire [11:0] f2_0_hash;
    wire [15:0] table0_rd;

    wire [31:0] pct = pc >> 1;
    // First cycle: trap, class, first filter.
    wire [7:0] beside = (f1_hash ^ f1_match) & f1_mask;
    assign judged = busy;
    wire [7:0] word0 = f2_0_hash[place_bits +: 8];
    wire [3:0] place0 = f2_0_hash[3:0];
    // Second cycle: its bit.
    wire ignored0 = known0 ? written0 : table0_rd[at0];
    assign verdict = (ignored0 & ~(|early)) ? 3'd4 : early;

    treetap_coproc_profiler_up5k_f1_hash #(.shift0(4'd3), .shift1(4'd5), .shift2(4'd7), .shift3(4'd9)) u_f1 (
        .pct(pct),
        .select(f1_hsel),
        .hash(f1_hash)
    );

    treetap_coproc_profiler_up5k_f2_hash #(.shift0(4'd5), .shift1(4'd7), .shift2(4'd9), .shift3(4'd11)) u_f2_0
            (
        .pct(pct),
        .select(f2_hsel),
        .hash(f2_0_hash)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(8)) u_table0 (
        .clk(clk),
        .ra(word0),
        .rd(table0_rd),
        .we(we),
        .wa(wa),
        .wd(wd)
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
        at0 <= place0;
        known0 <= clearing | (we & (wa == word0));
        written0 <= wd[place0];
        if (rst) busy <= 1'b0;
    end
endmodule

// Filters by class and address, and the decimator: the verdict on a record is there two cycles later.
// docs/reference/pcfilter.md has the rules and the codes of verdicts.
module treetap_coproc_profiler_up5k_pcfilter #(
    parameter [3:0] all_cleared = 4'd8,
    parameter [3:0] place_bits = 4'd4,
    parameter [4:0] half_bits = 5'd16,
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
    output wire [2:0]  pcf_verdict,
    // the word set_addr of the table, four cycles later
    output wire [31:0] ign_data0
);
    reg [11:0] hash1_0 = 12'd0;
    reg [11:0] hash0 = 12'd0;
    reg writing1 = 1'b0;
    reg setting1 = 1'b0;
    reg writing = 1'b0;
    reg setting = 1'b0;
    reg turn0 = 1'b0;
    reg turned0 = 1'b0;
    reg [15:0] low0 = 16'd0;
    reg [15:0] high0 = 16'd0;
    reg [8:0] cleared = 9'd0;
    reg [15:0] count = 16'hffff;
    reg at_end = 1'b1;
    reg valid = 1'b0;
    reg [2:0] verdict = 3'd0;

    reg [7:0] wa;
    reg [15:0] wd;
    wire lane_judged;
    wire [2:0] lane_verdict;
    wire [15:0] table0_rd;
    wire [11:0] f2_0_hash;

    // The tables: cleared, or written: the low half of a word a cycle after the request,
    // the high one two cycles after it, and so is a bit, when its half word has been read.
    wire clearing = ~cleared[all_cleared];
    wire [7:0] table0_ra = ~setting1 ? (({1'd0, set_addr} << 1) | {7'd0, turn0}) : hash1_0[place_bits +: 8];
    assign ign_data0 = {16'd0, low0} | ({16'd0, high0} << half_bits);
    wire we = (writing1 & ~setting1) | writing | clearing;
    wire [15:0] lowest = 16'd1;
    always @* begin
        wa = {1'd0, set_addr} << 1;
        wd = set_data[15:0];
        if (writing) begin
            wa = ({1'd0, set_addr} << 1) | 8'd1;
            wd = set_data[half_bits +: 16];
        end
        if (setting) begin
            wa = hash0[place_bits +: 8];
            wd = table0_rd | (lowest << hash0[3:0]);
        end
        if (clearing) begin
            wa = cleared[7:0];
            wd = 16'd0;
        end
    end
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

    treetap_coproc_profiler_up5k_lane #(.place_bits(4'd4)) u_lane (
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

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(8)) u_table0 (
        .clk(clk),
        .ra(table0_ra),
        .rd(table0_rd),
        .we(we),
        .wa(wa),
        .wd(wd)
    );

    treetap_coproc_profiler_up5k_f2_hash #(.shift0(4'd5), .shift1(4'd7), .shift2(4'd9), .shift3(4'd11)) u_f2_0
            (
        .pct(set_data),
        .select(cfg_f2_hsel),
        .hash(f2_0_hash)
    );

    always @(posedge clk) begin
        hash1_0 <= f2_0_hash;
        hash0 <= hash1_0;
        writing1 <= set_ign | set_setign;
        setting1 <= set_setign;
        writing <= writing1;
        setting <= setting1;
        // The copy is read for the host as long as no bit is set, half after half.
        turn0 <= ~turn0;
        turned0 <= turn0;
        if (turned0) begin
            high0 <= table0_rd;
        end else begin
            low0 <= table0_rd;
        end
        if (clearing) cleared <= cleared + 9'd1;
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

// The lanes and the sideband of a record, one cycle after it.
module treetap_coproc_profiler_up5k_sample_format (
    input  wire         clk,
    // a record of the tap
    input  wire [4:0]   rec_class,
    input  wire         rec_rvc,
    input  wire         rec_taken,
    input  wire [31:0]  rec_insn,
    input  wire [31:0]  rec_pc,
    input  wire [31:0]  rec_npc,
    input  wire [31:0]  rec_val,
    input  wire [31:0]  rec_addr,
    input  wire [7:0]   rec_evt,
    input  wire [15:0]  rec_lat,
    input  wire [31:0]  rec_ord,
    // selectors of the lanes: 0 none, 1 pc[32:1], 2 pc[63:33], 3 insn, 4 val, 5
    // val[63:32], 6 addr, 7 addr[63:32], 8 npc[32:1], 9 npc[63:33], 10 lat, 11 ord
    input  wire [15:0]  cfg_recfmt,
    // the record; stride is the number of its lanes, log2
    output wire [127:0] fmt_lanes,
    output wire [15:0]  fmt_side,
    output wire [1:0]   fmt_stride
);
    reg [31:0] lane0 = 32'd0;
    reg [31:0] lane1 = 32'd0;
    reg [31:0] lane2 = 32'd0;
    reg [31:0] lane3 = 32'd0;
    reg [15:0] side = 16'd0;

    wire [63:0] pc = {32'd0, rec_pc};
    wire [63:0] npc = {32'd0, rec_npc};
    wire [63:0] val = {32'd0, rec_val};
    wire [63:0] addr = {32'd0, rec_addr};
    assign fmt_side = side;
    assign fmt_lanes = {96'd0, lane0} | ({96'd0, lane1} << 32) | ({96'd0, lane2} << 64) | ({96'd0, lane3}
            << 96);
    assign fmt_stride = (|cfg_recfmt[15:8]) ? 2'd2 : (|cfg_recfmt[7:4]) ? 2'd1 : 2'd0;

    always @(posedge clk) begin
        lane0 <= 32'd0;
        case (cfg_recfmt[3:0])
            4'd1: lane0 <= pc[32:1];
            4'd2: lane0 <= {1'd0, pc[63:33]};
            4'd3: lane0 <= rec_insn;
            4'd4: lane0 <= val[31:0];
            4'd5: lane0 <= val[63:32];
            4'd6: lane0 <= addr[31:0];
            4'd7: lane0 <= addr[63:32];
            4'd8: lane0 <= npc[32:1];
            4'd9: lane0 <= {1'd0, npc[63:33]};
            4'd10: lane0 <= {16'd0, rec_lat};
            4'd11: lane0 <= rec_ord;
            default: lane0 <= 32'd0;
        endcase
        lane1 <= 32'd0;
        case (cfg_recfmt[7:4])
            4'd1: lane1 <= pc[32:1];
            4'd2: lane1 <= {1'd0, pc[63:33]};
            4'd3: lane1 <= rec_insn;
            4'd4: lane1 <= val[31:0];
            4'd5: lane1 <= val[63:32];
            4'd6: lane1 <= addr[31:0];
            4'd7: lane1 <= addr[63:32];
            4'd8: lane1 <= npc[32:1];
            4'd9: lane1 <= {1'd0, npc[63:33]};
            4'd10: lane1 <= {16'd0, rec_lat};
            4'd11: lane1 <= rec_ord;
            default: lane1 <= 32'd0;
        endcase
        lane2 <= 32'd0;
        case (cfg_recfmt[11:8])
            4'd1: lane2 <= pc[32:1];
            4'd2: lane2 <= {1'd0, pc[63:33]};
            4'd3: lane2 <= rec_insn;
            4'd4: lane2 <= val[31:0];
            4'd5: lane2 <= val[63:32];
            4'd6: lane2 <= addr[31:0];
            4'd7: lane2 <= addr[63:32];
            4'd8: lane2 <= npc[32:1];
            4'd9: lane2 <= {1'd0, npc[63:33]};
            4'd10: lane2 <= {16'd0, rec_lat};
            4'd11: lane2 <= rec_ord;
            default: lane2 <= 32'd0;
        endcase
        lane3 <= 32'd0;
        case (cfg_recfmt[15:12])
            4'd1: lane3 <= pc[32:1];
            4'd2: lane3 <= {1'd0, pc[63:33]};
            4'd3: lane3 <= rec_insn;
            4'd4: lane3 <= val[31:0];
            4'd5: lane3 <= val[63:32];
            4'd6: lane3 <= addr[31:0];
            4'd7: lane3 <= addr[63:32];
            4'd8: lane3 <= npc[32:1];
            4'd9: lane3 <= {1'd0, npc[63:33]};
            4'd10: lane3 <= {16'd0, rec_lat};
            4'd11: lane3 <= rec_ord;
            default: lane3 <= 32'd0;
        endcase
        side <= ({8'd0, rec_evt} << 8) | ({15'd0, rec_rvc} << 6) | ({15'd0, rec_taken} << 5)
                | {11'd0, rec_class};
    end
endmodule

// Makes candidates of verdicts and formatted records,
// counts the rest, and orders what a host starts after the
// records that came before it. docs/reference/coproc_profiler.md K2 to K5
module treetap_coproc_profiler_up5k_intake #(
    parameter [2:0] pass_code = 3'd0,
    parameter [2:0] trap_code = 3'd1,
    parameter [2:0] class_code = 3'd2,
    parameter [2:0] pc1_code = 3'd3,
    parameter [2:0] pc2_code = 3'd4,
    parameter [2:0] decim_code = 3'd5,
    parameter [15:0] built_lanes = 16'd255
) (
    input  wire         clk,
    input  wire         rst,
    // the verdict on the record of two cycles before
    input  wire         pcf_valid,
    input  wire [2:0]   pcf_verdict,
    // the record of the cycle before
    input  wire [127:0] fmt_lanes,
    input  wire [15:0]  fmt_side,
    input  wire [1:0]   fmt_stride,
    output wire [15:0]  fmt_recfmt,
    // candidates
    output wire         cand_valid,
    output wire [63:0]  cand_lanes,
    output wire [15:0]  cand_side,
    output wire [31:0]  cand_ord,
    // settings of the host, and what filter and buffer see of them
    input  wire [15:0]  cfg_recfmt,
    input  wire [2:0]   cfg_ctrl,
    input  wire [17:0]  cfg_f1,
    output wire [1:0]   cfg_stride,
    output wire         cfg_fen,
    output wire         cfg_lossless,
    output wire         cfg_freeze,
    output wire [7:0]   cfg_f1_match,
    output wire [7:0]   cfg_f1_mask,
    output wire [1:0]   cfg_f1_hsel,
    // what the host starts
    input  wire         set_decim,
    input  wire         set_flush,
    input  wire         set_clear,
    input  wire         set_restart,
    // when it is done
    output wire         now_decim,
    output wire         now_clear,
    output wire         now_flush,
    // the host waits
    output wire         busy,
    // the verdict on the record of two cycles before
    input  wire         pcf_clearing,
    // records in the buffer; whether there are any
    input  wire [8:0]   occ,

    output wire         queued,
    // its oldest record, for the co-processor
    input  wire [63:0]  smp_rec,
    output wire [127:0] smp_lanes,
    // what happens in this cycle, for the counters
    output wire         step_retired,
    output wire         step_trap,
    output wire         step_rej_class,
    output wire         step_rej_pc1,
    output wire         step_rej_pc2,
    output wire         step_rej_dec,
    output wire         step_cand,
    input  wire         step_drop_full,
    input  wire         step_drop_off,
    input  wire         step_flushed,

    output wire         acc_full,
    output wire         acc_off,
    output wire         acc_set,
    // a request to the co-processor is answered
    input  wire         machine_ready,
    // the core is held back, unless a retirement is taken in any case (static)
    input  wire         ready,

    input  wire         ret_always,
    output wire         ret_stall,
    output wire         buffer_ready
);
    reg [63:0] lanes = 64'd0;
    reg [15:0] side = 16'd0;
    reg [31:0] ord = 32'd0;
    reg decim1 = 1'b0;
    reg clear1 = 1'b0;
    reg clear2 = 1'b0;
    reg flush1 = 1'b0;
    reg flush2 = 1'b0;
    reg flush3 = 1'b0;
    reg [8:0] left = 9'd0;

    // Candidates. The ordinal counts what executed.
    wire [2:0] verdict = pcf_verdict;
    wire valid = pcf_valid;
    wire passed = valid & (verdict == pass_code);
    assign fmt_recfmt = cfg_recfmt & built_lanes;
    assign cand_valid = passed;
    assign cand_lanes = lanes;
    assign cand_side = side;
    assign cand_ord = ord;
    assign cfg_stride = fmt_stride;
    assign step_retired = valid;
    assign step_trap = valid & (verdict == trap_code);
    assign step_rej_class = valid & (verdict == class_code);
    assign step_rej_pc1 = valid & (verdict == pc1_code);
    assign step_rej_pc2 = valid & (verdict == pc2_code);
    assign step_rej_dec = valid & (verdict == decim_code);
    assign step_cand = passed;
    assign acc_full = step_drop_full;
    assign acc_off = step_drop_off;
    assign acc_set = machine_ready;
    assign smp_lanes = {64'd0, smp_rec};
    // Fields of the registers.
    assign cfg_fen = cfg_ctrl[0];
    assign cfg_lossless = cfg_ctrl[1];
    assign cfg_freeze = cfg_ctrl[2];
    assign cfg_f1_match = cfg_f1[7:0];
    assign cfg_f1_mask = cfg_f1[15:8];
    assign cfg_f1_hsel = cfg_f1[17:16];
    assign buffer_ready = ready | ret_always;
    assign ret_stall = ~ready;
    assign now_clear = clear2;
    assign now_decim = decim1 | set_restart;
    wire leaving = |left;
    assign now_flush = leaving;
    // In the cycle after its start the request for a flush is still being answered.
    wire flushing = leaving | flush2 | flush3;
    assign busy = flushing | pcf_clearing;
    assign queued = |occ;

    always @(posedge clk) begin
        lanes <= fmt_lanes[63:0];
        side <= fmt_side;
        if (valid & (verdict != trap_code)) ord <= ord + 32'd1;
        // What the host starts: the decimator with its new period, counters
        // and buffer when the records from before have come there.
        decim1 <= set_decim;
        clear1 <= set_clear;
        clear2 <= clear1;
        flush1 <= set_flush;
        flush2 <= flush1;
        flush3 <= flush2;
        if (step_flushed) left <= left - 9'd1;
        if (flush3) left <= occ;
        if (rst) begin
            ord <= 32'd0;
            decim1 <= 1'b0;
            clear1 <= 1'b0;
            clear2 <= 1'b0;
            flush1 <= 1'b0;
            flush2 <= 1'b0;
            flush3 <= 1'b0;
            left <= 9'd0;
        end
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_coproc_profiler_up5k_fast_ram_re #(
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
module treetap_coproc_profiler_up5k_sample_buffer #(
    parameter [1:0] codes = 2'd1,
    parameter [1:0] banks_all = 2'd1,
    parameter [1:0] bank_bits = 2'd1,
    parameter [2:0] flight_bits = 3'd4,
    parameter [3:0] full_bit = 4'd8,
    parameter [63:0] one_lane = 64'hffffffff,
    parameter [63:0] two_lanes = 64'hffffffffffffffff
) (
    input  wire        clk,
    input  wire        rst,
    // a candidate; there is no ready
    input  wire        cand_valid,
    input  wire [63:0] cand_lanes,
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
    output wire [63:0] smp_rec,
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

    reg [31:0] word;
    reg [8:0] stride;
    reg [7:0] advance;
    reg [1:0] bank_mask;
    reg [63:0] all;
    reg [6:0] at;
    wire [31:0] banks0_rd;
    wire [31:0] banks1_rd;
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
    wire [6:0] banks0_ra = read[{1'd0, bank_bits} +: 7];
    wire [6:0] banks0_wa = write[{1'd0, bank_bits} +: 7];
    wire [1:0] other0 = (write[1:0] ^ 2'd0) & bank_mask;
    wire banks0_we = accept & ~(|other0);
    wire [6:0] banks1_ra = read[{1'd0, bank_bits} +: 7];
    wire [6:0] banks1_wa = write[{1'd0, bank_bits} +: 7];
    wire [1:0] other1 = (write[1:0] ^ 2'd1) & bank_mask;
    wire banks1_we = accept & ~(|other1);
    wire [31:0] banks1_wd = (code == 2'd1) ? cand_lanes[63:32] : code[1] ? cand_lanes[63:32]
            : cand_lanes[31:0];
    always @* begin
        // Payload: each bank has one lane in as many as there are banks.
        all = 64'd0;
        at = 7'd0;
        word = banks0_rd;
        all = all | ({32'd0, word} << at);
        at = at + 7'd32;
        word = banks1_rd;
        all = all | ({32'd0, word} << at);
        at = at + 7'd32;
    end
    wire [6:0] first = {5'd0, from} << 5;
    wire [63:0] mine = all >> first;
    assign smp_rec = code[1] ? mine : code[0] ? (mine & two_lanes) : (mine & one_lane);
    always @* begin
        lanes_en = accept ^ leave;
        lanes_next = lanes + change;
        if (rst) begin
            lanes_next = 9'd0;
            lanes_en = 1'b1;
        end
    end

    treetap_coproc_profiler_up5k_fast_ram_re #(.WIDTH(32), .ADDR(7)) u_banks0 (
        .clk(clk),
        .re(fetch),
        .ra(banks0_ra),
        .rd(banks0_rd),
        .we(banks0_we),
        .wa(banks0_wa),
        .wd(cand_lanes[31:0])
    );

    treetap_coproc_profiler_up5k_fast_ram_re #(.WIDTH(32), .ADDR(7)) u_banks1 (
        .clk(clk),
        .re(fetch),
        .ra(banks1_ra),
        .rd(banks1_rd),
        .we(banks1_we),
        .wa(banks1_wa),
        .wd(banks1_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram_re #(.WIDTH(16), .ADDR(8)) u_sides (
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
module treetap_coproc_profiler_up5k_lately (
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

// Fifteen 32-bit counters in block RAM, any of which may
// step in any cycle: each has a few bits of its own for
// its steps, and the counters are visited in turn, one a cycle: read, the steps added, written.
module treetap_coproc_profiler_up5k_counters #(
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

    treetap_coproc_profiler_up5k_lately u_lately0 (
        .clk(clk),
        .step(stepped[0]),
        .visit(round[0]),
        .steps(lately0_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately1 (
        .clk(clk),
        .step(stepped[1]),
        .visit(round[1]),
        .steps(lately1_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately2 (
        .clk(clk),
        .step(stepped[2]),
        .visit(round[2]),
        .steps(lately2_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately3 (
        .clk(clk),
        .step(stepped[3]),
        .visit(round[3]),
        .steps(lately3_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately4 (
        .clk(clk),
        .step(stepped[4]),
        .visit(round[4]),
        .steps(lately4_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately5 (
        .clk(clk),
        .step(stepped[5]),
        .visit(round[5]),
        .steps(lately5_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately6 (
        .clk(clk),
        .step(stepped[6]),
        .visit(round[6]),
        .steps(lately6_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately7 (
        .clk(clk),
        .step(stepped[7]),
        .visit(round[7]),
        .steps(lately7_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately8 (
        .clk(clk),
        .step(stepped[8]),
        .visit(round[8]),
        .steps(lately8_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately9 (
        .clk(clk),
        .step(stepped[9]),
        .visit(round[9]),
        .steps(lately9_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately10 (
        .clk(clk),
        .step(stepped[10]),
        .visit(round[10]),
        .steps(lately10_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately11 (
        .clk(clk),
        .step(stepped[11]),
        .visit(round[11]),
        .steps(lately11_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately12 (
        .clk(clk),
        .step(stepped[12]),
        .visit(round[12]),
        .steps(lately12_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately13 (
        .clk(clk),
        .step(stepped[13]),
        .visit(round[13]),
        .steps(lately13_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately14 (
        .clk(clk),
        .step(stepped[14]),
        .visit(round[14]),
        .steps(lately14_steps)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(32), .ADDR(4)) u_words (
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

// Block ROM: rd is the word at ra of the cycle before.
module treetap_coproc_profiler_up5k_rom (
    input  wire clk,
    input  wire [8:0] ra,
    output reg  [31:0] rd
);
    reg [31:0] mem [0:511];

    initial begin
        mem[  0] = 32'h06400000; mem[  1] = 32'h00000000; mem[  2] = 32'h01270000; mem[  3] = 32'h00000054;
        mem[  4] = 32'h00270000; mem[  5] = 32'h208020c1; mem[  6] = 32'h00270000; mem[  7] = 32'h00000000;
        mem[  8] = 32'h06400000; mem[  9] = 32'h00000000; mem[ 10] = 32'h09638000; mem[ 11] = 32'h003a0000;
        mem[ 12] = 32'h0023802a; mem[ 13] = 32'h00000000; mem[ 14] = 32'h0023802a; mem[ 15] = 32'h00000000;
        mem[ 16] = 32'h00000000; mem[ 17] = 32'h00000000; mem[ 18] = 32'h00000048; mem[ 19] = 32'h28400000;
        mem[ 20] = 32'h00000048; mem[ 21] = 32'h02800000; mem[ 22] = 32'h00000048; mem[ 23] = 32'h40000000;
        mem[ 24] = 32'h00000048; mem[ 25] = 32'h00214000; mem[ 26] = 32'h00002648; mem[ 27] = 32'h02800000;
        mem[ 28] = 32'h0000260a; mem[ 29] = 32'h28000000; mem[ 30] = 32'h0000261e; mem[ 31] = 32'h02800000;
        mem[ 32] = 32'h00000000; mem[ 33] = 32'h00000000; mem[ 34] = 32'h00000000; mem[ 35] = 32'h00000000;
        mem[ 36] = 32'h00000000; mem[ 37] = 32'h00000000; mem[ 38] = 32'h00000000; mem[ 39] = 32'h00402e00;
        mem[ 40] = 32'h00000000; mem[ 41] = 32'h10000000; mem[ 42] = 32'h00000000; mem[ 43] = 32'h00390000;
        mem[ 44] = 32'h00000000; mem[ 45] = 32'h086a8000; mem[ 46] = 32'h00002040; mem[ 47] = 32'h086a8000;
        mem[ 48] = 32'h00002040; mem[ 49] = 32'h08628000; mem[ 50] = 32'h00000000; mem[ 51] = 32'h188020c1;
        mem[ 52] = 32'h00000000; mem[ 53] = 32'h18a2a444; mem[ 54] = 32'h00000000; mem[ 55] = 32'h00000000;
        mem[ 56] = 32'h00000000; mem[ 57] = 32'h086a8000; mem[ 58] = 32'h00000000; mem[ 59] = 32'h086a8000;
        mem[ 60] = 32'h00000000; mem[ 61] = 32'h188020c1; mem[ 62] = 32'h00000000; mem[ 63] = 32'h18a28000;
        mem[ 64] = 32'h20a2a444; mem[ 65] = 32'h002a8000; mem[ 66] = 32'h20a2a444; mem[ 67] = 32'h0000000a;
        mem[ 68] = 32'h20aaa444; mem[ 69] = 32'h4040002a; mem[ 70] = 32'h20802040; mem[ 71] = 32'h4062a444;
        mem[ 72] = 32'h20a2a444; mem[ 73] = 32'h086a8000; mem[ 74] = 32'h20802040; mem[ 75] = 32'h002a8000;
        mem[ 76] = 32'h20a28000; mem[ 77] = 32'h0000000a; mem[ 78] = 32'h20a2a444; mem[ 79] = 32'h3840002a;
        mem[ 80] = 32'h20a2a444; mem[ 81] = 32'h3862a444; mem[ 82] = 32'h20a2a444; mem[ 83] = 32'h086a8000;
        mem[ 84] = 32'h20a28000; mem[ 85] = 32'h086a8000; mem[ 86] = 32'h20a28000; mem[ 87] = 32'h086a8000;
        mem[ 88] = 32'h20a28000; mem[ 89] = 32'h086a8000; mem[ 90] = 32'h20a28000; mem[ 91] = 32'h002a850a;
        mem[ 92] = 32'h20a28000; mem[ 93] = 32'h0840152a; mem[ 94] = 32'h20a28000; mem[ 95] = 32'h0862a444;
        mem[ 96] = 32'h00000050; mem[ 97] = 32'h002a850a; mem[ 98] = 32'h00000050; mem[ 99] = 32'h0840152a;
        mem[100] = 32'h00000050; mem[101] = 32'h08628000; mem[102] = 32'h00000050; mem[103] = 32'h002a850a;
        mem[104] = 32'h00000000; mem[105] = 32'h002a8000; mem[106] = 32'h00000000; mem[107] = 32'h0000002a;
        mem[108] = 32'h00000000; mem[109] = 32'h0040000a; mem[110] = 32'h00000000; mem[111] = 32'h006aa444;
        mem[112] = 32'h02800000; mem[113] = 32'h00370064; mem[114] = 32'h00000000; mem[115] = 32'h08628000;
        mem[116] = 32'h00000000; mem[117] = 32'h002a8000; mem[118] = 32'h00000000; mem[119] = 32'h0000002a;
        mem[120] = 32'h00001180; mem[121] = 32'h0040000a; mem[122] = 32'h00000000; mem[123] = 32'h006a8000;
        mem[124] = 32'h00000000; mem[125] = 32'h00320000; mem[126] = 32'h0000001e; mem[127] = 32'h02000000;
        mem[128] = 32'h00000183; mem[129] = 32'h0022802a; mem[130] = 32'h00003058; mem[131] = 32'h002a8000;
        mem[132] = 32'h05800000; mem[133] = 32'h0000002a; mem[134] = 32'h02400000; mem[135] = 32'h0040000a;
        mem[136] = 32'h02400000; mem[137] = 32'h006a8000; mem[138] = 32'h02400000; mem[139] = 32'h0022802a;
        mem[140] = 32'h02400003; mem[141] = 32'h0040000a; mem[142] = 32'h02400000; mem[143] = 32'h006a8000;
        mem[144] = 32'h05800000; mem[145] = 32'h0022802a; mem[146] = 32'h01c00000; mem[147] = 32'h002a8000;
        mem[148] = 32'h01802e00; mem[149] = 32'h0000002a; mem[150] = 32'h00000004; mem[151] = 32'h0040000a;
        mem[152] = 32'h29800000; mem[153] = 32'h006a8000; mem[154] = 32'h02400000; mem[155] = 32'h0022802a;
        mem[156] = 32'h02400000; mem[157] = 32'h0040000a; mem[158] = 32'h01800000; mem[159] = 32'h006a8000;
        mem[160] = 32'h02400025; mem[161] = 32'h0022802a; mem[162] = 32'h02400000; mem[163] = 32'h0040000a;
        mem[164] = 32'h00000028; mem[165] = 32'h006a8000; mem[166] = 32'h00000000; mem[167] = 32'h0022802a;
        mem[168] = 32'h00400006; mem[169] = 32'h0040000a; mem[170] = 32'h00000000; mem[171] = 32'h006a8000;
        mem[172] = 32'h00000000; mem[173] = 32'h00000000; mem[174] = 32'h00000000; mem[175] = 32'h00238000;
        mem[176] = 32'h00000000; mem[177] = 32'h002b8000; mem[178] = 32'h31238000; mem[179] = 32'h0022802a;
        mem[180] = 32'h00238000; mem[181] = 32'h00400000; mem[182] = 32'h00238000; mem[183] = 32'h00000000;
        mem[184] = 32'h00000000; mem[185] = 32'h00000005; mem[186] = 32'h29638000; mem[187] = 32'h00000000;
        mem[188] = 32'h00238000; mem[189] = 32'h00002040; mem[190] = 32'h00238000; mem[191] = 32'h00000000;
        mem[192] = 32'h00000183; mem[193] = 32'h00c00000; mem[194] = 32'h00000183; mem[195] = 32'h80c00000;
        mem[196] = 32'h00000183; mem[197] = 32'h04000000; mem[198] = 32'h00000183; mem[199] = 32'h00000000;
        mem[200] = 32'h00000183; mem[201] = 32'h00230000; mem[202] = 32'h00000183; mem[203] = 32'h002b0000;
        mem[204] = 32'h00000183; mem[205] = 32'h00c00000; mem[206] = 32'h00000183; mem[207] = 32'h80c00000;
        mem[208] = 32'h00000000; mem[209] = 32'h00000000; mem[210] = 32'h00000000; mem[211] = 32'h04400000;
        mem[212] = 32'h01800000; mem[213] = 32'h30360000; mem[214] = 32'h00000183; mem[215] = 32'h0021c000;
        mem[216] = 32'h00000000; mem[217] = 32'h00000000; mem[218] = 32'h00400000; mem[219] = 32'h04800000;
        mem[220] = 32'h00000000; mem[221] = 32'h00230000; mem[222] = 32'h00000000; mem[223] = 32'h002b0000;
        mem[224] = 32'h00000000; mem[225] = 32'h00c00000; mem[226] = 32'h0000000a; mem[227] = 32'h80c00000;
        mem[228] = 32'h00000007; mem[229] = 32'h00000000; mem[230] = 32'h0000000a; mem[231] = 32'h04400000;
        mem[232] = 32'h00000000; mem[233] = 32'h00000000; mem[234] = 32'h01270000; mem[235] = 32'h04800000;
        mem[236] = 32'h00270000; mem[237] = 32'h00230000; mem[238] = 32'h00270000; mem[239] = 32'h002b0000;
        mem[240] = 32'h00000000; mem[241] = 32'h00000000; mem[242] = 32'h00000000; mem[243] = 32'h00000000;
        mem[244] = 32'h00400000; mem[245] = 32'h00000000; mem[246] = 32'h00000000; mem[247] = 32'h00000000;
        mem[248] = 32'h002a0000; mem[249] = 32'h00000005; mem[250] = 32'h0000002c; mem[251] = 32'h0040000c;
        mem[252] = 32'h006b0000; mem[253] = 32'h00230000; mem[254] = 32'h00000600; mem[255] = 32'h08c01600;
        mem[256] = 32'h08e31200; mem[257] = 32'h12800000; mem[258] = 32'h002b0000; mem[259] = 32'h08c00000;
        mem[260] = 32'h28e31200; mem[261] = 32'h00c00000; mem[262] = 32'h00e30000; mem[263] = 32'h002b0000;
        mem[264] = 32'h0000060c; mem[265] = 32'h0840162c; mem[266] = 32'h08630000; mem[267] = 32'h002b0000;
        mem[268] = 32'h0040002a; mem[269] = 32'h00700000; mem[270] = 32'h00304000; mem[271] = 32'h00400000;
        mem[272] = 32'h06000000; mem[273] = 32'h0021c000; mem[274] = 32'h0040002a; mem[275] = 32'h00700007;
        mem[276] = 32'h00704000; mem[277] = 32'h28402600; mem[278] = 32'h12800000; mem[279] = 32'h00320000;
        mem[280] = 32'h00000000; mem[281] = 32'h30402600; mem[282] = 32'h12802600; mem[283] = 32'h08320000;
        mem[284] = 32'h00000000; mem[285] = 32'h28402600; mem[286] = 32'h12800000; mem[287] = 32'h00000000;
        mem[288] = 32'h40002600; mem[289] = 32'h12800000; mem[290] = 32'h00320000; mem[291] = 32'h30400000;
        mem[292] = 32'h02800000; mem[293] = 32'h38002600; mem[294] = 32'h12800000; mem[295] = 32'h00000000;
        mem[296] = 32'h40002600; mem[297] = 32'h12800000; mem[298] = 32'h10400000; mem[299] = 32'h10400000;
        mem[300] = 32'h00000000; mem[301] = 32'h00000000; mem[302] = 32'h00000000; mem[303] = 32'h01000000;
        mem[304] = 32'h0000000a; mem[305] = 32'h0040002a; mem[306] = 32'h00000000; mem[307] = 32'h00000500;
        mem[308] = 32'h29401500; mem[309] = 32'h00000000; mem[310] = 32'h00000500; mem[311] = 32'h31001500;
        mem[312] = 32'h00000000; mem[313] = 32'h00000500; mem[314] = 32'h09401500; mem[315] = 32'h00000000;
        mem[316] = 32'h00000000; mem[317] = 32'h01000000; mem[318] = 32'h008020c1; mem[319] = 32'h80800000;
        mem[320] = 32'h00000000; mem[321] = 32'h00278000; mem[322] = 32'h008020c1; mem[323] = 32'h80800000;
        mem[324] = 32'h00000000; mem[325] = 32'h00000000; mem[326] = 32'h00000000; mem[327] = 32'h00000000;
        mem[328] = 32'h00000000; mem[329] = 32'h05000000; mem[330] = 32'h05670000; mem[331] = 32'h002f0000;
        mem[332] = 32'h002f0000; mem[333] = 32'h002f0000; mem[334] = 32'h002f0000; mem[335] = 32'h002f0000;
        mem[336] = 32'h00000000; mem[337] = 32'h002b8000; mem[338] = 32'h0000000e; mem[339] = 32'h4040002e;
        mem[340] = 32'h40670000; mem[341] = 32'h002f0000; mem[342] = 32'h0000000e; mem[343] = 32'h40400000;
        mem[344] = 32'h00270000; mem[345] = 32'h0000000e; mem[346] = 32'h40400000; mem[347] = 32'h00000000;
        mem[348] = 32'h00000000; mem[349] = 32'h002b8000; mem[350] = 32'h0000000e; mem[351] = 32'h3840002e;
        mem[352] = 32'h38670000; mem[353] = 32'h002f0000; mem[354] = 32'h0000000e; mem[355] = 32'h38400000;
        mem[356] = 32'h00270000; mem[357] = 32'h30400000; mem[358] = 32'h00000000; mem[359] = 32'h30400000;
        mem[360] = 32'h00000000; mem[361] = 32'h00000054; mem[362] = 32'h00000000; mem[363] = 32'h00000000;
        mem[364] = 32'h00238000; mem[365] = 32'h002b8000; mem[366] = 32'h0000170e; mem[367] = 32'h00000000;
        mem[368] = 32'h00000000; mem[369] = 32'h00000000; mem[370] = 32'h00000000; mem[371] = 32'h05e38000;
        mem[372] = 32'h002b8000; mem[373] = 32'h00000000; mem[374] = 32'h00000000; mem[375] = 32'h00000000;
        mem[376] = 32'h00000000; mem[377] = 32'h00000000; mem[378] = 32'h00000000; mem[379] = 32'h05000000;
        mem[380] = 32'h05638000; mem[381] = 32'h00400000; mem[382] = 32'h00000000; mem[383] = 32'h02800000;
        mem[384] = 32'h00000000; mem[385] = 32'h02800000; mem[386] = 32'h00000000; mem[387] = 32'h00000000;
        mem[388] = 32'h00000000; mem[389] = 32'h00000000; mem[390] = 32'h01000000; mem[391] = 32'h01238000;
        mem[392] = 32'h00380000; mem[393] = 32'h01800183; mem[394] = 32'h00360000; mem[395] = 32'h00000000;
        mem[396] = 32'h10000000; mem[397] = 32'h00360000; mem[398] = 32'h00400000; mem[399] = 32'h00000000;
        mem[400] = 32'h0021c000; mem[401] = 32'h00000000; mem[402] = 32'h00000000; mem[403] = 32'h00000000;
        mem[404] = 32'h00000000; mem[405] = 32'h01800000; mem[406] = 32'h81c00000; mem[407] = 32'h00000000;
        mem[408] = 32'h00000000; mem[409] = 32'h01800000; mem[410] = 32'h01c00000; mem[411] = 32'h00000000;
        mem[412] = 32'h01e94000; mem[413] = 32'h00298000; mem[414] = 32'h00400026; mem[415] = 32'h00400000;
        mem[416] = 32'h01800000; mem[417] = 32'h00000000; mem[418] = 32'h00000000; mem[419] = 32'h00000000;
        mem[420] = 32'h28400009; mem[421] = 32'h006a0029; mem[422] = 32'h00624000; mem[423] = 32'h002a4000;
        mem[424] = 32'h00000000; mem[425] = 32'h00000000; mem[426] = 32'h00000000; mem[427] = 32'h00000000;
        mem[428] = 32'h00000000; mem[429] = 32'h00000000; mem[430] = 32'h00000000; mem[431] = 32'h00224000;
        mem[432] = 32'h002a4000; mem[433] = 32'h00214000; mem[434] = 32'h00000183; mem[435] = 32'h00000000;
        mem[436] = 32'h00000000; mem[437] = 32'h00000000; mem[438] = 32'h00000000; mem[439] = 32'h00000000;
        mem[440] = 32'h00000000; mem[441] = 32'h00000000; mem[442] = 32'h00000000; mem[443] = 32'h00000000;
        mem[444] = 32'h00000000; mem[445] = 32'h00000000; mem[446] = 32'h00000000; mem[447] = 32'h00000000;
        mem[448] = 32'h00000000; mem[449] = 32'h00000000; mem[450] = 32'h00000000; mem[451] = 32'h00000000;
        mem[452] = 32'h00000000; mem[453] = 32'h00000000; mem[454] = 32'h00000000; mem[455] = 32'h00000000;
        mem[456] = 32'h00000000; mem[457] = 32'h00000000; mem[458] = 32'h00000000; mem[459] = 32'h00000000;
        mem[460] = 32'h00000000; mem[461] = 32'h00000000; mem[462] = 32'h00000000; mem[463] = 32'h00000000;
        mem[464] = 32'h00000000; mem[465] = 32'h00000000; mem[466] = 32'h00000000; mem[467] = 32'h00000000;
        mem[468] = 32'h00000000; mem[469] = 32'h00000000; mem[470] = 32'h00000000; mem[471] = 32'h00000000;
        mem[472] = 32'h00000000; mem[473] = 32'h00000000; mem[474] = 32'h00000000; mem[475] = 32'h00000000;
        mem[476] = 32'h00000000; mem[477] = 32'h00000000; mem[478] = 32'h00000000; mem[479] = 32'h00000000;
        mem[480] = 32'h00000000; mem[481] = 32'h00000000; mem[482] = 32'h00000000; mem[483] = 32'h00000000;
        mem[484] = 32'h00000000; mem[485] = 32'h00000000; mem[486] = 32'h00000000; mem[487] = 32'h00000000;
        mem[488] = 32'h00000000; mem[489] = 32'h00000000; mem[490] = 32'h00000000; mem[491] = 32'h00000000;
        mem[492] = 32'h00000000; mem[493] = 32'h00000000; mem[494] = 32'h00000000; mem[495] = 32'h00000000;
        mem[496] = 32'h00000000; mem[497] = 32'h00000000; mem[498] = 32'h00000000; mem[499] = 32'h00000000;
        mem[500] = 32'h00000000; mem[501] = 32'h00000000; mem[502] = 32'h00000000; mem[503] = 32'h00000000;
        mem[504] = 32'h00000000; mem[505] = 32'h00000000; mem[506] = 32'h00000000; mem[507] = 32'h00000000;
        mem[508] = 32'h00000000; mem[509] = 32'h00000000; mem[510] = 32'h00000000; mem[511] = 32'h00000000;
    end

    always @(posedge clk) rd <= mem[ra];
endmodule

// Block ROM: rd is the word at ra of the cycle before.
module treetap_coproc_profiler_up5k_rom_v2 (
    input  wire clk,
    input  wire [8:0] ra,
    output reg  [31:0] rd
);
    reg [31:0] mem [0:511];

    initial begin
        mem[  0] = 32'h40000000; mem[  1] = 32'h10000000; mem[  2] = 32'h03000100; mem[  3] = 32'h18000000;
        mem[  4] = 32'h03000100; mem[  5] = 32'h02000008; mem[  6] = 32'h03000100; mem[  7] = 32'h00000000;
        mem[  8] = 32'h40000000; mem[  9] = 32'h00000000; mem[ 10] = 32'h00000010; mem[ 11] = 32'h00400240;
        mem[ 12] = 32'h00002800; mem[ 13] = 32'h20000000; mem[ 14] = 32'h00002800; mem[ 15] = 32'h28000000;
        mem[ 16] = 32'h00000000; mem[ 17] = 32'h002c0000; mem[ 18] = 32'h00000000; mem[ 19] = 32'h00000008;
        mem[ 20] = 32'h00000000; mem[ 21] = 32'h00002800; mem[ 22] = 32'h00000000; mem[ 23] = 32'h00000000;
        mem[ 24] = 32'h00000000; mem[ 25] = 32'h00000180; mem[ 26] = 32'h00000000; mem[ 27] = 32'h00000000;
        mem[ 28] = 32'h00000000; mem[ 29] = 32'h003c0000; mem[ 30] = 32'h60000000; mem[ 31] = 32'h00000180;
        mem[ 32] = 32'h00000000; mem[ 33] = 32'h48000000; mem[ 34] = 32'h03840000; mem[ 35] = 32'h00000000;
        mem[ 36] = 32'h03840000; mem[ 37] = 32'h00000000; mem[ 38] = 32'h03840000; mem[ 39] = 32'h00000000;
        mem[ 40] = 32'h03840000; mem[ 41] = 32'h00000000; mem[ 42] = 32'h03840000; mem[ 43] = 32'h00000140;
        mem[ 44] = 32'h03840000; mem[ 45] = 32'h03000280; mem[ 46] = 32'h00040000; mem[ 47] = 32'h03000d00;
        mem[ 48] = 32'h00040000; mem[ 49] = 32'h03001100; mem[ 50] = 32'h02840000; mem[ 51] = 32'h00000400;
        mem[ 52] = 32'h00040000; mem[ 53] = 32'h02800030; mem[ 54] = 32'h303a0000; mem[ 55] = 32'h00000000;
        mem[ 56] = 32'h01100000; mem[ 57] = 32'h03000800; mem[ 58] = 32'h10000000; mem[ 59] = 32'h03000c00;
        mem[ 60] = 32'h20000000; mem[ 61] = 32'h00000400; mem[ 62] = 32'h00240000; mem[ 63] = 32'h00000030;
        mem[ 64] = 32'h028002b0; mem[ 65] = 32'h00002800; mem[ 66] = 32'h02800130; mem[ 67] = 32'h00000000;
        mem[ 68] = 32'h02801530; mem[ 69] = 32'h00000000; mem[ 70] = 32'h00000030; mem[ 71] = 32'h028001a0;
        mem[ 72] = 32'h02800030; mem[ 73] = 32'h03001d80; mem[ 74] = 32'h00000030; mem[ 75] = 32'h00002400;
        mem[ 76] = 32'h00000030; mem[ 77] = 32'h00000000; mem[ 78] = 32'h02800170; mem[ 79] = 32'h00000000;
        mem[ 80] = 32'h028001b0; mem[ 81] = 32'h02800160; mem[ 82] = 32'h028001f0; mem[ 83] = 32'h03002140;
        mem[ 84] = 32'h00000130; mem[ 85] = 32'h03000d40; mem[ 86] = 32'h00000130; mem[ 87] = 32'h03000d80;
        mem[ 88] = 32'h00000130; mem[ 89] = 32'h03000dc0; mem[ 90] = 32'h00000130; mem[ 91] = 32'h00000500;
        mem[ 92] = 32'h00000130; mem[ 93] = 32'h00000000; mem[ 94] = 32'h00000130; mem[ 95] = 32'h02800030;
        mem[ 96] = 32'h04000000; mem[ 97] = 32'h00000500; mem[ 98] = 32'h04000000; mem[ 99] = 32'h00000000;
        mem[100] = 32'h04000000; mem[101] = 32'h00000030; mem[102] = 32'h04000000; mem[103] = 32'h00000800;
        mem[104] = 32'h001c0000; mem[105] = 32'h00000500; mem[106] = 32'h00200000; mem[107] = 32'h00000000;
        mem[108] = 32'h01100000; mem[109] = 32'h00000000; mem[110] = 32'h04000000; mem[111] = 32'h02800220;
        mem[112] = 32'h00400200; mem[113] = 32'h00000100; mem[114] = 32'h00000000; mem[115] = 32'h03001a00;
        mem[116] = 32'h00000000; mem[117] = 32'h00000500; mem[118] = 32'h00000000; mem[119] = 32'h00000000;
        mem[120] = 32'h00000000; mem[121] = 32'h00000000; mem[122] = 32'h00000000; mem[123] = 32'h00000220;
        mem[124] = 32'h00000000; mem[125] = 32'h00000140; mem[126] = 32'h3a800000; mem[127] = 32'h03004800;
        mem[128] = 32'h00000000; mem[129] = 32'h00000200; mem[130] = 32'h05000000; mem[131] = 32'h00000500;
        mem[132] = 32'h00000000; mem[133] = 32'h00000000; mem[134] = 32'h00000000; mem[135] = 32'h00000000;
        mem[136] = 32'h00000000; mem[137] = 32'h00000220; mem[138] = 32'h00000000; mem[139] = 32'h00000200;
        mem[140] = 32'h00000000; mem[141] = 32'h00000000; mem[142] = 32'h00000000; mem[143] = 32'h00000220;
        mem[144] = 32'h00000000; mem[145] = 32'h00000200; mem[146] = 32'h00000000; mem[147] = 32'h00000500;
        mem[148] = 32'h00000000; mem[149] = 32'h00000000; mem[150] = 32'h58000000; mem[151] = 32'h00000000;
        mem[152] = 32'h00000000; mem[153] = 32'h00000220; mem[154] = 32'h00000000; mem[155] = 32'h00000200;
        mem[156] = 32'h00000000; mem[157] = 32'h00000000; mem[158] = 32'h00000000; mem[159] = 32'h00000220;
        mem[160] = 32'h00000000; mem[161] = 32'h00000200; mem[162] = 32'h04800000; mem[163] = 32'h00000000;
        mem[164] = 32'h00000000; mem[165] = 32'h00000220; mem[166] = 32'h08000000; mem[167] = 32'h00000200;
        mem[168] = 32'h00000000; mem[169] = 32'h00000000; mem[170] = 32'h00000000; mem[171] = 32'h00000220;
        mem[172] = 32'h38000000; mem[173] = 32'h03000000; mem[174] = 32'h48000000; mem[175] = 32'h00000100;
        mem[176] = 32'h48000000; mem[177] = 32'h00000100; mem[178] = 32'h00000010; mem[179] = 32'h00000200;
        mem[180] = 32'h00002c00; mem[181] = 32'h00000000; mem[182] = 32'h00002c00; mem[183] = 32'h00140000;
        mem[184] = 32'h00000000; mem[185] = 32'h00000000; mem[186] = 32'h00000010; mem[187] = 32'h00000000;
        mem[188] = 32'h00002800; mem[189] = 32'h00000000; mem[190] = 32'h00002800; mem[191] = 32'h00000000;
        mem[192] = 32'h00340000; mem[193] = 32'h00000000; mem[194] = 32'h00340000; mem[195] = 32'h00000000;
        mem[196] = 32'h00340000; mem[197] = 32'h00000000; mem[198] = 32'h00340000; mem[199] = 32'h00000000;
        mem[200] = 32'h00340000; mem[201] = 32'h00000240; mem[202] = 32'h00340000; mem[203] = 32'h01800280;
        mem[204] = 32'h68340000; mem[205] = 32'h00000000; mem[206] = 32'h00340000; mem[207] = 32'h00000000;
        mem[208] = 32'h08340000; mem[209] = 32'h00000000; mem[210] = 32'h00040000; mem[211] = 32'h00000000;
        mem[212] = 32'h00000000; mem[213] = 32'h00000100; mem[214] = 32'h05000000; mem[215] = 32'h00000000;
        mem[216] = 32'h38000000; mem[217] = 32'h00000000; mem[218] = 32'h03008100; mem[219] = 32'h00000000;
        mem[220] = 32'h03008100; mem[221] = 32'h00000240; mem[222] = 32'h03008100; mem[223] = 32'h01800240;
        mem[224] = 32'h008c0000; mem[225] = 32'h00000000; mem[226] = 32'h00000000; mem[227] = 32'h00000000;
        mem[228] = 32'h00000000; mem[229] = 32'h00000000; mem[230] = 32'h00000000; mem[231] = 32'h00000000;
        mem[232] = 32'h00000000; mem[233] = 32'h00000000; mem[234] = 32'h00000100; mem[235] = 32'h00000000;
        mem[236] = 32'h00000100; mem[237] = 32'h00000240; mem[238] = 32'h00000100; mem[239] = 32'h00000240;
        mem[240] = 32'h04000000; mem[241] = 32'h00008280; mem[242] = 32'h00008280; mem[243] = 32'h00000000;
        mem[244] = 32'h00140000; mem[245] = 32'h00280000; mem[246] = 32'h04000000; mem[247] = 32'h00180000;
        mem[248] = 32'h00000280; mem[249] = 32'h00000000; mem[250] = 32'h00000000; mem[251] = 32'h00000000;
        mem[252] = 32'h00000200; mem[253] = 32'h00000200; mem[254] = 32'h00000001; mem[255] = 32'h00000001;
        mem[256] = 32'h00000010; mem[257] = 32'h00000000; mem[258] = 32'h01800140; mem[259] = 32'h00000018;
        mem[260] = 32'h00000010; mem[261] = 32'h00000000; mem[262] = 32'h00000100; mem[263] = 32'h00000100;
        mem[264] = 32'h00000000; mem[265] = 32'h00000000; mem[266] = 32'h00000010; mem[267] = 32'h01800000;
        mem[268] = 32'h00000000; mem[269] = 32'h00000100; mem[270] = 32'h008c0100; mem[271] = 32'h00000000;
        mem[272] = 32'h00000000; mem[273] = 32'h008c0240; mem[274] = 32'h00000000; mem[275] = 32'h00000100;
        mem[276] = 32'h00000100; mem[277] = 32'h00000008; mem[278] = 32'h00000000; mem[279] = 32'h00003d60;
        mem[280] = 32'h00000000; mem[281] = 32'h00000000; mem[282] = 32'h00000000; mem[283] = 32'h00000140;
        mem[284] = 32'h000041a0; mem[285] = 32'h00000008; mem[286] = 32'h00002808; mem[287] = 32'h00003000;
        mem[288] = 32'h00000000; mem[289] = 32'h00000180; mem[290] = 32'h00004540; mem[291] = 32'h00000000;
        mem[292] = 32'h00002c00; mem[293] = 32'h00000000; mem[294] = 32'h00000148; mem[295] = 32'h00002800;
        mem[296] = 32'h00000000; mem[297] = 32'h00000180; mem[298] = 32'h00000000; mem[299] = 32'h00000000;
        mem[300] = 32'h00000000; mem[301] = 32'h00000000; mem[302] = 32'h00000002; mem[303] = 32'h02800004;
        mem[304] = 32'h00000000; mem[305] = 32'h02800000; mem[306] = 32'h00000000; mem[307] = 32'h00000002;
        mem[308] = 32'h0280000c; mem[309] = 32'h00000000; mem[310] = 32'h00000002; mem[311] = 32'h02800004;
        mem[312] = 32'h00000000; mem[313] = 32'h00000002; mem[314] = 32'h02800004; mem[315] = 32'h00000000;
        mem[316] = 32'h00000002; mem[317] = 32'h00000004; mem[318] = 32'h00000000; mem[319] = 32'h08000000;
        mem[320] = 32'h00080000; mem[321] = 32'h00000100; mem[322] = 32'h02800000; mem[323] = 32'h08000000;
        mem[324] = 32'h00010000; mem[325] = 32'h00000000; mem[326] = 32'h08000000; mem[327] = 32'h00018000;
        mem[328] = 32'h00000000; mem[329] = 32'h02800000; mem[330] = 32'h03004e40; mem[331] = 32'h00000240;
        mem[332] = 32'h00000100; mem[333] = 32'h00000280; mem[334] = 32'h00000100; mem[335] = 32'h00000280;
        mem[336] = 32'h00008102; mem[337] = 32'h00002800; mem[338] = 32'h00000000; mem[339] = 32'h00000000;
        mem[340] = 32'h000081a0; mem[341] = 32'h0300b582; mem[342] = 32'h00000000; mem[343] = 32'h00000000;
        mem[344] = 32'h0300b5a0; mem[345] = 32'h00000000; mem[346] = 32'h03800000; mem[347] = 32'h0000b5a0;
        mem[348] = 32'h00000000; mem[349] = 32'h00002c00; mem[350] = 32'h00000000; mem[351] = 32'h00000000;
        mem[352] = 32'h00008160; mem[353] = 32'h0300b942; mem[354] = 32'h00000000; mem[355] = 32'h00000000;
        mem[356] = 32'h0300b960; mem[357] = 32'h00000000; mem[358] = 32'h00003000; mem[359] = 32'h00000000;
        mem[360] = 32'h00003000; mem[361] = 32'h18000000; mem[362] = 32'h28000000; mem[363] = 32'h052c0000;
        mem[364] = 32'h00000240; mem[365] = 32'h00000280; mem[366] = 32'h05000000; mem[367] = 32'h00140000;
        mem[368] = 32'h00000000; mem[369] = 32'h00100000; mem[370] = 32'h00000000; mem[371] = 32'h00000240;
        mem[372] = 32'h00000240; mem[373] = 32'h00140000; mem[374] = 32'h00000000; mem[375] = 32'h00100000;
        mem[376] = 32'h00000000; mem[377] = 32'h00040000; mem[378] = 32'h00000000; mem[379] = 32'h00000000;
        mem[380] = 32'h00000240; mem[381] = 32'h00040000; mem[382] = 32'h003c0000; mem[383] = 32'h00380200;
        mem[384] = 32'h00000000; mem[385] = 32'h00380200; mem[386] = 32'h00000000; mem[387] = 32'h00040000;
        mem[388] = 32'h00000000; mem[389] = 32'h00000002; mem[390] = 32'h00000000; mem[391] = 32'h00000100;
        mem[392] = 32'h00000100; mem[393] = 32'h68300000; mem[394] = 32'h052c0100; mem[395] = 32'h00000000;
        mem[396] = 32'h00000000; mem[397] = 32'h00000140; mem[398] = 32'h00000000; mem[399] = 32'h00000000;
        mem[400] = 32'h00000120; mem[401] = 32'h00000000; mem[402] = 32'h50000000; mem[403] = 32'h00000000;
        mem[404] = 32'h00000008; mem[405] = 32'h00040000; mem[406] = 32'h00000000; mem[407] = 32'h08000000;
        mem[408] = 32'h00010000; mem[409] = 32'h00040000; mem[410] = 32'h00008100; mem[411] = 32'h00008102;
        mem[412] = 32'h00000100; mem[413] = 32'h00000100; mem[414] = 32'h00140000; mem[415] = 32'h00028100;
        mem[416] = 32'h00030100; mem[417] = 32'h00038100; mem[418] = 32'h00000000; mem[419] = 32'h00000000;
        mem[420] = 32'h00000008; mem[421] = 32'h00000010; mem[422] = 32'h00000010; mem[423] = 32'h05005000;
        mem[424] = 32'h00000000; mem[425] = 32'h30008282; mem[426] = 32'h00008284; mem[427] = 32'h00388286;
        mem[428] = 32'h052c0000; mem[429] = 32'h052c0000; mem[430] = 32'h00000000; mem[431] = 32'h00000280;
        mem[432] = 32'h00000280; mem[433] = 32'h00005280; mem[434] = 32'h00000000; mem[435] = 32'h002c0000;
        mem[436] = 32'h00000000; mem[437] = 32'h08000000; mem[438] = 32'h00018000; mem[439] = 32'h00000000;
        mem[440] = 32'h00000000; mem[441] = 32'h00000000; mem[442] = 32'h00000000; mem[443] = 32'h00000000;
        mem[444] = 32'h00000000; mem[445] = 32'h00000000; mem[446] = 32'h00000000; mem[447] = 32'h00000000;
        mem[448] = 32'h00000000; mem[449] = 32'h00000000; mem[450] = 32'h00000000; mem[451] = 32'h00000000;
        mem[452] = 32'h00000000; mem[453] = 32'h00000000; mem[454] = 32'h00000000; mem[455] = 32'h00000000;
        mem[456] = 32'h00000000; mem[457] = 32'h00000000; mem[458] = 32'h00000000; mem[459] = 32'h00000000;
        mem[460] = 32'h00000000; mem[461] = 32'h00000000; mem[462] = 32'h00000000; mem[463] = 32'h00000000;
        mem[464] = 32'h00000000; mem[465] = 32'h00000000; mem[466] = 32'h00000000; mem[467] = 32'h00000000;
        mem[468] = 32'h00000000; mem[469] = 32'h00000000; mem[470] = 32'h00000000; mem[471] = 32'h00000000;
        mem[472] = 32'h00000000; mem[473] = 32'h00000000; mem[474] = 32'h00000000; mem[475] = 32'h00000000;
        mem[476] = 32'h00000000; mem[477] = 32'h00000000; mem[478] = 32'h00000000; mem[479] = 32'h00000000;
        mem[480] = 32'h00000000; mem[481] = 32'h00000000; mem[482] = 32'h00000000; mem[483] = 32'h00000000;
        mem[484] = 32'h00000000; mem[485] = 32'h00000000; mem[486] = 32'h00000000; mem[487] = 32'h00000000;
        mem[488] = 32'h00000000; mem[489] = 32'h00000000; mem[490] = 32'h00000000; mem[491] = 32'h00000000;
        mem[492] = 32'h00000000; mem[493] = 32'h00000000; mem[494] = 32'h00000000; mem[495] = 32'h00000000;
        mem[496] = 32'h00000000; mem[497] = 32'h00000000; mem[498] = 32'h00000000; mem[499] = 32'h00000000;
        mem[500] = 32'h00000000; mem[501] = 32'h00000000; mem[502] = 32'h00000000; mem[503] = 32'h00000000;
        mem[504] = 32'h00000000; mem[505] = 32'h00000000; mem[506] = 32'h00000000; mem[507] = 32'h00000000;
        mem[508] = 32'h00000000; mem[509] = 32'h00000000; mem[510] = 32'h00000000; mem[511] = 32'h00000000;
    end

    always @(posedge clk) rd <= mem[ra];
endmodule

// Block ROM: rd is the word at ra of the cycle before.
module treetap_coproc_profiler_up5k_rom_v3 (
    input  wire clk,
    input  wire [8:0] ra,
    output reg  [15:0] rd
);
    reg [15:0] mem [0:511];

    initial begin
        mem[  0] = 16'h01c0; mem[  1] = 16'h00c0; mem[  2] = 16'h5300; mem[  3] = 16'h2020;
        mem[  4] = 16'h5340; mem[  5] = 16'h1020; mem[  6] = 16'h5340; mem[  7] = 16'h02c0;
        mem[  8] = 16'h01c0; mem[  9] = 16'h3c00; mem[ 10] = 16'h5440; mem[ 11] = 16'h0210;
        mem[ 12] = 16'h5940; mem[ 13] = 16'h03c0; mem[ 14] = 16'h59c0; mem[ 15] = 16'h2020;
        mem[ 16] = 16'h3820; mem[ 17] = 16'h2e00; mem[ 18] = 16'h4540; mem[ 19] = 16'h0540;
        mem[ 20] = 16'h4640; mem[ 21] = 16'h05c0; mem[ 22] = 16'h4740; mem[ 23] = 16'h0640;
        mem[ 24] = 16'h48c0; mem[ 25] = 16'h0e20; mem[ 26] = 16'h4a80; mem[ 27] = 16'h0740;
        mem[ 28] = 16'h4a80; mem[ 29] = 16'h07c0; mem[ 30] = 16'h4ac0; mem[ 31] = 16'h0840;
        mem[ 32] = 16'h0420; mem[ 33] = 16'h08c0; mem[ 34] = 16'h4b40; mem[ 35] = 16'h0940;
        mem[ 36] = 16'h4c00; mem[ 37] = 16'h1c10; mem[ 38] = 16'h4c80; mem[ 39] = 16'h0a40;
        mem[ 40] = 16'h4d40; mem[ 41] = 16'h0ac0; mem[ 42] = 16'h4e00; mem[ 43] = 16'h3580;
        mem[ 44] = 16'h4ec0; mem[ 45] = 16'h0820; mem[ 46] = 16'h4f80; mem[ 47] = 16'h0820;
        mem[ 48] = 16'h5080; mem[ 49] = 16'h0820; mem[ 50] = 16'h5140; mem[ 51] = 16'h0d40;
        mem[ 52] = 16'h5200; mem[ 53] = 16'h0e41; mem[ 54] = 16'h0d90; mem[ 55] = 16'h3c00;
        mem[ 56] = 16'h2f40; mem[ 57] = 16'h0820; mem[ 58] = 16'h5a40; mem[ 59] = 16'h0820;
        mem[ 60] = 16'h5a80; mem[ 61] = 16'h0fc0; mem[ 62] = 16'h3c00; mem[ 63] = 16'h1041;
        mem[ 64] = 16'h0b41; mem[ 65] = 16'h10c0; mem[ 66] = 16'h0bc1; mem[ 67] = 16'h1140;
        mem[ 68] = 16'h0c41; mem[ 69] = 16'h11c0; mem[ 70] = 16'h0cc1; mem[ 71] = 16'h1240;
        mem[ 72] = 16'h0ec1; mem[ 73] = 16'h0820; mem[ 74] = 16'h0f41; mem[ 75] = 16'h1340;
        mem[ 76] = 16'h12c1; mem[ 77] = 16'h13c0; mem[ 78] = 16'h1541; mem[ 79] = 16'h1440;
        mem[ 80] = 16'h15c1; mem[ 81] = 16'h14c0; mem[ 82] = 16'h1641; mem[ 83] = 16'h0820;
        mem[ 84] = 16'h16c1; mem[ 85] = 16'h0820; mem[ 86] = 16'h1841; mem[ 87] = 16'h0820;
        mem[ 88] = 16'h1a41; mem[ 89] = 16'h0820; mem[ 90] = 16'h1d41; mem[ 91] = 16'h1740;
        mem[ 92] = 16'h20c1; mem[ 93] = 16'h17c0; mem[ 94] = 16'h24c1; mem[ 95] = 16'h0e40;
        mem[ 96] = 16'h2d40; mem[ 97] = 16'h18c0; mem[ 98] = 16'h2d40; mem[ 99] = 16'h1940;
        mem[100] = 16'h2d40; mem[101] = 16'h19c0; mem[102] = 16'h2d40; mem[103] = 16'h1740;
        mem[104] = 16'h3d80; mem[105] = 16'h1ac0; mem[106] = 16'h3c00; mem[107] = 16'h1b40;
        mem[108] = 16'h2f40; mem[109] = 16'h1bc0; mem[110] = 16'h2fc0; mem[111] = 16'h1cc0;
        mem[112] = 16'h0840; mem[113] = 16'h09c0; mem[114] = 16'h3040; mem[115] = 16'h0824;
        mem[116] = 16'h3340; mem[117] = 16'h1dc0; mem[118] = 16'h3840; mem[119] = 16'h1e40;
        mem[120] = 16'h40c0; mem[121] = 16'h1ec0; mem[122] = 16'h4140; mem[123] = 16'h2040;
        mem[124] = 16'h3820; mem[125] = 16'h3820; mem[126] = 16'h1f90; mem[127] = 16'h5040;
        mem[128] = 16'h5ac0; mem[129] = 16'h1b44; mem[130] = 16'h0440; mem[131] = 16'h2140;
        mem[132] = 16'h5b00; mem[133] = 16'h21c0; mem[134] = 16'h5bc0; mem[135] = 16'h2240;
        mem[136] = 16'h5d40; mem[137] = 16'h22c0; mem[138] = 16'h5e40; mem[139] = 16'h2344;
        mem[140] = 16'h5f40; mem[141] = 16'h23c0; mem[142] = 16'h60c0; mem[143] = 16'h2440;
        mem[144] = 16'h5cc0; mem[145] = 16'h1e44; mem[146] = 16'h6200; mem[147] = 16'h2540;
        mem[148] = 16'h6300; mem[149] = 16'h25c0; mem[150] = 16'h6380; mem[151] = 16'h2640;
        mem[152] = 16'h6400; mem[153] = 16'h26c0; mem[154] = 16'h6540; mem[155] = 16'h2744;
        mem[156] = 16'h6640; mem[157] = 16'h27c0; mem[158] = 16'h6700; mem[159] = 16'h2840;
        mem[160] = 16'h6780; mem[161] = 16'h28c4; mem[162] = 16'h6880; mem[163] = 16'h2940;
        mem[164] = 16'h6900; mem[165] = 16'h29c0; mem[166] = 16'h3a10; mem[167] = 16'h2a44;
        mem[168] = 16'h3d10; mem[169] = 16'h2ac0; mem[170] = 16'h1b00; mem[171] = 16'h2cc0;
        mem[172] = 16'h2b10; mem[173] = 16'h0800; mem[174] = 16'h5fc0; mem[175] = 16'h2c00;
        mem[176] = 16'h6040; mem[177] = 16'h5b80; mem[178] = 16'h5740; mem[179] = 16'h21c4;
        mem[180] = 16'h5880; mem[181] = 16'h2dc0; mem[182] = 16'h5880; mem[183] = 16'h2ec0;
        mem[184] = 16'h0e20; mem[185] = 16'h04c0; mem[186] = 16'h5440; mem[187] = 16'h2020;
        mem[188] = 16'h5580; mem[189] = 16'h0140; mem[190] = 16'h5640; mem[191] = 16'h2ec0;
        mem[192] = 16'h6b00; mem[193] = 16'h30c0; mem[194] = 16'h6b00; mem[195] = 16'h3141;
        mem[196] = 16'h6b00; mem[197] = 16'h31c0; mem[198] = 16'h6b00; mem[199] = 16'h3240;
        mem[200] = 16'h6b00; mem[201] = 16'h32c0; mem[202] = 16'h6b00; mem[203] = 16'h2f40;
        mem[204] = 16'h6b40; mem[205] = 16'h33c0; mem[206] = 16'h6b00; mem[207] = 16'h3441;
        mem[208] = 16'h6c80; mem[209] = 16'h34c0; mem[210] = 16'h6d00; mem[211] = 16'h36c0;
        mem[212] = 16'h3540; mem[213] = 16'h06c0; mem[214] = 16'h0440; mem[215] = 16'h3580;
        mem[216] = 16'h3610; mem[217] = 16'h3580; mem[218] = 16'h5400; mem[219] = 16'h3740;
        mem[220] = 16'h0800; mem[221] = 16'h37c0; mem[222] = 16'h0800; mem[223] = 16'h2f40;
        mem[224] = 16'h2f40; mem[225] = 16'h38c0; mem[226] = 16'h4300; mem[227] = 16'h3941;
        mem[228] = 16'h43c0; mem[229] = 16'h39c0; mem[230] = 16'h4480; mem[231] = 16'h3ac0;
        mem[232] = 16'h3c10; mem[233] = 16'h0d80; mem[234] = 16'h5380; mem[235] = 16'h3b40;
        mem[236] = 16'h53c0; mem[237] = 16'h3bc0; mem[238] = 16'h53c0; mem[239] = 16'h3e80;
        mem[240] = 16'h0340; mem[241] = 16'h6a40; mem[242] = 16'h6a40; mem[243] = 16'h3c00;
        mem[244] = 16'h3d90; mem[245] = 16'h3c00; mem[246] = 16'h0040; mem[247] = 16'h2a80;
        mem[248] = 16'h6bc0; mem[249] = 16'h04c0; mem[250] = 16'h3ec0; mem[251] = 16'h3f00;
        mem[252] = 16'h3f48; mem[253] = 16'h3f84; mem[254] = 16'h3fc0; mem[255] = 16'h4000;
        mem[256] = 16'h4041; mem[257] = 16'h4080; mem[258] = 16'h2f40; mem[259] = 16'h4100;
        mem[260] = 16'h4041; mem[261] = 16'h4180; mem[262] = 16'h41c1; mem[263] = 16'h4200;
        mem[264] = 16'h4240; mem[265] = 16'h4280; mem[266] = 16'h42c0; mem[267] = 16'h2f40;
        mem[268] = 16'h4340; mem[269] = 16'h4380; mem[270] = 16'h2f40; mem[271] = 16'h4400;
        mem[272] = 16'h4440; mem[273] = 16'h2f40; mem[274] = 16'h44c0; mem[275] = 16'h4500;
        mem[276] = 16'h4400; mem[277] = 16'h4580; mem[278] = 16'h45c0; mem[279] = 16'h4600;
        mem[280] = 16'h0400; mem[281] = 16'h4680; mem[282] = 16'h46c0; mem[283] = 16'h4700;
        mem[284] = 16'h4600; mem[285] = 16'h4780; mem[286] = 16'h47c0; mem[287] = 16'h4800;
        mem[288] = 16'h4840; mem[289] = 16'h4880; mem[290] = 16'h0400; mem[291] = 16'h4900;
        mem[292] = 16'h4940; mem[293] = 16'h4980; mem[294] = 16'h49c0; mem[295] = 16'h4a00;
        mem[296] = 16'h4a40; mem[297] = 16'h45c0; mem[298] = 16'h1f40; mem[299] = 16'h4b00;
        mem[300] = 16'h1f10; mem[301] = 16'h4b80; mem[302] = 16'h4bc0; mem[303] = 16'h0020;
        mem[304] = 16'h4c40; mem[305] = 16'h3620; mem[306] = 16'h4cc0; mem[307] = 16'h4d00;
        mem[308] = 16'h2e20; mem[309] = 16'h4d80; mem[310] = 16'h4dc0; mem[311] = 16'h2c20;
        mem[312] = 16'h4e40; mem[313] = 16'h4e80; mem[314] = 16'h0220; mem[315] = 16'h4f00;
        mem[316] = 16'h4f40; mem[317] = 16'h3a20; mem[318] = 16'h4fc0; mem[319] = 16'h5001;
        mem[320] = 16'h1f80; mem[321] = 16'h0420; mem[322] = 16'h50c0; mem[323] = 16'h5101;
        mem[324] = 16'h2b00; mem[325] = 16'h5180; mem[326] = 16'h51c0; mem[327] = 16'h2b00;
        mem[328] = 16'h5240; mem[329] = 16'h5280; mem[330] = 16'h52c0; mem[331] = 16'h0420;
        mem[332] = 16'h0420; mem[333] = 16'h0420; mem[334] = 16'h4c00; mem[335] = 16'h4c00;
        mem[336] = 16'h0420; mem[337] = 16'h5480; mem[338] = 16'h54c0; mem[339] = 16'h5500;
        mem[340] = 16'h5540; mem[341] = 16'h0800; mem[342] = 16'h55c0; mem[343] = 16'h5600;
        mem[344] = 16'h5340; mem[345] = 16'h5680; mem[346] = 16'h56c0; mem[347] = 16'h5700;
        mem[348] = 16'h4b40; mem[349] = 16'h5780; mem[350] = 16'h57c0; mem[351] = 16'h5800;
        mem[352] = 16'h5840; mem[353] = 16'h0800; mem[354] = 16'h58c0; mem[355] = 16'h5900;
        mem[356] = 16'h5340; mem[357] = 16'h5980; mem[358] = 16'h5580; mem[359] = 16'h5a00;
        mem[360] = 16'h5640; mem[361] = 16'h2a00; mem[362] = 16'h2980; mem[363] = 16'h2e40;
        mem[364] = 16'h5b40; mem[365] = 16'h5b80; mem[366] = 16'h0440; mem[367] = 16'h5c00;
        mem[368] = 16'h5c40; mem[369] = 16'h5c80; mem[370] = 16'h2400; mem[371] = 16'h5d00;
        mem[372] = 16'h5b80; mem[373] = 16'h5d80; mem[374] = 16'h5dc0; mem[375] = 16'h5e00;
        mem[376] = 16'h2100; mem[377] = 16'h5e80; mem[378] = 16'h5ec0; mem[379] = 16'h5f00;
        mem[380] = 16'h5d00; mem[381] = 16'h5f80; mem[382] = 16'h2b80; mem[383] = 16'h600c;
        mem[384] = 16'h2b90; mem[385] = 16'h608c; mem[386] = 16'h2c10; mem[387] = 16'h6100;
        mem[388] = 16'h6140; mem[389] = 16'h6180; mem[390] = 16'h61c0; mem[391] = 16'h2c40;
        mem[392] = 16'h6240; mem[393] = 16'h6280; mem[394] = 16'h62c0; mem[395] = 16'h2e10;
        mem[396] = 16'h6340; mem[397] = 16'h3580; mem[398] = 16'h63c0; mem[399] = 16'h3510;
        mem[400] = 16'h6440; mem[401] = 16'h6480; mem[402] = 16'h64c0; mem[403] = 16'h6500;
        mem[404] = 16'h3590; mem[405] = 16'h6580; mem[406] = 16'h65c0; mem[407] = 16'h6600;
        mem[408] = 16'h3600; mem[409] = 16'h6680; mem[410] = 16'h66c0; mem[411] = 16'h3580;
        mem[412] = 16'h6740; mem[413] = 16'h3580; mem[414] = 16'h67c0; mem[415] = 16'h6800;
        mem[416] = 16'h6840; mem[417] = 16'h3580; mem[418] = 16'h68c0; mem[419] = 16'h3020;
        mem[420] = 16'h6940; mem[421] = 16'h6980; mem[422] = 16'h69c0; mem[423] = 16'h6a00;
        mem[424] = 16'h2e00; mem[425] = 16'h6a80; mem[426] = 16'h6ac0; mem[427] = 16'h3c90;
        mem[428] = 16'h6a00; mem[429] = 16'h6b80; mem[430] = 16'h3e10; mem[431] = 16'h6c00;
        mem[432] = 16'h6c40; mem[433] = 16'h0e20; mem[434] = 16'h6cc0; mem[435] = 16'h0000;
        mem[436] = 16'h6d40; mem[437] = 16'h6d80; mem[438] = 16'h3600; mem[439] = 16'h0000;
        mem[440] = 16'h0000; mem[441] = 16'h0000; mem[442] = 16'h0000; mem[443] = 16'h0000;
        mem[444] = 16'h0000; mem[445] = 16'h0000; mem[446] = 16'h0000; mem[447] = 16'h0000;
        mem[448] = 16'h0000; mem[449] = 16'h0000; mem[450] = 16'h0000; mem[451] = 16'h0000;
        mem[452] = 16'h0000; mem[453] = 16'h0000; mem[454] = 16'h0000; mem[455] = 16'h0000;
        mem[456] = 16'h0000; mem[457] = 16'h0000; mem[458] = 16'h0000; mem[459] = 16'h0000;
        mem[460] = 16'h0000; mem[461] = 16'h0000; mem[462] = 16'h0000; mem[463] = 16'h0000;
        mem[464] = 16'h0000; mem[465] = 16'h0000; mem[466] = 16'h0000; mem[467] = 16'h0000;
        mem[468] = 16'h0000; mem[469] = 16'h0000; mem[470] = 16'h0000; mem[471] = 16'h0000;
        mem[472] = 16'h0000; mem[473] = 16'h0000; mem[474] = 16'h0000; mem[475] = 16'h0000;
        mem[476] = 16'h0000; mem[477] = 16'h0000; mem[478] = 16'h0000; mem[479] = 16'h0000;
        mem[480] = 16'h0000; mem[481] = 16'h0000; mem[482] = 16'h0000; mem[483] = 16'h0000;
        mem[484] = 16'h0000; mem[485] = 16'h0000; mem[486] = 16'h0000; mem[487] = 16'h0000;
        mem[488] = 16'h0000; mem[489] = 16'h0000; mem[490] = 16'h0000; mem[491] = 16'h0000;
        mem[492] = 16'h0000; mem[493] = 16'h0000; mem[494] = 16'h0000; mem[495] = 16'h0000;
        mem[496] = 16'h0000; mem[497] = 16'h0000; mem[498] = 16'h0000; mem[499] = 16'h0000;
        mem[500] = 16'h0000; mem[501] = 16'h0000; mem[502] = 16'h0000; mem[503] = 16'h0000;
        mem[504] = 16'h0000; mem[505] = 16'h0000; mem[506] = 16'h0000; mem[507] = 16'h0000;
        mem[508] = 16'h0000; mem[509] = 16'h0000; mem[510] = 16'h0000; mem[511] = 16'h0000;
    end

    always @(posedge clk) rd <= mem[ra];
endmodule

// Associative array: valid entries whose keys have the same hash are chained, the lowest first.
module treetap_coproc_profiler_up5k_chain #(
    parameter [6:0] entries_at = 7'd64
) (
    input  wire        clk,
    input  wire        rst,
    // what is asked for
    input  wire [5:0]  entry,
    input  wire [5:0]  last,
    input  wire        outside,
    input  wire [31:0] key,
    // it is looked for, written, not valid any more; all are removed
    input  wire        search,
    input  wire        write,
    input  wire        remove,
    input  wire        clear,
    // nothing is under way
    output wire        idle,
    // what the last search found
    output wire        hit,
    output wire [5:0]  found,
    // key of the entry one cycle before, two in a deep build; it was valid two cycles before
    output wire [31:0] held,
    output wire        valid
);
    localparam [2:0] State_Idle = 3'd0;
    localparam [2:0] State_Find = 3'd1;
    localparam [2:0] State_Lose = 3'd2;
    localparam [2:0] State_Close = 3'd3;
    localparam [2:0] State_Enter = 3'd4;
    localparam [2:0] State_Link = 3'd5;
    localparam [2:0] State_Tie = 3'd6;

    reg [2:0] state = 3'd0;
    reg [6:0] place = 7'd0;
    reg [6:0] before_ = 7'd0;
    reg alive = 1'b0;
    reg arrived = 1'b0;
    reg judges = 1'b0;
    reg met = 1'b0;
    reg writes = 1'b0;
    reg there = 1'b0;
    reg hits = 1'b0;
    reg over = 1'b0;
    reg own = 1'b0;
    reg [6:0] home0 = 7'd0;
    reg [15:0] differs0 = 16'd0;

    reg [6:0] home_now;
    reg [15:0] differs_now;
    reg begins;
    reg [6:0] lists;
    reg follows;
    reg passes;
    wire [31:0] keys0_rd;
    wire marks_rd;
    wire [6:0] links_rd;
    reg [6:0] home0_next;
    reg [15:0] differs0_next;

    // The entry to which the last link led. The first place of a list leads to none.
    wire resting = state == State_Idle;
    wire [6:0] here = place;
    wire [5:0] at = here[5:0];
    wire led = here[6];
    wire arrives = arrived;
    assign idle = resting;
    // Keys, valid marks, lists of keys.
    wire [5:0] key_at = resting ? entry : at;
    wire [7:0] marks_ra = {2'd0, entry};
    wire [31:0] bytes = key;
    wire [7:0] mixed = bytes[7:0] ^ bytes[15:8] ^ bytes[23:16] ^ bytes[31:24];
    wire [6:0] list = {1'd0, mixed[5:0]};
    wire [31:0] old = keys0_rd;
    wire [7:0] old_mixed = old[7:0] ^ old[15:8] ^ old[23:16] ^ old[31:24];
    wire [6:0] linked = links_rd;
    wire [31:0] apart = old ^ key;
    always @* begin
        differs_now = apart[15:0] | apart[31:16];
        differs0_next = differs_now;
        differs_now = differs0;
    end
    always @* begin
        home_now = {1'd0, old_mixed[5:0]};
        home0_next = home_now;
        home_now = home0;
    end
    assign held = old;
    assign valid = there;
    assign hit = met;
    assign found = before_[5:0];
    // A link is read in a cycle and followed in the next; whether to follow it is found in the first.
    wire walks = (state == State_Find) | (state == State_Lose) | (state == State_Enter);
    wire same = judges & ~(|differs_now);
    wire [5:0] lower = entry ^ last;
    wire within_ = ((before_[5:0] | lower) == last) & ~outside;
    wire loses = (write & there) | (remove & there);
    always @* begin
        begins = 1'b0;
        lists = list;
        follows = arrives;
        passes = arrives;
        case (state)
            State_Idle: begin
                if (write) begins = 1'b1;
                if (loses) begin
                    lists = home_now;
                    begins = 1'b1;
                end
                if (search) begins = 1'b1;
            end
            State_Find: begin
                if (hits | ~alive) passes = 1'b0;
            end
            State_Lose: begin
                if (own) passes = 1'b0;
            end
            State_Close: begin
                if (writes) begins = 1'b1;
            end
            State_Enter: begin
                if (over | ~alive) begin
                    passes = 1'b0;
                    follows = 1'b0;
                end
            end
            State_Link: ;
            default /* State_Tie */: ;
        endcase
    end
    // What is written: the link to where the last one led, the entry.
    wire link = state == State_Link;
    wire ties = (state == State_Close) | (state == State_Tie);
    wire links_we = link | ties | clear;
    wire [6:0] links_wa = ~ties ? (link ? ({1'd0, entry} | entries_at) : {1'd0, entry}) : before_;
    wire [6:0] links_wd = (alive & ~resting) ? ({1'd0, at} | entries_at) : {1'd0, at};
    wire [7:0] marks_wa = {2'd0, entry};
    wire marks_we = link | remove | clear;

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(32), .ADDR(6)) u_keys0 (
        .clk(clk),
        .ra(key_at),
        .rd(keys0_rd),
        .we(link),
        .wa(entry),
        .wd(key)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(1), .ADDR(8)) u_marks (
        .clk(clk),
        .ra(marks_ra),
        .rd(marks_rd),
        .we(marks_we),
        .wa(marks_wa),
        .wd(link)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(7), .ADDR(7)) u_links (
        .clk(clk),
        .ra(here),
        .rd(links_rd),
        .we(links_we),
        .wa(links_wa),
        .wd(links_wd)
    );

    always @(posedge clk) begin
        there <= marks_rd;
        arrived <= ~arrives & walks;
        judges <= arrives & led;
        hits <= same & within_;
        over <= led & (at > entry);
        own <= led & (at == entry);
        case (state)
            State_Idle: begin
                writes <= write;
                if (write) state <= State_Enter;
                if (loses) state <= State_Lose;
                if (search) begin
                    state <= State_Find;
                    met <= 1'b0;
                end
            end
            State_Find: begin
                if (hits | ~alive) begin
                    if (arrives) begin
                        met <= hits;
                        state <= State_Idle;
                    end
                end
            end
            State_Lose: begin
                if (own) begin
                    if (arrives) state <= State_Close;
                end
            end
            State_Close: begin
                state <= State_Idle;
                if (writes) state <= State_Enter;
            end
            State_Enter: begin
                if (over | ~alive) begin
                    if (arrives) state <= State_Link;
                end
            end
            State_Link: begin
                state <= State_Tie;
                place <= {1'd0, entry} | entries_at;
                alive <= 1'b1;
            end
            default /* State_Tie */: state <= State_Idle;
        endcase
        if (passes) before_ <= here;
        if (begins) begin
            place <= lists;
            alive <= 1'b1;
        end
        // What memories give comes last.
        if (follows) begin
            place <= linked | entries_at;
            alive <= linked[6];
        end
        if (rst) begin
            state <= State_Idle;
            met <= 1'b0;
        end
        home0 <= home0_next;
        differs0 <= differs0_next;
    end
endmodule

// Fields of a sample: lanes, and what is in few bits.
module treetap_coproc_profiler_up5k_fields #(
    parameter [3:0] lanes_first0 = 4'd1,
    parameter [3:0] lanes_first1 = 4'd1,
    parameter [3:0] lanes_first2 = 4'd3,
    parameter [3:0] lanes_first3 = 4'd4,
    parameter [3:0] lanes_first4 = 4'd4,
    parameter [3:0] lanes_first5 = 4'd6,
    parameter [3:0] lanes_first6 = 4'd8,
    parameter [3:0] lanes_first7 = 4'd8,
    parameter [3:0] lanes_first8 = 4'd3,
    parameter [3:0] lanes_first9 = 4'd3,
    parameter [3:0] lanes_first10 = 4'd3,
    parameter [3:0] lanes_first11 = 4'd3,
    parameter [3:0] lanes_first12 = 4'd3,
    parameter [3:0] lanes_first13 = 4'd3,
    parameter [3:0] lanes_first14 = 4'd3,
    parameter [3:0] lanes_first15 = 4'd3,
    parameter [3:0] lanes_first16 = 4'd1,
    parameter [3:0] lanes_first17 = 4'd0,
    parameter [3:0] lanes_first18 = 4'd0,
    parameter [3:0] lanes_first19 = 4'd0,
    parameter [3:0] lanes_first20 = 4'd10,
    parameter [3:0] lanes_first21 = 4'd0,
    parameter [3:0] lanes_first22 = 4'd0,
    parameter [3:0] lanes_first23 = 4'd0,
    parameter [3:0] lanes_first24 = 4'd0,
    parameter [3:0] lanes_first25 = 4'd0,
    parameter [3:0] lanes_first26 = 4'd0,
    parameter [3:0] lanes_first27 = 4'd0,
    parameter [3:0] lanes_first28 = 4'd0,
    parameter [3:0] lanes_first29 = 4'd0,
    parameter [3:0] lanes_first30 = 4'd0,
    parameter [3:0] lanes_first31 = 4'd0,
    parameter [3:0] lanes_second0 = 4'd0,
    parameter [3:0] lanes_second1 = 4'd2,
    parameter [3:0] lanes_second2 = 4'd0,
    parameter [3:0] lanes_second3 = 4'd0,
    parameter [3:0] lanes_second4 = 4'd5,
    parameter [3:0] lanes_second5 = 4'd7,
    parameter [3:0] lanes_second6 = 4'd9,
    parameter [3:0] lanes_second7 = 4'd0,
    parameter [3:0] lanes_second8 = 4'd0,
    parameter [3:0] lanes_second9 = 4'd0,
    parameter [3:0] lanes_second10 = 4'd0,
    parameter [3:0] lanes_second11 = 4'd0,
    parameter [3:0] lanes_second12 = 4'd0,
    parameter [3:0] lanes_second13 = 4'd0,
    parameter [3:0] lanes_second14 = 4'd0,
    parameter [3:0] lanes_second15 = 4'd1,
    parameter [3:0] lanes_second16 = 4'd1,
    parameter [3:0] lanes_second17 = 4'd0,
    parameter [3:0] lanes_second18 = 4'd0,
    parameter [3:0] lanes_second19 = 4'd0,
    parameter [3:0] lanes_second20 = 4'd0,
    parameter [3:0] lanes_second21 = 4'd0,
    parameter [3:0] lanes_second22 = 4'd0,
    parameter [3:0] lanes_second23 = 4'd0,
    parameter [3:0] lanes_second24 = 4'd0,
    parameter [3:0] lanes_second25 = 4'd0,
    parameter [3:0] lanes_second26 = 4'd0,
    parameter [3:0] lanes_second27 = 4'd0,
    parameter [3:0] lanes_second28 = 4'd0,
    parameter [3:0] lanes_second29 = 4'd0,
    parameter [3:0] lanes_second30 = 4'd0,
    parameter [3:0] lanes_second31 = 4'd0,
    parameter [2:0] kinds0 = 3'd0,
    parameter [2:0] kinds1 = 3'd5,
    parameter [2:0] kinds2 = 3'd0,
    parameter [2:0] kinds3 = 3'd0,
    parameter [2:0] kinds4 = 3'd0,
    parameter [2:0] kinds5 = 3'd0,
    parameter [2:0] kinds6 = 3'd5,
    parameter [2:0] kinds7 = 3'd0,
    parameter [2:0] kinds8 = 3'd1,
    parameter [2:0] kinds9 = 3'd1,
    parameter [2:0] kinds10 = 3'd1,
    parameter [2:0] kinds11 = 3'd1,
    parameter [2:0] kinds12 = 3'd1,
    parameter [2:0] kinds13 = 3'd1,
    parameter [2:0] kinds14 = 3'd2,
    parameter [2:0] kinds15 = 3'd3,
    parameter [2:0] kinds16 = 3'd4,
    parameter [2:0] kinds17 = 3'd1,
    parameter [2:0] kinds18 = 3'd1,
    parameter [2:0] kinds19 = 3'd1,
    parameter [2:0] kinds20 = 3'd0,
    parameter [2:0] kinds21 = 3'd0,
    parameter [2:0] kinds22 = 3'd0,
    parameter [2:0] kinds23 = 3'd0,
    parameter [2:0] kinds24 = 3'd0,
    parameter [2:0] kinds25 = 3'd0,
    parameter [2:0] kinds26 = 3'd0,
    parameter [2:0] kinds27 = 3'd0,
    parameter [2:0] kinds28 = 3'd0,
    parameter [2:0] kinds29 = 3'd0,
    parameter [2:0] kinds30 = 3'd0,
    parameter [2:0] kinds31 = 3'd0,
    parameter [31:0] field_bits = 32'h1fffff,
    parameter [31:0] computed_bits = 32'hfff42,
    parameter [4:0] rd = 5'd8,
    parameter [4:0] rs1 = 5'd9,
    parameter [4:0] rs2 = 5'd10,
    parameter [4:0] funct3 = 5'd11,
    parameter [4:0] funct7 = 5'd12,
    parameter [4:0] opcode = 5'd13,
    parameter [4:0] taken = 5'd17,
    parameter [4:0] class_ = 5'd18,
    parameter [4:0] lat = 5'd20
) (
    input  wire         clk,
    // which field; direct short: what it is; coming load kind: which is next, how it is computed
    input  wire [4:0]   code,

    output wire         direct,
    output wire         short,
    input  wire [4:0]   coming,
    input  wire         load,
    output reg  [2:0]   kind,
    // which lane, which half of it
    input  wire         second,
    input  wire         half,
    // the record and what its lanes are
    input  wire [15:0]  recfmt,

    input  wire [127:0] lanes,
    input  wire [15:0]  side,
    // the half of the lane
    output wire [15:0]  value,
    // the instruction, a field of it
    input  wire [31:0]  insn,
    output wire [15:0]  few
);
    reg [3:0] begins = 4'd0;
    reg [3:0] goes_on = 4'd0;
    reg [1:0] chosen = 2'd0;
    reg there = 1'b0;

    reg [31:0] lane;
    reg [7:0] bits;
    reg [3:0] begins_next;
    reg [3:0] goes_on_next;

    always @* begin
        // The lowest lane of the kind; none gives 0.
        kind = 3'd0;
        begins_next = 4'd0;
        goes_on_next = 4'd0;
        if (coming == 5'd0) begin
            kind = kinds0;
            begins_next = lanes_first0;
            goes_on_next = lanes_second0;
        end
        if (coming == 5'd1) begin
            kind = kinds1;
            begins_next = lanes_first1;
            goes_on_next = lanes_second1;
        end
        if (coming == 5'd2) begin
            kind = kinds2;
            begins_next = lanes_first2;
            goes_on_next = lanes_second2;
        end
        if (coming == 5'd3) begin
            kind = kinds3;
            begins_next = lanes_first3;
            goes_on_next = lanes_second3;
        end
        if (coming == 5'd4) begin
            kind = kinds4;
            begins_next = lanes_first4;
            goes_on_next = lanes_second4;
        end
        if (coming == 5'd5) begin
            kind = kinds5;
            begins_next = lanes_first5;
            goes_on_next = lanes_second5;
        end
        if (coming == 5'd6) begin
            kind = kinds6;
            begins_next = lanes_first6;
            goes_on_next = lanes_second6;
        end
        if (coming == 5'd7) begin
            kind = kinds7;
            begins_next = lanes_first7;
            goes_on_next = lanes_second7;
        end
        if (coming == 5'd8) begin
            kind = kinds8;
            begins_next = lanes_first8;
            goes_on_next = lanes_second8;
        end
        if (coming == 5'd9) begin
            kind = kinds9;
            begins_next = lanes_first9;
            goes_on_next = lanes_second9;
        end
        if (coming == 5'd10) begin
            kind = kinds10;
            begins_next = lanes_first10;
            goes_on_next = lanes_second10;
        end
        if (coming == 5'd11) begin
            kind = kinds11;
            begins_next = lanes_first11;
            goes_on_next = lanes_second11;
        end
        if (coming == 5'd12) begin
            kind = kinds12;
            begins_next = lanes_first12;
            goes_on_next = lanes_second12;
        end
        if (coming == 5'd13) begin
            kind = kinds13;
            begins_next = lanes_first13;
            goes_on_next = lanes_second13;
        end
        if (coming == 5'd14) begin
            kind = kinds14;
            begins_next = lanes_first14;
            goes_on_next = lanes_second14;
        end
        if (coming == 5'd15) begin
            kind = kinds15;
            begins_next = lanes_first15;
            goes_on_next = lanes_second15;
        end
        if (coming == 5'd16) begin
            kind = kinds16;
            begins_next = lanes_first16;
            goes_on_next = lanes_second16;
        end
        if (coming == 5'd17) begin
            kind = kinds17;
            begins_next = lanes_first17;
            goes_on_next = lanes_second17;
        end
        if (coming == 5'd18) begin
            kind = kinds18;
            begins_next = lanes_first18;
            goes_on_next = lanes_second18;
        end
        if (coming == 5'd19) begin
            kind = kinds19;
            begins_next = lanes_first19;
            goes_on_next = lanes_second19;
        end
        if (coming == 5'd20) begin
            kind = kinds20;
            begins_next = lanes_first20;
            goes_on_next = lanes_second20;
        end
        if (coming == 5'd21) begin
            kind = kinds21;
            begins_next = lanes_first21;
            goes_on_next = lanes_second21;
        end
        if (coming == 5'd22) begin
            kind = kinds22;
            begins_next = lanes_first22;
            goes_on_next = lanes_second22;
        end
        if (coming == 5'd23) begin
            kind = kinds23;
            begins_next = lanes_first23;
            goes_on_next = lanes_second23;
        end
        if (coming == 5'd24) begin
            kind = kinds24;
            begins_next = lanes_first24;
            goes_on_next = lanes_second24;
        end
        if (coming == 5'd25) begin
            kind = kinds25;
            begins_next = lanes_first25;
            goes_on_next = lanes_second25;
        end
        if (coming == 5'd26) begin
            kind = kinds26;
            begins_next = lanes_first26;
            goes_on_next = lanes_second26;
        end
        if (coming == 5'd27) begin
            kind = kinds27;
            begins_next = lanes_first27;
            goes_on_next = lanes_second27;
        end
        if (coming == 5'd28) begin
            kind = kinds28;
            begins_next = lanes_first28;
            goes_on_next = lanes_second28;
        end
        if (coming == 5'd29) begin
            kind = kinds29;
            begins_next = lanes_first29;
            goes_on_next = lanes_second29;
        end
        if (coming == 5'd30) begin
            kind = kinds30;
            begins_next = lanes_first30;
            goes_on_next = lanes_second30;
        end
        if (coming == 5'd31) begin
            kind = kinds31;
            begins_next = lanes_first31;
            goes_on_next = lanes_second31;
        end
    end
    wire [3:0] lane_kind = second ? goes_on : begins;
    assign direct = field_bits[code] & ~computed_bits[code];
    assign short = code == lat;
    wire at_0 = recfmt[3:0] == lane_kind;
    wire at_1 = recfmt[7:4] == lane_kind;
    wire at_2 = recfmt[11:8] == lane_kind;
    wire at_3 = recfmt[15:12] == lane_kind;
    always @* begin
        lane = lanes[31:0];
        if (chosen == 2'd1) lane = lanes[63:32];
        if (chosen == 2'd2) lane = lanes[95:64];
        if (chosen == 2'd3) lane = lanes[127:96];
    end
    assign value = there ? (half ? lane[31:16] : lane[15:0]) : 16'd0;
    // What is in few bits.
    wire [31:0] word = insn;
    always @* begin
        bits = side[15:8];
        if (code == rd) bits = {3'd0, word[11:7]};
        if (code == rs1) bits = {3'd0, word[19:15]};
        if (code == rs2) bits = {3'd0, word[24:20]};
        if (code == funct3) bits = {5'd0, word[14:12]};
        if (code == funct7) bits = {1'd0, word[31:25]};
        if (code == opcode) bits = {1'd0, word[6:0]};
        if (code == taken) bits = {7'd0, side[5]};
        if (code == class_) bits = {3'd0, side[4:0]};
    end
    assign few = {8'd0, bits};

    always @(posedge clk) begin
        chosen <= 2'd3;
        if (at_2) chosen <= 2'd2;
        if (at_1) chosen <= 2'd1;
        if (at_0) chosen <= 2'd0;
        there <= (at_0 | at_1 | at_2 | at_3) & (|lane_kind);
        if (load) begins <= begins_next;
        if (load) goes_on <= goes_on_next;
    end
endmodule

// Which bytes of an entry a lane is.
module treetap_coproc_profiler_up5k_lane_v2 #(
    parameter [3:0] sizes0 = 4'd1,
    parameter [3:0] sizes1 = 4'd2,
    parameter [3:0] sizes2 = 4'd4,
    parameter [3:0] sizes3 = 4'd8
) (
    // its code
    input  wire [3:0] lane,
    // one of 64, 32, 16 and 8 bits; its first byte
    output reg  [3:0] size,
    output wire [2:0] first
);
    reg [3:0] number;

    wire [3:0] code = lane;
    always @* begin
        size = sizes3;
        number = code - 4'd7;
        if (code < 4'd7) begin
            size = sizes2;
            number = (code - 4'd3) << 1;
        end
        if (code < 4'd3) begin
            size = sizes1;
            number = (code - 4'd1) << 2;
        end
        if (~(|code)) begin
            size = sizes0;
            number = 4'd0;
        end
    end
    assign first = number[2:0];
endmodule

// As many ones as the width says, from bit 0 on.
module treetap_coproc_profiler_up5k_ones (
    // how many ones, the ones
    input  wire [4:0]  width,
    output wire [15:0] mask
);
    reg [15:0] ones;

    always @* begin
        ones = 16'd0;
        if (width[0]) ones = 16'd1;
        if (width[1]) ones = (ones << 2) | 16'd3;
        if (width[2]) ones = (ones << 4) | 16'd15;
        if (width[3]) ones = (ones << 8) | 16'd255;
        if (width[4]) ones = 16'hffff;
    end
    assign mask = ones;
endmodule

// Offsets of formats B and J, within the cycle.
module treetap_coproc_profiler_up5k_offset #(
    parameter [31:0] branch_sign = 32'hfffff000,
    parameter [31:0] jump_sign = 32'hfff00000
) (
    // an instruction, and its offset if it is a branch, and if it is a jump
    input  wire [31:0] insn,
    output reg  [31:0] branch,
    output reg  [31:0] jump
);
    wire [31:0] branch_bits = ({31'd0, insn[7]} << 11) | ({26'd0, insn[30:25]} << 5) | ({28'd0, insn[11:8]}
            << 1);
    wire [31:0] jump_bits = ({24'd0, insn[19:12]} << 12) | ({31'd0, insn[20]} << 11) | ({22'd0, insn[30:21]}
            << 1);
    always @* begin
        branch = branch_bits;
        jump = jump_bits;
        if (insn[31]) begin
            branch = branch_bits | branch_sign;
            jump = jump_bits | jump_sign;
        end
    end
endmodule

// Which register a word is.
module treetap_coproc_profiler_up5k_coproc_bank #(
    parameter [6:0] row_page0 = 7'd0,
    parameter [6:0] row_page1 = 7'd1,
    parameter [6:0] row_page2 = 7'd2,
    parameter [6:0] row_page3 = 7'd4,
    parameter [6:0] row_page4 = 7'd8,
    parameter [6:0] row_page5 = 7'd16,
    parameter [6:0] row_page6 = 7'd24,
    parameter [6:0] row_page7 = 7'd32,
    parameter [6:0] row_mask0 = 7'd127,
    parameter [6:0] row_mask1 = 7'd127,
    parameter [6:0] row_mask2 = 7'd126,
    parameter [6:0] row_mask3 = 7'd127,
    parameter [6:0] row_mask4 = 7'd124,
    parameter [6:0] row_mask5 = 7'd126,
    parameter [6:0] row_mask6 = 7'd127,
    parameter [6:0] row_mask7 = 7'd108,
    parameter [31:0] readable0 = 32'h1f03ef,
    parameter [31:0] readable1 = 32'h1fff,
    parameter [31:0] readable2 = 32'hffffffff,
    parameter [31:0] readable3 = 32'd31,
    parameter [31:0] readable4 = 32'hffffffff,
    parameter [31:0] readable5 = 32'hffffffff,
    parameter [31:0] readable6 = 32'd3,
    parameter [31:0] readable7 = 32'hffffffff,
    parameter [31:0] writable0 = 32'h3f00d4,
    parameter [31:0] writable1 = 32'd0,
    parameter [31:0] writable2 = 32'hffffffff,
    parameter [31:0] writable3 = 32'd31,
    parameter [31:0] writable4 = 32'hffffffff,
    parameter [31:0] writable5 = 32'hffffffff,
    parameter [31:0] writable6 = 32'd0,
    parameter [31:0] writable7 = 32'hffffffff,
    parameter [4:0] id_at = 5'd0,
    parameter [4:0] params_at = 5'd1,
    parameter [4:0] ctrl_at = 5'd2,
    parameter [4:0] status_at = 5'd3,
    parameter [4:0] cmd_at = 5'd4,
    parameter [4:0] hostviol_at = 5'd5,
    parameter [4:0] wdog_at = 5'd6,
    parameter [4:0] lfsr16_at = 5'd7,
    parameter [4:0] words_lo_at = 5'd8,
    parameter [4:0] words_hi_at = 5'd9,
    parameter [4:0] class_en_at = 5'd16,
    parameter [4:0] f1cfg_at = 5'd17,
    parameter [4:0] f2cfg_at = 5'd18,
    parameter [4:0] recfmt_at = 5'd19,
    parameter [4:0] decim_at = 5'd20,
    parameter [4:0] setign_at = 5'd21,
    parameter [6:0] counts_page0 = 7'd1,
    parameter [6:0] counts_page1 = 7'd1,
    parameter [6:0] counts_page2 = 7'd1,
    parameter [6:0] counts_page_mask0 = 7'd127,
    parameter [6:0] counts_page_mask1 = 7'd127,
    parameter [6:0] counts_page_mask2 = 7'd127,
    parameter [4:0] counts_slot0 = 5'd0,
    parameter [4:0] counts_slot1 = 5'd8,
    parameter [4:0] counts_slot2 = 5'd12,
    parameter [4:0] counts_slot_mask0 = 5'd24,
    parameter [4:0] counts_slot_mask1 = 5'd28,
    parameter [4:0] counts_slot_mask2 = 5'd31,
    parameter [6:0] x_page0 = 7'd2,
    parameter [6:0] x_page_mask0 = 7'd127,
    parameter [4:0] x_slot0 = 5'd0,
    parameter [4:0] x_slot_mask0 = 5'd24,
    parameter [6:0] xw_page0 = 7'd2,
    parameter [6:0] xw_page_mask0 = 7'd127,
    parameter [4:0] xw_slot0 = 5'd8,
    parameter [4:0] xw_slot_mask0 = 5'd24,
    parameter [6:0] b_page0 = 7'd2,
    parameter [6:0] b_page_mask0 = 7'd127,
    parameter [4:0] b_slot0 = 5'd16,
    parameter [4:0] b_slot_mask0 = 5'd24,
    parameter [6:0] k_page0 = 7'd2,
    parameter [6:0] k_page_mask0 = 7'd127,
    parameter [4:0] k_slot0 = 5'd24,
    parameter [4:0] k_slot_mask0 = 5'd24,
    parameter [6:0] v_page0 = 7'd3,
    parameter [6:0] v_page_mask0 = 7'd127,
    parameter [4:0] v_slot0 = 5'd0,
    parameter [4:0] v_slot_mask0 = 5'd24,
    parameter [6:0] t_page0 = 7'd3,
    parameter [6:0] t_page_mask0 = 7'd127,
    parameter [4:0] t_slot0 = 5'd8,
    parameter [4:0] t_slot_mask0 = 5'd28,
    parameter [4:0] md_lo_at = 5'd12,
    parameter [4:0] md_hi_at = 5'd13,
    parameter [4:0] mi_at = 5'd14,
    parameter [4:0] flags_at = 5'd15,
    parameter [6:0] spc_page0 = 7'd3,
    parameter [6:0] spc_page1 = 7'd4,
    parameter [6:0] spc_page2 = 7'd4,
    parameter [6:0] spc_page_mask0 = 7'd127,
    parameter [6:0] spc_page_mask1 = 7'd127,
    parameter [6:0] spc_page_mask2 = 7'd127,
    parameter [4:0] spc_slot0 = 5'd16,
    parameter [4:0] spc_slot1 = 5'd0,
    parameter [4:0] spc_slot2 = 5'd4,
    parameter [4:0] spc_slot_mask0 = 5'd16,
    parameter [4:0] spc_slot_mask1 = 5'd28,
    parameter [4:0] spc_slot_mask2 = 5'd31,
    parameter [6:0] uc_page0 = 7'd8,
    parameter [6:0] uc_page_mask0 = 7'd124,
    parameter [4:0] uc_slot0 = 5'd0,
    parameter [4:0] uc_slot_mask0 = 5'd0,
    parameter [6:0] key_page0 = 7'd16,
    parameter [6:0] key_page_mask0 = 7'd126,
    parameter [4:0] key_slot0 = 5'd0,
    parameter [4:0] key_slot_mask0 = 5'd0,
    parameter [6:0] vld_page0 = 7'd24,
    parameter [6:0] vld_page_mask0 = 7'd127,
    parameter [4:0] vld_slot0 = 5'd0,
    parameter [4:0] vld_slot_mask0 = 5'd30,
    parameter [6:0] dm_page0 = 7'd32,
    parameter [6:0] dm_page_mask0 = 7'd124,
    parameter [4:0] dm_slot0 = 5'd0,
    parameter [4:0] dm_slot_mask0 = 5'd0,
    parameter [6:0] ign_page0 = 7'd48,
    parameter [6:0] ign_page_mask0 = 7'd124,
    parameter [4:0] ign_slot0 = 5'd0,
    parameter [4:0] ign_slot_mask0 = 5'd0,
    parameter [31:0] id_word = 32'h54543841,
    parameter [31:0] params_word = 32'd24
) (
    input  wire        clk,
    input  wire        rst,
    // the word that a request is about, whether it is written now, and with what
    input  wire [11:0] word,
    input  wire        write,
    input  wire [31:0] data,
    // what the word reads as; whether there is anything to read or to write
    output wire [31:0] value,
    output reg         reads,
    output reg         writes,
    // the word is one of these registers
    output wire        at_ctrl,
    output wire        at_status,
    output wire        at_cmd,
    output wire        at_hostviol,
    output wire        at_wdog,
    output wire        at_lfsr16,
    output wire        at_words_lo,
    output wire        at_words_hi,
    output wire        at_class_en,
    output wire        at_f1cfg,
    output wire        at_f2cfg,
    output wire        at_recfmt,
    output wire        at_decim,
    output wire        at_setign,
    output wire        at_counts,
    output wire        at_x,
    output wire        at_xw,
    output wire        at_b,
    output wire        at_k,
    output wire        at_v,
    output wire        at_t,
    output wire        at_md_lo,
    output wire        at_md_hi,
    output wire        at_mi,
    output wire        at_flags,
    output wire        at_spc,
    output wire        at_uc,
    output wire        at_key,
    output wire        at_vld,
    output wire        at_dm,
    output wire        at_ign
);
    reg is_counts;
    reg is_spc;
    reg [31:0] answer;

    wire [6:0] page = word[11:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_id = (page == 7'd0) & (slot == id_at);
    wire is_params = (page == 7'd0) & (slot == params_at);
    wire is_ctrl = (page == 7'd0) & (slot == ctrl_at);
    assign at_ctrl = is_ctrl;
    wire is_status = (page == 7'd0) & (slot == status_at);
    assign at_status = is_status;
    wire is_cmd = (page == 7'd0) & (slot == cmd_at);
    assign at_cmd = is_cmd;
    wire is_hostviol = (page == 7'd0) & (slot == hostviol_at);
    assign at_hostviol = is_hostviol;
    wire is_wdog = (page == 7'd0) & (slot == wdog_at);
    assign at_wdog = is_wdog;
    wire is_lfsr16 = (page == 7'd0) & (slot == lfsr16_at);
    assign at_lfsr16 = is_lfsr16;
    wire is_words_lo = (page == 7'd0) & (slot == words_lo_at);
    assign at_words_lo = is_words_lo;
    wire is_words_hi = (page == 7'd0) & (slot == words_hi_at);
    assign at_words_hi = is_words_hi;
    wire is_class_en = (page == 7'd0) & (slot == class_en_at);
    assign at_class_en = is_class_en;
    wire is_f1cfg = (page == 7'd0) & (slot == f1cfg_at);
    assign at_f1cfg = is_f1cfg;
    wire is_f2cfg = (page == 7'd0) & (slot == f2cfg_at);
    assign at_f2cfg = is_f2cfg;
    wire is_recfmt = (page == 7'd0) & (slot == recfmt_at);
    assign at_recfmt = is_recfmt;
    wire is_decim = (page == 7'd0) & (slot == decim_at);
    assign at_decim = is_decim;
    wire is_setign = (page == 7'd0) & (slot == setign_at);
    assign at_setign = is_setign;
    always @* begin
        is_counts = 1'b0;
        if (((page & counts_page_mask0) == counts_page0) & ((slot & counts_slot_mask0)
                == counts_slot0)) is_counts = 1'b1;
        if (((page & counts_page_mask1) == counts_page1) & ((slot & counts_slot_mask1)
                == counts_slot1)) is_counts = 1'b1;
        if (((page & counts_page_mask2) == counts_page2) & ((slot & counts_slot_mask2)
                == counts_slot2)) is_counts = 1'b1;
    end
    assign at_counts = is_counts;
    wire is_x = (((page & x_page_mask0) == x_page0) & ((slot & x_slot_mask0) == x_slot0)) ? 1'b1 : 1'b0;
    assign at_x = is_x;
    wire is_xw = (((page & xw_page_mask0) == xw_page0) & ((slot & xw_slot_mask0) == xw_slot0)) ? 1'b1 : 1'b0;
    assign at_xw = is_xw;
    wire is_b = (((page & b_page_mask0) == b_page0) & ((slot & b_slot_mask0) == b_slot0)) ? 1'b1 : 1'b0;
    assign at_b = is_b;
    wire is_k = (((page & k_page_mask0) == k_page0) & ((slot & k_slot_mask0) == k_slot0)) ? 1'b1 : 1'b0;
    assign at_k = is_k;
    wire is_v = (((page & v_page_mask0) == v_page0) & ((slot & v_slot_mask0) == v_slot0)) ? 1'b1 : 1'b0;
    assign at_v = is_v;
    wire is_t = (((page & t_page_mask0) == t_page0) & ((slot & t_slot_mask0) == t_slot0)) ? 1'b1 : 1'b0;
    assign at_t = is_t;
    wire is_md_lo = (page == 7'd3) & (slot == md_lo_at);
    assign at_md_lo = is_md_lo;
    wire is_md_hi = (page == 7'd3) & (slot == md_hi_at);
    assign at_md_hi = is_md_hi;
    wire is_mi = (page == 7'd3) & (slot == mi_at);
    assign at_mi = is_mi;
    wire is_flags = (page == 7'd3) & (slot == flags_at);
    assign at_flags = is_flags;
    always @* begin
        is_spc = 1'b0;
        if (((page & spc_page_mask0) == spc_page0) & ((slot & spc_slot_mask0) == spc_slot0)) is_spc = 1'b1;
        if (((page & spc_page_mask1) == spc_page1) & ((slot & spc_slot_mask1) == spc_slot1)) is_spc = 1'b1;
        if (((page & spc_page_mask2) == spc_page2) & ((slot & spc_slot_mask2) == spc_slot2)) is_spc = 1'b1;
    end
    assign at_spc = is_spc;
    wire is_uc = (((page & uc_page_mask0) == uc_page0) & ((slot & uc_slot_mask0) == uc_slot0)) ? 1'b1 : 1'b0;
    assign at_uc = is_uc;
    wire is_key = (((page & key_page_mask0) == key_page0) & ((slot & key_slot_mask0) == key_slot0)) ? 1'b1
            : 1'b0;
    assign at_key = is_key;
    wire is_vld = (((page & vld_page_mask0) == vld_page0) & ((slot & vld_slot_mask0) == vld_slot0)) ? 1'b1
            : 1'b0;
    assign at_vld = is_vld;
    wire is_dm = (((page & dm_page_mask0) == dm_page0) & ((slot & dm_slot_mask0) == dm_slot0)) ? 1'b1 : 1'b0;
    assign at_dm = is_dm;
    wire is_ign = (((page & ign_page_mask0) == ign_page0) & ((slot & ign_slot_mask0) == ign_slot0)) ? 1'b1
            : 1'b0;
    assign at_ign = is_ign;
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
        if ((page & row_mask4) == row_page4) begin
            reads = readable4[slot];
            writes = writable4[slot];
        end
        if ((page & row_mask5) == row_page5) begin
            reads = readable5[slot];
            writes = writable5[slot];
        end
        if ((page & row_mask6) == row_page6) begin
            reads = readable6[slot];
            writes = writable6[slot];
        end
        if ((page & row_mask7) == row_page7) begin
            reads = readable7[slot];
            writes = writable7[slot];
        end
    end
    always @* begin
        // Writes.
        // Reads.
        answer = 32'd0;
        if (is_id) answer = answer | id_word;
        if (is_params) answer = answer | params_word;
    end
    assign value = answer;
endmodule

// Programmable profiling co-processor: runs a microprogram
// on each sample. docs/reference/coproc.md has the rules.
module treetap_coproc_profiler_up5k_coproc #(
    parameter [1:0] state_rest = 2'd0,
    parameter [1:0] state_runs = 2'd1,
    parameter [1:0] state_asks = 2'd2,
    parameter [1:0] state_fails = 2'd3,
    parameter [5:0] left_at = 6'd0,
    parameter [5:0] right_at = 6'd7,
    parameter [5:0] write_at = 6'd14,
    parameter [5:0] take_a_at = 6'd22,
    parameter [5:0] take_b_at = 6'd27,
    parameter [5:0] half_at = 6'd0,
    parameter [5:0] key_at = 6'd31,
    parameter [5:0] second_at = 6'd0,
    parameter [5:0] column_at = 6'd1,
    parameter [5:0] make_at = 6'd6,
    parameter [5:0] carry_at = 6'd3,
    parameter [5:0] begin_at = 6'd5,
    parameter [5:0] shift_at = 6'd2,
    parameter [5:0] flag_at = 6'd10,
    parameter [5:0] memory_at = 6'd15,
    parameter [5:0] act_at = 6'd18,
    parameter [5:0] code_at = 6'd23,
    parameter [5:0] test_at = 6'd27,
    parameter [1:0] shift_valid = 2'd3,
    parameter [5:0] forks_at = 6'd4,
    parameter [5:0] enters_at = 6'd5,
    parameter [5:0] onward_at = 6'd6,
    parameter [5:0] aop_at = 6'd44,
    parameter [5:0] sa_at = 6'd39,
    parameter [5:0] sb_at = 6'd34,
    parameter [5:0] vd_at = 6'd31,
    parameter [5:0] iop_at = 6'd28,
    parameter [5:0] wx_at = 6'd25,
    parameter [5:0] mop_at = 6'd21,
    parameter [5:0] mb_at = 6'd18,
    parameter [5:0] rx_at = 6'd15,
    parameter [5:0] bc_at = 6'd10,
    parameter [5:0] bt_at = 6'd5,
    parameter [5:0] tag_at = 6'd3,
    parameter [5:0] rsv_at = 6'd0,
    parameter [3:0] coming_at = 4'd2,
    parameter [31:0] sa_legal = 32'h3fffffff,
    parameter [31:0] sb_legal = 32'h1fff,
    parameter [7:0] vd_legal = 8'd31,
    parameter [15:0] mop_legal = 16'h7ff,
    parameter [31:0] bt_legal = 32'h3fffff,
    parameter [15:0] bc_legal = 16'h3ff,
    parameter [4:0] random_in_a = 5'd23,
    parameter [4:0] random_in_b = 5'd11,
    parameter [4:0] act_search = 5'd2,
    parameter [4:0] act_entry_next = 5'd14,
    parameter [2:0] put_key = 3'd2,
    parameter [2:0] put_invalid = 3'd3,
    parameter [2:0] put_none = 3'd4,
    parameter [3:0] run_at = 4'd1,
    parameter [3:0] stop_at = 4'd2,
    parameter [3:0] clear_at = 4'd6,
    parameter [3:0] skip_at = 4'd7,
    parameter [3:0] reset_at = 4'd8,
    parameter [3:0] cinv_at = 4'd9,
    parameter [9:0] command_bit1 = 10'd2,
    parameter [9:0] command_bit2 = 10'd4,
    parameter [9:0] command_bit3 = 10'd8,
    parameter [9:0] command_bit4 = 10'd16,
    parameter [9:0] command_bit5 = 10'd32,
    parameter [9:0] command_bit6 = 10'd64,
    parameter [9:0] command_bit7 = 10'd128,
    parameter [9:0] command_bit8 = 10'h100,
    parameter [9:0] command_bit9 = 10'h200,
    parameter [8:0] built_entries = 9'd64,
    parameter [4:0] want_refuses = 5'd0,
    parameter [4:0] want_read_file = 5'd1,
    parameter [4:0] want_read_status = 5'd2,
    parameter [4:0] want_read_low = 5'd3,
    parameter [4:0] want_read_high = 5'd4,
    parameter [4:0] want_read_key = 5'd5,
    parameter [4:0] want_read_valid = 5'd6,
    parameter [4:0] want_read_entry = 5'd7,
    parameter [4:0] want_read_other = 5'd8,
    parameter [4:0] want_write = 5'd9,
    parameter [4:0] want_write_index = 5'd10,
    parameter [4:0] want_write_width = 5'd11,
    parameter [4:0] want_write_random = 5'd12,
    parameter [4:0] want_write_key = 5'd13,
    parameter [4:0] want_write_entry = 5'd14,
    parameter [4:0] want_write_low = 5'd15,
    parameter [4:0] want_write_high = 5'd16,
    parameter [4:0] want_commands = 5'd17,
    parameter [4:0] act_answer = 5'd11,
    parameter [15:0] mi_bits = 16'd63,
    parameter [3:0] op_ld = 4'd1,
    parameter [3:0] op_xchg = 4'd6,
    parameter [4:0] act_next = 5'd3,
    parameter [4:0] act_load = 5'd4,
    parameter [4:0] act_place = 5'd5,
    parameter [3:0] at_base = 4'd1,
    parameter [3:0] at_index = 4'd2,
    parameter [3:0] at_largest = 4'd3,
    parameter [3:0] at_far = 4'd4,
    parameter [3:0] at_start = 4'd5,
    parameter [3:0] at_host = 4'd6,
    parameter [3:0] at_host_largest = 4'd7,
    parameter [3:0] at_host_high = 4'd8,
    parameter [3:0] at_host_index = 4'd9,
    parameter [7:0] nought = 8'd3,
    parameter [7:0] at_one = 8'd131,
    parameter [7:0] at_random = 8'd7,
    parameter [7:0] at_matched = 8'd110,
    parameter [31:0] known_classes = 32'h1fffff,
    parameter [31:0] values = 32'hf000000,
    parameter [4:0] md_a = 5'd22,
    parameter [4:0] random_a = 5'd23,
    parameter [4:0] ix_a = 5'd28,
    parameter [4:0] mi_a = 5'd29,
    parameter [4:0] none_a = 5'd21,
    parameter [4:0] md_b = 5'd8,
    parameter [4:0] one_b = 5'd10,
    parameter [4:0] random_b = 5'd11,
    parameter [4:0] ix_b = 5'd12,
    parameter [4:0] none_b = 5'd9,
    parameter [4:0] from_file = 5'd1,
    parameter [4:0] from_operand = 5'd2,
    parameter [4:0] from_lane = 5'd3,
    parameter [4:0] from_part = 5'd4,
    parameter [4:0] from_part_ones = 5'd5,
    parameter [4:0] from_data_low = 5'd6,
    parameter [4:0] from_data_high = 5'd7,
    parameter [4:0] from_found = 5'd8,
    parameter [4:0] from_host_base = 5'd9,
    parameter [4:0] from_made = 5'd10,
    parameter [1:0] byte_size = 2'd3,
    parameter [3:0] b_hold = 4'd0,
    parameter [3:0] file_b = 4'd1,
    parameter [3:0] not_file_b = 4'd2,
    parameter [3:0] operand_b = 4'd3,
    parameter [3:0] not_operand_b = 4'd4,
    parameter [3:0] ones_b = 4'd6,
    parameter [3:0] clip_b = 4'd7,
    parameter [3:0] not_clip_b = 4'd8,
    parameter [7:0] places0 = 8'd0,
    parameter [7:0] places1 = 8'd128,
    parameter [7:0] places2 = 8'd1,
    parameter [7:0] places3 = 8'd2,
    parameter [7:0] places4 = 8'd19,
    parameter [7:0] places5 = 8'd6,
    parameter [7:0] places6 = 8'd7,
    parameter [7:0] places7 = 8'd131,
    parameter [7:0] places8 = 8'd4,
    parameter [7:0] places9 = 8'd132,
    parameter [15:0] values_there0 = 16'h3841,
    parameter [15:0] values_there1 = 16'h5454,
    parameter [15:0] values_there2 = 16'd24,
    parameter [15:0] values_there3 = 16'd4,
    parameter [15:0] values_there4 = 16'd65,
    parameter [15:0] values_there5 = 16'd255,
    parameter [15:0] values_there6 = 16'hace1,
    parameter [15:0] values_there7 = 16'd1,
    parameter [15:0] values_there8 = 16'd16,
    parameter [15:0] values_there9 = 16'h7fff,
    parameter [4:0] of_widths = 5'd9,
    parameter [4:0] of_largest = 5'd25,
    parameter [15:0] sixteen = 16'd16,
    parameter [2:0] frozen = 3'd4,
    parameter [15:0] record = 16'd65,
    parameter [7:0] no_lanes = 8'd255,
    parameter [4:0] from_immediate_low = 5'd17,
    parameter [4:0] from_immediate_high = 5'd18,
    parameter [4:0] from_immediate_sign = 5'd19,
    parameter [4:0] from_key_low = 5'd20,
    parameter [4:0] from_key_high = 5'd21,
    parameter [4:0] from_told_low = 5'd22,
    parameter [4:0] from_told_high = 5'd23,
    parameter [4:0] from_random = 5'd24,
    parameter [4:0] from_reset = 5'd25,
    parameter [15:0] taps = 16'hb400,
    parameter [31:0] i_formats = 32'h12000057,
    parameter [31:0] s_formats = 32'h300,
    parameter [31:0] b_formats = 32'h1000000,
    parameter [31:0] u_formats = 32'h2020,
    parameter [31:0] j_formats = 32'h8000000,
    parameter [3:0] make_sum = 4'd0,
    parameter [3:0] make_move = 4'd4,
    parameter [3:0] make_and = 4'd5,
    parameter [3:0] make_or = 4'd6,
    parameter [3:0] make_xor = 4'd7,
    parameter [3:0] make_shift = 4'd8,
    parameter [3:0] make_found = 4'd9,
    parameter [1:0] carry_is_kept = 2'd2,
    parameter [1:0] shift_kept = 2'd1,
    parameter [1:0] shift_sign = 2'd2,
    parameter [4:0] flag_compare = 5'd1,
    parameter [4:0] flag_result = 5'd2,
    parameter [4:0] flag_compare_result = 5'd3,
    parameter [4:0] flag_compare_zero = 5'd4,
    parameter [4:0] flag_neg = 5'd5,
    parameter [4:0] flag_result_positive = 5'd6,
    parameter [4:0] flag_saturated_up = 5'd7,
    parameter [4:0] flag_saturated_down = 5'd8,
    parameter [4:0] flag_compare_clip = 5'd9,
    parameter [4:0] flag_clip_up = 5'd10,
    parameter [4:0] flag_clip_down = 5'd11,
    parameter [4:0] flag_clip_more = 5'd12,
    parameter [4:0] flag_counted_up = 5'd13,
    parameter [4:0] flag_counted_down = 5'd14,
    parameter [4:0] flag_index_zero = 5'd15,
    parameter [4:0] flag_index_ones = 5'd16,
    parameter [4:0] flag_index_clip = 5'd17,
    parameter [4:0] flag_hit_found = 5'd18,
    parameter [4:0] flag_hit_valid = 5'd19,
    parameter [4:0] flag_paid = 5'd20,
    parameter [4:0] store_flags = 5'd12,
    parameter [3:0] at_counted = 4'd10,
    parameter [7:0] recfmt_at = 8'd19,
    parameter [2:0] put_part = 3'd1,
    parameter [2:0] put_word0 = 3'd5,
    parameter [2:0] put_word1 = 3'd6,
    parameter [2:0] put_word2 = 3'd7,
    parameter [3:0] size_at = 4'd8,
    parameter [3:0] lane_at = 4'd12,
    parameter [3:0] op_match = 4'd7,
    parameter [3:0] index_bits = 4'd6,
    parameter [1:0] sizes0 = 2'd0,
    parameter [1:0] sizes1 = 2'd1,
    parameter [1:0] sizes2 = 2'd2,
    parameter [1:0] sizes3 = 2'd3,
    parameter [4:0] act_entry = 5'd1,
    parameter [4:0] act_launch = 5'd6,
    parameter [4:0] act_done = 5'd7,
    parameter [4:0] act_interrupt = 5'd8,
    parameter [4:0] act_fail = 5'd9,
    parameter [4:0] act_stop = 5'd10,
    parameter [4:0] act_count_from = 5'd15,
    parameter [4:0] act_count = 5'd16,
    parameter [2:0] err_ill = 3'd1,
    parameter [2:0] err_end = 3'd2,
    parameter [2:0] err_wdog = 3'd4,
    parameter [2:0] err_lane = 3'd5,
    parameter [2:0] err_tgt = 3'd3,
    parameter [4:0] act_store = 5'd12,
    parameter [3:0] lane_from = 4'd12,
    parameter [4:0] act_command = 5'd13,
    parameter [3:0] inv_all_at = 4'd3,
    parameter [3:0] clr_all_at = 4'd4,
    parameter [3:0] flush_at = 4'd5,
    parameter [4:0] test_holds = 5'd0,
    parameter [4:0] test_stopping = 5'd2,
    parameter [4:0] test_sample = 5'd3,
    parameter [4:0] test_sweep_valid = 5'd4,
    parameter [4:0] test_sweep_memory = 5'd5,
    parameter [4:0] test_sweep_stops = 5'd6,
    parameter [4:0] test_searched = 5'd7,
    parameter [4:0] test_count_all = 5'd8,
    parameter [4:0] test_count_sixteen = 5'd9,
    parameter [4:0] test_made_zero = 5'd10,
    parameter [4:0] test_width_wrong = 5'd11,
    parameter [4:0] test_hit = 5'd12,
    parameter [4:0] test_refused = 5'd13,
    parameter [3:0] by_alu = 4'd3,
    parameter [3:0] by_memory = 4'd4,
    parameter [3:0] by_index = 4'd5,
    parameter [3:0] by_tail = 4'd6,
    parameter [3:0] by_next = 4'd1,
    parameter [3:0] by_fetched = 4'd2,
    parameter [3:0] by_size = 4'd7,
    parameter [4:0] led_away = 5'd16,
    parameter [4:0] fetches = 5'd22,
    parameter [4:0] serves = 5'd23,
    parameter [4:0] computes = 5'd24,
    parameter [4:0] troubled = 5'd15,
    parameter [3:0] by_host = 4'd8,
    parameter [3:0] by_command = 4'd9,
    parameter [3:0] by_place = 4'd10,
    parameter [3:0] code_holds = 4'd0,
    parameter [4:0] host_owed = 5'd18,
    parameter [4:0] nobody_rests = 5'd19,
    parameter [4:0] nobody_waits = 5'd20,
    parameter [4:0] nobody_far = 5'd21,
    parameter [4:0] to_wait = 5'd1,
    parameter [4:0] to_rest = 5'd2,
    parameter [3:0] fifteen = 4'd15
) (
    input  wire         clk,
    input  wire         rst,
    // requests of the host, held until bus_ready
    input  wire         bus_valid,
    input  wire         bus_we,
    input  wire [13:0]  bus_addr,
    input  wire [31:0]  bus_wdata,
    output wire         bus_ready,
    output wire [31:0]  bus_rdata,
    // samples; a record is taken when the program is done with it
    input  wire         smp_valid,
    output wire         smp_ready,
    input  wire [127:0] smp_lanes,
    input  wire [15:0]  smp_side,
    // records wait in the sample buffer
    input  wire         queued,

    output wire [2:0]   cfg_ctrl,
    output wire [20:0]  cfg_class_en,
    output wire [17:0]  cfg_f1,
    output wire [1:0]   cfg_f2,
    output wire [15:0]  cfg_recfmt,
    output wire [15:0]  cfg_decim,
    output wire         run,
    // what the host starts there; set_addr set_data: number and word of what it writes
    output wire         set_decim,
    output wire         set_setign,
    output wire         set_ign,
    output wire         set_flush,
    output wire         set_clear,
    output wire [6:0]   set_addr,
    output wire [31:0]  set_data,
    // counter and word of the ignore table of the cycle before
    input  wire [31:0]  count_data,

    input  wire [31:0]  ign_data,
    // the host is asked for
    output wire         irq
);
    reg [31:0] moved = 32'd0;
    reg [31:0] done = 32'd0;
    reg [3:0] more = 4'd0;
    reg [31:0] one_act = 32'd1;
    reg [31:0] one_test = 32'd1;
    reg [31:0] one_flag = 32'd1;
    reg [31:0] one_take_a = 32'd1;
    reg [15:0] one_code = 16'd1;
    reg [15:0] one_make = 16'd1;
    reg [15:0] one_take_b = 16'd1;
    reg [7:0] one_put = 8'd1;
    reg a_takes = 1'b0;
    reg gathers0 = 1'b0;
    reg met = 1'b0;
    reg [4:0] code = 5'd0;
    reg [15:0] a = 16'd0;
    reg [15:0] b = 16'd0;
    reg [15:0] key = 16'd0;
    reg [31:0] offset = 32'd0;
    reg i_format = 1'b0;
    reg s_format = 1'b0;
    reg b_format = 1'b0;
    reg u_format = 1'b0;
    reg j_format = 1'b0;
    reg [15:0] result = 16'd0;
    reg [15:0] detail = 16'd0;
    reg [15:0] shown = 16'd0;
    reg [15:0] told_low = 16'd0;
    reg [15:0] told_high = 16'd0;
    reg [31:0] late = 32'd0;
    reg carry = 1'b0;
    reg spilt = 1'b0;
    reg all_equal = 1'b0;
    reg all_zero = 1'b0;
    reg all_ones = 1'b0;
    reg clip = 1'b0;
    reg begun = 1'b0;
    reg [47:0] current = 48'd0;
    reg [13:0] coming = 14'd0;
    reg [7:0] place_a = 8'd0;
    reg [7:0] place_b = 8'd0;
    reg short_a = 1'b0;
    reg index_a = 1'b0;
    reg short_b = 1'b0;
    reg index_b = 1'b0;
    reg [15:0] piece0 = 16'd0;
    reg put = 1'b0;
    reg [7:0] put_place = 8'd0;
    reg eq = 1'b0;
    reg ltu = 1'b0;
    reg zr = 1'b0;
    reg asat = 1'b0;
    reg isat = 1'b0;
    reg msat = 1'b0;
    reg hit = 1'b0;
    reg neg = 1'b0;
    reg [6:0] pc = 7'd0;
    reg [6:0] upc = 7'd0;
    reg stale = 1'b1;
    reg [15:0] tally = 16'd0;
    reg [7:0] spare = 8'd0;
    reg watched = 1'b0;
    reg within_ = 1'b0;
    reg stopping = 1'b0;
    reg owed = 1'b0;
    reg keeps = 1'b0;
    reg trouble = 1'b0;
    reg branches = 1'b0;
    reg [1:0] mode = 2'd0;
    reg [1:0] cause = 2'd0;
    reg [2:0] error = 3'd0;
    reg [4:0] kind = 5'd0;
    reg heard = 1'b0;
    reg asked = 1'b0;
    reg allowed = 1'b0;
    reg unqueued = 1'b0;
    reg width_wrong = 1'b0;
    reg legal = 1'b0;
    reg open = 1'b0;
    reg filed = 1'b0;
    reg narrow = 1'b0;
    reg for_watchdog = 1'b0;
    reg for_matched = 1'b0;
    reg for_place = 1'b0;
    reg for_width = 1'b0;
    reg for_control = 1'b0;
    reg for_first = 1'b0;
    reg for_second = 1'b0;
    reg for_classes = 1'b0;
    reg for_nothing = 1'b0;
    reg for_key = 1'b0;
    reg for_valid = 1'b0;
    reg for_command = 1'b0;
    reg for_count = 1'b0;
    reg for_words = 1'b0;
    reg for_flags = 1'b0;
    reg for_status = 1'b0;
    reg for_others = 1'b0;
    reg for_base = 1'b0;
    reg flagged = 1'b0;
    reg restarts = 1'b0;
    reg [9:0] ordered = 10'd0;
    reg [7:0] count = 8'd0;
    reg counts_format0 = 1'b0;
    reg sweep_valid = 1'b0;
    reg sweep_memory = 1'b0;
    reg [5:0] entry = 6'd0;
    reg [5:0] last = 6'd0;
    reg outside = 1'b0;
    reg [7:0] bad_lanes = 8'd255;
    reg [2:0] first_byte = 3'd0;
    reg [1:0] size = 2'd0;
    reg [2:0] ctrl = 3'd4;
    reg [20:0] classes = 21'd0;
    reg [17:0] filter1 = 18'd0;
    reg [1:0] filter2 = 2'd0;
    reg [15:0] recfmt = 16'd65;
    reg [15:0] decim = 16'd0;

    reg [31:0] next_act;
    reg [31:0] next_test;
    reg [15:0] next_code;
    reg [15:0] next_make;
    reg [31:0] next_flag;
    reg [7:0] next_put;
    reg [31:0] next_take_a;
    reg [15:0] next_take_b;
    reg [9:0] order;
    reg may;
    reg [4:0] wants;
    reg [15:0] low_half;
    reg [15:0] filed_half;
    reg [15:0] allowed_low;
    reg [15:0] allowed_high;
    reg [7:0] meant;
    reg flag;
    reg [7:0] from_a;
    reg [7:0] start;
    reg [7:0] left_place;
    reg [7:0] fixed_left;
    reg [7:0] from_b;
    reg [7:0] right_place;
    reg [15:0] found_part;
    reg [15:0] whole_part;
    reg [15:0] part;
    reg [15:0] one_more;
    reg [15:0] taken;
    reg read;
    reg [15:0] after_reset;
    reg [31:0] signs;
    reg [15:0] stepped;
    reg [15:0] detailed;
    reg [15:0] told;
    reg [15:0] told_above;
    reg [15:0] drawn;
    reg [15:0] held_low;
    reg [15:0] held_high;
    reg [7:0] write_place;
    reg written;
    reg [1:0] size_now;
    reg [4:0] pick_next;
    reg [4:0] pick_host;
    reg [4:0] pick_place;
    reg [8:0] following;
    wire [31:0] moves0_rd;
    wire [31:0] deeds0_rd;
    wire [15:0] turns0_rd;
    wire [15:0] microcode0_rd;
    wire [15:0] microcode1_rd;
    wire [15:0] microcode2_rd;
    wire [15:0] left_rd;
    wire [15:0] right_rd;
    wire [15:0] entries0_rd;
    reg [15:0] entries0_wd;
    wire chain0_idle;
    wire chain0_hit;
    wire [5:0] chain0_found;
    wire [31:0] chain0_held;
    wire chain0_valid;
    wire fields_direct;
    wire fields_short;
    wire [2:0] fields_kind;
    wire [15:0] fields_value;
    wire [15:0] fields_few;
    wire [3:0] part_of_size;
    wire [2:0] part_of_first;
    wire [15:0] extent_mask;
    wire [31:0] ways_branch;
    wire [31:0] ways_jump;
    wire [31:0] bank_value_unused;
    wire bank_reads;
    wire bank_writes;
    wire bank_at_ctrl;
    wire bank_at_status;
    wire bank_at_cmd;
    wire bank_at_hostviol;
    wire bank_at_wdog;
    wire bank_at_lfsr16;
    wire bank_at_words_lo;
    wire bank_at_words_hi;
    wire bank_at_class_en;
    wire bank_at_f1cfg;
    wire bank_at_f2cfg;
    wire bank_at_recfmt;
    wire bank_at_decim;
    wire bank_at_setign;
    wire bank_at_counts;
    wire bank_at_x;
    wire bank_at_xw;
    wire bank_at_b;
    wire bank_at_k;
    wire bank_at_v;
    wire bank_at_t;
    wire bank_at_md_lo;
    wire bank_at_md_hi;
    wire bank_at_mi;
    wire bank_at_flags;
    wire bank_at_spc;
    wire bank_at_uc;
    wire bank_at_key;
    wire bank_at_vld;
    wire bank_at_dm;
    wire bank_at_ign;
    reg [7:0] place_a_next;
    reg [7:0] place_b_next;

    // Where a step goes on is read a cycle before the rest of it happens.
    wire [15:0] on_left = a;
    wire [31:0] next_moved = moves0_rd;
    wire [31:0] next_done = deeds0_rd;
    wire [3:0] next_more = turns0_rd[3:0];
    always @* begin
        next_act = 32'd0;
        // Each code is a bit for each of its values by then.
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd0} << 0);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd1} << 1);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd2} << 2);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd3} << 3);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd4} << 4);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd5} << 5);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd6} << 6);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd7} << 7);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd8} << 8);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd9} << 9);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd10} << 10);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd11} << 11);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd12} << 12);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd13} << 13);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd14} << 14);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd15} << 15);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd16} << 16);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd17} << 17);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd18} << 18);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd19} << 19);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd20} << 20);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd21} << 21);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd22} << 22);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd23} << 23);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd24} << 24);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd25} << 25);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd26} << 26);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd27} << 27);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd28} << 28);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd29} << 29);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd30} << 30);
        next_act = next_act | ({31'd0, deeds0_rd[act_at[4:0] +: 5] == 5'd31} << 31);
    end
    always @* begin
        next_test = 32'd0;
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd0} << 0);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd1} << 1);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd2} << 2);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd3} << 3);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd4} << 4);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd5} << 5);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd6} << 6);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd7} << 7);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd8} << 8);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd9} << 9);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd10} << 10);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd11} << 11);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd12} << 12);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd13} << 13);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd14} << 14);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd15} << 15);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd16} << 16);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd17} << 17);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd18} << 18);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd19} << 19);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd20} << 20);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd21} << 21);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd22} << 22);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd23} << 23);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd24} << 24);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd25} << 25);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd26} << 26);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd27} << 27);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd28} << 28);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd29} << 29);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd30} << 30);
        next_test = next_test | ({31'd0, deeds0_rd[test_at[4:0] +: 5] == 5'd31} << 31);
    end
    always @* begin
        next_code = 16'd0;
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd0} << 0);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd1} << 1);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd2} << 2);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd3} << 3);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd4} << 4);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd5} << 5);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd6} << 6);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd7} << 7);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd8} << 8);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd9} << 9);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd10} << 10);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd11} << 11);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd12} << 12);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd13} << 13);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd14} << 14);
        next_code = next_code | ({15'd0, deeds0_rd[code_at[4:0] +: 4] == 4'd15} << 15);
    end
    always @* begin
        next_make = 16'd0;
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd0} << 0);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd1} << 1);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd2} << 2);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd3} << 3);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd4} << 4);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd5} << 5);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd6} << 6);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd7} << 7);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd8} << 8);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd9} << 9);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd10} << 10);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd11} << 11);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd12} << 12);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd13} << 13);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd14} << 14);
        next_make = next_make | ({15'd0, deeds0_rd[make_at[4:0] +: 4] == 4'd15} << 15);
    end
    always @* begin
        next_flag = 32'd0;
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd0} << 0);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd1} << 1);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd2} << 2);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd3} << 3);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd4} << 4);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd5} << 5);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd6} << 6);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd7} << 7);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd8} << 8);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd9} << 9);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd10} << 10);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd11} << 11);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd12} << 12);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd13} << 13);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd14} << 14);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd15} << 15);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd16} << 16);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd17} << 17);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd18} << 18);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd19} << 19);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd20} << 20);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd21} << 21);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd22} << 22);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd23} << 23);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd24} << 24);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd25} << 25);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd26} << 26);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd27} << 27);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd28} << 28);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd29} << 29);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd30} << 30);
        next_flag = next_flag | ({31'd0, deeds0_rd[flag_at[4:0] +: 5] == 5'd31} << 31);
    end
    always @* begin
        next_put = 8'd0;
        next_put = next_put | ({7'd0, deeds0_rd[memory_at[4:0] +: 3] == 3'd0} << 0);
        next_put = next_put | ({7'd0, deeds0_rd[memory_at[4:0] +: 3] == 3'd1} << 1);
        next_put = next_put | ({7'd0, deeds0_rd[memory_at[4:0] +: 3] == 3'd2} << 2);
        next_put = next_put | ({7'd0, deeds0_rd[memory_at[4:0] +: 3] == 3'd3} << 3);
        next_put = next_put | ({7'd0, deeds0_rd[memory_at[4:0] +: 3] == 3'd4} << 4);
        next_put = next_put | ({7'd0, deeds0_rd[memory_at[4:0] +: 3] == 3'd5} << 5);
        next_put = next_put | ({7'd0, deeds0_rd[memory_at[4:0] +: 3] == 3'd6} << 6);
        next_put = next_put | ({7'd0, deeds0_rd[memory_at[4:0] +: 3] == 3'd7} << 7);
    end
    always @* begin
        next_take_a = 32'd0;
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd0} << 0);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd1} << 1);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd2} << 2);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd3} << 3);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd4} << 4);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd5} << 5);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd6} << 6);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd7} << 7);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd8} << 8);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd9} << 9);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd10} << 10);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd11} << 11);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd12} << 12);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd13} << 13);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd14} << 14);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd15} << 15);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd16} << 16);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd17} << 17);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd18} << 18);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd19} << 19);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd20} << 20);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd21} << 21);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd22} << 22);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd23} << 23);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd24} << 24);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd25} << 25);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd26} << 26);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd27} << 27);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd28} << 28);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd29} << 29);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd30} << 30);
        next_take_a = next_take_a | ({31'd0, moves0_rd[take_a_at[4:0] +: 5] == 5'd31} << 31);
    end
    always @* begin
        next_take_b = 16'd0;
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd0} << 0);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd1} << 1);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd2} << 2);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd3} << 3);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd4} << 4);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd5} << 5);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd6} << 6);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd7} << 7);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd8} << 8);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd9} << 9);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd10} << 10);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd11} << 11);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd12} << 12);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd13} << 13);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd14} << 14);
        next_take_b = next_take_b | ({15'd0, moves0_rd[take_b_at[4:0] +: 4] == 4'd15} << 15);
    end
    wire [4:0] wide0_unused_msbs = moves0_rd[take_a_at[4:0] +: 5];
    wire a_changes = (|moves0_rd[take_a_at[4:0] +: 5]) & ~wide0_unused_msbs[4];
    wire [31:0] acts = one_act;
    wire [31:0] tests = one_test;
    wire [15:0] codes = one_code;
    wire [15:0] makes = one_make;
    wire [31:0] flaggings = one_flag;
    wire [7:0] puts = one_put;
    wire [31:0] takes_a = one_take_a;
    wire [15:0] takes_b = one_take_b;
    wire [6:0] to_left = moved[left_at[4:0] +: 7];
    wire [6:0] to_right = moved[right_at[4:0] +: 7];
    wire [7:0] to_write = moved[write_at[4:0] +: 8];
    wire [1:0] half = more[half_at[1:0] +: 2];
    wire takes_key = moved[key_at[4:0]];
    wire second = done[second_at[4:0]];
    wire [1:0] column = done[column_at[4:0] +: 2];
    wire [1:0] carry_in = done[carry_at[4:0] +: 2];
    wire begins = done[begin_at[4:0]];
    wire [1:0] shift_in = more[shift_at[1:0] +: 2];
    wire [47:0] insn_word = current;
    wire [3:0] aop = insn_word[aop_at +: 4];
    wire [4:0] sa = insn_word[sa_at +: 5];
    wire [4:0] sb = insn_word[sb_at +: 5];
    wire [2:0] vd = insn_word[vd_at +: 3];
    wire [2:0] iop = insn_word[iop_at +: 3];
    wire [2:0] wx = insn_word[wx_at +: 3];
    wire [3:0] mop = insn_word[mop_at +: 4];
    wire [2:0] mb = insn_word[mb_at +: 3];
    wire [2:0] rx = insn_word[rx_at +: 3];
    wire [4:0] bc = insn_word[bc_at +: 5];
    wire [4:0] bt = insn_word[bt_at +: 5];
    wire [1:0] tag = insn_word[tag_at +: 2];
    wire [1:0] reserved = insn_word[rsv_at +: 2];
    wire random = (sa == random_in_a) | (sb == random_in_b);
    wire illegal = ~sa_legal[sa] | ~sb_legal[sb] | ~vd_legal[vd] | ~mop_legal[mop] | ~bc_legal[bc[3:0]]
            | ~bt_legal[bt] | (|reserved) | (~(|aop) & (|vd));
    // The checks before it.
    wire bites = watched & ~(|spare);
    wire searches = acts[act_search];
    wire keyed = puts[put_key];
    wire removes = puts[put_invalid];
    wire wipes = puts[put_none];
    wire [31:0] whole_key = ({16'd0, on_left} << 16) | {16'd0, key};
    wire searched = chain0_idle;
    wire meets = chain0_hit;
    wire there = chain0_valid;
    wire [5:0] found = chain0_found;
    wire [31:0] held = chain0_held;
    // Which register a request is for.
    wire [11:0] word = bus_addr[13:2];
    wire high = word[0];
    wire running = mode == state_runs;
    wire sweeping = sweep_valid | sweep_memory;
    wire resting = ~running & ~sweeping;
    // A command, and whether the state allows it.
    wire [7:0] command = bus_wdata[7:0];
    wire [7:0] argument = bus_wdata[15:8];
    always @* begin
        order = 10'd0;
        if (command == 8'd1) order = order | command_bit1;
        if (command == 8'd2) order = order | command_bit2;
        if (command == 8'd3) order = order | command_bit3;
        if (command == 8'd4) order = order | command_bit4;
        if (command == 8'd5) order = order | command_bit5;
        if (command == 8'd6) order = order | command_bit6;
        if (command == 8'd7) order = order | command_bit7;
        if (command == 8'd8) order = order | command_bit8;
        if (command == 8'd9) order = order | command_bit9;
    end
    always @* begin
        may = resting & (|order);
        if (order[run_at]) may = resting & (mode != state_fails);
        if (order[skip_at]) may = resting & (mode == state_fails);
        if (order[cinv_at]) may = resting & ({1'd0, argument} < built_entries);
        if (order[stop_at] | order[reset_at]) may = 1'b1;
    end
    // While the machine does not rest, few registers are there.
    wire opens = bank_at_ctrl | bank_at_status | bank_at_cmd | bank_at_hostviol | bank_at_words_lo
            | bank_at_words_hi | bank_at_counts | bank_at_class_en | bank_at_f1cfg | bank_at_decim
            | (word[11:1] == 11'd0);
    wire forbidden = bus_we & for_command & ~allowed;
    wire refused = unqueued & queued;
    always @* begin
        // What it wants.
        wants = want_read_file;
        if (bank_at_status | bank_at_flags) wants = want_read_status;
        if (bank_at_uc) begin
            wants = want_read_low;
            if (high) wants = want_read_high;
        end
        if (bank_at_key) wants = want_read_key;
        if (bank_at_vld) wants = want_read_valid;
        if (bank_at_dm) wants = want_read_entry;
        if (bank_at_counts | bank_at_ign) wants = want_read_other;
        if (bus_we) begin
            wants = want_write;
            if (bank_at_x) wants = want_write_index;
            if (bank_at_xw) wants = want_write_width;
            if (bank_at_lfsr16) wants = want_write_random;
            if (bank_at_key) wants = want_write_key;
            if (bank_at_dm) wants = want_write_entry;
            if (bank_at_uc) begin
                wants = want_write_low;
                if (high) wants = want_write_high;
            end
            if (bank_at_cmd) wants = want_commands;
        end
    end
    wire answers = acts[act_answer];
    assign bus_ready = answers;
    wire [15:0] high_half = right_rd;
    always @* begin
        // Both halves; in a deep build they are operands by then, since nobody is to come after that memory.
        low_half = left_rd;
        // The file has 0 where the register is whose low half is counted.
        filed_half = low_half;
        if (for_words) low_half = filed_half | tally;
    end
    assign bus_rdata = ({16'd0, high_half} << 16) | {16'd0, low_half};
    wire of_values = bank_at_k | bank_at_v;
    wire of_last = bank_at_md_lo | bank_at_md_hi;
    always @* begin
        allowed_low = 16'hffff;
        allowed_high = 16'hffff;
        if (for_watchdog) allowed_low = 16'd255;
        if (for_matched) allowed_low = mi_bits;
        if (for_place) allowed_low = 16'd63;
        if (for_width) allowed_low = 16'd31;
        if (for_control) allowed_low = 16'd7;
        if (for_second) allowed_low = 16'd3;
        if (for_classes) allowed_high = 16'd31;
        if (for_first) allowed_high = 16'd3;
        if (for_nothing) begin
            allowed_low = 16'd0;
            allowed_high = 16'd0;
        end
    end
    wire [4:0] width = bus_wdata[4:0];
    always @* begin
        // A base register for the entry, or word, that is meant.
        meant = word[8:1];
        if (for_key) meant = word[7:0];
        if (for_valid) meant = {5'd0, word[2:0]} << 5;
        if (for_command) meant = argument;
    end
    wire [15:0] which = high ? 16'h2000 : 16'h1000;
    wire [15:0] host_base = {8'd0, meant} | which;
    wire [31:0] other = for_count ? count_data : ign_data;
    wire [15:0] status = {14'd0, mode} | ({15'd0, sweeping} << 2) | ({14'd0, cause} << 3) | ({13'd0, error}
            << 5) | ({9'd0, upc & 7'd63} << 8) | ({9'd0, upc >> 6} << 14);
    wire [15:0] shown_flags = {15'd0, eq} | ({15'd0, ltu} << 1) | ({15'd0, zr} << 2) | ({15'd0, asat} << 3)
            | ({15'd0, isat} << 4) | ({15'd0, msat} << 5) | ({15'd0, hit} << 6) | ({15'd0, neg} << 7);
    always @* begin
        flag = 1'b0;
        if (bc[3:0] == 4'd1) flag = shown_flags[0];
        if (bc[3:0] == 4'd2) flag = shown_flags[1];
        if (bc[3:0] == 4'd3) flag = shown_flags[2];
        if (bc[3:0] == 4'd4) flag = shown_flags[3];
        if (bc[3:0] == 4'd5) flag = shown_flags[4];
        if (bc[3:0] == 4'd6) flag = shown_flags[5];
        if (bc[3:0] == 4'd7) flag = shown_flags[6];
        if (bc[3:0] == 4'd8) flag = shown_flags[7];
        if (bc[3:0] == 4'd9) flag = smp_side[5];
    end
    wire near = ~bt[4];
    wire away = branches & ~near;
    // How far the next word is.
    wire [6:0] distance = bt[3] ? ({3'd0, bt[3:0]} | 7'd112) : {3'd0, bt[3:0]};
    wire ends_word = acts[act_next];
    wire counts = (mop >= op_ld) & (mop <= op_xchg);
    wire [6:0] reach = pc + distance;
    wire [6:0] after = pc + 7'd1;
    wire target_missing = near & reach[6] & (|bc);
    wire lane_missing = counts & bad_lanes[mb];
    // The next word was fetched meanwhile, unless another one comes, or the host before it.
    wire attention = asked | owed;
    wire guess = 1'b0;
    wire elsewhere = (branches ^ guess) | attention;
    wire [5:0] fetch = stale ? pc[5:0] : guess ? reach[5:0] : after[5:0];
    wire loads = acts[act_load] | (ends_word & ~elsewhere);
    // Indices, their largest values, the register that the host means.
    wire [7:0] index = {5'd0, rx} | 8'd64;
    wire [7:0] largest = {5'd0, wx} | 8'd200;
    wire [7:0] host_largest = {5'd0, word[2:0]} | 8'd200;
    wire [7:0] host_index = {5'd0, word[2:0]} | 8'd64;
    wire [7:0] host_low = word[7] ? (word[7:0] | 8'd64) : word[7:0];
    wire [7:0] host_high = {1'd0, word[6:0]} | 8'd128;
    // On the left: operand A, or what the step says. Where A is was found while its word was fetched.
    wire [4:0] coming_a = coming[9:5];
    always @* begin
        place_a_next = 8'd12;
        if (values[coming_a]) place_a_next = ({6'd0, coming_a[1:0]} << 1) | 8'd96;
        if (coming_a == md_a) place_a_next = 8'd108;
        if (coming_a == mi_a) place_a_next = at_matched;
        if (coming_a == random_a) place_a_next = at_random;
        if (coming_a == none_a) place_a_next = nought;
    end
    always @* begin
        from_a = place_a;
        if (~short_a) from_a = place_a | ({7'd0, to_left[0]} << 7) | {7'd0, to_left[1]};
        if (index_a) from_a = index;
    end
    wire [4:0] class_ = smp_side[4:0];
    always @* begin
        start = {4'd0, class_[3:0]} | 8'd112;
        if (class_[4]) start = {5'd0, class_[2:0]} | 8'd192;
        if (~known_classes[class_]) start = nought;
    end
    wire [3:0] left_mode = to_left[5:2];
    wire [7:0] left_by_word = (to_left[6] & ~(|left_mode)) ? from_a : 8'd0;
    wire [7:0] left_by_base = (to_left[6] & (left_mode == at_base)) ? ({5'd0, mb} | 8'd80) : 8'd0;
    wire [7:0] left_by_index = (to_left[6] & (left_mode == at_index)) ? index : 8'd0;
    wire [7:0] left_by_target = (to_left[6] & (left_mode == at_far)) ? ({6'd0, bt[1:0]} | 8'd104) : 8'd0;
    wire [7:0] left_by_class = (to_left[6] & (left_mode == at_start)) ? start : 8'd0;
    wire [7:0] left_by_host = (to_left[6] & (left_mode == at_host)) ? host_low : 8'd0;
    wire [7:0] left_by_host_index = (to_left[6] & (left_mode == at_host_index)) ? host_index : 8'd0;
    always @* begin
        left_place = {4'd0, to_left[3:0]} | ({7'd0, to_left[4]} << 5) | ({7'd0, to_left[4]} << 6)
                | ({7'd0, to_left[5]} << 7);
        fixed_left = 8'd0;
        // One of these is not 0 at most: that is shorter than a choice of one after the other.
        if (~to_left[6]) fixed_left = left_place;
        left_place = fixed_left | left_by_word | left_by_base | left_by_index | (left_by_target | left_by_host
                | left_by_host_index | left_by_class);
    end
    // On the right: operand B, which was found likewise, or what the step says.
    wire [4:0] coming_b = coming[4:0];
    always @* begin
        place_b_next = ({6'd0, coming_b[1:0]} << 1) | 8'd96;
        if (coming_b[2]) place_b_next = ({6'd0, coming_b[1:0]} << 1) | 8'd88;
        if (coming_b == md_b) place_b_next = 8'd108;
        if (coming_b == none_b) place_b_next = nought;
        if (coming_b == one_b) place_b_next = at_one;
        if (coming_b == random_b) place_b_next = at_random;
    end
    always @* begin
        from_b = place_b;
        if (~short_b) from_b = place_b | ({7'd0, to_right[0]} << 7) | {7'd0, to_right[1]};
        if (index_b) from_b = index;
    end
    wire [3:0] right_mode = to_right[5:2];
    always @* begin
        right_place = {4'd0, to_right[3:0]} | ({7'd0, to_right[4]} << 5) | ({7'd0, to_right[4]} << 6)
                | ({7'd0, to_right[5]} << 7);
        if (to_right[6]) begin
            right_place = from_b;
            if (right_mode == at_index) right_place = index;
            if (right_mode == at_largest) right_place = largest;
            if (right_mode == at_host_largest) right_place = host_largest;
            if (right_mode == at_host_high) begin
                right_place = host_high;
                if (narrow) right_place = nought;
            end
        end
    end
    wire above = |half;
    wire short = above & short_a;
    wire is_file = takes_a[from_file] | (takes_a[from_operand] & ~short) | (takes_a[from_found] & ~meets);
    wire [15:0] of_lane = (takes_a[from_operand] & above & fields_short) ? 16'd0 : fields_value;
    always @* begin
        found_part = entries0_rd;
        whole_part = found_part;
        if (size == byte_size) begin
            found_part = {8'd0, whole_part[7:0]};
            if (first_byte[0]) found_part = whole_part >> 8;
        end
    end
    always @* begin
        part = piece0;
        one_more = part;
        if ((size == byte_size) & takes_a[from_part_ones]) part = one_more | 16'hff00;
    end
    // What the host writes.
    wire [15:0] written_low = takes_a[from_data_low] ? (bus_wdata[15:0] & allowed_low) : 16'd0;
    wire [15:0] written_high = takes_a[from_data_high] ? (bus_wdata[31:16] & allowed_high) : 16'd0;
    wire [15:0] based = takes_a[from_host_base] ? host_base : 16'd0;
    // What a word takes.
    wire [15:0] matched = (takes_a[from_found] & meets) ? {10'd0, found} : 16'd0;
    wire [15:0] sampled = (takes_a[from_lane] | (takes_a[from_operand] & fields_direct)) ? of_lane : 16'd0;
    wire [15:0] counted_part = (takes_a[from_part] | takes_a[from_part_ones]) ? part : 16'd0;
    // A valid bit enters A, not what is made: it comes from afar.
    wire gathered = gathers0 & there;
    always @* begin
        taken = written_low | written_high | based | (matched | sampled | counted_part);
        taken = taken | ({15'd0, gathered} << 15);
    end
    wire is_operand = takes_b[operand_b] | takes_b[not_operand_b];
    // Short registers are 0 above; of the generator there are four bits.
    wire of_generator = is_operand & (sb == random_b);
    always @* begin
        read = is_operand | takes_b[file_b] | takes_b[not_file_b];
        if (is_operand & above & (of_generator | (sb == ix_b) | (sb == one_b))) read = 1'b0;
    end
    wire inverts = takes_b[not_file_b] | takes_b[not_operand_b] | takes_b[ones_b] | (takes_b[clip_b] & clip)
            | (takes_b[not_clip_b] & ~clip);
    wire [15:0] other_b = read ? (of_generator ? (right_rd & 16'd15) : right_rd) : 16'd0;
    always @* begin
        after_reset = 16'd0;
        if (count == places0) after_reset = values_there0;
        if (count == places1) after_reset = values_there1;
        if (count == places2) after_reset = values_there2;
        if (count == places3) after_reset = values_there3;
        if (count == places4) after_reset = values_there4;
        if (count == places5) after_reset = values_there5;
        if (count == places6) after_reset = values_there6;
        if (count == places7) after_reset = values_there7;
        if (count == places8) after_reset = values_there8;
        if (count == places9) after_reset = values_there9;
        if (count[7:3] == of_widths) after_reset = sixteen;
        if (count[7:3] == of_largest) after_reset = 16'hffff;
    end
    // The format of an instruction whose low half is A: LOAD, FLOAD, ALU, JALR, SYSTEM; stores; branches ..
    wire [4:0] major = on_left[6:2];
    wire whole = &on_left[1:0];
    always @* begin
        signs = 32'd0;
        if (whole_key[31]) signs = ~signs;
    end
    always @* begin
        // Four steps of the generator.
        stepped = on_left;
        if (stepped[0]) begin
            stepped = (stepped >> 1) ^ taps;
        end else begin
            stepped = stepped >> 1;
        end
        if (stepped[0]) begin
            stepped = (stepped >> 1) ^ taps;
        end else begin
            stepped = stepped >> 1;
        end
        if (stepped[0]) begin
            stepped = (stepped >> 1) ^ taps;
        end else begin
            stepped = stepped >> 1;
        end
        if (stepped[0]) begin
            stepped = (stepped >> 1) ^ taps;
        end else begin
            stepped = stepped >> 1;
        end
    end
    always @* begin
        // That, what was found in the instruction in the step
        // before, what comes next of the generator, a key.
        detailed = detail;
        told = 16'd0;
        if (takes_a[from_told_low]) begin
            told = told_low;
            detailed = 16'd0;
        end
        told_above = 16'd0;
        if (takes_a[from_told_high]) begin
            told_above = told_high;
            detailed = 16'd0;
        end
        drawn = 16'd0;
        if (takes_a[from_random]) begin
            drawn = stepped;
            detailed = 16'd0;
        end
        held_low = 16'd0;
        if (takes_a[from_key_low]) begin
            held_low = held[15:0];
            detailed = 16'd0;
        end
        held_high = 16'd0;
        if (takes_a[from_key_high]) begin
            held_high = held[31:16];
            detailed = 16'd0;
        end
    end
    // The carry into the sum is that of a bit below the lowest; the step before says it.
    wire one = carry;
    wire [17:0] total = (({2'd0, on_left} << 1) | 18'd1) + (({2'd0, b} << 1) | {17'd0, one});
    wire passes = total[17];
    wire shifted_in = (shift_in == shift_sign) ? on_left[15] : ((shift_in == shift_kept) & spilt);
    wire top_bit = shifted_in;
    // What is no sum; one of these at most is not 0. It has no part in the path of the carry.
    wire [15:0] moves_on = makes[make_move] ? on_left : 16'd0;
    wire [15:0] common = makes[make_and] ? (on_left & ~b) : 16'd0;
    wire [15:0] either = makes[make_or] ? (on_left | ~b) : 16'd0;
    wire [15:0] apart = makes[make_xor] ? (on_left ^ ~b) : 16'd0;
    wire [15:0] shifted = makes[make_shift] ? ((on_left >> 1) | ({15'd0, top_bit} << 15)) : 16'd0;
    wire [15:0] beside_it = makes[make_found] ? shown : 16'd0;
    (* keep *) wire [15:0] plain = moves_on | common | either | (apart | shifted | beside_it);
    wire [15:0] sum = makes[make_sum] ? total[16:1] : 16'd0;
    wire [15:0] made = plain | sum;
    // What all halves so far are; of what was made it is known a cycle later.
    wire equal_now = (begins | all_equal) & (&(on_left ^ b));
    wire zero_now = (begun | all_zero) & ~(|result);
    wire ones_now = (begun | all_ones) & (&result);
    // The flags that the branches ask for.
    wire compares = flaggings[flag_compare] | flaggings[flag_compare_result] | flaggings[flag_compare_zero]
            | flaggings[flag_compare_clip];
    wire saturates = late[flag_saturated_up] | late[flag_saturated_down];
    wire results = late[flag_result] | late[flag_compare_result] | saturates;
    wire [15:0] of_alu = takes_a[from_made] ? made : 16'd0;
    // The file.
    wire [3:0] write_mode = to_write[5:2];
    wire [2:0] value = vd - 3'd1;
    always @* begin
        write_place = {4'd0, to_write[3:0]} | ({7'd0, to_write[4]} << 5) | ({7'd0, to_write[4]} << 6)
                | ({7'd0, to_write[5]} << 7);
        written = to_write[7];
        if (to_write[6]) begin
            write_place = ({7'd0, to_write[0]} << 7) | {7'd0, to_write[1]} | ({6'd0, value[1:0]} << 1)
                    | 8'd96;
            if (write_mode == at_index) write_place = {5'd0, wx} | 8'd64;
            if (write_mode == at_host) begin
                write_place = host_low;
                written = to_write[7] & filed & ~(unqueued & met);
            end
            if (write_mode == at_host_high) begin
                write_place = host_high;
                written = to_write[7] & filed & ~narrow;
            end
            if (write_mode == at_host_largest) write_place = host_largest;
            if (write_mode == at_host_index) write_place = host_index;
            if (write_mode == at_counted) begin
                write_place = count;
                written = ~(keeps & counts_format0);
            end
        end
    end
    // The data memory, a cycle later: a byte with its neighbour. No sum is written there.
    wire [1:0] part_at = first_byte[2:1] | column;
    wire [7:0] place = ({2'd0, entry} << 2) | {6'd0, part_at};
    wire [15:0] small_ = {8'd0, result[7:0]};
    always @* begin
        entries0_wd = result;
        if (size == byte_size) begin
            entries0_wd = (entries0_rd & 16'hff00) | small_;
            if (first_byte[0]) entries0_wd = (entries0_rd & 16'd255) | (small_ << 8);
        end
    end
    wire microcode0_we = puts[put_word0];
    wire microcode1_we = puts[put_word1];
    wire microcode2_we = puts[put_word2];
    // A range of entries: concatenation, no sum. A match begins with the first.
    wire [4:0] extent_width = {1'd0, on_left[size_at +: 4]};
    wire [7:0] mask = extent_mask[7:0];
    wire [7:0] first = on_left[7:0] & ~mask;
    wire [3:0] lane = on_left[lane_at +: 4];
    wire [7:0] within_base = (mop == op_match) ? 8'd0 : (b[7:0] & mask);
    always @* begin
        size_now = size;
        if (acts[act_entry]) begin
            size_now = sizes0;
            if (part_of_size[1]) size_now = sizes1;
            if (part_of_size[2]) size_now = sizes2;
            if (part_of_size[3]) size_now = sizes3;
        end
    end
    wire interrupts = acts[act_interrupt];
    wire fails = acts[act_fail];
    wire pops = acts[act_done] | interrupts;
    wire writing = acts[act_store];
    // Bases of a lane that is not there.
    wire [3:0] lane_code = bus_wdata[{1'd0, lane_from} +: 4];
    wire no_lane = (&lane_code) | ~(|lane_code);
    wire commanded = acts[act_command];
    wire skips = commanded & ordered[skip_at];
    wire restart = restarts;
    wire clears = (commanded & ordered[clear_at] & ~refused) | (restart & ~queued);
    // What the next step may ask.
    wire holds = (tests[test_stopping] & stopping) | (tests[test_sample] & smp_valid)
            | (tests[test_sweep_valid] & sweep_valid) | (tests[test_sweep_memory] & sweep_memory)
            | (tests[test_sweep_stops] & (attention | ~sweeping)) | (tests[test_searched] & searched)
            | (tests[test_count_all] & (&count)) | (tests[test_count_sixteen] & (count[3:0] == fifteen))
            | (tests[test_made_zero] & all_zero) | (tests[test_width_wrong] & width_wrong) | (tests[test_hit]
            & hit) | (tests[test_refused] & refused);
    always @* begin
        // The code for a table; one of these at most is not 0.
        pick_next = 5'd0;
        if (codes[by_next] | codes[by_fetched]) begin
            pick_next = {1'd0, coming[13:10]};
            if (|fields_kind) pick_next = {2'd0, fields_kind} | computes;
            if (codes[by_next] & elsewhere) begin
                pick_next = fetches;
                if (attention) pick_next = serves;
                if (away) pick_next = {2'd0, bt[2:0]} | led_away;
            end
        end
    end
    wire [4:0] pick_alu = codes[by_alu] ? {1'd0, aop} : 5'd0;
    wire [4:0] pick_memory = codes[by_memory] ? (trouble ? troubled : {1'd0, mop}) : 5'd0;
    wire [4:0] pick_index = codes[by_index] ? {2'd0, iop} : 5'd0;
    wire [4:0] pick_tail = codes[by_tail] ? ({4'd0, |vd} | ({4'd0, random} << 1)) : 5'd0;
    wire [4:0] pick_size = codes[by_size] ? {3'd0, size_now} : 5'd0;
    always @* begin
        pick_host = 5'd0;
        if (codes[by_host]) begin
            pick_host = nobody_rests;
            if (running) pick_host = nobody_waits;
            if (within_) pick_host = nobody_far;
            if (asked) pick_host = kind;
            if (owed) pick_host = host_owed;
        end
    end
    wire [4:0] pick_command = codes[by_command] ? {1'd0, bus_wdata[3:0]} : 5'd0;
    always @* begin
        pick_place = 5'd0;
        if (codes[by_place]) begin
            pick_place = to_rest;
            if (running) pick_place = to_wait;
            if (within_) pick_place = 5'd0;
        end
    end
    always @* begin
        // The next step: one of a pair, or one of a table. Its number has one gate after the memory.
        following = turns0_rd[onward_at[3:0] +: 9];
        if (turns0_rd[enters_at[3:0]]) following = following | ({4'd0, code} << 1);
        following = following | {8'd0, turns0_rd[forks_at[3:0]] & met};
        if (rst) following = 9'd0;
    end
    assign cfg_ctrl = ctrl;
    assign cfg_class_en = classes;
    assign cfg_f1 = filter1;
    assign cfg_f2 = filter2;
    assign cfg_recfmt = recfmt;
    assign cfg_decim = decim;
    assign set_data = bus_wdata;
    assign set_decim = writing & bank_at_decim;
    assign set_setign = writing & bank_at_setign;
    assign set_ign = writing & bank_at_ign;
    assign set_flush = commanded & ordered[flush_at];
    assign set_clear = clears;
    assign set_addr = word[6:0];
    assign smp_ready = pops | skips;
    assign run = running;
    assign irq = mode[1];

    treetap_coproc_profiler_up5k_rom u_moves0 (
        .clk(clk),
        .ra(following),
        .rd(moves0_rd)
    );

    treetap_coproc_profiler_up5k_rom_v2 u_deeds0 (
        .clk(clk),
        .ra(following),
        .rd(deeds0_rd)
    );

    treetap_coproc_profiler_up5k_rom_v3 u_turns0 (
        .clk(clk),
        .ra(following),
        .rd(turns0_rd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_microcode0 (
        .clk(clk),
        .ra(fetch),
        .rd(microcode0_rd),
        .we(microcode0_we),
        .wa(pc[5:0]),
        .wd(plain)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_microcode1 (
        .clk(clk),
        .ra(fetch),
        .rd(microcode1_rd),
        .we(microcode1_we),
        .wa(pc[5:0]),
        .wd(plain)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_microcode2 (
        .clk(clk),
        .ra(fetch),
        .rd(microcode2_rd),
        .we(microcode2_we),
        .wa(pc[5:0]),
        .wd(plain)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(8)) u_left (
        .clk(clk),
        .ra(left_place),
        .rd(left_rd),
        .we(written),
        .wa(write_place),
        .wd(made)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(8)) u_right (
        .clk(clk),
        .ra(right_place),
        .rd(right_rd),
        .we(written),
        .wa(write_place),
        .wd(made)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(8)) u_entries0 (
        .clk(clk),
        .ra(place),
        .rd(entries0_rd),
        .we(put),
        .wa(put_place),
        .wd(entries0_wd)
    );

    treetap_coproc_profiler_up5k_chain #(.entries_at(7'd64)) u_chain0 (
        .clk(clk),
        .rst(rst),
        .entry(entry),
        .last(last),
        .outside(outside),
        .key(whole_key),
        .search(searches),
        .write(keyed),
        .remove(removes),
        .clear(wipes),
        .idle(chain0_idle),
        .hit(chain0_hit),
        .found(chain0_found),
        .held(chain0_held),
        .valid(chain0_valid)
    );

    treetap_coproc_profiler_up5k_fields #(.lanes_first0(4'd1), .lanes_first1(4'd1), .lanes_first2(4'd3),
            .lanes_first3(4'd4), .lanes_first4(4'd4), .lanes_first5(4'd6), .lanes_first6(4'd8),
            .lanes_first7(4'd8), .lanes_first8(4'd3), .lanes_first9(4'd3), .lanes_first10(4'd3),
            .lanes_first11(4'd3), .lanes_first12(4'd3), .lanes_first13(4'd3), .lanes_first14(4'd3),
            .lanes_first15(4'd3), .lanes_first16(4'd1), .lanes_first17(4'd0), .lanes_first18(4'd0),
            .lanes_first19(4'd0), .lanes_first20(4'd10), .lanes_first21(4'd0), .lanes_first22(4'd0),
            .lanes_first23(4'd0), .lanes_first24(4'd0), .lanes_first25(4'd0), .lanes_first26(4'd0),
            .lanes_first27(4'd0), .lanes_first28(4'd0), .lanes_first29(4'd0), .lanes_first30(4'd0),
            .lanes_first31(4'd0), .lanes_second0(4'd0), .lanes_second1(4'd2), .lanes_second2(4'd0),
            .lanes_second3(4'd0), .lanes_second4(4'd5), .lanes_second5(4'd7), .lanes_second6(4'd9),
            .lanes_second7(4'd0), .lanes_second8(4'd0), .lanes_second9(4'd0), .lanes_second10(4'd0),
            .lanes_second11(4'd0), .lanes_second12(4'd0), .lanes_second13(4'd0), .lanes_second14(4'd0),
            .lanes_second15(4'd1), .lanes_second16(4'd1), .lanes_second17(4'd0), .lanes_second18(4'd0),
            .lanes_second19(4'd0), .lanes_second20(4'd0), .lanes_second21(4'd0), .lanes_second22(4'd0),
            .lanes_second23(4'd0), .lanes_second24(4'd0), .lanes_second25(4'd0), .lanes_second26(4'd0),
            .lanes_second27(4'd0), .lanes_second28(4'd0), .lanes_second29(4'd0), .lanes_second30(4'd0),
            .lanes_second31(4'd0), .kinds0(3'd0), .kinds1(3'd5), .kinds2(3'd0), .kinds3(3'd0), .kinds4(3'd0),
            .kinds5(3'd0), .kinds6(3'd5), .kinds7(3'd0), .kinds8(3'd1), .kinds9(3'd1), .kinds10(3'd1),
            .kinds11(3'd1), .kinds12(3'd1), .kinds13(3'd1), .kinds14(3'd2), .kinds15(3'd3), .kinds16(3'd4),
            .kinds17(3'd1), .kinds18(3'd1), .kinds19(3'd1), .kinds20(3'd0), .kinds21(3'd0), .kinds22(3'd0),
            .kinds23(3'd0), .kinds24(3'd0), .kinds25(3'd0), .kinds26(3'd0), .kinds27(3'd0), .kinds28(3'd0),
            .kinds29(3'd0), .kinds30(3'd0), .kinds31(3'd0), .field_bits(32'h1fffff),
            .computed_bits(32'hfff42), .rd(5'd8), .rs1(5'd9), .rs2(5'd10), .funct3(5'd11), .funct7(5'd12),
            .opcode(5'd13), .taken(5'd17), .class_(5'd18), .lat(5'd20)) u_fields (
        .clk(clk),
        .code(sa),
        .direct(fields_direct),
        .short(fields_short),
        .coming(coming_a),
        .load(loads),
        .kind(fields_kind),
        .second(second),
        .half(half[0]),
        .recfmt(recfmt),
        .lanes(smp_lanes),
        .side(smp_side),
        .value(fields_value),
        .insn(whole_key),
        .few(fields_few)
    );

    treetap_coproc_profiler_up5k_lane_v2 #(.sizes0(4'd1), .sizes1(4'd2), .sizes2(4'd4), .sizes3(4'd8))
            u_part_of (
        .lane(lane),
        .size(part_of_size),
        .first(part_of_first)
    );

    treetap_coproc_profiler_up5k_ones u_extent (
        .width(extent_width),
        .mask(extent_mask)
    );

    treetap_coproc_profiler_up5k_offset #(.branch_sign(32'hfffff000), .jump_sign(32'hfff00000)) u_ways (
        .insn(whole_key),
        .branch(ways_branch),
        .jump(ways_jump)
    );

    treetap_coproc_profiler_up5k_coproc_bank #(.row_page0(7'd0), .row_page1(7'd1), .row_page2(7'd2),
            .row_page3(7'd4), .row_page4(7'd8), .row_page5(7'd16), .row_page6(7'd24), .row_page7(7'd32),
            .row_mask0(7'd127), .row_mask1(7'd127), .row_mask2(7'd126), .row_mask3(7'd127),
            .row_mask4(7'd124), .row_mask5(7'd126), .row_mask6(7'd127), .row_mask7(7'd108),
            .readable0(32'h1f03ef), .readable1(32'h1fff), .readable2(32'hffffffff), .readable3(32'd31),
            .readable4(32'hffffffff), .readable5(32'hffffffff), .readable6(32'd3), .readable7(32'hffffffff),
            .writable0(32'h3f00d4), .writable1(32'd0), .writable2(32'hffffffff), .writable3(32'd31),
            .writable4(32'hffffffff), .writable5(32'hffffffff), .writable6(32'd0), .writable7(32'hffffffff),
            .id_at(5'd0), .params_at(5'd1), .ctrl_at(5'd2), .status_at(5'd3), .cmd_at(5'd4),
            .hostviol_at(5'd5), .wdog_at(5'd6), .lfsr16_at(5'd7), .words_lo_at(5'd8), .words_hi_at(5'd9),
            .class_en_at(5'd16), .f1cfg_at(5'd17), .f2cfg_at(5'd18), .recfmt_at(5'd19), .decim_at(5'd20),
            .setign_at(5'd21), .counts_page0(7'd1), .counts_page1(7'd1), .counts_page2(7'd1),
            .counts_page_mask0(7'd127), .counts_page_mask1(7'd127), .counts_page_mask2(7'd127),
            .counts_slot0(5'd0), .counts_slot1(5'd8), .counts_slot2(5'd12), .counts_slot_mask0(5'd24),
            .counts_slot_mask1(5'd28), .counts_slot_mask2(5'd31), .x_page0(7'd2), .x_page_mask0(7'd127),
            .x_slot0(5'd0), .x_slot_mask0(5'd24), .xw_page0(7'd2), .xw_page_mask0(7'd127), .xw_slot0(5'd8),
            .xw_slot_mask0(5'd24), .b_page0(7'd2), .b_page_mask0(7'd127), .b_slot0(5'd16),
            .b_slot_mask0(5'd24), .k_page0(7'd2), .k_page_mask0(7'd127), .k_slot0(5'd24),
            .k_slot_mask0(5'd24), .v_page0(7'd3), .v_page_mask0(7'd127), .v_slot0(5'd0), .v_slot_mask0(5'd24),
            .t_page0(7'd3), .t_page_mask0(7'd127), .t_slot0(5'd8), .t_slot_mask0(5'd28), .md_lo_at(5'd12),
            .md_hi_at(5'd13), .mi_at(5'd14), .flags_at(5'd15), .spc_page0(7'd3), .spc_page1(7'd4),
            .spc_page2(7'd4), .spc_page_mask0(7'd127), .spc_page_mask1(7'd127), .spc_page_mask2(7'd127),
            .spc_slot0(5'd16), .spc_slot1(5'd0), .spc_slot2(5'd4), .spc_slot_mask0(5'd16),
            .spc_slot_mask1(5'd28), .spc_slot_mask2(5'd31), .uc_page0(7'd8), .uc_page_mask0(7'd124),
            .uc_slot0(5'd0), .uc_slot_mask0(5'd0), .key_page0(7'd16), .key_page_mask0(7'd126),
            .key_slot0(5'd0), .key_slot_mask0(5'd0), .vld_page0(7'd24), .vld_page_mask0(7'd127),
            .vld_slot0(5'd0), .vld_slot_mask0(5'd30), .dm_page0(7'd32), .dm_page_mask0(7'd124),
            .dm_slot0(5'd0), .dm_slot_mask0(5'd0), .ign_page0(7'd48), .ign_page_mask0(7'd124),
            .ign_slot0(5'd0), .ign_slot_mask0(5'd0), .id_word(32'h54543841), .params_word(32'd24)) u_bank (
        .clk(clk),
        .rst(rst),
        .word(word),
        .write(1'b0),
        .data(bus_wdata),
        .value(bank_value_unused),
        .reads(bank_reads),
        .writes(bank_writes),
        .at_ctrl(bank_at_ctrl),
        .at_status(bank_at_status),
        .at_cmd(bank_at_cmd),
        .at_hostviol(bank_at_hostviol),
        .at_wdog(bank_at_wdog),
        .at_lfsr16(bank_at_lfsr16),
        .at_words_lo(bank_at_words_lo),
        .at_words_hi(bank_at_words_hi),
        .at_class_en(bank_at_class_en),
        .at_f1cfg(bank_at_f1cfg),
        .at_f2cfg(bank_at_f2cfg),
        .at_recfmt(bank_at_recfmt),
        .at_decim(bank_at_decim),
        .at_setign(bank_at_setign),
        .at_counts(bank_at_counts),
        .at_x(bank_at_x),
        .at_xw(bank_at_xw),
        .at_b(bank_at_b),
        .at_k(bank_at_k),
        .at_v(bank_at_v),
        .at_t(bank_at_t),
        .at_md_lo(bank_at_md_lo),
        .at_md_hi(bank_at_md_hi),
        .at_mi(bank_at_mi),
        .at_flags(bank_at_flags),
        .at_spc(bank_at_spc),
        .at_uc(bank_at_uc),
        .at_key(bank_at_key),
        .at_vld(bank_at_vld),
        .at_dm(bank_at_dm),
        .at_ign(bank_at_ign)
    );

    wire [7:0] wide1_unused_msbs = first | within_base;
    wire [7:0] wide2_unused_msbs = first | mask;
    always @(posedge clk) begin
        gathers0 <= next_more[shift_at[1:0] +: 2] == shift_valid;
        moved <= next_moved;
        done <= next_done;
        more <= next_more;
        a_takes <= a_changes;
        one_act <= next_act;
        one_test <= next_test;
        one_code <= next_code;
        one_make <= next_make;
        one_flag <= next_flag;
        one_put <= next_put;
        one_take_a <= next_take_a;
        one_take_b <= next_take_b;
        if (rst) begin
            moved <= 32'd0;
            done <= 32'd0;
            more <= 4'd0;
            a_takes <= 1'b0;
            one_act <= 32'd1;
            one_test <= 32'd1;
            one_code <= 16'd1;
            one_make <= 16'd1;
            one_flag <= 32'd1;
            one_put <= 8'd1;
            one_take_a <= 32'd1;
            one_take_b <= 16'd1;
        end
        // Of the word that was fetched: operation of the ALU, both operands.
        coming <= microcode2_rd[coming_at +: 14];
        if (acts[act_entry_next]) entry <= entry + 6'd1;
        if (acts[act_entry_next] & (&entry)) begin
            sweep_valid <= 1'b0;
            sweep_memory <= 1'b0;
        end
        allowed <= may;
        ordered <= order;
        legal <= bank_reads;
        if (bus_we) legal <= bank_writes;
        open <= opens;
        // Two may not while records wait, which is to be so when they are obeyed.
        unqueued <= bank_at_recfmt | (bank_at_cmd & order[clear_at]);
        kind <= wants;
        if (forbidden | ~(legal & (open | resting))) kind <= want_refuses;
        heard <= bus_valid & ~answers;
        asked <= heard & ~answers;
        // Which of its halves registers of the file have, and how many bits.
        filed <= word[11:8] == 4'd0;
        narrow <= ~(of_values | of_last | bank_at_words_lo | bank_at_words_hi | bank_at_class_en
                | bank_at_f1cfg | (word[11:1] == 11'd0) | bank_at_uc | bank_at_dm | bank_at_key);
        for_watchdog <= bank_at_wdog;
        for_matched <= bank_at_mi;
        for_width <= bank_at_xw;
        for_control <= bank_at_ctrl;
        for_second <= bank_at_f2cfg;
        for_classes <= bank_at_class_en;
        for_first <= bank_at_f1cfg;
        for_key <= bank_at_key;
        for_valid <= bank_at_vld;
        for_command <= bank_at_cmd;
        for_count <= bank_at_counts;
        for_words <= bank_at_words_lo;
        for_flags <= bank_at_flags;
        for_base <= bank_at_b;
        for_status <= bank_at_status;
        for_others <= bank_at_counts | bank_at_ign;
        for_place <= bank_at_t | bank_at_spc;
        for_nothing <= high & (of_values | of_last);
        width_wrong <= ~(|width) | (width > 5'd16);
        branches <= flag ^ bc[4];
        trouble <= illegal | bites | pc[6] | lane_missing | target_missing;
        if (acts[act_load]) stale <= 1'b0;
        if ((ends_word & elsewhere) | acts[act_place]) stale <= 1'b1;
        if (ends_word) begin
            tally <= tally + 16'd1;
            if (&tally) owed <= 1'b1;
            spare <= spare - 8'd1;
            if (~branches) begin
                pc <= after;
            end else if (near) begin
                pc <= reach;
            end
        end
        if (acts[act_place]) pc <= {1'd0, on_left[5:0]};
        piece0 <= found_part;
        if (~takes_b[b_hold]) begin
            b <= other_b;
            if (inverts) b <= ~other_b;
        end
        offset <= 32'd0;
        if (i_format) offset <= (signs << 11) | {21'd0, whole_key[30:20]};
        if (s_format) offset <= (signs << 11) | ({26'd0, whole_key[30:25]} << 5) | {27'd0, whole_key[11:7]};
        if (b_format) offset <= ways_branch;
        if (u_format) offset <= {12'd0, whole_key[31:12]} << 12;
        if (j_format) offset <= ways_jump;
        detail <= fields_few;
        if (takes_a[from_immediate_low]) detail <= offset[15:0];
        if (takes_a[from_immediate_high]) detail <= offset[31:16];
        if (takes_a[from_immediate_sign]) begin
            detail <= 16'd0;
            if (offset[31]) detail <= ~16'd0;
        end
        if (takes_a[from_reset]) detail <= after_reset;
        // What the host reads of what lies in no memory of half words.
        told_low <= insn_word[15:0];
        if (high) told_low <= insn_word[47:32];
        if (for_others) told_low <= other[15:0];
        if (for_status) told_low <= status;
        if (for_flags) told_low <= shown_flags;
        told_high <= insn_word[31:16];
        if (for_others) told_high <= other[31:16];
        shown <= detailed | told | told_above | drawn | (held_low | held_high);
        carry <= carry_in[0] & (~carry_in[1] | ~smp_side[6]);
        if (carry_in == carry_is_kept) carry <= passes;
        spilt <= on_left[0];
        all_equal <= equal_now;
        all_zero <= zero_now;
        all_ones <= ones_now;
        result <= made;
        begun <= begins;
        late <= flaggings;
        // A word that may not be executed leaves them alone.
        if (trouble) late <= 32'd0;
        // A bound was passed.
        if (flaggings[flag_clip_up]) clip <= passes;
        if (flaggings[flag_clip_down] | flaggings[flag_compare_clip]) clip <= ~passes;
        if (flaggings[flag_clip_more]) clip <= passes | clip;
        if (compares & ~trouble) begin
            eq <= equal_now;
            ltu <= ~passes;
        end
        if (results | late[flag_compare_zero] | late[flag_result_positive]) zr <= zero_now;
        if (results | late[flag_neg] | late[flag_result_positive]) neg <= result[15]
                & ~late[flag_result_positive];
        if (saturates) begin
            asat <= zero_now;
            if (late[flag_saturated_up]) asat <= ones_now;
        end
        if (late[flag_counted_up]) msat <= ones_now;
        if (late[flag_counted_down]) msat <= zero_now;
        if (late[flag_index_zero]) isat <= zero_now;
        if (late[flag_index_ones]) isat <= ones_now;
        if (flaggings[flag_index_clip]) isat <= clip;
        if (flaggings[flag_hit_found]) hit <= meets;
        if (flaggings[flag_hit_valid]) hit <= there;
        if (flaggings[flag_paid]) owed <= 1'b0;
        flagged <= acts[store_flags] & for_flags;
        if (flagged) begin
            eq <= bus_wdata[0];
            ltu <= bus_wdata[1];
            zr <= bus_wdata[2];
            asat <= bus_wdata[3];
            isat <= bus_wdata[4];
            msat <= bus_wdata[5];
            hit <= bus_wdata[6];
            neg <= bus_wdata[7];
        end
        if (a_takes) begin
            a <= taken | of_alu;
            // What memories give comes last.
            if (is_file & ~(takes_a[from_operand] & fields_direct)) a <= left_rd;
        end
        counts_format0 <= count == recfmt_at;
        put <= puts[put_part];
        put_place <= place;
        if (acts[act_entry]) begin
            entry <= wide1_unused_msbs[5:0];
            last <= wide2_unused_msbs[5:0];
            outside <= 1'b0;
            outside <= |(first >> index_bits);
            first_byte <= part_of_first;
            size <= size_now;
        end
        if (acts[act_launch]) begin
            within_ <= 1'b1;
            spare <= on_left[7:0];
            watched <= |on_left;
        end
        if (pops | fails) within_ <= 1'b0;
        if (interrupts) begin
            mode <= state_asks;
            cause <= tag;
        end
        if (acts[act_stop]) mode <= state_rest;
        if (fails) begin
            mode <= state_fails;
            error <= err_tgt;
            if (lane_missing) error <= err_lane;
            if (illegal) error <= err_ill;
            if (bites) error <= err_wdog;
            if (pc[6]) error <= err_end;
        end
        if (interrupts | fails) upc <= pc;
        if (interrupts | fails | acts[act_stop]) stopping <= 1'b0;
        if (acts[act_count_from]) count <= on_left[7:0];
        if (acts[act_count] | acts[act_entry_next]) count <= count + 8'd1;
        if (writing & for_base) bad_lanes <= (bad_lanes & ~(8'd1 << word[2:0])) | ({7'd0, no_lane}
                << word[2:0]);
        if (writing & for_control) ctrl <= bus_wdata[2:0];
        if (writing & for_classes) classes <= bus_wdata[20:0];
        if (writing & for_first) filter1 <= bus_wdata[17:0];
        if (writing & for_second) filter2 <= bus_wdata[1:0];
        if (writing & bank_at_recfmt & ~refused) recfmt <= bus_wdata[15:0];
        if (writing & bank_at_decim) decim <= bus_wdata[15:0];
        restarts <= commanded & ordered[reset_at];
        if (commanded & ordered[run_at]) begin
            mode <= state_runs;
            stopping <= 1'b0;
        end
        if (commanded & ordered[stop_at] & running) stopping <= 1'b1;
        if (skips) mode <= state_rest;
        // What is cleared is cleared from the first entry on, in whole half words.
        if (clears) tally <= 16'd0;
        if (commanded & (ordered[inv_all_at] | ordered[clr_all_at])) begin
            sweep_valid <= ordered[inv_all_at];
            sweep_memory <= ordered[clr_all_at];
            entry <= 6'd0;
            first_byte <= 3'd0;
            size <= 2'd0;
        end
        if (~tests[test_holds]) met <= holds;
        if (~codes[code_holds]) code <= pick_next | pick_alu | pick_memory | (pick_index | pick_tail
                | pick_size) | (pick_host | pick_command | pick_place);
        if (rst | restart) begin
            mode <= 2'd0;
            stopping <= 1'b0;
            cause <= 2'd0;
            error <= 3'd0;
            upc <= 7'd0;
            eq <= 1'b0;
            ltu <= 1'b0;
            zr <= 1'b0;
            asat <= 1'b0;
            isat <= 1'b0;
            msat <= 1'b0;
            hit <= 1'b0;
            neg <= 1'b0;
            classes <= 21'd0;
            filter1 <= 18'd0;
            filter2 <= 2'd0;
            decim <= 16'd0;
            within_ <= 1'b0;
            owed <= 1'b0;
            tally <= 16'd0;
            count <= 8'd0;
            bad_lanes <= no_lanes;
            ctrl <= frozen;
            keeps <= queued;
            if (~queued) recfmt <= record;
        end
        if (rst) begin
            sweep_valid <= 1'b1;
            recfmt <= record;
            met <= 1'b0;
            keeps <= 1'b0;
            heard <= 1'b0;
            asked <= 1'b0;
            sweep_memory <= 1'b0;
            entry <= 6'd0;
        end
        if (takes_key) key <= on_left;
        if (takes_key) i_format <= whole & i_formats[major];
        if (takes_key) s_format <= whole & s_formats[major];
        if (takes_key) b_format <= whole & b_formats[major];
        if (takes_key) u_format <= whole & u_formats[major];
        if (takes_key) j_format <= whole & j_formats[major];
        if (loads) current <= {32'd0, microcode0_rd} | ({32'd0, microcode1_rd} << 16)
                | ({32'd0, microcode2_rd} << 32);
        if (loads) place_a <= place_a_next;
        if (loads) place_b <= place_b_next;
        if (loads) short_a <= (coming_a == mi_a) | (coming_a == random_a) | (coming_a == none_a) | (coming_a
                == ix_a);
        if (loads) index_a <= coming_a == ix_a;
        if (loads) short_b <= (coming_b == none_b) | (coming_b == one_b) | (coming_b == random_b);
        if (loads) index_b <= coming_b == ix_b;
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_coproc_profiler_up5k_coproc_profiler_bank #(
    parameter [6:0] row_page0 = 7'd96,
    parameter [6:0] row_mask0 = 7'd127,
    parameter [31:0] readable0 = 32'd55,
    parameter [31:0] writable0 = 32'd30,
    parameter [4:0] id_at = 5'd0,
    parameter [4:0] ctrl_at = 5'd1,
    parameter [4:0] status_at = 5'd2,
    parameter [4:0] command_at = 5'd3,
    parameter [4:0] tap_at = 5'd4,
    parameter [4:0] lanes_at = 5'd5,
    parameter bus_error_reset = 1'b0,
    parameter [1:0] addr_src_reset = 2'd2,
    parameter mdata_ok_reset = 1'b0,
    parameter [31:0] id_word = 32'h434f5031,
    parameter [31:0] lanes_word = 32'd2
) (
    input  wire        clk,
    input  wire        rst,
    // the word that a request is about, whether it is written now, and with what
    input  wire [11:0] word,
    input  wire        write,
    input  wire [31:0] data,
    // what the word reads as; whether there is anything to read or to write
    output wire [31:0] value,
    output reg         reads,
    output reg         writes,
    // the fields that are kept here
    output wire        cfg_bus_error,
    output wire [1:0]  cfg_addr_src,
    output wire        cfg_mdata_ok,
    // a register was written that starts something
    output wire        set_flush,
    // what has happened, and stays until the host writes 1
    input  wire        raise_refused
);
    reg bus_error = 1'b0;
    reg [1:0] addr_src = 2'd2;
    reg mdata_ok = 1'b0;
    reg refused = 1'b0;

    reg [31:0] answer;

    wire [6:0] page = word[11:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_id = (page == 7'd96) & (slot == id_at);
    wire is_ctrl = (page == 7'd96) & (slot == ctrl_at);
    wire is_status = (page == 7'd96) & (slot == status_at);
    wire is_command = (page == 7'd96) & (slot == command_at);
    wire is_tap = (page == 7'd96) & (slot == tap_at);
    wire is_lanes = (page == 7'd96) & (slot == lanes_at);
    always @* begin
        // What may be done.
        reads = 1'b0;
        writes = 1'b0;
        if ((page & row_mask0) == row_page0) begin
            reads = readable0[slot];
            writes = writable0[slot];
        end
    end
    assign cfg_bus_error = bus_error;
    assign set_flush = write & is_command & data[0];
    assign cfg_addr_src = addr_src;
    assign cfg_mdata_ok = mdata_ok;
    always @* begin
        // Reads.
        answer = 32'd0;
        if (is_id) answer = answer | id_word;
        if (is_ctrl) answer = answer | {31'd0, cfg_bus_error};
        if (is_status) answer = answer | {31'd0, refused};
        if (is_tap) answer = answer | {30'd0, cfg_addr_src} | ({31'd0, cfg_mdata_ok} << 2);
        if (is_lanes) answer = answer | lanes_word;
    end
    assign value = answer;

    always @(posedge clk) begin
        // Writes.
        if (write & is_ctrl) bus_error <= data[0];
        refused <= (refused | raise_refused) & ~(write & is_status & data[0]);
        if (write & is_tap) begin
            addr_src <= data[1:0];
            mdata_ok <= data[2];
        end
        if (rst) begin
            bus_error <= bus_error_reset;
            addr_src <= addr_src_reset;
            mdata_ok <= mdata_ok_reset;
            refused <= 1'b0;
        end
    end
endmodule

// One request after the other: the co-processor's registers, its counters, and those of this unit.
// docs/reference/coproc_profiler.md K1, K5
module treetap_coproc_profiler_up5k_window #(
    parameter [7:0] counts_at = 8'd2,
    parameter [3:0] occ_at = 4'd12,
    parameter [3:0] high = 4'd6,
    parameter [3:0] gap = 4'd2,
    parameter [11:0] cmd_at = 12'd4,
    parameter [7:0] reset_code = 8'd8
) (
    input  wire        clk,
    input  wire        rst,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [13:0] bus_addr,
    input  wire [31:0] bus_wdata,
    input  wire [3:0]  bus_wstrb,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    output wire        bus_err,
    // requests to the co-processor
    output wire        machine_valid,
    output wire        machine_we,
    output wire [13:0] machine_addr,
    output wire [31:0] machine_wdata,
    input  wire        machine_ready,
    input  wire [31:0] machine_rdata,
    // requests to it and its counters wait
    input  wire        busy,
    // it was reset
    output wire        set_restart,
    // the counters
    output wire        cnt_read,
    output wire [3:0]  cnt_addr,
    input  wire        cnt_valid,
    input  wire [31:0] cnt_data,
    // records in the sample buffer
    input  wire [8:0]  occ,
    // what the tap has to know of its core
    output wire [1:0]  cfg_addr_src,
    output wire        cfg_mdata_ok,
    // the tap releases the record that it holds
    output wire        tap_flush
);
    localparam [1:0] State_Idle = 2'd0;
    localparam [1:0] State_Count = 2'd1;
    localparam [1:0] State_Act = 2'd2;
    localparam [1:0] State_Answer = 2'd3;

    reg [1:0] state = 2'd0;
    reg [31:0] data = 32'd0;
    reg error = 1'b0;

    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_cfg_bus_error;

    // Whose the request is.
    wire [11:0] word = bus_addr[13:2];
    wire [3:0] place = word[3:0];
    wire whole = ~bus_we | (&bus_wstrb);
    wire below = ~(&bus_addr[13:12]) & whole;
    wire counts = (word[11:4] == counts_at) & ~(place > occ_at) & ~bus_we;
    wire asks = (state == State_Idle) & bus_valid;
    wire open = asks & below & ~busy;
    assign machine_valid = open & ~counts;
    assign machine_we = bus_we;
    assign machine_addr = bus_addr;
    assign machine_wdata = bus_wdata;
    wire answered = machine_valid & machine_ready;
    wire [7:0] code = bus_wdata[7:0];
    assign set_restart = answered & bus_we & (word == cmd_at) & (code == reset_code);
    // Counters have other numbers there.
    assign cnt_read = state == State_Count;
    assign cnt_addr = ~(place < high) ? (place + gap) : place;
    wire acts = state == State_Act;
    wire obeyed = bus_we ? (whole & bank_writes) : bank_reads;
    wire bank_write = acts & obeyed & bus_we;
    wire bank_raise_refused = acts & ~obeyed;
    assign bus_ready = state == State_Answer;
    assign bus_rdata = data;
    assign bus_err = error;

    treetap_coproc_profiler_up5k_coproc_profiler_bank #(.row_page0(7'd96), .row_mask0(7'd127),
            .readable0(32'd55), .writable0(32'd30), .id_at(5'd0), .ctrl_at(5'd1), .status_at(5'd2),
            .command_at(5'd3), .tap_at(5'd4), .lanes_at(5'd5), .bus_error_reset(1'b0), .addr_src_reset(2'd2),
            .mdata_ok_reset(1'b0), .id_word(32'h434f5031), .lanes_word(32'd2)) u_bank (
        .clk(clk),
        .rst(rst),
        .word(word),
        .write(bank_write),
        .data(bus_wdata),
        .value(bank_value),
        .reads(bank_reads),
        .writes(bank_writes),
        .cfg_bus_error(bank_cfg_bus_error),
        .cfg_addr_src(cfg_addr_src),
        .cfg_mdata_ok(cfg_mdata_ok),
        .set_flush(tap_flush),
        .raise_refused(bank_raise_refused)
    );

    always @(posedge clk) begin
        case (state)
            State_Idle: begin
                error <= 1'b0;
                data <= machine_rdata;
                if (bus_we) data <= 32'd0;
                if (answered) state <= State_Answer;
                if (open & counts) state <= State_Count;
                if (asks & ~below) state <= State_Act;
            end
            State_Count: begin
                data <= cnt_data;
                if (place == occ_at) data <= {23'd0, occ};
                if (cnt_valid | (place == occ_at)) state <= State_Answer;
            end
            State_Act: begin
                state <= State_Answer;
                data <= 32'd0;
                if (obeyed & ~bus_we) data <= bank_value;
                error <= ~obeyed & bank_cfg_bus_error;
            end
            default /* State_Answer */: state <= State_Idle;
        endcase
        if (rst) state <= State_Idle;
    end
endmodule

// Wishbone B4 slave in front of the registers, classic cycles: wires, no state.
module treetap_coproc_profiler_up5k_wishbone (
    // byte offsets; an access that was refused is answered by err only if CTRL.BUS_ERROR is set
    input  wire        wb_cyc_i,
    input  wire        wb_stb_i,
    input  wire        wb_we_i,
    input  wire [13:0] wb_adr_i,
    input  wire [31:0] wb_dat_i,
    input  wire [3:0]  wb_sel_i,
    output wire [31:0] wb_dat_o,
    output wire        wb_ack_o,
    output wire        wb_err_o,
    // the registers
    output wire        bus_valid,
    output wire        bus_we,
    output wire [13:0] bus_addr,
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

// Profiling co-processor beside a core: 64 entries, samples of two lanes, Wishbone: for the iCE40 UP5K.
module treetap_coproc_profiler_up5k (
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
    // beside it: events
    input  wire [7:0]  ret_evt,
    // beside it: cycles of the access
    input  wire [15:0] ret_lat,

    input  wire        ret_always,
    output wire        ret_stall,
    // the host is asked for
    output wire        irq,
    // for simulations: the candidate acc_ord enters, or is dropped; a request was obeyed
    output wire        acc_full,
    output wire        acc_off,
    output wire        acc_set,
    output wire        acc_valid,
    output wire [31:0] acc_ord,
    // byte offsets; an access that was refused is answered by err only if CTRL.BUS_ERROR is set
    input  wire        wb_cyc_i,
    input  wire        wb_stb_i,
    input  wire        wb_we_i,
    input  wire [13:0] wb_adr_i,
    input  wire [31:0] wb_dat_i,
    input  wire [3:0]  wb_sel_i,
    output wire [31:0] wb_dat_o,
    output wire        wb_ack_o,
    output wire        wb_err_o
);
    wire rec_valid;
    wire rec_trap;
    wire [1:0] rec_mode_unused;
    wire [4:0] rec_class;
    wire rec_rvc;
    wire rec_taken;
    wire rec_start_unused;
    wire [31:0] rec_insn;
    wire [31:0] rec_pc;
    wire [31:0] rec_npc;
    wire [31:0] rec_val;
    wire [31:0] rec_addr;
    wire [7:0] rec_evt;
    wire [15:0] rec_lat;
    wire [15:0] rec_cycles_unused;
    wire [31:0] rec_ord;
    wire pcf_clearing;
    wire pcf_valid;
    wire [2:0] pcf_verdict;
    wire [31:0] ign_data;
    wire [127:0] fmt_lanes;
    wire [15:0] fmt_side;
    wire [1:0] fmt_stride;
    wire [15:0] fmt_recfmt;
    wire cand_valid;
    wire [63:0] cand_lanes;
    wire [15:0] cand_side;
    wire [31:0] cand_ord;
    wire [1:0] cfg_stride;
    wire cfg_fen;
    wire cfg_lossless;
    wire cfg_freeze;
    wire [7:0] cfg_f1_match;
    wire [7:0] cfg_f1_mask;
    wire [1:0] cfg_f1_hsel;
    wire now_decim;
    wire now_clear;
    wire now_flush;
    wire busy;
    wire queued;
    wire [127:0] smp_lanes;
    wire step_retired;
    wire step_trap;
    wire step_rej_class;
    wire step_rej_pc1;
    wire step_rej_pc2;
    wire step_rej_dec;
    wire step_cand;
    wire buffer_ready;
    wire ready;
    wire smp_valid;
    wire [63:0] smp_rec;
    wire [15:0] smp_side;
    wire [8:0] occ;
    wire step_acc;
    wire step_drop_full;
    wire step_drop_off;
    wire step_popped;
    wire step_flushed;
    wire cnt_cleared_unused;
    wire cnt_valid;
    wire [31:0] cnt_data;
    wire machine_ready;
    wire [31:0] machine_rdata;
    wire smp_ready;
    wire [2:0] cfg_ctrl;
    wire [20:0] cfg_class_en;
    wire [17:0] cfg_f1;
    wire [1:0] cfg_f2;
    wire [15:0] cfg_recfmt;
    wire [15:0] cfg_decim;
    wire run;
    wire set_decim;
    wire set_setign;
    wire set_ign;
    wire set_flush;
    wire set_clear;
    wire [6:0] set_addr;
    wire [31:0] set_data;
    wire bus_ready;
    wire [31:0] bus_rdata;
    wire bus_err;
    wire machine_valid;
    wire machine_we;
    wire [13:0] machine_addr;
    wire [31:0] machine_wdata;
    wire set_restart;
    wire cnt_read;
    wire [3:0] cnt_addr;
    wire [1:0] cfg_addr_src;
    wire cfg_mdata_ok;
    wire tap_flush;
    wire bus_valid;
    wire bus_we;
    wire [13:0] bus_addr;
    wire [31:0] bus_wdata;
    wire [3:0] bus_wstrb;

    treetap_coproc_profiler_up5k_tap #(.mret_insn(32'h30200073), .byte0(32'd255), .byte1(32'hff00),
            .byte2(32'hff0000), .byte3(32'hff000000), .beyond(32'hfffff000)) u_tap (
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
        .ret_cycles(16'd0),
        .ret_flush(tap_flush),
        .buffer_ready(buffer_ready),
        .cfg_addr_src(cfg_addr_src),
        .cfg_mdata_ok(cfg_mdata_ok),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_mode(rec_mode_unused),
        .rec_class(rec_class),
        .rec_rvc(rec_rvc),
        .rec_taken(rec_taken),
        .rec_start(rec_start_unused),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_npc(rec_npc),
        .rec_val(rec_val),
        .rec_addr(rec_addr),
        .rec_evt(rec_evt),
        .rec_lat(rec_lat),
        .rec_cycles(rec_cycles_unused),
        .rec_ord(rec_ord)
    );

    treetap_coproc_profiler_up5k_pcfilter #(.all_cleared(4'd8), .place_bits(4'd4), .half_bits(5'd16),
            .decim_code(3'd5), .minus_one(16'hffff), .last(16'hfffd)) u_pcfilter (
        .clk(clk),
        .rst(rst),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_class(rec_class),
        .rec_pc(rec_pc),
        .cfg_fen(cfg_fen),
        .cfg_class_en(cfg_class_en),
        .cfg_f1_hsel(cfg_f1_hsel),
        .cfg_f1_mask(cfg_f1_mask),
        .cfg_f1_match(cfg_f1_match),
        .cfg_f2_hsel(cfg_f2),
        .cfg_decim(cfg_decim),
        .set_decim(now_decim),
        .set_ign(set_ign),
        .set_setign(set_setign),
        .set_addr(set_addr),
        .set_data(set_data),
        .pcf_clearing(pcf_clearing),
        .pcf_valid(pcf_valid),
        .pcf_verdict(pcf_verdict),
        .ign_data0(ign_data)
    );

    treetap_coproc_profiler_up5k_sample_format u_format (
        .clk(clk),
        .rec_class(rec_class),
        .rec_rvc(rec_rvc),
        .rec_taken(rec_taken),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_npc(rec_npc),
        .rec_val(rec_val),
        .rec_addr(rec_addr),
        .rec_evt(rec_evt),
        .rec_lat(rec_lat),
        .rec_ord(rec_ord),
        .cfg_recfmt(fmt_recfmt),
        .fmt_lanes(fmt_lanes),
        .fmt_side(fmt_side),
        .fmt_stride(fmt_stride)
    );

    treetap_coproc_profiler_up5k_intake #(.pass_code(3'd0), .trap_code(3'd1), .class_code(3'd2),
            .pc1_code(3'd3), .pc2_code(3'd4), .decim_code(3'd5), .built_lanes(16'd255)) u_intake (
        .clk(clk),
        .rst(rst),
        .pcf_valid(pcf_valid),
        .pcf_verdict(pcf_verdict),
        .fmt_lanes(fmt_lanes),
        .fmt_side(fmt_side),
        .fmt_stride(fmt_stride),
        .fmt_recfmt(fmt_recfmt),
        .cand_valid(cand_valid),
        .cand_lanes(cand_lanes),
        .cand_side(cand_side),
        .cand_ord(cand_ord),
        .cfg_recfmt(cfg_recfmt),
        .cfg_ctrl(cfg_ctrl),
        .cfg_f1(cfg_f1),
        .cfg_stride(cfg_stride),
        .cfg_fen(cfg_fen),
        .cfg_lossless(cfg_lossless),
        .cfg_freeze(cfg_freeze),
        .cfg_f1_match(cfg_f1_match),
        .cfg_f1_mask(cfg_f1_mask),
        .cfg_f1_hsel(cfg_f1_hsel),
        .set_decim(set_decim),
        .set_flush(set_flush),
        .set_clear(set_clear),
        .set_restart(set_restart),
        .now_decim(now_decim),
        .now_clear(now_clear),
        .now_flush(now_flush),
        .busy(busy),
        .pcf_clearing(pcf_clearing),
        .occ(occ),
        .queued(queued),
        .smp_rec(smp_rec),
        .smp_lanes(smp_lanes),
        .step_retired(step_retired),
        .step_trap(step_trap),
        .step_rej_class(step_rej_class),
        .step_rej_pc1(step_rej_pc1),
        .step_rej_pc2(step_rej_pc2),
        .step_rej_dec(step_rej_dec),
        .step_cand(step_cand),
        .step_drop_full(step_drop_full),
        .step_drop_off(step_drop_off),
        .step_flushed(step_flushed),
        .acc_full(acc_full),
        .acc_off(acc_off),
        .acc_set(acc_set),
        .machine_ready(machine_ready),
        .ready(ready),
        .ret_always(ret_always),
        .ret_stall(ret_stall),
        .buffer_ready(buffer_ready)
    );

    treetap_coproc_profiler_up5k_sample_buffer #(.codes(2'd1), .banks_all(2'd1), .bank_bits(2'd1),
            .flight_bits(3'd4), .full_bit(4'd8), .one_lane(64'hffffffff), .two_lanes(64'hffffffffffffffff))
            u_buffer (
        .clk(clk),
        .rst(rst),
        .cand_valid(cand_valid),
        .cand_lanes(cand_lanes),
        .cand_side(cand_side),
        .cand_ord(cand_ord),
        .cfg_stride(cfg_stride),
        .cfg_lossless(cfg_lossless),
        .cfg_freeze(cfg_freeze),
        .run(run),
        .flush(now_flush),
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

    treetap_coproc_profiler_up5k_counters #(.last_place(4'd14), .zero_word(4'd15), .everybody(15'h7fff))
            u_counters (
        .clk(clk),
        .rst(rst),
        .step_retired(step_retired),
        .step_trap(step_trap),
        .step_rej_class(step_rej_class),
        .step_rej_pc1(step_rej_pc1),
        .step_rej_pc2(step_rej_pc2),
        .step_rej_dec(step_rej_dec),
        .step_rej_select(1'b0),
        .step_rej_burst(1'b0),
        .step_cand(step_cand),
        .step_acc(step_acc),
        .step_drop_full(step_drop_full),
        .step_drop_off(step_drop_off),
        .step_popped(step_popped),
        .step_flushed(step_flushed),
        .step_rej_gate(1'b0),
        .cnt_clear(now_clear),
        .cnt_cleared(cnt_cleared_unused),
        .cnt_read(cnt_read),
        .cnt_addr(cnt_addr),
        .cnt_valid(cnt_valid),
        .cnt_data(cnt_data)
    );

    treetap_coproc_profiler_up5k_coproc #(.state_rest(2'd0), .state_runs(2'd1), .state_asks(2'd2),
            .state_fails(2'd3), .left_at(6'd0), .right_at(6'd7), .write_at(6'd14), .take_a_at(6'd22),
            .take_b_at(6'd27), .half_at(6'd0), .key_at(6'd31), .second_at(6'd0), .column_at(6'd1),
            .make_at(6'd6), .carry_at(6'd3), .begin_at(6'd5), .shift_at(6'd2), .flag_at(6'd10),
            .memory_at(6'd15), .act_at(6'd18), .code_at(6'd23), .test_at(6'd27), .shift_valid(2'd3),
            .forks_at(6'd4), .enters_at(6'd5), .onward_at(6'd6), .aop_at(6'd44), .sa_at(6'd39), .sb_at(6'd34),
            .vd_at(6'd31), .iop_at(6'd28), .wx_at(6'd25), .mop_at(6'd21), .mb_at(6'd18), .rx_at(6'd15),
            .bc_at(6'd10), .bt_at(6'd5), .tag_at(6'd3), .rsv_at(6'd0), .coming_at(4'd2),
            .sa_legal(32'h3fffffff), .sb_legal(32'h1fff), .vd_legal(8'd31), .mop_legal(16'h7ff),
            .bt_legal(32'h3fffff), .bc_legal(16'h3ff), .random_in_a(5'd23), .random_in_b(5'd11),
            .act_search(5'd2), .act_entry_next(5'd14), .put_key(3'd2), .put_invalid(3'd3), .put_none(3'd4),
            .run_at(4'd1), .stop_at(4'd2), .clear_at(4'd6), .skip_at(4'd7), .reset_at(4'd8), .cinv_at(4'd9),
            .command_bit1(10'd2), .command_bit2(10'd4), .command_bit3(10'd8), .command_bit4(10'd16),
            .command_bit5(10'd32), .command_bit6(10'd64), .command_bit7(10'd128), .command_bit8(10'h100),
            .command_bit9(10'h200), .built_entries(9'd64), .want_refuses(5'd0), .want_read_file(5'd1),
            .want_read_status(5'd2), .want_read_low(5'd3), .want_read_high(5'd4), .want_read_key(5'd5),
            .want_read_valid(5'd6), .want_read_entry(5'd7), .want_read_other(5'd8), .want_write(5'd9),
            .want_write_index(5'd10), .want_write_width(5'd11), .want_write_random(5'd12),
            .want_write_key(5'd13), .want_write_entry(5'd14), .want_write_low(5'd15), .want_write_high(5'd16),
            .want_commands(5'd17), .act_answer(5'd11), .mi_bits(16'd63), .op_ld(4'd1), .op_xchg(4'd6),
            .act_next(5'd3), .act_load(5'd4), .act_place(5'd5), .at_base(4'd1), .at_index(4'd2),
            .at_largest(4'd3), .at_far(4'd4), .at_start(4'd5), .at_host(4'd6), .at_host_largest(4'd7),
            .at_host_high(4'd8), .at_host_index(4'd9), .nought(8'd3), .at_one(8'd131), .at_random(8'd7),
            .at_matched(8'd110), .known_classes(32'h1fffff), .values(32'hf000000), .md_a(5'd22),
            .random_a(5'd23), .ix_a(5'd28), .mi_a(5'd29), .none_a(5'd21), .md_b(5'd8), .one_b(5'd10),
            .random_b(5'd11), .ix_b(5'd12), .none_b(5'd9), .from_file(5'd1), .from_operand(5'd2),
            .from_lane(5'd3), .from_part(5'd4), .from_part_ones(5'd5), .from_data_low(5'd6),
            .from_data_high(5'd7), .from_found(5'd8), .from_host_base(5'd9), .from_made(5'd10),
            .byte_size(2'd3), .b_hold(4'd0), .file_b(4'd1), .not_file_b(4'd2), .operand_b(4'd3),
            .not_operand_b(4'd4), .ones_b(4'd6), .clip_b(4'd7), .not_clip_b(4'd8), .places0(8'd0),
            .places1(8'd128), .places2(8'd1), .places3(8'd2), .places4(8'd19), .places5(8'd6), .places6(8'd7),
            .places7(8'd131), .places8(8'd4), .places9(8'd132), .values_there0(16'h3841),
            .values_there1(16'h5454), .values_there2(16'd24), .values_there3(16'd4), .values_there4(16'd65),
            .values_there5(16'd255), .values_there6(16'hace1), .values_there7(16'd1), .values_there8(16'd16),
            .values_there9(16'h7fff), .of_widths(5'd9), .of_largest(5'd25), .sixteen(16'd16), .frozen(3'd4),
            .record(16'd65), .no_lanes(8'd255), .from_immediate_low(5'd17), .from_immediate_high(5'd18),
            .from_immediate_sign(5'd19), .from_key_low(5'd20), .from_key_high(5'd21), .from_told_low(5'd22),
            .from_told_high(5'd23), .from_random(5'd24), .from_reset(5'd25), .taps(16'hb400),
            .i_formats(32'h12000057), .s_formats(32'h300), .b_formats(32'h1000000), .u_formats(32'h2020),
            .j_formats(32'h8000000), .make_sum(4'd0), .make_move(4'd4), .make_and(4'd5), .make_or(4'd6),
            .make_xor(4'd7), .make_shift(4'd8), .make_found(4'd9), .carry_is_kept(2'd2), .shift_kept(2'd1),
            .shift_sign(2'd2), .flag_compare(5'd1), .flag_result(5'd2), .flag_compare_result(5'd3),
            .flag_compare_zero(5'd4), .flag_neg(5'd5), .flag_result_positive(5'd6), .flag_saturated_up(5'd7),
            .flag_saturated_down(5'd8), .flag_compare_clip(5'd9), .flag_clip_up(5'd10),
            .flag_clip_down(5'd11), .flag_clip_more(5'd12), .flag_counted_up(5'd13),
            .flag_counted_down(5'd14), .flag_index_zero(5'd15), .flag_index_ones(5'd16),
            .flag_index_clip(5'd17), .flag_hit_found(5'd18), .flag_hit_valid(5'd19), .flag_paid(5'd20),
            .store_flags(5'd12), .at_counted(4'd10), .recfmt_at(8'd19), .put_part(3'd1), .put_word0(3'd5),
            .put_word1(3'd6), .put_word2(3'd7), .size_at(4'd8), .lane_at(4'd12), .op_match(4'd7),
            .index_bits(4'd6), .sizes0(2'd0), .sizes1(2'd1), .sizes2(2'd2), .sizes3(2'd3), .act_entry(5'd1),
            .act_launch(5'd6), .act_done(5'd7), .act_interrupt(5'd8), .act_fail(5'd9), .act_stop(5'd10),
            .act_count_from(5'd15), .act_count(5'd16), .err_ill(3'd1), .err_end(3'd2), .err_wdog(3'd4),
            .err_lane(3'd5), .err_tgt(3'd3), .act_store(5'd12), .lane_from(4'd12), .act_command(5'd13),
            .inv_all_at(4'd3), .clr_all_at(4'd4), .flush_at(4'd5), .test_holds(5'd0), .test_stopping(5'd2),
            .test_sample(5'd3), .test_sweep_valid(5'd4), .test_sweep_memory(5'd5), .test_sweep_stops(5'd6),
            .test_searched(5'd7), .test_count_all(5'd8), .test_count_sixteen(5'd9), .test_made_zero(5'd10),
            .test_width_wrong(5'd11), .test_hit(5'd12), .test_refused(5'd13), .by_alu(4'd3), .by_memory(4'd4),
            .by_index(4'd5), .by_tail(4'd6), .by_next(4'd1), .by_fetched(4'd2), .by_size(4'd7),
            .led_away(5'd16), .fetches(5'd22), .serves(5'd23), .computes(5'd24), .troubled(5'd15),
            .by_host(4'd8), .by_command(4'd9), .by_place(4'd10), .code_holds(4'd0), .host_owed(5'd18),
            .nobody_rests(5'd19), .nobody_waits(5'd20), .nobody_far(5'd21), .to_wait(5'd1), .to_rest(5'd2),
            .fifteen(4'd15)) u_coproc (
        .clk(clk),
        .rst(rst),
        .bus_valid(machine_valid),
        .bus_we(machine_we),
        .bus_addr(machine_addr),
        .bus_wdata(machine_wdata),
        .bus_ready(machine_ready),
        .bus_rdata(machine_rdata),
        .smp_valid(smp_valid),
        .smp_ready(smp_ready),
        .smp_lanes(smp_lanes),
        .smp_side(smp_side),
        .queued(queued),
        .cfg_ctrl(cfg_ctrl),
        .cfg_class_en(cfg_class_en),
        .cfg_f1(cfg_f1),
        .cfg_f2(cfg_f2),
        .cfg_recfmt(cfg_recfmt),
        .cfg_decim(cfg_decim),
        .run(run),
        .set_decim(set_decim),
        .set_setign(set_setign),
        .set_ign(set_ign),
        .set_flush(set_flush),
        .set_clear(set_clear),
        .set_addr(set_addr),
        .set_data(set_data),
        .count_data(32'd0),
        .ign_data(ign_data),
        .irq(irq)
    );

    treetap_coproc_profiler_up5k_window #(.counts_at(8'd2), .occ_at(4'd12), .high(4'd6), .gap(4'd2),
            .cmd_at(12'd4), .reset_code(8'd8)) u_window (
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
        .machine_valid(machine_valid),
        .machine_we(machine_we),
        .machine_addr(machine_addr),
        .machine_wdata(machine_wdata),
        .machine_ready(machine_ready),
        .machine_rdata(machine_rdata),
        .busy(busy),
        .set_restart(set_restart),
        .cnt_read(cnt_read),
        .cnt_addr(cnt_addr),
        .cnt_valid(cnt_valid),
        .cnt_data(cnt_data),
        .occ(occ),
        .cfg_addr_src(cfg_addr_src),
        .cfg_mdata_ok(cfg_mdata_ok),
        .tap_flush(tap_flush)
    );

    treetap_coproc_profiler_up5k_wishbone u_bus (
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

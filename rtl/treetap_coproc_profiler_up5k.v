// treetap_coproc_profiler_up5k: 64 entries, samples of two lanes, Wishbone: for the iCE40 UP5K
// Configuration: axil 0, entries 64, lanes 2, predict 0, value_bits 32, xlen 32.
// Made by treetap 0.1.0 with: treetap gen coproc_profiler --preset up5k
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

module treetap_coproc_profiler_up5k_expander (
    input  wire [31:0] insn,
    output wire        compressed,
    output wire [31:0] expanded
);
    reg [6:0] sign;
    reg [6:0] high;
    reg [4:0] sign_field;
    reg legal;
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
    wire [31:0] joined = ({25'd0, high} << 25) | ({27'd0, rs2} << 20) | ({27'd0, rs1} << 15)
            | ({29'd0, funct3} << 12) | ({27'd0, rd} << 7) | {25'd0, opcode};
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
    wire [4:0] classifier_opclass;

    assign rvfi_ready = buffer_ready;
    wire release_ = held & (taken | flushed);
    // Where the held instruction went on: the core's own word
    // counts before handlers and after traps, but not for MRET.
    wire own = flushed | ((taken_intr | trap) & ~mret);
    assign rec_npc = own ? own_npc : taken_pc;
    wire leaves = rec_npc != fall;
    wire following = release_ ? (leaves | trap) : begins;
    assign rec_valid = release_;
    assign rec_trap = trap;
    assign rec_mode = mode;
    assign rec_class = class_;
    assign rec_rvc = rvc;
    assign rec_taken = leaves;
    assign rec_start = start;
    assign rec_insn = insn;
    assign rec_pc = pc;
    assign rec_val = val;
    assign rec_addr = addr;
    assign rec_evt = evt;
    assign rec_lat = lat;
    assign rec_cycles = cycles;
    // Records leave in order, so that what was counted so far is the ordinal of the one that leaves.
    assign rec_ord = ord;
    wire [6:0] opcode = taken_insn[6:0];
    // Classes 0 to 3 are LOAD, STORE, FLOAD and FSTORE, 15 is AMO.
    wire plain = ~(|classifier_opclass[4:2]);
    wire access = plain | (classifier_opclass == 5'd15);
    // Among accesses, these two bits of the opcode say what the class would say later.
    wire store = opcode[5];
    wire atomic = opcode[3];
    // STORE, FLOAD, FSTORE: the value is memory's.
    wire moves = plain & (|classifier_opclass);
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
        .expanded(expander_expanded)
    );

    treetap_coproc_profiler_up5k_classifier u_classifier (
        .insn(taken_insn),
        .opclass(classifier_opclass)
    );

    always @(posedge clk) begin
        // What the core retires goes into registers first, expanded; a flush keeps its place before it.
        taken <= rvfi_valid & buffer_ready;
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
        taken_mask <= rvfi_mem_rmask | rvfi_mem_wmask;
        taken_rdata <= rvfi_mem_rdata;
        taken_wdata <= rvfi_mem_wdata;
        taken_evt <= ret_evt;
        taken_lat <= ret_lat;
        taken_cycles <= ret_cycles;
        begins <= following;
        if (release_ & ~trap) ord <= ord + 32'd1;
        if (taken) begin
            trap <= taken_trap;
            mode <= taken_mode;
            mret <= taken_insn == mret_insn;
            class_ <= classifier_opclass;
            rvc <= taken_rvc;
            start <= following | taken_intr;
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
module treetap_coproc_profiler_up5k_lane (
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
    input  wire [6:0]  wa,
    input  wire [31:0] wd,
    input  wire        clearing,
    output wire        judged,
    output wire [2:0]  verdict
);
    reg busy = 1'b0;
    reg [2:0] early = 3'd0;
    reg [4:0] at0 = 5'd0;
    reg known0 = 1'b0;
    reg written0 = 1'b0;

    wire [7:0] f1_hash;
    wire [11:0] f2_0_hash;
    wire [31:0] table0_rd;

    wire [31:0] pct = pc >> 1;
    // First cycle: trap, class, first filter.
    wire [7:0] beside = (f1_hash ^ f1_match) & f1_mask;
    assign judged = busy;
    wire [6:0] word0 = f2_0_hash[11:5];
    wire [4:0] place0 = f2_0_hash[4:0];
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

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(32), .ADDR(7)) u_table0 (
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
    parameter [2:0] all_cleared = 3'd7,
    parameter [2:0] decim_code = 3'd5
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
    // pulses: DECIM was written; a word of the table, or a bit
    // of it, is written, for the records of the next cycle on
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
    // the word set_addr of the table, a cycle later
    output wire [31:0] ign_data0
);
    reg [11:0] hash0 = 12'd0;
    reg writing = 1'b0;
    reg setting = 1'b0;
    reg [7:0] cleared = 8'd0;
    reg [15:0] count = 16'hffff;
    reg valid = 1'b0;
    reg [2:0] verdict = 3'd0;

    reg [6:0] wa;
    reg [31:0] wd;
    wire lane_judged;
    wire [2:0] lane_verdict;
    wire [11:0] f2_0_hash;

    // The tables: cleared, or written a cycle after the request,
    // when the word in which a bit is set has been read.
    wire clearing = ~cleared[all_cleared];
    // The copy is read for the host as long as no bit is set.
    wire [6:0] table0_ra = ~set_setign ? set_addr : f2_0_hash[11:5];
    wire [31:0] lowest = 32'd1;
    wire we = writing | clearing;
    always @* begin
        wa = set_addr;
        wd = set_data;
        if (setting) begin
            wa = hash0[11:5];
            wd = ign_data0 | (lowest << hash0[4:0]);
        end
        if (clearing) begin
            wa = cleared[6:0];
            wd = 32'd0;
        end
    end
    assign pcf_clearing = clearing;
    // The decimator counts up, from the complement of the
    // period, to all ones but the lowest bit: then one passes.
    // Period 0 begins there, too.
    wire judged = lane_judged;
    wire counts = judged & ~(|lane_verdict);
    wire full = &count[15:1];
    assign pcf_valid = valid;
    assign pcf_verdict = verdict;

    treetap_coproc_profiler_up5k_lane u_lane (
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

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(32), .ADDR(7)) u_table0 (
        .clk(clk),
        .ra(table0_ra),
        .rd(ign_data0),
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
        hash0 <= f2_0_hash;
        writing <= set_ign | set_setign;
        setting <= set_setign;
        if (clearing) cleared <= cleared + 8'd1;
        if (set_decim | (counts & full)) begin
            count <= ~cfg_decim;
        end else if (counts) begin
            count <= count + 16'd1;
        end
        valid <= judged;
        verdict <= lane_verdict;
        if (counts & ~full) verdict <= decim_code;
        if (rst) begin
            writing <= 1'b0;
            cleared <= 8'd0;
            count <= 16'hffff;
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
// its steps, and the words are visited in turn, one per cycle: read, the steps added, written.
module treetap_coproc_profiler_up5k_counters #(
    parameter [3:0] last_place = 4'd14,
    parameter [4:0] zero_word = 5'd16
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
    // hold it and cnt_addr until cnt_valid, at most 16 cycles
    input  wire        cnt_read,

    input  wire [3:0]  cnt_addr,
    output wire        cnt_valid,
    output wire [31:0] cnt_data
);
    reg clearing = 1'b1;
    reg start = 1'b1;
    reg [14:0] round = 15'd0;
    reg [3:0] place = 4'd0;
    reg [3:0] steps = 4'd0;
    reg adding = 1'b0;
    reg [3:0] adding_at = 4'd0;
    reg [31:0] sum = 32'd0;
    reg writing = 1'b0;
    reg [3:0] writing_at = 4'd0;

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
    wire lately0_visit = round[0] | start;
    wire lately1_visit = round[1] | start;
    wire lately2_visit = round[2] | start;
    wire lately3_visit = round[3] | start;
    wire lately4_visit = round[4] | start;
    wire lately5_visit = round[5] | start;
    wire lately6_visit = round[6] | start;
    wire lately7_visit = round[7] | start;
    wire lately8_visit = round[8] | start;
    wire lately9_visit = round[9] | start;
    wire lately10_visit = round[10] | start;
    wire lately11_visit = round[11] | start;
    wire lately12_visit = round[12] | start;
    wire lately13_visit = round[13] | start;
    wire lately14_visit = round[14] | start;
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
    wire [4:0] words_ra = clearing ? zero_word : {1'd0, place};
    // Third cycle: the word is written, and whoever wants it has
    // it. First of all the word that is always 0 is written first.
    wire words_we = writing | start;
    wire [4:0] words_wa = start ? zero_word : {1'd0, writing_at};
    assign cnt_valid = cnt_read & ((writing & (writing_at == cnt_addr)) | (cnt_addr > last_place));
    assign cnt_data = sum;
    assign cnt_cleared = ~clearing;

    treetap_coproc_profiler_up5k_lately u_lately0 (
        .clk(clk),
        .step(step_retired),
        .visit(lately0_visit),
        .steps(lately0_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately1 (
        .clk(clk),
        .step(step_trap),
        .visit(lately1_visit),
        .steps(lately1_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately2 (
        .clk(clk),
        .step(step_rej_class),
        .visit(lately2_visit),
        .steps(lately2_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately3 (
        .clk(clk),
        .step(step_rej_pc1),
        .visit(lately3_visit),
        .steps(lately3_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately4 (
        .clk(clk),
        .step(step_rej_pc2),
        .visit(lately4_visit),
        .steps(lately4_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately5 (
        .clk(clk),
        .step(step_rej_dec),
        .visit(lately5_visit),
        .steps(lately5_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately6 (
        .clk(clk),
        .step(step_rej_select),
        .visit(lately6_visit),
        .steps(lately6_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately7 (
        .clk(clk),
        .step(step_rej_burst),
        .visit(lately7_visit),
        .steps(lately7_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately8 (
        .clk(clk),
        .step(step_cand),
        .visit(lately8_visit),
        .steps(lately8_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately9 (
        .clk(clk),
        .step(step_acc),
        .visit(lately9_visit),
        .steps(lately9_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately10 (
        .clk(clk),
        .step(step_drop_full),
        .visit(lately10_visit),
        .steps(lately10_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately11 (
        .clk(clk),
        .step(step_drop_off),
        .visit(lately11_visit),
        .steps(lately11_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately12 (
        .clk(clk),
        .step(step_popped),
        .visit(lately12_visit),
        .steps(lately12_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately13 (
        .clk(clk),
        .step(step_flushed),
        .visit(lately13_visit),
        .steps(lately13_steps)
    );

    treetap_coproc_profiler_up5k_lately u_lately14 (
        .clk(clk),
        .step(step_rej_gate),
        .visit(lately14_visit),
        .steps(lately14_steps)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(32), .ADDR(5)) u_words (
        .clk(clk),
        .ra(words_ra),
        .rd(words_rd),
        .we(words_we),
        .wa(words_wa),
        .wd(sum)
    );

    always @(posedge clk) begin
        // First cycle of a visit: the word is read, the steps are taken.
        // After a reset or clear all that stepped before is forgotten.
        start <= 1'b0;
        round <= round << 1;
        place <= place + 4'd1;
        if (start | round[last_place]) begin
            round <= 15'd1;
            place <= 4'd0;
        end
        if (round[last_place]) clearing <= 1'b0;
        steps <= taken;
        adding <= ~start;
        adding_at <= place;
        // Second cycle: they are added.
        sum <= words_rd + {28'd0, steps};
        writing <= adding;
        writing_at <= adding_at;
        if (clear) begin
            clearing <= 1'b1;
            start <= 1'b1;
            round <= 15'd0;
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
    output reg  [39:0] rd
);
    reg [39:0] mem [0:511];

    initial begin
        mem[  0] = 40'h0007800000; mem[  1] = 40'h00003a0000; mem[  2] = 40'h0000000000;
        mem[  3] = 40'h0000000000; mem[  4] = 40'h0000000000; mem[  5] = 40'h0800000000;
        mem[  6] = 40'h0001000000; mem[  7] = 40'h0001238000; mem[  8] = 40'h0000000000;
        mem[  9] = 40'h000000002a; mem[ 10] = 40'h000000000a; mem[ 11] = 40'h000040002a;
        mem[ 12] = 40'h0000000007; mem[ 13] = 40'h0000400000; mem[ 14] = 40'h000000000a;
        mem[ 15] = 40'h000040002a; mem[ 16] = 40'h0000000000; mem[ 17] = 40'h000000002a;
        mem[ 18] = 40'h0000000048; mem[ 19] = 40'h2028402600; mem[ 20] = 40'h0000000048;
        mem[ 21] = 40'h0030402600; mem[ 22] = 40'h0000000048; mem[ 23] = 40'h2028402600;
        mem[ 24] = 40'h0000000048; mem[ 25] = 40'h0030400000; mem[ 26] = 40'h0000002648;
        mem[ 27] = 40'h0010400000; mem[ 28] = 40'h000000260a; mem[ 29] = 40'h0010400000;
        mem[ 30] = 40'h000000261e; mem[ 31] = 40'h0010400000; mem[ 32] = 40'h0000000000;
        mem[ 33] = 40'h000000002a; mem[ 34] = 40'h0000000000; mem[ 35] = 40'h0000000000;
        mem[ 36] = 40'h0000000000; mem[ 37] = 40'h000000000a; mem[ 38] = 40'h0000000000;
        mem[ 39] = 40'h0000000000; mem[ 40] = 40'h0000000000; mem[ 41] = 40'h0000000000;
        mem[ 42] = 40'h0000000000; mem[ 43] = 40'h0000000000; mem[ 44] = 40'h0000000000;
        mem[ 45] = 40'h0000000000; mem[ 46] = 40'h0000002040; mem[ 47] = 40'h00008020c1;
        mem[ 48] = 40'h0000002040; mem[ 49] = 40'h00008020c1; mem[ 50] = 40'h0000000000;
        mem[ 51] = 40'h0000000000; mem[ 52] = 40'h0000000000; mem[ 53] = 40'h0000000000;
        mem[ 54] = 40'h0000000183; mem[ 55] = 40'h0000000000; mem[ 56] = 40'h0000000000;
        mem[ 57] = 40'h0012800000; mem[ 58] = 40'h0000000000; mem[ 59] = 40'h0000000054;
        mem[ 60] = 40'h0000000000; mem[ 61] = 40'h0000000000; mem[ 62] = 40'h0000000000;
        mem[ 63] = 40'h40a8e31200; mem[ 64] = 40'hc0a0a2a444; mem[ 65] = 40'h00086a8000;
        mem[ 66] = 40'hc0a0a2a444; mem[ 67] = 40'h00086a8000; mem[ 68] = 40'hc0a0aaa444;
        mem[ 69] = 40'h0008628000; mem[ 70] = 40'hc0a0802040; mem[ 71] = 40'h00188020c1;
        mem[ 72] = 40'hc0a0a2a444; mem[ 73] = 40'h00086a8000; mem[ 74] = 40'hc0a0802040;
        mem[ 75] = 40'h00188020c1; mem[ 76] = 40'hc0a0a28000; mem[ 77] = 40'h00002a8000;
        mem[ 78] = 40'hc0a0a2a444; mem[ 79] = 40'h00086a8000; mem[ 80] = 40'hc0a0a2a444;
        mem[ 81] = 40'h00086a8000; mem[ 82] = 40'hc0a0a2a444; mem[ 83] = 40'h00086a8000;
        mem[ 84] = 40'hc0a0a28000; mem[ 85] = 40'h00002a850a; mem[ 86] = 40'hc0a0a28000;
        mem[ 87] = 40'h00002a850a; mem[ 88] = 40'hc0a0a28000; mem[ 89] = 40'h00002a8000;
        mem[ 90] = 40'hc0a0a28000; mem[ 91] = 40'h00002a8000; mem[ 92] = 40'hc0a0a28000;
        mem[ 93] = 40'h00002a8000; mem[ 94] = 40'hc0a0a28000; mem[ 95] = 40'h00002a8000;
        mem[ 96] = 40'h0000000050; mem[ 97] = 40'h0000400000; mem[ 98] = 40'h0000000050;
        mem[ 99] = 40'h0000400000; mem[100] = 40'h0000000050; mem[101] = 40'h0000400000;
        mem[102] = 40'h0000000050; mem[103] = 40'h0000400000; mem[104] = 40'h0000000000;
        mem[105] = 40'hc098a2a444; mem[106] = 40'h0000000000; mem[107] = 40'h0000000000;
        mem[108] = 40'h0000000000; mem[109] = 40'h0000000000; mem[110] = 40'h0000000000;
        mem[111] = 40'h0000000000; mem[112] = 40'h000000170e; mem[113] = 40'h0000000000;
        mem[114] = 40'h0000000000; mem[115] = 40'h0000c00000; mem[116] = 40'h0000000000;
        mem[117] = 40'h0000c00000; mem[118] = 40'h0000000000; mem[119] = 40'h0000c00000;
        mem[120] = 40'h0000001180; mem[121] = 40'h6008c00000; mem[122] = 40'h0000000000;
        mem[123] = 40'h0000c00000; mem[124] = 40'h000000000e; mem[125] = 40'h003840002e;
        mem[126] = 40'h8038670000; mem[127] = 40'h08002f0000; mem[128] = 40'h0000000183;
        mem[129] = 40'h0000000000; mem[130] = 40'h0000003058; mem[131] = 40'h0000000000;
        mem[132] = 40'h0005800000; mem[133] = 40'h0000238000; mem[134] = 40'h0005c00000;
        mem[135] = 40'h0000238000; mem[136] = 40'h0002400000; mem[137] = 40'h0000000000;
        mem[138] = 40'h0002400000; mem[139] = 40'h0000000000; mem[140] = 40'h0002400000;
        mem[141] = 40'h0000000000; mem[142] = 40'h0002400003; mem[143] = 40'h0000400000;
        mem[144] = 40'h0002400000; mem[145] = 40'h0000000000; mem[146] = 40'h0006c00000;
        mem[147] = 40'h0007238000; mem[148] = 40'h0001c00000; mem[149] = 40'h0000380000;
        mem[150] = 40'h0001802e00; mem[151] = 40'h0010000000; mem[152] = 40'h0000000004;
        mem[153] = 40'h0000400000; mem[154] = 40'h0029800000; mem[155] = 40'h800021c000;
        mem[156] = 40'h0002400000; mem[157] = 40'h0001800000; mem[158] = 40'h0002400000;
        mem[159] = 40'h0001800000; mem[160] = 40'h0001800000; mem[161] = 40'h0001e94000;
        mem[162] = 40'h0002400025; mem[163] = 40'h0000400026; mem[164] = 40'h0002400000;
        mem[165] = 40'h0000000000; mem[166] = 40'h0000000028; mem[167] = 40'h2028400009;
        mem[168] = 40'h0038400000; mem[169] = 40'h8000270000; mem[170] = 40'h0001270000;
        mem[171] = 40'h00002f0000; mem[172] = 40'h0000270000; mem[173] = 40'h00002f0000;
        mem[174] = 40'h0000270000; mem[175] = 40'h00002f0000; mem[176] = 40'h0038400000;
        mem[177] = 40'h8000270000; mem[178] = 40'h0001270000; mem[179] = 40'h00002f0000;
        mem[180] = 40'h0000270000; mem[181] = 40'h00002f0000; mem[182] = 40'h0000270000;
        mem[183] = 40'h00002f0000; mem[184] = 40'h0000002040; mem[185] = 40'h20208020c1;
        mem[186] = 40'h0000400000; mem[187] = 40'h0800000000; mem[188] = 40'h0000000000;
        mem[189] = 40'h0000000000; mem[190] = 40'h0000000000; mem[191] = 40'h0000000000;
        mem[192] = 40'h0000000183; mem[193] = 40'h0000000000; mem[194] = 40'h0000000183;
        mem[195] = 40'h0000000000; mem[196] = 40'h0000000183; mem[197] = 40'h0000000000;
        mem[198] = 40'h0000000183; mem[199] = 40'h0000000000; mem[200] = 40'h0000000183;
        mem[201] = 40'h0000000000; mem[202] = 40'h0000000183; mem[203] = 40'h0000000000;
        mem[204] = 40'h0000000183; mem[205] = 40'h0000000000; mem[206] = 40'h0000000183;
        mem[207] = 40'h0000000000; mem[208] = 40'h0000000000; mem[209] = 40'h0000000183;
        mem[210] = 40'h0000000000; mem[211] = 40'h0000000000; mem[212] = 40'hc098a28000;
        mem[213] = 40'h00002a8000; mem[214] = 40'h000000000a; mem[215] = 40'h004040002a;
        mem[216] = 40'h804062a444; mem[217] = 40'h00086a8000; mem[218] = 40'h4029638000;
        mem[219] = 40'h00002b8000; mem[220] = 40'h0000238000; mem[221] = 40'h000000000e;
        mem[222] = 40'h0000238000; mem[223] = 40'h000000000e; mem[224] = 40'h0000000000;
        mem[225] = 40'h0001800000; mem[226] = 40'h4031238000; mem[227] = 40'h00002b8000;
        mem[228] = 40'h0000238000; mem[229] = 40'h000000000e; mem[230] = 40'h0000238000;
        mem[231] = 40'h000000000e; mem[232] = 40'h0001c00000; mem[233] = 40'h0000000000;
        mem[234] = 40'h4009638000; mem[235] = 40'h00002b8000; mem[236] = 40'h000023802a;
        mem[237] = 40'h0030400000; mem[238] = 40'h000023802a; mem[239] = 40'h0030400000;
        mem[240] = 40'h000000002a; mem[241] = 40'h000040000a; mem[242] = 40'h80006a8000;
        mem[243] = 40'h000022802a; mem[244] = 40'h000040000a; mem[245] = 40'h80006a8000;
        mem[246] = 40'h000022802a; mem[247] = 40'h000040000a; mem[248] = 40'h80006a8000;
        mem[249] = 40'h000022802a; mem[250] = 40'h000040000a; mem[251] = 40'h80006a8000;
        mem[252] = 40'h000022802a; mem[253] = 40'h000040000a; mem[254] = 40'h80006a8000;
        mem[255] = 40'h000022802a; mem[256] = 40'h000040000a; mem[257] = 40'h80006a8000;
        mem[258] = 40'h000022802a; mem[259] = 40'h000040000a; mem[260] = 40'h80006a8000;
        mem[261] = 40'h000022802a; mem[262] = 40'h000040000a; mem[263] = 40'h80006aa444;
        mem[264] = 40'h0008628000; mem[265] = 40'h0280c00000; mem[266] = 40'h0000000000;
        mem[267] = 40'h0004400000; mem[268] = 40'h0004800000; mem[269] = 40'h0000230000;
        mem[270] = 40'h00002b0000; mem[271] = 40'h000000002c; mem[272] = 40'h000040000c;
        mem[273] = 40'h00006b0000; mem[274] = 40'h0000230000; mem[275] = 40'h0400000600;
        mem[276] = 40'h0408c01600; mem[277] = 40'h4088e31200; mem[278] = 40'h0012800000;
        mem[279] = 40'h00002b0000; mem[280] = 40'h0000000000; mem[281] = 40'h0000000000;
        mem[282] = 40'h0000000000; mem[283] = 40'h0000000000; mem[284] = 40'h0000000000;
        mem[285] = 40'h0000000000; mem[286] = 40'h0800000000; mem[287] = 40'h1000000000;
        mem[288] = 40'h1800000000; mem[289] = 40'h0000000000; mem[290] = 40'h0000000000;
        mem[291] = 40'h0000000000; mem[292] = 40'h0002800000; mem[293] = 40'h0000000000;
        mem[294] = 40'h0000238000; mem[295] = 40'h0000000000; mem[296] = 40'h0002800000;
        mem[297] = 40'h0000000000; mem[298] = 40'h00002b8000; mem[299] = 40'h0002800000;
        mem[300] = 40'h0038002600; mem[301] = 40'h2012800000; mem[302] = 40'h0000000000;
        mem[303] = 40'h0040002600; mem[304] = 40'h0012800000; mem[305] = 40'h8000320000;
        mem[306] = 40'h0000000000; mem[307] = 40'h0000000000; mem[308] = 40'h0000000000;
        mem[309] = 40'h0000000000; mem[310] = 40'h0000000054; mem[311] = 40'h0000400006;
        mem[312] = 40'h0000400000; mem[313] = 40'h0000000000; mem[314] = 40'h0000000000;
        mem[315] = 40'h0000000000; mem[316] = 40'h0030360000; mem[317] = 40'h0002800000;
        mem[318] = 40'h0028000000; mem[319] = 40'h0002800000; mem[320] = 40'h0000000000;
        mem[321] = 40'h0000000000; mem[322] = 40'h0000000000; mem[323] = 40'h0002800000;
        mem[324] = 40'h000840152a; mem[325] = 40'hc008628000; mem[326] = 40'h00002a850a;
        mem[327] = 40'h000840152a; mem[328] = 40'hc00862a444; mem[329] = 40'h00086a8000;
        mem[330] = 40'h0280c00000; mem[331] = 40'h0000000000; mem[332] = 40'h0004400000;
        mem[333] = 40'h0004800000; mem[334] = 40'h0000230000; mem[335] = 40'h00002b0000;
        mem[336] = 40'h0080e30000; mem[337] = 40'h00002b0000; mem[338] = 40'h000000060c;
        mem[339] = 40'h000840162c; mem[340] = 40'h4008630000; mem[341] = 40'h00002b0000;
        mem[342] = 40'h2012800000; mem[343] = 40'h0000000000; mem[344] = 40'h0040002600;
        mem[345] = 40'h0012800000; mem[346] = 40'h0000320000; mem[347] = 40'h0000000005;
        mem[348] = 40'h2028400000; mem[349] = 40'h0002800000; mem[350] = 40'h0040000000;
        mem[351] = 40'h0000214000; mem[352] = 40'h0280c00000; mem[353] = 40'h0004000000;
        mem[354] = 40'h0000000000; mem[355] = 40'h0000230000; mem[356] = 40'h00002b0000;
        mem[357] = 40'h0000000000; mem[358] = 40'h0000000000; mem[359] = 40'h0006000000;
        mem[360] = 40'h0006638000; mem[361] = 40'h00002b8000; mem[362] = 40'h0000000000;
        mem[363] = 40'h0000000000; mem[364] = 40'h0006800000; mem[365] = 40'h0000238000;
        mem[366] = 40'h00002b8000; mem[367] = 40'h0000000000; mem[368] = 40'h0000000000;
        mem[369] = 40'h0000000000; mem[370] = 40'h2000000000; mem[371] = 40'h000021c000;
        mem[372] = 40'h40006a0029; mem[373] = 40'h4000624000; mem[374] = 40'h00002a4000;
        mem[375] = 40'h0000000000; mem[376] = 40'h0000000000; mem[377] = 40'h0000000000;
        mem[378] = 40'h00002a0000; mem[379] = 40'h0000224000; mem[380] = 40'h00002a4000;
        mem[381] = 40'h0000214000; mem[382] = 40'h000000000e; mem[383] = 40'h004040002e;
        mem[384] = 40'h8040670000; mem[385] = 40'h08002f0000; mem[386] = 40'h0000000000;
        mem[387] = 40'h0000000000; mem[388] = 40'h000000000e; mem[389] = 40'h0040400000;
        mem[390] = 40'h8000270000; mem[391] = 40'h00002f0000; mem[392] = 40'h0000000000;
        mem[393] = 40'h000000000e; mem[394] = 40'h0040400000; mem[395] = 40'h8000000000;
        mem[396] = 40'h0000000000; mem[397] = 40'h0000370064; mem[398] = 40'h0000402e00;
        mem[399] = 40'h0010000000; mem[400] = 40'h0000390000; mem[401] = 40'h000000000a;
        mem[402] = 40'h003840002a; mem[403] = 40'h803862a444; mem[404] = 40'h00086a8000;
        mem[405] = 40'h0001800183; mem[406] = 40'h0000360000; mem[407] = 40'h0000000000;
        mem[408] = 40'h0000000000; mem[409] = 40'h0280800000; mem[410] = 40'h000000001e;
        mem[411] = 40'h0002000000; mem[412] = 40'h0000278000; mem[413] = 40'h0000700007;
        mem[414] = 40'h0000704000; mem[415] = 40'h0007400000; mem[416] = 40'h000021c000;
        mem[417] = 40'h0012802600; mem[418] = 40'h0008320000; mem[419] = 40'h8000000000;
        mem[420] = 40'h0000000000; mem[421] = 40'h0000000000; mem[422] = 40'h0000000000;
        mem[423] = 40'h0000000000; mem[424] = 40'h0000000000; mem[425] = 40'h0000000000;
        mem[426] = 40'h0000000000; mem[427] = 40'h0000000000; mem[428] = 40'h0000000000;
        mem[429] = 40'h0000000000; mem[430] = 40'h0000000000; mem[431] = 40'h0000000000;
        mem[432] = 40'h0000000000; mem[433] = 40'h0005000000; mem[434] = 40'h0005638000;
        mem[435] = 40'h0000000000; mem[436] = 40'h0000000000; mem[437] = 40'h0000000000;
        mem[438] = 40'h0000400000; mem[439] = 40'h0001800000; mem[440] = 40'h0000000000;
        mem[441] = 40'h0005000000; mem[442] = 40'h0005670000; mem[443] = 40'h00002f0000;
        mem[444] = 40'h0001c00000; mem[445] = 40'h0800000000; mem[446] = 40'h0800000000;
        mem[447] = 40'h1001000000; mem[448] = 40'h0800000500; mem[449] = 40'h3029401500;
        mem[450] = 40'h0800000500; mem[451] = 40'h1031001500; mem[452] = 40'h0800000500;
        mem[453] = 40'h1009401500; mem[454] = 40'h0800000000; mem[455] = 40'h1001000000;
        mem[456] = 40'h0080800000; mem[457] = 40'h0000000000; mem[458] = 40'h0000000000;
        mem[459] = 40'h0000320000; mem[460] = 40'h0000700000; mem[461] = 40'h0000304000;
        mem[462] = 40'h0000360000; mem[463] = 40'h0000298000; mem[464] = 40'h0000000000;
        mem[465] = 40'h000040002a; mem[466] = 40'h0000000000; mem[467] = 40'h0000000000;
        mem[468] = 40'h0000000000; mem[469] = 40'h0000000000; mem[470] = 40'h0000000000;
        mem[471] = 40'h0000000000; mem[472] = 40'h0000000000; mem[473] = 40'h0000000000;
        mem[474] = 40'h0000000000; mem[475] = 40'h0000000000; mem[476] = 40'h0000000000;
        mem[477] = 40'h0000000000; mem[478] = 40'h0000000000; mem[479] = 40'h0000000000;
        mem[480] = 40'h0000000000; mem[481] = 40'h0000000000; mem[482] = 40'h0000000000;
        mem[483] = 40'h0000000000; mem[484] = 40'h0000000000; mem[485] = 40'h0000000000;
        mem[486] = 40'h0000000000; mem[487] = 40'h0000000000; mem[488] = 40'h0000000000;
        mem[489] = 40'h0000000000; mem[490] = 40'h0000000000; mem[491] = 40'h0000000000;
        mem[492] = 40'h0000000000; mem[493] = 40'h0000000000; mem[494] = 40'h0000000000;
        mem[495] = 40'h0000000000; mem[496] = 40'h0000000000; mem[497] = 40'h0000000000;
        mem[498] = 40'h0000000000; mem[499] = 40'h0000000000; mem[500] = 40'h0000000000;
        mem[501] = 40'h0000000000; mem[502] = 40'h0000000000; mem[503] = 40'h0000000000;
        mem[504] = 40'h0000000000; mem[505] = 40'h0000000000; mem[506] = 40'h0000000000;
        mem[507] = 40'h0000000000; mem[508] = 40'h0000000000; mem[509] = 40'h0000000000;
        mem[510] = 40'h0000000000; mem[511] = 40'h0000000000;
    end

    always @(posedge clk) rd <= mem[ra];
endmodule

// Block ROM: rd is the word at ra of the cycle before.
module treetap_coproc_profiler_up5k_rom_v2 (
    input  wire clk,
    input  wire [8:0] ra,
    output reg  [40:0] rd
);
    reg [40:0] mem [0:511];

    initial begin
        mem[  0] = 41'h00004800000; mem[  1] = 41'h00000044009; mem[  2] = 41'h00020000000;
        mem[  3] = 41'h08c30000000; mem[  4] = 41'h00000000000; mem[  5] = 41'h00000000000;
        mem[  6] = 41'h00000000000; mem[  7] = 41'h09530000004; mem[  8] = 41'h05c30090000;
        mem[  9] = 41'h07eb0000000; mem[ 10] = 41'h00000000000; mem[ 11] = 41'h0e630000000;
        mem[ 12] = 41'h00000000000; mem[ 13] = 41'h0cfb0000000; mem[ 14] = 41'h00000000000;
        mem[ 15] = 41'h0ceb0000000; mem[ 16] = 41'h00470000000; mem[ 17] = 41'h081b0000000;
        mem[ 18] = 41'h00000000000; mem[ 19] = 41'h01cb0000000; mem[ 20] = 41'h00000000000;
        mem[ 21] = 41'h0d0b0000000; mem[ 22] = 41'h00000000000; mem[ 23] = 41'h0ab30000000;
        mem[ 24] = 41'h00000000000; mem[ 25] = 41'h095b0000000; mem[ 26] = 41'h00000000000;
        mem[ 27] = 41'h0e5b0000000; mem[ 28] = 41'h00000000000; mem[ 29] = 41'h0e5b0000000;
        mem[ 30] = 41'h00006800000; mem[ 31] = 41'h0e530000000; mem[ 32] = 41'h00870000000;
        mem[ 33] = 41'h08330000000; mem[ 34] = 41'h00000384000; mem[ 35] = 41'h0df30000000;
        mem[ 36] = 41'h00000384000; mem[ 37] = 41'h0e8b0000000; mem[ 38] = 41'h00000384000;
        mem[ 39] = 41'h0e030000000; mem[ 40] = 41'h00000384000; mem[ 41] = 41'h0e130000000;
        mem[ 42] = 41'h00000384000; mem[ 43] = 41'h0e230000000; mem[ 44] = 41'h00000384000;
        mem[ 45] = 41'h0e330000000; mem[ 46] = 41'h00000004000; mem[ 47] = 41'h0ccb080c000;
        mem[ 48] = 41'h00000004000; mem[ 49] = 41'h0e430280000; mem[ 50] = 41'h00000284000;
        mem[ 51] = 41'h0c130302000; mem[ 52] = 41'h00000004000; mem[ 53] = 41'h0dcb0000000;
        mem[ 54] = 41'h00000500000; mem[ 55] = 41'h0bc30030000; mem[ 56] = 41'h05c30114000;
        mem[ 57] = 41'h098b0000000; mem[ 58] = 41'h00001800000; mem[ 59] = 41'h09bb2000000;
        mem[ 60] = 41'h00002800000; mem[ 61] = 41'h08db3000000; mem[ 62] = 41'h08c30028000;
        mem[ 63] = 41'h08b30000000; mem[ 64] = 41'h0000028000a; mem[ 65] = 41'h0107030000a;
        mem[ 66] = 41'h00000280004; mem[ 67] = 41'h010703000c4; mem[ 68] = 41'h00000280144;
        mem[ 69] = 41'h01070300104; mem[ 70] = 41'h00000000000; mem[ 71] = 41'h034b0000040;
        mem[ 72] = 41'h00000280000; mem[ 73] = 41'h010703000c0; mem[ 74] = 41'h00000000000;
        mem[ 75] = 41'h06a30000040; mem[ 76] = 41'h00000000000; mem[ 77] = 41'h0c8b0000240;
        mem[ 78] = 41'h00000280005; mem[ 79] = 41'h010703000c5; mem[ 80] = 41'h00000280006;
        mem[ 81] = 41'h010703000c6; mem[ 82] = 41'h00000280007; mem[ 83] = 41'h010703000c7;
        mem[ 84] = 41'h00000000004; mem[ 85] = 41'h0a3b0000044; mem[ 86] = 41'h00000000004;
        mem[ 87] = 41'h0a230000044; mem[ 88] = 41'h00000000004; mem[ 89] = 41'h010b0000044;
        mem[ 90] = 41'h00000000004; mem[ 91] = 41'h008b0000044; mem[ 92] = 41'h00000000004;
        mem[ 93] = 41'h004b0000044; mem[ 94] = 41'h00000000004; mem[ 95] = 41'h07830000044;
        mem[ 96] = 41'h00001400000; mem[ 97] = 41'h0d230000000; mem[ 98] = 41'h00001400000;
        mem[ 99] = 41'h0d3b0000000; mem[100] = 41'h00001400000; mem[101] = 41'h0d530000000;
        mem[102] = 41'h00001400000; mem[103] = 41'h0d6b0000000; mem[104] = 41'h09a30020000;
        mem[105] = 41'h0a4b0280000; mem[106] = 41'h08c30024000; mem[107] = 41'h08c3002c000;
        mem[108] = 41'h05c30114000; mem[109] = 41'h04070000000; mem[110] = 41'h00000400000;
        mem[111] = 41'h036b0000000; mem[112] = 41'h00000500000; mem[113] = 41'h0bc30030000;
        mem[114] = 41'h00000000000; mem[115] = 41'h0b030000000; mem[116] = 41'h00000000000;
        mem[117] = 41'h0a530000000; mem[118] = 41'h00000000000; mem[119] = 41'h084b0000000;
        mem[120] = 41'h00000000000; mem[121] = 41'h01fb0000000; mem[122] = 41'h00000000000;
        mem[123] = 41'h0a830000000; mem[124] = 41'h00000000000; mem[125] = 41'h00000000000;
        mem[126] = 41'h00000000805; mem[127] = 41'h0c130300b85; mem[128] = 41'h00000000000;
        mem[129] = 41'h0adb0530000; mem[130] = 41'h00000500000; mem[131] = 41'h0bc30030000;
        mem[132] = 41'h00000000000; mem[133] = 41'h0b730000009; mem[134] = 41'h00000000000;
        mem[135] = 41'h0b730000009; mem[136] = 41'h00000000000; mem[137] = 41'h0b2b0018000;
        mem[138] = 41'h00000000000; mem[139] = 41'h0b530018000; mem[140] = 41'h00000000000;
        mem[141] = 41'h0d830004000; mem[142] = 41'h00000000000; mem[143] = 41'h09130004000;
        mem[144] = 41'h00000000000; mem[145] = 41'h00230004000; mem[146] = 41'h00000000000;
        mem[147] = 41'h0b4b0000009; mem[148] = 41'h00000000000; mem[149] = 41'h0cab0000004;
        mem[150] = 41'h00000000000; mem[151] = 41'h0e730000000; mem[152] = 41'h00006000000;
        mem[153] = 41'h07030000000; mem[154] = 41'h00000000000; mem[155] = 41'h0b7b0000004;
        mem[156] = 41'h00000000000; mem[157] = 41'h07430004000; mem[158] = 41'h00000000000;
        mem[159] = 41'h0de30004000; mem[160] = 41'h00000000000; mem[161] = 41'h0e7b0000004;
        mem[162] = 41'h00000000000; mem[163] = 41'h0db30018000; mem[164] = 41'h00000480000;
        mem[165] = 41'h0e830000000; mem[166] = 41'h00000000000; mem[167] = 41'h0ba30000000;
        mem[168] = 41'h00000000000; mem[169] = 41'h0c3b0300b85; mem[170] = 41'h00000300004;
        mem[171] = 41'h00870000004; mem[172] = 41'h00000300004; mem[173] = 41'h0087000000a;
        mem[174] = 41'h00000300004; mem[175] = 41'h0087000000a; mem[176] = 41'h00000000000;
        mem[177] = 41'h0c3b0300b85; mem[178] = 41'h00000000004; mem[179] = 41'h012b0000004;
        mem[180] = 41'h00000000004; mem[181] = 41'h012b000000a; mem[182] = 41'h00000000004;
        mem[183] = 41'h012b000000a; mem[184] = 41'h00000000000; mem[185] = 41'h02070200000;
        mem[186] = 41'h00000300804; mem[187] = 41'h00870000804; mem[188] = 41'h00000300804;
        mem[189] = 41'h00870000000; mem[190] = 41'h00000300804; mem[191] = 41'h00870000000;
        mem[192] = 41'h00000038000; mem[193] = 41'h0bbb0530000; mem[194] = 41'h00000038000;
        mem[195] = 41'h0bbb0530000; mem[196] = 41'h00000038000; mem[197] = 41'h0bbb0530000;
        mem[198] = 41'h00000038000; mem[199] = 41'h0bbb0530000; mem[200] = 41'h00000038000;
        mem[201] = 41'h0bbb0530000; mem[202] = 41'h00000038000; mem[203] = 41'h0bbb0530000;
        mem[204] = 41'h00007038000; mem[205] = 41'h0bcb0530000; mem[206] = 41'h00000038000;
        mem[207] = 41'h0bbb0530000; mem[208] = 41'h00000838000; mem[209] = 41'h0e930000000;
        mem[210] = 41'h00000004000; mem[211] = 41'h01b30002000; mem[212] = 41'h00000000000;
        mem[213] = 41'h00000000280; mem[214] = 41'h00000000000; mem[215] = 41'h00000000000;
        mem[216] = 41'h00000280006; mem[217] = 41'h010703001c6; mem[218] = 41'h00000000000;
        mem[219] = 41'h0bf30000280; mem[220] = 41'h00000000280; mem[221] = 41'h0c2b0000000;
        mem[222] = 41'h00000000280; mem[223] = 41'h0c530000000; mem[224] = 41'h09e10000000;
        mem[225] = 41'h09e30000000; mem[226] = 41'h00000000000; mem[227] = 41'h03e300002c0;
        mem[228] = 41'h000000002c0; mem[229] = 41'h05430000000; mem[230] = 41'h000000002c0;
        mem[231] = 41'h05830000000; mem[232] = 41'h00000001004; mem[233] = 41'h01b30001804;
        mem[234] = 41'h00000000000; mem[235] = 41'h0bf30000280; mem[236] = 41'h00000000280;
        mem[237] = 41'h0c1b0000000; mem[238] = 41'h00000000280; mem[239] = 41'h0c430000000;
        mem[240] = 41'h00000000000; mem[241] = 41'h00000000000; mem[242] = 41'h00000000008;
        mem[243] = 41'h00000000018; mem[244] = 41'h00000000000; mem[245] = 41'h00000000008;
        mem[246] = 41'h00000000018; mem[247] = 41'h00000000000; mem[248] = 41'h00000000008;
        mem[249] = 41'h00000000018; mem[250] = 41'h00000000000; mem[251] = 41'h00000000008;
        mem[252] = 41'h00000000018; mem[253] = 41'h00000000000; mem[254] = 41'h00000000008;
        mem[255] = 41'h00000000018; mem[256] = 41'h00000000000; mem[257] = 41'h00000000008;
        mem[258] = 41'h00000000018; mem[259] = 41'h00000000000; mem[260] = 41'h00000000008;
        mem[261] = 41'h00000000018; mem[262] = 41'h00000000000; mem[263] = 41'h00000280008;
        mem[264] = 41'h01070300198; mem[265] = 41'h00000000000; mem[266] = 41'h00000000000;
        mem[267] = 41'h00000000000; mem[268] = 41'h00000000000; mem[269] = 41'h00000000009;
        mem[270] = 41'h00000000009; mem[271] = 41'h00000000000; mem[272] = 41'h00000000000;
        mem[273] = 41'h00000000028; mem[274] = 41'h00000000018; mem[275] = 41'h00000000000;
        mem[276] = 41'h00000000000; mem[277] = 41'h00000000000; mem[278] = 41'h00000000000;
        mem[279] = 41'h05c30180005; mem[280] = 41'h00001400000; mem[281] = 41'h00002800000;
        mem[282] = 41'h04053000000; mem[283] = 41'h0d990800000; mem[284] = 41'h08c20000000;
        mem[285] = 41'h0000000080a; mem[286] = 41'h0000380080a; mem[287] = 41'h0000000080a;
        mem[288] = 41'h08ea003c80a; mem[289] = 41'h08c30000000; mem[290] = 41'h00000040000;
        mem[291] = 41'h00005000000; mem[292] = 41'h0000003c038; mem[293] = 41'h091a0000000;
        mem[294] = 41'h00000000004; mem[295] = 41'h00005000000; mem[296] = 41'h0000003c038;
        mem[297] = 41'h093a0000000; mem[298] = 41'h03830000004; mem[299] = 41'h000000002c0;
        mem[300] = 41'h00000000000; mem[301] = 41'h00000000005; mem[302] = 41'h00000000280;
        mem[303] = 41'h00000000000; mem[304] = 41'h00000000006; mem[305] = 41'h000000003c5;
        mem[306] = 41'h00000000000; mem[307] = 41'h00470000000; mem[308] = 41'h00001400000;
        mem[309] = 41'h00001800000; mem[310] = 41'h04052000000; mem[311] = 41'h03590000000;
        mem[312] = 41'h09a20018000; mem[313] = 41'h0000001c000; mem[314] = 41'h00000000000;
        mem[315] = 41'h05c30114000; mem[316] = 41'h00000000004; mem[317] = 41'h00000000000;
        mem[318] = 41'h00000040000; mem[319] = 41'h00000000006; mem[320] = 41'h00005000000;
        mem[321] = 41'h00000000000; mem[322] = 41'h0c690000000; mem[323] = 41'h0a030044008;
        mem[324] = 41'h00000000000; mem[325] = 41'h00000000000; mem[326] = 41'h00000000080;
        mem[327] = 41'h00000000000; mem[328] = 41'h00000280000; mem[329] = 41'h01070300080;
        mem[330] = 41'h00000000000; mem[331] = 41'h00000000000; mem[332] = 41'h00000000000;
        mem[333] = 41'h00000000000; mem[334] = 41'h00000000009; mem[335] = 41'h05c30180009;
        mem[336] = 41'h00000000004; mem[337] = 41'h00000000004; mem[338] = 41'h00000000000;
        mem[339] = 41'h00000000000; mem[340] = 41'h00000000000; mem[341] = 41'h05c30180000;
        mem[342] = 41'h00000000280; mem[343] = 41'h00000000300; mem[344] = 41'h00000000000;
        mem[345] = 41'h00000000006; mem[346] = 41'h099b0000445; mem[347] = 41'h00000000000;
        mem[348] = 41'h00000000000; mem[349] = 41'h00000000280; mem[350] = 41'h00000000000;
        mem[351] = 41'h01c70000006; mem[352] = 41'h00000000000; mem[353] = 41'h00000000000;
        mem[354] = 41'h00000000000; mem[355] = 41'h00000000009; mem[356] = 41'h05c3018000a;
        mem[357] = 41'h00000000000; mem[358] = 41'h00000014000; mem[359] = 41'h00000000000;
        mem[360] = 41'h00000000009; mem[361] = 41'h03830000009; mem[362] = 41'h00000000000;
        mem[363] = 41'h00000014000; mem[364] = 41'h00000000000; mem[365] = 41'h00000000009;
        mem[366] = 41'h0383000000a; mem[367] = 41'h00000000000; mem[368] = 41'h00005800000;
        mem[369] = 41'h00000000000; mem[370] = 41'h01b20000000; mem[371] = 41'h01b30000000;
        mem[372] = 41'h00000000000; mem[373] = 41'h00000000000; mem[374] = 41'h00000500500;
        mem[375] = 41'h00000000000; mem[376] = 41'h01c70000000; mem[377] = 41'h0ad90000000;
        mem[378] = 41'h0000000000a; mem[379] = 41'h0000000000a; mem[380] = 41'h0000000000a;
        mem[381] = 41'h01c7000050a; mem[382] = 41'h00000000000; mem[383] = 41'h00000000000;
        mem[384] = 41'h00000000806; mem[385] = 41'h00000300b46; mem[386] = 41'h00870000000;
        mem[387] = 41'h00000000300; mem[388] = 41'h00000000000; mem[389] = 41'h00000000000;
        mem[390] = 41'h00000300b46; mem[391] = 41'h0087000000a; mem[392] = 41'h00000000300;
        mem[393] = 41'h00000000000; mem[394] = 41'h00000380000; mem[395] = 41'h00000000b46;
        mem[396] = 41'h011b0000000; mem[397] = 41'h00000000004; mem[398] = 41'h00000000000;
        mem[399] = 41'h00000000000; mem[400] = 41'h01b30000005; mem[401] = 41'h00000000000;
        mem[402] = 41'h00000000000; mem[403] = 41'h00000280005; mem[404] = 41'h01070300205;
        mem[405] = 41'h00007034000; mem[406] = 41'h00000530004; mem[407] = 41'h0ad90000000;
        mem[408] = 41'h01c70000000; mem[409] = 41'h00000000000; mem[410] = 41'h0cd24288000;
        mem[411] = 41'h00000300480; mem[412] = 41'h00870000004; mem[413] = 41'h00000000004;
        mem[414] = 41'h00000000004; mem[415] = 41'h00000000000; mem[416] = 41'h05c30090009;
        mem[417] = 41'h00000000000; mem[418] = 41'h00000000005; mem[419] = 41'h09930000406;
        mem[420] = 41'h00000018000; mem[421] = 41'h04050000000; mem[422] = 41'h09db0000000;
        mem[423] = 41'h00000018000; mem[424] = 41'h04050000000; mem[425] = 41'h09db0000000;
        mem[426] = 41'h00000018000; mem[427] = 41'h04050000000; mem[428] = 41'h09db0000000;
        mem[429] = 41'h00000018000; mem[430] = 41'h04050000000; mem[431] = 41'h09db0000000;
        mem[432] = 41'h00000000000; mem[433] = 41'h00000000000; mem[434] = 41'h0b4b0000009;
        mem[435] = 41'h00000000000; mem[436] = 41'h0da2383e000; mem[437] = 41'h08c30000000;
        mem[438] = 41'h00000002804; mem[439] = 41'h00000003004; mem[440] = 41'h01b30003804;
        mem[441] = 41'h00000280000; mem[442] = 41'h000003004c9; mem[443] = 41'h00870000009;
        mem[444] = 41'h00000000804; mem[445] = 41'h01b30000804; mem[446] = 41'h00000000000;
        mem[447] = 41'h05470280000; mem[448] = 41'h00000000000; mem[449] = 41'h06c70280000;
        mem[450] = 41'h00000000000; mem[451] = 41'h07070280000; mem[452] = 41'h00000000000;
        mem[453] = 41'h07470280000; mem[454] = 41'h00000000000; mem[455] = 41'h05870000000;
        mem[456] = 41'h00000301004; mem[457] = 41'h00870001804; mem[458] = 41'h099a0000000;
        mem[459] = 41'h00470000005; mem[460] = 41'h00000000004; mem[461] = 41'h05c30090004;
        mem[462] = 41'h01b30000005; mem[463] = 41'h01b30000004; mem[464] = 41'h06070000000;
        mem[465] = 41'h05c70280000; mem[466] = 41'h00030030000; mem[467] = 41'h00000000000;
        mem[468] = 41'h00000000000; mem[469] = 41'h00000000000; mem[470] = 41'h00000000000;
        mem[471] = 41'h00000000000; mem[472] = 41'h00000000000; mem[473] = 41'h00000000000;
        mem[474] = 41'h00000000000; mem[475] = 41'h00000000000; mem[476] = 41'h00000000000;
        mem[477] = 41'h00000000000; mem[478] = 41'h00000000000; mem[479] = 41'h00000000000;
        mem[480] = 41'h00000000000; mem[481] = 41'h00000000000; mem[482] = 41'h00000000000;
        mem[483] = 41'h00000000000; mem[484] = 41'h00000000000; mem[485] = 41'h00000000000;
        mem[486] = 41'h00000000000; mem[487] = 41'h00000000000; mem[488] = 41'h00000000000;
        mem[489] = 41'h00000000000; mem[490] = 41'h00000000000; mem[491] = 41'h00000000000;
        mem[492] = 41'h00000000000; mem[493] = 41'h00000000000; mem[494] = 41'h00000000000;
        mem[495] = 41'h00000000000; mem[496] = 41'h00000000000; mem[497] = 41'h00000000000;
        mem[498] = 41'h00000000000; mem[499] = 41'h00000000000; mem[500] = 41'h00000000000;
        mem[501] = 41'h00000000000; mem[502] = 41'h00000000000; mem[503] = 41'h00000000000;
        mem[504] = 41'h00000000000; mem[505] = 41'h00000000000; mem[506] = 41'h00000000000;
        mem[507] = 41'h00000000000; mem[508] = 41'h00000000000; mem[509] = 41'h00000000000;
        mem[510] = 41'h00000000000; mem[511] = 41'h00000000000;
    end

    always @(posedge clk) rd <= mem[ra];
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

// The immediate of an instruction, and whether its format has one.
module treetap_coproc_profiler_up5k_immediate (
    input  wire [31:0] insn,
    output wire        there,
    output reg  [31:0] value
);
    wire [31:0] offset_branch;
    wire [31:0] offset_jump;

    wire [4:0] major = insn[6:2];
    wire whole = &insn[1:0];
    // LOAD, FLOAD, custom-0, ALU with an immediate (of words too), JALR, SYSTEM.
    wire i_format = whole & ((major <= 5'd2) | (major == 5'd4) | (major == 5'd6) | (major == 5'd25) | (major
            == 5'd28));
    wire s_format = whole & ((major | 5'd1) == 5'd9);
    wire b_format = whole & (major == 5'd24);
    wire u_format = whole & ((major | 5'd8) == 5'd13);
    wire j_format = whole & (major == 5'd27);
    assign there = i_format | s_format | b_format | u_format | j_format;
    wire [31:0] none = 32'd0;
    wire [31:0] sign = insn[31] ? ~none : none;
    always @* begin
        value = 32'd0;
        if (i_format) value = (sign << 11) | {21'd0, insn[30:20]};
        if (s_format) value = (sign << 11) | ({26'd0, insn[30:25]} << 5) | {27'd0, insn[11:7]};
        if (b_format) value = offset_branch;
        if (u_format) value = {12'd0, insn[31:12]} << 12;
        if (j_format) value = offset_jump;
    end

    treetap_coproc_profiler_up5k_offset #(.branch_sign(32'hfffff000), .jump_sign(32'hfff00000)) u_offset (
        .insn(insn),
        .branch(offset_branch),
        .jump(offset_jump)
    );
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
    parameter [5:0] half_at = 6'd31,
    parameter [5:0] key_at = 6'd33,
    parameter [5:0] second_at = 6'd34,
    parameter [5:0] column_at = 6'd35,
    parameter [5:0] make_at = 6'd0,
    parameter [5:0] carry_at = 6'd37,
    parameter [5:0] begin_at = 6'd39,
    parameter [5:0] shift_at = 6'd4,
    parameter [5:0] flag_at = 6'd6,
    parameter [5:0] memory_at = 6'd11,
    parameter [5:0] act_at = 6'd14,
    parameter [5:0] code_at = 6'd19,
    parameter [5:0] test_at = 6'd23,
    parameter [5:0] jump_at = 6'd28,
    parameter [5:0] target_at = 6'd31,
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
    parameter [3:0] coming_at = 4'd7,
    parameter [31:0] sa_legal = 32'h3fffffff,
    parameter [31:0] sb_legal = 32'h1fff,
    parameter [7:0] vd_legal = 8'd31,
    parameter [15:0] mop_legal = 16'h7ff,
    parameter [31:0] bt_legal = 32'h3fffff,
    parameter [15:0] bc_legal = 16'h3ff,
    parameter [4:0] random_in_a = 5'd23,
    parameter [4:0] random_in_b = 5'd11,
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
    parameter [4:0] want_read_flags = 5'd3,
    parameter [4:0] want_read_low = 5'd4,
    parameter [4:0] want_read_high = 5'd5,
    parameter [4:0] want_read_key = 5'd6,
    parameter [4:0] want_read_valid = 5'd7,
    parameter [4:0] want_read_entry = 5'd8,
    parameter [4:0] want_read_other = 5'd9,
    parameter [4:0] want_write = 5'd10,
    parameter [4:0] want_write_index = 5'd11,
    parameter [4:0] want_write_width = 5'd12,
    parameter [4:0] want_write_random = 5'd13,
    parameter [4:0] want_write_key = 5'd14,
    parameter [4:0] want_write_entry = 5'd15,
    parameter [4:0] want_write_low = 5'd16,
    parameter [4:0] want_write_high = 5'd17,
    parameter [4:0] want_commands = 5'd18,
    parameter [4:0] act_answer = 5'd12,
    parameter [15:0] mi_bits = 16'd63,
    parameter [3:0] op_ld = 4'd1,
    parameter [3:0] op_xchg = 4'd6,
    parameter [4:0] act_next = 5'd4,
    parameter [4:0] act_load = 5'd5,
    parameter [4:0] act_place = 5'd6,
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
    parameter [4:0] most_class = 5'd20,
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
    parameter [4:0] hold = 5'd0,
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
    parameter [4:0] from_status = 5'd22,
    parameter [4:0] from_flags = 5'd23,
    parameter [4:0] from_word0 = 5'd24,
    parameter [4:0] from_word1 = 5'd25,
    parameter [4:0] from_word2 = 5'd26,
    parameter [4:0] from_other_low = 5'd27,
    parameter [4:0] from_other_high = 5'd28,
    parameter [4:0] from_random = 5'd29,
    parameter [4:0] from_reset = 5'd30,
    parameter [15:0] taps = 16'hb400,
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
    parameter [1:0] shift_valid = 2'd3,
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
    parameter [4:0] store_flags = 5'd13,
    parameter [3:0] at_counted = 4'd10,
    parameter [7:0] recfmt_at = 8'd19,
    parameter [2:0] put_part = 3'd1,
    parameter [2:0] put_key_low = 3'd2,
    parameter [2:0] put_key_high = 3'd3,
    parameter [2:0] put_invalid = 3'd4,
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
    parameter [4:0] act_scan = 5'd2,
    parameter [4:0] act_scan_begin = 5'd3,
    parameter [4:0] act_entry_next = 5'd15,
    parameter [4:0] act_launch = 5'd7,
    parameter [4:0] act_done = 5'd8,
    parameter [4:0] act_interrupt = 5'd9,
    parameter [4:0] act_fail = 5'd10,
    parameter [4:0] act_stop = 5'd11,
    parameter [4:0] act_count_from = 5'd16,
    parameter [4:0] act_count = 5'd17,
    parameter [2:0] err_ill = 3'd1,
    parameter [2:0] err_end = 3'd2,
    parameter [2:0] err_wdog = 3'd4,
    parameter [2:0] err_lane = 3'd5,
    parameter [2:0] err_tgt = 3'd3,
    parameter [4:0] act_store = 5'd13,
    parameter [3:0] lane_from = 4'd12,
    parameter [4:0] act_command = 5'd14,
    parameter [3:0] inv_all_at = 4'd3,
    parameter [3:0] clr_all_at = 4'd4,
    parameter [3:0] flush_at = 4'd5,
    parameter [4:0] test_holds = 5'd0,
    parameter [4:0] test_attention = 5'd2,
    parameter [4:0] test_stopping = 5'd3,
    parameter [4:0] test_sample = 5'd4,
    parameter [4:0] test_sweep_valid = 5'd5,
    parameter [4:0] test_sweep_memory = 5'd6,
    parameter [4:0] test_sweep_stops = 5'd7,
    parameter [4:0] test_scan_done = 5'd8,
    parameter [4:0] test_count_all = 5'd9,
    parameter [4:0] test_count_sixteen = 5'd10,
    parameter [4:0] test_made_zero = 5'd11,
    parameter [4:0] test_width_wrong = 5'd12,
    parameter [4:0] test_hit = 5'd13,
    parameter [4:0] test_refused = 5'd14,
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
    parameter [4:0] host_owed = 5'd19,
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
    reg [8:0] number = 9'd0;
    reg [39:0] moved = 40'd0;
    reg [27:0] done = 28'd0;
    reg met = 1'b0;
    reg [4:0] code = 5'd0;
    reg [15:0] a = 16'd0;
    reg [15:0] b = 16'd0;
    reg [15:0] key = 16'd0;
    reg [31:0] offset = 32'd0;
    reg [15:0] result = 16'd0;
    reg [15:0] detail = 16'd0;
    reg [15:0] shown = 16'd0;
    reg [4:0] late = 5'd0;
    reg carry = 1'b0;
    reg spilt = 1'b0;
    reg all_equal = 1'b0;
    reg all_zero = 1'b0;
    reg all_ones = 1'b0;
    reg clip = 1'b0;
    reg begun = 1'b0;
    reg [47:0] current = 48'd0;
    reg [8:0] coming = 9'd0;
    reg [7:0] place_a = 8'd0;
    reg short_a = 1'b0;
    reg index_a = 1'b0;
    reg [15:0] piece = 16'd0;
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
    reg for_base = 1'b0;
    reg flagged = 1'b0;
    reg restarts = 1'b0;
    reg [9:0] ordered = 10'd0;
    reg [7:0] count = 8'd0;
    reg sweep_valid = 1'b0;
    reg sweep_memory = 1'b0;
    reg [5:0] entry = 6'd0;
    reg [5:0] last = 6'd0;
    reg [5:0] seen = 6'd0;
    reg [5:0] found = 6'd0;
    reg [5:0] ahead = 6'd0;
    reg outside = 1'b0;
    reg live = 1'b0;
    reg judged = 1'b0;
    reg ended = 1'b0;
    reg meets = 1'b0;
    reg there = 1'b0;
    reg [15:0] differs = 16'd0;
    reg [7:0] bad_lanes = 8'd255;
    reg [2:0] first_byte = 3'd0;
    reg [1:0] size = 2'd0;
    reg [2:0] ctrl = 3'd4;
    reg [20:0] classes = 21'd0;
    reg [17:0] filter1 = 18'd0;
    reg [1:0] filter2 = 2'd0;
    reg [15:0] recfmt = 16'd65;
    reg [15:0] decim = 16'd0;

    reg [9:0] order;
    reg may;
    reg [4:0] wants;
    reg [15:0] allowed_low;
    reg [15:0] allowed_high;
    reg [7:0] meant;
    reg flag;
    reg [7:0] from_a;
    reg [7:0] start;
    reg [7:0] left_place;
    reg [7:0] from_b;
    reg [7:0] right_place;
    reg [15:0] taken;
    reg read;
    reg [15:0] after_reset;
    reg [15:0] stepped;
    reg shifted_in;
    reg [15:0] plain;
    reg [7:0] write_place;
    reg written;
    reg [1:0] size_now;
    reg [4:0] chosen;
    reg [8:0] following;
    wire [39:0] moves_rd;
    wire [40:0] turns_rd;
    wire [15:0] microcode0_rd;
    wire [15:0] microcode1_rd;
    wire [15:0] microcode2_rd;
    wire [15:0] left_rd;
    wire [15:0] right_rd;
    wire [15:0] entries_rd;
    reg [15:0] entries_wd;
    wire [15:0] keys0_rd;
    wire [15:0] keys1_rd;
    wire valid_rd;
    wire fields_direct;
    wire fields_short;
    wire [2:0] fields_kind;
    wire [15:0] fields_value;
    wire [15:0] fields_few;
    wire [3:0] part_of_size;
    wire [2:0] part_of_first;
    wire [15:0] extent_mask;
    wire immediate_there_unused;
    wire [31:0] immediate_value;
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

    wire [6:0] to_left = moved[left_at +: 7];
    wire [6:0] to_right = moved[right_at +: 7];
    wire [7:0] to_write = moved[write_at +: 8];
    wire [4:0] take_a = moved[take_a_at +: 5];
    wire [3:0] take_b = moved[take_b_at +: 4];
    wire [1:0] half = moved[half_at +: 2];
    wire takes_key = moved[key_at];
    wire second = moved[second_at];
    wire [1:0] column = moved[column_at +: 2];
    wire [3:0] to_make = done[make_at[4:0] +: 4];
    wire [1:0] carry_in = moved[carry_at +: 2];
    wire begins = moved[begin_at];
    wire [1:0] shift_in = done[shift_at[4:0] +: 2];
    wire [4:0] to_flag = done[flag_at[4:0] +: 5];
    wire [2:0] to_memory = done[memory_at[4:0] +: 3];
    wire [4:0] act = done[act_at[4:0] +: 5];
    wire [3:0] to_code = done[code_at[4:0] +: 4];
    wire [4:0] to_test = done[test_at[4:0] +: 5];
    wire [2:0] jump = turns_rd[jump_at +: 3];
    wire [8:0] target = turns_rd[target_at +: 9];
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
        if (bank_at_status) wants = want_read_status;
        if (bank_at_flags) wants = want_read_flags;
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
    wire answers = act == act_answer;
    assign bus_ready = answers;
    // The file has 0 where the register is whose low half is counted.
    wire [15:0] low_half = for_words ? (left_rd | tally) : left_rd;
    assign bus_rdata = ({16'd0, right_rd} << 16) | {16'd0, low_half};
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
    wire [15:0] host_base = high ? ({8'd0, meant} | 16'h2000) : ({8'd0, meant} | 16'h1000);
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
    wire ends_word = act == act_next;
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
    wire loads = (act == act_load) | (ends_word & ~elsewhere);
    // Indices, their largest values, the register that the host means.
    wire [7:0] index = {5'd0, rx} | 8'd64;
    wire [7:0] largest = {5'd0, wx} | 8'd200;
    wire [7:0] host_largest = {5'd0, word[2:0]} | 8'd200;
    wire [7:0] host_index = {5'd0, word[2:0]} | 8'd64;
    wire [7:0] host_low = word[7] ? (word[7:0] | 8'd64) : word[7:0];
    wire [7:0] host_high = {1'd0, word[6:0]} | 8'd128;
    // On the left: operand A, or what the step says. Where A is was found while its word was fetched.
    wire [4:0] coming_a = coming[4:0];
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
        if (class_ > most_class) start = nought;
    end
    wire [3:0] left_mode = to_left[5:2];
    always @* begin
        left_place = {4'd0, to_left[3:0]} | ({7'd0, to_left[4]} << 5) | ({7'd0, to_left[4]} << 6)
                | ({7'd0, to_left[5]} << 7);
        if (to_left[6]) begin
            left_place = from_a;
            if (left_mode == at_base) left_place = {5'd0, mb} | 8'd80;
            if (left_mode == at_index) left_place = index;
            if (left_mode == at_far) left_place = {6'd0, bt[1:0]} | 8'd104;
            if (left_mode == at_start) left_place = start;
            if (left_mode == at_host) left_place = host_low;
            if (left_mode == at_host_index) left_place = host_index;
        end
    end
    // On the right: operand B, or what the step says.
    wire [7:0] part_right = ({7'd0, to_right[0]} << 7) | {7'd0, to_right[1]};
    always @* begin
        from_b = part_right | ({6'd0, sb[1:0]} << 1) | 8'd96;
        if (sb[2]) from_b = part_right | ({6'd0, sb[1:0]} << 1) | 8'd88;
        if (sb == md_b) from_b = part_right | 8'd108;
        if (sb == none_b) from_b = nought;
        if (sb == one_b) from_b = at_one;
        if (sb == random_b) from_b = at_random;
        if (sb == ix_b) from_b = index;
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
    wire is_file = (take_a == from_file) | ((take_a == from_operand) & ~short) | ((take_a == from_found)
            & ~meets);
    wire [15:0] of_lane = ((take_a == from_operand) & above & fields_short) ? 16'd0 : fields_value;
    wire [15:0] part = ((size == byte_size) & (take_a == from_part_ones)) ? (piece | 16'hff00) : piece;
    always @* begin
        // What the host writes.
        taken = 16'd0;
        if (take_a == from_data_low) taken = bus_wdata[15:0] & allowed_low;
        if (take_a == from_data_high) taken = bus_wdata[31:16] & allowed_high;
        if (take_a == from_host_base) taken = host_base;
        // What a word takes.
        if ((take_a == from_found) & meets) taken = {10'd0, found};
        if ((take_a == from_lane) | ((take_a == from_operand) & fields_direct)) taken = of_lane;
        if ((take_a == from_part) | (take_a == from_part_ones)) taken = part;
    end
    wire is_operand = (take_b == operand_b) | (take_b == not_operand_b);
    // Short registers are 0 above; of the generator there are four bits.
    wire of_generator = is_operand & (sb == random_b);
    always @* begin
        read = is_operand | (take_b == file_b) | (take_b == not_file_b);
        if (is_operand & above & (of_generator | (sb == ix_b) | (sb == one_b))) read = 1'b0;
    end
    wire inverts = (take_b == not_file_b) | (take_b == not_operand_b) | (take_b == ones_b) | ((take_b
            == clip_b) & clip) | ((take_b == not_clip_b) & ~clip);
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
    // An instruction: its immediate, its small fields.
    wire [31:0] insn = ({16'd0, a} << 16) | {16'd0, key};
    always @* begin
        // Four steps of the generator.
        stepped = a;
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
    // The carry into the sum is that of a bit below the lowest; the step before says it.
    wire one = carry;
    wire [17:0] total = (({2'd0, a} << 1) | 18'd1) + (({2'd0, b} << 1) | {17'd0, one});
    wire passes = total[17];
    always @* begin
        shifted_in = (shift_in == shift_kept) & spilt;
        if (shift_in == shift_sign) shifted_in = a[15];
        if (shift_in == shift_valid) shifted_in = there;
    end
    wire top_bit = shifted_in;
    always @* begin
        // What is no sum.
        plain = 16'd0;
        if (to_make == make_move) plain = a;
        if (to_make == make_and) plain = a & ~b;
        if (to_make == make_or) plain = a | ~b;
        if (to_make == make_xor) plain = a ^ ~b;
        if (to_make == make_shift) plain = (a >> 1) | ({15'd0, top_bit} << 15);
        if (to_make == make_found) plain = shown;
    end
    wire [15:0] made = (to_make == make_sum) ? total[16:1] : plain;
    // What all halves so far are; of what was made it is known a cycle later.
    wire equal_now = (begins | all_equal) & (&(a ^ b));
    wire zero_now = (begun | all_zero) & ~(|result);
    wire ones_now = (begun | all_ones) & (&result);
    // The flags that the branches ask for.
    wire compares = (to_flag == flag_compare) | (to_flag == flag_compare_result) | (to_flag
            == flag_compare_zero) | (to_flag == flag_compare_clip);
    wire saturates = (late == flag_saturated_up) | (late == flag_saturated_down);
    wire results = (late == flag_result) | (late == flag_compare_result) | saturates;
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
                written = ~(keeps & (count == recfmt_at));
            end
        end
    end
    // The data memory, a cycle later: a byte with its neighbour. No sum is written there.
    wire [1:0] part_at = first_byte[2:1] | column;
    wire [7:0] place = ({2'd0, entry} << 2) | {6'd0, part_at};
    wire [15:0] small_ = {8'd0, result[7:0]};
    always @* begin
        entries_wd = result;
        if (size == byte_size) begin
            entries_wd = (entries_rd & 16'hff00) | small_;
            if (first_byte[0]) entries_wd = (entries_rd & 16'd255) | (small_ << 8);
        end
    end
    wire keys0_we = to_memory == put_key_low;
    wire keys1_we = to_memory == put_key_high;
    wire [7:0] valid_ra = {2'd0, entry};
    wire [7:0] valid_wa = {2'd0, entry};
    wire valid_we = (to_memory == put_key_high) | (to_memory == put_invalid);
    wire valid_wd = to_memory == put_key_high;
    wire microcode0_we = to_memory == put_word0;
    wire microcode1_we = to_memory == put_word1;
    wire microcode2_we = to_memory == put_word2;
    // A range of entries: concatenation, no sum. A match begins with the first.
    wire [4:0] extent_width = {1'd0, a[size_at +: 4]};
    wire [7:0] mask = extent_mask[7:0];
    wire [7:0] first = a[7:0] & ~mask;
    wire [3:0] lane = a[lane_at +: 4];
    wire [7:0] within_base = (mop == op_match) ? 8'd0 : (b[7:0] & mask);
    always @* begin
        size_now = size;
        if (act == act_entry) begin
            size_now = sizes0;
            if (part_of_size[1]) size_now = sizes1;
            if (part_of_size[2]) size_now = sizes2;
            if (part_of_size[3]) size_now = sizes3;
        end
    end
    wire scans = act == act_scan;
    wire judges = judged & ~ended;
    wire same = there & ~(|differs);
    wire interrupts = act == act_interrupt;
    wire fails = act == act_fail;
    wire pops = (act == act_done) | interrupts;
    wire writing = act == act_store;
    // Bases of a lane that is not there.
    wire [3:0] lane_code = bus_wdata[{1'd0, lane_from} +: 4];
    wire no_lane = (&lane_code) | ~(|lane_code);
    wire commanded = act == act_command;
    wire skips = commanded & ordered[skip_at];
    wire restart = restarts;
    wire clears = (commanded & ordered[clear_at] & ~refused) | (restart & ~queued);
    // What the next step may ask.
    wire holds = ((to_test == test_attention) & attention) | ((to_test == test_stopping) & stopping)
            | ((to_test == test_sample) & smp_valid) | ((to_test == test_sweep_valid) & sweep_valid)
            | ((to_test == test_sweep_memory) & sweep_memory) | ((to_test == test_sweep_stops) & (attention
            | ~sweeping)) | ((to_test == test_scan_done) & ended) | ((to_test == test_count_all) & (&count))
            | ((to_test == test_count_sixteen) & (count[3:0] == fifteen)) | ((to_test == test_made_zero)
            & all_zero) | ((to_test == test_width_wrong) & width_wrong) | ((to_test == test_hit) & hit)
            | ((to_test == test_refused) & refused);
    always @* begin
        // The code for a table.
        chosen = 5'd0;
        if ((to_code == by_next) | (to_code == by_fetched)) begin
            chosen = {1'd0, coming[8:5]};
            if (|fields_kind) chosen = {2'd0, fields_kind} | computes;
            if ((to_code == by_next) & elsewhere) begin
                chosen = fetches;
                if (attention) chosen = serves;
                if (away) chosen = {2'd0, bt[2:0]} | led_away;
            end
        end
        if (to_code == by_alu) chosen = {1'd0, aop};
        if (to_code == by_memory) begin
            chosen = {1'd0, mop};
            if (trouble) chosen = troubled;
        end
        if (to_code == by_index) chosen = {2'd0, iop};
        if (to_code == by_tail) chosen = {4'd0, |vd} | ({4'd0, random} << 1);
        if (to_code == by_size) chosen = {3'd0, size_now};
        if (to_code == by_host) begin
            chosen = kind;
            if (owed) chosen = host_owed;
        end
        if (to_code == by_command) chosen = {1'd0, bus_wdata[3:0]};
        if (to_code == by_place) begin
            chosen = to_rest;
            if (running) chosen = to_wait;
            if (within_) chosen = 5'd0;
        end
    end
    // The next step: entries of tables have two.
    wire leaves = met ? (~rst & jump[0]) : (~rst & jump[1]);
    wire [8:0] doubled = {4'd0, code} << 1;
    always @* begin
        following = number + 9'd1;
        if (rst) following = 9'd0;
        if (leaves) begin
            following = target;
            if (jump[2]) following = target | doubled;
        end
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

    treetap_coproc_profiler_up5k_rom u_moves (
        .clk(clk),
        .ra(following),
        .rd(moves_rd)
    );

    treetap_coproc_profiler_up5k_rom_v2 u_turns (
        .clk(clk),
        .ra(following),
        .rd(turns_rd)
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

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(8)) u_entries (
        .clk(clk),
        .ra(place),
        .rd(entries_rd),
        .we(put),
        .wa(put_place),
        .wd(entries_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_keys0 (
        .clk(clk),
        .ra(entry),
        .rd(keys0_rd),
        .we(keys0_we),
        .wa(entry),
        .wd(plain)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_keys1 (
        .clk(clk),
        .ra(entry),
        .rd(keys1_rd),
        .we(keys1_we),
        .wa(entry),
        .wd(plain)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(1), .ADDR(8)) u_valid (
        .clk(clk),
        .ra(valid_ra),
        .rd(valid_rd),
        .we(valid_we),
        .wa(valid_wa),
        .wd(valid_wd)
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
        .insn(insn),
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

    treetap_coproc_profiler_up5k_immediate u_immediate (
        .insn(insn),
        .there(immediate_there_unused),
        .value(immediate_value)
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

    wire [7:0] wide0_unused_msbs = first | within_base;
    wire [7:0] wide1_unused_msbs = first | mask;
    always @(posedge clk) begin
        // Where a step goes on is read a cycle before the rest of it happens.
        moved <= moves_rd;
        done <= turns_rd[27:0];
        if (rst) begin
            moved <= 40'd0;
            done <= 28'd0;
        end
        // Of the word that was fetched: operation of the ALU, operand A.
        coming <= microcode2_rd[coming_at +: 9];
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
        for_place <= bank_at_t | bank_at_spc;
        for_nothing <= high & (of_values | of_last);
        width_wrong <= ~(|width) | (width > 5'd16);
        branches <= flag ^ bc[4];
        trouble <= illegal | bites | pc[6] | lane_missing | target_missing;
        if (act == act_load) stale <= 1'b0;
        if ((ends_word & elsewhere) | (act == act_place)) stale <= 1'b1;
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
        if (act == act_place) pc <= {1'd0, a[5:0]};
        piece <= entries_rd;
        if (size == byte_size) begin
            piece <= {8'd0, entries_rd[7:0]};
            if (first_byte[0]) piece <= entries_rd >> 8;
        end
        if (take_b != b_hold) begin
            b <= other_b;
            if (inverts) b <= ~other_b;
        end
        offset <= immediate_value;
        detail <= fields_few;
        if (take_a == from_immediate_low) detail <= offset[15:0];
        if (take_a == from_immediate_high) detail <= offset[31:16];
        if (take_a == from_immediate_sign) begin
            detail <= 16'd0;
            if (offset[31]) detail <= ~16'd0;
        end
        // What the host reads; else what was found in the instruction in the step before.
        shown <= detail;
        if (take_a == from_status) shown <= status;
        if (take_a == from_flags) shown <= shown_flags;
        if (take_a == from_word0) shown <= insn_word[15:0];
        if (take_a == from_word1) shown <= insn_word[31:16];
        if (take_a == from_word2) shown <= insn_word[47:32];
        if (take_a == from_other_low) shown <= other[15:0];
        if (take_a == from_other_high) shown <= other[31:16];
        if (take_a == from_random) shown <= stepped;
        if (take_a == from_reset) shown <= after_reset;
        // What memories give comes last.
        if (take_a == from_key_low) shown <= keys0_rd;
        if (take_a == from_key_high) shown <= keys1_rd;
        carry <= carry_in[0] & (~carry_in[1] | ~smp_side[6]);
        if (carry_in == carry_is_kept) carry <= passes;
        spilt <= a[0];
        all_equal <= equal_now;
        all_zero <= zero_now;
        all_ones <= ones_now;
        result <= made;
        begun <= begins;
        late <= to_flag;
        // A word that may not be executed leaves them alone.
        if (trouble) late <= 5'd0;
        // A bound was passed.
        if (to_flag == flag_clip_up) clip <= passes;
        if ((to_flag == flag_clip_down) | (to_flag == flag_compare_clip)) clip <= ~passes;
        if (to_flag == flag_clip_more) clip <= passes | clip;
        if (compares & ~trouble) begin
            eq <= equal_now;
            ltu <= ~passes;
        end
        if (results | (late == flag_compare_zero) | (late == flag_result_positive)) zr <= zero_now;
        if (results | (late == flag_neg) | (late == flag_result_positive)) neg <= result[15] & (late
                != flag_result_positive);
        if (saturates) begin
            asat <= zero_now;
            if (late == flag_saturated_up) asat <= ones_now;
        end
        if (late == flag_counted_up) msat <= ones_now;
        if (late == flag_counted_down) msat <= zero_now;
        if (late == flag_index_zero) isat <= zero_now;
        if (late == flag_index_ones) isat <= ones_now;
        if (to_flag == flag_index_clip) isat <= clip;
        if (to_flag == flag_hit_found) hit <= meets;
        if (to_flag == flag_hit_valid) hit <= there;
        if (to_flag == flag_paid) owed <= 1'b0;
        flagged <= (act == store_flags) & for_flags;
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
        if ((take_a != hold) & ~take_a[4]) begin
            a <= taken;
            if (take_a == from_made) a <= made;
            // What memories give comes last.
            if (is_file & ~((take_a == from_operand) & fields_direct)) a <= left_rd;
        end
        put <= to_memory == put_part;
        put_place <= place;
        if (act == act_entry) begin
            entry <= wide0_unused_msbs[5:0];
            last <= wide1_unused_msbs[5:0];
            outside <= 1'b0;
            outside <= |(first >> index_bits);
            first_byte <= part_of_first;
            size <= size_now;
        end
        live <= scans;
        judged <= live;
        ahead <= entry;
        seen <= ahead;
        differs <= (keys0_rd ^ key) | (keys1_rd ^ a);
        there <= valid_rd;
        if (judges & same) begin
            meets <= 1'b1;
            found <= seen;
        end
        if ((judges & (same | (seen == last))) | (live & outside)) ended <= 1'b1;
        if (act == act_scan_begin) begin
            ended <= 1'b0;
            meets <= 1'b0;
        end
        if (scans | (act == act_entry_next)) entry <= entry + 6'd1;
        if ((act == act_entry_next) & (&entry)) begin
            sweep_valid <= 1'b0;
            sweep_memory <= 1'b0;
        end
        if (act == act_launch) begin
            within_ <= 1'b1;
            spare <= a[7:0];
            watched <= |a;
        end
        if (pops | fails) within_ <= 1'b0;
        if (interrupts) begin
            mode <= state_asks;
            cause <= tag;
        end
        if (act == act_stop) mode <= state_rest;
        if (fails) begin
            mode <= state_fails;
            error <= err_tgt;
            if (lane_missing) error <= err_lane;
            if (illegal) error <= err_ill;
            if (bites) error <= err_wdog;
            if (pc[6]) error <= err_end;
        end
        if (interrupts | fails) upc <= pc;
        if (interrupts | fails | (act == act_stop)) stopping <= 1'b0;
        if (act == act_count_from) count <= a[7:0];
        if ((act == act_count) | (act == act_entry_next)) count <= count + 8'd1;
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
        if (to_test != test_holds) met <= holds;
        if (to_code != code_holds) code <= chosen;
        number <= following;
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
            sweep_valid <= 1'b0;
            sweep_memory <= 1'b0;
            entry <= 6'd0;
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
        end
        if (takes_key) key <= a;
        if (loads) current <= {32'd0, microcode0_rd} | ({32'd0, microcode1_rd} << 16)
                | ({32'd0, microcode2_rd} << 32);
        if (loads) place_a <= place_a_next;
        if (loads) short_a <= (coming_a == mi_a) | (coming_a == random_a) | (coming_a == none_a) | (coming_a
                == ix_a);
        if (loads) index_a <= coming_a == ix_a;
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

    treetap_coproc_profiler_up5k_pcfilter #(.all_cleared(3'd7), .decim_code(3'd5)) u_pcfilter (
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

    treetap_coproc_profiler_up5k_counters #(.last_place(4'd14), .zero_word(5'd16)) u_counters (
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
            .take_b_at(6'd27), .half_at(6'd31), .key_at(6'd33), .second_at(6'd34), .column_at(6'd35),
            .make_at(6'd0), .carry_at(6'd37), .begin_at(6'd39), .shift_at(6'd4), .flag_at(6'd6),
            .memory_at(6'd11), .act_at(6'd14), .code_at(6'd19), .test_at(6'd23), .jump_at(6'd28),
            .target_at(6'd31), .aop_at(6'd44), .sa_at(6'd39), .sb_at(6'd34), .vd_at(6'd31), .iop_at(6'd28),
            .wx_at(6'd25), .mop_at(6'd21), .mb_at(6'd18), .rx_at(6'd15), .bc_at(6'd10), .bt_at(6'd5),
            .tag_at(6'd3), .rsv_at(6'd0), .coming_at(4'd7), .sa_legal(32'h3fffffff), .sb_legal(32'h1fff),
            .vd_legal(8'd31), .mop_legal(16'h7ff), .bt_legal(32'h3fffff), .bc_legal(16'h3ff),
            .random_in_a(5'd23), .random_in_b(5'd11), .run_at(4'd1), .stop_at(4'd2), .clear_at(4'd6),
            .skip_at(4'd7), .reset_at(4'd8), .cinv_at(4'd9), .command_bit1(10'd2), .command_bit2(10'd4),
            .command_bit3(10'd8), .command_bit4(10'd16), .command_bit5(10'd32), .command_bit6(10'd64),
            .command_bit7(10'd128), .command_bit8(10'h100), .command_bit9(10'h200), .built_entries(9'd64),
            .want_refuses(5'd0), .want_read_file(5'd1), .want_read_status(5'd2), .want_read_flags(5'd3),
            .want_read_low(5'd4), .want_read_high(5'd5), .want_read_key(5'd6), .want_read_valid(5'd7),
            .want_read_entry(5'd8), .want_read_other(5'd9), .want_write(5'd10), .want_write_index(5'd11),
            .want_write_width(5'd12), .want_write_random(5'd13), .want_write_key(5'd14),
            .want_write_entry(5'd15), .want_write_low(5'd16), .want_write_high(5'd17), .want_commands(5'd18),
            .act_answer(5'd12), .mi_bits(16'd63), .op_ld(4'd1), .op_xchg(4'd6), .act_next(5'd4),
            .act_load(5'd5), .act_place(5'd6), .at_base(4'd1), .at_index(4'd2), .at_largest(4'd3),
            .at_far(4'd4), .at_start(4'd5), .at_host(4'd6), .at_host_largest(4'd7), .at_host_high(4'd8),
            .at_host_index(4'd9), .nought(8'd3), .at_one(8'd131), .at_random(8'd7), .at_matched(8'd110),
            .most_class(5'd20), .values(32'hf000000), .md_a(5'd22), .random_a(5'd23), .ix_a(5'd28),
            .mi_a(5'd29), .none_a(5'd21), .md_b(5'd8), .one_b(5'd10), .random_b(5'd11), .ix_b(5'd12),
            .none_b(5'd9), .hold(5'd0), .from_file(5'd1), .from_operand(5'd2), .from_lane(5'd3),
            .from_part(5'd4), .from_part_ones(5'd5), .from_data_low(5'd6), .from_data_high(5'd7),
            .from_found(5'd8), .from_host_base(5'd9), .from_made(5'd10), .byte_size(2'd3), .b_hold(4'd0),
            .file_b(4'd1), .not_file_b(4'd2), .operand_b(4'd3), .not_operand_b(4'd4), .ones_b(4'd6),
            .clip_b(4'd7), .not_clip_b(4'd8), .places0(8'd0), .places1(8'd128), .places2(8'd1),
            .places3(8'd2), .places4(8'd19), .places5(8'd6), .places6(8'd7), .places7(8'd131), .places8(8'd4),
            .places9(8'd132), .values_there0(16'h3841), .values_there1(16'h5454), .values_there2(16'd24),
            .values_there3(16'd4), .values_there4(16'd65), .values_there5(16'd255), .values_there6(16'hace1),
            .values_there7(16'd1), .values_there8(16'd16), .values_there9(16'h7fff), .of_widths(5'd9),
            .of_largest(5'd25), .sixteen(16'd16), .frozen(3'd4), .record(16'd65), .no_lanes(8'd255),
            .from_immediate_low(5'd17), .from_immediate_high(5'd18), .from_immediate_sign(5'd19),
            .from_key_low(5'd20), .from_key_high(5'd21), .from_status(5'd22), .from_flags(5'd23),
            .from_word0(5'd24), .from_word1(5'd25), .from_word2(5'd26), .from_other_low(5'd27),
            .from_other_high(5'd28), .from_random(5'd29), .from_reset(5'd30), .taps(16'hb400),
            .make_sum(4'd0), .make_move(4'd4), .make_and(4'd5), .make_or(4'd6), .make_xor(4'd7),
            .make_shift(4'd8), .make_found(4'd9), .carry_is_kept(2'd2), .shift_kept(2'd1), .shift_sign(2'd2),
            .shift_valid(2'd3), .flag_compare(5'd1), .flag_result(5'd2), .flag_compare_result(5'd3),
            .flag_compare_zero(5'd4), .flag_neg(5'd5), .flag_result_positive(5'd6), .flag_saturated_up(5'd7),
            .flag_saturated_down(5'd8), .flag_compare_clip(5'd9), .flag_clip_up(5'd10),
            .flag_clip_down(5'd11), .flag_clip_more(5'd12), .flag_counted_up(5'd13),
            .flag_counted_down(5'd14), .flag_index_zero(5'd15), .flag_index_ones(5'd16),
            .flag_index_clip(5'd17), .flag_hit_found(5'd18), .flag_hit_valid(5'd19), .flag_paid(5'd20),
            .store_flags(5'd13), .at_counted(4'd10), .recfmt_at(8'd19), .put_part(3'd1), .put_key_low(3'd2),
            .put_key_high(3'd3), .put_invalid(3'd4), .put_word0(3'd5), .put_word1(3'd6), .put_word2(3'd7),
            .size_at(4'd8), .lane_at(4'd12), .op_match(4'd7), .index_bits(4'd6), .sizes0(2'd0), .sizes1(2'd1),
            .sizes2(2'd2), .sizes3(2'd3), .act_entry(5'd1), .act_scan(5'd2), .act_scan_begin(5'd3),
            .act_entry_next(5'd15), .act_launch(5'd7), .act_done(5'd8), .act_interrupt(5'd9),
            .act_fail(5'd10), .act_stop(5'd11), .act_count_from(5'd16), .act_count(5'd17), .err_ill(3'd1),
            .err_end(3'd2), .err_wdog(3'd4), .err_lane(3'd5), .err_tgt(3'd3), .act_store(5'd13),
            .lane_from(4'd12), .act_command(5'd14), .inv_all_at(4'd3), .clr_all_at(4'd4), .flush_at(4'd5),
            .test_holds(5'd0), .test_attention(5'd2), .test_stopping(5'd3), .test_sample(5'd4),
            .test_sweep_valid(5'd5), .test_sweep_memory(5'd6), .test_sweep_stops(5'd7), .test_scan_done(5'd8),
            .test_count_all(5'd9), .test_count_sixteen(5'd10), .test_made_zero(5'd11),
            .test_width_wrong(5'd12), .test_hit(5'd13), .test_refused(5'd14), .by_alu(4'd3), .by_memory(4'd4),
            .by_index(4'd5), .by_tail(4'd6), .by_next(4'd1), .by_fetched(4'd2), .by_size(4'd7),
            .led_away(5'd16), .fetches(5'd22), .serves(5'd23), .computes(5'd24), .troubled(5'd15),
            .by_host(4'd8), .by_command(4'd9), .by_place(4'd10), .code_holds(4'd0), .host_owed(5'd19),
            .to_wait(5'd1), .to_rest(5'd2), .fifteen(4'd15)) u_coproc (
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

// treetap_coproc_profiler_up5k: 64 entries, samples of two lanes, Wishbone: for the iCE40 UP5K
// Configuration: axil 0, entries 64, lanes 2, value_bits 32, xlen 32.
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

// A field of a sample, a step a cycle: the lane that it begins with, the one that it goes on with, a sum.
module treetap_coproc_profiler_up5k_fields #(
    parameter [3:0] first0 = 4'd1,
    parameter [3:0] first1 = 4'd1,
    parameter [3:0] first2 = 4'd3,
    parameter [3:0] first3 = 4'd4,
    parameter [3:0] first4 = 4'd4,
    parameter [3:0] first5 = 4'd6,
    parameter [3:0] first6 = 4'd8,
    parameter [3:0] first7 = 4'd8,
    parameter [3:0] first8 = 4'd3,
    parameter [3:0] first9 = 4'd3,
    parameter [3:0] first10 = 4'd3,
    parameter [3:0] first11 = 4'd3,
    parameter [3:0] first12 = 4'd3,
    parameter [3:0] first13 = 4'd3,
    parameter [3:0] first14 = 4'd3,
    parameter [3:0] first15 = 4'd3,
    parameter [3:0] first16 = 4'd1,
    parameter [3:0] first17 = 4'd0,
    parameter [3:0] first18 = 4'd0,
    parameter [3:0] first19 = 4'd0,
    parameter [3:0] first20 = 4'd10,
    parameter [3:0] first21 = 4'd0,
    parameter [3:0] first22 = 4'd0,
    parameter [3:0] first23 = 4'd0,
    parameter [3:0] first24 = 4'd0,
    parameter [3:0] first25 = 4'd0,
    parameter [3:0] first26 = 4'd0,
    parameter [3:0] first27 = 4'd0,
    parameter [3:0] first28 = 4'd0,
    parameter [3:0] first29 = 4'd0,
    parameter [3:0] first30 = 4'd0,
    parameter [3:0] first31 = 4'd0,
    parameter [3:0] second0 = 4'd0,
    parameter [3:0] second1 = 4'd2,
    parameter [3:0] second2 = 4'd0,
    parameter [3:0] second3 = 4'd0,
    parameter [3:0] second4 = 4'd5,
    parameter [3:0] second5 = 4'd7,
    parameter [3:0] second6 = 4'd9,
    parameter [3:0] second7 = 4'd0,
    parameter [3:0] second8 = 4'd0,
    parameter [3:0] second9 = 4'd0,
    parameter [3:0] second10 = 4'd0,
    parameter [3:0] second11 = 4'd0,
    parameter [3:0] second12 = 4'd0,
    parameter [3:0] second13 = 4'd0,
    parameter [3:0] second14 = 4'd0,
    parameter [3:0] second15 = 4'd1,
    parameter [3:0] second16 = 4'd1,
    parameter [3:0] second17 = 4'd0,
    parameter [3:0] second18 = 4'd0,
    parameter [3:0] second19 = 4'd0,
    parameter [3:0] second20 = 4'd0,
    parameter [3:0] second21 = 4'd0,
    parameter [3:0] second22 = 4'd0,
    parameter [3:0] second23 = 4'd0,
    parameter [3:0] second24 = 4'd0,
    parameter [3:0] second25 = 4'd0,
    parameter [3:0] second26 = 4'd0,
    parameter [3:0] second27 = 4'd0,
    parameter [3:0] second28 = 4'd0,
    parameter [3:0] second29 = 4'd0,
    parameter [3:0] second30 = 4'd0,
    parameter [3:0] second31 = 4'd0,
    parameter [31:0] go_on_bits = 32'h1c000,
    parameter [31:0] add_bits = 32'h18000,
    parameter [4:0] rd = 5'd8,
    parameter [4:0] rs1 = 5'd9,
    parameter [4:0] rs2 = 5'd10,
    parameter [4:0] funct3 = 5'd11,
    parameter [4:0] funct7 = 5'd12,
    parameter [4:0] opcode = 5'd13,
    parameter [4:0] imm = 5'd14,
    parameter [4:0] target = 5'd15,
    parameter [4:0] fall = 5'd16,
    parameter [4:0] taken = 5'd17,
    parameter [4:0] class_ = 5'd18,
    parameter [4:0] evt = 5'd19,
    parameter [4:0] pc = 5'd1,
    parameter [4:0] npc = 5'd6,
    parameter [31:0] sign = 32'h80000000,
    parameter [31:0] tag = 32'h7fffffff
) (
    input  wire         clk,
    // which field; longer sums: which steps it takes
    input  wire [4:0]   code,

    output wire         longer,
    output wire         sums,
    // the steps
    input  wire         starts,
    input  wire         goes_on,
    input  wire         adding,
    // the record and what its lanes are
    input  wire [15:0]  recfmt,

    input  wire [127:0] lanes,
    input  wire [15:0]  side,
    // the field
    output wire [31:0]  value
);
    reg [3:0] chosen = 4'd0;
    reg [31:0] begun = 32'd0;
    reg [31:0] further = 32'd0;
    reg [31:0] total = 32'd0;

    reg [3:0] kind;
    reg [31:0] lane;
    reg [31:0] half;
    reg [15:0] few;
    reg [31:0] narrow;
    wire immediate_there_unused;
    wire [31:0] immediate_value;

    always @* begin
        // The lowest lane of the kind that is taken next; none gives 0.
        kind = 4'd0;
        if (code == 5'd0) begin
            kind = first0;
            if (starts) kind = second0;
        end
        if (code == 5'd1) begin
            kind = first1;
            if (starts) kind = second1;
        end
        if (code == 5'd2) begin
            kind = first2;
            if (starts) kind = second2;
        end
        if (code == 5'd3) begin
            kind = first3;
            if (starts) kind = second3;
        end
        if (code == 5'd4) begin
            kind = first4;
            if (starts) kind = second4;
        end
        if (code == 5'd5) begin
            kind = first5;
            if (starts) kind = second5;
        end
        if (code == 5'd6) begin
            kind = first6;
            if (starts) kind = second6;
        end
        if (code == 5'd7) begin
            kind = first7;
            if (starts) kind = second7;
        end
        if (code == 5'd8) begin
            kind = first8;
            if (starts) kind = second8;
        end
        if (code == 5'd9) begin
            kind = first9;
            if (starts) kind = second9;
        end
        if (code == 5'd10) begin
            kind = first10;
            if (starts) kind = second10;
        end
        if (code == 5'd11) begin
            kind = first11;
            if (starts) kind = second11;
        end
        if (code == 5'd12) begin
            kind = first12;
            if (starts) kind = second12;
        end
        if (code == 5'd13) begin
            kind = first13;
            if (starts) kind = second13;
        end
        if (code == 5'd14) begin
            kind = first14;
            if (starts) kind = second14;
        end
        if (code == 5'd15) begin
            kind = first15;
            if (starts) kind = second15;
        end
        if (code == 5'd16) begin
            kind = first16;
            if (starts) kind = second16;
        end
        if (code == 5'd17) begin
            kind = first17;
            if (starts) kind = second17;
        end
        if (code == 5'd18) begin
            kind = first18;
            if (starts) kind = second18;
        end
        if (code == 5'd19) begin
            kind = first19;
            if (starts) kind = second19;
        end
        if (code == 5'd20) begin
            kind = first20;
            if (starts) kind = second20;
        end
        if (code == 5'd21) begin
            kind = first21;
            if (starts) kind = second21;
        end
        if (code == 5'd22) begin
            kind = first22;
            if (starts) kind = second22;
        end
        if (code == 5'd23) begin
            kind = first23;
            if (starts) kind = second23;
        end
        if (code == 5'd24) begin
            kind = first24;
            if (starts) kind = second24;
        end
        if (code == 5'd25) begin
            kind = first25;
            if (starts) kind = second25;
        end
        if (code == 5'd26) begin
            kind = first26;
            if (starts) kind = second26;
        end
        if (code == 5'd27) begin
            kind = first27;
            if (starts) kind = second27;
        end
        if (code == 5'd28) begin
            kind = first28;
            if (starts) kind = second28;
        end
        if (code == 5'd29) begin
            kind = first29;
            if (starts) kind = second29;
        end
        if (code == 5'd30) begin
            kind = first30;
            if (starts) kind = second30;
        end
        if (code == 5'd31) begin
            kind = first31;
            if (starts) kind = second31;
        end
    end
    assign longer = go_on_bits[code];
    assign sums = add_bits[code];
    always @* begin
        lane = 32'd0;
        if (chosen[0]) lane = lane | lanes[31:0];
        if (chosen[1]) lane = lane | lanes[63:32];
        if (chosen[2]) lane = lane | lanes[95:64];
        if (chosen[3]) lane = lane | lanes[127:96];
    end
    // An immediate value; sums are those of halves of addresses, whose bit 0 is 0.
    wire [31:0] word = begun;
    always @* begin
        half = immediate_value >> 1;
        if (immediate_value[31]) half = half | sign;
        if (code == imm) half = immediate_value;
        if (code == fall) begin
            half = 32'd2;
            if (side[6]) half = 32'd1;
        end
    end
    always @* begin
        // The field: what is in few bits, and what is wide.
        few = word[15:0];
        if (code == rd) few = {11'd0, word[11:7]};
        if (code == rs1) few = {11'd0, word[19:15]};
        if (code == rs2) few = {11'd0, word[24:20]};
        if (code == funct3) few = {13'd0, word[14:12]};
        if (code == funct7) few = {9'd0, word[31:25]};
        if (code == opcode) few = {9'd0, word[6:0]};
        if (code == taken) few = {15'd0, side[5]};
        if (code == class_) few = {11'd0, side[4:0]};
        if (code == evt) few = {8'd0, side[15:8]};
    end
    always @* begin
        narrow = word;
        if (((code >= rd) & (code <= opcode)) | (code >= taken)) narrow = {16'd0, few};
        if ((code == target) | (code == fall) | (code == imm)) narrow = total;
    end
    wire address = (code == pc) | (code == npc);
    assign value = address ? (narrow << 1) : narrow;

    treetap_coproc_profiler_up5k_immediate u_immediate (
        .insn(word),
        .there(immediate_there_unused),
        .value(immediate_value)
    );

    always @(posedge clk) begin
        chosen <= 4'd0;
        if (recfmt[15:12] == kind) chosen <= 4'd8;
        if (recfmt[11:8] == kind) chosen <= 4'd4;
        if (recfmt[7:4] == kind) chosen <= 4'd2;
        if (recfmt[3:0] == kind) chosen <= 4'd1;
        if (starts) begun <= lane;
        if (goes_on) further <= lane;
        if (goes_on | adding) total <= adding ? ((further + total) & tag) : half;
    end
endmodule

// What the ALU makes of A and B: sums without a bound, shifts not yet shifted.
module treetap_coproc_profiler_up5k_alu #(
    parameter [3:0] mov = 4'd1,
    parameter [3:0] rot16 = 4'd2,
    parameter [3:0] and_ = 4'd7,
    parameter [3:0] or_ = 4'd8,
    parameter [3:0] xor_ = 4'd9,
    parameter [3:0] shl1 = 4'd10
) (
    // operation and operands, and 1 for a difference
    input  wire [3:0]  op,
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire        one,
    // sum, its carry, A is B
    output wire [31:0] sum,
    output wire        carry,
    output wire        eq,
    // what is no sum
    output reg  [31:0] other
);
    wire [31:0] first = a;
    wire [31:0] second = b;
    // The carry into the sum is that of a bit below the lowest.
    wire [33:0] total = (({2'd0, first} << 1) | 34'd1) + (({2'd0, second} << 1) | {33'd0, one});
    assign sum = total[32:1];
    assign carry = total[33];
    assign eq = &(first ^ second);
    always @* begin
        other = 32'd0;
        if ((op == mov) | (op >= shl1)) other = first;
        if (op == rot16) other = ({16'd0, first[15:0]} << 16) | {16'd0, first[31:16]};
        if (op == and_) other = first & second;
        if (op == or_) other = first | second;
        if (op == xor_) other = first ^ second;
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

// The part of an entry that a lane is, what counting makes of it, and the entry with the new part.
module treetap_coproc_profiler_up5k_part #(
    parameter [3:0] inc = 4'd3,
    parameter [3:0] dec = 4'd4,
    parameter [3:0] add = 4'd5,
    parameter [31:0] ones = 32'hffffffff,
    parameter [3:0] bit0 = 4'd1,
    parameter [3:0] bit1 = 4'd2,
    parameter [3:0] bit2 = 4'd4,
    parameter [3:0] bit3 = 4'd8
) (
    // which part, and what becomes of it
    input  wire [3:0]  size,
    input  wire [2:0]  first,
    input  wire [3:0]  op,
    // the entry and its part
    input  wire [63:0] slot,
    output wire [31:0] part,
    // the part of the cycle before, R, and their sum with its carry
    input  wire [31:0] old,
    input  wire [31:0] r,
    output wire [32:0] sum,
    // that sum, within the bounds of the lane, and whether it is one of them
    input  wire [32:0] raw,
    output reg  [31:0] counted,
    output reg         bound,
    // the new part of the cycle before; merged we: the entry with it, and which columns of 16 bits change
    input  wire [31:0] new_,

    output wire [63:0] merged,
    output wire [3:0]  we
);
    reg [15:0] columns0;
    reg [15:0] columns1;
    reg [15:0] columns2;
    reg [15:0] columns3;
    reg [31:0] shifted;
    reg [3:0] write;

    wire whole = size[0];
    wire word = size[1];
    wire half = size[2];
    wire byte_ = size[3];
    always @* begin
        // The part.
        shifted = slot[31:0];
        if (first[2]) shifted = slot[63:32];
        if (first[1]) shifted = shifted >> 16;
        if (first[0]) shifted = shifted >> 8;
    end
    wire [31:0] largest = byte_ ? 32'd255 : half ? 32'hffff : ones;
    wire [31:0] max = largest;
    assign part = shifted & largest;
    // One less is the sum with the largest number: without a carry nothing was there.
    wire counts = (op == inc) | (op == dec) | (op == add);
    wire [31:0] up = (op == dec) ? ~32'd0 : (op == inc) ? 32'd1 : r;
    wire [31:0] before_ = counts ? old : 32'd0;
    assign sum = {1'd0, before_} + {1'd0, up};
    // Within the bounds of the lane; all ones is the bound, or 0 of what counts down.
    wire [31:0] low = raw[31:0];
    wire carry = raw[32];
    wire above = carry | (|(low & ~max));
    wire full = &(low | ~max);
    always @* begin
        counted = low;
        bound = above | full;
        if (counts & above) counted = max;
        if (op == dec) begin
            bound = ~carry | ~(|low);
            counted = low;
            if (~carry) counted = 32'd0;
        end
    end
    // The entry with the new part: columns of 16 bits, a byte with its neighbour.
    wire [63:0] wide = {32'd0, new_};
    wire [15:0] fresh = {8'd0, wide[7:0]};
    always @* begin
        write = 4'd0;
        columns0 = wide[15:0];
        if (whole | (first[2:1] == 2'd0)) write = write | bit0;
        columns1 = wide[15:0];
        if (whole | (first[2:1] == 2'd1)) write = write | bit1;
        columns2 = wide[15:0];
        if (whole | (first[2:1] == 2'd2)) write = write | bit2;
        columns3 = wide[15:0];
        if (whole | (first[2:1] == 2'd3)) write = write | bit3;
        if (word) begin
            write = 4'd3;
            if (first[2]) write = 4'd12;
            columns1 = wide[31:16];
            columns3 = wide[31:16];
        end
        if (whole) begin
            columns1 = wide[31:16];
            columns2 = wide[47:32];
            columns3 = wide[63:48];
        end
        if (byte_) begin
            columns0 = (slot[15:0] & 16'hff00) | fresh;
            if (first[0]) columns0 = (slot[15:0] & 16'd255) | (fresh << 8);
            columns1 = (slot[31:16] & 16'hff00) | fresh;
            if (first[0]) columns1 = (slot[31:16] & 16'd255) | (fresh << 8);
            columns2 = (slot[47:32] & 16'hff00) | fresh;
            if (first[0]) columns2 = (slot[47:32] & 16'd255) | (fresh << 8);
            columns3 = (slot[63:48] & 16'hff00) | fresh;
            if (first[0]) columns3 = (slot[63:48] & 16'd255) | (fresh << 8);
        end
    end
    assign we = write;
    assign merged = {48'd0, columns0} | ({48'd0, columns1} << 16) | ({48'd0, columns2} << 32)
            | ({48'd0, columns3} << 48);
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
    parameter [1:0] rest = 2'd0,
    parameter [1:0] runs = 2'd1,
    parameter [1:0] asks = 2'd2,
    parameter [1:0] fails = 2'd3,
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
    parameter [31:0] sa_legal = 32'h3fffffff,
    parameter [31:0] sb_legal = 32'h1fff,
    parameter [7:0] vd_legal = 8'd31,
    parameter [15:0] mop_legal = 16'h7ff,
    parameter [31:0] bt_legal = 32'h3fffff,
    parameter [15:0] bc_legal = 16'h3ff,
    parameter [31:0] of_sample = 32'h1fffff,
    parameter [5:0] last_bit = 6'd32,
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
    parameter [8:0] entries = 9'd64,
    parameter [31:0] top_bit = 32'h80000000,
    parameter [3:0] size_at = 4'd8,
    parameter [3:0] lane_at = 4'd12,
    parameter [3:0] op_ld = 4'd1,
    parameter [3:0] op_xchg = 4'd6,
    parameter [4:0] targets_at = 5'd24,
    parameter [3:0] index_bits = 4'd6,
    parameter [4:0] most_class = 5'd20,
    parameter [2:0] err_ill = 3'd1,
    parameter [2:0] err_end = 3'd2,
    parameter [2:0] err_wdog = 3'd4,
    parameter [2:0] err_lane = 3'd5,
    parameter [2:0] err_tgt = 3'd3,
    parameter [4:0] md_a = 5'd22,
    parameter [4:0] random_a = 5'd23,
    parameter [31:0] values = 32'hf000000,
    parameter [4:0] ix_a = 5'd28,
    parameter [4:0] mi_a = 5'd29,
    parameter [31:0] files = 32'd255,
    parameter [4:0] md_b = 5'd8,
    parameter [4:0] one_b = 5'd10,
    parameter [4:0] random_b = 5'd11,
    parameter [4:0] ix_b = 5'd12,
    parameter [3:0] op_match = 4'd7,
    parameter [3:0] op_sub = 4'd4,
    parameter [3:0] op_subs = 4'd6,
    parameter [5:0] source0 = 6'd1,
    parameter [5:0] source1 = 6'd2,
    parameter [5:0] source2 = 6'd4,
    parameter [5:0] source3 = 6'd8,
    parameter [5:0] source4 = 6'd16,
    parameter [5:0] source5 = 6'd32,
    parameter [3:0] op_add = 4'd3,
    parameter [3:0] op_adds = 4'd5,
    parameter [3:0] op_shl1 = 4'd10,
    parameter [3:0] op_shl2 = 4'd11,
    parameter [3:0] op_shr1 = 4'd12,
    parameter [3:0] op_shr2 = 4'd13,
    parameter [3:0] op_shr4 = 4'd14,
    parameter [3:0] op_shr8 = 4'd15,
    parameter [3:0] op_cread = 4'd10,
    parameter [2:0] iop_down = 3'd2,
    parameter [2:0] iop_down_least = 3'd4,
    parameter [3:0] op_minc = 4'd3,
    parameter [3:0] op_madd = 4'd5,
    parameter [2:0] iop_up = 3'd1,
    parameter [2:0] iop_up_most = 3'd3,
    parameter [2:0] iop_mov = 3'd5,
    parameter [2:0] iop_alu = 3'd6,
    parameter [2:0] iop_matched = 3'd7,
    parameter [3:0] op_st = 4'd2,
    parameter [4:0] bt_is_done = 5'd20,
    parameter [4:0] bt_is_int = 5'd21,
    parameter [15:0] taps = 16'hb400,
    parameter [4:0] width_most = 5'd16,
    parameter [3:0] key_write = 4'd8,
    parameter [3:0] key_invalidate = 4'd9,
    parameter [3:0] inv_all_at = 4'd3,
    parameter [3:0] clr_all_at = 4'd4,
    parameter [3:0] flush_at = 4'd5,
    parameter [15:0] seed = 16'hace1,
    parameter [7:0] bites = 8'd255,
    parameter [2:0] frozen = 3'd4,
    parameter [15:0] record = 16'd65,
    parameter [4:0] sixteen = 5'd16
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
    localparam [3:0] Phase_Rest = 4'd0;
    localparam [3:0] Phase_Sweep = 4'd1;
    localparam [3:0] Phase_Wait = 4'd2;
    localparam [3:0] Phase_Launch = 4'd3;
    localparam [3:0] Phase_Decode = 4'd4;
    localparam [3:0] Phase_Begin = 4'd5;
    localparam [3:0] Phase_GoOn = 4'd6;
    localparam [3:0] Phase_Add = 4'd7;
    localparam [3:0] Phase_Operand = 4'd8;
    localparam [3:0] Phase_Scan = 4'd9;
    localparam [3:0] Phase_Execute = 4'd10;
    localparam [3:0] Phase_Adjust = 4'd11;
    localparam [3:0] Phase_Count = 4'd12;
    localparam [3:0] Phase_Settle = 4'd13;
    localparam [3:0] Phase_Commit = 4'd14;

    reg [3:0] phase = 4'd0;
    reg [1:0] mode = 2'd0;
    reg stopping = 1'b0;
    reg [1:0] cause = 2'd0;
    reg [2:0] error = 3'd0;
    reg [6:0] pc = 7'd0;
    reg [6:0] upc = 7'd0;
    reg [6:0] away = 7'd0;
    reg [2:0] trouble = 3'd0;
    reg [7:0] executed = 8'd0;
    reg [63:0] words = 64'd0;
    reg [31:0] md = 32'd0;
    reg [5:0] mi = 6'd0;
    reg [7:0] flags = 8'd0;
    reg [7:0] fresh_flags = 8'd0;
    reg [15:0] lfsr = 16'hace1;
    reg [7:0] watchdog = 8'd255;
    reg [2:0] ctrl = 3'd4;
    reg [20:0] classes = 21'd0;
    reg [17:0] filter1 = 18'd0;
    reg [1:0] filter2 = 2'd0;
    reg [15:0] recfmt = 16'd65;
    reg [15:0] decim = 16'd0;
    reg [31:0] low_half = 32'd0;
    reg [31:0] answer = 32'd0;
    reg [1:0] turn = 2'd0;
    reg [9:0] orders = 10'd0;
    reg granted = 1'b0;
    reg unqueued = 1'b0;
    reg is_width = 1'b0;
    reg [4:0] new_width = 5'd0;
    reg [15:0] violations = 16'd0;
    reg [5:0] bit_ = 6'd0;
    reg [5:0] sweep = 6'd0;
    reg sweep_files = 1'b0;
    reg sweep_valid = 1'b0;
    reg sweep_memory = 1'b0;
    reg [5:0] from_a = 6'd0;
    reg [5:0] from_b = 6'd0;
    reg [31:0] a = 32'd0;
    reg [31:0] b = 32'd0;
    reg [31:0] old = 32'd0;
    reg [31:0] fresh = 32'd0;
    reg [31:0] r = 32'd0;
    reg [32:0] raw = 33'd0;
    reg [3:0] part_size_ = 4'd0;
    reg [3:0] part_op_ = 4'd0;
    reg [2:0] part_byte = 3'd0;
    reg [3:0] adjusts = 4'd0;
    reg equal = 1'b0;
    reg less = 1'b0;
    reg hit = 1'b0;
    reg moved = 1'b0;
    reg clips = 1'b0;
    reg inverted = 1'b0;
    reg [15:0] fresh_index = 16'd0;
    reg [15:0] widest = 16'd0;
    reg [16:0] index_sum = 17'd0;
    reg [5:0] found = 6'd0;
    reg [5:0] scan_at = 6'd0;
    reg [5:0] scan_seen = 6'd0;
    reg [5:0] scan_last = 6'd0;
    reg scan_live = 1'b0;

    reg [9:0] order;
    reg allowed;
    reg [2:0] constant;
    reg [31:0] value;
    reg [2:0] failure;
    reg [31:0] source_a;
    reg [31:0] source_b;
    reg [3:0] turns;
    reg [31:0] result;
    reg [16:0] one;
    reg [15:0] chosen;
    reg ends;
    reg [7:0] new_flags;
    reg flag;
    reg [15:0] stepped;
    reg [4:0] width;
    reg [5:0] microcode_ra;
    wire [47:0] microcode_rd;
    reg [5:0] columns0_ra;
    wire [15:0] columns0_rd;
    reg columns0_we;
    reg [5:0] columns0_wa;
    reg [15:0] columns0_wd;
    reg [5:0] columns1_ra;
    wire [15:0] columns1_rd;
    reg columns1_we;
    reg [5:0] columns1_wa;
    reg [15:0] columns1_wd;
    reg [5:0] columns2_ra;
    wire [15:0] columns2_rd;
    reg columns2_we;
    reg [5:0] columns2_wa;
    reg [15:0] columns2_wd;
    reg [5:0] columns3_ra;
    wire [15:0] columns3_rd;
    reg columns3_we;
    reg [5:0] columns3_wa;
    reg [15:0] columns3_wd;
    reg [5:0] keys_ra;
    wire [31:0] keys_rd;
    reg keys_we;
    reg [5:0] keys_wa;
    reg [31:0] keys_wd;
    reg [7:0] valid_ra;
    wire valid_rd;
    reg valid_we;
    reg [7:0] valid_wa;
    reg valid_wd;
    reg [2:0] indices_ra;
    wire [15:0] indices_rd;
    reg indices_we;
    reg [2:0] indices_wa;
    reg [15:0] indices_wd;
    reg [4:0] widths_ra;
    wire [4:0] widths_rd;
    reg widths_we;
    reg [4:0] widths_wa;
    reg [4:0] widths_wd;
    reg [2:0] bases_ra;
    wire [15:0] bases_rd;
    reg bases_we;
    reg [2:0] bases_wa;
    reg [15:0] bases_wd;
    reg [4:0] places_ra;
    wire [5:0] places_rd;
    reg places_we;
    reg [4:0] places_wa;
    reg [5:0] places_wd;
    wire [31:0] left0_rd;
    reg left0_we;
    reg [2:0] left0_wa;
    reg [31:0] left0_wd;
    reg [2:0] right0_ra;
    wire [31:0] right0_rd;
    reg right0_we;
    reg [2:0] right0_wa;
    reg [31:0] right0_wd;
    wire fields_longer;
    wire fields_sums;
    wire [31:0] fields_value;
    wire [31:0] alu_sum;
    wire alu_carry;
    wire alu_eq;
    wire [31:0] alu_other;
    wire [3:0] part_of_size;
    wire [2:0] part_of_first;
    wire [15:0] extent_mask;
    wire [15:0] largest_mask;
    wire [15:0] cut_mask;
    wire [31:0] part_part;
    wire [32:0] part_sum;
    wire [31:0] part_counted;
    wire part_bound;
    wire [63:0] part_merged;
    wire [3:0] part_we;
    wire [31:0] bank_value;
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

    // The fields of a word, and whether it is legal by itself (B.2, B.3).
    wire [3:0] aop = microcode_rd[aop_at +: 4];
    wire [4:0] sa = microcode_rd[sa_at +: 5];
    wire [4:0] sb = microcode_rd[sb_at +: 5];
    wire [2:0] vd = microcode_rd[vd_at +: 3];
    wire [2:0] iop = microcode_rd[iop_at +: 3];
    wire [2:0] wx = microcode_rd[wx_at +: 3];
    wire [3:0] mop = microcode_rd[mop_at +: 4];
    wire [2:0] mb = microcode_rd[mb_at +: 3];
    wire [2:0] rx = microcode_rd[rx_at +: 3];
    wire [4:0] bc = microcode_rd[bc_at +: 5];
    wire [4:0] bt = microcode_rd[bt_at +: 5];
    wire [1:0] tag = microcode_rd[tag_at +: 2];
    wire [1:0] reserved = microcode_rd[rsv_at +: 2];
    wire illegal = ~sa_legal[sa] | ~sb_legal[sb] | ~vd_legal[vd] | ~mop_legal[mop] | ~bc_legal[bc[3:0]]
            | ~bt_legal[bt] | (|reserved) | (~(|aop) & (|vd));
    wire is_field = of_sample[sa];
    // Which register a request is for.
    wire [11:0] word = bus_addr[13:2];
    wire resting = phase == Phase_Rest;
    wire sweeping = phase == Phase_Sweep;
    wire running = mode == runs;
    wire obeyed = turn == 2'd2;
    // A command, and whether the state allows it.
    wire [7:0] code = bus_wdata[7:0];
    wire [7:0] argument = bus_wdata[15:8];
    always @* begin
        order = 10'd0;
        if (code == 8'd1) order = order | command_bit1;
        if (code == 8'd2) order = order | command_bit2;
        if (code == 8'd3) order = order | command_bit3;
        if (code == 8'd4) order = order | command_bit4;
        if (code == 8'd5) order = order | command_bit5;
        if (code == 8'd6) order = order | command_bit6;
        if (code == 8'd7) order = order | command_bit7;
        if (code == 8'd8) order = order | command_bit8;
        if (code == 8'd9) order = order | command_bit9;
    end
    always @* begin
        allowed = resting & (|order);
        if (order[run_at]) allowed = resting & (mode != fails);
        if (order[skip_at]) allowed = resting & (mode == fails);
        if (order[cinv_at]) allowed = resting & ({1'd0, argument} < entries);
        if (order[stop_at] | order[reset_at]) allowed = 1'b1;
    end
    // Whether the access may be obeyed: while the machine does not rest, few registers are there.
    wire open = bank_at_ctrl | bank_at_status | bank_at_cmd | bank_at_hostviol | bank_at_words_lo
            | bank_at_words_hi | bank_at_counts | bank_at_class_en | bank_at_f1cfg | bank_at_decim
            | (word[11:1] == 11'd0);
    wire legal = bus_we ? (bank_at_cmd ? allowed : bank_writes) : bank_reads;
    wire waits = bus_we & unqueued & queued;
    wire grants = granted & ~waits;
    wire writes = obeyed & bus_we & grants;
    wire commanded = obeyed & grants;
    // The turns of a request; the valid bits of 32 entries come one after the other.
    assign bus_ready = &turn;
    assign bus_rdata = answer;
    wire gathers = bank_at_vld & grants & ~bus_we;
    // Places of what the host asks for.
    wire high = word[0];
    wire [4:0] place = bank_at_t ? ({3'd0, word[1:0]} | 5'd24) : (word[4:0] ^ 5'd16);
    always @* begin
        constant = {1'd0, word[2:1]};
        if (bank_at_k) constant = constant | 3'd4;
    end
    wire [7:0] group = {5'd0, word[2:0]} << 5;
    wire [7:0] ahead = ~obeyed ? 8'd0 : {2'd0, bit_};
    wire [7:0] wide0_unused_msbs = group | (ahead & 8'd31);
    wire [5:0] valid_at = ~bank_at_vld ? word[5:0] : wide0_unused_msbs[5:0];
    // Operands that are in memories, and the entry.
    wire [31:0] left_value = left0_rd;
    wire [31:0] right_value = right0_rd;
    wire [31:0] md_high = 32'd0;
    wire [31:0] half = high ? 32'd0 : right0_rd;
    wire [63:0] slot = {48'd0, columns0_rd} | ({48'd0, columns1_rd} << 16) | ({48'd0, columns2_rd} << 32)
            | ({48'd0, columns3_rd} << 48);
    wire [31:0] half_word = high ? {16'd0, microcode_rd[47:32]} : microcode_rd[31:0];
    wire [31:0] half_entry = high ? slot[63:32] : slot[31:0];
    always @* begin
        // What the host reads: one of these, the others are 0.
        value = bank_value;
        if (bank_at_ctrl) value = value | {29'd0, ctrl};
        if (bank_at_status) value = value | {30'd0, mode} | ({31'd0, sweeping} << 2) | ({30'd0, cause} << 3)
                | ({29'd0, error} << 5) | ({25'd0, upc & 7'd63} << 8) | ({25'd0, upc >> 6} << 14);
        if (bank_at_hostviol) value = value | {16'd0, violations};
        if (bank_at_wdog) value = value | {24'd0, watchdog};
        if (bank_at_lfsr16) value = value | {16'd0, lfsr};
        if (bank_at_words_lo) value = value | words[31:0];
        if (bank_at_words_hi) value = value | words[63:32];
        if (bank_at_class_en) value = value | {11'd0, classes};
        if (bank_at_f1cfg) value = value | {14'd0, filter1};
        if (bank_at_f2cfg) value = value | {30'd0, filter2};
        if (bank_at_recfmt) value = value | {16'd0, recfmt};
        if (bank_at_decim) value = value | {16'd0, decim};
        if (bank_at_counts) value = value | count_data;
        if (bank_at_ign) value = value | ign_data;
        if (bank_at_x) value = value | {16'd0, indices_rd};
        if (bank_at_xw) value = value | {27'd0, widths_rd};
        if (bank_at_b) value = value | {16'd0, bases_rd};
        if (bank_at_k | bank_at_v) value = value | half;
        if (bank_at_t | bank_at_spc) value = value | {26'd0, places_rd};
        if (bank_at_md_lo) value = value | md;
        if (bank_at_md_hi) value = value | md_high;
        if (bank_at_mi) value = value | {26'd0, mi};
        if (bank_at_flags) value = value | {24'd0, flags};
        if (bank_at_uc) value = value | half_word;
        if (bank_at_key) value = value | keys_rd;
        if (bank_at_dm) value = value | half_entry;
        if (bank_at_vld) begin
            value = value | (answer >> 1);
            if (valid_rd) value = value | top_bit;
        end
    end
    // A range of entries: concatenation, no sum.
    wire [4:0] extent_width = {1'd0, bases_rd[size_at +: 4]};
    wire [7:0] mask = extent_mask[7:0];
    wire [7:0] first = bases_rd[7:0] & ~mask;
    wire [3:0] lane = bases_rd[lane_at +: 4];
    wire [7:0] wide1_unused_msbs = first | (indices_rd[7:0] & mask);
    wire [5:0] entry = wide1_unused_msbs[5:0];
    wire outside = |(first >> index_bits);
    wire no_lane = (&lane) | ~(|lane);
    wire counts = (mop >= op_ld) & (mop <= op_xchg);
    wire near = ~bt[4];
    // Memories: those of the word, or those that the host asks for.
    wire [5:0] start = (smp_side[4:0] > most_class) ? 6'd0 : places_rd;
    wire fields_starts = phase == Phase_Begin;
    wire fields_goes_on = phase == Phase_GoOn;
    wire fields_adding = phase == Phase_Add;
    always @* begin
        failure = 3'd0;
        if (phase == Phase_Operand) begin
            if (near & away[6] & (|bc)) failure = err_tgt;
            if (counts & no_lane) failure = err_lane;
            if (|trouble) failure = trouble;
        end
    end
    wire random = from_a[2] | from_b[3];
    // Operands A and B.
    wire [15:0] index = indices_rd;
    always @* begin
        source_a = 32'd0;
        if (from_a[0]) source_a = source_a | fields_value;
        if (from_a[1]) source_a = source_a | md;
        if (from_a[2]) source_a = source_a | {16'd0, lfsr};
        if (from_a[3]) source_a = source_a | left_value;
        if (from_a[4]) source_a = source_a | {16'd0, index};
        if (from_a[5]) source_a = source_a | {26'd0, mi};
    end
    wire differs = (aop == op_sub) | (aop == op_subs);
    always @* begin
        source_b = 32'd0;
        if (from_b[0]) source_b = source_b | right_value;
        if (from_b[1]) source_b = source_b | md;
        if (from_b[2]) source_b = source_b | 32'd1;
        if (from_b[3]) source_b = source_b | {28'd0, lfsr[3:0]};
        if (from_b[4]) source_b = source_b | {16'd0, index};
    end
    // A match: a key a cycle, compared in the cycle after.
    wire meets = scan_live & valid_rd & (keys_rd == a);
    wire saturates = (aop == op_adds) | (aop == op_subs);
    always @* begin
        turns = 4'd0;
        if (saturates | (aop == op_shl1) | (aop == op_shr1)) turns = 4'd1;
        if ((aop == op_shl2) | (aop == op_shr2)) turns = 4'd2;
        if (aop == op_shr4) turns = 4'd4;
        if (aop == op_shr8) turns = 4'd8;
    end
    wire sums = (aop == op_add) | saturates | (aop == op_sub);
    wire upward = (aop == op_shl1) | (aop == op_shl2);
    wire adjusting = phase == Phase_Adjust;
    always @* begin
        // What R becomes, if it does: the sum comes last.
        result = alu_other;
        if (adjusting) begin
            // A bit is shifted out in a cycle; a sum that is too large or too small stays at the bound.
            result = r >> 1;
            if (upward) result = r << 1;
            if (saturates) begin
                result = r;
                if (clips) begin
                    result = 32'd0;
                    if (aop == op_adds) result = ~32'd0;
                end
            end
        end
        if (sums & ~adjusting) result = result | alu_sum;
    end
    always @* begin
        one = 17'd1;
        if ((iop == iop_down) | (iop == iop_down_least)) one = ~17'd0;
        if ((iop == iop_down_least) & ~(|index)) one = 17'd0;
    end
    // The new index: one more or less wraps, or stops at the end.
    wire [15:0] sum = index_sum[15:0];
    wire [15:0] cap = widest;
    wire beyond = (|(sum & ~cap)) | index_sum[16];
    wire stops = (iop == iop_up_most) | (iop == iop_down_least);
    wire steps = stops | (iop == iop_up) | (iop == iop_down);
    always @* begin
        chosen = sum;
        if (iop == iop_mov) chosen = index;
        if (iop == iop_alu) chosen = r[15:0];
        if (iop == iop_matched) chosen = {10'd0, found};
    end
    wire [15:0] stepped_index = (stops & beyond) ? cap : (chosen & cap);
    always @* begin
        ends = &(sum | ~cap);
        if (iop == iop_up_most) ends = beyond | (&(sum | ~cap));
        if (iop == iop_up) ends = ~(|(sum & cap));
        if (iop == iop_down_least) ends = ~beyond & ~(|sum);
    end
    always @* begin
        // The flags, from bit 0: eq ltu zr asat isat msat hit neg.
        new_flags = flags & 8'd56;
        if (hit) new_flags = new_flags | 8'd64;
        if (|aop) begin
            if (equal) new_flags = new_flags | 8'd1;
            if (less) new_flags = new_flags | 8'd2;
            if (~(|r)) new_flags = new_flags | 8'd4;
            if (r[31]) new_flags = new_flags | 8'd128;
        end else begin
            new_flags = new_flags | (flags & 8'd135);
        end
        if (aop == op_adds) begin
            new_flags = new_flags & 8'd247;
            if (&r) new_flags = new_flags | 8'd8;
        end
        if (aop == op_subs) begin
            new_flags = new_flags & 8'd247;
            if (~(|r)) new_flags = new_flags | 8'd8;
        end
        if (steps) begin
            new_flags = new_flags & 8'd239;
            if (ends) new_flags = new_flags | 8'd16;
        end
        if ((mop >= op_minc) & (mop <= op_madd)) begin
            new_flags = new_flags & 8'd223;
            if (part_bound) new_flags = new_flags | 8'd32;
        end
    end
    always @* begin
        // The flag that the branch asks for.
        flag = 1'b0;
        if (bc[3:0] == 4'd1) flag = fresh_flags[0];
        if (bc[3:0] == 4'd2) flag = fresh_flags[1];
        if (bc[3:0] == 4'd3) flag = fresh_flags[2];
        if (bc[3:0] == 4'd4) flag = fresh_flags[3];
        if (bc[3:0] == 4'd5) flag = fresh_flags[4];
        if (bc[3:0] == 4'd6) flag = fresh_flags[5];
        if (bc[3:0] == 4'd7) flag = fresh_flags[6];
        if (bc[3:0] == 4'd8) flag = fresh_flags[7];
        if (bc[3:0] == 4'd9) flag = smp_side[5];
    end
    wire taken = flag ^ bc[4];
    wire [6:0] following = taken ? (near ? away : {1'd0, places_rd}) : (pc + 7'd1);
    always @* begin
        stepped = lfsr;
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
    wire pops = (phase == Phase_Commit) ? ((taken & (bt >= bt_is_done)) ? 1'b1 : 1'b0) : 1'b0;
    always @* begin
        microcode_ra = pc[5:0];
        places_ra = {3'd0, bt[1:0]} | targets_at;
        indices_ra = rx;
        widths_ra = {2'd0, wx};
        bases_ra = mb;
        right0_ra = sb[2:0];
        columns0_ra = entry;
        columns1_ra = entry;
        columns2_ra = entry;
        columns3_ra = entry;
        keys_ra = entry;
        valid_ra = {2'd0, entry};
        if (phase == Phase_Wait) places_ra = smp_side[4:0];
        if (phase == Phase_Launch) microcode_ra = start;
        if (phase == Phase_Scan) begin
            keys_ra = scan_at;
            valid_ra = {2'd0, scan_at};
        end
        if (phase == Phase_Rest) begin
            microcode_ra = word[6:1];
            places_ra = place;
            indices_ra = word[2:0];
            widths_ra = {2'd0, word[2:0]};
            bases_ra = word[2:0];
            right0_ra = constant;
            columns0_ra = word[6:1];
            columns1_ra = word[6:1];
            columns2_ra = word[6:1];
            columns3_ra = word[6:1];
            keys_ra = word[5:0];
            valid_ra = {2'd0, valid_at};
        end
        if (phase == Phase_Commit) microcode_ra = following[5:0];
    end
    // Memories: what a word writes when it is committed, what the host writes while the machine rests.
    wire commits = phase == Phase_Commit;
    wire microcode_we = writes & bank_at_uc & high;
    wire [47:0] microcode_wd = ({32'd0, bus_wdata[15:0]} << 32) | {16'd0, low_half};
    always @* begin
        // An index is cut to its width, also when the width is written.
        width = widths_rd;
        if (bank_at_xw) begin
            width = bus_wdata[4:0];
            if (~(|width) | (width > width_most)) width = width_most;
        end
    end
    wire [15:0] written = is_width ? indices_rd : bus_wdata[15:0];
    // Values and constants, twice.
    wire value_written = writes & (bank_at_k | bank_at_v);
    wire [2:0] value_place = commits ? (vd - 3'd1) : constant;
    wire skips = commanded & orders[skip_at];
    wire restart = commanded & orders[reset_at];
    wire clears = (commanded & orders[clear_at]) | (restart & ~queued);
    always @* begin
        places_we = writes & (bank_at_t | bank_at_spc);
        places_wa = place;
        places_wd = bus_wdata[5:0];
        bases_we = writes & bank_at_b;
        bases_wa = word[2:0];
        bases_wd = bus_wdata[15:0];
        widths_we = writes & is_width;
        widths_wa = {2'd0, word[2:0]};
        widths_wd = new_width;
        indices_we = writes & (bank_at_x | is_width);
        indices_wa = word[2:0];
        indices_wd = written & cut_mask;
        if (commits) begin
            indices_we = moved;
            indices_wa = wx;
            indices_wd = fresh_index;
        end
        left0_we = value_written & ~high;
        right0_we = value_written & ~high;
        left0_wd = bus_wdata;
        right0_wd = bus_wdata;
        if (commits) begin
            left0_we = |vd;
            right0_we = |vd;
            left0_wd = r;
            right0_wd = r;
        end
        left0_wa = value_place;
        right0_wa = value_place;
        // The data memory, in columns of 16 bits.
        columns0_wa = word[6:1];
        columns0_we = writes & bank_at_dm & ~high;
        columns0_wd = bus_wdata[15:0];
        if (1'b0 | 1'b0) columns0_wd = bus_wdata[31:16];
        if (commits) begin
            columns0_wa = entry;
            columns0_we = counts & (mop >= op_st) & part_we[0];
            columns0_wd = part_merged[15:0];
        end
        columns1_wa = word[6:1];
        columns1_we = writes & bank_at_dm & ~high;
        columns1_wd = bus_wdata[15:0];
        if (1'b1 | 1'b0) columns1_wd = bus_wdata[31:16];
        if (commits) begin
            columns1_wa = entry;
            columns1_we = counts & (mop >= op_st) & part_we[1];
            columns1_wd = part_merged[31:16];
        end
        columns2_wa = word[6:1];
        columns2_wd = bus_wdata[15:0];
        columns2_we = writes & bank_at_dm & high;
        if (1'b0 | 1'b0) columns2_wd = bus_wdata[31:16];
        if (commits) begin
            columns2_wa = entry;
            columns2_we = counts & (mop >= op_st) & part_we[2];
            columns2_wd = part_merged[47:32];
        end
        columns3_wa = word[6:1];
        columns3_wd = bus_wdata[15:0];
        columns3_we = writes & bank_at_dm & high;
        if (1'b0 | 1'b1) columns3_wd = bus_wdata[31:16];
        if (commits) begin
            columns3_wa = entry;
            columns3_we = counts & (mop >= op_st) & part_we[3];
            columns3_wd = part_merged[63:48];
        end
        // Keys.
        keys_we = writes & bank_at_key;
        keys_wa = word[5:0];
        keys_wd = bus_wdata;
        valid_we = writes & bank_at_key;
        valid_wa = {2'd0, word[5:0]};
        valid_wd = 1'b1;
        if (commits) begin
            keys_we = mop == key_write;
            keys_wa = entry;
            keys_wd = a;
            valid_we = (mop == key_write) | (mop == key_invalidate);
            valid_wa = {2'd0, entry};
            if (mop == key_invalidate) valid_wd = 1'b0;
        end
        if (commanded & orders[cinv_at]) begin
            valid_we = 1'b1;
            valid_wa = {2'd0, argument[5:0]};
            valid_wd = 1'b0;
        end
        if (phase == Phase_Sweep) begin
            if (sweep_files) begin
                places_we = 1'b1;
                places_wa = sweep[4:0];
                places_wd = 6'd0;
                indices_we = 1'b1;
                indices_wa = sweep[2:0];
                indices_wd = 16'd0;
                widths_we = 1'b1;
                widths_wa = {2'd0, sweep[2:0]};
                widths_wd = sixteen;
                bases_we = 1'b1;
                bases_wa = sweep[2:0];
                bases_wd = 16'd0;
                left0_we = 1'b1;
                left0_wa = sweep[2:0];
                left0_wd = 32'd0;
                right0_we = 1'b1;
                right0_wa = sweep[2:0];
                right0_wd = 32'd0;
            end
            if (sweep_valid) begin
                valid_we = 1'b1;
                valid_wa = {2'd0, sweep};
                valid_wd = 1'b0;
            end
            if (sweep_memory) begin
                columns0_we = 1'b1;
                columns0_wa = sweep;
                columns0_wd = 16'd0;
                columns1_we = 1'b1;
                columns1_wa = sweep;
                columns1_wd = 16'd0;
                columns2_we = 1'b1;
                columns2_wa = sweep;
                columns2_wd = 16'd0;
                columns3_we = 1'b1;
                columns3_wa = sweep;
                columns3_wd = 16'd0;
            end
        end
    end
    assign cfg_ctrl = ctrl;
    assign cfg_class_en = classes;
    assign cfg_f1 = filter1;
    assign cfg_f2 = filter2;
    assign cfg_recfmt = recfmt;
    assign cfg_decim = decim;
    assign set_data = bus_wdata;
    assign set_decim = writes & bank_at_decim;
    assign set_setign = writes & bank_at_setign;
    assign set_ign = writes & bank_at_ign;
    assign set_flush = commanded & orders[flush_at];
    assign set_clear = clears;
    assign set_addr = word[6:0];
    assign smp_ready = pops | skips;
    assign run = running;
    assign irq = mode[1];

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(48), .ADDR(6)) u_microcode (
        .clk(clk),
        .ra(microcode_ra),
        .rd(microcode_rd),
        .we(microcode_we),
        .wa(word[6:1]),
        .wd(microcode_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_columns0 (
        .clk(clk),
        .ra(columns0_ra),
        .rd(columns0_rd),
        .we(columns0_we),
        .wa(columns0_wa),
        .wd(columns0_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_columns1 (
        .clk(clk),
        .ra(columns1_ra),
        .rd(columns1_rd),
        .we(columns1_we),
        .wa(columns1_wa),
        .wd(columns1_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_columns2 (
        .clk(clk),
        .ra(columns2_ra),
        .rd(columns2_rd),
        .we(columns2_we),
        .wa(columns2_wa),
        .wd(columns2_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_columns3 (
        .clk(clk),
        .ra(columns3_ra),
        .rd(columns3_rd),
        .we(columns3_we),
        .wa(columns3_wa),
        .wd(columns3_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(32), .ADDR(6)) u_keys (
        .clk(clk),
        .ra(keys_ra),
        .rd(keys_rd),
        .we(keys_we),
        .wa(keys_wa),
        .wd(keys_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(1), .ADDR(8)) u_valid (
        .clk(clk),
        .ra(valid_ra),
        .rd(valid_rd),
        .we(valid_we),
        .wa(valid_wa),
        .wd(valid_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(3)) u_indices (
        .clk(clk),
        .ra(indices_ra),
        .rd(indices_rd),
        .we(indices_we),
        .wa(indices_wa),
        .wd(indices_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(5), .ADDR(5)) u_widths (
        .clk(clk),
        .ra(widths_ra),
        .rd(widths_rd),
        .we(widths_we),
        .wa(widths_wa),
        .wd(widths_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(16), .ADDR(3)) u_bases (
        .clk(clk),
        .ra(bases_ra),
        .rd(bases_rd),
        .we(bases_we),
        .wa(bases_wa),
        .wd(bases_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(6), .ADDR(5)) u_places (
        .clk(clk),
        .ra(places_ra),
        .rd(places_rd),
        .we(places_we),
        .wa(places_wa),
        .wd(places_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(32), .ADDR(3)) u_left0 (
        .clk(clk),
        .ra(sa[2:0]),
        .rd(left0_rd),
        .we(left0_we),
        .wa(left0_wa),
        .wd(left0_wd)
    );

    treetap_coproc_profiler_up5k_fast_ram #(.WIDTH(32), .ADDR(3)) u_right0 (
        .clk(clk),
        .ra(right0_ra),
        .rd(right0_rd),
        .we(right0_we),
        .wa(right0_wa),
        .wd(right0_wd)
    );

    treetap_coproc_profiler_up5k_fields #(.first0(4'd1), .first1(4'd1), .first2(4'd3), .first3(4'd4),
            .first4(4'd4), .first5(4'd6), .first6(4'd8), .first7(4'd8), .first8(4'd3), .first9(4'd3),
            .first10(4'd3), .first11(4'd3), .first12(4'd3), .first13(4'd3), .first14(4'd3), .first15(4'd3),
            .first16(4'd1), .first17(4'd0), .first18(4'd0), .first19(4'd0), .first20(4'd10), .first21(4'd0),
            .first22(4'd0), .first23(4'd0), .first24(4'd0), .first25(4'd0), .first26(4'd0), .first27(4'd0),
            .first28(4'd0), .first29(4'd0), .first30(4'd0), .first31(4'd0), .second0(4'd0), .second1(4'd2),
            .second2(4'd0), .second3(4'd0), .second4(4'd5), .second5(4'd7), .second6(4'd9), .second7(4'd0),
            .second8(4'd0), .second9(4'd0), .second10(4'd0), .second11(4'd0), .second12(4'd0),
            .second13(4'd0), .second14(4'd0), .second15(4'd1), .second16(4'd1), .second17(4'd0),
            .second18(4'd0), .second19(4'd0), .second20(4'd0), .second21(4'd0), .second22(4'd0),
            .second23(4'd0), .second24(4'd0), .second25(4'd0), .second26(4'd0), .second27(4'd0),
            .second28(4'd0), .second29(4'd0), .second30(4'd0), .second31(4'd0), .go_on_bits(32'h1c000),
            .add_bits(32'h18000), .rd(5'd8), .rs1(5'd9), .rs2(5'd10), .funct3(5'd11), .funct7(5'd12),
            .opcode(5'd13), .imm(5'd14), .target(5'd15), .fall(5'd16), .taken(5'd17), .class_(5'd18),
            .evt(5'd19), .pc(5'd1), .npc(5'd6), .sign(32'h80000000), .tag(32'h7fffffff)) u_fields (
        .clk(clk),
        .code(sa),
        .longer(fields_longer),
        .sums(fields_sums),
        .starts(fields_starts),
        .goes_on(fields_goes_on),
        .adding(fields_adding),
        .recfmt(recfmt),
        .lanes(smp_lanes),
        .side(smp_side),
        .value(fields_value)
    );

    treetap_coproc_profiler_up5k_alu #(.mov(4'd1), .rot16(4'd2), .and_(4'd7), .or_(4'd8), .xor_(4'd9),
            .shl1(4'd10)) u_alu (
        .op(aop),
        .a(a),
        .b(b),
        .one(inverted),
        .sum(alu_sum),
        .carry(alu_carry),
        .eq(alu_eq),
        .other(alu_other)
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

    treetap_coproc_profiler_up5k_ones u_largest (
        .width(widths_rd),
        .mask(largest_mask)
    );

    treetap_coproc_profiler_up5k_ones u_cut (
        .width(new_width),
        .mask(cut_mask)
    );

    treetap_coproc_profiler_up5k_part #(.inc(4'd3), .dec(4'd4), .add(4'd5), .ones(32'hffffffff), .bit0(4'd1),
            .bit1(4'd2), .bit2(4'd4), .bit3(4'd8)) u_part (
        .size(part_size_),
        .first(part_byte),
        .op(part_op_),
        .slot(slot),
        .part(part_part),
        .old(old),
        .r(r),
        .sum(part_sum),
        .raw(raw),
        .counted(part_counted),
        .bound(part_bound),
        .new_(fresh),
        .merged(part_merged),
        .we(part_we)
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
        .value(bank_value),
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

    wire [7:0] wide2_unused_msbs = first | mask;
    always @(posedge clk) begin
        orders <= 10'd0;
        if (bank_at_cmd & bus_we) orders <= order;
        granted <= legal & (open | resting);
        // Two may not while records wait, which is to be so when it is obeyed.
        unqueued <= bank_at_recfmt | (bank_at_cmd & order[clear_at]);
        if (~(|turn)) begin
            if (bus_valid) turn <= 2'd1;
        end
        if (turn == 2'd1) begin
            turn <= 2'd2;
            bit_ <= 6'd1;
        end
        if (obeyed) begin
            bit_ <= bit_ + 6'd1;
            if (~gathers | (bit_ == last_bit)) turn <= 2'd3;
            if (~grants & ~(&violations)) violations <= violations + 16'd1;
        end
        if (&turn) turn <= 2'd0;
        if (obeyed) begin
            answer <= value;
            if (~grants | bus_we) answer <= 32'd0;
        end
        away <= pc + {3'd0, bt[3:0]};
        if (bt[3]) away <= pc + ({3'd0, bt[3:0]} | 7'd112);
        // A sample: its class has a first word.
        if (phase == Phase_Wait) begin
            if (stopping) begin
                mode <= rest;
                phase <= Phase_Rest;
                stopping <= 1'b0;
            end else if (smp_valid) begin
                phase <= Phase_Launch;
            end
        end
        if (phase == Phase_Launch) begin
            pc <= {1'd0, start};
            executed <= 8'd0;
            phase <= Phase_Decode;
        end
        // Checks of a word; its registers and the lane that its field begins with are looked up.
        if (phase == Phase_Decode) begin
            phase <= Phase_Operand;
            if (is_field) phase <= Phase_Begin;
            trouble <= 3'd0;
            if (illegal) trouble <= err_ill;
            if ((|watchdog) & (executed == watchdog)) trouble <= err_wdog;
            if (pc[6]) trouble <= err_end;
        end
        // The steps of a field.
        if (phase == Phase_Begin) begin
            phase <= Phase_Operand;
            if (fields_longer) phase <= Phase_GoOn;
        end
        if (phase == Phase_GoOn) begin
            phase <= Phase_Operand;
            if (fields_sums) phase <= Phase_Add;
        end
        if (phase == Phase_Add) phase <= Phase_Operand;
        if (|failure) begin
            error <= failure;
            upc <= pc;
            mode <= fails;
            phase <= Phase_Rest;
            stopping <= 1'b0;
        end
        // Where operands come from, a bit each: what they are has to be there when the registers are.
        from_a <= 6'd0;
        if (is_field) from_a <= source0;
        if (sa == md_a) from_a <= source1;
        if (sa == random_a) from_a <= source2;
        if (values[sa]) from_a <= source3;
        if (sa == ix_a) from_a <= source4;
        if (sa == mi_a) from_a <= source5;
        from_b <= 6'd0;
        if (files[sb]) from_b <= source0;
        if (sb == md_b) from_b <= source1;
        if (sb == one_b) from_b <= source2;
        if (sb == random_b) from_b <= source3;
        if (sb == ix_b) from_b <= source4;
        if (phase == Phase_Operand) begin
            a <= source_a;
            b <= source_b;
            inverted <= differs;
            if (differs) b <= ~source_b;
            part_size_ <= part_of_size;
            part_byte <= part_of_first;
            part_op_ <= mop;
            hit <= flags[6];
            found <= mi;
            scan_at <= first[5:0];
            scan_last <= wide2_unused_msbs[5:0];
            scan_live <= 1'b0;
            if (~(|failure)) begin
                phase <= Phase_Execute;
                if (mop == op_match) phase <= Phase_Scan;
            end
        end
        if (phase == Phase_Scan) begin
            scan_at <= scan_at + 6'd1;
            scan_seen <= scan_at;
            scan_live <= 1'b1;
            hit <= meets;
            if (meets) found <= scan_seen;
            if (meets | outside | (scan_live & (scan_seen == scan_last))) phase <= Phase_Execute;
        end
        if (phase == Phase_Execute) begin
            old <= part_part;
            // From here on B is inverted, for a comparison.
            inverted <= 1'b1;
            if (~inverted) b <= ~b;
            clips <= alu_carry ^ (aop == op_subs);
            adjusts <= turns;
            widest <= largest_mask;
            if (mop == op_cread) hit <= valid_rd;
            phase <= Phase_Count;
            if (|turns) phase <= Phase_Adjust;
        end
        if (adjusting) begin
            adjusts <= adjusts - 4'd1;
            if (adjusts == 4'd1) phase <= Phase_Count;
        end
        if (phase == Phase_Count) begin
            raw <= part_sum;
            equal <= alu_eq;
            less <= ~alu_carry;
            index_sum <= {1'd0, index} + one;
            phase <= Phase_Settle;
        end
        if (phase == Phase_Settle) begin
            fresh <= part_counted;
            fresh_flags <= new_flags;
            fresh_index <= stepped_index;
            moved <= (|iop) & ((iop != iop_matched) | hit);
            phase <= Phase_Commit;
        end
        if (phase == Phase_Commit) begin
            flags <= fresh_flags;
            mi <= found;
            executed <= executed + 8'd1;
            words <= words + 64'd1;
            pc <= following;
            phase <= Phase_Decode;
            if (random) lfsr <= stepped;
            if ((mop == op_ld) | (mop == op_xchg)) md <= old;
            if (counts & (mop > op_st) & (mop != op_xchg)) md <= fresh;
            if (mop == op_cread) md <= keys_rd;
            if (taken & (bt >= bt_is_done)) begin
                phase <= Phase_Wait;
                if (bt == bt_is_int) begin
                    mode <= asks;
                    phase <= Phase_Rest;
                    cause <= tag;
                    upc <= pc;
                    stopping <= 1'b0;
                end
            end
        end
        new_width <= width;
        is_width <= bank_at_xw;
        // Registers.
        if (writes & bank_at_ctrl) ctrl <= bus_wdata[2:0];
        if (writes & bank_at_wdog) watchdog <= bus_wdata[7:0];
        if (writes & bank_at_lfsr16) begin
            lfsr <= bus_wdata[15:0];
            if (~(|bus_wdata[15:0])) lfsr <= 16'd1;
        end
        if (writes & bank_at_class_en) classes <= bus_wdata[20:0];
        if (writes & bank_at_f1cfg) filter1 <= bus_wdata[17:0];
        if (writes & bank_at_f2cfg) filter2 <= bus_wdata[1:0];
        if (writes & bank_at_recfmt) recfmt <= bus_wdata[15:0];
        if (writes & bank_at_decim) decim <= bus_wdata[15:0];
        if (writes & bank_at_md_lo) md <= bus_wdata;
        if (writes & bank_at_mi) mi <= bus_wdata[5:0];
        if (writes & bank_at_flags) flags <= bus_wdata[7:0];
        if (writes & bank_at_uc & ~high) low_half <= bus_wdata;
        if (commanded & orders[run_at]) begin
            mode <= runs;
            phase <= Phase_Wait;
            stopping <= 1'b0;
        end
        if (commanded & orders[stop_at] & running) stopping <= 1'b1;
        if (skips) mode <= rest;
        if (commanded & (orders[inv_all_at] | orders[clr_all_at])) begin
            phase <= Phase_Sweep;
            sweep_valid <= orders[inv_all_at];
            sweep_memory <= orders[clr_all_at];
        end
        if (commanded & orders[clear_at]) begin
            words <= 64'd0;
            violations <= 16'd0;
        end
        if (phase == Phase_Sweep) begin
            sweep <= sweep + 6'd1;
            if (&sweep) begin
                phase <= Phase_Rest;
                sweep_files <= 1'b0;
                sweep_valid <= 1'b0;
                sweep_memory <= 1'b0;
            end
        end
        if (rst | restart) begin
            mode <= 2'd0;
            stopping <= 1'b0;
            cause <= 2'd0;
            error <= 3'd0;
            upc <= 7'd0;
            words <= 64'd0;
            md <= 32'd0;
            mi <= 6'd0;
            flags <= 8'd0;
            classes <= 21'd0;
            filter1 <= 18'd0;
            filter2 <= 2'd0;
            decim <= 16'd0;
            violations <= 16'd0;
            low_half <= 32'd0;
            sweep <= 6'd0;
            lfsr <= seed;
            watchdog <= bites;
            ctrl <= frozen;
            sweep_files <= 1'b1;
            phase <= Phase_Sweep;
            if (~queued) recfmt <= record;
        end
        if (rst) begin
            sweep_valid <= 1'b1;
            recfmt <= record;
            turn <= 2'd0;
            sweep_memory <= 1'b0;
        end
        if (adjusting | (phase == Phase_Execute)) r <= result;
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

    treetap_coproc_profiler_up5k_coproc #(.rest(2'd0), .runs(2'd1), .asks(2'd2), .fails(2'd3), .aop_at(6'd44),
            .sa_at(6'd39), .sb_at(6'd34), .vd_at(6'd31), .iop_at(6'd28), .wx_at(6'd25), .mop_at(6'd21),
            .mb_at(6'd18), .rx_at(6'd15), .bc_at(6'd10), .bt_at(6'd5), .tag_at(6'd3), .rsv_at(6'd0),
            .sa_legal(32'h3fffffff), .sb_legal(32'h1fff), .vd_legal(8'd31), .mop_legal(16'h7ff),
            .bt_legal(32'h3fffff), .bc_legal(16'h3ff), .of_sample(32'h1fffff), .last_bit(6'd32),
            .run_at(4'd1), .stop_at(4'd2), .clear_at(4'd6), .skip_at(4'd7), .reset_at(4'd8), .cinv_at(4'd9),
            .command_bit1(10'd2), .command_bit2(10'd4), .command_bit3(10'd8), .command_bit4(10'd16),
            .command_bit5(10'd32), .command_bit6(10'd64), .command_bit7(10'd128), .command_bit8(10'h100),
            .command_bit9(10'h200), .entries(9'd64), .top_bit(32'h80000000), .size_at(4'd8), .lane_at(4'd12),
            .op_ld(4'd1), .op_xchg(4'd6), .targets_at(5'd24), .index_bits(4'd6), .most_class(5'd20),
            .err_ill(3'd1), .err_end(3'd2), .err_wdog(3'd4), .err_lane(3'd5), .err_tgt(3'd3), .md_a(5'd22),
            .random_a(5'd23), .values(32'hf000000), .ix_a(5'd28), .mi_a(5'd29), .files(32'd255), .md_b(5'd8),
            .one_b(5'd10), .random_b(5'd11), .ix_b(5'd12), .op_match(4'd7), .op_sub(4'd4), .op_subs(4'd6),
            .source0(6'd1), .source1(6'd2), .source2(6'd4), .source3(6'd8), .source4(6'd16), .source5(6'd32),
            .op_add(4'd3), .op_adds(4'd5), .op_shl1(4'd10), .op_shl2(4'd11), .op_shr1(4'd12), .op_shr2(4'd13),
            .op_shr4(4'd14), .op_shr8(4'd15), .op_cread(4'd10), .iop_down(3'd2), .iop_down_least(3'd4),
            .op_minc(4'd3), .op_madd(4'd5), .iop_up(3'd1), .iop_up_most(3'd3), .iop_mov(3'd5), .iop_alu(3'd6),
            .iop_matched(3'd7), .op_st(4'd2), .bt_is_done(5'd20), .bt_is_int(5'd21), .taps(16'hb400),
            .width_most(5'd16), .key_write(4'd8), .key_invalidate(4'd9), .inv_all_at(4'd3), .clr_all_at(4'd4),
            .flush_at(4'd5), .seed(16'hace1), .bites(8'd255), .frozen(3'd4), .record(16'd65), .sixteen(5'd16))
            u_coproc (
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

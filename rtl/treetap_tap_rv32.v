// treetap_tap_rv32: beside a core of 32 bits
// Configuration: deep 0, xlen 32.
// Made by treetap 0.1.0 with: treetap gen tap --preset rv32
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

module treetap_tap_rv32_expander (
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

module treetap_tap_rv32_classifier (
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
module treetap_tap_rv32 (
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
    localparam [31:0] mret_insn = 32'h30200073;
    localparam [31:0] byte0 = 32'd255;
    localparam [31:0] byte1 = 32'hff00;
    localparam [31:0] byte2 = 32'hff0000;
    localparam [31:0] byte3 = 32'hff000000;
    localparam [31:0] beyond = 32'hfffff000;

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

    treetap_tap_rv32_expander u_expander (
        .insn(rvfi_insn),
        .compressed(expander_compressed),
        .expanded(expander_expanded),
        .joined(expander_joined_unused),
        .legal(expander_legal_unused)
    );

    treetap_tap_rv32_classifier u_classifier (
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

`default_nettype wire

// treetap_value_sampler_up5k: 64 entries, 64 raw records
// of two lanes, Wishbone: beside a small core on an UP5K
// Configuration: axil 0, entries 64, lanes 2, records 64, xlen 32.
// Made by treetap 0.1.0 with: treetap gen value_sampler --preset up5k
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

module treetap_value_sampler_up5k_expander (
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

module treetap_value_sampler_up5k_classifier (
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
module treetap_value_sampler_up5k_tap #(
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

    treetap_value_sampler_up5k_expander u_expander (
        .insn(rvfi_insn),
        .compressed(expander_compressed),
        .expanded(expander_expanded),
        .joined(expander_joined_unused),
        .legal(expander_legal_unused)
    );

    treetap_value_sampler_up5k_classifier u_classifier (
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

// The state of a random generator after it was used.
module treetap_value_sampler_up5k_leap #(
    parameter [31:0] row0 = 32'h1b6db,
    parameter [31:0] row1 = 32'h2db6d,
    parameter [31:0] row2 = 32'h40000,
    parameter [31:0] row3 = 32'h80000,
    parameter [31:0] row4 = 32'h100000,
    parameter [31:0] row5 = 32'h200000,
    parameter [31:0] row6 = 32'h400001,
    parameter [31:0] row7 = 32'h800003,
    parameter [31:0] row8 = 32'h1000006,
    parameter [31:0] row9 = 32'h200000d,
    parameter [31:0] row10 = 32'h400001b,
    parameter [31:0] row11 = 32'h8000036,
    parameter [31:0] row12 = 32'h1000006d,
    parameter [31:0] row13 = 32'h200000db,
    parameter [31:0] row14 = 32'h400001b6,
    parameter [31:0] row15 = 32'h8000036d,
    parameter [31:0] row16 = 32'h6da,
    parameter [31:0] row17 = 32'hdb5,
    parameter [31:0] row18 = 32'h1b6b,
    parameter [31:0] row19 = 32'h36d6,
    parameter [31:0] row20 = 32'h6dad,
    parameter [31:0] row21 = 32'hdb5b,
    parameter [31:0] row22 = 32'd109,
    parameter [31:0] row23 = 32'd219,
    parameter [31:0] row24 = 32'h1b6,
    parameter [31:0] row25 = 32'h36d,
    parameter [31:0] row26 = 32'h6db,
    parameter [31:0] row27 = 32'hdb6,
    parameter [31:0] row28 = 32'h1b6d,
    parameter [31:0] row29 = 32'h36db,
    parameter [31:0] row30 = 32'h6db6,
    parameter [31:0] row31 = 32'hdb6d
) (
    // state before and after
    input  wire [31:0] from,
    output wire [31:0] to
);
    reg [31:0] state;

    always @* begin
        state = 32'd0;
        state = state | ({31'd0, ^(from & row0)} << 0);
        state = state | ({31'd0, ^(from & row1)} << 1);
        state = state | ({31'd0, ^(from & row2)} << 2);
        state = state | ({31'd0, ^(from & row3)} << 3);
        state = state | ({31'd0, ^(from & row4)} << 4);
        state = state | ({31'd0, ^(from & row5)} << 5);
        state = state | ({31'd0, ^(from & row6)} << 6);
        state = state | ({31'd0, ^(from & row7)} << 7);
        state = state | ({31'd0, ^(from & row8)} << 8);
        state = state | ({31'd0, ^(from & row9)} << 9);
        state = state | ({31'd0, ^(from & row10)} << 10);
        state = state | ({31'd0, ^(from & row11)} << 11);
        state = state | ({31'd0, ^(from & row12)} << 12);
        state = state | ({31'd0, ^(from & row13)} << 13);
        state = state | ({31'd0, ^(from & row14)} << 14);
        state = state | ({31'd0, ^(from & row15)} << 15);
        state = state | ({31'd0, ^(from & row16)} << 16);
        state = state | ({31'd0, ^(from & row17)} << 17);
        state = state | ({31'd0, ^(from & row18)} << 18);
        state = state | ({31'd0, ^(from & row19)} << 19);
        state = state | ({31'd0, ^(from & row20)} << 20);
        state = state | ({31'd0, ^(from & row21)} << 21);
        state = state | ({31'd0, ^(from & row22)} << 22);
        state = state | ({31'd0, ^(from & row23)} << 23);
        state = state | ({31'd0, ^(from & row24)} << 24);
        state = state | ({31'd0, ^(from & row25)} << 25);
        state = state | ({31'd0, ^(from & row26)} << 26);
        state = state | ({31'd0, ^(from & row27)} << 27);
        state = state | ({31'd0, ^(from & row28)} << 28);
        state = state | ({31'd0, ^(from & row29)} << 29);
        state = state | ({31'd0, ^(from & row30)} << 30);
        state = state | ({31'd0, ^(from & row31)} << 31);
    end
    assign to = state;
endmodule

// Which records are taken, and which of them are in bursts.
module treetap_value_sampler_up5k_trigger #(
    parameter [31:0] seed_word = 32'h1ace5eed
) (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    output wire        rec_ready,
    // settings
    input  wire        cfg_lossless,
    input  wire [30:0] cfg_period,
    input  wire [30:0] cfg_jmask,
    input  wire [30:0] cfg_skmask,
    input  wire [7:0]  cfg_burst,
    // retirements are sampled; a period begins
    input  wire        enabled,
    input  wire        start,
    // there is room for what may be under way
    input  wire        room_queue,
    input  wire        room_raw,
    // the generator goes on from the word; its state
    input  wire        set_lt,
    input  wire [31:0] set_data,
    output wire [31:0] stat_lt,
    // the record is taken and no trap; it is in a burst, at this place
    output wire        executed,
    output wire        capture,
    output wire [7:0]  position,
    // what is counted
    output wire        step_retired,
    output wire        step_trig,
    output wire        step_abort
);
    localparam [1:0] Phase_Wait = 2'd0;
    localparam [1:0] Phase_More = 2'd1;
    localparam [1:0] Phase_Skip = 2'd2;
    localparam [1:0] Phase_Burst = 2'd3;

    reg [1:0] phase = 2'd0;
    reg [31:0] left = 32'd0;
    reg [30:0] jitter = 31'd0;
    reg [7:0] place = 8'd0;
    reg [31:0] lt = 32'h1ace5eed;
    reg never = 1'b0;
    reg single = 1'b0;
    reg skips = 1'b0;

    wire [31:0] once_to;
    wire [31:0] twice_to;

    assign rec_ready = ~(enabled & cfg_lossless) | (room_queue & room_raw);
    wire sampled = rec_valid & rec_ready & enabled;
    wire counts = sampled & ~rec_trap;
    assign executed = rec_valid & rec_ready & ~rec_trap;
    // Where the phase ends, and what that begins.
    wire ends = counts & (left == 32'd1);
    wire more = (phase == Phase_Wait) & (|jitter);
    wire waits = (phase == Phase_More) | ((phase == Phase_Wait) & ~more);
    wire bursts = phase == Phase_Burst;
    wire [31:0] skip = lt & {1'd0, cfg_skmask};
    wire skipping = |skip;
    wire begins = ends & ((waits & ~skipping) | (phase == Phase_Skip));
    wire inside_ = counts & bursts;
    wire aborts = sampled & rec_trap & bursts;
    wire over = (begins & single) | (ends & bursts) | aborts | start;
    assign capture = begins | inside_;
    assign position = ~bursts ? 8'd0 : place;
    assign step_retired = sampled;
    assign step_trig = begins;
    assign step_abort = aborts;
    wire draws = waits & skips;
    wire [31:0] source = draws ? once_to : lt;
    assign stat_lt = lt;

    treetap_value_sampler_up5k_leap #(.row0(32'h1b6db), .row1(32'h2db6d), .row2(32'h40000), .row3(32'h80000),
            .row4(32'h100000), .row5(32'h200000), .row6(32'h400001), .row7(32'h800003), .row8(32'h1000006),
            .row9(32'h200000d), .row10(32'h400001b), .row11(32'h8000036), .row12(32'h1000006d),
            .row13(32'h200000db), .row14(32'h400001b6), .row15(32'h8000036d), .row16(32'h6da),
            .row17(32'hdb5), .row18(32'h1b6b), .row19(32'h36d6), .row20(32'h6dad), .row21(32'hdb5b),
            .row22(32'd109), .row23(32'd219), .row24(32'h1b6), .row25(32'h36d), .row26(32'h6db),
            .row27(32'hdb6), .row28(32'h1b6d), .row29(32'h36db), .row30(32'h6db6), .row31(32'hdb6d)) u_once (
        .from(lt),
        .to(once_to)
    );

    treetap_value_sampler_up5k_leap #(.row0(32'hb6db68a3), .row1(32'hdb6db9e4), .row2(32'h1b6b),
            .row3(32'h36d6), .row4(32'h6dad), .row5(32'hdb5b), .row6(32'h1b6b6), .row7(32'h36d6d),
            .row8(32'h6dadb), .row9(32'hdb5b6), .row10(32'h1b6b6d), .row11(32'h36d6db), .row12(32'h6dadb7),
            .row13(32'hdb5b6f), .row14(32'h1b6b6de), .row15(32'h36d6dbc), .row16(32'h6dadb79),
            .row17(32'hdb5b6f3), .row18(32'h1b6b6de7), .row19(32'h36d6dbcf), .row20(32'h6dadb79e),
            .row21(32'hdb5b6f3c), .row22(32'h6db6da), .row23(32'hdb6db4), .row24(32'h1b6db68),
            .row25(32'h36db6d1), .row26(32'h6db6da2), .row27(32'hdb6db45), .row28(32'h1b6db68a),
            .row29(32'h36db6d14), .row30(32'h6db6da28), .row31(32'hdb6db451)) u_twice (
        .from(lt),
        .to(twice_to)
    );

    always @(posedge clk) begin
        never <= ~(|cfg_period);
        single <= ~(|cfg_burst[7:1]);
        skips <= |cfg_skmask;
        if ((draws & ends) | over) lt <= once_to;
        if (draws & ends & over) lt <= twice_to;
        if (set_lt) lt <= set_data;
        if (counts) begin
            left <= left - 32'd1;
            place <= place + 8'd1;
        end
        if (ends & more) begin
            phase <= Phase_More;
            left <= {1'd0, jitter};
        end
        if (ends & waits & skipping) begin
            phase <= Phase_Skip;
            left <= skip;
        end
        if (begins) begin
            phase <= Phase_Burst;
            left <= {24'd0, cfg_burst - 8'd1};
            place <= 8'd1;
        end
        if (over) begin
            phase <= Phase_Wait;
            left <= {1'd0, cfg_period} | {31'd0, never};
            jitter <= source[30:0] & cfg_jmask;
        end
        // The first period has no skip before it.
        if (~enabled & ~start) phase <= Phase_Skip;
        if (rst) begin
            phase <= Phase_Skip;
            lt <= seed_word;
            left <= 32'd0;
            place <= 8'd0;
        end
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_value_sampler_up5k_fast_ram #(
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

// A copy of register x1, and a stack of return addresses whose top is a register.
module treetap_value_sampler_up5k_shadows #(
    parameter [31:0] writing = 32'h6fd41,
    parameter [4:0] is_fp = 5'd16,
    parameter [4:0] is_call = 5'd6,
    parameter [4:0] is_indirect = 5'd8,
    parameter [4:0] is_return = 5'd9,
    parameter [4:0] is_coroutine = 5'd10,
    parameter [4:0] unfused = 5'd4,
    parameter [4:0] set = 5'd31,
    parameter [4:0] unset = 5'd28,
    parameter [3:0] full = 4'd8
) (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire [4:0]  rec_class,
    input  wire        rec_rvc,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    input  wire [31:0] rec_val,
    // the record is taken and no trap
    input  wire        executed,
    // bits 32 to 1 of what x1 holds, and of the top of the stack
    output wire [31:0] ra,
    output wire [31:0] caller
);
    reg [31:0] link = 32'd0;
    reg [31:0] top = 32'd0;
    reg [31:0] pushed = 32'd0;
    reg [3:0] depth = 4'd0;
    reg [2:0] place = 3'd0;
    reg fresh = 1'b0;

    wire [31:0] under_rd;

    // x1: what writes integer registers, and the floating-point arithmetic that does.
    wire [31:0] insn = rec_insn;
    wire floats = (rec_class == is_fp) & insn[unfused] & insn[set] & ~insn[unset];
    wire writes = writing[rec_class] | floats;
    // The stack: a coroutine pops and pushes, which changes the top alone unless it is empty.
    wire empty = ~(|depth);
    wire swaps = executed & (rec_class == is_coroutine);
    wire calls = executed & ((rec_class == is_call) | (rec_class == is_indirect));
    wire pushes = calls | (swaps & empty);
    wire pops = executed & (rec_class == is_return) & ~empty;
    wire [31:0] length = rec_rvc ? 32'd2 : 32'd4;
    wire [31:0] fall = rec_pc + length;
    wire [31:0] second = fresh ? pushed : under_rd;
    wire [2:0] next_place = pops ? (place - 3'd1) : pushes ? (place + 3'd1) : place;
    wire [2:0] under_ra = next_place - 3'd1;
    assign ra = link;
    assign caller = top;

    treetap_value_sampler_up5k_fast_ram #(.WIDTH(32), .ADDR(3)) u_under (
        .clk(clk),
        .ra(under_ra),
        .rd(under_rd),
        .we(pushes),
        .wa(place),
        .wd(top)
    );

    wire [63:0] wide0_unused_msbs = {32'd0, rec_val};
    wire [63:0] wide1_unused_msbs = {32'd0, fall};
    always @(posedge clk) begin
        if (executed & writes & (insn[11:7] == 5'd1)) link <= wide0_unused_msbs[32:1];
        fresh <= pushes;
        if (pushes) begin
            pushed <= top;
            if (depth != full) depth <= depth + 4'd1;
        end
        if (pushes | swaps) top <= wide1_unused_msbs[32:1];
        if (pops) begin
            depth <= depth - 4'd1;
            top <= second;
            if (depth == 4'd1) top <= 32'd0;
        end
        place <= next_place;
        if (rst) begin
            link <= 32'd0;
            top <= 32'd0;
            depth <= 4'd0;
            place <= 3'd0;
            fresh <= 1'b0;
        end
    end
endmodule

// The tuple of a record in a burst, a cycle after the record.
module treetap_value_sampler_up5k_tuple (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire [4:0]  rec_class,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    input  wire [31:0] rec_npc,
    input  wire [31:0] rec_val,
    input  wire [31:0] rec_addr,
    input  wire [15:0] rec_lat,
    // the record is in a burst, at this place
    input  wire        capture,
    input  wire [7:0]  position,
    // bits 32 to 1 of what x1 holds, and of the top of the stack
    input  wire [31:0] ra,
    input  wire [31:0] caller,
    // what tuples of each class hold
    input  wire [23:0] cfg_kind0,
    input  wire [23:0] cfg_kind1,
    input  wire [14:0] cfg_kind2,

    output wire        hit_valid,
    output wire [63:0] hit_key,
    output wire [7:0]  hit_position
);
    reg valid = 1'b0;
    reg [31:0] pct = 32'd0;
    reg [31:0] value = 32'd0;
    reg [7:0] place = 8'd0;

    reg [31:0] low;
    reg [31:0] middle;
    reg [31:0] high;
    reg [31:0] chosen;

    always @* begin
        // The kind of the class, bit by bit.
        low = 32'd0;
        low = low | ({31'd0, cfg_kind0[0]} << 0) | ({31'd0, cfg_kind1[0]} << 8);
        low = low | ({31'd0, cfg_kind0[3]} << 1) | ({31'd0, cfg_kind1[3]} << 9);
        low = low | ({31'd0, cfg_kind0[6]} << 2) | ({31'd0, cfg_kind1[6]} << 10);
        low = low | ({31'd0, cfg_kind0[9]} << 3) | ({31'd0, cfg_kind1[9]} << 11);
        low = low | ({31'd0, cfg_kind0[12]} << 4) | ({31'd0, cfg_kind1[12]} << 12);
        low = low | ({31'd0, cfg_kind0[15]} << 5) | ({31'd0, cfg_kind1[15]} << 13);
        low = low | ({31'd0, cfg_kind0[18]} << 6) | ({31'd0, cfg_kind1[18]} << 14);
        low = low | ({31'd0, cfg_kind0[21]} << 7) | ({31'd0, cfg_kind1[21]} << 15);
        low = low | ({31'd0, cfg_kind2[0]} << 16);
        low = low | ({31'd0, cfg_kind2[3]} << 17);
        low = low | ({31'd0, cfg_kind2[6]} << 18);
        low = low | ({31'd0, cfg_kind2[9]} << 19);
        low = low | ({31'd0, cfg_kind2[12]} << 20);
    end
    always @* begin
        middle = 32'd0;
        middle = middle | ({31'd0, cfg_kind0[1]} << 0) | ({31'd0, cfg_kind1[1]} << 8);
        middle = middle | ({31'd0, cfg_kind0[4]} << 1) | ({31'd0, cfg_kind1[4]} << 9);
        middle = middle | ({31'd0, cfg_kind0[7]} << 2) | ({31'd0, cfg_kind1[7]} << 10);
        middle = middle | ({31'd0, cfg_kind0[10]} << 3) | ({31'd0, cfg_kind1[10]} << 11);
        middle = middle | ({31'd0, cfg_kind0[13]} << 4) | ({31'd0, cfg_kind1[13]} << 12);
        middle = middle | ({31'd0, cfg_kind0[16]} << 5) | ({31'd0, cfg_kind1[16]} << 13);
        middle = middle | ({31'd0, cfg_kind0[19]} << 6) | ({31'd0, cfg_kind1[19]} << 14);
        middle = middle | ({31'd0, cfg_kind0[22]} << 7) | ({31'd0, cfg_kind1[22]} << 15);
        middle = middle | ({31'd0, cfg_kind2[1]} << 16);
        middle = middle | ({31'd0, cfg_kind2[4]} << 17);
        middle = middle | ({31'd0, cfg_kind2[7]} << 18);
        middle = middle | ({31'd0, cfg_kind2[10]} << 19);
        middle = middle | ({31'd0, cfg_kind2[13]} << 20);
    end
    always @* begin
        high = 32'd0;
        high = high | ({31'd0, cfg_kind0[2]} << 0) | ({31'd0, cfg_kind1[2]} << 8);
        high = high | ({31'd0, cfg_kind0[5]} << 1) | ({31'd0, cfg_kind1[5]} << 9);
        high = high | ({31'd0, cfg_kind0[8]} << 2) | ({31'd0, cfg_kind1[8]} << 10);
        high = high | ({31'd0, cfg_kind0[11]} << 3) | ({31'd0, cfg_kind1[11]} << 11);
        high = high | ({31'd0, cfg_kind0[14]} << 4) | ({31'd0, cfg_kind1[14]} << 12);
        high = high | ({31'd0, cfg_kind0[17]} << 5) | ({31'd0, cfg_kind1[17]} << 13);
        high = high | ({31'd0, cfg_kind0[20]} << 6) | ({31'd0, cfg_kind1[20]} << 14);
        high = high | ({31'd0, cfg_kind0[23]} << 7) | ({31'd0, cfg_kind1[23]} << 15);
        high = high | ({31'd0, cfg_kind2[2]} << 16);
        high = high | ({31'd0, cfg_kind2[5]} << 17);
        high = high | ({31'd0, cfg_kind2[8]} << 18);
        high = high | ({31'd0, cfg_kind2[11]} << 19);
        high = high | ({31'd0, cfg_kind2[14]} << 20);
    end
    wire [2:0] kind = {2'd0, low[rec_class]} | ({2'd0, middle[rec_class]} << 1) | ({2'd0, high[rec_class]}
            << 2);
    wire [63:0] wide0_unused_msbs = {32'd0, rec_val};
    wire [63:0] wide1_unused_msbs = {32'd0, rec_addr};
    wire [63:0] wide2_unused_msbs = {32'd0, rec_npc};
    always @* begin
        // The value of the kind.
        chosen = wide0_unused_msbs[31:0];
        case (kind)
            3'd2: chosen = wide1_unused_msbs[31:0];
            3'd3: chosen = {16'd0, rec_lat};
            3'd4: chosen = ra;
            3'd5: chosen = caller;
            3'd6: chosen = wide2_unused_msbs[32:1];
            3'd7: chosen = rec_insn;
            default: ;
        endcase
    end
    assign hit_valid = valid;
    assign hit_position = place;
    assign hit_key = {32'd0, value} | ({32'd0, pct} << 32);

    wire [63:0] wide3_unused_msbs = {32'd0, rec_pc};
    always @(posedge clk) begin
        valid <= capture & (|kind);
        pct <= wide3_unused_msbs[32:1];
        value <= chosen;
        place <= position;
        if (rst) valid <= 1'b0;
    end
endmodule

// The lanes and the sideband of a record, one cycle after it.
module treetap_value_sampler_up5k_sample_format (
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

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_value_sampler_up5k_fast_ram_re #(
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

// Queue of raw records that drops the newest; they leave word by word.
module treetap_value_sampler_up5k_raw #(
    parameter [1:0] not_here = 2'd1,
    parameter [3:0] full_bit = 4'd6,
    parameter [6:0] fits = 7'd55
) (
    input  wire         clk,
    input  wire         rst,
    // a tuple, its place in the burst, its record
    input  wire         hit_valid,
    input  wire [7:0]   hit_position,

    input  wire [127:0] fmt_lanes,
    input  wire [15:0]  fmt_side,
    input  wire [1:0]   fmt_stride,
    // where tuples go
    input  wire [1:0]   cfg_mode,
    // the host takes a word, the oldest, if there is any
    input  wire         raw_pop,
    output wire [31:0]  raw_word,
    output wire         raw_any,

    output wire         r_valid,
    input  wire         r_ready,
    output wire [31:0]  r_data,
    // words that wait; there is room for what may be under way; the tuple's record enters
    output wire [10:0]  stat_granules,

    output wire         room_raw,
    output wire         acc_raw,
    // what is counted
    output wire         step_raws,
    output wire         step_rawdrop
);
    reg [5:0] write = 6'd0;
    reg [5:0] read = 6'd0;
    reg [6:0] held = 7'd0;
    reg offered = 1'b0;
    reg [2:0] turn = 3'd0;
    reg [10:0] words = 11'd0;
    reg room = 1'b0;

    reg [31:0] word;
    reg [31:0] oldest;
    wire [23:0] heads_rd;
    wire [31:0] lanes0_rd;
    wire [31:0] lanes1_rd;

    // Words of a record but the first.
    wire [2:0] beyond = fmt_stride[1] ? 3'd4 : fmt_stride[0] ? 3'd2 : 3'd1;
    // A record enters where there is room.
    wire offers = hit_valid & (cfg_mode != not_here);
    wire full = held[full_bit[2:0]];
    wire enters = offers & ~full;
    assign step_raws = offers;
    assign step_rawdrop = offers & full;
    assign acc_raw = enters;
    wire [23:0] heads_wd = {8'd0, fmt_side} | ({16'd0, hit_position} << 16);
    // Its words leave; then the next one is fetched.
    wire pops = offered & (r_ready | raw_pop);
    wire leaves = pops & (turn == beyond);
    wire more = |(held >> 1);
    wire fetch = ((|held) & ~offered) | (more & leaves);
    always @* begin
        oldest = {8'd0, heads_rd};
        word = lanes0_rd;
        if (turn == 3'd1) oldest = word;
        word = lanes1_rd;
        if (turn == 3'd2) oldest = word;
    end
    assign r_valid = offered & ~raw_pop;
    assign raw_any = offered;
    assign r_data = oldest;
    assign raw_word = oldest;
    wire [10:0] gained = enters ? ({8'd0, beyond} + 11'd1) : 11'd0;
    wire [10:0] kept = pops ? (words - 11'd1) : words;
    assign stat_granules = words;
    assign room_raw = room;

    treetap_value_sampler_up5k_fast_ram_re #(.WIDTH(24), .ADDR(6)) u_heads (
        .clk(clk),
        .re(fetch),
        .ra(read),
        .rd(heads_rd),
        .we(enters),
        .wa(write),
        .wd(heads_wd)
    );

    treetap_value_sampler_up5k_fast_ram_re #(.WIDTH(32), .ADDR(6)) u_lanes0 (
        .clk(clk),
        .re(fetch),
        .ra(read),
        .rd(lanes0_rd),
        .we(enters),
        .wa(write),
        .wd(fmt_lanes[31:0])
    );

    treetap_value_sampler_up5k_fast_ram_re #(.WIDTH(32), .ADDR(6)) u_lanes1 (
        .clk(clk),
        .re(fetch),
        .ra(read),
        .rd(lanes1_rd),
        .we(enters),
        .wa(write),
        .wd(fmt_lanes[63:32])
    );

    always @(posedge clk) begin
        if (enters) write <= write + 6'd1;
        offered <= fetch | (offered & ~leaves);
        if (pops) turn <= turn + 3'd1;
        if (leaves) turn <= 3'd0;
        if (fetch) read <= read + 6'd1;
        // What is held.
        if (enters & ~leaves) held <= held + 7'd1;
        if (leaves & ~enters) held <= held - 7'd1;
        words <= kept + gained;
        room <= held <= fits;
        if (rst) begin
            write <= 6'd0;
            read <= 6'd0;
            held <= 7'd0;
            offered <= 1'b0;
            turn <= 3'd0;
            words <= 11'd0;
            room <= 1'b0;
        end
    end
endmodule

// Queue in block RAM with a registered output word: one word in and one out per cycle.
// A word is offered two cycles after it was accepted at the earliest.
module treetap_value_sampler_up5k_fifo #(
    parameter [4:0] depth = 5'd16
) (
    input  wire        clk,
    input  wire        rst,
    // words in (valid, ready, data)
    input  wire        in_port_valid,
    output wire        in_port_ready,
    input  wire [63:0] in_port_data,
    // words out (valid, ready, data)
    output wire        out_port_valid,
    input  wire        out_port_ready,
    output wire [63:0] out_port_data,
    // words held, and RAM full
    output wire [4:0]  level,
    output wire        full
);
    reg [3:0] wr_ptr = 4'd0;
    reg [3:0] rd_ptr = 4'd0;
    reg [4:0] stored = 5'd0;
    reg offered = 1'b0;

    assign full = stored == depth;
    assign in_port_ready = ~full;
    wire push = in_port_valid & ~full;
    wire fetch = (|stored) & (~offered | out_port_ready);
    assign out_port_valid = offered;
    assign level = stored + {4'd0, offered};

    treetap_value_sampler_up5k_fast_ram_re #(.WIDTH(64), .ADDR(4)) u_ram (
        .clk(clk),
        .re(fetch),
        .ra(rd_ptr),
        .rd(out_port_data),
        .we(push),
        .wa(wr_ptr),
        .wd(in_port_data)
    );

    always @(posedge clk) begin
        if (push) wr_ptr <= wr_ptr + 4'd1;
        if (fetch) rd_ptr <= rd_ptr + 4'd1;
        if (push & ~fetch) stored <= stored + 5'd1;
        if (fetch & ~push) stored <= stored - 5'd1;
        if (fetch) begin
            offered <= 1'b1;
        end else if (out_port_ready) begin
            offered <= 1'b0;
        end
        if (rst) begin
            wr_ptr <= 4'd0;
            rd_ptr <= 4'd0;
            stored <= 5'd0;
            offered <= 1'b0;
        end
    end
endmodule

// Queue of tuples, and the table of the keys that come most
// often: a key is compared per cycle, a coin is tossed
// per cycle.
module treetap_value_sampler_up5k_table #(
    parameter [5:0] last = 6'd63,
    parameter [4:0] used_bit = 5'd24,
    parameter [4:0] least_likely = 5'd15,
    parameter [24:0] no_use = 25'd0,
    parameter [24:0] once = 25'h1000001,
    parameter [24:0] in_use = 25'h1000000,
    parameter [31:0] seed_word = 32'h1ace5eed,
    parameter [1:0] not_here = 2'd0,
    parameter [4:0] most = 5'd16,
    parameter [4:0] fits = 5'd7
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        hit_valid,
    input  wire [63:0] hit_key,
    // where tuples go; COUNTING instead of CONCISE
    input  wire [1:0]  cfg_mode,
    input  wire        cfg_gmmode,
    // the generator goes on from the word; the table is emptied
    input  wire        set_lc,
    input  wire [31:0] set_data,
    input  wire        set_clear,
    // its number, and what is in it two cycles later
    input  wire [8:0]  entry_index,
    output wire        entry_valid,
    output wire [63:0] entry_key,
    output wire [23:0] entry_count,
    // state
    output wire [31:0] stat_lc,
    output wire [8:0]  stat_occupied,
    output wire [4:0]  stat_t,
    output wire        stat_frozen,
    output wire        stat_idle,

    output wire        sweeping,
    // there is room for what may be under way
    output wire        room_queue,
    // there is a tuple; it enters the queue
    output wire        acc_valid,
    output wire        acc_hot,
    // what is counted
    output wire        step_tuples,
    output wire        step_qdrop,
    output wire        step_seen,
    output reg         step_rej,
    output reg         step_frej,
    output reg         step_raises
);
    localparam [3:0] Work_Sweep = 4'd0;
    localparam [3:0] Work_Rest = 4'd1;
    localparam [3:0] Work_Scan = 4'd2;
    localparam [3:0] Work_Present = 4'd3;
    localparam [3:0] Work_Absent = 4'd4;
    localparam [3:0] Work_Raise = 4'd5;
    localparam [3:0] Work_Read = 4'd6;
    localparam [3:0] Work_Load = 4'd7;
    localparam [3:0] Work_Toss = 4'd8;
    localparam [3:0] Work_Last = 4'd9;
    localparam [3:0] Work_Done = 4'd10;

    reg [3:0] work = 4'd0;
    reg [31:0] lc = 32'h1ace5eed;
    reg [4:0] times = 5'd0;
    reg [15:0] unlikely = 16'd0;
    reg frozen = 1'b0;
    reg room = 1'b0;
    reg [8:0] occupied = 9'd0;
    reg [5:0] at = 6'd0;
    reg [5:0] here = 6'd0;
    reg [5:0] seen = 6'd0;
    reg [5:0] free = 6'd0;
    reg live = 1'b0;
    reg compared = 1'b0;
    reg used = 1'b0;
    reg low_equal = 1'b0;
    reg high_equal = 1'b0;
    reg some_free = 1'b0;
    reg first = 1'b0;
    reg [23:0] count = 24'd0;
    reg [23:0] kept = 24'd0;

    reg writes;
    reg [5:0] place;
    reg [24:0] word;
    reg uses;
    reg frees;
    reg fills;
    reg ends;
    wire queue_in_port_ready_unused;
    wire queue_out_port_valid;
    wire [63:0] queue_out_port_data;
    wire [4:0] queue_level;
    wire queue_full_unused;
    reg [5:0] keys_ra;
    reg keys_we;
    reg [5:0] counts_ra;
    wire [24:0] counts_rd;
    wire [31:0] leap_to;

    // A tuple enters where there is room.
    wire offers = hit_valid & (cfg_mode != not_here);
    wire full = queue_level >= most;
    wire queue_in_port_valid = offers & ~full;
    wire queue_out_port_ready = work == Work_Done;
    assign acc_valid = hit_valid;
    assign acc_hot = offers & ~full;
    assign step_tuples = offers;
    assign step_qdrop = offers & full;
    assign room_queue = room;
    always @* begin
        // Memories: by default the entry of a host is read, and nothing written.
        keys_ra = at;
        counts_ra = at;
        if (work == Work_Rest) begin
            keys_ra = entry_index[5:0];
            counts_ra = entry_index[5:0];
        end
    end
    wire [63:0] key = queue_out_port_data;
    assign step_seen = (work == Work_Rest) ? (queue_out_port_valid ? 1'b1 : 1'b0) : 1'b0;
    wire meets = compared & used & low_equal & high_equal;
    // Coins: of the tuple with probability 1/T, which is sure for T = 1.
    wire sure = ~unlikely[0];
    wire lucky = ~(|(lc[15:0] & unlikely));
    wire even = ~lc[0];
    wire alone = count == 24'd1;
    wire heads = (first & even) | (~first & lucky);
    wire [23:0] more = kept + {23'd0, even};
    always @* begin
        keys_we = 1'b0;
        writes = 1'b0;
        place = at;
        word = no_use;
        uses = 1'b0;
        frees = 1'b0;
        fills = 1'b0;
        step_rej = 1'b0;
        step_frej = 1'b0;
        step_raises = 1'b0;
        // After a reset all entries become free.
        if (work == Work_Sweep) writes = 1'b1;
        if (work == Work_Present) begin
            uses = ~cfg_gmmode & ~sure;
            if (cfg_gmmode | lucky) begin
                writes = 1'b1;
                word = {1'd0, count} | in_use;
                if (~(&count)) word = ({1'd0, count} + 25'd1) | in_use;
            end else begin
                step_rej = 1'b1;
            end
        end
        if (work == Work_Absent) begin
            uses = ~frozen & ~sure;
            if (frozen) begin
                step_frej = 1'b1;
            end else if (~lucky) begin
                step_rej = 1'b1;
            end else if (some_free) begin
                fills = 1'b1;
            end
        end
        if (work == Work_Raise) begin
            if (unlikely[least_likely[3:0]]) begin
                step_frej = 1'b1;
            end else begin
                step_raises = 1'b1;
            end
        end
        // The tuple has a count of 1: one coin. What frees nothing is followed by another raise.
        if (work == Work_Last) begin
            uses = 1'b1;
            if (even) begin
                if (some_free) fills = 1'b1;
            end
        end
        ends = 1'b0;
        if (work == Work_Toss) begin
            uses = 1'b1;
            if (cfg_gmmode) begin
                // COUNTING: the first coin is even; one that shows heads keeps what is left.
                ends = heads | alone;
                word = {1'd0, count} | in_use;
                if (~heads) begin
                    if (alone) begin
                        word = no_use;
                        frees = 1'b1;
                    end
                end
            end else begin
                ends = alone;
                word = {1'd0, more} | in_use;
                if (alone & ~even & ~(|kept)) begin
                    word = no_use;
                    frees = 1'b1;
                end
            end
        end
        if (ends) writes = 1'b1;
        if (fills) begin
            // The tuple gets the lowest free entry.
            keys_we = 1'b1;
            writes = 1'b1;
            place = free;
            word = once;
        end
    end
    assign stat_lc = lc;
    assign stat_occupied = occupied;
    assign stat_t = times;
    assign stat_frozen = frozen;
    assign sweeping = work == Work_Sweep;
    assign stat_idle = (work == Work_Rest) & ~(|queue_level) & ~hit_valid;
    wire there = ~(|(entry_index >> 6));
    assign entry_valid = counts_rd[used_bit] & there;
    assign entry_count = counts_rd[23:0];

    treetap_value_sampler_up5k_fifo #(.depth(5'd16)) u_queue (
        .clk(clk),
        .rst(rst),
        .in_port_valid(queue_in_port_valid),
        .in_port_ready(queue_in_port_ready_unused),
        .in_port_data(hit_key),
        .out_port_valid(queue_out_port_valid),
        .out_port_ready(queue_out_port_ready),
        .out_port_data(queue_out_port_data),
        .level(queue_level),
        .full(queue_full_unused)
    );

    treetap_value_sampler_up5k_fast_ram #(.WIDTH(64), .ADDR(6)) u_keys (
        .clk(clk),
        .ra(keys_ra),
        .rd(entry_key),
        .we(keys_we),
        .wa(free),
        .wd(queue_out_port_data)
    );

    treetap_value_sampler_up5k_fast_ram #(.WIDTH(25), .ADDR(6)) u_counts (
        .clk(clk),
        .ra(counts_ra),
        .rd(counts_rd),
        .we(writes),
        .wa(place),
        .wd(word)
    );

    treetap_value_sampler_up5k_leap #(.row0(32'h1b6db), .row1(32'h2db6d), .row2(32'h40000), .row3(32'h80000),
            .row4(32'h100000), .row5(32'h200000), .row6(32'h400001), .row7(32'h800003), .row8(32'h1000006),
            .row9(32'h200000d), .row10(32'h400001b), .row11(32'h8000036), .row12(32'h1000006d),
            .row13(32'h200000db), .row14(32'h400001b6), .row15(32'h8000036d), .row16(32'h6da),
            .row17(32'hdb5), .row18(32'h1b6b), .row19(32'h36d6), .row20(32'h6dad), .row21(32'hdb5b),
            .row22(32'd109), .row23(32'd219), .row24(32'h1b6), .row25(32'h36d), .row26(32'h6db),
            .row27(32'hdb6), .row28(32'h1b6d), .row29(32'h36db), .row30(32'h6db6), .row31(32'hdb6d)) u_leap (
        .from(lc),
        .to(leap_to)
    );

    always @(posedge clk) begin
        room <= queue_level <= fits;
        // After a reset all entries become free.
        if (work == Work_Sweep) begin
            at <= at + 6'd1;
            if (at == last) work <= Work_Rest;
        end
        if (work == Work_Rest) begin
            at <= 6'd0;
            live <= 1'b0;
            compared <= 1'b0;
            some_free <= 1'b0;
            if (queue_out_port_valid) work <= Work_Scan;
        end
        // A key is read, then compared, then the comparison is looked at.
        here <= at;
        seen <= here;
        if (work == Work_Scan) begin
            at <= at + 6'd1;
            live <= 1'b1;
            compared <= live;
            used <= counts_rd[used_bit];
            low_equal <= entry_key[31:0] == key[31:0];
            high_equal <= entry_key[63:32] == key[63:32];
            count <= counts_rd[23:0];
            if (compared & ~used & ~some_free) begin
                free <= seen;
                some_free <= 1'b1;
            end
            if (compared & (seen == last)) work <= Work_Absent;
            if (meets) begin
                at <= seen;
                count <= count;
                work <= Work_Present;
            end
        end
        if (work == Work_Present) work <= Work_Done;
        if (work == Work_Absent) begin
            work <= Work_Done;
            if (~frozen) begin
                if (lucky) begin
                    if (~some_free) work <= Work_Raise;
                end
            end
        end
        if (work == Work_Done) work <= Work_Rest;
        if (work == Work_Raise) begin
            at <= 6'd0;
            some_free <= 1'b0;
            if (unlikely[least_likely[3:0]]) begin
                // The table is frozen.
                frozen <= 1'b1;
                work <= Work_Done;
            end else begin
                times <= times + 5'd1;
                unlikely <= (unlikely << 1) | 16'd1;
                work <= Work_Read;
            end
        end
        // The tuple has a count of 1: one coin. What frees nothing is followed by another raise.
        if (work == Work_Last) begin
            work <= Work_Done;
            if (even) begin
                if (~some_free) work <= Work_Raise;
            end
        end
        if (work == Work_Read) work <= Work_Load;
        if (work == Work_Load) begin
            count <= counts_rd[23:0];
            kept <= 24'd0;
            first <= 1'b1;
            work <= Work_Toss;
        end
        if (work == Work_Toss) begin
            first <= 1'b0;
            if (cfg_gmmode) begin
                if (~heads) count <= count - 24'd1;
            end else begin
                // CONCISE: an even coin for each instance.
                count <= count - 24'd1;
                kept <= more;
            end
        end
        if (ends) begin
            at <= at + 6'd1;
            work <= Work_Read;
            if (at == last) work <= Work_Last;
        end
        if (frees) begin
            occupied <= occupied - 9'd1;
            if (~some_free) begin
                free <= at;
                some_free <= 1'b1;
            end
        end
        if (fills) occupied <= occupied + 9'd1;
        if (uses) lc <= leap_to;
        if (set_lc) lc <= set_data;
        if (set_clear | rst) begin
            work <= Work_Sweep;
            at <= 6'd0;
            times <= 5'd0;
            unlikely <= 16'd0;
            frozen <= 1'b0;
            occupied <= 9'd0;
        end
        if (rst) begin
            lc <= seed_word;
            room <= 1'b0;
        end
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_value_sampler_up5k_hotlist_bank #(
    parameter [2:0] row_page0 = 3'd0,
    parameter [2:0] row_page1 = 3'd1,
    parameter [2:0] row_page2 = 3'd7,
    parameter [2:0] row_mask0 = 3'd7,
    parameter [2:0] row_mask1 = 3'd7,
    parameter [2:0] row_mask2 = 3'd7,
    parameter [31:0] readable0 = 32'h7ff07ff,
    parameter [31:0] readable1 = 32'hf0003,
    parameter [31:0] readable2 = 32'h1f0000,
    parameter [31:0] writable0 = 32'h7ff,
    parameter [31:0] writable1 = 32'h80010000,
    parameter [31:0] writable2 = 32'd0,
    parameter [4:0] sctrl_at = 5'd0,
    parameter [4:0] period_at = 5'd1,
    parameter [4:0] jmask_at = 5'd2,
    parameter [4:0] skmask_at = 5'd3,
    parameter [4:0] burst_at = 5'd4,
    parameter [4:0] kind0_at = 5'd5,
    parameter [4:0] kind1_at = 5'd6,
    parameter [4:0] kind2_at = 5'd7,
    parameter [4:0] recfmt2_at = 5'd8,
    parameter [4:0] lt_at = 5'd9,
    parameter [4:0] lc_at = 5'd10,
    parameter [2:0] counts_page0 = 3'd0,
    parameter [2:0] counts_page1 = 3'd0,
    parameter [2:0] counts_page_mask0 = 3'd7,
    parameter [2:0] counts_page_mask1 = 3'd7,
    parameter [4:0] counts_slot0 = 5'd16,
    parameter [4:0] counts_slot1 = 5'd24,
    parameter [4:0] counts_slot_mask0 = 5'd24,
    parameter [4:0] counts_slot_mask1 = 5'd31,
    parameter [4:0] stat_at = 5'd25,
    parameter [4:0] captured_at = 5'd26,
    parameter [4:0] rawpop_at = 5'd0,
    parameter [4:0] stat2_at = 5'd1,
    parameter [4:0] hidx_at = 5'd16,
    parameter [4:0] hpct_at = 5'd17,
    parameter [4:0] hval_at = 5'd18,
    parameter [4:0] hcnt_at = 5'd19,
    parameter [4:0] scmd_at = 5'd31,
    parameter [4:0] id_at = 5'd16,
    parameter [4:0] params_at = 5'd17,
    parameter [4:0] hostviol_at = 5'd18,
    parameter [4:0] retired_at = 5'd19,
    parameter [4:0] raws_at = 5'd20,
    parameter [1:0] mode_reset = 2'd1,
    parameter gmmode_reset = 1'b1,
    parameter lossless_reset = 1'b0,
    parameter [30:0] period_reset = 31'hf800,
    parameter [30:0] jmask_reset = 31'hfff,
    parameter [30:0] skmask_reset = 31'd0,
    parameter [7:0] burst_reset = 8'd4,
    parameter [23:0] kind0_reset = 24'd0,
    parameter [23:0] kind1_reset = 24'd0,
    parameter [14:0] kind2_reset = 15'd0,
    parameter [7:0] recfmt_reset = 8'd65,
    parameter [31:0] id_word = 32'h484f5431,
    parameter [31:0] params_word = 32'h2040440
) (
    input  wire        clk,
    input  wire        rst,
    // the word that a request is about, whether it is written now, and with what
    input  wire [7:0]  word,
    input  wire        write,
    input  wire [31:0] data,
    // what the word reads as; whether there is anything to read or to write
    output wire [31:0] value,
    output reg         reads,
    output reg         writes,
    // the word is one of these registers
    output wire        at_sctrl,
    output wire        at_jmask,
    output wire        at_skmask,
    output wire        at_recfmt2,
    output wire        at_counts,
    output wire        at_captured,
    output wire        at_rawpop,
    output wire        at_hidx,
    output wire        at_hpct,
    output wire        at_hval,
    output wire        at_hcnt,
    output wire        at_scmd,
    output wire        at_retired,
    output wire        at_raws,
    // the fields that are kept here
    output wire [1:0]  cfg_mode,
    output wire        cfg_gmmode,
    output wire        cfg_lossless,
    output wire [30:0] cfg_period,
    output wire [30:0] cfg_jmask,
    output wire [30:0] cfg_skmask,
    output wire [7:0]  cfg_burst,
    output wire [23:0] cfg_kind0,
    output wire [23:0] cfg_kind1,
    output wire [14:0] cfg_kind2,
    output wire [15:0] cfg_recfmt,
    // a register was written that starts something
    output wire        set_lt,
    output wire        set_lc,
    // what a host reads of the unit
    input  wire        stat_en,
    input  wire [31:0] stat_lt,
    input  wire [31:0] stat_lc,
    input  wire [8:0]  stat_occupied,
    input  wire [4:0]  stat_t,
    input  wire        stat_frozen,
    input  wire [10:0] stat_granules,
    input  wire        stat_idle,
    input  wire [8:0]  stat_hidx,
    input  wire [15:0] stat_violations
);
    reg [1:0] mode = 2'd1;
    reg gmmode = 1'b1;
    reg lossless = 1'b0;
    reg [30:0] period = 31'hf800;
    reg [30:0] jmask = 31'hfff;
    reg [30:0] skmask = 31'd0;
    reg [7:0] burst = 8'd4;
    reg [23:0] kind0 = 24'd0;
    reg [23:0] kind1 = 24'd0;
    reg [14:0] kind2 = 15'd0;
    reg [7:0] recfmt = 8'd65;

    reg is_counts;
    reg [31:0] answer;

    wire [2:0] page = word[7:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_sctrl = (page == 3'd0) & (slot == sctrl_at);
    assign at_sctrl = is_sctrl;
    wire is_period = (page == 3'd0) & (slot == period_at);
    wire is_jmask = (page == 3'd0) & (slot == jmask_at);
    assign at_jmask = is_jmask;
    wire is_skmask = (page == 3'd0) & (slot == skmask_at);
    assign at_skmask = is_skmask;
    wire is_burst = (page == 3'd0) & (slot == burst_at);
    wire is_kind0 = (page == 3'd0) & (slot == kind0_at);
    wire is_kind1 = (page == 3'd0) & (slot == kind1_at);
    wire is_kind2 = (page == 3'd0) & (slot == kind2_at);
    wire is_recfmt2 = (page == 3'd0) & (slot == recfmt2_at);
    assign at_recfmt2 = is_recfmt2;
    wire is_lt = (page == 3'd0) & (slot == lt_at);
    wire is_lc = (page == 3'd0) & (slot == lc_at);
    always @* begin
        is_counts = 1'b0;
        if (((page & counts_page_mask0) == counts_page0) & ((slot & counts_slot_mask0)
                == counts_slot0)) is_counts = 1'b1;
        if (((page & counts_page_mask1) == counts_page1) & ((slot & counts_slot_mask1)
                == counts_slot1)) is_counts = 1'b1;
    end
    assign at_counts = is_counts;
    wire is_stat = (page == 3'd0) & (slot == stat_at);
    wire is_captured = (page == 3'd0) & (slot == captured_at);
    assign at_captured = is_captured;
    wire is_rawpop = (page == 3'd1) & (slot == rawpop_at);
    assign at_rawpop = is_rawpop;
    wire is_stat2 = (page == 3'd1) & (slot == stat2_at);
    wire is_hidx = (page == 3'd1) & (slot == hidx_at);
    assign at_hidx = is_hidx;
    wire is_hpct = (page == 3'd1) & (slot == hpct_at);
    assign at_hpct = is_hpct;
    wire is_hval = (page == 3'd1) & (slot == hval_at);
    assign at_hval = is_hval;
    wire is_hcnt = (page == 3'd1) & (slot == hcnt_at);
    assign at_hcnt = is_hcnt;
    wire is_scmd = (page == 3'd1) & (slot == scmd_at);
    assign at_scmd = is_scmd;
    wire is_id = (page == 3'd7) & (slot == id_at);
    wire is_params = (page == 3'd7) & (slot == params_at);
    wire is_hostviol = (page == 3'd7) & (slot == hostviol_at);
    wire is_retired = (page == 3'd7) & (slot == retired_at);
    assign at_retired = is_retired;
    wire is_raws = (page == 3'd7) & (slot == raws_at);
    assign at_raws = is_raws;
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
    end
    assign cfg_mode = mode;
    assign cfg_gmmode = gmmode;
    assign cfg_lossless = lossless;
    assign cfg_period = period;
    assign cfg_jmask = jmask;
    assign cfg_skmask = skmask;
    assign cfg_burst = burst;
    assign cfg_kind0 = kind0;
    assign cfg_kind1 = kind1;
    assign cfg_kind2 = kind2;
    assign cfg_recfmt = {8'd0, recfmt};
    assign set_lt = write & is_lt;
    assign set_lc = write & is_lc;
    always @* begin
        // Reads.
        answer = 32'd0;
        if (is_sctrl) answer = answer | ({31'd0, stat_en} << 3);
        if (is_sctrl) answer = answer | {30'd0, cfg_mode} | ({31'd0, cfg_gmmode} << 2)
                | ({31'd0, cfg_lossless} << 4);
        if (is_period) answer = answer | {1'd0, cfg_period};
        if (is_jmask) answer = answer | {1'd0, cfg_jmask};
        if (is_skmask) answer = answer | {1'd0, cfg_skmask};
        if (is_burst) answer = answer | {24'd0, cfg_burst};
        if (is_kind0) answer = answer | {8'd0, cfg_kind0};
        if (is_kind1) answer = answer | {8'd0, cfg_kind1};
        if (is_kind2) answer = answer | {17'd0, cfg_kind2};
        if (is_recfmt2) answer = answer | {16'd0, cfg_recfmt};
        if (is_lt) answer = answer | stat_lt;
        if (is_lc) answer = answer | stat_lc;
        if (is_stat) answer = answer | {23'd0, stat_occupied} | ({27'd0, stat_t} << 9) | ({31'd0, stat_frozen}
                << 14);
        if (is_stat2) answer = answer | {21'd0, stat_granules} | ({31'd0, stat_idle} << 31);
        if (is_hidx) answer = answer | {23'd0, stat_hidx};
        if (is_id) answer = answer | id_word;
        if (is_params) answer = answer | params_word;
        if (is_hostviol) answer = answer | {16'd0, stat_violations};
    end
    assign value = answer;

    always @(posedge clk) begin
        // Writes.
        if (write & is_sctrl) begin
            mode <= data[1:0];
            gmmode <= data[2];
            lossless <= data[4];
        end
        if (write & is_period) period <= data[30:0];
        if (write & is_jmask) jmask <= data[30:0];
        if (write & is_skmask) skmask <= data[30:0];
        if (write & is_burst) burst <= data[7:0];
        if (write & is_kind0) kind0 <= data[23:0];
        if (write & is_kind1) kind1 <= data[23:0];
        if (write & is_kind2) kind2 <= data[14:0];
        if (write & is_recfmt2) recfmt <= data[7:0];
        if (rst) begin
            mode <= mode_reset;
            gmmode <= gmmode_reset;
            lossless <= lossless_reset;
            period <= period_reset;
            jmask <= jmask_reset;
            skmask <= skmask_reset;
            burst <= burst_reset;
            kind0 <= kind0_reset;
            kind1 <= kind1_reset;
            kind2 <= kind2_reset;
            recfmt <= recfmt_reset;
        end
    end
endmodule

// The registers: one request after the other; most are
// refused while retirements are sampled or tuples under way.
module treetap_value_sampler_up5k_host #(
    parameter [4:0] en_at = 5'd3,
    parameter [31:0] valid_bit = 32'h80000000,
    parameter [7:0] clears_table = 8'd1,
    parameter [7:0] clears_counters = 8'd2,
    parameter [3:0] captured_at = 4'd9,
    parameter [3:0] retired_at = 4'd10,
    parameter [3:0] raws_at = 4'd11
) (
    input  wire        clk,
    input  wire        rst,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [9:0]  bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    // settings
    output wire [1:0]  cfg_mode,
    output wire        cfg_gmmode,
    output wire        cfg_lossless,
    output wire [30:0] cfg_period,
    output wire [30:0] cfg_jmask,
    output wire [30:0] cfg_skmask,
    output wire [7:0]  cfg_burst,
    output wire [23:0] cfg_kind0,
    output wire [23:0] cfg_kind1,
    output wire [14:0] cfg_kind2,
    output wire [15:0] cfg_recfmt,
    // retirements are sampled; they are from the next cycle on
    output wire        enabled,
    output wire        start,
    // generators go on from the word; the table is emptied
    output wire        set_lt,
    output wire        set_lc,
    output wire [31:0] set_data,
    output wire        set_clear,
    // entry of the table
    output wire [8:0]  entry_index,
    input  wire        entry_valid,
    input  wire [63:0] entry_key,
    input  wire [23:0] entry_count,
    // the raw stream's oldest word, if there is any
    output wire        raw_pop,
    input  wire [31:0] raw_word,
    input  wire        raw_any,
    // what other parts know
    input  wire [31:0] stat_lt,
    input  wire [31:0] stat_lc,
    input  wire [8:0]  stat_occupied,
    input  wire [4:0]  stat_t,
    input  wire        stat_frozen,
    input  wire [10:0] stat_granules,
    input  wire        stat_idle,
    // the table is being emptied
    input  wire        sweeping,

    output wire        cnt_clear,
    output wire        cnt_read,
    output reg  [3:0]  cnt_addr,
    input  wire        cnt_valid,
    input  wire [31:0] cnt_data
);
    localparam [1:0] Turn_Wait = 2'd0;
    localparam [1:0] Turn_Judge = 2'd1;
    localparam [1:0] Turn_Obey = 2'd2;
    localparam [1:0] Turn_Answer = 2'd3;

    reg [1:0] turn = 2'd0;
    reg rested = 1'b0;
    reg allowed = 1'b0;
    reg samples = 1'b0;
    reg [31:0] spread = 32'd0;
    reg [8:0] index = 9'd0;
    reg [15:0] violations = 16'd0;
    reg [31:0] answer = 32'd0;

    reg [31:0] value;
    reg [31:0] ones;
    reg [31:0] kept;
    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_at_sctrl;
    wire bank_at_jmask;
    wire bank_at_skmask;
    wire bank_at_recfmt2;
    wire bank_at_counts;
    wire bank_at_captured;
    wire bank_at_rawpop;
    wire bank_at_hidx;
    wire bank_at_hpct;
    wire bank_at_hval;
    wire bank_at_hcnt;
    wire bank_at_scmd;
    wire bank_at_retired;
    wire bank_at_raws;

    wire [7:0] word = bus_addr[9:2];
    wire [31:0] data = bus_wdata;
    wire rests = stat_idle & ~samples;
    wire enables = data[en_at];
    wire entry = bank_at_hpct | bank_at_hval | bank_at_hcnt;
    wire [7:0] code = data[7:0];
    wire counter = bank_at_counts | bank_at_captured | bank_at_retired | bank_at_raws;
    wire obeys = turn == Turn_Obey;
    wire legal = allowed;
    wire fetches = obeys & counter & legal & ~bus_we;
    wire writes = obeys & bus_we & legal;
    wire reads = obeys & ~bus_we & legal;
    assign cnt_read = fetches;
    always @* begin
        cnt_addr = word[3:0];
        if (bank_at_captured) cnt_addr = captured_at;
        if (bank_at_retired) cnt_addr = retired_at;
        if (bank_at_raws) cnt_addr = raws_at;
    end
    assign bus_ready = turn == Turn_Answer;
    assign bus_rdata = answer;
    always @* begin
        value = bank_value;
        if (counter) value = cnt_data;
        if (bank_at_rawpop & raw_any) value = raw_word;
        if (bank_at_hpct & entry_valid) value = entry_key[63:32];
        if (bank_at_hval & entry_valid) value = entry_key[31:0];
        if (bank_at_hcnt & entry_valid) value = {8'd0, entry_count} | valid_bit;
    end
    assign raw_pop = reads & bank_at_rawpop;
    assign entry_index = index;
    always @* begin
        ones = data | (data >> 1);
        ones = ones | (ones >> 2);
        ones = ones | (ones >> 4);
        ones = ones | (ones >> 8);
    end
    wire [31:0] rounded = (data != spread) ? (spread >> 1) : spread;
    always @* begin
        kept = data;
        if (bank_at_jmask | bank_at_skmask) kept = rounded;
        if (bank_at_sctrl & data[1]) kept = (data >> 1) << 1;
    end
    wire bank_write = writes & rested;
    assign set_data = ~(|data) ? 32'd1 : data;
    assign start = writes & bank_at_sctrl & enables;
    assign enabled = samples;
    wire commands = writes & bank_at_scmd;
    assign set_clear = commands & (code == clears_table);
    assign cnt_clear = commands & (code == clears_counters);

    treetap_value_sampler_up5k_hotlist_bank #(.row_page0(3'd0), .row_page1(3'd1), .row_page2(3'd7),
            .row_mask0(3'd7), .row_mask1(3'd7), .row_mask2(3'd7), .readable0(32'h7ff07ff),
            .readable1(32'hf0003), .readable2(32'h1f0000), .writable0(32'h7ff), .writable1(32'h80010000),
            .writable2(32'd0), .sctrl_at(5'd0), .period_at(5'd1), .jmask_at(5'd2), .skmask_at(5'd3),
            .burst_at(5'd4), .kind0_at(5'd5), .kind1_at(5'd6), .kind2_at(5'd7), .recfmt2_at(5'd8),
            .lt_at(5'd9), .lc_at(5'd10), .counts_page0(3'd0), .counts_page1(3'd0), .counts_page_mask0(3'd7),
            .counts_page_mask1(3'd7), .counts_slot0(5'd16), .counts_slot1(5'd24), .counts_slot_mask0(5'd24),
            .counts_slot_mask1(5'd31), .stat_at(5'd25), .captured_at(5'd26), .rawpop_at(5'd0),
            .stat2_at(5'd1), .hidx_at(5'd16), .hpct_at(5'd17), .hval_at(5'd18), .hcnt_at(5'd19),
            .scmd_at(5'd31), .id_at(5'd16), .params_at(5'd17), .hostviol_at(5'd18), .retired_at(5'd19),
            .raws_at(5'd20), .mode_reset(2'd1), .gmmode_reset(1'b1), .lossless_reset(1'b0),
            .period_reset(31'hf800), .jmask_reset(31'hfff), .skmask_reset(31'd0), .burst_reset(8'd4),
            .kind0_reset(24'd0), .kind1_reset(24'd0), .kind2_reset(15'd0), .recfmt_reset(8'd65),
            .id_word(32'h484f5431), .params_word(32'h2040440)) u_bank (
        .clk(clk),
        .rst(rst),
        .word(word),
        .write(bank_write),
        .data(kept),
        .value(bank_value),
        .reads(bank_reads),
        .writes(bank_writes),
        .at_sctrl(bank_at_sctrl),
        .at_jmask(bank_at_jmask),
        .at_skmask(bank_at_skmask),
        .at_recfmt2(bank_at_recfmt2),
        .at_counts(bank_at_counts),
        .at_captured(bank_at_captured),
        .at_rawpop(bank_at_rawpop),
        .at_hidx(bank_at_hidx),
        .at_hpct(bank_at_hpct),
        .at_hval(bank_at_hval),
        .at_hcnt(bank_at_hcnt),
        .at_scmd(bank_at_scmd),
        .at_retired(bank_at_retired),
        .at_raws(bank_at_raws),
        .cfg_mode(cfg_mode),
        .cfg_gmmode(cfg_gmmode),
        .cfg_lossless(cfg_lossless),
        .cfg_period(cfg_period),
        .cfg_jmask(cfg_jmask),
        .cfg_skmask(cfg_skmask),
        .cfg_burst(cfg_burst),
        .cfg_kind0(cfg_kind0),
        .cfg_kind1(cfg_kind1),
        .cfg_kind2(cfg_kind2),
        .cfg_recfmt(cfg_recfmt),
        .set_lt(set_lt),
        .set_lc(set_lc),
        .stat_en(samples),
        .stat_lt(stat_lt),
        .stat_lc(stat_lc),
        .stat_occupied(stat_occupied),
        .stat_t(stat_t),
        .stat_frozen(stat_frozen),
        .stat_granules(stat_granules),
        .stat_idle(stat_idle),
        .stat_hidx(index),
        .stat_violations(violations)
    );

    always @(posedge clk) begin
        rested <= rests;
        allowed <= bank_reads & (rests | ~entry);
        if (bus_we) begin
            allowed <= bank_writes & (rests | (bank_at_sctrl & ~enables));
            if (bank_at_recfmt2 & (|stat_granules)) allowed <= 1'b0;
            if (bank_at_scmd & (code != clears_table) & (code != clears_counters)) allowed <= 1'b0;
        end
        if ((turn == Turn_Wait) & bus_valid & ~sweeping) turn <= Turn_Judge;
        if (turn == Turn_Judge) turn <= Turn_Obey;
        if (obeys & (~fetches | cnt_valid)) turn <= Turn_Answer;
        if (turn == Turn_Answer) turn <= Turn_Wait;
        if (obeys & ~legal & ~(&violations)) violations <= violations + 16'd1;
        answer <= 32'd0;
        if (reads) answer <= value;
        if (reads & bank_at_hcnt) index <= index + 9'd1;
        spread <= ones | (ones >> 16);
        if (writes & bank_at_sctrl) samples <= enables;
        if (writes & bank_at_hidx) index <= data[8:0];
        if (commands & (code == clears_counters)) violations <= 16'd0;
        if (rst) begin
            turn <= Turn_Wait;
            samples <= 1'b0;
            index <= 9'd0;
            violations <= 16'd0;
        end
    end
endmodule

// Steps of one counter since its last visit, which takes them and leaves those of its own cycle.
module treetap_value_sampler_up5k_lately (
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
module treetap_value_sampler_up5k_counters #(
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

    treetap_value_sampler_up5k_lately u_lately0 (
        .clk(clk),
        .step(stepped[0]),
        .visit(round[0]),
        .steps(lately0_steps)
    );

    treetap_value_sampler_up5k_lately u_lately1 (
        .clk(clk),
        .step(stepped[1]),
        .visit(round[1]),
        .steps(lately1_steps)
    );

    treetap_value_sampler_up5k_lately u_lately2 (
        .clk(clk),
        .step(stepped[2]),
        .visit(round[2]),
        .steps(lately2_steps)
    );

    treetap_value_sampler_up5k_lately u_lately3 (
        .clk(clk),
        .step(stepped[3]),
        .visit(round[3]),
        .steps(lately3_steps)
    );

    treetap_value_sampler_up5k_lately u_lately4 (
        .clk(clk),
        .step(stepped[4]),
        .visit(round[4]),
        .steps(lately4_steps)
    );

    treetap_value_sampler_up5k_lately u_lately5 (
        .clk(clk),
        .step(stepped[5]),
        .visit(round[5]),
        .steps(lately5_steps)
    );

    treetap_value_sampler_up5k_lately u_lately6 (
        .clk(clk),
        .step(stepped[6]),
        .visit(round[6]),
        .steps(lately6_steps)
    );

    treetap_value_sampler_up5k_lately u_lately7 (
        .clk(clk),
        .step(stepped[7]),
        .visit(round[7]),
        .steps(lately7_steps)
    );

    treetap_value_sampler_up5k_lately u_lately8 (
        .clk(clk),
        .step(stepped[8]),
        .visit(round[8]),
        .steps(lately8_steps)
    );

    treetap_value_sampler_up5k_lately u_lately9 (
        .clk(clk),
        .step(stepped[9]),
        .visit(round[9]),
        .steps(lately9_steps)
    );

    treetap_value_sampler_up5k_lately u_lately10 (
        .clk(clk),
        .step(stepped[10]),
        .visit(round[10]),
        .steps(lately10_steps)
    );

    treetap_value_sampler_up5k_lately u_lately11 (
        .clk(clk),
        .step(stepped[11]),
        .visit(round[11]),
        .steps(lately11_steps)
    );

    treetap_value_sampler_up5k_lately u_lately12 (
        .clk(clk),
        .step(stepped[12]),
        .visit(round[12]),
        .steps(lately12_steps)
    );

    treetap_value_sampler_up5k_lately u_lately13 (
        .clk(clk),
        .step(stepped[13]),
        .visit(round[13]),
        .steps(lately13_steps)
    );

    treetap_value_sampler_up5k_lately u_lately14 (
        .clk(clk),
        .step(stepped[14]),
        .visit(round[14]),
        .steps(lately14_steps)
    );

    treetap_value_sampler_up5k_fast_ram #(.WIDTH(32), .ADDR(4)) u_words (
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

// What the host switches arrives a cycle later, and so
// does what it may do. docs/reference/value_sampler.md S7.
module treetap_value_sampler_up5k_relay (
    input  wire clk,
    input  wire rst,
    // what the host switches
    input  wire host_enabled,
    input  wire host_start,
    // what the table says
    input  wire table_idle,
    // what the host switches and what the table says, a cycle later
    output wire enabled,
    output wire start,
    output wire stat_idle
);
    reg samples = 1'b0;
    reg begins = 1'b0;
    reg idle = 1'b0;

    assign enabled = samples;
    assign start = begins;
    assign stat_idle = idle;

    always @(posedge clk) begin
        samples <= host_enabled;
        begins <= host_start;
        idle <= table_idle;
        if (rst) begin
            samples <= 1'b0;
            begins <= 1'b0;
            idle <= 1'b0;
        end
    end
endmodule

// Holds the core back while a queue has no room for what
// may be under way. docs/reference/value_sampler.md S3.
module treetap_value_sampler_up5k_hold (
    // retirements are sampled; cfg_lossless: no tuple is to be dropped
    input  wire enabled,

    input  wire cfg_lossless,
    // there is room for what may be under way
    input  wire room_queue,
    input  wire room_raw,
    // static; take retirements whether the core is to be held or not
    input  wire ret_always,
    // what the tap sees of that
    output wire buffer_ready,
    // hold the core back
    output wire ret_stall
);
    wire room = room_queue & room_raw;
    wire holds = enabled & cfg_lossless & ~room;
    assign ret_stall = holds;
    assign buffer_ready = ~holds | ret_always;
endmodule

// Hotlist sampler that takes every record of a tap.
module treetap_value_sampler_up5k_hotlist (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire        rec_rvc,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    input  wire [31:0] rec_val,
    input  wire [31:0] rec_npc,
    input  wire [31:0] rec_addr,
    input  wire [15:0] rec_lat,
    input  wire        rec_taken,
    input  wire [7:0]  rec_evt,
    input  wire [31:0] rec_ord,

    output wire        r_valid,
    input  wire        r_ready,
    output wire [31:0] r_data,
    output wire        acc_raw,
    // there is a tuple; it enters the queue
    output wire        acc_valid,
    output wire        acc_hot,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [9:0]  bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    // static; take retirements whether the core is to be held or not
    input  wire        ret_always,
    // hold the core back
    output wire        ret_stall,
    // what the tap sees of that
    output wire        buffer_ready
);
    wire takes_unused;
    wire [31:0] stat_lt;
    wire executed;
    wire capture;
    wire [7:0] position;
    wire step_retired;
    wire step_trig;
    wire step_abort;
    wire [31:0] ra;
    wire [31:0] caller;
    wire hit_valid;
    wire [63:0] hit_key;
    wire [7:0] hit_position;
    wire [127:0] fmt_lanes;
    wire [15:0] fmt_side;
    wire [1:0] fmt_stride;
    wire [31:0] raw_word;
    wire raw_any;
    wire [10:0] stat_granules;
    wire room_raw;
    wire step_raws;
    wire step_rawdrop;
    wire entry_valid;
    wire [63:0] entry_key;
    wire [23:0] entry_count;
    wire [31:0] stat_lc;
    wire [8:0] stat_occupied;
    wire [4:0] stat_t;
    wire stat_frozen;
    wire table_idle;
    wire sweeping;
    wire room_queue;
    wire step_tuples;
    wire step_qdrop;
    wire step_seen;
    wire step_rej;
    wire step_frej;
    wire step_raises;
    wire [1:0] cfg_mode;
    wire cfg_gmmode;
    wire cfg_lossless;
    wire [30:0] cfg_period;
    wire [30:0] cfg_jmask;
    wire [30:0] cfg_skmask;
    wire [7:0] cfg_burst;
    wire [23:0] cfg_kind0;
    wire [23:0] cfg_kind1;
    wire [14:0] cfg_kind2;
    wire [15:0] cfg_recfmt;
    wire host_enabled;
    wire host_start;
    wire set_lt;
    wire set_lc;
    wire [31:0] set_data;
    wire set_clear;
    wire [8:0] entry_index;
    wire raw_pop;
    wire cnt_clear;
    wire cnt_read;
    wire [3:0] cnt_addr;
    wire cnt_cleared_unused;
    wire cnt_valid;
    wire [31:0] cnt_data;
    wire enabled;
    wire start;
    wire stat_idle;

    treetap_value_sampler_up5k_trigger #(.seed_word(32'h1ace5eed)) u_trigger (
        .clk(clk),
        .rst(rst),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_ready(takes_unused),
        .cfg_lossless(1'b0),
        .cfg_period(cfg_period),
        .cfg_jmask(cfg_jmask),
        .cfg_skmask(cfg_skmask),
        .cfg_burst(cfg_burst),
        .enabled(enabled),
        .start(start),
        .room_queue(1'b0),
        .room_raw(1'b0),
        .set_lt(set_lt),
        .set_data(set_data),
        .stat_lt(stat_lt),
        .executed(executed),
        .capture(capture),
        .position(position),
        .step_retired(step_retired),
        .step_trig(step_trig),
        .step_abort(step_abort)
    );

    treetap_value_sampler_up5k_shadows #(.writing(32'h6fd41), .is_fp(5'd16), .is_call(5'd6),
            .is_indirect(5'd8), .is_return(5'd9), .is_coroutine(5'd10), .unfused(5'd4), .set(5'd31),
            .unset(5'd28), .full(4'd8)) u_shadows (
        .clk(clk),
        .rst(rst),
        .rec_class(rec_class),
        .rec_rvc(rec_rvc),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_val(rec_val),
        .executed(executed),
        .ra(ra),
        .caller(caller)
    );

    treetap_value_sampler_up5k_tuple u_tuple (
        .clk(clk),
        .rst(rst),
        .rec_class(rec_class),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_npc(rec_npc),
        .rec_val(rec_val),
        .rec_addr(rec_addr),
        .rec_lat(rec_lat),
        .capture(capture),
        .position(position),
        .ra(ra),
        .caller(caller),
        .cfg_kind0(cfg_kind0),
        .cfg_kind1(cfg_kind1),
        .cfg_kind2(cfg_kind2),
        .hit_valid(hit_valid),
        .hit_key(hit_key),
        .hit_position(hit_position)
    );

    treetap_value_sampler_up5k_sample_format u_format (
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
        .cfg_recfmt(cfg_recfmt),
        .fmt_lanes(fmt_lanes),
        .fmt_side(fmt_side),
        .fmt_stride(fmt_stride)
    );

    treetap_value_sampler_up5k_raw #(.not_here(2'd1), .full_bit(4'd6), .fits(7'd55)) u_raw (
        .clk(clk),
        .rst(rst),
        .hit_valid(hit_valid),
        .hit_position(hit_position),
        .fmt_lanes(fmt_lanes),
        .fmt_side(fmt_side),
        .fmt_stride(fmt_stride),
        .cfg_mode(cfg_mode),
        .raw_pop(raw_pop),
        .raw_word(raw_word),
        .raw_any(raw_any),
        .r_valid(r_valid),
        .r_ready(r_ready),
        .r_data(r_data),
        .stat_granules(stat_granules),
        .room_raw(room_raw),
        .acc_raw(acc_raw),
        .step_raws(step_raws),
        .step_rawdrop(step_rawdrop)
    );

    treetap_value_sampler_up5k_table #(.last(6'd63), .used_bit(5'd24), .least_likely(5'd15), .no_use(25'd0),
            .once(25'h1000001), .in_use(25'h1000000), .seed_word(32'h1ace5eed), .not_here(2'd0), .most(5'd16),
            .fits(5'd7)) u_table (
        .clk(clk),
        .rst(rst),
        .hit_valid(hit_valid),
        .hit_key(hit_key),
        .cfg_mode(cfg_mode),
        .cfg_gmmode(cfg_gmmode),
        .set_lc(set_lc),
        .set_data(set_data),
        .set_clear(set_clear),
        .entry_index(entry_index),
        .entry_valid(entry_valid),
        .entry_key(entry_key),
        .entry_count(entry_count),
        .stat_lc(stat_lc),
        .stat_occupied(stat_occupied),
        .stat_t(stat_t),
        .stat_frozen(stat_frozen),
        .stat_idle(table_idle),
        .sweeping(sweeping),
        .room_queue(room_queue),
        .acc_valid(acc_valid),
        .acc_hot(acc_hot),
        .step_tuples(step_tuples),
        .step_qdrop(step_qdrop),
        .step_seen(step_seen),
        .step_rej(step_rej),
        .step_frej(step_frej),
        .step_raises(step_raises)
    );

    treetap_value_sampler_up5k_host #(.en_at(5'd3), .valid_bit(32'h80000000), .clears_table(8'd1),
            .clears_counters(8'd2), .captured_at(4'd9), .retired_at(4'd10), .raws_at(4'd11)) u_host (
        .clk(clk),
        .rst(rst),
        .bus_valid(bus_valid),
        .bus_we(bus_we),
        .bus_addr(bus_addr),
        .bus_wdata(bus_wdata),
        .bus_ready(bus_ready),
        .bus_rdata(bus_rdata),
        .cfg_mode(cfg_mode),
        .cfg_gmmode(cfg_gmmode),
        .cfg_lossless(cfg_lossless),
        .cfg_period(cfg_period),
        .cfg_jmask(cfg_jmask),
        .cfg_skmask(cfg_skmask),
        .cfg_burst(cfg_burst),
        .cfg_kind0(cfg_kind0),
        .cfg_kind1(cfg_kind1),
        .cfg_kind2(cfg_kind2),
        .cfg_recfmt(cfg_recfmt),
        .enabled(host_enabled),
        .start(host_start),
        .set_lt(set_lt),
        .set_lc(set_lc),
        .set_data(set_data),
        .set_clear(set_clear),
        .entry_index(entry_index),
        .entry_valid(entry_valid),
        .entry_key(entry_key),
        .entry_count(entry_count),
        .raw_pop(raw_pop),
        .raw_word(raw_word),
        .raw_any(raw_any),
        .stat_lt(stat_lt),
        .stat_lc(stat_lc),
        .stat_occupied(stat_occupied),
        .stat_t(stat_t),
        .stat_frozen(stat_frozen),
        .stat_granules(stat_granules),
        .stat_idle(stat_idle),
        .sweeping(sweeping),
        .cnt_clear(cnt_clear),
        .cnt_read(cnt_read),
        .cnt_addr(cnt_addr),
        .cnt_valid(cnt_valid),
        .cnt_data(cnt_data)
    );

    treetap_value_sampler_up5k_counters #(.last_place(4'd14), .zero_word(4'd15), .everybody(15'h7fff))
            u_counters (
        .clk(clk),
        .rst(rst),
        .step_retired(step_trig),
        .step_trap(step_abort),
        .step_rej_class(step_tuples),
        .step_rej_pc1(step_seen),
        .step_rej_pc2(step_rej),
        .step_rej_dec(step_frej),
        .step_rej_select(step_raises),
        .step_rej_burst(step_qdrop),
        .step_cand(step_rawdrop),
        .step_acc(capture),
        .step_drop_full(step_retired),
        .step_drop_off(step_raws),
        .step_popped(1'b0),
        .step_flushed(1'b0),
        .step_rej_gate(1'b0),
        .cnt_clear(cnt_clear),
        .cnt_cleared(cnt_cleared_unused),
        .cnt_read(cnt_read),
        .cnt_addr(cnt_addr),
        .cnt_valid(cnt_valid),
        .cnt_data(cnt_data)
    );

    treetap_value_sampler_up5k_relay u_relay (
        .clk(clk),
        .rst(rst),
        .host_enabled(host_enabled),
        .host_start(host_start),
        .table_idle(table_idle),
        .enabled(enabled),
        .start(start),
        .stat_idle(stat_idle)
    );

    treetap_value_sampler_up5k_hold u_hold (
        .enabled(enabled),
        .cfg_lossless(cfg_lossless),
        .room_queue(room_queue),
        .room_raw(room_raw),
        .ret_always(ret_always),
        .buffer_ready(buffer_ready),
        .ret_stall(ret_stall)
    );
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_value_sampler_up5k_sampler_bank #(
    parameter [4:0] row_page0 = 5'd16,
    parameter [4:0] row_mask0 = 5'd31,
    parameter [31:0] readable0 = 32'd23,
    parameter [31:0] writable0 = 32'd30,
    parameter [4:0] id_at = 5'd0,
    parameter [4:0] ctrl_at = 5'd1,
    parameter [4:0] status_at = 5'd2,
    parameter [4:0] command_at = 5'd3,
    parameter [4:0] tap_at = 5'd4,
    parameter bus_error_reset = 1'b0,
    parameter [1:0] addr_src_reset = 2'd2,
    parameter mdata_ok_reset = 1'b0,
    parameter [31:0] id_word = 32'h56414c31
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

    wire [4:0] page = word[9:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_id = (page == 5'd16) & (slot == id_at);
    wire is_ctrl = (page == 5'd16) & (slot == ctrl_at);
    wire is_status = (page == 5'd16) & (slot == status_at);
    wire is_command = (page == 5'd16) & (slot == command_at);
    wire is_tap = (page == 5'd16) & (slot == tap_at);
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

// One request after the other: the sampler's registers,
// and above them those of docs/reference/value_sampler.md.
module treetap_value_sampler_up5k_window (
    input  wire        clk,
    input  wire        rst,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [11:0] bus_addr,
    input  wire [31:0] bus_wdata,
    input  wire [3:0]  bus_wstrb,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    output wire        bus_err,
    // requests to the sampler
    output wire        sampler_valid,
    output wire        sampler_we,
    output wire [9:0]  sampler_addr,
    output wire [31:0] sampler_wdata,
    input  wire        sampler_ready,
    input  wire [31:0] sampler_rdata,
    // what the tap has to know of its core
    output wire [1:0]  cfg_addr_src,
    output wire        cfg_mdata_ok,
    // the tap releases the record that it holds
    output wire        tap_flush
);
    localparam [1:0] State_Idle = 2'd0;
    localparam [1:0] State_Act = 2'd1;
    localparam [1:0] State_Answer = 2'd2;

    reg [1:0] state = 2'd0;
    reg [31:0] data = 32'd0;
    reg error = 1'b0;

    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_cfg_bus_error;

    wire below = ~(|bus_addr[11:10]);
    wire whole = ~bus_we | (&bus_wstrb);
    assign sampler_valid = (state == State_Idle) & bus_valid & below & whole;
    assign sampler_we = bus_we;
    assign sampler_wdata = bus_wdata;
    assign sampler_addr = bus_addr[9:0];
    assign bus_ready = state == State_Answer;
    assign bus_rdata = data;
    assign bus_err = error;
    wire acts = state == State_Act;
    wire obeyed = bus_we ? (whole & bank_writes) : bank_reads;
    wire bank_write = acts & obeyed & bus_we;
    wire bank_raise_refused = acts & ~obeyed;

    treetap_value_sampler_up5k_sampler_bank #(.row_page0(5'd16), .row_mask0(5'd31), .readable0(32'd23),
            .writable0(32'd30), .id_at(5'd0), .ctrl_at(5'd1), .status_at(5'd2), .command_at(5'd3),
            .tap_at(5'd4), .bus_error_reset(1'b0), .addr_src_reset(2'd2), .mdata_ok_reset(1'b0),
            .id_word(32'h56414c31)) u_bank (
        .clk(clk),
        .rst(rst),
        .word(bus_addr[11:2]),
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
                if (sampler_valid & sampler_ready) begin
                    state <= State_Answer;
                    data <= sampler_rdata;
                    if (bus_we) data <= 32'd0;
                    error <= 1'b0;
                end
                if (bus_valid & ~(below & whole)) state <= State_Act;
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
module treetap_value_sampler_up5k_wishbone (
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

// Hotlist sampler beside a core: 64 entries, 64 raw records
// of two lanes, Wishbone: beside a small core on an UP5K.
module treetap_value_sampler_up5k (
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
    // static; take retirements whether the core is to be held or not
    input  wire        ret_always,
    // hold the core back
    output wire        ret_stall,
    // a tuple; whether it enters the table's queue, and the raw stream
    output wire        acc_raw,
    output wire        acc_valid,
    output wire        acc_hot,
    // words of raw records: sideband and place in the burst, then the lanes
    output wire        r_valid,
    input  wire        r_ready,
    output wire [31:0] r_data,
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
    wire sampler_ready;
    wire [31:0] sampler_rdata;
    wire buffer_ready;
    wire bus_ready;
    wire [31:0] bus_rdata;
    wire bus_err;
    wire sampler_valid;
    wire sampler_we;
    wire [9:0] sampler_addr;
    wire [31:0] sampler_wdata;
    wire [1:0] cfg_addr_src;
    wire cfg_mdata_ok;
    wire tap_flush;
    wire bus_valid;
    wire bus_we;
    wire [11:0] bus_addr;
    wire [31:0] bus_wdata;
    wire [3:0] bus_wstrb;

    treetap_value_sampler_up5k_tap #(.mret_insn(32'h30200073), .byte0(32'd255), .byte1(32'hff00),
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

    treetap_value_sampler_up5k_hotlist u_hotlist (
        .clk(clk),
        .rst(rst),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_class(rec_class),
        .rec_rvc(rec_rvc),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_val(rec_val),
        .rec_npc(rec_npc),
        .rec_addr(rec_addr),
        .rec_lat(rec_lat),
        .rec_taken(rec_taken),
        .rec_evt(rec_evt),
        .rec_ord(rec_ord),
        .r_valid(r_valid),
        .r_ready(r_ready),
        .r_data(r_data),
        .acc_raw(acc_raw),
        .acc_valid(acc_valid),
        .acc_hot(acc_hot),
        .bus_valid(sampler_valid),
        .bus_we(sampler_we),
        .bus_addr(sampler_addr),
        .bus_wdata(sampler_wdata),
        .bus_ready(sampler_ready),
        .bus_rdata(sampler_rdata),
        .ret_always(ret_always),
        .ret_stall(ret_stall),
        .buffer_ready(buffer_ready)
    );

    treetap_value_sampler_up5k_window u_window (
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
        .sampler_valid(sampler_valid),
        .sampler_we(sampler_we),
        .sampler_addr(sampler_addr),
        .sampler_wdata(sampler_wdata),
        .sampler_ready(sampler_ready),
        .sampler_rdata(sampler_rdata),
        .cfg_addr_src(cfg_addr_src),
        .cfg_mdata_ok(cfg_mdata_ok),
        .tap_flush(tap_flush)
    );

    treetap_value_sampler_up5k_wishbone u_bus (
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

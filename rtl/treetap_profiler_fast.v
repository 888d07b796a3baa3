// treetap_profiler_fast: ECP5-45F: 1024 nodes, 48-bit counts, one event per cycle, AXI4-Lite
// Configuration: 32-bit keys, 1024 nodes, 48-bit counts, pipelined engine, EPS mode not
// built, no FIFO, coalescer of 1024 entries, hand with reserve 32, weight 256, creates
// 8 and jump 4, bus axil, no cache model, map of checks of 8192 codes, not small.
// Made by treetap 0.1.0 with: treetap gen profiler --preset fast
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// What the core retires, a cycle later: nothing stands
// between the core and a register. What has its place between
// two retirements, a flush and the gate, waits with them.
module treetap_profiler_fast_arrival (
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
    // there is room after the tap
    input  wire        buffer_ready,
    // the last record of the tap leaves; retirements of this cycle are judged
    input  wire        tap_flush,
    input  wire        gate_open,
    // what was taken in the cycle before
    output wire        came_valid,
    output wire [31:0] came_insn,
    output wire        came_trap,
    output wire        came_intr,
    output wire [31:0] came_pc_rdata,
    output wire [31:0] came_pc_wdata,
    output wire [31:0] came_rs1_rdata,
    output wire [31:0] came_rd_wdata,
    output wire [31:0] came_mem_addr,
    output wire [3:0]  came_mem_rmask,
    output wire [3:0]  came_mem_wmask,
    output wire [31:0] came_mem_rdata,
    output wire [31:0] came_mem_wdata,
    // what came with it
    output wire [7:0]  beside_evt,
    output wire [15:0] beside_lat,
    output wire [15:0] beside_cycles,
    // what was taken in the cycle before
    output wire        came_flush,
    output wire        came_open
);
    reg valid = 1'b0;
    reg flush = 1'b0;
    reg trap = 1'b0;
    reg intr = 1'b0;
    reg open = 1'b1;
    reg [31:0] insn = 32'd0;
    reg [31:0] pc = 32'd0;
    reg [31:0] npc = 32'd0;
    reg [31:0] rs1 = 32'd0;
    reg [31:0] rd = 32'd0;
    reg [31:0] addr = 32'd0;
    reg [31:0] rdata = 32'd0;
    reg [31:0] wdata = 32'd0;
    reg [3:0] rmask = 4'd0;
    reg [3:0] wmask = 4'd0;
    reg [7:0] evt = 8'd0;
    reg [15:0] lat = 16'd0;
    reg [15:0] cycles = 16'd0;

    assign rvfi_ready = buffer_ready;
    assign came_valid = valid;
    assign came_insn = insn;
    assign came_trap = trap;
    assign came_intr = intr;
    assign came_pc_rdata = pc;
    assign came_pc_wdata = npc;
    assign came_rs1_rdata = rs1;
    assign came_rd_wdata = rd;
    assign came_mem_addr = addr;
    assign came_mem_rmask = rmask;
    assign came_mem_wmask = wmask;
    assign came_mem_rdata = rdata;
    assign came_mem_wdata = wdata;
    assign beside_evt = evt;
    assign beside_lat = lat;
    assign beside_cycles = cycles;
    assign came_flush = flush;
    assign came_open = open;

    always @(posedge clk) begin
        valid <= rvfi_valid & buffer_ready;
        flush <= tap_flush;
        open <= gate_open;
        insn <= rvfi_insn;
        trap <= rvfi_trap;
        intr <= rvfi_intr;
        pc <= rvfi_pc_rdata;
        npc <= rvfi_pc_wdata;
        rs1 <= rvfi_rs1_rdata;
        rd <= rvfi_rd_wdata;
        addr <= rvfi_mem_addr;
        rmask <= rvfi_mem_rmask;
        wmask <= rvfi_mem_wmask;
        rdata <= rvfi_mem_rdata;
        wdata <= rvfi_mem_wdata;
        evt <= ret_evt;
        lat <= ret_lat;
        cycles <= ret_cycles;
        if (rst) begin
            valid <= 1'b0;
            flush <= 1'b0;
            open <= 1'b1;
        end
    end
endmodule

module treetap_profiler_fast_expander (
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

module treetap_profiler_fast_classifier (
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
module treetap_profiler_fast_tap #(
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
    reg came0 = 1'b0;
    reg came_flush0 = 1'b0;
    reg came_trap0 = 1'b0;
    reg came_intr0 = 1'b0;
    reg came_rvc0 = 1'b0;
    reg came_legal0 = 1'b0;
    reg [1:0] came_mode0 = 2'd0;
    reg [31:0] came_insn0 = 32'd0;
    reg [31:0] came_joined0 = 32'd0;
    reg [31:0] came_pc0 = 32'd0;
    reg [31:0] came_npc0 = 32'd0;
    reg [31:0] came_rs1_0 = 32'd0;
    reg [31:0] came_rd0 = 32'd0;
    reg [31:0] came_addr0 = 32'd0;
    reg [31:0] came_rdata0 = 32'd0;
    reg [31:0] came_wdata0 = 32'd0;
    reg [3:0] came_mask0 = 4'd0;
    reg [7:0] came_evt0 = 8'd0;
    reg [15:0] came_lat0 = 16'd0;
    reg [15:0] came_cycles0 = 16'd0;
    reg [31:0] far0 = 32'd0;
    reg reaches0 = 1'b0;
    reg left0 = 1'b0;
    reg left_trap0 = 1'b0;
    reg left_rvc0 = 1'b0;
    reg left_intr0 = 1'b0;
    reg left_own0 = 1'b0;
    reg own_leaves0 = 1'b0;
    reg next_leaves0 = 1'b0;
    reg [1:0] left_mode0 = 2'd0;
    reg [4:0] left_class0 = 5'd0;
    reg [31:0] left_insn0 = 32'd0;
    reg [31:0] left_ord0 = 32'd0;
    reg [31:0] left_pc0 = 32'd0;
    reg [31:0] left_npc0 = 32'd0;
    reg [31:0] left_val0 = 32'd0;
    reg [31:0] left_addr0 = 32'd0;
    reg [7:0] left_evt0 = 8'd0;
    reg [15:0] left_lat0 = 16'd0;
    reg [15:0] left_cycles0 = 16'd0;

    reg found;
    reg [2:0] first;
    reg [31:0] accessed;
    reg [11:0] immediate;
    reg [31:0] base;
    reg [31:0] offset;
    wire expander_compressed;
    wire [31:0] expander_expanded_unused;
    wire [31:0] expander_joined;
    wire expander_legal;
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
    wire leaves = left_own0 ? own_leaves0 : next_leaves0;
    wire ends = left0;
    assign rec_valid = ends;
    assign rec_start = begins | left_intr0;
    assign rec_trap = left_trap0;
    assign rec_mode = left_mode0;
    assign rec_class = left_class0;
    assign rec_rvc = left_rvc0;
    assign rec_insn = left_insn0;
    assign rec_pc = left_pc0;
    assign rec_npc = left_npc0;
    assign rec_val = left_val0;
    assign rec_addr = left_addr0;
    assign rec_evt = left_evt0;
    assign rec_lat = left_lat0;
    assign rec_cycles = left_cycles0;
    assign rec_ord = left_ord0;
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

    treetap_profiler_fast_expander u_expander (
        .insn(rvfi_insn),
        .compressed(expander_compressed),
        .expanded(expander_expanded_unused),
        .joined(expander_joined),
        .legal(expander_legal)
    );

    treetap_profiler_fast_classifier u_classifier (
        .insn(taken_insn),
        .opclass(classifier_opclass)
    );

    always @(posedge clk) begin
        // The last gate of the expansion has a cycle of its own.
        came0 <= taking & ~rst;
        came_flush0 <= ret_flush & ~rst;
        came_mask0 <= mask;
        came_insn0 <= rvfi_insn;
        came_joined0 <= expander_joined;
        came_legal0 <= expander_legal;
        came_rvc0 <= expander_compressed;
        came_trap0 <= rvfi_trap;
        came_intr0 <= rvfi_intr;
        came_mode0 <= rvfi_mode;
        came_pc0 <= rvfi_pc_rdata;
        came_npc0 <= rvfi_pc_wdata;
        came_rs1_0 <= rvfi_rs1_rdata;
        came_rd0 <= rvfi_rd_wdata;
        came_addr0 <= rvfi_mem_addr;
        came_rdata0 <= rvfi_mem_rdata;
        came_wdata0 <= rvfi_mem_wdata;
        came_evt0 <= ret_evt;
        came_lat0 <= ret_lat;
        came_cycles0 <= ret_cycles;
        taken <= came0;
        flushed <= came_flush0;
        taken_insn <= came_insn0;
        if (came_rvc0) begin
            taken_insn <= 32'd0;
            if (came_legal0) taken_insn <= came_joined0;
        end
        taken_rvc <= came_rvc0;
        taken_trap <= came_trap0;
        taken_intr <= came_intr0;
        taken_mode <= came_mode0;
        taken_pc <= came_pc0;
        taken_npc <= came_npc0;
        taken_rs1 <= came_rs1_0;
        taken_rd <= came_rd0;
        taken_addr <= came_addr0;
        taken_mask <= came_mask0;
        taken_rdata <= came_rdata0;
        taken_wdata <= came_wdata0;
        taken_evt <= came_evt0;
        taken_lat <= came_lat0;
        taken_cycles <= came_cycles0;
        // Records leave in order, so that what was counted so far is the ordinal of the one that leaves.
        if (release_ & ~trap) ord <= ord + 32'd1;
        // Both ways are compared, and a cycle later the one that counts is known.
        next_leaves0 <= taken_pc != fall;
        own_leaves0 <= own_npc != fall;
        left_own0 <= own;
        left_trap0 <= trap;
        left_mode0 <= mode;
        left_class0 <= class_;
        left_rvc0 <= rvc;
        left_intr0 <= start;
        left_insn0 <= insn;
        left_pc0 <= pc;
        left_val0 <= val;
        left_evt0 <= evt;
        left_lat0 <= lat;
        left_cycles0 <= cycles;
        left_ord0 <= ord;
        left0 <= release_ & ~rst;
        left_npc0 <= npc;
        left_addr0 <= addr + far0;
        if (~reaches0) left_addr0 <= 32'd0;
        if (ends) begins <= leaves | left_trap0;
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
            addr <= base;
            far0 <= offset;
            reaches0 <= access;
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

// Goes beside filters that take four cycles more than everything else does: the records, four cycles later.
module treetap_profiler_fast_late (
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
    // the record of four cycles ago
    output wire        late_valid,
    output wire        late_trap,
    output wire [4:0]  late_class,
    output wire        late_taken,
    output wire        late_start,
    output wire [31:0] late_insn,
    output wire [31:0] late_pc,
    output wire [31:0] late_npc,
    output wire [31:0] late_val,
    output wire [31:0] late_addr,
    output wire [7:0]  late_evt,
    output wire [15:0] late_cycles,
    output wire [31:0] late_ord,
    // the record of three cycles ago
    output wire        early_valid,
    output wire        early_trap,
    output wire [4:0]  early_class,
    output wire        early_taken,
    output wire [31:0] early_insn,
    output wire [31:0] early_pc,
    output wire [31:0] early_npc
);
    reg valid0 = 1'b0;
    reg valid1 = 1'b0;
    reg valid2 = 1'b0;
    reg valid3 = 1'b0;
    reg trap0 = 1'b0;
    reg trap1 = 1'b0;
    reg trap2 = 1'b0;
    reg trap3 = 1'b0;
    reg taken0 = 1'b0;
    reg taken1 = 1'b0;
    reg taken2 = 1'b0;
    reg taken3 = 1'b0;
    reg start0 = 1'b0;
    reg start1 = 1'b0;
    reg start2 = 1'b0;
    reg start3 = 1'b0;
    reg [4:0] class0 = 5'd0;
    reg [4:0] class1 = 5'd0;
    reg [4:0] class2 = 5'd0;
    reg [4:0] class3 = 5'd0;
    reg [31:0] insn0 = 32'd0;
    reg [31:0] insn1 = 32'd0;
    reg [31:0] insn2 = 32'd0;
    reg [31:0] insn3 = 32'd0;
    reg [31:0] ord0 = 32'd0;
    reg [31:0] ord1 = 32'd0;
    reg [31:0] ord2 = 32'd0;
    reg [31:0] ord3 = 32'd0;
    reg [31:0] pc0 = 32'd0;
    reg [31:0] pc1 = 32'd0;
    reg [31:0] pc2 = 32'd0;
    reg [31:0] pc3 = 32'd0;
    reg [31:0] npc0 = 32'd0;
    reg [31:0] npc1 = 32'd0;
    reg [31:0] npc2 = 32'd0;
    reg [31:0] npc3 = 32'd0;
    reg [31:0] val0 = 32'd0;
    reg [31:0] val1 = 32'd0;
    reg [31:0] val2 = 32'd0;
    reg [31:0] val3 = 32'd0;
    reg [31:0] addr0 = 32'd0;
    reg [31:0] addr1 = 32'd0;
    reg [31:0] addr2 = 32'd0;
    reg [31:0] addr3 = 32'd0;
    reg [7:0] evt0 = 8'd0;
    reg [7:0] evt1 = 8'd0;
    reg [7:0] evt2 = 8'd0;
    reg [7:0] evt3 = 8'd0;
    reg [15:0] cycles0 = 16'd0;
    reg [15:0] cycles1 = 16'd0;
    reg [15:0] cycles2 = 16'd0;
    reg [15:0] cycles3 = 16'd0;

    assign early_valid = valid2;
    assign early_trap = trap2;
    assign early_class = class2;
    assign early_taken = taken2;
    assign early_insn = insn2;
    assign early_pc = pc2;
    assign early_npc = npc2;
    assign late_valid = valid3;
    assign late_trap = trap3;
    assign late_class = class3;
    assign late_taken = taken3;
    assign late_start = start3;
    assign late_insn = insn3;
    assign late_pc = pc3;
    assign late_npc = npc3;
    assign late_val = val3;
    assign late_addr = addr3;
    assign late_evt = evt3;
    assign late_cycles = cycles3;
    assign late_ord = ord3;

    always @(posedge clk) begin
        valid0 <= rec_valid;
        trap0 <= rec_trap;
        class0 <= rec_class;
        taken0 <= rec_taken;
        start0 <= rec_start;
        insn0 <= rec_insn;
        pc0 <= rec_pc;
        npc0 <= rec_npc;
        val0 <= rec_val;
        addr0 <= rec_addr;
        evt0 <= rec_evt;
        cycles0 <= rec_cycles;
        ord0 <= rec_ord;
        valid1 <= valid0;
        trap1 <= trap0;
        class1 <= class0;
        taken1 <= taken0;
        start1 <= start0;
        insn1 <= insn0;
        pc1 <= pc0;
        npc1 <= npc0;
        val1 <= val0;
        addr1 <= addr0;
        evt1 <= evt0;
        cycles1 <= cycles0;
        ord1 <= ord0;
        valid2 <= valid1;
        trap2 <= trap1;
        class2 <= class1;
        taken2 <= taken1;
        start2 <= start1;
        insn2 <= insn1;
        pc2 <= pc1;
        npc2 <= npc1;
        val2 <= val1;
        addr2 <= addr1;
        evt2 <= evt1;
        cycles2 <= cycles1;
        ord2 <= ord1;
        valid3 <= valid2;
        trap3 <= trap2;
        class3 <= class2;
        taken3 <= taken2;
        start3 <= start2;
        insn3 <= insn2;
        pc3 <= pc2;
        npc3 <= npc2;
        val3 <= val2;
        addr3 <= addr2;
        evt3 <= evt2;
        cycles3 <= cycles2;
        ord3 <= ord2;
        if (rst) begin
            valid0 <= 1'b0;
            valid1 <= 1'b0;
            valid2 <= 1'b0;
            valid3 <= 1'b0;
        end
    end
endmodule

// Marks the records that are to become events, makes their keys and weighs them; one record per cycle.
// A record is here (sel_valid) two cycles after rec_valid; sel_pass says in that cycle whether it stays.
// An event of weight 1 leaves in the cycle after, any other when the next mark or a flush closes it.
module treetap_profiler_fast_select #(
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

// The events of the selection, a cycle later.
module treetap_profiler_fast_hand_over (
    input  wire        clk,
    input  wire        rst,
    // an event of the selection
    input  wire        ev_valid,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    input  wire [31:0] ev_ord,
    // the event of the cycle before
    output wire        cand_valid,
    output wire [31:0] cand_lanes,
    output wire [15:0] cand_side,
    output wire [31:0] cand_ord
);
    reg valid = 1'b0;
    reg [31:0] key = 32'd0;
    reg [15:0] weight = 16'd0;
    reg [31:0] ord = 32'd0;

    assign cand_valid = valid;
    assign cand_lanes = key;
    assign cand_side = weight;
    assign cand_ord = ord;

    always @(posedge clk) begin
        valid <= ev_valid;
        key <= ev_key;
        weight <= ev_weight;
        ord <= ev_ord;
        if (rst) valid <= 1'b0;
    end
endmodule

// Goes beside the tap: what the gate was when a retirement came is there with its record.
// docs/reference/profiler.md P9.
module treetap_profiler_fast_gate (
    input  wire clk,
    input  wire rst,
    // a retirement is taken
    input  wire rvfi_valid,
    input  wire buffer_ready,
    // the gate is open for a retirement of this cycle
    input  wire gate_open,
    // the filters let anything through; gate_fen: so for the record that is here
    input  wire cfg_fen,

    output reg  gate_fen,
    // the record whose verdict is here came while the gate was shut
    output wire gate_shut
);
    reg taken = 1'b0;
    reg taken_open = 1'b1;
    reg held_open = 1'b1;
    reg late0 = 1'b0;
    reg late1 = 1'b0;
    reg deep0 = 1'b1;
    reg deep1 = 1'b1;
    reg deep2 = 1'b1;
    reg deep3 = 1'b1;
    reg verdict_shut = 1'b0;
    reg judged_shut = 1'b0;

    reg open;
    reg late0_next;
    reg late1_next;
    reg deep0_next;
    reg deep1_next;
    reg deep2_next;
    reg deep3_next;

    always @* begin
        open = held_open;
        late0_next = open;
        open = late0;
        late1_next = open;
        open = late1;
        gate_fen = cfg_fen & open;
        deep0_next = open;
        open = deep0;
        deep1_next = open;
        open = deep1;
        deep2_next = open;
        open = deep2;
        deep3_next = open;
        open = deep3;
    end
    assign gate_shut = verdict_shut;

    always @(posedge clk) begin
        taken <= rvfi_valid & buffer_ready;
        taken_open <= gate_open;
        if (taken) held_open <= taken_open;
        verdict_shut <= judged_shut;
        if (rst) begin
            taken <= 1'b0;
            held_open <= 1'b1;
        end
        late0 <= late0_next;
        late1 <= late1_next;
        deep0 <= deep0_next;
        deep1 <= deep1_next;
        deep2 <= deep2_next;
        deep3 <= deep3_next;
        judged_shut <= ~open;
    end
endmodule

// The first filter's hash of bits 32 to 1 of an address: all bytes of x ^ (x >> shift) together.
module treetap_profiler_fast_f1_hash #(
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
module treetap_profiler_fast_f2_hash #(
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
module treetap_profiler_fast_fast_ram #(
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

// Judges the records of one lane by trap, class and both
// filters of addresses, in five cycles: little is done in
// each. The table lies in logic cells, in parts whose words are chosen from a
// cycle later.
module treetap_profiler_fast_deep_lane #(
    parameter [3:0] place_bits = 4'd4,
    parameter [3:0] part_bits = 4'd6
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
    reg busy1 = 1'b0;
    reg busy2 = 1'b0;
    reg busy3 = 1'b0;
    reg busy4 = 1'b0;
    reg busy5 = 1'b0;
    reg [2:0] early1 = 3'd0;
    reg [2:0] early2 = 3'd0;
    reg [2:0] early3 = 3'd0;
    reg [2:0] early4 = 3'd0;
    reg [2:0] early5 = 3'd0;
    reg [7:0] beside = 8'd0;
    reg [11:0] hash = 12'd0;
    reg [3:0] at2 = 4'd0;
    reg [2:0] at3 = 3'd0;
    reg [1:0] part2 = 2'd0;
    reg [7:0] byte3 = 8'd0;
    reg known2 = 1'b0;
    reg known3 = 1'b0;
    reg written3 = 1'b0;
    reg ignored4 = 1'b0;
    reg [15:0] wrote2 = 16'd0;

    reg [15:0] half;
    wire [7:0] f1_hash;
    wire [11:0] f2_hash;
    wire [15:0] table0_rd;
    wire [15:0] table1_rd;
    wire [15:0] table2_rd;
    wire [15:0] table3_rd;

    // First cycle: trap, class, the hashes.
    wire [31:0] pct = pc >> 1;
    wire [7:0] word = hash[place_bits +: 8];
    wire [3:0] place = hash[3:0];
    wire table0_we = we & (wa[part_bits[2:0] +: 2] == 2'd0);
    wire table1_we = we & (wa[part_bits[2:0] +: 2] == 2'd1);
    wire table2_we = we & (wa[part_bits[2:0] +: 2] == 2'd2);
    wire table3_we = we & (wa[part_bits[2:0] +: 2] == 2'd3);
    always @* begin
        half = 16'd0;
        if (part2 == 2'd0) half = table0_rd;
        if (part2 == 2'd1) half = table1_rd;
        if (part2 == 2'd2) half = table2_rd;
        if (part2 == 2'd3) half = table3_rd;
    end
    wire [3:0] byte_ = {3'd0, at2[3]} << 3;
    assign judged = busy5;
    assign verdict = early5;

    treetap_profiler_fast_f1_hash #(.shift0(4'd3), .shift1(4'd5), .shift2(4'd7), .shift3(4'd9)) u_f1 (
        .pct(pct),
        .select(f1_hsel),
        .hash(f1_hash)
    );

    treetap_profiler_fast_f2_hash #(.shift0(4'd5), .shift1(4'd7), .shift2(4'd9), .shift3(4'd11)) u_f2 (
        .pct(pct),
        .select(f2_hsel),
        .hash(f2_hash)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(16), .ADDR(6)) u_table0 (
        .clk(clk),
        .ra(word[5:0]),
        .rd(table0_rd),
        .we(table0_we),
        .wa(wa[5:0]),
        .wd(wd)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(16), .ADDR(6)) u_table1 (
        .clk(clk),
        .ra(word[5:0]),
        .rd(table1_rd),
        .we(table1_we),
        .wa(wa[5:0]),
        .wd(wd)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(16), .ADDR(6)) u_table2 (
        .clk(clk),
        .ra(word[5:0]),
        .rd(table2_rd),
        .we(table2_we),
        .wa(wa[5:0]),
        .wd(wd)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(16), .ADDR(6)) u_table3 (
        .clk(clk),
        .ra(word[5:0]),
        .rd(table3_rd),
        .we(table3_we),
        .wa(wa[5:0]),
        .wd(wd)
    );

    wire [20:0] wide0_unused_msbs = class_en >> class_;
    wire [15:0] wide1_unused_msbs = half >> byte_;
    always @(posedge clk) begin
        busy1 <= valid;
        early1 <= 3'd0;
        if (trap) begin
            early1 <= 3'd1;
        end else if (~fen | ~wide0_unused_msbs[0]) begin
            early1 <= 3'd2;
        end
        beside <= (f1_hash ^ f1_match) & f1_mask;
        hash <= f2_hash;
        // Second cycle: the first filter, and a byte of the table. A word that is written just now is old.
        busy2 <= busy1;
        early2 <= early1;
        if (~(|early1) & (|beside)) early2 <= 3'd3;
        part2 <= word[part_bits[2:0] +: 2];
        at2 <= place;
        known2 <= clearing | (we & (wa == word));
        wrote2 <= wd;
        // Third cycle: the byte of the word; what was written is looked at.
        busy3 <= busy2;
        early3 <= early2;
        known3 <= known2;
        written3 <= wrote2[at2];
        byte3 <= wide1_unused_msbs[7:0];
        at3 <= at2[2:0];
        // Fourth cycle: its bit.
        busy4 <= busy3;
        early4 <= early3;
        ignored4 <= byte3[at3];
        if (known3) ignored4 <= written3;
        // Fifth cycle: the verdict.
        busy5 <= busy4;
        early5 <= early4;
        if (ignored4 & ~(|early4)) early5 <= 3'd4;
        if (rst) begin
            busy1 <= 1'b0;
            busy2 <= 1'b0;
            busy3 <= 1'b0;
            busy4 <= 1'b0;
            busy5 <= 1'b0;
        end
    end
endmodule

// Filters by class and address, and the decimator: the verdict on a record is there six cycles later.
// docs/reference/pcfilter.md has the rules and the codes of verdicts.
module treetap_profiler_fast_deep_filter #(
    parameter [3:0] all_cleared = 4'd8,
    parameter [3:0] place_bits = 4'd4,
    parameter [4:0] half_bits = 5'd16,
    parameter [3:0] part_bits = 4'd6,
    parameter [3:0] choice_bits = 4'd10,
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
    // pulses: DECIM was written; a word of the table, or a bit of it, is written,
    // for the records of three cycles later on, its low half for those of two
    input  wire        set_decim,
    input  wire        set_ign,
    input  wire        set_setign,
    input  wire [6:0]  set_addr,
    input  wire [31:0] set_data,
    // the tables are cleared after a reset; writes are lost
    output wire        pcf_clearing,
    // the verdict on the record of six cycles before
    output wire        pcf_valid,
    output wire [2:0]  pcf_verdict
);
    reg [15:0] more = 16'd0;
    reg [11:0] hash1 = 12'd0;
    reg [11:0] hash2 = 12'd0;
    reg [11:0] hash = 12'd0;
    reg writing1 = 1'b0;
    reg setting1 = 1'b0;
    reg writing2 = 1'b0;
    reg setting2 = 1'b0;
    reg writing = 1'b0;
    reg setting = 1'b0;
    reg [8:0] cleared = 9'd0;
    reg write = 1'b0;
    reg [7:0] write_at = 8'd0;
    reg [15:0] write_half = 16'd0;
    reg late_set0 = 1'b0;
    reg late_set1 = 1'b0;
    reg late_set2 = 1'b0;
    reg late_set3 = 1'b0;
    reg [15:0] late_decim0 = 16'd0;
    reg [15:0] late_decim1 = 16'd0;
    reg [15:0] late_decim2 = 16'd0;
    reg [15:0] late_decim3 = 16'd0;
    reg [15:0] count = 16'hffff;
    reg valid = 1'b0;
    reg [2:0] verdict = 3'd0;

    reg [15:0] half;
    reg [7:0] wa;
    reg [15:0] wd;
    wire lane_judged;
    wire [2:0] lane_verdict;
    wire [15:0] table0_rd;
    wire [15:0] table1_rd;
    wire [15:0] table2_rd;
    wire [15:0] table3_rd;
    wire [11:0] f2_hash;

    // The tables: cleared, or written four cycles after the
    // request, when the word in which a bit is set has been read.
    wire clearing = ~cleared[all_cleared];
    wire [5:0] table0_ra = hash1[place_bits +: 6];
    wire [5:0] table1_ra = hash1[place_bits +: 6];
    wire [5:0] table2_ra = hash1[place_bits +: 6];
    wire [5:0] table3_ra = hash1[place_bits +: 6];
    always @* begin
        half = 16'd0;
        if (hash2[choice_bits +: 2] == 2'd0) half = table0_rd;
        if (hash2[choice_bits +: 2] == 2'd1) half = table1_rd;
        if (hash2[choice_bits +: 2] == 2'd2) half = table2_rd;
        if (hash2[choice_bits +: 2] == 2'd3) half = table3_rd;
    end
    wire [15:0] lowest = 16'd1;
    // The low half of a word goes a cycle ahead of the high one.
    wire we = (writing2 & ~setting2) | writing | clearing;
    always @* begin
        wa = {1'd0, set_addr} << 1;
        wd = set_data[15:0];
        if (writing) begin
            wa = ({1'd0, set_addr} << 1) | 8'd1;
            wd = set_data[half_bits +: 16];
        end
        if (setting) begin
            wa = hash[place_bits +: 8];
            wd = more;
        end
        if (clearing) begin
            wa = cleared[7:0];
            wd = 16'd0;
        end
    end
    wire table0_we = write & (write_at[part_bits[2:0] +: 2] == 2'd0);
    wire table1_we = write & (write_at[part_bits[2:0] +: 2] == 2'd1);
    wire table2_we = write & (write_at[part_bits[2:0] +: 2] == 2'd2);
    wire table3_we = write & (write_at[part_bits[2:0] +: 2] == 2'd3);
    assign pcf_clearing = clearing;
    wire judged = lane_judged;
    wire counts = judged & ~(|lane_verdict);
    wire full = &count[15:1];
    assign pcf_valid = valid;
    assign pcf_verdict = verdict;

    treetap_profiler_fast_deep_lane #(.place_bits(4'd4), .part_bits(4'd6)) u_lane (
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
        .we(write),
        .wa(write_at),
        .wd(write_half),
        .clearing(clearing),
        .judged(lane_judged),
        .verdict(lane_verdict)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(16), .ADDR(6)) u_table0 (
        .clk(clk),
        .ra(table0_ra),
        .rd(table0_rd),
        .we(table0_we),
        .wa(write_at[5:0]),
        .wd(write_half)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(16), .ADDR(6)) u_table1 (
        .clk(clk),
        .ra(table1_ra),
        .rd(table1_rd),
        .we(table1_we),
        .wa(write_at[5:0]),
        .wd(write_half)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(16), .ADDR(6)) u_table2 (
        .clk(clk),
        .ra(table2_ra),
        .rd(table2_rd),
        .we(table2_we),
        .wa(write_at[5:0]),
        .wd(write_half)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(16), .ADDR(6)) u_table3 (
        .clk(clk),
        .ra(table3_ra),
        .rd(table3_rd),
        .we(table3_we),
        .wa(write_at[5:0]),
        .wd(write_half)
    );

    treetap_profiler_fast_f2_hash #(.shift0(4'd5), .shift1(4'd7), .shift2(4'd9), .shift3(4'd11)) u_f2 (
        .pct(set_data),
        .select(cfg_f2_hsel),
        .hash(f2_hash)
    );

    always @(posedge clk) begin
        hash1 <= f2_hash;
        writing1 <= set_ign | set_setign;
        setting1 <= set_setign;
        hash2 <= hash1;
        writing2 <= writing1;
        setting2 <= setting1;
        hash <= hash2;
        writing <= writing2;
        setting <= setting2;
        more <= half | (lowest << hash2[3:0]);
        if (clearing) cleared <= cleared + 9'd1;
        write <= we;
        write_at <= wa;
        write_half <= wd;
        // The decimator counts up, from the complement of the
        // period, to all ones but the lowest bit: then one passes.
        // Period 0 begins there, too. A new period waits for the records before it.
        late_set0 <= set_decim;
        late_decim0 <= cfg_decim;
        late_set1 <= late_set0;
        late_decim1 <= late_decim0;
        late_set2 <= late_set1;
        late_decim2 <= late_decim1;
        late_set3 <= late_set2;
        late_decim3 <= late_decim2;
        if (late_set3 | (counts & full)) begin
            count <= ~late_decim3;
        end else if (counts) begin
            count <= count + 16'd1;
        end
        valid <= judged;
        verdict <= lane_verdict;
        if (counts & ~full) verdict <= decim_code;
        if (rst) begin
            writing1 <= 1'b0;
            writing2 <= 1'b0;
            writing <= 1'b0;
            cleared <= 9'd0;
            write <= 1'b0;
            count <= 16'hffff;
            valid <= 1'b0;
        end
    end
endmodule

// Counts the cycles with step high; saturates at the largest value, of which near says that it is
// at most one away. near may be late by a cycle: it matters for odd values only, and there it is right.
module treetap_profiler_fast_tally (
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

// Which events count: none, all, those of a burst, every n-th, a random share.
// docs/reference/burst.md has the rules.
module treetap_profiler_fast_burst #(
    parameter [2:0] always_mode = 3'd1,
    parameter [2:0] external_mode = 3'd2,
    parameter [2:0] periodic_mode = 3'd3,
    parameter [2:0] random_mode = 3'd4,
    parameter [2:0] arnold_mode = 3'd5,
    parameter [2:0] bursty_mode = 3'd6,
    parameter [2:0] interval_mode = 3'd7,
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
    output reg  [31:0] stat_count
);
    reg [31:0] number0 = 32'd0;
    reg fresh0 = 1'b0;
    reg on = 1'b0;
    reg [23:0] left = 24'd0;
    reg [31:0] lfsr = 32'd1;
    reg stay_hits0 = 1'b0;
    reg step_hits0 = 1'b0;
    reg stepped_on0 = 1'b0;
    reg seeding0 = 1'b0;
    reg [31:0] seed0 = 32'd0;
    reg at_end0 = 1'b1;
    reg some0 = 1'b0;
    reg restarts0 = 1'b0;
    reg is_external0 = 1'b0;
    reg is_always0 = 1'b0;
    reg is_periodic0 = 1'b0;
    reg is_chance0 = 1'b0;
    reg is_post0 = 1'b0;
    reg is_by_chance0 = 1'b0;
    reg by_checks0 = 1'b0;
    reg is_interval0 = 1'b0;
    reg [23:0] next_rest0 = 24'd0;
    reg [23:0] next_burst0 = 24'd0;
    reg rest_ends0 = 1'b0;
    reg burst_ends0 = 1'b0;
    reg rest_counts0 = 1'b0;
    reg burst_counts0 = 1'b0;
    reg begun0 = 1'b0;
    reg cleared0 = 1'b0;
    reg [5:0] stepped0 = 6'd0;

    reg set;
    reg always_;
    reg external;
    reg periodic;
    reg chance;
    reg interval;
    reg of_checks;
    reg [23:0] after_rest;
    reg [23:0] after_burst;
    reg goes_on;
    wire [31:0] tallies0_count;
    wire [31:0] tallies1_count;
    wire [31:0] tallies2_count;
    wire [31:0] tallies3_count;
    wire [31:0] tallies4_count;
    wire [31:0] tallies5_count;
    reg restarts0_next;
    reg is_external0_next;
    reg is_always0_next;
    reg is_periodic0_next;
    reg is_chance0_next;
    reg by_checks0_next;
    reg is_interval0_next;

    wire event_ = burst_valid & burst_ev & ~burst_trap;
    wire check = burst_valid & burst_chk & ~burst_trap;
    wire arnold = cfg_burst_mode == arnold_mode;
    wire bursty = cfg_burst_mode == bursty_mode;
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
    always @* begin
        // What the host wrote.
        set = set_burst;
        restarts0_next = set & ~rst;
        set = restarts0;
    end
    always @* begin
        always_ = cfg_burst_mode == always_mode;
        is_always0_next = always_;
        always_ = is_always0;
    end
    always @* begin
        external = cfg_burst_mode == external_mode;
        is_external0_next = external;
        external = is_external0;
    end
    always @* begin
        periodic = cfg_burst_mode == periodic_mode;
        is_periodic0_next = periodic;
        periodic = is_periodic0;
    end
    always @* begin
        chance = cfg_burst_mode == random_mode;
        is_chance0_next = chance;
        chance = is_chance0;
    end
    always @* begin
        of_checks = arnold | bursty;
        by_checks0_next = of_checks;
        of_checks = by_checks0;
    end
    always @* begin
        interval = cfg_burst_mode == interval_mode;
        is_interval0_next = interval;
        interval = is_interval0;
    end
    wire by_chance = is_by_chance0;
    wire entry_post = is_post0;
    // What is left until something happens: events, intervals or checks.
    wire due = at_end0;
    wire begin_ = (fresh0 | ext_tick) & interval;
    wire draws = (event_ & chance) | (begin_ & by_chance);
    wire counts = (event_ & periodic) | (begin_ & ~by_chance) | (check & of_checks & some0);
    wire turns = check & of_checks & some0 & due;
    // A state that ends gives way to the other one.
    wire rests = ~on & ~set;
    wire [23:0] again = rests ? next_rest0 : next_burst0;
    wire renews = due | set;
    wire [23:0] down = renews ? 24'd0 : minus_one;
    wire [23:0] fewer = left + down;
    // Chance: the generator moves with every event or interval of its mode, and the new state decides.
    wire [31:0] shifted = lfsr[0] ? ((lfsr >> 1) ^ taps) : (lfsr >> 1);
    wire moves = draws;
    // What it will decide is known a cycle ahead: for the state that stays, and for the one after a step.
    wire hit = stepped_on0 ? step_hits0 : stay_hits0;
    wire [31:0] stays = seeding0 ? seed0 : lfsr;
    wire [31:0] once = stays[0] ? ((stays >> 1) ^ taps) : (stays >> 1);
    wire [31:0] twice = shifted[0] ? ((shifted >> 1) ^ taps) : (shifted >> 1);
    // Bursts. What comes from outside counts from the next cycle on, and off wins.
    assign burst_samp = always_ | ((external | of_checks | interval) & on);
    // The state after the record's own check, and the one that it is judged by.
    wire checked = burst_samp ^ turns;
    wire judged = (entry_post & burst_entry) ? checked : burst_samp;
    always @* begin
        goes_on = external & ~ext_off & (ext_on | on);
        if (of_checks) begin
            goes_on = checked;
        end else if (interval) begin
            goes_on = on;
            if (begin_) begin
                goes_on = due;
                if (by_chance) goes_on = hit;
            end
        end
    end
    wire begins = goes_on & ~set & ~on;
    assign burst_start = begins;
    assign burst_id = number0;
    wire take = event_ & (judged | (periodic & due) | (chance & hit));
    assign burst_take = take;
    // Counters, lowest bit first: checks, events, taken, checks outside and inside bursts, bursts.
    wire [5:0] steps = {5'd0, check} | ({5'd0, event_} << 1) | ({5'd0, take} << 2) | ({5'd0, check & ~checked}
            << 3) | ({5'd0, check & checked} << 4) | ({5'd0, begins} << 5);
    always @* begin
        stat_count = 32'd0;
        if (stat_which == 3'd0) stat_count = tallies0_count;
        if (stat_which == 3'd1) stat_count = tallies1_count;
        if (stat_which == 3'd2) stat_count = tallies2_count;
        if (stat_which == 3'd3) stat_count = tallies3_count;
        if (stat_which == 3'd4) stat_count = tallies4_count;
        if (stat_which == 3'd5) stat_count = tallies5_count;
    end

    treetap_profiler_fast_tally u_tallies0 (
        .clk(clk),
        .clear(cleared0),
        .step(stepped0[0]),
        .count(tallies0_count)
    );

    treetap_profiler_fast_tally u_tallies1 (
        .clk(clk),
        .clear(cleared0),
        .step(stepped0[1]),
        .count(tallies1_count)
    );

    treetap_profiler_fast_tally u_tallies2 (
        .clk(clk),
        .clear(cleared0),
        .step(stepped0[2]),
        .count(tallies2_count)
    );

    treetap_profiler_fast_tally u_tallies3 (
        .clk(clk),
        .clear(cleared0),
        .step(stepped0[3]),
        .count(tallies3_count)
    );

    treetap_profiler_fast_tally u_tallies4 (
        .clk(clk),
        .clear(cleared0),
        .step(stepped0[4]),
        .count(tallies4_count)
    );

    treetap_profiler_fast_tally u_tallies5 (
        .clk(clk),
        .clear(cleared0),
        .step(stepped0[5]),
        .count(tallies5_count)
    );

    always @(posedge clk) begin
        // Whether that is 0, or 1 at most, is known with it.
        next_rest0 <= after_rest;
        next_burst0 <= after_burst;
        rest_ends0 <= (cfg_period & ~24'd1) == 24'd0;
        burst_ends0 <= (cfg_period & ~24'd1) == 24'd0;
        rest_counts0 <= 1'b1;
        burst_counts0 <= 1'b1;
        if (arnold | bursty) begin
            rest_ends0 <= arnold | ((cfg_ninstr0 & ~24'd1) == 24'd0);
            rest_counts0 <= arnold | (|cfg_ninstr0);
            burst_ends0 <= (cfg_ncheck0 & ~24'd1) == 24'd0;
            burst_counts0 <= |cfg_ncheck0;
        end
        is_by_chance0 <= cfg_by_chance;
        is_post0 <= cfg_entry_post;
        // The first interval begins in the cycle after the mode was written.
        fresh0 <= set & ~rst;
        if (counts | set) begin
            left <= fewer;
            if (renews) left <= again;
        end
        // Whether one is left, and whether that is the last one, is known with the number.
        if (counts) at_end0 <= left == 24'd2;
        if ((counts & due) | set) begin
            at_end0 <= burst_ends0;
            some0 <= burst_counts0;
            if (rests) begin
                at_end0 <= rest_ends0;
                some0 <= rest_counts0;
            end
        end
        if (rst) begin
            at_end0 <= 1'b1;
            some0 <= 1'b0;
        end
        if (moves) lfsr <= shifted;
        if (seeding0) lfsr <= seed0;
        stay_hits0 <= {1'd0, once[15:0]} < cfg_pthr;
        step_hits0 <= {1'd0, twice[15:0]} < cfg_pthr;
        stepped_on0 <= draws & ~seeding0;
        seeding0 <= set_seed & ~rst;
        seed0 <= set_data;
        if (~(|set_data)) seed0 <= set_data | 32'd1;
        on <= goes_on & ~set;
        begun0 <= begins & ~rst;
        if (begun0) number0 <= number0 + 32'd1;
        if (rst) number0 <= 32'd0;
        cleared0 <= rst | set;
        stepped0 <= steps;
        if (rst) begin
            on <= 1'b0;
            left <= 24'd0;
            lfsr <= 32'd1;
        end
        restarts0 <= restarts0_next;
        is_external0 <= is_external0_next;
        is_always0 <= is_always0_next;
        is_periodic0 <= is_periodic0_next;
        is_chance0 <= is_chance0_next;
        by_checks0 <= by_checks0_next;
        is_interval0 <= is_interval0_next;
    end
endmodule

// Where the record that is here goes: filters, selection and bursts joined. docs/reference/profiler.md P1.
module treetap_profiler_fast_verdict #(
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

// Block RAM with an output register, one read and one write port: rd is the word at ra of two cycles before.
// Reading an address at the edge that writes it is undefined:
// simulations return the inverted new word, so that a
// design that relies on it is found out; synthesis adds no logic for it. No initial contents.
// Define TREETAP_ECP5 to get ECP5 primitives with the register
// inside (REGMODE OUTREG), which is three times as fast
// as a flip-flop behind the RAM and which Yosys does not infer. Otherwise: inferred block RAM and flip-flops.
module treetap_profiler_fast_outreg_ram #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output wire [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
`ifdef TREETAP_ECP5
    // At this depth a primitive is WIDE bits wide, and the word's address begins at its address bit LOW.
    localparam WIDE  = ADDR <= 9 ? 36 : ADDR == 10 ? 18 : ADDR == 11 ? 9 : ADDR == 12 ? 4 : ADDR == 13 ? 2
            : 1;
    localparam LOW   = ADDR <= 9 ? 5 : 14 - ADDR;
    localparam COUNT = (WIDTH + WIDE - 1) / WIDE;

    wire [ADDR+13:0]       wide_ra = {14'd0, ra};
    wire [ADDR+13:0]       wide_wa = {14'd0, wa};
    wire [COUNT*WIDE+35:0] wide_wd = {{COUNT*WIDE+36-WIDTH{1'b0}}, wd};
    wire [COUNT*WIDE-1:0]  wide_rd;
    wire [13:0]            r       = wide_ra[13:0] << LOW;
    // The two lowest address bits of an 18-bit write port are byte enables.
    wire [13:0]            w       = wide_wa[13:0] << LOW | (WIDE == 18 ? 14'd3 : 14'd0);

    assign rd = wide_rd[WIDTH-1:0];

    genvar i;
    generate
        for (i = 0; i < COUNT; i = i + 1) begin : part
            wire [35:0] d = wide_wd[i*WIDE +: 36] & (36'hfffffffff >> (36 - WIDE));
            wire [35:0] q;
            assign wide_rd[i*WIDE +: WIDE] = q[WIDE-1:0];
            if (WIDE == 36) begin : wide
                PDPW16KD #(
                    .DATA_WIDTH_W(36), .DATA_WIDTH_R(36), .REGMODE("OUTREG"), .GSR("DISABLED")
                ) ram (
                    .CLKW(clk), .CEW(we), .BE0(1'b1), .BE1(1'b1), .BE2(1'b1), .BE3(1'b1),
                    .CSW0(1'b0), .CSW1(1'b0), .CSW2(1'b0),
                    .ADW0(w[5]), .ADW1(w[6]), .ADW2(w[7]), .ADW3(w[8]), .ADW4(w[9]), .ADW5(w[10]),
                    .ADW6(w[11]), .ADW7(w[12]), .ADW8(w[13]),
                    .DI0(d[0]), .DI1(d[1]), .DI2(d[2]), .DI3(d[3]), .DI4(d[4]), .DI5(d[5]),
                    .DI6(d[6]), .DI7(d[7]), .DI8(d[8]), .DI9(d[9]), .DI10(d[10]), .DI11(d[11]),
                    .DI12(d[12]), .DI13(d[13]), .DI14(d[14]), .DI15(d[15]), .DI16(d[16]), .DI17(d[17]),
                    .DI18(d[18]), .DI19(d[19]), .DI20(d[20]), .DI21(d[21]), .DI22(d[22]), .DI23(d[23]),
                    .DI24(d[24]), .DI25(d[25]), .DI26(d[26]), .DI27(d[27]), .DI28(d[28]), .DI29(d[29]),
                    .DI30(d[30]), .DI31(d[31]), .DI32(d[32]), .DI33(d[33]), .DI34(d[34]), .DI35(d[35]),
                    .CLKR(clk), .CER(1'b1), .OCER(1'b1), .RST(1'b0),
                    .CSR0(1'b0), .CSR1(1'b0), .CSR2(1'b0),
                    .ADR0(r[0]), .ADR1(r[1]), .ADR2(r[2]), .ADR3(r[3]), .ADR4(r[4]), .ADR5(r[5]),
                    .ADR6(r[6]), .ADR7(r[7]), .ADR8(r[8]), .ADR9(r[9]), .ADR10(r[10]), .ADR11(r[11]),
                    .ADR12(r[12]), .ADR13(r[13]),
                    .DO0(q[0]), .DO1(q[1]), .DO2(q[2]), .DO3(q[3]), .DO4(q[4]), .DO5(q[5]),
                    .DO6(q[6]), .DO7(q[7]), .DO8(q[8]), .DO9(q[9]), .DO10(q[10]), .DO11(q[11]),
                    .DO12(q[12]), .DO13(q[13]), .DO14(q[14]), .DO15(q[15]), .DO16(q[16]), .DO17(q[17]),
                    .DO18(q[18]), .DO19(q[19]), .DO20(q[20]), .DO21(q[21]), .DO22(q[22]), .DO23(q[23]),
                    .DO24(q[24]), .DO25(q[25]), .DO26(q[26]), .DO27(q[27]), .DO28(q[28]), .DO29(q[29]),
                    .DO30(q[30]), .DO31(q[31]), .DO32(q[32]), .DO33(q[33]), .DO34(q[34]), .DO35(q[35])
                );
            end else begin : narrow
                assign q[35:18] = 18'd0;
                DP16KD #(
                    .DATA_WIDTH_A(WIDE), .DATA_WIDTH_B(WIDE), .REGMODE_A("NOREG"), .REGMODE_B("OUTREG"),
                    .WRITEMODE_A("NORMAL"), .WRITEMODE_B("NORMAL"), .GSR("DISABLED")
                ) ram (
                    .CLKA(clk), .CEA(1'b1), .OCEA(1'b1), .RSTA(1'b0), .WEA(we),
                    .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
                    .ADA0(w[0]), .ADA1(w[1]), .ADA2(w[2]), .ADA3(w[3]), .ADA4(w[4]), .ADA5(w[5]),
                    .ADA6(w[6]), .ADA7(w[7]), .ADA8(w[8]), .ADA9(w[9]), .ADA10(w[10]), .ADA11(w[11]),
                    .ADA12(w[12]), .ADA13(w[13]),
                    .DIA0(d[0]), .DIA1(d[1]), .DIA2(d[2]), .DIA3(d[3]), .DIA4(d[4]), .DIA5(d[5]),
                    .DIA6(d[6]), .DIA7(d[7]), .DIA8(d[8]), .DIA9(d[9]), .DIA10(d[10]), .DIA11(d[11]),
                    .DIA12(d[12]), .DIA13(d[13]), .DIA14(d[14]), .DIA15(d[15]), .DIA16(d[16]), .DIA17(d[17]),
                    .CLKB(clk), .CEB(1'b1), .OCEB(1'b1), .RSTB(1'b0), .WEB(1'b0),
                    .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
                    .ADB0(r[0]), .ADB1(r[1]), .ADB2(r[2]), .ADB3(r[3]), .ADB4(r[4]), .ADB5(r[5]),
                    .ADB6(r[6]), .ADB7(r[7]), .ADB8(r[8]), .ADB9(r[9]), .ADB10(r[10]), .ADB11(r[11]),
                    .ADB12(r[12]), .ADB13(r[13]),
                    .DIB0(1'b0), .DIB1(1'b0), .DIB2(1'b0), .DIB3(1'b0), .DIB4(1'b0), .DIB5(1'b0),
                    .DIB6(1'b0), .DIB7(1'b0), .DIB8(1'b0), .DIB9(1'b0), .DIB10(1'b0), .DIB11(1'b0),
                    .DIB12(1'b0), .DIB13(1'b0), .DIB14(1'b0), .DIB15(1'b0), .DIB16(1'b0), .DIB17(1'b0),
                    .DOB0(q[0]), .DOB1(q[1]), .DOB2(q[2]), .DOB3(q[3]), .DOB4(q[4]), .DOB5(q[5]),
                    .DOB6(q[6]), .DOB7(q[7]), .DOB8(q[8]), .DOB9(q[9]), .DOB10(q[10]), .DOB11(q[11]),
                    .DOB12(q[12]), .DOB13(q[13]), .DOB14(q[14]), .DOB15(q[15]), .DOB16(q[16]), .DOB17(q[17])
                );
            end
        end
    endgenerate
`else
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    reg [WIDTH-1:0] word;
    reg [WIDTH-1:0] word_q;
    assign rd = word_q;

    always @(posedge clk) begin
        if (we) mem[wa] <= wd;
`ifdef SYNTHESIS
        word <= mem[ra];
`else
        word <= (we && wa == ra) ? ~wd : mem[ra];
`endif
        word_q <= word;
    end
`endif
endmodule

// RAM of a few words, for logic cells: rd is the word at ra now. No initial contents.
module treetap_profiler_fast_lut_ram #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output wire [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];

    always @(posedge clk) if (we) mem[wa] <= wd;

    assign rd = mem[ra];
endmodule

// Queue of records of one width, and 16 bits beside each, for a fast clock; drops the newest when it is full.
// One candidate and one record per cycle.
module treetap_profiler_fast_deep_buffer #(
    parameter [8:0] margin = 9'd32,
    parameter [3:0] full_bit = 4'd8,
    parameter [8:0] down = 9'h1ff
) (
    input  wire        clk,
    input  wire        rst,
    // a candidate; there is no ready
    input  wire        cand_valid,
    input  wire [31:0] cand_lanes,
    input  wire [15:0] cand_side,
    input  wire [31:0] cand_ord,
    // whether the tap is stopped in time; whether candidates are dropped while run is low
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
    output wire [8:0]  occ,
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
    reg [8:0] count = 9'd0;
    reg [2:0] asked = 3'd0;
    reg [2:0] waiting = 3'd0;
    reg [1:0] put = 2'd0;
    reg [1:0] get = 2'd0;
    reg coming = 1'b0;
    reg here = 1'b0;
    reg offered = 1'b0;
    reg [47:0] offer = 48'd0;

    wire [47:0] records_rd;
    wire [47:0] next_rd;

    // A candidate enters where there is room, unless nobody is there to take it.
    wire full = count[full_bit];
    wire off = ~run & cfg_freeze & ~cfg_lossless;
    wire accept = cand_valid & ~off & ~full;
    assign step_acc = accept;
    assign step_drop_full = cand_valid & ~off & full;
    assign step_drop_off = cand_valid & off;
    assign acc_valid = accept;
    assign acc_ord = cand_ord;
    wire [47:0] records_wd = ({32'd0, cand_side} << 32) | {16'd0, cand_lanes};
    // With room for all that may be under way the tap goes on.
    wire [8:0] reserved = count + margin;
    assign ready = ~cfg_lossless | ((run | ~cfg_freeze) & ~reserved[full_bit]);
    // A record is asked for as soon as there is a place for it to wait.
    wire leave = offered & (smp_ready | flush);
    wire fetch = (|waiting) & (~offered | smp_ready | flush);
    wire stored = read != write;
    wire ask = stored & ~asked[2];
    assign smp_valid = offered & ~flush;
    assign smp_rec = offer[31:0];
    assign smp_side = offer[47:32];
    assign step_popped = offered & smp_ready & ~flush;
    assign step_flushed = offered & flush;
    wire [8:0] change = leave ? down : 9'd1;
    assign occ = count;

    treetap_profiler_fast_outreg_ram #(.WIDTH(48), .ADDR(8)) u_records (
        .clk(clk),
        .ra(read),
        .rd(records_rd),
        .we(accept),
        .wa(write),
        .wd(records_wd)
    );

    treetap_profiler_fast_lut_ram #(.WIDTH(48), .ADDR(2)) u_next (
        .clk(clk),
        .ra(get),
        .rd(next_rd),
        .we(here),
        .wa(put),
        .wd(records_rd)
    );

    always @(posedge clk) begin
        if (accept) write <= write + 8'd1;
        here <= coming;
        coming <= ask;
        if (ask) read <= read + 8'd1;
        if (ask & ~fetch) begin
            asked <= asked + 3'd1;
        end else if (fetch & ~ask) begin
            asked <= asked - 3'd1;
        end
        if (here & ~fetch) begin
            waiting <= waiting + 3'd1;
        end else if (fetch & ~here) begin
            waiting <= waiting - 3'd1;
        end
        if (here) put <= put + 2'd1;
        if (leave) offered <= 1'b0;
        if (fetch) begin
            get <= get + 2'd1;
            offered <= 1'b1;
            offer <= next_rd;
        end
        if (accept ^ leave) count <= count + change;
        if (rst) begin
            write <= 8'd0;
            read <= 8'd0;
            count <= 9'd0;
            asked <= 3'd0;
            waiting <= 3'd0;
            put <= 2'd0;
            get <= 2'd0;
            coming <= 1'b0;
            here <= 1'b0;
            offered <= 1'b0;
        end
    end
endmodule

// Steps of one counter since its last visit, which takes them and leaves those of its own cycle.
module treetap_profiler_fast_lately (
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
module treetap_profiler_fast_counters #(
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

    treetap_profiler_fast_lately u_lately0 (
        .clk(clk),
        .step(stepped[0]),
        .visit(round[0]),
        .steps(lately0_steps)
    );

    treetap_profiler_fast_lately u_lately1 (
        .clk(clk),
        .step(stepped[1]),
        .visit(round[1]),
        .steps(lately1_steps)
    );

    treetap_profiler_fast_lately u_lately2 (
        .clk(clk),
        .step(stepped[2]),
        .visit(round[2]),
        .steps(lately2_steps)
    );

    treetap_profiler_fast_lately u_lately3 (
        .clk(clk),
        .step(stepped[3]),
        .visit(round[3]),
        .steps(lately3_steps)
    );

    treetap_profiler_fast_lately u_lately4 (
        .clk(clk),
        .step(stepped[4]),
        .visit(round[4]),
        .steps(lately4_steps)
    );

    treetap_profiler_fast_lately u_lately5 (
        .clk(clk),
        .step(stepped[5]),
        .visit(round[5]),
        .steps(lately5_steps)
    );

    treetap_profiler_fast_lately u_lately6 (
        .clk(clk),
        .step(stepped[6]),
        .visit(round[6]),
        .steps(lately6_steps)
    );

    treetap_profiler_fast_lately u_lately7 (
        .clk(clk),
        .step(stepped[7]),
        .visit(round[7]),
        .steps(lately7_steps)
    );

    treetap_profiler_fast_lately u_lately8 (
        .clk(clk),
        .step(stepped[8]),
        .visit(round[8]),
        .steps(lately8_steps)
    );

    treetap_profiler_fast_lately u_lately9 (
        .clk(clk),
        .step(stepped[9]),
        .visit(round[9]),
        .steps(lately9_steps)
    );

    treetap_profiler_fast_lately u_lately10 (
        .clk(clk),
        .step(stepped[10]),
        .visit(round[10]),
        .steps(lately10_steps)
    );

    treetap_profiler_fast_lately u_lately11 (
        .clk(clk),
        .step(stepped[11]),
        .visit(round[11]),
        .steps(lately11_steps)
    );

    treetap_profiler_fast_lately u_lately12 (
        .clk(clk),
        .step(stepped[12]),
        .visit(round[12]),
        .steps(lately12_steps)
    );

    treetap_profiler_fast_lately u_lately13 (
        .clk(clk),
        .step(stepped[13]),
        .visit(round[13]),
        .steps(lately13_steps)
    );

    treetap_profiler_fast_lately u_lately14 (
        .clk(clk),
        .step(stepped[14]),
        .visit(round[14]),
        .steps(lately14_steps)
    );

    treetap_profiler_fast_fast_ram #(.WIDTH(32), .ADDR(4)) u_words (
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
module treetap_profiler_fast_order #(
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

// Output queue: 16 words and a register. roomy goes low early: 8 more words always fit.
module treetap_profiler_fast_queue (
    input  wire        clk,
    input  wire        rst,
    input  wire        give,
    input  wire [47:0] given,
    output wire        roomy,
    output wire        empty,
    output wire        valid,
    input  wire        ready,
    output wire [47:0] word
);
    reg [3:0] writing = 4'd0;
    reg [3:0] reading = 4'd0;
    reg [4:0] stored = 5'd0;
    reg few = 1'b0;
    reg offered = 1'b0;
    reg [47:0] offer = 48'd0;

    wire [47:0] words_rd;

    wire fetch = (|stored) & (~offered | ready);
    assign roomy = few;
    assign empty = ~(|stored) & ~offered;
    assign valid = offered;
    assign word = offer;

    treetap_profiler_fast_lut_ram #(.WIDTH(48), .ADDR(4)) u_words (
        .clk(clk),
        .ra(reading),
        .rd(words_rd),
        .we(give),
        .wa(writing),
        .wd(given)
    );

    always @(posedge clk) begin
        if (ready) offered <= 1'b0;
        if (fetch) begin
            offered <= 1'b1;
            offer <= words_rd;
            reading <= reading + 4'd1;
        end
        if (give) writing <= writing + 4'd1;
        if (give & ~fetch) stored <= stored + 5'd1;
        if (~give & fetch) stored <= stored - 5'd1;
        few <= ~stored[3] & ~stored[4];
        if (rst) begin
            writing <= 4'd0;
            reading <= 4'd0;
            stored <= 5'd0;
            few <= 1'b0;
            offered <= 1'b0;
        end
    end
endmodule

// Whether two words were equal in the cycle before; differ has one bit for each two of theirs.
module treetap_profiler_fast_compare #(
    parameter [31:0] even = 32'h55555555
) (
    input  wire        clk,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output wire        equal
);
    reg [31:0] differ = 32'd0;

    wire [31:0] difference = a ^ b;
    assign equal = ~(|differ);

    always @(posedge clk) begin
        differ <= (difference | (difference >> 1)) & even;
    end
endmodule

// Direct-mapped coalescing buffer: sums the weights of repeated keys, one event per cycle.
// An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
// A register's name ends in the number of the stage it belongs to. No stage ever stops.
module treetap_profiler_fast_coalescer #(
    parameter [7:0] e = 8'd10
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
    output wire        flush_ready,
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
    reg dropped = 1'b0;
    reg passing = 1'b0;
    reg requested = 1'b0;
    reg restarting = 1'b0;
    reg quiet = 1'b0;
    reg idle = 1'b0;
    reg [10:0] position = 11'd0;
    reg [15:0] weight_max = 16'd0;
    reg valid1 = 1'b0;
    reg pass1 = 1'b0;
    reg valid2 = 1'b0;
    reg pass2 = 1'b0;
    reg valid3 = 1'b0;
    reg pass3 = 1'b0;
    reg valid4 = 1'b0;
    reg pass4 = 1'b0;
    reg valid5 = 1'b0;
    reg pass5 = 1'b0;
    reg valid6 = 1'b0;
    reg pass6 = 1'b0;
    reg valid7 = 1'b0;
    reg [9:0] index1 = 10'd0;
    reg [9:0] index2 = 10'd0;
    reg [9:0] index3 = 10'd0;
    reg [9:0] index4 = 10'd0;
    reg [9:0] index5 = 10'd0;
    reg [9:0] index6 = 10'd0;
    reg [9:0] index7 = 10'd0;
    reg [31:0] key1 = 32'd0;
    reg [31:0] key2 = 32'd0;
    reg [31:0] key3 = 32'd0;
    reg [31:0] key4 = 32'd0;
    reg [31:0] key5 = 32'd0;
    reg [31:0] key6 = 32'd0;
    reg [15:0] weight1 = 16'd0;
    reg [15:0] weight2 = 16'd0;
    reg [15:0] weight3 = 16'd0;
    reg [15:0] weight4 = 16'd0;
    reg [15:0] weight5 = 16'd0;
    reg [15:0] weight6 = 16'd0;
    reg same1_2 = 1'b0;
    reg same2_2 = 1'b0;
    reg same3_2 = 1'b0;
    reg same4_2 = 1'b0;
    reg same5_2 = 1'b0;
    reg same6_2 = 1'b0;
    reg nearest1_3 = 1'b0;
    reg nearest2_3 = 1'b0;
    reg nearest3_3 = 1'b0;
    reg nearest4_3 = 1'b0;
    reg older_3 = 1'b0;
    reg known_3 = 1'b0;
    reg equal1_3 = 1'b0;
    reg equal2_3 = 1'b0;
    reg equal3_3 = 1'b0;
    reg equal4_3 = 1'b0;
    reg older_equal_3 = 1'b0;
    reg [31:0] known_key3 = 32'd0;
    reg [15:0] older_weight3 = 16'd0;
    reg [15:0] room3 = 16'd0;
    reg [15:0] room4 = 16'd0;
    reg [15:0] room5 = 16'd0;
    reg heavy3 = 1'b0;
    reg refuse4 = 1'b0;
    reg near_4 = 1'b0;
    reg nearest3_4 = 1'b0;
    reg nearest2_4 = 1'b0;
    reg nearest1_4 = 1'b0;
    reg never5 = 1'b0;
    reg nearest1_5 = 1'b0;
    reg [31:0] entry_key4 = 32'd0;
    reg [31:0] entry_key5 = 32'd0;
    reg [31:0] old_key6 = 32'd0;
    reg [15:0] entry_weight4 = 16'd0;
    reg [15:0] entry_weight5 = 16'd0;
    reg [15:0] old_weight6 = 16'd0;
    reg [15:0] sum6 = 16'd0;
    reg [17:0] fit6 = 18'd0;
    reg send7 = 1'b0;
    reg [31:0] old_key7 = 32'd0;
    reg [15:0] old_weight7 = 16'd0;
    reg [31:0] key7 = 32'd0;
    reg [15:0] weight7 = 16'd0;
    reg [31:0] key8 = 32'd0;
    reg [15:0] weight8 = 16'd0;

    reg [9:0] event_index;
    reg [31:0] rest;
    wire [47:0] entries_rd;
    wire queue_roomy;
    wire queue_empty;
    wire [47:0] queue_word;
    wire near1_equal;
    wire near2_equal;
    wire near3_equal;
    wire near4_equal;
    wire near5_equal;
    wire near6_equal;
    wire entry_equal;

    always @* begin
        // Into stage 1: an event, or the next position of a pass.
        event_index = 10'd0;
        rest = ev_key;
        event_index = event_index ^ rest[9:0];
        rest = rest >> e;
        event_index = event_index ^ rest[9:0];
        rest = rest >> e;
        event_index = event_index ^ rest[9:0];
        rest = rest >> e;
        event_index = event_index ^ rest[9:0];
        rest = rest >> e;
    end
    assign ev_ready = queue_roomy & ~passing & ~flush_valid;
    wire accept = ev_valid & ev_ready;
    wire step = passing & ~position[e[3:0]] & queue_roomy;
    wire [16:0] room = {1'd0, weight_max} - {1'd0, weight2};
    // Stage 3: the entry, as read or as the event 6, 5 or 4 before left it.
    wire near = nearest1_3 | nearest2_3 | nearest3_3 | nearest4_3 | older_3;
    wire matching = (nearest1_3 & equal1_3) | (nearest2_3 & equal2_3) | (nearest3_3 & equal3_3) | (nearest4_3
            & equal4_3) | (older_3 & older_equal_3);
    wire [31:0] entry_key = entries_rd[47:16];
    // The decision of stage 6, which the stages before it may need: fit6 is negative after a miss.
    wire missed = fit6[17];
    wire [15:0] new_weight = missed ? weight6 : sum6;
    // Stage 5: does the weight fit? With never5 set the difference is negative whatever room5 is.
    wire [15:0] base = nearest1_5 ? new_weight : entry_weight5;
    wire [17:0] limit = {2'd0, room5} | ({17'd0, never5} << 17) | ({17'd0, never5} << 16);
    wire [47:0] entries_wd = ({16'd0, key7} << 16) | {32'd0, weight7};
    wire [47:0] queue_given = ({16'd0, old_key7} << 16) | {32'd0, old_weight7};
    assign out_key = queue_word[47:16];
    assign out_weight = queue_word[15:0];
    wire pass_done = passing & idle;
    assign flush_ready = pass_done & requested;
    wire zeros_clear = passing & restarting;

    treetap_profiler_fast_outreg_ram #(.WIDTH(48), .ADDR(10)) u_entries (
        .clk(clk),
        .ra(index1),
        .rd(entries_rd),
        .we(valid7),
        .wa(index7),
        .wd(entries_wd)
    );

    treetap_profiler_fast_queue u_queue (
        .clk(clk),
        .rst(rst),
        .give(send7),
        .given(queue_given),
        .roomy(queue_roomy),
        .empty(queue_empty),
        .valid(out_valid),
        .ready(out_ready),
        .word(queue_word)
    );

    treetap_profiler_fast_tally u_zeros (
        .clk(clk),
        .clear(zeros_clear),
        .step(dropped),
        .count(stat_zero_weight)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_near1 (
        .clk(clk),
        .a(key1),
        .b(key2),
        .equal(near1_equal)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_near2 (
        .clk(clk),
        .a(key1),
        .b(key3),
        .equal(near2_equal)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_near3 (
        .clk(clk),
        .a(key1),
        .b(key4),
        .equal(near3_equal)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_near4 (
        .clk(clk),
        .a(key1),
        .b(key5),
        .equal(near4_equal)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_near5 (
        .clk(clk),
        .a(key1),
        .b(key6),
        .equal(near5_equal)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_near6 (
        .clk(clk),
        .a(key1),
        .b(key7),
        .equal(near6_equal)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_entry (
        .clk(clk),
        .a(entry_key),
        .b(key3),
        .equal(entry_equal)
    );

    always @(posedge clk) begin
        dropped <= accept & ~(|ev_weight);
        valid1 <= step | (accept & (|ev_weight));
        pass1 <= passing;
        key1 <= ev_key;
        if (passing) begin
            index1 <= position[9:0];
            weight1 <= 16'd0;
        end else begin
            index1 <= event_index;
            weight1 <= ev_weight;
        end
        same1_2 <= valid2 & (index1 == index2);
        same2_2 <= valid3 & (index1 == index3);
        same3_2 <= valid4 & (index1 == index4);
        same4_2 <= valid5 & (index1 == index5);
        same5_2 <= valid6 & (index1 == index6);
        same6_2 <= valid7 & (index1 == index7);
        valid2 <= valid1;
        pass2 <= pass1;
        index2 <= index1;
        key2 <= key1;
        weight2 <= weight1;
        // Stage 2: the nearest of those events counts; what those 5 and 6 before left is known.
        nearest1_3 <= same1_2;
        nearest2_3 <= same2_2 & ~same1_2;
        nearest3_3 <= same3_2 & ~(same1_2 | same2_2);
        nearest4_3 <= same4_2 & ~(same1_2 | same2_2 | same3_2);
        older_3 <= (same5_2 | same6_2) & ~(same1_2 | same2_2 | same3_2 | same4_2);
        equal1_3 <= near1_equal;
        equal2_3 <= near2_equal;
        equal3_3 <= near3_equal;
        equal4_3 <= near4_equal;
        if (same5_2) begin
            older_equal_3 <= near5_equal;
            known_key3 <= key7;
            older_weight3 <= weight7;
        end else begin
            older_equal_3 <= near6_equal;
            known_key3 <= key8;
            older_weight3 <= weight8;
        end
        // The key of the event 4 before is known as well; its weight is decided in this cycle.
        if (same4_2) known_key3 <= key6;
        known_3 <= same4_2 | same5_2 | same6_2;
        room3 <= room[15:0];
        heavy3 <= room[16];
        valid3 <= valid2;
        pass3 <= pass2;
        index3 <= index2;
        key3 <= key2;
        weight3 <= weight2;
        refuse4 <= heavy3 | pass3 | (near & ~matching);
        near_4 <= near;
        entry_key4 <= entry_key;
        entry_weight4 <= entries_rd[15:0];
        if (known_3) entry_key4 <= known_key3;
        if (older_3) entry_weight4 <= older_weight3;
        if (nearest4_3) entry_weight4 <= weight7;
        room4 <= room3;
        nearest3_4 <= nearest3_3;
        nearest2_4 <= nearest2_3;
        nearest1_4 <= nearest1_3;
        valid4 <= valid3;
        pass4 <= pass3;
        index4 <= index3;
        key4 <= key3;
        weight4 <= weight3;
        // Stage 4: or as the event 3 or 2 before left it.
        entry_key5 <= entry_key4;
        entry_weight5 <= entry_weight4;
        if (nearest3_4) begin
            entry_key5 <= key7;
            entry_weight5 <= weight7;
        end
        if (nearest2_4) begin
            entry_key5 <= key6;
            entry_weight5 <= new_weight;
        end
        never5 <= refuse4 | (~near_4 & ~entry_equal);
        room5 <= room4;
        nearest1_5 <= nearest1_4;
        valid5 <= valid4;
        pass5 <= pass4;
        index5 <= index4;
        key5 <= key4;
        weight5 <= weight4;
        // Stage 5: does the weight fit? With never5 set the difference is negative whatever room5 is.
        if (nearest1_5) begin
            old_key6 <= key6;
        end else begin
            old_key6 <= entry_key5;
        end
        fit6 <= limit - {2'd0, base};
        sum6 <= base + weight5;
        old_weight6 <= base;
        valid6 <= valid5;
        pass6 <= pass5;
        index6 <= index5;
        key6 <= key5;
        weight6 <= weight5;
        // Stage 6: the new entry, and whether the old one leaves.
        valid7 <= valid6;
        index7 <= index6;
        send7 <= valid6 & missed & (|old_weight6) & ~(pass6 & quiet);
        old_key7 <= old_key6;
        old_weight7 <= old_weight6;
        key7 <= key6;
        weight7 <= new_weight;
        key8 <= key7;
        weight8 <= weight7;
        // Passes over all entries.
        idle <= passing & position[e[3:0]] & ~(valid1 | valid2 | valid3 | valid4 | valid5 | valid6 | valid7
                | send7) & queue_empty;
        if (step) position <= position + 11'd1;
        if (pass_done) begin
            passing <= 1'b0;
            requested <= 1'b0;
        end
        if (pass_done & restarting) weight_max <= cfg_weight_max;
        if (~passing) begin
            position <= 11'd0;
            quiet <= ~flush_op[0];
            restarting <= flush_op[1];
            passing <= flush_valid;
            requested <= flush_valid;
        end
        if (rst) begin
            passing <= 1'b1;
            requested <= 1'b0;
            restarting <= 1'b1;
            quiet <= 1'b1;
            position <= 11'd0;
            dropped <= 1'b0;
            valid1 <= 1'b0;
            valid2 <= 1'b0;
            valid3 <= 1'b0;
            valid4 <= 1'b0;
            valid5 <= 1'b0;
            valid6 <= 1'b0;
            valid7 <= 1'b0;
            send7 <= 1'b0;
        end
    end
endmodule

// How far the events in the history are: written, issued, walked, sent, finished.
module treetap_profiler_fast_places #(
    parameter [8:0] none = 9'h1ff,
    parameter [6:0] arrival = 7'd26
) (
    input  wire       clk,
    input  wire       rst,
    // what may happen in this cycle
    input  wire       accept,
    input  wire       may_issue,
    input  wire       may_send,
    input  wire       make,
    // begin anew with the oldest unfinished event, or with its walk
    input  wire       failed,

    input  wire       finish,
    // begin anew with the oldest unfinished event, or with its walk
    input  wire       rewind,
    input  wire       but_one,

    output wire       room,
    output wire       empty,
    output wire [8:0] written,
    output wire [8:0] issued,
    output wire       arrived,
    output wire [8:0] arrived_at,
    output wire       send,
    output wire [8:0] sent,
    output wire [8:0] finished
);
    reg [8:0] head = 9'd0;
    reg [8:0] head_before = 9'd0;
    reg [8:0] issue_at = 9'd0;
    reg one_waits = 1'b0;
    reg two_wait = 1'b0;
    reg [26:0] walking = 27'd0;
    reg [8:0] ended = 9'd0;
    reg [8:0] ended_before = 9'd0;
    reg one_left = 1'b0;
    reg two_left = 1'b0;
    reg sent_last = 1'b0;
    reg [8:0] send_at = 9'd0;
    reg [8:0] tail = 9'd0;
    reg [8:0] tail_before = 9'd0;
    reg [8:0] occupied = 9'd0;
    reg roomy = 1'b0;

    assign room = roomy;
    assign empty = head == tail;
    assign written = head;
    wire issue = may_issue & one_waits & (two_wait | ~walking[0]);
    assign issued = issue_at;
    assign arrived = walking[arrival[4:0]];
    assign arrived_at = ended;
    assign send = make | (may_send & one_left & (two_left | ~sent_last));
    assign sent = send_at;
    assign finished = tail;

    always @(posedge clk) begin
        // Two cycles late: eight places are kept for what is accepted meanwhile.
        occupied <= head - tail;
        roomy <= ~(&(occupied | 9'd7));
        if (accept) begin
            head <= head + 9'd1;
            head_before <= head;
        end
        // Walks.
        one_waits <= issue_at != head;
        two_wait <= issue_at != head_before;
        walking <= (walking << 1) | {26'd0, issue};
        if (issue) issue_at <= issue_at + 9'd1;
        if (arrived) begin
            ended <= ended + 9'd1;
            ended_before <= ended;
        end
        // Count stage.
        one_left <= send_at != ended;
        two_left <= send_at != ended_before;
        sent_last <= send;
        if (failed) begin
            send_at <= tail;
        end else if (send) begin
            send_at <= send_at + 9'd1;
        end
        if (finish) begin
            tail <= tail + 9'd1;
            tail_before <= tail;
        end
        if (rewind) begin
            walking <= 27'd0;
            one_waits <= 1'b0;
            one_left <= 1'b0;
            issue_at <= tail;
            ended <= tail;
            ended_before <= tail_before;
            send_at <= tail;
            if (but_one) begin
                issue_at <= tail + 9'd1;
                ended <= tail + 9'd1;
                ended_before <= tail;
            end
        end
        if (rst) begin
            head <= 9'd0;
            head_before <= none;
            issue_at <= 9'd0;
            one_waits <= 1'b0;
            walking <= 27'd0;
            ended <= 9'd0;
            ended_before <= none;
            one_left <= 1'b0;
            send_at <= 9'd0;
            tail <= 9'd0;
            tail_before <= none;
        end
    end
endmodule

// The top levels: a table per level, indexed by the first bits of a key;
// the deepest node that is there is the answer.
module treetap_profiler_fast_top #(
    parameter [4:0] there_at = 5'd10,
    parameter [3:0] below = 4'd10
) (
    input  wire        clk,
    // the deepest node on the way of a key
    input  wire [11:0] first,
    output wire [9:0]  node,
    // write a table, or all
    input  wire        all,

    input  wire        we,
    input  wire [4:0]  level,
    input  wire [11:0] wa,
    input  wire        there,
    input  wire [9:0]  wd
);
    reg put0 = 1'b0;
    reg put1 = 1'b0;
    reg put2 = 1'b0;
    reg put3 = 1'b0;
    reg put4 = 1'b0;
    reg put5 = 1'b0;
    reg [11:0] place = 12'd0;
    reg [10:0] word = 11'd0;
    reg [10:0] shallow1_0 = 11'd0;
    reg [10:0] shallow1_1 = 11'd0;
    reg [10:0] shallow2_0 = 11'd0;
    reg [10:0] shallow2_1 = 11'd0;
    reg [9:0] entry = 10'd0;

    wire [10:0] shallow0_rd;
    wire [10:0] shallow1_rd;
    wire [10:0] middle0_rd;
    wire [10:0] middle1_rd;
    wire [10:0] fifth0_rd;
    wire [10:0] sixth0_rd;

    // The first digits of both keys, one more for each level.
    wire [11:0] read0 = first >> below;
    wire [11:0] read_rest0 = first << 2;
    wire [11:0] write0 = place >> below;
    wire [11:0] write_rest0 = place << 2;
    wire [11:0] read1 = (read0 << 2) | (read_rest0 >> below);
    wire [11:0] read_rest1 = read_rest0 << 2;
    wire [11:0] write1 = (write0 << 2) | (write_rest0 >> below);
    wire [11:0] write_rest1 = write_rest0 << 2;
    wire [11:0] read2 = (read1 << 2) | (read_rest1 >> below);
    wire [11:0] read_rest2 = read_rest1 << 2;
    wire [11:0] write2 = (write1 << 2) | (write_rest1 >> below);
    wire [11:0] write_rest2 = write_rest1 << 2;
    wire [11:0] read3 = (read2 << 2) | (read_rest2 >> below);
    wire [11:0] read_rest3 = read_rest2 << 2;
    wire [11:0] write3 = (write2 << 2) | (write_rest2 >> below);
    wire [11:0] write_rest3 = write_rest2 << 2;
    wire [11:0] read4 = (read3 << 2) | (read_rest3 >> below);
    wire [11:0] read_rest4 = read_rest3 << 2;
    wire [11:0] write4 = (write3 << 2) | (write_rest3 >> below);
    wire [11:0] write_rest4 = write_rest3 << 2;
    wire [11:0] read5 = (read4 << 2) | (read_rest4 >> below);
    wire [11:0] write5 = (write4 << 2) | (write_rest4 >> below);
    wire [10:0] found0 = shallow2_0;
    wire [10:0] found1 = shallow2_1;
    wire [10:0] found2 = middle0_rd;
    wire [10:0] found3 = middle1_rd;
    wire [10:0] found4 = fifth0_rd;
    wire [10:0] found5 = sixth0_rd;
    // The deepest of those that are there.
    wire [9:0] deepest0 = 10'd0;
    wire [9:0] deepest1 = found0[there_at[3:0]] ? found0[9:0] : deepest0;
    wire [9:0] deepest2 = found1[there_at[3:0]] ? found1[9:0] : deepest1;
    wire [9:0] deepest3 = found2[there_at[3:0]] ? found2[9:0] : deepest2;
    wire [9:0] deepest4 = found3[there_at[3:0]] ? found3[9:0] : deepest3;
    wire [9:0] deepest5 = found4[there_at[3:0]] ? found4[9:0] : deepest4;
    wire [9:0] deepest6 = found5[there_at[3:0]] ? found5[9:0] : deepest5;
    assign node = entry;

    treetap_profiler_fast_lut_ram #(.WIDTH(11), .ADDR(4)) u_shallow0 (
        .clk(clk),
        .ra(read0[3:0]),
        .rd(shallow0_rd),
        .we(put0),
        .wa(write0[3:0]),
        .wd(word)
    );

    treetap_profiler_fast_lut_ram #(.WIDTH(11), .ADDR(4)) u_shallow1 (
        .clk(clk),
        .ra(read1[3:0]),
        .rd(shallow1_rd),
        .we(put1),
        .wa(write1[3:0]),
        .wd(word)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(11), .ADDR(8)) u_middle0 (
        .clk(clk),
        .ra(read2[7:0]),
        .rd(middle0_rd),
        .we(put2),
        .wa(write2[7:0]),
        .wd(word)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(11), .ADDR(8)) u_middle1 (
        .clk(clk),
        .ra(read3[7:0]),
        .rd(middle1_rd),
        .we(put3),
        .wa(write3[7:0]),
        .wd(word)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(11), .ADDR(10)) u_fifth0 (
        .clk(clk),
        .ra(read4[9:0]),
        .rd(fifth0_rd),
        .we(put4),
        .wa(write4[9:0]),
        .wd(word)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(11), .ADDR(12)) u_sixth0 (
        .clk(clk),
        .ra(read5),
        .rd(sixth0_rd),
        .we(put5),
        .wa(write5),
        .wd(word)
    );

    always @(posedge clk) begin
        place <= wa;
        word <= {1'd0, wd} | ({10'd0, there} << 10);
        put0 <= all | (we & (level == 5'd1));
        put1 <= all | (we & (level == 5'd2));
        put2 <= all | (we & (level == 5'd3));
        put3 <= all | (we & (level == 5'd4));
        put4 <= all | (we & (level == 5'd5));
        put5 <= all | (we & (level == 5'd6));
        shallow1_0 <= shallow0_rd;
        shallow2_0 <= shallow1_0;
        shallow1_1 <= shallow1_rd;
        shallow2_1 <= shallow1_1;
        entry <= deepest6;
    end
endmodule

// Pointer table of one level: {node, digit} to the child, or to the node itself.
module treetap_profiler_fast_table (
    input  wire        clk,
    input  wire [9:0]  node,
    input  wire [1:0]  digit,
    output wire [9:0]  next_node,
    input  wire        we,
    input  wire [11:0] wa,
    input  wire [9:0]  wd
);
    wire [11:0] ram_ra = ({2'd0, node} << 2) | {10'd0, digit};

    treetap_profiler_fast_outreg_ram #(.WIDTH(10), .ADDR(12)) u_ram (
        .clk(clk),
        .ra(ram_ra),
        .rd(next_node),
        .we(we),
        .wa(wa),
        .wd(wd)
    );
endmodule

// Walk of one event per cycle: key history, top levels, one table per deeper level.
// A table maps {node, digit} to the child, or to the node
// itself where there is none: the last one is the end.
module treetap_profiler_fast_walk #(
    parameter [6:0] below_top = 7'd20,
    parameter [6:0] t2 = 7'd12,
    parameter [6:0] digit_at = 7'd30
) (
    input  wire        clk,
    // history of keys, write
    input  wire        key_we,
    input  wire [8:0]  key_at,
    input  wire [31:0] key,
    // place of the key whose walk begins
    input  wire [8:0]  issue_at,
    // write the top levels
    input  wire        top_we,
    input  wire [4:0]  top_level,
    input  wire [11:0] top_wa,
    input  wire        top_there,
    input  wire [9:0]  top_wd,
    // write pointer tables; the bus advances level by level
    input  wire        bus_all,
    input  wire        bus_we,
    input  wire [4:0]  bus_level,
    input  wire [11:0] bus_wa,
    input  wire [9:0]  bus_wd,
    // where the walk ends
    output wire [9:0]  node
);
    reg key_write = 1'b0;
    reg [8:0] key_place = 9'd0;
    reg [31:0] key_word = 32'd0;
    reg [31:0] held1 = 32'd0;
    reg [31:0] held2 = 32'd0;
    reg [31:0] rest0 = 32'd0;
    reg [31:0] rest1 = 32'd0;
    reg [31:0] rest2 = 32'd0;
    reg [31:0] rest3 = 32'd0;
    reg [31:0] rest4 = 32'd0;
    reg [31:0] rest5 = 32'd0;
    reg [31:0] rest6 = 32'd0;
    reg [31:0] rest7 = 32'd0;
    reg [31:0] rest8 = 32'd0;
    reg [31:0] rest9 = 32'd0;
    reg [31:0] rest10 = 32'd0;
    reg [31:0] rest11 = 32'd0;
    reg [31:0] rest12 = 32'd0;
    reg [31:0] rest13 = 32'd0;
    reg [31:0] rest14 = 32'd0;
    reg [31:0] rest15 = 32'd0;
    reg [31:0] rest16 = 32'd0;
    reg [31:0] rest17 = 32'd0;
    reg [31:0] rest18 = 32'd0;
    reg [31:0] rest19 = 32'd0;
    reg [31:0] rest_held0 = 32'd0;
    reg all0 = 1'b0;
    reg all1 = 1'b0;
    reg all2 = 1'b0;
    reg all3 = 1'b0;
    reg all4 = 1'b0;
    reg all5 = 1'b0;
    reg all6 = 1'b0;
    reg all7 = 1'b0;
    reg all8 = 1'b0;
    reg all9 = 1'b0;
    reg we0 = 1'b0;
    reg we1 = 1'b0;
    reg we2 = 1'b0;
    reg we3 = 1'b0;
    reg we4 = 1'b0;
    reg we5 = 1'b0;
    reg we6 = 1'b0;
    reg we7 = 1'b0;
    reg we8 = 1'b0;
    reg we9 = 1'b0;
    reg [4:0] level0 = 5'd0;
    reg [4:0] level1 = 5'd0;
    reg [4:0] level2 = 5'd0;
    reg [4:0] level3 = 5'd0;
    reg [4:0] level4 = 5'd0;
    reg [4:0] level5 = 5'd0;
    reg [4:0] level6 = 5'd0;
    reg [4:0] level7 = 5'd0;
    reg [4:0] level8 = 5'd0;
    reg [4:0] level9 = 5'd0;
    reg [11:0] wa0 = 12'd0;
    reg [11:0] wa1 = 12'd0;
    reg [11:0] wa2 = 12'd0;
    reg [11:0] wa3 = 12'd0;
    reg [11:0] wa4 = 12'd0;
    reg [11:0] wa5 = 12'd0;
    reg [11:0] wa6 = 12'd0;
    reg [11:0] wa7 = 12'd0;
    reg [11:0] wa8 = 12'd0;
    reg [11:0] wa9 = 12'd0;
    reg [11:0] wa10 = 12'd0;
    reg [9:0] wd0 = 10'd0;
    reg [9:0] wd1 = 10'd0;
    reg [9:0] wd2 = 10'd0;
    reg [9:0] wd3 = 10'd0;
    reg [9:0] wd4 = 10'd0;
    reg [9:0] wd5 = 10'd0;
    reg [9:0] wd6 = 10'd0;
    reg [9:0] wd7 = 10'd0;
    reg [9:0] wd8 = 10'd0;
    reg [9:0] wd9 = 10'd0;
    reg [9:0] wd10 = 10'd0;
    reg chosen0 = 1'b0;
    reg chosen1 = 1'b0;
    reg chosen2 = 1'b0;
    reg chosen3 = 1'b0;
    reg chosen4 = 1'b0;
    reg chosen5 = 1'b0;
    reg chosen6 = 1'b0;
    reg chosen7 = 1'b0;
    reg chosen8 = 1'b0;
    reg chosen9 = 1'b0;

    wire [31:0] keys_rd;
    wire [9:0] top_node;
    wire [9:0] tables0_next_node;
    wire [9:0] tables1_next_node;
    wire [9:0] tables2_next_node;
    wire [9:0] tables3_next_node;
    wire [9:0] tables4_next_node;
    wire [9:0] tables5_next_node;
    wire [9:0] tables6_next_node;
    wire [9:0] tables7_next_node;
    wire [9:0] tables8_next_node;

    wire [11:0] top_first = held2[below_top[4:0] +: 12];
    wire [1:0] tables0_digit = rest1[digit_at[4:0] +: 2];
    wire [1:0] tables1_digit = rest3[digit_at[4:0] +: 2];
    wire [1:0] tables2_digit = rest5[digit_at[4:0] +: 2];
    wire [1:0] tables3_digit = rest7[digit_at[4:0] +: 2];
    wire [1:0] tables4_digit = rest9[digit_at[4:0] +: 2];
    wire [1:0] tables5_digit = rest11[digit_at[4:0] +: 2];
    wire [1:0] tables6_digit = rest13[digit_at[4:0] +: 2];
    wire [1:0] tables7_digit = rest15[digit_at[4:0] +: 2];
    wire [1:0] tables8_digit = rest17[digit_at[4:0] +: 2];
    wire [1:0] tables9_digit = rest19[digit_at[4:0] +: 2];

    treetap_profiler_fast_outreg_ram #(.WIDTH(32), .ADDR(9)) u_keys (
        .clk(clk),
        .ra(issue_at),
        .rd(keys_rd),
        .we(key_write),
        .wa(key_place),
        .wd(key_word)
    );

    treetap_profiler_fast_top #(.there_at(5'd10), .below(4'd10)) u_top (
        .clk(clk),
        .first(top_first),
        .node(top_node),
        .all(bus_all),
        .we(top_we),
        .level(top_level),
        .wa(top_wa),
        .there(top_there),
        .wd(top_wd)
    );

    treetap_profiler_fast_table u_tables0 (
        .clk(clk),
        .node(top_node),
        .digit(tables0_digit),
        .next_node(tables0_next_node),
        .we(chosen0),
        .wa(wa1),
        .wd(wd1)
    );

    treetap_profiler_fast_table u_tables1 (
        .clk(clk),
        .node(tables0_next_node),
        .digit(tables1_digit),
        .next_node(tables1_next_node),
        .we(chosen1),
        .wa(wa2),
        .wd(wd2)
    );

    treetap_profiler_fast_table u_tables2 (
        .clk(clk),
        .node(tables1_next_node),
        .digit(tables2_digit),
        .next_node(tables2_next_node),
        .we(chosen2),
        .wa(wa3),
        .wd(wd3)
    );

    treetap_profiler_fast_table u_tables3 (
        .clk(clk),
        .node(tables2_next_node),
        .digit(tables3_digit),
        .next_node(tables3_next_node),
        .we(chosen3),
        .wa(wa4),
        .wd(wd4)
    );

    treetap_profiler_fast_table u_tables4 (
        .clk(clk),
        .node(tables3_next_node),
        .digit(tables4_digit),
        .next_node(tables4_next_node),
        .we(chosen4),
        .wa(wa5),
        .wd(wd5)
    );

    treetap_profiler_fast_table u_tables5 (
        .clk(clk),
        .node(tables4_next_node),
        .digit(tables5_digit),
        .next_node(tables5_next_node),
        .we(chosen5),
        .wa(wa6),
        .wd(wd6)
    );

    treetap_profiler_fast_table u_tables6 (
        .clk(clk),
        .node(tables5_next_node),
        .digit(tables6_digit),
        .next_node(tables6_next_node),
        .we(chosen6),
        .wa(wa7),
        .wd(wd7)
    );

    treetap_profiler_fast_table u_tables7 (
        .clk(clk),
        .node(tables6_next_node),
        .digit(tables7_digit),
        .next_node(tables7_next_node),
        .we(chosen7),
        .wa(wa8),
        .wd(wd8)
    );

    treetap_profiler_fast_table u_tables8 (
        .clk(clk),
        .node(tables7_next_node),
        .digit(tables8_digit),
        .next_node(tables8_next_node),
        .we(chosen8),
        .wa(wa9),
        .wd(wd9)
    );

    treetap_profiler_fast_table u_tables9 (
        .clk(clk),
        .node(tables8_next_node),
        .digit(tables9_digit),
        .next_node(node),
        .we(chosen9),
        .wa(wa10),
        .wd(wd10)
    );

    always @(posedge clk) begin
        key_write <= key_we;
        key_place <= key_at;
        key_word <= key;
        held1 <= keys_rd;
        held2 <= held1;
        rest0 <= held2 << t2;
        rest_held0 <= rest0;
        rest1 <= rest_held0;
        rest3 <= rest2;
        rest5 <= rest4;
        rest7 <= rest6;
        rest9 <= rest8;
        rest11 <= rest10;
        rest13 <= rest12;
        rest15 <= rest14;
        rest17 <= rest16;
        rest19 <= rest18;
        rest2 <= rest1 << 2;
        rest4 <= rest3 << 2;
        rest6 <= rest5 << 2;
        rest8 <= rest7 << 2;
        rest10 <= rest9 << 2;
        rest12 <= rest11 << 2;
        rest14 <= rest13 << 2;
        rest16 <= rest15 << 2;
        rest18 <= rest17 << 2;
        // The write bus.
        all0 <= bus_all;
        we0 <= bus_we;
        level0 <= bus_level;
        wa0 <= bus_wa;
        wd0 <= bus_wd;
        all1 <= all0;
        we1 <= we0;
        level1 <= level0;
        all2 <= all1;
        we2 <= we1;
        level2 <= level1;
        all3 <= all2;
        we3 <= we2;
        level3 <= level2;
        all4 <= all3;
        we4 <= we3;
        level4 <= level3;
        all5 <= all4;
        we5 <= we4;
        level5 <= level4;
        all6 <= all5;
        we6 <= we5;
        level6 <= level5;
        all7 <= all6;
        we7 <= we6;
        level7 <= level6;
        all8 <= all7;
        we8 <= we7;
        level8 <= level7;
        all9 <= all8;
        we9 <= we8;
        level9 <= level8;
        wa1 <= wa0;
        wd1 <= wd0;
        wa2 <= wa1;
        wd2 <= wd1;
        wa3 <= wa2;
        wd3 <= wd2;
        wa4 <= wa3;
        wd4 <= wd3;
        wa5 <= wa4;
        wd5 <= wd4;
        wa6 <= wa5;
        wd6 <= wd5;
        wa7 <= wa6;
        wd7 <= wd6;
        wa8 <= wa7;
        wd8 <= wd7;
        wa9 <= wa8;
        wd9 <= wd8;
        wa10 <= wa9;
        wd10 <= wd9;
        chosen0 <= all0 | (we0 & (level0 == 5'd0));
        chosen1 <= all1 | (we1 & (level1 == 5'd1));
        chosen2 <= all2 | (we2 & (level2 == 5'd2));
        chosen3 <= all3 | (we3 & (level3 == 5'd3));
        chosen4 <= all4 | (we4 & (level4 == 5'd4));
        chosen5 <= all5 | (we5 & (level5 == 5'd5));
        chosen6 <= all6 | (we6 & (level6 == 5'd6));
        chosen7 <= all7 | (we7 & (level7 == 5'd7));
        chosen8 <= all8 | (we8 & (level8 == 5'd8));
        chosen9 <= all9 | (we9 & (level9 == 5'd9));
    end
endmodule

// Key, weight and walked node of the events that are not counted yet.
module treetap_profiler_fast_history (
    input  wire        clk,
    // an event comes
    input  wire        accept,
    input  wire [8:0]  accept_at,
    input  wire [31:0] new_key,
    input  wire [15:0] new_weight,
    // its walk ended
    input  wire        arrived,
    input  wire [8:0]  arrived_at,
    input  wire [9:0]  new_node,
    // read an event; key and node come two or three cycles later, weight three after them
    input  wire [8:0]  at,

    output wire [31:0] key,
    output wire [9:0]  node,
    output wire [15:0] weight,
    output wire [15:0] weight_before
);
    reg come = 1'b0;
    reg [8:0] come_at = 9'd0;
    reg [31:0] come_key = 32'd0;
    reg [15:0] come_weight = 16'd0;
    reg [15:0] weight3 = 16'd0;
    reg [15:0] weight4 = 16'd0;
    reg [15:0] weight5 = 16'd0;

    wire [15:0] weights_rd;

    assign weight = weight5;
    assign weight_before = weight4;

    treetap_profiler_fast_outreg_ram #(.WIDTH(32), .ADDR(9)) u_keys (
        .clk(clk),
        .ra(at),
        .rd(key),
        .we(come),
        .wa(come_at),
        .wd(come_key)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(16), .ADDR(9)) u_weights (
        .clk(clk),
        .ra(at),
        .rd(weights_rd),
        .we(come),
        .wa(come_at),
        .wd(come_weight)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(10), .ADDR(9)) u_nodes (
        .clk(clk),
        .ra(at),
        .rd(node),
        .we(arrived),
        .wa(arrived_at),
        .wd(new_node)
    );

    always @(posedge clk) begin
        come <= accept;
        come_at <= accept_at;
        come_key <= new_key;
        come_weight <= new_weight;
        weight3 <= weights_rd;
        weight4 <= weight3;
        weight5 <= weight4;
    end
endmodule

// Whether two words were equal in the cycle before; differ has one bit for each two of theirs.
module treetap_profiler_fast_compare_v2 #(
    parameter [9:0] even = 10'h155
) (
    input  wire       clk,
    input  wire [9:0] a,
    input  wire [9:0] b,
    output wire       equal
);
    reg [9:0] differ = 10'd0;

    wire [9:0] difference = a ^ b;
    assign equal = ~(|differ);

    always @(posedge clk) begin
        differ <= (difference | (difference >> 1)) & even;
    end
endmodule

// The digit of a key at a level.
module treetap_profiler_fast_digit_at #(
    parameter [6:0] spare_bits = 7'd0,
    parameter [4:0] in_four = 5'd6,
    parameter [31:0] one_digit = 32'd1,
    parameter [31:0] low_bits = 32'h55555555,
    parameter [31:0] high_bits = 32'haaaaaaaa
) (
    input  wire        clk,
    input  wire [31:0] key,
    input  wire [4:0]  level,
    input  wire [1:0]  wanted,
    output wire [1:0]  digit,
    output wire        is_wanted
);
    reg [31:0] fours = 32'd0;
    reg [31:0] those = 32'd0;

    reg [31:0] repeated;

    wire [31:0] aligned = key << spare_bits;
    wire [3:0] place = ~level[3:0];
    wire [4:0] among_four = ({1'd0, place} << 1) & in_four;
    wire [4:0] four = ({1'd0, place} << 1) & ~in_four;
    wire [4:0] high_place = four | 5'd1;
    wire high = fours[high_place];
    wire low = fours[four];
    assign digit = ({1'd0, high} << 1) | {1'd0, low};
    always @* begin
        repeated = 32'd0;
        if (wanted[0]) repeated = low_bits;
        if (wanted[1]) repeated = high_bits;
        if (&wanted) repeated = low_bits | high_bits;
    end
    wire [31:0] differs = fours ^ repeated;
    assign is_wanted = ~(|((differs | (differs >> 1)) & those));

    always @(posedge clk) begin
        fours <= aligned >> among_four;
        those <= one_digit << four;
    end
endmodule

// Leads events whose walk began before a child was in the tables to that child.
module treetap_profiler_fast_patches #(
    parameter [6:0] below_top = 7'd20
) (
    input  wire        clk,
    input  wire        clear,
    // a new patch; its digit comes with the next event that has first
    input  wire        push,
    input  wire [9:0]  push_node,
    input  wire [4:0]  push_level,
    input  wire [9:0]  push_child,
    // an absorbed child
    input  wire        gone,
    input  wire [9:0]  gone_node,
    // events issued from issue_at on find the youngest child by themselves
    input  wire [8:0]  issue_at,

    input  wire [8:0]  commit_at,
    // which event comes
    input  wire        sent,
    input  wire [8:0]  sent_at,
    input  wire        failed,
    // the event, and another node instead
    input  wire [9:0]  walked,
    input  wire [31:0] key,
    input  wire        first,
    input  wire        inject,
    input  wire [9:0]  inject_node,
    // where the event belongs, three cycles later
    output wire [9:0]  node,
    output wire [9:0]  own_node,

    output wire        old,
    output wire        oldest_busy,
    // the youngest patch
    output wire [9:0]  new_node,
    output wire [4:0]  new_level,
    // the event, and another node instead
    output wire [1:0]  first_digit,
    // the youngest patch
    output wire [11:0] new_prefix,
    output wire [9:0]  new_child
);
    reg active0 = 1'b0;
    reg active1 = 1'b0;
    reg active2 = 1'b0;
    reg active3 = 1'b0;
    reg at_until0 = 1'b0;
    reg at_until1 = 1'b0;
    reg at_until2 = 1'b0;
    reg at_until3 = 1'b0;
    reg reached0 = 1'b0;
    reg reached1 = 1'b0;
    reg reached2 = 1'b0;
    reg reached3 = 1'b0;
    reg beyond2_0 = 1'b0;
    reg beyond2_1 = 1'b0;
    reg beyond2_2 = 1'b0;
    reg beyond2_3 = 1'b0;
    reg beyond3_0 = 1'b0;
    reg beyond3_1 = 1'b0;
    reg beyond3_2 = 1'b0;
    reg beyond3_3 = 1'b0;
    reg [8:0] until0 = 9'd0;
    reg [8:0] until1 = 9'd0;
    reg [8:0] until2 = 9'd0;
    reg [8:0] until3 = 9'd0;
    reg [4:0] level0 = 5'd0;
    reg [4:0] level1 = 5'd0;
    reg [4:0] level2 = 5'd0;
    reg [4:0] level3 = 5'd0;
    reg [9:0] from0 = 10'd0;
    reg [9:0] from1 = 10'd0;
    reg [9:0] from2 = 10'd0;
    reg [9:0] from3 = 10'd0;
    reg [1:0] digit0 = 2'd0;
    reg [1:0] digit1 = 2'd0;
    reg [1:0] digit2 = 2'd0;
    reg [1:0] digit3 = 2'd0;
    reg [9:0] child0 = 10'd0;
    reg [9:0] child1 = 10'd0;
    reg [9:0] child2 = 10'd0;
    reg [9:0] child3 = 10'd0;
    reg chain01 = 1'b0;
    reg chain02 = 1'b0;
    reg chain03 = 1'b0;
    reg chain12 = 1'b0;
    reg chain13 = 1'b0;
    reg chain23 = 1'b0;
    reg through1_02 = 1'b0;
    reg through2_13 = 1'b0;
    reg through1_03 = 1'b0;
    reg through2_03 = 1'b0;
    reg through12_03 = 1'b0;
    reg [11:0] prefix = 12'd0;
    reg [9:0] node1 = 10'd0;
    reg first1 = 1'b0;
    reg old2 = 1'b0;
    reg old3 = 1'b0;
    reg far_old = 1'b0;
    reg [9:0] node2 = 10'd0;
    reg met0 = 1'b0;
    reg met1 = 1'b0;
    reg met2 = 1'b0;
    reg met3 = 1'b0;
    reg leads01 = 1'b0;
    reg leads02 = 1'b0;
    reg leads03 = 1'b0;
    reg leads023 = 1'b0;
    reg leads12 = 1'b0;
    reg leads13 = 1'b0;
    reg leads23 = 1'b0;
    reg [9:0] node3 = 10'd0;
    reg [9:0] own_node3 = 10'd0;
    reg over0 = 1'b0;
    reg over1 = 1'b0;
    reg over2 = 1'b0;
    reg over3 = 1'b0;
    reg pushed = 1'b0;

    reg olds;
    wire same0_equal;
    wire same1_equal;
    wire same2_equal;
    wire same3_equal;
    wire same_child0_equal;
    wire same_child1_equal;
    wire same_child2_equal;
    wire same_child3_equal;
    wire absorbed0_equal;
    wire absorbed1_equal;
    wire absorbed2_equal;
    wire absorbed3_equal;
    wire [1:0] at_level0_digit_unused;
    wire at_level0_is_wanted;
    wire [1:0] at_level1_digit_unused;
    wire at_level1_is_wanted;
    wire [1:0] at_level2_digit_unused;
    wire at_level2_is_wanted;
    wire at_level3_is_wanted;
    wire chains0_equal;
    wire chains1_equal;
    wire chains2_equal;

    // Dropped once the last event before the child is finished.
    wire ends0 = until0 == commit_at;
    wire stays0 = active0 & ~over0;
    // Dropped once the last event before the child is finished.
    wire ends1 = until1 == commit_at;
    wire stays1 = active1 & ~over1;
    // Dropped once the last event before the child is finished.
    wire ends2 = until2 == commit_at;
    wire stays2 = active2 & ~over2;
    // Dropped once the last event before the child is finished.
    wire ends3 = until3 == commit_at;
    wire stays3 = active3 & ~over3;
    // Is the event one that needs the patch no more?
    wire first_gone0 = until0 == sent_at;
    wire here0 = (sent & at_until0) | reached0;
    wire first_gone1 = until1 == sent_at;
    wire here1 = (sent & at_until1) | reached1;
    wire first_gone2 = until2 == sent_at;
    wire here2 = (sent & at_until2) | reached2;
    wire first_gone3 = until3 == sent_at;
    wire here3 = (sent & at_until3) | reached3;
    // Stage 2: which patch the walk met, the youngest in any case
    // for the event that asked for it; where each would lead.
    wire fits0 = active0 & at_level0_is_wanted & ~beyond3_0;
    wire fits1 = active1 & at_level1_is_wanted & ~beyond3_1;
    wire fits2 = active2 & at_level2_is_wanted & ~beyond3_2;
    wire fits3 = active3 & at_level3_is_wanted & ~beyond3_3;
    always @* begin
        olds = 1'b0;
        olds = olds | (active0 & ~beyond3_0 & same_child0_equal);
        olds = olds | (active1 & ~beyond3_1 & same_child1_equal);
        olds = olds | (active2 & ~beyond3_2 & same_child2_equal);
        olds = olds | (active3 & ~beyond3_3 & same_child3_equal);
    end
    assign old = old3;
    // Stage 3: the patches on the way; the youngest of them says where the event belongs.
    wire hit1 = met1 | (leads01 & met0);
    wire hit2 = met2 | (leads02 & met0) | (leads12 & met1);
    wire hit3 = met3 | ((leads03 | leads023) & met0) | (leads13 & met1) | (leads23 & met2);
    assign node = node3;
    assign own_node = own_node3;
    // The queue of patches.
    assign oldest_busy = active0;
    assign new_node = from3;
    assign new_level = level3;
    assign new_child = child3;
    assign new_prefix = prefix;

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_same0 (
        .clk(clk),
        .a(walked),
        .b(from0),
        .equal(same0_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_same1 (
        .clk(clk),
        .a(walked),
        .b(from1),
        .equal(same1_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_same2 (
        .clk(clk),
        .a(walked),
        .b(from2),
        .equal(same2_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_same3 (
        .clk(clk),
        .a(walked),
        .b(from3),
        .equal(same3_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_same_child0 (
        .clk(clk),
        .a(walked),
        .b(child0),
        .equal(same_child0_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_same_child1 (
        .clk(clk),
        .a(walked),
        .b(child1),
        .equal(same_child1_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_same_child2 (
        .clk(clk),
        .a(walked),
        .b(child2),
        .equal(same_child2_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_same_child3 (
        .clk(clk),
        .a(walked),
        .b(child3),
        .equal(same_child3_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_absorbed0 (
        .clk(clk),
        .a(child0),
        .b(gone_node),
        .equal(absorbed0_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_absorbed1 (
        .clk(clk),
        .a(child1),
        .b(gone_node),
        .equal(absorbed1_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_absorbed2 (
        .clk(clk),
        .a(child2),
        .b(gone_node),
        .equal(absorbed2_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_absorbed3 (
        .clk(clk),
        .a(child3),
        .b(gone_node),
        .equal(absorbed3_equal)
    );

    treetap_profiler_fast_digit_at #(.spare_bits(7'd0), .in_four(5'd6), .one_digit(32'd1),
            .low_bits(32'h55555555), .high_bits(32'haaaaaaaa)) u_at_level0 (
        .clk(clk),
        .key(key),
        .level(level0),
        .wanted(digit0),
        .digit(at_level0_digit_unused),
        .is_wanted(at_level0_is_wanted)
    );

    treetap_profiler_fast_digit_at #(.spare_bits(7'd0), .in_four(5'd6), .one_digit(32'd1),
            .low_bits(32'h55555555), .high_bits(32'haaaaaaaa)) u_at_level1 (
        .clk(clk),
        .key(key),
        .level(level1),
        .wanted(digit1),
        .digit(at_level1_digit_unused),
        .is_wanted(at_level1_is_wanted)
    );

    treetap_profiler_fast_digit_at #(.spare_bits(7'd0), .in_four(5'd6), .one_digit(32'd1),
            .low_bits(32'h55555555), .high_bits(32'haaaaaaaa)) u_at_level2 (
        .clk(clk),
        .key(key),
        .level(level2),
        .wanted(digit2),
        .digit(at_level2_digit_unused),
        .is_wanted(at_level2_is_wanted)
    );

    treetap_profiler_fast_digit_at #(.spare_bits(7'd0), .in_four(5'd6), .one_digit(32'd1),
            .low_bits(32'h55555555), .high_bits(32'haaaaaaaa)) u_at_level3 (
        .clk(clk),
        .key(key),
        .level(level3),
        .wanted(digit3),
        .digit(first_digit),
        .is_wanted(at_level3_is_wanted)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_chains0 (
        .clk(clk),
        .a(child1),
        .b(push_node),
        .equal(chains0_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_chains1 (
        .clk(clk),
        .a(child2),
        .b(push_node),
        .equal(chains1_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_chains2 (
        .clk(clk),
        .a(child3),
        .b(push_node),
        .equal(chains2_equal)
    );

    always @(posedge clk) begin
        over0 <= ends0;
        active0 <= stays0;
        over1 <= ends1;
        active1 <= stays1;
        over2 <= ends2;
        active2 <= stays2;
        over3 <= ends3;
        active3 <= stays3;
        at_until0 <= first_gone0;
        reached0 <= here0 & ~failed;
        beyond2_0 <= here0;
        beyond3_0 <= beyond2_0;
        at_until1 <= first_gone1;
        reached1 <= here1 & ~failed;
        beyond2_1 <= here1;
        beyond3_1 <= beyond2_1;
        at_until2 <= first_gone2;
        reached2 <= here2 & ~failed;
        beyond2_2 <= here2;
        beyond3_2 <= beyond2_2;
        at_until3 <= first_gone3;
        reached3 <= here3 & ~failed;
        beyond2_3 <= here3;
        beyond3_3 <= beyond2_3;
        first1 <= first;
        node1 <= walked;
        if (first) prefix <= key[below_top[4:0] +: 12];
        met0 <= fits0 & same0_equal;
        met1 <= fits1 & same1_equal;
        met2 <= fits2 & same2_equal;
        met3 <= fits3 & same3_equal;
        if (first1) begin
            met3 <= 1'b1;
            digit3 <= first_digit;
        end
        through1_02 <= chain01 & chain12;
        through2_13 <= chain12 & chain23;
        through1_03 <= chain01 & chain13;
        through2_03 <= chain02 & chain23;
        through12_03 <= chain01 & chain12 & chain23;
        leads01 <= fits1 & chain01;
        leads12 <= fits2 & chain12;
        leads23 <= fits3 & chain23;
        leads02 <= fits2 & (chain02 | (through1_02 & fits1));
        leads13 <= fits3 & (chain13 | (through2_13 & fits2));
        leads03 <= fits3 & (chain03 | (through1_03 & fits1));
        leads023 <= fits3 & fits2 & (through2_03 | (through12_03 & fits1));
        node2 <= node1;
        if (inject) begin
            met0 <= 1'b0;
            met1 <= 1'b0;
            met2 <= 1'b0;
            met3 <= 1'b0;
            node2 <= inject_node;
        end
        old3 <= old2;
        far_old <= old3;
        old2 <= olds;
        if (inject) old2 <= 1'b0;
        if (hit3) begin
            node3 <= child3;
            own_node3 <= child3;
        end else if (hit2) begin
            node3 <= child2;
            own_node3 <= child2;
        end else if (hit1) begin
            node3 <= child1;
            own_node3 <= child1;
        end else if (met0) begin
            node3 <= child0;
            own_node3 <= child0;
        end else begin
            node3 <= node2;
            own_node3 <= node2;
        end
        // A patch that leads to the youngest's node.
        pushed <= push;
        if (pushed) begin
            chain03 <= chains0_equal;
            chain13 <= chains1_equal;
            chain23 <= chains2_equal;
        end
        if (push) begin
            active0 <= stays1;
            at_until0 <= first_gone1;
            over0 <= ends1;
            until0 <= until1;
            level0 <= level1;
            from0 <= from1;
            digit0 <= digit1;
            child0 <= child1;
            active1 <= stays2;
            at_until1 <= first_gone2;
            over1 <= ends2;
            until1 <= until2;
            level1 <= level2;
            from1 <= from2;
            digit1 <= digit2;
            child1 <= child2;
            active2 <= stays3;
            at_until2 <= first_gone3;
            over2 <= ends3;
            until2 <= until3;
            level2 <= level3;
            from2 <= from3;
            digit2 <= digit3;
            child2 <= child3;
            active3 <= 1'b1;
            at_until3 <= 1'b0;
            over3 <= 1'b0;
            until3 <= issue_at;
            level3 <= push_level;
            from3 <= push_node;
            child3 <= push_child;
            chain01 <= chain12;
            chain02 <= chain13;
            chain12 <= chain23;
        end
        if (gone) begin
            active0 <= stays0 & ~absorbed0_equal;
            active1 <= stays1 & ~absorbed1_equal;
            active2 <= stays2 & ~absorbed2_equal;
            active3 <= stays3 & ~absorbed3_equal;
        end
        if (clear) begin
            active0 <= 1'b0;
            active1 <= 1'b0;
            active2 <= 1'b0;
            active3 <= 1'b0;
        end
    end
endmodule

// Whether two nodes were the same in the cycle before; differ has one bit for each four of theirs.
module treetap_profiler_fast_same #(
    parameter [9:0] first_of_four = 10'h111
) (
    input  wire       clk,
    input  wire [9:0] a,
    input  wire [9:0] b,
    output wire       same
);
    reg [9:0] differ = 10'd0;

    wire [9:0] difference = a ^ b;
    wire [9:0] pairs = difference | (difference >> 1);
    assign same = ~(|differ);

    always @(posedge clk) begin
        differ <= (pairs | (pairs >> 2)) & first_of_four;
    end
endmodule

// Count stage: own + weight, compared with T, one event per cycle.
module treetap_profiler_fast_count #(
    parameter [5:0] lv = 6'd5,
    parameter [5:0] c = 6'd48
) (
    input  wire        clk,
    input  wire        clear,
    // what enters in this cycle
    input  wire        new_event,
    input  wire [9:0]  node,

    input  wire [9:0]  own_node,
    // what enters in this cycle
    input  wire [15:0] weight,
    // leaves that are absorbed
    input  wire        absorb,
    input  wire        old,
    input  wire [9:0]  gone_node,
    input  wire        gone,

    input  wire [47:0] threshold,
    input  wire [4:0]  unit_level,
    input  wire        refuse,
    input  wire        stop,
    input  wire        none_free,
    input  wire        own_put,
    input  wire [9:0]  own_wa,
    input  wire [47:0] own_wd,
    input  wire        meta_we,
    input  wire [9:0]  meta_wa,
    input  wire [16:0] meta_wd,
    // the event in cycle 5 misfits or has to wait, and every younger one is dropped
    output wire        failed,

    output wire        stopped,
    output wire        lost_way,
    output wire        absorbs,
    output wire        absorbed,
    output wire        kept,
    // the event in cycle 5 misfits or has to wait, and every younger one is dropped
    output wire [9:0]  failed_node,
    output wire [4:0]  failed_level,

    output wire        counted,
    output wire        above,
    output wire        refused,
    // what enters in this cycle
    output wire [15:0] weight_before,
    output wire [15:0] weight_now,

    output wire        idle,
    output wire        second,
    output wire        third,
    // what is written to OWN
    output wire        write,
    output wire [9:0]  write_at,
    output wire [47:0] write_word,
    // the node of two cycles before
    output wire [4:0]  level,
    output wire [11:0] place
);
    reg event1 = 1'b0;
    reg event2 = 1'b0;
    reg event3 = 1'b0;
    reg event4 = 1'b0;
    reg event5 = 1'b0;
    reg event6 = 1'b0;
    reg check = 1'b0;
    reg unit = 1'b0;
    reg [9:0] at1 = 10'd0;
    reg [9:0] at2 = 10'd0;
    reg [9:0] at3 = 10'd0;
    reg [9:0] at4 = 10'd0;
    reg [9:0] at5 = 10'd0;
    reg old1 = 1'b0;
    reg old2 = 1'b0;
    reg gone3 = 1'b0;
    reg gone4 = 1'b0;
    reg pseudo1 = 1'b0;
    reg pseudo2 = 1'b0;
    reg pseudo3 = 1'b0;
    reg pseudo4 = 1'b0;
    reg from_older = 1'b0;
    reg from2 = 1'b0;
    reg near = 1'b0;
    reg [47:0] older = 48'd0;
    reg [47:0] earlier = 48'd0;
    reg [15:0] light1 = 16'd0;
    reg [15:0] light4 = 16'd0;
    reg [47:0] light2 = 48'd0;
    reg [47:0] light3 = 48'd0;
    reg [48:0] excess = 49'd0;
    reg heavy = 1'b0;
    reg [47:0] sum = 48'd0;
    reg [47:0] sum1 = 48'd0;
    reg [47:0] sum2 = 48'd0;
    reg over = 1'b0;
    reg [4:0] level3 = 5'd0;
    reg [4:0] level4 = 5'd0;
    reg [4:0] level5 = 5'd0;
    reg failed5 = 1'b0;
    reg kept5 = 1'b0;
    reg stopped5 = 1'b0;
    reg lost_way5 = 1'b0;
    reg counted5 = 1'b0;
    reg above5 = 1'b0;
    reg absorbed5 = 1'b0;
    reg refused5 = 1'b0;
    reg put = 1'b0;
    reg [9:0] put_at = 10'd0;
    reg [47:0] put_word = 48'd0;
    reg own_we = 1'b0;
    reg [9:0] own_at = 10'd0;
    reg [47:0] own_word = 48'd0;
    reg what_we = 1'b0;
    reg [9:0] what_at = 10'd0;
    reg [16:0] what = 17'd0;

    wire [47:0] owns_rd;
    wire [16:0] meta_rd;
    wire apart1_equal;
    wire apart_gone_equal;
    wire apart2_equal;
    wire apart3_same;
    wire apart4_same;
    wire apart5_same;

    // The verdict on the event in cycle 4, unless it falls with the one before.
    wire misfit = check & (over | heavy);
    wire leaf = pseudo4;
    wire lost = refuse & ~leaf;
    wire stands = event4 & ~failed5;
    wire fail = stands & ~lost & ((misfit & (~none_free | leaf)) | stop | gone4);
    wire count = stands & ~fail & ~lost;
    assign absorbs = count & leaf;
    assign failed = failed5;
    assign kept = kept5;
    assign stopped = stopped5;
    assign lost_way = lost_way5;
    assign counted = counted5;
    assign above = above5;
    assign absorbed = absorbed5;
    assign refused = refused5;
    wire drop = failed5 | clear;
    assign level = meta_rd[4:0];
    assign place = meta_rd[lv[4:0] +: 12];
    wire is3 = event4 & apart3_same;
    wire is4 = event5 & apart4_same;
    wire nowhere = old2 | (gone & apart_gone_equal);
    // Cycle 3: add, and compare beside it: ~T + weight + count carries when the sum misfits.
    wire [47:0] base = near ? sum : earlier;
    wire [48:0] beyond = {1'd0, excess[47:0]} + {1'd0, base};
    assign failed_node = at5;
    assign failed_level = level5;
    assign weight_before = light3[15:0];
    assign weight_now = light4;
    assign second = event2 & ~pseudo2;
    assign third = event3 & ~pseudo3;
    assign idle = ~(event1 | event2 | event3 | event4 | failed5);
    assign write = own_we;
    assign write_at = own_at;
    assign write_word = own_word;

    treetap_profiler_fast_outreg_ram #(.WIDTH(48), .ADDR(10)) u_owns (
        .clk(clk),
        .ra(own_node),
        .rd(owns_rd),
        .we(own_we),
        .wa(own_at),
        .wd(own_word)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(17), .ADDR(10)) u_meta (
        .clk(clk),
        .ra(node),
        .rd(meta_rd),
        .we(what_we),
        .wa(what_at),
        .wd(what)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_apart1 (
        .clk(clk),
        .a(at1),
        .b(at2),
        .equal(apart1_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_apart_gone (
        .clk(clk),
        .a(at1),
        .b(gone_node),
        .equal(apart_gone_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_apart2 (
        .clk(clk),
        .a(own_node),
        .b(at2),
        .equal(apart2_equal)
    );

    treetap_profiler_fast_same #(.first_of_four(10'h111)) u_apart3 (
        .clk(clk),
        .a(own_node),
        .b(at3),
        .same(apart3_same)
    );

    treetap_profiler_fast_same #(.first_of_four(10'h111)) u_apart4 (
        .clk(clk),
        .a(own_node),
        .b(at4),
        .same(apart4_same)
    );

    treetap_profiler_fast_same #(.first_of_four(10'h111)) u_apart5 (
        .clk(clk),
        .a(own_node),
        .b(at5),
        .same(apart5_same)
    );

    always @(posedge clk) begin
        // It is told in cycle 5; a failure drops the younger ones then.
        failed5 <= fail;
        kept5 <= fail & leaf;
        stopped5 <= stop;
        lost_way5 <= gone4;
        counted5 <= count & ~leaf;
        above5 <= misfit & count & ~leaf;
        absorbed5 <= count & leaf;
        refused5 <= stands & lost;
        at1 <= own_node;
        light1 <= weight;
        light3 <= light2;
        light2 <= {32'd0, light1};
        // The leaf that was read three cycles before is in cycle 4.
        if (pseudo1) light2 <= sum;
        // Is it the node of one of the five events before? Begun in cycle 0, but for the event just before.
        at2 <= at1;
        at3 <= at2;
        at4 <= at3;
        at5 <= at4;
        // Cycle 1: the latest of the sums three to five events back.
        from2 <= event3 & apart2_equal;
        from_older <= is3 | is4 | (event6 & apart5_same);
        if (is3) begin
            older <= sum;
        end else if (is4) begin
            older <= sum1;
        end else begin
            older <= sum2;
        end
        // Cycle 2: the count, or the latest of the sums two to five events back.
        near <= event3 & apart1_equal;
        if (from2) begin
            earlier <= sum;
        end else if (from_older) begin
            earlier <= older;
        end else begin
            earlier <= owns_rd;
        end
        // ~T + weight: carries where the weight alone is more than T.
        excess <= {1'd0, ~threshold} + {1'd0, light2};
        unit <= level == unit_level;
        gone3 <= nowhere | (&level);
        level3 <= level;
        level4 <= level3;
        sum <= base + light3;
        light4 <= light3[15:0];
        over <= beyond[c];
        heavy <= excess[c];
        check <= event3 & ~unit & ~drop;
        // Cycles 4 and 5: count, or fail.
        sum1 <= sum;
        sum2 <= sum1;
        level5 <= level4;
        event1 <= (new_event | absorb) & ~drop;
        event2 <= event1 & ~drop;
        event3 <= event2 & ~drop;
        event4 <= event3 & ~drop;
        event5 <= count & ~clear;
        event6 <= event5;
        pseudo1 <= absorb;
        pseudo2 <= pseudo1;
        pseudo3 <= pseudo2;
        pseudo4 <= pseudo3;
        old1 <= old;
        old2 <= old1;
        gone4 <= event3 & gone3 & ~drop;
        // Writes, a cycle later: registers in front of the memories.
        put <= own_put;
        put_at <= own_wa;
        put_word <= own_wd;
        own_we <= count | put;
        if (put) begin
            own_at <= put_at;
            own_word <= put_word;
        end else begin
            own_at <= at4;
            own_word <= sum;
        end
        what_we <= meta_we;
        what_at <= meta_wa;
        what <= meta_wd;
    end
endmodule

// Weight that would have taken n beyond its width; stays at its largest value.
module treetap_profiler_fast_lost #(
    parameter [5:0] c = 6'd48,
    parameter [47:0] max = 48'hffffffffffff
) (
    input  wire        clk,
    // back to zero, in two cycles; a weight, and in the next cycle whether it is lost
    input  wire        clear,
    input  wire [15:0] weight,
    input  wire        take,
    // how much was lost, and that some was
    output wire [47:0] lost,
    output wire        lost_flag
);
    reg [47:0] uncounted = 48'd0;
    reg any_lost = 1'b0;
    reg cleared = 1'b0;
    reg [48:0] sum = 49'd0;

    assign lost = uncounted;
    assign lost_flag = any_lost;

    always @(posedge clk) begin
        sum <= {1'd0, uncounted} + {33'd0, weight};
        // Zero comes as a sum: a register that is set to its
        // largest value cannot be cleared for nothing, too.
        cleared <= clear;
        if (take) any_lost <= 1'b1;
        if (take | cleared) begin
            uncounted <= sum[47:0];
            if (sum[c]) uncounted <= max;
        end
        if (clear) begin
            sum <= 49'd0;
            any_lost <= 1'b0;
        end
    end
endmodule

// Weight counted (n) and weight that would have taken n beyond its width (lost, saturating).
module treetap_profiler_fast_totals #(
    parameter [47:0] low = 48'h1fffff,
    parameter [5:0] near_bits = 6'd21
) (
    input  wire        clk,
    input  wire        clear,
    input  wire [15:0] weight_before,
    input  wire [15:0] weight,
    input  wire        counted,
    input  wire        above,
    input  wire        round,
    input  wire        refused,
    // n is so near its end that events have to come one at a time
    output wire        near_end,
    // the event that is written in this cycle does not fit
    output wire        refuse,

    output wire        lost_done,
    output wire [47:0] n,
    output wire [47:0] over,
    output wire        grew,
    output wire [47:0] lost,
    output wire        lost_flag
);
    reg [47:0] total = 48'd0;
    reg [47:0] total_above = 48'd0;
    reg near = 1'b0;
    reg risen = 1'b0;
    reg spill = 1'b0;
    reg losing = 1'b0;
    reg [15:0] light = 16'd0;

    assign over = total_above;
    assign grew = risen;
    wire [21:0] room = {1'd0, total[20:0]} + {6'd0, weight_before};
    assign refuse = spill;
    assign near_end = near;
    assign lost_done = losing;
    assign n = total;

    treetap_profiler_fast_lost #(.c(6'd48), .max(48'hffffffffffff)) u_lost_weight (
        .clk(clk),
        .clear(clear),
        .weight(light),
        .take(losing),
        .lost(lost),
        .lost_flag(lost_flag)
    );

    always @(posedge clk) begin
        if (counted) total <= total + {32'd0, light};
        if (above) total_above <= total_above + {32'd0, light};
        if (round) risen <= 1'b0;
        if (above) risen <= 1'b1;
        near <= &(total | low);
        spill <= near & room[near_bits[4:0]];
        losing <= refused;
        light <= weight;
        if (clear) begin
            total <= 48'd0;
            total_above <= 48'd0;
            near <= 1'b0;
            risen <= 1'b0;
            losing <= 1'b0;
        end
    end
endmodule

// The threshold T and its ladder of steps of 1/16 to 1/8.
module treetap_profiler_fast_ladder #(
    parameter [5:0] c = 6'd48,
    parameter [47:0] ones = 48'hffffffffffff,
    parameter [47:0] one = 48'd1,
    parameter [5:0] first_bit = 6'd47,
    parameter [5:0] top_bit = 6'd47,
    parameter [5:0] further = 6'd3
) (
    input  wire        clk,
    // T becomes first
    input  wire        load,
    input  wire [47:0] first,
    // one step of the ladder, or several
    input  wire        climb,
    input  wire        jump,
    // T is changing, from the cycle after a request on
    output wire        busy,
    // ~T
    output wire [47:0] inverted
);
    localparam [2:0] Rung_Steady = 3'd0;
    localparam [2:0] Rung_Enter = 3'd1;
    localparam [2:0] Rung_Find = 3'd2;
    localparam [2:0] Rung_Trim = 3'd3;
    localparam [2:0] Rung_Climb = 3'd4;
    localparam [2:0] Rung_Wrap = 3'd5;

    reg [2:0] rung = 3'd0;
    reg [47:0] value = 48'd0;
    reg [47:0] step = 48'd0;
    reg [3:0] steps = 4'd0;
    reg [3:0] built = 4'd0;
    reg [5:0] left = 6'd0;
    reg found = 1'b0;
    reg ragged = 1'b0;
    reg overflow = 1'b0;
    reg octave = 1'b0;
    reg full = 1'b0;
    reg adding = 1'b0;
    reg emptying = 1'b0;

    reg add;
    reg double;
    reg none;
    reg fill;

    // T + step, inverted: ~T + ~step + 1. The carry is missing where the sum is too large.
    wire [48:0] sum = {1'd0, value} + {1'd0, step} + 49'd1;
    wire bit_ = ~step[top_bit];
    wire last = ~(|left);
    wire enters = ~found & (steps[2] | last);
    always @* begin
        add = 1'b0;
        double = 1'b0;
        none = 1'b0;
        fill = 1'b0;
        case (rung)
            Rung_Steady: begin
                if (climb) begin
                    if (ragged) none = 1'b1;
                end
            end
            Rung_Enter: add = 1'b1;
            Rung_Find: begin
                // The four leading bits, or all, then whether any is
                // left; the step enters with the last of the four.
                double = 1'b1;
            end
            Rung_Trim: begin
                if (~(built == steps)) add = 1'b1;
            end
            Rung_Climb: add = 1'b1;
            default /* Rung_Wrap */: begin
                double = octave;
                if (overflow) begin
                    // The largest T, which is there for good: nothing and a step of all ones.
                    none = 1'b1;
                    fill = 1'b1;
                end
            end
        endcase
    end
    // What is shifted in is no step, except when the step enters.
    wire [47:0] shifted = (enters & (rung == Rung_Find)) ? (step << 1) : ((step << 1) | one);
    assign busy = (rung != Rung_Steady) | adding;
    assign inverted = value;

    always @(posedge clk) begin
        case (rung)
            Rung_Steady: begin
                left <= 6'd0;
                if (jump) left <= further;
                built <= 4'd0;
                if (climb) begin
                    rung <= Rung_Climb;
                    if (ragged) rung <= Rung_Trim;
                end
            end
            Rung_Enter: begin
                left <= first_bit;
                steps <= 4'd0;
                found <= 1'b0;
                ragged <= 1'b0;
                rung <= Rung_Find;
                if (full) rung <= Rung_Steady;
            end
            Rung_Find: begin
                left <= left - 6'd1;
                if (found) begin
                    ragged <= ragged | bit_;
                end else begin
                    steps <= (steps << 1) | {3'd0, bit_};
                end
                found <= found | enters;
                if (last) rung <= Rung_Steady;
            end
            Rung_Trim: begin
                built <= built + 4'd1;
                ragged <= 1'b0;
                if (built == steps) rung <= Rung_Climb;
            end
            Rung_Climb: begin
                steps <= steps + 4'd1;
                if (&steps) steps <= 4'd8;
                rung <= Rung_Wrap;
            end
            default /* Rung_Wrap */: begin
                left <= left - 6'd1;
                rung <= Rung_Climb;
                if (last) rung <= Rung_Steady;
                if (overflow) begin
                    full <= 1'b1;
                    rung <= Rung_Enter;
                end
            end
        endcase
        overflow <= ~sum[c];
        octave <= &steps;
        // T follows a cycle later: which state it is takes its time, and so does the sum.
        adding <= add & ~load;
        emptying <= none;
        if (adding) value <= sum[47:0];
        if (emptying | load) value <= ones;
        if (load) begin
            step <= ~first;
        end else if (double) begin
            step <= shifted;
        end
        if (fill) step <= 48'd0;
        if (load) begin
            full <= 1'b0;
            rung <= Rung_Enter;
        end
    end
endmodule

// Looks at the slots one after the other, ahead of the
// events that visit them: own(parent) + own(slot) against T.
module treetap_profiler_fast_hand #(
    parameter [4:0] aw = 5'd10,
    parameter [49:0] above_t = 50'h1000000000000,
    parameter [5:0] carry = 6'd49,
    parameter [3:0] verdict = 4'd7,
    parameter [12:0] free = 13'h1c00,
    parameter [12:0] one_child = 13'h400,
    parameter [9:0] far_off = 10'h380
) (
    input  wire        clk,
    // after a reset
    input  wire        clear,
    input  wire [9:0]  wiped,
    // the round
    input  wire        begin_,
    input  wire        hold,
    input  wire        take,
    input  wire        skip,
    input  wire        kept,

    input  wire [47:0] threshold,
    // the tree changes
    input  wire        grow,
    input  wire        shrink,
    input  wire [9:0]  parent,
    input  wire [9:0]  child,
    input  wire [9:0]  gone,
    input  wire [9:0]  gone_parent,
    // what is written to OWN
    input  wire        write,
    input  wire [9:0]  write_at,
    input  wire [47:0] write_word,
    // read a slot
    input  wire        look,
    input  wire [9:0]  look_at,

    output wire [9:0]  up,
    output wire [47:0] own,
    // how far the round is
    output wire        going,
    output wire [9:0]  pass,
    output wire        found,
    output wire        vain,
    output wire [9:0]  leaf,
    output wire [9:0]  leaf_parent
);
    reg round = 1'b0;
    reg active = 1'b0;
    reg waits = 1'b0;
    reg through = 1'b0;
    reg caught1 = 1'b0;
    reg caught2 = 1'b0;
    reg rest = 1'b0;
    reg dull = 1'b0;
    reg fresh = 1'b1;
    reg [9:0] first = 10'd0;
    reg [9:0] slot = 10'd0;
    reg [7:0] seen = 8'd0;
    reg [7:0] last = 8'd0;
    reg head = 1'b0;
    reg head_vain = 1'b0;
    reg frozen = 1'b0;
    reg flying = 1'b0;
    reg met_head = 1'b0;
    reg took = 1'b0;
    reg next_head = 1'b0;
    reg next_vain = 1'b0;
    reg met_next = 1'b0;
    reg [9:0] head_slot = 10'd0;
    reg [9:0] head_parent = 10'd0;
    reg [9:0] distance = 10'd0;
    reg [9:0] next_slot = 10'd0;
    reg [9:0] next_parent = 10'd0;
    reg [4:0] ahead = 5'd0;
    reg [9:0] given = 10'd0;
    reg [9:0] limit = 10'd0;
    reg [9:0] passed = 10'd0;
    reg [9:0] slot1 = 10'd0;
    reg [9:0] slot2 = 10'd0;
    reg [9:0] parent3 = 10'd0;
    reg [9:0] parent4 = 10'd0;
    reg [9:0] parent5 = 10'd0;
    reg [9:0] parent6 = 10'd0;
    reg [9:0] parent7 = 10'd0;
    reg [9:0] parent8 = 10'd0;
    reg leaf3 = 1'b0;
    reg leaf4 = 1'b0;
    reg leaf5 = 1'b0;
    reg leaf6 = 1'b0;
    reg leaf7 = 1'b0;
    reg leaf8 = 1'b0;
    reg writing = 1'b0;
    reg unsure4 = 1'b0;
    reg unsure5 = 1'b0;
    reg unsure6 = 1'b0;
    reg unsure7 = 1'b0;
    reg unsure8 = 1'b0;
    reg [47:0] own5 = 48'd0;
    reg [47:0] own6 = 48'd0;
    reg [47:0] parent_own6 = 48'd0;
    reg [48:0] sum7 = 49'd0;
    reg heavy8 = 1'b0;
    reg edit1 = 1'b0;
    reg edit2 = 1'b0;
    reg edit3 = 1'b0;
    reg edit4 = 1'b0;
    reg edit5 = 1'b0;
    reg growing = 1'b0;
    reg [9:0] edit_parent = 10'd0;
    reg [9:0] edit_child = 10'd0;
    reg slot_we = 1'b0;
    reg [9:0] slot_at = 10'd0;
    reg [12:0] slot_word = 13'd0;

    wire [12:0] slots_rd;
    wire [47:0] parent_owns_rd;
    wire met_own_equal;
    wire met_parent_equal;

    wire own_we = write;
    wire [9:0] own_at = write_at;
    wire [9:0] owns_ra = look ? look_at : slot2;
    // More than T: the carry of the sum and ~T.
    wire [49:0] excess = {1'd0, sum7} + ({2'd0, ~threshold} | above_t);
    // Cycle 8: pass, or become the candidate, or wait for that.
    wire here = seen[verdict[2:0]] & ~rest;
    wire doubtful = leaf8 & (~heavy8 | unsure8);
    wire stay = doubtful | last[verdict[2:0]];
    wire halt = here & stay & next_head;
    wire come = here & stay & ~halt;
    wire onward = take | skip;
    wire freeze = take & ~head_vain & ~(|(distance & far_off));
    // The slots before it have been passed on by then.
    wire stands = head & ~onward;
    assign found = caught2 & head;
    assign vain = head_vain;
    assign leaf = head_slot;
    assign leaf_parent = head_parent;
    assign going = round;
    assign pass = passed;
    // No slot is passed in the next cycle: what was seen may be old by then, or the hand is far enough.
    wire grown = grow | (growing & (edit1 | edit2 | edit3 | edit4));
    // Slot after slot, from the first that has no verdict; anew after whatever came between.
    // An absorbed leaf's parent is read instead in one cycle.
    wire looked = active & ~edit1;
    wire [9:0] slots_ra = edit1 ? edit_parent : look ? look_at : slot;
    assign up = slots_rd[9:0];

    treetap_profiler_fast_outreg_ram #(.WIDTH(13), .ADDR(10)) u_slots (
        .clk(clk),
        .ra(slots_ra),
        .rd(slots_rd),
        .we(slot_we),
        .wa(slot_at),
        .wd(slot_word)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(48), .ADDR(10)) u_owns (
        .clk(clk),
        .ra(owns_ra),
        .rd(own),
        .we(write),
        .wa(write_at),
        .wd(write_word)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(48), .ADDR(10)) u_parent_owns (
        .clk(clk),
        .ra(parent3),
        .rd(parent_owns_rd),
        .we(write),
        .wa(write_at),
        .wd(write_word)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_met_own (
        .clk(clk),
        .a(slot2),
        .b(own_at),
        .equal(met_own_equal)
    );

    treetap_profiler_fast_compare_v2 #(.even(10'h155)) u_met_parent (
        .clk(clk),
        .a(parent3),
        .b(own_at),
        .equal(met_parent_equal)
    );

    always @(posedge clk) begin
        slot1 <= slot;
        slot2 <= slot1;
        parent3 <= slots_rd[9:0];
        leaf3 <= ~(|slots_rd[aw[3:0] +: 3]);
        leaf4 <= leaf3;
        leaf5 <= leaf4;
        leaf6 <= leaf5;
        leaf7 <= leaf6;
        leaf8 <= leaf7;
        writing <= own_we;
        unsure4 <= writing & met_own_equal;
        unsure5 <= unsure4 | (writing & met_parent_equal);
        unsure6 <= unsure5;
        unsure7 <= unsure6;
        unsure8 <= unsure7;
        own5 <= own;
        own6 <= own5;
        parent_own6 <= parent_owns_rd;
        sum7 <= {1'd0, own6} + {1'd0, parent_own6};
        heavy8 <= excess[carry];
        parent4 <= parent3;
        parent5 <= parent4;
        parent6 <= parent5;
        parent7 <= parent6;
        parent8 <= parent7;
        waits <= (waits | halt) & next_head;
        if (~head & ~flying) ahead <= 5'd0;
        if (here & ~halt) begin
            first <= first + 10'd1;
            through <= &first;
            if (head | flying) ahead <= ahead + 5'd1;
            if (stay) ahead <= 5'd0;
        end
        // The candidate may get a child.
        met_head <= edit_parent == head_slot;
        met_next <= edit_parent == next_slot;
        if (edit2 & growing & met_head) head_vain <= 1'b1;
        if (edit2 & growing & met_next) next_vain <= 1'b1;
        if (onward | ~head) begin
            head <= next_head | come;
            next_head <= 1'b0;
            if (next_head) begin
                head_slot <= next_slot;
                head_parent <= next_parent;
                head_vain <= next_vain;
            end else begin
                head_slot <= first;
                head_parent <= parent8;
                head_vain <= ~doubtful;
            end
        end else if (come) begin
            next_head <= 1'b1;
            next_slot <= first;
            next_parent <= parent8;
            next_vain <= ~doubtful;
        end
        distance <= head_parent - head_slot;
        if (shrink | kept) flying <= 1'b0;
        if ((edit5 & ~flying) | kept) frozen <= 1'b0;
        if (take & ~head_vain) begin
            flying <= 1'b1;
            if (freeze) begin
                frozen <= 1'b1;
                through <= 1'b0;
                head <= 1'b0;
                next_head <= 1'b0;
                first <= head_slot + 10'd1;
            end
        end
        // Slots are passed up to the candidate, or as far as they have been looked at.
        limit <= first;
        if (head) limit <= head_slot;
        passed <= limit - given;
        given <= limit;
        if (~(|limit)) round <= 1'b0;
        took <= onward;
        caught1 <= stands & ~took;
        caught2 <= stands & caught1;
        rest <= grown | freeze | halt | dull;
        // What lasts, or is not so near its end, takes a cycle more.
        dull <= ~round | hold | frozen | waits | through | (&(ahead | 5'd3));
        seen <= (seen << 1) | {7'd0, looked};
        last <= (last << 1) | {7'd0, &slot};
        if (looked) begin
            slot <= slot + 10'd1;
            if (&slot) active <= 1'b0;
        end
        if (rest) begin
            seen <= 8'd0;
            active <= 1'b0;
            fresh <= 1'b1;
            slot <= first;
        end else if (fresh) begin
            fresh <= 1'b0;
            active <= 1'b1;
            slot <= first;
        end
        // The words of a child and of its parent.
        edit1 <= grow | shrink;
        edit2 <= edit1;
        edit3 <= edit2;
        edit4 <= edit3;
        edit5 <= edit4;
        if (grow) begin
            growing <= grow;
            edit_parent <= parent;
            edit_child <= child;
        end
        if (shrink) begin
            growing <= grow;
            edit_parent <= gone_parent;
            edit_child <= gone;
        end
        slot_we <= edit1 | edit3 | clear;
        if (edit3) begin
            slot_at <= edit_parent;
            if (growing) begin
                slot_word <= slots_rd + one_child;
            end else begin
                slot_word <= slots_rd - one_child;
            end
        end else begin
            slot_at <= edit_child;
            slot_word <= free;
            if (growing) slot_word <= {3'd0, edit_parent};
        end
        if (clear) begin
            slot_at <= wiped;
            slot_word <= free;
            round <= 1'b0;
            active <= 1'b0;
            waits <= 1'b0;
            head <= 1'b0;
            next_head <= 1'b0;
            frozen <= 1'b0;
            flying <= 1'b0;
            edit1 <= 1'b0;
            edit2 <= 1'b0;
            edit3 <= 1'b0;
            edit4 <= 1'b0;
            edit5 <= 1'b0;
        end
        if (begin_) begin
            round <= 1'b1;
            first <= 10'd1;
            given <= 10'd1;
            limit <= 10'd1;
            head <= 1'b0;
            next_head <= 1'b0;
            through <= 1'b0;
            waits <= 1'b0;
            ahead <= 5'd0;
        end
    end
endmodule

// Visits that each event asks for, taken from the slots that the hand has looked at ahead.
module treetap_profiler_fast_pace #(
    parameter [15:0] cap = 16'h100,
    parameter [9:0] cap_visits = 10'h100,
    parameter [9:0] each = 10'd8,
    parameter [4:0] sign = 5'd11,
    parameter [4:0] visit_sign = 5'd9,
    parameter [11:0] sign_bits = 12'hc00
) (
    input  wire        clk,
    input  wire        clear,
    // events in the count stage
    input  wire [15:0] weight,
    input  wire        second,
    input  wire        third,
    // what becomes of the event in cycle 5, and in cycle 4
    input  wire        failed,
    input  wire        refuse,

    input  wire        made,
    // the round
    input  wire        going,
    input  wire        due,
    input  wire        begin_,
    input  wire [9:0]  gain,
    // the event in cycle 4 has to wait, and visits are missing
    output wire        stop,
    output wire        owing,
    output wire        one
);
    reg [15:0] weight0 = 16'd0;
    reg [9:0] owed = 10'd0;
    reg [9:0] asked1 = 10'd0;
    reg [9:0] own2 = 10'd0;
    reg [9:0] all2 = 10'd0;
    reg [9:0] asked3 = 10'd0;
    reg [9:0] asked4 = 10'd0;
    reg [9:0] stopped = 10'd0;
    reg [9:0] take3 = 10'd0;
    reg [9:0] take4 = 10'd0;
    reg again = 1'b0;
    reg alone2 = 1'b0;
    reg charge3 = 1'b0;
    reg charge4 = 1'b0;
    reg refund = 1'b0;
    reg [11:0] slack = 12'd0;

    wire fresh2 = second & ~again;
    wire fresh3 = third & charge3;
    wire fresh4 = charge4 & ~failed;
    wire [9:0] asked2 = alone2 ? own2 : all2;
    // Cycle 3: it takes them. If the event two before has failed
    // it does not, and the one between gives back its own.
    wire [9:0] change = failed ? take4 : ~take3;
    wire [11:0] given = change[visit_sign[3:0]] ? ({2'd0, change} | sign_bits) : {2'd0, change};
    // Three numbers in one addition: their sum without carries, and the carries.
    wire [11:0] before_ = slack;
    wire [11:0] gained = {2'd0, gain};
    wire [11:0] carries = (before_ & gained) | (before_ & given) | (gained & given);
    wire [11:0] one_more = {11'd0, ~failed};
    // Cycle 4: the verdict. A lost event is none for the hand; none is near it.
    wire negative = slack[sign[3:0]];
    assign owing = negative;
    assign one = &slack;
    assign stop = charge4 & (negative | due);

    always @(posedge clk) begin
        // Cycles 0 to 2: what the event asks for. One close to
        // an event that asks is not asked what creates owe.
        weight0 <= weight;
        if (weight0 > cap) begin
            asked1 <= cap_visits;
        end else begin
            asked1 <= weight0[9:0];
        end
        alone2 <= fresh2 | fresh3 | charge4;
        own2 <= asked1;
        all2 <= asked1 + owed;
        asked3 <= asked2;
        take3 <= 10'd0;
        if (fresh2) take3 <= asked2;
        charge3 <= ~again;
        if (second) again <= 1'b0;
        slack <= (before_ ^ gained ^ given) + ((carries << 1) | one_more);
        asked4 <= asked3;
        take4 <= take3;
        charge4 <= fresh3 & ~failed;
        refund <= fresh4 & refuse;
        if (refund) take3 <= 10'd0 - stopped;
        if (fresh4 & ~refuse) owed <= 10'd0;
        if (failed) begin
            again <= 1'b1;
            take3 <= 10'd0;
        end
        if (fresh4) stopped <= asked4;
        if (made) owed <= owed + each;
        if (begin_) take3 <= stopped;
        if (~going) slack <= 12'd0;
        if (clear) begin
            owed <= 10'd0;
            again <= 1'b0;
            refund <= 1'b0;
            take3 <= 10'd0;
            slack <= 12'd0;
        end
    end
endmodule

// Puts a new child into the tables while events go on.
module treetap_profiler_fast_install #(
    parameter [4:0] top_levels = 5'd6,
    parameter [4:0] late = 5'd1
) (
    input  wire       clk,
    input  wire       rst,
    input  wire       push,
    input  wire       push_gone,
    output wire       is_gone,
    output reg        bubble,
    input  wire [4:0] level,
    output wire [4:0] table_,
    output reg        meta_we,
    output wire       bus_we,
    output reg        top_we,
    output wire       long,
    output wire       busy
);
    localparam [2:0] Task_Idle = 3'd0;
    localparam [2:0] Task_Bubble = 3'd1;
    localparam [2:0] Task_Wait = 3'd2;
    localparam [2:0] Task_Digit = 3'd3;
    localparam [2:0] Task_Meta = 3'd4;

    reg [2:0] task_ = 3'd0;
    reg flying = 1'b0;
    reg below_top = 1'b0;
    reg [4:0] place = 5'd0;
    reg [4:0] left = 5'd0;
    reg [4:0] aim = 5'd0;
    reg gone = 1'b0;

    assign table_ = aim;
    assign bus_we = flying ? (~(|left) ? 1'b1 : 1'b0) : 1'b0;
    always @* begin
        meta_we = 1'b0;
        bubble = 1'b0;
        top_we = 1'b0;
        case (task_)
            Task_Idle: ;
            Task_Bubble: begin
                if (~flying) bubble = 1'b1;
            end
            Task_Wait: ;
            Task_Digit: ;
            default /* Task_Meta */: begin
                meta_we = 1'b1;
                top_we = ~below_top;
            end
        endcase
    end
    assign is_gone = gone;
    assign busy = (task_ != Task_Idle) | flying;
    assign long = ((task_ == Task_Bubble) | push_gone) & flying;

    always @(posedge clk) begin
        // Known long before they are needed.
        below_top <= level >= top_levels;
        place <= level - top_levels;
        if (flying) begin
            left <= left - 5'd1;
            if (~(|left)) flying <= 1'b0;
        end
        case (task_)
            Task_Idle: begin
                gone <= push_gone;
                if (push) task_ <= Task_Wait;
                if (push_gone) task_ <= Task_Bubble;
            end
            Task_Bubble: begin
                if (~flying) task_ <= Task_Wait;
            end
            Task_Wait: task_ <= Task_Digit;
            Task_Digit: task_ <= Task_Meta;
            default /* Task_Meta */: begin
                left <= place + late;
                aim <= place;
                flying <= below_top;
                task_ <= Task_Idle;
            end
        endcase
        if (rst) begin
            task_ <= Task_Idle;
            flying <= 1'b0;
        end
    end
endmodule

// The words of a dump: header, prefix, level and count.
module treetap_profiler_fast_words (
    input  wire        clk,
    // which word
    input  wire [2:0]  number,

    input  wire [47:0] n,
    input  wire [47:0] t,
    input  wire [47:0] lost,
    input  wire [10:0] live,
    input  wire [31:0] creates,
    input  wire [47:0] over,
    // which word
    input  wire        prefix,

    input  wire [31:0] key,
    // which word
    input  wire        count,

    input  wire [4:0]  level,
    input  wire [47:0] own,
    // one word
    input  wire        send,
    input  wire        tail,
    output wire        ready,
    output wire        send_word,

    output wire [63:0] word,
    // one word
    output wire        send_tail,

    input  wire        writer_idle
);
    reg [63:0] header = 64'd0;
    reg [63:0] word_out = 64'd0;
    reg send_out = 1'b0;
    reg tail_out = 1'b0;
    reg free = 1'b0;

    wire [63:0] picked = count ? (({59'd0, level} << 56) | {16'd0, own}) : prefix ? {32'd0, key} : header;
    assign word = word_out;
    assign send_word = send_out;
    assign send_tail = tail_out;
    assign ready = free;

    always @(posedge clk) begin
        case (number)
            3'd0: header <= {16'd0, n};
            3'd1: header <= {16'd0, t};
            3'd2: header <= {16'd0, lost};
            3'd3: header <= {53'd0, live};
            3'd4: header <= {32'd0, creates};
            default: header <= {16'd0, over};
        endcase
        word_out <= picked;
        send_out <= send;
        tail_out <= tail;
        free <= writer_idle & ~send & ~tail & ~send_out & ~tail_out;
    end
endmodule

// The dump in pre-order, with the memories and the walk of the events.
module treetap_profiler_fast_tour #(
    parameter [6:0] look = 7'd9,
    parameter [6:0] walk = 7'd32,
    parameter [2:0] header_words = 3'd6,
    parameter [33:0] root_unit = 34'h100000000
) (
    input  wire        clk,
    input  wire        rst,
    // one trip
    input  wire        start_dump,
    output wire        done,
    // look at a node
    output wire [9:0]  node,
    input  wire [4:0]  level,
    input  wire [9:0]  parent,
    input  wire [47:0] own,
    // walk of a key
    output wire        probe_we,
    output wire [31:0] probe,
    input  wire [9:0]  walked,

    input  wire [4:0]  unit_level,
    input  wire [47:0] n,
    input  wire [47:0] t,
    input  wire [47:0] lost,
    input  wire [10:0] live,
    input  wire [31:0] creates,
    input  wire [47:0] over,
    // the dump's words
    output wire        send_word,
    output wire [63:0] word,
    output wire        send_tail,
    input  wire        writer_idle
);
    reg in_idle = 1'b1;
    reg in_header = 1'b0;
    reg in_probe = 1'b0;
    reg in_walk = 1'b0;
    reg in_depth = 1'b0;
    reg in_ascend = 1'b0;
    reg in_prefix = 1'b0;
    reg in_own = 1'b0;
    reg in_next = 1'b0;
    reg in_carry = 1'b0;
    reg in_up = 1'b0;
    reg in_tail = 1'b0;
    reg in_finish = 1'b0;
    reg [6:0] wait_ = 7'd0;
    reg [9:0] at = 10'd0;
    reg [9:0] end_ = 10'd0;
    reg home = 1'b0;
    reg [2:0] words = 3'd0;
    reg [31:0] key = 32'd0;
    reg [33:0] unit = 34'd0;
    reg [4:0] sent = 5'd0;
    reg [4:0] sending = 5'd0;
    reg [4:0] deepest = 5'd0;
    reg at_unit = 1'b0;
    reg higher = 1'b0;
    reg deeper = 1'b0;
    reg [31:0] counted_up = 32'd0;
    reg overflow = 1'b0;
    reg looked = 1'b0;
    reg third = 1'b0;
    reg [4:0] saw_level = 5'd0;
    reg [9:0] saw_parent = 10'd0;
    reg [47:0] saw_own = 48'd0;
    reg [9:0] given = 10'd0;
    reg above_next = 1'b0;
    reg at_next_ = 1'b0;
    reg at_end = 1'b0;

    reg send_now;
    wire packer_ready;

    assign done = home;
    wire [31:0] one = unit[33:2];
    assign probe_we = in_probe ? 1'b1 : 1'b0;
    always @* begin
        send_now = 1'b0;
        if (in_header) begin
            if (packer_ready) begin
                if (~(words == header_words)) send_now = 1'b1;
            end
        end
        if (in_prefix) begin
            if (packer_ready) send_now = 1'b1;
        end
        if (in_own) begin
            if (packer_ready) send_now = 1'b1;
        end
    end
    wire tail_now = in_tail ? (packer_ready ? 1'b1 : 1'b0) : 1'b0;
    assign node = at;
    assign probe = key;

    treetap_profiler_fast_words u_packer (
        .clk(clk),
        .number(words),
        .n(n),
        .t(t),
        .lost(lost),
        .live(live),
        .creates(creates),
        .over(over),
        .prefix(in_prefix),
        .key(key),
        .count(in_own),
        .level(sending),
        .own(saw_own),
        .send(send_now),
        .tail(tail_now),
        .ready(packer_ready),
        .send_word(send_word),
        .word(word),
        .send_tail(send_tail),
        .writer_idle(writer_idle)
    );

    always @(posedge clk) begin
        home <= 1'b0;
        // Comparisons, a cycle late: what is looked at stays for longer.
        saw_level <= level;
        saw_parent <= parent;
        saw_own <= own;
        given <= walked;
        looked <= wait_ == look;
        third <= (in_next | in_carry) & (wait_ == 7'd1);
        above_next <= saw_level < sending;
        at_next_ <= saw_level == sending;
        at_end <= sending == deepest;
        wait_ <= wait_ + 7'd1;
        at_unit <= sent == unit_level;
        // One digit further at the level sent last; a change of level takes effect a cycle late.
        deeper <= 1'b0;
        higher <= 1'b0;
        if (deeper) unit <= unit >> 2;
        if (higher) unit <= unit << 2;
        counted_up <= key & (one | (one << 1));
        overflow <= ~(|counted_up);
        if (in_idle) begin
            wait_ <= 7'd0;
            words <= 3'd0;
            key <= 32'd0;
            unit <= root_unit;
            sent <= 5'd0;
            sending <= 5'd0;
            if (start_dump & ~home) begin
                in_idle <= 1'b0;
                in_header <= 1'b1;
            end
        end
        if (in_header) begin
            if (packer_ready) begin
                words <= words + 3'd1;
                if (words == header_words) begin
                    in_header <= 1'b0;
                    in_probe <= 1'b1;
                end
            end
        end
        if (in_probe) begin
            wait_ <= 7'd0;
            in_probe <= 1'b0;
            in_walk <= 1'b1;
        end
        if (in_walk) begin
            end_ <= given;
            at <= given;
            if (wait_ == walk) begin
                wait_ <= 7'd0;
                in_walk <= 1'b0;
                in_depth <= 1'b1;
            end
        end
        if (in_depth) begin
            deepest <= saw_level;
            if (looked) begin
                wait_ <= 7'd0;
                if (above_next) begin
                    in_depth <= 1'b0;
                    in_next <= 1'b1;
                end else begin
                    in_depth <= 1'b0;
                    in_ascend <= 1'b1;
                end
            end
        end
        if (in_ascend) begin
            if (looked) begin
                wait_ <= 7'd0;
                if (at_next_) begin
                    in_ascend <= 1'b0;
                    in_prefix <= 1'b1;
                end else begin
                    at <= saw_parent;
                end
            end
        end
        if (in_prefix) begin
            if (packer_ready) begin
                in_prefix <= 1'b0;
                in_own <= 1'b1;
            end
        end
        if (in_own) begin
            wait_ <= 7'd0;
            if (packer_ready) begin
                at <= end_;
                sent <= sending;
                sending <= sending + 5'd1;
                deeper <= |sending;
                if (at_end) begin
                    in_own <= 1'b0;
                    in_next <= 1'b1;
                end else begin
                    in_own <= 1'b0;
                    in_ascend <= 1'b1;
                end
            end
        end
        if (in_next) begin
            // Below a unit node there is nothing: one level up at once.
            if (third) begin
                wait_ <= 7'd0;
                if (at_unit) begin
                    sent <= sent - 5'd1;
                    higher <= 1'b1;
                end else begin
                    key <= key + one;
                    in_next <= 1'b0;
                    in_carry <= 1'b1;
                end
            end
        end
        if (in_carry) begin
            if (third) begin
                in_carry <= 1'b0;
                in_up <= 1'b1;
            end
        end
        if (in_up) begin
            wait_ <= 7'd0;
            sending <= sent + 5'd1;
            if (~overflow) begin
                in_up <= 1'b0;
                in_probe <= 1'b1;
            end else if (~(|sent)) begin
                in_up <= 1'b0;
                in_tail <= 1'b1;
            end else begin
                sent <= sent - 5'd1;
                higher <= 1'b1;
                in_up <= 1'b0;
                in_carry <= 1'b1;
            end
        end
        if (in_tail) begin
            if (packer_ready) begin
                in_tail <= 1'b0;
                in_finish <= 1'b1;
            end
        end
        if (in_finish) begin
            if (packer_ready) begin
                home <= 1'b1;
                in_finish <= 1'b0;
                in_idle <= 1'b1;
            end
        end
        if (rst) begin
            in_idle <= 1'b1;
            in_header <= 1'b0;
            in_probe <= 1'b0;
            in_walk <= 1'b0;
            in_depth <= 1'b0;
            in_ascend <= 1'b0;
            in_prefix <= 1'b0;
            in_own <= 1'b0;
            in_next <= 1'b0;
            in_carry <= 1'b0;
            in_up <= 1'b0;
            in_tail <= 1'b0;
            in_finish <= 1'b0;
        end
    end
endmodule

// Sends the dump word by word and ends it with the CRC-32 of all bytes before.
// Each word passes once through a 64-bit register, two bits a cycle, and through the CRC on its way.
module treetap_profiler_fast_dump_writer #(
    parameter [4:0] levels = 5'd16,
    parameter [31:0] poly = 32'hedb88320,
    parameter [31:0] half_poly = 32'h76dc4190,
    parameter [31:0] ones = 32'hffffffff,
    parameter [31:0] filling = 32'hc0000000
) (
    input  wire        clk,
    input  wire        rst,
    // send a word given in parallel
    input  wire        send_word,
    input  wire [63:0] word,
    // send the prefix of a node, read digit by digit from the stack
    input  wire        send_path,
    input  wire [4:0]  depth,
    output wire [4:0]  path_address,
    output reg         path_busy,
    input  wire [1:0]  path_digit,
    // send the CRC as the last word
    input  wire        send_tail,

    output reg         idle,
    // dump stream
    output reg         dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last
);
    localparam [2:0] Feed_Idle = 3'd0;
    localparam [2:0] Feed_Prime = 3'd1;
    localparam [2:0] Feed_Rotate = 3'd2;
    localparam [2:0] Feed_Path = 3'd3;
    localparam [2:0] Feed_Tail = 3'd4;
    localparam [2:0] Feed_Offer = 3'd5;

    reg [2:0] feed = 3'd0;
    reg tail = 1'b0;
    reg [63:0] shifter = 64'd0;
    reg [31:0] crc = 32'd0;
    reg [4:0] left = 5'd0;
    reg [4:0] address = 5'd0;
    reg on_path = 1'b0;

    reg [1:0] two;
    reg step;

    always @* begin
        two = shifter[1:0];
        step = 1'b0;
        path_busy = 1'b0;
        idle = 1'b0;
        dump_valid = 1'b0;
        case (feed)
            Feed_Idle: idle = 1'b1;
            Feed_Prime: path_busy = 1'b1;
            Feed_Rotate: step = 1'b1;
            Feed_Path: begin
                path_busy = 1'b1;
                step = 1'b1;
                if (on_path) begin
                    two = path_digit;
                end else begin
                    two = 2'd0;
                end
            end
            Feed_Tail: begin
                step = 1'b1;
                two = ~crc[1:0];
            end
            default /* Feed_Offer */: dump_valid = 1'b1;
        endcase
    end
    assign path_address = address;
    // Two steps of the CRC; its polynomial has no bit 0, so the second feedback does not wait for the first.
    wire feedback0 = crc[0] ^ two[0];
    wire feedback1 = crc[1] ^ two[1];
    wire [31:0] crc0 = feedback0 ? ((crc >> 2) ^ half_poly) : (crc >> 2);
    wire [31:0] crc1 = feedback1 ? (crc0 ^ poly) : crc0;
    assign dump_data = shifter;
    assign dump_last = tail;

    always @(posedge clk) begin
        case (feed)
            Feed_Idle: begin
                left <= 5'd0;
                address <= levels;
                tail <= send_tail;
                // Before it is known whether the word is wanted: the enable of 64 registers is in a hurry.
                shifter <= word;
                if (send_word) begin
                    feed <= Feed_Rotate;
                end else if (send_path) begin
                    feed <= Feed_Prime;
                end else if (send_tail) begin
                    feed <= Feed_Tail;
                end
            end
            Feed_Prime: feed <= Feed_Path;
            Feed_Rotate: ;
            Feed_Path: ;
            Feed_Tail: ;
            default /* Feed_Offer */: begin
                if (dump_ready) feed <= Feed_Idle;
            end
        endcase
        if (path_busy & (|address)) address <= address - 5'd1;
        on_path <= (|address) & (address <= depth);
        if (step) begin
            shifter <= (shifter >> 2) | ({62'd0, two} << 62);
            left <= left + 5'd1;
            if (tail) begin
                crc <= (crc >> 2) | filling;
            end else begin
                crc <= crc1;
            end
            if (&left) feed <= Feed_Offer;
        end
        if (rst) begin
            feed <= Feed_Idle;
            crc <= ones;
        end
    end
endmodule

// Pipelined range adaptive profiling engine: one event per cycle between stalls.
// Rules R1 to R5, R8, R9, R11 to R13 and R15 of docs/reference/rap.md;
// stages and hazards are in docs/reference/rap-pipelined.md.
module treetap_profiler_fast_engine #(
    parameter [4:0] unit_level = 5'd16,
    parameter [4:0] top_levels = 5'd6,
    parameter [5:0] lv = 6'd5,
    parameter [10:0] nodes = 11'h400,
    parameter [16:0] nowhere = 17'd31,
    parameter [3:0] leaf = 4'd1,
    parameter [3:0] parent = 4'd4,
    parameter [3:0] said = 4'd3,
    parameter [9:0] all_but_root = 10'h3ff,
    parameter [9:0] reserve = 10'd32,
    parameter [9:0] reserve_but_one = 10'd31,
    parameter [5:0] top_bit = 6'd47,
    parameter [3:0] clear_code = 4'd1,
    parameter [3:0] command_code = 4'd2,
    parameter [3:0] walk_code = 4'd3,
    parameter [3:0] create_code = 4'd4,
    parameter [3:0] visit_code = 4'd5,
    parameter [3:0] queue_code = 4'd7,
    parameter [3:0] refill_code = 4'd8
) (
    input  wire        clk,
    input  wire        rst,
    // coalesced events
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
    input  wire [47:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    // statistics and status
    output wire [47:0] stat_n,
    output wire [47:0] stat_t,
    output wire [47:0] stat_lost,
    output wire [10:0] stat_live,
    output wire [31:0] stat_creates,
    output wire [47:0] stat_over,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active,
    output wire [3:0]  stat_stall,

    output wire        clearing
);
    reg clear = 1'b0;
    reg settle = 1'b0;
    reg run = 1'b0;
    reg wait_make = 1'b0;
    reg make = 1'b0;
    reg rewalk = 1'b0;
    reg pause = 1'b0;
    reg paused = 1'b0;
    reg waited = 1'b0;
    reg taken = 1'b0;
    reg follow = 1'b0;
    reg followed = 1'b0;
    reg raise = 1'b0;
    reg anew = 1'b0;
    reg rewind = 1'b0;
    reg dumps = 1'b0;
    reg [11:0] wipe = 12'd0;
    reg [5:0] wait_ = 6'd0;
    reg settled = 1'b0;
    reg unready = 1'b0;
    reg by_command = 1'b0;
    reg open = 1'b0;
    reg sent1 = 1'b0;
    reg sent2 = 1'b0;
    reg sent3 = 1'b0;
    reg sent4 = 1'b0;
    reg sent5 = 1'b0;
    reg first1 = 1'b0;
    reg first2 = 1'b0;
    reg losing = 1'b0;
    reg [4:0] new_level = 5'd0;
    reg [3:0] tick = 4'd0;
    reg gate = 1'b0;
    reg obey = 1'b0;
    reg clear_patches = 1'b0;
    reg [9:0] stack_at = 10'd0;
    reg wiping = 1'b0;
    reg can_make = 1'b0;
    reg can_take = 1'b0;
    reg ripe = 1'b0;
    reg skip = 1'b0;
    reg stuck = 1'b0;
    reg quiet = 1'b0;
    reg refilling = 1'b0;
    reg [9:0] victim = 10'd0;
    reg [4:0] victim_level = 5'd0;
    reg [9:0] free = 10'd0;
    reg none_free = 1'b0;
    reg step = 1'b0;
    reg jump = 1'b0;
    reg due = 1'b0;
    reg moved = 1'b0;
    reg inject = 1'b0;
    reg begin_ = 1'b0;
    reg steady = 1'b0;
    reg [9:0] inject_node = 10'd0;
    reg [9:0] gone_node = 10'd0;
    reg [9:0] gone_parent = 10'd0;
    reg [9:0] out_node = 10'd0;
    reg [9:0] out_parent = 10'd0;
    reg [8:0] flight = 9'd0;
    reg gone = 1'b0;
    reg [4:0] gone_level = 5'd0;
    reg [4:0] out_level = 5'd0;
    reg [11:0] gone_place = 12'd0;
    reg [11:0] out_place = 12'd0;
    reg [11:0] bus_at = 12'd0;
    reg [9:0] bus_to = 10'd0;
    reg [10:0] census = 11'd0;
    reg stack_we_ = 1'b0;
    reg [9:0] stack_wa_ = 10'd0;
    reg [9:0] stack_wd_ = 10'd0;

    reg [3:0] reason;
    reg [9:0] upper;
    reg [9:0] lower;
    reg [1:0] turn;
    wire places_room;
    wire places_empty;
    wire [8:0] places_written;
    wire [8:0] places_issued;
    wire places_arrived;
    wire [8:0] places_arrived_at;
    wire places_send;
    wire [8:0] places_sent;
    wire [8:0] places_finished;
    reg [11:0] walk_top_wa;
    reg walk_top_there;
    reg walk_bus_we;
    reg [4:0] walk_bus_level;
    reg [11:0] walk_bus_wa;
    reg [9:0] walk_bus_wd;
    wire [9:0] walk_node;
    wire [31:0] history_key;
    wire [9:0] history_node;
    wire [15:0] history_weight;
    wire [15:0] history_weight_before;
    wire [9:0] patches_node;
    wire [9:0] patches_own_node;
    wire patches_old;
    wire patches_oldest_busy;
    wire [9:0] patches_new_node;
    wire [4:0] patches_new_level;
    wire [1:0] patches_first_digit;
    wire [11:0] patches_new_prefix;
    wire [9:0] patches_new_child;
    reg [9:0] count_own_wa;
    reg [9:0] count_meta_wa;
    reg [16:0] count_meta_wd;
    wire count_failed;
    wire count_stopped;
    wire count_lost_way;
    wire count_absorbs;
    wire count_absorbed;
    wire count_kept;
    wire [9:0] count_failed_node;
    wire [4:0] count_failed_level;
    wire count_counted;
    wire count_above;
    wire count_refused;
    wire [15:0] count_weight_before;
    wire [15:0] count_weight_now;
    wire count_idle;
    wire count_second;
    wire count_third;
    wire count_write;
    wire [9:0] count_write_at;
    wire [47:0] count_write_word;
    wire [4:0] count_level;
    wire [11:0] count_place;
    wire totals_near_end;
    wire totals_refuse;
    wire totals_lost_done;
    wire totals_grew;
    reg ladder_load;
    wire ladder_busy;
    wire [47:0] ladder_inverted;
    wire [9:0] hand_up;
    wire [47:0] hand_own;
    wire hand_going;
    wire [9:0] hand_pass;
    wire hand_found;
    wire hand_vain;
    wire [9:0] hand_leaf;
    wire [9:0] hand_leaf_parent;
    wire pace_stop;
    wire pace_owing;
    wire pace_one;
    wire install_is_gone;
    wire install_bubble;
    wire [4:0] install_table;
    wire install_meta_we;
    wire install_bus_we;
    wire install_top_we;
    wire install_long;
    wire install_busy;
    wire tour_done;
    wire [9:0] tour_node;
    wire tour_probe_we;
    wire [31:0] tour_probe;
    wire tour_send_word;
    wire [63:0] tour_word;
    wire tour_send_tail;
    wire [9:0] stack_rd;
    wire [4:0] writer_path_address_unused;
    wire writer_path_busy_unused;
    wire writer_idle;

    wire [47:0] t = ~ladder_inverted;
    wire served = waited & pause & ~pace_owing;
    assign clearing = unready;
    wire room_to_make = ~patches_oldest_busy & ~install_busy & ~count_absorbed;
    wire at_once = ripe & can_take;
    assign ev_ready = places_room & open;
    wire accept = ev_valid & ev_ready;
    // A verdict on its way when a reset came finishes nothing.
    wire finish = (count_counted | totals_lost_done) & ~clear;
    always @* begin
        // Requests, off unless a mode makes them.
        ladder_load = 1'b0;
        cmd_ready = 1'b0;
        reason = queue_code;
        if (clear) begin
            reason = clear_code;
            ladder_load = 1'b1;
        end
        if (settle) begin
            reason = clear_code;
            if (settled) cmd_ready = by_command;
        end
        if (run) begin
            if (refilling) begin
                reason = refill_code;
            end else if (totals_near_end) begin
                reason = walk_code;
            end
        end
        if (make) reason = create_code;
        if (wait_make) reason = create_code;
        if (rewalk) reason = create_code;
        if (raise) reason = visit_code;
        if (pause) reason = visit_code;
        if (taken) reason = visit_code;
        if (follow) reason = visit_code;
        if (dumps) begin
            reason = command_code;
            if (tour_done) begin
                if (~cmd_op[1]) cmd_ready = 1'b1;
            end
        end
    end
    wire walk_key_we = accept | tour_probe_we;
    wire [31:0] walk_key = tour_probe_we ? tour_probe : ev_key;
    // Walk: a bubble makes way for the pointer to a new child.
    wire places_may_issue = (run | wait_make | pause) & ~install_bubble;
    // To the count stage: from the oldest unfinished event on, again after each misfit.
    wire arrives = sent5;
    wire alone = ~(sent1 | sent2 | sent3 | sent4 | sent5 | arrives | ~count_idle | losing | make | pause
            | taken | follow);
    wire places_make = make | followed;
    wire places_may_send = run & gate;
    wire patches_inject = inject | taken | flight[2];
    wire [9:0] patches_inject_node = inject ? inject_node : taken ? hand_leaf : gone_parent;
    // Count stage.
    wire [4:0] level = install_is_gone ? out_level : patches_new_level;
    wire [9:0] wiped_node = wipe[9:0];
    wire count_own_put = make | wiping;
    wire count_meta_we = install_meta_we | wiping;
    wire [11:0] place = (new_level > top_levels) ? {10'd0, patches_first_digit} : patches_new_prefix;
    always @* begin
        if (wiping) begin
            count_own_wa = wiped_node;
            count_meta_wa = wiped_node;
            count_meta_wd = 17'd0;
        end else begin
            count_own_wa = stack_rd;
            count_meta_wa = patches_new_child;
            if (install_is_gone) count_meta_wa = out_node;
            count_meta_wd = {12'd0, new_level} | ({5'd0, place} << lv);
            if (install_is_gone) count_meta_wd = nowhere;
        end
    end
    wire hand_grow = install_meta_we & ~install_is_gone;
    wire hand_hold = clear | settle | dumps | raise;
    // No event is in the count stage when a round begins or ends.
    wire few = (count_absorbed & (free == reserve_but_one)) ? 1'b0 : (free < reserve);
    wire [15:0] count_weight = flight[leaf] ? 16'd0 : history_weight;
    wire count_absorb = flight[parent];
    always @* begin
        upper = patches_new_node;
        lower = patches_new_child;
        turn = patches_first_digit;
        if (install_is_gone) begin
            upper = out_parent;
            lower = out_parent;
            turn = out_place[1:0];
        end
    end
    always @* begin
        if (wiping) begin
            walk_bus_we = 1'b0;
            walk_bus_level = 5'd0;
            walk_bus_wa = wipe;
            walk_bus_wd = wipe[11:2];
        end else begin
            walk_bus_we = install_bus_we;
            walk_bus_level = install_table;
            walk_bus_wa = bus_at;
            walk_bus_wd = bus_to;
        end
    end
    always @* begin
        walk_top_wa = patches_new_prefix;
        walk_top_there = ~install_is_gone;
        if (install_is_gone) walk_top_wa = out_place;
        if (wiping) begin
            walk_top_wa = wipe;
            walk_top_there = 1'b0;
        end
    end
    assign stat_t = t;
    assign stat_live = census;
    assign stat_near_full = stat_n[top_bit];
    assign stat_event = finish;
    assign stat_active = finish | ~places_empty;
    assign stat_stall = ev_ready ? 4'd0 : reason;

    treetap_profiler_fast_places #(.none(9'h1ff), .arrival(7'd26)) u_places (
        .clk(clk),
        .rst(rst),
        .accept(accept),
        .may_issue(places_may_issue),
        .may_send(places_may_send),
        .make(places_make),
        .failed(count_failed),
        .finish(finish),
        .rewind(rewind),
        .but_one(anew),
        .room(places_room),
        .empty(places_empty),
        .written(places_written),
        .issued(places_issued),
        .arrived(places_arrived),
        .arrived_at(places_arrived_at),
        .send(places_send),
        .sent(places_sent),
        .finished(places_finished)
    );

    treetap_profiler_fast_walk #(.below_top(7'd20), .t2(7'd12), .digit_at(7'd30)) u_walk (
        .clk(clk),
        .key_we(walk_key_we),
        .key_at(places_written),
        .key(walk_key),
        .issue_at(places_issued),
        .top_we(install_top_we),
        .top_level(new_level),
        .top_wa(walk_top_wa),
        .top_there(walk_top_there),
        .top_wd(patches_new_child),
        .bus_all(wiping),
        .bus_we(walk_bus_we),
        .bus_level(walk_bus_level),
        .bus_wa(walk_bus_wa),
        .bus_wd(walk_bus_wd),
        .node(walk_node)
    );

    treetap_profiler_fast_history u_history (
        .clk(clk),
        .accept(accept),
        .accept_at(places_written),
        .new_key(ev_key),
        .new_weight(ev_weight),
        .arrived(places_arrived),
        .arrived_at(places_arrived_at),
        .new_node(walk_node),
        .at(places_sent),
        .key(history_key),
        .node(history_node),
        .weight(history_weight),
        .weight_before(history_weight_before)
    );

    treetap_profiler_fast_patches #(.below_top(7'd20)) u_patches (
        .clk(clk),
        .clear(clear_patches),
        .push(make),
        .push_node(victim),
        .push_level(victim_level),
        .push_child(stack_rd),
        .gone(count_absorbed),
        .gone_node(gone_node),
        .issue_at(places_issued),
        .commit_at(places_finished),
        .sent(sent1),
        .sent_at(places_sent),
        .failed(count_failed),
        .walked(history_node),
        .key(history_key),
        .first(first2),
        .inject(patches_inject),
        .inject_node(patches_inject_node),
        .node(patches_node),
        .own_node(patches_own_node),
        .old(patches_old),
        .oldest_busy(patches_oldest_busy),
        .new_node(patches_new_node),
        .new_level(patches_new_level),
        .first_digit(patches_first_digit),
        .new_prefix(patches_new_prefix),
        .new_child(patches_new_child)
    );

    treetap_profiler_fast_count #(.lv(6'd5), .c(6'd48)) u_count (
        .clk(clk),
        .clear(wiping),
        .new_event(arrives),
        .node(patches_node),
        .own_node(patches_own_node),
        .weight(count_weight),
        .absorb(count_absorb),
        .old(patches_old),
        .gone_node(gone_node),
        .gone(gone),
        .threshold(t),
        .unit_level(unit_level),
        .refuse(totals_refuse),
        .stop(pace_stop),
        .none_free(none_free),
        .own_put(count_own_put),
        .own_wa(count_own_wa),
        .own_wd(48'd0),
        .meta_we(count_meta_we),
        .meta_wa(count_meta_wa),
        .meta_wd(count_meta_wd),
        .failed(count_failed),
        .stopped(count_stopped),
        .lost_way(count_lost_way),
        .absorbs(count_absorbs),
        .absorbed(count_absorbed),
        .kept(count_kept),
        .failed_node(count_failed_node),
        .failed_level(count_failed_level),
        .counted(count_counted),
        .above(count_above),
        .refused(count_refused),
        .weight_before(count_weight_before),
        .weight_now(count_weight_now),
        .idle(count_idle),
        .second(count_second),
        .third(count_third),
        .write(count_write),
        .write_at(count_write_at),
        .write_word(count_write_word),
        .level(count_level),
        .place(count_place)
    );

    treetap_profiler_fast_totals #(.low(48'h1fffff), .near_bits(6'd21)) u_totals (
        .clk(clk),
        .clear(wiping),
        .weight_before(count_weight_before),
        .weight(count_weight_now),
        .counted(count_counted),
        .above(count_above),
        .round(begin_),
        .refused(count_refused),
        .near_end(totals_near_end),
        .refuse(totals_refuse),
        .lost_done(totals_lost_done),
        .n(stat_n),
        .over(stat_over),
        .grew(totals_grew),
        .lost(stat_lost),
        .lost_flag(stat_lost_flag)
    );

    treetap_profiler_fast_ladder #(.c(6'd48), .ones(48'hffffffffffff), .one(48'd1), .first_bit(6'd47),
            .top_bit(6'd47), .further(6'd3)) u_ladder (
        .clk(clk),
        .load(ladder_load),
        .first(cfg_t0),
        .climb(step),
        .jump(jump),
        .busy(ladder_busy),
        .inverted(ladder_inverted)
    );

    treetap_profiler_fast_hand #(.aw(5'd10), .above_t(50'h1000000000000), .carry(6'd49), .verdict(4'd7),
            .free(13'h1c00), .one_child(13'h400), .far_off(10'h380)) u_hand (
        .clk(clk),
        .clear(wiping),
        .wiped(wiped_node),
        .begin_(begin_),
        .hold(hand_hold),
        .take(taken),
        .skip(skip),
        .kept(count_kept),
        .threshold(t),
        .grow(hand_grow),
        .shrink(count_absorbed),
        .parent(patches_new_node),
        .child(patches_new_child),
        .gone(gone_node),
        .gone_parent(gone_parent),
        .write(count_write),
        .write_at(count_write_at),
        .write_word(count_write_word),
        .look(dumps),
        .look_at(tour_node),
        .up(hand_up),
        .own(hand_own),
        .going(hand_going),
        .pass(hand_pass),
        .found(hand_found),
        .vain(hand_vain),
        .leaf(hand_leaf),
        .leaf_parent(hand_leaf_parent)
    );

    treetap_profiler_fast_pace #(.cap(16'h100), .cap_visits(10'h100), .each(10'd8), .sign(5'd11),
            .visit_sign(5'd9), .sign_bits(12'hc00)) u_pace (
        .clk(clk),
        .clear(wiping),
        .weight(history_weight_before),
        .second(count_second),
        .third(count_third),
        .failed(count_failed),
        .refuse(totals_refuse),
        .made(make),
        .going(hand_going),
        .due(due),
        .begin_(begin_),
        .gain(hand_pass),
        .stop(pace_stop),
        .owing(pace_owing),
        .one(pace_one)
    );

    treetap_profiler_fast_install #(.top_levels(5'd6), .late(5'd1)) u_install (
        .clk(clk),
        .rst(rst),
        .push(make),
        .push_gone(count_absorbed),
        .is_gone(install_is_gone),
        .bubble(install_bubble),
        .level(level),
        .table_(install_table),
        .meta_we(install_meta_we),
        .bus_we(install_bus_we),
        .top_we(install_top_we),
        .long(install_long),
        .busy(install_busy)
    );

    treetap_profiler_fast_tour #(.look(7'd9), .walk(7'd32), .header_words(3'd6), .root_unit(34'h100000000))
            u_tour (
        .clk(clk),
        .rst(rst),
        .start_dump(dumps),
        .done(tour_done),
        .node(tour_node),
        .level(count_level),
        .parent(hand_up),
        .own(hand_own),
        .probe_we(tour_probe_we),
        .probe(tour_probe),
        .walked(walk_node),
        .unit_level(unit_level),
        .n(stat_n),
        .t(t),
        .lost(stat_lost),
        .live(census),
        .creates(stat_creates),
        .over(stat_over),
        .send_word(tour_send_word),
        .word(tour_word),
        .send_tail(tour_send_tail),
        .writer_idle(writer_idle)
    );

    treetap_profiler_fast_outreg_ram #(.WIDTH(10), .ADDR(10)) u_stack (
        .clk(clk),
        .ra(stack_at),
        .rd(stack_rd),
        .we(stack_we_),
        .wa(stack_wa_),
        .wd(stack_wd_)
    );

    treetap_profiler_fast_tally u_creates (
        .clk(clk),
        .clear(wiping),
        .step(make),
        .count(stat_creates)
    );

    treetap_profiler_fast_dump_writer #(.levels(5'd16), .poly(32'hedb88320), .half_poly(32'h76dc4190),
            .ones(32'hffffffff), .filling(32'hc0000000)) u_writer (
        .clk(clk),
        .rst(rst),
        .send_word(tour_send_word),
        .word(tour_word),
        .send_path(1'b0),
        .depth(5'd0),
        .path_address(writer_path_address_unused),
        .path_busy(writer_path_busy_unused),
        .path_digit(2'd0),
        .send_tail(tour_send_tail),
        .idle(writer_idle),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last)
    );

    always @(posedge clk) begin
        step <= 1'b0;
        clear_patches <= 1'b0;
        rewind <= 1'b0;
        wait_ <= wait_ + 6'd1;
        can_take <= ~install_long & ~(|flight) & ~taken;
        // A cycle late, and so not in the cycle after.
        skip <= pause & hand_found & hand_vain & pace_owing & ~skip;
        // As it was when the event was stopped.
        ripe <= hand_found & ~hand_vain;
        can_make <= room_to_make;
        stuck <= patches_oldest_busy & ~install_busy;
        // The memories' registers lag the mode by a cycle, and so does the address: the first one comes last.
        wiping <= clear;
        quiet <= ~accept & places_empty;
        obey <= cmd_valid & ~ev_valid & quiet & ~install_busy & run;
        if (clear) begin
            clear_patches <= 1'b1;
            wipe <= wipe + 12'd1;
            wait_ <= 6'd0;
            free <= all_but_root;
            moved <= 1'b0;
            if (&wipe) begin
                clear <= 1'b0;
                settle <= 1'b1;
            end
        end
        settled <= (&(wait_ | 6'd1)) & ~ladder_busy;
        if (settle) begin
            if (settled) begin
                unready <= 1'b0;
                by_command <= 1'b0;
                open <= 1'b1;
                settle <= 1'b0;
                run <= 1'b1;
            end
        end
        if (run) begin
            victim <= count_failed_node;
            victim_level <= count_failed_level;
            if (count_failed) begin
                run <= 1'b0;
                // It walked to a node that is gone: it will walk anew.
                if (count_lost_way) moved <= 1'b1;
                // Visits of the hand before the event (R15 H1, H2), or a new child (R5c).
                if (count_kept) begin
                    pause <= 1'b1;
                end else if (count_stopped) begin
                    taken <= hand_going & at_once;
                    pause <= hand_going & ~at_once;
                    raise <= ~hand_going;
                    step <= ~hand_going;
                    jump <= totals_grew;
                end else if (count_lost_way) begin
                    pause <= 1'b1;
                end else begin
                    make <= can_make;
                    wait_make <= ~can_make;
                end
            end
            // No event is on its way then.
            if (obey & cmd_valid & ~ev_valid) begin
                open <= 1'b0;
                if (cmd_op[0]) begin
                    clear_patches <= 1'b1;
                    run <= 1'b0;
                    dumps <= 1'b1;
                end else begin
                    by_command <= 1'b1;
                    unready <= 1'b1;
                    run <= 1'b0;
                    clear <= 1'b1;
                end
            end
        end
        if (make) begin
            refilling <= 1'b1;
            make <= 1'b0;
            run <= 1'b1;
        end
        if (wait_make) begin
            if (room_to_make) begin
                wait_make <= 1'b0;
                make <= 1'b1;
            end else if (stuck) begin
                // No patch is free before this event is finished: the
                // others walk anew, now that all children are in place.
                anew <= 1'b1;
                clear_patches <= 1'b1;
                wait_make <= 1'b0;
                rewalk <= 1'b1;
                rewind <= 1'b1;
            end
        end
        if (rewalk) begin
            refilling <= 1'b1;
            moved <= 1'b0;
            rewalk <= 1'b0;
            anew <= 1'b0;
            make <= anew;
            run <= ~anew;
        end
        // A cycle later; not in the first two cycles of the climb.
        steady <= ~ladder_busy & ~step;
        if (raise) begin
            if (begin_) begin
                begin_ <= 1'b0;
                raise <= 1'b0;
                pause <= 1'b1;
            end else if (steady & ~step) begin
                begin_ <= 1'b1;
            end
        end
        // Not in the first cycle, in which a round may not have told yet what is owed.
        paused <= pause;
        waited <= pause & ~moved;
        if (pause) begin
            if (moved) clear_patches <= 1'b1;
            if (hand_found & pace_owing) begin
                if (~hand_vain & can_take) begin
                    pause <= 1'b0;
                    taken <= 1'b1;
                end
            end else if (paused & ~pace_owing & moved & can_make & can_take) begin
                rewind <= 1'b1;
                pause <= 1'b0;
                rewalk <= 1'b1;
            end
            if (served) begin
                refilling <= 1'b1;
                pause <= 1'b0;
                run <= 1'b1;
            end
        end
        followed <= 1'b0;
        if (taken) begin
            taken <= 1'b0;
            follow <= 1'b1;
            followed <= pace_one & ~moved;
        end
        if (follow) begin
            follow <= 1'b0;
            if (followed) begin
                refilling <= 1'b1;
                run <= 1'b1;
            end else begin
                pause <= 1'b1;
            end
        end
        if (dumps) begin
            if (tour_done) begin
                if (cmd_op[1]) begin
                    by_command <= 1'b1;
                    unready <= 1'b1;
                    dumps <= 1'b0;
                    clear <= 1'b1;
                end else begin
                    open <= 1'b1;
                    dumps <= 1'b0;
                    run <= 1'b1;
                end
            end
        end
        if (finish) refilling <= 1'b0;
        // Near the end of n, one event in sixteen cycles at most,
        // and none beside another, nor beside one that comes again.
        tick <= tick + 4'd1;
        gate <= ~totals_near_end | (alone & ~(|tick));
        sent1 <= places_send & ~count_failed;
        sent2 <= sent1 & ~count_failed;
        sent3 <= sent2 & ~count_failed;
        sent4 <= sent3 & ~count_failed;
        sent5 <= sent4 & ~count_failed;
        first1 <= make;
        first2 <= first1;
        // A leaf to be absorbed, and its parent three cycles later; or a node of the dump.
        inject <= dumps;
        inject_node <= tour_node;
        new_level <= level + 5'd1;
        if (count_refused) losing <= 1'b1;
        if (totals_lost_done) losing <= 1'b0;
        due <= few & ~hand_going;
        // A leaf is read in the count stage, and three cycles later its count goes to its parent, if it fits.
        // Absorbed, it is taken out of the tables while the next one is read.
        if (count_absorbed) begin
            out_node <= gone_node;
            out_parent <= gone_parent;
            out_level <= gone_level;
            out_place <= gone_place;
        end
        flight <= (flight << 1) | {8'd0, taken};
        if (count_kept | make) gone <= 1'b0;
        if (taken) begin
            gone_node <= hand_leaf;
            gone_parent <= hand_leaf_parent;
            gone <= 1'b1;
        end
        if (flight[said]) begin
            gone_level <= count_level - 5'd1;
            gone_place <= count_place;
        end
        // Free nodes: a stack.
        none_free <= ~(|free);
        if (make) free <= free - 10'd1;
        if (count_absorbed) free <= free + 10'd1;
        if (count_absorbs | count_absorbed) none_free <= 1'b0;
        stack_we_ <= count_absorbed | wiping;
        if (wiping) begin
            stack_wa_ <= wiped_node;
            stack_wd_ <= ~wiped_node;
        end else begin
            stack_wa_ <= free;
            stack_wd_ <= gone_node;
        end
        stack_at <= free - 10'd1;
        census <= nodes - {1'd0, free};
        if (install_meta_we) begin
            bus_at <= ({2'd0, upper} << 2) | {10'd0, turn};
            bus_to <= lower;
        end
        if (rst) begin
            clear <= 1'b1;
            settle <= 1'b0;
            run <= 1'b0;
            wait_make <= 1'b0;
            make <= 1'b0;
            rewalk <= 1'b0;
            pause <= 1'b0;
            paused <= 1'b0;
            taken <= 1'b0;
            follow <= 1'b0;
            raise <= 1'b0;
            dumps <= 1'b0;
            wipe <= 12'd0;
            by_command <= 1'b0;
            unready <= 1'b1;
            open <= 1'b0;
            sent1 <= 1'b0;
            sent2 <= 1'b0;
            sent3 <= 1'b0;
            sent4 <= 1'b0;
            sent5 <= 1'b0;
            losing <= 1'b0;
            refilling <= 1'b0;
            moved <= 1'b0;
            anew <= 1'b0;
            flight <= 9'd0;
            gone <= 1'b0;
            begin_ <= 1'b0;
        end
    end
endmodule

// Range adaptive profiler: counts events over ranges of their key that adapt to where the counts are.
// Results depend on the order of events and commands, never on timing. docs/reference/rap.md has the rules.
module treetap_profiler_fast_rap (
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
    input  wire [47:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    // statistics and status
    output wire [3:0]  stat_stall,
    output wire [31:0] stat_zero_weight,
    output wire [47:0] stat_n,
    output wire [47:0] stat_t,
    output wire [47:0] stat_lost,
    output wire [10:0] stat_live,
    output wire [31:0] stat_creates,
    output wire [47:0] stat_over,
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

    treetap_profiler_fast_order #(.clear_code(4'd1), .command_code(4'd2), .queue_code(4'd7)) u_order (
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

    treetap_profiler_fast_coalescer #(.e(8'd10)) u_coalescer (
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

    treetap_profiler_fast_engine #(.unit_level(5'd16), .top_levels(5'd6), .lv(6'd5), .nodes(11'h400),
            .nowhere(17'd31), .leaf(4'd1), .parent(4'd4), .said(4'd3), .all_but_root(10'h3ff),
            .reserve(10'd32), .reserve_but_one(10'd31), .top_bit(6'd47), .clear_code(4'd1),
            .command_code(4'd2), .walk_code(4'd3), .create_code(4'd4), .visit_code(4'd5), .queue_code(4'd7),
            .refill_code(4'd8)) u_engine (
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
module treetap_profiler_fast_commander #(
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
    reg idle0 = 1'b1;
    reg [8:0] ahead = 9'd0;
    reg offers = 1'b0;
    reg clears = 1'b0;
    reg closing = 1'b0;
    reg [3:0] waited = 4'd0;

    // The last record ahead of a command may be leaving.
    wire [8:0] before_ = idle0 ? occ : ahead;
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
                    idle0 <= 1'b0;
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
            default /* State_Done */: begin
                state <= State_Idle;
                idle0 <= 1'b1;
            end
        endcase
        if (rst) begin
            state <= State_Idle;
            idle0 <= 1'b1;
            offers <= 1'b0;
            clears <= 1'b0;
            closing <= 1'b0;
            open <= 1'b1;
        end
    end
endmodule

// One of the engine's statistics, two cycles after its address.
// Reading the low half of a wide one keeps the high half, which the other addresses show.
module treetap_profiler_fast_statistics #(
    parameter [4:0] n_at = 5'd0,
    parameter [4:0] t_at = 5'd2,
    parameter [4:0] lost_at = 5'd4,
    parameter [4:0] live_at = 5'd6,
    parameter [4:0] creates_at = 5'd7,
    parameter [4:0] over_at = 5'd8,
    parameter [4:0] zero_weight_at = 5'd9
) (
    input  wire        clk,
    input  wire        rst,
    // a register of the page, the word two cycles later, and that it is read
    input  wire [4:0]  slot,
    input  wire        take,
    output wire [31:0] data,

    input  wire [47:0] stat_n,
    input  wire [47:0] stat_t,
    input  wire [47:0] stat_lost,
    input  wire [10:0] stat_live,
    input  wire [31:0] stat_creates,
    input  wire [47:0] stat_over,
    input  wire [31:0] stat_zero_weight
);
    reg at_n = 1'b0;
    reg at_t = 1'b0;
    reg at_lost = 1'b0;
    reg at_live = 1'b0;
    reg at_creates = 1'b0;
    reg at_over = 1'b0;
    reg at_zero_weight = 1'b0;
    reg [31:0] high = 32'd0;
    reg [63:0] found = 64'd0;
    reg wide = 1'b0;

    reg [63:0] word;
    reg long;

    always @* begin
        word = {32'd0, high};
        long = 1'b0;
        if (at_n) begin
            word = {16'd0, stat_n};
            long = 1'b1;
        end else if (at_t) begin
            word = {16'd0, stat_t};
            long = 1'b1;
        end else if (at_lost) begin
            word = {16'd0, stat_lost};
            long = 1'b1;
        end else if (at_live) begin
            word = {53'd0, stat_live};
        end else if (at_creates) begin
            word = {32'd0, stat_creates};
        end else if (at_over) begin
            word = {16'd0, stat_over};
            long = 1'b1;
        end else if (at_zero_weight) begin
            word = {32'd0, stat_zero_weight};
        end
    end
    assign data = found[31:0];

    always @(posedge clk) begin
        at_n <= slot == n_at;
        at_t <= slot == t_at;
        at_lost <= slot == lost_at;
        at_live <= slot == live_at;
        at_creates <= slot == creates_at;
        at_over <= slot == over_at;
        at_zero_weight <= slot == zero_weight_at;
        found <= word;
        wide <= long;
        if (take & wide) high <= found[63:32];
        if (rst) high <= 32'd0;
    end
endmodule

// Counters and statistics that the registers show, from whoever has them.
module treetap_profiler_fast_readout #(
    parameter [2:0] page_bit = 3'd5,
    parameter [4:0] occ_at = 5'd14,
    parameter [4:0] gate_at = 5'd15,
    parameter [3:0] gate_counter = 4'd14,
    parameter [4:0] burst_at = 5'd16
) (
    input  wire        clk,
    input  wire        rst,
    // a read of the registers
    input  wire [5:0]  cnt_addr,
    input  wire        cnt_read,
    output wire        cnt_valid,
    output reg  [31:0] cnt_data,
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
    input  wire [47:0] stat_n,
    input  wire [47:0] stat_t,
    input  wire [47:0] stat_lost,
    input  wire [10:0] stat_live,
    input  wire [31:0] stat_creates,
    input  wire [47:0] stat_over,
    input  wire [31:0] stat_zero_weight,
    // a counter that saturates is at its end
    output wire        flag_counter
);
    reg [31:0] counted0 = 32'd0;
    reg full = 1'b0;
    reg is_occ = 1'b0;
    reg in_ram0 = 1'b0;
    reg is_burst0 = 1'b0;
    reg [3:0] place = 4'd0;

    wire [31:0] statistics0_data;

    wire [4:0] slot = cnt_addr[4:0];
    wire counters = cnt_addr[page_bit];
    assign ram_addr = place;
    assign stat_which = place[2:0];
    assign stat_queued = |occ;
    assign flag_counter = full & ~rst;
    wire [31:0] waiting = is_occ ? {23'd0, occ} : 32'd0;
    assign ram_read = cnt_read & in_ram0;
    assign cnt_valid = ~in_ram0 | ram_valid;
    // They do not wait, so that what is wanted is read.
    wire statistics0_take = cnt_read & ~counters;
    always @* begin
        cnt_data = statistics0_data;
        if (in_ram0) begin
            cnt_data = ram_data;
        end else if (is_burst0) begin
            cnt_data = counted0;
        end else if (counters) begin
            cnt_data = waiting;
        end
    end

    treetap_profiler_fast_statistics #(.n_at(5'd0), .t_at(5'd2), .lost_at(5'd4), .live_at(5'd6),
            .creates_at(5'd7), .over_at(5'd8), .zero_weight_at(5'd9)) u_statistics0 (
        .clk(clk),
        .rst(rst),
        .slot(slot),
        .take(statistics0_take),
        .data(statistics0_data),
        .stat_n(stat_n),
        .stat_t(stat_t),
        .stat_lost(stat_lost),
        .stat_live(stat_live),
        .stat_creates(stat_creates),
        .stat_over(stat_over),
        .stat_zero_weight(stat_zero_weight)
    );

    always @(posedge clk) begin
        // Whose word it is has a cycle of its own.
        is_occ <= counters & (slot == occ_at);
        place <= slot[3:0];
        if (slot == gate_at) place <= gate_counter;
        in_ram0 <= counters & ((slot < occ_at) | (slot == gate_at));
        is_burst0 <= counters & (slot >= burst_at);
        counted0 <= stat_count;
        full <= (&stat_creates) | (&stat_zero_weight);
    end
endmodule

// Reads of counters and statistics on their way: a word waits in a register before the registers show it.
module treetap_profiler_fast_relay (
    input  wire        clk,
    input  wire        rst,
    // a read of the registers
    input  wire [5:0]  cnt_addr,
    input  wire        cnt_read,
    output wire        cnt_valid,
    output wire [31:0] cnt_data,
    // the read at the readout
    output wire [5:0]  far_addr,
    output wire        far_read,
    input  wire        far_valid,
    input  wire [31:0] far_data
);
    reg [5:0] addr = 6'd0;
    reg read = 1'b0;
    reg wanted = 1'b0;
    reg here = 1'b0;
    reg [31:0] word = 32'd0;

    assign far_addr = addr;
    wire take = wanted & far_valid;
    assign far_read = wanted;
    assign cnt_valid = here;
    assign cnt_data = word;

    always @(posedge clk) begin
        addr <= cnt_addr;
        read <= cnt_read & ~rst;
        wanted <= cnt_read & read & ~here & ~take & ~rst;
        here <= take & ~rst;
        word <= far_data;
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_profiler_fast_bank #(
    parameter [4:0] row_page0 = 5'd0,
    parameter [4:0] row_page1 = 5'd1,
    parameter [4:0] row_page2 = 5'd2,
    parameter [4:0] row_page3 = 5'd3,
    parameter [4:0] row_page4 = 5'd4,
    parameter [4:0] row_mask0 = 5'd31,
    parameter [4:0] row_mask1 = 5'd31,
    parameter [4:0] row_mask2 = 5'd31,
    parameter [4:0] row_mask3 = 5'd31,
    parameter [4:0] row_mask4 = 5'd28,
    parameter [31:0] readable0 = 32'h79ff,
    parameter [31:0] readable1 = 32'h3f5f9f,
    parameter [31:0] readable2 = 32'h7ff,
    parameter [31:0] readable3 = 32'h3fdfff,
    parameter [31:0] readable4 = 32'd0,
    parameter [31:0] writable0 = 32'h600,
    parameter [31:0] writable1 = 32'hff7fbf,
    parameter [31:0] writable2 = 32'd0,
    parameter [31:0] writable3 = 32'd0,
    parameter [31:0] writable4 = 32'hffffffff,
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
    parameter [31:0] config_hash_word = 32'hb46d63c7,
    parameter [31:0] cap_core_word = 32'h3e011120,
    parameter [31:0] cap_tree_word = 32'h30200400,
    parameter [31:0] cap_events_word = 32'h1ff0400,
    parameter [31:0] cap_sampling_word = 32'h10007ff,
    parameter [31:0] cap_checkmap_word = 32'h2000
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
    reg id_found0 = 1'b0;
    reg version_found0 = 1'b0;
    reg config_hash_found0 = 1'b0;
    reg cap_core_found0 = 1'b0;
    reg cap_tree_found0 = 1'b0;
    reg cap_events_found0 = 1'b0;
    reg cap_sampling_found0 = 1'b0;
    reg cap_checkmap_found0 = 1'b0;
    reg status_found0 = 1'b0;
    reg flags_found0 = 1'b0;
    reg command_found0 = 1'b0;
    reg dump_found0 = 1'b0;
    reg dump_lo_found0 = 1'b0;
    reg dump_hi_found0 = 1'b0;
    reg dump_take_found0 = 1'b0;
    reg ctrl_found0 = 1'b0;
    reg class_en_found0 = 1'b0;
    reg f1cfg_found0 = 1'b0;
    reg f2cfg_found0 = 1'b0;
    reg decim_found0 = 1'b0;
    reg setign_found0 = 1'b0;
    reg select_found0 = 1'b0;
    reg burst_found0 = 1'b0;
    reg ncheck0_found0 = 1'b0;
    reg ninstr0_found0 = 1'b0;
    reg period_found0 = 1'b0;
    reg pthr_found0 = 1'b0;
    reg seed_found0 = 1'b0;
    reg tap_found0 = 1'b0;
    reg t0_lo_found0 = 1'b0;
    reg t0_hi_found0 = 1'b0;
    reg eps_found0 = 1'b0;
    reg weight_max_found0 = 1'b0;
    reg map_base_found0 = 1'b0;
    reg map_ctrl_found0 = 1'b0;
    reg map_waddr_found0 = 1'b0;
    reg map_wdata_found0 = 1'b0;
    reg ign_found0 = 1'b0;
    reg decim_told0 = 1'b0;
    reg setign_told0 = 1'b0;
    reg burst_told0 = 1'b0;
    reg seed_told0 = 1'b0;
    reg map_waddr_told0 = 1'b0;
    reg map_wdata_told0 = 1'b0;
    reg ign_told0 = 1'b0;

    reg is_id;
    reg is_version;
    reg is_config_hash;
    reg is_cap_core;
    reg is_cap_tree;
    reg is_cap_events;
    reg is_cap_sampling;
    reg is_cap_checkmap;
    reg is_status;
    reg is_flags;
    reg is_command;
    reg is_dump;
    reg is_dump_lo;
    reg is_dump_hi;
    reg is_dump_take;
    reg is_ctrl;
    reg is_class_en;
    reg is_f1cfg;
    reg is_f2cfg;
    reg is_decim;
    reg is_setign;
    reg is_select;
    reg is_burst;
    reg is_ncheck0;
    reg is_ninstr0;
    reg is_period;
    reg is_pthr;
    reg is_seed;
    reg is_tap;
    reg is_t0_lo;
    reg is_t0_hi;
    reg is_eps;
    reg is_weight_max;
    reg is_map_base;
    reg is_map_ctrl;
    reg is_map_waddr;
    reg is_map_wdata;
    reg is_ign;
    reg [31:0] answer;
    reg id_found0_next;
    reg version_found0_next;
    reg config_hash_found0_next;
    reg cap_core_found0_next;
    reg cap_tree_found0_next;
    reg cap_events_found0_next;
    reg cap_sampling_found0_next;
    reg cap_checkmap_found0_next;
    reg status_found0_next;
    reg flags_found0_next;
    reg command_found0_next;
    reg dump_found0_next;
    reg dump_lo_found0_next;
    reg dump_hi_found0_next;
    reg dump_take_found0_next;
    reg ctrl_found0_next;
    reg class_en_found0_next;
    reg f1cfg_found0_next;
    reg f2cfg_found0_next;
    reg decim_found0_next;
    reg setign_found0_next;
    reg select_found0_next;
    reg burst_found0_next;
    reg ncheck0_found0_next;
    reg ninstr0_found0_next;
    reg period_found0_next;
    reg pthr_found0_next;
    reg seed_found0_next;
    reg tap_found0_next;
    reg t0_lo_found0_next;
    reg t0_hi_found0_next;
    reg eps_found0_next;
    reg weight_max_found0_next;
    reg map_base_found0_next;
    reg map_ctrl_found0_next;
    reg map_waddr_found0_next;
    reg map_wdata_found0_next;
    reg ign_found0_next;

    wire [4:0] page = word[9:5];
    wire [4:0] slot = word[4:0];
    always @* begin
        // Which register the word is.
        is_id = (page == 5'd0) & (slot == id_at);
        id_found0_next = is_id;
        is_id = id_found0;
    end
    always @* begin
        is_version = (page == 5'd0) & (slot == version_at);
        version_found0_next = is_version;
        is_version = version_found0;
    end
    always @* begin
        is_config_hash = (page == 5'd0) & (slot == config_hash_at);
        config_hash_found0_next = is_config_hash;
        is_config_hash = config_hash_found0;
    end
    always @* begin
        is_cap_core = (page == 5'd0) & (slot == cap_core_at);
        cap_core_found0_next = is_cap_core;
        is_cap_core = cap_core_found0;
    end
    always @* begin
        is_cap_tree = (page == 5'd0) & (slot == cap_tree_at);
        cap_tree_found0_next = is_cap_tree;
        is_cap_tree = cap_tree_found0;
    end
    always @* begin
        is_cap_events = (page == 5'd0) & (slot == cap_events_at);
        cap_events_found0_next = is_cap_events;
        is_cap_events = cap_events_found0;
    end
    always @* begin
        is_cap_sampling = (page == 5'd0) & (slot == cap_sampling_at);
        cap_sampling_found0_next = is_cap_sampling;
        is_cap_sampling = cap_sampling_found0;
    end
    always @* begin
        is_cap_checkmap = (page == 5'd0) & (slot == cap_checkmap_at);
        cap_checkmap_found0_next = is_cap_checkmap;
        is_cap_checkmap = cap_checkmap_found0;
    end
    always @* begin
        is_status = (page == 5'd0) & (slot == status_at);
        status_found0_next = is_status;
        is_status = status_found0;
    end
    always @* begin
        is_flags = (page == 5'd0) & (slot == flags_at);
        flags_found0_next = is_flags;
        is_flags = flags_found0;
    end
    assign at_flags = is_flags;
    always @* begin
        is_command = (page == 5'd0) & (slot == command_at);
        command_found0_next = is_command;
        is_command = command_found0;
    end
    assign at_command = is_command;
    always @* begin
        is_dump = (page == 5'd0) & (slot == dump_at);
        dump_found0_next = is_dump;
        is_dump = dump_found0;
    end
    always @* begin
        is_dump_lo = (page == 5'd0) & (slot == dump_lo_at);
        dump_lo_found0_next = is_dump_lo;
        is_dump_lo = dump_lo_found0;
    end
    assign at_dump_lo = is_dump_lo;
    always @* begin
        is_dump_hi = (page == 5'd0) & (slot == dump_hi_at);
        dump_hi_found0_next = is_dump_hi;
        is_dump_hi = dump_hi_found0;
    end
    assign at_dump_hi = is_dump_hi;
    always @* begin
        is_dump_take = (page == 5'd0) & (slot == dump_take_at);
        dump_take_found0_next = is_dump_take;
        is_dump_take = dump_take_found0;
    end
    assign at_dump_take = is_dump_take;
    always @* begin
        is_ctrl = (page == 5'd1) & (slot == ctrl_at);
        ctrl_found0_next = is_ctrl;
        is_ctrl = ctrl_found0;
    end
    always @* begin
        is_class_en = (page == 5'd1) & (slot == class_en_at);
        class_en_found0_next = is_class_en;
        is_class_en = class_en_found0;
    end
    always @* begin
        is_f1cfg = (page == 5'd1) & (slot == f1cfg_at);
        f1cfg_found0_next = is_f1cfg;
        is_f1cfg = f1cfg_found0;
    end
    always @* begin
        is_f2cfg = (page == 5'd1) & (slot == f2cfg_at);
        f2cfg_found0_next = is_f2cfg;
        is_f2cfg = f2cfg_found0;
    end
    always @* begin
        is_decim = (page == 5'd1) & (slot == decim_at);
        decim_found0_next = is_decim;
        is_decim = decim_found0;
    end
    always @* begin
        is_setign = (page == 5'd1) & (slot == setign_at);
        setign_found0_next = is_setign;
        is_setign = setign_found0;
    end
    always @* begin
        is_select = (page == 5'd1) & (slot == select_at);
        select_found0_next = is_select;
        is_select = select_found0;
    end
    always @* begin
        is_burst = (page == 5'd1) & (slot == burst_at);
        burst_found0_next = is_burst;
        is_burst = burst_found0;
    end
    always @* begin
        is_ncheck0 = (page == 5'd1) & (slot == ncheck0_at);
        ncheck0_found0_next = is_ncheck0;
        is_ncheck0 = ncheck0_found0;
    end
    always @* begin
        is_ninstr0 = (page == 5'd1) & (slot == ninstr0_at);
        ninstr0_found0_next = is_ninstr0;
        is_ninstr0 = ninstr0_found0;
    end
    always @* begin
        is_period = (page == 5'd1) & (slot == period_at);
        period_found0_next = is_period;
        is_period = period_found0;
    end
    always @* begin
        is_pthr = (page == 5'd1) & (slot == pthr_at);
        pthr_found0_next = is_pthr;
        is_pthr = pthr_found0;
    end
    always @* begin
        is_seed = (page == 5'd1) & (slot == seed_at);
        seed_found0_next = is_seed;
        is_seed = seed_found0;
    end
    always @* begin
        is_tap = (page == 5'd1) & (slot == tap_at);
        tap_found0_next = is_tap;
        is_tap = tap_found0;
    end
    always @* begin
        is_t0_lo = (page == 5'd1) & (slot == t0_lo_at);
        t0_lo_found0_next = is_t0_lo;
        is_t0_lo = t0_lo_found0;
    end
    always @* begin
        is_t0_hi = (page == 5'd1) & (slot == t0_hi_at);
        t0_hi_found0_next = is_t0_hi;
        is_t0_hi = t0_hi_found0;
    end
    always @* begin
        is_eps = (page == 5'd1) & (slot == eps_at);
        eps_found0_next = is_eps;
        is_eps = eps_found0;
    end
    always @* begin
        is_weight_max = (page == 5'd1) & (slot == weight_max_at);
        weight_max_found0_next = is_weight_max;
        is_weight_max = weight_max_found0;
    end
    always @* begin
        is_map_base = (page == 5'd1) & (slot == map_base_at);
        map_base_found0_next = is_map_base;
        is_map_base = map_base_found0;
    end
    always @* begin
        is_map_ctrl = (page == 5'd1) & (slot == map_ctrl_at);
        map_ctrl_found0_next = is_map_ctrl;
        is_map_ctrl = map_ctrl_found0;
    end
    always @* begin
        is_map_waddr = (page == 5'd1) & (slot == map_waddr_at);
        map_waddr_found0_next = is_map_waddr;
        is_map_waddr = map_waddr_found0;
    end
    always @* begin
        is_map_wdata = (page == 5'd1) & (slot == map_wdata_at);
        map_wdata_found0_next = is_map_wdata;
        is_map_wdata = map_wdata_found0;
    end
    assign at_map_wdata = is_map_wdata;
    always @* begin
        is_ign = 1'b0;
        if (((page & ign_page_mask0) == ign_page0) & ((slot & ign_slot_mask0) == ign_slot0)) is_ign = 1'b1;
        ign_found0_next = is_ign;
        is_ign = ign_found0;
    end
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
        id_found0 <= id_found0_next;
        version_found0 <= version_found0_next;
        config_hash_found0 <= config_hash_found0_next;
        cap_core_found0 <= cap_core_found0_next;
        cap_tree_found0 <= cap_tree_found0_next;
        cap_events_found0 <= cap_events_found0_next;
        cap_sampling_found0 <= cap_sampling_found0_next;
        cap_checkmap_found0 <= cap_checkmap_found0_next;
        status_found0 <= status_found0_next;
        flags_found0 <= flags_found0_next;
        command_found0 <= command_found0_next;
        dump_found0 <= dump_found0_next;
        dump_lo_found0 <= dump_lo_found0_next;
        dump_hi_found0 <= dump_hi_found0_next;
        dump_take_found0 <= dump_take_found0_next;
        ctrl_found0 <= ctrl_found0_next;
        class_en_found0 <= class_en_found0_next;
        f1cfg_found0 <= f1cfg_found0_next;
        f2cfg_found0 <= f2cfg_found0_next;
        decim_found0 <= decim_found0_next;
        setign_found0 <= setign_found0_next;
        select_found0 <= select_found0_next;
        burst_found0 <= burst_found0_next;
        ncheck0_found0 <= ncheck0_found0_next;
        ninstr0_found0 <= ninstr0_found0_next;
        period_found0 <= period_found0_next;
        pthr_found0 <= pthr_found0_next;
        seed_found0 <= seed_found0_next;
        tap_found0 <= tap_found0_next;
        t0_lo_found0 <= t0_lo_found0_next;
        t0_hi_found0 <= t0_hi_found0_next;
        eps_found0 <= eps_found0_next;
        weight_max_found0 <= weight_max_found0_next;
        map_base_found0 <= map_base_found0_next;
        map_ctrl_found0 <= map_ctrl_found0_next;
        map_waddr_found0 <= map_waddr_found0_next;
        map_wdata_found0 <= map_wdata_found0_next;
        ign_found0 <= ign_found0_next;
    end
endmodule

// The registers of a profiler with a simple port.
// docs/reference/registers.md has the table, docs/reference/regs.md the rules.
module treetap_profiler_fast_regs #(
    parameter [4:0] reset_at0 = 5'd0,
    parameter [4:0] reset_at1 = 5'd8,
    parameter [4:0] reset_at2 = 5'd11,
    parameter [4:0] reset_at3 = 5'd12,
    parameter [4:0] reset_at4 = 5'd16,
    parameter [4:0] reset_at5 = 5'd19,
    parameter [31:0] reset_word0 = 32'd8,
    parameter [31:0] reset_word1 = 32'd33,
    parameter [31:0] reset_word2 = 32'd1,
    parameter [31:0] reset_word3 = 32'h10000,
    parameter [31:0] reset_word4 = 32'd1,
    parameter [31:0] reset_word5 = 32'hffff,
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
    wire [31:0] shadow0_rd;

    // Which register the request is for, found out in a cycle of its own: no address in the words' way.
    wire [9:0] request = bus_addr[11:2];
    wire [4:0] slot = word[4:0];
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
    wire shadow0_we = (writing & at_config) | (state == State_Store);
    wire [31:0] memory = (at_config & granted) ? shadow0_rd : 32'd0;
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

    treetap_profiler_fast_bank #(.row_page0(5'd0), .row_page1(5'd1), .row_page2(5'd2), .row_page3(5'd3),
            .row_page4(5'd4), .row_mask0(5'd31), .row_mask1(5'd31), .row_mask2(5'd31), .row_mask3(5'd31),
            .row_mask4(5'd28), .readable0(32'h79ff), .readable1(32'h3f5f9f), .readable2(32'h7ff),
            .readable3(32'h3fdfff), .readable4(32'd0), .writable0(32'h600), .writable1(32'hff7fbf),
            .writable2(32'd0), .writable3(32'd0), .writable4(32'hffffffff), .id_at(5'd0), .version_at(5'd1),
            .config_hash_at(5'd2), .cap_core_at(5'd3), .cap_tree_at(5'd4), .cap_events_at(5'd5),
            .cap_sampling_at(5'd6), .cap_checkmap_at(5'd7), .status_at(5'd8), .flags_at(5'd9),
            .command_at(5'd10), .dump_at(5'd11), .dump_lo_at(5'd12), .dump_hi_at(5'd13), .dump_take_at(5'd14),
            .ctrl_at(5'd0), .class_en_at(5'd1), .f1cfg_at(5'd2), .f2cfg_at(5'd3), .decim_at(5'd4),
            .setign_at(5'd5), .select_at(5'd7), .burst_at(5'd8), .ncheck0_at(5'd9), .ninstr0_at(5'd10),
            .period_at(5'd11), .pthr_at(5'd12), .seed_at(5'd13), .tap_at(5'd14), .t0_lo_at(5'd16),
            .t0_hi_at(5'd17), .eps_at(5'd18), .weight_max_at(5'd19), .map_base_at(5'd20), .map_ctrl_at(5'd21),
            .map_waddr_at(5'd22), .map_wdata_at(5'd23), .ign_page0(5'd4), .ign_page_mask0(5'd28),
            .ign_slot0(5'd0), .ign_slot_mask0(5'd0), .enable_reset(1'b0), .fen_reset(1'b0),
            .lossless_reset(1'b0), .freeze_reset(1'b1), .bus_error_reset(1'b0), .annotate_reset(1'b0),
            .class_en_reset(21'd0), .f1_match_reset(8'd0), .f1_mask_reset(8'd0), .f1_hsel_reset(2'd0),
            .f2_hsel_reset(2'd0), .decim_reset(16'd0), .select_kind_reset(4'd0), .select_weight_reset(2'd0),
            .burst_mode_reset(3'd1), .entry_post_reset(1'b0), .by_chance_reset(1'b0), .be_taken_reset(1'b1),
            .check_calls_reset(1'b0), .ncheck0_reset(24'd0), .ninstr0_reset(24'd0), .period_reset(24'd1),
            .pthr_reset(17'h10000), .addr_src_reset(2'd0), .mdata_ok_reset(1'b0), .t0_lo_reset(32'd1),
            .t0_hi_reset(16'd0), .eps_m_reset(3'd0), .eps_s_reset(6'd0), .weight_max_reset(16'hffff),
            .map_base_reset(31'd0), .map_en_reset(1'b0), .id_word(32'h54545031), .version_word(32'h100),
            .config_hash_word(32'hb46d63c7), .cap_core_word(32'h3e011120), .cap_tree_word(32'h30200400),
            .cap_events_word(32'h1ff0400), .cap_sampling_word(32'h10007ff), .cap_checkmap_word(32'h2000))
            u_bank (
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

    treetap_profiler_fast_fast_ram #(.WIDTH(32), .ADDR(5)) u_shadow0 (
        .clk(clk),
        .ra(slot),
        .rd(shadow0_rd),
        .we(shadow0_we),
        .wa(slot),
        .wd(data)
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
            State_Fetch: begin
                state <= State_Idle;
                data <= 32'd0;
                if (slot == reset_at0) data <= reset_word0;
                if (slot == reset_at1) data <= reset_word1;
                if (slot == reset_at2) data <= reset_word2;
                if (slot == reset_at3) data <= reset_word3;
                if (slot == reset_at4) data <= reset_word4;
                if (slot == reset_at5) data <= reset_word5;
                state <= State_Store;
            end
            State_Store: begin
                state <= State_Idle;
                word <= word + 10'd1;
                if (~(&slot)) state <= State_Fetch;
            end
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
            state <= State_Fetch;
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

// What is known of each instruction: 0 nothing, 1 entry, 2 jump back, 3 no event. docs/reference/checkmap.md
module treetap_profiler_fast_deep_map #(
    parameter [4:0] high_at = 5'd13
) (
    input  wire        clk,
    input  wire        rst,
    // address of an instruction
    input  wire [31:0] rec_pc,
    // its code five cycles later; the memory is being cleared
    output wire [1:0]  map_code,
    output wire        map_clearing,
    // half the address of the first code; on
    input  wire [30:0] cfg_map_base,
    input  wire        cfg_map_en,
    // writes of the memory
    input  wire        set_map_waddr,
    input  wire        set_map_wdata,
    input  wire [31:0] set_data
);
    reg clearing = 1'b0;
    reg [8:0] at = 9'd0;
    reg [30:0] slot1 = 31'd0;
    reg inside2 = 1'b0;
    reg inside3 = 1'b0;
    reg inside4 = 1'b0;
    reg [4:0] place2 = 5'd0;
    reg [4:0] place3 = 5'd0;
    reg [4:0] place4 = 5'd0;
    reg [31:0] word4 = 32'd0;
    reg [1:0] code5 = 2'd0;

    wire [31:0] codes_rd;

    wire [17:0] above = slot1[high_at +: 18];
    assign map_code = code5;
    // Words are written in order from a place that is written before; after a reset all of them are 0.
    wire writes = set_map_wdata | clearing;
    wire [31:0] codes_wd = clearing ? 32'd0 : set_data;
    assign map_clearing = clearing;

    treetap_profiler_fast_outreg_ram #(.WIDTH(32), .ADDR(9)) u_codes (
        .clk(clk),
        .ra(slot1[12:4]),
        .rd(codes_rd),
        .we(writes),
        .wa(at),
        .wd(codes_wd)
    );

    wire [31:0] wide0_unused_msbs = word4 >> place4;
    always @(posedge clk) begin
        // Two bytes have a code, 16 codes are a word. First cycle: which code it is.
        slot1 <= rec_pc[31:1] - cfg_map_base;
        inside2 <= ~(|above);
        place2 <= {1'd0, slot1[3:0]} << 1;
        inside3 <= inside2;
        place3 <= place2;
        inside4 <= inside3;
        place4 <= place3;
        word4 <= codes_rd;
        // Fifth cycle: its code.
        code5 <= 2'd0;
        if (inside4 & cfg_map_en) code5 <= wide0_unused_msbs[1:0];
        if (writes) begin
            at <= at + 9'd1;
            if (&at) clearing <= 1'b0;
        end
        if (set_map_waddr & ~clearing) at <= set_data[8:0];
        if (rst) begin
            clearing <= 1'b1;
            at <= 9'd0;
        end
    end
endmodule

// Offsets of formats B and J, within the cycle.
module treetap_profiler_fast_offset #(
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

// Which records are checks: procedure entries and jumps back, or what a map says. docs/reference/checks.md
module treetap_profiler_fast_checks #(
    parameter [4:0] branch = 5'd4,
    parameter [4:0] links = 5'd6,
    parameter [31:0] direct_classes = 32'd48,
    parameter [31:0] call_classes = 32'h540,
    parameter [6:0] carry = 7'd32,
    parameter [1:0] entry_code = 2'd1,
    parameter [1:0] back_code = 2'd2,
    parameter [1:0] mute_code = 2'd3
) (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [4:0]  rec_class,
    input  wire        rec_taken,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    input  wire [31:0] rec_npc,
    // the code of the record of the cycle before
    input  wire [1:0]  map_code,
    // where checks come from
    input  wire        cfg_map_en,
    input  wire        cfg_be_taken,
    input  wire        cfg_check_calls,
    // the record of two cycles ago: a check, the first of a procedure, no event
    output wire        chk_check,
    output wire        chk_entry,
    output wire        chk_mute
);
    reg came0 = 1'b0;
    reg came_taken0 = 1'b0;
    reg [4:0] came_class0 = 5'd0;
    reg [31:0] came_pc0 = 32'd0;
    reg [31:0] came_npc0 = 32'd0;
    reg [31:0] far0 = 32'd0;
    reg called0 = 1'b0;
    reg valid = 1'b0;
    reg call = 1'b0;
    reg direct = 1'b0;
    reg back = 1'b0;
    reg counts = 1'b0;
    reg [31:0] pc = 32'd0;
    reg [31:0] goal = 32'd0;
    reg pending = 1'b0;
    reg [31:0] callee = 32'd0;
    reg check = 1'b0;
    reg entry = 1'b0;
    reg mute = 1'b0;

    reg [31:0] distance;
    reg here;
    wire [31:0] offset_branch;
    wire [31:0] offset_jump;
    reg came0_next;
    reg [31:0] far0_next;
    wire near_call0_equal;
    wire older_call0_equal;

    wire [4:0] class_ = came_class0;
    wire taken = came_taken0;
    wire [31:0] at = came_pc0;
    wire [31:0] npc = came_npc0;
    always @* begin
        distance = offset_jump;
        if (rec_class == branch) distance = offset_branch;
        far0_next = distance;
        distance = far0;
    end
    wire [32:0] sum = {1'd0, at} + {1'd0, distance};
    wire straight = direct_classes[class_];
    wire reached = called0 ? near_call0_equal : older_call0_equal;
    wire entered = valid & pending & reached;
    wire coded = map_code == entry_code;
    assign chk_check = check;
    assign chk_entry = entry;
    assign chk_mute = mute;
    always @* begin
        here = rec_valid & ~rec_trap;
        // The distance has a cycle of its own, and the record waits for it.
        came0_next = here;
        here = came0;
        if (rst) came0_next = 1'b0;
    end

    treetap_profiler_fast_offset #(.branch_sign(32'hfffff000), .jump_sign(32'hfff00000)) u_offset (
        .insn(rec_insn),
        .branch(offset_branch),
        .jump(offset_jump)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_near_call0 (
        .clk(clk),
        .a(at),
        .b(goal),
        .equal(near_call0_equal)
    );

    treetap_profiler_fast_compare #(.even(32'h55555555)) u_older_call0 (
        .clk(clk),
        .a(at),
        .b(callee),
        .equal(older_call0_equal)
    );

    always @(posedge clk) begin
        came_class0 <= rec_class;
        came_taken0 <= rec_taken;
        came_pc0 <= rec_pc;
        came_npc0 <= rec_npc;
        valid <= here;
        call <= call_classes[class_];
        direct <= straight;
        back <= straight & (sum[carry[5:0]] | ~(|distance));
        counts <= taken | ~cfg_be_taken;
        pc <= at;
        goal <= npc;
        if (class_ == links) goal <= sum[31:0];
        called0 <= valid & call;
        if (entered) pending <= 1'b0;
        if (valid & call) pending <= 1'b1;
        entry <= entered;
        check <= valid & back & counts;
        if (cfg_check_calls) begin
            if (valid & call) check <= 1'b1;
        end else if (entered) begin
            check <= 1'b1;
        end
        mute <= 1'b0;
        if (cfg_map_en) begin
            entry <= valid & coded;
            check <= valid & (coded | ((map_code == back_code) & (counts | ~direct)));
            mute <= valid & (map_code == mute_code);
        end
        if (rst) begin
            valid <= 1'b0;
            pending <= 1'b0;
        end
        came0 <= came0_next;
        far0 <= far0_next;
        if (valid & call) callee <= goal;
    end
endmodule

// AXI4-Lite slave in front of the registers: one transaction after the other, nothing stored.
module treetap_profiler_fast_axil (
    input  wire        clk,
    input  wire        rst,
    // address and data of a write are taken together; a read and a write that wait take turns
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [11:0] s_axil_awaddr,
    input  wire [2:0]  s_axil_awprot,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    input  wire [31:0] s_axil_wdata,
    input  wire [3:0]  s_axil_wstrb,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    output wire [1:0]  s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [11:0] s_axil_araddr,
    input  wire [2:0]  s_axil_arprot,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire [31:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp,
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
    localparam [2:0] State_Idle = 3'd0;
    localparam [2:0] State_Write = 3'd1;
    localparam [2:0] State_WriteResponse = 3'd2;
    localparam [2:0] State_Read = 3'd3;
    localparam [2:0] State_ReadResponse = 3'd4;

    reg [2:0] state = 3'd0;
    reg wrote = 1'b0;

    assign bus_we = state == State_Write;
    assign bus_valid = (state == State_Write) | (state == State_Read);
    assign bus_addr = (state == State_Write) ? s_axil_awaddr : s_axil_araddr;
    assign bus_wdata = s_axil_wdata;
    assign bus_wstrb = s_axil_wstrb;
    assign s_axil_awready = (state == State_Write) & bus_ready;
    assign s_axil_wready = (state == State_Write) & bus_ready;
    assign s_axil_arready = (state == State_Read) & bus_ready;
    // The registers keep word and error until the next request.
    wire [1:0] response = bus_err ? 2'd2 : 2'd0;
    assign s_axil_bvalid = state == State_WriteResponse;
    assign s_axil_bresp = response;
    assign s_axil_rvalid = state == State_ReadResponse;
    assign s_axil_rresp = response;
    assign s_axil_rdata = bus_rdata;
    wire write = s_axil_awvalid & s_axil_wvalid;

    always @(posedge clk) begin
        case (state)
            State_Idle: begin
                if (write & ~(s_axil_arvalid & wrote)) begin
                    state <= State_Write;
                    wrote <= 1'b1;
                end else if (s_axil_arvalid) begin
                    state <= State_Read;
                    wrote <= 1'b0;
                end
            end
            State_Write: begin
                if (bus_ready) state <= State_WriteResponse;
            end
            State_WriteResponse: begin
                if (s_axil_bready) state <= State_Idle;
            end
            State_Read: begin
                if (bus_ready) state <= State_ReadResponse;
            end
            default /* State_ReadResponse */: begin
                if (s_axil_rready) state <= State_Idle;
            end
        endcase
        if (rst) state <= State_Idle;
    end
endmodule

// The profiler: ECP5-45F: 1024 nodes, 48-bit counts, one event per cycle, AXI4-Lite.
module treetap_profiler_fast (
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
    // address and data of a write are taken together; a read and a write that wait take turns
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [11:0] s_axil_awaddr,
    input  wire [2:0]  s_axil_awprot,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    input  wire [31:0] s_axil_wdata,
    input  wire [3:0]  s_axil_wstrb,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    output wire [1:0]  s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [11:0] s_axil_araddr,
    input  wire [2:0]  s_axil_arprot,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire [31:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp
);
    wire came_valid;
    wire [31:0] came_insn;
    wire came_trap;
    wire came_intr;
    wire [31:0] came_pc_rdata;
    wire [31:0] came_pc_wdata;
    wire [31:0] came_rs1_rdata;
    wire [31:0] came_rd_wdata;
    wire [31:0] came_mem_addr;
    wire [3:0] came_mem_rmask;
    wire [3:0] came_mem_wmask;
    wire [31:0] came_mem_rdata;
    wire [31:0] came_mem_wdata;
    wire [7:0] beside_evt;
    wire [15:0] beside_lat;
    wire [15:0] beside_cycles;
    wire came_flush;
    wire came_open;
    wire came_ready_unused;
    wire rec_valid;
    wire rec_trap;
    wire [1:0] rec_mode_unused;
    wire [4:0] rec_class;
    wire rec_rvc_unused;
    wire rec_taken;
    wire rec_start;
    wire [31:0] rec_insn;
    wire [31:0] rec_pc;
    wire [31:0] rec_npc;
    wire [31:0] rec_val;
    wire [31:0] rec_addr;
    wire [7:0] rec_evt;
    wire [15:0] rec_lat_unused;
    wire [15:0] rec_cycles;
    wire [31:0] rec_ord;
    wire late_valid;
    wire late_trap;
    wire [4:0] late_class;
    wire late_taken;
    wire late_start;
    wire [31:0] late_insn;
    wire [31:0] late_pc;
    wire [31:0] late_npc;
    wire [31:0] late_val;
    wire [31:0] late_addr;
    wire [7:0] late_evt;
    wire [15:0] late_cycles;
    wire [31:0] late_ord;
    wire early_valid;
    wire early_trap;
    wire [4:0] early_class;
    wire early_taken;
    wire [31:0] early_insn;
    wire [31:0] early_pc;
    wire [31:0] early_npc;
    wire sel_valid_unused;
    wire sel_trap_unused;
    wire sel_mark;
    wire sel_held_unused;
    wire sel_saturated;
    wire found_valid;
    wire [31:0] found_key;
    wire [15:0] found_weight;
    wire [31:0] found_ord;
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
    wire step_rej_pc2;
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
    wire [47:0] stat_n;
    wire [47:0] stat_t;
    wire [47:0] stat_lost;
    wire [10:0] stat_live;
    wire [31:0] stat_creates;
    wire [47:0] stat_over;
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
    wire far_valid;
    wire [31:0] far_data;
    wire ram_read;
    wire [3:0] ram_addr;
    wire stat_queued;
    wire [2:0] stat_which;
    wire flag_counter;
    wire cnt_valid;
    wire [31:0] cnt_data;
    wire [5:0] far_addr;
    wire far_read;
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
    wire cfg_be_taken;
    wire cfg_check_calls;
    wire [23:0] cfg_ncheck0;
    wire [23:0] cfg_ninstr0;
    wire [23:0] cfg_period;
    wire [16:0] cfg_pthr;
    wire [1:0] cfg_addr_src;
    wire cfg_mdata_ok;
    wire [2:0] cfg_eps_m;
    wire [5:0] cfg_eps_s;
    wire [15:0] cfg_weight_max;
    wire [30:0] cfg_map_base;
    wire cfg_map_en;
    wire [47:0] cfg_t0;
    wire set_decim;
    wire set_setign;
    wire set_burst;
    wire set_seed;
    wire set_map_waddr;
    wire set_map_wdata;
    wire set_ign;
    wire [6:0] set_addr;
    wire [31:0] set_data;
    wire cmd_valid;
    wire [2:0] cmd_op;
    wire dump_ready;
    wire [5:0] cnt_addr;
    wire cnt_read;
    wire cnt_take_unused;
    wire [1:0] map_code;
    wire map_clearing;
    wire chk_check;
    wire chk_entry;
    wire chk_mute;
    wire bus_valid;
    wire bus_we;
    wire [11:0] bus_addr;
    wire [31:0] bus_wdata;
    wire [3:0] bus_wstrb;

    treetap_profiler_fast_arrival u_arrival (
        .clk(clk),
        .rst(rst),
        .rvfi_valid(rvfi_valid),
        .rvfi_ready(rvfi_ready),
        .rvfi_insn(rvfi_insn),
        .rvfi_trap(rvfi_trap),
        .rvfi_intr(rvfi_intr),
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
        .buffer_ready(buffer_ready),
        .tap_flush(tap_flush),
        .gate_open(gate_open),
        .came_valid(came_valid),
        .came_insn(came_insn),
        .came_trap(came_trap),
        .came_intr(came_intr),
        .came_pc_rdata(came_pc_rdata),
        .came_pc_wdata(came_pc_wdata),
        .came_rs1_rdata(came_rs1_rdata),
        .came_rd_wdata(came_rd_wdata),
        .came_mem_addr(came_mem_addr),
        .came_mem_rmask(came_mem_rmask),
        .came_mem_wmask(came_mem_wmask),
        .came_mem_rdata(came_mem_rdata),
        .came_mem_wdata(came_mem_wdata),
        .beside_evt(beside_evt),
        .beside_lat(beside_lat),
        .beside_cycles(beside_cycles),
        .came_flush(came_flush),
        .came_open(came_open)
    );

    treetap_profiler_fast_tap #(.mret_insn(32'h30200073), .byte0(32'd255), .byte1(32'hff00),
            .byte2(32'hff0000), .byte3(32'hff000000), .beyond(32'hfffff000)) u_tap (
        .clk(clk),
        .rst(rst),
        .rvfi_valid(came_valid),
        .rvfi_ready(came_ready_unused),
        .rvfi_insn(came_insn),
        .rvfi_trap(came_trap),
        .rvfi_intr(came_intr),
        .rvfi_mode(2'd0),
        .rvfi_pc_rdata(came_pc_rdata),
        .rvfi_pc_wdata(came_pc_wdata),
        .rvfi_rs1_rdata(came_rs1_rdata),
        .rvfi_rd_wdata(came_rd_wdata),
        .rvfi_mem_addr(came_mem_addr),
        .rvfi_mem_rmask(came_mem_rmask),
        .rvfi_mem_wmask(came_mem_wmask),
        .rvfi_mem_rdata(came_mem_rdata),
        .rvfi_mem_wdata(came_mem_wdata),
        .ret_evt(beside_evt),
        .ret_lat(beside_lat),
        .ret_cycles(beside_cycles),
        .ret_flush(came_flush),
        .buffer_ready(1'b1),
        .cfg_addr_src(cfg_addr_src),
        .cfg_mdata_ok(cfg_mdata_ok),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_mode(rec_mode_unused),
        .rec_class(rec_class),
        .rec_rvc(rec_rvc_unused),
        .rec_taken(rec_taken),
        .rec_start(rec_start),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_npc(rec_npc),
        .rec_val(rec_val),
        .rec_addr(rec_addr),
        .rec_evt(rec_evt),
        .rec_lat(rec_lat_unused),
        .rec_cycles(rec_cycles),
        .rec_ord(rec_ord)
    );

    treetap_profiler_fast_late u_late (
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
        .late_valid(late_valid),
        .late_trap(late_trap),
        .late_class(late_class),
        .late_taken(late_taken),
        .late_start(late_start),
        .late_insn(late_insn),
        .late_pc(late_pc),
        .late_npc(late_npc),
        .late_val(late_val),
        .late_addr(late_addr),
        .late_evt(late_evt),
        .late_cycles(late_cycles),
        .late_ord(late_ord),
        .early_valid(early_valid),
        .early_trap(early_trap),
        .early_class(early_class),
        .early_taken(early_taken),
        .early_insn(early_insn),
        .early_pc(early_pc),
        .early_npc(early_npc)
    );

    treetap_profiler_fast_select #(.code(4'd0), .misses(4'd3), .addresses(4'd4), .narrow(4'd5), .zeros(4'd6),
            .edges(4'd7), .calls(4'd8), .every(4'd1), .value_kinds(16'd12), .from_pc(16'd163),
            .to_npc(16'h180), .to_addr(16'd80), .instructions(2'd1), .cycles(2'd2), .load_class(5'd0),
            .access_classes(32'h800f), .result_classes(32'h2f801), .call_classes(32'h540), .sign_bit(6'd15),
            .edge_mask(32'hffffffff), .edge_left(7'd15), .edge_right(7'd17)) u_select (
        .clk(clk),
        .rst(rst),
        .rec_valid(late_valid),
        .rec_trap(late_trap),
        .rec_class(late_class),
        .rec_taken(late_taken),
        .rec_start(late_start),
        .rec_insn(late_insn),
        .rec_pc(late_pc),
        .rec_npc(late_npc),
        .rec_val(late_val),
        .rec_addr(late_addr),
        .rec_evt(late_evt),
        .rec_cycles(late_cycles),
        .rec_ord(late_ord),
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
        .ev_valid(found_valid),
        .ev_key(found_key),
        .ev_weight(found_weight),
        .ev_ord(found_ord)
    );

    treetap_profiler_fast_hand_over u_hand_over (
        .clk(clk),
        .rst(rst),
        .ev_valid(found_valid),
        .ev_key(found_key),
        .ev_weight(found_weight),
        .ev_ord(found_ord),
        .cand_valid(cand_valid),
        .cand_lanes(cand_lanes),
        .cand_side(cand_side),
        .cand_ord(cand_ord)
    );

    treetap_profiler_fast_gate u_gate (
        .clk(clk),
        .rst(rst),
        .rvfi_valid(came_valid),
        .buffer_ready(1'b1),
        .gate_open(came_open),
        .cfg_fen(cfg_fen),
        .gate_fen(gate_fen),
        .gate_shut(gate_shut)
    );

    treetap_profiler_fast_deep_filter #(.all_cleared(4'd8), .place_bits(4'd4), .half_bits(5'd16),
            .part_bits(4'd6), .choice_bits(4'd10), .decim_code(3'd5)) u_pcfilter (
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

    treetap_profiler_fast_burst #(.always_mode(3'd1), .external_mode(3'd2), .periodic_mode(3'd3),
            .random_mode(3'd4), .arnold_mode(3'd5), .bursty_mode(3'd6), .interval_mode(3'd7),
            .taps(32'h80200003), .minus_one(24'hffffff)) u_burst (
        .clk(clk),
        .rst(rst),
        .burst_valid(1'b1),
        .burst_trap(1'b0),
        .burst_chk(chk_check),
        .burst_entry(chk_entry),
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

    treetap_profiler_fast_verdict #(.pass_code(3'd0), .trap_code(3'd1), .class_code(3'd2), .pc1_code(3'd3),
            .pc2_code(3'd4), .decim_code(3'd5), .clear_code(4'd1)) u_verdict (
        .clk(clk),
        .rst(rst),
        .pcf_valid(pcf_valid),
        .pcf_verdict(pcf_verdict),
        .gate_shut(gate_shut),
        .sel_mark(sel_mark),
        .chk_mute(chk_mute),
        .sel_pass(sel_pass),
        .burst_ev(burst_ev),
        .burst_take(burst_take),
        .step_retired(step_retired),
        .step_trap(step_trap),
        .step_rej_gate(step_rej_gate),
        .step_rej_class(step_rej_class),
        .step_rej_pc1(step_rej_pc1),
        .step_rej_pc2(step_rej_pc2),
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
        .map_clearing(map_clearing),
        .stat_clearing(stat_clearing),
        .step_drop_full(step_drop_full),
        .step_drop_off(step_drop_off),
        .flag_dropped(flag_dropped)
    );

    treetap_profiler_fast_deep_buffer #(.margin(9'd32), .full_bit(4'd8), .down(9'h1ff)) u_sample_buffer (
        .clk(clk),
        .rst(rst),
        .cand_valid(cand_valid),
        .cand_lanes(cand_lanes),
        .cand_side(cand_side),
        .cand_ord(cand_ord),
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

    treetap_profiler_fast_counters #(.last_place(4'd14), .zero_word(4'd15), .everybody(15'h7fff)) u_counters (
        .clk(clk),
        .rst(rst),
        .step_retired(step_retired),
        .step_trap(step_trap),
        .step_rej_class(step_rej_class),
        .step_rej_pc1(step_rej_pc1),
        .step_rej_pc2(step_rej_pc2),
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

    treetap_profiler_fast_rap u_rap (
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
        .cfg_t0(cfg_t0),
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

    treetap_profiler_fast_commander #(.flush_op(3'd4), .clear_op(3'd5), .enable_op(3'd6), .disable_op(3'd7),
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

    treetap_profiler_fast_readout #(.page_bit(3'd5), .occ_at(5'd14), .gate_at(5'd15), .gate_counter(4'd14),
            .burst_at(5'd16)) u_readout (
        .clk(clk),
        .rst(rst),
        .cnt_addr(far_addr),
        .cnt_read(far_read),
        .cnt_valid(far_valid),
        .cnt_data(far_data),
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

    treetap_profiler_fast_relay u_relay (
        .clk(clk),
        .rst(rst),
        .cnt_addr(cnt_addr),
        .cnt_read(cnt_read),
        .cnt_valid(cnt_valid),
        .cnt_data(cnt_data),
        .far_addr(far_addr),
        .far_read(far_read),
        .far_valid(far_valid),
        .far_data(far_data)
    );

    treetap_profiler_fast_regs #(.reset_at0(5'd0), .reset_at1(5'd8), .reset_at2(5'd11), .reset_at3(5'd12),
            .reset_at4(5'd16), .reset_at5(5'd19), .reset_word0(32'd8), .reset_word1(32'd33),
            .reset_word2(32'd1), .reset_word3(32'h10000), .reset_word4(32'd1), .reset_word5(32'hffff),
            .config_page(5'd1), .counter_page(5'd3), .statistics_page(5'd2), .clear_op(3'd5)) u_regs (
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
        .cfg_be_taken(cfg_be_taken),
        .cfg_check_calls(cfg_check_calls),
        .cfg_ncheck0(cfg_ncheck0),
        .cfg_ninstr0(cfg_ninstr0),
        .cfg_period(cfg_period),
        .cfg_pthr(cfg_pthr),
        .cfg_addr_src(cfg_addr_src),
        .cfg_mdata_ok(cfg_mdata_ok),
        .cfg_eps_m(cfg_eps_m),
        .cfg_eps_s(cfg_eps_s),
        .cfg_weight_max(cfg_weight_max),
        .cfg_map_base(cfg_map_base),
        .cfg_map_en(cfg_map_en),
        .cfg_t0(cfg_t0),
        .set_decim(set_decim),
        .set_setign(set_setign),
        .set_burst(set_burst),
        .set_seed(set_seed),
        .set_map_waddr(set_map_waddr),
        .set_map_wdata(set_map_wdata),
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

    treetap_profiler_fast_deep_map #(.high_at(5'd13)) u_checkmap (
        .clk(clk),
        .rst(rst),
        .rec_pc(rec_pc),
        .map_code(map_code),
        .map_clearing(map_clearing),
        .cfg_map_base(cfg_map_base),
        .cfg_map_en(cfg_map_en),
        .set_map_waddr(set_map_waddr),
        .set_map_wdata(set_map_wdata),
        .set_data(set_data)
    );

    treetap_profiler_fast_checks #(.branch(5'd4), .links(5'd6), .direct_classes(32'd48),
            .call_classes(32'h540), .carry(7'd32), .entry_code(2'd1), .back_code(2'd2), .mute_code(2'd3))
            u_checks (
        .clk(clk),
        .rst(rst),
        .rec_valid(early_valid),
        .rec_trap(early_trap),
        .rec_class(early_class),
        .rec_taken(early_taken),
        .rec_insn(early_insn),
        .rec_pc(early_pc),
        .rec_npc(early_npc),
        .map_code(map_code),
        .cfg_map_en(cfg_map_en),
        .cfg_be_taken(cfg_be_taken),
        .cfg_check_calls(cfg_check_calls),
        .chk_check(chk_check),
        .chk_entry(chk_entry),
        .chk_mute(chk_mute)
    );

    treetap_profiler_fast_axil u_bus (
        .clk(clk),
        .rst(rst),
        .s_axil_awvalid(s_axil_awvalid),
        .s_axil_awready(s_axil_awready),
        .s_axil_awaddr(s_axil_awaddr),
        .s_axil_awprot(s_axil_awprot),
        .s_axil_wvalid(s_axil_wvalid),
        .s_axil_wready(s_axil_wready),
        .s_axil_wdata(s_axil_wdata),
        .s_axil_wstrb(s_axil_wstrb),
        .s_axil_bvalid(s_axil_bvalid),
        .s_axil_bready(s_axil_bready),
        .s_axil_bresp(s_axil_bresp),
        .s_axil_arvalid(s_axil_arvalid),
        .s_axil_arready(s_axil_arready),
        .s_axil_araddr(s_axil_araddr),
        .s_axil_arprot(s_axil_arprot),
        .s_axil_rvalid(s_axil_rvalid),
        .s_axil_rready(s_axil_rready),
        .s_axil_rdata(s_axil_rdata),
        .s_axil_rresp(s_axil_rresp),
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

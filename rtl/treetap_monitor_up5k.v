// treetap_monitor_up5k: 8 patterns, a map of 8192 checks, Wishbone
// Configuration: axil 0, conditions 16, counters 2, events 32, map_codes
// 8192, patterns 8, ternary 0, width 24, words 256, engine parallel.
// Made by treetap 0.1.0 with: treetap gen monitor --preset up5k
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

module treetap_monitor_up5k_expander (
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

module treetap_monitor_up5k_classifier (
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
module treetap_monitor_up5k_tap #(
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

    treetap_monitor_up5k_expander u_expander (
        .insn(rvfi_insn),
        .compressed(expander_compressed),
        .expanded(expander_expanded),
        .joined(expander_joined_unused),
        .legal(expander_legal_unused)
    );

    treetap_monitor_up5k_classifier u_classifier (
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

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_monitor_up5k_fast_ram #(
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

// What is known of each instruction: 0 nothing, 1 entry, 2 jump back, 3 no event. docs/reference/checkmap.md
module treetap_monitor_up5k_checkmap #(
    parameter [4:0] high_at = 5'd13
) (
    input  wire        clk,
    input  wire        rst,
    // address of an instruction
    input  wire [31:0] rec_pc,
    // its code in the next cycle; the memory is being cleared
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
    reg [17:0] above = 18'd0;
    reg [4:0] place = 5'd0;

    wire [31:0] codes_rd;

    // Two bytes have a code, 16 codes are a word.
    wire [30:0] slot = rec_pc[31:1] - cfg_map_base;
    wire inside_ = ~(|above);
    wire [31:0] wide0_unused_msbs = codes_rd >> place;
    assign map_code = (inside_ & cfg_map_en) ? wide0_unused_msbs[1:0] : 2'd0;
    // Words are written in order from a place that is written before; after a reset all of them are 0.
    wire writes = set_map_wdata | clearing;
    wire [31:0] codes_wd = clearing ? 32'd0 : set_data;
    assign map_clearing = clearing;

    treetap_monitor_up5k_fast_ram #(.WIDTH(32), .ADDR(9)) u_codes (
        .clk(clk),
        .ra(slot[12:4]),
        .rd(codes_rd),
        .we(writes),
        .wa(at),
        .wd(codes_wd)
    );

    always @(posedge clk) begin
        above <= slot[high_at +: 18];
        place <= {1'd0, slot[3:0]} << 1;
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

// Delays a record by the cycle in which the map of checks looks its code up.
module treetap_monitor_up5k_align (
    input  wire        clk,
    input  wire        rst,
    // a record of the tap
    input  wire        rec_valid,
    input  wire        rec_trap,
    input  wire [1:0]  rec_mode,
    input  wire [4:0]  rec_class,
    input  wire        rec_rvc,
    input  wire [31:0] rec_insn,
    input  wire [31:0] rec_pc,
    input  wire [31:0] rec_npc,
    input  wire [31:0] rec_addr,
    // its code, a cycle later
    input  wire [1:0]  map_code,
    // both for the engine
    output wire        in_valid,
    output wire        in_trap,
    output wire [1:0]  in_privilege,
    output wire [4:0]  in_class,
    output wire        in_short,
    output wire [31:0] in_insn,
    output wire [31:0] in_pc,
    output wire [31:0] in_next,
    output wire [31:0] in_address,
    output wire [1:0]  in_filter
);
    reg valid = 1'b0;
    reg trap = 1'b0;
    reg [1:0] mode = 2'd0;
    reg [4:0] class_ = 5'd0;
    reg rvc = 1'b0;
    reg [31:0] insn = 32'd0;
    reg [31:0] pc = 32'd0;
    reg [31:0] npc = 32'd0;
    reg [31:0] addr = 32'd0;

    assign in_valid = valid;
    assign in_trap = trap;
    assign in_privilege = mode;
    assign in_class = class_;
    assign in_short = rvc;
    assign in_insn = insn;
    assign in_pc = pc;
    assign in_next = npc;
    assign in_address = addr;
    assign in_filter = map_code;

    always @(posedge clk) begin
        valid <= rec_valid & ~rst;
        trap <= rec_trap;
        mode <= rec_mode;
        class_ <= rec_class;
        rvc <= rec_rvc;
        insn <= rec_insn;
        pc <= rec_pc;
        npc <= rec_npc;
        addr <= rec_addr;
    end
endmodule

// Offsets of formats B and J, within the cycle.
module treetap_monitor_up5k_offset #(
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
module treetap_monitor_up5k_immediate (
    input  wire [31:0] insn,
    output wire        there,
    output reg  [31:0] value
);
    wire [31:0] offset_branch;
    wire [31:0] offset_jump;

    wire [4:0] major = insn[6:2];
    wire whole = &insn[1:0];
    // LOAD, FLOAD, custom-0, ALU with an immediate (of words too), JALR, SYSTEM.
    wire i_format = whole & (((major | 5'd1) == 5'd1) | (major == 5'd2) | (major == 5'd4) | (major == 5'd6)
            | (major == 5'd25) | (major == 5'd28));
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

    treetap_monitor_up5k_offset #(.branch_sign(32'hfffff000), .jump_sign(32'hfff00000)) u_offset (
        .insn(insn),
        .branch(offset_branch),
        .jump(offset_jump)
    );
endmodule

// What is known of an instruction by itself: class bits, target, direction, sign.
module treetap_monitor_up5k_facts #(
    parameter [31:0] members0 = 32'd16,
    parameter [31:0] members1 = 32'd32,
    parameter [31:0] members2 = 32'h540,
    parameter [31:0] members3 = 32'h200,
    parameter [31:0] members4 = 32'd128,
    parameter [31:0] members5 = 32'd5,
    parameter [31:0] members6 = 32'd10,
    parameter [31:0] members7 = 32'h8000,
    parameter [31:0] members8 = 32'h1800,
    parameter [31:0] members9 = 32'h6000,
    parameter [31:0] members10 = 32'h10000,
    parameter [31:0] members11 = 32'h60000,
    parameter [31:0] members12 = 32'h80000,
    parameter [31:0] members13 = 32'd0,
    parameter [13:0] bit0 = 14'd1,
    parameter [13:0] bit1 = 14'd2,
    parameter [13:0] bit2 = 14'd4,
    parameter [13:0] bit3 = 14'd8,
    parameter [13:0] bit4 = 14'd16,
    parameter [13:0] bit5 = 14'd32,
    parameter [13:0] bit6 = 14'd64,
    parameter [13:0] bit7 = 14'd128,
    parameter [13:0] bit8 = 14'h100,
    parameter [13:0] bit9 = 14'h200,
    parameter [13:0] bit10 = 14'h400,
    parameter [13:0] bit11 = 14'h800,
    parameter [13:0] bit12 = 14'h1000,
    parameter [13:0] bit13 = 14'h2000,
    parameter [4:0] branch_code = 5'd4,
    parameter [4:0] alu_code = 5'd11,
    parameter [4:0] other_code = 5'd20,
    parameter [31:0] arithmetic_classes = 32'h6800,
    parameter [6:0] op_imm = 7'd19,
    parameter [6:0] op_32 = 7'd59,
    parameter [6:0] load_fp = 7'd7,
    parameter [6:0] store_fp = 7'd39,
    parameter [6:0] custom_0 = 7'd11,
    parameter [6:0] jal = 7'd111,
    parameter [13:0] load_bits = 14'd32,
    parameter [13:0] store_bits = 14'd64,
    parameter [13:0] trigger_bits = 14'h2000,
    parameter [13:0] control_bits = 14'd31,
    parameter [3:0] call = 4'd2,
    parameter [13:0] branch_bits = 14'd3
) (
    // the instruction
    input  wire [31:0] in_pc,
    input  wire [31:0] in_insn,
    input  wire [4:0]  in_class,
    input  wire        in_short,
    input  wire [31:0] in_next,
    // what is known of it
    output wire [13:0] fact_own,
    output wire        fact_call,
    output wire        fact_control,
    output wire        fact_loops,
    output wire        fact_straight,
    output wire [31:0] fact_target,
    output reg         fact_has_target,
    output wire        fact_backward,
    output wire        fact_taken,
    output wire        fact_negative,
    output wire        fact_positive
);
    reg [13:0] own;
    reg [31:0] target;
    reg backward;
    wire immediate_there;
    wire [31:0] immediate_value;

    wire [6:0] opcode = in_insn[6:0];
    wire [2:0] function_ = in_insn[14:12];
    // Reserved branches, and words of RV64, have no class; SLTI into x0 is a trigger.
    wire arithmetic = arithmetic_classes[in_class];
    always @* begin
        // The class of the tap, and where it says less, the instruction.
        own = 14'd0;
        if (members0[in_class]) own = own | bit0;
        if (members1[in_class]) own = own | bit1;
        if (members2[in_class]) own = own | bit2;
        if (members3[in_class]) own = own | bit3;
        if (members4[in_class]) own = own | bit4;
        if (members5[in_class]) own = own | bit5;
        if (members6[in_class]) own = own | bit6;
        if (members7[in_class]) own = own | bit7;
        if (members8[in_class]) own = own | bit8;
        if (members9[in_class]) own = own | bit9;
        if (members10[in_class]) own = own | bit10;
        if (members11[in_class]) own = own | bit11;
        if (members12[in_class]) own = own | bit12;
        if (members13[in_class]) own = own | bit13;
        if (((in_class == branch_code) & ((function_ | 3'd1) == 3'd3)) | (arithmetic & ((opcode | 7'd32)
                == op_32))) own = 14'd0;
        if ((in_class == alu_code) & (opcode == op_imm) & (function_ == 3'd2) & ~(|in_insn[11:7])) own
                = trigger_bits;
        // Loads and stores of vectors, and custom-0, have no class of the tap.
        if (in_class >= other_code) begin
            if (opcode == load_fp) own = load_bits;
            if (opcode == store_fp) own = store_bits;
            if (opcode == custom_0) own = trigger_bits;
        end
    end
    assign fact_own = own;
    // Where it leads: of JAL and branches that is in the instruction, and
    // backward if the sum wraps; else it is the successor, if that is known.
    wire branch = |(own & branch_bits);
    wire known = branch | (opcode == jal);
    wire control = |(own & control_bits);
    assign fact_control = control;
    assign fact_call = own[call];
    wire [32:0] sum = {1'd0, in_pc} + {1'd0, immediate_value};
    wire [31:0] length = in_short ? 32'd2 : 32'd4;
    always @* begin
        target = 32'd0;
        fact_has_target = known;
        backward = sum[32] | ~(|immediate_value);
        if (known) target = sum[31:0];
        if (~known & control) begin
            target = in_next;
            fact_has_target = 1'b1;
            backward = in_next <= in_pc;
        end
    end
    wire taken = in_next != (in_pc + length);
    wire straight = branch & ~taken;
    assign fact_target = target;
    assign fact_taken = taken;
    assign fact_backward = backward;
    assign fact_loops = branch & backward;
    assign fact_straight = straight;
    assign fact_negative = immediate_there & in_insn[31];
    assign fact_positive = immediate_there & ~in_insn[31];

    treetap_monitor_up5k_immediate u_immediate (
        .insn(in_insn),
        .there(immediate_there),
        .value(immediate_value)
    );
endmodule

// Ranges of addresses that patterns can ask for.
module treetap_monitor_up5k_ranges #(
    parameter [3:0] bit0 = 4'd1,
    parameter [3:0] bit1 = 4'd2,
    parameter [3:0] bit2 = 4'd4,
    parameter [3:0] bit3 = 4'd8
) (
    input  wire        clk,
    input  wire        rst,
    // a bound is written
    input  wire        wr_range,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // the instruction
    input  wire [31:0] in_pc,
    // which ranges it lies in
    output wire [3:0]  fact_ranges
);
    reg [31:0] bound0 = 32'd0;
    reg [31:0] bound1 = 32'd0;
    reg [31:0] bound2 = 32'd0;
    reg [31:0] bound3 = 32'd0;
    reg [31:0] bound4 = 32'd0;
    reg [31:0] bound5 = 32'd0;
    reg [31:0] bound6 = 32'd0;
    reg [31:0] bound7 = 32'd0;

    reg [3:0] found;
    reg [31:0] bound0_next;
    reg bound0_en;
    reg [31:0] bound1_next;
    reg bound1_en;
    reg [31:0] bound2_next;
    reg bound2_en;
    reg [31:0] bound3_next;
    reg bound3_en;
    reg [31:0] bound4_next;
    reg bound4_en;
    reg [31:0] bound5_next;
    reg bound5_en;
    reg [31:0] bound6_next;
    reg bound6_en;
    reg [31:0] bound7_next;
    reg bound7_en;

    always @* begin
        bound0_next = wr_data;
        bound0_en = wr_range & (wr_index[2:0] == 3'd0);
        if (rst) begin
            bound0_next = 32'd0;
            bound0_en = 1'b1;
        end
    end
    always @* begin
        bound1_next = wr_data;
        bound1_en = wr_range & (wr_index[2:0] == 3'd1);
        if (rst) begin
            bound1_next = 32'd0;
            bound1_en = 1'b1;
        end
    end
    always @* begin
        bound2_next = wr_data;
        bound2_en = wr_range & (wr_index[2:0] == 3'd2);
        if (rst) begin
            bound2_next = 32'd0;
            bound2_en = 1'b1;
        end
    end
    always @* begin
        bound3_next = wr_data;
        bound3_en = wr_range & (wr_index[2:0] == 3'd3);
        if (rst) begin
            bound3_next = 32'd0;
            bound3_en = 1'b1;
        end
    end
    always @* begin
        bound4_next = wr_data;
        bound4_en = wr_range & (wr_index[2:0] == 3'd4);
        if (rst) begin
            bound4_next = 32'd0;
            bound4_en = 1'b1;
        end
    end
    always @* begin
        bound5_next = wr_data;
        bound5_en = wr_range & (wr_index[2:0] == 3'd5);
        if (rst) begin
            bound5_next = 32'd0;
            bound5_en = 1'b1;
        end
    end
    always @* begin
        bound6_next = wr_data;
        bound6_en = wr_range & (wr_index[2:0] == 3'd6);
        if (rst) begin
            bound6_next = 32'd0;
            bound6_en = 1'b1;
        end
    end
    always @* begin
        bound7_next = wr_data;
        bound7_en = wr_range & (wr_index[2:0] == 3'd7);
        if (rst) begin
            bound7_next = 32'd0;
            bound7_en = 1'b1;
        end
    end
    always @* begin
        found = 4'd0;
        if ((bound0 <= in_pc) & (in_pc < bound1)) found = found | bit0;
        if ((bound2 <= in_pc) & (in_pc < bound3)) found = found | bit1;
        if ((bound4 <= in_pc) & (in_pc < bound5)) found = found | bit2;
        if ((bound6 <= in_pc) & (in_pc < bound7)) found = found | bit3;
    end
    assign fact_ranges = found;

    always @(posedge clk) begin
        if (bound0_en) bound0 <= bound0_next;
        if (bound1_en) bound1 <= bound1_next;
        if (bound2_en) bound2 <= bound2_next;
        if (bound3_en) bound3 <= bound3_next;
        if (bound4_en) bound4 <= bound4_next;
        if (bound5_en) bound5 <= bound5_next;
        if (bound6_en) bound6 <= bound6_next;
        if (bound7_en) bound7 <= bound7_next;
    end
endmodule

// Masks and values of the patterns: each is held against the instruction at once.
module treetap_monitor_up5k_masks #(
    parameter [7:0] bit0 = 8'd1,
    parameter [7:0] bit1 = 8'd2,
    parameter [7:0] bit2 = 8'd4,
    parameter [7:0] bit3 = 8'd8,
    parameter [7:0] bit4 = 8'd16,
    parameter [7:0] bit5 = 8'd32,
    parameter [7:0] bit6 = 8'd64,
    parameter [7:0] bit7 = 8'd128
) (
    input  wire        clk,
    // the instruction goes into the first stage
    input  wire        take,
    // a word of the pattern table is written
    input  wire        wr_pattern,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // the instruction
    input  wire [31:0] in_insn,
    // which patterns have its bits
    output wire [7:0]  now_same
);
    reg [31:0] mask0 = 32'd0;
    reg [31:0] mask1 = 32'd0;
    reg [31:0] mask2 = 32'd0;
    reg [31:0] mask3 = 32'd0;
    reg [31:0] mask4 = 32'd0;
    reg [31:0] mask5 = 32'd0;
    reg [31:0] mask6 = 32'd0;
    reg [31:0] mask7 = 32'd0;
    reg [31:0] value0 = 32'd0;
    reg [31:0] value1 = 32'd0;
    reg [31:0] value2 = 32'd0;
    reg [31:0] value3 = 32'd0;
    reg [31:0] value4 = 32'd0;
    reg [31:0] value5 = 32'd0;
    reg [31:0] value6 = 32'd0;
    reg [31:0] value7 = 32'd0;
    reg [7:0] held0 = 8'd0;

    reg [7:0] same;

    wire mine0 = wr_pattern & (wr_index[6:2] == 5'd0);
    wire mine1 = wr_pattern & (wr_index[6:2] == 5'd1);
    wire mine2 = wr_pattern & (wr_index[6:2] == 5'd2);
    wire mine3 = wr_pattern & (wr_index[6:2] == 5'd3);
    wire mine4 = wr_pattern & (wr_index[6:2] == 5'd4);
    wire mine5 = wr_pattern & (wr_index[6:2] == 5'd5);
    wire mine6 = wr_pattern & (wr_index[6:2] == 5'd6);
    wire mine7 = wr_pattern & (wr_index[6:2] == 5'd7);
    always @* begin
        same = 8'd0;
        if ((in_insn & mask0) == value0) same = same | bit0;
        if ((in_insn & mask1) == value1) same = same | bit1;
        if ((in_insn & mask2) == value2) same = same | bit2;
        if ((in_insn & mask3) == value3) same = same | bit3;
        if ((in_insn & mask4) == value4) same = same | bit4;
        if ((in_insn & mask5) == value5) same = same | bit5;
        if ((in_insn & mask6) == value6) same = same | bit6;
        if ((in_insn & mask7) == value7) same = same | bit7;
    end
    assign now_same = held0;

    always @(posedge clk) begin
        if (mine0 & (wr_index[1:0] == 2'd0)) mask0 <= wr_data;
        if (mine1 & (wr_index[1:0] == 2'd0)) mask1 <= wr_data;
        if (mine2 & (wr_index[1:0] == 2'd0)) mask2 <= wr_data;
        if (mine3 & (wr_index[1:0] == 2'd0)) mask3 <= wr_data;
        if (mine4 & (wr_index[1:0] == 2'd0)) mask4 <= wr_data;
        if (mine5 & (wr_index[1:0] == 2'd0)) mask5 <= wr_data;
        if (mine6 & (wr_index[1:0] == 2'd0)) mask6 <= wr_data;
        if (mine7 & (wr_index[1:0] == 2'd0)) mask7 <= wr_data;
        if (mine0 & (wr_index[1:0] == 2'd1)) value0 <= wr_data;
        if (mine1 & (wr_index[1:0] == 2'd1)) value1 <= wr_data;
        if (mine2 & (wr_index[1:0] == 2'd1)) value2 <= wr_data;
        if (mine3 & (wr_index[1:0] == 2'd1)) value3 <= wr_data;
        if (mine4 & (wr_index[1:0] == 2'd1)) value4 <= wr_data;
        if (mine5 & (wr_index[1:0] == 2'd1)) value5 <= wr_data;
        if (mine6 & (wr_index[1:0] == 2'd1)) value6 <= wr_data;
        if (mine7 & (wr_index[1:0] == 2'd1)) value7 <= wr_data;
        if (take) held0 <= same;
    end
endmodule

// The first stage: an instruction with what is known of it.
module treetap_monitor_up5k_stage (
    input  wire        clk,
    input  wire        rst,
    // the instruction and what is known of it
    input  wire        in_valid,
    output wire        in_ready,
    // give up what is under way; nothing is taken in this cycle
    input  wire        flush,
    // the core takes the call of a handler, and fetches again what came after
    input  wire        drop,
    // patterns count
    input  wire        cfg_en,
    // what is looked up may be looked up for the next instruction
    output wire        take,
    // the instruction that goes on
    output wire        now_valid,
    input  wire        now_ready,
    output wire        now_en,
    output wire        now_trap,
    output wire [31:0] now_pc,
    output wire [31:0] now_insn,
    output wire        now_call,
    output wire        now_control,
    output wire [31:0] now_target,
    output wire        now_has_target,
    output wire        now_taken,
    // the instruction and what is known of it
    input  wire        in_trap,
    input  wire [31:0] in_pc,
    input  wire [31:0] in_insn,
    input  wire        fact_call,
    input  wire        fact_control,
    input  wire [31:0] fact_target,
    input  wire        fact_has_target,
    input  wire        fact_taken
);
    reg held0 = 1'b0;
    reg counts0 = 1'b0;
    reg trap0 = 1'b0;
    reg call0 = 1'b0;
    reg control0 = 1'b0;
    reg has_target0 = 1'b0;
    reg taken0 = 1'b0;
    reg [31:0] pc0 = 32'd0;
    reg [31:0] insn0 = 32'd0;
    reg [31:0] target0 = 32'd0;

    wire moves = ~held0 | now_ready;
    wire open = moves & ~flush & ~drop;
    assign now_valid = held0 & ~drop;
    assign now_en = cfg_en & counts0;
    assign now_trap = trap0;
    assign now_pc = pc0;
    assign now_insn = insn0;
    assign now_call = call0;
    assign now_control = control0;
    assign now_target = target0;
    assign now_has_target = has_target0;
    assign now_taken = taken0;
    assign in_ready = open;
    assign take = moves;

    always @(posedge clk) begin
        held0 <= (in_valid | ~moves) & ~flush & ~drop & ~rst;
        // Tables may have been written while an instruction waited: it is not held against them.
        counts0 <= cfg_en & (counts0 | moves);
        if (moves) trap0 <= in_trap;
        if (moves) call0 <= fact_call;
        if (moves) control0 <= fact_control;
        if (moves) has_target0 <= fact_has_target;
        if (moves) taken0 <= fact_taken;
        if (moves) pc0 <= in_pc;
        if (moves) insn0 <= in_insn;
        if (moves) target0 <= fact_target;
    end
endmodule

// What is remembered of the instructions before: calls, distance from a change of control, bursts.
module treetap_monitor_up5k_history (
    input  wire        clk,
    input  wire        rst,
    // the instruction is one of the program's that executed
    input  wire        step_insn,
    // forget calls and instructions
    input  wire        flush,
    // events count now
    input  wire        sampling,
    // the instruction that goes into the first stage
    input  wire [31:0] in_pc,
    input  wire        take,
    // the instruction and what is known of it
    input  wire        now_call,
    input  wire        now_control,
    input  wire [31:0] now_target,
    input  wire        now_has_target,
    // it is an entry; instructions since the change of control before; bursts that had begun
    output wire        rec_entry,
    output wire [15:0] rec_instructions,
    output wire [15:0] rec_burst
);
    reg pending = 1'b0;
    reg known = 1'b0;
    reg [31:0] callee = 32'd0;
    reg met0 = 1'b0;
    reg [15:0] since = 16'd0;
    reg sampled = 1'b0;
    reg [15:0] bursts = 16'd0;

    wire meets = met0;
    wire entry = pending & (~known | meets);
    assign rec_entry = entry;
    // Instructions, which stay at their largest number, and bursts.
    wire [15:0] instructions = ~(&since) ? (since + 16'd1) : since;
    wire [15:0] burst = (sampling & ~sampled) ? (bursts + 16'd1) : bursts;
    assign rec_instructions = instructions;
    assign rec_burst = burst;

    always @(posedge clk) begin
        if (step_insn) begin
            if (entry) pending <= 1'b0;
            if (now_call) begin
                pending <= 1'b1;
                known <= now_has_target;
                callee <= now_target;
            end
        end
        if (step_insn) begin
            since <= instructions;
            if (now_control) since <= 16'd0;
            sampled <= sampling;
            bursts <= burst;
        end
        if (flush) begin
            pending <= 1'b0;
            since <= 16'd0;
        end
        if (rst) begin
            pending <= 1'b0;
            since <= 16'd0;
            sampled <= 1'b0;
            bursts <= 16'd0;
        end
        if (take) met0 <= (step_insn & now_call) ? (now_target == in_pc) : (callee == in_pc);
    end
endmodule

// Which patterns match: masks and values have been looked at, the rest is asked here.
module treetap_monitor_up5k_patterns #(
    parameter [7:0] bit0 = 8'd1,
    parameter [7:0] bit1 = 8'd2,
    parameter [7:0] bit2 = 8'd4,
    parameter [7:0] bit3 = 8'd8,
    parameter [7:0] bit4 = 8'd16,
    parameter [7:0] bit5 = 8'd32,
    parameter [7:0] bit6 = 8'd64,
    parameter [7:0] bit7 = 8'd128,
    parameter [1:0] back_code = 2'd2,
    parameter [3:0] entry = 4'd14
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        take,
    // a word of the table is written
    input  wire        wr_pattern,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // the instruction and what is known of it
    input  wire [7:0]  now_same,

    input  wire [1:0]  in_privilege,
    input  wire [13:0] fact_own,
    input  wire        fact_loops,
    input  wire        fact_straight,
    input  wire        fact_has_target,
    input  wire        fact_backward,
    input  wire        fact_taken,
    input  wire        fact_negative,
    input  wire        fact_positive,
    input  wire [3:0]  fact_ranges,
    input  wire        cfg_be_taken,
    // the instruction and what is known of it
    input  wire        rec_entry,

    input  wire [1:0]  in_filter,
    // which entries match
    output wire [7:0]  pat_hit
);
    reg [31:0] asked0 = 32'd0;
    reg [31:0] asked1 = 32'd0;
    reg [31:0] asked2 = 32'd0;
    reg [31:0] asked3 = 32'd0;
    reg [31:0] asked4 = 32'd0;
    reg [31:0] asked5 = 32'd0;
    reg [31:0] asked6 = 32'd0;
    reg [31:0] asked7 = 32'd0;
    reg [7:0] plain0 = 8'd0;
    reg [7:0] entering0 = 8'd0;

    reg direction0;
    reg direction1;
    reg direction2;
    reg direction3;
    reg direction4;
    reg direction5;
    reg direction6;
    reg direction7;
    reg sign0;
    reg sign1;
    reg sign2;
    reg sign3;
    reg sign4;
    reg sign5;
    reg sign6;
    reg sign7;
    reg [7:0] hits;
    reg [7:0] entries;
    reg [31:0] asked0_next;
    reg asked0_en;
    reg [31:0] asked1_next;
    reg asked1_en;
    reg [31:0] asked2_next;
    reg asked2_en;
    reg [31:0] asked3_next;
    reg asked3_en;
    reg [31:0] asked4_next;
    reg asked4_en;
    reg [31:0] asked5_next;
    reg asked5_en;
    reg [31:0] asked6_next;
    reg asked6_en;
    reg [31:0] asked7_next;
    reg asked7_en;

    // Branches that are known to be not taken may count for less.
    wire judged = fact_straight & cfg_be_taken;
    wire [1:0] filter = (judged & (in_filter == back_code)) ? 2'd0 : in_filter;
    wire back_edge = fact_loops & ~judged;
    wire [15:0] classes = {2'd0, fact_own} | ({15'd0, back_edge} << 15);
    wire mine0 = wr_pattern & (wr_index[6:2] == 5'd0);
    always @* begin
        asked0_next = wr_data;
        asked0_en = mine0 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked0_next = 32'd0;
            asked0_en = 1'b1;
        end
    end
    always @* begin
        direction0 = 1'b0;
        case (asked0[21:20])
            2'd0: direction0 = 1'b1;
            2'd1: direction0 = fact_has_target & fact_backward;
            2'd2: direction0 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign0 = 1'b0;
        case (asked0[23:22])
            2'd0: sign0 = 1'b1;
            2'd1: sign0 = fact_negative;
            2'd2: sign0 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide0_unused_msbs = asked0[27:24] >> filter;
    wire fits0 = asked0[31] & (~(|asked0[19:16]) | (|(asked0[19:16] & fact_ranges))) & (~(|asked0[27:24])
            | wide0_unused_msbs[0]) & (in_privilege >= asked0[29:28]) & (~asked0[30] | fact_taken);
    wire of_class0 = ~(|asked0[15:0]) | (|(asked0[15:0] & classes));
    wire mine1 = wr_pattern & (wr_index[6:2] == 5'd1);
    always @* begin
        asked1_next = wr_data;
        asked1_en = mine1 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked1_next = 32'd0;
            asked1_en = 1'b1;
        end
    end
    always @* begin
        direction1 = 1'b0;
        case (asked1[21:20])
            2'd0: direction1 = 1'b1;
            2'd1: direction1 = fact_has_target & fact_backward;
            2'd2: direction1 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign1 = 1'b0;
        case (asked1[23:22])
            2'd0: sign1 = 1'b1;
            2'd1: sign1 = fact_negative;
            2'd2: sign1 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide1_unused_msbs = asked1[27:24] >> filter;
    wire fits1 = asked1[31] & (~(|asked1[19:16]) | (|(asked1[19:16] & fact_ranges))) & (~(|asked1[27:24])
            | wide1_unused_msbs[0]) & (in_privilege >= asked1[29:28]) & (~asked1[30] | fact_taken);
    wire of_class1 = ~(|asked1[15:0]) | (|(asked1[15:0] & classes));
    wire mine2 = wr_pattern & (wr_index[6:2] == 5'd2);
    always @* begin
        asked2_next = wr_data;
        asked2_en = mine2 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked2_next = 32'd0;
            asked2_en = 1'b1;
        end
    end
    always @* begin
        direction2 = 1'b0;
        case (asked2[21:20])
            2'd0: direction2 = 1'b1;
            2'd1: direction2 = fact_has_target & fact_backward;
            2'd2: direction2 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign2 = 1'b0;
        case (asked2[23:22])
            2'd0: sign2 = 1'b1;
            2'd1: sign2 = fact_negative;
            2'd2: sign2 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide2_unused_msbs = asked2[27:24] >> filter;
    wire fits2 = asked2[31] & (~(|asked2[19:16]) | (|(asked2[19:16] & fact_ranges))) & (~(|asked2[27:24])
            | wide2_unused_msbs[0]) & (in_privilege >= asked2[29:28]) & (~asked2[30] | fact_taken);
    wire of_class2 = ~(|asked2[15:0]) | (|(asked2[15:0] & classes));
    wire mine3 = wr_pattern & (wr_index[6:2] == 5'd3);
    always @* begin
        asked3_next = wr_data;
        asked3_en = mine3 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked3_next = 32'd0;
            asked3_en = 1'b1;
        end
    end
    always @* begin
        direction3 = 1'b0;
        case (asked3[21:20])
            2'd0: direction3 = 1'b1;
            2'd1: direction3 = fact_has_target & fact_backward;
            2'd2: direction3 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign3 = 1'b0;
        case (asked3[23:22])
            2'd0: sign3 = 1'b1;
            2'd1: sign3 = fact_negative;
            2'd2: sign3 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide3_unused_msbs = asked3[27:24] >> filter;
    wire fits3 = asked3[31] & (~(|asked3[19:16]) | (|(asked3[19:16] & fact_ranges))) & (~(|asked3[27:24])
            | wide3_unused_msbs[0]) & (in_privilege >= asked3[29:28]) & (~asked3[30] | fact_taken);
    wire of_class3 = ~(|asked3[15:0]) | (|(asked3[15:0] & classes));
    wire mine4 = wr_pattern & (wr_index[6:2] == 5'd4);
    always @* begin
        asked4_next = wr_data;
        asked4_en = mine4 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked4_next = 32'd0;
            asked4_en = 1'b1;
        end
    end
    always @* begin
        direction4 = 1'b0;
        case (asked4[21:20])
            2'd0: direction4 = 1'b1;
            2'd1: direction4 = fact_has_target & fact_backward;
            2'd2: direction4 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign4 = 1'b0;
        case (asked4[23:22])
            2'd0: sign4 = 1'b1;
            2'd1: sign4 = fact_negative;
            2'd2: sign4 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide4_unused_msbs = asked4[27:24] >> filter;
    wire fits4 = asked4[31] & (~(|asked4[19:16]) | (|(asked4[19:16] & fact_ranges))) & (~(|asked4[27:24])
            | wide4_unused_msbs[0]) & (in_privilege >= asked4[29:28]) & (~asked4[30] | fact_taken);
    wire of_class4 = ~(|asked4[15:0]) | (|(asked4[15:0] & classes));
    wire mine5 = wr_pattern & (wr_index[6:2] == 5'd5);
    always @* begin
        asked5_next = wr_data;
        asked5_en = mine5 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked5_next = 32'd0;
            asked5_en = 1'b1;
        end
    end
    always @* begin
        direction5 = 1'b0;
        case (asked5[21:20])
            2'd0: direction5 = 1'b1;
            2'd1: direction5 = fact_has_target & fact_backward;
            2'd2: direction5 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign5 = 1'b0;
        case (asked5[23:22])
            2'd0: sign5 = 1'b1;
            2'd1: sign5 = fact_negative;
            2'd2: sign5 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide5_unused_msbs = asked5[27:24] >> filter;
    wire fits5 = asked5[31] & (~(|asked5[19:16]) | (|(asked5[19:16] & fact_ranges))) & (~(|asked5[27:24])
            | wide5_unused_msbs[0]) & (in_privilege >= asked5[29:28]) & (~asked5[30] | fact_taken);
    wire of_class5 = ~(|asked5[15:0]) | (|(asked5[15:0] & classes));
    wire mine6 = wr_pattern & (wr_index[6:2] == 5'd6);
    always @* begin
        asked6_next = wr_data;
        asked6_en = mine6 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked6_next = 32'd0;
            asked6_en = 1'b1;
        end
    end
    always @* begin
        direction6 = 1'b0;
        case (asked6[21:20])
            2'd0: direction6 = 1'b1;
            2'd1: direction6 = fact_has_target & fact_backward;
            2'd2: direction6 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign6 = 1'b0;
        case (asked6[23:22])
            2'd0: sign6 = 1'b1;
            2'd1: sign6 = fact_negative;
            2'd2: sign6 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide6_unused_msbs = asked6[27:24] >> filter;
    wire fits6 = asked6[31] & (~(|asked6[19:16]) | (|(asked6[19:16] & fact_ranges))) & (~(|asked6[27:24])
            | wide6_unused_msbs[0]) & (in_privilege >= asked6[29:28]) & (~asked6[30] | fact_taken);
    wire of_class6 = ~(|asked6[15:0]) | (|(asked6[15:0] & classes));
    wire mine7 = wr_pattern & (wr_index[6:2] == 5'd7);
    always @* begin
        asked7_next = wr_data;
        asked7_en = mine7 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked7_next = 32'd0;
            asked7_en = 1'b1;
        end
    end
    always @* begin
        direction7 = 1'b0;
        case (asked7[21:20])
            2'd0: direction7 = 1'b1;
            2'd1: direction7 = fact_has_target & fact_backward;
            2'd2: direction7 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign7 = 1'b0;
        case (asked7[23:22])
            2'd0: sign7 = 1'b1;
            2'd1: sign7 = fact_negative;
            2'd2: sign7 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide7_unused_msbs = asked7[27:24] >> filter;
    wire fits7 = asked7[31] & (~(|asked7[19:16]) | (|(asked7[19:16] & fact_ranges))) & (~(|asked7[27:24])
            | wide7_unused_msbs[0]) & (in_privilege >= asked7[29:28]) & (~asked7[30] | fact_taken);
    wire of_class7 = ~(|asked7[15:0]) | (|(asked7[15:0] & classes));
    always @* begin
        hits = 8'd0;
        entries = 8'd0;
        if (direction0 & sign0 & fits0) begin
            if (of_class0) hits = hits | bit0;
            if (asked0[{1'd0, entry}]) entries = entries | bit0;
        end
        if (direction1 & sign1 & fits1) begin
            if (of_class1) hits = hits | bit1;
            if (asked1[{1'd0, entry}]) entries = entries | bit1;
        end
        if (direction2 & sign2 & fits2) begin
            if (of_class2) hits = hits | bit2;
            if (asked2[{1'd0, entry}]) entries = entries | bit2;
        end
        if (direction3 & sign3 & fits3) begin
            if (of_class3) hits = hits | bit3;
            if (asked3[{1'd0, entry}]) entries = entries | bit3;
        end
        if (direction4 & sign4 & fits4) begin
            if (of_class4) hits = hits | bit4;
            if (asked4[{1'd0, entry}]) entries = entries | bit4;
        end
        if (direction5 & sign5 & fits5) begin
            if (of_class5) hits = hits | bit5;
            if (asked5[{1'd0, entry}]) entries = entries | bit5;
        end
        if (direction6 & sign6 & fits6) begin
            if (of_class6) hits = hits | bit6;
            if (asked6[{1'd0, entry}]) entries = entries | bit6;
        end
        if (direction7 & sign7 & fits7) begin
            if (of_class7) hits = hits | bit7;
            if (asked7[{1'd0, entry}]) entries = entries | bit7;
        end
    end
    wire [7:0] asks = plain0;
    wire [7:0] asks_entry = entering0;
    assign pat_hit = rec_entry ? (now_same & (asks | asks_entry)) : (now_same & asks);

    always @(posedge clk) begin
        if (asked0_en) asked0 <= asked0_next;
        if (asked1_en) asked1 <= asked1_next;
        if (asked2_en) asked2 <= asked2_next;
        if (asked3_en) asked3 <= asked3_next;
        if (asked4_en) asked4 <= asked4_next;
        if (asked5_en) asked5 <= asked5_next;
        if (asked6_en) asked6 <= asked6_next;
        if (asked7_en) asked7 <= asked7_next;
        if (take) plain0 <= hits;
        if (take) entering0 <= entries;
    end
endmodule

// Conditions over the flags of counters, and what follows from the patterns that match.
module treetap_monitor_up5k_conditions #(
    parameter [6:0] stop = 7'd64,
    parameter [5:0] nobody = 6'd63,
    parameter [4:0] last = 5'd7,
    parameter [7:0] bit0 = 8'd1,
    parameter [7:0] bit1 = 8'd2,
    parameter [7:0] bit2 = 8'd4,
    parameter [7:0] bit3 = 8'd8,
    parameter [7:0] bit4 = 8'd16,
    parameter [7:0] bit5 = 8'd32,
    parameter [7:0] bit6 = 8'd64,
    parameter [7:0] bit7 = 8'd128
) (
    input  wire        clk,
    input  wire        rst,
    // a condition or a word of the pattern table is written
    input  wire        wr_condition,
    input  wire        wr_pattern,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // which patterns match
    input  wire [7:0]  pat_hit,
    // which counters are zero, and which have overflowed
    input  wire [1:0]  flag_zero,
    input  wire [1:0]  flag_over,
    // the first pattern with a replacement: number and first word
    output wire        win_there,
    output wire [5:0]  win_number,
    output wire [10:0] win_word,
    // the micro-operation of each counter, and what a set loads
    output wire [3:0]  op_code,
    output wire [7:0]  op_source
);
    reg [15:0] action0 = 16'd0;
    reg [15:0] action1 = 16'd0;
    reg [15:0] action2 = 16'd0;
    reg [15:0] action3 = 16'd0;
    reg [15:0] action4 = 16'd0;
    reg [15:0] action5 = 16'd0;
    reg [15:0] action6 = 16'd0;
    reg [15:0] action7 = 16'd0;
    reg [30:0] condition0 = 31'd0;
    reg [30:0] condition1 = 31'd0;
    reg [30:0] condition2 = 31'd0;
    reg [30:0] condition3 = 31'd0;
    reg [30:0] condition4 = 31'd0;
    reg [30:0] condition5 = 31'd0;
    reg [30:0] condition6 = 31'd0;
    reg [30:0] condition7 = 31'd0;
    reg [4:0] turn = 5'd0;
    reg [4:0] there = 5'd0;

    reg [3:0] row0;
    reg [3:0] row1;
    reg [3:0] row2;
    reg [3:0] row3;
    reg [3:0] row4;
    reg [3:0] row5;
    reg [3:0] row6;
    reg [3:0] row7;
    reg [6:0] found0;
    reg [6:0] found1;
    reg [6:0] found2;
    reg [6:0] found3;
    reg [6:0] found4;
    reg [6:0] found5;
    reg [6:0] found6;
    reg [6:0] found7;
    reg [6:0] found32;
    reg [6:0] found33;
    reg [6:0] found34;
    reg [6:0] found35;
    reg [6:0] found36;
    reg [6:0] found37;
    reg [6:0] found38;
    reg [6:0] found39;
    reg [6:0] whole0;
    reg [6:0] whole1;
    reg [1:0] act;
    reg [3:0] loads;
    reg [1:0] code;
    reg [3:0] source;
    reg [7:0] matched;
    reg [7:0] ends;
    reg [5:0] number;
    reg [10:0] word;
    reg [3:0] codes;
    reg [7:0] sources;
    reg [5:0] at;
    reg [3:0] table_ra;
    wire [30:0] table_rd;

    always @* begin
        table_ra = 4'd0;
        if (turn == 5'd0) table_ra = action0[15:12];
        if (turn == 5'd1) table_ra = action1[15:12];
        if (turn == 5'd2) table_ra = action2[15:12];
        if (turn == 5'd3) table_ra = action3[15:12];
        if (turn == 5'd4) table_ra = action4[15:12];
        if (turn == 5'd5) table_ra = action5[15:12];
        if (turn == 5'd6) table_ra = action6[15:12];
        if (turn == 5'd7) table_ra = action7[15:12];
    end
    always @* begin
        row0 = 4'd0;
        if (condition0[18:16] == 3'd0) begin
            if (flag_zero[0]) row0 = row0 | 4'd1;
            if (flag_over[0]) row0 = row0 | 4'd2;
        end
        if (condition0[21:19] == 3'd0) begin
            if (flag_zero[0]) row0 = row0 | 4'd4;
            if (flag_over[0]) row0 = row0 | 4'd8;
        end
        if (condition0[18:16] == 3'd1) begin
            if (flag_zero[1]) row0 = row0 | 4'd1;
            if (flag_over[1]) row0 = row0 | 4'd2;
        end
        if (condition0[21:19] == 3'd1) begin
            if (flag_zero[1]) row0 = row0 | 4'd4;
            if (flag_over[1]) row0 = row0 | 4'd8;
        end
    end
    always @* begin
        row1 = 4'd0;
        if (condition1[18:16] == 3'd0) begin
            if (flag_zero[0]) row1 = row1 | 4'd1;
            if (flag_over[0]) row1 = row1 | 4'd2;
        end
        if (condition1[21:19] == 3'd0) begin
            if (flag_zero[0]) row1 = row1 | 4'd4;
            if (flag_over[0]) row1 = row1 | 4'd8;
        end
        if (condition1[18:16] == 3'd1) begin
            if (flag_zero[1]) row1 = row1 | 4'd1;
            if (flag_over[1]) row1 = row1 | 4'd2;
        end
        if (condition1[21:19] == 3'd1) begin
            if (flag_zero[1]) row1 = row1 | 4'd4;
            if (flag_over[1]) row1 = row1 | 4'd8;
        end
    end
    always @* begin
        row2 = 4'd0;
        if (condition2[18:16] == 3'd0) begin
            if (flag_zero[0]) row2 = row2 | 4'd1;
            if (flag_over[0]) row2 = row2 | 4'd2;
        end
        if (condition2[21:19] == 3'd0) begin
            if (flag_zero[0]) row2 = row2 | 4'd4;
            if (flag_over[0]) row2 = row2 | 4'd8;
        end
        if (condition2[18:16] == 3'd1) begin
            if (flag_zero[1]) row2 = row2 | 4'd1;
            if (flag_over[1]) row2 = row2 | 4'd2;
        end
        if (condition2[21:19] == 3'd1) begin
            if (flag_zero[1]) row2 = row2 | 4'd4;
            if (flag_over[1]) row2 = row2 | 4'd8;
        end
    end
    always @* begin
        row3 = 4'd0;
        if (condition3[18:16] == 3'd0) begin
            if (flag_zero[0]) row3 = row3 | 4'd1;
            if (flag_over[0]) row3 = row3 | 4'd2;
        end
        if (condition3[21:19] == 3'd0) begin
            if (flag_zero[0]) row3 = row3 | 4'd4;
            if (flag_over[0]) row3 = row3 | 4'd8;
        end
        if (condition3[18:16] == 3'd1) begin
            if (flag_zero[1]) row3 = row3 | 4'd1;
            if (flag_over[1]) row3 = row3 | 4'd2;
        end
        if (condition3[21:19] == 3'd1) begin
            if (flag_zero[1]) row3 = row3 | 4'd4;
            if (flag_over[1]) row3 = row3 | 4'd8;
        end
    end
    always @* begin
        row4 = 4'd0;
        if (condition4[18:16] == 3'd0) begin
            if (flag_zero[0]) row4 = row4 | 4'd1;
            if (flag_over[0]) row4 = row4 | 4'd2;
        end
        if (condition4[21:19] == 3'd0) begin
            if (flag_zero[0]) row4 = row4 | 4'd4;
            if (flag_over[0]) row4 = row4 | 4'd8;
        end
        if (condition4[18:16] == 3'd1) begin
            if (flag_zero[1]) row4 = row4 | 4'd1;
            if (flag_over[1]) row4 = row4 | 4'd2;
        end
        if (condition4[21:19] == 3'd1) begin
            if (flag_zero[1]) row4 = row4 | 4'd4;
            if (flag_over[1]) row4 = row4 | 4'd8;
        end
    end
    always @* begin
        row5 = 4'd0;
        if (condition5[18:16] == 3'd0) begin
            if (flag_zero[0]) row5 = row5 | 4'd1;
            if (flag_over[0]) row5 = row5 | 4'd2;
        end
        if (condition5[21:19] == 3'd0) begin
            if (flag_zero[0]) row5 = row5 | 4'd4;
            if (flag_over[0]) row5 = row5 | 4'd8;
        end
        if (condition5[18:16] == 3'd1) begin
            if (flag_zero[1]) row5 = row5 | 4'd1;
            if (flag_over[1]) row5 = row5 | 4'd2;
        end
        if (condition5[21:19] == 3'd1) begin
            if (flag_zero[1]) row5 = row5 | 4'd4;
            if (flag_over[1]) row5 = row5 | 4'd8;
        end
    end
    always @* begin
        row6 = 4'd0;
        if (condition6[18:16] == 3'd0) begin
            if (flag_zero[0]) row6 = row6 | 4'd1;
            if (flag_over[0]) row6 = row6 | 4'd2;
        end
        if (condition6[21:19] == 3'd0) begin
            if (flag_zero[0]) row6 = row6 | 4'd4;
            if (flag_over[0]) row6 = row6 | 4'd8;
        end
        if (condition6[18:16] == 3'd1) begin
            if (flag_zero[1]) row6 = row6 | 4'd1;
            if (flag_over[1]) row6 = row6 | 4'd2;
        end
        if (condition6[21:19] == 3'd1) begin
            if (flag_zero[1]) row6 = row6 | 4'd4;
            if (flag_over[1]) row6 = row6 | 4'd8;
        end
    end
    always @* begin
        row7 = 4'd0;
        if (condition7[18:16] == 3'd0) begin
            if (flag_zero[0]) row7 = row7 | 4'd1;
            if (flag_over[0]) row7 = row7 | 4'd2;
        end
        if (condition7[21:19] == 3'd0) begin
            if (flag_zero[0]) row7 = row7 | 4'd4;
            if (flag_over[0]) row7 = row7 | 4'd8;
        end
        if (condition7[18:16] == 3'd1) begin
            if (flag_zero[1]) row7 = row7 | 4'd1;
            if (flag_over[1]) row7 = row7 | 4'd2;
        end
        if (condition7[21:19] == 3'd1) begin
            if (flag_zero[1]) row7 = row7 | 4'd4;
            if (flag_over[1]) row7 = row7 | 4'd8;
        end
    end
    wire [15:0] wide0_unused_msbs = condition0[15:0] >> row0;
    wire [15:0] wide1_unused_msbs = condition1[15:0] >> row1;
    wire [15:0] wide2_unused_msbs = condition2[15:0] >> row2;
    wire [15:0] wide3_unused_msbs = condition3[15:0] >> row3;
    wire [15:0] wide4_unused_msbs = condition4[15:0] >> row4;
    wire [15:0] wide5_unused_msbs = condition5[15:0] >> row5;
    wire [15:0] wide6_unused_msbs = condition6[15:0] >> row6;
    wire [15:0] wide7_unused_msbs = condition7[15:0] >> row7;
    always @* begin
        // Patterns whose condition holds, down to the first that has a replacement: a row of flags decides.
        matched = 8'd0;
        ends = 8'd0;
        if (pat_hit[0] & wide0_unused_msbs[0]) begin
            matched = matched | bit0;
            if (~action0[11]) ends = ends | bit0;
        end
        if (pat_hit[1] & wide1_unused_msbs[0]) begin
            matched = matched | bit1;
            if (~action1[11]) ends = ends | bit1;
        end
        if (pat_hit[2] & wide2_unused_msbs[0]) begin
            matched = matched | bit2;
            if (~action2[11]) ends = ends | bit2;
        end
        if (pat_hit[3] & wide3_unused_msbs[0]) begin
            matched = matched | bit3;
            if (~action3[11]) ends = ends | bit3;
        end
        if (pat_hit[4] & wide4_unused_msbs[0]) begin
            matched = matched | bit4;
            if (~action4[11]) ends = ends | bit4;
        end
        if (pat_hit[5] & wide5_unused_msbs[0]) begin
            matched = matched | bit5;
            if (~action5[11]) ends = ends | bit5;
        end
        if (pat_hit[6] & wide6_unused_msbs[0]) begin
            matched = matched | bit6;
            if (~action6[11]) ends = ends | bit6;
        end
        if (pat_hit[7] & wide7_unused_msbs[0]) begin
            matched = matched | bit7;
            if (~action7[11]) ends = ends | bit7;
        end
    end
    wire [7:0] first = ends & ~(ends - 8'd1);
    assign win_there = |ends;
    always @* begin
        number = 6'd0;
        word = 11'd0;
        if (first[0]) begin
            number = number | 6'd0;
            word = word | action0[10:0];
        end
        if (first[1]) begin
            number = number | 6'd1;
            word = word | action1[10:0];
        end
        if (first[2]) begin
            number = number | 6'd2;
            word = word | action2[10:0];
        end
        if (first[3]) begin
            number = number | 6'd3;
            word = word | action3[10:0];
        end
        if (first[4]) begin
            number = number | 6'd4;
            word = word | action4[10:0];
        end
        if (first[5]) begin
            number = number | 6'd5;
            word = word | action5[10:0];
        end
        if (first[6]) begin
            number = number | 6'd6;
            word = word | action6[10:0];
        end
        if (first[7]) begin
            number = number | 6'd7;
            word = word | action7[10:0];
        end
    end
    assign win_number = ~(|ends) ? nobody : number;
    assign win_word = word;
    wire [6:0] pair0 = found0[6] ? found0 : found1;
    wire [6:0] pair1 = found2[6] ? found2 : found3;
    wire [6:0] pair2 = found4[6] ? found4 : found5;
    wire [6:0] pair3 = found6[6] ? found6 : found7;
    wire [6:0] four0 = pair0[6] ? pair0 : pair1;
    wire [6:0] four1 = pair2[6] ? pair2 : pair3;
    wire [6:0] eight0 = four0[6] ? four0 : four1;
    always @* begin
        whole0 = 7'd0;
        if (~whole0[6]) whole0 = eight0;
    end
    always @* begin
        act = condition0[23:22];
        loads = condition0[30:27];
        found0 = 7'd0;
        if (ends[0]) found0 = stop;
        if (matched[0] & (|act) & (condition0[26:24] == 3'd0)) found0 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition1[23:22];
        loads = condition1[30:27];
        found1 = 7'd0;
        if (ends[1]) found1 = stop;
        if (matched[1] & (|act) & (condition1[26:24] == 3'd0)) found1 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition2[23:22];
        loads = condition2[30:27];
        found2 = 7'd0;
        if (ends[2]) found2 = stop;
        if (matched[2] & (|act) & (condition2[26:24] == 3'd0)) found2 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition3[23:22];
        loads = condition3[30:27];
        found3 = 7'd0;
        if (ends[3]) found3 = stop;
        if (matched[3] & (|act) & (condition3[26:24] == 3'd0)) found3 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition4[23:22];
        loads = condition4[30:27];
        found4 = 7'd0;
        if (ends[4]) found4 = stop;
        if (matched[4] & (|act) & (condition4[26:24] == 3'd0)) found4 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition5[23:22];
        loads = condition5[30:27];
        found5 = 7'd0;
        if (ends[5]) found5 = stop;
        if (matched[5] & (|act) & (condition5[26:24] == 3'd0)) found5 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition6[23:22];
        loads = condition6[30:27];
        found6 = 7'd0;
        if (ends[6]) found6 = stop;
        if (matched[6] & (|act) & (condition6[26:24] == 3'd0)) found6 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition7[23:22];
        loads = condition7[30:27];
        found7 = 7'd0;
        if (ends[7]) found7 = stop;
        if (matched[7] & (|act) & (condition7[26:24] == 3'd0)) found7 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition0[23:22];
        loads = condition0[30:27];
        found32 = 7'd0;
        if (ends[0]) found32 = stop;
        if (matched[0] & (|act) & (condition0[26:24] == 3'd1)) found32 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition1[23:22];
        loads = condition1[30:27];
        found33 = 7'd0;
        if (ends[1]) found33 = stop;
        if (matched[1] & (|act) & (condition1[26:24] == 3'd1)) found33 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition2[23:22];
        loads = condition2[30:27];
        found34 = 7'd0;
        if (ends[2]) found34 = stop;
        if (matched[2] & (|act) & (condition2[26:24] == 3'd1)) found34 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition3[23:22];
        loads = condition3[30:27];
        found35 = 7'd0;
        if (ends[3]) found35 = stop;
        if (matched[3] & (|act) & (condition3[26:24] == 3'd1)) found35 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition4[23:22];
        loads = condition4[30:27];
        found36 = 7'd0;
        if (ends[4]) found36 = stop;
        if (matched[4] & (|act) & (condition4[26:24] == 3'd1)) found36 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition5[23:22];
        loads = condition5[30:27];
        found37 = 7'd0;
        if (ends[5]) found37 = stop;
        if (matched[5] & (|act) & (condition5[26:24] == 3'd1)) found37 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition6[23:22];
        loads = condition6[30:27];
        found38 = 7'd0;
        if (ends[6]) found38 = stop;
        if (matched[6] & (|act) & (condition6[26:24] == 3'd1)) found38 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition7[23:22];
        loads = condition7[30:27];
    end
    always @* begin
        found39 = 7'd0;
        if (ends[7]) found39 = stop;
        if (matched[7] & (|act) & (condition7[26:24] == 3'd1)) found39 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
    end
    wire [6:0] pair16 = found32[6] ? found32 : found33;
    wire [6:0] pair17 = found34[6] ? found34 : found35;
    wire [6:0] pair18 = found36[6] ? found36 : found37;
    wire [6:0] pair19 = found38[6] ? found38 : found39;
    wire [6:0] four8 = pair16[6] ? pair16 : pair17;
    wire [6:0] four9 = pair18[6] ? pair18 : pair19;
    wire [6:0] eight4 = four8[6] ? four8 : four9;
    always @* begin
        whole1 = 7'd0;
        if (~whole1[6]) whole1 = eight4;
    end
    always @* begin
        // Micro-operations: each counter has that of the first pattern with
        // one for it, unless the first with a replacement comes before.
        codes = 4'd0;
        sources = 8'd0;
        at = 6'd0;
        code = whole0[5:4];
        source = whole0[3:0];
        codes = codes | ({2'd0, code} << ({26'd0, at} << 1));
        sources = sources | ({4'd0, source} << ({26'd0, at} << 2));
        at = at + 6'd1;
        code = whole1[5:4];
        source = whole1[3:0];
        codes = codes | ({2'd0, code} << ({26'd0, at} << 1));
        sources = sources | ({4'd0, source} << ({26'd0, at} << 2));
        at = at + 6'd1;
    end
    assign op_code = codes;
    assign op_source = sources;

    treetap_monitor_up5k_fast_ram #(.WIDTH(31), .ADDR(4)) u_table (
        .clk(clk),
        .ra(table_ra),
        .rd(table_rd),
        .we(wr_condition),
        .wa(wr_index[3:0]),
        .wd(wr_data[30:0])
    );

    always @(posedge clk) begin
        turn <= turn + 5'd1;
        if (turn == last) turn <= 5'd0;
        there <= turn;
        if (rst) turn <= 5'd0;
        if (wr_pattern & (wr_index[6:2] == 5'd0) & (&wr_index[1:0])) action0 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd1) & (&wr_index[1:0])) action1 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd2) & (&wr_index[1:0])) action2 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd3) & (&wr_index[1:0])) action3 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd4) & (&wr_index[1:0])) action4 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd5) & (&wr_index[1:0])) action5 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd6) & (&wr_index[1:0])) action6 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd7) & (&wr_index[1:0])) action7 <= wr_data[15:0];
        if (there == 5'd0) condition0 <= table_rd;
        if (there == 5'd1) condition1 <= table_rd;
        if (there == 5'd2) condition2 <= table_rd;
        if (there == 5'd3) condition3 <= table_rd;
        if (there == 5'd4) condition4 <= table_rd;
        if (there == 5'd5) condition5 <= table_rd;
        if (there == 5'd6) condition6 <= table_rd;
        if (there == 5'd7) condition7 <= table_rd;
    end
endmodule

// A counter, its flags, and the words that a set can load into it.
module treetap_monitor_up5k_counter (
    input  wire        clk,
    input  wire        rst,
    // what happens to the counter; a set loads a word of the memory or, with draws, a random number
    input  wire [1:0]  op,

    input  wire        draws,
    input  wire [23:0] number,
    input  wire [3:0]  from,
    input  wire        vacant,
    // the counter becomes 0 or 1 from outside, which wins
    input  wire        forced,
    input  wire        one,
    // a host writes the counter, or a word that a set can load
    input  wire        wr_counter,
    input  wire        wr_source,
    input  wire [3:0]  wr_place,
    input  wire [23:0] wr_word,
    // the counter and its flags
    output wire        zero,

    output wire        over,
    output wire [23:0] value
);
    reg [23:0] kept = 24'd1;
    reg is_zero = 1'b0;
    reg overflowed = 1'b0;
    reg pending = 1'b0;
    reg empty = 1'b0;

    wire [23:0] memory_rd;

    assign zero = is_zero;
    assign over = overflowed;
    wire [23:0] now = pending ? (empty ? 24'd0 : memory_rd) : kept;
    assign value = now;
    // Past the ends a counter overflows. Both sums are there before it is known which one is wanted.
    wire [23:0] more = now + 24'd1;
    wire [23:0] less = now - 24'd1;

    treetap_monitor_up5k_fast_ram #(.WIDTH(24), .ADDR(4)) u_memory (
        .clk(clk),
        .ra(from),
        .rd(memory_rd),
        .we(wr_source),
        .wa(wr_place),
        .wd(wr_word)
    );

    always @(posedge clk) begin
        empty <= vacant;
        kept <= now;
        pending <= 1'b0;
        if (op == 2'd1) begin
            kept <= more;
            overflowed <= overflowed | (&now);
            is_zero <= &now;
        end
        if (op == 2'd2) begin
            kept <= less;
            overflowed <= overflowed | is_zero;
            is_zero <= now == 24'd1;
        end
        if (&op) begin
            pending <= ~draws;
            is_zero <= vacant;
            overflowed <= 1'b0;
        end
        if ((&op) & draws) kept <= number;
        // From a host, then from outside.
        if (wr_counter) begin
            kept <= wr_word;
            is_zero <= ~(|wr_word);
        end
        if (forced) begin
            kept <= {23'd0, one};
            is_zero <= ~one;
        end
        if (forced | wr_counter) begin
            overflowed <= 1'b0;
            pending <= 1'b0;
        end
        if (rst) begin
            kept <= 24'd1;
            is_zero <= 1'b0;
            overflowed <= 1'b0;
            pending <= 1'b0;
        end
    end
endmodule

// The counters of the engine, their flags, what a set can load, and the random generator.
module treetap_monitor_up5k_counters #(
    parameter [31:0] taps = 32'h80200003,
    parameter [3:0] random_code = 4'd15,
    parameter [1:0] bit0 = 2'd1,
    parameter [1:0] bit1 = 2'd2
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        step_edit,
    // an instruction, and the micro-operation of each counter
    input  wire [3:0]  op_code,
    input  wire [7:0]  op_source,
    // sampling is switched on or off from outside; off wins
    input  wire        ext_on,
    input  wire        ext_off,
    // sampling is the overflow flag of counter 0, not its zero flag
    input  wire        cfg_flagsel,
    // every counter becomes 1
    input  wire        set_counters,
    // a host writes, which wins over all else
    input  wire        wr_counter,
    input  wire        wr_source,
    input  wire        wr_seed,
    input  wire        wr_mask,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // what the next instruction is held against
    output wire [1:0]  flag_zero,
    output wire [1:0]  flag_over,
    output wire        sampling,
    // an instruction, and the micro-operation of each counter
    output wire [1:0]  op_done,
    // for the host
    input  wire [2:0]  rd_index,
    output wire [31:0] rd_counter,
    output wire [31:0] rd_seed
);
    reg place0 = 1'b0;
    reg place1 = 1'b0;
    reg place2 = 1'b0;
    reg place3 = 1'b0;
    reg place4 = 1'b0;
    reg place5 = 1'b0;
    reg place6 = 1'b0;
    reg place7 = 1'b0;
    reg blank0 = 1'b1;
    reg blank1 = 1'b1;
    reg blank2 = 1'b1;
    reg blank3 = 1'b1;
    reg blank4 = 1'b1;
    reg blank5 = 1'b1;
    reg blank6 = 1'b1;
    reg blank7 = 1'b1;
    reg [31:0] state = 32'd1;
    reg [31:0] mask = 32'd0;

    reg other_place;
    reg [31:0] random;
    reg [31:0] ahead;
    reg [31:0] used;
    reg nothing0;
    reg [3:0] drawn;
    reg current0;
    reg current1;
    reg vacant0;
    reg vacant1;
    reg [1:0] zeros;
    reg [1:0] overs;
    reg [1:0] dones;
    reg [23:0] counters0_number;
    wire counters0_zero;
    wire counters0_over;
    wire [23:0] counters0_value;
    wire counters1_zero;
    wire counters1_over;
    wire [23:0] counters1_value;
    reg [31:0] mask_next;
    reg mask_en;

    assign rd_seed = state;
    wire [23:0] word = wr_data[23:0];
    always @* begin
        other_place = 1'b0;
        if (wr_index[2:0] == 3'd0) other_place = ~place0;
        if (wr_index[2:0] == 3'd1) other_place = ~place1;
        if (wr_index[2:0] == 3'd2) other_place = ~place2;
        if (wr_index[2:0] == 3'd3) other_place = ~place3;
        if (wr_index[2:0] == 3'd4) other_place = ~place4;
        if (wr_index[2:0] == 3'd5) other_place = ~place5;
        if (wr_index[2:0] == 3'd6) other_place = ~place6;
        if (wr_index[2:0] == 3'd7) other_place = ~place7;
    end
    always @* begin
        ahead = state;
        if (ahead[0]) begin
            ahead = (ahead >> 1) ^ taps;
        end else begin
            ahead = ahead >> 1;
        end
        used = ahead & mask;
        nothing0 = ~(|used[23:0]);
        if (ahead[0]) begin
            ahead = (ahead >> 1) ^ taps;
        end else begin
            ahead = ahead >> 1;
        end
        used = ahead & mask;
    end
    wire nothing1 = ~(|used[23:0]);
    wire [1:0] code0 = step_edit ? op_code[1:0] : 2'd0;
    wire [3:0] from0 = op_source[3:0];
    wire [3:0] counters0_from = ({1'd0, from0[2:0]} << 1) | {3'd0, current0};
    // The generator steps for each counter that it is loaded into.
    wire draws0 = (&code0) & (from0 == random_code);
    wire [3:0] counters0_wr_place = ({1'd0, wr_index[2:0]} << 1) | {3'd0, other_place};
    wire written0 = wr_counter & (wr_index[2:0] == 3'd0);
    wire counters0_one = ext_off | set_counters;
    wire counters0_forced = set_counters | ((ext_on | ext_off) & ~written0);
    wire [1:0] code1 = step_edit ? op_code[3:2] : 2'd0;
    wire [3:0] from1 = op_source[7:4];
    wire [3:0] counters1_from = ({1'd0, from1[2:0]} << 1) | {3'd0, current1};
    // The generator steps for each counter that it is loaded into.
    wire draws1 = (&code1) & (from1 == random_code);
    reg [31:0] wide0_unused_msbs;
    always @* begin
        wide0_unused_msbs = 32'd0;
        // Which of the next random numbers are 0 is known before it is known how many are drawn.
        random = state;
        drawn = 4'd0;
        current0 = 1'b0;
        vacant0 = 1'b1;
        if (from0 == 4'd0) begin
            current0 = place0;
            vacant0 = blank0;
        end
        if (from0 == 4'd1) begin
            current0 = place1;
            vacant0 = blank1;
        end
        if (from0 == 4'd2) begin
            current0 = place2;
            vacant0 = blank2;
        end
        if (from0 == 4'd3) begin
            current0 = place3;
            vacant0 = blank3;
        end
        if (from0 == 4'd4) begin
            current0 = place4;
            vacant0 = blank4;
        end
        if (from0 == 4'd5) begin
            current0 = place5;
            vacant0 = blank5;
        end
        if (from0 == 4'd6) begin
            current0 = place6;
            vacant0 = blank6;
        end
        if (from0 == 4'd7) begin
            current0 = place7;
            vacant0 = blank7;
        end
        if (from0 == random_code) begin
            vacant0 = 1'b0;
            if (drawn == 4'd0) vacant0 = nothing0;
            if (drawn == 4'd1) vacant0 = nothing1;
        end
        if (draws0) begin
            drawn = drawn + 4'd1;
            if (random[0]) begin
                random = (random >> 1) ^ taps;
            end else begin
                random = random >> 1;
            end
        end
        wide0_unused_msbs = random & mask;
        counters0_number = wide0_unused_msbs[23:0];
        current1 = 1'b0;
        vacant1 = 1'b1;
        if (from1 == 4'd0) begin
            current1 = place0;
            vacant1 = blank0;
        end
        if (from1 == 4'd1) begin
            current1 = place1;
            vacant1 = blank1;
        end
        if (from1 == 4'd2) begin
            current1 = place2;
            vacant1 = blank2;
        end
        if (from1 == 4'd3) begin
            current1 = place3;
            vacant1 = blank3;
        end
        if (from1 == 4'd4) begin
            current1 = place4;
            vacant1 = blank4;
        end
        if (from1 == 4'd5) begin
            current1 = place5;
            vacant1 = blank5;
        end
        if (from1 == 4'd6) begin
            current1 = place6;
            vacant1 = blank6;
        end
        if (from1 == 4'd7) begin
            current1 = place7;
            vacant1 = blank7;
        end
        if (from1 == random_code) begin
            vacant1 = 1'b0;
            if (drawn == 4'd0) vacant1 = nothing0;
            if (drawn == 4'd1) vacant1 = nothing1;
        end
        if (draws1) begin
            drawn = drawn + 4'd1;
            if (random[0]) begin
                random = (random >> 1) ^ taps;
            end else begin
                random = random >> 1;
            end
        end
    end
    wire [31:0] wide1_unused_msbs = random & mask;
    wire [23:0] counters1_number = wide1_unused_msbs[23:0];
    wire [3:0] counters1_wr_place = ({1'd0, wr_index[2:0]} << 1) | {3'd0, other_place};
    wire written1 = wr_counter & (wr_index[2:0] == 3'd1);
    always @* begin
        dones = 2'd0;
        if (|code0) dones = dones | bit0;
        if (|code1) dones = dones | bit1;
    end
    always @* begin
        zeros = 2'd0;
        if (counters0_zero) zeros = zeros | bit0;
        if (counters1_zero) zeros = zeros | bit1;
    end
    always @* begin
        overs = 2'd0;
        if (counters0_over) overs = overs | bit0;
        if (counters1_over) overs = overs | bit1;
    end
    wire [23:0] shown = (rd_index == 3'd1) ? counters1_value : (rd_index == 3'd0) ? counters0_value : 24'd0;
    assign rd_counter = {8'd0, shown};
    assign flag_zero = zeros;
    assign flag_over = overs;
    assign op_done = dones;
    assign sampling = cfg_flagsel ? overs[0] : zeros[0];
    always @* begin
        mask_next = wr_data;
        mask_en = wr_mask;
        if (rst) begin
            mask_next = 32'd0;
            mask_en = 1'b1;
        end
    end

    treetap_monitor_up5k_counter u_counters0 (
        .clk(clk),
        .rst(rst),
        .op(code0),
        .draws(draws0),
        .number(counters0_number),
        .from(counters0_from),
        .vacant(vacant0),
        .forced(counters0_forced),
        .one(counters0_one),
        .wr_counter(written0),
        .wr_source(wr_source),
        .wr_place(counters0_wr_place),
        .wr_word(word),
        .zero(counters0_zero),
        .over(counters0_over),
        .value(counters0_value)
    );

    treetap_monitor_up5k_counter u_counters1 (
        .clk(clk),
        .rst(rst),
        .op(code1),
        .draws(draws1),
        .number(counters1_number),
        .from(counters1_from),
        .vacant(vacant1),
        .forced(set_counters),
        .one(1'b1),
        .wr_counter(written1),
        .wr_source(wr_source),
        .wr_place(counters1_wr_place),
        .wr_word(word),
        .zero(counters1_zero),
        .over(counters1_over),
        .value(counters1_value)
    );

    always @(posedge clk) begin
        if (wr_index[2:0] == 3'd0) begin
            if (wr_source) begin
                place0 <= ~place0;
                blank0 <= ~(|word);
            end
        end
        if (rst) blank0 <= 1'b1;
        if (wr_index[2:0] == 3'd1) begin
            if (wr_source) begin
                place1 <= ~place1;
                blank1 <= ~(|word);
            end
        end
        if (rst) blank1 <= 1'b1;
        if (wr_index[2:0] == 3'd2) begin
            if (wr_source) begin
                place2 <= ~place2;
                blank2 <= ~(|word);
            end
        end
        if (rst) blank2 <= 1'b1;
        if (wr_index[2:0] == 3'd3) begin
            if (wr_source) begin
                place3 <= ~place3;
                blank3 <= ~(|word);
            end
        end
        if (rst) blank3 <= 1'b1;
        if (wr_index[2:0] == 3'd4) begin
            if (wr_source) begin
                place4 <= ~place4;
                blank4 <= ~(|word);
            end
        end
        if (rst) blank4 <= 1'b1;
        if (wr_index[2:0] == 3'd5) begin
            if (wr_source) begin
                place5 <= ~place5;
                blank5 <= ~(|word);
            end
        end
        if (rst) blank5 <= 1'b1;
        if (wr_index[2:0] == 3'd6) begin
            if (wr_source) begin
                place6 <= ~place6;
                blank6 <= ~(|word);
            end
        end
        if (rst) blank6 <= 1'b1;
        if (wr_index[2:0] == 3'd7) begin
            if (wr_source) begin
                place7 <= ~place7;
                blank7 <= ~(|word);
            end
        end
        if (rst) blank7 <= 1'b1;
        state <= random;
        if (wr_seed) begin
            state <= wr_data;
            if (~(|wr_data)) state <= 32'd1;
        end
        if (rst) state <= 32'd1;
        if (mask_en) mask <= mask_next;
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_monitor_up5k_fast_ram_re #(
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

// What a replacement would have been becomes an event in a queue; the next one that finds it full is dropped.
module treetap_monitor_up5k_events #(
    parameter [4:0] capacity = 5'd16,
    parameter [4:0] last_bit = 5'd0
) (
    input  wire        clk,
    input  wire        rst,
    // the instruction and what is known of it
    input  wire        now_valid,
    output wire        now_ready,
    input  wire        now_en,
    input  wire        now_trap,
    input  wire [31:0] now_pc,
    input  wire [31:0] now_insn,
    input  wire [31:0] now_target,
    input  wire        now_has_target,
    input  wire        now_taken,
    input  wire [31:0] in_address,
    input  wire [15:0] rec_instructions,
    input  wire [15:0] rec_burst,
    // the pattern that replaces it, and the first word of the replacement
    input  wire        win_there,
    input  wire [5:0]  win_number,
    input  wire [10:0] win_word,
    // the replacement table is written
    input  wire        wr_word,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // the instruction executed; it is held against the patterns; it is replaced; for statistics
    output wire        step_insn,
    output wire        step_edit,
    output wire        step_replaced,
    output wire        step_word,
    output reg  [8:0]  step_cycles,
    output wire        step_dropped,
    // bits 3 to 6 of STATUS
    output reg  [3:0]  raise,
    // never
    output wire        busy,
    output wire        drop,
    // events, the oldest first
    output wire        ev_valid,
    input  wire        ev_ready,
    output wire [7:0]  ev_handler,
    output wire [31:0] ev_pc,
    output wire [31:0] ev_insn,
    output wire [31:0] ev_target,
    output wire        ev_has_target,
    output wire [31:0] ev_address,
    output wire        ev_taken,
    output wire [15:0] ev_instructions,
    output wire [15:0] ev_burst,
    output wire [5:0]  ev_number
);
    reg [31:0] address = 32'd0;
    reg waits = 1'b0;
    reg at_end = 1'b0;
    reg entered = 1'b0;
    reg [3:0] back = 4'd0;
    reg [3:0] front = 4'd0;
    reg [4:0] stored = 5'd0;
    reg [4:0] waiting = 5'd0;
    reg offered = 1'b0;

    wire [31:0] table_rd;
    wire [167:0] queue_rd;

    assign now_ready = 1'b1;
    assign busy = 1'b0;
    assign drop = 1'b0;
    assign step_insn = now_valid & ~now_trap;
    assign step_edit = now_valid & ~now_trap & now_en;
    wire edited = now_valid & ~now_trap & now_en & win_there;
    assign step_replaced = edited;
    // The word is read in the cycle in which the pattern wins.
    wire table_we = wr_word & wr_index[0];
    // What it would have cost in line: a bubble and its words, less the instruction itself.
    wire last = table_rd[last_bit];
    wire [8:0] length = {1'd0, table_rd[31:24]};
    always @* begin
        step_cycles = 9'd0;
        raise = 4'd0;
        if (waits) begin
            step_cycles = length;
            if (last | at_end) step_cycles = length + 9'd1;
            if (at_end & ~last) raise = 4'd4;
        end
    end
    wire leaves = offered & ev_ready;
    wire enters = edited & ((waiting != capacity) | leaves);
    assign step_word = entered;
    assign step_dropped = waits & ~entered;
    wire fetch = (|stored) & (~offered | ev_ready);
    wire [167:0] queue_wd = {136'd0, now_pc} | ({136'd0, now_insn} << 32) | ({136'd0, now_target} << 64)
            | ({136'd0, address} << 96) | ({152'd0, rec_instructions} << 128) | ({152'd0, rec_burst} << 144)
            | ({162'd0, win_number} << 160) | ({167'd0, now_has_target} << 166) | ({167'd0, now_taken}
            << 167);
    wire [3:0] handlers_wa = back - 4'd1;
    assign ev_valid = offered;
    wire [167:0] event_ = queue_rd;
    assign ev_pc = event_[31:0];
    assign ev_insn = event_[63:32];
    assign ev_target = event_[95:64];
    assign ev_address = event_[127:96];
    assign ev_instructions = event_[143:128];
    assign ev_burst = event_[159:144];
    assign ev_number = event_[165:160];
    assign ev_has_target = event_[166];
    assign ev_taken = event_[167];

    treetap_monitor_up5k_fast_ram #(.WIDTH(32), .ADDR(8)) u_table (
        .clk(clk),
        .ra(win_word[7:0]),
        .rd(table_rd),
        .we(table_we),
        .wa(wr_index[8:1]),
        .wd(wr_data)
    );

    treetap_monitor_up5k_fast_ram_re #(.WIDTH(168), .ADDR(4)) u_queue (
        .clk(clk),
        .re(fetch),
        .ra(front),
        .rd(queue_rd),
        .we(1'b1),
        .wa(back),
        .wd(queue_wd)
    );

    treetap_monitor_up5k_fast_ram_re #(.WIDTH(8), .ADDR(4)) u_handlers (
        .clk(clk),
        .re(fetch),
        .ra(front),
        .rd(ev_handler),
        .we(entered),
        .wa(handlers_wa),
        .wd(table_rd[23:16])
    );

    always @(posedge clk) begin
        waits <= edited;
        at_end <= &win_word[7:0];
        // Room is for what is not full, or becomes so in this cycle.
        address <= in_address;
        entered <= enters;
        if (enters) back <= back + 4'd1;
        if (enters & ~leaves) waiting <= waiting + 5'd1;
        if (~enters & leaves) waiting <= waiting - 5'd1;
        if (fetch) front <= front + 4'd1;
        if (entered & ~fetch) stored <= stored + 5'd1;
        if (~entered & fetch) stored <= stored - 5'd1;
        offered <= fetch | (offered & ~ev_ready);
        if (rst) begin
            waits <= 1'b0;
            entered <= 1'b0;
            back <= 4'd0;
            front <= 4'd0;
            stored <= 5'd0;
            waiting <= 5'd0;
            offered <= 1'b0;
        end
    end
endmodule

// Statistics, and what a host has written and can read, in one memory under the numbers of their words.
module treetap_monitor_up5k_statistics #(
    parameter [5:0] places0 = 6'd40,
    parameter [5:0] places1 = 6'd41,
    parameter [5:0] places2 = 6'd42,
    parameter [5:0] places3 = 6'd44,
    parameter [5:0] places4 = 6'd48,
    parameter [5:0] places5 = 6'd49,
    parameter [5:0] places6 = 6'd43,
    parameter [5:0] dropped_at = 6'd44,
    parameter [3:0] statistics = 4'd7,
    parameter [3:0] last = 4'd6
) (
    input  wire        clk,
    input  wire        rst,
    // statistics become 0
    input  wire        cleared,
    // what is counted
    input  wire        step_edit,
    input  wire        step_replaced,
    input  wire        step_word,
    input  wire [8:0]  step_cycles,
    input  wire        step_dropped,
    input  wire [1:0]  op_done,
    // the word that a host is about; whether it can be written, or is there
    input  wire [5:0]  kept_word,
    input  wire        kept_own,
    output wire        kept_clearing,
    output wire        kept_open,
    output wire        kept_there,
    output wire [31:0] kept_data,
    // the host reads it, or writes it
    input  wire        rd_kept,
    input  wire        wr_kept,
    input  wire [31:0] wr_data
);
    reg [6:0] clearing = 7'd0;
    reg [3:0] turn = 4'd0;
    reg second = 1'b0;
    reg [3:0] zeroing = 4'd0;
    reg asked = 1'b0;
    reg [4:0] since0 = 5'd0;
    reg [4:0] since1 = 5'd0;
    reg [4:0] since2 = 5'd0;
    reg [4:0] since3 = 5'd0;
    reg [4:0] since4 = 5'd0;
    reg [4:0] since5 = 5'd0;
    reg [12:0] cycles = 13'd0;

    reg [4:0] drained0;
    reg [4:0] drained1;
    reg [4:0] drained2;
    reg [4:0] drained3;
    reg [4:0] drained4;
    reg [4:0] drained5;
    reg [5:0] place;
    reg [4:0] few;
    reg [12:0] amount;
    reg [12:0] rest;
    reg [31:0] result;
    wire [31:0] memory_rd;
    reg memory_we;
    reg [5:0] memory_wa;
    reg [31:0] memory_wd;

    // Turns of two cycles: those of statistics, then that of the host.
    wire visitor = turn == statistics;
    always @* begin
        place = kept_word;
        if (turn == 4'd0) place = places0;
        if (turn == 4'd1) place = places1;
        if (turn == 4'd2) place = places2;
        if (turn == 4'd3) place = places3;
        if (turn == 4'd4) place = places4;
        if (turn == 4'd5) place = places5;
        if (turn == 4'd6) place = places6;
    end
    // What has happened since the turn before.
    wire happens0 = step_edit;
    wire happens1 = step_replaced;
    wire happens2 = step_word;
    wire happens3 = step_dropped;
    wire happens4 = op_done[0];
    wire happens5 = op_done[1];
    always @* begin
        few = 5'd0;
        drained0 = since0;
        if (turn == 4'd0) begin
            few = since0;
            if (second) drained0 = 5'd0;
        end
        drained1 = since1;
        if (turn == 4'd1) begin
            few = since1;
            if (second) drained1 = 5'd0;
        end
        drained2 = since2;
        if (turn == 4'd2) begin
            few = since2;
            if (second) drained2 = 5'd0;
        end
        drained3 = since3;
        if (turn == 4'd3) begin
            few = since3;
            if (second) drained3 = 5'd0;
        end
        drained4 = since4;
        if (turn == 4'd4) begin
            few = since4;
            if (second) drained4 = 5'd0;
        end
        drained5 = since5;
        if (turn == 4'd5) begin
            few = since5;
            if (second) drained5 = 5'd0;
        end
    end
    always @* begin
        amount = {8'd0, few};
        rest = cycles;
        if (turn == last) begin
            amount = cycles;
            if (second) rest = 13'd0;
        end
    end
    // DROPPED stays at its largest value.
    wire [32:0] sum = {1'd0, memory_rd} + {20'd0, amount};
    always @* begin
        result = sum[31:0];
        if ((|zeroing) & ~visitor) begin
            result = {19'd0, amount};
        end else if (sum[32] & (place == dropped_at)) begin
            result = ~32'd0;
        end
    end
    assign kept_data = result;
    assign kept_there = second & asked & (kept_own == visitor) & (place == kept_word);
    assign kept_open = ~second;
    assign kept_clearing = |clearing;
    always @* begin
        memory_we = wr_kept;
        memory_wa = kept_word;
        memory_wd = wr_data;
        if (second) begin
            memory_we = ~visitor;
            memory_wa = place;
            memory_wd = result;
        end
        if (|clearing) begin
            memory_we = 1'b1;
            memory_wa = clearing[5:0];
            memory_wd = 32'd0;
        end
    end

    treetap_monitor_up5k_fast_ram #(.WIDTH(32), .ADDR(6)) u_memory (
        .clk(clk),
        .ra(place),
        .rd(memory_rd),
        .we(memory_we),
        .wa(memory_wa),
        .wd(memory_wd)
    );

    always @(posedge clk) begin
        second <= ~second;
        if (second) begin
            turn <= turn + 4'd1;
            if (visitor) turn <= 4'd0;
        end
        since0 <= drained0;
        if (happens0) since0 <= drained0 + 5'd1;
        if (cleared | rst) since0 <= 5'd0;
        since1 <= drained1;
        if (happens1) since1 <= drained1 + 5'd1;
        if (cleared | rst) since1 <= 5'd0;
        since2 <= drained2;
        if (happens2) since2 <= drained2 + 5'd1;
        if (cleared | rst) since2 <= 5'd0;
        since3 <= drained3;
        if (happens3) since3 <= drained3 + 5'd1;
        if (cleared | rst) since3 <= 5'd0;
        since4 <= drained4;
        if (happens4) since4 <= drained4 + 5'd1;
        if (cleared | rst) since4 <= 5'd0;
        since5 <= drained5;
        if (happens5) since5 <= drained5 + 5'd1;
        if (cleared | rst) since5 <= 5'd0;
        cycles <= rest + {4'd0, step_cycles};
        asked <= rd_kept;
        if (second & ~visitor & (|zeroing)) zeroing <= zeroing - 4'd1;
        if (|clearing) clearing <= clearing - 7'd1;
        if (cleared) begin
            zeroing <= statistics;
            cycles <= 13'd0;
        end
        if (rst) begin
            clearing <= 7'd64;
            turn <= 4'd0;
            second <= 1'b0;
            zeroing <= 4'd0;
            cycles <= 13'd0;
        end
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_monitor_up5k_host_bank #(
    parameter [7:0] row_page0 = 8'd0,
    parameter [7:0] row_page1 = 8'd1,
    parameter [7:0] row_page2 = 8'd2,
    parameter [7:0] row_page3 = 8'd8,
    parameter [7:0] row_page4 = 8'd128,
    parameter [7:0] row_mask0 = 8'd255,
    parameter [7:0] row_mask1 = 8'd255,
    parameter [7:0] row_mask2 = 8'd255,
    parameter [7:0] row_mask3 = 8'd255,
    parameter [7:0] row_mask4 = 8'd240,
    parameter [31:0] readable0 = 32'hf3ff103f,
    parameter [31:0] readable1 = 32'h80031f0f,
    parameter [31:0] readable2 = 32'd0,
    parameter [31:0] readable3 = 32'd0,
    parameter [31:0] readable4 = 32'd0,
    parameter [31:0] writable0 = 32'hf3ff003c,
    parameter [31:0] writable1 = 32'h8000000f,
    parameter [31:0] writable2 = 32'hffff,
    parameter [31:0] writable3 = 32'hffffffff,
    parameter [31:0] writable4 = 32'hffffffff,
    parameter [4:0] id_at = 5'd0,
    parameter [4:0] param_at = 5'd1,
    parameter [4:0] ctrl_at = 5'd2,
    parameter [4:0] status_at = 5'd3,
    parameter [7:0] ctr_page0 = 8'd0,
    parameter [7:0] ctr_page_mask0 = 8'd255,
    parameter [4:0] ctr_slot0 = 5'd4,
    parameter [4:0] ctr_slot_mask0 = 5'd30,
    parameter [4:0] flags_at = 5'd12,
    parameter [7:0] hps_r_page0 = 8'd0,
    parameter [7:0] hps_r_page_mask0 = 8'd255,
    parameter [4:0] hps_r_slot0 = 5'd16,
    parameter [4:0] hps_r_slot_mask0 = 5'd24,
    parameter [4:0] rndseed_at = 5'd24,
    parameter [4:0] rndmask_at = 5'd25,
    parameter [7:0] range_page0 = 8'd0,
    parameter [7:0] range_page1 = 8'd1,
    parameter [7:0] range_page_mask0 = 8'd255,
    parameter [7:0] range_page_mask1 = 8'd255,
    parameter [4:0] range_slot0 = 5'd28,
    parameter [4:0] range_slot1 = 5'd0,
    parameter [4:0] range_slot_mask0 = 5'd28,
    parameter [4:0] range_slot_mask1 = 5'd28,
    parameter [4:0] img_crc_at = 5'd31,
    parameter [7:0] ct_page0 = 8'd2,
    parameter [7:0] ct_page_mask0 = 8'd255,
    parameter [4:0] ct_slot0 = 5'd0,
    parameter [4:0] ct_slot_mask0 = 5'd16,
    parameter [7:0] pt_page0 = 8'd8,
    parameter [7:0] pt_page_mask0 = 8'd255,
    parameter [4:0] pt_slot0 = 5'd0,
    parameter [4:0] pt_slot_mask0 = 5'd0,
    parameter [7:0] rt_page0 = 8'd128,
    parameter [7:0] rt_page_mask0 = 8'd240,
    parameter [4:0] rt_slot0 = 5'd0,
    parameter [4:0] rt_slot_mask0 = 5'd0,
    parameter flagsel_reset = 1'b0,
    parameter be_taken_reset = 1'b1,
    parameter [31:0] id_word = 32'h48505331,
    parameter [31:0] param_word = 32'h2c14088
) (
    input  wire        clk,
    input  wire        rst,
    // the word that a request is about, whether it is written now, and with what
    input  wire [12:0] word,
    input  wire        write,
    input  wire [31:0] data,
    // what the word reads as; whether there is anything to read or to write
    output wire [31:0] value,
    output reg         reads,
    output reg         writes,
    // the word is one of these registers
    output wire        at_ctrl,
    output wire        at_ctr,
    output wire        at_hps_r,
    output wire        at_rndseed,
    output wire        at_rndmask,
    output wire        at_range,
    output wire        at_img_crc,
    output wire        at_ct,
    output wire        at_pt,
    output wire        at_rt,
    // the fields that are kept here
    output wire        cfg_flagsel,
    output wire        cfg_be_taken,
    // a register was written that starts something
    output wire        set_clr_stats,
    output wire        set_reset_ctrs,
    // what a host reads of the unit
    input  wire        stat_en,
    input  wire        stat_busy,
    input  wire [31:0] stat_ctr,
    input  wire [15:0] stat_flags,
    input  wire [31:0] stat_rndseed,
    input  wire [31:0] stat_img_crc,
    // what has happened, and stays until the host writes 1
    input  wire        raise_badaddr,
    input  wire        raise_tbl_busy,
    input  wire        raise_imm_trunc,
    input  wire        raise_no_tgt,
    input  wire        raise_rt_runaway,
    input  wire        raise_stray_dret,
    input  wire        raise_ev_drop,
    input  wire        raise_img_bad
);
    reg flagsel = 1'b0;
    reg be_taken = 1'b1;
    reg badaddr = 1'b0;
    reg tbl_busy = 1'b0;
    reg imm_trunc = 1'b0;
    reg no_tgt = 1'b0;
    reg rt_runaway = 1'b0;
    reg stray_dret = 1'b0;
    reg ev_drop = 1'b0;
    reg img_bad = 1'b0;

    reg is_range;
    reg [31:0] answer;

    wire [7:0] page = word[12:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_id = (page == 8'd0) & (slot == id_at);
    wire is_param = (page == 8'd0) & (slot == param_at);
    wire is_ctrl = (page == 8'd0) & (slot == ctrl_at);
    assign at_ctrl = is_ctrl;
    wire is_status = (page == 8'd0) & (slot == status_at);
    wire is_ctr = (((page & ctr_page_mask0) == ctr_page0) & ((slot & ctr_slot_mask0) == ctr_slot0)) ? 1'b1
            : 1'b0;
    assign at_ctr = is_ctr;
    wire is_flags = (page == 8'd0) & (slot == flags_at);
    wire is_hps_r = (((page & hps_r_page_mask0) == hps_r_page0) & ((slot & hps_r_slot_mask0) == hps_r_slot0))
            ? 1'b1 : 1'b0;
    assign at_hps_r = is_hps_r;
    wire is_rndseed = (page == 8'd0) & (slot == rndseed_at);
    assign at_rndseed = is_rndseed;
    wire is_rndmask = (page == 8'd0) & (slot == rndmask_at);
    assign at_rndmask = is_rndmask;
    always @* begin
        is_range = 1'b0;
        if (((page & range_page_mask0) == range_page0) & ((slot & range_slot_mask0) == range_slot0)) is_range
                = 1'b1;
        if (((page & range_page_mask1) == range_page1) & ((slot & range_slot_mask1) == range_slot1)) is_range
                = 1'b1;
    end
    assign at_range = is_range;
    wire is_img_crc = (page == 8'd1) & (slot == img_crc_at);
    assign at_img_crc = is_img_crc;
    wire is_ct = (((page & ct_page_mask0) == ct_page0) & ((slot & ct_slot_mask0) == ct_slot0)) ? 1'b1 : 1'b0;
    assign at_ct = is_ct;
    wire is_pt = (((page & pt_page_mask0) == pt_page0) & ((slot & pt_slot_mask0) == pt_slot0)) ? 1'b1 : 1'b0;
    assign at_pt = is_pt;
    wire is_rt = (((page & rt_page_mask0) == rt_page0) & ((slot & rt_slot_mask0) == rt_slot0)) ? 1'b1 : 1'b0;
    assign at_rt = is_rt;
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
    assign cfg_flagsel = flagsel;
    assign cfg_be_taken = be_taken;
    assign set_clr_stats = write & is_ctrl & data[1];
    assign set_reset_ctrs = write & is_ctrl & data[2];
    always @* begin
        // Reads.
        answer = 32'd0;
        if (is_id) answer = answer | id_word;
        if (is_param) answer = answer | param_word;
        if (is_ctrl) answer = answer | {31'd0, stat_en};
        if (is_ctrl) answer = answer | ({31'd0, cfg_flagsel} << 3) | ({31'd0, cfg_be_taken} << 4);
        if (is_status) answer = answer | {31'd0, stat_busy} | ({31'd0, badaddr} << 1) | ({31'd0, tbl_busy}
                << 2) | ({31'd0, imm_trunc} << 3) | ({31'd0, no_tgt} << 4) | ({31'd0, rt_runaway} << 5)
                | ({31'd0, stray_dret} << 6) | ({31'd0, ev_drop} << 7) | ({31'd0, img_bad} << 8);
        if (is_ctr) answer = answer | stat_ctr;
        if (is_flags) answer = answer | {16'd0, stat_flags};
        if (is_rndseed) answer = answer | stat_rndseed;
        if (is_img_crc) answer = answer | stat_img_crc;
    end
    assign value = answer;

    always @(posedge clk) begin
        // Writes.
        if (write & is_ctrl) begin
            flagsel <= data[3];
            be_taken <= data[4];
        end
        badaddr <= (badaddr | raise_badaddr) & ~(write & is_status & data[1]);
        tbl_busy <= (tbl_busy | raise_tbl_busy) & ~(write & is_status & data[2]);
        imm_trunc <= (imm_trunc | raise_imm_trunc) & ~(write & is_status & data[3]);
        no_tgt <= (no_tgt | raise_no_tgt) & ~(write & is_status & data[4]);
        rt_runaway <= (rt_runaway | raise_rt_runaway) & ~(write & is_status & data[5]);
        stray_dret <= (stray_dret | raise_stray_dret) & ~(write & is_status & data[6]);
        ev_drop <= (ev_drop | raise_ev_drop) & ~(write & is_status & data[7]);
        img_bad <= (img_bad | raise_img_bad) & ~(write & is_status & data[8]);
        if (rst) begin
            flagsel <= flagsel_reset;
            be_taken <= be_taken_reset;
            badaddr <= 1'b0;
            tbl_busy <= 1'b0;
            imm_trunc <= 1'b0;
            no_tgt <= 1'b0;
            rt_runaway <= 1'b0;
            stray_dret <= 1'b0;
            ev_drop <= 1'b0;
            img_bad <= 1'b0;
        end
    end
endmodule

// The registers of the engine: requests, switches, what has happened, the CRC-32 of the tables, statistics.
module treetap_monitor_up5k_host #(
    parameter [15:0] zero_bit0 = 16'd1,
    parameter [15:0] zero_bit1 = 16'd4,
    parameter [15:0] over_bit0 = 16'd2,
    parameter [15:0] over_bit1 = 16'd8,
    parameter [31:0] polynomial = 32'hedb88320,
    parameter [31:0] ones = 32'hffffffff,
    parameter [5:0] pass = 6'd11,
    parameter [4:0] enable_bit = 5'd0,
    parameter [12:0] statistic_at0 = 13'd40,
    parameter [12:0] statistic_at1 = 13'd41,
    parameter [12:0] statistic_at2 = 13'd42,
    parameter [12:0] statistic_at3 = 13'd44,
    parameter [12:0] statistic_at4 = 13'd48,
    parameter [12:0] statistic_at5 = 13'd49,
    parameter [12:0] statistic_at6 = 13'd43
) (
    input  wire        clk,
    input  wire        rst,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [14:0] bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    // a host writes, in this cycle
    output wire        wr_pattern,
    output wire        wr_condition,
    output wire        wr_word,
    output wire        wr_range,
    output wire        wr_counter,
    output wire        wr_source,
    output wire        wr_seed,
    output wire        wr_mask,
    output wire        wr_kept,
    output wire [11:0] wr_index,
    output wire [31:0] wr_data,
    // what it reads elsewhere
    output wire [2:0]  rd_index,
    input  wire [31:0] rd_counter,
    input  wire [31:0] rd_seed,
    output wire        rd_kept,
    // of the counters
    input  wire [1:0]  flag_zero,
    input  wire [1:0]  flag_over,
    // switches; every counter becomes 1
    output wire        cfg_en,
    output wire        cfg_flagsel,
    output wire        cfg_be_taken,
    output wire        set_counters,
    // the memory of statistics and of what was written
    output wire        cleared,
    output wire [5:0]  kept_word,
    output wire        kept_own,
    input  wire        kept_clearing,
    input  wire        kept_open,
    input  wire        kept_there,
    input  wire [31:0] kept_data,
    // an event was dropped
    input  wire        step_dropped,
    // bits 3 to 6 of STATUS
    input  wire [3:0]  raise,
    // a replacement or a handler is under way
    input  wire        busy,
    // a pattern that was written goes into its table
    input  wire        settling
);
    reg enabled = 1'b0;
    reg good = 1'b0;
    reg answers = 1'b0;
    reg [31:0] answer = 32'd0;
    reg [31:0] crc = 32'hffffffff;
    reg [31:0] bytes = 32'd0;
    reg [3:0] left = 4'd0;
    reg [5:0] settle = 6'd0;

    reg at_statistic;
    reg free;
    reg [15:0] flags;
    reg [31:0] next_crc;
    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_at_ctrl;
    wire bank_at_ctr;
    wire bank_at_hps_r;
    wire bank_at_rndseed;
    wire bank_at_rndmask;
    wire bank_at_range;
    wire bank_at_img_crc;
    wire bank_at_ct;
    wire bank_at_pt;
    wire bank_at_rt;
    reg bank_raise_img_bad;

    wire [12:0] word = bus_addr[14:2];
    always @* begin
        at_statistic = 1'b0;
        if (word == statistic_at0) at_statistic = 1'b1;
        if (word == statistic_at1) at_statistic = 1'b1;
        if (word == statistic_at2) at_statistic = 1'b1;
        if (word == statistic_at3) at_statistic = 1'b1;
        if (word == statistic_at4) at_statistic = 1'b1;
        if (word == statistic_at5) at_statistic = 1'b1;
        if (word == statistic_at6) at_statistic = 1'b1;
    end
    wire own = bank_at_hps_r | bank_at_rndmask | bank_at_range;
    wire stored = own | at_statistic;
    wire table_ = bank_at_ct | bank_at_pt | bank_at_rt;
    // A write is answered at once, a read in the next cycle, but both wait for the
    // memory of statistics and of what was written, and while a word goes into the
    // CRC or a table; the CRC of a host until every pattern has its condition.
    wire idle = ~(|left) & ~settling & ~kept_clearing & ~answers & ~(bus_we & bank_at_img_crc & (|settle));
    always @* begin
        free = idle;
        if (bus_we & own) free = idle & kept_open;
        if (~bus_we & stored) free = idle & kept_there;
    end
    wire write = bus_valid & bus_we & free;
    wire read = bus_valid & ~bus_we & free;
    assign bus_ready = (bus_we & free) | answers;
    assign bus_rdata = answer;
    always @* begin
        // What is read.
        flags = 16'd0;
        if (flag_zero[0]) flags = flags | zero_bit0;
        if (flag_over[0]) flags = flags | over_bit0;
        if (flag_zero[1]) flags = flags | zero_bit1;
        if (flag_over[1]) flags = flags | over_bit1;
    end
    wire [12:0] number = (bank_at_ctr | bank_at_range) ? (word ^ 13'd4) : word;
    assign rd_index = number[2:0];
    wire [31:0] bank_stat_img_crc = ~crc;
    assign kept_word = word[5:0];
    assign kept_own = own;
    assign rd_kept = bus_valid & ~bus_we & stored & idle;
    assign wr_kept = write & own;
    // Writes that others see.
    assign wr_index = number[11:0];
    assign wr_data = bus_wdata;
    assign wr_condition = write & bank_at_ct & ~enabled;
    assign wr_pattern = write & bank_at_pt & ~enabled;
    assign wr_word = write & bank_at_rt & ~enabled;
    assign wr_range = write & bank_at_range;
    assign wr_counter = write & bank_at_ctr;
    assign wr_source = write & bank_at_hps_r;
    assign wr_seed = write & bank_at_rndseed;
    assign wr_mask = write & bank_at_rndmask;
    wire bank_raise_badaddr = (write | read) & ~(bank_reads | bank_writes);
    wire bank_raise_tbl_busy = write & (table_ | bank_at_img_crc) & enabled;
    always @* begin
        // The CRC of the tables: four bits in each of the eight cycles after a word.
        next_crc = crc ^ {28'd0, bytes[3:0]};
        if (next_crc[0]) begin
            next_crc = (next_crc >> 1) ^ polynomial;
        end else begin
            next_crc = next_crc >> 1;
        end
        if (next_crc[0]) begin
            next_crc = (next_crc >> 1) ^ polynomial;
        end else begin
            next_crc = next_crc >> 1;
        end
        if (next_crc[0]) begin
            next_crc = (next_crc >> 1) ^ polynomial;
        end else begin
            next_crc = next_crc >> 1;
        end
        if (next_crc[0]) begin
            next_crc = (next_crc >> 1) ^ polynomial;
        end else begin
            next_crc = next_crc >> 1;
        end
    end
    assign cfg_en = enabled;
    always @* begin
        bank_raise_img_bad = 1'b0;
        if (write & bank_at_img_crc & ~enabled) begin
            if (~crc != bus_wdata) bank_raise_img_bad = 1'b1;
        end
        if (write & bank_at_ctrl) begin
            if (bus_wdata[enable_bit] & ~good) bank_raise_img_bad = 1'b1;
        end
    end

    treetap_monitor_up5k_host_bank #(.row_page0(8'd0), .row_page1(8'd1), .row_page2(8'd2), .row_page3(8'd8),
            .row_page4(8'd128), .row_mask0(8'd255), .row_mask1(8'd255), .row_mask2(8'd255),
            .row_mask3(8'd255), .row_mask4(8'd240), .readable0(32'hf3ff103f), .readable1(32'h80031f0f),
            .readable2(32'd0), .readable3(32'd0), .readable4(32'd0), .writable0(32'hf3ff003c),
            .writable1(32'h8000000f), .writable2(32'hffff), .writable3(32'hffffffff),
            .writable4(32'hffffffff), .id_at(5'd0), .param_at(5'd1), .ctrl_at(5'd2), .status_at(5'd3),
            .ctr_page0(8'd0), .ctr_page_mask0(8'd255), .ctr_slot0(5'd4), .ctr_slot_mask0(5'd30),
            .flags_at(5'd12), .hps_r_page0(8'd0), .hps_r_page_mask0(8'd255), .hps_r_slot0(5'd16),
            .hps_r_slot_mask0(5'd24), .rndseed_at(5'd24), .rndmask_at(5'd25), .range_page0(8'd0),
            .range_page1(8'd1), .range_page_mask0(8'd255), .range_page_mask1(8'd255), .range_slot0(5'd28),
            .range_slot1(5'd0), .range_slot_mask0(5'd28), .range_slot_mask1(5'd28), .img_crc_at(5'd31),
            .ct_page0(8'd2), .ct_page_mask0(8'd255), .ct_slot0(5'd0), .ct_slot_mask0(5'd16), .pt_page0(8'd8),
            .pt_page_mask0(8'd255), .pt_slot0(5'd0), .pt_slot_mask0(5'd0), .rt_page0(8'd128),
            .rt_page_mask0(8'd240), .rt_slot0(5'd0), .rt_slot_mask0(5'd0), .flagsel_reset(1'b0),
            .be_taken_reset(1'b1), .id_word(32'h48505331), .param_word(32'h2c14088)) u_bank (
        .clk(clk),
        .rst(rst),
        .word(word),
        .write(write),
        .data(bus_wdata),
        .value(bank_value),
        .reads(bank_reads),
        .writes(bank_writes),
        .at_ctrl(bank_at_ctrl),
        .at_ctr(bank_at_ctr),
        .at_hps_r(bank_at_hps_r),
        .at_rndseed(bank_at_rndseed),
        .at_rndmask(bank_at_rndmask),
        .at_range(bank_at_range),
        .at_img_crc(bank_at_img_crc),
        .at_ct(bank_at_ct),
        .at_pt(bank_at_pt),
        .at_rt(bank_at_rt),
        .cfg_flagsel(cfg_flagsel),
        .cfg_be_taken(cfg_be_taken),
        .set_clr_stats(cleared),
        .set_reset_ctrs(set_counters),
        .stat_en(enabled),
        .stat_busy(busy),
        .stat_ctr(rd_counter),
        .stat_flags(flags),
        .stat_rndseed(rd_seed),
        .stat_img_crc(bank_stat_img_crc),
        .raise_badaddr(bank_raise_badaddr),
        .raise_tbl_busy(bank_raise_tbl_busy),
        .raise_imm_trunc(raise[0]),
        .raise_no_tgt(raise[1]),
        .raise_rt_runaway(raise[2]),
        .raise_stray_dret(raise[3]),
        .raise_ev_drop(step_dropped),
        .raise_img_bad(bank_raise_img_bad)
    );

    always @(posedge clk) begin
        answers <= read;
        answer <= bank_value;
        if (stored) answer <= kept_data;
        if (|settle) settle <= settle - 6'd1;
        if (|left) begin
            left <= left - 4'd1;
            bytes <= bytes >> 4;
            crc <= next_crc;
        end
        if (write & table_ & ~enabled) begin
            left <= 4'd8;
            settle <= pass;
            bytes <= bus_wdata;
            good <= 1'b0;
        end
        if (write & bank_at_img_crc & ~enabled) begin
            good <= ~crc == bus_wdata;
            crc <= ones;
        end
        if (write & bank_at_ctrl) begin
            enabled <= bus_wdata[enable_bit] & good;
            if (enabled & ~bus_wdata[enable_bit]) crc <= ones;
        end
        if (rst) begin
            enabled <= 1'b0;
            good <= 1'b0;
            answers <= 1'b0;
            crc <= ones;
            left <= 4'd0;
            settle <= 6'd0;
        end
    end
endmodule

// Hybrid profiling support: after the tap, 8 patterns in flip-flops, 256 words.
module treetap_monitor_up5k_hps (
    input  wire        clk,
    input  wire        rst,
    // the instruction
    input  wire [31:0] in_pc,
    input  wire [31:0] in_insn,
    input  wire [4:0]  in_class,
    input  wire        in_short,
    input  wire [31:0] in_next,
    // the instruction and what is known of it
    input  wire        in_valid,
    output wire        in_ready,
    input  wire        in_trap,

    input  wire [1:0]  in_privilege,
    input  wire [1:0]  in_filter,
    // the instruction and what is known of it
    input  wire [31:0] in_address,
    // give up what is under way; nothing is taken in this cycle
    input  wire        flush,
    // events, the oldest first
    output wire        ev_valid,
    input  wire        ev_ready,
    output wire [7:0]  ev_handler,
    output wire [31:0] ev_pc,
    output wire [31:0] ev_insn,
    output wire [31:0] ev_target,
    output wire        ev_has_target,
    output wire [31:0] ev_address,
    output wire        ev_taken,
    output wire [15:0] ev_instructions,
    output wire [15:0] ev_burst,
    output wire [5:0]  ev_number,
    // sampling is switched on or off from outside; off wins
    input  wire        ext_on,
    input  wire        ext_off,
    // what the next instruction is held against
    output wire        sampling,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [14:0] bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    // the instruction executed; it is held against the patterns; it is replaced; for statistics
    output wire        step_word
);
    wire [13:0] fact_own;
    wire fact_call;
    wire fact_control;
    wire fact_loops;
    wire fact_straight;
    wire [31:0] fact_target;
    wire fact_has_target;
    wire fact_backward;
    wire fact_taken;
    wire fact_negative;
    wire fact_positive;
    wire [3:0] fact_ranges;
    wire [7:0] now_same;
    wire take;
    wire now_valid;
    wire now_en;
    wire now_trap;
    wire [31:0] now_pc;
    wire [31:0] now_insn;
    wire now_call;
    wire now_control;
    wire [31:0] now_target;
    wire now_has_target;
    wire now_taken;
    wire rec_entry;
    wire [15:0] rec_instructions;
    wire [15:0] rec_burst;
    wire [7:0] pat_hit;
    wire win_there;
    wire [5:0] win_number;
    wire [10:0] win_word;
    wire [3:0] op_code;
    wire [7:0] op_source;
    wire [1:0] flag_zero;
    wire [1:0] flag_over;
    wire [1:0] op_done;
    wire [31:0] rd_counter;
    wire [31:0] rd_seed;
    wire now_ready;
    wire step_insn;
    wire step_edit;
    wire step_replaced;
    wire [8:0] step_cycles;
    wire step_dropped;
    wire [3:0] raise;
    wire busy;
    wire drop;
    wire kept_clearing;
    wire kept_open;
    wire kept_there;
    wire [31:0] kept_data;
    wire wr_pattern;
    wire wr_condition;
    wire wr_word;
    wire wr_range;
    wire wr_counter;
    wire wr_source;
    wire wr_seed;
    wire wr_mask;
    wire wr_kept;
    wire [11:0] wr_index;
    wire [31:0] wr_data;
    wire [2:0] rd_index;
    wire rd_kept;
    wire cfg_en;
    wire cfg_flagsel;
    wire cfg_be_taken;
    wire set_counters;
    wire cleared;
    wire [5:0] kept_word;
    wire kept_own;

    treetap_monitor_up5k_facts #(.members0(32'd16), .members1(32'd32), .members2(32'h540), .members3(32'h200),
            .members4(32'd128), .members5(32'd5), .members6(32'd10), .members7(32'h8000), .members8(32'h1800),
            .members9(32'h6000), .members10(32'h10000), .members11(32'h60000), .members12(32'h80000),
            .members13(32'd0), .bit0(14'd1), .bit1(14'd2), .bit2(14'd4), .bit3(14'd8), .bit4(14'd16),
            .bit5(14'd32), .bit6(14'd64), .bit7(14'd128), .bit8(14'h100), .bit9(14'h200), .bit10(14'h400),
            .bit11(14'h800), .bit12(14'h1000), .bit13(14'h2000), .branch_code(5'd4), .alu_code(5'd11),
            .other_code(5'd20), .arithmetic_classes(32'h6800), .op_imm(7'd19), .op_32(7'd59), .load_fp(7'd7),
            .store_fp(7'd39), .custom_0(7'd11), .jal(7'd111), .load_bits(14'd32), .store_bits(14'd64),
            .trigger_bits(14'h2000), .control_bits(14'd31), .call(4'd2), .branch_bits(14'd3)) u_facts (
        .in_pc(in_pc),
        .in_insn(in_insn),
        .in_class(in_class),
        .in_short(in_short),
        .in_next(in_next),
        .fact_own(fact_own),
        .fact_call(fact_call),
        .fact_control(fact_control),
        .fact_loops(fact_loops),
        .fact_straight(fact_straight),
        .fact_target(fact_target),
        .fact_has_target(fact_has_target),
        .fact_backward(fact_backward),
        .fact_taken(fact_taken),
        .fact_negative(fact_negative),
        .fact_positive(fact_positive)
    );

    treetap_monitor_up5k_ranges #(.bit0(4'd1), .bit1(4'd2), .bit2(4'd4), .bit3(4'd8)) u_ranges (
        .clk(clk),
        .rst(rst),
        .wr_range(wr_range),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .in_pc(in_pc),
        .fact_ranges(fact_ranges)
    );

    treetap_monitor_up5k_masks #(.bit0(8'd1), .bit1(8'd2), .bit2(8'd4), .bit3(8'd8), .bit4(8'd16),
            .bit5(8'd32), .bit6(8'd64), .bit7(8'd128)) u_bits (
        .clk(clk),
        .take(take),
        .wr_pattern(wr_pattern),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .in_insn(in_insn),
        .now_same(now_same)
    );

    treetap_monitor_up5k_stage u_stage (
        .clk(clk),
        .rst(rst),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .flush(flush),
        .drop(drop),
        .cfg_en(cfg_en),
        .take(take),
        .now_valid(now_valid),
        .now_ready(now_ready),
        .now_en(now_en),
        .now_trap(now_trap),
        .now_pc(now_pc),
        .now_insn(now_insn),
        .now_call(now_call),
        .now_control(now_control),
        .now_target(now_target),
        .now_has_target(now_has_target),
        .now_taken(now_taken),
        .in_trap(in_trap),
        .in_pc(in_pc),
        .in_insn(in_insn),
        .fact_call(fact_call),
        .fact_control(fact_control),
        .fact_target(fact_target),
        .fact_has_target(fact_has_target),
        .fact_taken(fact_taken)
    );

    treetap_monitor_up5k_history u_history (
        .clk(clk),
        .rst(rst),
        .step_insn(step_insn),
        .flush(flush),
        .sampling(sampling),
        .in_pc(in_pc),
        .take(take),
        .now_call(now_call),
        .now_control(now_control),
        .now_target(now_target),
        .now_has_target(now_has_target),
        .rec_entry(rec_entry),
        .rec_instructions(rec_instructions),
        .rec_burst(rec_burst)
    );

    treetap_monitor_up5k_patterns #(.bit0(8'd1), .bit1(8'd2), .bit2(8'd4), .bit3(8'd8), .bit4(8'd16),
            .bit5(8'd32), .bit6(8'd64), .bit7(8'd128), .back_code(2'd2), .entry(4'd14)) u_patterns (
        .clk(clk),
        .rst(rst),
        .take(take),
        .wr_pattern(wr_pattern),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .now_same(now_same),
        .in_privilege(in_privilege),
        .fact_own(fact_own),
        .fact_loops(fact_loops),
        .fact_straight(fact_straight),
        .fact_has_target(fact_has_target),
        .fact_backward(fact_backward),
        .fact_taken(fact_taken),
        .fact_negative(fact_negative),
        .fact_positive(fact_positive),
        .fact_ranges(fact_ranges),
        .cfg_be_taken(cfg_be_taken),
        .rec_entry(rec_entry),
        .in_filter(in_filter),
        .pat_hit(pat_hit)
    );

    treetap_monitor_up5k_conditions #(.stop(7'd64), .nobody(6'd63), .last(5'd7), .bit0(8'd1), .bit1(8'd2),
            .bit2(8'd4), .bit3(8'd8), .bit4(8'd16), .bit5(8'd32), .bit6(8'd64), .bit7(8'd128)) u_conditions (
        .clk(clk),
        .rst(rst),
        .wr_condition(wr_condition),
        .wr_pattern(wr_pattern),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .pat_hit(pat_hit),
        .flag_zero(flag_zero),
        .flag_over(flag_over),
        .win_there(win_there),
        .win_number(win_number),
        .win_word(win_word),
        .op_code(op_code),
        .op_source(op_source)
    );

    treetap_monitor_up5k_counters #(.taps(32'h80200003), .random_code(4'd15), .bit0(2'd1), .bit1(2'd2))
            u_counters (
        .clk(clk),
        .rst(rst),
        .step_edit(step_edit),
        .op_code(op_code),
        .op_source(op_source),
        .ext_on(ext_on),
        .ext_off(ext_off),
        .cfg_flagsel(cfg_flagsel),
        .set_counters(set_counters),
        .wr_counter(wr_counter),
        .wr_source(wr_source),
        .wr_seed(wr_seed),
        .wr_mask(wr_mask),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .flag_zero(flag_zero),
        .flag_over(flag_over),
        .sampling(sampling),
        .op_done(op_done),
        .rd_index(rd_index),
        .rd_counter(rd_counter),
        .rd_seed(rd_seed)
    );

    treetap_monitor_up5k_events #(.capacity(5'd16), .last_bit(5'd0)) u_output (
        .clk(clk),
        .rst(rst),
        .now_valid(now_valid),
        .now_ready(now_ready),
        .now_en(now_en),
        .now_trap(now_trap),
        .now_pc(now_pc),
        .now_insn(now_insn),
        .now_target(now_target),
        .now_has_target(now_has_target),
        .now_taken(now_taken),
        .in_address(in_address),
        .rec_instructions(rec_instructions),
        .rec_burst(rec_burst),
        .win_there(win_there),
        .win_number(win_number),
        .win_word(win_word),
        .wr_word(wr_word),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .step_insn(step_insn),
        .step_edit(step_edit),
        .step_replaced(step_replaced),
        .step_word(step_word),
        .step_cycles(step_cycles),
        .step_dropped(step_dropped),
        .raise(raise),
        .busy(busy),
        .drop(drop),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_handler(ev_handler),
        .ev_pc(ev_pc),
        .ev_insn(ev_insn),
        .ev_target(ev_target),
        .ev_has_target(ev_has_target),
        .ev_address(ev_address),
        .ev_taken(ev_taken),
        .ev_instructions(ev_instructions),
        .ev_burst(ev_burst),
        .ev_number(ev_number)
    );

    treetap_monitor_up5k_statistics #(.places0(6'd40), .places1(6'd41), .places2(6'd42), .places3(6'd44),
            .places4(6'd48), .places5(6'd49), .places6(6'd43), .dropped_at(6'd44), .statistics(4'd7),
            .last(4'd6)) u_statistics (
        .clk(clk),
        .rst(rst),
        .cleared(cleared),
        .step_edit(step_edit),
        .step_replaced(step_replaced),
        .step_word(step_word),
        .step_cycles(step_cycles),
        .step_dropped(step_dropped),
        .op_done(op_done),
        .kept_word(kept_word),
        .kept_own(kept_own),
        .kept_clearing(kept_clearing),
        .kept_open(kept_open),
        .kept_there(kept_there),
        .kept_data(kept_data),
        .rd_kept(rd_kept),
        .wr_kept(wr_kept),
        .wr_data(wr_data)
    );

    treetap_monitor_up5k_host #(.zero_bit0(16'd1), .zero_bit1(16'd4), .over_bit0(16'd2), .over_bit1(16'd8),
            .polynomial(32'hedb88320), .ones(32'hffffffff), .pass(6'd11), .enable_bit(5'd0),
            .statistic_at0(13'd40), .statistic_at1(13'd41), .statistic_at2(13'd42), .statistic_at3(13'd44),
            .statistic_at4(13'd48), .statistic_at5(13'd49), .statistic_at6(13'd43)) u_host (
        .clk(clk),
        .rst(rst),
        .bus_valid(bus_valid),
        .bus_we(bus_we),
        .bus_addr(bus_addr),
        .bus_wdata(bus_wdata),
        .bus_ready(bus_ready),
        .bus_rdata(bus_rdata),
        .wr_pattern(wr_pattern),
        .wr_condition(wr_condition),
        .wr_word(wr_word),
        .wr_range(wr_range),
        .wr_counter(wr_counter),
        .wr_source(wr_source),
        .wr_seed(wr_seed),
        .wr_mask(wr_mask),
        .wr_kept(wr_kept),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .rd_index(rd_index),
        .rd_counter(rd_counter),
        .rd_seed(rd_seed),
        .rd_kept(rd_kept),
        .flag_zero(flag_zero),
        .flag_over(flag_over),
        .cfg_en(cfg_en),
        .cfg_flagsel(cfg_flagsel),
        .cfg_be_taken(cfg_be_taken),
        .set_counters(set_counters),
        .cleared(cleared),
        .kept_word(kept_word),
        .kept_own(kept_own),
        .kept_clearing(kept_clearing),
        .kept_open(kept_open),
        .kept_there(kept_there),
        .kept_data(kept_data),
        .step_dropped(step_dropped),
        .raise(raise),
        .busy(busy),
        .settling(1'b0)
    );
endmodule

// Events of the engine, a word in a cycle, and whether its queue is nearly full. docs/reference/monitor.md
module treetap_monitor_up5k_words #(
    parameter [2:0] last_word = 3'd5,
    parameter [4:0] room = 5'd7
) (
    input  wire        clk,
    input  wire        rst,
    // events of the engine
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [7:0]  ev_handler,
    input  wire [31:0] ev_pc,
    input  wire [31:0] ev_insn,
    input  wire [31:0] ev_target,
    input  wire        ev_has_target,
    input  wire [31:0] ev_address,
    input  wire        ev_taken,
    input  wire [15:0] ev_instructions,
    input  wire [15:0] ev_burst,
    input  wire [5:0]  ev_number,
    // an event went into the queue of the engine
    input  wire        step_word,
    // words of events (valid, ready, data, last)
    output wire        word_valid,
    input  wire        word_ready,
    output wire [31:0] word_data,
    output wire        word_last,
    // the core is held back for events
    input  wire        cfg_hold,
    // static; take retirements whether the core is to be held or not
    input  wire        ret_always,
    // what the tap sees of that
    output wire        buffer_ready,
    // hold the core back
    output wire        ret_stall
);
    reg [2:0] place = 3'd0;
    reg [4:0] level = 5'd0;

    reg [31:0] word;

    wire ends = place == last_word;
    wire moves = ev_valid & word_ready;
    wire goes = moves & ends;
    assign ev_ready = word_ready & ends;
    assign word_valid = ev_valid;
    assign word_last = ends;
    always @* begin
        word = 32'd0;
        case (place)
            3'd0: word = {24'd0, ev_handler} | ({26'd0, ev_number} << 8) | ({31'd0, ev_has_target} << 14)
                    | ({31'd0, ev_taken} << 15) | ({16'd0, ev_instructions} << 16);
            3'd1: word = ev_pc;
            3'd2: word = ev_insn;
            3'd3: word = ev_target;
            3'd4: word = ev_address;
            default: word = {16'd0, ev_burst};
        endcase
    end
    assign word_data = word;
    wire near = cfg_hold & (level >= room);
    assign ret_stall = near;
    assign buffer_ready = ~near | ret_always;

    always @(posedge clk) begin
        if (moves) place <= place + 3'd1;
        if (goes) place <= 3'd0;
        // What waits in the engine; the core is held while that might become more than there is room for.
        if (step_word & ~goes) level <= level + 5'd1;
        if (~step_word & goes) level <= level - 5'd1;
        if (rst) begin
            place <= 3'd0;
            level <= 5'd0;
        end
    end
endmodule

// Events as words in a memory, from which the bus or a stream takes them. docs/reference/monitor.md
module treetap_monitor_up5k_queue #(
    parameter [3:0] full_bit = 4'd5,
    parameter [2:0] last = 3'd5
) (
    input  wire        clk,
    input  wire        rst,
    // words of events (valid, ready, data, last)
    input  wire        word_valid,
    output wire        word_ready,
    input  wire [31:0] word_data,
    input  wire        word_last,
    // events leave on the stream
    input  wire        cfg_stream,
    // the oldest event, for the bus
    output wire [5:0]  evq_level,
    input  wire [2:0]  evq_place,
    output wire [31:0] evq_word,
    input  wire        evq_take,
    output wire        evq_there,
    // words of events (valid, ready, data, last)
    output wire        out_valid,
    input  wire        out_ready,
    output wire [31:0] out_data,
    output wire        out_last
);
    reg [5:0] level = 6'd0;
    reg [4:0] wr_event = 5'd0;
    reg [2:0] wr_place = 3'd0;
    reg [4:0] rd_event = 5'd0;
    reg [2:0] rd_place = 3'd0;
    reg streams = 1'b0;
    reg offers = 1'b0;

    reg [2:0] next_place;
    reg [4:0] next_event;
    reg [7:0] memory_ra;

    // In: a word in a cycle.
    wire full = level[full_bit[2:0]];
    wire write = word_valid & ~full;
    wire stored = write & word_last;
    assign word_ready = ~full;
    wire [7:0] memory_wa = ({3'd0, wr_event} << 3) | {5'd0, wr_place};
    // Out, on the stream: what is read in this cycle is on offer in the next one.
    wire sent = offers & out_ready;
    wire taken = evq_take | (sent & (rd_place == last));
    always @* begin
        next_place = rd_place;
        if (sent) next_place = rd_place + 3'd1;
        next_event = rd_event;
        if (taken) begin
            next_place = 3'd0;
            next_event = rd_event + 5'd1;
        end
    end
    wire [5:0] rest = taken ? (level - 6'd1) : level;
    // An event that has begun to leave on the stream does so to its end.
    wire stay = cfg_stream | (|next_place) | (offers & ~sent);
    assign out_valid = offers;
    assign out_last = rd_place == last;
    always @* begin
        memory_ra = ({3'd0, next_event} << 3) | {5'd0, next_place};
        // Out, to the bus.
        if (~streams) memory_ra = ({3'd0, rd_event} << 3) | {5'd0, evq_place};
    end
    assign evq_word = out_data;
    assign evq_there = ~streams & (|level);
    assign evq_level = level;

    treetap_monitor_up5k_fast_ram #(.WIDTH(32), .ADDR(8)) u_memory (
        .clk(clk),
        .ra(memory_ra),
        .rd(out_data),
        .we(write),
        .wa(memory_wa),
        .wd(word_data)
    );

    always @(posedge clk) begin
        if (write) wr_place <= wr_place + 3'd1;
        if (stored) begin
            wr_place <= 3'd0;
            wr_event <= wr_event + 5'd1;
        end
        rd_place <= next_place;
        rd_event <= next_event;
        level <= rest;
        if (stored) level <= rest + 6'd1;
        streams <= stay;
        offers <= streams & stay & (|rest);
        if (rst) begin
            level <= 6'd0;
            wr_event <= 5'd0;
            wr_place <= 3'd0;
            rd_event <= 5'd0;
            rd_place <= 3'd0;
            streams <= 1'b0;
            offers <= 1'b0;
        end
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_monitor_up5k_window_bank #(
    parameter [8:0] row_page0 = 9'h100,
    parameter [8:0] row_mask0 = 9'h1ff,
    parameter [31:0] readable0 = 32'h3f0cef,
    parameter [31:0] writable0 = 32'hbfc,
    parameter [4:0] id_at = 5'd0,
    parameter [4:0] build_at = 5'd1,
    parameter [4:0] ctrl_at = 5'd2,
    parameter [4:0] status_at = 5'd3,
    parameter [4:0] command_at = 5'd4,
    parameter [4:0] tap_at = 5'd5,
    parameter [4:0] map_ctrl_at = 5'd6,
    parameter [4:0] map_base_at = 5'd7,
    parameter [4:0] map_waddr_at = 5'd8,
    parameter [4:0] map_wdata_at = 5'd9,
    parameter [4:0] waiting_at = 5'd10,
    parameter [4:0] irq_at_at = 5'd11,
    parameter [4:0] lost_at = 5'd12,
    parameter [8:0] event_page0 = 9'h100,
    parameter [8:0] event_page1 = 9'h100,
    parameter [8:0] event_page_mask0 = 9'h1ff,
    parameter [8:0] event_page_mask1 = 9'h1ff,
    parameter [4:0] event_slot0 = 5'd16,
    parameter [4:0] event_slot1 = 5'd20,
    parameter [4:0] event_slot_mask0 = 5'd28,
    parameter [4:0] event_slot_mask1 = 5'd30,
    parameter hold_reset = 1'b0,
    parameter stream_reset = 1'b0,
    parameter bus_error_reset = 1'b0,
    parameter [1:0] addr_src_reset = 2'd2,
    parameter map_en_reset = 1'b0,
    parameter [30:0] map_base_reset = 31'd0,
    parameter [5:0] irq_at_reset = 6'd0,
    parameter [31:0] id_word = 32'h4d4f4e31,
    parameter [31:0] build_word = 32'h2002000
) (
    input  wire        clk,
    input  wire        rst,
    // the word that a request is about, whether it is written now, and with what
    input  wire [13:0] word,
    input  wire        write,
    input  wire [31:0] data,
    // what the word reads as; whether there is anything to read or to write
    output wire [31:0] value,
    output reg         reads,
    output reg         writes,
    // the word is one of these registers
    output wire        at_map_wdata,
    output wire        at_event,
    // the fields that are kept here
    output wire        cfg_hold,
    output wire        cfg_stream,
    output wire        cfg_bus_error,
    output wire [1:0]  cfg_addr_src,
    output wire        cfg_map_en,
    output wire [30:0] cfg_map_base,
    output wire [11:0] cfg_irq_at,
    // a register was written that starts something
    output wire        set_map_waddr,
    output wire        set_map_wdata,
    output wire        set_flush,
    // what a host reads of the unit
    input  wire        stat_clearing,
    input  wire [11:0] stat_waiting,
    input  wire [15:0] stat_lost,
    input  wire [31:0] stat_event,
    // what has happened, and stays until the host writes 1
    input  wire        raise_refused
);
    reg hold = 1'b0;
    reg stream = 1'b0;
    reg bus_error = 1'b0;
    reg [1:0] addr_src = 2'd2;
    reg map_en = 1'b0;
    reg [30:0] map_base = 31'd0;
    reg [5:0] irq_at = 6'd0;
    reg refused = 1'b0;

    reg is_event;
    reg [31:0] answer;

    wire [8:0] page = word[13:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_id = (page == 9'h100) & (slot == id_at);
    wire is_build = (page == 9'h100) & (slot == build_at);
    wire is_ctrl = (page == 9'h100) & (slot == ctrl_at);
    wire is_status = (page == 9'h100) & (slot == status_at);
    wire is_command = (page == 9'h100) & (slot == command_at);
    wire is_tap = (page == 9'h100) & (slot == tap_at);
    wire is_map_ctrl = (page == 9'h100) & (slot == map_ctrl_at);
    wire is_map_base = (page == 9'h100) & (slot == map_base_at);
    wire is_map_waddr = (page == 9'h100) & (slot == map_waddr_at);
    wire is_map_wdata = (page == 9'h100) & (slot == map_wdata_at);
    assign at_map_wdata = is_map_wdata;
    wire is_waiting = (page == 9'h100) & (slot == waiting_at);
    wire is_irq_at = (page == 9'h100) & (slot == irq_at_at);
    wire is_lost = (page == 9'h100) & (slot == lost_at);
    always @* begin
        is_event = 1'b0;
        if (((page & event_page_mask0) == event_page0) & ((slot & event_slot_mask0) == event_slot0)) is_event
                = 1'b1;
        if (((page & event_page_mask1) == event_page1) & ((slot & event_slot_mask1) == event_slot1)) is_event
                = 1'b1;
    end
    assign at_event = is_event;
    always @* begin
        // What may be done.
        reads = 1'b0;
        writes = 1'b0;
        if ((page & row_mask0) == row_page0) begin
            reads = readable0[slot];
            writes = writable0[slot];
        end
    end
    assign cfg_hold = hold;
    assign cfg_stream = stream;
    assign cfg_bus_error = bus_error;
    assign set_flush = write & is_command & data[0];
    assign cfg_addr_src = addr_src;
    assign cfg_map_en = map_en;
    assign cfg_map_base = map_base;
    assign set_map_waddr = write & is_map_waddr;
    assign set_map_wdata = write & is_map_wdata;
    assign cfg_irq_at = {6'd0, irq_at};
    always @* begin
        // Reads.
        answer = 32'd0;
        if (is_id) answer = answer | id_word;
        if (is_build) answer = answer | build_word;
        if (is_ctrl) answer = answer | {31'd0, cfg_hold} | ({31'd0, cfg_stream} << 1)
                | ({31'd0, cfg_bus_error} << 2);
        if (is_status) answer = answer | {31'd0, stat_clearing} | ({31'd0, refused} << 1);
        if (is_tap) answer = answer | {30'd0, cfg_addr_src};
        if (is_map_ctrl) answer = answer | {31'd0, cfg_map_en};
        if (is_map_base) answer = answer | ({1'd0, cfg_map_base} << 1);
        if (is_waiting) answer = answer | {20'd0, stat_waiting};
        if (is_irq_at) answer = answer | {20'd0, cfg_irq_at};
        if (is_lost) answer = answer | {16'd0, stat_lost};
        if (is_event) answer = answer | stat_event;
    end
    assign value = answer;

    always @(posedge clk) begin
        // Writes.
        if (write & is_ctrl) begin
            hold <= data[0];
            stream <= data[1];
            bus_error <= data[2];
        end
        refused <= (refused | raise_refused) & ~(write & is_status & data[1]);
        if (write & is_tap) addr_src <= data[1:0];
        if (write & is_map_ctrl) map_en <= data[0];
        if (write & is_map_base) map_base <= data[31:1];
        if (write & is_irq_at) irq_at <= data[5:0];
        if (rst) begin
            hold <= hold_reset;
            stream <= stream_reset;
            bus_error <= bus_error_reset;
            addr_src <= addr_src_reset;
            map_en <= map_en_reset;
            map_base <= map_base_reset;
            irq_at <= irq_at_reset;
            refused <= 1'b0;
        end
    end
endmodule

// One request after the other: the engine's registers, and above them those of docs/reference/monitor.md.
module treetap_monitor_up5k_window #(
    parameter [4:0] near_bit = 5'd7,
    parameter [13:0] here = 14'h2000,
    parameter [13:0] nowhere = 14'h3000,
    parameter [2:0] last = 3'd5
) (
    input  wire        clk,
    input  wire        rst,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [15:0] bus_addr,
    input  wire [31:0] bus_wdata,
    input  wire [3:0]  bus_wstrb,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    output wire        bus_err,
    // requests to the engine
    output wire        hps_valid,
    output wire        hps_we,
    output wire [14:0] hps_addr,
    output wire [31:0] hps_wdata,
    input  wire        hps_ready,
    input  wire [31:0] hps_rdata,
    // switches
    output wire        cfg_hold,
    output wire        cfg_stream,
    output wire [1:0]  cfg_addr_src,
    output wire        cfg_map_en,
    output wire [30:0] cfg_map_base,
    // writes of the map of checks; it is being cleared
    output wire        set_map_waddr,
    output wire        set_map_wdata,
    output wire [31:0] set_data,
    input  wire        map_clearing,
    // the tap releases the record that it holds
    output wire        tap_flush,
    // the oldest event
    input  wire [5:0]  evq_level,
    output wire [2:0]  evq_place,
    input  wire [31:0] evq_word,
    output wire        evq_take,
    input  wire        evq_there,
    // records that found no place
    input  wire [15:0] lost,
    // IRQ_AT events are in the memory
    output wire        irq
);
    localparam [1:0] State_Idle = 2'd0;
    localparam [1:0] State_Look = 2'd1;
    localparam [1:0] State_Act = 2'd2;
    localparam [1:0] State_Answer = 2'd3;

    reg [1:0] state = 2'd0;
    reg [31:0] data = 32'd0;
    reg error = 1'b0;
    reg was_there = 1'b0;
    reg obeys = 1'b0;
    reg takes = 1'b0;
    reg far = 1'b0;
    reg flushes = 1'b0;
    reg map_waddr = 1'b0;
    reg map_wdata = 1'b0;

    reg allowed;
    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_at_map_wdata;
    wire bank_at_event;
    wire bank_cfg_bus_error;
    wire [11:0] bank_cfg_irq_at;
    wire bank_set_map_waddr;
    wire bank_set_map_wdata;
    wire bank_set_flush;

    wire engine = ~bus_addr[15];
    wire whole = ~bus_we | (&bus_wstrb);
    assign hps_valid = (state == State_Idle) & bus_valid & engine & whole;
    assign hps_we = bus_we;
    assign hps_addr = bus_addr[14:0];
    assign hps_wdata = bus_wdata;
    assign bus_ready = state == State_Answer;
    assign bus_rdata = data;
    assign bus_err = error;
    wire [13:0] bank_word = far ? nowhere : (here | {9'd0, bus_addr[6:2]});
    wire acts = state == State_Act;
    wire looks = state == State_Look;
    wire obeyed = obeys;
    // The memory was asked for a word of the oldest event only if that was there in the cycle before.
    wire there = evq_there & was_there;
    always @* begin
        allowed = bank_reads & (there | ~bank_at_event);
        if (bus_we) allowed = whole & bank_writes & ~(bank_at_map_wdata & (cfg_map_en | map_clearing));
    end
    wire bank_write = acts & obeyed & bus_we;
    wire bank_raise_refused = acts & ~obeyed;
    // Words of the oldest event come out of a memory, for the address of the cycle before.
    assign evq_place = bus_addr[4:2];
    assign evq_take = takes;
    wire [11:0] bank_stat_waiting = {6'd0, evq_level};
    assign set_map_waddr = map_waddr;
    assign set_map_wdata = map_wdata;
    assign set_data = bus_wdata;
    assign tap_flush = flushes;
    wire [5:0] limit = bank_cfg_irq_at[5:0];
    assign irq = (|limit) & (evq_level >= limit);

    treetap_monitor_up5k_window_bank #(.row_page0(9'h100), .row_mask0(9'h1ff), .readable0(32'h3f0cef),
            .writable0(32'hbfc), .id_at(5'd0), .build_at(5'd1), .ctrl_at(5'd2), .status_at(5'd3),
            .command_at(5'd4), .tap_at(5'd5), .map_ctrl_at(5'd6), .map_base_at(5'd7), .map_waddr_at(5'd8),
            .map_wdata_at(5'd9), .waiting_at(5'd10), .irq_at_at(5'd11), .lost_at(5'd12), .event_page0(9'h100),
            .event_page1(9'h100), .event_page_mask0(9'h1ff), .event_page_mask1(9'h1ff), .event_slot0(5'd16),
            .event_slot1(5'd20), .event_slot_mask0(5'd28), .event_slot_mask1(5'd30), .hold_reset(1'b0),
            .stream_reset(1'b0), .bus_error_reset(1'b0), .addr_src_reset(2'd2), .map_en_reset(1'b0),
            .map_base_reset(31'd0), .irq_at_reset(6'd0), .id_word(32'h4d4f4e31), .build_word(32'h2002000))
            u_bank (
        .clk(clk),
        .rst(rst),
        .word(bank_word),
        .write(bank_write),
        .data(bus_wdata),
        .value(bank_value),
        .reads(bank_reads),
        .writes(bank_writes),
        .at_map_wdata(bank_at_map_wdata),
        .at_event(bank_at_event),
        .cfg_hold(cfg_hold),
        .cfg_stream(cfg_stream),
        .cfg_bus_error(bank_cfg_bus_error),
        .cfg_addr_src(cfg_addr_src),
        .cfg_map_en(cfg_map_en),
        .cfg_map_base(cfg_map_base),
        .cfg_irq_at(bank_cfg_irq_at),
        .set_map_waddr(bank_set_map_waddr),
        .set_map_wdata(bank_set_map_wdata),
        .set_flush(bank_set_flush),
        .stat_clearing(map_clearing),
        .stat_waiting(bank_stat_waiting),
        .stat_lost(lost),
        .stat_event(evq_word),
        .raise_refused(bank_raise_refused)
    );

    always @(posedge clk) begin
        // What the registers do not allow, or not now, is refused.
        far <= ~bus_addr[15] | (|bus_addr[near_bit[3:0] +: 8]);
        obeys <= allowed;
        case (state)
            State_Idle: begin
                if (hps_valid & hps_ready) state <= State_Answer;
                if (bus_valid & ~(engine & whole)) state <= State_Look;
            end
            State_Look: state <= State_Act;
            State_Act: state <= State_Answer;
            default /* State_Answer */: state <= State_Idle;
        endcase
        // A word that was read stays until something else is asked.
        if ((state == State_Idle) & bus_valid) begin
            data <= hps_rdata;
            error <= 1'b0;
        end
        if (looks) data <= bank_value;
        if (acts) begin
            error <= ~obeyed & bank_cfg_bus_error;
            data <= 32'd0;
            if (obeyed & ~bus_we) data <= data;
        end
        takes <= looks & allowed & bank_at_event & (evq_place == last);
        was_there <= evq_there & ~evq_take;
        // What is done elsewhere is done in the next cycle, in which the request is answered and still there.
        flushes <= bank_set_flush;
        map_waddr <= bank_set_map_waddr;
        map_wdata <= bank_set_map_wdata;
        if (rst) begin
            state <= State_Idle;
            was_there <= 1'b0;
            takes <= 1'b0;
            flushes <= 1'b0;
            map_waddr <= 1'b0;
            map_wdata <= 1'b0;
        end
    end
endmodule

// Wishbone B4 slave in front of the registers, classic cycles: wires, no state.
module treetap_monitor_up5k_wishbone (
    // byte offsets; an access that was refused is answered by err only if CTRL.BUS_ERROR is set
    input  wire        wb_cyc_i,
    input  wire        wb_stb_i,
    input  wire        wb_we_i,
    input  wire [15:0] wb_adr_i,
    input  wire [31:0] wb_dat_i,
    input  wire [3:0]  wb_sel_i,
    output wire [31:0] wb_dat_o,
    output wire        wb_ack_o,
    output wire        wb_err_o,
    // the registers
    output wire        bus_valid,
    output wire        bus_we,
    output wire [15:0] bus_addr,
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

// Hybrid profiling support beside a core: 8 patterns, a map of 8192 checks, Wishbone.
module treetap_monitor_up5k (
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
    input  wire [31:0] rvfi_mem_addr,
    input  wire [3:0]  rvfi_mem_rmask,
    input  wire [3:0]  rvfi_mem_wmask,
    // static; take retirements whether the core is to be held or not
    input  wire        ret_always,
    // hold the core back
    output wire        ret_stall,
    // sampling is switched on or off from outside; off wins
    input  wire        ext_on,
    input  wire        ext_off,
    // what the next instruction is held against
    output wire        sampling,
    // IRQ_AT events are in the memory
    output wire        irq,
    // words of events (valid, ready, data, last)
    output wire        out_valid,
    input  wire        out_ready,
    output wire [31:0] out_data,
    output wire        out_last,
    // byte offsets; an access that was refused is answered by err only if CTRL.BUS_ERROR is set
    input  wire        wb_cyc_i,
    input  wire        wb_stb_i,
    input  wire        wb_we_i,
    input  wire [15:0] wb_adr_i,
    input  wire [31:0] wb_dat_i,
    input  wire [3:0]  wb_sel_i,
    output wire [31:0] wb_dat_o,
    output wire        wb_ack_o,
    output wire        wb_err_o
);
    wire rec_valid;
    wire rec_trap;
    wire [1:0] rec_mode;
    wire [4:0] rec_class;
    wire rec_rvc;
    wire rec_taken_unused;
    wire rec_start_unused;
    wire [31:0] rec_insn;
    wire [31:0] rec_pc;
    wire [31:0] rec_npc;
    wire [31:0] rec_val_unused;
    wire [31:0] rec_addr;
    wire [7:0] rec_evt_unused;
    wire [15:0] rec_lat_unused;
    wire [15:0] rec_cycles_unused;
    wire [31:0] rec_ord_unused;
    wire [1:0] map_code;
    wire map_clearing;
    wire in_valid;
    wire in_trap;
    wire [1:0] in_privilege;
    wire [4:0] in_class;
    wire in_short;
    wire [31:0] in_insn;
    wire [31:0] in_pc;
    wire [31:0] in_next;
    wire [31:0] in_address;
    wire [1:0] in_filter;
    wire in_ready_unused;
    wire ev_valid;
    wire [7:0] ev_handler;
    wire [31:0] ev_pc;
    wire [31:0] ev_insn;
    wire [31:0] ev_target;
    wire ev_has_target;
    wire [31:0] ev_address;
    wire ev_taken;
    wire [15:0] ev_instructions;
    wire [15:0] ev_burst;
    wire [5:0] ev_number;
    wire hps_ready;
    wire [31:0] hps_rdata;
    wire step_word;
    wire ev_ready;
    wire word_valid;
    wire [31:0] word_data;
    wire word_last;
    wire buffer_ready;
    wire word_ready;
    wire [5:0] evq_level;
    wire [31:0] evq_word;
    wire evq_there;
    wire bus_ready;
    wire [31:0] bus_rdata;
    wire bus_err;
    wire hps_valid;
    wire hps_we;
    wire [14:0] hps_addr;
    wire [31:0] hps_wdata;
    wire cfg_hold;
    wire cfg_stream;
    wire [1:0] cfg_addr_src;
    wire cfg_map_en;
    wire [30:0] cfg_map_base;
    wire set_map_waddr;
    wire set_map_wdata;
    wire [31:0] set_data;
    wire tap_flush;
    wire [2:0] evq_place;
    wire evq_take;
    wire bus_valid;
    wire bus_we;
    wire [15:0] bus_addr;
    wire [31:0] bus_wdata;
    wire [3:0] bus_wstrb;

    treetap_monitor_up5k_tap #(.mret_insn(32'h30200073), .byte0(32'd255), .byte1(32'hff00),
            .byte2(32'hff0000), .byte3(32'hff000000), .beyond(32'hfffff000)) u_tap (
        .clk(clk),
        .rst(rst),
        .rvfi_valid(rvfi_valid),
        .rvfi_ready(rvfi_ready),
        .rvfi_insn(rvfi_insn),
        .rvfi_trap(rvfi_trap),
        .rvfi_intr(rvfi_intr),
        .rvfi_mode(rvfi_mode),
        .rvfi_pc_rdata(rvfi_pc_rdata),
        .rvfi_pc_wdata(rvfi_pc_wdata),
        .rvfi_rs1_rdata(rvfi_rs1_rdata),
        .rvfi_rd_wdata(32'd0),
        .rvfi_mem_addr(rvfi_mem_addr),
        .rvfi_mem_rmask(rvfi_mem_rmask),
        .rvfi_mem_wmask(rvfi_mem_wmask),
        .rvfi_mem_rdata(32'd0),
        .rvfi_mem_wdata(32'd0),
        .ret_evt(8'd0),
        .ret_lat(16'd0),
        .ret_cycles(16'd0),
        .ret_flush(tap_flush),
        .buffer_ready(buffer_ready),
        .cfg_addr_src(cfg_addr_src),
        .cfg_mdata_ok(1'b0),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_mode(rec_mode),
        .rec_class(rec_class),
        .rec_rvc(rec_rvc),
        .rec_taken(rec_taken_unused),
        .rec_start(rec_start_unused),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_npc(rec_npc),
        .rec_val(rec_val_unused),
        .rec_addr(rec_addr),
        .rec_evt(rec_evt_unused),
        .rec_lat(rec_lat_unused),
        .rec_cycles(rec_cycles_unused),
        .rec_ord(rec_ord_unused)
    );

    treetap_monitor_up5k_checkmap #(.high_at(5'd13)) u_checkmap (
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

    treetap_monitor_up5k_align u_align (
        .clk(clk),
        .rst(rst),
        .rec_valid(rec_valid),
        .rec_trap(rec_trap),
        .rec_mode(rec_mode),
        .rec_class(rec_class),
        .rec_rvc(rec_rvc),
        .rec_insn(rec_insn),
        .rec_pc(rec_pc),
        .rec_npc(rec_npc),
        .rec_addr(rec_addr),
        .map_code(map_code),
        .in_valid(in_valid),
        .in_trap(in_trap),
        .in_privilege(in_privilege),
        .in_class(in_class),
        .in_short(in_short),
        .in_insn(in_insn),
        .in_pc(in_pc),
        .in_next(in_next),
        .in_address(in_address),
        .in_filter(in_filter)
    );

    treetap_monitor_up5k_hps u_hps (
        .clk(clk),
        .rst(rst),
        .in_pc(in_pc),
        .in_insn(in_insn),
        .in_class(in_class),
        .in_short(in_short),
        .in_next(in_next),
        .in_valid(in_valid),
        .in_ready(in_ready_unused),
        .in_trap(in_trap),
        .in_privilege(in_privilege),
        .in_filter(in_filter),
        .in_address(in_address),
        .flush(1'b0),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_handler(ev_handler),
        .ev_pc(ev_pc),
        .ev_insn(ev_insn),
        .ev_target(ev_target),
        .ev_has_target(ev_has_target),
        .ev_address(ev_address),
        .ev_taken(ev_taken),
        .ev_instructions(ev_instructions),
        .ev_burst(ev_burst),
        .ev_number(ev_number),
        .ext_on(ext_on),
        .ext_off(ext_off),
        .sampling(sampling),
        .bus_valid(hps_valid),
        .bus_we(hps_we),
        .bus_addr(hps_addr),
        .bus_wdata(hps_wdata),
        .bus_ready(hps_ready),
        .bus_rdata(hps_rdata),
        .step_word(step_word)
    );

    treetap_monitor_up5k_words #(.last_word(3'd5), .room(5'd7)) u_words (
        .clk(clk),
        .rst(rst),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_handler(ev_handler),
        .ev_pc(ev_pc),
        .ev_insn(ev_insn),
        .ev_target(ev_target),
        .ev_has_target(ev_has_target),
        .ev_address(ev_address),
        .ev_taken(ev_taken),
        .ev_instructions(ev_instructions),
        .ev_burst(ev_burst),
        .ev_number(ev_number),
        .step_word(step_word),
        .word_valid(word_valid),
        .word_ready(word_ready),
        .word_data(word_data),
        .word_last(word_last),
        .cfg_hold(cfg_hold),
        .ret_always(ret_always),
        .buffer_ready(buffer_ready),
        .ret_stall(ret_stall)
    );

    treetap_monitor_up5k_queue #(.full_bit(4'd5), .last(3'd5)) u_queue (
        .clk(clk),
        .rst(rst),
        .word_valid(word_valid),
        .word_ready(word_ready),
        .word_data(word_data),
        .word_last(word_last),
        .cfg_stream(cfg_stream),
        .evq_level(evq_level),
        .evq_place(evq_place),
        .evq_word(evq_word),
        .evq_take(evq_take),
        .evq_there(evq_there),
        .out_valid(out_valid),
        .out_ready(out_ready),
        .out_data(out_data),
        .out_last(out_last)
    );

    treetap_monitor_up5k_window #(.near_bit(5'd7), .here(14'h2000), .nowhere(14'h3000), .last(3'd5)) u_window
            (
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
        .hps_valid(hps_valid),
        .hps_we(hps_we),
        .hps_addr(hps_addr),
        .hps_wdata(hps_wdata),
        .hps_ready(hps_ready),
        .hps_rdata(hps_rdata),
        .cfg_hold(cfg_hold),
        .cfg_stream(cfg_stream),
        .cfg_addr_src(cfg_addr_src),
        .cfg_map_en(cfg_map_en),
        .cfg_map_base(cfg_map_base),
        .set_map_waddr(set_map_waddr),
        .set_map_wdata(set_map_wdata),
        .set_data(set_data),
        .map_clearing(map_clearing),
        .tap_flush(tap_flush),
        .evq_level(evq_level),
        .evq_place(evq_place),
        .evq_word(evq_word),
        .evq_take(evq_take),
        .evq_there(evq_there),
        .lost(16'd0),
        .irq(irq)
    );

    treetap_monitor_up5k_wishbone u_bus (
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

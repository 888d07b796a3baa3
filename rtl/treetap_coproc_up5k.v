// treetap_coproc_up5k: 64 entries for the iCE40 UP5K, beside a small core
// Configuration: entries 64, value_bits 32, xlen 32.
// Made by treetap 0.1.0 with: treetap gen coproc --preset up5k
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_coproc_up5k_fast_ram #(
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

// Offsets of formats B and J, within the cycle.
module treetap_coproc_up5k_offset #(
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
module treetap_coproc_up5k_immediate (
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

    treetap_coproc_up5k_offset #(.branch_sign(32'hfffff000), .jump_sign(32'hfff00000)) u_offset (
        .insn(insn),
        .branch(offset_branch),
        .jump(offset_jump)
    );
endmodule

// A field of a sample from the one or two lanes that it needs: which lane is wanted, and the field.
module treetap_coproc_up5k_fields #(
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
    parameter [3:0] second16 = 4'd0,
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
    parameter [4:0] lat = 5'd20,
    parameter [4:0] pc = 5'd1,
    parameter [4:0] npc = 5'd6,
    parameter [31:0] sign = 32'h80000000,
    parameter [31:0] tag = 32'h7fffffff
) (
    // which field, and whether its second lane is looked up
    input  wire [4:0]   code,
    input  wire         late,
    // the record and what its lanes are
    input  wire [15:0]  recfmt,

    input  wire [127:0] lanes,
    input  wire [15:0]  side,
    // the lane that is looked up, and the one of the cycle before
    output wire [31:0]  lane,
    input  wire [31:0]  low,
    // the field
    output wire [31:0]  value
);
    reg [3:0] kind;
    reg [31:0] wanted;
    reg [31:0] half;
    reg [31:0] from;
    reg [31:0] narrow;
    wire immediate_there_unused;
    wire [31:0] immediate_value;

    always @* begin
        // The lowest lane of the kind that is looked up; 0 without one.
        kind = 4'd0;
        if (code == 5'd0) begin
            kind = first0;
            if (late) kind = second0;
        end
        if (code == 5'd1) begin
            kind = first1;
            if (late) kind = second1;
        end
        if (code == 5'd2) begin
            kind = first2;
            if (late) kind = second2;
        end
        if (code == 5'd3) begin
            kind = first3;
            if (late) kind = second3;
        end
        if (code == 5'd4) begin
            kind = first4;
            if (late) kind = second4;
        end
        if (code == 5'd5) begin
            kind = first5;
            if (late) kind = second5;
        end
        if (code == 5'd6) begin
            kind = first6;
            if (late) kind = second6;
        end
        if (code == 5'd7) begin
            kind = first7;
            if (late) kind = second7;
        end
        if (code == 5'd8) begin
            kind = first8;
            if (late) kind = second8;
        end
        if (code == 5'd9) begin
            kind = first9;
            if (late) kind = second9;
        end
        if (code == 5'd10) begin
            kind = first10;
            if (late) kind = second10;
        end
        if (code == 5'd11) begin
            kind = first11;
            if (late) kind = second11;
        end
        if (code == 5'd12) begin
            kind = first12;
            if (late) kind = second12;
        end
        if (code == 5'd13) begin
            kind = first13;
            if (late) kind = second13;
        end
        if (code == 5'd14) begin
            kind = first14;
            if (late) kind = second14;
        end
        if (code == 5'd15) begin
            kind = first15;
            if (late) kind = second15;
        end
        if (code == 5'd16) begin
            kind = first16;
            if (late) kind = second16;
        end
        if (code == 5'd17) begin
            kind = first17;
            if (late) kind = second17;
        end
        if (code == 5'd18) begin
            kind = first18;
            if (late) kind = second18;
        end
        if (code == 5'd19) begin
            kind = first19;
            if (late) kind = second19;
        end
        if (code == 5'd20) begin
            kind = first20;
            if (late) kind = second20;
        end
        if (code == 5'd21) begin
            kind = first21;
            if (late) kind = second21;
        end
        if (code == 5'd22) begin
            kind = first22;
            if (late) kind = second22;
        end
        if (code == 5'd23) begin
            kind = first23;
            if (late) kind = second23;
        end
        if (code == 5'd24) begin
            kind = first24;
            if (late) kind = second24;
        end
        if (code == 5'd25) begin
            kind = first25;
            if (late) kind = second25;
        end
        if (code == 5'd26) begin
            kind = first26;
            if (late) kind = second26;
        end
        if (code == 5'd27) begin
            kind = first27;
            if (late) kind = second27;
        end
        if (code == 5'd28) begin
            kind = first28;
            if (late) kind = second28;
        end
        if (code == 5'd29) begin
            kind = first29;
            if (late) kind = second29;
        end
        if (code == 5'd30) begin
            kind = first30;
            if (late) kind = second30;
        end
        if (code == 5'd31) begin
            kind = first31;
            if (late) kind = second31;
        end
    end
    always @* begin
        wanted = 32'd0;
        if (recfmt[15:12] == kind) wanted = lanes[127:96];
        if (recfmt[11:8] == kind) wanted = lanes[95:64];
        if (recfmt[7:4] == kind) wanted = lanes[63:32];
        if (recfmt[3:0] == kind) wanted = lanes[31:0];
    end
    assign lane = wanted;
    // Sums of halves of addresses: bit 0 of an address is 0.
    wire [31:0] begun = low;
    always @* begin
        half = immediate_value >> 1;
        if (immediate_value[31]) half = half | sign;
        from = wanted;
        if (code == fall) begin
            from = begun;
            half = 32'd2;
            if (side[6]) half = 32'd1;
        end
    end
    wire [31:0] sum = (from + half) & tag;
    always @* begin
        // The field.
        narrow = begun;
        if (code == rd) narrow = {27'd0, begun[11:7]};
        if (code == rs1) narrow = {27'd0, begun[19:15]};
        if (code == rs2) narrow = {27'd0, begun[24:20]};
        if (code == funct3) narrow = {29'd0, begun[14:12]};
        if (code == funct7) narrow = {25'd0, begun[31:25]};
        if (code == opcode) narrow = {25'd0, begun[6:0]};
        if (code == imm) narrow = immediate_value;
        if ((code == target) | (code == fall)) narrow = sum;
        if (code == taken) narrow = {31'd0, side[5]};
        if (code == class_) narrow = {27'd0, side[4:0]};
        if (code == evt) narrow = {24'd0, side[15:8]};
        if (code == lat) narrow = {16'd0, begun[15:0]};
    end
    wire address = (code == pc) | (code == npc);
    assign value = address ? (narrow << 1) : narrow;

    treetap_coproc_up5k_immediate u_immediate (
        .insn(begun),
        .there(immediate_there_unused),
        .value(immediate_value)
    );
endmodule

// R of A and B, and how they compare, within the cycle.
module treetap_coproc_up5k_alu #(
    parameter [3:0] mov = 4'd1,
    parameter [3:0] rot16 = 4'd2,
    parameter [3:0] add = 4'd3,
    parameter [3:0] sub = 4'd4,
    parameter [3:0] adds = 4'd5,
    parameter [3:0] subs = 4'd6,
    parameter [3:0] and_ = 4'd7,
    parameter [3:0] or_ = 4'd8,
    parameter [3:0] xor_ = 4'd9,
    parameter [3:0] shl1 = 4'd10,
    parameter [3:0] shl2 = 4'd11,
    parameter [3:0] shr1 = 4'd12,
    parameter [3:0] shr2 = 4'd13,
    parameter [3:0] shr4 = 4'd14,
    parameter [3:0] shr8 = 4'd15
) (
    // operation and operands
    input  wire [3:0]  op,
    input  wire [31:0] a,
    input  wire [31:0] b,
    // result, A = B, A < B
    output reg  [31:0] r,
    output wire        eq,
    output wire        ltu
);
    wire [31:0] first = a;
    wire [31:0] second = b;
    wire [31:0] zero = 32'd0;
    wire [32:0] sum = {1'd0, first} + {1'd0, second};
    wire [32:0] difference = {1'd0, first} - {1'd0, second};
    wire less = difference[32];
    assign eq = first == second;
    assign ltu = less;
    always @* begin
        r = zero;
        if (op == mov) r = first;
        if (op == rot16) r = ({16'd0, first[15:0]} << 16) | {16'd0, first[31:16]};
        if ((op == add) | (op == adds)) r = sum[31:0];
        if ((op == adds) & sum[32]) r = ~zero;
        if ((op == sub) | ((op == subs) & ~less)) r = difference[31:0];
        if (op == and_) r = first & second;
        if (op == or_) r = first | second;
        if (op == xor_) r = first ^ second;
        if (op == shl1) r = first << 1;
        if (op == shl2) r = first << 2;
        if (op == shr1) r = first >> 1;
        if (op == shr2) r = first >> 2;
        if (op == shr4) r = first >> 4;
        if (op == shr8) r = first >> 8;
    end
endmodule

// The part of an entry that a lane is, what counting makes of it, and the entry with the new part.
module treetap_coproc_up5k_part #(
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
    input  wire [3:0]  lane,
    input  wire [3:0]  op,
    // the entry and its part
    input  wire [63:0] slot,
    output wire [31:0] part,
    // the part of the cycle before, and R; sum bound: the new part, and whether it is the bound
    input  wire [31:0] old,
    input  wire [31:0] r,

    output wire [31:0] sum,
    output wire        bound,
    // the new part of the cycle before; merged we: the entry with it, and which columns of 16 bits change
    input  wire [31:0] new_,

    output wire [63:0] merged,
    output wire [3:0]  we
);
    reg [15:0] columns0;
    reg [15:0] columns1;
    reg [15:0] columns2;
    reg [15:0] columns3;
    reg [3:0] number;
    reg [31:0] shifted;
    reg [31:0] counted;
    reg [3:0] write;

    // Size, and the number of the part among those of its size.
    wire whole = ~(|lane);
    wire word = (lane == 4'd1) | (lane == 4'd2);
    wire byte_ = lane >= 4'd7;
    wire half = ~whole & ~word & ~byte_;
    always @* begin
        number = lane - 4'd7;
        if (half) number = (lane - 4'd3) << 1;
        if (word) number = (lane - 4'd1) << 2;
        if (whole) number = 4'd0;
    end
    always @* begin
        // The part.
        shifted = slot[31:0];
        if (number[2]) shifted = slot[63:32];
        if (number[1]) shifted = shifted >> 16;
        if (number[0]) shifted = shifted >> 8;
    end
    wire [31:0] largest = byte_ ? 32'd255 : half ? 32'hffff : ones;
    wire [31:0] max = largest;
    assign part = shifted & largest;
    // What counting makes of it.
    wire [31:0] one = 32'd1;
    wire [31:0] up = (op == inc) ? one : r;
    wire [32:0] total = {1'd0, old} + {1'd0, up};
    wire over = total > {1'd0, max};
    always @* begin
        counted = r;
        if ((op == inc) | (op == add)) begin
            counted = total[31:0];
            if (over) counted = max;
        end
        if (op == dec) begin
            counted = old;
            if (|old) counted = old - 32'd1;
        end
    end
    assign sum = counted;
    assign bound = (op == dec) ? ~(|counted) : (counted == max);
    // The entry with the new part: columns of 16 bits, a byte with its neighbour.
    wire [63:0] wide = {32'd0, new_};
    wire [15:0] fresh = {8'd0, wide[7:0]};
    always @* begin
        write = 4'd0;
        columns0 = wide[15:0];
        if (whole | (number[2:1] == 2'd0)) write = write | bit0;
        columns1 = wide[15:0];
        if (whole | (number[2:1] == 2'd1)) write = write | bit1;
        columns2 = wide[15:0];
        if (whole | (number[2:1] == 2'd2)) write = write | bit2;
        columns3 = wide[15:0];
        if (whole | (number[2:1] == 2'd3)) write = write | bit3;
        if (word) begin
            write = 4'd3;
            if (number[2]) write = 4'd12;
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
            if (number[0]) columns0 = (slot[15:0] & 16'd255) | (fresh << 8);
            columns1 = (slot[31:16] & 16'hff00) | fresh;
            if (number[0]) columns1 = (slot[31:16] & 16'd255) | (fresh << 8);
            columns2 = (slot[47:32] & 16'hff00) | fresh;
            if (number[0]) columns2 = (slot[47:32] & 16'd255) | (fresh << 8);
            columns3 = (slot[63:48] & 16'hff00) | fresh;
            if (number[0]) columns3 = (slot[63:48] & 16'd255) | (fresh << 8);
        end
    end
    assign we = write;
    assign merged = {48'd0, columns0} | ({48'd0, columns1} << 16) | ({48'd0, columns2} << 32)
            | ({48'd0, columns3} << 48);
endmodule

// Which register a word is.
module treetap_coproc_up5k_coproc_bank #(
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
module treetap_coproc_up5k (
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
    localparam [1:0] rest = 2'd0;
    localparam [1:0] runs = 2'd1;
    localparam [1:0] asks = 2'd2;
    localparam [1:0] fails = 2'd3;
    localparam [5:0] aop_at = 6'd44;
    localparam [5:0] sa_at = 6'd39;
    localparam [5:0] sb_at = 6'd34;
    localparam [5:0] vd_at = 6'd31;
    localparam [5:0] iop_at = 6'd28;
    localparam [5:0] wx_at = 6'd25;
    localparam [5:0] mop_at = 6'd21;
    localparam [5:0] mb_at = 6'd18;
    localparam [5:0] rx_at = 6'd15;
    localparam [5:0] bc_at = 6'd10;
    localparam [5:0] bt_at = 6'd5;
    localparam [5:0] tag_at = 6'd3;
    localparam [5:0] rsv_at = 6'd0;
    localparam [4:0] sa_legal = 5'd29;
    localparam [4:0] sb_legal = 5'd12;
    localparam [2:0] vd_legal = 3'd4;
    localparam [3:0] mop_legal = 4'd10;
    localparam [4:0] bt_legal = 5'd21;
    localparam [3:0] taken_flag = 4'd9;
    localparam [5:0] last_bit = 6'd32;
    localparam [7:0] code_stop = 8'd2;
    localparam [7:0] code_reset = 8'd8;
    localparam [7:0] code_first = 8'd1;
    localparam [7:0] code_last = 8'd9;
    localparam [7:0] code_run = 8'd1;
    localparam [7:0] code_skip = 8'd7;
    localparam [7:0] code_clear = 8'd6;
    localparam [7:0] code_cinv = 8'd9;
    localparam [8:0] entries = 9'd64;
    localparam [31:0] top_bit = 32'h80000000;
    localparam [3:0] largest = 4'd8;
    localparam [3:0] size_at = 4'd8;
    localparam [3:0] lane_at = 4'd12;
    localparam [3:0] op_ld = 4'd1;
    localparam [3:0] op_xchg = 4'd6;
    localparam [3:0] power0 = 4'd0;
    localparam [3:0] power1 = 4'd1;
    localparam [3:0] power2 = 4'd2;
    localparam [3:0] power3 = 4'd3;
    localparam [3:0] power4 = 4'd4;
    localparam [3:0] power5 = 4'd5;
    localparam [3:0] power6 = 4'd6;
    localparam [3:0] power7 = 4'd7;
    localparam [7:0] mask_bit0 = 8'd1;
    localparam [7:0] mask_bit1 = 8'd2;
    localparam [7:0] mask_bit2 = 8'd4;
    localparam [7:0] mask_bit3 = 8'd8;
    localparam [7:0] mask_bit4 = 8'd16;
    localparam [7:0] mask_bit5 = 8'd32;
    localparam [7:0] mask_bit6 = 8'd64;
    localparam [7:0] mask_bit7 = 8'd128;
    localparam [4:0] targets_at = 5'd24;
    localparam [3:0] index_bits = 4'd6;
    localparam [4:0] most_class = 5'd20;
    localparam [2:0] err_ill = 3'd1;
    localparam [2:0] err_end = 3'd2;
    localparam [2:0] err_wdog = 3'd4;
    localparam [2:0] err_lane = 3'd5;
    localparam [2:0] err_tgt = 3'd3;
    localparam [4:0] zero_a = 5'd21;
    localparam [4:0] md_a = 5'd22;
    localparam [4:0] random_a = 5'd23;
    localparam [4:0] v0_a = 5'd24;
    localparam [4:0] ix_a = 5'd28;
    localparam [4:0] mi_a = 5'd29;
    localparam [4:0] md_b = 5'd8;
    localparam [4:0] zero_b = 5'd9;
    localparam [4:0] one_b = 5'd10;
    localparam [4:0] random_b = 5'd11;
    localparam [4:0] ix_b = 5'd12;
    localparam [3:0] op_match = 4'd7;
    localparam [3:0] op_cread = 4'd10;
    localparam [3:0] op_adds = 4'd5;
    localparam [3:0] op_subs = 4'd6;
    localparam [3:0] op_minc = 4'd3;
    localparam [3:0] op_madd = 4'd5;
    localparam [2:0] iop_up = 3'd1;
    localparam [2:0] iop_down = 3'd2;
    localparam [2:0] iop_up_most = 3'd3;
    localparam [2:0] iop_down_least = 3'd4;
    localparam [2:0] iop_mov = 3'd5;
    localparam [2:0] iop_alu = 3'd6;
    localparam [2:0] iop_matched = 3'd7;
    localparam [4:0] wider0 = 5'd0;
    localparam [4:0] wider1 = 5'd1;
    localparam [4:0] wider2 = 5'd2;
    localparam [4:0] wider3 = 5'd3;
    localparam [4:0] wider4 = 5'd4;
    localparam [4:0] wider5 = 5'd5;
    localparam [4:0] wider6 = 5'd6;
    localparam [4:0] wider7 = 5'd7;
    localparam [4:0] wider8 = 5'd8;
    localparam [4:0] wider9 = 5'd9;
    localparam [4:0] wider10 = 5'd10;
    localparam [4:0] wider11 = 5'd11;
    localparam [4:0] wider12 = 5'd12;
    localparam [4:0] wider13 = 5'd13;
    localparam [4:0] wider14 = 5'd14;
    localparam [4:0] wider15 = 5'd15;
    localparam [15:0] index_bit0 = 16'd1;
    localparam [15:0] index_bit1 = 16'd2;
    localparam [15:0] index_bit2 = 16'd4;
    localparam [15:0] index_bit3 = 16'd8;
    localparam [15:0] index_bit4 = 16'd16;
    localparam [15:0] index_bit5 = 16'd32;
    localparam [15:0] index_bit6 = 16'd64;
    localparam [15:0] index_bit7 = 16'd128;
    localparam [15:0] index_bit8 = 16'h100;
    localparam [15:0] index_bit9 = 16'h200;
    localparam [15:0] index_bit10 = 16'h400;
    localparam [15:0] index_bit11 = 16'h800;
    localparam [15:0] index_bit12 = 16'h1000;
    localparam [15:0] index_bit13 = 16'h2000;
    localparam [15:0] index_bit14 = 16'h4000;
    localparam [15:0] index_bit15 = 16'h8000;
    localparam [3:0] op_st = 4'd2;
    localparam [4:0] bt_is_done = 5'd20;
    localparam [4:0] bt_is_int = 5'd21;
    localparam [15:0] taps = 16'hb400;
    localparam [4:0] width_most = 5'd16;
    localparam [3:0] key_write = 4'd8;
    localparam [3:0] key_invalidate = 4'd9;
    localparam [4:0] cut_at0 = 5'd0;
    localparam [4:0] cut_at1 = 5'd1;
    localparam [4:0] cut_at2 = 5'd2;
    localparam [4:0] cut_at3 = 5'd3;
    localparam [4:0] cut_at4 = 5'd4;
    localparam [4:0] cut_at5 = 5'd5;
    localparam [4:0] cut_at6 = 5'd6;
    localparam [4:0] cut_at7 = 5'd7;
    localparam [4:0] cut_at8 = 5'd8;
    localparam [4:0] cut_at9 = 5'd9;
    localparam [4:0] cut_at10 = 5'd10;
    localparam [4:0] cut_at11 = 5'd11;
    localparam [4:0] cut_at12 = 5'd12;
    localparam [4:0] cut_at13 = 5'd13;
    localparam [4:0] cut_at14 = 5'd14;
    localparam [4:0] cut_at15 = 5'd15;
    localparam [15:0] cut_bit0 = 16'd1;
    localparam [15:0] cut_bit1 = 16'd2;
    localparam [15:0] cut_bit2 = 16'd4;
    localparam [15:0] cut_bit3 = 16'd8;
    localparam [15:0] cut_bit4 = 16'd16;
    localparam [15:0] cut_bit5 = 16'd32;
    localparam [15:0] cut_bit6 = 16'd64;
    localparam [15:0] cut_bit7 = 16'd128;
    localparam [15:0] cut_bit8 = 16'h100;
    localparam [15:0] cut_bit9 = 16'h200;
    localparam [15:0] cut_bit10 = 16'h400;
    localparam [15:0] cut_bit11 = 16'h800;
    localparam [15:0] cut_bit12 = 16'h1000;
    localparam [15:0] cut_bit13 = 16'h2000;
    localparam [15:0] cut_bit14 = 16'h4000;
    localparam [15:0] cut_bit15 = 16'h8000;
    localparam [7:0] code_inv_all = 8'd3;
    localparam [7:0] code_clr_all = 8'd4;
    localparam [7:0] code_flush = 8'd5;
    localparam [15:0] seed = 16'hace1;
    localparam [7:0] bites = 8'd255;
    localparam [2:0] frozen = 3'd4;
    localparam [15:0] record = 16'd65;
    localparam [4:0] sixteen = 5'd16;
    localparam [3:0] Phase_Rest = 4'd0;
    localparam [3:0] Phase_Sweep = 4'd1;
    localparam [3:0] Phase_Wait = 4'd2;
    localparam [3:0] Phase_Launch = 4'd3;
    localparam [3:0] Phase_Decode = 4'd4;
    localparam [3:0] Phase_Operand = 4'd5;
    localparam [3:0] Phase_Scan = 4'd6;
    localparam [3:0] Phase_Execute = 4'd7;
    localparam [3:0] Phase_Count = 4'd8;
    localparam [3:0] Phase_Commit = 4'd9;

    reg [3:0] phase = 4'd0;
    reg [1:0] mode = 2'd0;
    reg stopping = 1'b0;
    reg [1:0] cause = 2'd0;
    reg [2:0] error = 3'd0;
    reg [6:0] pc = 7'd0;
    reg [6:0] upc = 7'd0;
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
    reg [31:0] low = 32'd0;
    reg [1:0] turn = 2'd0;
    reg [15:0] violations = 16'd0;
    reg [5:0] bit_ = 6'd0;
    reg [5:0] sweep = 6'd0;
    reg sweep_files = 1'b0;
    reg sweep_valid = 1'b0;
    reg sweep_memory = 1'b0;
    reg [31:0] a = 32'd0;
    reg [31:0] b = 32'd0;
    reg [31:0] r = 32'd0;
    reg [31:0] old = 32'd0;
    reg [31:0] fresh = 32'd0;
    reg equal = 1'b0;
    reg less = 1'b0;
    reg hit = 1'b0;
    reg moved = 1'b0;
    reg [15:0] fresh_index = 16'd0;
    reg [5:0] found = 6'd0;
    reg [5:0] scan_at = 6'd0;
    reg [5:0] scan_seen = 6'd0;
    reg [5:0] scan_last = 6'd0;
    reg scan_live = 1'b0;

    reg allowed;
    reg [2:0] constant;
    reg [31:0] value;
    reg [3:0] size;
    reg [7:0] mask;
    reg [6:0] away;
    reg [2:0] failure;
    reg [31:0] source_a;
    reg [31:0] source_b;
    reg [15:0] widest;
    reg [16:0] sum;
    reg [15:0] stepped_index;
    reg ends;
    reg [7:0] new_flags;
    reg flag;
    reg [15:0] stepped;
    reg [4:0] width;
    reg [15:0] written;
    reg [15:0] cut;
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
    reg [5:0] valid_ra;
    wire valid_rd;
    reg valid_we;
    reg [5:0] valid_wa;
    reg valid_wd;
    reg [2:0] indices_ra;
    wire [15:0] indices_rd;
    reg indices_we;
    reg [2:0] indices_wa;
    reg [15:0] indices_wd;
    reg [2:0] widths_ra;
    wire [4:0] widths_rd;
    reg widths_we;
    reg [2:0] widths_wa;
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
    wire [31:0] fields_lane;
    wire [31:0] fields_value;
    wire [31:0] alu_r;
    wire alu_eq;
    wire alu_ltu;
    wire [31:0] part_part;
    wire [31:0] part_sum;
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
    wire illegal = (sa > sa_legal) | (sb > sb_legal) | (vd > vd_legal) | (mop > mop_legal) | (bc[3:0]
            > taken_flag) | (bt > bt_legal) | (|reserved) | (~(|aop) & (|vd));
    // Which register a request is for.
    wire [11:0] word = bus_addr[13:2];
    wire resting = phase == Phase_Rest;
    wire sweeping = phase == Phase_Sweep;
    wire running = mode == runs;
    wire obeyed = turn == 2'd1;
    // A command, and whether the state allows it.
    wire [7:0] code = bus_wdata[7:0];
    wire [7:0] argument = bus_wdata[15:8];
    always @* begin
        allowed = resting & (code >= code_first) & (code <= code_last);
        if (code == code_run) allowed = resting & (mode != fails);
        if (code == code_skip) allowed = resting & (mode == fails);
        if (code == code_clear) allowed = resting & ~queued;
        if (code == code_cinv) allowed = resting & ({1'd0, argument} < entries);
        if ((code == code_stop) | (code == code_reset)) allowed = 1'b1;
    end
    // Whether the access is obeyed: while the machine does not rest, few registers are there.
    wire open = bank_at_ctrl | bank_at_status | bank_at_cmd | bank_at_hostviol | bank_at_words_lo
            | bank_at_words_hi | bank_at_counts | bank_at_class_en | bank_at_f1cfg | bank_at_decim
            | (word[11:1] == 11'd0);
    wire legal = bus_we ? (bank_at_cmd ? allowed : (bank_writes & ~(bank_at_recfmt & queued))) : bank_reads;
    wire grants = legal & (open | resting);
    wire writes = obeyed & bus_we & grants;
    // The turns of a request; the valid bits of 32 entries come one after the other.
    assign bus_ready = turn == 2'd2;
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
    wire [7:0] ahead = (turn == 2'd0) ? 8'd0 : {2'd0, bit_};
    wire [7:0] wide0_unused_msbs = group | (ahead & 8'd31);
    wire [5:0] valid_at = ~bank_at_vld ? word[5:0] : wide0_unused_msbs[5:0];
    // Operands that are in memories, and the entry.
    wire [31:0] left_value = left0_rd;
    wire [31:0] right_value = right0_rd;
    wire [31:0] md_high = 32'd0;
    wire [31:0] half = high ? 32'd0 : right0_rd;
    wire [63:0] slot = {48'd0, columns0_rd} | ({48'd0, columns1_rd} << 16) | ({48'd0, columns2_rd} << 32)
            | ({48'd0, columns3_rd} << 48);
    always @* begin
        // What the host reads.
        value = bank_value;
        if (bank_at_ctrl) value = {29'd0, ctrl};
        if (bank_at_status) value = {30'd0, mode} | ({31'd0, sweeping} << 2) | ({30'd0, cause} << 3)
                | ({29'd0, error} << 5) | ({25'd0, upc & 7'd63} << 8) | ({25'd0, upc >> 6} << 14);
        if (bank_at_hostviol) value = {16'd0, violations};
        if (bank_at_wdog) value = {24'd0, watchdog};
        if (bank_at_lfsr16) value = {16'd0, lfsr};
        if (bank_at_words_lo) value = words[31:0];
        if (bank_at_words_hi) value = words[63:32];
        if (bank_at_class_en) value = {11'd0, classes};
        if (bank_at_f1cfg) value = {14'd0, filter1};
        if (bank_at_f2cfg) value = {30'd0, filter2};
        if (bank_at_recfmt) value = {16'd0, recfmt};
        if (bank_at_decim) value = {16'd0, decim};
        if (bank_at_counts) value = count_data;
        if (bank_at_ign) value = ign_data;
        if (bank_at_x) value = {16'd0, indices_rd};
        if (bank_at_xw) value = {27'd0, widths_rd};
        if (bank_at_b) value = {16'd0, bases_rd};
        if (bank_at_k | bank_at_v) value = half;
        if (bank_at_t | bank_at_spc) value = {26'd0, places_rd};
        if (bank_at_md_lo) value = md;
        if (bank_at_md_hi) value = md_high;
        if (bank_at_mi) value = {26'd0, mi};
        if (bank_at_flags) value = {24'd0, flags};
        if (bank_at_uc) begin
            value = microcode_rd[31:0];
            if (high) value = {16'd0, microcode_rd[47:32]};
        end
        if (bank_at_key) value = keys_rd;
        if (bank_at_dm) begin
            value = slot[31:0];
            if (high) value = slot[63:32];
        end
        if (bank_at_vld) begin
            value = answer >> 1;
            if (valid_rd) value = value | top_bit;
        end
    end
    always @* begin
        // A range of entries: concatenation, no sum.
        size = bases_rd[size_at +: 4];
        if (size > largest) size = largest;
    end
    always @* begin
        mask = 8'd0;
        if (size > power0) mask = mask | mask_bit0;
        if (size > power1) mask = mask | mask_bit1;
        if (size > power2) mask = mask | mask_bit2;
        if (size > power3) mask = mask | mask_bit3;
        if (size > power4) mask = mask | mask_bit4;
        if (size > power5) mask = mask | mask_bit5;
        if (size > power6) mask = mask | mask_bit6;
        if (size > power7) mask = mask | mask_bit7;
    end
    wire [7:0] first = bases_rd[7:0] & ~mask;
    wire [3:0] lane = bases_rd[lane_at +: 4];
    wire [7:0] wide1_unused_msbs = first | (indices_rd[7:0] & mask);
    wire [5:0] entry = wide1_unused_msbs[5:0];
    wire outside = |(first >> index_bits);
    wire no_lane = (&lane) | ~(|lane);
    wire counts = (mop >= op_ld) & (mop <= op_xchg);
    wire near = ~bt[4];
    always @* begin
        away = pc + {3'd0, bt[3:0]};
        if (bt[3]) away = away - 7'd16;
    end
    // Memories: those of the word, or those that the host asks for.
    wire [5:0] start = (smp_side[4:0] > most_class) ? 6'd0 : places_rd;
    always @* begin
        // A sample: its class has a first word.
        failure = 3'd0;
        // Checks before a word; its registers and the first lane of its field are looked up.
        if (phase == Phase_Decode) begin
            if (illegal) failure = err_ill;
            if ((|watchdog) & (executed == watchdog)) failure = err_wdog;
            if (pc[6]) failure = err_end;
        end
        if (phase == Phase_Operand) begin
            if (near & away[6] & (|bc)) failure = err_tgt;
            if (counts & no_lane) failure = err_lane;
        end
    end
    wire fields_late = phase == Phase_Operand;
    wire random = (sa == random_a) | (sb == random_b);
    wire [15:0] index = indices_rd;
    always @* begin
        source_a = fields_value;
        if (sa >= zero_a) source_a = 32'd0;
        if (sa == md_a) source_a = md;
        if (sa == random_a) source_a = {16'd0, lfsr};
        if ((sa >= v0_a) & (sa < ix_a)) source_a = left_value;
        if (sa == ix_a) source_a = {16'd0, index};
        if (sa == mi_a) source_a = {26'd0, mi};
    end
    always @* begin
        source_b = right_value;
        if (sb == md_b) source_b = md;
        if (sb == zero_b) source_b = 32'd0;
        if (sb == one_b) source_b = 32'd1;
        if (sb == random_b) source_b = {28'd0, lfsr[3:0]};
        if (sb == ix_b) source_b = {16'd0, index};
    end
    // A match: a key a cycle, compared in the cycle after.
    wire meets = scan_live & valid_rd & (keys_rd == a);
    always @* begin
        // The largest value of the index that is written.
        widest = 16'd0;
        if (widths_rd > wider0) widest = widest | index_bit0;
        if (widths_rd > wider1) widest = widest | index_bit1;
        if (widths_rd > wider2) widest = widest | index_bit2;
        if (widths_rd > wider3) widest = widest | index_bit3;
        if (widths_rd > wider4) widest = widest | index_bit4;
        if (widths_rd > wider5) widest = widest | index_bit5;
        if (widths_rd > wider6) widest = widest | index_bit6;
        if (widths_rd > wider7) widest = widest | index_bit7;
        if (widths_rd > wider8) widest = widest | index_bit8;
        if (widths_rd > wider9) widest = widest | index_bit9;
        if (widths_rd > wider10) widest = widest | index_bit10;
        if (widths_rd > wider11) widest = widest | index_bit11;
        if (widths_rd > wider12) widest = widest | index_bit12;
        if (widths_rd > wider13) widest = widest | index_bit13;
        if (widths_rd > wider14) widest = widest | index_bit14;
        if (widths_rd > wider15) widest = widest | index_bit15;
    end
    always @* begin
        // The new index: one more or less wraps, or stops at the end.
        sum = {1'd0, index} + 17'd1;
        if ((iop == iop_down) | (iop == iop_down_least)) sum = {1'd0, index} - 17'd1;
        if ((iop == iop_down_least) & ~(|index)) sum = 17'd0;
    end
    wire beyond = sum > {1'd0, widest};
    wire steps = (iop == iop_up) | (iop == iop_down) | (iop == iop_up_most) | (iop == iop_down_least);
    always @* begin
        stepped_index = sum[15:0] & widest;
        if (((iop == iop_up_most) | (iop == iop_down_least)) & beyond) stepped_index = widest;
        ends = stepped_index == widest;
        if ((iop == iop_up) | (iop == iop_down_least)) ends = ~(|stepped_index);
        if (iop == iop_mov) stepped_index = index & widest;
        if (iop == iop_alu) stepped_index = r[15:0] & widest;
        if (iop == iop_matched) stepped_index = {10'd0, found} & widest;
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
        widths_ra = wx;
        bases_ra = mb;
        right0_ra = sb[2:0];
        columns0_ra = entry;
        columns1_ra = entry;
        columns2_ra = entry;
        columns3_ra = entry;
        keys_ra = entry;
        valid_ra = entry;
        if (phase == Phase_Wait) places_ra = smp_side[4:0];
        if (phase == Phase_Launch) microcode_ra = start;
        if (phase == Phase_Scan) begin
            keys_ra = scan_at;
            valid_ra = scan_at;
        end
        if (phase == Phase_Rest) begin
            microcode_ra = word[6:1];
            places_ra = place;
            indices_ra = word[2:0];
            widths_ra = word[2:0];
            bases_ra = word[2:0];
            right0_ra = constant;
            columns0_ra = word[6:1];
            columns1_ra = word[6:1];
            columns2_ra = word[6:1];
            columns3_ra = word[6:1];
            keys_ra = word[5:0];
            valid_ra = valid_at;
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
        written = bus_wdata[15:0];
        if (bank_at_xw) begin
            written = indices_rd;
            width = bus_wdata[4:0];
            if (~(|width) | (width > width_most)) width = width_most;
        end
    end
    always @* begin
        cut = 16'd0;
        if (width > cut_at0) cut = cut | cut_bit0;
        if (width > cut_at1) cut = cut | cut_bit1;
        if (width > cut_at2) cut = cut | cut_bit2;
        if (width > cut_at3) cut = cut | cut_bit3;
        if (width > cut_at4) cut = cut | cut_bit4;
        if (width > cut_at5) cut = cut | cut_bit5;
        if (width > cut_at6) cut = cut | cut_bit6;
        if (width > cut_at7) cut = cut | cut_bit7;
        if (width > cut_at8) cut = cut | cut_bit8;
        if (width > cut_at9) cut = cut | cut_bit9;
        if (width > cut_at10) cut = cut | cut_bit10;
        if (width > cut_at11) cut = cut | cut_bit11;
        if (width > cut_at12) cut = cut | cut_bit12;
        if (width > cut_at13) cut = cut | cut_bit13;
        if (width > cut_at14) cut = cut | cut_bit14;
        if (width > cut_at15) cut = cut | cut_bit15;
    end
    // Values and constants, twice.
    wire value_written = writes & (bank_at_k | bank_at_v);
    wire [2:0] value_place = commits ? (vd - 3'd1) : constant;
    wire commanded = writes & bank_at_cmd;
    wire skips = commanded & (code == code_skip);
    wire restart = commanded & (code == code_reset);
    wire clears = (commanded & (code == code_clear)) | (restart & ~queued);
    always @* begin
        places_we = writes & (bank_at_t | bank_at_spc);
        places_wa = place;
        places_wd = bus_wdata[5:0];
        bases_we = writes & bank_at_b;
        bases_wa = word[2:0];
        bases_wd = bus_wdata[15:0];
        widths_we = writes & bank_at_xw;
        widths_wa = word[2:0];
        widths_wd = width;
        indices_we = writes & (bank_at_x | bank_at_xw);
        indices_wa = word[2:0];
        indices_wd = written & cut;
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
        valid_wa = word[5:0];
        valid_wd = 1'b1;
        if (commits) begin
            keys_we = mop == key_write;
            keys_wa = entry;
            keys_wd = a;
            valid_we = (mop == key_write) | (mop == key_invalidate);
            valid_wa = entry;
            if (mop == key_invalidate) valid_wd = 1'b0;
        end
        if (writes & bank_at_cmd & (code == code_cinv)) begin
            valid_we = 1'b1;
            valid_wa = argument[5:0];
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
                widths_wa = sweep[2:0];
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
                valid_wa = sweep;
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
    assign set_flush = commanded & (code == code_flush);
    assign set_clear = clears;
    assign set_addr = word[6:0];
    assign smp_ready = pops | skips;
    assign run = running;
    assign irq = mode[1];

    treetap_coproc_up5k_fast_ram #(.WIDTH(48), .ADDR(6)) u_microcode (
        .clk(clk),
        .ra(microcode_ra),
        .rd(microcode_rd),
        .we(microcode_we),
        .wa(word[6:1]),
        .wd(microcode_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_columns0 (
        .clk(clk),
        .ra(columns0_ra),
        .rd(columns0_rd),
        .we(columns0_we),
        .wa(columns0_wa),
        .wd(columns0_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_columns1 (
        .clk(clk),
        .ra(columns1_ra),
        .rd(columns1_rd),
        .we(columns1_we),
        .wa(columns1_wa),
        .wd(columns1_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_columns2 (
        .clk(clk),
        .ra(columns2_ra),
        .rd(columns2_rd),
        .we(columns2_we),
        .wa(columns2_wa),
        .wd(columns2_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(16), .ADDR(6)) u_columns3 (
        .clk(clk),
        .ra(columns3_ra),
        .rd(columns3_rd),
        .we(columns3_we),
        .wa(columns3_wa),
        .wd(columns3_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(32), .ADDR(6)) u_keys (
        .clk(clk),
        .ra(keys_ra),
        .rd(keys_rd),
        .we(keys_we),
        .wa(keys_wa),
        .wd(keys_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(1), .ADDR(6)) u_valid (
        .clk(clk),
        .ra(valid_ra),
        .rd(valid_rd),
        .we(valid_we),
        .wa(valid_wa),
        .wd(valid_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(16), .ADDR(3)) u_indices (
        .clk(clk),
        .ra(indices_ra),
        .rd(indices_rd),
        .we(indices_we),
        .wa(indices_wa),
        .wd(indices_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(5), .ADDR(3)) u_widths (
        .clk(clk),
        .ra(widths_ra),
        .rd(widths_rd),
        .we(widths_we),
        .wa(widths_wa),
        .wd(widths_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(16), .ADDR(3)) u_bases (
        .clk(clk),
        .ra(bases_ra),
        .rd(bases_rd),
        .we(bases_we),
        .wa(bases_wa),
        .wd(bases_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(6), .ADDR(5)) u_places (
        .clk(clk),
        .ra(places_ra),
        .rd(places_rd),
        .we(places_we),
        .wa(places_wa),
        .wd(places_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(32), .ADDR(3)) u_left0 (
        .clk(clk),
        .ra(sa[2:0]),
        .rd(left0_rd),
        .we(left0_we),
        .wa(left0_wa),
        .wd(left0_wd)
    );

    treetap_coproc_up5k_fast_ram #(.WIDTH(32), .ADDR(3)) u_right0 (
        .clk(clk),
        .ra(right0_ra),
        .rd(right0_rd),
        .we(right0_we),
        .wa(right0_wa),
        .wd(right0_wd)
    );

    treetap_coproc_up5k_fields #(.first0(4'd1), .first1(4'd1), .first2(4'd3), .first3(4'd4), .first4(4'd4),
            .first5(4'd6), .first6(4'd8), .first7(4'd8), .first8(4'd3), .first9(4'd3), .first10(4'd3),
            .first11(4'd3), .first12(4'd3), .first13(4'd3), .first14(4'd3), .first15(4'd3), .first16(4'd1),
            .first17(4'd0), .first18(4'd0), .first19(4'd0), .first20(4'd10), .first21(4'd0), .first22(4'd0),
            .first23(4'd0), .first24(4'd0), .first25(4'd0), .first26(4'd0), .first27(4'd0), .first28(4'd0),
            .first29(4'd0), .first30(4'd0), .first31(4'd0), .second0(4'd0), .second1(4'd2), .second2(4'd0),
            .second3(4'd0), .second4(4'd5), .second5(4'd7), .second6(4'd9), .second7(4'd0), .second8(4'd0),
            .second9(4'd0), .second10(4'd0), .second11(4'd0), .second12(4'd0), .second13(4'd0),
            .second14(4'd0), .second15(4'd1), .second16(4'd0), .second17(4'd0), .second18(4'd0),
            .second19(4'd0), .second20(4'd0), .second21(4'd0), .second22(4'd0), .second23(4'd0),
            .second24(4'd0), .second25(4'd0), .second26(4'd0), .second27(4'd0), .second28(4'd0),
            .second29(4'd0), .second30(4'd0), .second31(4'd0), .rd(5'd8), .rs1(5'd9), .rs2(5'd10),
            .funct3(5'd11), .funct7(5'd12), .opcode(5'd13), .imm(5'd14), .target(5'd15), .fall(5'd16),
            .taken(5'd17), .class_(5'd18), .evt(5'd19), .lat(5'd20), .pc(5'd1), .npc(5'd6),
            .sign(32'h80000000), .tag(32'h7fffffff)) u_fields (
        .code(sa),
        .late(fields_late),
        .recfmt(recfmt),
        .lanes(smp_lanes),
        .side(smp_side),
        .lane(fields_lane),
        .low(low),
        .value(fields_value)
    );

    treetap_coproc_up5k_alu #(.mov(4'd1), .rot16(4'd2), .add(4'd3), .sub(4'd4), .adds(4'd5), .subs(4'd6),
            .and_(4'd7), .or_(4'd8), .xor_(4'd9), .shl1(4'd10), .shl2(4'd11), .shr1(4'd12), .shr2(4'd13),
            .shr4(4'd14), .shr8(4'd15)) u_alu (
        .op(aop),
        .a(a),
        .b(b),
        .r(alu_r),
        .eq(alu_eq),
        .ltu(alu_ltu)
    );

    treetap_coproc_up5k_part #(.inc(4'd3), .dec(4'd4), .add(4'd5), .ones(32'hffffffff), .bit0(4'd1),
            .bit1(4'd2), .bit2(4'd4), .bit3(4'd8)) u_part (
        .lane(lane),
        .op(mop),
        .slot(slot),
        .part(part_part),
        .old(old),
        .r(r),
        .sum(part_sum),
        .bound(part_bound),
        .new_(fresh),
        .merged(part_merged),
        .we(part_we)
    );

    treetap_coproc_up5k_coproc_bank #(.row_page0(7'd0), .row_page1(7'd1), .row_page2(7'd2), .row_page3(7'd4),
            .row_page4(7'd8), .row_page5(7'd16), .row_page6(7'd24), .row_page7(7'd32), .row_mask0(7'd127),
            .row_mask1(7'd127), .row_mask2(7'd126), .row_mask3(7'd127), .row_mask4(7'd124),
            .row_mask5(7'd126), .row_mask6(7'd127), .row_mask7(7'd108), .readable0(32'h1f03ef),
            .readable1(32'h1fff), .readable2(32'hffffffff), .readable3(32'd31), .readable4(32'hffffffff),
            .readable5(32'hffffffff), .readable6(32'd3), .readable7(32'hffffffff), .writable0(32'h3f00d4),
            .writable1(32'd0), .writable2(32'hffffffff), .writable3(32'd31), .writable4(32'hffffffff),
            .writable5(32'hffffffff), .writable6(32'd0), .writable7(32'hffffffff), .id_at(5'd0),
            .params_at(5'd1), .ctrl_at(5'd2), .status_at(5'd3), .cmd_at(5'd4), .hostviol_at(5'd5),
            .wdog_at(5'd6), .lfsr16_at(5'd7), .words_lo_at(5'd8), .words_hi_at(5'd9), .class_en_at(5'd16),
            .f1cfg_at(5'd17), .f2cfg_at(5'd18), .recfmt_at(5'd19), .decim_at(5'd20), .setign_at(5'd21),
            .counts_page0(7'd1), .counts_page1(7'd1), .counts_page2(7'd1), .counts_page_mask0(7'd127),
            .counts_page_mask1(7'd127), .counts_page_mask2(7'd127), .counts_slot0(5'd0), .counts_slot1(5'd8),
            .counts_slot2(5'd12), .counts_slot_mask0(5'd24), .counts_slot_mask1(5'd28),
            .counts_slot_mask2(5'd31), .x_page0(7'd2), .x_page_mask0(7'd127), .x_slot0(5'd0),
            .x_slot_mask0(5'd24), .xw_page0(7'd2), .xw_page_mask0(7'd127), .xw_slot0(5'd8),
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
        if (turn == 2'd0) begin
            bit_ <= 6'd1;
            if (bus_valid) turn <= 2'd1;
        end
        if (obeyed) begin
            bit_ <= bit_ + 6'd1;
            if (~gathers | (bit_ == last_bit)) turn <= 2'd2;
            if (~grants & ~(&violations)) violations <= violations + 16'd1;
        end
        if (turn == 2'd2) turn <= 2'd0;
        if (obeyed) begin
            answer <= value;
            if (~grants | bus_we) answer <= 32'd0;
        end
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
        // Checks before a word; its registers and the first lane of its field are looked up.
        if (phase == Phase_Decode) begin
            low <= fields_lane;
            phase <= Phase_Operand;
        end
        if (|failure) begin
            error <= failure;
            upc <= pc;
            mode <= fails;
            phase <= Phase_Rest;
            stopping <= 1'b0;
        end
        if (phase == Phase_Operand) begin
            a <= source_a;
            b <= source_b;
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
            r <= alu_r;
            equal <= alu_eq;
            less <= alu_ltu;
            old <= part_part;
            if (mop == op_cread) hit <= valid_rd;
            phase <= Phase_Count;
        end
        if (phase == Phase_Count) begin
            fresh <= part_sum;
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
        if (commanded & (code == code_run)) begin
            mode <= runs;
            phase <= Phase_Wait;
            stopping <= 1'b0;
        end
        if (commanded & (code == code_stop) & running) stopping <= 1'b1;
        if (skips) mode <= rest;
        if (commanded & ((code == code_inv_all) | (code == code_clr_all))) begin
            phase <= Phase_Sweep;
            sweep_valid <= code == code_inv_all;
            sweep_memory <= code == code_clr_all;
        end
        if (commanded & (code == code_clear)) begin
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
    end
endmodule

`default_nettype wire

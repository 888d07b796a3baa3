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

// A field of a sample, a step a cycle: the lane that it begins with, the one that it goes on with, a sum.
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

    treetap_coproc_up5k_immediate u_immediate (
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
module treetap_coproc_up5k_alu #(
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
module treetap_coproc_up5k_lane #(
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
module treetap_coproc_up5k_ones (
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
    localparam [31:0] sa_legal = 32'h3fffffff;
    localparam [31:0] sb_legal = 32'h1fff;
    localparam [7:0] vd_legal = 8'd31;
    localparam [15:0] mop_legal = 16'h7ff;
    localparam [31:0] bt_legal = 32'h3fffff;
    localparam [15:0] bc_legal = 16'h3ff;
    localparam [31:0] of_sample = 32'h1fffff;
    localparam [5:0] last_bit = 6'd32;
    localparam [3:0] run_at = 4'd1;
    localparam [3:0] stop_at = 4'd2;
    localparam [3:0] clear_at = 4'd6;
    localparam [3:0] skip_at = 4'd7;
    localparam [3:0] reset_at = 4'd8;
    localparam [3:0] cinv_at = 4'd9;
    localparam [9:0] command_bit1 = 10'd2;
    localparam [9:0] command_bit2 = 10'd4;
    localparam [9:0] command_bit3 = 10'd8;
    localparam [9:0] command_bit4 = 10'd16;
    localparam [9:0] command_bit5 = 10'd32;
    localparam [9:0] command_bit6 = 10'd64;
    localparam [9:0] command_bit7 = 10'd128;
    localparam [9:0] command_bit8 = 10'h100;
    localparam [9:0] command_bit9 = 10'h200;
    localparam [8:0] entries = 9'd64;
    localparam [31:0] top_bit = 32'h80000000;
    localparam [3:0] size_at = 4'd8;
    localparam [3:0] lane_at = 4'd12;
    localparam [3:0] op_ld = 4'd1;
    localparam [3:0] op_xchg = 4'd6;
    localparam [4:0] targets_at = 5'd24;
    localparam [3:0] index_bits = 4'd6;
    localparam [4:0] most_class = 5'd20;
    localparam [2:0] err_ill = 3'd1;
    localparam [2:0] err_end = 3'd2;
    localparam [2:0] err_wdog = 3'd4;
    localparam [2:0] err_lane = 3'd5;
    localparam [2:0] err_tgt = 3'd3;
    localparam [4:0] md_a = 5'd22;
    localparam [4:0] random_a = 5'd23;
    localparam [31:0] values = 32'hf000000;
    localparam [4:0] ix_a = 5'd28;
    localparam [4:0] mi_a = 5'd29;
    localparam [31:0] files = 32'd255;
    localparam [4:0] md_b = 5'd8;
    localparam [4:0] one_b = 5'd10;
    localparam [4:0] random_b = 5'd11;
    localparam [4:0] ix_b = 5'd12;
    localparam [3:0] op_match = 4'd7;
    localparam [3:0] op_sub = 4'd4;
    localparam [3:0] op_subs = 4'd6;
    localparam [5:0] source0 = 6'd1;
    localparam [5:0] source1 = 6'd2;
    localparam [5:0] source2 = 6'd4;
    localparam [5:0] source3 = 6'd8;
    localparam [5:0] source4 = 6'd16;
    localparam [5:0] source5 = 6'd32;
    localparam [3:0] op_add = 4'd3;
    localparam [3:0] op_adds = 4'd5;
    localparam [3:0] op_shl1 = 4'd10;
    localparam [3:0] op_shl2 = 4'd11;
    localparam [3:0] op_shr1 = 4'd12;
    localparam [3:0] op_shr2 = 4'd13;
    localparam [3:0] op_shr4 = 4'd14;
    localparam [3:0] op_shr8 = 4'd15;
    localparam [3:0] op_cread = 4'd10;
    localparam [2:0] iop_down = 3'd2;
    localparam [2:0] iop_down_least = 3'd4;
    localparam [3:0] op_minc = 4'd3;
    localparam [3:0] op_madd = 4'd5;
    localparam [2:0] iop_up = 3'd1;
    localparam [2:0] iop_up_most = 3'd3;
    localparam [2:0] iop_mov = 3'd5;
    localparam [2:0] iop_alu = 3'd6;
    localparam [2:0] iop_matched = 3'd7;
    localparam [3:0] op_st = 4'd2;
    localparam [4:0] bt_is_done = 5'd20;
    localparam [4:0] bt_is_int = 5'd21;
    localparam [15:0] taps = 16'hb400;
    localparam [4:0] width_most = 5'd16;
    localparam [3:0] key_write = 4'd8;
    localparam [3:0] key_invalidate = 4'd9;
    localparam [3:0] inv_all_at = 4'd3;
    localparam [3:0] clr_all_at = 4'd4;
    localparam [3:0] flush_at = 4'd5;
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

    treetap_coproc_up5k_fast_ram #(.WIDTH(1), .ADDR(8)) u_valid (
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

    treetap_coproc_up5k_fast_ram #(.WIDTH(5), .ADDR(5)) u_widths (
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
            .second14(4'd0), .second15(4'd1), .second16(4'd1), .second17(4'd0), .second18(4'd0),
            .second19(4'd0), .second20(4'd0), .second21(4'd0), .second22(4'd0), .second23(4'd0),
            .second24(4'd0), .second25(4'd0), .second26(4'd0), .second27(4'd0), .second28(4'd0),
            .second29(4'd0), .second30(4'd0), .second31(4'd0), .go_on_bits(32'h1c000), .add_bits(32'h18000),
            .rd(5'd8), .rs1(5'd9), .rs2(5'd10), .funct3(5'd11), .funct7(5'd12), .opcode(5'd13), .imm(5'd14),
            .target(5'd15), .fall(5'd16), .taken(5'd17), .class_(5'd18), .evt(5'd19), .pc(5'd1), .npc(5'd6),
            .sign(32'h80000000), .tag(32'h7fffffff)) u_fields (
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

    treetap_coproc_up5k_alu #(.mov(4'd1), .rot16(4'd2), .and_(4'd7), .or_(4'd8), .xor_(4'd9), .shl1(4'd10))
            u_alu (
        .op(aop),
        .a(a),
        .b(b),
        .one(inverted),
        .sum(alu_sum),
        .carry(alu_carry),
        .eq(alu_eq),
        .other(alu_other)
    );

    treetap_coproc_up5k_lane #(.sizes0(4'd1), .sizes1(4'd2), .sizes2(4'd4), .sizes3(4'd8)) u_part_of (
        .lane(lane),
        .size(part_of_size),
        .first(part_of_first)
    );

    treetap_coproc_up5k_ones u_extent (
        .width(extent_width),
        .mask(extent_mask)
    );

    treetap_coproc_up5k_ones u_largest (
        .width(widths_rd),
        .mask(largest_mask)
    );

    treetap_coproc_up5k_ones u_cut (
        .width(new_width),
        .mask(cut_mask)
    );

    treetap_coproc_up5k_part #(.inc(4'd3), .dec(4'd4), .add(4'd5), .ones(32'hffffffff), .bit0(4'd1),
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

`default_nettype wire

// treetap_hps_ecp5: after the tap, 32 patterns in flip-flops, 2048 words
// Configuration: conditions 16, counters 2, patterns 32,
// retire 1, ternary 0, width 24, words 2048, engine parallel.
// Made by treetap 0.1.0 with: treetap gen hps --preset ecp5
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Offsets of formats B and J, within the cycle.
module treetap_hps_ecp5_offset #(
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
module treetap_hps_ecp5_immediate (
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

    treetap_hps_ecp5_offset #(.branch_sign(32'hfffff000), .jump_sign(32'hfff00000)) u_offset (
        .insn(insn),
        .branch(offset_branch),
        .jump(offset_jump)
    );
endmodule

// What is known of an instruction by itself: class bits, target, direction, sign.
module treetap_hps_ecp5_facts #(
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

    treetap_hps_ecp5_immediate u_immediate (
        .insn(in_insn),
        .there(immediate_there),
        .value(immediate_value)
    );
endmodule

// Ranges of addresses that patterns can ask for.
module treetap_hps_ecp5_ranges #(
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
module treetap_hps_ecp5_masks #(
    parameter [31:0] bit0 = 32'd1,
    parameter [31:0] bit1 = 32'd2,
    parameter [31:0] bit2 = 32'd4,
    parameter [31:0] bit3 = 32'd8,
    parameter [31:0] bit4 = 32'd16,
    parameter [31:0] bit5 = 32'd32,
    parameter [31:0] bit6 = 32'd64,
    parameter [31:0] bit7 = 32'd128,
    parameter [31:0] bit8 = 32'h100,
    parameter [31:0] bit9 = 32'h200,
    parameter [31:0] bit10 = 32'h400,
    parameter [31:0] bit11 = 32'h800,
    parameter [31:0] bit12 = 32'h1000,
    parameter [31:0] bit13 = 32'h2000,
    parameter [31:0] bit14 = 32'h4000,
    parameter [31:0] bit15 = 32'h8000,
    parameter [31:0] bit16 = 32'h10000,
    parameter [31:0] bit17 = 32'h20000,
    parameter [31:0] bit18 = 32'h40000,
    parameter [31:0] bit19 = 32'h80000,
    parameter [31:0] bit20 = 32'h100000,
    parameter [31:0] bit21 = 32'h200000,
    parameter [31:0] bit22 = 32'h400000,
    parameter [31:0] bit23 = 32'h800000,
    parameter [31:0] bit24 = 32'h1000000,
    parameter [31:0] bit25 = 32'h2000000,
    parameter [31:0] bit26 = 32'h4000000,
    parameter [31:0] bit27 = 32'h8000000,
    parameter [31:0] bit28 = 32'h10000000,
    parameter [31:0] bit29 = 32'h20000000,
    parameter [31:0] bit30 = 32'h40000000,
    parameter [31:0] bit31 = 32'h80000000
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
    output wire [31:0] now_same
);
    reg [31:0] mask0 = 32'd0;
    reg [31:0] mask1 = 32'd0;
    reg [31:0] mask2 = 32'd0;
    reg [31:0] mask3 = 32'd0;
    reg [31:0] mask4 = 32'd0;
    reg [31:0] mask5 = 32'd0;
    reg [31:0] mask6 = 32'd0;
    reg [31:0] mask7 = 32'd0;
    reg [31:0] mask8 = 32'd0;
    reg [31:0] mask9 = 32'd0;
    reg [31:0] mask10 = 32'd0;
    reg [31:0] mask11 = 32'd0;
    reg [31:0] mask12 = 32'd0;
    reg [31:0] mask13 = 32'd0;
    reg [31:0] mask14 = 32'd0;
    reg [31:0] mask15 = 32'd0;
    reg [31:0] mask16 = 32'd0;
    reg [31:0] mask17 = 32'd0;
    reg [31:0] mask18 = 32'd0;
    reg [31:0] mask19 = 32'd0;
    reg [31:0] mask20 = 32'd0;
    reg [31:0] mask21 = 32'd0;
    reg [31:0] mask22 = 32'd0;
    reg [31:0] mask23 = 32'd0;
    reg [31:0] mask24 = 32'd0;
    reg [31:0] mask25 = 32'd0;
    reg [31:0] mask26 = 32'd0;
    reg [31:0] mask27 = 32'd0;
    reg [31:0] mask28 = 32'd0;
    reg [31:0] mask29 = 32'd0;
    reg [31:0] mask30 = 32'd0;
    reg [31:0] mask31 = 32'd0;
    reg [31:0] value0 = 32'd0;
    reg [31:0] value1 = 32'd0;
    reg [31:0] value2 = 32'd0;
    reg [31:0] value3 = 32'd0;
    reg [31:0] value4 = 32'd0;
    reg [31:0] value5 = 32'd0;
    reg [31:0] value6 = 32'd0;
    reg [31:0] value7 = 32'd0;
    reg [31:0] value8 = 32'd0;
    reg [31:0] value9 = 32'd0;
    reg [31:0] value10 = 32'd0;
    reg [31:0] value11 = 32'd0;
    reg [31:0] value12 = 32'd0;
    reg [31:0] value13 = 32'd0;
    reg [31:0] value14 = 32'd0;
    reg [31:0] value15 = 32'd0;
    reg [31:0] value16 = 32'd0;
    reg [31:0] value17 = 32'd0;
    reg [31:0] value18 = 32'd0;
    reg [31:0] value19 = 32'd0;
    reg [31:0] value20 = 32'd0;
    reg [31:0] value21 = 32'd0;
    reg [31:0] value22 = 32'd0;
    reg [31:0] value23 = 32'd0;
    reg [31:0] value24 = 32'd0;
    reg [31:0] value25 = 32'd0;
    reg [31:0] value26 = 32'd0;
    reg [31:0] value27 = 32'd0;
    reg [31:0] value28 = 32'd0;
    reg [31:0] value29 = 32'd0;
    reg [31:0] value30 = 32'd0;
    reg [31:0] value31 = 32'd0;
    reg [31:0] held0 = 32'd0;

    reg [31:0] same;

    wire mine0 = wr_pattern & (wr_index[6:2] == 5'd0);
    wire mine1 = wr_pattern & (wr_index[6:2] == 5'd1);
    wire mine2 = wr_pattern & (wr_index[6:2] == 5'd2);
    wire mine3 = wr_pattern & (wr_index[6:2] == 5'd3);
    wire mine4 = wr_pattern & (wr_index[6:2] == 5'd4);
    wire mine5 = wr_pattern & (wr_index[6:2] == 5'd5);
    wire mine6 = wr_pattern & (wr_index[6:2] == 5'd6);
    wire mine7 = wr_pattern & (wr_index[6:2] == 5'd7);
    wire mine8 = wr_pattern & (wr_index[6:2] == 5'd8);
    wire mine9 = wr_pattern & (wr_index[6:2] == 5'd9);
    wire mine10 = wr_pattern & (wr_index[6:2] == 5'd10);
    wire mine11 = wr_pattern & (wr_index[6:2] == 5'd11);
    wire mine12 = wr_pattern & (wr_index[6:2] == 5'd12);
    wire mine13 = wr_pattern & (wr_index[6:2] == 5'd13);
    wire mine14 = wr_pattern & (wr_index[6:2] == 5'd14);
    wire mine15 = wr_pattern & (wr_index[6:2] == 5'd15);
    wire mine16 = wr_pattern & (wr_index[6:2] == 5'd16);
    wire mine17 = wr_pattern & (wr_index[6:2] == 5'd17);
    wire mine18 = wr_pattern & (wr_index[6:2] == 5'd18);
    wire mine19 = wr_pattern & (wr_index[6:2] == 5'd19);
    wire mine20 = wr_pattern & (wr_index[6:2] == 5'd20);
    wire mine21 = wr_pattern & (wr_index[6:2] == 5'd21);
    wire mine22 = wr_pattern & (wr_index[6:2] == 5'd22);
    wire mine23 = wr_pattern & (wr_index[6:2] == 5'd23);
    wire mine24 = wr_pattern & (wr_index[6:2] == 5'd24);
    wire mine25 = wr_pattern & (wr_index[6:2] == 5'd25);
    wire mine26 = wr_pattern & (wr_index[6:2] == 5'd26);
    wire mine27 = wr_pattern & (wr_index[6:2] == 5'd27);
    wire mine28 = wr_pattern & (wr_index[6:2] == 5'd28);
    wire mine29 = wr_pattern & (wr_index[6:2] == 5'd29);
    wire mine30 = wr_pattern & (wr_index[6:2] == 5'd30);
    wire mine31 = wr_pattern & (wr_index[6:2] == 5'd31);
    always @* begin
        same = 32'd0;
        if ((in_insn & mask0) == value0) same = same | bit0;
        if ((in_insn & mask1) == value1) same = same | bit1;
        if ((in_insn & mask2) == value2) same = same | bit2;
        if ((in_insn & mask3) == value3) same = same | bit3;
        if ((in_insn & mask4) == value4) same = same | bit4;
        if ((in_insn & mask5) == value5) same = same | bit5;
        if ((in_insn & mask6) == value6) same = same | bit6;
        if ((in_insn & mask7) == value7) same = same | bit7;
        if ((in_insn & mask8) == value8) same = same | bit8;
        if ((in_insn & mask9) == value9) same = same | bit9;
        if ((in_insn & mask10) == value10) same = same | bit10;
        if ((in_insn & mask11) == value11) same = same | bit11;
        if ((in_insn & mask12) == value12) same = same | bit12;
        if ((in_insn & mask13) == value13) same = same | bit13;
        if ((in_insn & mask14) == value14) same = same | bit14;
        if ((in_insn & mask15) == value15) same = same | bit15;
        if ((in_insn & mask16) == value16) same = same | bit16;
        if ((in_insn & mask17) == value17) same = same | bit17;
        if ((in_insn & mask18) == value18) same = same | bit18;
        if ((in_insn & mask19) == value19) same = same | bit19;
        if ((in_insn & mask20) == value20) same = same | bit20;
        if ((in_insn & mask21) == value21) same = same | bit21;
        if ((in_insn & mask22) == value22) same = same | bit22;
        if ((in_insn & mask23) == value23) same = same | bit23;
        if ((in_insn & mask24) == value24) same = same | bit24;
        if ((in_insn & mask25) == value25) same = same | bit25;
        if ((in_insn & mask26) == value26) same = same | bit26;
        if ((in_insn & mask27) == value27) same = same | bit27;
        if ((in_insn & mask28) == value28) same = same | bit28;
        if ((in_insn & mask29) == value29) same = same | bit29;
        if ((in_insn & mask30) == value30) same = same | bit30;
        if ((in_insn & mask31) == value31) same = same | bit31;
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
        if (mine8 & (wr_index[1:0] == 2'd0)) mask8 <= wr_data;
        if (mine9 & (wr_index[1:0] == 2'd0)) mask9 <= wr_data;
        if (mine10 & (wr_index[1:0] == 2'd0)) mask10 <= wr_data;
        if (mine11 & (wr_index[1:0] == 2'd0)) mask11 <= wr_data;
        if (mine12 & (wr_index[1:0] == 2'd0)) mask12 <= wr_data;
        if (mine13 & (wr_index[1:0] == 2'd0)) mask13 <= wr_data;
        if (mine14 & (wr_index[1:0] == 2'd0)) mask14 <= wr_data;
        if (mine15 & (wr_index[1:0] == 2'd0)) mask15 <= wr_data;
        if (mine16 & (wr_index[1:0] == 2'd0)) mask16 <= wr_data;
        if (mine17 & (wr_index[1:0] == 2'd0)) mask17 <= wr_data;
        if (mine18 & (wr_index[1:0] == 2'd0)) mask18 <= wr_data;
        if (mine19 & (wr_index[1:0] == 2'd0)) mask19 <= wr_data;
        if (mine20 & (wr_index[1:0] == 2'd0)) mask20 <= wr_data;
        if (mine21 & (wr_index[1:0] == 2'd0)) mask21 <= wr_data;
        if (mine22 & (wr_index[1:0] == 2'd0)) mask22 <= wr_data;
        if (mine23 & (wr_index[1:0] == 2'd0)) mask23 <= wr_data;
        if (mine24 & (wr_index[1:0] == 2'd0)) mask24 <= wr_data;
        if (mine25 & (wr_index[1:0] == 2'd0)) mask25 <= wr_data;
        if (mine26 & (wr_index[1:0] == 2'd0)) mask26 <= wr_data;
        if (mine27 & (wr_index[1:0] == 2'd0)) mask27 <= wr_data;
        if (mine28 & (wr_index[1:0] == 2'd0)) mask28 <= wr_data;
        if (mine29 & (wr_index[1:0] == 2'd0)) mask29 <= wr_data;
        if (mine30 & (wr_index[1:0] == 2'd0)) mask30 <= wr_data;
        if (mine31 & (wr_index[1:0] == 2'd0)) mask31 <= wr_data;
        if (mine0 & (wr_index[1:0] == 2'd1)) value0 <= wr_data;
        if (mine1 & (wr_index[1:0] == 2'd1)) value1 <= wr_data;
        if (mine2 & (wr_index[1:0] == 2'd1)) value2 <= wr_data;
        if (mine3 & (wr_index[1:0] == 2'd1)) value3 <= wr_data;
        if (mine4 & (wr_index[1:0] == 2'd1)) value4 <= wr_data;
        if (mine5 & (wr_index[1:0] == 2'd1)) value5 <= wr_data;
        if (mine6 & (wr_index[1:0] == 2'd1)) value6 <= wr_data;
        if (mine7 & (wr_index[1:0] == 2'd1)) value7 <= wr_data;
        if (mine8 & (wr_index[1:0] == 2'd1)) value8 <= wr_data;
        if (mine9 & (wr_index[1:0] == 2'd1)) value9 <= wr_data;
        if (mine10 & (wr_index[1:0] == 2'd1)) value10 <= wr_data;
        if (mine11 & (wr_index[1:0] == 2'd1)) value11 <= wr_data;
        if (mine12 & (wr_index[1:0] == 2'd1)) value12 <= wr_data;
        if (mine13 & (wr_index[1:0] == 2'd1)) value13 <= wr_data;
        if (mine14 & (wr_index[1:0] == 2'd1)) value14 <= wr_data;
        if (mine15 & (wr_index[1:0] == 2'd1)) value15 <= wr_data;
        if (mine16 & (wr_index[1:0] == 2'd1)) value16 <= wr_data;
        if (mine17 & (wr_index[1:0] == 2'd1)) value17 <= wr_data;
        if (mine18 & (wr_index[1:0] == 2'd1)) value18 <= wr_data;
        if (mine19 & (wr_index[1:0] == 2'd1)) value19 <= wr_data;
        if (mine20 & (wr_index[1:0] == 2'd1)) value20 <= wr_data;
        if (mine21 & (wr_index[1:0] == 2'd1)) value21 <= wr_data;
        if (mine22 & (wr_index[1:0] == 2'd1)) value22 <= wr_data;
        if (mine23 & (wr_index[1:0] == 2'd1)) value23 <= wr_data;
        if (mine24 & (wr_index[1:0] == 2'd1)) value24 <= wr_data;
        if (mine25 & (wr_index[1:0] == 2'd1)) value25 <= wr_data;
        if (mine26 & (wr_index[1:0] == 2'd1)) value26 <= wr_data;
        if (mine27 & (wr_index[1:0] == 2'd1)) value27 <= wr_data;
        if (mine28 & (wr_index[1:0] == 2'd1)) value28 <= wr_data;
        if (mine29 & (wr_index[1:0] == 2'd1)) value29 <= wr_data;
        if (mine30 & (wr_index[1:0] == 2'd1)) value30 <= wr_data;
        if (mine31 & (wr_index[1:0] == 2'd1)) value31 <= wr_data;
        if (take) held0 <= same;
    end
endmodule

// The first stage: an instruction with what is known of it.
module treetap_hps_ecp5_stage (
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
module treetap_hps_ecp5_history (
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
module treetap_hps_ecp5_patterns #(
    parameter [31:0] bit0 = 32'd1,
    parameter [31:0] bit1 = 32'd2,
    parameter [31:0] bit2 = 32'd4,
    parameter [31:0] bit3 = 32'd8,
    parameter [31:0] bit4 = 32'd16,
    parameter [31:0] bit5 = 32'd32,
    parameter [31:0] bit6 = 32'd64,
    parameter [31:0] bit7 = 32'd128,
    parameter [31:0] bit8 = 32'h100,
    parameter [31:0] bit9 = 32'h200,
    parameter [31:0] bit10 = 32'h400,
    parameter [31:0] bit11 = 32'h800,
    parameter [31:0] bit12 = 32'h1000,
    parameter [31:0] bit13 = 32'h2000,
    parameter [31:0] bit14 = 32'h4000,
    parameter [31:0] bit15 = 32'h8000,
    parameter [31:0] bit16 = 32'h10000,
    parameter [31:0] bit17 = 32'h20000,
    parameter [31:0] bit18 = 32'h40000,
    parameter [31:0] bit19 = 32'h80000,
    parameter [31:0] bit20 = 32'h100000,
    parameter [31:0] bit21 = 32'h200000,
    parameter [31:0] bit22 = 32'h400000,
    parameter [31:0] bit23 = 32'h800000,
    parameter [31:0] bit24 = 32'h1000000,
    parameter [31:0] bit25 = 32'h2000000,
    parameter [31:0] bit26 = 32'h4000000,
    parameter [31:0] bit27 = 32'h8000000,
    parameter [31:0] bit28 = 32'h10000000,
    parameter [31:0] bit29 = 32'h20000000,
    parameter [31:0] bit30 = 32'h40000000,
    parameter [31:0] bit31 = 32'h80000000,
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
    input  wire [31:0] now_same,

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
    output wire [31:0] pat_hit
);
    reg [31:0] asked0 = 32'd0;
    reg [31:0] asked1 = 32'd0;
    reg [31:0] asked2 = 32'd0;
    reg [31:0] asked3 = 32'd0;
    reg [31:0] asked4 = 32'd0;
    reg [31:0] asked5 = 32'd0;
    reg [31:0] asked6 = 32'd0;
    reg [31:0] asked7 = 32'd0;
    reg [31:0] asked8 = 32'd0;
    reg [31:0] asked9 = 32'd0;
    reg [31:0] asked10 = 32'd0;
    reg [31:0] asked11 = 32'd0;
    reg [31:0] asked12 = 32'd0;
    reg [31:0] asked13 = 32'd0;
    reg [31:0] asked14 = 32'd0;
    reg [31:0] asked15 = 32'd0;
    reg [31:0] asked16 = 32'd0;
    reg [31:0] asked17 = 32'd0;
    reg [31:0] asked18 = 32'd0;
    reg [31:0] asked19 = 32'd0;
    reg [31:0] asked20 = 32'd0;
    reg [31:0] asked21 = 32'd0;
    reg [31:0] asked22 = 32'd0;
    reg [31:0] asked23 = 32'd0;
    reg [31:0] asked24 = 32'd0;
    reg [31:0] asked25 = 32'd0;
    reg [31:0] asked26 = 32'd0;
    reg [31:0] asked27 = 32'd0;
    reg [31:0] asked28 = 32'd0;
    reg [31:0] asked29 = 32'd0;
    reg [31:0] asked30 = 32'd0;
    reg [31:0] asked31 = 32'd0;
    reg [31:0] plain0 = 32'd0;
    reg [31:0] entering0 = 32'd0;

    reg direction0;
    reg direction1;
    reg direction2;
    reg direction3;
    reg direction4;
    reg direction5;
    reg direction6;
    reg direction7;
    reg direction8;
    reg direction9;
    reg direction10;
    reg direction11;
    reg direction12;
    reg direction13;
    reg direction14;
    reg direction15;
    reg direction16;
    reg direction17;
    reg direction18;
    reg direction19;
    reg direction20;
    reg direction21;
    reg direction22;
    reg direction23;
    reg direction24;
    reg direction25;
    reg direction26;
    reg direction27;
    reg direction28;
    reg direction29;
    reg direction30;
    reg direction31;
    reg sign0;
    reg sign1;
    reg sign2;
    reg sign3;
    reg sign4;
    reg sign5;
    reg sign6;
    reg sign7;
    reg sign8;
    reg sign9;
    reg sign10;
    reg sign11;
    reg sign12;
    reg sign13;
    reg sign14;
    reg sign15;
    reg sign16;
    reg sign17;
    reg sign18;
    reg sign19;
    reg sign20;
    reg sign21;
    reg sign22;
    reg sign23;
    reg sign24;
    reg sign25;
    reg sign26;
    reg sign27;
    reg sign28;
    reg sign29;
    reg sign30;
    reg sign31;
    reg [31:0] hits;
    reg [31:0] entries;
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
    reg [31:0] asked8_next;
    reg asked8_en;
    reg [31:0] asked9_next;
    reg asked9_en;
    reg [31:0] asked10_next;
    reg asked10_en;
    reg [31:0] asked11_next;
    reg asked11_en;
    reg [31:0] asked12_next;
    reg asked12_en;
    reg [31:0] asked13_next;
    reg asked13_en;
    reg [31:0] asked14_next;
    reg asked14_en;
    reg [31:0] asked15_next;
    reg asked15_en;
    reg [31:0] asked16_next;
    reg asked16_en;
    reg [31:0] asked17_next;
    reg asked17_en;
    reg [31:0] asked18_next;
    reg asked18_en;
    reg [31:0] asked19_next;
    reg asked19_en;
    reg [31:0] asked20_next;
    reg asked20_en;
    reg [31:0] asked21_next;
    reg asked21_en;
    reg [31:0] asked22_next;
    reg asked22_en;
    reg [31:0] asked23_next;
    reg asked23_en;
    reg [31:0] asked24_next;
    reg asked24_en;
    reg [31:0] asked25_next;
    reg asked25_en;
    reg [31:0] asked26_next;
    reg asked26_en;
    reg [31:0] asked27_next;
    reg asked27_en;
    reg [31:0] asked28_next;
    reg asked28_en;
    reg [31:0] asked29_next;
    reg asked29_en;
    reg [31:0] asked30_next;
    reg asked30_en;
    reg [31:0] asked31_next;
    reg asked31_en;

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
    wire mine8 = wr_pattern & (wr_index[6:2] == 5'd8);
    always @* begin
        asked8_next = wr_data;
        asked8_en = mine8 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked8_next = 32'd0;
            asked8_en = 1'b1;
        end
    end
    always @* begin
        direction8 = 1'b0;
        case (asked8[21:20])
            2'd0: direction8 = 1'b1;
            2'd1: direction8 = fact_has_target & fact_backward;
            2'd2: direction8 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign8 = 1'b0;
        case (asked8[23:22])
            2'd0: sign8 = 1'b1;
            2'd1: sign8 = fact_negative;
            2'd2: sign8 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide8_unused_msbs = asked8[27:24] >> filter;
    wire fits8 = asked8[31] & (~(|asked8[19:16]) | (|(asked8[19:16] & fact_ranges))) & (~(|asked8[27:24])
            | wide8_unused_msbs[0]) & (in_privilege >= asked8[29:28]) & (~asked8[30] | fact_taken);
    wire of_class8 = ~(|asked8[15:0]) | (|(asked8[15:0] & classes));
    wire mine9 = wr_pattern & (wr_index[6:2] == 5'd9);
    always @* begin
        asked9_next = wr_data;
        asked9_en = mine9 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked9_next = 32'd0;
            asked9_en = 1'b1;
        end
    end
    always @* begin
        direction9 = 1'b0;
        case (asked9[21:20])
            2'd0: direction9 = 1'b1;
            2'd1: direction9 = fact_has_target & fact_backward;
            2'd2: direction9 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign9 = 1'b0;
        case (asked9[23:22])
            2'd0: sign9 = 1'b1;
            2'd1: sign9 = fact_negative;
            2'd2: sign9 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide9_unused_msbs = asked9[27:24] >> filter;
    wire fits9 = asked9[31] & (~(|asked9[19:16]) | (|(asked9[19:16] & fact_ranges))) & (~(|asked9[27:24])
            | wide9_unused_msbs[0]) & (in_privilege >= asked9[29:28]) & (~asked9[30] | fact_taken);
    wire of_class9 = ~(|asked9[15:0]) | (|(asked9[15:0] & classes));
    wire mine10 = wr_pattern & (wr_index[6:2] == 5'd10);
    always @* begin
        asked10_next = wr_data;
        asked10_en = mine10 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked10_next = 32'd0;
            asked10_en = 1'b1;
        end
    end
    always @* begin
        direction10 = 1'b0;
        case (asked10[21:20])
            2'd0: direction10 = 1'b1;
            2'd1: direction10 = fact_has_target & fact_backward;
            2'd2: direction10 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign10 = 1'b0;
        case (asked10[23:22])
            2'd0: sign10 = 1'b1;
            2'd1: sign10 = fact_negative;
            2'd2: sign10 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide10_unused_msbs = asked10[27:24] >> filter;
    wire fits10 = asked10[31] & (~(|asked10[19:16]) | (|(asked10[19:16] & fact_ranges))) & (~(|asked10[27:24])
            | wide10_unused_msbs[0]) & (in_privilege >= asked10[29:28]) & (~asked10[30] | fact_taken);
    wire of_class10 = ~(|asked10[15:0]) | (|(asked10[15:0] & classes));
    wire mine11 = wr_pattern & (wr_index[6:2] == 5'd11);
    always @* begin
        asked11_next = wr_data;
        asked11_en = mine11 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked11_next = 32'd0;
            asked11_en = 1'b1;
        end
    end
    always @* begin
        direction11 = 1'b0;
        case (asked11[21:20])
            2'd0: direction11 = 1'b1;
            2'd1: direction11 = fact_has_target & fact_backward;
            2'd2: direction11 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign11 = 1'b0;
        case (asked11[23:22])
            2'd0: sign11 = 1'b1;
            2'd1: sign11 = fact_negative;
            2'd2: sign11 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide11_unused_msbs = asked11[27:24] >> filter;
    wire fits11 = asked11[31] & (~(|asked11[19:16]) | (|(asked11[19:16] & fact_ranges))) & (~(|asked11[27:24])
            | wide11_unused_msbs[0]) & (in_privilege >= asked11[29:28]) & (~asked11[30] | fact_taken);
    wire of_class11 = ~(|asked11[15:0]) | (|(asked11[15:0] & classes));
    wire mine12 = wr_pattern & (wr_index[6:2] == 5'd12);
    always @* begin
        asked12_next = wr_data;
        asked12_en = mine12 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked12_next = 32'd0;
            asked12_en = 1'b1;
        end
    end
    always @* begin
        direction12 = 1'b0;
        case (asked12[21:20])
            2'd0: direction12 = 1'b1;
            2'd1: direction12 = fact_has_target & fact_backward;
            2'd2: direction12 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign12 = 1'b0;
        case (asked12[23:22])
            2'd0: sign12 = 1'b1;
            2'd1: sign12 = fact_negative;
            2'd2: sign12 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide12_unused_msbs = asked12[27:24] >> filter;
    wire fits12 = asked12[31] & (~(|asked12[19:16]) | (|(asked12[19:16] & fact_ranges))) & (~(|asked12[27:24])
            | wide12_unused_msbs[0]) & (in_privilege >= asked12[29:28]) & (~asked12[30] | fact_taken);
    wire of_class12 = ~(|asked12[15:0]) | (|(asked12[15:0] & classes));
    wire mine13 = wr_pattern & (wr_index[6:2] == 5'd13);
    always @* begin
        asked13_next = wr_data;
        asked13_en = mine13 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked13_next = 32'd0;
            asked13_en = 1'b1;
        end
    end
    always @* begin
        direction13 = 1'b0;
        case (asked13[21:20])
            2'd0: direction13 = 1'b1;
            2'd1: direction13 = fact_has_target & fact_backward;
            2'd2: direction13 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign13 = 1'b0;
        case (asked13[23:22])
            2'd0: sign13 = 1'b1;
            2'd1: sign13 = fact_negative;
            2'd2: sign13 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide13_unused_msbs = asked13[27:24] >> filter;
    wire fits13 = asked13[31] & (~(|asked13[19:16]) | (|(asked13[19:16] & fact_ranges))) & (~(|asked13[27:24])
            | wide13_unused_msbs[0]) & (in_privilege >= asked13[29:28]) & (~asked13[30] | fact_taken);
    wire of_class13 = ~(|asked13[15:0]) | (|(asked13[15:0] & classes));
    wire mine14 = wr_pattern & (wr_index[6:2] == 5'd14);
    always @* begin
        asked14_next = wr_data;
        asked14_en = mine14 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked14_next = 32'd0;
            asked14_en = 1'b1;
        end
    end
    always @* begin
        direction14 = 1'b0;
        case (asked14[21:20])
            2'd0: direction14 = 1'b1;
            2'd1: direction14 = fact_has_target & fact_backward;
            2'd2: direction14 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign14 = 1'b0;
        case (asked14[23:22])
            2'd0: sign14 = 1'b1;
            2'd1: sign14 = fact_negative;
            2'd2: sign14 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide14_unused_msbs = asked14[27:24] >> filter;
    wire fits14 = asked14[31] & (~(|asked14[19:16]) | (|(asked14[19:16] & fact_ranges))) & (~(|asked14[27:24])
            | wide14_unused_msbs[0]) & (in_privilege >= asked14[29:28]) & (~asked14[30] | fact_taken);
    wire of_class14 = ~(|asked14[15:0]) | (|(asked14[15:0] & classes));
    wire mine15 = wr_pattern & (wr_index[6:2] == 5'd15);
    always @* begin
        asked15_next = wr_data;
        asked15_en = mine15 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked15_next = 32'd0;
            asked15_en = 1'b1;
        end
    end
    always @* begin
        direction15 = 1'b0;
        case (asked15[21:20])
            2'd0: direction15 = 1'b1;
            2'd1: direction15 = fact_has_target & fact_backward;
            2'd2: direction15 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign15 = 1'b0;
        case (asked15[23:22])
            2'd0: sign15 = 1'b1;
            2'd1: sign15 = fact_negative;
            2'd2: sign15 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide15_unused_msbs = asked15[27:24] >> filter;
    wire fits15 = asked15[31] & (~(|asked15[19:16]) | (|(asked15[19:16] & fact_ranges))) & (~(|asked15[27:24])
            | wide15_unused_msbs[0]) & (in_privilege >= asked15[29:28]) & (~asked15[30] | fact_taken);
    wire of_class15 = ~(|asked15[15:0]) | (|(asked15[15:0] & classes));
    wire mine16 = wr_pattern & (wr_index[6:2] == 5'd16);
    always @* begin
        asked16_next = wr_data;
        asked16_en = mine16 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked16_next = 32'd0;
            asked16_en = 1'b1;
        end
    end
    always @* begin
        direction16 = 1'b0;
        case (asked16[21:20])
            2'd0: direction16 = 1'b1;
            2'd1: direction16 = fact_has_target & fact_backward;
            2'd2: direction16 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign16 = 1'b0;
        case (asked16[23:22])
            2'd0: sign16 = 1'b1;
            2'd1: sign16 = fact_negative;
            2'd2: sign16 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide16_unused_msbs = asked16[27:24] >> filter;
    wire fits16 = asked16[31] & (~(|asked16[19:16]) | (|(asked16[19:16] & fact_ranges))) & (~(|asked16[27:24])
            | wide16_unused_msbs[0]) & (in_privilege >= asked16[29:28]) & (~asked16[30] | fact_taken);
    wire of_class16 = ~(|asked16[15:0]) | (|(asked16[15:0] & classes));
    wire mine17 = wr_pattern & (wr_index[6:2] == 5'd17);
    always @* begin
        asked17_next = wr_data;
        asked17_en = mine17 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked17_next = 32'd0;
            asked17_en = 1'b1;
        end
    end
    always @* begin
        direction17 = 1'b0;
        case (asked17[21:20])
            2'd0: direction17 = 1'b1;
            2'd1: direction17 = fact_has_target & fact_backward;
            2'd2: direction17 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign17 = 1'b0;
        case (asked17[23:22])
            2'd0: sign17 = 1'b1;
            2'd1: sign17 = fact_negative;
            2'd2: sign17 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide17_unused_msbs = asked17[27:24] >> filter;
    wire fits17 = asked17[31] & (~(|asked17[19:16]) | (|(asked17[19:16] & fact_ranges))) & (~(|asked17[27:24])
            | wide17_unused_msbs[0]) & (in_privilege >= asked17[29:28]) & (~asked17[30] | fact_taken);
    wire of_class17 = ~(|asked17[15:0]) | (|(asked17[15:0] & classes));
    wire mine18 = wr_pattern & (wr_index[6:2] == 5'd18);
    always @* begin
        asked18_next = wr_data;
        asked18_en = mine18 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked18_next = 32'd0;
            asked18_en = 1'b1;
        end
    end
    always @* begin
        direction18 = 1'b0;
        case (asked18[21:20])
            2'd0: direction18 = 1'b1;
            2'd1: direction18 = fact_has_target & fact_backward;
            2'd2: direction18 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign18 = 1'b0;
        case (asked18[23:22])
            2'd0: sign18 = 1'b1;
            2'd1: sign18 = fact_negative;
            2'd2: sign18 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide18_unused_msbs = asked18[27:24] >> filter;
    wire fits18 = asked18[31] & (~(|asked18[19:16]) | (|(asked18[19:16] & fact_ranges))) & (~(|asked18[27:24])
            | wide18_unused_msbs[0]) & (in_privilege >= asked18[29:28]) & (~asked18[30] | fact_taken);
    wire of_class18 = ~(|asked18[15:0]) | (|(asked18[15:0] & classes));
    wire mine19 = wr_pattern & (wr_index[6:2] == 5'd19);
    always @* begin
        asked19_next = wr_data;
        asked19_en = mine19 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked19_next = 32'd0;
            asked19_en = 1'b1;
        end
    end
    always @* begin
        direction19 = 1'b0;
        case (asked19[21:20])
            2'd0: direction19 = 1'b1;
            2'd1: direction19 = fact_has_target & fact_backward;
            2'd2: direction19 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign19 = 1'b0;
        case (asked19[23:22])
            2'd0: sign19 = 1'b1;
            2'd1: sign19 = fact_negative;
            2'd2: sign19 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide19_unused_msbs = asked19[27:24] >> filter;
    wire fits19 = asked19[31] & (~(|asked19[19:16]) | (|(asked19[19:16] & fact_ranges))) & (~(|asked19[27:24])
            | wide19_unused_msbs[0]) & (in_privilege >= asked19[29:28]) & (~asked19[30] | fact_taken);
    wire of_class19 = ~(|asked19[15:0]) | (|(asked19[15:0] & classes));
    wire mine20 = wr_pattern & (wr_index[6:2] == 5'd20);
    always @* begin
        asked20_next = wr_data;
        asked20_en = mine20 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked20_next = 32'd0;
            asked20_en = 1'b1;
        end
    end
    always @* begin
        direction20 = 1'b0;
        case (asked20[21:20])
            2'd0: direction20 = 1'b1;
            2'd1: direction20 = fact_has_target & fact_backward;
            2'd2: direction20 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign20 = 1'b0;
        case (asked20[23:22])
            2'd0: sign20 = 1'b1;
            2'd1: sign20 = fact_negative;
            2'd2: sign20 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide20_unused_msbs = asked20[27:24] >> filter;
    wire fits20 = asked20[31] & (~(|asked20[19:16]) | (|(asked20[19:16] & fact_ranges))) & (~(|asked20[27:24])
            | wide20_unused_msbs[0]) & (in_privilege >= asked20[29:28]) & (~asked20[30] | fact_taken);
    wire of_class20 = ~(|asked20[15:0]) | (|(asked20[15:0] & classes));
    wire mine21 = wr_pattern & (wr_index[6:2] == 5'd21);
    always @* begin
        asked21_next = wr_data;
        asked21_en = mine21 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked21_next = 32'd0;
            asked21_en = 1'b1;
        end
    end
    always @* begin
        direction21 = 1'b0;
        case (asked21[21:20])
            2'd0: direction21 = 1'b1;
            2'd1: direction21 = fact_has_target & fact_backward;
            2'd2: direction21 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign21 = 1'b0;
        case (asked21[23:22])
            2'd0: sign21 = 1'b1;
            2'd1: sign21 = fact_negative;
            2'd2: sign21 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide21_unused_msbs = asked21[27:24] >> filter;
    wire fits21 = asked21[31] & (~(|asked21[19:16]) | (|(asked21[19:16] & fact_ranges))) & (~(|asked21[27:24])
            | wide21_unused_msbs[0]) & (in_privilege >= asked21[29:28]) & (~asked21[30] | fact_taken);
    wire of_class21 = ~(|asked21[15:0]) | (|(asked21[15:0] & classes));
    wire mine22 = wr_pattern & (wr_index[6:2] == 5'd22);
    always @* begin
        asked22_next = wr_data;
        asked22_en = mine22 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked22_next = 32'd0;
            asked22_en = 1'b1;
        end
    end
    always @* begin
        direction22 = 1'b0;
        case (asked22[21:20])
            2'd0: direction22 = 1'b1;
            2'd1: direction22 = fact_has_target & fact_backward;
            2'd2: direction22 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign22 = 1'b0;
        case (asked22[23:22])
            2'd0: sign22 = 1'b1;
            2'd1: sign22 = fact_negative;
            2'd2: sign22 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide22_unused_msbs = asked22[27:24] >> filter;
    wire fits22 = asked22[31] & (~(|asked22[19:16]) | (|(asked22[19:16] & fact_ranges))) & (~(|asked22[27:24])
            | wide22_unused_msbs[0]) & (in_privilege >= asked22[29:28]) & (~asked22[30] | fact_taken);
    wire of_class22 = ~(|asked22[15:0]) | (|(asked22[15:0] & classes));
    wire mine23 = wr_pattern & (wr_index[6:2] == 5'd23);
    always @* begin
        asked23_next = wr_data;
        asked23_en = mine23 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked23_next = 32'd0;
            asked23_en = 1'b1;
        end
    end
    always @* begin
        direction23 = 1'b0;
        case (asked23[21:20])
            2'd0: direction23 = 1'b1;
            2'd1: direction23 = fact_has_target & fact_backward;
            2'd2: direction23 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign23 = 1'b0;
        case (asked23[23:22])
            2'd0: sign23 = 1'b1;
            2'd1: sign23 = fact_negative;
            2'd2: sign23 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide23_unused_msbs = asked23[27:24] >> filter;
    wire fits23 = asked23[31] & (~(|asked23[19:16]) | (|(asked23[19:16] & fact_ranges))) & (~(|asked23[27:24])
            | wide23_unused_msbs[0]) & (in_privilege >= asked23[29:28]) & (~asked23[30] | fact_taken);
    wire of_class23 = ~(|asked23[15:0]) | (|(asked23[15:0] & classes));
    wire mine24 = wr_pattern & (wr_index[6:2] == 5'd24);
    always @* begin
        asked24_next = wr_data;
        asked24_en = mine24 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked24_next = 32'd0;
            asked24_en = 1'b1;
        end
    end
    always @* begin
        direction24 = 1'b0;
        case (asked24[21:20])
            2'd0: direction24 = 1'b1;
            2'd1: direction24 = fact_has_target & fact_backward;
            2'd2: direction24 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign24 = 1'b0;
        case (asked24[23:22])
            2'd0: sign24 = 1'b1;
            2'd1: sign24 = fact_negative;
            2'd2: sign24 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide24_unused_msbs = asked24[27:24] >> filter;
    wire fits24 = asked24[31] & (~(|asked24[19:16]) | (|(asked24[19:16] & fact_ranges))) & (~(|asked24[27:24])
            | wide24_unused_msbs[0]) & (in_privilege >= asked24[29:28]) & (~asked24[30] | fact_taken);
    wire of_class24 = ~(|asked24[15:0]) | (|(asked24[15:0] & classes));
    wire mine25 = wr_pattern & (wr_index[6:2] == 5'd25);
    always @* begin
        asked25_next = wr_data;
        asked25_en = mine25 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked25_next = 32'd0;
            asked25_en = 1'b1;
        end
    end
    always @* begin
        direction25 = 1'b0;
        case (asked25[21:20])
            2'd0: direction25 = 1'b1;
            2'd1: direction25 = fact_has_target & fact_backward;
            2'd2: direction25 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign25 = 1'b0;
        case (asked25[23:22])
            2'd0: sign25 = 1'b1;
            2'd1: sign25 = fact_negative;
            2'd2: sign25 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide25_unused_msbs = asked25[27:24] >> filter;
    wire fits25 = asked25[31] & (~(|asked25[19:16]) | (|(asked25[19:16] & fact_ranges))) & (~(|asked25[27:24])
            | wide25_unused_msbs[0]) & (in_privilege >= asked25[29:28]) & (~asked25[30] | fact_taken);
    wire of_class25 = ~(|asked25[15:0]) | (|(asked25[15:0] & classes));
    wire mine26 = wr_pattern & (wr_index[6:2] == 5'd26);
    always @* begin
        asked26_next = wr_data;
        asked26_en = mine26 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked26_next = 32'd0;
            asked26_en = 1'b1;
        end
    end
    always @* begin
        direction26 = 1'b0;
        case (asked26[21:20])
            2'd0: direction26 = 1'b1;
            2'd1: direction26 = fact_has_target & fact_backward;
            2'd2: direction26 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign26 = 1'b0;
        case (asked26[23:22])
            2'd0: sign26 = 1'b1;
            2'd1: sign26 = fact_negative;
            2'd2: sign26 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide26_unused_msbs = asked26[27:24] >> filter;
    wire fits26 = asked26[31] & (~(|asked26[19:16]) | (|(asked26[19:16] & fact_ranges))) & (~(|asked26[27:24])
            | wide26_unused_msbs[0]) & (in_privilege >= asked26[29:28]) & (~asked26[30] | fact_taken);
    wire of_class26 = ~(|asked26[15:0]) | (|(asked26[15:0] & classes));
    wire mine27 = wr_pattern & (wr_index[6:2] == 5'd27);
    always @* begin
        asked27_next = wr_data;
        asked27_en = mine27 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked27_next = 32'd0;
            asked27_en = 1'b1;
        end
    end
    always @* begin
        direction27 = 1'b0;
        case (asked27[21:20])
            2'd0: direction27 = 1'b1;
            2'd1: direction27 = fact_has_target & fact_backward;
            2'd2: direction27 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign27 = 1'b0;
        case (asked27[23:22])
            2'd0: sign27 = 1'b1;
            2'd1: sign27 = fact_negative;
            2'd2: sign27 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide27_unused_msbs = asked27[27:24] >> filter;
    wire fits27 = asked27[31] & (~(|asked27[19:16]) | (|(asked27[19:16] & fact_ranges))) & (~(|asked27[27:24])
            | wide27_unused_msbs[0]) & (in_privilege >= asked27[29:28]) & (~asked27[30] | fact_taken);
    wire of_class27 = ~(|asked27[15:0]) | (|(asked27[15:0] & classes));
    wire mine28 = wr_pattern & (wr_index[6:2] == 5'd28);
    always @* begin
        asked28_next = wr_data;
        asked28_en = mine28 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked28_next = 32'd0;
            asked28_en = 1'b1;
        end
    end
    always @* begin
        direction28 = 1'b0;
        case (asked28[21:20])
            2'd0: direction28 = 1'b1;
            2'd1: direction28 = fact_has_target & fact_backward;
            2'd2: direction28 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign28 = 1'b0;
        case (asked28[23:22])
            2'd0: sign28 = 1'b1;
            2'd1: sign28 = fact_negative;
            2'd2: sign28 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide28_unused_msbs = asked28[27:24] >> filter;
    wire fits28 = asked28[31] & (~(|asked28[19:16]) | (|(asked28[19:16] & fact_ranges))) & (~(|asked28[27:24])
            | wide28_unused_msbs[0]) & (in_privilege >= asked28[29:28]) & (~asked28[30] | fact_taken);
    wire of_class28 = ~(|asked28[15:0]) | (|(asked28[15:0] & classes));
    wire mine29 = wr_pattern & (wr_index[6:2] == 5'd29);
    always @* begin
        asked29_next = wr_data;
        asked29_en = mine29 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked29_next = 32'd0;
            asked29_en = 1'b1;
        end
    end
    always @* begin
        direction29 = 1'b0;
        case (asked29[21:20])
            2'd0: direction29 = 1'b1;
            2'd1: direction29 = fact_has_target & fact_backward;
            2'd2: direction29 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign29 = 1'b0;
        case (asked29[23:22])
            2'd0: sign29 = 1'b1;
            2'd1: sign29 = fact_negative;
            2'd2: sign29 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide29_unused_msbs = asked29[27:24] >> filter;
    wire fits29 = asked29[31] & (~(|asked29[19:16]) | (|(asked29[19:16] & fact_ranges))) & (~(|asked29[27:24])
            | wide29_unused_msbs[0]) & (in_privilege >= asked29[29:28]) & (~asked29[30] | fact_taken);
    wire of_class29 = ~(|asked29[15:0]) | (|(asked29[15:0] & classes));
    wire mine30 = wr_pattern & (wr_index[6:2] == 5'd30);
    always @* begin
        asked30_next = wr_data;
        asked30_en = mine30 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked30_next = 32'd0;
            asked30_en = 1'b1;
        end
    end
    always @* begin
        direction30 = 1'b0;
        case (asked30[21:20])
            2'd0: direction30 = 1'b1;
            2'd1: direction30 = fact_has_target & fact_backward;
            2'd2: direction30 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign30 = 1'b0;
        case (asked30[23:22])
            2'd0: sign30 = 1'b1;
            2'd1: sign30 = fact_negative;
            2'd2: sign30 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide30_unused_msbs = asked30[27:24] >> filter;
    wire fits30 = asked30[31] & (~(|asked30[19:16]) | (|(asked30[19:16] & fact_ranges))) & (~(|asked30[27:24])
            | wide30_unused_msbs[0]) & (in_privilege >= asked30[29:28]) & (~asked30[30] | fact_taken);
    wire of_class30 = ~(|asked30[15:0]) | (|(asked30[15:0] & classes));
    wire mine31 = wr_pattern & (wr_index[6:2] == 5'd31);
    always @* begin
        asked31_next = wr_data;
        asked31_en = mine31 & (wr_index[1:0] == 2'd2);
        if (rst) begin
            asked31_next = 32'd0;
            asked31_en = 1'b1;
        end
    end
    always @* begin
        direction31 = 1'b0;
        case (asked31[21:20])
            2'd0: direction31 = 1'b1;
            2'd1: direction31 = fact_has_target & fact_backward;
            2'd2: direction31 = fact_has_target & ~fact_backward;
            default: ;
        endcase
    end
    always @* begin
        sign31 = 1'b0;
        case (asked31[23:22])
            2'd0: sign31 = 1'b1;
            2'd1: sign31 = fact_negative;
            2'd2: sign31 = fact_positive;
            default: ;
        endcase
    end
    wire [3:0] wide31_unused_msbs = asked31[27:24] >> filter;
    wire fits31 = asked31[31] & (~(|asked31[19:16]) | (|(asked31[19:16] & fact_ranges))) & (~(|asked31[27:24])
            | wide31_unused_msbs[0]) & (in_privilege >= asked31[29:28]) & (~asked31[30] | fact_taken);
    wire of_class31 = ~(|asked31[15:0]) | (|(asked31[15:0] & classes));
    always @* begin
        hits = 32'd0;
        entries = 32'd0;
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
        if (direction8 & sign8 & fits8) begin
            if (of_class8) hits = hits | bit8;
            if (asked8[{1'd0, entry}]) entries = entries | bit8;
        end
        if (direction9 & sign9 & fits9) begin
            if (of_class9) hits = hits | bit9;
            if (asked9[{1'd0, entry}]) entries = entries | bit9;
        end
        if (direction10 & sign10 & fits10) begin
            if (of_class10) hits = hits | bit10;
            if (asked10[{1'd0, entry}]) entries = entries | bit10;
        end
        if (direction11 & sign11 & fits11) begin
            if (of_class11) hits = hits | bit11;
            if (asked11[{1'd0, entry}]) entries = entries | bit11;
        end
        if (direction12 & sign12 & fits12) begin
            if (of_class12) hits = hits | bit12;
            if (asked12[{1'd0, entry}]) entries = entries | bit12;
        end
        if (direction13 & sign13 & fits13) begin
            if (of_class13) hits = hits | bit13;
            if (asked13[{1'd0, entry}]) entries = entries | bit13;
        end
        if (direction14 & sign14 & fits14) begin
            if (of_class14) hits = hits | bit14;
            if (asked14[{1'd0, entry}]) entries = entries | bit14;
        end
        if (direction15 & sign15 & fits15) begin
            if (of_class15) hits = hits | bit15;
            if (asked15[{1'd0, entry}]) entries = entries | bit15;
        end
        if (direction16 & sign16 & fits16) begin
            if (of_class16) hits = hits | bit16;
            if (asked16[{1'd0, entry}]) entries = entries | bit16;
        end
        if (direction17 & sign17 & fits17) begin
            if (of_class17) hits = hits | bit17;
            if (asked17[{1'd0, entry}]) entries = entries | bit17;
        end
        if (direction18 & sign18 & fits18) begin
            if (of_class18) hits = hits | bit18;
            if (asked18[{1'd0, entry}]) entries = entries | bit18;
        end
        if (direction19 & sign19 & fits19) begin
            if (of_class19) hits = hits | bit19;
            if (asked19[{1'd0, entry}]) entries = entries | bit19;
        end
        if (direction20 & sign20 & fits20) begin
            if (of_class20) hits = hits | bit20;
            if (asked20[{1'd0, entry}]) entries = entries | bit20;
        end
        if (direction21 & sign21 & fits21) begin
            if (of_class21) hits = hits | bit21;
            if (asked21[{1'd0, entry}]) entries = entries | bit21;
        end
        if (direction22 & sign22 & fits22) begin
            if (of_class22) hits = hits | bit22;
            if (asked22[{1'd0, entry}]) entries = entries | bit22;
        end
        if (direction23 & sign23 & fits23) begin
            if (of_class23) hits = hits | bit23;
            if (asked23[{1'd0, entry}]) entries = entries | bit23;
        end
        if (direction24 & sign24 & fits24) begin
            if (of_class24) hits = hits | bit24;
            if (asked24[{1'd0, entry}]) entries = entries | bit24;
        end
        if (direction25 & sign25 & fits25) begin
            if (of_class25) hits = hits | bit25;
            if (asked25[{1'd0, entry}]) entries = entries | bit25;
        end
        if (direction26 & sign26 & fits26) begin
            if (of_class26) hits = hits | bit26;
            if (asked26[{1'd0, entry}]) entries = entries | bit26;
        end
        if (direction27 & sign27 & fits27) begin
            if (of_class27) hits = hits | bit27;
            if (asked27[{1'd0, entry}]) entries = entries | bit27;
        end
        if (direction28 & sign28 & fits28) begin
            if (of_class28) hits = hits | bit28;
            if (asked28[{1'd0, entry}]) entries = entries | bit28;
        end
        if (direction29 & sign29 & fits29) begin
            if (of_class29) hits = hits | bit29;
            if (asked29[{1'd0, entry}]) entries = entries | bit29;
        end
        if (direction30 & sign30 & fits30) begin
            if (of_class30) hits = hits | bit30;
            if (asked30[{1'd0, entry}]) entries = entries | bit30;
        end
        if (direction31 & sign31 & fits31) begin
            if (of_class31) hits = hits | bit31;
            if (asked31[{1'd0, entry}]) entries = entries | bit31;
        end
    end
    wire [31:0] asks = plain0;
    wire [31:0] asks_entry = entering0;
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
        if (asked8_en) asked8 <= asked8_next;
        if (asked9_en) asked9 <= asked9_next;
        if (asked10_en) asked10 <= asked10_next;
        if (asked11_en) asked11 <= asked11_next;
        if (asked12_en) asked12 <= asked12_next;
        if (asked13_en) asked13 <= asked13_next;
        if (asked14_en) asked14 <= asked14_next;
        if (asked15_en) asked15 <= asked15_next;
        if (asked16_en) asked16 <= asked16_next;
        if (asked17_en) asked17 <= asked17_next;
        if (asked18_en) asked18 <= asked18_next;
        if (asked19_en) asked19 <= asked19_next;
        if (asked20_en) asked20 <= asked20_next;
        if (asked21_en) asked21 <= asked21_next;
        if (asked22_en) asked22 <= asked22_next;
        if (asked23_en) asked23 <= asked23_next;
        if (asked24_en) asked24 <= asked24_next;
        if (asked25_en) asked25 <= asked25_next;
        if (asked26_en) asked26 <= asked26_next;
        if (asked27_en) asked27 <= asked27_next;
        if (asked28_en) asked28 <= asked28_next;
        if (asked29_en) asked29 <= asked29_next;
        if (asked30_en) asked30 <= asked30_next;
        if (asked31_en) asked31 <= asked31_next;
        if (take) plain0 <= hits;
        if (take) entering0 <= entries;
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_hps_ecp5_fast_ram #(
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

// Conditions over the flags of counters, and what follows from the patterns that match.
module treetap_hps_ecp5_conditions #(
    parameter [6:0] stop = 7'd64,
    parameter [5:0] nobody = 6'd63,
    parameter [4:0] last = 5'd31,
    parameter [31:0] bit0 = 32'd1,
    parameter [31:0] bit1 = 32'd2,
    parameter [31:0] bit2 = 32'd4,
    parameter [31:0] bit3 = 32'd8,
    parameter [31:0] bit4 = 32'd16,
    parameter [31:0] bit5 = 32'd32,
    parameter [31:0] bit6 = 32'd64,
    parameter [31:0] bit7 = 32'd128,
    parameter [31:0] bit8 = 32'h100,
    parameter [31:0] bit9 = 32'h200,
    parameter [31:0] bit10 = 32'h400,
    parameter [31:0] bit11 = 32'h800,
    parameter [31:0] bit12 = 32'h1000,
    parameter [31:0] bit13 = 32'h2000,
    parameter [31:0] bit14 = 32'h4000,
    parameter [31:0] bit15 = 32'h8000,
    parameter [31:0] bit16 = 32'h10000,
    parameter [31:0] bit17 = 32'h20000,
    parameter [31:0] bit18 = 32'h40000,
    parameter [31:0] bit19 = 32'h80000,
    parameter [31:0] bit20 = 32'h100000,
    parameter [31:0] bit21 = 32'h200000,
    parameter [31:0] bit22 = 32'h400000,
    parameter [31:0] bit23 = 32'h800000,
    parameter [31:0] bit24 = 32'h1000000,
    parameter [31:0] bit25 = 32'h2000000,
    parameter [31:0] bit26 = 32'h4000000,
    parameter [31:0] bit27 = 32'h8000000,
    parameter [31:0] bit28 = 32'h10000000,
    parameter [31:0] bit29 = 32'h20000000,
    parameter [31:0] bit30 = 32'h40000000,
    parameter [31:0] bit31 = 32'h80000000
) (
    input  wire        clk,
    input  wire        rst,
    // a condition or a word of the pattern table is written
    input  wire        wr_condition,
    input  wire        wr_pattern,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // which patterns match
    input  wire [31:0] pat_hit,
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
    reg [15:0] action8 = 16'd0;
    reg [15:0] action9 = 16'd0;
    reg [15:0] action10 = 16'd0;
    reg [15:0] action11 = 16'd0;
    reg [15:0] action12 = 16'd0;
    reg [15:0] action13 = 16'd0;
    reg [15:0] action14 = 16'd0;
    reg [15:0] action15 = 16'd0;
    reg [15:0] action16 = 16'd0;
    reg [15:0] action17 = 16'd0;
    reg [15:0] action18 = 16'd0;
    reg [15:0] action19 = 16'd0;
    reg [15:0] action20 = 16'd0;
    reg [15:0] action21 = 16'd0;
    reg [15:0] action22 = 16'd0;
    reg [15:0] action23 = 16'd0;
    reg [15:0] action24 = 16'd0;
    reg [15:0] action25 = 16'd0;
    reg [15:0] action26 = 16'd0;
    reg [15:0] action27 = 16'd0;
    reg [15:0] action28 = 16'd0;
    reg [15:0] action29 = 16'd0;
    reg [15:0] action30 = 16'd0;
    reg [15:0] action31 = 16'd0;
    reg [30:0] condition0 = 31'd0;
    reg [30:0] condition1 = 31'd0;
    reg [30:0] condition2 = 31'd0;
    reg [30:0] condition3 = 31'd0;
    reg [30:0] condition4 = 31'd0;
    reg [30:0] condition5 = 31'd0;
    reg [30:0] condition6 = 31'd0;
    reg [30:0] condition7 = 31'd0;
    reg [30:0] condition8 = 31'd0;
    reg [30:0] condition9 = 31'd0;
    reg [30:0] condition10 = 31'd0;
    reg [30:0] condition11 = 31'd0;
    reg [30:0] condition12 = 31'd0;
    reg [30:0] condition13 = 31'd0;
    reg [30:0] condition14 = 31'd0;
    reg [30:0] condition15 = 31'd0;
    reg [30:0] condition16 = 31'd0;
    reg [30:0] condition17 = 31'd0;
    reg [30:0] condition18 = 31'd0;
    reg [30:0] condition19 = 31'd0;
    reg [30:0] condition20 = 31'd0;
    reg [30:0] condition21 = 31'd0;
    reg [30:0] condition22 = 31'd0;
    reg [30:0] condition23 = 31'd0;
    reg [30:0] condition24 = 31'd0;
    reg [30:0] condition25 = 31'd0;
    reg [30:0] condition26 = 31'd0;
    reg [30:0] condition27 = 31'd0;
    reg [30:0] condition28 = 31'd0;
    reg [30:0] condition29 = 31'd0;
    reg [30:0] condition30 = 31'd0;
    reg [30:0] condition31 = 31'd0;
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
    reg [3:0] row8;
    reg [3:0] row9;
    reg [3:0] row10;
    reg [3:0] row11;
    reg [3:0] row12;
    reg [3:0] row13;
    reg [3:0] row14;
    reg [3:0] row15;
    reg [3:0] row16;
    reg [3:0] row17;
    reg [3:0] row18;
    reg [3:0] row19;
    reg [3:0] row20;
    reg [3:0] row21;
    reg [3:0] row22;
    reg [3:0] row23;
    reg [3:0] row24;
    reg [3:0] row25;
    reg [3:0] row26;
    reg [3:0] row27;
    reg [3:0] row28;
    reg [3:0] row29;
    reg [3:0] row30;
    reg [3:0] row31;
    reg [6:0] found0;
    reg [6:0] found1;
    reg [6:0] found2;
    reg [6:0] found3;
    reg [6:0] found4;
    reg [6:0] found5;
    reg [6:0] found6;
    reg [6:0] found7;
    reg [6:0] found8;
    reg [6:0] found9;
    reg [6:0] found10;
    reg [6:0] found11;
    reg [6:0] found12;
    reg [6:0] found13;
    reg [6:0] found14;
    reg [6:0] found15;
    reg [6:0] found16;
    reg [6:0] found17;
    reg [6:0] found18;
    reg [6:0] found19;
    reg [6:0] found20;
    reg [6:0] found21;
    reg [6:0] found22;
    reg [6:0] found23;
    reg [6:0] found24;
    reg [6:0] found25;
    reg [6:0] found26;
    reg [6:0] found27;
    reg [6:0] found28;
    reg [6:0] found29;
    reg [6:0] found30;
    reg [6:0] found31;
    reg [6:0] found32;
    reg [6:0] found33;
    reg [6:0] found34;
    reg [6:0] found35;
    reg [6:0] found36;
    reg [6:0] found37;
    reg [6:0] found38;
    reg [6:0] found39;
    reg [6:0] found40;
    reg [6:0] found41;
    reg [6:0] found42;
    reg [6:0] found43;
    reg [6:0] found44;
    reg [6:0] found45;
    reg [6:0] found46;
    reg [6:0] found47;
    reg [6:0] found48;
    reg [6:0] found49;
    reg [6:0] found50;
    reg [6:0] found51;
    reg [6:0] found52;
    reg [6:0] found53;
    reg [6:0] found54;
    reg [6:0] found55;
    reg [6:0] found56;
    reg [6:0] found57;
    reg [6:0] found58;
    reg [6:0] found59;
    reg [6:0] found60;
    reg [6:0] found61;
    reg [6:0] found62;
    reg [6:0] found63;
    reg [6:0] whole0;
    reg [6:0] whole1;
    reg [1:0] act;
    reg [3:0] loads;
    reg [1:0] code;
    reg [3:0] source;
    reg [31:0] matched;
    reg [31:0] ends;
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
        if (turn == 5'd8) table_ra = action8[15:12];
        if (turn == 5'd9) table_ra = action9[15:12];
        if (turn == 5'd10) table_ra = action10[15:12];
        if (turn == 5'd11) table_ra = action11[15:12];
        if (turn == 5'd12) table_ra = action12[15:12];
        if (turn == 5'd13) table_ra = action13[15:12];
        if (turn == 5'd14) table_ra = action14[15:12];
        if (turn == 5'd15) table_ra = action15[15:12];
        if (turn == 5'd16) table_ra = action16[15:12];
        if (turn == 5'd17) table_ra = action17[15:12];
        if (turn == 5'd18) table_ra = action18[15:12];
        if (turn == 5'd19) table_ra = action19[15:12];
        if (turn == 5'd20) table_ra = action20[15:12];
        if (turn == 5'd21) table_ra = action21[15:12];
        if (turn == 5'd22) table_ra = action22[15:12];
        if (turn == 5'd23) table_ra = action23[15:12];
        if (turn == 5'd24) table_ra = action24[15:12];
        if (turn == 5'd25) table_ra = action25[15:12];
        if (turn == 5'd26) table_ra = action26[15:12];
        if (turn == 5'd27) table_ra = action27[15:12];
        if (turn == 5'd28) table_ra = action28[15:12];
        if (turn == 5'd29) table_ra = action29[15:12];
        if (turn == 5'd30) table_ra = action30[15:12];
        if (turn == 5'd31) table_ra = action31[15:12];
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
    always @* begin
        row8 = 4'd0;
        if (condition8[18:16] == 3'd0) begin
            if (flag_zero[0]) row8 = row8 | 4'd1;
            if (flag_over[0]) row8 = row8 | 4'd2;
        end
        if (condition8[21:19] == 3'd0) begin
            if (flag_zero[0]) row8 = row8 | 4'd4;
            if (flag_over[0]) row8 = row8 | 4'd8;
        end
        if (condition8[18:16] == 3'd1) begin
            if (flag_zero[1]) row8 = row8 | 4'd1;
            if (flag_over[1]) row8 = row8 | 4'd2;
        end
        if (condition8[21:19] == 3'd1) begin
            if (flag_zero[1]) row8 = row8 | 4'd4;
            if (flag_over[1]) row8 = row8 | 4'd8;
        end
    end
    always @* begin
        row9 = 4'd0;
        if (condition9[18:16] == 3'd0) begin
            if (flag_zero[0]) row9 = row9 | 4'd1;
            if (flag_over[0]) row9 = row9 | 4'd2;
        end
        if (condition9[21:19] == 3'd0) begin
            if (flag_zero[0]) row9 = row9 | 4'd4;
            if (flag_over[0]) row9 = row9 | 4'd8;
        end
        if (condition9[18:16] == 3'd1) begin
            if (flag_zero[1]) row9 = row9 | 4'd1;
            if (flag_over[1]) row9 = row9 | 4'd2;
        end
        if (condition9[21:19] == 3'd1) begin
            if (flag_zero[1]) row9 = row9 | 4'd4;
            if (flag_over[1]) row9 = row9 | 4'd8;
        end
    end
    always @* begin
        row10 = 4'd0;
        if (condition10[18:16] == 3'd0) begin
            if (flag_zero[0]) row10 = row10 | 4'd1;
            if (flag_over[0]) row10 = row10 | 4'd2;
        end
        if (condition10[21:19] == 3'd0) begin
            if (flag_zero[0]) row10 = row10 | 4'd4;
            if (flag_over[0]) row10 = row10 | 4'd8;
        end
        if (condition10[18:16] == 3'd1) begin
            if (flag_zero[1]) row10 = row10 | 4'd1;
            if (flag_over[1]) row10 = row10 | 4'd2;
        end
        if (condition10[21:19] == 3'd1) begin
            if (flag_zero[1]) row10 = row10 | 4'd4;
            if (flag_over[1]) row10 = row10 | 4'd8;
        end
    end
    always @* begin
        row11 = 4'd0;
        if (condition11[18:16] == 3'd0) begin
            if (flag_zero[0]) row11 = row11 | 4'd1;
            if (flag_over[0]) row11 = row11 | 4'd2;
        end
        if (condition11[21:19] == 3'd0) begin
            if (flag_zero[0]) row11 = row11 | 4'd4;
            if (flag_over[0]) row11 = row11 | 4'd8;
        end
        if (condition11[18:16] == 3'd1) begin
            if (flag_zero[1]) row11 = row11 | 4'd1;
            if (flag_over[1]) row11 = row11 | 4'd2;
        end
        if (condition11[21:19] == 3'd1) begin
            if (flag_zero[1]) row11 = row11 | 4'd4;
            if (flag_over[1]) row11 = row11 | 4'd8;
        end
    end
    always @* begin
        row12 = 4'd0;
        if (condition12[18:16] == 3'd0) begin
            if (flag_zero[0]) row12 = row12 | 4'd1;
            if (flag_over[0]) row12 = row12 | 4'd2;
        end
        if (condition12[21:19] == 3'd0) begin
            if (flag_zero[0]) row12 = row12 | 4'd4;
            if (flag_over[0]) row12 = row12 | 4'd8;
        end
        if (condition12[18:16] == 3'd1) begin
            if (flag_zero[1]) row12 = row12 | 4'd1;
            if (flag_over[1]) row12 = row12 | 4'd2;
        end
        if (condition12[21:19] == 3'd1) begin
            if (flag_zero[1]) row12 = row12 | 4'd4;
            if (flag_over[1]) row12 = row12 | 4'd8;
        end
    end
    always @* begin
        row13 = 4'd0;
        if (condition13[18:16] == 3'd0) begin
            if (flag_zero[0]) row13 = row13 | 4'd1;
            if (flag_over[0]) row13 = row13 | 4'd2;
        end
        if (condition13[21:19] == 3'd0) begin
            if (flag_zero[0]) row13 = row13 | 4'd4;
            if (flag_over[0]) row13 = row13 | 4'd8;
        end
        if (condition13[18:16] == 3'd1) begin
            if (flag_zero[1]) row13 = row13 | 4'd1;
            if (flag_over[1]) row13 = row13 | 4'd2;
        end
        if (condition13[21:19] == 3'd1) begin
            if (flag_zero[1]) row13 = row13 | 4'd4;
            if (flag_over[1]) row13 = row13 | 4'd8;
        end
    end
    always @* begin
        row14 = 4'd0;
        if (condition14[18:16] == 3'd0) begin
            if (flag_zero[0]) row14 = row14 | 4'd1;
            if (flag_over[0]) row14 = row14 | 4'd2;
        end
        if (condition14[21:19] == 3'd0) begin
            if (flag_zero[0]) row14 = row14 | 4'd4;
            if (flag_over[0]) row14 = row14 | 4'd8;
        end
        if (condition14[18:16] == 3'd1) begin
            if (flag_zero[1]) row14 = row14 | 4'd1;
            if (flag_over[1]) row14 = row14 | 4'd2;
        end
        if (condition14[21:19] == 3'd1) begin
            if (flag_zero[1]) row14 = row14 | 4'd4;
            if (flag_over[1]) row14 = row14 | 4'd8;
        end
    end
    always @* begin
        row15 = 4'd0;
        if (condition15[18:16] == 3'd0) begin
            if (flag_zero[0]) row15 = row15 | 4'd1;
            if (flag_over[0]) row15 = row15 | 4'd2;
        end
        if (condition15[21:19] == 3'd0) begin
            if (flag_zero[0]) row15 = row15 | 4'd4;
            if (flag_over[0]) row15 = row15 | 4'd8;
        end
        if (condition15[18:16] == 3'd1) begin
            if (flag_zero[1]) row15 = row15 | 4'd1;
            if (flag_over[1]) row15 = row15 | 4'd2;
        end
        if (condition15[21:19] == 3'd1) begin
            if (flag_zero[1]) row15 = row15 | 4'd4;
            if (flag_over[1]) row15 = row15 | 4'd8;
        end
    end
    always @* begin
        row16 = 4'd0;
        if (condition16[18:16] == 3'd0) begin
            if (flag_zero[0]) row16 = row16 | 4'd1;
            if (flag_over[0]) row16 = row16 | 4'd2;
        end
        if (condition16[21:19] == 3'd0) begin
            if (flag_zero[0]) row16 = row16 | 4'd4;
            if (flag_over[0]) row16 = row16 | 4'd8;
        end
        if (condition16[18:16] == 3'd1) begin
            if (flag_zero[1]) row16 = row16 | 4'd1;
            if (flag_over[1]) row16 = row16 | 4'd2;
        end
        if (condition16[21:19] == 3'd1) begin
            if (flag_zero[1]) row16 = row16 | 4'd4;
            if (flag_over[1]) row16 = row16 | 4'd8;
        end
    end
    always @* begin
        row17 = 4'd0;
        if (condition17[18:16] == 3'd0) begin
            if (flag_zero[0]) row17 = row17 | 4'd1;
            if (flag_over[0]) row17 = row17 | 4'd2;
        end
        if (condition17[21:19] == 3'd0) begin
            if (flag_zero[0]) row17 = row17 | 4'd4;
            if (flag_over[0]) row17 = row17 | 4'd8;
        end
        if (condition17[18:16] == 3'd1) begin
            if (flag_zero[1]) row17 = row17 | 4'd1;
            if (flag_over[1]) row17 = row17 | 4'd2;
        end
        if (condition17[21:19] == 3'd1) begin
            if (flag_zero[1]) row17 = row17 | 4'd4;
            if (flag_over[1]) row17 = row17 | 4'd8;
        end
    end
    always @* begin
        row18 = 4'd0;
        if (condition18[18:16] == 3'd0) begin
            if (flag_zero[0]) row18 = row18 | 4'd1;
            if (flag_over[0]) row18 = row18 | 4'd2;
        end
        if (condition18[21:19] == 3'd0) begin
            if (flag_zero[0]) row18 = row18 | 4'd4;
            if (flag_over[0]) row18 = row18 | 4'd8;
        end
        if (condition18[18:16] == 3'd1) begin
            if (flag_zero[1]) row18 = row18 | 4'd1;
            if (flag_over[1]) row18 = row18 | 4'd2;
        end
        if (condition18[21:19] == 3'd1) begin
            if (flag_zero[1]) row18 = row18 | 4'd4;
            if (flag_over[1]) row18 = row18 | 4'd8;
        end
    end
    always @* begin
        row19 = 4'd0;
        if (condition19[18:16] == 3'd0) begin
            if (flag_zero[0]) row19 = row19 | 4'd1;
            if (flag_over[0]) row19 = row19 | 4'd2;
        end
        if (condition19[21:19] == 3'd0) begin
            if (flag_zero[0]) row19 = row19 | 4'd4;
            if (flag_over[0]) row19 = row19 | 4'd8;
        end
        if (condition19[18:16] == 3'd1) begin
            if (flag_zero[1]) row19 = row19 | 4'd1;
            if (flag_over[1]) row19 = row19 | 4'd2;
        end
        if (condition19[21:19] == 3'd1) begin
            if (flag_zero[1]) row19 = row19 | 4'd4;
            if (flag_over[1]) row19 = row19 | 4'd8;
        end
    end
    always @* begin
        row20 = 4'd0;
        if (condition20[18:16] == 3'd0) begin
            if (flag_zero[0]) row20 = row20 | 4'd1;
            if (flag_over[0]) row20 = row20 | 4'd2;
        end
        if (condition20[21:19] == 3'd0) begin
            if (flag_zero[0]) row20 = row20 | 4'd4;
            if (flag_over[0]) row20 = row20 | 4'd8;
        end
        if (condition20[18:16] == 3'd1) begin
            if (flag_zero[1]) row20 = row20 | 4'd1;
            if (flag_over[1]) row20 = row20 | 4'd2;
        end
        if (condition20[21:19] == 3'd1) begin
            if (flag_zero[1]) row20 = row20 | 4'd4;
            if (flag_over[1]) row20 = row20 | 4'd8;
        end
    end
    always @* begin
        row21 = 4'd0;
        if (condition21[18:16] == 3'd0) begin
            if (flag_zero[0]) row21 = row21 | 4'd1;
            if (flag_over[0]) row21 = row21 | 4'd2;
        end
        if (condition21[21:19] == 3'd0) begin
            if (flag_zero[0]) row21 = row21 | 4'd4;
            if (flag_over[0]) row21 = row21 | 4'd8;
        end
        if (condition21[18:16] == 3'd1) begin
            if (flag_zero[1]) row21 = row21 | 4'd1;
            if (flag_over[1]) row21 = row21 | 4'd2;
        end
        if (condition21[21:19] == 3'd1) begin
            if (flag_zero[1]) row21 = row21 | 4'd4;
            if (flag_over[1]) row21 = row21 | 4'd8;
        end
    end
    always @* begin
        row22 = 4'd0;
        if (condition22[18:16] == 3'd0) begin
            if (flag_zero[0]) row22 = row22 | 4'd1;
            if (flag_over[0]) row22 = row22 | 4'd2;
        end
        if (condition22[21:19] == 3'd0) begin
            if (flag_zero[0]) row22 = row22 | 4'd4;
            if (flag_over[0]) row22 = row22 | 4'd8;
        end
        if (condition22[18:16] == 3'd1) begin
            if (flag_zero[1]) row22 = row22 | 4'd1;
            if (flag_over[1]) row22 = row22 | 4'd2;
        end
        if (condition22[21:19] == 3'd1) begin
            if (flag_zero[1]) row22 = row22 | 4'd4;
            if (flag_over[1]) row22 = row22 | 4'd8;
        end
    end
    always @* begin
        row23 = 4'd0;
        if (condition23[18:16] == 3'd0) begin
            if (flag_zero[0]) row23 = row23 | 4'd1;
            if (flag_over[0]) row23 = row23 | 4'd2;
        end
        if (condition23[21:19] == 3'd0) begin
            if (flag_zero[0]) row23 = row23 | 4'd4;
            if (flag_over[0]) row23 = row23 | 4'd8;
        end
        if (condition23[18:16] == 3'd1) begin
            if (flag_zero[1]) row23 = row23 | 4'd1;
            if (flag_over[1]) row23 = row23 | 4'd2;
        end
        if (condition23[21:19] == 3'd1) begin
            if (flag_zero[1]) row23 = row23 | 4'd4;
            if (flag_over[1]) row23 = row23 | 4'd8;
        end
    end
    always @* begin
        row24 = 4'd0;
        if (condition24[18:16] == 3'd0) begin
            if (flag_zero[0]) row24 = row24 | 4'd1;
            if (flag_over[0]) row24 = row24 | 4'd2;
        end
        if (condition24[21:19] == 3'd0) begin
            if (flag_zero[0]) row24 = row24 | 4'd4;
            if (flag_over[0]) row24 = row24 | 4'd8;
        end
        if (condition24[18:16] == 3'd1) begin
            if (flag_zero[1]) row24 = row24 | 4'd1;
            if (flag_over[1]) row24 = row24 | 4'd2;
        end
        if (condition24[21:19] == 3'd1) begin
            if (flag_zero[1]) row24 = row24 | 4'd4;
            if (flag_over[1]) row24 = row24 | 4'd8;
        end
    end
    always @* begin
        row25 = 4'd0;
        if (condition25[18:16] == 3'd0) begin
            if (flag_zero[0]) row25 = row25 | 4'd1;
            if (flag_over[0]) row25 = row25 | 4'd2;
        end
        if (condition25[21:19] == 3'd0) begin
            if (flag_zero[0]) row25 = row25 | 4'd4;
            if (flag_over[0]) row25 = row25 | 4'd8;
        end
        if (condition25[18:16] == 3'd1) begin
            if (flag_zero[1]) row25 = row25 | 4'd1;
            if (flag_over[1]) row25 = row25 | 4'd2;
        end
        if (condition25[21:19] == 3'd1) begin
            if (flag_zero[1]) row25 = row25 | 4'd4;
            if (flag_over[1]) row25 = row25 | 4'd8;
        end
    end
    always @* begin
        row26 = 4'd0;
        if (condition26[18:16] == 3'd0) begin
            if (flag_zero[0]) row26 = row26 | 4'd1;
            if (flag_over[0]) row26 = row26 | 4'd2;
        end
        if (condition26[21:19] == 3'd0) begin
            if (flag_zero[0]) row26 = row26 | 4'd4;
            if (flag_over[0]) row26 = row26 | 4'd8;
        end
        if (condition26[18:16] == 3'd1) begin
            if (flag_zero[1]) row26 = row26 | 4'd1;
            if (flag_over[1]) row26 = row26 | 4'd2;
        end
        if (condition26[21:19] == 3'd1) begin
            if (flag_zero[1]) row26 = row26 | 4'd4;
            if (flag_over[1]) row26 = row26 | 4'd8;
        end
    end
    always @* begin
        row27 = 4'd0;
        if (condition27[18:16] == 3'd0) begin
            if (flag_zero[0]) row27 = row27 | 4'd1;
            if (flag_over[0]) row27 = row27 | 4'd2;
        end
        if (condition27[21:19] == 3'd0) begin
            if (flag_zero[0]) row27 = row27 | 4'd4;
            if (flag_over[0]) row27 = row27 | 4'd8;
        end
        if (condition27[18:16] == 3'd1) begin
            if (flag_zero[1]) row27 = row27 | 4'd1;
            if (flag_over[1]) row27 = row27 | 4'd2;
        end
        if (condition27[21:19] == 3'd1) begin
            if (flag_zero[1]) row27 = row27 | 4'd4;
            if (flag_over[1]) row27 = row27 | 4'd8;
        end
    end
    always @* begin
        row28 = 4'd0;
        if (condition28[18:16] == 3'd0) begin
            if (flag_zero[0]) row28 = row28 | 4'd1;
            if (flag_over[0]) row28 = row28 | 4'd2;
        end
        if (condition28[21:19] == 3'd0) begin
            if (flag_zero[0]) row28 = row28 | 4'd4;
            if (flag_over[0]) row28 = row28 | 4'd8;
        end
        if (condition28[18:16] == 3'd1) begin
            if (flag_zero[1]) row28 = row28 | 4'd1;
            if (flag_over[1]) row28 = row28 | 4'd2;
        end
        if (condition28[21:19] == 3'd1) begin
            if (flag_zero[1]) row28 = row28 | 4'd4;
            if (flag_over[1]) row28 = row28 | 4'd8;
        end
    end
    always @* begin
        row29 = 4'd0;
        if (condition29[18:16] == 3'd0) begin
            if (flag_zero[0]) row29 = row29 | 4'd1;
            if (flag_over[0]) row29 = row29 | 4'd2;
        end
        if (condition29[21:19] == 3'd0) begin
            if (flag_zero[0]) row29 = row29 | 4'd4;
            if (flag_over[0]) row29 = row29 | 4'd8;
        end
        if (condition29[18:16] == 3'd1) begin
            if (flag_zero[1]) row29 = row29 | 4'd1;
            if (flag_over[1]) row29 = row29 | 4'd2;
        end
        if (condition29[21:19] == 3'd1) begin
            if (flag_zero[1]) row29 = row29 | 4'd4;
            if (flag_over[1]) row29 = row29 | 4'd8;
        end
    end
    always @* begin
        row30 = 4'd0;
        if (condition30[18:16] == 3'd0) begin
            if (flag_zero[0]) row30 = row30 | 4'd1;
            if (flag_over[0]) row30 = row30 | 4'd2;
        end
        if (condition30[21:19] == 3'd0) begin
            if (flag_zero[0]) row30 = row30 | 4'd4;
            if (flag_over[0]) row30 = row30 | 4'd8;
        end
        if (condition30[18:16] == 3'd1) begin
            if (flag_zero[1]) row30 = row30 | 4'd1;
            if (flag_over[1]) row30 = row30 | 4'd2;
        end
        if (condition30[21:19] == 3'd1) begin
            if (flag_zero[1]) row30 = row30 | 4'd4;
            if (flag_over[1]) row30 = row30 | 4'd8;
        end
    end
    always @* begin
        row31 = 4'd0;
        if (condition31[18:16] == 3'd0) begin
            if (flag_zero[0]) row31 = row31 | 4'd1;
            if (flag_over[0]) row31 = row31 | 4'd2;
        end
        if (condition31[21:19] == 3'd0) begin
            if (flag_zero[0]) row31 = row31 | 4'd4;
            if (flag_over[0]) row31 = row31 | 4'd8;
        end
        if (condition31[18:16] == 3'd1) begin
            if (flag_zero[1]) row31 = row31 | 4'd1;
            if (flag_over[1]) row31 = row31 | 4'd2;
        end
        if (condition31[21:19] == 3'd1) begin
            if (flag_zero[1]) row31 = row31 | 4'd4;
            if (flag_over[1]) row31 = row31 | 4'd8;
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
    wire [15:0] wide8_unused_msbs = condition8[15:0] >> row8;
    wire [15:0] wide9_unused_msbs = condition9[15:0] >> row9;
    wire [15:0] wide10_unused_msbs = condition10[15:0] >> row10;
    wire [15:0] wide11_unused_msbs = condition11[15:0] >> row11;
    wire [15:0] wide12_unused_msbs = condition12[15:0] >> row12;
    wire [15:0] wide13_unused_msbs = condition13[15:0] >> row13;
    wire [15:0] wide14_unused_msbs = condition14[15:0] >> row14;
    wire [15:0] wide15_unused_msbs = condition15[15:0] >> row15;
    wire [15:0] wide16_unused_msbs = condition16[15:0] >> row16;
    wire [15:0] wide17_unused_msbs = condition17[15:0] >> row17;
    wire [15:0] wide18_unused_msbs = condition18[15:0] >> row18;
    wire [15:0] wide19_unused_msbs = condition19[15:0] >> row19;
    wire [15:0] wide20_unused_msbs = condition20[15:0] >> row20;
    wire [15:0] wide21_unused_msbs = condition21[15:0] >> row21;
    wire [15:0] wide22_unused_msbs = condition22[15:0] >> row22;
    wire [15:0] wide23_unused_msbs = condition23[15:0] >> row23;
    wire [15:0] wide24_unused_msbs = condition24[15:0] >> row24;
    wire [15:0] wide25_unused_msbs = condition25[15:0] >> row25;
    wire [15:0] wide26_unused_msbs = condition26[15:0] >> row26;
    wire [15:0] wide27_unused_msbs = condition27[15:0] >> row27;
    wire [15:0] wide28_unused_msbs = condition28[15:0] >> row28;
    wire [15:0] wide29_unused_msbs = condition29[15:0] >> row29;
    wire [15:0] wide30_unused_msbs = condition30[15:0] >> row30;
    wire [15:0] wide31_unused_msbs = condition31[15:0] >> row31;
    always @* begin
        // Patterns whose condition holds, down to the first that has a replacement: a row of flags decides.
        matched = 32'd0;
        ends = 32'd0;
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
        if (pat_hit[8] & wide8_unused_msbs[0]) begin
            matched = matched | bit8;
            if (~action8[11]) ends = ends | bit8;
        end
        if (pat_hit[9] & wide9_unused_msbs[0]) begin
            matched = matched | bit9;
            if (~action9[11]) ends = ends | bit9;
        end
        if (pat_hit[10] & wide10_unused_msbs[0]) begin
            matched = matched | bit10;
            if (~action10[11]) ends = ends | bit10;
        end
        if (pat_hit[11] & wide11_unused_msbs[0]) begin
            matched = matched | bit11;
            if (~action11[11]) ends = ends | bit11;
        end
        if (pat_hit[12] & wide12_unused_msbs[0]) begin
            matched = matched | bit12;
            if (~action12[11]) ends = ends | bit12;
        end
        if (pat_hit[13] & wide13_unused_msbs[0]) begin
            matched = matched | bit13;
            if (~action13[11]) ends = ends | bit13;
        end
        if (pat_hit[14] & wide14_unused_msbs[0]) begin
            matched = matched | bit14;
            if (~action14[11]) ends = ends | bit14;
        end
        if (pat_hit[15] & wide15_unused_msbs[0]) begin
            matched = matched | bit15;
            if (~action15[11]) ends = ends | bit15;
        end
        if (pat_hit[16] & wide16_unused_msbs[0]) begin
            matched = matched | bit16;
            if (~action16[11]) ends = ends | bit16;
        end
        if (pat_hit[17] & wide17_unused_msbs[0]) begin
            matched = matched | bit17;
            if (~action17[11]) ends = ends | bit17;
        end
        if (pat_hit[18] & wide18_unused_msbs[0]) begin
            matched = matched | bit18;
            if (~action18[11]) ends = ends | bit18;
        end
        if (pat_hit[19] & wide19_unused_msbs[0]) begin
            matched = matched | bit19;
            if (~action19[11]) ends = ends | bit19;
        end
        if (pat_hit[20] & wide20_unused_msbs[0]) begin
            matched = matched | bit20;
            if (~action20[11]) ends = ends | bit20;
        end
        if (pat_hit[21] & wide21_unused_msbs[0]) begin
            matched = matched | bit21;
            if (~action21[11]) ends = ends | bit21;
        end
        if (pat_hit[22] & wide22_unused_msbs[0]) begin
            matched = matched | bit22;
            if (~action22[11]) ends = ends | bit22;
        end
        if (pat_hit[23] & wide23_unused_msbs[0]) begin
            matched = matched | bit23;
            if (~action23[11]) ends = ends | bit23;
        end
        if (pat_hit[24] & wide24_unused_msbs[0]) begin
            matched = matched | bit24;
            if (~action24[11]) ends = ends | bit24;
        end
        if (pat_hit[25] & wide25_unused_msbs[0]) begin
            matched = matched | bit25;
            if (~action25[11]) ends = ends | bit25;
        end
        if (pat_hit[26] & wide26_unused_msbs[0]) begin
            matched = matched | bit26;
            if (~action26[11]) ends = ends | bit26;
        end
        if (pat_hit[27] & wide27_unused_msbs[0]) begin
            matched = matched | bit27;
            if (~action27[11]) ends = ends | bit27;
        end
        if (pat_hit[28] & wide28_unused_msbs[0]) begin
            matched = matched | bit28;
            if (~action28[11]) ends = ends | bit28;
        end
        if (pat_hit[29] & wide29_unused_msbs[0]) begin
            matched = matched | bit29;
            if (~action29[11]) ends = ends | bit29;
        end
        if (pat_hit[30] & wide30_unused_msbs[0]) begin
            matched = matched | bit30;
            if (~action30[11]) ends = ends | bit30;
        end
        if (pat_hit[31] & wide31_unused_msbs[0]) begin
            matched = matched | bit31;
            if (~action31[11]) ends = ends | bit31;
        end
    end
    wire [31:0] first = ends & ~(ends - 32'd1);
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
        if (first[8]) begin
            number = number | 6'd8;
            word = word | action8[10:0];
        end
        if (first[9]) begin
            number = number | 6'd9;
            word = word | action9[10:0];
        end
        if (first[10]) begin
            number = number | 6'd10;
            word = word | action10[10:0];
        end
        if (first[11]) begin
            number = number | 6'd11;
            word = word | action11[10:0];
        end
        if (first[12]) begin
            number = number | 6'd12;
            word = word | action12[10:0];
        end
        if (first[13]) begin
            number = number | 6'd13;
            word = word | action13[10:0];
        end
        if (first[14]) begin
            number = number | 6'd14;
            word = word | action14[10:0];
        end
        if (first[15]) begin
            number = number | 6'd15;
            word = word | action15[10:0];
        end
        if (first[16]) begin
            number = number | 6'd16;
            word = word | action16[10:0];
        end
        if (first[17]) begin
            number = number | 6'd17;
            word = word | action17[10:0];
        end
        if (first[18]) begin
            number = number | 6'd18;
            word = word | action18[10:0];
        end
        if (first[19]) begin
            number = number | 6'd19;
            word = word | action19[10:0];
        end
        if (first[20]) begin
            number = number | 6'd20;
            word = word | action20[10:0];
        end
        if (first[21]) begin
            number = number | 6'd21;
            word = word | action21[10:0];
        end
        if (first[22]) begin
            number = number | 6'd22;
            word = word | action22[10:0];
        end
        if (first[23]) begin
            number = number | 6'd23;
            word = word | action23[10:0];
        end
        if (first[24]) begin
            number = number | 6'd24;
            word = word | action24[10:0];
        end
        if (first[25]) begin
            number = number | 6'd25;
            word = word | action25[10:0];
        end
        if (first[26]) begin
            number = number | 6'd26;
            word = word | action26[10:0];
        end
        if (first[27]) begin
            number = number | 6'd27;
            word = word | action27[10:0];
        end
        if (first[28]) begin
            number = number | 6'd28;
            word = word | action28[10:0];
        end
        if (first[29]) begin
            number = number | 6'd29;
            word = word | action29[10:0];
        end
        if (first[30]) begin
            number = number | 6'd30;
            word = word | action30[10:0];
        end
        if (first[31]) begin
            number = number | 6'd31;
            word = word | action31[10:0];
        end
    end
    assign win_number = ~(|ends) ? nobody : number;
    assign win_word = word;
    wire [6:0] pair0 = found0[6] ? found0 : found1;
    wire [6:0] pair1 = found2[6] ? found2 : found3;
    wire [6:0] pair2 = found4[6] ? found4 : found5;
    wire [6:0] pair3 = found6[6] ? found6 : found7;
    wire [6:0] pair4 = found8[6] ? found8 : found9;
    wire [6:0] pair5 = found10[6] ? found10 : found11;
    wire [6:0] pair6 = found12[6] ? found12 : found13;
    wire [6:0] pair7 = found14[6] ? found14 : found15;
    wire [6:0] pair8 = found16[6] ? found16 : found17;
    wire [6:0] pair9 = found18[6] ? found18 : found19;
    wire [6:0] pair10 = found20[6] ? found20 : found21;
    wire [6:0] pair11 = found22[6] ? found22 : found23;
    wire [6:0] pair12 = found24[6] ? found24 : found25;
    wire [6:0] pair13 = found26[6] ? found26 : found27;
    wire [6:0] pair14 = found28[6] ? found28 : found29;
    wire [6:0] pair15 = found30[6] ? found30 : found31;
    wire [6:0] four0 = pair0[6] ? pair0 : pair1;
    wire [6:0] four1 = pair2[6] ? pair2 : pair3;
    wire [6:0] four2 = pair4[6] ? pair4 : pair5;
    wire [6:0] four3 = pair6[6] ? pair6 : pair7;
    wire [6:0] four4 = pair8[6] ? pair8 : pair9;
    wire [6:0] four5 = pair10[6] ? pair10 : pair11;
    wire [6:0] four6 = pair12[6] ? pair12 : pair13;
    wire [6:0] four7 = pair14[6] ? pair14 : pair15;
    wire [6:0] eight0 = four0[6] ? four0 : four1;
    wire [6:0] eight1 = four2[6] ? four2 : four3;
    wire [6:0] eight2 = four4[6] ? four4 : four5;
    wire [6:0] eight3 = four6[6] ? four6 : four7;
    always @* begin
        whole0 = 7'd0;
        if (~whole0[6]) whole0 = eight0;
        if (~whole0[6]) whole0 = eight1;
        if (~whole0[6]) whole0 = eight2;
        if (~whole0[6]) whole0 = eight3;
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
        act = condition8[23:22];
        loads = condition8[30:27];
        found8 = 7'd0;
        if (ends[8]) found8 = stop;
        if (matched[8] & (|act) & (condition8[26:24] == 3'd0)) found8 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition9[23:22];
        loads = condition9[30:27];
        found9 = 7'd0;
        if (ends[9]) found9 = stop;
        if (matched[9] & (|act) & (condition9[26:24] == 3'd0)) found9 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition10[23:22];
        loads = condition10[30:27];
        found10 = 7'd0;
        if (ends[10]) found10 = stop;
        if (matched[10] & (|act) & (condition10[26:24] == 3'd0)) found10 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition11[23:22];
        loads = condition11[30:27];
        found11 = 7'd0;
        if (ends[11]) found11 = stop;
        if (matched[11] & (|act) & (condition11[26:24] == 3'd0)) found11 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition12[23:22];
        loads = condition12[30:27];
        found12 = 7'd0;
        if (ends[12]) found12 = stop;
        if (matched[12] & (|act) & (condition12[26:24] == 3'd0)) found12 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition13[23:22];
        loads = condition13[30:27];
        found13 = 7'd0;
        if (ends[13]) found13 = stop;
        if (matched[13] & (|act) & (condition13[26:24] == 3'd0)) found13 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition14[23:22];
        loads = condition14[30:27];
        found14 = 7'd0;
        if (ends[14]) found14 = stop;
        if (matched[14] & (|act) & (condition14[26:24] == 3'd0)) found14 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition15[23:22];
        loads = condition15[30:27];
        found15 = 7'd0;
        if (ends[15]) found15 = stop;
        if (matched[15] & (|act) & (condition15[26:24] == 3'd0)) found15 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition16[23:22];
        loads = condition16[30:27];
        found16 = 7'd0;
        if (ends[16]) found16 = stop;
        if (matched[16] & (|act) & (condition16[26:24] == 3'd0)) found16 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition17[23:22];
        loads = condition17[30:27];
        found17 = 7'd0;
        if (ends[17]) found17 = stop;
        if (matched[17] & (|act) & (condition17[26:24] == 3'd0)) found17 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition18[23:22];
        loads = condition18[30:27];
        found18 = 7'd0;
        if (ends[18]) found18 = stop;
        if (matched[18] & (|act) & (condition18[26:24] == 3'd0)) found18 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition19[23:22];
        loads = condition19[30:27];
        found19 = 7'd0;
        if (ends[19]) found19 = stop;
        if (matched[19] & (|act) & (condition19[26:24] == 3'd0)) found19 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition20[23:22];
        loads = condition20[30:27];
        found20 = 7'd0;
        if (ends[20]) found20 = stop;
        if (matched[20] & (|act) & (condition20[26:24] == 3'd0)) found20 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition21[23:22];
        loads = condition21[30:27];
        found21 = 7'd0;
        if (ends[21]) found21 = stop;
        if (matched[21] & (|act) & (condition21[26:24] == 3'd0)) found21 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition22[23:22];
        loads = condition22[30:27];
        found22 = 7'd0;
        if (ends[22]) found22 = stop;
        if (matched[22] & (|act) & (condition22[26:24] == 3'd0)) found22 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition23[23:22];
        loads = condition23[30:27];
        found23 = 7'd0;
        if (ends[23]) found23 = stop;
        if (matched[23] & (|act) & (condition23[26:24] == 3'd0)) found23 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition24[23:22];
        loads = condition24[30:27];
        found24 = 7'd0;
        if (ends[24]) found24 = stop;
        if (matched[24] & (|act) & (condition24[26:24] == 3'd0)) found24 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition25[23:22];
        loads = condition25[30:27];
        found25 = 7'd0;
        if (ends[25]) found25 = stop;
        if (matched[25] & (|act) & (condition25[26:24] == 3'd0)) found25 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition26[23:22];
        loads = condition26[30:27];
        found26 = 7'd0;
        if (ends[26]) found26 = stop;
        if (matched[26] & (|act) & (condition26[26:24] == 3'd0)) found26 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition27[23:22];
        loads = condition27[30:27];
        found27 = 7'd0;
        if (ends[27]) found27 = stop;
        if (matched[27] & (|act) & (condition27[26:24] == 3'd0)) found27 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition28[23:22];
        loads = condition28[30:27];
        found28 = 7'd0;
        if (ends[28]) found28 = stop;
        if (matched[28] & (|act) & (condition28[26:24] == 3'd0)) found28 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition29[23:22];
        loads = condition29[30:27];
        found29 = 7'd0;
        if (ends[29]) found29 = stop;
        if (matched[29] & (|act) & (condition29[26:24] == 3'd0)) found29 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition30[23:22];
        loads = condition30[30:27];
        found30 = 7'd0;
        if (ends[30]) found30 = stop;
        if (matched[30] & (|act) & (condition30[26:24] == 3'd0)) found30 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition31[23:22];
        loads = condition31[30:27];
        found31 = 7'd0;
        if (ends[31]) found31 = stop;
        if (matched[31] & (|act) & (condition31[26:24] == 3'd0)) found31 = stop | ({5'd0, act} << 4)
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
        found39 = 7'd0;
        if (ends[7]) found39 = stop;
        if (matched[7] & (|act) & (condition7[26:24] == 3'd1)) found39 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition8[23:22];
        loads = condition8[30:27];
        found40 = 7'd0;
        if (ends[8]) found40 = stop;
        if (matched[8] & (|act) & (condition8[26:24] == 3'd1)) found40 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition9[23:22];
        loads = condition9[30:27];
        found41 = 7'd0;
        if (ends[9]) found41 = stop;
        if (matched[9] & (|act) & (condition9[26:24] == 3'd1)) found41 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition10[23:22];
        loads = condition10[30:27];
        found42 = 7'd0;
        if (ends[10]) found42 = stop;
        if (matched[10] & (|act) & (condition10[26:24] == 3'd1)) found42 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition11[23:22];
        loads = condition11[30:27];
        found43 = 7'd0;
        if (ends[11]) found43 = stop;
        if (matched[11] & (|act) & (condition11[26:24] == 3'd1)) found43 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition12[23:22];
        loads = condition12[30:27];
        found44 = 7'd0;
        if (ends[12]) found44 = stop;
        if (matched[12] & (|act) & (condition12[26:24] == 3'd1)) found44 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition13[23:22];
        loads = condition13[30:27];
        found45 = 7'd0;
        if (ends[13]) found45 = stop;
        if (matched[13] & (|act) & (condition13[26:24] == 3'd1)) found45 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition14[23:22];
        loads = condition14[30:27];
        found46 = 7'd0;
        if (ends[14]) found46 = stop;
        if (matched[14] & (|act) & (condition14[26:24] == 3'd1)) found46 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition15[23:22];
        loads = condition15[30:27];
        found47 = 7'd0;
        if (ends[15]) found47 = stop;
        if (matched[15] & (|act) & (condition15[26:24] == 3'd1)) found47 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition16[23:22];
        loads = condition16[30:27];
        found48 = 7'd0;
        if (ends[16]) found48 = stop;
        if (matched[16] & (|act) & (condition16[26:24] == 3'd1)) found48 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition17[23:22];
        loads = condition17[30:27];
        found49 = 7'd0;
        if (ends[17]) found49 = stop;
        if (matched[17] & (|act) & (condition17[26:24] == 3'd1)) found49 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition18[23:22];
        loads = condition18[30:27];
        found50 = 7'd0;
        if (ends[18]) found50 = stop;
        if (matched[18] & (|act) & (condition18[26:24] == 3'd1)) found50 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition19[23:22];
        loads = condition19[30:27];
        found51 = 7'd0;
        if (ends[19]) found51 = stop;
        if (matched[19] & (|act) & (condition19[26:24] == 3'd1)) found51 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition20[23:22];
        loads = condition20[30:27];
        found52 = 7'd0;
        if (ends[20]) found52 = stop;
        if (matched[20] & (|act) & (condition20[26:24] == 3'd1)) found52 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition21[23:22];
        loads = condition21[30:27];
        found53 = 7'd0;
        if (ends[21]) found53 = stop;
        if (matched[21] & (|act) & (condition21[26:24] == 3'd1)) found53 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition22[23:22];
        loads = condition22[30:27];
        found54 = 7'd0;
        if (ends[22]) found54 = stop;
        if (matched[22] & (|act) & (condition22[26:24] == 3'd1)) found54 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition23[23:22];
        loads = condition23[30:27];
        found55 = 7'd0;
        if (ends[23]) found55 = stop;
        if (matched[23] & (|act) & (condition23[26:24] == 3'd1)) found55 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition24[23:22];
        loads = condition24[30:27];
        found56 = 7'd0;
        if (ends[24]) found56 = stop;
        if (matched[24] & (|act) & (condition24[26:24] == 3'd1)) found56 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition25[23:22];
        loads = condition25[30:27];
        found57 = 7'd0;
        if (ends[25]) found57 = stop;
        if (matched[25] & (|act) & (condition25[26:24] == 3'd1)) found57 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition26[23:22];
        loads = condition26[30:27];
        found58 = 7'd0;
        if (ends[26]) found58 = stop;
        if (matched[26] & (|act) & (condition26[26:24] == 3'd1)) found58 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition27[23:22];
        loads = condition27[30:27];
        found59 = 7'd0;
        if (ends[27]) found59 = stop;
        if (matched[27] & (|act) & (condition27[26:24] == 3'd1)) found59 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition28[23:22];
        loads = condition28[30:27];
        found60 = 7'd0;
        if (ends[28]) found60 = stop;
        if (matched[28] & (|act) & (condition28[26:24] == 3'd1)) found60 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition29[23:22];
        loads = condition29[30:27];
        found61 = 7'd0;
        if (ends[29]) found61 = stop;
        if (matched[29] & (|act) & (condition29[26:24] == 3'd1)) found61 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition30[23:22];
        loads = condition30[30:27];
        found62 = 7'd0;
        if (ends[30]) found62 = stop;
        if (matched[30] & (|act) & (condition30[26:24] == 3'd1)) found62 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
        act = condition31[23:22];
        loads = condition31[30:27];
    end
    always @* begin
        found63 = 7'd0;
        if (ends[31]) found63 = stop;
        if (matched[31] & (|act) & (condition31[26:24] == 3'd1)) found63 = stop | ({5'd0, act} << 4)
                | {3'd0, loads};
    end
    wire [6:0] pair16 = found32[6] ? found32 : found33;
    wire [6:0] pair17 = found34[6] ? found34 : found35;
    wire [6:0] pair18 = found36[6] ? found36 : found37;
    wire [6:0] pair19 = found38[6] ? found38 : found39;
    wire [6:0] pair20 = found40[6] ? found40 : found41;
    wire [6:0] pair21 = found42[6] ? found42 : found43;
    wire [6:0] pair22 = found44[6] ? found44 : found45;
    wire [6:0] pair23 = found46[6] ? found46 : found47;
    wire [6:0] pair24 = found48[6] ? found48 : found49;
    wire [6:0] pair25 = found50[6] ? found50 : found51;
    wire [6:0] pair26 = found52[6] ? found52 : found53;
    wire [6:0] pair27 = found54[6] ? found54 : found55;
    wire [6:0] pair28 = found56[6] ? found56 : found57;
    wire [6:0] pair29 = found58[6] ? found58 : found59;
    wire [6:0] pair30 = found60[6] ? found60 : found61;
    wire [6:0] pair31 = found62[6] ? found62 : found63;
    wire [6:0] four8 = pair16[6] ? pair16 : pair17;
    wire [6:0] four9 = pair18[6] ? pair18 : pair19;
    wire [6:0] four10 = pair20[6] ? pair20 : pair21;
    wire [6:0] four11 = pair22[6] ? pair22 : pair23;
    wire [6:0] four12 = pair24[6] ? pair24 : pair25;
    wire [6:0] four13 = pair26[6] ? pair26 : pair27;
    wire [6:0] four14 = pair28[6] ? pair28 : pair29;
    wire [6:0] four15 = pair30[6] ? pair30 : pair31;
    wire [6:0] eight4 = four8[6] ? four8 : four9;
    wire [6:0] eight5 = four10[6] ? four10 : four11;
    wire [6:0] eight6 = four12[6] ? four12 : four13;
    wire [6:0] eight7 = four14[6] ? four14 : four15;
    always @* begin
        whole1 = 7'd0;
        if (~whole1[6]) whole1 = eight4;
        if (~whole1[6]) whole1 = eight5;
        if (~whole1[6]) whole1 = eight6;
        if (~whole1[6]) whole1 = eight7;
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

    treetap_hps_ecp5_fast_ram #(.WIDTH(31), .ADDR(4)) u_table (
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
        if (wr_pattern & (wr_index[6:2] == 5'd8) & (&wr_index[1:0])) action8 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd9) & (&wr_index[1:0])) action9 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd10) & (&wr_index[1:0])) action10 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd11) & (&wr_index[1:0])) action11 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd12) & (&wr_index[1:0])) action12 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd13) & (&wr_index[1:0])) action13 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd14) & (&wr_index[1:0])) action14 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd15) & (&wr_index[1:0])) action15 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd16) & (&wr_index[1:0])) action16 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd17) & (&wr_index[1:0])) action17 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd18) & (&wr_index[1:0])) action18 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd19) & (&wr_index[1:0])) action19 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd20) & (&wr_index[1:0])) action20 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd21) & (&wr_index[1:0])) action21 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd22) & (&wr_index[1:0])) action22 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd23) & (&wr_index[1:0])) action23 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd24) & (&wr_index[1:0])) action24 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd25) & (&wr_index[1:0])) action25 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd26) & (&wr_index[1:0])) action26 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd27) & (&wr_index[1:0])) action27 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd28) & (&wr_index[1:0])) action28 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd29) & (&wr_index[1:0])) action29 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd30) & (&wr_index[1:0])) action30 <= wr_data[15:0];
        if (wr_pattern & (wr_index[6:2] == 5'd31) & (&wr_index[1:0])) action31 <= wr_data[15:0];
        if (there == 5'd0) condition0 <= table_rd;
        if (there == 5'd1) condition1 <= table_rd;
        if (there == 5'd2) condition2 <= table_rd;
        if (there == 5'd3) condition3 <= table_rd;
        if (there == 5'd4) condition4 <= table_rd;
        if (there == 5'd5) condition5 <= table_rd;
        if (there == 5'd6) condition6 <= table_rd;
        if (there == 5'd7) condition7 <= table_rd;
        if (there == 5'd8) condition8 <= table_rd;
        if (there == 5'd9) condition9 <= table_rd;
        if (there == 5'd10) condition10 <= table_rd;
        if (there == 5'd11) condition11 <= table_rd;
        if (there == 5'd12) condition12 <= table_rd;
        if (there == 5'd13) condition13 <= table_rd;
        if (there == 5'd14) condition14 <= table_rd;
        if (there == 5'd15) condition15 <= table_rd;
        if (there == 5'd16) condition16 <= table_rd;
        if (there == 5'd17) condition17 <= table_rd;
        if (there == 5'd18) condition18 <= table_rd;
        if (there == 5'd19) condition19 <= table_rd;
        if (there == 5'd20) condition20 <= table_rd;
        if (there == 5'd21) condition21 <= table_rd;
        if (there == 5'd22) condition22 <= table_rd;
        if (there == 5'd23) condition23 <= table_rd;
        if (there == 5'd24) condition24 <= table_rd;
        if (there == 5'd25) condition25 <= table_rd;
        if (there == 5'd26) condition26 <= table_rd;
        if (there == 5'd27) condition27 <= table_rd;
        if (there == 5'd28) condition28 <= table_rd;
        if (there == 5'd29) condition29 <= table_rd;
        if (there == 5'd30) condition30 <= table_rd;
        if (there == 5'd31) condition31 <= table_rd;
    end
endmodule

// A counter, its flags, and the words that a set can load into it.
module treetap_hps_ecp5_counter (
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

    treetap_hps_ecp5_fast_ram #(.WIDTH(24), .ADDR(4)) u_memory (
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
module treetap_hps_ecp5_counters #(
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

    treetap_hps_ecp5_counter u_counters0 (
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

    treetap_hps_ecp5_counter u_counters1 (
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
module treetap_hps_ecp5_fast_ram_re #(
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
module treetap_hps_ecp5_events #(
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

    treetap_hps_ecp5_fast_ram #(.WIDTH(32), .ADDR(11)) u_table (
        .clk(clk),
        .ra(win_word),
        .rd(table_rd),
        .we(table_we),
        .wa(wr_index[11:1]),
        .wd(wr_data)
    );

    treetap_hps_ecp5_fast_ram_re #(.WIDTH(168), .ADDR(4)) u_queue (
        .clk(clk),
        .re(fetch),
        .ra(front),
        .rd(queue_rd),
        .we(1'b1),
        .wa(back),
        .wd(queue_wd)
    );

    treetap_hps_ecp5_fast_ram_re #(.WIDTH(8), .ADDR(4)) u_handlers (
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
        at_end <= &win_word;
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
module treetap_hps_ecp5_statistics #(
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

    treetap_hps_ecp5_fast_ram #(.WIDTH(32), .ADDR(6)) u_memory (
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
module treetap_hps_ecp5_host_bank #(
    parameter [7:0] row_page0 = 8'd0,
    parameter [7:0] row_page1 = 8'd1,
    parameter [7:0] row_page2 = 8'd2,
    parameter [7:0] row_page3 = 8'd8,
    parameter [7:0] row_page4 = 8'd128,
    parameter [7:0] row_mask0 = 8'd255,
    parameter [7:0] row_mask1 = 8'd255,
    parameter [7:0] row_mask2 = 8'd255,
    parameter [7:0] row_mask3 = 8'd252,
    parameter [7:0] row_mask4 = 8'd128,
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
    parameter [7:0] pt_page_mask0 = 8'd252,
    parameter [4:0] pt_slot0 = 5'd0,
    parameter [4:0] pt_slot_mask0 = 5'd0,
    parameter [7:0] rt_page0 = 8'd128,
    parameter [7:0] rt_page_mask0 = 8'd128,
    parameter [4:0] rt_slot0 = 5'd0,
    parameter [4:0] rt_slot_mask0 = 5'd0,
    parameter flagsel_reset = 1'b0,
    parameter be_taken_reset = 1'b1,
    parameter [31:0] id_word = 32'h48505331,
    parameter [31:0] param_word = 32'h2c1420b
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
module treetap_hps_ecp5_host #(
    parameter [15:0] zero_bit0 = 16'd1,
    parameter [15:0] zero_bit1 = 16'd4,
    parameter [15:0] over_bit0 = 16'd2,
    parameter [15:0] over_bit1 = 16'd8,
    parameter [31:0] polynomial = 32'hedb88320,
    parameter [31:0] ones = 32'hffffffff,
    parameter [5:0] pass = 6'd35,
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

    treetap_hps_ecp5_host_bank #(.row_page0(8'd0), .row_page1(8'd1), .row_page2(8'd2), .row_page3(8'd8),
            .row_page4(8'd128), .row_mask0(8'd255), .row_mask1(8'd255), .row_mask2(8'd255),
            .row_mask3(8'd252), .row_mask4(8'd128), .readable0(32'hf3ff103f), .readable1(32'h80031f0f),
            .readable2(32'd0), .readable3(32'd0), .readable4(32'd0), .writable0(32'hf3ff003c),
            .writable1(32'h8000000f), .writable2(32'hffff), .writable3(32'hffffffff),
            .writable4(32'hffffffff), .id_at(5'd0), .param_at(5'd1), .ctrl_at(5'd2), .status_at(5'd3),
            .ctr_page0(8'd0), .ctr_page_mask0(8'd255), .ctr_slot0(5'd4), .ctr_slot_mask0(5'd30),
            .flags_at(5'd12), .hps_r_page0(8'd0), .hps_r_page_mask0(8'd255), .hps_r_slot0(5'd16),
            .hps_r_slot_mask0(5'd24), .rndseed_at(5'd24), .rndmask_at(5'd25), .range_page0(8'd0),
            .range_page1(8'd1), .range_page_mask0(8'd255), .range_page_mask1(8'd255), .range_slot0(5'd28),
            .range_slot1(5'd0), .range_slot_mask0(5'd28), .range_slot_mask1(5'd28), .img_crc_at(5'd31),
            .ct_page0(8'd2), .ct_page_mask0(8'd255), .ct_slot0(5'd0), .ct_slot_mask0(5'd16), .pt_page0(8'd8),
            .pt_page_mask0(8'd252), .pt_slot0(5'd0), .pt_slot_mask0(5'd0), .rt_page0(8'd128),
            .rt_page_mask0(8'd128), .rt_slot0(5'd0), .rt_slot_mask0(5'd0), .flagsel_reset(1'b0),
            .be_taken_reset(1'b1), .id_word(32'h48505331), .param_word(32'h2c1420b)) u_bank (
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

// Hybrid profiling support: after the tap, 32 patterns in flip-flops, 2048 words.
module treetap_hps_ecp5 (
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
    output wire [31:0] bus_rdata
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
    wire [31:0] now_same;
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
    wire [31:0] pat_hit;
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
    wire step_word;
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

    treetap_hps_ecp5_facts #(.members0(32'd16), .members1(32'd32), .members2(32'h540), .members3(32'h200),
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

    treetap_hps_ecp5_ranges #(.bit0(4'd1), .bit1(4'd2), .bit2(4'd4), .bit3(4'd8)) u_ranges (
        .clk(clk),
        .rst(rst),
        .wr_range(wr_range),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .in_pc(in_pc),
        .fact_ranges(fact_ranges)
    );

    treetap_hps_ecp5_masks #(.bit0(32'd1), .bit1(32'd2), .bit2(32'd4), .bit3(32'd8), .bit4(32'd16),
            .bit5(32'd32), .bit6(32'd64), .bit7(32'd128), .bit8(32'h100), .bit9(32'h200), .bit10(32'h400),
            .bit11(32'h800), .bit12(32'h1000), .bit13(32'h2000), .bit14(32'h4000), .bit15(32'h8000),
            .bit16(32'h10000), .bit17(32'h20000), .bit18(32'h40000), .bit19(32'h80000), .bit20(32'h100000),
            .bit21(32'h200000), .bit22(32'h400000), .bit23(32'h800000), .bit24(32'h1000000),
            .bit25(32'h2000000), .bit26(32'h4000000), .bit27(32'h8000000), .bit28(32'h10000000),
            .bit29(32'h20000000), .bit30(32'h40000000), .bit31(32'h80000000)) u_bits (
        .clk(clk),
        .take(take),
        .wr_pattern(wr_pattern),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .in_insn(in_insn),
        .now_same(now_same)
    );

    treetap_hps_ecp5_stage u_stage (
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

    treetap_hps_ecp5_history u_history (
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

    treetap_hps_ecp5_patterns #(.bit0(32'd1), .bit1(32'd2), .bit2(32'd4), .bit3(32'd8), .bit4(32'd16),
            .bit5(32'd32), .bit6(32'd64), .bit7(32'd128), .bit8(32'h100), .bit9(32'h200), .bit10(32'h400),
            .bit11(32'h800), .bit12(32'h1000), .bit13(32'h2000), .bit14(32'h4000), .bit15(32'h8000),
            .bit16(32'h10000), .bit17(32'h20000), .bit18(32'h40000), .bit19(32'h80000), .bit20(32'h100000),
            .bit21(32'h200000), .bit22(32'h400000), .bit23(32'h800000), .bit24(32'h1000000),
            .bit25(32'h2000000), .bit26(32'h4000000), .bit27(32'h8000000), .bit28(32'h10000000),
            .bit29(32'h20000000), .bit30(32'h40000000), .bit31(32'h80000000), .back_code(2'd2), .entry(4'd14))
            u_patterns (
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

    treetap_hps_ecp5_conditions #(.stop(7'd64), .nobody(6'd63), .last(5'd31), .bit0(32'd1), .bit1(32'd2),
            .bit2(32'd4), .bit3(32'd8), .bit4(32'd16), .bit5(32'd32), .bit6(32'd64), .bit7(32'd128),
            .bit8(32'h100), .bit9(32'h200), .bit10(32'h400), .bit11(32'h800), .bit12(32'h1000),
            .bit13(32'h2000), .bit14(32'h4000), .bit15(32'h8000), .bit16(32'h10000), .bit17(32'h20000),
            .bit18(32'h40000), .bit19(32'h80000), .bit20(32'h100000), .bit21(32'h200000), .bit22(32'h400000),
            .bit23(32'h800000), .bit24(32'h1000000), .bit25(32'h2000000), .bit26(32'h4000000),
            .bit27(32'h8000000), .bit28(32'h10000000), .bit29(32'h20000000), .bit30(32'h40000000),
            .bit31(32'h80000000)) u_conditions (
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

    treetap_hps_ecp5_counters #(.taps(32'h80200003), .random_code(4'd15), .bit0(2'd1), .bit1(2'd2)) u_counters
            (
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

    treetap_hps_ecp5_events #(.capacity(5'd16), .last_bit(5'd0)) u_output (
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

    treetap_hps_ecp5_statistics #(.places0(6'd40), .places1(6'd41), .places2(6'd42), .places3(6'd44),
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

    treetap_hps_ecp5_host #(.zero_bit0(16'd1), .zero_bit1(16'd4), .over_bit0(16'd2), .over_bit1(16'd8),
            .polynomial(32'hedb88320), .ones(32'hffffffff), .pass(6'd35), .enable_bit(5'd0),
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

`default_nettype wire

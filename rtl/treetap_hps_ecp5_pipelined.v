// treetap_hps_ecp5_pipelined: after the tap at a fast clock, 32 patterns in flip-flops, 2048 words
// Configuration: conditions 16, counters 2, patterns 32,
// retire 1, ternary 0, width 24, words 2048, engine pipelined.
// Made by treetap 0.1.0 with: treetap gen hps --preset ecp5_pipelined
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Takes instructions, or serves a host when none is under way.
module treetap_hps_ecp5_pipelined_gate #(
    parameter [5:0] full = 6'd26
) (
    input  wire        clk,
    input  wire        rst,
    // an instruction, and that it is taken
    input  wire        in_valid,
    input  wire        in_trap,
    output wire        in_ready,
    // an instruction that executed was taken in the cycle before
    output wire        took,
    // an instruction, and that it is taken
    input  wire        in_counts,
    // an instruction or a host is under way
    output wire        working,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [14:0] bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    // the request that is served
    output wire        host_valid,
    output wire        host_we,
    output wire [14:0] host_addr,
    output wire [31:0] host_wdata,
    input  wire        host_ready,
    input  wire [31:0] host_rdata,
    // what is written, and what was in the cycle before
    input  wire        raw_pattern,
    input  wire        raw_condition,
    input  wire        raw_word,
    input  wire        raw_range,
    input  wire        raw_counter,
    input  wire        raw_source,
    input  wire        raw_seed,
    input  wire        raw_mask,
    input  wire [11:0] raw_index,
    input  wire [31:0] raw_data,

    output wire        wr_pattern,
    output wire        wr_condition,
    output wire        wr_word,
    output wire        wr_range,
    output wire        wr_counter,
    output wire        wr_source,
    output wire        wr_seed,
    output wire        wr_mask,
    output wire [11:0] wr_index,
    output wire [31:0] wr_data,
    // what is written, and what was in the cycle before
    input  wire        raw_en,
    input  wire        raw_flagsel,
    input  wire        raw_be_taken,
    input  wire        raw_resets,
    input  wire        raw_clears,
    // switches of the cycle before
    output wire        cfg_en,
    output wire        cfg_flagsel,
    output wire        cfg_be_taken,
    output wire        set_counters,
    output wire        cleared
);
    localparam [2:0] State_Open = 3'd0;
    localparam [2:0] State_Drain = 3'd1;
    localparam [2:0] State_Serve = 3'd2;
    localparam [2:0] State_Answer = 3'd3;
    localparam [2:0] State_Rest = 3'd4;

    reg [2:0] state;
    reg open = 1'b0;
    reg taken = 1'b0;
    reg done = 1'b0;
    reg [5:0] level = 6'd0;
    reg [3:0] calm = 4'd0;
    reg we = 1'b0;
    reg [14:0] addr = 15'd0;
    reg [31:0] wdata = 32'd0;
    reg [31:0] rdata = 32'd0;
    reg pattern = 1'b0;
    reg condition = 1'b0;
    reg word = 1'b0;
    reg range = 1'b0;
    reg counter = 1'b0;
    reg source = 1'b0;
    reg seed = 1'b0;
    reg mask = 1'b0;
    reg [11:0] index = 12'd0;
    reg [31:0] data = 32'd0;
    reg en = 1'b0;
    reg flagsel = 1'b0;
    reg be_taken = 1'b0;
    reg resets = 1'b0;
    reg clears = 1'b0;

    wire resting = (state == State_Open) | (state == State_Rest);
    wire asks = bus_valid & (state == State_Open);
    assign in_ready = open;
    assign took = taken;
    wire idle = ~(|level) & ~taken & ~(in_valid & open);
    assign working = (|level) | taken | ~resting;
    assign host_valid = state == State_Serve;
    assign host_we = we;
    assign host_addr = addr;
    assign host_wdata = wdata;
    assign bus_ready = state == State_Answer;
    assign bus_rdata = rdata;
    assign wr_pattern = pattern;
    assign wr_condition = condition;
    assign wr_word = word;
    assign wr_range = range;
    assign wr_counter = counter;
    assign wr_source = source;
    assign wr_seed = seed;
    assign wr_mask = mask;
    assign wr_index = index;
    assign wr_data = data;
    assign cfg_en = en;
    assign cfg_flagsel = flagsel;
    assign cfg_be_taken = be_taken;
    assign set_counters = resets;
    assign cleared = clears;

    always @(posedge clk) begin
        // Instructions under way.
        taken <= in_valid & open & ~in_trap;
        done <= in_counts;
        if (taken & ~done) level <= level + 6'd1;
        if (~taken & done) level <= level - 6'd1;
        open <= resting & ~asks & (level < full);
        if (~(&calm)) calm <= calm + 4'd1;
        if (~idle) calm <= 4'd0;
        // A host. After it an instruction that waits is taken first.
        case (state)
            State_Open: begin
                if (bus_valid) state <= State_Drain;
            end
            State_Drain: begin
                if ((&calm) & idle & ~open) state <= State_Serve;
            end
            State_Serve: begin
                if (host_ready) state <= State_Answer;
            end
            State_Answer: state <= State_Rest;
            default /* State_Rest */: begin
                if (open) state <= State_Open;
            end
        endcase
        we <= bus_we;
        addr <= bus_addr;
        wdata <= bus_wdata;
        rdata <= host_rdata;
        // What it writes.
        pattern <= raw_pattern;
        condition <= raw_condition;
        word <= raw_word;
        range <= raw_range;
        counter <= raw_counter;
        source <= raw_source;
        seed <= raw_seed;
        mask <= raw_mask;
        index <= raw_index;
        data <= raw_data;
        en <= raw_en;
        flagsel <= raw_flagsel;
        be_taken <= raw_be_taken;
        resets <= raw_resets;
        clears <= raw_clears;
        if (rst) begin
            state <= State_Open;
            open <= 1'b0;
            taken <= 1'b0;
            done <= 1'b0;
            level <= 6'd0;
            calm <= 4'd0;
        end
    end
endmodule

// Offsets of formats B and J, within the cycle.
module treetap_hps_ecp5_pipelined_offset #(
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
module treetap_hps_ecp5_pipelined_immediate (
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

    treetap_hps_ecp5_pipelined_offset #(.branch_sign(32'hfffff000), .jump_sign(32'hfff00000)) u_offset (
        .insn(insn),
        .branch(offset_branch),
        .jump(offset_jump)
    );
endmodule

// What is known of an instruction by itself: class bits, target, direction, sign.
module treetap_hps_ecp5_pipelined_facts #(
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
    output wire        fact_has_target,
    output wire        fact_backward,
    output wire        fact_taken,
    output wire        fact_negative,
    output wire        fact_positive
);
    reg [13:0] own;
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
    assign fact_has_target = known;
    wire [32:0] sum = {1'd0, in_pc} + {1'd0, immediate_value};
    wire backward = sum[32] | ~(|immediate_value);
    wire [31:0] target = known ? sum[31:0] : 32'd0;
    wire taken = 1'b0;
    wire straight = 1'b0;
    assign fact_target = target;
    assign fact_taken = taken;
    assign fact_backward = backward;
    assign fact_loops = branch & backward;
    assign fact_straight = straight;
    assign fact_negative = immediate_there & in_insn[31];
    assign fact_positive = immediate_there & ~in_insn[31];

    treetap_hps_ecp5_pipelined_immediate u_immediate (
        .insn(in_insn),
        .there(immediate_there),
        .value(immediate_value)
    );
endmodule

// Ranges of addresses that patterns can ask for.
module treetap_hps_ecp5_pipelined_ranges #(
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

// What is known of an instruction by itself: class bits, target, direction, sign, a step in a cycle.
module treetap_hps_ecp5_pipelined_pipelined_facts #(
    parameter [1:0] back_code = 2'd2,
    parameter [6:0] jal = 7'd111,
    parameter [3:0] call = 4'd2,
    parameter [13:0] branch_bits = 14'd3,
    parameter [13:0] control_bits = 14'd31
) (
    input  wire        clk,
    input  wire        rst,
    // an instruction that executed was taken in the cycle before
    input  wire        took,
    // the instruction on offer
    input  wire [31:0] in_pc,
    input  wire [31:0] in_insn,
    input  wire [4:0]  in_class,
    input  wire        in_short,
    input  wire [31:0] in_next,
    input  wire [31:0] in_address,
    input  wire [1:0]  in_privilege,
    input  wire [1:0]  in_filter,
    // only branches that are taken are back edges
    input  wire        cfg_be_taken,
    // the instruction of the cycle before, and its class bits, sign and whether it has one
    output wire [31:0] first_insn,
    output wire [4:0]  first_class,
    input  wire [13:0] own_bits,
    input  wire        own_negative,
    input  wire        own_positive,
    // an address, and the ranges that it lies in
    output wire [31:0] look_pc,
    input  wire [3:0]  look_ranges,
    // an instruction whose target is known, and what it accessed
    output wire        now_valid,
    output wire [31:0] now_pc,
    output wire [31:0] now_insn,
    output wire        now_call,
    output wire        now_control,
    output wire [31:0] now_target,
    output wire        now_has_target,
    output wire        now_taken,
    output wire [31:0] now_address,
    // what is known of the instruction of the cycle before, for the patterns
    output wire [13:0] fact_own,
    output wire        fact_loops,
    output wire        fact_has_target,
    output wire        fact_backward,
    output wire        fact_taken,
    output wire        fact_negative,
    output wire        fact_positive,
    output wire [3:0]  fact_ranges,
    // that instruction, its privilege and its code in the table of checks
    output wire [31:0] ask_insn,
    output wire [1:0]  ask_privilege,
    output wire [1:0]  ask_filter,
    // which patterns match is known of an instruction
    output wire        asked
);
    reg valid2 = 1'b0;
    reg valid3 = 1'b0;
    reg valid4 = 1'b0;
    reg valid5 = 1'b0;
    reg valid6 = 1'b0;
    reg short1 = 1'b0;
    reg [31:0] pc1 = 32'd0;
    reg [31:0] pc2 = 32'd0;
    reg [31:0] pc3 = 32'd0;
    reg [31:0] pc4 = 32'd0;
    reg [31:0] insn1 = 32'd0;
    reg [31:0] insn2 = 32'd0;
    reg [31:0] insn3 = 32'd0;
    reg [31:0] insn4 = 32'd0;
    reg [31:0] insn5 = 32'd0;
    reg [31:0] next1 = 32'd0;
    reg [31:0] next2 = 32'd0;
    reg [31:0] next3 = 32'd0;
    reg [31:0] address1 = 32'd0;
    reg [31:0] address2 = 32'd0;
    reg [31:0] address3 = 32'd0;
    reg [31:0] address4 = 32'd0;
    reg [31:0] value2 = 32'd0;
    reg [31:0] after2 = 32'd0;
    reg [31:0] target4 = 32'd0;
    reg [4:0] class1 = 5'd0;
    reg [1:0] privilege1 = 2'd0;
    reg [1:0] privilege2 = 2'd0;
    reg [1:0] privilege3 = 2'd0;
    reg [1:0] privilege4 = 2'd0;
    reg [1:0] privilege5 = 2'd0;
    reg [1:0] filter1 = 2'd0;
    reg [1:0] filter2 = 2'd0;
    reg [1:0] filter3 = 2'd0;
    reg [1:0] filter4 = 2'd0;
    reg [1:0] filter5 = 2'd0;
    reg [13:0] own2 = 14'd0;
    reg [13:0] own3 = 14'd0;
    reg [13:0] own4 = 14'd0;
    reg [13:0] own5 = 14'd0;
    reg negative2 = 1'b0;
    reg negative3 = 1'b0;
    reg negative4 = 1'b0;
    reg negative5 = 1'b0;
    reg positive2 = 1'b0;
    reg positive3 = 1'b0;
    reg positive4 = 1'b0;
    reg positive5 = 1'b0;
    reg jal2 = 1'b0;
    reg below2 = 1'b0;
    reg below3 = 1'b0;
    reg [32:0] sum3 = 33'd0;
    reg some3 = 1'b0;
    reg taken3 = 1'b0;
    reg taken4 = 1'b0;
    reg taken5 = 1'b0;
    reg branch3 = 1'b0;
    reg branch4 = 1'b0;
    reg known3 = 1'b0;
    reg has_target4 = 1'b0;
    reg has_target5 = 1'b0;
    reg backward4 = 1'b0;
    reg backward5 = 1'b0;
    reg loops5 = 1'b0;
    reg [3:0] ranges4 = 4'd0;
    reg [3:0] ranges5 = 4'd0;

    wire immediate_there_unused;
    wire [31:0] immediate_value;

    assign first_insn = insn1;
    assign first_class = class1;
    wire [31:0] length = short1 ? 32'd2 : 32'd4;
    wire branch = |(own2 & branch_bits);
    assign look_pc = pc3;
    wire leads = |(own3 & control_bits);
    // Branches that are known to be not taken may count for less.
    wire judged = branch3 & ~taken3 & cfg_be_taken;
    assign now_control = |(own4 & control_bits);
    assign now_call = own4[call];
    assign now_valid = valid4;
    assign now_pc = pc4;
    assign now_insn = insn4;
    assign now_target = target4;
    assign now_has_target = has_target4;
    assign now_taken = taken4;
    assign now_address = address4;
    assign fact_own = own5;
    assign fact_loops = loops5;
    assign fact_has_target = has_target5;
    assign fact_backward = backward5;
    assign fact_taken = taken5;
    assign fact_negative = negative5;
    assign fact_positive = positive5;
    assign fact_ranges = ranges5;
    assign ask_insn = insn5;
    assign ask_privilege = privilege5;
    assign ask_filter = filter5;
    assign asked = valid6;

    treetap_hps_ecp5_pipelined_immediate u_immediate (
        .insn(insn1),
        .there(immediate_there_unused),
        .value(immediate_value)
    );

    always @(posedge clk) begin
        // The instruction itself.
        pc1 <= in_pc;
        insn1 <= in_insn;
        class1 <= in_class;
        short1 <= in_short;
        next1 <= in_next;
        address1 <= in_address;
        privilege1 <= in_privilege;
        filter1 <= in_filter;
        // Class bits and immediate; what follows in memory; whether the successor is at or before it.
        valid2 <= took;
        pc2 <= pc1;
        insn2 <= insn1;
        next2 <= next1;
        address2 <= address1;
        privilege2 <= privilege1;
        filter2 <= filter1;
        own2 <= own_bits;
        negative2 <= own_negative;
        positive2 <= own_positive;
        value2 <= immediate_value;
        after2 <= pc1 + length;
        below2 <= next1 <= pc1;
        jal2 <= insn1[6:0] == jal;
        // The sum, and whether it goes on elsewhere.
        valid3 <= valid2;
        pc3 <= pc2;
        insn3 <= insn2;
        next3 <= next2;
        address3 <= address2;
        privilege3 <= privilege2;
        filter3 <= filter2;
        own3 <= own2;
        negative3 <= negative2;
        positive3 <= positive2;
        below3 <= below2;
        sum3 <= {1'd0, pc2} + {1'd0, value2};
        some3 <= |value2;
        taken3 <= next2 != after2;
        branch3 <= branch;
        known3 <= branch | jal2;
        // Where it leads: of JAL and branches that is in the instruction,
        // and backward if the sum wraps; else it is the successor.
        valid4 <= valid3;
        pc4 <= pc3;
        insn4 <= insn3;
        address4 <= address3;
        privilege4 <= privilege3;
        own4 <= own3;
        negative4 <= negative3;
        positive4 <= positive3;
        taken4 <= taken3;
        branch4 <= branch3;
        ranges4 <= look_ranges;
        has_target4 <= known3 | leads;
        target4 <= 32'd0;
        backward4 <= below3;
        if (leads) target4 <= next3;
        if (known3) begin
            target4 <= sum3[31:0];
            backward4 <= sum3[32] | ~some3;
        end
        filter4 <= filter3;
        if (judged & (filter3 == back_code)) filter4 <= 2'd0;
        if (judged) branch4 <= 1'b0;
        valid5 <= valid4;
        valid6 <= valid5;
        insn5 <= insn4;
        privilege5 <= privilege4;
        filter5 <= filter4;
        own5 <= own4;
        negative5 <= negative4;
        positive5 <= positive4;
        taken5 <= taken4;
        has_target5 <= has_target4;
        backward5 <= backward4;
        ranges5 <= ranges4;
        loops5 <= branch4 & backward4;
        if (rst) begin
            valid2 <= 1'b0;
            valid3 <= 1'b0;
            valid4 <= 1'b0;
            valid5 <= 1'b0;
            valid6 <= 1'b0;
        end
    end
endmodule

// Whether two words were equal in the cycle before; differ has one bit for each two of theirs.
module treetap_hps_ecp5_pipelined_compare #(
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

// Calls whose callee has not begun, and distance from a change of control.
module treetap_hps_ecp5_pipelined_pipelined_history (
    input  wire        clk,
    input  wire        rst,
    // an instruction that executed
    input  wire        now_valid,
    input  wire [31:0] now_pc,
    input  wire        now_call,
    input  wire        now_control,
    input  wire [31:0] now_target,
    // instructions since the change of control before; two cycles later, whether it is an entry
    output wire        rec_entry,
    output wire [15:0] rec_instructions
);
    reg [31:0] callee = 32'd0;
    reg there1 = 1'b0;
    reg there2 = 1'b0;
    reg call1 = 1'b0;
    reg call2 = 1'b0;
    reg meets = 1'b0;
    reg pending = 1'b0;
    reg [15:0] since = 16'd0;

    wire compare_equal;

    // Instructions since a change of control, which stay at their largest number.
    wire [15:0] instructions = ~(&since) ? (since + 16'd1) : since;
    assign rec_instructions = instructions;
    assign rec_entry = pending & meets;

    treetap_hps_ecp5_pipelined_compare #(.even(32'h55555555)) u_compare (
        .clk(clk),
        .a(callee),
        .b(now_pc),
        .equal(compare_equal)
    );

    always @(posedge clk) begin
        if (now_valid) begin
            since <= instructions;
            if (now_control) since <= 16'd0;
        end
        // An entry: where the call before leads.
        if (now_valid & now_call) callee <= now_target;
        there1 <= now_valid;
        call1 <= now_call;
        there2 <= there1;
        call2 <= call1;
        meets <= compare_equal;
        if (there2) pending <= call2 | (pending & ~meets);
        if (rst) begin
            there1 <= 1'b0;
            there2 <= 1'b0;
            pending <= 1'b0;
            since <= 16'd0;
        end
    end
endmodule

// Masks and values of the patterns: each is held against the instruction at once.
module treetap_hps_ecp5_pipelined_masks #(
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

// Which patterns match: masks and values have been looked at, the rest is asked here.
module treetap_hps_ecp5_pipelined_patterns #(
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

// RAM of a few words, for logic cells: rd is the word at ra now. No initial contents.
module treetap_hps_ecp5_pipelined_lut_ram #(
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

// Which patterns match the instructions under way, but for their conditions.
module treetap_hps_ecp5_pipelined_slots (
    input  wire        clk,
    input  wire        rst,
    // patterns count
    input  wire        cfg_en,
    // an instruction, and which patterns match it but for their conditions
    input  wire        asked,
    input  wire [31:0] pat_hit,
    // the next one
    output wire        turn_valid,
    output wire [31:0] turn_hit,
    // the oldest is done with, or all go again
    input  wire        in_counts,
    input  wire        again
);
    reg comes = 1'b0;
    reg going = 1'b0;
    reg [31:0] hit = 32'd0;
    reg [31:0] gone = 32'd0;
    reg [4:0] back = 5'd0;
    reg [4:0] next = 5'd0;
    reg [4:0] oldest = 5'd0;

    wire [31:0] memory_rd;

    wire there = next != back;
    assign turn_valid = going;
    assign turn_hit = gone;

    treetap_hps_ecp5_pipelined_lut_ram #(.WIDTH(32), .ADDR(5)) u_memory (
        .clk(clk),
        .ra(next),
        .rd(memory_rd),
        .we(comes),
        .wa(back),
        .wd(hit)
    );

    always @(posedge clk) begin
        comes <= asked;
        hit <= 32'd0;
        if (cfg_en) hit <= pat_hit;
        if (comes) back <= back + 5'd1;
        going <= there & ~again;
        gone <= memory_rd;
        if (there) next <= next + 5'd1;
        if (again) next <= oldest;
        if (in_counts) oldest <= oldest + 5'd1;
        if (rst) begin
            comes <= 1'b0;
            going <= 1'b0;
            back <= 5'd0;
            next <= 5'd0;
            oldest <= 5'd0;
        end
    end
endmodule

// Conditions over the flags of counters, and what follows from the patterns that match, a step in a cycle.
module treetap_hps_ecp5_pipelined_pipelined_conditions #(
    parameter [6:0] stop = 7'd64,
    parameter [5:0] wins = 6'd32,
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
    parameter [31:0] bit31 = 32'h80000000,
    parameter [1:0] of_counter0 = 2'd1,
    parameter [1:0] of_counter1 = 2'd2
) (
    input  wire        clk,
    input  wire        rst,
    // a condition or a word of the pattern table is written
    input  wire        wr_condition,
    input  wire        wr_pattern,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // which counters are zero, and which have overflowed
    input  wire [1:0]  flag_zero,
    input  wire [1:0]  flag_over,
    // flags are others than in the cycle before; all that are under way go again
    input  wire        changed,
    input  wire        again,
    // an instruction, and which patterns match it
    input  wire        turn_valid,
    input  wire [31:0] turn_hit,
    // an instruction, three cycles later, and the micro-operation of each counter for it
    output wire        made_valid,
    output wire        made_hit,
    output wire        made_old,
    output wire        made_there,
    output wire [4:0]  made_number,
    output wire [3:0]  op_code,
    output wire [7:0]  op_source,
    // the first word of the replacement of the instruction before
    output wire [10:0] word
);
    reg [4:0] turn = 5'd0;
    reg [4:0] then = 5'd0;
    reg [4:0] after = 5'd0;
    reg [3:0] named = 4'd0;
    reg [30:0] rule = 31'd0;
    reg [15:0] truth0 = 16'd0;
    reg [15:0] truth1 = 16'd0;
    reg [15:0] truth2 = 16'd0;
    reg [15:0] truth3 = 16'd0;
    reg [15:0] truth4 = 16'd0;
    reg [15:0] truth5 = 16'd0;
    reg [15:0] truth6 = 16'd0;
    reg [15:0] truth7 = 16'd0;
    reg [15:0] truth8 = 16'd0;
    reg [15:0] truth9 = 16'd0;
    reg [15:0] truth10 = 16'd0;
    reg [15:0] truth11 = 16'd0;
    reg [15:0] truth12 = 16'd0;
    reg [15:0] truth13 = 16'd0;
    reg [15:0] truth14 = 16'd0;
    reg [15:0] truth15 = 16'd0;
    reg [15:0] truth16 = 16'd0;
    reg [15:0] truth17 = 16'd0;
    reg [15:0] truth18 = 16'd0;
    reg [15:0] truth19 = 16'd0;
    reg [15:0] truth20 = 16'd0;
    reg [15:0] truth21 = 16'd0;
    reg [15:0] truth22 = 16'd0;
    reg [15:0] truth23 = 16'd0;
    reg [15:0] truth24 = 16'd0;
    reg [15:0] truth25 = 16'd0;
    reg [15:0] truth26 = 16'd0;
    reg [15:0] truth27 = 16'd0;
    reg [15:0] truth28 = 16'd0;
    reg [15:0] truth29 = 16'd0;
    reg [15:0] truth30 = 16'd0;
    reg [15:0] truth31 = 16'd0;
    reg [5:0] looks0 = 6'd0;
    reg [5:0] looks1 = 6'd0;
    reg [5:0] looks2 = 6'd0;
    reg [5:0] looks3 = 6'd0;
    reg [5:0] looks4 = 6'd0;
    reg [5:0] looks5 = 6'd0;
    reg [5:0] looks6 = 6'd0;
    reg [5:0] looks7 = 6'd0;
    reg [5:0] looks8 = 6'd0;
    reg [5:0] looks9 = 6'd0;
    reg [5:0] looks10 = 6'd0;
    reg [5:0] looks11 = 6'd0;
    reg [5:0] looks12 = 6'd0;
    reg [5:0] looks13 = 6'd0;
    reg [5:0] looks14 = 6'd0;
    reg [5:0] looks15 = 6'd0;
    reg [5:0] looks16 = 6'd0;
    reg [5:0] looks17 = 6'd0;
    reg [5:0] looks18 = 6'd0;
    reg [5:0] looks19 = 6'd0;
    reg [5:0] looks20 = 6'd0;
    reg [5:0] looks21 = 6'd0;
    reg [5:0] looks22 = 6'd0;
    reg [5:0] looks23 = 6'd0;
    reg [5:0] looks24 = 6'd0;
    reg [5:0] looks25 = 6'd0;
    reg [5:0] looks26 = 6'd0;
    reg [5:0] looks27 = 6'd0;
    reg [5:0] looks28 = 6'd0;
    reg [5:0] looks29 = 6'd0;
    reg [5:0] looks30 = 6'd0;
    reg [5:0] looks31 = 6'd0;
    reg [5:0] does0 = 6'd0;
    reg [5:0] does1 = 6'd0;
    reg [5:0] does2 = 6'd0;
    reg [5:0] does3 = 6'd0;
    reg [5:0] does4 = 6'd0;
    reg [5:0] does5 = 6'd0;
    reg [5:0] does6 = 6'd0;
    reg [5:0] does7 = 6'd0;
    reg [5:0] does8 = 6'd0;
    reg [5:0] does9 = 6'd0;
    reg [5:0] does10 = 6'd0;
    reg [5:0] does11 = 6'd0;
    reg [5:0] does12 = 6'd0;
    reg [5:0] does13 = 6'd0;
    reg [5:0] does14 = 6'd0;
    reg [5:0] does15 = 6'd0;
    reg [5:0] does16 = 6'd0;
    reg [5:0] does17 = 6'd0;
    reg [5:0] does18 = 6'd0;
    reg [5:0] does19 = 6'd0;
    reg [5:0] does20 = 6'd0;
    reg [5:0] does21 = 6'd0;
    reg [5:0] does22 = 6'd0;
    reg [5:0] does23 = 6'd0;
    reg [5:0] does24 = 6'd0;
    reg [5:0] does25 = 6'd0;
    reg [5:0] does26 = 6'd0;
    reg [5:0] does27 = 6'd0;
    reg [5:0] does28 = 6'd0;
    reg [5:0] does29 = 6'd0;
    reg [5:0] does30 = 6'd0;
    reg [5:0] does31 = 6'd0;
    reg [1:0] on0 = 2'd0;
    reg [1:0] on1 = 2'd0;
    reg [1:0] on2 = 2'd0;
    reg [1:0] on3 = 2'd0;
    reg [1:0] on4 = 2'd0;
    reg [1:0] on5 = 2'd0;
    reg [1:0] on6 = 2'd0;
    reg [1:0] on7 = 2'd0;
    reg [1:0] on8 = 2'd0;
    reg [1:0] on9 = 2'd0;
    reg [1:0] on10 = 2'd0;
    reg [1:0] on11 = 2'd0;
    reg [1:0] on12 = 2'd0;
    reg [1:0] on13 = 2'd0;
    reg [1:0] on14 = 2'd0;
    reg [1:0] on15 = 2'd0;
    reg [1:0] on16 = 2'd0;
    reg [1:0] on17 = 2'd0;
    reg [1:0] on18 = 2'd0;
    reg [1:0] on19 = 2'd0;
    reg [1:0] on20 = 2'd0;
    reg [1:0] on21 = 2'd0;
    reg [1:0] on22 = 2'd0;
    reg [1:0] on23 = 2'd0;
    reg [1:0] on24 = 2'd0;
    reg [1:0] on25 = 2'd0;
    reg [1:0] on26 = 2'd0;
    reg [1:0] on27 = 2'd0;
    reg [1:0] on28 = 2'd0;
    reg [1:0] on29 = 2'd0;
    reg [1:0] on30 = 2'd0;
    reg [1:0] on31 = 2'd0;
    reg null0 = 1'b0;
    reg null1 = 1'b0;
    reg null2 = 1'b0;
    reg null3 = 1'b0;
    reg null4 = 1'b0;
    reg null5 = 1'b0;
    reg null6 = 1'b0;
    reg null7 = 1'b0;
    reg null8 = 1'b0;
    reg null9 = 1'b0;
    reg null10 = 1'b0;
    reg null11 = 1'b0;
    reg null12 = 1'b0;
    reg null13 = 1'b0;
    reg null14 = 1'b0;
    reg null15 = 1'b0;
    reg null16 = 1'b0;
    reg null17 = 1'b0;
    reg null18 = 1'b0;
    reg null19 = 1'b0;
    reg null20 = 1'b0;
    reg null21 = 1'b0;
    reg null22 = 1'b0;
    reg null23 = 1'b0;
    reg null24 = 1'b0;
    reg null25 = 1'b0;
    reg null26 = 1'b0;
    reg null27 = 1'b0;
    reg null28 = 1'b0;
    reg null29 = 1'b0;
    reg null30 = 1'b0;
    reg null31 = 1'b0;
    reg [3:0] line0 = 4'd0;
    reg [3:0] line1 = 4'd0;
    reg [3:0] line2 = 4'd0;
    reg [3:0] line3 = 4'd0;
    reg [3:0] line4 = 4'd0;
    reg [3:0] line5 = 4'd0;
    reg [3:0] line6 = 4'd0;
    reg [3:0] line7 = 4'd0;
    reg [3:0] line8 = 4'd0;
    reg [3:0] line9 = 4'd0;
    reg [3:0] line10 = 4'd0;
    reg [3:0] line11 = 4'd0;
    reg [3:0] line12 = 4'd0;
    reg [3:0] line13 = 4'd0;
    reg [3:0] line14 = 4'd0;
    reg [3:0] line15 = 4'd0;
    reg [3:0] line16 = 4'd0;
    reg [3:0] line17 = 4'd0;
    reg [3:0] line18 = 4'd0;
    reg [3:0] line19 = 4'd0;
    reg [3:0] line20 = 4'd0;
    reg [3:0] line21 = 4'd0;
    reg [3:0] line22 = 4'd0;
    reg [3:0] line23 = 4'd0;
    reg [3:0] line24 = 4'd0;
    reg [3:0] line25 = 4'd0;
    reg [3:0] line26 = 4'd0;
    reg [3:0] line27 = 4'd0;
    reg [3:0] line28 = 4'd0;
    reg [3:0] line29 = 4'd0;
    reg [3:0] line30 = 4'd0;
    reg [3:0] line31 = 4'd0;
    reg [31:0] holds = 32'd0;
    reg before_ = 1'b0;
    reg valid1 = 1'b0;
    reg valid2 = 1'b0;
    reg valid3 = 1'b0;
    reg hit1 = 1'b0;
    reg hit2 = 1'b0;
    reg hit3 = 1'b0;
    reg old1 = 1'b0;
    reg old2 = 1'b0;
    reg old3 = 1'b0;
    reg [31:0] matched = 32'd0;
    reg [31:0] ends = 32'd0;
    reg [6:0] four0 = 7'd0;
    reg [6:0] four1 = 7'd0;
    reg [6:0] four2 = 7'd0;
    reg [6:0] four3 = 7'd0;
    reg [6:0] four4 = 7'd0;
    reg [6:0] four5 = 7'd0;
    reg [6:0] four6 = 7'd0;
    reg [6:0] four7 = 7'd0;
    reg [6:0] four8 = 7'd0;
    reg [6:0] four9 = 7'd0;
    reg [6:0] four10 = 7'd0;
    reg [6:0] four11 = 7'd0;
    reg [6:0] four12 = 7'd0;
    reg [6:0] four13 = 7'd0;
    reg [6:0] four14 = 7'd0;
    reg [6:0] four15 = 7'd0;
    reg [5:0] won0 = 6'd0;
    reg [5:0] won1 = 6'd0;
    reg [5:0] won2 = 6'd0;
    reg [5:0] won3 = 6'd0;
    reg [5:0] won4 = 6'd0;
    reg [5:0] won5 = 6'd0;
    reg [5:0] won6 = 6'd0;
    reg [5:0] won7 = 6'd0;
    reg [6:0] first0 = 7'd0;
    reg [6:0] first1 = 7'd0;
    reg [5:0] winner = 6'd0;
    reg [10:0] begins = 11'd0;

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
    reg [1:0] for_whom;
    reg mine;
    reg [31:0] held;
    reg [31:0] nulls;
    reg [3:0] codes;
    reg [7:0] sources;
    reg [5:0] at;
    wire [30:0] table_rd;
    wire [3:0] link_rd;
    wire [10:0] words_rd;
    reg truth0_en;
    reg truth1_en;
    reg truth2_en;
    reg truth3_en;
    reg truth4_en;
    reg truth5_en;
    reg truth6_en;
    reg truth7_en;
    reg truth8_en;
    reg truth9_en;
    reg truth10_en;
    reg truth11_en;
    reg truth12_en;
    reg truth13_en;
    reg truth14_en;
    reg truth15_en;
    reg truth16_en;
    reg truth17_en;
    reg truth18_en;
    reg truth19_en;
    reg truth20_en;
    reg truth21_en;
    reg truth22_en;
    reg truth23_en;
    reg truth24_en;
    reg truth25_en;
    reg truth26_en;
    reg truth27_en;
    reg truth28_en;
    reg truth29_en;
    reg truth30_en;
    reg looks0_en;
    reg looks1_en;
    reg looks2_en;
    reg looks3_en;
    reg looks4_en;
    reg looks5_en;
    reg looks6_en;
    reg looks7_en;
    reg looks8_en;
    reg looks9_en;
    reg looks10_en;
    reg looks11_en;
    reg looks12_en;
    reg looks13_en;
    reg looks14_en;
    reg looks15_en;
    reg looks16_en;
    reg looks17_en;
    reg looks18_en;
    reg looks19_en;
    reg looks20_en;
    reg looks21_en;
    reg looks22_en;
    reg looks23_en;
    reg looks24_en;
    reg looks25_en;
    reg looks26_en;
    reg looks27_en;
    reg looks28_en;
    reg looks29_en;
    reg looks30_en;
    reg does0_en;
    reg does1_en;
    reg does2_en;
    reg does3_en;
    reg does4_en;
    reg does5_en;
    reg does6_en;
    reg does7_en;
    reg does8_en;
    reg does9_en;
    reg does10_en;
    reg does11_en;
    reg does12_en;
    reg does13_en;
    reg does14_en;
    reg does15_en;
    reg does16_en;
    reg does17_en;
    reg does18_en;
    reg does19_en;
    reg does20_en;
    reg does21_en;
    reg does22_en;
    reg does23_en;
    reg does24_en;
    reg does25_en;
    reg does26_en;
    reg does27_en;
    reg does28_en;
    reg does29_en;
    reg does30_en;
    reg on0_en;
    reg on1_en;
    reg on2_en;
    reg on3_en;
    reg on4_en;
    reg on5_en;
    reg on6_en;
    reg on7_en;
    reg on8_en;
    reg on9_en;
    reg on10_en;
    reg on11_en;
    reg on12_en;
    reg on13_en;
    reg on14_en;
    reg on15_en;
    reg on16_en;
    reg on17_en;
    reg on18_en;
    reg on19_en;
    reg on20_en;
    reg on21_en;
    reg on22_en;
    reg on23_en;
    reg on24_en;
    reg on25_en;
    reg on26_en;
    reg on27_en;
    reg on28_en;
    reg on29_en;
    reg on30_en;

    // Each pattern gets its condition again in turn: its number, the condition, the copy.
    wire [4:0] entry = wr_index[6:2];
    wire acts = wr_pattern & (&wr_index[1:0]);
    wire [1:0] operation = rule[23:22];
    wire [2:0] counter = rule[26:24];
    always @* begin
        for_whom = 2'd0;
        if ((|operation) & (counter == 3'd0)) for_whom = of_counter0;
        if ((|operation) & (counter == 3'd1)) for_whom = of_counter1;
    end
    always @* begin
        mine = after == 5'd0;
        truth0_en = mine;
        looks0_en = mine;
        does0_en = mine;
        on0_en = mine;
        mine = after == 5'd1;
        truth1_en = mine;
        looks1_en = mine;
        does1_en = mine;
        on1_en = mine;
        mine = after == 5'd2;
        truth2_en = mine;
        looks2_en = mine;
        does2_en = mine;
        on2_en = mine;
        mine = after == 5'd3;
        truth3_en = mine;
        looks3_en = mine;
        does3_en = mine;
        on3_en = mine;
        mine = after == 5'd4;
        truth4_en = mine;
        looks4_en = mine;
        does4_en = mine;
        on4_en = mine;
        mine = after == 5'd5;
        truth5_en = mine;
        looks5_en = mine;
        does5_en = mine;
        on5_en = mine;
        mine = after == 5'd6;
        truth6_en = mine;
        looks6_en = mine;
        does6_en = mine;
        on6_en = mine;
        mine = after == 5'd7;
        truth7_en = mine;
        looks7_en = mine;
        does7_en = mine;
        on7_en = mine;
        mine = after == 5'd8;
        truth8_en = mine;
        looks8_en = mine;
        does8_en = mine;
        on8_en = mine;
        mine = after == 5'd9;
        truth9_en = mine;
        looks9_en = mine;
        does9_en = mine;
        on9_en = mine;
        mine = after == 5'd10;
        truth10_en = mine;
        looks10_en = mine;
        does10_en = mine;
        on10_en = mine;
        mine = after == 5'd11;
        truth11_en = mine;
        looks11_en = mine;
        does11_en = mine;
        on11_en = mine;
        mine = after == 5'd12;
        truth12_en = mine;
        looks12_en = mine;
        does12_en = mine;
        on12_en = mine;
        mine = after == 5'd13;
        truth13_en = mine;
        looks13_en = mine;
        does13_en = mine;
        on13_en = mine;
        mine = after == 5'd14;
        truth14_en = mine;
        looks14_en = mine;
        does14_en = mine;
        on14_en = mine;
        mine = after == 5'd15;
        truth15_en = mine;
        looks15_en = mine;
        does15_en = mine;
        on15_en = mine;
        mine = after == 5'd16;
        truth16_en = mine;
        looks16_en = mine;
        does16_en = mine;
        on16_en = mine;
        mine = after == 5'd17;
        truth17_en = mine;
        looks17_en = mine;
        does17_en = mine;
        on17_en = mine;
        mine = after == 5'd18;
        truth18_en = mine;
        looks18_en = mine;
        does18_en = mine;
        on18_en = mine;
        mine = after == 5'd19;
        truth19_en = mine;
        looks19_en = mine;
        does19_en = mine;
        on19_en = mine;
        mine = after == 5'd20;
        truth20_en = mine;
        looks20_en = mine;
        does20_en = mine;
        on20_en = mine;
        mine = after == 5'd21;
        truth21_en = mine;
        looks21_en = mine;
        does21_en = mine;
        on21_en = mine;
        mine = after == 5'd22;
        truth22_en = mine;
        looks22_en = mine;
        does22_en = mine;
        on22_en = mine;
        mine = after == 5'd23;
        truth23_en = mine;
        looks23_en = mine;
        does23_en = mine;
        on23_en = mine;
        mine = after == 5'd24;
        truth24_en = mine;
        looks24_en = mine;
        does24_en = mine;
        on24_en = mine;
        mine = after == 5'd25;
        truth25_en = mine;
        looks25_en = mine;
        does25_en = mine;
        on25_en = mine;
        mine = after == 5'd26;
        truth26_en = mine;
        looks26_en = mine;
        does26_en = mine;
        on26_en = mine;
        mine = after == 5'd27;
        truth27_en = mine;
        looks27_en = mine;
        does27_en = mine;
        on27_en = mine;
        mine = after == 5'd28;
        truth28_en = mine;
        looks28_en = mine;
        does28_en = mine;
        on28_en = mine;
        mine = after == 5'd29;
        truth29_en = mine;
        looks29_en = mine;
        does29_en = mine;
        on29_en = mine;
        mine = after == 5'd30;
        truth30_en = mine;
        looks30_en = mine;
        does30_en = mine;
        on30_en = mine;
        mine = after == 5'd31;
    end
    always @* begin
        row0 = 4'd0;
        if (looks0[2:0] == 3'd0) begin
            if (flag_zero[0]) row0 = row0 | 4'd1;
            if (flag_over[0]) row0 = row0 | 4'd2;
        end
        if (looks0[5:3] == 3'd0) begin
            if (flag_zero[0]) row0 = row0 | 4'd4;
            if (flag_over[0]) row0 = row0 | 4'd8;
        end
        if (looks0[2:0] == 3'd1) begin
            if (flag_zero[1]) row0 = row0 | 4'd1;
            if (flag_over[1]) row0 = row0 | 4'd2;
        end
        if (looks0[5:3] == 3'd1) begin
            if (flag_zero[1]) row0 = row0 | 4'd4;
            if (flag_over[1]) row0 = row0 | 4'd8;
        end
    end
    always @* begin
        row1 = 4'd0;
        if (looks1[2:0] == 3'd0) begin
            if (flag_zero[0]) row1 = row1 | 4'd1;
            if (flag_over[0]) row1 = row1 | 4'd2;
        end
        if (looks1[5:3] == 3'd0) begin
            if (flag_zero[0]) row1 = row1 | 4'd4;
            if (flag_over[0]) row1 = row1 | 4'd8;
        end
        if (looks1[2:0] == 3'd1) begin
            if (flag_zero[1]) row1 = row1 | 4'd1;
            if (flag_over[1]) row1 = row1 | 4'd2;
        end
        if (looks1[5:3] == 3'd1) begin
            if (flag_zero[1]) row1 = row1 | 4'd4;
            if (flag_over[1]) row1 = row1 | 4'd8;
        end
    end
    always @* begin
        row2 = 4'd0;
        if (looks2[2:0] == 3'd0) begin
            if (flag_zero[0]) row2 = row2 | 4'd1;
            if (flag_over[0]) row2 = row2 | 4'd2;
        end
        if (looks2[5:3] == 3'd0) begin
            if (flag_zero[0]) row2 = row2 | 4'd4;
            if (flag_over[0]) row2 = row2 | 4'd8;
        end
        if (looks2[2:0] == 3'd1) begin
            if (flag_zero[1]) row2 = row2 | 4'd1;
            if (flag_over[1]) row2 = row2 | 4'd2;
        end
        if (looks2[5:3] == 3'd1) begin
            if (flag_zero[1]) row2 = row2 | 4'd4;
            if (flag_over[1]) row2 = row2 | 4'd8;
        end
    end
    always @* begin
        row3 = 4'd0;
        if (looks3[2:0] == 3'd0) begin
            if (flag_zero[0]) row3 = row3 | 4'd1;
            if (flag_over[0]) row3 = row3 | 4'd2;
        end
        if (looks3[5:3] == 3'd0) begin
            if (flag_zero[0]) row3 = row3 | 4'd4;
            if (flag_over[0]) row3 = row3 | 4'd8;
        end
        if (looks3[2:0] == 3'd1) begin
            if (flag_zero[1]) row3 = row3 | 4'd1;
            if (flag_over[1]) row3 = row3 | 4'd2;
        end
        if (looks3[5:3] == 3'd1) begin
            if (flag_zero[1]) row3 = row3 | 4'd4;
            if (flag_over[1]) row3 = row3 | 4'd8;
        end
    end
    always @* begin
        row4 = 4'd0;
        if (looks4[2:0] == 3'd0) begin
            if (flag_zero[0]) row4 = row4 | 4'd1;
            if (flag_over[0]) row4 = row4 | 4'd2;
        end
        if (looks4[5:3] == 3'd0) begin
            if (flag_zero[0]) row4 = row4 | 4'd4;
            if (flag_over[0]) row4 = row4 | 4'd8;
        end
        if (looks4[2:0] == 3'd1) begin
            if (flag_zero[1]) row4 = row4 | 4'd1;
            if (flag_over[1]) row4 = row4 | 4'd2;
        end
        if (looks4[5:3] == 3'd1) begin
            if (flag_zero[1]) row4 = row4 | 4'd4;
            if (flag_over[1]) row4 = row4 | 4'd8;
        end
    end
    always @* begin
        row5 = 4'd0;
        if (looks5[2:0] == 3'd0) begin
            if (flag_zero[0]) row5 = row5 | 4'd1;
            if (flag_over[0]) row5 = row5 | 4'd2;
        end
        if (looks5[5:3] == 3'd0) begin
            if (flag_zero[0]) row5 = row5 | 4'd4;
            if (flag_over[0]) row5 = row5 | 4'd8;
        end
        if (looks5[2:0] == 3'd1) begin
            if (flag_zero[1]) row5 = row5 | 4'd1;
            if (flag_over[1]) row5 = row5 | 4'd2;
        end
        if (looks5[5:3] == 3'd1) begin
            if (flag_zero[1]) row5 = row5 | 4'd4;
            if (flag_over[1]) row5 = row5 | 4'd8;
        end
    end
    always @* begin
        row6 = 4'd0;
        if (looks6[2:0] == 3'd0) begin
            if (flag_zero[0]) row6 = row6 | 4'd1;
            if (flag_over[0]) row6 = row6 | 4'd2;
        end
        if (looks6[5:3] == 3'd0) begin
            if (flag_zero[0]) row6 = row6 | 4'd4;
            if (flag_over[0]) row6 = row6 | 4'd8;
        end
        if (looks6[2:0] == 3'd1) begin
            if (flag_zero[1]) row6 = row6 | 4'd1;
            if (flag_over[1]) row6 = row6 | 4'd2;
        end
        if (looks6[5:3] == 3'd1) begin
            if (flag_zero[1]) row6 = row6 | 4'd4;
            if (flag_over[1]) row6 = row6 | 4'd8;
        end
    end
    always @* begin
        row7 = 4'd0;
        if (looks7[2:0] == 3'd0) begin
            if (flag_zero[0]) row7 = row7 | 4'd1;
            if (flag_over[0]) row7 = row7 | 4'd2;
        end
        if (looks7[5:3] == 3'd0) begin
            if (flag_zero[0]) row7 = row7 | 4'd4;
            if (flag_over[0]) row7 = row7 | 4'd8;
        end
        if (looks7[2:0] == 3'd1) begin
            if (flag_zero[1]) row7 = row7 | 4'd1;
            if (flag_over[1]) row7 = row7 | 4'd2;
        end
        if (looks7[5:3] == 3'd1) begin
            if (flag_zero[1]) row7 = row7 | 4'd4;
            if (flag_over[1]) row7 = row7 | 4'd8;
        end
    end
    always @* begin
        row8 = 4'd0;
        if (looks8[2:0] == 3'd0) begin
            if (flag_zero[0]) row8 = row8 | 4'd1;
            if (flag_over[0]) row8 = row8 | 4'd2;
        end
        if (looks8[5:3] == 3'd0) begin
            if (flag_zero[0]) row8 = row8 | 4'd4;
            if (flag_over[0]) row8 = row8 | 4'd8;
        end
        if (looks8[2:0] == 3'd1) begin
            if (flag_zero[1]) row8 = row8 | 4'd1;
            if (flag_over[1]) row8 = row8 | 4'd2;
        end
        if (looks8[5:3] == 3'd1) begin
            if (flag_zero[1]) row8 = row8 | 4'd4;
            if (flag_over[1]) row8 = row8 | 4'd8;
        end
    end
    always @* begin
        row9 = 4'd0;
        if (looks9[2:0] == 3'd0) begin
            if (flag_zero[0]) row9 = row9 | 4'd1;
            if (flag_over[0]) row9 = row9 | 4'd2;
        end
        if (looks9[5:3] == 3'd0) begin
            if (flag_zero[0]) row9 = row9 | 4'd4;
            if (flag_over[0]) row9 = row9 | 4'd8;
        end
        if (looks9[2:0] == 3'd1) begin
            if (flag_zero[1]) row9 = row9 | 4'd1;
            if (flag_over[1]) row9 = row9 | 4'd2;
        end
        if (looks9[5:3] == 3'd1) begin
            if (flag_zero[1]) row9 = row9 | 4'd4;
            if (flag_over[1]) row9 = row9 | 4'd8;
        end
    end
    always @* begin
        row10 = 4'd0;
        if (looks10[2:0] == 3'd0) begin
            if (flag_zero[0]) row10 = row10 | 4'd1;
            if (flag_over[0]) row10 = row10 | 4'd2;
        end
        if (looks10[5:3] == 3'd0) begin
            if (flag_zero[0]) row10 = row10 | 4'd4;
            if (flag_over[0]) row10 = row10 | 4'd8;
        end
        if (looks10[2:0] == 3'd1) begin
            if (flag_zero[1]) row10 = row10 | 4'd1;
            if (flag_over[1]) row10 = row10 | 4'd2;
        end
        if (looks10[5:3] == 3'd1) begin
            if (flag_zero[1]) row10 = row10 | 4'd4;
            if (flag_over[1]) row10 = row10 | 4'd8;
        end
    end
    always @* begin
        row11 = 4'd0;
        if (looks11[2:0] == 3'd0) begin
            if (flag_zero[0]) row11 = row11 | 4'd1;
            if (flag_over[0]) row11 = row11 | 4'd2;
        end
        if (looks11[5:3] == 3'd0) begin
            if (flag_zero[0]) row11 = row11 | 4'd4;
            if (flag_over[0]) row11 = row11 | 4'd8;
        end
        if (looks11[2:0] == 3'd1) begin
            if (flag_zero[1]) row11 = row11 | 4'd1;
            if (flag_over[1]) row11 = row11 | 4'd2;
        end
        if (looks11[5:3] == 3'd1) begin
            if (flag_zero[1]) row11 = row11 | 4'd4;
            if (flag_over[1]) row11 = row11 | 4'd8;
        end
    end
    always @* begin
        row12 = 4'd0;
        if (looks12[2:0] == 3'd0) begin
            if (flag_zero[0]) row12 = row12 | 4'd1;
            if (flag_over[0]) row12 = row12 | 4'd2;
        end
        if (looks12[5:3] == 3'd0) begin
            if (flag_zero[0]) row12 = row12 | 4'd4;
            if (flag_over[0]) row12 = row12 | 4'd8;
        end
        if (looks12[2:0] == 3'd1) begin
            if (flag_zero[1]) row12 = row12 | 4'd1;
            if (flag_over[1]) row12 = row12 | 4'd2;
        end
        if (looks12[5:3] == 3'd1) begin
            if (flag_zero[1]) row12 = row12 | 4'd4;
            if (flag_over[1]) row12 = row12 | 4'd8;
        end
    end
    always @* begin
        row13 = 4'd0;
        if (looks13[2:0] == 3'd0) begin
            if (flag_zero[0]) row13 = row13 | 4'd1;
            if (flag_over[0]) row13 = row13 | 4'd2;
        end
        if (looks13[5:3] == 3'd0) begin
            if (flag_zero[0]) row13 = row13 | 4'd4;
            if (flag_over[0]) row13 = row13 | 4'd8;
        end
        if (looks13[2:0] == 3'd1) begin
            if (flag_zero[1]) row13 = row13 | 4'd1;
            if (flag_over[1]) row13 = row13 | 4'd2;
        end
        if (looks13[5:3] == 3'd1) begin
            if (flag_zero[1]) row13 = row13 | 4'd4;
            if (flag_over[1]) row13 = row13 | 4'd8;
        end
    end
    always @* begin
        row14 = 4'd0;
        if (looks14[2:0] == 3'd0) begin
            if (flag_zero[0]) row14 = row14 | 4'd1;
            if (flag_over[0]) row14 = row14 | 4'd2;
        end
        if (looks14[5:3] == 3'd0) begin
            if (flag_zero[0]) row14 = row14 | 4'd4;
            if (flag_over[0]) row14 = row14 | 4'd8;
        end
        if (looks14[2:0] == 3'd1) begin
            if (flag_zero[1]) row14 = row14 | 4'd1;
            if (flag_over[1]) row14 = row14 | 4'd2;
        end
        if (looks14[5:3] == 3'd1) begin
            if (flag_zero[1]) row14 = row14 | 4'd4;
            if (flag_over[1]) row14 = row14 | 4'd8;
        end
    end
    always @* begin
        row15 = 4'd0;
        if (looks15[2:0] == 3'd0) begin
            if (flag_zero[0]) row15 = row15 | 4'd1;
            if (flag_over[0]) row15 = row15 | 4'd2;
        end
        if (looks15[5:3] == 3'd0) begin
            if (flag_zero[0]) row15 = row15 | 4'd4;
            if (flag_over[0]) row15 = row15 | 4'd8;
        end
        if (looks15[2:0] == 3'd1) begin
            if (flag_zero[1]) row15 = row15 | 4'd1;
            if (flag_over[1]) row15 = row15 | 4'd2;
        end
        if (looks15[5:3] == 3'd1) begin
            if (flag_zero[1]) row15 = row15 | 4'd4;
            if (flag_over[1]) row15 = row15 | 4'd8;
        end
    end
    always @* begin
        row16 = 4'd0;
        if (looks16[2:0] == 3'd0) begin
            if (flag_zero[0]) row16 = row16 | 4'd1;
            if (flag_over[0]) row16 = row16 | 4'd2;
        end
        if (looks16[5:3] == 3'd0) begin
            if (flag_zero[0]) row16 = row16 | 4'd4;
            if (flag_over[0]) row16 = row16 | 4'd8;
        end
        if (looks16[2:0] == 3'd1) begin
            if (flag_zero[1]) row16 = row16 | 4'd1;
            if (flag_over[1]) row16 = row16 | 4'd2;
        end
        if (looks16[5:3] == 3'd1) begin
            if (flag_zero[1]) row16 = row16 | 4'd4;
            if (flag_over[1]) row16 = row16 | 4'd8;
        end
    end
    always @* begin
        row17 = 4'd0;
        if (looks17[2:0] == 3'd0) begin
            if (flag_zero[0]) row17 = row17 | 4'd1;
            if (flag_over[0]) row17 = row17 | 4'd2;
        end
        if (looks17[5:3] == 3'd0) begin
            if (flag_zero[0]) row17 = row17 | 4'd4;
            if (flag_over[0]) row17 = row17 | 4'd8;
        end
        if (looks17[2:0] == 3'd1) begin
            if (flag_zero[1]) row17 = row17 | 4'd1;
            if (flag_over[1]) row17 = row17 | 4'd2;
        end
        if (looks17[5:3] == 3'd1) begin
            if (flag_zero[1]) row17 = row17 | 4'd4;
            if (flag_over[1]) row17 = row17 | 4'd8;
        end
    end
    always @* begin
        row18 = 4'd0;
        if (looks18[2:0] == 3'd0) begin
            if (flag_zero[0]) row18 = row18 | 4'd1;
            if (flag_over[0]) row18 = row18 | 4'd2;
        end
        if (looks18[5:3] == 3'd0) begin
            if (flag_zero[0]) row18 = row18 | 4'd4;
            if (flag_over[0]) row18 = row18 | 4'd8;
        end
        if (looks18[2:0] == 3'd1) begin
            if (flag_zero[1]) row18 = row18 | 4'd1;
            if (flag_over[1]) row18 = row18 | 4'd2;
        end
        if (looks18[5:3] == 3'd1) begin
            if (flag_zero[1]) row18 = row18 | 4'd4;
            if (flag_over[1]) row18 = row18 | 4'd8;
        end
    end
    always @* begin
        row19 = 4'd0;
        if (looks19[2:0] == 3'd0) begin
            if (flag_zero[0]) row19 = row19 | 4'd1;
            if (flag_over[0]) row19 = row19 | 4'd2;
        end
        if (looks19[5:3] == 3'd0) begin
            if (flag_zero[0]) row19 = row19 | 4'd4;
            if (flag_over[0]) row19 = row19 | 4'd8;
        end
        if (looks19[2:0] == 3'd1) begin
            if (flag_zero[1]) row19 = row19 | 4'd1;
            if (flag_over[1]) row19 = row19 | 4'd2;
        end
        if (looks19[5:3] == 3'd1) begin
            if (flag_zero[1]) row19 = row19 | 4'd4;
            if (flag_over[1]) row19 = row19 | 4'd8;
        end
    end
    always @* begin
        row20 = 4'd0;
        if (looks20[2:0] == 3'd0) begin
            if (flag_zero[0]) row20 = row20 | 4'd1;
            if (flag_over[0]) row20 = row20 | 4'd2;
        end
        if (looks20[5:3] == 3'd0) begin
            if (flag_zero[0]) row20 = row20 | 4'd4;
            if (flag_over[0]) row20 = row20 | 4'd8;
        end
        if (looks20[2:0] == 3'd1) begin
            if (flag_zero[1]) row20 = row20 | 4'd1;
            if (flag_over[1]) row20 = row20 | 4'd2;
        end
        if (looks20[5:3] == 3'd1) begin
            if (flag_zero[1]) row20 = row20 | 4'd4;
            if (flag_over[1]) row20 = row20 | 4'd8;
        end
    end
    always @* begin
        row21 = 4'd0;
        if (looks21[2:0] == 3'd0) begin
            if (flag_zero[0]) row21 = row21 | 4'd1;
            if (flag_over[0]) row21 = row21 | 4'd2;
        end
        if (looks21[5:3] == 3'd0) begin
            if (flag_zero[0]) row21 = row21 | 4'd4;
            if (flag_over[0]) row21 = row21 | 4'd8;
        end
        if (looks21[2:0] == 3'd1) begin
            if (flag_zero[1]) row21 = row21 | 4'd1;
            if (flag_over[1]) row21 = row21 | 4'd2;
        end
        if (looks21[5:3] == 3'd1) begin
            if (flag_zero[1]) row21 = row21 | 4'd4;
            if (flag_over[1]) row21 = row21 | 4'd8;
        end
    end
    always @* begin
        row22 = 4'd0;
        if (looks22[2:0] == 3'd0) begin
            if (flag_zero[0]) row22 = row22 | 4'd1;
            if (flag_over[0]) row22 = row22 | 4'd2;
        end
        if (looks22[5:3] == 3'd0) begin
            if (flag_zero[0]) row22 = row22 | 4'd4;
            if (flag_over[0]) row22 = row22 | 4'd8;
        end
        if (looks22[2:0] == 3'd1) begin
            if (flag_zero[1]) row22 = row22 | 4'd1;
            if (flag_over[1]) row22 = row22 | 4'd2;
        end
        if (looks22[5:3] == 3'd1) begin
            if (flag_zero[1]) row22 = row22 | 4'd4;
            if (flag_over[1]) row22 = row22 | 4'd8;
        end
    end
    always @* begin
        row23 = 4'd0;
        if (looks23[2:0] == 3'd0) begin
            if (flag_zero[0]) row23 = row23 | 4'd1;
            if (flag_over[0]) row23 = row23 | 4'd2;
        end
        if (looks23[5:3] == 3'd0) begin
            if (flag_zero[0]) row23 = row23 | 4'd4;
            if (flag_over[0]) row23 = row23 | 4'd8;
        end
        if (looks23[2:0] == 3'd1) begin
            if (flag_zero[1]) row23 = row23 | 4'd1;
            if (flag_over[1]) row23 = row23 | 4'd2;
        end
        if (looks23[5:3] == 3'd1) begin
            if (flag_zero[1]) row23 = row23 | 4'd4;
            if (flag_over[1]) row23 = row23 | 4'd8;
        end
    end
    always @* begin
        row24 = 4'd0;
        if (looks24[2:0] == 3'd0) begin
            if (flag_zero[0]) row24 = row24 | 4'd1;
            if (flag_over[0]) row24 = row24 | 4'd2;
        end
        if (looks24[5:3] == 3'd0) begin
            if (flag_zero[0]) row24 = row24 | 4'd4;
            if (flag_over[0]) row24 = row24 | 4'd8;
        end
        if (looks24[2:0] == 3'd1) begin
            if (flag_zero[1]) row24 = row24 | 4'd1;
            if (flag_over[1]) row24 = row24 | 4'd2;
        end
        if (looks24[5:3] == 3'd1) begin
            if (flag_zero[1]) row24 = row24 | 4'd4;
            if (flag_over[1]) row24 = row24 | 4'd8;
        end
    end
    always @* begin
        row25 = 4'd0;
        if (looks25[2:0] == 3'd0) begin
            if (flag_zero[0]) row25 = row25 | 4'd1;
            if (flag_over[0]) row25 = row25 | 4'd2;
        end
        if (looks25[5:3] == 3'd0) begin
            if (flag_zero[0]) row25 = row25 | 4'd4;
            if (flag_over[0]) row25 = row25 | 4'd8;
        end
        if (looks25[2:0] == 3'd1) begin
            if (flag_zero[1]) row25 = row25 | 4'd1;
            if (flag_over[1]) row25 = row25 | 4'd2;
        end
        if (looks25[5:3] == 3'd1) begin
            if (flag_zero[1]) row25 = row25 | 4'd4;
            if (flag_over[1]) row25 = row25 | 4'd8;
        end
    end
    always @* begin
        row26 = 4'd0;
        if (looks26[2:0] == 3'd0) begin
            if (flag_zero[0]) row26 = row26 | 4'd1;
            if (flag_over[0]) row26 = row26 | 4'd2;
        end
        if (looks26[5:3] == 3'd0) begin
            if (flag_zero[0]) row26 = row26 | 4'd4;
            if (flag_over[0]) row26 = row26 | 4'd8;
        end
        if (looks26[2:0] == 3'd1) begin
            if (flag_zero[1]) row26 = row26 | 4'd1;
            if (flag_over[1]) row26 = row26 | 4'd2;
        end
        if (looks26[5:3] == 3'd1) begin
            if (flag_zero[1]) row26 = row26 | 4'd4;
            if (flag_over[1]) row26 = row26 | 4'd8;
        end
    end
    always @* begin
        row27 = 4'd0;
        if (looks27[2:0] == 3'd0) begin
            if (flag_zero[0]) row27 = row27 | 4'd1;
            if (flag_over[0]) row27 = row27 | 4'd2;
        end
        if (looks27[5:3] == 3'd0) begin
            if (flag_zero[0]) row27 = row27 | 4'd4;
            if (flag_over[0]) row27 = row27 | 4'd8;
        end
        if (looks27[2:0] == 3'd1) begin
            if (flag_zero[1]) row27 = row27 | 4'd1;
            if (flag_over[1]) row27 = row27 | 4'd2;
        end
        if (looks27[5:3] == 3'd1) begin
            if (flag_zero[1]) row27 = row27 | 4'd4;
            if (flag_over[1]) row27 = row27 | 4'd8;
        end
    end
    always @* begin
        row28 = 4'd0;
        if (looks28[2:0] == 3'd0) begin
            if (flag_zero[0]) row28 = row28 | 4'd1;
            if (flag_over[0]) row28 = row28 | 4'd2;
        end
        if (looks28[5:3] == 3'd0) begin
            if (flag_zero[0]) row28 = row28 | 4'd4;
            if (flag_over[0]) row28 = row28 | 4'd8;
        end
        if (looks28[2:0] == 3'd1) begin
            if (flag_zero[1]) row28 = row28 | 4'd1;
            if (flag_over[1]) row28 = row28 | 4'd2;
        end
        if (looks28[5:3] == 3'd1) begin
            if (flag_zero[1]) row28 = row28 | 4'd4;
            if (flag_over[1]) row28 = row28 | 4'd8;
        end
    end
    always @* begin
        row29 = 4'd0;
        if (looks29[2:0] == 3'd0) begin
            if (flag_zero[0]) row29 = row29 | 4'd1;
            if (flag_over[0]) row29 = row29 | 4'd2;
        end
        if (looks29[5:3] == 3'd0) begin
            if (flag_zero[0]) row29 = row29 | 4'd4;
            if (flag_over[0]) row29 = row29 | 4'd8;
        end
        if (looks29[2:0] == 3'd1) begin
            if (flag_zero[1]) row29 = row29 | 4'd1;
            if (flag_over[1]) row29 = row29 | 4'd2;
        end
        if (looks29[5:3] == 3'd1) begin
            if (flag_zero[1]) row29 = row29 | 4'd4;
            if (flag_over[1]) row29 = row29 | 4'd8;
        end
    end
    always @* begin
        row30 = 4'd0;
        if (looks30[2:0] == 3'd0) begin
            if (flag_zero[0]) row30 = row30 | 4'd1;
            if (flag_over[0]) row30 = row30 | 4'd2;
        end
        if (looks30[5:3] == 3'd0) begin
            if (flag_zero[0]) row30 = row30 | 4'd4;
            if (flag_over[0]) row30 = row30 | 4'd8;
        end
        if (looks30[2:0] == 3'd1) begin
            if (flag_zero[1]) row30 = row30 | 4'd1;
            if (flag_over[1]) row30 = row30 | 4'd2;
        end
        if (looks30[5:3] == 3'd1) begin
            if (flag_zero[1]) row30 = row30 | 4'd4;
            if (flag_over[1]) row30 = row30 | 4'd8;
        end
    end
    always @* begin
        row31 = 4'd0;
        if (looks31[2:0] == 3'd0) begin
            if (flag_zero[0]) row31 = row31 | 4'd1;
            if (flag_over[0]) row31 = row31 | 4'd2;
        end
        if (looks31[5:3] == 3'd0) begin
            if (flag_zero[0]) row31 = row31 | 4'd4;
            if (flag_over[0]) row31 = row31 | 4'd8;
        end
        if (looks31[2:0] == 3'd1) begin
            if (flag_zero[1]) row31 = row31 | 4'd1;
            if (flag_over[1]) row31 = row31 | 4'd2;
        end
        if (looks31[5:3] == 3'd1) begin
            if (flag_zero[1]) row31 = row31 | 4'd4;
            if (flag_over[1]) row31 = row31 | 4'd8;
        end
    end
    always @* begin
        // Which conditions hold: a row of flags, a cycle later the bit of its table.
        held = 32'd0;
        if (truth0[line0]) held = held | bit0;
        if (truth1[line1]) held = held | bit1;
        if (truth2[line2]) held = held | bit2;
        if (truth3[line3]) held = held | bit3;
        if (truth4[line4]) held = held | bit4;
        if (truth5[line5]) held = held | bit5;
        if (truth6[line6]) held = held | bit6;
        if (truth7[line7]) held = held | bit7;
        if (truth8[line8]) held = held | bit8;
        if (truth9[line9]) held = held | bit9;
        if (truth10[line10]) held = held | bit10;
        if (truth11[line11]) held = held | bit11;
        if (truth12[line12]) held = held | bit12;
        if (truth13[line13]) held = held | bit13;
        if (truth14[line14]) held = held | bit14;
        if (truth15[line15]) held = held | bit15;
        if (truth16[line16]) held = held | bit16;
        if (truth17[line17]) held = held | bit17;
        if (truth18[line18]) held = held | bit18;
        if (truth19[line19]) held = held | bit19;
        if (truth20[line20]) held = held | bit20;
        if (truth21[line21]) held = held | bit21;
        if (truth22[line22]) held = held | bit22;
        if (truth23[line23]) held = held | bit23;
        if (truth24[line24]) held = held | bit24;
        if (truth25[line25]) held = held | bit25;
        if (truth26[line26]) held = held | bit26;
        if (truth27[line27]) held = held | bit27;
        if (truth28[line28]) held = held | bit28;
        if (truth29[line29]) held = held | bit29;
        if (truth30[line30]) held = held | bit30;
        if (truth31[line31]) held = held | bit31;
    end
    always @* begin
        // Patterns whose condition holds, and those of them that end the search.
        nulls = 32'd0;
        if (null0) nulls = nulls | bit0;
        if (null1) nulls = nulls | bit1;
        if (null2) nulls = nulls | bit2;
        if (null3) nulls = nulls | bit3;
        if (null4) nulls = nulls | bit4;
        if (null5) nulls = nulls | bit5;
        if (null6) nulls = nulls | bit6;
        if (null7) nulls = nulls | bit7;
        if (null8) nulls = nulls | bit8;
        if (null9) nulls = nulls | bit9;
        if (null10) nulls = nulls | bit10;
        if (null11) nulls = nulls | bit11;
        if (null12) nulls = nulls | bit12;
        if (null13) nulls = nulls | bit13;
        if (null14) nulls = nulls | bit14;
        if (null15) nulls = nulls | bit15;
        if (null16) nulls = nulls | bit16;
        if (null17) nulls = nulls | bit17;
        if (null18) nulls = nulls | bit18;
        if (null19) nulls = nulls | bit19;
        if (null20) nulls = nulls | bit20;
        if (null21) nulls = nulls | bit21;
        if (null22) nulls = nulls | bit22;
        if (null23) nulls = nulls | bit23;
        if (null24) nulls = nulls | bit24;
        if (null25) nulls = nulls | bit25;
        if (null26) nulls = nulls | bit26;
        if (null27) nulls = nulls | bit27;
        if (null28) nulls = nulls | bit28;
        if (null29) nulls = nulls | bit29;
        if (null30) nulls = nulls | bit30;
        if (null31) nulls = nulls | bit31;
    end
    always @* begin
        // Micro-operations: each counter has that of the first pattern with one for it, unless
        // the first with a replacement comes before. The first of each four neighbours.
        found0 = 7'd0;
        if (ends[0]) found0 = stop;
        if (matched[0] & on0[0]) found0 = stop | {1'd0, does0};
    end
    always @* begin
        found1 = 7'd0;
        if (ends[1]) found1 = stop;
        if (matched[1] & on1[0]) found1 = stop | {1'd0, does1};
    end
    always @* begin
        found2 = 7'd0;
        if (ends[2]) found2 = stop;
        if (matched[2] & on2[0]) found2 = stop | {1'd0, does2};
    end
    always @* begin
        found3 = 7'd0;
        if (ends[3]) found3 = stop;
        if (matched[3] & on3[0]) found3 = stop | {1'd0, does3};
    end
    always @* begin
        found4 = 7'd0;
        if (ends[4]) found4 = stop;
        if (matched[4] & on4[0]) found4 = stop | {1'd0, does4};
    end
    always @* begin
        found5 = 7'd0;
        if (ends[5]) found5 = stop;
        if (matched[5] & on5[0]) found5 = stop | {1'd0, does5};
    end
    always @* begin
        found6 = 7'd0;
        if (ends[6]) found6 = stop;
        if (matched[6] & on6[0]) found6 = stop | {1'd0, does6};
    end
    always @* begin
        found7 = 7'd0;
        if (ends[7]) found7 = stop;
        if (matched[7] & on7[0]) found7 = stop | {1'd0, does7};
    end
    always @* begin
        found8 = 7'd0;
        if (ends[8]) found8 = stop;
        if (matched[8] & on8[0]) found8 = stop | {1'd0, does8};
    end
    always @* begin
        found9 = 7'd0;
        if (ends[9]) found9 = stop;
        if (matched[9] & on9[0]) found9 = stop | {1'd0, does9};
    end
    always @* begin
        found10 = 7'd0;
        if (ends[10]) found10 = stop;
        if (matched[10] & on10[0]) found10 = stop | {1'd0, does10};
    end
    always @* begin
        found11 = 7'd0;
        if (ends[11]) found11 = stop;
        if (matched[11] & on11[0]) found11 = stop | {1'd0, does11};
    end
    always @* begin
        found12 = 7'd0;
        if (ends[12]) found12 = stop;
        if (matched[12] & on12[0]) found12 = stop | {1'd0, does12};
    end
    always @* begin
        found13 = 7'd0;
        if (ends[13]) found13 = stop;
        if (matched[13] & on13[0]) found13 = stop | {1'd0, does13};
    end
    always @* begin
        found14 = 7'd0;
        if (ends[14]) found14 = stop;
        if (matched[14] & on14[0]) found14 = stop | {1'd0, does14};
    end
    always @* begin
        found15 = 7'd0;
        if (ends[15]) found15 = stop;
        if (matched[15] & on15[0]) found15 = stop | {1'd0, does15};
    end
    always @* begin
        found16 = 7'd0;
        if (ends[16]) found16 = stop;
        if (matched[16] & on16[0]) found16 = stop | {1'd0, does16};
    end
    always @* begin
        found17 = 7'd0;
        if (ends[17]) found17 = stop;
        if (matched[17] & on17[0]) found17 = stop | {1'd0, does17};
    end
    always @* begin
        found18 = 7'd0;
        if (ends[18]) found18 = stop;
        if (matched[18] & on18[0]) found18 = stop | {1'd0, does18};
    end
    always @* begin
        found19 = 7'd0;
        if (ends[19]) found19 = stop;
        if (matched[19] & on19[0]) found19 = stop | {1'd0, does19};
    end
    always @* begin
        found20 = 7'd0;
        if (ends[20]) found20 = stop;
        if (matched[20] & on20[0]) found20 = stop | {1'd0, does20};
    end
    always @* begin
        found21 = 7'd0;
        if (ends[21]) found21 = stop;
        if (matched[21] & on21[0]) found21 = stop | {1'd0, does21};
    end
    always @* begin
        found22 = 7'd0;
        if (ends[22]) found22 = stop;
        if (matched[22] & on22[0]) found22 = stop | {1'd0, does22};
    end
    always @* begin
        found23 = 7'd0;
        if (ends[23]) found23 = stop;
        if (matched[23] & on23[0]) found23 = stop | {1'd0, does23};
    end
    always @* begin
        found24 = 7'd0;
        if (ends[24]) found24 = stop;
        if (matched[24] & on24[0]) found24 = stop | {1'd0, does24};
    end
    always @* begin
        found25 = 7'd0;
        if (ends[25]) found25 = stop;
        if (matched[25] & on25[0]) found25 = stop | {1'd0, does25};
    end
    always @* begin
        found26 = 7'd0;
        if (ends[26]) found26 = stop;
        if (matched[26] & on26[0]) found26 = stop | {1'd0, does26};
    end
    always @* begin
        found27 = 7'd0;
        if (ends[27]) found27 = stop;
        if (matched[27] & on27[0]) found27 = stop | {1'd0, does27};
    end
    always @* begin
        found28 = 7'd0;
        if (ends[28]) found28 = stop;
        if (matched[28] & on28[0]) found28 = stop | {1'd0, does28};
    end
    always @* begin
        found29 = 7'd0;
        if (ends[29]) found29 = stop;
        if (matched[29] & on29[0]) found29 = stop | {1'd0, does29};
    end
    always @* begin
        found30 = 7'd0;
        if (ends[30]) found30 = stop;
        if (matched[30] & on30[0]) found30 = stop | {1'd0, does30};
    end
    always @* begin
        found31 = 7'd0;
        if (ends[31]) found31 = stop;
        if (matched[31] & on31[0]) found31 = stop | {1'd0, does31};
    end
    wire [6:0] near0 = found0[6] ? found0 : found1;
    wire [6:0] near1 = found2[6] ? found2 : found3;
    wire [6:0] near2 = found4[6] ? found4 : found5;
    wire [6:0] near3 = found6[6] ? found6 : found7;
    wire [6:0] near4 = found8[6] ? found8 : found9;
    wire [6:0] near5 = found10[6] ? found10 : found11;
    wire [6:0] near6 = found12[6] ? found12 : found13;
    wire [6:0] near7 = found14[6] ? found14 : found15;
    wire [6:0] near8 = found16[6] ? found16 : found17;
    wire [6:0] near9 = found18[6] ? found18 : found19;
    wire [6:0] near10 = found20[6] ? found20 : found21;
    wire [6:0] near11 = found22[6] ? found22 : found23;
    wire [6:0] near12 = found24[6] ? found24 : found25;
    wire [6:0] near13 = found26[6] ? found26 : found27;
    wire [6:0] near14 = found28[6] ? found28 : found29;
    wire [6:0] near15 = found30[6] ? found30 : found31;
    always @* begin
        found32 = 7'd0;
        if (ends[0]) found32 = stop;
        if (matched[0] & on0[1]) found32 = stop | {1'd0, does0};
    end
    always @* begin
        found33 = 7'd0;
        if (ends[1]) found33 = stop;
        if (matched[1] & on1[1]) found33 = stop | {1'd0, does1};
    end
    always @* begin
        found34 = 7'd0;
        if (ends[2]) found34 = stop;
        if (matched[2] & on2[1]) found34 = stop | {1'd0, does2};
    end
    always @* begin
        found35 = 7'd0;
        if (ends[3]) found35 = stop;
        if (matched[3] & on3[1]) found35 = stop | {1'd0, does3};
    end
    always @* begin
        found36 = 7'd0;
        if (ends[4]) found36 = stop;
        if (matched[4] & on4[1]) found36 = stop | {1'd0, does4};
    end
    always @* begin
        found37 = 7'd0;
        if (ends[5]) found37 = stop;
        if (matched[5] & on5[1]) found37 = stop | {1'd0, does5};
    end
    always @* begin
        found38 = 7'd0;
        if (ends[6]) found38 = stop;
        if (matched[6] & on6[1]) found38 = stop | {1'd0, does6};
    end
    always @* begin
        found39 = 7'd0;
        if (ends[7]) found39 = stop;
        if (matched[7] & on7[1]) found39 = stop | {1'd0, does7};
    end
    always @* begin
        found40 = 7'd0;
        if (ends[8]) found40 = stop;
        if (matched[8] & on8[1]) found40 = stop | {1'd0, does8};
    end
    always @* begin
        found41 = 7'd0;
        if (ends[9]) found41 = stop;
        if (matched[9] & on9[1]) found41 = stop | {1'd0, does9};
    end
    always @* begin
        found42 = 7'd0;
        if (ends[10]) found42 = stop;
        if (matched[10] & on10[1]) found42 = stop | {1'd0, does10};
    end
    always @* begin
        found43 = 7'd0;
        if (ends[11]) found43 = stop;
        if (matched[11] & on11[1]) found43 = stop | {1'd0, does11};
    end
    always @* begin
        found44 = 7'd0;
        if (ends[12]) found44 = stop;
        if (matched[12] & on12[1]) found44 = stop | {1'd0, does12};
    end
    always @* begin
        found45 = 7'd0;
        if (ends[13]) found45 = stop;
        if (matched[13] & on13[1]) found45 = stop | {1'd0, does13};
    end
    always @* begin
        found46 = 7'd0;
        if (ends[14]) found46 = stop;
        if (matched[14] & on14[1]) found46 = stop | {1'd0, does14};
    end
    always @* begin
        found47 = 7'd0;
        if (ends[15]) found47 = stop;
        if (matched[15] & on15[1]) found47 = stop | {1'd0, does15};
    end
    always @* begin
        found48 = 7'd0;
        if (ends[16]) found48 = stop;
        if (matched[16] & on16[1]) found48 = stop | {1'd0, does16};
    end
    always @* begin
        found49 = 7'd0;
        if (ends[17]) found49 = stop;
        if (matched[17] & on17[1]) found49 = stop | {1'd0, does17};
    end
    always @* begin
        found50 = 7'd0;
        if (ends[18]) found50 = stop;
        if (matched[18] & on18[1]) found50 = stop | {1'd0, does18};
    end
    always @* begin
        found51 = 7'd0;
        if (ends[19]) found51 = stop;
        if (matched[19] & on19[1]) found51 = stop | {1'd0, does19};
    end
    always @* begin
        found52 = 7'd0;
        if (ends[20]) found52 = stop;
        if (matched[20] & on20[1]) found52 = stop | {1'd0, does20};
    end
    always @* begin
        found53 = 7'd0;
        if (ends[21]) found53 = stop;
        if (matched[21] & on21[1]) found53 = stop | {1'd0, does21};
    end
    always @* begin
        found54 = 7'd0;
        if (ends[22]) found54 = stop;
        if (matched[22] & on22[1]) found54 = stop | {1'd0, does22};
    end
    always @* begin
        found55 = 7'd0;
        if (ends[23]) found55 = stop;
        if (matched[23] & on23[1]) found55 = stop | {1'd0, does23};
    end
    always @* begin
        found56 = 7'd0;
        if (ends[24]) found56 = stop;
        if (matched[24] & on24[1]) found56 = stop | {1'd0, does24};
    end
    always @* begin
        found57 = 7'd0;
        if (ends[25]) found57 = stop;
        if (matched[25] & on25[1]) found57 = stop | {1'd0, does25};
    end
    always @* begin
        found58 = 7'd0;
        if (ends[26]) found58 = stop;
        if (matched[26] & on26[1]) found58 = stop | {1'd0, does26};
    end
    always @* begin
        found59 = 7'd0;
        if (ends[27]) found59 = stop;
        if (matched[27] & on27[1]) found59 = stop | {1'd0, does27};
    end
    always @* begin
        found60 = 7'd0;
        if (ends[28]) found60 = stop;
        if (matched[28] & on28[1]) found60 = stop | {1'd0, does28};
    end
    always @* begin
        found61 = 7'd0;
        if (ends[29]) found61 = stop;
        if (matched[29] & on29[1]) found61 = stop | {1'd0, does29};
    end
    always @* begin
        found62 = 7'd0;
        if (ends[30]) found62 = stop;
        if (matched[30] & on30[1]) found62 = stop | {1'd0, does30};
    end
    always @* begin
        found63 = 7'd0;
        if (ends[31]) found63 = stop;
        if (matched[31] & on31[1]) found63 = stop | {1'd0, does31};
    end
    wire [6:0] near16 = found32[6] ? found32 : found33;
    wire [6:0] near17 = found34[6] ? found34 : found35;
    wire [6:0] near18 = found36[6] ? found36 : found37;
    wire [6:0] near19 = found38[6] ? found38 : found39;
    wire [6:0] near20 = found40[6] ? found40 : found41;
    wire [6:0] near21 = found42[6] ? found42 : found43;
    wire [6:0] near22 = found44[6] ? found44 : found45;
    wire [6:0] near23 = found46[6] ? found46 : found47;
    wire [6:0] near24 = found48[6] ? found48 : found49;
    wire [6:0] near25 = found50[6] ? found50 : found51;
    wire [6:0] near26 = found52[6] ? found52 : found53;
    wire [6:0] near27 = found54[6] ? found54 : found55;
    wire [6:0] near28 = found56[6] ? found56 : found57;
    wire [6:0] near29 = found58[6] ? found58 : found59;
    wire [6:0] near30 = found60[6] ? found60 : found61;
    wire [6:0] near31 = found62[6] ? found62 : found63;
    wire [5:0] close0 = ends[0] ? (wins | 6'd0) : 6'd0;
    wire [5:0] close1 = ends[1] ? (wins | 6'd1) : 6'd0;
    wire [5:0] close2 = ends[2] ? (wins | 6'd2) : 6'd0;
    wire [5:0] close3 = ends[3] ? (wins | 6'd3) : 6'd0;
    wire [5:0] close4 = ends[4] ? (wins | 6'd4) : 6'd0;
    wire [5:0] close5 = ends[5] ? (wins | 6'd5) : 6'd0;
    wire [5:0] close6 = ends[6] ? (wins | 6'd6) : 6'd0;
    wire [5:0] close7 = ends[7] ? (wins | 6'd7) : 6'd0;
    wire [5:0] close8 = ends[8] ? (wins | 6'd8) : 6'd0;
    wire [5:0] close9 = ends[9] ? (wins | 6'd9) : 6'd0;
    wire [5:0] close10 = ends[10] ? (wins | 6'd10) : 6'd0;
    wire [5:0] close11 = ends[11] ? (wins | 6'd11) : 6'd0;
    wire [5:0] close12 = ends[12] ? (wins | 6'd12) : 6'd0;
    wire [5:0] close13 = ends[13] ? (wins | 6'd13) : 6'd0;
    wire [5:0] close14 = ends[14] ? (wins | 6'd14) : 6'd0;
    wire [5:0] close15 = ends[15] ? (wins | 6'd15) : 6'd0;
    wire [5:0] close16 = ends[16] ? (wins | 6'd16) : 6'd0;
    wire [5:0] close17 = ends[17] ? (wins | 6'd17) : 6'd0;
    wire [5:0] close18 = ends[18] ? (wins | 6'd18) : 6'd0;
    wire [5:0] close19 = ends[19] ? (wins | 6'd19) : 6'd0;
    wire [5:0] close20 = ends[20] ? (wins | 6'd20) : 6'd0;
    wire [5:0] close21 = ends[21] ? (wins | 6'd21) : 6'd0;
    wire [5:0] close22 = ends[22] ? (wins | 6'd22) : 6'd0;
    wire [5:0] close23 = ends[23] ? (wins | 6'd23) : 6'd0;
    wire [5:0] close24 = ends[24] ? (wins | 6'd24) : 6'd0;
    wire [5:0] close25 = ends[25] ? (wins | 6'd25) : 6'd0;
    wire [5:0] close26 = ends[26] ? (wins | 6'd26) : 6'd0;
    wire [5:0] close27 = ends[27] ? (wins | 6'd27) : 6'd0;
    wire [5:0] close28 = ends[28] ? (wins | 6'd28) : 6'd0;
    wire [5:0] close29 = ends[29] ? (wins | 6'd29) : 6'd0;
    wire [5:0] close30 = ends[30] ? (wins | 6'd30) : 6'd0;
    wire [5:0] close31 = ends[31] ? (wins | 6'd31) : 6'd0;
    wire [5:0] closer0 = close0[5] ? close0 : close1;
    wire [5:0] closer1 = close2[5] ? close2 : close3;
    wire [5:0] closer2 = close4[5] ? close4 : close5;
    wire [5:0] closer3 = close6[5] ? close6 : close7;
    wire [5:0] closer4 = close8[5] ? close8 : close9;
    wire [5:0] closer5 = close10[5] ? close10 : close11;
    wire [5:0] closer6 = close12[5] ? close12 : close13;
    wire [5:0] closer7 = close14[5] ? close14 : close15;
    wire [5:0] closer8 = close16[5] ? close16 : close17;
    wire [5:0] closer9 = close18[5] ? close18 : close19;
    wire [5:0] closer10 = close20[5] ? close20 : close21;
    wire [5:0] closer11 = close22[5] ? close22 : close23;
    wire [5:0] closer12 = close24[5] ? close24 : close25;
    wire [5:0] closer13 = close26[5] ? close26 : close27;
    wire [5:0] closer14 = close28[5] ? close28 : close29;
    wire [5:0] closer15 = close30[5] ? close30 : close31;
    wire [6:0] pair0 = four0[6] ? four0 : four1;
    wire [6:0] pair1 = four2[6] ? four2 : four3;
    wire [6:0] pair2 = four4[6] ? four4 : four5;
    wire [6:0] pair3 = four6[6] ? four6 : four7;
    wire [6:0] half0 = pair0[6] ? pair0 : pair1;
    wire [6:0] half1 = pair2[6] ? pair2 : pair3;
    wire [6:0] pair4 = four8[6] ? four8 : four9;
    wire [6:0] pair5 = four10[6] ? four10 : four11;
    wire [6:0] pair6 = four12[6] ? four12 : four13;
    wire [6:0] pair7 = four14[6] ? four14 : four15;
    wire [6:0] half2 = pair4[6] ? pair4 : pair5;
    wire [6:0] half3 = pair6[6] ? pair6 : pair7;
    always @* begin
        // And of all of them.
        codes = 4'd0;
        sources = 8'd0;
        at = 6'd0;
        codes = codes | ({2'd0, first0[5:4]} << ({26'd0, at} << 1));
        sources = sources | ({4'd0, first0[3:0]} << ({26'd0, at} << 2));
        at = at + 6'd1;
        codes = codes | ({2'd0, first1[5:4]} << ({26'd0, at} << 1));
        sources = sources | ({4'd0, first1[3:0]} << ({26'd0, at} << 2));
        at = at + 6'd1;
    end
    wire [5:0] two0 = won0[5] ? won0 : won1;
    wire [5:0] two1 = won2[5] ? won2 : won3;
    wire [5:0] two2 = won4[5] ? won4 : won5;
    wire [5:0] two3 = won6[5] ? won6 : won7;
    wire [5:0] one0 = two0[5] ? two0 : two1;
    wire [5:0] one1 = two2[5] ? two2 : two3;
    assign op_code = codes;
    assign op_source = sources;
    assign made_valid = valid3;
    assign made_hit = hit3;
    assign made_old = old3;
    assign made_there = winner[5];
    assign made_number = winner[4:0];
    assign word = begins;

    treetap_hps_ecp5_pipelined_lut_ram #(.WIDTH(31), .ADDR(4)) u_table (
        .clk(clk),
        .ra(named),
        .rd(table_rd),
        .we(wr_condition),
        .wa(wr_index[3:0]),
        .wd(wr_data[30:0])
    );

    treetap_hps_ecp5_pipelined_lut_ram #(.WIDTH(4), .ADDR(5)) u_link (
        .clk(clk),
        .ra(turn),
        .rd(link_rd),
        .we(acts),
        .wa(entry),
        .wd(wr_data[15:12])
    );

    treetap_hps_ecp5_pipelined_lut_ram #(.WIDTH(11), .ADDR(5)) u_words (
        .clk(clk),
        .ra(winner[4:0]),
        .rd(words_rd),
        .we(acts),
        .wa(entry),
        .wd(wr_data[10:0])
    );

    always @(posedge clk) begin
        turn <= turn + 5'd1;
        if (turn == last) turn <= 5'd0;
        named <= link_rd;
        then <= turn;
        after <= then;
        rule <= table_rd;
        line0 <= row0;
        line1 <= row1;
        line2 <= row2;
        line3 <= row3;
        line4 <= row4;
        line5 <= row5;
        line6 <= row6;
        line7 <= row7;
        line8 <= row8;
        line9 <= row9;
        line10 <= row10;
        line11 <= row11;
        line12 <= row12;
        line13 <= row13;
        line14 <= row14;
        line15 <= row15;
        line16 <= row16;
        line17 <= row17;
        line18 <= row18;
        line19 <= row19;
        line20 <= row20;
        line21 <= row21;
        line22 <= row22;
        line23 <= row23;
        line24 <= row24;
        line25 <= row25;
        line26 <= row26;
        line27 <= row27;
        line28 <= row28;
        line29 <= row29;
        line30 <= row30;
        line31 <= row31;
        holds <= held;
        before_ <= changed;
        matched <= turn_hit & holds;
        ends <= turn_hit & holds & ~nulls;
        hit1 <= |turn_hit;
        old1 <= changed | before_;
        valid1 <= turn_valid & ~again;
        four0 <= near1;
        if (near0[6]) four0 <= near0;
        four1 <= near3;
        if (near2[6]) four1 <= near2;
        four2 <= near5;
        if (near4[6]) four2 <= near4;
        four3 <= near7;
        if (near6[6]) four3 <= near6;
        four4 <= near9;
        if (near8[6]) four4 <= near8;
        four5 <= near11;
        if (near10[6]) four5 <= near10;
        four6 <= near13;
        if (near12[6]) four6 <= near12;
        four7 <= near15;
        if (near14[6]) four7 <= near14;
        four8 <= near17;
        if (near16[6]) four8 <= near16;
        four9 <= near19;
        if (near18[6]) four9 <= near18;
        four10 <= near21;
        if (near20[6]) four10 <= near20;
        four11 <= near23;
        if (near22[6]) four11 <= near22;
        four12 <= near25;
        if (near24[6]) four12 <= near24;
        four13 <= near27;
        if (near26[6]) four13 <= near26;
        four14 <= near29;
        if (near28[6]) four14 <= near28;
        four15 <= near31;
        if (near30[6]) four15 <= near30;
        won0 <= closer1;
        if (closer0[5]) won0 <= closer0;
        won1 <= closer3;
        if (closer2[5]) won1 <= closer2;
        won2 <= closer5;
        if (closer4[5]) won2 <= closer4;
        won3 <= closer7;
        if (closer6[5]) won3 <= closer6;
        won4 <= closer9;
        if (closer8[5]) won4 <= closer8;
        won5 <= closer11;
        if (closer10[5]) won5 <= closer10;
        won6 <= closer13;
        if (closer12[5]) won6 <= closer12;
        won7 <= closer15;
        if (closer14[5]) won7 <= closer14;
        hit2 <= hit1;
        old2 <= old1 | changed;
        valid2 <= valid1 & ~again;
        first0 <= half1;
        if (half0[6]) first0 <= half0;
        first1 <= half3;
        if (half2[6]) first1 <= half2;
        winner <= one1;
        if (one0[5]) winner <= one0;
        hit3 <= hit2;
        old3 <= old2 | changed;
        valid3 <= valid2 & ~again;
        begins <= words_rd;
        if (rst) begin
            turn <= 5'd0;
            valid1 <= 1'b0;
            valid2 <= 1'b0;
            valid3 <= 1'b0;
        end
        if (truth0_en) truth0 <= rule[15:0];
        if (truth1_en) truth1 <= rule[15:0];
        if (truth2_en) truth2 <= rule[15:0];
        if (truth3_en) truth3 <= rule[15:0];
        if (truth4_en) truth4 <= rule[15:0];
        if (truth5_en) truth5 <= rule[15:0];
        if (truth6_en) truth6 <= rule[15:0];
        if (truth7_en) truth7 <= rule[15:0];
        if (truth8_en) truth8 <= rule[15:0];
        if (truth9_en) truth9 <= rule[15:0];
        if (truth10_en) truth10 <= rule[15:0];
        if (truth11_en) truth11 <= rule[15:0];
        if (truth12_en) truth12 <= rule[15:0];
        if (truth13_en) truth13 <= rule[15:0];
        if (truth14_en) truth14 <= rule[15:0];
        if (truth15_en) truth15 <= rule[15:0];
        if (truth16_en) truth16 <= rule[15:0];
        if (truth17_en) truth17 <= rule[15:0];
        if (truth18_en) truth18 <= rule[15:0];
        if (truth19_en) truth19 <= rule[15:0];
        if (truth20_en) truth20 <= rule[15:0];
        if (truth21_en) truth21 <= rule[15:0];
        if (truth22_en) truth22 <= rule[15:0];
        if (truth23_en) truth23 <= rule[15:0];
        if (truth24_en) truth24 <= rule[15:0];
        if (truth25_en) truth25 <= rule[15:0];
        if (truth26_en) truth26 <= rule[15:0];
        if (truth27_en) truth27 <= rule[15:0];
        if (truth28_en) truth28 <= rule[15:0];
        if (truth29_en) truth29 <= rule[15:0];
        if (truth30_en) truth30 <= rule[15:0];
        if (mine) truth31 <= rule[15:0];
        if (looks0_en) looks0 <= rule[21:16];
        if (looks1_en) looks1 <= rule[21:16];
        if (looks2_en) looks2 <= rule[21:16];
        if (looks3_en) looks3 <= rule[21:16];
        if (looks4_en) looks4 <= rule[21:16];
        if (looks5_en) looks5 <= rule[21:16];
        if (looks6_en) looks6 <= rule[21:16];
        if (looks7_en) looks7 <= rule[21:16];
        if (looks8_en) looks8 <= rule[21:16];
        if (looks9_en) looks9 <= rule[21:16];
        if (looks10_en) looks10 <= rule[21:16];
        if (looks11_en) looks11 <= rule[21:16];
        if (looks12_en) looks12 <= rule[21:16];
        if (looks13_en) looks13 <= rule[21:16];
        if (looks14_en) looks14 <= rule[21:16];
        if (looks15_en) looks15 <= rule[21:16];
        if (looks16_en) looks16 <= rule[21:16];
        if (looks17_en) looks17 <= rule[21:16];
        if (looks18_en) looks18 <= rule[21:16];
        if (looks19_en) looks19 <= rule[21:16];
        if (looks20_en) looks20 <= rule[21:16];
        if (looks21_en) looks21 <= rule[21:16];
        if (looks22_en) looks22 <= rule[21:16];
        if (looks23_en) looks23 <= rule[21:16];
        if (looks24_en) looks24 <= rule[21:16];
        if (looks25_en) looks25 <= rule[21:16];
        if (looks26_en) looks26 <= rule[21:16];
        if (looks27_en) looks27 <= rule[21:16];
        if (looks28_en) looks28 <= rule[21:16];
        if (looks29_en) looks29 <= rule[21:16];
        if (looks30_en) looks30 <= rule[21:16];
        if (mine) looks31 <= rule[21:16];
        if (does0_en) does0 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does1_en) does1 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does2_en) does2 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does3_en) does3 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does4_en) does4 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does5_en) does5 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does6_en) does6 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does7_en) does7 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does8_en) does8 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does9_en) does9 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does10_en) does10 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does11_en) does11 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does12_en) does12 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does13_en) does13 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does14_en) does14 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does15_en) does15 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does16_en) does16 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does17_en) does17 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does18_en) does18 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does19_en) does19 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does20_en) does20 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does21_en) does21 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does22_en) does22 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does23_en) does23 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does24_en) does24 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does25_en) does25 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does26_en) does26 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does27_en) does27 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does28_en) does28 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does29_en) does29 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (does30_en) does30 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (mine) does31 <= ({4'd0, operation} << 4) | {2'd0, rule[30:27]};
        if (on0_en) on0 <= for_whom;
        if (on1_en) on1 <= for_whom;
        if (on2_en) on2 <= for_whom;
        if (on3_en) on3 <= for_whom;
        if (on4_en) on4 <= for_whom;
        if (on5_en) on5 <= for_whom;
        if (on6_en) on6 <= for_whom;
        if (on7_en) on7 <= for_whom;
        if (on8_en) on8 <= for_whom;
        if (on9_en) on9 <= for_whom;
        if (on10_en) on10 <= for_whom;
        if (on11_en) on11 <= for_whom;
        if (on12_en) on12 <= for_whom;
        if (on13_en) on13 <= for_whom;
        if (on14_en) on14 <= for_whom;
        if (on15_en) on15 <= for_whom;
        if (on16_en) on16 <= for_whom;
        if (on17_en) on17 <= for_whom;
        if (on18_en) on18 <= for_whom;
        if (on19_en) on19 <= for_whom;
        if (on20_en) on20 <= for_whom;
        if (on21_en) on21 <= for_whom;
        if (on22_en) on22 <= for_whom;
        if (on23_en) on23 <= for_whom;
        if (on24_en) on24 <= for_whom;
        if (on25_en) on25 <= for_whom;
        if (on26_en) on26 <= for_whom;
        if (on27_en) on27 <= for_whom;
        if (on28_en) on28 <= for_whom;
        if (on29_en) on29 <= for_whom;
        if (on30_en) on30 <= for_whom;
        if (mine) on31 <= for_whom;
        if (acts & (entry == 5'd0)) null0 <= wr_data[11];
        if (acts & (entry == 5'd1)) null1 <= wr_data[11];
        if (acts & (entry == 5'd2)) null2 <= wr_data[11];
        if (acts & (entry == 5'd3)) null3 <= wr_data[11];
        if (acts & (entry == 5'd4)) null4 <= wr_data[11];
        if (acts & (entry == 5'd5)) null5 <= wr_data[11];
        if (acts & (entry == 5'd6)) null6 <= wr_data[11];
        if (acts & (entry == 5'd7)) null7 <= wr_data[11];
        if (acts & (entry == 5'd8)) null8 <= wr_data[11];
        if (acts & (entry == 5'd9)) null9 <= wr_data[11];
        if (acts & (entry == 5'd10)) null10 <= wr_data[11];
        if (acts & (entry == 5'd11)) null11 <= wr_data[11];
        if (acts & (entry == 5'd12)) null12 <= wr_data[11];
        if (acts & (entry == 5'd13)) null13 <= wr_data[11];
        if (acts & (entry == 5'd14)) null14 <= wr_data[11];
        if (acts & (entry == 5'd15)) null15 <= wr_data[11];
        if (acts & (entry == 5'd16)) null16 <= wr_data[11];
        if (acts & (entry == 5'd17)) null17 <= wr_data[11];
        if (acts & (entry == 5'd18)) null18 <= wr_data[11];
        if (acts & (entry == 5'd19)) null19 <= wr_data[11];
        if (acts & (entry == 5'd20)) null20 <= wr_data[11];
        if (acts & (entry == 5'd21)) null21 <= wr_data[11];
        if (acts & (entry == 5'd22)) null22 <= wr_data[11];
        if (acts & (entry == 5'd23)) null23 <= wr_data[11];
        if (acts & (entry == 5'd24)) null24 <= wr_data[11];
        if (acts & (entry == 5'd25)) null25 <= wr_data[11];
        if (acts & (entry == 5'd26)) null26 <= wr_data[11];
        if (acts & (entry == 5'd27)) null27 <= wr_data[11];
        if (acts & (entry == 5'd28)) null28 <= wr_data[11];
        if (acts & (entry == 5'd29)) null29 <= wr_data[11];
        if (acts & (entry == 5'd30)) null30 <= wr_data[11];
        if (acts & (entry == 5'd31)) null31 <= wr_data[11];
    end
endmodule

// A counter, its flags, and the words that a set can load into it.
module treetap_hps_ecp5_pipelined_count #(
    parameter [3:0] random_place = 4'd15
) (
    input  wire        clk,
    input  wire        rst,
    // the operation of the next cycle, and what it loads
    input  wire [1:0]  code,
    input  wire [3:0]  from,
    input  wire        vacant,
    input  wire        random,
    // the operation happens, and there is one
    input  wire        go,
    output wire        moves,
    // the counter becomes 0 or 1 from outside, which wins
    input  wire        forced,
    input  wire        one,
    // a host writes the counter, or a word that a set can load
    input  wire        written,
    input  wire        loaded,
    input  wire [2:0]  place,
    input  wire [23:0] word,
    // a random number
    input  wire        drawn,
    input  wire [23:0] draw,
    // the counter and its flags, which are others than in the cycle before
    output wire        zero,
    output wire        over,
    output wire        changed,
    output wire [23:0] value
);
    reg [23:0] kept = 24'd1;
    reg [23:0] load = 24'd0;
    reg up = 1'b0;
    reg down = 1'b0;
    reg set = 1'b0;
    reg empty = 1'b0;
    reg is_zero = 1'b0;
    reg overflowed = 1'b0;
    reg other = 1'b0;
    reg nothing = 1'b0;

    reg zeroed;
    reg overflows;
    wire [23:0] memory_rd;
    reg [3:0] memory_wa;
    reg [23:0] memory_wd;

    // What a set loads. A random number lies in the last place.
    wire memory_we = loaded | drawn;
    always @* begin
        memory_wa = {1'd0, place};
        memory_wd = word;
        if (drawn) begin
            memory_wa = random_place;
            memory_wd = draw;
        end
    end
    wire none = random ? nothing : vacant;
    // Past the ends a counter overflows.
    wire [23:0] step = down ? ~24'd0 : 24'd1;
    wire top = &kept;
    wire last = kept == 24'd1;
    assign moves = go & (up | down | set);
    always @* begin
        zeroed = is_zero;
        overflows = overflowed;
        if (up) begin
            zeroed = top;
            overflows = overflowed | top;
        end
        if (down) begin
            zeroed = last;
            overflows = overflowed | is_zero;
        end
        if (set) begin
            zeroed = empty;
            overflows = 1'b0;
        end
    end
    wire differs = (zeroed ^ is_zero) | (overflows ^ overflowed);
    assign zero = is_zero;
    assign over = overflowed;
    assign changed = other;
    assign value = kept;

    treetap_hps_ecp5_pipelined_lut_ram #(.WIDTH(24), .ADDR(4)) u_memory (
        .clk(clk),
        .ra(from),
        .rd(memory_rd),
        .we(memory_we),
        .wa(memory_wa),
        .wd(memory_wd)
    );

    always @(posedge clk) begin
        if (drawn) nothing <= ~(|draw);
        empty <= none;
        load <= memory_rd;
        if (none) load <= 24'd0;
        up <= code == 2'd1;
        down <= code == 2'd2;
        set <= code == 2'd3;
        other <= 1'b0;
        if (go) begin
            is_zero <= zeroed;
            overflowed <= overflows;
            other <= differs;
            if (up | down) kept <= kept + step;
            if (set) kept <= load;
        end
        // From a host, then from outside.
        if (written) begin
            kept <= word;
            is_zero <= ~(|word);
            overflowed <= 1'b0;
            other <= 1'b1;
        end
        if (forced) begin
            kept <= {23'd0, one};
            is_zero <= ~one;
            overflowed <= 1'b0;
            other <= (is_zero == one) | overflowed;
        end
        if (rst) begin
            kept <= 24'd1;
            is_zero <= 1'b0;
            overflowed <= 1'b0;
            other <= 1'b0;
        end
    end
endmodule

// Random numbers for the instruction that waits for them.
module treetap_hps_ecp5_pipelined_draw #(
    parameter [31:0] taps = 32'h80200003
) (
    input  wire        clk,
    input  wire        rst,
    // an instruction waits, and which counters take a number
    input  wire        ask_valid,
    input  wire [1:0]  ask_who,
    // the instruction may need others, and all begins anew
    input  wire        stop,
    // the numbers are there; they are used
    input  wire        used,
    output wire        ready,
    // a number, and the counter that it is for
    output wire [1:0]  give_who,
    output wire [31:0] give_number,
    // a host writes the state of the generator, or what of a number is used
    input  wire        wr_seed,
    input  wire        wr_mask,
    input  wire [31:0] wr_data,
    // state of the generator
    output wire [31:0] seed
);
    reg [31:0] state = 32'd1;
    reg [31:0] mask = 32'd0;
    reg [31:0] ahead = 32'd0;
    reg [31:0] number = 32'd0;
    reg busy = 1'b0;
    reg there = 1'b0;
    reg asks = 1'b0;
    reg uses = 1'b0;
    reg [1:0] turn = 2'd0;
    reg [1:0] left = 2'd0;
    reg [1:0] wants = 2'd0;
    reg [1:0] phase = 2'd0;

    reg [31:0] mask_next;
    reg mask_en;

    wire [31:0] stepped = ahead[0] ? ((ahead >> 1) ^ taps) : (ahead >> 1);
    wire takes = |(turn & left);
    assign give_number = number;
    assign give_who = (phase == 2'd0) ? 2'd0 : (phase == 2'd1) ? 2'd0 : (turn & left);
    assign ready = there & ~uses;
    assign seed = state;
    always @* begin
        mask_next = wr_data;
        mask_en = wr_mask;
        if (rst) begin
            mask_next = 32'd0;
            mask_en = 1'b1;
        end
    end

    always @(posedge clk) begin
        number <= ahead & mask;
        case (phase)
            2'd0: begin
                if (busy) begin
                    phase <= 2'd1;
                    if (takes) ahead <= stepped;
                end
            end
            2'd1: phase <= 2'd2;
            default: begin
                phase <= 2'd0;
                turn <= turn << 1;
                left <= left & ~turn;
                if (~(|(left & ~turn))) begin
                    busy <= 1'b0;
                    there <= 1'b1;
                end
            end
        endcase
        // What is asked, and that numbers are used, is obeyed a cycle later.
        asks <= ask_valid;
        wants <= ask_who;
        uses <= used;
        if (asks & ~busy & ~there) begin
            busy <= 1'b1;
            left <= wants;
            turn <= 2'd1;
            phase <= 2'd0;
            ahead <= state;
        end
        if (uses) state <= ahead;
        if (uses | stop) begin
            busy <= 1'b0;
            there <= 1'b0;
            phase <= 2'd0;
        end
        if (wr_seed) begin
            state <= wr_data;
            if (~(|wr_data)) state <= 32'd1;
        end
        if (rst) begin
            state <= 32'd1;
            busy <= 1'b0;
            there <= 1'b0;
            phase <= 2'd0;
            asks <= 1'b0;
            uses <= 1'b0;
        end
        if (mask_en) mask <= mask_next;
    end
endmodule

// The counters of the engine, their flags and what a set
// can load; an instruction is done with, or goes again.
module treetap_hps_ecp5_pipelined_commit #(
    parameter [3:0] random_code = 4'd15,
    parameter [7:0] all_blank = 8'd255,
    parameter [1:0] bit0 = 2'd1,
    parameter [1:0] bit1 = 2'd2,
    parameter [7:0] place0 = 8'd1,
    parameter [7:0] place1 = 8'd2,
    parameter [7:0] place2 = 8'd4,
    parameter [7:0] place3 = 8'd8,
    parameter [7:0] place4 = 8'd16,
    parameter [7:0] place5 = 8'd32,
    parameter [7:0] place6 = 8'd64,
    parameter [7:0] place7 = 8'd128
) (
    input  wire        clk,
    input  wire        rst,
    // an instruction, and the micro-operation of each counter for it
    input  wire        made_valid,
    input  wire        made_hit,
    input  wire        made_old,
    input  wire        made_there,
    input  wire [4:0]  made_number,
    input  wire [3:0]  op_code,
    input  wire [7:0]  op_source,
    // events find no room; they wait for it
    input  wire        full,
    input  wire        hold,
    // an instruction is done with; all that are under way go again
    output wire        in_counts,
    output wire        again,
    // it is replaced, and the number of the pattern
    output wire        win_there,
    output wire [4:0]  win_number,
    // bursts that had begun, two cycles later
    output wire [15:0] burst,
    // switches
    input  wire        cfg_en,
    input  wire        cfg_flagsel,
    // sampling is switched on or off from outside; off wins
    input  wire        ext_on,
    input  wire        ext_off,
    // every counter becomes 1
    input  wire        set_counters,
    // a host writes
    input  wire        wr_counter,
    input  wire        wr_source,
    input  wire        wr_seed,
    input  wire        wr_mask,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // what instructions are held against; it is other than in the cycle before
    output wire [1:0]  flag_zero,
    output wire [1:0]  flag_over,
    output wire        sampling,
    output wire        changed,
    // for the host
    input  wire [2:0]  rd_index,
    output wire [31:0] rd_counter,
    output wire [31:0] rd_seed,
    // for the statistics, of the cycle before
    output wire        step_edit,
    // an instruction, and the micro-operation of each counter for it
    output wire [1:0]  op_done
);
    reg [7:0] blank = 8'd255;
    reg valid = 1'b0;
    reg hit = 1'b0;
    reg old = 1'b0;
    reg there = 1'b0;
    reg draws = 1'b0;
    reg [4:0] number = 5'd0;
    reg [1:0] who = 2'd0;
    reg on = 1'b0;
    reg off = 1'b0;
    reg begins = 1'b0;
    reg sampled = 1'b0;
    reg edited = 1'b0;
    reg [15:0] bursts = 16'd0;
    reg [23:0] asked = 24'd0;
    reg [1:0] done = 2'd0;

    reg [1:0] changes;
    reg [1:0] takes;
    reg [1:0] zeros;
    reg [1:0] overs;
    reg [1:0] dones;
    wire counters0_moves;
    wire counters0_zero;
    wire counters0_over;
    wire counters0_changed;
    wire [23:0] counters0_value;
    wire counters1_moves;
    wire counters1_zero;
    wire counters1_over;
    wire counters1_changed;
    wire [23:0] counters1_value;
    wire draw_ready;
    wire [1:0] draw_give_who;
    wire [31:0] draw_give_number;

    always @* begin
        // Whether the instruction is done with. One that no pattern asks for is, whatever the flags.
        changes = 2'd0;
        if (counters0_changed) changes = changes | bit0;
        if (counters1_changed) changes = changes | bit1;
    end
    wire other = |changes;
    wire stale = hit & (old | other);
    wire lacks = draws & ~draw_ready;
    wire waits = there & full & hold;
    wire fails = stale | lacks | waits;
    wire counts = valid & ~fails;
    wire fresh = valid & fails;
    assign changed = other;
    assign in_counts = counts;
    assign again = fresh;
    assign win_there = there;
    assign win_number = number;
    wire draw_ask_valid = valid & lacks & ~stale;
    wire draw_used = counts & draws;
    wire [23:0] word = wr_data[23:0];
    wire [3:0] source0 = op_source[3:0];
    wire empty0 = ~source0[3] ? blank[source0[2:0]] : 1'b1;
    wire counters0_random = source0 == random_code;
    wire [3:0] source1 = op_source[7:4];
    wire empty1 = ~source1[3] ? blank[source1[2:0]] : 1'b1;
    wire counters1_random = source1 == random_code;
    always @* begin
        takes = 2'd0;
        if ((&op_code[1:0]) & (source0 == random_code)) takes = takes | bit0;
        if ((&op_code[3:2]) & (source1 == random_code)) takes = takes | bit1;
    end
    wire written0 = wr_counter & (wr_index[2:0] == 3'd0);
    wire counters0_one = off | set_counters;
    wire counters0_forced = set_counters | ((on | off) & ~written0);
    wire written1 = wr_counter & (wr_index[2:0] == 3'd1);
    always @* begin
        dones = 2'd0;
        if (counters0_moves) dones = dones | bit0;
        if (counters1_moves) dones = dones | bit1;
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
    assign rd_counter = {8'd0, asked};
    assign flag_zero = zeros;
    assign flag_over = overs;
    assign op_done = done;
    assign step_edit = edited;
    // Bursts: sampling at an instruction that was off at the one before.
    wire samples = cfg_flagsel ? overs[0] : zeros[0];
    assign sampling = samples;
    assign burst = bursts;

    treetap_hps_ecp5_pipelined_count #(.random_place(4'd15)) u_counters0 (
        .clk(clk),
        .rst(rst),
        .code(op_code[1:0]),
        .from(source0),
        .vacant(empty0),
        .random(counters0_random),
        .go(counts),
        .moves(counters0_moves),
        .forced(counters0_forced),
        .one(counters0_one),
        .written(written0),
        .loaded(wr_source),
        .place(wr_index[2:0]),
        .word(word),
        .drawn(draw_give_who[0]),
        .draw(draw_give_number[23:0]),
        .zero(counters0_zero),
        .over(counters0_over),
        .changed(counters0_changed),
        .value(counters0_value)
    );

    treetap_hps_ecp5_pipelined_count #(.random_place(4'd15)) u_counters1 (
        .clk(clk),
        .rst(rst),
        .code(op_code[3:2]),
        .from(source1),
        .vacant(empty1),
        .random(counters1_random),
        .go(counts),
        .moves(counters1_moves),
        .forced(set_counters),
        .one(1'b1),
        .written(written1),
        .loaded(wr_source),
        .place(wr_index[2:0]),
        .word(word),
        .drawn(draw_give_who[1]),
        .draw(draw_give_number[23:0]),
        .zero(counters1_zero),
        .over(counters1_over),
        .changed(counters1_changed),
        .value(counters1_value)
    );

    treetap_hps_ecp5_pipelined_draw #(.taps(32'h80200003)) u_draw (
        .clk(clk),
        .rst(rst),
        .ask_valid(draw_ask_valid),
        .ask_who(who),
        .stop(other),
        .used(draw_used),
        .ready(draw_ready),
        .give_who(draw_give_who),
        .give_number(draw_give_number),
        .wr_seed(wr_seed),
        .wr_mask(wr_mask),
        .wr_data(wr_data),
        .seed(rd_seed)
    );

    always @(posedge clk) begin
        // The next one: what it does to each counter.
        valid <= made_valid & ~fresh;
        old <= made_old | other;
        hit <= made_hit;
        there <= made_there;
        number <= made_number;
        if (wr_source & (wr_index[2:0] == 3'd0)) begin
            blank <= blank & ~place0;
            if (~(|word)) blank <= blank | place0;
        end
        if (wr_source & (wr_index[2:0] == 3'd1)) begin
            blank <= blank & ~place1;
            if (~(|word)) blank <= blank | place1;
        end
        if (wr_source & (wr_index[2:0] == 3'd2)) begin
            blank <= blank & ~place2;
            if (~(|word)) blank <= blank | place2;
        end
        if (wr_source & (wr_index[2:0] == 3'd3)) begin
            blank <= blank & ~place3;
            if (~(|word)) blank <= blank | place3;
        end
        if (wr_source & (wr_index[2:0] == 3'd4)) begin
            blank <= blank & ~place4;
            if (~(|word)) blank <= blank | place4;
        end
        if (wr_source & (wr_index[2:0] == 3'd5)) begin
            blank <= blank & ~place5;
            if (~(|word)) blank <= blank | place5;
        end
        if (wr_source & (wr_index[2:0] == 3'd6)) begin
            blank <= blank & ~place6;
            if (~(|word)) blank <= blank | place6;
        end
        if (wr_source & (wr_index[2:0] == 3'd7)) begin
            blank <= blank & ~place7;
            if (~(|word)) blank <= blank | place7;
        end
        who <= takes;
        draws <= |takes;
        on <= ext_on;
        off <= ext_off;
        asked <= shown;
        done <= dones;
        edited <= counts & cfg_en;
        begins <= counts & samples & ~sampled;
        if (counts) sampled <= samples;
        if (begins) bursts <= bursts + 16'd1;
        if (rst) begin
            valid <= 1'b0;
            on <= 1'b0;
            off <= 1'b0;
            begins <= 1'b0;
            sampled <= 1'b0;
            bursts <= 16'd0;
            edited <= 1'b0;
            done <= 2'd0;
            blank <= all_blank;
        end
    end
endmodule

// Block RAM with an output register, one read and one write port: rd is the word at ra of two cycles before.
// Reading an address at the edge that writes it is undefined:
// simulations return the inverted new word, so that a
// design that relies on it is found out; synthesis adds no logic for it. No initial contents.
// Define TREETAP_ECP5 to get ECP5 primitives with the register
// inside (REGMODE OUTREG), which is three times as fast
// as a flip-flop behind the RAM and which Yosys does not infer. Otherwise: inferred block RAM and flip-flops.
module treetap_hps_ecp5_pipelined_outreg_ram #(
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

// What a replacement would have been becomes an event in a queue; the next one that finds it full is dropped.
module treetap_hps_ecp5_pipelined_pipelined_events #(
    parameter [4:0] last_bit = 5'd0,
    parameter [2:0] last_word = 3'd5,
    parameter [2:0] full_bit = 3'd4
) (
    input  wire        clk,
    input  wire        rst,
    // an instruction that is under way from now on
    input  wire        now_valid,
    input  wire [31:0] now_pc,
    input  wire [31:0] now_insn,
    input  wire [31:0] now_target,
    input  wire        now_has_target,
    input  wire        now_taken,
    input  wire [31:0] now_address,
    input  wire [15:0] rec_instructions,
    // the oldest one is done with; it is replaced, by which words
    input  wire        in_counts,
    input  wire        win_there,
    input  wire [4:0]  win_number,
    input  wire [10:0] word,
    // bursts that had begun, of the instruction of two cycles before
    input  wire [15:0] burst,
    // there is no room for one more event
    output wire        full,
    // the replacement table is written
    input  wire        wr_word,
    input  wire [11:0] wr_index,
    input  wire [31:0] wr_data,
    // for the statistics
    output wire        step_replaced,
    output wire        step_word,
    output wire [8:0]  step_cycles,
    output wire        step_dropped,
    // bits 3 to 6 of STATUS
    output wire [3:0]  raise,
    // words of events, the oldest first (valid, ready, data, last)
    output wire        ev_valid,
    input  wire        ev_ready,
    output wire [31:0] ev_data,
    output wire        ev_last
);
    reg [4:0] next = 5'd0;
    reg [4:0] oldest = 5'd0;
    reg [4:0] place = 5'd0;
    reg waits1 = 1'b0;
    reg waits2 = 1'b0;
    reg waits3 = 1'b0;
    reg enters1 = 1'b0;
    reg enters2 = 1'b0;
    reg enters3 = 1'b0;
    reg end2 = 1'b0;
    reg end3 = 1'b0;
    reg [4:0] number1 = 5'd0;
    reg [4:0] number2 = 5'd0;
    reg [4:0] number3 = 5'd0;
    reg [10:0] begins = 11'd0;
    reg [15:0] burst3 = 16'd0;
    reg replaced = 1'b0;
    reg entered = 1'b0;
    reg dropped = 1'b0;
    reg runs = 1'b0;
    reg [8:0] cycles = 9'd0;
    reg [3:0] back = 4'd0;
    reg [3:0] front = 4'd0;
    reg [4:0] stored = 5'd0;
    reg [4:0] waiting = 5'd0;
    reg [2:0] at = 3'd0;
    reg offered = 1'b0;
    reg last = 1'b0;
    reg [31:0] shown = 32'd0;

    reg [31:0] piece;
    wire [145:0] known_rd;
    wire [31:0] table_rd;
    wire [175:0] queue_rd;

    wire [145:0] known_wd = {114'd0, now_pc} | ({114'd0, now_insn} << 32) | ({114'd0, now_target} << 64)
            | ({114'd0, now_address} << 96) | ({130'd0, rec_instructions} << 128) | ({145'd0, now_has_target}
            << 144) | ({145'd0, now_taken} << 145);
    // The word that names the handler is there three cycles after the instruction is done with.
    wire table_we = wr_word & wr_index[0];
    wire packed_ = waiting[full_bit];
    assign full = packed_;
    wire edited = in_counts & win_there;
    wire enters = edited & ~packed_;
    wire [145:0] kept = known_rd;
    wire [175:0] queue_wd = {30'd0, kept} | ({160'd0, burst3} << 146) | ({171'd0, number3} << 162)
            | ({168'd0, table_rd[23:16]} << 168);
    // What it would have cost in line: a bubble and its words, less the instruction itself.
    wire closes = table_rd[last_bit];
    wire [8:0] length = {1'd0, table_rd[31:24]};
    assign raise = {3'd0, runs} << 2;
    assign step_replaced = replaced;
    assign step_word = entered;
    assign step_cycles = cycles;
    assign step_dropped = dropped;
    // Room is for what is not full when the instruction is done with.
    wire gone = offered & last & ev_ready;
    // A word of the oldest event.
    wire fetch = (|stored) & (~offered | ev_ready);
    wire ending = at == last_word;
    wire [175:0] event_ = queue_rd;
    always @* begin
        piece = {16'd0, event_[161:146]};
        case (at)
            3'd0: piece = {24'd0, event_[175:168]} | ({26'd0, event_[167:162]} << 8)
                    | ({30'd0, event_[145:144]} << 14) | ({16'd0, event_[143:128]} << 16);
            3'd1: piece = event_[31:0];
            3'd2: piece = event_[63:32];
            3'd3: piece = event_[95:64];
            3'd4: piece = event_[127:96];
            default: ;
        endcase
    end
    wire leaves = fetch & ending;
    assign ev_valid = offered;
    assign ev_data = shown;
    assign ev_last = last;

    treetap_hps_ecp5_pipelined_outreg_ram #(.WIDTH(146), .ADDR(5)) u_known (
        .clk(clk),
        .ra(place),
        .rd(known_rd),
        .we(now_valid),
        .wa(next),
        .wd(known_wd)
    );

    treetap_hps_ecp5_pipelined_outreg_ram #(.WIDTH(32), .ADDR(11)) u_table (
        .clk(clk),
        .ra(begins),
        .rd(table_rd),
        .we(table_we),
        .wa(wr_index[11:1]),
        .wd(wr_data)
    );

    treetap_hps_ecp5_pipelined_lut_ram #(.WIDTH(176), .ADDR(4)) u_queue (
        .clk(clk),
        .ra(front),
        .rd(queue_rd),
        .we(enters3),
        .wa(back),
        .wd(queue_wd)
    );

    always @(posedge clk) begin
        if (now_valid) next <= next + 5'd1;
        if (in_counts) oldest <= oldest + 5'd1;
        place <= oldest;
        waits1 <= edited;
        enters1 <= enters;
        begins <= word;
        end2 <= &begins;
        waits2 <= waits1;
        waits3 <= waits2;
        enters2 <= enters1;
        enters3 <= enters2;
        end3 <= end2;
        number1 <= win_number;
        number2 <= number1;
        number3 <= number2;
        burst3 <= burst;
        if (enters3) back <= back + 4'd1;
        replaced <= waits3;
        entered <= enters3;
        dropped <= waits3 & ~enters3;
        cycles <= 9'd0;
        if (waits3) begin
            cycles <= length;
            if (closes | end3) cycles <= length + 9'd1;
        end
        runs <= waits3 & end3 & ~closes;
        if (enters & ~gone) waiting <= waiting + 5'd1;
        if (~enters & gone) waiting <= waiting - 5'd1;
        if (fetch) begin
            shown <= piece;
            last <= ending;
            at <= at + 3'd1;
            if (ending) begin
                at <= 3'd0;
                front <= front + 4'd1;
            end
        end
        if (enters3 & ~leaves) stored <= stored + 5'd1;
        if (~enters3 & leaves) stored <= stored - 5'd1;
        offered <= fetch | (offered & ~ev_ready);
        if (rst) begin
            next <= 5'd0;
            oldest <= 5'd0;
            waits1 <= 1'b0;
            waits2 <= 1'b0;
            waits3 <= 1'b0;
            enters1 <= 1'b0;
            enters2 <= 1'b0;
            enters3 <= 1'b0;
            replaced <= 1'b0;
            entered <= 1'b0;
            dropped <= 1'b0;
            runs <= 1'b0;
            back <= 4'd0;
            front <= 4'd0;
            stored <= 5'd0;
            waiting <= 5'd0;
            at <= 3'd0;
            offered <= 1'b0;
        end
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_hps_ecp5_pipelined_fast_ram #(
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

// Statistics, and what a host has written and can read, in one memory under the numbers of their words.
module treetap_hps_ecp5_pipelined_statistics #(
    parameter [5:0] places0 = 6'd40,
    parameter [5:0] places1 = 6'd41,
    parameter [5:0] places2 = 6'd42,
    parameter [5:0] places3 = 6'd44,
    parameter [5:0] places4 = 6'd48,
    parameter [5:0] places5 = 6'd49,
    parameter [5:0] places6 = 6'd43,
    parameter [5:0] dropped_at = 6'd44,
    parameter [3:0] statistics = 4'd7,
    parameter [3:0] last = 4'd6,
    parameter [3:0] before0 = 4'd7,
    parameter [3:0] before1 = 4'd0,
    parameter [3:0] before2 = 4'd1,
    parameter [3:0] before3 = 4'd2,
    parameter [3:0] before4 = 4'd3,
    parameter [3:0] before5 = 4'd4,
    parameter [3:0] before6 = 4'd5
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
    reg [1:0] phase0 = 2'd0;
    reg [5:0] spot0 = 6'd0;
    reg [31:0] word0 = 32'd0;
    reg [13:0] more0 = 14'd0;
    reg [32:0] total0 = 33'd0;
    reg [31:0] shown0 = 32'd0;
    reg [3:0] zeroing = 4'd0;
    reg asked = 1'b0;
    reg [5:0] since0 = 6'd0;
    reg [5:0] since1 = 6'd0;
    reg [5:0] since2 = 6'd0;
    reg [5:0] since3 = 6'd0;
    reg [5:0] since4 = 6'd0;
    reg [5:0] since5 = 6'd0;
    reg [13:0] cycles = 14'd0;

    reg [5:0] drained0;
    reg [5:0] drained1;
    reg [5:0] drained2;
    reg [5:0] drained3;
    reg [5:0] drained4;
    reg [5:0] drained5;
    reg [5:0] few;
    reg [13:0] amount;
    reg [13:0] rest;
    reg [31:0] result;
    wire [31:0] memory_rd;
    reg memory_we;
    reg [5:0] memory_wa;
    reg [31:0] memory_wd;
    reg [13:0] more0_next;

    // Turns of two cycles: those of statistics, then that of the host.
    wire visitor = turn == statistics;
    wire [5:0] place = spot0;
    // What has happened since the turn before.
    wire happens0 = step_edit;
    wire happens1 = step_replaced;
    wire happens2 = step_word;
    wire happens3 = step_dropped;
    wire happens4 = op_done[0];
    wire happens5 = op_done[1];
    always @* begin
        few = 6'd0;
        drained0 = since0;
        if (turn == 4'd0) begin
            few = since0;
            if (phase0 == 2'd1) drained0 = 6'd0;
        end
        drained1 = since1;
        if (turn == 4'd1) begin
            few = since1;
            if (phase0 == 2'd1) drained1 = 6'd0;
        end
        drained2 = since2;
        if (turn == 4'd2) begin
            few = since2;
            if (phase0 == 2'd1) drained2 = 6'd0;
        end
        drained3 = since3;
        if (turn == 4'd3) begin
            few = since3;
            if (phase0 == 2'd1) drained3 = 6'd0;
        end
        drained4 = since4;
        if (turn == 4'd4) begin
            few = since4;
            if (phase0 == 2'd1) drained4 = 6'd0;
        end
        drained5 = since5;
        if (turn == 4'd5) begin
            few = since5;
            if (phase0 == 2'd1) drained5 = 6'd0;
        end
    end
    wire [32:0] sum = total0;
    always @* begin
        result = sum[31:0];
        if ((|zeroing) & ~visitor) begin
            result = {18'd0, amount};
        end else if (sum[32] & (place == dropped_at)) begin
            result = ~32'd0;
        end
    end
    assign kept_data = shown0;
    assign kept_there = second & asked & (kept_own == visitor) & (place == kept_word);
    assign kept_open = phase0 != 2'd2;
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
    always @* begin
        more0_next = more0;
        amount = {8'd0, few};
        rest = cycles;
        if (turn == last) begin
            amount = cycles;
            if (phase0 == 2'd1) rest = 14'd0;
        end
        // DROPPED stays at its largest value.
        if (phase0 == 2'd1) more0_next = amount;
        amount = more0;
        if (cleared) more0_next = 14'd0;
    end

    treetap_hps_ecp5_pipelined_fast_ram #(.WIDTH(32), .ADDR(6)) u_memory (
        .clk(clk),
        .ra(place),
        .rd(memory_rd),
        .we(memory_we),
        .wa(memory_wa),
        .wd(memory_wd)
    );

    always @(posedge clk) begin
        phase0 <= phase0 + 2'd1;
        second <= phase0 == 2'd2;
        if (second) begin
            turn <= turn + 4'd1;
            if (visitor) turn <= 4'd0;
        end
        if (second) begin
            spot0 <= kept_word;
            if (turn == before0) spot0 <= places0;
            if (turn == before1) spot0 <= places1;
            if (turn == before2) spot0 <= places2;
            if (turn == before3) spot0 <= places3;
            if (turn == before4) spot0 <= places4;
            if (turn == before5) spot0 <= places5;
            if (turn == before6) spot0 <= places6;
        end
        since0 <= drained0;
        if (happens0) since0 <= drained0 + 6'd1;
        if (cleared | rst) since0 <= 6'd0;
        since1 <= drained1;
        if (happens1) since1 <= drained1 + 6'd1;
        if (cleared | rst) since1 <= 6'd0;
        since2 <= drained2;
        if (happens2) since2 <= drained2 + 6'd1;
        if (cleared | rst) since2 <= 6'd0;
        since3 <= drained3;
        if (happens3) since3 <= drained3 + 6'd1;
        if (cleared | rst) since3 <= 6'd0;
        since4 <= drained4;
        if (happens4) since4 <= drained4 + 6'd1;
        if (cleared | rst) since4 <= 6'd0;
        since5 <= drained5;
        if (happens5) since5 <= drained5 + 6'd1;
        if (cleared | rst) since5 <= 6'd0;
        cycles <= rest + {5'd0, step_cycles};
        word0 <= memory_rd;
        total0 <= {1'd0, word0} + {19'd0, more0};
        shown0 <= result;
        // The host has to have asked when the turn began.
        if (second) asked <= rd_kept;
        if (second & ~visitor & (|zeroing)) zeroing <= zeroing - 4'd1;
        if (|clearing) clearing <= clearing - 7'd1;
        if (cleared) begin
            zeroing <= statistics;
            cycles <= 14'd0;
        end
        if (rst) begin
            clearing <= 7'd64;
            turn <= 4'd0;
            second <= 1'b0;
            zeroing <= 4'd0;
            cycles <= 14'd0;
            phase0 <= 2'd0;
        end
        more0 <= more0_next;
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_hps_ecp5_pipelined_host_bank #(
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
module treetap_hps_ecp5_pipelined_host #(
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
    reg due0 = 1'b0;
    reg [15:0] shown_flags0 = 16'd0;
    reg [31:0] seen0 = 32'd0;
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
    wire write = bus_we & due0;
    wire read = ~bus_we & due0;
    assign bus_ready = write | answers;
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

    treetap_hps_ecp5_pipelined_host_bank #(.row_page0(8'd0), .row_page1(8'd1), .row_page2(8'd2),
            .row_page3(8'd8), .row_page4(8'd128), .row_mask0(8'd255), .row_mask1(8'd255), .row_mask2(8'd255),
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
        .stat_flags(shown_flags0),
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
        due0 <= bus_valid & free & ~due0 & ~rst;
        answers <= read;
        shown_flags0 <= flags;
        seen0 <= bank_value;
        answer <= seen0;
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

// Hybrid profiling support: after the tap at a fast clock, 32 patterns in flip-flops, 2048 words.
module treetap_hps_ecp5_pipelined (
    input  wire        clk,
    input  wire        rst,
    // an instruction, and that it is taken
    input  wire        in_valid,
    input  wire        in_trap,
    output wire        in_ready,
    // an instruction is done with; all that are under way go again
    output wire        in_counts,
    // the instruction on offer
    input  wire [31:0] in_pc,
    input  wire [31:0] in_insn,
    input  wire [4:0]  in_class,
    input  wire        in_short,
    input  wire [31:0] in_next,
    input  wire [31:0] in_address,
    input  wire [1:0]  in_privilege,
    input  wire [1:0]  in_filter,
    // sampling is switched on or off from outside; off wins
    input  wire        ext_on,
    input  wire        ext_off,
    // what instructions are held against; it is other than in the cycle before
    output wire        sampling,
    // an instruction or a host is under way
    output wire        working,
    // events find no room; they wait for it
    input  wire        hold,
    // words of events, the oldest first (valid, ready, data, last)
    output wire        ev_valid,
    input  wire        ev_ready,
    output wire [31:0] ev_data,
    output wire        ev_last,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [14:0] bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata
);
    wire took;
    wire host_valid;
    wire host_we;
    wire [14:0] host_addr;
    wire [31:0] host_wdata;
    wire wr_pattern;
    wire wr_condition;
    wire wr_word;
    wire wr_range;
    wire wr_counter;
    wire wr_source;
    wire wr_seed;
    wire wr_mask;
    wire [11:0] wr_index;
    wire [31:0] wr_data;
    wire cfg_en;
    wire cfg_flagsel;
    wire cfg_be_taken;
    wire set_counters;
    wire cleared;
    wire [13:0] own_bits;
    wire plain_call_unused;
    wire plain_control_unused;
    wire plain_loops_unused;
    wire plain_straight_unused;
    wire [31:0] plain_target_unused;
    wire plain_has_target_unused;
    wire plain_backward_unused;
    wire plain_taken_unused;
    wire own_negative;
    wire own_positive;
    wire [3:0] look_ranges;
    wire [31:0] first_insn;
    wire [4:0] first_class;
    wire [31:0] look_pc;
    wire now_valid;
    wire [31:0] now_pc;
    wire [31:0] now_insn;
    wire now_call;
    wire now_control;
    wire [31:0] now_target;
    wire now_has_target;
    wire now_taken;
    wire [31:0] now_address;
    wire [13:0] fact_own;
    wire fact_loops;
    wire fact_has_target;
    wire fact_backward;
    wire fact_taken;
    wire fact_negative;
    wire fact_positive;
    wire [3:0] fact_ranges;
    wire [31:0] ask_insn;
    wire [1:0] ask_privilege;
    wire [1:0] ask_filter;
    wire asked;
    wire rec_entry;
    wire [15:0] rec_instructions;
    wire [31:0] now_same;
    wire [31:0] pat_hit;
    wire turn_valid;
    wire [31:0] turn_hit;
    wire made_valid;
    wire made_hit;
    wire made_old;
    wire made_there;
    wire [4:0] made_number;
    wire [3:0] op_code;
    wire [7:0] op_source;
    wire [10:0] word;
    wire again;
    wire win_there;
    wire [4:0] win_number;
    wire [15:0] burst;
    wire [1:0] flag_zero;
    wire [1:0] flag_over;
    wire changed;
    wire [31:0] rd_counter;
    wire [31:0] rd_seed;
    wire step_edit;
    wire [1:0] op_done;
    wire full;
    wire step_replaced;
    wire step_word;
    wire [8:0] step_cycles;
    wire step_dropped;
    wire [3:0] raise;
    wire kept_clearing;
    wire kept_open;
    wire kept_there;
    wire [31:0] kept_data;
    wire host_ready;
    wire [31:0] host_rdata;
    wire raw_pattern;
    wire raw_condition;
    wire raw_word;
    wire raw_range;
    wire raw_counter;
    wire raw_source;
    wire raw_seed;
    wire raw_mask;
    wire raw_kept;
    wire [11:0] raw_index;
    wire [31:0] raw_data;
    wire [2:0] rd_index;
    wire rd_kept;
    wire raw_en;
    wire raw_flagsel;
    wire raw_be_taken;
    wire raw_resets;
    wire raw_clears;
    wire [5:0] kept_word;
    wire kept_own;

    treetap_hps_ecp5_pipelined_gate #(.full(6'd26)) u_gate (
        .clk(clk),
        .rst(rst),
        .in_valid(in_valid),
        .in_trap(in_trap),
        .in_ready(in_ready),
        .took(took),
        .in_counts(in_counts),
        .working(working),
        .bus_valid(bus_valid),
        .bus_we(bus_we),
        .bus_addr(bus_addr),
        .bus_wdata(bus_wdata),
        .bus_ready(bus_ready),
        .bus_rdata(bus_rdata),
        .host_valid(host_valid),
        .host_we(host_we),
        .host_addr(host_addr),
        .host_wdata(host_wdata),
        .host_ready(host_ready),
        .host_rdata(host_rdata),
        .raw_pattern(raw_pattern),
        .raw_condition(raw_condition),
        .raw_word(raw_word),
        .raw_range(raw_range),
        .raw_counter(raw_counter),
        .raw_source(raw_source),
        .raw_seed(raw_seed),
        .raw_mask(raw_mask),
        .raw_index(raw_index),
        .raw_data(raw_data),
        .wr_pattern(wr_pattern),
        .wr_condition(wr_condition),
        .wr_word(wr_word),
        .wr_range(wr_range),
        .wr_counter(wr_counter),
        .wr_source(wr_source),
        .wr_seed(wr_seed),
        .wr_mask(wr_mask),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .raw_en(raw_en),
        .raw_flagsel(raw_flagsel),
        .raw_be_taken(raw_be_taken),
        .raw_resets(raw_resets),
        .raw_clears(raw_clears),
        .cfg_en(cfg_en),
        .cfg_flagsel(cfg_flagsel),
        .cfg_be_taken(cfg_be_taken),
        .set_counters(set_counters),
        .cleared(cleared)
    );

    treetap_hps_ecp5_pipelined_facts #(.members0(32'd16), .members1(32'd32), .members2(32'h540),
            .members3(32'h200), .members4(32'd128), .members5(32'd5), .members6(32'd10), .members7(32'h8000),
            .members8(32'h1800), .members9(32'h6000), .members10(32'h10000), .members11(32'h60000),
            .members12(32'h80000), .members13(32'd0), .bit0(14'd1), .bit1(14'd2), .bit2(14'd4), .bit3(14'd8),
            .bit4(14'd16), .bit5(14'd32), .bit6(14'd64), .bit7(14'd128), .bit8(14'h100), .bit9(14'h200),
            .bit10(14'h400), .bit11(14'h800), .bit12(14'h1000), .bit13(14'h2000), .branch_code(5'd4),
            .alu_code(5'd11), .other_code(5'd20), .arithmetic_classes(32'h6800), .op_imm(7'd19),
            .op_32(7'd59), .load_fp(7'd7), .store_fp(7'd39), .custom_0(7'd11), .jal(7'd111),
            .load_bits(14'd32), .store_bits(14'd64), .trigger_bits(14'h2000), .control_bits(14'd31),
            .call(4'd2), .branch_bits(14'd3)) u_own (
        .in_pc(32'd0),
        .in_insn(first_insn),
        .in_class(first_class),
        .in_short(1'b0),
        .in_next(32'd0),
        .fact_own(own_bits),
        .fact_call(plain_call_unused),
        .fact_control(plain_control_unused),
        .fact_loops(plain_loops_unused),
        .fact_straight(plain_straight_unused),
        .fact_target(plain_target_unused),
        .fact_has_target(plain_has_target_unused),
        .fact_backward(plain_backward_unused),
        .fact_taken(plain_taken_unused),
        .fact_negative(own_negative),
        .fact_positive(own_positive)
    );

    treetap_hps_ecp5_pipelined_ranges #(.bit0(4'd1), .bit1(4'd2), .bit2(4'd4), .bit3(4'd8)) u_ranges (
        .clk(clk),
        .rst(rst),
        .wr_range(wr_range),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .in_pc(look_pc),
        .fact_ranges(look_ranges)
    );

    treetap_hps_ecp5_pipelined_pipelined_facts #(.back_code(2'd2), .jal(7'd111), .call(4'd2),
            .branch_bits(14'd3), .control_bits(14'd31)) u_facts (
        .clk(clk),
        .rst(rst),
        .took(took),
        .in_pc(in_pc),
        .in_insn(in_insn),
        .in_class(in_class),
        .in_short(in_short),
        .in_next(in_next),
        .in_address(in_address),
        .in_privilege(in_privilege),
        .in_filter(in_filter),
        .cfg_be_taken(cfg_be_taken),
        .first_insn(first_insn),
        .first_class(first_class),
        .own_bits(own_bits),
        .own_negative(own_negative),
        .own_positive(own_positive),
        .look_pc(look_pc),
        .look_ranges(look_ranges),
        .now_valid(now_valid),
        .now_pc(now_pc),
        .now_insn(now_insn),
        .now_call(now_call),
        .now_control(now_control),
        .now_target(now_target),
        .now_has_target(now_has_target),
        .now_taken(now_taken),
        .now_address(now_address),
        .fact_own(fact_own),
        .fact_loops(fact_loops),
        .fact_has_target(fact_has_target),
        .fact_backward(fact_backward),
        .fact_taken(fact_taken),
        .fact_negative(fact_negative),
        .fact_positive(fact_positive),
        .fact_ranges(fact_ranges),
        .ask_insn(ask_insn),
        .ask_privilege(ask_privilege),
        .ask_filter(ask_filter),
        .asked(asked)
    );

    treetap_hps_ecp5_pipelined_pipelined_history u_history (
        .clk(clk),
        .rst(rst),
        .now_valid(now_valid),
        .now_pc(now_pc),
        .now_call(now_call),
        .now_control(now_control),
        .now_target(now_target),
        .rec_entry(rec_entry),
        .rec_instructions(rec_instructions)
    );

    treetap_hps_ecp5_pipelined_masks #(.bit0(32'd1), .bit1(32'd2), .bit2(32'd4), .bit3(32'd8), .bit4(32'd16),
            .bit5(32'd32), .bit6(32'd64), .bit7(32'd128), .bit8(32'h100), .bit9(32'h200), .bit10(32'h400),
            .bit11(32'h800), .bit12(32'h1000), .bit13(32'h2000), .bit14(32'h4000), .bit15(32'h8000),
            .bit16(32'h10000), .bit17(32'h20000), .bit18(32'h40000), .bit19(32'h80000), .bit20(32'h100000),
            .bit21(32'h200000), .bit22(32'h400000), .bit23(32'h800000), .bit24(32'h1000000),
            .bit25(32'h2000000), .bit26(32'h4000000), .bit27(32'h8000000), .bit28(32'h10000000),
            .bit29(32'h20000000), .bit30(32'h40000000), .bit31(32'h80000000)) u_bits (
        .clk(clk),
        .take(1'b1),
        .wr_pattern(wr_pattern),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .in_insn(ask_insn),
        .now_same(now_same)
    );

    treetap_hps_ecp5_pipelined_patterns #(.bit0(32'd1), .bit1(32'd2), .bit2(32'd4), .bit3(32'd8),
            .bit4(32'd16), .bit5(32'd32), .bit6(32'd64), .bit7(32'd128), .bit8(32'h100), .bit9(32'h200),
            .bit10(32'h400), .bit11(32'h800), .bit12(32'h1000), .bit13(32'h2000), .bit14(32'h4000),
            .bit15(32'h8000), .bit16(32'h10000), .bit17(32'h20000), .bit18(32'h40000), .bit19(32'h80000),
            .bit20(32'h100000), .bit21(32'h200000), .bit22(32'h400000), .bit23(32'h800000),
            .bit24(32'h1000000), .bit25(32'h2000000), .bit26(32'h4000000), .bit27(32'h8000000),
            .bit28(32'h10000000), .bit29(32'h20000000), .bit30(32'h40000000), .bit31(32'h80000000),
            .back_code(2'd2), .entry(4'd14)) u_patterns (
        .clk(clk),
        .rst(rst),
        .take(1'b1),
        .wr_pattern(wr_pattern),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .now_same(now_same),
        .in_privilege(ask_privilege),
        .fact_own(fact_own),
        .fact_loops(fact_loops),
        .fact_straight(1'b0),
        .fact_has_target(fact_has_target),
        .fact_backward(fact_backward),
        .fact_taken(fact_taken),
        .fact_negative(fact_negative),
        .fact_positive(fact_positive),
        .fact_ranges(fact_ranges),
        .cfg_be_taken(1'b0),
        .rec_entry(rec_entry),
        .in_filter(ask_filter),
        .pat_hit(pat_hit)
    );

    treetap_hps_ecp5_pipelined_slots u_slots (
        .clk(clk),
        .rst(rst),
        .cfg_en(cfg_en),
        .asked(asked),
        .pat_hit(pat_hit),
        .turn_valid(turn_valid),
        .turn_hit(turn_hit),
        .in_counts(in_counts),
        .again(again)
    );

    treetap_hps_ecp5_pipelined_pipelined_conditions #(.stop(7'd64), .wins(6'd32), .last(5'd31), .bit0(32'd1),
            .bit1(32'd2), .bit2(32'd4), .bit3(32'd8), .bit4(32'd16), .bit5(32'd32), .bit6(32'd64),
            .bit7(32'd128), .bit8(32'h100), .bit9(32'h200), .bit10(32'h400), .bit11(32'h800),
            .bit12(32'h1000), .bit13(32'h2000), .bit14(32'h4000), .bit15(32'h8000), .bit16(32'h10000),
            .bit17(32'h20000), .bit18(32'h40000), .bit19(32'h80000), .bit20(32'h100000), .bit21(32'h200000),
            .bit22(32'h400000), .bit23(32'h800000), .bit24(32'h1000000), .bit25(32'h2000000),
            .bit26(32'h4000000), .bit27(32'h8000000), .bit28(32'h10000000), .bit29(32'h20000000),
            .bit30(32'h40000000), .bit31(32'h80000000), .of_counter0(2'd1), .of_counter1(2'd2)) u_conditions (
        .clk(clk),
        .rst(rst),
        .wr_condition(wr_condition),
        .wr_pattern(wr_pattern),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .flag_zero(flag_zero),
        .flag_over(flag_over),
        .changed(changed),
        .again(again),
        .turn_valid(turn_valid),
        .turn_hit(turn_hit),
        .made_valid(made_valid),
        .made_hit(made_hit),
        .made_old(made_old),
        .made_there(made_there),
        .made_number(made_number),
        .op_code(op_code),
        .op_source(op_source),
        .word(word)
    );

    treetap_hps_ecp5_pipelined_commit #(.random_code(4'd15), .all_blank(8'd255), .bit0(2'd1), .bit1(2'd2),
            .place0(8'd1), .place1(8'd2), .place2(8'd4), .place3(8'd8), .place4(8'd16), .place5(8'd32),
            .place6(8'd64), .place7(8'd128)) u_commit (
        .clk(clk),
        .rst(rst),
        .made_valid(made_valid),
        .made_hit(made_hit),
        .made_old(made_old),
        .made_there(made_there),
        .made_number(made_number),
        .op_code(op_code),
        .op_source(op_source),
        .full(full),
        .hold(hold),
        .in_counts(in_counts),
        .again(again),
        .win_there(win_there),
        .win_number(win_number),
        .burst(burst),
        .cfg_en(cfg_en),
        .cfg_flagsel(cfg_flagsel),
        .ext_on(ext_on),
        .ext_off(ext_off),
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
        .changed(changed),
        .rd_index(rd_index),
        .rd_counter(rd_counter),
        .rd_seed(rd_seed),
        .step_edit(step_edit),
        .op_done(op_done)
    );

    treetap_hps_ecp5_pipelined_pipelined_events #(.last_bit(5'd0), .last_word(3'd5), .full_bit(3'd4)) u_output
            (
        .clk(clk),
        .rst(rst),
        .now_valid(now_valid),
        .now_pc(now_pc),
        .now_insn(now_insn),
        .now_target(now_target),
        .now_has_target(now_has_target),
        .now_taken(now_taken),
        .now_address(now_address),
        .rec_instructions(rec_instructions),
        .in_counts(in_counts),
        .win_there(win_there),
        .win_number(win_number),
        .word(word),
        .burst(burst),
        .full(full),
        .wr_word(wr_word),
        .wr_index(wr_index),
        .wr_data(wr_data),
        .step_replaced(step_replaced),
        .step_word(step_word),
        .step_cycles(step_cycles),
        .step_dropped(step_dropped),
        .raise(raise),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_data(ev_data),
        .ev_last(ev_last)
    );

    treetap_hps_ecp5_pipelined_statistics #(.places0(6'd40), .places1(6'd41), .places2(6'd42),
            .places3(6'd44), .places4(6'd48), .places5(6'd49), .places6(6'd43), .dropped_at(6'd44),
            .statistics(4'd7), .last(4'd6), .before0(4'd7), .before1(4'd0), .before2(4'd1), .before3(4'd2),
            .before4(4'd3), .before5(4'd4), .before6(4'd5)) u_statistics (
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
        .wr_kept(raw_kept),
        .wr_data(raw_data)
    );

    treetap_hps_ecp5_pipelined_host #(.zero_bit0(16'd1), .zero_bit1(16'd4), .over_bit0(16'd2),
            .over_bit1(16'd8), .polynomial(32'hedb88320), .ones(32'hffffffff), .pass(6'd35),
            .enable_bit(5'd0), .statistic_at0(13'd40), .statistic_at1(13'd41), .statistic_at2(13'd42),
            .statistic_at3(13'd44), .statistic_at4(13'd48), .statistic_at5(13'd49), .statistic_at6(13'd43))
            u_host (
        .clk(clk),
        .rst(rst),
        .bus_valid(host_valid),
        .bus_we(host_we),
        .bus_addr(host_addr),
        .bus_wdata(host_wdata),
        .bus_ready(host_ready),
        .bus_rdata(host_rdata),
        .wr_pattern(raw_pattern),
        .wr_condition(raw_condition),
        .wr_word(raw_word),
        .wr_range(raw_range),
        .wr_counter(raw_counter),
        .wr_source(raw_source),
        .wr_seed(raw_seed),
        .wr_mask(raw_mask),
        .wr_kept(raw_kept),
        .wr_index(raw_index),
        .wr_data(raw_data),
        .rd_index(rd_index),
        .rd_counter(rd_counter),
        .rd_seed(rd_seed),
        .rd_kept(rd_kept),
        .flag_zero(flag_zero),
        .flag_over(flag_over),
        .cfg_en(raw_en),
        .cfg_flagsel(raw_flagsel),
        .cfg_be_taken(raw_be_taken),
        .set_counters(raw_resets),
        .cleared(raw_clears),
        .kept_word(kept_word),
        .kept_own(kept_own),
        .kept_clearing(kept_clearing),
        .kept_open(kept_open),
        .kept_there(kept_there),
        .kept_data(kept_data),
        .step_dropped(step_dropped),
        .raise(raise),
        .busy(1'b0),
        .settling(1'b0)
    );
endmodule

`default_nettype wire

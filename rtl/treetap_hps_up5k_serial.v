// treetap_hps_up5k_serial: after the tap, 8 patterns in turn, 256 words
// Configuration: conditions 16, counters 2, patterns 8,
// retire 1, ternary 1, width 24, words 256, engine serial.
// Made by treetap 0.1.0 with: treetap gen hps --preset up5k_serial
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Offsets of formats B and J, within the cycle.
module treetap_hps_up5k_serial_offset #(
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
module treetap_hps_up5k_serial_immediate (
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

    treetap_hps_up5k_serial_offset #(.branch_sign(32'hfffff000), .jump_sign(32'hfff00000)) u_offset (
        .insn(insn),
        .branch(offset_branch),
        .jump(offset_jump)
    );
endmodule

// What kind of instruction it is: the class bit that it has by itself, and its immediate.
module treetap_hps_up5k_serial_kind #(
    parameter [3:0] class_number0 = 4'd5,
    parameter [3:0] class_number1 = 4'd6,
    parameter [3:0] class_number2 = 4'd5,
    parameter [3:0] class_number3 = 4'd6,
    parameter [3:0] class_number4 = 4'd0,
    parameter [3:0] class_number5 = 4'd1,
    parameter [3:0] class_number6 = 4'd2,
    parameter [3:0] class_number7 = 4'd4,
    parameter [3:0] class_number8 = 4'd2,
    parameter [3:0] class_number9 = 4'd3,
    parameter [3:0] class_number10 = 4'd2,
    parameter [3:0] class_number11 = 4'd8,
    parameter [3:0] class_number12 = 4'd8,
    parameter [3:0] class_number13 = 4'd9,
    parameter [3:0] class_number14 = 4'd9,
    parameter [3:0] class_number15 = 4'd7,
    parameter [3:0] class_number16 = 4'd10,
    parameter [3:0] class_number17 = 4'd11,
    parameter [3:0] class_number18 = 4'd11,
    parameter [3:0] class_number19 = 4'd12,
    parameter [3:0] class_number20 = 4'd15,
    parameter [4:0] branch_code = 5'd4,
    parameter [4:0] alu_code = 5'd11,
    parameter [4:0] multiply_code = 5'd13,
    parameter [4:0] divide_code = 5'd14,
    parameter [4:0] other_code = 5'd20,
    parameter [6:0] op_imm = 7'd19,
    parameter [6:0] op_32 = 7'd59,
    parameter [6:0] load_fp = 7'd7,
    parameter [6:0] store_fp = 7'd39,
    parameter [6:0] custom_0 = 7'd11,
    parameter [6:0] jal = 7'd111,
    parameter [3:0] none = 4'd15,
    parameter [3:0] loads = 4'd5,
    parameter [3:0] stores = 4'd6,
    parameter [3:0] triggers = 4'd13,
    parameter [3:0] calls = 4'd2,
    parameter [31:0] control_classes = 32'h7f0,
    parameter [3:0] last_control = 4'd4,
    parameter [3:0] last_branch = 4'd1
) (
    input  wire        clk,
    // the instruction
    input  wire [31:0] in_insn,
    input  wire [31:0] in_pc,
    input  wire [31:0] in_next,
    input  wire [4:0]  in_class,
    // what it is
    output wire [3:0]  kind_class,
    output wire        kind_branch,
    output wire        kind_control,
    output wire        kind_call,
    output wire        kind_known,
    output wire        kind_there,
    output wire [31:0] kind_offset,
    output wire [31:0] kind_base
);
    reg [3:0] number = 4'd0;
    reg known = 1'b0;
    reg there = 1'b0;
    reg [31:0] offset = 32'd0;
    reg [31:0] base = 32'd0;

    reg [3:0] own;
    wire immediate_there;
    wire [31:0] immediate_value;

    wire [6:0] opcode = in_insn[6:0];
    wire [2:0] function_ = in_insn[14:12];
    // Reserved branches, and words of RV64, have no class; SLTI into x0 is a trigger.
    wire alu = in_class == alu_code;
    wire arithmetic = alu | (in_class == multiply_code) | (in_class == divide_code);
    always @* begin
        own = none;
        if (in_class == 5'd0) own = class_number0;
        if (in_class == 5'd1) own = class_number1;
        if (in_class == 5'd2) own = class_number2;
        if (in_class == 5'd3) own = class_number3;
        if (in_class == 5'd4) own = class_number4;
        if (in_class == 5'd5) own = class_number5;
        if (in_class == 5'd6) own = class_number6;
        if (in_class == 5'd7) own = class_number7;
        if (in_class == 5'd8) own = class_number8;
        if (in_class == 5'd9) own = class_number9;
        if (in_class == 5'd10) own = class_number10;
        if (in_class == 5'd11) own = class_number11;
        if (in_class == 5'd12) own = class_number12;
        if (in_class == 5'd13) own = class_number13;
        if (in_class == 5'd14) own = class_number14;
        if (in_class == 5'd15) own = class_number15;
        if (in_class == 5'd16) own = class_number16;
        if (in_class == 5'd17) own = class_number17;
        if (in_class == 5'd18) own = class_number18;
        if (in_class == 5'd19) own = class_number19;
        if (in_class == 5'd20) own = class_number20;
        if (((in_class == branch_code) & ((function_ | 3'd1) == 3'd3)) | (arithmetic & ((opcode | 7'd32)
                == op_32))) own = none;
        if (alu & (opcode == op_imm) & (function_ == 3'd2) & ~(|in_insn[11:7])) own = triggers;
        // Loads and stores of vectors, and custom-0, have no class of the tap.
        if (in_class >= other_code) begin
            own = none;
            if (opcode == load_fp) own = loads;
            if (opcode == store_fp) own = stores;
            if (opcode == custom_0) own = triggers;
        end
    end
    wire reserved = (in_class == branch_code) & ((function_ | 3'd1) == 3'd3);
    wire known_now = ((in_class == branch_code) & ~reserved) | (opcode == jal);
    wire [3:0] kept = number;
    assign kind_class = kept;
    assign kind_branch = kept <= last_branch;
    assign kind_control = kept <= last_control;
    assign kind_call = kept == calls;
    assign kind_known = known;
    assign kind_there = there;
    assign kind_offset = offset;
    assign kind_base = base;

    treetap_hps_up5k_serial_immediate u_immediate (
        .insn(in_insn),
        .there(immediate_there),
        .value(immediate_value)
    );

    always @(posedge clk) begin
        number <= own;
        there <= immediate_there;
        known <= known_now;
        offset <= 32'd0;
        base <= 32'd0;
        if (known_now) begin
            offset <= immediate_value;
            base <= in_pc;
        end else if (control_classes[in_class] & ~reserved) begin
            offset <= in_next;
        end
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_hps_up5k_serial_fast_ram #(
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

// The engine, a step in a cycle.
module treetap_hps_up5k_serial_serial #(
    parameter [8:0] callee_at = 9'd0,
    parameter [8:0] n_in_at = 9'd40,
    parameter [8:0] n_repl_at = 9'd41,
    parameter [8:0] n_words_at = 9'd42,
    parameter [8:0] vcyc_at = 9'd43,
    parameter [8:0] dropped_at = 9'd44,
    parameter [8:0] ctr_at = 9'd4,
    parameter [8:0] hit_at = 9'd48,
    parameter [8:0] source_at = 9'd16,
    parameter [8:0] seed_at = 9'd24,
    parameter [5:0] seed_place = 6'd24,
    parameter [8:0] mask_at = 9'd25,
    parameter [8:0] range_at = 9'd28,
    parameter [8:0] upper_range_at = 9'd32,
    parameter [8:0] ct_at = 9'd64,
    parameter [8:0] pt_at = 9'd128,
    parameter [8:0] rt_at = 9'h100,
    parameter [31:0] taps = 32'h80200003,
    parameter [3:0] random_code = 4'd15,
    parameter [1:0] back_code = 2'd2,
    parameter [31:0] counter_bits = 32'hffffff,
    parameter [4:0] last_bit = 5'd0,
    parameter [2:0] few_full = 3'd5,
    parameter [5:0] width_at = 6'd24,
    parameter [31:0] less_one_word = 32'hffffffff,
    parameter [3:0] range_bit0 = 4'd1,
    parameter [3:0] range_bit1 = 4'd2,
    parameter [3:0] range_bit2 = 4'd4,
    parameter [3:0] range_bit3 = 4'd8,
    parameter [1:0] bit0 = 2'd1,
    parameter [1:0] bit1 = 2'd2,
    parameter [3:0] operation0 = 4'd3,
    parameter [3:0] operation1 = 4'd12,
    parameter [7:0] loaded0 = 8'd15,
    parameter [7:0] loaded1 = 8'd240,
    parameter [7:0] of_pattern0 = 8'd1,
    parameter [7:0] of_pattern1 = 8'd2,
    parameter [7:0] of_pattern2 = 8'd4,
    parameter [7:0] of_pattern3 = 8'd8,
    parameter [7:0] of_pattern4 = 8'd16,
    parameter [7:0] of_pattern5 = 8'd32,
    parameter [7:0] of_pattern6 = 8'd64,
    parameter [7:0] of_pattern7 = 8'd128
) (
    input  wire        clk,
    input  wire        rst,
    // an instruction; it stays until in_ready is high, which is when it is done with
    input  wire        in_valid,
    output wire        in_ready,
    output wire        in_counts,
    input  wire [31:0] in_pc,
    input  wire [31:0] in_insn,
    input  wire [31:0] in_next,
    input  wire [31:0] in_address,
    input  wire        in_short,
    input  wire [1:0]  in_privilege,
    input  wire        in_trap,
    input  wire [1:0]  in_filter,
    // what the instruction is
    input  wire [3:0]  kind_class,
    input  wire        kind_branch,
    input  wire        kind_control,
    input  wire        kind_call,
    input  wire        kind_known,
    input  wire        kind_there,
    input  wire [31:0] kind_offset,
    input  wire [31:0] kind_base,
    // sampling is switched on or off from outside; off wins
    input  wire        ext_on,
    input  wire        ext_off,
    // switches
    input  wire        cfg_flagsel,
    input  wire        cfg_be_taken,
    input  wire        cfg_en,
    // what a host wants
    input  wire        work_valid,
    input  wire [8:0]  work_place,
    input  wire        work_reads,
    input  wire        work_writes,
    input  wire        work_sums,
    input  wire        work_asks,
    input  wire [4:0]  work_pattern,
    input  wire        work_fits,
    input  wire [1:0]  work_counter,
    input  wire [31:0] work_word,
    input  wire        work_clears,
    input  wire        work_resets,
    output reg         work_ready,
    output reg         work_shift,
    output wire        work_bit,
    output wire [7:0]  work_row,
    output wire [31:0] work_value,
    // events count now; an instruction, a trigger or a host is under way
    output wire        sampling,
    // of the counters
    output wire [1:0]  flag_zero,
    output wire [1:0]  flag_over,
    // events count now; an instruction, a trigger or a host is under way
    output wire        working,
    // an event that finds no room waits, and with it its instruction
    input  wire        hold,
    // a word of an event
    input  wire        put_room,
    output reg         put_valid,
    output reg  [31:0] put_data,
    // bits of STATUS: 3 to 6, and that an event was dropped
    output reg  [3:0]  raise,
    output reg         step_dropped
);
    localparam [4:0] Service_Rest = 5'd0;
    localparam [4:0] Service_Trigger = 5'd1;
    localparam [4:0] Service_Triggers = 5'd2;
    localparam [4:0] Service_Outside = 5'd3;
    localparam [4:0] Service_Spill = 5'd4;
    localparam [4:0] Service_Spilled = 5'd5;
    localparam [4:0] Service_Spills = 5'd6;
    localparam [4:0] Service_Counted = 5'd7;
    localparam [4:0] Service_Clear = 5'd8;
    localparam [4:0] Service_Ones = 5'd9;
    localparam [4:0] Service_Host = 5'd10;
    localparam [4:0] Service_Taken = 5'd11;
    localparam [4:0] Service_Passes = 5'd12;
    localparam [4:0] Service_Write = 5'd13;
    localparam [4:0] Service_Crc = 5'd14;
    localparam [4:0] Service_Rows = 5'd15;
    localparam [4:0] Service_Row = 5'd16;
    localparam [4:0] Service_Answer = 5'd17;
    localparam [4:0] State_Idle = 5'd0;
    localparam [4:0] State_Next = 5'd1;
    localparam [4:0] State_Judge = 5'd2;
    localparam [4:0] State_Branch = 5'd3;
    localparam [4:0] State_Look = 5'd4;
    localparam [4:0] State_Callee = 5'd5;
    localparam [4:0] State_Scan = 5'd6;
    localparam [4:0] State_Pick = 5'd7;
    localparam [4:0] State_Mask = 5'd8;
    localparam [4:0] State_Value = 5'd9;
    localparam [4:0] State_Asked = 5'd10;
    localparam [4:0] State_Bounds = 5'd11;
    localparam [4:0] State_Range = 5'd12;
    localparam [4:0] State_Action = 5'd13;
    localparam [4:0] State_Rule = 5'd14;
    localparam [4:0] State_Line = 5'd15;
    localparam [4:0] State_Condition = 5'd16;
    localparam [4:0] State_Apply = 5'd17;
    localparam [4:0] State_Operations = 5'd18;
    localparam [4:0] State_Fetch = 5'd19;
    localparam [4:0] State_Load = 5'd20;
    localparam [4:0] State_Draw = 5'd21;
    localparam [4:0] State_Drawn = 5'd22;
    localparam [4:0] State_Hits = 5'd23;
    localparam [4:0] State_Store = 5'd24;
    localparam [4:0] State_Hit = 5'd25;
    localparam [4:0] State_End = 5'd26;
    localparam [4:0] State_Serve = 5'd27;
    localparam [4:0] State_Report = 5'd28;
    localparam [3:0] Step_Rest = 4'd0;
    localparam [3:0] Step_Win = 4'd1;
    localparam [3:0] Step_Header = 4'd2;
    localparam [3:0] Step_Amount = 4'd3;
    localparam [3:0] Step_Costs = 4'd4;
    localparam [3:0] Step_Cycles = 4'd5;
    localparam [3:0] Step_Replaced = 4'd6;
    localparam [3:0] Step_Words = 4'd7;
    localparam [3:0] Step_Counts = 4'd8;
    localparam [3:0] Step_Pc = 4'd9;
    localparam [3:0] Step_Insn = 4'd10;
    localparam [3:0] Step_Target = 4'd11;
    localparam [3:0] Step_Address = 4'd12;
    localparam [3:0] Step_Burst = 4'd13;

    reg [4:0] state;
    reg [4:0] service;
    reg [3:0] step;
    reg [31:0] left = 32'd0;
    reg [31:0] right = 32'd0;
    reg [31:0] value = 32'd0;
    reg [7:0] count = 8'd0;
    reg fresh = 1'b0;
    reg wipes = 1'b0;
    reg starts = 1'b0;
    reg served = 1'b0;
    reg waits = 1'b0;
    reg off = 1'b0;
    reg [1:0] zero = 2'd0;
    reg [1:0] over = 2'd0;
    reg [3:0] code = 4'd0;
    reg [7:0] source = 8'd0;
    reg [2:0] which = 3'd0;
    reg [8:0] place = 9'd0;
    reg up = 1'b0;
    reg down = 1'b0;
    reg draws = 1'b0;
    reg blank = 1'b0;
    reg crossed = 1'b0;
    reg [5:0] few = 6'd0;
    reg entry = 1'b0;
    reg backward = 1'b0;
    reg taken = 1'b0;
    reg owes = 1'b0;
    reg [7:0] open = 8'd0;
    reg [4:0] number = 5'd0;
    reg [3:0] rule = 4'd0;
    reg [3:0] line = 4'd0;
    reg [3:0] ranges = 4'd0;
    reg ranged = 1'b0;
    reg reaches = 1'b0;
    reg [10:0] sequence_ = 11'd0;
    reg replaces = 1'b0;
    reg holds = 1'b0;
    reg won = 1'b0;
    reg room = 1'b0;
    reg topped = 1'b0;
    reg pending = 1'b0;
    reg turned = 1'b0;
    reg sampled = 1'b0;
    reg [15:0] since = 16'd0;
    reg [15:0] bursts = 16'd0;

    reg write;
    reg of_next;
    reg of_offset;
    reg of_host;
    reg of_half;
    reg of_step;
    reg of_length;
    reg of_seen;
    reg of_masked;
    reg of_used;
    reg plus_base;
    reg less_pc;
    reg less_one;
    reg plus_one;
    reg plus_value;
    reg plus_few;
    reg [7:0] row;
    reg [1:0] operates;
    reg done;
    reg narrow;
    reg [8:0] read_serve;
    reg [8:0] at_serve;
    reg [8:0] read_between;
    reg [8:0] at_between;
    reg [7:0] own;
    reg [1:0] filter;
    reg [8:0] read_scan;
    reg [4:0] found;
    reg directed;
    reg signed_;
    reg [8:0] read_found;
    reg [3:0] line_now;
    reg [2:0] chosen;
    reg [1:0] does;
    reg [3:0] loads;
    reg [8:0] read_store;
    reg [8:0] at_store;
    reg [8:0] read_report;
    reg [8:0] at_report;
    reg [8:0] at_event;
    reg [31:0] half;
    reg [31:0] mask;
    wire [31:0] memory_rd;
    wire [7:0] rows_rd;
    reg rows_we;
    reg [7:0] rows_wd;

    wire [31:0] seen = memory_rd;
    wire [7:0] onward = count + 8'd1;
    // Whether it goes on after itself: the distance less 1 is the value, two states after state Idle.
    wire [1:0] length = in_short ? 2'd1 : 2'd3;
    wire moved = (|value[31:2]) | (value[1:0] != length);
    wire has_target = kind_known | kind_control;
    wire blank_value = ~(|value[23:0]);
    assign flag_zero = zero;
    assign flag_over = over;
    assign sampling = cfg_flagsel ? over[0] : zero[0];
    assign working = ~(state == State_Idle) | waits;
    // Triggers come first, then the host and instructions in turn, and N_IN before either.
    wire asked = work_valid & ~(in_valid & served);
    wire spills = few[few_full] | (asked & (|few));
    wire begins = ~waits & ~asked & ~spills & in_valid;
    assign in_counts = begins & (state == State_Idle);
    // Words of registers begin as 0, counters and the random generator as 1.
    wire [5:0] word = count[5:0];
    wire counts = (word[5:4] == 2'd0) & (word[3] != word[2]);
    wire counted = word[5] & (word[4] != word[3]);
    wire last = &count[5:0];
    always @* begin
        own = 8'd0;
        if (work_pattern == 5'd0) own = of_pattern0;
        if (work_pattern == 5'd1) own = of_pattern1;
        if (work_pattern == 5'd2) own = of_pattern2;
        if (work_pattern == 5'd3) own = of_pattern3;
        if (work_pattern == 5'd4) own = of_pattern4;
        if (work_pattern == 5'd5) own = of_pattern5;
        if (work_pattern == 5'd6) own = of_pattern6;
        if (work_pattern == 5'd7) own = of_pattern7;
    end
    // What a branch that is known to be not taken counts for, and the row of the instruction.
    wire judged = kind_branch & cfg_be_taken & ~taken;
    always @* begin
        filter = in_filter;
        if (judged & (filter == back_code)) filter = 2'd0;
    end
    wire back_edge = kind_branch & backward & ~judged;
    wire [7:0] own_row = {4'd0, kind_class} | ({7'd0, back_edge} << 4) | ({7'd0, entry} << 5)
            | ({6'd0, filter} << 6);
    wire none = ~(|rows_rd) | ~cfg_en;
    // The first pattern that is left; then its words, as long as it matches.
    wire [7:0] first = open & ~(open - 8'd1);
    always @* begin
        found = 5'd0;
        if (first[0]) found = found | 5'd0;
        if (first[1]) found = found | 5'd1;
        if (first[2]) found = found | 5'd2;
        if (first[3]) found = found | 5'd3;
        if (first[4]) found = found | 5'd4;
        if (first[5]) found = found | 5'd5;
        if (first[6]) found = found | 5'd6;
        if (first[7]) found = found | 5'd7;
    end
    wire [8:0] words_at = pt_at | ({4'd0, number} << 2);
    wire backs = backward & has_target;
    wire forth = ~backward & has_target;
    always @* begin
        directed = 1'b0;
        case (seen[21:20])
            2'd0: directed = 1'b1;
            2'd1: directed = backs;
            2'd2: directed = forth;
            default: ;
        endcase
    end
    always @* begin
        signed_ = 1'b0;
        case (seen[23:22])
            2'd0: signed_ = 1'b1;
            2'd1: signed_ = kind_there & in_insn[31];
            2'd2: signed_ = kind_there & ~in_insn[31];
            default: ;
        endcase
    end
    wire within_ = ~(|seen[19:16]) | (|(seen[19:16] & ranges));
    wire fits = directed & signed_ & within_ & (in_privilege >= seen[29:28]) & (~seen[30] | taken);
    always @* begin
        of_masked = 1'b0;
        read_scan = callee_at;
        case (state)
            State_Scan: ;
            State_Pick: read_scan = words_at;
            State_Mask: begin
                of_masked = 1'b1;
                read_scan = words_at | 9'd1;
            end
            State_Value: read_scan = words_at | 9'd2;
            State_Asked: read_scan = words_at | 9'd3;
            default: ;
        endcase
    end
    always @* begin
        // Ranges are looked at when a pattern asks for one: a bound in a cycle, then the pattern again.
        line_now = 4'd0;
        if (seen[18:16] == 3'd0) begin
            line_now = line_now | ({3'd0, over[0]} << 1);
            line_now = line_now | {3'd0, zero[0]};
        end
        if (seen[21:19] == 3'd0) begin
            line_now = line_now | ({3'd0, over[0]} << 3);
            line_now = line_now | ({3'd0, zero[0]} << 2);
        end
        if (seen[18:16] == 3'd1) begin
            line_now = line_now | ({3'd0, over[1]} << 1);
            line_now = line_now | {3'd0, zero[1]};
        end
        if (seen[21:19] == 3'd1) begin
            line_now = line_now | ({3'd0, over[1]} << 3);
            line_now = line_now | ({3'd0, zero[1]} << 2);
        end
    end
    always @* begin
        // Operations that patterns ask for, until all were looked at; then in the order of the counters.
        chosen = 3'd0;
        does = 2'd0;
        loads = 4'd0;
        if (~(|does) & (|(code & operation0))) begin
            chosen = 3'd0;
            does = code[1:0];
            loads = source[3:0];
        end
        if (~(|does) & (|(code & operation1))) begin
            chosen = 3'd1;
            does = code[3:2];
            loads = source[7:4];
        end
    end
    wire [1:0] one = (which == 3'd1) ? bit1 : (which == 3'd0) ? bit0 : 2'd0;
    wire [8:0] hit = hit_at | {6'd0, which};
    // A pattern has won: the first word of its replacement names the handler, and what it would cost.
    wire at_end = &sequence_[7:0];
    wire last_word = seen[last_bit];
    wire [31:0] header = {24'd0, seen[23:16]} | ({27'd0, number} << 8) | ({31'd0, has_target} << 14)
            | ({31'd0, taken} << 15) | ({16'd0, since} << 16);
    wire [8:0] named = rt_at | {1'd0, sequence_[7:0]};
    always @* begin
        // What a state does not say otherwise. The memory shows the callee: an instruction may come.
        write = owes;
        // What is added: each is there or not.
        of_next = 1'b0;
        of_offset = 1'b0;
        of_host = 1'b0;
        of_half = 1'b0;
        of_step = 1'b0;
        of_length = 1'b0;
        of_seen = 1'b0;
        of_used = 1'b0;
        plus_base = 1'b0;
        less_pc = 1'b0;
        less_one = 1'b0;
        plus_one = 1'b0;
        plus_value = 1'b0;
        plus_few = 1'b0;
        row = count;
        rows_we = 1'b0;
        rows_wd = 8'd0;
        put_valid = 1'b0;
        raise = 4'd0;
        step_dropped = 1'b0;
        work_ready = 1'b0;
        work_shift = 1'b0;
        operates = 2'd0;
        done = 1'b0;
        narrow = 1'b0;
        case (state)
            State_Idle: begin
                of_next = 1'b1;
                less_pc = 1'b1;
            end
            default: ;
        endcase
        read_serve = callee_at;
        at_serve = callee_at;
        case (service)
            Service_Clear: begin
                at_serve = {3'd0, word};
                write = counted & wipes;
                if (fresh) write = ~(|count[7:6]);
                rows_we = fresh;
            end
            Service_Ones: begin
                plus_one = 1'b1;
                at_serve = {3'd0, word};
                write = counts & starts;
                if (fresh) write = counts | (word == seed_place);
            end
            Service_Host: read_serve = work_place;
            Service_Taken: begin
                of_host = ~work_reads;
                of_seen = work_reads;
            end
            Service_Passes: of_host = 1'b1;
            Service_Write: begin
                of_host = 1'b1;
                write = work_writes;
                at_serve = work_place;
                narrow = |work_counter;
            end
            default: ;
        endcase
        read_between = callee_at;
        at_between = callee_at;
        // A trigger from outside, and instructions that N_IN does not have yet.
        case (service)
            Service_Trigger: begin
                if (off) plus_one = 1'b1;
            end
            Service_Spill: read_between = n_in_at;
            Service_Spilled: begin
                of_seen = 1'b1;
                plus_few = 1'b1;
            end
            Service_Triggers: ;
            Service_Spills: ;
            Service_Counted: begin
                write = 1'b1;
                at_between = n_in_at;
            end
            Service_Outside: begin
                write = 1'b1;
                at_between = ctr_at;
            end
            default: ;
        endcase
        // A word goes into the CRC bit by bit; what a pattern asks for goes through all rows.
        case (service)
            Service_Crc: begin
                of_half = 1'b1;
                work_shift = 1'b1;
            end
            Service_Rows: ;
            Service_Row: begin
                rows_we = 1'b1;
                rows_wd = rows_rd & ~own;
                if (work_fits) rows_wd = rows_rd | own;
            end
            Service_Answer: begin
                // The value is the answer. A trigger that came before it is one before what is written.
                work_ready = 1'b1;
            end
            default: ;
        endcase
        case (state)
            State_Next: begin
                // Where it leads.
                of_offset = 1'b1;
                plus_base = 1'b1;
                row = own_row;
            end
            State_Judge: ;
            State_Branch: row = own_row;
            State_Look: begin
                if (none & ~kind_call) done = 1'b1;
            end
            State_Callee: ;
            default: ;
        endcase
        read_found = callee_at;
        case (state)
            State_Bounds: read_found = range_at;
            State_Range: begin
                of_seen = 1'b1;
                less_pc = 1'b1;
                read_found = range_at | {7'd0, count[1:0]};
                if (count[2]) read_found = upper_range_at | {7'd0, count[1:0]};
                if (count[3:0] == 4'd9) read_found = words_at | 9'd2;
            end
            State_Action: ;
            State_Rule: read_found = ct_at | {5'd0, rule};
            State_Line: read_found = ct_at | {5'd0, rule};
            State_Condition: read_found = ct_at | {5'd0, rule};
            State_Apply: begin
                if (holds) begin
                    if ((seen[26:24] == 3'd0) & ~(|(code & operation0))) operates = bit0;
                    if ((seen[26:24] == 3'd1) & ~(|(code & operation1))) operates = bit1;
                end
            end
            default: ;
        endcase
        // A counter is worked out and written, and that it was is counted.
        read_store = callee_at;
        at_store = callee_at;
        case (state)
            State_Fetch: read_store = place;
            State_Load: begin
                of_seen = ~blank;
                plus_one = up;
                less_one = down;
                read_store = hit;
            end
            State_Draw: begin
                of_step = 1'b1;
                read_store = mask_at;
            end
            State_Drawn: begin
                of_used = 1'b1;
                read_store = hit;
            end
            State_Hits: begin
                // The random generator is written if it was asked.
                of_seen = 1'b1;
                plus_one = 1'b1;
                write = draws;
                at_store = seed_at;
            end
            State_Store: begin
                narrow = 1'b1;
                write = 1'b1;
                at_store = ctr_at + {6'd0, which};
            end
            State_Hit: begin
                write = 1'b1;
                at_store = hit;
            end
            default: ;
        endcase
        read_report = callee_at;
        at_report = callee_at;
        put_data = value;
        case (step)
            Step_Win: read_report = named;
            Step_Header: begin
                put_valid = room;
                put_data = header;
                read_report = named;
                if (at_end & ~last_word) raise = 4'd4;
            end
            Step_Amount: begin
                // A bubble and the words, less the instruction itself.
                of_length = 1'b1;
                plus_one = at_end | last_word;
            end
            Step_Costs: read_report = vcyc_at;
            Step_Cycles: begin
                of_seen = 1'b1;
                plus_value = 1'b1;
                read_report = n_repl_at;
            end
            Step_Replaced: begin
                of_seen = 1'b1;
                plus_one = 1'b1;
                read_report = n_words_at;
                if (~room) read_report = dropped_at;
            end
            Step_Words: begin
                of_seen = 1'b1;
                plus_one = 1'b1;
                write = 1'b1;
                at_report = vcyc_at;
            end
            default: ;
        endcase
        at_event = callee_at;
        // The words of the event.
        case (step)
            Step_Counts: begin
                write = 1'b1;
                at_event = n_repl_at;
            end
            Step_Pc: begin
                // DROPPED stays at its largest value.
                put_data = in_pc;
                put_valid = room;
                of_offset = 1'b1;
                plus_base = 1'b1;
                write = room | ~topped;
                at_event = n_words_at;
                if (~room) begin
                    at_event = dropped_at;
                    step_dropped = 1'b1;
                end
            end
            Step_Insn: begin
                put_data = in_insn;
                put_valid = 1'b1;
            end
            Step_Target: put_valid = 1'b1;
            Step_Address: begin
                put_data = in_address;
                put_valid = 1'b1;
            end
            Step_Burst: begin
                put_data = {16'd0, bursts};
                put_valid = 1'b1;
            end
            default: ;
        endcase
        if (state == State_End) done = 1'b1;
    end
    assign in_ready = done ? 1'b1 : 1'b0;
    always @* begin
        // One adder, between registers.
        half = left >> 1;
        if (of_step & left[0]) half = half ^ taps;
    end
    always @* begin
        // Of what the memory shows, all, or what a mask leaves of it, or its highest byte; or something else.
        mask = 32'd0;
        if (of_seen) mask = less_one_word;
        if (of_masked) mask = in_insn;
        if (of_used) mask = left;
    end
    wire [31:0] length_word = of_length ? {24'd0, seen[31:24]} : 32'd0;
    wire [31:0] other = of_offset ? kind_offset : of_next ? in_next : 32'd0;
    wire [31:0] third = (of_half | of_step) ? half : of_host ? work_word : 32'd0;
    wire [32:0] sum = {1'd0, left} + {1'd0, right};
    wire carry = sum[32];
    wire leads = (state == State_Judge) | ((state == State_Look) & ~kind_branch);
    assign work_value = value;
    assign work_bit = left[0];
    assign work_row = count;
    wire [8:0] memory_ra = read_serve | read_between | read_scan | read_found | read_store | read_report;
    wire [8:0] memory_wa = at_serve | at_between | at_store | at_report | at_event;
    wire [31:0] memory_wd = narrow ? (value & counter_bits) : value;

    treetap_hps_up5k_serial_fast_ram #(.WIDTH(32), .ADDR(9)) u_memory (
        .clk(clk),
        .ra(memory_ra),
        .rd(memory_rd),
        .we(write),
        .wa(memory_wa),
        .wd(memory_wd)
    );

    treetap_hps_up5k_serial_fast_ram #(.WIDTH(8), .ADDR(8)) u_rows (
        .clk(clk),
        .ra(row),
        .rd(rows_rd),
        .we(rows_we),
        .wa(count),
        .wd(rows_wd)
    );

    wire [15:0] wide0_unused_msbs = seen[15:0] >> line;
    always @(posedge clk) begin
        owes <= 1'b0;
        case (state)
            State_Idle: begin
                entry <= pending & (seen == in_pc);
                room <= put_room;
                won <= 1'b0;
                ranged <= 1'b0;
                if (begins) begin
                    served <= 1'b0;
                    state <= State_Next;
                    if (in_trap) state <= State_End;
                end
                if (asked | spills | waits) begin
                    state <= State_Serve;
                    service <= Service_Host;
                end
                if (spills) service <= Service_Spill;
                if (waits) service <= Service_Trigger;
            end
            default: ;
        endcase
        case (service)
            Service_Clear: begin
                count <= onward;
                if (last & ((&count[7:6]) | ~fresh)) begin
                    count <= 8'd0;
                    service <= Service_Ones;
                end
            end
            Service_Ones: begin
                count <= onward;
                if (last) begin
                    fresh <= 1'b0;
                    wipes <= 1'b0;
                    starts <= 1'b0;
                    service <= Service_Rest;
                    state <= State_Idle;
                end
            end
            Service_Host: begin
                count <= 8'd0;
                service <= Service_Taken;
            end
            Service_Taken: service <= Service_Passes;
            Service_Passes: begin
                service <= Service_Answer;
                if (work_writes | work_sums) service <= Service_Write;
            end
            Service_Write: begin
                if (work_counter[0]) begin
                    zero <= zero & ~bit0;
                    if (blank_value) zero <= zero | bit0;
                    over <= over & ~bit0;
                end
                if (work_counter[1]) begin
                    zero <= zero & ~bit1;
                    if (blank_value) zero <= zero | bit1;
                    over <= over & ~bit1;
                end
                service <= Service_Answer;
                if (work_sums) service <= Service_Crc;
            end
            default: ;
        endcase
        // A trigger from outside, and instructions that N_IN does not have yet.
        case (service)
            Service_Trigger: begin
                waits <= 1'b0;
                service <= Service_Triggers;
            end
            Service_Spill: service <= Service_Spilled;
            Service_Spilled: service <= Service_Spills;
            Service_Triggers: service <= Service_Outside;
            Service_Spills: service <= Service_Counted;
            Service_Counted: begin
                few <= 6'd0;
                service <= Service_Rest;
                state <= State_Idle;
            end
            Service_Outside: begin
                zero <= zero & ~bit0;
                if (blank_value) zero <= zero | bit0;
                over <= over & ~bit0;
                service <= Service_Rest;
                state <= State_Idle;
            end
            default: ;
        endcase
        if (ext_on | ext_off) begin
            waits <= 1'b1;
            off <= ext_off;
        end
        // A word goes into the CRC bit by bit; what a pattern asks for goes through all rows.
        case (service)
            Service_Crc: begin
                count <= onward;
                if (&count[4:0]) begin
                    count <= 8'd0;
                    service <= Service_Answer;
                    if (work_asks) service <= Service_Rows;
                end
            end
            Service_Rows: service <= Service_Row;
            Service_Row: begin
                count <= onward;
                service <= Service_Rows;
                if (&count) service <= Service_Answer;
            end
            Service_Answer: begin
                served <= 1'b1;
                count <= 8'd0;
                state <= State_Idle;
                service <= Service_Rest;
                if (work_clears | work_resets) begin
                    state <= State_Serve;
                    service <= Service_Clear;
                end
                wipes <= work_clears;
                starts <= work_resets;
                if (work_resets) begin
                    zero <= 2'd0;
                    over <= 2'd0;
                end
                if (work_resets | work_counter[0]) waits <= 1'b0;
            end
            default: ;
        endcase
        case (state)
            State_Next: begin
                state <= State_Look;
                if (kind_branch) state <= State_Judge;
            end
            State_Judge: state <= State_Branch;
            State_Branch: state <= State_Look;
            State_Look: begin
                owes <= kind_call;
                open <= rows_rd;
                if (cfg_en) few <= few + 6'd1;
                state <= State_Scan;
                if (none) state <= State_Callee;
                if (none & ~kind_call) state <= State_Idle;
            end
            State_Callee: state <= State_End;
            default: ;
        endcase
        case (state)
            State_Scan: begin
                number <= found;
                open <= open & ~first;
                state <= State_Pick;
                if (~(|open)) state <= State_Operations;
            end
            State_Pick: state <= State_Mask;
            State_Mask: state <= State_Value;
            State_Value: begin
                count <= 8'd0;
                state <= State_Scan;
                if (left == seen) state <= State_Asked;
            end
            State_Asked: begin
                state <= State_Scan;
                if (fits) state <= State_Action;
                if ((|seen[19:16]) & ~ranged) state <= State_Bounds;
            end
            default: ;
        endcase
        case (state)
            State_Bounds: begin
                count <= 8'd1;
                state <= State_Range;
            end
            State_Range: begin
                count <= onward;
                ranged <= 1'b1;
                if (count[3:0] == 4'd9) state <= State_Asked;
            end
            State_Action: begin
                sequence_ <= seen[10:0];
                replaces <= ~seen[11];
                rule <= seen[15:12];
                state <= State_Rule;
            end
            State_Rule: state <= State_Line;
            State_Line: begin
                line <= line_now;
                state <= State_Condition;
            end
            State_Condition: begin
                holds <= wide0_unused_msbs[0];
                state <= State_Apply;
            end
            State_Apply: begin
                state <= State_Scan;
                if (holds) begin
                    if (replaces) begin
                        won <= 1'b1;
                        state <= State_Operations;
                    end
                end
            end
            default: ;
        endcase
        if (operates[0]) begin
            code <= (code & ~operation0) | ({2'd0, seen[23:22]} << 0);
            source <= (source & ~loaded0) | ({4'd0, seen[30:27]} << 0);
        end
        if (operates[1]) begin
            code <= (code & ~operation1) | ({2'd0, seen[23:22]} << 2);
            source <= (source & ~loaded1) | ({4'd0, seen[30:27]} << 4);
        end
        case (state)
            State_Operations: begin
                which <= chosen;
                up <= does == 2'd1;
                down <= does == 2'd2;
                draws <= (&does) & (loads == random_code);
                blank <= (&does) & loads[3] & (loads != random_code);
                if (chosen == 3'd0) code <= code & ~operation0;
                if (chosen == 3'd1) code <= code & ~operation1;
                place <= ctr_at + {6'd0, chosen};
                if (&does) begin
                    place <= source_at | {6'd0, loads[2:0]};
                    if (loads == random_code) place <= seed_at;
                end
                state <= State_Fetch;
                if (~(|does)) begin
                    state <= State_End;
                    if (won) begin
                        state <= State_Report;
                        step <= Step_Win;
                    end
                end
            end
            default: ;
        endcase
        case (state)
            State_Fetch: state <= State_Load;
            State_Load: begin
                state <= State_Hits;
                if (draws) state <= State_Draw;
            end
            State_Draw: state <= State_Drawn;
            State_Drawn: state <= State_Hits;
            State_Hits: state <= State_Store;
            State_Store: begin
                zero <= zero & ~one;
                if (blank_value) zero <= zero | one;
                if (crossed) over <= over | one;
                if (~up & ~down) over <= over & ~one;
                state <= State_Hit;
            end
            State_Hit: state <= State_Operations;
            default: ;
        endcase
        case (step)
            Step_Win: begin
                step <= Step_Header;
                if (hold) begin
                    room <= 1'b1;
                    if (~room & ~put_room) begin
                        room <= 1'b0;
                        state <= State_Report;
                        step <= Step_Win;
                    end
                end
            end
            Step_Header: step <= Step_Amount;
            Step_Amount: step <= Step_Costs;
            Step_Costs: step <= Step_Cycles;
            Step_Cycles: step <= Step_Replaced;
            Step_Replaced: step <= Step_Words;
            Step_Words: begin
                topped <= &seen;
                step <= Step_Counts;
            end
            default: ;
        endcase
        // The words of the event.
        case (step)
            Step_Counts: step <= Step_Pc;
            Step_Pc: begin
                step <= Step_Insn;
                if (~room) begin
                    step <= Step_Rest;
                    state <= State_End;
                end
            end
            Step_Insn: step <= Step_Target;
            Step_Target: step <= Step_Address;
            Step_Address: step <= Step_Burst;
            Step_Burst: begin
                step <= Step_Rest;
                state <= State_End;
            end
            default: ;
        endcase
        // What is remembered of instructions: calls, distance from a change of control, bursts.
        if (state == State_Next) begin
            if (entry) pending <= 1'b0;
            if (kind_call) pending <= 1'b1;
            turned <= kind_control;
            if (turned) begin
                since <= 16'd1;
            end else if (~(&since)) begin
                since <= since + 16'd1;
            end
            sampled <= sampling;
            if (sampling & ~sampled) bursts <= bursts + 16'd1;
        end
        if (state == State_End) state <= State_Idle;
        left <= (seen & mask) | length_word | other | third;
        right <= 32'd0;
        if (plus_base) right <= kind_base;
        if (less_pc) right <= ~in_pc;
        if (less_one) right <= less_one_word;
        if (plus_one) right <= 32'd1;
        if (plus_value) right <= {23'd0, value[8:0]};
        if (plus_few) right <= {26'd0, few};
        value <= sum[31:0];
        // Backward: what follows is not beyond it; or the sum wraps, or what is added is 0.
        if (state == State_Next) backward <= ~carry;
        if (leads) begin
            taken <= moved;
            if (kind_known) backward <= carry | ~(|left);
        end
        case (state)
            State_Range: begin
                // The bound of the cycle before: odd ones are upper ones.
                reaches <= ~carry;
                if (count[3:0] == 4'd3) begin
                    ranges <= ranges & ~range_bit0;
                    if (reaches & carry) ranges <= ranges | range_bit0;
                end
                if (count[3:0] == 4'd5) begin
                    ranges <= ranges & ~range_bit1;
                    if (reaches & carry) ranges <= ranges | range_bit1;
                end
                if (count[3:0] == 4'd7) begin
                    ranges <= ranges & ~range_bit2;
                    if (reaches & carry) ranges <= ranges | range_bit2;
                end
                if (count[3:0] == 4'd9) begin
                    ranges <= ranges & ~range_bit3;
                    if (reaches & carry) ranges <= ranges | range_bit3;
                end
            end
            State_Hits: begin
                crossed <= 1'b0;
                if (up) crossed <= sum[width_at];
                if (down) crossed <= ~carry;
            end
            default: ;
        endcase
        if (rst) begin
            state <= State_Serve;
            service <= Service_Clear;
            step <= Step_Rest;
            fresh <= 1'b1;
            left <= 32'd0;
            right <= 32'd0;
            value <= 32'd0;
            count <= 8'd0;
            few <= 6'd0;
            waits <= 1'b0;
            served <= 1'b0;
            zero <= 2'd0;
            over <= 2'd0;
            code <= 4'd0;
            pending <= 1'b0;
            turned <= 1'b0;
            since <= 16'd0;
            sampled <= 1'b0;
            bursts <= 16'd0;
            owes <= 1'b0;
        end
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_hps_up5k_serial_fast_ram_re #(
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

// Events wait, a word in a cycle in and out.
module treetap_hps_up5k_serial_serial_queue #(
    parameter [4:0] capacity = 5'd16,
    parameter [2:0] last_word = 3'd5
) (
    input  wire        clk,
    input  wire        rst,
    // a word of an event, which there has to be room for
    output wire        put_room,
    input  wire        put_valid,
    input  wire [31:0] put_data,
    // words of events, the oldest first (valid, ready, data, last)
    output wire        ev_valid,
    input  wire        ev_ready,
    output wire [31:0] ev_data,
    output wire        ev_last
);
    reg [4:0] level = 5'd0;
    reg [4:0] whole = 5'd0;
    reg [3:0] back = 4'd0;
    reg [3:0] front = 4'd0;
    reg [2:0] wr_word = 3'd0;
    reg [2:0] rd_word = 3'd0;
    reg offered = 1'b0;
    reg last = 1'b0;

    // In. An event that is gone in this cycle leaves its room.
    wire gone = offered & ev_ready & last;
    wire stored = put_valid & (wr_word == last_word);
    assign put_room = (level != capacity) | gone;
    wire [6:0] memory_wa = ({3'd0, back} << 3) | {4'd0, wr_word};
    // Out. An event is read when all of it is there.
    wire fetch = (|whole) & (~offered | ev_ready);
    wire ending = rd_word == last_word;
    wire [6:0] memory_ra = ({3'd0, front} << 3) | {4'd0, rd_word};
    assign ev_valid = offered;
    assign ev_last = last;
    // An event takes its room when its first word comes.
    wire enters = put_valid & ~(|wr_word);
    wire leaves = fetch & ending;

    treetap_hps_up5k_serial_fast_ram_re #(.WIDTH(32), .ADDR(7)) u_memory (
        .clk(clk),
        .re(fetch),
        .ra(memory_ra),
        .rd(ev_data),
        .we(put_valid),
        .wa(memory_wa),
        .wd(put_data)
    );

    always @(posedge clk) begin
        if (put_valid) wr_word <= wr_word + 3'd1;
        if (stored) begin
            wr_word <= 3'd0;
            back <= back + 4'd1;
        end
        offered <= fetch | (offered & ~ev_ready);
        if (fetch) begin
            last <= ending;
            rd_word <= rd_word + 3'd1;
            if (ending) begin
                rd_word <= 3'd0;
                front <= front + 4'd1;
            end
        end
        if (enters & ~gone) level <= level + 5'd1;
        if (~enters & gone) level <= level - 5'd1;
        if (stored & ~leaves) whole <= whole + 5'd1;
        if (~stored & leaves) whole <= whole - 5'd1;
        if (rst) begin
            level <= 5'd0;
            whole <= 5'd0;
            back <= 4'd0;
            front <= 4'd0;
            wr_word <= 3'd0;
            rd_word <= 3'd0;
            offered <= 1'b0;
        end
    end
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_hps_up5k_serial_host_bank #(
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

// The registers of the engine: what a host wants, switches, what has happened, the CRC-32 of the tables.
module treetap_hps_up5k_serial_serial_host #(
    parameter [15:0] zero_bit0 = 16'd1,
    parameter [15:0] zero_bit1 = 16'd4,
    parameter [15:0] over_bit0 = 16'd2,
    parameter [15:0] over_bit1 = 16'd8,
    parameter [1:0] bit0 = 2'd1,
    parameter [1:0] bit1 = 2'd2,
    parameter [12:0] flags_at = 13'd12,
    parameter [31:0] polynomial = 32'hedb88320,
    parameter [31:0] with_itself = 32'hdebb20e3,
    parameter [31:0] crc_start = 32'hffffffff,
    parameter [4:0] enable_bit = 5'd0,
    parameter [8:0] rt_base = 9'h100,
    parameter [4:0] valid_bit = 5'd31
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
    // what it wants
    output wire        work_valid,
    output wire [8:0]  work_place,
    output wire        work_reads,
    output wire        work_writes,
    output wire        work_sums,
    output wire        work_asks,
    output wire [4:0]  work_pattern,
    output wire        work_fits,
    output wire [1:0]  work_counter,
    output wire [31:0] work_word,
    output wire        work_clears,
    output wire        work_resets,
    input  wire        work_ready,
    input  wire        work_shift,
    input  wire        work_bit,
    input  wire [7:0]  work_row,
    input  wire [31:0] work_value,
    // of the counters
    input  wire [1:0]  flag_zero,
    input  wire [1:0]  flag_over,
    // switches
    output wire        cfg_en,
    output wire        cfg_flagsel,
    output wire        cfg_be_taken,
    // bits of STATUS: 3 to 6, and that an event was dropped
    input  wire [3:0]  raise,
    input  wire        step_dropped
);
    reg enabled = 1'b0;
    reg good = 1'b0;
    reg reads = 1'b0;
    reg waits = 1'b0;
    reg writes = 1'b0;
    reg sums = 1'b0;
    reg asks = 1'b0;
    reg [1:0] counter = 2'd0;
    reg [8:0] place = 9'd0;
    reg [31:0] shown = 32'd0;
    reg [31:0] crc = 32'hffffffff;

    reg [15:0] flags;
    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_at_ctrl;
    wire bank_at_ctr;
    wire bank_at_hps_r_unused;
    wire bank_at_rndseed;
    wire bank_at_rndmask_unused;
    wire bank_at_range_unused;
    wire bank_at_img_crc;
    wire bank_at_ct;
    wire bank_at_pt;
    wire bank_at_rt;
    reg bank_raise_img_bad;

    // What lies in the memory: all registers but the first four, FLAGS and IMG_CRC, and the tables.
    wire [12:0] word = bus_addr[14:2];
    wire register = ~(|word[12:6]);
    wire stored = register & (|word[5:2]) & (word != flags_at) & ~bank_at_img_crc;
    wire table_ = bank_at_ct | bank_at_pt | bank_at_rt;
    wire open = ~enabled;
    wire write = work_ready & bus_we;
    assign bus_ready = work_ready;
    assign bus_rdata = work_value;
    // A place: of a register and of a condition the number of its word; of a pattern, with a 1 before.
    wire [7:0] near = {1'd0, word[6:0]} | ({7'd0, bank_at_pt} << 7);
    wire kept = stored | (table_ & open & ~(bank_at_rt & ~word[0]));
    assign work_pattern = word[6:2];
    // What is wanted is known a cycle after the request.
    assign work_valid = waits;
    assign work_place = place;
    assign work_reads = reads;
    assign work_writes = writes;
    assign work_sums = sums;
    assign work_asks = asks;
    assign work_counter = counter;
    assign work_word = shown;
    always @* begin
        flags = 16'd0;
        if (flag_zero[0]) flags = flags | zero_bit0;
        if (flag_over[0]) flags = flags | over_bit0;
        if (flag_zero[1]) flags = flags | zero_bit1;
        if (flag_over[1]) flags = flags | over_bit1;
    end
    wire [31:0] bank_stat_img_crc = ~crc;
    // Whether the pattern that is written comes into question for a row: its classes and codes.
    wire [1:0] code = work_row[7:6];
    wire [15:0] classes = bus_wdata[15:0];
    wire has = classes[work_row[3:0]] & ~(&work_row[3:1]);
    wire of_class = ~(|classes) | has | (classes[14] & work_row[5]) | (classes[15] & work_row[4]);
    wire [3:0] codes = bus_wdata[27:24];
    assign work_fits = bus_wdata[valid_bit] & of_class & (~(|codes) | codes[code]);
    wire bank_raise_badaddr = work_ready & ~(bank_reads | bank_writes);
    wire bank_raise_tbl_busy = write & (table_ | bank_at_img_crc) & ~open;
    assign cfg_en = enabled;
    always @* begin
        bank_raise_img_bad = 1'b0;
        if (write & bank_at_img_crc & open) bank_raise_img_bad = crc != with_itself;
        if (write & bank_at_ctrl) begin
            if (bus_wdata[enable_bit] & ~good) bank_raise_img_bad = 1'b1;
        end
    end

    treetap_hps_up5k_serial_host_bank #(.row_page0(8'd0), .row_page1(8'd1), .row_page2(8'd2),
            .row_page3(8'd8), .row_page4(8'd128), .row_mask0(8'd255), .row_mask1(8'd255), .row_mask2(8'd255),
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
        .at_hps_r(bank_at_hps_r_unused),
        .at_rndseed(bank_at_rndseed),
        .at_rndmask(bank_at_rndmask_unused),
        .at_range(bank_at_range_unused),
        .at_img_crc(bank_at_img_crc),
        .at_ct(bank_at_ct),
        .at_pt(bank_at_pt),
        .at_rt(bank_at_rt),
        .cfg_flagsel(cfg_flagsel),
        .cfg_be_taken(cfg_be_taken),
        .set_clr_stats(work_clears),
        .set_reset_ctrs(work_resets),
        .stat_en(enabled),
        .stat_busy(1'b0),
        .stat_ctr(32'd0),
        .stat_flags(flags),
        .stat_rndseed(32'd0),
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
        place <= {1'd0, near};
        if (bank_at_rt) place <= rt_base | {1'd0, word[8:1]};
        waits <= bus_valid & ~work_ready & ~rst;
        reads <= ~bus_we & stored & bank_reads;
        writes <= bus_we & kept & bank_writes;
        sums <= bus_we & open & (table_ | bank_at_img_crc);
        asks <= bank_at_pt & (word[1:0] == 2'd2);
        counter <= 2'd0;
        if (bus_we & bank_at_ctr & ((word[2:0] ^ 3'd4) == 3'd0)) counter <= bit0;
        if (bus_we & bank_at_ctr & ((word[2:0] ^ 3'd4) == 3'd1)) counter <= bit1;
        shown <= bank_value;
        if (bus_we) begin
            shown <= bus_wdata;
            // Of the random generator 0 is taken as 1.
            if (bank_at_rndseed & ~(|bus_wdata)) shown <= 32'd1;
        end
        // The CRC of the tables, a bit in a cycle. With its own complement it comes to one number.
        if (work_shift) begin
            crc <= crc >> 1;
            if (crc[0] != work_bit) crc <= (crc >> 1) ^ polynomial;
        end
        if (write & table_ & open) good <= 1'b0;
        if (write & bank_at_img_crc & open) begin
            good <= crc == with_itself;
            crc <= crc_start;
        end
        if (write & bank_at_ctrl) begin
            enabled <= bus_wdata[enable_bit] & good;
            if (enabled & ~bus_wdata[enable_bit]) crc <= crc_start;
        end
        if (rst) begin
            enabled <= 1'b0;
            good <= 1'b0;
            crc <= crc_start;
        end
    end
endmodule

// Hybrid profiling support: after the tap, 8 patterns in turn, 256 words.
module treetap_hps_up5k_serial (
    input  wire        clk,
    input  wire        rst,
    // the instruction
    input  wire [31:0] in_insn,
    input  wire [31:0] in_pc,
    input  wire [31:0] in_next,
    input  wire [4:0]  in_class,
    // an instruction; it stays until in_ready is high, which is when it is done with
    input  wire        in_valid,
    output wire        in_ready,
    output wire        in_counts,
    input  wire [31:0] in_address,
    input  wire        in_short,
    input  wire [1:0]  in_privilege,
    input  wire        in_trap,
    input  wire [1:0]  in_filter,
    // sampling is switched on or off from outside; off wins
    input  wire        ext_on,
    input  wire        ext_off,
    // events count now; an instruction, a trigger or a host is under way
    output wire        sampling,
    output wire        working,
    // an event that finds no room waits, and with it its instruction
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
    wire [3:0] kind_class;
    wire kind_branch;
    wire kind_control;
    wire kind_call;
    wire kind_known;
    wire kind_there;
    wire [31:0] kind_offset;
    wire [31:0] kind_base;
    wire work_ready;
    wire work_shift;
    wire work_bit;
    wire [7:0] work_row;
    wire [31:0] work_value;
    wire [1:0] flag_zero;
    wire [1:0] flag_over;
    wire put_valid;
    wire [31:0] put_data;
    wire [3:0] raise;
    wire step_dropped;
    wire put_room;
    wire work_valid;
    wire [8:0] work_place;
    wire work_reads;
    wire work_writes;
    wire work_sums;
    wire work_asks;
    wire [4:0] work_pattern;
    wire work_fits;
    wire [1:0] work_counter;
    wire [31:0] work_word;
    wire work_clears;
    wire work_resets;
    wire cfg_en;
    wire cfg_flagsel;
    wire cfg_be_taken;

    treetap_hps_up5k_serial_kind #(.class_number0(4'd5), .class_number1(4'd6), .class_number2(4'd5),
            .class_number3(4'd6), .class_number4(4'd0), .class_number5(4'd1), .class_number6(4'd2),
            .class_number7(4'd4), .class_number8(4'd2), .class_number9(4'd3), .class_number10(4'd2),
            .class_number11(4'd8), .class_number12(4'd8), .class_number13(4'd9), .class_number14(4'd9),
            .class_number15(4'd7), .class_number16(4'd10), .class_number17(4'd11), .class_number18(4'd11),
            .class_number19(4'd12), .class_number20(4'd15), .branch_code(5'd4), .alu_code(5'd11),
            .multiply_code(5'd13), .divide_code(5'd14), .other_code(5'd20), .op_imm(7'd19), .op_32(7'd59),
            .load_fp(7'd7), .store_fp(7'd39), .custom_0(7'd11), .jal(7'd111), .none(4'd15), .loads(4'd5),
            .stores(4'd6), .triggers(4'd13), .calls(4'd2), .control_classes(32'h7f0), .last_control(4'd4),
            .last_branch(4'd1)) u_kind (
        .clk(clk),
        .in_insn(in_insn),
        .in_pc(in_pc),
        .in_next(in_next),
        .in_class(in_class),
        .kind_class(kind_class),
        .kind_branch(kind_branch),
        .kind_control(kind_control),
        .kind_call(kind_call),
        .kind_known(kind_known),
        .kind_there(kind_there),
        .kind_offset(kind_offset),
        .kind_base(kind_base)
    );

    treetap_hps_up5k_serial_serial #(.callee_at(9'd0), .n_in_at(9'd40), .n_repl_at(9'd41), .n_words_at(9'd42),
            .vcyc_at(9'd43), .dropped_at(9'd44), .ctr_at(9'd4), .hit_at(9'd48), .source_at(9'd16),
            .seed_at(9'd24), .seed_place(6'd24), .mask_at(9'd25), .range_at(9'd28), .upper_range_at(9'd32),
            .ct_at(9'd64), .pt_at(9'd128), .rt_at(9'h100), .taps(32'h80200003), .random_code(4'd15),
            .back_code(2'd2), .counter_bits(32'hffffff), .last_bit(5'd0), .few_full(3'd5), .width_at(6'd24),
            .less_one_word(32'hffffffff), .range_bit0(4'd1), .range_bit1(4'd2), .range_bit2(4'd4),
            .range_bit3(4'd8), .bit0(2'd1), .bit1(2'd2), .operation0(4'd3), .operation1(4'd12),
            .loaded0(8'd15), .loaded1(8'd240), .of_pattern0(8'd1), .of_pattern1(8'd2), .of_pattern2(8'd4),
            .of_pattern3(8'd8), .of_pattern4(8'd16), .of_pattern5(8'd32), .of_pattern6(8'd64),
            .of_pattern7(8'd128)) u_serial (
        .clk(clk),
        .rst(rst),
        .in_valid(in_valid),
        .in_ready(in_ready),
        .in_counts(in_counts),
        .in_pc(in_pc),
        .in_insn(in_insn),
        .in_next(in_next),
        .in_address(in_address),
        .in_short(in_short),
        .in_privilege(in_privilege),
        .in_trap(in_trap),
        .in_filter(in_filter),
        .kind_class(kind_class),
        .kind_branch(kind_branch),
        .kind_control(kind_control),
        .kind_call(kind_call),
        .kind_known(kind_known),
        .kind_there(kind_there),
        .kind_offset(kind_offset),
        .kind_base(kind_base),
        .ext_on(ext_on),
        .ext_off(ext_off),
        .cfg_flagsel(cfg_flagsel),
        .cfg_be_taken(cfg_be_taken),
        .cfg_en(cfg_en),
        .work_valid(work_valid),
        .work_place(work_place),
        .work_reads(work_reads),
        .work_writes(work_writes),
        .work_sums(work_sums),
        .work_asks(work_asks),
        .work_pattern(work_pattern),
        .work_fits(work_fits),
        .work_counter(work_counter),
        .work_word(work_word),
        .work_clears(work_clears),
        .work_resets(work_resets),
        .work_ready(work_ready),
        .work_shift(work_shift),
        .work_bit(work_bit),
        .work_row(work_row),
        .work_value(work_value),
        .sampling(sampling),
        .flag_zero(flag_zero),
        .flag_over(flag_over),
        .working(working),
        .hold(hold),
        .put_room(put_room),
        .put_valid(put_valid),
        .put_data(put_data),
        .raise(raise),
        .step_dropped(step_dropped)
    );

    treetap_hps_up5k_serial_serial_queue #(.capacity(5'd16), .last_word(3'd5)) u_queue (
        .clk(clk),
        .rst(rst),
        .put_room(put_room),
        .put_valid(put_valid),
        .put_data(put_data),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_data(ev_data),
        .ev_last(ev_last)
    );

    treetap_hps_up5k_serial_serial_host #(.zero_bit0(16'd1), .zero_bit1(16'd4), .over_bit0(16'd2),
            .over_bit1(16'd8), .bit0(2'd1), .bit1(2'd2), .flags_at(13'd12), .polynomial(32'hedb88320),
            .with_itself(32'hdebb20e3), .crc_start(32'hffffffff), .enable_bit(5'd0), .rt_base(9'h100),
            .valid_bit(5'd31)) u_host (
        .clk(clk),
        .rst(rst),
        .bus_valid(bus_valid),
        .bus_we(bus_we),
        .bus_addr(bus_addr),
        .bus_wdata(bus_wdata),
        .bus_ready(bus_ready),
        .bus_rdata(bus_rdata),
        .work_valid(work_valid),
        .work_place(work_place),
        .work_reads(work_reads),
        .work_writes(work_writes),
        .work_sums(work_sums),
        .work_asks(work_asks),
        .work_pattern(work_pattern),
        .work_fits(work_fits),
        .work_counter(work_counter),
        .work_word(work_word),
        .work_clears(work_clears),
        .work_resets(work_resets),
        .work_ready(work_ready),
        .work_shift(work_shift),
        .work_bit(work_bit),
        .work_row(work_row),
        .work_value(work_value),
        .flag_zero(flag_zero),
        .flag_over(flag_over),
        .cfg_en(cfg_en),
        .cfg_flagsel(cfg_flagsel),
        .cfg_be_taken(cfg_be_taken),
        .raise(raise),
        .step_dropped(step_dropped)
    );
endmodule

`default_nettype wire

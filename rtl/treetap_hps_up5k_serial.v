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
    parameter [31:0] branch_classes = 32'd48,
    parameter [31:0] control_classes = 32'h7f0,
    parameter [31:0] call_classes = 32'h540
) (
    input  wire        clk,
    // the instruction
    input  wire [31:0] in_insn,
    input  wire [4:0]  in_class,
    // what it is
    output wire [3:0]  kind_class,
    output wire        kind_branch,
    output wire        kind_control,
    output wire        kind_call,
    output wire        kind_known,
    output wire        kind_there,
    output wire [31:0] kind_value
);
    reg [3:0] number = 4'd0;
    reg lacks = 1'b0;
    reg trigger = 1'b0;
    reg branch = 1'b0;
    reg control = 1'b0;
    reg call = 1'b0;
    reg known = 1'b0;
    reg there = 1'b0;
    reg [31:0] value = 32'd0;

    reg [3:0] own;
    wire immediate_there;
    wire [31:0] immediate_value;

    wire [6:0] opcode = in_insn[6:0];
    wire [2:0] function_ = in_insn[14:12];
    // Loads and stores of vectors, and custom-0, have no class of the tap.
    wire other = in_class >= other_code;
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
        if (other) begin
            own = loads;
            if (opcode[5]) own = stores;
        end
    end
    // Reserved branches, and words of RV64, have no class; SLTI into x0 is a trigger.
    wire branches = in_class == branch_code;
    wire alu = in_class == alu_code;
    wire arithmetic = alu | (in_class == multiply_code) | (in_class == divide_code);
    wire reserved = branches & ((function_ | 3'd1) == 3'd3);
    assign kind_class = trigger ? triggers : lacks ? none : number;
    assign kind_branch = branch;
    assign kind_control = control;
    assign kind_call = call;
    assign kind_known = known;
    assign kind_there = there;
    assign kind_value = value;

    treetap_hps_up5k_serial_immediate u_immediate (
        .insn(in_insn),
        .there(immediate_there),
        .value(immediate_value)
    );

    always @(posedge clk) begin
        number <= own;
        lacks <= reserved | (arithmetic & ((opcode | 7'd32) == op_32)) | (other & (opcode != load_fp)
                & (opcode != store_fp));
        trigger <= (alu & (opcode == op_imm) & (function_ == 3'd2) & ~(|in_insn[11:7])) | (other & (opcode
                == custom_0));
        branch <= branch_classes[in_class] & ~reserved;
        control <= control_classes[in_class] & ~reserved;
        call <= call_classes[in_class];
        known <= (branches & ~reserved) | (opcode == jal);
        there <= immediate_there;
        value <= immediate_value;
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
    parameter [3:0] last_range = 4'd8,
    parameter [1:0] bit0 = 2'd1,
    parameter [1:0] bit1 = 2'd2,
    parameter [3:0] operation0 = 4'd3,
    parameter [3:0] operation1 = 4'd12,
    parameter [7:0] loaded0 = 8'd15,
    parameter [7:0] loaded1 = 8'd240,
    parameter [7:0] low_patterns = 8'd15,
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
    input  wire [31:0] kind_value,
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
    reg carried = 1'b0;
    reg empty = 1'b0;
    reg leads = 1'b0;
    reg writes = 1'b0;
    reg of_host = 1'b0;
    reg of_half = 1'b0;
    reg of_step = 1'b0;
    reg of_length = 1'b0;
    reg of_seen = 1'b0;
    reg of_masked = 1'b0;
    reg of_used = 1'b0;
    reg [8:0] target = 9'd0;
    reg [8:0] spot = 9'd0;
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
    reg up = 1'b0;
    reg down = 1'b0;
    reg draws = 1'b0;
    reg blank = 1'b0;
    reg [5:0] few = 6'd0;
    reg entry = 1'b0;
    reg backward = 1'b0;
    reg taken = 1'b0;
    reg quick = 1'b0;
    reg same = 1'b0;
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

    reg of_next;
    reg of_target;
    reg less_pc;
    reg less_one;
    reg plus_one;
    reg plus_value;
    reg plus_few;
    reg [7:0] row;
    reg [1:0] operates;
    reg narrow;
    reg leaves;
    reg wins;
    reg reported;
    reg [7:0] own;
    reg [8:0] at_serve;
    reg [1:0] filter;
    reg [8:0] next_scan;
    reg [4:0] found;
    reg directed;
    reg signed_;
    reg [8:0] next_found;
    reg [3:0] line_now;
    reg [2:0] chosen;
    reg [1:0] does;
    reg [3:0] loads;
    reg [8:0] next_operand;
    reg [8:0] next_store;
    reg [8:0] at_store;
    reg [8:0] next_report;
    reg [8:0] at_report;
    reg [8:0] at_event;
    reg [31:0] half;
    reg [31:0] mask;
    reg [31:0] other;
    reg [31:0] second;
    reg [8:0] small_;
    reg [8:0] read;
    wire [31:0] memory_rd;
    wire [7:0] rows_rd;
    reg rows_we;
    reg [7:0] rows_wd;

    // What a state does not say otherwise. The memory shows the callee: an instruction may come.
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
    wire before_ = waits | few[few_full];
    wire begins = in_valid & ~before_ & (served | ~work_valid);
    wire serves = before_ | (work_valid & ~(in_valid & served));
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
    always @* begin
        // Where a word is written as the next state comes.
        at_serve = callee_at;
        case (service)
            Service_Clear: at_serve = {3'd0, word};
            Service_Ones: at_serve = {3'd0, word};
            Service_Passes: at_serve = work_place;
            Service_Triggers: at_serve = ctr_at;
            Service_Spills: at_serve = n_in_at;
            default: ;
        endcase
    end
    // What a branch that is known to be not taken counts for, and the row of the instruction.
    wire judged = kind_branch & cfg_be_taken & ~taken;
    always @* begin
        filter = in_filter;
        if (judged & (filter == back_code)) filter = 2'd0;
    end
    // Backward: the sum wraps, or what is added is 0; or what follows is not beyond it.
    wire wraps = carried | empty;
    wire back_edge = kind_branch & wraps & ~judged;
    wire leads_now = (state == State_Judge) | ((state == State_Look) & ~kind_branch);
    wire [7:0] own_row = {4'd0, kind_class} | ({7'd0, back_edge} << 4) | ({7'd0, entry} << 5)
            | ({6'd0, filter} << 6);
    // Whether none is left is a short way: whoever offers instructions waits for it.
    (* keep *) wire some_low = |(rows_rd & low_patterns);
    (* keep *) wire some_high = |(rows_rd & ~low_patterns);
    wire none = ~(some_low | some_high) | ~cfg_en;
    (* keep *) wire done = quick & none;
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
        next_scan = callee_at;
        case (state)
            State_Scan: ;
            State_Pick: next_scan = words_at | 9'd1;
            State_Mask: next_scan = words_at | 9'd2;
            State_Value: next_scan = words_at | 9'd3;
            State_Asked: next_scan = range_at;
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
        // What is added: each is there or not, and of the first operand it is known a state ahead.
        of_next = 1'b0;
        less_pc = 1'b0;
        operates = 2'd0;
        case (state)
            State_Idle: begin
                of_next = 1'b1;
                less_pc = 1'b1;
            end
            default: ;
        endcase
        next_found = callee_at;
        case (state)
            State_Bounds: next_found = range_at | 9'd1;
            State_Range: begin
                less_pc = 1'b1;
                next_found = range_at + {6'd0, onward[2:0]};
                if (count[3:0] == 4'd9) next_found = words_at | 9'd2;
                if (count[3:0] == 4'd10) next_found = words_at | 9'd3;
            end
            State_Action: next_found = ct_at | {5'd0, seen[15:12]};
            State_Rule: next_found = ct_at | {5'd0, rule};
            State_Line: next_found = ct_at | {5'd0, rule};
            State_Condition: ;
            State_Apply: begin
                if (holds) begin
                    if ((seen[26:24] == 3'd0) & ~(|(code & operation0))) operates = bit0;
                    if ((seen[26:24] == 3'd1) & ~(|(code & operation1))) operates = bit1;
                end
            end
            default: ;
        endcase
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
    wire [8:0] named = rt_at | {1'd0, sequence_[7:0]};
    always @* begin
        wins = 1'b0;
        next_operand = callee_at;
        case (state)
            State_Operations: begin
                next_operand = ctr_at + {6'd0, chosen};
                if (&does) begin
                    next_operand = source_at | {6'd0, loads[2:0]};
                    if (loads == random_code) next_operand = seed_at;
                end
                if (~(|does)) begin
                    wins = won;
                    next_operand = callee_at;
                    if (won) next_operand = named;
                end
            end
            default: ;
        endcase
    end
    // Beyond the largest value, or below 0.
    wire above = value[width_at[4:0]];
    wire crossed = (up & above) | (down & ~carried);
    // A pattern has won: the first word of its replacement names the handler, and what it would cost.
    wire at_end = &sequence_[7:0];
    wire last_word = seen[last_bit];
    wire [31:0] header = {24'd0, seen[23:16]} | ({27'd0, number} << 8) | ({31'd0, has_target} << 14)
            | ({31'd0, taken} << 15) | ({16'd0, since} << 16);
    always @* begin
        of_target = 1'b0;
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
        narrow = 1'b0;
        // Where another machine is done, and where it begins.
        leaves = 1'b0;
        reported = 1'b0;
        case (service)
            Service_Clear: rows_we = fresh;
            Service_Ones: begin
                plus_one = 1'b1;
                if (last) leaves = 1'b1;
            end
            Service_Host: ;
            Service_Taken: ;
            Service_Passes: ;
            Service_Write: narrow = |work_counter;
            default: ;
        endcase
        // A trigger from outside, and instructions that N_IN does not have yet.
        case (service)
            Service_Trigger: begin
                if (off) plus_one = 1'b1;
            end
            Service_Spill: ;
            Service_Spilled: plus_few = 1'b1;
            Service_Triggers: ;
            Service_Spills: ;
            Service_Counted: leaves = 1'b1;
            Service_Outside: leaves = 1'b1;
            default: ;
        endcase
        // A word goes into the CRC bit by bit; what a pattern asks for goes through all rows.
        case (service)
            Service_Crc: work_shift = 1'b1;
            Service_Rows: ;
            Service_Row: begin
                rows_we = 1'b1;
                rows_wd = rows_rd & ~own;
                if (work_fits) rows_wd = rows_rd | own;
            end
            Service_Answer: begin
                // The value is the answer. A trigger that came before it is one before what is written.
                work_ready = 1'b1;
                leaves = ~(work_clears | work_resets);
            end
            default: ;
        endcase
        case (state)
            State_Next: begin
                // Where it leads.
                of_target = 1'b1;
                row = own_row;
            end
            State_Judge: ;
            State_Branch: row = own_row;
            State_Look: ;
            State_Callee: ;
            default: ;
        endcase
        // A counter is worked out and written, and that it was is counted.
        next_store = callee_at;
        at_store = callee_at;
        case (state)
            State_Fetch: next_store = hit;
            State_Load: begin
                plus_one = up;
                less_one = down;
                if (draws) next_store = mask_at;
            end
            State_Draw: next_store = hit;
            State_Drawn: at_store = seed_at;
            State_Hits: begin
                plus_one = 1'b1;
                at_store = ctr_at + {6'd0, which};
            end
            State_Store: begin
                narrow = 1'b1;
                at_store = hit;
            end
            State_Hit: ;
            default: ;
        endcase
        next_report = callee_at;
        at_report = callee_at;
        put_data = value;
        case (step)
            Step_Rest: ;
            Step_Win: next_report = named;
            Step_Header: begin
                put_valid = room;
                put_data = header;
                if (at_end & ~last_word) raise = 4'd4;
            end
            Step_Amount: begin
                // A bubble and the words, less the instruction itself.
                plus_one = at_end | last_word;
                next_report = vcyc_at;
            end
            Step_Costs: next_report = n_repl_at;
            Step_Cycles: begin
                plus_value = 1'b1;
                next_report = n_words_at;
                if (~room) next_report = dropped_at;
            end
            Step_Replaced: begin
                plus_one = 1'b1;
                at_report = vcyc_at;
            end
            Step_Words: begin
                plus_one = 1'b1;
                at_report = n_repl_at;
            end
            default: ;
        endcase
        at_event = callee_at;
        // The words of the event.
        case (step)
            Step_Counts: begin
                at_event = n_words_at;
                if (~room) at_event = dropped_at;
            end
            Step_Pc: begin
                put_data = in_pc;
                put_valid = room;
                of_target = 1'b1;
                if (~room) begin
                    step_dropped = 1'b1;
                    reported = 1'b1;
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
                reported = 1'b1;
            end
            default: ;
        endcase
    end
    assign in_ready = (state == State_End) | done;
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
    always @* begin
        // Where it leads: an immediate and its address, or the address of the next one.
        other = 32'd0;
        if (of_next | (of_target & kind_control & ~kind_known)) other = in_next;
        if (of_target & kind_known) other = other | kind_value;
    end
    wire [31:0] third = (of_half | of_step) ? half : of_host ? work_word : 32'd0;
    always @* begin
        second = 32'd0;
        if (of_target & kind_known) second = in_pc;
        if (less_pc) second = second | ~in_pc;
        if (less_one) second = second | less_one_word;
    end
    always @* begin
        small_ = {8'd0, plus_one};
        if (plus_value) small_ = small_ | value[8:0];
        if (plus_few) small_ = small_ | {3'd0, few};
    end
    // Its carry has a LUT in the chain: of two inputs, as a wire would leave the chain on its way.
    wire [32:0] first_word = {1'd0, left} | ({32'd0, fresh} << 32);
    wire [32:0] sum = first_word + {1'd0, right};
    assign work_value = value;
    assign work_bit = left[0];
    assign work_row = count;
    always @* begin
        // Where a pattern, and what a host wants, lies is known as it is read.
        read = spot;
        if (state == State_Pick) read = read | words_at;
        if (service == Service_Host) read = read | work_place;
        if (service == Service_Spill) read = read | n_in_at;
    end
    wire [31:0] memory_wd = narrow ? (value & counter_bits) : value;

    treetap_hps_up5k_serial_fast_ram #(.WIDTH(32), .ADDR(9)) u_memory (
        .clk(clk),
        .ra(read),
        .rd(memory_rd),
        .we(writes),
        .wa(target),
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
        // A state says what is written, and what is read, as the next one comes: the callee, if nothing else.
        writes <= 1'b0;
        of_host <= 1'b0;
        of_half <= 1'b0;
        of_step <= 1'b0;
        of_length <= 1'b0;
        of_seen <= 1'b0;
        of_masked <= 1'b0;
        of_used <= 1'b0;
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
                if (serves) state <= State_Serve;
            end
            default: ;
        endcase
        if ((service == Service_Rest) & (state == State_Idle) & serves) begin
            service <= Service_Host;
            if (|few) service <= Service_Spill;
            if (waits) service <= Service_Trigger;
        end
        case (service)
            Service_Clear: begin
                writes <= counted & wipes;
                if (fresh) writes <= ~(|count[7:6]);
                count <= onward;
                if (last & ((&count[7:6]) | ~fresh)) begin
                    count <= 8'd0;
                    service <= Service_Ones;
                end
            end
            Service_Ones: begin
                writes <= counts & starts;
                if (fresh) writes <= counts | (word == seed_place);
                count <= onward;
                if (last) begin
                    fresh <= 1'b0;
                    wipes <= 1'b0;
                    starts <= 1'b0;
                    service <= Service_Rest;
                end
            end
            Service_Host: begin
                count <= 8'd0;
                of_host <= ~work_reads;
                of_seen <= work_reads;
                service <= Service_Taken;
            end
            Service_Taken: begin
                of_host <= 1'b1;
                service <= Service_Passes;
            end
            Service_Passes: begin
                of_host <= 1'b1;
                writes <= work_writes;
                service <= Service_Answer;
                if (work_writes | work_sums) service <= Service_Write;
            end
            Service_Write: begin
                of_half <= work_sums;
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
            Service_Spill: begin
                of_seen <= 1'b1;
                service <= Service_Spilled;
            end
            Service_Spilled: service <= Service_Spills;
            Service_Triggers: begin
                writes <= 1'b1;
                service <= Service_Outside;
            end
            Service_Spills: begin
                writes <= 1'b1;
                service <= Service_Counted;
            end
            Service_Counted: begin
                few <= 6'd0;
                service <= Service_Rest;
            end
            Service_Outside: begin
                zero <= zero & ~bit0;
                if (blank_value) zero <= zero | bit0;
                over <= over & ~bit0;
                service <= Service_Rest;
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
                of_half <= 1'b1;
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
                service <= Service_Rest;
                if (work_clears | work_resets) service <= Service_Clear;
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
        if ((state == State_Serve) & leaves) state <= State_Idle;
        leads <= leads_now;
        if (leads_now) begin
            taken <= moved;
            backward <= ~carried;
        end
        if (leads & kind_known) backward <= wraps;
        case (state)
            State_Next: begin
                state <= State_Look;
                if (kind_branch) state <= State_Judge;
            end
            State_Judge: state <= State_Branch;
            State_Branch: state <= State_Look;
            State_Look: begin
                writes <= kind_call;
                open <= rows_rd;
                if (cfg_en) few <= few + 6'd1;
                state <= State_Scan;
                if (none) begin
                    state <= State_Callee;
                    if (quick) state <= State_Idle;
                end
            end
            State_Callee: state <= State_End;
            default: ;
        endcase
        quick <= ((state == State_Branch) | ((state == State_Next) & ~kind_branch)) & ~kind_call;
        case (state)
            State_Scan: begin
                number <= found;
                open <= open & ~first;
                state <= State_Pick;
                if (~(|open)) state <= State_Operations;
            end
            State_Pick: begin
                of_masked <= 1'b1;
                state <= State_Mask;
            end
            State_Mask: state <= State_Value;
            State_Value: begin
                count <= 8'd0;
                same <= left == seen;
                state <= State_Asked;
            end
            State_Asked: begin
                state <= State_Scan;
                if (same & fits) state <= State_Action;
                if (same & (|seen[19:16]) & ~ranged) state <= State_Bounds;
            end
            default: ;
        endcase
        case (state)
            State_Bounds: begin
                of_seen <= 1'b1;
                count <= 8'd1;
                state <= State_Range;
            end
            State_Range: begin
                of_seen <= 1'b1;
                count <= onward;
                ranged <= 1'b1;
                // The bounds of two and three cycles before, in turn: is it not below, and below?
                reaches <= ~carried;
                if (~count[0]) begin
                    ranges <= ranges >> 1;
                    if (reaches & carried) ranges <= (ranges >> 1) | last_range;
                end
                if (count[3:0] == 4'd10) state <= State_Asked;
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
                state <= State_Fetch;
                if (~(|does)) begin
                    state <= State_End;
                    if (won) state <= State_Report;
                end
            end
            default: ;
        endcase
        case (state)
            State_Fetch: begin
                of_seen <= ~blank;
                state <= State_Load;
            end
            State_Load: begin
                of_seen <= ~draws;
                of_step <= draws;
                state <= State_Hits;
                if (draws) state <= State_Draw;
            end
            State_Draw: begin
                of_used <= 1'b1;
                state <= State_Drawn;
            end
            State_Drawn: begin
                // The random generator is written if it was asked.
                of_seen <= 1'b1;
                writes <= 1'b1;
                state <= State_Hits;
            end
            State_Hits: begin
                writes <= 1'b1;
                state <= State_Store;
            end
            State_Store: begin
                writes <= 1'b1;
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
            Step_Rest: begin
                if (wins) step <= Step_Win;
            end
            Step_Win: begin
                step <= Step_Header;
                if (hold & ~room) begin
                    room <= put_room;
                    step <= Step_Win;
                end
            end
            Step_Header: begin
                of_length <= 1'b1;
                step <= Step_Amount;
            end
            Step_Amount: step <= Step_Costs;
            Step_Costs: begin
                of_seen <= 1'b1;
                step <= Step_Cycles;
            end
            Step_Cycles: begin
                of_seen <= 1'b1;
                step <= Step_Replaced;
            end
            Step_Replaced: begin
                of_seen <= 1'b1;
                writes <= 1'b1;
                step <= Step_Words;
            end
            Step_Words: begin
                topped <= &seen;
                writes <= 1'b1;
                step <= Step_Counts;
            end
            default: ;
        endcase
        // The words of the event.
        case (step)
            Step_Counts: begin
                // DROPPED stays at its largest value.
                writes <= room | ~topped;
                step <= Step_Pc;
            end
            Step_Pc: begin
                step <= Step_Insn;
                if (~room) step <= Step_Rest;
            end
            Step_Insn: step <= Step_Target;
            Step_Target: step <= Step_Address;
            Step_Address: step <= Step_Burst;
            Step_Burst: step <= Step_Rest;
            default: ;
        endcase
        if ((state == State_Report) & reported) state <= State_End;
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
        empty <= ~(|left);
        right <= second | {23'd0, small_};
        carried <= sum[32];
        value <= sum[31:0];
        spot <= next_scan | next_found | next_operand | next_store | next_report;
        target <= at_serve | at_store | at_report | at_event;
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
            writes <= 1'b0;
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
    parameter [4:0] clear_bit = 5'd1,
    parameter [4:0] reset_bit = 5'd2,
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
    reg lies = 1'b0;
    reg waits = 1'b0;
    reg readable = 1'b0;
    reg writable = 1'b0;
    reg high = 1'b0;
    reg asks = 1'b0;
    reg clears = 1'b0;
    reg resets = 1'b0;
    reg tables = 1'b0;
    reg judges = 1'b0;
    reg switches = 1'b0;
    reg blank = 1'b0;
    reg fits = 1'b0;
    reg [1:0] counter = 2'd0;
    reg [8:0] place = 9'd0;
    reg [31:0] found = 32'd0;
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
    wire bank_set_clr_stats_unused;
    wire bank_set_reset_ctrs_unused;
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
    assign work_reads = ~bus_we & lies & readable;
    wire kept = lies | (tables & open & high);
    assign work_writes = bus_we & kept & writable;
    assign work_sums = bus_we & open & (tables | judges);
    assign work_pattern = word[6:2];
    wire commands = bus_we & bank_at_ctrl;
    assign work_valid = waits;
    assign work_place = place;
    assign work_asks = asks;
    assign work_counter = counter;
    assign work_word = shown;
    assign work_clears = clears;
    assign work_resets = resets;
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
    assign work_fits = fits;
    wire bank_raise_badaddr = work_ready & ~(readable | writable);
    wire bank_raise_tbl_busy = write & (tables | judges) & ~open;
    assign cfg_en = enabled;
    always @* begin
        bank_raise_img_bad = 1'b0;
        if (write & judges & open) bank_raise_img_bad = crc != with_itself;
        if (write & switches) begin
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
        .set_clr_stats(bank_set_clr_stats_unused),
        .set_reset_ctrs(bank_set_reset_ctrs_unused),
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
        lies <= stored;
        high <= ~(bank_at_rt & ~word[0]);
        readable <= bank_reads;
        writable <= bank_writes;
        asks <= bank_at_pt & (word[1:0] == 2'd2);
        counter <= 2'd0;
        if (bus_we & bank_at_ctr & ((word[2:0] ^ 3'd4) == 3'd0)) counter <= bit0;
        if (bus_we & bank_at_ctr & ((word[2:0] ^ 3'd4) == 3'd1)) counter <= bit1;
        // What is wanted is known a cycle after the request, its word two cycles after it.
        found <= bank_value;
        shown <= found;
        // Of the random generator 0 is taken as 1.
        blank <= bank_at_rndseed & ~(|bus_wdata);
        if (bus_we) shown <= bus_wdata | {31'd0, blank};
        tables <= table_;
        judges <= bank_at_img_crc;
        switches <= bank_at_ctrl;
        clears <= commands & bus_wdata[clear_bit];
        resets <= commands & bus_wdata[reset_bit];
        fits <= bus_wdata[valid_bit] & of_class & (~(|codes) | codes[code]);
        // The CRC of the tables, a bit in a cycle. With its own complement it comes to one number.
        if (work_shift) begin
            crc <= crc >> 1;
            if (crc[0] != work_bit) crc <= (crc >> 1) ^ polynomial;
        end
        if (write & tables & open) good <= 1'b0;
        if (write & judges & open) begin
            good <= crc == with_itself;
            crc <= crc_start;
        end
        if (write & switches) begin
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
    input  wire [4:0]  in_class,
    // an instruction; it stays until in_ready is high, which is when it is done with
    input  wire        in_valid,
    output wire        in_ready,
    output wire        in_counts,
    input  wire [31:0] in_pc,
    input  wire [31:0] in_next,
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
    wire [31:0] kind_value;
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
            .stores(4'd6), .triggers(4'd13), .branch_classes(32'd48), .control_classes(32'h7f0),
            .call_classes(32'h540)) u_kind (
        .clk(clk),
        .in_insn(in_insn),
        .in_class(in_class),
        .kind_class(kind_class),
        .kind_branch(kind_branch),
        .kind_control(kind_control),
        .kind_call(kind_call),
        .kind_known(kind_known),
        .kind_there(kind_there),
        .kind_value(kind_value)
    );

    treetap_hps_up5k_serial_serial #(.callee_at(9'd0), .n_in_at(9'd40), .n_repl_at(9'd41), .n_words_at(9'd42),
            .vcyc_at(9'd43), .dropped_at(9'd44), .ctr_at(9'd4), .hit_at(9'd48), .source_at(9'd16),
            .seed_at(9'd24), .seed_place(6'd24), .mask_at(9'd25), .range_at(9'd28), .ct_at(9'd64),
            .pt_at(9'd128), .rt_at(9'h100), .taps(32'h80200003), .random_code(4'd15), .back_code(2'd2),
            .counter_bits(32'hffffff), .last_bit(5'd0), .few_full(3'd5), .width_at(6'd24),
            .less_one_word(32'hffffffff), .last_range(4'd8), .bit0(2'd1), .bit1(2'd2), .operation0(4'd3),
            .operation1(4'd12), .loaded0(8'd15), .loaded1(8'd240), .low_patterns(8'd15), .of_pattern0(8'd1),
            .of_pattern1(8'd2), .of_pattern2(8'd4), .of_pattern3(8'd8), .of_pattern4(8'd16),
            .of_pattern5(8'd32), .of_pattern6(8'd64), .of_pattern7(8'd128)) u_serial (
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
        .kind_value(kind_value),
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
            .with_itself(32'hdebb20e3), .crc_start(32'hffffffff), .enable_bit(5'd0), .clear_bit(5'd1),
            .reset_bit(5'd2), .rt_base(9'h100), .valid_bit(5'd31)) u_host (
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

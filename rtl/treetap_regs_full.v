// treetap_regs_full: configuration can be read back, the engine's statistics have registers
// Configuration: readback 1, statistics 1.
// Made by treetap 0.1.0 with: treetap gen regs --preset full
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_regs_full_bank #(
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
    parameter [31:0] config_hash_word = 32'h4f807bd7,
    parameter [31:0] cap_core_word = 32'h3e010120,
    parameter [31:0] cap_tree_word = 32'h30200400,
    parameter [31:0] cap_events_word = 32'h1ff0400,
    parameter [31:0] cap_sampling_word = 32'h10007ff,
    parameter [31:0] cap_checkmap_word = 32'h8000
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

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_regs_full_fast_ram #(
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

// The registers of a profiler with a simple port.
// docs/reference/registers.md has the table, docs/reference/regs.md the rules.
module treetap_regs_full (
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
    localparam [4:0] reset_at0 = 5'd0;
    localparam [4:0] reset_at1 = 5'd8;
    localparam [4:0] reset_at2 = 5'd11;
    localparam [4:0] reset_at3 = 5'd12;
    localparam [4:0] reset_at4 = 5'd16;
    localparam [4:0] reset_at5 = 5'd19;
    localparam [31:0] reset_word0 = 32'd8;
    localparam [31:0] reset_word1 = 32'd33;
    localparam [31:0] reset_word2 = 32'd1;
    localparam [31:0] reset_word3 = 32'h10000;
    localparam [31:0] reset_word4 = 32'd1;
    localparam [31:0] reset_word5 = 32'hffff;
    localparam [4:0] config_page = 5'd1;
    localparam [4:0] counter_page = 5'd3;
    localparam [4:0] statistics_page = 5'd2;
    localparam [2:0] clear_op = 3'd5;
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

    treetap_regs_full_bank #(.row_page0(5'd0), .row_page1(5'd1), .row_page2(5'd2), .row_page3(5'd3),
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
            .config_hash_word(32'h4f807bd7), .cap_core_word(32'h3e010120), .cap_tree_word(32'h30200400),
            .cap_events_word(32'h1ff0400), .cap_sampling_word(32'h10007ff), .cap_checkmap_word(32'h8000))
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

    treetap_regs_full_fast_ram #(.WIDTH(32), .ADDR(5)) u_shadow0 (
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

`default_nettype wire

// treetap_regs_full: configuration can be read back, the engine's statistics have registers
// Configuration: readback 1, statistics 1.
// Made by treetap 0.1.0 with: treetap gen regs --preset full
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// The fields of the configuration registers; a write is seen in the next cycle.
module treetap_regs_full_bank #(
    parameter [4:0] enable_at = 5'd0,
    parameter [4:0] enable_lsb = 5'd0,
    parameter enable_reset = 1'b0,
    parameter [4:0] fen_at = 5'd0,
    parameter [4:0] fen_lsb = 5'd1,
    parameter fen_reset = 1'b0,
    parameter [4:0] lossless_at = 5'd0,
    parameter [4:0] lossless_lsb = 5'd2,
    parameter lossless_reset = 1'b0,
    parameter [4:0] freeze_at = 5'd0,
    parameter [4:0] freeze_lsb = 5'd3,
    parameter freeze_reset = 1'b1,
    parameter [4:0] bus_error_at = 5'd0,
    parameter [4:0] bus_error_lsb = 5'd4,
    parameter bus_error_reset = 1'b0,
    parameter [4:0] annotate_at = 5'd0,
    parameter [4:0] annotate_lsb = 5'd5,
    parameter annotate_reset = 1'b0,
    parameter [4:0] entry_post_at = 5'd8,
    parameter [4:0] entry_post_lsb = 5'd3,
    parameter entry_post_reset = 1'b0,
    parameter [4:0] by_chance_at = 5'd8,
    parameter [4:0] by_chance_lsb = 5'd4,
    parameter by_chance_reset = 1'b0,
    parameter [4:0] be_taken_at = 5'd8,
    parameter [4:0] be_taken_lsb = 5'd5,
    parameter be_taken_reset = 1'b1,
    parameter [4:0] check_calls_at = 5'd8,
    parameter [4:0] check_calls_lsb = 5'd6,
    parameter check_calls_reset = 1'b0,
    parameter [4:0] map_en_at = 5'd21,
    parameter [4:0] map_en_lsb = 5'd0,
    parameter map_en_reset = 1'b0,
    parameter [4:0] mdata_ok_at = 5'd14,
    parameter [4:0] mdata_ok_lsb = 5'd2,
    parameter mdata_ok_reset = 1'b0,
    parameter [4:0] class_en_at = 5'd1,
    parameter [4:0] class_en_lsb = 5'd0,
    parameter [20:0] class_en_reset = 21'd0,
    parameter [4:0] f1_match_at = 5'd2,
    parameter [4:0] f1_match_lsb = 5'd0,
    parameter [7:0] f1_match_reset = 8'd0,
    parameter [4:0] f1_mask_at = 5'd2,
    parameter [4:0] f1_mask_lsb = 5'd8,
    parameter [7:0] f1_mask_reset = 8'd0,
    parameter [4:0] f1_hsel_at = 5'd2,
    parameter [4:0] f1_hsel_lsb = 5'd16,
    parameter [1:0] f1_hsel_reset = 2'd0,
    parameter [4:0] f2_hsel_at = 5'd3,
    parameter [4:0] f2_hsel_lsb = 5'd0,
    parameter [1:0] f2_hsel_reset = 2'd0,
    parameter [4:0] decim_at = 5'd4,
    parameter [4:0] decim_lsb = 5'd0,
    parameter [15:0] decim_reset = 16'd0,
    parameter [4:0] recfmt_at = 5'd6,
    parameter [4:0] recfmt_lsb = 5'd0,
    parameter [15:0] recfmt_reset = 16'd65,
    parameter [4:0] select_kind_at = 5'd7,
    parameter [4:0] select_kind_lsb = 5'd0,
    parameter [3:0] select_kind_reset = 4'd0,
    parameter [4:0] select_weight_at = 5'd7,
    parameter [4:0] select_weight_lsb = 5'd4,
    parameter [1:0] select_weight_reset = 2'd0,
    parameter [4:0] burst_mode_at = 5'd8,
    parameter [4:0] burst_mode_lsb = 5'd0,
    parameter [2:0] burst_mode_reset = 3'd1,
    parameter [4:0] ncheck0_at = 5'd9,
    parameter [4:0] ncheck0_lsb = 5'd0,
    parameter [23:0] ncheck0_reset = 24'd0,
    parameter [4:0] ninstr0_at = 5'd10,
    parameter [4:0] ninstr0_lsb = 5'd0,
    parameter [23:0] ninstr0_reset = 24'd0,
    parameter [4:0] period_at = 5'd11,
    parameter [4:0] period_lsb = 5'd0,
    parameter [23:0] period_reset = 24'd1,
    parameter [4:0] pthr_at = 5'd12,
    parameter [4:0] pthr_lsb = 5'd0,
    parameter [16:0] pthr_reset = 17'h10000,
    parameter [4:0] addr_src_at = 5'd14,
    parameter [4:0] addr_src_lsb = 5'd0,
    parameter [1:0] addr_src_reset = 2'd0,
    parameter [4:0] map_base_at = 5'd20,
    parameter [4:0] map_base_lsb = 5'd1,
    parameter [30:0] map_base_reset = 31'd0,
    parameter [4:0] t0_lo_at = 5'd16,
    parameter [31:0] t0_lo_reset = 32'd1,
    parameter [4:0] t0_hi_at = 5'd17,
    parameter [4:0] t0_hi_lsb = 5'd0,
    parameter [15:0] t0_hi_reset = 16'd0,
    parameter [4:0] eps_m_at = 5'd18,
    parameter [4:0] eps_m_lsb = 5'd0,
    parameter [2:0] eps_m_reset = 3'd0,
    parameter [4:0] eps_s_at = 5'd18,
    parameter [4:0] eps_s_lsb = 5'd8,
    parameter [5:0] eps_s_reset = 6'd0,
    parameter [4:0] weight_max_at = 5'd19,
    parameter [4:0] weight_max_lsb = 5'd0,
    parameter [15:0] weight_max_reset = 16'hffff
) (
    input  wire        clk,
    input  wire        rst,
    // which register of the page is written, and the word
    input  wire        write,
    input  wire [4:0]  slot,
    input  wire [31:0] data,
    // the fields
    output wire        cfg_enable,
    output wire        cfg_fen,
    output wire        cfg_lossless,
    output wire        cfg_freeze,
    output wire        cfg_bus_error,
    output wire        cfg_annotate,
    output wire        cfg_entry_post,
    output wire        cfg_by_chance,
    output wire        cfg_be_taken,
    output wire        cfg_check_calls,
    output wire        cfg_map_en,
    output wire        cfg_mdata_ok,
    output wire [20:0] cfg_class_en,
    output wire [7:0]  cfg_f1_match,
    output wire [7:0]  cfg_f1_mask,
    output wire [1:0]  cfg_f1_hsel,
    output wire [1:0]  cfg_f2_hsel,
    output wire [15:0] cfg_decim,
    output wire [15:0] cfg_recfmt,
    output wire [3:0]  cfg_select_kind,
    output wire [1:0]  cfg_select_weight,
    output wire [2:0]  cfg_burst_mode,
    output wire [23:0] cfg_ncheck0,
    output wire [23:0] cfg_ninstr0,
    output wire [23:0] cfg_period,
    output wire [16:0] cfg_pthr,
    output wire [1:0]  cfg_addr_src,
    output wire [30:0] cfg_map_base,
    output wire [31:0] cfg_t0_lo,
    output wire [15:0] cfg_t0_hi,
    output wire [2:0]  cfg_eps_m,
    output wire [5:0]  cfg_eps_s,
    output wire [15:0] cfg_weight_max
);
    reg enable;
    reg fen;
    reg lossless;
    reg freeze;
    reg bus_error;
    reg annotate;
    reg entry_post;
    reg by_chance;
    reg be_taken;
    reg check_calls;
    reg map_en;
    reg mdata_ok;
    reg [20:0] class_en;
    reg [7:0] f1_match;
    reg [7:0] f1_mask;
    reg [1:0] f1_hsel;
    reg [1:0] f2_hsel;
    reg [15:0] decim;
    reg [15:0] recfmt;
    reg [3:0] select_kind;
    reg [1:0] select_weight;
    reg [2:0] burst_mode;
    reg [23:0] ncheck0;
    reg [23:0] ninstr0;
    reg [23:0] period;
    reg [16:0] pthr;
    reg [1:0] addr_src;
    reg [30:0] map_base;
    reg [31:0] t0_lo;
    reg [15:0] t0_hi;
    reg [2:0] eps_m;
    reg [5:0] eps_s;
    reg [15:0] weight_max;

    assign cfg_enable = enable;
    assign cfg_fen = fen;
    assign cfg_lossless = lossless;
    assign cfg_freeze = freeze;
    assign cfg_bus_error = bus_error;
    assign cfg_annotate = annotate;
    assign cfg_entry_post = entry_post;
    assign cfg_by_chance = by_chance;
    assign cfg_be_taken = be_taken;
    assign cfg_check_calls = check_calls;
    assign cfg_map_en = map_en;
    assign cfg_mdata_ok = mdata_ok;
    assign cfg_class_en = class_en;
    assign cfg_f1_match = f1_match;
    assign cfg_f1_mask = f1_mask;
    assign cfg_f1_hsel = f1_hsel;
    assign cfg_f2_hsel = f2_hsel;
    assign cfg_decim = decim;
    assign cfg_recfmt = recfmt;
    assign cfg_select_kind = select_kind;
    assign cfg_select_weight = select_weight;
    assign cfg_burst_mode = burst_mode;
    assign cfg_ncheck0 = ncheck0;
    assign cfg_ninstr0 = ninstr0;
    assign cfg_period = period;
    assign cfg_pthr = pthr;
    assign cfg_addr_src = addr_src;
    assign cfg_map_base = map_base;
    assign cfg_t0_lo = t0_lo;
    assign cfg_t0_hi = t0_hi;
    assign cfg_eps_m = eps_m;
    assign cfg_eps_s = eps_s;
    assign cfg_weight_max = weight_max;

    always @(posedge clk) begin
        if (write & (slot == enable_at)) enable <= data[enable_lsb];
        if (write & (slot == fen_at)) fen <= data[fen_lsb];
        if (write & (slot == lossless_at)) lossless <= data[lossless_lsb];
        if (write & (slot == freeze_at)) freeze <= data[freeze_lsb];
        if (write & (slot == bus_error_at)) bus_error <= data[bus_error_lsb];
        if (write & (slot == annotate_at)) annotate <= data[annotate_lsb];
        if (write & (slot == entry_post_at)) entry_post <= data[entry_post_lsb];
        if (write & (slot == by_chance_at)) by_chance <= data[by_chance_lsb];
        if (write & (slot == be_taken_at)) be_taken <= data[be_taken_lsb];
        if (write & (slot == check_calls_at)) check_calls <= data[check_calls_lsb];
        if (write & (slot == map_en_at)) map_en <= data[map_en_lsb];
        if (write & (slot == mdata_ok_at)) mdata_ok <= data[mdata_ok_lsb];
        if (write & (slot == class_en_at)) class_en <= data[class_en_lsb +: 21];
        if (write & (slot == f1_match_at)) f1_match <= data[f1_match_lsb +: 8];
        if (write & (slot == f1_mask_at)) f1_mask <= data[f1_mask_lsb +: 8];
        if (write & (slot == f1_hsel_at)) f1_hsel <= data[f1_hsel_lsb +: 2];
        if (write & (slot == f2_hsel_at)) f2_hsel <= data[f2_hsel_lsb +: 2];
        if (write & (slot == decim_at)) decim <= data[decim_lsb +: 16];
        if (write & (slot == recfmt_at)) recfmt <= data[recfmt_lsb +: 16];
        if (write & (slot == select_kind_at)) select_kind <= data[select_kind_lsb +: 4];
        if (write & (slot == select_weight_at)) select_weight <= data[select_weight_lsb +: 2];
        if (write & (slot == burst_mode_at)) burst_mode <= data[burst_mode_lsb +: 3];
        if (write & (slot == ncheck0_at)) ncheck0 <= data[ncheck0_lsb +: 24];
        if (write & (slot == ninstr0_at)) ninstr0 <= data[ninstr0_lsb +: 24];
        if (write & (slot == period_at)) period <= data[period_lsb +: 24];
        if (write & (slot == pthr_at)) pthr <= data[pthr_lsb +: 17];
        if (write & (slot == addr_src_at)) addr_src <= data[addr_src_lsb +: 2];
        if (write & (slot == map_base_at)) map_base <= data[map_base_lsb +: 31];
        if (write & (slot == t0_lo_at)) t0_lo <= data;
        if (write & (slot == t0_hi_at)) t0_hi <= data[t0_hi_lsb +: 16];
        if (write & (slot == eps_m_at)) eps_m <= data[eps_m_lsb +: 3];
        if (write & (slot == eps_s_at)) eps_s <= data[eps_s_lsb +: 6];
        if (write & (slot == weight_max_at)) weight_max <= data[weight_max_lsb +: 16];
        if (rst) begin
            enable <= enable_reset;
            fen <= fen_reset;
            lossless <= lossless_reset;
            freeze <= freeze_reset;
            bus_error <= bus_error_reset;
            annotate <= annotate_reset;
            entry_post <= entry_post_reset;
            by_chance <= by_chance_reset;
            be_taken <= be_taken_reset;
            check_calls <= check_calls_reset;
            map_en <= map_en_reset;
            mdata_ok <= mdata_ok_reset;
            class_en <= class_en_reset;
            f1_match <= f1_match_reset;
            f1_mask <= f1_mask_reset;
            f1_hsel <= f1_hsel_reset;
            f2_hsel <= f2_hsel_reset;
            decim <= decim_reset;
            recfmt <= recfmt_reset;
            select_kind <= select_kind_reset;
            select_weight <= select_weight_reset;
            burst_mode <= burst_mode_reset;
            ncheck0 <= ncheck0_reset;
            ninstr0 <= ninstr0_reset;
            period <= period_reset;
            pthr <= pthr_reset;
            addr_src <= addr_src_reset;
            map_base <= map_base_reset;
            t0_lo <= t0_lo_reset;
            t0_hi <= t0_hi_reset;
            eps_m <= eps_m_reset;
            eps_s <= eps_s_reset;
            weight_max <= weight_max_reset;
        end
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

// The registers of a profiler behind a simple port.
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
    output wire [15:0] cfg_recfmt,
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
    output wire [30:0] cfg_map_base,
    output wire        cfg_map_en,
    output wire [47:0] cfg_t0,
    output wire [2:0]  cfg_eps_m,
    output wire [5:0]  cfg_eps_s,
    output wire [15:0] cfg_weight_max,
    // a register was written that starts something; set_data is the word
    output wire        set_decim,
    output wire        set_burst,
    output wire        set_seed,
    output wire        set_setign,
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
    // statistics and counters: an address, the word in the next cycle, and that it was read
    output wire [5:0]  cnt_addr,
    output wire        cnt_read,
    input  wire        cnt_valid,
    output wire        cnt_take,
    input  wire [31:0] cnt_data,
    // shown in STATUS
    input  wire        stat_queued,
    input  wire        stat_collapsing,
    input  wire        stat_active,
    input  wire        stat_clearing,
    // kept in FLAGS
    input  wire        flag_near_full,
    input  wire        flag_lost,
    input  wire        flag_weight,
    input  wire        flag_dropped,
    input  wire        flag_counter
);
    localparam [31:0] readable0 = 32'h79ff;
    localparam [31:0] readable1 = 32'h3f5fdf;
    localparam [31:0] readable2 = 32'h3ff;
    localparam [31:0] readable3 = 32'h3f7fff;
    localparam [31:0] readable4 = 32'd0;
    localparam [31:0] readable5 = 32'd0;
    localparam [31:0] readable6 = 32'd0;
    localparam [31:0] readable7 = 32'd0;
    localparam [31:0] writable0 = 32'h600;
    localparam [31:0] writable1 = 32'hff7fff;
    localparam [31:0] writable2 = 32'd0;
    localparam [31:0] writable3 = 32'd0;
    localparam [31:0] writable4 = 32'hffffffff;
    localparam [31:0] writable5 = 32'hffffffff;
    localparam [31:0] writable6 = 32'hffffffff;
    localparam [31:0] writable7 = 32'hffffffff;
    localparam [31:0] identities0 = 32'h54545031;
    localparam [31:0] identities1 = 32'h100;
    localparam [31:0] identities2 = 32'h4f807bd7;
    localparam [31:0] identities3 = 32'h3e010120;
    localparam [31:0] identities4 = 32'h30200400;
    localparam [31:0] identities5 = 32'h1ff0400;
    localparam [31:0] identities6 = 32'h10007ff;
    localparam [31:0] identities7 = 32'h8000;
    localparam [4:0] reset_at0 = 5'd0;
    localparam [4:0] reset_at1 = 5'd6;
    localparam [4:0] reset_at2 = 5'd8;
    localparam [4:0] reset_at3 = 5'd11;
    localparam [4:0] reset_at4 = 5'd12;
    localparam [4:0] reset_at5 = 5'd16;
    localparam [4:0] reset_at6 = 5'd19;
    localparam [31:0] reset_word0 = 32'd8;
    localparam [31:0] reset_word1 = 32'd65;
    localparam [31:0] reset_word2 = 32'd33;
    localparam [31:0] reset_word3 = 32'd1;
    localparam [31:0] reset_word4 = 32'h10000;
    localparam [31:0] reset_word5 = 32'd1;
    localparam [31:0] reset_word6 = 32'hffff;
    localparam [4:0] core_page = 5'd0;
    localparam [4:0] config_page = 5'd1;
    localparam [4:0] counter_page = 5'd3;
    localparam [4:0] statistics_page = 5'd2;
    localparam [4:0] status_at = 5'd8;
    localparam [4:0] flags_at = 5'd9;
    localparam [4:0] command_at = 5'd10;
    localparam [4:0] dump_at = 5'd11;
    localparam [4:0] dump_lo_at = 5'd12;
    localparam [4:0] dump_hi_at = 5'd13;
    localparam [4:0] dump_take_at = 5'd14;
    localparam [4:0] decim_at = 5'd4;
    localparam [4:0] burst_at = 5'd8;
    localparam [4:0] seed_at = 5'd13;
    localparam [4:0] setign_at = 5'd5;
    localparam [4:0] recfmt_at = 5'd6;
    localparam [4:0] map_waddr_at = 5'd22;
    localparam [4:0] map_wdata_at = 5'd23;
    localparam [2:0] last_op = 3'd5;
    localparam [2:0] clear_op = 3'd5;
    localparam [2:0] State_Fetch = 3'd0;
    localparam [2:0] State_Store = 3'd1;
    localparam [2:0] State_Idle = 3'd2;
    localparam [2:0] State_Decode = 3'd3;
    localparam [2:0] State_Look = 3'd4;
    localparam [2:0] State_Answer = 3'd5;

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
    reg decim = 1'b0;
    reg burst = 1'b0;
    reg seed = 1'b0;
    reg setign = 1'b0;
    reg ign = 1'b0;
    reg map_waddr = 1'b0;
    reg map_wdata = 1'b0;
    reg at_flags = 1'b0;
    reg at_command = 1'b0;
    reg at_low = 1'b0;
    reg at_high = 1'b0;
    reg at_take = 1'b0;
    reg at_config = 1'b0;
    reg at_counter = 1'b0;
    reg granted = 1'b0;

    reg may_read;
    reg may_write;
    reg refused;
    reg [31:0] identity;
    reg [31:0] status;
    reg [31:0] place;
    wire bank_cfg_bus_error;
    wire [31:0] bank_cfg_t0_lo;
    wire [15:0] bank_cfg_t0_hi;
    wire [31:0] shadow0_rd;

    // Which register the request is for, found out in a cycle of its own: no address in the words' way.
    wire [9:0] request = bus_addr[11:2];
    wire [4:0] slot = word[4:0];
    wire [4:0] page = word[9:5];
    wire [2:0] number = word[2:0];
    wire on_core = page == core_page;
    wire on_config = page == config_page;
    always @* begin
        may_read = 1'b0;
        may_write = 1'b0;
        if (page == 5'd0) begin
            may_read = readable0[slot];
            may_write = writable0[slot];
        end
        if (page == 5'd1) begin
            may_read = readable1[slot];
            may_write = writable1[slot];
        end
        if (page == 5'd2) begin
            may_read = readable2[slot];
            may_write = writable2[slot];
        end
        if (page == 5'd3) begin
            may_read = readable3[slot];
            may_write = writable3[slot];
        end
        if (page == 5'd4) begin
            may_read = readable4[slot];
            may_write = writable4[slot];
        end
        if (page == 5'd5) begin
            may_read = readable5[slot];
            may_write = writable5[slot];
        end
        if (page == 5'd6) begin
            may_read = readable6[slot];
            may_write = writable6[slot];
        end
        if (page == 5'd7) begin
            may_read = readable7[slot];
            may_write = writable7[slot];
        end
    end
    always @* begin
        // Some accesses are refused at some times.
        refused = 1'b0;
        if (on_core & (slot == dump_take_at)) refused = ~dump_valid;
        if (on_core & (slot == command_at)) refused = busy | ~(|data[2:0]) | (data[2:0] > last_op)
                | (stat_queued & (data[2:0] == clear_op));
        if (on_config & (slot == recfmt_at) & we) refused = stat_queued;
        if (on_config & (slot == map_wdata_at)) refused = cfg_map_en;
    end
    // Configuration registers; if they can be read, then from a memory of what was written.
    wire look = state == State_Look;
    wire config_write = look & granted & we & at_config;
    wire shadow0_we = config_write | (state == State_Store);
    wire [31:0] memory = (at_config & granted) ? shadow0_rd : 32'd0;
    assign cfg_t0 = ({32'd0, bank_cfg_t0_hi} << 32) | {16'd0, bank_cfg_t0_lo};
    assign set_decim = decim;
    assign set_burst = burst;
    assign set_seed = seed;
    assign set_setign = setign;
    assign set_map_waddr = map_waddr;
    assign set_map_wdata = map_wdata;
    assign set_ign = ign;
    assign set_addr = word[6:0];
    assign set_data = data;
    wire take = look & at_take & ~we;
    assign cmd_valid = busy;
    assign cmd_op = op;
    assign dump_ready = take;
    // What has happened stays, and wins over a 1 that is written in the same cycle.
    wire [4:0] happened = {4'd0, flag_near_full} | ({4'd0, flag_lost} << 1) | ({4'd0, flag_weight} << 2)
            | ({4'd0, flag_dropped} << 3) | ({4'd0, flag_counter} << 4);
    wire [4:0] cleared = (look & at_flags & we & granted) ? data[28:24] : 5'd0;
    always @* begin
        // Reading: every part is 0 unless it is wanted.
        identity = 32'd0;
        if (on_core & (slot < status_at)) begin
            if (number == 3'd0) identity = identities0;
            if (number == 3'd1) identity = identities1;
            if (number == 3'd2) identity = identities2;
            if (number == 3'd3) identity = identities3;
            if (number == 3'd4) identity = identities4;
            if (number == 3'd5) identity = identities5;
            if (number == 3'd6) identity = identities6;
            if (number == 3'd7) identity = identities7;
        end
    end
    always @* begin
        status = 32'd0;
        if (on_core & (slot == status_at)) status = {31'd0, busy} | ({31'd0, dump_valid} << 1)
                | ({31'd0, stat_queued} << 2) | ({31'd0, stat_collapsing} << 3) | ({31'd0, stat_active} << 4)
                | ({31'd0, stat_clearing} << 5) | ({24'd0, done} << 8) | ({24'd0, violations} << 16)
                | ({27'd0, flags} << 24);
    end
    always @* begin
        place = 32'd0;
        if (on_core & (slot == dump_at)) place = {18'd0, position} | ({31'd0, dump_valid & dump_last} << 30)
                | ({31'd0, dump_valid} << 31);
    end
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

    treetap_regs_full_bank #(.enable_at(5'd0), .enable_lsb(5'd0), .enable_reset(1'b0), .fen_at(5'd0),
            .fen_lsb(5'd1), .fen_reset(1'b0), .lossless_at(5'd0), .lossless_lsb(5'd2), .lossless_reset(1'b0),
            .freeze_at(5'd0), .freeze_lsb(5'd3), .freeze_reset(1'b1), .bus_error_at(5'd0),
            .bus_error_lsb(5'd4), .bus_error_reset(1'b0), .annotate_at(5'd0), .annotate_lsb(5'd5),
            .annotate_reset(1'b0), .entry_post_at(5'd8), .entry_post_lsb(5'd3), .entry_post_reset(1'b0),
            .by_chance_at(5'd8), .by_chance_lsb(5'd4), .by_chance_reset(1'b0), .be_taken_at(5'd8),
            .be_taken_lsb(5'd5), .be_taken_reset(1'b1), .check_calls_at(5'd8), .check_calls_lsb(5'd6),
            .check_calls_reset(1'b0), .map_en_at(5'd21), .map_en_lsb(5'd0), .map_en_reset(1'b0),
            .mdata_ok_at(5'd14), .mdata_ok_lsb(5'd2), .mdata_ok_reset(1'b0), .class_en_at(5'd1),
            .class_en_lsb(5'd0), .class_en_reset(21'd0), .f1_match_at(5'd2), .f1_match_lsb(5'd0),
            .f1_match_reset(8'd0), .f1_mask_at(5'd2), .f1_mask_lsb(5'd8), .f1_mask_reset(8'd0),
            .f1_hsel_at(5'd2), .f1_hsel_lsb(5'd16), .f1_hsel_reset(2'd0), .f2_hsel_at(5'd3),
            .f2_hsel_lsb(5'd0), .f2_hsel_reset(2'd0), .decim_at(5'd4), .decim_lsb(5'd0), .decim_reset(16'd0),
            .recfmt_at(5'd6), .recfmt_lsb(5'd0), .recfmt_reset(16'd65), .select_kind_at(5'd7),
            .select_kind_lsb(5'd0), .select_kind_reset(4'd0), .select_weight_at(5'd7),
            .select_weight_lsb(5'd4), .select_weight_reset(2'd0), .burst_mode_at(5'd8), .burst_mode_lsb(5'd0),
            .burst_mode_reset(3'd1), .ncheck0_at(5'd9), .ncheck0_lsb(5'd0), .ncheck0_reset(24'd0),
            .ninstr0_at(5'd10), .ninstr0_lsb(5'd0), .ninstr0_reset(24'd0), .period_at(5'd11),
            .period_lsb(5'd0), .period_reset(24'd1), .pthr_at(5'd12), .pthr_lsb(5'd0), .pthr_reset(17'h10000),
            .addr_src_at(5'd14), .addr_src_lsb(5'd0), .addr_src_reset(2'd0), .map_base_at(5'd20),
            .map_base_lsb(5'd1), .map_base_reset(31'd0), .t0_lo_at(5'd16), .t0_lo_reset(32'd1),
            .t0_hi_at(5'd17), .t0_hi_lsb(5'd0), .t0_hi_reset(16'd0), .eps_m_at(5'd18), .eps_m_lsb(5'd0),
            .eps_m_reset(3'd0), .eps_s_at(5'd18), .eps_s_lsb(5'd8), .eps_s_reset(6'd0), .weight_max_at(5'd19),
            .weight_max_lsb(5'd0), .weight_max_reset(16'hffff)) u_bank (
        .clk(clk),
        .rst(rst),
        .write(config_write),
        .slot(slot),
        .data(data),
        .cfg_enable(cfg_enable),
        .cfg_fen(cfg_fen),
        .cfg_lossless(cfg_lossless),
        .cfg_freeze(cfg_freeze),
        .cfg_bus_error(bank_cfg_bus_error),
        .cfg_annotate(cfg_annotate),
        .cfg_entry_post(cfg_entry_post),
        .cfg_by_chance(cfg_by_chance),
        .cfg_be_taken(cfg_be_taken),
        .cfg_check_calls(cfg_check_calls),
        .cfg_map_en(cfg_map_en),
        .cfg_mdata_ok(cfg_mdata_ok),
        .cfg_class_en(cfg_class_en),
        .cfg_f1_match(cfg_f1_match),
        .cfg_f1_mask(cfg_f1_mask),
        .cfg_f1_hsel(cfg_f1_hsel),
        .cfg_f2_hsel(cfg_f2_hsel),
        .cfg_decim(cfg_decim),
        .cfg_recfmt(cfg_recfmt),
        .cfg_select_kind(cfg_select_kind),
        .cfg_select_weight(cfg_select_weight),
        .cfg_burst_mode(cfg_burst_mode),
        .cfg_ncheck0(cfg_ncheck0),
        .cfg_ninstr0(cfg_ninstr0),
        .cfg_period(cfg_period),
        .cfg_pthr(cfg_pthr),
        .cfg_addr_src(cfg_addr_src),
        .cfg_map_base(cfg_map_base),
        .cfg_t0_lo(bank_cfg_t0_lo),
        .cfg_t0_hi(bank_cfg_t0_hi),
        .cfg_eps_m(cfg_eps_m),
        .cfg_eps_s(cfg_eps_s),
        .cfg_weight_max(cfg_weight_max)
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
        at_flags <= on_core & (slot == flags_at);
        at_command <= on_core & (slot == command_at);
        at_low <= on_core & (slot == dump_lo_at) & dump_valid;
        at_take <= on_core & (slot == dump_take_at) & dump_valid;
        at_high <= on_core & ((slot == dump_hi_at) | (slot == dump_take_at)) & dump_valid;
        at_config <= on_config;
        at_counter <= may_read & ((page == statistics_page) | (page == counter_page));
        granted <= ~refused & ((~we & may_read) | (we & may_write & whole));
        // Writes that start something are told a cycle later, when the fields have their values.
        decim <= config_write & (slot == decim_at);
        burst <= config_write & (slot == burst_at);
        seed <= config_write & (slot == seed_at);
        setign <= config_write & (slot == setign_at);
        map_waddr <= config_write & (slot == map_waddr_at);
        map_wdata <= config_write & (slot == map_wdata_at);
        ign <= look & granted & we & page[2];
        // Commands and the words of their dumps.
        if (busy & cmd_ready) begin
            busy <= 1'b0;
            done <= done + 8'd1;
        end
        if (take) position <= position + 14'd1;
        if (look & ~granted & ~(&violations)) violations <= violations + 8'd1;
        if (look & granted & at_command) begin
            busy <= 1'b1;
            op <= data[2:0];
            position <= 14'd0;
            if (data[2:0] == clear_op) violations <= 8'd0;
        end
        flags <= (flags & ~cleared) | happened;
        narrow <= identity | status | place;
        // One access after the other.
        case (state)
            State_Fetch: begin
                data <= 32'd0;
                if (slot == reset_at0) data <= reset_word0;
                if (slot == reset_at1) data <= reset_word1;
                if (slot == reset_at2) data <= reset_word2;
                if (slot == reset_at3) data <= reset_word3;
                if (slot == reset_at4) data <= reset_word4;
                if (slot == reset_at5) data <= reset_word5;
                if (slot == reset_at6) data <= reset_word6;
                state <= State_Store;
            end
            State_Store: begin
                word <= word + 10'd1;
                if (&slot) begin
                    state <= State_Idle;
                end else begin
                    state <= State_Fetch;
                end
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
            State_Decode: state <= State_Look;
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
            decim <= 1'b0;
            burst <= 1'b0;
            seed <= 1'b0;
            setign <= 1'b0;
            ign <= 1'b0;
            map_waddr <= 1'b0;
            map_wdata <= 1'b0;
            op <= 3'd0;
            done <= 8'd0;
            position <= 14'd0;
            violations <= 8'd0;
            flags <= 5'd0;
        end
    end
endmodule

`default_nettype wire

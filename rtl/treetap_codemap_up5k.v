// treetap_codemap_up5k: for up to 1 MB of code: one single-port RAM of an UP5K
// Configuration: deep 0, lines 16384, spram 1.
// Made by treetap 0.1.0 with: treetap gen codemap --preset up5k
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Single-port RAM: rd is the word at ra of the cycle before;
// unknown after a cycle that writes, where simulations return
// the inverted new word, so that a design that relies on it is found out. No initial contents.
// Define TREETAP_ICE40 to get the 256 kbit RAM of an
// UltraPlus, of which Yosys infers none unless it is told to.
module treetap_codemap_up5k_single_port_ram #(
    parameter WIDTH = 16,
    parameter ADDR  = 14
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output wire [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [WIDTH-1:0] wd
);
`ifdef TREETAP_ICE40
    wire [27:0] wide_ra = {{28-ADDR{1'b0}}, ra};
    wire [31:0] wide_wd = {{32-WIDTH{1'b0}}, wd};
    wire [15:0] wide_rd;

    assign rd = wide_rd[WIDTH-1:0];

    SB_SPRAM256KA ram (
        .ADDRESS(wide_ra[13:0]), .DATAIN(wide_wd[15:0]), .MASKWREN(4'b1111), .WREN(we), .CHIPSELECT(1'b1),
        .CLOCK(clk), .STANDBY(1'b0), .SLEEP(1'b0), .POWEROFF(1'b1), .DATAOUT(wide_rd)
    );
`else
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    reg [WIDTH-1:0] word;
    assign rd = word;

    always @(posedge clk) begin
        if (we) mem[ra] <= wd;
        word <= we ? ~wd : mem[ra];
    end
`endif
endmodule

// Which register a word is, and the fields that are kept in flip-flops.
module treetap_codemap_up5k_codemap_bank #(
    parameter [3:0] row_page0 = 4'd0,
    parameter [3:0] row_mask0 = 4'd15,
    parameter [31:0] readable0 = 32'h13f,
    parameter [31:0] writable0 = 32'd252,
    parameter [4:0] id_at = 5'd0,
    parameter [4:0] build_at = 5'd1,
    parameter [4:0] ctrl_at = 5'd2,
    parameter [4:0] status_at = 5'd3,
    parameter [4:0] base_at = 5'd4,
    parameter [4:0] size_at = 5'd5,
    parameter [4:0] place_at = 5'd6,
    parameter [4:0] write_at = 5'd7,
    parameter [4:0] read_at = 5'd8,
    parameter lines_en_reset = 1'b0,
    parameter [1:0] lines_long_reset = 2'd3,
    parameter [28:0] lines_base_reset = 29'd0,
    parameter [14:0] lines_size_reset = 15'd0,
    parameter [31:0] id_word = 32'h4d415031,
    parameter [31:0] build_word = 32'h10004000
) (
    input  wire        clk,
    input  wire        rst,
    // the word that a request is about, whether it is written now, and with what
    input  wire [8:0]  word,
    input  wire        write,
    input  wire [31:0] data,
    // what the word reads as; whether there is anything to read or to write
    output wire [31:0] value,
    output reg         reads,
    output reg         writes,
    // the word is one of these registers
    output wire        at_write,
    output wire        at_read,
    // the fields that are kept here
    output wire        cfg_lines_en,
    output wire [1:0]  cfg_lines_long,
    output wire [28:0] cfg_lines_base,
    output wire [14:0] cfg_lines_size,
    // a register was written that starts something
    output wire        set_place,
    output wire        set_write,
    // what a host reads of the unit
    input  wire [15:0] stat_read,
    // what has happened, and stays until the host writes 1
    input  wire        raise_refused
);
    reg lines_en = 1'b0;
    reg [1:0] lines_long = 2'd3;
    reg [28:0] lines_base = 29'd0;
    reg [14:0] lines_size = 15'd0;
    reg refused = 1'b0;

    reg [31:0] answer;

    wire [3:0] page = word[8:5];
    wire [4:0] slot = word[4:0];
    // Which register the word is.
    wire is_id = (page == 4'd0) & (slot == id_at);
    wire is_build = (page == 4'd0) & (slot == build_at);
    wire is_ctrl = (page == 4'd0) & (slot == ctrl_at);
    wire is_status = (page == 4'd0) & (slot == status_at);
    wire is_base = (page == 4'd0) & (slot == base_at);
    wire is_size = (page == 4'd0) & (slot == size_at);
    wire is_place = (page == 4'd0) & (slot == place_at);
    wire is_write = (page == 4'd0) & (slot == write_at);
    assign at_write = is_write;
    wire is_read = (page == 4'd0) & (slot == read_at);
    assign at_read = is_read;
    always @* begin
        // What may be done.
        reads = 1'b0;
        writes = 1'b0;
        if ((page & row_mask0) == row_page0) begin
            reads = readable0[slot];
            writes = writable0[slot];
        end
    end
    assign cfg_lines_en = lines_en;
    assign cfg_lines_long = lines_long;
    assign cfg_lines_base = lines_base;
    assign cfg_lines_size = lines_size;
    assign set_place = write & is_place;
    assign set_write = write & is_write;
    always @* begin
        // Reads.
        answer = 32'd0;
        if (is_id) answer = answer | id_word;
        if (is_build) answer = answer | build_word;
        if (is_ctrl) answer = answer | {31'd0, cfg_lines_en} | ({30'd0, cfg_lines_long} << 4);
        if (is_status) answer = answer | {31'd0, refused};
        if (is_base) answer = answer | ({3'd0, cfg_lines_base} << 3);
        if (is_size) answer = answer | {17'd0, cfg_lines_size};
        if (is_read) answer = answer | {16'd0, stat_read};
    end
    assign value = answer;

    always @(posedge clk) begin
        // Writes.
        if (write & is_ctrl) begin
            lines_en <= data[0];
            lines_long <= data[5:4];
        end
        refused <= (refused | raise_refused) & ~(write & is_status & data[0]);
        if (write & is_base) lines_base <= data[31:3];
        if (write & is_size) lines_size <= data[14:0];
        if (rst) begin
            lines_en <= lines_en_reset;
            lines_long <= lines_long_reset;
            lines_base <= lines_base_reset;
            lines_size <= lines_size_reset;
            refused <= 1'b0;
        end
    end
endmodule

// The key of the line of code of each address, some cycles later. docs/reference/codemap.md
module treetap_codemap_up5k (
    input  wire        clk,
    input  wire        rst,
    // requests, held until bus_ready
    input  wire        bus_valid,
    input  wire        bus_we,
    input  wire [10:0] bus_addr,
    input  wire [31:0] bus_wdata,
    output wire        bus_ready,
    output wire [31:0] bus_rdata,
    // address of an instruction
    input  wire [31:0] rec_pc,
    // its key some cycles later
    output wire [15:0] line_key
);
    localparam [15:0] nowhere = 16'hffff;
    localparam [2:0] State_Idle = 3'd0;
    localparam [2:0] State_Read = 3'd1;
    localparam [2:0] State_Wait = 3'd2;
    localparam [2:0] State_Act = 3'd3;
    localparam [2:0] State_Answer = 3'd4;

    reg [2:0] state = 3'd0;
    reg [31:0] data = 32'd0;
    reg obeyed = 1'b0;
    reg enters = 1'b0;
    reg [13:0] place = 14'd0;
    reg [17:0] number = 18'd0;
    reg [10:0] above = 11'd0;
    reg borrow = 1'b0;
    reg asked = 1'b0;
    reg inside_ = 1'b0;

    reg [17:0] line;
    wire [15:0] single0_rd;
    wire [31:0] bank_value;
    wire bank_reads;
    wire bank_writes;
    wire bank_at_write;
    wire bank_at_read;
    wire bank_cfg_lines_en;
    wire [1:0] bank_cfg_lines_long;
    wire [28:0] bank_cfg_lines_base;
    wire [14:0] bank_cfg_lines_size;
    wire bank_set_place;
    wire bank_set_write_unused;

    wire looks = bank_cfg_lines_en;
    // Which line it is, from the first one of the table on: the low bits of their distance.
    wire [18:0] gap = {1'd0, rec_pc[20:3]} - {1'd0, bank_cfg_lines_base[17:0]};
    wire [17:0] eights = gap[17:0];
    always @* begin
        line = eights;
        if (bank_cfg_lines_long == 2'd1) line = eights >> 1;
        if (bank_cfg_lines_long == 2'd2) line = eights >> 2;
        if (bank_cfg_lines_long == 2'd3) line = eights >> 3;
    end
    wire [10:0] rest = above - bank_cfg_lines_base[28:18];
    wire none_left = rest == {10'd0, borrow};
    wire wanted = asked & none_left;
    // Its entry: a single-port RAM has it in the next cycle, block RAM in the one after that.
    wire [13:0] low = number[13:0];
    wire [13:0] at = looks ? low : place;
    wire [15:0] entry = single0_rd;
    wire has = inside_;
    wire [15:0] found = (has & looks) ? entry : nowhere;
    assign line_key = found;
    wire acts = state == State_Act;
    wire allowed = bus_we ? (bank_writes & ~(bank_at_write & looks)) : (bank_reads & ~(bank_at_read & looks));
    // The memory is large: its enable comes from a register.
    wire waits = state == State_Wait;
    wire bank_write = acts & obeyed & bus_we;
    wire bank_raise_refused = acts & ~obeyed;
    assign bus_ready = state == State_Answer;
    assign bus_rdata = data;
    // The place moves on with each entry.
    wire taken = acts & obeyed & ~bus_we & bank_at_read;

    treetap_codemap_up5k_single_port_ram #(.WIDTH(16), .ADDR(14)) u_single0 (
        .clk(clk),
        .ra(at),
        .rd(single0_rd),
        .we(enters),
        .wd(bus_wdata[15:0])
    );

    treetap_codemap_up5k_codemap_bank #(.row_page0(4'd0), .row_mask0(4'd15), .readable0(32'h13f),
            .writable0(32'd252), .id_at(5'd0), .build_at(5'd1), .ctrl_at(5'd2), .status_at(5'd3),
            .base_at(5'd4), .size_at(5'd5), .place_at(5'd6), .write_at(5'd7), .read_at(5'd8),
            .lines_en_reset(1'b0), .lines_long_reset(2'd3), .lines_base_reset(29'd0),
            .lines_size_reset(15'd0), .id_word(32'h4d415031), .build_word(32'h10004000)) u_bank (
        .clk(clk),
        .rst(rst),
        .word(bus_addr[10:2]),
        .write(bank_write),
        .data(bus_wdata),
        .value(bank_value),
        .reads(bank_reads),
        .writes(bank_writes),
        .at_write(bank_at_write),
        .at_read(bank_at_read),
        .cfg_lines_en(bank_cfg_lines_en),
        .cfg_lines_long(bank_cfg_lines_long),
        .cfg_lines_base(bank_cfg_lines_base),
        .cfg_lines_size(bank_cfg_lines_size),
        .set_place(bank_set_place),
        .set_write(bank_set_write_unused),
        .stat_read(entry),
        .raise_refused(bank_raise_refused)
    );

    always @(posedge clk) begin
        number <= line;
        // Whether it has an entry, in the cycle after that: the high bits of the distance are 0 then.
        above <= rec_pc[31:21];
        borrow <= gap[18];
        asked <= looks;
        inside_ <= wanted & (number < {3'd0, bank_cfg_lines_size});
        obeyed <= allowed;
        enters <= waits & allowed & bus_we & bank_at_write;
        data <= 32'd0;
        case (state)
            State_Idle: begin
                if (bus_valid) state <= State_Read;
            end
            State_Read: state <= State_Wait;
            State_Wait: state <= State_Act;
            State_Act: begin
                state <= State_Answer;
                if (obeyed & ~bus_we) data <= bank_value;
            end
            default /* State_Answer */: state <= State_Idle;
        endcase
        if (enters | taken) place <= place + 14'd1;
        if (bank_set_place) place <= bus_wdata[13:0];
        if (rst) begin
            state <= State_Idle;
            asked <= 1'b0;
            inside_ <= 1'b0;
            enters <= 1'b0;
        end
    end
endmodule

`default_nettype wire

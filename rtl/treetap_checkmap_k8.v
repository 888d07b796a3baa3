// treetap_checkmap_k8: for 16 kB of code: 8192 codes, four block RAMs of an iCE40
// Configuration: deep 0, slots 8192.
// Made by treetap 0.1.0 with: treetap gen checkmap --preset k8
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_checkmap_k8_fast_ram #(
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
module treetap_checkmap_k8 (
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
    localparam [4:0] high_at = 5'd13;

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

    treetap_checkmap_k8_fast_ram #(.WIDTH(32), .ADDR(9)) u_codes (
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

`default_nettype wire

// treetap_sample_format_rv32: for a 32-bit core
// Configuration: xlen 32.
// Made by treetap 0.1.0 with: treetap gen sample_format --preset rv32
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// The lanes and the sideband of a record, one cycle after it.
module treetap_sample_format_rv32 (
    input  wire         clk,
    // a record of the tap
    input  wire [4:0]   rec_class,
    input  wire         rec_rvc,
    input  wire         rec_taken,
    input  wire [31:0]  rec_insn,
    input  wire [31:0]  rec_pc,
    input  wire [31:0]  rec_npc,
    input  wire [31:0]  rec_val,
    input  wire [31:0]  rec_addr,
    input  wire [7:0]   rec_evt,
    input  wire [15:0]  rec_lat,
    input  wire [31:0]  rec_ord,
    // selectors of the lanes: 0 none, 1 pc[32:1], 2 pc[63:33], 3 insn, 4 val, 5
    // val[63:32], 6 addr, 7 addr[63:32], 8 npc[32:1], 9 npc[63:33], 10 lat, 11 ord
    input  wire [15:0]  cfg_recfmt,
    // the record; stride is the number of its lanes, log2
    output wire [127:0] fmt_lanes,
    output wire [15:0]  fmt_side,
    output wire [1:0]   fmt_stride
);
    reg [31:0] lane0 = 32'd0;
    reg [31:0] lane1 = 32'd0;
    reg [31:0] lane2 = 32'd0;
    reg [31:0] lane3 = 32'd0;
    reg [15:0] side = 16'd0;

    wire [63:0] pc = {32'd0, rec_pc};
    wire [63:0] npc = {32'd0, rec_npc};
    wire [63:0] val = {32'd0, rec_val};
    wire [63:0] addr = {32'd0, rec_addr};
    assign fmt_side = side;
    assign fmt_lanes = {96'd0, lane0} | ({96'd0, lane1} << 32) | ({96'd0, lane2} << 64) | ({96'd0, lane3}
            << 96);
    assign fmt_stride = (|cfg_recfmt[15:8]) ? 2'd2 : (|cfg_recfmt[7:4]) ? 2'd1 : 2'd0;

    always @(posedge clk) begin
        lane0 <= 32'd0;
        case (cfg_recfmt[3:0])
            4'd1: lane0 <= pc[32:1];
            4'd2: lane0 <= {1'd0, pc[63:33]};
            4'd3: lane0 <= rec_insn;
            4'd4: lane0 <= val[31:0];
            4'd5: lane0 <= val[63:32];
            4'd6: lane0 <= addr[31:0];
            4'd7: lane0 <= addr[63:32];
            4'd8: lane0 <= npc[32:1];
            4'd9: lane0 <= {1'd0, npc[63:33]};
            4'd10: lane0 <= {16'd0, rec_lat};
            4'd11: lane0 <= rec_ord;
            default: lane0 <= 32'd0;
        endcase
        lane1 <= 32'd0;
        case (cfg_recfmt[7:4])
            4'd1: lane1 <= pc[32:1];
            4'd2: lane1 <= {1'd0, pc[63:33]};
            4'd3: lane1 <= rec_insn;
            4'd4: lane1 <= val[31:0];
            4'd5: lane1 <= val[63:32];
            4'd6: lane1 <= addr[31:0];
            4'd7: lane1 <= addr[63:32];
            4'd8: lane1 <= npc[32:1];
            4'd9: lane1 <= {1'd0, npc[63:33]};
            4'd10: lane1 <= {16'd0, rec_lat};
            4'd11: lane1 <= rec_ord;
            default: lane1 <= 32'd0;
        endcase
        lane2 <= 32'd0;
        case (cfg_recfmt[11:8])
            4'd1: lane2 <= pc[32:1];
            4'd2: lane2 <= {1'd0, pc[63:33]};
            4'd3: lane2 <= rec_insn;
            4'd4: lane2 <= val[31:0];
            4'd5: lane2 <= val[63:32];
            4'd6: lane2 <= addr[31:0];
            4'd7: lane2 <= addr[63:32];
            4'd8: lane2 <= npc[32:1];
            4'd9: lane2 <= {1'd0, npc[63:33]};
            4'd10: lane2 <= {16'd0, rec_lat};
            4'd11: lane2 <= rec_ord;
            default: lane2 <= 32'd0;
        endcase
        lane3 <= 32'd0;
        case (cfg_recfmt[15:12])
            4'd1: lane3 <= pc[32:1];
            4'd2: lane3 <= {1'd0, pc[63:33]};
            4'd3: lane3 <= rec_insn;
            4'd4: lane3 <= val[31:0];
            4'd5: lane3 <= val[63:32];
            4'd6: lane3 <= addr[31:0];
            4'd7: lane3 <= addr[63:32];
            4'd8: lane3 <= npc[32:1];
            4'd9: lane3 <= {1'd0, npc[63:33]};
            4'd10: lane3 <= {16'd0, rec_lat};
            4'd11: lane3 <= rec_ord;
            default: lane3 <= 32'd0;
        endcase
        side <= ({8'd0, rec_evt} << 8) | ({15'd0, rec_rvc} << 6) | ({15'd0, rec_taken} << 5)
                | {11'd0, rec_class};
    end
endmodule

`default_nettype wire

// treetap_axil_lite: between a bus and the port of the registers
// Configuration: .
// Made by treetap 0.1.0 with: treetap gen axil --preset lite
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// AXI4-Lite slave in front of the registers: one transaction after the other, nothing stored.
module treetap_axil_lite (
    input  wire        clk,
    input  wire        rst,
    // address and data of a write are taken together; a read and a write that wait take turns
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [11:0] s_axil_awaddr,
    input  wire [2:0]  s_axil_awprot,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    input  wire [31:0] s_axil_wdata,
    input  wire [3:0]  s_axil_wstrb,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    output wire [1:0]  s_axil_bresp,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    input  wire [11:0] s_axil_araddr,
    input  wire [2:0]  s_axil_arprot,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire [31:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp,
    // the registers
    output wire        bus_valid,
    output wire        bus_we,
    output wire [11:0] bus_addr,
    output wire [31:0] bus_wdata,
    output wire [3:0]  bus_wstrb,
    input  wire        bus_ready,
    input  wire [31:0] bus_rdata,
    input  wire        bus_err
);
    localparam [2:0] State_Idle = 3'd0;
    localparam [2:0] State_Write = 3'd1;
    localparam [2:0] State_WriteResponse = 3'd2;
    localparam [2:0] State_Read = 3'd3;
    localparam [2:0] State_ReadResponse = 3'd4;

    reg [2:0] state = 3'd0;
    reg wrote = 1'b0;

    assign bus_we = state == State_Write;
    assign bus_valid = (state == State_Write) | (state == State_Read);
    assign bus_addr = (state == State_Write) ? s_axil_awaddr : s_axil_araddr;
    assign bus_wdata = s_axil_wdata;
    assign bus_wstrb = s_axil_wstrb;
    assign s_axil_awready = (state == State_Write) & bus_ready;
    assign s_axil_wready = (state == State_Write) & bus_ready;
    assign s_axil_arready = (state == State_Read) & bus_ready;
    // The registers keep word and error until the next request.
    wire [1:0] response = bus_err ? 2'd2 : 2'd0;
    assign s_axil_bvalid = state == State_WriteResponse;
    assign s_axil_bresp = response;
    assign s_axil_rvalid = state == State_ReadResponse;
    assign s_axil_rresp = response;
    assign s_axil_rdata = bus_rdata;
    wire write = s_axil_awvalid & s_axil_wvalid;

    always @(posedge clk) begin
        case (state)
            State_Idle: begin
                if (write & ~(s_axil_arvalid & wrote)) begin
                    state <= State_Write;
                    wrote <= 1'b1;
                end else if (s_axil_arvalid) begin
                    state <= State_Read;
                    wrote <= 1'b0;
                end
            end
            State_Write: begin
                if (bus_ready) state <= State_WriteResponse;
            end
            State_WriteResponse: begin
                if (s_axil_bready) state <= State_Idle;
            end
            State_Read: begin
                if (bus_ready) state <= State_ReadResponse;
            end
            default /* State_ReadResponse */: begin
                if (s_axil_rready) state <= State_Idle;
            end
        endcase
        if (rst) state <= State_Idle;
    end
endmodule

`default_nettype wire

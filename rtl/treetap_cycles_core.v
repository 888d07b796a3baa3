// treetap_cycles_core: beside one core, feeding `ret_cycles` of its tap
// Configuration: .
// Made by treetap 0.1.0 with: treetap gen cycles --preset core
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Cycles of a core since the retirement before, saturating: 1 after one in the cycle before.
// A cycle in which the core's clock is held does not count.
module treetap_cycles_core (
    input  wire        clk,
    input  wire        rst,
    // the core retires (valid), and its clock runs (ready)
    input  wire        rvfi_valid,
    input  wire        rvfi_ready,
    // right in a cycle with rvfi_valid
    output wire [15:0] ret_cycles
);
    reg [15:0] count = 16'd1;

    assign ret_cycles = count;

    always @(posedge clk) begin
        if (rvfi_ready) begin
            if (rvfi_valid) begin
                count <= 16'd1;
            end else if (~(&count)) begin
                count <= count + 16'd1;
            end
        end
        if (rst) count <= 16'd1;
    end
endmodule

`default_nettype wire

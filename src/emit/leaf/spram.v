// Single-port RAM: rd is the word at ra of the cycle before; unknown after a cycle that writes, where simulations return
// the inverted new word, so that a design that relies on it is found out. No initial contents.
// Define TREETAP_ICE40 to get the 256 kbit RAM of an UltraPlus, of which Yosys infers none unless it is told to.
module @NAME@ #(
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

// Memories as Yosys maps them to ECP5 block RAM, one for each mode that the model in dp16kd.v has, all with the same
// ports. tests/proofs/ecp5_ram.rs synthesises each and compares it with its source (compare.v).

module simple #(parameter WIDTH = 36, parameter ADDR = 9) (
    input wire clk, rst, en, input wire [3:0] we, input wire [13:0] ra, wa, input wire [35:0] wd,
    output reg [WIDTH-1:0] rd
);
    (* no_rw_check *) reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    always @(posedge clk) begin
        if (we[0]) mem[wa[ADDR-1:0]] <= wd[WIDTH-1:0];
        rd <= mem[ra[ADDR-1:0]];
    end
endmodule

// Read enable and synchronous reset of the word read.
module enabled #(parameter WIDTH = 18, parameter ADDR = 10) (
    input wire clk, rst, en, input wire [3:0] we, input wire [13:0] ra, wa, input wire [35:0] wd,
    output reg [WIDTH-1:0] rd
);
    (* no_rw_check *) reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    always @(posedge clk) begin
        if (we[0]) mem[wa[ADDR-1:0]] <= wd[WIDTH-1:0];
        if (rst) rd <= 0;
        else if (en) rd <= mem[ra[ADDR-1:0]];
    end
endmodule

// One write enable for each byte of nine bits.
module bytes #(parameter WIDTH = 36, parameter ADDR = 9) (
    input wire clk, rst, en, input wire [3:0] we, input wire [13:0] ra, wa, input wire [35:0] wd,
    output reg [WIDTH-1:0] rd
);
    (* no_rw_check *) reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    integer i;
    always @(posedge clk) begin
        for (i = 0; i < WIDTH / 9; i = i + 1) if (we[i]) mem[wa[ADDR-1:0]][9*i +: 9] <= wd[9*i +: 9];
        rd <= mem[ra[ADDR-1:0]];
    end
endmodule

// One port: while it writes it shows nothing new (0), the old word (1) or the new one (2).
module one_port #(parameter WIDTH = 18, parameter ADDR = 10, parameter MODE = 0) (
    input wire clk, rst, en, input wire [3:0] we, input wire [13:0] ra, wa, input wire [35:0] wd,
    output reg [WIDTH-1:0] rd
);
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    always @(posedge clk) begin
        if (we[0]) mem[wa[ADDR-1:0]] <= wd[WIDTH-1:0];
        if (!we[0] || MODE == 1) rd <= mem[wa[ADDR-1:0]];
        else if (MODE == 2) rd <= wd[WIDTH-1:0];
    end
endmodule

// Writes 18 bits, reads 9.
module narrower #(parameter WIDTH = 9, parameter ADDR = 11) (
    input wire clk, rst, en, input wire [3:0] we, input wire [13:0] ra, wa, input wire [35:0] wd,
    output reg [WIDTH-1:0] rd
);
    (* no_rw_check *) reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    always @(posedge clk) begin
        if (we[0]) mem[{wa[ADDR-1:1], 1'b0}] <= wd[WIDTH-1:0];
        if (we[0]) mem[{wa[ADDR-1:1], 1'b1}] <= wd[2*WIDTH-1:WIDTH];
        rd <= mem[ra[ADDR-1:0]];
    end
endmodule

// Initial contents, never written.
module contents #(parameter WIDTH = 18, parameter ADDR = 10) (
    input wire clk, rst, en, input wire [3:0] we, input wire [13:0] ra, wa, input wire [35:0] wd,
    output reg [WIDTH-1:0] rd
);
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    integer i;
    initial for (i = 0; i < 1 << ADDR; i = i + 1) mem[i] = i * i * 40503 ^ i >> 3;
    always @(posedge clk) rd <= mem[ra[ADDR-1:0]];
endmodule

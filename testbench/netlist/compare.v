// Drives two forms of one memory (memories.v) and compares what they read.
// COLLIDES: the word read at an edge that writes it is undefined. PAIRED: a write covers two addresses. HOLDS: the
// word read is held while en is low, and cleared by rst.
//
// Random traffic over all addresses first, then over few. Reads that the contract leaves open are counted and left out.
module compare #(
    parameter WIDTH = 18,
    parameter ADDR = 10,
    parameter COLLIDES = 1,
    parameter PAIRED = 0,
    parameter HOLDS = 0,
    parameter ROUNDS = 4000
) (
    input  wire             clk,
    output reg              rst,
    output reg              en,
    output reg  [3:0]       we,
    output reg  [13:0]      ra,
    output reg  [13:0]      wa,
    output reg  [35:0]      wd,
    input  wire [WIDTH-1:0] source,
    input  wire [WIDTH-1:0] gates,
    output reg              done
);
    localparam DEPTH = 1 << ADDR;
    wire [13:0] changed = (ra ^ wa) & (DEPTH - 1) & ~PAIRED;

    integer    step = 0, read = 0, wrong = 0, collided = 0;
    reg        open = 1;
    reg [63:0] random = 64'h2545f4914f6cdd1d ^ (WIDTH * 1000 + ADDR);
    initial {rst, en, we, ra, wa, wd, done} = 0;

    always @(posedge clk) if (!done) begin
        if (HOLDS && rst) open <= 0;
        else if (en || !HOLDS) open <= COLLIDES && |we && changed == 0;
    end

    always @(negedge clk) if (!done) begin
        if (step > DEPTH + 1) begin
            if (open) collided = collided + 1;
            else begin
                read = read + 1;
                if (gates !== source) wrong = wrong + 1;
            end
        end
        random = random ^ (random << 13);
        random = random ^ (random >> 7);
        random = random ^ (random << 17);
        step = step + 1;
        wd = random >> 9;
        if (step <= 2 * DEPTH) begin
            {rst, en} = 2'b01;
            we = step <= DEPTH ? 4'hf : 4'h0;
            wa = step - 1;
            ra = step <= DEPTH ? ~wa : wa;
        end else begin
            {we, rst, en} = {random[23:20] & {4{random[61]}}, random[26:24] == 0, random[27]};
            wa = random[31:28] ^ {14{random[40]}};
            ra = random[35:32] ^ {14{random[41]}};
        end
        if (step == 2 * DEPTH + ROUNDS) begin
            done = 1;
            $display("%m read %0d wrong %0d collided %0d", read, wrong, collided);
        end
    end
endmodule

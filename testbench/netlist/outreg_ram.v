// The two forms of the leaf `outreg_ram` beside each other and beside an array: `primitives` (with TREETAP_ECP5, over
// dp16kd.v) and `inferred`. Every address is written and read, then a narrow set of addresses at random, so that reads
// and writes meet at every distance. Prints one line for each shape; tests/proofs/ecp5_ram.rs reads them.
module shape #(
    parameter WIDTH = 8,
    parameter ADDR = 4,
    parameter ROUNDS = 4000
) (
    input  wire clk,
    output reg  done
);
    localparam DEPTH = 1 << ADDR;

    reg  [ADDR-1:0]  ra;
    reg  [ADDR-1:0]  wa;
    reg              we;
    reg  [WIDTH-1:0] wd;
    wire [WIDTH-1:0] of_primitives;
    wire [WIDTH-1:0] of_inferred;
    primitives #(.WIDTH(WIDTH), .ADDR(ADDR)) u_primitives (clk, ra, of_primitives, we, wa, wd);
    inferred #(.WIDTH(WIDTH), .ADDR(ADDR)) u_inferred (clk, ra, of_inferred, we, wa, wd);

    // The contract: the word of two cycles before, anything if it was written at the edge that read it.
    reg [WIDTH-1:0] mem [0:DEPTH-1];
    reg [WIDTH-1:0] word1, word2;
    reg             known1, known2, collided1, collided2;

    integer    step = 0, read = 0, wrong = 0, collided = 0, garbage = 0;
    reg [63:0] random = 64'h9e3779b97f4a7c15 ^ (WIDTH * 1000 + ADDR);

    initial {known1, known2, collided1, collided2, we, done} = 6'd0;

    always @(posedge clk) if (!done) begin
        word1 <= mem[ra];
        known1 <= step > DEPTH;
        collided1 <= we && wa == ra;
        {word2, known2, collided2} <= {word1, known1, collided1};
        if (we) mem[wa] <= wd;
        if (known2 && collided2) begin
            collided = collided + 1;
            if (^of_primitives === 1'bx && of_inferred === ~word_after) garbage = garbage + 1;
        end else if (known2) begin
            read = read + 1;
            if (of_primitives !== word2 || of_inferred !== word2) wrong = wrong + 1;
        end
    end

    // What a collision wrote.
    reg [WIDTH-1:0] written, word_after;
    always @(posedge clk) {written, word_after} <= {wd, written};

    always @(negedge clk) if (!done) begin
        random = random ^ (random << 13);
        random = random ^ (random >> 7);
        random = random ^ (random << 17);
        step = step + 1;
        wd = {random, ~random} >> 5;
        if (step <= 2 * DEPTH) begin
            we = step <= DEPTH;
            wa = step - 1;
            ra = we ? ~wa : wa;
        end else begin
            we = random[20];
            wa = random[24:21] ^ {ADDR{random[40]}};
            ra = random[28:25] ^ {ADDR{random[41]}};
        end
        if (step == 2 * DEPTH + ROUNDS) begin
            done = 1;
            $display("%0d %0d read %0d wrong %0d collided %0d garbage %0d",
                WIDTH, ADDR, read, wrong, collided, garbage);
        end
    end
endmodule

module bench;
    reg clk = 0;
    always #1 clk = ~clk;

    wire [10:0] done;
    shape #(36, 9)  u0 (clk, done[0]);
    shape #(40, 9)  u1 (clk, done[1]);
    shape #(5, 3)   u2 (clk, done[2]);
    shape #(18, 10) u3 (clk, done[3]);
    shape #(48, 10) u4 (clk, done[4]);
    shape #(9, 11)  u5 (clk, done[5]);
    shape #(20, 11) u6 (clk, done[6]);
    shape #(6, 12)  u7 (clk, done[7]);
    shape #(3, 13)  u8 (clk, done[8]);
    shape #(2, 14)  u9 (clk, done[9]);
    shape #(1, 1)   u10 (clk, done[10]);
    always @(posedge clk) if (&done) $finish;
endmodule

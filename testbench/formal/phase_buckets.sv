// Buckets of the phase tracker: each of the four sums of a bucket holds what a single register would hold that every
// change of control of its number adds the run to that comes in a cycle of its turn, whatever comes in adjacent cycles;
// sums and runs that are too large say so and stay; a sum that was emptied is 0.
//
// Instructions may come in every cycle, for any bucket. One sum of one half is followed, chosen by the solver.
module proof (
    input wire clk
);
    localparam [23:0] MOST = 24'hffffff;
    // From here on a sum is too large.
    localparam [23:0] LARGE = 24'h400000;

    (* anyseq *)   wire       rst, valid, control, bank, clearing, take, both, closed_bank;
    (* anyseq *)   wire [4:0] index;
    (* anyseq *)   wire [6:0] closed_place;
    (* anyconst *) wire       half;
    (* anyconst *) wire [6:0] which;
    wire [22:0] word;

    `BUCKETS dut (
        .clk(clk), .rst(rst), .count_valid(valid), .count_control(control), .count_bank(bank), .count_index(index),
        .clearing(clearing), .closed_place(closed_place), .closed_bank(closed_bank), .closed_take(take),
        .closed_both(both), .closed_word(word)
    );

    (* hierconn *) wire [6:0]  \dut.u_halves0.watch , \dut.u_halves1.watch , \dut.place4 ;
    (* hierconn *) wire [22:0] \dut.u_halves0.kept , \dut.u_halves1.kept , \dut.run , \dut.sum0 , \dut.sum1 ;
    (* hierconn *) wire        \dut.hits0 , \dut.hits1 , \dut.over0 , \dut.over1 ;
    (* hierconn *) wire [1:0]  \dut.turn ;

    // The single register, and what an observer at the ports knows.
    reg  [23:0] run = 0, shadow = 0, shadow1 = 0, shadow2 = 0, shadow3 = 0, run1 = 0;
    reg         known = 0, wiped1 = 0, taken1 = 0, was_rst = 1;
    reg  [1:0]  turn = 0;
    reg  [6:0]  uses = 0, comes = 0;    // an instruction of this half; any: in the cycle before, and so on
    reg         asked1 = 0, asked2 = 0, asked3 = 0;
    reg  [23:0] then1 = 0, then2 = 0, then3 = 0;
    wire [23:0] amount = run == MOST ? MOST : run + 1'b1;
    wire        mine = valid && control && bank == half && {index, turn} == which;
    wire [24:0] total = {1'b0, shadow} + {1'b0, amount};
    wire        takes = take && (both || closed_bank == half);
    // Nothing of this half is on its way into a bucket.
    wire        still = uses[5:0] == 0 && !(valid && bank == half);
    always @(posedge clk) begin
        was_rst <= rst;
        turn <= turn + 1'b1;
        uses <= {uses[5:0], valid && bank == half};
        comes <= {comes[5:0], valid};
        if (valid) run <= control ? 24'd0 : amount;
        if (mine) shadow <= total[24] ? MOST : total[23:0];
        shadow1 <= shadow;
        shadow2 <= shadow1;
        shadow3 <= shadow2;
        run1 <= run;
        // It is emptied in the next cycle.
        taken1 <= takes;
        wiped1 <= takes && closed_place == which;
        if (wiped1) begin
            known <= 1;
            shadow <= 0;
            shadow1 <= 0;
            shadow2 <= 0;
            shadow3 <= 0;
        end
        // The sum is asked for; its word is there three cycles later.
        asked1 <= known && still && bank != half && closed_place == which && !wiped1 && !rst;
        asked2 <= asked1 && !rst;
        asked3 <= asked2 && closed_bank == half && !rst;
        then1 <= shadow;
        then2 <= then1;
        then3 <= then2;
        if (clearing || rst) begin
            run <= 0;
            run1 <= 0;
        end
        if (rst) begin
            known <= 0;
            uses <= 0;
            comes <= 0;
        end
    end

    initial assume (rst);
    initial assume (\dut.turn == turn);
    always @* begin
        assume (\dut.u_halves0.watch == which && \dut.u_halves1.watch == which);
        // A half is emptied when nothing is on its way into it, nor comes meanwhile; runs are forgotten when nothing is
        // on its way at all.
        if (takes) assume (still);
        if (taken1) assume (!(valid && bank == half));
        if (clearing) assume (!valid && comes[5:0] == 0);
    end

    // A sum is the register, or says that it is too large, and so is the register.
    function right;
        input [22:0] sum;
        input [23:0] register;
        right = sum[22] ? register >= LARGE : sum == register;
    endfunction

    // The property.
    always @* if (!$initstate && asked3) assert (right(word, then3));

    // Why it holds at any time: what is in the memory, and what is on its way to it.
    wire [22:0] kept = half ? \dut.u_halves1.kept : \dut.u_halves0.kept ;
    wire [22:0] sum = half ? {\dut.sum1 [22] | \dut.over1 , \dut.sum1 [21:0]}
                           : {\dut.sum0 [22] | \dut.over0 , \dut.sum0 [21:0]};
    wire        hits = half ? \dut.hits1 : \dut.hits0 ;
`ifndef BARE
    always @* begin
        if (!$initstate) begin
            assert (\dut.turn == turn);
            assert (\dut.run == (run1 >= LARGE ? LARGE : run1));
            if (known) assert (right(kept, shadow3));
            if (known && hits && \dut.place4 == which) assert (right(sum, shadow2));
            if (!hits && !was_rst) assert (sum == 0);
        end
    end
`endif
endmodule

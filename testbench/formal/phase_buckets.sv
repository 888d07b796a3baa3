// Buckets of the phase tracker: a bucket holds what a single register would hold that every change of control of its
// number adds the run to, whatever comes in adjacent cycles; sums and runs stay at their largest number; a bucket that
// was emptied holds nothing.
//
// Instructions may come in every cycle, for any bucket. One bucket of one half is followed, chosen by the solver.
module proof (
    input wire clk
);
    localparam [23:0] MOST = 24'hffffff;

    (* anyseq *)   wire       rst, valid, control, bank, clearing, wipe, both, closed_bank;
    (* anyseq *)   wire [4:0] index, closed_index;
    (* anyconst *) wire       half;
    (* anyconst *) wire [4:0] which;
    wire [24:0] word;

    `BUCKETS dut (
        .clk(clk), .rst(rst), .count_valid(valid), .count_control(control), .count_bank(bank), .count_index(index),
        .clearing(clearing), .closed_index(closed_index), .closed_bank(closed_bank), .closed_wipe(wipe),
        .closed_both(both), .closed_word(word)
    );

    (* hierconn *) wire [4:0]  \dut.u_halves0.watch , \dut.u_halves1.watch ;
    (* hierconn *) wire [25:0] \dut.u_halves0.kept , \dut.u_halves1.kept ;
    (* hierconn *) wire [23:0] \dut.run ;
    (* hierconn *) wire [24:0] \dut.sum5 , \dut.sum6 ;
    (* hierconn *) wire        \dut.full , \dut.valid2 , \dut.hit5 , \dut.hit6 , \dut.bank5 , \dut.bank6 ;
    (* hierconn *) wire [4:0]  \dut.index5 , \dut.index6 ;

    // The single register, and what an observer at the ports knows.
    reg  [23:0] run = 0, shadow = 0, shadow1 = 0, shadow2 = 0, shadow3 = 0, shadow4 = 0, run1 = 0;
    reg         known = 0;
    reg  [6:0]  uses = 0, comes = 0;    // an instruction of this half; any: in the cycle before, and so on
    reg         asked1 = 0, asked2 = 0;
    reg  [23:0] then1 = 0, then2 = 0;
    wire [23:0] amount = run == MOST ? MOST : run + 1'b1;
    wire        mine = valid && control && bank == half && index == which;
    wire [24:0] total = {1'b0, shadow} + {1'b0, amount};
    wire        wiped = (both || wipe && closed_bank == half) && closed_index == which;
    // Nothing of this half is on its way into a bucket.
    wire        still = uses[5:0] == 0 && !(valid && bank == half);
    always @(posedge clk) begin
        uses <= {uses[5:0], valid && bank == half};
        comes <= {comes[5:0], valid};
        if (valid) run <= control ? 24'd0 : amount;
        if (mine) shadow <= total[24] ? MOST : total[23:0];
        shadow1 <= shadow;
        shadow2 <= shadow1;
        shadow3 <= shadow2;
        shadow4 <= shadow3;
        run1 <= run;
        if (wiped) begin
            known <= 1;
            shadow <= 0;
            shadow1 <= 0;
            shadow2 <= 0;
            shadow3 <= 0;
            shadow4 <= 0;
        end
        // The bucket is asked for; its word is there two cycles later.
        asked1 <= known && still && bank != half && closed_index == which && !wiped && !rst;
        asked2 <= asked1 && !rst;
        then1 <= shadow;
        then2 <= then1;
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
    always @* begin
        assume (\dut.u_halves0.watch == which && \dut.u_halves1.watch == which);
        // A half is emptied when nothing is on its way into it; runs are forgotten when nothing is on its way at all.
        if (wipe) assume (closed_bank != half || still);
        if (both || clearing) assume (!valid && comes[5:0] == 0);
    end

    // A sum is the register, or says that it is over, and the register is at its largest number.
    function right;
        input [24:0] sum;
        input [23:0] register;
        right = sum[24] ? register == MOST : sum[23:0] == register;
    endfunction

    // The property.
    always @* if (!$initstate && asked2 && closed_bank == half) assert (right(word, then2));

    // Why it holds at any time: what is in the memory, and what is on its way to it.
    wire [25:0] kept = half ? \dut.u_halves1.kept : \dut.u_halves0.kept ;
`ifndef BARE
    always @* begin
        if (!$initstate) begin
            assert (\dut.run == run1);
            assert (\dut.full == (\dut.run == MOST));
            if (known) assert (kept[25] ? right(kept[24:0], shadow4) : shadow4 == 0);
            if (known && \dut.hit5 && \dut.bank5 == half && \dut.index5 == which) assert (right(\dut.sum5 , shadow3));
            if (known && \dut.hit6 && \dut.bank6 == half && \dut.index6 == which) assert (right(\dut.sum6 , shadow4));
        end
    end
`endif
endmodule

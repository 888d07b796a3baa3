// Fifo: words leave in the order in which they came, none lost, none invented, and the level counts them.
module proof (
    input wire clk
);
    localparam W = `WIDTH;
    localparam A = `ADDR;

    (* anyseq *) wire         rst;
    (* anyseq *) wire         in_valid;
    (* anyseq *) wire [W-1:0] in_data;
    (* anyseq *) wire         out_ready;
    (* anyseq *) wire         mark;
    wire         in_ready, out_valid, full;
    wire [W-1:0] out_data;
    wire [A:0]   level;

    `FIFO dut (
        .clk(clk), .rst(rst),
        .in_port_valid(in_valid), .in_port_ready(in_ready), .in_port_data(in_data),
        .out_port_valid(out_valid), .out_port_ready(out_ready), .out_port_data(out_data),
        .level(level), .full(full)
    );

    (* hierconn *) wire [A-1:0] \dut.wr_ptr ;
    (* hierconn *) wire [A-1:0] \dut.rd_ptr ;
    (* hierconn *) wire [A:0]   \dut.stored ;
    (* hierconn *) wire         \dut.offered ;
    (* hierconn *) wire [A-1:0] \dut.u_ram.watch ;
    (* hierconn *) wire [W-1:0] \dut.u_ram.kept ;

    initial assume (rst);

    // What an observer at the ports knows: how many words are inside, and one of them, with the number ahead of it.
    wire take = in_valid & in_ready;
    wire give = out_valid & out_ready;
    reg  [A+1:0] inside = 0;
    reg          marked = 0;
    reg  [A+1:0] ahead = 0;
    reg  [W-1:0] word = 0;
    always @(posedge clk) begin
        inside <= inside + take - give;
        if (marked && give) begin
            ahead <= ahead - 1;
            if (ahead == 0) marked <= 0;
        end
        if (!marked && take && mark) begin
            marked <= 1;
            ahead <= inside - give;
            word <= in_data;
        end
        if (rst) begin
            inside <= 0;
            marked <= 0;
        end
    end

    // The property.
    always @* begin
        if (!$initstate) begin
            assert (level == inside);
            assert (inside <= (1 << A) + 1);
            assert (!out_valid || inside != 0);
            assert (in_ready == !full);
            assert (!full || inside >= (1 << A));
            if (marked && ahead == 0 && out_valid) assert (out_data == word);
        end
    end

    // A held offer does not change (stream rules S2 and S3), and a word inside is offered within two cycles.
    reg          held = 0;
    reg  [W-1:0] held_data = 0;
    reg  [1:0]   waited = 0;
    always @(posedge clk) begin
        held <= out_valid & ~out_ready & ~rst;
        held_data <= out_data;
        waited <= rst | out_valid | inside == 0 ? 0 : waited + 1;
    end
    always @* begin
        if (!$initstate) begin
            if (held) assert (out_valid && out_data == held_data);
            assert (waited < 2);
        end
    end

    // Why it holds at every depth: where the marked word is.
    wire [A-1:0] place = \dut.rd_ptr + ahead[A-1:0] - \dut.offered ;
    always @* begin
        if (!$initstate) begin
            assert (\dut.stored == inside - \dut.offered );
            assert (\dut.stored <= 1 << A);
            assert (\dut.wr_ptr == \dut.rd_ptr + \dut.stored [A-1:0]);
            assert (!marked || ahead < inside);
        end
        if (marked) assume (\dut.u_ram.watch == marked_place);
    end
    // The address of the marked word does not change; the memory watches it from the time it is written.
    reg [A-1:0] marked_place = 0;
    always @(posedge clk) if (!marked && take && mark) marked_place <= \dut.wr_ptr ;
    always @* begin
        if (take && mark && !marked) assume (\dut.u_ram.watch == \dut.wr_ptr );
        if (!$initstate && marked) begin
            if (!(\dut.offered && ahead == 0)) begin
                assert (place == marked_place);
                assert (\dut.u_ram.kept == word);
            end else assert (out_data == word);
        end
    end
endmodule

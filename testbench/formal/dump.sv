// Dump writer: the stream it drives keeps the rules S2 and S3, and a word is only taken in when none is on offer.
module proof (
    input wire clk
);
    (* anyseq *) wire        rst, send_word, send_path, send_tail, dump_ready;
    (* anyseq *) wire [63:0] word;
    (* anyseq *) wire [1:0]  path_digit;
    (* anyseq *) wire [`LEVELS-1:0] depth;
    wire        idle, dump_valid, dump_last;
    wire [63:0] dump_data;

    `WRITER dut (
        .clk(clk), .rst(rst), .send_word(send_word), .word(word), .send_path(send_path), .depth(depth),
        .path_digit(path_digit), .send_tail(send_tail), .idle(idle),
        .dump_valid(dump_valid), .dump_ready(dump_ready), .dump_data(dump_data), .dump_last(dump_last)
    );

    reg        started = 0, held = 0, held_last = 0;
    reg [63:0] held_data = 0;
    always @(posedge clk) begin
        if (rst) started <= 1;
        held <= dump_valid & ~dump_ready & ~rst;
        held_data <= dump_data;
        held_last <= dump_last;
    end
    always @* begin
        if (started) begin
            if (held) assert (dump_valid && dump_data == held_data && dump_last == held_last);
            assert (!(idle && dump_valid));
        end
    end
endmodule

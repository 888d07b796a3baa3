// Wishbone slave and the registers behind it: ack and err only in a cycle with cyc and stb and never both, and every
// cycle ends within a bound. The master holds a cycle until it ends; a counter comes within three cycles.
module proof (
    input wire clk
);
    localparam integer SLOW = 3, BOUND = 5 + SLOW;

    (* anyseq *) wire        rst;
    (* anyseq *) wire        cyc, stb, we;
    (* anyseq *) wire [11:0] adr;
    (* anyseq *) wire [31:0] dat;
    (* anyseq *) wire [3:0]  sel;
    (* anyseq *) wire        cnt_valid, cmd_ready, dump_valid, dump_last;
    (* anyseq *) wire [63:0] dump_data;
    (* anyseq *) wire [31:0] cnt_data;
    (* anyseq *) wire [3:0]  stat;
    (* anyseq *) wire [4:0]  flag;
    wire        ack, err, cnt_read;
    wire [31:0] dat_o;
    wire        bus_valid, bus_we, bus_ready, bus_err;
    wire [11:0] bus_addr;
    wire [31:0] bus_wdata, bus_rdata;
    wire [3:0]  bus_wstrb;

    `WISHBONE slave (
        .wb_cyc_i(cyc), .wb_stb_i(stb), .wb_we_i(we), .wb_adr_i(adr), .wb_dat_i(dat), .wb_sel_i(sel),
        .wb_dat_o(dat_o), .wb_ack_o(ack), .wb_err_o(err),
        .bus_valid(bus_valid), .bus_we(bus_we), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_wstrb(bus_wstrb),
        .bus_ready(bus_ready), .bus_rdata(bus_rdata), .bus_err(bus_err)
    );
    `REGS regs (
        .clk(clk), .rst(rst),
        .bus_valid(bus_valid), .bus_we(bus_we), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_wstrb(bus_wstrb),
        .bus_ready(bus_ready), .bus_rdata(bus_rdata), .bus_err(bus_err),
        .cmd_ready(cmd_ready), .dump_valid(dump_valid), .dump_data(dump_data), .dump_last(dump_last),
        .cnt_read(cnt_read), .cnt_valid(cnt_valid), .cnt_data(cnt_data),
        .stat_queued(stat[0]), .stat_active(stat[1]), .stat_clearing(stat[2]), .stat_open(stat[3]),
        .flag_near_full(flag[0]), .flag_lost(flag[1]), .flag_weight(flag[2]), .flag_dropped(flag[3]), .flag_counter(flag[4])
    );

    (* hierconn *) wire [2:0] \regs.state ;

    reg         started = 0, held = 0, ended = 0;
    reg         we_was;
    reg  [11:0] adr_was;
    reg  [31:0] dat_was;
    reg  [3:0]  sel_was;
    reg  [4:0]  age = 0;
    reg  [1:0]  slow = 0;
    wire        asked = cyc && stb;
    always @(posedge clk) begin
        if (rst) started <= 1;
        held <= asked && !ack && !err && !rst;
        ended <= (ack || err) && !rst;
        {we_was, adr_was, dat_was, sel_was} <= {we, adr, dat, sel};
        age <= asked && !ack && !err && !rst ? age + 1 : 0;
        slow <= cnt_read && !cnt_valid && !rst ? slow + 1 : 0;
    end
    always @* begin
        if (!started) assume (rst);
        if (held) assume (asked && we == we_was && adr == adr_was && dat == dat_was && sel == sel_was);
        if (slow >= SLOW) assume (cnt_valid);
        // Seven states have codes; two of them are for registers that can be read back.
        if (started) assert (\regs.state < 7 && \regs.state != `FETCH && \regs.state != `STORE);
        if (started && !rst) begin
            assert (!(ack && err));
            if (ack || err) assert (asked && held && !ended);
            assert (bus_valid == asked);
            if (asked) assert (bus_we == we && bus_addr == adr && bus_wdata == dat && bus_wstrb == sel);
            if (ack || err) assert (dat_o == bus_rdata && bus_ready);
            if (bus_ready) assert (ack != err);
            assert (age < BOUND);
        end
    end
endmodule

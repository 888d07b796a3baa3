// Register block: every request is answered within a bound and no other, the answer stays, what is not readable reads 0
// and is counted, commands stay until they are finished, a word of the dump is taken by an answered read only. Whoever
// asks holds the request; a counter comes within three cycles. READABLE and WRITABLE have a bit for each word of the
// window, from the table of registers.
module proof (
    input wire clk
);
    localparam integer SLOW = 3, BOUND = 5 + SLOW;
    localparam [1023:0] CAN_READ = `READABLE, CAN_WRITE = `WRITABLE;

    (* anyseq *) wire        rst;
    (* anyseq *) wire        bus_valid, bus_we;
    (* anyseq *) wire [11:0] bus_addr;
    (* anyseq *) wire [31:0] bus_wdata;
    (* anyseq *) wire [3:0]  bus_wstrb;
    (* anyseq *) wire        cmd_ready, dump_valid, dump_last, cnt_valid;
    (* anyseq *) wire [63:0] dump_data;
    (* anyseq *) wire [31:0] cnt_data;
    (* anyseq *) wire [3:0]  stat;
    (* anyseq *) wire [4:0]  flag;
    wire        bus_ready, bus_err, cmd_valid, dump_ready, cnt_read, cnt_take;
    wire [31:0] bus_rdata;
    wire [2:0]  cmd_op;
    wire        enable, fen, lossless, freeze;
    wire [20:0] class_en;
    wire [47:0] t0;
    wire        set_decim, set_burst, set_seed, set_setign, set_ign;
    wire [31:0] set_data;

    `REGS dut (
        .clk(clk), .rst(rst),
        .bus_valid(bus_valid), .bus_we(bus_we), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_wstrb(bus_wstrb),
        .bus_ready(bus_ready), .bus_rdata(bus_rdata), .bus_err(bus_err),
        .cfg_enable(enable), .cfg_fen(fen), .cfg_lossless(lossless), .cfg_freeze(freeze), .cfg_class_en(class_en), .cfg_t0(t0),
        .set_decim(set_decim), .set_burst(set_burst), .set_seed(set_seed), .set_setign(set_setign), .set_ign(set_ign),
        .set_data(set_data),
        .cmd_valid(cmd_valid), .cmd_ready(cmd_ready), .cmd_op(cmd_op),
        .dump_valid(dump_valid), .dump_ready(dump_ready), .dump_data(dump_data), .dump_last(dump_last),
        .cnt_read(cnt_read), .cnt_valid(cnt_valid), .cnt_take(cnt_take), .cnt_data(cnt_data),
        .stat_queued(stat[0]), .stat_active(stat[1]), .stat_clearing(stat[2]), .stat_open(stat[3]),
        .flag_near_full(flag[0]), .flag_lost(flag[1]), .flag_weight(flag[2]), .flag_dropped(flag[3]), .flag_counter(flag[4])
    );
    wire [75:0] config_now = {enable, fen, lossless, freeze, class_en, t0};
    (* hierconn *) wire [2:0] \dut.state ;
    (* hierconn *) wire [7:0] \dut.violations ;
`ifdef READBACK
    (* hierconn *) wire [4:0] \dut.slot ;
    wire [4:0]  slot = \dut.slot ;
`else
    // Nothing to walk through.
    wire [4:0]  slot = 0;
`endif
    wire [2:0]  state = \dut.state ;
    wire [7:0]  violations = \dut.violations ;
    // Steps of the walk through the configuration registers.
    wire [6:0]  rank = {1'b0, slot, state == `STORE};
    wire        walking = state == `FETCH || state == `STORE;

    reg         started = 0, held = 0, answered = 0, cmd_held = 0, dump_held = 0, dump_taken = 0, walked = 0;
    reg         we_was, ready_was = 0, rst_was = 1;
    reg  [11:0] addr_was;
    reg  [31:0] wdata_was, rdata_kept, set_was;
    reg  [3:0]  wstrb_was;
    reg  [63:0] dump_was;
    reg         last_was, err_kept;
    reg  [2:0]  op_was;
    reg  [4:0]  age = 0;
    reg  [1:0]  slow = 0;
    reg  [75:0] config_was;
    reg  [7:0]  violations_was;
    reg  [6:0]  rank_was;
    wire        can_read = CAN_READ[bus_addr[11:2]], can_write = CAN_WRITE[bus_addr[11:2]];
    always @(posedge clk) begin
        if (rst) started <= 1;
        rst_was <= rst;
        held <= bus_valid && !bus_ready && !rst;
        {we_was, addr_was, wdata_was, wstrb_was} <= {bus_we, bus_addr, bus_wdata, bus_wstrb};
        ready_was <= bus_ready && !rst;
        age <= bus_valid && !bus_ready && !rst && !walking ? age + 1 : 0;
        slow <= cnt_read && !cnt_valid && !rst ? slow + 1 : 0;
        // From an answer until the next request.
        answered <= (bus_ready || (answered && !bus_valid)) && !rst;
        if (bus_ready) {rdata_kept, err_kept} <= {bus_rdata, bus_err};
        cmd_held <= cmd_valid && !cmd_ready && !rst;
        op_was <= cmd_op;
        dump_held <= dump_valid && !dump_ready && !rst;
        {dump_was, last_was} <= {dump_data, dump_last};
        dump_taken <= dump_ready && !rst;
        config_was <= config_now;
        violations_was <= violations;
        {rank_was, walked} <= {rank, walking && !rst};
    end

    always @* begin
        if (!started) assume (rst);
        if (held) assume (bus_valid && bus_we == we_was && bus_addr == addr_was && bus_wdata == wdata_was && bus_wstrb == wstrb_was);
        if (dump_held) assume (dump_valid && dump_data == dump_was && dump_last == last_was);
        if (slow >= SLOW) assume (cnt_valid);

        // Seven states have codes.
        if (started) assert (state < 7);
`ifndef READBACK
        if (started) assert (!walking);
`endif
        if (started && !rst) begin
            // Answers: to requests only, within the bound, and the word stays until the next request.
            assert (!bus_ready || held);
            assert (!(bus_ready && ready_was));
            assert (age < BOUND);
            if (answered && !bus_ready) assert (bus_rdata == rdata_kept && bus_err == err_kept);
            // The walk through the memory of configuration registers after a reset ends: a step a cycle.
            if (walked && walking) assert (rank == rank_was + 1);
            // What the table does not allow reads 0 or changes nothing, and is counted.
            if (bus_ready && !bus_we && !can_read) assert (bus_rdata == 0 && (violations == violations_was + 1 || violations == 255));
            if (bus_ready && bus_we && (!can_write || bus_wstrb != 4'hf))
                assert (config_now == config_was && (violations == violations_was + 1 || violations == 255));
            if (!bus_ready && held) assert (violations == violations_was);
            // The configuration changes in the cycle of an answer to a write that is allowed.
            if (config_now != config_was && !rst_was) assert (bus_ready && bus_we && can_write);
            if (set_decim || set_burst || set_seed || set_setign || set_ign) assert (bus_ready && bus_we && can_write && set_data == bus_wdata);
            // A command stays until it is finished.
            if (cmd_held) assert (cmd_valid && cmd_op == op_was);
            if (cmd_valid) assert (cmd_op != 0);
            // A word of the dump is taken once, by a read that is answered with its high half.
            if (dump_ready) assert (dump_valid && !bus_ready && held);
            if (dump_taken) assert (bus_ready && !bus_we && bus_rdata == dump_was[63:32] && bus_addr[11:2] == `TAKE);
            if (bus_ready && !bus_we && bus_addr[11:2] == `TAKE && !dump_taken)
                assert (bus_rdata == 0 && (violations == violations_was + 1 || violations == 255));
        end
    end
endmodule

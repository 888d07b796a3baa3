// Window of the monitor (docs/reference/monitor.md, N3 and N6): every request is answered once, within its time, with
// what the registers say, and does exactly what it is to do.
//
// Requests, engine, queue and map of checks may do anything at any time; whoever asks holds the request until it is
// answered, or a reset. Registers, and what an access may do, are the wrapper's own, written here word by word from
// docs/reference/monitor-registers.md. The oldest event is the solver's: of the queue the wrapper believes what
// monitor_queue.sv proves, that the word that was asked for is there a cycle later, if the event was there already.
module proof (
    input wire clk
);
    (* anyseq *) wire         rst, valid, we, hps_ready, clearing, there;
    (* anyseq *) wire [15:0]  addr;
    (* anyseq *) wire [31:0]  wdata, hps_rdata, word;
    (* anyseq *) wire [3:0]   wstrb;
    (* anyseq *) wire [`LEVEL-1:0] level;
    (* anyseq *) wire [191:0] oldest;
    wire        ready, err, hps_valid, hps_we, hold, stream, map_en, waddr, map_wdata, flush, take, irq;
    wire [31:0] rdata, hps_wdata, set_data;
    wire [14:0] hps_addr;
    wire [1:0]  addr_src;
    wire [30:0] map_base;
    wire [2:0]  place;

    `WINDOW dut (
        .clk(clk), .rst(rst), .bus_valid(valid), .bus_we(we), .bus_addr(addr), .bus_wdata(wdata), .bus_wstrb(wstrb),
        .bus_ready(ready), .bus_rdata(rdata), .bus_err(err), .hps_valid(hps_valid), .hps_we(hps_we),
        .hps_addr(hps_addr), .hps_wdata(hps_wdata), .hps_ready(hps_ready), .hps_rdata(hps_rdata), .cfg_hold(hold),
        .cfg_stream(stream), .cfg_addr_src(addr_src), .cfg_map_en(map_en), .cfg_map_base(map_base),
        .set_map_waddr(waddr), .set_map_wdata(map_wdata), .set_data(set_data), .map_clearing(clearing),
        .tap_flush(flush), .evq_level(level), .evq_place(place), .evq_word(word), .evq_take(take), .evq_there(there),
        .lost(16'd0), .irq(irq)
    );

    // The registers, and when the request is answered: asked for, looked at, done, answered. What is done elsewhere is
    // done as the request is answered.
    localparam [1:0] ASKED = 0, LOOKED = 1, DONE = 2, ANSWERED = 3;
    reg          obeyed = 0, flushes = 0, tells_place = 0, tells_word = 0;
    reg  [1:0]   now = ASKED;
    reg          r_hold, r_stream, r_error, r_map_en, r_refused, there_was = 0, up = 0;
    reg  [1:0]   r_src;
    reg  [30:0]  r_base;
    reg  [`LEVEL-1:0] r_irq;
    reg  [31:0]  answer;
    reg          wrong;

    // What the table says of the word that is asked for.
    wire         whole = !we || wstrb == 15;
    wire         engine = addr < 'h8000 && whole;
    wire [15:0]  at = {addr[15:2], 2'd0};
    reg          reads, writes;
    reg  [31:0]  value;
    always @* begin
        reads = 1;
        writes = 0;
        value = 0;
        case (at)
            'h8000: value = "MON1";
            'h8004: value = `BUILD;
            'h8008: begin writes = 1; value = {r_error, r_stream, r_hold}; end
            'h800c: begin writes = 1; value = {r_refused, clearing}; end
            'h8010: begin writes = 1; reads = 0; end
            'h8014: begin writes = 1; value = r_src; end
            'h8018: begin writes = 1; value = r_map_en; end
            'h801c: begin writes = 1; value = {r_base, 1'b0}; end
            'h8020: begin writes = 1; reads = 0; end
            'h8024: begin writes = !r_map_en && !clearing; reads = 0; end
            'h8028: value = level;
            'h802c: begin writes = 1; value = r_irq; end
            'h8040: begin reads = there && there_was; value = oldest[31:0]; end
            'h8044: begin reads = there && there_was; value = oldest[63:32]; end
            'h8048: begin reads = there && there_was; value = oldest[95:64]; end
            'h804c: begin reads = there && there_was; value = oldest[127:96]; end
            'h8050: begin reads = there && there_was; value = oldest[159:128]; end
            'h8054: begin reads = there && there_was; value = oldest[191:160]; end
            default: reads = 0;
        endcase
    end
    wire         obeys = we ? whole && writes : reads;
    wire         acts = now == DONE && obeyed;
    wire         sets = acts && we;
    always @(posedge clk) begin
        up <= up | rst;
        case (now)
            ASKED: begin
                if (valid && engine && hps_ready) now <= ANSWERED;
                if (valid && !engine) now <= LOOKED;
                {answer, wrong} <= {hps_rdata, 1'b0};
            end
            LOOKED: begin
                now <= DONE;
                answer <= value;
                obeyed <= obeys;
            end
            DONE: begin
                now <= ANSWERED;
                if (!obeyed || we) answer <= 0;
                wrong <= !obeyed && r_error;
            end
            ANSWERED: now <= ASKED;
        endcase
        if (sets && at == 'h8008) {r_error, r_stream, r_hold} <= wdata[2:0];
        if (sets && at == 'h8014) r_src <= wdata[1:0];
        if (sets && at == 'h8018) r_map_en <= wdata[0];
        if (sets && at == 'h801c) r_base <= wdata[31:1];
        if (sets && at == 'h802c) r_irq <= wdata[`LEVEL-1:0];
        if (sets && at == 'h800c && wdata[1]) r_refused <= 0;
        if (now == DONE && !obeyed) r_refused <= 1;
        flushes <= sets && at == 'h8010 && wdata[0] && !rst;
        tells_place <= sets && at == 'h8020 && !rst;
        tells_word <= sets && at == 'h8024 && !rst;
        if (rst) begin
            now <= ASKED;
            {r_hold, r_stream, r_error, r_map_en, r_refused, r_base, r_irq} <= 0;
            r_src <= 2;
        end
    end

    // What is believed: the request is held; the oldest event stays until it is taken, and the word that was asked for
    // is there a cycle later.
    reg          held = 0;
    reg  [2:0]   place_was;
    reg  [84:0]  asked;
    reg  [191:0] oldest_was;
    wire [84:0]  asks = {we, addr, wdata, wstrb};
    wire [31:0]  word_was [0:5];
    genvar i;
    generate
        for (i = 0; i < 6; i = i + 1) assign word_was[i] = oldest[32 * i +: 32];
    endgenerate
    always @(posedge clk) begin
        held <= valid && !ready && !rst;
        asked <= asks;
        there_was <= there && !take && !rst;
        place_was <= place;
        oldest_was <= oldest;
    end
    initial assume (rst);
    always @* begin
        if (held) assume (valid && asks == asked);
        if (there_was) assume (oldest == oldest_was);
        if (there && there_was && place_was < 6) assume (word == word_was[place_was]);
    end

    // The properties.
    always @* begin
        if (up) begin
            assert (hps_valid == (now == ASKED && valid && engine));
            if (hps_valid) assert (hps_we == we && hps_addr == addr && (!we || hps_wdata == wdata));
            assert (ready == (now == ANSWERED));
            if (ready) assert (err == wrong);
            if (ready) assert (rdata == answer);
            assert (take == (acts && !we && at == 'h8054));
            assert ({stream, hold, map_en, map_base, addr_src} == {r_stream, r_hold, r_map_en, r_base, r_src});
            assert (flush == flushes && waddr == tells_place && map_wdata == tells_word);
            if (waddr || map_wdata) assert (set_data == wdata);
            assert (irq == (r_irq != 0 && level >= r_irq));
        end
    end

`ifndef BARE
    // Why it holds at every depth: state for state, and a request that is looked at is held.
    (* hierconn *) wire [1:0] \dut.state ;
    (* hierconn *) wire       \dut.was_there , \dut.obeys , \dut.takes , \dut.far ;
    (* hierconn *) wire       \dut.flushes , \dut.map_waddr , \dut.map_wdata ;
    (* hierconn *) wire [31:0] \dut.data ;
    (* hierconn *) wire       \dut.u_bank.bus_error , \dut.u_bank.refused ;
    (* hierconn *) wire [`LEVEL-1:0] \dut.u_bank.irq_at ;
    always @* begin
        if (up) begin
            assert (\dut.state == (now == ASKED ? `IDLE : now == LOOKED ? `LOOK : now == DONE ? `ACT : `ANSWER));
            assert (\dut.flushes == flushes && \dut.map_waddr == tells_place && \dut.map_wdata == tells_word);
            assert (\dut.takes == (acts && !we && at == 'h8054));
            if (now == DONE) assert (\dut.obeys == obeyed && (!obeyed || we || \dut.data == answer));
            if (now == LOOKED || now == DONE) assert (\dut.far == (addr[15:7] != 'h100));
            if (now == DONE && obeyed) assert (we ? whole : 1);
            assert (\dut.u_bank.bus_error == r_error && \dut.u_bank.refused == r_refused && \dut.u_bank.irq_at == r_irq);
            assert (\dut.was_there == there_was);
            if (now == LOOKED || now == DONE) assert (held && !engine && place_was == at[4:2]);
            if (flush || waddr || map_wdata) assert (now == ANSWERED && held);
        end
    end
`endif
endmodule

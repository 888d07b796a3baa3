// Window of the co-processor beside a core (docs/reference/coproc_profiler.md, K1 and K6): every request is answered once,
// with what the registers say, and does exactly what it is to do.
//
// Requests, co-processor and counters may do anything at any time; whoever asks holds the request until it is answered, or
// a reset. Registers, and what an access may do, are the wrapper's own, written here word by word from
// docs/reference/coproc_profiler-registers.md.
module proof (
    input wire clk
);
    (* anyseq *) wire         rst, valid, we, machine_ready, busy, cnt_valid;
    (* anyseq *) wire [13:0]  addr;
    (* anyseq *) wire [31:0]  wdata, machine_rdata, cnt_data;
    (* anyseq *) wire [3:0]   wstrb;
    (* anyseq *) wire [8:0]   occ;
    wire        ready, err, machine_valid, machine_we, restart, cnt_read, mdata_ok, flush;
    wire [31:0] rdata, machine_wdata;
    wire [13:0] machine_addr;
    wire [3:0]  cnt_addr;
    wire [1:0]  addr_src;

    `WINDOW dut (
        .clk(clk), .rst(rst), .bus_valid(valid), .bus_we(we), .bus_addr(addr), .bus_wdata(wdata), .bus_wstrb(wstrb),
        .bus_ready(ready), .bus_rdata(rdata), .bus_err(err), .machine_valid(machine_valid), .machine_we(machine_we),
        .machine_addr(machine_addr), .machine_wdata(machine_wdata), .machine_ready(machine_ready),
        .machine_rdata(machine_rdata), .busy(busy), .set_restart(restart), .cnt_read(cnt_read), .cnt_addr(cnt_addr),
        .cnt_valid(cnt_valid), .cnt_data(cnt_data), .occ(occ), .cfg_addr_src(addr_src), .cfg_mdata_ok(mdata_ok),
        .tap_flush(flush)
    );

    // The registers, and when the request is answered: asked for, a counter awaited, looked at, answered.
    localparam [1:0] ASKED = 0, COUNTED = 1, LOOKED = 2, ANSWERED = 3;
    reg  [1:0]   now = ASKED;
    reg          r_error, r_refused, r_mdata_ok, up = 0;
    reg  [1:0]   r_src;
    reg  [31:0]  answer;
    reg          wrong;

    // Whose the request is; the counters in the order of COUNTS have these numbers in the unit of counters.
    wire         whole = !we || wstrb == 15;
    wire         machine = addr < 'h3000 && whole;
    wire         counts = machine && !we && addr >= 'h080 && addr < 'h0b4;
    wire [3:0]   place = (addr - 'h080) >> 2;
    wire [3:0]   number = place < 6 ? place : place + 2;
    wire         is_occ = place == 12;

    // What the table says of the word that is asked for.
    wire [13:0]  at = {addr[13:2], 2'd0};
    reg          reads, writes;
    reg  [31:0]  value;
    always @* begin
        reads = 1;
        writes = 1;
        value = 0;
        case (at)
            'h3000: begin writes = 0; value = "COP1"; end
            'h3004: value = r_error;
            'h3008: value = r_refused;
            'h300c: reads = 0;
            'h3010: value = {r_mdata_ok, r_src};
            'h3014: begin writes = 0; value = 2; end
            default: {reads, writes} = 0;
        endcase
    end
    wire         obeys = we ? whole && writes : reads;
    wire         sets = now == LOOKED && obeys && we;
    always @(posedge clk) begin
        up <= up | rst;
        case (now)
            ASKED: begin
                if (valid && machine && !counts && !busy && machine_ready) now <= ANSWERED;
                if (valid && counts && !busy) now <= COUNTED;
                if (valid && !machine) now <= LOOKED;
                {answer, wrong} <= {we ? 32'd0 : machine_rdata, 1'b0};
            end
            COUNTED: begin
                if (cnt_valid || is_occ) now <= ANSWERED;
                answer <= is_occ ? occ : cnt_data;
            end
            LOOKED: begin
                now <= ANSWERED;
                answer <= obeys && !we ? value : 0;
                wrong <= !obeys && r_error;
            end
            ANSWERED: now <= ASKED;
        endcase
        if (sets && at == 'h3004) r_error <= wdata[0];
        if (sets && at == 'h3010) {r_mdata_ok, r_src} <= wdata[2:0];
        if (sets && at == 'h3008 && wdata[0]) r_refused <= 0;
        if (now == LOOKED && !obeys) r_refused <= 1;
        if (rst) begin
            now <= ASKED;
            {r_error, r_refused, r_mdata_ok} <= 0;
            r_src <= 2;
        end
    end

    // What is believed: the request is held.
    reg          held = 0;
    reg  [82:0]  asked;
    wire [82:0]  asks = {we, addr, wdata, wstrb};
    always @(posedge clk) begin
        held <= valid && !ready && !rst;
        asked <= asks;
    end
    initial assume (rst);
    always @* begin
        if (held) assume (valid && asks == asked);
    end

    // The properties.
    always @* begin
        if (up) begin
            assert (machine_valid == (now == ASKED && valid && machine && !counts && !busy));
            if (machine_valid) assert (machine_we == we && machine_addr == addr && (!we || machine_wdata == wdata));
            assert (restart == (machine_valid && machine_ready && we && at == 'h010 && wdata[7:0] == 8));
            if (now == COUNTED && !is_occ) assert (cnt_read && cnt_addr == number);
            if (now != COUNTED) assert (!cnt_read);
            assert (ready == (now == ANSWERED));
            if (ready) assert (err == wrong);
            if (ready) assert (rdata == answer);
            assert ({mdata_ok, addr_src} == {r_mdata_ok, r_src});
            assert (flush == (sets && at == 'h300c && wdata[0]));
        end
    end

`ifndef BARE
    // Why it holds at every depth: state for state, and a request that is looked at is held.
    (* hierconn *) wire [1:0] \dut.state ;
    (* hierconn *) wire       \dut.u_bank.bus_error , \dut.u_bank.refused ;
    always @* begin
        if (up) begin
            assert (\dut.state == (now == ASKED ? `IDLE : now == COUNTED ? `COUNT : now == LOOKED ? `ACT : `ANSWER));
            assert (\dut.u_bank.bus_error == r_error && \dut.u_bank.refused == r_refused);
            if (now == LOOKED) assert (held && !machine);
            if (now == COUNTED) assert (held && counts && !wrong && !\dut.error );
            if (now == ANSWERED) assert (\dut.data == answer && \dut.error == wrong);
        end
    end
    (* hierconn *) wire [31:0] \dut.data ;
    (* hierconn *) wire       \dut.error ;
`endif
endmodule

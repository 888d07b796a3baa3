// Window of the value sampler (docs/reference/value_sampler.md, S1): every request is answered once, within its time, with
// what the registers say, and does exactly what it is to do.
//
// Requests and sampler may do anything at any time; whoever asks holds the request until it is answered, or a reset.
// Registers, and what an access may do, are the wrapper's own, written here word by word from
// docs/reference/value_sampler-registers.md.
module proof (
    input wire clk
);
    (* anyseq *) wire         rst, valid, we, sampler_ready;
    (* anyseq *) wire [11:0]  addr;
    (* anyseq *) wire [31:0]  wdata, sampler_rdata;
    (* anyseq *) wire [3:0]   wstrb;
    wire        ready, err, sampler_valid, sampler_we, mdata_ok, flush;
    wire [31:0] rdata, sampler_wdata;
    wire [9:0]  sampler_addr;
    wire [1:0]  addr_src;

    `WINDOW dut (
        .clk(clk), .rst(rst), .bus_valid(valid), .bus_we(we), .bus_addr(addr), .bus_wdata(wdata), .bus_wstrb(wstrb),
        .bus_ready(ready), .bus_rdata(rdata), .bus_err(err), .sampler_valid(sampler_valid), .sampler_we(sampler_we),
        .sampler_addr(sampler_addr), .sampler_wdata(sampler_wdata), .sampler_ready(sampler_ready),
        .sampler_rdata(sampler_rdata), .cfg_addr_src(addr_src), .cfg_mdata_ok(mdata_ok), .tap_flush(flush)
    );

    // The registers, and when the request is answered: asked for, looked at, answered.
    localparam [1:0] ASKED = 0, LOOKED = 1, ANSWERED = 2;
    reg  [1:0]   now = ASKED;
    reg          r_error, r_refused, r_mdata_ok, up = 0;
    reg  [1:0]   r_src;
    reg  [31:0]  answer;
    reg          wrong;

    // What the table says of the word that is asked for.
    wire         whole = !we || wstrb == 15;
    wire         sampler = addr < 'h400 && whole;
    wire [11:0]  at = {addr[11:2], 2'd0};
    reg          reads, writes;
    reg  [31:0]  value;
    always @* begin
        reads = 1;
        writes = 1;
        value = 0;
        case (at)
            'h800: begin writes = 0; value = "VAL1"; end
            'h804: value = r_error;
            'h808: value = r_refused;
            'h80c: reads = 0;
            'h810: value = {r_mdata_ok, r_src};
            default: {reads, writes} = 0;
        endcase
    end
    wire         obeys = we ? whole && writes : reads;
    wire         sets = now == LOOKED && obeys && we;
    always @(posedge clk) begin
        up <= up | rst;
        case (now)
            ASKED: begin
                if (valid && sampler && sampler_ready) now <= ANSWERED;
                if (valid && !sampler) now <= LOOKED;
                {answer, wrong} <= {we ? 32'd0 : sampler_rdata, 1'b0};
            end
            LOOKED: begin
                now <= ANSWERED;
                answer <= obeys && !we ? value : 0;
                wrong <= !obeys && r_error;
            end
            ANSWERED: now <= ASKED;
        endcase
        if (sets && at == 'h804) r_error <= wdata[0];
        if (sets && at == 'h810) {r_mdata_ok, r_src} <= wdata[2:0];
        if (sets && at == 'h808 && wdata[0]) r_refused <= 0;
        if (now == LOOKED && !obeys) r_refused <= 1;
        if (rst) begin
            now <= ASKED;
            {r_error, r_refused, r_mdata_ok} <= 0;
            r_src <= 2;
        end
    end

    // What is believed: the request is held.
    reg          held = 0;
    reg  [80:0]  asked;
    wire [80:0]  asks = {we, addr, wdata, wstrb};
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
            assert (sampler_valid == (now == ASKED && valid && sampler));
            if (sampler_valid) assert (sampler_we == we && sampler_addr == addr && (!we || sampler_wdata == wdata));
            assert (ready == (now == ANSWERED));
            if (ready) assert (err == wrong);
            if (ready) assert (rdata == answer);
            assert ({mdata_ok, addr_src} == {r_mdata_ok, r_src});
            assert (flush == (sets && at == 'h80c && wdata[0]));
        end
    end

`ifndef BARE
    // Why it holds at every depth: state for state, and a request that is looked at is held.
    (* hierconn *) wire [1:0] \dut.state ;
    (* hierconn *) wire       \dut.u_bank.bus_error , \dut.u_bank.refused ;
    always @* begin
        if (up) begin
            assert (\dut.state == (now == ASKED ? `IDLE : now == LOOKED ? `ACT : `ANSWER));
            assert (\dut.u_bank.bus_error == r_error && \dut.u_bank.refused == r_refused);
            if (now == LOOKED) assert (held && !sampler);
            if (now == ANSWERED) assert (\dut.data == answer && \dut.error == wrong);
        end
    end
    (* hierconn *) wire [31:0] \dut.data ;
    (* hierconn *) wire       \dut.error ;
`endif
endmodule

// AXI4-Lite slave: no response without a request, responses that stay, one access of the registers for each request,
// and every request answered within a bound. The registers answer within three cycles and keep word and error until the
// next request, as regs.sv proves of them; the master keeps the rules of AXI and takes a response within two cycles.
module proof (
    input wire clk
);
    localparam integer SLOW = 3, TAKE = 2;
    // Both channels wait at most for one other transaction: a cycle to begin, the registers, the response.
    localparam integer BOUND = 2 * (1 + SLOW + 1 + TAKE + 1);

    (* anyseq *) wire        rst;
    (* anyseq *) wire        awvalid, wvalid, bready, arvalid, rready;
    (* anyseq *) wire [11:0] awaddr, araddr;
    (* anyseq *) wire [2:0]  awprot, arprot;
    (* anyseq *) wire [31:0] wdata;
    (* anyseq *) wire [3:0]  wstrb;
    wire        awready, wready, bvalid, arready, rvalid;
    wire [1:0]  bresp, rresp;
    wire [31:0] rdata;

    wire        bus_valid, bus_we;
    wire [11:0] bus_addr;
    wire [31:0] bus_wdata;
    wire [3:0]  bus_wstrb;
    (* anyseq *) wire        bus_ready;
    (* anyseq *) wire [31:0] answer_word;
    (* anyseq *) wire        answer_err;
    reg  [31:0] kept_word;
    reg         kept_err;
    wire [31:0] bus_rdata = bus_ready ? answer_word : kept_word;
    wire        bus_err = bus_ready ? answer_err : kept_err;

    `AXIL dut (
        .clk(clk), .rst(rst),
        .s_axil_awvalid(awvalid), .s_axil_awready(awready), .s_axil_awaddr(awaddr), .s_axil_awprot(awprot),
        .s_axil_wvalid(wvalid), .s_axil_wready(wready), .s_axil_wdata(wdata), .s_axil_wstrb(wstrb),
        .s_axil_bvalid(bvalid), .s_axil_bready(bready), .s_axil_bresp(bresp),
        .s_axil_arvalid(arvalid), .s_axil_arready(arready), .s_axil_araddr(araddr), .s_axil_arprot(arprot),
        .s_axil_rvalid(rvalid), .s_axil_rready(rready), .s_axil_rdata(rdata), .s_axil_rresp(rresp),
        .bus_valid(bus_valid), .bus_we(bus_we), .bus_addr(bus_addr), .bus_wdata(bus_wdata), .bus_wstrb(bus_wstrb),
        .bus_ready(bus_ready), .bus_rdata(bus_rdata), .bus_err(bus_err)
    );

    (* hierconn *) wire [2:0] \dut.state ;
    (* hierconn *) wire       \dut.wrote ;

    // What was there in the cycle before, and what is owed.
    reg         started = 0;
    reg         aw_held = 0, w_held = 0, ar_held = 0, b_held = 0, r_held = 0, bus_held = 0;
    reg  [11:0] awaddr_was, araddr_was, bus_addr_was;
    reg  [31:0] wdata_was, rdata_was, bus_wdata_was;
    reg  [3:0]  wstrb_was, bus_wstrb_was;
    reg  [1:0]  bresp_was, rresp_was;
    reg         bus_we_was;
    reg         owes_write = 0, owes_read = 0, owed_err;
    reg  [31:0] owed_word;
    reg  [1:0]  slow = 0, b_waits = 0, r_waits = 0;
    reg  [5:0]  write_age = 0, read_age = 0;
    always @(posedge clk) begin
        if (rst) started <= 1;
        {awaddr_was, araddr_was, bus_addr_was} <= {awaddr, araddr, bus_addr};
        {wdata_was, rdata_was, bus_wdata_was} <= {wdata, rdata, bus_wdata};
        {wstrb_was, bus_wstrb_was, bus_we_was} <= {wstrb, bus_wstrb, bus_we};
        {bresp_was, rresp_was} <= {bresp, rresp};
        aw_held <= awvalid && !awready && !rst;
        w_held <= wvalid && !wready && !rst;
        ar_held <= arvalid && !arready && !rst;
        b_held <= bvalid && !bready && !rst;
        r_held <= rvalid && !rready && !rst;
        bus_held <= bus_valid && !bus_ready && !rst;
        {kept_word, kept_err} <= {bus_rdata, bus_err};
        slow <= bus_valid && !bus_ready && !rst ? slow + 1 : 0;
        b_waits <= bvalid && !bready && !rst ? b_waits + 1 : 0;
        r_waits <= rvalid && !rready && !rst ? r_waits + 1 : 0;
        write_age <= awvalid && wvalid && !awready && !rst ? write_age + 1 : 0;
        read_age <= arvalid && !arready && !rst ? read_age + 1 : 0;
        if (bvalid && bready) owes_write <= 0;
        if (rvalid && rready) owes_read <= 0;
        if (awvalid && awready) owes_write <= 1;
        if (arvalid && arready) owes_read <= 1;
        if (bus_valid && bus_ready) {owed_word, owed_err} <= {answer_word, answer_err};
        if (rst) {owes_write, owes_read} <= 0;
    end

    always @* begin
        if (!started) assume (rst);
        // The master: an offer stays.
        if (aw_held) assume (awvalid && awaddr == awaddr_was);
        if (w_held) assume (wvalid && wdata == wdata_was && wstrb == wstrb_was);
        if (ar_held) assume (arvalid && araddr == araddr_was);
        if (b_waits >= TAKE) assume (bready);
        if (r_waits >= TAKE) assume (rready);
        // The registers.
        assume (!bus_ready || bus_valid);
        if (slow >= SLOW - 1 && bus_valid) assume (bus_ready);

        // Five states have codes, and turns are remembered.
        if (started) assert (\dut.state < 5);
        if (started && (\dut.state == `WRITE || \dut.state == `WRITE_RESPONSE)) assert (\dut.wrote );
        if (started && (\dut.state == `READ || \dut.state == `READ_RESPONSE)) assert (!\dut.wrote );
        if (started && !rst) begin
            // Responses stay, and there is none without a request.
            if (b_held) assert (bvalid && bresp == bresp_was);
            if (r_held) assert (rvalid && rresp == rresp_was && rdata == rdata_was);
            assert (bvalid == owes_write && rvalid == owes_read);
            assert (!(owes_write && owes_read));
            if (bvalid) assert (bresp == {owed_err, 1'b0});
            if (rvalid) assert (rresp == {owed_err, 1'b0} && rdata == owed_word);
            // Address and data of a write are taken together, both being there; a request is one access of the
            // registers.
            assert (awready == wready);
            if (awready) assert (awvalid && wvalid && bus_valid && bus_we && bus_ready);
            if (arready) assert (arvalid && bus_valid && !bus_we && bus_ready);
            if (bus_valid && bus_ready) assert (bus_we ? awready : arready);
            if (bus_valid && bus_we) assert (bus_addr == awaddr && bus_wdata == wdata && bus_wstrb == wstrb);
            if (bus_valid && !bus_we) assert (bus_addr == araddr);
            if (bus_held) assert (bus_valid && bus_we == bus_we_was && bus_addr == bus_addr_was);
            if (bus_held && bus_we) assert (bus_wdata == bus_wdata_was && bus_wstrb == bus_wstrb_was);
            if (bus_valid) assert (!owes_write && !owes_read && (bus_we ? awvalid && wvalid : arvalid));
            // No request waits for ever.
            assert (write_age < BOUND && read_age < BOUND);
        end
    end
endmodule

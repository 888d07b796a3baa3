// treetap_sample_buffer_full_rw2: `full` for a core that retires two instructions per cycle
// Configuration: candidates 2, lanes 4.
// Made by treetap 0.1.0 with: treetap gen sample_buffer --preset full_rw2
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_sample_buffer_full_rw2_fast_ram_re #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire             re,
    input  wire [ADDR-1:0]  ra,
    output reg  [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];

    always @(posedge clk) begin
        if (we) mem[wa] <= wd;
`ifdef SYNTHESIS
        if (re) rd <= mem[ra];
`else
        if (re) rd <= (we && wa == ra) ? ~wd : mem[ra];
`endif
    end
endmodule

// Queue of records, and 16 bits beside each; drops the newest when it is full.
// A record fills as many banks as it has lanes; one candidate and one record per cycle.
module treetap_sample_buffer_full_rw2_sample_buffer #(
    parameter [1:0] codes = 2'd3,
    parameter [1:0] banks_all = 2'd3,
    parameter [1:0] bank_bits = 2'd2,
    parameter [2:0] flight_bits = 3'd4,
    parameter [3:0] full_bit = 4'd7,
    parameter [127:0] one_lane = 128'hffffffff,
    parameter [127:0] two_lanes = 128'hffffffffffffffff
) (
    input  wire         clk,
    input  wire         rst,
    // a candidate; there is no ready
    input  wire         cand_valid,
    input  wire [127:0] cand_lanes,
    input  wire [15:0]  cand_side,
    input  wire [31:0]  cand_ord,
    // lanes of a record, log2; whether the tap is stopped in
    // time; whether candidates are dropped while run is low
    input  wire [1:0]   cfg_stride,
    input  wire         cfg_lossless,
    input  wire         cfg_freeze,

    input  wire         run,
    // remove one record per cycle; what is on offer is withdrawn
    input  wire         flush,
    // the tap may go on
    output wire         ready,
    // records, the oldest first
    output wire         smp_valid,
    input  wire         smp_ready,
    output wire [127:0] smp_rec,
    output wire [15:0]  smp_side,
    // records in the buffer
    output reg  [7:0]   occ,
    // what happens in this cycle, for the counters
    output wire         step_acc,
    output wire         step_drop_full,
    output wire         step_drop_off,
    output wire         step_popped,
    output wire         step_flushed,
    // what enters, for traces
    output wire         acc_valid,
    output wire [31:0]  acc_ord
);
    reg [6:0] write = 7'd0;
    reg [6:0] read = 7'd0;
    reg [7:0] lanes = 8'd0;
    reg [1:0] from = 2'd0;
    reg offered = 1'b0;

    reg [31:0] word;
    reg [7:0] stride;
    reg [6:0] advance;
    reg [1:0] bank_mask;
    reg [127:0] all;
    reg [6:0] at;
    wire [31:0] banks0_rd;
    wire [31:0] banks1_rd;
    wire [31:0] banks2_rd;
    wire [31:0] banks3_rd;
    reg [7:0] lanes_next;
    reg lanes_en;

    // Lanes of a record.
    wire [1:0] code = cfg_stride & codes;
    always @* begin
        stride = 8'd1;
        advance = 7'd1;
        bank_mask = banks_all;
        occ = lanes;
        if (code[1]) begin
            stride = 8'd4;
            advance = 7'd4;
            bank_mask = 2'd0;
            occ = lanes >> 2;
        end else if (code[0]) begin
            stride = 8'd2;
            advance = 7'd2;
            bank_mask = banks_all & 2'd2;
            occ = lanes >> 1;
        end
    end
    // A candidate enters where there is room, unless nobody is there to take it.
    wire full = lanes[full_bit[2:0]];
    wire off = ~run & cfg_freeze & ~cfg_lossless;
    wire accept = cand_valid & ~off & ~full;
    assign step_acc = accept;
    assign step_drop_full = cand_valid & ~off & full;
    assign step_drop_off = cand_valid & off;
    assign acc_valid = accept;
    assign acc_ord = cand_ord;
    // With room for all that may be under way the tap goes on.
    wire [7:0] margin = stride << flight_bits;
    wire [7:0] reserved = lanes + margin;
    assign ready = ~cfg_lossless | ((run | ~cfg_freeze) & ~reserved[full_bit[2:0]]);
    // The oldest record is fetched as soon as the one before it leaves.
    wire stored = (read != write) | (full & ~offered);
    wire leave = offered & (smp_ready | flush);
    wire fetch = stored & (~offered | leave);
    assign smp_valid = offered & ~flush;
    assign step_popped = offered & smp_ready & ~flush;
    assign step_flushed = offered & flush;
    wire [7:0] change = leave ? (~stride + 8'd1) : stride;
    wire [4:0] banks0_ra = read[{1'd0, bank_bits} +: 5];
    wire [4:0] banks0_wa = write[{1'd0, bank_bits} +: 5];
    wire [1:0] other0 = (write[1:0] ^ 2'd0) & bank_mask;
    wire banks0_we = accept & ~(|other0);
    wire [4:0] banks1_ra = read[{1'd0, bank_bits} +: 5];
    wire [4:0] banks1_wa = write[{1'd0, bank_bits} +: 5];
    wire [1:0] other1 = (write[1:0] ^ 2'd1) & bank_mask;
    wire banks1_we = accept & ~(|other1);
    wire [4:0] banks2_ra = read[{1'd0, bank_bits} +: 5];
    wire [4:0] banks2_wa = write[{1'd0, bank_bits} +: 5];
    wire [1:0] other2 = (write[1:0] ^ 2'd2) & bank_mask;
    wire banks2_we = accept & ~(|other2);
    wire [31:0] banks2_wd = code[1] ? cand_lanes[95:64] : cand_lanes[31:0];
    wire [4:0] banks3_ra = read[{1'd0, bank_bits} +: 5];
    wire [4:0] banks3_wa = write[{1'd0, bank_bits} +: 5];
    wire [1:0] other3 = (write[1:0] ^ 2'd3) & bank_mask;
    wire banks3_we = accept & ~(|other3);
    wire [31:0] banks1_wd = (code == 2'd1) ? cand_lanes[63:32] : code[1] ? cand_lanes[63:32]
            : cand_lanes[31:0];
    wire [31:0] banks3_wd = (code == 2'd1) ? cand_lanes[63:32] : code[1] ? cand_lanes[127:96]
            : cand_lanes[31:0];
    always @* begin
        // Payload: each bank has one lane in as many as there are banks.
        all = 128'd0;
        at = 7'd0;
        word = banks0_rd;
        all = all | ({96'd0, word} << at);
        at = at + 7'd32;
        word = banks1_rd;
        all = all | ({96'd0, word} << at);
        at = at + 7'd32;
        word = banks2_rd;
        all = all | ({96'd0, word} << at);
        at = at + 7'd32;
        word = banks3_rd;
        all = all | ({96'd0, word} << at);
        at = at + 7'd32;
    end
    wire [6:0] first = {5'd0, from} << 5;
    wire [127:0] mine = all >> first;
    assign smp_rec = code[1] ? mine : code[0] ? (mine & two_lanes) : (mine & one_lane);
    always @* begin
        lanes_en = accept ^ leave;
        lanes_next = lanes + change;
        if (rst) begin
            lanes_next = 8'd0;
            lanes_en = 1'b1;
        end
    end

    treetap_sample_buffer_full_rw2_fast_ram_re #(.WIDTH(32), .ADDR(5)) u_banks0 (
        .clk(clk),
        .re(fetch),
        .ra(banks0_ra),
        .rd(banks0_rd),
        .we(banks0_we),
        .wa(banks0_wa),
        .wd(cand_lanes[31:0])
    );

    treetap_sample_buffer_full_rw2_fast_ram_re #(.WIDTH(32), .ADDR(5)) u_banks1 (
        .clk(clk),
        .re(fetch),
        .ra(banks1_ra),
        .rd(banks1_rd),
        .we(banks1_we),
        .wa(banks1_wa),
        .wd(banks1_wd)
    );

    treetap_sample_buffer_full_rw2_fast_ram_re #(.WIDTH(32), .ADDR(5)) u_banks2 (
        .clk(clk),
        .re(fetch),
        .ra(banks2_ra),
        .rd(banks2_rd),
        .we(banks2_we),
        .wa(banks2_wa),
        .wd(banks2_wd)
    );

    treetap_sample_buffer_full_rw2_fast_ram_re #(.WIDTH(32), .ADDR(5)) u_banks3 (
        .clk(clk),
        .re(fetch),
        .ra(banks3_ra),
        .rd(banks3_rd),
        .we(banks3_we),
        .wa(banks3_wa),
        .wd(banks3_wd)
    );

    treetap_sample_buffer_full_rw2_fast_ram_re #(.WIDTH(16), .ADDR(7)) u_sides (
        .clk(clk),
        .re(fetch),
        .ra(read),
        .rd(smp_side),
        .we(accept),
        .wa(write),
        .wd(cand_side)
    );

    always @(posedge clk) begin
        if (accept) write <= write + advance;
        offered <= fetch | (offered & ~leave);
        if (fetch) begin
            read <= read + advance;
            from <= read[1:0] & bank_mask;
        end
        if (rst) begin
            write <= 7'd0;
            read <= 7'd0;
            offered <= 1'b0;
        end
        if (lanes_en) lanes <= lanes_next;
    end
endmodule

// Queue of records in 1 kB of payload and 16 bits beside each; drops the newest when it is full.
// Two candidates per cycle and one record: two queues of half the size, which take records in turn.
module treetap_sample_buffer_full_rw2 (
    input  wire         clk,
    input  wire         rst,
    // candidates, lane 0 the older one; there is no ready
    input  wire [1:0]   cand_valid,
    input  wire [255:0] cand_lanes,
    input  wire [31:0]  cand_side,
    input  wire [63:0]  cand_ord,
    // lanes of a record, log2; whether the tap is stopped in
    // time; whether candidates are dropped while run is low
    input  wire [1:0]   cfg_stride,
    input  wire         cfg_lossless,
    input  wire         cfg_freeze,

    input  wire         run,
    // remove one record per cycle; what is on offer is withdrawn
    input  wire         flush,
    // the tap may go on
    output wire         ready,
    // records, the oldest first
    output reg          smp_valid,
    input  wire         smp_ready,
    output reg  [127:0] smp_rec,
    output reg  [15:0]  smp_side,
    // records in the buffer
    output wire [8:0]   occ,
    // what happens in this cycle to the candidate of each lane, and to a record, for the counters
    output wire [1:0]   step_acc,
    output wire [1:0]   step_drop_full,
    output wire [1:0]   step_drop_off,
    output wire         step_popped,
    output wire         step_flushed,
    // what enters, for traces
    output wire [1:0]   acc_valid,
    output wire [63:0]  acc_ord
);
    localparam [7:0] lanes_at0 = 8'd0;
    localparam [7:0] lanes_at1 = 8'd128;

    reg turn = 1'b0;
    reg oldest = 1'b0;

    reg enters0;
    reg enters1;
    reg full0;
    reg full1;
    reg off0;
    reg off1;
    reg halves0_cand_valid;
    reg [127:0] halves0_cand_lanes;
    reg [15:0] halves0_cand_side;
    wire halves0_ready;
    wire halves0_smp_valid;
    wire [127:0] halves0_smp_rec;
    wire [15:0] halves0_smp_side;
    wire [7:0] halves0_occ;
    wire halves0_step_acc;
    wire halves0_step_drop_full;
    wire halves0_step_drop_off;
    wire halves0_step_popped;
    wire halves0_step_flushed;
    wire halves0_acc_valid_unused;
    wire [31:0] halves0_acc_ord_unused;
    reg halves1_cand_valid;
    reg [127:0] halves1_cand_lanes;
    reg [15:0] halves1_cand_side;
    wire halves1_ready;
    wire halves1_smp_valid;
    wire [127:0] halves1_smp_rec;
    wire [15:0] halves1_smp_side;
    wire [7:0] halves1_occ;
    wire halves1_step_acc;
    wire halves1_step_drop_full;
    wire halves1_step_drop_off;
    wire halves1_step_popped;
    wire halves1_step_flushed;
    wire halves1_acc_valid_unused;
    wire [31:0] halves1_acc_ord_unused;

    // The older candidate goes to the half whose turn it is, the other one to the other half.
    wire crossed = turn ^ ~cand_valid[0];
    always @* begin
        halves0_cand_valid = cand_valid[0];
        halves0_cand_lanes = cand_lanes[lanes_at0 +: 128];
        halves0_cand_side = cand_side[15:0];
        if (crossed) begin
            halves0_cand_valid = cand_valid[1];
            halves0_cand_lanes = cand_lanes[lanes_at1 +: 128];
            halves0_cand_side = cand_side[31:16];
        end
    end
    always @* begin
        halves1_cand_valid = cand_valid[1];
        halves1_cand_lanes = cand_lanes[lanes_at1 +: 128];
        halves1_cand_side = cand_side[31:16];
        if (crossed) begin
            halves1_cand_valid = cand_valid[0];
            halves1_cand_lanes = cand_lanes[lanes_at0 +: 128];
            halves1_cand_side = cand_side[15:0];
        end
    end
    always @* begin
        enters0 = halves0_step_acc;
        full0 = halves0_step_drop_full;
        off0 = halves0_step_drop_off;
        if (crossed) begin
            enters0 = halves1_step_acc;
            full0 = halves1_step_drop_full;
            off0 = halves1_step_drop_off;
        end
    end
    always @* begin
        enters1 = halves1_step_acc;
        full1 = halves1_step_drop_full;
        off1 = halves1_step_drop_off;
        if (crossed) begin
            enters1 = halves0_step_acc;
            full1 = halves0_step_drop_full;
            off1 = halves0_step_drop_off;
        end
    end
    assign step_acc = {1'd0, enters0} | ({1'd0, enters1} << 1);
    assign step_drop_full = {1'd0, full0} | ({1'd0, full1} << 1);
    assign step_drop_off = {1'd0, off0} | ({1'd0, off1} << 1);
    assign acc_valid = {1'd0, enters0} | ({1'd0, enters1} << 1);
    assign acc_ord = cand_ord;
    assign ready = halves0_ready & halves1_ready;
    assign occ = {1'd0, halves0_occ} + {1'd0, halves1_occ};
    // Records leave in turn, too.
    wire halves0_smp_ready = smp_ready & ~oldest;
    wire halves1_smp_ready = smp_ready & oldest;
    wire halves0_flush = flush & ~oldest;
    wire halves1_flush = flush & oldest;
    always @* begin
        smp_valid = halves0_smp_valid;
        smp_rec = halves0_smp_rec;
        smp_side = halves0_smp_side;
        if (oldest) begin
            smp_valid = halves1_smp_valid;
            smp_rec = halves1_smp_rec;
            smp_side = halves1_smp_side;
        end
    end
    wire popped = halves0_step_popped | halves1_step_popped;
    wire flushed = halves0_step_flushed | halves1_step_flushed;
    assign step_popped = popped;
    assign step_flushed = flushed;

    treetap_sample_buffer_full_rw2_sample_buffer #(.codes(2'd3), .banks_all(2'd3), .bank_bits(2'd2),
            .flight_bits(3'd4), .full_bit(4'd7), .one_lane(128'hffffffff), .two_lanes(128'hffffffffffffffff))
            u_halves0 (
        .clk(clk),
        .rst(rst),
        .cand_valid(halves0_cand_valid),
        .cand_lanes(halves0_cand_lanes),
        .cand_side(halves0_cand_side),
        .cand_ord(32'd0),
        .cfg_stride(cfg_stride),
        .cfg_lossless(cfg_lossless),
        .cfg_freeze(cfg_freeze),
        .run(run),
        .flush(halves0_flush),
        .ready(halves0_ready),
        .smp_valid(halves0_smp_valid),
        .smp_ready(halves0_smp_ready),
        .smp_rec(halves0_smp_rec),
        .smp_side(halves0_smp_side),
        .occ(halves0_occ),
        .step_acc(halves0_step_acc),
        .step_drop_full(halves0_step_drop_full),
        .step_drop_off(halves0_step_drop_off),
        .step_popped(halves0_step_popped),
        .step_flushed(halves0_step_flushed),
        .acc_valid(halves0_acc_valid_unused),
        .acc_ord(halves0_acc_ord_unused)
    );

    treetap_sample_buffer_full_rw2_sample_buffer #(.codes(2'd3), .banks_all(2'd3), .bank_bits(2'd2),
            .flight_bits(3'd4), .full_bit(4'd7), .one_lane(128'hffffffff), .two_lanes(128'hffffffffffffffff))
            u_halves1 (
        .clk(clk),
        .rst(rst),
        .cand_valid(halves1_cand_valid),
        .cand_lanes(halves1_cand_lanes),
        .cand_side(halves1_cand_side),
        .cand_ord(32'd0),
        .cfg_stride(cfg_stride),
        .cfg_lossless(cfg_lossless),
        .cfg_freeze(cfg_freeze),
        .run(run),
        .flush(halves1_flush),
        .ready(halves1_ready),
        .smp_valid(halves1_smp_valid),
        .smp_ready(halves1_smp_ready),
        .smp_rec(halves1_smp_rec),
        .smp_side(halves1_smp_side),
        .occ(halves1_occ),
        .step_acc(halves1_step_acc),
        .step_drop_full(halves1_step_drop_full),
        .step_drop_off(halves1_step_drop_off),
        .step_popped(halves1_step_popped),
        .step_flushed(halves1_step_flushed),
        .acc_valid(halves1_acc_valid_unused),
        .acc_ord(halves1_acc_ord_unused)
    );

    always @(posedge clk) begin
        turn <= turn ^ enters0 ^ enters1;
        oldest <= oldest ^ popped ^ flushed;
        if (rst) begin
            turn <= 1'b0;
            oldest <= 1'b0;
        end
    end
endmodule

`default_nettype wire

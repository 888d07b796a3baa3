// treetap_selftest_nano: on-chip self-test of a profiler: plays
// a round of events and compares the checksum of the dump
// Configuration: 32-bit keys, 512 nodes, 32-bit counts, serial
// engine, EPS mode not built, no FIFO, coalescer of 256 entries.
// Made by treetap 0.1.0 with: treetap gen selftest --preset nano
// A round is 65536 events from seed 0x7ee7a90d; the model answers 0xbfc2e1dc.
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_selftest_nano_rap_fast_ram_re #(
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

// Counts the cycles with step high; saturates at the largest value.
module treetap_selftest_nano_rap_tally (
    input  wire        clk,
    input  wire        clear,
    input  wire        step,
    output wire [31:0] count
);
    reg [31:0] total = 32'd0;

    wire [32:0] sum = {1'd0, total} + 33'd1;
    assign count = total;

    always @(posedge clk) begin
        if (step & ~sum[32]) total <= sum[31:0];
        if (clear) total <= 32'd0;
    end
endmodule

// Direct-mapped coalescing buffer: sums the weights of repeated keys, one event per cycle.
// An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
module treetap_selftest_nano_rap_coalescer #(
    parameter [7:0] e = 8'd8
) (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // operation on all entries (1 send and empty, 2 empty and reset, 3 both); ready when finished
    input  wire        flush_valid,
    output wire        flush_ready,
    input  wire [1:0]  flush_op,
    // largest weight of an entry, sampled at reset and by operations 2 and 3
    input  wire [15:0] cfg_weight_max,
    // coalesced events
    output wire        out_valid,
    input  wire        out_ready,
    output wire [31:0] out_key,
    output wire [15:0] out_weight,
    // events of weight 0 since reset, saturating
    output wire [31:0] stat_zero_weight
);
    reg dropped = 1'b0;
    reg passing = 1'b0;
    reg requested = 1'b0;
    reg [8:0] position = 9'd0;
    reg [15:0] weight_max = 16'd0;
    reg busy = 1'b0;
    reg pass = 1'b0;
    reg [7:0] index = 8'd0;
    reg [31:0] key = 32'd0;
    reg [15:0] weight = 16'd0;
    reg forward = 1'b0;
    reg last_busy = 1'b0;
    reg last_pass = 1'b0;
    reg [7:0] last_index = 8'd0;
    reg [31:0] last_key = 32'd0;
    reg [15:0] last_weight = 16'd0;
    reg [16:0] room = 17'd0;
    reg [31:0] entry_key = 32'd0;
    reg [15:0] entry_weight = 16'd0;
    reg same = 1'b0;
    reg same_key = 1'b0;
    reg written = 1'b0;
    reg [31:0] written_key = 32'd0;
    reg [15:0] written_weight = 16'd0;
    reg offered = 1'b0;
    reg [31:0] offered_key = 32'd0;
    reg [15:0] offered_weight = 16'd0;

    reg [7:0] event_index;
    reg [31:0] rest;
    reg [31:0] base_key;
    reg [15:0] base_weight;
    reg equal;
    wire [47:0] entries_rd;

    always @* begin
        // Third stage: the entry, as read or as the event right
        // before left it. It takes the event, or it leaves.
        if (same) begin
            base_key = written_key;
            base_weight = written_weight;
            equal = same_key;
        end else begin
            base_key = entry_key;
            base_weight = entry_weight;
            equal = entry_key == last_key;
        end
    end
    wire [15:0] sum = base_weight + last_weight;
    wire hit = equal & (|base_weight) & ~room[16] & (base_weight <= room[15:0]) & ~last_pass;
    wire [15:0] new_weight = hit ? sum : last_weight;
    wire discard = last_pass & (~requested | ~flush_op[0]);
    wire evict = last_busy & ~hit & (|base_weight) & ~discard;
    wire advance = ~evict | ~offered | out_ready;
    assign out_valid = offered;
    assign out_key = offered_key;
    assign out_weight = offered_weight;
    always @* begin
        // First stage: an event, or the next position of a pass.
        event_index = 8'd0;
        rest = ev_key;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
        event_index = event_index ^ rest[7:0];
        rest = rest >> e;
    end
    assign ev_ready = advance & ~passing & ~flush_valid;
    wire accept = ev_valid & ev_ready;
    wire pass_left = passing & ~position[e[3:0]];
    wire [7:0] read_index = passing ? position[7:0] : event_index;
    wire entries_we = last_busy & advance;
    wire [47:0] entries_wd = ({16'd0, last_key} << 16) | {32'd0, new_weight};
    // Passes over all entries.
    wire pass_done = passing & position[e[3:0]] & ~busy & ~last_busy & ~offered;
    assign flush_ready = pass_done & requested;
    wire restart = passing & (~requested | flush_op[1]);

    treetap_selftest_nano_rap_fast_ram_re #(.WIDTH(48), .ADDR(8)) u_entries (
        .clk(clk),
        .re(advance),
        .ra(read_index),
        .rd(entries_rd),
        .we(entries_we),
        .wa(last_index),
        .wd(entries_wd)
    );

    treetap_selftest_nano_rap_tally u_zeros (
        .clk(clk),
        .clear(restart),
        .step(dropped),
        .count(stat_zero_weight)
    );

    always @(posedge clk) begin
        // Output register.
        if (out_ready) offered <= 1'b0;
        if (evict & advance) begin
            offered <= 1'b1;
            offered_key <= base_key;
            offered_weight <= base_weight;
        end
        dropped <= accept & ~(|ev_weight);
        if (advance) begin
            busy <= pass_left | (accept & (|ev_weight));
            pass <= passing;
            index <= read_index;
            key <= ev_key;
            forward <= read_index == last_index;
            if (passing) begin
                weight <= 16'd0;
            end else begin
                weight <= ev_weight;
            end
            // Second stage: the entry, as read or as the event two before left it.
            if (forward & written) begin
                entry_key <= written_key;
                entry_weight <= written_weight;
            end else begin
                entry_key <= entries_rd[47:16];
                entry_weight <= entries_rd[15:0];
            end
            room <= {1'd0, weight_max} - {1'd0, weight};
            same <= last_busy & (index == last_index);
            same_key <= key == last_key;
            last_busy <= busy;
            last_pass <= pass;
            last_index <= index;
            last_key <= key;
            last_weight <= weight;
            written <= last_busy;
            written_key <= last_key;
            written_weight <= new_weight;
        end
        if (pass_left & advance) position <= position + 9'd1;
        if (pass_done) begin
            passing <= 1'b0;
            requested <= 1'b0;
        end
        if (~passing & flush_valid) begin
            passing <= 1'b1;
            requested <= 1'b1;
            position <= 9'd0;
        end
        if (restart) weight_max <= cfg_weight_max;
        if (rst) begin
            passing <= 1'b1;
            requested <= 1'b0;
            position <= 9'd0;
            dropped <= 1'b0;
            busy <= 1'b0;
            last_busy <= 1'b0;
            offered <= 1'b0;
        end
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_selftest_nano_rap_fast_ram #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
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
        rd <= mem[ra];
`else
        rd <= (we && wa == ra) ? ~wd : mem[ra];
`endif
    end
endmodule

// The threshold T, kept inverted, and its ladder: one bit per cycle, least significant first.
module treetap_selftest_nano_rap_threshold #(
    parameter [31:0] msb = 32'h80000000,
    parameter [5:0] last_place = 6'd31,
    parameter [5:0] first_step_place = 6'd3,
    parameter [5:0] last_step_place = 6'd34
) (
    input  wire        clk,
    input  wire        rst,
    // shift a new value in through serial_in, bit 0 first
    input  wire        load,
    // next value of the ladder, or the ladder value at or above T
    input  wire        step,
    input  wire        round_up,
    // running minimum: start at the largest value, take a smaller one
    input  wire        open,
    input  wire        take,
    input  wire [31:0] minimum,
    // the next bit during a load
    input  wire        serial_in,
    // the bit of T at hand during a pass, and its number
    output wire        serial_out,
    output wire [5:0]  position,
    // a pass is under way
    output wire        busy,
    // ~T
    output wire [31:0] inverted
);
    localparam [1:0] Pass_Find = 2'd2;
    localparam [1:0] Pass_Idle = 2'd0;
    localparam [1:0] Pass_Load = 2'd1;
    localparam [1:0] Pass_Step = 2'd3;

    reg [1:0] pass = 2'd0;
    reg [31:0] not_t = 32'd0;
    reg [5:0] place = 6'd0;
    reg [5:0] leading = 6'd0;
    reg below = 1'b0;
    reg carry = 1'b0;

    reg bit_in;
    reg shift;
    reg overflow;

    assign serial_out = ~not_t[0];
    wire low = below & (place != leading);
    always @* begin
        bit_in = serial_out;
        shift = 1'b1;
        overflow = 1'b0;
        case (pass)
            Pass_Idle: shift = 1'b0;
            Pass_Load: bit_in = serial_in;
            Pass_Find: ;
            default /* Pass_Step */: begin
                if (low) begin
                    bit_in = 1'b0;
                end else begin
                    bit_in = serial_out ^ carry;
                end
                if (place == last_step_place) overflow = serial_out & carry;
            end
        endcase
    end
    assign busy = shift;
    assign position = place;
    assign inverted = not_t;

    always @(posedge clk) begin
        place <= place + 6'd1;
        case (pass)
            Pass_Idle: begin
                place <= 6'd0;
                below <= 1'b0;
                if (load) begin
                    pass <= Pass_Load;
                end else if (step) begin
                    pass <= Pass_Find;
                end
            end
            Pass_Load: begin
                if (place == last_place) pass <= Pass_Idle;
            end
            Pass_Find: begin
                carry <= ~round_up;
                // The last one seen leads; its place in the next pass,
                // which starts at 3, is where the mantissa begins.
                if (serial_out) begin
                    leading <= place;
                    below <= |(place >> 2);
                end
                if (place == last_place) begin
                    place <= first_step_place;
                    pass <= Pass_Step;
                end
            end
            default /* Pass_Step */: begin
                below <= low;
                if (low) begin
                    carry <= carry | serial_out;
                end else begin
                    carry <= serial_out & carry;
                end
                if (place == last_step_place) pass <= Pass_Idle;
            end
        endcase
        if (shift) begin
            if (bit_in) begin
                not_t <= not_t >> 1;
            end else begin
                not_t <= (not_t >> 1) | msb;
            end
        end else if (take) begin
            not_t <= ~minimum;
        end
        if (open | overflow) not_t <= 32'd0;
        if (rst) pass <= Pass_Idle;
    end
endmodule

// Weight counted (n) and weight that would have taken n beyond its width (lost, saturating).
module treetap_selftest_nano_rap_totals #(
    parameter [7:0] c = 8'd32,
    parameter [31:0] max = 32'hffffffff
) (
    input  wire        clk,
    input  wire        clear,
    input  wire        add,
    input  wire [15:0] weight,
    // the weight of the cycle before did not fit n and is added to lost in this one
    output wire        refused,

    output wire [31:0] n,
    output wire [31:0] lost,
    output wire        lost_flag
);
    reg [31:0] counted = 32'd0;
    reg [31:0] uncounted = 32'd0;
    reg overflow = 1'b0;
    reg any_lost = 1'b0;

    wire [32:0] sum = {1'd0, counted} + {17'd0, weight};
    wire [32:0] lost_sum = {1'd0, uncounted} + {17'd0, weight};
    assign refused = overflow;
    assign n = counted;
    assign lost = uncounted;
    assign lost_flag = any_lost;

    always @(posedge clk) begin
        overflow <= add & sum[c[5:0]];
        if (add & ~sum[c[5:0]]) counted <= sum[31:0];
        if (overflow) begin
            any_lost <= 1'b1;
            if (lost_sum[c[5:0]]) begin
                uncounted <= max;
            end else begin
                uncounted <= lost_sum[31:0];
            end
        end
        if (clear) begin
            counted <= 32'd0;
            uncounted <= 32'd0;
            overflow <= 1'b0;
            any_lost <= 1'b0;
        end
    end
endmodule

// Sends the dump word by word and ends it with the CRC-32 of all bytes before.
// Each word passes once through a 64-bit register, two bits a cycle, and through the CRC on its way.
module treetap_selftest_nano_rap_dump_writer #(
    parameter [4:0] levels = 5'd16,
    parameter [31:0] poly = 32'hedb88320,
    parameter [31:0] half_poly = 32'h76dc4190,
    parameter [31:0] ones = 32'hffffffff,
    parameter [31:0] filling = 32'hc0000000
) (
    input  wire        clk,
    input  wire        rst,
    // send a word given in parallel
    input  wire        send_word,
    input  wire [63:0] word,
    // send the prefix of a node, read digit by digit from the stack
    input  wire        send_path,
    input  wire [4:0]  depth,
    output wire [4:0]  path_address,
    output reg         path_busy,
    input  wire [1:0]  path_digit,
    // send the CRC as the last word
    input  wire        send_tail,

    output reg         idle,
    output reg         dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last
);
    localparam [2:0] Feed_Idle = 3'd0;
    localparam [2:0] Feed_Offer = 3'd5;
    localparam [2:0] Feed_Path = 3'd3;
    localparam [2:0] Feed_Prime = 3'd1;
    localparam [2:0] Feed_Rotate = 3'd2;
    localparam [2:0] Feed_Tail = 3'd4;

    reg [2:0] feed = 3'd0;
    reg tail = 1'b0;
    reg [63:0] shifter = 64'd0;
    reg [31:0] crc = 32'd0;
    reg [4:0] left = 5'd0;
    reg [4:0] address = 5'd0;
    reg on_path = 1'b0;

    reg [1:0] two;
    reg step;

    always @* begin
        two = shifter[1:0];
        step = 1'b0;
        path_busy = 1'b0;
        idle = 1'b0;
        dump_valid = 1'b0;
        case (feed)
            Feed_Idle: idle = 1'b1;
            Feed_Prime: path_busy = 1'b1;
            Feed_Rotate: step = 1'b1;
            Feed_Path: begin
                path_busy = 1'b1;
                step = 1'b1;
                if (on_path) begin
                    two = path_digit;
                end else begin
                    two = 2'd0;
                end
            end
            Feed_Tail: begin
                step = 1'b1;
                two = ~crc[1:0];
            end
            default /* Feed_Offer */: dump_valid = 1'b1;
        endcase
    end
    assign path_address = address;
    // Two steps of the CRC; its polynomial has no bit 0, so the second feedback does not wait for the first.
    wire feedback0 = crc[0] ^ two[0];
    wire feedback1 = crc[1] ^ two[1];
    wire [31:0] crc0 = feedback0 ? ((crc >> 2) ^ half_poly) : (crc >> 2);
    wire [31:0] crc1 = feedback1 ? (crc0 ^ poly) : crc0;
    assign dump_data = shifter;
    assign dump_last = tail;

    always @(posedge clk) begin
        case (feed)
            Feed_Idle: begin
                left <= 5'd0;
                address <= levels;
                tail <= send_tail;
                if (send_word) begin
                    shifter <= word;
                    feed <= Feed_Rotate;
                end else if (send_path) begin
                    feed <= Feed_Prime;
                end else if (send_tail) begin
                    feed <= Feed_Tail;
                end
            end
            Feed_Prime: feed <= Feed_Path;
            Feed_Rotate: ;
            Feed_Path: ;
            Feed_Tail: ;
            default /* Feed_Offer */: begin
                if (dump_ready) feed <= Feed_Idle;
            end
        endcase
        if (path_busy & (|address)) address <= address - 5'd1;
        on_path <= (|address) & (address <= depth);
        if (step) begin
            shifter <= (shifter >> 2) | ({62'd0, two} << 62);
            left <= left + 5'd1;
            if (tail) begin
                crc <= (crc >> 2) | filling;
            end else begin
                crc <= crc1;
            end
            if (&left) feed <= Feed_Offer;
        end
        if (rst) begin
            feed <= Feed_Idle;
            crc <= ones;
        end
    end
endmodule

// Serial range adaptive profiling engine: one walker, one level of the tree per cycle.
// Rules R1 to R9 and R11 to R14 of docs/rap.md; states and cycles are in docs/rap-serial.md.
module treetap_selftest_nano_rap_engine #(
    parameter [6:0] spare_bits = 7'd0,
    parameter [4:0] minus_level = 5'd31,
    parameter [9:0] minus_live = 10'h3ff,
    parameter [4:0] below_unit = 5'd17,
    parameter [4:0] above_unit = 5'd15,
    parameter [4:0] header_words = 5'd6,
    parameter [4:0] aw = 5'd9,
    parameter [4:0] kept_bit = 5'd11,
    parameter [5:0] c = 6'd32,
    parameter [5:0] top_bit = 6'd31,
    parameter [3:0] walk_code = 4'd3,
    parameter [3:0] create_code = 4'd4,
    parameter [3:0] collapse_code = 4'd5,
    parameter [3:0] merge_code = 4'd6
) (
    input  wire        clk,
    input  wire        rst,
    // coalesced events, held until ready, which comes when the event is finished
    input  wire        ev_valid,
    output reg         ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // commands, taken when no event waits; ready when the command is finished
    input  wire        cmd_valid,
    output reg         cmd_ready,
    input  wire [1:0]  cmd_op,
    // dump stream
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last,
    // sampled at reset
    input  wire [31:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    // statistics and status
    output wire [31:0] stat_n,
    output wire [31:0] stat_t,
    output wire [31:0] stat_lost,
    output wire [9:0]  stat_live,
    output wire [31:0] stat_creates,
    output wire [31:0] stat_collapses,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active,
    output wire        stat_collapsing,
    output reg  [3:0]  stat_stall,

    output wire        clearing
);
    localparam [4:0] State_Absorb = 5'd18;
    localparam [4:0] State_Back = 5'd19;
    localparam [4:0] State_Begin = 5'd11;
    localparam [4:0] State_Check = 5'd6;
    localparam [4:0] State_Child = 5'd15;
    localparam [4:0] State_Clear = 5'd9;
    localparam [4:0] State_Compare = 5'd17;
    localparam [4:0] State_Decide = 5'd7;
    localparam [4:0] State_Enter = 5'd12;
    localparam [4:0] State_Fetch = 5'd8;
    localparam [4:0] State_Finish = 5'd24;
    localparam [4:0] State_Header = 5'd20;
    localparam [4:0] State_Idle = 5'd3;
    localparam [4:0] State_Init = 5'd0;
    localparam [4:0] State_Issue = 5'd4;
    localparam [4:0] State_Leave = 5'd14;
    localparam [4:0] State_Link = 5'd1;
    localparam [4:0] State_Own = 5'd22;
    localparam [4:0] State_Pair = 5'd16;
    localparam [4:0] State_Prefix = 5'd21;
    localparam [4:0] State_Raise = 5'd10;
    localparam [4:0] State_Root = 5'd2;
    localparam [4:0] State_Scan = 5'd13;
    localparam [4:0] State_Tail = 5'd23;
    localparam [4:0] State_Walk = 5'd5;

    reg [4:0] state = 5'd0;
    reg [8:0] node = 9'd0;
    reg [8:0] free = 9'd0;
    reg [1:0] digit = 2'd0;
    reg [4:0] depth = 5'd0;
    reg kept = 1'b0;
    reg [9:0] live = 10'd0;
    reg [31:0] sum = 32'd0;
    reg [31:0] addend = 32'd0;
    reg over = 1'b0;
    reg unit = 1'b0;
    reg added = 1'b0;
    reg wiping = 1'b0;
    reg holding = 1'b0;
    reg dumping = 1'b0;
    reg dry = 1'b0;
    reg merging = 1'b0;
    reg round_up = 1'b0;
    reg collapsing = 1'b0;
    reg by_command = 1'b0;

    reg [8:0] base;
    reg [1:0] read_digit;
    reg link;
    reg wipe;
    reg count;
    reg merge_taken;
    reg next_slot;
    reg issue;
    wire [9:0] ptr_rd;
    reg ptr_we;
    wire [31:0] own_rd;
    reg own_we;
    wire [11:0] stack_rd;
    reg stack_we;
    reg threshold_load;
    reg threshold_step;
    reg threshold_open;
    reg threshold_take;
    wire threshold_serial_out_unused;
    wire [5:0] threshold_position;
    wire threshold_busy;
    wire [31:0] threshold_inverted;
    wire totals_refused;
    reg creates_step;
    reg collapses_step;
    reg writer_send_word;
    reg [63:0] writer_word;
    reg writer_send_path;
    wire [4:0] writer_path_address;
    wire writer_path_busy;
    reg writer_send_tail;
    wire writer_idle;

    // What the memories say.
    wire present = ptr_rd[aw[3:0]];
    wire [8:0] child = ptr_rd[8:0];
    wire [8:0] parent = stack_rd[8:0];
    wire [1:0] parent_digit = stack_rd[aw[3:0] +: 2];
    wire parent_kept = stack_rd[kept_bit[3:0]];
    wire full = live[aw[3:0]];
    wire eps_busy = 1'b0;
    wire merge_due = 1'b0;
    // Digit of the key at this depth, most significant first.
    wire [31:0] aligned = ev_key << spare_bits;
    wire [3:0] place = ~depth[3:0];
    wire [4:0] high_place = ({1'd0, place} << 1) | 5'd1;
    wire [4:0] low_place = {1'd0, place} << 1;
    wire high = aligned[high_place];
    wire low = aligned[low_place];
    wire [1:0] key_digit = ({1'd0, high} << 1) | {1'd0, low};
    wire [32:0] difference = {1'd0, sum} + {1'd0, threshold_inverted};
    wire [4:0] level_step = (state == State_Leave) ? minus_level : 5'd1;
    wire [4:0] level = depth + level_step;
    wire [9:0] live_step = (state == State_Absorb) ? minus_live : 10'd1;
    wire [9:0] census = live + live_step;
    // Next slot of this node.
    wire [1:0] digit_after = digit + 2'd1;
    always @* begin
        // Requests, off unless a state makes them.
        base = node;
        read_digit = digit;
        link = 1'b0;
        ptr_we = 1'b0;
        own_we = 1'b0;
        stack_we = 1'b0;
        threshold_load = 1'b0;
        threshold_step = 1'b0;
        threshold_open = 1'b0;
        threshold_take = 1'b0;
        wipe = 1'b0;
        count = 1'b0;
        creates_step = 1'b0;
        collapses_step = 1'b0;
        writer_send_word = 1'b0;
        writer_send_path = 1'b0;
        writer_send_tail = 1'b0;
        merge_taken = 1'b0;
        next_slot = 1'b0;
        issue = 1'b0;
        ev_ready = 1'b0;
        cmd_ready = 1'b0;
        case (state)
            State_Init: begin
                wipe = 1'b1;
                threshold_load = 1'b1;
            end
            State_Link: begin
                // Thread the free list through slot 0 of every node.
                ptr_we = 1'b1;
            end
            State_Root: begin
                ptr_we = 1'b1;
                own_we = 1'b1;
                if (&digit) begin
                    if (~threshold_busy) cmd_ready = by_command;
                end
            end
            State_Idle: begin
                if (ev_valid) begin
                    count = 1'b1;
                    issue = 1'b1;
                end
            end
            State_Issue: issue = 1'b1;
            State_Walk: begin
                if (totals_refused) begin
                    ev_ready = 1'b1;
                end else if (present) begin
                    base = child;
                    issue = 1'b1;
                end
            end
            State_Check: ;
            State_Decide: begin
                if (unit | ~over) begin
                    // R5a: it fits.
                    own_we = 1'b1;
                    if (merge_due) begin
                        // R7: the event is finished after the sweep.
                        merge_taken = 1'b1;
                    end else begin
                        ev_ready = 1'b1;
                    end
                end else if (full) begin
                    // R5b: no node left.
                    collapses_step = 1'b1;
                    threshold_step = 1'b1;
                end else begin
                    // R5c: a new child takes the place of the node.
                    creates_step = 1'b1;
                    link = 1'b1;
                    ptr_we = 1'b1;
                end
            end
            State_Fetch: begin
                // Its slot 0 holds the next free node; its count is zero.
                own_we = 1'b1;
            end
            State_Clear: ptr_we = 1'b1;
            State_Raise: ;
            State_Begin: ;
            State_Enter: ;
            State_Scan: begin
                if (present) begin
                    stack_we = 1'b1;
                    base = child;
                    read_digit = 2'd0;
                    if (~dumping) begin
                        if (depth == above_unit) read_digit = 2'd3;
                    end
                end else begin
                    next_slot = 1'b1;
                end
            end
            State_Leave: begin
                // All slots seen. A leaf gets its link already: it only counts once the leaf is absorbed.
                ptr_we = ~kept;
                if (~(|depth)) begin
                    if (~dumping) begin
                        if (merging) begin
                            ev_ready = 1'b1;
                        end else if (full) begin
                            if (dry) begin
                                threshold_step = 1'b1;
                            end else begin
                                threshold_open = 1'b1;
                            end
                        end
                    end
                end
            end
            State_Child: ;
            State_Pair: ;
            State_Compare: ;
            State_Absorb: begin
                if (over | dry) begin
                    threshold_take = ~over;
                end else begin
                    own_we = 1'b1;
                    ptr_we = 1'b1;
                end
                next_slot = 1'b1;
            end
            State_Back: next_slot = 1'b1;
            State_Header: begin
                if (writer_idle) begin
                    if (~(depth == header_words)) writer_send_word = 1'b1;
                end
            end
            State_Prefix: begin
                if (writer_idle) writer_send_path = 1'b1;
            end
            State_Own: begin
                if (writer_idle) writer_send_word = 1'b1;
            end
            State_Tail: begin
                if (writer_idle) writer_send_tail = 1'b1;
            end
            default /* State_Finish */: begin
                if (writer_idle) begin
                    if (~cmd_op[1]) cmd_ready = 1'b1;
                end
            end
        endcase
        // Read the next pointer of the walk.
        if (issue) read_digit = key_digit;
        if (next_slot) read_digit = digit_after;
    end
    // Memories: what is written is always the head of the free list, the sum, and the way back.
    wire [10:0] ptr_ra = ({2'd0, base} << 2) | {9'd0, read_digit};
    wire [10:0] ptr_wa = ({2'd0, node} << 2) | {9'd0, digit};
    wire [9:0] ptr_wd = {1'd0, free} | ({9'd0, link} << aw);
    wire [11:0] stack_wd = {3'd0, node} | ({10'd0, digit} << aw) | ({11'd0, kept} << kept_bit);
    wire [4:0] stack_ra = writer_path_busy ? writer_path_address : depth;
    wire [31:0] wide0_unused_msbs = cfg_t0 >> threshold_position;
    wire threshold_serial_in = wide0_unused_msbs[0];
    // Dump.
    wire [31:0] stat_t_now = ~threshold_inverted;
    always @* begin
        writer_word = ({59'd0, depth} << 56) | {32'd0, own_rd};
        if (state == State_Header) begin
            case (depth[2:0])
                3'd0: writer_word = {32'd0, stat_n};
                3'd1: writer_word = {32'd0, stat_t_now};
                3'd2: writer_word = {32'd0, stat_lost};
                3'd3: writer_word = {54'd0, live};
                3'd4: writer_word = {32'd0, stat_creates};
                default: writer_word = {32'd0, stat_collapses};
            endcase
        end
    end
    assign stat_t = stat_t_now;
    assign stat_live = live;
    assign stat_near_full = stat_n[top_bit[4:0]];
    assign stat_event = ev_ready;
    assign stat_active = holding | count;
    assign clearing = wiping;
    assign stat_collapsing = collapsing;
    always @* begin
        stat_stall = walk_code;
        if (collapsing) begin
            stat_stall = collapse_code;
        end else if (merging) begin
            stat_stall = merge_code;
        end else if ((state == State_Fetch) | (state == State_Clear)) begin
            stat_stall = create_code;
        end
    end

    treetap_selftest_nano_rap_fast_ram #(.WIDTH(10), .ADDR(11)) u_ptr (
        .clk(clk),
        .ra(ptr_ra),
        .rd(ptr_rd),
        .we(ptr_we),
        .wa(ptr_wa),
        .wd(ptr_wd)
    );

    treetap_selftest_nano_rap_fast_ram #(.WIDTH(32), .ADDR(9)) u_own (
        .clk(clk),
        .ra(base),
        .rd(own_rd),
        .we(own_we),
        .wa(node),
        .wd(sum)
    );

    treetap_selftest_nano_rap_fast_ram #(.WIDTH(12), .ADDR(5)) u_stack (
        .clk(clk),
        .ra(stack_ra),
        .rd(stack_rd),
        .we(stack_we),
        .wa(level),
        .wd(stack_wd)
    );

    treetap_selftest_nano_rap_threshold #(.msb(32'h80000000), .last_place(6'd31), .first_step_place(6'd3),
            .last_step_place(6'd34)) u_threshold (
        .clk(clk),
        .rst(rst),
        .load(threshold_load),
        .step(threshold_step),
        .round_up(round_up),
        .open(threshold_open),
        .take(threshold_take),
        .minimum(sum),
        .serial_in(threshold_serial_in),
        .serial_out(threshold_serial_out_unused),
        .position(threshold_position),
        .busy(threshold_busy),
        .inverted(threshold_inverted)
    );

    treetap_selftest_nano_rap_totals #(.c(8'd32), .max(32'hffffffff)) u_totals (
        .clk(clk),
        .clear(wipe),
        .add(count),
        .weight(ev_weight),
        .refused(totals_refused),
        .n(stat_n),
        .lost(stat_lost),
        .lost_flag(stat_lost_flag)
    );

    treetap_selftest_nano_rap_tally u_creates (
        .clk(clk),
        .clear(wipe),
        .step(creates_step),
        .count(stat_creates)
    );

    treetap_selftest_nano_rap_tally u_collapses (
        .clk(clk),
        .clear(wipe),
        .step(collapses_step),
        .count(stat_collapses)
    );

    treetap_selftest_nano_rap_dump_writer #(.levels(5'd16), .poly(32'hedb88320), .half_poly(32'h76dc4190),
            .ones(32'hffffffff), .filling(32'hc0000000)) u_writer (
        .clk(clk),
        .rst(rst),
        .send_word(writer_send_word),
        .word(writer_word),
        .send_path(writer_send_path),
        .depth(depth),
        .path_address(writer_path_address),
        .path_busy(writer_path_busy),
        .path_digit(parent_digit),
        .send_tail(writer_send_tail),
        .idle(writer_idle),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last)
    );

    always @(posedge clk) begin
        // sum = own + addend; over = sum > T, by the carry of sum + ~T.
        sum <= own_rd + addend;
        over <= difference[c];
        case (state)
            State_Init: begin
                wiping <= 1'b1;
                node <= 9'd0;
                free <= 9'd1;
                digit <= 2'd0;
                depth <= 5'd0;
                live <= 10'd1;
                state <= State_Link;
            end
            State_Link: begin
                node <= free;
                free <= free + 9'd1;
                sum <= 32'd0;
                if (~(|free)) begin
                    node <= 9'd0;
                    state <= State_Root;
                end
            end
            State_Root: begin
                // The root has no children and no count.
                free <= 9'd1;
                sum <= 32'd0;
                if (~(&digit)) begin
                    digit <= digit + 2'd1;
                end else if (~threshold_busy) begin
                    by_command <= 1'b0;
                    wiping <= 1'b0;
                    state <= State_Idle;
                end
            end
            State_Idle: begin
                if (~ev_valid) begin
                    if (cmd_valid) begin
                        if (cmd_op[0]) begin
                            dumping <= 1'b1;
                            state <= State_Header;
                        end else begin
                            by_command <= 1'b1;
                            state <= State_Init;
                        end
                    end
                end
            end
            State_Issue: ;
            State_Walk: begin
                if (totals_refused) begin
                    node <= 9'd0;
                    depth <= 5'd0;
                    state <= State_Idle;
                end else if (present) begin
                    node <= child;
                end else begin
                    state <= State_Check;
                end
            end
            State_Check: begin
                unit <= depth == below_unit;
                if (~eps_busy) state <= State_Decide;
            end
            State_Decide: begin
                sum <= 32'd0;
                round_up <= 1'b0;
                if (unit | ~over) begin
                    node <= 9'd0;
                    depth <= 5'd0;
                    if (merge_due) begin
                        merging <= 1'b1;
                        state <= State_Begin;
                    end else begin
                        state <= State_Idle;
                    end
                end else if (full) begin
                    collapsing <= 1'b1;
                    state <= State_Raise;
                end else begin
                    node <= free;
                    digit <= 2'd0;
                    live <= census;
                    state <= State_Fetch;
                end
            end
            State_Fetch: state <= State_Clear;
            State_Clear: begin
                if (~(|digit)) free <= child;
                digit <= digit + 2'd1;
                if (&digit) state <= State_Issue;
            end
            State_Raise: begin
                if (~threshold_busy) state <= State_Begin;
            end
            State_Begin: begin
                node <= 9'd0;
                depth <= 5'd0;
                digit <= 2'd0;
                kept <= 1'b0;
                state <= State_Enter;
            end
            State_Enter: state <= State_Scan;
            State_Scan: begin
                if (present) begin
                    node <= child;
                    depth <= level;
                    kept <= 1'b0;
                    digit <= 2'd0;
                    if (dumping) begin
                        state <= State_Prefix;
                    end else if (depth == above_unit) begin
                        // A unit node has no children: its last slot will do.
                        digit <= 2'd3;
                    end
                end
            end
            State_Leave: begin
                if (~(|depth)) begin
                    if (dumping) begin
                        state <= State_Tail;
                    end else if (merging) begin
                        merging <= 1'b0;
                        state <= State_Idle;
                    end else if (~full) begin
                        collapsing <= 1'b0;
                        state <= State_Issue;
                    end else if (dry) begin
                        dry <= 1'b0;
                        round_up <= 1'b1;
                        state <= State_Raise;
                    end else begin
                        dry <= 1'b1;
                        state <= State_Begin;
                    end
                end else begin
                    node <= parent;
                    digit <= parent_digit;
                    depth <= level;
                    if (kept | dumping) begin
                        kept <= 1'b1;
                        state <= State_Back;
                    end else begin
                        kept <= parent_kept;
                        state <= State_Child;
                    end
                end
            end
            State_Child: begin
                addend <= own_rd;
                state <= State_Pair;
            end
            State_Pair: state <= State_Compare;
            State_Compare: state <= State_Absorb;
            State_Absorb: begin
                if (over | dry) begin
                    kept <= 1'b1;
                end else begin
                    free <= child;
                    live <= census;
                end
            end
            State_Back: ;
            State_Header: begin
                if (writer_idle) begin
                    if (depth == header_words) begin
                        state <= State_Prefix;
                        depth <= 5'd0;
                        digit <= 2'd0;
                        kept <= 1'b0;
                    end else begin
                        depth <= level;
                    end
                end
            end
            State_Prefix: begin
                if (writer_idle) state <= State_Own;
            end
            State_Own: begin
                if (writer_idle) state <= State_Enter;
            end
            State_Tail: begin
                if (writer_idle) state <= State_Finish;
            end
            default /* State_Finish */: begin
                if (writer_idle) begin
                    dumping <= 1'b0;
                    if (cmd_op[1]) begin
                        by_command <= 1'b1;
                        state <= State_Init;
                    end else begin
                        state <= State_Idle;
                    end
                end
            end
        endcase
        // Read the next pointer of the walk.
        if (issue) begin
            digit <= key_digit;
            depth <= level;
            addend <= {16'd0, ev_weight};
            state <= State_Walk;
        end
        if (next_slot) begin
            digit <= digit_after;
            if (&digit) begin
                state <= State_Leave;
            end else begin
                state <= State_Scan;
            end
        end
        added <= count;
        if (count) holding <= 1'b1;
        if (ev_ready) holding <= 1'b0;
        if (rst) begin
            state <= State_Init;
            by_command <= 1'b0;
            dumping <= 1'b0;
            dry <= 1'b0;
            merging <= 1'b0;
            collapsing <= 1'b0;
            added <= 1'b0;
            holding <= 1'b0;
            wiping <= 1'b1;
        end
    end
endmodule

// Range adaptive profiler: counts events over ranges of their key that adapt to where the counts are.
// Results depend on the order of events and commands, never on timing. docs/rap.md has the rules.
module treetap_selftest_nano_rap (
    input  wire        clk,
    input  wire        rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire        ev_valid,
    output wire        ev_ready,
    input  wire [31:0] ev_key,
    input  wire [15:0] ev_weight,
    // commands (1 snapshot, 2 reset, 3 snapshot and reset); a command goes before
    // an event offered in the same cycle. cmd_ready comes only when the command is
    // finished: hold cmd_valid and cmd_op until then, and take the dump meanwhile
    input  wire        cmd_valid,
    output wire        cmd_ready,
    input  wire [1:0]  cmd_op,
    // the profile: n, T, lost, live, creates, collapses, two words per node in pre-order, CRC-32
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last,
    // configuration, sampled at reset and by a reset command
    input  wire [31:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    input  wire [15:0] cfg_weight_max,
    // statistics and status
    output wire [31:0] stat_n,
    output wire [31:0] stat_t,
    output wire [31:0] stat_lost,
    output wire [9:0]  stat_live,
    output wire [31:0] stat_creates,
    output wire [31:0] stat_collapses,
    output wire [31:0] stat_zero_weight,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active,
    output wire        stat_collapsing,
    output reg  [3:0]  stat_stall
);
    localparam [3:0] clear_code = 4'd1;
    localparam [3:0] command_code = 4'd2;
    localparam [3:0] queue_code = 4'd7;

    reg flushed = 1'b0;

    wire coalescer0_ev_ready;
    wire coalescer0_flush_ready;
    wire coalescer0_out_valid;
    wire [31:0] coalescer0_out_key;
    wire [15:0] coalescer0_out_weight;
    wire engine_ev_ready;
    wire [3:0] engine_stat_stall;
    wire engine_clearing;

    // Events enter once the memories are clear, and not beside a command.
    wire input_valid = ev_valid & ~engine_clearing & ~cmd_valid;
    wire front_ready = engine_ev_ready;
    wire coalescer0_flush_valid = cmd_valid & ~flushed;
    wire input_ready = coalescer0_ev_ready & ~cmd_valid;
    wire front_valid = coalescer0_out_valid;
    wire [31:0] front_key = coalescer0_out_key;
    wire [15:0] front_weight = coalescer0_out_weight;
    wire drained = flushed;
    assign ev_ready = input_ready & ~engine_clearing;
    wire engine_cmd_valid = cmd_valid & drained;
    always @* begin
        // Why an offered event waits: the engine's reason while it is not ready, else what lies before it.
        stat_stall = queue_code;
        if (engine_clearing) begin
            stat_stall = clear_code;
        end else if (cmd_valid) begin
            stat_stall = command_code;
        end else if (~engine_ev_ready) begin
            stat_stall = engine_stat_stall;
        end
    end

    treetap_selftest_nano_rap_coalescer #(.e(8'd8)) u_coalescer0 (
        .clk(clk),
        .rst(rst),
        .ev_valid(input_valid),
        .ev_ready(coalescer0_ev_ready),
        .ev_key(ev_key),
        .ev_weight(ev_weight),
        .flush_valid(coalescer0_flush_valid),
        .flush_ready(coalescer0_flush_ready),
        .flush_op(cmd_op),
        .cfg_weight_max(cfg_weight_max),
        .out_valid(coalescer0_out_valid),
        .out_ready(front_ready),
        .out_key(coalescer0_out_key),
        .out_weight(coalescer0_out_weight),
        .stat_zero_weight(stat_zero_weight)
    );

    treetap_selftest_nano_rap_engine #(.spare_bits(7'd0), .minus_level(5'd31), .minus_live(10'h3ff),
            .below_unit(5'd17), .above_unit(5'd15), .header_words(5'd6), .aw(5'd9), .kept_bit(5'd11),
            .c(6'd32), .top_bit(6'd31), .walk_code(4'd3), .create_code(4'd4), .collapse_code(4'd5),
            .merge_code(4'd6)) u_engine (
        .clk(clk),
        .rst(rst),
        .ev_valid(front_valid),
        .ev_ready(engine_ev_ready),
        .ev_key(front_key),
        .ev_weight(front_weight),
        .cmd_valid(engine_cmd_valid),
        .cmd_ready(cmd_ready),
        .cmd_op(cmd_op),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last),
        .cfg_t0(cfg_t0),
        .cfg_eps_m(cfg_eps_m),
        .cfg_eps_s(cfg_eps_s),
        .stat_n(stat_n),
        .stat_t(stat_t),
        .stat_lost(stat_lost),
        .stat_live(stat_live),
        .stat_creates(stat_creates),
        .stat_collapses(stat_collapses),
        .stat_lost_flag(stat_lost_flag),
        .stat_near_full(stat_near_full),
        .stat_event(stat_event),
        .stat_active(stat_active),
        .stat_collapsing(stat_collapsing),
        .stat_stall(engine_stat_stall),
        .clearing(engine_clearing)
    );

    always @(posedge clk) begin
        if (coalescer0_flush_ready) flushed <= 1'b1;
        if (cmd_ready | rst) flushed <= 1'b0;
    end
endmodule

// Feeds a profiler a round of events, asks for a snapshot with reset, and compares the checksum.
// The model computed the checksum when this file was made. docs/selftest.md has the stream.
module treetap_selftest_nano_tester (
    input  wire        clk,
    input  wire        rst,
    // events to the profiler
    output wire        ev_valid,
    input  wire        ev_ready,
    output wire [31:0] ev_key,
    output wire [15:0] ev_weight,
    // snapshot with reset, after every round
    output wire        cmd_valid,
    input  wire        cmd_ready,
    output wire [1:0]  cmd_op,
    // its answer; the last word is the checksum
    input  wire        dump_valid,
    output wire        dump_ready,
    input  wire [63:0] dump_data,
    input  wire        dump_last,
    // the first round is under way
    output wire        running,
    // every answer so far was right, and there was one
    output wire        pass,
    // an answer was wrong or did not come; stays until reset
    output wire        fail,
    // a round ends in this cycle
    output reg         round
);
    localparam [31:0] seed = 32'h7ee7a90d;
    localparam [31:0] expected = 32'hbfc2e1dc;
    localparam [15:0] last = 16'hffff;
    localparam [4:0] shift_a = 5'd13;
    localparam [4:0] shift_b = 5'd17;
    localparam [4:0] shift_c = 5'd5;
    localparam [31:0] hot_mask = 32'd15;
    localparam [31:0] hot_base = 32'h80001f60;
    localparam [31:0] hot_move = 32'h41000000;
    localparam [3:0] hot_move_bit = 4'd12;
    localparam [31:0] region_mask = 32'hfff;
    localparam [31:0] region_base = 32'h20015000;
    localparam [4:0] weight_at = 5'd16;
    localparam [31:0] weight_mask = 32'd15;
    localparam [5:0] beyond = 6'd0;
    localparam [31:0] low_mask = 32'd0;
    localparam [1:0] State_Ask = 2'd2;
    localparam [1:0] State_Feed = 2'd1;
    localparam [1:0] State_Judge = 2'd3;
    localparam [1:0] State_Load = 2'd0;

    reg [1:0] state = 2'd0;
    reg [31:0] x = 32'd0;
    reg [15:0] position = 16'd0;
    reg offered = 1'b0;
    reg [31:0] key = 32'd0;
    reg [15:0] weight = 16'd0;
    reg answered = 1'b0;
    reg [31:0] answer = 32'd0;
    reg [21:0] age = 22'd0;
    reg passed = 1'b0;
    reg failed = 1'b0;

    reg [31:0] next_key;
    reg [15:0] next_weight;

    // The generator: xorshift32, and a key and a weight from its state.
    wire [31:0] a = x ^ (x << shift_a);
    wire [31:0] b = a ^ (a >> shift_b);
    wire [31:0] near = (x & region_mask) ^ region_base;
    wire moved = position[hot_move_bit];
    wire [31:0] hot = moved ? ((x & hot_mask) ^ hot_base ^ hot_move) : ((x & hot_mask) ^ hot_base);
    wire [31:0] heavy = (x >> weight_at) & weight_mask;
    always @* begin
        next_weight = 16'd1;
        if (x[31]) begin
            next_key = hot;
        end else if (x[30]) begin
            next_key = near;
        end else begin
            next_key = (a << beyond) ^ (b & low_mask);
            next_weight = heavy[15:0];
        end
    end
    // Streams. The command waits for the last event of the round.
    assign ev_valid = offered;
    assign ev_key = key;
    assign ev_weight = weight;
    assign cmd_valid = (state == State_Ask) & ~offered;
    assign cmd_op = 2'd3;
    assign dump_ready = state == State_Ask;
    wire [31:0] last_word = dump_data[31:0];
    always @* begin
        // One round after the other.
        round = 1'b0;
        case (state)
            State_Load: ;
            State_Feed: ;
            State_Ask: ;
            default /* State_Judge */: round = 1'b1;
        endcase
    end
    assign running = ~passed & ~failed;
    assign pass = passed & ~failed;
    assign fail = failed;

    always @(posedge clk) begin
        case (state)
            State_Load: begin
                x <= seed;
                position <= 16'd0;
                answered <= 1'b0;
                offered <= 1'b0;
                state <= State_Feed;
            end
            State_Feed: begin
                if (~offered | ev_ready) begin
                    offered <= 1'b1;
                    key <= next_key;
                    weight <= next_weight;
                    x <= b ^ (b << shift_c);
                    position <= position + 16'd1;
                    if (position == last) state <= State_Ask;
                end
            end
            State_Ask: begin
                if (ev_ready) offered <= 1'b0;
                if (dump_valid & dump_last) begin
                    answered <= 1'b1;
                    answer <= last_word;
                end
                if (cmd_valid & cmd_ready) state <= State_Judge;
            end
            default /* State_Judge */: begin
                if (answered & (answer == expected)) begin
                    passed <= 1'b1;
                end else begin
                    failed <= 1'b1;
                end
                state <= State_Load;
            end
        endcase
        // A round that does not end is given up.
        age <= age + 22'd1;
        if (round) age <= 22'd0;
        if (&age) failed <= 1'b1;
        if (rst) begin
            state <= State_Load;
            offered <= 1'b0;
            age <= 22'd0;
            passed <= 1'b0;
            failed <= 1'b0;
        end
    end
endmodule

// The self-test: a profiler and its tester.
module treetap_selftest_nano (
    input  wire clk,
    input  wire rst,
    // the first round is under way
    output wire running,
    // every answer so far was right, and there was one
    output wire pass,
    // an answer was wrong or did not come; stays until reset
    output wire fail,
    // a round ends in this cycle
    output wire round
);
    wire ev_valid;
    wire ev_ready;
    wire [31:0] ev_key;
    wire [15:0] ev_weight;
    wire cmd_valid;
    wire cmd_ready;
    wire [1:0] cmd_op;
    wire dump_valid;
    wire dump_ready;
    wire [63:0] dump_data;
    wire dump_last;
    wire [31:0] stat_n;
    wire [31:0] stat_t;
    wire [31:0] stat_lost;
    wire [9:0] stat_live;
    wire [31:0] stat_creates;
    wire [31:0] stat_collapses;
    wire [31:0] stat_zero_weight;
    wire stat_lost_flag;
    wire stat_near_full;
    wire stat_event;
    wire stat_active;
    wire stat_collapsing;
    wire [3:0] stat_stall;

    treetap_selftest_nano_rap u_rap (
        .clk(clk),
        .rst(rst),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_key(ev_key),
        .ev_weight(ev_weight),
        .cmd_valid(cmd_valid),
        .cmd_ready(cmd_ready),
        .cmd_op(cmd_op),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last),
        .cfg_t0(32'd1),
        .cfg_eps_m(3'd0),
        .cfg_eps_s(6'd0),
        .cfg_weight_max(16'd65535),
        .stat_n(stat_n),
        .stat_t(stat_t),
        .stat_lost(stat_lost),
        .stat_live(stat_live),
        .stat_creates(stat_creates),
        .stat_collapses(stat_collapses),
        .stat_zero_weight(stat_zero_weight),
        .stat_lost_flag(stat_lost_flag),
        .stat_near_full(stat_near_full),
        .stat_event(stat_event),
        .stat_active(stat_active),
        .stat_collapsing(stat_collapsing),
        .stat_stall(stat_stall)
    );

    treetap_selftest_nano_tester u_tester (
        .clk(clk),
        .rst(rst),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .ev_key(ev_key),
        .ev_weight(ev_weight),
        .cmd_valid(cmd_valid),
        .cmd_ready(cmd_ready),
        .cmd_op(cmd_op),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last),
        .running(running),
        .pass(pass),
        .fail(fail),
        .round(round)
    );
endmodule

`default_nettype wire

// treetap_rap_nano: iCE40 UP5K beside a small soft core: 32-bit keys, 512 nodes
// Configuration: 32-bit keys, 512 nodes, 32-bit counts, serial engine, EPS mode not built,
// no FIFO, coalescer of 256 entries, hand with reserve 16, weight 256, creates 8 and jump 4.
// Made by treetap 0.1.0 with: treetap gen rap --preset nano
// This file is generated. It carries no obligation: use, change and
// distribute it for any purpose, without attribution and without warranty.

`default_nettype none

// Order of commands among events, and why an event waits.
module treetap_rap_nano_order #(
    parameter [3:0] clear_code = 4'd1,
    parameter [3:0] command_code = 4'd2,
    parameter [3:0] queue_code = 4'd7
) (
    input  wire       clk,
    input  wire       rst,
    // events in; weight 0 is accepted, ignored and counted
    input  wire       ev_valid,
    output wire       ev_ready,
    // commands; ready when finished
    input  wire       cmd_valid,
    output wire       cmd_ready,
    input  wire [1:0] cmd_op,
    // events to the coalescer or the input register
    output wire       front_valid,
    input  wire       front_ready,
    // the operation of the command on what has coalesced
    output wire       flush_valid,
    input  wire       flush_ready,
    // an event waits in the queue
    input  wire       queue_waiting,
    // the command to the engine, and the state of the engine
    output wire       engine_cmd_valid,
    input  wire       engine_cmd_ready,
    input  wire       engine_ready,
    input  wire [3:0] engine_stall,
    input  wire       engine_clearing,
    // statistics and status
    output reg  [3:0] stat_stall
);
    reg flushed = 1'b0;

    // Events enter once the memories are clear, and not beside a command.
    wire command = cmd_valid & (|cmd_op);
    wire open = ~engine_clearing & ~command;
    assign front_valid = ev_valid & open;
    assign ev_ready = front_ready & open;
    // A command: flush, wait until the queue is empty, hand over.
    assign flush_valid = command & ~flushed;
    assign engine_cmd_valid = command & flushed & ~queue_waiting;
    assign cmd_ready = engine_cmd_ready | ~(|cmd_op);
    always @* begin
        // The engine's reason while it is not ready, else what lies before it.
        stat_stall = queue_code;
        if (engine_clearing) begin
            stat_stall = clear_code;
        end else if (command) begin
            stat_stall = command_code;
        end else if (~engine_ready) begin
            stat_stall = engine_stall;
        end
    end

    always @(posedge clk) begin
        if (flush_ready) flushed <= 1'b1;
        if (engine_cmd_ready | rst) flushed <= 1'b0;
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// rd holds its word while re is low.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_rap_nano_fast_ram_re #(
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

// Counts the cycles with step high; saturates at the largest value, of which near says that it is
// at most one away. near may be late by a cycle: it matters for odd values only, and there it is right.
module treetap_rap_nano_tally (
    input  wire        clk,
    input  wire        clear,
    input  wire        step,
    output wire [31:0] count
);
    reg [31:0] total = 32'd0;
    reg near = 1'b0;

    assign count = total;

    always @(posedge clk) begin
        near <= ~(|(~total >> 1));
        if (step & ~(near & total[0])) total <= total + 32'd1;
        if (clear) total <= 32'd0;
    end
endmodule

// Direct-mapped coalescing buffer: sums the weights of repeated keys, one event in two cycles.
// An entry leaves when another key takes its place or when its weight would exceed cfg_weight_max.
module treetap_rap_nano_coalescer #(
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
    output reg         flush_ready,
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
    localparam [1:0] State_Wipe = 2'd0;
    localparam [1:0] State_Read = 2'd1;
    localparam [1:0] State_Look = 2'd2;
    localparam [1:0] State_Drain = 2'd3;

    reg [1:0] state;
    reg flushing = 1'b0;
    reg requested = 1'b0;
    reg [8:0] position = 9'd0;
    reg [15:0] not_weight_max = 16'd0;
    reg [16:0] excess = 17'd0;
    reg [15:0] sum = 16'd0;
    reg zero = 1'b0;
    reg equal_high = 1'b0;
    reg equal_low = 1'b0;
    reg used = 1'b0;
    reg fits = 1'b0;
    reg leaving = 1'b0;
    reg ignored = 1'b0;
    reg offered = 1'b0;
    reg writes = 1'b0;
    reg erases = 1'b0;
    reg [7:0] place = 8'd0;
    reg [31:0] key = 32'd0;
    reg [15:0] weight = 16'd0;
    reg [31:0] offered_key = 32'd0;
    reg [15:0] offered_weight = 16'd0;

    reg [7:0] event_index;
    reg [31:0] rest;
    reg restart;
    wire [47:0] entries_rd;

    wire free = ~offered | out_ready;
    // The event taken in the cycle before: its entry takes it, or leaves.
    wire hit = equal_high & equal_low & fits;
    wire moved = used & ~hit;
    wire [15:0] new_weight = (hit & used) ? sum : erases ? 16'd0 : weight;
    wire [47:0] entries_wd = ({16'd0, key} << 16) | {32'd0, new_weight};
    wire leaves = moved | leaving;
    wire stuck = leaves & offered;
    always @* begin
        // The entry of the event, or of the position.
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
    wire [7:0] index = flushing ? position[7:0] : event_index;
    // Four bits of the index are enough to tell nearly all entries apart, and sooner.
    wire behind = writes & (event_index[3:0] == place[3:0]) & ~flushing;
    wire read = (state == State_Read) & ~stuck;
    wire [31:0] entry_key = entries_rd[47:16];
    wire [15:0] entry_weight = entries_rd[15:0];
    wire [31:0] differing = entry_key ^ ev_key;
    wire [16:0] beyond = {1'd0, entry_weight} + {1'd0, excess[15:0]};
    assign ev_ready = (state == State_Look) & ~flushing & ~flush_valid;
    wire taking = flushing | (~flush_valid & ~zero);
    wire writing = (state == State_Look) & taking;
    always @* begin
        flush_ready = 1'b0;
        restart = 1'b0;
        case (state)
            State_Wipe: restart = 1'b1;
            State_Read: ;
            State_Look: ;
            default /* State_Drain */: begin
                restart = flush_op[1];
                if (~offered) flush_ready = 1'b1;
            end
        endcase
    end
    // Under way; and asked for, not by a reset.
    wire request = (state == State_Read) & flush_valid & ~stuck & ~position[e[3:0]];
    wire wiped = (state == State_Wipe) & position[e[3:0]] & ~requested;
    assign out_valid = offered;
    assign out_key = offered_key;
    assign out_weight = offered_weight;

    treetap_rap_nano_fast_ram_re #(.WIDTH(48), .ADDR(8)) u_entries (
        .clk(clk),
        .re(read),
        .ra(index),
        .rd(entries_rd),
        .we(writes),
        .wa(place),
        .wd(entries_wd)
    );

    treetap_rap_nano_tally u_zeros (
        .clk(clk),
        .clear(restart),
        .step(ignored),
        .count(stat_zero_weight)
    );

    always @(posedge clk) begin
        leaving <= leaves & ~free;
        // The event and its index are the same in both of its cycles.
        key <= ev_key;
        weight <= ev_weight;
        place <= index;
        // While the entry is read: weight - limit - 1, modulo
        // 2^16. When it is here: how it relates to the event.
        excess <= {1'd0, not_weight_max} + {1'd0, ev_weight};
        zero <= ~(|ev_weight);
        equal_high <= ~(|(differing >> 16));
        equal_low <= ~(|differing[15:0]);
        fits <= ~beyond[16] & ~excess[16] & ~flushing;
        sum <= entry_weight + ev_weight;
        writes <= (state == State_Wipe) | writing;
        used <= (|entry_weight) & writing;
        erases <= flushing;
        ignored <= ev_ready & zero;
        case (state)
            State_Wipe: begin
                position <= position + 9'd1;
                if (position[e[3:0]]) begin
                    if (requested) begin
                        state <= State_Drain;
                    end else begin
                        position <= 9'd0;
                        state <= State_Read;
                    end
                end
            end
            State_Read: begin
                if (stuck) begin
                    state <= State_Read;
                end else if (position[e[3:0]]) begin
                    state <= State_Drain;
                end else if (flush_valid) begin
                    if (~flush_op[0]) begin
                        state <= State_Wipe;
                    end else if (flushing) begin
                        state <= State_Look;
                    end
                end else if (ev_valid & ~behind) begin
                    state <= State_Look;
                end
            end
            State_Look: begin
                state <= State_Read;
                if (flushing) position <= position + 9'd1;
            end
            default /* State_Drain */: begin
                position <= 9'd0;
                if (~offered) state <= State_Read;
            end
        endcase
        flushing <= (flushing | request) & ~wiped & ~flush_ready;
        requested <= (requested | request) & ~flush_ready;
        // Output register.
        if (free) begin
            offered <= leaves;
            offered_key <= entry_key;
            offered_weight <= entry_weight;
        end
        if (restart) not_weight_max <= ~cfg_weight_max;
        if (rst) begin
            state <= State_Wipe;
            flushing <= 1'b1;
            requested <= 1'b0;
            position <= 9'd0;
            leaving <= 1'b0;
            offered <= 1'b0;
            writes <= 1'b0;
            used <= 1'b0;
        end
    end
endmodule

// Block RAM, one read and one write port: rd is the word at ra of the cycle before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word,
// so that a design that relies on it is found out; synthesis adds no logic for it. No initial contents.
module treetap_rap_nano_fast_ram #(
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

// Where the walker stands, and the pointers of the tree.
module treetap_rap_nano_cursor #(
    parameter [4:0] aw = 5'd9
) (
    input  wire       clk,
    // where it goes; it stays without
    input  wire       follow,
    input  wire       leap,
    input  wire       rise,
    input  wire       grow,
    input  wire       visit,
    input  wire [8:0] slot,
    input  wire [8:0] place,
    input  wire [1:0] place_digit,
    // what is there
    input  wire [8:0] free,
    input  wire [1:0] child_digit,

    input  wire       pick,
    // what is there
    input  wire [1:0] digit_next,
    // writes {link, free} to the pointer at hand, with link {digit, node} to the place of free
    input  wire       write,
    input  wire       link,
    // where it is
    output wire [8:0] node,
    output wire [1:0] digit,
    // where it is in the next cycle
    output wire [8:0] base,
    // the pointer at hand
    output wire       present,
    output wire [8:0] child
);
    reg [8:0] here = 9'd0;
    reg [1:0] side = 2'd0;

    reg [8:0] aside;
    reg [8:0] far;
    reg [1:0] far_digit;
    wire [9:0] pointers_rd;
    wire [10:0] places_rd;

    assign present = pointers_rd[aw[3:0]];
    assign child = pointers_rd[8:0];
    always @* begin
        far = place;
        far_digit = place_digit;
        if (rise) begin
            far = places_rd[8:0];
            far_digit = places_rd[aw[3:0] +: 2];
        end
    end
    always @* begin
        // The pointer at hand comes from the memory: it decides last.
        aside = here;
        if (grow) aside = free;
        if (visit) aside = slot;
        if (leap) aside = far;
    end
    wire down = follow & present;
    wire [8:0] target = down ? child : aside;
    wire [1:0] read_digit = (down | pick) ? child_digit : leap ? far_digit : digit_next;
    assign node = here;
    assign digit = side;
    assign base = target;
    // What is written is always the head of the free list.
    wire [10:0] pointers_ra = ({2'd0, target} << 2) | {9'd0, read_digit};
    wire [10:0] pointers_wa = ({2'd0, here} << 2) | {9'd0, side};
    wire [9:0] pointers_wd = {1'd0, free} | ({9'd0, link} << aw);
    wire [10:0] places_wd = {2'd0, here} | ({9'd0, side} << aw);

    treetap_rap_nano_fast_ram #(.WIDTH(10), .ADDR(11)) u_pointers (
        .clk(clk),
        .ra(pointers_ra),
        .rd(pointers_rd),
        .we(write),
        .wa(pointers_wa),
        .wd(pointers_wd)
    );

    treetap_rap_nano_fast_ram #(.WIDTH(11), .ADDR(9)) u_places (
        .clk(clk),
        .ra(target),
        .rd(places_rd),
        .we(link),
        .wa(free),
        .wd(places_wd)
    );

    always @(posedge clk) begin
        here <= target;
        side <= read_digit;
    end
endmodule

// Memory of the nodes' own counts, 16 bits at a time.
module treetap_rap_nano_counts #(
    parameter [1:0] part_bits = 2'd1,
    parameter [1:0] part_mask = 2'd1
) (
    input  wire        clk,
    // the part to read, and the one read in the cycle before
    input  wire [8:0]  read_node,
    input  wire [1:0]  read_part,
    output wire [15:0] data,
    // writes all parts of a count, one in each cycle
    input  wire [8:0]  node,
    input  wire        keep,
    input  wire        kept,
    input  wire [15:0] sum,
    input  wire        put,
    // writes one part
    input  wire        clear,
    input  wire [1:0]  digit
);
    reg following0 = 1'b0;
    reg [8:0] at = 9'd0;

    reg rest;

    always @* begin
        rest = 1'b0;
        rest = rest | following0;
    end
    wire [1:0] part = clear ? (digit - 2'd1) : following0 ? 2'd1 : 2'd0;
    wire own_we = clear | put | rest;
    wire [8:0] target = (rest | kept) ? at : node;
    wire [9:0] own_ra = ({1'd0, read_node} << part_bits) | {8'd0, read_part & part_mask};
    wire [9:0] own_wa = ({1'd0, target} << part_bits) | {8'd0, part & part_mask};

    treetap_rap_nano_fast_ram #(.WIDTH(16), .ADDR(10)) u_own (
        .clk(clk),
        .ra(own_ra),
        .rd(data),
        .we(own_we),
        .wa(own_wa),
        .wd(sum)
    );

    always @(posedge clk) begin
        following0 <= put;
        if (keep) at <= node;
    end
endmodule

// The threshold T and its ladder: one bit per cycle, least significant first.
module treetap_rap_nano_ladder #(
    parameter [31:0] msb = 32'h80000000,
    parameter [31:0] largest = 32'hffffffff,
    parameter [5:0] last_place = 6'd31,
    parameter [5:0] first_write_place = 6'd4,
    parameter [5:0] last_write_place = 6'd36,
    parameter [5:0] highest = 6'd32,
    parameter [5:0] last_step = 6'd3,
    parameter [5:0] top_place = 6'd28,
    parameter [3:0] leading = 4'd8
) (
    input  wire        clk,
    input  wire        rst,
    // shift a new value in through serial_in, bit 0 first
    input  wire        load,
    // next value of the ladder; several steps
    input  wire        step,
    input  wire        far,
    // T becomes the largest value
    input  wire        open,
    // the next bit during a load
    input  wire        serial_in,
    // the bit of T at hand during a load, and its number
    output wire        serial_out,
    output wire [5:0]  position,
    // a pass is under way
    output wire        busy,
    // ~T
    output wire [31:0] inverted
);
    localparam [1:0] Pass_Idle = 2'd0;
    localparam [1:0] Pass_Load = 2'd1;
    localparam [1:0] Pass_Climb = 2'd2;
    localparam [1:0] Pass_Write = 2'd3;

    reg [1:0] pass;
    reg [31:0] value = 32'd0;
    reg [5:0] place = 6'd0;
    reg [3:0] top = 4'd0;
    reg [5:0] mark = 6'd0;
    reg loaded = 1'b0;
    reg passing = 1'b0;
    reg end_ = 1'b0;

    reg bit_in;
    reg shift;

    // What counts up to a value has reached it when it has all of its ones.
    assign serial_out = value[0];
    // The bits of the mantissa pass in the four places after the
    // mark. The bit that is written first falls out at the end.
    wire passes = (place[1:0] == mark[1:0]) ? ((place >> 2) == (mark >> 2)) : passing;
    always @* begin
        bit_in = serial_in;
        shift = 1'b1;
        case (pass)
            Pass_Idle: shift = 1'b0;
            Pass_Load: ;
            Pass_Climb: shift = 1'b0;
            default /* Pass_Write */: bit_in = end_ | (passing & top[0]);
        endcase
    end
    assign busy = ~(pass == Pass_Idle);
    assign position = place;
    assign inverted = ~value;

    always @(posedge clk) begin
        place <= place + 6'd1;
        loaded <= 1'b0;
        passing <= passes & (pass == Pass_Write);
        case (pass)
            Pass_Idle: begin
                place <= 6'd0;
                end_ <= 1'b0;
                if (load) begin
                    pass <= Pass_Load;
                end else if (step) begin
                    pass <= Pass_Climb;
                end
            end
            Pass_Load: begin
                loaded <= 1'b1;
                if ((place & last_place) == last_place) pass <= Pass_Idle;
            end
            Pass_Climb: begin
                if (~(&top)) begin
                    top <= top + 4'd1;
                end else if ((mark & highest) == highest) begin
                    end_ <= 1'b1;
                end else begin
                    top <= leading;
                    mark <= mark + 6'd1;
                end
                if (~far | ((place & last_step) == last_step)) begin
                    place <= first_write_place;
                    pass <= Pass_Write;
                end
            end
            default /* Pass_Write */: begin
                if (passing) top <= (top >> 1) | ({3'd0, top[0]} << 3);
                if ((place & last_write_place) == last_write_place) pass <= Pass_Idle;
            end
        endcase
        // The last one seen leads.
        if (loaded & (value[last_place[4:0]] | (place == first_write_place))) begin
            top <= value[top_place[4:0] +: 4];
            mark <= place;
        end
        if (shift) begin
            value <= value >> 1;
            if (bit_in) value <= (value >> 1) | msb;
        end
        if (open) begin
            value <= largest;
            top <= 4'd15;
            mark <= highest;
        end
        if (rst) pass <= Pass_Idle;
    end
endmodule

// The threshold T, set by the engine, and following n where EPS mode is built.
module treetap_rap_nano_limit (
    input  wire        clk,
    input  wire        rst,
    // configuration of EPS mode
    input  wire        sample,
    input  wire [2:0]  cfg_m,
    input  wire [5:0]  cfg_s,
    // requests for the threshold
    input  wire        load,
    input  wire        rotate,
    input  wire        serial_in,
    input  wire        step,
    input  wire        far,
    // an event is added to n; T follows
    input  wire        count,
    input  wire        counted,
    input  wire        refused,
    input  wire [31:0] n,
    input  wire [15:0] weight,
    output wire        follows,
    // a merge point
    output wire        due,
    input  wire        taken,
    // the threshold
    output wire        busy,
    output wire        serial_out,
    output wire [31:0] inverted
);
    wire threshold_serial_out;
    wire [5:0] threshold_position_unused;

    wire threshold_serial_in = rotate ? threshold_serial_out : serial_in;
    assign follows = 1'b0;
    assign due = 1'b0;
    assign serial_out = threshold_serial_out & busy;

    treetap_rap_nano_ladder #(.msb(32'h80000000), .largest(32'hffffffff), .last_place(6'd31),
            .first_write_place(6'd4), .last_write_place(6'd36), .highest(6'd32), .last_step(6'd3),
            .top_place(6'd28), .leading(4'd8)) u_threshold (
        .clk(clk),
        .rst(rst),
        .load(load),
        .step(step),
        .far(far),
        .open(1'b0),
        .serial_in(threshold_serial_in),
        .serial_out(threshold_serial_out),
        .position(threshold_position_unused),
        .busy(busy),
        .inverted(inverted)
    );
endmodule

// The hand: how far it has to go, and the eye that looks at the slots up to there.
module treetap_rap_nano_hand #(
    parameter [4:0] cap_bits = 5'd8,
    parameter [9:0] for_weight = 10'h100,
    parameter [9:0] for_create = 10'd8,
    parameter [4:0] aw = 5'd9,
    parameter [5:0] gb_bit = 6'd10,
    parameter [4:0] reserve_bits = 5'd4,
    parameter [9:0] reserve_mask = 10'd15,
    parameter [9:0] nearly_all = 10'd31,
    parameter [9:0] far_back = 10'h3fc
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        clear,
    // nodes in use, and the weight of the event
    input  wire [9:0]  live,
    input  wire [15:0] weight,
    // the visits that are owed
    input  wire        grant,
    input  wire        creating,
    input  wire        created,
    input  wire        forget,
    input  wire        rest,
    output wire        rested,
    output wire        owing,
    // the eye
    input  wire        begin_,
    input  wire        merge,
    input  wire        step,
    input  wire        advance,
    output wire [8:0]  slot,
    // how many children a node has
    output wire        light,
    input  wire [8:0]  base,
    input  wire [8:0]  node,
    input  wire        write,
    input  wire        lose,
    input  wire        fresh,
    // a leaf is tried, and fits its parent
    input  wire        tries,
    input  wire        over,
    output wire        pending,
    output wire        fits,
    // a round is under way, or due
    output wire        going,
    output wire        awake
);
    reg [9:0] eye = 10'd0;
    reg [9:0] goal = 10'd0;
    reg [9:0] asked = 10'd0;
    reg [1:0] back = 2'd0;
    reg first = 1'b0;
    reg second = 1'b0;
    reg third = 1'b0;
    reg returns = 1'b0;
    reg on = 1'b0;
    reg due = 1'b0;
    reg owes = 1'b0;
    reg rests = 1'b0;

    wire [2:0] children_rd;

    assign rested = rests;
    wire ends = rests & (|(goal >> aw));
    // The verdict on a leaf, three cycles after it was tried.
    wire fitting = third & ~over;
    assign fits = fitting;
    assign pending = first | second | third;
    wire [9:0] stride = returns ? (far_back | {8'd0, back}) : {9'd0, step};
    wire [9:0] there = eye + stride;
    // goal > eye is the carry of goal + ~eye.
    wire [9:0] not_eye = ~eye;
    wire [10:0] distance = {1'd0, goal} + {1'd0, not_eye};
    assign owing = owes;
    assign slot = eye[8:0];
    // The bit of a slot is read where the eye may be next; where a round begins there is time to read it.
    wire [2:0] count = fresh ? 3'd0 : lose ? (children_rd - 3'd1) : (children_rd + 3'd1);
    wire leaves_wd = fresh | (lose & (children_rd == 3'd1));
    assign going = on;
    assign awake = on | due;

    treetap_rap_nano_fast_ram #(.WIDTH(1), .ADDR(9)) u_leaves (
        .clk(clk),
        .ra(there[8:0]),
        .rd(light),
        .we(write),
        .wa(node),
        .wd(leaves_wd)
    );

    treetap_rap_nano_fast_ram #(.WIDTH(3), .ADDR(9)) u_children (
        .clk(clk),
        .ra(base),
        .rd(children_rd),
        .we(write),
        .wa(node),
        .wd(count)
    );

    always @(posedge clk) begin
        asked <= weight[9:0];
        // At least the cap: of a power of two one of the bits from its own on.
        if (|(weight >> cap_bits)) asked <= for_weight;
        if (creating) asked <= for_create;
        if (grant | created) goal <= goal + asked;
        // Between rounds the goal is that of a round that would begin now.
        rests <= rest;
        if (forget | clear | ends) goal <= 10'd1;
        first <= tries;
        second <= first;
        third <= second;
        returns <= fitting;
        if (advance) back <= back - 2'd1;
        if (tries) back <= 2'd3;
        if (begin_) on <= 1'b1;
        if (ends | clear) on <= 1'b0;
        owes <= on & ~eye[aw[3:0]] & distance[gb_bit[3:0]];
        // More than the pool less the reserve, which is a power of two.
        due <= live[aw[3:0]] | (((live >> reserve_bits) == nearly_all) & (|(live & reserve_mask)));
        if (rst) begin
            first <= 1'b0;
            second <= 1'b0;
            third <= 1'b0;
            returns <= 1'b0;
        end
        if (advance | returns | begin_) eye <= begin_ ? 10'd1 : there;
    end
endmodule

// Totals and statistics in the scratch memory, 16 bits at a time.
module treetap_rap_nano_ledger #(
    parameter [1:0] parts = 2'd1,
    parameter [1:0] tally_parts = 2'd1,
    parameter [5:0] upper_part = 6'd16
) (
    input  wire        clk,
    input  wire        rst,
    // which word of the dump's header; add to it
    input  wire        start,
    input  wire        select,
    input  wire [2:0]  word,
    input  wire        next_word,
    output wire [2:0]  selected,
    // the additions; a tally counts by one
    output wire        fetch,
    output wire        first,
    output wire        tally,
    output wire        adding,
    // what becomes of a word that is full
    input  wire        overflow,
    output wire        saturate,
    output wire        refused,
    // writes
    input  wire [15:0] sum,
    input  wire        wipe,
    // reads
    input  wire        read_word,
    input  wire [5:0]  place,
    input  wire [4:0]  stack_read,
    output wire [15:0] data,
    // the path of a dump, in the same memory
    input  wire [4:0]  stack_write,
    input  wire [1:0]  digit,
    input  wire        push,
    // nothing is under way
    output wire        idle,
    // the words, as last stored
    output wire [31:0] n,
    output wire [31:0] lost,
    output wire [31:0] creates,
    output wire [31:0] over
);
    reg [31:0] n_shown = 32'd0;
    reg [31:0] lost_shown = 32'd0;
    reg [31:0] creates_shown = 32'd0;
    reg [31:0] over_shown = 32'd0;
    reg [2:0] chosen = 3'd0;
    reg fetching = 1'b0;
    reg [1:0] part = 2'd0;
    reg adds = 1'b0;
    reg added = 1'b0;
    reg full = 1'b0;
    reg delay0 = 1'b0;
    reg delay1 = 1'b0;
    reg [1:0] stored = 2'd0;

    reg waiting;
    reg [7:0] memory_ra;
    reg [7:0] memory_wa;
    reg [15:0] memory_wd;

    assign selected = chosen;
    assign tally = chosen[2] & ~chosen[0];
    wire [1:0] last_part = tally ? tally_parts : parts;
    assign fetch = fetching;
    assign first = fetching & ~(|part);
    assign adding = adds;
    assign saturate = full;
    wire verdict = added & ~adds;
    assign refused = verdict & overflow & ~(|chosen);
    wire again = verdict & overflow & (|chosen) & ~full;
    always @* begin
        waiting = delay0;
        waiting = waiting | delay1;
    end
    wire storing = delay1 | wipe;
    assign idle = ~fetching & ~adds & ~added & ~waiting;
    assign n = n_shown;
    assign lost = lost_shown;
    assign over = over_shown;
    assign creates = creates_shown;
    wire [7:0] slot = ({5'd0, chosen} << 2) | 8'd128;
    always @* begin
        memory_ra = {3'd0, stack_read};
        if (fetching) memory_ra = slot | {6'd0, part};
        if (read_word) memory_ra = slot | {2'd0, place >> 4};
    end
    wire memory_we = push | storing;
    always @* begin
        memory_wa = {3'd0, stack_write};
        memory_wd = ({14'd0, digit} << 14) | {2'd0, sum[13:0]};
        if (storing) begin
            memory_wa = slot | {6'd0, stored};
            memory_wd = sum;
        end
    end

    treetap_rap_nano_fast_ram #(.WIDTH(16), .ADDR(8)) u_memory (
        .clk(clk),
        .ra(memory_ra),
        .rd(data),
        .we(memory_we),
        .wa(memory_wa),
        .wd(memory_wd)
    );

    always @(posedge clk) begin
        adds <= fetching;
        added <= adds;
        if (fetching) begin
            part <= part + 2'd1;
            if (part == last_part) part <= 2'd0;
        end
        if (select) chosen <= word;
        fetching <= start | again | (fetching & ~(part == last_part));
        full <= again | (full & ~start);
        // Sums are stored when they have passed through the sum registers.
        delay0 <= added & ~refused;
        delay1 <= delay0 & ~refused;
        if (storing) begin
            stored <= stored + 2'd1;
        end else begin
            stored <= 2'd0;
        end
        if (next_word | (wipe & (&stored))) chosen <= chosen + 3'd1;
        // The ports show what is stored: the parts come least
        // significant first, and there are always all of them.
        if (storing) begin
            case (chosen)
                3'd0: n_shown <= (n_shown >> 16) | ({16'd0, sum} << upper_part);
                3'd2: lost_shown <= (lost_shown >> 16) | ({16'd0, sum} << upper_part);
                3'd4: creates_shown <= (creates_shown >> 16) | ({16'd0, sum} << 16);
                3'd5: over_shown <= (over_shown >> 16) | ({16'd0, sum} << upper_part);
                default: ;
            endcase
        end
        if (rst) begin
            fetching <= 1'b0;
            part <= 2'd0;
            adds <= 1'b0;
            added <= 1'b0;
            delay0 <= 1'b0;
            delay1 <= 1'b0;
        end
    end
endmodule

// Sends the dump, one bit per cycle, and ends it with the CRC-32 of all bytes before.
module treetap_rap_nano_dump_pump #(
    parameter [31:0] polynomial = 32'hedb88320,
    parameter [31:0] ones = 32'hffffffff
) (
    input  wire        clk,
    input  wire        rst,
    // a word; bits for somebody else; the CRC
    input  wire        start,
    input  wire        quiet,
    input  wire        last,
    output wire        busy,
    output wire        done,
    // the bit to be addressed in this cycle
    output wire        first,
    output wire        fetching,
    output wire [5:0]  place,
    // the bit addressed one cycle before, and two
    output wire [5:0]  index,
    input  wire        bit_in,
    // the bit to be addressed in this cycle
    output wire        first_bit,

    output wire        bit_out,
    // dump stream
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last
);
    reg active = 1'b0;
    reg taken = 1'b0;
    reg run = 1'b0;
    reg [5:0] number = 6'd0;
    reg feed = 1'b0;
    reg [5:0] lagging = 6'd0;
    reg arriving = 1'b0;
    reg zero = 1'b0;
    reg complete = 1'b0;
    reg shift = 1'b0;
    reg held = 1'b0;
    reg full = 1'b0;
    reg silent = 1'b0;
    reg offer = 1'b0;
    reg [63:0] shifter = 64'd0;
    reg [31:0] crc = 32'd0;

    assign busy = active;
    assign done = taken;
    assign first = run & ~feed;
    assign fetching = run;
    assign place = number;
    assign index = lagging;
    assign first_bit = arriving & ~shift;
    assign bit_out = held;
    wire bit_ = held & ~(last & crc[0]);
    wire feedback = (crc[0] ^ bit_) & ~last;
    wire ending = (dump_ready & offer) | (silent & shift & ~arriving);
    assign dump_valid = offer;
    assign dump_data = shifter;
    assign dump_last = last;

    always @(posedge clk) begin
        feed <= run;
        lagging <= number;
        if (start) begin
            active <= 1'b1;
            run <= 1'b1;
            silent <= quiet;
        end
        if (run) begin
            number <= number + 6'd1;
            if (&number) run <= 1'b0;
        end
        // The bit, held for a cycle; of the CRC 32 bits and then zeros.
        arriving <= feed;
        shift <= arriving;
        complete <= feed & (&lagging) & ~silent;
        full <= complete;
        zero <= lagging[5];
        held <= bit_in;
        if (last) held <= ~zero;
        if (shift & ~silent) begin
            shifter <= (shifter >> 1) | ({63'd0, bit_} << 63);
            if (feedback) begin
                crc <= (crc >> 1) ^ polynomial;
            end else begin
                crc <= (crc >> 1) | ({31'd0, last} << 31);
            end
        end
        if (full) offer <= 1'b1;
        if (dump_ready & offer) offer <= 1'b0;
        taken <= ending;
        if (ending) active <= 1'b0;
        if (rst) begin
            active <= 1'b0;
            taken <= 1'b0;
            run <= 1'b0;
            number <= 6'd0;
            feed <= 1'b0;
            arriving <= 1'b0;
            shift <= 1'b0;
            complete <= 1'b0;
            full <= 1'b0;
            offer <= 1'b0;
            crc <= ones;
        end
    end
endmodule

// Adds counts 16 bits at a time, least significant part first, and compares the sum with T.
module treetap_rap_nano_adder #(
    parameter [15:0] ones = 16'hffff
) (
    input  wire        clk,
    // operand; addend: the weight, or the count of a leaf
    input  wire [15:0] operand,
    input  wire [15:0] weight,
    input  wire        weigh,
    input  wire [15:0] own,
    input  wire        lift,
    // carry from part to part
    input  wire        chain,
    input  wire        increment,
    // the sum, a few cycles later
    input  wire        clear,
    input  wire        saturate,
    // comparison with the threshold
    input  wire [31:0] inverted,
    input  wire [1:0]  part,
    input  wire        exempt,
    // carry from part to part
    output wire        carry,
    // the sum, a few cycles later
    output wire [15:0] sum,
    // comparison with the threshold
    output wire        over
);
    reg [15:0] addends0 = 16'd0;
    reg [15:0] addends1 = 16'd0;
    reg [15:0] sums0 = 16'd0;
    reg [15:0] sums1 = 16'd0;
    reg [15:0] sums2 = 16'd0;
    reg carried = 1'b0;
    reg above = 1'b0;

    // Sum, with the carry of the part before.
    wire [17:0] total = (({2'd0, operand} << 1) | 18'd1) + (({2'd0, addends0} << 1) | {17'd0, carried});
    wire [15:0] low = total[16:1];
    assign carry = carried;
    assign sum = sums2;
    // sum > T is the carry of sum + ~T.
    wire [15:0] threshold = (part == 2'd1) ? inverted[31:16] : inverted[15:0];
    wire carry_in = (|part) & above;
    wire [17:0] difference = (({2'd0, sums0} << 1) | 18'd1) + (({2'd0, threshold} << 1) | {17'd0, carry_in});
    assign over = above;

    always @(posedge clk) begin
        // The queue of addends.
        addends0 <= addends1;
        if (weigh) addends0 <= weight;
        if (lift) begin
            addends1 <= own;
        end else begin
            addends1 <= 16'd0;
        end
        carried <= increment;
        if (chain) carried <= total[17];
        sums0 <= low;
        if (saturate) sums0 <= ones;
        if (clear) sums0 <= 16'd0;
        sums1 <= sums0;
        sums2 <= sums1;
        above <= difference[17] & ~exempt;
    end
endmodule

// Chooses the next bit of the dump, of the first threshold, or of a word in the scratch memory.
module treetap_rap_nano_source #(
    parameter [4:0] deepest = 5'd15,
    parameter [1:0] last_part = 2'd1
) (
    input  wire        clk,
    // what is being shifted
    input  wire        first_threshold,
    input  wire        header,
    input  wire        prefix,
    input  wire        own,
    input  wire [2:0]  word,
    // its bits, addressed and one cycle later at hand
    input  wire        fetching,
    input  wire [5:0]  place,
    input  wire [5:0]  index,
    // where they come from
    input  wire [15:0] memory,
    input  wire        threshold,
    input  wire [31:0] cfg_t0,
    input  wire [9:0]  live,
    input  wire [4:0]  depth,

    output wire [4:0]  address,
    output wire        bit_out
);
    reg [4:0] level = 5'd0;
    reg on_path = 1'b0;
    reg in_memory0 = 1'b0;
    reg in_memory1 = 1'b0;
    reg in_memory2 = 1'b0;
    reg in_memory3 = 1'b0;
    reg [1:0] group = 2'd0;
    reg hidden = 1'b0;
    reg in_narrow0 = 1'b0;
    reg in_narrow1 = 1'b0;
    reg in_narrow2 = 1'b0;
    reg in_narrow3 = 1'b0;
    reg [1:0] part = 2'd0;
    reg is_narrow = 1'b0;
    reg serial = 1'b0;
    reg in_live = 1'b0;
    reg is_serial = 1'b0;

    reg memory_bit;
    reg narrow_bit;

    assign address = level;
    wire [3:0] chosen = prefix ? (index[3:0] | 4'd14) : index[3:0];
    // The first threshold and the level are never wanted at the same place.
    wire [63:0] narrow = ({59'd0, depth} << 56) | {32'd0, cfg_t0};
    // Four candidates from the memory and four from elsewhere; one of them in the next cycle.
    wire [3:0] low_index = index[3:0];
    wire [3:0] quarter0 = memory[3:0];
    wire [15:0] narrow_part0 = narrow[15:0];
    wire [3:0] quarter1 = memory[7:4];
    wire [15:0] narrow_part1 = narrow[31:16];
    wire [3:0] quarter2 = memory[11:8];
    wire [15:0] narrow_part2 = narrow[47:32];
    wire [3:0] quarter3 = memory[15:12];
    wire [15:0] narrow_part3 = narrow[63:48];
    // The words 1 and 3 of the header.
    wire [15:0] nodes = {6'd0, live};
    wire of_live = word[1] & ~(|index[5:4]);
    always @* begin
        memory_bit = 1'b0;
        if (group == 2'd0) memory_bit = in_memory0;
        if (group == 2'd1) memory_bit = in_memory1;
        if (group == 2'd2) memory_bit = in_memory2;
        if (group == 2'd3) memory_bit = in_memory3;
    end
    always @* begin
        narrow_bit = 1'b0;
        if (part == 2'd0) narrow_bit = in_narrow0;
        if (part == 2'd1) narrow_bit = in_narrow1;
        if (part == 2'd2) narrow_bit = in_narrow2;
        if (part == 2'd3) narrow_bit = in_narrow3;
    end
    assign bit_out = is_serial ? (serial | in_live) : is_narrow ? narrow_bit : (memory_bit & ~hidden);

    always @(posedge clk) begin
        // The path: two bits a level, the deepest level of the key first, zeros below the node.
        if (fetching & place[0] & ~(&level)) level <= level - 5'd1;
        if (~prefix) level <= deepest;
        on_path <= level < depth;
        in_memory0 <= quarter0[chosen[1:0]];
        in_narrow0 <= narrow_part0[low_index];
        in_memory1 <= quarter1[chosen[1:0]];
        in_narrow1 <= narrow_part1[low_index];
        in_memory2 <= quarter2[chosen[1:0]];
        in_narrow2 <= narrow_part2[low_index];
        in_memory3 <= quarter3[chosen[1:0]];
        in_narrow3 <= narrow_part3[low_index];
        group <= chosen[3:2];
        part <= index[5:4];
        hidden <= prefix & ~on_path;
        is_narrow <= first_threshold | (own & (index[5:4] > last_part));
        in_live <= nodes[low_index] & of_live;
        serial <= threshold & ~word[1];
        is_serial <= header & word[0] & ~word[2];
    end
endmodule

// The digit of a key that decides two levels further down.
module treetap_rap_nano_digits #(
    parameter [6:0] spare_bits = 7'd4
) (
    input  wire [31:0] key,
    input  wire [4:0]  depth,
    output wire [1:0]  below
);
    wire [31:0] aligned = key << spare_bits;
    wire [3:0] place = ~depth[3:0];
    wire [4:0] high_place = ({1'd0, place} << 1) | 5'd1;
    wire [4:0] low_place = {1'd0, place} << 1;
    wire high = aligned[high_place];
    wire low = aligned[low_place];
    assign below = ({1'd0, high} << 1) | {1'd0, low};
endmodule

// The event under way, the path of its walk, and where the walk of the event on offer leaves that path.
module treetap_rap_nano_finger #(
    parameter [6:0] spare_bits = 7'd0,
    parameter [4:0] half0 = 5'd4,
    parameter [4:0] half1 = 5'd2,
    parameter [4:0] half2 = 5'd1,
    parameter [6:0] pair_bits0 = 7'd16,
    parameter [6:0] pair_bits1 = 7'd8,
    parameter [6:0] pair_bits2 = 7'd4,
    parameter [4:0] others0 = 5'd4,
    parameter [4:0] others1 = 5'd6,
    parameter [4:0] others2 = 5'd7
) (
    input  wire        clk,
    input  wire        rst,
    // the event on offer
    input  wire        offered,
    input  wire [31:0] offered_key,
    input  wire [15:0] offered_weight,
    // the event under way
    input  wire        count,
    input  wire        take,
    output wire [31:0] key,
    output wire [15:0] weight,
    // the path
    input  wire        keep,
    input  wire [4:0]  depth,
    input  wire [8:0]  node,
    // where the walk of the event on offer begins, its two digits
    input  wire        root,
    output wire        ready,
    output wire        soon,
    output wire [4:0]  level,
    output wire [8:0]  place,
    output wire [3:0]  pair
);
    reg [31:0] keys = 32'd0;
    reg [15:0] weights = 16'd0;
    reg first = 1'b0;
    reg second = 1'b0;
    reg third = 1'b0;
    reg fourth = 1'b0;
    reg [7:0] differing = 8'd0;
    reg [2:0] common = 3'd0;
    reg [2:0] start = 3'd0;
    reg [3:0] digits = 4'd0;

    reg [7:0] different;
    reg [7:0] rest;
    reg [2:0] shared;
    reg [31:0] aligned;

    assign key = keys;
    assign weight = weights;
    // How many pairs, before the first one that differs: half by half.
    wire [31:0] both = (offered_key ^ keys) << spare_bits;
    wire unlike0 = |both[3:0];
    wire unlike1 = |both[7:4];
    wire unlike2 = |both[11:8];
    wire unlike3 = |both[15:12];
    wire unlike4 = |both[19:16];
    wire unlike5 = |both[23:20];
    wire unlike6 = |both[27:24];
    wire unlike7 = |both[31:28];
    always @* begin
        different = 8'd0;
        different = different | ({7'd0, unlike0} << 0);
        different = different | ({7'd0, unlike1} << 1);
        different = different | ({7'd0, unlike2} << 2);
        different = different | ({7'd0, unlike3} << 3);
        different = different | ({7'd0, unlike4} << 4);
        different = different | ({7'd0, unlike5} << 5);
        different = different | ({7'd0, unlike6} << 6);
        different = different | ({7'd0, unlike7} << 7);
    end
    always @* begin
        rest = differing;
        shared = 3'd0;
        shared = shared << 1;
        if (~(|(rest >> others0))) begin
            shared = shared | 3'd1;
            rest = rest << half0;
        end
        shared = shared << 1;
        if (~(|(rest >> others1))) begin
            shared = shared | 3'd1;
            rest = rest << half1;
        end
        shared = shared << 1;
        if (~(|(rest >> others2))) begin
            shared = shared | 3'd1;
            rest = rest << half2;
        end
    end
    // The walk cannot begin deeper than the path has nodes.
    wire [4:0] deepest = depth >> 1;
    assign level = {2'd0, start} << 1;
    always @* begin
        aligned = offered_key << spare_bits;
        if (start[2]) aligned = aligned << pair_bits0;
        if (start[1]) aligned = aligned << pair_bits1;
        if (start[0]) aligned = aligned << pair_bits2;
    end
    assign pair = digits;
    wire stays = offered & ~rst;
    assign soon = stays & third;
    assign ready = fourth;

    treetap_rap_nano_fast_ram #(.WIDTH(9), .ADDR(5)) u_path (
        .clk(clk),
        .ra(level),
        .rd(place),
        .we(keep),
        .wa(depth),
        .wd(node)
    );

    always @(posedge clk) begin
        differing <= different;
        common <= shared;
        start <= common;
        if (deepest < {2'd0, common}) start <= deepest[2:0];
        digits <= aligned[31:28];
        if (root) digits <= 4'd0;
        first <= stays;
        second <= stays & first;
        third <= stays & second;
        fourth <= soon;
        if (take) keys <= offered_key;
        if (count) weights <= offered_weight;
    end
endmodule

// Serial range adaptive profiling engine, one level of the tree per cycle (docs/reference/rap-serial.md).
module treetap_rap_nano_engine #(
    parameter [4:0] minus_level = 5'd31,
    parameter [9:0] minus_live = 10'h3ff,
    parameter [4:0] unit_level = 5'd16,
    parameter [4:0] aw = 5'd9,
    parameter [1:0] last_part = 2'd1,
    parameter [1:0] before_looks = 2'd0,
    parameter [5:0] top_bit = 6'd31,
    parameter [3:0] walk_code = 4'd3,
    parameter [3:0] create_code = 4'd4,
    parameter [3:0] visit_code = 4'd5
) (
    input  wire        clk,
    input  wire        rst,
    // coalesced events, taken when their walk begins
    input  wire        ev_valid,
    output wire        ev_ready,
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
    output wire [31:0] stat_over,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active,
    output wire [3:0]  stat_stall,

    output wire        clearing
);
    localparam [4:0] State_Init = 5'd0;
    localparam [4:0] State_Thread = 5'd1;
    localparam [4:0] State_Root = 5'd2;
    localparam [4:0] State_Idle = 5'd3;
    localparam [4:0] State_Issue = 5'd4;
    localparam [4:0] State_Walk = 5'd5;
    localparam [4:0] State_Refuse = 5'd6;
    localparam [4:0] State_Finish = 5'd7;
    localparam [4:0] State_Done = 5'd8;
    localparam [4:0] State_Add = 5'd9;
    localparam [4:0] State_Compare = 5'd10;
    localparam [4:0] State_Decide = 5'd11;
    localparam [4:0] State_Fetch = 5'd12;
    localparam [4:0] State_Clear = 5'd13;
    localparam [4:0] State_Turn = 5'd14;
    localparam [4:0] State_Raise = 5'd15;
    localparam [4:0] State_Aim = 5'd16;
    localparam [4:0] State_Visit = 5'd17;
    localparam [4:0] State_Look = 5'd18;
    localparam [4:0] State_Pair = 5'd19;
    localparam [4:0] State_Fit = 5'd20;
    localparam [4:0] State_Absorb = 5'd21;
    localparam [4:0] State_Link = 5'd22;
    localparam [4:0] State_Push = 5'd23;
    localparam [4:0] State_Header = 5'd24;
    localparam [4:0] State_Prefix = 5'd25;
    localparam [4:0] State_Own = 5'd26;
    localparam [4:0] State_Scan = 5'd27;
    localparam [4:0] State_Up = 5'd28;
    localparam [4:0] State_Back = 5'd29;
    localparam [4:0] State_Tail = 5'd30;

    reg [4:0] state;
    reg [8:0] free = 9'd0;
    reg [4:0] depth = 5'd0;
    reg [9:0] live = 10'd0;
    reg [1:0] part = 2'd0;
    reg any_lost = 1'b0;
    reg half = 1'b0;
    reg finished = 1'b0;
    reg [1:0] next_digit = 2'd0;
    reg [1:0] second_digit = 2'd0;
    reg settled = 1'b0;
    reg refused = 1'b0;
    reg in_scratch = 1'b0;
    reg pumping = 1'b0;
    reg unit = 1'b0;
    reg wiping = 1'b0;
    reg holding = 1'b0;
    reg visiting = 1'b0;
    reg exceeded = 1'b0;
    reg by_command = 1'b0;
    reg taken = 1'b0;
    reg fresh = 1'b0;
    reg open = 1'b0;
    reg calm = 1'b0;
    reg away = 1'b0;
    reg rising = 1'b0;

    reg [1:0] own_part;
    reg stop;
    reg put;
    reg write;
    reg add;
    reg rest;
    reg tries;
    reg sending;
    reg merge_taken;
    reg issue;
    reg finish;
    reg cursor_follow;
    reg cursor_grow;
    reg cursor_visit;
    reg cursor_link;
    wire [8:0] cursor_node;
    wire [1:0] cursor_digit;
    wire [8:0] cursor_base;
    wire cursor_present;
    wire [8:0] cursor_child;
    wire [15:0] counts_data;
    reg counts_clear;
    reg limit_load;
    reg limit_step;
    wire limit_follows;
    wire limit_due;
    wire limit_busy;
    wire limit_serial_out;
    wire [31:0] limit_inverted;
    reg hand_grant;
    reg hand_created;
    wire hand_rested;
    wire hand_owing;
    reg hand_begin;
    reg hand_advance;
    wire [8:0] hand_slot;
    wire hand_light;
    wire hand_pending;
    wire hand_fits;
    wire hand_going;
    wire hand_awake;
    reg [2:0] ledger_word;
    reg ledger_next_word;
    wire [2:0] ledger_selected;
    wire ledger_fetch;
    wire ledger_first;
    wire ledger_tally;
    wire ledger_adding;
    wire ledger_saturate;
    wire ledger_refused;
    wire [15:0] ledger_data;
    reg ledger_push;
    wire ledger_idle;
    reg pump_start;
    reg pump_quiet;
    wire pump_busy;
    wire pump_done;
    wire pump_first;
    wire pump_fetching;
    wire [5:0] pump_place;
    wire [5:0] pump_index;
    wire pump_first_bit;
    wire pump_bit_out;
    reg adder_weigh;
    reg adder_clear;
    wire adder_carry;
    wire [15:0] adder_sum;
    wire adder_over;
    wire [4:0] source_address;
    wire source_bit_out;
    wire [1:0] digits_below;
    wire [31:0] finger_key;
    wire [15:0] finger_weight;
    wire finger_ready;
    wire finger_soon;
    wire [4:0] finger_level;
    wire [8:0] finger_place;
    wire [3:0] finger_pair;

    // What the memories say.
    wire full = live[aw[3:0]];
    wire wait_ = ledger_fetch | ledger_adding | limit_follows;
    wire [1:0] digit_below = fresh ? second_digit : next_digit;
    wire last_slot = &cursor_digit;
    wire last_add = (part + 2'd1) == last_part;
    wire last_look = part[1];
    wire look_before_last = part[0];
    wire hand_creating = state == State_Decide;
    // An event begins: it is counted, and its walk begins unless the hand has visits to make before.
    wire counted = (state == State_Decide) & ~adder_over;
    // An event under way is idle for one cycle, when its visits have been made.
    wire count = (counted & open) | ((state == State_Idle) & finger_ready & ~hand_rested);
    wire take = (counted & calm) | ((state == State_Idle) & (calm | hand_rested));
    wire [9:0] live_step = (state == State_Push) ? minus_live : 10'd1;
    wire [9:0] census = live + live_step;
    // Which word comes by the state alone: n, unless the verdict says otherwise.
    wire ledger_select = (state == State_Idle) | (state == State_Decide) | (state == State_Refuse) | (state
            == State_Fetch);
    wire ledger_start = add | count;
    wire hand_forget = taken & ~hand_awake;
    // An event that is lost before its walk is taken, too.
    wire drop = (state == State_Turn) & refused;
    assign ev_ready = taken;
    wire finger_offered = ev_valid & ~taken;
    wire finger_root = state == State_Header;
    wire finger_take = take | drop;
    wire finger_keep = (state == State_Walk) | (state == State_Root);
    // Flags, as sums of what sets and clears them: a clock enable would come after all of these states.
    wire command = (state == State_Idle) & cmd_valid & ~ev_valid;
    wire ended = (state == State_Tail) & pump_done;
    wire hand_step = (state == State_Visit) | tries;
    wire hand_lose = state == State_Push;
    wire hand_fresh = (state == State_Clear) | (state == State_Root);
    wire hand_clear = state == State_Init;
    wire rise = rising | (state == State_Up);
    wire cursor_leap = rise | (away & ~(state == State_Fetch));
    wire cursor_pick = state == State_Issue;
    // The digit beside: the first one of a slot that is new or absorbed, then the next one.
    wire first = (state == State_Thread) | (state == State_Fetch) | (state == State_Absorb);
    wire following = (state == State_Root) | (state == State_Clear) | (state == State_Scan) | (state
            == State_Back);
    wire [1:0] beside = first ? 2'd0 : (cursor_digit + {1'd0, following});
    // A level up, or down, which the pointer decides, last.
    wire [4:0] level_step = (state == State_Up) ? minus_level : 5'd0;
    wire counts_keep = (state == State_Decide) | (state == State_Pair);
    // Sums.
    wire read_word = state == State_Header;
    wire [15:0] operand = in_scratch ? ledger_data : counts_data;
    wire adder_lift = state == State_Look;
    // What a total that is full carries out is nobody's.
    wire adder_chain = (ledger_adding & ~ledger_saturate) | stop | (state == State_Pair) | (state
            == State_Add);
    wire adder_increment = ledger_first & ledger_tally;
    wire adder_saturate = ledger_adding & ledger_saturate;
    // Dump: bit by bit, from the place it has.
    wire pump_last = state == State_Tail;
    always @* begin
        // Requests, off unless a state makes them.
        own_part = 2'd0;
        stop = 1'b0;
        cursor_link = 1'b0;
        cursor_follow = 1'b0;
        cursor_grow = 1'b0;
        cursor_visit = 1'b0;
        put = 1'b0;
        write = 1'b0;
        counts_clear = 1'b0;
        ledger_push = 1'b0;
        ledger_word = 3'd0;
        ledger_next_word = 1'b0;
        add = 1'b0;
        limit_step = 1'b0;
        hand_grant = 1'b0;
        hand_created = 1'b0;
        hand_begin = 1'b0;
        hand_advance = 1'b0;
        rest = 1'b0;
        tries = 1'b0;
        sending = 1'b0;
        pump_start = 1'b0;
        pump_quiet = 1'b0;
        limit_load = wiping & pump_first_bit;
        merge_taken = 1'b0;
        issue = 1'b0;
        adder_clear = 1'b0;
        adder_weigh = 1'b0;
        finish = 1'b0;
        cmd_ready = 1'b0;
        case (state)
            State_Init: begin
                pump_start = 1'b1;
                pump_quiet = 1'b1;
            end
            State_Thread: begin
                // Thread the free list through slot 0 of every
                // node, wherever it begins, and no node is in use.
                adder_clear = 1'b1;
                write = 1'b1;
                cursor_grow = 1'b1;
            end
            State_Root: begin
                // The root, which follows the last node as the free list ends, has no children and no count.
                adder_clear = 1'b1;
                write = 1'b1;
                counts_clear = 1'b1;
            end
            State_Idle: adder_weigh = 1'b1;
            State_Issue: begin
                adder_weigh = 1'b1;
                issue = 1'b1;
            end
            State_Walk: begin
                adder_weigh = cursor_present | wait_;
                cursor_follow = 1'b1;
                issue = cursor_present;
                stop = ~cursor_present & ~wait_;
                own_part = {1'd0, stop};
            end
            State_Refuse: begin
                add = 1'b1;
                ledger_word = 3'd2;
            end
            State_Finish: finish = settled;
            State_Done: cmd_ready = by_command;
            State_Add: begin
                own_part = part + 2'd2;
                // That n is full comes out at the end of the walk, or one cycle later.
                if (~refused) begin
                    if (1'b0 & visiting) begin
                        // The verdict comes while the slots that follow are visited.
                        tries = 1'b1;
                        hand_advance = 1'b1;
                    end
                end
            end
            State_Compare: adder_clear = 1'b1;
            State_Decide: begin
                adder_clear = 1'b1;
                if (adder_over) ledger_word = 3'd5;
                if (~adder_over | full) begin
                    // R5a: it fits; or R15 H3: it has to, as no node is left.
                    put = 1'b1;
                    merge_taken = limit_due;
                    if (adder_over) begin
                        add = 1'b1;
                    end else begin
                        finish = 1'b1;
                    end
                end else begin
                    // R5c: a new child takes the place of the node.
                    cursor_link = 1'b1;
                    write = 1'b1;
                end
            end
            State_Fetch: begin
                // Its slot 0 holds the next free node.
                hand_created = 1'b1;
                cursor_grow = 1'b1;
                adder_clear = 1'b1;
                add = 1'b1;
                ledger_word = 3'd4;
            end
            State_Clear: begin
                adder_clear = ~ledger_adding;
                write = 1'b1;
                counts_clear = 1'b1;
            end
            State_Turn: begin
                // R15 H1, when n and T are what the event makes them, unless it is lost.
                if (~refused) begin
                    if (settled) begin
                        hand_grant = 1'b1;
                        if (~hand_going) begin
                            limit_step = 1'b1;
                            hand_begin = 1'b1;
                        end
                    end
                end
            end
            State_Raise: ;
            State_Aim: ;
            State_Visit: begin
                // R15 H2. A slot without a leaf costs a cycle.
                cursor_visit = 1'b1;
                if (hand_owing) begin
                    if (~hand_light) hand_advance = 1'b1;
                end else if (~hand_pending) begin
                    rest = 1'b1;
                end
            end
            State_Look: begin
                if (~last_look) own_part = part - before_looks;
            end
            State_Pair: begin
                own_part = 2'd1;
                // The verdict comes while the slots that follow are visited.
                tries = 1'b1;
                hand_advance = 1'b1;
            end
            State_Fit: ;
            State_Absorb: cursor_visit = 1'b1;
            State_Link: write = 1'b1;
            State_Push: write = 1'b1;
            State_Header: begin
                // To the root, which is the first node of every path.
                sending = 1'b1;
                if (ledger_selected == 3'd1) limit_load = pump_first;
                if (pump_done) ledger_next_word = 1'b1;
            end
            State_Prefix: sending = 1'b1;
            State_Own: begin
                sending = 1'b1;
                own_part = pump_place[5:4];
            end
            State_Scan: begin
                // The stack entry is written in any case: what lies deeper than this node is free.
                ledger_push = 1'b1;
                // Up after the last slot, unless the pointer at hand leads down, which decides last.
                cursor_follow = 1'b1;
            end
            State_Up: ;
            State_Back: ;
            default /* State_Tail */: sending = 1'b1;
        endcase
        // A leaf fits: the sum is here, and its parent was kept.
        if (hand_fits) put = 1'b1;
        if (merge_taken) hand_begin = 1'b1;
        if (ledger_fetch) adder_weigh = ledger_first & ~ledger_tally;
        if (pumping & ~pump_busy & ~pump_done) pump_start = 1'b1;
    end
    wire source_header = state == State_Header;
    wire source_prefix = state == State_Prefix;
    wire source_own = state == State_Own;
    wire limit_rotate = state == State_Header;
    wire limit_sample = state == State_Init;
    assign stat_t = ~limit_inverted;
    assign stat_live = live;
    assign stat_lost_flag = any_lost;
    // n is what it is in the cycle after an event; else parts of it may be in other places.
    wire near = half | (finished & stat_n[top_bit[4:0]]);
    assign stat_near_full = near;
    assign stat_event = finish;
    assign stat_active = holding | count;
    assign clearing = wiping;
    assign stat_stall = visiting ? visit_code : ((state == State_Fetch) | (state == State_Clear))
            ? create_code : walk_code;

    treetap_rap_nano_cursor #(.aw(5'd9)) u_cursor (
        .clk(clk),
        .follow(cursor_follow),
        .leap(cursor_leap),
        .rise(rise),
        .grow(cursor_grow),
        .visit(cursor_visit),
        .slot(hand_slot),
        .place(finger_place),
        .place_digit(finger_pair[3:2]),
        .free(free),
        .child_digit(digit_below),
        .pick(cursor_pick),
        .digit_next(beside),
        .write(write),
        .link(cursor_link),
        .node(cursor_node),
        .digit(cursor_digit),
        .base(cursor_base),
        .present(cursor_present),
        .child(cursor_child)
    );

    treetap_rap_nano_counts #(.part_bits(2'd1), .part_mask(2'd1)) u_counts (
        .clk(clk),
        .read_node(cursor_base),
        .read_part(own_part),
        .data(counts_data),
        .node(cursor_node),
        .keep(counts_keep),
        .kept(visiting),
        .sum(adder_sum),
        .put(put),
        .clear(counts_clear),
        .digit(cursor_digit)
    );

    treetap_rap_nano_limit u_limit (
        .clk(clk),
        .rst(rst),
        .sample(limit_sample),
        .cfg_m(cfg_eps_m),
        .cfg_s(cfg_eps_s),
        .load(limit_load),
        .rotate(limit_rotate),
        .serial_in(pump_bit_out),
        .step(limit_step),
        .far(exceeded),
        .count(count),
        .counted(ledger_idle),
        .refused(ledger_refused),
        .n(stat_n),
        .weight(finger_weight),
        .follows(limit_follows),
        .due(limit_due),
        .taken(merge_taken),
        .busy(limit_busy),
        .serial_out(limit_serial_out),
        .inverted(limit_inverted)
    );

    treetap_rap_nano_hand #(.cap_bits(5'd8), .for_weight(10'h100), .for_create(10'd8), .aw(5'd9),
            .gb_bit(6'd10), .reserve_bits(5'd4), .reserve_mask(10'd15), .nearly_all(10'd31),
            .far_back(10'h3fc)) u_hand (
        .clk(clk),
        .rst(rst),
        .clear(hand_clear),
        .live(live),
        .weight(finger_weight),
        .grant(hand_grant),
        .creating(hand_creating),
        .created(hand_created),
        .forget(hand_forget),
        .rest(rest),
        .rested(hand_rested),
        .owing(hand_owing),
        .begin_(hand_begin),
        .merge(merge_taken),
        .step(hand_step),
        .advance(hand_advance),
        .slot(hand_slot),
        .light(hand_light),
        .base(cursor_base),
        .node(cursor_node),
        .write(write),
        .lose(hand_lose),
        .fresh(hand_fresh),
        .tries(tries),
        .over(adder_over),
        .pending(hand_pending),
        .fits(hand_fits),
        .going(hand_going),
        .awake(hand_awake)
    );

    treetap_rap_nano_ledger #(.parts(2'd1), .tally_parts(2'd1), .upper_part(6'd16)) u_ledger (
        .clk(clk),
        .rst(rst),
        .start(ledger_start),
        .select(ledger_select),
        .word(ledger_word),
        .next_word(ledger_next_word),
        .selected(ledger_selected),
        .fetch(ledger_fetch),
        .first(ledger_first),
        .tally(ledger_tally),
        .adding(ledger_adding),
        .overflow(adder_carry),
        .saturate(ledger_saturate),
        .refused(ledger_refused),
        .sum(adder_sum),
        .wipe(wiping),
        .read_word(read_word),
        .place(pump_place),
        .stack_read(source_address),
        .data(ledger_data),
        .stack_write(depth),
        .digit(cursor_digit),
        .push(ledger_push),
        .idle(ledger_idle),
        .n(stat_n),
        .lost(stat_lost),
        .creates(stat_creates),
        .over(stat_over)
    );

    treetap_rap_nano_dump_pump #(.polynomial(32'hedb88320), .ones(32'hffffffff)) u_pump (
        .clk(clk),
        .rst(rst),
        .start(pump_start),
        .quiet(pump_quiet),
        .last(pump_last),
        .busy(pump_busy),
        .done(pump_done),
        .first(pump_first),
        .fetching(pump_fetching),
        .place(pump_place),
        .index(pump_index),
        .bit_in(source_bit_out),
        .first_bit(pump_first_bit),
        .bit_out(pump_bit_out),
        .dump_valid(dump_valid),
        .dump_ready(dump_ready),
        .dump_data(dump_data),
        .dump_last(dump_last)
    );

    treetap_rap_nano_adder #(.ones(16'hffff)) u_adder (
        .clk(clk),
        .operand(operand),
        .weight(finger_weight),
        .weigh(adder_weigh),
        .own(counts_data),
        .lift(adder_lift),
        .chain(adder_chain),
        .increment(adder_increment),
        .clear(adder_clear),
        .saturate(adder_saturate),
        .inverted(limit_inverted),
        .part(part),
        .exempt(unit),
        .carry(adder_carry),
        .sum(adder_sum),
        .over(adder_over)
    );

    treetap_rap_nano_source #(.deepest(5'd15), .last_part(2'd1)) u_source (
        .clk(clk),
        .first_threshold(wiping),
        .header(source_header),
        .prefix(source_prefix),
        .own(source_own),
        .word(ledger_selected),
        .fetching(pump_fetching),
        .place(pump_place),
        .index(pump_index),
        .memory(operand),
        .threshold(limit_serial_out),
        .cfg_t0(cfg_t0),
        .live(live),
        .depth(depth),
        .address(source_address),
        .bit_out(source_bit_out)
    );

    treetap_rap_nano_digits #(.spare_bits(7'd4)) u_digits (
        .key(finger_key),
        .depth(depth),
        .below(digits_below)
    );

    treetap_rap_nano_finger #(.spare_bits(7'd0), .half0(5'd4), .half1(5'd2), .half2(5'd1), .pair_bits0(7'd16),
            .pair_bits1(7'd8), .pair_bits2(7'd4), .others0(5'd4), .others1(5'd6), .others2(5'd7)) u_finger (
        .clk(clk),
        .rst(rst),
        .offered(finger_offered),
        .offered_key(ev_key),
        .offered_weight(ev_weight),
        .count(count),
        .take(finger_take),
        .key(finger_key),
        .weight(finger_weight),
        .keep(finger_keep),
        .depth(depth),
        .node(cursor_node),
        .root(finger_root),
        .ready(finger_ready),
        .soon(finger_soon),
        .level(finger_level),
        .place(finger_place),
        .pair(finger_pair)
    );

    always @(posedge clk) begin
        settled <= ledger_idle & ~limit_follows & ~(state == State_Idle) & ~(state == State_Refuse) & ~(state
                == State_Decide);
        refused <= ledger_refused;
        unit <= (depth == unit_level) & ~visiting;
        part <= 2'd0;
        // What may come before the next event is known before the verdict:
        // `open`, no merge point; `calm`, nor visits. They are a cycle late, and
        // nothing that they say changes in the last cycles before a verdict.
        open <= finger_soon & ~limit_due;
        calm <= finger_soon & ~limit_due & ~hand_awake;
        case (state)
            State_Init: state <= State_Thread;
            State_Thread: begin
                free <= census[8:0];
                live <= census;
                if (full) state <= State_Root;
            end
            State_Root: begin
                if (last_slot & ~pump_busy) state <= State_Done;
            end
            State_Idle: begin
                if (cmd_valid & ~ev_valid) begin
                    if (cmd_op[0]) begin
                        state <= State_Header;
                    end else begin
                        state <= State_Init;
                    end
                end
                if (finger_ready) begin
                    state <= State_Turn;
                    if (calm | hand_rested) state <= State_Walk;
                end
            end
            State_Issue: state <= State_Walk;
            State_Walk: begin
                if (refused) begin
                    state <= State_Refuse;
                end else if (stop) begin
                    state <= State_Add;
                end
            end
            State_Refuse: state <= State_Finish;
            State_Finish: begin
                if (settled) state <= State_Idle;
            end
            State_Done: state <= State_Idle;
            State_Add: begin
                part <= part + 2'd1;
                // That n is full comes out at the end of the walk, or one cycle later.
                if (refused) begin
                    state <= State_Refuse;
                end else if (1'b0 & visiting) begin
                    state <= State_Visit;
                end else if (last_add) begin
                    state <= State_Compare;
                end
            end
            State_Compare: state <= State_Decide;
            State_Decide: begin
                if (~adder_over | full) begin
                    if (adder_over) begin
                        state <= State_Finish;
                    end else begin
                        state <= State_Idle;
                        if (open) begin
                            state <= State_Turn;
                            if (calm) state <= State_Walk;
                        end
                    end
                end else begin
                    live <= census;
                    state <= State_Fetch;
                end
            end
            State_Fetch: state <= State_Clear;
            State_Clear: begin
                if (~(|cursor_digit)) free <= cursor_child;
                if (last_slot) state <= State_Issue;
            end
            State_Turn: begin
                // R15 H1, when n and T are what the event makes them, unless it is lost.
                if (refused) begin
                    state <= State_Refuse;
                end else if (settled) begin
                    state <= State_Aim;
                    if (~hand_going) state <= State_Raise;
                end
            end
            State_Raise: begin
                if (~limit_busy) state <= State_Visit;
            end
            State_Aim: state <= State_Visit;
            State_Visit: begin
                part <= last_part;
                if (hand_owing) begin
                    if (hand_light) state <= State_Look;
                end else if (~hand_pending) begin
                    state <= State_Idle;
                end
                if (hand_fits) state <= State_Fit;
            end
            State_Look: begin
                // The parts of its count are read, and the first one
                // of its parent's; unless the eye was a slot too far.
                part <= part + 2'd1;
                if (~hand_owing) begin
                    state <= State_Visit;
                end else if (last_look) begin
                    state <= State_Pair;
                end
                if (hand_fits) state <= State_Fit;
            end
            State_Pair: state <= State_Visit;
            State_Fit: state <= State_Absorb;
            State_Absorb: state <= State_Link;
            State_Link: state <= State_Push;
            State_Push: begin
                free <= cursor_child;
                live <= census;
                state <= State_Visit;
            end
            State_Header: begin
                if (pump_done) begin
                    if (ledger_selected == 3'd5) state <= State_Prefix;
                end
            end
            State_Prefix: begin
                if (pump_done) state <= State_Own;
            end
            State_Own: begin
                if (pump_done) state <= State_Scan;
            end
            State_Scan: begin
                if (cursor_present) begin
                    state <= State_Prefix;
                end else if (last_slot) begin
                    state <= State_Up;
                    if (~(|depth)) state <= State_Tail;
                end
            end
            State_Up: state <= State_Back;
            State_Back: begin
                state <= State_Scan;
                if (last_slot) begin
                    state <= State_Up;
                    if (~(|depth)) state <= State_Tail;
                end
            end
            default /* State_Tail */: begin
                if (pump_done) begin
                    if (cmd_op[1]) begin
                        state <= State_Init;
                    end else begin
                        state <= State_Done;
                    end
                end
            end
        endcase
        // The offer goes a cycle later, which keeps the verdict away from whoever makes it.
        taken <= take | drop;
        by_command <= (by_command | (command & ~cmd_op[0]) | ended) & ~(state == State_Done);
        wiping <= (state == State_Init) | (wiping & ~((state == State_Root) & last_slot & ~pump_busy));
        any_lost <= (any_lost | (state == State_Refuse)) & ~(state == State_Init);
        visiting <= (visiting | (state == State_Turn)) & ~(state == State_Idle);
        // Weight has been counted over T since T last rose.
        exceeded <= (exceeded | ((state == State_Decide) & adder_over & full)) & ~((state == State_Raise)
                & ~limit_busy) & ~(state == State_Init);
        // The next level of the walk; a node that a dump or the hand goes to begins with its first slot.
        rising <= (state == State_Absorb) | ((state == State_Look) & look_before_last & hand_owing);
        // To its parent; or, while nothing is under way, to
        // where the walk of the next event or a dump begins.
        away <= (away | (state == State_Compare) | (state == State_Finish) | (state == State_Done) | rest)
                & ~(take | (state == State_Init) | (state == State_Turn) | (state == State_Fetch) | (state
                == State_Prefix));
        if ((state == State_Turn) | (state == State_Header)) next_digit <= 2'd0;
        if (issue) next_digit <= digits_below;
        // Below where the walk begins the digit is the second of the
        // pair; a mux before the register would be one too many.
        if (take) second_digit <= finger_pair[1:0];
        fresh <= take | (fresh & ~issue & ~(state == State_Turn) & ~(state == State_Header));
        depth <= depth + level_step;
        if (issue | ((state == State_Scan) & cursor_present)) depth <= depth + 5'd1;
        if (take) depth <= finger_level;
        // To the root; an absorbed node may be the last one of the path, and such walks are rare.
        if ((state == State_Init) | (state == State_Refuse) | (state == State_Link) | (state == State_Header)
                | (state == State_Tail)) depth <= 5'd0;
        in_scratch <= ledger_fetch | read_word | (state == State_Prefix);
        pumping <= sending & ~pump_done;
        holding <= (holding & ~finish) | count;
        // Statistics.
        if ((state == State_Init) | (state == State_Root)) begin
            free <= 9'd1;
            live <= 10'd1;
        end
        finished <= finish;
        half <= near & ~wiping;
        if (rst) begin
            state <= State_Init;
            by_command <= 1'b0;
            visiting <= 1'b0;
            holding <= 1'b0;
            pumping <= 1'b0;
            taken <= 1'b0;
            half <= 1'b0;
            finished <= 1'b0;
            wiping <= 1'b1;
        end
    end
endmodule

// Range adaptive profiler: counts events over ranges of their key that adapt to where the counts are.
// Results depend on the order of events and commands, never on timing. docs/reference/rap.md has the rules.
module treetap_rap_nano (
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
    // the profile: n, T, lost, live, creates, over, two words per node in pre-order, CRC-32
    output wire        dump_valid,
    input  wire        dump_ready,
    output wire [63:0] dump_data,
    output wire        dump_last,
    // configuration, sampled at reset and by a reset command; cfg_weight_max: largest weight of an entry
    input  wire [15:0] cfg_weight_max,
    input  wire [31:0] cfg_t0,
    input  wire [2:0]  cfg_eps_m,
    input  wire [5:0]  cfg_eps_s,
    // statistics and status
    output wire [3:0]  stat_stall,
    output wire [31:0] stat_zero_weight,
    output wire [31:0] stat_n,
    output wire [31:0] stat_t,
    output wire [31:0] stat_lost,
    output wire [9:0]  stat_live,
    output wire [31:0] stat_creates,
    output wire [31:0] stat_over,
    output wire        stat_lost_flag,
    output wire        stat_near_full,
    output wire        stat_event,
    output wire        stat_active
);
    wire front_valid;
    wire flush_valid;
    wire engine_cmd_valid;
    wire front_ready;
    wire flush_ready;
    wire walk_valid;
    wire [31:0] walk_key;
    wire [15:0] walk_weight;
    wire walk_ready;
    wire engine_cmd_ready;
    wire [3:0] engine_stall;
    wire engine_clearing;

    treetap_rap_nano_order #(.clear_code(4'd1), .command_code(4'd2), .queue_code(4'd7)) u_order (
        .clk(clk),
        .rst(rst),
        .ev_valid(ev_valid),
        .ev_ready(ev_ready),
        .cmd_valid(cmd_valid),
        .cmd_ready(cmd_ready),
        .cmd_op(cmd_op),
        .front_valid(front_valid),
        .front_ready(front_ready),
        .flush_valid(flush_valid),
        .flush_ready(flush_ready),
        .queue_waiting(1'b0),
        .engine_cmd_valid(engine_cmd_valid),
        .engine_cmd_ready(engine_cmd_ready),
        .engine_ready(walk_ready),
        .engine_stall(engine_stall),
        .engine_clearing(engine_clearing),
        .stat_stall(stat_stall)
    );

    treetap_rap_nano_coalescer #(.e(8'd8)) u_coalescer (
        .clk(clk),
        .rst(rst),
        .ev_valid(front_valid),
        .ev_ready(front_ready),
        .ev_key(ev_key),
        .ev_weight(ev_weight),
        .flush_valid(flush_valid),
        .flush_ready(flush_ready),
        .flush_op(cmd_op),
        .cfg_weight_max(cfg_weight_max),
        .out_valid(walk_valid),
        .out_ready(walk_ready),
        .out_key(walk_key),
        .out_weight(walk_weight),
        .stat_zero_weight(stat_zero_weight)
    );

    treetap_rap_nano_engine #(.minus_level(5'd31), .minus_live(10'h3ff), .unit_level(5'd16), .aw(5'd9),
            .last_part(2'd1), .before_looks(2'd0), .top_bit(6'd31), .walk_code(4'd3), .create_code(4'd4),
            .visit_code(4'd5)) u_engine (
        .clk(clk),
        .rst(rst),
        .ev_valid(walk_valid),
        .ev_ready(walk_ready),
        .ev_key(walk_key),
        .ev_weight(walk_weight),
        .cmd_valid(engine_cmd_valid),
        .cmd_ready(engine_cmd_ready),
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
        .stat_over(stat_over),
        .stat_lost_flag(stat_lost_flag),
        .stat_near_full(stat_near_full),
        .stat_event(stat_event),
        .stat_active(stat_active),
        .stat_stall(engine_stall),
        .clearing(engine_clearing)
    );
endmodule

`default_nettype wire

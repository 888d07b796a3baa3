// Of the proofs of an engine alone: stream rules. An offer of an event or of a command stays until it is taken, and a
// reset comes at first. The proof has the signals of the engine.
reg              ev_held = 0, cmd_held = 0;
reg [`KEY-1:0]   held_key = 0;
reg [1:0]        held_op = 0;
always @(posedge clk) begin
    ev_held <= ev_valid & ~ev_ready & ~rst;
    held_key <= ev_key;
    cmd_held <= cmd_valid & ~cmd_ready & ~rst;
    held_op <= cmd_op;
end
`ifndef BARE
initial assume (rst);
`endif
always @* begin
    if (ev_held) assume (ev_valid && ev_key == held_key);
    if (cmd_held) assume (cmd_valid && cmd_op == held_op);
end

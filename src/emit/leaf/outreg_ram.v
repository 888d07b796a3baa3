// Block RAM with an output register, one read and one write port: rd is the word at ra of two cycles before.
// Reading an address at the edge that writes it is undefined: simulations return the inverted new word, so that a
// design that relies on it is found out; synthesis adds no logic for it. No initial contents.
// Define TREETAP_ECP5 to get ECP5 primitives with the register inside (REGMODE OUTREG), which is three times as fast
// as a flip-flop behind the RAM and which Yosys does not infer. Otherwise: inferred block RAM and flip-flops.
module @NAME@ #(
    parameter WIDTH = 8,
    parameter ADDR  = 4
) (
    input  wire             clk,
    input  wire [ADDR-1:0]  ra,
    output wire [WIDTH-1:0] rd,
    input  wire             we,
    input  wire [ADDR-1:0]  wa,
    input  wire [WIDTH-1:0] wd
);
`ifdef TREETAP_ECP5
    // At this depth a primitive is WIDE bits wide, and the word's address begins at its address bit LOW.
    localparam WIDE  = ADDR <= 9 ? 36 : ADDR == 10 ? 18 : ADDR == 11 ? 9 : ADDR == 12 ? 4 : ADDR == 13 ? 2 : 1;
    localparam LOW   = ADDR <= 9 ? 5 : 14 - ADDR;
    localparam COUNT = (WIDTH + WIDE - 1) / WIDE;

    wire [ADDR+13:0]       wide_ra = {14'd0, ra};
    wire [ADDR+13:0]       wide_wa = {14'd0, wa};
    wire [COUNT*WIDE+35:0] wide_wd = {{COUNT*WIDE+36-WIDTH{1'b0}}, wd};
    wire [COUNT*WIDE-1:0]  wide_rd;
    wire [13:0]            r       = wide_ra[13:0] << LOW;
    // The two lowest address bits of an 18-bit write port are byte enables.
    wire [13:0]            w       = wide_wa[13:0] << LOW | (WIDE == 18 ? 14'd3 : 14'd0);

    assign rd = wide_rd[WIDTH-1:0];

    genvar i;
    generate
        for (i = 0; i < COUNT; i = i + 1) begin : part
            wire [35:0] d = wide_wd[i*WIDE +: 36] & (36'hfffffffff >> (36 - WIDE));
            wire [35:0] q;
            assign wide_rd[i*WIDE +: WIDE] = q[WIDE-1:0];
            if (WIDE == 36) begin : wide
                PDPW16KD #(
                    .DATA_WIDTH_W(36), .DATA_WIDTH_R(36), .REGMODE("OUTREG"), .GSR("DISABLED")
                ) ram (
                    .CLKW(clk), .CEW(we), .BE0(1'b1), .BE1(1'b1), .BE2(1'b1), .BE3(1'b1),
                    .CSW0(1'b0), .CSW1(1'b0), .CSW2(1'b0),
                    .ADW0(w[5]), .ADW1(w[6]), .ADW2(w[7]), .ADW3(w[8]), .ADW4(w[9]), .ADW5(w[10]),
                    .ADW6(w[11]), .ADW7(w[12]), .ADW8(w[13]),
                    .DI0(d[0]), .DI1(d[1]), .DI2(d[2]), .DI3(d[3]), .DI4(d[4]), .DI5(d[5]),
                    .DI6(d[6]), .DI7(d[7]), .DI8(d[8]), .DI9(d[9]), .DI10(d[10]), .DI11(d[11]),
                    .DI12(d[12]), .DI13(d[13]), .DI14(d[14]), .DI15(d[15]), .DI16(d[16]), .DI17(d[17]),
                    .DI18(d[18]), .DI19(d[19]), .DI20(d[20]), .DI21(d[21]), .DI22(d[22]), .DI23(d[23]),
                    .DI24(d[24]), .DI25(d[25]), .DI26(d[26]), .DI27(d[27]), .DI28(d[28]), .DI29(d[29]),
                    .DI30(d[30]), .DI31(d[31]), .DI32(d[32]), .DI33(d[33]), .DI34(d[34]), .DI35(d[35]),
                    .CLKR(clk), .CER(1'b1), .OCER(1'b1), .RST(1'b0),
                    .CSR0(1'b0), .CSR1(1'b0), .CSR2(1'b0),
                    .ADR0(r[0]), .ADR1(r[1]), .ADR2(r[2]), .ADR3(r[3]), .ADR4(r[4]), .ADR5(r[5]),
                    .ADR6(r[6]), .ADR7(r[7]), .ADR8(r[8]), .ADR9(r[9]), .ADR10(r[10]), .ADR11(r[11]),
                    .ADR12(r[12]), .ADR13(r[13]),
                    .DO0(q[0]), .DO1(q[1]), .DO2(q[2]), .DO3(q[3]), .DO4(q[4]), .DO5(q[5]),
                    .DO6(q[6]), .DO7(q[7]), .DO8(q[8]), .DO9(q[9]), .DO10(q[10]), .DO11(q[11]),
                    .DO12(q[12]), .DO13(q[13]), .DO14(q[14]), .DO15(q[15]), .DO16(q[16]), .DO17(q[17]),
                    .DO18(q[18]), .DO19(q[19]), .DO20(q[20]), .DO21(q[21]), .DO22(q[22]), .DO23(q[23]),
                    .DO24(q[24]), .DO25(q[25]), .DO26(q[26]), .DO27(q[27]), .DO28(q[28]), .DO29(q[29]),
                    .DO30(q[30]), .DO31(q[31]), .DO32(q[32]), .DO33(q[33]), .DO34(q[34]), .DO35(q[35])
                );
            end else begin : narrow
                assign q[35:18] = 18'd0;
                DP16KD #(
                    .DATA_WIDTH_A(WIDE), .DATA_WIDTH_B(WIDE), .REGMODE_A("NOREG"), .REGMODE_B("OUTREG"),
                    .WRITEMODE_A("NORMAL"), .WRITEMODE_B("NORMAL"), .GSR("DISABLED")
                ) ram (
                    .CLKA(clk), .CEA(1'b1), .OCEA(1'b1), .RSTA(1'b0), .WEA(we),
                    .CSA0(1'b0), .CSA1(1'b0), .CSA2(1'b0),
                    .ADA0(w[0]), .ADA1(w[1]), .ADA2(w[2]), .ADA3(w[3]), .ADA4(w[4]), .ADA5(w[5]),
                    .ADA6(w[6]), .ADA7(w[7]), .ADA8(w[8]), .ADA9(w[9]), .ADA10(w[10]), .ADA11(w[11]),
                    .ADA12(w[12]), .ADA13(w[13]),
                    .DIA0(d[0]), .DIA1(d[1]), .DIA2(d[2]), .DIA3(d[3]), .DIA4(d[4]), .DIA5(d[5]),
                    .DIA6(d[6]), .DIA7(d[7]), .DIA8(d[8]), .DIA9(d[9]), .DIA10(d[10]), .DIA11(d[11]),
                    .DIA12(d[12]), .DIA13(d[13]), .DIA14(d[14]), .DIA15(d[15]), .DIA16(d[16]), .DIA17(d[17]),
                    .CLKB(clk), .CEB(1'b1), .OCEB(1'b1), .RSTB(1'b0), .WEB(1'b0),
                    .CSB0(1'b0), .CSB1(1'b0), .CSB2(1'b0),
                    .ADB0(r[0]), .ADB1(r[1]), .ADB2(r[2]), .ADB3(r[3]), .ADB4(r[4]), .ADB5(r[5]),
                    .ADB6(r[6]), .ADB7(r[7]), .ADB8(r[8]), .ADB9(r[9]), .ADB10(r[10]), .ADB11(r[11]),
                    .ADB12(r[12]), .ADB13(r[13]),
                    .DIB0(1'b0), .DIB1(1'b0), .DIB2(1'b0), .DIB3(1'b0), .DIB4(1'b0), .DIB5(1'b0),
                    .DIB6(1'b0), .DIB7(1'b0), .DIB8(1'b0), .DIB9(1'b0), .DIB10(1'b0), .DIB11(1'b0),
                    .DIB12(1'b0), .DIB13(1'b0), .DIB14(1'b0), .DIB15(1'b0), .DIB16(1'b0), .DIB17(1'b0),
                    .DOB0(q[0]), .DOB1(q[1]), .DOB2(q[2]), .DOB3(q[3]), .DOB4(q[4]), .DOB5(q[5]),
                    .DOB6(q[6]), .DOB7(q[7]), .DOB8(q[8]), .DOB9(q[9]), .DOB10(q[10]), .DOB11(q[11]),
                    .DOB12(q[12]), .DOB13(q[13]), .DOB14(q[14]), .DOB15(q[15]), .DOB16(q[16]), .DOB17(q[17])
                );
            end
        end
    endgenerate
`else
    (* no_rw_check *)
    reg [WIDTH-1:0] mem [0:(1<<ADDR)-1];
    reg [WIDTH-1:0] word;
    reg [WIDTH-1:0] word_q;
    assign rd = word_q;

    always @(posedge clk) begin
        if (we) mem[wa] <= wd;
`ifdef SYNTHESIS
        word <= mem[ra];
`else
        word <= (we && wa == ra) ? ~wd : mem[ra];
`endif
        word_q <= word;
    end
`endif
endmodule

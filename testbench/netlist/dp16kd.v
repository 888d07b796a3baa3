// Simulation models of the ECP5 block RAM primitives DP16KD and PDPW16KD, for synthesised netlists and for modules that
// instantiate them. docs/contributing/proof.md says how they are checked.
//
// Undefined by the contract, and garbage here: a word read at an edge at which the other port writes bits of it, and
// bits that both ports write at one edge. Garbage is random in Verilator, X in other simulators and `anyseq` in proofs.

`ifdef FORMAL
`define TREETAP_GARBAGE noise
`elsif VERILATOR
`define TREETAP_GARBAGE {4'($urandom), $urandom}
`else
`define TREETAP_GARBAGE 36'bx
`endif

// The memory with its two ports, with buses for pins. A port is 1, 2, 4, 9, 18 or 36 bits wide: 36 are two
// neighbouring words of 18 bits, and the narrow ones leave every ninth bit alone. Byte enables are the lowest address
// bits of an 18-bit (two) and a 36-bit port (four). The ports must share a clock, or collisions go unseen.
module treetap_ecp5_ram #(
    parameter WIDTH_A = 18,
    parameter WIDTH_B = 18,
    parameter OUTREG_A = 0,
    parameter OUTREG_B = 0,
    parameter [127:0] WRITEMODE_A = "NORMAL",
    parameter [127:0] WRITEMODE_B = "NORMAL",
    parameter ASYNC = 0,
    parameter [20479:0] INIT = 20480'd0
) (
    input  wire        clk_a,
    input  wire        en_a,
    input  wire        out_en_a,
    input  wire        rst_a,
    input  wire        we_a,
    input  wire [13:0] ad_a,
    input  wire [35:0] di_a,
    output wire [35:0] do_a,

    input  wire        clk_b,
    input  wire        en_b,
    input  wire        out_en_b,
    input  wire        rst_b,
    input  wire        we_b,
    input  wire [13:0] ad_b,
    input  wire [35:0] di_b,
    output wire [35:0] do_b
);
    // The lowest bit of a port's word within its row of 36 bits.
    function [5:0] place(input [13:0] ad, input integer width);
        case (width)
            36:      place = 6'd0;
            18:      place = ad[4] ? 6'd18 : 6'd0;
            9:       place = {4'd0, ad[4:3]} * 6'd9;
            4:       place = {4'd0, ad[4:3]} * 6'd9 + {3'd0, ad[2], 2'd0};
            2:       place = {4'd0, ad[4:3]} * 6'd9 + {3'd0, ad[2:1], 1'd0};
            default: place = {4'd0, ad[4:3]} * 6'd9 + {3'd0, ad[2:0]};
        endcase
    endfunction

    // Bits of a word.
    function [35:0] word(input integer width);
        word = 36'hfffffffff >> (36 - width);
    endfunction

    // Bits of a word that the byte enables select.
    function [35:0] selected(input [13:0] ad, input integer width);
        case (width)
            36:      selected = {{9{ad[3]}}, {9{ad[2]}}, {9{ad[1]}}, {9{ad[0]}}};
            18:      selected = {18'd0, {9{ad[1]}}, {9{ad[0]}}};
            default: selected = word(width);
        endcase
    endfunction

    reg [35:0] mem [0:511];

    integer row;
    initial begin
        for (row = 0; row < 512; row = row + 1) begin
            mem[row] = {INIT[40 * row + 20 +: 18], INIT[40 * row +: 18]};
        end
    end

`ifdef FORMAL
    (* anyseq *) wire [35:0] noise;
`endif

    // A reset clears what the port reads, enabled or not; a synchronous one keeps it from writing too.
    wire        asynchronous_a = ASYNC ? rst_a : 1'b0;
    wire        asynchronous_b = ASYNC ? rst_b : 1'b0;
    wire        clear_a        = ASYNC ? 1'b0 : rst_a;
    wire        clear_b        = ASYNC ? 1'b0 : rst_b;

    // What each port writes.
    wire        wr_a    = en_a & we_a & ~clear_a;
    wire        wr_b    = en_b & we_b & ~clear_b;
    wire [8:0]  row_a   = ad_a[13:5];
    wire [8:0]  row_b   = ad_b[13:5];
    wire [5:0]  place_a = place(ad_a, WIDTH_A);
    wire [5:0]  place_b = place(ad_b, WIDTH_B);
    wire [35:0] mask_a  = wr_a ? selected(ad_a, WIDTH_A) << place_a : 36'd0;
    wire [35:0] mask_b  = wr_b ? selected(ad_b, WIDTH_B) << place_b : 36'd0;
    wire [35:0] data_a  = (di_a << place_a) & mask_a;
    wire [35:0] data_b  = (di_b << place_b) & mask_b;

    // The other port's bits where both write into one row; each port writes the whole row.
    wire        meet    = row_a == row_b;
    wire [35:0] clash   = meet ? mask_a & mask_b : 36'd0;
    wire [35:0] also_a  = meet ? mask_b : 36'd0;
    wire [35:0] also_b  = meet ? mask_a : 36'd0;
    wire [35:0] new_a   = (mem[row_a] & ~mask_a & ~also_a) | data_a | (meet ? data_b : 36'd0);
    wire [35:0] new_b   = (mem[row_b] & ~mask_b & ~also_b) | data_b | (meet ? data_a : 36'd0);

    always @(posedge clk_a) begin
        if (wr_a) mem[row_a] <= |clash ? (new_a & ~clash) | (`TREETAP_GARBAGE & clash) : new_a;
    end

    always @(posedge clk_b) begin
        if (wr_b && !(|clash)) mem[row_b] <= new_b;
    end

    // What each port reads. A port that writes shows its old word by default not at all, or the old or new one.
    wire        hit_a  = meet & |(also_a & (word(WIDTH_A) << place_a));
    wire        hit_b  = meet & |(also_b & (word(WIDTH_B) << place_b));
    wire        show_a = en_a & (~we_a | WRITEMODE_A != "NORMAL");
    wire        show_b = en_b & (~we_b | WRITEMODE_B != "NORMAL");
    wire [35:0] read_a = we_a && WRITEMODE_A == "WRITETHROUGH" ? new_a : mem[row_a];
    wire [35:0] read_b = we_b && WRITEMODE_B == "WRITETHROUGH" ? new_b : mem[row_b];

    reg [35:0] latch_a;
    reg [35:0] latch_b;
    reg [35:0] out_a;
    reg [35:0] out_b;
    initial {latch_a, latch_b, out_a, out_b} = 144'd0;

    always @(posedge clk_a or posedge asynchronous_a) begin
        if (asynchronous_a) {latch_a, out_a} <= 72'd0;
        else if (clear_a) {latch_a, out_a} <= 72'd0;
        else begin
            if (show_a) latch_a <= (hit_a ? `TREETAP_GARBAGE : read_a >> place_a) & word(WIDTH_A);
            if (out_en_a) out_a <= latch_a;
        end
    end

    always @(posedge clk_b or posedge asynchronous_b) begin
        if (asynchronous_b) {latch_b, out_b} <= 72'd0;
        else if (clear_b) {latch_b, out_b} <= 72'd0;
        else begin
            if (show_b) latch_b <= (hit_b ? `TREETAP_GARBAGE : read_b >> place_b) & word(WIDTH_B);
            if (out_en_b) out_b <= latch_b;
        end
    end

    assign do_a = OUTREG_A ? out_a : latch_a;
    assign do_b = OUTREG_B ? out_b : latch_b;
endmodule

// Two ports of up to 18 bits. With a 36-bit port A it writes only, 36 bits from DIB and DIA, and port B reads; a 36-bit
// port B reads into DOB and DOA. That is how Yosys connects 36-bit memories; PDPW16KD has its own names for those pins.
module DP16KD #(
    parameter DATA_WIDTH_A = 18,
    parameter DATA_WIDTH_B = 18,
    parameter REGMODE_A = "NOREG",
    parameter REGMODE_B = "NOREG",
    parameter RESETMODE = "SYNC",
    parameter ASYNC_RESET_RELEASE = "SYNC",
    parameter CSDECODE_A = "0b000",
    parameter CSDECODE_B = "0b000",
    parameter WRITEMODE_A = "NORMAL",
    parameter WRITEMODE_B = "NORMAL",
    parameter CLKAMUX = "CLKA",
    parameter CLKBMUX = "CLKB",
    parameter GSR = "ENABLED",
    parameter INIT_DATA = "STATIC",
    parameter [319:0] INITVAL_00 = 320'd0,
    parameter [319:0] INITVAL_01 = 320'd0,
    parameter [319:0] INITVAL_02 = 320'd0,
    parameter [319:0] INITVAL_03 = 320'd0,
    parameter [319:0] INITVAL_04 = 320'd0,
    parameter [319:0] INITVAL_05 = 320'd0,
    parameter [319:0] INITVAL_06 = 320'd0,
    parameter [319:0] INITVAL_07 = 320'd0,
    parameter [319:0] INITVAL_08 = 320'd0,
    parameter [319:0] INITVAL_09 = 320'd0,
    parameter [319:0] INITVAL_0A = 320'd0,
    parameter [319:0] INITVAL_0B = 320'd0,
    parameter [319:0] INITVAL_0C = 320'd0,
    parameter [319:0] INITVAL_0D = 320'd0,
    parameter [319:0] INITVAL_0E = 320'd0,
    parameter [319:0] INITVAL_0F = 320'd0,
    parameter [319:0] INITVAL_10 = 320'd0,
    parameter [319:0] INITVAL_11 = 320'd0,
    parameter [319:0] INITVAL_12 = 320'd0,
    parameter [319:0] INITVAL_13 = 320'd0,
    parameter [319:0] INITVAL_14 = 320'd0,
    parameter [319:0] INITVAL_15 = 320'd0,
    parameter [319:0] INITVAL_16 = 320'd0,
    parameter [319:0] INITVAL_17 = 320'd0,
    parameter [319:0] INITVAL_18 = 320'd0,
    parameter [319:0] INITVAL_19 = 320'd0,
    parameter [319:0] INITVAL_1A = 320'd0,
    parameter [319:0] INITVAL_1B = 320'd0,
    parameter [319:0] INITVAL_1C = 320'd0,
    parameter [319:0] INITVAL_1D = 320'd0,
    parameter [319:0] INITVAL_1E = 320'd0,
    parameter [319:0] INITVAL_1F = 320'd0,
    parameter [319:0] INITVAL_20 = 320'd0,
    parameter [319:0] INITVAL_21 = 320'd0,
    parameter [319:0] INITVAL_22 = 320'd0,
    parameter [319:0] INITVAL_23 = 320'd0,
    parameter [319:0] INITVAL_24 = 320'd0,
    parameter [319:0] INITVAL_25 = 320'd0,
    parameter [319:0] INITVAL_26 = 320'd0,
    parameter [319:0] INITVAL_27 = 320'd0,
    parameter [319:0] INITVAL_28 = 320'd0,
    parameter [319:0] INITVAL_29 = 320'd0,
    parameter [319:0] INITVAL_2A = 320'd0,
    parameter [319:0] INITVAL_2B = 320'd0,
    parameter [319:0] INITVAL_2C = 320'd0,
    parameter [319:0] INITVAL_2D = 320'd0,
    parameter [319:0] INITVAL_2E = 320'd0,
    parameter [319:0] INITVAL_2F = 320'd0,
    parameter [319:0] INITVAL_30 = 320'd0,
    parameter [319:0] INITVAL_31 = 320'd0,
    parameter [319:0] INITVAL_32 = 320'd0,
    parameter [319:0] INITVAL_33 = 320'd0,
    parameter [319:0] INITVAL_34 = 320'd0,
    parameter [319:0] INITVAL_35 = 320'd0,
    parameter [319:0] INITVAL_36 = 320'd0,
    parameter [319:0] INITVAL_37 = 320'd0,
    parameter [319:0] INITVAL_38 = 320'd0,
    parameter [319:0] INITVAL_39 = 320'd0,
    parameter [319:0] INITVAL_3A = 320'd0,
    parameter [319:0] INITVAL_3B = 320'd0,
    parameter [319:0] INITVAL_3C = 320'd0,
    parameter [319:0] INITVAL_3D = 320'd0,
    parameter [319:0] INITVAL_3E = 320'd0,
    parameter [319:0] INITVAL_3F = 320'd0
) (
    input  DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3,
           DIA2, DIA1, DIA0,
    input  ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0,
    input  CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
    input  DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3,
           DIB2, DIB1, DIB0,
    input  ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0,
    input  CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
    output DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3,
           DOA2, DOA1, DOA0,
    output DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3,
           DOB2, DOB1, DOB0
);
    wire [35:0] do_a;
    wire [35:0] do_b;
    wire [17:0] di_a = {
        DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2,
        DIA1, DIA0
    };
    wire [17:0] di_b = {
        DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2,
        DIB1, DIB0
    };

    assign {
        DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2,
        DOA1, DOA0
    } = DATA_WIDTH_B == 36 ? do_b[17:0] : do_a[17:0];
    assign {
        DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2,
        DOB1, DOB0
    } = DATA_WIDTH_B == 36 ? do_b[35:18] : do_b[17:0];

    treetap_ecp5_ram #(
        .WIDTH_A(DATA_WIDTH_A), .WIDTH_B(DATA_WIDTH_B),
        .OUTREG_A(REGMODE_A == "OUTREG"), .OUTREG_B(REGMODE_B == "OUTREG"),
        .WRITEMODE_A(WRITEMODE_A), .WRITEMODE_B(WRITEMODE_B), .ASYNC(RESETMODE == "ASYNC"),
        .INIT({
            INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
            INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
            INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
            INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
            INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
            INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
            INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
            INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
        })
    ) ram (
        .clk_a(CLKAMUX == "INV" ? ~CLKA : CLKA),
        .en_a(CEA & ({CSA2, CSA1, CSA0} == {CSDECODE_A[16], CSDECODE_A[8], CSDECODE_A[0]})),
        .out_en_a(OCEA),
        .rst_a(RSTA),
        .we_a(WEA),
        .ad_a({
            ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0
        }),
        .di_a({DATA_WIDTH_A == 36 ? di_b : 18'd0, di_a}),
        .do_a(do_a),
        .clk_b(CLKBMUX == "INV" ? ~CLKB : CLKB),
        .en_b(CEB & ({CSB2, CSB1, CSB0} == {CSDECODE_B[16], CSDECODE_B[8], CSDECODE_B[0]})),
        .out_en_b(OCEB),
        .rst_b(RSTB),
        .we_b(WEB),
        .ad_b({
            ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0
        }),
        .di_b({18'd0, di_b}),
        .do_b(do_b)
    );
endmodule

// One port that writes 36 bits and one that reads up to 36.
module PDPW16KD #(
    parameter DATA_WIDTH_W = 36,
    parameter DATA_WIDTH_R = 36,
    parameter REGMODE = "NOREG",
    parameter RESETMODE = "SYNC",
    parameter ASYNC_RESET_RELEASE = "SYNC",
    parameter CSDECODE_W = "0b000",
    parameter CSDECODE_R = "0b000",
    parameter CLKWMUX = "CLKW",
    parameter CLKRMUX = "CLKR",
    parameter GSR = "ENABLED",
    parameter INIT_DATA = "STATIC",
    parameter [319:0] INITVAL_00 = 320'd0,
    parameter [319:0] INITVAL_01 = 320'd0,
    parameter [319:0] INITVAL_02 = 320'd0,
    parameter [319:0] INITVAL_03 = 320'd0,
    parameter [319:0] INITVAL_04 = 320'd0,
    parameter [319:0] INITVAL_05 = 320'd0,
    parameter [319:0] INITVAL_06 = 320'd0,
    parameter [319:0] INITVAL_07 = 320'd0,
    parameter [319:0] INITVAL_08 = 320'd0,
    parameter [319:0] INITVAL_09 = 320'd0,
    parameter [319:0] INITVAL_0A = 320'd0,
    parameter [319:0] INITVAL_0B = 320'd0,
    parameter [319:0] INITVAL_0C = 320'd0,
    parameter [319:0] INITVAL_0D = 320'd0,
    parameter [319:0] INITVAL_0E = 320'd0,
    parameter [319:0] INITVAL_0F = 320'd0,
    parameter [319:0] INITVAL_10 = 320'd0,
    parameter [319:0] INITVAL_11 = 320'd0,
    parameter [319:0] INITVAL_12 = 320'd0,
    parameter [319:0] INITVAL_13 = 320'd0,
    parameter [319:0] INITVAL_14 = 320'd0,
    parameter [319:0] INITVAL_15 = 320'd0,
    parameter [319:0] INITVAL_16 = 320'd0,
    parameter [319:0] INITVAL_17 = 320'd0,
    parameter [319:0] INITVAL_18 = 320'd0,
    parameter [319:0] INITVAL_19 = 320'd0,
    parameter [319:0] INITVAL_1A = 320'd0,
    parameter [319:0] INITVAL_1B = 320'd0,
    parameter [319:0] INITVAL_1C = 320'd0,
    parameter [319:0] INITVAL_1D = 320'd0,
    parameter [319:0] INITVAL_1E = 320'd0,
    parameter [319:0] INITVAL_1F = 320'd0,
    parameter [319:0] INITVAL_20 = 320'd0,
    parameter [319:0] INITVAL_21 = 320'd0,
    parameter [319:0] INITVAL_22 = 320'd0,
    parameter [319:0] INITVAL_23 = 320'd0,
    parameter [319:0] INITVAL_24 = 320'd0,
    parameter [319:0] INITVAL_25 = 320'd0,
    parameter [319:0] INITVAL_26 = 320'd0,
    parameter [319:0] INITVAL_27 = 320'd0,
    parameter [319:0] INITVAL_28 = 320'd0,
    parameter [319:0] INITVAL_29 = 320'd0,
    parameter [319:0] INITVAL_2A = 320'd0,
    parameter [319:0] INITVAL_2B = 320'd0,
    parameter [319:0] INITVAL_2C = 320'd0,
    parameter [319:0] INITVAL_2D = 320'd0,
    parameter [319:0] INITVAL_2E = 320'd0,
    parameter [319:0] INITVAL_2F = 320'd0,
    parameter [319:0] INITVAL_30 = 320'd0,
    parameter [319:0] INITVAL_31 = 320'd0,
    parameter [319:0] INITVAL_32 = 320'd0,
    parameter [319:0] INITVAL_33 = 320'd0,
    parameter [319:0] INITVAL_34 = 320'd0,
    parameter [319:0] INITVAL_35 = 320'd0,
    parameter [319:0] INITVAL_36 = 320'd0,
    parameter [319:0] INITVAL_37 = 320'd0,
    parameter [319:0] INITVAL_38 = 320'd0,
    parameter [319:0] INITVAL_39 = 320'd0,
    parameter [319:0] INITVAL_3A = 320'd0,
    parameter [319:0] INITVAL_3B = 320'd0,
    parameter [319:0] INITVAL_3C = 320'd0,
    parameter [319:0] INITVAL_3D = 320'd0,
    parameter [319:0] INITVAL_3E = 320'd0,
    parameter [319:0] INITVAL_3F = 320'd0
) (
    input  DI35, DI34, DI33, DI32, DI31, DI30, DI29, DI28, DI27, DI26, DI25, DI24, DI23, DI22, DI21, DI20, DI19,
           DI18, DI17, DI16, DI15, DI14, DI13, DI12, DI11, DI10, DI9, DI8, DI7, DI6, DI5, DI4, DI3, DI2, DI1,
           DI0,
    input  ADW8, ADW7, ADW6, ADW5, ADW4, ADW3, ADW2, ADW1, ADW0,
    input  BE3, BE2, BE1, BE0, CEW, CLKW, CSW2, CSW1, CSW0,
    input  ADR13, ADR12, ADR11, ADR10, ADR9, ADR8, ADR7, ADR6, ADR5, ADR4, ADR3, ADR2, ADR1, ADR0,
    input  CER, OCER, CLKR, RST, CSR2, CSR1, CSR0,
    output DO35, DO34, DO33, DO32, DO31, DO30, DO29, DO28, DO27, DO26, DO25, DO24, DO23, DO22, DO21, DO20, DO19,
           DO18, DO17, DO16, DO15, DO14, DO13, DO12, DO11, DO10, DO9, DO8, DO7, DO6, DO5, DO4, DO3, DO2, DO1,
           DO0
);
    wire [35:0] do_r;
    wire [35:0] do_w_unused;

    assign {
        DO35, DO34, DO33, DO32, DO31, DO30, DO29, DO28, DO27, DO26, DO25, DO24, DO23, DO22, DO21, DO20, DO19,
        DO18, DO17, DO16, DO15, DO14, DO13, DO12, DO11, DO10, DO9, DO8, DO7, DO6, DO5, DO4, DO3, DO2, DO1, DO0
    } = do_r;

    treetap_ecp5_ram #(
        .WIDTH_A(DATA_WIDTH_W), .WIDTH_B(DATA_WIDTH_R),
        .OUTREG_B(REGMODE == "OUTREG"), .ASYNC(RESETMODE == "ASYNC"),
        .INIT({
            INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38,
            INITVAL_37, INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30,
            INITVAL_2F, INITVAL_2E, INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28,
            INITVAL_27, INITVAL_26, INITVAL_25, INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20,
            INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C, INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18,
            INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13, INITVAL_12, INITVAL_11, INITVAL_10,
            INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A, INITVAL_09, INITVAL_08,
            INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01, INITVAL_00
        })
    ) ram (
        .clk_a(CLKWMUX == "INV" ? ~CLKW : CLKW),
        .en_a(CEW & ({CSW2, CSW1, CSW0} == {CSDECODE_W[16], CSDECODE_W[8], CSDECODE_W[0]})),
        .out_en_a(1'b0),
        .rst_a(1'b0),
        .we_a(1'b1),
        .ad_a({ADW8, ADW7, ADW6, ADW5, ADW4, ADW3, ADW2, ADW1, ADW0, 1'b0, BE3, BE2, BE1, BE0}),
        .di_a({
            DI35, DI34, DI33, DI32, DI31, DI30, DI29, DI28, DI27, DI26, DI25, DI24, DI23, DI22, DI21, DI20,
            DI19, DI18, DI17, DI16, DI15, DI14, DI13, DI12, DI11, DI10, DI9, DI8, DI7, DI6, DI5, DI4, DI3, DI2,
            DI1, DI0
        }),
        .do_a(do_w_unused),
        .clk_b(CLKRMUX == "INV" ? ~CLKR : CLKR),
        .en_b(CER & ({CSR2, CSR1, CSR0} == {CSDECODE_R[16], CSDECODE_R[8], CSDECODE_R[0]})),
        .out_en_b(OCER),
        .rst_b(RST),
        .we_b(1'b0),
        .ad_b({
            ADR13, ADR12, ADR11, ADR10, ADR9, ADR8, ADR7, ADR6, ADR5, ADR4, ADR3, ADR2, ADR1, ADR0
        }),
        .di_b(36'd0),
        .do_b(do_r)
    );
endmodule

#!/bin/sh
# Clock of a preset on an iCE40: its top between two shift registers, so that every port is a register and four pins are enough.
# Usage: examples/fmax.sh PRESET [SEED...]      (yosys and nextpnr-ice40; TREETAP names the program if it is not in PATH)
# Prints a line for each device and seed: logic cells with the shift registers, and MHz.
set -eu
preset=${1:?usage: fmax.sh PRESET [SEED...]}
shift
[ $# -gt 0 ] || set -- 1 2 3
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
top=treetap_rap_$preset
"${TREETAP:-treetap}" gen rap --preset "$preset" -o "$dir" >/dev/null

# The ports from the description beside the Verilog: inputs from `in`, outputs into `out`, which `load` fills.
awk -v top="$top" '
    /"name"/  { split($0, part, "\""); name = part[4] }
    /"dir"/   { split($0, part, "\""); dir = part[4] }
    /"width"/ {
        width = $0; gsub(/[^0-9]/, "", width)
        if (name == "clk") connect = connect "        .clk(clk)"
        else if (dir == "input") { connect = connect sprintf(",\n        .%s(in[%d +: %d])", name, ins, width); ins += width }
        else { connect = connect sprintf(",\n        .%s(pins[%d +: %d])", name, outs, width); outs += width }
    }
    END {
        printf "module harness (input wire clk, input wire serial_in, input wire load, output wire serial_out);\n"
        printf "    reg [%d:0] in;\n    reg [%d:0] out;\n    wire [%d:0] pins;\n", ins - 1, outs - 1, outs - 1
        printf "    assign serial_out = out[0];\n    always @(posedge clk) begin\n"
        printf "        in <= {serial_in, in[%d:1]};\n        out <= load ? pins : out >> 1;\n    end\n", ins - 1
        printf "    %s u_top (\n%s\n    );\nendmodule\n", top, connect
    }' "$dir/$top.json" >"$dir/harness.v"
yosys -q -p "read_verilog $dir/$top.v $dir/harness.v; synth_ice40 -top harness -json $dir/harness.json"

for device in "--up5k --package sg48 --freq 48" "--hx8k --package ct256 --freq 110"; do
    for seed; do
        # shellcheck disable=SC2086 # several words on purpose
        nextpnr-ice40 $device --seed "$seed" --json "$dir/harness.json" --timing-allow-fail >"$dir/log" 2>&1
        cells=$(sed -n 's/.*ICESTORM_LC: *\([0-9]*\).*/\1/p' "$dir/log" | tail -1)
        clock=$(sed -n 's/.*Max frequency for clock .*: \([0-9.]*\) MHz.*/\1/p' "$dir/log" | tail -1)
        echo "$preset ${device%% *} seed $seed: $cells logic cells, $clock MHz"
    done
done

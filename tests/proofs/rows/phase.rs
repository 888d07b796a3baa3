//! The phase tracker.
use super::{Proof, ROW};
use treetap::catalog::Unit;

const DESIGN: (Unit, &str) = (Unit::Phase, "small");

pub const PROOFS: &[Proof] = &[
    Proof {
        name: "buckets of the phase tracker equal a register",
        design: DESIGN,
        file: "phase_buckets.sv",
        macros: &[("BUCKETS", "{}_buckets")],
        rams: &[("{}_outreg_ram", "RAM_OUTREG")],
        bound: 14,
        steps: 7,
        bare: 19,
        fault: ("{}_buckets", "own3 <= ~one & ~two & ~three & ~four;", "own3 <= ~one & ~two & ~three;"),
        more: &[
            ("{}_buckets", "if (next4) before_ = before_ | sum5;", ""),
            ("{}_buckets", "if (two3) base = base | sum5;", ""),
            ("{}_buckets", "two3 <= two & ~one;", "two3 <= two;"),
            ("{}_buckets", "if (three) older3 <= sum5;", ""),
            ("{}_buckets", "if (one | two | (~three & ~four)) older3 <= 25'd0;", "older3 <= 25'd0;"),
            ("{}_buckets", "wire four = hit6 & (bank6 == bank2)", "wire four = hit6 & (bank6 != bank2)"),
            ("{}_buckets", "wire [23:0] since = run + {23'd0, ~full};", "wire [23:0] since = run;"),
            ("{}_buckets", "wire writes0 = hit5 & ~bank5;", "wire writes0 = 1'b0;"),
            ("{}_buckets", "wire wipes1 = closed_both | (closed_wipe & closed_bank);", "wire wipes1 = closed_both;"),
            (
                "{}_buckets",
                "assign closed_word = ended[holds_bit] ? ended[24:0] : 25'd0;",
                "assign closed_word = 25'd0;",
            ),
        ],
        ..ROW
    },
    Proof {
        name: "intake of the phase tracker: every record once, every interval ends once",
        design: DESIGN,
        file: "phase_intake.sv",
        macros: &[("INTAKE", "{}_intake")],
        bound: 6,
        steps: 2,
        fault: ("{}_intake", "last <= ~fresh & (left == last_but_one);", "last <= left == last_but_one;"),
        more: &[
            ("{}_intake", "wire counts = executed & ~stops;", "wire counts = 1'b0;"),
            ("{}_intake", "valid <= counts;", "valid <= executed;"),
            ("{}_intake", "(busy & (cfg_lossless | last))", "(busy & cfg_lossless)"),
            ("{}_intake", "assign rec_ready = ~stops | ~cfg_trk;", "assign rec_ready = 1'b0;"),
            ("{}_intake", "place = place ^ rec_pc[30:26];", ""),
            ("{}_intake", "if (executed & stops & rec_must & ~(&lost)) lost <= lost + 16'd1;", ""),
            ("{}_intake", "fresh <= closes;", "fresh <= 1'b0;"),
            ("{}_intake", "(cfg_lossless & (closes | busy))", "(cfg_lossless & busy)"),
            ("{}_intake", "(rec_wait & ~rec_must)", "rec_wait"),
        ],
        ..ROW
    },
    Proof {
        name: "judge of the phase tracker: every interval once, its record whole or not at all",
        design: DESIGN,
        file: "phase_judge.sv",
        macros: &[("JUDGE", "{}_judge"), ("SIGNATURES", "20"), ("PHASES", "20"), ("STEP_BITS", "5")],
        states: &[
            ("CLEAR", "Clear"),
            ("IDLE", "Idle"),
            ("SETTLE", "Settle"),
            ("FETCH", "Fetch"),
            ("SHIFT", "Shift"),
            ("SCAN", "Scan"),
            ("DRAIN", "Drain"),
            ("PICK", "Pick"),
            ("COPY", "Copy"),
            ("TOUCH", "Touch"),
            ("LEARN", "Learn"),
            ("FIND", "Find"),
            ("ENTER", "Enter"),
            ("PREDICT", "Predict"),
            ("ARM", "Arm"),
            ("REPORT", "Report"),
            ("TALLY", "Tally"),
        ],
        machine: "{}_judge",
        rams: &[("{}_outreg_ram", "RAM_OUTREG")],
        bound: 10,
        steps: 8,
        fault: ("{}_judge", "if (judging & ~peek_valid) step <= Step_Settle;", ""),
        more: &[
            ("{}_judge", "if (at == 4'd8) step <= Step_Tally;", "if (at == 4'd7) step <= Step_Tally;"),
            ("{}_judge", "sends <= room & flows;", "sends <= room & at[3];"),
            ("{}_judge", "if (&which) judged = 1'b1;", ""),
            ("{}_judge", "if (ends_table) turn = 9'd0;", ""),
            ("{}_judge", "raise_log_ovf = ~log_room;", ""),
            ("{}_judge", "armed <= flag;\n            flag <= 1'b0;", "armed <= flag;"),
        ],
        ..ROW
    },
];

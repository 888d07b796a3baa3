//! What the compiler has to say, by name (docs/reference/hps-language.md lists every name with an example).
use crate::lang::diagnostic::codes;

codes! {
    Syntax "E-SYNTAX" "The text is not of the language.";
    Mix "E-MIX" "A part of a condition asks for the instruction and for flags at once.";
    Neg "E-NEG" "What is negated has no opposite that one entry can hold.";
    And "E-AND" "Two tests that both have to hold have no entry that asks for both.";
    Dnf "E-DNF" "A production has more than 16 alternatives.";
    Empty "E-EMPTY" "No instruction can match a production.";
    Ctr "E-CTR" "The engine has no such counter.";
    Ctr3 "E-CTR3" "A condition names more than two counters.";
    Reg "E-REG" "There is no such register HPS_R.";
    Range "E-RANGE" "A value is out of its range.";
    Ranges "E-NR" "There are more ranges of addresses than the engine has.";
    Pt "E-PT" "The pattern table is too small.";
    Ct "E-CT" "The table of conditions is too small.";
    Rt "E-RT" "The replacement table is too small.";
    Seq "E-SEQ" "A replacement is too long.";
    Undef "E-UNDEF" "A name is not defined.";
    Dup "E-DUP" "A name is defined twice.";
    Retire "E-RETIRE" "In mode retire a replacement is a call, alone or before T.INSN.";
    Taken "E-TAKEN" "At decode nobody knows what will be taken.";
    PrivNative "E-PRIV-NATIVE" "A native program has no registers d0 to d7 and no calls.";
    Dir "E-DIR" "An operand of a replacement cannot be where it stands.";
    SameUop "E-SAME-UOP" "Two productions that are merged both have a micro-operation.";
    Fwd "W-FWD" "T.PC < T.Target means forward.";
    DropsInsn "W-DROPS-INSN" "A replacement without T.INSN: the instruction itself is not executed.";
    Hidden "W-HIDDEN" "A production is skipped where one before it has replaced the instruction.";
    Shadow "W-SHADOW" "A replacement does not happen where a production before it has one.";
    Dead "W-DEAD" "A condition never holds.";
    SameCtr "W-SAME-CTR" "Two productions change one counter for the same instruction: only the first one does.";
    EmptyPart "W-EMPTY" "An alternative matches nothing and is left out.";
}

impl Code {
    /// Whether the program would fit a larger engine.
    pub const fn capacity(self) -> bool {
        matches!(self, Code::Pt | Code::Ct | Code::Rt | Code::Ctr | Code::Ranges | Code::Seq)
    }
}

/// An error or warning with its place.
pub type Diagnostic = crate::lang::diagnostic::Diagnostic<Code>;

/// Errors and warnings in the order in which they were found.
pub type Diagnostics = crate::lang::diagnostic::Diagnostics<Code>;

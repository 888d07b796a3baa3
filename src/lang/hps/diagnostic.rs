//! What the compiler has to say, by name (docs/reference/hps-language.md lists every name with an example).
use crate::lang::source::{Source, Span};
use std::fmt;

/// `codes! { Name "E-NAME" "meaning"; .. }`: names of errors and warnings.
macro_rules! codes {
    ($($code:ident $name:literal $what:literal;)*) => {
        /// Name of an error or warning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $what] $code,)*
        }

        impl Code {
            /// Every name, errors first.
            pub const ALL: &[Code] = &[$(Code::$code),*];

            /// As it is printed: `E-` errors, `W-` warnings.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)*
                }
            }

            /// What it means, in one sentence.
            pub const fn doc(self) -> &'static str {
                match self {
                    $(Code::$code => $what,)*
                }
            }
        }
    };
}

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
    /// Whether there is a program all the same.
    pub fn warns(self) -> bool {
        self.name().starts_with("W-")
    }

    /// Whether the program would fit a larger engine.
    pub const fn capacity(self) -> bool {
        matches!(self, Code::Pt | Code::Ct | Code::Rt | Code::Ctr | Code::Ranges | Code::Seq)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An error or warning with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its name.
    pub code: Code,
    /// Where.
    pub span: Span,
    /// What and why.
    pub message: String,
}

impl Diagnostic {
    /// The message with the line and what of it is meant.
    pub fn show(&self, source: &Source) -> String {
        source.show(self.span, self.code.name(), &self.message)
    }
}

/// Errors and warnings in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Another one.
    pub fn push(&mut self, code: Code, span: Span, message: impl Into<String>) {
        let found = Diagnostic { code, span, message: message.into() };
        if !self.0.contains(&found) {
            self.0.push(found);
        }
    }

    /// Whether there is an error.
    pub fn failed(&self) -> bool {
        self.0.iter().any(|found| !found.code.warns())
    }

    /// The names, in order.
    pub fn codes(&self) -> Vec<Code> {
        self.0.iter().map(|found| found.code).collect()
    }
}

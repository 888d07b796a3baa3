//! What the assembler has to say, by name (docs/reference/coproc.md lists every name).
use crate::lang::diagnostic::codes;

codes! {
    Syntax "E-SYNTAX" "The text is not of the language.";
    Words "E-WORDS" "The program has more words than the store.";
    Slot "E-SLOT" "A word has two slots of a kind, or two values of a field.";
    Operand "E-A" "ALU and match or cwrite of one word have different operands A.";
    Index "E-INDEX" "A word reads more than one index.";
    Offset "E-OFFSET" "A label is further than -8 to +7 words away; a far target reaches it.";
    Undef "E-UNDEF" "A name is not defined.";
    Dup "E-DUP" "A name is defined twice, or is one of the language.";
    Many "E-MANY" "There are more bases, indices, constants or targets than registers.";
    Base "E-BASE" "The size of a base is no power of two, its first entry no multiple of it, or its end outside the \
        array.";
    Lane "E-LANE" "The base of a read or count names a lane that the build does not have.";
    Range "E-RANGE" "A value is out of its range.";
    Label "E-LABEL" "No word follows a label.";
    Illegal "E-ILLEGAL" "A field that was set makes the word illegal.";
    Lanes "E-LANES" "The program reads more of an instruction than the four lanes of a record.";
}

/// An error or warning with its place.
pub type Diagnostic = crate::lang::diagnostic::Diagnostic<Code>;

/// Errors and warnings in the order in which they were found.
pub type Diagnostics = crate::lang::diagnostic::Diagnostics<Code>;

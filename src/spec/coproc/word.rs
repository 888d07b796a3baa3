//! The microinstruction: 48 bits (docs/reference/coproc.md, B.2). All bits 0 are a word that does nothing.

/// Bits of a word.
pub const BITS: u32 = 48;

/// Some bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Name in listings, and in the slot `set` of the assembler.
    pub name: &'static str,
    /// Lowest bit.
    pub lsb: u32,
    /// Bits.
    pub bits: u32,
    /// The largest value that is legal by itself.
    pub legal: u8,
    /// What it is.
    pub doc: &'static str,
}

impl Place {
    /// What a word has here.
    pub const fn of(&self, word: u64) -> u8 {
        (word >> self.lsb & ((1 << self.bits) - 1)) as u8
    }

    /// The bits of a value here.
    pub const fn at(&self, value: u8) -> u64 {
        (value as u64) << self.lsb
    }
}

/// `word! { NAME field "name" lsb bits legal "doc"; .. }`: the fields as constants and as a structure.
macro_rules! word {
    ($($place:ident $field:ident $name:literal $lsb:literal $bits:literal $legal:literal $doc:literal;)*) => {
        $(
            #[doc = $doc]
            pub const $place: Place = Place { name: $name, lsb: $lsb, bits: $bits, legal: $legal, doc: $doc };
        )*

        /// Every field, from the highest bit down.
        pub const PLACES: &[Place] = &[$($place),*];

        /// A word by its fields, as the bits say.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct Word {
            $(#[doc = $doc] pub $field: u8,)*
        }

        impl Word {
            /// The fields of 48 bits; bits above are left out.
            pub const fn from_bits(bits: u64) -> Self {
                Self { $($field: $place.of(bits)),* }
            }

            /// The 48 bits.
            pub const fn bits(self) -> u64 {
                0 $(| $place.at(self.$field))*
            }
        }
    };
}

word! {
    AOP aop "aop" 44 4 15 "operation of the ALU";
    SA sa "sa" 39 5 29 "operand A";
    SB sb "sb" 34 5 12 "operand B";
    VD vd "vd" 31 3 4 "0 none, 1 to 4: R goes to V0 to V3";
    IOP iop "iop" 28 3 7 "operation on an index";
    WX wx "wx" 25 3 7 "index that is written";
    MOP mop "mop" 21 4 10 "operation on the memories";
    MB mb "mb" 18 3 7 "base register";
    RX rx "rx" 15 3 7 "index that is read: address, operand of iop, IX";
    BC bc "bc" 10 5 25 "branch: bit 4 inverts, bits 3 to 0 are a flag of 0 to 9";
    BT bt "bt" 5 5 21 "where it leads";
    TAG tag "tag" 3 2 3 "cause of an interrupt";
    HINT hint "hint" 2 1 1 "static prediction, without effect on results";
    RSV rsv "rsv" 0 2 0 "must be 0";
}

/// `codes! { "doc" pub Name { "doc" Variant "name" code; .. } }`: what the values of a field mean.
macro_rules! codes {
    ($($about:literal $type:ident { $($doc:literal $variant:ident $name:literal $code:literal;)* })*) => {$(
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $type {
            $(#[doc = $doc] $variant = $code,)*
        }

        impl $type {
            /// Every one, in the order of the codes.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The one of a code.
            pub fn from_code(code: u8) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| *one as u8 == code)
            }

            /// Name in the assembler.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// What it means.
            pub const fn doc(self) -> &'static str {
                match self {
                    $(Self::$variant => $doc,)*
                }
            }
        }
    )*};
}

codes! {
    "Operation of the ALU (B.3, 2): R of A and B." Alu {
        "R = 0; flags stay." Nop "nop" 0;
        "R = A." Mov "mov" 1;
        "R = the low 32 bits of A, halves exchanged." Rot16 "rot16" 2;
        "R = A + B." Add "add" 3;
        "R = A - B." Sub "sub" 4;
        "R = A + B, at most the largest value." Adds "adds" 5;
        "R = A - B, at least 0." Subs "subs" 6;
        "R = A & B." And "and" 7;
        "R = A | B." Or "or" 8;
        "R = A ^ B." Xor "xor" 9;
        "R = A << 1." Shl1 "shl1" 10;
        "R = A << 2." Shl2 "shl2" 11;
        "R = A >> 1." Shr1 "shr1" 12;
        "R = A >> 2." Shr2 "shr2" 13;
        "R = A >> 4." Shr4 "shr4" 14;
        "R = A >> 8." Shr8 "shr8" 15;
    }
    "A field of the sample (B.4); the codes of operand A from 0 on." Field {
        "`pc[32:1]`" Pct "PCT" 0;
        "the address of the instruction" Pc "PC" 1;
        "the instruction, expanded" Insn "INSN" 2;
        "the value, low 32 bits" Val "VAL" 3;
        "the value" ValWide "VALW" 4;
        "the address of the access" Addr "ADDR" 5;
        "the address of the next instruction" Npc "NPC" 6;
        "`npc[32:1]`" Npct "NPCT" 7;
        "number of the destination" Rd "RD" 8;
        "number of the first source" Rs1 "RS1" 9;
        "number of the second source" Rs2 "RS2" 10;
        "funct3" Funct3 "F3" 11;
        "funct7" Funct7 "F7" 12;
        "major opcode" Opcode "OPC" 13;
        "immediate, with its sign" Imm "IMM" 14;
        "`(pc + immediate)[32:1]`" Target "BTGT" 15;
        "`[32:1]` of the address after the instruction" Fall "FALL" 16;
        "taken" Taken "TAKEN" 17;
        "class" Class "CLASS" 18;
        "events of the core" Evt "EVT" 19;
        "latency" Lat "LAT" 20;
    }
    "Operand A beyond the fields of the sample." SourceA {
        "0" Zero "Z" 21;
        "the last word that was read" Md "MD" 22;
        "a random number of 16 bits" Random "RND" 23;
        "value register 0" V0 "V0" 24;
        "value register 1" V1 "V1" 25;
        "value register 2" V2 "V2" 26;
        "value register 3" V3 "V3" 27;
        "the index that is read" Ix "IX" 28;
        "the index of the last match" Mi "MI" 29;
    }
    "Operand B." SourceB {
        "value register 0" V0 "V0" 0;
        "value register 1" V1 "V1" 1;
        "value register 2" V2 "V2" 2;
        "value register 3" V3 "V3" 3;
        "constant 0" K0 "K0" 4;
        "constant 1" K1 "K1" 5;
        "constant 2" K2 "K2" 6;
        "constant 3" K3 "K3" 7;
        "the last word that was read" Md "MD" 8;
        "0" Zero "Z" 9;
        "1" One "ONE" 10;
        "a random number of 4 bits" Random15 "RND15" 11;
        "the index that is read" Ix "IX" 12;
    }
    "Operation on an index (B.3, 5)." Index {
        "nothing" Nop "nop" 0;
        "one more, wraps" Inc "inc" 1;
        "one less, wraps" Dec "dec" 2;
        "one more, at most the largest" Incs "incs" 3;
        "one less, at least 0" Decs "decs" 4;
        "copied" Mov "mov" 5;
        "R" Alu "alu" 6;
        "the index of the match, if it hit" Match "midx" 7;
    }
    "Operation on the memories (B.3, 3 and 4)." Memory {
        "nothing" Nop "nop" 0;
        "MD = lane" Ld "ld" 1;
        "lane = R" St "st" 2;
        "one more, saturating" Inc "minc" 3;
        "one less, saturating" Dec "mdec" 4;
        "R more, saturating" Add "madd" 5;
        "MD = lane, lane = R" Xchg "xchg" 6;
        "looks for key A" Match "match" 7;
        "key = A, valid" Write "cwrite" 8;
        "not valid" Invalidate "cinv" 9;
        "MD = key, hit = valid" Read "cread" 10;
    }
    "What a branch asks for." Condition {
        "never" Never "never" 0;
        "A = B" Eq "eq" 1;
        "A < B" Ltu "ltu" 2;
        "R = 0" Zr "zr" 3;
        "the ALU is at a bound" Asat "asat" 4;
        "an index reached its end" Isat "isat" 5;
        "a counter is at its bound" Msat "msat" 6;
        "the match hit" Hit "hit" 7;
        "the highest bit of R" Neg "neg" 8;
        "the instruction of the sample was taken" Taken "taken" 9;
    }
}

/// Bit of [`BC`] that inverts.
pub const INVERT: u8 = 16;
/// [`BC`] of a branch that is always taken.
pub const ALWAYS: u8 = INVERT;
/// First code of operand A that is no field of the sample.
pub const A_BEYOND: u8 = SourceA::Zero as u8;
/// [`BT`]: offsets of -8 to 7 are below this code.
pub const BT_FAR: u8 = 16;
/// [`BT`]: the sample is done.
pub const BT_DONE: u8 = 20;
/// [`BT`]: the sample is done, and the host is asked for.
pub const BT_INTERRUPT: u8 = 21;

/// Where a branch leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// So many words from this one.
    Near(i8),
    /// To far target 0 to 3.
    Far(u8),
    /// The sample is done.
    Done,
    /// The sample is done, and the host is asked for.
    Interrupt,
}

impl Word {
    /// Whether every field has a legal value, and R is written only if there is one (B.3, 1).
    pub fn is_legal(self) -> bool {
        let bits = self.bits();
        // An inverted flag is legal when the flag is.
        let condition = self.bc & !INVERT <= Condition::Taken as u8;
        PLACES.iter().all(|place| place.of(bits) <= place.legal) && condition && (self.aop != 0 || self.vd == 0)
    }

    /// Operation on the memories, if legal.
    pub fn memory(self) -> Option<Memory> {
        Memory::from_code(self.mop)
    }

    /// Where its branch leads, if legal.
    pub const fn branch(self) -> Option<Branch> {
        Some(match self.bt {
            0..BT_FAR => Branch::Near(((self.bt << 4) as i8) >> 4),
            BT_FAR..BT_DONE => Branch::Far(self.bt - BT_FAR),
            BT_DONE => Branch::Done,
            BT_INTERRUPT => Branch::Interrupt,
            _ => return None,
        })
    }

    /// Whether it uses the random generator (B.3, 6).
    pub const fn is_random(self) -> bool {
        self.sa == SourceA::Random as u8 || self.sb == SourceB::Random15 as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_fill_the_word() {
        let mut end = BITS;
        for place in PLACES {
            assert_eq!(place.lsb + place.bits, end, "{}", place.name);
            end = place.lsb;
        }
        assert_eq!(end, 0);
        let bits = 0x8a90_1258_8000;
        assert_eq!(Word::from_bits(bits).bits(), bits);
    }

    #[test]
    fn illegal_words() {
        assert!(Word::default().is_legal());
        let illegal =
            [(RSV, 1), (VD, 5), (SA, 30), (SA, 31), (SB, 13), (MOP, 11), (BC, 10), (BC, 26), (BT, 22), (VD, 1)];
        for (place, value) in illegal {
            assert!(!Word::from_bits(place.at(value)).is_legal(), "{} {value}", place.name);
        }
        for (place, value) in [(SA, 29), (SB, 12), (MOP, 10), (BC, 9), (BC, 25), (BT, 21), (IOP, 7), (HINT, 1)] {
            assert!(Word::from_bits(place.at(value)).is_legal(), "{} {value}", place.name);
        }
        assert!(Word { aop: 1, vd: 4, ..Word::default() }.is_legal());
    }

    #[test]
    fn offsets_have_a_sign() {
        let at = |bt| Word { bt, ..Word::default() }.branch();
        assert_eq!([at(0), at(7), at(8), at(15)], [0, 7, -8, -1].map(|n| Some(Branch::Near(n))));
        assert_eq!(
            [at(19), at(20), at(21), at(22)],
            [Some(Branch::Far(3)), Some(Branch::Done), Some(Branch::Interrupt), None]
        );
    }

    #[test]
    fn codes_follow_each_other() {
        assert!(Field::ALL.iter().enumerate().all(|(at, field)| *field as usize == at));
        assert_eq!(Field::ALL.len() + SourceA::ALL.len(), usize::from(SA.legal) + 1);
        assert_eq!(SourceB::ALL.len(), usize::from(SB.legal) + 1);
        assert_eq!(Memory::ALL.len(), usize::from(MOP.legal) + 1);
        assert_eq!(Alu::ALL.len(), 16);
        assert_eq!(Alu::from_code(6).map(Alu::name), Some("subs"));
        assert!(Index::ALL.iter().all(|op| !op.doc().is_empty()));
    }
}

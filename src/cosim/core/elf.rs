//! Program files: 32-bit little-endian RISC-V executables, linked for the memory of [`crate::spec::core`].
use crate::spec::core::{RAM, RAM_BYTES, RESET_PC};
use object::elf::{EF_RISCV_RVC, ET_EXEC, FileHeader32, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader};
use object::{LittleEndian, elf};
use std::fs;
use std::path::{Path, PathBuf};

/// Files beyond this size are not read: memory has 32 MiB, and debug information is some times as large as code.
const BYTES_MAX: u64 = 256 << 20;

/// Why a file is no program for the cores.
#[derive(Debug, thiserror::Error)]
pub enum ElfError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        source: std::io::Error,
    },
    /// It is not what is expected.
    #[error("{}: {reason}: expected an ELF executable for 32-bit RISC-V, linked to {RAM:#x} \
        (docs/reference/cores.md)", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// Bytes at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where the first one goes.
    pub address: u32,
    /// They all lie in memory.
    pub bytes: Vec<u8>,
}

/// A program that can be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What is copied into memory, which is zero elsewhere.
    pub segments: Vec<Segment>,
    /// It may contain compressed instructions.
    pub compressed: bool,
    /// It may multiply or divide.
    pub multiplies: bool,
}

impl Program {
    /// Reads an ELF file.
    ///
    /// # Errors
    /// [`ElfError`], with what is wrong about the file.
    pub fn read(path: &Path) -> Result<Self, ElfError> {
        let io = |source| ElfError::Io { path: path.to_path_buf(), source };
        let malformed = |reason| ElfError::Malformed { path: path.to_path_buf(), reason };
        let size = fs::metadata(path).map_err(io)?.len();
        if size > BYTES_MAX {
            return Err(malformed(format!("it has {size} bytes, the most is {BYTES_MAX}")));
        }
        Self::parse(&fs::read(path).map_err(io)?).map_err(malformed)
    }

    /// Reads the bytes of an ELF file.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(data: &[u8]) -> Result<Self, String> {
        let words = |e: object::Error| e.to_string();
        let header = FileHeader32::<LittleEndian>::parse(data).map_err(words)?;
        let endian = header.endian().map_err(words)?;
        if header.e_machine(endian) != elf::EM_RISCV {
            return Err(format!("it is for machine {}, not for RISC-V", header.e_machine(endian)));
        }
        if header.e_type(endian) != ET_EXEC {
            return Err("it is not linked to fixed addresses".into());
        }
        if header.e_entry(endian) != RESET_PC {
            return Err(format!("it starts at {:#x}, the cores at {RESET_PC:#x}", header.e_entry(endian)));
        }
        let mut segments = vec![];
        for segment in header.program_headers(endian, data).map_err(words)? {
            if segment.p_type(endian) != PT_LOAD || segment.p_filesz(endian) == 0 {
                continue;
            }
            let address = segment.p_paddr(endian);
            let bytes = segment.data(endian, data).map_err(|()| format!("the segment at {address:#x} is cut off"))?;
            let end = u64::from(address) + bytes.len() as u64;
            if address < RAM || end > u64::from(RAM) + u64::from(RAM_BYTES) {
                let last = u64::from(RAM) + u64::from(RAM_BYTES) - 1;
                return Err(format!(
                    "the segment {address:#x} to {:#x} is outside memory ({RAM:#x} to {last:#x})",
                    end - 1
                ));
            }
            segments.push(Segment { address, bytes: bytes.to_vec() });
        }
        if segments.is_empty() {
            return Err("it has nothing to load".into());
        }
        let compressed = header.e_flags(endian).0 & EF_RISCV_RVC.0 != 0;
        Ok(Self { segments, compressed, multiplies: multiplies(header, endian, data) })
    }
}

/// Whether the attributes name the M extension, by their string such as `rv32i2p1_m2p0`; without attributes anything
/// may be there.
fn multiplies(header: &FileHeader32<LittleEndian>, endian: LittleEndian, data: &[u8]) -> bool {
    let Ok(sections) = header.sections(endian, data) else { return true };
    let attributes = sections.iter().find(|section| section.sh_type(endian) == elf::SHT_RISCV_ATTRIBUTES);
    let Some(bytes) = attributes.and_then(|section| section.data(endian, data).ok()) else { return true };
    let Some(at) = bytes.windows(5).position(|window| window == b"\x05rv32" || window == b"\x05rv64") else {
        return true;
    };
    let string = bytes[at + 1..].split(|byte| *byte == 0).next().unwrap_or_default();
    string.split(|byte| *byte == b'_').any(|extension| extension.first() == Some(&b'm'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEMO: &[u8] = include_bytes!("../../../programs/demo/demo.elf");

    #[test]
    fn the_demonstration_is_a_program_that_every_core_can_run() {
        let program = Program::parse(DEMO).unwrap();
        assert_eq!((program.compressed, program.multiplies), (false, false));
        assert_eq!(program.segments[0].address, RESET_PC);
    }

    #[test]
    fn what_is_no_program_is_refused_in_words() {
        let with = |at: usize, bytes: &[u8]| {
            let mut data = DEMO.to_vec();
            data[at..at + bytes.len()].copy_from_slice(bytes);
            Program::parse(&data).unwrap_err()
        };
        // Offsets of the ELF header: machine, type, entry, and the first loaded segment's address.
        assert_eq!(with(18, &[62, 0]), "it is for machine 62, not for RISC-V");
        assert_eq!(with(16, &[3, 0]), "it is not linked to fixed addresses");
        assert_eq!(with(24, &[0; 4]), "it starts at 0x0, the cores at 0x80000080");
        let first = u32::from_le_bytes(DEMO[28..32].try_into().unwrap()) as usize + 32;
        assert_eq!(DEMO[first..first + 4], [1, 0, 0, 0], "PT_LOAD");
        let low = with(first + 12, &[0; 4]);
        assert!(low.starts_with("the segment 0x0 to ") && low.contains("outside memory"), "{low}");
        assert!(with(first + 16, &[0xff; 4]).contains("cut off"));
        for data in [&DEMO[..0], &DEMO[..20], b"\x7fELF", &[0; 100]] {
            assert!(!Program::parse(data).unwrap_err().is_empty());
        }
    }

    proptest::proptest! {
        #[test]
        fn no_file_makes_it_panic(
            changes in proptest::collection::vec((0..4096usize, 0..=u8::MAX), 1..8), length in 0..DEMO.len(),
        ) {
            let mut data = DEMO.to_vec();
            // The header and the tables matter: those at the start, and the sections' at the end.
            for (at, byte) in changes {
                let at = if at < 2048 { at % 256 } else { data.len() - 1 - at % 2048 };
                data[at] = byte;
            }
            let _ = Program::parse(&data);
            let _ = Program::parse(&data[..length]);
        }
    }
}

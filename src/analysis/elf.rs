//! What an ELF file says of its addresses: sections, symbols, the bytes of its debug sections.
use super::text;
use flate2::read::ZlibDecoder;
use object::read::{CompressionFormat, Object, ObjectSection, ObjectSymbol, SymbolKind, SymbolSection};
use object::{ObjectKind, SectionFlags, SectionKind, elf};
use std::io::Read;
use std::sync::Arc;

/// A debug section may unpack to this many bytes: far more than any program for a soft core has.
const LARGEST_SECTION: u64 = 1 << 30;

/// Why a file has no names to give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Not an ELF file, or one whose headers lead nowhere.
    #[error("not a readable ELF file: {0}: expected a linked ELF executable")]
    Unreadable(String),
    /// Addresses of an object file start at zero in every section.
    #[error("an ELF file that is not linked: expected an executable, whose addresses are those of the running program")]
    NotLinked,
}

/// A part of the file that lies in memory.
pub(super) struct Section {
    pub name: String,
    pub first: u64,
    /// Largest address in it.
    pub last: u64,
    pub executable: bool,
    /// Gaps between functions that are smaller are padding.
    pub align: u64,
}

/// A name in the symbol table.
pub(super) struct Symbol {
    pub name: String,
    pub address: u64,
    /// 0 for a label.
    pub size: u64,
    /// Declared as a function, or as nothing in particular; otherwise as data.
    pub role: Role,
    /// Index into the sections; `None` for a plain number.
    pub section: Option<usize>,
    /// Names that other files see are preferred to those they do not.
    pub global: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Function,
    Object,
    Unsaid,
}

/// The file, opened.
pub(super) struct Elf<'a> {
    file: object::File<'a>,
    pub sections: Vec<Section>,
    pub symbols: Vec<Symbol>,
}

impl<'a> Elf<'a> {
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        let file = object::File::parse(bytes).map_err(|e| Error::Unreadable(e.to_string()))?;
        if file.kind() == ObjectKind::Relocatable {
            return Err(Error::NotLinked);
        }
        let mut sections = vec![];
        // For every section of the file its index above.
        let mut index = vec![];
        for section in file.sections() {
            let place = section.index().0;
            if let Some(section) = loaded(&section) {
                index.push((place, sections.len()));
                sections.push(section);
            }
        }
        let mut symbols: Vec<Symbol> = file.symbols().filter_map(|s| symbol(&s, &index)).collect();
        if symbols.is_empty() {
            symbols = file.dynamic_symbols().filter_map(|s| symbol(&s, &index)).collect();
        }
        Ok(Self { file, sections, symbols })
    }

    /// `riscv32`, `x86_64`, ...
    pub fn machine(&self) -> String {
        format!("{:?}", self.file.architecture()).to_lowercase()
    }

    pub fn is_little_endian(&self) -> bool {
        self.file.is_little_endian()
    }

    /// Where the program begins.
    pub fn entry(&self) -> u64 {
        self.file.entry()
    }

    /// The bytes that the file holds of the running program: address, whether they are code, content.
    pub fn contents(&self) -> Vec<(u64, bool, &'a [u8])> {
        let held = |section: object::Section<'a, '_>| {
            let place = loaded(&section)?;
            let bytes = section.data().ok().filter(|bytes| !bytes.is_empty())?;
            Some((place.first, place.executable, bytes))
        };
        self.file.sections().filter_map(held).collect()
    }

    /// The content of a debug section, unpacked; empty if there is none.
    pub fn debug_section(&self, name: &str) -> Result<Arc<[u8]>, String> {
        let Some(section) = self.file.section_by_name(name) else { return Ok(Arc::default()) };
        let packed = section.compressed_data().map_err(|e| format!("{name}: {e}"))?;
        let unpacked = |reader: &mut dyn Read| {
            // What is there counts, not the size that the header claims.
            let mut bytes = vec![];
            match reader.take(LARGEST_SECTION + 1).read_to_end(&mut bytes) {
                Err(e) => Err(format!("{name}: cannot unpack: {e}")),
                Ok(_) if bytes.len() as u64 > LARGEST_SECTION => Err(format!("{name}: larger than 1 GiB")),
                Ok(_) => Ok(bytes.into()),
            }
        };
        match packed.format {
            CompressionFormat::None => Ok(packed.data.into()),
            CompressionFormat::Zlib => unpacked(&mut ZlibDecoder::new(packed.data)),
            CompressionFormat::Zstandard => {
                let mut reader = zstd::Decoder::new(packed.data).map_err(|e| format!("{name}: cannot unpack: {e}"))?;
                unpacked(&mut reader)
            }
            _ => Err(format!("{name}: packed in a way that is not known here")),
        }
    }
}

/// A section of the running program; those that only the file holds have no addresses, and every thread has its own
/// copy of thread-local ones.
fn loaded<'a>(section: &impl ObjectSection<'a>) -> Option<Section> {
    let SectionFlags::Elf { sh_flags, .. } = section.flags() else { return None };
    let is = |flag: elf::SectionFlags| sh_flags.0 & flag.0 != 0;
    let last = section.address().checked_add(section.size().checked_sub(1)?)?;
    let loaded = is(elf::SHF_ALLOC) && !matches!(section.kind(), SectionKind::Tls | SectionKind::UninitializedTls);
    loaded.then(|| Section {
        name: text::name(section.name_bytes().unwrap_or_default()),
        first: section.address(),
        last,
        executable: is(elf::SHF_EXECINSTR),
        align: section.align(),
    })
}

fn symbol<'a>(symbol: &impl ObjectSymbol<'a>, index: &[(usize, usize)]) -> Option<Symbol> {
    let role = match symbol.kind() {
        SymbolKind::Text => Role::Function,
        SymbolKind::Data => Role::Object,
        SymbolKind::Unknown | SymbolKind::Label => Role::Unsaid,
        _ => return None,
    };
    let section = match symbol.section() {
        SymbolSection::Absolute => None,
        SymbolSection::Section(section) => {
            Some(index[index.binary_search_by_key(&section.0, |&(place, _)| place).ok()?].1)
        }
        _ => return None,
    };
    let name = symbol.name_bytes().ok()?;
    // Names of the assembler: mapping symbols ($x, $d) and local labels.
    if name.is_empty() || name.starts_with(b"$") || name.starts_with(b".L") {
        return None;
    }
    let (address, size, global) = (symbol.address(), symbol.size(), symbol.is_global());
    Some(Symbol { name: text::name(name), address, size, role, section, global })
}

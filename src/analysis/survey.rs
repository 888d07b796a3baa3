//! A first pass over debug information: whether it is sane enough to be worked with, and where inlined code begins and
//! ends.
//!
//! Entries may point to shared tables, so a small file can describe lists whose sum is far larger than itself, and
//! entries can nest as deep as the file is long, which the reader of inlined functions follows by recursion. What a
//! compiler writes stays far from these limits.
use gimli::{AttributeValue, Dwarf, EndianArcSlice, RunTimeEndian, Unit};
use std::collections::HashSet;

/// Bytes of a section.
pub(super) type Reader = EndianArcSlice<RunTimeEndian>;

/// Deepest nesting of entries.
const DEEPEST: isize = 400;
/// How much larger than its section the sum of all references into it may be.
const SHARING: u64 = 16;
/// Names of files and folders of all line tables, in bytes.
const FILE_NAMES: u64 = 1 << 28;

/// Addresses at which functions, inlined or not, begin or end: sorted, each once.
pub(super) fn survey(dwarf: &Dwarf<Reader>, bytes: u64) -> Result<Vec<u64>, String> {
    let mut survey = Survey { edges: vec![], ranges: 0, lines: 0, names: 0, abbreviations: 0, limit: SHARING * bytes };
    let mut tables = HashSet::new();
    let mut units = dwarf.units();
    while let Some(header) = units.next().map_err(said)? {
        if tables.insert(header.debug_abbrev_offset()) {
            survey.abbreviations(dwarf, header.debug_abbrev_offset().0)?;
        }
        survey.unit(dwarf, &dwarf.unit(header).map_err(said)?)?;
    }
    survey.edges.sort_unstable();
    survey.edges.dedup();
    Ok(survey.edges)
}

fn said(error: gimli::Error) -> String {
    error.to_string()
}

struct Survey {
    edges: Vec<u64>,
    ranges: u64,
    lines: u64,
    names: u64,
    abbreviations: u64,
    /// Of each of the sums.
    limit: u64,
}

impl Survey {
    /// Adds the length of a table of abbreviations, which ends at a code of zero.
    fn abbreviations(&mut self, dwarf: &Dwarf<Reader>, offset: usize) -> Result<(), String> {
        use gimli::{Reader as _, Section as _};
        let mut input = dwarf.debug_abbrev.reader().clone();
        input.skip(offset).map_err(said)?;
        let before = input.len();
        while !input.is_empty() && input.read_uleb128().map_err(said)? != 0 {
            input.read_uleb128().map_err(said)?;
            input.skip(1).map_err(said)?;
            loop {
                let name = input.read_uleb128().map_err(said)?;
                let form = input.read_uleb128().map_err(said)?;
                if form == u64::from(gimli::DW_FORM_implicit_const.0) {
                    input.read_sleb128().map_err(said)?;
                }
                if name == 0 && form == 0 {
                    break;
                }
            }
            if (before - input.len()) as u64 > self.limit {
                break;
            }
        }
        self.abbreviations += (before - input.len()) as u64;
        within(self.abbreviations, self.limit, "tables of abbreviations")
    }

    fn unit(&mut self, dwarf: &Dwarf<Reader>, unit: &Unit<Reader>) -> Result<(), String> {
        self.line_table(dwarf, unit)?;
        let mut entries = unit.entries_raw(None).map_err(said)?;
        let mut entry = gimli::DebuggingInformationEntry::null();
        while !entries.is_empty() {
            let depth = entries.next_depth();
            if depth > DEEPEST {
                return Err(format!("entries nest deeper than {DEEPEST}"));
            }
            if !entries.read_entry(&mut entry).map_err(said)? {
                continue;
            }
            ends(dwarf, unit, &entry)?;
            if matches!(
                entry.tag(),
                gimli::DW_TAG_compile_unit | gimli::DW_TAG_subprogram | gimli::DW_TAG_inlined_subroutine
            ) {
                let mut ranges = dwarf.die_ranges(unit, &entry).map_err(said)?;
                while let Some(range) = ranges.next().map_err(said)? {
                    self.edges.extend([range.begin, range.end]);
                    self.ranges += 1;
                    within(self.ranges, self.limit, "address ranges")?;
                }
            }
        }
        Ok(())
    }

    /// Adds what reading the line table of a unit will take.
    fn line_table(&mut self, dwarf: &Dwarf<Reader>, unit: &Unit<Reader>) -> Result<(), String> {
        use gimli::Reader as _;
        let Some(program) = &unit.line_program else { return Ok(()) };
        let header = program.header();
        self.lines += header.raw_program_buf().len() as u64;
        within(self.lines, self.limit, "line tables")?;
        let length =
            |value: &AttributeValue<Reader>| dwarf.attr_string(unit, value.clone()).map_or(0, |text| text.len() as u64);
        let folder = unit.comp_dir.as_ref().map_or(0, |text| text.len() as u64);
        let folders: Vec<u64> = header.include_directories().iter().map(length).collect();
        for file in header.file_names() {
            let index = file.directory_index() as usize;
            let index = if header.version() >= 5 { Some(index) } else { index.checked_sub(1) };
            let above = index.and_then(|index| folders.get(index)).copied().unwrap_or(0);
            self.names += folder + above + length(&file.path_name());
            within(self.names, FILE_NAMES, "names of files")?;
        }
        Ok(())
    }
}

/// Fails where the addresses of an entry end beyond the last one there is: readers add length and start.
fn ends(
    dwarf: &Dwarf<Reader>,
    unit: &Unit<Reader>,
    entry: &gimli::DebuggingInformationEntry<Reader>,
) -> Result<(), String> {
    let Some(AttributeValue::Udata(length)) = entry.attr_value(gimli::DW_AT_high_pc) else { return Ok(()) };
    let Some(start) = entry.attr_value(gimli::DW_AT_low_pc) else { return Ok(()) };
    let start = dwarf.attr_address(unit, start).map_err(said)?.unwrap_or(0);
    let end = start.checked_add(length);
    end.map(|_| ())
        .ok_or_else(|| format!("an entry at {start:#x} has {length:#x} bytes, which lead out of all addresses"))
}

fn within(sum: u64, limit: u64, what: &str) -> Result<(), String> {
    if sum <= limit { Ok(()) } else { Err(format!("{what} are larger than any compiler would make them")) }
}

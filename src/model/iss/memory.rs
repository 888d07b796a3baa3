//! Memory and devices of the machine that programs are linked for (docs/reference/cores.md).
use crate::spec::core::{CONSOLE, EXIT, RAM, RAM_BYTES, TIMER};

/// Bytes, a console and an exit.
#[derive(Clone, Debug)]
pub struct Memory {
    bytes: Vec<u8>,
    console: Vec<u8>,
    exit: Option<u32>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { bytes: vec![0; RAM_BYTES as usize], console: vec![], exit: None }
    }
}

impl Memory {
    /// Puts bytes into memory; false, and nothing is done, if they do not all lie there.
    #[must_use]
    pub fn load(&mut self, address: u32, bytes: &[u8]) -> bool {
        let Ok(count) = u32::try_from(bytes.len()) else { return false };
        let Some(at) = place(address, count) else { return false };
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
        true
    }

    /// Everything, from [`RAM`] on.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What was printed.
    pub fn console(&self) -> &[u8] {
        &self.console
    }

    /// The program's exit code, once it has ended.
    pub const fn exit(&self) -> Option<u32> {
        self.exit
    }

    /// Reads 1, 2 or 4 bytes at any address, low ones first; devices read 0. `None` where nothing is.
    pub fn read(&self, address: u32, count: u32) -> Option<u32> {
        if let Some(at) = place(address, count) {
            let bytes = &self.bytes[at..at + count as usize];
            return Some(bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte)));
        }
        device(address).then_some(0)
    }

    /// Writes the low 1, 2 or 4 bytes of `word`. `None` where nothing is.
    pub fn write(&mut self, address: u32, count: u32, word: u32) -> Option<()> {
        if let Some(at) = place(address, count) {
            self.bytes[at..at + count as usize].copy_from_slice(&word.to_le_bytes()[..count as usize]);
            return Some(());
        }
        match address {
            CONSOLE => self.console.push(word as u8),
            EXIT => self.exit = self.exit.or(Some(word)),
            TIMER => (),
            _ => return None,
        }
        Some(())
    }
}

/// Where so many bytes lie, if they all lie in memory.
fn place(address: u32, count: u32) -> Option<usize> {
    let at = address.wrapping_sub(RAM);
    (at <= RAM_BYTES && RAM_BYTES - at >= count).then_some(at as usize)
}

fn device(address: u32) -> bool {
    [CONSOLE, EXIT, TIMER].contains(&address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_where_they_are() {
        let mut memory = Memory::default();
        let end = RAM + RAM_BYTES;
        assert!(memory.load(end - 4, &[1, 2, 3, 4]) && !memory.load(end - 3, &[0; 4]) && !memory.load(RAM - 1, &[0]));
        assert_eq!(memory.read(end - 4, 4), Some(0x0403_0201));
        assert_eq!(memory.read(end - 3, 2), Some(0x0302));
        for (address, count) in [(end - 3, 4), (end, 1), (RAM - 1, 1), (RAM - 1, 4), (u32::MAX, 4), (0, 1)] {
            assert_eq!(memory.read(address, count), None, "{address:x}");
            assert_eq!(memory.write(address, count, 0), None, "{address:x}");
        }
        assert_eq!((memory.write(RAM, 1, 0xfff), memory.read(RAM, 4)), (Some(()), Some(0xff)));
    }

    #[test]
    fn devices_print_and_end() {
        let mut memory = Memory::default();
        for byte in b"hi" {
            assert_eq!(memory.write(CONSOLE, 4, u32::from(*byte) | 0x100), Some(()));
        }
        assert_eq!((memory.console(), memory.exit(), memory.read(CONSOLE, 4)), (&b"hi"[..], None, Some(0)));
        assert_eq!(
            (memory.write(TIMER, 4, 0), memory.write(EXIT, 4, 3), memory.write(EXIT, 4, 4)),
            (Some(()), Some(()), Some(()))
        );
        assert_eq!(memory.exit(), Some(3));
    }
}

//! Lines of bounded length out of a byte stream, without a copy where the buffer holds the whole line.
use std::io::{self, BufRead};

/// Longest line of a text format in bytes: memory stays bounded whatever the file holds.
pub const LIMIT: usize = 4096;

/// Why no line was delivered.
#[derive(Debug)]
pub enum Failure {
    /// The stream failed.
    Io(io::Error),
    /// The line is longer than [`LIMIT`].
    Long,
}

/// Splits a stream into lines and counts lines and bytes.
#[derive(Debug, Default)]
pub struct Lines {
    /// A line that spans two buffers.
    carry: Vec<u8>,
    /// Number of the line delivered last, from 1.
    pub number: u64,
    /// Bytes consumed so far.
    pub bytes: u64,
}

impl Lines {
    /// Hands each line (without its end, `\n` or `\r\n`) to `take` until it returns `false`, a buffer's worth of
    /// lines has been handed out, or the stream ends. Returns `false` at the end of the stream.
    pub fn next_chunk<E: From<Failure>>(
        &mut self,
        input: &mut dyn BufRead,
        mut take: impl FnMut(&[u8]) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let buffer = loop {
            match input.fill_buf() {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(Failure::Io(e).into()),
                Ok(_) => break input.fill_buf().map_err(Failure::Io)?,
            }
        };
        if buffer.is_empty() {
            if self.carry.is_empty() {
                return Ok(false);
            }
            self.number += 1;
            let line = std::mem::take(&mut self.carry);
            take(trim(&line))?;
            return Ok(true);
        }
        let mut at = 0;
        let mut more = true;
        while more && at < buffer.len() {
            let rest = &buffer[at..];
            let end = rest.iter().position(|&b| b == b'\n');
            let line = &rest[..end.unwrap_or(rest.len())];
            if self.carry.len() + line.len() > LIMIT {
                self.number += 1;
                return Err(Failure::Long.into());
            }
            at += line.len() + usize::from(end.is_some());
            if end.is_none() {
                self.carry.extend_from_slice(line);
                break;
            }
            self.number += 1;
            if self.carry.is_empty() {
                more = take(trim(line))?;
            } else {
                self.carry.extend_from_slice(line);
                more = take(trim(&self.carry))?;
                self.carry.clear();
            }
        }
        self.bytes += at as u64;
        input.consume(at);
        Ok(true)
    }
}

fn trim(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn split(text: &[u8], buffer: usize) -> Result<Vec<Vec<u8>>, Failure> {
        let mut input = BufReader::with_capacity(buffer, text);
        let mut lines = Lines::default();
        let mut out = vec![];
        while lines.next_chunk::<Failure>(&mut input, |line| {
            out.push(line.to_vec());
            Ok(true)
        })? {}
        assert_eq!((lines.number, lines.bytes), (out.len() as u64, text.len() as u64));
        Ok(out)
    }

    #[test]
    fn lines_are_the_same_for_every_buffer_size() {
        let text = b"one\r\ntwo\n\nfour and more\nlast";
        let want = [&b"one"[..], b"two", b"", b"four and more", b"last"].map(<[u8]>::to_vec);
        for buffer in [1, 2, 3, 4, 5, 7, 100] {
            assert_eq!(split(text, buffer).unwrap(), want, "buffer of {buffer}");
        }
        assert_eq!(split(b"", 4).unwrap(), Vec::<Vec<u8>>::new());
    }

    #[test]
    fn a_line_beyond_the_limit_is_refused_without_being_stored() {
        let text = vec![b'7'; 1 << 20];
        assert!(matches!(split(&text, 512), Err(Failure::Long)));
        assert_eq!(split(&text[..LIMIT], 512).unwrap().len(), 1);
    }
}

//! The C interface: the paper's software profiler (its section 3.2: init, add points, finalize) for C programs.
//!
//! `include/treetap_rap.h` is its contract and docs/reference/c-api.md its manual; `tests/rap/c_api.rs` compares both
//! sides declaration by declaration. Pointers come from C: that they are NULL or valid for the access is all that is
//! assumed of them.
use super::profile::Profile;
use super::rap::Top;
use crate::spec::coalescer;
use crate::spec::event::{Command, Event};
use crate::spec::rap::{Collapse, Config, Eps};
use std::ffi::{CStr, c_char, c_int};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

/// Success.
pub const TREETAP_RAP_OK: c_int = 0;
/// A pointer that is needed is NULL.
pub const TREETAP_RAP_ERROR_NULL: c_int = -1;
/// Key width, nodes or an option is out of range.
pub const TREETAP_RAP_ERROR_CONFIG: c_int = -2;
/// A point has bits above the key width.
pub const TREETAP_RAP_ERROR_POINT: c_int = -3;
/// A weight is 0.
pub const TREETAP_RAP_ERROR_WEIGHT: c_int = -4;
/// The first key of a range is above the last, or a share is not above 0 and at most 1.
pub const TREETAP_RAP_ERROR_RANGE: c_int = -5;
/// The buffer is too small.
pub const TREETAP_RAP_ERROR_SPACE: c_int = -6;
/// A hand goes round the slots of the pool (docs/reference/rap.md R15): the default.
pub const TREETAP_RAP_COLLAPSE_HAND: u8 = 0;
/// The tree stops and collapses (R6).
pub const TREETAP_RAP_COLLAPSE_STOP: u8 = 1;
/// A defect in the library.
pub const TREETAP_RAP_ERROR_INTERNAL: c_int = -7;

/// Weighted points are brought together in blocks of this many.
const ADD_AT_ONCE: usize = 4096;

/// A profiler, opaque to C.
#[allow(non_camel_case_types)]
pub struct treetap_rap {
    top: Top,
    /// The profile, if nothing was added since it was taken.
    profile: Option<Profile>,
}

/// What can be chosen beyond key width and nodes; a field that is 0 takes its default.
#[allow(non_camel_case_types)]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct treetap_rap_options {
    /// First threshold.
    pub t0: u64,
    /// Count width: 16 to 48.
    pub count_bits: u32,
    /// Entries of the coalescer.
    pub coalescer_entries: u32,
    /// Largest weight of an entry.
    pub coalescer_weight_max: u16,
    /// EPS mode: mantissa.
    pub eps_m: u8,
    /// EPS mode: shift.
    pub eps_s: u8,
    /// How the tree makes room: [`TREETAP_RAP_COLLAPSE_HAND`] or [`TREETAP_RAP_COLLAPSE_STOP`].
    pub collapse: u8,
}

/// State of a profiler.
#[allow(non_camel_case_types)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct treetap_rap_stats {
    /// Sum of the weights counted.
    pub n: u64,
    /// Threshold in force.
    pub t: u64,
    /// Sum of the weights that no longer fitted the count width.
    pub lost: u64,
    /// The certificate (docs/reference/rap.md R9).
    pub cert: u64,
    /// Nodes.
    pub live: u32,
    /// Nodes created since init.
    pub creates: u32,
    /// Collapses since init; 0 with a hand.
    pub collapses: u32,
    /// Sum of the weights counted above the threshold.
    pub over: u64,
}

/// A hot range.
#[allow(non_camel_case_types)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct treetap_rap_range {
    /// Smallest key.
    pub first: u64,
    /// Largest key.
    pub last: u64,
    /// Lower bound of its events.
    pub lo: u64,
    /// Upper bound.
    pub hi: u64,
    /// The part of `lo` outside the hot ranges inside.
    pub weight: u64,
    /// Number of hot ranges around it.
    pub depth: u32,
}

impl treetap_rap {
    /// The profile as a snapshot command gives it (R8): a coalescer is flushed.
    fn profile(&mut self) -> &Profile {
        let top = &mut self.top;
        self.profile.get_or_insert_with(|| top.command(Command::Snapshot).expect("a snapshot dumps"))
    }

    fn check_points(&self, points: &[u64]) -> Result<(), c_int> {
        let key_max = self.top.config().key_max();
        if points.iter().all(|&point| point <= key_max) { Ok(()) } else { Err(TREETAP_RAP_ERROR_POINT) }
    }

    fn text(&mut self) -> String {
        let p = self.profile();
        let mut text = format!(
            "treetap-rap 2\nkey_bits {}\ncount_bits {}\nnodes {}\nn {}\nt {}\nlost {}\nlive {}\ncreates {}\ncollapses \
             {}\nover {}\ntree\n",
            p.key_bits, p.count_bits, p.nodes, p.n, p.t, p.lost, p.live, p.creates, p.collapses, p.over
        );
        let digits = p.key_bits.div_ceil(4) as usize;
        for node in &p.tree {
            writeln!(text, "{} {:0digits$x} {}", node.level, node.prefix, node.own).expect("a string takes all");
        }
        text.push_str("end\n");
        text
    }
}

impl treetap_rap_options {
    fn config(self, key_bits: u32, nodes: u32) -> Result<Config, c_int> {
        let defaults = Config::new(key_bits, nodes);
        let collapse = match self.collapse {
            TREETAP_RAP_COLLAPSE_HAND => Collapse::hand(self.coalescer_entries != 0),
            TREETAP_RAP_COLLAPSE_STOP => Collapse::Stop,
            _ => return Err(TREETAP_RAP_ERROR_CONFIG),
        };
        Ok(Config {
            collapse,
            count_bits: if self.count_bits == 0 { defaults.count_bits } else { self.count_bits },
            t0: if self.t0 == 0 { defaults.t0 } else { self.t0 },
            eps: (self.eps_m != 0).then_some(Eps { m: self.eps_m, s: self.eps_s }),
            coalescer: (self.coalescer_entries != 0).then(|| {
                let defaults = coalescer::Config::new(self.coalescer_entries);
                match self.coalescer_weight_max {
                    0 => defaults,
                    weight_max => coalescer::Config { weight_max, ..defaults },
                }
            }),
            ..defaults
        })
    }
}

/// Runs the body of a call; a panic must not reach C.
fn guarded(body: impl FnOnce() -> Result<(), c_int>) -> c_int {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => TREETAP_RAP_OK,
        Ok(Err(error)) => error,
        Err(_) => TREETAP_RAP_ERROR_INTERNAL,
    }
}

/// # Safety
/// `pointer` is NULL or valid for writes and not used otherwise meanwhile.
unsafe fn out<'a, T>(pointer: *mut T) -> Result<&'a mut T, c_int> {
    // SAFETY: the caller's contract.
    unsafe { pointer.as_mut() }.ok_or(TREETAP_RAP_ERROR_NULL)
}

/// # Safety
/// `pointer` is NULL or valid for reads of `count` elements.
unsafe fn array<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], c_int> {
    match (pointer.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(TREETAP_RAP_ERROR_NULL),
        // SAFETY: the caller's contract.
        (false, _) => Ok(unsafe { slice::from_raw_parts(pointer, count) }),
    }
}

/// Makes a profiler.
///
/// # Safety
/// `out` and `options` are NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn treetap_rap_init(
    out: *mut *mut treetap_rap,
    key_bits: u32,
    nodes: u32,
    options: *const treetap_rap_options,
) -> c_int {
    guarded(|| {
        // SAFETY: the caller's contract.
        let (out, options) = unsafe { (self::out(out)?, options.as_ref().copied().unwrap_or_default()) };
        let top = Top::new(options.config(key_bits, nodes)?).map_err(|_| TREETAP_RAP_ERROR_CONFIG)?;
        *out = Box::into_raw(Box::new(treetap_rap { top, profile: None }));
        Ok(())
    })
}

/// Counts points, each once.
///
/// # Safety
/// `rap` is NULL or from [`treetap_rap_init`]; `points` has `count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn treetap_rap_add_points(rap: *mut treetap_rap, points: *const u64, count: usize) -> c_int {
    guarded(|| {
        // SAFETY: the caller's contract.
        let (rap, points) = unsafe { (out(rap)?, array(points, count)?) };
        rap.check_points(points)?;
        rap.profile = None;
        rap.top.add_keys(points);
        Ok(())
    })
}

/// Counts weighted points.
///
/// # Safety
/// `rap` is NULL or from [`treetap_rap_init`]; `points` and `weights` have `count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn treetap_rap_add_weighted(
    rap: *mut treetap_rap,
    points: *const u64,
    weights: *const u16,
    count: usize,
) -> c_int {
    guarded(|| {
        // SAFETY: the caller's contract.
        let (rap, points, weights) = unsafe { (out(rap)?, array(points, count)?, array(weights, count)?) };
        rap.check_points(points)?;
        if weights.contains(&0) {
            return Err(TREETAP_RAP_ERROR_WEIGHT);
        }
        rap.profile = None;
        let mut events = Vec::with_capacity(count.min(ADD_AT_ONCE));
        for (points, weights) in points.chunks(ADD_AT_ONCE).zip(weights.chunks(ADD_AT_ONCE)) {
            events.clear();
            events.extend(points.iter().zip(weights).map(|(&key, &weight)| Event { key, weight }));
            rap.top.add_all(&events);
        }
        Ok(())
    })
}

/// Bounds of the events in a range.
///
/// # Safety
/// `rap` is NULL or from [`treetap_rap_init`]; `lo` and `hi` are NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn treetap_rap_query(
    rap: *mut treetap_rap,
    first: u64,
    last: u64,
    lo: *mut u64,
    hi: *mut u64,
) -> c_int {
    guarded(|| {
        if lo.is_null() || hi.is_null() {
            return Err(TREETAP_RAP_ERROR_NULL);
        }
        // SAFETY: the caller's contract.
        let rap = unsafe { out(rap)? };
        if first > last {
            return Err(TREETAP_RAP_ERROR_RANGE);
        }
        let bounds = rap.profile().query(first, last);
        // SAFETY: checked above. Both may point to the same place.
        unsafe {
            *lo = bounds.0;
            *hi = bounds.1;
        }
        Ok(())
    })
}

/// The state of a profiler.
///
/// # Safety
/// `rap` is NULL or from [`treetap_rap_init`]; `stats` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn treetap_rap_get_stats(rap: *mut treetap_rap, stats: *mut treetap_rap_stats) -> c_int {
    guarded(|| {
        if stats.is_null() {
            return Err(TREETAP_RAP_ERROR_NULL);
        }
        // SAFETY: the caller's contract.
        let p = unsafe { out(rap)? }.profile();
        let state = treetap_rap_stats {
            n: p.n,
            t: p.t,
            lost: p.lost,
            cert: p.cert(),
            live: p.live,
            creates: p.creates,
            collapses: p.collapses,
            over: p.over,
        };
        // SAFETY: checked above; `write` because C memory may be uninitialised.
        unsafe { stats.write(state) };
        Ok(())
    })
}

/// Hot ranges.
///
/// # Safety
/// `rap` is NULL or from [`treetap_rap_init`]; `count` is NULL or valid; `ranges` has `*count` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn treetap_rap_get_hot(
    rap: *mut treetap_rap,
    phi: f64,
    ranges: *mut treetap_rap_range,
    count: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: the caller's contract.
        let (rap, count) = unsafe { (out(rap)?, out(count)?) };
        if !(phi > 0.0 && phi <= 1.0) {
            return Err(TREETAP_RAP_ERROR_RANGE);
        }
        if *count != 0 && ranges.is_null() {
            return Err(TREETAP_RAP_ERROR_NULL);
        }
        let hot = rap.profile().hot(phi);
        let room = std::mem::replace(count, hot.len());
        if room < hot.len() {
            return Err(TREETAP_RAP_ERROR_SPACE);
        }
        for (i, range) in hot.into_iter().enumerate() {
            let range = treetap_rap_range {
                first: range.first,
                last: range.last,
                lo: range.lo,
                hi: range.hi,
                weight: range.weight,
                depth: range.depth,
            };
            // SAFETY: `i` is below the number of elements the caller has room for.
            unsafe { ranges.add(i).write(range) };
        }
        Ok(())
    })
}

/// The tree as text.
///
/// # Safety
/// `rap` is NULL or from [`treetap_rap_init`]; `text` has `size` bytes; `length` is NULL or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn treetap_rap_finalize(
    rap: *mut treetap_rap,
    text: *mut c_char,
    size: usize,
    length: *mut usize,
) -> c_int {
    guarded(|| {
        // SAFETY: the caller's contract.
        let (rap, length) = unsafe { (out(rap)?, out(length)?) };
        if size != 0 && text.is_null() {
            return Err(TREETAP_RAP_ERROR_NULL);
        }
        let dump = rap.text();
        *length = dump.len();
        if size <= dump.len() {
            return Err(TREETAP_RAP_ERROR_SPACE);
        }
        // SAFETY: the text and its NUL fit into `size` bytes.
        unsafe {
            text.copy_from_nonoverlapping(dump.as_ptr().cast(), dump.len());
            text.add(dump.len()).write(0);
        }
        Ok(())
    })
}

/// Frees a profiler.
///
/// # Safety
/// `rap` is NULL or from [`treetap_rap_init`] and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn treetap_rap_free(rap: *mut treetap_rap) {
    if !rap.is_null() {
        // SAFETY: the caller's contract. Dropping frees memory and cannot panic.
        drop(unsafe { Box::from_raw(rap) });
    }
}

/// What an error means.
#[unsafe(no_mangle)]
pub extern "C" fn treetap_rap_error_text(error: c_int) -> *const c_char {
    let text: &CStr = match error {
        TREETAP_RAP_OK => c"no error",
        TREETAP_RAP_ERROR_NULL => c"a pointer that is needed is NULL",
        TREETAP_RAP_ERROR_CONFIG => c"key width, nodes or an option is out of range",
        TREETAP_RAP_ERROR_POINT => c"a point has bits above the key width",
        TREETAP_RAP_ERROR_WEIGHT => c"a weight is 0",
        TREETAP_RAP_ERROR_RANGE => c"the first key is above the last, or the share is not above 0 and at most 1",
        TREETAP_RAP_ERROR_SPACE => c"the buffer is too small",
        TREETAP_RAP_ERROR_INTERNAL => c"a defect in the library",
        _ => c"unknown error",
    };
    text.as_ptr()
}

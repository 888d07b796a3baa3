//! An allocator that ends the process at an allocation by a length that nobody checked.
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// Most bytes at once: inputs have a few thousand, and no parser has a reason to ask for thousands of times as many.
pub const MOST: usize = 32 << 20;

/// The system's allocator for up to [`MOST`] bytes at once.
#[derive(Clone, Copy, Debug)]
pub struct Bounded;

/// Ends the process, as libFuzzer expects of a failure, where it is asked for too much.
fn check(bytes: usize) {
    if bytes > MOST {
        // Nothing here may allocate.
        let _ =
            std::io::stderr().write_all(b"an allocation by an unchecked length: more than fuzz/src/memory.rs allows\n");
        std::process::abort();
    }
}

// SAFETY: every call is the system allocator's own.
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        check(size);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

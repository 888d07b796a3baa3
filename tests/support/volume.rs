//! How much is tried, and on how many threads.
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many times the ordinary volume: `TREETAP_VOLUME`, 10 in `make test-long`.
pub fn volume() -> u64 {
    std::env::var("TREETAP_VOLUME").ok().and_then(|v| v.parse().ok()).unwrap_or(1)
}

/// Calls `work` for every item on two threads, as many as continuous integration has cores.
pub fn on_two_threads<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

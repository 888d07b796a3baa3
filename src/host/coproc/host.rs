//! What every host of the co-processor does (docs/reference/coproc.md, D).
use super::device::Stopped;
use crate::host::{Error, Transport};

/// A host of the co-processor: it comes when it is asked for, and when its own time is over.
pub trait Host<T: Transport> {
    /// The co-processor.
    fn device(&mut self) -> &mut T;

    /// Instructions until the host acts by itself, 1 at least.
    fn left(&self) -> u64;

    /// So many instructions more have retired: looks whether there is something to do. Tells where the microcode failed
    /// for good, once it did.
    ///
    /// # Errors
    /// [`Error::Refused`], [`Error::Declined`]; [`Error::Transport`].
    fn attend(&mut self, retired: u64) -> Result<Option<Stopped>, Error<T::Error>>;

    /// Ends it: takes what there is.
    ///
    /// # Errors
    /// As [`Host::attend`].
    fn end(&mut self) -> Result<(), Error<T::Error>>;
}

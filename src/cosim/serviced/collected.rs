//! What the program of the servicing core says that it has collected (`programs/coproc/service.c`).
use crate::host::Transport;
use crate::host::coproc::{Handler, Partition, Profile, Reason, Slot};
use crate::spec::coproc::regs::COUNTED;

/// Reasons by the codes of `programs/coproc/handler.h`, which has none for 0.
const REASONS: [Reason; 3] = [Reason::Invariant, Reason::Variant, Reason::Sampled];

/// What was collected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// The records.
    pub profile: Profile,
    /// The loads that are left out, by `pct`, ascending.
    pub masked: Vec<(u32, Reason)>,
    /// The partitions, and which one of them is profiled.
    pub partitions: (Vec<Partition>, usize),
    /// Interrupts, how often the co-processor was set going again, and why: for thrashing, by the timer, to sample
    /// everything again.
    pub done: [u32; 5],
    /// Instructions until it was over, and whether the profile was complete.
    pub over: (u32, bool),
    /// Error and word of the microcode, if it failed.
    pub failure: (u8, u8),
    /// The co-processor refused something.
    pub declined: bool,
    /// Slots that found no room.
    pub lost: u32,
    /// The counters of the co-processor at the end.
    pub counts: Vec<u32>,
}

impl Collected {
    /// Of the words that were sent; `None` if they are not as many as they say.
    pub fn parse(sent: &[u32]) -> Option<Self> {
        let mut words = sent.iter().copied();
        let mut next = || words.next();
        let mut profile = Profile::default();
        for _ in 0..next()? {
            let (pct, active, counts) = (next()?, next()?, next()?);
            profile.push(pct, Slot::of(u64::from(counts) << 32 | u64::from(active)));
        }
        let mut masked = vec![];
        for _ in 0..next()? {
            let (pct, code) = (next()?, next()? as usize);
            masked.push((pct, *REASONS.get(code.checked_sub(1)?)?));
        }
        masked.sort_unstable();
        let mut partitions = vec![];
        for _ in 0..next()? {
            let word = next()?;
            partitions.push(Partition { mask: (word >> 8) as u8, matched: word as u8 });
        }
        let current = next()? as usize;
        let done = [next()?, next()?, next()?, next()?, next()?];
        let over = (next()?, next()? == 1);
        let failure = next()?;
        let failure = ((failure >> 8) as u8, failure as u8);
        let (declined, lost) = (next()? != 0, next()?);
        let counts: Vec<u32> = words.collect();
        let whole = counts.len() == COUNTED.len() + 1;
        whole.then_some(Self {
            profile,
            masked,
            partitions: (partitions, current),
            done,
            over,
            failure,
            declined,
            lost,
            counts,
        })
    }

    /// In what it differs from what a host has collected, by name; counters at the end are those that it was told.
    pub fn differences<T: Transport>(&self, host: &Handler<T>, counts: &[u32]) -> Vec<&'static str> {
        let totals = host.totals();
        let partitions = host.partitions();
        let done = [totals.cost.interrupts, totals.cost.rearms, totals.thrashed, totals.timer, totals.resampled];
        let over = (totals.over.unwrap_or(0) as u32, totals.complete);
        let equal = [
            ("records", self.profile == *host.profile()),
            ("masked loads", self.masked == host.masks().masked().collect::<Vec<_>>()),
            ("partitions", self.partitions.0 == partitions.all().collect::<Vec<_>>()),
            ("the current partition", self.partitions.0.get(self.partitions.1) == Some(&partitions.current())),
            ("what was done", self.done.map(u64::from) == done),
            ("the end", self.over == over),
            ("counters", self.counts == counts),
            ("slots lost", self.lost == 0),
            ("accesses refused", !self.declined),
        ];
        equal.into_iter().filter(|(_, equal)| !equal).map(|(name, _)| name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_cut_off_are_nothing() {
        let mut sent = vec![1, 0x40, 7, 300 << 16 | 2 << 8 | 250, 1, 0x40, 1, 2, 0x300, 0x301, 1, 9, 8, 2, 5, 1, 77, 0];
        sent.extend([0x105, 0, 3]);
        sent.extend(0..=COUNTED.len() as u32);
        let found = Collected::parse(&sent).unwrap();
        assert_eq!(found.profile.records(0x40), [Slot { active: 7, hit: 250, miss: 2, total: 300 }]);
        assert_eq!((found.masked, found.failure, found.lost), (vec![(0x40, Reason::Invariant)], (1, 5), 3));
        assert_eq!((found.partitions.1, found.done, found.over), (1, [9, 8, 2, 5, 1], (77, false)));
        (0..sent.len()).for_each(|cut| assert_eq!(Collected::parse(&sent[..cut]), None, "{cut}"));
    }
}

//! The adaptive adversary of docs/reference/rap.md: it always hits the fattest node that can still be split.
use super::Error;
use crate::model::rap::Rap;
use crate::spec::event::Event;
use crate::spec::rap::Config;
use crate::trace::shapes::{Extent, Random};
use std::collections::VecDeque;

/// Targets chosen at a time: looking at the whole tree before every event would cost more than the simulation.
const TARGETS: usize = 32;

/// A generator that carries a tree of its own, finds the nodes nearest to their threshold and sends each of them the
/// events that make it split, spread over the node's range.
pub struct Adversary {
    tree: Rap,
    config: Config,
    random: Random,
    left: u64,
    weights: u16,
    plan: VecDeque<Target>,
}

/// A range to hit and how often.
struct Target {
    first: u64,
    mask: u64,
    hits: u64,
}

impl Adversary {
    /// Its name among the shapes.
    pub const NAME: &str = "adversary";
    /// Most hits on one target before the tree is looked at again.
    const HITS: u64 = 64;

    /// An adversary of the tree of `config`. The coalescer is left out: it sees the tree's events.
    ///
    /// # Errors
    /// [`Error::Config`] for an illegal configuration.
    pub fn new(extent: Extent, config: Config) -> Result<Self, Error> {
        let tree = Rap::new(Config { coalescer: None, ..config })?;
        let Extent { events, seed, weights } = extent;
        Ok(Self { tree, config, random: Random(seed), left: events, weights, plan: VecDeque::new() })
    }

    fn aim(&mut self) {
        let profile = self.tree.snapshot();
        let levels = profile.levels();
        let mut nodes: Vec<_> = profile.tree.iter().filter(|node| u32::from(node.level) < levels).collect();
        nodes.sort_by_key(|node| std::cmp::Reverse(node.own));
        self.plan.extend(nodes.iter().take(TARGETS).map(|node| Target {
            first: node.prefix,
            mask: profile.last_key(node) ^ node.prefix,
            hits: (profile.t.saturating_sub(node.own) / u64::from(self.weights) + 1).min(Self::HITS),
        }));
    }
}

impl Iterator for Adversary {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        self.left = self.left.checked_sub(1)?;
        while self.plan.front().is_none_or(|target| target.hits == 0) {
            if self.plan.pop_front().is_none() || self.plan.is_empty() {
                self.aim();
            }
        }
        let target = self.plan.front_mut().expect("aim leaves at least the root");
        target.hits -= 1;
        let key = target.first | self.random.next() & target.mask;
        let weight = if self.weights == 1 { 1 } else { 1 + self.random.below(u64::from(self.weights)) as u16 };
        let event = Event { key: key & self.config.key_max(), weight };
        self.tree.add(event);
        Some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::rap::Collapse;

    #[test]
    fn it_forces_more_creates_than_uniform_keys_do() {
        let config = Config { collapse: Collapse::Stop, ..Config::new(32, 128) };
        let extent = Extent { events: 20_000, seed: 1, weights: 1 };
        let mut hurt = Rap::new(config).unwrap();
        Adversary::new(extent, config).unwrap().for_each(|event| hurt.add(event));
        let mut calm = Rap::new(config).unwrap();
        let mut random = Random(1);
        (0..extent.events).for_each(|_| calm.add(Event::unit(random.next() & config.key_max())));
        let (hurt, calm) = (hurt.snapshot(), calm.snapshot());
        assert!(hurt.creates > calm.creates, "{} creates against {}", hurt.creates, calm.creates);
    }
}

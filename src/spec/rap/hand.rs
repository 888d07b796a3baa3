//! How a tree makes room for new nodes, and the parameters of the hand that does (docs/reference/rap.md, rules R6 and
//! R15).

/// How the tree makes room for new nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collapse {
    /// The world stops: `T` rises and the whole tree is swept until a node is free (rule R6).
    Stop,
    /// A hand goes round the slots of the pool, some at every event, and nothing ever stops (rule R15).
    Hand(Hand),
}

impl Collapse {
    /// The hand with its default parameters.
    pub const HAND: Self = Self::Hand(Hand::DEFAULT);

    /// The hand with the parameters for a tree downstream of a coalescer, or without one.
    pub const fn hand(coalesced: bool) -> Self {
        Self::Hand(Hand::downstream(coalesced))
    }
}

/// Parameters of the hand (rule R15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// `S`: a round begins while fewer slots than this are free; `None`: by the size of the pool ([`Hand::reserve`]).
    pub reserve: Option<u32>,
    /// `WC`: an event asks for as many visits as it weighs, but no more than this.
    pub weight_cap: u16,
    /// `VC`: visits that each create adds at the next event.
    pub per_create: u16,
    /// `J`: steps of the ladder with which a round begins if events went over `T` in the one before.
    pub jump: u16,
}

impl Hand {
    /// What the experiments chose for events that nothing combined (docs/measured/hand.md).
    pub const DEFAULT: Self = Self { reserve: None, weight_cap: 32, per_create: 8, jump: 4 };
    /// What the experiments chose downstream of a coalescer, where a heavy event stands for many.
    pub const COALESCED: Self = Self { weight_cap: 256, ..Self::DEFAULT };

    /// What the experiments chose for a tree downstream of a coalescer, or without one.
    pub const fn downstream(coalesced: bool) -> Self {
        if coalesced { Self::COALESCED } else { Self::DEFAULT }
    }

    /// `S` for a pool of `nodes`: a 32nd of it, at most 64, at least 8 or a quarter of the smallest pools, never 0.
    pub const fn reserve(&self, nodes: u32) -> u32 {
        if let Some(reserve) = self.reserve {
            return reserve;
        }
        let least = if nodes < 4 {
            1
        } else if nodes / 4 < 8 {
            nodes / 4
        } else {
            8
        };
        let part = if nodes / 32 > least { nodes / 32 } else { least };
        if part < 64 { part } else { 64 }
    }
}

/// Parameters of the hand that somebody asks for, each in the place of the one that the experiments chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HandChoice {
    /// `S`.
    pub reserve: Option<u32>,
    /// `WC`.
    pub weight_cap: Option<u16>,
    /// `VC`.
    pub per_create: Option<u16>,
    /// `J`.
    pub jump: Option<u16>,
}

impl HandChoice {
    /// What has to be asked for to get `hand` downstream of a coalescer, or without one.
    pub fn of(hand: Hand, coalesced: bool) -> Self {
        let own = Hand::downstream(coalesced);
        let other = |value, own| (value != own).then_some(value);
        Self {
            reserve: hand.reserve,
            weight_cap: other(hand.weight_cap, own.weight_cap),
            per_create: other(hand.per_create, own.per_create),
            jump: other(hand.jump, own.jump),
        }
    }

    /// The hand of a tree downstream of a coalescer, or without one, with what is asked for.
    pub fn hand(self, coalesced: bool) -> Hand {
        let own = Hand::downstream(coalesced);
        Hand {
            reserve: self.reserve.or(own.reserve),
            weight_cap: self.weight_cap.unwrap_or(own.weight_cap),
            per_create: self.per_create.unwrap_or(own.per_create),
            jump: self.jump.unwrap_or(own.jump),
        }
    }
}

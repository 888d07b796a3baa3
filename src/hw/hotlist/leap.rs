//! The random generators (docs/reference/hotlist.md, V1).
use crate::spec::hotlist::leap as spec_leap;
use rust_hdl::prelude::*;

/// For each bit of a generator's state after so many uses, which bits of the state before make it.
fn rows(uses: usize) -> [u64; 32] {
    let mut rows = [0; 32];
    for bit in 0..32 {
        let after = (0..uses).fold(1_u32 << bit, |state, _| spec_leap(state));
        for (at, row) in rows.iter_mut().enumerate() {
            *row |= u64::from(after >> at & 1) << bit;
        }
    }
    rows
}

#[treetap_hdl::unit]
mod leap {
    //! The state of a random generator after it was used.

    /// The state of a random generator after `U` uses: each bit is the parity of some bits of the state before.
    pub struct Leap<#[range(1..=2)] const U: usize> {
        /// State before.
        #[group("from to: state before and after")]
        pub from: Signal<In, Bits<32>>,
        /// State after.
        pub to: Signal<Out, Bits<32>>,
    }

    impl Leap {
        fn update(&mut self) {
            const ROW: [Bits<32>; 32] = rows(U);
            let state: Bits<32> = 0.into();
            for i in 0..32 {
                state = state | (bit_cast::<32, 1>((self.from.val() & ROW[i]).xor().into()) << i);
            }
            self.to.next = state;
        }
    }
}

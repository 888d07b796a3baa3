//! What a device can do at most.
use super::{hundredths, rounded};
use crate::flow::limits::Limit;
use crate::flow::{Clocks, Target};
use crate::report::table::grid;
use comfy_table::Table;
use serde_json::{Value, json};

/// Micro designs that were placed.
pub struct Limits<'a> {
    pub target: &'a Target<'a>,
    /// Width of counts, and address bits of the memory.
    pub count_bits: u32,
    pub address_bits: u32,
    /// Each with its clocks.
    pub reached: &'a [(&'a Limit, Clocks)],
}

impl Limits<'_> {
    /// The JSON contract.
    pub fn contract(&self) -> Value {
        let describe = |(limit, reached): &(&Limit, Clocks)| {
            json!({
                "name": limit.name,
                "doc": limit.doc,
                "fmax_mhz": hundredths(reached.median()),
                "fmax_min_mhz": hundredths(reached.slowest()),
                "fmax_all": rounded(reached),
            })
        };
        json!({
            "device": self.target.device.name, "speed": self.target.speed, "count_bits": self.count_bits,
            "address_bits": self.address_bits, "seeds": self.target.seeds,
            "limits": self.reached.iter().map(describe).collect::<Vec<_>>(),
        })
    }

    /// For people.
    pub fn table(&self) -> Table {
        let mut table = grid(&["limit", "MHz median", "slowest", "of"]);
        for (limit, reached) in self.reached {
            let mhz = [reached.median(), reached.slowest()].map(|mhz| format!("{mhz:.1}"));
            table.add_row([limit.name, &mhz[0], &mhz[1], limit.doc]);
        }
        table
    }
}

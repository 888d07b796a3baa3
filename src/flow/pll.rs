//! Settings of the PLLs for an exact frequency. All frequencies are in MHz.

/// Settings that make one frequency of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pll {
    /// iCE40, simple feedback: `out = in * (divf + 1) / ((divr + 1) * 2^divq)`.
    Ice40 {
        /// Reference divider less one, 0 to 15.
        divr: u32,
        /// Feedback divider less one, 0 to 127.
        divf: u32,
        /// Output divider as a power of two, 1 to 6.
        divq: u32,
        /// Bandwidth of the loop filter, by the frequency at the phase detector.
        filter_range: u32,
    },
    /// ECP5, fed back from the output: `out = in * clkfb_div / clki_div`; the oscillator inside runs at
    /// `out * clkop_div`.
    Ecp5 {
        /// Reference divider, 1 to 128.
        clki_div: u32,
        /// Feedback divider, 1 to 80.
        clkfb_div: u32,
        /// Output divider, 1 to 128.
        clkop_div: u32,
    },
}

/// Limits of iCE40's phase detector and oscillator (Lattice TN1251, for both LP/HX and UltraPlus).
const ICE40_DETECTOR: (f64, f64) = (10.0, 133.0);
const ICE40_OSCILLATOR: (f64, f64) = (533.0, 1066.0);
/// Upper limits of the detector for each `FILTER_RANGE` from 1 on, as Lattice's tool chooses them.
const ICE40_FILTERS: [f64; 5] = [17.0, 26.0, 44.0, 66.0, 101.0];
/// Limits of ECP5's phase detector and oscillator (Lattice FPGA-DS-02012).
const ECP5_DETECTOR: (f64, f64) = (3.125, 400.0);
const ECP5_OSCILLATOR: (f64, f64) = (400.0, 800.0);

fn within(value: f64, limits: (f64, f64)) -> bool {
    (limits.0..=limits.1).contains(&value)
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// Settings of iCE40's PLL with the fastest phase detector, if `to` can be made exactly.
pub fn ice40(from: f64, to: f64) -> Option<Pll> {
    (0..16u32).find_map(|divr| {
        let detector = from / f64::from(divr + 1);
        let filter_range = 1 + ICE40_FILTERS.iter().filter(|limit| detector >= **limit).count() as u32;
        (1..7u32).filter(|_| within(detector, ICE40_DETECTOR)).find_map(|divq| {
            let oscillator = to * f64::from(1 << divq);
            let divf = (oscillator / detector).round() as u32;
            let exact = same(detector * f64::from(divf), oscillator) && (1..=128).contains(&divf);
            (exact && within(oscillator, ICE40_OSCILLATOR)).then(|| Pll::Ice40 {
                divr,
                divf: divf - 1,
                divq,
                filter_range,
            })
        })
    })
}

/// Settings of ECP5's PLL with the fastest phase detector and an oscillator in the middle of its range, if `to` can be
/// made exactly.
pub fn ecp5(from: f64, to: f64) -> Option<Pll> {
    (1..=128u32).find_map(|clki_div| {
        let detector = from / f64::from(clki_div);
        let clkfb_div = (to / detector).round() as u32;
        if !within(detector, ECP5_DETECTOR)
            || !(1..=80).contains(&clkfb_div)
            || !same(detector * f64::from(clkfb_div), to)
        {
            return None;
        }
        let middle = (ECP5_OSCILLATOR.0 + ECP5_OSCILLATOR.1) / 2.0;
        let clkop_div = (middle / to).round().clamp(1.0, 128.0) as u32;
        within(to * f64::from(clkop_div), ECP5_OSCILLATOR).then_some(Pll::Ecp5 { clki_div, clkfb_div, clkop_div })
    })
}

impl Pll {
    /// The parameters of `board_clock`; `pad` for an iCE40's PLL that is fed from its own pad.
    pub fn parameters(&self, pad: bool) -> String {
        match self {
            Pll::Ice40 { divr, divf, divq, filter_range } => format!(
                ".PAD({}), .DIVR(4'd{divr}), .DIVF(7'd{divf}), .DIVQ(3'd{divq}), .FILTER_RANGE(3'd{filter_range})",
                u8::from(pad)
            ),
            Pll::Ecp5 { clki_div, clkfb_div, clkop_div } => {
                format!(".CLKI_DIV({clki_div}), .CLKFB_DIV({clkfb_div}), .CLKOP_DIV({clkop_div})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings that `icepll -i 12 -o <mhz>` of icestorm prints.
    #[test]
    fn ice40_settings_are_those_of_icepll() {
        for (mhz, divf, divq) in [(24.0, 63, 5), (36.0, 47, 4), (48.0, 63, 4), (96.0, 63, 3)] {
            assert_eq!(ice40(12.0, mhz), Some(Pll::Ice40 { divr: 0, divf, divq, filter_range: 1 }), "{mhz}");
        }
        assert_eq!(ice40(12.0, 1.0), None);
        assert_eq!(ice40(12.0, 100.0), None, "only 99 and 100.5 can be had");
    }

    /// 25 to 100 MHz as `ecppll -i 25 -o 100` of prjtrellis sets it.
    #[test]
    fn ecp5_settings_are_those_of_ecppll() {
        assert_eq!(ecp5(25.0, 100.0), Some(Pll::Ecp5 { clki_div: 1, clkfb_div: 4, clkop_div: 6 }));
        assert_eq!(ecp5(25.0, 75.0), Some(Pll::Ecp5 { clki_div: 1, clkfb_div: 3, clkop_div: 8 }));
        assert_eq!(ecp5(25.0, 120.0), Some(Pll::Ecp5 { clki_div: 5, clkfb_div: 24, clkop_div: 5 }));
        assert_eq!(ecp5(25.0, 3.0), None);
    }
}

//! The chips that the flow knows: what nextpnr calls them and how much is in them.
use super::{Area, Error};

/// Chips that share tools and cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Lattice iCE40: yosys `synth_ice40`, nextpnr-ice40, icepack.
    Ice40,
    /// Lattice ECP5: yosys `synth_ecp5`, nextpnr-ecp5, ecppack.
    Ecp5,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 2] = [Family::Ice40, Family::Ecp5];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Ice40 => "ice40",
            Family::Ecp5 => "ecp5",
        }
    }
}

/// One chip in one package.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Device {
    /// Name on the command line.
    pub name: &'static str,
    /// What people call it.
    pub chip: &'static str,
    /// Its family.
    pub family: Family,
    /// nextpnr's option for the chip.
    pub option: &'static str,
    /// Package, in nextpnr's spelling.
    pub package: &'static str,
    /// Speed grades, the usual one first; empty where the chip has only one.
    pub speeds: &'static [u8],
    /// Logic elements: a LUT4 and a flip-flop each.
    pub luts: u32,
    /// Block RAMs: 4 kbit on iCE40, 18 kbit on ECP5.
    pub brams: u32,
    /// Clock in MHz that the placer aims at where nobody asks for another: beyond reach, so that it never rests.
    pub aim: f64,
}

/// Every device, small ones first.
pub const DEVICES: &[Device] = &[
    Device {
        name: "up5k",
        chip: "iCE40UP5K",
        family: Family::Ice40,
        option: "--up5k",
        package: "sg48",
        speeds: &[],
        luts: 5280,
        brams: 30,
        aim: 60.0,
    },
    Device {
        name: "hx8k",
        chip: "iCE40HX8K",
        family: Family::Ice40,
        option: "--hx8k",
        package: "ct256",
        speeds: &[],
        luts: 7680,
        brams: 32,
        aim: 200.0,
    },
    ecp5("ecp5-25k", "LFE5U-25F", "--25k", "CABGA256", 24_288, 56),
    ecp5("ecp5-45k", "LFE5U-45F", "--45k", "CABGA381", 43_848, 108),
    ecp5("ecp5-85k", "LFE5U-85F", "--85k", "CABGA381", 83_640, 208),
];

const fn ecp5(
    name: &'static str,
    chip: &'static str,
    option: &'static str,
    package: &'static str,
    luts: u32,
    brams: u32,
) -> Device {
    Device { name, chip, family: Family::Ecp5, option, package, speeds: &[6, 8], luts, brams, aim: 250.0 }
}

impl Device {
    /// The device of this name.
    pub fn named(name: &str) -> Option<&'static Device> {
        DEVICES.iter().find(|device| device.name == name)
    }

    /// Whether a design of this size can be in it at all; the placer may still fail below these numbers.
    ///
    /// # Errors
    /// [`Error::TooLarge`], with what there is too little of.
    pub fn check(&self, area: Area) -> Result<(), Error> {
        let needs = [
            ("block RAMs", area.bram, self.brams),
            ("LUT4", area.lut_sites(self.family), self.luts),
            ("flip-flops", area.ff, self.luts),
        ];
        match needs.into_iter().find(|(_, needed, has)| needed > has) {
            None => Ok(()),
            Some((what, needed, has)) => Err(Error::TooLarge { what, needed, has, device: self.name }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_device() {
        for device in DEVICES {
            assert_eq!(Device::named(device.name), Some(device));
        }
        assert_eq!(Device::named("up5"), None);
    }

    #[test]
    fn a_design_that_cannot_fit_is_refused_with_the_reason() {
        let up5k = Device::named("up5k").unwrap();
        up5k.check(Area { lut4: 5280, ff: 5280, bram: 30, ..Area::default() }).unwrap();
        let message = up5k.check(Area { bram: 31, ..Area::default() }).unwrap_err().to_string();
        assert_eq!(message, "the design is too large for up5k: it needs 31 block RAMs, the device has 30");
        assert!(up5k.check(Area { lut4: 5281, ..Area::default() }).is_err());
        let ecp5 = Device::named("ecp5-25k").unwrap();
        assert!(ecp5.check(Area { lut4: 24_288, carry: 1, ..Area::default() }).is_err(), "a carry cell takes two LUTs");
    }
}

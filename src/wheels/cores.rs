//! Where the Verilog of the cores lies: files of the wheels `pythondata-cpu-*`, in the order in which tools want them.
use super::{Missing, package};
use crate::spec::core::Core;
use std::path::{Path, PathBuf};

/// The sources of a core.
#[derive(Clone, Debug)]
pub struct Sources {
    /// Name of the top module.
    pub top: &'static str,
    /// Files to read, in this order.
    pub files: Vec<PathBuf>,
    /// Folders of included files.
    pub include: Vec<PathBuf>,
    /// Folders in which a module that no file has is looked for, in the file of its name.
    pub search: Vec<PathBuf>,
    /// Macros that the sources want, as NAME or NAME=VALUE.
    pub defines: &'static [&'static str],
    /// The macro that gives the core its RVFI ports.
    pub rvfi: &'static str,
}

/// The wheel of a core.
pub const fn wheel(core: Core) -> &'static str {
    match core {
        Core::Picorv32 => "pythondata-cpu-picorv32",
        Core::Ibex => "pythondata-cpu-ibex",
        Core::Serv => "pythondata-cpu-serv",
    }
}

/// Finds the sources of a core.
///
/// # Errors
/// [`Missing`], if its wheel is not installed.
pub fn sources(core: Core) -> Result<Sources, Missing> {
    let package = package(wheel(core))?;
    Ok(match core {
        Core::Picorv32 => Sources {
            top: "picorv32",
            files: vec![package.join("verilog/picorv32.v")],
            include: vec![],
            search: vec![],
            defines: &[],
            rvfi: "RISCV_FORMAL",
        },
        Core::Ibex => ibex(&package.join("system_verilog")),
        Core::Serv => {
            let rtl = package.join("verilog/rtl");
            Sources {
                top: "serv_rf_top",
                files: vec![rtl.join("serv_rf_top.v")],
                include: vec![],
                search: vec![rtl],
                defines: &[],
                rvfi: "RISCV_FORMAL",
            }
        }
    })
}

/// Ibex's packages come first; its technology cells are wrappers in the folder of its testbench around generic ones.
fn ibex(root: &Path) -> Sources {
    let primitives = root.join("vendor/lowrisc_ip/ip/prim/rtl");
    let generic = root.join("vendor/lowrisc_ip/ip/prim_generic/rtl");
    let wrappers = root.join("dv/uvm/core_ibex/common/prim");
    let rtl = root.join("rtl");
    let mut files = vec![wrappers.join("prim_pkg.sv")];
    let packages = ["util", "count", "secded", "mubi", "ram_1p", "cipher"];
    files.extend(packages.map(|name| primitives.join(format!("prim_{name}_pkg.sv"))));
    files.push(rtl.join("ibex_pkg.sv"));
    for cell in ["buf", "clock_gating", "flop", "and2", "clock_mux2", "ram_1p"] {
        files.push(generic.join(format!("prim_generic_{cell}.sv")));
        files.push(wrappers.join(format!("prim_{cell}.sv")));
    }
    files.push(rtl.join("ibex_top.sv"));
    Sources {
        top: "ibex_top",
        files,
        include: vec![primitives.clone(), rtl.clone(), root.join("vendor/lowrisc_ip/dv/sv/dv_utils")],
        search: vec![primitives, rtl, generic],
        defines: &["SYNTHESIS=1"],
        rvfi: "RVFI",
    }
}

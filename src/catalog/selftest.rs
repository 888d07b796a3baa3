//! The self-test of a preset: the tester, the profiler, and the module that joins them (docs/selftest.md).
use super::{Emitted, Error, Unit, blocks, describe, port};
use crate::emit;
use crate::hw::selftest::Selftest;
use crate::spec::{rap, selftest};
use rust_hdl::prelude::Block;
use std::fmt::Write as _;

/// Name on the command line and in file names.
pub const NAME: &str = "selftest";
/// What the unit is, in one sentence.
pub const DOC: &str = "on-chip self-test of a profiler: plays a round of events and compares the checksum of the dump";
/// The presets whose self-tests the repository keeps in `rtl/`.
pub const KEPT: &[&str] = &["nano"];

/// Emits the self-test of `preset`: rounds of `test`, and `expected` is the CRC-32 that a right profiler answers with.
///
/// Ports: `clk`, `rst`, `running`, `pass`, `fail`, `round` (a round ends in this cycle). The same call gives the same bytes.
///
/// # Errors
/// As [`super::emit`].
pub fn emit(preset: &rap::Preset, test: selftest::Config, expected: u32) -> Result<Emitted, Error> {
    let profiler = super::top_name(Unit::Rap, preset.name, Some(preset.engine))?;
    let top = profiler.replacen(Unit::Rap.name(), NAME, 1);
    let no_block = || super::no_block(Unit::Rap, preset.name, Some(preset.engine));
    let description = describe::of_selftest(preset);
    let mut header = description.header(&top);
    header.push(format!(
        "A round is {} events from seed {:#x}; the model answers {expected:#010x}.",
        test.events, test.seed
    ));
    let profiler = part(&*blocks::rap(preset).ok_or_else(no_block)?(), format!("{top}_rap"), header)?;
    let tester = tester(preset.config.key_bits, test, expected).ok_or_else(no_block)?;
    let tester = part(&*tester, format!("{top}_tester"), vec![])?;
    let (module, ports) = joined(&top, preset, &profiler, &tester);
    let verilog = format!(
        "{}{}{module}{NETS_OFF}",
        until(&profiler.verilog, NETS_OFF),
        after(until(&tester.verilog, NETS_OFF), NETS_ON)
    );
    let ports: Vec<super::Port> = ports.iter().map(port).collect();
    let json = description.json(&top, &ports);
    Ok(Emitted { top, verilog, ports, json })
}

/// What an emitted file's modules stand between.
const NETS_ON: &str = "`default_nettype none\n\n";
const NETS_OFF: &str = "`default_nettype wire\n";

fn until<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).map_or(text, |(before, _)| before)
}

fn after<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).map_or(text, |(_, after)| after)
}

fn part(block: &dyn Block, top: String, header: Vec<String>) -> Result<emit::Emitted, Error> {
    emit::emit(block, &emit::Options { top, header }).map_err(Error::Refused)
}

/// The tester for keys of this width, connected.
fn tester(key_bits: u32, test: selftest::Config, expected: u32) -> Option<Box<dyn Block>> {
    fn made<const K: usize>(test: selftest::Config, expected: u32) -> Box<dyn Block> {
        let mut block = Selftest::<K>::new(test, expected);
        block.connect_all();
        Box::new(block)
    }
    Some(match key_bits {
        8 => made::<8>(test, expected),
        16 => made::<16>(test, expected),
        32 => made::<32>(test, expected),
        48 => made::<48>(test, expected),
        64 => made::<64>(test, expected),
        _ => return None,
    })
}

/// The module above both parts, and its ports: equal names are joined, configuration ports get the preset's values, and what the tester does not
/// look at ends in a wire that synthesis drops.
fn joined(
    top: &str,
    preset: &rap::Preset,
    profiler: &emit::Emitted,
    tester: &emit::Emitted,
) -> (String, Vec<emit::Port>) {
    let shared = |name: &str| matches!(name, "clk" | "rst");
    let outer: Vec<emit::Port> = tester
        .ports
        .iter()
        .filter(|p| shared(&p.name) || !profiler.ports.iter().any(|q| q.name == p.name))
        .cloned()
        .collect();
    let range = |width: usize| if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) };
    let mut text = format!("// The self-test: a profiler and its tester.\nmodule {top} (\n");
    for (i, port) in outer.iter().enumerate() {
        let comma = if i + 1 == outer.len() { "" } else { "," };
        if !port.doc.is_empty() {
            let _ = writeln!(text, "    // {}", port.doc);
        }
        let _ = writeln!(text, "    {:<6} wire {}{}{comma}", port.dir.to_string(), range(port.width), port.name);
    }
    text += ");\n";
    for port in profiler.ports.iter().filter(|p| !shared(&p.name) && setting(preset, &p.name).is_none()) {
        let _ = writeln!(text, "    wire {}{};", range(port.width), port.name);
    }
    for (instance, ports) in [("rap", &profiler.ports), ("tester", &tester.ports)] {
        let _ = writeln!(text, "\n    {top}_{instance} u_{instance} (");
        for (i, port) in ports.iter().enumerate() {
            let comma = if i + 1 == ports.len() { "" } else { "," };
            let value = setting(preset, &port.name)
                .map_or_else(|| port.name.clone(), |value| format!("{}'d{value}", port.width));
            let _ = writeln!(text, "        .{}({value}){comma}", port.name);
        }
        text += "    );\n";
    }
    text += "endmodule\n\n";
    (text, outer)
}

/// The value of a configuration port.
fn setting(preset: &rap::Preset, port: &str) -> Option<u64> {
    let config = &preset.config;
    Some(match port {
        "cfg_t0" => config.t0,
        "cfg_eps_m" => config.eps.map_or(0, |eps| eps.m.into()),
        "cfg_eps_s" => config.eps.map_or(0, |eps| eps.s.into()),
        "cfg_weight_max" => config.coalescer.map_or(0, |coalescer| coalescer.weight_max.into()),
        _ => return None,
    })
}

//! A top made of parts that are emitted separately: their modules in one file, and a module that connects equal names.
use super::Error;
use crate::emit::describe::Design;
use crate::emit::{self, Dir, Port};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What an emitted file's modules stand between.
const NETS_ON: &str = "`default_nettype none\n\n";
const NETS_OFF: &str = "`default_nettype wire\n";

/// Where a port of a part goes, if not to the net of its own name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// To the net of another name.
    Net(String),
    /// It is tied to a value.
    Value(u64),
}

/// An emitted part.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Name of its instance, and the end of its module's name.
    instance: &'static str,
    emitted: emit::Emitted,
    ends: BTreeMap<String, End>,
}

impl Part {
    /// Emits `design` as the module `<top>_<instance>`. `header` is that of the whole file where it comes first.
    pub(super) fn emit(design: &Design, top: &str, instance: &'static str, header: Vec<String>) -> Result<Self, Error> {
        let options = emit::Options { top: format!("{top}_{instance}"), header };
        Ok(Self::of(instance, design.emit(&options).map_err(Error::Refused)?))
    }

    /// A part that was emitted, or joined, as the module `<top>_<instance>`.
    pub(super) fn of(instance: &'static str, emitted: emit::Emitted) -> Self {
        Self { instance, emitted, ends: BTreeMap::new() }
    }

    /// Connects ports otherwise than by name.
    pub(super) fn with<S: Into<String>>(mut self, ends: impl IntoIterator<Item = (S, End)>) -> Self {
        self.ends.extend(ends.into_iter().map(|(port, end)| (port.into(), end)));
        self
    }

    /// Its ports.
    pub(super) fn ports(&self) -> &[Port] {
        &self.emitted.ports
    }

    /// The net that a port is connected to, if it is not tied.
    fn net<'a>(&'a self, port: &'a Port) -> Option<&'a str> {
        match self.ends.get(&port.name) {
            Some(End::Value(_)) => None,
            Some(End::Net(name)) => Some(name),
            None => Some(&port.name),
        }
    }

    /// Its ports with the nets that they are connected to.
    fn nets(&self) -> impl Iterator<Item = (&str, &Port)> {
        self.ports().iter().filter_map(|port| Some((self.net(port)?, port)))
    }

    fn drives(&self, net: &str) -> bool {
        self.nets().any(|(name, port)| name == net && port.dir == Dir::Out)
    }
}

/// The file of all parts and of the module `top` above them, which `doc` describes; and that module's ports: a net that no part drives is an
/// input, and one that `leaves` accepts an output. Others that nobody reads end in a wire that synthesis drops. A port that is narrower than its
/// net takes the low bits.
///
/// # Panics
/// When a port is wider than its net.
pub(super) fn join(top: &str, doc: &str, parts: &[Part], leaves: &dyn Fn(&str) -> bool) -> emit::Emitted {
    let ports = outer(parts, leaves);
    let mut verilog = until(&parts[0].emitted.verilog, NETS_OFF).to_string();
    for part in &parts[1..] {
        verilog += after(until(&part.emitted.verilog, NETS_OFF), NETS_ON);
    }
    verilog += &module(top, doc, parts, &ports);
    verilog += NETS_OFF;
    emit::Emitted { verilog, ports }
}

fn outer(parts: &[Part], leaves: &dyn Fn(&str) -> bool) -> Vec<Port> {
    let mut ports: Vec<Port> = vec![];
    for (net, port) in parts.iter().flat_map(Part::nets) {
        let outer = match port.dir {
            Dir::Out => leaves(net),
            _ => !parts.iter().any(|other| other.drives(net)),
        };
        if outer && ports.iter().all(|known| known.name != net) {
            ports.push(Port { name: net.to_string(), ..port.clone() });
        }
    }
    ports
}

fn module(top: &str, doc: &str, parts: &[Part], ports: &[Port]) -> String {
    let range = |width: usize| if width == 1 { String::new() } else { format!("[{}:0] ", width - 1) };
    let mut text = format!("// {doc}\nmodule {top} (\n");
    for (i, port) in ports.iter().enumerate() {
        let comma = if i + 1 == ports.len() { "" } else { "," };
        if !port.doc.is_empty() && (i == 0 || ports[i - 1].doc != port.doc) {
            let _ = writeln!(text, "    // {}", port.doc);
        }
        let _ = writeln!(text, "    {:<6} wire {}{}{comma}", port.dir.to_string(), range(port.width), port.name);
    }
    text += ");\n";
    for (net, port) in parts.iter().flat_map(Part::nets).filter(|(_, port)| port.dir == Dir::Out) {
        if ports.iter().all(|outer| outer.name != net) {
            let _ = writeln!(text, "    wire {}{net};", range(port.width));
        }
    }
    for part in parts {
        let _ = writeln!(text, "\n    {top}_{0} u_{0} (", part.instance);
        for (i, port) in part.ports().iter().enumerate() {
            let comma = if i + 1 == part.ports().len() { "" } else { "," };
            let end = match part.net(port) {
                None => match part.ends.get(&port.name) {
                    Some(End::Value(value)) => format!("{}'d{value}", port.width),
                    _ => unreachable!("a port without a net is tied"),
                },
                Some(net) => low(net, width(net, parts), port.width),
            };
            let _ = writeln!(text, "        .{}({end}){comma}", port.name);
        }
        text += "    );\n";
    }
    text + "endmodule\n\n"
}

/// Width of a net: that of the port that drives it, or of the widest that reads it.
fn width(net: &str, parts: &[Part]) -> usize {
    let ports = || parts.iter().flat_map(Part::nets).filter(|(name, _)| *name == net).map(|(_, port)| port);
    let driver = ports().find(|port| port.dir == Dir::Out);
    driver.map_or_else(|| ports().map(|port| port.width).max().unwrap_or_default(), |port| port.width)
}

/// The low bits of a net that a port takes.
///
/// # Panics
/// When the net has too few.
fn low(net: &str, has: usize, wanted: usize) -> String {
    assert!(has >= wanted, "{net} has {has} bits, {wanted} are wanted");
    match (has == wanted, wanted) {
        (true, _) => net.to_string(),
        (false, 1) => format!("{net}[0]"),
        (false, _) => format!("{net}[{}:0]", wanted - 1),
    }
}

fn until<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).map_or(text, |(before, _)| before)
}

fn after<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).map_or(text, |(_, after)| after)
}

//! The connections of a netlist: from the parts' ports and their ends to the ports and assignments of the module around
//! them.
use super::Problem;
use super::collect::{End, Join, Net, Node};
use super::kernel;
use rust_hdl::ast::{VerilogBlock, VerilogExpression, VerilogStatement};
use rust_hdl::prelude::AtomKind;
use std::collections::{BTreeMap, BTreeSet};

/// What the parts of a netlist make of its module.
#[derive(Default)]
pub(super) struct Wiring {
    /// Its ports.
    pub nets: Vec<Net>,
    /// Names of the symbols of the parts' ports, by source name.
    pub names: BTreeMap<String, String>,
    /// The connections.
    pub block: VerilogBlock,
}

/// A port of a part, and its end.
struct Pin {
    /// Source name in the module of the netlist.
    raw: String,
    /// Names of the part and of the port in its Verilog.
    place: String,
    input: bool,
    width: usize,
    doc: String,
    end: End,
}

impl Pin {
    fn net(&self) -> Option<&str> {
        match &self.end {
            End::Net(net) | End::Low(net) => Some(net),
            End::Value(_) => None,
        }
    }
}

/// Connects the parts `kids`. `ports` has Verilog name and comment of each port of each of them.
pub(super) fn wire(
    join: &Join,
    path: &str,
    kids: &[Node],
    ports: &[Vec<(String, String)>],
    problems: &mut Vec<Problem>,
) -> Wiring {
    let mut pins = Vec::new();
    let mut names = BTreeSet::new();
    for kid in kids.iter().filter(|kid| !names.insert(&kid.name)) {
        let reason = "is the name of two parts".into();
        problems.push(Problem { path: path.into(), signal: kid.name.clone(), reason });
    }
    for ((ends, kid), ports) in join.ends.iter().zip(kids).zip(ports) {
        for port in ends.ports.keys().filter(|wanted| ports.iter().all(|(name, _)| name != *wanted)) {
            let (path, reason) = (format!("{path}.{}", kid.name), "is connected and is no port of this part".into());
            problems.push(Problem { path, signal: port.clone(), reason });
        }
        let nets = kid.nets.iter().filter(|net| net.kind.is_parameter());
        pins.extend(nets.zip(ports).map(|(net, (port, doc))| Pin {
            raw: format!("{}${}", kid.name, net.name),
            place: format!("{}.{port}", kid.name),
            input: net.kind == AtomKind::InputParameter,
            width: net.width,
            doc: doc.clone(),
            end: ends.of(port),
        }));
    }
    Wirer { join, path, pins: &pins, problems }.wiring()
}

struct Wirer<'a> {
    join: &'a Join,
    path: &'a str,
    pins: &'a [Pin],
    problems: &'a mut Vec<Problem>,
}

/// Nets that a part drives, with the pin that does.
type Drivers<'a> = BTreeMap<&'a str, &'a Pin>;

impl<'a> Wirer<'a> {
    fn wiring(mut self) -> Wiring {
        let drivers = self.drivers();
        self.check_nets(&drivers);
        let mut out = Wiring { nets: self.ports(&drivers), ..Wiring::default() };
        out.block.push(note(format!("@doc {}", self.join.doc)));
        out.block.extend(self.port_docs(&out.nets, &drivers));
        for pin in self.pins {
            // An input is printed as what it is connected to; its own name only has to be nobody's.
            let name = if pin.input { &pin.raw } else { pin.net().unwrap_or(&pin.raw) };
            out.names.insert(pin.raw.clone(), name.into());
            if pin.input {
                out.block.push(kernel::assign(&format!("{}$next", pin.raw), self.value(pin, &drivers)));
            }
        }
        for net in out.nets.iter().filter(|net| net.kind == AtomKind::OutputParameter) {
            let value = kernel::name(&drivers[&*net.name].raw);
            out.block.push(kernel::assign(&format!("{}$next", net.name), value));
        }
        out
    }

    /// The pin that drives each net.
    fn drivers(&mut self) -> Drivers<'a> {
        let mut drivers = Drivers::new();
        for pin in self.pins.iter().filter(|pin| !pin.input) {
            match &pin.end {
                End::Net(net) => {
                    if let Some(other) = drivers.insert(net, pin) {
                        let reason = format!("has two drivers: {} and {}", other.place, pin.place);
                        self.problem(net, reason);
                    }
                }
                _ => self.problem(&pin.place, "is an output: only a whole net can take it".into()),
            }
        }
        drivers
    }

    /// Refuses nets that nothing drives, widths that differ, and names of ports that no net has.
    fn check_nets(&mut self, drivers: &Drivers) {
        let mut reported = BTreeSet::new();
        for pin in self.pins.iter().filter(|pin| pin.input) {
            if let Some(net) = pin.net()
                && !drivers.contains_key(net)
                && !self.is_outer(net)
                && reported.insert(net)
            {
                self.problem(net, format!("is read by {}, and no part drives it", pin.place));
            }
        }
        for pin in self.pins.iter().filter(|pin| pin.input) {
            let Some(net) = pin.net() else { continue };
            let (has, cut) = (self.width(net, drivers), matches!(pin.end, End::Low(_)));
            if has < pin.width || has > pin.width && !cut {
                let hint = if cut { "" } else { "; End::Low connects the low bits of a wider net" };
                self.problem(&pin.place, format!("has {} bits, its net {net} has {has}{hint}", pin.width));
            }
        }
        for outer in &self.join.outer {
            if !self.pins.iter().filter_map(Pin::net).any(|net| outer.has(net)) {
                self.problem(&outer.name, "is a port of the whole, and no part has such a net".into());
            }
        }
    }

    /// The nets that are ports of the whole: in the order of their names there, then in that of the parts.
    fn ports(&self, drivers: &Drivers) -> Vec<Net> {
        let mut known = BTreeSet::new();
        let nets = self
            .join
            .outer
            .iter()
            .flat_map(|outer| self.pins.iter().filter_map(Pin::net).filter(move |net| outer.has(net)));
        let nets = nets.filter(|net| known.insert(*net));
        let made = nets.map(|net| {
            let driver = drivers.get(net);
            Net {
                name: net.into(),
                kind: if driver.is_some() { AtomKind::OutputParameter } else { AtomKind::InputParameter },
                width: self.width(net, drivers),
                signed: false,
                value: Default::default(),
            }
        });
        made.collect()
    }

    /// Comments of the ports: what is said of the whole, else by what drives one, else by the first part that says
    /// something.
    fn port_docs(&self, nets: &[Net], drivers: &Drivers) -> Vec<VerilogStatement> {
        let doc = |net: &Net| {
            let pins = drivers.get(&*net.name).copied().into_iter().chain(self.on(&net.name));
            let outer = self.join.outer.iter().find(|outer| outer.has(&net.name));
            let doc = outer.and_then(|outer| outer.doc.as_ref());
            Some((net.name.clone(), doc.into_iter().chain(pins.map(|pin| &pin.doc)).find(|doc| !doc.is_empty())?))
        };
        let mut docs: Vec<_> = nets.iter().filter_map(doc).collect();
        // A name also stands for those that it begins: the longest come first.
        docs.sort_by_key(|(net, _)| std::cmp::Reverse(net.len()));
        docs.iter().map(|(net, doc)| note(format!("@ports {net}: {doc}"))).collect()
    }

    /// Width of a net: that of what drives it, or of the widest that reads it.
    fn width(&self, net: &str, drivers: &Drivers) -> usize {
        let widest = || self.on(net).map(|pin| pin.width).max().unwrap_or_default();
        drivers.get(net).map_or_else(widest, |pin| pin.width)
    }

    /// What an input is connected to; a net of another width is refused before.
    fn value(&self, pin: &Pin, drivers: &Drivers) -> VerilogExpression {
        let source = |net: &str| match drivers.get(net) {
            Some(driver) => kernel::name(&driver.raw),
            None if self.is_outer(net) => kernel::name(net),
            None => kernel::literal(0_u64),
        };
        match &pin.end {
            End::Value(value) => kernel::literal(*value),
            End::Net(net) | End::Low(net) if self.width(net, drivers) == pin.width => source(net),
            End::Low(net) if self.width(net, drivers) > pin.width => {
                VerilogExpression::Slice(Box::new(source(net)), pin.width, Box::new(kernel::literal(0_u64)))
            }
            // Refused before.
            End::Net(_) | End::Low(_) => kernel::literal(0_u64),
        }
    }

    fn is_outer(&self, net: &str) -> bool {
        self.join.outer.iter().any(|outer| outer.has(net))
    }

    fn on(&self, net: &str) -> impl Iterator<Item = &'a Pin> {
        self.pins.iter().filter(move |pin| pin.net() == Some(net))
    }

    fn problem(&mut self, signal: &str, reason: String) {
        self.problems.push(Problem { path: self.path.into(), signal: signal.into(), reason });
    }
}

fn note(text: String) -> VerilogStatement {
    VerilogStatement::Comment(text)
}

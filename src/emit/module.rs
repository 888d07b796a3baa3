//! An elaborated block: symbols, children, and what its kernel does, ready for the later parts.
use super::collect::{Body, Net, Node};
use super::ir::*;
use super::leaf::Leaf;
use super::names::{self, Scope};
use super::schedule::{Plan, Register};
use super::symbols::Symbols;
use super::{Dir, Port, Problem, check, connect, flow, resolve, schedule};
use rust_hdl::prelude::AtomKind;
use std::collections::{BTreeMap, BTreeSet};

/// A block with its kernel resolved, checked and scheduled.
#[derive(Clone, Debug)]
pub(super) struct Module {
    /// Instance path, dot-separated.
    pub path: String,
    /// Name without the top's prefix.
    pub name: String,
    pub doc: Vec<String>,
    pub port_docs: Vec<(Vec<String>, String)>,
    pub syms: Vec<Sym>,
    pub scope: Scope,
    /// Ports in order of declaration.
    pub ports: Vec<Sig>,
    pub kids: Vec<Kid>,
    pub plan: Plan,
    /// What each target depends on within a cycle: inputs and children's outputs.
    pub depends: BTreeMap<Sig, BTreeSet<Sig>>,
    /// Two-way signals joined: the inner and the outer one.
    pub joined: Vec<(Sig, Sig)>,
    /// Verilog text of a foreign block, and modules it brings along.
    pub foreign: Option<Foreign>,
}

/// Text of a block that is not ours.
#[derive(Clone, Debug)]
pub(super) struct Foreign {
    pub text: String,
    pub cores: String,
    /// Outputs that the text assigns in `always` blocks: `rust_hdl` declares those of a text `reg`, if they are not
    /// passed on, and those of a wrapper `wire`.
    pub registers: BTreeSet<Sig>,
    /// All of its outputs come from registers.
    pub clocked: bool,
}

/// A child of a block.
#[derive(Clone, Debug)]
pub(super) struct Kid {
    /// Field name.
    pub raw: String,
    pub kind: KidKind,
    /// Ports: the child's name for it, and the parent's symbol.
    pub ports: Vec<(String, Sig)>,
    /// Widths of the ports.
    pub widths: Vec<(String, usize)>,
}

#[derive(Clone, Debug)]
pub(super) enum KidKind {
    Module(Box<Module>),
    Leaf(Leaf),
    BlackBox { name: String, code: String },
}

impl Kid {
    /// The parent's symbol of one of the ports.
    pub(super) fn port(&self, name: &str) -> Sig {
        self.ports.iter().find(|port| port.0 == name).expect("leaves have fixed ports").1
    }
    /// The ports of a register.
    pub(super) fn register(&self) -> Option<Register> {
        let KidKind::Leaf(Leaf::Reg { enable, .. }) = &self.kind else { return None };
        let [d, q, clock] = ["d", "q", "clock"].map(|name| self.port(name));
        Some(Register { d, q, clock, enable: enable.then(|| self.port("en")) })
    }
}

/// Elaborates a block and everything below it.
pub(super) fn build(path: &str, node: &mut Node, problems: &mut Vec<Problem>) -> Module {
    let kid_kinds: Vec<KidKind> = node
        .kids
        .iter_mut()
        .map(|kid| match &kid.body {
            Body::Leaf(leaf) => KidKind::Leaf(leaf.clone()),
            Body::BlackBox { name, code } => KidKind::BlackBox { name: name.clone(), code: code.clone() },
            _ => KidKind::Module(Box::new(build(&format!("{path}.{}", names::written(&kid.name)), kid, problems))),
        })
        .collect();
    if let Body::Netlist(join) = &node.body {
        // What the parts are decides which ports and which kernel the netlist has.
        let ports: Vec<_> = node.kids.iter().zip(&kid_kinds).map(|(kid, kind)| ports_of(kid, kind)).collect();
        let wiring = connect::wire(join, path, &node.kids, &ports, problems);
        (node.nets, node.wanted, node.body) = (wiring.nets, wiring.names, Body::Kernel(wiring.block));
    }
    let symbols = &mut Symbols::of(path, problems);
    let (ports, kids) = declare(node, kid_kinds, symbols);
    let (kernel, foreign) = match &node.body {
        Body::Kernel(block) => (resolve::resolve(block, symbols), None),
        Body::Text { text, clocked } => {
            let nets = node.nets.iter().filter(|net| net.kind.is_parameter());
            let registers = ports.iter().zip(nets).filter(|(_, net)| net.kind == AtomKind::OutputParameter);
            let registers = registers.map(|(sig, _)| *sig).collect();
            let foreign = Foreign { text: text.clone(), cores: String::new(), registers, clocked: *clocked };
            (Default::default(), Some(foreign))
        }
        Body::Wrapper { text, cores, clocked } => {
            let (text, cores, registers) = (text.clone(), cores.clone(), BTreeSet::new());
            (Default::default(), Some(Foreign { text, cores, registers, clocked: *clocked }))
        }
        Body::Leaf(_) | Body::BlackBox { .. } => {
            symbols.problem("", "a leaf cannot be the top: put it into a block".into());
            Default::default()
        }
        Body::Netlist(_) | Body::Empty => Default::default(),
    };
    let stmts = check::check(&kernel.stmts, symbols);
    if foreign.is_none() {
        flow::check(&stmts, &kernel.joined, symbols);
    }
    let depends = match &foreign {
        Some(foreign) if foreign.clocked => BTreeMap::new(),
        Some(_) => foreign_paths(&ports, &symbols.syms),
        None => flow::dependencies(&stmts, &symbols.syms),
    };
    let registers: Vec<Register> = kids.iter().filter_map(Kid::register).collect();
    let plan = schedule::schedule(stmts, &symbols.syms, &registers);
    let hint = names::pretty(node.name.split('$').next().unwrap_or_default());
    Module {
        path: path.into(),
        name: kernel.name.unwrap_or(hint),
        doc: kernel.doc,
        port_docs: kernel.port_docs,
        syms: std::mem::take(&mut symbols.syms),
        scope: std::mem::take(&mut symbols.scope),
        ports,
        kids,
        plan,
        depends,
        joined: kernel.joined,
        foreign,
    }
}

/// Verilog name and comment of the ports of a child.
fn ports_of(kid: &Node, kind: &KidKind) -> Vec<(String, String)> {
    match kind {
        KidKind::Module(module) => {
            let port = |sig: &Sig| (module.syms[*sig].name.clone(), module.port_doc(*sig).unwrap_or_default().into());
            module.ports.iter().map(port).collect()
        }
        _ => {
            let ports = kid.nets.iter().filter(|net| net.kind.is_parameter());
            ports.map(|net| (names::port(&net.name), String::new())).collect()
        }
    }
}

/// Enters every name the kernel can use. Ports come first, so that they keep their names.
fn declare(node: &Node, kinds: Vec<KidKind>, symbols: &mut Symbols) -> (Vec<Sig>, Vec<Kid>) {
    let foreign = matches!(node.body, Body::Text { .. } | Body::Wrapper { .. });
    let mut ports = Vec::new();
    for is_port in [true, false] {
        for net in node.nets.iter().filter(|net| net.kind.is_parameter() == is_port) {
            let want = if is_port && !foreign { names::port(&net.name) } else { names::pretty(&net.name) };
            if net.width == 0 {
                symbols.problem(&net.name, "has 0 bits, which Verilog has no signal of".into());
            }
            let sig = symbols.add(&net.name, &want, (net.width, net.signed), class_of(net));
            if is_port {
                ports.push(sig);
            }
        }
    }
    for (name, (value, width)) in &node.variants {
        symbols.add(name, &names::pretty(name), (*width, false), Class::Variant(*value));
    }
    let kids = node.kids.iter().zip(kinds).enumerate().map(|(index, (kid, kind))| {
        let reg = matches!(kind, KidKind::Leaf(Leaf::Reg { .. }));
        let inst = names::pretty(&kid.name);
        let ports = kid.nets.iter().filter(|net| net.kind.is_parameter()).map(|net| {
            let class = match net.kind {
                AtomKind::InputParameter => Class::KidIn(index),
                AtomKind::InOutParameter => Class::KidInOut(index),
                _ => Class::KidOut(index),
            };
            let raw = format!("{}${}", kid.name, net.name);
            let want = match (reg, net.name.as_str()) {
                (true, "q") => inst.clone(),
                (true, "d") => format!("{inst}_next"),
                _ => node.wanted.get(&raw).cloned().unwrap_or_else(|| names::pretty(&raw)),
            };
            (net.name.clone(), symbols.add(&raw, &want, (net.width, net.signed), class))
        });
        let ports = ports.collect();
        let widths = kid.nets.iter().map(|net| (net.name.clone(), net.width)).collect();
        Kid { raw: kid.name.clone(), kind, ports, widths }
    });
    (ports, kids.collect())
}

fn class_of(net: &Net) -> Class {
    match net.kind {
        AtomKind::InputParameter => Class::In,
        AtomKind::OutputParameter | AtomKind::OutputPassthrough => Class::Out,
        AtomKind::InOutParameter => Class::InOut,
        AtomKind::Constant => Class::Const(net.value.clone()),
        AtomKind::LocalSignal | AtomKind::StubInputSignal | AtomKind::StubOutputSignal => Class::Local,
    }
}

/// A foreign text may pass any input to any output within the cycle: nobody here reads it.
fn foreign_paths(ports: &[Sig], syms: &[Sym]) -> BTreeMap<Sig, BTreeSet<Sig>> {
    let of = |class: Class| ports.iter().copied().filter(move |sig| syms[*sig].class == class);
    of(Class::Out).map(|out| (out, of(Class::In).collect())).collect()
}

/// Ports of the top module as its users see them.
pub(super) fn ports(top: &Module) -> Vec<Port> {
    let port = |sig: &Sig| {
        let sym = &top.syms[*sig];
        let dir = match sym.class {
            Class::In => Dir::In,
            Class::Out => Dir::Out,
            _ => Dir::InOut,
        };
        Port { name: sym.name.clone(), width: sym.width, dir, doc: top.port_doc(*sig).unwrap_or_default().into() }
    };
    top.ports.iter().map(port).collect()
}

impl Module {
    /// Text of the port group this port belongs to.
    pub(super) fn port_doc(&self, port: Sig) -> Option<&str> {
        let Sym { raw, name, .. } = &self.syms[port];
        let meant = |want: &String| {
            let member =
                |full: &str, glue: char| full.strip_prefix(want.as_str()).is_some_and(|rest| rest.starts_with(glue));
            want == raw || want == name || member(raw, '$') || member(name, '_')
        };
        self.port_docs.iter().find(|(names, _)| names.iter().any(meant)).map(|(_, doc)| doc.as_str())
    }
}

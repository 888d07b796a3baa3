//! First part: the live design as a tree of plain data.
use super::leaf::Leaf;
use super::{Options, Problem};
use num_bigint::BigUint;
use rust_hdl::ast::{VerilogBlock, VerilogLiteral};
use rust_hdl::prelude::*;
use std::collections::BTreeMap;

/// A signal or constant of a block.
#[derive(Clone, Debug)]
pub(super) struct Net {
    /// Source name; the parts of an interface are joined by `$`.
    pub name: String,
    pub kind: AtomKind,
    pub width: usize,
    pub signed: bool,
    /// Value of a constant.
    pub value: BigUint,
}

/// What a block does.
#[derive(Clone, Debug, Default)]
pub(super) enum Body {
    /// Nothing of its own: its children may still be connected from above.
    #[default]
    Empty,
    Kernel(VerilogBlock),
    Leaf(Leaf),
    /// The children, joined.
    Netlist(Join),
    /// Verilog text of a foreign block.
    Text {
        text: String,
        clocked: bool,
    },
    /// Foreign instance text and the module it instantiates.
    Wrapper {
        text: String,
        cores: String,
        clocked: bool,
    },
    /// A foreign module.
    BlackBox {
        name: String,
        code: String,
    },
}

/// What a port of a part is connected to, if not to the net of its own name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// To the net of another name.
    Net(String),
    /// To the low bits of a net that is wider than the port.
    Low(String),
    /// An input is tied to a value.
    Value(u64),
}

/// What the ports of a part are connected to.
#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    /// By name of the port.
    pub ports: BTreeMap<String, End>,
    /// Beginnings of names of ports, and of the nets that those are connected to.
    pub beginnings: Vec<(String, String)>,
}

impl Ends {
    /// The end of a port.
    pub(super) fn of(&self, port: &str) -> End {
        let renamed = |(from, to): &(String, String)| Some(format!("{to}{}", port.strip_prefix(from.as_str())?));
        let named = || End::Net(self.beginnings.iter().find_map(renamed).unwrap_or_else(|| port.into()));
        self.ports.get(port).cloned().unwrap_or_else(named)
    }
}

/// Nets that are ports of the module of a netlist.
#[derive(Clone, Debug)]
pub(super) struct Outer {
    /// Name of the net; one that ends in `*` stands for all that begin so.
    pub name: String,
    /// Comment of the ports, if not that of the parts.
    pub doc: Option<String>,
}

impl Outer {
    /// Is the net one of them?
    pub(super) fn has(&self, net: &str) -> bool {
        match self.name.strip_suffix('*') {
            Some(beginning) => net.starts_with(beginning),
            None => self.name == net,
        }
    }
}

/// How parts are joined.
#[derive(Clone, Debug)]
pub(super) struct Join {
    /// Comment of the module.
    pub doc: String,
    /// The nets that are ports of the module.
    pub outer: Vec<Outer>,
    /// Of each part.
    pub ends: Vec<Ends>,
}

/// A block and everything below it.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Field name in the parent, array elements as `x$3`.
    pub name: String,
    pub nets: Vec<Net>,
    /// Variants of the enumerations in sight: value and width by `Type$Variant`.
    pub variants: BTreeMap<String, (usize, usize)>,
    pub kids: Vec<Node>,
    pub body: Body,
    /// Verilog names of children's ports, by source name, that are not made from it.
    pub wanted: BTreeMap<String, String>,
}

/// Walks the design below `uut`.
pub(super) fn collect(options: &Options, uut: &dyn Block, problems: &mut Vec<Problem>) -> Node {
    let (path, namespaces, stack) = (Vec::new(), Vec::new(), Vec::new());
    let mut collector = Collector { clocked: &options.clocked, problems, path, namespaces, stack, top: None };
    uut.accept(&options.top, &mut collector);
    collector.top.expect("a block visits its own scope")
}

struct Collector<'a> {
    clocked: &'a [String],
    problems: &'a mut Vec<Problem>,
    path: Vec<String>,
    namespaces: Vec<String>,
    stack: Vec<Node>,
    top: Option<Node>,
}

impl Probe for Collector<'_> {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.path.push(super::names::written(name));
        let clocked = self.clocked.iter().any(|field| field == name);
        let body = match node.hdl() {
            Verilog::Empty => Body::Empty,
            Verilog::Combinatorial(block) => Body::Kernel(block),
            Verilog::Custom(text) => match Leaf::parse(&text) {
                Ok(Some(leaf)) => Body::Leaf(leaf),
                Ok(None) => Body::Text { text, clocked },
                Err(reason) => {
                    self.problems.push(Problem { path: self.path.join("."), signal: String::new(), reason });
                    Body::Empty
                }
            },
            Verilog::Blackbox(black_box) => Body::BlackBox { name: black_box.name, code: black_box.code },
            Verilog::Wrapper(wrapper) => Body::Wrapper { text: wrapper.code, cores: wrapper.cores, clocked },
        };
        self.stack.push(Node { name: name.into(), body, ..Node::default() });
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.namespaces.push(name.into());
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.namespaces.pop();
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let name = self.namespaces.iter().map(|part| format!("{part}$")).collect::<String>() + name;
        let descriptor = atom.descriptor();
        let mut variants = BTreeMap::new();
        collect_variants(&descriptor, &mut variants);
        // A parent names the variants of its children's ports.
        for node in self.stack.iter_mut().rev().take(2) {
            node.variants.extend(variants.clone());
        }
        let node = self.stack.last_mut().expect("atoms lie in a scope");
        let value = match atom.kind() {
            AtomKind::Constant => unsigned(&atom.verilog()).unwrap_or_default(),
            _ => BigUint::default(),
        };
        let signed = matches!(descriptor.kind, TypeKind::Signed(_));
        node.nets.push(Net { name, kind: atom.kind(), width: atom.bits(), signed, value });
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
        let node = self.stack.pop().expect("scopes nest");
        match self.stack.last_mut() {
            Some(parent) => parent.kids.push(node),
            None => self.top = Some(node),
        }
    }
}

pub(super) fn collect_variants(descriptor: &TypeDescriptor, out: &mut BTreeMap<String, (usize, usize)>) {
    match &descriptor.kind {
        TypeKind::Enum(names) => {
            for (value, name) in names.iter().enumerate() {
                out.insert(name.replace("::", "$"), (value, clog2(names.len())));
            }
        }
        TypeKind::Composite(fields) => fields.iter().for_each(|field| collect_variants(&field.kind, out)),
        TypeKind::Bits(_) | TypeKind::Signed(_) => {}
    }
}

/// Value of a literal; its fields are private, so it is read back from its text `N'h<digits>`. `None` when negative.
pub(super) fn unsigned(literal: &VerilogLiteral) -> Option<BigUint> {
    let text = format!("{literal:x}");
    BigUint::parse_bytes(text.split_once("'h")?.1.as_bytes(), 16)
}

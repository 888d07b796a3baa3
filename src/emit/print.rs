//! Fifth part, modules and the file. Modules with equal text (names and parameter values aside) are printed once.
use super::Options;
use super::expr::Writer;
use super::ir::*;
use super::leaf::Leaf;
use super::module::{Foreign, Kid, KidKind, Module};
use super::names;
use super::schedule::Item;
use super::text::{literal, signed_range, wrapped};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What every emitted file says about its use.
const TERMS: &str = "This file is generated. It carries no obligation: use, change and distribute it for any purpose, \
    without attribution and without warranty.";
/// Stands for the module's name while texts are compared.
const NAME: &str = "\u{1}";
/// The note `comment!("@keep")`.
const KEEP: &str = "@keep";
/// Encloses the number of a parameter whose default value goes here.
const VALUE: char = '\u{2}';

/// The whole file.
pub(super) fn file(top: &Module, options: &Options) -> String {
    let mut printer = Printer {
        top: &options.top,
        known: HashMap::new(),
        taken: HashSet::new(),
        out: Vec::new(),
        cores: BTreeSet::new(),
    };
    printer.module(top, true);
    let mut lines: Vec<String> =
        options.header.iter().map(|line| format!("// {line}").trim_end().to_string()).collect();
    lines.push(format!("// {TERMS}"));
    lines.push(String::new());
    lines.push("`default_nettype none".into());
    for module in &printer.out {
        lines.push(String::new());
        lines.extend(module.lines().map(String::from));
    }
    lines.push(String::new());
    lines.push("`default_nettype wire".into());
    for core in &printer.cores {
        lines.push(String::new());
        lines.extend(core.trim_end().lines().map(String::from));
    }
    lines.iter().flat_map(|line| wrapped(line)).map(|line| line + "\n").collect()
}

struct Printer<'a> {
    top: &'a str,
    /// Text of a module → its name.
    known: HashMap<String, String>,
    taken: HashSet<String>,
    /// Finished modules, children before parents.
    out: Vec<String>,
    /// Modules that foreign blocks bring along.
    cores: BTreeSet<String>,
}

/// A printed module: its name and the parameters it has.
struct Made {
    name: String,
    parameters: Vec<Sig>,
}

impl Printer<'_> {
    fn module(&mut self, module: &Module, is_top: bool) -> Made {
        let kids: Vec<Option<Made>> = module.kids.iter().map(|kid| self.kid(kid)).collect();
        let (text, parameters) = match &module.foreign {
            Some(foreign) => self.foreign(module, foreign),
            None => body(module, &kids, is_top),
        };
        let name = self.name_for(&text, if is_top { None } else { Some(&module.name) });
        if let Some(name) = name.1 {
            let mut full: String = module.doc.iter().map(|line| format!("// {line}\n")).collect();
            let mut pieces = text.replace(NAME, &name).split(VALUE).map(String::from).collect::<Vec<_>>();
            for piece in pieces.iter_mut().skip(1).step_by(2) {
                let sym = &module.syms[piece.parse::<usize>().expect("a symbol's number")];
                if let Class::Const(value) = &sym.class {
                    *piece = literal(value, sym.width);
                }
            }
            full.push_str(&pieces.concat());
            self.out.push(full);
        }
        Made { name: name.0, parameters }
    }

    /// The name for a module of this text, and once more when it is new and has to be printed.
    fn name_for(&mut self, text: &str, hint: Option<&str>) -> (String, Option<String>) {
        if let Some(name) = self.known.get(text) {
            return (name.clone(), None);
        }
        let want = hint.map_or(self.top.to_string(), |hint| format!("{}_{hint}", self.top));
        let mut name = want.clone();
        let mut version = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{want}_v{version}");
            version += 1;
        }
        self.known.insert(text.into(), name.clone());
        (name.clone(), Some(name))
    }

    fn kid(&mut self, kid: &Kid) -> Option<Made> {
        match &kid.kind {
            KidKind::Leaf(Leaf::Reg { .. }) => None,
            KidKind::Module(module) => Some(self.module(module, false)),
            KidKind::BlackBox { name, code } => {
                self.cores.insert(code.clone());
                Some(Made { name: name.clone(), parameters: Vec::new() })
            }
            KidKind::Leaf(leaf) => {
                let text = leaf.module_text(NAME, kid.leaf_width("rd"), kid.leaf_width("ra"));
                let (name, new) = self.name_for(&text, Some(leaf.module_name()));
                if new.is_some() {
                    self.out.push(text.replace(NAME, &name));
                }
                Some(Made { name, parameters: Vec::new() })
            }
        }
    }

    fn foreign(&mut self, module: &Module, foreign: &Foreign) -> (String, Vec<Sig>) {
        if !foreign.cores.is_empty() {
            self.cores.insert(foreign.cores.clone());
        }
        let is_constant = |sig: &Sig| matches!(module.syms[*sig].class, Class::Const(_));
        let parameters: Vec<Sig> = (0..module.syms.len()).filter(is_constant).collect();
        let mut lines = header(module, &parameters, &foreign.registers);
        lines.extend(
            foreign.text.lines().filter(|line| !line.trim().is_empty()).map(|line| format!("    {}", line.trim_end())),
        );
        lines.push("endmodule".into());
        (lines.join("\n"), parameters)
    }
}

impl Kid {
    fn leaf_width(&self, port: &str) -> usize {
        self.widths.iter().find(|(name, _)| name == port).map_or(1, |found| found.1)
    }
}

/// `module name #(parameters) (ports);`
fn header(module: &Module, parameters: &[Sig], registers: &BTreeSet<Sig>) -> Vec<String> {
    let mut lines = Vec::new();
    if parameters.is_empty() {
        lines.push(format!("module {NAME} ("));
    } else {
        lines.push(format!("module {NAME} #("));
        for (at, sig) in parameters.iter().enumerate() {
            let sym = &module.syms[*sig];
            let comma = if at + 1 < parameters.len() { "," } else { "" };
            lines.push(format!(
                "    parameter {}{} = {VALUE}{sig}{VALUE}{comma}",
                signed_range(sym.signed, sym.width),
                sym.name
            ));
        }
        lines.push(") (".into());
    }
    let ranges: Vec<String> =
        module.ports.iter().map(|sig| signed_range(module.syms[*sig].signed, module.syms[*sig].width)).collect();
    let column = ranges.iter().map(String::len).max().unwrap_or_default();
    let mut group = None;
    for (at, (sig, range)) in module.ports.iter().zip(&ranges).enumerate() {
        let doc = module.port_doc(*sig);
        if doc != group {
            match doc {
                Some(doc) => lines.push(format!("    // {doc}")),
                None => lines.push(String::new()),
            }
        }
        group = doc;
        let sym = &module.syms[*sig];
        let kind = match sym.class {
            Class::In => "input  wire",
            Class::Out if registers.contains(sig) => "output reg ",
            Class::Out => "output wire",
            _ => "inout  wire",
        };
        let comma = if at + 1 < module.ports.len() { "," } else { "" };
        lines.push(format!("    {kind} {range:column$}{}{comma}", sym.name));
    }
    lines.push(");".into());
    lines
}

/// Text of a module of ours (its name and parameter values left open) and the parameters it has.
fn body(module: &Module, kids: &[Option<Made>], is_top: bool) -> (String, Vec<Sig>) {
    let mut writer = Writer::new(module);
    for (inner, outer) in &module.joined {
        let name = writer.name(*outer);
        writer.alias.insert(*inner, name);
    }
    let fed = fed_ports(module, &mut writer);
    let targets = |item: &Item| if let Item::Always { targets, .. } = item { targets.clone() } else { BTreeSet::new() };
    let always: BTreeSet<Sig> = module.plan.comb.iter().flat_map(targets).collect();
    let (registers, wires) = declarations(module, &mut writer, &always);
    let (logic, direct) = logic(module, &mut writer, &fed);
    let clocked: Vec<_> =
        module.plan.clocked.iter().map(|(clock, stmts)| super::block::clocked(&mut writer, clock, stmts)).collect();
    let kids = module.kids.iter().zip(kids).filter_map(|(kid, made)| Some((kid, made.as_ref()?)));
    let instances: Vec<_> = kids.map(|(kid, made)| instance(&mut writer, kid, made, &direct)).collect();
    let constants = std::mem::take(&mut writer.constants);
    // The constants of the top are its design, not its users' choice.
    let (parameters, fixed): (Vec<Sig>, Vec<Sig>) =
        constants.into_iter().partition(|sig| !is_top && matches!(module.syms[*sig].class, Class::Const(_)));
    let mut lines = header(module, &parameters, &always);
    let sections = [values(module, fixed), registers, wires, logic];
    let sections = sections.into_iter().chain(instances).chain(clocked);
    for section in sections.filter(|section| !section.is_empty()) {
        if lines.last().is_some_and(|line| line != ");") {
            lines.push(String::new());
        }
        lines.extend(section.into_iter().map(|line| if line.is_empty() { line } else { format!("    {line}") }));
    }
    lines.push("endmodule".into());
    (lines.join("\n"), parameters)
}

/// The ports that a child's output alone feeds: the output has their names.
fn fed_ports(module: &Module, writer: &mut Writer) -> BTreeSet<Sig> {
    let mut fed = BTreeSet::new();
    for item in &module.plan.comb {
        if let Item::Wire { target, value: Typed { kind: Kind::Sig(from), .. }, .. } = item
            && module.syms[*target].class == Class::Out
            && let Class::KidOut(kid) = module.syms[*from].class
            && module.kids[kid].register().is_none()
            && !writer.alias.contains_key(from)
        {
            let name = writer.name(*target);
            writer.alias.insert(*from, name);
            fed.insert(*target);
        }
    }
    fed
}

/// Declarations of registers, and of other nets that are not declared where they are assigned.
fn declarations(module: &Module, writer: &mut Writer, always: &BTreeSet<Sig>) -> (Vec<String>, Vec<String>) {
    let used = used(module);
    let (mut registers, mut wires) = (Vec::new(), Vec::new());
    for (sig, sym) in module.syms.iter().enumerate() {
        let range = signed_range(sym.signed, sym.width);
        match sym.class {
            Class::KidOut(kid) => match &module.kids[kid].kind {
                KidKind::Leaf(Leaf::Reg { init, .. }) => {
                    let init =
                        init.as_ref().map_or_else(String::new, |init| format!(" = {}", literal(init, sym.width)));
                    registers.push(format!("reg {range}{}{init};", sym.name));
                }
                _ if writer.alias.contains_key(&sig) => {}
                _ => {
                    if !used.contains(&sig) {
                        let name = writer.scope.fresh(&format!("{}_unused", sym.name));
                        writer.alias.insert(sig, name);
                    }
                    let name = writer.name(sig);
                    wires.push(format!("wire {range}{name};"));
                }
            },
            Class::KidInOut(_) if !writer.alias.contains_key(&sig) => wires.push(format!("wire {range}{};", sym.name)),
            Class::Local | Class::KidIn(_) if always.contains(&sig) => wires.push(format!("reg {range}{};", sym.name)),
            _ => {}
        }
    }
    (registers, wires)
}

/// Combinational logic, without the ports that are `fed`; and what is written into the connections of children.
fn logic(module: &Module, writer: &mut Writer, fed: &BTreeSet<Sig>) -> (Vec<String>, BTreeMap<Sig, String>) {
    let mut direct = BTreeMap::new();
    let mut logic = Vec::new();
    for item in &module.plan.comb {
        match item {
            Item::Wire { target, .. } if fed.contains(target) => {}
            Item::Wire { target, value, notes } => {
                let sym = &module.syms[*target];
                let text = writer.text(value);
                logic.extend(writer.temps.drain(..).map(|temp| temp.wire()));
                if matches!(sym.class, Class::KidIn(_)) && is_plain(value) {
                    direct.insert(*target, text);
                    continue;
                }
                logic.extend(notes.iter().filter(|note| *note != KEEP).map(|note| format!("// {note}")));
                let range = signed_range(sym.signed, sym.width);
                let keep = if notes.iter().any(|note| note == KEEP) { "(* keep *) " } else { "" };
                logic.push(match sym.class {
                    Class::Out => format!("assign {} = {text};", sym.name),
                    _ => format!("{keep}wire {range}{} = {text};", sym.name),
                });
            }
            Item::Always { stmts, targets, settle, .. } => {
                logic.extend(super::block::always(writer, stmts, targets, *settle));
            }
        }
    }
    if logic.last().is_some_and(String::is_empty) {
        logic.pop();
    }
    (logic, direct)
}

/// Constants that are nobody's choice.
fn values(module: &Module, mut fixed: Vec<Sig>) -> Vec<String> {
    let syms = &module.syms;
    // States in the order of their codes, enumeration by enumeration.
    fixed.sort_by_key(|sig| match &syms[*sig].class {
        Class::Variant(code) => (syms[*sig].name.split('_').next(), *code),
        _ => (None, Default::default()),
    });
    let value = |sig: &Sig| {
        let sym = &syms[*sig];
        let value = match &sym.class {
            Class::Const(value) => literal(value, sym.width),
            Class::Variant(value) => literal(&(*value).into(), sym.width),
            _ => unreachable!("only constants are collected"),
        };
        format!("localparam {}{} = {value};", signed_range(sym.signed, sym.width), sym.name)
    };
    fixed.iter().map(value).collect()
}

/// Is the expression short enough to be written into a port connection?
fn is_plain(value: &Typed) -> bool {
    match &value.kind {
        Kind::Sig(_) | Kind::Lit(_) => true,
        Kind::Part(a, _) | Kind::AsUnsigned(a) => matches!(a.kind, Kind::Sig(_)),
        _ => false,
    }
}

fn instance(writer: &mut Writer, kid: &Kid, made: &Made, direct: &BTreeMap<Sig, String>) -> Vec<String> {
    let mut parameters: Vec<String> = Vec::new();
    match &kid.kind {
        KidKind::Module(child) => {
            for sig in &made.parameters {
                let sym = &child.syms[*sig];
                if let Class::Const(value) = &sym.class {
                    parameters.push(format!(".{}({})", sym.name, literal(value, sym.width)));
                }
            }
        }
        KidKind::Leaf(leaf) => {
            let fields = leaf.parameters(|port| kid.leaf_width(port));
            parameters.extend(fields.iter().map(|(name, value)| format!(".{name}({value})")));
        }
        KidKind::BlackBox { .. } => {}
    }
    let parameters = if parameters.is_empty() { String::new() } else { format!(" #({})", parameters.join(", ")) };
    let name = writer.scope.fresh(&format!("u_{}", names::pretty(&kid.raw)));
    let mut lines = vec![format!("{}{parameters} {name} (", made.name)];
    for (at, (port, sig)) in kid.ports.iter().enumerate() {
        let outer = match direct.get(sig) {
            Some(text) => text.clone(),
            None => writer.name(*sig),
        };
        let inner = match &kid.kind {
            KidKind::Module(child) => child.syms[child.ports[at]].name.clone(),
            KidKind::Leaf(_) => names::port(port),
            KidKind::BlackBox { .. } => port.clone(),
        };
        let comma = if at + 1 < kid.ports.len() { "," } else { "" };
        lines.push(format!("    .{inner}({outer}){comma}"));
    }
    lines.push(");".into());
    lines
}

/// Every symbol that something in the module reads.
fn used(module: &Module) -> BTreeSet<Sig> {
    let mut reads = BTreeSet::new();
    for item in &module.plan.comb {
        match item {
            Item::Wire { value, .. } => value.reads(&mut reads),
            Item::Always { reads: block, .. } => reads.extend(block),
        }
    }
    for (clock, stmts) in &module.plan.clocked {
        clock.reads(&mut reads);
        stmts.iter().for_each(|stmt| stmt.uses(&mut reads, &mut BTreeSet::new()));
    }
    reads.extend(module.joined.iter().flat_map(|pair| [pair.0, pair.1]));
    reads
}

//! Descriptions: a unit as a function of its parameters' values. `treetap_hdl::unit` makes them from the text that
//! `rust_hdl` would compile for one width at a time; here widths are numbers of the running program.
//!
//! ```
//! use rust_hdl::prelude::*;
//! use treetap::emit::Options;
//! use treetap_hdl::{design, unit};
//!
//! #[unit]
//! mod sum {
//!     //! Is the sum, modulo 2^W, all ones?
//!
//!     pub struct Sum<#[range(1..=64)] const W: usize> {
//!         pub a: Signal<In, Bits<W>>,
//!         pub b: Signal<In, Bits<W>>,
//!         pub full: Signal<Out, Bit>,
//!     }
//!
//!     impl Sum {
//!         fn update(&mut self) {
//!             let sum: Bits<W> = self.a.val() + self.b.val();
//!             self.full.next = sum.all();
//!         }
//!     }
//! }
//!
//! let width = "12".parse().unwrap();
//! let out = design!(Sum<width>).emit(&Options::new("sum")).unwrap();
//! assert!(out.verilog.contains("assign full = &sum;"));
//! let refused = design!(Sum<65>).emit(&Options::new("sum")).unwrap_err();
//! assert!(refused.to_string().contains("W is 65, outside 1 to 64; the nearest that works is 64"));
//! ```
use super::collect::{Body, Join, Net, Node, collect_variants, unsigned};
use super::leaf::Leaf;
use super::{Emitted, Options, Problem, Refusal, finish, names};
use crate::hw::lib::{FastRam, FastRamRe, LutRam, OutRegRam, Reg, RegEn, Rom, RomRe, SinglePortRam, StateReg};
use num_bigint::BigUint;
use rust_hdl::prelude::*;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

pub use super::kernel::Tree;
pub use rust_hdl::ast;
pub use rust_hdl::prelude::AtomKind;

/// A unit, leaf or bundle that can be described for any values of its parameters. The type that implements it has 0 for
/// each.
pub trait Describe {
    /// Names of the parameters, the free ones first.
    const PARAMETERS: &'static [&'static str];
    /// Of a bundle: its ports, and whether each is an input.
    const INTERFACE: &'static [(&'static str, bool)] = &[];
    /// It has a port `clock`.
    const CLOCK: bool = true;
    /// It has a port `reset`.
    const RESET: bool = false;
    /// Adds what the unit consists of.
    fn describe(args: &Args, b: &mut Builder);
    /// Builds what the unit does.
    fn kernel(_: &Args, _: &mut Tree) {}
}

/// What the unit `T` does.
pub fn block<T: Describe>(args: &Args) -> ast::VerilogBlock {
    Tree::block(|tree| T::kernel(args, tree))
}

/// What a unit or leaf is made with.
#[derive(Clone, Debug, Default)]
pub struct Args {
    /// Values of its parameters, the free ones first; derived ones may be left out.
    pub numbers: Vec<usize>,
    /// Type parameters of a leaf.
    pub types: Vec<Ty>,
    /// Value that a register starts with.
    pub init: Option<BigUint>,
    /// What else it is made from.
    pub given: Option<Rc<dyn Any>>,
}

impl Args {
    /// These numbers and nothing else.
    pub fn of(numbers: &[usize]) -> Self {
        Self { numbers: numbers.into(), ..Self::default() }
    }
    /// With what else the unit is made from.
    #[must_use]
    pub fn given<T: Clone + 'static>(mut self, given: T) -> Self {
        self.given = Some(Rc::new(given));
        self
    }
    /// What else the unit is made from.
    ///
    /// # Panics
    /// When it was not given, or is of another type: a mistake in the unit around it.
    pub fn get<T: Clone + 'static>(&self) -> T {
        let given = self.given.as_ref().and_then(|given| given.downcast_ref::<T>());
        given.unwrap_or_else(|| panic!("this unit is made from a {}", std::any::type_name::<T>())).clone()
    }
}

/// The first parameters, from which the others follow.
///
/// # Panics
/// When there are fewer: a mistake in the unit around it.
pub fn leading<const N: usize>(args: &Args) -> [usize; N] {
    let given = args.numbers.get(..N).and_then(|numbers| numbers.try_into().ok());
    given.unwrap_or_else(|| panic!("{} values for {N} parameters", args.numbers.len()))
}

/// A unit with values for its parameters, which [`treetap_hdl::design`] makes; or a netlist of such.
#[derive(Clone)]
pub struct Design(Rc<dyn Fn(&mut Builder)>);

impl fmt::Debug for Design {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Design")
    }
}

impl Design {
    /// The unit `T` with these values.
    pub fn of<T: Describe>(args: Args) -> Self {
        Self::new(move |b| T::describe(&args, b))
    }

    /// What `describe` adds to a builder.
    pub(super) fn new(describe: impl Fn(&mut Builder) + 'static) -> Self {
        Self(Rc::new(describe))
    }

    /// The Verilog of it. The same design and options give the same bytes.
    ///
    /// # Errors
    /// As [`super::emit`]; and every parameter of the design, and of what it consists of, that is outside its range.
    pub fn emit(&self, options: &Options) -> Result<Emitted, Refusal> {
        let mut builder = Builder::default();
        builder.part(&options.top, |b| (self.0)(b));
        if !builder.problems.is_empty() {
            return Err(Refusal { problems: builder.problems });
        }
        let mut node = builder.stack.pop().expect("the top stays");
        finish(&mut node, vec![], options)
    }
}

/// A type of values.
#[derive(Clone, Debug)]
pub struct Ty {
    width: usize,
    descriptor: TypeDescriptor,
}

impl Ty {
    /// `Bits<width>`.
    pub fn bits(width: usize) -> Self {
        Self { width, descriptor: TypeDescriptor { name: String::new(), kind: TypeKind::Bits(width) } }
    }
    /// `Signed<width>`.
    pub fn signed(width: usize) -> Self {
        Self { width, descriptor: TypeDescriptor { name: String::new(), kind: TypeKind::Signed(width) } }
    }
    /// A type without parameters.
    pub fn of<T: Synth>() -> Self {
        Self { width: T::BITS, descriptor: T::descriptor() }
    }
}

/// The number of `from`, `from + step`, .. up to `to` that is nearest to `value`.
pub fn nearest_step(value: usize, from: usize, to: usize, step: usize) -> usize {
    let inside = value.clamp(from, to);
    let below = inside - (inside - from) % step;
    if inside - below > step / 2 { (below + step).min(to) } else { below }
}

/// The bits of a number that a constant has or a register starts with.
pub fn number(value: impl Into<BigUint>) -> BigUint {
    value.into()
}

/// The bits of a value of any other type.
pub fn encoded<T: Synth>(value: T) -> BigUint {
    unsigned(&value.verilog()).unwrap_or_default()
}

/// For the compiler alone: a child's port that is driven is an input.
pub fn drives_input<T: Synth>(_: &Signal<In, T>) {}

/// For the compiler alone: a port of one's own that is driven is an output.
pub fn drives_output<T: Synth>(_: &Signal<Out, T>) {}

/// Collects a description as the tree that `collect` makes of an instance.
#[derive(Default)]
pub struct Builder {
    problems: Vec<Problem>,
    path: Vec<String>,
    namespace: String,
    only: Option<Vec<&'static str>>,
    stack: Vec<Node>,
}

impl Builder {
    /// Number of problems so far.
    pub fn problems(&self) -> usize {
        self.problems.len()
    }
    /// Refuses a parameter outside `from..=to` or between the steps from `from`.
    pub fn range(&mut self, name: &str, value: usize, from: usize, to: usize, step: usize) {
        if (from..=to).contains(&value) && (value - from).is_multiple_of(step) {
            return;
        }
        let nearest = nearest_step(value, from, to, step);
        let steps = if step == 1 { String::new() } else { format!(" in steps of {step}") };
        let missed = match to {
            usize::MAX if value < from => format!("below {from}"),
            usize::MAX => format!("not {from} or more{steps}"),
            to => format!("outside {from} to {to}{steps}"),
        };
        let reason = format!("{name} is {value}, {missed}; the nearest that works is {nearest}");
        self.problem("", reason);
    }
    /// Refuses a derived parameter that was given and does not follow from the others.
    pub fn agrees(&mut self, name: &str, value: usize, args: &Args, at: usize) {
        if let Some(given) = args.numbers.get(at)
            && *given != value
        {
            self.problem("", format!("{name} is {given}, but {value} follows from the other parameters"));
        }
    }
    /// Refuses parameters for which a condition does not hold.
    pub fn fits(&mut self, fits: bool, text: &str) {
        if !fits {
            self.problem("", text.into());
        }
    }
    /// A signal.
    pub fn signal(&mut self, name: &str, kind: AtomKind, ty: Ty) {
        self.net(name, kind, ty, BigUint::default());
    }
    /// A constant.
    pub fn constant(&mut self, name: &str, ty: Ty, value: BigUint) {
        if value.bits() > ty.width as u64 {
            self.problem(&names::written(name), format!("has the value {value}, which does not fit {} bits", ty.width));
        }
        self.net(name, AtomKind::Constant, ty, value);
    }
    /// An array of `count` constants.
    pub fn constants(&mut self, name: &str, count: usize, ty: Ty, values: Vec<BigUint>) {
        if values.len() != count {
            self.problem(name, format!("has {} values for {count} elements", values.len()));
        }
        for (at, value) in values.into_iter().enumerate() {
            self.constant(&format!("{name}${at}"), ty.clone(), value);
        }
    }
    fn net(&mut self, name: &str, kind: AtomKind, ty: Ty, value: BigUint) {
        let name = format!("{}{name}", self.namespace);
        let mut variants = BTreeMap::new();
        collect_variants(&ty.descriptor, &mut variants);
        // A parent names the variants of its children's ports.
        for node in self.stack.iter_mut().rev().take(2) {
            node.variants.extend(variants.clone());
        }
        let signed = matches!(ty.descriptor.kind, TypeKind::Signed(_));
        self.top().nets.push(Net { name, kind, width: ty.width, signed, value });
    }
    /// The ports of a bundle, or only some of them, in that order.
    pub fn bundle<T: Describe>(&mut self, name: &str, args: Args, only: Option<&[&'static str]>) {
        let namespace = format!("{}{name}$", self.namespace);
        let namespace = std::mem::replace(&mut self.namespace, namespace);
        let outer = std::mem::replace(&mut self.only, only.map(<[_]>::to_vec));
        let before = self.top().nets.len();
        T::describe(&args, self);
        if let Some(only) = only {
            let place = |net: &Net| only.iter().position(|port| net.name.strip_prefix(&self.namespace) == Some(port));
            self.stack.last_mut().expect("a description begins with its top").nets[before..].sort_by_key(place);
        }
        (self.namespace, self.only) = (namespace, outer);
    }
    /// Is a port of the bundle at hand there?
    pub fn wants(&self, port: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&port))
    }
    /// The ports of a bundle without some.
    pub fn others<T: Describe>(&self, except: &[&str]) -> Vec<&'static str> {
        T::INTERFACE.iter().map(|port| port.0).filter(|port| !except.contains(port)).collect()
    }
    /// A unit or leaf inside this one.
    pub fn child<T: Describe>(&mut self, name: &str, args: Args) {
        let outer = std::mem::take(&mut self.namespace);
        self.inside(name, |b| T::describe(&args, b));
        self.namespace = outer;
    }
    /// A part of a netlist.
    pub(super) fn design(&mut self, name: &str, design: &Design) {
        self.inside(name, |b| (design.0)(b));
    }
    fn inside(&mut self, name: &str, describe: impl FnOnce(&mut Self)) {
        self.part(name, describe);
        let node = self.stack.pop().expect("just made");
        self.top().kids.push(node);
    }
    /// The top, or a child: stays on the stack.
    fn part(&mut self, name: &str, describe: impl FnOnce(&mut Self)) {
        self.path.push(names::written(name));
        self.stack.push(Node { name: name.into(), ..Node::default() });
        describe(self);
        self.path.pop();
    }
    /// The kernel of the unit at hand.
    pub fn kernel<T: Describe>(&mut self, args: &Args) {
        self.top().body = Body::Kernel(block::<T>(args));
    }
    /// The children are the parts of a netlist, which names no variants.
    pub(super) fn netlist(&mut self, join: Join) {
        self.top().variants.clear();
        self.top().body = Body::Netlist(join);
    }
    fn leaf(&mut self, leaf: Leaf) {
        self.top().body = Body::Leaf(leaf);
    }
    fn problem(&mut self, signal: &str, reason: String) {
        self.problems.push(Problem { path: self.path.join("."), signal: signal.into(), reason });
    }
    fn top(&mut self) -> &mut Node {
        self.stack.last_mut().expect("a description begins with its top")
    }
}

macro_rules! leaves {
    ($($name:ty, $parameters:expr, $args:ident, $b:ident: $body:block)*) => {$(
        impl Describe for $name {
            const PARAMETERS: &'static [&'static str] = $parameters;
            fn describe($args: &Args, $b: &mut Builder) $body
        }
    )*};
}

fn register(b: &mut Builder, ty: &Ty, enable: bool, init: Option<BigUint>) {
    if let Some(init) = &init
        && init.bits() > ty.width as u64
    {
        b.problem("", format!("starts as {init}, which does not fit {} bits", ty.width));
    }
    b.signal("d", AtomKind::InputParameter, ty.clone());
    if enable {
        b.signal("en", AtomKind::InputParameter, Ty::bits(1));
    }
    b.signal("q", AtomKind::OutputParameter, ty.clone());
    b.signal("clock", AtomKind::InputParameter, Ty::bits(1));
    b.leaf(Leaf::Reg { init, enable });
}

fn memory(b: &mut Builder, args: &Args, leaf: Leaf) {
    let [width, address] = leading(args);
    b.signal("clock", AtomKind::InputParameter, Ty::bits(1));
    if leaf == (Leaf::Ram { enable: true }) {
        b.signal("re", AtomKind::InputParameter, Ty::bits(1));
    }
    b.signal("ra", AtomKind::InputParameter, Ty::bits(address));
    b.signal("rd", AtomKind::OutputParameter, Ty::bits(width));
    b.signal("we", AtomKind::InputParameter, Ty::bits(1));
    if leaf != Leaf::SinglePortRam {
        b.signal("wa", AtomKind::InputParameter, Ty::bits(address));
    }
    b.signal("wd", AtomKind::InputParameter, Ty::bits(width));
    b.leaf(leaf);
}

/// A ROM with the words that the unit gives it.
fn rom(b: &mut Builder, args: &Args, enable: bool) {
    let [width, address] = leading(args);
    let mut words: Vec<u64> = args.get();
    b.fits(words.len() <= 1 << address, "a ROM of 2^A words has no more of them");
    words.resize(1 << address, 0);
    b.signal("clock", AtomKind::InputParameter, Ty::bits(1));
    if enable {
        b.signal("re", AtomKind::InputParameter, Ty::bits(1));
    }
    b.signal("ra", AtomKind::InputParameter, Ty::bits(address));
    b.signal("rd", AtomKind::OutputParameter, Ty::bits(width));
    b.leaf(Leaf::Rom { words: words.into_iter().map(BigUint::from).collect(), enable });
}

leaves! {
    Reg<bool>, &[], args, b: { register(b, &args.types[0], false, Some(args.init.clone().unwrap_or_default())) }
    RegEn<bool>, &[], args, b: { register(b, &args.types[0], true, Some(args.init.clone().unwrap_or_default())) }
    StateReg<bool>, &[], args, b: { register(b, &args.types[0], false, None) }
    FastRam<0, 0>, &["W", "A"], args, b: { memory(b, args, Leaf::Ram { enable: false }) }
    FastRamRe<0, 0>, &["W", "A"], args, b: { memory(b, args, Leaf::Ram { enable: true }) }
    OutRegRam<0, 0>, &["W", "A"], args, b: {
        let [_, address] = leading(args);
        b.range("A", address, 1, 14, 1);
        memory(b, args, Leaf::OutRegRam);
    }
    SinglePortRam<0, 0>, &["W", "A"], args, b: {
        let [width, address] = leading(args);
        b.range("W", width, 1, 16, 1);
        b.range("A", address, 1, 14, 1);
        memory(b, args, Leaf::SinglePortRam);
    }
    LutRam<0, 0>, &["W", "A"], args, b: { memory(b, args, Leaf::LutRam) }
    Rom<0, 0>, &["W", "A"], args, b: { rom(b, args, false) }
    RomRe<0, 0>, &["W", "A"], args, b: { rom(b, args, true) }
}

/// Clock and reset of an instance, from the one around it.
pub trait Wire {
    /// Their values.
    fn wire(&mut self, clock: Clock, reset: Option<bool>);
    /// That they are driven.
    fn wired(&mut self, reset: bool);
}

macro_rules! clocked {
    ($($name:ident)*) => {$(
        impl<const W: usize, const A: usize> Wire for $name<W, A> {
            fn wire(&mut self, clock: Clock, _: Option<bool>) {
                self.clock.next = clock;
            }
            fn wired(&mut self, _: bool) {
                self.clock.connect();
            }
        }
    )*};
}

clocked! { FastRam FastRamRe OutRegRam SinglePortRam LutRam Rom RomRe }

//! Tops that are netlists: parts, and which of their ports lie on one net. Everything that is emitted of a top is one
//! design, so that a module which two parts share stands once in the file, and loops and streams are checked through
//! all of it.
//!
//! ```
//! use rust_hdl::prelude::*;
//! use treetap::emit::Options;
//! use treetap::emit::netlist::{Netlist, Part, net};
//! use treetap_hdl::{design, unit};
//!
//! #[unit]
//! mod step {
//!     //! One more, modulo 2^W.
//!     pub struct Step<const W: usize> {
//!         pub a: Signal<In, Bits<W>>,
//!         pub b: Signal<Out, Bits<W>>,
//!     }
//!     impl Step {
//!         fn update(&mut self) {
//!             self.b.next = self.a.val() + 1;
//!         }
//!     }
//! }
//!
//! let two = Netlist::new("Two more.", &["a", "b"])
//!     .part(Part::new("first", design!(Step<4>)).with([net("b", "one")]))
//!     .part(Part::new("second", design!(Step<4>)).with([net("a", "one")]));
//! let out = two.design().emit(&Options::new("two")).unwrap();
//! assert_eq!(out.verilog.matches("module two_step (").count(), 1);
//! assert!(out.verilog.contains("two_step u_second ("));
//! ```
pub use super::collect::End;
use super::collect::{Ends, Join, Outer};
use super::describe::{Builder, Design};

/// A port and the net of another name that it is connected to.
pub fn net<'a>(port: &'a str, name: &str) -> (&'a str, End) {
    (port, End::Net(name.into()))
}

/// A design inside a netlist.
#[derive(Clone, Debug)]
pub struct Part {
    name: String,
    design: Design,
    ends: Ends,
}

impl Part {
    /// A part, whose instance is called `u_<name>`.
    pub fn new(name: impl Into<String>, design: Design) -> Self {
        Self { name: name.into(), design, ends: Ends::default() }
    }

    /// Connects ports otherwise than by name.
    #[must_use]
    pub fn with<S: Into<String>>(mut self, ends: impl IntoIterator<Item = (S, End)>) -> Self {
        self.ends.ports.extend(ends.into_iter().map(|(port, end)| (port.into(), end)));
        self
    }

    /// Ties inputs to 0.
    #[must_use]
    pub fn low(self, ports: &[&str]) -> Self {
        self.with(ports.iter().map(|port| (*port, End::Value(0))))
    }

    /// Connects the ports whose names begin with `from` to nets whose names begin with `to` instead.
    #[must_use]
    pub fn renamed(mut self, from: &str, to: &str) -> Self {
        self.ends.beginnings.push((from.into(), to.into()));
        self
    }
}

/// Parts that are joined by the names of their ports: ports of one name lie on one net.
#[derive(Clone, Debug)]
pub struct Netlist {
    doc: String,
    outer: Vec<Outer>,
    parts: Vec<Part>,
}

impl Netlist {
    /// A netlist without parts. `doc` is the comment of its module. `outer` names its ports; a name that ends in `*`
    /// stands for all nets that begin so. Such a net is an output where a part drives it, else an input. Any other net
    /// is driven by exactly one part.
    pub fn new(doc: impl Into<String>, outer: &[&str]) -> Self {
        let named = |name: &&str| Outer { name: (*name).into(), doc: None };
        Self { doc: doc.into(), outer: outer.iter().map(named).collect(), parts: Vec::new() }
    }

    /// With a comment for the ports of one of the names, in the place of what the parts say of them.
    ///
    /// # Panics
    /// When there is no such name.
    #[must_use]
    pub fn with_doc(mut self, name: &str, doc: &str) -> Self {
        let outer = self.outer.iter_mut().find(|outer| outer.name == name);
        outer.unwrap_or_else(|| panic!("no port is called {name}")).doc = Some(doc.into());
        self
    }

    /// With one more part, whose module comes after those of the others.
    #[must_use]
    pub fn part(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// With more parts, in their order.
    #[must_use]
    pub fn parts(mut self, parts: impl IntoIterator<Item = Part>) -> Self {
        self.parts.extend(parts);
        self
    }

    /// The netlist as a design, which may be a part of another netlist.
    pub fn design(self) -> Design {
        Design::new(move |b| self.describe(b))
    }

    fn describe(&self, b: &mut Builder) {
        for part in &self.parts {
            b.design(&part.name, &part.design);
        }
        let ends = self.parts.iter().map(|part| part.ends.clone()).collect();
        b.netlist(Join { doc: self.doc.clone(), outer: self.outer.clone(), ends });
    }
}

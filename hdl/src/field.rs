//! The fields of a unit.
use crate::args::{arguments, last, last_path};
use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, Field, GenericArgument, Ident, Result, Type, Visibility};

/// What a field is.
#[derive(Clone)]
pub(crate) enum Kind {
    /// `Signal<Direction, Type>`.
    Signal { direction: Ident, of: GenericArgument },
    /// A `const` of the kernel: type and value.
    Constant { of: GenericArgument, value: Expr },
    /// `Reg`, `RegEn`, `StateReg` of a type.
    Register,
    /// A unit or a memory.
    Child,
    /// Ports that travel together.
    Bundle,
}

/// A field and what its attributes say.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) name: Ident,
    pub(crate) public: bool,
    pub(crate) docs: Vec<Attribute>,
    /// The type of one element.
    pub(crate) ty: Type,
    pub(crate) kind: Kind,
    /// How many there are, of an array.
    pub(crate) count: Option<Expr>,
    /// `#[when(..)]`: it is there only then.
    pub(crate) when: Option<Expr>,
    /// `#[init(..)]`: what a register starts as.
    pub(crate) init: Option<Expr>,
    /// `#[given(..)]`: what else a child is made from.
    pub(crate) given: Option<Expr>,
    /// `#[group("..")]`: text of the ports from here on whose names begin alike.
    pub(crate) groups: Vec<String>,
    /// `#[only(..)]`: which ports of a bundle there are.
    pub(crate) only: Option<Vec<Ident>>,
    /// `#[except(..)]`: which ports of a bundle there are not.
    pub(crate) except: Vec<Ident>,
    /// `#[also(..)]`: further registers that are declared alike.
    pub(crate) also: Vec<Ident>,
}

impl Member {
    /// A local signal or a constant, which the kernel declares.
    pub(crate) fn lifted(name: Ident, ty: Type, kind: Kind, count: Option<Expr>) -> Self {
        Self {
            name,
            public: false,
            docs: vec![],
            ty,
            kind,
            count,
            when: None,
            init: None,
            given: None,
            groups: vec![],
            only: None,
            except: vec![],
            also: vec![],
        }
    }

    pub(crate) fn is_input(&self) -> bool {
        matches!(&self.kind, Kind::Signal { direction, .. } if direction == "In")
    }

    /// One or more elements under `name$0`, `name$1`..: arrays, and what is there only sometimes.
    pub(crate) fn length(&self) -> Option<TokenStream> {
        match (&self.count, &self.when) {
            (Some(count), None) => Some(quote::quote!((#count))),
            (None, Some(when)) => Some(quote::quote!(usize::from(#when))),
            (Some(count), Some(when)) => Some(quote::quote!(if #when { #count } else { 0 })),
            (None, None) => None,
        }
    }

    /// The field, and those that are declared with it.
    pub(crate) fn parse(field: &Field) -> Result<Vec<Self>> {
        let first = Self::one(field)?;
        let others: Vec<Self> = first.also.iter().map(|name| Self { name: name.clone(), ..first.clone() }).collect();
        Ok(std::iter::once(first).chain(others).collect())
    }

    fn one(field: &Field) -> Result<Self> {
        let name = field.ident.clone().ok_or_else(|| Error::new(field.span(), "fields have names"))?;
        let public = matches!(field.vis, Visibility::Public(_));
        let (ty, count) = match &field.ty {
            Type::Array(array) => (array.elem.as_ref().clone(), Some(array.len.clone())),
            other => (other.clone(), None),
        };
        let segment = last(&ty)?;
        let kind = match (segment.ident.to_string().as_str(), arguments(segment).as_slice()) {
            ("Signal", [GenericArgument::Type(direction), of]) => {
                let direction = last_path(direction)?.require_ident()?.clone();
                if !["In", "Out", "Local"].contains(&direction.to_string().as_str()) {
                    return Err(Error::new(direction.span(), "a direction is In, Out or Local"));
                }
                Kind::Signal { direction, of: of.clone() }
            }
            ("Signal", _) => return Err(Error::new(ty.span(), "Signal<Direction, Type>")),
            ("Reg" | "RegEn" | "StateReg", _) => Kind::Register,
            _ if public => Kind::Bundle,
            _ => Kind::Child,
        };
        let mut out = Self::lifted(name, ty, kind, count);
        out.public = public;
        for attribute in &field.attrs {
            let path = attribute.path();
            if path.is_ident("doc") {
                out.docs.push(attribute.clone());
            } else if path.is_ident("when") {
                out.when = Some(attribute.parse_args()?);
            } else if path.is_ident("init") {
                out.init = Some(attribute.parse_args()?);
            } else if path.is_ident("given") {
                out.given = Some(attribute.parse_args()?);
            } else if path.is_ident("group") {
                out.groups.push(attribute.parse_args::<syn::LitStr>()?.value());
            } else if path.is_ident("only") {
                out.only = Some(names(attribute)?);
            } else if path.is_ident("except") {
                out.except = names(attribute)?;
            } else if path.is_ident("also") {
                out.also.append(&mut names(attribute)?);
            } else {
                let known = "a field has #[when(..)], #[init(..)], #[given(..)], #[group(\"..\")], #[only(..)], \
                    #[except(..)] or #[also(..)]";
                return Err(Error::new(attribute.span(), known));
            }
        }
        if out.init.is_some() && !matches!(out.kind, Kind::Register) {
            return Err(Error::new(out.name.span(), "#[init(..)] is for registers"));
        }
        if !out.also.is_empty() && !matches!(out.kind, Kind::Register) {
            return Err(Error::new(out.name.span(), "#[also(..)] is for registers"));
        }
        if out.only.is_some() && !matches!(out.kind, Kind::Bundle) {
            return Err(Error::new(out.name.span(), "#[only(..)] is for bundles"));
        }
        if !out.except.is_empty() && (out.only.is_some() || !matches!(out.kind, Kind::Bundle)) {
            return Err(Error::new(out.name.span(), "#[except(..)] is for bundles without #[only(..)]"));
        }
        Ok(out)
    }
}

/// Names in an attribute.
fn names(attribute: &Attribute) -> Result<Vec<Ident>> {
    let list = attribute.parse_args_with(syn::punctuated::Punctuated::<Ident, syn::Token![,]>::parse_terminated)?;
    Ok(list.into_iter().collect())
}

/// The text of a `///` or `//!` line.
pub(crate) fn doc(attribute: &Attribute) -> Option<String> {
    let syn::Meta::NameValue(meta) = &attribute.meta else { return None };
    match &meta.value {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) if meta.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

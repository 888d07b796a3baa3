//! What every unit connects alike: clocks, resets, registers that hold, ports that are those of a child.
use crate::describe::value_argument;
use crate::field::{Kind, Member};
use crate::unit::Unit;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Error, Expr, GenericArgument, Ident, Result, Stmt, Token, Type, parse_quote};

/// Clocks of registers and children, resets of children; then every register holds its value unless the kernel says
/// else.
pub(crate) fn clocks(unit: &Unit) -> Vec<Stmt> {
    if !unit.has("clock") {
        return vec![];
    }
    let reset = unit.has("reset");
    let (mut clocks, mut holds): (Vec<Stmt>, Vec<Stmt>) = (Vec::new(), Vec::new());
    for member in &unit.members {
        let (name, ty) = (&member.name, &member.ty);
        let place: Expr = match (&member.count, &member.when) {
            (Some(_), _) => parse_quote!(self.#name[i]),
            (None, Some(_)) => parse_quote!(self.#name[0]),
            (None, None) => parse_quote!(self.#name),
        };
        let (clock, hold): (Stmt, Option<Stmt>) = match member.kind {
            Kind::Register => (
                parse_quote!(#place.clock.next = self.clock.val();),
                Some(parse_quote!(#place.d.next = #place.q.val();)),
            ),
            Kind::Child => (parse_quote!(wire!(#ty, #place, #reset);), None),
            _ => continue,
        };
        let around = |stmts: Vec<Stmt>| -> Stmt {
            let looped: Stmt = match &member.count {
                Some(count) => parse_quote!(for i in 0..(#count) { #(#stmts)* }),
                None => parse_quote!({ #(#stmts)* }),
            };
            match &member.when {
                Some(when) => parse_quote!(if #when { #looped }),
                None => looped,
            }
        };
        if member.count.is_some() || member.when.is_some() {
            clocks.push(around(std::iter::once(clock).chain(hold).collect()));
        } else {
            clocks.push(clock);
            holds.extend(hold);
        }
    }
    clocks.append(&mut holds);
    clocks
}

/// Expands `pass!`, `drive!` and `zero!`, and completes `link!` with the type of the bundle.
pub(crate) fn expand(unit: &Unit, update: &mut syn::Block) -> Result<()> {
    let mut expander = Expander { unit, fault: None };
    expander.visit_block_mut(update);
    expander.fault.map_or(Ok(()), Err)
}

struct Expander<'a> {
    unit: &'a Unit,
    fault: Option<Error>,
}

impl VisitMut for Expander<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut out = Vec::new();
        for stmt in block.stmts.drain(..) {
            let expanded = match &stmt {
                Stmt::Macro(item) if item.mac.path.is_ident("pass") => {
                    item.mac.parse_body().and_then(|pass| passed(self.unit, &pass))
                }
                Stmt::Macro(item) if item.mac.path.is_ident("drive") => {
                    item.mac.parse_body().and_then(|drive| driven(self.unit, &drive))
                }
                Stmt::Macro(item) if item.mac.path.is_ident("zero") => {
                    item.mac.parse_body().and_then(|zero| zeroed(self.unit, &zero))
                }
                Stmt::Macro(item) if item.mac.path.is_ident("link") => {
                    item.mac.parse_body().and_then(|link| linked(self.unit, &link))
                }
                _ => Ok(vec![stmt]),
            };
            match expanded {
                Ok(mut stmts) => out.append(&mut stmts),
                Err(error) => self.fault = Some(error),
            }
        }
        block.stmts = out;
        visit_mut::visit_block_mut(self, block);
    }
}

/// `drive!(child: port = signal, other = register.q)`: ports of a child, or of its bundle `child.bundle`, and what they
/// carry, as in an instance of Verilog.
/// `drive!(self: register = signal, ..)`: registers of the unit, which have it in the next cycle, and outputs.
struct Drive {
    place: Expr,
    own: bool,
    pairs: Punctuated<Driven, Token![,]>,
}

struct Driven {
    port: Ident,
    value: Expr,
}

impl Parse for Driven {
    fn parse(input: ParseStream) -> Result<Self> {
        let port = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { port, value: input.parse()? })
    }
}

impl Parse for Drive {
    fn parse(input: ParseStream) -> Result<Self> {
        let own = input.parse::<Option<Token![self]>>()?.is_some();
        let place = if own { parse_quote!(self) } else { child(input)? };
        input.parse::<Token![:]>()?;
        Ok(Self { place, own, pairs: Punctuated::parse_terminated(input)? })
    }
}

fn driven(unit: &Unit, drive: &Drive) -> Result<Vec<Stmt>> {
    let place = &drive.place;
    let one = |Driven { port, value }: &Driven| {
        let value = member_of_self(value)?;
        let register =
            drive.own && unit.member(&port.to_string()).is_some_and(|member| matches!(member.kind, Kind::Register));
        Ok(match register {
            true => parse_quote!(#place.#port.d.next = #value.val();),
            false => parse_quote!(#place.#port.next = #value.val();),
        })
    };
    drive.pairs.iter().map(one).collect()
}

/// `a.b` as `self.a.b`.
fn member_of_self(expr: &Expr) -> Result<Expr> {
    match expr {
        Expr::Path(path) if path.path.get_ident().is_some() => Ok(parse_quote!(self.#path)),
        Expr::Field(field) => {
            let (base, member) = (member_of_self(&field.base)?, &field.member);
            Ok(parse_quote!(#base.#member))
        }
        other => Err(Error::new(other.span(), "drive!(child: port = signal, ..)")),
    }
}

/// `pass!(child: stat_*, cfg_t0)`: ports of the unit that are ports of a child, under the same names.
struct Pass {
    child: Expr,
    names: Vec<(Ident, bool)>,
}

impl Parse for Pass {
    fn parse(input: ParseStream) -> Result<Self> {
        let child: Ident = input.parse()?;
        let child = if input.peek(syn::token::Bracket) {
            let index;
            syn::bracketed!(index in input);
            let index: Expr = index.parse()?;
            parse_quote!(self.#child[#index])
        } else {
            parse_quote!(self.#child)
        };
        input.parse::<Token![:]>()?;
        let mut names = Vec::new();
        while !input.is_empty() {
            let name: Ident = input.parse()?;
            let all = input.parse::<Option<Token![*]>>()?.is_some();
            names.push((name, all));
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(Self { child, names })
    }
}

fn passed(unit: &Unit, pass: &Pass) -> Result<Vec<Stmt>> {
    let (child, mut out) = (&pass.child, Vec::new());
    for (name, all) in &pass.names {
        let text = name.to_string();
        let is_meant = |member: &&Member| {
            let port = member.name.to_string();
            member.public && if *all { port.starts_with(&text) } else { port == text }
        };
        let before = out.len();
        for member in unit.members.iter().filter(is_meant) {
            // With the span of the list, where a mistake is.
            let port = Ident::new(&member.name.to_string(), name.span());
            match &member.kind {
                Kind::Bundle => {
                    let link =
                        Link { own: parse_quote!(self.#port), other: parse_quote!(#child.#port), except: vec![] };
                    out.extend(linked(unit, &link)?);
                }
                _ if member.is_input() => out.push(parse_quote!(#child.#port.next = self.#port.val();)),
                _ => out.push(parse_quote!(self.#port.next = #child.#port.val();)),
            }
        }
        if out.len() == before {
            return Err(Error::new(name.span(), "this unit has no port of that name"));
        }
    }
    Ok(out)
}

/// `zero!(self: a, b)`: registers of the unit that are 0 from the next cycle on; `zero!(child: a, b)`: ports of a child
/// that are 0 unless a later statement says otherwise.
struct Zero {
    place: Option<Expr>,
    names: Punctuated<Ident, Token![,]>,
}

impl Parse for Zero {
    fn parse(input: ParseStream) -> Result<Self> {
        let place = match input.parse::<Option<Token![self]>>()? {
            Some(_) => None,
            None => Some(child(input)?),
        };
        input.parse::<Token![:]>()?;
        Ok(Self { place, names: Punctuated::parse_terminated(input)? })
    }
}

fn zeroed(unit: &Unit, zero: &Zero) -> Result<Vec<Stmt>> {
    if let Some(place) = &zero.place {
        return Ok(zero.names.iter().map(|port| parse_quote!(#place.#port.next = 0.into();)).collect());
    }
    let one = |name: &Ident| {
        let member = unit.member(&name.to_string());
        let member = member.filter(|member| matches!(member.kind, Kind::Register) && member.count.is_none());
        let member = member.ok_or_else(|| Error::new(name.span(), "zero!(self: register, ..)"))?;
        let value: Expr = match &value_argument(&member.ty) {
            GenericArgument::Type(Type::Path(ty)) if ty.path.is_ident("Bit") => parse_quote!(false),
            _ => parse_quote!(0.into()),
        };
        Ok(parse_quote!(self.#name.d.next = #value;))
    };
    zero.names.iter().map(one).collect()
}

/// `child` or `child.bundle` as a place of the unit.
fn child(input: ParseStream) -> Result<Expr> {
    let name: Ident = input.parse()?;
    let mut place: Expr = parse_quote!(self.#name);
    while input.parse::<Option<Token![.]>>()?.is_some() {
        let bundle: Ident = input.parse()?;
        place = parse_quote!(#place.#bundle);
    }
    Ok(place)
}

/// `link!(self.bundle, self.child.bundle)`: a bundle of the unit that is one of a child; `link!(.., except(port))`
/// leaves ports out that the child does not have.
struct Link {
    own: Expr,
    other: Expr,
    except: Vec<Ident>,
}

impl Parse for Link {
    fn parse(input: ParseStream) -> Result<Self> {
        let own = input.parse()?;
        input.parse::<Token![,]>()?;
        let other = input.parse()?;
        let mut except = Vec::new();
        if input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let word: Ident = input.parse()?;
            if word != "except" {
                return Err(Error::new(word.span(), "link!(self.bundle, self.child.bundle, except(port, ..))"));
            }
            let list;
            syn::parenthesized!(list in input);
            except = Punctuated::<Ident, Token![,]>::parse_terminated(&list)?.into_iter().collect();
        }
        Ok(Self { own, other, except })
    }
}

fn linked(unit: &Unit, link: &Link) -> Result<Vec<Stmt>> {
    let (own, mut other) = (&link.own, link.other.clone());
    crate::lift::element(unit, &mut other);
    let wanted = "link!(self.bundle, self.child.bundle): the first is a bundle of this unit";
    let Expr::Field(field) = own else { return Err(Error::new(own.span(), wanted)) };
    let syn::Member::Named(name) = &field.member else { return Err(Error::new(own.span(), wanted)) };
    let member = unit.member(&name.to_string()).filter(|member| matches!(member.kind, Kind::Bundle));
    let member = member.ok_or_else(|| Error::new(name.span(), wanted))?;
    let (ty, only) = (&member.ty, member.only.iter().flatten());
    let except = link.except.iter().chain(&member.except);
    let tokens = quote!(#ty, #own, #other, (#(#except),*), #(#only),*);
    Ok(vec![parse_quote!(linked!(#tokens);)])
}

/// `wire!(Type, place, reset)`, which [`clocks`] writes.
pub(crate) struct Wire {
    pub(crate) ty: Type,
    pub(crate) place: Expr,
    pub(crate) reset: bool,
}

impl Parse for Wire {
    fn parse(input: ParseStream) -> Result<Self> {
        let ty = input.parse()?;
        input.parse::<Token![,]>()?;
        let place = input.parse()?;
        input.parse::<Token![,]>()?;
        Ok(Self { ty, place, reset: input.parse::<syn::LitBool>()?.value })
    }
}

/// `linked!(Type, own, other, (ports left out), ports of it)`, which [`expand`] writes.
pub(crate) struct Linked {
    pub(crate) ty: Type,
    pub(crate) own: Expr,
    pub(crate) other: Expr,
    pub(crate) except: Vec<Ident>,
    pub(crate) only: Vec<Ident>,
}

impl Parse for Linked {
    fn parse(input: ParseStream) -> Result<Self> {
        let ty = input.parse()?;
        input.parse::<Token![,]>()?;
        let own = input.parse()?;
        input.parse::<Token![,]>()?;
        let other = input.parse()?;
        input.parse::<Token![,]>()?;
        let except;
        syn::parenthesized!(except in input);
        let except = Punctuated::<Ident, Token![,]>::parse_terminated(&except)?.into_iter().collect();
        input.parse::<Token![,]>()?;
        let only = Punctuated::<Ident, Token![,]>::parse_terminated(input)?.into_iter().collect();
        Ok(Self { ty, own, other, except, only })
    }
}

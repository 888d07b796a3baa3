//! A unit as it is written, and what is made of it.
use crate::args::{plain, root};
use crate::field::{Kind, Member, doc};
use crate::{check, describe, instance, lift, wiring};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{
    Attribute, Error, Expr, ExprRange, GenericParam, Ident, ImplItem, Item, ItemMod, ItemStruct, PatType, Result, Stmt,
    Token, Visibility, parse_quote,
};

/// A parameter that others do not follow from, and its range.
pub(crate) struct Parameter {
    pub(crate) name: Ident,
    /// `#[range(4..=64)]`, `#[range(4..=64, step = 2)]`.
    pub(crate) range: Option<(ExprRange, Option<Expr>)>,
}

/// A unit.
pub(crate) struct Unit {
    pub(crate) name: Ident,
    pub(crate) vis: Visibility,
    pub(crate) docs: Vec<Attribute>,
    pub(crate) parameters: Vec<Parameter>,
    /// `#[derived(W = K + 16)]`.
    pub(crate) derived: Vec<(Ident, Expr)>,
    /// `#[fits(condition, "text")]`: what has to hold of the parameters.
    pub(crate) fits: Vec<(Expr, Expr)>,
    /// `#[given(name: &Type)]`: what else it is made from.
    pub(crate) given: Option<PatType>,
    pub(crate) members: Vec<Member>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) instance: bool,
}

impl Unit {
    /// Names of the free and of the derived parameters.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &Ident> {
        self.parameters.iter().map(|parameter| &parameter.name).chain(self.derived.iter().map(|derived| &derived.0))
    }
    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }
}

pub(crate) fn expand(module: &ItemMod, instance: bool) -> Result<TokenStream> {
    let wanted = "a unit is `mod name { struct .. impl .. { fn update(&mut self) { .. } } }`";
    let (_, items) = module.content.as_ref().ok_or_else(|| Error::new(module.span(), wanted))?;
    let (mut block, mut kernels, mut rest) = (None, Vec::new(), TokenStream::new());
    for item in items {
        match item {
            Item::Struct(item) if block.is_none() => block = Some(item),
            Item::Impl(item) if item.trait_.is_none() => {
                for item in &item.items {
                    match item {
                        ImplItem::Fn(item) => kernels.push(item.clone()),
                        other => return Err(Error::new(other.span(), "an `impl` of a unit has functions only")),
                    }
                }
            }
            other => rest.extend(quote!(#other)),
        }
    }
    let mut unit = declared(block.ok_or_else(|| Error::new(module.span(), wanted))?, instance)?;
    let mut kernels: BTreeMap<String, syn::Block> =
        kernels.into_iter().map(|kernel| (kernel.sig.ident.to_string(), kernel.block)).collect();
    let mut update = kernels.remove("update").ok_or_else(|| Error::new(module.span(), wanted))?;
    let mut inline = Inline { kernels: &kernels, around: Vec::new(), used: BTreeSet::new() };
    inline.visit_block_mut(&mut update);
    if let Some((name, part)) = kernels.iter().find(|(name, _)| !inline.used.contains(*name)) {
        let text = format!("`self.{name}();` stands nowhere in the kernel of this unit");
        return Err(Error::new(part.span(), text));
    }
    lift::declarations(&mut unit, &mut update)?;
    let mut body = notes(module, &unit);
    body.extend(wiring::clocks(&unit));
    body.append(&mut update.stmts);
    let mut update = syn::Block { brace_token: Default::default(), stmts: body };
    wiring::expand(&unit, &mut update)?;
    check::names(&unit, &update)?;
    lift::elements(&unit, &mut update);
    unit.body = update.stmts;
    let (checks, described) = (plain(check::ports(&unit)?), plain(describe::unit(&unit)?));
    let block = if instance { instance::block(&unit)? } else { describe::stand_in(&unit)? };
    Ok(quote!(#rest #block #checks #described))
}

/// The struct, with what its attributes say.
fn declared(item: &ItemStruct, instance: bool) -> Result<Unit> {
    let mut unit = Unit {
        name: item.ident.clone(),
        vis: item.vis.clone(),
        docs: vec![],
        parameters: vec![],
        derived: vec![],
        fits: vec![],
        given: None,
        members: vec![],
        body: vec![],
        instance,
    };
    for parameter in &item.generics.params {
        let GenericParam::Const(parameter) = parameter else {
            return Err(Error::new(parameter.span(), "a unit has numbers as parameters, no types"));
        };
        let range = range_of(parameter)?;
        unit.parameters.push(Parameter { name: parameter.ident.clone(), range });
    }
    for attribute in &item.attrs {
        let path = attribute.path();
        if path.is_ident("doc") {
            unit.docs.push(attribute.clone());
        } else if path.is_ident("clocked") {
            let reset = matches!(attribute.meta, syn::Meta::List(_));
            unit.members.append(&mut clock_ports(reset, attribute.span())?);
        } else if path.is_ident("derived") {
            for item in attribute.parse_args_with(Punctuated::<syn::ExprAssign, Token![,]>::parse_terminated)? {
                let Expr::Path(left) = item.left.as_ref() else {
                    return Err(Error::new(item.span(), "NAME = expression"));
                };
                unit.derived.push((left.path.require_ident()?.clone(), *item.right));
            }
        } else if path.is_ident("fits") {
            let list = attribute.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated)?;
            let mut list = list.into_iter();
            let (Some(test), Some(text), None) = (list.next(), list.next(), list.next()) else {
                return Err(Error::new(attribute.span(), "#[fits(condition, \"what has to hold\")]"));
            };
            unit.fits.push((test, text));
        } else if path.is_ident("given") {
            let syn::FnArg::Typed(given) = attribute.parse_args()? else {
                return Err(Error::new(attribute.span(), "#[given(name: Type)]"));
            };
            unit.given = Some(given);
        } else {
            let known = "a unit has #[clocked], #[clocked(reset)], #[derived(..)], #[fits(..)] or #[given(..)]";
            return Err(Error::new(attribute.span(), known));
        }
    }
    for field in &item.fields {
        unit.members.append(&mut Member::parse(field)?);
    }
    Ok(unit)
}

/// The range that a parameter's attributes give.
fn range_of(parameter: &syn::ConstParam) -> Result<Option<(ExprRange, Option<Expr>)>> {
    let mut range = None;
    for attribute in &parameter.attrs {
        if !attribute.path().is_ident("range") {
            return Err(Error::new(
                attribute.span(),
                "a parameter has #[range(from..=to)] or #[range(from..=to, step = n)]",
            ));
        }
        range = Some(attribute.parse_args_with(|input: syn::parse::ParseStream| {
            let bounds: ExprRange = input.parse()?;
            let step = if input.parse::<Option<Token![,]>>()?.is_some() {
                let item: syn::ExprAssign = input.parse()?;
                Some(*item.right)
            } else {
                None
            };
            Ok((bounds, step))
        })?);
    }
    Ok(range)
}

/// The port `clock`, and `reset` if it is wanted.
fn clock_ports(reset: bool, span: Span) -> Result<Vec<Member>> {
    let signal = |ty: &str| syn::parse_str::<syn::Type>(&format!("Signal<In, {ty}>"));
    let ports = [(" Rising edge active.", "clock", "Clock"), (" Synchronous, active high.", "reset", "Bit")];
    let mut members = Vec::new();
    for (text, name, ty) in ports.into_iter().take(if reset { 2 } else { 1 }) {
        let (name, ty) = (Ident::new(name, span), signal(ty)?);
        let field: syn::Field = parse_quote!(#[doc = #text] pub #name: #ty);
        members.append(&mut Member::parse(&field)?);
    }
    Ok(members)
}

/// `self.part();`, and `=> self.part()` in a `match`, is the text of `fn part`.
struct Inline<'a> {
    kernels: &'a BTreeMap<String, syn::Block>,
    /// Parts around the statement at hand.
    around: Vec<String>,
    /// Parts that stand somewhere.
    used: BTreeSet<String>,
}

impl<'a> Inline<'a> {
    /// The part that is called.
    fn part(&self, call: &Expr) -> Option<(&'a String, &'a syn::Block)> {
        let Expr::MethodCall(call) = call else { return None };
        let on_self = matches!(call.receiver.as_ref(), Expr::Path(path) if path.path.is_ident("self"));
        self.kernels.get_key_value(&call.method.to_string()).filter(|_| on_self && call.args.is_empty())
    }
}

impl VisitMut for Inline<'_> {
    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        if self.part(&arm.body).is_some() {
            let body = &arm.body;
            *arm.body = parse_quote!({ #body; });
        }
        syn::visit_mut::visit_arm_mut(self, arm);
    }
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut out = Vec::new();
        for mut stmt in block.stmts.drain(..) {
            let part = match &stmt {
                Stmt::Expr(call, Some(_)) => self.part(call),
                _ => None,
            };
            match part {
                // A part inside itself would not end: it stays a call, which no kernel has.
                Some((name, part)) if !self.around.contains(name) => {
                    let mut part = part.clone();
                    self.used.insert(name.clone());
                    self.around.push(name.clone());
                    self.visit_block_mut(&mut part);
                    self.around.pop();
                    out.append(&mut part.stmts);
                }
                _ => {
                    self.visit_stmt_mut(&mut stmt);
                    out.push(stmt);
                }
            }
        }
        block.stmts = out;
    }
}

/// The module's name and comment, and the texts of groups of ports, as notes to the emitter.
fn notes(module: &ItemMod, unit: &Unit) -> Vec<Stmt> {
    let mut out: Vec<Stmt> = Vec::new();
    let mut note = |text: String| out.push(parse_quote!(comment!(#text);));
    note(format!("@module {}", module.ident));
    for line in module.attrs.iter().filter_map(doc) {
        note(format!("@doc {}", line.trim()));
    }
    for member in &unit.members {
        let name = member.name.to_string();
        for group in &member.groups {
            match group.split_once(": ") {
                Some((names, text)) => note(format!("@ports {names}: {text}")),
                None => note(format!("@ports {}: {group}", name.split('_').next().unwrap_or_default())),
            }
        }
        if matches!(member.kind, Kind::Bundle) && member.groups.is_empty() && !member.docs.is_empty() {
            let text: Vec<String> = member.docs.iter().filter_map(doc).map(|line| line.trim().to_string()).collect();
            let text = text.join(" ");
            let text = text.strip_suffix('.').unwrap_or(&text);
            let mut letters = text.chars();
            let text = letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect());
            note(format!("@ports {name}: {text}"));
        }
    }
    out
}

/// The parameters as Rust values: the free ones from the arguments, the others from them.
pub(crate) fn binding(unit: &Unit) -> TokenStream {
    let root = root();
    let free = unit.parameters.iter().map(|parameter| &parameter.name);
    let given = unit.given.as_ref().map(|given| {
        let (name, ty) = (&given.pat, &given.ty);
        quote!(let #name: #ty = args.get();)
    });
    quote! {
        let [#(#free),*] = #root::leading(args);
        #given
    }
}

/// The derived parameters as Rust values.
pub(crate) fn derived(unit: &Unit) -> TokenStream {
    let lets = unit.derived.iter().map(|(name, value)| quote!(let #name: usize = #value;));
    quote!(#(#lets)*)
}

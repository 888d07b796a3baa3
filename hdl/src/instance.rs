//! The unit as a block of `rust_hdl`, which its evaluator can run.
use crate::args::root;
use crate::describe::{rust_value, value_argument};
use crate::field::{Kind, Member};
use crate::unit::Unit;
use crate::wiring::{Linked, Wire};
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Error, Expr, Result, Stmt, parse_quote};

/// The block, its start values, its kernel, and how its clock reaches it.
pub(crate) fn block(unit: &Unit) -> Result<TokenStream> {
    let (root, name, vis, docs) = (root(), &unit.name, &unit.vis, &unit.docs);
    let numbers = unit.generics();
    let generics = if numbers.is_empty() { quote!() } else { quote!(<#(const #numbers: usize),*>) };
    // Units without an instance leave the derived ones out.
    let free = numbers.iter().take(unit.parameters.len());
    let follow = numbers.iter().skip(unit.parameters.len());
    let defaults =
        if numbers.is_empty() { quote!() } else { quote!(<#(const #free: usize,)* #(const #follow: usize = 0,)*>) };
    let types = if numbers.is_empty() { quote!() } else { quote!(<#(#numbers),*>) };
    let zeros = numbers.iter().map(|_| quote!(0));
    let stand_in = if numbers.is_empty() { quote!(#name) } else { quote!(#name<#(#zeros),*>) };
    let (mut fields, mut starts) = (TokenStream::new(), TokenStream::new());
    for member in &unit.members {
        let (field, start) = parts(unit, member)?;
        let (docs, ident) = (&member.docs, &member.name);
        let vis = if member.public { quote!(pub) } else { quote!() };
        fields.extend(quote!(#(#docs)* #vis #ident: #field,));
        starts.extend(quote!(#ident: #start,));
    }
    let agree = unit.derived.iter().map(|(name, value)| {
        let text = format!("{name} does not follow from the other parameters");
        quote!(const { assert!(#name == { #value }, #text) };)
    });
    let fits = unit.fits.iter().map(|(test, text)| quote!(const { assert!(#test, #text) };));
    let update = simulated(&unit.body);
    let connect = connect(&unit.body)?;
    let clock = unit.has("clock").then(|| (quote!(self.clock.next = clock;), quote!(Logic::connect(&mut self.clock);)));
    let reset = unit.has("reset").then(|| {
        (
            quote!(if let Some(reset) = reset {
                self.reset.next = reset;
            }),
            quote!(if reset {
                Logic::connect(&mut self.reset);
            }),
        )
    });
    let ((clock, clocked), (reset, resets)) = (clock.unwrap_or_default(), reset.unwrap_or_default());
    Ok(quote! {
        #(#docs)*
        #[derive(LogicBlock)]
        #vis struct #name #defaults { #fields }

        #[automatically_derived]
        impl #generics ::core::default::Default for #name #types {
            fn default() -> Self {
                #(#agree)*
                #(#fits)*
                Self { #starts }
            }
        }

        #[automatically_derived]
        impl #generics Logic for #name #types {
            #[allow(unreachable_patterns, unused, clippy::all)]
            fn update(&mut self) { #(#update)* }
            #[allow(unused, clippy::all)]
            fn connect(&mut self) { #connect }
            fn hdl(&self) -> Verilog {
                let args = #root::Args::of(&[#(#numbers),*]);
                Verilog::Combinatorial(#root::block::<#stand_in>(&args))
            }
        }

        #[automatically_derived]
        #[allow(unused)]
        impl #generics #root::Wire for #name #types {
            fn wire(&mut self, clock: Clock, reset: Option<bool>) { #clock #reset }
            fn wired(&mut self, reset: bool) { #clocked #resets }
        }
    })
}

/// Type and start value of a field.
fn parts(unit: &Unit, member: &Member) -> Result<(TokenStream, TokenStream)> {
    if member.when.is_some() || member.only.is_some() || !member.except.is_empty() || member.given.is_some() {
        return Err(Error::new(
            member.name.span(),
            "#[when], #[only], #[except] and #[given] are for units without an instance",
        ));
    }
    let ty = &member.ty;
    let value = |of: &syn::GenericArgument, value: &Expr| {
        let (rust, value) = rust_value(unit, of, value);
        let wide = rust.to_string() == "u64";
        (rust, value, wide)
    };
    let (ty, start) = match &member.kind {
        Kind::Constant { of, value: start } => {
            let (rust, start, wide) = value(of, start);
            let made = if wide { quote!(Constant::new(bits(value))) } else { quote!(Constant::new(value)) };
            if member.count.is_some() {
                let list = quote!(::core::iter::IntoIterator::into_iter(#start).collect::<::std::vec::Vec<#rust>>());
                return Ok((quote!(Vec<Constant<#of>>), quote!(#list.into_iter().map(|value| #made).collect())));
            }
            (quote!(Constant<#of>), quote!({ let value: #rust = #start; #made }))
        }
        Kind::Signal { direction, of } => {
            (quote!(Signal<#direction, #of>), quote!(::core::default::Default::default()))
        }
        Kind::Register => match &member.init {
            Some(init) => {
                let (rust, init, wide) = value(&value_argument(ty), init);
                let made = if wide { quote!(bits(value)) } else { quote!(value) };
                let segment = &crate::args::last(ty)?.ident;
                (quote!(#ty), quote!({ let value: #rust = #init; #segment::new(#made) }))
            }
            None => (quote!(#ty), quote!(::core::default::Default::default())),
        },
        _ => (quote!(#ty), quote!(::core::default::Default::default())),
    };
    Ok(match &member.count {
        Some(count) => (quote!(::std::vec::Vec<#ty>), quote!((0..#count).map(|_| #start).collect())),
        None => (ty, start),
    })
}

/// The kernel as the evaluator runs it.
fn simulated(body: &[Stmt]) -> Vec<Stmt> {
    struct Calls;
    impl VisitMut for Calls {
        fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
            let root = root();
            if let Stmt::Macro(item) = stmt {
                if item.mac.path.is_ident("comment") {
                    *stmt = parse_quote!({});
                } else if item.mac.path.is_ident("wire")
                    && let Ok(Wire { place, reset, .. }) = item.mac.parse_body()
                {
                    let reset: Expr = if reset { parse_quote!(Some(self.reset.val())) } else { parse_quote!(None) };
                    *stmt = parse_quote!(#root::Wire::wire(&mut #place, self.clock.val(), #reset););
                } else if item.mac.path.is_ident("linked")
                    && let Ok(Linked { own, other, .. }) = item.mac.parse_body()
                {
                    *stmt = parse_quote!(LogicLink::link(&mut #own, &mut #other););
                }
            }
            visit_mut::visit_stmt_mut(self, stmt);
        }
    }
    let mut body = body.to_vec();
    body.iter_mut().for_each(|stmt| Calls.visit_stmt_mut(stmt));
    body
}

/// What the kernel drives, whichever way it goes.
fn connect(body: &[Stmt]) -> Result<TokenStream> {
    body.iter()
        .map(|stmt| match stmt {
            Stmt::Expr(expr, _) => drives(expr),
            Stmt::Macro(item) if item.mac.path.is_ident("wire") => {
                let (root, Wire { place, reset, .. }) = (root(), item.mac.parse_body()?);
                Ok(quote!(#root::Wire::wired(&mut #place, #reset);))
            }
            Stmt::Macro(item) if item.mac.path.is_ident("linked") => {
                let Linked { own, other, .. } = item.mac.parse_body()?;
                Ok(quote!(logic::logic_connect_link_fn(&mut #own, &mut #other);))
            }
            _ => Ok(quote!()),
        })
        .collect()
}

fn drives(expr: &Expr) -> Result<TokenStream> {
    Ok(match expr {
        Expr::Assign(item) => match item.left.as_ref() {
            Expr::Field(field) => {
                let base = &field.base;
                quote!(logic::logic_connect_fn(&mut #base);)
            }
            _ => quote!(),
        },
        Expr::If(item) => {
            let then = connect(&item.then_branch.stmts)?;
            let other = item.else_branch.as_ref().map(|branch| drives(&branch.1)).transpose()?;
            quote!(#then #other)
        }
        Expr::Block(item) => connect(&item.block.stmts)?,
        Expr::Match(item) => item.arms.iter().map(|arm| drives(&arm.body)).collect::<Result<TokenStream>>()?,
        Expr::ForLoop(item) => {
            let (pat, range, body) = (&item.pat, &item.expr, connect(&item.body.stmts)?);
            quote!(for #pat in #range { #body })
        }
        _ => quote!(),
    })
}

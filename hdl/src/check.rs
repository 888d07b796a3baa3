//! What the compiler can see: names of this unit, ports of children and their directions.
use crate::args::Use;
use crate::args::root;
use crate::field::Kind;
use crate::unit::Unit;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Error, Expr, Member, Result};

/// Every `self.name` is a member of this unit, and its own inputs are not driven.
pub(crate) fn names(unit: &Unit, body: &syn::Block) -> Result<()> {
    struct Names<'a>(&'a Unit, Option<Error>);
    impl Names<'_> {
        fn own<'e>(&self, expr: &'e Expr) -> Option<&'e syn::Ident> {
            match expr {
                Expr::Field(field) => match (field.base.as_ref(), &field.member) {
                    (Expr::Path(base), Member::Named(name)) if base.path.is_ident("self") => Some(name),
                    _ => None,
                },
                Expr::Index(item) => self.own(&item.expr),
                _ => None,
            }
        }
    }
    impl<'ast> Visit<'ast> for Names<'_> {
        fn visit_expr_field(&mut self, expr: &'ast syn::ExprField) {
            if let (Expr::Path(base), Member::Named(name)) = (expr.base.as_ref(), &expr.member)
                && base.path.is_ident("self")
                && !self.0.has(&name.to_string())
            {
                let known = self.0.members.iter().map(|member| member.name.to_string());
                let near = known.min_by_key(|known| distance(known, &name.to_string())).unwrap_or_default();
                let text = format!("this unit has no `{name}`; the nearest name is `{near}`");
                self.1.get_or_insert(Error::new(name.span(), text));
            }
            visit::visit_expr_field(self, expr);
        }
        fn visit_expr_assign(&mut self, expr: &'ast syn::ExprAssign) {
            if let Expr::Field(left) = expr.left.as_ref()
                && let Some(name) = self.own(&left.base)
                && self.0.member(&name.to_string()).is_some_and(|member| member.is_input())
            {
                self.1.get_or_insert(Error::new(name.span(), "this is an input of the unit: its user drives it"));
            }
            visit::visit_expr_assign(self, expr);
        }
    }
    let mut names = Names(unit, None);
    names.visit_block(body);
    names.1.map_or(Ok(()), Err)
}

/// Number of letters to change, leave out or put in.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let here = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], here);
        }
    }
    row[b.len()]
}

/// Collects what a kernel says of children and bundles.
struct Ports<'a> {
    unit: &'a Unit,
    uses: Vec<TokenStream>,
}

impl Ports<'_> {
    /// `self.child[3].port` as `child[0].port`, and whether it is a port of this unit's own.
    fn place(&self, expr: &Expr) -> Option<(TokenStream, bool)> {
        match expr {
            Expr::Field(field) => {
                let Member::Named(name) = &field.member else { return None };
                if let Expr::Path(base) = field.base.as_ref()
                    && base.path.is_ident("self")
                {
                    let member = self.unit.member(&name.to_string())?;
                    return match member.kind {
                        Kind::Signal { .. } | Kind::Constant { .. } => None,
                        Kind::Bundle => Some((quote!(#name), true)),
                        Kind::Register | Kind::Child => Some((quote!(#name), false)),
                    };
                }
                let (base, own) = self.place(&field.base)?;
                Some((quote_spanned!(name.span()=> #base.#name), own))
            }
            Expr::Index(item) => {
                let (base, own) = self.place(&item.expr)?;
                Some((quote!(#base[0]), own))
            }
            _ => None,
        }
    }
}

impl<'ast> Visit<'ast> for Ports<'_> {
    fn visit_expr_assign(&mut self, expr: &'ast syn::ExprAssign) {
        if let Expr::Field(left) = expr.left.as_ref()
            && let Some((place, own)) = self.place(&left.base)
        {
            let root = root();
            let span = left.base.span();
            self.uses.push(match own {
                true => quote_spanned!(span=> #root::drives_output(&#place);),
                false => quote_spanned!(span=> #root::drives_input(&#place);),
            });
        }
        self.visit_expr(&expr.right);
    }
    // Variants of enumerations.
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 && path.segments.iter().all(|segment| segment.arguments.is_empty()) {
            self.uses.push(quote!(let _ = #path;));
        }
    }
    // Widths are no part of it.
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
    fn visit_expr_for_loop(&mut self, expr: &'ast syn::ExprForLoop) {
        self.visit_block(&expr.body);
    }
    fn visit_expr_method_call(&mut self, expr: &'ast syn::ExprMethodCall) {
        if expr.method == "val"
            && let Some((place, _)) = self.place(&expr.receiver)
        {
            self.uses.push(quote!(let _ = &#place;));
        } else {
            visit::visit_expr_method_call(self, expr);
        }
    }
}

/// A function that is never called: it names every port of a child that the kernel reads or drives, and every variant
/// of an enumeration, so that the compiler finds those that there are not, and ports that are driven and are outputs.
pub(crate) fn ports(unit: &Unit) -> Result<TokenStream> {
    let mut ports = Ports { unit, uses: Vec::new() };
    unit.body.iter().for_each(|stmt| ports.visit_stmt(stmt));
    let mut parameters = Vec::new();
    for member in &unit.members {
        if matches!(member.kind, Kind::Signal { .. } | Kind::Constant { .. }) {
            continue;
        }
        let (name, stand_in) = (&member.name, Use::of(&member.ty)?.stand_in);
        // A port that the bundle has not would be left out without a word.
        for port in member.only.iter().flatten() {
            let element = member.length().map(|_| quote!([0]));
            ports.uses.push(quote_spanned!(port.span()=> let _ = &#name #element.#port;));
        }
        parameters.push(match member.length() {
            Some(_) => quote!(#name: &[#stand_in]),
            None => quote!(#name: &#stand_in),
        });
    }
    let uses = &ports.uses;
    Ok(quote! {
        const _: () = {
            #[allow(unused, clippy::too_many_arguments, clippy::too_many_lines)]
            fn ports(#(#parameters),*) { #(#uses)* }
        };
    })
}

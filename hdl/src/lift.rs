//! Declarations in a kernel as members of the unit.
use crate::field::{Kind, Member};
use crate::unit::Unit;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Error, Expr, GenericArgument, Ident, Item, Pat, Result, Stmt, Type, parse_quote};

/// `const NAME: Type = value;` becomes the constant `name`, `let name: Type = value;` a local signal that is assigned
/// here, and `let name: Type;` one that is assigned later. Arrays of either, too.
pub(crate) fn declarations(unit: &mut Unit, update: &mut syn::Block) -> Result<()> {
    let (mut names, mut locals, mut constants, mut kept) = (BTreeMap::new(), Vec::new(), Vec::new(), Vec::new());
    for stmt in update.stmts.drain(..) {
        match stmt {
            Stmt::Item(Item::Const(item)) => {
                let name = Ident::new(&item.ident.to_string().to_lowercase(), item.ident.span());
                let (ty, count) = one(&item.ty);
                let kind = Kind::Constant { of: GenericArgument::Type(ty.clone()), value: *item.expr };
                constants.push(Member::lifted(name.clone(), ty, kind, count));
                names.insert(item.ident.to_string(), (name, true));
            }
            Stmt::Local(local) => {
                let wanted = "declare a signal with its type: `let name: Bits<W> = value;`";
                let Pat::Type(pat) = &local.pat else { return Err(Error::new(local.span(), wanted)) };
                let Pat::Ident(ident) = pat.pat.as_ref() else { return Err(Error::new(pat.span(), wanted)) };
                let (name, (ty, count)) = (ident.ident.clone(), one(&pat.ty));
                let of = GenericArgument::Type(ty.clone());
                let kind = Kind::Signal { direction: Ident::new("Local", name.span()), of };
                locals.push(Member::lifted(name.clone(), ty, kind, count));
                names.insert(name.to_string(), (name.clone(), false));
                if let Some(init) = &local.init {
                    let value = &init.expr;
                    kept.push(parse_quote!(#name = #value;));
                }
            }
            other => kept.push(other),
        }
    }
    for member in locals.into_iter().chain(constants) {
        if unit.has(&member.name.to_string()) {
            return Err(Error::new(member.name.span(), format!("`{}` is declared twice in this unit", member.name)));
        }
        unit.members.push(member);
    }
    update.stmts = kept;
    let mut lifted = Names { names, fault: None };
    lifted.visit_block_mut(update);
    lifted.fault.map_or(Ok(()), Err)
}

/// An array's element and length.
fn one(ty: &Type) -> (Type, Option<Expr>) {
    match ty {
        Type::Array(array) => (array.elem.as_ref().clone(), Some(array.len.clone())),
        other => (other.clone(), None),
    }
}

struct Names {
    /// What a name stands for, and whether it is a constant.
    names: BTreeMap<String, (Ident, bool)>,
    fault: Option<Error>,
}

impl Names {
    /// `name` or `name[index]` of a declaration, as the member.
    fn member(&self, expr: &Expr) -> Option<(Expr, bool)> {
        match expr {
            Expr::Path(path) => {
                let (name, constant) = self.names.get(&path.path.get_ident()?.to_string())?;
                Some((parse_quote!(self.#name), *constant))
            }
            Expr::Index(item) => {
                let (base, constant) = self.member(&item.expr)?;
                let index = &item.index;
                Some((parse_quote!(#base[#index]), constant))
            }
            _ => None,
        }
    }
}

impl VisitMut for Names {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some((member, _)) = self.member(expr) {
            *expr = parse_quote!(#member.val());
        } else if let Expr::Assign(item) = expr
            && let Some((member, constant)) = self.member(&item.left)
        {
            if constant {
                self.fault = Some(Error::new(item.left.span(), "a constant is not assigned"));
            }
            *item.left = parse_quote!(#member.next);
            self.visit_expr_mut(&mut item.right);
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    // What a function takes, unless it is a cast, are parameters.
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        let casts = ["bit_cast", "bits", "Bits", "unsigned_cast", "signed_cast", "signed_bit_cast"];
        let is_cast = |path: &syn::ExprPath| casts.iter().any(|cast| path.path.segments[0].ident == cast);
        if matches!(call.func.as_ref(), Expr::Path(path) if is_cast(path)) {
            visit_mut::visit_expr_call_mut(self, call);
        }
    }
    // Which element it is follows from parameters and loops.
    fn visit_expr_index_mut(&mut self, item: &mut syn::ExprIndex) {
        self.visit_expr_mut(&mut item.expr);
    }
    // Neither are the bounds of loops signals.
    fn visit_expr_for_loop_mut(&mut self, item: &mut syn::ExprForLoop) {
        self.visit_block_mut(&mut item.body);
    }
    // Widths are parameters, whatever a signal is called.
    fn visit_generic_argument_mut(&mut self, _: &mut GenericArgument) {}
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        self.fault = Some(Error::new(local.span(), "declare signals at the top level of the kernel"));
    }
}

/// A member that is there only sometimes is element 0 of an array of at most one.
struct Sometimes<'a>(&'a Unit);

impl VisitMut for Sometimes<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Index(item) = expr
            && matches!(item.expr.as_ref(), Expr::Field(_))
            && self.is_one(&item.expr)
        {
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        if self.is_one(expr) {
            let whole = expr.clone();
            *expr = parse_quote!(#whole[0]);
        }
    }
}

impl Sometimes<'_> {
    fn is_one(&self, expr: &Expr) -> bool {
        if let Expr::Field(field) = expr
            && let (Expr::Path(base), syn::Member::Named(name)) = (field.base.as_ref(), &field.member)
            && base.path.is_ident("self")
        {
            let member = self.0.member(&name.to_string());
            return member.is_some_and(|member| member.when.is_some() && member.count.is_none());
        }
        false
    }
}

/// In one expression.
pub(crate) fn element(unit: &Unit, expr: &mut Expr) {
    Sometimes(unit).visit_expr_mut(expr);
}

/// In the whole kernel.
pub(crate) fn elements(unit: &Unit, update: &mut syn::Block) {
    Sometimes(unit).visit_block_mut(update);
}

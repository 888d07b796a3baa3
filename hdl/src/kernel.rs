//! A kernel as the calls that build `rust_hdl`'s syntax tree of it (`treetap::emit::describe::Tree`), with the widths
//! as values.
use crate::args::{Use, root, value_of};
use crate::unit::Unit;
use crate::wiring::{Linked, Wire};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{BinOp, Error, Expr, GenericArgument, Ident, Member, Pat, PathArguments, Result, Stmt, UnOp};

/// Translates the kernel of one unit.
pub(crate) struct Kernel {
    /// Parameters of the unit: names of values in the code that is built.
    numbers: Vec<Ident>,
    /// Fields of the unit, with what its kernel declares.
    members: Vec<String>,
    /// Variables of the loops around the statement at hand.
    loops: Vec<String>,
}

impl Kernel {
    pub(crate) fn of(unit: &Unit) -> Self {
        let members = unit.members.iter().map(|member| member.name.to_string()).collect();
        Self { numbers: unit.numbers().cloned().collect(), members, loops: Vec::new() }
    }

    pub(crate) fn block(&mut self, stmts: &[Stmt]) -> Result<TokenStream> {
        let stmts = stmts.iter().map(|stmt| self.statement(stmt)).collect::<Result<Vec<_>>>()?;
        Ok(quote!(#(#stmts)*))
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<TokenStream> {
        match stmt {
            Stmt::Expr(expr, _) => self.action(expr),
            Stmt::Macro(stmt) => note(&stmt.mac),
            _ => Err(Error::new(stmt.span(), "declare signals and constants at the top level of the kernel")),
        }
    }

    fn action(&mut self, expr: &Expr) -> Result<TokenStream> {
        match expr {
            Expr::Assign(assign) => {
                let target = self.name(&assign.left)?;
                let next = Member::Named(Ident::new("next", expr.span()));
                if !matches!(assign.left.as_ref(), Expr::Field(field) if field.member == next) {
                    return Err(Error::new(assign.left.span(), "assign to `.next`"));
                }
                let value = self.value(&assign.right)?;
                Ok(quote!(#value k.assign(#target);))
            }
            Expr::If(test) if self.is_fixed(&test.cond) => {
                let (cond, then) = (&test.cond, self.block(&test.then_branch.stmts)?);
                let other = match test.else_branch.as_ref().map(|branch| branch.1.as_ref()) {
                    None => quote!(),
                    Some(Expr::Block(item)) => self.block(&item.block.stmts)?,
                    Some(other) => self.action(other)?,
                };
                Ok(quote!(k.begin(); if #cond { #then } else { #other } k.group();))
            }
            Expr::If(test) => self.conditional(test),
            Expr::Match(item) => {
                let (test, count) = (self.value(&item.expr)?, item.arms.len());
                let mut arms = TokenStream::new();
                for arm in &item.arms {
                    let (label, body) = (pattern(&arm.pat)?, self.arm(&arm.body)?);
                    arms.extend(quote!(k.begin(); #body k.case(#label);));
                }
                Ok(quote!(#test #arms k.choose(#count);))
            }
            Expr::ForLoop(item) => {
                let (Pat::Ident(index), Expr::Range(range)) = (item.pat.as_ref(), item.expr.as_ref()) else {
                    return Err(Error::new(item.span(), "for name in from..to"));
                };
                let (Some(from), Some(to), syn::RangeLimits::HalfOpen(_)) = (&range.start, &range.end, &range.limits)
                else {
                    return Err(Error::new(range.span(), "a loop goes from..to"));
                };
                let (span, index) = (index.span(), index.ident.to_string());
                // In the syntax tree `self.i` and `i` have the same name.
                if self.members.contains(&index) {
                    let text =
                        format!("this unit has a signal or constant `{index}`: call the loop variable something else");
                    return Err(Error::new(span, text));
                }
                self.loops.push(index.clone());
                let body = self.block(&item.body.stmts);
                self.loops.pop();
                let body = body?;
                Ok(quote!(k.begin(); #body k.repeat(#index, #from, #to);))
            }
            Expr::Macro(item) => note(&item.mac),
            Expr::Block(item) => {
                let block = self.block(&item.block.stmts)?;
                Ok(quote!(k.begin(); #block k.group();))
            }
            _ => Err(Error::new(
                expr.span(),
                "a kernel has assignments, `if`, `match`, `for`, `link!`, `pass!` and `comment!`",
            )),
        }
    }

    /// Does the condition depend on parameters alone, so that only one branch is there?
    fn is_fixed(&self, cond: &Expr) -> bool {
        struct Names<'a>(&'a [String], bool);
        impl<'ast> Visit<'ast> for Names<'_> {
            fn visit_ident(&mut self, ident: &'ast Ident) {
                self.1 &= ident != "self" && !self.0.iter().any(|name| ident == name);
            }
        }
        let mut names = Names(&self.loops, true);
        names.visit_expr(cond);
        names.1 && !matches!(cond, Expr::Lit(_))
    }

    fn conditional(&mut self, item: &syn::ExprIf) -> Result<TokenStream> {
        let (test, then) = (self.value(&item.cond)?, self.block(&item.then_branch.stmts)?);
        let other = match item.else_branch.as_ref().map(|branch| branch.1.as_ref()) {
            None => quote!(k.when();),
            Some(Expr::Block(item)) => {
                let body = self.block(&item.block.stmts)?;
                quote!(k.begin(); #body k.either();)
            }
            Some(inner @ Expr::If(_)) => {
                let inner = self.action(inner)?;
                quote!(k.begin(); #inner k.or_if();)
            }
            Some(other) => return Err(Error::new(other.span(), "else { .. } or else if")),
        };
        Ok(quote!(#test k.begin(); #then #other))
    }

    fn arm(&mut self, body: &Expr) -> Result<TokenStream> {
        match body {
            Expr::Block(item) => self.block(&item.block.stmts),
            other => self.action(other),
        }
    }

    fn value(&self, expr: &Expr) -> Result<TokenStream> {
        match expr {
            Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.numbers.contains(name)) => {
                Ok(quote!(k.literal(#path as u64);))
            }
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => {
                if let Expr::Field(field) = expr {
                    let last = field.member.to_token_stream().to_string();
                    if last == "next" {
                        return Err(Error::new(expr.span(), "read `.val()`, not `.next`"));
                    }
                    if matches!(field.base.as_ref(), Expr::MethodCall(_)) || matches!(field.member, Member::Unnamed(_))
                    {
                        return Err(Error::new(expr.span(), "fields of structs of bits do not translate"));
                    }
                }
                let text = self.name(expr)?;
                Ok(quote!(k.name(#text);))
            }
            Expr::Paren(inner) => {
                let inner = self.value(&inner.expr)?;
                Ok(quote!(#inner k.paren();))
            }
            Expr::Binary(item) => {
                let (left, right) = (self.value(&item.left)?, self.value(&item.right)?);
                let op =
                    operator(&item.op).ok_or_else(|| Error::new(item.op.span(), "this operator does not translate"))?;
                Ok(quote!(#left #right k.binary(ast::VerilogOp::#op);))
            }
            Expr::Unary(item) => {
                let op = match item.op {
                    UnOp::Not(_) => quote!(Not),
                    UnOp::Neg(_) => quote!(Neg),
                    _ => return Err(Error::new(item.span(), "this operator does not translate")),
                };
                let inner = self.value(&item.expr)?;
                Ok(quote!(#inner k.unary(ast::VerilogOpUnary::#op);))
            }
            Expr::Lit(literal) => Ok(quote!(k.literal(#literal);)),
            Expr::Call(call) => self.function(call),
            Expr::MethodCall(call) => self.method(call),
            _ => Err(Error::new(expr.span(), "this expression does not translate")),
        }
    }

    fn function(&self, call: &syn::ExprCall) -> Result<TokenStream> {
        let Expr::Path(path) = call.func.as_ref() else { return Err(Error::new(call.span(), "a function has a name")) };
        let first = call.args.first().ok_or_else(|| Error::new(call.span(), "a cast has an operand"))?;
        let operand = self.value(first)?;
        let segments = &path.path.segments;
        let turbofish = segments.iter().find_map(|segment| match &segment.arguments {
            PathArguments::AngleBracketed(list) => list.args.first(),
            _ => None,
        });
        match segments[0].ident.to_string().as_str() {
            "bit_cast" | "bits" | "Bits" => {
                let width = turbofish.ok_or_else(|| Error::new(call.span(), "the width of a cast is written out"))?;
                let width = value_of(width);
                Ok(quote!(#operand k.cast(#width);))
            }
            "unsigned_cast" => Ok(quote!(#operand k.unsigned();)),
            "signed_cast" | "signed_bit_cast" => Ok(quote!(#operand k.signed();)),
            other => Err(Error::new(call.span(), format!("`{other}` does not translate"))),
        }
    }

    fn method(&self, call: &syn::ExprMethodCall) -> Result<TokenStream> {
        let receiver = self.value(&call.receiver)?;
        let argument = |at: usize| {
            let argument = call.args.get(at).ok_or_else(|| Error::new(call.span(), "an argument is missing"))?;
            self.value(argument)
        };
        match call.method.to_string().as_str() {
            "get_bits" => {
                let width = call.turbofish.as_ref().and_then(|list| list.args.first());
                let width: &GenericArgument =
                    width.ok_or_else(|| Error::new(call.span(), "get_bits::<WIDTH>(offset)"))?;
                let (width, offset) = (value_of(width), argument(0)?);
                Ok(quote!(#receiver #offset k.slice(#width);))
            }
            "get_bit" => {
                let at = argument(0)?;
                Ok(quote!(#receiver #at k.index();))
            }
            "replace_bit" => {
                let (at, bit) = (argument(0)?, argument(1)?);
                Ok(quote!(#receiver #at #bit k.replace();))
            }
            "all" => Ok(quote!(#receiver k.unary(ast::VerilogOpUnary::All);)),
            "any" => Ok(quote!(#receiver k.unary(ast::VerilogOpUnary::Any);)),
            "xor" => Ok(quote!(#receiver k.unary(ast::VerilogOpUnary::Xor);)),
            "to_signed_bits" => Ok(quote!(#receiver k.signed();)),
            "val" | "into" | "index" | "to_bits" => Ok(receiver),
            other => Err(Error::new(call.method.span(), format!("`{other}` does not translate"))),
        }
    }

    /// A name as `rust_hdl` writes it, `x[i]$q` for `self.x[i].q`, as an expression that gives a string: a parameter in
    /// an index is put in as a number.
    fn name(&self, expr: &Expr) -> Result<TokenStream> {
        let (mut text, mut values) = (String::new(), Vec::new());
        self.spell(expr, &mut text, &mut values)?;
        match values.as_slice() {
            [] => Ok(quote!(#text)),
            _ => Ok(quote!(&::std::format!(#text, #(#values),*))),
        }
    }

    fn spell(&self, expr: &Expr, text: &mut String, values: &mut Vec<Ident>) -> Result<()> {
        match expr {
            Expr::Path(path) => {
                let path: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                *text += &path.join("$");
            }
            Expr::Field(field) => {
                if !matches!(field.base.as_ref(), Expr::Path(path) if path.path.is_ident("self")) {
                    self.spell(&field.base, text, values)?;
                    text.push('$');
                }
                *text += &field.member.to_token_stream().to_string();
            }
            Expr::Index(item) => {
                self.spell(&item.expr, text, values)?;
                text.push('[');
                for token in item.index.to_token_stream() {
                    self.index(token, text, values);
                }
                text.push(']');
            }
            other => return Err(Error::new(other.span(), "a signal is wanted here")),
        }
        Ok(())
    }

    fn index(&self, token: proc_macro2::TokenTree, text: &mut String, values: &mut Vec<Ident>) {
        match token {
            proc_macro2::TokenTree::Ident(name) if self.numbers.contains(&name) => {
                *text += "{}";
                values.push(name);
            }
            proc_macro2::TokenTree::Group(group) => {
                text.push('(');
                group.stream().into_iter().for_each(|token| self.index(token, text, values));
                text.push(')');
            }
            other => *text += &other.to_string(),
        }
    }
}

fn operator(op: &BinOp) -> Option<TokenStream> {
    Some(match op {
        BinOp::Sub(_) => quote!(Sub),
        BinOp::Add(_) => quote!(Add),
        BinOp::Mul(_) => quote!(Mul),
        BinOp::And(_) => quote!(LogicalAnd),
        BinOp::Or(_) => quote!(LogicalOr),
        BinOp::BitXor(_) => quote!(BitXor),
        BinOp::BitAnd(_) => quote!(BitAnd),
        BinOp::BitOr(_) => quote!(BitOr),
        BinOp::Shl(_) => quote!(Shl),
        BinOp::Shr(_) => quote!(Shr),
        BinOp::Eq(_) => quote!(Eq),
        BinOp::Lt(_) => quote!(Lt),
        BinOp::Le(_) => quote!(Le),
        BinOp::Ne(_) => quote!(Ne),
        BinOp::Ge(_) => quote!(Ge),
        BinOp::Gt(_) => quote!(Gt),
        _ => return None,
    })
}

fn pattern(pat: &Pat) -> Result<String> {
    match pat {
        Pat::Ident(ident) => Ok(ident.ident.to_string()),
        Pat::Lit(lit) => Ok(lit.to_token_stream().to_string()),
        Pat::Path(path) => {
            let path: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            Ok(path.join("$"))
        }
        Pat::Wild(_) => Ok("default".into()),
        _ => Err(Error::new(pat.span(), "a pattern is a literal, a variant, a constant or _")),
    }
}

fn note(mac: &syn::Macro) -> Result<TokenStream> {
    let root = root();
    match mac.path.to_token_stream().to_string().as_str() {
        "comment" => {
            let text: syn::LitStr = mac.parse_body()?;
            Ok(quote!(k.comment(#text);))
        }
        "wire" => {
            let Wire { ty, place, reset } = mac.parse_body()?;
            let (place, stand_in) = (plain(&place), Use::of(&ty)?.stand_in);
            let of = quote!(<#stand_in as #root::Describe>);
            Ok(quote!(k.wire(#place, #of::CLOCK, #of::RESET && #reset);))
        }
        "linked" => {
            let Linked { ty, own, other, except, only } = mac.parse_body()?;
            let (own, other, stand_in) = (plain(&own), plain(&other), Use::of(&ty)?.stand_in);
            let only = only.iter().map(ToString::to_string);
            let except = except.iter().map(ToString::to_string);
            let ports = quote!(<#stand_in as #root::Describe>::INTERFACE);
            Ok(quote!(k.link(#ports, #own, #other, &[#(#only),*], &[#(#except),*]);))
        }
        other => Err(Error::new(mac.span(), format!("`{other}!` does not translate"))),
    }
}

/// A place without parameters in its index.
fn plain(place: &Expr) -> String {
    let text = place.to_token_stream().to_string().replace([' ', '\n'], "");
    text.replace("self.", "").replace('.', "$")
}

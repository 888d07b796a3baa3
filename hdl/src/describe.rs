//! The description of a unit: its members as calls of a builder, and its kernel.
use crate::args::{Use, root, value_type};
use crate::field::{Kind, Member};
use crate::kernel::Kernel;
use crate::unit::{Unit, binding, derived};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprRange, GenericArgument, Ident, RangeLimits, Result, Type, parse_quote};

/// `impl Describe` for the unit.
pub(crate) fn unit(unit: &Unit) -> Result<TokenStream> {
    let (root, name) = (root(), &unit.name);
    let numbers: Vec<&Ident> = unit.numbers().collect();
    let zeros = unit.generics().into_iter().map(|_| quote!(0));
    let stand_in = if unit.generics().is_empty() { quote!(#name) } else { quote!(#name<#(#zeros),*>) };
    let (bound, follow) = (binding(unit), derived(unit));
    let ranges: Vec<TokenStream> = unit.parameters.iter().filter_map(range).collect();
    let agree = unit.derived.iter().enumerate().map(|(at, (name, _))| {
        let at = unit.parameters.len() + at;
        quote!(b.agrees(stringify!(#name), #name, args, #at);)
    });
    let fits = unit.fits.iter().map(|(test, text)| quote!(b.fits(#test, #text);));
    let members = unit.members.iter().map(|item| member(unit, item)).collect::<Result<TokenStream>>()?;
    let kernel = Kernel::of(unit).block(&unit.body)?;
    let (clock, reset) = (unit.has("clock"), unit.has("reset"));
    Ok(quote! {
        #[automatically_derived]
        impl #root::Describe for #stand_in {
            const PARAMETERS: &'static [&'static str] = &[#(stringify!(#numbers)),*];
            const CLOCK: bool = #clock;
            const RESET: bool = #reset;
            #[allow(non_snake_case, unused, clippy::all)]
            fn describe(args: &#root::Args, b: &mut #root::Builder) {
                #bound
                // What follows from the parameters may be without a meaning where they are outside their ranges.
                let before = b.problems();
                #(#ranges)*
                if b.problems() > before {
                    return;
                }
                #follow
                #(#agree)*
                #(#fits)*
                if b.problems() > before {
                    return;
                }
                #members
                b.kernel::<Self>(args);
            }
            #[allow(non_snake_case, unused, clippy::all)]
            fn kernel(args: &#root::Args, k: &mut #root::Tree) {
                use #root::ast;
                #bound
                #follow
                #kernel
            }
        }
    })
}

impl Unit {
    /// Parameters of the type: of an instance the derived ones too.
    pub(crate) fn generics(&self) -> Vec<&Ident> {
        let count = if self.instance { usize::MAX } else { self.parameters.len() };
        self.numbers().take(count).collect()
    }
}

/// Refuses a value outside the range.
fn range(parameter: &crate::unit::Parameter) -> Option<TokenStream> {
    let (ExprRange { start, limits, end, .. }, step) = parameter.range.as_ref()?;
    let name = &parameter.name;
    let start = start.as_ref().map_or_else(|| quote!(0), ToTokens::to_token_stream);
    let end = match (end, limits) {
        (None, _) => quote!(usize::MAX),
        (Some(end), RangeLimits::Closed(_)) => quote!(#end),
        (Some(end), RangeLimits::HalfOpen(_)) => quote!(#end - 1),
    };
    let step = step.as_ref().map_or_else(|| quote!(1), ToTokens::to_token_stream);
    Some(quote!(b.range(stringify!(#name), #name, #start, #end, #step);))
}

/// One member as calls of the builder.
fn member(unit: &Unit, member: &Member) -> Result<TokenStream> {
    let (root, name) = (root(), member.name.to_string());
    let place = match &member.kind {
        Kind::Signal { direction, of } => {
            let kind = match direction.to_string().as_str() {
                "In" => quote!(InputParameter),
                "Out" => quote!(OutputParameter),
                _ => quote!(LocalSignal),
            };
            let of = value_type(of)?;
            quote!(b.signal(name, #root::AtomKind::#kind, #of);)
        }
        Kind::Constant { of, value } => {
            let ty = value_type(of)?;
            if let Some(count) = &member.count {
                let values = numbers(unit, of, value);
                return Ok(quote! { b.constants(#name, #count, #ty, #values); });
            }
            let value = number(unit, of, value);
            return Ok(quote!(b.constant(#name, #ty, #value);));
        }
        Kind::Register => {
            let used = Use::of(&member.ty)?;
            let init = member.init.as_ref().map(|init| number(unit, &value_argument(&member.ty), init));
            let (stand_in, args) = (&used.stand_in, used.args(init, None));
            quote!(b.child::<#stand_in>(name, #args);)
        }
        Kind::Child => {
            let used = Use::of(&member.ty)?;
            let (stand_in, args) = (&used.stand_in, used.args(None, member.given.as_ref()));
            quote!(b.child::<#stand_in>(name, #args);)
        }
        Kind::Bundle => {
            let used = Use::of(&member.ty)?;
            let (stand_in, args) = (&used.stand_in, used.args(None, None));
            let except = &member.except;
            let only = match &member.only {
                Some(only) => quote!(::core::option::Option::Some(&[#(stringify!(#only)),*])),
                None if except.is_empty() => quote!(::core::option::Option::None),
                None => quote!(::core::option::Option::Some(&b.others::<#stand_in>(&[#(stringify!(#except)),*]))),
            };
            quote!(b.bundle::<#stand_in>(name, #args, #only);)
        }
    };
    Ok(match member.length() {
        Some(length) => quote! {
            for at in 0..#length {
                let name = &::std::format!("{}${}", #name, at);
                #place
            }
        },
        None => quote!({ let name = #name; #place }),
    })
}

/// The type of a register's value.
pub(crate) fn value_argument(ty: &Type) -> GenericArgument {
    let of = crate::args::last(ty).map(crate::args::arguments).unwrap_or_default();
    of.into_iter().next().unwrap_or_else(|| parse_quote!(Bit))
}

/// A value of that type as a big number.
pub(crate) fn number(unit: &Unit, of: &GenericArgument, value: &Expr) -> TokenStream {
    let (ty, value) = rust_value(unit, of, value);
    let made = converter(&ty);
    quote!(#made({ let value: #ty = #value; value }))
}

/// Values of an array.
fn numbers(unit: &Unit, of: &GenericArgument, value: &Expr) -> TokenStream {
    let (ty, value) = rust_value(unit, of, value);
    let made = converter(&ty);
    quote! {
        ::core::iter::IntoIterator::into_iter(#value).collect::<::std::vec::Vec<#ty>>().into_iter().map(#made).collect()
    }
}

/// The function that makes a big number of a value of that type.
fn converter(ty: &TokenStream) -> TokenStream {
    let root = root();
    if ["u64", "u128"].contains(&ty.to_string().as_str()) { quote!(#root::number) } else { quote!(#root::encoded) }
}

/// Bits are numbers of Rust's `u64`, in which a parameter counts as one (of `u128` where the expression says so); every
/// other type is itself.
pub(crate) fn rust_value(unit: &Unit, of: &GenericArgument, value: &Expr) -> (TokenStream, Expr) {
    let mut value = value.clone();
    if let GenericArgument::Type(ty) = of
        && !crate::args::last(ty).is_ok_and(|segment| segment.ident == "Bits" || segment.ident == "Signed")
    {
        return (quote!(#ty), value);
    }
    struct Wide<'a>(Vec<&'a Ident>);
    impl VisitMut for Wide<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            match expr {
                Expr::Path(path) if self.0.iter().any(|name| path.path.is_ident(*name)) => {
                    let name = &path.path;
                    *expr = parse_quote!((#name as u64));
                }
                // What a function takes is its own affair.
                Expr::Call(_) | Expr::Cast(_) => {}
                Expr::MethodCall(call) => {
                    self.visit_expr_mut(&mut call.receiver);
                    let closures = call.args.iter_mut().filter(|argument| matches!(argument, Expr::Closure(_)));
                    closures.for_each(|closure| self.visit_expr_mut(closure));
                }
                _ => visit_mut::visit_expr_mut(self, expr),
            }
        }
    }
    Wide(unit.numbers().collect()).visit_expr_mut(&mut value);
    let more = value.to_token_stream().to_string().contains("u128");
    (if more { quote!(u128) } else { quote!(u64) }, value)
}

/// The type that stands for a unit without an instance: its ports, with no widths.
pub(crate) fn stand_in(unit: &Unit) -> Result<TokenStream> {
    let (docs, vis, name, generics) = (&unit.docs, &unit.vis, &unit.name, unit.generics());
    let mut fields = TokenStream::new();
    for member in unit.members.iter().filter(|member| member.public) {
        let (docs, ident) = (&member.docs, &member.name);
        let ty = match &member.kind {
            Kind::Signal { direction, of } => {
                let clock =
                    matches!(of, GenericArgument::Type(ty) if crate::args::last(ty).is_ok_and(|s| s.ident == "Clock"));
                let of = if clock { quote!(Clock) } else { quote!(Bit) };
                quote!(Signal<#direction, #of>)
            }
            _ => Use::of(&member.ty)?.stand_in,
        };
        let ty = if member.length().is_some() { quote!(::std::vec::Vec<#ty>) } else { ty };
        fields.extend(quote!(#(#docs)* pub #ident: #ty,));
    }
    let generics = if generics.is_empty() { quote!() } else { quote!(<#(const #generics: usize),*>) };
    Ok(quote! {
        #(#docs)*
        #[allow(dead_code)]
        #vis struct #name #generics { #fields }
    })
}

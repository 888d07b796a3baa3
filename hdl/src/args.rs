//! Types of fields: which unit, leaf or value, and the values of its parameters.
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Error, Expr, GenericArgument, PathArguments, PathSegment, Result, Token, Type};

/// `::treetap::emit::describe`.
pub(crate) fn root() -> TokenStream {
    quote!(::treetap::emit::describe)
}

pub(crate) fn last_path(ty: &Type) -> Result<&syn::Path> {
    match ty {
        Type::Path(path) => Ok(&path.path),
        Type::Group(group) => last_path(&group.elem),
        Type::Paren(paren) => last_path(&paren.elem),
        _ => Err(Error::new(ty.span(), "a field is a signal, register, memory, unit, bundle, or an array of those")),
    }
}

/// The last segment of a type's path.
pub(crate) fn last(ty: &Type) -> Result<&PathSegment> {
    Ok(last_path(ty)?.segments.last().expect("a path has segments"))
}

/// What stands between the angle brackets.
pub(crate) fn arguments(segment: &PathSegment) -> Vec<GenericArgument> {
    match &segment.arguments {
        PathArguments::AngleBracketed(list) => list.args.iter().cloned().collect(),
        _ => Vec::new(),
    }
}

/// The value of a constant argument, `{ A + 1 }` without its braces.
pub(crate) fn value_of(argument: &GenericArgument) -> TokenStream {
    match argument {
        GenericArgument::Const(Expr::Block(block)) if block.block.stmts.len() == 1 => {
            let stmt = &block.block.stmts[0];
            quote!((#stmt))
        }
        other => quote!(#other),
    }
}

/// The value of a constant argument; `None` for a type. Names in capitals are constants.
fn constant(argument: &GenericArgument) -> Option<TokenStream> {
    match argument {
        GenericArgument::Const(_) => Some(value_of(argument)),
        GenericArgument::Type(Type::Path(path)) => {
            let ident = path.path.segments.last()?.ident.to_string();
            (!ident.chars().any(char::is_lowercase)).then(|| quote!(#path))
        }
        _ => None,
    }
}

/// A type of values as `Ty`: its width, sign and variants.
pub(crate) fn value_type(argument: &GenericArgument) -> Result<TokenStream> {
    let root = root();
    let GenericArgument::Type(ty) = argument else { return Err(Error::new(argument.span(), "a type is wanted here")) };
    let segment = last(ty)?;
    match (segment.ident.to_string().as_str(), arguments(segment).as_slice()) {
        ("Bits", [width]) => {
            let width = value_of(width);
            Ok(quote!(#root::Ty::bits(#width)))
        }
        ("Signed", [width]) => {
            let width = value_of(width);
            Ok(quote!(#root::Ty::signed(#width)))
        }
        (_, []) => Ok(quote_spanned!(ty.span()=> #root::Ty::of::<#ty>())),
        _ => Err(Error::new(ty.span(), "a type with parameters that is neither Bits nor Signed")),
    }
}

/// A unit, leaf or bundle as it is used: the type that stands for it, with 0 for every parameter, and the parameters'
/// values.
pub(crate) struct Use {
    /// `Fifo<0, 0>`.
    pub(crate) stand_in: TokenStream,
    numbers: Vec<TokenStream>,
    types: Vec<TokenStream>,
}

impl Use {
    pub(crate) fn of(ty: &Type) -> Result<Self> {
        Self::with(ty, constant)
    }

    fn with(ty: &Type, constant: impl Fn(&GenericArgument) -> Option<TokenStream>) -> Result<Self> {
        let mut path = last_path(ty)?.clone();
        let segment = path.segments.last_mut().expect("a path has segments");
        let (mut zeros, mut numbers, mut types) = (Vec::new(), Vec::new(), Vec::new());
        for argument in arguments(segment) {
            match constant(&argument) {
                Some(value) => {
                    zeros.push(quote!(0));
                    numbers.push(value);
                }
                None => {
                    zeros.push(quote!(bool));
                    types.push(value_type(&argument)?);
                }
            }
        }
        segment.arguments = PathArguments::None;
        let stand_in = match zeros.as_slice() {
            [] => quote!(#path),
            _ => quote_spanned!(ty.span()=> #path<#(#zeros),*>),
        };
        Ok(Self { stand_in, numbers, types })
    }

    /// The values as `Args`.
    pub(crate) fn args(&self, init: Option<TokenStream>, given: Option<&Expr>) -> TokenStream {
        let (root, numbers, types) = (root(), &self.numbers, &self.types);
        let init = init
            .map_or_else(|| quote!(::core::option::Option::None), |init| quote!(::core::option::Option::Some(#init)));
        let given = given.map(|given| quote!(.given(#given)));
        quote! {
            #root::Args {
                numbers: ::std::vec![#(#numbers),*],
                types: ::std::vec![#(#types),*],
                init: #init,
                given: ::core::option::Option::None,
            } #given
        }
    }
}

/// `Type<..>` or `Type<..>, given`.
struct Wanted {
    ty: Type,
    given: Option<Expr>,
}

impl Parse for Wanted {
    fn parse(input: ParseStream) -> Result<Self> {
        let ty = input.parse()?;
        let given = if input.parse::<Option<Token![,]>>()?.is_some() { Some(input.parse()?) } else { None };
        Ok(Self { ty, given })
    }
}

pub(crate) fn design(input: TokenStream) -> Result<TokenStream> {
    let Wanted { ty, given } = syn::parse2(input)?;
    // A unit has numbers as parameters only, whatever they are called here.
    let (root, used) = (root(), Use::with(&ty, |argument| Some(value_of(argument)))?);
    let (stand_in, args) = (&used.stand_in, used.args(None, given.as_ref()));
    Ok(quote!(#root::Design::of::<#stand_in>(#args)))
}

/// The tokens as if they were written where the macro is used: a parameter has to be found through `macro_rules!`, too.
pub(crate) fn plain(tokens: TokenStream) -> TokenStream {
    let here = proc_macro2::Span::call_site();
    tokens
        .into_iter()
        .map(|mut tree| {
            if let proc_macro2::TokenTree::Group(group) = &tree {
                let mut inner = proc_macro2::Group::new(group.delimiter(), plain(group.stream()));
                inner.set_span(group.span());
                tree = inner.into();
            }
            tree.set_span(tree.span().resolved_at(here));
            tree
        })
        .collect()
}

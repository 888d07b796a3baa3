//! Bundles of ports.
use crate::args::{root, value_type};
use crate::field::doc;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Error, GenericArgument, GenericParam, ItemStruct, Result};

pub(crate) fn expand(item: &ItemStruct) -> Result<TokenStream> {
    let tx = end(item, "Tx", "Rx", false)?;
    let rx = end(item, "Rx", "Tx", true)?;
    Ok(quote!(#tx #rx))
}

/// One end: an interface of `rust_hdl` and its description.
fn end(item: &ItemStruct, suffix: &str, other: &str, taker: bool) -> Result<TokenStream> {
    let (root, vis, generics) = (root(), &item.vis, &item.generics);
    let name = format_ident!("{}{suffix}", item.ident);
    let join = format!("{}{other}", item.ident);
    let text: String = item.attrs.iter().filter_map(doc).collect::<Vec<_>>().join(" ");
    let side = if taker { "taken" } else { "offered" };
    let text = format!("{}: {side}.", text.trim().trim_end_matches('.'));
    let mut numbers = Vec::new();
    for parameter in &generics.params {
        let GenericParam::Const(parameter) = parameter else {
            return Err(Error::new(parameter.span(), "a bundle has widths as parameters, no types"));
        };
        numbers.push(parameter.ident.clone());
    }
    let zeros = numbers.iter().map(|_| quote!(0));
    let stand_in = if numbers.is_empty() { quote!(#name) } else { quote!(#name<#(#zeros),*>) };
    let (mut fields, mut signals, mut list) = (TokenStream::new(), TokenStream::new(), Vec::new());
    for field in &item.fields {
        let ident = field.ident.as_ref().ok_or_else(|| Error::new(field.span(), "fields have names"))?;
        let back = field.attrs.iter().any(|attribute| attribute.path().is_ident("back"));
        let docs = field.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
        let (ty, input) = (&field.ty, back != taker);
        let direction = if input { quote!(In) } else { quote!(Out) };
        let kind = if input { quote!(InputParameter) } else { quote!(OutputParameter) };
        let of = value_type(&GenericArgument::Type(ty.clone()))?;
        let text = ident.to_string();
        fields.extend(quote!(#(#docs)* pub #ident: Signal<#direction, #ty>,));
        signals.extend(quote!(if b.wants(#text) { b.signal(#text, #root::AtomKind::#kind, #of); }));
        list.push(quote!((#text, #input)));
    }
    Ok(quote! {
        #[doc = #text]
        #[derive(Clone, Debug, Default, LogicInterface)]
        #[join = #join]
        #vis struct #name #generics { #fields }

        #[automatically_derived]
        impl #root::Describe for #stand_in {
            const PARAMETERS: &'static [&'static str] = &[#(stringify!(#numbers)),*];
            const INTERFACE: &'static [(&'static str, bool)] = &[#(#list),*];
            const CLOCK: bool = false;
            #[allow(non_snake_case, unused, clippy::all)]
            fn describe(args: &#root::Args, b: &mut #root::Builder) {
                let [#(#numbers),*] = #root::leading(args);
                #signals
            }
        }
    })
}

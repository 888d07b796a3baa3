//! Functions of a kernel that stand in files of their own.
//!
//! A macro sees nothing but its own tokens, so each file makes a `macro_rules` that adds its functions to the tokens of
//! a unit, and the unit calls one after the other before it is looked at.
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, Item, ItemMod, Result, Token, parenthesized};

/// What stands in `#[unit(..)]`.
pub(crate) struct Arguments {
    /// The `rust_hdl` block is made, too.
    pub(crate) instance: bool,
    /// Files that have not given their functions yet.
    phases: Vec<Ident>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut all = Arguments { instance: false, phases: vec![] };
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            if word == "instance" {
                all.instance = true;
            } else if word == "phases" {
                let list;
                parenthesized!(list in input);
                all.phases = Punctuated::<Ident, Token![,]>::parse_terminated(&list)?.into_iter().collect();
            } else {
                return Err(Error::new(word.span(), "#[unit], #[unit(instance)] or #[unit(phases(file, ..))]"));
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(all)
    }
}

impl Arguments {
    /// The unit handed to the first file that has not given its functions, if there is one.
    pub(crate) fn next(&self, unit: &TokenStream) -> Option<TokenStream> {
        let (first, rest) = self.phases.split_first()?;
        let instance = self.instance.then(|| quote!(instance,));
        Some(quote!(#first::#first! { { ::treetap_hdl::unit(#instance phases(#(#rest),*)) } #unit }))
    }
}

/// The macro that adds the functions of a file to a unit.
pub(crate) fn expand(module: &ItemMod) -> Result<TokenStream> {
    let wanted = "phases are `mod file { impl Unit { fn .. } }`";
    let (_, items) = module.content.as_ref().ok_or_else(|| Error::new(module.span(), wanted))?;
    if let Some(other) = items.iter().find(|item| !matches!(item, Item::Impl(_))) {
        return Err(Error::new(other.span(), wanted));
    }
    let name = &module.ident;
    Ok(quote! {
        macro_rules! #name {
            ({ $($unit:tt)* } $(#[$attribute:meta])* mod $name:ident { $($body:tt)* }) => {
                #[$($unit)*]
                $(#[$attribute])*
                mod $name { $($body)* #(#items)* }
            };
        }
        pub(super) use #name;
    })
}

/// The tokens as if all of them stood in one place: what a `macro_rules` adds has locals of its own otherwise.
pub(crate) fn joined(tokens: TokenStream) -> TokenStream {
    let here = Span::call_site();
    let at = |tree: TokenTree| match tree {
        TokenTree::Group(group) => {
            let mut joined = Group::new(group.delimiter(), joined(group.stream()));
            joined.set_span(group.span().resolved_at(here));
            joined.into()
        }
        mut tree => {
            tree.set_span(tree.span().resolved_at(here));
            tree
        }
    };
    tokens.into_iter().map(at).collect()
}

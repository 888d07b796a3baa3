//! A table of registers as hardware: its ports, its flip-flops, its decoder.
use crate::field::doc;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Ident, LitInt, LitStr, Path, Result, Token, Visibility, braced, bracketed, parenthesized};

/// Words in a page of registers, of which [`decoder`] compares the page once: `spec::regs::PAGE_WORDS`, held equal by
/// an assertion beside every unit. Kernels write its binary logarithm, 5, where they take a place in the page.
const PAGE_WORDS: u32 = 32;

/// What the hardware of a field is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// Nothing here: a constant of the build, or another unit's.
    Elsewhere,
    /// Flip-flops, written by the host; port `cfg_<field>`.
    Kept,
    /// A flip-flop that stays until the host writes 1; port `raise_<field>`.
    Flag,
    /// What the unit says; port `stat_<field>`.
    Shown,
    /// High in the cycle in which the host writes 1; port `set_<field>`.
    Pulse,
}

struct Field {
    name: Ident,
    lsb: LitInt,
    width: LitInt,
    home: Home,
    doc: LitStr,
}

struct Register {
    doc: LitStr,
    name: Ident,
    offset: u32,
    words: u32,
    /// A read gives the word of the build.
    fixed: bool,
    /// A write is told on the port `set_<register>`.
    told: bool,
    fields: Vec<Field>,
}

/// `//! text`, then `pub mod name, struct Name of StateReg, path::of::the::table, at(NAME, ..);`, then the rows of the
/// table.
struct Table {
    docs: Vec<Attribute>,
    vis: Visibility,
    module: Ident,
    unit: Ident,
    cell: Ident,
    path: Path,
    at: Vec<Ident>,
    registers: Vec<Register>,
}

impl Parse for Field {
    fn parse(input: ParseStream) -> Result<Self> {
        let (name, lsb, width) = (input.parse()?, input.parse()?, input.parse()?);
        input.parse::<LitInt>()?;
        let home = match input.parse::<Option<Ident>>()? {
            None => Home::Elsewhere,
            Some(word) => match word.to_string().as_str() {
                "Kept" => Home::Kept,
                "Flag" => Home::Flag,
                "Shown" => Home::Shown,
                "Pulse" => Home::Pulse,
                _ => return Err(Error::new(word.span(), "a field is Kept, Flag, Shown, Pulse or none of these")),
            },
        };
        let field = Self { name, lsb, width, home, doc: input.parse()? };
        input.parse::<Token![;]>()?;
        if [Home::Flag, Home::Pulse].contains(&home) && field.width.base10_parse::<u32>()? != 1 {
            return Err(Error::new(field.width.span(), "a field that is a Flag or a Pulse has one bit"));
        }
        Ok(field)
    }
}

impl Parse for Register {
    fn parse(input: ParseStream) -> Result<Self> {
        let (doc, name) = (input.parse()?, input.parse()?);
        let offset = input.parse::<LitInt>()?.base10_parse()?;
        let mut words = 1;
        if input.peek(syn::token::Bracket) {
            let inner;
            bracketed!(inner in input);
            words = inner.parse::<LitInt>()?.base10_parse()?;
        }
        input.parse::<Ident>()?;
        let (mut fixed, mut told) = (false, false);
        while let Some(word) = input.parse::<Option<Ident>>()? {
            match word.to_string().as_str() {
                "Fixed" => fixed = true,
                "Told" => told = true,
                _ => return Err(Error::new(word.span(), "a register is Fixed, Told or none of these")),
            }
        }
        let inner;
        braced!(inner in input);
        let mut fields = Vec::new();
        while !inner.is_empty() {
            fields.push(inner.parse()?);
        }
        Ok(Self { doc, name, offset, words, fixed, told, fields })
    }
}

impl Parse for Table {
    fn parse(input: ParseStream) -> Result<Self> {
        let docs = input.call(Attribute::parse_inner)?;
        let vis = input.parse()?;
        input.parse::<Token![mod]>()?;
        let module = input.parse()?;
        input.parse::<Token![,]>()?;
        input.parse::<Token![struct]>()?;
        let unit = input.parse()?;
        let of: Ident = input.parse()?;
        if of != "of" {
            return Err(Error::new(of.span(), "mod name, struct Name of Reg, path of the table, at(NAME, ..);"));
        }
        let cell = input.parse()?;
        input.parse::<Token![,]>()?;
        let path = input.parse()?;
        input.parse::<Token![,]>()?;
        input.parse::<Ident>()?;
        let list;
        parenthesized!(list in input);
        let at = Punctuated::<Ident, Token![,]>::parse_terminated(&list)?.into_iter().collect();
        input.parse::<Token![;]>()?;
        let mut registers = Vec::new();
        while !input.is_empty() {
            registers.push(input.parse()?);
        }
        Ok(Self { docs, vis, module, unit, cell, path, at, registers })
    }
}

/// The name of its port, as a port.
fn port(name: &Ident) -> Ident {
    Ident::new(&name.to_string().to_lowercase(), name.span())
}

/// `Bit` or `Bits<width>`.
fn value(field: &Field) -> TokenStream {
    let width = &field.width;
    if width.base10_digits() == "1" { quote!(Bit) } else { quote!(Bits<#width>) }
}

impl Field {
    fn is_bit(&self) -> bool {
        self.width.base10_digits() == "1"
    }

    /// A signal of its width at its place in a word.
    fn placed(&self, signal: &TokenStream) -> TokenStream {
        let (lsb, width) = (&self.lsb, &self.width);
        let wide = match self.is_bit() {
            true => quote!(bit_cast::<32, 1>(#signal.into())),
            false => quote!(bit_cast::<32, #width>(#signal)),
        };
        if lsb.base10_digits() == "0" { wide } else { quote!((#wide << #lsb)) }
    }
}

impl Table {
    /// The fields of this sort, with their registers.
    fn fields(&self, home: Home) -> impl Iterator<Item = (&Register, &Field)> {
        let all = self.registers.iter().flat_map(|register| register.fields.iter().map(move |field| (register, field)));
        all.filter(move |(_, field)| field.home == home)
    }

    fn is_listed(&self, register: &Register) -> bool {
        self.at.contains(&register.name)
    }

    /// Whether the hardware asks for this register.
    fn is_decoded(&self, register: &Register) -> bool {
        let has_home = register.fields.iter().any(|field| field.home != Home::Elsewhere);
        register.fixed || register.told || has_home || self.is_listed(register)
    }

    /// A bundle of ports with its texts; nothing when it has none.
    fn bundle(&self, end: &str, text: &str, ports: Vec<TokenStream>) -> TokenStream {
        if ports.is_empty() {
            return quote!();
        }
        let (vis, name) = (&self.vis, format_ident!("{}{end}", self.unit));
        quote! {
            #[doc = #text]
            #[treetap_hdl::bundle]
            #vis struct #name { #(#ports),* }
        }
    }

    fn ports(&self, home: Home) -> Vec<TokenStream> {
        let one = |(_, field): (&Register, &Field)| {
            let (doc, name, ty) = (&field.doc, port(&field.name), value(field));
            quote!(#[doc = #doc] pub #name: #ty)
        };
        self.fields(home).map(one).collect()
    }

    fn told(&self) -> Vec<(Ident, LitStr)> {
        let registers = self.registers.iter().filter(|register| register.told);
        let pulses = self.fields(Home::Pulse).map(|(_, field)| (port(&field.name), field.doc.clone()));
        registers.map(|register| (port(&register.name), register.doc.clone())).chain(pulses).collect()
    }
}

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let table: Table = syn::parse2(input)?;
    for name in &table.at {
        if !table.registers.iter().any(|register| register.name == *name) {
            return Err(Error::new(name.span(), "the table has no such register"));
        }
    }
    let told = table.told();
    let bits =
        |ports: &[(Ident, LitStr)]| ports.iter().map(|(name, doc)| quote!(#[doc = #doc] pub #name: Bit)).collect();
    let listed = table.registers.iter().filter(|register| table.is_listed(register));
    let listed: Vec<(Ident, LitStr)> = listed.map(|register| (port(&register.name), register.doc.clone())).collect();
    let bundles = [
        table.bundle("Cfg", "Fields that have flip-flops.", table.ports(Home::Kept)),
        table.bundle("Set", "What is written in this cycle and starts something.", bits(&told)),
        table.bundle("Stat", "What a host reads of the unit.", table.ports(Home::Shown)),
        table.bundle("Raise", "What has happened, and stays until the host writes 1.", table.ports(Home::Flag)),
        table.bundle("At", "Which register the word is.", bits(&listed)),
    ];
    let unit = unit(&table, &told, &listed);
    let known = quote!(::treetap::spec::regs::PAGE_WORDS as u32 == #PAGE_WORDS);
    let differ = "`registers!` and the tables differ in a page's words";
    Ok(quote!(#(#bundles)* #unit const _: () = assert!(#known, #differ);))
}

/// The unit: `word` chooses the register, `write` with `data` writes it, `value` is what it reads as.
fn unit(table: &Table, told: &[(Ident, LitStr)], listed: &[(Ident, LitStr)]) -> TokenStream {
    let Table { docs, vis, module, unit, .. } = table;
    let text: Vec<String> = docs.iter().filter_map(doc).collect();
    let end = |end: &str, ports: bool, name: &str, side: &str, text: &str| {
        let (bundle, name) = (format_ident!("{unit}{end}{side}"), Ident::new(name, Span::call_site()));
        if ports { quote!(#[group(#text)] pub #name: #bundle,) } else { quote!() }
    };
    let has = |home: Home| table.fields(home).next().is_some();
    let ends = [
        end("At", !listed.is_empty(), "at", "Tx", "the word is one of these registers"),
        end("Cfg", has(Home::Kept), "cfg", "Tx", "the fields that are kept here"),
        end("Set", !told.is_empty(), "set", "Tx", "a register was written that starts something"),
        end("Stat", has(Home::Shown), "stat", "Rx", "what a host reads of the unit"),
        end("Raise", has(Home::Flag), "raise", "Rx", "what has happened, and stays until the host writes 1"),
    ];
    let (registers, constants, resets) = flip_flops(table, told);
    let (decode, decode_constants) = decoder(table);
    let (writes, reads) = (writes(table, told), reads(table));
    let rows = quote!(built.rows(A - 5));
    quote! {
        #[treetap_hdl::unit]
        mod #module {
            #(#docs)*
            #(#[doc = #text])*
            ///
            /// `A` bits number the words. `READS` 1: fields that are kept here are part of `value`. `LATE` 1: `set_*`
            /// come a cycle after the write. 2: and but for `reads` and `writes`, `word` counts a cycle later.
            #[clocked(reset)]
            #[given(built: ::treetap::spec::regs::Built)]
            #vis struct #unit<
                #[range(6..=30)] const A: usize,
                #[range(0..=1)] const READS: usize,
                #[range(0..=2)] const LATE: usize,
            > {
                /// Number of the word.
                #[group("word write data: the word that a request is about, whether it is written now, and with what")]
                pub word: Signal<In, Bits<A>>,
                /// The word is written.
                pub write: Signal<In, Bit>,
                /// What is written.
                pub data: Signal<In, Bits<32>>,
                /// What the word reads as, 0 where another unit knows it.
                #[group("value reads writes: what the word reads as; whether there is anything to read or to write")]
                pub value: Signal<Out, Bits<32>>,
                /// The word can be read.
                pub reads: Signal<Out, Bit>,
                /// The word can be written.
                pub writes: Signal<Out, Bit>,
                #(#ends)*
                #registers
            }

            impl #unit {
                fn update(&mut self) {
                    const ROW_PAGE: [Bits<{ A - 5 }>; #rows.len()] = #rows.into_iter().map(|row| row.span.page);
                    const ROW_MASK: [Bits<{ A - 5 }>; #rows.len()] = #rows.into_iter().map(|row| row.span.page_mask);
                    const READABLE: [Bits<32>; #rows.len()] = #rows.into_iter().map(|row| row.reads);
                    const WRITABLE: [Bits<32>; #rows.len()] = #rows.into_iter().map(|row| row.writes);
                    #decode_constants
                    #constants
                    let page: Bits<{ A - 5 }> = self.word.val().get_bits::<{ A - 5 }>(5);
                    let slot: Bits<5> = self.word.val().get_bits::<5>(0);
                    #decode
                    comment!("What may be done.");
                    self.reads.next = false;
                    self.writes.next = false;
                    for i in 0..(built.rows(A - 5).len()) {
                        if (page & ROW_MASK[i]) == ROW_PAGE[i] {
                            self.reads.next = READABLE[i].get_bit(slot.index());
                            self.writes.next = WRITABLE[i].get_bit(slot.index());
                        }
                    }
                    #writes
                    #reads
                    if self.reset.val() { #resets }
                }
            }
        }
    }
}

/// Registers, their constants, and what a reset makes of them.
fn flip_flops(table: &Table, told: &[(Ident, LitStr)]) -> (TokenStream, TokenStream, TokenStream) {
    let (mut cells, mut constants, mut resets) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
    let (path, cell) = (&table.path, &table.cell);
    for (register, field) in table.fields(Home::Kept) {
        let (name, start, of) = (port(&field.name), format_ident!("{}_RESET", field.name), &register.name);
        let text = field.name.to_string();
        let value = quote!(built.reset(&#path::#of, #text));
        let width = quote!({ built.width(&#path::#of, #text) });
        let (ty, value) = match field.is_bit() {
            true => (quote!(Bit), quote!(#value == 1)),
            false => (quote!(Bits<#width>), value),
        };
        let init = if cell == "Reg" { quote!(#[init(#value)]) } else { quote!() };
        cells.extend(quote!(#init #name: #cell<#ty>,));
        constants.extend(quote!(const #start: #ty = #value;));
        resets.extend(quote!(self.#name.d.next = #start;));
    }
    for (_, field) in table.fields(Home::Flag) {
        let name = port(&field.name);
        cells.extend(quote!(#name: Reg<Bit>,));
        resets.extend(quote!(self.#name.d.next = false;));
    }
    for name in table.registers.iter().filter(|register| table.is_decoded(register)).map(found) {
        cells.extend(quote!(#[when(LATE > 1)] #name: Reg<Bit>,));
    }
    let names: Vec<Ident> = told.iter().map(|(name, _)| format_ident!("{name}_told")).collect();
    for name in &names {
        cells.extend(quote!(#[when(LATE > 0)] #name: Reg<Bit>,));
    }
    if !names.is_empty() {
        resets.extend(quote!(if LATE > 0 { #(self.#names.d.next = false;)* }));
    }
    (cells, constants, resets)
}

/// The flip-flop that a register was meant in the cycle before.
fn found(register: &Register) -> Ident {
    format_ident!("{}_found", port(&register.name))
}

/// The signal that a register is meant.
fn meant(register: &Register) -> Ident {
    format_ident!("is_{}", port(&register.name))
}

/// Which register the word is: page and place in it, so that registers share the comparison of their page.
fn decoder(table: &Table) -> (TokenStream, TokenStream) {
    let (mut out, mut constants) = (quote!(comment!("Which register the word is.");), TokenStream::new());
    let path = &table.path;
    for register in table.registers.iter().filter(|register| table.is_decoded(register)) {
        let (name, meant, at) = (&register.name, meant(register), format_ident!("{}_AT", register.name));
        let late = found(register);
        out.extend(quote!(let #meant: Bit = false;));
        if register.words == 1 {
            let page = LitInt::new(&(register.offset / 4 / PAGE_WORDS).to_string(), name.span());
            constants.extend(quote!(const #at: Bits<5> = #path::#name.slot().into();));
            out.extend(quote!(#meant = (page == #page) & (slot == #at);));
        } else {
            let spans = quote!(built.spans(&#path::#name, A - 5));
            let mut list = |end: &str, width: TokenStream, field: &str| {
                let (list, field) = (format_ident!("{name}_{end}"), Ident::new(field, name.span()));
                constants.extend(
                    quote!(const #list: [Bits<#width>; #spans.len()] = #spans.into_iter().map(|span| span.#field);),
                );
                list
            };
            let [pages, page_masks] =
                [("PAGE", "page"), ("PAGE_MASK", "page_mask")].map(|(end, field)| list(end, quote!({ A - 5 }), field));
            let [slots, slot_masks] =
                [("SLOT", "slot"), ("SLOT_MASK", "slot_mask")].map(|(end, field)| list(end, quote!(5), field));
            out.extend(quote! {
                for i in 0..(#spans.len()) {
                    if ((page & #page_masks[i]) == #pages[i]) & ((slot & #slot_masks[i]) == #slots[i]) {
                        #meant = true;
                    }
                }
            });
        }
        out.extend(quote! {
            if LATE > 1 {
                self.#late.d.next = #meant;
                #meant = self.#late.q.val();
            }
        });
        if table.is_listed(register) {
            let port = port(name);
            out.extend(quote!(self.at.#port.next = #meant;));
        }
    }
    (out, constants)
}

/// Writes.
fn writes(table: &Table, told: &[(Ident, LitStr)]) -> TokenStream {
    let mut out = quote!(comment!("Writes."););
    let path = &table.path;
    for register in &table.registers {
        let (meant, of) = (meant(register), &register.name);
        let kept: Vec<&Field> = register.fields.iter().filter(|field| field.home == Home::Kept).collect();
        let takes = kept.iter().map(|field| {
            let (name, lsb, text) = (port(&field.name), &field.lsb, field.name.to_string());
            match field.is_bit() {
                true => quote!(self.#name.d.next = self.data.val().get_bit(#lsb);),
                false => {
                    let width = quote!({ built.width(&#path::#of, #text) });
                    quote!(self.#name.d.next = self.data.val().get_bits::<#width>(#lsb);)
                }
            }
        });
        if !kept.is_empty() {
            out.extend(quote!(if self.write.val() & #meant { #(#takes)* }));
        }
        for field in &kept {
            let (name, width) = (port(&field.name), &field.width);
            out.extend(match field.is_bit() {
                true => quote!(self.cfg.#name.next = self.#name.q.val();),
                false => quote!(self.cfg.#name.next = bit_cast::<#width, #width>(self.#name.q.val());),
            });
        }
        for field in register.fields.iter().filter(|field| field.home == Home::Flag) {
            let (name, lsb) = (port(&field.name), &field.lsb);
            out.extend(quote! {
                self.#name.d.next = (self.#name.q.val() | self.raise.#name.val())
                    & !(self.write.val() & #meant & self.data.val().get_bit(#lsb));
            });
        }
        let mut tells: Vec<(Ident, TokenStream)> = vec![];
        if register.told {
            tells.push((port(of), quote!(self.write.val() & #meant)));
        }
        for field in register.fields.iter().filter(|field| field.home == Home::Pulse) {
            let lsb = &field.lsb;
            tells.push((port(&field.name), quote!(self.write.val() & #meant & self.data.val().get_bit(#lsb))));
        }
        debug_assert!(tells.iter().all(|(name, _)| told.iter().any(|(told, _)| told == name)));
        for (name, when) in tells {
            let late = format_ident!("{name}_told");
            out.extend(quote! {
                if LATE > 0 {
                    self.#late.d.next = #when;
                    self.set.#name.next = self.#late.q.val();
                } else {
                    self.set.#name.next = #when;
                }
            });
        }
    }
    out
}

/// What words read as: every part is 0 unless it is meant.
fn reads(table: &Table) -> TokenStream {
    let mut out = quote!(comment!("Reads."); let answer: Bits<32> = 0.into(););
    let path = &table.path;
    for register in &table.registers {
        let (meant, of) = (meant(register), &register.name);
        if register.fixed {
            let word = format_ident!("{of}_WORD");
            out.extend(quote! {
                const #word: Bits<32> = built.word(&#path::#of);
                if #meant { answer = answer | #word; }
            });
        }
        let part = |home: Home| {
            let fields = register.fields.iter().filter(move |field| field.home == home);
            fields.map(move |field| {
                let name = port(&field.name);
                field.placed(&match home {
                    Home::Shown => quote!(self.stat.#name.val()),
                    Home::Kept => quote!(self.cfg.#name.val()),
                    _ => quote!(self.#name.q.val()),
                })
            })
        };
        let parts: Vec<TokenStream> = part(Home::Shown).chain(part(Home::Flag)).collect();
        if !parts.is_empty() {
            out.extend(quote!(if #meant { answer = answer #(| #parts)*; }));
        }
        let parts: Vec<TokenStream> = part(Home::Kept).collect();
        if !parts.is_empty() {
            out.extend(quote!(if READS > 0 { if #meant { answer = answer #(| #parts)*; } }));
        }
    }
    quote!(#out self.value.next = answer;)
}

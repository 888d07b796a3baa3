//! What compilers have to say: names of errors and warnings, their places in the text, their messages.
use super::source::{Source, Span};

/// `codes! { Name "E-NAME" "meaning"; .. }`: names of errors and warnings.
macro_rules! codes {
    ($($code:ident $name:literal $what:literal;)*) => {
        /// Name of an error or warning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $what] $code,)*
        }

        impl Code {
            /// Every name, errors first.
            pub const ALL: &[Code] = &[$(Code::$code),*];

            /// As it is printed: `E-` errors, `W-` warnings.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)*
                }
            }

            /// What it means, in one sentence.
            pub const fn doc(self) -> &'static str {
                match self {
                    $(Code::$code => $what,)*
                }
            }

            /// Whether there is a program all the same.
            pub fn warns(self) -> bool {
                self.name().starts_with("W-")
            }
        }

        impl crate::lang::diagnostic::Named for Code {
            fn name(self) -> &'static str {
                Code::name(self)
            }
        }

        impl std::fmt::Display for Code {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
pub(super) use codes;

/// Names of errors and warnings of a language.
pub trait Named: Copy + Eq {
    /// As it is printed: `E-` errors, `W-` warnings.
    fn name(self) -> &'static str;
}

/// An error or warning with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic<C> {
    /// Its name.
    pub code: C,
    /// Where.
    pub span: Span,
    /// What and why.
    pub message: String,
}

impl<C: Named> Diagnostic<C> {
    /// The message with the line and what of it is meant.
    pub fn show(&self, source: &Source) -> String {
        source.show(self.span, self.code.name(), &self.message)
    }
}

/// Errors and warnings in the order in which they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics<C>(pub Vec<Diagnostic<C>>);

impl<C> Default for Diagnostics<C> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<C: Named> Diagnostics<C> {
    /// Another one.
    pub fn push(&mut self, code: C, span: Span, message: impl Into<String>) {
        let found = Diagnostic { code, span, message: message.into() };
        if !self.0.contains(&found) {
            self.0.push(found);
        }
    }

    /// Whether there is an error.
    pub fn failed(&self) -> bool {
        self.0.iter().any(|found| !found.code.name().starts_with("W-"))
    }

    /// The names, in order.
    pub fn codes(&self) -> Vec<C> {
        self.0.iter().map(|found| found.code).collect()
    }
}

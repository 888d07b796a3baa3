//! A text writer for SVG with the few shapes that the drawings need.
use std::fmt::{Display, Write};

/// Width of a character of the drawings' monospace font, as a share of its size.
const MONO_ASPECT: f64 = 0.602;

/// Pixels that `text` takes at `size` in the monospace font.
pub fn mono_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * MONO_ASPECT
}

/// A drawing under construction.
pub struct Svg {
    body: String,
    width: f64,
    height: f64,
}

/// Where a text is held.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    /// An empty drawing of this size in pixels on a white ground. `description` is for readers that cannot see.
    pub fn new(width: f64, height: f64, description: &str) -> Self {
        let mut svg = Self { body: String::new(), width, height };
        svg.put(format_args!("<desc>{}</desc>\n", escape(description)));
        svg.put(format_args!(
            "<style>\n\
             text {{ font-family: 'DejaVu Sans', Verdana, sans-serif; fill: #1b1f24; }}\n\
             .m {{ font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; }}\n\
             .q {{ fill: #57606a; }}\n\
             .w {{ fill: #ffffff; }}\n\
             </style>\n"
        ));
        svg.rect(0.0, 0.0, width, height, "#ffffff", "");
        svg
    }

    /// Appends raw markup.
    pub fn put(&mut self, markup: impl Display) {
        write!(self.body, "{markup}").expect("a string takes every write");
    }

    /// A filled rectangle; `more` are further attributes.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str, more: &str) {
        self.put(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\" {more}/>\n"
        ));
    }

    /// A rectangle that tells `tip` to a pointer over it.
    pub fn rect_with_tip(&mut self, [x, y, width, height]: [f64; 4], fill: &str, tip: &str) {
        self.put(format_args!(
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"><title>{}</title></rect>\n",
            escape(tip)
        ));
    }

    /// A text; `class` is `m` (monospace), `q` (quiet), `w` (white) or a mix of them.
    pub fn text(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.put(format_args!(
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" text-anchor=\"{anchor}\" class=\"{class}\" pointer-events=\"none\">{}</text>\n",
            escape(text)
        ));
    }

    /// A straight line.
    pub fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], stroke: &str, more: &str) {
        self.put(format_args!(
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" stroke=\"{stroke}\" {more}/>\n"
        ));
    }

    /// The document.
    pub fn finish(self) -> String {
        let (width, height) = (self.width, self.height);
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n{}</svg>\n",
            self.body
        )
    }
}

/// Text that cannot be taken for markup. Control characters, which XML forbids, become spaces.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A colour between the stops, `position` in 0 to 1, and whether white text reads better on it.
pub fn blend(stops: &[[u8; 3]], position: f64) -> (String, bool) {
    let at = position.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let low = (at as usize).min(stops.len() - 2);
    let mix = |i: usize| {
        let (a, b) = (f64::from(stops[low][i]), f64::from(stops[low + 1][i]));
        a + (b - a) * (at - low as f64)
    };
    let [r, g, b] = [mix(0), mix(1), mix(2)];
    let luminance = 0.299 * r + 0.587 * g + 0.114 * b;
    (format!("#{:02x}{:02x}{:02x}", r as u8, g as u8, b as u8), luminance < 140.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_become_markup() {
        assert_eq!(escape("a<b>&\"c\"\u{7}"), "a&lt;b&gt;&amp;&quot;c&quot; ");
    }

    #[test]
    fn colours_blend_between_their_stops() {
        let stops = [[0, 0, 0], [100, 200, 50], [255, 255, 255]];
        assert_eq!(blend(&stops, 0.0), ("#000000".into(), true));
        assert_eq!(blend(&stops, 0.25), ("#326419".into(), true));
        assert_eq!(blend(&stops, 1.0), ("#ffffff".into(), false));
        assert_eq!(blend(&stops, f64::NAN.max(2.0)), ("#ffffff".into(), false));
    }
}

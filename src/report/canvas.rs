//! What the drawings are made of: text, rectangles, lines and curves in one style, as SVG.
use svg::node::element::{Description, Element, Line, Polyline, Rectangle, Style, Text, Title};
use svg::node::{Node, Text as Characters};

/// Width of a character of the drawings' monospace font, as a share of its size.
const MONO_ASPECT: f64 = 0.602;

const STYLE: &str = "\
text { font-family: 'DejaVu Sans', Verdana, sans-serif; fill: #1b1f24; pointer-events: none; }
.m { font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.q { fill: #57606a; }
.w { fill: #ffffff; }";

/// Pixels that `text` takes at `size` in the monospace font.
pub fn mono_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * MONO_ASPECT
}

/// A drawing under construction.
pub struct Canvas {
    document: svg::Document,
}

/// Where a text is held.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// An empty drawing of this size in pixels on a white ground. `description` is for readers that cannot see.
    pub fn new(width: f64, height: f64, description: &str) -> Self {
        let document = svg::Document::new()
            .set("width", width)
            .set("height", height)
            .set("viewBox", (0.0, 0.0, width, height))
            .add(Description::new().add(Characters::new(printable(description))))
            .add(Style::new(STYLE))
            .add(rectangle([0.0, 0.0, width, height], "#ffffff"));
        Self { document }
    }

    /// A filled rectangle: left, top, width, height.
    pub fn rect(&mut self, place: [f64; 4], fill: &str) {
        self.document.append(rectangle(place, fill));
    }

    /// A rectangle that tells `tip` to a pointer over it.
    pub fn rect_with_tip(&mut self, place: [f64; 4], fill: &str, tip: &str) {
        self.document.append(rectangle(place, fill).add(Title::new(printable(tip))));
    }

    /// A text with its anchor at x, y; `class` is `m` (monospace), `q` (quiet), `w` (white) or a mix of them.
    pub fn text(&mut self, [x, y]: [f64; 2], size: f64, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = Text::new(printable(text))
            .set("x", hundredths(x))
            .set("y", hundredths(y))
            .set("font-size", size)
            .set("text-anchor", anchor)
            .set("class", class);
        // `Text` would print itself on lines of its own, and some readers draw these line ends as spaces.
        self.document.append(Element::from(text));
    }

    /// A straight line from x, y to x, y.
    pub fn line(&mut self, ends: [f64; 4], stroke: &str) {
        self.document.append(straight(ends, stroke));
    }

    /// A straight line of dashes and gaps of these lengths.
    pub fn dashed(&mut self, ends: [f64; 4], stroke: &str, dashes: (u32, u32)) {
        self.document.append(straight(ends, stroke).set("stroke-dasharray", dashes));
    }

    /// A line through all points.
    pub fn curve(&mut self, points: impl IntoIterator<Item = [f64; 2]>, stroke: &str) {
        let points: Vec<_> = points.into_iter().map(|[x, y]| (hundredths(x), hundredths(y))).collect();
        let line = Polyline::new()
            .set("points", points)
            .set("fill", "none")
            .set("stroke", stroke)
            .set("stroke-width", 1.3)
            .set("stroke-linejoin", "round");
        self.document.append(line);
    }

    /// The document.
    pub fn finish(self) -> String {
        format!("{}\n", self.document)
    }
}

fn rectangle([x, y, width, height]: [f64; 4], fill: &str) -> Rectangle {
    Rectangle::new()
        .set("x", hundredths(x))
        .set("y", hundredths(y))
        .set("width", hundredths(width))
        .set("height", hundredths(height))
        .set("fill", fill)
}

fn straight([x1, y1, x2, y2]: [f64; 4], stroke: &str) -> Line {
    Line::new()
        .set("x1", hundredths(x1))
        .set("y1", hundredths(y1))
        .set("x2", hundredths(x2))
        .set("y2", hundredths(y2))
        .set("stroke", stroke)
}

/// Finer places could not be seen and would only make the file longer.
fn hundredths(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}

/// The text with spaces for control characters, which XML has no way to write.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
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
        let mut canvas = Canvas::new(9.0, 9.0, "a<b>&\"c\"");
        canvas.text([1.0, 2.0], 11.0, Anchor::Start, "m", "</text>\u{7}");
        canvas.rect_with_tip([0.0, 0.0, 3.0, 1.0 / 3.0], "#ffffff", "<i>\nx");
        let drawing = canvas.finish();
        for part in
            ["a&lt;b&gt;&amp;\"c\"</desc>", ">&lt;/text&gt; </text>", "height=\"0.33\"", "<title>&lt;i&gt;\nx</title>"]
        {
            assert!(drawing.contains(part), "{part}: {drawing}");
        }
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

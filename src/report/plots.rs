//! Charts of measurements for the documentation, beside what they are compared with: dashed lines and rings.
use super::canvas::{Anchor, Canvas};
use super::hot::trim;
use super::nodes;
use crate::analysis::History;

const WIDTH: f64 = 1080.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 74.0;
const PLOT: f64 = 220.0;
const FONT: f64 = 11.0;
/// Side of the square of a point.
const DOT: f64 = 3.0;
const COLOURS: [&str; 5] = ["#2f6fab", "#c9862b", "#4f9d69", "#7a5aa6", "#b0413e"];
const RULE: &str = "#8c959f";
const GRID: &str = "#e4e7eb";
const RED: &str = "#b8323f";

/// Values under one name.
#[derive(Clone, Debug)]
pub struct Series<'a, T> {
    /// What the legend calls them.
    pub name: &'a str,
    /// One for each group, or points in the order of x.
    pub values: Vec<T>,
}

/// A value to compare with.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a, T> {
    /// Where it comes from.
    pub name: &'a str,
    /// Its height, or its point.
    pub at: T,
}

/// A bar for every group in every series.
pub fn bars(title: &str, unit: &str, groups: &[&str], series: &[Series<f64>], marks: &[Mark<f64>]) -> String {
    let values = series.iter().flat_map(|s| s.values.iter().copied());
    let most = values.chain(marks.iter().map(|mark| mark.at)).fold(0.0, f64::max);
    let plot = Plot { x: groups.len().max(1) as f64, y: if most > 0.0 { 1.12 * most } else { 1.0 } };
    let names: Vec<&str> = series.iter().map(|s| s.name).collect();
    let mut canvas = start(title, unit, &names, 34.0);
    plot.grid(&mut canvas);
    let width = (0.84 * (WIDTH - LEFT - RIGHT) / plot.x / series.len().max(1) as f64).min(56.0);
    for (g, group) in groups.iter().enumerate() {
        let [middle, _] = plot.at(g as f64 + 0.5, 0.0);
        canvas.text([middle, TOP + PLOT + 18.0], FONT, Anchor::Middle, "", group);
        for (s, series) in series.iter().enumerate() {
            let Some(&value) = series.values.get(g) else { continue };
            let left = middle + (s as f64 - names.len() as f64 / 2.0) * width;
            let [_, top] = plot.at(0.0, value);
            let tip = format!("{group}, {}: {} {unit}", series.name, trim(value));
            canvas.rect_with_tip([left + 1.0, top, width - 2.0, TOP + PLOT - top], COLOURS[s % COLOURS.len()], &tip);
            canvas.text([left + width / 2.0, top - 4.0], 9.5, Anchor::Middle, "q", &short(value));
        }
    }
    for mark in marks {
        let [_, y] = plot.at(0.0, mark.at);
        canvas.dashed([LEFT, y, WIDTH - RIGHT, y], RED, (5, 4));
        canvas.text([WIDTH - RIGHT, y - 4.0], FONT, Anchor::End, "q", &format!("{}: {}", mark.name, short(mark.at)));
    }
    canvas.finish()
}

/// A line for every series of points, from 0 to `end` on both axes.
pub fn lines(
    title: &str,
    [x, y]: [&str; 2],
    end: [f64; 2],
    series: &[Series<[f64; 2]>],
    marks: &[Mark<[f64; 2]>],
) -> String {
    let plot = Plot { x: end[0], y: end[1] };
    let names: Vec<&str> = series.iter().map(|s| s.name).collect();
    let mut canvas = start(title, y, &names, 50.0);
    plot.grid(&mut canvas);
    plot.across(&mut canvas, x);
    for (series, colour) in series.iter().zip(COLOURS.iter().cycle()) {
        canvas.curve(series.values.iter().map(|&[x, y]| plot.at(x, y)), colour);
    }
    for mark in marks {
        let [x, y] = plot.at(mark.at[0], mark.at[1]);
        canvas.curve(
            (0..=12)
                .map(|i| f64::from(i) * std::f64::consts::TAU / 12.0)
                .map(|a| [x + 5.0 * a.cos(), y + 5.0 * a.sin()]),
            RED,
        );
        canvas.text([x + 10.0, y + 4.0], FONT, Anchor::Start, "q", mark.name);
    }
    canvas.finish()
}

/// Points of every series, from 0 to `end` on both axes, and a line where both are the same.
pub fn scatter(title: &str, [x, y]: [&str; 2], end: [f64; 2], series: &[Series<[f64; 2]>]) -> String {
    let plot = Plot { x: end[0], y: end[1] };
    let names: Vec<&str> = series.iter().map(|s| s.name).collect();
    let mut canvas = start(title, y, &names, 50.0);
    plot.grid(&mut canvas);
    plot.across(&mut canvas, x);
    let ([left, below], [right, above]) = (plot.at(0.0, 0.0), plot.at(end[0], end[1]));
    canvas.dashed([left, below, right, above], RED, (5, 4));
    for (series, colour) in series.iter().zip(COLOURS.iter().cycle()) {
        for [x, y] in series.values.iter().map(|&[x, y]| plot.at(x, y)) {
            canvas.rect([x - DOT / 2.0, y - DOT / 2.0, DOT, DOT], colour);
        }
    }
    canvas.finish()
}

/// The number of nodes over time, as the paper's Fig. 6.
pub fn history(title: &str, history: &History) -> String {
    let mut canvas = Canvas::new(WIDTH, nodes::height() + 34.0, title);
    canvas.text([LEFT, 28.0], 17.0, Anchor::Start, "", title);
    nodes::draw(&mut canvas, 34.0, WIDTH, history, None);
    canvas.finish()
}

/// A canvas with title and legend.
fn start(title: &str, unit: &str, names: &[&str], below: f64) -> Canvas {
    let mut canvas = Canvas::new(WIDTH, TOP + PLOT + below, title);
    canvas.text([LEFT, 28.0], 17.0, Anchor::Start, "", title);
    canvas.text([LEFT - 34.0, TOP - 8.0], FONT, Anchor::Start, "q", unit);
    let mut left = LEFT;
    for (name, colour) in names.iter().zip(COLOURS.iter().cycle()) {
        canvas.rect([left, 43.0, 11.0, 11.0], colour);
        canvas.text([left + 16.0, 53.0], FONT, Anchor::Start, "", name);
        left += 16.0 + 7.0 * name.chars().count() as f64 + 22.0;
    }
    canvas
}

/// Where values lie: 0 to `x`, 0 to `y`.
struct Plot {
    x: f64,
    y: f64,
}

impl Plot {
    fn at(&self, x: f64, y: f64) -> [f64; 2] {
        [LEFT + (WIDTH - LEFT - RIGHT) * x / self.x, TOP + PLOT - PLOT * y / self.y]
    }

    /// Ticks of the lower axis, and what it is.
    fn across(&self, canvas: &mut Canvas, name: &str) {
        for tick in nodes::ticks(self.x) {
            let [at, below] = self.at(tick, 0.0);
            canvas.line([at, below, at, below + 4.0], RULE);
            canvas.text([at, below + 17.0], FONT, Anchor::Middle, "q", &trim(tick));
        }
        canvas.text([(LEFT + WIDTH - RIGHT) / 2.0, TOP + PLOT + 36.0], FONT, Anchor::Middle, "q", name);
    }

    fn grid(&self, canvas: &mut Canvas) {
        // Ticks are whole numbers: small values are counted in hundredths.
        let scale = if self.y < 6.0 { 100.0 } else { 1.0 };
        for tick in nodes::ticks(self.y * scale).into_iter().map(|tick| tick / scale) {
            let [_, y] = self.at(0.0, tick);
            canvas.line([LEFT, y, WIDTH - RIGHT, y], if tick == 0.0 { RULE } else { GRID });
            canvas.text([LEFT - 10.0, y + 4.0], FONT, Anchor::End, "q", &trim(tick));
        }
    }
}

/// About three digits, none needless; what is smaller than the last of them is no zero.
fn short(value: f64) -> String {
    let digits = match value {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        v if v >= 0.1 => 2,
        _ => 3,
    };
    match trim(format!("{value:.digits$}").parse().unwrap_or(value)) {
        zero if zero == "0" && value > 0.0 => "<.001".to_owned(),
        text => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_show_their_values_and_what_they_are_compared_with() {
        let values = |values: &[f64]| values.to_vec();
        let series = [
            Series { name: "max", values: values(&[12.0, 0.25]) },
            Series { name: "average", values: values(&[3.456, 0.0]) },
        ];
        let chart = bars("errors", "%", &["jpeg", "lua <&>"], &series, &[Mark { name: "paper", at: 13.5 }]);
        assert_eq!(
            [0.0, 0.0004, 0.0056, 0.25, 12.34, 530.0].map(short),
            ["0", "<.001", "0.006", "0.25", "12.3", "530"]
        );
        for part in [">12<", ">0.25<", ">3.46<", ">lua &lt;&amp;&gt;<", ">paper: 13.5<", "jpeg, average: 3.456 %"] {
            assert!(chart.contains(part), "{part}: {chart}");
        }
        let series = [Series { name: "loads", values: vec![[0.0, 10.0], [32.0, 90.0]] }];
        let chart =
            lines("coverage", ["bits", "%"], [32.0, 100.0], &series, &[Mark { name: "paper", at: [16.0, 56.0] }]);
        assert!(chart.contains(">paper<") && chart.contains(">loads<") && !chart.contains("NaN"));
        assert!(!bars("nothing", "", &[], &[], &[]).contains("NaN"));
        let chart = scatter("estimates", ["true, %", "estimate, %"], [100.0, 100.0], &series);
        assert!(chart.matches("width=\"3\"").count() == 2 && chart.contains(">true, %<"), "{chart}");
    }
}

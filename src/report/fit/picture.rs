//! Error beside area and time of every configuration, as a drawing.
use super::Shown;
use crate::analysis::fit::Tried;
use crate::report::canvas::{Anchor, Canvas};
use crate::spec::rap::Engine;

const PANEL: [f64; 2] = [300.0, 300.0];
const LEFT: f64 = 64.0;
const GAP: f64 = 34.0;
const TOP: f64 = 84.0;
const BELOW: f64 = 58.0;
const FONT: f64 = 11.5;
const QUIET: &str = "#b6bfc9";
const RULE: &str = "#8c959f";
const RED: &str = "#cf222e";

/// Colours of the engines.
const COLOURS: [(Engine, &str); 3] =
    [(Engine::Serial, "#0969da"), (Engine::Pipelined, "#1a7f37"), (Engine::Cam, "#bf8700")];

/// A panel: what its lower axis is, values, and a limit if there is one.
struct Panel<'a> {
    name: &'a str,
    of: fn(&Tried) -> f64,
    limit: Option<f64>,
}

/// Errors from the least that is drawn to the largest, in powers of ten.
struct Scale {
    low: i32,
    high: i32,
}

impl Scale {
    fn of(errors: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
        for error in errors {
            high = high.max(error);
            low = if error > 0.0 { low.min(error) } else { low };
        }
        // What is below a thousandth of a percent is as good as nothing.
        let low = low.clamp(0.001, 10.0).log10().floor() as i32;
        Self { low, high: (high.max(0.01).log10().ceil() as i32).max(low + 1) }
    }

    /// Share of the height at which an error lies, from above.
    fn at(&self, error: f64) -> f64 {
        let value = error.max(10f64.powi(self.low)).log10();
        (f64::from(self.high) - value) / f64::from(self.high - self.low)
    }
}

/// The drawing: errors over block RAM, over LUTs, and over events a second. Grey dots are beaten by another one.
pub fn picture(shown: &Shown) -> String {
    let panels = [
        Panel { name: "block RAMs", of: |t| t.costs.blocks.into(), limit: Some(shown.limits.blocks.into()) },
        Panel { name: "LUT4", of: |t| t.costs.luts.into(), limit: Some(shown.limits.luts.into()) },
        Panel { name: "million events a second", of: |t| t.rate(), limit: None },
    ];
    let width = LEFT + panels.len() as f64 * (PANEL[0] + GAP);
    let names: Vec<&str> = shown.traces.iter().map(|(name, ..)| name.as_str()).collect();
    let title = format!("Configurations for {} on {}", names.join(", "), shown.device.name);
    let mut canvas = Canvas::new(width, TOP + PANEL[1] + BELOW, &title);
    canvas.text([LEFT, 28.0], 17.0, Anchor::Start, "", &title);
    legend(&mut canvas, shown);
    let scale = Scale::of(shown.tried.iter().map(Tried::error));
    for (at, panel) in panels.iter().enumerate() {
        let left = LEFT + at as f64 * (PANEL[0] + GAP);
        axes(&mut canvas, left, at == 0, panel, &scale);
        dots(&mut canvas, left, panel, shown, &scale);
    }
    canvas.finish()
}

fn legend(canvas: &mut Canvas, shown: &Shown) {
    let mut left = LEFT;
    let mut entry = |canvas: &mut Canvas, colour: &str, name: &str| {
        canvas.rect([left, 45.0, 9.0, 9.0], colour);
        canvas.text([left + 14.0, 53.5], FONT, Anchor::Start, "", name);
        left += 14.0 + 7.0 * name.chars().count() as f64 + 20.0;
    };
    for (engine, colour) in COLOURS.iter().filter(|(engine, _)| shown.has(*engine)) {
        entry(canvas, colour, engine.name());
    }
    entry(canvas, QUIET, "beaten by another one");
    entry(canvas, RED, "recommended");
}

/// The largest value of a panel's lower axis, a round one.
fn end(panel: &Panel, shown: &Shown) -> f64 {
    let values = shown.tried.iter().map(panel.of).chain(panel.limit.filter(|limit| {
        // A limit far away would leave no room for what there is.
        let most = shown.tried.iter().map(panel.of).fold(0.0, f64::max);
        *limit <= 1.5 * most
    }));
    let most = values.fold(0.0, f64::max).max(1.0);
    let step = 10f64.powf(most.log10().floor());
    (1.04 * most / step * 4.0).ceil() / 4.0 * step
}

fn axes(canvas: &mut Canvas, left: f64, first: bool, panel: &Panel, scale: &Scale) {
    let right = left + PANEL[0];
    for power in scale.low..=scale.high {
        let y = TOP + PANEL[1] * scale.at(10f64.powi(power));
        canvas.line([left, y, right, y], "#eaeef2");
        if first {
            canvas.text([left - 8.0, y + 4.0], FONT, Anchor::End, "q", &format!("{}", 10f64.powi(power)));
        }
    }
    canvas.line([left, TOP + PANEL[1], right, TOP + PANEL[1]], RULE);
    canvas.line([left, TOP, left, TOP + PANEL[1]], RULE);
    if first {
        canvas.text([left - 34.0, TOP - 12.0], FONT, Anchor::Start, "q", "error, %");
    }
    canvas.text([left + PANEL[0] / 2.0, TOP + PANEL[1] + 40.0], FONT, Anchor::Middle, "q", panel.name);
}

fn dots(canvas: &mut Canvas, left: f64, panel: &Panel, shown: &Shown, scale: &Scale) {
    let end = end(panel, shown);
    for tick in crate::report::nodes::ticks(end) {
        let x = left + PANEL[0] * tick / end;
        canvas.line([x, TOP + PANEL[1], x, TOP + PANEL[1] + 4.0], RULE);
        canvas.text([x, TOP + PANEL[1] + 18.0], FONT, Anchor::Middle, "q", &format!("{tick}"));
    }
    if let Some(limit) = panel.limit.filter(|limit| *limit <= end) {
        let x = left + PANEL[0] * limit / end;
        canvas.dashed([x, TOP, x, TOP + PANEL[1]], RED, (4, 4));
        canvas.text([x - 3.0, TOP + 10.0], 10.0, Anchor::End, "q", "allowed");
    }
    let place = |at: usize| {
        let tried = &shown.tried[at];
        [left + PANEL[0] * (panel.of)(tried) / end, TOP + PANEL[1] * scale.at(tried.error())]
    };
    let mut dot = |at: usize, size: f64, colour: &str| {
        let [x, y] = place(at);
        let tip = format!("{}: error {:.3} %", shown.commands[at], shown.tried[at].error());
        canvas.rect_with_tip([x - size / 2.0, y - size / 2.0, size, size], colour, &tip);
    };
    let front = &shown.answer.front;
    (0..shown.tried.len()).filter(|at| !front.contains(at)).for_each(|at| dot(at, 3.0, QUIET));
    for at in front {
        let engine = shown.tried[*at].candidate.preset.engine;
        let colour = COLOURS.iter().find(|(of, _)| *of == engine).map_or(RULE, |(_, colour)| colour);
        dot(*at, 5.5, colour);
    }
    if let Some(at) = shown.answer.recommended {
        dot(at, 10.0, RED);
    }
}

//! Node count over time: the paper's Fig. 6 for any run.
use super::canvas::{Anchor, Canvas};
use super::text::grouped;
use crate::analysis::History;

const LEFT: f64 = 86.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 58.0;
const PLOT: f64 = 190.0;
const BOTTOM: f64 = 56.0;
/// More dashed lines than this would hide the curve: then only their ticks on the axis are drawn.
const MOST_DASHES: u32 = 60;

/// Height of the drawing in pixels.
pub const fn height() -> f64 {
    TOP + PLOT + BOTTOM
}

/// Draws the history into `canvas` below `top`; `nodes` is the size of the pool, if there is a limit.
pub fn draw(canvas: &mut Canvas, top: f64, width: f64, history: &History, nodes: Option<u32>) {
    let (x0, y0) = (LEFT, top + TOP + PLOT);
    let plot = width - LEFT - RIGHT;
    let events = history.events().max(1);
    let peak = history.peak();
    // The limit belongs into the picture if the curve comes near it.
    let limit = nodes.filter(|&nodes| peak.saturating_mul(3) >= nodes);
    let ceiling = f64::from(limit.unwrap_or(0).max(peak).max(1)) * 1.08;
    let x = |event: f64| x0 + plot * event / events as f64;
    let y = |count: f64| y0 - PLOT * count / ceiling;

    canvas.text([LEFT, top + 24.0], 15.0, Anchor::Start, "", "Nodes in the tree over time");
    let facts =
        format!("peak {} · fewer than before {} times (red)", grouped(peak.into()), grouped(history.drops().into()));
    canvas.text([LEFT, top + 42.0], 12.0, Anchor::Start, "q", &facts);
    for count in ticks(ceiling) {
        canvas.line([x0, y(count), x0 + plot, y(count)], "#e4e7eb");
        canvas.text([x0 - 10.0, y(count) + 4.0], 10.0, Anchor::End, "q", &grouped(count as u64));
    }
    for event in ticks(events as f64) {
        canvas.line([x(event), y0, x(event), y0 + 4.0], "#8c959f");
        canvas.text([x(event), y0 + 17.0], 10.0, Anchor::Middle, "q", &scaled(event));
    }
    canvas.text([x0 + plot / 2.0, y0 + 36.0], 11.0, Anchor::Middle, "q", "events into the tree");

    let middle = |i: usize| x((i as f64 + 0.5) * history.per_step() as f64).min(x0 + plot);
    let dashed = history.drops() <= MOST_DASHES;
    for (i, _) in history.steps().iter().enumerate().filter(|(_, step)| step.drops > 0) {
        if dashed {
            canvas.dashed([middle(i), y0 - PLOT, middle(i), y0], "#c0264855", (3, 3));
        }
        canvas.line([middle(i), y0 - 5.0, middle(i), y0], "#c02648");
    }
    if let Some(nodes) = limit {
        let at = y(f64::from(nodes));
        canvas.dashed([x0, at, x0 + plot, at], "#57606a", (6, 4));
        canvas.text([x0 + plot, at - 5.0], 10.0, Anchor::End, "q", &format!("pool: {} nodes", grouped(nodes.into())));
    }
    let extremes = history.steps().iter().enumerate().flat_map(|(i, step)| {
        let at = |live: u32| [middle(i), y(f64::from(live))];
        std::iter::once(at(step.low)).chain((step.high != step.low).then(|| at(step.high)))
    });
    canvas.curve(extremes, "#0b5cad");
    canvas.line([x0, y0, x0 + plot, y0], "#8c959f");
}

/// Round numbers from 0 up to `end`, about six of them.
pub(super) fn ticks(end: f64) -> Vec<f64> {
    let rough = (end / 6.0).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&step| step >= rough).unwrap_or(rough);
    (0..).map(|i| f64::from(i) * step).take_while(|&tick| tick <= end).collect()
}

/// `2500000` as `2.5 M`.
fn scaled(number: f64) -> String {
    let (value, unit) = match number {
        n if n >= 1e9 => (n / 1e9, " G"),
        n if n >= 1e6 => (n / 1e6, " M"),
        n if n >= 1e3 => (n / 1e3, " k"),
        n => (n, ""),
    };
    format!("{}{unit}", super::hot::trim(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(10.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(553.0).len(), 6);
        assert_eq!(ticks(1.0), [0.0, 1.0]);
        for end in [1.0, 7.0, 64.0, 1e6, 3.3e7] {
            assert!((2..=7).contains(&ticks(end).len()), "{end}: {:?}", ticks(end));
        }
    }

    #[test]
    fn an_empty_history_can_be_drawn() {
        let mut canvas = Canvas::new(900.0, height(), "nodes");
        draw(&mut canvas, 0.0, 900.0, &History::new(1), Some(64));
        assert!(!canvas.finish().contains("NaN"));
    }
}

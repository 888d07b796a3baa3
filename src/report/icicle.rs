//! The range tree as an icicle: a row for each level, width = events, colour = own events per key.
use super::canvas::{Anchor, Canvas, blend, mono_width};
use super::hot::{of_pool, trim, vacuous};
use super::text::{grouped, hex, percent, share};
use crate::model::profile::{Node, Profile};

const WIDTH: f64 = 1200.0;
const LEFT: f64 = 86.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 104.0;
const ROW: f64 = 25.0;
const GAP: f64 = 1.0;
const FONT: f64 = 11.0;
/// Narrower nodes are left out: they could not be seen.
const NARROW: f64 = 0.6;
/// Few to many own events per key.
const STOPS: [[u8; 3]; 6] =
    [[241, 243, 245], [254, 232, 170], [253, 187, 99], [240, 113, 60], [192, 38, 72], [84, 14, 92]];
/// A node without own events: it only holds its children.
const EMPTY: &str = "#eef0f2";

/// A node with its place in the drawing.
struct Placed<'a> {
    node: &'a Node,
    /// Events of the node and everything below.
    total: u64,
    /// Events to the left of it.
    left: u64,
    /// Bound of the events that ancestors hold and could belong here.
    above: u64,
}

/// Draws the icicle into `canvas` with its top at `top`; returns where it ends. `title` says what was
/// profiled, `pool` is the limit of nodes, if there is one.
pub fn draw(canvas: &mut Canvas, top: f64, title: &str, profile: &Profile, pool: Option<u32>) -> f64 {
    let placed = place(profile);
    let first = first_row(profile);
    let last = placed.iter().map(|p| p.node.level).max().unwrap_or(0);
    let range = densities(profile, first);
    let width = WIDTH - LEFT - RIGHT;
    let scale = if profile.n == 0 { 0.0 } else { width / profile.n as f64 };
    let y = |level: u8| top + TOP + f64::from(level - first) * ROW;

    heading(canvas, top, title, profile, pool);
    chain(canvas, top, profile, first);
    if profile.n > 0 {
        legend(canvas, top, range);
    }
    for level in first..=last {
        let text = width_name(profile.key_bits - 2 * u32::from(level));
        canvas.text([LEFT - 10.0, y(level) + ROW * 0.66], FONT, Anchor::End, "q", &text);
    }
    let mut hidden = (0u32, 0u64);
    for p in placed.iter().filter(|p| p.node.level >= first) {
        let (x, w) = (LEFT + p.left as f64 * scale, p.total as f64 * scale);
        if w < NARROW {
            hidden = (hidden.0 + 1, hidden.1 + p.node.own);
            continue;
        }
        let gap = if w > 4.0 * GAP { GAP } else { 0.0 };
        let (fill, white) = match density(profile, p.node) {
            Some(d) => blend(&STOPS, shade(d, range)),
            None => (EMPTY.to_owned(), false),
        };
        canvas.rect_with_tip([x, y(p.node.level), w - gap, ROW - GAP], &fill, &tip(profile, p));
        if let Some(label) = label(profile, p, w - gap - 6.0) {
            let class = if white { "m w" } else { "m" };
            canvas.text([x + 4.0, y(p.node.level) + ROW * 0.66], FONT, Anchor::Start, class, &label);
        }
    }
    let end = y(last) + ROW;
    axis(canvas, end + 4.0, width, profile.n);
    let mut foot = String::from(match profile.n {
        0 => "no events: nothing to draw",
        _ => "width = events; what a row leaves open below a range are events it holds itself",
    });
    if hidden.0 > 0 && profile.n > 0 {
        let nodes = if hidden.0 == 1 { "node" } else { "nodes" };
        let holds = if hidden.0 == 1 { "holds" } else { "hold" };
        let share = percent(hidden.1, profile.n);
        foot.push_str(&format!("; {} {nodes} too narrow to draw {holds} {share}", grouped(hidden.0.into())));
    }
    canvas.text([LEFT, end + 44.0], FONT, Anchor::Start, "q", &foot);
    end + 54.0
}

/// Width of the drawing in pixels.
pub const fn width() -> f64 {
    WIDTH
}

/// Height that [`draw`] will take.
pub fn height(profile: &Profile) -> f64 {
    let last = profile.tree.iter().map(|node| node.level).max().unwrap_or(0);
    TOP + f64::from(last - first_row(profile) + 1) * ROW + 54.0
}

fn heading(canvas: &mut Canvas, top: f64, title: &str, profile: &Profile, pool: Option<u32>) {
    canvas.text([LEFT, top + 30.0], 18.0, Anchor::Start, "", title);
    let mut facts = format!(
        "{} events · {} nodes · {}-bit keys",
        grouped(profile.n),
        of_pool(profile.live, pool),
        profile.key_bits
    );
    if profile.n > 0 {
        facts.push_str(&format!(
            " · certificate {} · eps in force {} %{}",
            percent(profile.cert(), profile.n),
            trim((1e4 * profile.eps_bound()).round() / 100.0),
            vacuous(profile)
        ));
    }
    canvas.text([LEFT, top + 52.0], 12.0, Anchor::Start, "q", &facts);
    canvas.text([LEFT - 10.0, top + TOP - 8.0], FONT, Anchor::End, "q", "keys");
}

/// What the levels above the first row hold.
fn chain(canvas: &mut Canvas, top: f64, profile: &Profile, first: u8) {
    if first > 0 {
        let own: u64 = profile.tree.iter().filter(|node| node.level < first).map(|node| node.own).sum();
        let text = format!("above the first row: {first} levels of one node each, holding {}", percent(own, profile.n));
        canvas.text([LEFT, top + 72.0], FONT, Anchor::Start, "q", &text);
    }
}

/// The scale of colours, right-aligned in the heading.
fn legend(canvas: &mut Canvas, top: f64, (low, high): (f64, f64)) {
    const STEPS: u32 = 40;
    const LENGTH: f64 = 240.0;
    let (x, y) = (WIDTH - RIGHT - LENGTH, top + 76.0);
    canvas.text([x + LENGTH, y - 8.0], FONT, Anchor::End, "q", "colour: own events per key");
    let step = LENGTH / f64::from(STEPS);
    for i in 0..STEPS {
        let (fill, _) = blend(&STOPS, f64::from(i) / f64::from(STEPS - 1));
        canvas.rect([x + f64::from(i) * step, y - 2.0, step + 0.5, 9.0], &fill);
    }
    for (at, value, anchor) in [
        (x, low, Anchor::Start),
        (x + LENGTH / 2.0, (low + high) / 2.0, Anchor::Middle),
        (x + LENGTH, high, Anchor::End),
    ] {
        canvas.text([at, y + 20.0], 12.0, anchor, "q", &format!("2{}", superscript(value.round() as i64)));
    }
}

/// Shares of all events below the last row.
fn axis(canvas: &mut Canvas, y: f64, width: f64, n: u64) {
    canvas.line([LEFT, y, LEFT + width, y], "#8c959f");
    for tenth in 0..=10u32 {
        let x = LEFT + width * f64::from(tenth) / 10.0;
        canvas.line([x, y, x, y + 4.0], "#8c959f");
        let anchor = if tenth == 0 { Anchor::Start } else { Anchor::Middle };
        if n > 0 {
            canvas.text([x, y + 17.0], 10.0, anchor, "q", &format!("{} %", tenth * 10));
        }
    }
}

/// Totals and places of every node. Children lie side by side from the left edge of their parent, in the order of their
/// keys.
fn place(profile: &Profile) -> Vec<Placed<'_>> {
    let tree = &profile.tree;
    let mut totals: Vec<u64> = tree.iter().map(|node| node.own).collect();
    let mut parents = vec![None; tree.len()];
    let mut path: Vec<Option<usize>> = vec![None; profile.levels() as usize + 2];
    for (i, node) in tree.iter().enumerate() {
        parents[i] = path[usize::from(node.level)];
        path[usize::from(node.level) + 1] = Some(i);
    }
    for i in (0..tree.len()).rev() {
        if let Some(parent) = parents[i] {
            totals[parent] += totals[i];
        }
    }
    let mut placed: Vec<Placed> = Vec::with_capacity(tree.len());
    // Left edge of the next child of each node.
    let mut next = vec![0u64; tree.len()];
    for (i, node) in tree.iter().enumerate() {
        let (left, above) = match parents[i] {
            None => (0, 0),
            Some(parent) => {
                let left = next[parent];
                next[parent] += totals[i];
                (left, placed[parent].above + tree[parent].own)
            }
        };
        next[i] = left;
        placed.push(Placed { node, total: totals[i], left, above });
    }
    placed
}

/// The first level worth a row: above it every level has one node, so the rows would only repeat each other.
fn first_row(profile: &Profile) -> u8 {
    let alone = |pair: &[Node]| pair[1].level == pair[0].level + 1;
    let chain = profile.tree.windows(2).take_while(|pair| alone(pair)).count();
    // The chain ends where a level has a second node.
    let mut first = 0;
    for node in &profile.tree[..(chain + 1).min(profile.tree.len())] {
        if profile.tree.iter().filter(|other| other.level == node.level).count() > 1 {
            break;
        }
        first = node.level;
    }
    first
}

/// Binary logarithm of the own events per key, `None` without own events.
fn density(profile: &Profile, node: &Node) -> Option<f64> {
    let bits = profile.key_bits - 2 * u32::from(node.level);
    (node.own > 0).then(|| (node.own as f64).log2() - f64::from(bits))
}

/// The densities that the colours have to tell apart, those of the rows that are drawn: whole numbers, also halfway
/// between.
fn densities(profile: &Profile, first: u8) -> (f64, f64) {
    let drawn = profile.tree.iter().filter(|node| node.level >= first);
    let all = drawn.filter_map(|node| density(profile, node));
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), d| (low.min(d), high.max(d)));
    if low > high {
        return (0.0, 2.0);
    }
    let half = ((high.ceil() - low.floor()) / 2.0).ceil().max(1.0);
    (low.floor(), low.floor() + 2.0 * half)
}

fn shade(density: f64, (low, high): (f64, f64)) -> f64 {
    (density - low) / (high - low)
}

/// Name of a range's size: `4 Ki` keys.
fn width_name(bits: u32) -> String {
    const UNITS: [&str; 7] = ["", " Ki", " Mi", " Gi", " Ti", " Pi", " Ei"];
    format!("{}{}", 1u64 << (bits % 10), UNITS[(bits / 10) as usize])
}

fn superscript(number: i64) -> String {
    let raise = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    number.to_string().chars().map(raise).collect()
}

/// The longest label that fits: range and share, start and share, share.
fn label(profile: &Profile, p: &Placed, room: f64) -> Option<String> {
    let share = share(p.total, profile.n);
    let share = if share >= 9.95 { format!("{share:.0} %") } else { format!("{share:.1} %") };
    let (first, last) = (p.node.prefix, profile.last_key(p.node));
    let short = |key: u64| format!("{key:x}");
    // The second space is one that readers do not merge with the first.
    let mut labels = vec![format!("{} \u{a0}{share}", short(first)), share.clone(), share.replace(' ', "")];
    if first != last {
        labels.insert(0, format!("{}–{} \u{a0}{share}", short(first), short(last)));
    }
    labels.into_iter().find(|label| mono_width(label, FONT) <= room)
}

/// Everything about a node, for a pointer over it.
fn tip(profile: &Profile, p: &Placed) -> String {
    let (first, last) = (p.node.prefix, profile.last_key(p.node));
    format!(
        "{}..{} (level {})\nevents {}..{} ({}..{})\nown {}",
        hex(first, profile.key_bits),
        hex(last, profile.key_bits),
        p.node.level,
        grouped(p.total),
        grouped(p.total + p.above),
        percent(p.total, profile.n),
        percent(p.total + p.above, profile.n),
        grouped(p.node.own)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(tree: Vec<Node>) -> Profile {
        let n = tree.iter().map(|node| node.own).sum();
        let live = tree.len() as u32;
        Profile {
            key_bits: 8,
            count_bits: 32,
            nodes: 64,
            n,
            t: 3,
            lost: 0,
            live,
            creates: 0,
            collapses: 0,
            over: 0,
            tree,
        }
    }

    fn node(level: u8, prefix: u64, own: u64) -> Node {
        Node { level, prefix, own }
    }

    #[test]
    fn children_lie_side_by_side_below_their_parent() {
        let p = profile(vec![node(0, 0, 4), node(1, 0, 10), node(2, 0x10, 6), node(1, 0x40, 20)]);
        let placed: Vec<_> = place(&p).iter().map(|q| (q.left, q.total, q.above)).collect();
        assert_eq!(placed, [(0, 40, 0), (0, 16, 4), (0, 6, 14), (16, 20, 4)]);
    }

    #[test]
    fn rows_start_where_the_tree_branches() {
        let chain = |tail: Vec<Node>| profile([vec![node(0, 0, 1), node(1, 0, 1), node(2, 0, 1)], tail].concat());
        assert_eq!(first_row(&chain(vec![node(3, 0, 1), node(3, 4, 1)])), 2);
        assert_eq!(first_row(&chain(vec![node(3, 0, 1), node(1, 0x40, 1)])), 0);
        assert_eq!(first_row(&profile(vec![node(0, 0, 0)])), 0);
    }

    #[test]
    fn an_empty_profile_can_be_drawn() {
        let p = profile(vec![node(0, 0, 0)]);
        let mut canvas = Canvas::new(width(), height(&p), "empty");
        let end = draw(&mut canvas, 0.0, "empty", &p, None);
        assert!((end - height(&p)).abs() < 1e-6);
        assert!(!canvas.finish().contains("NaN"));
    }

    #[test]
    fn the_legend_of_colours_is_exact() {
        assert_eq!(densities(&profile(vec![node(4, 0, 3)]), 0), (1.0, 3.0));
        assert_eq!(densities(&profile(vec![node(0, 0, 100), node(4, 0, 9)]), 0), (-2.0, 4.0));
        assert_eq!(densities(&profile(vec![node(0, 0, 0)]), 0), (0.0, 2.0));
    }

    #[test]
    fn sizes_of_ranges_have_names() {
        assert_eq!([0, 2, 10, 22, 48, 64].map(width_name), ["1", "4", "1 Ki", "4 Mi", "256 Ti", "16 Ei"]);
        assert_eq!(superscript(-12), "⁻¹²");
    }
}

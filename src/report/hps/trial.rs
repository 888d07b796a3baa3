//! What `treetap hps run` found on recorded retirements.
use crate::analysis::hps::{Report, Row};
use crate::host::hps::cost::{self, Added, Times};
use crate::host::hps::sampler::{Ratio, ratio};
use crate::report::{as_percent, grouped};
use serde_json::{Value, json};

/// For people; `top` rows are shown.
pub fn text(report: &Report, top: usize) -> String {
    let [inside, outside] = report.segments;
    let mut text = format!(
        "{} instructions in {} cycles\n\nevents    {} of {} ({}), overlap with all of them {}\n",
        grouped(report.instructions),
        grouped(report.cycles),
        grouped(report.events),
        grouped(report.all),
        as_percent(ratio(report.events, report.all)),
        as_percent(report.overlap),
    );
    text += &format!(
        "checks    {}, sampling after {} of them ({})\n",
        grouped(inside + outside),
        grouped(inside),
        as_percent(ratio(inside, inside + outside))
    );
    if let Some(rate) = report.sampler.rate() {
        let verdict = if report.sampler.agrees(report.counted) {
            "they agree but for one period at most"
        } else {
            "THEY DIFFER by more than one period"
        };
        text += &format!("rate      r = {rate}, r' = {}: {verdict}\n", report.counted);
    }
    if report.cycles > 0 {
        text += &costs(report);
    }
    if top > 0 {
        text += "\n   sampled     share  share of all\n";
    }
    for Row { name, events, all, .. } in report.rows.iter().take(top) {
        let shares = [ratio(*events, report.events), ratio(*all, report.all)].map(as_percent);
        text += &format!("{events:>10} {:>9} {:>13}  {name}\n", shares[0], shares[1]);
    }
    let more = report.rows.len().saturating_sub(top);
    if top > 0 && more > 0 {
        text += &format!("{more:>10} rows more (--top, --csv)\n");
    }
    text
}

/// Costs as they were counted, and by the equations of bursty tracing.
fn costs(report: &Report) -> String {
    let Added { by_counters, by_tests, exhaustively } = report.added;
    let share = |cycles| as_percent(ratio(cycles, report.cycles));
    let mut text = format!(
        "cycles    in line, with {} cycles a handler: {} more ({}): {} of replacements (VCYC), {} of handlers\n",
        report.handler,
        grouped(by_counters),
        share(by_counters),
        grouped(report.in_line),
        grouped(by_counters - report.in_line)
    );
    text += &format!(
        "          with tests of {} cycles in line instead of counters {}; every event {}\n",
        cost::TEST,
        share(by_tests),
        share(exhaustively)
    );
    let Some(rate) = report.sampler.rate() else { return text };
    let [counters, software] = report.times;
    let run = report.cycles + by_counters;
    let mixed = counters.mixed(rate);
    let off = (run as f64 / mixed.value() - 1.0) * 100.0;
    text += &format!(
        "eq. ({})   t = ({} * t_chk + {} * t_ins) / {} = {mixed} cycles, t_chk = {}, t_ins = {}; counted {run} \
         ({off:+.2} %)\n",
        // Of Arnold and Ryder, and its extension to bursts.
        if rate.part == 1 { 1 } else { 2 },
        rate.whole - rate.part,
        rate.part,
        rate.whole,
        counters.checking,
        counters.instrumented,
    );
    for (times, how) in [
        (counters, "checks by counters".to_string()),
        (software, format!("{} cycles a check in software", report.check)),
    ] {
        text += &format!(
            "eq. (4)   overhead = basic {} + r * {} = {} with {how}\n",
            as_percent(times.basic()),
            share(exhaustively),
            as_percent(times.overhead(rate.value()))
        );
    }
    text
}

/// All rows, with their exact figures.
pub fn csv(report: &Report) -> String {
    let mut text = "name,sampled,share,instructions,all,share_of_all\n".to_string();
    for Row { name, events, instructions, all } in &report.rows {
        let name = if name.contains([',', '"']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.clone() };
        let shares = [ratio(*events, report.events), ratio(*all, report.all)];
        text += &format!("{name},{events},{:.6},{instructions},{all},{:.6}\n", shares[0], shares[1]);
    }
    text
}

/// The JSON contract; `top` rows are part of it.
pub fn contract(report: &Report, top: usize) -> Value {
    let [inside, outside] = report.segments;
    let pair = |ratio: Ratio| [ratio.part as u64, ratio.whole as u64];
    let equations = report.sampler.rate().filter(|_| report.cycles > 0).map(|rate| {
        let times = |times: &Times| {
            json!({
                "t_orig": times.original, "t_chk": times.checking, "t_ins": times.instrumented,
                "basic": times.basic(), "eq2": times.mixed(rate).value(), "eq4": times.overhead(rate.value()),
            })
        };
        let (counters, software) = (times(&report.times[0]), times(&report.times[1]));
        json!({ "counters": counters, "software": software, "check_cycles": report.check })
    });
    json!({
        "instructions": report.instructions, "cycles": report.cycles,
        "events": report.events, "all_events": report.all, "overlap": report.overlap,
        "checks_inside": inside, "checks_outside": outside, "rate": ratio(inside, inside + outside),
        "r": report.sampler.rate().map(pair), "counted": pair(report.counted),
        "agrees": report.sampler.agrees(report.counted),
        "handler_cycles": report.handler, "vcyc": report.in_line, "added_cycles": report.added.by_counters,
        "added_cycles_tests": report.added.by_tests, "added_cycles_all": report.added.exhaustively,
        "equations": equations,
        "rows": report.rows.iter().take(top).map(|row| json!({
            "name": row.name, "events": row.events, "instructions": row.instructions, "all": row.all,
        })).collect::<Vec<_>>(),
    })
}

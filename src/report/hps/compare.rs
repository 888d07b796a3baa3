//! Profiles and samplings side by side on whole programs: what `treetap hps compare` found.
use crate::host::hps::sampler::Sampler;
use crate::host::hps::table::{Costs, Measured, Profiled, Row, SETTINGS};
use crate::report::plots::{self, Series};
use crate::report::table::{align_numbers, grid};
use crate::report::{as_percent, grouped};
use comfy_table::Table as Grid;
use serde_json::{Value, json};

/// Words to the left, numbers to the right.
fn aligned(mut grid: Grid) -> String {
    align_numbers(&mut grid, 2);
    grid.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// For people.
pub fn text(programs: &[Measured], costs: &Costs) -> String {
    let mut text = String::new();
    for program in programs {
        let Measured { name, core, cycles, instructions, checks, rows } = program;
        text += &format!(
            "{name}: {} instructions in {} cycles{}; {} checks, in software ({} cycles each) {}\n",
            grouped(*instructions),
            grouped(*cycles),
            if core.is_empty() { String::new() } else { format!(" on {core}") },
            grouped(*checks),
            costs.check,
            as_percent(program.basic(costs.check)),
        );
        let mut grid = grid(&[
            "profile",
            "sampling",
            "events",
            "of all",
            "r",
            "r'",
            "overlap",
            "VCYC",
            "HPS",
            "eq. (4)",
            "plain DISE",
            "every event",
        ]);
        for row in rows {
            let [counters, equation, tests, all] = program.overheads(row).map(as_percent);
            grid.add_row([
                row.profiled.name().to_string(),
                row.setting.to_string(),
                grouped(row.events),
                grouped(row.all),
                format!("{:.6}", row.setting.rate().unwrap_or_default().value()),
                format!("{:.6}{}", row.counted.value(), if row.setting.agrees(row.counted) { "" } else { " !" }),
                as_percent(row.overlap),
                grouped(row.in_line),
                counters,
                equation,
                tests,
                all,
            ]);
        }
        text += &aligned(grid);
        text.push('\n');
    }
    let [region, method, pair] = costs.handlers;
    text += &format!(
        "means of {} programs; handlers of {region}, {method} and {pair} cycles (regions, methods, call pairs), a test \
         of {} cycles\n",
        programs.len(),
        costs.test
    );
    text + &aligned(means(programs))
}

/// Rows of the means over all programs.
fn means(programs: &[Measured]) -> Grid {
    let mut grid = grid(&[
        "profile",
        "sampling",
        "overlap",
        "HPS",
        "plain DISE",
        "HPS / DISE",
        "every event",
        "paper: HPS",
        "plain DISE",
    ]);
    for (at, row) in programs[0].rows.iter().enumerate() {
        let rows = || programs.iter().map(|program| (program, &program.rows[at]));
        let mean = |value: &dyn Fn(&Measured, &Row) -> f64| {
            rows().map(|(program, row)| value(program, row)).sum::<f64>() / programs.len() as f64
        };
        let published = row.profiled.published().filter(|_| row.setting == SETTINGS[0]);
        let paper = |which: usize| published.map_or(String::new(), |paper| format!("{} %", paper[which]));
        let [hps, dise] = [0, 2].map(|which| mean(&|program, row| program.overheads(row)[which]));
        grid.add_row([
            row.profiled.name().to_string(),
            row.setting.to_string(),
            as_percent(mean(&|_, row| row.overlap)),
            as_percent(hps),
            as_percent(dise),
            as_percent(if dise > 0.0 { hps / dise } else { 0.0 }),
            as_percent(mean(&|program, row| program.overheads(row)[3])),
            paper(0),
            paper(1),
        ]);
    }
    grid
}

/// Every row with its exact figures.
pub fn csv(programs: &[Measured], costs: &Costs) -> String {
    let mut text = "program,core,instructions,cycles,checks,profile,sampling,events,all_events,\
                    r_part,r_whole,r,counted_part,counted_whole,counted,agrees,overlap,\
                    vcyc,handler_cycles,test_cycles,added_hps,added_dise,added_all,\
                    overhead_hps,overhead_eq4,overhead_dise,overhead_all,basic_software\n"
        .to_string();
    for program in programs {
        for row in &program.rows {
            let rate = row.setting.rate().unwrap_or_default();
            let (counted, added) = (row.counted, row.added);
            text += &format!(
                "{},{},{},{},{},{},{},",
                program.name,
                program.core,
                program.instructions,
                program.cycles,
                program.checks,
                row.profiled.name(),
                row.setting
            );
            text += &format!(
                "{},{},{},{},{:.6},{},{},{:.6},{},{:.6},",
                row.events,
                row.all,
                rate.part,
                rate.whole,
                rate.value(),
                counted.part,
                counted.whole,
                counted.value(),
                row.setting.agrees(counted),
                row.overlap
            );
            text += &format!(
                "{},{},{},{},{},{},",
                row.in_line, row.handler, costs.test, added.by_counters, added.by_tests, added.exhaustively
            );
            let [hps, equation, dise, all] = program.overheads(row);
            text += &format!("{hps:.6},{equation:.6},{dise:.6},{all:.6},{:.6}\n", program.basic(costs.check));
        }
    }
    text
}

/// The JSON contract.
pub fn contract(programs: &[Measured], costs: &Costs) -> Value {
    let row = |program: &Measured, row: &Row| {
        let rate = row.setting.rate().unwrap_or_default();
        let [hps, equation, dise, all] = program.overheads(row);
        json!({
            "profile": row.profiled.name(), "sampling": row.setting.to_string(), "events": row.events,
            "all_events": row.all,
            "r": [rate.part as u64, rate.whole as u64], "counted": [row.counted.part as u64, row.counted.whole as u64],
            "agrees": row.setting.agrees(row.counted), "overlap": row.overlap, "vcyc": row.in_line,
            "handler_cycles": row.handler,
            "added_hps": row.added.by_counters, "added_dise": row.added.by_tests, "added_all": row.added.exhaustively,
            "overhead_hps": hps, "overhead_eq4": equation, "overhead_dise": dise, "overhead_all": all,
        })
    };
    let program = |program: &Measured| {
        json!({
            "program": program.name, "core": program.core, "instructions": program.instructions,
            "cycles": program.cycles,
            "checks": program.checks, "basic_software": program.basic(costs.check),
            "rows": program.rows.iter().map(|one| row(program, one)).collect::<Vec<_>>(),
        })
    };
    json!({
        "handler_cycles": costs.handlers, "test_cycles": costs.test, "check_cycles": costs.check,
        "programs": programs.iter().map(program).collect::<Vec<_>>(),
    })
}

/// Overheads of a profile, beside those of the paper, as a drawing.
pub fn picture(programs: &[Measured], profiled: Profiled, setting: Sampler) -> String {
    let values = |which: usize| {
        let row = |program: &Measured| {
            let found = program.rows.iter().find(|row| row.profiled == profiled && row.setting == setting);
            found.map_or(0.0, |row| 100.0 * program.overheads(row)[which])
        };
        let mut values: Vec<f64> = programs.iter().map(row).collect();
        values.push(values.iter().sum::<f64>() / values.len() as f64);
        values
    };
    let mut groups: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
    groups.push("mean");
    let mut series = [Series { name: "HPS", values: values(0) }, Series { name: "plain DISE", values: values(2) }];
    if let Some(paper) = profiled.published().filter(|_| setting == SETTINGS[0]) {
        groups.push("mean of the HPS paper");
        series.iter_mut().zip(paper).for_each(|(series, mean)| series.values.push(mean));
    }
    let title = format!("overhead of profiling {}, {}", profiled.name(), setting);
    plots::bars(&title, "% of the program's cycles", &groups, &series, &[])
}

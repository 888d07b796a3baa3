//! What is done with streams of events: docs/measured/coalescer.md, profiler.md.
use crate::Done;
use crate::ask::{asked, name, number, percent, table, told, whole};
use std::path::Path;

pub fn coalescer(traces: &[String]) -> Done {
    let columns: Vec<&str> = traces.iter().map(|file| name(file)).collect();
    let mut rows = vec![];
    for entries in [16, 64, 256, 1024, 4096] {
        let mut row = vec![entries.to_string()];
        for file in traces {
            eprintln!("{entries} entries, {file}");
            let said = asked(&format!("profile --key-bits 48 --coalesce {entries}"), &[Path::new(file)])?;
            let ratio = number(&said["n"]) / number(&said["emitted"]);
            row.push(if ratio < 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.0}") });
        }
        rows.push(row);
    }
    table("coalescer-effect", &[&["`E`"][..], &columns].concat(), &rows);
    Ok(())
}

/// Retirements of a program that count.
const LIMIT: u64 = 3_000_000;

pub fn edges(programs: &[String]) -> Done {
    let folder = tempfile::tempdir()?;
    let (trace, dump) = (folder.path().join("retired.rvfi.zst"), folder.path().join("tree.json"));
    let sizes = [512, 1024, 2048, 4096];
    let mut rows: Vec<Vec<String>> = sizes.iter().map(|nodes| vec![nodes.to_string()]).collect();
    for file in programs {
        eprintln!("{file}");
        let elf = Path::new(file);
        told(&format!("trace capture --core picorv32 --limit {LIMIT} -o"), &[&trace, elf])?;
        for (nodes, row) in sizes.iter().zip(&mut rows) {
            let grow = format!("profile --event edges --key-bits 64 --nodes {nodes} --coalesce 1024 --dump");
            told(&grow, &[&dump, &trace])?;
            let said = asked("report --edges --elf", &[elf, &dump])?;
            row.push(format!("{:.1} %", percent(whole(&said["edges"]["certain"]), whole(&said["n"]))));
        }
    }
    let names: Vec<&str> = programs.iter().map(|file| name(file)).collect();
    table("profiler-nodes-for-edges", &[&["nodes"][..], &names].concat(), &rows);
    Ok(())
}

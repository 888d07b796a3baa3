//! `treetap farm` through the real Slurm, whose daemons all run here: a task that fails, a queue that forgets, a node
//! that dies in the middle, and the bytes of a local run.
use crate::support::command::{MISMATCH, OK, TREETAP, json, stderr};
use crate::support::slurm::{Cluster, PROGRAMS, eventually, is_root};
use crate::support::tools::{installed, skip};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Twelve tasks of a second; the second fails until somebody has tried it once. A run's marks are its own.
const SWEEP: &str = r#"
command = ["sh", "-c", "echo task {a}; sleep 1; if test {a} = 2 && mkdir \"$MARKS/tried\"; then exit 3; fi"]
parameters.a = { from = 1, to = 12 }
"#;

/// What `treetap farm` says there, which has to end like this.
fn farm(cluster: &Cluster, code: i32, words: &[&str]) -> String {
    let output = cluster.command(TREETAP, &[&["farm"], words].concat()).output().unwrap();
    let read = |name: &str| fs::read_to_string(cluster.path().join(name)).unwrap_or_default();
    let logs = ["ctld.log", "n1.log", "n2.log", "run/submitted/1.log"].map(read).concat();
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}{logs}", stderr(&output));
    stderr(&output)
}

/// Arrays that were submitted. Slurm gives numbers to their jobs, too, as these begin: which ones depends on its haste.
fn arrays(said: &str) -> usize {
    let jobs = said.lines().find_map(|line| line.strip_prefix("treetap: submit: jobs "));
    jobs.map_or(0, |jobs| jobs.split(", ").count())
}

/// A row of the table of docs/measured/farm.md: what happened, how many of twelve results there are, what was said.
fn row(cluster: &Cluster, what: &str, said: &str) {
    let last = said.lines().rev().find(|line| line.starts_with("treetap: ")).unwrap_or_default();
    let last = last.trim_start_matches("treetap: ").replace(&format!("{}/", cluster.path().display()), "");
    println!("| {what} | {} | {last} |", done(cluster));
}

fn done(cluster: &Cluster) -> u64 {
    let run = cluster.path().join("run");
    json(&["--json", "farm", "status", run.to_str().unwrap()])["done"].as_u64().unwrap()
}

#[test]
fn slurm_may_forget_fail_and_die_and_the_bytes_are_those_of_a_local_run() {
    if !installed(&PROGRAMS) {
        return;
    }
    if !is_root() {
        return skip("daemons of Slurm need root");
    }
    let mut cluster = Cluster::start(6);
    let file = |name: &str| cluster.path().join(name);
    fs::write(file("sweep.toml"), SWEEP).unwrap();
    fs::create_dir(file("local")).unwrap();
    fs::create_dir(file("slurm")).unwrap();
    let locally = |words: &[&str]| {
        let mut command = cluster.command(TREETAP, &[&["farm"], words].concat());
        command.env("MARKS", file("local")).output().unwrap().status.code()
    };
    assert_eq!(locally(&["plan", "sweep.toml", "-o", "here"]), Some(OK));
    assert_eq!(locally(&["submit", "here", "--on", "local", "--limit", "12"]), Some(MISMATCH));
    assert_eq!(locally(&["submit", "here", "--on", "local", "--gather", "here.txt"]), Some(OK));

    let marks = format!("--export=ALL,MARKS={}", file("slurm").display());
    let submit = ["submit", "run", "--on", "slurm", "--with", &marks];
    farm(&cluster, OK, &["plan", "sweep.toml", "-o", "run"]);
    // Twelve jobs are three arrays, of which none may have more than five.
    let said = farm(&cluster, OK, &submit);
    assert_eq!(arrays(&said), 3, "{said}");
    println!("| what happens | results of 12 | what is said |");
    row(&cluster, "`submit --on slurm`, jobs of a task each", &said);
    let lines = |number: u32| fs::read_to_string(file(&format!("run/submitted/{number}.ids"))).unwrap().lines().count();
    assert_eq!([1, 2, 3].map(lines), [5, 5, 2]);
    let said = farm(&cluster, MISMATCH, &submit);
    assert!(said.contains("jobs of this run are queued"));
    row(&cluster, "`submit` again while they are queued", &said);
    eventually("some tasks are done, and one has failed", || done(&cluster) >= 2 && has_files(&file("run/failed")));

    // The queue forgets what it has.
    cluster.says("scancel", &["--user=root"]);
    eventually("the queue is empty", || cluster.says("squeue", &["-h"]).is_empty());
    assert!(done(&cluster) < 12, "something is left");
    row(&cluster, "task 2 has failed, as it does once; `scancel`: the queue forgets the others", "");
    let said = farm(&cluster, MISMATCH, &["gather", "run", "-o", "early"]);
    assert!(said.contains("results are missing"));
    row(&cluster, "`gather`", &said);
    assert!(!file("early").exists());

    // A node goes down while it works.
    let said = farm(&cluster, OK, &[&submit[..], &["--pack", "2", "--limit", "2"]].concat());
    assert_eq!(arrays(&said), 1, "{said}");
    row(&cluster, "`submit` again, packs of two tasks", &said);
    eventually("the second node works", || cluster.runs("n2", "sleep"));
    let before = done(&cluster);
    assert!(cluster.pull_the_plug("n2", 3) > 0 && before < 12, "{before} were done");
    let file = |name: &str| cluster.path().join(name);
    assert!(has_files(&file("run/work")), "an attempt without an end");
    row(&cluster, "the second node loses power while a task runs there", "");
    let said = farm(&cluster, OK, &[&submit[..], &["--again", "--gather", "there.txt"]].concat());
    row(&cluster, "`submit --again --gather`", &said);
    eventually("all is done", || done(&cluster) == 12);
    eventually("it is gathered", || file("there.txt").exists());
    assert_eq!(fs::read(file("there.txt")).unwrap(), fs::read(file("here.txt")).unwrap());
    let said = farm(&cluster, OK, &["gather", "run", "-o", "again.txt"]);
    assert_eq!(fs::read(file("again.txt")).unwrap(), fs::read(file("here.txt")).unwrap());
    row(&cluster, "gathered by the queue and by hand: the bytes of a run on this machine alone", &said);
}

/// What `fit --prove` places through Slurm is what it places here, and it waits for the end of the jobs.
#[test]
fn fit_places_through_slurm_what_it_places_here() {
    if !installed(&PROGRAMS) {
        return;
    }
    if !is_root() {
        return skip("daemons of Slurm need root");
    }
    let cluster = Cluster::start(6);
    let proved = |folder: &str, more: &[&str]| -> Value {
        let mut words =
            vec!["--json", "fit", "shape:zipf?events=30000&seed=3", "--device", "up5k", "--engine", "serial"];
        words.extend(["--key-bits", "32", "--nodes", "64", "--count-bits", "32", "--entries", "0,64", "--fifo", "0"]);
        words.extend(["--eps", "off", "--prove", folder, "--points", "2"]);
        words.extend(more);
        let output = cluster.command(TREETAP, &words).output().unwrap();
        assert_eq!(output.status.code(), Some(OK), "{words:?}: {}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let there = proved("there", &["--on", "slurm", "--with", "--time=30"]);
    let placed = there["placed"].as_array().unwrap();
    assert_eq!((placed.len(), &there["missing"]), (2, &0.into()), "{there}");
    // Both nodes took part, and Slurm has no job left.
    let hosts = |run: &str| {
        let run = cluster.path().join(run);
        json(&["--json", "farm", "status", run.to_str().unwrap()])["hosts"].as_u64()
    };
    assert_eq!(hosts("there"), Some(2));
    assert!(cluster.says("squeue", &["-h"]).is_empty(), "it waited for the end");
    let here = proved("here", &[]);
    assert_eq!((hosts("here"), &here["placed"], &here["missing"]), (Some(1), &there["placed"], &there["missing"]));
    // What has a result is not submitted again: no job has a later number.
    proved("there", &["--on", "slurm"]);
    let lists = fs::read_dir(cluster.path().join("there/submitted")).unwrap().count();
    assert_eq!(lists, 3, "a list, a script and a log of one array");

    // Who waits is told of a task that failed, and gathers what there is.
    fs::write(
        cluster.path().join("sweep.toml"),
        "command = ['sh', '-c', 'echo {a}; exit {a}']\nparameters.a = [0, 1]\n",
    )
    .unwrap();
    farm(&cluster, OK, &["plan", "sweep.toml", "-o", "ends"]);
    let wait = ["submit", "ends", "--on", "slurm", "--wait", "--gather", "ends.txt"];
    let said = farm(&cluster, MISMATCH, &wait);
    assert!(said.contains("1 of 2 tasks have no result") && !cluster.path().join("ends.txt").exists(), "{said}");
    farm(&cluster, OK, &["gather", "ends", "--partial", "-o", "ends.txt"]);
    assert_eq!(fs::read(cluster.path().join("ends.txt")).unwrap(), b"0\n");
}

/// `examples/farm.sh`, which the targets of make call: what it prints is the same here and through Slurm, and its tasks
/// know nothing of where they run.
#[test]
fn the_script_of_make_prints_the_same_bytes_here_and_through_slurm() {
    if !installed(&PROGRAMS) {
        return;
    }
    if !is_root() {
        return skip("daemons of Slurm need root");
    }
    let cluster = Cluster::start(6);
    let sweeps = cluster.path().join("examples/farm");
    fs::create_dir_all(&sweeps).unwrap();
    let sweep = r#"
        command = ["sh", "-c", """
            echo '|a|'; echo '|-|'; echo "|{a} ${{ON-none}} ${{WITH-none}} ${{MAKEFLAGS-none}}|" """]
        parameters.a = [3, 1, 2]
        gather.as = "markdown"
    "#;
    fs::write(sweeps.join("small.toml"), sweep).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/farm.sh");
    let printed = |on: &str, with: &str| {
        let mut command = cluster.command("sh", &[script.to_str().unwrap(), "small"]);
        command.envs([("TREETAP", TREETAP), ("OUT", on), ("ON", on), ("WITH", with), ("MAKEFLAGS", "ON=slurm")]);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(OK), "{on}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let there = printed("slurm", "--pack 2 --with --time=30");
    assert_eq!(there, "|a|\n|-|\n|3 none none none|\n|1 none none none|\n|2 none none none|\n");
    assert_eq!(printed("local", "--limit 1"), there);
    let submitted = |out: &str| has_files(&cluster.path().join(out).join("farm/small/submitted"));
    assert!(submitted("slurm") && !submitted("local"), "each ran where it was to");
}

fn has_files(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_some()
}

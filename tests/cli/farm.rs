//! `treetap farm`: results are files, and nothing else decides what is done.
use crate::support::command::{
    BAD_INPUT, INTERRUPTED, MISMATCH, MISSING_TOOL, OK, TREETAP, USAGE, json, program, stderr, stdout,
};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder in which commands run, with a sweep.
struct Place(tempfile::TempDir);

impl Place {
    fn new(sweep: &str) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.sweep(sweep);
        place
    }

    fn sweep(&self, text: &str) {
        fs::write(self.file("sweep.toml"), text).unwrap();
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(TREETAP);
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs the command, which has to end like this; what it printed on both streams.
    fn says(&self, code: i32, arguments: &[&str]) -> String {
        let output: Output = self.command(arguments).output().unwrap();
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        said
    }

    fn plan(&self, run: &str) -> String {
        self.says(OK, &["farm", "plan", "sweep.toml", "-o", run])
    }

    fn gathered(&self, run: &str) -> String {
        self.says(OK, &["farm", "gather", run, "-o", "all"]);
        self.text("all")
    }

    fn status(&self, run: &str) -> Value {
        json(&["--json", "farm", "status", self.file(run).to_str().unwrap()])
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.file(folder)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Twelve tasks; the fifth fails until somebody has tried it once.
const TWELVE: &str = r#"
command = ["sh", "-c", """
    echo task {a} {b}; if test {a}{b} = 2x && mkdir tried 2>/dev/null; then echo no >&2; exit 3; fi"""]
pack = 3
[parameters]
a = { from = 1, to = 6 }
b = ["x", "y"]
"#;

fn twelve() -> String {
    (1..=6).flat_map(|a| ["x", "y"].map(|b| format!("task {a} {b}\n"))).collect()
}

#[test]
fn what_failed_runs_again_and_what_is_done_does_not() {
    let place = Place::new(TWELVE);
    assert!(place.plan("run").contains("4 of up to 3 tasks"));
    let said = place.says(MISMATCH, &["farm", "submit", "run", "--on", "local", "--limit", "2"]);
    assert!(said.contains("1 of 12 tasks failed: 3") && said.contains("exit code 3\nno"), "{said}");
    let said = place.says(MISMATCH, &["farm", "gather", "run", "-o", "all"]);
    assert!(said.contains("1 of 12 results are missing:\ntasks 3\n  3 a=2 b=x: exit code 3"), "{said}");
    assert!(!place.file("all").exists());
    place.says(OK, &["farm", "gather", "run", "-o", "all", "--partial"]);
    assert_eq!(place.text("all"), twelve().replace("task 2 x\n", ""));
    let status = place.status("run");
    assert_eq!((&status["done"], &status["missing"], &status["failed"]), (&11.into(), &"3".into(), &1.into()));
    let failing = &status["failures"][0];
    assert_eq!((&failing["id"], &failing["times"], &failing["said"]), (&3.into(), &1.into(), &"no".into()));
    let table = place.says(OK, &["farm", "status", "run"]);
    for words in ["11 of 12", "a=2 b=x", "exit code 3", "processors", "memory", "time left"] {
        assert!(table.contains(words), "{words}: {table}");
    }
    let said = place.says(OK, &["farm", "exec", "run", "1-4"]);
    assert!(said.contains("1 done, 3 were done before, 0 failed"), "{said}");
    assert_eq!(place.gathered("run"), twelve());
    let status = place.status("run");
    assert!(status["wall_s"]["sum"].as_f64() > Some(0.0) && status["memory_bytes"]["most"].as_f64() > Some(1e5));
    assert_eq!((place.names("run/failed").len(), place.names("run/work").len()), (0, 0));
    // Another plan of the same keeps all, and a new value has but its own tasks to do.
    place.sweep(&TWELVE.replace("to = 6", "to = 7"));
    assert!(place.plan("run").contains("with a result         12"));
    let said = place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    assert!(said.contains("submit: 2 tasks; 12 are done"), "{said}");
    assert_eq!(place.gathered("run"), twelve() + "task 7 x\ntask 7 y\n");
}

#[test]
fn shards_of_a_packed_trace_come_to_what_merge_makes_of_them() {
    let trace = program();
    let place = Place::new(
        r#"
        command = [
            "treetap", "profile", "t.u64.zst", "--key-bits", "32", "--nodes", "64", "--shard", "{i}/5",
            "--dump", "{out}"
        ]
        parameters.i = { from = 1, to = 5 }
        depends.files = ["t.u64.zst"]
        gather = { as = "profile", nodes = 128 }
        "#,
    );
    place.says(OK, &["trace", "convert", &trace.path, "--to", "u64", "-o", "t.u64.zst"]);
    place.plan("run");
    place.says(OK, &["farm", "submit", "run", "--on", "local", "--gather", "all"]);
    let mut parts = vec![];
    for part in 1..=5 {
        let (file, shard) = (format!("{part}.json"), format!("{part}/5"));
        let words = ["profile", "t.u64.zst", "--key-bits", "32", "--nodes", "64", "--shard", &shard, "--dump", &file];
        place.says(OK, &words);
        parts.push(file);
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    place.says(OK, &[&["merge", "--nodes", "128", "-o", "merged"][..], &parts].concat());
    assert_eq!(place.text("all"), place.text("merged"));
    // Every bound holds against the exact counts.
    let keys: Vec<u64> =
        fs::read(&trace.path).unwrap().as_chunks().0.iter().map(|key| u64::from_le_bytes(*key)).collect();
    let dump: treetap::report::json::Dump = serde_json::from_str(&place.text("all")).unwrap();
    let profile = dump.profile().unwrap();
    assert_eq!((profile.n, keys.len()), (40_000, 40_000));
    let mut checked = 0;
    for node in &profile.tree {
        let last = node.prefix + ((1_u64 << (32 - 2 * u32::from(node.level))) - 1);
        let exact = keys.iter().filter(|key| (node.prefix..=last).contains(*key)).count() as u64;
        let (lo, hi) = profile.query(node.prefix, last);
        assert!(lo <= exact && exact <= hi, "{:#x}..{last:#x}: {lo} <= {exact} <= {hi}", node.prefix);
        checked += 1;
    }
    assert!(checked > 40, "{checked} ranges");
}

#[test]
fn a_parameter_takes_other_values_and_results_that_are_there_are_kept() {
    let place = Place::new("command = ['echo', '{a}', '{b}']\nparameters.a = [1, 2]\nparameters.b = ['x', 'y']\n");
    fn set<'a>(words: &[&'a str]) -> Vec<&'a str> {
        [&["farm", "plan", "sweep.toml", "-o", "run"], words].concat()
    }
    place.says(OK, &set(&["--set", "a=7,1=2", "--set", "b=x"]));
    place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    assert_eq!(place.gathered("run"), "7 x\n1=2 x\n");
    assert!(place.says(OK, &set(&["--set", "b=x", "--set", "a=7"])).contains("with a result         1"));
    assert_eq!(place.gathered("run"), "7 x\n");
    for (words, why) in [
        ("c=1", "there is no parameter c: expected one of a, b"),
        ("a=", "parameter a: expected values with commas between them"),
        ("a=1,,2", "parameter a: expected values with commas between them"),
    ] {
        let said = place.says(BAD_INPUT, &set(&["--set", words]));
        assert!(said.contains("sweep.toml") && said.contains(why), "{said}");
    }
    assert!(place.says(USAGE, &set(&["--set", "a"])).contains("expected NAME=VALUE,VALUE"));
}

#[test]
fn a_result_is_of_what_was_planned() {
    let place = Place::new("command = ['cp', 'in{a}', '{out}']\nparameters.a = [1, 2]\ndepends.files = ['in{a}']\n");
    let said = place.says(BAD_INPUT, &["farm", "plan", "sweep.toml", "-o", "run"]);
    assert!(said.contains("in1: cannot open") && !place.file("run").exists(), "{said}");
    fs::write(place.file("in1"), "1\n").unwrap();
    fs::write(place.file("in2"), "2\n").unwrap();
    place.plan("run");
    place.says(OK, &["farm", "exec", "run", "1"]);
    fs::write(place.file("in2"), "3\n").unwrap();
    let said = place.says(BAD_INPUT, &["farm", "submit", "run", "--on", "local"]);
    assert!(said.contains("task 2: file in2 is sha256:") && said.contains("plan again"), "{said}");
    // Touched, but the same: nothing changed.
    fs::write(place.file("in2"), "2\n").unwrap();
    place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    assert_eq!(place.gathered("run"), "1\n2\n");
    fs::write(place.file("in2"), "4\n").unwrap();
    assert!(place.plan("run").contains("with a result         1"));
    place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    assert_eq!(place.gathered("run"), "1\n4\n");
    // The disk lost bytes of one result, and changed those of another.
    let results = place.names("run/results");
    let output = |name: &String| place.file("run/results").join(name).join("output");
    for name in &results {
        fs::write(output(name), "x\n").unwrap();
    }
    let said = place.says(BAD_INPUT, &["farm", "gather", "run"]);
    assert!(said.contains("task 1: damaged") && said.contains("submit again"), "{said}");
    for name in &results {
        fs::write(output(name), "").unwrap();
    }
    assert!(place.says(MISMATCH, &["farm", "gather", "run"]).contains("2 of 2 results are missing"));
    place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    assert_eq!(place.gathered("run"), "1\n4\n");
}

#[test]
fn emitted_verilog_and_tools_are_part_of_the_name_of_a_result() {
    let sweep = "command = ['treetap', 'gen', 'select', '--preset', '{p}', '-o', '{p}']\nparameters.p = ['nano']\n\
        depends = { verilog = ['select:{p}'], tools = ['make'], program = false }\n";
    let place = Place::new(sweep);
    place.plan("run");
    let task: Value = serde_json::from_str(&place.text("run/tasks.jsonl")).unwrap();
    let depends = task["depends"].as_object().unwrap();
    assert_eq!(depends.keys().collect::<Vec<_>>(), ["tool make", "verilog select:nano"]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sums = fs::read_to_string(root.join("rtl/SHA256SUMS.code")).unwrap();
    let kept = sums.lines().find_map(|line| line.strip_suffix("  treetap_select_nano.v")).unwrap();
    assert_eq!(depends["verilog select:nano"], kept);
    for (from, to, code, expected) in [
        ("select:{p}", "selekt:{p}", USAGE, "selekt"),
        ("select:{p}", "select", USAGE, "expected UNIT:PRESET"),
        ("['make']", "['mak']", USAGE, "no tool is called `mak`"),
        ("'treetap'", "'treetop'", MISSING_TOOL, "treetop is not in PATH"),
    ] {
        place.sweep(&sweep.replace(from, to).replace("program = false", "program = true"));
        let said = place.says(code, &["farm", "plan", "sweep.toml", "-o", "other"]);
        assert!(said.contains(expected), "{to}: {said}");
    }
    assert!(!place.file("other").exists());
}

#[test]
fn a_killed_task_is_no_result() {
    let place = Place::new("command = ['sh', '-c', 'echo half; echo $$ > pid; test -e go || sleep 100']\n");
    place.plan("run");
    let written = || fs::read_to_string(place.file("pid")).is_ok_and(|pid| pid.ends_with('\n'));
    let start = || {
        let _ = fs::remove_file(place.file("pid"));
        let child = place.command(&["farm", "exec", "run", "1"]).stderr(Stdio::null()).spawn().unwrap();
        eventually("a task runs", written);
        child
    };
    let is_alive = || Path::new("/proc").join(place.text("pid").trim()).join("exe").exists();
    // The machine goes down: the attempt stays, and is no result.
    let mut child = start();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(Command::new("kill").arg("-KILL").arg(place.text("pid").trim()).status().unwrap().success());
    assert_eq!((place.names("run/work").len(), place.names("run/results").len()), (1, 0));
    assert!(place.says(MISMATCH, &["farm", "gather", "run"]).contains("1 of 1 results are missing"));
    assert_eq!(place.status("run")["running"], 1, "nobody knows yet that it is dead");
    let said = place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    assert!(said.contains("0 tasks; 0 are done, 1 are being worked on"), "{said}");
    // An interrupt leaves neither files nor programs.
    let mut child = start();
    Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(INTERRUPTED));
    eventually("the program of the task is gone", || !is_alive());
    assert_eq!((place.names("run/work").len(), place.names("run/results").len()), (1, 0));
    fs::write(place.file("go"), "").unwrap();
    place.says(OK, &["farm", "submit", "run", "--on", "local", "--again"]);
    assert_eq!(place.gathered("run"), "half\n");
    // Twice at a time costs nothing but time.
    let children = [0, 1].map(|_| place.command(&["farm", "exec", "run", "1"]).stderr(Stdio::null()).spawn().unwrap());
    children.into_iter().for_each(|mut child| assert!(child.wait().unwrap().success()));
    assert_eq!(place.gathered("run"), "half\n");
}

#[test]
fn a_full_disk_leaves_no_result() {
    let place = Place::new("command = ['head', '-c', '{n}', '/dev/zero']\nparameters.n = [1000, 100000]\n");
    place.plan("run");
    // The limit on file sizes fails a write in the middle, as a full disk does.
    let script = format!("trap '' XFSZ; ulimit -f 64; exec {TREETAP} farm submit run --on local");
    let output = Command::new("sh").args(["-c", &script]).current_dir(place.0.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(MISMATCH), "{}", stderr(&output));
    assert!(stderr(&output).contains("n=100000") && stderr(&output).contains("head"), "{}", stderr(&output));
    assert_eq!(place.status("run")["missing"], "2");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec {TREETAP} farm submit run --on local");
    let output = Command::new("sh").args(["-c", &script]).current_dir(place.0.path()).output().unwrap();
    assert_ne!(output.status.code(), Some(OK));
    assert_eq!((place.names("run/results").len(), place.names("run/work").len()), (1, 0));
    place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    assert_eq!(place.gathered("run").len(), 101_000);
}

/// The template for Sun Grid Engine in docs/user/farm.md.
const SGE: &str = "qsub -cwd -V -b y -j y -N {name} -o {log} {treetap} farm exec {run} {ids}";

#[test]
fn a_command_is_given_the_words_of_each_pack() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/user/farm.md")).unwrap();
    assert!(page.contains(SGE), "the page has the template");
    let place = Place::new(TWELVE);
    fs::create_dir(place.file("bin")).unwrap();
    let qsub = place.file("bin/qsub");
    fs::write(&qsub, "#!/bin/sh\nfor word; do printf '[%s]' \"$word\"; done >> words; echo >> words\n").unwrap();
    fs::set_permissions(&qsub, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", place.file("bin").display(), std::env::var("PATH").unwrap());
    place.plan("a run");
    place.says(MISMATCH, &["farm", "exec", "a run", "3,7"]);
    let output = place.command(&["farm", "submit", "a run", "--on", SGE]).env("PATH", path).output().unwrap();
    assert_eq!(output.status.code(), Some(OK), "{}", stderr(&output));
    let run = place.file("a run").canonicalize().unwrap().display().to_string();
    let words = place.text("words");
    let lines: Vec<_> = words.lines().collect();
    assert_eq!(lines.len(), 4, "{words}");
    for (line, ids) in lines.iter().zip(["1-3", "4-6", "8-10", "11-12"]) {
        let (before, after) = line.split_once("[-N][sweep-").unwrap();
        assert_eq!(before, "[-cwd][-V][-b][y][-j][y]");
        let end = format!("[-o][{run}/submitted/log][{TREETAP}][farm][exec][{run}][{ids}]");
        assert!(after.ends_with(&end), "{line}");
    }
    // A command that does it at once, two at a time.
    let now = ["farm", "submit", "a run", "--on", "{treetap} farm exec {run} {ids}", "--limit", "2", "--pack", "5"];
    place.says(OK, &now);
    assert_eq!(place.gathered("a run"), twelve());
    let place = Place::new(TWELVE);
    place.plan("run");
    assert!(place.says(MISMATCH, &["farm", "submit", "run", "--on", "false {ids}"]).contains("4 of 4 commands failed"));
}

#[test]
fn rows_have_their_parameters_before_them() {
    let place = Place::new(
        "command = ['printf', 'n\\n{n}\\n']\nparameters.n = [3, 1]\ngather = { as = 'csv', parameters = true }\n",
    );
    place.sweep(&place.text("sweep.toml").replace("\\n", "\\\\n").replace('\'', "\""));
    place.plan("run");
    place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    assert_eq!(place.says(OK, &["farm", "gather", "run"]), "n,n\n3,3\n1,1\n");
    let place = Place::new("command = ['echo', '{n}']\nparameters.n = ['{\"a\":1}', 'x']\ngather.as = 'jsonl'\n");
    place.plan("run");
    place.says(OK, &["farm", "submit", "run", "--on", "local"]);
    let said = place.says(BAD_INPUT, &["farm", "gather", "run", "-o", "all"]);
    assert!(said.contains("task 2: line 1") && !place.file("all").exists(), "{said}");
}

#[test]
fn what_cannot_be_asked_for_is_refused() {
    let place = Place::new(TWELVE);
    place.plan("run");
    for (code, words, expected) in [
        (USAGE, vec!["farm", "submit", "run", "--on", "loca"], "expected local, slurm, or a command with {ids}"),
        (USAGE, vec!["farm", "submit", "run", "--on", "x {ids} {id}"], "{id} is no parameter: expected one of {ids}"),
        (USAGE, vec!["farm", "submit", "run", "--on", "local", "--with", "-p"], "expected --on slurm"),
        (USAGE, vec!["farm", "submit", "run", "--on", "x {ids}", "--gather", "f"], "expected farm gather"),
        (USAGE, vec!["farm", "submit", "run", "--on", "x {ids}", "--wait"], "--wait: when a command's jobs have ended"),
        (USAGE, vec!["farm", "submit", "run", "--on", "local", "--limit", "0"], "--limit"),
        (USAGE, vec!["farm", "exec", "run", "13"], "no task 13: expected 1 to 12"),
        (USAGE, vec!["farm", "exec", "run", "1,x"], "expected numbers of tasks"),
        (BAD_INPUT, vec!["farm", "exec", ".", "1"], "expected what `treetap farm plan` writes"),
        (BAD_INPUT, vec!["farm", "plan", "gone.toml", "-o", "x"], "gone.toml: cannot read"),
        (BAD_INPUT, vec!["farm", "plan", "sweep.toml", "-o", "."], "expected a new folder"),
        (BAD_INPUT, vec!["farm", "plan", "sweep.toml", "-o", "/proc/run"], "/proc/run"),
        (BAD_INPUT, vec!["farm", "gather", "run", "--partial", "-o", "/proc/x"], "/proc/x: cannot write"),
    ] {
        let said = place.says(code, &words);
        assert!(said.contains(expected), "{words:?}: {said}");
    }
    let none = place.command(&["farm", "submit", "run", "--on", "slurm"]).env("PATH", "/nowhere").output().unwrap();
    assert_eq!(none.status.code(), Some(MISSING_TOOL));
    let lines = place.text("run/tasks.jsonl");
    fs::write(place.file("run/tasks.jsonl"), &lines[..lines.len() / 2]).unwrap();
    assert!(place.says(BAD_INPUT, &["farm", "status", "run"]).contains("tasks.jsonl: not the tasks of run.json"));
    for (text, expected) in [("command = ['x'", "sweep.toml: TOML parse error at line 1"), ("pack = 1", "`command`")] {
        place.sweep(text);
        let said = place.says(BAD_INPUT, &["farm", "plan", "sweep.toml", "-o", "other"]);
        assert!(said.contains(expected), "{said}");
    }
    place.sweep("command = ['echo', 'a']\nparameters.a = 1\n");
    let said = place.says(BAD_INPUT, &["farm", "plan", "sweep.toml", "-o", "other"]);
    assert!(said.contains("sweep.toml: parameter a is used nowhere"), "{said}");
    place.sweep("command = ['echo', 'a']\n[[case]]\n[[case]]\n");
    let said = place.says(BAD_INPUT, &["farm", "plan", "sweep.toml", "-o", "other"]);
    assert!(said.contains("tasks 1 and 2 are the same"), "{said}");
}

//! One output of many results, which are read in the order of their tasks.
use super::sweep::{Gather, Kind, Values};
use super::task::Task;
use serde_json::{Map, Value};

/// Puts results one after the other.
#[derive(Debug)]
pub struct Join {
    gather: Gather,
    /// Lines of headings of the first result, and the number of its task.
    headings: Option<(Vec<String>, u32)>,
}

impl Join {
    /// Nothing yet. Profiles are not joined but united: [`Merge`](crate::analysis::merge::Merge).
    pub fn new(gather: &Gather) -> Self {
        Self { gather: gather.clone(), headings: None }
    }

    /// What a result adds to the output.
    ///
    /// # Errors
    /// It is not what was promised: where, and what was expected.
    pub fn add(&mut self, task: &Task, result: &[u8]) -> Result<Vec<u8>, String> {
        match self.gather.kind {
            Kind::Concatenate | Kind::Profile => Ok(result.to_vec()),
            Kind::Jsonl => self.objects(task, text(result)?),
            Kind::Csv => self.rows(task, text(result)?, 1),
            Kind::Markdown => self.rows(task, text(result)?, 2),
        }
    }

    fn objects(&self, task: &Task, text: &str) -> Result<Vec<u8>, String> {
        let mut out = vec![];
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let value: Value = serde_json::from_str(line)
                .map_err(|error| format!("line {}: {error}: expected a line of JSON", at + 1))?;
            if self.gather.parameters {
                let object = value.as_object().ok_or_else(|| format!("line {}: expected an object", at + 1))?;
                let mut all = Map::from_iter([("parameters".to_string(), parameters(&task.parameters))]);
                all.extend(object.clone());
                serde_json::to_writer(&mut out, &all).expect("what was JSON has a JSON form");
            } else {
                out.extend_from_slice(line.as_bytes());
            }
            out.push(b'\n');
        }
        Ok(out)
    }

    /// Rows below as many headings, which stand in the output once.
    fn rows(&mut self, task: &Task, text: &str, lines: usize) -> Result<Vec<u8>, String> {
        let mut all = text.lines();
        let headings: Vec<String> = all.by_ref().take(lines).map(str::to_owned).collect();
        if headings.len() < lines {
            return Err(format!("{} lines: expected {lines} of headings", headings.len()));
        }
        let with =
            |before: String, row: &str| if before.is_empty() { row.to_owned() } else { format!("{before},{row}") };
        let mut out = vec![];
        match &self.headings {
            Some((first, id)) if *first != headings => {
                return Err(format!("`{}`: expected the headings of task {id}: `{}`", headings[0], first[0]));
            }
            Some(_) => {}
            None => {
                let names = if self.gather.parameters { cells(task.parameters.keys()) } else { String::new() };
                headings.iter().for_each(|line| out.push(with(names.clone(), line)));
                self.headings = Some((headings, task.id));
            }
        }
        let values = if self.gather.parameters { cells(task.parameters.values()) } else { String::new() };
        out.extend(all.filter(|row| !row.is_empty()).map(|row| with(values.clone(), row)));
        Ok(out.into_iter().flat_map(|line| (line + "\n").into_bytes()).collect())
    }
}

fn text(result: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(result).map_err(|wrong| format!("byte {}: expected UTF-8 text", wrong.valid_up_to()))
}

fn parameters(values: &Values) -> Value {
    values.iter().map(|(name, value)| (name.clone(), Value::from(value.clone()))).collect()
}

/// Cells of CSV, in quotes where they have to be (RFC 4180).
fn cells<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    let cell = |text: &String| match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.clone(),
    };
    texts.map(cell).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::super::sweep::Case;
    use super::super::task::Depends;
    use super::*;

    fn joined(gather: &Gather, results: &[&str]) -> Result<String, String> {
        let mut join = Join::new(gather);
        let mut out = vec![];
        for (at, result) in results.iter().enumerate() {
            let case = Case {
                parameters: Values::from([("a".into(), format!("v{at}")), ("b".into(), "x,\"y".into())]),
                command: vec![],
                environment: Values::new(),
                files: vec![],
                verilog: vec![],
            };
            out.extend(join.add(&Task::new(at as u32 + 1, case, Depends::new()), result.as_bytes())?);
        }
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn results_follow_each_other() {
        let kind = |kind| Gather { kind, ..Gather::default() };
        let with = |kind| Gather { kind, parameters: true, nodes: None };
        assert_eq!(joined(&kind(Kind::Concatenate), &["a", "b\n"]).unwrap(), "ab\n");
        assert_eq!(joined(&kind(Kind::Jsonl), &["1", "\n{\"x\": 2}\n3\n"]).unwrap(), "1\n{\"x\": 2}\n3\n");
        assert_eq!(
            joined(&with(Kind::Jsonl), &["{\"x\":2}"]).unwrap(),
            "{\"parameters\":{\"a\":\"v0\",\"b\":\"x,\\\"y\"},\"x\":2}\n"
        );
        assert_eq!(joined(&kind(Kind::Csv), &["h,i\n1,2\n", "h,i\n3,4"]).unwrap(), "h,i\n1,2\n3,4\n");
        assert_eq!(
            joined(&with(Kind::Csv), &["h\n1\n", "h\n3"]).unwrap(),
            "a,b,h\nv0,\"x,\"\"y\",1\nv1,\"x,\"\"y\",3\n"
        );
        assert_eq!(joined(&kind(Kind::Markdown), &["|h|\n|-|\n|1|\n", "|h|\n|-|\n"]).unwrap(), "|h|\n|-|\n|1|\n");
    }

    #[test]
    fn what_a_result_is_not_is_said() {
        let kind = |kind| Gather { kind, ..Gather::default() };
        let other = joined(&kind(Kind::Csv), &["h\n1\n", "i\n3"]).unwrap_err();
        assert_eq!(other, "`i`: expected the headings of task 1: `h`");
        assert_eq!(joined(&kind(Kind::Markdown), &["|h|"]).unwrap_err(), "1 lines: expected 2 of headings");
        assert!(joined(&kind(Kind::Jsonl), &["1\n{"]).unwrap_err().starts_with("line 2: "));
    }
}

//! The file that says what varies: a command, its parameters, what it depends on, how results become one.
use super::template::{OUT, Template};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Most tasks of a sweep: more of them want to be packed into fewer commands.
pub const TASKS_MAX: usize = 1_000_000;
/// Values of parameters, by their names.
pub type Values = BTreeMap<String, String>;

/// A sweep, as its file has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The words of the command, none of which goes through a shell; `treetap` is the program that runs it.
    command: Vec<String>,
    /// Variables of the environment that are set for it.
    #[serde(default)]
    environment: BTreeMap<String, String>,
    /// Tasks that one job runs, one after the other.
    #[serde(default = "one")]
    pack: usize,
    /// Every value of each with every value of the others, the last one fastest.
    #[serde(default)]
    parameters: toml::Table,
    /// Values that belong together, each case with every value of the parameters.
    #[serde(default)]
    case: Vec<toml::Table>,
    #[serde(default)]
    depends: DependsText,
    #[serde(default)]
    gather: Gather,
}

fn one() -> usize {
    1
}

/// What results depend on besides the words of their commands.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct DependsText {
    /// Files that the command reads.
    #[serde(default)]
    files: Vec<String>,
    /// `UNIT:PRESET` or `UNIT:PRESET:ENGINE`, of which the emitted Verilog counts.
    #[serde(default)]
    verilog: Vec<String>,
    /// Programs, by their names in `tools.toml`, of which the version counts.
    #[serde(default)]
    tools: Vec<String>,
    /// Whether the bytes of the command's program and of treetap count; they do if absent.
    program: Option<bool>,
}

/// How results become one.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Gather {
    /// What results are.
    #[serde(rename = "as", default)]
    pub kind: Kind,
    /// Puts the parameters of its task before each row of a CSV file, and into each object of JSON lines.
    #[serde(default)]
    pub parameters: bool,
    /// Nodes of the profile of all; as many as the largest had if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u32>,
}

/// What results are.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Bytes that follow each other.
    #[default]
    Concatenate,
    /// A line of JSON, or several.
    Jsonl,
    /// Lines below a line of headings, which all have in common.
    Csv,
    /// A table of Markdown: as CSV, with two lines of headings.
    Markdown,
    /// Profiles that are united as `treetap merge` does.
    Profile,
}

/// What a task is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Values of the parameters.
    pub parameters: Values,
    /// Words of the command; `{out}` is still in them.
    pub command: Vec<String>,
    /// Variables of the environment.
    pub environment: Values,
    /// Files that it reads.
    pub files: Vec<String>,
    /// Tops whose Verilog counts.
    pub verilog: Vec<String>,
}

impl Sweep {
    /// Reads a sweep.
    ///
    /// # Errors
    /// What is wrong, where, and what was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let sweep: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_string())?;
        if sweep.command.is_empty() {
            return Err("command: expected its words".into());
        }
        if sweep.pack == 0 {
            return Err("pack: expected 1 or more".into());
        }
        let Gather { kind, parameters, nodes } = sweep.gather;
        if parameters && !matches!(kind, Kind::Csv | Kind::Jsonl) {
            return Err("gather.parameters: expected as = \"csv\" or \"jsonl\"".into());
        }
        if nodes.is_some() && kind != Kind::Profile {
            return Err("gather.nodes: expected as = \"profile\"".into());
        }
        Ok(sweep)
    }

    /// Gives a parameter other values than the file does.
    ///
    /// # Errors
    /// The file has no such parameter, or there are no values.
    pub fn set(&mut self, name: &str, values: &[String]) -> Result<(), String> {
        if values.is_empty() || values.iter().any(String::is_empty) {
            return Err(format!("parameter {name}: expected values with commas between them"));
        }
        let known = self.parameters.keys().cloned().collect::<Vec<_>>().join(", ");
        let Some(parameter) = self.parameters.get_mut(name) else {
            let known = if known.is_empty() { "it has none".into() } else { format!("expected one of {known}") };
            return Err(format!("there is no parameter {name}: {known}"));
        };
        *parameter = values.iter().cloned().map(toml::Value::String).collect::<Vec<_>>().into();
        Ok(())
    }

    /// Tasks that one job runs.
    pub fn pack(&self) -> usize {
        self.pack
    }

    /// How results become one.
    pub fn gather(&self) -> Gather {
        self.gather.clone()
    }

    /// Programs whose versions count.
    pub fn tools(&self) -> &[String] {
        &self.depends.tools
    }

    /// Whether the bytes of the programs count.
    pub fn counts_program(&self) -> bool {
        self.depends.program.unwrap_or(true)
    }

    /// Every task: cases in their order, parameters in theirs, the last one fastest.
    ///
    /// # Errors
    /// A value that is none, a name that has no value, a parameter that no command has, too many tasks.
    pub fn cases(&self) -> Result<Vec<Case>, String> {
        let texts = Texts::of(self)?;
        let all = self.combined()?;
        let used = texts.names();
        let wanted = all.iter().flat_map(Values::keys).find(|name| !used.contains(&name[..]));
        if let Some(name) = wanted {
            return Err(format!("parameter {name} is used nowhere: expected {{{name}}} in the command"));
        }
        all.into_iter().map(|values| texts.fill(values)).collect()
    }

    /// How many tasks there are.
    ///
    /// # Errors
    /// A value that is none, too many tasks.
    pub fn tasks(&self) -> Result<usize, String> {
        let mut tasks = self.case.len().max(1);
        for (name, value) in &self.parameters {
            tasks = tasks.saturating_mul(Listed::of(name, value)?.len());
        }
        if tasks > TASKS_MAX {
            return Err(format!("more than {TASKS_MAX} tasks: expected fewer, each with more to do"));
        }
        Ok(tasks)
    }

    /// The values of every task.
    fn combined(&self) -> Result<Vec<Values>, String> {
        self.tasks()?;
        let mut all: Vec<Values> = if self.case.is_empty() { vec![Values::new()] } else { vec![] };
        for (at, case) in self.case.iter().enumerate() {
            let place = |name: &str| format!("case {}, {name}", at + 1);
            let value = |(name, value): (&String, &toml::Value)| {
                Ok((name_of(name)?, scalar(value).ok_or_else(|| not_one(&place(name)))?))
            };
            all.push(case.iter().map(value).collect::<Result<_, String>>()?);
        }
        for (name, value) in &self.parameters {
            let name = name_of(name)?;
            let values = Listed::of(&name, value)?.values();
            if all.iter().any(|case| case.contains_key(&name)) {
                return Err(format!("parameter {name} is in a case, too: expected it in one place"));
            }
            let with = |case: &Values, value: &String| {
                case.iter().map(|(n, v)| (n.clone(), v.clone())).chain([(name.clone(), value.clone())]).collect()
            };
            all = all.iter().flat_map(|case| values.iter().map(move |value| with(case, value))).collect();
        }
        Ok(all)
    }
}

fn not_one(place: &str) -> String {
    format!("{place}: expected a text, a number, true or false")
}

/// A name that braces may hold.
fn name_of(name: &str) -> Result<String, String> {
    match Template::parse(&format!("{{{name}}}")) {
        Ok(_) if name != OUT => Ok(name.into()),
        Ok(_) => Err(format!("parameter {OUT}: expected another name, {{{OUT}}} is the file of the result")),
        Err(_) => Err(format!("parameter `{name}`: expected a name of letters, digits, _ and -")),
    }
}

/// A value that a word can have.
fn scalar(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => Some(value.to_string()),
        toml::Value::Datetime(_) | toml::Value::Array(_) | toml::Value::Table(_) => None,
    }
}

/// `{ from = 1, to = 9, step = 2 }`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    from: i64,
    to: i64,
    #[serde(default)]
    step: Option<i64>,
}

/// The values of a parameter: a list, a range, or one.
enum Listed {
    Values(Vec<String>),
    Range(std::iter::StepBy<std::ops::RangeInclusive<i64>>),
}

impl Listed {
    fn of(name: &str, value: &toml::Value) -> Result<Self, String> {
        let place = format!("parameter {name}");
        let listed = match value {
            toml::Value::Array(list) => {
                let scalars = list.iter().map(scalar).collect::<Option<_>>();
                Listed::Values(
                    scalars.ok_or_else(|| format!("{place}: expected a list of texts, numbers, true or false"))?,
                )
            }
            toml::Value::Table(range) => {
                let expected = "expected { from = 1, to = 9 }, and a step where it is not 1";
                let range = range.clone().try_into();
                let range: Range =
                    range.map_err(|error| format!("{place}: {}: {expected}", toml::de::Error::message(&error)))?;
                let step = usize::try_from(range.step.unwrap_or(1)).ok().filter(|step| *step > 0);
                let step = step.ok_or_else(|| format!("{place}: expected a step of 1 or more"))?;
                Listed::Range((range.from..=range.to).step_by(step))
            }
            one => Listed::Values(vec![scalar(one).ok_or_else(|| not_one(&place))?]),
        };
        if listed.len() == 0 { Err(format!("{place}: expected a value")) } else { Ok(listed) }
    }

    /// How many; at least as many as can be said.
    fn len(&self) -> usize {
        match self {
            Listed::Values(values) => values.len(),
            Listed::Range(range) => range.size_hint().0,
        }
    }

    fn values(self) -> Vec<String> {
        match self {
            Listed::Values(values) => values,
            Listed::Range(range) => range.map(|value| value.to_string()).collect(),
        }
    }
}

/// The texts of a sweep in which parameters may be.
struct Texts {
    command: Vec<Template>,
    environment: Vec<(String, Template)>,
    files: Vec<Template>,
    verilog: Vec<Template>,
}

impl Texts {
    fn of(sweep: &Sweep) -> Result<Self, String> {
        let all = |what: &str, texts: &[String]| -> Result<Vec<_>, String> {
            texts.iter().map(|text| Template::parse(text).map_err(|why| format!("{what}: {why}"))).collect()
        };
        let variable = |(name, text): (&String, &String)| {
            let template = Template::parse(text).map_err(|why| format!("environment.{name}: {why}"))?;
            Ok((name.clone(), template))
        };
        let texts = Self {
            command: all("command", &sweep.command)?,
            environment: sweep.environment.iter().map(variable).collect::<Result<_, String>>()?,
            files: all("depends.files", &sweep.depends.files)?,
            verilog: all("depends.verilog", &sweep.depends.verilog)?,
        };
        let beside = texts.environment.iter().map(|(_, text)| text).chain(&texts.files).chain(&texts.verilog);
        if beside.into_iter().any(|text| text.names().contains(OUT)) {
            return Err(format!("{{{OUT}}}: expected it in the command alone"));
        }
        Ok(texts)
    }

    /// Names that tell results apart: a file that no command names does not.
    fn names(&self) -> BTreeSet<&str> {
        self.command.iter().chain(self.environment.iter().map(|(_, text)| text)).flat_map(Template::names).collect()
    }

    fn fill(&self, parameters: Values) -> Result<Case, String> {
        let all = |what: &str, texts: &[Template]| -> Result<Vec<_>, String> {
            texts.iter().map(|text| text.fill(&parameters).map_err(|why| format!("{what}: {why}"))).collect()
        };
        let environment = self.environment.iter().map(|(name, text)| {
            let text = text.fill(&parameters).map_err(|why| format!("environment.{name}: {why}"))?;
            Ok((name.clone(), text))
        });
        Ok(Case {
            command: all("command", &self.command)?,
            environment: environment.collect::<Result<_, String>>()?,
            files: all("depends.files", &self.files)?,
            verilog: all("depends.verilog", &self.verilog)?,
            parameters,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> Result<Vec<String>, String> {
        let sweep = Sweep::parse(text)?;
        let cases = sweep.cases()?;
        assert_eq!(Ok(cases.len()), sweep.tasks());
        Ok(cases.into_iter().map(|case| case.command.join(" ")).collect())
    }

    #[test]
    fn the_last_parameter_varies_fastest_and_cases_come_first() {
        let text = "command = ['c', '{z}{a}', '{k}']\n[parameters]\nz = { from = 1, to = 5, step = 2 }\n\
            a = ['x', true]\n[[case]]\nk = 0.5\n[[case]]\nk = -1\n";
        let of = |k: &str| ["1x", "1true", "3x", "3true", "5x", "5true"].map(|word| format!("c {word} {k}"));
        assert_eq!(commands(text).unwrap(), [of("0.5"), of("-1")].concat());
        assert_eq!(commands("command = ['c', '{{}}']").unwrap(), ["c {}"]);
        let case = &Sweep::parse(
            "command = ['c', '{out}', '{a}']\nenvironment.V = '{a}'\nparameters.a = 'q'\n\
             depends = { files = ['f{a}'], verilog = ['u:{a}'] }",
        )
        .unwrap()
        .cases()
        .unwrap()[0];
        assert_eq!(case.command, ["c", "{out}", "q"]);
        assert_eq!((&case.files[0][..], &case.verilog[0][..], &case.environment["V"][..]), ("fq", "u:q", "q"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("command = 'c'", "expected a sequence"),
            ("command = []", "expected its words"),
            ("comand = ['c']", "unknown field `comand`"),
            ("command = ['c']\npack = 0", "pack: expected 1"),
            ("command = ['c']\nparameters.a = 1", "parameter a is used nowhere: expected {a}"),
            ("command = ['c', '{a}']", "command: {a} is no parameter"),
            ("command = ['c', '{a}']\nparameters.a = []", "parameter a: expected a value"),
            ("command = ['c', '{a}']\nparameters.a = { from = 2, to = 1 }", "parameter a: expected a value"),
            ("command = ['c', '{a}']\nparameters.a = { from = 2, too = 1 }", "expected { from = 1, to = 9 }"),
            ("command = ['c', '{a}']\nparameters.a = { from = 1, to = 2, step = 0 }", "a step of 1 or more"),
            ("command = ['c', '{a}']\nparameters.a = [[1]]", "parameter a: expected a list of texts"),
            ("command = ['c', '{a}']\nparameters.a = { from = 1, to = 2000000 }", "more than 1000000 tasks"),
            (
                "command = ['c', '{a}']\nparameters.a = { from = -9223372036854775808, to = 9223372036854775807 }",
                "more than",
            ),
            ("command = ['c', '{a}']\nparameters.a = 1\n[[case]]\na = 2", "in one place"),
            ("command = ['c', '{a}']\n[[case]]\na = [1]", "case 1, a: expected a text"),
            ("command = ['c', '{out}']\nparameters.out = 1", "parameter out: expected another name"),
            ("command = ['c', '{a b}']", "command: `{a b}`, character 1"),
            ("command = ['c']\nenvironment.X = '{out}'", "in the command alone"),
            ("command = ['c']\ngather.parameters = true", "gather.parameters: expected"),
            ("command = ['c']\ngather.nodes = 3", "gather.nodes: expected"),
            ("command = ['c']\ngather.as = 'xml'", "unknown variant `xml`"),
        ] {
            let error = commands(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert!(Sweep::parse("command = ['c'\n").unwrap_err().contains("line 1"));
    }
}

//! The pages as a book: links and anchors, the table of contents, the width of lines, and what pages and code cite.
use super::{files, read, root, shown};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Longest line of prose and code in a page. Rows of tables may be longer.
const WIDTH: usize = 120;

/// What a page holds for its readers: anchors, and links with the line they are on.
#[derive(Default)]
struct Page {
    anchors: BTreeSet<String>,
    links: Vec<(usize, String)>,
}

fn parse(text: &str) -> Page {
    let line = |offset: usize| text[..offset].matches('\n').count() + 1;
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let (mut page, mut heading) = (Page::default(), None::<String>);
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let anchor = anchor(&heading.take().unwrap_or_default());
                let name = |n: usize| if n == 0 { anchor.clone() } else { format!("{anchor}-{n}") };
                let free = (0..).map(name).find(|name| !page.anchors.contains(name)).expect("numbers do not end");
                page.anchors.insert(free);
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push((line(range.start), dest_url.to_string()));
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            _ => {}
        }
    }
    page
}

/// The anchor that mdBook and the usual hosts give a heading.
fn anchor(heading: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let spaced = heading.trim().chars().map(|c| if c.is_whitespace() { '-' } else { c });
    spaced.filter(|&c| kept(c)).flat_map(char::to_lowercase).collect()
}

/// `path` without `.` and `..`, which need not exist.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

/// The pages of the book, by their path below `docs/`.
fn book() -> BTreeMap<PathBuf, Page> {
    let docs = root().join("docs");
    let pages = files("docs", &["md"]);
    pages.iter().map(|path| (path.strip_prefix(&docs).unwrap().to_path_buf(), parse(&read(path)))).collect()
}

/// Pages at the top of the repository.
fn front() -> Vec<PathBuf> {
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = top.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    pages.sort();
    pages
}

/// Whether `target` points out of the repository.
fn foreign(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

#[test]
fn anchors_are_those_of_the_book() {
    let page = parse("# `a` Über_b: c-d\n\n## Same\n\n## Same\n\nSee [x](y.md#z) and ![i](j.svg).\n");
    assert_eq!(page.anchors.iter().map(String::as_str).collect::<Vec<_>>(), ["a-über_b-c-d", "same", "same-1"]);
    assert_eq!(page.links, [(7, "y.md#z".into()), (7, "j.svg".into())]);
    assert_eq!(plain(Path::new("user/../reference/./rap.md")), Path::new("reference/rap.md"));
}

#[test]
fn every_link_leads_somewhere() {
    let book = book();
    let (mut links, mut anchors, mut wrong) = (0, 0, vec![]);
    for (path, page) in &book {
        for (line, target) in page.links.iter().filter(|(_, target)| !foreign(target)) {
            links += 1;
            let mut bad = |why: &str| wrong.push(format!("docs/{}:{line}: {target}: {why}", path.display()));
            let (file, place) = target.split_once('#').map_or((target.as_str(), None), |(f, p)| (f, Some(p)));
            let to = if file.is_empty() { path.clone() } else { plain(&path.parent().unwrap().join(file)) };
            if !plain(&Path::new("docs").join(path.parent().unwrap()).join(file)).starts_with("docs") {
                bad("a book has nothing outside docs/; name the file instead");
            } else if !root().join("docs").join(&to).is_file() {
                bad("no such file");
            } else if to.ends_with("SUMMARY.md") {
                bad("the book has it at its side, not as a page");
            } else if let Some(place) = place {
                anchors += 1;
                if !book.get(&to).is_some_and(|page| page.anchors.contains(place)) {
                    bad("no such heading");
                }
            }
        }
    }
    for path in front() {
        let page = parse(&read(&path));
        for (line, target) in page.links.iter().filter(|(_, target)| !foreign(target)) {
            links += 1;
            let (file, place) = target.split_once('#').map_or((target.as_str(), None), |(f, p)| (f, Some(p)));
            let there = if file.is_empty() { path.clone() } else { root().join(file) };
            let known = there.exists() && place.is_none_or(|place| parse(&read(&there)).anchors.contains(place));
            if !known {
                wrong.push(format!("{}:{line}: {target}: no such file or heading", shown(&path)));
            }
        }
    }
    assert!(book.len() > 50 && links > 300 && anchors > 20, "{} pages, {links} links, {anchors} anchors", book.len());
    assert!(wrong.is_empty(), "links:\n{}", wrong.join("\n"));
}

#[test]
fn the_table_of_contents_has_every_page_once_and_links_reach_it() {
    let book = book();
    let summary = &book[Path::new("SUMMARY.md")];
    let listed: Vec<_> = summary.links.iter().map(|(_, target)| PathBuf::from(target)).collect();
    let pages: BTreeSet<_> = book.keys().filter(|path| !path.ends_with("SUMMARY.md")).cloned().collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), pages, "SUMMARY.md beside the pages");
    assert_eq!(listed.len(), pages.len(), "a page stands twice in SUMMARY.md");

    let (mut reached, mut next) = (BTreeSet::new(), vec![PathBuf::from("README.md")]);
    while let Some(path) = next.pop() {
        let Some(page) = book.get(&path).filter(|_| !path.ends_with("SUMMARY.md")) else { continue };
        if reached.insert(path.clone()) {
            let files = page.links.iter().filter_map(|(_, target)| target.split('#').next()).filter(|f| !f.is_empty());
            next.extend(files.map(|file| plain(&path.parent().unwrap().join(file))));
        }
    }
    let lost: Vec<_> = pages.difference(&reached).collect();
    assert!(lost.is_empty(), "no link leads from docs/README.md to {lost:?}");
}

#[test]
fn lines_of_pages_are_no_longer_than_a_screen() {
    let mut wrong = vec![];
    for path in files("docs", &["md"]).into_iter().chain(front()) {
        for (number, line) in read(&path).lines().enumerate() {
            let width = line.chars().count();
            if width > WIDTH && !line.trim_start().starts_with('|') {
                wrong.push(format!("{}:{}: {width} characters", shown(&path), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "lines beyond {WIDTH}:\n{}", wrong.join("\n"));
}

/// Paths of this repository that a text names: from a top folder, up to what cannot be part of a path.
fn named_paths(text: &str) -> Vec<&str> {
    const TOPS: [&str; 9] =
        ["docs/", "src/", "tests/", "testbench/", "examples/", "programs/", "fpga/", "include/", "benches/"];
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let mut found = vec![];
    for top in TOPS {
        for (at, _) in text.match_indices(top) {
            if text[..at].ends_with(|c: char| part(c) || c == '}' || c == '$' || c == '>') {
                continue;
            }
            let rest = &text[at..];
            let end = rest.find(|c: char| !part(c)).unwrap_or(rest.len());
            // A pattern such as `core_*.cpp` or `{a,b}.rs` names several.
            if !rest[end..].starts_with(['*', '{', '<', '$']) {
                found.push(rest[..end].trim_end_matches(['.', '/', '-']));
            }
        }
    }
    found
}

#[test]
fn pages_and_citations_name_files_that_exist() {
    assert_eq!(
        named_paths("(docs/a.md, R1) `src/hw/` x/src/no.rs testbench/core_*.cpp src/{a,b}.rs."),
        ["docs/a.md", "src/hw"]
    );
    let (mut paths, mut wrong) = (0, vec![]);
    let mut check = |place: &Path, path: &str| {
        paths += 1;
        if !root().join(path).exists() {
            wrong.push(format!("{}: no {path}", shown(place)));
        }
    };
    for page in files("docs", &["md"]).into_iter().chain(front()) {
        let text = read(&page);
        // What a command makes lies where the command says, so code blocks do not count.
        let prose = text.split("\n```").step_by(2);
        // Its files are written by who follows it.
        let example = if page.ends_with("adding-a-unit.md") { "alarm" } else { "\n" };
        let prose =
            prose.map(|part| part.lines().filter(|line| !line.contains(example)).collect::<Vec<_>>().join("\n"));
        let prose: Vec<String> = prose.collect();
        prose.iter().flat_map(|part| named_paths(part)).for_each(|path| check(&page, path));
    }
    let code = ["src", "tests", "benches", "testbench", "examples", "programs", "fpga", "include", "rtl"];
    let kinds = ["rs", "v", "sv", "cpp", "h", "c", "S", "sh", "py", "svd", "md", "toml"];
    for place in code.iter().flat_map(|dir| files(dir, &kinds)) {
        let text = read(&place);
        named_paths(&text).into_iter().filter(|p| p.starts_with("docs/") && p.ends_with(".md")).for_each(|path| {
            if !place.ends_with("house/docs.rs") {
                check(&place, path);
            }
        });
    }
    assert!(paths > 300, "only {paths} paths were seen: the scan is broken");
    assert!(wrong.is_empty(), "no such files:\n{}", wrong.join("\n"));
}

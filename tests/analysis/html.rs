//! The page of a profile in a browser: names and bars are there, zoom and sorting work, nothing is loaded, nothing
//! breaks out.
use crate::support::tools::{self, installed};
use std::fs;
use std::process::Command;
use std::time::Duration;
use treetap::analysis::{Keys, Options, Symbols};
use treetap::model::exact::Exact;
use treetap::model::profile::Profile;
use treetap::model::rap::Rap;
use treetap::report::html::{Fact, Law, Names, Page, page};
use treetap::report::names::{Limits, Table};
use treetap::spec::event::Event;
use treetap::spec::rap::Config;

const BROWSER: &str = "chromium";

/// The elements after all scripts have run.
fn dom(page: &str, extra: &str, hash: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("page.html");
    fs::write(&file, page.replace("</body>", &format!("<script>{extra}</script></body>"))).unwrap();
    let mut command = Command::new(BROWSER);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1200,1000"]);
    command.arg(format!("--user-data-dir={}", dir.path().join("user").display())).arg("--dump-dom");
    command.arg(format!("file://{}{hash}", file.display())).env("HOME", dir.path());
    tools::run(&mut command, Duration::from_secs(60)).unwrap().stdout
}

/// The start tags of all bars in the drawing, each with its text.
fn bars(dom: &str) -> Vec<&str> {
    dom.split("<button class=\"bar ").skip(1).map(|rest| rest.split("</button>").next().unwrap()).collect()
}

/// An ELF file with two functions whose names try to be markup, at 0x1000 and 0x1400, and a third at 0x1800.
fn elf() -> Vec<u8> {
    let names: [&[u8]; 3] = [b"</script><script>alert(1)</script>", b"warm_'\"&<b>", b"cold"];
    let mut strings = vec![0];
    let mut symbols = vec![0; 24];
    for (i, name) in names.iter().enumerate() {
        symbols.extend((strings.len() as u32).to_le_bytes());
        symbols.extend([0x12, 0, 1, 0]);
        symbols.extend((0x1000 + 0x400 * i as u64).to_le_bytes());
        symbols.extend(0x400u64.to_le_bytes());
        strings.extend(*name);
        strings.push(0);
    }
    let section_names = b"\0.text\0.symtab\0.strtab\0.shstrtab\0";
    let mut file = vec![0; 64];
    file[..16].copy_from_slice(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    file[16..24].copy_from_slice(&[2, 0, 243, 0, 1, 0, 0, 0]);
    let mut place = |bytes: &[u8]| {
        let at = file.len() as u64;
        file.extend(bytes);
        file.resize(file.len().next_multiple_of(8), 0);
        (at, bytes.len() as u64)
    };
    let (symbols, strings, names) = (place(&symbols), place(&strings), place(section_names));
    // Name, type and link; flags, address, offset, size, alignment and entry size.
    let sections: [([u32; 3], [u64; 6]); 5] = [
        ([0; 3], [0; 6]),
        ([1, 8, 0], [6, 0x1000, 0, 0xc00, 4, 0]),
        ([7, 2, 3], [0, 0, symbols.0, symbols.1, 8, 24]),
        ([15, 3, 0], [0, 0, strings.0, strings.1, 1, 0]),
        ([23, 3, 0], [0, 0, names.0, names.1, 1, 0]),
    ];
    let table = file.len() as u64;
    for ([name, kind, link], [flags, address, at, size, align, entry]) in sections {
        file.extend(name.to_le_bytes());
        file.extend(kind.to_le_bytes());
        [flags, address, at, size].iter().for_each(|field| file.extend(field.to_le_bytes()));
        file.extend(link.to_le_bytes());
        file.extend(0u32.to_le_bytes());
        [align, entry].iter().for_each(|field| file.extend(field.to_le_bytes()));
    }
    file[40..48].copy_from_slice(&table.to_le_bytes());
    file[52..54].copy_from_slice(&64u16.to_le_bytes());
    file[58..64].copy_from_slice(&[64, 0, 5, 0, 4, 0]);
    file
}

/// Events in all three functions, mostly in the first.
fn events() -> impl Iterator<Item = Event> {
    (0..20_000u64).map(|i| match i % 10 {
        0..=5 => Event::unit(0x1010 + i % 3 * 4),
        6..=8 => Event::unit(0x1400 + i * 7919 % 0x200),
        _ => Event::unit(0x1000 + i * 104_729 % 0xc00),
    })
}

fn profile() -> Profile {
    let mut rap = Rap::new(Config::new(16, 60)).unwrap();
    events().for_each(|event| rap.add(event));
    rap.snapshot()
}

/// The page of that profile and that file.
fn example(laws: &[Law]) -> String {
    let profile = profile();
    let symbols = Symbols::parse(&elf(), &Options::default()).unwrap();
    let mut table = Table::of(&profile, &symbols, Keys::default(), &Limits::default());
    table.compare(&Exact::from_events(16, events()), &symbols, Keys::default(), 0.1);
    page(&Page {
        title: "example <i>",
        events: "block entries",
        command: "treetap report \"x\"",
        profile: &profile,
        names: Some(Names { symbols: &symbols, keys: Keys::default(), table: &table }),
        hot: 0.01,
        settings: &[Fact::new("nodes", 60, "ranges <at most>")],
        counters: &[Fact::new("retired", "1,234", "")],
        laws,
        notes: &["a note & more".to_owned()],
        phases: None,
    })
}

#[test]
fn names_and_bars_are_there_and_nothing_breaks_out() {
    if !installed(&[BROWSER]) {
        return;
    }
    let laws = [
        Law { name: "L1".into(), text: "9 = 4 + 5".into(), holds: true },
        Law { name: "L2".into(), text: "3 = 1 + 1".into(), holds: false },
    ];
    let html = example(&laws);
    assert!(!html.contains("http://") && !html.contains("https://") && !html.contains("src="), "nothing is loaded");
    let dom = dom(&html, "", "");
    for part in [
        "<h1>example &lt;i&gt;</h1>",
        "<b>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</b>",
        "warm_'\"&amp;&lt;b&gt;",
        "20,000 block entries",
        "1 of 2 checks broken",
        "9 = 4 + 5",
        "2 places with truly 10 % and more: error average",
        "✗ broken",
        "ranges &lt;at most&gt;",
        "a note &amp; more",
        "<code>treetap report \"x\"</code>",
    ] {
        assert!(dom.contains(part), "{part} is not in {dom}");
    }
    let bars = bars(&dom);
    assert!(bars.len() > 8, "{} bars", bars.len());
    let of = |class: &str| bars.iter().filter(|bar| bar.starts_with(class)).count();
    assert!(of("c0") > 2 && of("c1") > 2 && of("several") > 0, "{bars:?}");
    assert!(bars.iter().any(|bar| bar.starts_with("c0") && bar.contains("alert(1)")), "{bars:?}");
    let widths: Vec<f64> = bars.iter().map(|bar| number_after(bar, "width: ")).collect();
    assert!(widths.iter().any(|&w| w > 900.0) && widths.iter().all(|&w| w <= 1200.0), "{widths:?}");
    assert!(!dom.contains("<script>alert"), "a name became a script");
}

fn number_after(text: &str, key: &str) -> f64 {
    let rest = text.split(key).nth(1).unwrap_or_else(|| panic!("no {key} in {text}"));
    rest.split(|c: char| c != '.' && !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

/// Keeps what there is to see at a moment: `keep()` in a script, these texts here.
const KEEP: &str = "function keep() { kept.push(icicle.outerHTML + path.outerHTML + hot.outerHTML); } var kept = [];
    var icicle = document.getElementById('icicle'), path = document.getElementById('path'), hot = \
    document.getElementById('hot');
    function done() { var e = document.createElement('div'); e.innerHTML = kept.join('<hr class=\"kept\">'); e.id = 'kept';
    document.body.appendChild(e); }";

fn kept(html: &str, script: &str) -> Vec<String> {
    let dom = dom(html, &format!("{KEEP} {script} done();"), "");
    let kept = dom.split("<div id=\"kept\">").nth(1).unwrap_or_else(|| panic!("the script failed: {dom}"));
    kept.split("<hr class=\"kept\">").map(str::to_owned).collect()
}

#[test]
fn a_click_zooms_in_and_back_out() {
    if !installed(&[BROWSER]) {
        return;
    }
    let html = example(&[]);
    // Into the narrowest bar of the hottest function, back to all keys, in again and out by a click on the same bar.
    let seen = kept(
        &html,
        "var width = function (e) { return e.getBoundingClientRect().width; };
        var bar = Array.from(icicle.querySelectorAll('.c0')).sort(function (a, b) { return width(a) - width(b); })[0];
        var into = '#icicle [data-node=\"' + bar.dataset.node + '\"]';
        keep(); document.querySelector(into).click(); keep(); path.querySelector('.crumb').click(); keep();
        document.querySelector(into).click(); document.querySelector(into).click(); keep();",
    );
    let [before, zoomed, back, out] = &seen[..] else { panic!("{} moments", seen.len()) };
    let focus = |dom: &str| number_after(dom, "data-focus=\"");
    let node = focus(zoomed);
    assert!(focus(before) == 0.0 && node > 0.0);
    let width = |dom: &str| {
        let bars = bars(dom);
        let bar = bars.iter().find(|bar| bar.contains(&format!("data-node=\"{node}\""))).unwrap();
        number_after(bar, "width: ")
    };
    assert!(width(zoomed) > 1000.0 && width(zoomed) > 2.0 * width(before), "{} to {}", width(before), width(zoomed));
    assert!(zoomed.matches("class=\"crumb\"").count() >= 2, "the way back is there");
    assert!(bars(zoomed).len() < bars(before).len());
    assert!(focus(back) == 0.0 && bars(back).len() == bars(before).len());
    assert!(focus(out) != node);

    let linked = dom(&html, "", &format!("#zoom={node}"));
    assert_eq!(focus(&linked), node, "an address with #zoom opens zoomed");
}

#[test]
fn tables_sort_by_their_columns() {
    if !installed(&[BROWSER]) {
        return;
    }
    let seen = kept(
        &example(&[]),
        "var b = hot.querySelectorAll('th button'), last = b[b.length - 1];
        keep(); b[3].click(); b[3].click(); keep(); b[0].click(); keep(); last.click(); keep();",
    );
    let order = |seen: &str| {
        let rows = seen.split("<tbody>").nth(1).unwrap();
        ["alert(1)", "warm_", "cold"].map(|name| rows.find(name).unwrap())
    };
    let [hot, warm, cold] = order(&seen[0]);
    assert!(hot < warm && warm < cold, "the hottest first");
    let [hot, warm, cold] = order(&seen[1]);
    assert!(cold < warm && warm < hot, "two clicks: the coldest first");
    let [hot, warm, cold] = order(&seen[2]);
    assert!(hot < cold && cold < warm, "by name");
    let rows = seen[3].split("<tbody>").nth(1).unwrap().split("<tr>").skip(1);
    let errors: Vec<f64> = rows.map(|row| number_after(row.rsplit("<td").next().unwrap(), "data-value=\"")).collect();
    assert!(errors.len() == 3 && errors.windows(2).all(|pair| pair[0] >= pair[1]) && errors[0] > 0.0, "{errors:?}");
}

#[test]
fn a_profile_of_values_has_a_page_without_names() {
    let profile = profile();
    let html = page(&Page {
        title: "values",
        events: "loads",
        command: "",
        profile: &profile,
        names: None,
        hot: 0.1,
        settings: &[],
        counters: &[],
        laws: &[],
        notes: &[],
        phases: None,
    });
    assert!(html.contains("Hot ranges") && html.contains("0x1010") && !html.contains("Hot functions"));
    if installed(&[BROWSER]) {
        let dom = dom(&html, "", "");
        assert!(bars(&dom).iter().all(|bar| bar.starts_with("keys")) && bars(&dom).len() > 8);
    }
    let empty = Profile { n: 0, tree: vec![profile.tree[0]], live: 1, ..profile };
    let empty = Profile { tree: vec![treetap::model::profile::Node { own: 0, ..empty.tree[0] }], ..empty };
    let html = page(&Page {
        title: "nothing",
        events: "events",
        command: "",
        profile: &empty,
        names: None,
        hot: 0.1,
        settings: &[],
        counters: &[],
        laws: &[],
        notes: &[],
        phases: None,
    });
    assert!(html.contains("No events were counted.") && !html.contains("NaN"));
}

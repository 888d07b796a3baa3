//! Several emitted modules in one top: equal names are one net.
use std::collections::BTreeMap;
use std::fmt::Write as _;
use treetap::catalog::{Emitted, Port};

/// The top `name` over `parts`; a part's port goes to the net of its name, or to what its list says instead. Nets that
/// no part drives are inputs, all others outputs.
pub fn joined(name: &str, parts: &[(&Emitted, &[(&str, &str)])]) -> Emitted {
    let net = |list: &[(&str, &str)], port: &Port| {
        list.iter().find(|(from, _)| *from == port.name).map_or(port.name.clone(), |(_, to)| to.to_string())
    };
    let mut nets: BTreeMap<String, Port> = BTreeMap::new();
    for (part, list) in parts {
        for port in &part.ports {
            let net = net(list, port);
            // A part of another net.
            if net.contains('[') {
                continue;
            }
            let known = nets.entry(net.clone()).or_insert_with(|| Port { name: net, ..port.clone() });
            if port.dir == "output" {
                known.dir = "output";
            }
        }
    }
    let ports: Vec<Port> = nets.into_values().collect();
    let mut verilog: String = parts.iter().map(|(part, _)| part.verilog.as_str()).collect();
    let list: Vec<String> =
        ports.iter().map(|port| format!("    {} wire [{}:0] {}", port.dir, port.width - 1, port.name)).collect();
    let _ = writeln!(verilog, "module {name} (\n{}\n);", list.join(",\n"));
    for (part, list) in parts {
        let ends: Vec<String> =
            part.ports.iter().map(|port| format!("        .{}({})", port.name, net(list, port))).collect();
        let _ = writeln!(verilog, "    {} u_{} (\n{}\n    );", part.top, part.top, ends.join(",\n"));
    }
    verilog += "endmodule\n";
    Emitted { top: name.into(), verilog, ports, json: String::new() }
}

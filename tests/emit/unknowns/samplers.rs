//! Value samplers in four-state simulation.
use super::drivers::{Beside, retirements};
use super::knows;
use crate::support::four_state::Idle;
use crate::support::tools;
use crate::support::volume::on_two_threads;
use treetap::catalog::{self, Unit, emit};
use treetap::host::value_sampler;
use treetap::model::hotlist::{Room, Table};
use treetap::model::value_sampler::ValueSampler;
use treetap::spec::classify::{Opclass, Xlen};
use treetap::spec::hotlist;
use treetap::spec::hotlist::tuple::Kind;
use treetap::spec::sample_buffer::Format;
use treetap::spec::tap::{self, AddrSrc};

/// Retirements through a value sampler, whose table is read over the bus and whose raw records leave on the stream.
fn value_samplers(names: &[&'static str]) {
    if !tools::installed(&["iverilog", "vvp"]) {
        return;
    }
    on_two_threads(names, |name| {
        let emitted = emit(Unit::ValueSampler, name).unwrap();
        let records = retirements(150);
        let config = hotlist::Config {
            mode: hotlist::Mode::Both,
            lossless: true,
            period: 2,
            jitter: 1,
            kinds: [Kind::Val; Opclass::COUNT],
            format: Format(1),
            ..hotlist::Config::default()
        };
        let mut host = value_sampler::Host::connect(Beside::new(&emitted, Idle::Unknown, &[])).unwrap();
        let tap = tap::Config { xlen: Xlen::Rv32, addr_src: AddrSrc::Mem, mdata_ok: true };
        host.start(&config, &tap).unwrap();
        assert!(host.transport().feed(&records), "{name}");
        host.flush().unwrap();
        host.stop(&config).unwrap();
        while host.waiting().unwrap() > 0 {}
        let read = host.read_out().unwrap();
        let mut model = ValueSampler::new(*host.build(), tap, config);
        records.iter().for_each(|record| model.push(record));
        model.flush();
        while model.next(|| Room::ALL).is_some() {}
        let words: Vec<_> = std::iter::from_fn(|| model.hotlist.pop()).map(|word| Some(word.into())).collect();
        let beside = host.transport();
        knows(&beside.bench, name);
        assert!(words.len() > 100 && beside.accepted == words, "{name}: {} words", words.len());
        let entries = |table: &Table| table.entries().copied().collect::<Vec<_>>();
        let found = read.table(&config);
        assert!(found.entries().count() > 4 && entries(&found) == entries(model.hotlist.table()), "{name}");
        println!("{name}: {} cycles, {} words, {} entries", beside.bench.cycles, words.len(), found.entries().count());
    });
}

#[test]
fn every_value_sampler_knows_what_it_says() {
    value_samplers(&catalog::presets(Unit::ValueSampler).iter().map(|preset| preset.name).collect::<Vec<_>>());
}

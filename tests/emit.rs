use rust_hdl::prelude::*;
use treetap::emit::{Options, emit};
use treetap::hw::lib::*;

#[test]
fn look() {
    let mut u = Fifo::<8, 4, 5>::default();
    u.connect_all();
    println!(
        "{}",
        emit(&u, &Options { top: "treetap_fifo".into(), header: vec!["hello".into()] })
            .unwrap_or_else(|e| panic!("{e}"))
            .verilog
    );
    let mut u = Lfsr::<16>::default();
    u.connect_all();
    println!("{}", emit(&u, &Options::new("treetap_lfsr")).unwrap_or_else(|e| panic!("{e}")).verilog);
}

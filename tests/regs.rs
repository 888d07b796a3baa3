use rust_hdl::prelude::Block;
use treetap::{emit, hw::regs::Regs};
#[test]
fn show() {
    let mut b = Regs::<0>::default();
    b.connect_all();
    std::fs::write(
        "build/r0.v",
        &emit::emit(&b, &emit::Options { top: "regs".into(), header: vec![] }).unwrap().verilog,
    );
    let mut b = Regs::<1>::default();
    b.connect_all();
    std::fs::write(
        "build/r1.v",
        &emit::emit(&b, &emit::Options { top: "regs".into(), header: vec![] }).unwrap().verilog,
    );
}

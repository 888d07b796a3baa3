//! The table of registers as hardware: a field that is kept has its flip-flops and its port `cfg_<field>` here.
use crate::hw::lib::{Reg, StateReg};
use rust_hdl::prelude::*;

crate::spec::regs::each_register! {
    treetap_hdl::registers {
        //! Which register a word is, and the fields that are kept in flip-flops.
        pub mod bank, struct Bank of StateReg, crate::spec::regs,
        at(FLAGS, COMMAND, DUMP_LO, DUMP_HI, DUMP_TAKE, MAP_WDATA);
    }
}

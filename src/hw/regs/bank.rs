//! The configuration registers: one flip-flop for each bit of a field, at the places that the table of registers gives.
use crate::hw::lib::StateReg;
use crate::spec::regs::{self, Field, Register};
use rust_hdl::prelude::*;

/// Width of a field.
const fn width(register: &Register, field: &str) -> usize {
    register.field(field).width as usize
}

/// Value after reset of a field.
fn reset(field: &Field) -> u64 {
    field.reset.into()
}

/// `bank! { flags { port: REGISTER "FIELD", its flip-flop, slot, bit and value after reset; .. } words { .. } }`: a port for each field.
macro_rules! bank {
    (
        flags { $($f_port:ident: $f_register:ident $f_field:literal, $f:ident $f_at:ident $f_lsb:ident $f_reset:ident;)* }
        words { $($w_port:ident: $w_register:ident $w_field:literal, $w:ident $w_at:ident $w_lsb:ident $w_reset:ident;)* }
    ) => {
        /// Widths of the fields, under the names of their flip-flops.
        #[allow(non_upper_case_globals)]
        mod widths {
            use super::{regs, width};
            $(pub const $w: usize = width(&regs::$w_register, $w_field);)*
        }

        #[treetap_hdl::unit]
        mod bank {
            //! The fields of the configuration registers; a write is seen in the next cycle.

            /// The fields of the configuration registers, each on a port of its own: `cfg_` and the field's name.
            ///
            /// A write in one cycle is seen on the ports in the next one. There are no values before the first reset: a flip-flop of
            /// an iCE40 that starts at 1 costs an inverter on either side.
            #[clocked(reset)]
            pub struct Bank {
                /// A configuration register is written.
                #[group("write slot data: which register of the page is written, and the word")]
                pub write: Signal<In, Bit>,
                /// Which one of the page.
                pub slot: Signal<In, Bits<{ regs::SLOT_BITS as usize }>>,
                /// The word.
                #[group("cfg: the fields")]
                pub data: Signal<In, Bits<32>>,
                $(
                    #[doc = $f_field]
                    pub $f_port: Signal<Out, Bit>,
                )*
                $(
                    #[doc = $w_field]
                    pub $w_port: Signal<Out, Bits<{ widths::$w }>>,
                )*
                $($f: StateReg<Bit>,)*
                $($w: StateReg<Bits<{ widths::$w }>>,)*
            }

            impl Bank {
                fn update(&mut self) {
                    $(
                        const $f_at: Bits<{ regs::SLOT_BITS as usize }> = regs::$f_register.slot().into();
                        const $f_lsb: Bits<5> = regs::$f_register.field($f_field).lsb.into();
                        const $f_reset: Bit = regs::$f_register.field($f_field).reset == 1;
                    )*
                    $(
                        const $w_at: Bits<{ regs::SLOT_BITS as usize }> = regs::$w_register.slot().into();
                        const $w_lsb: Bits<5> = regs::$w_register.field($w_field).lsb.into();
                        const $w_reset: Bits<{ widths::$w }> = reset(regs::$w_register.field($w_field));
                    )*
                    $(
                        if self.write.val() & (self.slot.val() == $f_at) {
                            self.$f.d.next = self.data.val().get_bit($f_lsb.index());
                        }
                        self.$f_port.next = self.$f.q.val();
                    )*
                    $(
                        if self.write.val() & (self.slot.val() == $w_at) {
                            self.$w.d.next = self.data.val().get_bits::<{ widths::$w }>($w_lsb.index());
                        }
                        self.$w_port.next = self.$w.q.val();
                    )*
                    if self.reset.val() {
                        $(self.$f.d.next = $f_reset;)*
                        $(self.$w.d.next = $w_reset;)*
                    }
                }
            }
        }
    };
}

bank! {
    flags {
        cfg_enable: CTRL "ENABLE", enable enable_at enable_lsb enable_reset;
        cfg_fen: CTRL "FEN", fen fen_at fen_lsb fen_reset;
        cfg_lossless: CTRL "LOSSLESS", lossless lossless_at lossless_lsb lossless_reset;
        cfg_freeze: CTRL "FREEZE", freeze freeze_at freeze_lsb freeze_reset;
        cfg_bus_error: CTRL "BUS_ERROR", bus_error bus_error_at bus_error_lsb bus_error_reset;
        cfg_annotate: CTRL "ANNOTATE", annotate annotate_at annotate_lsb annotate_reset;
        cfg_entry_post: BURST "ENTRY_POST", entry_post entry_post_at entry_post_lsb entry_post_reset;
        cfg_by_chance: BURST "BY_CHANCE", by_chance by_chance_at by_chance_lsb by_chance_reset;
        cfg_be_taken: BURST "BE_TAKEN", be_taken be_taken_at be_taken_lsb be_taken_reset;
        cfg_check_calls: BURST "CHECK_CALLS", check_calls check_calls_at check_calls_lsb check_calls_reset;
        cfg_map_en: MAP_CTRL "MAP_EN", map_en map_en_at map_en_lsb map_en_reset;
        cfg_mdata_ok: TAP "MDATA_OK", mdata_ok mdata_ok_at mdata_ok_lsb mdata_ok_reset;
    }
    words {
        cfg_class_en: CLASS_EN "CLASS_EN", class_en class_en_at class_en_lsb class_en_reset;
        cfg_f1_match: F1CFG "F1_MATCH", f1_match f1_match_at f1_match_lsb f1_match_reset;
        cfg_f1_mask: F1CFG "F1_MASK", f1_mask f1_mask_at f1_mask_lsb f1_mask_reset;
        cfg_f1_hsel: F1CFG "F1_HSEL", f1_hsel f1_hsel_at f1_hsel_lsb f1_hsel_reset;
        cfg_f2_hsel: F2CFG "F2_HSEL", f2_hsel f2_hsel_at f2_hsel_lsb f2_hsel_reset;
        cfg_decim: DECIM "DECIM", decim decim_at decim_lsb decim_reset;
        cfg_recfmt: RECFMT "RECFMT", recfmt recfmt_at recfmt_lsb recfmt_reset;
        cfg_select_kind: SELECT "SELECT_KIND", select_kind select_kind_at select_kind_lsb select_kind_reset;
        cfg_select_weight: SELECT "SELECT_WEIGHT", select_weight select_weight_at select_weight_lsb select_weight_reset;
        cfg_burst_mode: BURST "BURST_MODE", burst_mode burst_mode_at burst_mode_lsb burst_mode_reset;
        cfg_ncheck0: NCHECK0 "NCHECK0", ncheck0 ncheck0_at ncheck0_lsb ncheck0_reset;
        cfg_ninstr0: NINSTR0 "NINSTR0", ninstr0 ninstr0_at ninstr0_lsb ninstr0_reset;
        cfg_period: PERIOD "PERIOD", period period_at period_lsb period_reset;
        cfg_pthr: PTHR "PTHR", pthr pthr_at pthr_lsb pthr_reset;
        cfg_addr_src: TAP "ADDR_SRC", addr_src addr_src_at addr_src_lsb addr_src_reset;
        cfg_map_base: MAP_BASE "MAP_BASE", map_base map_base_at map_base_lsb map_base_reset;
        cfg_t0_lo: T0_LO "T0_LO", t0_lo t0_lo_at t0_lo_lsb t0_lo_reset;
        cfg_t0_hi: T0_HI "T0_HI", t0_hi t0_hi_at t0_hi_lsb t0_hi_reset;
        cfg_eps_m: EPS "EPS_M", eps_m eps_m_at eps_m_lsb eps_m_reset;
        cfg_eps_s: EPS "EPS_S", eps_s eps_s_at eps_s_lsb eps_s_reset;
        cfg_weight_max: WEIGHT_MAX "WEIGHT_MAX", weight_max weight_max_at weight_max_lsb weight_max_reset;
    }
}

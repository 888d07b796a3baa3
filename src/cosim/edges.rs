//! A cycle of a verilated design without Verilator's loop over triggers.
//!
//! `eval()` computes what follows from the inputs, looks for triggers, computes what follows from them, and looks
//! again, at both levels of the clock. In a design whose only trigger is the rising edge of `clk` a falling edge
//! triggers nothing, and a rising edge triggers everything, once: `Clock` of `testbench/common/bench.h` then calls the
//! two halves themselves.

/// What tells `testbench/common/bench.h` so, for the design of which Verilator made `class` in `sources`, the texts of
/// its headers and sources; nothing if it has other triggers, or Verilator writes them otherwise than version 5.006
/// does.
pub(super) fn direct(class: &str, sources: &[String]) -> Option<String> {
    let root = format!("{class}___024root");
    let plain: Vec<String> = sources.iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let has = |wanted: &str| plain.iter().any(|text| text.contains(wanted));
    let triggered = |which: &str| {
        has(&format!("VlTriggerVec<1> __V{which}Triggered;"))
            && has(&format!("void {root}___eval_{which}({root}* vlSelf) {{"))
            && has(&format!("if (vlSelf->__V{which}Triggered.at(0U)) {{"))
    };
    let edge = "vlSelf->__VactTriggered.at(0U) = ((IData)(vlSelf->clk) & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk)));";
    // What an edge triggers may trigger nothing in turn.
    let ends = format!("Symsp; VL_DEBUG_IF(VL_DBG_MSGF(\"+ {root}___eval_act\\n\"); ); }}");
    if !(triggered("ico") && triggered("nba") && has(edge) && has(&ends)) {
        return None;
    }
    Some(format!(
        "#define TREETAP_CLASS {class}\n\
         #define TREETAP_ROOT {root}\n\
         #define TREETAP_ROOT_HEADER \"cc/{root}.h\"\n\
         #define TREETAP_INPUTS {root}___eval_ico\n\
         #define TREETAP_EDGE {root}___eval_nba\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources() -> Vec<String> {
        let root = "Vt___024root";
        vec![
            "VlTriggerVec<1> __VicoTriggered;\nVlTriggerVec<1> __VnbaTriggered;\n".into(),
            format!("void {root}___eval_ico({root}* vlSelf) {{\n    if (vlSelf->__VicoTriggered.at(0U)) {{\n"),
            format!("void {root}___eval_nba({root}* vlSelf) {{\n    if (vlSelf->__VnbaTriggered.at(0U)) {{\n"),
            "    vlSelf->__VactTriggered.at(0U) = ((IData)(vlSelf->clk) \n        \
             & (~ (IData)(vlSelf->__Vtrigrprev__TOP__clk)));"
                .into(),
            format!("= vlSelf->vlSymsp;\n VL_DEBUG_IF(VL_DBG_MSGF(\"+    {root}___eval_act\\n\"); );\n}}\n"),
        ]
    }

    #[test]
    fn a_design_with_one_clock_is_evaluated_without_triggers() {
        let text = direct("Vt", &sources()).unwrap();
        assert!(text.ends_with("#define TREETAP_EDGE Vt___024root___eval_nba\n"), "{text}");
    }

    #[test]
    fn whatever_else_there_is_needs_eval() {
        let changes = [
            (0, "VlTriggerVec<1> __VnbaTriggered", "VlTriggerVec<2> __VnbaTriggered"),
            (1, "eval_ico", "eval_other"),
            (2, "at(0U)", "word(0U)"),
            (3, "(~ (IData)(vlSelf->__Vtrigrprev__TOP__clk))", "(IData)(vlSelf->__Vtrigrprev__TOP__clk)"),
            (4, ");\n}", ");\n    vlSelf->gated = 1U;\n}"),
        ];
        for (at, from, to) in changes {
            let mut other = sources();
            other[at] = other[at].replacen(from, to, 1);
            assert_ne!(other[at], sources()[at], "{from}");
            assert_eq!(direct("Vt", &other), None, "{to}");
        }
        assert_eq!(direct("Vother", &sources()), None);
    }
}

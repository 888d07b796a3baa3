//! Verilog identifiers.
use std::collections::HashSet;
use std::sync::LazyLock;

/// Reserved words of Verilog-2005, and those of SystemVerilog that users of the output would trip over.
const KEYWORDS: &str = "always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign \
    default defparam design disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive \
    endspecify endtable endtask event for force forever fork function generate genvar highz0 highz1 if ifnone incdir \
    include initial inout input instance integer join large liblist library localparam macromodule medium module nand \
    negedge nmos nor noshowcancelled not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown \
    pullup pulsestyle_ondetect pulsestyle_onevent rcmos real realtime reg release repeat rnmos rpmos rtran rtranif0 \
    rtranif1 scalared showcancelled signed small specify specparam strong0 strong1 supply0 supply1 table task time \
    tran \
    tranif0 tranif1 tri tri0 tri1 triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire wor \
    xnor xor \
    accept_on alias always_comb always_ff always_latch assert assume before bind bins bit break byte chandle checker \
    class clocking const constraint context continue cover covergroup coverpoint cross dist do endchecker endclass \
    endclocking endgroup endinterface endpackage endprogram endproperty endsequence enum eventually expect export \
    extends extern final first_match foreach forkjoin global iff ignore_bins illegal_bins implements implies import \
    inside int interconnect interface intersect join_any join_none let local logic longint matches modport nettype new \
    nexttime null package packed priority program property protected pure rand randc randcase randsequence ref \
    reject_on restrict return s_always s_eventually s_nexttime s_until s_until_with sequence shortint shortreal soft \
    solve static string strong struct super sync_accept_on sync_reject_on tagged this throughout timeprecision \
    timeunit \
    type typedef union unique unique0 until until_with untyped var virtual void wait_order weak wildcard with within";

/// Is the word reserved?
pub(super) fn is_keyword(word: &str) -> bool {
    // Every name of every module is asked for.
    static ALL: LazyLock<HashSet<&str>> = LazyLock::new(|| KEYWORDS.split_ascii_whitespace().collect());
    ALL.contains(word)
}

/// A source name (`stage$3$x`) as a Verilog identifier (`stage3_x`).
pub(super) fn pretty(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for part in raw.split('$') {
        let glue = part.starts_with(|c: char| c.is_ascii_digit()) && !out.ends_with(|c: char| c.is_ascii_digit());
        if !out.is_empty() && !glue {
            out.push('_');
        }
        out.push_str(part);
    }
    out
}

/// A source name as its author wrote it: `stage$3$x` is `stage[3].x`.
pub(super) fn written(raw: &str) -> String {
    let mut out = String::new();
    for part in raw.split('$') {
        if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) {
            out.push_str(&format!("[{part}]"));
        } else {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(part);
        }
    }
    out
}

/// The house spelling of the two ports every synchronous block has.
pub(super) fn port(raw: &str) -> String {
    match raw {
        "clock" => "clk".into(),
        "reset" => "rst".into(),
        other => pretty(other),
    }
}

/// The identifiers taken in one scope.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope(HashSet<String>);

impl Scope {
    /// The wanted identifier, with underscores after it when it is reserved or taken.
    pub(super) fn fresh(&mut self, want: &str) -> String {
        let mut name = want.to_string();
        while is_keyword(&name) || !self.0.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_elements_are_glued_to_their_name() {
        assert_eq!(pretty("stage$3$x"), "stage3_x");
        assert_eq!(pretty("grid$3$4"), "grid3_4");
        assert_eq!(pretty("ev$valid"), "ev_valid");
    }

    #[test]
    fn problems_show_names_as_written() {
        assert_eq!(written("stage$3$x"), "stage[3].x");
    }

    #[test]
    fn reserved_and_taken_names_get_an_underscore() {
        let mut scope = Scope::default();
        assert_eq!(scope.fresh("begin"), "begin_");
        assert_eq!(scope.fresh("x"), "x");
        assert_eq!(scope.fresh("x"), "x_");
    }
}

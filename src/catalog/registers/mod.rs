//! The tables of registers as other people's tools read them: C headers, CMSIS-SVD files, and pages.
mod block;
mod c_header;
mod page;
mod svd;

use block::{CODEMAP, COPROC, COPROC_PROFILER, HOTLIST, HPS, MONITOR, PHASE, PROFILER, VALUE_SAMPLER};
use c_header::c_header;
use page::{
    CODEMAP_RULES, COPROC_PROFILER_RULES, HOTLIST_RULES, MONITOR_RULES, PHASE_RULES, PROFILER_RULES,
    VALUE_SAMPLER_RULES, page,
};
use svd::svd;

/// The files, by their path from the top of the repository.
pub fn files() -> [(&'static str, String); 25] {
    [
        ("include/treetap_regs.h", c_header(&PROFILER)),
        ("include/treetap_regs.svd", svd(&PROFILER)),
        ("docs/reference/registers.md", page(&PROFILER, "Registers", PROFILER_RULES)),
        ("include/treetap_codemap.h", c_header(&CODEMAP)),
        ("include/treetap_codemap.svd", svd(&CODEMAP)),
        ("docs/reference/codemap-registers.md", page(&CODEMAP, "Registers of a map of code", CODEMAP_RULES)),
        ("include/treetap_hps.h", c_header(&HPS)),
        ("include/treetap_hps.svd", svd(&HPS)),
        ("include/treetap_monitor.h", c_header(&MONITOR)),
        ("include/treetap_monitor.svd", svd(&MONITOR)),
        ("docs/reference/monitor-registers.md", page(&MONITOR, "Registers of a monitor", MONITOR_RULES)),
        ("include/treetap_phase.h", c_header(&PHASE)),
        ("include/treetap_phase.svd", svd(&PHASE)),
        ("docs/reference/phase-registers.md", page(&PHASE, "Registers of a phase tracker", PHASE_RULES)),
        ("include/treetap_hotlist.h", c_header(&HOTLIST)),
        ("include/treetap_hotlist.svd", svd(&HOTLIST)),
        ("docs/reference/hotlist-registers.md", page(&HOTLIST, "Registers of a hotlist sampler", HOTLIST_RULES)),
        ("include/treetap_value_sampler.h", c_header(&VALUE_SAMPLER)),
        ("include/treetap_value_sampler.svd", svd(&VALUE_SAMPLER)),
        (
            "docs/reference/value_sampler-registers.md",
            page(&VALUE_SAMPLER, "Registers of a value sampler", VALUE_SAMPLER_RULES),
        ),
        ("include/treetap_coproc.h", c_header(&COPROC)),
        ("include/treetap_coproc.svd", svd(&COPROC)),
        ("include/treetap_coproc_profiler.h", c_header(&COPROC_PROFILER)),
        ("include/treetap_coproc_profiler.svd", svd(&COPROC_PROFILER)),
        (
            "docs/reference/coproc_profiler-registers.md",
            page(&COPROC_PROFILER, "Registers of a co-processor beside a core", COPROC_PROFILER_RULES),
        ),
    ]
}

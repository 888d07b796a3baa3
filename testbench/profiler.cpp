// A whole profiler, a monitor, or both in one: retirements in, registers over the bus that its top has. Cycles without a
// retirement are given as a core had them, or left out. What a profiler accepts is told by its ordinals, what a monitor
// reports by the words on its stream.
#include "profiler_abi.h"
#include "bench.h"
#include TREETAP_TOP_HEADER
#include <deque>
#include <type_traits>
#include <utility>

namespace treetap {

template <class T, class = void> struct HasWishbone : std::false_type {};
template <class T> struct HasWishbone<T, std::void_t<decltype(std::declval<T&>().wb_cyc_i)>> : std::true_type {};

template <class T, class = void> struct HasStream : std::false_type {};
template <class T> struct HasStream<T, std::void_t<decltype(std::declval<T&>().out_valid)>> : std::true_type {};

template <class T, class = void> struct HasOrdinals : std::false_type {};
template <class T> struct HasOrdinals<T, std::void_t<decltype(std::declval<T&>().acc_valid)>> : std::true_type {};

template <class T, class = void> struct HasPhaseIrq : std::false_type {};
template <class T> struct HasPhaseIrq<T, std::void_t<decltype(std::declval<T&>().phase_irq)>> : std::true_type {};

template <class T, class = void> struct HasLog : std::false_type {};
template <class T> struct HasLog<T, std::void_t<decltype(std::declval<T&>().log_valid)>> : std::true_type {};

constexpr uint64_t RESET_CYCLES = 4;
constexpr uint32_t ALL_BYTES = 15;

// Words that a top gave, until somebody asks for them.
struct Words {
    std::vector<uint32_t> since, given;

    // Those since the last call; valid until the next one.
    size_t take(const uint32_t** out) {
        given.swap(since);
        since.clear();
        *out = given.data();
        return given.size();
    }
};

template <class Top> class Profiler {
  public:
    explicit Profiler(const tt_profiler_setup& setup)
        : setup(setup), clock(setup.seed), gate(setup.seed + 1, setup.idle, setup.idle_max),
          reader(setup.seed + 2, setup.wait, setup.wait_max) {
        clock->rvfi_valid = 0;
        clock->ret_always = 0;
        clock->ext_on = 0;
        clock->ext_off = 0;
        if constexpr (ORDINALS) {
            clock->ext_tick = 0;
        }
        release(HasWishbone<Top>{});
        clock->rst = 1;
        for (uint64_t i = 0; i < RESET_CYCLES; ++i) {
            step();
        }
        clock->rst = 0;
        state = {};
    }

    size_t feed(const tt_rvfi* records, size_t count, uint64_t pace) {
        if (pace == TT_PACE_LATER) {
            later.insert(later.end(), records, records + count);
            return count;
        }
        for (size_t i = 0; i < count; ++i) {
            if (pace == TT_PACE_CORE) {
                // The core's clock stands while a retirement waits, so its cycles are counted without those.
                for (; core_cycle + 1 < records[i].cycle; ++core_cycle) {
                    step();
                }
                core_cycle = records[i].cycle;
            }
            while (gate.closed()) {
                step();
            }
            show(records[i]);
            for (uint64_t waited = 0; !step(); ++waited) {
                if (asked()) {
                    clock->rvfi_valid = 0;
                    return i;
                }
                if (waited >= setup.hang_cycles) {
                    state.broken = 1;
                    clock->rvfi_valid = 0;
                    return i;
                }
            }
            clock->rvfi_valid = 0;
        }
        return count;
    }

    bool beside(const tt_rvfi* record) {
        if (record) {
            show(*record);
        }
        const bool taken = step();
        clock->rvfi_valid = 0;
        return taken || !record;
    }

    // The yardstick of benches/tops.rs: the shortest loop that gives retirements to the top. It checks and keeps nothing.
    uint64_t bare(const tt_rvfi* records, size_t count) {
        uint64_t cycles = 0;
        if constexpr (STREAM) {
            clock->out_ready = 1;
        }
        if constexpr (LOG) {
            clock->log_ready = 1;
        }
        for (size_t taken = 0; taken < count; ++cycles) {
            show(records[taken]);
            clock->clk = 0;
            clock->eval();
            taken += clock->rvfi_ready;
            clock->clk = 1;
            clock->eval();
        }
        clock->rvfi_valid = 0;
        return cycles;
    }

    void idle(uint64_t cycles) {
        for (; cycles > 0; --cycles) {
            step();
        }
    }

    void pulse(uint32_t which) {
        const auto drive = [&](bool level) {
            clock->ext_on = level && which == 0;
            clock->ext_off = level && which == 1;
            if constexpr (ORDINALS) {
                clock->ext_tick = level && which == 2;
            }
        };
        drive(true);
        step();
        drive(false);
    }

    uint32_t transfer(bool write, uint32_t address, uint32_t& data) { return transfer(write, address, data, HasWishbone<Top>{}); }

    Words accepted, logged; // logged: words of the phase tracker's log, or of the stream beside ordinals
    tt_profiler_state state{};

  private:
    static constexpr bool STREAM = HasStream<Top>::value;
    static constexpr bool ORDINALS = HasOrdinals<Top>::value;
    static constexpr bool LOG = HasLog<Top>::value;

    // A host that looks at every interval of the phase tracker has to look at one.
    bool asked() {
        if constexpr (HasPhaseIrq<Top>::value) {
            return clock->phase_irq;
        } else if constexpr (LOG) {
            return clock->irq;
        } else {
            return false;
        }
    }

    void show(const tt_rvfi& r) {
        clock->rvfi_valid = 1;
        clock->rvfi_insn = r.insn;
        clock->rvfi_trap = r.flags & TT_TRAP;
        clock->rvfi_intr = (r.flags & TT_INTR) != 0;
        clock->rvfi_pc_rdata = r.pc;
        clock->rvfi_pc_wdata = r.next_pc;
        clock->rvfi_rs1_rdata = r.rs1;
        clock->rvfi_mem_addr = r.mem_addr;
        clock->rvfi_mem_rmask = r.rmask;
        clock->rvfi_mem_wmask = r.wmask;
        if constexpr (STREAM) {
            clock->rvfi_mode = 3 - (r.flags >> TT_BELOW_MACHINE & 3);
        }
        if constexpr (ORDINALS) {
            clock->rvfi_rd_wdata = r.rd;
            clock->rvfi_mem_rdata = r.mem_rdata;
            clock->rvfi_mem_wdata = r.mem_wdata;
            clock->ret_evt = r.evt;
            clock->ret_lat = r.lat;
            // As hw/cycles.rs counts beside a core.
            if (r.cycle != shown) {
                const uint64_t distance = r.cycle - before;
                clock->ret_cycles = distance > 0xffff ? 0xffff : distance;
                before = shown = r.cycle;
            }
        }
    }

    // One clock cycle; whether the retirement on the pins, if there is one, was taken.
    bool step() {
        if (!from_later && !later.empty() && !clock->rvfi_valid && !gate.closed()) {
            show(later.front());
            from_later = true;
        }
        if constexpr (STREAM) {
            clock->out_ready = !reader.closed();
        }
        if constexpr (LOG) {
            clock->log_ready = !reader.closed();
        }
        clock.low();
        const bool valid = clock->rvfi_valid, taken = valid && clock->rvfi_ready;
        if constexpr (STREAM) {
            Words& words = ORDINALS ? logged : accepted;
            const bool left = offered(clock->out_valid, clock->out_ready, clock->out_data, clock->out_last, words, events);
            state.accepted += left && !ORDINALS;
        }
        if constexpr (ORDINALS) {
            if (clock->acc_valid && !clock->rst) {
                accepted.since.push_back(clock->acc_ord);
                ++state.accepted;
            }
        }
        if constexpr (LOG) {
            offered(clock->log_valid, clock->log_ready, clock->log_data, clock->log_last, logged, intervals);
        }
        state.retired += taken;
        state.held += valid && !taken;
        ++state.cycles;
        clock.high();
        if (from_later && taken) {
            later.pop_front();
            from_later = false;
            clock->rvfi_valid = 0;
        }
        return taken;
    }

    // What the stream of the top offers in this cycle; whether it is taken.
    bool offered(bool valid, bool ready, uint32_t data, bool last, Words& words, StreamMonitor& offers) {
        if (clock->rst) {
            offers.reset();
            return false;
        }
        state.broken |= !offers.check(valid, ready, data, last);
        if (valid && ready) {
            words.since.push_back(data);
        }
        return valid && ready;
    }

    void release(std::true_type) { clock->wb_cyc_i = clock->wb_stb_i = 0; }
    void release(std::false_type) {
        clock->s_axil_awvalid = clock->s_axil_wvalid = clock->s_axil_arvalid = 0;
        clock->s_axil_bready = clock->s_axil_rready = 0;
    }

    // Wishbone: one classic cycle.
    uint32_t transfer(bool write, uint32_t address, uint32_t& data, std::true_type bus) {
        clock->wb_cyc_i = clock->wb_stb_i = 1;
        clock->wb_we_i = write;
        clock->wb_adr_i = address;
        clock->wb_dat_i = data;
        clock->wb_sel_i = ALL_BYTES;
        uint32_t answer = TT_BUS_SILENT;
        for (uint64_t i = 0; i < setup.hang_cycles && answer == TT_BUS_SILENT; ++i) {
            clock.low();
            if (clock->wb_ack_o || clock->wb_err_o) {
                answer = clock->wb_ack_o ? TT_BUS_OK : TT_BUS_ERROR;
                data = write ? data : clock->wb_dat_o;
            }
            step();
        }
        release(bus);
        step();
        state.broken |= answer == TT_BUS_SILENT;
        return answer;
    }

    // AXI4-Lite: address and data together, then the response.
    uint32_t transfer(bool write, uint32_t address, uint32_t& data, std::false_type bus) {
        clock->s_axil_awvalid = clock->s_axil_wvalid = write;
        clock->s_axil_arvalid = !write;
        clock->s_axil_awaddr = clock->s_axil_araddr = address;
        clock->s_axil_wdata = data;
        clock->s_axil_wstrb = ALL_BYTES;
        clock->s_axil_bready = write;
        clock->s_axil_rready = !write;
        uint32_t answer = TT_BUS_SILENT;
        for (uint64_t i = 0; i < setup.hang_cycles && answer == TT_BUS_SILENT; ++i) {
            clock.low();
            const bool aw = clock->s_axil_awready, w = clock->s_axil_wready, ar = clock->s_axil_arready;
            if (write ? clock->s_axil_bvalid : clock->s_axil_rvalid) {
                const uint32_t response = write ? clock->s_axil_bresp : clock->s_axil_rresp;
                answer = response == 0 ? TT_BUS_OK : TT_BUS_ERROR;
                data = write ? data : clock->s_axil_rdata;
            }
            step();
            clock->s_axil_awvalid = clock->s_axil_awvalid && !aw;
            clock->s_axil_wvalid = clock->s_axil_wvalid && !w;
            clock->s_axil_arvalid = clock->s_axil_arvalid && !ar;
        }
        release(bus);
        step();
        state.broken |= answer == TT_BUS_SILENT;
        return answer;
    }

    tt_profiler_setup setup;
    Clock<Top> clock;
    Gate gate, reader;
    StreamMonitor events, intervals; // of a monitor's words, and of the log
    std::deque<tt_rvfi> later; // retirements that come while the clock runs for something else
    bool from_later = false;   // the first of them is on the pins
    uint64_t core_cycle = 0; // cycles of the core that have passed
    uint64_t before = 0;     // cycle of the retirement before
    uint64_t shown = 0;      // cycle of the retirement that is on the pins
};

} // namespace treetap

struct tt_profiler : treetap::Profiler<TREETAP_TOP> {
    using Profiler::Profiler;
};

#define TT_EXPORT extern "C" __attribute__((visibility("default")))

TT_EXPORT uint32_t tt_profiler_abi() { return TT_PROFILER_ABI; }
TT_EXPORT tt_profiler* tt_profiler_open(const tt_profiler_setup* setup) { return new tt_profiler(*setup); }
TT_EXPORT void tt_profiler_close(tt_profiler* profiler) { delete profiler; }
TT_EXPORT size_t tt_profiler_feed(tt_profiler* profiler, const tt_rvfi* records, size_t count, uint64_t pace) {
    return profiler->feed(records, count, pace);
}
TT_EXPORT uint32_t tt_profiler_beside(void* profiler, const tt_rvfi* record) {
    return static_cast<tt_profiler*>(profiler)->beside(record);
}
TT_EXPORT uint64_t tt_profiler_bare(tt_profiler* profiler, const tt_rvfi* records, size_t count) {
    return profiler->bare(records, count);
}
TT_EXPORT void tt_profiler_idle(tt_profiler* profiler, uint64_t cycles) { profiler->idle(cycles); }
TT_EXPORT void tt_profiler_pulse(tt_profiler* profiler, uint32_t which) { profiler->pulse(which); }
TT_EXPORT uint32_t tt_profiler_read(tt_profiler* profiler, uint32_t address, uint32_t* data) {
    return profiler->transfer(false, address, *data);
}
TT_EXPORT uint32_t tt_profiler_write(tt_profiler* profiler, uint32_t address, uint32_t data) {
    return profiler->transfer(true, address, data);
}
TT_EXPORT size_t tt_profiler_accepted(tt_profiler* profiler, const uint32_t** out) {
    return profiler->accepted.take(out);
}
TT_EXPORT size_t tt_profiler_logged(tt_profiler* profiler, const uint32_t** out) {
    return profiler->logged.take(out);
}
TT_EXPORT void tt_profiler_get_state(tt_profiler* profiler, tt_profiler_state* out) { *out = profiler->state; }

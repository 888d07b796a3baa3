// What every core's testbench shares: memory and devices, the clock that can be held, and the functions of core_abi.h.
//
// A core's own file defines `Ports`, a class around its verilated top:
//     Ports(Memory&);       powered up and through reset
//     void cycle(bool irq); one clock cycle, with the answers of memory in it
//     bool halted();        it stopped at a trap that it cannot take
//     const Top& top();     its verilated top, with the ports rvfi_*
#ifndef TREETAP_CORE_H
#define TREETAP_CORE_H
#include "bench.h"
#include "core_abi.h"
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace treetap {

// Everything behind the core's buses: little-endian words.
class Memory {
  public:
    explicit Memory(const tt_core_setup& setup)
        : setup(setup), bytes(static_cast<uint8_t*>(std::calloc(setup.ram_bytes, 1))), gate(setup.seed, setup.wait, setup.wait_max) {
        if (bytes == nullptr) {
            throw std::bad_alloc();
        }
    }
    ~Memory() { std::free(bytes); }
    Memory(const Memory&) = delete;

    uint32_t read(uint32_t address) {
        address &= ~3u;
        uint32_t word = 0;
        const uint64_t at = address - static_cast<uint32_t>(setup.ram);
        if (at < setup.ram_bytes) {
            std::memcpy(&word, bytes + at, sizeof word);
        } else {
            nothing_at(address);
        }
        return word;
    }

    void write(uint32_t address, uint32_t word, uint32_t lanes) {
        address &= ~3u;
        const uint64_t at = address - static_cast<uint32_t>(setup.ram);
        if (at < setup.ram_bytes) {
            if (lanes == 0xf) {
                std::memcpy(bytes + at, &word, sizeof word);
                return;
            }
            for (unsigned lane = 0; lane < 4; ++lane) {
                if (lanes >> lane & 1) {
                    bytes[at + lane] = static_cast<uint8_t>(word >> (8 * lane));
                }
            }
        } else if (address == setup.console) {
            console.push_back(static_cast<char>(word));
        } else if (address == setup.exit) {
            exiting = true;
            exit_code = word;
        } else if (address == setup.timer) {
            interrupt = false;
        } else {
            nothing_at(address);
        }
    }

    // Whether an access of this cycle has to wait.
    bool waits() {
        const bool closed = gate.closed();
        wait_cycles += closed;
        return closed;
    }

    // The `count` bytes at `address`, or null if they are not all in memory.
    uint8_t* range(uint64_t address, size_t count) {
        const uint64_t at = address - setup.ram;
        return at <= setup.ram_bytes && count <= setup.ram_bytes - at ? bytes + at : nullptr;
    }

    const tt_core_setup setup;
    std::string console;
    bool exiting = false;
    bool interrupt = false;
    uint32_t exit_code = 0;
    uint64_t wait_cycles = 0;
    uint64_t outside = 0;
    uint64_t outside_address = 0;

  private:
    void nothing_at(uint32_t address) {
        if (outside++ == 0) {
            outside_address = address;
        }
    }
    uint8_t* const bytes;
    Gate gate;
};

// Cycles of reset.
constexpr int RESET_CYCLES = 10;

// A core's top in a context of its own; the contents at power-up are zero, so that a run is the same everywhere.
template <class Top> struct Alone {
    VerilatedContext context;
    Top top{&context};
    ~Alone() { top.final(); }
};

// The RVFI ports as they stand.
template <class Top> void sample(const Top& top, uint64_t cycle, tt_rvfi& out) {
    out = tt_rvfi{};
    out.order = top.rvfi_order;
    out.cycle = cycle;
    out.pc = top.rvfi_pc_rdata;
    out.next_pc = top.rvfi_pc_wdata;
    out.rs1 = top.rvfi_rs1_rdata;
    out.rd = top.rvfi_rd_wdata;
    out.mem_addr = top.rvfi_mem_addr;
    out.mem_rdata = top.rvfi_mem_rdata;
    out.mem_wdata = top.rvfi_mem_wdata;
    out.insn = top.rvfi_insn;
    out.flags = static_cast<uint8_t>((top.rvfi_trap ? TT_TRAP : 0) | (top.rvfi_intr ? TT_INTR : 0) |
                                     ((3u - (top.rvfi_mode & 3u)) << TT_BELOW_MACHINE));
    out.rmask = top.rvfi_mem_rmask;
    out.wmask = top.rvfi_mem_wmask;
    out.rd_addr = top.rvfi_rd_addr;
}

template <class Ports> class Machine {
  public:
    explicit Machine(const tt_core_setup& setup)
        : memory(setup), ports(memory), stall(~setup.seed, setup.stall, setup.stall_max), timer(setup.timer_every) {}

    size_t run(tt_rvfi* out, size_t count) {
        size_t given = 0;
        tt_rvfi own;
        while (status == TT_CORE_MORE && given < count) {
            if (state.cycles >= memory.setup.cycles_max) {
                status = TT_CORE_LIMIT;
                break;
            }
            if (stall.closed()) {
                ++state.held;
                continue;
            }
            const bool valid = ports.top().rvfi_valid;
            tt_rvfi& record = out ? out[given] : own;
            if (valid && (out || beside)) {
                sample(ports.top(), state.cycles, record);
            }
            if (beside && !beside(context, valid ? &record : nullptr)) {
                ++state.held;
                if (++quiet >= memory.setup.hang_cycles) {
                    status = TT_CORE_HUNG;
                }
                continue;
            }
            if (valid) {
                ++given;
                quiet = 0;
                if (memory.exiting && ports.top().rvfi_mem_wmask && (ports.top().rvfi_mem_addr & ~3u) == memory.setup.exit) {
                    status = TT_CORE_EXIT;
                    break;
                }
            } else if (++quiet >= memory.setup.hang_cycles) {
                status = TT_CORE_HUNG;
                break;
            } else if (ports.halted() && ++stopped >= HALT_CYCLES) {
                status = TT_CORE_HALTED;
                break;
            }
            if (timer && --timer == 0) {
                timer = memory.setup.timer_every;
                state.interrupts += !memory.interrupt;
                memory.interrupt = true;
            }
            ports.cycle(memory.interrupt);
            ++state.cycles;
        }
        state.records += given;
        return given;
    }

    void attach(tt_beside function, void* with) {
        beside = function;
        context = with;
    }

    tt_core_state now() const {
        tt_core_state out = state;
        out.waits = memory.wait_cycles;
        out.outside = memory.outside;
        out.outside_address = memory.outside_address;
        out.status = status;
        out.exit_code = memory.exit_code;
        return out;
    }

    Memory memory;
    std::string said;

  private:
    // The record of a trap comes this late at most, and then nothing.
    static constexpr uint64_t HALT_CYCLES = 8;
    Ports ports;
    Gate stall;
    tt_beside beside = nullptr;
    void* context = nullptr;
    uint64_t timer;       // cycles until the next interrupt, 0: there is none
    uint64_t quiet = 0;   // cycles since the last retirement
    uint64_t stopped = 0; // cycles without one since the core halted
    uint64_t status = TT_CORE_MORE;
    tt_core_state state{};
};

} // namespace treetap

#define TT_CORE_EXPORT extern "C" __attribute__((visibility("default")))

// The exported functions, for the class `Ports` of the file that includes this one.
#define TREETAP_CORE(Ports)                                                                                                       \
    struct tt_core : treetap::Machine<Ports> {                                                                                    \
        using treetap::Machine<Ports>::Machine;                                                                                   \
    };                                                                                                                            \
    TT_CORE_EXPORT uint32_t tt_core_abi() { return TT_CORE_ABI; }                                                                 \
    TT_CORE_EXPORT tt_core* tt_core_open(const tt_core_setup* setup) { return new tt_core(*setup); }                              \
    TT_CORE_EXPORT void tt_core_close(tt_core* core) { delete core; }                                                             \
    TT_CORE_EXPORT uint32_t tt_core_write(tt_core* core, uint64_t address, const uint8_t* bytes, size_t count) {                  \
        uint8_t* const to = core->memory.range(address, count);                                                                   \
        return to && (std::memcpy(to, bytes, count), true);                                                                       \
    }                                                                                                                             \
    TT_CORE_EXPORT uint32_t tt_core_read(tt_core* core, uint64_t address, uint8_t* bytes, size_t count) {                         \
        const uint8_t* const from = core->memory.range(address, count);                                                           \
        return from && (std::memcpy(bytes, from, count), true);                                                                   \
    }                                                                                                                             \
    TT_CORE_EXPORT void tt_core_attach(tt_core* core, tt_beside beside, void* context) { core->attach(beside, context); }         \
    TT_CORE_EXPORT size_t tt_core_run(tt_core* core, tt_rvfi* out, size_t count) { return core->run(out, count); }                \
    TT_CORE_EXPORT void tt_core_get_state(tt_core* core, tt_core_state* out) { *out = core->now(); }                              \
    TT_CORE_EXPORT size_t tt_core_console(tt_core* core, const uint8_t** out) {                                                   \
        core->said.swap(core->memory.console);                                                                                    \
        core->memory.console.clear();                                                                                             \
        *out = reinterpret_cast<const uint8_t*>(core->said.data());                                                               \
        return core->said.size();                                                                                                 \
    }
#endif

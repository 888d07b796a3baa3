// The loops around the designs of run.sh, which appends what Verilator made of them.
#include "Vcore.h"
#include "Vone.h"
#include "Vprofiler.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

constexpr uint32_t RAM = 0x80000000, RAM_BYTES = 32 << 20;
constexpr int RESET_CYCLES = 10, CYCLES = 500000, TURNS = 7;

std::vector<uint8_t> loaded(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> elf{std::istreambuf_iterator<char>(file), {}};
    std::vector<uint8_t> memory(RAM_BYTES);
    const auto word = [&](size_t at) {
        uint32_t value;
        std::memcpy(&value, &elf.at(at + 3) - 3, sizeof value);
        return value;
    };
    const uint32_t headers = word(28), count = word(44) & 0xffff;
    for (uint32_t at = headers; at < headers + 32 * count; at += 32) {
        if (word(at) == 1 && word(at + 16) > 0) { // PT_LOAD: offset, address, bytes
            std::memcpy(&memory.at(word(at + 12) - RAM), &elf.at(word(at + 4)), word(at + 16));
        }
    }
    return memory;
}

// A contestant: `Top` has the core, `Beside` is null or has the profiler.
template <class Top, class Beside> struct Run {
    static constexpr bool ONE = std::is_same<Top, Vone>::value, TWO = !std::is_same<Beside, std::nullptr_t>::value;
    std::vector<uint8_t> memory;
    VerilatedContext context, other;
    Top top{&context};
    std::conditional_t<TWO, Vprofiler, int> beside = make();
    uint64_t retired = 0, held = 0;

    std::conditional_t<TWO, Vprofiler, int> make() {
        if constexpr (TWO) {
            return Vprofiler{&other};
        } else {
            return 0;
        }
    }
    explicit Run(const char* path) : memory(loaded(path)) {
        top.resetn = 0;
        reset(1);
        for (int i = 0; i < RESET_CYCLES; ++i) {
            edge(true);
            fall();
        }
        top.resetn = 1;
        reset(0);
        fall();
    }
    void reset(bool level) {
        if constexpr (ONE) {
            top.rst = level;
        } else if constexpr (TWO) {
            beside.rst = level;
        }
    }
    bool ready() {
        if constexpr (ONE) {
            return top.rvfi_ready;
        } else if constexpr (TWO) {
            return beside.rvfi_ready;
        } else {
            return true;
        }
    }
    void edge(bool go) {
        top.clk_core = go;
        if constexpr (ONE) {
            top.clk = 1;
        } else if constexpr (TWO) {
            beside.clk = 1;
            beside.eval();
        }
        top.eval();
    }
    void fall() {
        top.clk_core = 0;
        if constexpr (ONE) {
            top.clk = 0;
        }
        top.eval();
        if constexpr (TWO) {
            beside.rvfi_valid = top.rvfi_valid;
            beside.rvfi_insn = top.rvfi_insn;
            beside.rvfi_trap = top.rvfi_trap;
            beside.rvfi_intr = top.rvfi_intr;
            beside.rvfi_pc_rdata = top.rvfi_pc_rdata;
            beside.rvfi_pc_wdata = top.rvfi_pc_wdata;
            beside.rvfi_rs1_rdata = top.rvfi_rs1_rdata;
            beside.rvfi_rd_wdata = top.rvfi_rd_wdata;
            beside.rvfi_mem_addr = top.rvfi_mem_addr;
            beside.rvfi_mem_rmask = top.rvfi_mem_rmask;
            beside.rvfi_mem_wmask = top.rvfi_mem_wmask;
            beside.rvfi_mem_rdata = top.rvfi_mem_rdata;
            beside.rvfi_mem_wdata = top.rvfi_mem_wdata;
            beside.clk = 0;
            beside.eval();
        }
    }
    void cycle() {
        const bool go = !top.rvfi_valid || ready();
        retired += top.rvfi_valid && go;
        held += !go;
        edge(go);
        const uint32_t at = (top.mem_addr & ~3u) - RAM;
        top.mem_ready = top.mem_valid;
        if (go && top.mem_valid && at < RAM_BYTES) {
            for (int lane = 0; lane < 4; ++lane) {
                if (top.mem_wstrb >> lane & 1) {
                    memory[at + lane] = top.mem_wdata >> 8 * lane;
                }
            }
            std::memcpy(&top.mem_rdata, &memory[at], sizeof top.mem_rdata);
        }
        fall();
    }
    // Nanoseconds of a cycle.
    double turn() {
        timespec before, after;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
        for (int i = 0; i < CYCLES; ++i) {
            cycle();
        }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
        const double seconds = after.tv_sec - before.tv_sec;
        return (seconds * 1e9 + (after.tv_nsec - before.tv_nsec)) / CYCLES;
    }
};

double median(std::vector<double> of) {
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
}

int main(int, char** words) {
    auto& alone = *new Run<Vcore, std::nullptr_t>(words[2]);
    auto& two = *new Run<Vcore, Vprofiler>(words[2]);
    auto& one = *new Run<Vone, std::nullptr_t>(words[2]);
    std::vector<double> times, twos, ones;
    for (int turn = 0; turn < TURNS; ++turn) {
        const double first = alone.turn(), second = two.turn(), third = one.turn();
        times.push_back(first);
        twos.push_back(first / second);
        ones.push_back(first / third);
    }
    // All ran the same program as far, and nothing that is switched off holds a core back.
    if (alone.retired < CYCLES || two.retired != alone.retired || one.retired != alone.retired || two.held || one.held) {
        throw std::logic_error("the contestants did not do the same");
    }
    std::printf("| `%s` | %d | %.0f | %.2f | %.2f |\n", words[1], CYCLES, median(times), median(twos), median(ones));
}

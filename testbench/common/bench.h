// What every testbench shares: seeded generators, the clock of a verilated top, and the book-keeping behind abi.h.
#ifndef TREETAP_BENCH_H
#define TREETAP_BENCH_H
#include "abi.h"
#include "stream_monitor.h"
#include <memory>
#include <string>
#include <type_traits>
#include <vector>
#include <verilated.h>
#if VM_TRACE_FST
#include <verilated_fst_c.h>
#endif
#ifdef TREETAP_ROOT
// The two halves of `eval()` (src/cosim/edges.rs): what follows from the inputs, and from the rising edge.
#include TREETAP_TOP_HEADER
#include TREETAP_ROOT_HEADER
void TREETAP_INPUTS(TREETAP_ROOT*);
void TREETAP_EDGE(TREETAP_ROOT*);
#endif

namespace treetap {

// splitmix64: every 64-bit seed gives a full-period, well mixed sequence.
class Random {
  public:
    explicit Random(uint64_t seed) : state(seed) {}
    uint64_t next() {
        uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    bool chance(uint64_t in_65536) { return (next() & 0xffff) < in_65536; }
    uint64_t upto(uint64_t bound) { return bound < 2 ? bound : 1 + next() % bound; }

  private:
    uint64_t state;
};

// Closes a stream for random stretches: `chance` in 65536 that a stretch of 1..longest cycles begins.
class Gate {
  public:
    Gate(uint64_t seed, uint64_t chance, uint64_t longest) : random(seed), chance(chance), longest(longest) {}
    bool closed() {
        if (left > 0) {
            --left;
            return true;
        }
        if (chance > 0 && random.chance(chance)) {
            left = random.upto(longest) - 1;
            return true;
        }
        return false;
    }

  private:
    Random random;
    uint64_t chance;
    uint64_t longest;
    uint64_t left = 0;
};

// A verilated top and its clock. One cycle is: drive inputs, low(), read outputs, high(). Where the rising edge is all
// that triggers anything (src/cosim/edges.rs), both do only what follows from their level.
template <class Top> class Clock {
  public:
    explicit Clock(uint64_t seed) {
        context.randReset(2);
        context.randSeed(static_cast<int>(Random(seed).next() >> 33) | 1);
        Verilated::threadContextp(&context); // the generators of power-up contents look here
#if VM_TRACE_FST
        context.traceEverOn(true);
#endif
        top = std::make_unique<Top>(&context);
    }
    ~Clock() {
#if VM_TRACE_FST
        if (waves) {
            waves->close();
        }
#endif
        top->final();
    }
    Top* operator->() { return top.get(); }
    Top& operator*() { return *top; }
    void low() {
        top->clk = 0;
#ifdef TREETAP_ROOT
        if (HALVES && begun) {
            top->rootp->__VicoTriggered.at(0) = 1;
            TREETAP_INPUTS(top->rootp);
        } else {
            top->eval(); // with the initial values
            begun = true;
        }
#else
        top->eval();
#endif
        dump(0);
    }
    void high() {
        top->clk = 1;
#ifdef TREETAP_ROOT
        if (HALVES) {
            top->rootp->__VnbaTriggered.at(0) = 1;
            TREETAP_EDGE(top->rootp);
        } else {
            top->eval();
        }
#else
        top->eval();
#endif
        dump(1);
        ++cycle;
    }
    bool trace(const char* path) {
#if VM_TRACE_FST
        waves = std::make_unique<VerilatedFstC>();
        top->trace(waves.get(), 99);
        waves->open(path);
        return waves->isOpen();
#else
        (void)path;
        return false;
#endif
    }
    uint64_t cycle = 0;

  private:
    void dump(uint64_t half) {
#if VM_TRACE_FST
        if (waves) {
            waves->dump(2 * cycle + half);
        }
#else
        (void)half;
#endif
    }
    VerilatedContext context;
    std::unique_ptr<Top> top;
#ifdef TREETAP_ROOT
    // A class around the verilated one has an eval() that does more.
    static constexpr bool HALVES = std::is_same<Top, TREETAP_CLASS>::value;
    bool begun = false; // low() was called
#endif
#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstC> waves;
#endif
};

// What a bench hands back: words in order, and the commands they answer.
class Answers {
  public:
    void ask(uint64_t op, bool answers, uint64_t position, uint64_t cycle) {
        records.push_back(tt_record{op, position, 0, 0, cycle, tt_stats{}});
        open.push_back(answers);
    }
    // The record the next word belongs to, or null when nothing was asked.
    tt_record* asking() {
        while (next < records.size() && !open[next]) {
            ++next;
        }
        return next < records.size() ? &records[next] : nullptr;
    }
    size_t length() const { return words.size() - current; }
    // The last word of the answer under way has been taken.
    void close() {
        records[next].first_word = current;
        records[next].words = length();
        open[next] = false;
        current = words.size();
    }
    void clear() {
        records.clear();
        open.clear();
        words.clear();
        samples.clear();
        waits.clear();
        current = 0;
        next = 0;
    }
    std::vector<tt_record> records;
    std::vector<uint64_t> words;
    std::vector<tt_sample> samples;
    std::vector<tt_waits> waits; // of every event that ended

  private:
    std::vector<bool> open;
    size_t current = 0; // index of the first word of the answer under way
    size_t next = 0;    // index of the first record that may still want words
};

} // namespace treetap
#endif

// The rules of docs/reference/stream_rules.md that an observer of one stream can check.
#ifndef TREETAP_STREAM_MONITOR_H
#define TREETAP_STREAM_MONITOR_H
#include <cstdint>

namespace treetap {

// Once offered, a payload stays offered and unchanged until it is taken.
class StreamMonitor {
  public:
    bool check(bool valid, bool ready, uint64_t payload, uint64_t more) {
        const bool kept = !waiting || (valid && payload == held && more == held_more);
        waiting = valid && !ready;
        held = payload;
        held_more = more;
        return kept;
    }
    void reset() { waiting = false; }

  private:
    bool waiting = false;
    uint64_t held = 0;
    uint64_t held_more = 0;
};

} // namespace treetap
#endif

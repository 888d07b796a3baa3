// What every library includes first. It is compiled beforehand, for parsing it takes longer than a small design does:
// nothing here may depend on the design.
#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace treetap {

// A design ended the simulation: $finish, $stop, $fatal, or a loop that does not settle.
struct Ended : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Whether somebody catches `Ended`. Nothing may be thrown through who called the library.
inline thread_local bool catches_ended = false;

[[noreturn]] inline void end(const char* file, int line, const std::string& what) {
    const std::string place = file && file[0] ? std::string(file) + ":" + std::to_string(line) + ": " : "";
    const std::string message = "the design ended the simulation: " + place + what;
    if (catches_ended) {
        throw Ended(message);
    }
    std::fprintf(stderr, "treetap: error: %s\n", message.c_str());
    std::_Exit(1);
}

} // namespace treetap

// Verilator's own would go on, exit with 0 or abort (VL_USER_*).
void vl_finish(const char* file, int line, const char*) { treetap::end(file, line, "$finish"); }
void vl_stop(const char* file, int line, const char*) { treetap::end(file, line, "$stop, $fatal or a failed assertion"); }
void vl_fatal(const char* file, int line, const char*, const char* message) { treetap::end(file, line, message); }

// What every library includes first. It is compiled beforehand, for parsing it takes longer than a small design does:
// nothing here may depend on the design.
#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

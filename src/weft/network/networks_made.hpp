#pragma once

#include <atomic>
#include <cstdint>

namespace weft {

/// How many networks this process has made from topologies and files; copies do not count. A run needs one: tests look at it.
std::atomic<std::uint64_t>& networks_made();

}  // namespace weft

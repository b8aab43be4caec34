#pragma once

#include <cstdint>

#include "weft/core/result.hpp"

namespace weft {

/// An empty result with the circumstances of this run: version, host, threads, seed.
Result new_result(std::uint64_t seed = 0);

}  // namespace weft

#pragma once

#include <string>

#include "weft/core/result.hpp"

namespace weft {

/// What a topology is: its counts, diameter and mean distance where they are known exactly, its channels and cables class by
/// class, and its copies level by level. Tables `facts`, `channels` and, for hierarchical topologies, `copies`.
Result show(std::string const& topology);

}  // namespace weft

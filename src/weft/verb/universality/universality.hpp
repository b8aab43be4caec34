#pragma once

#include <string>

#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/network/layout.hpp"

namespace weft {

/// The fat tree that simulates a network in the same volume (Leiserson 1985): the network is laid out and cut into a tree of
/// boxes, its routers become the leaves of the universal fat tree of that volume, and one message on each of its channels,
/// which it delivers in one step, is split into sets of load factor at most 1. Tables: facts; loads of the levels.
Result universality(std::string const& topology, LayoutParams const& layout, Progress& progress);

}  // namespace weft

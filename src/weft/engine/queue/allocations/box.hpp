// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// A box of a grid.
class Box {
 public:
  struct Params {};
  static constexpr std::string_view name = "box";
  static constexpr std::string_view doc =
      "The smallest box of free routers that fits the job, by number of routers, then by the sum of its sides; among equal boxes the one with the most occupied neighbors, then the first. It may wrap around. Nodes of the box that the job does not need stay free. A job waits if no box is free.";
  static constexpr std::tuple schema{};

  explicit Box(Params const&) {}
  std::string_view lacks(Nodes const& nodes) const;
  AllocationPtr bind(AllocationContext const& context) const;
};

}  // namespace weft::queue

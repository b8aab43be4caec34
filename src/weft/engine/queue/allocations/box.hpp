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
      "The smallest box of free routers that holds the job, in number of routers, then in the sum of its sides; of equal ones the box with the most neighbors that other jobs have, then the first. It may wrap around. The nodes of the box that the job does not need stay free. A job waits if no box is free.";
  static constexpr std::tuple schema{};

  explicit Box(Params const&) {}
  std::string_view lacks(Nodes const& nodes) const;
  AllocationPtr bind(AllocationContext const& context) const;
};

}  // namespace weft::queue

#pragma once

#include <tuple>

#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// Round over the groups.
class Spread {
 public:
  struct Params {};
  static constexpr std::string_view name = "spread";
  static constexpr std::string_view doc =
      "One node from each group in turn, round over all groups that have free ones, until the job has its nodes: few neighbors share a switch, many links serve each job.";
  static constexpr std::tuple schema{};

  explicit Spread(Params const&) {}
  AllocationPtr bind(AllocationContext const& context) const;
};

}  // namespace weft::queue

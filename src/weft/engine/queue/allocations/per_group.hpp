#pragma once

#include <tuple>

#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// Best fit by groups.
class PerGroup {
 public:
  struct Params {};
  static constexpr std::string_view name = "per_group";
  static constexpr std::string_view doc =
      "One group if the job fits into it: of those with enough free nodes the one with the fewest. Else whole free groups, and for the rest again the group that suffices with the fewest free nodes, or, where none suffices, the one with the most.";
  static constexpr std::tuple schema{};

  explicit PerGroup(Params const&) {}
  AllocationPtr bind(AllocationContext const& context) const;
};

}  // namespace weft::queue

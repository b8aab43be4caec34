#pragma once

#include <tuple>

#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// Leaves the fewest partly used groups.
class FewestFragments {
 public:
  struct Params {};
  static constexpr std::string_view name = "fewest_fragments";
  static constexpr std::string_view doc =
      "The nodes after which the fewest groups are partly used: groups that are partly used are filled up first, the smallest remainders first, then whole free groups are taken. Of equal choices one that fills groups exactly, then the best fit for the rest.";
  static constexpr std::tuple schema{};

  explicit FewestFragments(Params const&) {}
  AllocationPtr bind(AllocationContext const& context) const;
};

}  // namespace weft::queue

#pragma once

#include <tuple>

#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// The lowest free nodes.
class FirstFree {
 public:
  struct Params {};
  static constexpr std::string_view name = "first_free";
  static constexpr std::string_view doc = "The free nodes with the lowest numbers.";
  static constexpr std::tuple schema{};

  explicit FirstFree(Params const&) {}
  AllocationPtr bind(AllocationContext const& context) const;
};

}  // namespace weft::queue

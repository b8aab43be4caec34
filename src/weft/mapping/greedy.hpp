#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The task with most traffic to those placed next, as near to its partner as there is room.
class Greedy {
 public:
  struct Params {};
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view doc =
      "The greedy graph embedding of T. Hoefler and M. Snir (Generic topology mapping strategies for large-scale parallel "
      "architectures, ICS 2011): begins with the task that exchanges most; then, of all pairs of a placed and an unplaced task, "
      "the one that exchanges most puts its unplaced task on the free terminal nearest to the other. Distances are hops; the "
      "first task takes terminal 0.";
  static constexpr std::tuple schema{};

  explicit Greedy(Params const&) {}
  Placement place(MappingContext const& context) const;
};
}  // namespace weft::mapping

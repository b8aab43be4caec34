#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The task with most traffic to those placed next, as close to its partner as there is room.
class Greedy {
 public:
  struct Params {};
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view doc =
      "The greedy graph embedding of T. Hoefler and M. Snir (Generic topology mapping strategies for "
      "large-scale parallel architectures, ICS 2011): the task that exchanges most goes on terminal 0. Then "
      "the mapping repeatedly picks, among all pairs of a placed and an unplaced task, the pair that "
      "exchanges most. It puts the unplaced task on the free terminal nearest to the placed one. Distances "
      "are hops.";
  static constexpr std::tuple schema{};

  explicit Greedy(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// The mapping `greedy`: the unplaced task with the most traffic to a placed task is placed next, as close to
/// it as possible.
class Greedy {
 public:
  struct Params {};
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view doc =
      "The greedy graph embedding of T. Hoefler and M. Snir (Generic topology mapping strategies for "
      "large-scale parallel architectures, ICS 2011): the task that exchanges most is placed on terminal "
      "0. Then "
      "the mapping repeatedly picks, among all pairs of a placed and an unplaced task, the pair that "
      "exchanges most. It assigns the unplaced task to the free terminal nearest to the placed one. Distances "
      "are hops.";
  static constexpr std::tuple schema{};

  explicit Greedy(Params const&) {}
  Placement place(MappingContext const& context) const;
};

/// The mapping `recursive_bisection`: recursive bisection of the tasks and of the machine.
class RecursiveBisection {
 public:
  struct Params {};
  static constexpr std::string_view name = "recursive_bisection";
  static constexpr std::string_view doc =
      "Dual recursive bisection (T. Hoefler and M. Snir, Generic topology mapping strategies for large-scale "
      "parallel architectures, ICS 2011): cuts the routers into two parts with little bandwidth between "
      "them, and the tasks into two parts that exchange little and fill the routers equally. Each half is "
      "then divided recursively, down to single routers. METIS computes the cuts, and Weft corrects them "
      "to the exact "
      "sizes. If parallel cuts are equally good, the halves may be mirrored.";
  static constexpr std::tuple schema{};

  explicit RecursiveBisection(Params const&) {}
  Placement place(MappingContext const& context) const;
};

/// The mapping `reverse_cuthill_mckee`: sorts tasks and routers such that neighbors in the communication
/// become neighbors in the machine.
class ReverseCuthillMckee {
 public:
  struct Params {};
  static constexpr std::string_view name = "reverse_cuthill_mckee";
  static constexpr std::string_view doc =
      "Assigns the tasks in reverse Cuthill-McKee order of the communication to the terminals in reverse "
      "Cuthill-McKee order of the routers. Both orders keep neighbors together, for any shape (T. Hoefler "
      "and M. Snir, Generic topology mapping strategies for large-scale parallel architectures, ICS 2011). "
      "The mapping ignores the amounts of communication.";
  static constexpr std::tuple schema{};

  explicit ReverseCuthillMckee(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping

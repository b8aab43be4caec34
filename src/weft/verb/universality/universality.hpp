#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"

namespace weft::verb {

/// The fat tree that simulates a network in the same volume (Leiserson 1985): the network is laid out and cut into a tree of
/// boxes, its routers become the leaves of the universal fat tree of that volume, and one message on each of its channels,
/// which it delivers in one step, is split into sets of load factor at most 1. Tables: facts; loads of the levels.
struct Universality {
  struct Params {
    std::string topology = "torus:sides=8x8x8";
    std::string layout = {};
  };
  static constexpr std::string_view name = "universality";
  static constexpr std::string_view doc =
      "the fat tree of equal volume that simulates a network, and its slowdown (Leiserson 1985)";
  static constexpr std::string_view example = "weft universality torus:sides=16x16x16";
  static constexpr std::tuple schema{topology_field(&Params::topology), layout_field(&Params::layout)};
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb

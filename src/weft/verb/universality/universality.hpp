#pragma once

#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// The fat tree that simulates a network in the same volume (Leiserson 1985): the network is laid out and cut
/// into a tree of boxes, its routers become the leaves of the universal fat tree of that volume, and one
/// message on each of its channels, which the network delivers in one step, is split into sets of a load
/// factor of at most 1. Tables: facts; loads of the levels.
struct Universality {
  struct Params {
    std::string topology = "torus:sides=8x8x8";
    std::string layout = {};
    double failed_links = 0;
    double failed_routers = 0;
    std::string fail = {};
    std::int64_t seed = 1;
  };
  static constexpr std::string_view name = "universality";
  static constexpr std::string_view doc =
      "the fat tree of equal volume that simulates a network, and its slowdown (Leiserson 1985)";
  static constexpr std::string_view example = "weft universality torus:sides=16x16x16";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{topology_field(&Params::topology), layout_field(&Params::layout), seed_field(&Params::seed)},
      failure_schema<Params>);
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb

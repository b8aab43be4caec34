#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// As in Slurm's topology/tree.
class Tree {
 public:
  struct Params {
    bool dragonfly = false;
  };
  static constexpr std::string_view name = "tree";
  static constexpr std::string_view doc =
      "Slurm's topology/tree: the lowest switch with enough free nodes below it, of several the one with the "
      "fewest; below it, again and again the leaf switch that suffices for the rest with the fewest free nodes, or, "
      "where none suffices, the one with the most.";
  static constexpr std::tuple schema{param(
      "dragonfly", &Params::dragonfly,
      "Slurm's TopologyParam=dragonfly: one group if the job fits into it, the one with the fewest free "
      "nodes, else round over all groups; needs no levels")};

  explicit Tree(Params const& params) : params_(params) {}
  std::string_view lacks(Nodes const& nodes) const;
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::queue

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// Best-fit allocation in units of groups.
class PerGroup {
 public:
  struct Params {};
  static constexpr std::string_view name = "per_group";
  static constexpr std::string_view doc =
      "One group if the job fits into it: among the groups with enough free nodes the one with the fewest. Otherwise whole free groups, and for the rest again the sufficient group with the fewest free nodes, or, if no group suffices, the one with the most.";
  static constexpr std::tuple schema{};

  explicit PerGroup(Params const&) {}
  AllocationPtr bind(AllocationContext const& context) const;
};

/// The allocation of Slurm's topology/tree.
class Tree {
 public:
  struct Params {
    bool dragonfly = false;
  };
  static constexpr std::string_view name = "tree";
  static constexpr std::string_view doc =
      "Slurm's topology/tree: the lowest switch with enough free nodes below it, among several the one with the fewest; below it, repeatedly the leaf switch that suffices for the rest with the fewest free nodes, or, if no leaf switch suffices, the one with the most.";
  static constexpr std::tuple schema{param(
      "dragonfly", &Params::dragonfly,
      "Slurm's TopologyParam=dragonfly: one group if the job fits into it, the one with the fewest free "
      "nodes, otherwise one node per group in rotation; needs no levels")};

  explicit Tree(Params const& params) : params_(params) {}
  std::string_view lacks(Nodes const& nodes) const;
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

/// One node per group in rotation.
class Spread {
 public:
  struct Params {};
  static constexpr std::string_view name = "spread";
  static constexpr std::string_view doc =
      "One node from each group with free nodes in rotation, until the job has its nodes: few neighbors share a switch, and many links serve each job.";
  static constexpr std::tuple schema{};

  explicit Spread(Params const&) {}
  AllocationPtr bind(AllocationContext const& context) const;
};

/// Nodes selected such that the fewest groups remain partly used.
class FewestFragments {
 public:
  struct Params {};
  static constexpr std::string_view name = "fewest_fragments";
  static constexpr std::string_view doc =
      "The nodes that leave the fewest groups partly used: partly used groups are filled first, the smallest remainders first, then whole free groups are used. Among equal choices one that fills groups exactly, then the best fit for the rest.";
  static constexpr std::tuple schema{};

  explicit FewestFragments(Params const&) {}
  AllocationPtr bind(AllocationContext const& context) const;
};

/// One allocation for small jobs, and another for larger jobs.
class Hybrid {
 public:
  struct Params {
    std::uint32_t max_small_nodes = 16;
    std::string small = "per_group";
    std::string large = "random";
  };
  static constexpr std::string_view name = "hybrid";
  static constexpr std::string_view doc =
      "Uses one allocation for small jobs and another for larger jobs: X. Yang, J. Jenkins, M. Mubarak, "
      "R. Ross and Z. Lan, Watch out for the bully! Job interference study on dragonfly network, SC "
      "2016.";
  static constexpr std::tuple schema{
      param("max_small_nodes", &Params::max_small_nodes, "maximum size of a small job", "nodes"),
      param("small", &Params::small, "allocation of small jobs; in brackets if it has parameters")
          .from("allocations")
          .formerly("of"),
      param("large", &Params::large, "allocation of larger jobs").from("allocations").formerly("larger")};

  explicit Hybrid(Params params) : params_(std::move(params)) {}
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::queue

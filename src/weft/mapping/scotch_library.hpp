// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/graph/weighted_graph.hpp"

namespace weft::mapping {

/// Returns whether this build contains libscotch.
bool has_scotch();

/// Interface to libscotch for repeated mapping of one graph onto one machine. All functions throw InputError
/// if a number exceeds Scotch's 32-bit integers.
class ScotchMapper {
 public:
  /// `machine`: vertex weights are capacities, arc weights are lengths. Throws InputError in a build without
  /// Scotch.
  ScotchMapper(WeightedGraph const& tasks, WeightedGraph const& machine, double imbalance);
  ~ScotchMapper();
  ScotchMapper(ScotchMapper const&) = delete;
  ScotchMapper& operator=(ScotchMapper const&) = delete;

  /// Returns the vertex of the machine for each task; the result is determined by `seed`.
  std::vector<std::uint32_t> map(std::uint64_t seed);

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
  [[maybe_unused]] std::uint64_t tasks_ = 0;  // unused without Scotch
};

}  // namespace weft::mapping

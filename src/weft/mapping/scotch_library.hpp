// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "weft/graph/weighted_graph.hpp"

namespace weft::mapping {

/// Returns whether this build has libscotch.
bool has_scotch();

/// libscotch, for repeated mapping of one graph onto one machine. All functions throw InputError if numbers
/// exceed Scotch's 32 bits.
class ScotchMapper {
 public:
  /// `machine`: the weight of a vertex is its capacity, the weight of an arc its length. Throws InputError in
  /// a build without Scotch.
  ScotchMapper(WeightedGraph const& tasks, WeightedGraph const& machine, double imbalance);
  ~ScotchMapper();
  ScotchMapper(ScotchMapper const&) = delete;
  ScotchMapper& operator=(ScotchMapper const&) = delete;

  /// Returns the vertex of the machine for each task; determined by the seed.
  std::vector<std::uint32_t> map(std::uint64_t seed);

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
  [[maybe_unused]] std::uint64_t tasks_ = 0;  // unused without Scotch
};

}  // namespace weft::mapping

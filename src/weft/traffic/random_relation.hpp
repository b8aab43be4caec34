// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft {

/// A random h-relation: h random permutations of p processors, so that each sends and receives h messages,
/// possibly several to or from the same one. All-to-alls carry the k-th message of a pair in their k-th
/// round.
class RandomRelation {
 public:
  RandomRelation(std::uint64_t processors, std::uint64_t packets, std::uint64_t seed,
                 Progress& progress = no_progress());

  /// Pairs of different processors with at least k + 1 messages, from k = 0: the pairs of all-to-all number
  /// k.
  std::vector<std::uint64_t> const& delivered() const { return delivered_; }
  /// Messages of processors to themselves, which need no network.
  std::uint64_t local() const { return local_; }
  /// The number of all-to-alls that it takes: the maximum messages of a pair.
  std::uint64_t relations() const { return delivered_.size(); }
  /// From source to destination, for the pairs that need the last all-to-all, in any order.
  struct Pair {
    std::uint32_t source, destination;
  };
  std::vector<Pair> const& last_pairs() const { return last_pairs_; }

 private:
  std::vector<std::uint64_t> delivered_;
  std::uint64_t local_ = 0;
  std::vector<Pair> last_pairs_;
};

/// Drawing a relation, and the messages that the busiest pair of processors has: about.
Estimate estimate_random_relation(double processors, double packets);
double most_of_a_pair(double processors, double packets);

}  // namespace weft

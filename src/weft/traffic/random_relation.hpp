// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/core/estimate.hpp"
#include "weft/core/progress.hpp"
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft {

/// A random h-relation: h random permutations of p processors. Each processor sends and receives h messages,
/// possibly several to or from one processor. The k-th all-to-all carries the k-th message of each pair.
class RandomRelation {
 public:
  RandomRelation(std::uint64_t processors, std::uint64_t packets, std::uint64_t seed,
                 Progress& progress = no_progress());

  /// Returns the numbers of pairs of different processors with at least k + 1 messages, for k = 0, 1, ..: the
  /// pairs that communicate in all-to-all number k.
  std::vector<std::uint64_t> const& delivered() const { return delivered_; }
  /// Returns the number of messages from processors to themselves, which do not use the network.
  std::uint64_t local() const { return local_; }
  /// Returns the number of all-to-alls that the relation needs: the maximum number of messages of any pair.
  std::uint64_t relations() const { return delivered_.size(); }
  /// A source and a destination.
  struct Pair {
    std::uint32_t source, destination;
  };
  std::vector<Pair> const& last_pairs() const { return last_pairs_; }

 private:
  std::vector<std::uint64_t> delivered_;
  std::uint64_t local_ = 0;
  std::vector<Pair> last_pairs_;
};

/// Returns the estimated cost of drawing a relation.
Estimate estimate_random_relation(double processors, double packets);
/// Returns the approximate maximum number of messages of a pair of processors.
double max_messages_of_pair(double processors, double packets);

}  // namespace weft

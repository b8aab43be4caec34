// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/analysis/universality/channel_tree.hpp"
#include "weft/core/progress.hpp"

namespace weft {

/// A message set split into parts that are delivered one after the other.
struct MessageSets {
  std::vector<std::uint32_t> set_of;  ///< set of each message
  /// Level of each set: the level of the centroids at which the messages of the set meet
  std::vector<std::uint32_t> level_of;

  std::uint32_t count() const { return static_cast<std::uint32_t>(level_of.size()); }
  /// Returns the messages of each set.
  std::vector<std::vector<TreeMessage>> divide(std::span<TreeMessage const> messages) const;
};

/// Splits any messages on any tree into sets of load factor at most 1. The messages that meet at one centroid
/// are halved until they fit, such that the load of every channel is halved, down to 1: their ends are
/// matched within each vertex, the unmatched ends within the vertex one hop closer to the centroid, and so
/// on, and the chains of matched messages are colored alternately. The parts of the centroids of one level
/// share no channel, so that their sets are delivered together. Messages from a vertex to itself join the
/// first set. Every used channel must have a capacity of at least 1.
/// Source: C. E. Leiserson, Fat-trees: universal networks for hardware-efficient supercomputing, IEEE Trans.
/// Computers C-34(10), 1985, theorem 1, for complete binary trees, where the centroids of one level are the
/// vertices of one depth.
MessageSets split_messages(ChannelTree const& tree, std::span<TreeMessage const> messages,
                           Progress& progress = no_progress());

/// Returns an upper bound on the number of sets: on each of the log2(vertices) levels with used channels, 2^k
/// sets after k halvings, which is less than 2 lambda if lambda > 1, and 1 otherwise. `whole`: lambda with
/// capacities rounded down, from whole_load_factor().
double max_sets(ChannelTree const& tree, double whole);

}  // namespace weft

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "weft/analysis/universality/message_sets.hpp"
#include "weft/core/table.hpp"

namespace weft::verb {

/// Messages on a tree, split and delivered.
struct DeliveredSets {
  MessageSets sets;
  TreeLoads loads;                    ///< of all messages
  std::vector<double> load_factor;    ///< of each set
  std::vector<std::uint64_t> rounds;  ///< to deliver each set
  std::vector<std::uint64_t> size;    ///< messages of each set
  double bound = 0;                   ///< on the number of sets

  std::uint64_t all_rounds() const;
};

/// Throws InputError if a channel that is used has no room for a message.
DeliveredSets deliver_in_sets(ChannelTree const& tree, std::span<TreeMessage const> messages,
                              Progress& progress);

/// The name of a vertex of the tree.
using VertexName = std::function<std::string(std::uint32_t)>;

/// A channel as `a -> b`.
std::string tree_channel_name(ChannelTree const& tree, LoadedChannel const& channel, VertexName const& name);
/// The most loaded channel of each height above the leaves.
Table levels_table(ChannelTree const& tree, TreeLoads const& loads);
/// A row for all sets whose messages meet at centroids of the same level.
Table sets_table(DeliveredSets const& delivered);
/// A row per channel of the tree.
Table tree_channels_table(ChannelTree const& tree, TreeLoads const& loads, VertexName const& name);

}  // namespace weft::verb

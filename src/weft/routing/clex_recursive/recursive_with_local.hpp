// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/routing/clex/clex_digits.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// Edges of level 2 and higher in A(l): for each call except the first, the level and the virtual channels of
/// the edge that precedes it.
class CallEdges {
 public:
  CallEdges(std::uint32_t levels, std::uint32_t vcs) : edges_(num_calls(levels)) {
    std::vector<std::uint32_t> visits(levels + std::size_t{1}, 0);
    for (std::uint32_t call = 1; call < edges_.size(); ++call) {
      auto const level = exchange_level(call);
      VcBlocks const blocks(vcs, 1u << (levels - level));
      edges_[call] = {level, blocks.of(visits[level]++)};
    }
  }
  std::uint32_t level(std::uint32_t call) const { return edges_[call].level; }
  std::uint64_t vcs(std::uint32_t call) const { return edges_[call].vcs; }

 private:
  struct Edge {
    std::uint32_t level;
    std::uint64_t vcs;
  };
  std::vector<Edge> edges_;  // by call
};

}  // namespace weft::routing

namespace weft::topology {
class Clex;
}  // namespace weft::topology

namespace weft::routing {

/// Creates the channels of clex_recursive with local networks instead of the cliques. Throws InputError,
/// naming the routing, if the phase of a packet cannot represent its progress in the recursion.
ChannelRoutingPtr clex_recursive_with_local_networks(std::string_view name, topology::Clex const& clex,
                                                     std::uint32_t vcs);

}  // namespace weft::routing

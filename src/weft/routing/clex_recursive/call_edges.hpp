#pragma once

#include <cstdint>
#include <vector>

#include "weft/routing/clex/clex_calls.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {

/// The edges of level 2 and higher of A(l): before each call but the first, their level and virtual channels.
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

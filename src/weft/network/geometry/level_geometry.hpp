// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/network/network.hpp"

namespace weft {

/// A network with routers on levels from the terminals (level 0) up and channels between adjacent levels
/// only, in which the level-0 routers below any router are consecutive: trees with one or several parents,
/// butterflies with terminals at one end.
class LevelGeometry {
 public:
  /// Throws InputError for any other network.
  LevelGeometry(Network const& network, std::span<std::uint8_t const> level);

  std::uint32_t height() const { return height_; }
  std::uint32_t level(std::uint32_t r) const { return level_[r]; }
  /// Returns whether `leaf`, a router of level 0, is below r or equals r.
  bool is_below(std::uint32_t leaf, std::uint32_t r) const {
    return leaf - first_leaf_[r] < leaves_[r];  // wraps around if negative
  }
  /// A range of consecutive routers of level 0.
  struct Leaves {
    std::uint32_t first, count;
  };
  /// Returns the leaves below r; r itself if it is a leaf.
  Leaves leaves_below(std::uint32_t r) const { return {first_leaf_[r], leaves_[r]}; }
  /// Returns the number of roots that a leaf can reach upwards through the levels below the level of r: the
  /// product of the numbers of up channels per router.
  std::uint64_t roots_below(std::uint32_t r) const { return roots_below_[level_[r]]; }
  /// Returns the port of the channel down from r toward `leaf`, a router of level 0 below r.
  std::uint16_t port_down(std::uint32_t r, std::uint32_t leaf) const {
    auto const down = std::span(down_).subspan(first_down_[r], first_down_[r + 1] - first_down_[r]);
    return std::ranges::upper_bound(down, leaf, {}, &Down::first_leaf)[-1].port;
  }
  /// Returns the ports of the channels up from r, in ascending order; empty at the top level.
  std::span<std::uint16_t const> ports_up(std::uint32_t r) const {
    return std::span(up_).subspan(first_up_[r], first_up_[r + 1] - first_up_[r]);
  }

 private:
  struct Down {
    std::uint32_t first_leaf;
    std::uint16_t port;
  };
  void collect_ports(Network const& network);
  void count_leaves(Network const& network);
  void count_roots();

  std::uint32_t height_ = 0;
  std::vector<std::uint8_t> level_;
  std::vector<std::uint32_t> first_leaf_, leaves_;  // one per router
  std::vector<std::uint64_t> roots_below_;          // indexed by level
  std::vector<std::uint32_t> first_down_, first_up_;
  std::vector<Down> down_;  // entries of each router, ordered by first_leaf
  std::vector<std::uint16_t> up_;
};

}  // namespace weft

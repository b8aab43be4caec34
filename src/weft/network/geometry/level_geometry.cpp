// SPDX-License-Identifier: Apache-2.0
#include "weft/network/geometry/level_geometry.hpp"

#include <numeric>
#include <string>

#include "weft/core/error.hpp"

namespace weft {

LevelGeometry::LevelGeometry(Network const& network, std::span<std::uint8_t const> level)
    : height_(level.empty() ? 0 : *std::ranges::max_element(level)), level_(level.begin(), level.end()) {
  collect_ports(network);
  count_leaves(network);
  count_roots();
}

void LevelGeometry::collect_ports(Network const& network) {
  first_down_ = first_up_ = {0};
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    for (std::uint16_t p = 0; p < network.degree({r}); ++p) {
      auto const to = network.target(network.channel({r}, {p})).v;
      if (level_[to] == level_[r] + 1)
        up_.push_back(p);
      else
        down_.push_back({to, p});
    }
    first_down_.push_back(static_cast<std::uint32_t>(down_.size()));
    first_up_.push_back(static_cast<std::uint32_t>(up_.size()));
  }
}

/// Counts leaves from the bottom up: the leaves below a router are the leaves below its children, in order.
void LevelGeometry::count_leaves(Network const& network) {
  auto const routers = network.num_routers();
  std::vector<std::uint32_t> order(routers);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t r) { return level_[r]; });
  first_leaf_.resize(routers);
  leaves_.resize(routers);
  for (auto const r : order) {
    if (level_[r] == 0) {
      first_leaf_[r] = r;
      leaves_[r] = 1;
      continue;
    }
    auto const down = std::span(down_).subspan(first_down_[r], first_down_[r + 1] - first_down_[r]);
    for (auto& way : down) {
      auto const child = network.target(network.channel({r}, {way.port})).v;
      way.first_leaf = first_leaf_[child];
      leaves_[r] += leaves_[child];
    }
    std::ranges::sort(down, {}, &Down::first_leaf);
    first_leaf_[r] = down.front().first_leaf;
    auto end = first_leaf_[r];
    for (auto const& way : down) {
      if (way.first_leaf != end)
        throw InputError{"the leaves below router " + std::to_string(r) + " are not consecutive"};
      end += leaves_[network.target(network.channel({r}, {way.port})).v];
    }
  }
}

void LevelGeometry::count_roots() {
  std::vector<std::size_t> ways_up(height_ + std::size_t{1});
  for (std::uint32_t r = 0; r < level_.size(); ++r) ways_up[level_[r]] = ports_up(r).size();
  roots_below_.assign(1, 1);
  for (std::uint32_t level = 0; level < height_; ++level)
    roots_below_.push_back(roots_below_.back() * ways_up[level]);
}

}  // namespace weft

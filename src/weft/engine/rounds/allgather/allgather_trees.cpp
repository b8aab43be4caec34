// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <string>

#include "weft/core/error.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"

namespace weft::rounds {
namespace {

constexpr auto none = std::numeric_limits<std::uint32_t>::max();

/// The channels of a tree, ordered by the routers that they leave.
struct Tree {
  std::vector<std::uint32_t> first, channel;
};

/// Grows trees one after the other, breadth first, each level over the channels that the previous trees use
/// least. Trees do not pass through hosts.
class TreeGrower {
 public:
  explicit TreeGrower(Network const& network)
      : network_(network),
        load_(network.num_channels()),
        parent_(network.num_routers()),
        depth_(network.num_routers()) {
    for (std::uint32_t r = 0; r < network.num_routers(); ++r)
      for (std::uint16_t p = 0; p < network.degree({r}); ++p) leaves_.push_back(r);
  }

  Tree grow(RouterId root) {
    std::fill(parent_.begin(), parent_.end(), none);
    std::fill(depth_.begin(), depth_.end(), none);
    depth_[root.v] = 0;
    order_.assign(1, root.v);
    for (std::size_t begin = 0; begin < order_.size();) {
      auto const end = order_.size();
      for (auto i = begin; i < end; ++i) look_around(order_[i]);
      begin = end;
    }
    for (std::uint32_t r = 0; r < depth_.size(); ++r)
      if (depth_[r] == none && network_.terminals_at({r}).count > 0)
        throw InputError{
            "no path leads from router " + std::to_string(root.v) + " to router " + std::to_string(r),
            "allgather needs a path for every pair"};
    return prune(root);
  }

 private:
  void look_around(std::uint32_t r) {
    if (depth_[r] > 0 && network_.is_host({r})) return;
    for (std::uint16_t p = 0, ports = network_.degree({r}); p < ports; ++p) {
      auto const c = network_.channel({r}, {p});
      auto const to = network_.target(c).v;
      if (depth_[to] == none) {
        depth_[to] = depth_[r] + 1;
        order_.push_back(to);
      } else if (depth_[to] != depth_[r] + 1) {
        continue;
      }
      if (parent_[to] == none || load_[c.v] < load_[parent_[to]]) parent_[to] = c.v;
    }
  }

  /// Returns the tree of the channels that lead to terminals, and adds its messages to the channel loads.
  Tree prune(RouterId root) {
    std::vector<char> requested(depth_.size(), false);
    Tree tree{std::vector<std::uint32_t>(depth_.size() + 1), {}};
    for (auto r = order_.rbegin(); r != order_.rend() && *r != root.v; ++r) {
      if (network_.terminals_at({*r}).count > 0) requested[*r] = true;
      if (!requested[*r]) continue;
      auto const parent = leaves_[parent_[*r]];
      requested[parent] = true;
      ++tree.first[parent + 1];
      load_[parent_[*r]] += network_.terminals_at(root).count;
    }
    for (std::size_t r = 1; r < tree.first.size(); ++r) tree.first[r] += tree.first[r - 1];
    tree.channel.resize(tree.first.back());
    auto next = tree.first;
    for (std::uint32_t r = 0; r < requested.size(); ++r)
      if (requested[r] && r != root.v) tree.channel[next[leaves_[parent_[r]]]++] = parent_[r];
    return tree;
  }

  Network const& network_;
  std::vector<std::uint32_t> leaves_;  // by channel: the router that it leaves
  std::vector<std::uint64_t> load_;
  std::vector<std::uint32_t> parent_, depth_, order_;
};

class TreeFlood final : public Flood {
 public:
  explicit TreeFlood(Network const& network) : network_(network), trees_(network.num_routers()) {
    TreeGrower grower{network};
    for (std::uint32_t r = 0; r < network.num_routers(); ++r)
      if (network.terminals_at({r}).count > 0) trees_[r] = grower.grow({r});
    for (std::uint32_t c = 0; c < network.num_channels(); ++c) targets_.push_back({network.target({c}).v, 1});
  }

  std::uint32_t num_nodes() const override { return static_cast<std::uint32_t>(network_.num_routers()); }
  std::uint32_t num_channels() const override { return static_cast<std::uint32_t>(targets_.size()); }
  std::uint32_t class_of(std::uint32_t channel) const override { return network_.class_of({channel}).v; }
  std::span<FloodTarget const> targets(std::uint32_t channel) const override {
    return {&targets_[channel], 1};
  }
  void start(std::uint32_t node, std::vector<FloodSend>& out) const override {
    auto const own = network_.terminals_at({node});
    for (std::uint32_t i = 0; i < own.count; ++i) branch(node, own.first.v + i, 0, out);
  }
  void forward(std::uint32_t node, FloodSend const& arrived, std::vector<FloodSend>& out) const override {
    branch(node, arrived.token, arrived.stage + 1, out);
  }

 private:
  void branch(std::uint32_t node, std::uint32_t token, std::uint32_t stage,
              std::vector<FloodSend>& out) const {
    auto const& tree = trees_[network_.injection_router({token}).v];
    for (auto i = tree.first[node]; i < tree.first[node + 1]; ++i)
      out.push_back({tree.channel[i], token, stage});
  }

  Network const& network_;
  std::vector<Tree> trees_;
  std::vector<FloodTarget> targets_;
};

}  // namespace

std::unique_ptr<Flood> make_flood(Network const& network) { return std::make_unique<TreeFlood>(network); }

}  // namespace weft::rounds

// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/trees/tree_algorithms.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/collective/trees/tree.hpp"
#include "weft/core/error.hpp"

namespace weft::collective {

Plan SingleTree::plan(Ranks const& ranks, Task const& task) const {
  auto const root = ranks[task.root];
  Forest forest;
  for (auto const direction : {TreeDirection::down, TreeDirection::up})
    if (sends_along(task.operation, direction))
      (direction == TreeDirection::down ? forest.down : forest.up)
          .push_back(breadth_first_tree(ranks.network(), root, direction));
  return plan_on_trees(ranks, task, std::move(forest));
}

void ArcDisjointTrees::check_machine(Ranks const& ranks, Task const&) const {
  if (ranks.grid() == nullptr || !ranks.grid()->is_torus() || !ranks.network().terminals_are_routers())
    throw InputError(fmt::format("arc_disjoint_trees cannot run on {}", ranks.machine().spec()),
                     "needs a torus or hypercube with one terminal per router", "use single_tree");
  if (!has_arc_disjoint_trees(*ranks.grid()))
    throw InputError(fmt::format("arc_disjoint_trees cannot run on {}", ranks.machine().spec()),
                     "a side of 2 has one link for both directions; outside hypercubes, sides must be 1 or "
                     "at least 3",
                     "use single_tree");
}

Plan ArcDisjointTrees::plan(Ranks const& ranks, Task const& task) const {
  auto const root = ranks[task.root];
  Forest forest;
  if (sends_along(task.operation, TreeDirection::down))
    forest.down = torus_trees(ranks.network(), *ranks.grid(), root, TreeDirection::down);
  if (sends_along(task.operation, TreeDirection::up))
    forest.up = torus_trees(ranks.network(), *ranks.grid(), root, TreeDirection::up);
  return plan_on_trees(ranks, task, std::move(forest));
}

Plan PackedTrees::plan(Ranks const& ranks, Task const& task) const {
  auto const root = ranks[task.root];
  std::vector<std::uint32_t> requested;
  for (auto const rank : task.receivers) requested.push_back(ranks[rank]);
  if (requested.empty()) requested = ranks.vertices();
  Forest forest;
  for (auto const direction : {TreeDirection::down, TreeDirection::up}) {
    if (!sends_along(task.operation, direction)) continue;
    auto& trees = direction == TreeDirection::down ? forest.down : forest.up;
    trees = pack_trees(ranks.network(), root, direction, requested);
    if (trees.empty())
      // for the error that names unreachable ranks
      trees.push_back(breadth_first_tree(ranks.network(), root, direction));
  }
  return plan_on_trees(ranks, task, std::move(forest));
}

namespace {

/// Returns the number of dimensions with side 2 and a single link.
std::size_t simple_dimensions(GridGeometry const& grid) {
  std::size_t count = 0;
  for (auto const dim : grid.proper_dims()) count += grid.port(0, dim, true) == grid.port(0, dim, false);
  return count;
}

bool is_hypercube(GridGeometry const& grid) {
  auto const dims = grid.proper_dims().size();
  return dims > 0 && simple_dimensions(grid) == dims;
}

/// Returns the dimension along which router v has its parent in the trees of dims[i], of either sign, around
/// `root`.
std::uint32_t parent_dimension(GridGeometry const& grid, std::vector<std::uint32_t> const& dims,
                               std::size_t i, std::uint32_t v, std::uint32_t root) {
  auto const differs = [&](std::uint32_t dim) { return grid.coord(v, dim) != grid.coord(root, dim); };
  if (!differs(dims[i])) return dims[i];
  auto last = i;
  for (std::size_t step = 1; step < dims.size(); ++step)
    if (auto const j = (i + step) % dims.size(); differs(dims[j])) last = j;
  return dims[last];
}

}  // namespace

bool has_arc_disjoint_trees(GridGeometry const& grid) {
  return grid.is_torus() && (simple_dimensions(grid) == 0 || is_hypercube(grid));
}

std::vector<Tree> torus_trees(TransferNetwork const& network, GridGeometry const& grid, std::uint32_t root,
                              TreeDirection direction) {
  auto const dims = grid.proper_dims();
  std::vector<Tree> trees;
  for (bool const up : {true, false}) {
    if (!up && is_hypercube(grid)) break;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      ParentChannels parents(network.num_vertices(), network.num_channels());
      for (std::uint32_t v = 0; v < network.num_vertices(); ++v) {
        if (v == root) continue;
        auto const dim = parent_dimension(grid, dims, i, v, root);
        bool const down = direction == TreeDirection::down;
        auto const from = down ? grid.neighbor(v, dim, !up) : v;
        parents[v] = network.channel({from}, {grid.port(from, dim, up == down)});
      }
      trees.push_back(make_tree(network, root, direction, parents));
    }
  }
  return trees;
}

namespace {

/// An attempt to pack a given number of trees.
class Packing {
 public:
  Packing(TransferNetwork const& network, ChannelLists const& lists, std::uint32_t root,
          TreeDirection direction, std::size_t trees)
      : network_(network),
        lists_(lists),
        root_(root),
        direction_(direction),
        owner_(network.num_channels(), nobody),
        parents_(trees, ParentChannels(network.num_vertices(), network.num_channels())),
        fronts_(trees) {
    for (auto& front : fronts_) front.vertices.push_back(root);
  }

  /// Grows the trees. Returns whether all trees contain all vertices of `requested`.
  bool grow(std::span<std::uint32_t const> requested) {
    do grow_freely();
    while (take_over(requested));
    return std::ranges::all_of(parents_, [&](ParentChannels const& parents) {
      return std::ranges::all_of(requested, [&](std::uint32_t v) { return has(parents, v); });
    });
  }
  std::vector<ParentChannels> const& parents() const { return parents_; }

 private:
  static constexpr std::uint32_t nobody = 0xffffffff;
  /// The vertices of a tree in the order of addition, and the state of the scan over their channels.
  struct Front {
    std::vector<std::uint32_t> vertices = {};
    std::size_t at = 0;
    std::uint32_t channel = 0;  // index among the channels of the vertex
  };

  bool has(ParentChannels const& parents, std::uint32_t v) const {
    return v == root_ || parents[v] != network_.num_channels();
  }
  std::span<std::uint32_t const> away_from(std::uint32_t v) const {
    return direction_ == TreeDirection::down ? lists_.out_of(v) : lists_.into(v);
  }
  std::span<std::uint32_t const> towards(std::uint32_t v) const {
    return direction_ == TreeDirection::down ? lists_.into(v) : lists_.out_of(v);
  }
  std::uint32_t far_end(std::uint32_t channel) const {
    return direction_ == TreeDirection::down ? network_.target(channel) : network_.source(channel);
  }
  std::uint32_t near_end(std::uint32_t channel) const {
    return direction_ == TreeDirection::down ? network_.source(channel) : network_.target(channel);
  }

  /// Returns whether vertex v may have children in a tree.
  bool leads_on(std::uint32_t v) const { return v == root_ || network_.passes(v); }

  void add(std::size_t tree, std::uint32_t channel) {
    owner_[channel] = static_cast<std::uint32_t>(tree);
    parents_[tree][far_end(channel)] = channel;
    fronts_[tree].vertices.push_back(far_end(channel));
  }
  /// Adds the next free channel that leads to a new vertex. Returns false if there is none.
  bool add_next(std::size_t tree) {
    auto& front = fronts_[tree];
    for (; front.at < front.vertices.size(); ++front.at, front.channel = 0) {
      if (!leads_on(front.vertices[front.at])) continue;
      auto const channels = away_from(front.vertices[front.at]);
      while (front.channel < channels.size()) {
        // Each tree starts with a different channel of the vertex.
        auto const channel = channels[(front.channel++ + tree) % channels.size()];
        if (owner_[channel] != nobody || network_.bandwidth(channel) <= 0 ||
            has(parents_[tree], far_end(channel)))
          continue;
        add(tree, channel);
        return true;
      }
    }
    return false;
  }
  void grow_freely() {
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t tree = 0; tree < parents_.size(); ++tree) grown |= add_next(tree);
    }
  }

  /// Returns whether vertex v is in the subtree of vertex `above`.
  bool is_below(std::size_t tree, std::uint32_t v, std::uint32_t above) const {
    while (v != root_ && v != above) v = near_end(parents_[tree][v]);
    return v == above;
  }
  /// Returns another, free channel over which the tree can reach v, or num_channels() if there is none.
  std::uint32_t other_channel(std::size_t tree, std::uint32_t v) const {
    for (auto const channel : towards(v)) {
      auto const from = near_end(channel);
      if (owner_[channel] == nobody && network_.bandwidth(channel) > 0 && leads_on(from) &&
          has(parents_[tree], from) && !is_below(tree, from, v))
        return channel;
    }
    return network_.num_channels();
  }
  bool take_over(std::size_t tree, std::uint32_t v) {
    return std::ranges::any_of(towards(v), [&](std::uint32_t channel) {
      auto const other = owner_[channel];
      auto const from = near_end(channel);
      if (other == nobody || other == tree || !leads_on(from) || !has(parents_[tree], from)) return false;
      auto const instead = other_channel(other, v);
      if (instead == network_.num_channels()) return false;
      owner_[instead] = other;
      parents_[other][v] = instead;
      add(tree, channel);
      return true;
    });
  }
  /// Adds one missing vertex to each tree. Returns false if no tree can be extended.
  bool take_over(std::span<std::uint32_t const> requested) {
    bool taken = false;
    for (std::size_t tree = 0; tree < parents_.size(); ++tree)
      for (auto const v : requested)
        if (!has(parents_[tree], v)) taken |= take_over(tree, v);
    return taken;
  }

  TransferNetwork const& network_;
  ChannelLists const& lists_;
  std::uint32_t root_;
  TreeDirection direction_;
  std::vector<std::uint32_t> owner_;  // by channel: the tree that uses it
  std::vector<ParentChannels> parents_;
  std::vector<Front> fronts_;
};

/// Returns the number of `channels` that have not failed and are not loops.
std::size_t usable(TransferNetwork const& network, std::span<std::uint32_t const> channels) {
  return static_cast<std::size_t>(std::ranges::count_if(channels, [&](std::uint32_t c) {
    return network.bandwidth(c) > 0 && network.source(c) != network.target(c);
  }));
}

}  // namespace

std::vector<Tree> pack_trees(TransferNetwork const& network, std::uint32_t root, TreeDirection direction,
                             std::span<std::uint32_t const> requested) {
  ChannelLists const lists(network);
  bool const down = direction == TreeDirection::down;
  auto maximum = usable(network, down ? lists.out_of(root) : lists.into(root));
  for (auto const v : requested)
    if (v != root) maximum = std::min(maximum, usable(network, down ? lists.into(v) : lists.out_of(v)));
  for (auto count = maximum; count > 0; --count) {
    Packing packing(network, lists, root, direction, count);
    if (!packing.grow(requested)) continue;
    std::vector<Tree> trees;
    for (auto const& parents : packing.parents())
      trees.push_back(make_tree(network, root, direction, parents));
    return trees;
  }
  return {};
}

}  // namespace weft::collective

// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/trees/tree.hpp"

#include <algorithm>
#include <stdexcept>

namespace weft::collective {

std::vector<std::uint32_t> Tree::first_of_depth() const {
  std::vector<std::uint32_t> first;
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    if (i == 0 || nodes[i].depth != nodes[i - 1].depth) first.push_back(i);
  first.push_back(static_cast<std::uint32_t>(nodes.size()));
  return first;
}

Tree make_tree(TransferNetwork const& network, std::uint32_t root, TreeDirection direction,
               ParentChannels const& parents) {
  auto const parent_of = [&](std::uint32_t channel) {
    return direction == TreeDirection::down ? network.source(channel) : network.target(channel);
  };
  std::uint32_t const vertices = network.num_vertices(), none = network.num_channels();
  std::vector<std::uint32_t> first(vertices + std::size_t{1}), children, node_of(vertices);
  std::size_t edges = 0;
  for (std::uint32_t v = 0; v < vertices; ++v)
    if (parents[v] != none && v != root) ++first[parent_of(parents[v]) + std::size_t{1}], ++edges;
  for (std::uint32_t v = 0; v < vertices; ++v) first[v + std::size_t{1}] += first[v];
  children.resize(edges);
  auto next = first;
  for (std::uint32_t v = 0; v < vertices; ++v)
    if (parents[v] != none && v != root) children[next[parent_of(parents[v])]++] = v;
  Tree tree;
  tree.nodes.reserve(edges + 1);
  tree.nodes.push_back({root, 0, 0, none});
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    auto const at = tree.nodes[i];
    for (auto c = first[at.vertex]; c < first[at.vertex + std::size_t{1}]; ++c)
      tree.nodes.push_back({children[c], i, at.depth + 1, parents[children[c]]});
  }
  if (tree.nodes.size() != edges + 1) throw std::logic_error("the parents of a tree make a cycle");
  return tree;
}

Tree pruned(Tree const& tree, std::span<std::uint32_t const> requested) {
  std::vector<bool> keep(tree.nodes.size());
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    auto const& node = tree.nodes[i];
    if (keep[i] || std::ranges::binary_search(requested, node.vertex)) keep[i] = keep[node.parent] = true;
  }
  keep[0] = true;
  std::vector<std::uint32_t> renamed(tree.nodes.size());
  Tree less;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (!keep[i]) continue;
    renamed[i] = static_cast<std::uint32_t>(less.nodes.size());
    less.nodes.push_back(tree.nodes[i]);
    less.nodes.back().parent = renamed[tree.nodes[i].parent];
  }
  return less;
}

Tree breadth_first_tree(TransferNetwork const& network, std::uint32_t root, TreeDirection direction) {
  constexpr std::uint32_t unseen = 0xffffffff;
  ChannelLists const lists(network);
  std::uint32_t const none = network.num_channels();
  ParentChannels parents(network.num_vertices(), none);
  std::vector<std::uint32_t> depth(network.num_vertices(), unseen), branch(network.num_vertices(), 0);
  std::vector<std::uint32_t> served{0}, level{root}, next;
  depth[root] = 0;
  auto const nearer = [&](std::uint32_t channel) {
    return direction == TreeDirection::down ? network.source(channel) : network.target(channel);
  };
  auto const leads_on = [&](std::uint32_t v) { return v == root || network.passes(v); };
  auto const attach = [&](std::uint32_t v, std::uint32_t at_depth) {
    for (auto const c : direction == TreeDirection::down ? lists.into(v) : lists.out_of(v)) {
      auto const from = nearer(c);
      if (network.bandwidth(c) <= 0 || depth[from] != at_depth - 1 || !leads_on(from)) continue;
      if (from == root) {
        parents[v] = c;
        branch[v] = static_cast<std::uint32_t>(served.size());
        served.push_back(0);
        break;
      }
      if (parents[v] == none || served[branch[from]] < served[branch[v]]) {
        parents[v] = c;
        branch[v] = branch[from];
      }
    }
    ++served[branch[v]];
  };
  for (std::uint32_t at_depth = 1; !level.empty(); ++at_depth, level.swap(next)) {
    next.clear();
    for (auto const v : level) {
      if (!leads_on(v)) continue;
      for (auto const c : direction == TreeDirection::down ? lists.out_of(v) : lists.into(v)) {
        auto const to = direction == TreeDirection::down ? network.target(c) : network.source(c);
        if (network.bandwidth(c) <= 0 || depth[to] != unseen) continue;
        depth[to] = at_depth;
        next.push_back(to);
      }
    }
    for (auto const v : next) attach(v, at_depth);
  }
  return make_tree(network, root, direction, parents);
}

}  // namespace weft::collective

#include "weft/collective/trees/dealing.hpp"

#include <algorithm>
#include <numeric>

namespace weft::collective {
namespace {

/// The node of each rank in each tree.
std::vector<std::vector<std::uint32_t>> nodes_of(std::vector<Tree> const& trees, std::size_t count,
                                                 std::vector<std::uint32_t> const& ranks) {
  auto const vertices = *std::ranges::max_element(ranks) + std::size_t{1};
  std::vector<std::vector<std::uint32_t>> nodes;
  std::vector<std::uint32_t> node_of(vertices);
  for (std::size_t t = 0; t < count; ++t) {
    for (std::uint32_t i = 0; i < trees[t].nodes.size(); ++i)
      if (trees[t].nodes[i].vertex < vertices) node_of[trees[t].nodes[i].vertex] = i;
    auto& of_tree = nodes.emplace_back();
    for (auto const v : ranks) of_tree.push_back(node_of[v]);
  }
  return nodes;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> deal_blocks(std::uint32_t blocks, std::size_t trees) {
  std::vector<std::vector<std::uint32_t>> dealt(trees);
  for (std::uint32_t b = 0; b < blocks; ++b) dealt[b % trees].push_back(b);
  return dealt;
}

std::vector<std::vector<Parcel>> deal_parcels(std::vector<Tree> const& trees, std::size_t count,
                                              std::vector<std::uint32_t> const& ranks, std::uint32_t packets,
                                              std::uint32_t without) {
  auto const nodes = nodes_of(trees, count, ranks);
  auto const depth = [&](std::size_t t, std::uint32_t rank) { return trees[t].nodes[nodes[t][rank]].depth; };
  std::vector<std::uint32_t> order, gain(ranks.size());
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    if (r == without) continue;
    order.push_back(r);
    std::uint32_t least = depth(0, r), most = least;
    for (std::size_t t = 1; t < count; ++t) {
      least = std::min(least, depth(t, r));
      most = std::max(most, depth(t, r));
    }
    gain[r] = most - least;
  }
  std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t r) { return gain[r]; });
  std::vector<std::vector<Parcel>> dealt(count);
  auto const total = std::uint64_t{packets} * order.size();
  std::vector<std::uint64_t> quota(count);
  for (std::size_t t = 0; t < count; ++t) quota[t] = total / count + (t < total % count ? 1 : 0);
  for (auto const r : order)
    for (std::uint32_t q = 0; q < packets; ++q) {
      std::size_t best = count;
      for (std::size_t t = 0; t < count; ++t)
        if (dealt[t].size() < quota[t] && (best == count || depth(t, r) < depth(best, r))) best = t;
      dealt[best].push_back({nodes[best][r], r * packets + q});
    }
  return dealt;
}

}  // namespace weft::collective

#include "weft/analysis/universality/centroids.hpp"

#include <algorithm>
#include <utility>

#include "weft/core/interrupt.hpp"

namespace weft {

Centroids::Centroids(ChannelTree const& tree) : level_(tree.size(), unknown), above_(tree.size(), 0) {
  link(tree);
  std::vector<std::uint32_t> part, parent(tree.size()), count(tree.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // a vertex of a part, and the centroid above
  if (tree.size() > 0) open.emplace_back(0, unknown);
  InterruptCheck check;
  while (!open.empty()) {
    check();
    auto const [start, above] = open.back();
    open.pop_back();
    decompose(start, above, part, parent, count);
    auto const centroid = part.front();
    visit_neighbors(centroid, [&](std::uint32_t next) {
      if (level_[next] == unknown) open.emplace_back(next, centroid);
    });
  }
}

void Centroids::link(ChannelTree const& tree) {
  first_.assign(tree.size() + std::size_t{1}, 0);
  for (std::uint32_t v = 1; v < tree.size(); ++v)
    for (auto const end : {v, tree.parent[v]}) ++first_[end + std::size_t{1}];
  for (std::uint32_t v = 0; v < tree.size(); ++v) first_[v + std::size_t{1}] += first_[v];
  neighbor_.resize(first_.back());
  auto next = first_;
  for (std::uint32_t v = 1; v < tree.size(); ++v) {
    neighbor_[next[v]++] = tree.parent[v];
    neighbor_[next[tree.parent[v]]++] = v;
  }
}

/// Finds the centroid of the part of `start`, and leaves it as the first of `part`.
void Centroids::decompose(std::uint32_t start, std::uint32_t above, std::vector<std::uint32_t>& part,
                          std::vector<std::uint32_t>& parent, std::vector<std::uint32_t>& count) {
  part.assign(1, start);
  parent[start] = unknown;
  for (std::size_t i = 0; i < part.size(); ++i) {
    count[part[i]] = 1;
    visit_neighbors(part[i], [&](std::uint32_t next) {
      if (level_[next] != unknown || next == parent[part[i]]) return;
      parent[next] = part[i];
      part.push_back(next);
    });
  }
  auto const all = static_cast<std::uint32_t>(part.size());
  auto centroid = start;
  // The last vertex of the breadth-first order that has at least half of the part below it.
  for (std::size_t i = part.size(); i-- > 0;) {
    if (2 * count[part[i]] >= all) {
      centroid = part[i];
      break;
    }
    count[parent[part[i]]] += count[part[i]];
  }
  level_[centroid] = above == unknown ? 0 : level_[above] + 1;
  above_[centroid] = above == unknown ? centroid : above;
  part.front() = centroid;
}

std::uint32_t Centroids::meeting(TreeMessage const& message) const {
  auto a = message.from, b = message.to;
  while (a != b)
    if (level_[a] >= level_[b])
      a = above_[a];
    else
      b = above_[b];
  return a;
}

}  // namespace weft

// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/graph_file.hpp"

#include <algorithm>
#include <tuple>

#include "weft/core/error.hpp"

namespace weft {
namespace {

bool same_ends(FileLink const& x, FileLink const& y) { return x.a == y.a && x.b == y.b; }

/// Merges adjacent links with equal ends. `join(a, b)` returns the weight of two merged links; their latency
/// is the maximum. Returns the number of links merged into others.
template <class Join>
std::uint64_t merge_neighbors(std::vector<FileLink>& links, Join join) {
  std::size_t kept = 0;
  for (auto const& link : links)
    if (kept > 0 && same_ends(links[kept - 1], link)) {
      auto& joint = links[kept - 1];
      joint.weight = join(joint.weight, link.weight);
      joint.latency = std::max(joint.latency, link.latency);
      joint.latency_back = std::max(joint.latency_back, link.latency_back);
    } else {
      links[kept++] = link;
    }
  auto const merged = links.size() - kept;
  links.resize(kept);
  return merged;
}

void sort_by_ends(std::vector<FileLink>& links) {
  std::ranges::stable_sort(links, {}, [](FileLink const& link) { return std::pair(link.a, link.b); });
}

void orient(std::vector<FileLink>& links) {
  for (auto& link : links)
    if (link.a > link.b) {
      std::swap(link.a, link.b);
      std::swap(link.latency, link.latency_back);
    }
  sort_by_ends(links);
}

}  // namespace

std::vector<std::string> number_names(std::uint64_t vertices, std::uint64_t first) {
  std::vector<std::string> names;
  names.reserve(vertices);
  for (std::uint64_t v = 0; v < vertices; ++v) names.push_back(std::to_string(v + first));
  return names;
}

bool is_weighted(GraphFile const& graph) {
  return std::ranges::any_of(graph.links, [](FileLink const& link) { return link.weight != 1; });
}

bool has_latencies(GraphFile const& graph) {
  return std::ranges::any_of(
      graph.links, [](FileLink const& link) { return link.latency != 0 || link.latency_back != 0; });
}

Simplified simplified(GraphFile const& graph, bool keep_loops, bool undirected) {
  Simplified result{graph};
  auto& links = result.graph.links;
  if (!keep_loops) result.loops = std::erase_if(links, [](FileLink const& link) { return link.a == link.b; });
  if (graph.directed)
    sort_by_ends(links);
  else
    orient(links);
  result.parallel = merge_neighbors(links, [](double x, double y) { return x + y; });
  if (graph.directed && undirected) {
    orient(links);
    merge_neighbors(links, [](double x, double y) { return std::max(x, y); });
    result.graph.directed = false;
  }
  return result;
}

void check_size(std::uint64_t vertices, std::uint64_t links) {
  auto const many = std::to_string(vertices) + " vertices";
  if (vertices > std::uint64_t{1} << 32) throw InputError(many + " are too many", "the maximum is 2^32");
  if (vertices > std::uint64_t{1} << 20 && vertices / 4 > links)
    throw InputError("the graph has " + many + " but only " + std::to_string(links) + " links",
                     "most vertices would have no link; is a number wrong?");
}

}  // namespace weft

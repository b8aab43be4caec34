// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/graph/graph_file.hpp"

namespace weft {

/// Attributes of nodes that contain their kind. If a node has several, the first in the list applies.
inline constexpr std::array<std::string_view, 2> kind_attributes{"kind", "type"};

/// Returns the kind of a vertex by the value of its attribute: several words denote a host, `node` denotes a
/// host that forwards, any other word a router. Case-insensitive.
inline FileVertex vertex_kind(std::string_view word) {
  constexpr std::array<std::string_view, 6> hosts{"host", "server", "endpoint", "end_host", "hca", "ca"};
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (std::ranges::find(hosts, lower) != hosts.end()) return FileVertex::host;
  return lower == "node" ? FileVertex::node : FileVertex::router;
}

/// Returns the name of a kind in files.
inline std::string_view kind_name(FileVertex kind) {
  return kind == FileVertex::host ? "host" : kind == FileVertex::node ? "node" : "router";
}

/// Removes the kinds if all vertices are routers.
inline void drop_empty_kinds(GraphFile& graph) {
  if (std::ranges::all_of(graph.kinds, [](FileVertex kind) { return kind == FileVertex::router; }))
    graph.kinds.clear();
}

/// Completes missing numbers of terminals: one terminal for each host and node and 0 for routers; if all
/// vertices are routers, `each` terminals for every router.
inline void complete_terminals(GraphFile& graph, std::uint32_t each) {
  if (!graph.terminals.empty()) return;
  for (auto const kind : graph.kinds) graph.terminals.push_back(kind == FileVertex::router ? 0 : 1);
  if (graph.kinds.empty()) graph.terminals.assign(graph.vertices, each);
}

/// An attribute of links that contains their bandwidth.
struct RateName {
  std::string_view name;
  double bits;  ///< bit/s of a value of 1; 0: values are relative
};

/// Attributes that are bandwidths in all formats with named attributes. If a link has several, the first in
/// the list applies. The Internet Topology Zoo uses `LinkSpeedRaw`.
inline constexpr std::array rate_names{RateName{"bandwidth", 0}, RateName{"capacity", 0},
                                       RateName{"LinkSpeedRaw", 1}, RateName{"weight", 0}};

/// Returns the index of a name in rate_names.
constexpr std::optional<std::size_t> rate_name(std::string_view name) {
  auto const found = std::ranges::find(rate_names, name, &RateName::name);
  if (found == rate_names.end()) return {};
  return static_cast<std::size_t>(found - rate_names.begin());
}

/// Links of a graph by the unit of their bandwidths: relative to 1, or bit/s.
class LinkRates {
 public:
  /// Records the unit of a link's bandwidth. `which`: index of the name in rate_names.
  void add(std::size_t link, std::size_t which) {
    (rate_names[which].bits > 0 ? in_bits_ : relative_).push_back(link);
  }
  /// If links have rates in bit/s, sets the rate of weight 1, which also applies to terminals, to their
  /// maximum, and divides the weights by it. Links without a rate get the minimum. Throws InputError without
  /// a position if the graph also has relative bandwidths.
  void state(GraphFile& graph) const {
    if (in_bits_.empty()) return;
    if (graph.rate > 0 || !relative_.empty())
      throw InputError("the graph has relative bandwidths and bandwidths in bit/s",
                       "all bandwidths must be of one kind");
    auto slowest = graph.links[in_bits_.front()].weight;
    for (auto const i : in_bits_) {
      slowest = std::min(slowest, graph.links[i].weight);
      graph.rate = std::max(graph.rate, graph.links[i].weight);
    }
    std::vector<double> weights(graph.links.size(), slowest / graph.rate);
    for (auto const i : in_bits_) weights[i] = graph.links[i].weight / graph.rate;
    for (std::size_t i = 0; i < weights.size(); ++i) graph.links[i].weight = weights[i];
  }

 private:
  std::vector<std::size_t> in_bits_, relative_;
};

}  // namespace weft

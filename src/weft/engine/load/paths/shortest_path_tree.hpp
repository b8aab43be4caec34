#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/engine/load/router_traffic.hpp"
#include "weft/routing/paths/path_graph.hpp"

namespace weft::load {

/// All shortest paths from one router to those that it sends to. Grown again and again without allocation.
class ShortestPathTree {
 public:
  explicit ShortestPathTree(routing::PathGraph const& graph);

  /// Searches from a router until every router with units is reached; throws InputError if one cannot be.
  void grow(std::uint32_t from, RouterUnits const& to);
  /// How many shortest paths lead to a router that was searched for: exact below 2^53; what passes 2^500 is halved, level by level.
  double paths(std::uint32_t router) const;
  /// Whether no number of paths was halved.
  bool counts_are_whole() const { return whole_; }

  /// Calls add(channel, load) for each channel of the paths, if `part(router)` is what one path to the router carries.
  template <class Number, class Part, class Add>
  void visit_loads(RouterUnits const& to, std::vector<Number>& of_path, Part part, Add add) const {
    for (auto const router : to.routers()) {
      if (to[router] == 0) continue;
      auto const nearest = distance_to(router);
      graph_->for_each_state_of(router, [&](std::uint32_t state) {
        if (distance_[state] == nearest) of_path[state] += part(router);
      });
    }
    for (std::size_t i = order_.size(); i-- > 1;) {
      auto const v = order_[i];
      if (i % 1024 == 0) throw_if_interrupted();
      if (of_path[v] == Number{0}) continue;
      auto const carried = scaled(of_path[v], distance_[v]);
      of_path[v] = 0;
      for (auto const [u, channel] : graph_->steps_into(v))
        if (distance_[u] + 1 == distance_[v]) {
          of_path[u] += carried;
          add(channel, static_cast<Number>(paths_[u]) * carried);
        }
    }
    of_path[order_.front()] = 0;
  }

 private:
  static constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t distance_to(std::uint32_t router) const;
  void start(std::uint32_t from, RouterUnits const& to);
  void shrink_level(std::size_t begin, std::uint32_t level);
  template <class Number>
  Number scaled(Number value, std::uint32_t level) const {
    return whole_ ? value : static_cast<Number>(static_cast<double>(value) * level_scale_[level]);
  }

  routing::PathGraph const* graph_;
  bool whole_ = true;
  std::vector<std::uint32_t> distance_, order_;
  std::vector<double> paths_, level_scale_;
  std::vector<bool> wanted_;
};

}  // namespace weft::load

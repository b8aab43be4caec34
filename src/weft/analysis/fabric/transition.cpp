// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/fabric/transition.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "weft/analysis/deadlock/dependency_graph.hpp"
#include "weft/analysis/fabric/route_judgment.hpp"
#include "weft/core/parallel.hpp"
#include "weft/routing/forwarding/lane_dependencies.hpp"

namespace weft::fabric {
namespace {

using routing::NextHop;
using routing::RequiredLanes;
using routing::RoutingTables;

/// A search for the possible moves of packets to one destination if every router may use any of several
/// tables. Scratch space, one per worker.
class MixedSearch {
 public:
  /// Prepares the search. `crossed`: includes packets that crossed a channel before it failed.
  MixedSearch(std::vector<RoutingTables const*> tables, Network const& network, bool crossed,
              RequiredLanes& requested)
      : tables_(std::move(tables)),
        network_(network),
        crossed_(crossed),
        requested_(requested),
        lanes_(tables_.size() * network.num_routers()),
        waits_(lanes_.size()),
        entered_(network.num_routers()) {}

  void search(std::uint32_t end) {
    end_ = end;
    std::ranges::fill(lanes_, LanesByLevel{});
    for (std::uint32_t source = 0; source < tables_.front()->routes.num_ends(); ++source)
      if (source != end) inject(source);
    while (!queue_.empty()) {
      auto const choice = queue_.back();
      queue_.pop_back();
      waits_[choice] = 0;
      pass_on(choice);
    }
  }

  /// Returns whether the packets of the last search can visit a router twice.
  bool can_loop() {
    std::ranges::fill(entered_, 0U);
    for (std::uint32_t choice = 0; choice < lanes_.size(); ++choice)
      if (is_in_use(choice)) ++entered_[target(choice)];
    std::vector<std::uint32_t> ready;
    for (std::uint32_t r = 0; r < entered_.size(); ++r)
      if (entered_[r] == 0) ready.push_back(r);
    for (std::size_t i = 0; i < ready.size(); ++i)
      for (std::uint32_t side = 0; side < tables_.size(); ++side)
        if (auto const choice = choice_of(ready[i], side);
            is_in_use(choice) && --entered_[target(choice)] == 0)
          ready.push_back(target(choice));
    return ready.size() < entered_.size();
  }

 private:
  /// The lanes used by packets of each service level, as bit masks.
  using LanesByLevel = std::array<std::uint16_t, num_service_levels>;
  static constexpr std::uint16_t data_lanes = (1U << dropping_lane) - 1;

  /// Returns the index of the choice of table `side` at router `router`.
  std::uint32_t choice_of(std::uint32_t router, std::uint32_t side) const {
    return router * static_cast<std::uint32_t>(tables_.size()) + side;
  }
  RoutingTables const& tables_of(std::uint32_t choice) const { return *tables_[choice % tables_.size()]; }
  NextHop hop(std::uint32_t choice) const {
    return tables_of(choice).routes.to(end_)[choice / tables_.size()];
  }
  bool works(std::uint32_t choice) const { return !network_.channel_failed(hop(choice).channel()); }
  bool sends(std::uint32_t choice) const { return hop(choice).is_channel() && (crossed_ || works(choice)); }
  std::uint32_t target(std::uint32_t choice) const { return network_.target(hop(choice).channel()).v; }
  bool is_in_use(std::uint32_t choice) const {
    return std::ranges::any_of(lanes_[choice], [](auto lanes) { return (lanes & data_lanes) != 0; });
  }

  void inject(std::uint32_t source) {
    for (std::uint32_t side = 0; side < tables_.size(); ++side) {
      auto const choice = choice_of(tables_.front()->routes.router(source), side);
      if (!sends(choice)) continue;
      auto const& lanes = tables_of(choice).lanes;
      for (auto const* const table : tables_) {
        auto const level = table->lanes ? table->lanes->levels(source, end_) : std::uint8_t{0};
        add(choice, level, lanes ? lanes->lanes.injected(source, hop(choice).channel(), level) : 0);
      }
    }
  }
  void pass_on(std::uint32_t choice) {
    auto const from = hop(choice).channel();
    for (std::uint32_t side = 0; side < tables_.size(); ++side) {
      auto const next = choice_of(network_.target(from).v, side);
      if (!sends(next)) continue;
      auto const to = hop(next).channel();
      auto const& lanes = tables_of(next).lanes;
      for (std::uint8_t level = 0; level < num_service_levels; ++level) {
        auto const held = static_cast<std::uint16_t>(lanes_[choice][level] & data_lanes);
        if (held == 0) continue;
        auto const lane = lanes ? lanes->lanes.after(from, to, level) : std::uint8_t{0};
        if (lane != dropping_lane && works(choice) && works(next)) requested_.add(from, held, to, lane);
        add(next, level, lane);
      }
    }
  }
  void add(std::uint32_t choice, std::uint8_t level, std::uint8_t lane) {
    auto& lanes = lanes_[choice][level];
    if ((lanes >> lane & 1U) != 0) return;
    lanes = static_cast<std::uint16_t>(lanes | 1U << lane);
    if (waits_[choice] == 0) queue_.push_back(choice);
    waits_[choice] = 1;
  }

  std::vector<RoutingTables const*> tables_;
  Network const& network_;
  bool crossed_;
  RequiredLanes& requested_;
  std::uint32_t end_ = 0;
  std::vector<LanesByLevel> lanes_;  // one per choice, on the channel that it uses
  std::vector<std::uint8_t> waits_;  // whether each choice is in the queue
  std::vector<std::uint32_t> queue_, entered_;
};

/// Calls `after_search(search)` for every destination, on any thread.
template <class After>
void search_all(MixedSearch const& search, std::uint32_t ends, After after_search) {
  std::vector<MixedSearch> searches(num_threads(), search);
  parallel_for(ends, [&](std::size_t end, unsigned worker) {
    searches[worker].search(static_cast<std::uint32_t>(end));
    after_search(searches[worker]);
  });
}

LaneCycles cycles_of(RoutingTables const& tables, Network const& network, Progress& progress) {
  return lane_cycles(
      routing::lane_dependencies(tables.routes, network, tables.lanes->lanes, tables.lanes->levels),
      progress);
}

/// Returns the number of pairs with a route that arrives. Routes end at failed channels of the network.
std::uint64_t arriving(RoutingTables const& tables, Network const& network, HopTable const& hops) {
  auto routes = tables.routes;
  for (std::uint32_t end = 0; end < routes.num_ends(); ++end)
    for (auto& hop : routes.to(end))
      if (hop.is_channel() && network.channel_failed(hop.channel()))
        hop = routing::NextHop(routing::NextHop::End::dead_port);
  return judge(routes, network, hops).delivery.reachable;
}

}  // namespace

LaneCycles lane_cycles(routing::LaneGraph const& graph, Progress& progress) {
  auto const facts = deadlock::cycle_facts(graph.waits, progress);
  LaneCycles result{facts.components, facts.vertices, {}};
  for (auto const vertex : facts.shortest) result.cycle.push_back(graph.lanes[vertex]);
  return result;
}

Transition transition(RoutingTables const& before, RoutingTables const& after, Network const& network) {
  Transition result;
  RequiredLanes together(network), mixed(network);
  auto const ends = before.routes.num_ends();
  for (auto const* const tables : {&before, &after})
    search_all({{tables}, network, true, together}, ends, [](MixedSearch const&) {});
  std::atomic<std::uint64_t> circling = 0;
  search_all({{&before, &after}, network, false, mixed}, ends, [&](MixedSearch& search) {
    if (search.can_loop()) ++circling;
  });
  result.circling = circling;
  result.together = lane_cycles(together.graph());
  result.mixed = lane_cycles(mixed.graph());
  return result;
}

Replacement replacement(RoutingTables const& before, Network const& whole, RoutingTables const& after,
                        Network const& failed, Progress& progress) {
  auto const ends = std::uint64_t{before.routes.num_ends()};
  HopTable const whole_hops(router_graph(whole)), hops(router_graph(failed));
  Replacement result{.before = cycles_of(before, whole, progress),
                     .after = cycles_of(after, failed, progress),
                     .change = transition(before, after, failed),
                     .pairs = ends * (ends - 1),
                     .lost = arriving(before, whole, whole_hops) - arriving(before, failed, hops),
                     .reachable = arriving(after, failed, hops)};
  for (std::uint32_t end = 0; end < ends; ++end) {
    auto const old_rows = before.routes.to(end), new_rows = after.routes.to(end);
    result.rows += old_rows.size();
    for (std::size_t r = 0; r < old_rows.size(); ++r) result.changed_rows += old_rows[r] != new_rows[r];
  }
  return result;
}

}  // namespace weft::fabric

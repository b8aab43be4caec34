// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "weft/core/parallel_backend.hpp"
#include "weft/engine/load/network_load.hpp"
#include "weft/engine/load/paths/exact_loads.hpp"

namespace weft::load {
namespace {

/// The shortest paths to one router at a time, and the units that travel along them.
template <class Number>
class InFlow {
 public:
  explicit InFlow(routing::PathGraph const& graph)
      : graph_(&graph),
        from(graph.num_routers()),
        hops_(graph.num_states(), unseen),
        through_(graph.num_states(), 0) {}

  /// Sends `unit` times the units in `from` to router `to` and calls add(channel, load). Returns whether
  /// every division was exact.
  template <class Add>
  bool flow(std::uint32_t to, Number unit, Add add) {
    search(to);
    for (auto const r : from.routers()) {
      if (from[r] == 0) continue;
      if (hops_[r] == unseen) routing::no_path({r}, {to});
      through_[r] += static_cast<Number>(from[r]) * unit;
    }
    bool exact = true;
    for (auto i = order_.size(); i-- > 0;) {
      auto const state = order_[i];
      if (hops_[state] > 0 && through_[state] > 0) exact = divide(state, add) && exact;
      through_[state] = 0;
    }
    for (auto const state : order_) hops_[state] = unseen;
    return exact;
  }

 private:
  static constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

  /// Runs a breadth-first search backward from `to` until every sending router is reached.
  void search(std::uint32_t to) {
    order_.clear();
    graph_->for_each_state_of(to, [&](std::uint32_t state) {
      hops_[state] = 0;
      order_.push_back(state);
    });
    auto missing = std::ranges::count_if(from.routers(), [&](std::uint32_t r) { return from[r] > 0; });
    for (std::size_t i = 0; i < order_.size() && missing > 0; ++i)
      for (auto const step : graph_->steps_into(order_[i]))
        if (hops_[step.state] == unseen) {
          hops_[step.state] = hops_[order_[i]] + 1;
          order_.push_back(step.state);
          if (step.state < graph_->num_routers() && from[step.state] > 0) --missing;
        }
  }
  template <class Add>
  bool divide(std::uint32_t state, Add add) {
    std::uint32_t ports = 0;
    for (auto const step : graph_->steps(state)) ports += hops_[step.state] + 1 == hops_[state];
    auto const each = through_[state] / static_cast<Number>(ports);
    for (auto const step : graph_->steps(state))
      if (hops_[step.state] + 1 == hops_[state]) {
        through_[step.state] += each;
        add(step.channel, each);
      }
    if constexpr (std::integral<Number>)
      return each * ports == through_[state];
    else
      return true;
  }

  routing::PathGraph const* graph_;

 public:
  RouterUnits from;

 private:
  std::vector<std::uint32_t> hops_, order_;
  std::vector<Number> through_;
};

/// Calls visit(flow, router, worker) for every receiving router, on all threads, until it returns false.
template <class Number, class Visit>
bool for_each_flow(routing::PathGraph const& graph, RouterDemand const& demand, Progress& progress,
                   Visit visit) {
  std::vector<InFlow<Number>> flows(num_threads(), InFlow<Number>(graph));
  std::atomic<bool> proceed = true;
  progress.start("loads", num_shared_tasks(graph.num_routers()), "routers");
  shared_parallel_for(graph.num_routers(), [&](std::size_t to, unsigned worker) {
    if (!proceed) return;
    auto& flow = flows[worker];
    auto const router = static_cast<std::uint32_t>(to);
    demand.collect_received({router}, flow.from);
    if (!flow.from.empty() && !visit(flow, router, worker)) proceed = false;
    progress.advance();
  });
  progress.finish();
  return on_all_ranks(proceed);
}

}  // namespace

NetworkLoads split_loads(routing::PathGraph const& graph, RouterDemand const& demand, Progress& progress) {
  auto const channels = demand.network().num_channels();
  LoadSums sums;
  sums.exact = [&](std::uint64_t denominator) -> std::optional<std::vector<std::uint64_t>> {
    ChannelSums<std::uint64_t> exact(channels);
    auto const add = [&](auto& flow, std::uint32_t to, unsigned worker) {
      auto& channel = exact.of(worker);
      return flow.flow(to, denominator, [&](std::uint32_t c, std::uint64_t load) { channel[c] += load; });
    };
    if (!for_each_flow<std::uint64_t>(graph, demand, progress, add)) return {};
    return exact.total();
  };
  sums.rounded = [&](int exponent) {
    ChannelSums<std::uint64_t> rounded(channels);
    for_each_flow<double>(graph, demand, progress, [&](auto& flow, std::uint32_t to, unsigned worker) {
      auto& channel = rounded.of(worker);
      return flow.flow(to, std::ldexp(1.0, exponent), [&](std::uint32_t c, double load) {
        channel[c] += static_cast<std::uint64_t>(load + 0.5);
      });
    });
    return rounded.total();
  };
  return exact_or_rounded(demand, sums);
}

}  // namespace weft::load

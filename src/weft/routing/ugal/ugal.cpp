// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/ugal/ugal.hpp"

#include "weft/core/random.hpp"
#include "weft/routing/graph/graph_routing.hpp"
#include "weft/routing/grid/grid_legs.hpp"
#include "weft/routing/group/group_routing.hpp"

namespace weft::routing {
namespace {

class ByQueues {
 public:
  ByQueues(Machine const& machine, Ugal::Params const& params)
      : network_(machine.network()), params_(params), leg_(machine.grid(), params.rules()) {}

  std::uint32_t intermediate(Head const& head, QueueView const& queues) const {
    auto const random = static_cast<std::uint32_t>(head.draw >> 32);
    auto const intermediate = static_cast<std::uint32_t>(random * leg_.grid().shape().size() >> 32);
    if (intermediate == head.at || intermediate == head.to) return no_intermediate;
    bool const minimal = params_.view == QueueScope::local
                             ? params_.minimal(hops(head.at, head.to) * first_queue(head, head.to, queues),
                                               (hops(head.at, intermediate) + hops(intermediate, head.to)) *
                                                   first_queue(head, intermediate, queues))
                             : params_.minimal(sum(head, head.at, head.to, queues),
                                               sum(head, head.at, intermediate, queues) +
                                                   sum(head, intermediate, head.to, queues));
    return minimal ? no_intermediate : intermediate;
  }

 private:
  std::int64_t hops(std::uint32_t from, std::uint32_t to) const { return leg_.grid().distance(from, to); }
  /// Returns the direction in which the packet would go if both are equally long, as in TwoLegsOnGrid.
  static bool plus_on_tie(Head const& head) { return (head.draw & 1) != 0; }
  /// Returns the length of the shortest queue of the parallel ports of a step.
  static std::int64_t shortest(DimensionOrderLeg::Step const& step, auto queue) {
    std::int64_t minimum = queue(step.port);
    for (std::uint32_t copy = 1; copy < step.copies; ++copy)
      minimum = std::min<std::int64_t>(minimum, queue(step.port + copy));
    return minimum;
  }
  std::int64_t first_queue(Head const& head, std::uint32_t target, QueueView const& queues) const {
    return shortest(leg_.step(head.at, target, 0, plus_on_tie(head)),
                    [&](std::uint32_t port) { return queues.local(head.at, port); });
  }
  /// Returns the total queue length along a path. All ties are resolved like the first one, because the
  /// packet has not drawn the others yet.
  std::int64_t sum(Head const& head, std::uint32_t from, std::uint32_t to, QueueView const& queues) const {
    std::int64_t flits = 0;
    std::uint16_t state = 0;
    for (auto at = from; at != to;) {
      auto const step = leg_.step(at, to, state, plus_on_tie(head));
      flits += shortest(step, [&](std::uint32_t port) { return queues.global(at, port); });
      state = step.state;
      at = network_->target(network_->channel({at}, {step.port})).v;
    }
    return flits;
  }

  NetworkPtr network_;
  Ugal::Params params_;
  DimensionOrderLeg leg_;
};

ChannelRoutingPtr bind_ugal_on_grid(Machine const& machine, Ugal::Params const& params,
                                    VcSupply const& supply) {
  bool const local = params.view == QueueScope::local;
  return bind_two_legs_on_grid(Ugal::name, machine, params, supply,
                               {.uses_local_queues = local, .uses_remote_queues = !local},
                               ByQueues(machine, params));
}

}  // namespace

char const* Ugal::structure(Machine const& machine) {
  return machine.is_whole_grid() ? "a grid" : machine.is_grouped() ? "groups" : "a graph";
}

Ugal::Params Ugal::resolved(Params params, Machine const& machine) {
  if (!machine.is_whole_grid()) check_no_ring_params(name, params, machine);
  return params;
}

std::uint32_t Ugal::vcs_needed(Machine const& machine) const {
  resolved(params_, machine);
  if (machine.is_whole_grid()) return vcs_of_two_legs(machine, params_);
  if (machine.is_grouped()) return vcs_on_groups(machine, GroupPolicy::ugal(params_));
  return GraphPaths(machine).classes(GraphDetour::adaptive);
}

ChannelRoutingPtr Ugal::channels(Machine const& machine, VcSupply const& supply) const {
  resolved(params_, machine);
  if (machine.is_whole_grid()) return bind_ugal_on_grid(machine, params_, supply);
  if (machine.is_grouped())
    return bind_around_failures(name, machine, GroupPolicy::ugal(params_), why_on_groups, supply);
  GraphPaths paths(machine);
  auto const vcs =
      supplied_vcs(name, paths.classes(GraphDetour::adaptive), supply, paths.why(GraphDetour::adaptive));
  return bind_on_graph(std::move(paths), {.detour = GraphDetour::adaptive, .comparison = params_}, vcs);
}

}  // namespace weft::routing

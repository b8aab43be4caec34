// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/valiant/valiant.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/graph/graph_routing.hpp"
#include "weft/routing/grid/grid_legs.hpp"
#include "weft/routing/group/group_routing.hpp"
#include "weft/routing/packet/kernels.hpp"
#include "weft/routing/paths/shortest_path_shares.hpp"
#include "weft/routing/paths/tree_shares.hpp"

namespace weft {
namespace {

/// Valiant's two legs over any routing without state: to a randomly drawn intermediate router, then to the
/// destination. The state of a packet is its current target. Packets whose source and destination router are
/// equal do not move.
class RandomIntermediate final : public PacketRouting {
 public:
  /// Draws the intermediate router uniformly from routers 0 .. routers - 1.
  RandomIntermediate(PacketRoutingPtr leg, std::uint64_t routers);
  /// Draws the intermediate router uniformly from `routers`; a router that occurs twice has twice the
  /// probability. `may_miss`: some of the routers have no path to some destinations; packets to such
  /// destinations go directly.
  RandomIntermediate(PacketRoutingPtr leg, std::vector<std::uint32_t> routers, bool may_miss);
  PacketTraits traits() const override;
  void encode(std::span<std::uint32_t> routers) const override { leg_->encode(routers); }
  RouterId decode(std::uint32_t to) const override { return leg_->decode(to); }
  void start(Heads const& heads) const override;
  void route(Heads const& heads) const override;
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override;
  bool reaches(RouterId from, std::uint32_t to) const override { return leg_->reaches(from, to); }

 private:
  PacketRoutingPtr leg_;
  std::uint64_t routers_;
  std::vector<std::uint32_t> listed_ = {};
  bool may_miss_ = false;
};

constexpr std::size_t block = 64;

RandomIntermediate::RandomIntermediate(PacketRoutingPtr leg, std::uint64_t routers)
    : leg_(std::move(leg)), routers_(routers) {}

RandomIntermediate::RandomIntermediate(PacketRoutingPtr leg, std::vector<std::uint32_t> routers,
                                       bool may_miss)
    : leg_(std::move(leg)), routers_(routers.size()), listed_(std::move(routers)), may_miss_(may_miss) {}

PacketTraits RandomIntermediate::traits() const {
  auto traits = leg_->traits();
  traits.has_state = true;
  traits.draws = true;
  traits.hop_bound *= 2;
  return traits;
}

void RandomIntermediate::start(Heads const& heads) const {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    std::uint32_t intermediate =
        static_cast<std::uint32_t>(static_cast<unsigned __int128>(heads.draw[i]) * routers_ >> 64);
    if (!listed_.empty()) intermediate = listed_[intermediate];
    bool const misses = may_miss_ && !leg_->reaches({intermediate}, heads.to[i]);
    leg_->encode({&intermediate, 1});
    heads.next_state[i] = misses || leg_->decode(heads.to[i]) == heads.at[i] ? heads.to[i] : intermediate;
  }
}

void RandomIntermediate::route(Heads const& heads) const {
  auto const width = traits().width;
  for (std::size_t begin = 0; begin < heads.size(); begin += block) {
    auto const size = std::min(block, heads.size() - begin);
    std::uint32_t goal[block];
    Heads leg = heads.part(begin, size, width);
    for (std::size_t i = 0; i < size; ++i) goal[i] = leg.state[i];
    leg.to = {goal, size};
    leg_->route(leg);
    bool any_at_intermediate = false;
    for (std::size_t i = 0; i < size; ++i)
      any_at_intermediate |= leg.port[i * width] == arrived && goal[i] != heads.to[begin + i];
    if (any_at_intermediate) {
      for (std::size_t i = 0; i < size; ++i)
        if (leg.port[i * width] == arrived) goal[i] = heads.to[begin + i];
      leg_->route(leg);
    }
    for (std::size_t i = 0; i < size; ++i)
      std::fill_n(leg.next_state.begin() + static_cast<std::ptrdiff_t>(i * width), width, goal[i]);
  }
}

void RandomIntermediate::hops_left(Heads const& heads, std::span<std::uint32_t> hops) const {
  for (std::size_t begin = 0; begin < heads.size(); begin += block) {
    auto const size = std::min(block, heads.size() - begin);
    RouterId intermediate[block];
    std::uint32_t second[block];
    Heads leg = heads.part(begin, size, 1);
    for (std::size_t i = 0; i < size; ++i) intermediate[i] = leg_->decode(leg.state[i]);
    leg_->hops_left({.at = {intermediate, size}, .to = leg.to}, {second, size});
    leg.to = leg.state;
    leg_->hops_left(leg, hops.subspan(begin, size));
    for (std::size_t i = 0; i < size; ++i) hops[begin + i] += second[i];
  }
}

}  // namespace

}  // namespace weft

namespace weft::routing {
namespace {

struct AnyRouter {
  std::uint32_t last;

  std::uint32_t intermediate(Head const& head, QueueView const&) const {
    auto const random = static_cast<std::uint32_t>(head.draw >> 32);
    return static_cast<std::uint32_t>(random * (std::uint64_t{last} + 1) >> 32);
  }
  void visit_intermediates(std::uint32_t, std::uint32_t, auto visit) const {
    for (std::uint32_t intermediate = 0; intermediate <= last; ++intermediate) visit(intermediate, 1);
  }
};

ChannelRoutingPtr bind_valiant_on_grid(Machine const& machine, RingParams const& params,
                                       VcSupply const& supply) {
  auto const last = static_cast<std::uint32_t>(machine.grid()->shape().size() - 1);
  return bind_two_legs_on_grid("valiant", machine, params, supply, {.oblivious = true}, AnyRouter{last});
}

}  // namespace

Valiant::Params Valiant::resolved(Params params, Machine const& machine) {
  params.structure = resolve_structure(name, params.structure, machine);
  if (params.structure != RouteStructure::grid) check_no_ring_params(name, params, machine);
  return params;
}

std::uint32_t Valiant::vcs_needed(Machine const& machine) const {
  switch (structure(machine)) {
    case RouteStructure::grid: return vcs_of_two_legs(machine, params_);
    case RouteStructure::groups: return vcs_on_groups(machine, GroupPolicy::valiant());
    default: return GraphPaths(machine).classes(GraphDetour::always);
  }
}

ChannelRoutingPtr Valiant::channels(Machine const& machine, VcSupply const& supply) const {
  auto const shape = structure(machine);
  if (shape == RouteStructure::grid) return bind_valiant_on_grid(machine, params_, supply);
  if (shape == RouteStructure::groups)
    return bind_around_failures(name, machine, GroupPolicy::valiant(), why_on_groups, supply);
  GraphPaths paths(machine);
  auto const vcs =
      supplied_vcs(name, paths.classes(GraphDetour::always), supply, paths.why(GraphDetour::always));
  return bind_on_graph(std::move(paths), {.detour = GraphDetour::always}, vcs);
}

PacketRoutingPtr Valiant::packets(Machine const& machine) const {
  auto const shape = structure(machine);
  auto const kernels = packet_kernels(machine);
  if (shape == RouteStructure::groups) return nullptr;
  if (shape == RouteStructure::graph)
    return std::make_shared<RandomIntermediate>(kernels->shortest_paths(machine, MinimalChoice::random),
                                                intermediate_routers(*machine.network()),
                                                machine.network()->has_multihomed_hosts());
  auto leg = kernels->dimension_order(params_.tie);
  return leg ? std::make_shared<RandomIntermediate>(std::move(leg), machine.num_routers()) : nullptr;
}

SharesPtr Valiant::shares(Machine const& machine) const {
  auto const shape = structure(machine);
  auto const& network = machine.network();
  if (shape == RouteStructure::groups || machine.has_failures())
    return nullptr;  // some routers may be unreachable
  if (shape == RouteStructure::graph)
    return std::make_shared<TwoLegShares>(std::make_shared<SplitShares>(PathGraph::all(*network)),
                                          intermediate_weights(*network));
  auto leg = packet_kernels(machine)->dimension_order(params_.tie);
  if (!leg) return nullptr;
  return std::make_shared<TwoLegShares>(std::make_shared<TreeShares>(network, std::move(leg)),
                                        std::vector<std::uint32_t>(machine.num_routers(), 1));
}

}  // namespace weft::routing

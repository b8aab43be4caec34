// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/group/group_routing.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "weft/core/random.hpp"
#include "weft/network/geometry/group_geometry.hpp"
#include "weft/routing/graph/rerouted_channels.hpp"

namespace weft::routing {
namespace {

/// One leg between routers of a network of groups: a local channel to a gateway, a global channel, a local
/// channel, each only if required. The global channel is drawn from all channels between the two groups.
/// Routings on dragonflies and PERCS consist of such legs.
class GroupLeg {
 public:
  using Gateway = GroupGeometry::Gateway;
  /// Progress of a leg.
  enum class Stage : std::uint8_t { start, moved, crossed };
  /// Kind of a hop: local before the global channel or within a group, global, local after the global
  /// channel.
  enum class HopKind : std::uint8_t { before, across, after };
  struct Step {
    std::uint16_t port;
    HopKind kind;
    Stage next;
  };

  GroupLeg(std::shared_ptr<GroupGeometry const> groups, NetworkPtr network)
      : groups_(std::move(groups)), network_(std::move(network)), whole_(!network_->has_failures()) {}

  GroupGeometry const& groups() const { return *groups_; }
  bool same_group(std::uint32_t a, std::uint32_t b) const {
    return groups_->group_of(a) == groups_->group_of(b);
  }
  /// Returns the global channels from the group of `at` to the group of `target`, ordered by router.
  std::span<Gateway const> gateways(std::uint32_t at, std::uint32_t target) const {
    return groups_->gateways(groups_->group_of(at), groups_->group_of(target));
  }
  /// Returns whether the network has no failures.
  bool is_whole() const { return whole_; }
  /// Returns whether the channel from `at` to the router of a gateway in the same group works.
  bool reaches_gateway(std::uint32_t at, Gateway const& gateway) const {
    if (whole_ || gateway.router == at) return true;
    auto const port = groups_->local_port(at, gateway.router);
    return !network_->channel_failed(network_->channel({at}, PortId{port}));
  }
  /// Returns the number of gateways to the group of `target` that working channels of `at` reach.
  std::uint32_t num_reached(std::uint32_t at, std::uint32_t target) const {
    auto const all = gateways(at, target);
    if (whole_) return static_cast<std::uint32_t>(all.size());
    return static_cast<std::uint32_t>(
        std::ranges::count_if(all, [&](Gateway const& gateway) { return reaches_gateway(at, gateway); }));
  }
  /// Returns a random gateway; null if there is none. Consumes the same number of words in both cases, so
  /// that later draws do not depend on the result.
  Gateway const* any_gateway(std::uint32_t at, std::uint32_t target, Rng& words) const {
    if (!whole_) [[unlikely]]
      return any_gateway_reached(at, target, words);
    auto const all = gateways(at, target);
    return &all[words.below(static_cast<std::uint32_t>(all.size()))];
  }
  /// Returns the hop towards a gateway in the group of `at`.
  Step towards(std::uint32_t at, Gateway const& gateway) const {
    if (gateway.router == at) return {gateway.port, HopKind::across, Stage::crossed};
    return {groups_->local_port(at, gateway.router), HopKind::before, Stage::moved};
  }
  /// Returns the hop to `target` in the same group.
  Step inside(std::uint32_t at, std::uint32_t target, Stage stage) const {
    return {groups_->local_port(at, target), stage == Stage::crossed ? HopKind::after : HopKind::before,
            stage};
  }
  /// Returns the next hop; nullopt if no suitable global channel to the group of `target` exists.
  std::optional<Step> step(std::uint32_t at, std::uint32_t target, Stage stage, Rng& words) const {
    if (same_group(at, target)) return inside(at, target, stage);
    auto const all = stage == Stage::moved ? gateways_at(at, target) : gateways(at, target);
    if (all.empty()) return std::nullopt;
    return towards(at, all[words.below(static_cast<std::uint32_t>(all.size()))]);
  }
  /// Returns the next hop of a leg that ends at the target of its global channel.
  Step step_to_landing(std::uint32_t at, std::uint32_t target, Stage stage, Rng& words) const {
    auto const* chosen = gateways(at, target).data();
    std::uint32_t seen = 0;
    visit_gateways(at, target, stage, true, [&](Gateway const& gateway) {
      if (words.below(++seen) == 0) chosen = &gateway;
    });
    return towards(at, *chosen);
  }
  /// Calls visit(step) for all possible results of `step` or, if `to_landing`, of `step_to_landing`.
  template <class Visit>
  void visit_steps(std::uint32_t at, std::uint32_t target, Stage stage, bool to_landing, Visit visit) const {
    if (same_group(at, target)) return visit(inside(at, target, stage));
    visit_gateways(at, target, stage, to_landing,
                   [&](Gateway const& gateway) { visit(towards(at, gateway)); });
  }

 private:
  [[gnu::noinline]] Gateway const* any_gateway_reached(std::uint32_t at, std::uint32_t target,
                                                       Rng& words) const {
    auto const count = num_reached(at, target);
    auto number = words.below(std::max(count, 1u));
    if (count == 0) return nullptr;
    for (auto const& gateway : gateways(at, target))
      if (reaches_gateway(at, gateway) && number-- == 0) return &gateway;
    return nullptr;
  }
  std::span<Gateway const> gateways_at(std::uint32_t at, std::uint32_t target) const {
    auto const range = std::ranges::equal_range(gateways(at, target), at, {}, &Gateway::router);
    return {range.begin(), range.end()};
  }
  template <class Visit>
  void visit_gateways(std::uint32_t at, std::uint32_t target, Stage stage, bool to_landing,
                      Visit visit) const {
    for (auto const& gateway : stage == Stage::moved ? gateways_at(at, target) : gateways(at, target))
      if (!to_landing || groups_->landing(gateway) == target) visit(gateway);
  }

  std::shared_ptr<GroupGeometry const> groups_;
  NetworkPtr network_;
  bool whole_;
};

using Stage = GroupLeg::Stage;
using Gateway = GroupGeometry::Gateway;

/// Leg of a packet. The phase of a packet is its leg and its progress; 0 at the source, before a path is
/// chosen.
enum class Leg : std::uint8_t { direct, first, last };
constexpr std::uint16_t phase_of(Leg leg, Stage stage) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(leg) << 2 | static_cast<unsigned>(stage));
}
constexpr Leg leg_of(std::uint16_t phase) { return static_cast<Leg>(phase >> 2); }
constexpr Stage stage_of(std::uint16_t phase) { return static_cast<Stage>(phase & 3); }

/// If there are failures, intermediate routers are restricted to routers that working hops reach and that
/// have a global channel to the group of the destination; see ReroutedChannels for the rest of the path.
class GroupRouting final : public ChannelRouting {
 public:
  GroupRouting(Machine const& machine, GroupPolicy const& policy, std::uint32_t vcs)
      : way_(machine.groups(), machine.network()), network_(machine.network()), policy_(policy) {
    VcBlocks const blocks(vcs, policy.classes.count);
    auto const& classes = policy.classes;
    for (auto const& [leg, of_leg] :
         {std::pair{Leg::direct, classes.direct}, {Leg::first, classes.first}, {Leg::last, classes.last}})
      for (std::size_t kind = 0; kind < of_leg.size(); ++kind)
        masks_[static_cast<std::size_t>(leg)][kind] = blocks.of(of_leg[kind]);
    own_mask_ = blocks.of(classes.own);
  }

  ChannelTraits traits() const override {
    bool const adaptive = policy_.detour >= GroupDetour::adaptive;
    return {.hop_bound = longest(),
            .oblivious = !adaptive,
            .uses_local_queues = adaptive && policy_.comparison.view == QueueScope::local,
            .uses_remote_queues = adaptive && policy_.comparison.view == QueueScope::global};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) count[i] = choose(heads[i], queues, out[i]);
  }
  std::vector<Launch> launches() const override {
    Launch const direct{phase_of(Leg::direct, Stage::start), false};
    if (policy_.detour == GroupDetour::none) return {direct};
    return {direct, {phase_of(Leg::first, Stage::start), true}};
  }
  void starts(std::uint32_t from, std::uint32_t to, std::vector<Start>& out) const override {
    auto const before = out.size();
    if (policy_.detour != GroupDetour::none && !way_.same_group(from, to))
      starts_by_third_groups(from, to, out);
    if (out.size() == before) out.push_back({{phase_of(Leg::direct, Stage::start), false}});
  }
  void possible(Head const& head, Possible& out) const override {
    auto const leg = leg_of(head.phase);
    way_.visit_steps(head.at, head.target, stage_of(head.phase), ends_at_landing(leg), [&](auto const& step) {
      out.candidates.push_back(candidate(head, leg, step));
      out.candidates.back().intermediate = no_intermediate;
    });
    if (may_reconsider(head)) out.diversions.push_back(phase_of(Leg::first, Stage::start));
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    if (way_.same_group(from, to) || !way_.gateways(from, to).empty()) return true;
    return !way_.is_whole() && policy_.detour != GroupDetour::none && num_third_groups(from, to) > 0;
  }
  std::uint16_t after_intermediate(std::uint16_t) const override { return phase_of(Leg::last, Stage::start); }
  bool may_be_intermediate(std::uint32_t from, std::uint32_t intermediate) const override {
    if (way_.same_group(from, intermediate)) return false;
    if (policy_.detour == GroupDetour::adaptive_any_terminal)
      return network_->terminals_at({intermediate}).count > 0;
    return std::ranges::any_of(way_.gateways(from, intermediate), [&](Gateway const& gateway) {
      return way_.groups().landing(gateway) == intermediate && way_.reaches_gateway(from, gateway);
    });
  }

 private:
  struct Detour {
    std::uint32_t intermediate;
    Gateway const* gateway;
  };

  std::uint32_t longest() const {
    switch (policy_.detour) {
      case GroupDetour::none: return 3;
      case GroupDetour::progressive:
      case GroupDetour::adaptive_any_terminal: return 6;
      case GroupDetour::always:
      case GroupDetour::adaptive: break;
    }
    return 5;
  }
  /// Calls visit(first router) for every group that a packet can cross, except the groups of `from` and `to`.
  template <class Visit>
  void visit_third_groups(std::uint32_t from, std::uint32_t to, Visit visit) const {
    auto const& groups = way_.groups();
    for (std::uint32_t group = 0; group < groups.num_groups(); ++group) {
      if (group == groups.group_of(from) || group == groups.group_of(to)) continue;
      auto const first = group * groups.group_size();
      if (way_.is_whole() || (way_.num_reached(from, first) > 0 && !way_.gateways(first, to).empty()))
        visit(first);
    }
  }
  /// Returns the number of groups that visit_third_groups visits. `from` and `to` must be in different
  /// groups.
  std::uint32_t num_third_groups(std::uint32_t from, std::uint32_t to) const {
    if (way_.is_whole()) return way_.groups().num_groups() - 2;
    std::uint32_t count = 0;
    visit_third_groups(from, to, [&](std::uint32_t) { ++count; });
    return count;
  }
  /// Returns the first router of the third group with index `number` among the groups that visit_third_groups
  /// visits.
  std::uint32_t third_group(std::uint32_t from, std::uint32_t to, std::uint32_t number) const {
    auto const& groups = way_.groups();
    if (way_.is_whole()) {
      auto const [low, high] = std::minmax({groups.group_of(from), groups.group_of(to)});
      number += number >= low;
      number += number >= high;
      return number * groups.group_size();
    }
    std::uint32_t found = 0;
    visit_third_groups(from, to, [&](std::uint32_t first) {
      if (number-- == 0) found = first;
    });
    return found;
  }
  void starts_by_third_groups(std::uint32_t from, std::uint32_t to, std::vector<Start>& out) const {
    std::uint64_t common = 1;
    visit_third_groups(from, to, [&](std::uint32_t first) {
      common = std::lcm(common, std::uint64_t{way_.num_reached(from, first)});
    });
    visit_third_groups(from, to, [&](std::uint32_t first) {
      auto const weight = common / way_.num_reached(from, first);
      for (auto const& gateway : way_.gateways(from, first))
        if (way_.reaches_gateway(from, gateway))
          out.push_back({{phase_of(Leg::first, Stage::start), true}, way_.groups().landing(gateway), weight});
    });
  }
  bool ends_at_landing(Leg leg) const {
    return leg == Leg::first && policy_.detour != GroupDetour::adaptive_any_terminal;
  }
  bool may_reconsider(Head const& head) const {
    return policy_.detour == GroupDetour::progressive && head.phase == phase_of(Leg::direct, Stage::moved) &&
           way_.groups().num_groups() > 2;
  }

  Candidate candidate(Head const& head, Leg leg, GroupLeg::Step const& step) const {
    bool const own = leg == Leg::direct && step.next == Stage::start;
    auto const& masks = masks_[static_cast<std::size_t>(leg)];
    return {.vcs = own ? own_mask_ : masks[static_cast<std::size_t>(step.kind)],
            .intermediate = leg == Leg::first ? head.target : no_intermediate,
            .phase = phase_of(leg, step.next),
            .port = step.port};
  }
  Candidate divert(Head const& head, Detour const& detour) const {
    auto diverted = candidate(head, Leg::first, way_.towards(head.at, *detour.gateway));
    diverted.intermediate = detour.intermediate;
    return diverted;
  }

  /// Writes the next hop to `out`. Returns the number of candidates: 0 if failures block all of them, else 1.
  std::uint16_t choose(Head const& head, QueueView const& queues, Candidate& out) const {
    auto words = Rng::derived(head.draw);
    auto const leg = leg_of(head.phase);
    if (head.phase == 0 && !way_.same_group(head.at, head.target)) return set_out(head, queues, words, out);
    auto const stage = stage_of(head.phase);
    if (ends_at_landing(leg)) {
      out = candidate(head, leg, way_.step_to_landing(head.at, head.target, stage, words));
      return 1;
    }
    auto const step = way_.step(head.at, head.target, stage, words);
    if (!step) return 0;
    out = candidate(head, leg, *step);
    if (may_reconsider(head))
      if (auto const detour = draw_detour(head, words); detour && !prefers(head, *step, *detour, queues))
        out = divert(head, *detour);
    return 1;
  }
  std::uint16_t set_out(Head const& head, QueueView const& queues, Rng& words, Candidate& out) const {
    auto const* const gateway = way_.any_gateway(head.at, head.target, words);
    if (policy_.detour != GroupDetour::none)
      if (auto const detour = draw_detour(head, words)) {
        bool const minimal = gateway != nullptr && policy_.detour != GroupDetour::always &&
                             (policy_.comparison.view == QueueScope::global
                                  ? prefers_globally(head, *gateway, *detour, queues, words)
                                  : prefers(head, way_.towards(head.at, *gateway), *detour, queues));
        if (!minimal) {
          out = divert(head, *detour);
          return 1;
        }
      }
    if (gateway == nullptr) return 0;
    out = candidate(head, Leg::direct, way_.towards(head.at, *gateway));
    return 1;
  }
  /// Draws a detour; nullopt if no third group can be crossed, or if the drawn terminal is in the group of
  /// the packet.
  std::optional<Detour> draw_detour(Head const& head, Rng& words) const {
    auto const& groups = way_.groups();
    if (policy_.detour == GroupDetour::adaptive_any_terminal) {
      auto const terminal = static_cast<std::uint32_t>(words.below(network_->num_terminals()));
      auto const intermediate = network_->injection_router({terminal}).v;
      if (way_.same_group(head.at, intermediate)) return std::nullopt;
      return Detour{intermediate, way_.any_gateway(head.at, intermediate, words)};
    }
    if (groups.num_groups() < 3) return std::nullopt;
    auto const count = num_third_groups(head.at, head.to);
    if (count == 0) return std::nullopt;
    auto const third = third_group(head.at, head.to, static_cast<std::uint32_t>(words.below(count)));
    auto const* const gateway = way_.any_gateway(head.at, third, words);
    return Detour{groups.landing(*gateway), gateway};
  }

  /// Returns whether the minimal path is preferred, according to the queues at the ports of the router. Hop
  /// counts are replaced by the numbers of global channels: 1 for the minimal path, 2 for the detour.
  bool prefers(Head const& head, GroupLeg::Step const& minimal, Detour const& detour,
               QueueView const& queues) const {
    auto const port = way_.towards(head.at, *detour.gateway).port;
    return policy_.comparison.minimal(queues.local(head.at, minimal.port),
                                      std::int64_t{2} * queues.local(head.at, port));
  }
  bool prefers_globally(Head const& head, Gateway const& minimal, Detour const& detour,
                        QueueView const& queues, Rng& words) const {
    auto non_minimal = queues_along(head.at, *detour.gateway, detour.intermediate, queues);
    if (way_.same_group(detour.intermediate, head.to))
      non_minimal += queue_inside(detour.intermediate, head.to, queues);
    else
      non_minimal += queues_onwards(detour.intermediate, head.to, queues, words);
    return policy_.comparison.minimal(queues_along(head.at, minimal, head.to, queues), non_minimal);
  }
  /// Returns the total queue length along a random path to another group; 0 if only detours exist.
  std::int64_t queues_onwards(std::uint32_t from, std::uint32_t to, QueueView const& queues,
                              Rng& words) const {
    auto const* const gateway = way_.any_gateway(from, to, words);
    return gateway == nullptr ? 0 : queues_along(from, *gateway, to, queues);
  }
  std::int64_t queue_inside(std::uint32_t from, std::uint32_t to, QueueView const& queues) const {
    return from == to ? 0 : queues.global(from, way_.groups().local_port(from, to));
  }
  std::int64_t queues_along(std::uint32_t from, Gateway const& gateway, std::uint32_t to,
                            QueueView const& queues) const {
    return queue_inside(from, gateway.router, queues) + queues.global(gateway.router, gateway.port) +
           queue_inside(way_.groups().landing(gateway), to, queues);
  }

  GroupLeg way_;
  NetworkPtr network_;
  GroupPolicy policy_;
  std::array<std::array<std::uint64_t, 3>, 3> masks_{};  // by leg and kind of hop
  std::uint64_t own_mask_ = 0;
};

}  // namespace

ChannelRoutingPtr bind_on_groups(Machine const& machine, GroupPolicy const& policy, std::uint32_t vcs) {
  return std::make_shared<GroupRouting>(machine, policy, vcs);
}

std::uint32_t vcs_on_groups(Machine const& machine, GroupPolicy const& policy) {
  auto const own = policy.classes.count;
  return machine.has_failures() ? Detours(machine).vcs_needed(own) : own;
}

ChannelRoutingPtr bind_around_failures(std::string_view name, Machine const& machine,
                                       GroupPolicy const& policy, std::string_view why,
                                       VcSupply const& supply) {
  auto const bind = [&](VcSupply const& own) {
    return bind_on_groups(machine, policy, supplied_vcs(name, policy.classes.count, own, why));
  };
  if (!machine.has_failures()) return bind(supply);
  return Detours(machine).around(name, policy.classes.count, supply, bind);
}

}  // namespace weft::routing

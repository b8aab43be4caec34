#include "weft/routing/group/group_routing.hpp"

#include <numeric>
#include <optional>

#include "weft/routing/group/group_leg.hpp"

namespace weft::routing {
namespace {

using Stage = GroupLeg::Stage;
using Gateway = GroupGeometry::Gateway;

/// A packet's phase: the leg it is on, and how far. 0 at the source, where it has not yet been decided.
enum class Leg : std::uint8_t { direct, first, last };
constexpr std::uint16_t phase_of(Leg leg, Stage stage) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(leg) << 2 | static_cast<unsigned>(stage));
}
constexpr Leg leg_of(std::uint16_t phase) { return static_cast<Leg>(phase >> 2); }
constexpr Stage stage_of(std::uint16_t phase) { return static_cast<Stage>(phase & 3); }

class GroupRouting final : public ChannelRouting {
 public:
  GroupRouting(Machine const& machine, GroupPolicy const& policy, std::uint32_t vcs)
      : way_(machine.groups()), network_(machine.network()), policy_(policy) {
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
            .sees_queues = adaptive && policy_.comparison.view == QueueSight::local,
            .sees_all_queues = adaptive && policy_.comparison.view == QueueSight::global};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      out[i] = choose(heads[i], queues);
      count[i] = 1;
    }
  }
  std::vector<Launch> launches() const override {
    Launch const direct{phase_of(Leg::direct, Stage::start), false};
    if (policy_.detour == GroupDetour::none) return {direct};
    return {direct, {phase_of(Leg::first, Stage::start), true}};
  }
  void starts(std::uint32_t from, std::uint32_t to, std::vector<Start>& out) const override {
    auto const& groups = way_.groups();
    if (policy_.detour == GroupDetour::none || way_.same_group(from, to) || groups.num_groups() < 3)
      return out.push_back({{phase_of(Leg::direct, Stage::start), false}});
    std::uint64_t common = 1;
    visit_third_groups(from, to, [&](auto gateways) { common = std::lcm(common, gateways.size()); });
    visit_third_groups(from, to, [&](auto gateways) {
      for (auto const& it : gateways)
        out.push_back(
            {{phase_of(Leg::first, Stage::start), true}, groups.landing(it), common / gateways.size()});
    });
  }
  void possible(Head const& head, Possible& out) const override {
    auto const leg = leg_of(head.phase);
    way_.visit_steps(head.at, head.target, stage_of(head.phase), ends_at_landing(leg), [&](auto const& step) {
      out.candidates.push_back(candidate(head, leg, step));
      out.candidates.back().via = no_via;
    });
    if (may_reconsider(head)) out.diversions.push_back(phase_of(Leg::first, Stage::start));
  }
  std::uint16_t after_via(std::uint16_t) const override { return phase_of(Leg::last, Stage::start); }
  bool may_be_via(std::uint32_t from, std::uint32_t via) const override {
    if (way_.same_group(from, via)) return false;
    if (policy_.detour == GroupDetour::adaptive_any_terminal) return network_->terminals_at({via}).count > 0;
    return std::ranges::any_of(way_.gateways(from, via),
                               [&](Gateway const& it) { return way_.groups().landing(it) == via; });
  }

 private:
  struct Detour {
    std::uint32_t via;
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
  /// Calls visit(gateways from the group of `from`) for every group but those of `from` and `to`.
  template <class Visit>
  void visit_third_groups(std::uint32_t from, std::uint32_t to, Visit visit) const {
    auto const& groups = way_.groups();
    for (std::uint32_t group = 0; group < groups.num_groups(); ++group)
      if (group != groups.group_of(from) && group != groups.group_of(to))
        visit(groups.gateways(groups.group_of(from), group));
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
            .via = leg == Leg::first ? head.target : no_via,
            .phase = phase_of(leg, step.next),
            .port = step.port};
  }
  Candidate divert(Head const& head, Detour const& detour) const {
    auto diverted = candidate(head, Leg::first, way_.towards(head.at, *detour.gateway));
    diverted.via = detour.via;
    return diverted;
  }

  Candidate choose(Head const& head, QueueView const& queues) const {
    auto words = Rng::derived(head.draw);
    auto const leg = leg_of(head.phase);
    if (head.phase == 0 && !way_.same_group(head.at, head.target)) return set_out(head, queues, words);
    if (ends_at_landing(leg))
      return candidate(head, leg, way_.step_to_landing(head.at, head.target, stage_of(head.phase), words));
    auto const step = way_.step(head.at, head.target, stage_of(head.phase), words);
    if (may_reconsider(head))
      if (auto const detour = draw_detour(head, words); detour && !prefers(head, step, *detour, queues))
        return divert(head, *detour);
    return candidate(head, leg, step);
  }
  Candidate set_out(Head const& head, QueueView const& queues, Rng& words) const {
    auto const& gateway = way_.any_gateway(head.at, head.target, words);
    auto const step = way_.towards(head.at, gateway);
    if (policy_.detour != GroupDetour::none)
      if (auto const detour = draw_detour(head, words)) {
        bool const minimal = policy_.detour != GroupDetour::always &&
                             (policy_.comparison.view == QueueSight::global
                                  ? prefers_globally(head, gateway, *detour, queues, words)
                                  : prefers(head, step, *detour, queues));
        if (!minimal) return divert(head, *detour);
      }
    return candidate(head, Leg::direct, step);
  }
  /// None if there is no third group, or if the terminal drawn is of the own group.
  std::optional<Detour> draw_detour(Head const& head, Rng& words) const {
    auto const& groups = way_.groups();
    if (policy_.detour == GroupDetour::adaptive_any_terminal) {
      auto const terminal = static_cast<std::uint32_t>(words.below(network_->num_terminals()));
      auto const via = network_->injection_router({terminal}).v;
      if (way_.same_group(head.at, via)) return std::nullopt;
      return Detour{via, &way_.any_gateway(head.at, via, words)};
    }
    if (groups.num_groups() < 3) return std::nullopt;
    auto const [low, high] = std::minmax({groups.group_of(head.at), groups.group_of(head.to)});
    auto group = words.below(groups.num_groups() - 2);
    group += group >= low;
    group += group >= high;
    auto const& gateway = way_.any_gateway(head.at, group * groups.group_size(), words);
    return Detour{groups.landing(gateway), &gateway};
  }

  /// By the queues at the router's own ports; a way's hops count by its global channels, 1 and 2.
  bool prefers(Head const& head, GroupLeg::Step const& minimal, Detour const& detour,
               QueueView const& queues) const {
    auto const port = way_.towards(head.at, *detour.gateway).port;
    return policy_.comparison.minimal(queues.local(head.at, minimal.port),
                                      std::int64_t{2} * queues.local(head.at, port));
  }
  bool prefers_globally(Head const& head, Gateway const& minimal, Detour const& detour,
                        QueueView const& queues, Rng& words) const {
    auto non_minimal = queues_along(head.at, *detour.gateway, detour.via, queues);
    if (way_.same_group(detour.via, head.to))
      non_minimal += queue_inside(detour.via, head.to, queues);
    else
      non_minimal += queues_along(detour.via, way_.any_gateway(detour.via, head.to, words), head.to, queues);
    return policy_.comparison.minimal(queues_along(head.at, minimal, head.to, queues), non_minimal);
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

}  // namespace weft::routing

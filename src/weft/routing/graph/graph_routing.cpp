// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/graph/graph_routing.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/graph/port_choice.hpp"
#include "weft/routing/shape/route_over.hpp"

namespace weft::routing {

GraphPaths::GraphPaths(Machine const& machine, PathsFrom sources)
    : table_(std::make_shared<DistanceTable const>(machine.network())),
      up_and_down_(machine.is_leveled() && !machine.has_failures()) {
  auto const routers = static_cast<std::uint32_t>(network().num_routers());
  std::vector<bool> ends(routers, false), intermediates(routers, false);
  for (std::uint32_t e = 0; e < network().num_terminals(); ++e) ends[network().ejection_router({e}).v] = true;
  if (network().has_multihomed_hosts())  // detours end at switches
    for (auto const intermediate : intermediate_routers(network())) intermediates[intermediate] = true;
  for (std::uint32_t to = 0; to < routers; ++to) {
    if ((!ends[to] && !intermediates[to]) || network().router_failed({to})) continue;
    for (std::uint32_t from = 0; from < routers; ++from) {
      if (network().router_failed({from})) continue;
      bool const has_terminals = network().terminals_at({from}).count > 0;
      if (sources == PathsFrom::terminals && !has_terminals && !intermediates[from]) continue;
      if (reaches(from, to))
        longest_ = std::max(longest_, table_->distance({from}, {to}));
      else if (!network().has_failures() && !intermediates[to] && !intermediates[from])
        throw InputError{
            "no path leads from router " + std::to_string(from) + " to router " + std::to_string(to),
            "the network is not connected"};
    }
  }
}

namespace {

/// Phase of a packet: its number of hops, and whether it has reached its intermediate router.
constexpr std::uint16_t last_leg = 1 << 15, hops_mask = last_leg - 1;

class GraphRouting final : public ChannelRouting {
 public:
  GraphRouting(GraphPaths paths, GraphPolicy const& policy, std::uint32_t vcs)
      : ports_(std::move(paths)), paths_(ports_.paths()), policy_(policy) {
    if (policy.detour != GraphDetour::none) {
      intermediates_ = intermediate_routers(paths_.network());
      intermediate_weights_ = intermediate_weights(paths_.network());
    }
    auto const classes = paths_.classes(policy.detour);
    VcBlocks const blocks(vcs, classes);
    for (std::uint32_t i = 0; i < classes; ++i) masks_.push_back(blocks.of(i));
  }

  ChannelTraits traits() const override {
    bool const direct = policy_.detour == GraphDetour::none;
    bool const compares = policy_.detour == GraphDetour::adaptive;
    return {.hop_bound = (direct ? 1 : 2) * paths_.longest(),
            .minimal = direct,
            .oblivious = policy_.choice != MinimalChoice::adaptive && !compares,
            .uses_local_queues = policy_.choice == MinimalChoice::adaptive ||
                                 (compares && policy_.comparison.view == QueueScope::local),
            .uses_remote_queues = compares && policy_.comparison.view == QueueScope::global,
            .reaches_all = paths_.reaches_all()};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto words = Rng::derived(heads[i].draw);
      out[i] = heads[i].in_port == from_source && policy_.detour != GraphDetour::none
                   ? set_out(heads[i], queues, words)
                   : on(heads[i], queues, words);
      count[i] = 1;
    }
  }
  std::vector<Launch> launches() const override {
    if (policy_.detour == GraphDetour::none) return {{}};
    return {{0, false}, {0, true}};
  }
  void starts(std::uint32_t from, std::uint32_t to, std::vector<Start>& out) const override {
    if (policy_.detour == GraphDetour::none) return out.push_back({});
    std::uint64_t direct = 0;
    for (std::uint32_t intermediate = 0; intermediate < paths_.network().num_routers(); ++intermediate) {
      auto const weight = intermediate_weights_[intermediate];
      if (weight == 0) continue;
      if (may_be_intermediate_of(from, intermediate, to))
        out.push_back({{0, true}, intermediate, weight});
      else
        direct += weight;
    }
    if (direct > 0) out.push_back({{}, no_intermediate, direct});
  }
  void possible(Head const& head, Possible& out) const override {
    ports_.visit(head.at, head.target, [&](std::uint16_t port) {
      out.candidates.push_back(candidate(head.phase, port));
      return policy_.choice != MinimalChoice::lowest;
    });
  }
  std::uint16_t after_intermediate(std::uint16_t phase) const override { return phase | last_leg; }
  bool may_be_intermediate(std::uint32_t from, std::uint32_t intermediate) const override {
    return from != intermediate && intermediate_weights_[intermediate] > 0 &&
           paths_.reaches(from, intermediate);
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override { return paths_.reaches(from, to); }

 private:
  std::uint16_t port(std::uint32_t at, std::uint32_t target, QueueView const& queues, Rng& words) const {
    PortChoice chosen(policy_.choice, policy_.sample, at, queues, Rng::derived(words()));
    ports_.visit(at, target, [&](std::uint16_t p) {
      chosen.offer({p});
      return !chosen.is_settled();
    });
    return chosen.option().port;
  }

  Candidate candidate(std::uint16_t phase, std::uint16_t port) const {
    std::size_t const hops = phase & hops_mask, leg = phase / last_leg;
    return {.vcs = masks_[std::min(paths_.up_and_down() ? leg : hops, masks_.size() - 1)],
            .phase = static_cast<std::uint16_t>(hops == hops_mask ? phase : phase + 1),
            .port = port};
  }
  Candidate on(Head const& head, QueueView const& queues, Rng& words) const {
    auto next = candidate(head.phase, port(head.at, head.target, queues, words));
    if (head.target != head.to) next.intermediate = head.target;
    return next;
  }
  Candidate set_out(Head const& head, QueueView const& queues, Rng& words) const {
    auto const intermediate = draw_intermediate(head, words);
    if (intermediate == no_intermediate) return candidate(0, port(head.at, head.to, queues, words));
    auto detour = candidate(0, port(head.at, intermediate, queues, words));
    detour.intermediate = intermediate;
    if (policy_.detour == GraphDetour::always) return detour;
    auto const minimal = candidate(0, port(head.at, head.to, queues, words));
    return prefers(head, minimal.port, intermediate, detour.port, queues) ? minimal : detour;
  }
  std::uint32_t draw_intermediate(Head const& head, Rng& words) const {
    if (intermediates_.empty()) return no_intermediate;
    auto const intermediate = intermediates_[words.below(static_cast<std::uint32_t>(intermediates_.size()))];
    return may_be_intermediate_of(head.at, intermediate, head.to) ? intermediate : no_intermediate;
  }
  bool may_be_intermediate_of(std::uint32_t from, std::uint32_t intermediate, std::uint32_t to) const {
    return intermediate != from && intermediate != to && paths_.reaches(from, intermediate) &&
           paths_.reaches(intermediate, to);
  }

  bool prefers(Head const& head, std::uint16_t minimal, std::uint32_t intermediate, std::uint16_t detour,
               QueueView const& queues) const {
    auto const& table = paths_.table();
    if (policy_.comparison.view == QueueScope::global)
      return policy_.comparison.minimal(
          queues_along(head.at, minimal, head.to, queues),
          queues_along(head.at, detour, intermediate, queues) + queues_from(intermediate, head.to, queues));
    auto const cost = [&](std::uint16_t port, std::uint32_t hops) {
      return std::int64_t{queues.local(head.at, port)} * hops;
    };
    return policy_.comparison.minimal(
        cost(minimal, table.distance({head.at}, {head.to})),
        cost(detour, table.distance({head.at}, {intermediate}) + table.distance({intermediate}, {head.to})));
  }
  /// Returns the total queue length along the path that starts at `port` and then follows the lowest
  /// productive ports.
  std::int64_t queues_along(std::uint32_t at, std::uint16_t port, std::uint32_t to,
                            QueueView const& queues) const {
    auto const& network = paths_.network();
    return queues.global(at, port) + queues_from(network.target(network.channel({at}, {port})).v, to, queues);
  }
  std::int64_t queues_from(std::uint32_t at, std::uint32_t to, QueueView const& queues) const {
    auto const& network = paths_.network();
    std::int64_t sum = 0;
    while (at != to) {
      std::uint16_t lowest = 0;
      ports_.visit(at, to, [&](std::uint16_t p) {
        lowest = p;
        return false;
      });
      sum += queues.global(at, lowest);
      at = network.target(network.channel({at}, {lowest})).v;
    }
    return sum;
  }

  MinimalPorts ports_;
  GraphPaths const& paths_;  // of ports_
  GraphPolicy policy_;
  std::vector<std::uint64_t> masks_;                                 // by class
  std::vector<std::uint32_t> intermediates_, intermediate_weights_;  // of detours
};

}  // namespace

ChannelRoutingPtr bind_on_graph(GraphPaths paths, GraphPolicy const& policy, std::uint32_t vcs) {
  return std::make_shared<GraphRouting>(std::move(paths), policy, vcs);
}

}  // namespace weft::routing

// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/graph/rerouted_channels.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "weft/core/random.hpp"
#include "weft/routing/graph/graph_routing.hpp"
#include "weft/routing/up_down/up_down.hpp"

namespace weft::routing {
namespace {

/// Phase of a packet: the phase of the routing, or `detoured` and the phase in its detour.
class ReroutedChannels final : public ChannelRouting {
 public:
  /// `first_vc`: the first virtual channel of the detours.
  ReroutedChannels(NetworkPtr network, ChannelRoutingPtr routing, ChannelRoutingPtr detours,
                   std::uint32_t first_vc)
      : network_(std::move(network)),
        routing_(std::move(routing)),
        detours_(std::move(detours)),
        first_vc_(first_vc),
        traits_(routing_->traits()) {
    auto const around = detours_->traits();
    traits_.width = std::max(traits_.width, around.width);
    traits_.hop_bound += around.hop_bound;
    traits_.minimal = false;
    traits_.reaches_all = false;
  }

  ChannelTraits traits() const override { return traits_; }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const candidates = out.subspan(i * traits_.width, traits_.width);
      count[i] = follows(heads[i]) ? own_candidates(heads[i], queues, candidates) : std::uint16_t{0};
      if (count[i] == 0) count[i] = detour(heads[i], queues, candidates);
    }
  }
  std::vector<Launch> launches() const override { return routing_->launches(); }
  void starts(std::uint32_t from, std::uint32_t to, std::vector<Start>& out) const override {
    routing_->starts(from, to, out);
  }
  void possible(Head const& head, Possible& out) const override {
    if (follows(head)) {
      auto const first = out.candidates.size();
      routing_->possible(head, out);
      auto const works = [&](Candidate const& candidate) { return leads_on(head, candidate); };
      out.candidates.erase(std::remove_if(out.candidates.begin() + static_cast<std::ptrdiff_t>(first),
                                          out.candidates.end(), std::not_fn(works)),
                           out.candidates.end());
      if (out.candidates.size() > first) return;
    }
    auto const first = out.candidates.size();
    detours_->possible(on_detour(head), out);
    mark({out.candidates.begin() + static_cast<std::ptrdiff_t>(first), out.candidates.end()});
  }
  std::uint16_t after_intermediate(std::uint16_t phase) const override {
    return routing_->after_intermediate(phase);
  }
  bool may_be_intermediate(std::uint32_t from, std::uint32_t intermediate) const override {
    return routing_->may_be_intermediate(from, intermediate);
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override { return detours_->reaches(from, to); }

 private:
  bool follows(Head const& head) const {
    return (head.phase & detoured) == 0 && routing_->reaches(head.at, head.target);
  }
  bool leads_on(Head const& head, Candidate const& candidate) const {
    auto const channel = network_->channel({head.at}, {candidate.port});
    return !network_->channel_failed(channel) && reaches(network_->target(channel).v, head.target);
  }
  /// Writes the working candidates of the routing or, if there are none, a random one of the working
  /// candidates that it can return.
  std::uint16_t own_candidates(Head const& head, QueueView const& queues,
                               std::span<Candidate> candidates) const {
    std::uint16_t answered = 0, count = 0;
    routing_->route({&head, 1}, queues, candidates, {&answered, 1});
    for (std::uint16_t k = 0; k < answered; ++k)
      if (leads_on(head, candidates[k])) candidates[count++] = candidates[k];
    if (count > 0) return count;
    static thread_local Possible possible;
    possible.clear();
    routing_->possible(head, possible);
    auto words = Rng::derived(head.draw);
    std::uint64_t weights = 0;
    for (auto const& candidate : possible.candidates) {
      if (!leads_on(head, candidate)) continue;
      weights += candidate.weight;
      if (words.below(weights) < candidate.weight) candidates[0] = candidate;
    }
    return weights > 0 ? 1 : 0;
  }
  static Head on_detour(Head head) {
    head.phase = (head.phase & detoured) != 0 ? head.phase & ~detoured : 0;
    return head;
  }
  std::uint16_t detour(Head const& head, QueueView const& queues, std::span<Candidate> candidates) const {
    std::uint16_t count = 0;
    auto const detour_head = on_detour(head);
    detours_->route({&detour_head, 1}, queues, candidates, {&count, 1});
    mark(candidates.first(count));
    return count;
  }
  void mark(std::span<Candidate> candidates) const {
    for (auto& candidate : candidates) {
      candidate.vcs <<= first_vc_;
      candidate.phase |= detoured;
    }
  }

  NetworkPtr network_;
  ChannelRoutingPtr routing_, detours_;
  std::uint32_t first_vc_;
  ChannelTraits traits_;
};

/// Routing of the detours: it connects all pairs of routers that have a path.
UpDown const up_down{{{}, UpOrder::root}};

}  // namespace

Detours::Detours(Machine const& machine)
    : machine_(machine),
      vcs_(machine.bidirectional() ? up_down.vcs_needed(machine)
                                   : GraphPaths(machine, PathsFrom::routers).classes(GraphDetour::none)) {}

ChannelRoutingPtr Detours::around(std::string_view name, std::uint32_t own, VcSupply const& supply,
                                  std::function<ChannelRoutingPtr(VcSupply const&)> const& bind) const {
  auto const vcs =
      supplied_vcs(name, vcs_needed(own), supply,
                   std::to_string(own) + " for the routing and " + std::to_string(vcs_) + " around failures");
  VcSupply const of_routing{vcs > vcs_ ? vcs - vcs_ : 1, supply.allow_deadlock};
  VcSupply const of_detours{std::max(vcs - of_routing.vcs, 1u), supply.allow_deadlock};
  auto detours = machine_.bidirectional()
                     ? up_down.channels(machine_, of_detours)
                     : bind_on_graph(GraphPaths(machine_, PathsFrom::routers), {}, of_detours.vcs);
  return std::make_shared<ReroutedChannels>(machine_.network(), bind(of_routing), std::move(detours),
                                            vcs - of_detours.vcs);
}

}  // namespace weft::routing

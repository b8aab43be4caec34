// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/up_down/up_down.hpp"

#include <memory>
#include <string>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/graph/port_choice.hpp"
#include "weft/routing/paths/shortest_path_shares.hpp"
#include "weft/routing/up_down/up_levels.hpp"

namespace weft::routing {
namespace {

/// Phase of a packet: whether it has gone down.
class UpDownRouting final : public ChannelRouting {
 public:
  UpDownRouting(UpDownPaths paths, MinimalChoice choice, SampleParams const& sample, std::uint64_t mask)
      : paths_(std::move(paths)), choice_(choice), sample_(sample), mask_(mask) {}

  ChannelTraits traits() const override {
    return {.hop_bound = paths_.longest(),
            .oblivious = choice_ != MinimalChoice::adaptive,
            .uses_local_queues = choice_ == MinimalChoice::adaptive};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      PortChoice chosen(choice_, sample_, head.at, queues, Rng::derived(head.draw));
      paths_.visit_ports(head.at, head.target, head.phase != 0, [&](std::uint16_t port, bool descends) {
        chosen.offer({port, phase_after(descends)});
        return !chosen.is_settled();
      });
      out[i] = candidate(chosen.option());
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    paths_.visit_ports(head.at, head.target, head.phase != 0, [&](std::uint16_t port, bool descends) {
      out.candidates.push_back(candidate({port, phase_after(descends)}));
      return choice_ != MinimalChoice::lowest;
    });
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    return paths_.distance(from, to, false) != UpDownPaths::unreachable;
  }

 private:
  static std::uint16_t phase_after(bool descends) { return descends ? 1 : 0; }
  Candidate candidate(PortOption option) const {
    return {.vcs = mask_, .phase = option.phase, .port = option.port};
  }
  UpDownPaths paths_;
  MinimalChoice choice_;
  SampleParams sample_;
  std::uint64_t mask_;
};

MinimalChoice port_choice_of(PathDraw choice) {
  if (choice == PathDraw::lowest) return MinimalChoice::lowest;
  return choice == PathDraw::adaptive ? MinimalChoice::adaptive : MinimalChoice::random;
}

}  // namespace

void UpDown::check(Params const& params) {
  check_samples(params, params.choice == PathDraw::adaptive, "choice=adaptive");
  if (params.root >= 0 && params.up != UpOrder::root)
    throw InputError("root=" + std::to_string(params.root) + " needs up=root", "",
                     "add up=root, or omit root", "routing");
}

UpDown::Params UpDown::resolved(Params params, Machine const& machine) {
  auto const routers = machine.num_routers();
  if (params.root >= 0 && static_cast<std::uint64_t>(params.root) >= routers)
    throw InputError("root=" + std::to_string(params.root),
                     "must be in [0, " + std::to_string(routers - 1) + "]", {}, "routing");
  if (!machine.bidirectional()) return params;
  if (params.root >= 0 && machine.network()->router_failed({static_cast<std::uint32_t>(params.root)}))
    throw InputError("root=" + std::to_string(params.root), "this router has failed", "choose another root",
                     "routing");
  params.up = resolve_up_order(*machine.network(), params.up);
  if (params.up == UpOrder::root && params.root < 0) params.root = highest_degree_router(*machine.network());
  return params;
}

void UpDown::require_form(Form form) const {
  if (form == Form::shares && params_.choice == PathDraw::adaptive)
    throw InputError("up_down:choice=adaptive has no exact loads", "the paths depend on queues",
                     "use choice=random, lowest or even", "routing");
  if (form != Form::shares && params_.choice == PathDraw::even)
    throw InputError("up_down does not support choice=even here",
                     std::string(user_of(form)) + " draws a port at each router, not a path",
                     "use choice=random", "routing");
}

std::vector<std::uint32_t> UpDown::levels(Machine const& machine) const {
  auto const params = resolved(params_, machine);
  auto level = up_levels(*machine.network(), params.up, static_cast<std::uint32_t>(params.root));
  if (params.up == UpOrder::terminals && !joins_all_terminals(*machine.network(), level))
    throw InputError("up=terminals", "no router of " + machine.topology() + " is above all terminals",
                     "use up=root", "routing");
  return level;
}

ChannelRoutingPtr UpDown::channels(Machine const& machine, VcSupply const& supply) const {
  return std::make_shared<UpDownRouting>(UpDownPaths(machine.network(), levels(machine)),
                                         port_choice_of(params_.choice), params_,
                                         VcBlocks(supplied_vcs(name, 1, supply, ""), 1).all());
}

SharesPtr UpDown::shares(Machine const& machine) const {
  auto graph = PathGraph::up_down(*machine.network(), levels(machine));
  if (params_.choice == PathDraw::random) return std::make_shared<SplitShares>(std::move(graph));
  return std::make_shared<ShortestPathShares>(
      std::move(graph), params_.choice == PathDraw::even ? PathChoice::all : PathChoice::lowest);
}

}  // namespace weft::routing

// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/nearest_common_ancestor/nearest_common_ancestor.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/network/geometry/level_geometry.hpp"
#include "weft/routing/graph/port_choice.hpp"
#include "weft/routing/paths/shortest_path_shares.hpp"
#include "weft/routing/up_down/up_levels.hpp"

namespace weft::routing {
namespace {

class NcaRouting final : public ChannelRouting {
 public:
  /// `paths`: paths up and down over working channels; null if there are no failures.
  NcaRouting(std::shared_ptr<LevelGeometry const> levels, std::unique_ptr<UpDownPaths const> paths,
             NearestCommonAncestor::Params const& params, std::uint64_t mask)
      : levels_(std::move(levels)),
        paths_(std::move(paths)),
        choice_(params.choice),
        sample_(params),
        mask_(mask) {}

  ChannelTraits traits() const override {
    return {.hop_bound = 2 * levels_->height(),
            .minimal = true,
            .oblivious = choice_ != UpChoice::adaptive,
            .uses_local_queues = choice_ == UpChoice::adaptive,
            .by_terminal = choice_ == UpChoice::d_mod_k};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      bool const above = levels_->is_below(head.target, head.at);
      out[i] = {.vcs = mask_,
                .port = above ? levels_->port_down(head.at, head.target) : port_up(head, queues)};
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    if (levels_->is_below(head.target, head.at)) {
      out.candidates.push_back({.vcs = mask_, .port = levels_->port_down(head.at, head.target)});
      return;
    }
    if (choice_ == UpChoice::d_mod_k)
      out.candidates.push_back({.vcs = mask_, .port = port_up(head, {})});
    else
      visit_up(head, [&](std::uint16_t port) { out.candidates.push_back({.vcs = mask_, .port = port}); });
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    return !paths_ || paths_->distance(from, to, false) != UpDownPaths::unreachable;
  }

 private:
  /// Returns whether a port leads to an ancestor that has a working path down.
  bool leads_on(Head const& head, std::uint16_t port) const {
    if (!paths_) return true;
    auto const& network = paths_->network();
    auto const channel = network.channel({head.at}, {port});
    return !network.channel_failed(channel) && reaches(network.target(channel).v, head.target);
  }
  template <class Visit>
  void visit_up(Head const& head, Visit visit) const {
    auto const ports = levels_->ports_up(head.at);
    if (!paths_) {
      for (auto const port : ports) visit(port);
      return;
    }
    for (auto const port : ports)
      if (leads_on(head, port)) visit(port);
  }
  std::uint16_t port_up(Head const& head, QueueView const& queues) const {
    auto const ports = levels_->ports_up(head.at);
    auto words = Rng::derived(head.draw);
    if (choice_ == UpChoice::random && !paths_)
      return ports[words.below(static_cast<std::uint32_t>(ports.size()))];
    if (choice_ == UpChoice::d_mod_k) {
      auto i = head.terminal / levels_->roots_below(head.at) % ports.size();
      while (!leads_on(head, ports[i])) i = (i + 1) % ports.size();
      return ports[i];
    }
    PortChoice chosen(choice_ == UpChoice::random ? MinimalChoice::random : MinimalChoice::adaptive, sample_,
                      head.at, queues, words);
    visit_up(head, [&](std::uint16_t port) { chosen.offer({port}); });
    return chosen.option().port;
  }

  std::shared_ptr<LevelGeometry const> levels_;
  std::unique_ptr<UpDownPaths const> paths_;
  UpChoice choice_;
  SampleParams sample_;
  std::uint64_t mask_;
};

/// Returns the surviving paths up and down; null if there are no failures.
std::unique_ptr<UpDownPaths const> surviving_paths(Machine const& machine) {
  if (!machine.has_failures()) return nullptr;
  auto const& levels = *machine.levels();
  std::vector<std::uint32_t> from_top(machine.num_routers());
  for (std::uint32_t r = 0; r < from_top.size(); ++r) from_top[r] = levels.height() - levels.level(r);
  return std::make_unique<UpDownPaths const>(machine.network(), from_top);
}

}  // namespace

void NearestCommonAncestor::check(Params const& params) {
  check_samples(params, params.choice == UpChoice::adaptive, "choice=adaptive");
}

ChannelRoutingPtr NearestCommonAncestor::channels(Machine const& machine, VcSupply const& supply) const {
  return std::make_shared<NcaRouting>(machine.levels(), surviving_paths(machine), params_,
                                      VcBlocks(supplied_vcs(name, 1, supply, ""), 1).all());
}

void NearestCommonAncestor::require_form(Form form) const {
  if (form == Form::channels || params_.choice == UpChoice::random) return;
  bool const d_mod_k = params_.choice == UpChoice::d_mod_k;
  if (d_mod_k && form != Form::packets) return;
  throw InputError(std::string(name) + ":choice=" + (d_mod_k ? "d_mod_k" : "adaptive"),
                   d_mod_k ? "depends on the destination terminal, and " + std::string(user_of(form)) +
                                 " provides only its router"
                           : "depends on queues, and " + std::string(user_of(form)) + " provides none",
                   "use choice=random", "routing");
}

/// Returns shares over all shortest paths: in these topologies they go up to a nearest common ancestor, and
/// every upward port leads to one. Returns null for d_mod_k.
SharesPtr NearestCommonAncestor::shares(Machine const& machine) const {
  if (params_.choice == UpChoice::d_mod_k) return nullptr;
  return std::make_shared<SplitShares>(PathGraph::all(machine));
}

}  // namespace weft::routing

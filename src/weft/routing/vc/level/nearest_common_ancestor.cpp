#include "weft/routing/vc/level/nearest_common_ancestor.hpp"

#include <algorithm>

#include "weft/core/random.hpp"
#include "weft/network/geometry/level_geometry.hpp"

namespace weft::vc {
namespace {

class NcaRouting final : public Routing {
 public:
  NcaRouting(std::shared_ptr<LevelGeometry const> levels, UpChoice choice, std::uint64_t mask)
      : levels_(std::move(levels)), choice_(choice), mask_(mask) {}

  Traits traits() const override {
    return {
        .hop_bound = 2 * levels_->height(), .minimal = true, .sees_queues = choice_ == UpChoice::adaptive};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      bool const above = levels_->is_below(head.aim, head.at);
      out[i] = {.vcs = mask_, .port = above ? levels_->port_down(head.at, head.aim) : port_up(head, queues)};
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    if (levels_->is_below(head.aim, head.at)) {
      out.ways.push_back({.vcs = mask_, .port = levels_->port_down(head.at, head.aim)});
      return;
    }
    for (auto const port : levels_->ports_up(head.at)) out.ways.push_back({.vcs = mask_, .port = port});
  }

 private:
  std::uint16_t port_up(Head const& head, QueueView const& queues) const {
    auto const ports = levels_->ports_up(head.at);
    auto words = Rng::derived(head.draw);
    if (choice_ == UpChoice::random) return ports[words.below(static_cast<std::uint32_t>(ports.size()))];
    if (choice_ == UpChoice::d_mod_k)
      return ports[head.terminal / levels_->roots_below(head.at) % ports.size()];
    auto best = ports[0];
    std::uint32_t ties = 1;
    for (auto const port : ports.subspan(1)) {
      auto const queue = queues.local(head.at, port), least = queues.local(head.at, best);
      if (queue < least) ties = 1;
      if (queue < least || (queue == least && words.below(++ties) == 0)) best = port;
    }
    return best;
  }

  std::shared_ptr<LevelGeometry const> levels_;
  UpChoice choice_;
  std::uint64_t mask_;
};

}  // namespace

RoutingPtr NearestCommonAncestor::bind(Machine const& machine, VcSupply const& supply) const {
  return std::make_shared<NcaRouting>(machine.levels(), params_.choice, VcBlocks(supply.vcs, 1).all());
}

}  // namespace weft::vc

#include "weft/routing/vc/graph/up_down.hpp"

#include "weft/core/random.hpp"
#include "weft/routing/vc/graph/port_choice.hpp"
#include "weft/routing/vc/graph/up_down_paths.hpp"

namespace weft::vc {
namespace {

/// A packet's phase: whether it has gone down.
class UpDownRouting final : public Routing {
 public:
  UpDownRouting(UpDownPaths paths, MinimalChoice choice, std::uint64_t mask)
      : paths_(std::move(paths)), choice_(choice), mask_(mask) {}

  Traits traits() const override {
    return {.hop_bound = paths_.longest(), .sees_queues = choice_ == MinimalChoice::adaptive};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      PortChoice chosen(choice_, head.at, queues, Rng::derived(head.draw));
      bool down = false;
      paths_.visit_ports(head.at, head.aim, head.phase != 0, [&](std::uint16_t port, bool descends) {
        if (chosen.offer(port)) down = descends;
        return !chosen.is_settled();
      });
      out[i] = way(chosen.port(), down);
      count[i] = 1;
    }
  }
  void possible(Head const& head, Possible& out) const override {
    paths_.visit_ports(head.at, head.aim, head.phase != 0, [&](std::uint16_t port, bool descends) {
      out.ways.push_back(way(port, descends));
      return choice_ != MinimalChoice::lowest;
    });
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    return paths_.distance(from, to, false) != UpDownPaths::unreachable;
  }

 private:
  Candidate way(std::uint16_t port, bool descends) const {
    return {.vcs = mask_, .phase = descends ? std::uint16_t{1} : std::uint16_t{0}, .port = port};
  }
  UpDownPaths paths_;
  MinimalChoice choice_;
  std::uint64_t mask_;
};

}  // namespace

RoutingPtr UpDown::bind(Machine const& machine, VcSupply const& supply) const {
  auto const root = params_.root < 0 ? UpDownPaths::any_root : static_cast<std::uint32_t>(params_.root);
  return std::make_shared<UpDownRouting>(UpDownPaths(machine.network(), root), params_.choice,
                                         VcBlocks(supply.vcs, 1).all());
}

}  // namespace weft::vc

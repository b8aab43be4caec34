#pragma once

#include <utility>

#include "weft/core/random.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/graph/port_choice.hpp"
#include "weft/routing/up_down/up_down_paths.hpp"

namespace weft::routing {

/// The escape routing of adaptive ones on any network of links: a shortest path up and down, drawn port by port, on the lowest virtual
/// channel; the others are adaptive (Silla & Duato, High-performance routing in networks of workstations with irregular topology, IEEE
/// TPDS 11(7), 2000). A packet's phase: `bit` if it came by an escape channel, and whether it has gone down there; else what the
/// adaptive routing keeps.
class EscapeOnGraph {
 public:
  static constexpr std::uint16_t bit = 0x8000, down = 1;

  EscapeOnGraph(UpDownPaths paths, std::uint32_t vcs)
      : paths_(std::move(paths)), adaptive_(vcs == 1 ? 1 : VcBlocks(vcs, 1).all() & ~std::uint64_t{1}) {}

  UpDownPaths const& paths() const { return paths_; }
  /// Virtual channels of the adaptive routing.
  std::uint64_t adaptive() const { return adaptive_; }
  /// Most escape candidates of a packet.
  std::uint16_t width() const { return 1; }
  /// Writes the escape way, at low priority, to `out`; returns how many.
  std::uint16_t route(Head const& head, Candidate* out) const {
    PortChoice chosen(MinimalChoice::random, head.at, {}, Rng::derived(head.draw));
    visit(head, [&](std::uint16_t port, bool descends) {
      if (chosen.offer(port)) *out = candidate(port, descends);
      return true;
    });
    return 1;
  }
  /// Adds all that `route` may write.
  void possible(Head const& head, Possible& out) const {
    visit(head, [&](std::uint16_t port, bool descends) {
      out.candidates.push_back(candidate(port, descends));
      return true;
    });
  }

 private:
  template <class Visit>
  void visit(Head const& head, Visit visit_port) const {
    paths_.visit_ports(head.at, head.target, head.phase == (bit | down), visit_port);
  }
  static Candidate candidate(std::uint16_t port, bool descends) {
    return {.vcs = 1,
            .phase = static_cast<std::uint16_t>(descends ? bit | down : bit),
            .port = port,
            .escape = true};
  }
  UpDownPaths paths_;
  std::uint64_t adaptive_;
};

}  // namespace weft::routing

// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/minimal_adaptive/minimal_adaptive.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/graph/graph_routing.hpp"
#include "weft/routing/graph/port_choice.hpp"
#include "weft/routing/grid/escape_on_grid.hpp"
#include "weft/routing/packet/kernels.hpp"
#include "weft/routing/up_down/up_levels.hpp"

namespace weft::routing {
namespace {

/// Escape routing of adaptive routings on any network of links: a shortest up*/down* path, drawn port by
/// port, on the lowest virtual channel; all other virtual channels are adaptive (Silla & Duato,
/// High-performance routing in networks of workstations with irregular topology, IEEE TPDS 11(7), 2000).
/// Phase of a packet: `bit` and whether it has gone down if it arrived on an escape channel, else the state
/// of the adaptive routing.
class EscapeOnGraph {
 public:
  static constexpr std::uint16_t bit = 0x8000, down = 1;

  EscapeOnGraph(UpDownPaths paths, std::uint32_t vcs)
      : paths_(std::move(paths)), adaptive_(vcs == 1 ? 1 : VcBlocks(vcs, 1).all() & ~std::uint64_t{1}) {}

  UpDownPaths const& paths() const { return paths_; }
  /// Returns the virtual channels of the adaptive routing, as a bit set.
  std::uint64_t adaptive() const { return adaptive_; }
  /// Returns the maximum number of escape candidates of a packet.
  std::uint16_t width() const { return 1; }
  /// Writes the escape candidates, with low priority, to `out`; returns their number.
  std::uint16_t route(Head const& head, Candidate* out) const {
    QueueView const unseen;
    PortChoice chosen(MinimalChoice::random, {}, head.at, unseen, Rng::derived(head.draw));
    visit(head, [&](std::uint16_t port, bool descends) {
      chosen.offer({port, phase_after(descends)});
      return true;
    });
    *out = candidate(chosen.option());
    return 1;
  }
  /// Appends all candidates that `route` may write.
  void possible(Head const& head, Possible& out) const {
    visit(head, [&](std::uint16_t port, bool descends) {
      out.candidates.push_back(candidate({port, phase_after(descends)}));
      return true;
    });
  }

 private:
  template <class Visit>
  void visit(Head const& head, Visit visit_port) const {
    paths_.visit_ports(head.at, head.target, head.phase == (bit | down), visit_port);
  }
  static std::uint16_t phase_after(bool descends) { return descends ? bit | down : bit; }
  static Candidate candidate(PortOption option) {
    return {.vcs = 1, .phase = option.phase, .port = option.port, .escape = true};
  }
  UpDownPaths paths_;
  std::uint64_t adaptive_;
};

/// Adaptive ports and escape routing on a grid.
struct AdaptiveOnGrid {
  EscapeOnGrid escape;

  ChannelTraits traits() const { return {.hop_bound = escape.leg().longest(), .minimal = true}; }
  std::uint32_t max_ports() const { return max_productive(escape.grid()); }
  bool reaches(std::uint32_t, std::uint32_t) const { return true; }
  template <class Visit>
  void visit(Head const& head, Visit visit_port) const {
    auto const& grid = escape.grid();
    for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
      for_each_productive(grid, head.at, head.target, dim, visit_port);
  }
};

/// Adaptive ports and escape routing on any network of links.
struct AdaptiveOnGraph {
  EscapeOnGraph escape;
  MinimalPorts ports;

  ChannelTraits traits() const { return {.hop_bound = ports.paths().longest() + escape.paths().longest()}; }
  std::uint32_t max_ports() const {
    auto const& network = escape.paths().network();
    std::uint32_t maximum = 1;
    for (std::uint32_t r = 0; r < network.num_routers(); ++r)
      maximum = std::max<std::uint32_t>(maximum, network.degree({r}));
    return maximum;
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const { return ports.paths().reaches(from, to); }
  template <class Visit>
  void visit(Head const& head, Visit visit_port) const {
    ports.visit(head.at, head.target, [&](std::uint16_t port) {
      visit_port(port);
      return true;
    });
  }
};

template <class On>
class MinimalAdaptiveRouting final : public ChannelRouting {
 public:
  MinimalAdaptiveRouting(On on, MinimalAdaptive::Params const& params)
      : on_(std::move(on)), params_(params), traits_(on_.traits()) {
    traits_.width = static_cast<std::uint16_t>(on_.max_ports() + on_.escape.width());
    traits_.has_escape = true;
    traits_.preserves_bubble = params_.rings == RingVcs::bubble;
    traits_.needs_whole_packets = true;
    traits_.uses_local_queues = params_.selection == PortSelection::least_loaded;
  }

  ChannelTraits traits() const override { return traits_; }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    auto const width = traits_.width;
    auto* candidates = out.data();
    for (std::size_t i = 0; i < heads.size(); ++i, candidates += width) {
      auto const& head = heads[i];
      auto* end = candidates;
      if (may_adapt(head)) end = adapt(head, queues, end);
      end += on_.escape.route(head, end);
      count[i] = static_cast<std::uint16_t>(end - candidates);
    }
  }
  void possible(Head const& head, Possible& out) const override {
    if (may_adapt(head))
      on_.visit(head, [&](std::uint16_t port) { out.candidates.push_back(candidate(port)); });
    on_.escape.possible(head, out);
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override { return on_.reaches(from, to); }

 private:
  bool may_adapt(Head const& head) const {
    return (head.phase & decltype(On::escape)::bit) == 0 || params_.escape == EscapeUse::leave;
  }
  /// Writes the adaptive candidates to `out`; returns the end of the written range.
  Candidate* adapt(Head const& head, QueueView const& queues, Candidate* out) const {
    if (params_.selection == PortSelection::all) {
      on_.visit(head, [&](std::uint16_t port) { *out++ = candidate(port); });
      return out;
    }
    auto const port = params_.selection == PortSelection::lowest ? lowest(head) : least_loaded(head, queues);
    if (port) *out++ = candidate(*port);
    return out;
  }
  Candidate candidate(std::uint16_t port) const {
    bool const preferred = params_.selection != PortSelection::lowest;
    return {.vcs = on_.escape.adaptive(),
            .port = port,
            .priority = preferred ? std::uint8_t{1} : std::uint8_t{0}};
  }
  [[gnu::noinline]] std::optional<std::uint16_t> lowest(Head const& head) const {
    std::optional<std::uint16_t> first;
    on_.visit(head, [&](std::uint16_t port) {
      if (!first) first = port;
    });
    return first;
  }
  [[gnu::noinline]] std::optional<std::uint16_t> least_loaded(Head const& head,
                                                              QueueView const& queues) const {
    PortChoice chosen(MinimalChoice::adaptive, params_, head.at, queues, Rng::derived(head.draw));
    on_.visit(head, [&](std::uint16_t port) { chosen.offer({port}); });
    return chosen.option().port;
  }

  On on_;
  MinimalAdaptive::Params params_;
  ChannelTraits traits_;
};

DimensionOrderLeg escape_leg(Machine const& machine, RingParams const& params) {
  return {machine.grid(), params.rules()};
}

/// Returns escape paths from any router: in a tree without failures, all paths up and then down; else paths
/// whose levels follow a spanning tree.
UpDownPaths escape_paths(Machine const& machine) {
  auto const& network = *machine.network();
  auto const order = machine.is_leveled() && !machine.has_failures() ? UpOrder::terminals : UpOrder::root;
  return {machine.network(), up_levels(network, order, highest_degree_router(network))};
}

}  // namespace

void MinimalAdaptive::check(Params const& params) {
  check_samples(params, params.selection == PortSelection::least_loaded, "selection=least_loaded");
}

MinimalAdaptive::Params MinimalAdaptive::resolved(Params params, Machine const& machine) {
  if (machine.is_whole_grid()) return params;
  check_no_ring_params(name, params, machine);
  if (params.escape == EscapeUse::leave)
    throw InputError("minimal_adaptive:escape=leave conflicts with " + machine.topology(),
                     "escape paths are not shortest paths there, so a packet might never arrive",
                     "use escape=stay", "routing");
  return params;
}

std::uint32_t MinimalAdaptive::vcs_needed(Machine const& machine) const {
  resolved(params_, machine);
  return 1 + (machine.is_whole_grid() ? escape_leg(machine, params_).classes() : 1);
}

ChannelRoutingPtr MinimalAdaptive::channels(Machine const& machine, VcSupply const& supply) const {
  auto const needed = vcs_needed(machine);
  auto const vcs =
      supplied_vcs(name, needed, supply,
                   needed == 3 ? "two for escape on dimensions that wrap and one that is adaptive"
                               : "one for escape and one that is adaptive");
  if (machine.is_whole_grid())
    return std::make_shared<MinimalAdaptiveRouting<AdaptiveOnGrid>>(
        AdaptiveOnGrid{{escape_leg(machine, params_), vcs}}, params_);
  return std::make_shared<MinimalAdaptiveRouting<AdaptiveOnGraph>>(
      AdaptiveOnGraph{{escape_paths(machine), vcs}, MinimalPorts(GraphPaths(machine))}, params_);
}

/// Returns the packet form, in which the engine `rounds` sends packets to the candidate with the shortest
/// queue.
PacketRoutingPtr MinimalAdaptive::packets(Machine const& machine) const {
  if (params_.selection == PortSelection::lowest) return nullptr;
  auto const kernels = packet_kernels(machine);
  return machine.is_grid() ? kernels->productive_ports()
                           : kernels->shortest_paths(machine, MinimalChoice::adaptive);
}

}  // namespace weft::routing

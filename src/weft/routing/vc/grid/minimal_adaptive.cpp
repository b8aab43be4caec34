#include "weft/routing/vc/grid/minimal_adaptive.hpp"

#include "weft/routing/vc/grid/escape_on_grid.hpp"

namespace weft::vc {
namespace {

class MinimalAdaptiveRouting final : public Routing {
 public:
  MinimalAdaptiveRouting(EscapeOnGrid escape, MinimalAdaptive::Params const& params)
      : escape_(std::move(escape)),
        params_(params),
        width_(static_cast<std::uint16_t>(most_productive(escape_.grid()) + escape_.width())) {}

  Traits traits() const override {
    return {.width = width_,
            .hop_bound = escape_.leg().longest(),
            .minimal = true,
            .has_escape = true,
            .keeps_bubble = params_.rings == RingVcs::bubble,
            .needs_whole_packets = true,
            .sees_queues = params_.selection == PortSelection::least_loaded};
  }
  void route(std::span<Head const> heads, QueueView const& queues, std::span<Candidate> out,
             std::span<std::uint16_t> count) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const& head = heads[i];
      auto* const ways = &out[i * width_];
      std::uint16_t ways_so_far = 0;
      if (may_adapt(head)) ways_so_far = adapt(head, queues, ways);
      auto const escapes = escape_.route(head, (head.draw & 1) != 0, ways + ways_so_far);
      count[i] = static_cast<std::uint16_t>(ways_so_far + escapes);
    }
  }
  void possible(Head const& head, Possible& out) const override {
    if (may_adapt(head))
      for_each_productive_port(head, [&](std::uint16_t port) { out.ways.push_back(way(port)); });
    escape_.possible(head, out);
  }

 private:
  bool may_adapt(Head const& head) const {
    return (head.phase & EscapeOnGrid::bit) == 0 || params_.escape == EscapeUse::leave;
  }
  template <class Visit>
  void for_each_productive_port(Head const& head, Visit visit) const {
    auto const& grid = escape_.grid();
    for (std::uint32_t dim = 0; dim < grid.dims(); ++dim)
      for_each_productive(grid, head.at, head.aim, dim, visit);
  }
  std::uint16_t adapt(Head const& head, QueueView const& queues, Candidate* out) const {
    std::uint16_t count = 0;
    switch (params_.selection) {
      case PortSelection::all:
        for_each_productive_port(head, [&](std::uint16_t port) { out[count++] = way(port); });
        break;
      case PortSelection::lowest:
        for_each_productive_port(head, [&](std::uint16_t port) {
          if (count == 0) out[count++] = way(port);
        });
        break;
      case PortSelection::least_loaded: out[count++] = least_loaded(head, queues); break;
    }
    return count;
  }
  Candidate way(std::uint16_t port) const {
    bool const preferred = params_.selection != PortSelection::lowest;
    return {
        .vcs = escape_.adaptive(), .port = port, .priority = preferred ? std::uint8_t{1} : std::uint8_t{0}};
  }
  Candidate least_loaded(Head const& head, QueueView const& queues) const {
    Cheapest cheapest(head.draw);
    for_each_productive_port(
        head, [&](std::uint16_t port) { cheapest.offer(port, 0, queues.local(head.at, port)); });
    return way(cheapest.port());
  }

  EscapeOnGrid escape_;
  MinimalAdaptive::Params params_;
  std::uint16_t width_;
};

}  // namespace

RoutingPtr MinimalAdaptive::bind(Machine const& machine, VcSupply const& supply) const {
  auto const leg = escape_leg(machine);
  require_vcs(name, leg.classes() + 1, supply,
              leg.classes() == 2 ? "two for escape on dimensions that wrap and one that is adaptive"
                                 : "one for escape and one that is adaptive");
  return std::make_shared<MinimalAdaptiveRouting>(EscapeOnGrid(leg, supply.vcs), params_);
}

}  // namespace weft::vc

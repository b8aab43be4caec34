#include "weft/routing/forwarding/tables_from_channels.hpp"

#include <bit>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::routing {
namespace {

class TablesOfChannels {
 public:
  TablesOfChannels(std::string_view name, NumberedFabric const& fabric, Network const& network,
                   ChannelRouting const& routing, FabricEnds ends)
      : name_(name),
        fabric_(fabric),
        network_(network),
        routing_(routing),
        traits_(routing.traits()),
        ends_(end_nodes(fabric, ends)),
        routes_(network.num_routers(), ends_.router),
        levels_(static_cast<std::size_t>(network.num_routers()) * ends_.router.size(), 0),
        is_source_(static_cast<std::size_t>(network.num_routers()), false) {
    for (auto const router : ends_.router) is_source_[router] = true;
    if (traits_.sees_queues || traits_.sees_all_queues) refuse("its routes depend on queues");
    for (auto const launch : routing.launches())
      if (launch.to_via || launch.phase != 0) refuse("it sends packets to intermediate routers");
  }

  RoutingTables run() {
    InterruptCheck check_for_interrupt;
    std::vector<std::uint32_t> first_at(is_source_.size(), none);  // end at a router, traced already
    for (std::uint32_t end = 0; end < routes_.num_ends(); ++end) {
      check_for_interrupt();
      auto& first = first_at[routes_.router(end)];
      if (first != none && !traits_.by_terminal)
        copy_row(first, end);
      else
        trace_all(end);
      routes_.to(end)[routes_.router(end)] = NextHop(NextHop::End::arrives);
      first = end;
    }
    RoutingTables result{.ends = ends_, .routes = routes_, .lids = {}, .lanes = {}, .notes = {}};
    if (keeps_lane_)
      result.lanes.emplace(PairLevels(routes_, std::move(levels_)), Lanes(fabric_, network_, ends_, {}));
    return result;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  [[noreturn]] void refuse(std::string const& why) const {
    throw InputError(fmt::format("{} is no routing by tables", name_), why,
                     "a switch looks up the next port by destination alone", "routing");
  }

  void copy_row(std::uint32_t from, std::uint32_t to) {
    std::ranges::copy(routes_.to(from), routes_.to(to).begin());
    auto const routers = is_source_.size();
    std::copy_n(&levels_[from * routers], routers, &levels_[to * routers]);
  }

  void trace_all(std::uint32_t end) {
    auto const to = routes_.router(end);
    for (std::uint32_t from = 0; from < network_.num_routers(); ++from)
      if (is_source_[from] && from != to && routing_.reaches_terminal(from, to, end)) trace(from, end);
  }

  /// Follows the route of a source router's packets and enters it at each router.
  void trace(std::uint32_t from, std::uint32_t end) {
    auto const to = routes_.router(end);
    Head head{.at = from, .target = to, .to = to, .terminal = end};
    std::uint64_t lanes = ~std::uint64_t{0};
    for (std::uint64_t hops = 0; head.at != to; ++hops) {
      if (hops > network_.num_channels()) throw std::logic_error("a route never arrives");
      auto const candidate = only_candidate(head, from);
      auto const channel = network_.channel({head.at}, {candidate.port});
      enter(head.at, end, NextHop(channel), from);
      lanes &= candidate.vcs;
      head.at = network_.target(channel).v;
      head.in_port = network_.target_port(channel).v;
      head.in_vc = static_cast<std::uint8_t>(std::countr_zero(candidate.vcs));
      head.phase = candidate.phase;
    }
    auto const lane = std::countr_zero(lanes);
    if (lane < dropping_lane)
      levels_[end * is_source_.size() + from] = static_cast<std::uint8_t>(lane);
    else
      keeps_lane_ = false;
  }

  Candidate only_candidate(Head const& head, std::uint32_t from) {
    possible_.clear();
    routing_.possible(head, possible_);
    if (possible_.candidates.size() == 1 && possible_.diversions.empty()) return possible_.candidates[0];
    refuse(fmt::format("from {} to {} it gives packets at {} {} ways", name_of(from), name_of(head.to),
                       name_of(head.at), possible_.candidates.size() + possible_.diversions.size()));
  }

  void enter(std::uint32_t at, std::uint32_t end, NextHop hop, std::uint32_t from) {
    auto& known = routes_.to(end)[at];
    if (known == hop || !known.is_channel()) {
      known = hop;
      return;
    }
    auto const to = routes_.router(end);
    refuse(fmt::format("the routes from {} and from {} to {} part at {}", name_of(from),
                       name_of(first_through(at, end, from)), name_of(to), name_of(at)));
  }

  /// A source before `from` whose route passes a router.
  std::uint32_t first_through(std::uint32_t at, std::uint32_t end, std::uint32_t from) const {
    auto const next = routes_.to(end);
    for (std::uint32_t source = 0; source < from; ++source) {
      if (!is_source_[source]) continue;
      auto router = source;
      while (router != at && next[router].is_channel()) router = network_.target(next[router].channel()).v;
      if (router == at) return source;
    }
    return at;
  }

  std::string name_of(std::uint32_t router) const {
    return fmt::format("'{}'", shown(fabric_.fabric->devices[fabric_.numbers.devices()[router]].title()));
  }

  std::string_view name_;
  NumberedFabric const& fabric_;
  Network const& network_;
  ChannelRouting const& routing_;
  ChannelTraits traits_;
  EndNodes ends_;
  DestinationRoutes routes_;
  std::vector<std::uint8_t> levels_;  // by destination and router
  std::vector<bool> is_source_;
  bool keeps_lane_ = true;
  Possible possible_;
};

}  // namespace

RoutingTables tables_from_channels(std::string_view name, NumberedFabric const& fabric,
                                   Network const& network, ChannelRouting const& routing, FabricEnds ends) {
  return TablesOfChannels(name, fabric, network, routing, ends).run();
}

}  // namespace weft::routing

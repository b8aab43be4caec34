#include "weft/analysis/deadlock/single_routes.hpp"

#include <algorithm>
#include <bit>

#include "weft/core/error.hpp"

namespace weft::deadlock {
namespace {

[[noreturn]] void refuse(std::string const& why) {
  throw InputError("layers of a routing with more than one route between two routers", why,
                   "choose a routing with one, or give routes", "layers");
}

/// The one port and phase that the packet can be given.
routing::Candidate only_candidate(routing::ChannelRouting const& routing, routing::Head const& head,
                                  routing::Possible& possible) {
  possible.clear();
  routing.possible(head, possible);
  if (!possible.diversions.empty()) refuse("it diverts packets to intermediate routers");
  auto const& candidates = possible.candidates;
  auto const same = [&](routing::Candidate const& it) {
    return it.port == candidates[0].port && it.phase == candidates[0].phase;
  };
  if (candidates.empty() || !std::ranges::all_of(candidates, same))
    refuse("at router " + std::to_string(head.at) + " it gives packets for router " +
           std::to_string(head.target) + (candidates.empty() ? " no candidate" : " several candidates"));
  return candidates[0];
}

}  // namespace

SingleRoutes single_routes(Legs const& legs) {
  auto const& network = legs.network();
  auto const& routing = legs.routing();
  auto const launches = routing.launches();
  if (launches.size() != 1 || launches[0].to_via) refuse("it sends packets to intermediate routers");
  SingleRoutes out;
  routing::Possible possible;
  std::vector<VirtualChannel> hops;
  for (auto const from : legs.sources())
    for (auto const to : legs.destinations()) {
      if (from == to || !routing.reaches(from, to)) continue;
      hops.clear();
      routing::Head head{.at = from, .target = to, .to = to, .phase = launches[0].phase};
      while (head.at != to) {
        auto const candidate = only_candidate(routing, head, possible);
        auto const channel = network.channel({head.at}, {candidate.port});
        hops.push_back({channel, static_cast<std::uint8_t>(std::countr_zero(candidate.vcs))});
        if (hops.size() > network.num_channels()) refuse("a route never arrives");
        head.at = network.target(channel).v;
        head.in_port = network.target_port(channel).v;
        head.in_vc = hops.back().vc;
        head.phase = candidate.phase;
      }
      out.routes.add(hops);
      out.from.push_back(from);
      out.to.push_back(to);
    }
  return out;
}

}  // namespace weft::deadlock

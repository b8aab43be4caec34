#include "weft/routing/layered/single_paths.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::routing {
namespace {

constexpr std::uint32_t most_routers_of_single_paths = 46340;

}  // namespace

SinglePaths::SinglePaths(NetworkPtr network, LayerMethod method)
    : network_(std::move(network)), routers_(network_->num_routers()) {
  if (routers_ > most_routers_of_single_paths)
    throw InputError{
        "layered on " + std::to_string(routers_) + " routers",
        "its tables would take more than 4 GiB: at most " + std::to_string(most_routers_of_single_paths),
        "use a routing that computes its paths", "routing"};
  ports_.assign(routers_ * routers_, no_port);
  loads_.assign(network_->num_channels(), 0);
  std::vector<bool> is_destination(routers_, false);
  for (std::uint32_t e = 0; e < network_->num_terminals(); ++e)
    is_destination[network_->ejection_router({e}).v] = true;
  for (std::uint32_t to = 0; to < routers_; ++to) {
    throw_if_interrupted();
    if (!is_destination[to] || network_->router_failed({to})) continue;
    search(to);
    if (!network_->has_failures()) refuse_if_unreached(to);
    lead(to, method);
  }
  found_ = {};
  loads_ = {};
}

/// The routers from which `to` is reached, nearest first.
void SinglePaths::search(std::uint32_t to) {
  found_ = breadth_first(routers_, {to}, [&](Vertex at, auto step) {
    if (!network_->may_enter({at}, {to})) return;
    for (std::uint16_t p = 0, ports = network_->in_degree({at}); p < ports; ++p)
      if (auto const c = network_->incoming({at}, {p}); !network_->channel_failed(c))
        step(network_->source(c).v);
  });
}

void SinglePaths::refuse_if_unreached(std::uint32_t to) const {
  for (std::uint32_t from = 0; from < routers_; ++from)
    if (is_source(from) && found_.hops[from] == unreachable)
      throw InputError{"no path from router " + std::to_string(from) + " to router " + std::to_string(to),
                       "the network is not connected"};
}

/// The port of each router towards `to`, nearest first: the lowest, or the one with the fewest paths on the
/// remaining channels.
void SinglePaths::lead(std::uint32_t to, LayerMethod method) {
  auto* const port = &ports_[std::size_t{to} * routers_];
  for (auto const at : found_.order) {
    if (at == to) continue;
    auto least = std::numeric_limits<std::uint64_t>::max();
    for (std::uint16_t p = 0, ports = network_->degree({at}); p < ports; ++p) {
      auto const c = network_->channel({at}, {p});
      auto const next = network_->target(c).v;
      if (network_->channel_failed(c) || !network_->may_enter({next}, {to}) ||
          found_.hops[next] + 1 != found_.hops[at])
        continue;
      std::uint64_t paths = loads_[c.v];
      if (method == LayerMethod::dfsssp)
        visit_channels(next, to, [&](ChannelIndex further) { paths += loads_[further.v]; });
      if (paths >= least) continue;
      least = paths;
      port[at] = p;
      if (method == LayerMethod::lash) break;
    }
    if (!is_source(at)) continue;
    longest_ = std::max(longest_, found_.hops[at]);
    total_hops_ += found_.hops[at];
    ++num_paths_;
    visit_channels(at, to, [&](ChannelIndex c) { loads_[c.v] += network_->terminals_at({at}).count; });
  }
}

RouteSet SinglePaths::routes(std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) const {
  RouteSet set;
  std::vector<std::uint32_t> channels;
  for (std::uint32_t to = 0; to < routers_; ++to) {
    throw_if_interrupted();
    for (std::uint32_t from = 0; from < routers_; ++from) {
      if (port(from, to) == no_port || !is_source(from)) continue;
      channels.clear();
      visit_channels(from, to, [&](ChannelIndex c) { channels.push_back(c.v); });
      set.add(channels);
      pairs.emplace_back(from, to);
    }
  }
  return set;
}

}  // namespace weft::routing

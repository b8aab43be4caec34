// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/layered/layered.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/routing/form/channel_routing.hpp"

namespace weft::routing {
namespace {

constexpr std::uint32_t max_routers_of_single_paths = 46340;

}  // namespace

SinglePaths::SinglePaths(NetworkPtr network, LayerMethod method)
    : network_(std::move(network)), routers_(network_->num_routers()) {
  if (routers_ > max_routers_of_single_paths)
    throw InputError{
        "layered does not support " + std::to_string(routers_) + " routers",
        "the maximum is " + std::to_string(max_routers_of_single_paths) + ", so that its tables fit in 4 GiB",
        "use a routing without tables", "routing"};
  ports_.assign(routers_ * routers_, no_port);
  loads_.assign(network_->num_channels(), 0);
  std::vector<bool> is_destination(routers_, false);
  for (std::uint32_t e = 0; e < network_->num_terminals(); ++e)
    is_destination[network_->ejection_router({e}).v] = true;
  for (std::uint32_t to = 0; to < routers_; ++to) {
    throw_if_interrupted();
    if (!is_destination[to] || network_->router_failed({to})) continue;
    search(to);
    if (!network_->has_failures()) require_route(to);
    lead(to, method);
  }
  found_ = {};
  loads_ = {};
}

/// Finds the routers that reach `to`, nearest first.
void SinglePaths::search(std::uint32_t to) {
  found_ = breadth_first(routers_, {to}, [&](Vertex at, auto step) {
    if (!network_->may_enter({at}, {to})) return;
    for (std::uint16_t p = 0, ports = network_->in_degree({at}); p < ports; ++p)
      if (auto const c = network_->incoming({at}, {p}); !network_->channel_failed(c))
        step(network_->source(c).v);
  });
}

void SinglePaths::require_route(std::uint32_t to) const {
  for (std::uint32_t from = 0; from < routers_; ++from)
    if (is_source(from) && found_.hops[from] == unreachable)
      throw InputError{
          "no path leads from router " + std::to_string(from) + " to router " + std::to_string(to),
          "the network is not connected"};
}

/// Sets the port of each router towards `to`, nearest router first: the lowest port (lash), or the port with
/// the fewest paths on its channel and the remaining channels (dfsssp).
void SinglePaths::lead(std::uint32_t to, LayerMethod method) {
  auto* const port = &ports_[std::size_t{to} * routers_];
  for (auto const at : found_.order) {
    if (at == to) continue;
    auto minimum = std::numeric_limits<std::uint64_t>::max();
    for (std::uint16_t p = 0, ports = network_->degree({at}); p < ports; ++p) {
      auto const c = network_->channel({at}, {p});
      auto const next = network_->target(c).v;
      if (network_->channel_failed(c) || !network_->may_enter({next}, {to}) ||
          found_.hops[next] + 1 != found_.hops[at])
        continue;
      std::uint64_t paths = loads_[c.v];
      if (method == LayerMethod::dfsssp)
        visit_channels(next, to, [&](ChannelIndex further) { paths += loads_[further.v]; });
      if (paths >= minimum) continue;
      minimum = paths;
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

namespace {

/// Paths and their layers.
struct LayeredPaths {
  SinglePaths paths;
  std::vector<std::uint16_t> layer;  // by destination and source
  std::uint32_t layers;
};

std::uint64_t bytes_needed(SinglePaths const& paths) {
  auto const routers = static_cast<double>(paths.network().num_routers());
  return static_cast<std::uint64_t>(bytes_of_layers(static_cast<double>(paths.total_hops()),
                                                    static_cast<double>(paths.num_paths()), routers));
}

/// Finds the layers of all paths. Throws InputError if the paths do not fit in memory.
LayeredPaths find_layers(NetworkPtr const& network, LayerMethod method) {
  SinglePaths paths(network, method);
  require_memory(bytes_needed(paths), fmt::format("layered: {} paths", paths.num_paths()));
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  auto const routes = paths.routes(pairs);
  auto const found = method == LayerMethod::lash ? layer_one_by_one(routes) : layer_by_cycles(routes);
  auto const routers = network->num_routers();
  std::vector<std::uint16_t> layer(routers * routers, 0);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    layer[pairs[i].second * routers + pairs[i].first] = found.layer[i];
  return {std::move(paths), std::move(layer), found.layers};
}

/// Phase of a packet: its layer.
class LayeredRouting final : public SingleCandidate<LayeredRouting> {
 public:
  LayeredRouting(LayeredPaths found, std::uint32_t layers, std::uint32_t vcs) : found_(std::move(found)) {
    VcBlocks const blocks(vcs, layers);
    for (std::uint32_t i = 0; i < found_.layers; ++i) masks_.push_back(blocks.of(std::min(i, layers - 1)));
  }

  ChannelTraits traits() const override {
    return {.hop_bound = found_.paths.longest(), .minimal = true, .oblivious = true};
  }
  bool reaches(std::uint32_t from, std::uint32_t to) const override {
    return from == to || found_.paths.port(from, to) != SinglePaths::no_port;
  }

  Candidate next(Head const& head) const {
    auto const routers = found_.paths.network().num_routers();
    auto const layer =
        head.in_port == from_source ? found_.layer[head.target * routers + head.at] : head.phase;
    return {.vcs = masks_[layer], .phase = layer, .port = found_.paths.port(head.at, head.target)};
  }

 private:
  LayeredPaths found_;
  std::vector<std::uint64_t> masks_;  // by layer
};

}  // namespace

std::uint32_t Layered::vcs_for(std::uint32_t layers) const {
  auto const maximum = static_cast<std::uint32_t>(params_.layers);
  return maximum > 0 && layers > maximum ? no_vcs_suffice : layers;
}

std::uint32_t Layered::vcs_needed(Machine const& machine) const {
  return vcs_for(find_layers(machine.network(), params_.method).layers);
}

ChannelRoutingPtr Layered::channels(Machine const& machine, VcSupply const& supply) const {
  auto found = find_layers(machine.network(), params_.method);
  auto const layers = found.layers, maximum = static_cast<std::uint32_t>(params_.layers);
  auto const vcs = supplied_vcs(name, vcs_for(layers), supply,
                                vcs_for(layers) == no_vcs_suffice
                                    ? "the paths need " + std::to_string(layers) +
                                          " layers to be acyclic, layers=" + std::to_string(maximum)
                                    : "one for each layer of the paths");
  return std::make_shared<LayeredRouting>(std::move(found), maximum > 0 ? std::min(layers, maximum) : layers,
                                          vcs);
}

}  // namespace weft::routing

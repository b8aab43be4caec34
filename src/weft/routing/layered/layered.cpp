#include "weft/routing/layered/layered.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/routing/form/single_candidate.hpp"
#include "weft/routing/layered/layers_memory.hpp"

namespace weft::routing {
namespace {

/// Paths and the layer of each.
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

/// Throws InputError if the paths do not fit into memory.
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

/// A packet's phase: its layer.
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

std::uint32_t Layered::needed(std::uint32_t layers) const {
  auto const most = static_cast<std::uint32_t>(params_.layers);
  return most > 0 && layers > most ? no_vcs_suffice : layers;
}

std::uint32_t Layered::vcs_needed(Machine const& machine) const {
  return needed(find_layers(machine.network(), params_.method).layers);
}

ChannelRoutingPtr Layered::channels(Machine const& machine, VcSupply const& supply) const {
  auto found = find_layers(machine.network(), params_.method);
  auto const layers = found.layers, most = static_cast<std::uint32_t>(params_.layers);
  auto const vcs = supplied_vcs(name, needed(layers), supply,
                                needed(layers) == no_vcs_suffice
                                    ? "its paths take " + std::to_string(layers) +
                                          " layers to be acyclic, layers=" + std::to_string(most)
                                    : "one for each layer of the paths");
  return std::make_shared<LayeredRouting>(std::move(found), most > 0 ? std::min(layers, most) : layers, vcs);
}

}  // namespace weft::routing

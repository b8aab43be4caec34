#include "weft/drawing/scene.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/drawing/scene_blocks.hpp"
#include "weft/drawing/scene_places.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"
#include "weft/network/router_names.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_routers = 10'000'000, most_channels = std::uint64_t{1} << 23;
constexpr std::uint64_t least_for_blocks = 513;

/// The numbers of the terminals in the order of their routers, if that is not their order.
void add_terminals(Network const& network, Scene& scene) {
  bool in_order = true;
  for (std::uint32_t r = 0; r < scene.routers && in_order; ++r) {
    auto const [first, count] = network.terminals_at({r});
    in_order = count == 0 || first.v == scene.first_terminal[r];
  }
  if (in_order) return;
  for (std::uint32_t r = 0; r < scene.routers; ++r) {
    auto const [first, count] = network.terminals_at({r});
    for (std::uint32_t i = 0; i < count; ++i) scene.terminal.push_back(first.v + i);
  }
}

void add_routers(AnyTopology const& topology, Network const& network, Scene& scene) {
  auto const routers = static_cast<std::size_t>(scene.routers);
  scene.kind.resize(routers);
  scene.first_terminal.assign(routers + 1, 0);
  for (std::uint32_t r = 0; r < routers; ++r) {
    scene.kind[r] = static_cast<std::uint8_t>(kind_of(topology, &network, {r}));
    scene.first_terminal[r + std::size_t{1}] = scene.first_terminal[r] + network.terminals_at({r}).count;
  }
  add_terminals(network, scene);
  auto const first = network.first_channels();
  scene.first_channel.assign(first.begin(), first.end());
}

void add_channels(Network const& network, Scene& scene) {
  auto const targets = network.targets();
  scene.target.assign(targets.begin(), targets.end());
  auto const classes = network.class_indices();
  scene.channel_class.assign(classes.begin(), classes.end());
  auto const channels = static_cast<std::uint32_t>(network.num_channels());
  if (scene.bidirectional) {
    scene.reverse.resize(channels);
    for (std::uint32_t c = 0; c < channels; ++c) scene.reverse[c] = network.reverse({c}).v;
  }
  if (network.has_failures()) {
    scene.channel_failed.resize(channels);
    for (std::uint32_t c = 0; c < channels; ++c)
      scene.channel_failed[c] = network.channel_failed({c}) ? 1 : 0;
  }
}

}  // namespace

void check_scene_size(AnyTopology const& topology) {
  auto const size = size_of(topology);
  if (size.routers > most_routers)
    throw InputError(fmt::format("a scene of {} routers", size.routers),
                     fmt::format("at most {} can be placed", most_routers),
                     "choose a smaller member of the family")
        .about("topology");
  constexpr std::uint64_t bytes_per_router = 64, bytes_per_channel = 32;
  require_memory(size.bytes() + size.routers * bytes_per_router +
                     std::min(size.channels, most_channels) * bytes_per_channel,
                 "the scene of " + topology.spec(false), "choose a smaller member of the family");
}

Scene scene_of(AnyTopology const& topology, Machine const& machine, SceneArrangement arrangement,
               LayoutParams const& layout, Progress& progress) {
  check_scene_size(topology);
  progress.start("network", 0);
  auto const& network = *machine.network();
  Scene scene{.topology = topology.spec(true),
              .title = topology.spec(false),
              .facts = facts_of(topology, network.num_channels(), machine.has_failures()),
              .routers = network.num_routers(),
              .terminals = network.num_terminals(),
              .channels = network.num_channels(),
              .bidirectional = network.is_bidirectional(),
              .named = RouterLabels(topology).has_names(),
              .arrangement = arrangement,
              .classes = topology.classes(),
              .whole = network.num_channels() <= most_channels};
  add_routers(topology, network, scene);
  if (scene.whole) add_channels(network, scene);
  progress.start("positions", 0);
  auto plan = picture_plan(topology);
  place_routers(topology, network, layout, plan, scene);
  if (scene.routers >= least_for_blocks) add_blocks(network, std::move(plan), scene);
  progress.finish();
  return scene;
}

}  // namespace weft

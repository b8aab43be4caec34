#include "weft/publish/page_network.hpp"

#include <cstdint>
#include <variant>

#include "weft/drawing/load_maps.hpp"
#include "weft/drawing/scene.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/explore/scene_bundle.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"

namespace weft::publish {
namespace {

constexpr std::uint64_t most_channels = 100'000;

/// What the figure shows of each channel.
std::vector<double> values_of(Result const& result, AnyTopology const& topology, Array const& array) {
  if (array.name == "channel_load") return relative_loads(topology, result).of_channel;
  std::vector<double> values;
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array.number(i));
  return values;
}

}  // namespace

std::optional<report::PageNetwork> network_of(Result const& result, chart::Figure const& figure) {
  auto const* const view = std::get_if<chart::NetworkView>(&figure.picture);
  auto const* const array = result.find_array(figure.table);
  if (view == nullptr || !view->shows_values() || array == nullptr || array->size() > most_channels)
    return {};
  auto const topology = topology_of(result);
  if (topology == nullptr) return {};
  Machine const machine(topology, failures_in(result));
  auto scene = scene_of(*topology, machine, SceneArrangement::structure);
  if (!scene.whole || scene.channels != array->size()) return {};
  scene.reverse.clear();  // the page draws each direction for itself
  auto const values = values_of(result, *topology, *array);
  return report::PageNetwork{explore::scene_bundle(scene), {values.begin(), values.end()}, view->value_title};
}

}  // namespace weft::publish

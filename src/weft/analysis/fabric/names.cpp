#include "weft/analysis/fabric/names.hpp"

#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::fabric {

FabricNames::FabricNames(NumberedFabric const& it, Network const& network)
    : fabric_(*it.fabric),
      numbers_(it.numbers),
      ambiguous_(fabric_.devices.size(), false),
      ends_(network.num_channels()) {
  std::unordered_map<std::string, std::uint32_t> first;
  for (std::uint32_t d = 0; d < fabric_.devices.size(); ++d) {
    auto const [other, is_new] = first.emplace(fabric_.devices[d].title(), d);
    if (!is_new) ambiguous_[d] = ambiguous_[other->second] = true;
  }
  auto const channel_at = [&](FabricPort const& end) {
    auto const r = numbers_.router_of(end.device);
    return network.channel(RouterId{r}, {static_cast<std::uint16_t>(numbers_.use(r, end.port).index)});
  };
  for (auto const link : numbers_.links()) {
    auto const& cable = fabric_.cables[link];
    ends_[channel_at(cable.a).v] = {cable.a, cable.b};
    ends_[channel_at(cable.b).v] = {cable.b, cable.a};
  }
}

std::string FabricNames::device(std::uint32_t device) const {
  auto const& it = fabric_.devices[device];
  return shown(ambiguous_[device] ? it.id : it.title());
}

std::string FabricNames::port(FabricPort const& end) const {
  return fmt::format("{}[{}]", device(end.device), end.port);
}

}  // namespace weft::fabric

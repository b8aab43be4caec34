#include "weft/analysis/fabric/rates.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace weft::fabric {
namespace {

/// The lower median.
std::optional<double> median_of(std::vector<double> values) {
  if (values.empty()) return {};
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// The Gbit/s of the median cable of a terminal.
std::optional<double> host_rate(NumberedFabric const& it, CableKinds const& kinds,
                                std::vector<std::string> const& usual) {
  std::vector<double> rates;
  for (std::uint32_t r = 0; r < it.numbers.devices().size(); ++r)
    for (std::uint32_t p = 1; p <= it.numbers.num_ports(r); ++p) {
      auto const& use = it.numbers.use(r, p);
      if (use.kind != PortUse::Kind::terminal) continue;
      auto rate = gbits_of_rate(it.fabric->cables[use.cable].rate);
      if (!rate) rate = gbits_of_rate(usual[kinds.kind[use.cable]]);
      if (rate) rates.push_back(*rate);
    }
  return median_of(std::move(rates));
}

}  // namespace

std::vector<std::string> usual_rates(Fabric const& fabric, CableKinds const& kinds) {
  std::vector<std::map<std::string, std::size_t>> counts(kinds.names.size());
  for (std::size_t c = 0; c < fabric.cables.size(); ++c)
    if (gbits_of_rate(fabric.cables[c].rate)) ++counts[kinds.kind[c]][fabric.cables[c].rate];
  std::vector<std::string> usual;
  for (auto const& of_kind : counts) {
    auto const most = std::ranges::max_element(of_kind, {}, [](auto const& each) { return each.second; });
    usual.push_back(most == of_kind.end() ? "" : most->first);
  }
  return usual;
}

ChannelRates channel_rates(NumberedFabric const& it, CableKinds const& kinds, Network const& network) {
  auto const usual = usual_rates(*it.fabric, kinds);
  auto const unit = host_rate(it, kinds, usual);
  ChannelRates result;
  result.relative.resize(network.num_channels(), 1);
  if (!unit && std::ranges::all_of(usual, [](auto const& rate) { return rate.empty(); })) {
    auto const terminal = network.classes()[network.injection_class().v].bandwidth;
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      result.relative[c] = network.bandwidth({c}) / terminal;
    return result;
  }
  for (std::uint32_t r = 0; r < it.numbers.devices().size(); ++r)
    for (std::uint32_t p = 1; p <= it.numbers.num_ports(r); ++p) {
      auto const& use = it.numbers.use(r, p);
      if (use.kind != PortUse::Kind::channel) continue;
      auto rate = gbits_of_rate(it.fabric->cables[use.cable].rate);
      auto const& cable = it.fabric->cables[use.cable];
      if (!rate && it.numbers.router_of(cable.a.device) == r && cable.a.port == p) ++result.unknown;
      if (!rate) rate = gbits_of_rate(usual[kinds.kind[use.cable]]);
      auto const channel = network.channel(RouterId{r}, {static_cast<std::uint16_t>(use.index)});
      if (rate && unit) result.relative[channel.v] = *rate / *unit;
    }
  return result;
}

}  // namespace weft::fabric

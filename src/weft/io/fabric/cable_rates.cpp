#include "weft/io/fabric/cable_rates.hpp"

#include <algorithm>
#include <map>

namespace weft::fabric {
namespace {

/// The lower median; 0 of nothing.
double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

double unit_of(CableRates const& rates, FabricNumbers const& numbers) {
  std::vector<double> hosts;
  for (std::uint32_t r = 0; r < numbers.devices().size(); ++r)
    for (std::uint32_t p = 1; p <= numbers.num_ports(r); ++p)
      if (auto const& use = numbers.use(r, p);
          use.kind == PortUse::Kind::terminal && rates.gbits[use.cable] > 0)
        hosts.push_back(rates.gbits[use.cable]);
  if (!hosts.empty()) return median_of(std::move(hosts));
  double fastest = 0;
  for (auto const link : numbers.links()) fastest = std::max(fastest, rates.gbits[link]);
  return fastest;
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

CableRates cable_rates(Fabric const& fabric, FabricNumbers const& numbers) {
  auto const kinds = cable_kinds(fabric, numbers);
  auto const usual = usual_rates(fabric, kinds);
  CableRates rates;
  for (std::size_t c = 0; c < fabric.cables.size(); ++c) {
    auto const stated = gbits_of_rate(fabric.cables[c].rate);
    rates.gbits.push_back(stated ? *stated : gbits_of_rate(usual[kinds.kind[c]]).value_or(0));
  }
  for (auto const link : numbers.links()) rates.unstated += !gbits_of_rate(fabric.cables[link].rate);
  rates.unit = unit_of(rates, numbers);
  return rates;
}

}  // namespace weft::fabric

// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/shape/local_network.hpp"

#include <algorithm>

#include "weft/topology/catalog.hpp"
#include "weft/topology/machines.hpp"

namespace weft {

namespace {

template <class... Ts>
std::vector<LocalNetworkEntry> entries_of(Catalog<Ts...>) {
  return {local_network_entry<Ts>()...};
}

/// Returns whether all routers can be reached from router 0, along the channels or, if `back`, against their
/// direction.
bool reaches_all(LocalNetwork const& network, bool back) {
  std::vector<bool> reached(network.size(), false);
  std::vector<std::uint32_t> open{0};
  reached[0] = true;
  for (std::size_t i = 0; i < open.size(); ++i) {
    auto const r = open[i];
    std::uint32_t const ports = back ? network.in_degree(r) : network.degree(r);
    for (std::uint32_t p = 0; p < ports; ++p) {
      auto const to = (back ? network.source(r, p) : network.neighbor(r, p)).router.v;
      if (reached[to]) continue;
      reached[to] = true;
      open.push_back(to);
    }
  }
  return open.size() == network.size();
}

}  // namespace

LocalNetwork::LocalNetwork(std::string name, std::string spec, Channels channels, double bandwidth,
                           LayoutHint layout)
    : name_(std::move(name)),
      spec_(std::move(spec)),
      channels_(std::move(channels)),
      sources_(channels_.ends.size()),
      bandwidth_(bandwidth),
      layout_(std::move(layout)) {
  for (std::uint32_t r = 0; r < size(); ++r)
    for (std::uint16_t p = 0; p < degree(r); ++p) {
      auto const end = neighbor(r, p);
      sources_[channels_.first_in[end.router.v] + end.port.v] = {RouterId{r}, PortId{p}};
    }
}

std::uint16_t LocalNetwork::max_degree() const {
  std::uint16_t max = 0;
  for (std::uint32_t r = 0; r < size(); ++r) max = std::max(max, degree(r));
  return max;
}

std::uint16_t LocalNetwork::max_in_degree() const {
  std::uint16_t max = 0;
  for (std::uint32_t r = 0; r < size(); ++r) max = std::max(max, in_degree(r));
  return max;
}

std::uint64_t LocalNetwork::num_loops() const {
  std::uint64_t loops = 0;
  for (std::uint32_t r = 0; r < size(); ++r)
    for (std::uint16_t p = 0; p < degree(r); ++p) loops += neighbor(r, p).router.v == r;
  return loops;
}

std::vector<std::uint32_t> LocalNetwork::heads(std::uint32_t router) const {
  std::vector<std::uint32_t> heads;
  for (std::uint16_t p = 0; p < degree(router); ++p)
    if (auto const to = neighbor(router, p).router.v; to != router) heads.push_back(to);
  std::ranges::sort(heads);
  heads.erase(std::ranges::unique(heads).begin(), heads.end());
  return heads;
}

void reject_local_network(std::string const& spec, std::string const& why) {
  throw InputError{spec + " cannot be a local network", why};
}

LocalNetworkPtr make_local_network(std::string const& key, std::string const& value) {
  static auto const entries = entries_of(Topologies{});
  auto const spec = parse_topology(parse_one(key, value, "topology").to_string());
  auto const entry =
      std::ranges::find_if(entries, [&](auto const& each) { return each.is_called(spec.name); });
  if (entry == entries.end()) {
    std::vector<std::string> names;
    for (auto const& each : entries) names.emplace_back(each.name);
    detail::unknown_name("topology", spec.name, with_other_names(std::move(names)));
  }
  auto network = entry->make(spec);
  if (!reaches_all(*network, false) || !reaches_all(*network, true))
    reject_local_network(network->spec(), "some routers have no path to others");
  return network;
}

}  // namespace weft

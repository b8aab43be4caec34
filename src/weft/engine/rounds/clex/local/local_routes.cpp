// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/local/local_routes.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"

namespace weft::rounds {

LocalRoutes::LocalRoutes(LocalNetworkPtr network)
    : network_(std::move(network)),
      routing_(routing::bind_packets({"default", {}}, Machine(make_topology(network_->spec())))),
      traits_(routing_->traits()),
      encoded_(network_->size()) {
  std::iota(encoded_.begin(), encoded_.end(), 0U);
  routing_->encode(encoded_);
  for (std::uint32_t r = 0; r < network_->size(); ++r) {
    first_.push_back(num_channels());
    for (std::uint16_t p = 0; p < network_->degree(r); ++p) {
      starts_.push_back(static_cast<std::uint16_t>(r));
      ends_.push_back(static_cast<std::uint16_t>(network_->neighbor(r, p).router.v));
    }
  }
}

double mean_local_hops(LocalNetwork const& network) {
  constexpr std::uint32_t max_starts = 16;
  auto const starts = std::min(network.size(), max_starts);
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < starts; ++i) {
    std::vector<std::uint32_t> open{i * (network.size() / starts)}, hops(network.size(), ~0U);
    hops[open[0]] = 0;
    for (std::size_t k = 0; k < open.size(); ++k)
      for (std::uint16_t p = 0; p < network.degree(open[k]); ++p) {
        auto const to = network.neighbor(open[k], p).router.v;
        if (hops[to] != ~0U) continue;
        hops[to] = hops[open[k]] + 1;
        sum += hops[to];
        open.push_back(to);
      }
  }
  return static_cast<double>(sum) / starts / network.size();
}

}  // namespace weft::rounds

#include "weft/network/network_size.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/ids.hpp"
#include "weft/core/random.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/network.hpp"
#include "weft/topology/topology.hpp"

namespace weft {
namespace {

constexpr std::uint64_t routers_sampled = 64, pairs_sampled = 32;

/// The i-th of `samples` numbers below `size`, evenly spaced.
std::uint32_t sample(std::uint64_t i, std::uint64_t samples, std::uint64_t size) {
  return static_cast<std::uint32_t>(std::min(
      size - 1, static_cast<std::uint64_t>((static_cast<double>(i) + 0.5) / static_cast<double>(samples) *
                                           static_cast<double>(size))));
}

double sampled_hops(AnyTopology const& topology) {
  auto const terminals = topology.num_terminals();
  double hops = 0;
  Rng random(1, Purpose::route, 0);
  for (std::uint64_t i = 0; i < pairs_sampled; ++i) {
    TerminalId const from{static_cast<std::uint32_t>(random() % terminals)},
        to{static_cast<std::uint32_t>(random() % terminals)};
    hops += topology.distance(topology.injection_router(from), topology.ejection_router(to));
  }
  return hops / pairs_sampled;
}

}  // namespace

std::uint64_t NetworkSize::bytes() const {
  std::uint64_t const per_router = 4 + 8 + (bidirectional ? 0 : 4), per_channel = bidirectional ? 7 : 11;
  return routers * per_router + terminals * 4 + channels * per_channel;
}

NetworkSize size_of(AnyTopology const& topology) {
  NetworkSize size{topology.num_routers(), topology.num_terminals(), 0, topology.bidirectional()};
  auto const samples = std::min(size.routers, routers_sampled);
  std::uint64_t ports = 0;
  for (std::uint64_t i = 0; i < samples; ++i) ports += topology.degree({sample(i, samples, size.routers)});
  if (samples > 0)
    size.channels = static_cast<std::uint64_t>(std::llround(
        static_cast<double>(ports) / static_cast<double>(samples) * static_cast<double>(size.routers)));
  return size;
}

NetworkSize size_of(Network const& network) {
  return {network.num_routers(), network.num_terminals(), network.num_channels(), network.is_bidirectional()};
}

Estimate estimate_network(NetworkSize const& size) {
  constexpr double seconds_per_channel = 15e-9, seconds_per_router = 30e-9, routers_per_task = 4096;
  auto const routers = static_cast<double>(size.routers);
  auto const seconds =
      static_cast<double>(size.channels) * seconds_per_channel + routers * seconds_per_router;
  return {static_cast<double>(size.bytes()), seconds, useful_threads(routers / routers_per_task, seconds)};
}

double mean_hops(AnyTopology const& topology) {
  if (topology.num_terminals() < 2) return 0;
  if (topology.knows_distance()) return sampled_hops(topology);
  constexpr double part_of_the_diameter = 0.7;
  if (auto const diameter = topology.diameter()) return part_of_the_diameter * *diameter;
  auto const size = size_of(topology);
  return std::log(static_cast<double>(size.routers) + 1) / std::log(std::max(size.mean_degree() - 1, 2.0));
}

}  // namespace weft

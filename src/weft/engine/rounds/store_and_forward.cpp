#include "weft/engine/rounds/store_and_forward.hpp"

#include "weft/core/error.hpp"
#include "weft/engine/rounds/forward_kernel.hpp"

namespace weft::rounds {
namespace {

std::vector<ClassLoad> class_loads(Network const& network, std::span<std::uint32_t const> loads) {
  std::vector<ClassLoad> sums;
  for (std::size_t i = 0; i + 2 < network.classes().size(); ++i)
    sums.push_back({.name = network.classes()[i].name});
  for (std::size_t c = 0; c < network.num_channels(); ++c) {
    auto& sum = sums[network.class_indices()[c]];
    ++sum.channels;
    if (loads.empty()) continue;
    sum.messages += loads[c];
    sum.max = std::max<std::uint64_t>(sum.max, loads[c]);
  }
  return sums;
}

template <class M>
ForwardResult run_one_shot(Network const& network, RoutingFunction const& routing, Traffic const& traffic,
                           ForwardSettings const& settings, std::uint64_t max_rounds) {
  Wiring const wiring(network);
  ForwardKernel<M> kernel(network, wiring, routing, settings);
  OneShot<M> source(network, traffic);
  std::uint64_t round = 1;
  do { kernel.advance(round, source); } while (kernel.in_flight() > 0 && round++ != max_rounds);
  auto const counts = kernel.counts();
  return {.rounds = counts.delay.count() == 0 ? 0 : counts.delay.max(),
          .messages = counts.injected,
          .delivered = counts.delivered,
          .hops = counts.hops,
          .delay = counts.delay,
          .hops_taken = counts.hops_taken,
          .distance = counts.distance,
          .longest_queue = counts.longest_queue,
          .loads = class_loads(network, kernel.loads())};
}

}  // namespace

ForwardResult StoreAndForward::run(Network const& network, RoutingFunction const& routing,
                                   Traffic const& traffic, std::uint64_t seed) const {
  ForwardSettings const settings{.seed = seed,
                                 .order = params_.queue,
                                 .uneven = false,
                                 .fractional = false,
                                 .channel_loads = params_.loads,
                                 .distances = {}};
  auto const max_rounds = static_cast<std::uint64_t>(params_.max_rounds);
  return run_one_shot<LeanMessage>(network, routing, traffic, settings, max_rounds);
}

}  // namespace weft::rounds

#include "weft/engine/flit/exchange.hpp"

#include <algorithm>

namespace weft::flit {

std::uint64_t lookahead(FlitNetwork const& network, RouterOptions const& options) {
  return network.shortest_latency() + 1 + std::min(options.least_traversal(), options.credit_delay);
}

/// A flit may queue at its output for all that its channel's credits allow.
std::uint64_t longest_passage(FlitNetwork const& network, RouterOptions const& options) {
  bool const queues = options.speedup > 1 || network.is_paced();
  auto const flits = queues ? std::uint64_t{options.vcs} * options.vc_buffer : 0;
  auto const queue = flits * network.slowest_pace() / ChannelTimes::cycle + 1;
  return network.longest_latency() + options.traversal() + queue + 2;
}

Exchange::Exchange(FlitNetwork const& network, RouterOptions const& options, std::vector<std::uint32_t> ends)
    : ends_(std::move(ends)), partition_of_(network.num_routers()) {
  auto const apart = lookahead(network, options);
  Wheel<FlitEvent> const flits(longest_passage(network, options) + apart);
  Wheel<CreditEvent> const credits(network.longest_latency() + options.credit_delay + 1 + apart);
  for (std::size_t i = 0; i < partitions(); ++i) {
    std::fill(partition_of_.begin() + first_router(i), partition_of_.begin() + last_router(i),
              static_cast<std::uint16_t>(i));
    flits_.emplace_back(partitions(), flits);
    credits_.emplace_back(partitions(), credits);
  }
}

}  // namespace weft::flit

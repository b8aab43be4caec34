#include "weft/engine/flit/links.hpp"

#include <algorithm>

namespace weft::flit {

std::uint64_t lookahead(FlitNetwork const& network, RouterOptions const& options) {
  return network.shortest_latency() + 1 + std::min(options.least_traversal(), options.credit_delay);
}

/// As many flits may queue at an output as its channel's credits allow.
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

Links::Links(FlitNetwork const& network, RouterOptions const& options, Exchange& exchange,
             std::size_t partition)
    : first_in_(network.first_in(exchange.first_router(partition))),
      first_out_(network.first_out(exchange.first_router(partition))),
      ejections_(longest_passage(network, options)) {
  auto const last = exchange.last_router(partition);
  for (auto in = first_in_; in < network.first_in(last); ++in) {
    auto const source = network.source(in);
    bool const is_terminal = (source & FlitNetwork::terminal_bit) != 0;
    auto const there = is_terminal ? partition : exchange.partition_of(network.router_of_out(source));
    upstream_.push_back({&exchange.credits_to(there)[partition], source,
                         1 + network.latency_in(in) + (is_terminal ? 0 : options.credit_delay)});
  }
  for (auto out = first_out_; out < network.first_out(last); ++out) {
    auto const target = network.target(out);
    auto* const wheel =
        (target & FlitNetwork::terminal_bit) != 0
            ? nullptr
            : &exchange.flits_to(exchange.partition_of(network.router_of_in(target)))[partition];
    downstream_.push_back({wheel, target, 1 + network.latency(out)});
  }
}

}  // namespace weft::flit

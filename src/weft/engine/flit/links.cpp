// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/links.hpp"

#include <algorithm>

#include "weft/core/ranks.hpp"

namespace weft::flit {

std::uint64_t lookahead(FlitNetwork const& network, RouterOptions const& options) {
  return network.shortest_latency() + 1 + std::min(options.min_traversal(), options.credit_delay);
}

std::uint64_t slack(FlitNetwork const& network, RouterOptions const& options) {
  return network.shortest_channel() + 1 + std::min(options.min_traversal(), options.credit_delay);
}

/// Includes the longest wait behind the switch, where the credits of a channel limit the number of flits.
std::uint64_t longest_passage(FlitNetwork const& network, RouterOptions const& options) {
  bool const queues = options.exceeds_channel_rate() || network.is_paced();
  auto const flits = queues ? options.port_capacity() : 0;
  auto const queue = flits * network.slowest_pace() / ChannelTimes::cycle + 1;
  return network.longest_latency() + options.traversal() + queue + 2;
}

Exchange::Exchange(FlitNetwork const& network, RouterOptions const& options, Division const& division)
    : division_(division), to_ranks_(num_ranks()) {
  auto const apart = slack(network, options);
  Wheel<FlitEvent> const flits(longest_passage(network, options) + apart);
  Wheel<CreditEvent> const credits(network.longest_latency() + options.credit_delay + 1 + apart);
  auto const readable = division.partitions() + (num_ranks() > 1 ? 1 : 0);
  for (std::size_t i = 0; i < division.partitions(); ++i) {
    flits_.emplace_back(readable, flits);
    credits_.emplace_back(readable, credits);
  }
  auto const own = division.of_this_rank();
  auto const join = [&](std::uint32_t router) {
    if (division.is_own(router)) return;
    auto& rank = to_ranks_[division.rank_of(router)];
    if (!rank.flits.empty()) return;
    rank.flits.assign(division.partitions(), flits);
    rank.credits.assign(division.partitions(), credits);
  };
  for (auto out = network.first_out(own.first); out < network.first_out(own.last); ++out)
    if (auto const to = network.target(out); (to & FlitNetwork::terminal_bit) == 0)
      join(network.router_of_in(to));
  for (auto in = network.first_in(own.first); in < network.first_in(own.last); ++in)
    if (auto const from = network.source(in); (from & FlitNetwork::terminal_bit) == 0)
      join(network.router_of_out(from));
}

Wheel<FlitEvent>& Exchange::flits(std::size_t from_partition, std::uint32_t to_router) {
  if (division_.is_own(to_router)) return flits_[division_.partition_of(to_router)][from_partition];
  return to_ranks_[division_.rank_of(to_router)].flits[from_partition];
}

Wheel<CreditEvent>& Exchange::credits(std::size_t from_partition, std::uint32_t to_router) {
  if (division_.is_own(to_router)) return credits_[division_.partition_of(to_router)][from_partition];
  return to_ranks_[division_.rank_of(to_router)].credits[from_partition];
}

Links::Links(FlitNetwork const& network, RouterOptions const& options, Exchange& exchange,
             std::size_t partition)
    : ejections_(longest_passage(network, options)) {
  auto const [first, last] = exchange.division().of_partition(partition);
  first_in_ = network.first_in(first);
  first_out_ = network.first_out(first);
  for (auto in = first_in_; in < network.first_in(last); ++in) {
    auto const source = network.source(in);
    bool const is_terminal = (source & FlitNetwork::terminal_bit) != 0;
    auto const there = is_terminal ? network.router_of_in(in) : network.router_of_out(source);
    upstream_.push_back({&exchange.credits(partition, there), source,
                         1 + network.latency_in(in) + (is_terminal ? 0 : options.credit_delay)});
  }
  for (auto out = first_out_; out < network.first_out(last); ++out) {
    auto const target = network.target(out);
    auto* const wheel = (target & FlitNetwork::terminal_bit) != 0
                            ? nullptr
                            : &exchange.flits(partition, network.router_of_in(target));
    downstream_.push_back({wheel, target, 1 + network.latency(out)});
  }
}

}  // namespace weft::flit

// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/flit_network.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/ranks.hpp"

namespace weft::flit {
namespace {

constexpr std::uint32_t largest_port_count = 65535;

}  // namespace

FlitNetwork::FlitNetwork(Network const& network, ChannelTimes const& times) {
  count_ports(network);
  connect_channels(network, times);
  connect_terminals(network, times);
  find_extremes(times);
}

/// Counts the ports of each router, and computes the port ranges.
void FlitNetwork::count_ports(Network const& network) {
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  first_in_.resize(routers + std::size_t{1});
  first_out_.resize(routers + std::size_t{1});
  channels_.resize(routers);
  channels_in_.resize(routers);
  for (std::uint32_t r = 0; r < routers; ++r) {
    first_in_[r + 1] = channels_in_[r] = network.in_degree({r});
    first_out_[r + 1] = channels_[r] = network.degree({r});
  }
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e) {
    ++first_in_[network.injection_router({e}).v + 1];
    ++first_out_[network.ejection_router({e}).v + 1];
  }
  for (std::uint32_t r = 0; r < routers; ++r) {
    if (auto const ports = std::max(first_in_[r + 1], first_out_[r + 1]); ports > largest_port_count)
      throw InputError(
          "router " + std::to_string(r) + " has " + std::to_string(ports) + " ports",
          "engine flit supports at most " + std::to_string(largest_port_count) + ", terminals included",
          "attach fewer terminals to the router", "topology");
    first_in_[r + 1] += first_in_[r];
    first_out_[r + 1] += first_out_[r];
  }
}

void FlitNetwork::connect_channels(Network const& network, ChannelTimes const& times) {
  router_of_in_.resize(num_in());
  source_.resize(num_in());
  latency_in_.resize(num_in());
  router_of_out_.resize(num_out());
  target_.resize(num_out());
  latency_.resize(num_out());
  if (!times.pace.empty() || !times.terminal_pace.empty()) pace_.assign(num_out(), ChannelTimes::cycle);
  for (std::uint32_t r = 0; r < num_routers(); ++r) {
    std::fill(router_of_in_.begin() + first_in_[r], router_of_in_.begin() + first_in_[r + 1], r);
    std::fill(router_of_out_.begin() + first_out_[r], router_of_out_.begin() + first_out_[r + 1], r);
    for (std::uint16_t p = 0; p < channels_[r]; ++p) {
      auto const c = network.channel({r}, PortId{p});
      auto const out = first_out_[r] + p, in = first_in_[network.target(c).v] + network.target_port(c).v;
      target_[out] = in;
      source_[in] = out;
      latency_[out] = latency_in_[in] = times.latency[c.v];
      if (!times.pace.empty()) pace_[out] = times.pace[c.v];
    }
  }
}

/// Assigns the ports after the channels of each router to its terminals, in ascending order.
void FlitNetwork::connect_terminals(Network const& network, ChannelTimes const& times) {
  auto const terminals = static_cast<std::uint32_t>(network.num_terminals());
  injection_port_.resize(terminals);
  ejection_port_.resize(terminals);
  injection_pace_ = times.terminal_pace;
  auto next_in = channels_in_, next_out = channels_;
  for (std::uint32_t e = 0; e < terminals; ++e) {
    auto const from = network.injection_router({e}).v, to = network.ejection_router({e}).v;
    auto const in = injection_port_[e] = first_in_[from] + next_in[from]++;
    source_[in] = terminal_bit | e;
    auto const& stated = times.terminal_latency;
    latency_in_[in] = stated.empty() ? times.injection : stated[e];
    auto const out = ejection_port_[e] = first_out_[to] + next_out[to]++;
    target_[out] = terminal_bit | e;
    latency_[out] = stated.empty() ? times.ejection : stated[e];
    if (!times.terminal_pace.empty()) pace_[out] = times.terminal_pace[e];
  }
}

void FlitNetwork::find_extremes(ChannelTimes const& times) {
  shortest_ = times.ejection;
  longest_ = std::max(times.injection, times.ejection);
  for (auto const latency : latency_) {
    longest_ = std::max(longest_, latency);
    shortest_ = std::min(shortest_, latency);
  }
  bool is_first = true;
  shortest_channel_ = times.ejection;
  for (std::uint32_t out = 0; out < num_out(); ++out)
    if ((target_[out] & terminal_bit) == 0) {
      shortest_channel_ = is_first ? latency_[out] : std::min(shortest_channel_, latency_[out]);
      is_first = false;
    }
  for (auto const latency : times.terminal_latency) longest_ = std::max(longest_, latency);
  for (auto const pace : pace_) slowest_ = std::max(slowest_, pace);
}

std::uint64_t FlitNetwork::sum_over_channels(std::span<std::uint64_t const> by_out) const {
  std::uint64_t sum = 0;
  for (std::uint32_t r = 0; r < num_routers(); ++r)
    for (std::uint32_t p = 0; p < channels(r); ++p) sum += by_out[first_out(r) + p];
  return sum;
}

namespace {

/// Returns the ends of `parts` ranges of routers with approximately the same number of input ports.
std::vector<std::uint32_t> equal_shares(FlitNetwork const& network, RouterRange const& range,
                                        std::uint32_t parts) {
  std::vector<std::uint32_t> ends;
  auto const first = network.first_in(range.first);
  std::uint64_t const ports = network.first_in(range.last) - first;
  for (auto r = range.first; ends.size() + 1 < parts; ends.push_back(r)) {
    auto const goal = first + ports * (ends.size() + 1) / parts;
    while (r < range.last && network.first_in(r) < goal) ++r;
  }
  ends.push_back(range.last);
  return ends;
}

}  // namespace

Division::Division(FlitNetwork const& network, std::uint32_t partitions)
    : rank_ends_(equal_shares(network, {0, network.num_routers()}, num_ranks())) {
  auto const first = rank() == 0 ? 0 : rank_ends_[rank() - 1];
  ends_ = equal_shares(network, {first, rank_ends_[rank()]}, partitions);
  ends_.insert(ends_.begin(), first);
  index_partitions();
}

Division::Division(std::vector<std::uint32_t> ends) : rank_ends_{ends.back()}, ends_(std::move(ends)) {
  ends_.insert(ends_.begin(), 0);
  index_partitions();
}

void Division::index_partitions() {
  partition_of_.resize(ends_.back() - ends_.front());
  for (std::size_t i = 0; i < partitions(); ++i)
    std::fill(partition_of_.begin() + (ends_[i] - ends_.front()),
              partition_of_.begin() + (ends_[i + 1] - ends_.front()), static_cast<std::uint16_t>(i));
}

unsigned Division::rank_of(std::uint32_t router) const {
  return static_cast<unsigned>(std::ranges::upper_bound(rank_ends_, router) - rank_ends_.begin());
}

}  // namespace weft::flit

// SPDX-License-Identifier: Apache-2.0
#include "weft/network/network.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "weft/core/ids.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/random.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/topology/topology.hpp"

namespace weft {
namespace {

constexpr std::uint64_t routers_sampled = 64, pairs_sampled = 32;

/// Returns the i-th of `samples` numbers below `size`, evenly spaced.
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
  if (topology.has_distance()) return sampled_hops(topology);
  constexpr double part_of_the_diameter = 0.7;
  if (auto const diameter = topology.diameter()) return part_of_the_diameter * *diameter;
  auto const size = size_of(topology);
  return std::log(static_cast<double>(size.routers) + 1) / std::log(std::max(size.mean_degree() - 1, 2.0));
}

namespace {

template <class V>
std::uint64_t bytes_of(std::vector<V> const& vector) {
  return vector.capacity() * sizeof(V);
}

}  // namespace

std::atomic<std::uint64_t>& networks_made() {
  static std::atomic<std::uint64_t> made{0};
  return made;
}

Network::Network(std::vector<ChannelClass> classes, std::uint64_t routers, std::uint64_t terminals,
                 bool bidirectional)
    : classes_(std::move(classes)), bidirectional_(bidirectional) {
  if (classes_.size() > 254)
    throw InputError{"too many channel classes: " + std::to_string(classes_.size()),
                     "a network supports at most 254"};
  classes_.push_back({"injection"});
  classes_.push_back({"ejection"});
  require_memory(NetworkSize{routers, terminals, 0, bidirectional}.bytes(),
                 "a network of " + std::to_string(routers) + " routers");
  first_channel_.resize(routers + 1);
  if (!bidirectional) first_incoming_.resize(routers + 1);
  terminals_.resize(routers);
  injection_router_.resize(terminals);
  ++networks_made();
}

std::uint64_t Network::accumulate(std::vector<std::uint32_t>& first) {
  std::uint64_t sum = 0;
  for (auto& entry : first) {
    auto const degree = entry;
    entry = static_cast<std::uint32_t>(sum);
    sum += degree;
  }
  return sum;
}

void Network::allocate_channels() {
  auto const degrees = std::span{first_channel_}.first(num_routers());
  if (!degrees.empty() && std::ranges::count(degrees, degrees[0]) == std::ssize(degrees))
    common_degree_ = degrees[0];
  if (common_degree_ != 0) by_degree_ = Divisor{common_degree_};

  auto const channels = accumulate(first_channel_);
  if (channels > 0xffffffff)
    throw InputError{"too many channels: " + std::to_string(channels), "arrays support at most 2^32 - 1",
                     "use an engine that does not store channels"};
  require_memory(NetworkSize{num_routers(), num_terminals(), channels, bidirectional_}.bytes(),
                 "a network of " + std::to_string(channels) + " channels");
  if (!bidirectional_) {
    [[maybe_unused]] auto const inputs = accumulate(first_incoming_);
    WEFT_EXPECT(inputs == channels);
    resize_interruptibly(incoming_, channels);
  }
  resize_interruptibly(target_, channels);
  resize_interruptibly(target_port_, channels);
  resize_interruptibly(class_, channels);
}

void Network::fill_incoming() {
  for_each_router([&](RouterId r) {
    for (std::uint16_t p = 0, ports = degree(r); p < ports; ++p) {
      auto const c = channel(r, {p});
      incoming_[first_incoming_[target(c).v] + target_port(c).v] = c.v;
    }
  });
}

std::uint64_t Network::bytes() const {
  return bytes_of(first_channel_) + bytes_of(first_incoming_) + bytes_of(target_) + bytes_of(incoming_) +
         bytes_of(target_port_) + bytes_of(class_) + bytes_of(group_) + bytes_of(terminal_bandwidth_) +
         bytes_of(latency_) + bytes_of(terminal_latency_) + bytes_of(terminals_) +
         bytes_of(injection_router_) + bytes_of(ejection_router_) + bytes_of(router_failed_) +
         bytes_of(channel_failed_) + bytes_of(host_);
}

Network Network::with_terminals(std::span<std::uint32_t const> terminals) const {
  auto network = *this;
  network.injection_router_.clear();
  network.ejection_router_.clear();
  network.terminal_bandwidth_.clear();
  network.terminal_latency_.clear();
  std::ranges::fill(network.terminals_, TerminalRange{});
  for (std::uint32_t i = 0; i < terminals.size(); ++i) {
    auto const router = injection_router_[terminals[i]];
    auto& there = network.terminals_[router];
    if (there.count++ == 0) there.first = {i};
    network.injection_router_.push_back(router);
    if (!ejection_router_.empty()) network.ejection_router_.push_back(ejection_router_[terminals[i]]);
    if (!terminal_latency_.empty()) network.terminal_latency_.push_back(terminal_latency_[terminals[i]]);
    if (!terminal_bandwidth_.empty())
      network.terminal_bandwidth_.push_back(terminal_bandwidth_[terminals[i]]);
  }
  return network;
}

Graph router_graph(Network const& network) {
  std::vector<std::uint64_t> first{0};
  std::vector<Vertex> heads;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    if (r % 64 == 0) throw_if_interrupted();
    for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p)
      if (auto const c = network.channel({r}, {p}); network.target(c).v != r && !network.channel_failed(c))
        heads.push_back(network.target(c).v);
    first.push_back(heads.size());
  }
  Graph graph(std::move(first), std::move(heads));
  if (!network.has_multihomed_hosts()) return graph;
  std::vector<bool> ends(network.num_routers());
  for (std::uint32_t r = 0; r < ends.size(); ++r) ends[r] = network.is_host({r});
  graph.set_ends(std::move(ends));
  return graph;
}

}  // namespace weft

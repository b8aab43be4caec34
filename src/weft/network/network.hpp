// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/estimate.hpp"
#include "weft/core/ids.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/graph/graph.hpp"
#include "weft/topology/channel_groups.hpp"
#include "weft/topology/shape/divisor.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

class AnyTopology;
class Network;

/// The size of a network, which need not fit in memory.
struct NetworkSize {
  std::uint64_t routers = 0, terminals = 0, channels = 0;
  bool bidirectional = true;

  /// Returns the memory of a Network of this size, in bytes.
  std::uint64_t bytes() const;
  double mean_degree() const {
    return routers == 0 ? 0 : static_cast<double>(channels) / static_cast<double>(routers);
  }
};

/// Returns the size of a topology in constant time. Channels are counted at up to 64 evenly spaced routers,
/// which is exact if all routers have the same number of ports.
NetworkSize size_of(AnyTopology const& topology);

NetworkSize size_of(Network const& network);

/// Returns the estimated memory and time to build the Network.
Estimate estimate_network(NetworkSize const& size);

/// Returns the mean hops of a shortest path between two terminals, in constant time: from 32 random pairs if
/// distances have a closed form, otherwise estimated from the diameter or the degree.
double mean_hops(AnyTopology const& topology);

/// A channel of a Network. Channels are numbered consecutively by (router, output port).
using ChannelIndex = Id<struct ChannelIndexTag, std::uint32_t>;

/// A topology as flat arrays: 7 bytes per channel if all channels have a reverse, 11 otherwise, and 13 to 17
/// per router. At most 2^32 - 1 channels. Engines that are compiled once for all topologies use it. The
/// injection and ejection channels of the terminals have no index; they are the last two classes.
///
/// The only source of the properties of a channel: class_of(), bandwidth(), latency(), and unit_rate() for
/// seconds. In topologies from files, the channels of a class can have different bandwidths.
class Network {
 public:
  std::uint64_t num_routers() const { return first_channel_.size() - 1; }
  std::uint64_t num_channels() const { return target_.size(); }
  std::uint64_t num_terminals() const { return injection_router_.size(); }

  std::uint16_t degree(RouterId r) const { return span_of(first_channel_, r); }
  std::uint16_t in_degree(RouterId r) const {
    return span_of(bidirectional_ ? first_channel_ : first_incoming_, r);
  }
  ChannelIndex channel(RouterId r, PortId p) const { return {first_channel_[r.v] + p.v}; }
  ChannelIndex channel(ChannelId id) const { return channel(id.router(), id.port()); }
  /// Returns the channel that enters r by input port p.
  ChannelIndex incoming(RouterId r, PortId p) const {
    return bidirectional_ ? reverse(channel(r, p)) : ChannelIndex{incoming_[first_incoming_[r.v] + p.v]};
  }
  /// Returns the opposite channel of the same link. Requires is_bidirectional().
  ChannelIndex reverse(ChannelIndex c) const { return {first_channel_[target_[c.v]] + target_port_[c.v]}; }
  /// Returns whether every channel has a reverse.
  bool is_bidirectional() const { return bidirectional_; }

  RouterId source(ChannelIndex c) const;
  RouterId target(ChannelIndex c) const { return {target_[c.v]}; }
  /// Returns the input port of target(c) that c enters.
  PortId target_port(ChannelIndex c) const { return {target_port_[c.v]}; }
  /// Returns the (router, port) id of c, which does not depend on this network.
  ChannelId id(ChannelIndex c) const;

  /// Returns the classes of the topology, then injection and ejection.
  std::vector<ChannelClass> const& classes() const { return classes_; }
  ClassId class_of(ChannelIndex c) const { return {class_[c.v]}; }
  ClassId injection_class() const { return {static_cast<std::uint16_t>(classes_.size() - 2)}; }
  ClassId ejection_class() const { return {static_cast<std::uint16_t>(classes_.size() - 1)}; }
  /// Returns the classes subdivided by the bandwidths of their channels, excluding injection and ejection.
  std::vector<ChannelGroup> const& groups() const { return groups_; }
  std::uint32_t group_of(ChannelIndex c) const { return group_.empty() ? class_[c.v] : group_[c.v]; }
  /// Returns the bandwidth relative to a channel of bandwidth 1.
  double bandwidth(ChannelIndex c) const { return groups_[group_of(c)].bandwidth; }
  /// Returns the bandwidth of the injection and ejection channel of a terminal.
  double terminal_bandwidth(TerminalId e) const {
    return terminal_bandwidth_.empty() ? 1 : terminal_bandwidth_[e.v];
  }
  /// Returns whether the topology specifies the bandwidths of terminal channels.
  bool has_terminal_bandwidths() const { return !terminal_bandwidth_.empty(); }
  /// Returns the bytes/s of a channel of bandwidth 1: the rate in the file of the topology, or `given` if
  /// there is none.
  double unit_rate(double given) const { return has_rates() ? unit_rate_ : given; }
  /// Returns whether the file of the topology specifies the rates of its channels.
  bool has_rates() const { return unit_rate_ > 0; }
  /// Returns the latency of c in cycles: the value in the file of the topology, or `given` if there is none.
  std::uint32_t latency(ChannelIndex c, std::uint32_t given) const {
    return latency_.empty() ? given : latency_[c.v];
  }
  /// Returns the latency of the injection and ejection channel of a terminal in cycles: the value in the
  /// file, or `given`.
  std::uint32_t terminal_latency(TerminalId e, std::uint32_t given) const {
    return terminal_latency_.empty() ? given : terminal_latency_[e.v];
  }
  /// Returns whether the file of the topology specifies the latencies of its channels.
  bool has_latencies() const { return !latency_.empty(); }

  RouterId injection_router(TerminalId e) const { return {injection_router_[e.v]}; }
  RouterId ejection_router(TerminalId e) const {
    return {ejection_router_.empty() ? injection_router_[e.v] : ejection_router_[e.v]};
  }
  TerminalRange terminals_at(RouterId r) const { return terminals_[r.v]; }

  /// Returns whether a vertex is a computing node that does not forward packets: it can only be the first or
  /// last vertex of a path.
  bool is_host(RouterId r) const { return !host_.empty() && test(host_, r.v); }
  /// Returns whether a path to `to` may enter a vertex.
  bool may_enter(RouterId r, RouterId to) const { return r == to || !is_host(r); }
  /// Returns whether any host has several channels, so that a path could traverse it.
  bool has_multihomed_hosts() const { return has_multihomed_hosts_; }

  bool has_failures() const { return has_failures_; }
  bool router_failed(RouterId r) const { return has_failures_ && test(router_failed_, r.v); }
  /// Returns whether c or the router at one of its ends has failed.
  bool channel_failed(ChannelIndex c) const { return has_failures_ && test(channel_failed_, c.v); }
  /// Marks the failed parts according to `failures.router_failed(RouterId)` and
  /// `failures.channel_failed(ChannelId)`; see Failures.
  template <class Failures>
  void mark_failed(Failures const& failures);

  /// Returns the index of the first channel of each router, followed by the number of channels.
  std::span<std::uint32_t const> first_channels() const { return first_channel_; }
  std::span<std::uint32_t const> targets() const { return target_; }
  std::span<std::uint16_t const> target_ports() const { return target_port_; }
  std::span<std::uint8_t const> class_indices() const { return class_; }
  /// Returns the allocated memory, in bytes.
  std::uint64_t bytes() const;
  /// Returns the network with only the given terminals, which must be in ascending order; they are
  /// renumbered.
  Network with_terminals(std::span<std::uint32_t const> terminals) const;

  template <Topology T>
  friend Network build_network(T const& topology);

 private:
  static constexpr std::size_t chunk = 4096;  // routers per task
  using Bits = std::vector<std::uint64_t>;
  static bool test(Bits const& bits, std::uint32_t i) { return bits[i / 64] >> i % 64 & 1; }
  static void set(Bits& bits, std::uint32_t i) {
    std::atomic_ref{bits[i / 64]}.fetch_or(std::uint64_t{1} << i % 64, std::memory_order_relaxed);
  }
  static std::uint16_t span_of(std::vector<std::uint32_t> const& first, RouterId r) {
    return static_cast<std::uint16_t>(first[r.v + std::size_t{1}] - first[r.v]);
  }

  Network(std::vector<ChannelClass> classes, std::uint64_t routers, std::uint64_t terminals,
          bool bidirectional);
  template <class Visit>
  void for_each_router(Visit visit) const;
  /// Converts the degrees in `first` to prefix sums. Returns the total.
  static std::uint64_t accumulate(std::vector<std::uint32_t>& first);
  void allocate_channels();
  template <class T>
  void fill_channels(T const& topology);
  template <class T>
  void fill_terminals(T const& topology);
  template <class T>
  void fill_hosts(T const& topology);
  void fill_incoming();

  std::vector<ChannelClass> classes_;
  bool bidirectional_, has_failures_ = false, has_multihomed_hosts_ = false;
  std::uint32_t common_degree_ = 0;  // 0: degrees differ
  Divisor by_degree_;
  std::vector<std::uint32_t> first_channel_, first_incoming_;
  std::vector<std::uint32_t> target_, incoming_;
  std::vector<std::uint16_t> target_port_;
  std::vector<std::uint8_t> class_;
  std::vector<ChannelGroup> groups_;
  std::vector<std::uint32_t> group_;                       // one per channel; empty: equal to its class
  std::vector<double> terminal_bandwidth_;                 // empty: all 1
  double unit_rate_ = 0;                                   // bytes/s; 0: unspecified
  std::vector<std::uint16_t> latency_, terminal_latency_;  // cycles; empty: unspecified
  std::vector<TerminalRange> terminals_;
  std::vector<std::uint32_t> injection_router_, ejection_router_;  // ejection_router_ is empty if equal
  Bits router_failed_, channel_failed_;
  Bits host_;  // empty if no vertex is a host
};

inline RouterId Network::source(ChannelIndex c) const {
  if (common_degree_ != 0) return {by_degree_.quotient(c.v)};
  if (bidirectional_) return target(reverse(c));
  auto const after = std::upper_bound(first_channel_.begin(), first_channel_.end(), c.v);
  return {static_cast<std::uint32_t>(after - first_channel_.begin() - 1)};
}

inline ChannelId Network::id(ChannelIndex c) const {
  auto const r = source(c);
  return {r, PortId{static_cast<std::uint16_t>(c.v - first_channel_[r.v])}};
}

template <class Visit>
void Network::for_each_router(Visit visit) const {
  parallel_chunks(num_routers(), chunk, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t r = begin; r < end; ++r) {
      if (r % 64 == 0) throw_if_interrupted();
      visit(RouterId{static_cast<std::uint32_t>(r)});
    }
  });
}

template <class T>
void Network::fill_channels(T const& topology) {
  groups_ = channel_groups(topology);
  if constexpr (DividesClasses<T>) group_.resize(num_channels());
  if constexpr (SpecifiesLatencies<T>)
    if (topology.has_latencies()) latency_.resize(num_channels());
  for_each_router([&](RouterId r) {
    for (std::uint16_t p = 0, ports = degree(r); p < ports; ++p) {
      auto const c = channel(r, {p}).v;
      auto const hop = topology.neighbor(r, {p});
      target_[c] = hop.router.v;
      target_port_[c] = hop.port.v;
      class_[c] = static_cast<std::uint8_t>(topology.class_of(r, {p}).v);
      if constexpr (DividesClasses<T>) group_[c] = topology.group_of(r, {p});
      if constexpr (SpecifiesLatencies<T>)
        if (!latency_.empty()) latency_[c] = topology.latency(r, {p});
    }
  });
}

template <class T>
void Network::fill_terminals(T const& topology) {
  if constexpr (SpecifiesRates<T>) {
    unit_rate_ = topology.unit_rate();
    terminal_bandwidth_ = topology.terminal_bandwidths();
  }
  if constexpr (SpecifiesInjection<T>)
    if (topology.injection() > 0) terminal_bandwidth_.assign(num_terminals(), topology.injection());
  if constexpr (SpecifiesLatencies<T>) terminal_latency_ = topology.terminal_latencies();
  for_each_router([&](RouterId r) { terminals_[r.v] = topology.terminals_at(r); });
  std::atomic<bool> differ = false;
  parallel_chunks(num_terminals(), chunk, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t i = begin; i < end; ++i) {
      TerminalId const e{static_cast<std::uint32_t>(i)};
      injection_router_[i] = topology.injection_router(e).v;
      if (topology.ejection_router(e) != topology.injection_router(e)) differ = true;
    }
  });
  if (!differ) return;
  ejection_router_.resize(num_terminals());
  for (std::size_t i = 0; i < ejection_router_.size(); ++i)
    ejection_router_[i] = topology.ejection_router({static_cast<std::uint32_t>(i)}).v;
}

template <class T>
void Network::fill_hosts(T const& topology) {
  host_.resize(num_routers() / 64 + 1);
  std::atomic<bool> some = false, multihomed = false;
  for_each_router([&](RouterId r) {
    if (!weft::is_host(topology, r)) return;
    set(host_, r.v);
    some = true;
    if (degree(r) > 1) multihomed = true;
  });
  has_multihomed_hosts_ = multihomed;
  if (!some) host_.clear();
}

/// Builds the network of a topology on all threads. Throws InputError for more than 2^32 - 1 channels or 254
/// classes.
template <Topology T>
Network build_network(T const& topology) {
  bool const bidirectional = is_bidirectional(topology);
  Network network{topology.classes(), topology.num_routers(), topology.num_terminals(), bidirectional};
  network.for_each_router([&](RouterId r) {
    network.first_channel_[r.v] = topology.degree(r);
    if (!bidirectional) network.first_incoming_[r.v] = weft::in_degree(topology, r);
  });
  network.allocate_channels();
  network.fill_channels(topology);
  if (!bidirectional) network.fill_incoming();
  network.fill_terminals(topology);
  if constexpr (HasHosts<T>) network.fill_hosts(topology);
  return network;
}

/// Returns the number of networks, excluding copies, that this process has built from topologies and files.
/// Tests check that a run builds only one.
std::atomic<std::uint64_t>& networks_made();

/// Returns the graph of the working channels, without self loops. Hosts with several channels are ends of the
/// graph.
Graph router_graph(Network const& network);

template <class Failures>
void Network::mark_failed(Failures const& failures) {
  has_failures_ = true;
  router_failed_.resize(num_routers() / 64 + 1);
  channel_failed_.resize(num_channels() / 64 + 1);
  for_each_router([&](RouterId r) {
    if (failures.router_failed(r)) set(router_failed_, r.v);
    for (std::uint16_t p = 0, ports = degree(r); p < ports; ++p)
      if (failures.channel_failed(ChannelId{r, {p}})) set(channel_failed_, channel(r, {p}).v);
  });
}

}  // namespace weft

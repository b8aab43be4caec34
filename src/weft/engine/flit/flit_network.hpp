// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/network/network.hpp"

namespace weft::flit {

/// Latency and pace of each channel of the network and of its terminals.
struct ChannelTimes {
  /// Pace of a channel that carries a flit per cycle.
  static constexpr std::uint32_t cycle = 1 << 16;
  std::vector<std::uint32_t> latency;  ///< cycles, >= 1
  std::vector<std::uint32_t> pace;  ///< time between two flits, in 1 / 65,536 cycles; empty: a flit per cycle
  /// Pace of the injection and ejection channels of each terminal, at least a cycle.
  std::vector<std::uint32_t> terminal_pace;
  std::uint32_t injection = 1, ejection = 1;  ///< cycles, >= 1
  /// Latency of the injection and ejection channels of each terminal; empty: `injection` and `ejection`.
  std::vector<std::uint32_t> terminal_latency;
};

/// The network of the flit engine. Router r has the input ports first_in(r) .. first_in(r + 1) - 1: its
/// channels in the order of the network's input ports, then the injection channels of its terminals; and
/// likewise the output ports first_out(r) ..: channels, then ejection channels. Ports are numbered over the
/// whole network, without gaps.
class FlitNetwork {
 public:
  /// Bit that marks the end of a channel as a terminal; if the bit is clear, the end is a port.
  static constexpr std::uint32_t terminal_bit = 0x80000000;

  /// Throws InputError if a router has more than 65,535 ports, including terminal ports.
  FlitNetwork(Network const& network, ChannelTimes const& times);

  std::uint32_t num_routers() const { return static_cast<std::uint32_t>(first_in_.size() - 1); }
  std::uint32_t num_terminals() const { return static_cast<std::uint32_t>(injection_port_.size()); }
  std::uint32_t num_in() const { return first_in_.back(); }
  std::uint32_t num_out() const { return first_out_.back(); }
  std::uint32_t first_in(std::uint32_t r) const { return first_in_[r]; }
  std::uint32_t first_out(std::uint32_t r) const { return first_out_[r]; }
  std::uint32_t inputs(std::uint32_t r) const { return first_in_[r + 1] - first_in_[r]; }
  std::uint32_t outputs(std::uint32_t r) const { return first_out_[r + 1] - first_out_[r]; }
  std::span<std::uint32_t const> output_offsets() const { return first_out_; }
  /// Returns the number of channels of the network that end at router r; its other input ports belong to
  /// injection channels.
  std::uint32_t channels_in(std::uint32_t r) const { return channels_in_[r]; }
  /// Returns channels_in(r) for each router r.
  std::span<std::uint32_t const> channels_in() const { return channels_in_; }
  /// Returns the number of channels of the network that start at router r; its other output ports belong to
  /// ejection channels.
  std::uint32_t channels(std::uint32_t r) const { return channels_[r]; }
  /// Returns the sum of `by_out` over all output ports except the ports of ejection channels.
  std::uint64_t sum_over_channels(std::span<std::uint64_t const> by_out) const;
  /// Returns the router of an input port.
  std::uint32_t router_of_in(std::uint32_t in) const { return router_of_in_[in]; }
  std::uint32_t router_of_out(std::uint32_t out) const { return router_of_out_[out]; }

  std::uint32_t target(std::uint32_t out) const { return target_[out]; }
  /// Returns the source of an input port's flits: an output port, or a terminal (with terminal_bit).
  std::uint32_t source(std::uint32_t in) const { return source_[in]; }
  std::uint32_t latency(std::uint32_t out) const { return latency_[out]; }
  std::uint32_t latency_in(std::uint32_t in) const { return latency_in_[in]; }
  std::uint32_t longest_latency() const { return longest_; }
  std::uint32_t shortest_latency() const { return shortest_; }
  /// Returns the minimum latency of router-to-router channels, or the ejection latency if there are none.
  std::uint32_t shortest_channel() const { return shortest_channel_; }
  /// Returns the time between two flits of an output port, in 1 / 65,536 cycles.
  std::uint32_t pace(std::uint32_t out) const { return pace_.empty() ? ChannelTimes::cycle : pace_[out]; }
  /// Returns the pace of the channel that ends at input port `in`; for injection channels always a flit per
  /// cycle, see injection_pace().
  std::uint32_t pace_in(std::uint32_t in) const {
    auto const from = source_[in];
    return (from & terminal_bit) != 0 ? ChannelTimes::cycle : pace(from);
  }
  /// Returns whether the pace of any channel may differ from a flit per cycle.
  bool is_paced() const { return !pace_.empty(); }
  /// Returns the pace of each terminal's injection channel; empty: a flit per cycle.
  std::span<std::uint32_t const> injection_pace() const { return injection_pace_; }
  std::uint32_t slowest_pace() const { return slowest_; }

  /// Returns the input port at which terminal e injects.
  std::uint32_t injection_port(std::uint32_t e) const { return injection_port_[e]; }
  std::uint32_t injection_router(std::uint32_t e) const { return router_of_in_[injection_port_[e]]; }
  /// Returns the output port that ejects to terminal e.
  std::uint32_t ejection_port(std::uint32_t e) const { return ejection_port_[e]; }

 private:
  void count_ports(Network const& network);
  void connect_channels(Network const& network, ChannelTimes const& times);
  void connect_terminals(Network const& network, ChannelTimes const& times);
  void find_extremes(ChannelTimes const& times);

  std::vector<std::uint32_t> first_in_, first_out_, channels_, channels_in_, router_of_in_, router_of_out_;
  std::vector<std::uint32_t> target_, source_, latency_, latency_in_;
  std::vector<std::uint32_t> pace_, injection_pace_;
  std::vector<std::uint32_t> injection_port_, ejection_port_;
  std::uint32_t longest_ = 1, shortest_ = 1, shortest_channel_ = 1, slowest_ = ChannelTimes::cycle;
};

/// A range of consecutive routers.
struct RouterRange {
  std::uint32_t first = 0, last = 0;  ///< `last` is exclusive
};

/// Division of the routers among ranks and partitions: each rank has consecutive routers, and each partition
/// of this rank has consecutive routers of the rank.
class Division {
 public:
  /// Divides the routers among the ranks, and the routers of this rank into `partitions` partitions, with
  /// approximately the same number of input ports each.
  Division(FlitNetwork const& network, std::uint32_t partitions);
  /// Creates a division with one rank, where partition i has the routers ends[i - 1] .. ends[i] - 1.
  explicit Division(std::vector<std::uint32_t> ends);

  std::size_t partitions() const { return ends_.size() - 1; }
  RouterRange of_partition(std::size_t i) const { return {ends_[i], ends_[i + 1]}; }
  /// Returns the partition of a router of this rank.
  std::size_t partition_of(std::uint32_t router) const { return partition_of_[router - ends_.front()]; }
  RouterRange of_this_rank() const { return {ends_.front(), ends_.back()}; }
  bool is_own(std::uint32_t router) const { return router >= ends_.front() && router < ends_.back(); }
  unsigned rank_of(std::uint32_t router) const;

 private:
  void index_partitions();

  std::vector<std::uint32_t> rank_ends_;  // by rank
  std::vector<std::uint32_t> ends_;       // first router of this rank, then the end of each of its partitions
  std::vector<std::uint16_t> partition_of_;
};

}  // namespace weft::flit

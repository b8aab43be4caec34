#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::flit {

/// Figures of a run by interval of equally many cycles, from cycle 0 on. Counts are exact, so that they do
/// not depend on partitions and ranks.
struct Timeline {
  /// Counts of packets and flits of the whole network.
  struct Interval {
    std::uint64_t made = 0;                    ///< packets
    std::uint64_t offered = 0;                 ///< flits of packets made
    std::uint64_t begun = 0;                   ///< packets whose first flit may leave the source from now on
    std::uint64_t dropped = 0;                 ///< packets without a path, dropped when they would have begun
    std::uint64_t delivered = 0, latency = 0;  ///< packets, and the sum of their latencies in cycles
    std::uint64_t sent = 0, received = 0;      ///< flits of terminals

    void merge(Interval const& other);
  };
  /// The causes for which flits wait at routers. One input virtual channel that waits for one cycle counts 1,
  /// at the output port to which its packet goes.
  enum class Stall : std::uint8_t {
    no_credit,  ///< the packet has an output VC and a flit, but no credit
    no_vc,      ///< the head gets no output VC; counts at its first candidate
    no_switch,  ///< a flit could leave, but another one has the switch, or its channel is busy
  };
  static constexpr std::size_t stalls = 3;
  /// What is counted at an output port.
  struct Port {
    std::uint64_t flits = 0;
    std::uint64_t queue = 0;  ///< sum over the cycles of its credits in use
    std::array<std::uint64_t, stalls> stalled = {};

    void merge(Port const& other);
  };

  std::uint64_t interval = 0;  ///< cycles; 0: nothing was recorded
  std::uint64_t cycles = 0;    ///< recorded: the last interval may be shorter
  std::vector<Interval> network;
  std::size_t num_classes = 0;    ///< of traffic, if there are several
  std::vector<Interval> classes;  ///< interval by interval, by traffic class
  std::size_t num_ports = 0, num_terminals = 0;
  std::vector<Port> ports;                              ///< interval by interval, by output port
  std::vector<std::uint64_t> sent, received;            ///< flits, interval by interval, by terminal
  std::vector<std::uint64_t> pair_sent, pair_received;  ///< likewise, by source, then by destination

  std::size_t size() const { return network.size(); }
  std::uint64_t from(std::size_t i) const { return i * interval; }
  std::uint64_t to(std::size_t i) const { return from(i) + length(i); }
  /// The cycles of interval i.
  std::uint64_t length(std::size_t i) const { return i + 1 < size() ? interval : cycles - from(i); }
  Port const& port(std::size_t i, std::size_t out) const { return ports[i * num_ports + out]; }
  /// Packets made but not yet begun at the end of each interval.
  std::vector<std::uint64_t> waiting() const;
  /// Packets begun but not yet delivered at the end of each interval.
  std::vector<std::uint64_t> in_flight() const;
};

}  // namespace weft::flit

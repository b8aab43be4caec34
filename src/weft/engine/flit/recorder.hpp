// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/engine/flit/routers.hpp"

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

class Recording;

/// Counts what one partition does for the figures over time. Each counts at ports and terminals of its own
/// routers only, so partitions need not wait for each other.
class Recorder {
 public:
  /// `recording` must outlive it.
  Recorder(Recording& recording, RouterRange const& routers) : recording_(recording), routers_(routers) {}

  /// The cycle that follows.
  void begin_cycle(std::uint64_t now);
  /// A source begins a packet, or drops it because it has no path.
  void begin_packet(Packet const& packet);
  void drop_packet(Packet const& packet);
  /// A terminal sends or receives a flit of a packet.
  void send(Packet const& packet);
  void receive(Packet const& packet, bool is_last);

  /// Around the allocations of a cycle: notes the flits that could leave, then the ones that did not.
  void before_allocation(Routers const& routers);
  void after_allocation(Routers const& routers);

 private:
  friend class Recording;
  struct Ready {
    std::size_t index;  ///< input VC
    std::uint16_t flits;
  };

  /// Counts in the interval of a cycle, for the network and the class of a packet.
  template <class Count>
  void count(std::size_t row, Packet const& packet, Count const& count_in);
  std::size_t row_of(std::uint64_t cycle) const;
  Timeline::Port& port(std::uint32_t out);
  void count_sent();

  Recording& recording_;
  RouterRange const routers_;
  std::uint64_t now_ = 0;
  std::size_t row_ = 0;                                // the interval of `now_`
  std::vector<Timeline::Interval> network_, classes_;  // as in Timeline
  std::vector<Ready> ready_;
};

/// The figures over time of a rank's routers. When they become too many, the interval doubles.
class Recording {
 public:
  /// Numbers that are kept at most.
  static constexpr std::uint64_t most_numbers = std::uint64_t{1} << 25;
  /// The numbers of one interval.
  static std::uint64_t numbers(std::uint64_t ports, std::uint64_t terminals, bool pairs);

  /// `pairs`: by source and destination, too. `network` and `state` must outlive it.
  /// `classes`: of traffic, if there are several.
  Recording(FlitNetwork const& network, State const& state, std::uint64_t interval, bool pairs,
            std::vector<RouterRange> const& partitions, std::size_t classes = 0,
            std::uint64_t most = most_numbers);

  Recorder& of_partition(std::size_t i) { return recorders_[i]; }
  /// Makes room for the cycles before `end`. Not while partitions run.
  void reserve(std::uint64_t end);
  /// The ports' counts of sent flits are about to be set to 0.
  void count_sent();
  void forget_sent();
  /// The figures of this rank before cycle `now`.
  Timeline figures(std::uint64_t now) const;

 private:
  friend class Recorder;
  void resize(std::size_t intervals);
  void double_interval();

  FlitNetwork const& network_;
  State const& state_;
  bool const pairs_;
  std::uint64_t const most_intervals_;
  Timeline sum_;  // `network` is empty: each recorder has its own
  std::vector<Recorder> recorders_;
  std::vector<std::uint64_t> counted_;  // by output port: of the flits sent, those counted
};

/// Collective. The figures of all ranks.
void add_ranks(Timeline& figures);

}  // namespace weft::flit

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/engine/flit/routers.hpp"

namespace weft::flit {

/// Measurements of a run over time, in intervals of `interval` cycles from cycle 0 on. Counts are exact, so
/// they do not depend on partitions and ranks.
struct Timeline {
  /// Counts of packets and flits of the whole network.
  struct Interval {
    std::uint64_t created = 0;                 ///< packets created
    std::uint64_t offered = 0;                 ///< flits of packets created
    std::uint64_t started = 0;                 ///< packets started: their first flit may leave the source
    std::uint64_t dropped = 0;                 ///< packets dropped at their start because they have no path
    std::uint64_t delivered = 0, latency = 0;  ///< delivered packets, and the sum of their latencies
    std::uint64_t sent = 0, received = 0;      ///< flits that terminals sent and received

    void merge(Interval const& other);
  };
  /// Causes of stalls at routers. Each cycle in which an input virtual channel waits counts as 1 at the
  /// output port of its packet.
  enum class Stall : std::uint8_t {
    no_credit,  ///< the packet has an output VC and a flit, but no credit
    no_vc,      ///< no output VC is allocated to the head; counted at its first candidate
    no_switch,  ///< a flit could leave, but another flit uses the switch, or its channel is busy
  };
  static constexpr std::size_t num_stall_causes = 3;
  /// Counts of an output port.
  struct Port {
    std::uint64_t flits = 0;
    std::uint64_t queue = 0;  ///< credits in use, summed over the cycles
    std::array<std::uint64_t, num_stall_causes> stalled = {};

    void merge(Port const& other);
  };

  std::uint64_t interval = 0;  ///< cycles; 0: no recording
  std::uint64_t cycles = 0;    ///< recorded cycles; the last interval may be shorter
  std::vector<Interval> network;
  std::size_t num_classes = 0;    ///< number of traffic classes; 0 if there is only one
  std::vector<Interval> classes;  ///< by interval, then by traffic class
  std::size_t num_ports = 0, num_terminals = 0;
  std::vector<Port> ports;                              ///< by interval, then by output port
  std::vector<std::uint64_t> sent, received;            ///< flits, by interval, then by terminal
  std::vector<std::uint64_t> pair_sent, pair_received;  ///< flits, by interval, source and destination

  std::size_t size() const { return network.size(); }
  std::uint64_t from(std::size_t i) const { return i * interval; }
  std::uint64_t to(std::size_t i) const { return from(i) + length(i); }
  /// Returns the length of interval i in cycles.
  std::uint64_t length(std::size_t i) const { return i + 1 < size() ? interval : cycles - from(i); }
  Port const& port(std::size_t i, std::size_t out) const { return ports[i * num_ports + out]; }
  /// Returns the number of packets created but not yet started at the end of each interval.
  std::vector<std::uint64_t> waiting() const;
  /// Returns the number of packets started but not yet delivered at the end of each interval.
  std::vector<std::uint64_t> in_flight() const;
};

class Recording;

/// Recorder of a partition's measurements over time. It counts only at the ports and terminals of the
/// partition's routers, so recording needs no synchronization.
class Recorder {
 public:
  /// Keeps a reference to `recording`.
  Recorder(Recording& recording, RouterRange const& routers) : recording_(recording), routers_(routers) {}

  /// Sets the current cycle.
  void begin_cycle(std::uint64_t now);
  /// Counts a packet that a source starts, or drops because it has no path.
  void begin_packet(Packet const& packet);
  void drop_packet(Packet const& packet);
  /// Counts a flit that a terminal sends.
  void send(Packet const& packet);
  void receive(Packet const& packet, bool is_last);

  /// Lists the flits that could leave; after_allocation() counts the flits that did not. They must be called
  /// before and after the allocations of each cycle.
  void before_allocation(Routers const& routers);
  void after_allocation(Routers const& routers);

 private:
  friend class Recording;
  struct Ready {
    std::size_t index;  ///< input VC
    std::uint16_t flits;
  };

  /// Applies `count_in` to interval `row` of the network and of the packet's traffic class.
  template <class Count>
  void count(std::size_t row, Packet const& packet, Count const& count_in);
  std::size_t row_of(std::uint64_t cycle) const;
  Timeline::Port& port(std::uint32_t out);
  void count_sent();

  Recording& recording_;
  RouterRange const routers_;
  std::uint64_t now_ = 0;
  std::size_t row_ = 0;                                // interval of `now_`
  std::vector<Timeline::Interval> network_, classes_;  // as in Timeline
  std::vector<Ready> ready_;
};

/// Measurements over time of the routers of a rank. The interval is doubled when more than `maximum` values
/// would be stored.
class Recording {
 public:
  /// Default maximum of the number of stored values.
  static constexpr std::uint64_t max_numbers = std::uint64_t{1} << 25;
  /// Returns the number of values stored per interval.
  static std::uint64_t numbers(std::uint64_t ports, std::uint64_t terminals, bool pairs);

  /// `pairs`: also record by source and destination. `network` and `state` must outlive it. `classes`: number
  /// of traffic classes, 0 if there is only one.
  Recording(FlitNetwork const& network, State const& state, std::uint64_t interval, bool pairs,
            std::vector<RouterRange> const& partitions, std::size_t classes = 0,
            std::uint64_t maximum = max_numbers);

  Recorder& of_partition(std::size_t i) { return recorders_[i]; }
  /// Reserves memory for the cycles before `end`. Must not be called while partitions run.
  void reserve(std::uint64_t end);
  /// Adds the flits sent by each port; must be called before the counts of the ports are reset.
  void count_sent();
  void reset_sent();
  /// Returns the measurements of this rank before cycle `now`.
  Timeline figures(std::uint64_t now) const;

 private:
  friend class Recorder;
  void resize(std::size_t intervals);
  void double_interval();

  FlitNetwork const& network_;
  State const& state_;
  bool const pairs_;
  std::uint64_t const max_intervals_;
  Timeline sum_;  // `network` is empty: each recorder has its own
  std::vector<Recorder> recorders_;
  std::vector<std::uint64_t> counted_;  // by output port: flits of `sent` that have been added
};

/// Sums the counts over all ranks. Collective.
void add_ranks(Timeline& figures);

}  // namespace weft::flit

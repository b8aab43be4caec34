#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/engine/flit/routers.hpp"
#include "weft/engine/flit/timeline.hpp"

namespace weft::flit {

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

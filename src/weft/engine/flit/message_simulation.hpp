// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "weft/core/lost_pairs.hpp"
#include "weft/core/progress.hpp"
#include "weft/engine/flit/packet_format.hpp"
#include "weft/engine/flit/run.hpp"
#include "weft/engine/flit/simulation.hpp"
#include "weft/engine/flit/watchdog.hpp"
#include "weft/io/message_list.hpp"
#include "weft/traffic/patterns/listed_messages.hpp"

namespace weft::flit {

/// A message that is sent at a time of its own.
struct MessageDeparture {
  std::uint64_t start = 0;  ///< the first cycle in which it may leave; not before MessageSimulation::now()
  std::uint32_t from = 0, to = 0;  ///< terminals
  double bytes = 0;
  std::uint64_t name = 0;  ///< for whom it concerns
};

/// A message of that many bytes from each sender of a tree, of which all receivers get the sum.
struct TreeDeparture {
  std::uint64_t start = 0;  ///< as of a message
  std::uint32_t tree = 0;
  double bytes = 0;
  std::uint64_t name = 0;  ///< for whom it concerns
};

/// A message whose last flit has arrived, along a tree at all receivers.
struct MessageArrival {
  std::uint64_t name = 0;
  std::uint64_t cycle = 0;
  std::uint64_t flits = 0;    ///< of a sender
  std::uint32_t routers = 0;  ///< crossed by the packet that arrived last
  std::uint32_t slowest = 0;  ///< the largest pace of the channels that it crossed, if some are paced
};

/// A network that carries messages of some bytes. A terminal cuts them into packets (PacketFormat) and sends
/// one after the other in the order of their starts. What an arrival causes may leave in the same cycle: a
/// caller that reacts advances to the next arrival and pays a meeting of the partitions in every cycle, one
/// that does not advances through many cycles at once. Cycles in which nothing moves are skipped. The results
/// are the same on any number of threads and ranks; the functions are collective, but for the const ones and
/// send.
class MessageSimulation {
 public:
  /// All arguments must outlive it. `params` has injection=timed; `partitions`, `trees`: as for Simulation.
  MessageSimulation(FlitNetwork const& network, routing::ChannelRouting const& routing,
                    FlitParams const& params, std::uint64_t seed, std::uint32_t partitions = 0,
                    GroupTrees const* trees = nullptr);

  bool reaches(std::uint32_t from, std::uint32_t to) const;
  /// Sends a message to a terminal that can be reached.
  void send(MessageDeparture const& departure);
  /// Sends a message along a tree.
  void send_along_tree(TreeDeparture const& departure);
  /// Whether messages have not yet arrived.
  bool under_way() const { return in_network_ > 0 || !later_.empty(); }
  /// Messages that have started and not yet arrived.
  std::uint64_t in_network() const { return in_network_; }

  /// The next cycle.
  std::uint64_t now() const { return simulation_.now(); }
  /// Goes on to the next cycle in which messages arrive, or to `end`, or until a deadlock is found. Returns
  /// the messages that arrive in cycle now(), by name, until the next call.
  std::span<MessageArrival const> advance_to_arrival(std::uint64_t end);
  /// Goes on for some cycles, at most to `end`. Returns the messages that have arrived before now(), by
  /// cycle, then by name, until the next call.
  std::span<MessageArrival const> advance(std::uint64_t end);
  /// After it nothing moves on.
  std::optional<Deadlock> const& deadlock() const { return deadlock_; }

  PacketFormat const& format() const { return format_; }
  /// The time from the start to the arrival of a message that nothing holds up, on the path of its last
  /// packet if the channels there have the shortest latency.
  std::uint64_t least_cycles(std::uint32_t from, std::uint32_t to, MessageArrival const& path) const;
  /// Cycles that were not skipped.
  std::uint64_t simulated() const { return simulated_; }
  /// What the packets experienced.
  Outcome outcome() const;

 private:
  struct Message {
    std::uint64_t name = 0, flits = 0, packets_left = 0;
  };
  struct Later {
    MessageDeparture departure;  // along a tree: to that
    std::uint64_t number = 0;
    bool along_tree = false;
    bool operator>(Later const& other) const {
      return departure.start != other.departure.start ? departure.start > other.departure.start
                                                      : number > other.number;
    }
  };

  void hand_over(std::uint64_t before);
  void hand_over_to_senders(OutgoingMessage message);
  void collect();
  void skip_idle(std::uint64_t end);
  void simulate(std::uint64_t cycles);

  FlitNetwork const& network_;
  routing::ChannelRouting const& routing_;
  FlitParams const params_;
  PacketFormat const format_;
  traffic::MessageList const silent_;  // what is sent comes from `send` alone
  GroupTrees const* const trees_;
  std::vector<std::uint64_t> packets_of_tree_;  // sent along each so far
  Simulation simulation_;
  Watchdog watchdog_;
  std::uint64_t const settling_;  // cycles after the last arrival in which credits and such may return
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_;  // places in it
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  std::vector<Simulation::DeliveredPacket> delivered_;
  std::vector<MessageArrival> arrivals_;
  std::optional<Deadlock> deadlock_;
  std::uint64_t sent_ = 0, in_network_ = 0, last_arrival_ = 0, simulated_ = 0, looked_ = 0;
};

/// The fate of a timed message, in seconds.
struct TimedDelivery {
  std::uint32_t index = 0;  ///< in the list
  double finish = 0;
  double alone = 0;  ///< that it would take if nothing held it up; see MessageSimulation::least_cycles
};

struct TimedOutcome {
  Outcome packets;
  std::uint64_t messages = 0;  ///< that arrived
  double bytes = 0;            ///< of these, without headers
  double first_finish = 0, last_finish = 0;
  std::uint64_t unreachable = 0;  ///< messages that no path serves
  LostPairs lost_pairs;           ///< the first pairs of terminals of these
  std::uint64_t simulated = 0;    ///< cycles that were not skipped
};

/// Sends every message at its start and follows all until they have arrived, or until max_cycles or a
/// deadlock. `delivered` is called for each that arrives, in order of time, and of the list among equals.
TimedOutcome run_timed(FlitNetwork const& network, routing::ChannelRouting const& routing,
                       std::span<TimedMessage const> messages, FlitParams const& params, std::uint64_t seed,
                       std::function<void(TimedDelivery const&)> const& delivered,
                       Progress& progress = no_progress());

}  // namespace weft::flit

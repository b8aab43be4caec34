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

/// A message with a start time.
struct MessageDeparture {
  std::uint64_t start = 0;         ///< first cycle in which it may leave; at least MessageSimulation::now()
  std::uint32_t from = 0, to = 0;  ///< terminals
  double bytes = 0;
  std::uint64_t name = 0;  ///< identifies the message for the caller
};

/// A message of `bytes` bytes from each sender of a tree; all receivers obtain the reduced message.
struct TreeDeparture {
  std::uint64_t start = 0;  ///< see MessageDeparture
  std::uint32_t tree = 0;
  double bytes = 0;
  std::uint64_t name = 0;  ///< identifies the message for the caller
};

/// Arrival of the last flit of a message; along a tree, at the last of the receivers.
struct MessageArrival {
  std::uint64_t name = 0;
  std::uint64_t cycle = 0;
  std::uint64_t flits = 0;    ///< flits per sender
  std::uint32_t routers = 0;  ///< routers crossed by the last packet
  std::uint32_t slowest = 0;  ///< largest pace of the crossed channels, if some are paced
};

/// A network that carries messages with sizes in bytes. A terminal divides each message into packets
/// (PacketFormat) and sends its messages in the order of their start times. Messages that an arrival triggers
/// may leave in the same cycle: a caller that reacts to arrivals uses advance_to_arrival(), which
/// synchronizes the partitions in every cycle; other callers use advance(), which simulates many cycles per
/// call. Idle cycles are skipped. Results do not depend on the number of threads and ranks. All ranks must
/// send identical messages; the other non-const functions and outcome() are collective.
class MessageSimulation {
 public:
  /// All arguments must outlive it. `params` must have injection=timed; `partitions` and `trees`: see
  /// Simulation.
  MessageSimulation(FlitNetwork const& network, routing::ChannelRouting const& routing,
                    FlitParams const& params, std::uint64_t seed, std::uint32_t partitions = 0,
                    GroupTrees const* trees = nullptr);

  bool reaches(std::uint32_t from, std::uint32_t to) const;
  /// Sends a message to a reachable terminal.
  void send(MessageDeparture const& departure);
  /// Sends a message along a tree.
  void send_along_tree(TreeDeparture const& departure);
  /// Returns whether any message has not yet arrived.
  bool in_progress() const { return in_network_ > 0 || !later_.empty(); }
  /// Returns the number of messages that have started and not yet arrived.
  std::uint64_t in_network() const { return in_network_; }

  /// Returns the next cycle to be simulated.
  std::uint64_t now() const { return simulation_.now(); }
  /// Advances to the next cycle in which messages arrive, or to `end`, or until a deadlock is found. Returns
  /// the messages that arrive in cycle now(), sorted by name; valid until the next call.
  std::span<MessageArrival const> advance_to_arrival(std::uint64_t end);
  /// Advances by some cycles, at most to `end`. Returns the messages that arrived in these cycles, sorted by
  /// cycle, then by name; valid until the next call.
  std::span<MessageArrival const> advance(std::uint64_t end);
  /// Returns the deadlock, if one was found; then the simulation does not advance.
  std::optional<Deadlock> const& deadlock() const { return deadlock_; }

  PacketFormat const& format() const { return format_; }
  /// Returns the minimum number of cycles from the start of a message to its arrival, without contention, on
  /// the path of its last packet (`path`), if each channel has the minimum latency.
  std::uint64_t min_cycles(std::uint32_t from, std::uint32_t to, MessageArrival const& path) const;
  /// Returns the number of simulated cycles, excluding skipped cycles.
  std::uint64_t simulated() const { return simulated_; }
  /// Returns the packet statistics.
  Outcome outcome() const;

 private:
  struct Message {
    std::uint64_t name = 0, flits = 0, packets_left = 0;
  };
  struct Later {
    MessageDeparture departure;  // `to` of a message along a tree: the tree
    std::uint64_t number = 0;
    bool along_tree = false;
    bool operator>(Later const& other) const {
      return departure.start != other.departure.start ? departure.start > other.departure.start
                                                      : number > other.number;
    }
  };

  void enqueue_started(std::uint64_t before);
  void enqueue_at_senders(OutgoingMessage message);
  void collect();
  void skip_idle(std::uint64_t end);
  void simulate(std::uint64_t cycles);

  FlitNetwork const& network_;
  routing::ChannelRouting const& routing_;
  FlitParams const params_;
  PacketFormat const format_;
  traffic::MessageList const silent_;  // no messages: all traffic comes from `send`
  GroupTrees const* const trees_;
  std::vector<std::uint64_t> packets_of_tree_;  // packets sent along each tree
  Simulation simulation_;
  Watchdog watchdog_;
  std::uint64_t const
      settling_;  // cycles after the last arrival in which credits and acknowledgments may be in flight
  std::vector<Message> messages_;
  std::vector<std::uint32_t> free_;  // free indices of `messages_`
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  std::vector<Simulation::DeliveredPacket> delivered_;
  std::vector<MessageArrival> arrivals_;
  std::optional<Deadlock> deadlock_;
  std::uint64_t sent_ = 0, in_network_ = 0, last_arrival_ = 0, simulated_ = 0, looked_ = 0;
};

/// Delivery of a timed message, in seconds.
struct TimedDelivery {
  std::uint32_t index = 0;  ///< index in the list
  double finish = 0;
  double alone = 0;  ///< latency without contention; see MessageSimulation::min_cycles
};

struct TimedOutcome {
  Outcome packets;
  std::uint64_t messages = 0;  ///< number of arrived messages
  double bytes = 0;            ///< bytes of arrived messages, without headers
  double first_finish = 0, last_finish = 0;
  std::uint64_t unreachable = 0;  ///< number of messages without a path
  LostPairs lost_pairs;           ///< first pairs of terminals without a path
  std::uint64_t simulated = 0;    ///< simulated cycles, excluding skipped cycles
};

/// Sends every message at its start time and simulates until all have arrived, or until max_cycles or a
/// deadlock. Calls `delivered` for each arrived message, ordered by arrival time, then by index in the list.
TimedOutcome run_timed(FlitNetwork const& network, routing::ChannelRouting const& routing,
                       std::span<TimedMessage const> messages, FlitParams const& params, std::uint64_t seed,
                       std::function<void(TimedDelivery const&)> const& delivered,
                       Progress& progress = no_progress());

}  // namespace weft::flit

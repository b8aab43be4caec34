// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "weft/engine/flow/in_flight.hpp"
#include "weft/engine/flow/key_heap.hpp"
#include "weft/engine/flow/rates.hpp"

namespace weft::flow {

/// Group number of a message that does not share its weight.
inline constexpr std::uint64_t no_group = ~std::uint64_t{0};

/// A message to send.
struct Departure {
  double time;                ///< s; at least Transfers::now()
  double latency;             ///< s: no bytes move before `time` + `latency`
  double bytes;               ///< at least 0
  std::uint64_t message = 0;  ///< identifies the message for the caller
  double weight = 1;
  double cap = unlimited;          ///< bytes/s
  std::uint64_t group = no_group;  ///< each of n moving messages of a group has 1/n of its weight
};

/// Arrival of a complete message.
struct Arrival {
  std::uint64_t message;
  std::uint32_t flow;  ///< flow number of the message, free for reuse
};

/// Running statistics of a channel.
struct ChannelTally {
  double bytes = 0;             ///< bytes of messages that have started to move
  double held_back = 0;         ///< flow-seconds of the flows that the channel limits
  std::uint32_t max_flows = 0;  ///< maximum number of simultaneous flows
};

/// Event-driven simulation of messages in flight. An event is a time at which messages start to move or
/// arrive; events within a fraction `resolution` of the current time are merged. Between events every message
/// moves at its max-min fair rate (Rates). A message that has no bytes, or an unlimited rate, arrives as soon
/// as it starts to move.
class Transfers {
 public:
  Transfers(std::span<double const> capacity, double precision, double resolution);

  /// Enables messages_in_flight() for messages sent from now on.
  void follow(std::span<double const> capacity) { in_flight_.emplace(capacity); }
  MessagesInFlight const& messages_in_flight() const { return *in_flight_; }

  /// Reserves memory for `messages` messages, without their hops.
  void reserve(std::size_t messages);
  /// Sends a message over distinct channels. Returns its flow number.
  std::uint32_t send(Departure const& departure, std::span<Hop const> hops);
  bool in_progress() const { return !next_.empty(); }
  /// Returns the time of the next event in seconds. Requires in_progress().
  double next() const { return next_.min_key(); }
  /// Advances to the next event. Returns the messages that arrive at this event; valid until the next call.
  std::span<Arrival const> advance();
  double now() const { return now_; }

  Rates const& rates() const { return rates_; }
  std::span<ChannelTally const> tallies() const { return tallies_; }
  std::uint64_t events() const { return events_; }
  std::uint64_t rate_changes() const { return rate_changes_; }
  /// Returns the number of bytes allocated for messages; the memory for channels is constant.
  std::uint64_t bytes() const;

 private:
  struct Message {
    double left = 0;     // bytes
    double updated = 0;  // time at which `left` was updated
    std::uint64_t name = 0;
    std::uint32_t held_by = Rates::no_channel;
  };
  /// A message that shares its weight.
  struct Member {
    std::uint64_t group = no_group;
    double weight = 1;        // weight without other messages of its group
    std::uint32_t place = 0;  // index in its group
  };
  /// Moving messages of a group.
  struct Group {
    std::vector<std::uint32_t> flows;
    bool changed = false;
  };
  void begin(std::uint32_t flow);
  void end(std::uint32_t flow);
  void apply_rate_change(RateChange const& change);
  void join_group(std::uint32_t flow);
  void leave_group(std::uint32_t flow);
  void divide_weights();

  Rates rates_;
  double resolution_, now_ = 0;
  std::vector<Message> messages_;  // by flow
  std::vector<Member> members_;    // by flow; empty while there are no groups
  std::unordered_map<std::uint64_t, Group> groups_;
  std::vector<std::uint64_t> changed_groups_;
  std::optional<MessagesInFlight> in_flight_;
  KeyHeap next_;  // by flow: time at which it starts to move, then time of its arrival
  std::vector<Arrival> arrivals_;
  std::vector<ChannelTally> tallies_;
  std::uint64_t events_ = 0, rate_changes_ = 0;
};

}  // namespace weft::flow

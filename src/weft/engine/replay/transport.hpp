// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flow/over_time.hpp"

namespace weft::replay {

/// Costs of messages between ranks in addition to their use of channels, in seconds and bytes.
struct TransportCosts {
  double L = 0;  ///< latency in addition to the latency of the channels
  double G = 0;  ///< gap per byte: the rate of a message is at most 1 / G
  /// Number of latencies between the posting of both sides and the departure of data; not for eager messages
  double handshake = 0;
  double memory = 0;  ///< rate of a message between ranks of the same terminal, in bytes/s; 0: no time
};

/// Departure of the data of a message.
struct Dispatch {
  double time = 0;                 ///< s; at least Transport::now()
  std::uint32_t send = 0;          ///< the send operation, which identifies the message
  std::uint32_t from = 0, to = 0;  ///< terminals
  double bytes = 0;
  bool needs_handshake = false;  ///< preceded by TransportCosts::handshake
};

/// Arrival of the last byte of a message.
struct Arrived {
  std::uint32_t send = 0;
  double latency = 0;  ///< time in which no bytes moved, including the handshake, in s
};

/// Interface between a replay and the network that carries its messages. Time advances from event to event.
/// Messages that an arrival triggers may depart at the time of the arrival.
class Transport {
 public:
  virtual ~Transport() = default;
  Transport() = default;
  Transport(Transport const&) = delete;
  Transport& operator=(Transport const&) = delete;

  /// Sends a message. Returns false if there is no path.
  virtual bool send(Dispatch const& dispatch) = 0;
  /// Returns whether any messages are in flight.
  virtual bool in_progress() const = 0;
  /// Returns whether the messages in flight will never arrive.
  virtual bool is_stalled() const { return false; }
  /// Advances to the next event that is not after `until`, which may be infinite; returns whether there was
  /// one. Its arrivals, if any, are in arrivals().
  virtual bool advance(double until) = 0;
  std::span<Arrived const> arrivals() const { return arrivals_; }
  /// Returns the time of the last event.
  double now() const { return now_; }
  /// Returns the number of messages in flight and the arrived bytes over time.
  flow::OverTime& over_time() { return over_time_; }

 protected:
  std::vector<Arrived> arrivals_;
  double now_ = 0;
  flow::OverTime over_time_;
};

}  // namespace weft::replay

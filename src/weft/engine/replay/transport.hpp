// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flow/over_time.hpp"

namespace weft::replay {

/// Costs of a network for the messages of ranks in addition to the use of its channels, in seconds and bytes.
struct TransportCosts {
  double L = 0;  ///< latency in addition to the channels
  double G = 0;  ///< gap between bytes: a message has a rate of at most 1 / G
  double handshake =
      0;  ///< latencies between the posting of both sides and the departure of data, unless they are eager
  double memory = 0;  ///< bytes/s of a message between ranks of one terminal; 0: no time
};

/// The data of a message at their departure.
struct Dispatch {
  double time = 0;                 ///< s; at least Transport::now()
  std::uint32_t send = 0;          ///< operation that identifies the message
  std::uint32_t from = 0, to = 0;  ///< terminals
  double bytes = 0;
  bool shakes_hands = false;  ///< departs after the handshake of TransportCosts
};

/// Arrival of the last byte of a message.
struct Arrived {
  std::uint32_t send = 0;
  double latency = 0;  ///< s of its time in which no bytes moved, including the handshake
};

/// Interface of replay to a network that carries the messages of a program. Time advances from one event to
/// the next. Messages triggered by an arrival may depart at the same time.
class Transport {
 public:
  virtual ~Transport() = default;
  Transport() = default;
  Transport(Transport const&) = delete;
  Transport& operator=(Transport const&) = delete;

  /// Sends a message. Returns false if there is no path.
  virtual bool send(Dispatch const& dispatch) = 0;
  /// Returns whether messages have not yet arrived.
  virtual bool in_progress() const = 0;
  /// Returns whether the messages in flight will never arrive.
  virtual bool stands_still() const { return false; }
  /// Advances to the next event if it is not after `until`, which may be infinite. Returns whether there was
  /// one; its arrivals, if any, are in `arrivals`.
  virtual bool advance(double until) = 0;
  std::span<Arrived const> arrivals() const { return arrivals_; }
  /// Returns the time of the last event.
  double now() const { return now_; }
  /// Returns the moving messages and arrived bytes over time.
  flow::OverTime& over_time() { return over_time_; }

 protected:
  std::vector<Arrived> arrivals_;
  double now_ = 0;
  flow::OverTime over_time_;
};

}  // namespace weft::replay

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flow/over_time.hpp"

namespace weft::replay {

/// What a network charges the messages of ranks beside the use of its channels, in seconds and bytes.
struct TransportCosts {
  double L = 0;          ///< latency beside that of the channels
  double G = 0;          ///< gap between bytes: a message has a rate of at most 1 / G
  double handshake = 0;  ///< latencies that data wait after both sides are posted, unless they are eager
  double memory = 0;     ///< bytes/s of a message between ranks of one terminal; 0: it takes no time
};

/// The data of a message that leave their rank.
struct Dispatch {
  double time = 0;                 ///< s; not before Transport::now()
  std::uint32_t send = 0;          ///< the operation, which names the message
  std::uint32_t from = 0, to = 0;  ///< terminals
  double bytes = 0;
  bool shakes_hands = false;  ///< after the handshake of TransportCosts
};

/// A message whose last byte has arrived.
struct Arrived {
  std::uint32_t send = 0;
  double latency = 0;  ///< s of its time in which no bytes moved, handshake included
};

/// A network that carries the messages of a program: what replay knows of it. Time goes on from one event to
/// the next. What an arrival causes may leave at the same time.
class Transport {
 public:
  virtual ~Transport() = default;
  Transport() = default;
  Transport(Transport const&) = delete;
  Transport& operator=(Transport const&) = delete;

  /// False if there is no path.
  virtual bool send(Dispatch const& dispatch) = 0;
  /// Whether messages have not yet arrived.
  virtual bool under_way() const = 0;
  /// Whether those in flight will never arrive.
  virtual bool stands_still() const { return false; }
  /// Goes on to the next event if it is not after `until`, which may be infinite. Returns whether there was
  /// one, with `arrivals` of it, or none.
  virtual bool advance(double until) = 0;
  std::span<Arrived const> arrivals() const { return arrivals_; }
  /// The time of the last event.
  double now() const { return now_; }
  /// Messages that move, and bytes that arrive.
  flow::OverTime& over_time() { return over_time_; }

 protected:
  std::vector<Arrived> arrivals_;
  double now_ = 0;
  flow::OverTime over_time_;
};

}  // namespace weft::replay

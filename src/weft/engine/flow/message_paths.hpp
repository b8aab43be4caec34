// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "weft/engine/flow/flow_channels.hpp"
#include "weft/engine/flow/flow_params.hpp"
#include "weft/engine/flow/in_flight.hpp"
#include "weft/engine/flow/rates.hpp"
#include "weft/network/layout.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::flow {

/// A message to be sent.
struct Message {
  double start = 0;                ///< s
  std::uint64_t index = 0;         ///< selects its random numbers
  std::uint32_t from = 0, to = 0;  ///< terminals
  double bytes = 0;
};

/// Path of a message: its channels and latency.
struct Path {
  std::vector<Hop> hops;
  double latency = 0;  ///< s
  bool reaches = true;
  bool detours = false;  ///< uses an intermediate router because of other messages
};

/// Delays of a path in seconds: `base` and, for each channel between routers, `alpha` and `beta` per meter. A
/// message that is split over several paths has their weighted mean delay.
struct Delays {
  double base = 0, alpha = 0, beta = 0;
};

/// Paths of messages under one routing. Thread-safe.
class MessagePaths {
 public:
  virtual ~MessagePaths() = default;
  /// Finds the path of each message, on all threads. Sets Path::reaches to false if there is no path. The
  /// path of a message depends only on the seed and on the index of the message.
  void find(std::span<Message const> messages, std::span<Path> paths) const;
  /// Returns whether the path of a message depends on the messages in flight; then find_among() must
  /// determine it at the departure.
  virtual bool depends_on_traffic() const { return false; }
  /// Finds the path of a message at its departure, given the messages in flight. Not thread-safe if
  /// depends_on_traffic().
  void find_among(Message const& message, Path& path, MessagesInFlight const& in_flight) const;

 protected:
  MessagePaths(FlowChannels channels, Layout layout, Delays delays)
      : channels_(std::move(channels)), layout_(std::move(layout)), delays_(delays) {}
  Network const& network() const { return channels_.network(); }
  FlowChannels const& channels() const { return channels_; }

 private:
  /// Appends the channels between routers to the path of each message.
  virtual void route(std::span<Message const> messages, std::span<Path> paths) const = 0;
  /// Appends the channels between routers for one message, given the messages in flight. The default ignores
  /// them.
  virtual void route_among(Message const& message, Path& path, MessagesInFlight const& /*in_flight*/) const {
    route({&message, 1}, {&path, 1});
  }
  void complete(Message const& message, Path& path) const;

  FlowChannels channels_;
  Layout layout_;
  Delays delays_;
};

/// Creates the MessagePaths that the options and a resolved routing require on a machine.
std::unique_ptr<MessagePaths> paths_of(FlowChannels const& channels, Layout layout, FlowParams const& params,
                                       Spec const& routing, Machine const& machine, std::uint64_t seed);

/// Creates paths that a packet routing draws: one path per message, with random draws that depend on (seed,
/// message, hop).
std::unique_ptr<MessagePaths> drawn_paths(FlowChannels channels, Layout layout, Delays delays,
                                          PacketRoutingPtr routing, std::uint64_t seed);
/// Creates paths of messages that are split over all paths of a routing, in proportion to the shares of the
/// paths.
std::unique_ptr<MessagePaths> spread_paths(FlowChannels channels, Layout layout, Delays delays,
                                           routing::SharesPtr routing);

/// Creates paths for a routing that depends on queues: one path per message, chosen at its departure, with
/// the messages in flight as queues (MessagesInFlight).
///
/// A routing with intermediate routers (ugal, par) has two alternatives: the path that it chooses without
/// other messages, and the path that it chooses if the first path is blocked. A message uses the second path
/// if the minimum of B / (A + 1) over its channels is above `bias` times the minimum over the channels of the
/// first path, where B is the bandwidth of a channel and A the number of messages in flight on it. Any other
/// routing chooses hop by hop, among candidates of equal priority the channel with the maximum B / (A + 1).
/// Throws InputError for routing parameters in flits.
std::unique_ptr<MessagePaths> chosen_paths(FlowChannels channels, Layout layout, Delays delays,
                                           Spec const& routing, Machine const& machine, std::uint64_t seed);

/// Returns a note on a routing that depends on queues. `detours`: number of messages that used the second
/// path.
std::string chosen_paths_note(std::string const& routing, std::uint64_t detours, std::uint64_t messages);

}  // namespace weft::flow

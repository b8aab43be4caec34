// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "weft/engine/flow/flow_channels.hpp"
#include "weft/engine/flow/flow_params.hpp"
#include "weft/engine/flow/rates.hpp"
#include "weft/engine/flow/under_way.hpp"
#include "weft/network/layout.hpp"
#include "weft/routing/form/packet_routing.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::flow {

/// A message to be sent.
struct Message {
  double start = 0;                ///< s
  std::uint64_t index = 0;         ///< names its random numbers
  std::uint32_t from = 0, to = 0;  ///< terminals
  double bytes = 0;
};

/// The channels that a message takes.
struct Path {
  std::vector<Hop> hops;
  double latency = 0;  ///< s
  bool reaches = true;
  bool detours = false;  ///< through an intermediate router, chosen because of other messages
};

/// The delays of a path: `base` and, for each channel between routers, `alpha` and `beta` per meter. In
/// seconds; of several paths the mean by their shares.
struct Delays {
  double base = 0, alpha = 0, beta = 0;
};

/// The paths of messages under one routing. Safe to call from several threads.
class MessagePaths {
 public:
  virtual ~MessagePaths() = default;
  /// The paths of some messages, in their order. A path that reaches nothing has no hops. What a message
  /// takes depends on the seed and its index alone.
  void find(std::span<Message const> messages, std::span<Path> paths) const;
  /// Whether the path of a message depends on those in flight: then find_among() gives it when it leaves.
  virtual bool looks_at_traffic() const { return false; }
  /// Not from several threads if the paths look at traffic.
  void find_among(Message const& message, Path& path, UnderWay const& under_way) const;

 protected:
  MessagePaths(FlowChannels channels, Layout layout, Delays delays)
      : channels_(std::move(channels)), layout_(std::move(layout)), delays_(delays) {}
  Network const& network() const { return channels_.network(); }
  FlowChannels const& channels() const { return channels_; }

 private:
  /// Appends the channels between routers.
  virtual void route(std::span<Message const> messages, std::span<Path> paths) const = 0;
  /// The same of a single message among others.
  virtual void route_among(Message const& message, Path& path, UnderWay const& /*under_way*/) const {
    route({&message, 1}, {&path, 1});
  }
  void complete(Message const& message, Path& path) const;

  FlowChannels channels_;
  Layout layout_;
  Delays delays_;
};

/// Those that the options and a resolved routing give on a machine.
std::unique_ptr<MessagePaths> paths_of(FlowChannels const& channels, Layout layout, FlowParams const& params,
                                       Spec const& routing, Machine const& machine, std::uint64_t seed);

/// Messages as packets of a routing: one path each, its draws named by (seed, message, hop).
std::unique_ptr<MessagePaths> drawn_paths(FlowChannels channels, Layout layout, Delays delays,
                                          PacketRoutingPtr routing, std::uint64_t seed);
/// Messages spread over all paths of a routing, by their shares.
std::unique_ptr<MessagePaths> spread_paths(FlowChannels channels, Layout layout, Delays delays,
                                           routing::SharesPtr routing);

/// One path per message, of a routing that depends on queues; it is chosen when the message leaves, with the
/// messages in flight in place of queues (UnderWay).
///
/// A routing with intermediate routers (ugal, par) has two ways: that without other messages, and the one
/// that it takes if the first one is blocked. A message takes the second one if min B / (A + 1) over its
/// channels is greater than `bias` times that of the first: B is the bandwidth of a channel, A the number of
/// messages in flight. Any other routing chooses hop by hop, among equals the channel of greatest
/// B / (A + 1). Throws InputError for parameters that count flits.
std::unique_ptr<MessagePaths> chosen_paths(FlowChannels channels, Layout layout, Delays delays,
                                           Spec const& routing, Machine const& machine, std::uint64_t seed);

/// What a routing that looks at queues does here, in words; `detours` of the messages took another way.
std::string chosen_paths_note(std::string const& routing, std::uint64_t detours, std::uint64_t messages);

}  // namespace weft::flow

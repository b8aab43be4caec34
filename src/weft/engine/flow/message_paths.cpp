#include "weft/engine/flow/message_paths.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flow/chosen_paths.hpp"
#include "weft/routing/bind.hpp"

namespace weft::flow {
namespace {

/// Messages that take one path.
class DrawnPaths final : public MessagePaths {
 public:
  DrawnPaths(FlowChannels channels, Layout layout, Delays delays, PacketRoutingPtr routing,
             std::uint64_t seed)
      : MessagePaths(std::move(channels), std::move(layout), delays),
        routing_(std::move(routing)),
        traits_(routing_->traits()),
        words_(seed, Purpose::route) {}

 private:
  /// The messages of a call that have not arrived, side by side.
  struct Packets {
    std::vector<std::uint32_t> message, to, state;
    std::vector<RouterId> at;
    std::vector<std::uint64_t> draw;
    std::vector<PortId> port;
    std::vector<std::uint32_t> next_state;
    std::vector<std::uint16_t> candidates;
  };

  void route(std::span<Message const> messages, std::span<Path> paths) const override {
    Packets packets;
    for (std::uint32_t i = 0; i < messages.size(); ++i) {
      packets.message.push_back(i);
      packets.at.push_back(network().injection_router({messages[i].from}));
      packets.to.push_back(network().ejection_router({messages[i].to}).v);
    }
    routing_->encode(packets.to);
    drop_unreachable(packets, paths);
    for (std::uint32_t hop = 0; !packets.at.empty(); ++hop) {
      auto const heads = heads_of(packets, messages, hop);
      if (hop == 0 && traits_.has_state) {
        routing_->start(heads);
        for (std::size_t i = 0; i < packets.at.size(); ++i)
          packets.state[i] = packets.next_state[i * traits_.width];
      } else {
        routing_->route(heads);
        move(packets, paths, hop);
      }
    }
  }

  void drop_unreachable(Packets& packets, std::span<Path> paths) const {
    if (!network().has_failures()) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < packets.at.size(); ++i) {
      auto const from = packets.at[i];
      bool const failed =
          network().router_failed(from) || network().router_failed(routing_->decode(packets.to[i]));
      if (failed || !routing_->reaches(from, packets.to[i])) {
        paths[packets.message[i]].reaches = false;
        continue;
      }
      keep(packets, i, kept++, from, packets.state.empty() ? 0 : packets.state[i]);
    }
    shrink(packets, kept);
  }

  Heads heads_of(Packets& packets, std::span<Message const> messages, std::uint32_t hop) const {
    auto const count = packets.at.size();
    packets.port.resize(count * traits_.width);
    packets.next_state.resize(count * traits_.width);
    packets.candidates.assign(count, 1);
    if (traits_.has_state) packets.state.resize(count);
    if (traits_.draws || traits_.width > 1) {
      packets.draw.resize(count);
      for (std::size_t i = 0; i < count; ++i)
        packets.draw[i] = words_(messages[packets.message[i]].index << 16 | hop);
    }
    Heads heads{};
    heads.at = packets.at;
    heads.to = packets.to;
    if (traits_.has_state) heads.state = packets.state;
    if (traits_.draws) heads.draw = packets.draw;
    heads.port = packets.port;
    heads.next_state = packets.next_state;
    heads.candidates = packets.candidates;
    return heads;
  }

  /// Takes one of the candidates of each packet, all equally likely.
  void move(Packets& packets, std::span<Path> paths, std::uint32_t hop) const {
    if (hop > traits_.hop_bound + 1) throw std::logic_error("a routing exceeds its declared hop bound");
    std::size_t kept = 0;
    for (std::size_t i = 0; i < packets.at.size(); ++i) {
      auto candidate = i * traits_.width;
      if (traits_.width > 1 && packets.candidates[i] > 1)
        candidate += RandomWords::derived(packets.draw[i]).below(packets.candidates[i], 0);
      auto const port = packets.port[candidate];
      if (port == arrived) continue;
      auto const channel = network().channel(packets.at[i], port);
      paths[packets.message[i]].hops.push_back({channel.v});
      keep(packets, i, kept++, network().target(channel), packets.next_state[candidate]);
    }
    shrink(packets, kept);
  }

  void keep(Packets& packets, std::size_t i, std::size_t as, RouterId at, std::uint32_t state) const {
    packets.message[as] = packets.message[i];
    packets.to[as] = packets.to[i];
    packets.at[as] = at;
    if (traits_.has_state && !packets.state.empty()) packets.state[as] = state;
  }
  static void shrink(Packets& packets, std::size_t kept) {
    packets.message.resize(kept);
    packets.to.resize(kept);
    packets.at.resize(kept);
  }

  PacketRoutingPtr routing_;
  PacketTraits traits_;
  RandomWords words_;
};

/// Messages that take all paths.
class SpreadPaths final : public MessagePaths {
 public:
  SpreadPaths(FlowChannels channels, Layout layout, Delays delays, routing::SharesPtr routing)
      : MessagePaths(std::move(channels), std::move(layout), delays), routing_(std::move(routing)) {}

 private:
  void route(std::span<Message const> messages, std::span<Path> paths) const override {
    std::vector<routing::ChannelShare> shares;
    auto const whole = static_cast<double>(routing_->denominator());
    for (std::size_t i = 0; i < messages.size(); ++i) {
      auto const from = network().injection_router({messages[i].from});
      auto const to = network().ejection_router({messages[i].to});
      shares.clear();
      try {
        if (from != to) routing_->append_to(from, to, {messages[i].to}, shares);
      } catch (InputError const&) {
        if (!network().has_failures()) throw;
        paths[i].reaches = false;
        continue;
      }
      for (auto const& share : shares)
        if (share.numerator > 0)
          paths[i].hops.push_back({share.channel.v, static_cast<double>(share.numerator) / whole});
    }
  }

  routing::SharesPtr routing_;
};

}  // namespace

void MessagePaths::complete(Message const& message, Path& path) const {
  double latency = delays_.base;
  for (auto const& hop : path.hops) {
    double delay = delays_.alpha;
    if (delays_.beta > 0)
      delay +=
          delays_.beta * layout_.length(network().source({hop.channel}), network().target({hop.channel}));
    latency += hop.share * delay;
  }
  path.latency = latency;
  if (!channels_.counts_terminals()) return;
  path.hops.push_back({channels_.injection({message.from})});
  path.hops.push_back({channels_.ejection({message.to})});
}

void MessagePaths::find(std::span<Message const> messages, std::span<Path> paths) const {
  constexpr std::size_t chunk = 256;
  parallel_chunks(messages.size(), chunk, [&](std::size_t begin, std::size_t end, unsigned) {
    auto const part = messages.subspan(begin, end - begin);
    auto const found = paths.subspan(begin, end - begin);
    for (auto& path : found) {
      path.hops.clear();
      path.reaches = true;
    }
    route(part, found);
    for (std::size_t i = 0; i < part.size(); ++i)
      if (found[i].reaches && part[i].from != part[i].to) complete(part[i], found[i]);
  });
}

void MessagePaths::find_among(Message const& message, Path& path, UnderWay const& under_way) const {
  path.hops.clear();
  path.reaches = true;
  path.detours = false;
  route_among(message, path, under_way);
  if (path.reaches && message.from != message.to) complete(message, path);
}

std::unique_ptr<MessagePaths> paths_of(FlowChannels const& channels, Layout layout, FlowParams const& params,
                                       Spec const& routing, Machine const& machine, std::uint64_t seed) {
  constexpr double nanosecond = 1e-9;
  Delays const delays{params.base * nanosecond, params.alpha * nanosecond, params.beta * nanosecond};
  if (routing::flow_form(routing) == routing::Form::channels) {
    if (params.paths == PathUse::spread)
      throw InputError("paths=spread with " + routing.name, "it decides by queues, message by message",
                       "omit paths", "engine");
    return chosen_paths(channels, std::move(layout), delays, routing, machine, seed);
  }
  bool const one_path = routing::goes_by_terminals(routing);  // packets know only the router that they go to
  if (params.paths == PathUse::spread || one_path)
    return spread_paths(channels, std::move(layout), delays, routing::bind_shares(routing, machine));
  return drawn_paths(channels, std::move(layout), delays, routing::bind_drawn_packets(routing, machine),
                     seed);
}

std::unique_ptr<MessagePaths> drawn_paths(FlowChannels channels, Layout layout, Delays delays,
                                          PacketRoutingPtr routing, std::uint64_t seed) {
  return std::make_unique<DrawnPaths>(std::move(channels), std::move(layout), delays, std::move(routing),
                                      seed);
}

std::unique_ptr<MessagePaths> spread_paths(FlowChannels channels, Layout layout, Delays delays,
                                           routing::SharesPtr routing) {
  return std::make_unique<SpreadPaths>(std::move(channels), std::move(layout), delays, std::move(routing));
}

}  // namespace weft::flow

// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flow/message_paths.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/bind.hpp"

namespace weft::flow {
namespace {

/// Paths of messages that use one path each.
class DrawnPaths final : public MessagePaths {
 public:
  DrawnPaths(FlowChannels channels, Layout layout, Delays delays, PacketRoutingPtr routing,
             std::uint64_t seed)
      : MessagePaths(std::move(channels), std::move(layout), delays),
        routing_(std::move(routing)),
        traits_(routing_->traits()),
        words_(seed, Purpose::route) {}

 private:
  /// The packets of a call that have not reached their destinations, as arrays.
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

  /// Moves each packet along one of its candidates, chosen uniformly at random.
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

/// Paths of messages that are split over all paths of a routing.
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

void MessagePaths::find_among(Message const& message, Path& path, MessagesInFlight const& in_flight) const {
  path.hops.clear();
  path.reaches = true;
  path.detours = false;
  route_among(message, path, in_flight);
  if (path.reaches && message.from != message.to) complete(message, path);
}

std::unique_ptr<MessagePaths> paths_of(FlowChannels const& channels, Layout layout, FlowParams const& params,
                                       Spec const& routing, Machine const& machine, std::uint64_t seed) {
  constexpr double nanosecond = 1e-9;
  Delays const delays{params.base * nanosecond, params.alpha * nanosecond, params.beta * nanosecond};
  if (routing::flow_form(routing) == routing::Form::channels) {
    if (params.paths == PathUse::split)
      throw InputError("paths=split conflicts with routing=" + routing.name,
                       "the routing chooses a path for each message by queues", "omit paths", "engine");
    return chosen_paths(channels, std::move(layout), delays, routing, machine, seed);
  }
  bool const one_path = routing::routes_by_terminal(routing);  // packets store only the router
  if (params.paths == PathUse::split || one_path)
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

namespace {

using routing::Candidate;
using routing::ChannelRoutingPtr;
using routing::Head;

/// Queue length at which a routing avoids a channel if there is an alternative.
constexpr std::int32_t blocked = 1 << 26;
/// Index of the random draws for the second path of a message.
constexpr std::uint64_t second_way = 0x8000;

class ChosenPaths final : public MessagePaths {
 public:
  ChosenPaths(FlowChannels channels, Layout layout, Delays delays, ChannelRoutingPtr routing, double bias,
              std::uint64_t seed)
      : MessagePaths(std::move(channels), std::move(layout), delays),
        routing_(std::move(routing)),
        traits_(routing_->traits()),
        has_detours_(std::ranges::any_of(routing_->launches(), &routing::Launch::to_intermediate)),
        bias_(bias),
        words_(seed, Purpose::route),
        first_(network().num_routers()),
        queues_(network().num_channels(), 0),
        candidates_(traits_.width) {
    for (std::uint32_t r = 0; r < first_.size(); ++r) first_[r] = network().channel({r}, {0}).v;
  }

  bool depends_on_traffic() const override { return true; }

 private:
  void route(std::span<Message const> messages, std::span<Path> paths) const override {
    MessagesInFlight const none(std::vector<double>(this->channels().size(), 1));
    for (std::size_t i = 0; i < messages.size(); ++i) route_among(messages[i], paths[i], none);
  }

  void route_among(Message const& message, Path& path, MessagesInFlight const& in_flight) const override {
    auto const from = network().injection_router({message.from}),
               to = network().ejection_router({message.to});
    if (!reaches(from, to, message.to)) {
      path.reaches = false;
      return;
    }
    if (from == to) return;
    if (!has_detours_) return walk(message, in_flight.queues(), in_flight, 0, path.hops);
    walk(message, queues_, in_flight, 0, path.hops);
    for (auto const& hop : path.hops) queues_[hop.channel] = blocked;
    std::vector<Hop> other;
    walk(message, queues_, in_flight, second_way, other);
    for (auto const& hop : path.hops) queues_[hop.channel] = 0;
    if (min_share(message, other, in_flight) <= bias_ * min_share(message, path.hops, in_flight)) return;
    path.hops = std::move(other);
    path.detours = true;
  }

  bool reaches(RouterId from, RouterId to, std::uint32_t terminal) const {
    if (network().router_failed(from) || network().router_failed(to)) return false;
    return from == to || routing_->reaches_terminal(from.v, to.v, terminal);
  }

  /// Returns the minimum share in bytes/s of one more message on the channels of a path.
  double min_share(Message const& message, std::vector<Hop> const& hops,
                   MessagesInFlight const& in_flight) const {
    auto minimum = unlimited;
    for (auto const& hop : hops) minimum = std::min(minimum, in_flight.part_of_another(hop.channel));
    if (!channels().counts_terminals()) return minimum;
    return std::min({minimum, in_flight.part_of_another(channels().injection({message.from})),
                     in_flight.part_of_another(channels().ejection({message.to}))});
  }

  void walk(Message const& message, std::span<std::int32_t const> queues, MessagesInFlight const& in_flight,
            std::uint64_t way, std::vector<Hop>& hops) const {
    auto const to = network().ejection_router({message.to});
    Head head{.at = network().injection_router({message.from}).v,
              .target = to.v,
              .to = to.v,
              .terminal = message.to,
              .source = message.from,
              .phase = routing_->phase_at_source({message.from, message.to})};
    for (std::uint32_t hop = 0; head.at != head.target; ++hop) {
      if (hop > traits_.hop_bound) throw std::logic_error("a routing exceeds its declared hop bound");
      head.draw = words_(message.index << 16 | way | hop);
      std::uint16_t count = 0;
      routing_->route({&head, 1}, {.first = first_, .now = queues, .seen = queues}, candidates_, {&count, 1});
      auto const next = best({candidates_.data(), count}, head, in_flight);
      auto const channel = network().channel({head.at}, {next.port});
      hops.push_back({channel.v});
      head.at = network().target(channel).v;
      head.in_port = 0;
      head.phase = next.phase;
      head.target = next.intermediate == routing::no_intermediate ? to.v : next.intermediate;
      if (head.at != next.intermediate) continue;
      head.phase = routing_->after_intermediate(head.phase);
      head.target = to.v;
    }
  }

  /// Returns the candidate of the highest priority whose channel offers one more message the maximum share;
  /// ties are broken at random.
  Candidate best(std::span<Candidate const> candidates, Head const& head,
                 MessagesInFlight const& in_flight) const {
    auto const maximum = std::ranges::max_element(candidates, {}, &Candidate::priority)->priority;
    auto const draws = RandomWords::derived(head.draw);
    Candidate const* chosen = nullptr;
    double part = 0;
    std::uint64_t equals = 0;
    for (auto const& candidate : candidates) {
      if (candidate.priority != maximum) continue;
      auto const here = in_flight.part_of_another(first_[head.at] + candidate.port);
      if (here < part) continue;
      equals = here > part ? 1 : equals + 1;
      part = here;
      if (equals == 1 || draws.below(equals, equals) == 0) chosen = &candidate;
    }
    return *chosen;
  }

  ChannelRoutingPtr routing_;
  routing::ChannelTraits traits_;
  bool has_detours_;
  double bias_;
  RandomWords words_;
  std::vector<std::uint32_t> first_;           // see QueueView
  std::vector<std::int32_t> mutable queues_;   // queues for the two paths of a message; 0 between calls
  std::vector<Candidate> mutable candidates_;  // candidates of a head
};

/// Returns the value of argument `key` as a number; nullopt if it is absent.
std::optional<double> number_of(Spec const& routing, std::string_view key) {
  for (auto const& argument : routing.arguments)
    if (argument.key == key) return read_number(key, argument.value);
  return {};
}

}  // namespace

std::unique_ptr<MessagePaths> chosen_paths(FlowChannels channels, Layout layout, Delays delays,
                                           Spec const& routing, Machine const& machine, std::uint64_t seed) {
  if (auto const threshold = number_of(routing, "threshold"); threshold && *threshold != 0)
    throw InputError(fmt::format("{}:threshold={}", routing.name, format_number(*threshold)),
                     "the threshold counts flits, and flows have no flits", "use threshold=0", "routing");
  auto bound = routing::bind_channels(routing, machine, {.vcs = 1, .allow_deadlock = true});
  if (bound->deflection() != nullptr)
    throw conflict("routing=" + routing.name, "engine=flow",
                   "flows share channels, so no message is deflected", "use engine=rounds or engine=flit")
        .at("routing");
  auto const bias = number_of(routing, "bias").value_or(1);
  return std::make_unique<ChosenPaths>(std::move(channels), std::move(layout), delays, std::move(bound), bias,
                                       seed);
}

std::string chosen_paths_note(std::string const& routing, std::uint64_t detours, std::uint64_t messages) {
  return fmt::format(
      "{} chooses the path of each message at its departure, depending on the messages in flight; {} of "
      "{} used a detour",
      routing, detours, messages);
}

}  // namespace weft::flow

// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/form/derived_forms.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/lazy.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft::routing {
namespace {

/// State of a packet at its source.
constexpr std::uint32_t at_source = 0xffffffff;
constexpr std::uint32_t none_packed = 0xffff, max_routers = 0xffff;

std::uint32_t pack(std::uint32_t intermediate, std::uint16_t phase) {
  return (intermediate == no_intermediate ? none_packed : intermediate) << 16 | phase;
}

class PacketsFromChannels final : public PacketRouting {
 public:
  PacketsFromChannels(NetworkPtr network, ChannelRoutingPtr routing)
      : network_(std::move(network)),
        routing_(std::move(routing)),
        of_channels_(routing_->traits()),
        first_(network_->num_routers()),
        no_flits_(network_->num_channels(), 0),
        distances_([network = network_] { return std::make_shared<DistanceTable const>(network); }) {
    for (std::uint32_t r = 0; r < first_.size(); ++r) first_[r] = network_->channel({r}, {0}).v;
  }

  PacketTraits traits() const override {
    return {.has_state = true,
            .draws = true,
            .width = of_channels_.width,
            .exact_hops = false,
            .hop_bound = of_channels_.hop_bound};
  }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void start(Heads const& heads) const override { std::ranges::fill(heads.next_state, at_source); }
  void route(Heads const& heads) const override {
    auto const width = std::size_t{of_channels_.width};
    std::vector<Candidate> out(width);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto head = head_of(heads.at[i], heads.to[i], heads.state[i]);
      auto* const port = &heads.port[i * width];
      auto* const next = &heads.next_state[i * width];
      std::uint16_t count = 1;
      if (head.at == head.target) {
        port[0] = arrived;
        next[0] = heads.state[i];
      } else {
        head.draw = heads.draw[i];
        routing_->route({&head, 1}, {.first = first_, .now = no_flits_, .seen = no_flits_}, out, {&count, 1});
        count = keep_preferred(std::span(out).first(count), port, next);
      }
      if (width > 1) heads.candidates[i] = count;
    }
  }
  /// Writes the minimum number of remaining hops; non-minimal routings may need more.
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    auto const& table = *distances_.get();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const head = head_of(heads.at[i], heads.to[i], heads.state[i]);
      hops[i] = table.distance({head.at}, {head.target}) + table.distance({head.target}, {head.to});
    }
  }
  bool reaches(RouterId from, std::uint32_t to) const override {
    return !network_->router_failed(from) && !network_->router_failed({to}) &&
           (from.v == to || routing_->reaches(from.v, to));
  }

 private:
  Head head_of(RouterId at, std::uint32_t to, std::uint32_t state) const {
    Head head{.at = at.v, .target = to, .to = to, .terminal = network_->terminals_at({to}).first.v};
    if (state == at_source) return head;
    head.in_port = 0;
    head.phase = static_cast<std::uint16_t>(state);
    auto const intermediate = state >> 16;
    if (intermediate == at.v)
      head.phase = routing_->after_intermediate(head.phase);
    else if (intermediate != none_packed)
      head.target = intermediate;
    return head;
  }
  static std::uint16_t keep_preferred(std::span<Candidate const> candidates, PortId* port,
                                      std::uint32_t* next) {
    auto const maximum = std::ranges::max_element(candidates, {}, &Candidate::priority)->priority;
    std::uint16_t count = 0;
    for (auto const& candidate : candidates)
      if (candidate.priority == maximum) {
        port[count] = {candidate.port};
        next[count++] = pack(candidate.intermediate, candidate.phase);
      }
    return count;
  }

  NetworkPtr network_;
  ChannelRoutingPtr routing_;
  ChannelTraits of_channels_;
  std::vector<std::uint32_t> first_;    // see QueueView
  std::vector<std::int32_t> no_flits_;  // by channel
  Lazy<std::shared_ptr<DistanceTable const>> distances_;
};

}  // namespace

PacketRoutingPtr packets_from_channels(std::string_view name, NetworkPtr network, ChannelRoutingPtr routing) {
  bool const has_intermediates = std::ranges::any_of(routing->launches(), &Launch::to_intermediate);
  if (has_intermediates && network->num_routers() > max_routers)
    throw InputError(std::string(name) + " does not support " + std::to_string(network->num_routers()) +
                         " routers on engine rounds",
                     "packets store the numbers of intermediate routers, up to 65,534",
                     "use a smaller network, or another routing", "routing");
  return std::make_shared<PacketsFromChannels>(std::move(network), std::move(routing));
}

namespace {

class PacketsFromShares final : public PacketRouting {
 public:
  PacketsFromShares(NetworkPtr network, SharesPtr shares)
      : network_(std::move(network)),
        shares_(std::move(shares)),
        distances_([network = network_] { return std::make_shared<DistanceTable const>(network); }) {}

  /// Returns traits with a hop bound that allows for loops: a packet may loop if two paths of a pair cross in
  /// both directions, with a probability that decreases exponentially with the number of loops.
  PacketTraits traits() const override {
    return {.has_state = true,
            .draws = true,
            .exact_hops = false,
            .hop_bound = static_cast<std::uint32_t>(network_->num_routers() + 1000)};
  }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void start(Heads const& heads) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) heads.next_state[i] = heads.at[i].v;
  }
  void route(Heads const& heads) const override {
    std::vector<ChannelShare> all;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      heads.next_state[i] = heads.state[i];
      heads.port[i] = heads.at[i].v == heads.to[i]
                          ? arrived
                          : drawn_port(heads.at[i], {heads.state[i]}, {heads.to[i]}, heads.draw[i], all);
    }
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i)
      hops[i] = distances_.get()->distance(heads.at[i], {heads.to[i]});
  }
  bool reaches(RouterId from, std::uint32_t to) const override {
    return distances_.get()->reaches(from, {to});
  }

 private:
  PortId drawn_port(RouterId at, RouterId from, RouterId to, std::uint64_t draw,
                    std::vector<ChannelShare>& all) const {
    all.clear();
    shares_->append(from, to, all);
    auto const first = network_->channel(at, {0}).v;
    std::erase_if(all, [&](ChannelShare const& share) {
      return share.channel.v < first || share.channel.v >= first + network_->degree(at);
    });
    std::uint64_t leaving = 0;
    for (auto const& share : all) leaving += share.numerator;
    if (leaving == 0) no_path(at, to);
    auto below = static_cast<std::uint64_t>(static_cast<unsigned __int128>(draw) * leaving >> 64);
    auto share = all.begin();
    for (; below >= share->numerator; ++share) below -= share->numerator;
    return {static_cast<std::uint16_t>(share->channel.v - first)};
  }

  NetworkPtr network_;
  SharesPtr shares_;
  Lazy<std::shared_ptr<DistanceTable const>> distances_;
};

}  // namespace

PacketRoutingPtr packets_from_shares(NetworkPtr network, SharesPtr shares) {
  return std::make_shared<PacketsFromShares>(std::move(network), std::move(shares));
}

namespace {

/// Division of an integer in proportion to weights; the parts add up to the integer.
class Division {
 public:
  Division(std::uint64_t number, std::uint64_t weights) : number_(number), weights_(weights) {}
  std::uint64_t next(std::uint64_t weight) {
    auto const before = share_below();
    seen_ += weight;
    return share_below() - before;
  }
  /// Returns whether the part for `weight` is an integer.
  bool is_exact(std::uint64_t weight) const {
    return static_cast<unsigned __int128>(number_) * weight % weights_ == 0;
  }

 private:
  std::uint64_t share_below() const {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(number_) * seen_ / weights_);
  }
  std::uint64_t number_, weights_, seen_ = 0;
};

class SharesFromChannels final : public Shares {
 public:
  SharesFromChannels(NetworkPtr network, ChannelRoutingPtr routing)
      : network_(std::move(network)),
        routing_(std::move(routing)),
        hop_bound_(routing_->traits().hop_bound),
        by_terminal_(routing_->traits().by_terminal) {}
  std::uint64_t denominator() const override { return whole; }
  bool by_terminal() const override { return by_terminal_; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override {
    if (by_terminal_) need_terminal();
    return append_to(from, to, {0}, out);
  }
  bool append_to(RouterId from, RouterId to, TerminalId terminal,
                 std::vector<ChannelShare>& out) const override {
    if (from == to) return true;
    if (!routing_->reaches_terminal(from.v, to.v, terminal.v)) no_path(from, to);
    auto const first = out.size();
    bool const exact = Walk{*network_, *routing_, from.v, to.v, terminal.v, out}.run(hop_bound_);
    merge_shares(out, first);
    return exact;
  }

 private:
  static constexpr std::uint64_t whole = even_denominator << 20;

  /// Packets of one pair, followed hop by hop.
  struct Walk {
    /// State of packets at one router that have the same continuations; `intermediate` is no_intermediate on
    /// the leg to the destination.
    struct State {
      std::uint32_t at, intermediate;
      std::uint16_t phase;
      auto operator<=>(State const&) const = default;
    };
    using Level = std::map<State, std::uint64_t>;

    bool run(std::uint32_t hop_bound) {
      std::vector<Start> starts;
      routing.starts(from, to, starts);
      std::uint64_t weights = 0;
      for (auto const& start : starts) weights += start.weight;
      Division division(whole, weights);
      Level level, next;
      for (auto const& start : starts) {
        exact = exact && division.is_exact(start.weight);
        level[{from, start.launch.to_intermediate ? start.intermediate : no_intermediate, phase_of(start)}] +=
            division.next(start.weight);
      }
      for (std::uint32_t hops = 0; !level.empty(); ++hops, level.swap(next)) {
        if (hops > hop_bound) throw std::logic_error("a routing exceeds its declared hop bound");
        next.clear();
        for (auto const& [state, numerator] : level) step(state, numerator, hops == 0, next);
      }
      return exact;
    }
    std::uint16_t phase_of(Start const& start) const {
      if (!routing.traits().by_terminal) return start.launch.phase;
      return routing.phase_at_source({network.terminals_at({from}).first.v, terminal});
    }
    void step(State const& state, std::uint64_t numerator, bool sets_out, Level& next) {
      possible.clear();
      routing.possible({.at = state.at,
                        .target = state.intermediate == no_intermediate ? to : state.intermediate,
                        .to = to,
                        .terminal = terminal,
                        .phase = state.phase,
                        .in_port = sets_out ? from_source : std::uint16_t{0}},
                       possible);
      std::uint64_t weights = 0;
      for (auto const& candidate : possible.candidates) weights += candidate.weight;
      if (weights == 0) no_path({from}, {to});
      Division division(numerator, weights);
      for (auto const& candidate : possible.candidates) {
        exact = exact && division.is_exact(candidate.weight);
        auto const part = division.next(candidate.weight);
        auto const channel = network.channel({state.at}, {candidate.port});
        out.push_back({channel, part});
        auto const there = network.target(channel).v;
        if (state.intermediate == there)
          arrive({there, no_intermediate, routing.after_intermediate(candidate.phase)}, part, next);
        else
          arrive({there, state.intermediate, candidate.phase}, part, next);
      }
    }
    void arrive(State const& state, std::uint64_t numerator, Level& next) const {
      if (state.at != to || state.intermediate != no_intermediate) next[state] += numerator;
    }

    Network const& network;
    ChannelRouting const& routing;
    std::uint32_t from, to, terminal;
    std::vector<ChannelShare>& out;
    Possible possible = {};
    bool exact = true;
  };

  NetworkPtr network_;
  ChannelRoutingPtr routing_;
  std::uint32_t hop_bound_;
  bool by_terminal_;
};

}  // namespace

SharesPtr shares_from_channels(NetworkPtr network, ChannelRoutingPtr routing) {
  return std::make_shared<SharesFromChannels>(std::move(network), std::move(routing));
}

}  // namespace weft::routing

#include "weft/routing/form/shares_from_channels.hpp"

#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace weft::routing {
namespace {

/// Parts of a whole number in proportion of their weights, which add up to it.
class Division {
 public:
  Division(std::uint64_t number, std::uint64_t weights) : number_(number), weights_(weights) {}
  std::uint64_t next(std::uint64_t weight) {
    auto const before = share_below();
    seen_ += weight;
    return share_below() - before;
  }
  /// Whether a part of this weight is a whole number.
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
        hop_bound_(routing_->traits().hop_bound) {}
  std::uint64_t denominator() const override { return whole; }
  bool append(RouterId from, RouterId to, std::vector<ChannelShare>& out) const override {
    if (from == to) return true;
    if (!routing_->reaches(from.v, to.v)) no_path(from, to);
    auto const first = out.size();
    bool const exact = Walk{*network_, *routing_, from.v, to.v, out}.run(hop_bound_);
    merge_shares(out, first);
    return exact;
  }

 private:
  static constexpr std::uint64_t whole = even_denominator << 20;

  /// The packets of one pair, hop by hop.
  struct Walk {
    /// Packets at one router that go on in the same way: `via` is no_via once they head for the destination.
    struct State {
      std::uint32_t at, via;
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
        level[{from, start.launch.to_via ? start.via : no_via, start.launch.phase}] +=
            division.next(start.weight);
      }
      for (std::uint32_t hops = 0; !level.empty(); ++hops, level.swap(next)) {
        if (hops > hop_bound) throw std::logic_error("a routing exceeds its declared hop bound");
        next.clear();
        for (auto const& [state, numerator] : level) step(state, numerator, hops == 0, next);
      }
      return exact;
    }
    void step(State const& state, std::uint64_t numerator, bool sets_out, Level& next) {
      possible.clear();
      routing.possible({.at = state.at,
                        .target = state.via == no_via ? to : state.via,
                        .to = to,
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
        if (state.via == there)
          arrive({there, no_via, routing.after_via(candidate.phase)}, part, next);
        else
          arrive({there, state.via, candidate.phase}, part, next);
      }
    }
    void arrive(State const& state, std::uint64_t numerator, Level& next) const {
      if (state.at != to || state.via != no_via) next[state] += numerator;
    }

    Network const& network;
    ChannelRouting const& routing;
    std::uint32_t from, to;
    std::vector<ChannelShare>& out;
    Possible possible = {};
    bool exact = true;
  };

  NetworkPtr network_;
  ChannelRoutingPtr routing_;
  std::uint32_t hop_bound_;
};

}  // namespace

SharesPtr shares_from_channels(NetworkPtr network, ChannelRoutingPtr routing) {
  return std::make_shared<SharesFromChannels>(std::move(network), std::move(routing));
}

}  // namespace weft::routing

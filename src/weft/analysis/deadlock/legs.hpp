#pragma once

#include <vector>

#include "weft/analysis/deadlock/leg_search.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"

namespace weft::deadlock {

/// Packets that set out together: those of the first round at their sources, those of later ones from intermediate routers that
/// they have reached, or from where they are diverted.
struct Round {
  std::vector<PacketState> to_destination;  ///< ascending
  std::vector<PacketState> to_via;          ///< ascending
};

/// A leg of the packets of a round, to one router.
struct Leg {
  std::uint32_t round = 0;
  bool to_via = false;
  std::uint32_t target = 0;
};

/// All legs that packets can make, under a routing, from routers with terminals to routers with terminals.
class Legs {
 public:
  Legs(Network const& network, routing::ChannelRouting const& routing);

  Network const& network() const { return network_; }
  routing::ChannelRouting const& routing() const { return routing_; }
  std::vector<std::uint32_t> const& sources() const { return sources_; }            ///< routers, ascending
  std::vector<std::uint32_t> const& destinations() const { return destinations_; }  ///< routers, ascending
  std::vector<Round> const& rounds() const { return rounds_; }
  /// The legs of a round, in order: those to destinations, then those to intermediate routers.
  std::vector<Leg> legs_of(std::uint32_t round) const;
  /// Where the packets of a leg set out: not at its target, nor where no path leads there.
  std::vector<PacketState> starts_of(Leg const& leg) const;
  /// Adds the round of the packets that have arrived at intermediate routers or been diverted (any order, repetitions); not again those of
  /// earlier rounds. False if nobody is left.
  bool add_round(std::vector<PacketState> arrived, std::vector<PacketState> diverted);

 private:
  Network const& network_;
  routing::ChannelRouting const& routing_;
  std::vector<std::uint32_t> sources_, destinations_, routers_;
  std::vector<Round> rounds_;
};

/// Searches these legs on all threads, each with a sink of its own (LegSearch::run; told sink.begin(leg, search) before), and calls
/// done(leg, search, sink) after each.
template <class Sink, class Done>
void search_legs(Legs const& legs, std::span<Leg const> some, std::vector<Sink>& sinks, Done done,
                 Progress& progress) {
  std::vector<LegSearch> searches(num_threads(), LegSearch(legs.network(), legs.routing()));
  parallel_for(some.size(), [&](std::size_t task, unsigned worker) {
    auto const starts = legs.starts_of(some[task]);
    sinks[worker].begin(some[task], searches[worker]);
    searches[worker].run(some[task].target, starts, sinks[worker]);
    done(some[task], searches[worker], sinks[worker]);
    progress.advance();
  });
}

}  // namespace weft::deadlock

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"

namespace weft::rounds {

/// Planner of A(l) routes around failures. The random digits of a route are drawn before the run, and redrawn
/// if a target node has failed or has no working edge of the next level.
///
/// With landing=high and full links, the edges that a message will use, and hence some later targets, are
/// unknown in advance and not checked.
class RoutePlanner {
 public:
  /// `network` and `calls` must outlive the planner.
  RoutePlanner(SurvivingClex const& network, std::vector<Call> const& calls, std::uint64_t seed)
      : network_(network), calls_(calls), seed_(seed) {}

  /// Returns the first of `routes` attempts that meets no failure; nullopt if there is none.
  std::optional<std::uint16_t> plan(std::uint32_t message, std::uint32_t source, std::uint32_t destination,
                                    std::uint32_t routes) const;

  /// Returns the target digit of a message in calls_[step] for the route of `attempt`.
  std::uint16_t digit(std::uint32_t message, std::uint32_t destination, std::uint16_t attempt,
                      std::size_t step) const;

 private:
  using Digits = std::vector<std::int32_t>;  ///< lowest digit first; `free` if unknown in advance
  static constexpr std::int32_t free = -1;

  bool passes(std::uint32_t message, std::uint32_t source, std::uint32_t destination,
              std::uint16_t attempt) const;
  void exchange(Digits& at, std::uint32_t level) const;
  std::optional<std::uint32_t> node(Digits const& at) const;

  SurvivingClex const& network_;
  std::vector<Call> const& calls_;
  std::uint64_t seed_;
};

/// Bidirectional breadth-first search for shortest paths in the surviving part of a CLEX; stores no graph.
/// Memory: 24 bytes per node. One object per thread.
class DetourFinder {
 public:
  /// Keeps a reference to the network.
  explicit DetourFinder(SurvivingClex const& network);

  /// Returns the channels of a shortest path, empty if from == to; nullopt if there is no path. `salt` breaks
  /// ties.
  std::optional<std::vector<ChannelId>> find(std::uint32_t from, std::uint32_t to, std::uint64_t salt);

 private:
  /// State of one direction of the search: from the source along channels, or from the destination against
  /// them.
  struct Side {
    std::vector<std::uint32_t> seen;  ///< by node: number of the last search that reached it
    std::vector<ChannelId> by;        ///< by node: the channel toward the root of this side
    std::vector<std::uint32_t> frontier;
  };

  void begin(Side& side, std::uint32_t root);
  template <class Step>
  std::optional<std::uint32_t> expand(Side& side, Side const& other, Step step);
  std::optional<std::uint32_t> meeting_point(std::uint32_t from, std::uint32_t to);

  SurvivingClex const& network_;
  std::uint32_t degree_, search_ = 0, first_port_ = 0;
  Side forward_, backward_;
  std::vector<std::uint32_t> next_;
};

/// A message that follows the path `way`, channel by channel.
struct Detour {
  std::uint32_t message;  ///< id assigned by the caller
  Ticks start;
  std::vector<ChannelId> way;
  bool restarted = false;      ///< whether the detour starts at the source
  Ticks arrived = 0;           ///< result
  std::vector<Ticks> after{};  ///< result: arrival time at the end of each channel
};

/// Returns shortest paths for stuck messages from the nodes where they are stuck or, if there is none, from
/// their sources. A message that has no path becomes unreachable.
std::vector<Detour> find_detours(SurvivingClex const& network, std::vector<Parcel>& parcels,
                                 bool asynchronous);

/// Result of run_detours().
struct DetourTally {
  std::uint64_t hops = 0;  ///< transmissions
  std::uint64_t duplicates = 0;
};

/// Simulates store and forward along the detours: a channel carries one message per round, in order of
/// arrival, and repeats it until it is acknowledged.
DetourTally run_detours(std::vector<Detour>& detours, Medium medium);

}  // namespace weft::rounds

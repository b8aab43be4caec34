// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/faults/clex_faults.hpp"

namespace weft::rounds {

/// Routes of A(l) around failures: a message draws all random digits of its route before the run, and redraws
/// them if a target node has failed or has no working edge of the next level.
///
/// With landing=high and full links, the end of an edge is unknown beforehand, and so are some later targets;
/// these are not checked.
class RoutePlanner {
 public:
  /// Keeps references to the network and the calls.
  RoutePlanner(SurvivingClex const& network, std::vector<Call> const& calls, std::uint64_t seed)
      : network_(network), calls_(calls), seed_(seed) {}

  /// Returns the first of `routes` attempts without an obstacle.
  std::optional<std::uint16_t> plan(std::uint32_t message, std::uint32_t source, std::uint32_t destination,
                                    std::uint32_t routes) const;

  /// Returns the target digit of the message in calls_[step].
  std::uint16_t digit(std::uint32_t message, std::uint32_t destination, std::uint16_t attempt,
                      std::size_t step) const;

 private:
  using Digits = std::vector<std::int32_t>;  ///< lowest first; `free` if unknown beforehand
  static constexpr std::int32_t free = -1;

  bool passes(std::uint32_t message, std::uint32_t source, std::uint32_t destination,
              std::uint16_t attempt) const;
  void exchange(Digits& at, std::uint32_t level) const;
  std::optional<std::uint32_t> node(Digits const& at) const;

  SurvivingClex const& network_;
  std::vector<Call> const& calls_;
  std::uint64_t seed_;
};

/// Shortest paths in the surviving part of a CLEX: bidirectional breadth-first search without a stored graph.
/// 24 bytes per node; one object for each thread.
class DetourFinder {
 public:
  /// Keeps a reference to the network.
  explicit DetourFinder(SurvivingClex const& network);

  /// Returns the channels of a shortest path, empty if from == to; nullopt if there is no path. `salt`
  /// selects among equal ones.
  std::optional<std::vector<ChannelId>> find(std::uint32_t from, std::uint32_t to, std::uint64_t salt);

 private:
  /// One of the two searches: from the start along the channels, or from the end against them.
  struct Side {
    std::vector<std::uint32_t> seen;  ///< by node: the last search that reached it
    std::vector<ChannelId> by;        ///< by node: the channel towards the root of this side
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

/// A message that follows a given path, channel by channel.
struct Detour {
  std::uint32_t message;  ///< id of the caller
  Ticks start;
  std::vector<ChannelId> way;
  bool restarted = false;      ///< starts at the source
  Ticks arrived = 0;           ///< result
  std::vector<Ticks> after{};  ///< result: the arrival at the end of each channel
};

/// Finds shortest paths from the nodes where messages got stuck, else from their sources. A message without
/// any becomes unreachable.
std::vector<Detour> find_detours(SurvivingClex const& network, std::vector<Parcel>& parcels,
                                 bool asynchronous);

/// Counts of a run of detours.
struct DetourTally {
  std::uint64_t hops = 0;  ///< transmissions
  std::uint64_t duplicates = 0;
};

/// Runs store and forward along the paths: a channel carries one message per round, in order of arrival, and
/// repeats it until it is acknowledged.
DetourTally run_detours(std::vector<Detour>& detours, Medium medium);

}  // namespace weft::rounds

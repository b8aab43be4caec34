#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/statistics.hpp"
#include "weft/engine/rounds/clex/clex_measures.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/rounds/clex/faults/fault_model.hpp"
#include "weft/engine/rounds/clex/faults/surviving_clex.hpp"
#include "weft/engine/rounds/clex/hop_length.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/engine/rounds/lost_pairs.hpp"
#include "weft/traffic/traffic.hpp"

namespace weft::rounds {

/// What became of one message of a run under faults.
struct Parcel {
  enum class Fate : std::uint8_t { under_way, stuck, delivered, unreachable };
  std::uint32_t source = 0, destination = 0;
  std::uint32_t at = 0;       ///< the node that holds it
  std::uint32_t hops = 0;     ///< of the way it first arrived by, over all calls
  Ticks clock = 0;            ///< synchronous: its own rounds, without waiting for others' steps
  std::uint16_t attempt = 0;  ///< at planning its route
  Fate fate = Fate::under_way;
  std::uint32_t millimeters = 0;  ///< of cable, along the hops; 0 unless cable lengths were given

  /// From the source to the destination, in whole rounds, rounded up.
  std::uint64_t rounds() const { return (clock + ticks_per_round - 1) / ticks_per_round; }
};

/// What a run of A(l) under faults gives. The levels' measures are without detours; their averages
/// are over the delivered messages.
struct FaultOutcome {
  ClexMeasures measures;
  std::uint64_t sent = 0;
  std::uint64_t delivered = 0;       ///< each exactly once, at its destination
  std::uint64_t duplicates = 0;      ///< arrivals dropped by receivers
  std::uint64_t unreachable = 0;     ///< no way from source to destination survives
  std::vector<LostPair> lost_pairs;  ///< of these, up to `named`
  std::uint64_t detours = 0;         ///< messages delivered by a shortest way from where they got stuck
  std::uint64_t restarts = 0;  ///< of these, from the source, because where they got stuck no way leads on
  std::uint64_t detour_hops = 0;
  Ticks makespan = 0;    ///< synchronous: every step begins after the slowest instance of the one before
  Histogram completion;  ///< messages by their clock at delivery, in rounds, rounded up

  std::vector<Parcel> parcels;  ///< all messages, in order of (source, number)

  /// Rounds, hops, cable and delay of the delivered messages: what `simulate_clex_delays` gives on a perfect CLEX.
  DelayStatistics delays(DelayModel const& model) const;
};

/// Routes the traffic by A(l) when transmissions are lost or take their time and parts of the network have failed.
///
/// Same calls as ClexRecursion, one record per message; with no loss, no jitter and nothing failed also the same draws:
/// the same measures and deliveries bit for bit. See FaultyClique and FaultyEdges for what happens inside a step,
/// RoutePlanner for how routes avoid failures. A message that cannot go on (its node aimed at is dead or leads nowhere, or
/// no way of one or two hops leads to it) takes a shortest way to its destination after the last step (synchronous) or at
/// once, slowed down by other such messages alone. Only what no way leads to is not delivered. `length` may be empty: no distances
/// then. About 45 bytes per message. Throws InputError on options that do not go together.
FaultOutcome simulate_clex_faults(SurvivingClex const& network, Traffic const& traffic,
                                  ClexOptions const& options, FaultOptions const& faults, std::uint64_t seed,
                                  HopLength const& length = {}, Progress& progress = no_progress());

}  // namespace weft::rounds

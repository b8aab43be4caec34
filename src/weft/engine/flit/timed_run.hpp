#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "weft/core/progress.hpp"
#include "weft/engine/flit/message_simulation.hpp"
#include "weft/engine/rounds/delay_statistics.hpp"
#include "weft/io/timed_messages.hpp"

namespace weft::flit {

/// The fate of a timed message, in seconds.
struct TimedDelivery {
  std::uint32_t index = 0;  ///< in the list
  double finish = 0;
  double alone = 0;  ///< that it would take if nothing held it up; see MessageSimulation::least_cycles
};

struct TimedOutcome {
  Outcome packets;
  std::uint64_t messages = 0;  ///< that arrived
  double bytes = 0;            ///< of these, without headers
  double first_finish = 0, last_finish = 0;
  std::uint64_t unreachable = 0;  ///< messages that no path serves
  rounds::LostPairs lost_pairs;   ///< the first pairs of terminals of these
  std::uint64_t simulated = 0;    ///< cycles that were not skipped
};

/// Sends every message at its start and follows all until they have arrived, or until most_cycles or a
/// deadlock. `delivered` is called for each that arrives, in order of time, and of the list among equals.
TimedOutcome run_timed(FlitNetwork const& network, routing::ChannelRouting const& routing,
                       std::span<TimedMessage const> messages, FlitParams const& params, std::uint64_t seed,
                       std::function<void(TimedDelivery const&)> const& delivered,
                       Progress& progress = no_progress());

}  // namespace weft::flit
